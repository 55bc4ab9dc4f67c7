"""Answers one question: plan, tools, words, payload, memory. The story, top to bottom."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import cast

from pydantic import JsonValue

from agent import registry
from agent.deps import Deps
from agent.errors import AgentError
from agent.first_questions import first_questions
from agent.language.courtesy import Courtesy, courtesy
from agent.language.distress import load_distress
from agent.language.spoken import language_of
from agent.language.wording import plain, word_set
from agent.llm.model import Meter
from agent.locate import misspelt
from agent.payload import build_ui_payload
from agent.protocol import (
    Answer,
    Choice,
    Conversation,
    Done,
    Event,
    Failed,
    Headline,
    Marker,
    Part,
    Passage,
    Pending,
    Plan,
    Planned,
    Profile,
    Question,
    Source,
    SourceList,
    Suggestion,
    TextDelta,
    Thinking,
    ToolCall,
    ToolFinished,
    ToolResult,
    ToolStarted,
    Turn,
    UiReady,
)
from agent.registry import ToolContext
from agent.subjects.airfield.elsewhere import taken_for_town
from agent.subjects.airfield.tool import AirportDetails
from agent.subjects.border.crossing import CrossingAirports
from agent.subjects.finding.airport_list import AirportList
from agent.subjects.finding.at_once import fields_at_once
from agent.subjects.weather.carburettor import CARBURETTOR
from agent.taps import choice, examples_of, leading, plan_of
from agent.told import as_told, with_told
from agent.understanding import make_plan, where_is
from agent.understanding.beside.limits_beside import offered_beside
from agent.understanding.in_hand import references
from agent.understanding.in_hand.gone_back import earlier
from agent.understanding.in_hand.start_waiting import stays_asked
from agent.understanding.model import plan_with_model
from agent.understanding.next_query import well_worded
from agent.understanding.reader.asking import CLARIFY, doubtful, meanings_of, rather
from agent.understanding.reader.unread import LISTS, WITHIN, carriers
from agent.understanding.understood import in_words
from agent.writing.aside import OF_A_LIMIT, is_told, left_aside
from agent.writing.citations import dated
from agent.writing.parts import opening as first_sentences
from agent.writing.prose import material_of, opening, wants_prose
from agent.writing.told_once import told_once
from agent.writing.write import Talk, suggest, write
from tongue import SOURCE, later, say, say_many, speaking, spoken

EMERGENCY = later("Fly the aircraft. Call on your current frequency or 121.5. Squawk 7700.")
"""The answer to a message from the air or in distress, sent before anything is looked up."""

RADIO_FAILURE = later(
    "Fly the aircraft. Radio alone: squawk 7600, stay in visual conditions, land at the nearest suitable field, "
    "look for light signals. In danger: 7700."
)
"""The answer where only the radio has failed: SERA.14083(d) and the code of SERA.13010, as the rules hold them."""

ROUGH_ENGINE = later(
    "**Rough or losing power, with a carburettor: full carburettor heat at once, and leave it on.** It may run "
    "rougher while the ice clears. Your flight manual leads."
)
"""What is said next where an engine runs rough: FAA SAIB CE-09-35 and the CAA's leaflet, both in `_OF_ICE`."""
_OF_ICE = (
    Source(
        name="FAA SAIB CE-09-35",
        url="https://shackelford.law/news-aviation/faa-issues-carburetor-icing-saib",
        as_of=date(2009, 6, 30),
    ),
    Source(
        name="CAA Safety Sense leaflet 14",
        url="https://studylib.net/doc/18211828/safetysense-leaflet-14-piston-engine-icing",
        as_of=date(2013, 1, 1),
    ),
)

WELCOME = later(
    "I plan with you: distances and stops, what an airfield asks of you, the rules of each "
    "country, the hours on the ground."
)
WELCOME_EXAMPLES = (
    choice(later("Airports near Annecy"), "find_airports_near_location", location_query="Annecy"),
    choice(
        later("How far from EGKB to LFAT"), "calculate_flight_distance", from_location="EGKB", to_location="LFAT"
    ),
    choice(later("VFR rules in Germany"), "browse_rules", country_code="DE", category="VFR"),
)


def welcome_examples() -> tuple[Choice, ...]:
    """The examples in the language that is spoken."""
    return tuple(
        one.model_copy(update={"label": say(one.label), "text": say(one.text)}) for one in WELCOME_EXAMPLES
    )


