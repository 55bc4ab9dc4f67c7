"""Words for lists of airfields, their numbers, and questions back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from pydantic import JsonValue

from agent.aviation.surroundings import SURROUNDING_WORDS, SURROUNDINGS
from agent.protocol import (
    Answer,
    AnswerCard,
    Choice,
    Headline,
    Location,
    Part,
    Passage,
    Row,
    Rows,
    Suggestion,
    ToolCall,
)
from agent.subjects.airfield.asked import WISHES
from agent.subjects.airfield.coverage import importable
from agent.subjects.finding.airport_list import CLOSED_AIRSPACE, ORDER_SAID, AirportList, AirportSummary
from agent.subjects.finding.filters import DATA_WORDS, FILTER_WORDS
from agent.subjects.finding.route import RouteAirports
from agent.subjects.finding.statistics import AirportStatistics
from agent.subjects.finding.tool import AirportSearch, NearbyAirports
from agent.subjects.measures import (
    code_or_name,
    feet,
    flag,
    named_end,
    nm,
    rules_of,
    speed_source,
    substituted,
    with_article,
)
from agent.subjects.offered import airports_near, call, details, has_sheet, how_far, sheet_of
from agent.subjects.route.speed import format_hours
from agent.writing.parts import answer, text
from agent.writing.write import Talk, suggest, write
from tongue import SOURCE, country_name, figure, later, say, say_many, spoken

SHOWN = 5
"""Lines of a list on one phone screen; more are behind a button."""

_FILTER_FACTS = {
    "has_avgas": later("are known to have AVGAS"),
    "has_jet_a": later("are known to have Jet A-1"),
    "has_ul91": later("are known to have UL91"),
    "has_mogas": later("are known to have mogas"),
    "has_fuel": later("are known to sell fuel"),
    "self_service": later("are known to have self-service fuel"),
    "fuel_h24": later("are known to sell it at any hour (H24)"),
    "point_of_entry": later("are known to have customs, or stand on a list of border points or customs airports"),
    "has_tower": later("are known to have a tower"),
    "no_ppr": later("are known to need no PPR"),
    "open_to_visitors": later("are known to be open to visitors"),
    "has_handling": later("are known to have handling"),
    "has_hard_runway": later("have a hard runway"),
    "has_soft_runway": later("have a grass or gravel runway"),
    "has_procedures": later("are known to have an instrument approach"),
    "has_lights": later("have runway lights"),
}


_PARTS = {
    "north": later("in the north of {region} (its northern 40 %)"),
    "south": later("in the south of {region} (its southern 40 %)"),
    "east": later("in the east of {region} (its eastern 40 %)"),
    "west": later("in the west of {region} (its western 40 %)"),
    "centre": later("in the centre of {region} (its middle)"),
    "north-east": later("in the north-east of {region}"),
    "north-west": later("in the north-west of {region}"),
    "south-east": later("in the south-east of {region}"),
    "south-west": later("in the south-west of {region}"),
}
_SIDES = {
    "north": later(" to the north of"),
    "south": later(" to the south of"),
    "east": later(" to the east of"),
    "west": later(" to the west of"),
    "north_east": later(" to the north-east of"),
    "north_west": later(" to the north-west of"),
    "south_east": later(" to the south-east of"),
    "south_west": later(" to the south-west of"),
}


def _region(name: str) -> str:
    """A country, state or range after "in": its English article only in English."""
    return country_name(name if spoken() == SOURCE else name.removeprefix("the "))


def _as_said(result: AirportSearch) -> str:
    """A state or range by the pilot's own word for it, where the answer is not in English: "Bayern"."""
    region = result.region or ""
    if result.scope != "region" or spoken() == SOURCE or "," in result.query:
        return _region(region)
    name, _, country = region.rpartition(", ")
    own = result.query if result.query != result.query.casefold() else result.query.title()
    return f"{own}, {country_name(country)}" if name else own


@write.register
def _(result: AirportSearch, talk: Talk) -> Answer:
    region = _as_said(result)
    where = say("in {region}", region=region) if region else say("called or at {query}", query=result.query)
    if result.part and region:
        where = say(_PARTS[result.part]).format(region=region)
    if result.is_near_name:
        where = say("with a name spelt like “{query}”, which none bears", query=result.query)
    if result.beside:
        where = say("near {beside}", beside=result.beside)
    if result.scope == "code":
        where = say("with the code {query}", query=result.query.upper())
    return _list(result, where, talk)


