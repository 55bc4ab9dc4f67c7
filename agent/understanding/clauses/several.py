"""Reads a message of several questions: where it is cut, what each part asks, and what of it stays unanswered.

A part is read as a message of its own in the chat that the parts before it have made: "compare Lydd and Manston, and
the fees at both".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.burning import find_burning, own_spans
from agent.language.corrections import meant_at_last
from agent.language.courtesy import courtesy
from agent.language.ends import field_of
from agent.language.number_words import in_digits
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Spot
from agent.language.wording import words_of
from agent.protocol import Conversation, Plan, ToolCall
from agent.subjects.rules.membership import with_its_formalities
from agent.understanding.clauses.asked_there import at_the_field_in_hand
from agent.understanding.clauses.clauses import (
    asks,
    asks_again,
    has_two_marks,
    may_ask_again,
    may_ask_of,
    questions,
    run_on,
    segmentations,
    things,
)
from agent.understanding.clauses.cuts_judged import (
    AREAS,
    CLAIMED_IN_PART,
    EXPLAIN,
    OF_ONE_FIELD,
    RULE,
    STANDS_ALONE,
    STANDS_BY_ITS_PLACE,
    STANDS_NEXT_TO_IT,
    SURELY_ASKED,
    each_of_its_own_place,
    forgets,
    holds_more,
    lists_two_areas,
    names_another_fact,
)
from agent.understanding.clauses.facts_beside import OWN_WORDS
from agent.understanding.clauses.listed import WIND_TOLD, listed
from agent.understanding.clauses.part_beside import (
    by_the_sun_there,
    is_a_sheet_for_a_question,
    is_asked_already,
    is_of_what_is_listed,
    is_told_in_the_list,
    is_told_in_the_report,
    lists_a_term,
    with_what_it_points_at,
)
from agent.understanding.clauses.ruled import (
    names_a_subject,
    of_the_subject,
    of_the_term,
    ruled_apart,
    with_one_subject,
)
from agent.understanding.in_hand import references
from agent.understanding.in_hand.context import END, START, Given, Known
from agent.understanding.in_hand.list_in_hand import of_the_list_in_hand
from agent.understanding.in_hand.that_day import with_days_of_parts
from agent.understanding.reader.classifier import Guess, features
from agent.understanding.reader.each import MOST_STEPS, each
from agent.understanding.reader.reading import (
    COUNTED,
    MOST_COUNTED,
    NOTHING,
    PLACE_NAMES,
    SEVERAL,
    STANDS_NOT,
    TALK,
    VARY,
    Option,
    Reading,
    only_asks_an_opinion,
    unused_by_kind,
)
from agent.understanding.reader.tool_names import DISTANCE, SPEEDS, TRIP
from agent.understanding.reader.unread import CARD, LISTS, is_of_its_name
from agent.understanding.reader.weighing import Weighing, logged

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader


SEVERAL_FROM = 0.015
"""From this probability of several questions on, a message is tried in parts as well."""
HARDLY_SEVERAL = 0.1
"""Below this probability a message that is likely one question is cut only where each part asks: of the first messages
of fourteen hands that the classifier had not seen, 28 were cut wrongly below it beside a part that asks nothing, 2 rightly."""
CUTS_TRIED = 4
"""Ways to cut a message whose parts are read in full; the rest are left out by their words alone."""
NAMED_ONE_BY_ONE = 0.9
"""How sure a question is that a message names in a list of them."""
LIKELY_WHOLE = 0.1
"""From this share of the classifier on, a whole that leaves nothing out stands before its parts."""


SURELY_PART = 0.75
"""How sure each part is of a cut that stands before the bare names of its facts."""
LIKELY_SEVERAL, SURELY_SEVERAL = 0.5, 0.9
"""From here on a message that is read as one question is looked at for another one that it leaves out: where the part
that is understood says all that the whole does, and, the surer, wherever it is of the same tool."""


def with_parts(reader: Reader, wholes: list[Option], said: Said, memory: Known, guess: Guess) -> list[Option]:
    """The ways to read a message: as a whole, without those that a way in parts shows to leave something out, and in parts."""
    text = said.slots.text
    if (converted := _of_each_figure(reader, said, memory)) is not None:
        return [converted]
    if (
        of_each := _of_each_thing(reader, said, memory, guess) or _of_each_subject(reader, said, memory, guess)
    ) is not None:
        return [of_each]
    found = wholes
    first = wholes[0]
    if first.readings[0].tool == RULE and with_its_formalities(text, reader.deps) is not None:
        return wholes  # "Croatia is Schengen now, right? Do I still need customs": told in one
    is_of_places = first.readings[0].tool in {*LISTS, CARD, *OWN_WORDS, "get_weather"}
    passes_over_a_place = is_of_places and bool(first.evidence.get("unused places"))
    if (
        guess.of(SEVERAL) >= SEVERAL_FROM
        or may_ask_again(text)
        or has_two_marks(text)
        or run_on(text)
        or may_ask_of(text, [spot.start for spot in said.slots.spots])
        or passes_over_a_place
        or _facts_behind_places(said)
    ):
        known = reader.taught.known(said, memory.tool) if reader.taught else None
        parts = _in_parts(reader, said, memory, guess) if known not in OF_ALL_IT_SAYS else []
        if guess.of(SEVERAL) < HARDLY_SEVERAL and any(_is_read_whole(way) for way in wholes):
            wholes = _of_what_asks(wholes, parts)
            parts = [
                way for way in parts if _asks_in_each(way) or _tells_a_fact_of_each(way) or lists_two_areas(way)
            ]
        if not parts and (guess.of(SEVERAL) >= LIKELY_SEVERAL or may_ask_again(text)):
            wholes = _with_what_is_left(reader, wholes, said, memory, surely=guess.of(SEVERAL) >= SURELY_SEVERAL)
        found = _weighed_in_parts([*wholes, *parts], reader.weighing)
    named = _named_one_by_one(reader, said, memory, guess)
    return found + [way for way in named if not any(_holds_as_much(one, way) for one in found)]


def _holds_as_much(way: Option, named: Option) -> bool:
    """Whether a message cut into parts that each are surely asked says as much as the names of its facts alone."""
    return (
        1 < len(named.readings) <= len(way.readings)
        and not way.evidence.get("lacks")
        and all(part.sure >= SURELY_PART for part in way.readings)
        and sum(len(part.arguments) for part in way.readings)
        >= sum(len(part.arguments) for part in named.readings)
    )


def each_asked(reader: Reader, said: Said, memory: Known) -> list[Reading]:
    """Each clause that asks, as one question of its own; [] where one is not understood, or there are no two."""
    starts = [0, *(start for start, _ in questions(said.slots.text) if start), len(said.slots.text)]
    texts = tuple(
        re.sub(r"[\s,;]*(?:\b(?:and|und|et)\b)?\s*$", "", said.slots.text[a:b]) for a, b in pairwise(starts)
    )
    read = _cut(reader, texts, said, memory, told_once=True) if all(map(asks, texts)) else None
    sure = read is not None and not read.unanswered and not read.beyond and len(read.parts) > 1
    found = read.parts if read and sure else []
    if not all(part.call and part.sure >= STANDS_NEXT_TO_IT for part in found):
        return []
    return [replace(part, sure=max(part.sure, STANDS_ALONE)) for part in found]


def _is_read_whole(way: Option) -> bool:
    """Whether a message is likely one question that lacks nothing."""
    return len(way.readings) == 1 and way.readings[0].call is not None and way.readings[0].sure >= LIKELY_SEVERAL


def _asks_in_each(way: Option) -> bool:
    """Whether each part is a question by its words; the first need not where each is of a place of its own."""
    asked = [part.said is not None and _asks_somewhere(part.said.slots.text) for part in way.readings]
    first = way.readings[0].said
    tells = first is not None and (
        (first.slots.text.rstrip().endswith((".", "!")) and "?" not in first.slots.text)
        or _TELLS.match(first.slots.text)
    )
    return all(asked) or (all(asked[1:]) and not tells and each_of_its_own_place(way))


_SENTENCE = re.compile(r"(?<=[?.!])\s+")


def _asks_somewhere(text: str) -> bool:
    """Whether a sentence of a part asks: "does Kemble do maintenance? My alternator's iffy."."""
    return any(map(asks, _SENTENCE.split(text)))


def _tells_a_fact_of_each(way: Option) -> bool:
    """ "Runway at Henstridge, hangarage at Bodmin": a fact of each field, in words that ask nothing."""
    fields = {str(part.arguments.get("icao_code")) for part in way.readings}
    named = all(part.tool == CARD and part.arguments.get("about") for part in way.readings)
    return named and len(fields) == len(way.readings) and each_of_its_own_place(way)


def _of_what_asks(wholes: list[Option], ways: list[Option]) -> list[Option]:
    """The wholes that pass over a place, as the one part reads that asks of a place: "Fine here at Dijon. The fee at Dole?"."""
    asking = [
        [part for part in way.readings if part.said and _asks_somewhere(part.said.slots.text)] for way in ways
    ]
    alone = {
        parts[0].tool: parts[0] for parts in asking if len(parts) == 1 and parts[0].said and parts[0].said.spots
    }
    return [
        replace(way, readings=(replace(alone[way.readings[0].tool], sure=way.readings[0].sure),))
        if way.evidence.get("unused places") and way.readings[0].tool in alone
        else way
        for way in wholes
    ]


def _weighed_in_parts(ways: list[Option], weighing: Weighing) -> list[Option]:
    """The ways to read a message without those that leave something out.

    The likeliest way in parts is at least as likely as a whole that it stands for: it holds that and a question more.
    """

    def share(option: Option) -> float:
        return weighing.shares([option.evidence])[0]

    kept = [option for option in ways if not any(forgets(option, one) for one in ways)]
    parts = [option for option in kept if len(option.readings) > 1]
    best = max(parts, key=share, default=None)
    if best is None:
        return kept
    if (finer := next((option for option in parts if holds_more(best, option)), None)) is not None:
        finer = replace(finer, evidence=best.evidence)
        kept, best = [finer if option is best else option for option in kept], finer
    kept = [option for option in kept if option is best or option not in parts]  # other cuts mean the same message
    if not all(part.sure >= STANDS_NEXT_TO_IT for part in best.readings):
        return kept
    likely = [option for option in kept if option is not best and option.readings[0].sure >= LIKELY_WHOLE]
    if any(share(option) > share(best) for option in likely):
        return kept  # a whole that leaves nothing out
    of_fields = all(part.tool in OF_ONE_FIELD and part.sure >= STANDS_BY_ITS_PLACE for part in best.readings)
    if (each_of_its_own_place(best) or of_fields) and not best.evidence.get("lacks"):
        named = replace(best, evidence={**best.evidence, "named one by one": 1.0})
        kept, best = [named if option is best else option for option in kept], named
    passed = [one for one in ways if len(one.readings) == 1 and forgets(one, best)]
    likelier = max([best, *passed], key=share)
    if likelier is best:
        return kept
    instead = replace(best, evidence={**likelier.evidence, "lacks": best.evidence.get("lacks", 0.0)})
    return [instead if option is best else option for option in kept]


_AND = re.compile(r"\s*(?:[,;]|[,;]?\s(?:and|und|et|plus))\s+", re.IGNORECASE)
_A_FIGURE = re.compile(r"\d")
_CONVERTS = "convert_units"


def _of_each_figure(reader: Reader, said: Said, memory: Known) -> Option | None:
    """ "1013 hPa in inHg, and 5500 ft in metres": figures that are each put into another unit."""
    texts = list[str]()
    for text in _AND.split(meant_at_last(said.slots.text)):
        if texts and not _A_FIGURE.search(in_digits(text)):
            texts[-1] += f" and {text}"  # "to kg and US gallons"
        else:
            texts.append(text)
    if not 1 < len(texts) <= MOST_STEPS:
        return None
    parts = [_again(reader, text, said) for text in texts]
    claims = registry.readings()[_CONVERTS].claims
    if claims is None or not all(claims(part) for part in parts):
        return None
    read = [reader.read(_CONVERTS, NAMED_ONE_BY_ONE, part, memory) for part in parts]
    found = tuple(one for one in read if one is not None and not one.missing)
    return Option(found, {"named one by one": 1.0}) if len(found) == len(parts) else None


def _of_each_thing(reader: Reader, said: Said, memory: Known, guess: Guess) -> Option | None:
    """ "Do I need a flight plan and a life jacket?": whether each is needed, where both are answered by rules."""
    asked = things(said.slots.text)
    read = _read(reader, asked, said, memory, guess) if asked else None
    if read is None or len(read.readings) != len(asked) or read.evidence["lacks"]:
        return None
    if not all(part.tool in _OF_DUTIES for part in read.readings):
        return None
    return Option(read.readings, {"named one by one": 1.0})


def _of_each_subject(reader: Reader, said: Said, memory: Known, guess: Guess) -> Option | None:
    """ "Fuel reserve UK and oxygen rules": the rule of each subject, in the countries that the message says."""
    likeliest = next((name for name, _ in guess.ranked if name != SEVERAL), "")
    is_compared = _COMPARED.search(said.slots.low) is not None
    if likeliest != RULE and (likeliest != _COMPARED_RULES or is_compared):
        return None
    return of_each_subject(reader, said, memory)


_COMPARED = re.compile(r"differ|différ|unterschied|compar|vergleich|\bvs?\b|versus|gegen|contre")


def of_each_subject(reader: Reader, said: Said, memory: Known) -> Option | None:
    """The rule of each subject of a message that is known to ask for rules; None where it names no two."""
    called = [(country.start, country.end) for country in said.slots.countries]
    of_a_field = [spot for spot in said.spots if not any(a < spot.end and spot.start < b for a, b in called)]
    asked = ruled_apart(said)
    if of_a_field and (not called or _asks_of_it_alone(of_a_field[-1], said)):
        return None
    texts = [_again(reader, text, said) for text in asked]
    if (
        asked[-1:] != (said.slots.text,)  # "in France with a UK licence": of where it is flown alone
        and sum(bool(part.slots.countries) for part in texts) > 1
        and len({tuple(part.countries()) for part in texts}) > 1
    ):
        return _each_in_its_own(reader, texts, memory)
    whole = memory
    is_held = asked[-1:] == (said.slots.text,)
    if codes := (texts[0] if is_held else said).countries():
        listed: list[JsonValue] = [*codes]
        whole = memory.after(ToolCall(tool=RULE, arguments={"countries": listed}))
        whole = replace(whole, call=memory.call)
    parts = [reader.read(RULE, NAMED_ONE_BY_ONE, part, whole) for part in texts]
    if not parts or any(part is None or part.missing for part in parts):
        return None
    return Option(
        tuple(replace(part, arguments=_in_all(part.arguments, codes)) for part in parts if part),
        {"named one by one": 1.0},
    )


def _asks_of_it_alone(spot: Spot, said: Said) -> bool:
    """Whether a place stands in a question of no rule: "… brauche ich einen Flugplan und was kostet die Landung in Albenga"."""
    start, end = next(((a, b) for a, b in questions(said.slots.text) if a <= spot.start < b), (0, 0))
    return end > start > 0 and not names_a_subject(said.slots.text[start:end], said)


def _each_in_its_own(reader: Reader, texts: list[Said], memory: Known) -> Option | None:
    """ "Transponder in Belgium, radio in the Netherlands": each rule in the one country that is said with it."""
    if any(len(part.countries()) != 1 for part in texts):
        return None
    parts = [reader.read(RULE, NAMED_ONE_BY_ONE, part.again(), memory) for part in texts]
    if any(part is None or part.missing for part in parts):
        return None
    return Option(tuple(part for part in parts if part), {"named one by one": 1.0})


def _in_all(given: Given, codes: Sequence[str]) -> Given:
    """A rule in all the countries of the message, where the part names none."""
    said = given.get("countries")
    return (
        given
        if not codes or (isinstance(said, list) and len(said) >= len(codes))
        else {**given, "countries": [*codes]}
    )


_DEADLINE = "get_report_deadline"
_ISLANDS = frozenset(("IM", "JE", "GG"))
"""Territories that are one place to fly to."""

_OF_DUTIES = frozenset(("answer_rules_question", "get_report_deadline", "get_border_brief"))


@dataclass(frozen=True)
class _Chat:
    """What the parts read so far have made of the chat."""

    memory: Known
    calls: tuple[ToolCall, ...] = ()

    def after(self, call: ToolCall, reader: Reader, said: Said | None = None) -> _Chat:
        calls = (*self.calls, *each(call, reader.deps))
        told = self.memory.after(call)
        if call.tool == RULE and said and {spot.role for spot in said.slots.spots} >= {"from", "to"}:
            start, end = said.again().ends()  # "a flight plan from Jersey to Dinard, and how early"
            told = replace(told, places={START: start, END: end}) if start and end else told
        if call.tool == _DEADLINE and "from_location" in call.arguments and "to_location" not in call.arguments:
            told = replace(told, places={END: told.places[START]})  # "… home from Ostend? Customs hours?"
        own = {value for name, value in call.arguments.items() if name in PLACE_NAMES and isinstance(value, str)}
        if told.day == self.memory.day and own and not own & {*self.memory.places.values()}:
            told = replace(told, day=None, time=None)  # of another place than the day in hand
        if not told.places and len(told.countries) == 1 and told.countries[0] in _ISLANDS:
            island = reader.deps.countries.get(told.countries[0])
            told = (
                replace(told, places={END: island.name}) if island else told
            )  # "… and how far is it from Blackpool"
        now = Plan(steps=tuple(each(call, reader.deps)[:MOST_STEPS]))
        memory = replace(
            told,
            fields=references.places_in_hand(_conversation(calls)),
            mentioned=references.mentioned(now, self.memory.mentioned),
        )
        return _Chat(memory, calls)

    def named(self, text: str, own: Sequence[int], reader: Reader) -> str:
        """A part with "both", "each of them" and "they" as the names that the parts before it have said."""
        told = _conversation(self.calls)
        explained = bool(self.calls) and self.calls[-1].tool == EXPLAIN
        if not explained and len(references.places_in_hand(told, ends=True)) < 2:
            return text
        return references.with_names(
            text, _conversation(self.calls), lambda name: field_of(name, reader.deps), own=own
        )[0]


def _conversation(calls: tuple[ToolCall, ...]) -> Conversation:
    plan = Plan(steps=calls[-MOST_STEPS:])
    return Conversation(last_plan=plan, mentioned=references.mentioned(plan))


def _facts_behind_places(said: Said) -> list[tuple[int, int]]:
    """Where a fact of another place begins right behind a place, as dictation leaves it: "fuel at Perth hours at Dundee"."""
    spots, text = said.slots.spots, said.slots.text
    named = {concept for known in registry.readings().values() for concept in known.named}
    gaps = [
        (spot.end, fact.start)
        for spot in spots
        for fact in said.all_of(*named)
        if spot.kind != "country" and spot.end < fact.start and not text[spot.end : fact.start].strip()
    ]
    return [gap for gap in gaps if any(spot.start > gap[1] for spot in spots)] + _said_again(said)


_ASKED_FOR = re.compile(
    r"\b(?:distance|how far|weather|wx|wetter|météo|metar|taf|notams?|sigmets?|hours|fuel|avgas|fees?|landing fee|runway|approaches|customs|ppr|entfernung|piste)\b",
    re.IGNORECASE,
)


def _said_again(said: Said) -> list[tuple[int, int]]:
    """ "Distance EGPC to EKVG distance EKVG to BIRK", "weather Barra tomorrow approaches at Barra": a question behind a
    place, or its day, without a mark."""
    text, spots = said.slots.text, said.slots.spots
    named = [*spots, *said.slots.days]
    found = (
        (max(one.end for one in named if one.end <= m.start()), m.start())
        for m in _ASKED_FOR.finditer(text)
        if any(spot.end <= m.start() and _ASKED_FOR.search(text[: spot.start]) for spot in spots)
    )
    return [gap for gap in found if gap[0] < gap[1] and not text[gap[0] : gap[1]].strip()]


def _in_parts(reader: Reader, said: Said, memory: Known, guess: Guess) -> list[Option]:
    """The message cut into questions that each stand, at the places where its parts are likeliest."""
    uncut = [
        *said.listed_places(),
        *said.slots.taken_back,
        *_of_two_words(said),
        *_heading(said),
        *_own_figures(said),
        *_dashed(said),
    ]
    ways = segmentations(
        said.slots.text, lambda part: _stands(reader, part, said), uncut, _facts_behind_places(said)
    )
    read = (_read(reader, cut, said, memory, guess) for cut in ways[:CUTS_TRIED])
    kept: list[Option] = []
    for option in read:
        if option is not None and not any(_asks_the_same(option, one) for one in kept):
            kept.append(option)
    return kept


_INSIDE = re.compile(r"\b(?:and|und|et)\b|&", re.IGNORECASE)


def _of_two_words(said: Said) -> list[tuple[int, int]]:
    """ "Touch and go", "Hin und zurück": one thing, whose "and" is no cut."""
    text = said.slots.text
    return [(m.start, m.end) for m in said.mentions if _INSIDE.search(text[m.start : m.end])]


_BEFORE_A_FIGURE = re.compile(
    r"(?:\b(?:and|und|et|plus|with|mit|avec|keeping|a|an|my|meine|eine|une|mes)\b|[\s,;&+])+$", re.IGNORECASE
)


def _own_figures(said: Said) -> list[tuple[int, int]]:
    """ "…, 15 kt headwind and 45 min reserve": a figure of the flight's fuel, no question of reserves."""
    low = said.slots.low
    if not find_burning(low).burn_lph:
        return []
    spans: list[tuple[int, int]] = []
    for start, end in own_spans(low):
        before = _BEFORE_A_FIGURE.search(low[:start])
        if before is not None and before.start() > 0:
            spans.append((before.start() - 1, end))
    return spans


