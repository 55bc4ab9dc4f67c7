"""Asks about a name that a telephone wrote down by ear: "law tookay" may be Le Touquet.

Only where a question lacks its place: the words that nothing knows are held against the sounds of airfields' names,
the message is read again with what they sound like, and what comes of it is offered for a tap. Nothing is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from agent.aviation.place_sounds import LONGEST, Heard
from agent.aviation.place_words import is_common_word
from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import Word, plain, word_set
from agent.protocol import Plan, Question, ToolCall
from agent.understanding.reader.asking import CLARIFY, MOST_MEANINGS, label_of
from agent.understanding.reader.names_unknown import BEFORE_A_PLACE, said_unknown
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.unread import carriers
from tongue import say, spoken

PLACES = frozenset(
    (
        *("icao_code", "icao_codes", "from_location", "to_location", "location_query", "near", "city", "places"),
        *("query", "origin", "destination"),
    )
)
MOST_NAMES = 2
MOST_UNLIKE = (0.0, 0.0, 0.1, 0.16)
"""The part of the sounds that may differ, by the consonants of the name; with four and more `LONG_UNLIKE`."""
LONG_UNLIKE = 0.25
BEHIND = BEFORE_A_PLACE | word_set("about and is has does past out et und")
"""Words behind which a name stands, if a message does not begin with it."""
_OF = "about"
"""Behind it stands what is asked for, though no other word of the message means anything."""
EACH_CONSONANT = 0.04
"""What a longer name gains over one that sounds nearer and is shorter."""
OF_WORDS_KNOWN = 0.1
"""The part that may differ where the name's words mean something ("black bush"), or less speaks for a name."""
LEAST_OF_ONE = 3
"""Consonants of a name that is one word ("lash" sounds like too much), or that stands behind nothing that asks for one."""
AS_NEAR = 0.06
SURE = 0.5
"""How surely the message must be read with the name in it."""


@dataclass(frozen=True)
class Run:
    """Words of a message that sound like a name, with the airfields whose name it is, likeliest first."""

    words: tuple[Word, ...]
    fields: tuple[Heard, ...]
    score: float


def by_ear(plan: Plan, question: Question, read_as: Callable[[str], Plan], reader: Reader) -> Plan:
    """The question which airfield was meant, where a plan lacks its place and words sound like one; else the plan."""
    text = plain(question.text)
    lacks = _lacks_a_place(plan)
    if not lacks and not _is_of_a_field_in_hand(plan):
        return plan
    said = reader.said(text, question.at.date(), question.place, question.profile.home_base)
    if not lacks:
        if said.slots.spots or not (runs := _apart(_contracted(said, reader))):
            return plan
    elif not plan.steps and not said.free_mentions and not any(word.key == _OF for word in said.slots.words):
        return plan  # "asdf", and talk
    else:
        runs = _apart((*_runs(said, reader), *_contracted(said, reader)))
    for some in [runs[:n] for n in range(1, len(runs) + 1)]:
        meanings: dict[str, ToolCall] = {}
        for fields in _choices(some):
            read = read_as(_with(text, some, fields))
            if read.steps and read.steps[0].tool != CLARIFY and read.confidence >= SURE:
                meanings.setdefault(label_of(read.steps[0], reader.deps.countries), read.steps[0])
        if meanings:
            return _asked(plan, text, some, meanings)
    return said_unknown(plan, said, PLACES) if lacks else plan


def _asked(plan: Plan, text: str, runs: Sequence[Run], meanings: dict[str, ToolCall]) -> Plan:
    heard = ", ".join(say("“{text}”", text=text[run.words[0].start : run.words[-1].end]) for run in runs)
    names = ", ".join(f"{run.fields[0].airport.ident} {run.fields[0].said}" for run in runs)
    asked = (
        say("I do not know {heard}. Is it {names}?", heard=heard, names=names)
        if len(meanings) == 1
        else say("I do not know {heard}. Is it one of these?", heard=heard)
    )
    offered: list[JsonValue] = [
        {"label": label, "call": call.model_dump(mode="json")} for label, call in meanings.items()
    ]
    return Plan(
        steps=(ToolCall(tool=CLARIFY, arguments={"question": asked, "meanings": offered}),),
        confidence=plan.confidence,
        made_by=plan.made_by,
    )


def _lacks_a_place(plan: Plan) -> bool:
    if plan.emergency or plan.talk or plan.reasoning:
        return False
    if not plan.steps:
        return True
    first = plan.steps[0]
    return len(plan.steps) == 1 and first.tool == CLARIFY and first.arguments.get("missing") in PLACES


def _is_of_a_field_in_hand(plan: Plan) -> bool:
    """Whether one fact of one field is asked, which may be the one in hand."""
    return len(plan.steps) == 1 and "icao_code" in plan.steps[0].arguments and not plan.emergency


