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
from agent.subjects.finding.airport_list import CLOSED_AIRSPACE, ORDER_SAID, AirportList, AirportSummary
from agent.subjects.finding.filters import FILTER_WORDS
from agent.subjects.finding.route import RouteAirports
from agent.subjects.finding.statistics import AirportStatistics
from agent.subjects.finding.tool import AirportSearch, NearbyAirports
from agent.subjects.measures import feet, flag, named_end, nm, rules_of, substituted
from agent.subjects.offered import about_field, airports_near, call, details, how_far
from agent.subjects.route.speed import format_hours
from agent.writing.parts import answer, text
from agent.writing.write import Talk, suggest, write

SHOWN = 5
"""Lines of a list on one phone screen; more are behind a button."""

_FILTER_FACTS = {
    "has_avgas": "are known to have AVGAS 100LL",
    "has_jet_a": "are known to have Jet A-1",
    "has_ul91": "are known to have UL91",
    "has_mogas": "are known to have mogas",
    "has_fuel": "are known to sell fuel",
    "self_service": "are known to have self-service fuel",
    "fuel_h24": "are known to sell it at any hour (H24)",
    "point_of_entry": "are known to have customs",
    "has_tower": "are known to have a tower",
    "no_ppr": "are known to need no PPR",
    "open_to_visitors": "are known to be open to visitors",
    "has_handling": "are known to have handling",
    "has_hard_runway": "have a hard runway",
    "has_soft_runway": "have a grass or gravel runway",
    "has_procedures": "are known to have an instrument approach",
    "has_lights": "have runway lights",
}


@write.register
def _(result: AirportSearch, talk: Talk) -> Answer:
    where = f"in {result.region}" if result.region else f"called or at {result.query}"
    if result.part and result.region:
        share = "middle" if result.part == "centre" else f"{result.part}ern 40 %"
        where = f"in the {result.part} of {result.region} (its {share})"
    if result.is_near_name:
        where = f"with a name spelt like “{result.query}”, which none bears"
    if result.beside:
        where = f"near {result.beside}"
    if result.scope == "code":
        where = f"with the code {result.query.upper()}"
    return _list(result, where, talk)


@write.register
def _(result: NearbyAirports, talk: Talk) -> Answer:
    if result.center is None:
        return Answer(text=result.message or "I don't know that place.", choices=result.choices)
    listed = _list(result, _around(result, result.center.label), talk)
    if (field := result.nearest_usable) is None or result.offset or field in result.airports[:SHOWN]:
        return listed
    nearest = Passage(markdown=f"Nearest with a known runway: {_line(field, talk)}")
    return _more(listed, [nearest], _about(field.icao, field.icao))


def _around(result: NearbyAirports, place: str) -> str:
    """ "within 1h of EGTF Fairoaks at 110 kt in still air (110 nm)", to one side of it when that was asked."""
    side = f" to the {result.direction.replace('_', '-')} of" if result.direction else " of"
    if result.within_minutes is None or result.cruise_speed_kts is None:
        return f"within {nm(result.radius_nm)}{side} {place}"
    source = "" if result.cruise_speed_source == "provided" else f", {result.cruise_speed_source}"
    time = format_hours(result.within_minutes / 60)
    return (
        f"within {time}{side} {place} at {result.cruise_speed_kts:g} kt{source} in still air "
        f"({nm(result.radius_nm)}; no climb, no reserve)"
    )


@write.register
def _(result: RouteAirports, talk: Talk) -> Answer:
    if result.route is None:
        return Answer(text=result.message or "I could not find both places.", choices=result.choices)
    start, end = result.route.from_, result.route.to
    ends = f"{named_end(start.icao, start.name)} → {named_end(end.icao, end.name)}"
    where = f"within {nm(result.corridor_nm)} of {ends}"
    if result.position_taken is not None:
        where += f" ({result.position_taken})"
    if result.max_enroute_distance_nm is not None and result.cruise_speed_kts is not None:
        hours = result.max_enroute_distance_nm / result.cruise_speed_kts
        where += f", no more than {nm(result.max_enroute_distance_nm)} from departure"
        note = (
            f"{format_hours(hours)} at {result.cruise_speed_kts:g} kt in still air is "
            f"{nm(result.max_enroute_distance_nm)} direct: an upper bound, no reserve kept."
        )
    else:
        note = f"{ends}: {nm(result.distance_nm or 0)} direct."
    listed = _list(result, where, talk)
    return _more(listed, [Passage(markdown="\n".join([note, *substituted(result.substitutions, talk)]))])