def _heading(said: Said) -> list[tuple[int, int]]:
    """ "Old Sarum and Compton Abbas: landing fee, …": the places that head what is asked of each."""
    end = said.slots.text.find(":")
    before = [spot for spot in said.spots if spot.end <= end]
    only = before and not words_of(said.slots.text[: before[0].start])
    return [(before[0].start, before[-1].end)] if only and len(before) > 1 else []


_DASHED = re.compile(r"\s*(?:-|–|—|->|→|>)\s*")


def _dashed(said: Said) -> list[tuple[int, int]]:
    """ "Is Friday ok for Wycombe - Caernarfon; …": a way, and no two questions."""
    spots = said.slots.spots
    return [(a.start, b.end) for a, b in pairwise(spots) if _DASHED.fullmatch(said.slots.text[a.end : b.start])]


def _asks_the_same(one: Option, other: Option) -> bool:
    """Whether two cuts ask the same: the runway, the fuel and the circuit of a field, together or one by one."""

    def asked(option: Option) -> set[tuple[str, str, str]]:
        found: set[tuple[str, str, str]] = set()
        for reading in option.readings:
            about = reading.arguments.get("about")
            rest = str(sorted((name, str(value)) for name, value in reading.arguments.items() if name != "about"))
            found |= {(reading.tool, rest, str(fact)) for fact in (about if isinstance(about, list) else [about])}
        return found

    first, second = asked(one), asked(other)
    return first == second and one.readings[0].unanswered == other.readings[0].unanswered


