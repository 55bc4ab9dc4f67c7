"""What is asked back: for what a question lacks, or which of two or three readings was meant."""

from __future__ import annotations

from datetime import date

from pydantic import JsonValue

from agent import registry
from agent.aviation.countries import Countries
from agent.protocol import Plan, Suggestion, ToolCall
from agent.understanding.reader.reading import Reading
from tongue import SOURCE, country_name, later, say, spoken

CLARIFY = "ask_clarifying_question"

_ASK_FOR: dict[str, tuple[str, tuple[str, ...]]] = {
    "icao_code": (later("Which airfield? Give me its code or name."), ()),
    "icao_codes": (later("Which airfields shall I compare? Give me two codes or names."), ()),
    "from_location": (later("From where? Give me a code or a town, or set your base with /home."), ()),
    "to_location": (later("To where? Give me a code or a town."), ()),
    "origin": (later("From where? Give me a town."), ()),
    "destination": (later("To where? Give me a town."), ()),
    "location_query": (later("Around which place? Give me a code or a town."), ()),
    "near": (later("Around which place? Give me a code or a town."), ()),
    "city": (later("For which town?"), ()),
    "places": (later("For which airfield? Give me its code or name."), ()),
    "query": (
        later("In which country or region, or near which place?"),
        (later("France"), later("Germany"), later("United Kingdom")),
    ),
    "country": (later("For which country?"), (later("France"), later("Germany"), later("United Kingdom"))),
    "country_code": (later("For which country?"), (later("France"), later("Germany"), later("United Kingdom"))),
    "countries": (later("For which country?"), (later("France"), later("Germany"), later("United Kingdom"))),
    "here": (later("Where are you? Share your position, or give me a code or town."), ()),
    "question_ids": (later("Which question? Give me its id."), ()),
    "report": (
        later("Which report: the GAR, a general declaration, the police, or a flight plan?"),
        ("GAR", "gendec"),
    ),
    "term": (later("Which term?"), ()),
    "aircraft_type": (later("Which aircraft type?"), ("C172", "PA28", "SR22")),
}


def clarification(reading: Reading) -> ToolCall:
    """The question back for what a tool lacks."""
    question, options = _ASK_FOR.get(
        reading.missing, (later("Tell me a little more: for which airfield or place?"), ())
    )
    return ToolCall(
        tool=CLARIFY,
        arguments={
            "question": say(question),
            **({"options": [say(option) for option in options]} if options else {}),
            "tool": reading.tool,
            "arguments": reading.arguments,
            "missing": reading.missing,
        },
    )


def asks_where(plan: Plan) -> bool:
    """Whether a plan asks back around which place: the pilot's own, it may be."""
    where = ("here", "location_query", "near")
    return any(call.tool == CLARIFY and call.arguments.get("missing") in where for call in plan.steps)


MOST_MEANINGS = 3
WHICH = later("I am not sure what you mean. Is it one of these?")
IS_IT_THIS = later("I am not sure what you mean. Is it this?")
KEEPS = frozenset(("set_minima",))
"""Tools that keep something without a tap: what may not have been meant is offered, and not done."""
HARDLY = 0.25
"""A reading less likely than this is offered even where nothing else may have been meant (one in seven was right)."""
OFFERED_BELOW = 0.7
"""Where a reading is less likely, the next one is a button under its answer: one in three was wrong."""
_SUBJECTS = (
    *(
        "from_location",
        "origin",
        "to_location",
        "destination",
        "icao_code",
        "icao_codes",
        "places",
        "location_query",
    ),
    *("near", "city", "place", "query", "country", "country_code", "countries", "aircraft_type", "term", "topic"),
)
"""The arguments that say what a call is about."""
_TOPICS = ("about", "day", "date", "report", "interests")
LONGEST_LABEL = 40


def doubtful(plan: Plan, countries: Countries) -> Plan:
    """The question which of its readings was meant; the plan itself where only one can be offered and is likely enough.

    Two tools of the rules are not asked about: either answers the question.
    """
    if len(plan.steps) != 1 or plan.steps[0].tool == CLARIFY:
        return plan
    kinds = [tool.kind for call in (*plan.steps, *plan.others[:1]) if (tool := registry.known(call.tool))]
    if kinds == ["rules", "rules"]:
        return plan
    if _tells_what_it_took(plan):
        return plan
    meant: dict[str, ToolCall] = {}
    for call in (*plan.steps, *plan.others):
        meant.setdefault(label_of(call, countries), call)
    if len(meant) < 2 and plan.steps[0].tool not in KEEPS and plan.confidence >= HARDLY:
        return plan
    options: list[JsonValue] = [
        {"label": label, "call": call.model_dump(mode="json")} for label, call in meant.items()
    ]
    which = WHICH if len(meant) > 1 else IS_IT_THIS
    arguments: dict[str, JsonValue] = {"question": say(which), "meanings": options[:MOST_MEANINGS]}
    return plan.model_copy(update={"steps": (ToolCall(tool=CLARIFY, arguments=arguments),), "others": ()})


