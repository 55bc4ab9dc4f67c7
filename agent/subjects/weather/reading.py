"""Reads questions about weather, wind and light: where, when, with which wind and which figures."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue

from agent.language.said import Said
from agent.language.slots import Spot
from agent.language.winds import find_impossible_wind, find_wind
from agent.language.wording import word_set
from agent.protocol import ToolCall
from agent.registry import follows, reads
from tongue import later

Given = dict[str, JsonValue]


FAR = 2
"""From so many days ahead no TAF reaches, and the models are asked."""


@reads(
    "get_weather",
    "places",
    leans=("day",),
    named=("metar", "taf", "weather"),
    called=later("Weather"),
)
def weather(said: Said) -> Given:
    """The fields, whether a METAR or a TAF is asked for, and for when."""
    given = _places(said)
    metar, taf = said.has("metar"), said.has("taf")
    if not metar and not taf and _REPORTED_NOW.search(said.slots.low):
        metar = True
    if metar is not taf:
        given["kind"] = "metar" if metar else "taf"
    return {**given, **_when(said)}


_REPORTED_NOW = re.compile(
    r"\b(?:ceilings?|surface wind|actual|latest report|weather report|observed|reported|qnh|base)\b.*\b(?:right now|just now|at the moment|now|currently)\b|"
    r"\b(?:weather report|surface wind|latest observation)\b"
)
"""What only a report can answer."""


@reads(
    "get_outlook",
    called=later("Outlook"),
)
def outlook(said: Said) -> Given:
    """Where and for which day, or for the weekend."""
    given = {**_places(said), **_when(said, time=False)}
    if not said.slots.days and _WEEKEND.search(said.slots.low):
        given["day"] = "weekend"
    return given


_WEEKEND = re.compile(r"\b(?<!next )(?:week-?end|wochenende|fin de semaine)\b")


@reads(
    "get_wind_plan",
    "from_location",
    "to_location",
    leans=("day", "cruise_speed_kts"),
    claims=lambda said: _only_a_wind(said) and not _runways_said(said),
    called=later("Times with wind"),
)
def wind_plan(said: Said) -> Given:
    """The flight, its speed, and the wind or the time and level for which to ask it."""
    given = _ends(said) | _when(said)
    if (winds := _WINDS.search(said.slots.text)) is not None:
        given["wind"] = ", ".join(_ONE_WIND.findall(winds[0]))
        said.used.add(winds.span())
        said.take([q for q in said.slots.quantities if q.start < winds.end() and winds.start() < q.end])
    elif (wind := _wind(said)) is not None:
        given["wind"] = wind
    if (level := said.amount("level")) is not None:
        given["level_ft"] = round(level)
    else:
        lengths = [q for q in said.slots.of("length") if q.unit == "ft"]
        if lengths:
            said.take(lengths[:1])
            given["level_ft"] = round(lengths[0].value)
        elif bare := _LEVEL.search(said.slots.text):
            given["level_ft"] = int(re.sub(r"\D", "", bare["n"]))
    if (knots := _airspeed(said)) is not None:
        given["true_airspeed_kts"] = knots
    elif "wind" in given and (bare := _AT_BARE.search(said.slots.text)):
        given["true_airspeed_kts"] = int(bare["n"])
        said.used.add(bare.span())
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


_ONE_WIND = re.compile(r"\b[0-3]\d\d/\d{1,3}\b")
_WINDS = re.compile(r"\b[0-3]\d\d/\d{1,3}(?:\s*(?:,|;|then|dann|puis|und|et|and)\s*[0-3]\d\d/\d{1,3}\b)+")
"""Winds for equal parts of the way, one after the other."""
_LEVEL = re.compile(
    r"\b(?:at|@|level|altitude|in|à|auf|sur|up at)\s+(?P<n>1?\d[,.']?[05]00)\b(?!\s*(?:z\b|utc|local|lt\b|hrs|h\b|uhr|/|m\b))",
    re.IGNORECASE,
)
"""Beside winds a bare figure of hundreds is a level in feet: "winds at 3000"."""
_AIRSPEED = re.compile(
    r"\b(?:at|@|tas|bei|mit|à)\s*(?:about |around )?(?P<n>[4-9]\d|[1-3]\d\d)\s*(?:kts?|knots?|knoten|nœuds|noeuds)\b"
    r"|\b(?P<tas>[4-9]\d|[1-3]\d\d)\s*(?:kts?|knots?)?\s*(?:tas|true airspeed)\b",
    re.IGNORECASE,
)
"""Beside a question about wind a bare figure in knots may be taken for the wind; behind "at" it is the aeroplane's."""


