"""Makes a plan of the readings of one message: its calls, joined, with what was left unsaid."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.lexicon import load_lexicon
from agent.language.said import Said, Span
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.beside.amounts_left import amounts_left
from agent.understanding.clauses.facts_beside import OWN_WORDS, facts_beside
from agent.understanding.clauses.left_over import left_over
from agent.understanding.clauses.report_and_question import REPORT
from agent.understanding.in_hand.context import Known
from agent.understanding.in_hand.turning import KEPT_BY_A_TAP, TOLD, changed_plan, whole_change
from agent.understanding.in_hand.which_of import COMPARED
from agent.understanding.reader.asking import OFFERED_BELOW, clarification, label_of
from agent.understanding.reader.each import MOST_STEPS, each
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import CHANGE, DISTRESS, NOTHING, TALK, VARY, Reading
from agent.understanding.reader.tool_names import CARD, DISTANCE
from agent.understanding.reader.unread import LISTS, unheard, unread
from tongue import later, say

DISTRESS_FROM = 0.5
LONGEST_REPEATED = 60
"""Letters of a question that stays unanswered."""
NONSENSE_TO = 0.35
"""What has no word that is known is read as something when that is surer than this: "borkum" after a fee."""
CHANGES_NOTHING = later("I cannot tell what of the last answer that asks: name the place, the day or the fact.")
HARDLY_LACKS = 0.1
"""A reading that is less likely is not asked for what it lacks, in a chat: "cancel it" is no question of reviews."""
ERRAND = later("I file, book and ring nothing for you.")
NO_AIRSPACE = later("Airspace is not in my data: its classes and limits stand on the chart and in the AIP.")


def _may_mean_something(text: str, reader: Reader) -> bool:
    """A figure or a term of the glossary."""
    return any(one.isdigit() for one in text) or bool(reader.deps.glossary.meanings(text))


def _told_of_a_change(change: str, memory: Known) -> str:
    """What is answered where nothing can be changed; a note that was proposed is kept by a tap alone."""
    return KEPT_BY_A_TAP if change == "undo" and memory.tool == REPORT else TOLD[change]


def plan_of_readings(
    readings: list[Reading], said: Said, memory: Known, conversation: Conversation, reader: Reader
) -> Plan:
    """The plan of the questions of a message."""
    first = readings[0]
    if first.tool == DISTRESS and first.sure >= DISTRESS_FROM:
        return Plan(emergency=True)
    if first.tool == CHANGE:
        turned = changed_plan(said, memory, conversation)
        if turned is not None:
            return turned
        for change in said.all_of(*TOLD):
            return Plan(confidence=0.9, reasoning=say(_told_of_a_change(change.concept, memory)))
    if (whole := whole_change(said)) is not None:
        return Plan(confidence=0.9, reasoning=say(_told_of_a_change(whole, memory)))
    if first.tool in (TALK, NOTHING, DISTRESS, CHANGE, VARY):
        is_talk = first.tool == TALK and not reader.knows_no_word_of(said)
        told = say(ERRAND) if first.tool == NOTHING and said.has("errand") else ""
        if first.tool == NOTHING and _of_airspace(said):
            return Plan(confidence=0.9, reasoning=say(NO_AIRSPACE))
        return Plan(confidence=round(first.sure, 3), reasoning=told, talk=is_talk)
    unsure = first.call is None or first.sure < NONSENSE_TO or (first.said is not None and not first.said.used)
    if unsure and reader.knows_no_word_of(said) and not _may_mean_something(said.slots.text, reader):
        return Plan(
            confidence=round(first.sure, 3), reasoning=""
        )  # "asdf": no question, whatever was asked before
    if first.call is None and memory.call is not None and first.sure < HARDLY_LACKS:
        return Plan(confidence=round(first.sure, 3), reasoning=say(CHANGES_NOTHING))
    if first.call is None:
        return Plan(steps=(clarification(first),), confidence=round(first.sure, 3))
    if len(readings) == 1 and first.call.arguments.keys() <= _A_PLACE and _of_airspace(said):
        return Plan(confidence=0.9, reasoning=say(NO_AIRSPACE))
    beside = [call for reading in readings if (call := facts_beside(reading)) is not None]
    calls = [step for reading in readings if reading.call for step in each(reading.call, reader.deps)]
    fits = [reader.fit(step) for step in (*calls, *beside)]
    steps = _joined([fit.call for fit in fits])
    too_many = [label_of(step, reader.deps.countries) for step in steps[MOST_STEPS:]]
    left_aside = tuple(
        dict.fromkeys(
            [
                *(word for fit in fits for word in fit.left_aside),
                *(unsaid := [text for text in _unsaid(readings) if not _is_asked(text, said, steps)]),
                *(word for word in left_over(said, readings, steps) if not any(word in text for text in unsaid)),
                *(word for word in amounts_left(steps, said) if not any(word in text for text in unsaid)),
                *too_many,
            ]
        )
    )
    sure = min(reading.sure for reading in readings)
    if [step.tool for step in steps] == [DISTANCE] and _says_two_ends_alone(said):
        sure = max(sure, reader.deps.behaviour.planning.ask_below)
    made_by = "followup" if any(reading.varied for reading in readings) else "reader"
    return Plan(
        steps=tuple(steps[:MOST_STEPS]),
        others=_others(first, reader)
        if sure < max(OFFERED_BELOW, reader.deps.behaviour.planning.ask_below)
        else (),
        answer_style="detailed" if said.all_of("at_length") else "brief" if said.all_of("in_short") else "normal",
        confidence=round(sure, 3),
        made_by=made_by,
        left_aside=left_aside,
    )


_WAY = re.compile(r"(?:\W|\b(?:from|to|de|du|des|d|à|au|aux|vers|l|le|la|von|nach|ab)\b)*", re.IGNORECASE)


def _says_two_ends_alone(said: Said) -> bool:
    """ "EGTF to LFMD", "Cannes – Ajaccio": the way between them, whatever was spoken of before."""
    spots = sorted(said.slots.spots, key=lambda spot: spot.start)
    text, at, between = said.slots.text, 0, ""
    for spot in spots:
        between += text[at : spot.start] + " "
        at = spot.end
    return len(spots) == 2 and _WAY.fullmatch(between + text[at:]) is not None


_A_PLACE = frozenset({"icao_code", "location_query", "query"})
"""What a call holds that asks a place for nothing."""


def _of_airspace(said: Said) -> bool:
    """ "Airspace of Geneva", "Luftraum um Genf": asked of a place alone, and no table holds it."""
    lexicon = load_lexicon(said.deps.settings.data / "language", "lacking")
    found = {mention.concept for mention in lexicon.mentions(said.slots.words)}
    return found == {"thing.airspace"} and bool(said.slots.spots)


_OF_A_FIELD = frozenset((CARD, COMPARED, *OWN_WORDS))
_TOLD_IN_A_LIST = ("runway",)
"""What a list tells of each field."""


def _unsaid(readings: list[Reading]) -> list[str]:
    """What of a message no question of it holds: words of a wish, and whole questions."""
    named = {tool: known.named for tool, known in registry.readings().items()}
    wishes = [
        word
        for r in readings
        if r.call and r.said and len(readings) == 1
        for word in unread(r.call, r.said, named[r.tool])
    ]
    passed_over = [
        text
        for r in readings
        if r.call and r.said
        for text in unheard(
            r.said,
            (*named[r.tool], *_TOLD_IN_A_LIST[: r.tool in LISTS]),
            _taken_beside(r, readings),
            of_a_field=r.tool in _OF_A_FIELD,
        )
    ]
    unanswered = [text for r in readings for text in r.unanswered]
    left = [_repeated(text) for text in (*passed_over, *unanswered)]
    return [*(word for word in wishes if not any(word in text for text in left)), *left]


def _is_asked(text: str, said: Said, steps: list[ToolCall]) -> bool:
    """Whether a rule is asked in just these words, apart from the rest of the message."""
    asked = [str(step.arguments.get("question", "")) for step in steps]
    return any(text in one and len(one) < len(said.slots.text) for one in asked)


def _taken_beside(reading: Reading, readings: list[Reading]) -> list[Span]:
    """What the other readings of the same words took of them."""
    text = reading.said.slots.text if reading.said else ""
    others = (r.said for r in readings if r is not reading and r.said)
    return [span for said in others if said.slots.text == text for span in said.used]


def _repeated(text: str) -> str:
    """A question that stays unanswered, as it is named to the pilot."""
    words = text.strip(" .,;:?!")
    return words if len(words) <= LONGEST_REPEATED else f"{words[:LONGEST_REPEATED].rpartition(' ')[0]} ..."


def _others(first: Reading, reader: Reader) -> tuple[ToolCall, ...]:
    """What else may have been meant; it opens the rooms of other tools, so a sure question does not ask for it."""
    calls = [call for other in first.others if other.call for call in each(other.call, reader.deps)[:1]]
    return tuple(reader.fit(call).call for call in calls)


def _joined(steps: list[ToolCall]) -> list[ToolCall]:
    """The steps, several questions for what is known of one airfield or one pair as one: "grass at Sandown, a cafe there?".

    A list with part of another's wishes is no question of its own.
    """
    kept: list[ToolCall] = []
    for step in steps:
        last = kept[-1] if kept else None
        if last is not None and last.tool == step.tool and _but_about(last) == _but_about(step):
            about = [a for one in (last, step) if isinstance(a := one.arguments.get("about"), list)]
            if len(about) == 2:
                first, second = about
                both: JsonValue = [*first, *(a for a in second if a not in first)]
                kept[-1] = ToolCall(tool=step.tool, arguments={**step.arguments, "about": both})
                continue
        if any(_is_within(step, other) for other in kept):
            continue  # "in Croatia under 25 euros and with avgas": the list of both wishes holds that of one
        kept = [other for other in kept if not _is_within(other, step)]
        kept.append(step)
    return kept


def _is_within(call: ToolCall, other: ToolCall) -> bool:
    """Whether one list is asked for with part of the wishes of another."""
    if call.tool != other.tool or call.tool not in LISTS:
        return False
    wishes, more = (one.arguments.get("filters") for one in (call, other))
    own, held = (wishes if isinstance(wishes, dict) else {}), (more if isinstance(more, dict) else {})
    bare, whole = (
        {name: value for name, value in one.arguments.items() if name != "filters"} for one in (call, other)
    )
    return own.items() <= held.items() and bare.items() <= whole.items()


def _but_about(call: ToolCall) -> dict[str, JsonValue]:
    return {name: value for name, value in call.arguments.items() if name != "about"}
