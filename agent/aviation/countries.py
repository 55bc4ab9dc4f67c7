"""Which country a pilot means: by name, adjective or code, in English, French or German, or by an ICAO code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent import regex as re
from agent.aviation import names as folding
from agent.aviation import spelling
from agent.aviation.spelling import place_key, spelled_out
from agent.compiled import kept
from agent.config import AgentSettings
from agent.errors import DataProblem

CLOSE_ENOUGH = 80.0
"""How alike (0–100) a misspelt name must be to be offered as "did you mean"."""

ONLY_CAPITALISED = {
    *(
        "pole",
        "poles",
        "finn",
        "finns",
        "dane",
        "danes",
        "turk",
        "turks",
        "serb",
        "serbs",
        "swede",
        "swedes",
    ),
    *("iren", "esten", "letten", "inder", "finnen", "serben", "danen", "briten", "thai", "man"),
    *("american", "americans", "america", "amerika", "indian", "indians", "english", "anglais", "englisch"),
}
"""Folded words that are ordinary words, or say more often a language than a country, when not capitalised."""

_IN_A_TONGUE = re.compile(
    r"\b(?:in|auf|en|into|to)\s+(?:(?:plain|simple|proper|good|clear|basic|gutem|gut|einfachem|klarem|bon|simple|clair)\s+)$|"
    r"\b(?:in|auf|en)\s+$",
    re.IGNORECASE,
)
LANGUAGES = {"english", "anglais", "anglaise", "englisch", "deutsch", "francais"}
"""Never a country after "in" and "auf": "answer in English"."""

CODE_BEFORE = {
    "in",
    "for",
    "from",
    "to",
    "and",
    "vs",
    "versus",
    "between",
    "with",
    "en",
    "pour",
    "et",
    "und",
    "fur",
    "nach",
}
CODE_AFTER = {
    "and",
    "vs",
    "versus",
    "to",
    "rules",
    "rule",
    "airspace",
    "law",
    "et",
    "und",
    "regeln",
    "only",
    "airports",
}
_THE_REPUBLIC = "the republic"
"""What those who fly over its border call Ireland."""
_OF = re.compile(r"\s+of\b")
INSTRUMENT_RATING = "IR"
"""Among other words never Iran: "IMC with IR in France"."""

WORDLIKE_CODES = {
    *(
        "AI",
        "AM",
        "AN",
        "AS",
        "AT",
        "BE",
        "DE",
        "DO",
        "ES",
        "ET",
        "GO",
        "HE",
        "ID",
        "IN",
        "IS",
        "IT",
        "LA",
        "MA",
    ),
    *("ME", "MY", "NE", "NO", "OM", "PM", "SA", "SE", "SO", "SU", "TO", "TV", "US", "VA"),
}
"""Codes that are words when a whole message is in capitals: there they count only beside another code."""


@dataclass(frozen=True, slots=True)
class Country:
    """A country or territory. `code` is ISO 3166 alpha-2 (XK for Kosovo), `name` the English short name.

    `names` are other names (other languages, "UK", "Holland"), `demonyms` adjectives and peoples in English,
    French and German, `icao_prefixes` the beginnings of its ICAO codes.
    """

    code: str
    name: str
    names: tuple[str, ...]
    demonyms: tuple[str, ...]
    icao_prefixes: tuple[str, ...]


_BEFORE_A_TONGUE = re.compile(
    r"\b(?:speaks?|speaking|spoken|spricht|sprechen|parlent?|parle-t-on)\s+$", re.IGNORECASE
)
_BEHIND_A_TONGUE = re.compile(r"[\s-]*(?:speaking|speakers?|sprachig\w*)\b", re.IGNORECASE)
_ROW = 3
"""So many codes one after the other are a list of countries: "CH DE AT HR"."""


def _in_a_row(is_code: list[bool]) -> set[int]:
    """The places of codes that stand in a row with enough others."""
    found: set[int] = set()
    row: list[int] = []
    for place, code in enumerate([*is_code, False]):
        if code:
            row.append(place)
            continue
        found.update(row if len(row) >= _ROW else ())
        row = []
    return found


_BEFORE_A_UNIT = re.compile(r"[ -](?:gal(?:s|lons?|lonen?)?|pints?|quarts?|units)\b", re.IGNORECASE)
_BEHIND_A_UNIT = re.compile(r"\bgal(?:s|lons?|lonen?)? $", re.IGNORECASE)


_WORD = re.compile(r"(?:(?<=\b[lLdD]['’])\w|(?![lLdD]['’]\w)\w)\w*(?:['’.\-]\w+)*\.?")
"""A word; French "l'" and "d'" are none of it: "entre la France et l'Allemagne"."""


_FIELDS_BEHIND = re.compile(
    r"\s+(?:grass |hard |ga |small |civil |customs )?"
    r"(?:airfields?|aerodromes?|airports?|airstrips?|strips?|fields?|flugpl\w+|plätzen?)\b",
    re.IGNORECASE,
)
_FIELDS_BEFORE = re.compile(r"\b(?:terrains?|a[ée]rodromes?|a[ée]roports?|pistes?)\s+$", re.IGNORECASE)
_WITH_THEM = re.compile(r"\b(?:the|(?:chez |avec |pour )?les|(?:bei|mit) den)\s+$", re.IGNORECASE)
_OF_WORDS = re.compile(
    r"\s+(?:translation|version|language|text|words?|name|for|phrase\w*|übersetzung)\b", re.IGNORECASE
)


_PERSON_BEHIND = re.compile(
    r"\s+(?:passports?|citizens?|nationals?|pass?engers?|pax|friends?|guests?|mates?|wife|husband|girlfriend|boyfriend|colleagues?)\b",
    re.IGNORECASE,
)
_PERSON_BEFORE = re.compile(r"\b(?:is|am|are|i['’]m|she['’]s|he['’]s)\s+(?:an? )?$", re.IGNORECASE)
_NO_MORE = re.compile(r"\s*(?:[,.;:?!)]|$|(?:and|with|but|so|on|living)\b)", re.IGNORECASE)


def _is_of_somebody(text: str, start: int, end: int) -> bool:
    """ "One of my pax is indian", "an american passport", written small: whose people or papers."""
    if _PERSON_BEHIND.match(text, end):
        return True
    return bool(_PERSON_BEFORE.search(text, 0, start) and _NO_MORE.match(text, end))


def _is_of_fields(key: str, text: str, start: int, end: int) -> bool:
    """ "English airfields", "chez les anglais" written small: of England, and no language."""
    if not key.startswith(("english", "anglais", "englisch")):
        return False
    if _WITH_THEM.search(text, 0, start) and not _OF_WORDS.match(text, end):
        return True
    return _FIELDS_BEHIND.match(text, end) is not None or _FIELDS_BEFORE.search(text, 0, start) is not None


def _read(path: Path) -> tuple[Country, ...]:
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Country(
            code=row["code"],
            name=row["name"],
            names=tuple(row["names"]),
            demonyms=tuple(row["demonyms"]),
            icao_prefixes=tuple(row["icao_prefixes"]),
        )
        for row in rows
    )


_MADE_BY = tuple(Path(str(module.__file__)) for module in (sys.modules[__name__], folding, spelling))
"""The code that the table is what it is by."""


class Countries:
    """The table of countries."""

    def __init__(self, countries: tuple[Country, ...]) -> None:
        self._all = countries
        self._by_code = {country.code: country for country in countries}
        self._prefixes = {prefix: country for country in countries for prefix in country.icao_prefixes}
        self._names: dict[str, Country] = {}
        self._words: dict[str, Country] = {}
        for country in countries:
            for name in (country.name, *country.names):
                for key in _keys(name):
                    self._names.setdefault(key, country)
        self._words.update(self._names)
        for country in countries:
            for word in country.demonyms:
                for key in _keys(word):
                    self._words.setdefault(key, country)
        self._longest = max((key.count(" ") + 1 for key in self._words), default=1)

    @classmethod
    def load(cls, settings: AgentSettings) -> Countries:
        """The table that ships in `data/countries.json`."""
        path = settings.data / "countries.json"
        try:
            return kept(path, (path, *_MADE_BY), lambda: cls(_read(path)))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataProblem(
                "The table of countries is missing or damaged. Restore data/countries.json.",
                detail=f"{path}: {error}",
            ) from error

    def __iter__(self) -> Iterator[Country]:
        return iter(self._all)

    def get(self, code_or_name: str) -> Country | None:
        """By ISO code, name or adjective, whatever the language, accents and case. Spelling mistakes find nothing.

        A two-letter code counts in any case here ("fr"): the caller knows that a country is meant.
        """
        text = code_or_name.strip()
        if len(text) == 2 and text.upper() in self._by_code:
            return self._by_code[text.upper()]
        key = place_key(text)
        return self._words.get(key) or self._words.get(_without_article(key))

    def named(self, text: str) -> Country | None:
        """By name only, as a place is named: "France", "the Netherlands", "UK"; no codes, no adjectives."""
        key = place_key(text)
        return self._names.get(key) or self._names.get(_without_article(key))

    def closest(self, text: str, *, first: bool = False) -> Country | None:
        """The country whose name is spelt most alike, for "did you mean"; None when nothing is close.

        Where nobody asks back, the `first` letter holds and the length, but for one: the Rhine is not "Chine", nor
        the Danube "Dane".
        """
        from rapidfuzz import fuzz, process

        key = _without_article(place_key(text))
        if len(key) < 4:
            return None
        words = [w for w in self._words if not first or (w[0] == key[0] and abs(len(w) - len(key)) <= 1)]
        found = process.extractOne(key, words, scorer=fuzz.ratio, score_cutoff=CLOSE_ENOUGH)
        return self._words[found[0]] if found else None

    def of_icao(self, code: str) -> Country | None:
        """The country whose prefix is the longest beginning of an ICAO code; letters only, at least two."""
        code = code.strip().upper()
        if not (code.isascii() and code.isalpha() and 2 <= len(code) <= 4):
            return None
        for length in range(len(code), 0, -1):
            if country := self._prefixes.get(code[:length]):
                return country
        return None

    def find_all(self, text: str) -> list[tuple[int, int, Country]]:
        """Every country named in free text, as (start, end, country) in reading order, longest name first.

        Names and adjectives count in any case, except `ONLY_CAPITALISED`. An ISO code counts in capitals and
        beside a word that countries stand beside ("in FR", "FR and GB"), so "is", "it", "at" never do.
        """
        words = [(found.start(), found.end()) for found in _WORD.finditer(text)]
        found: list[tuple[int, int, Country]] = []
        at = 0
        while at < len(words):
            for length in range(min(self._longest, len(words) - at), 0, -1):
                start, end = words[at][0], words[at + length - 1][1]
                if country := self._named_at(text, start, end):
                    found.append((start, end, country))
                    at += length
                    break
            else:
                at += 1
        return sorted(found + self._codes_in(text, words, found), key=lambda item: item[0])

    def _named_at(self, text: str, start: int, end: int) -> Country | None:
        span = text[start:end]
        if _BEFORE_A_UNIT.match(text, end) or _BEHIND_A_UNIT.search(text, 0, start):
            return None  # "30 US gallons", "48 gallons US": a measure, and no country
        key = place_key(span)
        country = self._words.get(key)
        if country is None:
            return None
        small = key in ONLY_CAPITALISED and not span[0].isupper()
        if small and not _is_of_fields(key, text, start, end) and not _is_of_somebody(text, start, end):
            return None
        if key == _THE_REPUBLIC and _OF.match(text, end):
            return None  # of another state: "the Republic of Cyprus"
        if key in LANGUAGES and _IN_A_TONGUE.search(text[:start]):
            return None
        if key in LANGUAGES and (_BEFORE_A_TONGUE.search(text, 0, start) or _BEHIND_A_TONGUE.match(text, end)):
            return None  # "English speaking", "do they speak French"
        if len(key) == 2 and not (span.replace(".", "").isupper() or key == "uk"):
            return None
        if key.upper() in WORDLIKE_CODES and "." not in span and text.isupper():
            return None  # "TAKE US TO CALAIS"
        return country

    def _codes_in(
        self, text: str, words: list[tuple[int, int]], named: list[tuple[int, int, Country]]
    ) -> list[tuple[int, int, Country]]:
        taken = {start for start, _, _ in named}
        shouted = text.isupper()
        spans = [text[start:end].rstrip(".") for start, end in words]
        is_code = [len(span) == 2 and span.isupper() and span in self._by_code for span in spans]
        codes: list[tuple[int, int, Country]] = []
        in_a_row = _in_a_row(is_code)
        for i, span in enumerate(spans):
            start, end = words[i][0], words[i][0] + len(span)
            if span == _PLATE and "DE" in self._by_code and _means_germany(text, start, end):
                codes.append((start, end, self._by_code["DE"]))
                continue
            if not is_code[i] or start in taken:
                continue
            if span == INSTRUMENT_RATING and len(spans) > 1:
                continue
            wordlike = span in WORDLIKE_CODES
            before = i > 0 and place_key(spans[i - 1]) in CODE_BEFORE
            after = i + 1 < len(spans) and place_key(spans[i + 1]) in CODE_AFTER
            listed = re.match(r"\s*[/,&+-]\s*(?:[A-Z]{2}|D)\b", text[end:]) or re.search(
                r"\b(?:[A-Z]{2}|D)\s*[/,&+-]\s*$", text[:start]
            )
            listed = listed or (i in in_a_row and not shouted)
            if shouted and wordlike and len(spans) > 1 and not listed:
                continue
            if len(spans) == 1 or listed or before or after:
                codes.append((start, end, self._by_code[span]))
        known = {start for start, _, _ in codes}
        for way in _WAY_OF_PLATES.finditer(text):
            codes += [
                (*way.span(end), self._by_code[_PLATES[way[end]]])
                for end in ("left", "entered")
                if way.start(end) not in known and _PLATES[way[end]] in self._by_code
            ]
        for row in _ROW_OF_PLATES.finditer(text):
            known = {start for start, _, _ in codes}
            members = [(row.start() + one.start(), one[0]) for one in _MEMBER.finditer(row[0])]
            if all(name not in self._by_code for _, name in members):
                continue
            if not any(name in _PLATES for _, name in members):
                continue
            codes += [
                (start, start + len(name), self._by_code[code])
                for start, name in members
                if start not in known and (code := _PLATES.get(name, name)) in self._by_code
            ]
        return sorted(codes, key=lambda code: code[0])


_PLATE = "D"
"""Germany as cars and pilots write it: "in D", "D vs NL", "D - AT"; never a class of airspace."""
_PLATES = {"D": "DE", "A": "AT", "F": "FR", "I": "IT", "B": "BE", "L": "LU"}
_WAY_OF_PLATES = re.compile(r"(?<![\w-])(?P<left>[DAFIBL])\s+nach\s+(?P<entered>[DAFIBL])(?![\w-])")
"""Two countries by the letters of cars, where a way is told between them: "Flugplan D nach A"."""
_ROW_OF_PLATES = re.compile(r"(?<![\w-])[A-Z]{1,2}(?:\s*(?:,|/|&|und|et|and|vs\.?)\s*[A-Z]{1,2}(?![\w-]))+")
_MEMBER = re.compile(r"\b[A-Z]{1,2}\b")
"""Several countries by the letters of cars, one of them by two letters: "D, A und CH"."""
_BEFORE_PLATE = re.compile(
    r"(?:\b(?:in|nach|von|aus|für|innerhalb|zwischen)\s+|\b[A-Z]{2}\s*(?:[/&+–-]|,|vs\.?|und|u\.?)\s*)$"
)
_AFTER_PLATE = re.compile(r"\s*(?:[/&+–-]|vs\.?|nach|und|u\.?)\s*[A-Z]{2}\b(?![A-Z-])")
_OF_A_CLASS = re.compile(
    r"\s*(?:airspace|class|luftraum|klasse|zone|ctr|reg\b|-reg|space|espace|[-/]\s*[A-Z]\b)", re.IGNORECASE
)


def _means_germany(text: str, start: int, end: int) -> bool:
    if _OF_A_CLASS.match(text, end) or re.search(
        r"\b(?:class|classe|klasse|luftraum)\s+$", text[:start], re.IGNORECASE
    ):
        return False
    return _BEFORE_PLATE.search(text[:start]) is not None or _AFTER_PLATE.match(text, end) is not None


def _keys(name: str) -> set[str]:
    keys = {place_key(name), spelled_out(name) or ""}
    return {key for key in keys if key}


def _without_article(key: str) -> str:
    for article in ("the ", "la ", "le ", "les ", "l ", "die ", "der ", "das "):
        if key.startswith(article):
            return key[len(article) :]
    return key