@write.register
def _(result: NearbyAirports, talk: Talk) -> Answer:
    if result.center is None:
        return Answer(text=result.message or say("I don't know that place."), choices=result.choices)
    listed = _list(result, _around(result, _region(result.center.label)), talk)
    if (field := result.nearest_usable) is None or result.offset or field in result.airports[:SHOWN]:
        return listed
    nearest = Passage(markdown=say("Nearest with a known runway: {line}", line=_line(field, talk)))
    return _more(listed, [nearest], _about(field.icao, field.icao))


def _around(result: NearbyAirports, place: str) -> str:
    """ "within 1h of EGTF Fairoaks at 110 kt in still air (110 nm)", to one side of it when that was asked."""
    side = say(_SIDES[result.direction]) if result.direction else say(" of")
    if result.within_minutes is None or result.cruise_speed_kts is None:
        return say("within {nm}{side} {place}", nm=nm(result.radius_nm), side=side, place=place)
    source = (
        "" if result.cruise_speed_source == "provided" else f", {speed_source(result.cruise_speed_source or '')}"
    )
    time = format_hours(result.within_minutes / 60)
    return say(
        "within {time}{side} {place} at {cruise_speed_kts:g} kt{source} in still air ({nm}; no climb, no reserve)",
        time=time,
        side=side,
        place=place,
        cruise_speed_kts=result.cruise_speed_kts,
        source=source,
        nm=nm(result.radius_nm),
    )


@write.register
def _(result: RouteAirports, talk: Talk) -> Answer:
    if result.route is None:
        return Answer(text=result.message or say("I could not find both places."), choices=result.choices)
    start, end = result.route.from_, result.route.to
    ends = f"{named_end(start.icao, start.name)} → {named_end(end.icao, end.name)}"
    where = say("within {nm} of {ends}", nm=nm(result.corridor_nm), ends=ends)
    if result.position_taken is not None:
        where += f" ({result.position_taken})"
    if result.max_enroute_distance_nm is not None and result.cruise_speed_kts is not None:
        hours = result.max_enroute_distance_nm / result.cruise_speed_kts
        where += say(", no more than {nm} from departure", nm=nm(result.max_enroute_distance_nm))
        note = say(
            "{format_hours} at {cruise_speed_kts:g} kt in still air is {nm} direct: an upper bound, "
            "no reserve kept.",
            format_hours=format_hours(hours),
            cruise_speed_kts=result.cruise_speed_kts,
            nm=nm(result.max_enroute_distance_nm),
        )
    else:
        note = say("{ends}: {nm} direct.", ends=ends, nm=nm(result.distance_nm or 0))
    listed = _list(result, where, talk)
    return _more(listed, [Passage(markdown="\n".join([note, *substituted(result.substitutions, talk)]))])


