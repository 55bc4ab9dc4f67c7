"""Reads lists of airfields: where to look, what they must offer, in which order, how many."""

from __future__ import annotations

from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.abroad import BORDER_LINE
from agent.language.arriving import OF_A_WAY, asks_of_the_end
from agent.language.burning import burning_spans, find_burning, find_own
from agent.language.ends import field_of
from agent.language.lexicon import Mention
from agent.language.orders import ORDERS, nearest_the_sea
from agent.language.ranks import rank_before
from agent.language.said import Said, whole
from agent.language.slots import Spot
from agent.language.winds import find_wind
from agent.registry import goes_on, reads
from agent.subjects.finding.concepts import SURROUNDINGS
from agent.subjects.finding.flown_from import without_its_start
from agent.subjects.finding.liked import without_liked, without_what_is_asked_of_it
from agent.subjects.finding.nations import home_nation
from agent.subjects.finding.place_meant import (
    is_a_circle_on_a_side,
    of_the_last_question,
    of_the_place_meant,
    without_the_place_passed,
)
from agent.subjects.finding.reading_around import (
    ACROSS_A_COUNTRY,
    HUNDRED_DOLLARS,
    OF_AN_ALTERNATE,
    is_around_a_place,
    is_eaten_in_an_area,
    is_flown_to_eat,
    is_nearest_from_where_one_is,
    is_of_its_alternates,
    is_on_a_side_of_a_place,
    side_of_the_place,
)
from agent.subjects.finding.reading_reach import area_in_reach, islands_flown_to, take_islands_flown_to
from agent.subjects.finding.reading_stretch import between_stops, is_a_stop_along, is_of_the_way, position_along
from agent.subjects.finding.reading_wind import by_the_wind, read_runway_wind, without_wind
from agent.subjects.finding.reading_wishes import (
    AT_ANY_HOUR,
    SEA,
    code_for,
    countries_as_filter,
    denied_countries,
    is_drawn_for,
    is_notice,
    is_runway,
    notice_wanted,
    wishes,
)
from agent.subjects.finding.reconsidered import reconsidered
from agent.subjects.trip.leg_times import longest_leg
from tongue import later, spoken

Given = dict[str, JsonValue]
goes_on(reconsidered)
_COMPASS = (
    "north_east", "north_west", "south_east", "south_west", "north", "south", "east", "west", "central",
)  # fmt: skip


def is_near_a_border(said: Said) -> bool:
    """ "Airfields near the Swiss border": fields beside a line, and none of customs is asked for by that word."""
    line = BORDER_LINE.search(said.slots.low)
    of_fields = _FIELDS.search(said.slots.low) is not None or bool(said.all_of("hard_runway", "grass"))
    return line is not None and bool(said.slots.countries) and of_fields


_AT_HOME = {"fr": "FR", "de": "DE"}
"""Where a language's speakers look from, where no base is known."""


def _home_country(said: Said) -> str | None:
    """The country of the home base, else of the language."""
    airport = said.deps.airports.get(said.home) if said.home else None
    return airport.country if airport else _AT_HOME.get(spoken())


def _beside_a_border(said: Said) -> Given:
    """Of the country beside the words of the border, near the other that they name; of that alone, in it.

    "Dutch fields near the border": which border is not said, so the words stay unread.
    """
    line = BORDER_LINE.search(said.slots.low)
    first, last = line.span() if line else (0, 0)
    named = said.slots.countries
    own = [c for c in named if not (c.start < last and first < c.end)]
    other = [c for c in named if c not in own]
    here = _home_country(said)
    beside = other[0].country.code if other and not own and here and here != other[0].country.code else None
    limited = limits(said)
    filters = limited.get("filters")
    wanted: Given = dict(filters) if isinstance(filters, dict) else {}
    wanted.pop("country", None)
    of_the_line = [m for m in said.all_of("customs", "border_point") if first <= m.start < last]
    said.take(of_the_line)
    if not [m for m in said.all_of("customs", "border_point") if m not in of_the_line]:
        wanted.pop("point_of_entry", None)
        wanted.pop("border_point", None)
    if beside and here:
        wanted["near_border"] = beside
        said.used.add((first, last))
        said.countries()
        home = said.deps.countries.get(here)
        if home is not None:
            return {**limited, "query": home.name, "filters": wanted}
    if own and other and own[0].country.code != other[0].country.code:
        wanted["near_border"] = other[0].country.code
        said.used.add((first, last))
    said.countries()
    return {**limited, "query": (own or other)[0].country.name, **({"filters": wanted} if wanted else {})}


_OF_ANOTHER = (
    *("notice", "flight_plan", "gar", "weather", "metar", "taf", "runway_wind", "price", "fee", "opening_hours", "sun", "lasts", "fuel_plan"),
)  # fmt: skip
_BETWEEN_AREAS = frozenset(("from", "to", "between"))


