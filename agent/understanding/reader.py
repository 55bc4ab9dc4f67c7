"""Reads one message without a model: which tools, with which arguments, and how sure that is.

The small classifier ranks the tools by the message's words, what it names, and what was asked before; the
first that finds what it needs, in the message or in the chat, and leaves least of it aside, is the plan.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from pydantic import JsonValue

from agent import registry
from agent.deps import Deps
from agent.language.lexicon import Lexicon, load_lexicon
from agent.language.said import Said
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain
from agent.llm.embeddings import Embedder, local_embedder
from agent.protocol import Location, ToolCall
from agent.understanding.classifier import Classifier, Guess, features, load_classifier
from agent.understanding.clauses import asks_again, cuts
from agent.understanding.context import Given, Known, changed, filled, reversed_ends
from agent.understanding.fitting import Fitted, fitted

VARY, SEVERAL, TALK, NOTHING, DISTRESS, CHANGE = "vary", "several", "talk", "nothing", "distress", "change"
"""Classes of the classifier beside the tools: the last plan with a change, several questions, small talk, …"""
PLAIN_CLASSES = frozenset({VARY, SEVERAL, TALK, NOTHING, DISTRESS, CHANGE})
SURE_WITHOUT_EMBEDDER = 0.93
"""The quick model's word is taken alone from here on."""
LEFT_ASIDE = 0.35
"""What a class keeps of its probability for every place, day or amount that its reading leaves unused."""
NOT_SPOKEN_FOR, WITHOUT_ITS_WORD = 0.25, 0.1
LACKING = 0.7
"""What it keeps of it when what it needs is neither said nor known."""
PRESET = "|"
"""Parts the tool from an argument that the class itself says: "about_flyfun|what=limits"."""
SPEEDS = ("cruise_speed_kts", "aircraft_type")
PLACE_NAMES = ("from_location", "to_location", "icao_code", "places", "place", "near", "location_query")
TRIED = 6
SEVERAL_FROM = 0.3
CLAIMED = 0.9
"""How sure a reading is that claims a message as its own."""
MOST_QUESTIONS = 4


@dataclass(frozen=True)
class Reading:
    """One question as it is read. `tool` is a class of the classifier; `missing` is what its tool still needs."""

    tool: str
    sure: float
    arguments: Given
    missing: str = ""
    said: Said | None = None
    varied: bool = False
    others: tuple[Reading, ...] = ()

    @property
    def call(self) -> ToolCall | None:
        """The call, when the class is a tool that lacks nothing."""
        return (
            None
            if self.tool in PLAIN_CLASSES or self.missing
            else ToolCall(tool=self.tool, arguments=self.arguments)
        )


