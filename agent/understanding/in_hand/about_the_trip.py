"""Reads what is asked of the trip of a chat, and how a message changes it."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Conversation, ToolCall
from agent.understanding.in_hand import references
from agent.understanding.in_hand.at_both_ends import of_both_ends
from agent.understanding.in_hand.context import FIELD, OF_SPEED, Known
from agent.understanding.reader.tool_names import BRIEF, ITINERARY, TRIP

_GO_THERE = re.compile(
    r"\W*(?:(?:ok|okay|right|well|then|so|yes|good|let's|we'll|i'll|we|gut|ja|dann|also|bon|oui|alors|et)\W+)*"
    r"(?:(?:go|fly|take us|make it) (?:there|to (?:it|that one))|(?:fliegen|gehen) (?:wir )?(?:da|dort)(?:hin)?|"
    r"nehmen wir (?:den|das|die)|(?:allons|va|volons)[- ](?:y|là(?:-bas)?)|on y va|on va là(?:-bas)?)"
    r"(?:\W+(?:then|instead|rather|please|dann|lieber|stattdessen|bitte|alors|plutôt))*\W*"
)
""" "OK, go there then", of a field that was asked about beside the trip: the trip goes there."""


def about_the_trip(said: Said, memory: Known, conversation: Conversation) -> ToolCall | None:
    """What is asked of the planned trip, while the chat is still between its ends."""
    trip = conversation.flight_trip or {}
    kept = trip.get("arguments")
    if not isinstance(kept, dict) or memory.plan is None:
        return None
    deps = said.deps
    of_it = [kept.get("from_location") or memory.home, kept.get("to_location"), *_listed(kept.get("via"))]
    fields = {field_of(name, deps) or name for name in of_it if isinstance(name, str)}
    fields |= {code for code in _listed(trip.get("fields")) if isinstance(code, str)}
    meanwhile = [place for role, place in memory.places.items() if role != FIELD or memory.tool != _ALONG]
    of_trip = [
        (field_of(place, deps) or place) in fields for place in meanwhile
    ]  # the one field along the way is of it
    # of a place meanwhile; "what if we go to Morlaix instead?" is of the trip all the same
    elsewhere = not all(of_trip) and not (any(of_trip) and said.all_of("instead") and said.spots)
    before = {name: past for name in ("first", "last") if isinstance(past := trip.get(name), dict)}
    if (both := of_both_ends(said, kept, memory.call)) is not None:
        return both
    about = registry.of_the_trip(said, kept, before, elsewhere=elsewhere)
    in_hand = None if said.spots else memory.places.get(FIELD)
    if elsewhere and in_hand and about is None and _GO_THERE.fullmatch(said.slots.low):
        there = {name: value for name, value in kept.items() if name not in ("about", "via_off_block")}
        return ToolCall(tool=TRIP, arguments={**there, "to_location": in_hand})
    if (
        about is not None
        and in_hand
        and about.arguments.get("icao_code") == field_of(str(kept.get("to_location")), deps)
    ):
        about = about.varied(icao_code=field_of(in_hand, deps) or in_hand)  # "phone?" behind "fuel at Denham?"
    if (
        memory.tool == BRIEF
        and about is not None
        and about.tool == TRIP
        and not (said.spots or "about" in about.arguments)
        and not any(
            said.denied(back) for back in said.all_of("both_ways", "reverse")
        )  # "ohne Rückflug": no brief is one way
    ):
        return None  # "and if I go Sunday" of a day's brief: the brief of that day
    about = _as_the_stop(about, memory, kept) or _taken_from_the_list(said, memory, kept, fields)
    asked = memory.call.arguments.get("about") if memory.tool == TRIP and memory.call else None
    if asked in _OF_THE_CLOCK and about is not None and about.tool == TRIP and "about" not in about.arguments:
        told = about.arguments
        other = {name for name in {*kept, *told} if kept.get(name) != told.get(name)}
        about = about.varied(about=asked) if other and other <= OF_SPEED else about  # "…, and at 130 knots?"
    return about


_ALONG = "find_airports_near_route"
_TAKES = re.compile(
    r"\b(?:plut[oô]t|lieber|eher|rather|instead|stattdessen|take|nimm|nehmen wir|prends|prenons|on prend|let['’]?s (?:do|take|use|stop)|"
    r"we(?:['’]ll| will) (?:stop|take|use)|choose|go with|better|mieux|besser|(?:what|how) about|was ist mit)\b"
)
_FEW = 8


def _as_the_stop(about: ToolCall | None, memory: Known, kept: dict[str, JsonValue]) -> ToolCall | None:
    """ "What about Liège instead", behind the fields along the way: the stop, and not where the trip goes."""
    if about is None or about.tool != TRIP or memory.tool != _ALONG:
        return about
    goal, new = kept.get("to_location"), about.arguments.get("to_location")
    others = {name for name in {*kept, *about.arguments} if kept.get(name) != about.arguments.get(name)}
    if new == goal or not others <= {"to_location", "via", "via_off_block", "about"} or about.arguments.get("via"):
        return about
    return about.varied(to_location=goal, via=[new])


def _taken_from_the_list(
    said: Said, memory: Known, kept: dict[str, JsonValue], fields: set[str]
) -> ToolCall | None:
    """ "Plutôt Cannes que celle-là", behind the fields along the way: the trip with that stop."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if memory.tool == _ALONG and not spots and (numbered := _by_its_number(said, memory)) is not None:
        rest = {name: value for name, value in kept.items() if name not in ("about", "via", "via_off_block")}
        said.take_all()
        return ToolCall(tool=TRIP, arguments={**rest, "via": [numbered]})
    if memory.tool != _ALONG or len(spots) != 1 or said.slots.days or said.slots.of("clock"):
        return None
    stop = said.name(spots[0])
    if (field_of(stop, said.deps) or stop) in fields or len(said.slots.words) > _FEW:
        return None
    if not _TAKES.search(said.slots.low):
        return None
    rest = {name: value for name, value in kept.items() if name not in ("about", "via", "via_off_block")}
    said.take_all()
    return ToolCall(tool=TRIP, arguments={**rest, "via": [stop]})


