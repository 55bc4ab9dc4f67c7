"""How far from a place, and on which side of it, a message says that one is: "10 nm nördlich von Norderney"."""

from __future__ import annotations

import math
from dataclasses import dataclass

from agent import regex as re
from agent.language.quantities import KM_PER_NM, Quantity
from agent.language.slots import Slots, Spot

_NORTH, _SOUTH = r"north|n(?:o|ö|oe)rd", r"south|s(?:u|ü|ue)d"
_EAST, _WEST = r"east|est|ost|öst|oest", r"west|ouest"
_POINT = rf"(?:{_NORTH}|{_SOUTH}|{_EAST}|{_WEST})"
_SIDE = (
    r"(?:(?:due|exactly|directly|just|genau|direkt|knapp|plein) )?"
    rf"(?P<side>{_POINT}(?:[\s-]*{_POINT}){{0,2}}(?:lich|erly|wards?|l\.)?|[nsew]{{1,3}}|[ns]o)(?![^\W_])"
)
_OF = r"(?:of|from|off|de|du|des|von|vom|der|d['’]|del)"
_THE = r"(?:(?:the|le|la|les|l['’]|der|den|dem|das|die) ?)?"
_PART = (
    r"(?:(?:coast|shore|airport|airfield|field|island|beacon|runway|threshold|küste|insel|flugplatz|flughafen|platz|"
    rf"c[ôo]te|[îi]le|a[ée]roport|a[ée]rodrome|terrain|balise)(?: (?:{_OF}|at|in|à) ?)?{_THE})?\s*"
)
_ABOUT = r"(?:(?:,|or so|by|about|around|roughly|approx\.?|still|only|some|circa|ca\.?|etwa|ungefähr|rund|noch|nur|environ|encore|à|at|um) ?)*"
_OUT = r"(?:(?:,|or so|out|away|short|to (?:go|run)|entfernt|weg|weit|plus|env\.|environ) ?)*"
_TO_THE = r"(?:(?:to the|in the|on the|au|à l['’]|a l['’]|dans l[e'’]|vers l[e'’]|im|in) ?)?"
_ME = (
    r"(?:me|us|here|my position|our position|mir|uns|hier|meiner position|moi|nous|ici|ma position|notre position)"
)