@dataclass
class _Cut:
    """A message read at some places: its questions, what of it no tool answers, and what goes beyond the most."""

    parts: list[Reading] = field(default_factory=list[Reading])
    unanswered: list[str] = field(default_factory=list[str])
    beyond: list[Reading] = field(default_factory=list[Reading])


def _read(reader: Reader, cut: tuple[str, ...], said: Said, memory: Known, guess: Guess) -> Option | None:
    """A message read by its parts; None where they are no questions of their own."""
    read = _cut(reader, cut, said, memory)
    if read is None or len(read.parts) < 2:
        return None
    left = (*read.unanswered, *(part.said.slots.text for part in read.beyond if part.said))
    first = replace(read.parts[0], unanswered=left)
    evidence = _evidence(read.parts, read.unanswered, said, guess)
    fields = {str(part.arguments.get("icao_code")) for part in read.parts if part.tool == CARD == guess.best}
    if len(fields) == 1 and not left and all(part.tool == CARD for part in read.parts):
        evidence = {**evidence, "named one by one": 1.0}  # of one field, in one answer
    return Option((first, *read.parts[1:]), evidence, tuple(read.beyond))


def _cut(
    reader: Reader, cut: tuple[str, ...], said: Said, memory: Known, *, told_once: bool = False
) -> _Cut | None:
    """What the parts ask; None where one has no word or asks what another does, unless that is `told_once`.

    What only tells is passed over; a part that asks and is not understood is kept as unanswered.
    """
    then, texts = _under_its_heading(reader, cut, said, memory)
    chat, read = _Chat(then), _Cut()
    for at, spoken in enumerate(texts):
        text = of_the_subject(spoken, with_one_subject(texts[:at], said), said) if at else spoken
        if not text:
            continue
        if chat.calls and chat.calls[-1].tool == EXPLAIN:
            text = of_the_term(text, str(chat.calls[-1].arguments.get("term")))
        part = _part(reader, text, said, chat)
        if part is None:
            return None
        if not part.varied and part.said is not None and all(courtesy(w.text) for w in part.said.slots.words):
            continue  # "Moin, was kostet …" behind a rule is no question of it
        if at and part.said is not None and only_asks_an_opinion(part.said):
            continue  # "…, where would you go?"
        is_told_of = part.tool in (TALK, NOTHING) or (part.tool == _OF_ONESELF and not part.arguments)
        if at and _tells_whence(part, text) and any(asks(other) for other in texts[at + 1 :]):
            return None  # "we come from Lydd on Friday, how much notice do they want": of the field in hand
        if part.tool == _REPORT and WIND_TOLD.search(text) and len(texts) > 1:
            return None  # "wind's forecast 280 at 30 at Land's End - which runway?"
        if at and _NO_THANKS.search(text):
            continue
        if at and not part.varied and part.tool != EXPLAIN and _A_FIGURE_ALONE.fullmatch(text):
            return None  # "…, 18 degrees, QNH 1009": a figure of the question before it
        if is_told_of and not asks(text):
            continue
        if (
            part.tool in _TOLD_OF
            and (_TELLS.match(text) or (_WHAT_STRANDS.match(text) and said.has("airline")))
            and any(asks(other) for other in texts if other is not spoken)
        ):
            chat = _in_passing(chat, part)
            continue
        is_story = part.tool == RULE or (part.tool == _A_TRIP and {*part.arguments} <= {"to_location"})
        if is_story and _IS_TOLD.match(text) and any(asks(other) for other in texts[at + 1 :]):
            chat = _in_passing(chat, part)
            continue
        if at == 0 and _leads_in(text, cut, said) and not asks(text):
            chat = _in_passing(chat, part)
            continue
        if part.call is None and (ruled := _in_the_country(reader, part, said, chat)) is not None:
            part = ruled
        if part.call is None and (there := _at_the_field(reader, part, said)) is not None:
            part = there
        part = by_the_sun_there(with_what_it_points_at(part, read.parts), chat.calls)
        if is_told_in_the_report(part, chat.calls):
            continue
        if part.call is None and is_asked_already(part, read.parts):
            continue
        if is_told_in_the_list(part, chat.calls):
            continue
        if is_of_what_is_listed(part, chat.calls, reader.deps):
            read.unanswered.append(text)
            continue
        of_a_term = bool(chat.calls) and chat.calls[-1].tool == EXPLAIN
        if part.call is None or is_a_sheet_for_a_question(part.call, text) or (of_a_term and lists_a_term(part)):
            read.unanswered.append(text)
            chat = _in_passing(chat, part)
            continue
        if len(chat.calls) >= MOST_STEPS:
            read.beyond.append(part)
            continue
        of_the_list = part.varied and part.arguments.get("near") is not None
        if not of_the_list and any(
            p.tool == part.tool and (_holds(p.arguments, part.arguments) or _is_one_flight(p, part))
            for p in read.parts
        ):
            if told_once:
                continue
            return None  # "how far is it, and how long in the PA28": one answer tells both
        read.parts.append(part)
        chat = chat.after(part.call, reader, part.said)
    read.parts = _on_the_way_of_another(read.parts)
    return read