_CRAFT_AT = re.compile(
    r"\b(?:true out|cruise|cruising|planned|plan|flies|flying|does|do|tourne|vole|fliegt?) (?:at |on |à |mit )?(?P<n>[6-9]\d|[12]\d\d)(?P<tas>)\b(?!\s*(?:nm|ft|m\b|miles|%))",
    re.IGNORECASE,
)


_AT_BARE = re.compile(
    r"\b(?:at|@|bei|mit|à)\s+(?P<n>[6-9]\d|1\d\d|2[0-4]\d)\b(?!\s*(?:nm|ft|feet|%|°|[/:.]|h\b|uhr|z\b|utc|deg|grad))",
    re.IGNORECASE,
)
"""Beside a wind that is said a bare figure behind "at" is the aeroplane's: "with 200/30 at 95"."""


def _airspeed(said: Said) -> int | None:
    if (knots := said.amount("speed")) is not None:
        return round(knots)
    match = _AIRSPEED.search(said.slots.text) or _CRAFT_AT.search(said.slots.text)
    if match is None:
        return None
    said.used.add(match.span())
    said.take([q for q in said.slots.quantities if match.start() <= q.start < match.end()])
    return int(match["n"] or match["tas"])


_RUNWAY = re.compile(
    r"\b(?:runway|rwy|rw|piste|bahn|on|auf|sur|en|for|qfu|landing|to)\s*(?:the\s+|la\s+|der\s+|runway\s+)?(?P<n>[0-3]?\d\s?[LRC]?)(?![\w/:.])",
    re.IGNORECASE,
)
_NO_RUNWAY = re.compile(r"\b(?:runway|rwy|piste|bahn)\s*(?P<n>\d{2}[LRC]?)(?![\w/:.])", re.IGNORECASE)
"""A runway that no field has is asked for all the same, so that the answer says so."""
_IN_KNOTS = re.compile(r"\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|gust|g\d|böen?|rafales?)", re.IGNORECASE)
_RUNWAY_ALONE = re.compile(
    r"^\W*(?:and |what about |how about |und |et |ok |or |no |sorry )*(?:for |on |auf |en |sur )?(?:the |der |la )?"
    r"(?P<n>[0-3]?\d\s?[LRC]?)(?:\s*(?:then|instead|please|alors|dann|,.*))?\W*$",
    re.IGNORECASE,
)
""" "what about 28?": a runway where the question is about runways."""
_CORRECTED = re.compile(
    r"\b(?:no,? (?:hang on|wait|sorry)|hang on|sorry|i mean|rather|non|nein|pardon)\b[^.?!]{0,12}?\b(?P<n>[0-3]\d[LRC]?)\b(?![/:.\d])",
    re.IGNORECASE,
)


def _only_a_wind(said: Said) -> bool:
    """ "With 240/20?", "260/18 on 32": nothing is said but a wind, and a runway at most."""
    found = find_wind(said.slots.text)
    if found is None or said.spots:
        return False
    rest = said.slots.text[: found[0]] + " " + said.slots.text[found[1] :]
    return all(word in _BESIDE_A_WIND for word in re.findall(r"[a-zäöüéèà']+", _RUNWAY.sub(" ", rest).lower()))


