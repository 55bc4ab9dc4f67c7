"""Reads questions about weather and warnings: where, when, which report, which limits, which flight to watch."""

from __future__ import annotations

from datetime import timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.language.judged import judgement_asked
from agent.language.limits import find_limits
from agent.language.nationality import peoples
from agent.language.said import Said
from agent.language.winds import find_calm, find_wind
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.registry import follows, goes_on, reads
from agent.subjects.trip.times import is_turned
from agent.subjects.weather.beside import are_all_beside, water_alone
from agent.subjects.weather.following import of_another_part, of_the_air_of_a_flight, of_the_flight, of_the_rest
from agent.subjects.weather.hours_compared import each_hour, of_two_hours
from agent.subjects.weather.moments import (
    Given,
    bare_clock,
    bare_hour,
    days_from_now,
    parts_of_day,
    read_either_end,
    read_ends,
    read_places,
    read_stretch,
    read_stretch_of_hours,
    read_there_and_back,
    read_until,
    read_when,
    stretch_span,
)
from agent.subjects.weather.pasted import (
    find_pasted,
    is_of_its_air,
    is_of_its_runways,
    of_a_pasted_report,
)
from agent.subjects.weather.reading_air import density_altitude
from agent.subjects.weather.reading_elements import (
    HAZARDS,
    PICTURE,
    is_of_frost,
    read_elements,
    read_hazards,
    weighed,
)
from agent.subjects.weather.reading_listed import names_in_a_list
from agent.subjects.weather.reading_minima import (
    is_for_a_place,
    is_for_a_way,
    minima,
    read_watched_limits,
    without_limits,
)
from agent.subjects.weather.reading_moved_hour import of_another_hour
from agent.subjects.weather.reading_on_board import as_far_as_it_lasts, how_heavy_it_is, what_is_left
from agent.subjects.weather.reading_plain import (
    IN_THE_AIR,
    is_a_brief_by_name,
    is_asked_whether_enough,
    is_between_two_hours,
    is_how_it_looks,
    is_how_long_it_lasts,
    is_of_a_pass,
    is_of_a_picture,
    is_of_how_strong,
    is_of_places_listed,
    is_of_the_air_at_a_height,
    is_of_two_places,
    is_the_place_now,
    is_told_when,
    is_which_of_two_now,
    of_what_several_have,
    place_of_a_local_wind,
)
from agent.subjects.weather.reading_plan_in_hand import (
    at_its_ground_speed,
    of_its_headings,
    of_the_way_turned,
    to_the_place_in_hand,
    with_more_ahead,
)
from agent.subjects.weather.reading_report import (
    is_held_against_own,
    of_a_pasted_forecast,
    of_a_runway_there,
    of_a_verdict,
    of_an_own_limit,
    of_another_day_back,
    of_either,
    of_the_air,
    of_the_minima,
    of_the_outlook,
    of_the_report,
    of_the_runway,
    of_the_same_wind,
    of_the_still_air,
    of_the_watch,
    of_the_wind,
    of_the_wind_plan,
)
from agent.subjects.weather.reading_runways import runway_wind
from agent.subjects.weather.reading_several import is_weather_side_by_side, of_other_places
from agent.subjects.weather.reading_vmc import is_by_sight_to, is_of_vmc, rest_of_today
from agent.subjects.weather.reading_way import of_another_way, of_one_end, of_the_whole_way
from agent.subjects.weather.reading_wind_in_hand import (
    of_a_limit_beside,
    of_a_wind_and_a_runway,
    of_the_wind_at_another_field,
)
from agent.subjects.weather.reading_winds import (
    fuel_plan,
    of_the_endurance,
    of_the_flight_in_a_wind,
    of_the_fuel,
    of_the_fuel_in_a_wind,
    wind_plan,
    winds_aloft,
)
from agent.weather.waters import load_waters
from tongue import later

__all__ = ["density_altitude", "fuel_plan", "minima", "runway_wind", "wind_plan", "winds_aloft"]


_THEM = re.compile(r"\b(?:above|below|within|inside|outside|under) (?:them|those)\b")


def is_held_against_minima(said: Said) -> bool:
    """ "is EGKB within my limits now": the report, which is compared with them."""
    if said.has("crosswind") or _is_watched(said):
        return False  # told by the runways, or from then on
    of_one = bool(said.spots) and len({said.name(s) for s in said.spots}) == 1
    return (
        of_one
        and not find_limits(said.slots.low)
        and (is_held_against_own(said) or _THEM.search(said.slots.low) is not None)
    )


_IS_VFR_NOW = re.compile(
    r"^\W*(?:(?:so|and|und|et|hey|hi|hello|hallo|moin|salut|bonjour|ok|okay|please|bitte|morning|evening)\W+)*(?:is|are|ist|est-ce)\b(?!.*\b(?:only|nur|seulement|plan|allowed|erlaubt|autorisé)\b)"
    r".*\b(?:vfr|vmc|imc|ifr|mvfr)\b.*\b(?:now|at the moment|currently|today|jetzt|gerade|heute|maintenant|actuellement)\b"
)


def tells_a_wind(said: Said) -> bool:
    """ "Fenland, wind 240 at 15": a wind that is given, and nothing that a report is asked for."""
    told = find_wind(said.slots.text) or find_calm(said.slots.text) or _GUSTS_TOLD.match(said.slots.low)
    if told is None or said.has("metar", "taf") or find_pasted(said.slots.text):
        return False
    return all(_OF_A_WIND.match(said.slots.low[m.start : m.end]) for m in said.all_of("weather"))


_GUSTS_TOLD = re.compile(
    r"\W*(?:(?:and|with|in|und|mit|et|avec)\s+)*(?:gust\w*|b[öo]en?|rafales?)\s+(?:(?:to|of|up to|bis|von|à|de)\s+)*\d\d\b"
    r"(?!\W*(?:kts?|knots?|knoten|n(?:œ|oe)uds?)?\W{0,3}(?:max|höchstens|at most|au plus))"
)
""" "Böen 24": how the wind blows, behind its mean."""
_OF_A_WIND = re.compile(r"(?:surface )?winds?\b|gust|blowing|vents?\b|rafale|b[öo]e|bodenwind")