def _lists_areas(said: Said) -> bool:
    """ "Fields with avgas in Asturias or Galicia": several areas, of which some are called like a field."""
    spots = [s for s in said.spots if s.kind != "country"]
    if len(spots) < 2 or any(s.role in _BETWEEN_AREAS for s in spots):
        return False
    if not all(s.is_area or said.deps.places.is_area(s.name) for s in spots) and not _are_islands(spots, said):
        return False
    if len(said.beside(spots[0], spots)) != len(spots) - 1 or said.has(*_OF_ANOTHER):
        return False
    of_a_flight = said.slots.days or any(said.slots.of(kind) for kind in ("clock", "duration", "speed"))
    if of_a_flight:
        return False
    low = said.slots.low
    return _FIELDS.search(low[: spots[-1].end]) is not None or _ONE_IN.search(low[spots[-1].end :]) is not None


_ONE_IN = re.compile(
    r"^\W*(?:einen?|keinen?|any|an?|un|des|aucun|irgendeinen?) (?:\w+ ){0,2}(?:\w*platz|\w*plätze|airfields?|fields?|strips?|terrains?|aérodromes?)\b"
)
""" "Gibt es in Südtirol oder im Trentino einen Platz mit Zoll"."""
_SEVERAL_FIELDS = re.compile(
    r"\b(?:airfields|fields|airports|aerodromes|strips|(?:\w*pl[aä]tze\w*)|flughäfen|terrains|aérodromes|aéroports)\b"
)
_ON_ISLANDS = re.compile(r"\b(?:on|auf|sur|isles? of|islands? of|inseln?|[îi]les? (?:de|d['’])|de l['’][îi]le)\b")


_LAKE = re.compile(r"(?:see$|\blakes?\b|\bloch\b|\blac\b|\blago\b)", re.IGNORECASE)


def _are_islands(spots: list[Spot], said: Said) -> bool:
    """ "Fields on the Isle of Mull and Islay", "am Chiemsee oder am Ammersee": islands or lakes one beside the other, each with its fields."""
    low = said.slots.low
    if any(s.kind != "place" for s in spots) or not _SEVERAL_FIELDS.search(low[: spots[0].start]):
        return False
    return _ON_ISLANDS.search(low[: spots[0].end]) is not None or all(_LAKE.search(s.name) for s in spots)


@reads(
    "search_airports",
    "query",
    leans=("filters", "part"),
    claims=lambda said: (
        is_near_a_border(said)
        or _nearest_inside(said) is not None
        or _lists_areas(said)
        or is_eaten_in_an_area(said)
        or area_in_reach(said) is not None
        or islands_flown_to(said) is not None
    ),
    called=later("List fields"),
)
def search(said: Said) -> Given:
    """A country, a part of one, or a name; and what narrows the list."""
    if without := _not_in(said):
        return _with_filters(_searched(said), without)
    return _searched(said)


def _searched(said: Said) -> Given:
    said, abroad = without_its_start(of_the_last_question(said))
    if abroad:
        return _with_customs(search(said))
    if is_near_a_border(said):
        return _beside_a_border(said)
    if islands_flown_to(said) is not None:
        take_islands_flown_to(said)
    if (inside := _nearest_inside(said)) is not None:
        within, centre = inside
        given: Given = {
            "query": within if isinstance(within, str) else said.name(within),
            "near": said.name(centre),
        }
        said.countries()
        narrowed = {name: value for name, value in limits(said).items() if name != "priority_strategy"}
        return {**given, **_without_country(narrowed)}
    if (reached := area_in_reach(said)) is not None:
        area, minutes, centre = reached
        said.take(said.slots.of("duration"))
        said.take(said.all_of("at_most", "at_least"))
        return {
            "query": said.name(area),
            "near": centre,
            "reach_minutes": minutes,
            **speed(said),
            **limits(said),
        }
    given = {**_area(said), **limits(said)}
    if given.get("priority_strategy") == "distance" and given.get("query") is not None:
        del given["priority_strategy"]
        if said.home:
            given["near"] = said.home
        else:  # from where is not known
            said.used.difference_update((m.start, m.end) for m in said.all_of("nearest"))
    return _of_its_country(given, said)


def _with_customs(given: Given) -> Given:
    """Held to fields where a flight from abroad may clear."""
    filters = given.get("filters")
    return {**given, "filters": {"point_of_entry": True, **(filters if isinstance(filters, dict) else {})}}


def _of_its_country(given: Given, said: Said) -> Given:
    """ "Des Pyrénées françaises": of an area across a border what lies in the country that is named."""
    query, filters = given.get("query"), given.get("filters")
    countries = [c for c in said.slots.countries if c.country.code not in denied_countries(said)]
    if (
        not isinstance(query, str)
        or len(countries) != 1
        or (isinstance(filters, dict) and filters.keys() & _OF_COUNTRY)
    ):
        return given
    if said.deps.countries.get(query) is not None:
        return given
    area = said.deps.places.resolve(query).best
    if area is None or area.airport is not None or (area.country and " " not in area.country):
        return given
    own = filters if isinstance(filters, dict) else {}
    return {**given, "filters": {**own, "country": countries[0].country.code}}


