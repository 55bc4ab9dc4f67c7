"""Reads a text into items: at each place a term of the lexicon, a figure, day, name, mark or plain word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from agent import regex as re
from agent.writing.grounding import UNITS
from agent.writing.held.figures import (
    ARTICLES,
    AS_ONE,
    KINDS,
    LOOK,
    MANY,
    SPELT,
    UNIT,
    UNIT_WORDS,
    hhmm,
    month_of,
    number_of,
    weekday_of,
)
from agent.writing.held.items import Item, stem
from agent.writing.held.terms import Kind, Term, Tongue, lexicon, tongue_of

_WAYS = {
    "from": "from",
    "to": "to",
    "into": "to",
    "towards": "to",
    "von": "from",
    "vom": "from",
    "nach": "to",
    "zu": "to",
    "zum": "to",
    "zur": "to",
}
_PREPOSITIONS = frozenset(["under", "over", "unter", "über", "sur", "sous", "nach"])
_NEXT_FIGURE = re.compile(
    r"\s+(?!0\d|\(0|\+)(?:[\d£€$]|FL|(?:the )?(?:age|weight)|one|two|three|four|five|six|seven|eight|nine|ten)",
    re.I,
)
_JOIN_AND = frozenset(["and", "et", "und", "sowie", "&"])
_ENDS_CLAUSE = frozenset([";", ".", "!", "?", "·"])
_ABOUT = frozenset([
    "about", "approximately", "roughly", "around", "nearly", "almost", "some", "circa", "ca", "environ", "près",
    "presque", "ungefähr", "etwa", "rund", "knapp", "fast", "just",
])  # fmt: skip
_JUST = {"zzover": "over", "zzunder": "under"}
"""How `figures.AS_ONE` leaves "just over" and "just under"."""

_DIVIDED = re.compile(r"\ben anglais\b|\bin English\b|\bauf Englisch\b|\(englisch\)", re.IGNORECASE)


@lru_cache(maxsize=1 << 12)
def read(text: str, tongue: Tongue | None = None) -> tuple[Item, ...]:
    """The items of a text whose names were marked."""
    text = _DIVIDED.sub(" ", text.replace("’", "'"))
    for pattern, instead in AS_ONE:
        text = pattern.sub(instead, text)
    return tuple(_sided(_zoned(_spanned(_merged(_Scan(text, tongue or tongue_of(text)).items())))))


_Told = tuple[Kind, str, float, str]
"""Kind, key, value, unit."""


def _name(key: str) -> _Told:
    return ("name", key, 0.0, "")


def _date(year: str | None, month: int, day: str | int) -> _Told:
    return ("date", f"{year or 0}-{month}-{int(day)}", 0.0, "")


def _clock(hour_and_minute: float) -> _Told:
    return ("clock", "at", hour_and_minute, "")


def _duration(told: str) -> _Told:
    numbers = list(map(int, re.findall(r"\d+", told)))
    return ("num", "num", numbers[0] * 60 + numbers[1] if len(numbers) > 1 else numbers[0], "min")


def _iso(told: str) -> _Told:
    year, month, day = map(int, told.split("-"))
    return _date(str(year), month, day)


def _unspaced(told: str) -> str:
    return re.sub(r"\s", "", told.casefold())


_OF_ONE: Mapping[str, Callable[[re.Match[str]], _Told]] = {
    "mail": lambda m: _name(m[0].casefold().rstrip(".")),
    "link": lambda m: _name(re.sub(r"^(?:https?://)?(?:www\.)?", "", m[0].casefold()).rstrip("./)")),
    "phone": lambda m: _name("tel" + re.sub(r"\D", "", m[0]).lstrip("0")),
    "fl": lambda m: _name(_unspaced(m[0])),
    "ref": lambda m: _name(_unspaced(m[0])),
    "law": lambda m: _name(_unspaced(m[0])),
    "rwy": lambda m: _name("rwy" + re.sub(r"(?i)rwy|\s", "", m[0]).casefold()),
    "iso": lambda m: _iso(m[0]),
    "date": lambda m: _date(m["y"], month_of(m["m"]), m["d"]),
    "mdate": lambda m: _date(m["y2"], month_of(m["m2"]), m["d2"]),
    "days": lambda m: (
        "day", "".join(map(str, range(weekday_of(m["w1"]), weekday_of(m["w2"]) + 1))), 0.0, "",
    ),
    "wkday": lambda m: ("day", "12345", 0.0, ""),
    "dur": lambda m: _duration(m[0]),
    "clock": lambda m: _clock(hhmm(m[0])),
    "ampm": lambda m: _clock(
        100 * (int(m["h12"]) % 12 + (12 if m["ap"].casefold() == "p" else 0)) + int(m["m12"] or 0)
    ),
    "uhr": lambda m: _clock(100 * int(m["hu"]) + int(m["mu"] or 0)),
    "ent": lambda m: ("ent", m[0].strip("⟦⟧"), 0.0, ""),
}  # fmt: skip
"""Kinds of `figures.LOOK` that are one item each, whatever stands around them."""
_SUN = re.compile(r"\s+(?:sets|rises|goes|is|set|rose)", re.IGNORECASE)
_SPELT_UNIT = re.compile(rf"[\s-]{{1,2}}({UNIT})(?!\w)", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+")
_SECOND_HALF = re.compile(r"-([^\W\d_]+)")
_ALSO_WORDS = frozenset(["mar", "may", "sept", "mai"])
"""Months that are words of another kind as well."""


class _Scan:
    """Where the reading of a text is. `leaf` and `part` count what stands between two marks, `clause` between
    stronger ones, `stage` between colons; `held` has the leaf and part around each open bracket."""

    def __init__(self, text: str, tongue: Tongue) -> None:
        self._text = text
        self._tongue: Tongue = tongue
        self._said = [(m.start(), m.end(), m[0].casefold()) for m in re.finditer(r"[^\W\d_]+|\d+", text)]
        self._at = {start: n for n, (start, _, _) in enumerate(self._said)}
        self._pieces = [word for _, _, word in self._said]
        self._found: list[Item] = []
        self._place = 0
        self._leaf = self._clause = self._part = self._deepest = self._stage = 0
        self._held: list[tuple[int, int]] = []
        self._loose = self._way = self._previous = ""
        self._joined = False

    def items(self) -> list[Item]:
        """All of the text."""
        while self._place < len(self._text):
            if not self._takes_phrase():
                self._take()
        return self._found

    def _add(self, kind: Kind, key: str, value: float = 0.0, unit: str = "", group: str = "") -> None:
        self._found.append(
            Item(
                kind,
                key,
                self._leaf,
                value,
                unit,
                "",
                group,
                self._loose if kind == "num" else "",
                self._clause,
                self._part,
                self._held[-1][1] if self._held else -1,
                self._way,
                self._stage,
                self._joined,
            )
        )
        self._way = self._way if kind == "sign" else ""
        self._joined = self._joined and kind == "sign"
        if kind == "num":
            self._loose = ""

    def _takes_phrase(self) -> bool:
        """Whether a term of the lexicon begins here; it is taken."""
        n = self._at.get(self._place)
        if n is None:
            return False
        if self._pieces[n] == "nearly":
            self._loose, self._place = "about", self._said[n][1]
            return True
        phrase = _phrase(self._text, self._said, self._pieces, n, self._tongue)
        if phrase is None or (phrase[0] == 1 and len(self._pieces[n]) == 1):
            return False
        length, term = phrase
        if not (
            term.key in {"ABOVE", "BELOW", "AFTER"}
            and self._pieces[n] in _PREPOSITIONS
            and not _NEXT_FIGURE.match(self._text, self._said[n][1])
        ):
            self._add(term.kind, term.key, group=term.group)
        self._place = self._said[n + length - 1][1]
        self._previous = self._pieces[n + length - 1]
        return True

    def _take(self) -> None:
        """What begins here and is no term."""
        match = LOOK.match(self._text, self._place)
        if match is None:
            self._place += 1
            return
        self._place = match.end()
        kind = next(k for k in KINDS if match[k] is not None)
        if kind in _OF_ONE:
            self._add(*_OF_ONE[kind](match))
        elif kind == "mark":
            self._take_mark(match[0].strip())
        elif kind == "span":
            self._add("clock", "from", hhmm(match["c1"]))
            self._add("clock", "to", hhmm(match["c2"]))
        elif kind == "wkend":
            self._add("day", "6")
            self._add("day", "7")
        elif kind == "month":
            self._take_month(match)
        elif kind == "day":
            self._take_day(match[0])
        elif kind == "num":
            self._take_number(match)
        elif kind == "word":
            self._take_word(match[0])

    def _take_mark(self, mark: str) -> None:
        if mark in '“”«»"':
            return
        self._joined = False
        if mark == "(":
            self._held.append((self._leaf, self._part))
        if mark == ")" and self._held:
            self._leaf, self._part = self._held.pop()
            return
        self._deepest += 1
        self._leaf = self._part = self._deepest
        if mark == ":" and not self._held:
            self._stage += 1
        if mark in _ENDS_CLAUSE:
            self._clause += 1
            self._held.clear()
            self._stage = 0 if mark in ".!?·" else self._stage

    def _take_month(self, match: re.Match[str]) -> None:
        """A month without a day, or the word it may be."""
        bare = match["m3"]
        folded = bare.casefold()
        if match["y3"] or (bare[0].isupper() and folded not in _ALSO_WORDS) or folded in {"avril", "octobre"}:
            self._add(*_date(match["y3"], month_of(bare), 0))
            return
        self._place = match.end("m3")
        if not _free(bare, self._tongue):
            self._add("word", stem(bare))

    def _take_day(self, said: str) -> None:
        bare = said.casefold()
        if bare in {"mon", "son", "sat", "sun"} and not said[0].isupper():
            return
        if bare == "sun" and _SUN.match(self._text[self._place :]):
            return
        self._add("day", str(weekday_of(said)))

    def _take_number(self, match: re.Match[str]) -> None:
        """A number in digits with its unit; glued to letters it is a name."""
        said = match["unit"] or ""
        unit = UNIT_WORDS.get(said.casefold(), said.casefold())
        before = self._text[max(0, match.start() - 2) : match.start()].strip()
        if not unit and before in {"€", "£", "$"}:
            unit = UNITS[before]
        if said == "M":
            unit, self._place = "", match.end("num")
        if unit in {"m", "ft"} and re.fullmatch(r"\d{1,3}\.\d{3}", match["num"]):
            self._add("num", "num", float(match["num"].replace(".", "")), unit)  # a German thousand
            return
        if not unit and (glued := _LETTERS.match(self._text, match.end("num"))):
            self._place = glued.end()
            self._add("word", f"{match['num']}{glued[0].casefold()}")
        else:
            self._add("num", "num", number_of(match["num"]), unit)

    def _take_word(self, said: str) -> None:
        word = said.casefold()
        if word in _WAYS and self._tongue != "fr":
            self._way = f"{self._way} {_WAYS[word]}".strip()
        if word in _JUST:
            self._loose = _JUST[word]
        elif not self._takes_spelt(word):
            if word in _ABOUT:
                self._loose = "about"
            elif word in _JOIN_AND:
                self._joined = True
                self._deepest += 1
                self._leaf = self._deepest
            elif word == "half" or (len(word) > 1 and not _free(word, self._tongue)):
                self._add("word", word if word == "half" else stem(word))
            elif len(word) == 1 and said.isupper() and word != "i" and self._previous:
                self._add("word", word)
        self._previous = word

    def _takes_spelt(self, word: str) -> bool:
        """Whether a word is a number, with its other half and its unit; they are taken. "An hour" is one."""
        number = SPELT.get(word)
        other = _SECOND_HALF.match(self._text, self._place)
        if other and f"{word}-{other[1].casefold()}" in SPELT:
            number, self._place = SPELT[f"{word}-{other[1].casefold()}"], other.end()
        after = _SPELT_UNIT.match(self._text, self._place)
        unit = UNIT_WORDS.get(after[1].casefold(), "") if after else ""
        if word in ARTICLES:
            if after is None or len(after[1]) <= 2:
                return False
            self._add("num", "num", 1, unit)
        elif number is None:
            return False
        elif self._found and word in MANY and self._found[-1].kind == "num" and not self._found[-1].unit:
            self._found[-1] = replace(self._found[-1], value=self._found[-1].value * number, unit=unit)
        else:
            self._add("num", "num", number, unit)
        self._place = after.end() if after else self._place
        return True


def _free(word: str, tongue: Tongue) -> bool:
    word = word.casefold()
    free = lexicon().free[tongue]
    return word in free or (len(word) > 4 and word.removesuffix("s") in free)


def _phrase(
    text: str, said: Sequence[tuple[int, int, str]], pieces: Sequence[str], n: int, tongue: Tongue
) -> tuple[int, Term] | None:
    found = lexicon().at(pieces, n, tongue)
    if found is None:
        return None
    length, term = found
    for k in range(n, n + length - 1):
        gap = text[said[k][1] : said[k + 1][0]]
        if not re.fullmatch(r"\s*|[-'/]|\s?[-/]\s?|\.(?=\S)", gap):
            return lexicon().at(pieces[: k + 1], n, tongue)
    if term.kind == "value" and term.key == "cash" and tongue != "de" and pieces[n] == "bar":
        return None
    end = said[n + length - 1][1]
    if length == 1 and text[end : end + 1].isdigit():
        return None
    return length, term


def _merged(found: list[Item]) -> list[Item]:
    """Bans and freedoms as a denial and their verb, so that both ways to say them are one."""
    merged: list[Item] = []
    for item in found:
        if item.kind == "sign" and item.key in {"NONEED", "BAN"}:
            merged += [replace(item, key="NEG"), replace(item, key="MUST" if item.key == "NONEED" else "MAY")]
        else:
            merged.append(item)
    return merged


def _spanned(found: list[Item]) -> list[Item]:
    """The first figure of a span with the unit of its last: "between 48 and 2 hours"."""
    spanned = list(found)
    for n in range(len(found) - 2):
        first, sign, last = found[n : n + 3]
        if first.kind == last.kind == "num" and not first.unit and last.unit and sign.key in {"UNTIL", "BETWEEN"}:
            spanned[n] = replace(first, unit=last.unit)
    return spanned


_SIDES = frozenset(["ABOVE", "ATORABOVE", "BELOW", "ATORBELOW", "ATLEAST", "ATMOST", "BEFORE", "AFTER"])


def _sided(found: list[Item]) -> list[Item]:
    """Figures with the sign that stands right before them, or behind in their leaf."""
    told = list(found)
    for n, item in enumerate(found):
        if item.kind != "num":
            continue
        for m in (n - 1, n + 1):
            if 0 <= m < len(found) and found[m].key in _SIDES and found[m].leaf == item.leaf:
                told[n] = replace(item, mark=found[m].key)
                break
    return told


def _zoned(found: list[Item]) -> list[Item]:
    """Clock times with their zone, and hours that are clock times by what stands beside them."""
    zone_of: dict[int, str] = {}
    for n, item in enumerate(found):
        if item.kind == "value" and item.group == "zone":
            behind = [
                m
                for m in range(n)
                if found[m].clause == item.clause and found[m].kind == "clock" and m not in zone_of
            ]
            ahead = (
                []
                if behind
                else [
                    m
                    for m in range(n + 1, len(found))
                    if found[m].clause == item.clause and found[m].kind == "clock"
                ]
            )
            zone_of.update(dict.fromkeys(ahead, item.key))
            for m in range(n - 1, -1, -1):
                other = found[m]
                if other.clause != item.clause or (other.kind == "value" and other.group == "zone"):
                    break
                if other.kind == "num" and any(one.kind in {"word", "label", "ent"} for one in found[m + 1 : n]):
                    continue
                if other.kind in {"clock", "num"} and not other.unit and m not in zone_of:
                    zone_of[m] = item.key
    return [
        replace(item, zone=zone_of.get(n, "")) if item.kind in {"clock", "num"} else item
        for n, item in enumerate(found)
    ]
