"""Reads one paper asked of the trip in hand together with a field or an hour: "PPR at Deauville?", "GAR when we leave there Sunday at 2"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import country_of, field_of
from agent.language.leisure import return_day
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import clocks_of
from agent.subjects.trip.reading_paper import ABOUT
from agent.subjects.trip.timeline import About
from agent.subjects.trip.times import SAME_DAY

Trip = Mapping[str, JsonValue]
_MOST_WORDS = 30
_LEAVES_THERE = re.compile(
    r"\b(?:leav\w+|depart\w*|tak(?:e|ing) off|fly\w*|go(?:ing)?|com(?:e|ing)|get(?:ting)?|set off)\b[^.;?!]{0,24}?\b(?:there|home|back)\b|"
    r"\bway (?:home|back)\b|\breturn(?:ing| flight| leg| trip)?\b|"
    r"\b(?:dort|da|von dort)\b[^.;?!]{0,40}?\b(?:los\w*|ab\w*|weg\w*|start\w*|zurück\w*|heim\w*)|\b(?:zurück|heim|rück)(?:flieg\w*|flug|weg|start\w*|reise\w*|kehr\w*)|"
    r"\b(?:repart\w+|rentr\w+|reven\w+|retour)\b|\b(?:quitt\w+|part\w*|décoll\w+)\b[^.;?!]{0,20}?\b(?:là-bas|de là)\b",
)


def paper_asked(said: Said, trip: Trip) -> ToolCall | None:
    """The notice of the one field that is named with PPR, or one report or paper of the way home at its own day and hour."""
    if len(said.slots.words) > _MOST_WORDS:
        return None
    abouts: set[About] = {ABOUT[mention.concept] for mention in said.all_of(*ABOUT)}
    if len(abouts) > 1:
        abouts -= {"permission", "everything"}
    if len(abouts) != 1:
        return None
    (about,) = abouts
    return (
        _notice_there(said, trip) if about in ("permission", "everything") else _of_the_way_home(said, trip, about)
    )


def _notice_there(said: Said, trip: Trip) -> ToolCall | None:
    """What the one end or stop that is named wants to be asked before, on the day it is reached."""
    spots, slots = said.slots.spots, said.slots
    if len(spots) != 1 or slots.days or slots.of("clock") or slots.countries:
        return None
    place = field_of(said.name(spots[0]), said.deps)
    goal = field_of(str(trip.get("to_location") or ""), said.deps)
    if place is None or place != goal or trip.get("via"):
        return None
    return notice_at(place, said, trip)


def notice_at(field: str, said: Said, trip: Trip) -> ToolCall:
    """What a field asks before one comes, on the day of the trip and from the country where it starts."""
    start = field_of(str(trip.get("from_location") or said.home or ""), said.deps)
    country = country_of(start, said.deps) if start else None
    day = {"date": trip["day"]} if trip.get("day") else {}
    whence = {"from_country": country} if country else {}
    return ToolCall(tool="get_notification_for_airport", arguments={"icao_code": field, **day, **whence})


def _of_the_way_home(said: Said, trip: Trip, about: About) -> ToolCall | None:
    slots = said.slots
    ends = {field_of(str(trip.get(name) or ""), said.deps) for name in ("from_location", "to_location")}
    others = [
        s for s in slots.spots if s.kind != "here" and s.name != "home" and field_of(s.name, said.deps) not in ends
    ]
    clocks = clocks_of(said.again(), dict(trip))
    if others or slots.countries or len(clocks) > 1 or len(slots.days) > 1 or not (clocks or slots.days):
        return None
    if not _LEAVES_THERE.search(slots.low):
        return None
    back = trip.get("return_day") or trip.get("day") or SAME_DAY
    if slots.days:
        day, out = slots.days[0], _date(trip.get("day"))
        back = (return_day(day, out) if out else day.when).isoformat()
    hour: dict[str, JsonValue] = {"return_off_block": clocks[0].back} if clocks else {}
    kept = {name: value for name, value in trip.items() if name != "return_by"}
    return ToolCall(tool="plan_trip", arguments={**kept, "return_day": back, **hour, "about": about})


def _date(value: JsonValue) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) and value != SAME_DAY else None
