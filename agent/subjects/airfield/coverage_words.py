"""Words for what is known of a country's airfields."""

from __future__ import annotations

from agent.protocol import Answer, Suggestion
from agent.subjects.airfield.coverage import Coverage, Known
from agent.subjects.measures import with_article
from agent.subjects.offered import call
from agent.writing.write import Talk, suggest, write

_SHOWN = 7


@write.register
def _(result: Coverage, talk: Talk) -> Answer:
    head, *lines = counted(result)
    return Answer(text="\n".join([f"**{head}**", *lines]), choices=result.choices)


def counted(result: Coverage) -> list[str]:
    """The counts as lines, the whole first."""
    where = f"in {with_article(result.country_name)}" if result.country_name else "in the table"
    lines = [f"{result.fields:,} airfields {where}; of {result.with_facts:,} more is known than the table says."]
    lines += [_line(one, result.fields) for one in result.known[:_SHOWN]]
    if more := result.known[_SHOWN:]:
        lines.append("Also: " + ", ".join(f"{one.subject} of {one.fields:,}" for one in more) + ".")
    if result.unknown:
        lines.append(f"Nothing on: {', '.join(result.unknown)}.")
    if result.unknown or any(one.fields < result.fields / 4 for one in result.known):
        lines.append(f"More would come from {result.more}.")
        if result.page_url:
            lines.append(f"Read it yourself: {result.page_name}, {result.page_url}")
    return lines


def _line(one: Known, fields: int) -> str:
    when = f", newest {one.newest:%d %b %Y}" if one.newest else ", not dated"
    return f"{one.subject[0].upper()}{one.subject[1:]}: {one.fields:,} of {fields:,}{when} ({one.sources[0]})"


@suggest.register
def _(result: Coverage, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.country_name:
        return ()
    country = result.country_name
    found = [
        Suggestion(
            text=f"Show me airports in {country}",
            call=call("search_airports", query=country),
            category="airfields",
        )
    ]
    if any(one.subject == "fuel" for one in result.known):
        fuel = call("search_airports", query=country, filters={"has_avgas": True})
        found.append(Suggestion(text=f"Airports in {country} with avgas", call=fuel, category="filter"))
    return tuple(found)
