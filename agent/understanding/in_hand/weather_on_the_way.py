"""Reads "and on the way there from Egelsbach?" behind the weather of a place: the weather of the flight to it."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Given, Known
from agent.understanding.reader.tool_names import BRIEF, WEATHER

_OUTLOOK = "get_outlook"
_THE_WAY = re.compile(
    r"\b(?:on the (?:way|route)|along the (?:way|route)|en[- ]route|the route|the way there|strecke|unterwegs|auf dem weg|entlang|hinweg|"
    r"en (?:chemin|route)|sur le (?:trajet|chemin|parcours)|sur la route|le trajet)\b"
)
_NO_WEATHER = re.compile(
    r"\b(?:fuel|avgas|stop|food|eat|lunch|fields?|airfields?|alternates?|diversions?|sprit|tank\w*|essen|plätze|flugplätze|ausweich\w*|"
    r"essence|manger|terrains?|aérodromes?|escale|dégagements?|how (?:far|long)|wie (?:weit|lange)|combien|notams?|airspaces?|luftr\w+|espaces?)\b"
)


def weather_on_the_way(said: Said, memory: Known) -> ToolCall | None:
    """The brief of the flight to the place whose weather was told, or between the two; None where it is not asked."""
    call = memory.call
    if (
        call is None
        or memory.tool not in (WEATHER, _OUTLOOK)
        or not _THE_WAY.search(said.slots.low)
        or _NO_WEATHER.search(said.slots.low)
    ):
        return None
    told = call.arguments.get("places")
    places = [str(name) for name in told] if isinstance(told, list) else []
    named = [said.name(spot) for spot in said.spots if spot.kind != "country"]
    fresh = [name for name in named if name not in places]
    if len(named) > 2 or (len(fresh) > 1 and len(named) != 2) or not places:
        return None
    if len(fresh) == 2:
        start, end = named
    elif fresh:
        start, end = fresh[0], places[-1]
        if said.spots and any(s.role == "to" and said.name(s) == fresh[0] for s in said.spots):
            start, end = places[-1], fresh[0]
    elif len(places) > 1:
        start, end = places[0], places[-1]
    elif memory.home and memory.home != places[0]:
        start, end = memory.home, places[0]
    else:
        return None
    said.take_all()
    day = said.day() if said.slots.days else call.arguments.get("day")
    when: Given = {"day": day} if day is not None else {}
    return ToolCall(tool=BRIEF, arguments={"from_location": start, "to_location": end, **when})