_IS_VFR = re.compile(r"\b(?:is|are|ist|est(?:-ce)?)\b[^.?!]{0,12}\b(?:vfr|vmc|imc|ifr|mvfr)\b")


def is_of_the_station(said: Said) -> bool:
    """ "Any weather station near Popham?": its reports, by the stations that send them."""
    return bool(said.spots) and _STATION.search(said.slots.low) is not None


_STATION = re.compile(
    r"\b(?:weather|met|metar|reporting) stations?\b|\bstations? (?:that )?reports?\b|\bwetterstation|\bstations? météo"
)


def is_the_weather_alone(said: Said) -> bool:
    """One place, a word of the weather, and nothing beside: "plafond à Rennes ?", "last observation at Prestwick".

    The place may be in hand: "il fait quel temps ?".
    """
    slots = said.slots
    of_here = not slots.spots and _QUEL_TEMPS.search(slots.low) is not None and _is_weather_alone(said)
    aloft = slots.of("level") or any(q.unit == "ft" for q in slots.of("length"))  # "wind 2000 ft Kendal tonight"
    if not (of_here or _is_one_place_and_weather(said)) or aloft or "outlook" in said.concepts:
        return False
    from_now = read_when(said.again()).get("time", "")
    lasts = slots.of("duration") and not str(from_now).startswith("+")  # "dans deux heures" is an hour
    return not (_is_far(said) or lasts or slots.of("days"))


def _is_far(said: Said) -> bool:
    """Further off than reports tell of."""
    return any(d.when > said.today + timedelta(days=1) for d in said.slots.days)


def is_the_weather_of_a_day_ahead(said: Said) -> bool:
    """ "Wind Sylt Samstag Nachmittag": one place, a word of the weather, and a day that only the models know."""
    lone = _is_one_place_and_weather(said) and not (said.slots.of("level") or said.slots.of("duration"))
    return lone and _is_far(said) and not said.concepts & {"metar", "taf", "crosswind"}


_DRAWN_DAY = re.compile(r"\b(?:strips?|meteograms?|meteogramm\w*|météogrammes?|meteogrammes?)\b")
_DRAWN_WEATHER = re.compile(
    r"\b(?:weather|wx|met|wetter|sky|cloud)[ -]?(?:map|chart|picture|karte|bild)\w*\b|\b(?:map|chart|picture|karte|carte) (?:of|with|showing|mit|avec) (?:the |dem |das |la |le )?(?:weather|wx|wetter|météo)\b|"
    r"\b(?:carte|image) (?:de la |de )?(?:météo|meteo|temps)\b|\b(?:wetterkarte|wetterbild)\b"
)
_OF_A_STRIP_OF_GRASS = frozenset(
    ("hours", "fuel", "fee", "food", "customs", "notice", "lights", "surface", "length", "night", "rules", "phone")
)


def is_of_the_drawn_day(said: Said) -> bool:
    """ "Sat strip for EGKB", "weather map of Redhill": the picture of a place's day, no strip of grass."""
    places = {said.name(s) for s in said.spots}
    if len(places) != 1 or said.concepts & _OF_A_STRIP_OF_GRASS:
        return False
    low = said.slots.low
    drawn = _DRAWN_DAY.search(low) and (said.slots.days or _is_weekend(said) or said.has("weather", "outlook"))
    return bool(drawn or _DRAWN_WEATHER.search(low))


_SET_SIDE_BY_SIDE = re.compile(
    r"\b(?:compar\w+|vergleich\w*|better|best day|which (?:day|one)|besser\w*|lieber|welcher tag|mieux|meilleur\w*|plutôt|quel jour)\b"
)


_OR = re.compile(r"\W*(?:or|oder|ou|vs\.?|versus)\W*(?:on |rather |better |lieber |eher |plutôt |am |le )*")


def is_of_two_days(said: Said) -> bool:
    """ "Compare Saturday and Sunday for Elstree to Alderney": the weather of both, at each place."""
    if len(said.slots.days) != 2 or not said.spots:
        return False
    first, second = said.slots.days
    either = _OR.fullmatch(said.slots.low[first.end : second.start])
    if either is None and _SET_SIDE_BY_SIDE.search(said.slots.low) is None:
        return False
    return not said.concepts & (_NOT_OF_WEATHER | {"notam", "crosswind", "metar", "taf"})


def _is_weekend(said: Said) -> bool:
    return any(q.unit == "weekend" for q in said.slots.of("days"))


def is_of_the_drawn_way(said: Said) -> bool:
    """ "Weather map EGKB to LFAT": the chart of a flight, which its brief draws."""
    start, end = said.again().ends()
    return bool(start and end) and _DRAWN_WEATHER.search(said.slots.low) is not None


def is_the_weather_in_days(said: Said) -> bool:
    """ "Wetter in Kassel in 4 Tagen"."""
    return _is_one_place_and_weather(said) and days_from_now(said) is not None


def _is_one_place_and_weather(said: Said) -> bool:
    one = len({said.name(s) for s in said.slots.spots}) == 1 or water_alone(said) is not None
    return one and _is_weather_alone(said)


def _water(said: Said) -> tuple[str, int, int] | None:
    return load_waters(said.deps.settings.data).find(said.slots.low)


def _is_weather_alone(said: Said) -> bool:
    slots, told = said.slots, said.all_of("weather", "metar", "taf")
    if not told or not _are_areas(said):
        return False
    known = [(s.start, s.end) for s in (*slots.spots, *slots.quantities, *slots.days, *told)]
    known += [water[1:]] if (water := _water(said)) is not None else []
    known += [hours] if (hours := stretch_span(said)) is not None else []
    return are_all_beside(said, known)


