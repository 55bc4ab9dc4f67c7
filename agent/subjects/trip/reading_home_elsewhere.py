"""Reads at which other field the way home lands: "what if I come back into Aberdeen instead", "zurück direkt nach Egelsbach"."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import clocks_of
from agent.subjects.trip.moved import back_on
from agent.subjects.trip.reading_home import fields_said
from agent.subjects.trip.stops import is_field
from agent.subjects.trip.times import SAME_DAY

Trip = Mapping[str, JsonValue]
_MOST_WORDS = 24
_TURNS = (
    r"(?:back|home|homeward|return(?:ing|ed)?|rentr\w+|revien\w*|reven\w+|(?:le |au |un )?(?:vol )?(?<!aller )(?<!aller-)retour|"
    r"zurück\w*|heim\w*|rück(?:flug|weg|kehr|reise))"
)
_INTO = re.compile(
    rf"\b{_TURNS}\b(?:(?!\b(?:from|von|ab|aus|de|depuis|via|over|über|par)\b)[^.;?!]){{0,32}}?"
    r"\b(?:into|to|in|at|nach|à|a|au|aux|sur|vers|auf|zu[mr]?)\s+(?:the |la |le |les |l['’])?$"
)
""" "Come back into", "zurück lieber nach", "on rentre plutôt à": before the field."""
_TO = re.compile(r"\b(?:into|to|nach|auf|à|in)\s+$")
_BEHIND = re.compile(
    r"\s*(?:(?:lieber|doch|direkt|stattdessen|dann|directly|straight)\s+)*(?:zurück\w*|heim\w*)\b"
)
""" "Nach Bremen zurückfliege": the verb last."""
_ASKS_OF_IT = re.compile(
    r"\b(?:how (?:far|long|much|many)|wie (?:weit|lange|viel)|combien|distance|weather|wetter|météo|metar|taf|wind|runways?|"
    r"pistes?|bahn|hotels?|fees?|gebühr\w*|taxes?|prices?|preis\w*|prix|phone|telefon|téléphone|airlines?|train|zug|taxi|"
    r"litres?|liter|fuel|sprit|essence|carburant)\b"
)
_LIGHT = re.compile(
    r"\b(?:dark|light|daylight|night(?:fall)?|sunset|dunkel\w*|hell|tageslicht|nacht|sonnenuntergang|nuit|coucher|fait jour)\b"
)
_KEPT = ("people", "aircraft_type", "cruise_speed_kts", "nationals")


def home_elsewhere(said: Said, trip: Trip, before: Mapping[str, Trip]) -> ToolCall | None:
    """The trip whose way home lands where it did not begin; where it goes, it goes still.

    The field is a stop of the way home, since the aircraft is awaited where the trip began. A trip that went on from
    an earlier one is flown from its goal to where that one began.
    """
    slots, goal = said.slots, trip.get("to_location")
    base = trip.get("from_location") or said.home
    if len(slots.words) > _MOST_WORDS or not isinstance(goal, str) or _ASKS_OF_IT.search(slots.low):
        return None
    ends = {field_of(str(one), said.deps) for one in (base, goal) if one}
    new = [spot for spot in fields_said(said) if field_of(said.name(spot), said.deps) not in ends]
    clocks = clocks_of(said.again(), dict(trip))
    if (
        len(new) != 1
        or not is_field(new[0], said)
        or len(slots.days) > 1
        or len(clocks) > 1
        or not _lands_there(new[0], said)
    ):
        return None
    place = said.name(new[0])
    code = field_of(place, said.deps)
    goals = {field_of(str(one["to_location"]), said.deps) for one in before.values() if one.get("to_location")}
    if code is None or code in goals:
        return None  # "back to Jersey": where the trip went before
    about: dict[str, JsonValue] = {"about": "off_blocks"} if _LIGHT.search(slots.low) else {}
    starts = {
        field_of(str(one), said.deps) for one in (said.home, (before.get("first") or {}).get("from_location"))
    }
    said.take_all()
    if code in starts - {None} and not trip.get("return_day"):
        day: JsonValue = back_on(said, trip) if slots.days else trip.get("day")
        dated: dict[str, JsonValue] = {"day": day} if day else {}
        hour: dict[str, JsonValue] = {"off_block": clocks[0].at} if clocks else {}
        kept = {name: trip[name] for name in _KEPT if name in trip}
        way: dict[str, JsonValue] = {"from_location": goal, "to_location": place, **dated, **hour, **kept, **about}
        return ToolCall(tool="plan_trip", arguments=way)
    day = back_on(said, trip) if slots.days else trip.get("return_day") or trip.get("day") or SAME_DAY
    hour = {"return_off_block": clocks[0].back} if clocks else {}
    held = {name: value for name, value in trip.items() if name != "about"}
    return ToolCall(
        tool="plan_trip", arguments={**held, "return_via": [place], "return_day": day, **hour, **about}
    )


_HOMEWARD = re.compile(rf"\b{_TURNS}\b")
_OF_WHOLE = re.compile(r"\b(?:both ways|there and back|hin und zurück|aller[- ]retour)\b")


def home_of_the_chain(said: Said, trip: Trip, before: Mapping[str, Trip]) -> ToolCall | None:
    """ "And home on Sunday" of a trip that went on from where an earlier one landed: to where that one began."""
    slots, first = said.slots, before.get("first") or {}
    goal, start, base = trip.get("to_location"), trip.get("from_location"), first.get("from_location") or said.home
    if not (isinstance(goal, str) and isinstance(start, str) and isinstance(base, str)):
        return None
    landed = {field_of(str(one["to_location"]), said.deps) for one in before.values() if one.get("to_location")}
    code, begun = field_of(start, said.deps), field_of(base, said.deps)
    if code is None or begun is None or code == begun or code not in landed or "return_day" in trip:
        return None
    clocks = clocks_of(said.again(), dict(trip))
    others = [s for s in slots.spots if s.name != "home" and s.kind != "here"]
    if others or slots.countries or len(slots.days) > 1 or len(clocks) > 1 or len(slots.words) > _MOST_WORDS // 2:
        return None
    if not _HOMEWARD.search(slots.low) or _ASKS_OF_IT.search(slots.low) or _OF_WHOLE.search(slots.low):
        return None
    day: JsonValue = back_on(said, trip) if slots.days else trip.get("day")
    dated: dict[str, JsonValue] = {"day": day} if day else {}
    hour: dict[str, JsonValue] = {"off_block": clocks[0].at} if clocks else {}
    about: dict[str, JsonValue] = {"about": "off_blocks"} if _LIGHT.search(slots.low) else {}
    kept = {name: trip[name] for name in _KEPT if name in trip}
    said.take_all()
    way: dict[str, JsonValue] = {"from_location": goal, "to_location": base, **dated, **hour, **kept, **about}
    return ToolCall(tool="plan_trip", arguments=way)


def _lands_there(spot: Spot, said: Said) -> bool:
    low = said.slots.low
    before, behind = low[: spot.start], low[spot.end :]
    return _INTO.search(before) is not None or bool(_TO.search(before) and _BEHIND.match(behind))
