"""Where along a route is meant: "half way", "the first third", "before the Channel", "after 200 nm"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent import regex as re
from agent.aviation.airports import Along
from agent.aviation.geometry import geodesic_nm, great_circle_points, initial_bearing_deg
from agent.aviation.names import fold
from agent.aviation.ridges import RIDGES, Ridge, crossing_nm
from agent.language.quantities import KM_PER_NM, number
from agent.locate import Located
from tongue import later, say

ACROSS_THE_CHANNEL = frozenset({"GB", "IE", "IM"})
"""The countries north and west of it; its islands lie in it and count as neither."""
_CHANNEL_ISLANDS = frozenset({"JE", "GG"})
AROUND = 0.1
"""Half the width of "half way" and the like, as a share of the route."""
ON_FROM = 0.2
"""How far on from "after 200 nm" a field may lie, as a share of the route."""
A_LITTLE_BEFORE = 0.05
_STEPS = 201


@dataclass(frozen=True)
class Stretch:
    """A stretch of a route in nm from its start, and how it was taken. `countries`, `without` limit it."""

    begins: float
    ends: float
    said: str
    countries: frozenset[str] | None = None
    without: frozenset[str] = frozenset()
    side: tuple[float, float, float] | None = None
    """A point in degrees and a bearing from it: what lies on that side of the point."""

    def holds(self, found: Along) -> bool:
        """Whether a field lies on it."""
        country = found.airport.country
        if (self.countries is not None and country not in self.countries) or country in self.without:
            return False
        if self.side is not None:
            lat, lon, towards = self.side
            bearing = initial_bearing_deg(lat, lon, found.airport.lat, found.airport.lon)
            if abs((bearing - towards + 180) % 360 - 180) >= _A_SIDE:
                return False
        return self.begins <= found.along_track_nm <= self.ends


_SHARES: tuple[tuple[str, float, float], ...] = (
    (r"half ?way|mid ?way|mid ?point|middle of the route|in the middle$|"
     r"a? ?mi ?(?:chemin|parcours|route)|au milieu|"
     r"auf halb(?:em|er) |auf der halfte|(?:in der )?mitte\b", 0.5 - AROUND, 0.5 + AROUND),
    (r"(?:first|erst\w+) (?:third|drittel)|premier tiers", 0.0, 1 / 3),
    (r"(?:second|middle|mittler\w+) (?:third|drittel)", 1 / 3, 2 / 3),
    (r"(?:last|final|letzt\w+) (?:third|drittel)|dernier tiers", 2 / 3, 1.0),
    (r"first half|premiere moitie|erste[nr]? halfte", 0.0, 0.5),
    (r"(?:second|last|final) half|(?:seconde|deuxieme|derniere) moitie|(?:zweite|letzte)[nr]? halfte", 0.5, 1.0),
    (r"first quarter", 0.0, 0.25),
    (r"second quarter", 0.25, 0.5),
    (r"(?:last|final) quarter", 0.75, 1.0),
    (r"(?:two|2) thirds?", 2 / 3 - AROUND, 2 / 3 + AROUND),
    (r"(?:one|a|1) third", 1 / 3 - AROUND, 1 / 3 + AROUND),
    (r"(?:three|3) quarters?", 0.75 - AROUND, 0.75 + AROUND),
    (r"(?:one|a|1) quarter", 0.25 - AROUND, 0.25 + AROUND),
    (r"(?:near|towards?|close to|closer to) the (?:start|beginning)", 0.0, 0.3),
    (r"(?:near|towards?|close to|closer to) the (?:end|destination)", 0.7, 1.0),
)  # fmt: skip
_A_SIDE = 90.0
"""Degrees to either hand of a direction that lie on its side of a point."""
OF_ITS_MIDDLE = " of the middle of the way"
"""How a position is told that is a side of the middle: "north of the middle of the way"."""
_TOLD_SIDES: tuple[tuple[str, str], ...] = (
    ("north", later("to the north of its middle")),
    ("north_east", later("to the north-east of its middle")),
    ("east", later("to the east of its middle")),
    ("south_east", later("to the south-east of its middle")),
    ("south", later("to the south of its middle")),
    ("south_west", later("to the south-west of its middle")),
    ("west", later("to the west of its middle")),
    ("north_west", later("to the north-west of its middle")),
)
"""Eighths of the circle from north on, with how each is told."""
_BEFORE = re.compile(r"\b(?:before|this side of|avant|vor)\b")
_BEYOND = re.compile(r"\b(?:after|past|beyond|the other side of|apres|nach|hinter)\b")
_ABOUT = (
    r"(?:about|roughly|around|some|maybe|perhaps|say|the first|another|"
    r"etwa|rund|ungef[äa]hr|ca\.?|circa|den ersten|so|"
    r"environ|les premiers|les premi[eè]res|quelque|[àa] peu pr[eè]s)"
)
_MANY = (
    r"(?:\d+(?:[.,]\d+)?|(?:(?:a|one|two|three|four|five|six|seven|eight|nine) )?"
    r"hundred(?: and fifty)?|fifty|sixty|seventy|eighty|ninety)"
)
_MILES = r"(?:nautical miles|nautiques?|nm|nautical|miles|milles|meilen|seemeilen|kilomet\w+|km)"
_HOURS = r"(?:hours?|h|stunden?|std|heures?|min(?:ute)?s?|minuten)"
HOW_FAR_ON = (
    rf"(?:after|nach|apr[eè]s|au bout de|past) (?:{_ABOUT} )*{_MANY} ?(?:{_MILES}|{_HOURS})|"
    rf"(?:{_ABOUT} )*{_MANY} ?{_MILES} (?:after|into|out (?:of|from)|along|down)"
    r"(?= (?:the |my |our |that |this )?(?:way|route|track|flight|trip|journey|leg|"
    r"leaving|departing|departure|take-?off|start|setting))"
)
""" "After the first 200 miles", "nach etwa 150 Meilen", "about 200 nm after leaving": so far from the start."""
A_BORDER = (
    r"(?:just )?(?:before|after|past|beyond|this side of|the other side of) the [a-z]+ border|"
    r"(?:kurz )?(?:vor|nach|hinter) der (?:grenze (?:zu|nach|von) \w+|\w+ grenze)|"
    r"(?:juste )?(?:avant|après|apres|passée?) la frontière (?:avec (?:la |le |l['’])?)?(?!de\b|et\b|avec\b)\w+"
)
""" "Before the Spanish border", "vor der ungarischen Grenze"."""
_AFTER = re.compile(rf"\b(?:{HOW_FAR_ON})\b")
_FIGURE = re.compile(rf"(?P<n>{_MANY}) ?(?P<unit>{_MILES}|{_HOURS})\b")
_CHANNEL = re.compile(r"\b(?:channel|manche|armelkanal|kanal)\b")
_WATER = re.compile(r"\b(?:water|sea|crossing|coast)\b")
_BORDER = re.compile(r"\b(?:border|frontiere|grenze)\b")


_SIDES = (
    r"\b(?:(?P<beyond>after|past|beyond|behind|the other side of|apr[èe]s|pass[ée]|au[- ]del[àa] de|hinter)|"
    r"(?P<before>before|this side of|short of|ahead of|avant|vor)|(?P<abeam>abeam|level with|querab))"
    r"\s+(?:the |von )?"
)
PAST_A_PLACE = re.compile(rf"{_SIDES}$", re.IGNORECASE)
"""The words before a place that is passed on the way: "after Toulouse"."""
_PLACE = re.compile(rf"{_SIDES}(?P<name>\S.*)", re.IGNORECASE)
_CLEAR_OF_NM = 5.0
"""What lies nearer to a place than that, along the track, is at it."""
_OFF_TRACK_NM = 60.0
"""A place farther than this from the track is not passed on it."""


def stretch_of(
    said: str,
    start: Located,
    end: Located,
    knots: float | None,
    find: Callable[[str], Located | None] = lambda name: None,
    border: str | None = None,
) -> Stretch | None:
    """The stretch that the words mean on this route; None when they are not understood, or mean nothing there.

    `knots` is needed for hours only; `find` knows a place by its name: "after Toulouse"; `border` is the country
    that the words name: "before the Spanish border".
    """
    words = fold(said)
    length = geodesic_nm(start.lat, start.lon, end.lat, end.lon)
    if (after := _AFTER.search(words)) is not None and (figure := _FIGURE.search(after[0])) is not None:
        return _after(number(figure["n"]) or 0.0, figure["unit"], length, knots)
    if (side := _on_a_side(said, start, end, length)) is not None:
        return side
    for pattern, begins, ends in _SHARES:
        if re.search(pattern, words):
            return _between(begins * length, ends * length)
    is_before = bool(_BEFORE.search(words))
    if not is_before and not _BEYOND.search(words):
        return _past(said, start, end, length, find)
    for name, pattern in (("alps", r"\b(?:alps|alpes|alpen)\b"), ("pyrenees", r"\bpyren\w+")):
        if re.search(pattern, words):
            return _ridge(RIDGES[name], start, end, length, is_before=is_before)
    ends = _country(start), _country(end)
    if _CHANNEL.search(words) or _WATER.search(words):
        return _channel(*ends, length, is_before=is_before)
    if _BORDER.search(words) and border and border not in ends:
        return None  # of a country between: where the track enters it is not drawn
    if _BORDER.search(words) and border and border == ends[1] != ends[0]:
        if is_before:
            return Stretch(
                0.0, length, say("before the border of {ends}", ends=border), without=frozenset({border})
            )
        return Stretch(0.0, length, say("beyond the border of {ends}", ends=border), frozenset({border}))
    if _BORDER.search(words) and ends[0] and ends[1] and ends[0] != ends[1]:
        if is_before:
            return Stretch(0.0, length, say("in {ends}, before its border", ends=ends[0]), frozenset({ends[0]}))
        return Stretch(0.0, length, say("beyond the border of {ends}", ends=ends[0]), without=frozenset({ends[0]}))
    return _past(said, start, end, length, find)


def _on_a_side(said: str, start: Located, end: Located, length: float) -> Stretch | None:
    """ "North of the middle of the way": the fields on that side of the track's middle."""
    for eighth, (side, told) in enumerate(_TOLD_SIDES):
        if said == side + OF_ITS_MIDDLE:
            _, (lat, lon), _ = great_circle_points(start.lat, start.lon, end.lat, end.lon, 3)
            return Stretch(0.0, length, say(told), side=(lat, lon, eighth * 45.0))
    return None