_SIGMETS = "get_sigmets"


def _on_the_way_of_another(parts: list[Reading]) -> list[Reading]:
    """ "Sigmets and notams, Shoreham to Dinard": what names no place is of the flight that the part behind it names."""
    ways = [one for one in parts if one.arguments.keys() >= {"from_location", "to_location"}]
    if len(ways) != 1:
        return parts
    ends = {name: ways[0].arguments[name] for name in ("from_location", "to_location")}
    return [
        replace(one, arguments={**ends, **one.arguments})
        if one.tool == _SIGMETS and not one.arguments.keys() & {*PLACE_NAMES, "from_location", "to_location"}
        else one
        for one in parts
    ]


def _in_the_country(reader: Reader, part: Reading, said: Said, chat: _Chat) -> Reading | None:
    """A rule without its country in the one that the message says behind it: "which papers, and insurance, in France"."""
    codes = said.countries()
    if part.tool != RULE or part.said is None or len(codes) != 1 or part.said.countries() or chat.memory.countries:
        return None
    there = chat.memory.after(ToolCall(tool=RULE, arguments={"countries": [*codes]}))
    return reader.read(RULE, max(part.sure, STANDS_ALONE), part.said.again(), there)


def _at_the_field(reader: Reader, part: Reading, said: Said) -> Reading | None:
    """A fact asked before its field is named: "opening hours and avgas price at Sywell"."""
    spots = [spot for spot in said.spots if spot.kind in ("code", "iata", "place")]
    known = registry.readings().get(part.tool)
    of_a_field = known is not None and part.missing == "icao_code"
    if not of_a_field or part.said is None or part.said.spots or len(spots) != 1 or spots[0].is_area:
        return None
    if said.slots.text.find(part.said.slots.text) > spots[0].start or asks(part.said.slots.text):
        return None
    there = Known().after(ToolCall(tool="", arguments={"icao_code": said.field() or spots[0].name}))
    return reader.read(part.tool, max(part.sure, STANDS_BY_ITS_PLACE), part.said.again(), there)


