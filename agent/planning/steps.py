"""Turns the slots of a question into the arguments of one tool, or says what is missing for it.

What a tool needs comes from its manifest; how each argument is read stands here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from pydantic import JsonValue

from agent.aviation.hours import zone_of
from agent.deps import Deps
from agent.planning import leisure, wishes
from agent.planning.ends import country_of, field_of, find_ends, find_field, find_place, speaks_for_country
from agent.planning.quantities import Quantity
from agent.planning.slots import Slots, Spot
from agent.planning.stop_times import StopTimes, read_stop_times
from agent.protocol import Location, ToolCall

Arguments = dict[str, JsonValue]


@dataclass(frozen=True)
class Asked:
    """One question (or part of one) on its way to a call."""

    slots: Slots
    deps: Deps
    today: date
    place: Location | None = None


@dataclass(frozen=True)
class Missing:
    """What a tool still needs: "airfield", "ends", "start", "place", "country", "question", "here" …"""

    what: str


_Builder = Callable[[Asked], "Arguments | Missing"]
BUILDERS: dict[str, _Builder] = {}


def _for(*tools: str) -> Callable[[_Builder], _Builder]:
    def keep(builder: _Builder) -> _Builder:
        for tool in tools:
            BUILDERS[tool] = builder
        return builder

    return keep


def build(tool: str, asked: Asked) -> ToolCall | Missing:
    """The call of a tool for a question."""
    arguments = BUILDERS[tool](asked)
    if isinstance(arguments, Missing):
        return arguments
    if "here" in arguments.values():
        return Missing("here")  # no position was shared, and "here" is no town
    return ToolCall(tool=tool, arguments=arguments)


def said(spot: Spot, asked: Asked) -> str:
    """How a tool is told of a place: codes and names as said, a shared position as coordinates."""
    if spot.kind == "here" and spot.name == "here" and asked.place is not None:
        return f"{asked.place.lat:g}, {asked.place.lon:g}"
    return spot.name


# --- lists of airfields --------------------------------------------------------------------------------


def _common(asked: Asked, used: set[str], *, is_search: bool = False) -> Arguments:
    """Filters, notice and count, which all lists share."""
    arguments: Arguments = {}
    filters = wishes.read_wishes(asked.slots)
    if not is_search:
        countries = wishes.wanted_countries(asked.slots, used)
        if countries:
            filters["country"] = countries[0] if len(countries) == 1 else list(countries)
    notice = wishes.read_notice(asked.slots)
    if filters:
        arguments["filters"] = filters
    if notice is not None:
        arguments["max_hours_notice"] = notice
    if strategy := _strategy(asked.slots.low):
        arguments["priority_strategy"] = strategy
    counts = [q for q in asked.slots.of("count") if 1 <= q.value <= 100]
    if counts and not is_people(asked.slots, counts[0]):
        arguments["max_results"] = int(counts[0].value)
    return arguments


_AIRFIELD = (
    r"(?:airports?|airfields?|aerodromes?|fields?|strips?|aéroports?|aérodromes?|terrains?|"
    r"flugpl[aä]tze?n?|flughäfen|flughafen)"
)
_RUNWAY = r"(?:runways?|pistes?|(?:lande|start)?bahn(?:en)?)"
_KIND = rf"(?:{_RUNWAY}|{_AIRFIELD})"
_LONGEST = r"(?:longest|biggest|largest|greatest|längste\w*|größte\w*|plus (?:longue?s?|grande?s?))"
_SHORTEST = r"(?:shortest|smallest|kürzeste\w*|kleinste\w*|plus (?:courte?s?|petite?s?))"
_HIGHEST = r"(?:highest|höchst\w*|plus (?:haute?s?|élevée?s?))"
_LOWEST = r"(?:lowest|tiefst\w*|plus (?:basse?s?|bas))"


def _most(words: str, what: str) -> re.Pattern[str]:
    """ "the longest hard runway", "la piste la plus longue", "the runway with the greatest length" """
    return re.compile(
        rf"\b{words}\W+(?:\w+\W+)?{what}\b|\b{what} (?:les?|la) {words}\b|"
        rf"\b{what}\b[^.?]{{0,25}}\b{words} length\b"
    )


_SUPERLATIVES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("longest_runway", _most(_LONGEST, _KIND)),
    ("shortest_runway", _most(_SHORTEST, _KIND)),
    ("highest", _most(_HIGHEST, rf"(?:{_AIRFIELD}|elevation|altitude)")),
    ("lowest", _most(_LOWEST, rf"(?:{_AIRFIELD}|elevation|altitude)")),
)


def superlative(low: str) -> str | None:
    """The order that "the longest runway", "the highest airfield" asks for."""
    return next((name for name, pattern in _SUPERLATIVES if pattern.search(low)), None)


def _strategy(low: str) -> str | None:
    """How the list shall be ordered, when that is said."""
    if (order := superlative(low)) is not None:
        return order
    if re.search(
        (
            r"\b(?:nearest|closest|shortest distance) (?:ones? )?first\b|\b(?:sort\w*|order\w*|"
            r"rank\w*) by distance\b|\bby distance\b|\bnach entfernung\b|\b(?:par|selon la) "
            r"distance\b|\bnächste zuerst\b|\bplus proches? d'abord\b"
        ),
        low,
    ):
        return "distance"
    if re.search(
        (
            r"\b(?:best documented|most (?:facts|data|information|info)|facts|best known|most known) "
            r"?(?:first|known)?\b(?! (?:about|on|for|of)\b)|\bby (?:facts|known facts|data)\b"
        ),
        low,
    ):
        return "facts"
    return None


def is_people(slots: Slots, quantity: Quantity) -> bool:
    """Whether a count counts people."""
    return bool(
        re.match(
            r"\s*(?:adults?|people|pax|persons?|passengers?|of us|personen|erwachsene|personnes?)",
            slots.low[quantity.end :],
        )
    )


def _radius(asked: Asked) -> Arguments:
    runways = wishes.runway_distances(asked.slots)
    found = [q for q in asked.slots.of("distance") if q.start not in runways]
    return {"max_distance_nm": round(found[0].value)} if found else {}


@_for("search_airports")
def _search(asked: Asked) -> Arguments | Missing:
    slots = asked.slots
    query = _query(asked)
    if query is None:
        return Missing("country")
    used = {s.name for s in slots.spots if s.kind == "country"}
    return {"query": query, **_common(asked, used, is_search=True)}


_HOME_NATIONS = {
    "scotland": "Scotland",
    "scottish": "Scotland",
    "wales": "Wales",
    "welsh": "Wales",
    "england": "England",
    "english": "England",
    "northern ireland": "Northern Ireland",
    "northern irish": "Northern Ireland",
    "écosse": "Scotland",
    "schottland": "Scotland",
    "pays de galles": "Wales",
    "angleterre": "England",
    "irlande du nord": "Northern Ireland",
    "nordirland": "Northern Ireland",
}


def _area_name(said_: str) -> str | None:
    """A part of the United Kingdom that is said like a country."""
    return _HOME_NATIONS.get(said_.lower())


def _query(asked: Asked) -> str | None:
    slots = asked.slots
    places = [s for s in slots.spots if s.kind in ("place", "unknown", "code", "iata")]
    if slots.countries and not any(
        s.role in ("in", "near", "") and s.kind == "place" and "," not in s.name for s in places
    ):
        inside = [n for n in slots.countries if not any(s.start <= n.start < s.end for s in places)]
        if inside:
            return _area_name(slots.text[inside[0].start : inside[0].end]) or inside[0].country.name
    if places:
        return places[0].name
    if slots.countries:
        return slots.countries[0].country.name
    if slots.weak:
        return slots.weak[0].name
    match = re.search(
        (
            r"\b(?:find|search(?: for)?|look(?:ing)?(?: up| for)?|locate|where is|cherche[rz]?|"
            r"trouve[rz]?|suche|finde|named|called)\s+(?:the |an? |me )?(?:airport |airfield |"
            r"aerodrome |flugplatz |aérodrome )?(?P<n>[^?!.,]{3,40})$"
        ),
        slots.text,
        re.IGNORECASE,
    )
    return match["n"].strip() if match else None


@_for("find_airports_near_location")
def _near(asked: Asked) -> Arguments | Missing:
    spot = find_place(asked.slots)
    if spot is None:
        return Missing("place")
    return {"location_query": said(spot, asked), **_radius(asked), **_common(asked, {spot.name})}


_AT_KNOTS = re.compile(r"\bat ([6-9]\d|[1-3]\d\d)(?=\W*$|\s*[,;?]|\s+(?:with|in|and|from|via)\b)")
"""A bare number that can only be a cruise speed: "how far from EGTF to LFAT at 110"."""


def _taken(slots: Slots, at: int) -> bool:
    return any(amount.start <= at < amount.end for amount in slots.quantities)


def _speed(asked: Asked) -> Arguments:
    arguments: Arguments = {}
    speeds = asked.slots.of("speed")
    if speeds:
        arguments["cruise_speed_kts"] = round(speeds[0].value)
    elif (bare := _AT_KNOTS.search(asked.slots.low)) and not _taken(asked.slots, bare.start(1)):
        arguments["cruise_speed_kts"] = int(bare[1])
    if asked.slots.crafts:
        arguments["aircraft_type"] = asked.slots.crafts[0].name
    return arguments


def _missing_end(slots: Slots) -> Missing:
    places = [s for s in slots.spots if s.kind != "country"]
    if len(places) != 1:
        return Missing("ends")
    return Missing("end" if places[0].role == "from" else "start")


@_for("find_airports_near_route")
def _route(asked: Asked) -> Arguments | Missing:
    ends = find_ends(asked.slots)
    if ends is None:
        return _missing_end(asked.slots)
    arguments: Arguments = {"from_location": said(ends.start, asked), "to_location": said(ends.end, asked)}
    durations = [q for q in asked.slots.of("duration") if not wishes.is_notice(asked.slots, q)]
    if durations:
        arguments["max_leg_time_hours"] = _whole(durations[0].value)
    used = {ends.start.name, ends.end.name}
    return {**arguments, **_speed(asked), **_radius(asked), **_common(asked, used)}


_UNKNOWN_TYPE = re.compile(
    r"\b(?:in|with|using|avec|mit|en)\s+(?:an?|my|our|the|une?|mon|notre|eine[rm]?|meine[rm]?)\s+"
    r"(?P<t>[A-Z][\w-]*(?:\s+[A-Z0-9][\w-]*){0,2})"
)


def _unknown_type(asked: Asked) -> Arguments:
    """An aircraft that the table does not know, in the pilot's words: the tool says so."""
    match = _UNKNOWN_TYPE.search(asked.slots.text)
    if match is None or asked.slots.crafts or asked.slots.of("speed"):
        return {}
    if any(s.start < match.end() and match.start("t") < s.end for s in asked.slots.spots):
        return {}
    return {"aircraft_type": match["t"]}