_OF_COUNTRY = {"country", "not_country", "near_border"}
_INSIDE = re.compile(
    r"\b(?:in|on|inside|within|im|auf|innerhalb|en|dans|sur|au|aux)\s+(?:the |der |den |dem |la |le |les |l['’])?$"
)
_FROM_HERE = ("from", "to", "near", "between")


def _nearest_inside(said: Said) -> tuple[Spot | str, Spot] | None:
    """ "The nearest airfield in Corsica to Cannes": the area or country where it lies, and from where it is near."""
    if not said.has("nearest") or _is_of_something_else(said.all_of("nearest")[0], said):
        return None
    low = said.slots.low
    spots = [s for s in said.spots if s.kind not in ("country", "here")]
    inside = [s for s in spots if s.is_area and _INSIDE.search(low[: s.start])]
    centres = [s for s in spots if s not in inside]
    if len(centres) != 1:
        return None
    if len(inside) == 1 and not said.slots.countries:
        return inside[0], centres[0]
    countries = [c for c in said.slots.countries if _INSIDE.search(low[: c.start])]
    if inside or len(said.slots.countries) != 1 or len(countries) != 1 or centres[0].role not in _FROM_HERE:
        return None
    nation = home_nation(said.slots.text[countries[0].start : countries[0].end])
    return nation or countries[0].country.name, centres[0]


def _without_country(given: Given) -> Given:
    """What narrows a list of one country, without that country."""
    filters = given.get("filters")
    if not isinstance(filters, dict) or "country" not in filters:
        return given
    rest: Given = {name: value for name, value in filters.items() if name != "country"}
    return {**{n: v for n, v in given.items() if n != "filters"}, **({"filters": rest} if rest else {})}


def is_by_the_wind(said: Said) -> bool:
    """ "Which strips around Fairoaks are into wind with 200/15": fields by the wind on their runways."""
    return (
        len({said.name(s) for s in said.spots}) == 1
        and by_the_wind(said.slots.low)
        and bool(read_runway_wind(said))
    )


_REACHED = re.compile(
    r"\b(?:air)?(?:fields?|ports?|strips?|dromes?)\b.*\bwithin (?:about |around )?(?:an?|\d+) ?(?:min(?:ute)?s?|h(?:ou)?rs?|h)"
    r"(?: flight| flying| flying time)? (?:of|from) $"
)


def _is_in_reach_abroad(said: Said) -> bool:
    """ "Which fields in the Netherlands are within 90 minutes of EGSV at 120 knots": around the one, in the other."""
    low = said.slots.low
    starts = [
        s for s in said.slots.spots if s.kind in ("code", "iata", "place") and _REACHED.search(low[: s.start])
    ]
    return len(starts) == 1 and bool(said.slots.countries) and len(said.slots.of("duration")) == 1


_WITHIN_MINUTES = re.compile(
    r"\b(?:within|less than|no more than|not more than|at most|under|up to|max(?:imum|imal)?|inside|höchstens|innerhalb(?: von)?|"
    r"bis zu|weniger als|unter|binnen|(?:à )?moins d['e]|au plus|maxi)\s*(?:an?|about|around|etwa|environ|einer?)?\s*$"
)
_SOME_FIELD = re.compile(
    r"\b(?:somewhere|something|anywhere|anything|irgendwo|irgendwas|etwas|quelque (?:part|chose))\b"
)
_LONGEST_REACH = 6
_OF_A_MOMENT = re.compile(r"\s*(?:of (?!fl|home)|before|after|vor|nach (?!hause)|avant|après)")
""" "Open within an hour of sunset": the hour is no flight."""
_CLOSE_BEFORE = 10


def _is_within_minutes_in_a_country(said: Said) -> bool:
    """ "Airfields in Belgium within an hour": around where one starts, in the country; no place is named."""
    durations = said.slots.of("duration")
    if any(s.kind != "country" for s in said.slots.spots) or not said.slots.countries or len(durations) != 1:
        return False
    (lasts,) = durations
    if lasts.value > _LONGEST_REACH or is_notice(said, lasts) or said.all_of(*_COMPASS):
        return False  # a part of a country is no part of the circle
    if _OF_A_MOMENT.match(said.slots.low, lasts.end):
        return False
    asks = _FIELDS.search(said.slots.low) or _SOME_FIELD.search(said.slots.low)
    return bool(asks) and _WITHIN_MINUTES.search(said.slots.low[: lasts.start]) is not None


_FLOWN = re.compile(r"\b(?:flying|flight|fly|flug\w*|flieg\w*|geflogen|vol|voler)\b")
_OF_A_FIELD = ("grass", "hard_runway", "on_field", "lights")


def _is_eaten_within_reach(said: Said) -> bool:
    """ "Lunch. Compton Abbas, 45 minutes at 85 knots, grass": fields within a time of flight, and no place of a town."""
    if not said.all_of("restaurant", "hotel") or len({said.name(s) for s in said.spots}) != 1:
        return False
    if len(said.slots.of("duration")) != 1 or is_notice(said, said.slots.of("duration")[0]):
        return False
    by_air = (
        bool(said.slots.of("speed")) or said.aircraft() is not None or _FLOWN.search(said.slots.low) is not None
    )
    return bool(said.all_of(*_OF_A_FIELD)) and (by_air or said.spots[0].role == "from")


