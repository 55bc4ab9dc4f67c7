"""What a question names of aircraft, pilots and papers that the text told for it does not speak of."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.subjects.rules.shapes import RuleEntry
from tongue import later, say

_OF_MOTOR = r"motor[ -]?gliders?|tmgs?|(?:reise)?motorsegler\w*|moto-?planeurs?"
_THINGS = tuple(
    (name, re.compile(rf"\b(?:{words})\b"))
    for name, words in (
        (later("motor gliders"), _OF_MOTOR),
        (
            later("gliders"),
            r"(?<!motor )(?<!motor-)(?<!hang )gliders?|sailplanes?|segelfl(?:ug|ieg)\w*|planeurs?|soaring",
        ),
        (later("gyrocopters"), r"gyro(?:copter|plane)?s?|auto-?g[iy]ros?|autogires?|tragschrauber\w*"),
        (
            later("microlights"),
            r"microlights?|ultralights?|ulms?|uls?|mlas?|ultral(?:é|e)gers?|ultraleicht\w*|flexwings?|trikes?"
            r"|luftsportgerät\w*|air sports equipment",
        ),
        (later("helicopters"), r"helicopters?|helis?|hubschrauber\w*|h[ée]licopt[eè]res?|h[ée]licos?"),
        (later("balloons"), r"balloons?|ballons?|heißluftballon\w*|montgolfi[eè]res?"),
        (
            later("paragliders and hang gliders"),
            r"para(?:gliders?|gliding|motors?|motoring)|hang[ -]glid\w*|gleitschirm\w*|drachenflieg\w*"
            r"|parapentes?|paramoteurs?|motorschirm\w*",
        ),
        (later("seaplanes"), r"sea ?planes?|float ?planes?|wasserflugzeug\w*|hydravions?"),
        (
            later("permit aircraft and homebuilts"),
            r"permit(?:[ -]to[ -]fly)? (?:aircraft|aeroplanes?|planes?)|(?:on|with) (?:an? )?(?:laa )?permit"
            r"|permit[ -]to[ -]fly|laa|homebuilts?|home-built|eigenbau\w*|experimentals?|construction amateur",
        ),
        (
            later("aircraft registered in the United States"),
            r"n-?\s?reg(?:istered|istration)?|n-(?:registriert\w*|immatricul\w*)"
            r"|(?:us|american|faa)[ -]registered|united states",
        ),
        (
            later("licences of the FAA"),
            r"faa[- ](?:licen\w+|certificate\w*|ppl|lizenz\w*|schein|brevet)|(?:us|american) (?:licen[cs]e|ppl)"
            r"|(?:certificates?|licen[cs]es?) of the faa",
        ),
        (
            later("student pilots"),
            r"student(?: pilot)?s?(?:'s)?(?: licen[cs]e)?|pre-solo|flugschüler\w*|schülerausweis\w*"
            r"|schuelerusweis|élèves?[ -]pilotes?",
        ),
        (
            later("night ratings"),
            r"night (?:rating|qualification)s?|nachtflug(?:berechtigung|qualifikation)\w*"
            r"|qualification (?:vfr )?(?:de )?nuit",
        ),
        (
            later("a general declaration (gendec)"),
            r"gen-?decs?|general declarations?|generaldeklaration\w*|déclarations? générales?",
        ),
        (later("the SPL"), r"spls?|sportpilotenlizenz|segelfluglizenz|sailplane (?:pilot )?licen[cs]es?"),
        (later("the NPPL"), r"nppls?"),
        (later("the ETIAS"), r"etias"),
        (later("the en-route instrument rating (EIR)"), r"eirs?"),
        (later("basic instrument ratings (BIR)"), r"birs?|basic instrument rating"),
    )
)
"""A thing by its name, and the words of pilots and of the texts for it."""


_WHO_ASKS = re.compile(
    r"\b(?:(?:an?|one of (?:my|our|the)|my|our|the|another|some) )?student(?: pilot)?s?\W+"
    r"(?:asks?|asked|is asking|wants? to know|wonders?|questions?|here)\b"
    r"|\b(?:asking for|(?:asked|a question|question) (?:by|from|for)) (?:an?|one of (?:my|our)|my|our) "
    r"students?(?: pilot)?\b"
    r"|\b(?:ein(?:e|er)?|mein(?:e|er)?|unser(?:e)?) flugschüler(?:in)? (?:fragt|will wissen|möchte wissen)\b"
    r"|\b(?:un|une|mon|ma) élève[ -]pilote (?:demande|me demande|veut savoir)\b"
)
""" "A student asks: …": who wants to know, not whom it is about."""


def unsaid(question: str, told: Iterable[RuleEntry]) -> tuple[str, ...]:
    """The things a question names and none of the entries that are told for it."""
    entries = list(told)
    low = _WHO_ASKS.sub(" ", question.lower())
    named = [(name, words) for name, words in _THINGS if words.search(low)]
    if not named or not entries:
        return ()
    held = " ".join(
        text.lower()
        for entry in entries
        for text in (entry.question_text, *(f"{answer.text} {answer.short}" for answer in entry.answers))
    )
    return tuple(name for name, words in named if not words.search(held))


_KINDS = 9
"""The first of the things: kinds of aircraft."""


def kinds_unsaid(question: str, told: Iterable[RuleEntry]) -> tuple[str, ...]:
    """The kinds of aircraft that the entries on the matter itself do not speak of, whatever is told beside."""
    kinds = {name for name, _ in _THINGS[:_KINDS]}
    return tuple(name for name in unsaid(question, told) if name in kinds)


def of_microlights(text: str) -> bool:
    """Whether a question or a sentence names microlights."""
    return any(name == "microlights" and words.search(text.lower()) for name, words in _THINGS[:_KINDS])


def kind_named(question: str) -> re.Pattern[str] | None:
    """The words of the one kind of aircraft that a question names; None where it names none or several."""
    named = [words for _, words in _THINGS[:_KINDS] if words.search(question.lower())]
    return named[0] if len(named) == 1 else None


def without_kinds(question: str) -> str:
    """A question without the kind of aircraft that it names; "" where it names none."""
    low = question.lower()
    for _, words in _THINGS[:_KINDS]:
        if words.search(low):
            kind = re.compile(
                rf"\s*\b(?:for|with|in|mit|für|avec|pour|en)?\s*(?:an?|my|the|einem?n?|meinem?n?|une?|mon)?\s*{words.pattern}"
            )
            return re.sub(r"\s+", " ", kind.sub(" ", low)).strip()
    return ""


def said_of(things: tuple[str, ...]) -> str:
    """The line on them, before what is told."""
    if not things:
        return ""
    return say(
        "The text held on this does not speak of {things}: ask the authority, or see its AIP.",
        things=", ".join(map(say, things)),
    )