@_for("calculate_flight_distance")
def _distance(asked: Asked) -> Arguments | Missing:
    ends = find_ends(asked.slots)
    if ends is None:
        return _missing_end(asked.slots)
    return {
        **_unknown_type(asked),
        "from_location": said(ends.start, asked),
        "to_location": said(ends.end, asked),
        **_speed(asked),
        **wind_and_endurance(asked.slots),
    }


_ENDURANCE = re.compile(r"\bendurance\b|\bfuel\b|\bautonomie\b|\breichweite\b|\bsprit\b|\bcarburant\b")


def wind_and_endurance(slots: Slots) -> Arguments:
    """The wind along the track and the time the fuel lasts: "15 kt headwind", "5 h endurance"."""
    arguments: Arguments = {}
    if winds := slots.of("wind"):
        arguments["headwind_kts"] = round(winds[0].value)
    durations = slots.of("duration")
    if durations and _ENDURANCE.search(slots.low):
        arguments["endurance_hours"] = _whole(durations[0].value)
    return arguments


# --- one airfield --------------------------------------------------------------------------------------


def _field(asked: Asked) -> str | Missing:
    code = find_field(asked.slots, asked.deps)
    return Missing("airfield") if code is None else code


@_for("get_airport_details")
def _details(asked: Asked) -> Arguments | Missing:
    code = _field(asked)
    return code if isinstance(code, Missing) else {"icao_code": code}


