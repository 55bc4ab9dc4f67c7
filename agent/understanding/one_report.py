"""Two questions of one report are one: "quel vent à Toulouse et quel QNH" is asked for once, and told with both."""

from __future__ import annotations

from agent.protocol import Plan, ToolCall

WEATHER, FACTS, ACROSS = "get_weather", "get_airport_details", "get_runway_wind"
_NAMED = "elements"


def of_one_report(plan: Plan) -> Plan:
    """The plan with neighbouring questions of one report, or of one runway and the wind on it, put together."""
    steps: list[ToolCall] = []
    for step in plan.steps:
        joined = _joined(steps[-1], step) if steps else None
        if joined is None:
            steps.append(step)
        else:
            steps[-1] = joined
    return plan if len(steps) == len(plan.steps) else plan.model_copy(update={"steps": tuple(steps)})


def _joined(one: ToolCall, other: ToolCall) -> ToolCall | None:
    a, b = one.arguments, other.arguments
    if (one.tool, other.tool) == (WEATHER, WEATHER):
        named = [calls.get(_NAMED) for calls in (a, b)]
        same = {k: v for k, v in a.items() if k != _NAMED} == {k: v for k, v in b.items() if k != _NAMED}
        first, second = named
        if same and isinstance(first, list) and isinstance(second, list):
            return one.varied(**{_NAMED: [*first, *(name for name in second if name not in first)]})
    if (one.tool, other.tool) == (FACTS, ACROSS):
        runways = a.get("runways")
        of_it = a.keys() <= {"icao_code", "runways", "about"} and a.get("about") in (None, ["runway"])
        if of_it and isinstance(runways, list) and len(runways) == 1 and b == {"icao_code": a.get("icao_code")}:
            return other.varied(runway=runways[0])
    return None