@reads(
    "find_airports_near_location",
    "location_query",
    claims=lambda said: (
        is_by_the_wind(said)
        or _is_in_reach_abroad(said)
        or _is_eaten_within_reach(said)
        or _is_within_minutes_in_a_country(said)
        or is_a_circle_on_a_side(said)
        or is_around_a_place(said)
        or is_on_a_side_of_a_place(said)
        or is_nearest_from_where_one_is(said)
        or is_flown_to_eat(said)
        or is_of_its_alternates(said)
    ),
    called=later("Fields around"),
    unless=lambda said: (
        area_in_reach(said) is not None
        or (
            nearest_the_sea(said.slots.low) is not None and bool(said.spots) and all(s.is_area for s in said.spots)
        )
    ),
)
def near(said: Said) -> Given:
    """A place and how far around it, in miles or in minutes."""
    given: Given = {}
    without = _not_in(said)
    said, abroad = without_its_start(of_the_place_meant(said))
    if (price := HUNDRED_DOLLARS.search(said.slots.low)) is not None:
        said.used.add(price.span())
        said = said.without_parts([price.span()])
    if abroad:
        return _with_filters(_with_customs(near(said)), without)
    if said.spots or any(s.role == "near" for s in said.slots.spots):
        centre = said.centre()
        if centre is not None:
            given["location_query"] = centre
            if others := _other_centres(said):
                given["beside"] = {"location_query": others}
    blown = read_runway_wind(said)
    given |= blown
    if blown:
        said = without_wind(said)
    given |= radius(said)
    any_hour = AT_ANY_HOUR.search(said.slots.text)
    minutes = [
        q
        for q in said.slots.of("duration")
        if not is_notice(said, q) and not (any_hour and any_hour.start() <= q.start < any_hour.end())
    ]
    if (lasts := _minutes_of_fuel(said)) is not None:
        fast = speed(said)
        said.take([*said.slots.of("duration"), *said.all_of("fuel_plan")])
        said.used.update(burning_spans(said.slots.low))
        limited = {name: value for name, value in limits(said, beside_a_place=True).items() if name != _NOTICE}
        return _with_filters({**given, "within_minutes": lasts, **fast, **limited}, without)
    if minutes:
        said.take(minutes[:1])
        said.take([m for m in said.all_of("at_most") if 0 <= minutes[0].start - m.end <= _CLOSE_BEFORE])
        given["within_minutes"] = round(minutes[0].value * 60)
        if (wind := find_wind(said.slots.text)) is not None:
            said.used.add(wind[:2])
            said.take([q for q in said.slots.quantities if q.start < wind[1] and wind[0] < q.end])
            given["wind"] = wind[2]
        elif (headwind := said.amount("wind")) is not None:
            given["headwind_kts"] = round(headwind)
    compass = None if _is_of_the_country(said) else _compass(said)
    if compass is not None:
        given["direction"] = compass
    if (instead := OF_AN_ALTERNATE.search(said.slots.low)) is not None:
        said.used.add(instead.span())
        given["but_its_own"] = True
    fast = speed(said)
    if fast and is_flown_to_eat(said.again()):
        given["within_minutes"] = _AN_HOUR  # which the head of the list says
    given |= {**fast, **limits(said, beside_a_place=True)}
    if side_of_the_place(said.again()) and said.slots.countries and not given.keys() & _HOW_FAR:
        given["max_distance_nm"] = ACROSS_A_COUNTRY
    return _with_filters(given, without)


def _not_in(said: Said) -> Given:
    """ "Near Brest, not in Finistère": the fields of which counties and regions are left out."""
    areas = said.areas_left_out
    if not areas:
        return {}
    said.take_left_out()
    return {"not_areas": [area.name for area in areas]}


def _with_filters(given: Given, more: Given) -> Given:
    held = given.get("filters")
    return {**given, "filters": {**(held if isinstance(held, dict) else {}), **more}} if more else given


_HOW_FAR = {"max_distance_nm", "within_minutes"}


def _other_centres(said: Said) -> list[JsonValue]:
    """ "Around Gaillac or Albi": each of the places that stand behind the one around which is looked."""
    first = next((s for s in said.spots if s.role in ("near", "in", "")), None)
    if first is None or said.slots.of("duration") or first is not said.spots[0]:
        return []
    return [said.name(s) for s in said.beside(first, said.spots) if s.role in ("and", "comma", "near", "in", "")]


_AN_HOUR = 60


_NOTICE = "max_hours_notice"


def _minutes_of_fuel(said: Said) -> int | None:
    """ "Where can I get from Sleap on 100 litres at 25 an hour, keeping 45 minutes": what they last, less what is kept."""
    own, rest = find_own(said.slots.low)
    figures = find_burning(rest)
    if figures.usable_l is None or figures.burn_lph is None:
        return None
    minutes = round(60 * figures.usable_l / figures.burn_lph - own.get("reserve_minutes", 0))
    return minutes if minutes > 0 else None