@_for("get_pilot_reviews")
def _reviews(asked: Asked) -> Arguments | Missing:
    code = _field(asked)
    if isinstance(code, Missing):
        return code
    counts = asked.slots.of("count")
    return {"icao_code": code, **({"limit": int(counts[0].value)} if counts else {})}


@_for("get_airport_pricing", "get_fuel_prices")
def _prices(asked: Asked) -> Arguments | Missing:
    code = _field(asked)
    if isinstance(code, Missing):
        return code
    arguments: Arguments = {"icao_code": code}
    if asked.slots.crafts:
        arguments["aircraft_type"] = asked.slots.crafts[0].name
    masses = asked.slots.of("mass")
    if masses:
        arguments["mtow_kg"] = round(masses[-1].value)
    return arguments


@_for("get_notification_for_airport")
def _notice(asked: Asked) -> Arguments | Missing:
    slots = asked.slots
    codes = slots.codes
    departures = [s for s in slots.spots if s.role == "from"]
    fields = [s for s in slots.spots if s.kind not in ("country", "area", "here") and s not in departures]
    if codes:
        code: str | None = next((c.name for c in codes if c.role != "from"), codes[0].name)
    else:
        code = next((c for s in fields if (c := field_of(s.name, asked.deps))), None)
        if code is None:
            code = find_field(slots, asked.deps)
    if code is None:
        return Missing("airfield")
    arguments: Arguments = {"icao_code": code}
    if slots.days:
        day = slots.days[0]
        if day.weekday:
            arguments["day_of_week"] = day.weekday
        else:
            arguments["date"] = day.when.isoformat()
    if at := local_time(asked, code):
        arguments["time"] = at
    origin = next(
        (c for s in departures if s.name != code and (c := s.country or country_of(s.name, asked.deps))), None
    )
    if origin is None and slots.countries:
        origin = slots.countries[0].country.code
    if origin:
        arguments["from_country"] = origin
    return arguments


