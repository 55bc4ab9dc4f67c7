"""Reads weather that is told and held against the pilot's own limits, kept or told beside: "ceiling 1400, my limit is 1500"."""

from __future__ import annotations

from agent import regex as re
from agent.language.limits import find_limits
from agent.language.said import Said
from agent.language.winds import find_wind
from agent.subjects.weather.moments import Given
from agent.subjects.weather.pasted import find_pasted

_MINE = re.compile(
    r"\b(?:my|our|meine[mnrs]?|mein|unsere[nr]?|mes|mon|ma|nos|notre)\s+(?:own |personal |eigenen |persönlichen |propres |wetter)?"
    r"(?:minimas?|minimums?|minimum|limits?|limiten|limites?|grenzen?|grenzwerte)\b"
)
_FEET = re.compile(r"(?<![\w.,])(?P<n>\d{1,2}[ ,.]?\d{3}|\d{3,4})\s?(?:ft|feet|foot|fu(?:ß|ss)|pieds)\b")
_KM = re.compile(r"(?<![\w.,])(?P<n>\d{1,2}(?:[.,]\d)?)\s?(?:km|kilom\w+)\b")
_METRES = re.compile(r"(?<![\w.,])(?P<n>\d{1,2}[ ,.]?\d{3}|\d{3,4})\s?(?:m|metres|meters|meter|mètres)\b")
_KNOTS = re.compile(r"(?<![\w.,/])(?P<n>\d{1,2})\s?(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)\b")
_BARE = re.compile(r"(?<![\w.,])(?P<n>[1-9]\d?[ ,.']?\d00)(?![\w.,]*\s?(?:m|metres|meter|mètres|km)\b)(?!\d)")
""" "My minima of 1500 and 5 km": a ceiling without its unit."""
_ACROSS = re.compile(r"\b(?:cross|x-?wind|quer|seitenwind|travers)")
_ASKS = re.compile(
    r"\?|\b(?:ok|okay|is (?:it|that)|am i|do i|does (?:it|that)|can i|respecte|suis-je|est-ce|reicht|passt|geht|darf|liegt|bin ich|within|above|below|under|über|unter)\b"
)
NOW = "now_"
_COMPARED = ("ceiling_ft", "visibility_m", "crosswind_kt", "wind_kt")


def _amounts(text: str) -> Given:
    """The ceiling, visibility and wind of a piece of text, by their names or else by their units."""
    found: Given = {name: value for name, value in find_limits(text).items() if name in _COMPARED}

    def number(match: re.Match[str]) -> float:
        return float(re.sub(r"(?<=\d)[ ,.](?=\d{3}\b)", "", match["n"]).replace(",", "."))

    if "ceiling_ft" not in found and (feet := _FEET.search(text)) is not None:
        found["ceiling_ft"] = round(number(feet))
    if "visibility_m" not in found and (km := _KM.search(text)) is not None:
        found["visibility_m"] = round(number(km) * 1000)
    elif "visibility_m" not in found and (metres := _METRES.search(text)) is not None:
        found["visibility_m"] = round(number(metres))
    if not found.keys() & {"crosswind_kt", "wind_kt"} and (knots := _KNOTS.search(text)) is not None:
        found["crosswind_kt" if _ACROSS.search(text) else "wind_kt"] = int(knots["n"])
    return found


def held_against_own(said: Said) -> Given:
    """What is told of the weather as `now_…`, and the own limits where they are told too; {} where it is no such question."""
    low = said.slots.low
    mine = _MINE.search(low)
    sure = [spot for spot in said.spots if spot not in said.slots.weak]
    if (
        mine is None
        or len(sure) > 1
        or find_wind(said.slots.text)
        or find_pasted(said.slots.text)
        or not _ASKS.search(low)
    ):
        return {}
    before, behind = _amounts(low[: mine.start()]), _amounts(low[mine.end() :])
    if "wind_kt" in before and "crosswind_kt" in behind and not _ACROSS.search(low):
        behind["wind_kt"] = behind.pop("crosswind_kt")
    bare = _BARE.search(low, mine.end()) if "ceiling_ft" in before and "ceiling_ft" not in behind else None
    if bare is not None:
        behind["ceiling_ft"] = int(re.sub(r"\D", "", bare["n"]))
    if sure and not (before.keys() & behind.keys()):
        return {}  # the weather there is asked for
    if not behind and before and said.slots.quantities:
        return {NOW + name: value for name, value in before.items()}  # against those that are kept
    if not (before.keys() & behind.keys()):
        return {}
    return {**behind, **{NOW + name: value for name, value in before.items()}}
