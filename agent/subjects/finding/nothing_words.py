"""Words for a list that is empty: what does not fit, what is unknown, and where it is read or brought from."""

from __future__ import annotations

from collections.abc import Callable

from agent.aviation.aip_words import shortened
from agent.subjects.finding.airport_list import CLOSED_AIRSPACE, AirportList, AirportSummary
from agent.subjects.finding.filters import DATA_WORDS, FILTER_WORDS
from agent.subjects.finding.nearby import NearbyAirports
from agent.subjects.finding.route import RouteAirports
from agent.subjects.finding.tool import AirportSearch
from agent.subjects.measures import named_end
from agent.writing.write import Talk
from tongue import figure, say, say_many

_LONGEST_NOTICE = 160


def nothing(result: AirportList, where: str, talk: Talk, line_of: Callable[[AirportSummary, Talk], str]) -> str:
    """Why no field is shown."""
    if result.message:
        return f"**{say(CLOSED_AIRSPACE)}**" if result.message == CLOSED_AIRSPACE else result.message
    gaps = {name: count for name, count in result.unknown_by.items() if count}
    if gaps and not any(name in gaps for name in result.missed_by):  # nothing is known, of any of them
        head = _all_unknown(gaps, where)
        nearly = _some_unknown(result, talk, line_of)
        head = "\n".join([head, *_at_the_ends(result), *_measured(result), *nearly])
        return "\n".join([head, *_misfits(result), *_where_told(result, talk), *at_the_limit(result, talk)])
    lines = [
        say("**I know no field {where}** that fits.", where=where),
        *_at_the_ends(result),
        *_measured(result),
        *_misfits(result),
    ]
    if gaps:
        worst, count = max(gaps.items(), key=lambda item: item[1])
        lacking = [DATA_WORDS.get(n) or FILTER_WORDS.get(n, n) for n in (worst, *(n for n in gaps if n != worst))]
        lines.append(
            say(
                "For {count:,} I have no {get} data.",
                count=count,
                get=say(" or ").join(
                    say(DATA_WORDS.get(name) or FILTER_WORDS.get(name, name)) for name in lacking
                ),
            )
        )
        lines += _some_unknown(result, talk, line_of)
        lines += _where_told(result, talk)
    if result.nearest_miss is not None:
        misses = ", ".join(say(FILTER_WORDS.get(name, name)) for name in result.nearest_miss_filters)
        lines.append(
            say(
                "This one nearly fits, but for {misses}: {line}.",
                misses=misses,
                line=line_of(result.nearest_miss, talk),
            )
        )
    return "\n".join([*lines, *at_the_limit(result, talk)])


def _at_the_ends(result: AirportList) -> list[str]:
    """The route's own ends, which are on no list of fields between them."""
    if not isinstance(result, RouteAirports) or not result.ends_that_fit:
        return []
    return [say("At the ends of the route it is there: {fields}.", fields=say("; ").join(result.ends_that_fit))]


def _some_unknown(result: AirportList, talk: Talk, line_of: Callable[[AirportSummary, Talk], str]) -> list[str]:
    """Of the fields that lack data those to ask: that have part of it, the nearest, or all where they are few."""
    named = _nearly_known(result, talk, line_of) or _first_unknown(result, talk, line_of)
    if named or not result.unknown_few:
        return named
    by_length = talk.call.arguments.get("priority_strategy") == "longest_runway"
    fields = say("; ").join(_named(one, by_length=by_length) for one in result.unknown_few)
    if result.unknown > len(result.unknown_few):
        return [say("Where to ask, among others: {fields}.", fields=fields)]
    return [say("Where to ask: {fields}.", fields=fields)]


def _named(field: AirportSummary, *, by_length: bool) -> str:
    """ "EGFF Cardiff", with its longest runway where that was asked: "EGFF Cardiff 2,392 m"."""
    named = named_end(field.icao, field.name)
    if not by_length or field.longest_runway_ft is None:
        return named
    return say("{field} {metres:,} m", field=named, metres=round(field.longest_runway_ft * 0.3048))


def _measured(result: AirportList) -> list[str]:
    """From where the fields were told, and how far they may be."""
    return [f"{result.measured[:1].upper()}{result.measured[1:]}."] if result.measured else []


def _nearly_known(result: AirportList, talk: Talk, line_of: Callable[[AirportSummary, Talk], str]) -> list[str]:
    """Of several wishes: fields that are known to have some."""
    if not result.nearly_known:
        return []
    return [
        say(
            "Known to have part of it: {fields}.",
            fields=say("; ").join(line_of(one, talk) for one in result.nearly_known),
        )
    ]


def _first_unknown(result: AirportList, talk: Talk, line_of: Callable[[AirportSummary, Talk], str]) -> list[str]:
    """The first field of which it is only not known: for "the nearest with …" one to ask."""
    by_distance = talk.call.arguments.get("priority_strategy") == "distance" or talk.call.arguments.get("near")
    if result.first_unknown is None or not by_distance:
        return []
    return [say("The nearest of these: {line}.", line=line_of(result.first_unknown, talk))]