ASK_ME = later("Ask me for a field, a route, a rule or a trip.")
LONGEST_COURTESY = 4
"""Words of a greeting that is taken for one however it was read."""
NOT_UNDERSTOOD = later("I did not understand that.")
_COURTESIES: dict[Courtesy, str] = {
    "thanks": later("You are welcome."),
    "farewell": later("Goodbye."),
    "greeting": later("Hello."),
}
NOTICE = later(
    "Not for operational use. I cannot see NOTAMs: check AIP, NOTAM and weather, "
    "as at [EAD Basic](https://www.ead.eurocontrol.int)."
)
"""Said once in a conversation."""
NOTICE_BESIDE_NOTAMS = later(
    "Not for operational use: check AIP, NOTAM and weather, as at [EAD Basic](https://www.ead.eurocontrol.int)."
)
"""The same where the answer itself says which NOTAMs are seen."""

LONGEST_QUESTION = 4_000
MOST_SOURCES = 4
"""Named in the last line; all of them are in the result."""

LONGEST_HEADLINE = 240
"""Letters of a first line that is set as one."""

_NO_LINE = ("- ", "* ", "> ", "|", "#", "```", "1. ")
"""How a list, a table or a quotation begins: it goes on below its first line."""


TURNS_KEPT = 10
TURN_LENGTH = 600
PENDING_LASTS = timedelta(hours=1)


Trip = dict[str, JsonValue] | None


@dataclass(frozen=True)
class _Step:
    call: ToolCall
    result: ToolResult


async def answer(question: Question, conversation: Conversation, deps: Deps) -> AsyncIterator[Event]:
    """Yield the events of one answer, at last `Done` or `Failed`: the chat knows what was asked either way.

    It speaks the pilot's language between two events, whatever task asks for the next one.
    """
    language = language_of(question, conversation)
    async with aclosing(_events(question, conversation.model_copy(update={"tongue": language}), deps)) as events:
        while True:
            with speaking(language):
                event = await anext(events, None)
            if event is None:
                return
            yield event


async def _events(question: Question, conversation: Conversation, deps: Deps) -> AsyncGenerator[Event]:
    clock = _Clock()
    if len(question.text) > LONGEST_QUESTION:
        yield Failed(
            say(
                "That is {count:,} characters. Ask in {most:,} or fewer.",
                count=len(question.text),
                most=LONGEST_QUESTION,
            )
        )
        return
    plan: Plan | None = None
    kept, question = question.profile, as_told(question, conversation)
    try:
        meter = Meter()
        plan = await _plan(question, conversation, deps)
        if _is_unsure(plan, deps):
            plan = (
                doubtful(plan, deps.countries)
                if deps.model is None
                else await plan_with_model(question, conversation, deps, deps.model, deps.behaviour, plan, meter)
            )
        clock.mark("plan")
        yield Planned(plan)
        if plan.emergency:
            first = _first_words(question.text, deps)
            yield TextDelta(first)
            fields, sources = _fields_around(question, deps)
            if _may_be_ice(question.text, deps):
                fields = "\n\n".join(
                    part for part in (f"{say(ROUGH_ENGINE)} ({sources_line(_OF_ICE)})", fields) if part
                )
                sources = (*_OF_ICE, *sources)
            if fields:
                yield TextDelta(f"\n\n{fields}")
            text = "\n\n".join(part for part in (first, fields) if part)
            yield Done(conversation, Answer(text=text), sources=sources, timings_ms=clock.timings())
            return
        yield Thinking(in_words(plan))
        asked, known = _known(question, conversation)
        steps: list[_Step] = []
        problems: list[str] = []
        for call in plan.steps:
            yield ToolStarted(call.tool, call.arguments)
            context = registry.ToolContext(
                deps, asked, known, earlier=tuple(step.result for step in steps), meter=meter
            )
            begun = time.perf_counter()
            try:
                result = await registry.run(call, context)
            except AgentError as error:
                problems.append(error.user_message)
                yield ToolFinished(call.tool, False, (time.perf_counter() - begun) * 1000)
                continue
            steps.append(_Step(call, result))
            yield ToolFinished(call.tool, result.found, (time.perf_counter() - begun) * 1000)
        clock.mark("tools")
    except AgentError as error:
        yield Failed(error.user_message, _with_plan(question, conversation, plan, kept) if plan else None)
        return
    if problems and not steps:
        yield Failed("\n".join(dict.fromkeys(problems)), _with_plan(question, conversation, plan, kept))
        return

    drafts = _drafts(asked, known, plan, tuple(steps), deps)
    aside = left_aside(_passed_over(question, plan, steps, drafts, deps))
    shown = ""
    if aside:
        yield TextDelta(f"{aside}\n\n")
    async with aclosing(_prose(question, tuple(steps), drafts, deps, meter)) as prose:
        async for piece in prose:
            shown += piece
            yield TextDelta(piece)
    if shown:
        clock.mark("prose")
    looking = registry.ToolContext(deps, asked, known, meter=meter)
    drafts = tuple([await _leading(draft, step, looking) for step, draft in zip(steps, drafts, strict=True)])
    offered = [rather(plan, deps.countries), *_next_questions(question, conversation, plan, tuple(steps), deps)]
    suggestions = await leading(tuple(filter(None, offered)), looking)
    whole, suggestions, sources = _compose(
        question, conversation, plan, tuple(steps), drafts, (aside, shown), tuple(problems), suggestions, deps
    )
    clock.mark("words")
    begun = (f"{aside}\n\n" if aside else "") + shown.strip()
    for piece in _pieces(whole.text[len(begun) :]):
        yield TextDelta(piece)
    if deps.model is not None and deps.behaviour.next_query_prediction.model_wording and spoken() == SOURCE:
        suggestions = await well_worded(suggestions, question, deps, deps.model, deps.behaviour, meter)
        clock.mark("suggestions")
    payload = build_ui_payload(plan, tuple((step.call, step.result) for step in steps), suggestions)
    if payload is not None:
        yield UiReady(payload)
    yield Done(
        conversation=_remember(question, conversation, plan, tuple(steps), whole, kept, deps),
        answer=whole,
        results=tuple(step.result for step in steps),
        sources=sources,
        suggestions=suggestions,
        model_calls=meter.calls,
        tokens=meter.tokens,
        cost_usd=meter.usd,
        notes=tuple(meter.notes),
        helped=bool(shown) or plan.made_by == "model",
        timings_ms=clock.timings(),
    )


