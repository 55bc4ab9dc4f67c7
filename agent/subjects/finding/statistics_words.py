"""Words for how many airfields there are, and how many of them are known to fit a wish."""

from __future__ import annotations

import re

from agent.protocol import Answer, Suggestion
from agent.subjects.finding.statistics import AirportStatistics, figure_of
from agent.subjects.finding.wishes_said import region_name, wanted_words
from agent.subjects.measures import with_article
from agent.subjects.offered import call
from agent.writing.write import Talk, suggest, write
from tongue import country_name, figure, later, say


@write.register
def _(result: AirportStatistics, talk: Talk) -> Answer:
    stats = result.stats
    if stats is None:
        return Answer(text=result.message or say("I have no airport table."), choices=result.choices)
    where = (
        say("in {region}", region=region_name(result.area or result.country_name or ""))
        if result.area or result.country_name
        else say("in the table")
    )
    if result.counted is not None:
        return Answer(text="\n".join([_counted(result, stats.total, where, talk), *_more_in(result, talk)]))
    if not stats.total:
        none = say("**No open airfield** {where} that I know; heliports are not in my table.", where=where)
        return Answer(text=none, choices=result.choices)
    if not stats.by_type:
        return Answer(text=say("**{total:,} open airfields** {where}.", total=stats.total, where=where))
    kinds = ", ".join(
        say(_KINDS[kind]).format(count=figure(count)) if kind in _KINDS else f"{count:,} {kind}"
        for kind, count in stats.by_type.items()
    )
    return Answer(
        text="\n".join(
            [
                say("**{total:,} open airfields** {where}: {kinds}.", total=stats.total, where=where, kinds=kinds),
                say(
                    "Runway data for {with_runway_data:,}, a hard runway at {with_hard_runway:,}, an ICAO "
                    "code at {with_icao_code:,}; other facts known for {with_facts:,}.",
                    with_runway_data=stats.with_runway_data,
                    with_hard_runway=stats.with_hard_runway,
                    with_icao_code=stats.with_icao_code,
                    with_facts=stats.with_facts,
                ),
                *_more_in(result, talk),
            ]
        )
    )


_KINDS = {
    "small_airport": later("{count} small"),
    "medium_airport": later("{count} medium"),
    "large_airport": later("{count} large"),
    "seaplane_base": later("{count} seaplane"),
}


def _counted(result: AirportStatistics, total: int, where: str, talk: Talk) -> str:
    """Those known to fit, known not to, and unknown; a share is one of the known, and says so."""
    counted = result.counted
    if counted is None:
        return ""
    wanted = wanted_words(result.filter_profile, talk) or say("fit")
    if counted.yes == 1:
        wanted = re.sub(r"\bare\b", "is", re.sub(r"(?<!to )\bhave\b", "has", wanted))
    known = counted.yes + counted.no
    lines = [
        say(
            "**{yes:,} of {total:,} open airfields** {where} {wanted}.",
            yes=counted.yes,
            total=total,
            where=where,
            wanted=wanted,
        )
    ]
    if result.is_share and known:
        share = say("{yes:.0%} of the {known:,} of which it is known", yes=counted.yes / known, known=known)
        lines.insert(0, f"**{share}** {where} {re.sub('(?:are|is) known to ', '', wanted)}.")
    lines.append(say("Known to lack it: {no:,}. No data: {unknown:,}.", no=counted.no, unknown=counted.unknown))
    if not known and counted.unknown and (page := _where_it_stands(result, talk)):
        lines.append(page)
    if counted.unknown and result.is_share:
        lines.append(say("What is published is no sample of the rest: the share of all may be another."))
    return "\n".join(lines)


def _where_it_stands(result: AirportStatistics, talk: Talk) -> str:
    """The official page of a country of which nothing is known that was counted."""
    page = talk.deps.official_pages.of_country(result.country) if result.country else None
    return say("Read it here: [{name}]({url})", name=page.name, url=page.url) if page else ""


def _more_in(result: AirportStatistics, talk: Talk) -> list[str]:
    """Which of the countries counted has most, below the last of them; a share is no such count."""
    counted = [step for step in talk.plan.steps if step.tool == talk.call.tool]
    if not result.beside or result.is_share or not result.country_name or counted[-1:] != [talk.call]:
        return []
    figures = {**result.beside, result.country_name: figure_of(result)}
    without = [with_article(name) for name, (_, known) in figures.items() if not known]
    if without:
        return [
            say("**That is no comparison**: of {countries} I have no such data.", countries=", ".join(without))
        ]
    most = max(count for count, _ in figures.values())
    leading = [name for name, (count, _) in figures.items() if count == most]
    if len(leading) > 1:
        return [say("**As many are known in each.**")] if len(leading) == len(figures) else []
    line = say("**Most are known in {country}.**", country=with_article(leading[0]))
    if result.counted is None or not result.counted.unknown:
        return [line]
    return [line + say(" Those without data may turn it.")]


def _instead(country: str, talk: Talk) -> tuple[Suggestion, ...]:
    """What can be asked of a country without an airfield: the fields around it, and its rules."""
    near = Suggestion(
        text=say("Airfields near {name}", name=country_name(country)),
        call=call("find_airports_near_location", location_query=country),
        category="airfields",
    )
    known = talk.deps.countries.get(country)
    if known is None or known.code not in talk.deps.rules.corpus.countries:
        return (near,)
    rules = Suggestion(
        text=say("Rules for {country}", country=with_article(country)),
        call=call("browse_rules", country_code=known.code),
        category="rules",
    )
    return near, rules


@suggest.register
def _(result: AirportStatistics, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.country_name:
        return ()
    if result.stats is not None and not result.stats.total:
        return _instead(result.country_name, talk)
    return (
        Suggestion(
            text=say("Show me airports in {name}", name=country_name(result.country_name)),
            call=call("search_airports", query=result.country_name),
            category="airfields",
        ),
    )
