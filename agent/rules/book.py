"""The rules of all countries as one book: asked in a pilot's words, paged through, or compared between countries.

It reads the corpus on first use and builds its index where there is none. Everything it says is in the corpus.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from agent import regex as re
from agent.aviation.countries import Countries
from agent.behaviour import Behaviour, load_behaviour
from agent.config import AgentSettings
from agent.errors import ModelError
from agent.llm.embeddings import Embedder, OpenAIEmbedder, Vectors, embedder_for
from agent.llm.reranking import (
    COHERE_MODEL,
    OPENAI_MODEL,
    CohereReranker,
    EmbeddingReranker,
    Reranker,
)
from agent.rules.comparison import AnswerComparer, ComparedQuestion
from agent.rules.corpus import Corpus, RuleAnswer, RuleQuestion, filed_under
from agent.rules.own_files import Wordings, read_authorities, read_corpus, survey_key
from agent.rules.retrieval import (
    INDEX,
    NAMING,
    QuestionFinder,
    RankedQuestion,
    indexed,
    passages,
    without_countries,
    written_out,
)
from agent.rules.same_question import Fitting, SameQuestion, foreign_words
from agent.rules.survey_file import read_survey
from agent.rules.vectors import answer_passages, read_vectors
from agent.search import Library, PassageIndex, Progress, text_key
from agent.search.words import words_of
from agent.troubles import Heard

logger = logging.getLogger(__name__)

ANSWERS_INDEX = "aviation_rules_answers"

_COMING_FROM = re.compile(r"\b(from|depuis|aus|von)(\s+(the|la|le|l'|der|dem|den))?\s*$", re.IGNORECASE)

MOST_ABOUT = 8
"""Questions about one topic."""


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A question of the corpus that a country answers, and how well it fits what was asked."""

    question_id: str
    question_text: str
    country: str
    score: float


@dataclass(frozen=True, slots=True)
class Finding:
    """What the corpus holds on a question. `hits` is empty where it abstains, best first otherwise.

    `nearest` are the closest questions the country does answer, whether or not they fit.
    """

    hits: tuple[RuleHit, ...]
    nearest: tuple[RuleQuestion, ...]


@dataclass(frozen=True, slots=True)
class Authority:
    """Who publishes a country's rules, as read in the corpus; never from memory."""

    name: str
    link: str


