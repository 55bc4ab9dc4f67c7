"""Says every sentence in the pilot's language; English is the source and stands in the code.

    say("{ends} is {distance:,.0f} nm", ends=ends, distance=559.2)
    say_many("{count} field", "{count} fields", count)
    TITLES = {"ppr": later("Prior permission")}     # and where it is used: say(TITLES["ppr"])

A catalogue in `tongue/catalogues` holds each sentence of a language, with the same names in braces. Which
language is spoken, is asked once for a message (`speaking`); without it everything is English. Figures, months and
days of the week in braces follow the language too: `{x:,.1f}`, `{day:%a}`, `{day:%b}`. Texts of others (an AIP, a
rule, a report) are given to `say` in braces alone.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

SOURCE = "en"
"""The language of the code."""

_spoken: ContextVar[str] = ContextVar("tongue", default=SOURCE)


def spoken() -> str:
    """The language that is spoken now, by its code: "en", "fr", "de"."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Speak this language inside; one without a catalogue is English."""
    token = _spoken.set(language if language in languages() else SOURCE)
    try:
        yield
    finally:
        _spoken.reset(token)


def speak(language: str) -> None:
    """Speak this language for the rest of the task."""
    _spoken.set(language if language in languages() else SOURCE)


def say(text: str, /, **values: object) -> str:
    """The sentence in the language that is spoken, its braces filled."""
    language = _spoken.get()
    if language == SOURCE:
        return text.format(**values) if values else text
    from tongue.catalogue import catalogue

    return catalogue(language).said(text, values)


def say_many(one: str, many: str, count: int, /, **values: object) -> str:
    """`one` or `many`, by the language's rule for `count`, which fills `{count}`."""
    language = _spoken.get()
    if language == SOURCE:
        return (one if count == 1 else many).format(count=count, **values)
    from tongue.catalogue import catalogue

    return catalogue(language).said_many(one, many, count, {"count": count, **values})


def later(text: str, /) -> str:
    """A sentence of a table: it is in the catalogues, and `say` says it where it is used."""
    return text


def held(sentence: str, /) -> str | None:
    """A sentence of the tables in the language that is spoken; None where nobody has translated it."""
    language = _spoken.get()
    if language == SOURCE:
        return sentence
    from tongue.catalogue import held_sentences

    return held_sentences(language).get(sentence)


def figure(number: float, spec: str = ",") -> str:
    """A figure as the language writes it: 1,234 is "1.234" in German."""
    return say(f"{{number:{spec}}}", number=number)


def country_name(english: str) -> str:
    """A country in the language that is spoken, by its English name; one that is not known stays."""
    language = _spoken.get()
    if language == SOURCE:
        return english
    from tongue.catalogue import catalogue

    return catalogue(language).country(english)


def languages() -> tuple[str, ...]:
    """The languages that can be spoken, English first."""
    global _languages  # noqa: PLW0603  read once
    if not _languages:
        from tongue.catalogue import shipped

        _languages = (SOURCE, *shipped())
    return _languages


_languages: tuple[str, ...] = ()
