"""Rules of several countries beside each other: a few words of each, and one line for what they come to."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.aviation.aip_words import shortened
from agent.rules.same_question import modality
from agent.subjects.measures import with_article
from agent.subjects.rules.shapes import RuleText
from agent.writing.as_held import as_held, translated
from agent.writing.parts import opening
from tongue import later, say

SHORT = 72
"""Letters of an answer that stand in a column; what is left out is marked and stands in full behind a fold."""
ROOM = 220
"""Letters of an answer where few stand beside each other."""
_VERDICTS = {
    "allowed": re.compile(r"(?:allowed|permitted|possible|flown)\b(?! only)", re.IGNORECASE),
    "yes": re.compile(r"(?:yes|correct|generally yes|in general yes)\b", re.IGNORECASE),
    "no": re.compile(r"(?:no|none|never|not required|not needed|not necessary|generally no)\b", re.IGNORECASE),
}
_AGREED = {
    "allowed": later("**Allowed in {countries}**, each with what stands below."),
    "yes": later("**Yes in {countries}**, each with what stands below."),
    "no": later("**No in {countries}**, each with what stands below."),
}
_HEAD = 150


def in_short(answer: RuleText, letters: int = SHORT) -> str:
    """A few words of an answer: its own short form, its first sentence, or its first clause with " …"."""
    if answer.short:
        return say(answer.short)
    text = answer.text.replace("\n", " ")
    told_in = translated(text)
    first, rest = opening(_POINTS_ELSEWHERE.sub("", text if told_in is None else told_in), letters)
    if rest and len(first) < _BARE:  # "No." alone is half an answer
        second, rest = opening(rest, letters)
        first = f"{first} {second}"
    if len(first) <= letters:
        told = first.rstrip(".") if not rest else f"{first.rstrip('.')} …"
    else:
        clauses = [match.start() for match in re.finditer(r"[;:,](?=\s)| \(", first[: letters + 1])]
        end = clauses[-1] if clauses and clauses[-1] > 20 else first.rfind(" ", 0, letters)
        kept = first[:end].rstrip(" ,;:\u00a0")
        told = f"{kept} …"
    return as_held(told) if told_in is None else told


_POINTS_ELSEWHERE = re.compile(r" \(see the question [^)]*\)")
"""Where a text points to another entry, which does not stand in a column."""
_LONGER = 110
_BARE = 20
"""Letters of a first sentence that says too little by itself."""


def told_apart(answers: Sequence[RuleText], letters: int = SHORT) -> list[str]:
    """A few words of each answer; where these are the same though the answers differ, from where they part."""
    words = [in_short(answer, letters) for answer in answers]
    texts = [answer.text.replace("\n", " ") for answer in answers]
    if len(set(words)) > 1 or len(set(texts)) < 2:
        return words
    same = next((n for n, letters in enumerate(zip(*texts, strict=False)) if len(set(letters)) > 1), len(texts[0]))
    start = max((mark.end() for mark in re.finditer(r"[.;:,] ", texts[0][:same])), default=0)
    cut = [f"… {shortened(text[start:], _LONGER)}" for text in texts]
    return [as_held(text) for text in cut]


def verdict_of(answer: RuleText) -> str:
    """ "allowed", "yes", "no", or "" where the answer does not begin with one."""
    told = answer.short or answer.text
    return next((name for name, words in _VERDICTS.items() if words.match(told.strip())), "")


def stated(answer: RuleText, question: str, words: str) -> str:
    """An answer's words as a statement: its yes is none to who asks for the opposite ("may I go without it")."""
    asked, verdict = modality(question), verdict_of(answer)
    if asked == "duty" and verdict == "yes":
        return say("required: {words}", words=words)
    if asked == "duty" and verdict == "no":
        return say("not required: {words}", words=words)
    if asked == "leave" and verdict == "yes":
        return say("allowed: {words}", words=words)
    return say("not allowed: {words}", words=words) if asked == "leave" and verdict == "no" else words


def line_of_all(told: Sequence[tuple[str, RuleText]]) -> str:
    """What the countries' answers come to, in one line; "" where that takes more than one."""
    verdicts = {verdict_of(answer) for _, answer in told}
    if len(verdicts) == 1 and (agreed := _AGREED.get(next(iter(verdicts)))):
        return say(agreed, countries=and_all([with_article(country) for country, _ in told]))
    each = [
        say("{country}: {words}", country=with_article(country), words=in_short(answer))
        for country, answer in told
    ]
    line = " · ".join(f"{one[:1].upper()}{one[1:]}" for one in each)
    return f"**{line}**" if len(line) <= _HEAD else ""


def heads_of_all(told: Sequence[tuple[str, str]]) -> str:
    """The first words of each country's cell in one line, where all of it does not fit: what follows is below."""
    alike: dict[str, list[str]] = {}
    for country, cell in told:
        first = _JOINT.split(cell, maxsplit=1)[0].rstrip(" .…")
        known = not cell.startswith((say("nothing on exactly that"), say("nothing on that")))
        more = " …" if known and len(first) < len(cell.rstrip(" .")) else ""
        alike.setdefault(f"{first}{more}", []).append(with_article(country))
    each = [
        say("{country}: {words}", country=and_all(names), words=words.rstrip("."))
        for words, names in alike.items()
    ]
    line = " · ".join(f"{one[:1].upper()}{one[1:]}" for one in each)
    return f"**{line}**" if len(line) <= _HEADS else ""


_JOINT = re.compile(r"\s*;(?=\s)| \(|\s*…|\.(?=\s)")
_HEADS = 170


def and_all(names: Sequence[str]) -> str:
    """ "France, Germany and the United Kingdom"."""
    if len(names) < 2:
        return "".join(names)
    return say("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])