def _is_a_way(said: Said) -> bool:
    """ "EGTF LFAT LFRD EGTF route": a way over several fields, and no fields beside it; nor two areas side by side."""
    side_by_side = all(s.is_area and s.role in ("in", "and", "", "comma") for s in said.spots)
    if said.spots and side_by_side and not _are_dashed(said):
        return True
    if _are_in_each(said) or asks_of_the_end(said.slots) or said.names_a_stop():
        return True
    return len(said.journey()) > 2 and not _FIELDS.search(said.slots.low) and not wishes(said.again())


def _are_in_each(said: Said) -> bool:
    """ "On Rügen and Usedom": the fields of two places, and no way from one to the other."""
    spots = said.spots
    first_in = (
        len(spots) > 1 and spots[0].role == "in" and all(s.role in ("and", "comma", "in") for s in spots[1:])
    )
    return first_in and not _are_dashed(said) and not OF_A_WAY.search(said.slots.low)


def _are_dashed(said: Said) -> bool:
    """ "On EHMZ-LEBL", "Kassel - Zagreb": a way from the one to the other."""
    between = [said.slots.low[a.end : b.start].strip() for a, b in pairwise(said.spots)]
    return len(between) == 1 and between[0] in _DASHES


_DASHES = frozenset(("-", "–", "—", "->", "→", ">"))


@reads(
    "find_airports_near_route",
    "from_location",
    "to_location",
    leans=("cruise_speed_kts", "aircraft_type"),
    called=later("Fields along the way"),
    claims=is_a_stop_along,
    unless=_is_a_way,
)
def along(said: Said) -> Given:
    """Both ends, how far off the track, where along it, and how long a leg may be; of several legs each."""
    said, abroad = without_its_start(said)
    if abroad:
        return _with_customs(along(said))
    said, beside_it = without_the_place_passed(said)
    given = ends(said)
    way = said.journey()
    if len(way) > _TWO and way[0] != way[-1]:
        further: list[JsonValue] = [{"from_location": a, "to_location": b} for a, b in pairwise(way[1:])]
        given |= {"from_location": way[0], "to_location": way[1], "beside": further}
    if (apart := between_stops(said)) is not None:
        said.take([apart])
        given["apart_nm"] = round(apart.value)
    if (longest := longest_leg(said)) is not None:
        given["longest_leg_minutes"] = longest
    legs = [q for q in said.slots.of("duration") if not is_notice(said, q)]
    if (around := detour_in_time(said)) is not None:
        given["max_distance_nm"] = around
    elif legs and longest is None:
        said.take(legs[:1])
        given["max_leg_time_hours"] = whole(legs[0].value)
    if (position := beside_it or position_along(said)) is not None:
        given["position"] = position
        for end in ("from_location", "to_location"):
            if str(given.get(end) or position).lower() in position and end in given and len(said.spots) < 2:
                del given[end]  # "avant la Manche" is where, and no end
    _is_of_the_country(said)  # "in western France, between Brest and Cherbourg": the way says which part
    limited = _but_of_a_border(limits(said, beside_a_place=True), position, said)
    if "from_location" not in given and not said.spots and said.slots.countries and limited.get("filters"):
        given.pop("to_location", None)  # "but not in Austria" is no end of the route
    off_it = {} if "max_distance_nm" in given else radius(said) or _close_to_the_way(said)
    return {**given, **off_it, **speed(said), **limited}


_DETOUR = re.compile(
    r"\b(?:detours?|diversions?|umwege?s?|umweg|d[eé]tours?|extra|mehr|longer|länger|de plus|en plus)\b"
)
_ASIDE = 12
"""Letters between an amount of time and the word for a detour."""
_SLOW_KT = 90.0
"""Knots for which a detour told in minutes is reckoned where no speed is told: a faster aircraft is back sooner."""


def detour_in_time(said: Said) -> int | None:
    """ "Max 20 min detour", "détour de 15 min max": how far off the track a field lies that costs no more, there and back."""
    for lasting in said.slots.of("duration"):
        beside = said.slots.low[max(lasting.start - _ASIDE * 2, 0) : lasting.end + _ASIDE]
        if _DETOUR.search(beside):
            said.take([lasting])
            knots = said.amount("speed") or _SLOW_KT
            return max(round(lasting.value * knots / 2), 1)
    return None


def _but_of_a_border(limited: Given, position: str | None, said: Said) -> Given:
    """ "Vor der ungarischen Grenze" says where along the way, and no country of the fields."""
    filters = limited.get("filters")
    named = [country.code for _, _, country in said.deps.countries.find_all(position or "")]
    if not isinstance(filters, dict) or filters.get("country") not in named:
        return limited
    rest: Given = {name: value for name, value in filters.items() if name != "country"}
    return {**{n: v for n, v in limited.items() if n != "filters"}, **({"filters": rest} if rest else {})}


_TWO = 2


