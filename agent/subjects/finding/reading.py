"""Reads lists of airfields: where to look, what they must offer, in which order, how many."""

from __future__ import annotations

import re
from itertools import pairwise

from pydantic import JsonValue

from agent.language.abroad import BORDER_LINE
from agent.language.burning import burning_spans, find_burning, find_own
from agent.language.ends import field_of
from agent.language.lexicon import Mention
from agent.language.orders import ORDERS
from agent.language.quantities import Quantity
from agent.language.said import Said, whole
from agent.language.slots import Named, Spot
from agent.language.winds import find_wind
from agent.registry import goes_on, reads
from agent.subjects.finding.concepts import APPROACHES, FLAGS, FUELS, SURROUNDINGS
from agent.subjects.finding.liked import without_liked
from agent.subjects.finding.nations import NATIONS, home_nation
from agent.subjects.finding.position import PAST_A_PLACE
from agent.subjects.finding.reading_wind import by_the_wind, read_runway_wind, without_wind
from agent.subjects.finding.reconsidered import reconsidered
from tongue import later, spoken

Given = dict[str, JsonValue]
goes_on(reconsidered)
_COMPASS = (
    "north_east", "north_west", "south_east", "south_west", "north", "south", "east", "west", "central",
)  # fmt: skip
_BESIDE, _BEFORE = 40, 12
"""Letters between what one wants and where it shall be: "a cafe, if there is one, on the field"; "on-site hotel"."""


_AT_ANY_HOUR = re.compile(
    r"\b(?:re)?fuel(?:l?ing)? (?:available |open )?24 ?(?:h|hrs?|hours)\b(?! (?:before|notice|ahead|in advance))|"
    r"\b24 ?(?:h|hrs?|hours?) (?:avgas|fuel|self[- ]?service|pumps?|automat|tankstelle)\b|"
    r"\b(?:tanken|essence|avgas|sprit) 24 ?(?:h|heures|stunden)(?:/24)?\b|"
    r"\b(?:open |available )?(?:at night|all night|overnight fuel|24/7|24 hours a day|h ?24|at midnight|at any (?:hour|time)|round the clock)\b|"
    r"\b(?:ouverte?s? |disponible )?(?:la nuit|de nuit|24h?/24h?|jour et nuit|à toute heure)\b|"
    r"\b(?:nachts|rund um die uhr|jederzeit|tag und nacht)\b",
    re.IGNORECASE,
)


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


@reads(
    "search_airports",
    "query",
    leans=("filters", "part"),
    claims=lambda said: is_near_a_border(said) or _nearest_inside(said) is not None,
    called=later("List fields"),
)
def search(said: Said) -> Given:
    """A country, a part of one, or a name; and what narrows the list."""
    if is_near_a_border(said):
        return _beside_a_border(said)
    if (inside := _nearest_inside(said)) is not None:
        within, centre = inside
        given: Given = {
            "query": within if isinstance(within, str) else said.name(within),
            "near": said.name(centre),
        }
        said.countries()
        narrowed = {name: value for name, value in limits(said).items() if name != "priority_strategy"}
        return {**given, **_without_country(narrowed)}
    return {**_area(said), **limits(said)}


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


@reads(
    "find_airports_near_location",
    "location_query",
    claims=lambda said: is_by_the_wind(said) or _is_in_reach_abroad(said),
    called=later("Fields around"),
)
def near(said: Said) -> Given:
    """A place and how far around it, in miles or in minutes."""
    given: Given = {}
    if said.spots or any(s.role == "near" for s in said.slots.spots):
        centre = said.centre()
        if centre is not None:
            given["location_query"] = centre
    blown = read_runway_wind(said)
    given |= blown
    if blown:
        said = without_wind(said)
    given |= radius(said)
    any_hour = _AT_ANY_HOUR.search(said.slots.text)
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
        return {**given, "within_minutes": lasts, **fast, **limited}
    if minutes:
        said.take(minutes[:1])
        given["within_minutes"] = round(minutes[0].value * 60)
        if (wind := find_wind(said.slots.text)) is not None:
            said.used.add(wind[:2])
            said.take([q for q in said.slots.quantities if q.start < wind[1] and wind[0] < q.end])
            given["wind"] = wind[2]
    if (compass := _compass(said)) is not None:
        given["direction"] = compass
    return {**given, **speed(said), **limits(said, beside_a_place=True)}


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
    if said.spots and all(s.is_area and s.role in ("in", "and", "", "comma") for s in said.spots):
        return True
    if _are_in_each(said):
        return True
    return len(said.journey()) > 2 and not _FIELDS.search(said.slots.low) and not wishes(said.again())