def _are_areas(said: Said) -> bool:
    """Whether what is named as a country is one that the map of places has: Wales, not all of France."""
    named = [s for s in said.slots.spots if s.kind == "country"]
    held = [*((s.start, s.end) for s in named), *([water[1:]] if (water := _water(said)) else [])]
    whole = [c for c in said.slots.countries if not any(a < c.end and c.start < b for a, b in held)]
    return not whole and all(said.deps.places.is_area(s.name) for s in named)


_QUEL_TEMPS = re.compile(r"\b(?:fai[ts]|fera)\b.*\bquel temps\b|\bquel temps\b.*\b(?:fai[ts]|fera)\b")


def is_of_a_way_of_several(said: Said) -> bool:
    """ "Wetter auf der Strecke Kassel - Erfurt - Jena": more than two places, the weather of each."""
    places = {said.name(s) for s in said.spots}
    return len(places) > 2 and _ON_THE_WAY.search(said.slots.low) is not None


_ON_THE_WAY = re.compile(
    r"\b(?:weather|wx|met|conditions|wetter|météo|meteo|temps)\b.{0,15}\b(?:on the (?:way|route)|en ?route|along|auf der (?:strecke|route)|unterwegs|entlang|sur (?:la route|le trajet|le parcours)|(?:from|between|von|zwischen|de|entre))\b"
)


def is_of_the_category(said: Said) -> bool:
    """ "Flight category at EGKB", "is it VFR at EGKB now?": the report, and what visual flight asks for."""
    return (
        said.has("flight_category") or bool(said.spots and _IS_VFR_NOW.search(said.slots.low)) or is_of_vmc(said)
    )


def _is_today(said: Said) -> bool:
    """The hours ahead are a TAF's before they are the models'."""
    return said.day() == said.today.isoformat() and len(said.slots.days) < 2


@reads(
    "get_weather",
    ("places", "report"),
    leans=("day",),
    named=("metar", "taf", "weather"),
    claims=lambda said: (
        not said.all_of("watch")
        and not is_told_when(said)
        and (
            is_held_against_minima(said)
            or is_for_a_place(said)
            or is_of_the_category(said)
            or (is_asked_whether_enough(said) and not is_bound_for(said))
            or is_of_the_station(said)
            or is_of_a_way_of_several(said)
            or is_the_weather_alone(said)
            or is_the_place_now(said)
            or (is_how_it_looks(said) and not _is_far(said))
            or (is_weather_side_by_side(said) and not _is_far(said))
            or is_how_long_it_lasts(said)
            or is_of_the_air_at_a_height(said)
            or is_between_two_hours(said)
            or is_of_a_pass(said)
            or is_of_frost(said)
            or (is_of_places_listed(said) and _is_today(said))
            or is_of_a_picture(said, PICTURE)
            or is_which_of_two_now(said)
            or of_what_several_have(said) is not None
            or (is_of_how_strong(said) and not _is_far(said))
            or (
                find_pasted(said.slots.text) is not None
                and not is_of_its_runways(said)
                and not is_of_its_air(said)
            )
        )
    ),
    unless=tells_a_wind,
    called=later("Weather"),
    calm=is_the_weather_alone,
    at_home=("metar", "taf", "weather", "flight_category"),
)
def weather(said: Said) -> Given:
    """The fields, whether a METAR or a TAF is asked for, and for when."""
    if (pasted := find_pasted(said.slots.text)) is not None:
        given = {"report": pasted.report} | read_when(said, but=(pasted.start, pasted.end))
        if not any(d.start < pasted.start or d.start >= pasted.end for d in said.slots.days):
            given.pop("day", None)  # "14/02" are temperatures
        given |= {"held": True} if is_held_against_own(said) else {}
        given |= {"changes": True} if _CHANGES.search(said.slots.low[pasted.end :] or said.slots.low) else {}
        given |= _category(said) if said.has("flight_category") or _IS_VFR.search(said.slots.low) else {}
        said.take_all()
        return given
    said = without_limits(said)
    given = read_places(said)
    if (windy := place_of_a_local_wind(said)) is not None:
        said.take(said.spots)
        given["places"] = [windy]
    metar, taf = said.has("metar"), said.has("taf")
    metar, taf = (metar and said.wanted("metar") is not False), (taf and said.wanted("taf") is not False)
    held = {kind for kind in ("metar", "taf") if _is_held(said, kind)}
    metar, taf = metar and not (taf and "metar" in held), taf and not (metar and "taf" in held)
    if not metar and not taf and _REPORTED_NOW.search(said.slots.low):
        metar = True
    of_both = taf and _NOW.search(said.slots.low) and read_elements(said)  # "TAF LIPZ und Wind jetzt"
    if metar is not taf and not of_both:
        given["kind"] = "metar" if metar else "taf"
    places = given.get("places")
    known = {str(place).upper() for place in places} if isinstance(places, list) else set[str]()
    odd: list[JsonValue] = [code for code in _UNKNOWN_CODE.findall(said.slots.text) if code not in known]
    if odd and not any(said.slots.text[s.start : s.end] in odd for s in said.spots):
        given["places"] = [*odd, *(places if isinstance(places, list) else [])]
    if listed := names_in_a_list(said):
        given["places"] = [
            *(known_places if isinstance(known_places := given.get("places"), list) else []),
            *listed,
        ]
    if is_of_the_category(said) or _IS_VFR.search(said.slots.low):
        given |= _category(said)
        given |= rest_of_today(said) if "vmc" in given else {}
    elif is_asked_whether_enough(said):
        given |= rest_of_today(said) or {"verdict": True}
        said.used.update(filter(None, [judgement_asked(said.slots.low)]))
    if is_held_against_own(said):
        given["held"] = True
    if (qfe := _QFE.search(said.slots.low)) is not None:
        said.used.add(qfe.span())
        given |= {"qfe": True, "kind": "metar"}
    given |= read_hazards(said) | read_elements(said)
    if (held := of_what_several_have(said)) is not None:
        given["elements"] = [held]
        given |= {"weighed": True} if len({said.name(s) for s in said.spots}) > 1 else {}
    if "vmc" in given and given.get("kind") == "metar":
        del given["kind"]  # where no report is made, the models tell of it
    of_vfr = "verdict" in given and _VFR.search(said.slots.low)
    if (of_vfr or "vmc" in given) and not given.keys() & {"elements", "hazards"}:
        given["elements"] = ["visibility", "cloud"]  # what VFR is decided by
    if is_how_long_it_lasts(said):
        said.take([*said.slots.of("length"), *said.slots.of("distance"), *said.all_of("hours")])
    if (each_own := _each_at_its_time(said)) is not None:
        return {**given, **each_own}
    if compared := each_hour(said, _first_place(given) or said.home, said.day()):
        return {**given, **read_when(said, time=False), **compared}
    given |= {**read_when(said), **read_stretch_of_hours(said)}
    if until := read_until(said):
        given = {**{name: value for name, value in given.items() if name != "time"}, **until}
    elif "time" not in given and (hour := bare_hour(said) or _small_hour(said)) is not None:
        given["time"] = hour
    return given | weighed(said, given)


