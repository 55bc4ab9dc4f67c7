"""Words for lists of airfields."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from agent.protocol import (
    Answer,
    AnswerCard,
    Choice,
    Endpoint,
    Headline,
    Location,
    Part,
    Passage,
    Row,
    Rows,
    Suggestion,
    ToolCall,
)
from agent.subjects.finding.airport_list import ORDER_SAID, AirportList, AirportSummary
from agent.subjects.finding.liked import liked_words
from agent.subjects.finding.nearby import NearbyAirports
from agent.subjects.finding.nothing_words import at_the_limit, nothing, read_here, with_hubs_named
from agent.subjects.finding.route import RouteAirports
from agent.subjects.finding.tool import AirportSearch
from agent.subjects.finding.wishes_said import region_name, wanted_words
from agent.subjects.measures import (
    code_or_name,
    feet,
    flag,
    named_end,
    nm,
    rules_of,
    speed_source,
    substituted,
)
from agent.subjects.offered import airports_near, details, has_sheet, how_far, sheet_of
from agent.subjects.route.speed import ASSUMED, format_hours, on_the_nose
from agent.weather.said_wind import shown
from agent.writing.parts import answer, text
from agent.writing.write import Talk, suggest, write
from tongue import SOURCE, country_name, later, say, say_many, spoken

SHOWN = 5
"""Lines of a list on one phone screen; more are behind a button."""
_WISHED = 20
"""So many at most where a number of fields was asked for."""

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
OF = later(" of {place}")
_SIDES = {
    "north": later(" to the north of {place}"),
    "south": later(" to the south of {place}"),
    "east": later(" to the east of {place}"),
    "west": later(" to the west of {place}"),
    "north_east": later(" to the north-east of {place}"),
    "north_west": later(" to the north-west of {place}"),
    "south_east": later(" to the south-east of {place}"),
    "south_west": later(" to the south-west of {place}"),
}


def _as_said(result: AirportSearch) -> str:
    """A state or range by the pilot's own word for it, where the answer is not in English: "Bayern"."""
    region = result.region or ""
    if result.also:
        return region
    if result.scope != "region" or spoken() == SOURCE or "," in result.query:
        return region_name(region)
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
    around = _around(result, region_name(result.center.label)) + result.runway_wish
    listed = _list(result, around, talk)
    if (field := result.nearest_usable) is None or result.offset or field in result.airports[:SHOWN]:
        return listed
    nearest = Passage(markdown=say("Nearest with a known runway: {line}", line=_line(field, talk)))
    return _more(listed, [nearest], _about(field.icao, field.icao))