_OF_A_WAY = re.compile(
    r"\b(?:between|along|route|track|way|leg|stop|halfway|zwischen|entlang|strecke|weg|unterwegs|entre|long|trajet|route|chemin|étape|escale)\b"
)


def _are_in_each(said: Said) -> bool:
    """ "On Rügen and Usedom": the fields of two places, and no way from one to the other."""
    spots = said.spots
    first_in = (
        len(spots) > 1 and spots[0].role == "in" and all(s.role in ("and", "comma", "in") for s in spots[1:])
    )
    return first_in and not _OF_A_WAY.search(said.slots.low)


@reads(
    "find_airports_near_route",
    "from_location",
    "to_location",
    leans=("cruise_speed_kts", "aircraft_type"),
    called=later("Fields along the way"),
    unless=_is_a_way,
)
def along(said: Said) -> Given:
    """Both ends, how far off the track, where along it, and how long a leg may be; of several legs each."""
    given = ends(said)
    way = said.journey()
    if len(way) > _TWO and way[0] != way[-1]:
        further: list[JsonValue] = [{"from_location": a, "to_location": b} for a, b in pairwise(way[1:])]
        given |= {"from_location": way[0], "to_location": way[1], "beside": further}
    legs = [q for q in said.slots.of("duration") if not is_notice(said, q)]
    if legs:
        said.take(legs[:1])
        given["max_leg_time_hours"] = whole(legs[0].value)
    if (position := position_along(said)) is not None:
        given["position"] = position
        for end in ("from_location", "to_location"):
            if str(given.get(end) or position).lower() in position and end in given and len(said.spots) < 2:
                del given[end]  # "avant la Manche" is where, and no end
    limited = limits(said, beside_a_place=True)
    if "from_location" not in given and not said.spots and said.slots.countries and limited.get("filters"):
        given.pop("to_location", None)  # "but not in Austria" is no end of the route
    return {**given, **radius(said), **speed(said), **limited}


_TWO = 2


def _counts_nothing(said: Said) -> bool:
    """ "How many is that?": no field, place, country or wish is said that could be counted."""
    slots = said.slots
    if slots.spots or slots.countries or slots.weak or _FIELDS.search(slots.low):
        return False
    return not wishes(said.again()) and not said.all_of("share", "all")