def _list(result: AirportList, where: str, talk: Talk) -> Answer:
    if not result.airports:
        return Answer(text=_nothing(result, where, talk), choices=result.choices)
    wanted = _wanted(result.filter_profile, talk)
    noun = "field" if result.total == 1 else "fields"
    verb = f" {wanted}" if wanted else ""
    if result.total == 1:
        verb = re.sub(r"\bare\b", "is", verb).replace(" lie ", " lies ")
        verb = re.sub(r"(?<!to )\bhave\b", "has", verb)
    order = str(talk.call.arguments.get("priority_strategy", ""))
    shown = result.airports[result.offset :]
    shown = shown if talk.plan.answer_style == "detailed" else shown[:SHOWN]
    first, last = result.offset + 1, result.offset + len(shown)
    if not shown:
        return Answer(text=f"That was all: **{result.total:,} {noun}** {where}{verb}.")
    counted = f"{first:,}–{last:,} of {result.total:,}" if result.offset else f"{result.total:,}"
    said = [ORDER_SAID[order]] if order in ORDER_SAID and order not in result.left_aside else []
    if isinstance(result, NearbyAirports) and result.usable_first:
        said.append("those with a known runway first")
    if result.unknown:
        said.append(f"for {result.unknown:,} I have no data")
    about = "; ".join(said)
    head = Headline(
        markdown=f"**{counted} {noun}** {where}{verb}.", about=f"{about[:1].upper()}{about[1:]}." if about else ""
    )
    rows = Rows(rows=tuple(_row(airport, number, order) for number, airport in enumerate(shown, start=first)))
    rest = result.total - last
    choices = [row.opens for row in rows.rows[:SHOWN] if row.opens]
    lines: list[str] = []
    hubs = result.missed_by.get("exclude_large_airports", 0)
    left_out = f"{hubs:,} {'airline hub' if hubs == 1 else 'airline hubs'} left out" if hubs else ""
    if rest > 0 or left_out:
        lines.append("; ".join(part for part in (f"{rest:,} more" if rest > 0 else "", left_out) if part) + ".")
    if rest > 0:
        choices.append(Choice(label="More", text=f"More from {last + 1}", call=_page_from(last, result, talk)))
    lines += _at_least(result)
    if result.left_out_closed:
        count = result.left_out_closed
        lines += [f"{count:,} {'field' if count == 1 else 'fields'} in closed or war airspace left out."]
    return answer(
        [head, rows, Passage(markdown="\n".join(lines))],
        choices=(*choices, *result.choices),
        cards=tuple(card(airport, talk) for airport in shown[:SHOWN]),
    )


def _more(listed: Answer, parts: Sequence[Part], *taps: Choice) -> Answer:
    """The list with what stands under it."""
    if not listed.parts:
        said = "\n".join([listed.text, text(parts)])
        return listed.model_copy(update={"text": said, "choices": (*listed.choices, *taps)})
    return answer([*listed.parts, *parts], choices=(*listed.choices, *taps), cards=listed.cards)


def _about(label: str, icao: str) -> Choice:
    return Choice(label=label, text=f"Tell me about {icao}", call=details(icao))


def _page_from(offset: int, result: AirportList, talk: Talk) -> ToolCall:
    """This list in its order, what stands before the page passed over."""
    page = talk.call.varied(offset=offset)
    by_distance = isinstance(result, NearbyAirports) and not result.usable_first
    if by_distance and "priority_strategy" not in page.arguments:
        return page.varied(priority_strategy="distance")  # "nearest" was a word of the question
    return page


def _row(airport: AirportSummary, number: int, order: str) -> Row:
    """A field of a list; a tap opens its sheet."""
    title, *facts = _told(airport, order)
    return Row(
        title=title,
        lead=" · ".join(facts),
        note=airport.caution or "",
        number=number,
        opens=_about(f"{number} {airport.icao}", airport.icao),
    )


def _line(airport: AirportSummary, talk: Talk, order: str = "") -> str:
    return " · ".join([*_told(airport, order), *([airport.caution] if airport.caution else [])])


def _told(airport: AirportSummary, order: str) -> list[str]:
    """Code and name, then what of it stands in a list."""
    parts = [f"{airport.icao} {airport.name}"]
    if order in ("highest", "lowest"):
        parts.append("elevation unknown" if airport.elevation_ft is None else f"{airport.elevation_ft:,} ft")
    if airport.ranked_by is not None:
        parts.append(airport.ranked_by)
    if airport.distance_nm is not None:
        parts.append(nm(airport.distance_nm))
    if airport.off_track_nm is not None and airport.along_track_nm is not None:
        parts.append(f"{nm(airport.distance_from_departure_nm or 0)} out, {nm(airport.off_track_nm)} off track")
    parts.append(_runway(airport))
    parts += [f"{label}: {value}" for label, value in airport.known.items() if label in airport.reason]
    return parts