def _list(result: AirportList, where: str, talk: Talk) -> Answer:
    if not result.airports:
        return Answer(text=_nothing(result, where, talk), choices=result.choices)
    wanted = _wanted(result.filter_profile, talk)
    noun = say_many("field", "fields", result.total)
    verb = say(" {wanted}", wanted=wanted) if wanted else ""
    if result.total == 1:
        verb = re.sub(r"\bare\b", "is", verb).replace(" lie ", " lies ")
        verb = re.sub(r"(?<!to )\bhave\b", "has", verb)
    order = str(talk.call.arguments.get("priority_strategy", ""))
    shown = result.airports[result.offset :]
    shown = shown if talk.plan.answer_style == "detailed" else shown[:SHOWN]
    first, last = result.offset + 1, result.offset + len(shown)
    if not shown:
        return Answer(
            text=say(
                "That was all: **{total:,} {noun}** {where}{verb}.",
                total=result.total,
                noun=noun,
                where=where,
                verb=verb,
            )
        )
    counted = (
        say("{first:,}–{last:,} of {total:,}", first=first, last=last, total=result.total)
        if result.offset
        else say("{total:,}", total=result.total)
    )
    said = [say(ORDER_SAID[order])] if order in ORDER_SAID and order not in result.left_aside else []
    if isinstance(result, NearbyAirports) and result.usable_first:
        said.append(say("known runways first"))
    if result.unknown:
        said.append(say("for {unknown:,} I have no data", unknown=result.unknown))
    about = "; ".join(said)
    head = Headline(
        markdown=f"**{counted} {noun}** {where}{verb}.", about=f"{about[:1].upper()}{about[1:]}." if about else ""
    )
    asked_for = (result.filter_profile or {}).items()
    asked_surface = (surface for surface in ("hard", "soft") if (f"has_{surface}_runway", True) in asked_for)
    said_of_all = next(asked_surface, "")
    rows = Rows(
        rows=tuple(_row(airport, number, order, said_of_all) for number, airport in enumerate(shown, start=first))
    )
    rest = result.total - last
    told = [has_sheet(airport.icao, talk.deps) for airport in shown[:SHOWN]]  # no button to an empty sheet
    choices = [row.opens for row, tells in zip(rows.rows, told, strict=False) if row.opens and tells]
    lines: list[str] = []
    hubs = result.missed_by.get("exclude_large_airports", 0)
    left_out = say_many("{count:,} airline hub left out", "{count:,} airline hubs left out", hubs) if hubs else ""
    if rest > 0 or left_out:
        lines.append(
            "; ".join(part for part in (say("{rest:,} more", rest=rest) if rest > 0 else "", left_out) if part)
            + "."
        )
    if rest > 0:
        choices.append(
            Choice(
                label=say("More"), text=say("More from {last}", last=last + 1), call=_page_from(last, result, talk)
            )
        )
    if counted := [*lines, *_beside(result)]:
        lines = [" ".join(counted)]  # one line: what is not shown, and why
    lines += _at_the_limit(result, talk)
    if result.left_out_closed:
        count = result.left_out_closed
        lines += [
            say_many(
                "{count:,} field in closed or war airspace left out.",
                "{count:,} fields in closed or war airspace left out.",
                count,
            )
        ]
    return answer(
        [head, rows, Passage(markdown="\n".join(lines))],
        choices=(*choices, *result.choices),
        cards=tuple(card(airport, talk) for airport in shown[:SHOWN]),
    )


def _beside(result: AirportList) -> list[str]:
    """What sells something near to what was asked, or not to everybody: counted, not listed."""
    lines: list[str] = []
    if result.ul91_only:
        lines.append(
            say_many(
                "{count:,} more has AVGAS UL91 alone.", "{count:,} more have AVGAS UL91 alone.", result.ul91_only
            )
        )
    if result.based_only:
        lines.append(
            say_many(
                "{count:,} more sells it to based aircraft only: left out.",
                "{count:,} more sell it to based aircraft only: left out.",
                result.based_only,
            )
        )
    return lines


def _more(listed: Answer, parts: Sequence[Part], *taps: Choice) -> Answer:
    """The list with what stands under it."""
    if not listed.parts:
        said = "\n".join([listed.text, text(parts)])
        return listed.model_copy(update={"text": said, "choices": (*listed.choices, *taps)})
    return answer([*listed.parts, *parts], choices=(*listed.choices, *taps), cards=listed.cards)


def _about(label: str, icao: str) -> Choice:
    return Choice(label=label, text=say("Tell me about {icao}", icao=icao), call=details(icao))


def _page_from(offset: int, result: AirportList, talk: Talk) -> ToolCall:
    """This list in its order, what stands before the page passed over."""
    page = talk.call.varied(offset=offset)
    by_distance = isinstance(result, NearbyAirports) and not result.usable_first
    if by_distance and "priority_strategy" not in page.arguments:
        return page.varied(priority_strategy="distance")  # "nearest" was a word of the question
    return page


def _row(airport: AirportSummary, number: int, order: str, surface: str) -> Row:
    """A field of a list; a tap opens its sheet. The `surface` that all of them have stands above them."""
    title, *facts = _told(airport, order, surface)
    return Row(
        title=title,
        lead=" · ".join(facts),
        note=airport.caution or "",
        number=number,
        opens=_about(f"{number} {code_or_name(airport.icao, airport.name)}", airport.icao),
    )


def _line(airport: AirportSummary, talk: Talk, order: str = "") -> str:
    return " · ".join([*_told(airport, order), *([airport.caution] if airport.caution else [])])