_BESIDE_A_WIND = word_set(
    """
    and with what about how if the a wind winds is of in it it's at say now then still kt kts knots take assume
    und mit wie ist es bei dann jetzt knoten was et avec vent de du un le à si maintenant nœuds noeuds
    runway rwy piste bahn on auf sur for für pour en crosswind cross seitenwind querwind travers component
    """
)


def _runways_said(said: Said) -> bool:
    text = said.slots.text
    found = find_wind(text)
    rest = text[: found[0]] + " " + text[found[1] :] if found else text
    return bool(_RUNWAY.search(rest)) or "crosswind" in said.concepts


_ACROSS = re.compile(
    r"\b(?:cross[- ]?winds?|x-?winds?|xw|seitenwind\w*|querwind\w*|vents? (?:de travers|traversiers?))\b"
)


@reads(
    "get_runway_wind",
    ("icao_code", "runway"),
    claims=lambda said: _only_a_wind(said) and _runways_said(said),
    named=("crosswind",),
    called=later("Wind on the runways"),
)
def runway_wind(said: Said) -> Given:
    """The airfield, the wind when it is said, the runway when it is said."""
    given: Given = {}
    if (code := said.field()) is not None:
        given["icao_code"] = code
    text = said.slots.text
    found = find_wind(text) or find_impossible_wind(text)
    if found is not None:
        start, end, given["wind"] = found
        text = text[:start] + " " * (end - start) + text[end:]
        said.used.add((start, end))
        said.take([q for q in said.slots.quantities if q.start < end and start < q.end])
    for span in (*said.slots.days, *said.clocks()):  # "on 20 December", "for 15:00": no runways
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    named = [m for m in _RUNWAY.finditer(text) if 1 <= int(re.sub(r"\D", "", m["n"])) <= 36]
    named = [m for m in named if not _IN_KNOTS.match(text[m.end() :])]
    named.sort(
        key=lambda m: not _NO_RUNWAY.fullmatch(m[0].strip())
    )  # "limited to 12, runway 23": that which is called one
    corrected = _CORRECTED.search(text)
    if not named and (alone := _RUNWAY_ALONE.match(text)) is not None:
        named = [alone]
    if corrected is not None and named and 1 <= int(re.sub(r"\D", "", corrected["n"])) <= 36:
        named.append(corrected)
    if named:
        match = named[-1 if corrected else 0]
        said.used.add(match.span())
        said.take([q for q in said.slots.quantities if match.start() <= q.start < match.end()])
        given["runway"] = match["n"].replace(" ", "").upper().zfill(2)
    elif none_such := _NO_RUNWAY.search(text):
        given["runway"] = none_such["n"].upper()
    return given if "wind" in given else {**given, **_when(said)}


_QNH = re.compile(r"\b(?:qnh\s*(?:of|is|:|=)?\s*)?(?P<n>9[4-9]\d|10[0-5]\d)\b", re.IGNORECASE)
_DEGREES = re.compile(
    r"(?P<n>(?:minus |-|\+|plus )?\d{1,2}(?:[.,]\d)?)\s?(?:°\s?c?\b|°|degrees?(?: c(?:elsius)?)?|deg\b|c\b|celsius|grad|degr[eé]s?)",
    re.IGNORECASE,
)


@reads("get_density_altitude", ("icao_code", "elevation_ft"), called=later("Density altitude"))
def density_altitude(said: Said) -> Given:
    """The airfield or elevation, temperature and QNH."""
    given: Given = {}
    if (code := said.field()) is not None:
        given["icao_code"] = code
    elif (feet := said.amount("length")) is not None:
        given["elevation_ft"] = round(feet)
    degrees = _degrees(said.slots.text)
    if degrees:
        given["temperature_c"] = degrees[0]
    if dew := _DEW_POINT.search(said.slots.low):
        given["dewpoint_c"] = _signed(dew["n"])
    elif len(degrees) > 1 and re.search(r"dew|taupunkt|ros[ée]e", said.slots.low):
        given["dewpoint_c"] = degrees[1]
    if qnh := _QNH.search(said.slots.text):
        given["qnh_hpa"] = int(qnh["n"])
    elif inches := _INCHES.search(said.slots.text):
        given["qnh_hpa"] = round(float(inches["n"]) * 33.8639)
    return given