def _runs(said: Said, reader: Reader) -> Iterator[Run]:
    words = said.slots.words
    held = [(spot.start, spot.end) for spot in (*said.slots.spots, *said.slots.countries, *said.slots.crafts)]
    known = [(mention.start, mention.end) for mention in said.free_mentions]
    near = [reader.deps.airports.get(said.home)] if said.home else []
    points = [(airport.lat, airport.lon) for airport in near if airport is not None]
    sounds = reader.deps.place_sounds
    plain = carriers(said.deps.settings.data / "language")
    for first in range(len(words)):
        for last in range(first, min(first + LONGEST, len(words))):
            run = tuple(words[first : last + 1])
            if any(a < run[-1].end and run[0].start < b for a, b in held) or not _may_be_a_name(run):
                continue
            is_behind = first > 0 and words[first - 1].key in BEHIND
            of_a_word = first > 0 and any(a < words[first - 1].end <= b for a, b in known)
            if not (is_behind or first == 0 or (len(run) > 1 and of_a_word)):
                continue
            means = any(a < run[-1].end and run[0].start < b for a, b in known)
            if len(run) == 1 and (means or run[0].key in plain):
                continue  # "puffins by plane"
            if (
                len(run) == 1
                and first > 0
                and words[first - 1].key in _SAYS
                and is_common_word(run[0].key, run[0].key)
            ):
                continue  # "is needed"
            if (
                len(run) > 1
                and all(is_common_word(w.key, w.key) or w.key in FUNCTION for w in run)
                and any(w.key in _SAYS for w in run)
            ):
                continue  # "what is needed"
            consonants = sounds.consonants([word.key for word in run], spoken())
            most = MOST_UNLIKE[len(consonants)] if len(consonants) < len(MOST_UNLIKE) else LONG_UNLIKE
            told = is_behind and words[first - 1].key == _OF and all(is_common_word(w.key, w.key) for w in run)
            if means or not is_behind or len(run) == 1 or told:  # "about night flying"
                most = min(most, OF_WORDS_KNOWN)
            if (len(run) == 1 or not is_behind) and (len(consonants) < LEAST_OF_ONE or _has_little(run)):
                continue
            found = [one for one in sounds.heard([w.key for w in run], spoken(), points) if one.unlike <= most]
            if found:
                yield Run(run, tuple(found), found[0].unlike - EACH_CONSONANT * len(consonants))


_SHORTEST = 5
"""Letters of a word that runs a name together."""


def _contracted(said: Said, reader: Reader) -> Iterator[Run]:
    """The words that begin a message or stand behind one of place, and run a name together: "bpool tower freq"."""
    home = reader.deps.airports.get(said.home) if said.home else None
    points = [(home.lat, home.lon)] if home is not None else []
    taken = [(m.start, m.end) for m in (*said.free_mentions, *said.slots.spots)]
    words = said.slots.words
    for at, word in enumerate(words):
        if len(word.key) < _SHORTEST or is_common_word(word.key, word.key) or _has_little([word]):
            continue
        if (at and words[at - 1].key not in BEHIND) or any(a <= word.start < b for a, b in taken):
            continue
        if found := reader.deps.place_sounds.contracted(word.key, points):
            yield Run((word,), tuple(found), -EACH_CONSONANT)


def _may_be_a_name(run: Sequence[Word]) -> bool:
    """Words without a figure that end in no little one, and do not begin with one behind which a name stands."""
    if any(character.isdigit() for word in run for character in word.key):
        return False
    return (
        not _has_little(run[-1:])
        and run[0].key not in _OF_A_THING
        and (len(run) == 1 or run[0].key not in BEHIND - _HEARD_FIRST)
    )


_SAYS = word_set("is are has does past est und et and")
_OF_A_THING = word_set(
    "the my your our this that an any some der die das dem den ein eine mein unser les mon ma mes un une"
)
"""What stands before a thing, and before no name of a field."""
_HEARD_FIRST = word_set("a in de ab")
"""Of the words behind which a name stands, those that a name may begin with: "ab vill"."""


def _has_little(run: Sequence[Word]) -> bool:
    return any(word.key in FUNCTION or word.key in CHAT for word in run)


def _apart(runs: Iterable[Run]) -> list[Run]:
    """The best runs that share no word."""
    kept: list[Run] = []
    for run in sorted(runs, key=lambda one: one.score):
        if len(kept) < MOST_NAMES and not any(set(run.words) & set(other.words) for other in kept):
            kept.append(run)
    return kept


def _choices(runs: Sequence[Run]) -> Iterator[tuple[Heard, ...]]:
    """The likeliest airfield of each run, then the next of that run whose next is nearly as likely."""
    best = tuple(run.fields[0] for run in runs)
    yield best
    others = [
        (other.unlike - run.fields[0].unlike, at, other)
        for at, run in enumerate(runs)
        for other in run.fields[1:MOST_MEANINGS]
        if other.unlike <= run.fields[0].unlike + AS_NEAR
    ]
    for _, at, other in sorted(others, key=lambda one: one[:2])[: MOST_MEANINGS - 1]:
        yield (*best[:at], other, *best[at + 1 :])


def _with(text: str, runs: Sequence[Run], fields: Sequence[Heard]) -> str:
    for run, field in sorted(zip(runs, fields, strict=True), key=lambda one: -one[0].words[0].start):
        text = f"{text[: run.words[0].start]}{field.airport.ident}{text[run.words[-1].end :]}"
    return text
