"""Two questions of one report are one: "quel vent à Toulouse et quel QNH" is asked for once, and told with both."""

from __future__ import annotations

from agent import regex as re
from agent.language.judged import wants_a_judgement
from agent.language.runways_said import find_runway
from agent.protocol import Plan, ToolCall

WEATHER, FACTS, ACROSS, MINIMA = "get_weather", "get_airport_details", "get_runway_wind", "set_minima"
BRIEF = "get_day_brief"
RULE, TERM, FIGURES = "answer_rules_question", "explain_term", "get_aircraft_figures"
_GOOD_FOR_VFR = re.compile(
    r"\b(?:good|ok|okay|fine|suitable|gut|reicht|bon|bonne)\b.{0,12}\b(?:for|für|pour)\b.{0,8}\b(?:vfr|vmc)\b|\bis it vfr\b"
)
"""Asked of a report that is told: whether it is good enough is the pilot's to say."""
_NAMED = "elements"
_CIRCUITS_FLOWN = re.compile(
    r"\b(?:few|some|couple of|do|doing|fly|flying|for|practi[cs]e|paar|einige|für|quelques|des|pour des) (?:circuits|touch and goes|platzrunden|tours de piste)\b"
)
_STATION = re.compile(
    r"^(?!.*\b(?:trains?|rail\w*|bus|tube|metro|zug|bahn\w*|gare)\b).*\b(?:nearest|closest|next|nächste\w*) stations?\b"
)
_VFR_UNTIL = re.compile(
    r"\b(?:how (?:long|late)|until (?:when|what time)|till when|wie (?:lange|spät)|bis wann|jusqu'à (?:quand|quelle heure))\b.*\b(?:vfr|fly|fliegen|voler)\b"
)
""" "How long may I fly VFR" beside the sun of a day: until night begins there, which is told with it."""


_KIND_BEHIND = re.compile(
    r"\b(?:and|plus|und|et|also|sowie) (?:the |les? |die |das |den |dem |its |their )?(?:metars?|tafs?)\b"
    r"(?:\W+(?:please|pls|too|as well|bitte|auch|aussi|svp|stp))*\W*$"
)
""" "METAR for Southampton and Farnborough and the TAF please": of both, not of the last place alone."""


def of_one_report(plan: Plan, text: str) -> Plan:
    """The plan with neighbouring questions of one report, or of one runway and the wind on it, put together."""
    if (both := _of_both_kinds(plan, text)) is not None:
        return both
    plan = _with_report_of_the_flight(plan, text)
    steps: list[ToolCall] = []
    for step in plan.steps:
        joined = _with(steps[-1], step, text) if steps else None
        if joined is None:
            steps.append(step)
        else:
            steps[-1] = joined
    return plan if len(steps) == len(plan.steps) else plan.model_copy(update={"steps": tuple(steps)})


def _with(one: ToolCall, other: ToolCall, text: str) -> ToolCall | None:
    return _joined(one, other) or _judged(one, other, text) or _across_a_limit(one, other, text)


def _across_a_limit(one: ToolCall, other: ToolCall, text: str) -> ToolCall | None:
    """ "Wind auf der 08 okay? max Seitenwind 12 kt": the wind alone and what of it blows across are one, on that runway."""
    if (one.tool, other.tool) == (MINIMA, ACROSS) and not other.arguments.keys() & {"runway", "wind"}:
        told = {name: value for name, value in one.arguments.items() if name != "offered"}
        runway = find_runway(text)
        if runway is None or not told.keys() <= _AS_LIMIT.keys() or "crosswind_limit_kt" in other.arguments:
            return None
        return other.varied(runway=runway[2], **{_AS_LIMIT[name]: value for name, value in told.items()})
    if (one.tool, other.tool) == (BRIEF, FACTS) and other.arguments.get("about") == ["sun"]:
        back = _BACK.search(text.lower()) and not one.arguments.keys() & {"return_day", "return_time"}
        return one.varied(one_way=None, by_day=True) if back else None
    if (one.tool, other.tool) != (WEATHER, ACROSS) or one.arguments.get(_NAMED) not in (
        ["wind"],
        ["wind", "gust"],
    ):
        return None
    places, field = one.arguments.get("places"), other.arguments.get("icao_code")
    alone = isinstance(places, list) and len(places) == 1 and (places[0] == field or len(str(places[0])) != _CODE)
    if not alone or any(one.arguments.get(name) != other.arguments.get(name) for name in ("day", "time", "until")):
        return None
    if other.arguments.get("runway") or other.arguments.get("wind"):
        return other
    runway = find_runway(text)
    return other.varied(runway=runway[2]) if runway else other