_DEW_POINT = re.compile(
    r"(?:dew ?points?|taupunkt|point de ros[ée]e)\s*(?:of|is|von|de|:|=|à|at)?\s*(?P<n>(?:minus |-|\+|plus )?\d{1,2}(?:[.,]\d)?)\b"
)
_INCHES = re.compile(r"\b(?:altimeter|qnh|baro\w*|pressure)?\s*(?P<n>(?:2[89]|3[01])\.\d\d)\b", re.IGNORECASE)
_FAHRENHEIT = re.compile(r"(?P<n>-?\d{1,3})\s?(?:°\s?|degrees? |deg )?(?:f\b|fahrenheit)", re.IGNORECASE)
_BARE_DEGREES = re.compile(
    r"\b(?:oat|temp(?:erature|s)?|temperatur|température|it's|it is|bei|with|avec|mit|par)\s*(?:of|is|:|=|von|de|about|around|um)?\s*(?P<n>(?:minus |-|\+|plus )?\d{1,2}(?:[.,]\d)?)\b(?!\s*(?:kt|kn|/|:|%|h\b|nm|ft|m\b|people))|"
    r"\b(?:at|à|auf)\s+(?P<a>(?:minus |-|\+|plus )?\d{1,2})(?=\s*(?:$|[?!.;]|,(?!\d)))|"
    r"(?<![\w/])(?P<s>[+-]\d{1,2})\b(?!\s*(?:kt|kn|nm|h\b))|"
    r"(?<![\w/])(?P<d>\d{1,2})(?=,?\s*(?:and |mit |und |et )?(?:dew|taupunkt|point de ros))",
    re.IGNORECASE,
)


def _degrees(text: str) -> list[float]:
    """Temperatures in °C: with their unit, in Fahrenheit, or bare behind "OAT" and a sign."""
    if found := _FAHRENHEIT.findall(text):
        return [round((float(n) - 32) / 1.8) for n in found]
    if found := [_signed(m["n"]) for m in _DEGREES.finditer(text)]:
        return found
    return [_signed(m["n"] or m["a"] or m["s"] or m["d"]) for m in _BARE_DEGREES.finditer(text)]


def _signed(text: str) -> float:
    low = text.lower().replace("minus ", "-").replace("plus ", "").replace("+", "").replace(",", ".")
    value = float(low)
    return int(value) if value == int(value) else value


@reads(
    "get_day_brief",
    "to_location",
    leans=("from_location", "to_location", "day"),
    called=later("Brief for the day"),
)
def day_brief(said: Said) -> Given:
    """The flight and its day."""
    return {**_ends(said), **_when(said)}


@reads("get_sigmets", leans=("from_location", "to_location"), word="sigmet", called=later("SIGMETs"))
def sigmets(said: Said) -> Given:
    """Along which flight, or around which place."""
    start, end = said.ends()
    if start and end:
        return {"from_location": start, "to_location": end}
    only = start or end
    return {"place": only} if only else {}


@reads(
    "get_notams",
    ("icao_code", "to_location"),
    leans=("from_location", "to_location"),
    word="notam",
    named=("notam",),
    called=later("NOTAMs"),
)
def notams(said: Said) -> Given:
    """The airfield, or both ends of a flight."""
    start, end = said.ends()
    if start and end:
        return {"from_location": start, "to_location": end, **_when(said, time=False)}
    code = said.field()
    return {**({"icao_code": code} if code else {}), **_when(said, time=False)}


_WATCH = re.compile(
    r"\W*(?:ok |and |please |can you |could you |will you |bitte |und |et )*(?:watch|keep an eye on|keep watch\w*|monitor|"
    r"beobachte|überwache|behalte|surveille[rz]?|garde[rz]? un (?:œil|oeil) sur)\b(?! out\b)"
)


