"""The words of prose about flying: which say the same in English, French and German, and which claim nothing."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from agent import regex as re
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.regex import longest_first

_FILE = "prose_terms.toml"
_MISSING = f"The words that prose is held by are missing or damaged. Restore data/{_FILE}."

Kind = Literal["sign", "label", "value", "word", "num", "clock", "day", "date", "ent", "name"]
Tongue = Literal["en", "fr", "de"]
TONGUES: tuple[Tongue, ...] = ("en", "fr", "de")
_ENDINGS = ("s", "es", "e", "en", "n", "er", "em", "ed", "d", "ing", "ly")
_PIECE = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Term:
    """What a word or phrase is read as; `group`: it stands against the others of it."""

    kind: Kind
    key: str
    group: str = ""
    tongue: str = ""


@dataclass(frozen=True)
class Lexicon:
    """Phrases by their first piece, longest first; and by tongue the words that claim nothing."""

    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], Term]]]
    free: Mapping[str, frozenset[str]]
    beside: Mapping[str, frozenset[str]]

    def at(self, pieces: Sequence[str], place: int, tongue: Tongue) -> tuple[int, Term] | None:
        """The longest phrase that begins here, and how many pieces it has."""
        first = pieces[place]
        for start in (first, *_roots(first)):
            for phrase, term in self.phrases.get(start, ()):
                n = len(phrase)
                if term.tongue not in {"", tongue} or place + n > len(pieces):
                    continue
                if start != first and n > 1:
                    continue
                if all(
                    one == other or (k == n - 1 and n > 1 and one in _roots(other))
                    for k, (one, other) in enumerate(
                        zip(phrase[1:], pieces[place + 1 : place + n], strict=True), 1
                    )
                ):
                    return n, term
            if start == first and first in self.free[tongue]:
                return None
        return None


def pieces_of(text: str) -> list[str]:
    """Letters and digits of a phrase, apart."""
    return [piece.casefold() for piece in _PIECE.findall(unicodedata.normalize("NFC", text))]


@lru_cache(maxsize=1 << 12)
def _roots(word: str) -> tuple[str, ...]:
    return tuple(word.removesuffix(end) for end in _ENDINGS if len(word) - len(end) >= 3 and word.endswith(end))


_SAME_SIGN = {"MORETHAN": "ABOVE", "LESSTHAN": "BELOW"}


@cache
def lexicon() -> Lexicon:
    try:
        told: dict[str, Any] = toml_table(AgentSettings().data / _FILE)
        rows: list[tuple[Kind, str, Mapping[str, str]]] = [
            ("sign", "", told["signs"]),
            ("label", "", told["labels"]),
        ]
        rows.append(("word", "", told["words"]))
        for group, words in told["values"].items():
            rows.append(("value", group, words))
        found: dict[str, list[tuple[tuple[str, ...], Term]]] = {}
        for kind, group, words in rows:
            for key, phrases in words.items():
                for phrase in phrases.split(";"):
                    tongue, mark, rest = phrase.strip().partition(":")
                    said = rest if mark and tongue in TONGUES else phrase
                    pieces = tuple(pieces_of(said))
                    if pieces:
                        own: str = _SAME_SIGN.get(key, key)
                        term = Term(kind, own, group, tongue if mark and tongue in TONGUES else "")
                        found.setdefault(pieces[0], []).append((pieces, term))
        for listed in found.values():
            listed.sort(key=lambda one: -len(one[0]))
        free = {t: frozenset(w for word in told["free"][t].split() for w in [word.casefold()]) for t in TONGUES}
        beside = {key: frozenset(others.split()) for key, others in told["beside"].items()}
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise DataProblem(_MISSING, detail=str(error)) from error
    return Lexicon(found, free, beside)


@lru_cache(maxsize=1 << 12)
def tongue_of(text: str, otherwise: Tongue = "en") -> Tongue:
    """The language of a sentence, by its small words; where they do not tell, another."""
    words = [w for w in re.findall(r"(?<!\w)[^\W\d_]+", re.sub(r"⟦[^⟧]*⟧", " ", text).casefold()) if len(w) > 1]
    free = lexicon().free
    counted = {t: sum(word in free[t] for word in words) for t in TONGUES}
    best = max(TONGUES, key=lambda t: counted[t])
    return best if counted[best] > counted[otherwise] + 1 else otherwise


@cache
def countries() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """A pattern of the names of countries and peoples, and of each the country's code."""
    rows = json.loads((AgentSettings().data / "countries.json").read_text("utf-8"))
    named: dict[str, str] = {
        "Dutch": "NL",
        "Britain": "GB",
        "British": "GB",
        "Swiss": "CH",
        "UK": "GB",
        "Great Britain": "GB",
    }
    for row in rows:
        for name in (row["name"], *row["names"], *row["demonyms"]):
            if len(name) > 3 or name.isupper():
                named.setdefault(name, row["code"])
    any_of = "|".join(longest_first(map(re.escape, named)))
    return re.compile(rf"(?<![\w-])(?:{any_of})(?![\w])"), named
