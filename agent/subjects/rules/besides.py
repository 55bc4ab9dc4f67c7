"""The other matters that one question of the rules names outright: "a life jacket and a raft, and a PLB?"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent import regex as re
from agent.aviation.names import fold
from agent.registry import ToolContext
from agent.rules.corpus import RuleQuestion
from agent.subjects.rules.said import crosses_a_border
from agent.subjects.rules.shapes import RuleEntry, entry

_JOINED = re.compile(r"[,;?:&+]|\b(?:and|n|or|und|u|oder|sowie|et|ou|plus|also|auch|aussi)\b", re.IGNORECASE)
_OR_WITH = re.compile(rf"{_JOINED.pattern}|\b(?:with|w|mit|avec)\b", re.IGNORECASE)
_WORD = re.compile(r"\w{3,}")
MOST = 3
"""Matters told besides the first."""
_AT_A_BORDER = frozenset(("travel-documents", "pets-aboard", "visa-list", "entry-exit-system"))
_OF_A_CAR = re.compile(r"\b(?:driv(?:ing|er'?s?) licen[cs]es?|führerschein\w*|permis de conduire)", re.IGNORECASE)
"""Shown as a photo identity, and no pilot's licence."""
_CUSTOMS = re.compile(
    r"\b(?:customs|zoll|verzollung|douanes?)\b(?![- ]?(?:fields?|airports?|flugh|plätze|airfields?))",
    re.IGNORECASE,
)


def named_besides(
    question: str, told: Iterable[RuleEntry], countries: Sequence[str], context: ToolContext
) -> tuple[RuleEntry, ...]:
    """The entries of further matters that a joined question names, for each country that has them."""
    shown = list(told)
    found: list[RuleEntry] = []
    over = any(item.question_id in _AT_A_BORDER for item in shown)
    for other in _others_named(question, shown, context)[:MOST]:
        for country in countries:
            held = _held_for(other, question, country, context, over=over)
            if held is not None and held.id not in {item.question_id for item in shown}:
                found.append(entry(held, country, context))
    return tuple(found)


def _held_for(
    other: RuleQuestion, question: str, country: str, context: ToolContext, *, over: bool = False
) -> RuleQuestion | None:
    """Where a country answers a matter; a flight plan inside it is the regulation's matter.

    `over`: papers for a border are told, so that the flight goes over one.
    """
    corpus = context.deps.rules.corpus
    inside = other.id == _AT_THE_BORDER and not over and not crosses_a_border(question, context)
    held = corpus.questions.get(other.instead) if inside else corpus.answering(other, country)
    return held if held and corpus.answers(held.id, country) else None


def _others_named(question: str, shown: Sequence[RuleEntry], context: ToolContext) -> list[RuleQuestion]:
    """The matters that a question names beside those that are told."""
    corpus = context.deps.rules.corpus
    question = _OF_A_CAR.sub(" ", question)
    ids = {item.question_id for item in shown}
    near = {name for item in shown for name in _related(corpus.questions[item.question_id])}
    outright = corpus.all_named_in(question) if _joins_matters(question, context) else ()
    loosely = corpus.all_named_in(question, loosely=True) if _joins_matters(question, context, _OR_WITH) else ()
    said = fold(" ".join(text for name in ids for text in _wordings(corpus.questions[name]))).split()
    licences = any(_LICENCE in corpus.questions[name].tags for name in ids)
    further = [
        one
        for one in loosely
        if one not in outright
        and not _speaks_of(one, said)
        and not (licences and _LICENCE in one.tags)  # a licence beside a rating is the same matter
    ]
    if _ABOARD in ids and _OF_THE_PILOT.search(question.lower()):
        further.append(corpus.questions[_THE_PILOTS])
    return [one for one in (*outright, *further) if one.id not in ids | near and not ids & _related(one)]


def _wordings(question: RuleQuestion) -> tuple[str, ...]:
    return (question.text, *question.phrasings)


def _speaks_of(question: RuleQuestion, said: Sequence[str]) -> bool:
    """Whether what is told already is asked in the words by which a matter is named beside another."""
    return any(all(any(word.startswith(part) for word in said) for part in need) for need in question.beside)


def all_told(question: str, told: int) -> bool:
    """Whether so many matters are all the parts of a joined question."""
    return sum(bool(_WORD.search(part)) for part in _JOINED.split(question)) <= told


def customs_beside(question: str, told: Iterable[RuleEntry], context: ToolContext) -> bool:
    """Whether a joined question asks for customs too, and no entry that is told is on them."""
    if not _CUSTOMS.search(question) or not _joins_matters(question, context):
        return False
    corpus = context.deps.rules.corpus
    return not any("customs" in corpus.questions[item.question_id].tags for item in told)


def not_held(
    question: str, told: Iterable[RuleEntry], countries: Sequence[str], context: ToolContext
) -> tuple[RuleQuestion, ...]:
    """Matters that a joined question names and none of its countries has a word on."""
    named = _others_named(question, list(told), context)
    return tuple(
        one for one in named[:MOST] if not any(_held_for(one, question, country, context) for country in countries)
    )


_ABOARD, _THE_PILOTS = "documents-on-board", "pilot-documents"
_OF_THE_PILOT = re.compile(
    r"\b(?:pilot\w*|crew|l?a?ppl|licen[cs]es?|medical|mine|schein|lizenz|brevet|licence|moi)\b"
)
"""Papers of the aircraft and of who flies it: "which papers as a Danish PPL in a rented aircraft"."""
_LICENCE = "licence"
"""The tag of what a pilot holds."""
_AT_THE_BORDER = "fpl-border-crossing"


def _joins_matters(question: str, context: ToolContext, joined: re.Pattern[str] = _JOINED) -> bool:
    """Whether more than one part of a question has words of its own, names of countries left out."""
    for start, end, _ in context.deps.countries.find_all(question):
        question = f"{question[:start]}{' ' * (end - start)}{question[end:]}"
    return sum(bool(_WORD.search(part)) for part in joined.split(question)) > 1


def _related(question: RuleQuestion) -> set[str]:
    """The ids of the entries on the same subject: its regulation, what stands in for it, what states say of it."""
    return {question.law, question.instead, *question.by_state} - {""}
