"""Changes a flight in legs as one flight: "leave Tiree out", "swap Beccles for Seething", "and on to Portorož", "in all?".

A distance over stops is told leg by leg, each a call of its own. What follows is of them all: a speed, a wind, a stop
more or less, the way round. Only a message that holds nothing else is read so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from agent import regex as re
from agent import registry
from agent.aviation.geometry import geodesic_nm
from agent.aviation.names import fold
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Spot
from agent.language.wording import word_set
from agent.protocol import Plan, ToolCall
from agent.understanding.in_hand.context import Given
from agent.understanding.reader.leaning import NO_STOP, is_left_out
from agent.understanding.reader.tool_names import DISTANCE, SPEEDS

_ENDS = ("from_location", "to_location")
_MOST_LEGS = 6
_WORDS = FUNCTION | word_set(
    "add adding put insert include stop stops stopping stopover call calling drop skip leave leaving swap swapping replace replacing change "
    "instead rather for then on onward onwards continue carry go going fly flying start starting begin finish finishing end ending land night lunch coffee "
    "fuel bacon roll total whole round trip way all everything together overall altogether long far time distance miles nautical nm hours direct directly "
    "straight nonstop non first after before between last again same other opposite reverse reversed knots kt speed headwind wind please now ok okay no "
    "down there up what about how if let's lets we i it that make do does would will could can us me and plus minus without via over by at in to from with of "
    "füge hinzu noch dazu statt anstatt stattdessen weiter danach dann anschließend weglassen lass lassen weg ohne streich streichen tausche gegen ersetze durch "
    "insgesamt gesamt gesamtstrecke gesamtzeit zusammen alles ganze runde strecke lange weit zwischen nach vor hinter zwischenstopp zwischenlandung stopp halt "
    "umgekehrt andersrum direkt start ende bitte mal und wie ist es mit über bis von "
    "ajoute ajouter rajoute en plus sans retire enlève remplace remplacer par échange au lieu plutôt ensuite puis après avant entre jusqu'à jusqu total "
    "tout ensemble distance temps combien durée tour boucle sens inverse direct escale arrêt étape passant départ arrivée et ça fait quelle le la les du de"
)
ALL_OF_IT = re.compile(
    r"\b(?:total|in all|all together|altogether|overall|whole (?:thing|way|trip|lot|route|round)|round trip|all of it|everything|insgesamt|gesamt\w*|zusammen|"
    r"ganze (?:strecke|runde|tour)|en tout|au total|le tout|tout le (?:voyage|vol|trajet)|la boucle)\b"
)
_TURNED = re.compile(
    r"\b(?:other way (?:round|around)|the other way|in reverse|reversed?|opposite (?:direction|way)|backwards|umgekehrt|andersrum|anders herum|gegenrichtung|"
    r"(?:dans l['’])?autre sens|sens inverse|à l['’]envers)\b"
)
_SWAPPED = re.compile(r"\b(?:swap|replace|change|exchange|tausche?n?|ersetze?n?|remplace[rz]?|échange[rz]?)\b")
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|in place of|statt|anstatt|anstelle von|au lieu d[e'’]|plutôt que|à la place d[e'’])\s*(?:the |la |le )?$"
)
_ADDED = re.compile(
    r"\b(?:add(?:ing)?|put(?:ting)? in|insert|include|via|over|stop(?:ping|s)?|stopover|call(?:ing)?|with|mit|über|zwischen(?:stopp|landung)|halt|füge|ajoute[rz]?|rajoute[rz]?|"
    r"en passant|escale|arrêt|étape|par|détour|plus)\b"
)  # fmt: skip
_ONWARD = re.compile(
    r"\b(?:(?:and|then)\b.{0,12}\bon(?:ward|wards)? to|then(?: on)?(?: to)?|from there(?: on)? to|onwards? to|continu\w+ to|carry on to|"
    r"(?:und |dann |danach |anschließend )+(?:weiter )?(?:nach|bis|zu[mr]?)|weiter (?:nach|bis|zu[mr]?)|(?:et )?(?:ensuite|puis|après)(?: (?:à|vers|jusqu['’]à))?|jusqu['’]à)\s*$"
)
_BACK = ("reverse", "both_ways")
_BEHIND_IT = re.compile(r"\W*(?:weiter|danach|ensuite|après|afterwards|after that|then|puis)\W*$")
_NO_THAT = re.compile(r"\W*(?:no|nein|non|not that|sorry|pardon)\b")
_AFTER = re.compile(r"\b(?:after|behind|nach|hinter|après)\s*$")
_BEFORE = re.compile(r"\b(?:before|vor|avant)\s*$")
_STARTS = re.compile(r"\b(?:start\w*|begin\w*|leav\w+|depart\w*|from|von|ab|de|depuis|part\w*)\b[^.?!]{0,12}$")
_FINISHES = re.compile(
    r"\b(?:finish\w*|end(?:ing)? (?:up )?|land\w*|to|nach|bis|arriv\w*|jusqu\w*)\b[^.?!]{0,12}$"
)


def in_legs(said: Said, plan: Plan | None) -> tuple[ToolCall, ...]:
    """The legs of the flight in hand as a message changes them, or all of them once more; () for anything else."""
    steps = plan.steps if plan is not None else ()
    if len(steps) == 0 or any(step.tool != DISTANCE for step in steps):
        return ()
    ends = [tuple(str(step.arguments.get(end) or "") for end in _ENDS) for step in steps]
    if any(one[1] != two[0] for one, two in pairwise(ends)) or not _is_of_it_alone(said):
        return ()
    places = [ends[0][0], *(end for _, end in ends)]
    way = _way(said, places) if len(steps) > 1 else _home_over(said, places)
    flown = _flown(said)
    if way is None or not 2 <= len(way) <= _MOST_LEGS + 1 or any(a == b for a, b in pairwise(way)):
        return ()
    if way == places and not flown and not ALL_OF_IT.search(said.slots.low):
        return ()
    held: Given = {name: value for name, value in steps[0].arguments.items() if name not in _ENDS}
    if flown.keys() & {*SPEEDS}:
        held = {name: value for name, value in held.items() if name not in SPEEDS}
    held |= flown
    return tuple(
        ToolCall(tool=DISTANCE, arguments={"from_location": a, "to_location": b, **held}) for a, b in pairwise(way)
    )


def _is_of_it_alone(said: Said) -> bool:
    """Whether nothing is said but places, what is flown, and the words of a change."""
    slots = said.slots
    if slots.countries or slots.days or slots.of("clock") or len(slots.spots) > 3:
        return False
    held = (*slots.spots, *slots.crafts, *slots.quantities, *said.all_of(*_BACK))
    named = [(s.start, s.end) for s in held]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in named)]
    return all(w.key in _WORDS for w in rest)


def _flown(said: Said) -> Given:
    """Speed, aircraft, wind and unit that are said: with what all legs are flown."""
    given = registry.readings()[DISTANCE].read(said.again())
    return {name: given[name] for name in (*SPEEDS, "headwind_kts", "unit") if name in given}


def _way(said: Said, places: list[str]) -> list[str] | None:
    """The places in the order they are flown after the change; None where a name does not say what shall become of it."""
    same = _same_as(said)
    spots = [spot for spot in said.slots.spots if spot.kind not in ("here", "country")]
    low = said.slots.low
    if len(spots) != len(said.slots.spots):
        return None
    if not spots:
        if _TURNED.search(low):
            return places[::-1]
        straight = NO_STOP.search(low) is not None and not same(places[0], places[-1])
        return [places[0], places[-1]] if straight else places
    names = [said.name(spot) for spot in spots]
    if len(spots) == 2 and (two := _exchanged(said, spots, names, places, same)) is not None:
        return two
    if len(spots) == 2 and (_AFTER.search(low[: spots[1].start]) or _BEFORE.search(low[: spots[1].start])):
        at = next((n for n, one in enumerate(places) if same(one, names[1])), None)
        if at is None or not _ADDED.search(low[: spots[0].start]):
            return None
        at += 1 if _AFTER.search(low[: spots[1].start]) else 0
        return [*places[:at], names[0], *places[at:]] if 0 < at < len(places) else None
    if len(spots) != 1:
        return None
    (spot,), (name,) = spots, names
    inside = [n for n, one in enumerate(places) if same(one, name)]
    if is_left_out(spot, said):
        left = [one for n, one in enumerate(places) if n not in inside or n in (0, len(places) - 1)]
        return left if len(inside) > 0 and len(left) < len(places) else None
    if inside:
        return None
    if _ONWARD.search(low[: spot.start]) or (_BEHIND_IT.match(low, spot.end) and spot.role in ("to", "")):
        return [*places, name]
    if _ADDED.search(low[: spot.start]):
        if not (said.all_of("instead") or _NO_THAT.match(low)):
            return _least_detour(name, places, said)
        return [places[0], name, places[-1]] if len(places) == 3 else None  # "no, via Deauville"
    is_round = same(places[0], places[-1])
    if spot.role == "from" or _STARTS.search(low[: spot.start]):
        return [name, *places[1:-1], name if is_round else places[-1]]
    if not is_round and (spot.role == "to" or _FINISHES.search(low[: spot.start])):
        return [*places[:-1], name]
    return None


def _home_over(said: Said, places: list[str]) -> list[str] | None:
    """ "And back home via Lydd?" behind one leg: the way home over a stop; None for anything else."""
    spots = [spot for spot in said.slots.spots if spot.kind in ("place", "code")]
    over = len(spots) == 1 and _ADDED.search(said.slots.low[: spots[0].start])
    if not over or not said.all_of(*_BACK) or len(places) != 2:
        return None
    return [places[1], said.name(spots[0]), places[0]]


def _exchanged(
    said: Said, spots: list[Spot], names: list[str], places: list[str], same: Callable[[str, str], bool]
) -> list[str] | None:
    """ "Swap Beccles for Seething", "Seething instead of Beccles": one place for another; None for neither."""
    low = said.slots.low
    old, new = names
    if _INSTEAD.search(low[: spots[1].start]):
        old, new = new, old
    elif not (_SWAPPED.search(low[: spots[0].start]) or _INSTEAD.search(low[: spots[0].start])):
        return None
    if not any(same(one, old) for one in places):
        return None
    return [new if same(one, old) else one for one in places]


def _same_as(said: Said) -> Callable[[str, str], bool]:
    def same(one: str, other: str) -> bool:
        fields = field_of(one, said.deps), field_of(other, said.deps)
        return fold(one) == fold(other) or (fields[0] is not None and fields[0] == fields[1])

    return same


def _least_detour(name: str, places: Sequence[str], said: Said) -> list[str]:
    """The places with one more where it is the shortest way; before the last where a position is not known."""
    points = [_point(one, said) for one in (name, *places)]
    at = len(places) - 1
    known = [point for point in points if point is not None]
    if len(known) == len(points):
        stop, *way = known
        at = 1 + min(
            range(len(way) - 1),
            key=lambda n: (
                geodesic_nm(*way[n], *stop) + geodesic_nm(*stop, *way[n + 1]) - geodesic_nm(*way[n], *way[n + 1])
            ),
        )
    return [*places[:at], name, *places[at:]]


def _point(name: str, said: Said) -> tuple[float, float] | None:
    code = field_of(name, said.deps)
    airport = said.deps.airports.get(code) if code else None
    return (airport.lat, airport.lon) if airport else None