def _told(airport: AirportSummary, order: str, surface: str = "") -> list[str]:
    """Code and name, then what of it stands in a list."""
    parts = [named_end(airport.icao, airport.name)]
    if order in ("highest", "lowest"):
        parts.append(
            say("elevation unknown")
            if airport.elevation_ft is None
            else say("{elevation_ft:,} ft", elevation_ft=airport.elevation_ft)
        )
    if airport.ranked_by is not None:
        parts.append(airport.ranked_by)
    if airport.distance_nm is not None:
        parts.append(nm(airport.distance_nm))
    if airport.off_track_nm is not None and airport.along_track_nm is not None:
        parts.append(
            say(
                "{along} out, {off} off track",
                along=nm(airport.distance_from_departure_nm or 0),
                off=nm(airport.off_track_nm),
            )
        )
    parts.append(_runway(airport, surface))
    parts += [f"{say(label)}: {value}" for label, value in airport.known.items() if say(label) in airport.reason]
    return parts


def _runway(airport: AirportSummary, told: str) -> str:
    if not airport.longest_runway_ft:
        return say("no runway data")
    metres = round(airport.longest_runway_ft * 0.3048)
    return say(
        "{metres:,} m {longest_runway_surface}",
        metres=metres,
        longest_runway_surface=""
        if airport.longest_runway_surface == told
        else airport.longest_runway_surface or "",
    ).strip()


def _wanted(filter_profile: dict[str, JsonValue] | None, talk: Talk) -> str:
    applied = filter_profile or {}
    said = {name: say(words) for name, words in _FILTER_FACTS.items() if applied.get(name) is True}
    long = ""
    shortest = applied.get("min_runway_length_ft")
    longest = applied.get("max_runway_length_ft")
    if isinstance(shortest, int | float):
        length = say("{metres:,} m ({feet:,.0f} ft) or more", metres=round(shortest * 0.3048), feet=shortest)
        if said.pop("has_hard_runway", None):
            long = say("have a hard runway of {length}", length=length)
        elif said.pop("has_soft_runway", None):
            long = say("have a grass or gravel runway of {length}", length=length)
        else:
            long = say("have a runway of {length}", length=length)
    told = [*said.values(), *([long] if long else [])]
    if isinstance(longest, int | float):
        told.append(
            say("have no runway over {metres:,} m ({feet:,.0f} ft)", metres=round(longest * 0.3048), feet=longest)
        )
    notice = applied.get("max_hours_notice")
    if isinstance(notice, int | float):
        told.append(say("are known to need at most {notice:g} h notice", notice=notice))
    for name in ("approach_type", "fuel_type", "hotel", "restaurant"):
        value = applied.get(name)
        if isinstance(value, str):
            told.append(_offers(name, value))
    told += _where_and_when(applied, talk)
    fee = applied.get("max_landing_fee")
    if isinstance(fee, int | float):
        currency = str(applied.get("max_landing_fee_currency") or "")
        told.append(say("are known to charge at most {fee:g} {currency}", fee=fee, currency=currency).rstrip())
    return _joined(told)


_OFFERS = {
    ("hotel", "at_airport"): later("are known to have a hotel on the field"),
    ("hotel", "vicinity"): later("are known to have a hotel nearby"),
    ("restaurant", "at_airport"): later("are known to have a restaurant on the field"),
    ("restaurant", "vicinity"): later("are known to have a restaurant nearby"),
}


def _offers(name: str, value: str) -> str:
    told = _OFFERS.get((name, value))
    return say(told) if told else say("are known to have {what}", what=value)


def _where_and_when(applied: dict[str, JsonValue], talk: Talk) -> list[str]:
    """What lies around, whose a field is, and the day of its published hours."""
    said: list[str] = []
    around = applied.get("near_what")
    if isinstance(around, str) and around in SURROUNDINGS:
        said.append(say(SURROUNDING_WORDS[SURROUNDINGS[around]]))
    denied = applied.get("not_country")
    if denied:
        codes = [str(code) for code in denied] if isinstance(denied, list | tuple) else [str(denied)]
        named = [talk.deps.countries.get(code) for code in codes]
        names = [
            country_name(country.name) if country else code for country, code in zip(named, codes, strict=True)
        ]
        said.append(say("are not in {names}", names=say(" or ").join(names)))
    for name, (yes, no) in _WHOSE.items():
        if isinstance(wanted := applied.get(name), bool):
            said.append(say(yes if wanted else no))
    day = applied.get("open_day")
    if isinstance(day, str):
        on = date.fromisoformat(day)
        said.append(say("have published hours for {on:%A} {day} {on:%b}", on=on, day=on.day))
    return said


