"""Of two fields spoken of one by one: which is closer to a place, what is asked of both, and that neither will do."""

from __future__ import annotations

from agent import regex as re
from agent import registry
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.route.reading import speed
from agent.understanding.beside.which_is_nearer import nearest_to
from agent.understanding.in_hand import references
from agent.understanding.in_hand.context import Given, Known
from agent.understanding.reader.tool_names import CARD, COMPARED, DISTANCE, NOTICE, RUNWAY_WIND, TRIP, WEATHER
from agent.understanding.reader.unread import LISTS

_TWO = 2
_OF_FIELDS = frozenset((CARD, COMPARED, WEATHER, RUNWAY_WIND, NOTICE, "get_airport_pricing", "get_fuel_prices"))
_WHICH = re.compile(
    r"\b(?:which|whichever|welche[rsn]?|wer|was|wo|où|lequel|laquelle|qui|quel|quelle|where|wohin|what['’]?s)\b"
)
_QUICKER = re.compile(
    r"\b(?:quicker|faster|sooner|closer|nearer|nearest|closest|shorter|schneller|näher\w*|kürzer|weniger weit|plus (?:vite|rapide|proche|près|court|courte)|moins loin)\b"
)
_THE_NEAREST_FIELD = re.compile(
    r"\b(?:nearest|closest|nächste\w*|nächstgelegene\w*) (?:\w+ )?(?:air(?:fields?|ports?)|fields?|strips?|(?:flug)?(?:platz|plätze|hafen))\b|"
    r"\b(?:terrain|aérodrome|aéroport) le plus proche\b"
)
""" "The nearest airfield to Buxton": none of the two in hand."""
_TO_IT = re.compile(
    r"\b(?:to|from|for|by|von|vom|ab|an|am|zu|zum|bei|de|du|des|d['’]|à|depuis|out of)\s*(?:the |la |le |l['’])?$"
)


def closer_of_two(said: Said, memory: Known) -> tuple[tuple[ToolCall, ...], str] | None:
    """ "Or Old Buckenham, which is closer from Elstree" behind a field: how far each of the two is from there."""
    low, spots = said.slots.low, [s for s in said.slots.spots if s.kind in ("code", "iata", "place")]
    if memory.tool not in _OF_FIELDS or not spots or len(spots) > _TWO or said.slots.countries:
        return None
    if _WHICH.search(low) is None or _QUICKER.search(low) is None or _THE_NEAREST_FIELD.search(low):
        return None
    whence = [s for s in spots if s.role == "from" or (s.name != "home" and _TO_IT.search(low[: s.start]))]
    if len(whence) != 1:
        return None
    start = said.name(whence[0])
    here = field_of(start, said.deps)
    named = [field_of(said.name(s), said.deps) for s in spots if s is not whence[0]]
    in_hand = [field_of(name, said.deps) for name in (*memory.mentioned, *memory.fields)]
    others = [code for code in dict.fromkeys(in_hand) if code and code != here and code not in named]
    two = [*others[-(_TWO - len(named)) :], *(code for code in named if code)]
    if len(two) != _TWO or here in two:
        return None
    flown = speed(fresh := said.again())
    said.used.update(fresh.used)
    said.take_all()
    steps = tuple(
        ToolCall(tool=DISTANCE, arguments={"from_location": start, "to_location": code, **flown}) for code in two
    )
    return steps, nearest_to(start, two, said)


_CROSSWIND = re.compile(
    r"\b(?:cross-? ?winds?|x-?winds?|seitenwind\w*|querwind\w*|vent (?:de travers|traversier)|travers)\b"
)