def _runway(airport: AirportSummary) -> str:
    if not airport.longest_runway_ft:
        return "no runway data"
    metres = round(airport.longest_runway_ft * 0.3048)
    return f"{metres:,} m {airport.longest_runway_surface or ''}".strip()


def _wanted(filter_profile: dict[str, JsonValue] | None, talk: Talk) -> str:
    applied = filter_profile or {}
    said = [words for name, words in _FILTER_FACTS.items() if applied.get(name) is True]
    shortest = applied.get("min_runway_length_ft")
    longest = applied.get("max_runway_length_ft")
    if isinstance(shortest, int | float):
        kind = next((word for word in ("hard", "grass or gravel") if f"have a {word} runway" in said), "")
        said = [words for words in said if not (kind and words == f"have a {kind} runway")]
        length = f"{round(shortest * 0.3048):,} m ({shortest:,.0f} ft) or more"
        said.append(f"have a {kind} runway of {length}" if kind else f"have a runway of {length}")
    if isinstance(longest, int | float):
        said.append(f"have no runway over {round(longest * 0.3048):,} m ({longest:,.0f} ft)")
    notice = applied.get("max_hours_notice")
    if isinstance(notice, int | float):
        said.append(f"are known to need at most {notice:g} h notice")
    for name in ("approach_type", "fuel_type", "hotel", "restaurant"):
        value = applied.get(name)
        if isinstance(value, str):
            place = {"at_airport": " on the field", "vicinity": " nearby"}.get(value, "")
            said.append(f"are known to have {f'a {FILTER_WORDS[name]}' if place else value}{place}")
    said += _where_and_when(applied, talk)
    fee = applied.get("max_landing_fee")
    if isinstance(fee, int | float):
        said.append(
            f"are known to charge at most {fee:g} {applied.get('max_landing_fee_currency') or ''}".rstrip()
        )
    return _joined(said)


def _where_and_when(applied: dict[str, JsonValue], talk: Talk) -> list[str]:
    """What lies around, whose a field is, and the day of its published hours."""
    said: list[str] = []
    around = applied.get("near_what")
    if isinstance(around, str) and around in SURROUNDINGS:
        said.append(SURROUNDING_WORDS[SURROUNDINGS[around]])
    denied = applied.get("not_country")
    if denied:
        codes = [str(code) for code in denied] if isinstance(denied, list | tuple) else [str(denied)]
        named = [talk.deps.countries.get(code) for code in codes]
        names = [country.name if country else code for country, code in zip(named, codes, strict=True)]
        said.append(f"are not in {' or '.join(names)}")
    for name, words in (("military", "military"), ("gliding", "gliding sites")):
        if isinstance(wanted := applied.get(name), bool):
            said.append(f"are {words} by what is known" if wanted else f"are not known to be {words}")
    day = applied.get("open_day")
    if isinstance(day, str):
        on = date.fromisoformat(day)
        said.append(f"have published hours for {on:%A} {on.day} {on:%b}")
    return said


def _joined(said: list[str]) -> str:
    """The conditions as one clause, what several have in common said once."""
    known = "are known to have "
    things = [words.removeprefix(known) for words in said if words.startswith(known)]
    rest = [words for words in said if not words.startswith(known)]
    return " and ".join([*([known + " and ".join(things)] if things else []), *rest])


def _nothing(result: AirportList, where: str, talk: Talk) -> str:
    if result.message:
        return f"**{CLOSED_AIRSPACE}**" if result.message == CLOSED_AIRSPACE else result.message
    lines = [f"**I know no field {where}** that fits."]
    for name, count in sorted(result.missed_by.items(), key=lambda item: -item[1])[:3]:
        if name == "exclude_large_airports":
            lines.append(f"{count:,} {'airline hub' if count == 1 else 'airline hubs'} left out.")
            continue
        verb = "field does not" if count == 1 else "fields do not"
        lines.append(f"{count:,} {verb} fit: {FILTER_WORDS.get(name, name)}.")
    gaps = {name: count for name, count in result.unknown_by.items() if count}
    if gaps:
        worst, count = max(gaps.items(), key=lambda item: item[1])
        lines.append(f"For {count:,} I have no {FILTER_WORDS.get(worst, worst)} data: call the field.")
    if result.nearest_miss is not None:
        misses = ", ".join(FILTER_WORDS.get(name, name) for name in result.nearest_miss_filters)
        lines.append(f"This one nearly fits, but for {misses}: {_line(result.nearest_miss, talk)}.")
    return "\n".join([*lines, *_at_least(result)])