_REPORT, _A_TRIP = "get_weather", "plan_trip"
_NO_THANKS = re.compile(r"\b(?:no,? (?:thanks|thank you|ta)|nein,? danke|non,? merci)\b", re.IGNORECASE)
""" "…, density altitude no thanks, …": what is not asked."""
_A_FIGURE_ALONE = re.compile(
    r"\W*(?:(?:at|with|about|around|and|on|bei|mit|à|avec|qnh|oat|temp\w*|tas|ias|mtow|wind|vent|piste|runway|rwy|bahn|rw)\s+)*"
    r"[-+]?\d[\d.,/g-]*\s?(?:°|degrees?|deg|grad|degrés?|celsius|c|hpa|mb|kts?|knots|knoten|nœuds|noeuds|kg|kilos?|lbs?|tonnes?|ft|feet|m|l/h|l)?(?:\s?c)?\W*",
    re.IGNORECASE,
)
_COMPARED_RULES = "compare_rules_between_countries"
_TOLD_OF = frozenset(
    ("get_weather", "answer_rules_question", "get_border_brief", "retrieve_city_guidance", "get_airport_details")
)
"""What a sentence may be about that only tells where one is and why: "We are stuck in La Rochelle with fog"."""
_OF_ONESELF = "set_profile"
_TELLS = re.compile(
    r"(?:we|i|my|our|wir|ich|meine?|unsere?|on|nous|je|mon|ma|notre)\b(?!.*\b(?:need|want|would like|wonder\w*|ask\w*|"
    r"look\w*|like to|know|brauch\w*|möcht\w*|hätt\w*|such\w*|will|wüsst\w*|voudr\w*|veu\w*|cherch\w*|besoin|aimerai\w*)\b)",
    re.IGNORECASE,
)
"""A sentence of oneself that asks for nothing."""
_WHAT_STRANDS = re.compile(
    r"(?:(?:and|but|so|ok|und|aber|et|mais) )*(?:if|should|when|in case|falls|sollte|wenn|si|s'|quand|au cas où)\b[^?]*$",
    re.IGNORECASE,
)
""" "If the weather stays bad in Bergerac, an airline home?": why the airline is asked for."""