_A_CLOCK = re.compile(r"\b\d{1,2} ?(?:h(?:\d\d)?|uhr|heures?|z|am|pm|o'clock)\b|\b\d{1,2}:\d\d\b")


def _first_place(given: Given) -> str | None:
    places = given.get("places")
    return str(places[0]) if isinstance(places, list) and places else None


def _category(said: Said) -> Given:
    """A flight category by its name, which is not told; else whether it is VMC, which stands beside the minima."""
    return {"category": True} if _CATEGORY.search(said.slots.low) else {"vmc": True}


_CATEGORY = re.compile(r"\b(?:categor\w*|catégorie|kategorie|\w+kategorie|l?mvfr|lifr|marginal vfr)\b")
_QFE = re.compile(r"\bqfe\b")
_VFR = re.compile(r"\b(?:vfr|vmc|sichtflug|à vue)\b")


def _small_hour(said: Said) -> str | None:
    """ "At EGKK at 13": behind the place."""
    last = max((spot.end for spot in said.spots), default=None)
    return bare_clock(said.slots.low[last:]) if last is not None else None


_CHANGES = re.compile(
    r"\b(?:when|how long|until when|later|wann|bis wann|wie lange|später|quand|jusqu'à quand|plus tard|combien de temps)\b|\bwill (?:it|this|that)\b|\bwird (?:es|das)\b"
)
_TO_ITS_TIME = re.compile(r"\s*,?\s*(?:at|um|à|for|on|on the|@|gegen|vers|around)?\s*")


def _each_at_its_time(said: Said) -> Given | None:
    """ "EGKB at 10 and LFAT at 12": several places, behind each its own time of day."""
    at: list[tuple[str, str]] = []
    for spot in said.spots:
        behind = (c for c in said.clocks() if c.start > spot.end)
        own = next((c for c in behind if _TO_ITS_TIME.fullmatch(said.slots.low[spot.end : c.start])), None)
        time = said.clock(own, spot.name) if own else None
        if time is None:
            return None
        at.append((said.name(spot), time))
    if len(at) < 2:
        return None
    (first, time), *others = at
    day = said.day() if said.slots.days else None
    beside: list[JsonValue] = [{"places": [place], "time": hour} for place, hour in others]
    return {"places": [first], "time": time, **({"day": day} if day else {}), "beside": beside}


_UNKNOWN_CODE = re.compile(
    r"(?:\b(?i:metars?|tafs?|wx|sigmets?|notams?)(?: (?i:for|at|of|pour|de|für|von))? )([A-Z]{4})(?![\w/])"
)
"""What stands where a station's code is expected: one that is not known is told so."""
_HELD = re.compile(
    r"\b(?:(?:i|we)(?:['’]ve| have) (?:already )?got|(?:i|we) already have|(?:i|we)['’]ve already got|j['’]ai (?:déjà )?(?:le|la|les)|j['’]ai déjà|(?:on|nous) (?:a|avons) déjà|"
    r"(?:ich|wir) hab(?:e|en)? (?:schon|bereits|ja)|hab(?:e|en)? (?:ich|wir) (?:schon|bereits)|schon)\s+(?:the |my |those |den |das |die |le |la |les )?$"
)
""" "I've got the METAR": not asked."""


_HELD_BEHIND = re.compile(
    r"\s*,?\s*(?:hab(?:e|en)? (?:ich|wir) (?:schon|bereits|ja)|(?:i|we)['’]ve (?:already )?got|(?:i|we) (?:already )?have\b|je (?:l['’]ai|les ai)|(?:on|nous) (?:l['’]a|les a|les avons))"
)


def _is_held(said: Said, kind: str) -> bool:
    low = said.slots.low
    return any(_HELD.search(low[: m.start]) or _HELD_BEHIND.match(low, m.end) for m in said.all_of(kind))


_REPORTED_NOW = re.compile(
    r"\b(?:ceilings?|surface wind|actual|latest report|weather report|observed|reported|qnh|base)\b.*\b(?:right now|just now|at the moment|now|currently)\b|"
    r"\b(?:weather report|surface wind|latest observation)\b"
)
"""What only a report can answer."""


_CEILING = re.compile(r"\b(?:ceilings?|clouds?|cloud ?base|base|wolken\w*|\w*untergrenze|plafond|nuages)\b")


def is_of_the_freezing_level(said: Said) -> bool:
    """Only the models tell it, of today too."""
    low = said.slots.low
    limits = find_limits(low).keys() - ({"ceiling_ft"} if not _CEILING.search(low) else set[str]())
    return said.has("freezing_level") and not limits and len(said.spots) <= 2  # "at 5,000 ft" alone is no ceiling


def is_of_the_freezing_level_alone(said: Said) -> bool:
    """ "Where's the freezing level above Geneva", and nothing of ice on the wings."""
    known = [(s.start, s.end) for s in (*said.spots, *said.slots.days, *said.all_of("freezing_level"))]
    return is_of_the_freezing_level(said) and are_all_beside(said, known)


