"""One language's sentences, read from its catalogue; figures and dates as that language writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Any, cast

FOLDER = Path(__file__).parent / "catalogues"
HELD = Path(__file__).parent / "held"
"""Translations of the texts of rules and terms, sentence by sentence; what is missing is told in English."""
_NAMED = re.compile(r"%([aAbB])")
_FIGURES = re.compile(r"(?<=\d)[.,](?=\d)")
_ONE_STOP = re.compile(r"(?<![.])[.]{2}(?![.])")
"""A shortened month at the end of a sentence: "lundi 23 nov." has one stop."""
_HOURS = re.compile(r"\b(?:(\d+)h)?(?: ?\b(\d+)m)?\b")
""" "1h 38m", "2h" and "45m", as the rooms write how long something takes: a value that is nothing else."""
_OF = re.compile(r"\bde \{(\w+)\}")
_AT_OR_OF = re.compile(r"\b(de|à) \{(\w+)(?=\})")
_CONTRACTED = {("de", "Le"): "du", ("de", "Les"): "des", ("à", "Le"): "au", ("à", "Les"): "aux"}
_VOWEL = re.compile(r"[AEIOUÂÉÈÊÎÔÛŒ][^\WA-Z\d_]")
_PLURALS = re.compile(r"plural=([^;\\]+);")


@dataclass(frozen=True)
class Names:
    """How a language writes figures, days, months and countries (CLDR, by `data.build.tongues`)."""

    thousands: str
    decimal: str
    days: dict[str, list[str]]
    months: dict[str, list[str]]
    countries: dict[str, str]


@dataclass
class Messages:
    """The sentences of a `.po` file: one form, or one for each count."""

    plural: Callable[[int], int] = field(default=lambda count: int(count != 1))
    said: dict[str, str] = field(default_factory=dict[str, str])
    counted: dict[str, dict[int, str]] = field(default_factory=dict[str, dict[int, str]])


class _Format(Formatter):
    """Fills braces: thousands and decimals, months and days of the week as the language writes them."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._marks = {",": names.thousands, ".": names.decimal}

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, date) and "%" in format_spec:
            return value.strftime(_NAMED.sub(lambda m: self._name(value, m.group(1)), format_spec))
        if isinstance(value, str) and value and (lasts := _HOURS.fullmatch(value)) is not None:
            return " ".join(f"{n} {unit}" for n, unit in zip(lasts.groups(), ("h", "min"), strict=True) if n)
        said = format(value, format_spec)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return _FIGURES.sub(lambda m: self._marks[m.group()], said)
        return said

    def _name(self, day: date, mark: str) -> str:
        if mark in "aA":
            return self._names.days[mark][day.weekday()]
        return self._names.months[mark][day.month - 1]


class Catalogue:
    """The sentences of one language. What is missing is said in English."""

    def __init__(self, language: str, messages: Messages, names: Names) -> None:
        self.language = language
        self._messages, self._names = messages, names
        self._format = _Format(names)

    def said(self, text: str, values: Mapping[str, object]) -> str:
        """The sentence with its braces filled."""
        found = self._messages.said.get(text) or text
        if self.language == "fr" and values:
            found, values = contracted(elided(found, values), values)
        return _ONE_STOP.sub(".", self._format.vformat(found, (), values)) if values else found

    def said_many(self, one: str, many: str, count: int, values: Mapping[str, object]) -> str:
        """The sentence for so many."""
        found = self._messages.counted.get(one, {}).get(self._messages.plural(abs(count)))
        return _ONE_STOP.sub(".", self._format.vformat(found or (one if count == 1 else many), (), values))

    def country(self, english: str) -> str:
        """The name of a country whose English name this is."""
        named = self._names.countries.get(english.removeprefix("the ").casefold())
        return named or self._messages.said.get(english) or english


def elided(sentence: str, values: Mapping[str, object]) -> str:
    """A French sentence, "de" shortened before a name that begins with a vowel: "d'Annecy", but "de EGTF"."""
    return _OF.sub(
        lambda m: "d'" + m.group()[3:] if _VOWEL.match(str(values.get(m.group(1), ""))) else m.group(), sentence
    )


def contracted(sentence: str, values: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """ "du Touquet" and "aux Sables" for "de Le Touquet" and "à Les Sables": the sentence, and what fills it."""
    filled = dict(values)

    def one(found: re.Match[str]) -> str:
        article, _, name = str(values.get(found[2], "")).partition(" ")
        if article not in ("Le", "Les") or not name or sentence.count(f"{{{found[2]}") > 1:
            return found.group()
        filled[found[2]] = name
        return f"{_CONTRACTED[found[1].casefold(), article]} {{{found[2]}"

    return _AT_OR_OF.sub(one, sentence), filled


def read_messages(path: Path) -> Messages:
    """A catalogue as `make tongues` or a translator's editor writes it, without its doubtful (fuzzy) sentences."""
    found = Messages()
    for entry in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
        fields: dict[str, str] = {}
        name, doubtful = "", False
        for line in entry.splitlines():
            if line.startswith("#"):
                doubtful = doubtful or (line.startswith("#,") and "fuzzy" in line)
                continue
            keyword, _, quoted = line.strip().partition(" ")
            if keyword.startswith('"'):
                fields[name] += cast(str, json.loads(line.strip()))
            elif quoted:
                name, fields[keyword] = keyword, cast(str, json.loads(quoted))
        _keep(found, fields, doubtful)
    return found


def _keep(found: Messages, fields: dict[str, str], doubtful: bool) -> None:
    source = fields.get("msgid", "")
    if not source:
        rule = _PLURALS.search(fields.get("msgstr", ""))
        if rule:
            found.plural = c2py(rule.group(1))
    elif not doubtful and "msgid_plural" in fields:
        forms = {int(key[7:-1]): said for key, said in fields.items() if key.startswith("msgstr[")}
        found.counted[source] = forms
    elif not doubtful:
        found.said[source] = fields.get("msgstr", "")


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read once."""
    names = Names(**json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8")))
    return Catalogue(language, read_messages(FOLDER / f"{language}.po"), names)


@cache
def held_sentences(language: str) -> Mapping[str, str]:
    """The sentences of the tables that are translated into a language, read once."""
    path = HELD / f"{language}.po"
    return {source: said for source, said in read_messages(path).said.items() if said} if path.exists() else {}


@cache
def shipped() -> Sequence[str]:
    """The languages that have a catalogue."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.po")))