def _past(
    said: str, start: Located, end: Located, length: float, find: Callable[[str], Located | None]
) -> Stretch | None:
    """ "After Toulouse": what lies farther along than where the track passes the place."""
    named = _PLACE.fullmatch(said.strip())
    place = find(named["name"]) if named is not None else None
    if named is None or place is None:
        return None
    track = great_circle_points(start.lat, start.lon, end.lat, end.lon, _STEPS)
    away = [geodesic_nm(*point, place.lat, place.lon) for point in track]
    at = away.index(min(away)) / (_STEPS - 1) * length
    if min(away) > _OFF_TRACK_NM + place.place.extent_nm or not 0.0 < at < length:
        return None
    clear = max(_CLEAR_OF_NM, place.place.extent_nm)
    if named["abeam"]:
        begins, ends = max(0.0, at - AROUND * length), min(length, at + AROUND * length)
        return Stretch(begins, ends, say("abeam {name}, {at:,.0f} nm along the track", name=place.label, at=at))
    if named["before"]:
        return Stretch(
            0.0, at - clear, say("before {name}, {at:,.0f} nm along the track", name=place.label, at=at)
        )
    return Stretch(at + clear, length, say("beyond {name}, {at:,.0f} nm along the track", name=place.label, at=at))


def _country(end: Located) -> str:
    return (end.airport.country if end.airport else end.place.country) or ""