@reads(
    "watch_flight",
    leans=("from_location", "to_location", "day"),
    called=later("Watch the weather"),
)
def watch(said: Said) -> Given:
    """The flight and its day."""
    return {**_ends(said), **_when(said)}


_THE_FLIGHT = (
    r"(?:\s+(?:for |of |on |über |für |pour )?"
    r"(?:it|that|this|(?:the|that|this|my) (?:flight|trip|day)|den flug|le vol))?"
)
_LEAD_IN = r"\W*(?:and |und |et |ok |what about |how about |what's |how's |what is |how is |what will |wie |was ist mit |wie ist |quel |quelle est )*(?:the |das |der |die |le |la |any )?"
_WEATHER_OF_IT = re.compile(
    rf"{_LEAD_IN}(?:(?:weather|wx|brief(?:ing)?|wetter|météo|meteo)(?: like| looking| looking like| aus| geben)?|"
    rf"(?:is )?(?:stands )?against my minima|spricht gegen meine minima|contre mes minima|"
    rf"sieht (?:denn )?das wetter(?: dann)? aus|wird das wetter|temps (?:fera-t-il|fait-il|aura-t-on)){_THE_FLIGHT}\W*"
)
_WIND_OF_IT = re.compile(
    rf"{_LEAD_IN}(?:with (?:the )?winds?|winds?(?: aloft| on the way| en route)?|wind unterwegs|mit wind|vent|avec le vent)"
    rf"{_THE_FLIGHT}\W*"
)
_ACROSS_THERE = re.compile(
    rf"{_LEAD_IN}(?:{_ACROSS.pattern})(?: there| dort| là-bas| on arrival| at (?:the )?destination)?\W*"
)
_ON_THE_WAY = re.compile(
    r"\b(?:on the way|en[- ]route|along|route|between|for (?:it|that|the (?:trip|flight))|unterwegs|strecke|en route|"
    r"sur le (?:trajet|chemin)|sur la route)\b"
)


