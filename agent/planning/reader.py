"""Reads one question without a model: which tools, with which arguments, and how sure that is.

Slots first, then what settles a question by itself, then the small classifier under the mask of what each
tool needs. One message may hold two or three questions (`several`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cached_property

from agent.deps import Deps
from agent.language.ends import country_of
from agent.language.slots import Slots
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain
from agent.llm.embeddings import Embedder, local_embedder
from agent.planning import hard_words as hard
from agent.planning.classifier import Classifier, Guess, features, load_classifier
from agent.planning.cues import Cues, cues_of
from agent.planning.narrowing import narrowed
from agent.planning.reading import FIELD_TOOLS, Reading, clarification, in_words
from agent.planning.settled import cannot, settled
from agent.planning.several import questions
from agent.planning.steps import BUILDERS, build
from agent.planning.steps.asked import Asked, Missing
from agent.planning.steps.routes import for_each_leg
from agent.planning.steps.rules import for_each_country
from agent.planning.unheeded import unheeded
from agent.protocol import AnswerStyle, Location, Plan, ToolCall

SURE_WITHOUT_EMBEDDER = 0.72
"""The quick model's word is taken alone from here on."""
SAY_BELOW = 0.6
"""Under this the answer says how the question was read."""
EMERGENCY_FROM = 0.55
"""A call for help in words that no pattern knows is taken for one from here on."""
_Outcome = ToolCall | Missing | None
"""What a class comes to: its call, what it lacks, None for a class that is no tool."""


class Reader:
    """The reader of one process: tables and weights are loaded once."""

    def __init__(self, deps: Deps, embedder: Embedder | None = None) -> None:
        self.deps = deps
        self._embedder = embedder

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.load(self.deps.settings)

    @cached_property
    def cues(self) -> Cues:
        return cues_of(self.deps.settings)

    @cached_property
    def classifier(self) -> Classifier:
        return load_classifier(self.deps.settings.data / "planning" / "classifier.npz")

    def slots(self, text: str, today: date) -> Slots:
        """The slots of a raw text."""
        return read_slots(plain(text), today, self.deps, self.vocabulary)

    def read(self, text: str, today: date, place: Location | None = None) -> Plan:
        """The plan for a question that stands alone."""
        return self.read_slots(Asked(self.slots(text, today), self.deps, today, place))

    def read_slots(self, asked: Asked, filled: Asked | None = None) -> Plan:
        """The plan for slots already read; `filled` has what the chat adds to them."""
        if filled is not None:
            return self._plan(filled, [self.one(asked, filled)])
        return self._plan(asked, questions(asked, self))

    def one(self, asked: Asked, filled: Asked | None = None) -> Reading:
        """The reading of one question; `filled` has what it leans on ("there") among its slots."""
        alone = settled(asked)
        if alone is not None:
            return alone
        counts = features(asked.slots, self.cues, self._corrected)
        guess = self.classifier.quick(counts)
        reading = _decide(guess, filled or asked)
        if reading.sure >= SURE_WITHOUT_EMBEDDER:
            return reading
        full = self.classifier.full(counts, asked.slots.text, self._embedder or local_embedder())
        return _decide(full, filled or asked)

    def _corrected(self, word: str) -> str:
        """A misspelt word of questions as it is spelt: "distence"; names and short words stay."""
        if len(word) < 5 or not word.isalpha() or word in self.vocabulary.words or word.startswith("z"):
            return word
        from rapidfuzz import fuzz, process

        found = process.extractOne(word, self._long_words, scorer=fuzz.ratio, score_cutoff=84)
        return found[0] if found is not None and found[0][0] == word[0] else word

    @cached_property
    def _long_words(self) -> list[str]:
        return sorted(word for word in self.vocabulary.words if len(word) > 4)

    def _plan(self, asked: Asked, readings: Sequence[Reading]) -> Plan:
        first = readings[0]
        if first.tool == "emergency" and first.sure >= EMERGENCY_FROM:
            return Plan(emergency=True)
        style = _style(asked.slots.low)
        if first.tool in ("nothing", "emergency", ""):
            why = cannot(asked.slots.low)
            sure = min(first.sure, 0.99) if why else first.sure
            return Plan(confidence=sure, answer_style=style, reasoning=why)
        if first.call is None:
            return Plan(
                steps=(clarification(first),),
                answer_style=style,
                confidence=round(first.sure, 3),
                reasoning="",
            )
        steps = [reading.call for reading in readings if reading.call]
        if len(steps) == 1:
            steps = for_each_leg(for_each_country(steps[0], asked), asked.slots)
        sure = min(reading.sure for reading in readings)
        reasoning = in_words(first) if sure < SAY_BELOW else ""
        if left := unheeded(steps, asked.slots, self.deps):
            sure, reasoning = min(sure, 0.99), left
        return Plan(steps=tuple(steps[:4]), answer_style=style, confidence=round(sure, 3), reasoning=reasoning)