_WISHED_OF_LISTS = word_set(
    """
    border crossing designated known grenze grenzen frontiere runway runways rwy rwys surface length longer shorter
    max maximum minimum min close closer closest nearest across beside past half middle haut bas cb nb matin midi
    number numbers
    """
)
"""Words that only carry a wish elsewhere, and are one of a list: "close to the border"."""
_LIMITS = frozenset(("crosswind_limit_kt", "gust_limit_kt"))


def _passed_over(
    question: Question, plan: Plan, steps: Sequence[_Step], drafts: Sequence[Answer], deps: Deps
) -> list[str]:
    """What neither the plan nor a tool took account of; words that an answer speaks of all the same are not named.

    Of a list each wish counts: its words may stand in any row; what only carries a wish is none.
    """
    unread = [*plan.left_aside]
    fillers = carriers(deps.settings.data / "language")
    if any(step.call.tool in LISTS or WITHIN in step.call.arguments for step in steps):
        fillers -= _WISHED_OF_LISTS
        unread = [wish for wish in unread if wish not in question.text or not is_told(wish, "", fillers)]
    else:
        if any(_LIMITS & step.call.arguments.keys() for step in steps):
            fillers |= OF_A_LIMIT
        told = "\n".join(draft.text for draft in drafts)
        unread = [wish for wish in unread if wish not in question.text or not is_told(wish, told, fillers)]
    return [*unread, *(wish for step in steps for wish in step.result.left_aside)]


async def _plan(question: Question, conversation: Conversation, deps: Deps) -> Plan:
    """The plan of a tap is its call; all else is read; limits beside a question are offered."""
    if question.call is not None:
        return plan_of(question.call, deps)
    return offered_beside(await make_plan(question, conversation, deps), question.text)


def _known(question: Question, conversation: Conversation) -> tuple[Question, Conversation]:
    """What tools and templates may know: never the sentence, the plan says it all; of a tap only its call."""
    asked = question.model_copy(update={"text": ""})
    if question.call is None:
        return asked, conversation
    return asked, conversation.model_copy(update={"turns": (), "last_plan": None})