@_for("propose_report")
def _report(asked: Asked) -> Arguments | Missing:
    code = _field(asked)
    return code if isinstance(code, Missing) else {"icao_code": code, "text": asked.slots.text}


# --- borders -------------------------------------------------------------------------------------------


@_for("get_border_brief")
def _border(asked: Asked) -> Arguments | Missing:
    ends = find_ends(asked.slots)
    if ends is None:
        return _missing_end(asked.slots)
    arguments: Arguments = {"from_location": said(ends.start, asked), "to_location": said(ends.end, asked)}
    if when := moment(asked, ends.start.name):
        arguments["date"] = when
    return arguments


def moment(asked: Asked, start: str) -> str | None:
    """The day of a departure, with its local time when one is said: "2026-11-28 10:00".

    An arrival is no departure: what must be told before it would be told too late.
    """
    at = local_time(asked, start, leaving=True)
    if not asked.slots.days and at is None:
        return None
    day = (asked.slots.days[0].when if asked.slots.days else asked.today).isoformat()
    return f"{day} {at}" if at else day


_ARRIVING = re.compile(
    r"\beta\b|\barriv\w*|\bland(?:ing|s|e|ung|en|ed)?\b|\btouch(?:ing)? ?down\b|\bon[- ]?blocks?\b|\batterri\w*|"
    r"\bankunft\b|\bankomm\w*"
)
_LEAVING = re.compile(
    r"\b(?:etd|eobt)\b|\boff[- ]?blocks?\b|\bleav(?:e|es|ing)\b|\bdepart\w*|\bdépart\b|\bdécoll\w*|"
    r"\btak(?:e|es|ing)[- ]?off\b|\bairborne\b|\babfl(?:ug|ieg\w*)\b"
)


def _is_arrival(slots: Slots, clock: Quantity) -> bool | None:
    """Whether a time is one of arriving, by the last word before it that says so; None when none does."""
    before = slots.low[: clock.end]
    arriving, leaving = (
        max((match.start() for match in words.finditer(before)), default=-1) for words in (_ARRIVING, _LEAVING)
    )
    return None if arriving == leaving else arriving > leaving


def local_time(asked: Asked, place: str, *, leaving: bool = False) -> str | None:
    """The time said for a flight, as the clock shows it at an airfield; None when UTC cannot be turned into it.

    With two times the one of the wanted end. `leaving`: a time of arrival is not taken for a departure's.
    """
    said_times = asked.slots.of("clock")
    wanted = [q for q in said_times if _is_arrival(asked.slots, q) is not leaving]
    if not said_times or (leaving and not wanted):
        return None
    first = (wanted or said_times)[0]
    if first.unit != "utc":
        return leisure.clock(first.value)
    code = field_of(place, asked.deps)
    airport = asked.deps.airports.get(code) if code else None
    zone = zone_of(airport.time_zone) if airport else None
    day = asked.slots.days[0].when if asked.slots.days else asked.today
    at = datetime.combine(day, time.fromisoformat(leisure.clock(first.value)), UTC)
    return f"{at.astimezone(zone):%H:%M}" if zone else None


