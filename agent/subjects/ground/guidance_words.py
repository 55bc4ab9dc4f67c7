"""Two cited sentences on why a place is worth it, chosen from what was found and quoted as they stand."""

from __future__ import annotations

from agent.protocol import Answer, Suggestion
from agent.search import words_of
from agent.subjects.ground.guidance import CityGuidance
from agent.subjects.offered import day_in, restaurants
from agent.travel.guidance import Chunk, sentences_of, subjects_of
from agent.travel.mediawiki import LICENCE, LICENCE_URL
from agent.writing.as_held import as_held, quoted
from agent.writing.write import Talk, suggest, write
from tongue import say

SENTENCES = 2
_LONGEST = 320
_REASONS = frozenset(
    words_of(
        "known famous built landmark iconic unique principal popular oldest largest finest overlooks views art"
    )
)


@write.register
def _(result: CityGuidance, talk: Talk) -> Answer:
    shut = f"**{say(result.warning)}**\n" if result.warning else ""
    if not result.found:
        return Answer(text=f"{shut}{result.message or ''}", choices=result.choices)
    if result.chunks:
        picked = _best_sentences(result)
        lines = [f"{quoted(sentence)} ([{_label(chunk)}]({chunk.url}))" for sentence, chunk in picked]
        lines.append(say("Shortened, under [{LICENCE}]({LICENCE_URL}).", LICENCE=LICENCE, LICENCE_URL=LICENCE_URL))
    else:
        lines = [
            say("{name}: {value}", name=f"**{note.name}**, {note.place}", value=in_english(note.note))
            for note in result.notes
        ]
        lines.append(say("My own note, unverified."))
    if result.problem:
        lines.append(result.problem)
    return Answer(text=shut + "\n".join(lines), choices=result.choices)


@suggest.register
def _(result: CityGuidance, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or not result.city:
        return ()
    return (day_in(result.city), restaurants(result.city))


def _best_sentences(result: CityGuidance) -> list[tuple[str, Chunk]]:
    """The sentences that speak most about what was asked, in the order of their passages."""
    names = [set(words_of(name)) for name in subjects_of(result.query)]
    asked = set(words_of(result.query))
    rated: list[tuple[float, int, int, str, Chunk]] = []
    for position, chunk in enumerate(result.chunks):
        for number, sentence in enumerate(sentences_of(chunk.text)):
            words = set(words_of(sentence))
            if not 30 <= len(sentence) <= _LONGEST:
                continue
            named = any(name <= words for name in names)
            rating = 3.0 * named + len(words & asked) * 0.2 + len(words & _REASONS) * 0.7
            rating += chunk.score - 0.1 * number - 0.05 * position
            rated.append((rating, position, number, sentence, chunk))
    best = sorted(rated, key=lambda r: -r[0])[:SENTENCES]
    if not best:
        first = result.chunks[0]
        return [(first.text[:_LONGEST].rsplit(" ", 1)[0] + " …", first)]
    return [(sentence, chunk) for _, _, _, sentence, chunk in sorted(best, key=lambda r: r[1:3])]


def _label(chunk: Chunk) -> str:
    return say("{name}: {value}", name=chunk.source, value=chunk.title) + (
        f", {chunk.section}" if chunk.section else ""
    )


def in_english(note: str) -> str:
    """One of our own notes, which are in English: in another language it is quoted, and said to be so."""
    return as_held(note)
