"""What is kept of a trip in the message that plans it, or in one breath: its reminders, its file for a calendar, fuel on the way."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.burning import find_burning
from agent.language.ends import country_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.trip.own_moments import own_moment
from agent.subjects.trip.reading import FUEL_STOP, countries_of_stops, trip
from agent.subjects.trip.reading_takes import asked_for_all
from agent.subjects.trip.stops import over_stops

TRIP, REMIND, CALENDAR, ALONG = "plan_trip", "set_reminders", "get_trip_calendar", "find_airports_near_route"
DEADLINE, FUEL, RULE, BORDER = "get_report_deadline", "get_fuel_plan", "answer_rules_question", "get_border_brief"
NOTICE = "get_notification_for_airport"
_KEPT = (REMIND, CALENDAR)
_REMINDING = re.compile(
    r"\b(?:remind(?:ers?)?|nudges?|erinner\w*|rappel\w*)\b(?! (?:me|us|mich|uns|moi|nous) (?:of )?(?:what|which|how|was|wie|quel\w*)\b)"
)
_NO_REMINDER = re.compile(r"\b(?:no|without|keine?|ohne|pas de|sans) (?:remind\w*|erinner\w*|rappel\w*)\b")
_WORDS = re.compile(r"remind|nudge|erinner|rappel|calend|kalender|agenda|\bics\b", re.IGNORECASE)


def of_the_flight_named(plan: Plan, said: Said) -> Plan:
    """ "Remind me the evening before to send the GAR for Sunday's flight to Antwerp": that flight is planned first.

    For a chat in which none was planned; what is missing of the flight is asked for.
    """
    reminds = {step.tool for step in plan.steps} <= {REMIND, DEADLINE} and _REMINDING.search(said.slots.low)
    if not plan.steps or not reminds or plan.steps[0].arguments.get("kept"):
        return plan
    flight = trip(said.again().without_parts(_days_of_reminding(said)))
    if not (flight.get("to_location") and flight.get("day")):
        return plan
    steps = (ToolCall(tool=TRIP, arguments=flight), ToolCall(tool=REMIND, arguments=own_moment(said)))
    return plan.model_copy(update={"steps": steps, "left_aside": ()})


_TO_ITS_DAY = re.compile(
    r"[\s,-]*(?:(?:me|us|mich|uns|moi|nous|please|bitte|svp|on|this|next|at|for|am|um|für|le|ce|à|pour|early|late|the|den|"
    r"kommenden|nächsten|\d{1,2}(?:[:.h]?\d\d)?h?|uhr|o'clock)\b[\s,-]*)*"
)
_OF_A_FLIGHT = re.compile(r"['’]s\b|\s*(?:flight|trip|flug|departure)\b")
_THEN_REMIND = re.compile(
    r"[\s,:]*(?:(?:in the|am|au|early|morning|afternoon|evening|night|morgen|früh|abends?|nachmittags?|matin|soir|at|um|à|"
    r"\d{1,2}(?:[:.h]?\d\d)?h?|uhr|please|bitte|can|could|you|kannst|du|peux|tu)\b[\s,:-]*)*$"
)


def _days_of_reminding(said: Said) -> list[tuple[int, int]]:
    """The days on which one wants to be reminded, and not to fly: "remind me on Monday to send the PPR to Samedan"."""
    low, found = said.slots.low, list[tuple[int, int]]()
    for word in _REMINDING.finditer(low):
        for day in said.slots.days:
            behind = day.start >= word.end() and _TO_ITS_DAY.fullmatch(low[word.end() : day.start])
            before = day.end <= word.start() and _THEN_REMIND.fullmatch(low[day.end : word.start()])
            if (behind or before) and not _OF_A_FLIGHT.match(low, day.end):
                found.append((day.start, day.end))
    return found


DISTANCE = "calculate_flight_distance"
_ENDS = ("from_location", "to_location")
_HOW_FLOWN = frozenset((*_ENDS, "cruise_speed_kts", "aircraft_type", "headwind_kts"))


def with_one_speed(plan: Plan) -> Plan:
    """ "On Saturday in a Cessna 172, how long with 110 knots": the trip at that speed, which tells the distance too."""
    trips = [step for step in plan.steps if step.tool == TRIP]
    if len(trips) != 1:
        return plan
    (trip,) = trips
    far = [
        step
        for step in plan.steps
        if step.tool == DISTANCE
        and step.arguments.keys() <= _HOW_FLOWN
        and all(step.arguments.get(end) == trip.arguments.get(end) for end in _ENDS)
    ]
    if not far:
        return plan
    flown = {name: value for step in far for name, value in step.arguments.items() if name not in _ENDS}
    whole = trip.model_copy(update={"arguments": {**flown, **trip.arguments}})
    steps = tuple(whole if step is trip else step for step in plan.steps if step not in far)
    return plan.model_copy(update={"steps": steps})


def with_passports_once(plan: Plan, said: Said) -> Plan:
    """ "… my wife is Chinese": the trip tells what that passport asks for, and no rules answer says it again."""
    if not any(step.tool == TRIP and step.arguments.get("nationals") for step in plan.steps):
        return plan
    held = said.deps.rules.corpus.questions.get("travel-documents")
    same = (said.slots.text, *((held.text,) if held else ()))
    kept = tuple(
        one for one in plan.steps if one.tool != RULE or not str(one.arguments.get("question")).startswith(same)
    )
    sure = max(plan.confidence, _TOLD_WHOLE) if len(kept) < len(plan.steps) else plan.confidence
    return plan.model_copy(update={"steps": kept, "confidence": sure})


_TOLD_WHOLE = 0.69
"""What a message is trusted with that tells a flight and whose passports are aboard."""


_PAPERS_TOLD = (
    "customs",
    "immigration",
    "flight_plan",
    "gar",
    "gendec",
    "police",
    "notice",
    "deadline",
    "formalities",
)
_LITTLE = 4
"""Letters of a word that says nothing of its own beside the names of papers: "the", "et", "les"."""
_LAST_HOUR = re.compile(
    r"\b(?:heure (?:limite|maxi?(?:mum)?)|latest|last|spätester?|späteste|dernière? (?:heure|départ)|deadline|limite)\b(?: (?:de |of |du )?"
    r"(?:départ|décollage|departure|take[- ]?off|off[- ]blocks|abflug|startzeit))?"
)


_BOTH_ENDS = ("from_location", "to_location")
_WHOLE_BRIEF = frozenset((*_BOTH_ENDS, "date"))
_WHOLE_NOTICE = frozenset(("icao_code", "date", "from_country"))
"""Arguments of a border brief, and of a notice, that asks no single thing: the plan of the same flight says all of it."""


def without_what_the_trip_tells(plan: Plan, said: Said) -> Plan:
    """ "Lausanne samedi, tu me sors tout : douane, plan de vol, heure limite": the plan has them, no rule, brief or notice is asked beside it."""
    if TRIP not in {step.tool for step in plan.steps} or len(plan.steps) == 1:
        return plan
    low = said.slots.low
    papers = said.again().all_of(*_PAPERS_TOLD)

    trips = [step.arguments for step in plan.steps if step.tool == TRIP and not step.arguments.get("about")]

    def is_told(step: ToolCall) -> bool:
        if step.tool == BORDER and step.arguments.keys() <= _WHOLE_BRIEF:
            return any(all(trip.get(end) == step.arguments.get(end) for end in _BOTH_ENDS) for trip in trips)
        if step.tool == NOTICE and step.arguments.keys() <= _WHOLE_NOTICE:
            return any(trip.get("to_location") == step.arguments.get("icao_code") for trip in trips)
        question = str(step.arguments.get("question") or "").lower()
        at = low.find(question)
        if step.tool != RULE or not question or at < 0:
            return False
        known = [(m.start, m.end) for m in papers] + [m.span() for m in _LAST_HOUR.finditer(low)]
        words = [w for w in said.slots.words if at <= w.start < at + len(question)]
        rest = [w for w in words if not any(a < w.end and w.start < b for a, b in known)]
        return all(len(w.text) < _LITTLE for w in rest) or bool(asked_for_all(question))

    kept = tuple(step for step in plan.steps if not is_told(step))
    return plan.model_copy(update={"steps": kept}) if len(kept) < len(plan.steps) else plan


_OF_THE_FLIGHT = frozenset(
    (
        "day",
        "off_block",
        "arrive_by",
        "return_day",
        "return_off_block",
        "return_by",
        "people",
        "nationals",
        "aircraft_type",
    )
)


def with_all_of_its_flight(plan: Plan, said: Said) -> Plan:
    """ "On part samedi pour Lausanne, resto au bord du lac et retour avant la nuit": what another part tells of the flight."""
    flown = [step for step in plan.steps if step.tool == TRIP]
    if len(flown) != 1 or len(plan.steps) == 1 or plan.made_by == "followup":
        return plan
    given, whole = flown[0].arguments, trip(said.again())
    undated = not given.get("day")
    same = ("from_location", "to_location", "via", *(() if undated else ("day",)))
    if any(whole.get(name) != given.get(name) for name in same):
        return plan
    more = {name: value for name, value in whole.items() if name in _OF_THE_FLIGHT and name not in given}
    if undated and whole.get("day") and whole.get("return_day"):
        more["return_day"] = whole["return_day"]  # where the part knew none but that of leaving
    if not more:
        return plan
    steps = tuple(step.varied(**more) if step.tool == TRIP else step for step in plan.steps)
    return plan.model_copy(update={"steps": steps})


def with_its_fuel(plan: Plan, said: Said) -> Plan:
    """ "Lyon to Girona Thursday, back Saturday, it burns 28 an hour and I have 150 litres": the fuel of it beside the plan."""
    flown = [step for step in plan.steps if step.tool == TRIP]
    burning = find_burning(said.slots.low)
    if len(flown) != 1 or burning.burn_lph is None or any(step.tool == FUEL for step in plan.steps):
        return plan
    given = flown[0].arguments
    start = given.get("from_location") or said.home
    if not start or not given.get("to_location") or plan.made_by == "followup":
        return plan
    kept = {name: given[name] for name in ("to_location", "aircraft_type", "cruise_speed_kts") if given.get(name)}
    tanks = {"usable_l": burning.usable_l} if burning.usable_l is not None else {}
    back = {"return": True} if given.get("return_day") or given.get("return_off_block") else {}
    fuel = ToolCall(
        tool=FUEL, arguments={"from_location": start, **kept, "burn_lph": burning.burn_lph, **tanks, **back}
    )
    return plan.model_copy(update={"steps": (*plan.steps, over_stops(fuel, given))})


_ASKS_TO_LEAVE = re.compile(
    r"\b(?:leave|leaving|depart\w*|take[- ]?off|set off|off[- ]blocks?|los(?:fliegen|fliege)?|abflieg\w*|abflug|partir|décoll\w*|départ(?! d))\b"
)


def with_the_flight_that_lands(plan: Plan, said: Said) -> Plan:
    """ "GAR for Headcorn on Friday, landing at 14, from Le Touquet: when do I send it and when do I leave?": by the flight."""
    if [step.tool for step in plan.steps] != [DEADLINE] or not _ASKS_TO_LEAVE.search(said.slots.low):
        return plan
    given = plan.steps[0].arguments
    ends = {name: given[name] for name in ("from_location", "to_location", "day") if given.get(name)}
    if len(ends) < len(("from", "to", "day")) or not given.get("landing") or given.get("time"):
        return plan
    flown = {
        name: value for name, value in trip(said.again()).items() if name in ("aircraft_type", "cruise_speed_kts")
    }
    lands = ToolCall(tool=TRIP, arguments={**ends, "arrive_by": given["landing"], **flown})
    return plan.model_copy(update={"steps": (lands,), "left_aside": ()})


def with_what_is_kept(plan: Plan, said: Said) -> Plan:
    """The plan with the reminders and the calendar that its message asks for too; what they answer is not left aside."""
    tools = {step.tool for step in plan.steps}
    if not tools & {TRIP, *_KEPT} or (TRIP not in tools and len(plan.steps) > len(_KEPT)):
        return plan
    low, steps = said.slots.low, [step for step in plan.steps if step.tool not in _KEPT or TRIP not in tools]
    reminds = _REMINDING.search(low) is not None and _NO_REMINDER.search(low) is None
    asked = [tool for tool, wanted in ((CALENDAR, said.has("calendar")), (REMIND, reminds)) if wanted]
    if any(step.arguments.get("kept") for step in plan.steps):
        return plan
    held = {step.tool for step in steps}
    steps += [
        ToolCall(tool=tool, arguments=own_moment(said) if tool == REMIND else {})
        for tool in asked
        if tool not in held
    ]
    aside = tuple(text for text in plan.left_aside if not asked or not _WORDS.search(text))
    trip = next((step for step in steps if step.tool == TRIP), None)
    if (
        trip is not None
        and (stop := FUEL_STOP.search(low))
        and not trip.arguments.keys() & {"via", "return_via"}
        and ALONG not in held
    ):
        home: dict[str, JsonValue] = {"from_location": said.home} if said.home else {}
        told = {name: trip.arguments[name] for name in ("from_location", "to_location") if name in trip.arguments}
        ends = {**home, **told}
        if len(ends) == len(("from", "to")):
            within = [code for spot in countries_of_stops(said) if (code := country_of(spot.name, said.deps))]
            wanted: dict[str, JsonValue] = {"has_fuel": True, **({"country": [*within]} if within else {})}
            steps.append(ToolCall(tool=ALONG, arguments={**ends, "filters": wanted}))
            around = low[max(0, stop.start() - 8) : stop.end()]
            aside = tuple(text for text in aside if text.lower() not in around)
    return plan.model_copy(update={"steps": tuple(steps), "left_aside": aside})
