"""Words for what is known of a country's airfields."""

from __future__ import annotations

from datetime import date

from agent.protocol import Answer, Suggestion
from agent.subjects.airfield.coverage import Coverage, Known
from agent.subjects.measures import with_article
from agent.subjects.offered import call
from agent.writing.write import Talk, suggest, write
from tongue import country_name, say

_SHOWN = 7


@write.register
def _(result: Coverage, talk: Talk) -> Answer:
    head, *lines = _of_one(result) if result.icao else counted(result)
    return Answer(text="\n".join([f"**{head}**", *lines]), choices=result.choices)


def _of_one(result: Coverage) -> list[str]:
    """Of which day each fact of one airfield is, and where it stands."""
    table = result.sources[0]
    lines = [
        say("{code} {name}: of which day my data are", code=result.icao, name=result.name),
        say("Runways, elevation, position: {when} ({source})", when=_day(table.as_of), source=table.name),
    ]
    lines += [
        say(
            "{subject}: {when} ({source})",
            subject=_capital(one.subject),
            when=_day(one.newest),
            source=one.sources[0],
        )
        for one in result.known
    ]
    if result.unknown:
        lines.append(say("Nothing on: {unknown}.", unknown=", ".join(map(say, result.unknown))))
    if result.page_url:
        page = say(
            "Read it yourself: [{page_name}]({page_url})", page_name=result.page_name, page_url=result.page_url
        )
        lines.append(page)
    return lines


def _day(day: date | None) -> str:
    return say("{day:%-d %b %Y}", day=day) if day else say("not dated")


def _capital(subject: str) -> str:
    return say(subject)[0].upper() + say(subject)[1:]


def counted(result: Coverage) -> list[str]:
    """The counts as lines, the whole first."""
    where = (
        say("in {region}", region=with_article(result.country_name))
        if result.country_name
        else say("in the table")
    )
    lines = [
        say(
            "{fields:,} airfields {where}; of {with_facts:,} I know more than place and runways.",
            fields=result.fields,
            where=where,
            with_facts=result.with_facts,
        )
    ]
    lines += [_line(one, result.fields) for one in result.known[:_SHOWN]]
    if more := result.known[_SHOWN:]:
        lines.append(
            say("Also: ")
            + ", ".join(
                say("{subject} of {fields:,}", subject=say(one.subject), fields=one.fields) for one in more
            )
            + "."
        )
    if result.unknown:
        lines.append(say("Nothing on: {unknown}.", unknown=", ".join(map(say, result.unknown))))
    if result.unknown or any(one.fields < result.fields / 4 for one in result.known):
        lines.append(say("More would come from {more}.", more=say(result.more)))
        if result.page_url:
            lines.append(
                say(
                    "Read it yourself: [{page_name}]({page_url})",
                    page_name=result.page_name,
                    page_url=result.page_url,
                )
            )
    return lines


def _line(one: Known, fields: int) -> str:
    when = say(", newest {newest:%-d %b %Y}", newest=one.newest) if one.newest else say(", not dated")
    return say(
        "{subject}: {known:,} of {fields:,}{when} ({sources})",
        subject=_capital(one.subject),
        known=one.fields,
        fields=fields,
        when=when,
        sources=one.sources[0],
    )


@suggest.register
def _(result: Coverage, talk: Talk) -> tuple[Suggestion, ...]:
    if result.icao:
        details = call("get_airport_details", icao_code=result.icao)
        text = say("Tell me about {icao}", icao=result.icao)
        return (
            Suggestion(text=text, call=details, category="details", label=say("{icao} details", icao=result.icao)),
        )
    if not result.country_name:
        return ()
    country = result.country_name
    found = [
        Suggestion(
            text=say("Show me airports in {country}", country=country_name(country)),
            call=call("search_airports", query=country),
            category="airfields",
        )
    ]
    if any(one.subject == "fuel" for one in result.known):
        fuel = call("search_airports", query=country, filters={"has_avgas": True})
        found.append(
            Suggestion(
                text=say("Airports in {country} with avgas", country=country_name(country)),
                call=fuel,
                category="filter",
            )
        )
    return tuple(found)