_BEFORE_IT = re.compile(
    rf"\s*{_OUT}{_TO_THE}(?:{_SIDE} ?(?:side )?)?"
    rf"(?:(?:out |short )?(?:{_OF}|to|till|until|before|inbound|abeam|querab|par le travers d(?:e|['’])|bis|nach|zu|zum|zur|vor|avant|jusqu['’]?[àa]|à) ?)*{_THE}{_PART}"
)
"""Between the distance and its place."""
_FROM_IT = re.compile(rf"[^.;!?]{{1,60}}(?<![^\W_])(?:from|off|von|vom|de|du|d['’]) ?{_THE}{_PART}")
"""Between the distance and its place too: "30 miles out over the sea from", "5 miles on the 270 radial from"."""
_COMING = re.compile(
    r"\b(?:coming|came|flying|flew|flight|departed|departing|out of|took off|take[- ]?off|inbound|kommend|komme|"
    r"gestartet|flug|venant|provenance|partis?|décoll\w+|vol)\b"
)
_BEHIND_IT = re.compile(rf"\s*(?:(?:,|:|is|are|lies|bears|ist|liegt|est|se trouve|the coast|-|–) ?)*{_ABOUT}")
"""Between a place and the distance to it."""
_SIDE_OF = re.compile(rf"(?<![^\W_]){_TO_THE}{_SIDE} {_OF} ?{_THE}{_PART}$")
"""Before a place: on which side of it; "au nord de", "südlich von"."""
_OFF = re.compile(
    r"(?<![^\W_])(?:off|offshore (?:of|from)|au large d(?:e|u|['’])|vor) ?(?:the coast (?:of|at) |der küste von )?$"
)
_OF_ME = re.compile(rf"\s*{_OUT}{_TO_THE}{_SIDE} {_OF} ?{_ME}(?![^\W_])")
_OF_IT = re.compile(rf"\s*{_OUT}{_TO_THE}{_SIDE} (?:{_OF} (?:it|there|that|dort|là|cela)|davon)(?![^\W_])")
_AWAY = re.compile(
    r"\s*(?:out|away|to (?:go|run)|ahead|behind|offshore|off|short|from (?:it|there)|(?:davon )?entfernt|davon|weg|voraus|"
    r"de là|au large|en mer|devant|derrière|plus loin)(?![^\W_])"
)
_TO_THE_GOAL = re.compile(r"\s*(?:to (?:go|run)|ahead|voraus|devant)(?![^\W_])")
_NO_DISTANCE_TO = re.compile(
    r"\s*(?:of |de |an )?(?:vis|visi|visibility|visual|sicht\w*|visibilité|range|glide|wide|long|radius|reichweite|wolken\w*|"
    r"fuel|endurance|reserves?|left|remaining|sprit\w*|rest\w*|d['’]essence|essence|carburant|d['’]autonomie|autonomie)(?![^\W_])"
)
_ENDS = re.compile(r"\s*(?:$|[,.;:!?])")
_BARE = re.compile(
    rf"(?<![\w.,:/+-])(?<!heading )(?<!runway )(?<!level )(?<!course )(?P<n>[1-9]\d?) {_SIDE} {_OF} "
)
_VAGUE = re.compile(
    r"\b(?:(?:a )?(?:few|couple(?: of)?)|several|some|many|or so|(?:douz|diz|quinz|vingt|trent|quarant|cinquant)aine de|quelques|plusieurs|(?:ein )?paar|einige|wenige|mehrere) "
    r"(?:nm|(?:nautical )?miles?|nautiques?|milles?|(?:see)?meilen|km|kilomet(?:er|re)s?|kilom[èe]tres?|min|minutes?|minuten)(?![^\W_])"
)
_SIXTEENTH = re.compile(r"nn[ew]|ss[ew]|e[ns]e|w[ns]w")
_COMPASS = ((_NORTH, "n"), (_SOUTH, "s"), (_WEST, "w"), (_EAST, "e"))
_DEGREES = {"n": 0.0, "e": 90.0, "s": 180.0, "w": 270.0}
_KINDS = ("distance", "duration")


@dataclass(frozen=True, slots=True)
class Offset:
    """Away from a place. `nm` is None where none is told in figures, `bearing` (true) where no side is told.

    `amount` is what was told, in its own unit: "40 nm", "25 km", "10 min"; "" without figures.
    """

    nm: float | None = None
    bearing: float | None = None
    amount: str = ""


def places(slots: Slots) -> list[Spot]:
    """The places that are said; a point of the compass that is an airport's code too ("SSW") is none beside them."""
    named = [spot for spot in slots.spots if not _SIXTEENTH.fullmatch(slots.low[spot.start : spot.end])]
    return named or list(slots.spots)


def offset_from(spot: Spot, slots: Slots) -> Offset | None:
    """How far from this place one says to be; None where one is at it, or the message does not tell."""
    low, spots = slots.low, places(slots)
    for amount in _amounts(slots):
        earlier = [s for s in spots if s.end <= amount.start]
        then = next((s for s in spots if s.start >= amount.end), None)
        way = _BEFORE_IT.fullmatch(low[amount.end : then.start]) if then else None
        after = low[amount.end :]
        if opposite := _OF_ME.match(after):  # "Lydd is 10 nm north of me"
            if spot is (earlier[-1] if earlier else then):
                return _offset(amount, _bearing(opposite["side"]), turned=True)
        elif then and way and (way[0].strip(" ,") or not earlier):
            if spot is then:
                return _offset(amount, _bearing(way["side"], low[: spot.start]))
        elif then and not earlier and _is_from(gap := low[amount.end : then.start]):
            side = _SIDE_OF.search(gap)
            return _offset(amount, _bearing(side["side"], gap) if side else None) if spot is then else None
        elif earlier and spot is earlier[-1] and (found := _behind(spot, amount, low)):
            return found
    before = low[: spot.start]
    return Offset() if _SIDE_OF.search(before) or _OFF.search(before) else None