@reads(
    "get_outlook",
    leans=("places", "day"),
    claims=lambda said: (
        is_of_the_freezing_level(said)
        or is_the_weather_in_days(said)
        or is_the_weather_of_a_day_ahead(said)
        or (is_how_it_looks(said) and _is_far(said))
        or (is_weather_side_by_side(said) and _is_far(said))
        or is_of_the_drawn_day(said)
        or is_of_two_days(said)
        or is_of_two_places(said)
        or (is_of_places_listed(said) and not _is_today(said))
        or (is_of_how_strong(said) and _is_far(said))
    ),
    called=later("Outlook"),
    calm=lambda said: is_of_the_freezing_level_alone(said) or is_the_weather_of_a_day_ahead(said),
)
def outlook(said: Said) -> Given:
    """Where, and for which day or days."""
    drawn = is_of_the_drawn_day(said)
    given = {**read_places(said), **read_stretch(said), **read_hazards(said), **read_elements(said)}
    if drawn:
        said.take(said.all_of("runway", "weather"))
        return given
    if (
        is_of_two_days(said)
        or is_of_two_places(said)
        or is_of_places_listed(said)
        or is_weather_side_by_side(said)
    ):
        said.take(said.spots)
        every: list[JsonValue] = [*dict.fromkeys(said.name(s) for s in said.spots)]
        told = Given({**given, "places": every, **_part(said)})
        return told | weighed(said, told)
    is_now = "places" in given or _NOW.search(said.slots.low)
    if "day" not in given and is_now and said.has("freezing_level"):
        given["day"] = said.today.isoformat()
    return given | _part(said)


def _part(said: Said) -> Given:
    """ "Thursday afternoon": that half of the day alone; an evening by its middle; "about ten": that hour."""
    if parts_of_day(said) > 1:
        return {}  # "better in the morning or the afternoon": both
    if not (told := read_stretch_of_hours(said)):
        hour = read_when(said).get("time") or bare_hour(said)
        return {"time": hour} if hour else {}
    first, last = (int(str(told[name])[:2]) for name in ("time", "until"))
    halves: dict[tuple[int, int], Given] = {(8, 12): {"part": "morning"}, (12, 17): {"part": "afternoon"}}
    return halves.get((first, last), {"time": f"{(first + last) // 2:02d}:00"})


_NOW = re.compile(r"\b(?:now|currently|at the moment|jetzt|gerade|momentan|maintenant|actuellement)\b")


_STORMS = re.compile(r"\b(?:thunder\w*|t-?storms?|cbs?|lightning|gewitter\w*|orages?|orageux)\b")
"""Asked of a day ahead they are the brief's; of now a SIGMET's."""


def is_of_the_air_on_the_way(said: Said) -> bool:
    """Icing or turbulence between two places: what the day's brief has of it, and no list of fields."""
    spots = said.spots
    other = [c for c in said.slots.countries if not any(s.start < c.end and c.start < s.end for s in spots)]
    low = said.slots.low
    ahead = bool(said.slots.days) or bool(_PART_OF_TODAY.search(low))
    asked = IN_THE_AIR.search(low) or (ahead and _STORMS.search(low))
    if not asked or other:  # Guernsey is a place to fly to as well as a country
        return False
    if said.concepts & {"sigmet", "notam", "taf", "metar"} or len({said.name(spot) for spot in said.spots}) != 2:
        return False
    start, end = said.ends()
    return bool(start and end)


_PART_OF_TODAY = re.compile(
    r"\bthis (?:morning|afternoon|evening)\b|\btonight\b|\bcet?te? (?:apr[èe]s[ -]?midi|matin|nuit)\b|\bce (?:matin|soir)\b|\bheute\b"
)
_TO_A_PLACE = re.compile(r"\b(?:to|nach|vers|jusqu'à)\s+$")


def is_of_a_local_flight(said: Said) -> bool:
    """A flight around the home base, or one field, on a day or at an hour: no fuel, food or rule is asked of it."""
    if (
        not any(m.concept == "local_flight" for m in said.mentions)
        or said.slots.countries
        or len(_fields_beside(said)) > 1
        or any(_TO_A_PLACE.search(said.slots.low[: spot.start]) for spot in said.spots)
    ):
        return False
    when = bool(said.slots.days or said.clocks()) or said.has("weather", "brief")
    return when and bool(said.home or _fields_beside(said)) and not said.concepts & _NOT_OF_WEATHER


_NOT_OF_WEATHER = frozenset(
    ("fuel", "food", "fee", "customs", "rules", "flight_plan", "licence", "gar", "deadline", "hotel")
)


def _fields_beside(said: Said) -> list[str]:
    """The places but for what only says that the flight stays: "round the patch" is no Patsch."""
    local = [(m.start, m.end) for m in said.mentions if m.concept == "local_flight"]
    return [said.name(s) for s in said.spots if not any(a < s.end and s.start < b for a, b in local)]


def is_asked_of_a_flight(said: Said) -> bool:
    """ "Will it go on Saturday to Straubing from Příbram?": the day's weather for a flight, and no papers."""
    low = said.slots.low
    asked = (said.has("brief") and _WHETHER.search(low)) or _HOW_IT_LOOKS.search(low)
    asked = asked or (said.has("weather") and _IS_IT_FINE.search(low))
    if not (asked and said.slots.days) or peoples(said.slots.countries, low):
        return False  # "an Indian aboard, is that ok": of the passport
    places = [spot for spot in said.spots if spot.kind != "here"]
    bound = (len(places) == 1 and places[0].role == "to") or is_bound_for(said)
    flown = len(said.spots) >= 2 or (bound and not said.slots.countries)
    return flown and not said.has("customs", "gar", "flight_plan", "notice", "gendec", "both_ways")


def is_bound_for(said: Said) -> bool:
    """ "Ça passe demain pour Cannes ?" from home: one place that one flies to, and whether that will do."""
    low, places = said.slots.low, [spot for spot in said.spots if spot.kind != "here"]
    asked = (said.has("brief") and _WHETHER.search(low)) or _IS_IT_FINE.search(low)
    return bool(said.home and asked and len(places) == 1 and _FOR_IT.search(low[: places[0].start]))