def _tells_whence(part: Reading, text: str) -> bool:
    """ "We'd arrive 10:15 from Shoreham": where one comes from, and no question."""
    places = part.said.slots.spots if part.said is not None else ()
    return (
        bool(places)
        and not asks(text)
        and all(spot.role == "from" for spot in places)
        and bool(_TELLS.match(text))
    )


_IS_TOLD = re.compile(
    r"(?!(?:who|what|which|when|where|how|why|wer|was|wann|wie|wo|warum|qui|que|quoi|quand|comment|combien|où|is|are|do|does|can|tell|list|show|explain|please)\b)"
    r"(?:an?|the|my|our|some|one of my|ein|eine|der|die|das|mein\w*|unser\w*|une?|l[ea]|mon|ma|notre)\s(?:[^\W\d_][\w'’-]*\s){1,5}?(?:is|are|has|have|wants?|would like|will|comes?|flies|stays?|ist|sind|hat|möchte|will|kommt|fliegt|est|sont|a|veut|vient|aimerait)\b[^?]*",
    re.IGNORECASE,
)
""" "A Norwegian visitor is staying with us and going on to Bruges.": what is told of somebody, before what is asked."""
_FIRST_OF_A_LIST = re.compile(r"\s*\(?(?:1[.)]|a\))\s")


def _leads_in(text: str, cut: Sequence[str], said: Said) -> bool:
    """ "Client dinner in Antwerp, so thinking of flying: 1. …": what only tells why, before questions with numbers."""
    end = said.slots.text.find(text) + len(text)
    return len(cut) > 2 and text.endswith(":") and _FIRST_OF_A_LIST.match(said.slots.text[end:]) is not None


def _in_passing(chat: _Chat, part: Reading) -> _Chat:
    """The chat with the place of a part in hand that is not answered: it is spoken of all the same."""
    if not part.arguments.keys() & set(PLACE_NAMES):
        return chat
    return replace(chat, memory=chat.memory.after(ToolCall(tool=part.tool, arguments=part.arguments)))


_IS_IT_SO = re.compile(
    r"\W*(?:and |und |et )?(?:is (?:it|that|this) (?:true|right|so|correct)|true|right|stimmt (?:das|es)|ist das (?:so|wahr|richtig)"
    r"|c['’]est vrai|est-ce vrai|vrai)\W*",
    re.IGNORECASE,
)


def _with_what_is_left(
    reader: Reader, wholes: list[Option], said: Said, memory: Known, *, surely: bool
) -> list[Option]:
    """The message as a whole, with the question that its reading passes over: "how far to Lydd", said from nowhere."""
    ways = segmentations(said.slots.text, lambda part: _stands(reader, part, said), [*said.listed_places()])
    read = _cut(reader, ways[0], said, memory) if ways else None
    if read is None or len(read.parts) != 1 or not read.unanswered:
        return wholes
    asked, left = read.parts[0], tuple(read.unanswered)
    if all(map(_IS_IT_SO.fullmatch, left)):
        return wholes  # "… had shut for good; is it true?" asks what stands before it, and reports nothing
    least = STANDS_NEXT_TO_IT if surely else STANDS_BY_ITS_PLACE
    if all(map(asks, left)) and asked.sure >= least and wholes[0].readings[0].sure < LIKELY_SEVERAL:
        part = replace(asked, unanswered=left)  # surer than any one question that the whole would be
        return [
            Option((part,), {"named one by one": 1.0}),
            *(way for way in wholes if way.readings[0].tool != part.tool),
        ]
    return [
        replace(option, readings=(replace(option.readings[0], unanswered=left), *option.readings[1:]))
        if [one.tool for one in option.readings] == [asked.tool]
        and (surely or option.readings[0].arguments == asked.arguments)
        else option
        for option in wholes
    ]


OF_ALL_IT_SAYS = frozenset(("plan_trip", "build_itinerary"))
"""Tools that take all of a message that is in the words of an example of theirs."""
_OWN_WORDS = "query"
"""What is asked of a town, in the pilot's words: two questions of one town are one."""


