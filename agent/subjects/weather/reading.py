"""Reads questions about weather, wind and light: where, when, with which wind and which figures."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.said import Said
from agent.language.winds import find_wind
from agent.registry import reads

Given = dict[str, JsonValue]


@reads("get_weather", "places", leans=("day",))
def weather(said: Said) -> Given:
    """The fields, whether a METAR or a TAF is asked for, and for when."""
    given = _places(said)
    metar, taf = said.has("metar"), said.has("taf")
    if metar is not taf:
        given["kind"] = "metar" if metar else "taf"
    return {**given, **_when(said)}


@reads("get_outlook")
def outlook(said: Said) -> Given:
    """Where and for which day."""
    return {**_places(said), **_when(said, time=False)}


@reads("get_wind_plan", "from_location", "to_location", leans=("day",))
def wind_plan(said: Said) -> Given:
    """The flight, its speed, and the wind or the time and level for which to ask it."""
    given = _ends(said) | _when(said)
    if (wind := _wind(said)) is not None:
        given["wind"] = wind
    if (level := said.amount("level")) is not None:
        given["level_ft"] = round(level)
    else:
        lengths = [q for q in said.slots.of("length") if q.unit == "ft"]
        if lengths:
            said.take(lengths[:1])
            given["level_ft"] = round(lengths[0].value)
    if (knots := _airspeed(said)) is not None:
        given["true_airspeed_kts"] = knots
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


_AIRSPEED = re.compile(
    r"\b(?:at|@|tas|bei|mit|à)\s*(?:about |around )?(?P<n>[4-9]\d|[1-3]\d\d)\s*(?:kts?|knots?|knoten|nœuds|noeuds)\b"
    r"|\b(?P<tas>[4-9]\d|[1-3]\d\d)\s*(?:kts?|knots?)?\s*(?:tas|true airspeed)\b",
    re.IGNORECASE,
)
"""Beside a question about wind a bare figure in knots may be taken for the wind; behind "at" it is the aeroplane's."""


def _airspeed(said: Said) -> int | None:
    if (knots := said.amount("speed")) is not None:
        return round(knots)
    match = _AIRSPEED.search(said.slots.text)
    if match is None:
        return None
    said.used.add(match.span())
    said.take([q for q in said.slots.quantities if match.start() <= q.start < match.end()])
    return int(match["n"] or match["tas"])


_RUNWAY = re.compile(
    r"\b(?:runway|rwy|rw|piste|bahn|on|auf|sur|for|qfu)\s*(?:the\s+|la\s+|der\s+|runway\s+)?(?P<n>[0-3]?\d\s?[LRC]?)(?![\w/:.])",
    re.IGNORECASE,
)
_NUMBER_OF = re.compile(r"\b(?P<n>[0-3]\d[LRC]?)\b(?!\s*(?:kt|kn|/|:|°|deg|h\b|uhr|nm|min))", re.IGNORECASE)


@reads("get_runway_wind", ("icao_code", "runway"))
def runway_wind(said: Said) -> Given:
    """The airfield, the wind when it is said, the runway when it is said."""
    given: Given = {}
    if (code := said.field()) is not None:
        given["icao_code"] = code
    text = said.slots.text
    found = find_wind(text)
    if found is not None:
        start, end, given["wind"] = found
        text = text[:start] + " " * (end - start) + text[end:]
        said.used.add((start, end))
        said.take([q for q in said.slots.quantities if q.start < end and start < q.end])
    match = _RUNWAY.search(text)
    if match is not None and 1 <= int(re.sub(r"\D", "", match["n"])) <= 36:
        said.used.add(match.span())
        given["runway"] = match["n"].replace(" ", "").upper().zfill(2)
    return given


_QNH = re.compile(r"\b(?:qnh\s*(?:of|is|:|=)?\s*)?(?P<n>9[4-9]\d|10[0-5]\d)\b", re.IGNORECASE)
_DEGREES = re.compile(
    r"(?P<n>(?:minus |-|\+|plus )?\d{1,2}(?:[.,]\d)?)\s?(?:°\s?c?\b|°|degrees?(?: c(?:elsius)?)?|deg\b|c\b|celsius|grad|degr[eé]s?)",
    re.IGNORECASE,
)


@reads("get_density_altitude", ("icao_code", "elevation_ft"))
def density_altitude(said: Said) -> Given:
    """The airfield or elevation, temperature and QNH."""
    given: Given = {}
    if (code := said.field()) is not None:
        given["icao_code"] = code
    elif (feet := said.amount("length")) is not None:
        given["elevation_ft"] = round(feet)
    degrees = [_signed(m["n"]) for m in _DEGREES.finditer(said.slots.text)]
    if degrees:
        given["temperature_c"] = degrees[0]
    if len(degrees) > 1 and re.search(r"dew|taupunkt|ros[ée]e", said.slots.low):
        given["dewpoint_c"] = degrees[1]
    if qnh := _QNH.search(said.slots.text):
        given["qnh_hpa"] = int(qnh["n"])
    return given


def _signed(text: str) -> float:
    low = text.lower().replace("minus ", "-").replace("plus ", "").replace("+", "").replace(",", ".")
    value = float(low)
    return int(value) if value == int(value) else value


@reads("get_day_brief", "to_location", leans=("from_location", "to_location", "day"))
def day_brief(said: Said) -> Given:
    """The flight and its day."""
    return {**_ends(said), **_when(said)}


@reads("get_sigmets", leans=("from_location", "to_location"))
def sigmets(said: Said) -> Given:
    """Along which flight, or around which place."""
    start, end = said.ends()
    if start and end:
        return {"from_location": start, "to_location": end}
    only = start or end
    return {"place": only} if only else {}