def _fields_around(question: Question, deps: Deps) -> tuple[str, tuple[Source, ...]]:
    """The nearest fields to a pilot in distress, where the position is known; ("", ()) else."""
    try:
        where = where_is(question, deps)
        if where is None:
            return "", ()
        fields, sources = fields_at_once(
            where.lat, where.lon, where.name, deps, is_reckoned=where.is_reckoned, away=where.away
        )
    except Exception:  # noqa: BLE001  the words that were sent stand, whatever fails behind them
        return "", ()
    return "\n\n".join(part for part in (fields, sources_line(sources)) if part), sources


def _first_words(text: str, deps: Deps) -> str:
    """What is said at once to a call for help."""
    distress = load_distress(deps.settings.data / "language")
    return say(RADIO_FAILURE if distress.is_of_the_radio_alone(plain(text)) else EMERGENCY)


def _may_be_ice(text: str, deps: Deps) -> bool:
    """Whether a call for help tells of a rough engine, or of ice in a carburettor."""
    said = plain(text)
    distress = load_distress(deps.settings.data / "language")
    return distress.is_of_a_rough_engine(said) or CARBURETTOR.search(text.casefold()) is not None


def _is_unsure(plan: Plan, deps: Deps) -> bool:
    """Whether the reader would rather be helped: by a model, or by the pilot."""
    if plan.emergency or plan.made_by == "tap" or (plan.made_by == "followup" and deps.model is not None):
        return False
    planning = deps.behaviour.planning
    return (planning.enabled or deps.model is None) and plan.confidence < planning.ask_below


# --- words -----------------------------------------------------------------------------------------


def _drafts(
    question: Question, conversation: Conversation, plan: Plan, steps: tuple[_Step, ...], deps: Deps
) -> tuple[Answer, ...]:
    """Each result in its template's words."""
    for step in steps:
        registry.open_room_of(step.call.tool)
    unwritten = write.dispatch(object)
    if any(write.dispatch(type(step.result)) is unwritten for step in steps):
        registry.open_rooms()  # a result whose words stand in another room than its tool
    return tuple(write(step.result, Talk(question, conversation, plan, step.call, deps)) for step in steps)


async def _prose(
    question: Question, steps: tuple[_Step, ...], drafts: tuple[Answer, ...], deps: Deps, meter: Meter
) -> AsyncGenerator[str]:
    """A model's opening of the first answer that wants one, where a model is set up."""
    if deps.model is None or not deps.behaviour.prose.enabled or spoken() != SOURCE:
        return  # what a model writes can be checked in English alone
    for step, draft in zip(steps, drafts, strict=True):
        wanted = wants_prose(step.call.tool, step.result, draft)
        if wanted is not None:
            material = material_of(step.result, draft)
            told = opening(wanted, question, material, deps, deps.model, deps.behaviour, meter)
            async with aclosing(told) as pieces:
                async for piece in pieces:
                    yield piece
            return


async def _leading(draft: Answer, step: _Step, context: ToolContext) -> Answer:
    """An answer without taps that lead to nothing; what asks back or corrects a name keeps its own."""
    if not step.result.found or step.result.missing_info or not draft.choices:
        return draft
    return draft.model_copy(update={"choices": await leading(draft.choices, context)})


def _next_questions(
    question: Question, conversation: Conversation, plan: Plan, steps: tuple[_Step, ...], deps: Deps
) -> Iterator[Suggestion]:
    """What may be asked after each result."""
    asked, known = _known(question, conversation)
    for step in steps:
        yield from suggest(step.result, Talk(asked, known, plan, step.call, deps))


def _misspelt(question: Question, conversation: Conversation, steps: tuple[_Step, ...], deps: Deps) -> list[str]:
    """Which places were taken for names that nobody knows, each once; a guess is never made in silence."""
    context = ToolContext(deps, question, conversation)
    return list(
        dict.fromkeys(
            line for step in steps if step.result.found for line in misspelt(step.call.arguments, context)
        )
    )


