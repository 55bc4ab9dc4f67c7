"""What is known about the rules of each country: questions and each country's answers, with their sources.

The corpus is the project's own (`data/rules/`, read by `agent.rules.own_files`) or a file of the pilot survey's
format (`RULES_JSON`, read by `agent.rules.survey_file`). Empty answers and the category "ignore" are in neither.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from agent import regex as re
from agent.aviation.names import fold

PILOT_SURVEY = "pilot survey"
_APOSTROPHE = re.compile(r"['’]")
_SHORT = 3
"""Letters of a part that is a whole word: "elt" does not begin "Eltern"."""


def filed_under(name: str) -> str:
    """A tag or category as it is compared: "flight_plan", "Flight-plan" and "flight plan" are one."""
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))


@dataclass(frozen=True, slots=True)
class RuleQuestion:
    """A question the corpus can answer for some countries. `phrasings` are other ways to put it.

    `law` is the question under which the regulation on the same subject stands, if there is one; `instead` one
    that answers this one too, for countries that have no answer of their own. Where `only_with` names words, a
    question without any of them does not mean this one. `short` is its name on a button, "" where it has none.
    `named` lists what means this question and no other: each the folded beginnings of words that are all said;
    `beside` what means it only where another matter is asked with it.
    `by_state` are the questions under which states say of it what the common text leaves to them. `part_of` is the
    wider question of which this is the case of some places: words that mean both mean this one first.
    """

    id: str
    text: str
    category: str = ""
    tags: tuple[str, ...] = ()
    phrasings: tuple[str, ...] = ()
    law: str = ""
    instead: str = ""
    only_with: tuple[str, ...] = ()
    short: str = field(default="", repr=False)
    named: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    by_state: tuple[str, ...] = field(default=(), repr=False)
    beside: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    part_of: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class OverBorder:
    """A state's word on flight plans over its border: the neighbours with whom one is due, not asked, or advised.

    "*" is every neighbour, "schengen" each in Schengen. `none_into`: from whom a flight into it needs none.
    """

    due: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    none_into: tuple[str, ...] = ()
    advised: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """One country's answer. `basis` is where it comes from: "pilot survey", "regulation" or "authority".

    `regime` is "EU" when the text is the European Union's and is shown for this country because it applies
    there. `reviewed` is None when the file does not say. `frame`: the text only says what each state decides
    for itself, so that it is near to a question about one of them and never its answer. `short` says the same in a
    few words, where the text does not begin with them. `over_border`: what it asks of a flight plan over which of
    the state's borders.
    """

    question_id: str
    country: str
    text: str
    basis: str = PILOT_SURVEY
    reviewed: date | None = None
    reference: str = ""
    links: tuple[str, ...] = ()
    regime: str = ""
    frame: bool = False
    short: str = field(default="", repr=False)
    over_border: OverBorder | None = field(default=None, repr=False)


class Corpus:
    """Questions in the order of their file, and the answers to them. Immutable."""

    def __init__(self, questions: Iterable[RuleQuestion], answers: Iterable[RuleAnswer], origin: str) -> None:
        self.questions: Mapping[str, RuleQuestion] = {question.id: question for question in questions}
        self.origin = origin
        self._answers: dict[tuple[str, str], tuple[RuleAnswer, ...]] = {}
        for answer in answers:
            key = answer.question_id, answer.country
            self._answers[key] = (*self._answers.get(key, ()), answer)

    def answers(self, question_id: str, country: str) -> tuple[RuleAnswer, ...]:
        """What is known: none, one, or a country's own and the EU's text, each on its own basis."""
        return self._answers.get((question_id, country), ())

    def citing(self, provision: str) -> tuple[RuleQuestion, ...]:
        """The questions that are answered from a provision, by the answers' references: "SERA.5005"."""
        cited = re.compile(rf"{re.escape(provision)}(?!\d)")
        asked = dict.fromkeys(
            answer.question_id
            for answers in self._answers.values()
            for answer in answers
            if cited.search(answer.reference)
        )
        return tuple(question for question in self.questions.values() if question.id in asked)

    def answering(self, question: RuleQuestion, country: str) -> RuleQuestion | None:
        """The question under which `country` answers: this one, else the one that may stand in for it."""
        if self.answers(question.id, country):
            return question
        other = self.questions.get(question.instead)
        return other if other and self.answers(other.id, country) else None

    def named_in(self, asked: str) -> RuleQuestion | None:
        """The question that words of `asked` mean and no other, by the most of them."""
        return next(iter(self.all_named_in(asked)), None)

    def all_named_in(self, asked: str, *, loosely: bool = False) -> tuple[RuleQuestion, ...]:
        """The questions that words of `asked` mean, each by words of its own, by the most of them.

        `loosely`: also by words that mean one only where another matter is asked with it.
        """
        words = fold(_APOSTROPHE.sub(" ", asked)).split()
        begun = {word[:end] for word in words for end in range(_SHORT + 1, len(word))}.union(words)
        found: list[tuple[frozenset[int], RuleQuestion]] = []
        for question in self.questions.values():
            for need in (*question.named, *(question.beside if loosely else ())):
                if not begun.issuperset(need):
                    continue
                held = [_places(words, part) for part in need]
                if all(held):
                    found.append((frozenset(min(places) for places in held), question))
        kept: list[tuple[frozenset[int], RuleQuestion]] = []
        for places, question in sorted(found, key=lambda one: (-len(one[0]), max(one[0]) - min(one[0]))):
            if not any(places & other or question is one for other, one in kept):
                kept.append((places, question))
        if kept and (part := next((one for one in kept[1:] if one[1].part_of == kept[0][1].id), None)):
            kept = [part, *(one for one in kept if one is not part)]
        return tuple(question for _, question in kept)

    def of_the_state(self, question: RuleQuestion, country: str) -> tuple[RuleQuestion, ...]:
        """Where a country says in its own words what its text here leaves to states."""
        if not self.answers(question.id, country):
            return ()
        return tuple(
            self.questions[other]
            for other in question.by_state
            if (told := self.answers(other, country)) and not any(answer.regime for answer in told)
        )

    def left_to_states(self, question: RuleQuestion) -> RuleQuestion | None:
        """The question of which this one is a part among others, each the states' own to say."""
        whole = (one for one in self.questions.values() if len(one.by_state) > 1)
        return next((one for one in whole if question.id in one.by_state), None)

    @cached_property
    def short_names(self) -> Mapping[str, str]:
        """The names of the questions on a button, by their texts; a question without one is not there."""
        return {question.text: question.short for question in self.questions.values() if question.short}

    @cached_property
    def countries(self) -> Mapping[str, int]:
        """ISO codes with how many questions are answered there, in alphabetical order."""
        return dict(sorted(Counter(country for _, country in self._answers).items()))

    @cached_property
    def all_answers(self) -> tuple[RuleAnswer, ...]:
        """Every answer of every country."""
        return tuple(answer for answers in self._answers.values() for answer in answers)

    @cached_property
    def categories(self) -> Mapping[str, int]:
        """Categories with their number of questions, in the file's order."""
        return dict(Counter(question.category for question in self.questions.values() if question.category))

    @cached_property
    def tags(self) -> Mapping[str, int]:
        """Tags with their number of questions, most frequent first."""
        counts = Counter(tag for question in self.questions.values() for tag in question.tags)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def select(self, country: str, category: str | None, tags: Iterable[str]) -> list[RuleQuestion]:
        """The questions answered in `country`, of this category and with any of these tags, however spelt."""
        wanted = {filed_under(tag) for tag in tags}
        return [
            question
            for question in self.questions.values()
            if self.answers(question.id, country)
            and (not category or filed_under(question.category) == filed_under(category))
            and (not wanted or wanted & {filed_under(tag) for tag in question.tags})
        ]

    @cached_property
    def version(self) -> str:
        """Changes with every word of the corpus that is searched or served."""
        digest = hashlib.blake2b(digest_size=16)
        for question in self.questions.values():
            digest.update(repr(question).encode())
        for answer in self.all_answers:
            digest.update(repr(answer).encode())
        return digest.hexdigest()


def _places(words: Sequence[str], part: str) -> list[int]:
    """Where a word stands in a question, by its beginning unless it is short."""
    return [n for n, word in enumerate(words) if word == part or (len(part) > _SHORT and word.startswith(part))]
