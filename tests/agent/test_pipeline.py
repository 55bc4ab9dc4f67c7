"""One question from its words to its answer: events in order, memory kept, failures that do not stick."""

from __future__ import annotations

import dataclasses
import re
from datetime import date, timedelta
from typing import Any

import pytest

from agent.errors import ModelError
from agent.llm.scripted import ScriptedModel
from agent.pipeline import EMERGENCY, LONGEST_QUESTION, answer
from agent.protocol import (
    Conversation,
    Done,
    Event,
    Failed,
    Location,
    Planned,
    Question,
    TextDelta,
    Thinking,
    ToolCall,
    ToolFinished,
    ToolStarted,
    UiReady,
)
from agent.writing.presented import presented


async def _events(text: str, deps: Any, conversation: Conversation | None = None, **question: Any) -> list[Event]:
    asked = Question(text=text, at=deps.now(), **question)
    return [event async for event in answer(asked, conversation or Conversation(), deps)]


def _done(events: list[Event]) -> Done:
    (done,) = [event for event in events if isinstance(event, Done)]
    return done


async def test_the_events_come_in_the_order_a_page_shows_them(deps: Any) -> None:
    events = await _events("How far from EGTF to LFMD", deps)
    kinds = [type(event) for event in events if not isinstance(event, TextDelta)]
    assert kinds == [Planned, Thinking, ToolStarted, ToolFinished, UiReady, Done]


async def test_a_question_back_has_nothing_to_draw(deps: Any) -> None:
    call = ToolCall(tool="ask_clarifying_question", arguments={"question": "From where?"})
    events = await _events("", deps, call=call)
    assert [event for event in events if isinstance(event, UiReady)] == []
    assert "From where?" in _done(events).answer.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How far from EGTF to LFMD", ["Read as: Distance and time", "EGTF", "LFMD"]),
        ("airports near Annecy with avgas", ["Fields around", "Annecy"]),
        ("plan a day in Jaipur", ["Plan the stop", "Jaipur"]),
    ],
)
async def test_what_was_understood_is_one_sentence_beside_the_answer(
    deps: Any, text: str, words: list[str]
) -> None:
    events = await _events(text, deps)
    (thought,) = [event.text for event in events if isinstance(event, Thinking)]
    assert [word for word in words if word not in thought] == []
    assert "\n" not in thought and len(thought) <= 400
    assert thought not in _done(events).answer.text


async def test_a_follow_up_says_what_it_goes_on_from(deps: Any) -> None:
    first = _done(await _events("How far from EGTF to LFMD", deps)).conversation
    events = await _events("140 knots", deps, first)
    (thought,) = [event.text for event in events if isinstance(event, Thinking)]
    assert thought.startswith("Read as going on from the last question: Distance and time (EGTF, LFMD")


async def test_the_streamed_pieces_are_the_answer(deps: Any) -> None:
    events = await _events("How far from EGTF to LFMD at 120 knots", deps)
    streamed = "".join(event.delta for event in events if isinstance(event, TextDelta))
    assert streamed == _done(events).answer.text


async def test_distress_without_a_place_is_answered_alone_and_leaves_no_trace(deps: Any) -> None:
    events = await _events("engine fire, low fuel, where?", deps)
    done = _done(events)
    assert done.answer.text == EMERGENCY
    assert (done.suggestions, done.sources, done.answer.choices) == ((), (), ())
    assert done.conversation == Conversation()


@pytest.mark.parametrize(
    "call",
    [
        "got ice in the carb over the firth, rpm dropping, what do i do",
        "Motor läuft plötzlich rau und die Drehzahl fällt, was tun",
        "le moteur ratatouille et perd des tours, je fais quoi",
    ],
)
async def test_a_rough_engine_is_told_the_carburettor_heat_behind_the_first_words(call: str, deps: Any) -> None:
    text = _done(await _events(call, deps)).answer.text
    assert re.search("full carburettor heat|Vergaservorwärmung voll|réchauffage carburateur à fond", text)
    assert re.search(r"SAIB CE-09-35 (?:Jun|juin)\s2009", text)


@pytest.mark.parametrize("call", ["engine stopped at 2000 ft", "engine fire", "wings iced up over the Alps"])
async def test_what_is_no_rough_engine_is_told_nothing_of_the_carburettor(call: str, deps: Any) -> None:
    assert "carburettor" not in _done(await _events(call, deps)).answer.text


