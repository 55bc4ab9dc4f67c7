"""What a message asks beside the question that a tool claims of it: "somewhere nice for lunch, and do we need passports?"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agent import regex as re
from agent.language.lexicon import load_lexicon
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.clauses.clauses import asks, questions
from agent.understanding.clauses.cuts_judged import EXPLAIN, RULE, STANDS_BY_ITS_PLACE, STANDS_NEXT_TO_IT
from agent.understanding.clauses.part_beside import is_a_sheet_for_a_question
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.reading import PLACE_NAMES, PLAIN_CLASSES, Reading, only_asks_an_opinion
from agent.understanding.reader.unread import LISTS

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_OF_RULES = frozenset((RULE, "compare_rules_between_countries", "browse_rules", EXPLAIN))
_LEFT_BETWEEN = re.compile(r"(^|[.?!])\s*,?\s*(?:\b(?:and|und|et)\b\s*|,\s*)", re.IGNORECASE)
_LEFT_OPEN = re.compile(r"[\s,;]*\b(?:and|und|et|also|plus)\s*([.?!]?)$", re.IGNORECASE)
"""What joined a clause that is taken out: ". , and do we need passports?", "passports for Deauville, and"."""
_OF_ALL_IT_SAYS = frozenset(("plan_trip", "build_itinerary"))
"""Tools whose claim is the whole message: what to file, what to do there."""
_REPORT = "get_report_deadline"


def with_what_else_is_asked(reader: Reader, own: Reading, said: Said, memory: Known) -> list[Reading]:
    """The claimed question, and each clause beside it that asks something else; without them it would be claimed the same."""
    text = said.slots.text
    clauses = [(a, b) for a, b in questions(text) if asks(text[a:b].strip())]
    if own.call is None or own.tool in _OF_ALL_IT_SAYS or not clauses:
        return [own]
    then = _with_its_place(memory, own, said)
    found: list[tuple[tuple[int, int], Reading]] = []
    left: list[str] = []
    for start, end in clauses:
        rest = reader.said(f"{text[:start]}{text[end:]}".strip(" ,;"), said.today, said.place, said.home)
        still = reader.claimed(rest, memory) if rest.slots.words else None
        part = reader.said(text[start:end].strip(), said.today, said.place, said.home)
        days = _OF_A_DAY if part.slots.days else frozenset[str]()  # "…, and the coast on Saturday?"
        if still is None or still.tool != own.tool or _but_words(still, days) != _but_words(own, days):
            continue
        if (other := _other(reader, part, own, then)) is not None:
            found.append(((start, end), other))
        elif any(spot.kind in ("code", "iata", "place") for spot in part.spots) and own.tool == EXPLAIN:
            left.append(part.slots.text)  # "… and which one at Chambéry?" of two terms
    own = replace(own, unanswered=(*own.unanswered, *left)) if left else own
    if not found or len(found) > MOST_STEPS - 1:
        return [own]
    return [_without(reader, own, [span for span, _ in found], said, memory), *(other for _, other in found)]


_OF_THEM = re.compile(r"\b(?:their|they|them|deren|leurs?|ils|elles)\b")


def _other(reader: Reader, part: Said, own: Reading, then: Known) -> Reading | None:
    """What a clause asks that the claimed question does not answer; None where it is of the same matter or not clear."""
    if only_asks_an_opinion(part) or (own.tool in LISTS and not part.spots and _OF_THEM.search(part.slots.low)):
        return None  # "…, and what are their opening hours" of a list, and not of the town it lies around
    reading = reader.claimed(part, then) or reader.decide(part, then)
    if reading.call is None or reading.tool in PLAIN_CLASSES or reading.varied:
        return None
    if reading.tool == RULE and own.tool in _OF_RULES:
        return reading if own.tool == RULE and _names_another_rule(part, own) else None
    if is_a_sheet_for_a_question(reading.call, part.slots.text):
        return None
    if reading.tool == own.tool:
        differs = own.tool == _REPORT and reading.arguments.get("report") != own.arguments.get("report")
        return reading if differs else None
    least = STANDS_NEXT_TO_IT if reading.arguments.keys() & {*PLACE_NAMES} else STANDS_BY_ITS_PLACE
    return reading if reading.sure >= least else None


def _names_another_rule(part: Said, own: Reading) -> bool:
    """Whether a clause names a subject of rules that the rest of the question does not."""
    lexicon = load_lexicon(part.deps.settings.data / "language", "ruled")
    named = {mention.concept for mention in lexicon.mentions(part.slots.words)}
    corpus = part.deps.rules.corpus
    whole = corpus.named_in(str(own.arguments.get("question")))
    alone = corpus.named_in(part.slots.text)
    return bool(named) and alone is not None and alone is not whole


def _with_its_place(memory: Known, own: Reading, said: Said) -> Known:
    """The chat with what the claimed question is about in hand, and the place that the message names."""
    then = memory.after(ToolCall(tool=own.tool, arguments=own.arguments))
    if (ends := _flown_to(own)) and not then.fields:
        then = replace(
            then, fields=ends
        )  # "which is nearer, Calais or Le Touquet, and which of the two has avgas"
    places = [spot for spot in said.spots if spot.kind in ("code", "iata", "place") and spot.role != "from"]
    if len(places) != 1 or own.arguments.keys() & {*PLACE_NAMES}:
        return then
    name = said.field_of_spot(places[0]) or said.name(places[0])
    return replace(then.after(ToolCall(tool="", arguments={"icao_code": name})), countries=then.countries)


def _flown_to(own: Reading) -> tuple[str, ...]:
    """Where the ways of one start lead, where there are several."""
    beside = own.arguments.get("beside")
    legs = [own.arguments, *(leg for leg in beside if isinstance(leg, dict))] if isinstance(beside, list) else []
    ends = [str(leg["to_location"]) for leg in legs if "to_location" in leg]
    alike = all({*leg} <= {"to_location"} for leg in legs[1:])
    return tuple(ends) if alike and len(ends) > 1 else ()


_OF_A_DAY = frozenset(("date", "day", "time"))


def _but_words(reading: Reading, but: frozenset[str]) -> dict[str, object]:
    left = {"question", "beside", *but}
    return {name: value for name, value in reading.arguments.items() if name not in left}


def _without(reader: Reader, own: Reading, spans: list[tuple[int, int]], said: Said, memory: Known) -> Reading:
    """The claimed question in the words that are left to it."""
    text = said.slots.text
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    kept = _LEFT_OPEN.sub(r"\1", _LEFT_BETWEEN.sub(r"\1 ", " ".join(text.split()))).strip(" ,;")
    rest = reader.said(kept, said.today, said.place, said.home)
    return reader.claimed(rest, memory) or own
