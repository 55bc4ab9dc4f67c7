"""What of the air is asked beside the wind on a way: the freezing level and the cloud are the forecast's of both ends."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.weather.pasted import find_pasted, report_of, wind_of

WINDS, ALOFT, OUTLOOK = "get_wind_plan", "get_winds_aloft", "get_outlook"
REPORT, RUNWAYS = "get_weather", "get_runway_wind"
_READ_OUT = re.compile(
    r"\b(?:decod\w+|dekod\w+|entschlüssel\w*|entziffer\w*|translat\w+|übersetz\w*|tradu\w+|décod\w+|read (?:it|this)|explain\w*|erklär\w*|expliqu\w+|"
    r"what does (?:it|this) (?:say|mean)|was (?:heißt|heisst|bedeutet|sagt)|que (?:dit|veut dire))\b"
)
_OF_THE_AIR = re.compile(
    r"\b(?:freezing (?:level|height)s?|zero degree (?:level|isotherm)|0 ?(?:°|degrees?) ?c? (?:level|isotherm)|(?:null|0)[- ]?grad[- ]?grenze\w*|nullgradgrenze\w*|frostgrenze|"
    r"isotherme z[ée]ro|iso ?(?:z[ée]ro|0)|niveau de cong[ée]lation|"
    r"cloud ?(?:bases?|tops?|layers?)|ceilings?|plafonds?|(?:haupt)?wolkenuntergrenze\w*|wolkenobergrenze\w*|(?:base|sommet)s? des nuages|icing|vereisung\w*|givrage)\b"
)


_FREEZING = re.compile(
    r"\b(?:freezing (?:level|height)s?|zero degree (?:level|isotherm)|0 ?(?:°|degrees?) ?c? (?:level|isotherm)|(?:null|0)[- ]?grad[- ]?grenze\w*|nullgradgrenze\w*|frostgrenze|"
    r"isotherme z[ée]ro|iso ?(?:z[ée]ro|0)|niveau de cong[ée]lation)\b"
)


def with_the_freezing_level(plan: Plan, said: Said) -> Plan:
    """ "Any icing over the Highlands today, freezing level?": beside reports, which tell none, the models of that day."""
    if [step.tool for step in plan.steps] != [REPORT] or _FREEZING.search(said.slots.low) is None:
        return plan
    given = plan.steps[0].arguments
    if not given.get("places") or given.get("report"):
        return plan
    day = {"day": given.get("day") or said.today.isoformat()}
    hazards = {"hazards": given["hazards"]} if given.get("hazards") else {}
    outlook = ToolCall(tool=OUTLOOK, arguments={"places": given["places"], **day, **hazards})
    left = tuple(words for words in plan.left_aside if not _FREEZING.search(words.casefold()))
    return plan.model_copy(update={"steps": (outlook,), "left_aside": left})


def with_the_air_beside(plan: Plan, said: Said) -> Plan:
    """ "Freezing level and winds at 5000 between Sywell and Alderney": the wind on the way, and the forecast at its ends."""
    if [step.tool for step in plan.steps] == [REPORT]:
        return with_the_freezing_level(plan, said)
    if len(plan.steps) != 1 or plan.steps[0].tool not in (WINDS, ALOFT):
        return plan
    given = plan.steps[0].arguments
    asked = _OF_THE_AIR.search(said.slots.low)
    if asked is None or given.get("wind") or said.concepts & {"rules"}:
        return plan
    ends: list[JsonValue] = [given[name] for name in ("from_location", "to_location") if given.get(name)]
    places = given.get("places")
    where = ends or (places if isinstance(places, list) else [])
    if not where:
        return plan
    outlook = ToolCall(
        tool=OUTLOOK, arguments={"places": where, "day": given.get("day") or said.today.isoformat()}
    )
    left = tuple(words for words in plan.left_aside if asked[0] not in words.casefold())
    return plan.model_copy(update={"steps": (*plan.steps, outlook), "left_aside": left})


_BACK = re.compile(r"\b(?:zurück|rückflug|heim|retour|back|return(?:ing)?|home|rentre\w*)\b")
_VFR_ASKED = re.compile(r"\b(?:vfr|vmc)\b")
_TO_ITS_HOUR = 24


def with_the_hour_of_return(plan: Plan, said: Said) -> Plan:
    """ "Weather at Sylt tomorrow morning and back around 17:00, is that VFR": of both hours, and the light of that day."""
    if [step.tool for step in plan.steps] != [REPORT]:
        return plan
    report = plan.steps[0]
    places, day = report.arguments.get("places"), report.arguments.get("day")
    if not isinstance(places, list) or len(places) != 1 or not isinstance(day, str):
        return plan
    low = said.slots.low
    home = [
        clock
        for clock in said.clocks()
        if any(0 <= clock.start - word.end() <= _TO_ITS_HOUR for word in _BACK.finditer(low))
    ]
    if len(home) != 1 or (hour := said.clock(home[0], str(places[0]))) is None:
        return plan
    out = report.varied(time=None) if report.arguments.get("time") == hour else report
    steps: tuple[ToolCall, ...] = (out, report.varied(time=hour))
    code = field_of(str(places[0]), said.deps)
    if code and _VFR_ASKED.search(low):
        steps = (
            *steps,
            ToolCall(tool="get_airport_details", arguments={"icao_code": code, "about": ["sun"], "date": day}),
        )
    return plan.model_copy(update={"steps": steps})


def with_the_report_beside(plan: Plan, said: Said) -> Plan:
    """ "Decode EGNM 291120Z … and the crosswind on 32": the report as it is read, and its wind on the runway."""
    pasted = find_pasted(said.slots.text)
    report = report_of(pasted.report, said) if pasted else None
    if pasted is None or report is None or (wind := wind_of(report)) is None:
        return plan
    tools = [step.tool for step in plan.steps]
    if tools == [RUNWAYS] and _READ_OUT.search(said.slots.low):
        read = ToolCall(tool=REPORT, arguments={"report": pasted.report})
        return plan.model_copy(update={"steps": (read, *plan.steps)})
    if tools == [REPORT, RUNWAYS] and not plan.steps[1].arguments.keys() & {"wind", "report"}:
        code = str(plan.steps[1].arguments.get("icao_code") or report.station)
        if code != report.station and any(said.name(spot) == code for spot in said.spots):
            return plan  # of another field, which is named
        blown = plan.steps[1].varied(icao_code=report.station, wind=wind)
        return plan.model_copy(update={"steps": (plan.steps[0], blown)})
    return plan