def _counts_nothing(said: Said) -> bool:
    """ "How many is that?": no field, place, country or wish is said that could be counted."""
    slots = said.slots
    if slots.spots or slots.countries or slots.weak or _FIELDS.search(slots.low):
        return False
    return not wishes(said.again()) and not said.all_of("share", "all")


_FIELDS = re.compile(
    r"\b(?:air)?(?:field|port|strip|park)s?\b|aerodromes?\b|runways?\b|flugpl|flugh[aä]f|pl[aä]tze|terrains?\b|aérodromes?\b|aéroports?\b|pistes?\b|bahn(?:en)?\b|\w+bahn(?:en)?\b|\w*strips?\b|landing grounds?\b|\w+pl[aä]tze\b"
)


_WHICH_HAS_MORE = re.compile(
    r"\b(?:which|what|who|where|welche\w*|wer|wo|hat|haben|quel\w*|lequel|laquelle|qui|o[uù]|is there|are there|has|have|does|gibt es|y a[- ]t[- ]il)\b"
    r".*\b(?P<more>more|most|fewer|fewest|mehr|meisten|weniger|wenigsten|plus d['e]|le plus|moins d['e])\W*(?P<what>[^?]*)"
)


def _weighs_countries(said: Said) -> bool:
    """ "Which has more grass fields, Belgium or the Netherlands": fields of each are counted, nothing else is asked."""
    found = _WHICH_HAS_MORE.search(said.slots.low)
    if len(said.countries()) < _TWO or said.spots or found is None:
        return False
    counted = _FIELDS.search(found["what"])
    directly = counted is not None and len(found["what"][: counted.start()].split()) <= 1
    return directly or bool(wishes(said.again()))


@reads(
    "get_airport_statistics",
    leans=("query", "country", "part", "filters"),
    claims=_weighs_countries,
    called=later("Count fields"),
    unless=_counts_nothing,
)
def count(said: Said) -> Given:
    """Of which country or area, what is counted, and whether as a share."""
    given: Given = {}
    said, abroad = without_its_start(said)
    if abroad:
        return _with_customs(count(said))
    countries = said.countries()
    nations = [home_nation(said.slots.text[c.start : c.end]) for c in said.slots.countries]
    if nations and nations[0]:
        given["query"] = nations[0]
    elif len(countries) > 1:
        several: list[JsonValue] = [*countries]
        given["countries"] = several
    elif countries:
        given["country"] = countries[0]
    elif (area := _area(said).get("query")) is not None:
        given["query"] = area
    if (part := _area(said).get("part")) is not None:
        given["part"] = part
    filters = wishes(said)
    if filters:
        given["filters"] = filters
    if said.has("share") or "%" in said.slots.text:
        given["share"] = True
    return given


# --- where -------------------------------------------------------------------------------------------


def ends(said: Said) -> Given:
    """`from_location` and `to_location`, as far as they are said."""
    start, end = said.ends()
    return {**({"from_location": start} if start else {}), **({"to_location": end} if end else {})}


def _area(said: Said) -> Given:
    """The area or name that a search is for, and the part of it."""
    given: Given = {}
    everywhere = [s for s in said.slots.spots if s.kind != "here" and not _is_denied(said, s)]
    everywhere = [s for s in everywhere if s not in said.left_out] or everywhere
    everywhere = [s for s in everywhere if not (s.is_area and s.start in said.not_meant)]
    places = [s for s in everywhere if s.kind != "country"]
    if said.slots.countries:
        coast = [s for s in places if SEA.fullmatch(s.name)]
        drawn = [s for s in coast if is_drawn_for(s, said)]
        apart = [s for s in places if s not in coast and (s.is_area or not drawn)]
        places = apart or drawn  # "Poland at the Baltic coast, maybe Gdansk": along the coast
        if places and places[0] in coast:  # "German fields on the Baltic": of that coast, what lies in Germany
            said.countries()
            everywhere = places
    if _is_narrower(places, said):
        said.countries()
        everywhere = places
    if places:
        first = places[0] if everywhere[0].kind != "country" else everywhere[0]
        alone = first.role == "from" or said.wished_apart(first)
        others: list[JsonValue] = [] if alone else [said.name(s) for s in said.beside(first, everywhere)]
        if others and first in said.slots.codes:
            others = []
        given["query"] = said.name(first if others else places[0])
        if others:
            given["beside"] = {"query": others}
        if "," not in places[0].name:
            said.countries()
    elif wanted := [c for c in said.slots.countries if c.country.code not in denied_countries(said)]:
        named = wanted[0]
        said.used.add((named.start, named.end))
        given["query"] = home_nation(said.slots.text[named.start : named.end]) or named.country.name
        more: list[JsonValue] = [c.country.name for c in wanted[1:]]
        if more and said.are_listed(wanted):
            said.countries()
            given["beside"] = {"query": more}
    elif said.slots.weak:
        given["query"] = said.name(said.slots.weak[0])
    along = bool(places) and bool(said.slots.countries) and SEA.fullmatch(places[0].name) is not None
    parted = _part_of_another(said, given)
    if parted is not None:
        said.take(said.all_of(*_COMPASS))
        given |= parted
    elif not along and (compass := _compass(said)) is not None and not _is_narrower(places, said):
        given["part"] = compass
    elif "query" in given and said.has("beach"):
        said.used.discard((0, 0))
    return given


