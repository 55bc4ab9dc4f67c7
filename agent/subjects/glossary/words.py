"""Words for a term: what it means in a sentence, then where it applies."""

from __future__ import annotations

from agent import regex as re
from agent.protocol import Answer
from agent.subjects.glossary.tool import Meaning, TermExplained
from agent.weather.report import Group
from agent.weather.words import conditions_words
from agent.writing.as_held import as_held
from agent.writing.write import Talk, write
from tongue import say


@write.register
def _(result: TermExplained, talk: Talk) -> Answer:
    if not result.meanings:
        return Answer(
            text=result.message or say("I have no meaning for {term}.", term=result.term), choices=result.choices
        )
    lines = [_told(one) for one in result.meanings]
    lines += [
        say("In the TAF of {station}: {group}", station=one.station, group=_group(one.group))
        for one in result.in_reports[:SHOWN]
    ]
    message = [result.message] if result.message else []
    in_order = [*message, *lines] if _IS_LED.match(result.message or "") else [*lines, *message]
    return Answer(text="\n".join(in_order))


_IS_LED = re.compile(r"\*\*")
"""A message that is the answer itself stands first."""


def _named(term: str, asked: str) -> str:
    """A term as it was asked for, where that is another abbreviation of it: "PNR = PN"."""
    of_letters = asked.isalpha() and len(asked) <= _ABBREVIATED and term.isupper()
    if not of_letters or asked.upper() in (term, f"{term}S"):
        return term
    return f"{asked.upper()} = {term}"


_ABBREVIATED = 5


def _told(one: Meaning) -> str:
    """A term in a sentence; of a document of the past that its text is not held, and what followed it."""
    if one.decoded:
        return say("**{term}**: {says} Where: {where}.", term=one.term, says=one.says, where=one.where)
    if not one.past:
        return say(
            "**{term}**: {says} Where: {where}.",
            term=_named(one.term, one.asked),
            says=_in_english(one.says),
            where=_in_english(one.where),
        )
    return "\n".join(
        (
            say("**{term} is of the past, and I do not hold its text.**", term=one.term),
            _in_english(f"{one.says} {one.past}"),
        )
    )


SHOWN = 4


def _in_english(words: str) -> str:
    """The table's words, which are English: marked as such in another language."""
    return as_held(words)


def _group(of: Group) -> str:
    """ "TEMPO 2312/2318 4000 RA", from when to when, and what it says."""
    words = conditions_words(of)
    if of.from_ is None:
        return f"`{of.raw}` {words}."
    if of.to is None or of.kind == "FM":
        return say("`{raw}` from {since:%d %H:%M} UTC: {words}.", raw=of.raw, since=of.from_, words=words)
    return say(
        "`{raw}` {since:%d %H:%M} to {to:%d %H:%M} UTC: {words}.",
        raw=of.raw, since=of.from_, to=of.to, words=words,
    )  # fmt: skip