def _is_from(gap: str) -> bool:
    """Whether what stands between a distance and a place leaves it the distance from that place."""
    return bool(_FROM_IT.fullmatch(gap)) and not (_NO_DISTANCE_TO.match(gap) or _COMING.search(gap))


def _behind(spot: Spot, amount: Quantity, low: str) -> Offset | None:
    """The distance that stands behind its place: "Calvi à 15 nautiques", "south of Lydd by 10 miles"."""
    after = low[amount.end :]
    if _NO_DISTANCE_TO.match(after):
        return None
    if way := _OF_IT.match(after):
        return _offset(amount, _bearing(way["side"]))
    if _BEHIND_IT.fullmatch(low[spot.end : amount.start]) and (amount.kind == "distance" or _ENDS.match(after)):
        side = _SIDE_OF.search(low[: spot.start])
        return _offset(amount, _bearing(side["side"], low[: spot.start]) if side else None)
    if _AWAY.match(after) and not (spot.role == "from" and _TO_THE_GOAL.match(after)):
        return _offset(amount, None)
    return None


def _amounts(slots: Slots) -> list[Quantity]:
    """All that may tell how far: distances, times, "10 north of Lydd" (in nm), and "a few miles" (of no value)."""
    found = [q for q in slots.quantities if q.kind in _KINDS]
    for match in _BARE.finditer(slots.low):
        found.append(Quantity("distance", match.start("n"), match.end("n"), float(match["n"]), "nm"))
    for match in _VAGUE.finditer(slots.low):
        found.append(Quantity("distance", match.start(), match.end(), math.nan))
    return sorted(found, key=lambda q: (q.kind != "distance", math.isnan(q.value), q.start))


def _offset(amount: Quantity, bearing: float | None, *, turned: bool = False) -> Offset:
    if bearing is not None and turned:
        bearing = (bearing + 180) % 360
    if math.isnan(amount.value):
        return Offset(bearing=bearing)
    if amount.kind == "duration":
        return Offset(bearing=bearing, amount=f"{amount.value * 60:.0f} min")
    told = f"{amount.value * KM_PER_NM:.0f} km" if amount.unit == "km" else f"{amount.value:.0f} nm"
    return Offset(amount.value, bearing, told)


def _bearing(side: str | None, before: str = "") -> float | None:
    """The side in degrees: a point of the compass, one between two, or one between those; None where it is none."""
    if not side:
        return None
    if side in ("no", "so"):  # Ost in German, ouest in French
        german, french = re.search(r"\bvo[nm]\s*$", before), re.search(r"\b(?:de|du|d['’])\s*$", before)
        side = side[0] + ("e" if german else "w" if french else "")
    letters = side if re.fullmatch(r"[nsew]{1,3}", side) else _letters(side)
    if len(letters) != len(set(letters)) and len(letters) < 3:
        return None
    bearings = [_DEGREES[letter] for letter in letters]
    if len(bearings) == 3:
        half = _middle(*bearings[1:])
        return None if half is None else _middle(bearings[0], half)
    return _middle(*bearings) if len(bearings) == 2 else bearings[0]


def _letters(side: str) -> str:
    points = re.findall(_POINT, side)
    return "".join(next(letter for names, letter in _COMPASS if re.fullmatch(names, point)) for point in points)


def _middle(one: float, other: float) -> float | None:
    """The bearing between two less than half a turn apart."""
    apart = (other - one + 180) % 360 - 180
    return None if abs(apart) > 90 else (one + apart / 2) % 360