def of_the_flight(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """What is asked of the flight in hand: its weather, wind, warnings, a watch over it; on its own day."""
    start, end = trip.get("from_location") or said.home, trip.get("to_location")
    low = said.slots.low
    if (
        said.slots.spots
        or said.slots.countries
        or said.slots.days
        or said.slots.of("clock")
        or not start
        or not end
    ):
        return None
    if len(said.slots.words) > 10:
        return None
    ends: Given = {"from_location": start, "to_location": end}
    out = {name: trip[kept] for name, kept in (("day", "day"), ("time", "off_block")) if trip.get(kept)}
    home = {n: trip[n] for n in ("return_day",) if trip.get(n) not in (None, "same day")}
    home |= {"return_time": trip["return_off_block"]} if trip.get("return_off_block") else {}
    speeds = {n: trip[n] for n in ("cruise_speed_kts", "aircraft_type") if trip.get(n)}
    if _WATCH.match(low):
        return ToolCall(tool="watch_flight", arguments={**ends, **out, **home, **speeds})
    if _WEATHER_OF_IT.fullmatch(low):
        return ToolCall(tool="get_day_brief", arguments={**ends, **out, **home, **speeds})
    if _ACROSS_THERE.fullmatch(low) and "day" in out:
        return ToolCall(tool="get_runway_wind", arguments={"icao_code": end, "day": out["day"]})
    if _WIND_OF_IT.fullmatch(low):
        return ToolCall(tool="get_wind_plan", arguments={**ends, **out, **speeds})
    if said.has("sigmet"):
        return ToolCall(tool="get_sigmets", arguments=ends)
    if said.has("notam") and _ON_THE_WAY.search(low):
        day = {"day": out["day"]} if "day" in out else {}
        return ToolCall(tool="get_notams", arguments={**ends, **day})
    return None


follows(of_the_flight)


_OWN_MINIMA = re.compile(
    r"^\W*(?:(?:set|change|update|show|keep|these are|what are|setze|zeig|mets|change|montre)\s+)?"
    r"(?:my|meine|mes|own|eigene)\s+(?:own |personal |pers[öo]nlichen? |eigenen? |propres |personnels )?"
    r"(?:weather |wetter|m[ée]t[ée]o )?(?:minima|minimums?|minimas|limits?|limiten|grenzwerte|grenzen|limites?)\b"
)


_MINIMA_ALONE = re.compile(
    r"\W*(?:show |set |change |zeig(?:e)? |montre )?(?:the |die |les )?minim(?:a|ums?|as)\W*"
)


def is_own_minima(said: Said) -> bool:
    """ "my minima: …" in whatever follows, or "minima" alone."""
    return bool(_OWN_MINIMA.search(said.slots.low) or _MINIMA_ALONE.fullmatch(said.slots.low))


@reads("set_minima", claims=is_own_minima, called=later("Your minima"))
def minima(said: Said) -> Given:
    """The pilot's own limits, as far as they are said."""
    given: Given = {}
    low = said.slots.low
    number = r"(?:of |is |at |to |limits? |max |min |minimum |maximum |: ?|= ?)*(?P<n>\d[\d.,]*)\s*(?P<u>km|m\b|ft|feet|kt|kts|knots)?"
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
    if not given:  # "my personal limits are 1500 ft and 5 km": each unit is of one limit alone
        for name, pattern, factor in _BY_UNIT:
            if match := pattern.search(low):
                given[name] = round(float(match["n"].replace(",", ".")) * factor)
    if (margin := _before_night(low)) is not None:
        given["light_margin_minutes"] = margin
    said.take([*said.slots.quantities])
    return given


_BY_UNIT = (
    ("ceiling_ft", re.compile(r"(?P<n>\d{3,5})\s*(?:ft|feet|fuß|pieds)\b"), 1),
    ("visibility_m", re.compile(r"(?P<n>\d+(?:[.,]\d+)?)\s*km\b"), 1000),
    ("crosswind_kt", re.compile(r"(?P<n>\d{1,2})\s*(?:kts?|knots?|knoten|nœuds|noeuds)\b"), 1),
)
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
    r"\b(?:and (?:home|back)|there and back|round trip|return|aller[- ]retour|hin und zurück|retour|et (?:revenir|retour|rentrer)|und zurück)\b"
)


_FIGURE = r"(?P<n>\d+(?:[.,]\d+)?)"
_A_LITRE = r"(?:l|lit(?:er|re)s?|gal(?:lons?|s)?|usg)"
_AN_HOUR = r"(?:(?:/|per|an|a|pro|die|in der|the|à l'|de l'|par|each|l')\s*(?:h\b|hr|hour|stunde|std|heure))"
_BURN = re.compile(rf"{_FIGURE}\s*(?:{_A_LITRE}\s*{_AN_HOUR}|lph\b|l/h\b|gph\b|{_AN_HOUR})")
_BURN_BARE = re.compile(
    rf"\b(?:burn(?:s|ing)?|drinks?|uses?|consum\w+|nimmt|braucht|verbraucht|schluckt|boit|consomme|brûle)\s+(?:about |around |rund |etwa |environ )?{_FIGURE}\b(?!\s*(?:nm|kt|min))"
)
_USABLE_L = re.compile(
    rf"{_FIGURE}\s*{_A_LITRE}(?![\w/])|(?P<n2>\d+(?:[.,]\d+)?)\s*(?:usable|ausfliegbar|utilisables?|on board|aboard|an bord)|"
    r"\b(?:usable(?: fuel)?|usable's|ausfliegbar|nutzbar|utilisables?|tanks?|tank hat|hold|holds)\s*(?:is|are|:|=|sind|of|about|'s)?\s*(?P<n3>\d+(?:[.,]\d+)?)\b"
)
_A_GALLON = 3.785


