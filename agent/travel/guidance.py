"""Why a place is worth it, in the words of Wikivoyage and Wikipedia: passages that fit, or none at all.

Pages are cut into passages by section. Words choose the few that may fit (embedding a whole page of a large
town takes half a minute), meaning ranks them; what was embedded stays in the vector database. When no passage
speaks of what was asked, the answer is that there is no source, never a guess.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from agent import regex as re
from agent.errors import UpstreamError
from agent.protocol import Value
from agent.search import Hit, Library, Passage, WordIndex, text_key, words_of
from agent.travel.mediawiki import LICENCE, Fetched, MediaWiki, Page
from agent.upstream import Fresh, Upstream, cache_key, in_one_sentence

_DAY = 86400.0
_SCHEMA = 1
_LONGEST = 500
_CANDIDATES = 8
SURE, COVERED = 0.875, 0.5
"""A passage is an answer when it is this much alike, or holds this share of the question's telling words.

Measured on 14 questions that Wikivoyage's page of Jaipur answers and 14 that it does not: all told apart, the
right passage among the first three in 14 of 14. A small set, and the one it was chosen on.
"""
_NAME_BONUS = 0.03
_CAPITALS = re.compile(
    r"(?<![\w’'])([A-ZÀ-Þ][\w’'\-]*(?:\s+(?:(?:of|de|du|la|le|les|the|di|da|d’)\s+)*[A-ZÀ-Þ][\w’'\-]*)*)"
)
_ASKING = frozenset({
    "Why", "What", "When", "Where", "Who", "Which", "How", "Is", "Are", "Was", "Were", "Do", "Does", "Did", "Can",
    "Should", "Tell", "Explain", "The", "A", "An", "I", "Warum", "Wie", "Pourquoi", "Que", "Quoi", "Est",
})  # fmt: skip


_FUNCTION_WORDS = frozenset(
    words_of(
        "a an the is are was were be do does did i me my you your we us our it its this that there here of in on "
        "at to for from by with and or not how what why when where which who much many can could should would "
        "will get go good best worth seeing see visit visiting famous known tell about time today le la les un "
        "une est que quoi quel quelle pourquoi comment de du des der die das ein eine ist was wie warum wo und"
    )
)


class Chunk(Value):
    """A passage with its link. `score` is from 0 to 1: how well it fits."""

    text: str
    source: str
    url: str
    section: str
    section_anchor: str | None = None
    score: float
    title: str
    licence: str = LICENCE
    retrieved_at: date


class Guidance(Value):
    """What was found. `asked` are the pages that were read; `problems` is a sentence on services that failed."""

    chunks: tuple[Chunk, ...] = ()
    asked: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wikis:
    """The wikis asked, the travel guide first."""

    voyage: MediaWiki
    pedia: MediaWiki


class Guide:
    """Cited guidance on any town or sight."""

    def __init__(self, wikis: Wikis, library: Library, upstream: Upstream) -> None:
        self._wikis = wikis
        self._library = library
        self._upstream = upstream
        self._seen: dict[str, dict[str, Passage]] = {}

    async def find(self, query: str, towns: Sequence[str], top_k: int) -> Guidance:
        """The passages that fit best, best first; remembered for a day when every page could be read."""
        subjects = subjects_of(query)
        key = cache_key(
            "guidance", _SCHEMA, {"query": query.casefold(), "towns": [t.casefold() for t in towns], "k": top_k}
        )

        async def fetch() -> Fresh:
            found = await self._find(query, list(towns), subjects, top_k)
            return Fresh(found.model_dump_json(), 0 if found.problems else _DAY)

        remembered = await self._upstream.memory.remember(key, fetch)
        return Guidance.model_validate_json(remembered.text)

    async def _find(self, query: str, towns: list[str], subjects: list[str], top_k: int) -> Guidance:
        wanted = ((self._wikis.voyage, [*towns, *subjects]), (self._wikis.pedia, [*subjects, *towns]))
        # Both at once: one that keeps us waiting must not use up the other's time.
        read = await asyncio.gather(*(_first_page(wiki, titles) for wiki, titles in wanted if wiki.configured))
        pages = {
            found.page.url: (found.page, found.at) for found in read if isinstance(found, Fetched) and found.page
        }
        errors = [error for error in read if isinstance(error, UpstreamError)]
        problems = (in_one_sentence(errors),) if errors else ()
        chunks: list[Chunk] = []
        for page, at in pages.values():
            chunks += await asyncio.to_thread(self._search, query, subjects, page, at, top_k)
        best = sorted(chunks, key=lambda chunk: (-chunk.score, chunk.url))[:top_k]
        asked = tuple(f"{page.source}: {page.title}" for page, _ in pages.values())
        return Guidance(chunks=tuple(best), asked=asked, problems=problems)

    def _search(self, query: str, subjects: list[str], page: Page, at: datetime, top_k: int) -> list[Chunk]:
        """Blocking: embeds passages that were never candidates before."""
        passages = passages_of(page)
        words = WordIndex([passage.text for passage in passages])
        wanted = [subject.casefold() for subject in subjects if subject.casefold() != page.title.casefold()]
        ratings = words.scores(query) + np.array([3.0 * _names(wanted, p) for p in passages], dtype=np.float32)
        best = [int(row) for row in np.argsort(-ratings, kind="stable")[:_CANDIDATES] if ratings[row] > 0]
        seen = self._seen.setdefault(f"{page.url} {page.revision}", {})
        seen.update({passages[row].id: passages[row] for row in best or range(min(_CANDIDATES, len(passages)))})
        version = text_key(page.revision, *seen)
        chosen = list(seen.values())
        index = self._library.open(f"guide-{text_key(page.url)}", version, lambda: chosen)
        hits = index.search(query, k=max(top_k, 3))
        if not hits or not (hits[0].score >= SURE or _covered(query, page, passages, hits) >= COVERED):
            return []
        return [_chunk(hit, page, at, wanted) for hit in hits]


async def _first_page(wiki: MediaWiki, titles: Sequence[str]) -> Fetched | UpstreamError | None:
    """The first article of these names that the wiki has; an error is a value here, the other wiki may answer."""
    try:
        for title in dict.fromkeys(titles):
            fetched = await wiki.page(title)
            if fetched.page is not None:
                return fetched
    except UpstreamError as error:
        return error
    return None


def _names(wanted: Sequence[str], passage: Passage) -> bool:
    return any(name in passage.fields["body"].casefold() for name in wanted)


def _covered(query: str, page: Page, passages: Sequence[Passage], hits: Sequence[Hit]) -> float:
    """The largest share of the question's telling words, rare ones counting more, that one hit holds."""
    told = set(words_of(query)) - _FUNCTION_WORDS - set(words_of(page.title))
    texts = [set(words_of(passage.text)) for passage in passages]

    def rarity(word: str) -> float:
        found = sum(_holds(text, word) for text in texts)
        return math.log(1 + (len(texts) - found + 0.5) / (found + 0.5))

    weights = {word: rarity(word) for word in told}
    total = sum(weights.values())
    if not total:
        return 0.0
    held = [
        sum(weight for word, weight in weights.items() if _holds(set(words_of(hit.passage.text)), word))
        for hit in hits[:3]
    ]
    return max(held) / total