def crosswind_of_two(text: str, said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "Which of the two has less crosswind" behind the weather of each: the wind on the runways of each."""
    if (
        memory.tool != WEATHER
        or memory.call is None
        or said.slots.spots
        or _CROSSWIND.search(said.slots.low) is None
    ):
        return ()
    if not (references.which_of(text) or references.both(text) or _WHICH.match(said.slots.low.lstrip(" ,;"))):
        return ()
    fields = list(dict.fromkeys(code for name in memory.mentioned if (code := field_of(name, said.deps))))[-_TWO:]
    asked = registry.readings()[RUNWAY_WIND].read(said.again())
    of_when = asked if "day" in asked or "time" in asked else memory.call.arguments
    when = {name: of_when[name] for name in ("day", "time", "until") if name in of_when}
    return tuple(ToolCall(tool=RUNWAY_WIND, arguments={"icao_code": code, **when}) for code in fields)


_OF_ENDS = re.compile(
    r"\b(?:long\w*|short\w*|high\w*|low\w*|cheap\w*|big\w*|läng\w*|kürz\w*|höher\w*|günstig\w*|billig\w*|größer\w*|plus|moins|fuel|avgas|customs|restaurant|tower|lights|ils|sprit|zoll|turm|essence|carburant|kraftstoff|benzin|treibstoff|mogas|jet|kerosin|douane|immigration|police|tour|éclairage|hotels?)\b"
)


def which_end(said: Said, memory: Known) -> ToolCall | None:
    """ "Which has the longer runway" behind a trip: its two ends side by side."""
    if memory.tool != TRIP or memory.call is None or said.slots.spots or said.slots.countries or said.slots.days:
        return None
    low = re.sub(r"^\W*(?:(?:and|und|et|so|ok)\W+)+", "", said.slots.low)
    if not re.match(r"(?:which|welche[rsn]?|lequel|laquelle|lesquels|lesquelles)\b", low) or not _OF_ENDS.search(
        low
    ):
        return None
    if re.search(
        r"\b(?:leg|flight|way|day|route|deadline|frist|flug|strecke|tag|vol|étape|jour|échéance)\w*\b", low
    ):
        return None
    asked = registry.readings()[CARD].read(said.again()).get("about")
    ends = [field_of(str(memory.call.arguments.get(n) or ""), said.deps) for n in ("from_location", "to_location")]
    if not isinstance(asked, list) or not asked or None in ends or ends[0] == ends[1]:
        return None
    said.take_all()
    return ToolCall(tool=COMPARED, arguments={"icao_codes": [str(end) for end in ends], "about": asked})


_NEITHER = re.compile(
    r"^\W*(?:(?:no|ok|hm+|nein|non|well)\W+)?(?:neither(?: of (?:them|those))?|none of (?:them|those|these)|not either(?: of them)?|keine[rs]?(?: (?:von|der) (?:beiden|denen))?|weder noch|beide nicht|"
    r"ni l['’]un ni l['’]autre|aucune?(?: des deux)?)\b[\s,.;:–-]+(?P<rest>.+)$",
    re.IGNORECASE,
)
_LEAST = 2


def behind_neither(text: str) -> str:
    """What is asked behind "neither, …"; "" where that is not said."""
    match = _NEITHER.match(text)
    return match["rest"] if match and len(match["rest"].split()) >= _LEAST else ""


def without_those(plan: Plan, said: Said, memory: Known) -> Plan | None:
    """The list of a plan without the fields that were in hand; None where it is none."""
    spoken = memory.shown if memory.tool in LISTS else (memory.fields or memory.mentioned[-_TWO:])
    gone = [code for name in spoken if (code := field_of(name, said.deps))]
    if not gone or [step.tool in LISTS for step in plan.steps] != [True]:
        return None
    (listed,) = plan.steps
    before = listed.arguments.get("filters")
    filters: Given = {**before} if isinstance(before, dict) else {}
    filters["not_fields"] = [*dict.fromkeys(gone)]
    return plan.model_copy(update={"steps": (listed.varied(filters=filters, offset=None),)})


_ITS = re.compile(r"\b(?:its|sein\w*|ihre\w*|dessen|deren|ses|son|sa|leurs?)\b")
_OF_LISTED = frozenset(("measured_from", "near", "priority_strategy"))


def its_of_the_first(said: Said, memory: Known) -> ToolCall | None:
    """ "Ses horaires dimanche" behind the nearest one: of the first of the list, and no narrower list."""
    call, slots = memory.call, said.slots
    if call is None or memory.tool not in LISTS or not memory.shown or not call.arguments.keys() & _OF_LISTED:
        return None
    if slots.spots or slots.countries or len(slots.words) > 6 or _ITS.search(slots.low) is None:
        return None
    given = registry.readings()[CARD].read(said.again())
    if not given.get("about"):
        return None
    said.take_all()
    return ToolCall(tool=CARD, arguments={**given, "icao_code": memory.shown[0]})


_NOTHING_ELSE = re.compile(
    r"\W*(?:(?:and|und|et|no|non|nein|sorry|pardon|oops|ok|rather|plutôt|lieber|doch|i|we|meant?|mean|ich|meinte?|je|voulais|voulait|dire|veux|what|how|about|was|ist|mit|wie|si|on|am|le|the|instead|stattdessen|then|dann|alors|actually|eigentlich|natürlich|bitte|please|entschuldigung|excuse[sz]?|c['’]est|it['’]s|that['’]s|make|for|für|pour|next)\b\W*)*"
)


def list_on_another_day(said: Said, memory: Known) -> ToolCall | None:
    """ "Pardon, plutôt mardi" behind the fields that are open on Monday: those open on Tuesday."""
    call, slots = memory.call, said.slots
    filters = call.arguments.get("filters") if call else None
    if call is None or memory.tool not in LISTS or not isinstance(filters, dict) or len(slots.days) != 1:
        return None
    name = next((n for n in ("open_day", "open_at") if n in filters), None)
    if name is None or slots.spots or slots.countries or slots.quantities:
        return None
    day = slots.days[0]
    if not _NOTHING_ELSE.fullmatch(f"{slots.low[: day.start]} {slots.low[day.end :]}"):
        return None
    hour = str(filters[name])[10:] if name == "open_at" else ""
    return call.varied(filters={**filters, name: f"{said.day()}{hour}"}, offset=None)