def _compose(
    question: Question,
    conversation: Conversation,
    plan: Plan,
    steps: tuple[_Step, ...],
    parts: tuple[Answer, ...],
    begun: tuple[str, str],
    problems: tuple[str, ...],
    suggestions: tuple[Suggestion, ...],
    deps: Deps,
) -> tuple[Answer, tuple[Suggestion, ...], tuple[Source, ...]]:
    """The whole answer: what stands first (`begun`), each result's words, the question back, the sources."""
    if not plan.steps:
        others = first_questions(question, conversation, welcome_examples(), deps)
        return _without_steps(question, plan, others), (), ()
    chosen = _choose(suggestions, question, plan, deps)
    sources = tuple(dict.fromkeys(source for step in steps for source in step.result.sources))
    begun = (
        begun[0],
        "\n".join(text for text in (begun[1], plan.verdict, *(part.ahead for part in parts)) if text),
    )
    texts = [text.strip() for text in begun if text.strip()]
    order = sorted(range(len(parts)), key=lambda one: not steps[one].result.leads)
    parts = tuple(parts[one] for one in order)
    parts = tuple(
        {part.text or number: part for number, part in enumerate(parts)}.values()
    )  # said alike, said once
    parts = told_once(parts)
    texts += [part.text for part in parts if part.text]
    taken = [taken_for_town(step.call, question.text, deps) for step in steps]
    beside = [*problems, *_misspelt(question, conversation, steps, deps), *filter(None, taken)]
    if plan.made_by == "reader" and plan.reasoning:
        beside.append(plan.reasoning)  # how an unsure question was read, and what of it was passed over
    asking = next((step for step in steps if step.result.missing_info), None)
    ask = asking.result.missing_info[0] if asking else None
    if ask is not None and ask.prompt not in "\n".join([*texts, *beside]):
        beside.append(ask.prompt)
    listed = tuple(source for source in sources if not _stands_in(source, "\n".join([*texts, *beside])))
    line = sources_line(listed)
    told = any(step.result.tells_notams for step in steps) or bool(deps.settings.notam_uk_url)
    notice = say(NOTICE_BESIDE_NOTAMS) if told else say(NOTICE)
    note = "" if conversation.disclaimed == _day(question) else notice
    end = [part for part in (line, note) if part]
    taps = [*examples_of(ask, asking.call)] if ask and asking else []
    taps += [choice for part in parts for choice in part.choices]
    return (
        Answer(
            text="\n\n".join([*texts, *beside, *end]),
            parts=_parts(begun, parts, beside, SourceList(markdown=line, documents=listed, note=note)),
            cards=tuple(card for part in parts for card in part.cards),
            tables=tuple(table for part in parts for table in part.tables),
            choices=tuple({choice.label: choice for choice in taps}.values()),
        ),
        chosen,
        sources,
    )


def _parts(
    begun: tuple[str, str], drafts: tuple[Answer, ...], beside: list[str], sources: SourceList
) -> tuple[Part, ...]:
    """The whole answer in parts; words without any are their first line and the rest. None beside old sheets."""
    if not any(draft.parts for draft in drafts) and any(draft.cards or draft.tables for draft in drafts):
        return ()
    parts: list[Part] = [Passage(markdown=text.strip()) for text in begun if text.strip()]
    for draft in drafts:
        told = list(draft.parts) or _in_parts(draft.text)
        parts += _headed(told) if len(drafts) > 1 else told
    parts += [Passage(markdown=text) for text in beside]
    return (*parts, sources) if sources.markdown or sources.note else tuple(parts)


def _in_parts(text: str) -> list[Part]:
    """Words as their first line, which carries the answer, and what follows it."""
    first, _, rest = text.strip().partition("\n")
    if not first or first.startswith(_NO_LINE) or len(first) > LONGEST_HEADLINE:
        return [Passage(markdown=text)] if first else []
    return [Headline(markdown=first), *([Passage(markdown=rest.strip("\n"))] if rest.strip() else [])]


def _headed(parts: list[Part]) -> list[Part]:
    """One of several answers: where words stand before its headline their first sentence is it, and no other."""
    match parts:
        case [Passage() as words, *rest] if not words.markdown.startswith(_NO_LINE):
            first, more = first_sentences(words.markdown, LONGEST_HEADLINE)
            below = [_unheaded(part) for part in rest]
            return [Headline(markdown=first), *([Passage(markdown=more)] if more else []), *below]
        case _:
            return parts


def _unheaded(part: Part) -> Part:
    if not isinstance(part, Headline):
        return part
    return Passage(markdown="\n".join(line for line in (part.markdown, part.about) if line))