_AS_A_STOP = re.compile(
    r"\b(?:stop\w*|via|refuel\w*|land there|escale|étape|zwischen(?:stopp?|landung|landen|halt)|tankstopp?|halt)\b"
)


def _by_its_number(said: Said, memory: Known) -> str | None:
    """ "Prends le premier comme escale", "we'll stop at the second": the field of the list of that number."""
    low = said.slots.low
    match = references.ORDINAL.search(low)
    if match is None or len(said.slots.words) > _FEW or said.slots.days or said.slots.of("clock"):
        return None
    if low.rstrip().endswith("?") or not (_TAKES.search(low) or _AS_A_STOP.search(low)):
        return None
    number = references.number_of(match, len(memory.shown))
    return memory.shown[number - 1] if number else None


_OF_THE_CLOCK = ("off_blocks", "distance")
"""What of a trip hangs on how fast it is flown."""


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def edit_of(said: Said, memory: Known, stop: str) -> ToolCall | None:
    """A change of the stop that is being planned, which is said in words of its own: "day 1 later", "undo"."""
    known_reading = registry.readings()[ITINERARY]
    edit = known_reading.read(said.again()).get("edit")
    if not isinstance(edit, dict):
        return None
    is_clear = edit.get("action") in ("undo", "redo") or isinstance(edit.get("day"), int)
    if memory.tool != ITINERARY and not is_clear:
        return None
    before = memory.call.arguments if memory.call and memory.tool == ITINERARY else {}
    return ToolCall(tool=ITINERARY, arguments={"near": stop, **before, "edit": edit})
