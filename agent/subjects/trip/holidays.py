"""Tells whether the days of a trip are public holidays at its ends, and what the fields print of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from agent import regex as re
from agent.aviation.facts import Facts
from agent.aviation.hours import holiday_name, holidays_known
from agent.aviation.notice_days import HOL
from agent.deps import Deps
from agent.subjects.measures import with_article
from agent.subjects.trip.clock_words import day_words
from agent.subjects.trip.timeline import TripLeg
from tongue import say

_AHEAD_DAYS = 120
_NAMED = re.compile(rf"(?<![A-ZÀ-Ü]){HOL}")
_CLAUSE = re.compile(r"(?<=[.;])\s+|\n")
_MOST_QUOTED = 2
_SHORT = 160


def holiday_lines(legs: Sequence[TripLeg], deps: Deps, today: date) -> tuple[str, ...]:
    """Of each country and day of the trip; then, of each field, its own words about public holidays."""
    ends = [(leg.day, country) for leg in legs for country in (leg.from_country, leg.to_country)]
    told = [_of_a_day(day, country, deps, today) for day, country in dict.fromkeys(ends)]
    codes = dict.fromkeys(end.icao for leg in legs for end in (leg.from_, leg.to) if end.icao)
    return (*told, *(_of_a_field(code, deps.facts) for code in codes))


def _of_a_day(day: date | None, country: str, deps: Deps, today: date) -> str:
    known = deps.countries.get(country)
    where = with_article(known.name) if known else country
    first = day or today
    if not holidays_known(country, first.year):
        return say("I do not know the public holidays of {country}.", country=where)
    if day is not None and (name := holiday_name(day, country)):
        told = say("{day} is a public holiday in {country}: {name}.", day=day_words(day), country=where, name=name)
        return f"**{told}**"
    days = (first + timedelta(days=n) for n in range(1, _AHEAD_DAYS))
    after = next(((d, name) for d in days if (name := holiday_name(d, country))), None)
    if after is None:
        return say("I know of no public holiday in {country} within {days} days.", country=where, days=_AHEAD_DAYS)
    then = say("The next in {country}: {day}, {name}.", country=where, day=day_words(after[0]), name=after[1])
    if day is None:
        return then
    none = say("{day} is no public holiday in all of {country}.", day=day_words(day), country=where)
    return f"{none} {then}"


def _of_a_field(icao: str, facts: Facts) -> str:
    """The clauses of its own texts that name public holidays, as printed."""
    known = facts.of(icao)
    texts = [n.raw for n in known.notices] + [f.raw for f in known.all("hours")]
    clauses = [part.strip(" .;") for text in texts for part in _CLAUSE.split(text)]
    found = dict.fromkeys(part[:_SHORT] for part in clauses if _NAMED.search(part.upper()))
    if not found:
        return say("{icao}: no text that I hold of it names public holidays: phone the field.", icao=icao)
    return say(
        "{icao}, as printed: {words}",
        icao=icao,
        words=" · ".join(say("“{text}”", text=one) for one in [*found][:_MOST_QUOTED]),
    )
