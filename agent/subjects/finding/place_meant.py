""" "The plane's at Fife, the wife's in Bath, the nearest place to Bath": of which place a list is."""

from __future__ import annotations

from dataclasses import replace

from agent import regex as re
from agent.language.lexicon import Mention
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.finding.reading_around import COMPASS, OF_A_SIDE

_I_MEAN = re.compile(r"\s*,?\s*(?:i mean|i meant|that is|je veux dire|je voulais dire|meine ich|ich meine)\b")
_I_MEAN_BEFORE = re.compile(r"\b(?:i mean|i meant|make that|je veux dire|ich meine)\s+$")
_WITHIN_OF = re.compile(
    r"(?:\b|(?<=\d))"
    r"(?:miles?|nm|nautical(?: miles?)?|km|kilomet(?:re|er)s?|minutes?|mins?|hours?|meilen|milles?)\s+"
    r"(?:of|from|around|round|um|von|de|d['’]|autour d[e'’])\s*"
    r"(?:the |la |le |l['’])?$"
)
_NEAREST_TO = re.compile(
    r"\b(?:near(?:est)?|clos(?:e|est))(?: (?:place|field|airfield|strip|airport|one|thing))?(?: to)?\s+(?:the )?$|"
    r"\b(?:am nächsten|in der nähe von|nahe|bei)\s+$|"
    r"\b(?:près d[e'’]|proche d[e'’]|autour d[e'’])\s*$"
)
_NEAR_THERE = re.compile(
    r"\b(?:near|round|around|close to|by) there\b|\bthereabouts\b|"
    r"\bdort in der nähe\b|\b(?:près de là|là[- ]autour)\b"
)
_QUESTION = re.compile(r"[.!;]\s+(?=[^.!;?]*\?)")


def of_the_place_meant(said: Said) -> Said:
    """The question less the places that are only told beside the one around which one looks."""
    spots = [s for s in said.slots.spots if s.kind not in ("country", "here") and s not in said.left_out]
    low = said.slots.low
    meant = [s for s in spots if _I_MEAN.match(low, s.end) or _I_MEAN_BEFORE.search(low[: s.start])]
    if len(spots) < 2:
        return said
    if not meant:
        meant = [s for s in spots if _WITHIN_OF.search(low[: s.start])]
    if not meant:
        meant = [s for s in spots if _NEAREST_TO.search(low[: s.start])]
        names = {s.name.casefold() for s in meant}
        meant = meant if len(names) == 1 and all(s.role not in ("between", "to") for s in spots) else []
    if not meant and (there := _NEAR_THERE.search(low)) is not None:
        meant = [s for s in spots if s.role in ("in", "at", "near", "to") and s.end <= there.start()]
        meant = meant if len(meant) == 1 and any(s.role == "from" for s in spots) else []
    if len({s.name.casefold() for s in meant}) != 1:
        return said
    beside = [other for one in meant for other in said.beside(one, spots)]  # "autour de Gaillac ou d'Albi"
    rest = [s for s in spots if s not in meant and s not in beside]
    sides = [m for m in said.all_of(*COMPASS) if any(_leads(m, s, low) for s in rest)]
    if not sides:
        return _without(rest, said)
    said.take([s for s in rest if not any(_leads(m, s, low) for m in sides)])
    return replace(said.without(rest), mentions=tuple(m for m in said.mentions if m not in sides))


def is_a_circle_on_a_side(said: Said) -> bool:
    """ "Nördlich der Alpen, Umkreis 80 km um Landshut": the circle, of which the side only tells more."""
    spots, low = [s for s in said.slots.spots if s.kind not in ("country", "here")], said.slots.low
    circled = [s for s in spots if _WITHIN_OF.search(low[: s.start])]
    sides = [s for s in spots if any(_leads(m, s, low) for m in said.all_of(*COMPASS))]
    return len(spots) == 2 and len(circled) == 1 == len(sides) and circled != sides


def _leads(side: Mention, spot: Spot, low: str) -> bool:
    """ "Nördlich der Alpen": of which place a side is."""
    return side.end <= spot.start and OF_A_SIDE.fullmatch(low[side.end : spot.start]) is not None


def of_the_last_question(said: Said) -> Said:
    """ "We were stung in Faro. Are there fields in Portugal …?": of the country or area that is asked."""
    low = said.slots.low
    cut = max((m.end() for m in _QUESTION.finditer(low)), default=0)
    spots = [s for s in said.slots.spots if s.kind != "country"]
    told = [s for s in spots if s.start < cut]
    areas = [s for s in spots if s.start >= cut]
    asked = areas or [c for c in said.slots.countries if c.start >= cut]
    if not cut or not asked or not told or not all(s.is_area and s.role == "in" for s in areas):
        return said
    return _without(told, said)


_PASSED = re.compile(
    r"(?:\b(?:plutôt|plutot|ideally|preferably|rather|somewhere|maybe|say|"
    r"am liebsten|lieber|möglichst|idealerweise|irgendwo|etwa|"
    r"de préférence|idéalement|si possible|quelque part)\s+)+"
    r"(?:(?:near|around|round|close to|by|abeam|"
    r"bei|um|auf höhe von|in der nähe von|in der gegend von|"
    r"vers|autour de|du côté de|dans le coin de|près de|à hauteur de)\s+|d['’])$"
)


def without_the_place_passed(said: Said) -> tuple[Said, str | None]:
    """ "Between Oxford and Biarritz, ideally near Rennes": less that place, and where on the way it is."""
    spots = [s for s in said.slots.spots if s.kind not in ("country", "here")]
    found = [(s, m) for s in spots[2:] if (m := _PASSED.search(said.slots.low[: s.start])) is not None]
    if len(found) != 1:
        return said, None
    spot, words = found[0]
    said.used.add((words.start(), spot.end))
    kept = tuple(m for m in said.mentions if not words.start() <= m.start < spot.end)
    name = said.name(spot)
    return replace(said.without([spot]), mentions=kept, used=said.used), f"abeam {name}"


def _without(spots: list[Spot], said: Said) -> Said:
    said.take(spots)
    return said.without(spots)