class Rulebook:
    """Questions and answers of one corpus, with its search. Any number of tasks may ask at once."""

    def __init__(
        self,
        settings: AgentSettings,
        embedder: Embedder,
        behaviour: Behaviour,
        countries: Countries,
        heard: Heard | None = None,
    ) -> None:
        self._heard = heard
        self.behaviour = behaviour
        self.embedder = embedder
        self._settings = settings
        self.countries = countries
        self._library = Library(settings, embedder)
        self._building = threading.Lock()
        self._comparing = threading.Lock()
        self._finder: QuestionFinder | None = None
        self._answer_vectors: dict[str, Vectors] = {}

    # --- what is there -----------------------------------------------------------------------------

    @cached_property
    def corpus(self) -> Corpus:
        """The corpus of `RULES_JSON`, else the project's own. Raises `DataProblem` with the place."""
        if self._settings.rules_json is not None:
            return read_survey(self._settings.rules_json, self._wordings)
        return read_corpus(self._settings.data / "rules")

    def authority(self, country: str) -> Authority | None:
        """Where the country's rules are published, when the project's own corpus names it."""
        return self._authorities.get(country)

    @cached_property
    def _authorities(self) -> Mapping[str, Authority]:
        return {
            code: Authority(name, link)
            for code, (name, link) in read_authorities(self._settings.data / "rules").items()
        }

    @cached_property
    def _wordings(self) -> Wordings:
        return Wordings.read(self._settings.data / "rules")

    # --- asking ------------------------------------------------------------------------------------

    async def ask(
        self,
        asked: str,
        countries: Sequence[str],
        *,
        k: int | None = None,
        tags: Iterable[str] = (),
    ) -> Finding:
        """What `countries` answer to a question in anybody's words; `k` answers per country at most."""
        wanted = k or self.behaviour.rag.retrieval.top_k
        finder = await asyncio.to_thread(self._ready)
        ranking = await asyncio.to_thread(finder.rank, self._cleaned(asked, countries))
        tag_set = {filed_under(tag) for tag in tags}
        allowed = [
            r for r in ranking.questions if not tag_set or tag_set & {filed_under(t) for t in r.question.tags}
        ]
        near = [ranked for ranked in allowed if ranked.score >= finder.near]
        nearest = tuple({r.question.id: r.question for c in countries for r in self._answered(near, c)}.values())[
            :3
        ]
        if not ranking.held or not allowed:
            return Finding((), nearest)
        least = allowed[0].score - finder.gap
        pool = wanted * self.behaviour.rag.retrieval.rerank_candidates_multiplier
        hits: list[RuleHit] = []
        for country in countries:
            answered = self._answered(allowed, country)[:pool]
            if not answered or answered[0].score < least:
                continue
            chosen = await self._reranked(asked, answered)
            hits += [RuleHit(r.question.id, r.question.text, country, round(r.score, 4)) for r in chosen[:wanted]]
        return Finding(tuple(hits), nearest)

    def _answered(self, ranked: Iterable[RankedQuestion], country: str) -> list[RankedQuestion]:
        """Those that the country answers, in their order; another question stands in where it answers as well."""
        found: dict[str, RankedQuestion] = {}
        for one in ranked:
            if question := self.corpus.answering(one.question, country):
                found.setdefault(question.id, RankedQuestion(question, one.score))
        return list(found.values())

    def can_answer(self, question_id: str, country: str) -> bool:
        """Whether `country` answers one of the project's own questions, in this corpus or in a survey's."""
        row = next((row for row in self._wordings.rows if row.id == question_id), None)
        own = self.corpus.questions.get(question_id)
        held = [own] if own else []
        if row and not own:
            keys = set(row.survey_id)
            held = [q for q in self.corpus.questions.values() if keys & {survey_key(q.id), survey_key(q.text)}]
        return any(self.corpus.answering(question, country) for question in held)

    def by_words(self, asked: str, country: str, tags: Iterable[str] = ()) -> list[RuleQuestion]:
        """The questions that `country` answers and that hold every subject word asked, nearest first."""
        clean = self._cleaned(asked, [country])
        said = set(words_of(clean))
        held = [
            (len(said & set(words_of(question.text))), question)
            for question in self.corpus.select(country, None, tuple(tags))
            if not foreign_words(clean, question)
        ]
        return [question for shared, question in sorted(held, key=lambda one: -one[0]) if shared > 0]

    async def search(self, asked: str, countries: Sequence[str], *, k: int = 5) -> list[RuleHit]:
        """The `k` best hits over `countries`; without any, those the question names, else all of the corpus."""
        named = [country.code for _, _, country in self.countries.find_all(asked)]
        chosen = list(dict.fromkeys(countries or named or self.corpus.countries))
        found = await self.ask(asked, chosen, k=k)
        return sorted(found.hits, key=lambda hit: -hit.score)[:k]

    async def compare(
        self, countries: Sequence[str], questions: Sequence[RuleQuestion], *, min_difference: float | None = None
    ) -> list[ComparedQuestion]:
        """The countries' answers side by side, the different ones first."""
        least = self.behaviour.comparison.min_difference if min_difference is None else min_difference
        comparer = AnswerComparer(self.corpus, self._vectors_of, self.embedder.id)
        return await asyncio.to_thread(comparer.compare, countries, questions, min_difference=least)

    async def tells(self, asked: str, question: RuleQuestion, country: str) -> bool:
        """May the country's answer to this entry be told as the answer to what was asked?"""
        return await self.fitting(asked, question, country) == "same"

    async def fitting(self, asked: str, question: RuleQuestion, country: str) -> Fitting:
        """How the country's answer to this entry stands to what was asked."""
        finder = await asyncio.to_thread(self._ready)
        clean = self._cleaned(asked)
        answers = self.corpus.answers(question.id, country)
        texts = [answer.text for answer in answers]

        async def stands(entry: RuleQuestion) -> Fitting:
            nearness = await asyncio.to_thread(finder.nearness, clean, entry)
            return self._same.fitting(clean, entry, nearness, texts)

        found = await stands(question)
        if found == "same" and answers and all(answer.frame for answer in answers):
            return "near"
        if found == "near":
            for one in self._answered_by(question, country):
                if not foreign_words(clean, one) and await stands(one) == "same":
                    return "same"
        return found

    async def speaks_of(self, asked: str, question: RuleQuestion, country: str) -> bool:
        """Is the country's text on the subject that was asked, though not word for word its question?"""
        finder = await asyncio.to_thread(self._ready)
        clean = self._cleaned(asked)
        nearness = await asyncio.to_thread(finder.nearness, clean, question)
        answers = self.corpus.answers(question.id, country)
        if all(answer.frame for answer in answers):
            return False  # "each state decides": what this one decided is not held
        return self._same.speaks_of(clean, question, nearness, [answer.text for answer in answers])

    def alike(self, asked: str, text: str, known: str = "") -> int:
        """How many conditions a question and a text both name, in whatever language, that `known` does not."""
        return self._same.alike(asked, text, known)

    async def very_question(
        self, asked: str, entries: Sequence[RuleQuestion], country: str
    ) -> RuleQuestion | None:
        """The first of these entries that is what was asked and holds every subject word of it."""
        clean = self._cleaned(asked)
        for entry in entries:
            if not foreign_words(clean, entry) and await self.fitting(asked, entry, country) == "same":
                return entry
        return None

    def _answered_by(self, question: RuleQuestion, country: str) -> list[RuleQuestion]:
        """The questions without an answer of their own in a country for which this one stands in there."""
        named = (one for one in self.corpus.questions.values() if one.instead == question.id)
        return [one for one in named if not self.corpus.answers(one.id, country)]

    @cached_property
    def _same(self) -> SameQuestion:
        return SameQuestion.read(self._settings.data / "rules", self.embedder.id)

    async def about(self, topic: str) -> list[RuleQuestion]:
        """The questions about a topic in anybody's words ("flight plans"), best first; none when not held."""
        finder = await asyncio.to_thread(self._ready)
        ranking = await asyncio.to_thread(finder.rank, self._cleaned(topic))
        if not ranking.held:
            return []
        least = ranking.questions[0].score - finder.reach
        near = [ranked.question for ranked in ranking.questions if ranked.score >= least]
        return near[:MOST_ABOUT]

    def _cleaned(self, asked: str, countries: Sequence[str] = ()) -> str:
        """The question without the countries whose rules are wanted; "from the UK" says something and stays."""
        text = asked[:1000]
        named = [
            (start, end)
            for start, end, country in self.countries.find_all(text)
            # Only names: "German" may be the language that is asked about.
            if self.countries.named(text[start:end])
            and (not countries or country.code in countries)
            and not _COMING_FROM.search(text[:start])
        ]
        text = without_countries(text, named)
        return written_out(text) if self.behaviour.query_reformulation.enabled else text

    async def _reranked(self, asked: str, found: list[RankedQuestion]) -> list[RankedQuestion]:
        """The candidates in the reranker's order, each with the score that its place has."""
        if self._reranker is None or len(found) < 2:
            return found
        try:
            order = await self._reranker.order(asked, [indexed(ranked.question) for ranked in found])
        except ModelError as error:
            logger.info("not reranked: %s", error)
            return found
        return [RankedQuestion(found[place].question, found[rank].score) for rank, place in enumerate(order)]

    @cached_property
    def _reranker(self) -> Reranker | None:
        wanted = self.behaviour.reranking
        settings = self._settings
        if not wanted.enabled or wanted.provider == "none":
            return None
        if wanted.provider == "cohere":
            if not settings.cohere_api_key:
                return None
            return CohereReranker(
                settings.cohere_base_url,
                settings.cohere_api_key,
                wanted.cohere.model or COHERE_MODEL,
                self._heard,
            )
        if not settings.openai_api_key:
            return None
        model = wanted.openai.model or OPENAI_MODEL
        return EmbeddingReranker(
            OpenAIEmbedder(
                model, api_key=settings.openai_api_key, base_url=settings.openai_base_url, heard=self._heard
            )
        )

    # --- the indexes -------------------------------------------------------------------------------

    def build(self, progress: Callable[[str, int, int], None] | None = None) -> int:
        """Bring both indexes up to date, blocking; the number of answers indexed."""

        def shown(name: str) -> Progress | None:
            return partial(progress, name) if progress else None

        self._ready(shown("questions"))
        texts = answer_passages(self.corpus)
        index = self._library.open(
            ANSWERS_INDEX, self._version, lambda: texts, known=self._shipped, progress=shown("answers")
        )
        with self._comparing:
            self._remember(index)
        return len(texts)

    def _ready(self, progress: Progress | None = None) -> QuestionFinder:
        if self._finder is not None:
            return self._finder
        with self._building:
            if self._finder is None:
                index = self._library.open(
                    INDEX,
                    self._version,
                    lambda: passages(self.corpus, self._wordings),
                    known=self._shipped,
                    progress=progress,
                )
                self._finder = QuestionFinder(
                    self.corpus,
                    index,
                    self.embedder,
                    self.behaviour.rag.retrieval.similarity_threshold,
                    naming=self._wordings.elsewhere.get(NAMING, {}).values(),
                )
            return self._finder

    @property
    def _version(self) -> str:
        wordings = json.dumps({k: dict(v) for k, v in self._wordings.elsewhere.items()}, sort_keys=True)
        return f"{self.corpus.version} {text_key(wordings)}"

    def _vectors_of(self, answers: Sequence[RuleAnswer]) -> Vectors:
        """Vectors of answers: from the index when it was built, else made now and kept for the next time."""
        with self._comparing:
            if not self._answer_vectors:
                index = self._library.stored(ANSWERS_INDEX, self._version)
                if index:
                    self._remember(index)
                else:  # those of the questions come along: 4 MB
                    self._answer_vectors.update(self._shipped())
            keys = [text_key("passage", answer.text) for answer in answers]
            new = {
                key: answer.text
                for key, answer in zip(keys, answers, strict=True)
                if key not in self._answer_vectors
            }
            if new:
                made = self.embedder.embed_passages(list(new.values()))
                self._answer_vectors.update(zip(new, made, strict=True))
            return np.stack([self._answer_vectors[key] for key in keys])

    def _remember(self, index: PassageIndex) -> None:
        for passage, vector in zip(index.passages, index.vectors, strict=True):
            self._answer_vectors[text_key("passage", passage.text)] = vector

    def _shipped(self) -> Mapping[str, Vectors]:
        """Vectors that come with the project's own corpus, so that the first question need not wait."""
        return read_vectors(self._settings.data / "rules" / "search" / "vectors.npz", self.embedder.id)


def open_rulebook(settings: AgentSettings) -> Rulebook:
    """A rulebook of its own, for commands and scripts."""
    behaviour = load_behaviour(settings)
    embedder = embedder_for(behaviour.rag.embedding_model, settings)
    return Rulebook(settings, embedder, behaviour, Countries.load(settings))