def _without_steps(question: Question, plan: Plan, examples: tuple[Choice, ...]) -> Answer:
    """Small talk in one line; else one line that says nothing was understood, and what can be asked."""
    text = plain(question.text)
    kind = courtesy(text) if plan.talk or len(text.split()) <= LONGEST_COURTESY else None
    if kind in ("thanks", "farewell"):
        return Answer(text=say(_COURTESIES[kind]))
    if plan.talk or kind:
        greeting = f"{say(_COURTESIES[kind])} " if kind else ""
        return Answer(text=f"{greeting}{say(ASK_ME)}", choices=examples)
    said = plan.reasoning if plan.confidence < 1 and plan.reasoning else say(NOT_UNDERSTOOD)
    return Answer(text=f"{said} {say(ASK_ME)}", choices=examples)


def _stands_in(source: Source, told: str) -> bool:
    """Whether the answer names a document beside what stands in it, with its page and day: once is enough."""
    beside = source.url is not None and f"]({source.url})" in told and dated(source)[0] in told
    return beside and not source.stale


def sources_line(sources: tuple[Source, ...]) -> str:
    """One short line: "OurAirports Feb 2026 · AIP France May 2022, VAC France Aug 2022 (old: check)"."""
    said: dict[str, bool] = {}
    credited: set[str] = set()
    for source in sources:
        name, month = dated(source)
        when = f" {month}" if month else ""
        # These licences ask for the link beside the name.
        linked = bool(source.url) and (source.licence or "").startswith(("ODbL", "CC BY"))
        name = f"[{name}]({source.url})" if linked else name
        said.setdefault(f"{name}{when}", source.stale)
        if linked:
            credited.add(f"{name}{when}")
    first = sorted(said.items(), key=lambda one: one[0] not in credited)  # a credit is never folded away
    told = first[: max(MOST_SOURCES, len(credited))]
    old = ", ".join(name for name, stale in told if stale)
    rest = len(said) - len(told)
    more = [say_many("{count} more document", "{count} more documents", rest)] if rest > 0 else []
    aged = [old + say(" (old: check)")] if old else []
    return " · ".join([*(name for name, stale in told if not stale), *aged, *more])


