"""Where the pilot said to be with the aeroplane ("je suis à Albenga"), for what is asked of no other place later."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.protocol import Conversation, ToolCall
from agent.subjects.airline.stays import asks_cost, gets_home, improves, is_broken
from agent.understanding.in_hand.home_named import is_start_alone
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.tool_names import AIRLINE, WEATHER
from agent.understanding.reader.unread import CARD

_I_AM = re.compile(
    r"\b(?:i'?m|i am|we'?re|we are|i(?:'ve)? landed|we(?:'ve)? landed|je suis|on est|nous sommes|suis|ich bin|wir sind|bin|sind|stuck|stranded|"
    r"bloquée?s?|coincée?s?|stehe?n?|sitze?n?|hänge?n?)(?: (?:now|here|still|currently|all|gerade|noch|hier|encore|actuellement|posée?s?|gelandet|fest))*"
    r" (?:in|at|on|à|a|au|aux|en|sur|auf)\s+(?:the |la |le |l')?$"
)
_MOST_TURNS = 8
_LONGEST = 16


def of_where_one_stands(said: Said, conversation: Conversation, reader: Reader) -> tuple[ToolCall, ...]:
    """What is asked of the place where the aeroplane stands: the way home without it, what leaving it costs, whether
    the weather lifts. () for all else."""
    slots = said.slots
    if len(slots.words) > _LONGEST or slots.countries:
        return ()
    spots = [spot for spot in said.spots if spot.kind != "here"]
    if (search := _search_home(conversation)) is not None:
        if is_start_alone(said):
            return (search.varied(origin=said.name(spots[0]), new_search=None),) if spots else ()
        if not spots and said.has("parking") and asks_cost(said):
            about: list[JsonValue] = ["parking", *(["contact"] if said.has("contact") else [])]
            field = {"icao_code": search.arguments["stays"]}
            return (
                ToolCall(tool=CARD, arguments={**field, "about": about}),
                ToolCall(tool="get_airport_pricing", arguments=field),
            )
    home = len(spots) <= 1 and gets_home(said) and is_broken(said)
    if not home and (spots or not improves(said)):
        return ()
    place = _stands_at(said, conversation, reader)
    if place is None:
        return ()
    day: JsonValue = slots.days[0].when.isoformat() if slots.days else None
    if home:
        to = said.name(spots[0]) if spots else "home"
        dated: dict[str, JsonValue] = {"departure_date": day} if day else {}
        return (ToolCall(tool=AIRLINE, arguments={"origin": place, "destination": to, "stays": place, **dated}),)
    of_day: dict[str, JsonValue] = {"day": day} if day else {}
    return (ToolCall(tool=WEATHER, arguments={"places": [place], "kind": "taf", **of_day}),)


def _search_home(conversation: Conversation) -> ToolCall | None:
    """The airline search of this chat that leaves an aeroplane behind."""
    plans = [*([conversation.last_plan] if conversation.last_plan else []), *reversed(conversation.earlier)]
    steps = (step for plan in plans for step in plan.steps)
    return next((step for step in steps if step.tool == AIRLINE and step.arguments.get("stays")), None)


def _stands_at(said: Said, conversation: Conversation, reader: Reader) -> str | None:
    """The place that the pilot named last as where one is."""
    for turn in reversed(conversation.turns[-_MOST_TURNS:]):
        told = reader.said(turn.text, said.today, None, said.home)
        low = told.slots.low
        at = [spot for spot in told.spots if spot.kind != "here" and _I_AM.search(low[: spot.start])]
        if at:
            return told.name(at[-1])
    return None