_WHOSE = {
    "military": (later("are military by what is known"), later("are not known to be military")),
    "private": (
        later("are for private or restricted use by what is known"),
        later("are not known to be for private or restricted use"),
    ),
    "gliding": (later("are gliding sites by what is known"), later("are not known to be gliding sites")),
}


def _joined(said: list[str]) -> str:
    """The conditions as one clause, what several have in common said once."""
    known = say("are known to have ")
    things = [words.removeprefix(known) for words in said if words.startswith(known)]
    rest = [words for words in said if not words.startswith(known)]
    both = say(" and ")
    return both.join([*([known + both.join(things)] if things else []), *rest])


def _nothing(result: AirportList, where: str, talk: Talk) -> str:
    if result.message:
        return f"**{say(CLOSED_AIRSPACE)}**" if result.message == CLOSED_AIRSPACE else result.message
    gaps = {name: count for name, count in result.unknown_by.items() if count}
    if gaps and not any(name in gaps for name in result.missed_by):  # nothing is known, of any of them
        return "\n".join([*_all_unknown(gaps, where, result, talk), *_at_the_limit(result, talk)])
    lines = [say("**I know no field {where}** that fits.", where=where)]
    for name, count in sorted(result.missed_by.items(), key=lambda item: -item[1])[:3]:
        if name == "exclude_large_airports":
            lines.append(say_many("{count:,} airline hub left out.", "{count:,} airline hubs left out.", count))
            continue
        lines.append(
            say_many(
                "{count:,} field does not fit: {what}.",
                "{count:,} fields do not fit: {what}.",
                count,
                what=say(FILTER_WORDS.get(name, name)),
            )
        )
    if gaps:
        worst, count = max(gaps.items(), key=lambda item: item[1])
        lines.append(
            say(
                "For {count:,} I have no {get} data.",
                count=count,
                get=say(DATA_WORDS.get(worst) or FILTER_WORDS.get(worst, worst)),
            )
        )
    if result.nearest_miss is not None:
        misses = ", ".join(say(FILTER_WORDS.get(name, name)) for name in result.nearest_miss_filters)
        lines.append(
            say(
                "This one nearly fits, but for {misses}: {line}.",
                misses=misses,
                line=_line(result.nearest_miss, talk),
            )
        )
    return "\n".join([*lines, *_at_the_limit(result, talk)])


def _all_unknown(gaps: dict[str, int], where: str, result: AirportList, talk: Talk) -> list[str]:
    """ "Of 41 fields in the Netherlands I have no instrument approach data." And where it is read."""
    worst, count = max(gaps.items(), key=lambda item: item[1])
    head = say_many(
        "**Unknown to me: of {count:,} field {where}** I have no {what} data.",
        "**Unknown to me: of {count:,} fields {where}** I have no {what} data.",
        count,
        where=where,
        what=say(DATA_WORDS.get(worst) or FILTER_WORDS.get(worst, worst)),
    )
    query = talk.call.arguments.get("query")
    region = result.region if isinstance(result, AirportSearch) else None
    named = [query, *((region or "").rsplit(", ", 1)[-1:])]
    found = [talk.deps.countries.get(name) for name in named if isinstance(name, str) and name]
    codes = [*(one.code for one in found if one), *_countries_of(result, talk)]
    pages = [page for code in codes if (page := talk.deps.official_pages.of_country(code))]
    told = [say("Read it here: {name}, {url}", name=pages[0].name, url=pages[0].url)] if pages else []
    more = importable(codes[0], [name for name, wish in WISHES.items() if wish[0] in gaps]) if codes else None
    if more:
        told.append(say("Not shipped; this FlyFun's operator can bring more: {more}.", more=say(more)))
    return [head, *(told or [say("Where one tells you, a report makes it known in your chat.")])]


def _countries_of(result: AirportList, talk: Talk) -> list[str]:
    """The country around which, or in which at first, was looked: that of the nearest airfield."""
    if isinstance(result, NearbyAirports) and result.center is not None:
        ends = [(result.center.lat, result.center.lon)]
    elif isinstance(result, RouteAirports) and result.route is not None:
        ends = [(end.lat, end.lon) for end in (result.route.to, result.route.from_)]
    else:
        ends = []
    return [near.airport.country for lat, lon in ends for near in talk.deps.airports.nearest(lat, lon, 1)]