def _choose(
    suggestions: tuple[Suggestion, ...], question: Question, plan: Plan, deps: Deps
) -> tuple[Suggestion, ...]:
    """As many as the behaviour allows, each of another kind, never the question just asked."""
    prediction = deps.behaviour.next_query_prediction
    if not prediction.enabled:
        return ()
    said = question.text.strip().casefold()
    fresh = [s for s in suggestions if s.text.casefold() != said and s.call not in plan.steps]
    first: dict[str, Suggestion] = {}
    for suggestion in fresh:
        first.setdefault(suggestion.category, suggestion)
    return tuple(first.values())[: prediction.max_suggestions]


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces that end with a line: what a channel shows while the rest is on its way."""
    yield from text.splitlines(keepends=True)


def _day(question: Question) -> date:
    """The day whose first answer says what FlyFun is not for."""
    return question.at.astimezone(UTC).date()


# --- memory ----------------------------------------------------------------------------------------


def _remember(
    question: Question,
    conversation: Conversation,
    plan: Plan,
    steps: tuple[_Step, ...],
    whole: Answer,
    kept: Profile,
    deps: Deps,
) -> Conversation:
    """The chat's memory after this answer.

    A pending question is dropped when something else was asked, but a flight's start while it is of that flight.
    """
    turn = Turn(
        text=question.text[:TURN_LENGTH],
        answer=whole.text[:TURN_LENGTH],
        at=question.at,
        person=question.person,
        whole=plan.made_by in ("reader", "model") and bool(plan.steps) and len(question.text) <= TURN_LENGTH,
    )
    pending = {
        person: item
        for person, item in conversation.pending.items()
        if person != question.person and question.at - item.asked_at < PENDING_LASTS
    }
    asked = _pending(question, plan, steps, whole.choices)
    before = conversation.pending.get(question.person)
    if asked is None and before is not None and stays_asked(before, plan, deps):
        asked = before.model_copy(update={"meanwhile": True})
    if asked is not None:
        pending[question.person] = asked
    shown = tuple(dict.fromkeys(code for step in steps for code in _codes(step.result)))
    is_new_list = any(  # one of it keeps the list it is of
        isinstance(step.result, AirportList | CrossingAirports) or hasattr(step.result, "in_reach")
        for step in steps
    )
    trips = [cast(Trip, getattr(step.result, "trip", None)) for step in steps]
    trip = next((kept for kept in reversed(trips) if kept is not None), conversation.trip)
    flights = [cast(Trip, getattr(step.result, "flight_trip", None)) for step in steps]
    flight_trip = next((kept for kept in reversed(flights) if kept is not None), conversation.flight_trip)
    asked_of = _with_plan(question, conversation, plan, kept)
    return Conversation(
        turns=(*conversation.turns, turn)[-TURNS_KEPT:],
        last_plan=asked_of.last_plan,
        earlier=asked_of.earlier,
        shown=shown if is_new_list or not set(shown) <= set(conversation.shown) else conversation.shown,
        mentioned=asked_of.mentioned,
        countries=asked_of.countries,
        pending=pending,
        disclaimed=_day(question) if plan.steps else conversation.disclaimed,
        trip=trip,
        flight_trip=flight_trip,
        told=asked_of.told,
        tongue=conversation.tongue,
    )


_OFFERED_BESIDE = ("set_profile", "set_minima")
"""What was told beside a question is offered to be kept; the chat goes on from the question."""


def _closed(call: ToolCall) -> ToolCall:
    """The question whose folded part was opened by a tap: the chat goes on from all of it."""
    return call.varied(opened=None) if "opened" in call.arguments else call


def _with_plan(question: Question, conversation: Conversation, plan: Plan, kept: Profile) -> Conversation:
    """The chat after a plan; where it asks which of several meanings, the chat is about the likeliest.

    It stays about what it was where that names no place that is new to it: a question back answers nothing.
    """
    if not plan.steps:
        return conversation
    if all(call.tool == CLARIFY for call in plan.steps):
        likeliest = [call for step in plan.steps for call in meanings_of(step)][:1]
        told = references.mentioned(Plan(steps=tuple(likeliest)), ())
        if not likeliest or (conversation.last_plan is not None and set(told) <= {*conversation.mentioned}):
            return conversation
        plan = Plan(steps=tuple(likeliest))
    told_too = plan
    if asked := tuple(_closed(call) for call in plan.steps if call.tool not in _OFFERED_BESIDE):
        plan = plan.model_copy(update={"steps": asked})
    return conversation.model_copy(
        update={
            "last_plan": plan,
            "earlier": earlier(plan, conversation),
            "mentioned": references.mentioned(plan, conversation.mentioned),
            "countries": references.countries_of(plan, conversation.countries),
            "told": with_told(conversation, question, told_too, kept),
        }
    )


def _pending(
    question: Question, plan: Plan, steps: tuple[_Step, ...], choices: tuple[Choice, ...]
) -> Pending | None:
    for number, step in enumerate(steps):
        if step.result.missing_info:
            return Pending(
                plan=plan,
                step=number,
                missing=step.result.missing_info[0],
                choices=choices,
                asked_at=question.at,
            )
    return None


def _codes(result: ToolResult) -> tuple[str, ...]:
    """The airfields a result showed, in order: what "the second one" and "there" refer to."""
    match result:
        case AirportList():
            nearest = result.first_unknown if result.measured and not result.airports else None
            few = tuple(one for one in result.unknown_few if nearest is not None and one.icao != nearest.icao)
            nearly = result.nearly_known or ((nearest, *few) if nearest else ())
            but_for_one = (result.nearest_miss,) if result.nearest_miss else ()
            listed = result.airports or (*nearly, *but_for_one) or result.unknown_few
            return tuple(airport.icao for airport in listed)
        case AirportDetails():
            return (result.airport.icao,) if result.airport else ()
        case CrossingAirports():
            return tuple(field.icao for field in (*result.airports, *result.limited))
        case _:
            code = cast("str | None", getattr(result, "icao", result.only_field))
            compared = cast("tuple[Marker, ...]", getattr(result, "airfields", ()))
            return (code,) if code else tuple(field.icao for field in compared if field.icao)


class _Clock:
    """Wall milliseconds by stage."""

    def __init__(self) -> None:
        self._started = self._last = time.perf_counter()
        self._stages: dict[str, float] = {}

    def mark(self, stage: str) -> None:
        now = time.perf_counter()
        self._stages[stage] = round((now - self._last) * 1000, 2)
        self._last = now

    def timings(self) -> dict[str, float]:
        return {**self._stages, "total": round((time.perf_counter() - self._started) * 1000, 2)}
