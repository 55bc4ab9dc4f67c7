"""A question of rules or papers that leans on the last one: "and at night?", "and a GAR?", "how early?"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.ends import country_of
from agent.language.lexicon import Lexicon
from agent.language.reports import PAPERS, REPORTS
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import words_of
from agent.understanding.in_hand.context import START, Given, Known
from agent.understanding.reader.leaning import OF_PEOPLE, asks_the_same, continued, continues, names_alone
from agent.understanding.reader.tool_names import EXPLAIN
from agent.understanding.reader.unread import LISTS

OF_A_FLIGHT = re.compile(r"\b(?:from|von|ab|de|depuis)\b.+\b(?:to|nach|à|vers|pour)\b", re.IGNORECASE)


def is_of_rules(name: str) -> bool:
    return (tool := registry.known(name)) is not None and tool.kind == "rules"


def term_in_hand(memory: Known) -> JsonValue:
    """The term that was explained last."""
    return memory.call.arguments.get("term") if memory.call and memory.tool == EXPLAIN else None


def continues_question(said: Said, memory: Known, subjects: frozenset[str]) -> bool:
    """Whether a message adds to the last question of rules: "and at night?"; "what about medical" is one itself."""
    return continues(said, subjects, memory.topic or "")


_FROM_THERE = re.compile(r"\b(?:from there|onwards?|von dort|von da|weiter nach|de là|depuis là)\b")


def from_the_same_start(given: Given, said: Said, memory: Known) -> Given:
    """The rules of both ends of a flight, where only its other end is changed: "and to Konstanz?"."""
    call, start = memory.call, memory.places.get(START)
    countries, before = given.get("countries"), call.arguments.get("countries") if call else None
    fields = [spot for spot in said.slots.spots if spot.kind != "country"]
    goes = any(spot.role == "to" for spot in fields)
    if names_alone(said) and len(fields) == 1 and fields[0].role in ("", "and", "in"):
        goes = OF_A_FLIGHT.search(memory.topic or "") is not None  # "from Lydd to Ostend", then "and Kortrijk?"
    first = call.arguments.get("country_code") if call else None
    if isinstance(before, list) and before and _FROM_THERE.search(said.slots.low):
        first, goes, start = before[-1], True, None  # "and on to Sweden from there"
    own = (country_of(start, said.deps) if start else first) if goes and before else None
    if not isinstance(own, str) or not isinstance(countries, list) or own in countries:
        return given
    return {**given, "countries": [own, *countries]}


def of_another_paper(said: Said, question: str, lexicon: Lexicon) -> str | None:
    """ "And a GAR?" after "do I need a flight plan": the same asked of another paper."""
    now, before = (
        said.all_of(*PAPERS),
        [m for m in lexicon.mentions(words_of(question)) if m.concept in PAPERS],
    )
    rest = [w for w in said.slots.words if not any(m.start <= w.start < m.end for m in now)]
    if len(now) != 1 or len(before) != 1 or not all(w.key in FUNCTION for w in rest):
        return None
    named = said.slots.text[now[0].start : now[0].end]
    return f"{question[: before[0].start]}{named}{question[before[0].end :]}"


def report_in_hand(memory: Known, lexicon: Lexicon) -> str | None:
    """The report that the last question was about: "do I need a GAR?", "what is a GAR?", then "how early?"."""
    asked = memory.call.arguments if memory.call else {}
    about = memory.topic or asked.get("report") or asked.get("about_report") or asked.get("term") or ""
    said = {m.concept for m in lexicon.mentions(words_of(str(about)))}
    return next((name for concept, name in REPORTS.items() if concept in said), None)


def question_in_hand(
    tool: str, given: Given, said: Said, memory: Known, lexicon: Lexicon, subjects: frozenset[str]
) -> Given | None:
    """The arguments of a question of rules as it continues, repeats or turns the last one; None where it asks no rule."""
    before: Given = memory.call.arguments if memory.call else {}
    again = memory.call is not None and tool == memory.tool
    if again and OF_PEOPLE.match(said.slots.low):
        given = {**before, "question": continued(str(before.get("question")), said)}
    elif again and asks_the_same(said):
        given = {**given, "question": before.get("question", given["question"])}  # "n france"
        countries = given.get("countries")
        if said.has("reverse") and isinstance(countries, list):
            given = {**given, "countries": countries[::-1]}  # "and coming back": the same of the other way
    elif (term := term_in_hand(memory)) and asks_the_same(said):
        given = {**given, "question": term}  # "in France?" behind what a term means
    elif term and _is_of_it(said):
        given = {**given, "question": f"{term}: {given['question']}"}  # "do the Germans allow it"
    elif not is_of_rules(memory.tool) and memory.tool in LISTS and asks_the_same(said):
        return None  # "and in Belgium?" behind a list asks no rule
    elif memory.topic and (anew := of_another_paper(said, memory.topic, lexicon)):
        given = {**given, "question": anew}
    elif again and continues_question(said, memory, subjects):
        given = {**given, "question": continued(str(before.get("question")), said)}
    if not again:
        return given
    given = from_the_same_start(given, said, memory)
    alone = bool(said.slots.countries) and given.get("question") == said.slots.text
    return given if alone else _with_what_was_told(given, before)


_IT = re.compile(r"\b(?:it|that|one|those|das|es|den|ihn|sowas|so was|ça|cela|le|en|y)\b")


def _is_of_it(said: Said) -> bool:
    """Whether a message of a country points at the thing just explained and names none of its own."""
    pointed = said.slots.countries and _IT.search(said.slots.outside.lower())
    return bool(pointed) and said.deps.rules.corpus.named_in(said.slots.text) is None


_TOLD = 4
"""Questions that one may go on from."""


def _with_what_was_told(given: Given, before: Given) -> Given:
    """A question that goes on from another with that one, in whose answer it may stand: "do they have to be originals?"."""
    asked, last, earlier = given.get("question"), before.get("question"), before.get("before")
    if not isinstance(asked, str) or not isinstance(last, str):
        return given
    told: list[JsonValue] = [*([last] if asked != last else []), *(earlier if isinstance(earlier, list) else [])]
    return {**given, "before": told[:_TOLD]} if told else given
