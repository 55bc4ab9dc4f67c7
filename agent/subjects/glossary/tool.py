"""What a term or abbreviation means, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.glossary import Glossary, Term
from agent.errors import AgentError
from agent.protocol import Choice, Source, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.weather.place import Spot, find_spot
from agent.subjects.weather.reports import sources_of, weather_of
from agent.weather.codes import SOURCE, group_words, hours_of
from agent.weather.report import Group
from tongue import say


class TermArguments(Arguments):
    """A term or abbreviation, and another that it is to be told from."""

    term: str = Field(description='"GAR", "HX", "what stands in the notice"')
    other_term: str | None = Field(None, description='The other one of "difference between PPR and PN"')
    of_it: str | None = Field(
        None, max_length=40, description="what is asked of it beside its meaning: its radius"
    )
    as_of: int | None = Field(None, ge=1900, le=2100, description="the year of which a regulation's text is asked")
    provision: str | None = Field(
        None, max_length=12, description='the provision of it that is asked about: "SERA.5005"'
    )
    reports_of: list[str] = Field(
        default=[], max_length=4, description="codes of the fields in whose weather report the term stands"
    )

    groups: list[str] = Field(
        default=[], max_length=12, description='groups of a report behind the term: "3000", "BR", "BKN008"'
    )

    local_at: SkipJsonSchema[str | None] = Field(None, max_length=60)
    """The field in whose time the hours of a group are told too."""

    near: SkipJsonSchema[str | None] = Field(None, max_length=60)
    """The place near which one is asked for: "is there one near Dublin"."""

    @field_validator("term", "other_term")
    @classmethod
    def _not_empty(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if not value.strip():
            raise ValueError(say("say which term"))
        return value.strip()[:80]


class Meaning(Value):
    """One meaning of it, and where it applies; of a document that no longer holds, what followed it.

    `asked`: the term that it is the meaning of; `decoded`: a group of a report, read in the pilot's own language.
    """

    term: str
    says: str
    where: str
    past: str = ""
    asked: str = ""
    decoded: bool = False


class InReport(Value):
    """A group of a field's own forecast that begins with the term, and what it says."""

    station: str
    group: Group


class TermExplained(ToolResult):
    """The meanings of a term; none when the glossary does not hold it. `in_reports`: where it stands now.

    `past` of a meaning: it is a document that no longer holds, by what it was followed.
    """

    term: str
    meanings: tuple[Meaning, ...] = ()
    in_reports: tuple[InReport, ...] = ()


@tool(kind="rules", outside=True)
async def explain_term(arguments: TermArguments, context: ToolContext) -> TermExplained:
    """What a term or abbreviation of flying means: GAR, PPR, AFIS, ATZ, QNH, HX."""
    glossary = context.deps.glossary
    terms = [arguments.term, *([arguments.other_term] if arguments.other_term else [])]
    terms += arguments.groups
    in_report = bool(arguments.reports_of or arguments.groups)
    around = zip(terms, ["", *terms], [*terms[1:], ""], strict=False)
    told = {
        term: meanings_of(term, glossary, in_report=in_report, before=before, after=after)
        for term, before, after in around
    }
    found = list(dict.fromkeys(meaning for term in terms for meaning in told[term]))
    asked_as = {meaning: term for term in reversed(terms) for meaning in told[term]}
    unknown = say(" or ").join(term for term in terms if not told[term]) or None
    if not found and unknown is not None:
        asked = ToolCall(tool="explain_term", arguments=arguments.canonical())
        close = glossary.close(unknown)
        return TermExplained(
            found=False,
            term=arguments.term,
            message=say("I have no meaning for {term}.", term=say(" or ").join(terms))
            + (say(" Did you mean {close}?", close=", ".join(close)) if close else say(" Ask the AIP, GEN 2.2.")),
            choices=tuple(
                Choice(label=t, text=say("What is {t}?", t=t), call=asked.varied(term=t)) for t in close
            ),
        )
    groups, sources = await _in_reports(arguments, context) if arguments.reports_of else ((), ())
    told_of_then = _of_then(found, arguments.as_of)
    if arguments.provision and not told_of_then:
        told_of_then = _of_a_provision(arguments.provision, context)
    if arguments.of_it and not _says_it(arguments.of_it, found):
        told_of_then = say(
            "That is its meaning; on its “{of_it}” I hold nothing: see the AIP.", of_it=arguments.of_it
        )
    if arguments.local_at:
        told_of_then = _in_local_time(terms, arguments.local_at, context) or told_of_then
    if arguments.near:
        told_of_then = say(
            "Which lie near {place} I do not hold: look at the VFR chart, or in the AIP, ENR 2 and ENR 5.",
            place=arguments.near,
        )
    if not told_of_then and any(term.term == "AIRAC" for term in found):
        told_of_then = say(
            "The next date: {day:%a %d %b %Y}, then every 28 days.", day=_next_airac(context.question.at.date())
        )
    return TermExplained(
        term=arguments.term,
        message=say("I have no meaning for {term}.", term=unknown) if unknown else told_of_then,
        meanings=tuple(
            Meaning(
                term=one.term,
                asked=asked_as[one],
                says=one.says,
                where=one.where,
                past=one.past,
                decoded=one not in glossary.meanings(asked_as[one]),
            )
            for one in found
        ),
        in_reports=groups,
        sources=tuple(dict.fromkeys((*(t.source for t in found), *sources))),
    )