def _litres(figure: str, in_gallons: bool) -> float:
    value = float(figure.replace(",", ".")) * (_A_GALLON if in_gallons else 1)
    return int(value) if value == int(value) else round(value, 1)


@reads("get_fuel_plan", "from_location", "to_location", called=later("Fuel needed"))
def fuel_plan(said: Said) -> Given:
    """The flight, how much is burnt an hour, and how much there is."""
    given: Given = _ends(said)
    places = said.journey()
    if len(places) == 3 and places[0] == places[2]:
        given = {"from_location": places[0], "to_location": places[1], "return": True}
    low = said.slots.low
    burn = _BURN.search(low) or _BURN_BARE.search(low)
    rest = low if burn is None else low.replace(burn[0], " ")
    usable = _USABLE_L.search(rest)
    in_gallons = bool(re.search(r"\bgal(?:lons?|s)?\b|\bgph\b|\busg\b", low))
    if burn:
        given["burn_lph"] = _litres(burn["n"], in_gallons and not re.search(r"\bl(?:it|/|ph|\b)", burn[0]))
    if usable:
        figure = usable["n"] or usable["n2"] or usable["n3"]
        given["usable_l"] = _litres(figure, in_gallons and not re.search(r"\bl(?:it|\b)", usable[0]))
    knots = said.amount("speed")
    said.take([*said.slots.quantities])
    if said.has("both_ways", "reverse") or _AND_BACK.search(said.slots.low):
        given["return"] = True
    if knots is not None:
        given["true_airspeed_kts"] = round(knots)
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


def _places(said: Said) -> Given:
    """The fields and towns; a region or "here" only where nothing closer is said, none that is only a reason."""
    spots = [s for s in said.spots if not _is_aside(said, s)] or list(said.spots)
    closer = [
        s
        for s in spots
        if s.kind in ("code", "iata", "place")
        and (said.has_field_of_its_own(s) or not said.deps.places.is_area(s.name))
    ]
    if closer:
        closer = [
            s
            for s in spots
            if s in closer or any(s in said.beside(c, spots) or c in said.beside(s, spots) for c in closer)
        ]
    places: list[JsonValue] = [said.name(s) for s in (closer or spots)]
    if not places:
        places = [said.name(s) for s in said.slots.spots]
    said.take(spots)
    return {"places": places} if places else {}


_ASIDE = re.compile(r"\b(?:do (?:me )?for|instead of|not|rather than|statt|au lieu de|pas)\s+$")
_LACKS = re.compile(r"\s*(?:won't|doesn't|does not|hasn't|has no|will not|hat kein|n'a pas)\b")


def _is_aside(said: Said, spot: Spot) -> bool:
    """A place that is named for why another is asked: "that'll do me for Elstree", "Shobdon won't have one"."""
    low = said.slots.low
    if len(said.spots) < 2:
        return False
    return bool(_ASIDE.search(low[: spot.start]) or _LACKS.match(low[spot.end :]))


def _ends(said: Said) -> Given:
    start, end = said.ends()
    return {**({"from_location": start} if start else {}), **({"to_location": end} if end else {})}


def _when(said: Said, *, time: bool = True) -> Given:
    given: Given = {}
    if (day := said.day()) is not None:
        given["day"] = day
    if time and (zulu := _ZULU.search(said.slots.text)):
        given["time"] = f"{zulu['h']}{zulu['m']}Z"
    elif time and said.clocks() and (at := said.clock(said.clocks()[0])):
        given["time"] = at
    return given


_ZULU = re.compile(r"(?<![\w/])(?P<h>[01]\d|2[0-3]):?(?P<m>[0-5]\d)\s?(?:Z|UTC)\b", re.IGNORECASE)
"""An hour as reports write it: not the clock's at the place."""


def _wind(said: Said) -> str | None:
    found = find_wind(said.slots.text) or find_impossible_wind(said.slots.text)
    if found is None:
        return None
    said.used.add((found[0], found[1]))
    said.take([q for q in said.slots.quantities if q.start < found[1] and found[0] < q.end])
    return found[2]
