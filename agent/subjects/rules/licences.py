"""Whether a licence of one state will do on an aircraft of another: the texts on it, read for both."""

from __future__ import annotations

from agent import regex as re
from agent.language.nationality import of_credentials
from agent.registry import ToolContext
from agent.subjects.measures import with_article
from agent.subjects.rules.nationals import EASA_STATES
from agent.subjects.rules.said import names_in
from tongue import SOURCE, country_name, say, spoken

QUESTION = "licence-abroad"
_LICENCE = re.compile(r"(?:\W+\w+){0,2}?\W*(?:l?a?ppl\b|licen[cs]e|lizenz|schein\b|brevet)")
_LICENCE_BEFORE = re.compile(r"\b(?:l?a?ppl|licen[cs]es?|licence|lizenz|schein|brevet)\W+(?:\w+\W+)?$")
_REGISTERED = re.compile(r"\W*(?:reg(?:istered)?\b|registrier|zugelassen|immatricul)")
_REGISTERED_BEFORE = re.compile(
    r"\b(?:registered in|immatriculée? (?:en|au)|zugelassen in|registriert in)\W+(?:the )?$"
)
_MARK = re.compile(
    r"\b(g|d|f|oe|hb|ph|oo|ei|oy|se|ln|sp|ok|i|ec|lx)[- ]?(?:reg(?:istered|istrier\w*)?|immatricul\w*)\b"
)
_REGISTRATION = re.compile(
    r"\b(g|d|f|oe|hb|ph|oo|ei|oy|se|ln|sp|ok|ec|lx)-(?:[a-z]{3,4}\b(?<!-reg)|x{2,4}\b|…|\.{2,})(?! ?reg)"
)
_OF_THE_FAA = re.compile(
    r"\bfaa\b|\b(?:us|american|américain\w*|amerikanisch\w*) (?:private pilot|pilot|ppl|brevet|licen[cs]e|lizenz)"
)
_THIRD = frozenset(("GB", "US"))
"""States whose licences are a third country's to EASA."""
_MARKS = {
    "g": "GB", "d": "DE", "f": "FR", "oe": "AT", "hb": "CH", "ph": "NL", "oo": "BE", "ei": "IE", "oy": "DK",
    "se": "SE", "ln": "NO", "sp": "PL", "ok": "CZ", "i": "IT", "ec": "ES", "lx": "LU",
}  # fmt: skip


def of_their_licence(question: str, context: ToolContext) -> str:
    """One line where a question names the state of licence and of aircraft; "" where the texts leave it open."""
    low = question.lower()
    licence = aircraft = ""
    for one in names_in(question, context):
        before, behind = low[: one.start], low[one.end :]
        if _REGISTERED.match(behind) or _REGISTERED_BEFORE.search(before):
            aircraft = one.country.code
        elif of_credentials(one, low) and (_LICENCE.match(behind) or _LICENCE_BEFORE.search(before)):
            licence = one.country.code
    if mark := _MARK.search(low) or _REGISTRATION.search(low):
        aircraft = _MARKS[mark[1]]
    if not licence and _OF_THE_FAA.search(low):
        licence = "US"
    if not licence or not aircraft:
        return ""
    names = {"licence": _named(licence, context), "aircraft": _named(aircraft, context)}
    if licence in _THIRD and aircraft in EASA_STATES:
        return say(
            "**Licence of {licence}, aircraft registered in {aircraft}: no, not unless converted or validated.**",
            **names,
        )
    if licence in EASA_STATES and aircraft in EASA_STATES:
        return say(
            "**Licence of {licence}, aircraft registered in {aircraft}: yes, in the EASA states.**", **names
        )
    return ""


def registered_in(low: str) -> str:
    """The state on whose register the aircraft of a question stands: "mon DR400 F-xxxx"; "" where none is told."""
    mark = _REGISTRATION.search(low) or _MARK.search(low)
    return _MARKS[mark[1]] if mark else ""


def _named(code: str, context: ToolContext) -> str:
    known = context.deps.countries.get(code)
    name = known.name if known else code
    return with_article(name) if spoken() == SOURCE else country_name(name)