def _in_local_time(groups: Sequence[str], field: str, context: ToolContext) -> str:
    """ "2512/2514" as hours of that field; empty where its time zone is not known."""
    spot = find_spot(field, context)
    spans = (span for group in groups if (span := hours_of(group, context.deps.now())) is not None)
    span = next(spans, None)
    if not isinstance(spot, Spot) or spot.zone is None or span is None:
        return ""
    zone, (first, last) = spot.zone, span
    begins = say(
        "{local:%a} {day} {local:%b} {local:%H:%M} local ({utc:%H:%M} UTC)",
        local=first.astimezone(zone),
        day=first.astimezone(zone).day,
        utc=first,
    )
    if last is None:
        return say("**{place}: from {begins}.**", place=spot.label, begins=begins)
    ends = say("{local:%H:%M} local ({utc:%H:%M} UTC)", local=last.astimezone(zone), utc=last)
    return say("**{place}: {begins} to {ends}.**", place=spot.label, begins=begins, ends=ends)


_AN_AIRAC_DATE = date(2026, 10, 29)
"""As the addresses of the UK's AIP name it; 15 May 2025 in Croatia's is 19 cycles before."""


def _next_airac(today: date) -> date:
    """The next date of the cycle of 28 days, today's own included."""
    return today + timedelta(days=(_AN_AIRAC_DATE - today).days % 28)


def _of_a_provision(provision: str, context: ToolContext) -> str:
    """What is held of one provision: the subjects that are answered from it, or that there are none."""
    about = context.deps.rules.corpus.citing(provision)
    if not about:
        return say("The text of {provision} I do not hold: see the regulation itself.", provision=provision)
    return say(
        "**Of {provision} I hold: {subjects}.** Name one of these and a country for what it says; "
        "the rest of its text I do not hold.",
        provision=provision,
        subjects=say("; ").join(say(one.short or one.text.rstrip("?")) for one in about),
    )


def _says_it(words: str, found: list[Term]) -> bool:
    return any(words.casefold() in term.says.casefold() for term in found)


def _of_then(found: list[Term], year: int | None) -> str:
    """What is said of a text that is asked for as it stood in a year: what holds now is no answer to it."""
    first = next((term for term in found if term.since is not None), None)
    if year is None or first is None or first.since is None:
        return ""
    if year < first.since.year:
        return say(
            "**In {year} there was no {term}**: it is of {since:%d %b %Y}. What was in force then I do not hold.",
            year=str(year),
            term=first.term,
            since=first.since,
        )
    return say("I hold rules as they stand when reviewed, not those of {year}.", year=str(year))


def meanings_of(
    said: str, glossary: Glossary, *, in_report: bool = False, before: str = "", after: str = ""
) -> tuple[Term, ...]:
    """What the glossary holds of a term, else what it says as a group of a report between those around it."""
    if found := glossary.meanings(said):
        return found
    words = group_words(said, in_report=in_report, before=before, after=after)
    return (Term(said.upper(), f"{words}.", say("METAR and TAF"), SOURCE),) if words else ()


async def _in_reports(
    arguments: TermArguments, context: ToolContext
) -> tuple[tuple[InReport, ...], tuple[Source, ...]]:
    """The groups of the fields' forecasts that the term begins; none where the service does not answer."""
    spots = [spot for name in arguments.reports_of if isinstance(spot := find_spot(name, context, taf=True), Spot)]
    try:
        places = await weather_of(spots, context, kind="taf", at=None)
    except AgentError:
        return (), ()
    term = arguments.term.upper()
    found = tuple(
        InReport(station=told.station.icao, group=group)
        for place in places
        for told in place.stations[:1]
        if told.forecast
        for group in told.forecast.groups
        if (group.raw or "").upper().startswith(term)
    )
    return found, sources_of(places, context) if found else ()