_FIELDS = re.compile(
    r"\b(?:air)?(?:field|port|strip|park)s?\b|aerodromes?\b|runways?\b|flugpl|flugh[aä]f|pl[aä]tze|terrains?\b|aérodromes?\b|aéroports?\b|pistes?\b"
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
    places = [s for s in everywhere if s.kind != "country"]
    if said.slots.countries:
        coast = [s for s in places if _SEA.fullmatch(s.name)]
        places = [s for s in places if s not in coast] or [s for s in coast if s.is_area]
        if places and places[0] in coast:  # "German fields on the Baltic": of that coast, what lies in Germany
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
    if (compass := _compass(said)) is not None:
        given["part"] = compass
    elif "query" in given and said.has("beach"):
        said.used.discard((0, 0))
    return given


_SEA = re.compile(
    r"(?:the |la |die |der )?(?:baltic|north sea|irish sea|mediterranean|adriatic|aegean|atlantic|channel|ostsee|nordsee|adria|mittelmeer|manche|"
    r"méditerranée|adriatique|atlantique|rhine|rhein|rhin|danube|donau)(?: sea| coast)?",
    re.IGNORECASE,
)
"""Seas and long rivers, which are no towns of their name beside a country; that one was named is said in the answer."""


def _is_denied(said: Said, spot: Spot) -> bool:
    """ "not Calais": a place that shall not be among them."""
    return any(0 <= spot.start - no.end <= 2 for no in said.denials)


def _compass(said: Said) -> str | None:
    found = said.all_of(*_COMPASS)
    said.take(found)
    return found[0].concept if found else None


_EACH = re.compile(r"\b(?:every|each|alle|tous les|toutes les)\s+$")
"""Before a distance between the fields, not around a place: "avgas every 100 miles"."""


def radius(said: Said) -> Given:
    """How far around a place or beside a route, when that is said; a runway's length is no such distance."""
    found = [
        q
        for q in said.slots.of("distance")
        if not (_is_runway(said, q) or _is_of_the_way(q, said) or _EACH.search(said.slots.low[: q.start]))
    ]
    if not found:
        return {}
    said.take(found[:1])
    return {"max_distance_nm": round(found[0].value)}


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
_POSITION = re.compile(
    r"\b(?:about |roughly |around |more or less )?(?:(?:half[- ]?way|mid[- ]?way|midpoint|middle of the route|in the middle)"
    r"|(?:the )?(?:first|second|last|middle|final) (?:third|half|quarter)|(?:one|two|a) thirds? (?:of the way|in|along)|"
    r"(?:a|one|three) quarters? (?:of the way|in|along)|"
    r"(?:before|after|past|beyond|this side of|the other side of|just (?:before|after)) (?:the )?"
    r"(?:channel|alps|border|water|(?:north |irish |baltic )?sea|baltic|crossing|pyrenees|coast|manche|alpen|grenze|frontière|pyrénées|ärmelkanal|kanal)(?: crossing)?|"
    r"after (?:about |roughly |around )?\d+ ?(?:nm|miles|nautical miles|hours?|h|min(?:ute)?s?)|"
    r"(?:in |only in )?(?:the )?(?:last|first|middle|second) (?:bit|part|stretch)(?: of (?:the )?(?:route|way|track|flight))?|"
    r"before (?:we |i |you )?(?:coast(?:ing)? out|leav(?:e|ing) (?:the )?\w+ coast|cross(?:ing)?(?: over)? (?:the )?\w+)|"
    r"after (?:we |i |you )?(?:coast(?:ing)? in|cross(?:ing)?(?: over)? (?:the )?\w+)|"
    r"vers le milieu(?: du (?:trajet|parcours|vol|chemin))?|(?:dans le )?(?:premier|dernier|deuxième) (?:tiers|quart)|"
    r"(?:vor|nach) de[mnr] (?:alpen)?hauptkamm|vor dem (?:alpenhauptkamm|kanal|meer)|"
    r"(?:near|towards?|close to|closer to) the (?:start|end|beginning|destination)|"
    r"[àa] mi[- ]?(?:chemin|parcours|route)|half of (?:the )?way|au milieu|avant (?:la manche|les alpes|la frontière|les pyrénées)|"
    r"après (?:la manche|les alpes|la frontière|les pyrénées)|auf halbem weg|auf halber strecke|auf der hälfte|etwa? (?:in der )?mitte|"
    r"in der mitte|vor (?:den alpen|der grenze|dem kanal)|nach (?:den alpen|der grenze|dem kanal)|"
    r"(?:im )?(?:ersten|letzten|mittleren) drittel)\b",
    re.IGNORECASE,
)


def position_along(said: Said) -> str | None:
    """Where along a route, in the pilot's words: "half way", "before the Channel", "after 200 nm"."""
    match = _POSITION.search(said.slots.text)
    if match is None:
        return _beside_a_place(said)
    said.used.add(match.span())
    last = _THE_LAST.search(said.slots.text)
    if last is not None and _BEFORE_IT.match(match[0]):
        said.used.add(last.span())
        return f"last {match[0].lower()}"
    return match[0].lower()


_THE_LAST = re.compile(
    r"\b(?:last|final|letzte[rsn]?|derni[eè]re?)\b(?! (?:third|half|quarter|drittel|tiers|quart|bit|part|stretch))",
    re.IGNORECASE,
)
_BEFORE_IT = re.compile(r"\s*(?:just )?(?:before|this side of|avant|vor)\b", re.IGNORECASE)


def _beside_a_place(said: Said) -> str | None:
    """ "Past Belfast", "after Toulouse": of three places or more the one that such a word stands before."""
    spots = [s for s in said.slots.spots if s.kind in ("place", "code", "iata")]
    for spot in spots if len(spots) > 2 else ():
        if (words := PAST_A_PLACE.search(said.slots.text[: spot.start])) is not None:
            said.take([spot])
            said.used.add((words.start(), spot.end))
            return f"{words[0].strip().lower()} {spot.name}"
    return None


def _is_of_the_way(span: Quantity | Mention, said: Said) -> bool:
    """Whether a word or figure belongs to where along a route is meant: "after 200 nm", "before the North Sea"."""
    match = _POSITION.search(said.slots.text)
    return match is not None and match.start() <= span.start < match.end()


_SEES = re.compile(r"\b(?:to|we|i|you|they|one|can|could|should|must|will|shall|may|and|or|please|let me)\s+$")


def _is_seen(mention: Mention, said: Said) -> bool:
    """ "What is there to see": no lake, which "See" is in German."""
    low = said.slots.low
    return low[mention.start : mention.end] == "see" and _SEES.search(low[: mention.start]) is not None


# --- what narrows a list ---------------------------------------------------------------------------


def limits(said: Said, *, beside_a_place: bool = False) -> Given:
    """Filters, notice, order and count, which all lists share."""
    given: Given = {}
    filters = wishes(musts := without_liked(said))
    if musts is not said and (liked := {n: v for n, v in wishes(said).items() if n not in filters}):
        given["liked"] = liked
    if beside_a_place and (countries := said.countries()):
        filters.update(_countries_as_filter(said, countries))
    elif not beside_a_place:
        denied = denied_countries(said)
        if denied and all(_code(c, said) in denied for c in said.slots.countries):
            filters["not_country"] = denied
    if left := [code for spot in said.left_out if (code := field_of(spot.name, said.deps))]:
        said.take_left_out()
        filters["not_fields"] = [*left]
    if filters:
        given["filters"] = filters
    if (notice := notice_wanted(said)) is not None:
        given[_NOTICE] = notice
    orders = [order for order in said.all_of(*ORDERS) if not _is_of_something_else(order, said)]
    if orders:
        said.take(orders)
        order = orders[0].concept
        given["priority_strategy"] = "distance" if order == "nearest" else order
    counts = [
        q
        for q in said.slots.of("count")
        if 1 <= q.value <= 100
        and not said.near(q, "people", words=1)
        and not (q.value == 1 and said.near(q, "via", words=0))
    ]
    if counts:
        said.take(counts[:1])
        given["max_results"] = int(counts[0].value)
    return given


def _is_of_something_else(order: Mention, said: Said) -> bool:
    """ "Nearest the sea" says what shall be near, "the shortest notice" is no runway's length."""
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


def _code(named: Named, said: Said) -> str:
    """A country's code, of a nation of the United Kingdom its own: "not Wales"."""
    nation = home_nation(said.slots.text[named.start : named.end])
    return NATIONS[nation] if nation else named.country.code


def denied_countries(said: Said) -> list[JsonValue]:
    """The countries and nations that shall not be among them: "not Wales", "outside Germany"."""
    found: list[JsonValue] = []
    for named in said.slots.countries:
        for no in said.denials:
            between = said.slots.low[no.end : max(no.end, named.start)]
            near = named.start - no.end <= 12 or _STAYING.fullmatch(between)
            if named.start >= no.end and near and not re.search(r"[.;,]", between):
                found.append(_code(named, said))
        if _OUTSIDE.search(said.slots.low[: named.start]):
            found.append(_code(named, said))
    return list(dict.fromkeys(found))


_STAYING = re.compile(r"\s*(?:staying|stopping|landing|ending up|over|through)\s+(?:in |at )?(?:the )?")
_OUTSIDE = re.compile(
    r"\b(?:outside(?: of)?|außerhalb(?: von)?|hors(?: de)?|en dehors de|avoid(?:ing)?)\s+(?:the |la |le |l')?$"
)


def _countries_as_filter(said: Said, countries: list[str]) -> Given:
    denied = denied_countries(said)
    code_of = {named.country.code: _code(named, said) for named in said.slots.countries}
    kept: list[JsonValue] = [c for c in countries if code_of.get(c, c) not in denied]
    given: Given = {"not_country": denied} if denied else {}
    between = any(s.role == "between" for s in said.slots.spots)
    of_a_way = ("from", "to", "between", "near", *(("and",) if between else ()))
    as_ends = {s.country for s in said.slots.spots if s.country and s.role in of_a_way}
    has_places = any(s.kind != "country" for s in said.slots.spots) or bool(said.slots.weak)
    reached = bool(said.slots.of("duration"))  # "in an hour, in France": around where one starts
    if not said.spots and not has_places and not reached and not said.all_of("only", "not", "instead"):
        as_ends |= {s.country for s in said.slots.spots if s.kind == "country" and s.role == "in"}
    kept = [code_of.get(str(c), c) for c in kept if c not in as_ends]
    if kept:
        given["country"] = kept[0] if len(kept) == 1 else kept
    return given


def _named_behind(one: str, other: str, said: Said) -> str:
    """The filter of the concept that is said behind the other: it tells why."""
    first = min(said.all_of(one, other), key=lambda mention: mention.start)
    return FLAGS[other if first.concept == one else one]


_CRAFT = ("gliding", "microlight_field", "seaplane")
_OWN = re.compile(
    r"\b(?:my|our|mon|ma|notre|mein\w*|unser\w*|(?:for|in|with|flying) an?)(?: (?:own|little|old|new|motor|touring|motor-))*[ -]?$"
    r"|\b(?:motor|touring)[ -]$"
)
"""Before a word of aircraft: one's own, or one with an engine; it tells no kind of field."""
_FUEL = re.compile(r"fuel|petrol|sprit|kraftstoff|essence|carburant")


def wishes(said: Said) -> Given:
    """`filters` in the tool's names: True or False as it is wanted or denied."""
    filters: Given = {}
    either = said.all_of("hard_runway") and said.all_of("grass") and said.all_of("or")
    own = [m for concept in _CRAFT for m in said.all_of(concept) if _OWN.search(said.slots.low[: m.start])]
    said.take(own)
    said.used.update(words.span() for m in own if (words := _OWN.search(said.slots.low[: m.start])) is not None)
    for concept, name in FLAGS.items():
        if own and concept in _CRAFT and {*said.all_of(concept)} <= {*own}:
            continue  # "for my motor glider": what one flies, no kind of field
        if either and concept in ("hard_runway", "grass"):
            said.take(said.all_of(concept))
            continue
        if (wanted := said.wanted(concept)) is not None:
            filters[name] = wanted
    if grades := _either_of(said, filters):
        filters = {name: value for name, value in filters.items() if name.removeprefix("has_") not in grades}
        filters["any_fuel"] = [*grades]
    if (clears := _CLEARS_FLIGHTS.search(said.slots.low)) is not None and _is_of_a_country(clears.span(), said):
        said.used.add(clears.span())
        filters["point_of_entry"] = True
    points = {m.start for m in said.all_of("border_point")}
    if filters.get("border_point") and {m.start for m in said.all_of("customs")} <= points:
        filters.pop("point_of_entry", None)  # its words ask for customs too where nothing else does
    if said.wanted("civil"):
        filters["military"] = False
    if filters.get("no_ppr") is False or _without_asking(said):
        filters["no_ppr"] = True  # "not ppr" is no double no
    if filters.get("has_hard_runway") is True and filters.get("has_soft_runway") is False:
        del filters["has_soft_runway"]  # "hard, he doesn't like grass"
    if filters.get("has_hard_runway") is True and filters.get("has_soft_runway") is True and said.all_of("only"):
        del filters[_named_behind("hard_runway", "grass", said)]  # "hard only, the grass will be soup"
    if any(map(said.needless, said.all_of("grass"))):
        filters.pop("has_hard_runway", None)  # "hard, grass would do"
    for concept, name in APPROACHES.items():
        if (wanted := said.wanted(concept)) is not None:
            filters["has_procedures"] = wanted
            if wanted:
                filters["approach_type"] = name
    if said.wanted("ul94"):
        filters["fuel_type"] = "UL94"
    if filters.get("self_service") or _hours_of_fuel(said) or any(said.all_of(fuel) for fuel in FUELS):
        said.take(said.all_of("fuel"))
    elif (fuel := said.wanted("fuel")) is not None:
        filters["has_fuel"] = fuel
    elif any(_FUEL.search(said.slots.low[m.start : m.end]) for m in said.all_of("cheapest")):
        filters["has_fuel"] = True  # "the cheapest fuel stop"
    if (
        any(said.all_of(fuel) for fuel in (*FUELS, "fuel", "self_service"))
        and (any_hour := _AT_ANY_HOUR.search(said.slots.text)) is not None
    ):
        said.used.add(any_hour.span())
        filters["fuel_h24"] = True
    for concept in ("restaurant", "hotel"):
        if (wanted := said.wanted(concept)) is not None and wanted:
            filters[concept] = "at_airport" if _is_on_field(said, concept) else "vicinity"
    for surrounding in SURROUNDINGS:
        free = [
            m
            for m in said.all_of(surrounding)
            if not (_is_of_the_way(m, said) or _is_of_a_name(m, said) or _is_seen(m, said))
        ]
        if free and said.wanted(surrounding):
            filters.setdefault("near_what", surrounding)
    if said.slots.countries and (coast := [s for s in said.slots.spots if _SEA.fullmatch(s.name)]):
        said.take(coast)
        is_drawn = coast[0].is_area and all(s.kind == "country" or s in coast for s in said.slots.spots)
        filters |= {"country": said.slots.countries[0].country.code} if is_drawn else {"near_what": "beach"}
    if (big := said.wanted("big")) is not None:
        filters["exclude_large_airports"] = not big
    if said.wanted("small"):
        filters["exclude_large_airports"] = True
    filters |= _lengths(said)
    money = said.slots.of("money")
    if money:
        said.take(money[:1])
        said.take(said.all_of("fee"))
        filters["max_landing_fee"] = whole(money[0].value)
        filters["max_landing_fee_currency"] = money[0].unit
    if said.slots.days and (said.all_of("hours", "open") or filters.get("no_ppr")):
        said.take(said.all_of("hours"))
        filters["open_day"] = said.day()
    return filters


_CLEARS_FLIGHTS = re.compile(
    r"\b(?:clear|take|accept|handle|receive|process|welcome)(?:s|ing)?\s+(?:\S+\s+){1,3}?(?:flights?|arrivals?|traffic|aircraft|planes?|visitors|pilots)\b|"
    r"\b(?:accept|reçoi|accueill|dédouan|trait)\w*\s+(?:\S+\s+){0,2}?(?:vols?|avions?|arrivées?)\s+\S+(?:\s\S+)?|"
    r"\b(?:flüge|flugzeuge|ankünfte)\s+(?:aus|von)\s+(?:\S+\s+){1,3}?(?:abfertig|annehm|nehm|zulass)\w*"
)
""" "That clear UK flights": customs, of flights from the country that stands within."""


def _is_of_a_country(span: tuple[int, int], said: Said) -> bool:
    named = (*said.slots.countries, *(s for s in said.slots.spots if s.kind == "country"))
    return any(c.start < span[1] and span[0] < c.end for c in named)


def _is_of_a_name(mention: Mention, said: Said) -> bool:
    """Whether a word is part of a name, with its capital: "Moosehead Lake", "Lake Champlain", "Tory Island"."""
    text = said.slots.text[mention.start : mention.end]
    beside = any(s.end + 1 == mention.start or mention.end + 1 == s.start for s in said.spots)
    return beside and text[:1].isupper() and not said.slots.text.isupper()


_OR = re.compile(r"(?:\s*(?:,|/|or|oder|ou)\s*)+(?:at least |zumindest |au moins )?")


def _either_of(said: Said, filters: Given) -> list[str]:
    """Fuels of which one is enough: "mogas or UL91"."""
    wanted = [m for m in said.all_of("avgas", "jet_a", "ul91", "mogas") if filters.get(f"has_{m.concept}") is True]
    names = list(dict.fromkeys(m.concept for m in wanted))
    if len(names) > 1 and len({(m.start, m.end) for m in wanted}) == 1:
        return names  # "unleaded" is either
    between = [said.slots.low[a.end : b.start] for a, b in pairwise(wanted) if a.concept != b.concept]
    listed = bool(between) and all(_OR.fullmatch(words) for words in between)
    return names if listed and len(names) > 1 and any(re.search(r"\w|/", words) for words in between) else []


_PERMISSION = re.compile(r"ppr|pnr|permission|autorisation|anmeldung|notice|préavis", re.IGNORECASE)
_WANT_OF_THEM = re.compile(
    r"\b(?:no|not|without|don't|doesn't|do not|does not|drop|ohne|nicht|kein\w*|sans|pas|keine)\b[^.;?!,]{0,34}$",
    re.IGNORECASE,
)


def _without_asking(said: Said) -> bool:
    """ "don't need ppr", "drop the ones that want PPR": permission is denied, however it is said."""
    if said.slots.of("duration") or any(q.unit != "weekend" for q in said.slots.of("days")):
        return False  # "no more than 2 hours notice"
    found = [m for m in said.all_of("access", "notice") if _PERMISSION.search(said.slots.text[m.start : m.end])]
    denied = [m for m in found if _WANT_OF_THEM.search(said.slots.text[: m.start])]
    said.take(denied)
    return bool(denied)


def _is_on_field(said: Said, concept: str) -> bool:
    there, mentions = said.all_of("on_field"), said.all_of(concept)
    if not there or not mentions:
        return False
    said.take(there)
    return any(
        0 <= place.start - m.end < _BESIDE or 0 <= m.start - place.end < _BEFORE
        for place in there
        for m in mentions
    )


def _hours_of_fuel(said: Said) -> bool:
    """Whether fuel is said as what is aboard: "with 3 hours fuel", "4 h of fuel left"."""
    low = said.slots.low
    return any(
        not low[hours.end : fuel.start].removeprefix("'").strip(" ’'s").removeprefix("of").strip()
        for hours in said.slots.of("duration")
        for fuel in said.all_of("fuel")
        if hours.end <= fuel.start
    )


def _is_runway(said: Said, quantity: Quantity) -> bool:
    return quantity.unit == "km" and said.near(
        quantity, "runway", "hard_runway", "grass", "longest_runway", words=3
    )


_OF_CLOUD = re.compile(
    r"\b(?:cloud(?:s|base)?(?:'s)?|ceilings?|base|overcast|broken|untergrenze|wolken\w*|plafond|nuages?)\b[^.?!,;]{0,24}$"
)
_OF_RUNWAYS = frozenset(("runway", "hard_runway", "grass", "longest_runway", "shortest_runway"))


def _is_height(said: Said, quantity: Quantity) -> bool:
    """Whether a length is that of a cloud or of the ground: "cloud down to 600 ft", "aerodromes above 1500 ft"."""
    before = said.slots.low[: quantity.start]
    if _OF_CLOUD.search(before):
        return True
    in_feet = quantity.unit == "ft" and quantity.value >= 1000
    return in_feet and bool(re.search(r"\babove\s*$", before)) and not said.concepts & _OF_RUNWAYS


def _is_upper(said: Said, quantity: Quantity) -> bool:
    before = said.slots.low[: quantity.start]
    for mention in said.all_of("at_most"):
        if mention.end <= quantity.start and not before[mention.end :].strip(" ,a"):
            return True
        if 0 <= mention.start - quantity.end <= 2 and not any(
            q.start >= mention.end and not said.slots.low[mention.end : q.start].strip(" ,a")
            for q in said.slots.quantities
        ):
            return True  # "800 m max"; not "1000 m within 30 nm", which speaks of the 30 nm
    return False


def _lengths(said: Said) -> Given:
    """The runway's length, at least or at most; "600 to 900 m" is both."""
    lengths = [
        q
        for q in said.slots.of("length")
        if q.value > 0 and not said.near(q, "elevation", words=2) and not _is_height(said, q)
    ]
    lengths += [
        Quantity("length", q.start, q.end, q.value * 1852 / 0.3048, "m")
        for q in said.slots.of("distance")
        if _is_runway(said, q)
    ]
    if not lengths:
        return {}
    said.take(lengths)
    said.take(said.all_of("runway"))
    if len(lengths) == 2:
        upper = [_is_upper(said, q) for q in lengths]
        if upper[0] is not upper[1] and said.all_of("at_least"):
            most, least = (lengths if upper[0] else lengths[::-1])[:2]
            return {"min_runway_length_ft": round(least.value), "max_runway_length_ft": round(most.value)}
    values = sorted(round(abs(q.value)) for q in lengths[:2])
    upper = [_is_upper(said, q) for q in lengths[:2]]
    if len(values) == 2 and upper[0] is not upper[1]:
        most, least = sorted(zip(upper, (round(abs(q.value)) for q in lengths[:2]), strict=True), reverse=True)
        return {"min_runway_length_ft": least[1], "max_runway_length_ft": most[1]}
    if len(values) == 2 and values[0] != values[1] and not said.all_of("or"):
        return {"min_runway_length_ft": values[0], "max_runway_length_ft": values[1]}
    name = "max_runway_length_ft" if _is_upper(said, lengths[0]) else "min_runway_length_ft"
    return {name: values[0]}


def is_notice(said: Said, quantity: Quantity) -> bool:
    """Whether a duration is about notice: "24h notice", "PPR under 3 hours", "2 hours ahead"."""
    if said.near(quantity, "notice", "access", "no_ppr", words=3):
        return True
    return bool(
        _AHEAD.match(said.slots.low[quantity.end :]) or _ON_REQUEST.search(said.slots.low[: quantity.start])
    )


_IN_RESERVE = re.compile(r"\s*(?:of |de |d['’])?(?:fuel |final |fixed )?(?:reserve|réserve)\b", re.IGNORECASE)
""" "45 min reserve" is fuel."""
_AHEAD = re.compile(r"\s*(?:ahead|before|beforehand|vorher|voraus|avant|à l'avance)\b")
_ON_REQUEST = re.compile(r"\b(?:on request|auf anfrage|sur demande)\b[^,;.?!]{0,20}$")
_A_DAYS = re.compile(r"\b(?:a|one) day'?s (?:notice|warning)\b")


def notice_wanted(said: Said) -> float | None:
    """The most hours of notice that are acceptable."""
    for quantity in (*said.slots.of("duration"), *said.slots.of("days")):
        if is_notice(said, quantity) and not _IN_RESERVE.match(said.slots.low[quantity.end :]):
            said.take([quantity])
            said.take(said.all_of("notice", "access"))
            return whole(quantity.value * (24 if quantity.kind == "days" else 1))
    return 24 if _A_DAYS.search(said.slots.low) else None