def _holds(words: set[str], word: str) -> bool:
    return word in words or f"{word}s" in words or word.removesuffix("s") in words


def passages_of(page: Page) -> list[Passage]:
    """A page in passages of a listing's size, cut at sentences, never across sections."""
    found: list[Passage] = []
    for number, section in enumerate(page.sections):
        where = " > ".join((page.title, *section.path))
        for part, text in enumerate(cut(section.text)):
            fields = {"section": section.heading, "anchor": section.anchor or "", "body": text}
            found.append(Passage(f"{number}-{part}", f"{where}: {text}", page.title, "passage", fields))
    return found


def cut(text: str) -> list[str]:
    """A text in pieces that end with a sentence."""
    sentences = sentences_of(text)
    pieces: list[str] = []
    piece: list[str] = []
    for sentence in sentences:
        if piece and sum(map(len, piece)) + len(sentence) > _LONGEST:
            pieces.append(" ".join(piece))
            piece = []
        piece.append(sentence[:_LONGEST])
    return [*pieces, " ".join(piece)] if piece else pieces


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, line by line."""
    found: list[str] = []
    for line in text.split("\n"):
        found += [part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-ZÀ-Þ0-9₹€£\"“(])", line) if part.strip()]
    return found


def subjects_of(query: str) -> list[str]:
    """The names in a question: "Why is Hawa Mahal worth seeing?" is about Hawa Mahal."""
    found: list[str] = []
    for match in _CAPITALS.finditer(query):
        words = match[1].split()
        while words and words[0].rstrip("’'s") in _ASKING:
            words = words[1:]
        if words:
            found.append(" ".join(words).removesuffix("'s").removesuffix("’s"))
    return sorted(dict.fromkeys(found), key=lambda name: -len(name))


def _chunk(hit: Hit, page: Page, at: datetime, wanted: list[str]) -> Chunk:
    fields = hit.passage.fields
    named = any(subject in hit.passage.text.casefold() for subject in wanted)
    anchor = fields["anchor"] or None
    return Chunk(
        text=fields["body"],
        source=page.source,
        url=f"{page.url}#{anchor}" if anchor else page.url,
        section=fields["section"],
        section_anchor=anchor,
        score=round(min(1.0, hit.score + (_NAME_BONUS if named else 0.0)), 4),
        title=page.title,
        retrieved_at=at.date(),
    )