async def test_in_distress_the_first_words_come_at_once_and_the_nearest_fields_after_them(deps: Any) -> None:
    events = await _events("engine rough near LFAT", deps)
    pieces = [event.delta for event in events if isinstance(event, TextDelta)]
    assert pieces[0] == EMERGENCY
    done = _done(events)
    assert done.answer.text == "".join(pieces)
    lines = done.answer.text.splitlines()
    assert "LFAT" in next(line for line in lines if line.startswith("- "))
    assert len([line for line in lines if line.startswith("- **")]) == 5
    assert "OurAirports" in lines[-1]
    assert (done.suggestions, done.answer.choices) == ((), ())
    assert done.conversation == Conversation()


async def test_in_distress_a_shared_position_gives_distance_and_bearing(deps: Any) -> None:
    done = _done(await _events("engine fire", deps, place=Location(lat=50.6, lon=2.2)))
    lines = [line for line in done.answer.text.splitlines() if line.startswith("- ")]
    fields = [line for line in lines if line.startswith("- **")]
    assert len(fields) == 5
    assert all(re.search(r" · \d+ nm \d{3}° · ", field) for field in fields)
    (unknown,) = [line for line in lines if line not in fields]  # Verchocq has no runway in any table
    assert re.search(r"Verchocq Airpark \d+ nm \d{3}°", unknown)


async def test_in_distress_a_frequency_is_shown_only_from_the_aip(deps: Any) -> None:
    english = _done(await _events("engine fire near EGKB", deps))
    assert not re.search(r"\d{3}\.\d{3}", english.answer.text)
    french = _done(await _events("engine fire near LFAT", deps))
    assert re.search(r"LFAT .*(?:TWR|AFIS|A/A|APP) 1\d\d\.\d+", french.answer.text)
    assert any("AIP" in source.name for source in french.sources)


async def test_far_from_any_field_the_answer_is_the_radio_alone(deps: Any) -> None:
    done = _done(await _events("engine fire", deps, place=Location(lat=-48.9, lon=-123.4)))
    assert done.answer.text == EMERGENCY


async def test_the_memory_knows_what_was_asked_shown_and_is_missing(deps: Any) -> None:
    first = _done(await _events("How long from EGTF to LFMD", deps)).conversation
    assert first.pending["me"].missing.key == "cruise_speed"
    assert first.last_plan is not None
    second = _done(await _events("airports near Annecy", deps, first)).conversation
    assert "me" not in second.pending
    assert second.shown
    assert [turn.text for turn in second.turns] == ["How long from EGTF to LFMD", "airports near Annecy"]


async def test_in_a_group_a_pending_question_is_its_askers(deps: Any) -> None:
    first = _done(await _events("How long from EGTF to LFMD", deps, person="ana")).conversation
    second = _done(await _events("How far from EGKB to LFAT at 100 kt", deps, first, person="ben")).conversation
    assert set(second.pending) == {"ana"}


async def test_an_old_pending_question_expires(deps: Any) -> None:
    first = _done(await _events("How long from EGTF to LFMD", deps, person="ana")).conversation
    late = Question(text="LFAT", at=deps.now() + timedelta(hours=2), person="ben")
    (done,) = [event async for event in answer(late, first, deps) if isinstance(event, Done)]
    assert not done.conversation.pending


async def test_a_question_that_cannot_be_answered_as_put_is_what_the_chat_is_about(deps: Any) -> None:
    events = await _events("how far from LFAT to LFAT", deps)
    failed = events[-1]
    assert isinstance(failed, Failed)
    assert "same place" in failed.message
    assert not any(isinstance(event, Done) for event in events)
    assert failed.conversation is not None
    then = next(e for e in await _events("from EGKB", deps, failed.conversation) if isinstance(e, Planned)).plan
    assert then.steps[0].tool == "calculate_flight_distance"
    assert then.steps[0].arguments["from_location"] == "EGKB"
    assert then.steps[0].arguments["to_location"] == "LFAT"


async def test_a_part_of_a_country_by_two_words_of_the_compass_is_said(deps: Any) -> None:
    done = _done(await _events("airfields in south east England with a hard runway", deps))
    assert "south-east of England" in done.answer.text


async def test_five_thousand_characters_are_refused_in_one_sentence(deps: Any) -> None:
    (failed,) = await _events("a" * 5000, deps)
    assert isinstance(failed, Failed)
    assert f"{LONGEST_QUESTION:,}" in failed.message