_IS_IT_FINE = re.compile(
    r"\b(?:is|will|would|ist|wird|est-ce|c['’]est|ce sera) (?:it|that|es|das|que c['’]est)?\s*(?:be |going to be )?(?:ok|okay|fine|any good|doable|good enough|gut genug|in ordnung|bon|jouable)\b"
)
_FOR_IT = re.compile(r"\b(?:for|pour|für|vers|nach)\s+$")


def is_of_the_way_between(said: Said) -> bool:
    """ "What's the wx doing between Haverfordwest and the Isle of Man Thursday": the day of that way."""
    names = {said.name(s) for s in said.spots}
    if len(names) > 2 or said.has("metar", "taf", "notam"):
        return False
    start, end = said.again().ends()
    if not (start and end and start != end):
        return False
    low = said.slots.low
    return _ALONG.search(low) is not None or bool(said.slots.days and _BETWEEN_THEM.search(low))


_ALONG = re.compile(
    r"\b(?:weather|wx|conditions|clouds?|visibility|wetter|sicht|m[ée]t[ée]o|temps)\b[^.?!]{0,20}\b(?:along|on the (?:way|route)|en ?route|"
    r"auf (?:der|dem) (?:strecke|route|weg|flug)|entlang|unterwegs|sur (?:la route|le trajet|le parcours)|en chemin)\b|"
    r"\ben ?route (?:weather|wx|conditions|clouds?|visibility)\b|\b(?:strecken|routen)wetter\b"
)
""" "Wetter auf der Strecke Schönhagen - Usedom": of the way, not of a place."""
_BETWEEN_THEM = re.compile(
    r"\b(?:weather|wx|conditions|front|clouds?|wetter|m[ée]t[ée]o|temps)\b[^.?!]{0,25}\b(?:between|zwischen|entre)\b|"
    r"\b(?:between|zwischen|entre)\b[^.?!]{0,60}\b(?:weather|wx|conditions|front|wetter|m[ée]t[ée]o)\b"
)


def is_a_briefing(said: Said) -> bool:
    """ "Wetterbriefing Mannheim nach Norderney morgen 9 Uhr": the brief by its name, between two places."""
    start, end = said.again().ends()
    return bool(start and end and _BRIEFING.search(said.slots.low)) and not said.has(
        "customs", "gar", "flight_plan"
    )


_BRIEFING = re.compile(
    r"\b(?:weather|wx|met|wetter|flugwetter)[- ]?(?:brief(?:ing)?|beratung)s?\b|\b(?:dossier|point|briefing) m[ée]t[ée]o\b"
)
_WHETHER = re.compile(
    r"\b(?:will|would) it (?:go|work)\b|\bno[ -]go\b|\bdoable|flyable|(?:weather|wx|wetter|météo|meteo)\b|\b(?:be|is|are|it) (?:still )?(?:ok|okay|fine|any good)\b|"
    r"\bça passe|ca passe|volable|fliegbar|flugbar|geht das\b"
)
_HOW_IT_LOOKS = re.compile(
    r"\bhow(?:'s|’s| is| are| does| do)? (?:it|that|this|things|the day)?\s*(?:all )?(?:look|looking|shaping|shape)\b|"
    r"\bwhat (?:does|do) (?:it|things) look like\b|\bwie (?:schaut|sieht)(?:'s|’s| es| das)? (?:\w+ )*aus\b|"
    r"\b(?:ça|cela) (?:se présente|donne quoi|s'annonce)|\bcomment (?:ça|cela) se présente\b"
)


@reads(
    "get_day_brief",
    "to_location",
    leans=("from_location", "to_location", "day"),
    claims=lambda said: (
        is_for_a_way(said)
        or is_a_briefing(said)
        or is_by_sight_to(said)
        or is_a_brief_by_name(said)
        or is_of_the_air_on_the_way(said)
        or is_of_a_local_flight(said)
        or is_asked_of_a_flight(said)
        or is_of_the_drawn_way(said)
        or is_of_the_way_between(said)
    ),
    called=later("Brief for the day"),
    calm=lambda said: is_of_the_air_on_the_way(said) and bool(said.slots.days or "?" in said.slots.text),
)
def day_brief(said: Said) -> Given:
    """The flight and its day, and when it comes back; around one field it begins and ends there."""
    said = without_limits(said)
    said.take(said.all_of("weather", "metar", "taf"))
    if is_of_a_local_flight(said):
        field = next(iter(_fields_beside(said)), said.home)
        there: Given = {"from_location": field, "to_location": field}
        told = read_there_and_back(said, there)
        clocks = [clock for one in said.clocks() if (clock := said.clock(one))]
        if len(clocks) == 2 and "return_time" not in told and "return_by" not in told:
            told |= {"time": clocks[0], "return_time": clocks[1]}  # "from 14:00 to 16:00"
        elif not clocks and (part := read_stretch_of_hours(said)):
            told |= {"time": part["time"], "return_time": part["until"]}
        return there | {name: value for name, value in told.items() if name != "return_day"}
    ends = read_either_end(said) or read_ends(said)
    knots, craft = said.amount("speed"), said.aircraft()
    flown: Given = {"cruise_speed_kts": round(knots)} if knots and knots >= SLOWEST_FLOWN_KT else {}
    flown |= {"aircraft_type": craft} if craft else {}
    when, hazards = read_there_and_back(said, ends), read_hazards(said)
    if _BY_DAY.search(said.slots.low):
        return {**ends, **when, **flown, **hazards, "by_day": True}
    given = {**ends, **when, **flown, **hazards, **_one_way(said, ends, when, bool(hazards))}
    if ends or given.keys() & {"time", "arrive_by", "return_day", "return_time", "return_by"}:
        return given
    part = read_stretch_of_hours(said.again())  # "tomorrow afternoon?" of the flight in hand
    return given | ({"time": _middle(part)} if part else {})