_FACTS = frozenset(("get_airport_details", "get_notification_for_airport"))
_HEADS = {
    **dict.fromkeys(_FACTS, ("about",)),
    **dict.fromkeys(("find_airports_near_location", "search_airports"), ("filters", "priority_strategy")),
    "search_pois": ("interests",),
    "compare_airfields": ("about",),
}
"""The arguments of which an answer's first line says what it took."""
_OF_A_REPORT = {"get_border_brief": "about_report", "get_report_deadline": "report"}
_LIKELY_ENOUGH = 0.3
"""A reading of a field's facts or of a list is answered from here: the answer's first line says what was taken."""


def _tells_what_it_took(plan: Plan) -> bool:
    """Named facts of one field (a word beside them left aside and named: "pa28"), or fields by named conditions.

    The field and the fact, or the conditions, head the answer, and the next reading is a button under it.
    """
    call = plan.steps[0]
    if (
        call.arguments.get(_OF_A_REPORT.get(call.tool, ""))
        and {"from_location", "to_location"} <= call.arguments.keys()
    ):
        return plan.confidence >= _LIKELY_ENOUGH  # its hours head the answer whichever of them is asked
    named = any(call.arguments.get(name) for name in _HEADS.get(call.tool, ()))
    told = len(plan.left_aside) <= (call.tool in _FACTS)
    return named and plan.confidence >= _LIKELY_ENOUGH and told


def rather(plan: Plan, countries: Countries) -> Suggestion | None:
    """The next likeliest meaning of a message that was answered though it was not read surely."""
    if plan.confidence >= OFFERED_BELOW or len(plan.steps) != 1 or plan.steps[0].tool == CLARIFY:
        return None
    own = label_of(plan.steps[0], countries)
    other = next((call for call in plan.others if label_of(call, countries) != own), None)
    if other is None:
        return None
    label = label_of(other, countries)
    return Suggestion(text=label, call=other, category="meaning", label=say("Or: {meaning}", meaning=label))


def meanings_of(asked: ToolCall) -> list[ToolCall]:
    """The calls between which a question back lets one choose, the likeliest first."""
    meanings = asked.arguments.get("meanings")
    calls = [m.get("call") for m in meanings if isinstance(m, dict)] if isinstance(meanings, list) else []
    return [ToolCall.model_validate(call) for call in calls if call]


def label_of(call: ToolCall, countries: Countries) -> str:
    """A call as a button names it: "Weather: LFAT, EGKB", "Distance and time: EGTF – LFAT"."""
    known = registry.readings().get(call.tool)
    called = (say(known.called) if known else "") or call.tool.replace("_", " ").capitalize()
    ends = [call.arguments.get(name) for name in ("from_location", "to_location")]
    if all(isinstance(end, str) for end in ends):
        words = [" – ".join(str(end) for end in ends)]
    else:
        words = [word for name in _SUBJECTS for word in _words(call.arguments.get(name), name, countries)]
    words += [
        say(word)
        for name in _TOPICS
        for word in _words(call.arguments.get(name), name, countries)
        if _is_said(word, name)
    ]
    words = list(dict.fromkeys(words))
    for kept in range(len(words), 0, -1):
        label = say("{name}: {value}", name=called, value=", ".join(words[:kept]))
        if len(label) <= LONGEST_LABEL:
            return label
    return called


def _is_said(word: str, name: str) -> bool:
    """Whether a topic has a name in the language spoken; one that has none is left out of a button."""
    return spoken() == SOURCE or not name.startswith(("about", "report")) or say(word) != word


def _day(said: str) -> str:
    """ "Sun 29 Nov"; what is no date ("weekend", "same day") as it stands."""
    try:
        return say("{day:%a} {day.day} {day:%b}", day=date.fromisoformat(said[:10]))
    except ValueError:
        return said


def _words(value: JsonValue, name: str, countries: Countries) -> list[str]:
    found = [str(one) for one in value] if isinstance(value, list) else [value] if isinstance(value, str) else []
    if name.startswith("countr"):
        return [country_name(country.name) if (country := countries.get(one)) else one for one in found]
    if name.endswith(("day", "date")):
        return [_day(one) for one in found]
    if name == "query":
        return [country_name(one) for one in found]
    return [one.replace("_", " ") for one in found if one]
