"""A text as items: figures with their units, times, days, dates, names, signs, labels, values and plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.writing.grounding import LENGTHS, UNITS
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
from agent.writing.held.terms import Kind, Tongue, countries, lexicon, tongue_of


@dataclass(frozen=True, slots=True)
class Item:
    """One thing said. `leaf`: what stands between two marks; `joined`: "and" or "or" before it."""

    kind: Kind
    key: str
    leaf: int
    value: float = 0.0
    unit: str = ""
    zone: str = ""
    group: str = ""
    loose: str = ""
    clause: int = 0
    part: int = 0
    outer: int = -1
    way: str = ""
    stage: int = 0
    joined: bool = False


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
_FOLDED = str.maketrans("àâäéèêëîïôöùûüçñ", "aaaeeeeiioouuucn")


def stem(word: str) -> str:
    """What a word is compared by: without accents, without its ending, of a long one the first seven letters."""
    word = word.casefold().translate(_FOLDED)
    for ending in ("ing", "ies", "ed", "es", "s", "en", "e"):
        if len(word) - len(ending) >= 4 and word.endswith(ending) and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word[:7] if len(word) > 8 else word


_JOIN_AND = frozenset(["and", "et", "und", "sowie", "&"])
_ENDS_CLAUSE = frozenset([";", ".", "!", "?", "·"])
_ABOUT = frozenset([
    "about", "approximately", "roughly", "around", "nearly", "almost", "some", "circa", "ca", "environ", "près",
    "presque", "ungefähr", "etwa", "rund", "knapp", "fast", "just",
])  # fmt: skip


_DIVIDED = re.compile(r"\ben anglais\b|\bin English\b|\bauf Englisch\b|\(englisch\)", re.IGNORECASE)


def marked(text: str, names: Mapping[str, re.Pattern[str]]) -> str:
    """The text with each airfield and country under its code."""
    for code, pattern in names.items():
        text = pattern.sub(f" ⟦{code}⟧ ", text)
    pattern, codes = countries()
    return pattern.sub(lambda m: f" ⟦C:{codes[m[0]]}⟧ ", text)


@lru_cache(maxsize=1 << 12)
def read(text: str, tongue: Tongue | None = None) -> tuple[Item, ...]:
    """The items of a text whose names were marked."""
    text = _DIVIDED.sub(" ", text.replace("’", "'"))
    for pattern, instead in AS_ONE:
        text = pattern.sub(instead, text)
    tongue = tongue or tongue_of(text)
    found: list[Item] = []
    leaf = clause = part = deepest = 0
    held: list[tuple[int, int]] = []
    loose = ""
    place = 0
    said: list[tuple[int, int, str]] = [
        (m.start(), m.end(), m[0].casefold()) for m in re.finditer(r"[^\W\d_]+|\d+", text)
    ]
    at = {start: n for n, (start, _, _) in enumerate(said)}
    pieces = [word for _, _, word in said]
    previous = ""

    way = ""
    stage = 0
    joined = False

    def add(kind: Kind, key: str, value: float = 0.0, unit: str = "", group: str = "") -> None:
        nonlocal loose, way, joined
        found.append(
            Item(
                kind,
                key,
                leaf,
                value,
                unit,
                "",
                group,
                loose if kind == "num" else "",
                clause,
                part,
                held[-1][1] if held else -1,
                way,
                stage,
                joined,
            )
        )
        way = way if kind == "sign" else ""
        joined = joined and kind == "sign"
        if kind == "num":
            loose = ""

    while place < len(text):
        n = at.get(place)
        if n is not None and pieces[n] in {"nearly"}:
            loose, place = "about", said[n][1]
            continue
        if n is not None:
            phrase = _phrase(text, said, pieces, n, tongue)
            if phrase:
                length, term = phrase
                if length == 1 and len(pieces[n]) == 1:
                    phrase = None
            if phrase:
                length, term = phrase
                if not (
                    term.key in {"ABOVE", "BELOW", "AFTER"}
                    and pieces[n] in _PREPOSITIONS
                    and not _NEXT_FIGURE.match(text, said[n][1])
                ):
                    add(term.kind, term.key, group=term.group)
                place = said[n + length - 1][1]
                previous = pieces[n + length - 1]
                continue
        m = LOOK.match(text, place)
        if m is None:
            place += 1
            continue
        place = m.end()
        kind = next(k for k in KINDS if m[k] is not None)
        if kind == "mark":
            mark = m[0].strip()
            if mark in '“”«»"':
                continue
            joined = False
            if mark == "(":
                held.append((leaf, part))
            if mark == ")" and held:
                leaf, part = held.pop()
                continue
            deepest += 1
            leaf = part = deepest
            if mark == ":" and not held:
                stage += 1
            if mark in _ENDS_CLAUSE:
                clause += 1
                held.clear()
                stage = 0 if mark in ".!?·" else stage
        elif kind == "mail":
            add("name", m[0].casefold().rstrip("."))
        elif kind == "link":
            add("name", re.sub(r"^(?:https?://)?(?:www\.)?", "", m[0].casefold()).rstrip("./)"))
        elif kind == "phone":
            add("name", "tel" + re.sub(r"\D", "", m[0]).lstrip("0"))
        elif kind == "fl":
            add("name", re.sub(r"\s", "", m[0].casefold()))
        elif kind == "span":
            add("clock", "from", hhmm(m["c1"]))
            add("clock", "to", hhmm(m["c2"]))
        elif kind == "iso":
            y, mo, d = map(int, m[0].split("-"))
            add("date", f"{y}-{mo}-{d}")
        elif kind == "date":
            add("date", f"{m['y'] or 0}-{month_of(m['m'])}-{int(m['d'])}")
        elif kind == "mdate":
            add("date", f"{m['y2'] or 0}-{month_of(m['m2'])}-{int(m['d2'])}")
        elif kind == "month":
            bare = m["m3"]
            if (
                m["y3"]
                or (bare[0].isupper() and bare.casefold() not in {"mar", "may", "sept", "mai"})
                or bare.casefold() in {"avril", "octobre"}
            ):
                add("date", f"{m['y3'] or 0}-{month_of(bare)}-0")
            else:
                place = m.end("m3")
                if not _free(bare, tongue):
                    add("word", stem(bare))
        elif kind == "days":
            one, two = weekday_of(m["w1"]), weekday_of(m["w2"])
            add("day", "".join(str(d) for d in range(one, two + 1)))
        elif kind == "wkend":
            add("day", "6")
            add("day", "7")
        elif kind == "wkday":
            add("day", "12345")
        elif kind == "day":
            bare = m[0].casefold()
            if bare in {"mon", "son", "sat", "sun"} and not m[0][0].isupper():
                continue
            if bare in {"sun"} and re.match(r"\s+(?:sets|rises|goes|is|set|rose)", text[place:], re.I):
                continue
            add("day", str(weekday_of(m[0])))
        elif kind == "rwy":
            add("name", "rwy" + re.sub(r"(?i)rwy|\s", "", m[0]).casefold())
        elif kind in {"ref", "law"}:
            add("name", re.sub(r"\s", "", m[0].casefold()))
        elif kind == "dur":
            numbers = list(map(int, re.findall(r"\d+", m[0])))
            add("num", "num", numbers[0] * 60 + numbers[1] if len(numbers) > 1 else numbers[0], "min")
        elif kind == "clock":
            add("clock", "at", hhmm(m[0]))
        elif kind == "ampm":
            hour = int(m["h12"]) % 12 + (12 if m["ap"].casefold() == "p" else 0)
            add("clock", "at", 100 * hour + int(m["m12"] or 0))
        elif kind == "uhr":
            add("clock", "at", 100 * int(m["hu"]) + int(m["mu"] or 0))
        elif kind == "ent":
            add("ent", m[0].strip("⟦⟧"))
        elif kind == "num":
            unit = UNIT_WORDS.get((m["unit"] or "").casefold(), (m["unit"] or "").casefold())
            before = text[max(0, m.start() - 2) : m.start()].strip()
            if not unit and before in {"€", "£", "$"}:
                unit = UNITS[before]
            if m["unit"] == "M":
                unit, place = "", m.end("num")
            if unit and m["gap"] == "-" and m["unit"] in {"t", "h", "m"} and False:
                unit = ""
            if not unit and (glued := re.compile(r"[^\W\d_]+").match(text, m.end("num"))):
                place = glued.end()
                add("word", f"{m['num']}{glued[0].casefold()}")
            else:
                add("num", "num", number_of(m["num"]), unit)
        elif kind == "word":
            word = m[0].casefold()
            if word in _WAYS and tongue != "fr":
                way = f"{way} {_WAYS[word]}".strip()
            number = SPELT.get(word)
            hyphened = re.compile(r"-([^\W\d_]+)").match(text, place)
            if hyphened and f"{word}-{hyphened[1].casefold()}" in SPELT:
                number, place = SPELT[f"{word}-{hyphened[1].casefold()}"], hyphened.end()
            if (
                word in ARTICLES
                and (unit_at := re.compile(rf"[\s-]{{1,2}}({UNIT})(?!\w)", re.I).match(text, place))
                and len(unit_at[1]) > 2
            ):
                add("num", "num", 1, UNIT_WORDS.get(unit_at[1].casefold(), ""))
                place = unit_at.end()
            elif number is not None and word not in ARTICLES:
                unit_at = re.compile(rf"[\s-]{{1,2}}({UNIT})(?!\w)", re.I).match(text, place)
                unit = UNIT_WORDS.get(unit_at[1].casefold(), "") if unit_at else ""
                place = unit_at.end() if unit_at else place
                if found and word in MANY and found[-1].kind == "num" and not found[-1].unit:
                    found[-1] = replace(found[-1], value=found[-1].value * number, unit=unit)
                else:
                    add("num", "num", number, unit)
            elif word in _ABOUT:
                loose = "about"
                if not _free(word, tongue):
                    pass
            elif word in _JOIN_AND:
                joined = True
                deepest += 1
                leaf = deepest
            elif word in {"half"}:
                add("word", "half")
            elif not _free(word, tongue) and len(word) > 1:
                add("word", stem(word))
            elif len(word) == 1 and m[0].isupper() and word != "i" and previous:
                add("word", word)
            previous = word
    return tuple(_clocked(_merged(found), text))


def _free(word: str, tongue: Tongue) -> bool:
    word = word.casefold()
    free = lexicon().free[tongue]
    return word in free or (len(word) > 4 and word.removesuffix("s") in free)


def _phrase(text: str, said: Sequence[tuple[int, int, str]], pieces: Sequence[str], n: int, tongue: Tongue):
    found = lexicon().at(pieces, n, tongue)
    if found is None:
        return None
    length, term = found
    for k in range(n, n + length - 1):
        gap = text[said[k][1] : said[k + 1][0]]
        if not re.fullmatch(r"\s*|[-'/]|\s?[-/]\s?|\.(?=\S)", gap):
            shorter = lexicon().at(pieces[: k + 1], n, tongue)
            return shorter
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


def _clocked(found: list[Item], text: str) -> list[Item]:
    """Clock times with their zone, and hours that are clock times by what stands beside them."""
    del text
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
                if other.kind in {"clock", "num"} and m not in zone_of:
                    zone_of[m] = item.key
    return [
        replace(item, zone=zone_of.get(n, "")) if item.kind in {"clock", "num"} else item
        for n, item in enumerate(found)
    ]


def same_figure(said: Item, known: Item) -> bool:
    """Whether a figure is the one that is known, in its unit or another, or rounded as it is said."""
    if known.kind == "clock":
        if said.kind == "num" and said.unit in {"", "h"} and said.value <= 24:
            return said.value * 100 == known.value
        if said.kind == "num" and not said.unit:
            return said.value == known.value
        return said.kind == "clock" and said.value == known.value
    if said.kind == "clock":
        return False
    if not said.unit and known.unit in {"ft", "m"} and said.value >= 1000:
        return _rounded(said, known.value)
    if (
        said.unit == known.unit
        or (not said.unit and known.unit in {"", "hpa"})
        or (not known.unit and said.unit in {"hpa", "mhz"})
    ):
        return _rounded(said, known.value)
    pair = {said.unit, known.unit}
    if (pair <= {"m", "ft", "km"} and known.value >= 10) or (pair == {"km", "nm"} and known.value >= 10):
        metres, wanted = known.value * LENGTHS[known.unit], said.value * LENGTHS[said.unit]
        return abs(metres - wanted) <= (0.03 if said.loose else 0.01) * metres
    times = {"h": 60, "min": 1, "d": 1440}
    if said.unit in times and known.unit in times:
        a, b = said.value * times[said.unit], known.value * times[known.unit]
        return a == b or (bool(said.loose) and abs(a - b) <= 0.05 * b)
    return False


def _rounded(said: Item, known: float) -> bool:
    if said.value == known:
        return True
    if said.loose and abs(said.value - known) <= 0.03 * abs(known):
        return True
    digits = len(f"{said.value:g}".partition(".")[2])
    return abs(known) >= 5 and round(known, digits) == said.value and f"{known:g}".partition(".")[2] != ""