def _around(result: NearbyAirports, place: str) -> str:
    """ "within 1h of EGTF Fairoaks at 110 kt in still air (110 nm)", to one side of it when that was asked."""
    side = say(_SIDES[result.direction] if result.direction else OF, place=place)
    if result.within_minutes is None or result.cruise_speed_kts is None:
        return say("within {nm}{side}", nm=nm(result.radius_nm), side=side)
    source = (
        "" if result.cruise_speed_source == "provided" else f", {speed_source(result.cruise_speed_source or '')}"
    )
    minutes = result.within_minutes
    time = (
        say("{minutes:.0f} min", minutes=minutes) if minutes < 60 else format_hours(minutes / 60)
    )  # "30m" is a length
    if result.wind is not None:
        return say(
            "within {time}{side} at {cruise_speed_kts:g} kt{source} in {wind} "
            "({least} against it, {most} with it; no climb, no reserve)",
            time=time,
            side=side,
            cruise_speed_kts=result.cruise_speed_kts,
            source=source,
            wind=shown(result.wind),
            least=nm(result.least_reach_nm or 0),
            most=nm(result.radius_nm),
        )
    if result.headwind_kts:
        return say(
            "within {time}{side} at {cruise_speed_kts:g} kt{source} with {wind} whichever way "
            "({nm}; no climb, no reserve)",
            time=time,
            side=side,
            cruise_speed_kts=result.cruise_speed_kts,
            source=source,
            wind=on_the_nose(result.headwind_kts),
            nm=nm(result.radius_nm),
        )
    return say(
        "within {time}{side} at {cruise_speed_kts:g} kt{source} in still air ({nm}; no climb, no reserve)",
        time=time,
        side=side,
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
    codes = f"{code_or_name(start.icao, start.name)} → {code_or_name(end.icao, end.name)}"  # names stand below
    where = say("within {nm} of {ends}", nm=nm(result.corridor_nm), ends=codes)
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
    elif result.longest_leg_minutes is not None and result.apart_nm is not None:
        flown = (format_hours(result.longest_leg_minutes / 60), nm(result.apart_nm))
        note = _reckoned(result.cruise_speed_kts or 0, *flown, assumed=result.cruise_speed_source == ASSUMED)
    else:
        note = say("{ends}: {nm} direct.", ends=ends, nm=nm(result.distance_nm or 0))
    listed = _list(result, where, talk, _of_stops(result, start, end))
    return _more(listed, [Passage(markdown="\n".join([note, *substituted(result.substitutions, talk)]))])


def _reckoned(knots: float, flown: str, miles: str, *, assumed: bool) -> str:
    """By what speed the stops lie as far apart as is flown in the time that was said."""
    if assumed:
        return say(
            "{flown} at {knots:g} kt (assumed) in still air: {miles}.", flown=flown, knots=knots, miles=miles
        )
    return say("{flown} at {knots:g} kt in still air: {miles}.", flown=flown, knots=knots, miles=miles)


def _of_stops(result: RouteAirports, start: Endpoint, end: Endpoint) -> str:
    """The stops with the miles between them; "" where none were asked for by how far apart they lie."""
    if result.apart_nm is None:
        return ""
    apart = nm(result.apart_nm)
    if len(result.legs_nm) == 1:
        return say("**No stop needed: the whole way is no longer than {apart}.**", apart=apart)
    if not result.legs_nm:
        return say(
            "**No stops at most {apart} apart among the fields known to fit: the longest leg would be {most}.**",
            apart=apart,
            most=nm(result.longest_nm or 0),
        )
    codes = [code_or_name(field.icao, field.name) for field in result.airports]
    way = [code_or_name(start.icao, start.name), *codes, code_or_name(end.icao, end.name)]
    legs = zip(result.legs_nm, way[1:], strict=True)
    told = way[0] + "".join(f" – {nm(leg)} – {to}" for leg, to in legs)
    return say_many("**{count} stop: {told}.**", "**{count} stops: {told}.**", len(codes), told=told)


def _list(result: AirportList, where: str, talk: Talk, lead: str = "") -> Answer:
    if not result.airports:
        return Answer(text=nothing(result, where, talk, _line), choices=result.choices)
    wanted = wanted_words(result.filter_profile, talk)
    noun = say_many("field", "fields", result.total)
    verb = say(" {wanted}", wanted=wanted) if wanted else ""
    if result.total == 1:
        verb = re.sub(r"\bare\b", "is", verb).replace(" lie ", " lies ")
        verb = re.sub(r"(?<!to )\bhave\b", "has", verb)
    order = str(talk.call.arguments.get("priority_strategy", ""))
    shown = result.airports[result.offset :]
    wished = talk.call.arguments.get("max_results")
    most = max(SHOWN, min(wished, _WISHED)) if isinstance(wished, int) else SHOWN
    shown = shown if talk.plan.answer_style == "detailed" else shown[:most]
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
    heeded = order in ORDER_SAID and order not in result.left_aside and "fuel prices" not in result.left_aside
    said = [say(ORDER_SAID[order])] if heeded else []
    if result.measured:
        said.append(result.measured)
    if isinstance(result, NearbyAirports) and result.usable_first:
        said.append(say("known runways first") if result.within_minutes is None else say("the better known first"))
    if likes := liked_words(result.liked):
        said.append(likes)
    if isinstance(result, AirportSearch) and result.by_towns:
        said.append(say("near its edge a field may lie in the neighbouring area"))
    if result.unknown and set(result.unknown_by) == {"border_point"}:
        said.append(say("{unknown:,} more are on none that I have", unknown=result.unknown))
    elif result.unknown:
        said.append(say("for {unknown:,} I have no data", unknown=result.unknown))
    about = say("; ").join(said)
    about = f"{about[:1].upper()}{about[1:]}." if about else ""
    counts = f"**{counted} {noun}** {where}{verb}".rstrip(".") + "."
    if not result.offset:
        lead = lead or (_ranked(result, order, talk) if heeded or order == "distance" else "")
        lead = lead or (_the_most(shown[0], order) if heeded else "")
    if lead:
        counts, about = lead, " ".join(filter(None, (counts.replace("**", ""), about)))
    head = Headline(markdown=counts, about=about)
    asked_for = (result.filter_profile or {}).items()
    surfaces = {"has_hard_runway": say("hard"), "has_soft_runway": say("soft")}
    said_of_all = next((word for name, word in surfaces.items() if (name, True) in asked_for), "")
    rows = Rows(
        rows=tuple(_row(airport, number, order, said_of_all) for number, airport in enumerate(shown, start=first))
    )
    rest = result.total - last
    told = [has_sheet(airport.icao, talk.deps) for airport in shown[:SHOWN]]  # no button to an empty sheet
    choices = [row.opens for row, tells in zip(rows.rows, told, strict=False) if row.opens and tells]
    lines: list[str] = []
    hubs = result.missed_by.get("exclude_large_airports", 0)
    left_out = say_many("{count:,} airline hub left out", "{count:,} airline hubs left out", hubs) if hubs else ""
    left_out = with_hubs_named(left_out, result) if left_out else ""
    if rest > 0 or left_out:
        lines.append(
            say("; ").join(
                part for part in (say("{rest:,} more", rest=rest) if rest > 0 else "", left_out) if part
            )
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
    if isinstance(result, NearbyAirports) and result.nearer_unknown:
        lines.insert(0, say("Nearer, but not known: {fields}.", fields=say("; ").join(result.nearer_unknown)))
    if isinstance(result, NearbyAirports) and result.with_it:
        lines.insert(0, result.with_it)
    if isinstance(result, NearbyAirports) and result.landed_with:
        lines.append(
            say(
                "Which runways are long enough for the {aircraft} at your mass stands in its handbook: "
                "I hold no such figures.",
                aircraft=result.landed_with,
            )
        )
    lines += at_the_limit(result, talk)
    if rest <= 0 and result.unknown and set(result.unknown_by) != {"border_point"}:
        lines += read_here(result, talk, of_others=True)
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


_MOST = {
    "longest_runway": later("**The longest runway known: {field}, {figure}.**"),
    "shortest_runway": later("**The shortest runway known: {field}, {figure}.**"),
    "highest": later("**The highest: {field}, {figure}.**"),
    "lowest": later("**The lowest: {field}, {figure}.**"),
}
"""What a superlative asks for, in one line above its list."""


def _ranked(result: AirportList, order: str, talk: Talk) -> str:
    """The field at a place of the order ("the second longest"), with its figure; "" where none is asked."""
    rank = talk.call.arguments.get("rank")
    if not isinstance(rank, int):
        return ""
    if rank > len(result.airports):
        return say_many(
            "**There is no number {rank} in that order: {count} field fits.**",
            "**There is no number {rank} in that order: {count} fields fit.**",
            len(result.airports),
            rank=rank,
        )
    field = result.airports[rank - 1]
    named = named_end(field.icao, field.name)
    figure = _figure(field, order)
    if not figure:
        return say("**Number {rank} in that order: {field}.**", rank=rank, field=named)
    return say("**Number {rank} in that order: {field}, {figure}.**", rank=rank, field=named, figure=figure)


def _figure(field: AirportSummary, order: str) -> str:
    """What the order goes by, of one field; "" where it is not known."""
    if order == "distance":
        return nm(field.distance_nm) if field.distance_nm is not None else ""
    if "runway" in order:
        return _runway(field, "") if field.longest_runway_ft is not None else ""
    if order in _MOST and field.elevation_ft is not None:
        return say("{elevation_ft:,} ft", elevation_ft=field.elevation_ft)
    return ""


def _the_most(first: AirportSummary, order: str) -> str:
    """The field that a superlative asks for, with its figure; "" where there is none or it is not known."""
    if order not in _MOST:
        return ""
    figure = _figure(first, order)
    return say(_MOST[order], field=named_end(first.icao, first.name), figure=figure) if figure else ""


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
    parts += [
        say("{name}: {value}", name=say(label), value=value)
        for label, value in airport.known.items()
        if say(label) in airport.reason
    ]
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
    wanted = wanted_words(result.filter_profile, talk)
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
    is_hard = any(airport.longest_runway_surface == "hard" for airport in result.airports)
    if is_hard and not (isinstance(filters, dict) and filters.get("has_hard_runway")):
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