_BY_DAY = re.compile(
    r"\b(?:back|home|zurück|daheim|heim|zuhause|rentr\w*|retour|revenir)\b[^.?!]{0,25}\b(?:dark|darkness|daylight|night|nightfall|sunset|dunkel\w*|dunkelheit|nacht|tageslicht|hellen|nuit|de jour)\b|"
    r"\b(?:dark|darkness|daylight|night|nightfall|sunset|dunkel\w*|dunkelheit|nacht|tageslicht|nuit)\b[^.?!]{0,20}\b(?:back|home|zurück|daheim|heim|zuhause|rentr\w*|retour)\b"
)
""" "Be home before dark": until when one may leave there is told first."""


def _one_way(said: Said, ends: Given, when: Given, of_the_air: bool) -> Given:
    """Of a flight from one field to another at an hour, or of its icing: nothing tells of a way back."""
    turned = said.all_of("both_ways", "reverse") or is_turned(said.slots.text)
    back = when.keys() & {"return_day", "return_time", "return_by"}
    if turned or back or not (ends.get("from_location") and ends.get("to_location")):
        return {}
    if ends["from_location"] == ends["to_location"]:
        return {}
    part = read_stretch_of_hours(said.again()) if "time" not in when and "arrive_by" not in when else {}
    if part:
        return {"one_way": True, "time": _middle(part)}
    return {"one_way": True} if of_the_air or when.keys() & {"time", "arrive_by"} else {}


def _middle(part: Given) -> str:
    """The hour in the middle of a part of a day."""
    first, last = (int(str(part[name])[:2]) for name in ("time", "until"))
    return f"{(first + last) // 2:02d}:00"


SLOWEST_FLOWN_KT = 50
"""Less is a wind."""


def is_of_the_wave(said: Said) -> bool:
    """ "Mountain wave over Wales": one place and nothing beside; SIGMETs alone tell of it."""
    asked = HAZARDS["mountain_wave"].search(said.slots.low)
    if asked is None or len({said.name(s) for s in said.slots.spots}) != 1 or said.concepts & {"rules", "notam"}:
        return False
    known = [(s.start, s.end) for s in (*said.slots.spots, *said.slots.days, *said.slots.quantities)]
    return are_all_beside(said, [*known, asked.span()], _OF_A_WAVE)


def is_of_ash(said: Said) -> bool:
    """ "Volcanic ash anywhere?", "Vulkanasche über Island?": SIGMETs alone tell of it."""
    return HAZARDS["ash"].search(said.slots.low) is not None and not said.concepts & {"rules", "notam", "food"}


_OF_A_WAVE = keys_of(
    "forecast expected activity prévu prévue prévues vorhergesagt erwartet aktiv much strong behind lee downwind upwind hinter lee derrière sous"
)


@reads(
    "get_sigmets",
    leans=("from_location", "to_location"),
    word="sigmet",
    claims=lambda said: is_of_the_wave(said) or is_of_ash(said),
    called=later("SIGMETs"),
    calm=lambda said: is_of_the_wave(said) or is_of_ash(said),
)
def sigmets(said: Said) -> Given:
    """Along which flight, or around which place, and of what."""
    return {**_warned(said), **read_hazards(said)}


def _warned(said: Said) -> Given:
    start, end = said.ends()
    if start and end:
        return {"from_location": start, "to_location": end}
    if (region := _REGION.search(said.slots.low)) is not None:
        said.used.add(region.span())
        return {"place": said.slots.text[region.start() : region.end()]}
    if end and _TO_IT.search(said.slots.low):
        return {"to_location": end}
    if (water := water_alone(said)) is not None:
        said.used.add(water[1:])
        return {"place": water[0]}
    only = start or end
    if not only and said.spots:
        only = said.name(said.spots[0])  # "over EGKB"
    if not only and (odd := _UNKNOWN_CODE.search(said.slots.text)) is not None:
        return {"place": odd[1]}
    if not only and said.slots.countries:
        named = said.slots.countries[0]
        said.used.add((named.start, named.end))
        only = named.country.name
    return {"place": only} if only else {}


