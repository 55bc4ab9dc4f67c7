"""Reads a message that holds two or three questions: "Find airports near Lyon and tell me the PPR rules there"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.language.slots import Slots, Spot
from agent.language.spans import read_slots
from agent.planning.reading import RULES, Reading
from agent.planning.settled import settled
from agent.planning.steps import build_call
from agent.planning.steps.asked import Asked

if TYPE_CHECKING:
    from agent.planning.reader import Reader

_NONE = ("nothing", "emergency", "")
_CUT = re.compile(
    (
        r"(?<=[?!.;])\s+(?=\S)|\s*,?\s+(?:and|und|et|plus|then|also|sowie|puis|as well as|oh and|"
        r"& )\s+(?:then\s+|also\s+|auch\s+|aussi\s+|please\s+)?|\s*;\s*|,\s+(?=(?:what|which|how|"
        r"is|are|do|does|can|tell|show|where|was|wie|welche|muss|brauche|ist|quel|faut|est|"
        r"comment|où)\b)"
    ),
    re.IGNORECASE,
)
_CONTINUES = re.compile(
    (
        r"^(?:have|has|having|had|with|without|that|which (?:have|has|are|sell)|are|sells?|"
        r"offers?|at (?:least|most)|no |not |under|less|more than|max|within|over|ont|avec|qui|"
        r"mit|haben|die|ohne|mindestens|a |an |some(?:where|thing) )\b"
    ),
    re.IGNORECASE,
)
_DANGLING = re.compile(r"^(?:and|und|et|then|also|please|plus|or)\s+", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:what|which|how|is|are|does|do|can|tell|show|details?|info|hat|gibt|wie|was|quel|"
    r"quelle|est-ce|y a-t-il)\b"
)
_FUEL = re.compile(r"\b(?:avgas|fuel|100ll|jet|ul ?91|mogas|sprit|benzin|carburant|essence)\b")
_LISTED = re.compile(
    r"\b(?:airports?|airfields?|fields?|aerodromes?|strips?|alternates?|flugplätze?|"
    r"aérodromes?|aéroports?|terrains?|stops?|refuel|land)\b"
)
_PLACE_ARGUMENTS = (
    "icao_code",
    "to_location",
    "location_query",
    "near",
    "query",
    "country",
    "country_code",
    "city",
    "destination",
)


def questions(asked: Asked, reader: Reader) -> list[Reading]:
    """The readings of a message: one, or each of its questions where it falls into several."""
    whole = reader.one(asked)
    if whole.tool in ("compare_rules_between_countries", "propose_report") and whole.sure > 0.5:
        return [whole]
    for first, second in _cuts(asked.slots.text):
        parts = _both(asked, first, second, reader)
        if parts:
            return parts
    return [whole]


def _cuts(text: str) -> list[tuple[str, str]]:
    """Where a text may fall into two questions."""
    found: list[tuple[str, str]] = []
    for match in _CUT.finditer(text):
        first, second = text[: match.start()].strip(" ,;"), _DANGLING.sub("", text[match.end() :].strip())
        if (
            len(first) > 5
            and len(second) > 5
            and not re.search(r"\b(?:between|entre|zwischen)\s+[^,]*$", first, re.IGNORECASE)
        ):
            found.append((first, second))
    return found[:5]


def _both(asked: Asked, first: str, second: str, reader: Reader) -> list[Reading] | None:
    """Both halves as readings, when each is a question of its own."""
    head = replace(asked, slots=_again(first, asked, reader))
    tail = replace(asked, slots=_again(second, asked, reader))
    if _CONTINUES.search(second) or not _may_stand_alone(tail.slots) or not _may_stand_alone(head.slots):
        return None
    one = reader.one(head)
    if one.tool in _NONE or one.sure < 0.5:
        return None
    if one.tool == "calculate_flight_distance" and settled(head) and not tail.slots.spots:
        return None  # "EGTK to EHLE, what customs do I need": the ends belong to the question behind them
    inherited = _inherit(tail, head, one)
    two = reader.one(tail, inherited)
    if (
        two.tool in _NONE
        or two.tool == one.tool
        or two.sure < (0.35 if two.tool in RULES else 0.55)
        or two.call is None
    ):
        return None
    if _asks_what_its_fuel_costs(head, one, tail, two):
        two = replace(two, tool="get_fuel_prices", call=build_call("get_fuel_prices", inherited))
    if one.call is None:
        # "do I need PPR and a flight plan in France": the first may need what the second says.
        one = reader.one(head, replace(head, slots=_with_spots_of(head.slots, tail.slots)))
        if one.call is None or one.tool == two.tool:
            return None
    if not _is_a_question(tail, two):
        return None
    more = questions(tail, reader)
    rest = more if len(more) > 1 and all(r.call for r in more) else [two]
    return [one, *rest][:4]


def _again(text: str, asked: Asked, reader: Reader) -> Slots:
    return read_slots(text, asked.today, asked.deps, reader.vocabulary)


def _may_stand_alone(slots: Slots) -> bool:
    return len(slots.words) >= 2


def _asks_what_its_fuel_costs(head: Asked, one: Reading, tail: Asked, two: Reading) -> bool:
    """ "Does LFAT have avgas and what does it cost": the price is the fuel's, not the landing's."""
    return (
        two.tool == "get_airport_pricing"
        and one.tool == "get_airport_details"
        and bool(re.search(r"\bit\b", tail.slots.low))
        and bool(_FUEL.search(head.slots.low))
    )


def _is_a_question(tail: Asked, two: Reading) -> bool:
    """A half that only lists more wishes ("… and avgas") is no question of its own."""
    if two.tool in ("search_airports", "find_airports_near_location", "find_airports_near_route"):
        return bool(_LISTED.search(tail.slots.low))
    if two.tool == "get_airport_details":
        return bool(tail.slots.codes) or bool(_ASKS.search(tail.slots.low))
    if two.tool == "get_border_crossing_airports":
        return "airport" in tail.slots.low or "entry" in tail.slots.low
    return len(tail.slots.words) >= 2


def _inherit(tail: Asked, head: Asked, one: Reading) -> Asked:
    """The second half may mean the first half's place: "… and the PPR rules there".

    A list around a town gives its country, never one airfield.
    """
    if tail.slots.spots or tail.slots.countries or one.call is None:
        return tail
    arguments = one.call.arguments
    names = [arguments.get(key) for key in _PLACE_ARGUMENTS]
    name = next((n for n in names if isinstance(n, str)), None)
    if name is None:
        return tail
    is_end = "to_location" in arguments or "near" in arguments
    spots: tuple[Spot, ...] = (_spot(name, "place" if is_end else "area"),)
    start = arguments.get("from_location")
    if isinstance(start, str):
        spots = (_spot(start, "place", "from"), _spot(name, "place", "to"))
    return replace(tail, slots=replace(tail.slots, spots=spots, countries=head.slots.countries))


def _spot(name: str, kind: str, role: str = "") -> Spot:
    """A place taken over from another part of the message: it stands nowhere in this one."""
    return Spot(0, 0, name, "code" if re.fullmatch(r"[A-Z]{4}", name) else kind, role)


def _with_spots_of(one: Slots, other: Slots) -> Slots:
    return replace(one, spots=(*one.spots, *other.spots), countries=(*one.countries, *other.countries))