def _at_the_limit(result: AirportList, talk: Talk) -> list[str]:
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
    return lines


def card(airport: AirportSummary, talk: Talk) -> AnswerCard:
    """A field of a list as a card."""
    facts = {"Runway": _runway_fact(airport, talk)}
    if airport.elevation_ft is not None:
        facts = {say("Elevation"): say("{elevation_ft:,} ft", elevation_ft=airport.elevation_ft), **facts}
    facts |= airport.known
    if airport.caution:
        facts["Caution"] = airport.caution
    return AnswerCard(
        title=f"{airport.icao} {airport.name} {flag(airport.country)}".strip(),
        facts=facts,
        icao=airport.icao,
        place=Location(lat=airport.lat, lon=airport.lon),
    )


def _runway_fact(airport: AirportSummary, talk: Talk) -> str:
    if not airport.longest_runway_ft:
        return say("no data")
    return f"{feet(airport.longest_runway_ft, talk)} {airport.longest_runway_surface or ''}".strip()


@suggest.register
def _(result: NearbyAirports, talk: Talk) -> tuple[Suggestion, ...]:
    if result.center is None or result.message:
        return ()
    asked, place = talk.call.varied(offset=None), talk.call.arguments.get("location_query")
    wanted = _wanted(result.filter_profile, talk)
    that = say(" that {wanted}", wanted=wanted) if wanted else ""
    wider = result.wider_nm and round(result.wider_nm)
    found = [
        Suggestion(
            text=say("Airports within {nm} nm of {place}{that}", nm=nm, place=place, that=that),
            call=asked.varied(max_distance_nm=nm),
            category="wider",
            label=say("Within {nm} nm", nm=nm),
        )
        for nm in ([wider] if wider else [])
    ]
    if not result.airports:
        return tuple(found)
    filters = asked.arguments.get("filters")
    if not (isinstance(filters, dict) and filters.get("has_hard_runway")):
        more: dict[str, JsonValue] = {**(filters if isinstance(filters, dict) else {}), "has_hard_runway": True}
        found.append(
            Suggestion(
                text=(
                    say("Airports near {place}{that} and have a hard runway", place=place, that=that)
                    if wanted
                    else say("Airports near {place} that have a hard runway", place=place)
                ),
                call=asked.varied(filters=more),
                category="filter",
                label=say("With a hard runway"),
            )
        )
    first = result.airports[0]
    found += sheet_of(first.icao, talk.deps)
    found += rules_of(talk, (first.icao,))
    return tuple(found)


@suggest.register
def _(result: RouteAirports, talk: Talk) -> tuple[Suggestion, ...]:
    if result.route is None or not result.airports:
        return ()
    start = result.route.from_.icao or str(talk.call.arguments.get("from_location", result.route.from_.name))
    end = result.route.to.icao or str(talk.call.arguments.get("to_location", result.route.to.name))
    first = result.airports[0]
    back = talk.call.varied(from_location=end, to_location=start, offset=None)
    return (
        *sheet_of(first.icao, talk.deps),
        how_far(start, end),
        Suggestion(
            text=say("Airports between {end} and {start}", end=end, start=start),
            call=back,
            category="way back",
            label=say("The way back"),
        ),
        *rules_of(talk, (start, end)),
    )


@suggest.register
def _(result: AirportSearch, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.airports:
        return ()
    first = result.airports[0]
    return (
        *sheet_of(first.icao, talk.deps),
        *airports_near(first.icao, talk.deps),
        *rules_of(talk, (first.icao,)),
    )


# --- counts and questions back ---------------------------------------------------------------------


@write.register
def _(result: AirportStatistics, talk: Talk) -> Answer:
    stats = result.stats
    if stats is None:
        return Answer(text=result.message or say("I have no airport table."), choices=result.choices)
    where = (
        say("in {region}", region=_region(result.area or result.country_name or ""))
        if result.area or result.country_name
        else say("in the table")
    )
    if result.counted is not None:
        return Answer(text=_counted(result, stats.total, where, talk))
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
    wanted = _wanted(result.filter_profile, talk) or say("fit")
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
    lines.append(say("Known not to: {no:,}. No data: {unknown:,}.", no=counted.no, unknown=counted.unknown))
    if counted.unknown and result.is_share:
        lines.append(say("What is published is no sample of the rest: the share of all may be another."))
    return "\n".join(lines)


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