async def test_the_notice_is_given_once_a_day(deps: Any) -> None:
    first = _done(await _events("LFAT", deps))
    second = _done(await _events("EGKB", deps, first.conversation))
    later = Question(text="LFBZ", at=deps.now() + timedelta(days=1), person="ana")
    (third,) = [event async for event in answer(later, second.conversation, deps) if isinstance(event, Done)]
    assert "Not for operational use" in first.answer.text
    assert "Not for operational use" not in second.answer.text
    assert "Not for operational use" in third.answer.text


def test_a_memory_that_an_older_version_kept_is_read_and_told_anew() -> None:
    assert Conversation.model_validate_json('{"shown": ["LFAT"], "disclaimed": true}') == Conversation(
        shown=("LFAT",)
    )
    kept = Conversation(disclaimed=date(2026, 5, 10))
    assert Conversation.model_validate_json(kept.model_dump_json()) == kept


@pytest.mark.parametrize(
    "text",
    [
        "Tell me about LFAT",
        "grass strips near Bruges",
        "how long from Sywell to Texel at 110 kt",
        "EGKA to LFRG via EGMD on Saturday 10:00, home Sunday 15:00 in a DR400",
        "do I need customs from LFAT to EGKB?",
        "Vergleiche EDNY und EDTY",
        "fiche de LFBZ",
    ],
)
async def test_suggestions_differ_in_kind_are_four_at_most_and_never_the_question_itself(
    deps: Any, text: str
) -> None:
    events = await _events(text, deps)
    done, plan = _done(events), next(event.plan for event in events if isinstance(event, Planned))
    texts = [suggestion.text for suggestion in done.suggestions]
    assert 1 <= len(texts) == len(set(texts)) <= 4
    assert len({suggestion.category for suggestion in done.suggestions}) == len(texts)
    assert text not in texts and all(suggestion.call not in plan.steps for suggestion in done.suggestions)


@pytest.mark.parametrize("text", ["", " ", "🛩️🛩️", "\u202e\u202d", "A\u0301" * 200, "\ud800", "\x00", "?" * 500])
async def test_odd_text_is_answered_without_an_exception(deps: Any, text: str) -> None:
    assert await _events(text, deps)


# --- with a model ----------------------------------------------------------------------------------

OPENING = "France asks for no flight plan in general."


def _with_model(deps: Any, **script: Any) -> Any:
    return dataclasses.replace(deps, given_model=ScriptedModel(script))


async def test_a_models_opening_is_streamed_before_what_it_rests_on(deps: Any) -> None:
    helped = _with_model(deps, rules=[OPENING])
    plain = _done(await _events("Do I need a flight plan for VFR in France?", deps))
    events = await _events("Do I need a flight plan for VFR in France?", helped)
    done = _done(events)
    assert done.answer.text.startswith(OPENING)
    assert plain.answer.text in done.answer.text
    assert "".join(e.delta for e in events if isinstance(e, TextDelta)) == done.answer.text
    assert done.model_calls == 1
    assert presented(done).startswith("Made with the help of a model, ")


async def test_a_model_that_invents_is_cut_and_the_template_stays_whole(deps: Any) -> None:
    helped = _with_model(deps, rules=["In France you file 90 minutes before. More here."])
    plain = _done(await _events("Do I need a flight plan for VFR in France?", deps))
    done = _done(await _events("Do I need a flight plan for VFR in France?", helped))
    assert "90" not in done.answer.text
    assert plain.answer.text in done.answer.text
    assert done.notes == ("ungrounded: rules",)
    assert presented(done).startswith("Made by templates, a model was asked in vain, ")


async def test_a_model_that_fails_changes_nothing_for_the_pilot(deps: Any) -> None:
    helped = _with_model(deps, rules=[ModelError("down")])
    plain = _done(await _events("Do I need a flight plan for VFR in France?", deps))
    assert _done(await _events("Do I need a flight plan for VFR in France?", helped)).answer == plain.answer


async def test_an_unsure_reader_lets_the_model_plan_and_checks_its_plan(deps: Any) -> None:
    plan = '{"steps": [{"tool": "get_airport_details", "arguments": {"icao_code": "LFAT"}}]}'
    route = '{"path": "database", "confidence": 0.9}'
    helped = _with_model(deps, router=[route], planner=[plan])
    vague = "that seaside aerodrome by the lighthouse, what of it"
    always = helped.behaviour.planning.model_copy(update={"ask_below": 1.0})
    helped.__dict__["behaviour"] = helped.behaviour.model_copy(update={"planning": always})
    planned = next(e for e in await _events(vague, helped) if isinstance(e, Planned)).plan
    assert planned.made_by == "model"
    assert planned.steps[0].arguments == {"icao_code": "LFAT"}