def of_the_sigmets(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "SIGMETs" alone, then "on the way from EGKB to LFAT": where they are meant."""
    bare = last.tool == "get_sigmets" and not last.arguments
    if not bare or not said.spots or said.concepts & _OF_ANOTHER or len(said.slots.words) > _LONGEST_WHERE:
        return None
    where = sigmets(said)
    return ToolCall(tool="get_sigmets", arguments=where) if where else None


_ON_THE_WAY_FROM = re.compile(
    r"\b(?:on the way|on (?:the|my|our) route|en route|enroute|along the (?:way|route)|unterwegs|auf (?:dem|der) (?:weg|strecke)|sur la route|en chemin)\b"
)


def of_the_sigmets_on_the_way(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Any SIGMETs on the way from Sligo" behind the weather of one field: the flight there."""
    places = last.arguments.get("places")
    if last.tool != "get_weather" or not isinstance(places, list) or len(places) != 1:
        return None
    start, end = said.ends()
    if start is None or end is not None or not said.has("sigmet") or said.concepts & _OF_ANOTHER - {"weather"}:
        return None
    if _ON_THE_WAY_FROM.search(said.slots.low) is None:
        return None
    return ToolCall(tool="get_sigmets", arguments={"from_location": start, "to_location": places[0]})


_OF_ANOTHER = frozenset(
    ("notam", "metar", "taf", "weather", "crosswind", "minute_wind", "watch", "brief", "outlook")
)
_LONGEST_WHERE = 9
_TO_IT = re.compile(
    r"\b(?:(?:on|along) (?:the|my|our) way|en route|unterwegs|auf dem weg|sur (?:le|mon) (?:chemin|trajet))\b"
)
_REGION = re.compile(r"\b(?!the |a |this |my |our |which |die |der |la |le |une )[^\W\d_][\w-]+ [fu]ir\b")
""" "London FIR": all of it, not the town."""


def is_of_an_area(said: Said) -> bool:
    """ "Is EG D138 active tomorrow?": what NOTAM and the AIP tell of a danger or restricted area."""
    return bool(_areas_named(said)) and _ACTIVE.search(said.slots.low) is not None


def _areas_named(said: Said) -> list[re.Match[str]]:
    """The areas that are named; "the Jodel is a D120" names a type."""
    found = list(_AREA.finditer(said.slots.text))
    return [area for area in found if len(area[0].split()) > 1 or area["country"] or not said.slots.crafts]


_ACTIVE = re.compile(
    r"\b(?:active|activated|activity|hot|cold|live|open|closed|firing|in use|status|notified|aktiv\w*|scharf|betrieb\w*|offen|acti[fv]\w*|activée?s?|ouverte?|status)\b"
)
_NOTAM_SPELT = re.compile(r"\bavis aux navigat?\w+|\bnotices? to (?:airmen|air ?missions|aviation)\b")


@reads(
    "get_notams",
    ("icao_code", "to_location", "areas"),
    leans=("from_location", "to_location", "day"),
    word="notam",
    claims=lambda said: bool(_NOTAM_SPELT.search(said.slots.low)) or is_of_an_area(said),
    named=("notam",),
    called=later("NOTAMs"),
    at_home=("notam",),
)
def notams(said: Said) -> Given:
    """The airfield, or both ends of a flight, and the areas that are named beside."""
    start, end = said.ends()
    if is_of_an_area(said):
        said.used.update(match.span() for match in _ACTIVE.finditer(said.slots.low))
    areas: list[JsonValue] = []
    for area in _areas_named(said):
        areas.append(area[0].strip())
        said.used.add(area.span())
    beside: Given = {"areas": areas} if areas else {}
    if start and end:
        return {"from_location": start, "to_location": end, **beside, **read_when(said, time=False)}
    odd = _UNKNOWN_CODE.search(said.slots.text)
    code = said.field() or (odd[1] if odd else None)
    if code is not None and any(code in str(area) for area in areas):
        code = None
    return {**({"icao_code": code} if code else {}), **beside, **read_when(said, time=False)}


_AREA = re.compile(
    r"\b(?P<country>E[A-Z]|L[A-Z])?[ -]?(?:[DRP]|TRA|TSA)[ -]?\d{1,3}[A-Z]?\b(?! ?(?:nm|kt|ft|km|m|h|min)\b)"
)
""" "D138", "ED-R 11", "LF R 45": a danger, restricted or prohibited area."""
_ASKED_KINDLY = re.compile(
    r"\W*(?:(?:please|pls|hi|hello|hey|bitte|bonjour|salut|hallo|s'il (?:te|vous) pla[iî]t|stp|svp|can you|could you|would you|will you|kannst du|könntest du|können sie|(?:tu )?peux(?:-tu)?|pouvez-vous|pourrais-tu)\W+)*"
)


def _is_watched(said: Said) -> bool:
    """ "Watch EGTF to LFAT on Thursday, back at 14:00": it begins with what is asked for, and tells a flight's day."""
    low = said.slots.low
    first = _ASKED_KINDLY.match(low)
    begins = any(
        m.start == (first.end() if first else 0) or low[m.start : m.end] == "im auge" for m in said.all_of("watch")
    )
    fields = {said.name(s) for s in said.slots.spots if s.kind in ("code", "iata", "place", "home")}
    return begins and bool(fields) and bool(said.slots.days)


@reads(
    "watch_flight",
    leans=("from_location", "to_location", "day", "time"),
    claims=lambda said: _is_watched(said) or (is_told_when(said) and bool(read_watched_limits(said))),
    called=later("Watch the weather"),
)
def watch(said: Said) -> Given:
    """The flight, its day and its times there and back; of one place, it is where one flies to."""
    said.has("watch")
    limits = read_watched_limits(said)
    given = read_ends(said)
    if "to_location" not in given and "from_location" in given:
        given["to_location"] = given.pop("from_location")
    when = read_there_and_back(said, given)
    height = limits.get("ceiling_ft")
    of_height = isinstance(height, int) and when.get("time") == f"{height // 100:02d}:{height % 100:02d}"
    if of_height and not _A_CLOCK.search(said.slots.low):
        del when["time"]  # "under 2000": a height, and no hour
    return {**given, **when, **limits}


follows(of_the_flight)
goes_on(of_an_own_limit)
goes_on(of_a_runway_there)
goes_on(of_other_places)
goes_on(of_the_report)
goes_on(of_a_pasted_forecast)
goes_on(of_a_pasted_report)
goes_on(of_the_sigmets)
goes_on(of_the_sigmets_on_the_way)
goes_on(of_the_whole_way)
goes_on(of_one_end)
goes_on(of_another_way)
goes_on(of_the_same_wind)
goes_on(of_another_part)
goes_on(of_the_rest)
goes_on(of_the_air_of_a_flight)
goes_on(of_another_hour)
goes_on(of_two_hours)
goes_on(of_a_verdict)
goes_on(of_the_way_turned)
goes_on(of_its_headings)
goes_on(at_its_ground_speed)
goes_on(with_more_ahead)
goes_on(to_the_place_in_hand)
goes_on(of_the_wind_plan)
goes_on(of_a_wind_and_a_runway)
goes_on(of_the_wind_at_another_field)
goes_on(of_a_limit_beside)
goes_on(of_the_wind)
goes_on(of_the_outlook)
goes_on(as_far_as_it_lasts)
goes_on(what_is_left)
goes_on(how_heavy_it_is)
goes_on(of_the_fuel)
goes_on(of_the_endurance)
goes_on(of_the_flight_in_a_wind)
goes_on(of_the_fuel_in_a_wind)
goes_on(of_the_still_air)
goes_on(of_the_minima)
goes_on(of_the_watch)
goes_on(of_another_day_back)
goes_on(of_the_air)
goes_on(of_either)
goes_on(of_the_runway)