def _misfits(result: AirportList) -> list[str]:
    """Those known not to fit, each counted once, and for what; the hubs that were left out of the list."""
    hubs = result.missed_by.get("exclude_large_airports", 0)
    why = sorted(((n, c) for n, c in result.missed_by.items() if n in FILTER_WORDS), key=lambda item: -item[1])
    why = [(name, count) for name, count in why if name != "exclude_large_airports"][:3]
    lines: list[str] = []
    if result.missed and why:
        words = [say(FILTER_WORDS[name]) for name, _ in why]
        counted = [f"{word} ({figure(count)})" for word, (_, count) in zip(words, why, strict=True)]
        lines.append(
            say_many(
                "{count:,} field does not fit: {what}.",
                "{count:,} fields do not fit: {what}.",
                result.missed,
                what=", ".join(words if len(why) == 1 or result.missed == 1 else counted),
            )
        )
    if hubs:
        told = say_many("{count:,} airline hub left out", "{count:,} airline hubs left out", hubs)
        lines.append(with_hubs_named(told, result) + ".")
    return lines


def with_hubs_named(told: str, result: AirportList) -> str:
    """ "1 airline hub left out", and which has what was asked: a field with customs may be the very one."""
    asked = {name for name in result.filter_profile or {} if name not in _NO_WISH}
    if not result.hubs or not asked:
        return told
    names = ", ".join(f"{hub.icao} {hub.name}" for hub in result.hubs)
    return say_many(
        "{told} that fits too: {names}", "{told} that fit too: {names}", len(result.hubs), told=told, names=names
    )


_NO_WISH = {"country", "not_country", "near_border", "not_fields", "not_areas", "exclude_large_airports"}
_NEARLY_ALL = 0.9
"""From this share of the fields that lack the one, another wish is named beside it as unknown."""


def _all_unknown(gaps: dict[str, int], where: str) -> str:
    """ "Of 41 fields in the Netherlands I have no instrument approach data." """
    count = max(gaps.values())
    lacking = [name for name, of_it in gaps.items() if of_it >= _NEARLY_ALL * count]
    lacking = [name for name in lacking if name != "approach_type" or "has_procedures" not in lacking][:3]
    words = [say(DATA_WORDS.get(name) or FILTER_WORDS.get(name, name)) for name in lacking]
    return say_many(
        "**I do not know: for {count:,} field {where}** I have no {what} data.",
        "**I do not know: for {count:,} fields {where}** I have no {what} data.",
        count,
        where=where,
        what=say(" or ").join(words),
    )


def _where_told(result: AirportList, talk: Talk) -> list[str]:
    """Where it is read; else a pilot's report makes it known."""
    return read_here(result, talk) or [say("Where one tells you, a report makes it known in your chat.")]


def read_here(result: AirportList, talk: Talk, *, of_others: bool = False) -> list[str]:
    """The AIP of the country in which, or around which, was looked; `of_others`: of those beside a list."""
    query = talk.call.arguments.get("query")
    region = result.region if isinstance(result, AirportSearch) else None
    wanted = talk.call.arguments.get("filters")
    lies_in = wanted.get("country") if isinstance(wanted, dict) else None
    if isinstance(lies_in, list):
        lies_in = lies_in[0] if lies_in else None
    named = [
        lies_in.partition("-")[0] if isinstance(lies_in, str) else None,
        query,
        *((region or "").rsplit(", ", 1)[-1:]),
    ]
    found = [talk.deps.countries.get(name) for name in named if isinstance(name, str) and name]
    codes = [*(one.code for one in found if one), *_countries_of(result, talk)]
    pages = [page for code in codes if (page := talk.deps.official_pages.of_country(code))]
    if not pages:
        return []
    name, url = pages[0].name, pages[0].url
    if of_others:
        return [say("For the others, look here: [{name}]({url})", name=name, url=url)]
    return [say("Read it here: [{name}]({url})", name=name, url=url)]


def _countries_of(result: AirportList, talk: Talk) -> list[str]:
    """The country around which, or in which at first, was looked: that of the nearest airfield."""
    if isinstance(result, NearbyAirports) and result.center is not None:
        ends = [(result.center.lat, result.center.lon)]
    elif isinstance(result, RouteAirports) and result.route is not None:
        ends = [(end.lat, end.lon) for end in (result.route.to, result.route.from_)]
    else:
        ends = []
    return [near.airport.country for lat, lon in ends for near in talk.deps.airports.nearest(lat, lon, 1)]


def at_the_limit(result: AirportList, talk: Talk) -> list[str]:
    """What "at most 24 h" holds and "less than 24 h" does not: fields that ask for just as long as the limit.

    Those whose text asks "at least" as long may want more: they are left out, and named.
    """
    limit = (result.filter_profile or {}).get("max_hours_notice")
    if not isinstance(limit, int | float):
        return []
    lines: list[str] = []
    same = [one.icao for one in result.airports if talk.deps.facts.notice_hours(one.icao) == limit]
    if same:
        lines.append(say("Exactly {limit:g} h, not less: {codes}.", limit=limit, codes=", ".join(same)))
    if result.notice_at_least:
        named = ", ".join(f"{one.icao} {one.name}" for one in result.notice_at_least)
        lines.append(say("Left out, as they ask at least {limit:g} h: {named}.", limit=limit, named=named))
    if result.notice_on_some_days:
        lines.append(
            say(
                "Not on the list, as they ask at most {limit:g} h on some days or at some times only:", limit=limit
            )
        )
        for one in result.notice_on_some_days:
            asked = " · ".join(talk.deps.facts.notice_on_some_days(one.icao, limit))
            lines.append(f"- {one.icao} {one.name}: {shortened(asked, _LONGEST_NOTICE)}")
    return lines
