"""What a country's border takes, where the corpus has no entry on the papers, declaration or customs asked."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.protocol import Source
from agent.registry import ToolContext
from agent.subjects.border.from_anywhere import held_from_anywhere
from agent.subjects.rules.shapes import NamedCountry, entry, name_of, sources_of
from tongue import country_name, say

_DECLARATION = re.compile(
    r"\b(?:gen[ .-]?decs?|general declarations?|déclarations? générales?|general[- ]?erklärung(?:en)?)\b",
    re.IGNORECASE,
)
_PASSPORT = re.compile(
    r"\b(?:pass|passports?|passeports?|reisep[aä]ss\w*|(?:personal)?ausweis\w*|id cards?|identity cards?"
    r"|cartes? d['’]identité)\b",
    re.IGNORECASE,
)
_FORMALITIES = re.compile(
    r"\b(?:customs|zoll\w*|\w*verzoll\w*|douan\w*|immigration|border (?:checks?|controls?)"
    r"|(?:pass|grenz|einreise)kontroll\w*|einreise\w*|contr[oô]les? (?:aux|des?) (?:fronti\w*|passeports?))\b",
    re.IGNORECASE,
)
_TRAVEL_DOCUMENTS = "travel-documents"


def asks_its_border(question: str) -> bool:
    """Whether a question is about what is due at a border: papers of persons, goods, a declaration."""
    return any(words.search(question) for words in (_DECLARATION, _PASSPORT, _FORMALITIES))


def border_of(
    question: str, before: Sequence[str], country: NamedCountry, context: ToolContext
) -> tuple[str, tuple[Source, ...]] | None:
    """How the country stands and what of its border was named; None where no border is asked about.

    `before`: what was asked in the same breath or just now.
    """
    if not asks_its_border(question):
        return None
    question = " ".join((question, *before))
    held = held_from_anywhere(country.code, context)
    if held is None:
        return None
    told, sources = held
    by_home = from_home(country, context)
    lines = [by_home, told] if by_home else [told]
    corpus = context.deps.rules.corpus
    if _PASSPORT.search(question) and corpus.answers(_TRAVEL_DOCUMENTS, country.code):
        papers = entry(corpus.questions[_TRAVEL_DOCUMENTS], country.code, context)
        if short := papers.answers[0].short:
            lines.append(say("Papers of persons: {what}.", what=say(short)))
            sources = (*sources, *sources_of((papers,)))
    if _DECLARATION.search(question) and not _DECLARATION.search(told):
        name = country_name(country.name)
        lines.append(say("General declaration: I know of no duty in {country}: ask the field.", country=name))
    if not by_home:
        lines.append(say("Tell me where you come from, and I tell the rest."))
    return "\n".join(lines), tuple(dict.fromkeys(sources))


def left_from_home(country: NamedCountry, context: ToolContext) -> tuple[NamedCountry, ...]:
    """The country of the pilot's base, where flights to another begin; () where that is not known."""
    base = context.question.profile.home_base
    field = context.deps.airports.get(base) if base else None
    if field is None or field.country in ("", country.code):
        return ()
    return (NamedCountry(code=field.country, name=name_of(field.country, context.deps.countries)),)


def from_home(country: NamedCountry, context: ToolContext) -> str:
    """What persons and goods meet on a flight from the country of the pilot's base; "" where that is not known."""
    deps = context.deps
    base = context.question.profile.home_base
    field = deps.airports.get(base) if base else None
    if field is None or not left_from_home(country, context):
        return ""
    left = deps.borders.territory(field)
    arrival = deps.borders.between(left, deps.borders.of_country(country.code), "", "").arrival
    return say(
        "From {country} (your base): **immigration {persons}; customs {goods}.**",
        country=country_name(name_of(field.country, deps.countries)),
        persons=say(arrival.immigration_text),
        goods=say(arrival.customs_text),
    )