_NARROWS = re.compile(
    r"\W*(?:(?:so|say|that is|i ?e|meaning|mostly|mainly|especially|particularly|ideally|preferably|also|vor allem|hauptsächlich|besonders|am liebsten|sprich|in|im|"
    r"surtout|plutôt|donc|principalement|de préférence|en|dans|le|la|the)\b\W*)*"
)


def _is_narrower(places: list[Spot], said: Said) -> bool:
    """ "Southern Sweden, so mostly Skåne": a country or its part, and the area in it that is meant."""
    if len(places) != 1 or not places[0].is_area or len(said.slots.countries) != 1:
        return False
    country, area = said.slots.countries[0], places[0]
    known = said.deps.areas.find(area.name)
    if known is None or country.country.code not in known.country.split() or SEA.fullmatch(area.name):
        return False
    return country.end < area.start and bool(_NARROWS.fullmatch(said.slots.low[country.end : area.start]))


def _is_denied(said: Said, spot: Spot) -> bool:
    """ "not Calais": a place that shall not be among them."""
    low = said.slots.low
    return any(0 <= spot.start - no.end <= 2 and "," not in low[no.end : spot.start] for no in said.denials)


def _compass(said: Said) -> str | None:
    found = [m for m in said.all_of(*_COMPASS) if m.concept != "central" or not _is_a_centre(m, said)]
    said.take(found)
    of_it = [m for m in found if _OF_THE_PLACE.match(said.slots.low, m.end)]
    return (of_it or found)[0].concept if found else None


def _is_of_the_country(said: Said) -> bool:
    """ "In the north of Germany, near Bremen": the part of a country in which the place lies, no side of the place."""
    marks = said.all_of(*_COMPASS)
    told = [
        mark
        for mark in marks
        for nation in said.slots.countries
        if nation.start >= mark.end and _UP_TO_IT.fullmatch(said.slots.low[mark.end : nation.start])
    ]
    if not told or not said.spots or len(told) < len(marks):
        return False
    said.take(told)
    return True


def _part_of_another(said: Said, given: Given) -> Given | None:
    """ "In the Netherlands or the north of France": the part of the second country alone, each asked with its own."""
    marks, nations = said.all_of(*_COMPASS), said.slots.countries
    if len(marks) != 1 or len(nations) != _TWO or given.get("query") != nations[0].country.name:
        return None
    (mark,), (first, second), low = marks, nations, said.slots.low
    if first.end > mark.start or not _GOES_ON.fullmatch(low[first.end : mark.start]):
        return None
    if not _UP_TO_IT.fullmatch(low[mark.end : second.start]):
        return None
    said.countries()
    each: list[JsonValue] = [{"query": second.country.name, "part": mark.concept}]
    return {"query": first.country.name, "beside": each}


_GOES_ON = re.compile(r"\W*(?:(?:and|or|und|oder|et|ou|in|im|en|dans|au|the|le|la|der|den|dem|das)\b\W*)+")
_UP_TO_IT = re.compile(
    r"(?:ern)?(?:ly)?\W*(?:(?:part|half|end|teil|partie)\b\W*)?(?:(?:of|von|de|du)\b\W*|d['’])?(?:(?:the|la|le|der|den)\b\W*|l['’])?"
)


_OF_THE_PLACE = re.compile(r"(?:ern)?(?:ly)?\s*(?:of|from|von|de|du|d['’])\b")
""" "The south is dreadful, look to the north of Enstone"."""


_OF_A_CENTRE = re.compile(
    r"\b(?:town|city|visitor|visitors|sports|shopping|garden|conference|village|leisure|medical|health|heritage|business|exhibition|control)\s+$"
)


def _is_a_centre(mention: Mention, said: Said) -> bool:
    """ "Center Parcs", "the visitor centre": a name or a house, and no part of a country."""
    text, behind = said.slots.text, re.match(r"\s[A-ZÄÖÜ]\w+", said.slots.text[mention.end :])
    named = text[mention.start].isupper() and behind is not None
    return named or _OF_A_CENTRE.search(said.slots.low[: mention.start]) is not None


def radius(said: Said) -> Given:
    """How far around a place or beside a route, when that is said; a runway's length is no such distance."""
    found = [
        q
        for q in said.slots.of("distance")
        if not (is_runway(said, q) or is_of_the_way(q, said)) and q != between_stops(said)
    ]
    if not found:
        return {}
    said.take(found[:1])
    return {"max_distance_nm": round(found[0].value)}


