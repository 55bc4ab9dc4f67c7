"""Prior notice with a model: what it may read, and that it never makes a notice shorter."""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

import agent.subjects.notice.words
from agent import registry
from agent.aviation.facts import AirfieldFacts, Facts, FactSource, NoticeText
from agent.aviation.notice import NoticeRule, parse_notice
from agent.aviation.notice_model import ProposedNotice, merged, read_on
from agent.behaviour import load_prompt
from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import ModelError
from agent.llm.model import Meter
from agent.llm.scripted import ScriptedModel
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.writing.write import Talk, write

NOW = datetime(2026, 2, 10, 9, 0, tzinfo=UTC)
assert agent.subjects.notice.words  # it registers itself
LONG_STORY = (
    "Pilots wishing to visit ring the office on 01234 567890; the office wants to hear from you 26 full hours "
    "ahead of touching down, and on Sundays even earlier."
)


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


def with_model(text: str, *rules: dict[str, Any]) -> tuple[NoticeRule, ...]:
    return merged(parse_notice(text), ProposedNotice.model_validate({"rules": list(rules)}), text).rules


def hours_of(rules: tuple[NoticeRule, ...]) -> list[tuple[str, float | None]]:
    return [(rule.kind, rule.hours) for rule in rules]


def test_a_number_that_the_parser_left_open_is_read_from_the_words() -> None:
    rules = with_model("PPR 24", {"service": "ppr", "kind": "hours", "hours": 24})
    assert hours_of(rules) == [("on_request", None), ("hours", 24)]
    assert [rule.read_by for rule in rules] == ["parser", "model"]


@pytest.mark.parametrize(
    "rule",
    [
        {"service": "ppr", "kind": "hours", "hours": 12},
        {"service": "ppr", "kind": "specific_time", "cut_off": "15:00", "business_day_offset": 1},
        {"service": "ppr", "kind": "business_day", "business_day_offset": 3},
        {"service": "ppr", "kind": "hours", "hours": 24, "weekdays": [6, 7]},
        {"service": "ppr", "kind": "hours", "hours": 24, "months": [7]},
        {"service": "ppr", "kind": "hours", "hours": 24, "phone": "01234 567891"},
        {"service": "ppr", "kind": "hours", "hours": 24, "email": "ops@field.example"},
        {"service": "ppr", "kind": "hours", "hours": 24, "condition": "for helicopters"},
        {"service": "ppr", "kind": "hours"},
        {"service": "ppr", "kind": "h24"},
        {"service": "ppr", "kind": "as_ad_hours"},
    ],
)
def test_what_the_words_do_not_bear_out_is_not_believed(rule: dict[str, Any]) -> None:
    text = "PPR 24, ring 01234 567890"
    assert with_model(text, rule) == parse_notice(text).rules


def test_a_figure_of_a_phone_number_is_no_lead_time() -> None:
    text = "Contact the operator, 01234 12 34 56"
    assert with_model(text, {"service": "ppr", "kind": "hours", "hours": 12}) == parse_notice(text).rules


def test_what_was_read_stays_when_a_model_reads_less() -> None:
    text = "PPR 48 HR, PPR 24"
    before = parse_notice(text).rules
    assert any(rule.kind == "unknown" for rule in before)
    rules = with_model(text, {"service": "ppr", "kind": "hours", "hours": 24})
    assert max(rule.hours or 0 for rule in rules) == 48
    assert {rule for rule in hours_of(before) if rule[0] != "unknown"} <= set(hours_of(rules))


def test_unknown_stays_where_a_model_speaks_for_fewer_flights_or_on_a_condition() -> None:
    text = "PPR 24 on Sundays, for helicopters and non-Schengen flights"
    fewer = {"service": "ppr", "kind": "hours", "hours": 24}
    base = parse_notice("see AD 2.20: 24, SUN, non-Schengen, helicopters")
    words = "see AD 2.20: 24, SUN, non-Schengen, helicopters"
    for more in ({"weekdays": [7]}, {"flight_classes": ["neither"]}, {"condition": "helicopters"}):
        proposed = ProposedNotice.model_validate({"rules": [{**fewer, **more}]})
        assert any(r.kind == "unknown" for r in merged(base, proposed, words).rules), (text, more)


async def test_a_model_is_asked_only_for_what_the_parser_left_open(deps: Deps) -> None:
    for text, asked in (("PPR 24 HR", 0), ("H24", 0), ("PPR 24", 1)):
        model = ScriptedModel({"rules": ['{"rules": []}']})
        await read_on(parse_notice(text), text, deps.settings, deps.behaviour, model, Meter())
        assert len(model.asked) == asked, text
    assert model.asked[0][1][0].content == load_prompt(deps.settings, deps.behaviour, "notice")


@pytest.mark.parametrize("reply", ["nonsense", '{"rules": [{"service": "tea"}]}', ModelError("down")])
async def test_a_model_that_fails_changes_nothing(deps: Deps, reply: str | Exception) -> None:
    read = parse_notice("PPR 24")
    model = ScriptedModel({"rules": [reply]})
    assert await read_on(read, "PPR 24", deps.settings, deps.behaviour, model, Meter()) == read


async def test_switched_off_or_without_a_model_nothing_is_asked(deps: Deps) -> None:
    read = parse_notice("PPR 24")
    model = ScriptedModel({"rules": ['{"rules": [{"service": "ppr", "kind": "hours", "hours": 24}]}']})
    off = deps.behaviour.model_copy(
        update={"notice_reading": deps.behaviour.notice_reading.model_copy(update={"enabled": False})}
    )
    assert await read_on(read, "PPR 24", deps.settings, off, model, Meter()) == read
    assert await read_on(read, "PPR 24", deps.settings, deps.behaviour, None, Meter()) == read
    assert not model.asked


async def test_the_pilot_reads_who_read_it_and_the_words_themselves(deps: Deps) -> None:
    source = FactSource(name="AIP of a test")
    text = NoticeText("LFEC", ("ppr",), LONG_STORY, "AD 2.3 (12)", source, date(2026, 2, 1))
    reply = json.dumps({"rules": [{"service": "ppr", "kind": "hours", "hours": 26, "phone": "01234 567890"}]})
    given = dataclasses.replace(deps, given_model=ScriptedModel({"rules": [reply]}))
    vars(given)["facts"] = Facts({"LFEC": AirfieldFacts("LFEC", (), (text,))})
    assert parse_notice(LONG_STORY, ("ppr",)).rules[0].kind == "unknown"
    question = Question(text="asked", at=NOW, chat="club")
    call = ToolCall(tool="get_notification_for_airport", arguments={"icao_code": "LFEC", "date": "2026-02-12"})
    result = await registry.run(call, registry.ToolContext(deps=given, question=question))
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=given)
    said = write(result, talk).text
    assert "26 h before" in said
    assert "Read by a model: check the wording." in said
    assert "the office wants to hear from you 26 full hours" in said