def _at_least(result: AirportList) -> list[str]:
    """Fields left out because their text asks "at least" the limit, so that they may want more."""
    limit = (result.filter_profile or {}).get("max_hours_notice")
    if not result.notice_at_least or not isinstance(limit, int | float):
        return []
    named = ", ".join(f"{one.icao} {one.name}" for one in result.notice_at_least)
    return [f"Left out, as they ask at least {limit:g} h: {named}."]


def card(airport: AirportSummary, talk: Talk) -> AnswerCard:
    """A field of a list as a card."""
    facts = {"Runway": _runway_fact(airport, talk)}
    if airport.elevation_ft is not None:
        facts = {"Elevation": f"{airport.elevation_ft:,} ft", **facts}
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
        return "no data"
    return f"{feet(airport.longest_runway_ft, talk)} {airport.longest_runway_surface or ''}".strip()


@suggest.register
def _(result: NearbyAirports, talk: Talk) -> tuple[Suggestion, ...]:
    if result.center is None or result.message:
        return ()
    asked, place = talk.call.varied(offset=None), talk.call.arguments.get("location_query")
    wanted = _wanted(result.filter_profile, talk)
    that = f" that {wanted}" if wanted else ""
    wider = result.wider_nm and round(result.wider_nm)
    found = [
        Suggestion(
            text=f"Airports within {nm} nm of {place}{that}",
            call=asked.varied(max_distance_nm=nm),
            category="wider",
            label=f"Within {nm} nm",
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
                text=f"Airports near {place}{that} {'and' if wanted else 'that'} have a hard runway",
                call=asked.varied(filters=more),
                category="filter",
                label="With a hard runway",
            )
        )
    first = result.airports[0]
    found.append(about_field(first.icao))
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
        about_field(first.icao),
        how_far(start, end),
        Suggestion(
            text=f"Airports between {end} and {start}", call=back, category="way back", label="The way back"
        ),
        *rules_of(talk, (start, end)),
    )


@suggest.register
def _(result: AirportSearch, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.airports:
        return ()
    first = result.airports[0]
    return (about_field(first.icao), *airports_near(first.icao, talk.deps), *rules_of(talk, (first.icao,)))


# --- counts and questions back ---------------------------------------------------------------------


@write.register
def _(result: AirportStatistics, talk: Talk) -> Answer:
    stats = result.stats
    if stats is None:
        return Answer(text=result.message or "I have no airport table.", choices=result.choices)
    where = f"in {result.area or result.country_name}" if result.area or result.country_name else "in the table"
    if result.counted is not None:
        return Answer(text=_counted(result, stats.total, where, talk))
    if not stats.by_type:
        return Answer(text=f"**{stats.total:,} open airfields** {where}.")
    words = {
        "small_airport": "small",
        "medium_airport": "medium",
        "large_airport": "large",
        "seaplane_base": "seaplane",
    }
    kinds = ", ".join(f"{count:,} {words.get(kind, kind)}" for kind, count in stats.by_type.items())
    return Answer(
        text="\n".join(
            [
                f"**{stats.total:,} open airfields** {where}: {kinds}.",
                f"Runway data for {stats.with_runway_data:,}, a hard runway at {stats.with_hard_runway:,}, "
                f"an ICAO code at {stats.with_icao_code:,}; other facts known for {stats.with_facts:,}.",
            ]
        )
    )


def _counted(result: AirportStatistics, total: int, where: str, talk: Talk) -> str:
    """Those known to fit, known not to, and unknown; a share is one of the known, and says so."""
    counted = result.counted
    if counted is None:
        return ""
    wanted = _wanted(result.filter_profile, talk) or "fit"
    if counted.yes == 1:
        wanted = re.sub(r"\bare\b", "is", re.sub(r"(?<!to )\bhave\b", "has", wanted))
    known = counted.yes + counted.no
    lines = [f"**{counted.yes:,} of {total:,} open airfields** {where} {wanted}."]
    if result.is_share and known:
        share = f"{counted.yes / known:.0%} of the {known:,} of which it is known"
        lines.insert(0, f"**{share}** {where} {re.sub('(?:are|is) known to ', '', wanted)}.")
    lines.append(f"Known not to: {counted.no:,}. No data: {counted.unknown:,}.")
    if counted.unknown and result.is_share:
        lines.append("What is published is no sample of the rest: the share of all may be another.")
    return "\n".join(lines)


@suggest.register
def _(result: AirportStatistics, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.country_name:
        return ()
    return (
        Suggestion(
            text=f"Show me airports in {result.country_name}",
            call=call("search_airports", query=result.country_name),
            category="airfields",
        ),
    )