_CLOSE_NM = 15
"""Off the track, where "not too far off it" is said without a figure: the answer says how far it looked."""
_CLOSE_TO_THE_WAY = re.compile(
    r"\b(?:not|without|no|don't want to|close to|nicht|ohne|nah\w* an|dicht an|pas|sans|pr[eè]s d[eu])\b"
    r"(?: (?:too|very|that|so|much|far|go|going|be|be far|zu|allzu|sehr|viel|gro(?:ß|ss)\w*|weit|trop|tr[eè]s|loin|de|faire|grand|gros|long|big|large|great|any|a|an))*"
    r"(?: (?:off|from|out|away|of|a|any|vom|von|ab|abseits|de|du|la|le|ma|mon|notre|the|my|our|der|die|dem|meiner|direct|straight))*"
    r" (?:track|route|way|line|course|detours?|diversions?|weg|kurs|strecke|umwege?|trajet|chemin|parcours|d[eé]tours?)\b(?: (?:ab|weg|entfernt)\b)?"
)


def _close_to_the_way(said: Said) -> Given:
    """ "Not too far off track", "ohne großen Umweg"."""
    close = _CLOSE_TO_THE_WAY.search(said.slots.low)
    if close is None:
        return {}
    said.used.add(close.span())
    return {"max_distance_nm": _CLOSE_NM}


def speed(said: Said) -> Given:
    """How fast, or with which aircraft."""
    given: Given = {}
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    elif said.slots.crafts and (bare := _AT_KNOTS.match(said.slots.low[said.slots.crafts[0].end :])):
        given["cruise_speed_kts"] = int(bare["n"])  # "in the Archer at 105"
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


_AT_KNOTS = re.compile(
    r"\s*(?:at|@|à|a|mit|bei)\s*(?P<n>[6-9]\d|1\d\d|2[0-4]\d)\b(?!\s*(?:ft|feet|m\b|nm|km|€|£|kg|/|:))"
)


# --- what narrows a list ---------------------------------------------------------------------------


def limits(said: Said, *, beside_a_place: bool = False) -> Given:
    """Filters, notice, order and count, which all lists share."""
    given: Given = {}
    musts = without_liked(said)
    needed = without_what_is_asked_of_it(musts) if beside_a_place else musts
    filters = wishes(needed)
    told = {} if needed is musts else {n: v for n, v in wishes(musts).items() if filters.get(n) != v}
    if told:
        given["asked_of_it"] = told
    if (sea := nearest_the_sea(said.slots.low)) is not None and filters.get("near_what") == "beach":
        del filters["near_what"]  # the order leaves none out
    if musts is not said and (
        liked := {n: v for n, v in wishes(said).items() if n not in filters and n not in told}
    ):
        given["liked"] = liked
    if beside_a_place and (countries := said.countries()):
        filters.update(countries_as_filter(said, countries))
    elif not beside_a_place:
        denied = denied_countries(said)
        if denied and all(code_for(c, said) in denied for c in said.slots.countries):
            filters["not_country"] = denied
    if left := [code for spot in said.left_out if (code := field_of(spot.name, said.deps))]:
        said.take_left_out()
        filters["not_fields"] = [*left]
    if filters:
        given["filters"] = filters
    if (notice := notice_wanted(said)) is not None:
        given[_NOTICE] = notice
    orders = [order for order in said.all_of(*ORDERS) if not _is_of_something_else(order, said)]
    if sea is not None:
        said.used.add(sea)
        said.take(said.all_of("beach", "nearest"))
        given["priority_strategy"] = "sea"
    elif orders:
        order = orders[0].concept
        said.take([*orders, *(said.all_of("fee") if order == "cheapest" else [])])
        given["priority_strategy"] = "distance" if order == "nearest" else order
        if (ranked := rank_before(said.slots.low, orders[0].start)) is not None:
            given["rank"], where = ranked
            said.used.add(where)
    counts = [
        q
        for q in said.slots.of("count")
        if 1 <= q.value <= 100
        and not said.near(q, "people", words=1)
        and not (q.value == 1 and (said.near(q, "via", words=0) or _ONE_OF_SOME.match(said.slots.low, q.end)))
    ]
    if counts:
        said.take(counts[:1])
        given["max_results"] = int(counts[0].value)
    return given


_ONE_OF_SOME = re.compile(r"\s*(?:of (?:them|us|the)|von (?:ihnen|uns|den)|d['’]entre|des?)\b")
""" "Six aircraft, one of them a microlight": no number of fields."""
_THAN = re.compile(r"\s+(?:than|als|que)\b")


def _is_of_something_else(order: Mention, said: Said) -> bool:
    """ "Nearest the sea" says what shall be near, "the shortest notice" is no runway's length; "easier than" weighs two things."""
    if order.concept == "easiest" and _THAN.match(said.slots.low, order.end):
        return True
    behind = said.slots.words[order.last + 1 : order.last + 3]
    if order.concept == "nearest":
        return any(
            m.first - order.last <= 2 and m.first > order.last for m in said.all_of(*SURROUNDINGS, "runway")
        )
    if order.concept == "shortest_runway":
        return any(
            m.first <= order.last + 2 and m.first > order.last for m in said.all_of("notice", "access", "no_ppr")
        ) or any(w.key in ("notice", "warning") for w in behind)
    return False