class Reader:
    """The reader of one process: tables and weights are loaded once."""

    def __init__(
        self, deps: Deps, embedder: Embedder | None = None, fit: Callable[[ToolCall], Fitted] = fitted
    ) -> None:
        self.deps = deps
        self.fit = fit
        self._embedder = embedder

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.load(self.deps.settings)

    @cached_property
    def lexicon(self) -> Lexicon:
        return load_lexicon(self.deps.settings.data / "language")

    @cached_property
    def classifier(self) -> Classifier:
        return load_classifier(self.deps.settings.data / "understanding" / "classifier.npz")

    def said(self, text: str, today: date, place: Location | None = None, home: str | None = None) -> Said:
        """What a raw text says."""
        slots = read_slots(plain(text), today, self.deps, self.vocabulary)
        return Said(slots, self.lexicon.mentions(slots.words), self.deps, today, place, home)

    # --- one message -----------------------------------------------------------------------------------

    def readings(self, said: Said, memory: Known) -> list[Reading]:
        """The questions of a message, each read: one in most, up to four."""
        for known in registry.readings().values():
            if known.claims is not None and known.claims(said):
                own = self._read(known.tool, CLAIMED, said, memory)
                if own is not None and not own.missing:
                    return [own]
        guess = self.guess(said, memory)
        whole = self.decide(said, memory, guess)
        if guess.of(SEVERAL) >= SEVERAL_FROM or asks_again(said.slots.text):
            parts = self._parts(said, memory, whole)
            if len(parts) > 1:
                return parts
        return [whole]

    def guess(self, said: Said, memory: Known) -> Guess:
        """Classes with their probabilities."""
        counts = features(said, memory.tool, self._corrected)
        quick = self.classifier.quick(counts)
        if quick.sure >= SURE_WITHOUT_EMBEDDER:
            return quick
        return self.classifier.full(counts, said.slots.ordinary, self._embedder or local_embedder())

    def decide(self, said: Said, memory: Known, guess: Guess) -> Reading:
        """The class that fits best: likely by its words, with what it needs, leaving little aside."""
        tried: list[Reading] = []
        ranked = [(name, p) for name, p in guess.ranked if name != SEVERAL]
        total = sum(p for _, p in ranked) or 1.0
        for name, probability in ranked[:TRIED]:
            if probability / total < 0.02 and tried:
                break
            reading = self._read(name, probability / total, said, memory)
            if reading is not None:
                tried.append(reading)
        if not tried:
            return Reading(NOTHING, 0.5, {})
        weights = [
            self._spoken_for(r, said)
            * r.sure
            * LEFT_ASIDE ** min(3, self._unused(r))
            * (LACKING if r.missing else 1.0)
            for r in tried
        ]
        whole = sum(weights) or 1.0
        order = sorted(range(len(tried)), key=lambda i: -weights[i])
        ordered = [replace(tried[i], sure=weights[i] / whole) for i in order]
        return replace(ordered[0], others=tuple(ordered[1:3]))

    @staticmethod
    def _spoken_for(reading: Reading, said: Said) -> float:
        """What a tool keeps when a word speaks for another kind of tool: "rules" for those of the rules."""
        known = registry.readings().get(reading.tool)
        if known is not None and known.word is not None and known.word not in said.concepts and not reading.varied:
            return WITHOUT_ITS_WORD
        if "rules" not in said.concepts or reading.tool in PLAIN_CLASSES:
            return 1.0
        tool = registry.known(reading.tool)
        return 1.0 if tool is not None and tool.kind == "rules" else NOT_SPOKEN_FOR

    @staticmethod
    def _unused(reading: Reading) -> int:
        if reading.said is None or reading.tool in PLAIN_CLASSES - {VARY}:
            return 0
        return len(reading.said.unused())

    def _read(self, name: str, probability: float, said: Said, memory: Known) -> Reading | None:
        if name == VARY:
            return self._vary(probability, said, memory)
        if name in PLAIN_CLASSES:
            return Reading(name, probability, {}, said=said.again())
        tool, _, preset = name.partition(PRESET)
        known = registry.readings().get(tool)
        if known is None:
            return None
        fresh = said.again()
        given = known.read(fresh)
        if preset:
            key, _, value = preset.partition("=")
            given[key] = value
        missing = ""
        for need in known.needs:
            names = (need,) if isinstance(need, str) else need
            if any(given.get(n) for n in names):
                continue
            given = filled(given, names[0], memory, self.deps)
            if not given.get(names[0]):
                missing = names[0]
                break
        if said.place is None and "here" in given.values():
            missing = "here"  # no position was shared, and "here" is no town
        given = self._leaning(known, given, fresh, memory)
        return Reading(tool, probability, given, missing, fresh)

    def _leaning(self, known: registry.Reads, given: Given, said: Said, memory: Known) -> Given:
        """What a tool likes to know and the chat does: both ends of a report's flight, the day of the trip."""
        places = [n for n in known.leans if n in PLACE_NAMES]
        if places and not any(n in given for n in places):
            for name in places:
                given = filled(given, name, memory, self.deps)
        leans_on_chat = not said.spots or bool({s.name for s in said.spots} & set(memory.places.values()))
        for name in known.leans:
            if name in ("day", "date") and leans_on_chat and memory.day and not given.get(name):
                given = {**given, name: memory.day}
            if name in SPEEDS and leans_on_chat and not any(n in given for n in SPEEDS):
                given = {**given, **{n: memory.speeds[n] for n in SPEEDS if n in memory.speeds}}
            if name == "topic" and memory.topic and not given.get(name):
                given = {**given, "topic": memory.topic}
            if name in ("query", "country", "filters") and not said.spots and not said.slots.countries:
                value = memory.call.arguments.get(name) if memory.call else None
                if value and name not in given:
                    given = {**given, name: value}
            if name == "other_countries":
                given = _with_other_countries(given, memory)
            if name == "time" and leans_on_chat and memory.time and not given.get(name):
                given = {**given, name: memory.time}
        return given

    def _vary(self, probability: float, said: Said, memory: Known) -> Reading | None:
        """The last call with what the message changes; None when it changes nothing that the tool takes."""
        if memory.call is None:
            return None
        known = registry.readings().get(memory.call.tool)
        if known is None:
            return None
        fresh = said.again()
        given: Given = {
            name: value for name, value in known.read(fresh).items() if value not in (None, [], {}, "")
        }
        before = memory.call.arguments
        for free in ("question", "text"):
            given.pop(free, None)
        if any(fresh.denied(m) for m in fresh.all_of("reverse", "both_ways")):
            before = {name: value for name, value in before.items() if not name.startswith("return")}
        elif any(name.startswith("return") for name in given):
            pass  # "back at 17": the way back changes, the flight is not turned round
        elif fresh.has("reverse") and not fresh.spots and (turned := reversed_ends(before)) != before:
            before = turned
        arguments = changed(before, given, also=fresh.has("also"))
        if arguments == memory.call.arguments:
            return None
        return Reading(memory.call.tool, probability, arguments, said=fresh, varied=True)

    # --- several questions -------------------------------------------------------------------------------

    def _parts(self, said: Said, memory: Known, whole: Reading) -> list[Reading]:
        """The best cut of a message into questions that each stand; the whole when none does."""
        best: list[Reading] = [whole]
        best_score = 0.0
        for first, second in cuts(said.slots.text):
            one = self._part(first, said, memory)
            if one is None:
                continue
            memory_then = memory.after(one.call) if one.call else memory
            two = self._part(second, said, memory_then)
            if two is None or (two.tool == one.tool and two.arguments == one.arguments):
                continue
            score = min(one.sure, two.sure) - (0.25 if two.tool == one.tool else 0.0)
            if score > best_score:
                best_score, best = score, [one, two]
                self._second_text = second
        if len(best) == 2 and best_score > 0.45:
            head, tail = best
            rest_said = self._again(self._second_text, said)
            then = memory.after(head.call) if head.call else memory
            if self.guess(rest_said, then).of(SEVERAL) >= SEVERAL_FROM:
                rest = self._parts(rest_said, then, tail)
                return [head, *rest][:MOST_QUESTIONS]
            return best
        return [whole]

    _second_text: str = ""

    def _again(self, text: str, said: Said) -> Said:
        return self.said(text, said.today, said.place, said.home)

    def _part(self, text: str, said: Said, memory: Known) -> Reading | None:
        part = self._again(text, said)
        if len(part.slots.words) < 1:
            return None
        reading = self.decide(part, memory, self.guess(part, memory))
        if reading.tool in (NOTHING, TALK, CHANGE, DISTRESS) or reading.missing:
            return None
        return reading

    # --- spelling ----------------------------------------------------------------------------------------

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


def _with_other_countries(given: Given, memory: Known) -> Given:
    """One country to compare is compared with those in hand."""
    own = given.get("countries")
    if not isinstance(own, list) or len(own) > 1 or not memory.countries:
        return given
    countries: list[JsonValue] = [*memory.countries, *(c for c in own if c not in memory.countries)]
    return {**given, "countries": countries}