@_for("get_border_crossing_airports", "get_airport_statistics")
def _by_country(asked: Asked) -> Arguments | Missing:
    code = _country(asked)
    if code is None and any(s.kind == "place" for s in asked.slots.spots):
        return Missing("country")
    return {"country": code} if code else {}


# --- rules ---------------------------------------------------------------------------------------------


def _country(asked: Asked) -> str | None:
    """The country a question is about: a place said to be "in" it, else the first, else a code's."""
    slots = asked.slots
    if slots.countries:
        inside = [
            n
            for n in slots.countries
            if re.search(
                r"\b(?:in|en|au|aux|for|pour|für|to|nach|within|over)\s+(?:the\s+|la\s+|l'|der\s+)?$",
                slots.low[: n.start],
            )
        ]
        chosen = inside[0] if inside else slots.countries[0]
        return chosen.country.code
    for spot in slots.spots:
        if (
            spot.kind in ("code", "place", "area", "iata")
            and (spot.kind != "place" or speaks_for_country(spot.name, asked.deps))
            and (code := country_of(spot.name, asked.deps))
        ):
            return code
    return None


@_for("answer_rules_question")
def _rules_question(asked: Asked) -> Arguments | Missing:
    code = _country(asked)
    return {"country_code": code, "question": asked.slots.text} if code else Missing("country")


@_for("browse_rules")
def _browse(asked: Asked) -> Arguments | Missing:
    code = _country(asked)
    if not code:
        return Missing("country")
    arguments: Arguments = {"country_code": code}
    counts = asked.slots.of("count")
    if counts:
        arguments["limit"] = int(counts[0].value)
    if match := PAGE.match(asked.slots.text):
        # The "More" button: "VFR rules for France from 11".
        category = (match["c"] or match["r"] or "").strip()
        if category:
            arguments["category"] = category
        if int(match["n"]) > 1:
            arguments["offset"] = int(match["n"]) - 1
    return arguments


PAGE = re.compile(r"^(?:(?P<c>(?!rules\b).+?) rules|(?P<r>.+ Rules)|rules) for .+ from (?P<n>\d+)$", re.IGNORECASE)


_AND_ANOTHER = re.compile(
    r"\b(?:and|with|to|versus|vs\.?|or|und|oder|mit|et|ou|avec)\s+(?:the\s+|la\s+|le\s+)?"
    r"(?P<n>[A-Z][\w'-]{3,}(?: [A-Z]\w+)?)\W*$"
)


@_for("compare_rules_between_countries")
def _compare(asked: Asked) -> Arguments | Missing:
    codes = list(dict.fromkeys(named.country.code for named in asked.slots.countries))
    if len(codes) < 2:
        for spot in asked.slots.spots:
            if (
                spot.kind in ("code", "place")
                and (code := country_of(spot.name, asked.deps))
                and code not in codes
            ):
                codes.append(code)
    other = _AND_ANOTHER.search(asked.slots.text)
    if len(codes) == 1 and other and asked.deps.countries.get(other["n"]) is None:
        codes.append(other["n"])  # the tool says that it does not know it
    return {"countries": list(codes)} if len(codes) > 1 else Missing("countries")


@_for("get_answers_for_questions")
def _answers(asked: Asked) -> Arguments | Missing:
    return {"question_ids": list(asked.slots.ids)} if asked.slots.ids else Missing("question")


@_for("list_rule_categories_and_tags", "list_rule_countries")
def _nothing_needed(asked: Asked) -> Arguments | Missing:
    return {}


# --- on the ground, by airline -------------------------------------------------------------------------


LANDING = re.compile(
    r"\b(?:land(?:ing|ed)?|arriv\w+|touch(?:ing)? down|atterri\w+|arriv[ée]\w*|lande|landung|"
    r"ankunft|ankomm\w+)\b"
)


_BESIDE = 3
"""Letters between a town and the code of its field."""


def _town(asked: Asked) -> str | Missing:
    slots = asked.slots
    landing = LANDING.search(slots.low)
    after = [s for s in slots.spots if landing and s.start > landing.start() and s.role != "from"]
    # Where one lands, not where one comes from or goes to.
    after = [s for s in after if s.kind not in ("country", "here")]
    if len(after) > 1 and after[1].kind == "code" and after[1].start - after[0].end <= _BESIDE:
        after = after[1:]  # "Dubrovnik LDDU" is the field
    spot = next(iter(after), None) or find_place(slots)
    return Missing("place") if spot is None else said(spot, asked)