def _is_one_flight(one: Reading, other: Reading) -> bool:
    """ "How many miles is that, and how long at 125 knots?": of one flight, the speed of the first not said with it."""
    said = one.said
    if one.tool not in (DISTANCE, TRIP) or said is None or said.slots.crafts or said.slots.of("speed"):
        return False
    flown = [{n: v for n, v in part.arguments.items() if n not in SPEEDS} for part in (one, other)]
    return flown[0] == flown[1]


def _holds(one: Given, other: Given) -> bool:
    """Whether one of two calls of a tool asks nothing that the other does not."""
    fewer, more = sorted((one, other), key=len)
    return all(more.get(name) == value for name, value in fewer.items() if name != _OWN_WORDS or "city" not in one)


_THERE_OR = re.compile(
    r"\b(?:there|dort|là-bas|sur place)\b(?=,? (?:vs\.?|versus|or|and(?: at)?|compared (?:to|with)|than|against|oder|und(?: in)?|gegen|ou|et à|contre) )",
    re.IGNORECASE,
)


def _there_too(text: str, chat: _Chat) -> str:
    """ "What does avgas cost there vs Guernsey": the field in hand by its name, beside another."""
    field = chat.calls[-1].arguments.get("icao_code") if chat.calls else None
    return _THERE_OR.sub(f"at {field}", text) if isinstance(field, str) else text


def _part(reader: Reader, text: str, said: Said, chat: _Chat) -> Reading | None:
    """What a part asks; None for one without a word."""
    if chat.calls and (better := _ANY_BETTER.fullmatch(text)):
        text = f"what about {better['name'] or better['nom']}?"
    text = _there_too(with_days_of_parts(text, chat.calls), chat)
    part = _again(reader, text, said)
    named = chat.named(text, [spot.end for spot in part.slots.spots], reader)
    if named != text:
        part = _again(reader, named, said)
    if not part.slots.words:
        return None
    if chat.calls and (of_it := of_the_list_in_hand(part, chat.memory)) is not None:
        return Reading(of_it.tool, NAMED_ONE_BY_ONE, dict(of_it.arguments), said=part, varied=True)
    if (fee := _fee_of_it(reader, part, chat)) is not None:
        return fee
    if (fact := _fact_alone(reader, part, chat)) is not None:
        return fact
    own = reader.claimed(part, chat.memory)
    is_own = own is not None and (
        own.tool in CLAIMED_IN_PART or "hazards" in own.arguments
    )  # "…, and is it bumpy"
    reading = own if own is not None and is_own else reader.decide(part, chat.memory)
    if reading.call is None and own is not None and own.call is not None:
        return own
    if reading.sure < SURELY_ASKED and _WHICH_OF_THEM.match(text) and reading.arguments.get("icao_codes"):
        reading = replace(reading, sure=SURELY_ASKED)  # "…, and which needs less warning" of two fields in hand
    if not reading.varied or reading.said is None:
        return at_the_field_in_hand(reader, part, reading, chat.calls, chat.memory)
    if (counted := _counted_anew(part, reading, chat.memory)) is not None:
        return counted
    if not (names_another_fact(reading.said, reading.tool) or _wishes_elsewhere(part, reading)):
        return reading
    guess = reader.guess(part, chat.memory)
    return reader.decide(part, chat.memory, guess.among([name for name, _ in guess.ranked if name != VARY]))


_WHICH_OF_THEM = re.compile(
    r"\W*(?:and |und |et )?(?:which|who|where|welche[rs]?|wer|wo|l(?:e|a)quel\w*|où) ", re.IGNORECASE
)
_ANY_BETTER = re.compile(
    r"\W*(?:(?:is|are|would|will) (?P<name>[^\W\d_][\w' -]{1,30}?)(?: be)? any (?:better|different|kinder|easier)|"
    r"(?:c'est mieux|est-ce mieux|mieux) [àa] (?P<nom>[^\W\d_][\w' -]{1,30}?))\W*",
    re.IGNORECASE,
)
""" "… is Glenforsa any better": the same of another field."""
_FEE = "get_airport_pricing"
_OF_FUEL = ("fuel", "avgas", "jet_a", "ul91", "ul94", "mogas")
_WHAT_IT_COSTS = re.compile(
    r"\W*(?:and |so |roughly |about )*(?:how much (?:(?:does|do|would|will|is|are) )?(?:(?:it|that|this|they) )?(?:cost|be|charge)\b.*|"
    r"what (?:does|do|would|will) (?:it|that|this|they) (?:cost|charge)\b.*|what(?: is|['’]s| are)? the (?:cost|price|damage)\b.*)|"
    r"\W*(?:and |so )*(?:does|will|would) (?:it|that|this|they) (?:all )?(?:cost|charge)\b.*|"
    r"\W*(?:and |so )*is (?:it|that|this|(?:the )?landing(?: there)?|(?:the )?parking(?: there)?) (?:very |too |all that |really )?(?:dear|expensive|pricey|costly|cheap|chargeable|free)\b.*|"
    r"\W*(?:et )?(?:est-ce(?: que c['’]est)?|c['’]est)(?: très| trop)? cher\b.*|\W*(?:und )?(?:ist|wird) (?:es|das)(?: da| dort)?(?: sehr| zu)? (?:teuer|günstig|billig)\b.*|"
    r"\W*(?:und )?(?:wie teuer|was kostet|wie viel kostet|was würde)\b.*|\W*(?:et )?(?:combien (?:ça|cela|c['’]est|ça coûte|coûte)|(?:c['’]est|ça coûte) combien)\b.*",
    re.IGNORECASE,
)
""" "… and how much would it be": what was asked of a field before, and no fuel where none was named."""


def _fee_of_it(reader: Reader, part: Said, chat: _Chat) -> Reading | None:
    """What landing or staying there costs, asked behind a fact of the field by "it" alone."""
    last = chat.calls[-1] if chat.calls else None
    if last is None or last.tool not in (CARD, _NOTICE, _PLACES) or part.spots or part.all_of(*_OF_FUEL):
        return None
    about = last.arguments.get("about")
    of_fuel = isinstance(about, list) and bool({*map(str, about)} & {*_OF_FUEL})
    if of_fuel or _WHAT_IT_COSTS.fullmatch(part.slots.text) is None:
        return None
    if last.tool == _PLACES:  # of a camp site or a restaurant no price is known
        return Reading(NOTHING, NAMED_ONE_BY_ONE, {}, said=part)
    return reader.read(_FEE, NAMED_ONE_BY_ONE, part.again(), chat.memory)


