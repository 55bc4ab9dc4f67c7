"""Which of several fields is nearer to a place, said before how far each is; and which has the longer runway beside."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.measures import nm
from agent.understanding.reader.tool_names import AROUND, COMPARED, DISTANCE
from tongue import say

_BARE_AROUND = {"location_query", "priority_strategy"}
_MOST = 3
_COMPARE = re.compile(r"\b(?:compar\w*|vergleich\w*|side by side|difference|unterschied|diff[eé]rence)\b")
_ENDS = ("from_location", "to_location")
_FARTHER = re.compile(r"\b(?:farther|further|farthest|furthest|weiter|weitesten|plus loin)\b")
_RUNWAY = re.compile(
    r"\b(?:long(?:er|est)|bigger|better|länger\w*|längste\w*|größere|plus longue?s?)\b[^.?!]{0,20}\b(?:runways?|strips?|pistes?|bahn(?:en)?)\b|"
    r"\b(?:runways?|pistes?|bahn(?:en)?)\b[^.?!]{0,20}\b(?:long(?:er|est)|länger\w*|plus longue?s?)\b"
)


_NEARER_TO = re.compile(
    r"\b(?:nearer|nearest|closer|closest|näher\w*|nächste[nrs]?|am nächsten|weiter|farther|further|plus (?:proche|près|loin))\b"
    r"(?:\W+(?:to|from|for|by|an|am|von|vom|zu|zum|bei|de|du|des|d|à|depuis|liegt|ist|is))*\W+$"
)
_TO_THE_TOWN = re.compile(
    r"\b(?:nearer|nearest|closer|closest|näher|am nächsten|plus (?:proche|près))\W+(?:liegt |ist )?(?:to|from|by|an|am|bei|zu|zum|zur|von|de|du|des|d|à)\W+(?:the |la |le |l['’])?$"
)
_SAYS_WHICH = re.compile(r"\b(?:nearer|nearest|closer|closest|näher\w*|nächste\w*|proche|près)\b")
_NEARER_TO_IT = re.compile(
    r"\b(?:nearer|nearest|closer|closest|näher\w*|nächste[nrs]?|am nächsten|plus (?:proche|près))\b"
    r"(?:\W+(?:to|for|by|an|am|zu|zum|zur|bei|de|du|des|d|la|le|the|der|dem|liegt|ist|is|that|there|dran|daran|it|town|village|city|place|house|stadt|ort|dorf|ville|village|maison))*\W*$"
)
""" "… near Banbury, which is nearer the town": to the place that was named."""
_BEST_FROM = re.compile(
    r"\b(?:best|better|easiest|easier|quicke(?:r|st)|faste(?:r|st)|shorte(?:r|st)|(?:am )?besten?|besser|schneller|günstiger|mieux|meilleure?|plus (?:rapide|court|simple))\b"
    r"(?:\W+(?:reached|to reach|to get to|coming|when coming|zu erreichen|erreichbar|pour aller|en partant))?\W+(?:from|out of|ab|von|vom|depuis|au départ de|de|d)\W+$"
)


EACH_FROM = re.compile(
    r"\b(?:how far|what distance)\b(?:\W+\w+){0,4}?\W+(?:each|they|both|those|these|all)\b[^?.!]{0,30}?\b(?:from|to)\b|"
    r"\bwie weit\b(?:\W+\w+){0,2}?\W+(?:sie|die|diese|beide|alle|jede[rs]?)\b[^?.!]{0,30}?\b(?:von|ab|nach|bis)\b|"
    r"\bà quelles? distances?\b[^?.!]{0,10}\b(?:sont|est|se trouvent)\b[^?.!]{0,20}?\b(?:ils|elles|chacun|chacune|ceux|celles|tous)\b[^?.!]{0,20}?\bd(?:e|u|es|['’])|"
    r"\bà quelles? distances? d(?:e|u|es|['’])[^?.!]{0,40}?\b(?:sont|est|se trouve(?:nt)?)\b[^?.!]{0,3}?\b(?:ils|elles|chacun|chacune|tous)\b"
)
""" "How far are they from Fairoaks": the same, from the place behind it."""


def with_distance_to_each(plan: Plan, said: Said) -> Plan:
    """The plan of fields of one message with how far each of them is: "compare Lydd and Shoreham. How far is each from
    Fairoaks?".
    """
    asked = EACH_FROM.search(said.slots.low)
    places = [spot for spot in said.slots.spots if asked and spot.start >= asked.end() - 1]
    if asked is None or len(places) != 1 or not any(step.tool == DISTANCE for step in plan.steps):
        return plan
    others = [step for step in plan.steps if step.tool != DISTANCE]
    names = [spot.name for spot in said.slots.spots if spot.end <= asked.start()]
    codes = list(dict.fromkeys(field_of(name, said.deps) or name for name in names))
    if not 2 <= len(codes) <= _MOST:
        return plan
    away = [
        ToolCall(tool=DISTANCE, arguments={"from_location": places[0].name, "to_location": code}) for code in codes
    ]
    return plan.model_copy(update={"steps": (*others, *away)})


def with_distances_of_the_compared(plan: Plan, said: Said) -> Plan:
    """The plan of fields side by side with how far each is from the place to which the nearer or better one is asked:
    "Sindal or Aalborg, which has Jet A and which is nearer to Flensburg".
    """
    compared = [step for step in plan.steps if step.tool == COMPARED]
    codes = [str(code) for code in _listed(compared[0].arguments.get("icao_codes"))] if len(compared) == 1 else []
    others = [step for step in plan.steps if step.tool != COMPARED]
    bare = [step for step in others if step.tool == AROUND and step.arguments.keys() <= _BARE_AROUND]
    away_already = [step for step in others if step.tool == DISTANCE]
    if codes and away_already and len(away_already) == len(others) and {*_other_ends(others, said)} == {*codes}:
        keep = compared[0].arguments.get("about") or _COMPARE.search(said.slots.low)
        return plan if keep else plan.model_copy(update={"steps": tuple(others)})
    if not 2 <= len(codes) <= _MOST or len(bare) != len(others):
        return plan
    places = [
        spot
        for spot in said.slots.spots
        if spot.kind in ("code", "iata", "place")
        and (field_of(spot.name, said.deps) not in codes or _TO_THE_TOWN.search(said.slots.low[: spot.start]))
        and (
            _NEARER_TO.search(low := said.slots.low[: spot.start])
            or _BEST_FROM.search(low)
            or (spot.role in ("near", "in", "at") and _NEARER_TO_IT.search(said.slots.low, spot.end))
        )
    ]
    places = places[-1:] if len({spot.name for spot in places}) == 1 else places
    if len(places) != 1 or any(step.arguments["location_query"] != places[0].name for step in bare):
        return plan
    away = [
        ToolCall(tool=DISTANCE, arguments={"from_location": places[0].name, "to_location": code}) for code in codes
    ]
    about = _listed(compared[0].arguments.get("about"))
    about = (
        [] if about == ["transport"] and _NEARER_TO_IT.search(said.slots.low) else about
    )  # "näher an der Stadt"
    asked_to_compare = compared if about or _COMPARE.search(said.slots.low) else []
    told = nearest_to(places[0].name, codes, said)
    if told and said.deps.airports.get(places[0].name) is None:  # a town: no flight begins at it
        away = []
        asked_to_compare = asked_to_compare or [compared[0].varied(about=["runway"])]
    return plan.model_copy(
        update={
            "steps": (*asked_to_compare, *away),
            "verdict": told,
            "left_aside": tuple(words for words in plan.left_aside if not _SAYS_WHICH.search(words.lower())),
        }
    )


def _other_ends(steps: list[ToolCall], said: Said) -> list[str]:
    """The codes of the fields of several distances, but for the place that all have as one end."""
    ends = [
        {field_of(str(s.arguments.get(e)), said.deps) or str(s.arguments.get(e)) for e in _ENDS} for s in steps
    ]
    common: set[str] = set[str].intersection(*ends)
    return [code for pair in ends for code in pair - common]


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def with_the_nearer(plan: Plan, said: Said) -> Plan:
    """The plan of several distances to or from one place with which of them is the shortest."""
    steps = [step for step in plan.steps if step.tool == DISTANCE]
    if len(steps) < 2 or said.again().has("both_ways"):
        return plan
    starts, ends = ([str(step.arguments.get(name)) for step in steps] for name in ("from_location", "to_location"))
    if len({*ends}) == 1 and len({*starts}) == len(starts):
        place, fields = ends[0], starts
    elif len({*starts}) == 1 and len({*ends}) == len(ends):
        place, fields = starts[0], ends
    else:
        return plan
    if not said.again().has("nearest", "closer"):
        return plan
    alone = len(steps) == len(plan.steps)
    nearest = nearest_to(place, fields, said)
    plan = plan.model_copy(update={"verdict": nearest or plan.verdict})
    at_its_field = field_of(place, said.deps)
    if at_its_field in {field_of(name, said.deps) for name in fields} and plan.verdict:
        kept = [
            s
            for s in plan.steps
            if s.tool != DISTANCE
            or {field_of(str(s.arguments.get(e)), said.deps) for e in _ENDS} != {at_its_field}
        ]
        plan = plan.model_copy(update={"steps": tuple(kept) or plan.steps})  # the town's field is one of them
    if _RUNWAY.search(said.slots.low) and alone:
        compared = ToolCall(tool="compare_airfields", arguments={"icao_codes": [*fields], "about": ["runway"]})
        plan = plan.model_copy(update={"steps": (*plan.steps, compared)})
    return plan


def nearest_to(place: str, fields: list[str], said: Said) -> str:
    """ "**Nearest to Antwerp: EDWR Borkum.**", or the farthest where that is asked; "" where one of them is not known."""
    field, here = said.deps.airports.get(place), where_lies(place, said)
    codes = [field_of(name, said.deps) for name in fields]
    there = [found for code in codes if code and (found := said.deps.airports.get(code)) is not None]
    if here is None or len(there) != len(fields):
        return ""
    away = sorted((geodesic_nm(*here, end.lat, end.lon), end.ident, end.short_name) for end in there)
    if _FARTHER.search(said.slots.low):
        away.reverse()
        told = say("Farthest from {place}: {field}.", place=place, field=f"{away[0][1]} {away[0][2]}")
    else:
        told = say("Nearest to {place}: {field}.", place=place, field=f"{away[0][1]} {away[0][2]}")
    told = f"**{told}**"
    if field is not None:
        return told
    each = say("; ").join(f"{ident} {nm(far)}" for far, ident, _ in away)
    return say("{told} From the town itself: {each}.", told=told, each=each)


def where_lies(place: str, said: Said) -> tuple[float, float] | None:
    """Latitude and longitude of an airfield by its code, or of a town; None for what nothing knows."""
    field = said.deps.airports.get(place)
    town = None if field is not None else said.deps.places.resolve(place).best
    return (field.lat, field.lon) if field else (town.lat, town.lon) if town else None
