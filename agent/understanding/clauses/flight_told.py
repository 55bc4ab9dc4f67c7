"""The flight that is told in front of the questions: "I'm at Redhill and off to Calais tomorrow. How far is it, is customs open?".

Each question is read with both ends and the day in hand, as behind an answer about that flight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.clauses.clauses import asks, questions
from agent.understanding.clauses.ruled import names_a_subject
from agent.understanding.clauses.several import each_asked
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reader import Reader, has_a_field
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.tool_names import DISTANCE, FUEL_PLAN

_SENTENCE = re.compile(r"(?<=[.!;])\s+|\n+|:\s+")
_ASKED_AT_LEAST = 2
_BACK = re.compile(
    r"\b(?:back|return\w*|home|via|stop\w*|zurück|retour\w*|heim|über|rentr\w*|hin und|escale)\b", re.IGNORECASE
)
""" "And back on Sunday": a trip, whose plan holds more than its ends."""


@dataclass(frozen=True)
class FlightTold:
    """The questions behind a flight that was told, and the chat with the flight in hand."""

    said: Said
    memory: Known
    readings: list[Reading]


def flight_told(said: Said, memory: Known, reader: Reader) -> FlightTold | None:
    """The questions of a message that begins with the flight they are about; None where one is not read whole."""
    text = said.slots.text
    for cut in _SENTENCE.finditer(text):
        first, rest = text[: cut.start()], text[cut.end() :]
        if "?" in first or asks(first):
            return None
        told = reader.said(first, said.today, said.place, said.home)
        ends = _ends(told)
        if ends is None or _BACK.search(told.slots.low) or told.slots.countries or names_a_subject(first, said):
            continue
        asked = reader.said(rest, said.today, said.place, said.home)
        if len(_asked(asked)) < _ASKED_AT_LEAST:
            return None
        given: dict[str, JsonValue] = {"from_location": ends[0], "to_location": ends[1]}
        in_hand = replace(memory.after(ToolCall(tool="", arguments=given)), call=None)
        in_hand = replace(in_hand, day=told.day() or in_hand.day)
        read = each_asked(reader, asked, in_hand) or reader.readings(asked, in_hand)
        read = [_of_the_way(one, in_hand, reader) for one in read]
        if len(read) < _ASKED_AT_LEAST or any(one.call is None or one.unanswered for one in read):
            return None
        return FlightTold(asked, in_hand, [_flown(one, told) for one in read])
    return None


def _asked(rest: Said) -> list[tuple[int, int]]:
    spans = questions(rest.slots.text)
    return spans if spans else [(0, 0)] if asks(rest.slots.text) else []


def _ends(told: Said) -> tuple[str, str] | None:
    """Where a sentence flies from and to, where it names these two fields and no other place."""
    spots = sorted(told.spots, key=lambda spot: spot.start)
    if len(spots) != _ASKED_AT_LEAST or not all(has_a_field(spot, told) for spot in spots):
        return None
    start, end = spots if spots[0].role != "to" else (spots[1], spots[0])
    if end.role in ("near", "from", "via") or start.role in ("near", "via", "to"):
        return None
    if any(field_of(spot.name, told.deps) is None for spot in spots):
        return None
    return start.name, end.name


_LASTS = re.compile(
    r"\b(?:how long|flight time|wie lange|flugzeit|combien de temps|temps de vol|durée)\b", re.IGNORECASE
)


def _of_the_way(one: Reading, in_hand: Known, reader: Reader) -> Reading:
    """ "How long in a C172" is of the flight, no figure of the type."""
    if one.tool != "get_aircraft_figures" or one.said is None or not _LASTS.search(one.said.slots.low):
        return one
    return reader.read(DISTANCE, one.sure, one.said.again(), in_hand) or one


_TAKE_A_SPEED = frozenset((DISTANCE, FUEL_PLAN))


def _flown(one: Reading, told: Said) -> Reading:
    """A question of the way with the aircraft and the speed that were told with it."""
    if one.tool not in _TAKE_A_SPEED:
        return one
    own: dict[str, JsonValue] = {}
    if told.slots.crafts:
        own["aircraft_type"] = told.slots.crafts[0].name
    if speeds := told.slots.of("speed"):
        own["cruise_speed_kts"] = speeds[0].value
    return replace(one, arguments={**own, **one.arguments})
