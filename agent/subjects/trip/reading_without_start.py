"""Reads one report asked of a trip whose start is not known: it is told of the end that is, and the start stays asked."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent.language.ends import country_of, field_of
from agent.language.reports import REPORTS
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.border.report_asked import matter_of
from agent.subjects.border.state_says import PLAN_OVER_BORDER

_MOST_WORDS = 20


def without_start(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "GAR: who files it and by when" of a trip to Lydd; None where the start is known or another place is named."""
    end = trip.get("to_location")
    if trip.get("from_location") or said.home or not isinstance(end, str):
        return None
    goal = field_of(end, said.deps)
    others = [spot for spot in said.slots.spots if spot.kind != "here" and field_of(spot.name, said.deps) != goal]
    named = {REPORTS[mention.concept] for mention in said.all_of(*REPORTS)}
    if others or said.slots.countries or len(named) != 1 or len(said.slots.words) > _MOST_WORDS:
        return None
    (report,) = named
    homeward = bool(said.all_of("reverse"))
    day = said.day() if said.slots.days else trip.get("return_day" if homeward else "day")
    clocks = said.clocks()
    hour = said.clock(clocks[0]) if clocks else trip.get("return_off_block" if homeward else "off_block")
    given: dict[str, JsonValue] = {
        "report": report,
        "from_location" if homeward else "to_location": end,
        **({"day": day} if day else {}),
        **({"time": hour} if day and hour else {}),
    }
    if report == "GAR" and (matter := matter_of(said.slots.text, said.deps.settings.data / "language")):
        given["about"] = matter
    if report == "flight_plan" and not homeward:
        return _plan_into(end, said)
    said.take_all()
    return ToolCall(tool="get_report_deadline", arguments=given)


def _plan_into(end: str, said: Said) -> ToolCall | None:
    """Whether a flight over the border into the end's state takes a plan: filed where one leaves, which is not known."""
    country = country_of(end, said.deps)
    held = said.deps.rules.corpus.questions.get(PLAN_OVER_BORDER)
    if country is None or held is None:
        return None
    said.take_all()
    return ToolCall(tool="answer_rules_question", arguments={"question": held.text, "country_code": country})