def _between(begins: float, ends: float) -> Stretch:
    return Stretch(begins, ends, say("{begins:,.0f} to {ends:,.0f} nm along the track", begins=begins, ends=ends))


def _after(far: float, unit: str, length: float, knots: float | None) -> Stretch | None:
    if re.fullmatch(_HOURS, unit):
        if knots is None:
            return None
        far *= knots / 60 if unit.startswith("min") else knots
    elif unit.startswith("k"):
        far /= KM_PER_NM
    if far >= length:
        return None
    return _between(max(0.0, far - A_LITTLE_BEFORE * length), min(length, far + ON_FROM * length))


def _channel(start: str, end: str, length: float, *, is_before: bool) -> Stretch | None:
    """The side of the Channel is that of the field's country, when the flight crosses it."""
    if {start, end} & _CHANNEL_ISLANDS or not start or not end:
        return None
    if (start in ACROSS_THE_CHANNEL) is (end in ACROSS_THE_CHANNEL):
        return None
    is_north = (start in ACROSS_THE_CHANNEL) is is_before
    said = say("before the Channel") if is_before else say("beyond the Channel")
    if is_north:
        return Stretch(0.0, length, said, ACROSS_THE_CHANNEL)
    return Stretch(0.0, length, said, without=ACROSS_THE_CHANNEL | _CHANNEL_ISLANDS)


def _ridge(ridge: Ridge, start: Located, end: Located, length: float, *, is_before: bool) -> Stretch | None:
    at = crossing_nm((start.lat, start.lon), (end.lat, end.lon), ridge, length)
    if at is None:
        return None
    begins, ends = (0.0, at - ridge.half_width_nm) if is_before else (at + ridge.half_width_nm, length)
    if begins >= ends:
        return None
    words = later("before {name}, whose main ridge the track crosses at {at:,.0f} nm")
    if not is_before:
        words = later("beyond {name}, whose main ridge the track crosses at {at:,.0f} nm")
    return Stretch(begins, ends, say(words, name=say(ridge.name), at=at))