@reads("get_notams", "icao_code")
def notams(said: Said) -> Given:
    """The airfield."""
    code = said.field()
    return {**({"icao_code": code} if code else {}), **_when(said, time=False)}


@reads("watch_flight", "to_location", leans=("from_location", "to_location", "day"))
def watch(said: Said) -> Given:
    """The flight and its day."""
    return {**_ends(said), **_when(said, time=False)}


@reads("set_minima")
def minima(said: Said) -> Given:
    """The pilot's own limits, as far as they are said."""
    given: Given = {}
    low = said.slots.low
    number = r"(?:of |is |at |max |min |minimum |maximum |: ?|= ?)*(?P<n>\d[\d.,]*)\s*(?P<u>km|m\b|ft|feet|kt|kts|knots)?"
    for name, words in (
        ("crosswind_kt", r"cross ?winds?(?: component)?|x-?wind|seitenwind|vent de travers|traversier|xwind"),
        ("gust_kt", r"gust(?:ing|s)?(?: to)?|b[öo]en|rafales?"),
        ("ceiling_ft", r"ceilings?|cloud ?base|base|untergrenze|plafond"),
        ("visibility_m", r"vis(?:ibility)?|sicht|visibilit[ée]|viz"),
    ):
        match = re.search(rf"\b(?:{words})\s*{number}", low) or re.search(
            rf"{number}\s*(?:of )?(?:{words})\b", low
        )
        if match:
            value = float(match["n"].rstrip(".,").replace(",", ""))
            if name == "visibility_m" and (match["u"] == "km" or value < 50):
                value *= 1000
            given[name] = round(value)
    if (margin := _before_night(low)) is not None:
        given["light_margin_minutes"] = margin
    said.take([*said.slots.quantities])
    return given


_BEFORE_NIGHT = re.compile(
    r"\b(?P<n>an?|one|half an|two|\d{1,3}|eine|une|zwei|deux)\s*(?P<u>hours?|h|minutes?|mins?|stunden?|minuten|heures?)\s*"
    r"(?:before|vor|avant|prior to)\s*(?:the |la |der )?(?:night|dark|nacht|nuit|sunset|last light)",
)
_COUNTS = {
    "a": 1.0,
    "an": 1.0,
    "one": 1.0,
    "half an": 0.5,
    "two": 2.0,
    "eine": 1.0,
    "une": 1.0,
    "zwei": 2.0,
    "deux": 2.0,
}


def _before_night(low: str) -> int | None:
    match = _BEFORE_NIGHT.search(low)
    if match is None:
        return None
    value = _COUNTS.get(match["n"]) or float(match["n"])
    return round(value if match["u"].startswith("m") else value * 60)


_AND_BACK = re.compile(
    r"\b(?:and (?:home|back)|there and back|round trip|return|aller[- ]retour|hin und zurück|retour)\b"
)
_USABLE = ("usable", "ausfliegbar", "tank", "aboard", "on board", "utilisable", "usables", "capacity", "endurance")


@reads("get_fuel_plan", "from_location", "to_location")
def fuel_plan(said: Said) -> Given:
    """The flight, how much is burnt an hour, and how much there is."""
    given = _ends(said)
    burn = re.search(
        r"(?P<n>\d+(?:[.,]\d+)?)\s*(?:l|lit(?:er|re)s?|liter)\s*(?:/|per|an|a|pro|die|à l'|par|each)\s*(?:h\b|hr|hour|stunde|heure|std)|"
        r"(?P<n2>\d+(?:[.,]\d+)?)\s*lph\b|(?P<g>\d+(?:[.,]\d+)?)\s*(?:gph|gal(?:lons)?(?:/| per | an )h(?:ou)?r?)",
        said.slots.low,
    )
    if burn:
        value = float((burn["n"] or burn["n2"] or burn["g"]).replace(",", "."))
        given["burn_lph"] = (
            round(value * 3.785, 1) if burn["g"] else (int(value) if value == int(value) else value)
        )
    rest = said.slots.low if burn is None else said.slots.low.replace(burn[0], " ")
    usable = re.search(
        r"(?P<n>\d+(?:[.,]\d+)?)\s*(?:l\b|lit(?:er|re)s?)|(?P<n2>\d+)\s*(?:usable|ausfliegbar)", rest
    )
    if usable:
        value = float((usable["n"] or usable["n2"]).replace(",", "."))
        given["usable_l"] = int(value) if value == int(value) else value
    if said.has("both_ways", "reverse") or _AND_BACK.search(said.slots.low):
        given["return"] = True
    if (knots := said.amount("speed")) is not None:
        given["true_airspeed_kts"] = round(knots)
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


def _places(said: Said) -> Given:
    places: list[JsonValue] = [said.name(s) for s in said.spots]
    if not places:
        places = [said.name(s) for s in said.slots.spots]
    return {"places": places} if places else {}


def _ends(said: Said) -> Given:
    start, end = said.ends()
    return {**({"from_location": start} if start else {}), **({"to_location": end} if end else {})}


def _when(said: Said, *, time: bool = True) -> Given:
    given: Given = {}
    if (day := said.day()) is not None:
        given["day"] = day
    if time and said.clocks() and (at := said.clock(said.clocks()[0])):
        given["time"] = at
    return given


def _wind(said: Said) -> str | None:
    found = find_wind(said.slots.text)
    if found is None:
        return None
    said.used.add((found[0], found[1]))
    said.take([q for q in said.slots.quantities if q.start < found[1] and found[0] < q.end])
    return found[2]