@_for("search_pois")
def _pois(asked: Asked) -> Arguments | Missing:
    near = _town(asked)
    slots = asked.slots
    hours = slots.of("duration")
    reach = re.search(
        r"\b(?:air)?fields?\b|\bfly\b|\bflight\b|\bflying\b|\bvoler\b|\bvol\b|\bflug\w*|\bfliegen\b|\bair\b",
        slots.low,
    )
    if isinstance(near, Missing):
        if not (hours and reach):
            return near
        near = "home"  # where one can fly from nowhere in particular
    arguments: Arguments = {"near": near, "interests": leisure.read_interests(slots)}
    constraints = leisure.read_constraints(slots)
    if constraints:
        arguments["constraints"] = constraints
    if hours and reach:
        arguments["fly_within_hours"] = _whole(hours[0].value)
        arguments.update(_speed(asked))
    radius = leisure.radius_km(slots)
    if radius:
        arguments["radius_km"] = radius
    if slots.days:
        arguments["date"] = slots.days[0].when.isoformat()
    counts = slots.of("count")
    if counts and not is_people(slots, counts[0]):
        arguments["max_results"] = int(counts[0].value)
    return arguments


@_for("build_itinerary")
def _itinerary(asked: Asked) -> Arguments | Missing:
    near = _town(asked)
    if isinstance(near, Missing):
        return near
    slots = asked.slots
    arguments: Arguments = {"near": near}
    times = read_stop_times(slots)
    days = leisure.read_duration_days(slots)
    if times.landing is not None and (times.leave_date is not None or not days or days == 1):
        arguments |= {**stop_arguments(times), **onward(slots, near), **_speed(asked)}
    else:
        arguments["duration_days"] = 1 if days is None else days
        starts = (
            times.start or times.landing or (None if times.off_block else next(iter(leisure.clocks(slots)), None))
        )
        if starts and not starts.startswith("+"):
            arguments["start_time"] = starts
    if slots.days:
        arguments["dates"] = [slots.days[0].when.isoformat()]
    interests = leisure.read_interests(slots)
    if interests:
        arguments["interests"] = interests
    pace = leisure.read_pace(slots)
    if pace:
        arguments["pace"] = pace
    constraints = leisure.read_constraints(slots)
    if constraints:
        arguments["constraints"] = constraints
    people = leisure.read_people(slots)
    if people and people > 1:
        arguments["people"] = people
    if transfer := leisure.read_transfer(slots):
        arguments["transfer"] = transfer
    return arguments


def stop_arguments(times: StopTimes) -> Arguments:
    """The times of a stop as the itinerary takes them."""
    window: Arguments = {"from": times.landing, **({"to": times.off_block} if times.off_block else {})}
    return {
        "window": window,
        **({"there_by": times.there_by} if times.there_by else {}),
        **({"leave_date": times.leave_date.isoformat()} if times.leave_date else {}),
    }


def onward(slots: Slots, near: str) -> Arguments:
    """Where one comes from and where one goes next, as far as they are said."""
    found: Arguments = {}
    for spot in slots.spots:
        if spot.kind not in ("code", "iata", "place") or spot.name == near:
            continue
        if spot.role == "from":
            found.setdefault("coming_from", spot.name)
        elif spot.role == "to" or re.search(r"\b(?:for|to|nach|vers|home|zurück)\s+$", slots.low[: spot.start]):
            found.setdefault("going_to", spot.name)
    return found


@_for("retrieve_city_guidance")
def _guidance(asked: Asked) -> Arguments | Missing:
    spot = find_place(asked.slots)
    arguments: Arguments = {"query": asked.slots.text}
    if spot is not None and spot.kind != "here":
        arguments["city"] = spot.name
    return arguments


@_for("search_flights")
def _flights(asked: Asked) -> Arguments | Missing:
    slots = asked.slots
    spots = [s for s in slots.spots if s.kind != "country" or s.role in ("from", "to")]
    ends = find_ends(slots)
    arguments: Arguments = {}
    if ends is not None:
        arguments["origin"] = said(ends.start, asked)
        arguments["destination"] = said(ends.end, asked)
    elif spots:
        only = spots[0]
        arguments["destination" if only.role == "to" else "origin"] = said(only, asked)
        return Missing("ends")
    else:
        return Missing("ends")
    return {**arguments, **leisure.read_travel(slots)}


def _whole(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