def _decide(guess: Guess, asked: Asked) -> Reading:
    """The likeliest class that has what it needs; a sure class that lacks something is asked about."""
    tried: list[tuple[str, float, _Outcome]] = []
    for name, probability in (narrowed(guess, asked).ranked or (("nothing", 0.5),))[:6]:
        if probability < 0.04 and tried:
            break
        tried.append((name, probability, _outcome(name, asked)))
    best, probability, outcome = tried[0]
    if not isinstance(outcome, Missing):
        return Reading(best, probability, outcome)
    lost = probability if outcome.what == "fit" else 0.0
    possible = [(n, p, o) for n, p, o in tried if not isinstance(o, Missing)]
    lacking = [(n, p, o) for n, p, o in tried if isinstance(o, Missing) and o.what != "fit"]
    if lacking and (not possible or lacking[0][1] > 1.6 * possible[0][1]):
        name, sure, missing = lacking[0]
        return Reading(name, sure, None, missing.what)
    if possible:
        name, sure, call = possible[0]
        return Reading(name, min(0.99, sure / max(1e-6, 1 - lost) if lost else sure), call)
    return Reading("nothing", 0.5)


def _outcome(name: str, asked: Asked) -> _Outcome:
    if name not in BUILDERS:
        return None
    outcome = build(name, asked)
    return outcome if isinstance(outcome, Missing) or _fits(name, asked.slots) else Missing("fit")


def _fits(tool: str, slots: Slots) -> bool:
    """What the slots rule out, whatever the words sound like."""
    places = [s for s in slots.spots if s.kind != "country"]
    if tool == "search_airports":
        return not (slots.countries == () and len(places) > 1)
    if tool == "search_pois":
        return not hard.FIELDS_WANTED.match(slots.low)
    if tool in ("browse_rules", "get_border_crossing_airports", "get_airport_statistics"):
        return not slots.codes
    if tool == "find_airports_near_location":
        return bool(places) or any(s.role == "near" for s in slots.spots)
    if tool in FIELD_TOOLS:
        return not places or any(s.role != "near" for s in places)
    if tool == "search_flights":
        return not slots.codes or bool(
            hard.STRANDED.search(slots.low)
            or re.search(r"airline|stuck|strand|commercial|ticket|vol de ligne|linienfl", slots.low)
            or hard.FLIGHTS.search(slots.low)
        )
    return True


def _style(low: str) -> AnswerStyle:
    if re.search(
        (
            r"\b(?:in detail|detailed|full details|everything you have|at length|ausführlich|en "
            r"détail|détaillée?)\b"
        ),
        low,
    ):
        return "detailed"
    if re.search(
        (
            r"\b(?:briefly|in short|short answer|in brief|quick answer|kurz(?:e antwort)?|bref|"
            r"brièvement|in one line)\b"
        ),
        low,
    ):
        return "brief"
    return "normal"


def path_countries(plan: Plan, asked: Slots, deps: Deps) -> tuple[str, ...]:
    """Countries that the text names, and those that its rules steps are about."""
    found = [named.country.code for named in asked.countries]
    for step in plan.steps:
        code = step.arguments.get("country_code")
        if isinstance(code, str):
            found.append(code)
    for spot in asked.codes:
        code = country_of(spot.name, deps)
        if code:
            found.append(code)
    return tuple(dict.fromkeys(found))