_CODE = 4
_BACK = re.compile(r"\b(?:back|home|return\w*|zurück|rückflug|heim|wieder da|retour|rentr\w*|revenir)\b")
_AROUND = "search_pois"
_AS_LIMIT = {"crosswind_kt": "crosswind_limit_kt", "gust_kt": "gust_limit_kt"}


def _of_both_kinds(plan: Plan, text: str) -> Plan | None:
    """Reports and forecasts of every place that a message names, where the second kind stands behind them all."""
    if len(plan.steps) != 2 or _KIND_BEHIND.search(text.lower()) is None:
        return None
    one, other = plan.steps
    if (one.tool, other.tool) != (WEATHER, WEATHER):
        return None
    first, second = one.arguments, other.arguments
    if sorted(str(call.get("kind")) for call in (first, second)) != ["metar", "taf"]:
        return None
    a, b = first.get("places"), second.get("places")
    if not isinstance(a, list) or not isinstance(b, list) or len(b) != 1:
        return None
    rest = {name: value for name, value in first.items() if name not in ("kind", "places")}
    if rest != {name: value for name, value in second.items() if name not in ("kind", "places")}:
        return None
    places = [*a, *(place for place in b if place not in a)]
    return plan.model_copy(update={"steps": (ToolCall(tool=WEATHER, arguments={"places": places, **rest}),)})


def _with_report_of_the_flight(plan: Plan, text: str) -> Plan:
    """ "Any SIGMETs on the way to Calvi, and what's the TAF?": the one of the field, not what the letters mean."""
    steps = list(plan.steps)
    for at, step in enumerate(steps):
        kind = str(step.arguments.get("term", "")).lower()
        flown = next((s.arguments.get("to_location") for s in steps[:at] if s.arguments.get("to_location")), None)
        if step.tool != TERM or kind not in ("taf", "metar") or not isinstance(flown, str):
            continue
        if re.search(rf"\b(?:the|its|le|son|das|der|den|die)\s+{kind}\b", text.lower()):
            steps[at] = ToolCall(tool=WEATHER, arguments={"places": [flown], "kind": kind})
    if steps == [*plan.steps]:
        return plan
    left = tuple(words for words in plan.left_aside if not re.search(r"\bsigmets?\b", words.lower()))
    return plan.model_copy(update={"steps": tuple(steps), "left_aside": left})


def _judged(one: ToolCall, other: ToolCall, text: str) -> ToolCall | None:
    """ "METAR for Glasgow, and is it fit for a Cub?": neither the aircraft nor an approach is asked about."""
    about = other.arguments.get("about")
    if one.tool == WEATHER and other.tool == FACTS and about == ["transport"] and _STATION.search(text.lower()):
        return one  # "METAR for Sywell and the nearest station": one that reports
    if (
        one.tool == WEATHER
        and other.tool == FACTS
        and about == ["circuit"]
        and _CIRCUITS_FLOWN.search(text.lower())
    ):
        return one  # "thinking of a few circuits"
    beside = other.tool in (RULE, FIGURES) or (other.tool == FACTS and about in (["approaches"], ["circuit"]))
    return one.varied(verdict=True) if one.tool == WEATHER and beside and wants_a_judgement(text.lower()) else None


def _joined(one: ToolCall, other: ToolCall) -> ToolCall | None:
    a, b = one.arguments, other.arguments
    if (one.tool, other.tool) == (WEATHER, WEATHER):
        named = [calls.get(_NAMED) for calls in (a, b)]
        same = {k: v for k, v in a.items() if k != _NAMED} == {k: v for k, v in b.items() if k != _NAMED}
        first, second = named
        if same and isinstance(first, list) and isinstance(second, list):
            return one.varied(**{_NAMED: [*first, *(name for name in second if name not in first)]})
    if one.tool == WEATHER and a.get("weighed") and other.tool == _AROUND and not b.get("interests"):
        return one  # "où c'est le plus calme": the air, and nothing to see there
    if (one.tool, other.tool) == (WEATHER, RULE) and _GOOD_FOR_VFR.search(str(b.get("question")).lower()):
        return one.varied(category=True)
    if (one.tool, other.tool) == (FACTS, RULE) and a.get("about") == ["sun"]:
        return one if _VFR_UNTIL.search(str(b.get("question")).lower()) else None
    if (one.tool, other.tool) == (FACTS, ACROSS):
        runways = a.get("runways")
        of_it = a.keys() <= {"icao_code", "runways", "about"} and a.get("about") in (None, ["runway"])
        same = b.get("icao_code") == a.get("icao_code") and not b.keys() & {"runway", "wind"}
        if of_it and isinstance(runways, list) and len(runways) == 1 and same:
            return other.varied(runway=runways[0])
    return None
