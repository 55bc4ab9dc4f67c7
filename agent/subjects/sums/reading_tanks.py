"""Reads three sums told in free words: tanks to fill, the fuel that masses leave, and a glide."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from agent import regex as re
from agent.language.burning import find_burning
from agent.language.number_words import in_digits
from agent.language.said import Said

Given = dict[str, JsonValue]
_FIGURE = r"(?<![\w.,/:])(?P<n>\d{1,4}(?:[.,]\d{1,2})?)"
_TO_FILL = re.compile(
    r"\b(?:top(?:ping)?(?: \w+)? up|top[- ]?up|fill(?:ing)?(?: \w+){0,3} up|to fill|fill (?:it|them|her|the|my|both|our)\b|to (?:the )?(?:brim|full)|brim|full tanks|"
    r"nach\w*tanken|nachzutanken|voll ?tanken|vollzutanken|auff[üu]llen|aufzuf[üu]llen|voll ?machen|voll(?:er)? tank|bis voll|"
    r"faire le plein|le plein|compl[ée]ter|remplir|plein complet)\b"
)
_TANKS = re.compile(
    r"\b(?:tanks?|tank\w*|holds?|capacity|usable|full|fasst|fassen|voll\w*|r[ée]servoirs?|contenance|capacit[ée]|plein)\b"
)
_IS_LEFT = re.compile(r"\b(?:left|remaining|still in|in it|noch|drin|übrig|reste\w*)\b")
_HOW_MUCH = re.compile(
    r"\b(?:how much|how many|what|wie ?viel\w*|was|combien)\b[^.?!]*\b(?:need|add|put in|uplift|buy|order|brauch\w*|fehlt|fehlen|rein|dazu|faut|manque\w*|ajouter|mettre)\b"
)
_IN_EACH = re.compile(
    r"\b(?:in each|each|per side|a side|per tank|je|jeweils|pro (?:tank|seite)|(?:dans )?chacun|(?:dans |par )?chaque|in jedem|beiderseits|par (?:côté|r[ée]servoir)|de chaque côté)\b"
)
_TIMES = re.compile(
    r"(?<![\w.,])(?P<k>[2-6]|two|both|zwei|deux)\s*(?:x|×|\*|mal|fois|tanks? of|tanks? (?:à|zu)|r[ée]servoirs de)\s*(?=\d)"
)
_MONEY = re.compile(
    r"(?:€|£|\$)\s*(?P<a>\d+[.,]\d{1,2})|(?<![\w.,])(?P<b>\d+[.,]\d{1,2})\s*(?P<c>€|£|\$|eur\w*|pounds?|quid|dollars?|chf|franken|francs?)"
)
CURRENCY = {
    "€": "EUR",
    "e": "EUR",
    "£": "GBP",
    "p": "GBP",
    "q": "GBP",
    "$": "USD",
    "d": "USD",
    "c": "CHF",
    "f": "CHF",
}
_KILOS = r"(?P<u>kg|kgs|kilos?|kilogram\w*|lbs?|pounds|pfund)"
_MASS = re.compile(rf"{_FIGURE}\s*{_KILOS}?\b")
_MOST = re.compile(
    r"\b(?:mtow|mtom|mauw|maum|auw|max\w*|höchst\w*|hoechst\w*|mtwa|gross|masse max\w*|abflugmasse|startmasse)\b(?: (?:take ?-?off|all ?-?up|mass|weight|take|off|au|décollage|abflug\w*))*"
)
_EMPTY = re.compile(r"\b(?:empty|bew|basic|leer\w*|r[üu]stmasse|(?:masse )?[àa] vide|vide)\b")
_PER_HEAD = re.compile(
    r"(?P<k>\d|two|three|four|zwei|drei|vier|deux|trois|quatre)\s+(?:\w+\s+){0,2}?(?:of|at|à|de|zu|mit|je|with)?\s*(?P<n>\d{2,3})\s*(?:kg|kilos?|lbs?|pounds)\b\s*(?:each|apiece|a head|chacune?|jeweils|pro (?:kopf|person))"
)
_JE = re.compile(r"(?P<k>\d|zwei|drei|vier)\s+(?:\w+\s+){0,2}?(?:zu )?je\s+(?P<n>\d{2,3})\s*(?:kg|kilos?)")
_COUNTS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "both": 2,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
}
_FUEL_ASKED = re.compile(
    r"\b(?:fuel|avgas|mogas|petrol|lit(?:er|re)[sn]?|gallons?|usg|sprit|benzin|kraftstoff|tanken|essence|carburant|le plein)\b"
)
_LB = 0.45359237
_GLIDES = re.compile(r"\b(?:glid(?:e|es|ing)|gleit\w*|plan(?:é|e|er|ons|es)\b|finesse|l/d\b)")
_RATIO = re.compile(
    r"(?<![\d.,:])(?:1\s*(?::|/|to|zu|in|pour|sur|auf)\s*(?P<a>\d{1,2}(?:[.,]\d)?)|(?P<b>\d{1,2}(?:[.,]\d)?)\s*(?::|/|to|zu|pour|sur)\s*1)(?![\d.,:])|"
    r"\b(?:glide ratio|glide|l/d|ratio|finesse|gleitzahl|gleitverhältnis)\s*(?:of|is|von|ist|de|:|=)?\s*(?:1\s*:\s*)?(?P<c>\d{1,2}(?:[.,]\d)?)(?![\d:]|[.,]\d|\s*(?:/|ft|feet|kt|nm|m\b|fu))"
)
_HEIGHT = re.compile(
    r"\bfl ?(?P<fl>\d{2,3})\b|(?<![\w.,/:])(?P<ft>\d{1,2}[,. ']?\d{3}|\d{3})\s*(?:ft|feet|fu(?:ss|ß)|pieds?)(?!\s*(?:/|per|a|pro|par)\s*min)|(?<![\w.,/:])(?P<m>\d{3,4})\s*(?:m|met(?:er|re)s?|mètres?)\b"
)


def _value(figure: str) -> float:
    return float(figure.replace(",", "."))


def _count(word: str) -> int:
    return _COUNTS.get(word) or int(word)


def tanks_to_fill(said: Said) -> Given | None:
    """ "Tanks hold 110 litres, I have 35 left, how much to top up": the larger of two amounts is what they hold."""
    low = in_digits(said.slots.low)
    wanted = _TO_FILL.search(low) or (_TANKS.search(low) and _IS_LEFT.search(low) and _HOW_MUCH.search(low))
    if not wanted or said.slots.countries or said.slots.of("distance") or find_burning(low).burn_lph:
        return None
    units = said.deps.units
    money = _MONEY.search(low)
    given: Given = {}
    if money is not None:
        sign = money["c"] or money[0][0]
        given = {
            "money": _value(money["a"] or money["b"]),
            "currency": CURRENCY.get(sign[0], ""),
            "money_per": "l",
        }
        low = low[: money.start()] + " " * len(money[0]) + low[money.end() :]
    unit, amounts = "l", list[float]()
    spelt = [s for s in units.longest_first() if any(u.kind == "volume" for u in units.spelt.get(s, ()))]
    named = re.compile(
        rf"{_FIGURE}\s*-?(?P<u>{'|'.join(map(re.escape, spelt))})?(?![\w/%])(?!\s*(?:ft|kt|kg|min|nm|h|people|pax)\b)"
    )
    times = _TIMES.search(low)
    many = _count(times["k"]) if times else 1
    for found in named.finditer(
        low if times is None else low[: times.start()] + " " * len(times[0]) + low[times.end() :]
    ):
        if found["u"] and unit == "l":
            unit = found["u"]
        amounts.append(_value(found["n"]))
    if len(amounts) != 2 or (not _TANKS.search(low) and unit == "l" and " l" not in low):
        return None
    holds, left = max(amounts), min(amounts)
    if times is not None:
        holds, left = holds * many, left * many if _IN_EACH.search(low) else left
    if holds <= left:
        return None
    return {**given, "volume": holds, "volume_unit": unit, "left": left}


def fuel_by_mass(said: Said) -> Given | None:
    """ "MTOW 1157 kg, empty 730, four adults 340 kg, 30 kg bags, how much fuel": what the masses leave."""
    low = in_digits(said.slots.low)
    if not _FUEL_ASKED.search(low) or not _MOST.search(low) or not _EMPTY.search(low):
        return None
    pounds = bool(re.search(r"\d\s*(?:lbs?|pounds)\b", low)) and not re.search(r"\d\s*(?:kg|kilo)", low)
    factor, aboard = (_LB if pounds else 1.0), 0.0
    for each in (_PER_HEAD, _JE):
        for found in [*each.finditer(low)]:
            aboard += _count(found["k"]) * float(found["n"])
            low = low[: found.start()] + " " * len(found[0]) + low[found.end() :]
    most, empty = (_beside(low, named) for named in (_MOST, _EMPTY))
    if most is None or empty is None or most[1] <= empty[1]:
        return None
    for found in _MASS.finditer(low):
        if found.span() not in (most[0], empty[0]) and found["u"]:
            aboard += _value(found["n"])
    given: Given = {"max_kg": round(most[1] * factor, 1), "empty_kg": round(empty[1] * factor, 1)}
    spellings = said.deps.units.fuels
    fuels = [name for spelling, name in spellings.items() if re.search(rf"\b{re.escape(spelling)}\b", low)]
    return {**given, "aboard_kg": round(aboard * factor, 1), **({"fuel": fuels[0]} if fuels else {})}


def _beside(low: str, named: re.Pattern[str]) -> tuple[tuple[int, int], float] | None:
    """The figure behind a word within its clause, else the one before it: "MTOW 1157 kg", "730 empty"."""
    for word in named.finditer(low):
        clause = re.match(r"[^\d,;]*", low[word.end() :])
        behind = _MASS.match(low, word.end() + (clause.end() if clause else 0))
        if behind is not None and _value(behind["n"]) >= 100:
            return behind.span(), _value(behind["n"])
        before = [
            m
            for m in _MASS.finditer(low, 0, word.start())
            if not re.search(r"[\d,;]", low[m.end() : word.start()])
        ]
        if before and _value(before[-1]["n"]) >= 100:
            return before[-1].span(), _value(before[-1]["n"])
    return None


def glide(said: Said) -> Given | None:
    """ "How far in a glide from 5500 ft with 1:9": the height, the ratio where it is told, and the speed."""
    low = in_digits(said.slots.low)
    if not _GLIDES.search(low) or said.spots or said.slots.countries or (height := _HEIGHT.search(low)) is None:
        return None
    feet = 100 * _value(height["fl"]) if height["fl"] else None
    feet = feet or (float(re.sub(r"[,. ']", "", height["ft"])) if height["ft"] else _value(height["m"]) / 0.3048)
    given: Given = {"what": "glide", "height_ft": round(feet)}
    if (ratio := _RATIO.search(low[: height.start()] + " " * len(height[0]) + low[height.end() :])) is not None:
        given["glide_ratio"] = _value(ratio["a"] or ratio["b"] or ratio["c"])
    if (knots := said.amount("speed")) is not None:
        given["speed_kts"] = knots
    if (wind := said.amount("wind")) is not None:
        given["headwind_kts"] = wind
    return given


def of_free_words(said: Said) -> Iterator[Given]:
    """The sums of this page that a message may be."""
    for reading in (glide, fuel_by_mass, tanks_to_fill):
        if (given := reading(said)) is not None:
            yield given