_TOLD_BY_NOTICE = frozenset(("access", "customs"))
"""Facts of which another tool tells when to ask: "do I need PPR"."""


def _fact_alone(reader: Reader, part: Said, chat: _Chat) -> Reading | None:
    """ "…, coucher du soleil": a part that is nothing but the name of a fact asks it of the place in hand."""
    if not chat.calls or part.slots.spots or part.slots.countries or part.slots.quantities or part.slots.crafts:
        return None
    named = [known for known in registry.readings().values() if known.named]
    mentions = part.all_of(*(fact for known in named for fact in known.named))
    taken = [(one.start, one.end) for one in (*mentions, *part.slots.days)]
    bare = [
        word
        for word in part.slots.words
        if word.key not in FUNCTION and not any(a <= word.start and word.end <= b for a, b in taken)
    ]
    facts = {mention.concept for mention in mentions}
    tools = [known.tool for known in named if facts <= {*known.named}]
    if not facts or facts & _TOLD_BY_NOTICE or bare or tools != [CARD]:
        return None
    read = reader.read(CARD, NAMED_ONE_BY_ONE, part.again(), chat.memory)
    return read if read is not None and read.call is not None and read.arguments.get("about") else None


_NOTICE, _PLACES = "get_notification_for_airport", "search_pois"


def _wishes_elsewhere(part: Said, reading: Reading) -> bool:
    """Whether a part names a place and wishes of its own: "…, and in Normandy anything near a beach" varies no list."""
    if reading.tool not in LISTS:
        return False
    own = registry.readings()[reading.tool].read(part.again())
    return bool(own.keys() & AREAS) and bool(own.get("filters"))


def _counted_anew(part: Said, reading: Reading, memory: Known) -> Reading | None:
    """Another count in the same area: "how many sell UL91, and how many have a restaurant" is two, none of both."""
    if reading.tool != COUNTED or memory.call is None or not asks(part.slots.text) or part.has("of_them", "also"):
        return None
    given = registry.readings()[COUNTED].read(fresh := part.again())
    if not given.get("filters"):
        return None
    area = {} if given.keys() & AREAS else {k: v for k, v in memory.call.arguments.items() if k in AREAS}
    return replace(reading, arguments={**area, **given}, said=fresh)


def _again(reader: Reader, text: str, said: Said) -> Said:
    return reader.said(text, said.today, said.place, said.home)


def _stands(reader: Reader, text: str, said: Said) -> float:
    """How likely a part is a question, by its words alone."""
    guess = reader.classifier.quick(features(_again(reader, text, said), "", reader.vocabulary.corrected))
    return max(p for name, p in guess.ranked if name not in STANDS_NOT)


def _under_its_heading(
    reader: Reader, texts: tuple[str, ...], said: Said, memory: Known
) -> tuple[Known, tuple[str, ...]]:
    """The parts without a name that heads them, and the chat with that name in hand: "Cherbourg. The fee? …"."""
    first = _again(reader, texts[0], said)
    is_heading = first.bare_words < 1 and len(first.spots) == 1 and not texts[0].rstrip().endswith("?")
    if len(texts) < 3 or memory.tool or not is_heading or first.spots[0].is_area:
        return memory, texts
    return memory.after(ToolCall(tool="", arguments={"icao_code": first.spots[0].name})), texts[1:]


def _called(said: Said) -> str:
    """The field that a message names, by its code; a town that only has one near it by its name."""
    name, field = said.spots[0].name, said.field()
    return field if field and (said.spots[0].kind != "place" or is_of_its_name(name, field, said)) else name


def _named_one_by_one(reader: Reader, said: Said, memory: Known, guess: Guess) -> list[Option]:
    """The message as questions that it names one by one, of the one airfield that it says or the chat is about."""
    asked = listed(said, registry.readings().values())
    if guess.best not in {SEVERAL, *(tool for tool, _ in asked)}:
        return []
    if said.spots:
        day = said.day() if len(said.slots.days) == 1 else None  # "mto + notam Chambéry demain"
        given: Given = {"icao_code": _called(said), **({"date": day} if day else {})}
        memory = memory.after(ToolCall(tool="", arguments=given))
    parts: list[Reading | None] = []
    for tool, text in asked:
        calls = tuple(call for part in parts if part is not None and (call := part.call) is not None)
        of_it = _again(reader, with_days_of_parts(text, calls), said)  # "…, and the weather that weekend"
        parts.append(reader.read(tool, NAMED_ONE_BY_ONE, of_it, memory))
    if not parts or not all(part is not None and not part.missing for part in parts):
        return []
    told = tuple(part for part in parts if part)
    told = tuple(
        p for n, p in enumerate(told) if not is_told_in_the_report(p, [c for q in told[:n] if (c := q.call)])
    )
    return [Option(told, {"named one by one": 1.0})] if len(told) > 1 else []


def _evidence(parts: Sequence[Reading], unanswered: Sequence[str], said: Said, guess: Guess) -> dict[str, float]:
    """What speaks for several questions in a message, and against it, by name."""
    unused = [unused_by_kind(part.said) for part in parts if part.said is not None]
    return {
        "in parts": 1.0,
        "several": logged(guess.of(SEVERAL)),
        "in parts, asks again": float(asks_again(said.slots.text)),
        "the weakest part": logged(min(part.sure for part in parts)),
        "all parts": sum(logged(part.sure) for part in parts),
        "more than two parts": float(len(parts) - 2),
        "lacks": float(len(unanswered)),
        "parts of one tool": float(len({part.tool for part in parts}) < len(parts)),
        "parts of one tool, each asks": float(
            len({part.tool for part in parts}) < len(parts)
            and all(part.said is not None and asks(part.said.slots.text) for part in parts)
        ),
        **{
            f"unused {kind}": float(min(sum(n.get(kind, 0) for n in unused), MOST_COUNTED))
            for kind in {kind for n in unused for kind in n}
        },
    }
