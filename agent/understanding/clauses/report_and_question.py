"""What is asked beside a report that is told: "any reports on Wangerooge? I was there yesterday, coffee good"."""

from __future__ import annotations

from datetime import date

from agent import regex as re
from agent.protocol import Plan, ToolCall
from agent.subjects.reports.reading import POSTS
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reader import Reader

REPORT = "propose_report"
_SENTENCES = re.compile(r"(?<=[.?!])\s+")
_LEADS_ON = re.compile(r"^(?:and|und|et|also|so|but|aber|mais)\s+(?:also |auch |aussi )?", re.IGNORECASE)


def with_the_question_apart(plan: Plan, today: date, reader: Reader) -> Plan:
    """The plan with what is asked answered first, and the report kept without it and without the asking to keep it."""
    if [step.tool for step in plan.steps] != [REPORT]:
        return plan
    report = plan.steps[0]
    text = str(report.arguments.get("text") or "")
    sentences = _SENTENCES.split(text)
    asked = [one for one in sentences if one.endswith("?") and POSTS.search(one) is None]
    told = " ".join(one for one in sentences if one not in asked)
    kept = POSTS.sub("", _LEADS_ON.sub("", told)).strip()
    if not kept or kept == text:
        return plan
    readings = [reader.decide(reader.said(one, today), Known()) for one in asked]
    calls = [one.call for one in readings if one.call is not None and one.call.tool != REPORT]
    left = tuple(one for one, reading in zip(asked, readings, strict=True) if reading.call not in calls)
    steps: tuple[ToolCall, ...] = (*calls, report.varied(text=kept))
    aside = tuple(words for words in plan.left_aside if words.casefold() not in text.casefold())
    return plan.model_copy(update={"steps": steps, "left_aside": (*aside, *left)})
