"""Another wind and another runway in one message, of the runways in hand: "and 250/20G30 on 03?"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.limits import find_limits, mean_and_gust
from agent.language.number_words import in_digits
from agent.language.runways_said import find_bare_runway, find_runway
from agent.language.said import Said
from agent.language.winds import find_mean_and_gust, find_more, find_sector, find_strength, find_turn, find_wind
from agent.protocol import ToolCall

_LONGEST = 14
_FROM_ANOTHER = re.compile(
    r"\b(?:if|when|suppose|say|make|but|wenn|falls|si|bei)\s+(?:(?:it|the wind|er|es|der wind|il|le vent)(?:['’]?s)?\s+)?"
    r"(?:(?:is|was|were|came|comes|ist|käme|kommt|est|vient|blows|blew|veer(?:s|ed)|back(?:s|ed)|turn(?:s|ed)|shift(?:s|ed)|swings|swung|goes|went|moves|"
    r"weht|bläst|dreht|springt|souffle|soufflait|tourne|tournait|passe|vire|vient|round|around|from|at|to|aus|auf|von|du|de|au|à|vers)\s+)*(?P<from>[0-3]\d\d)\b"
    r"(?!\s*(?:°\s*)?(?:/|kt|ft|feet|m\b|met|nm|km|l\b|lit|at\b|g\d|gust|\.\d|:))"
)
""" "And the crosswind if its 320?": the wind in hand from another direction."""
_TOLD_WIND = re.compile(r"(?P<from>\d{3})° (?P<kt>\d+) kt(?: [^\W\d]+ (?P<gust>\d+))?")
_GUSTS_OF = re.compile(
    r"\b(?:gust(?:s|ing|ed|y)?|b[öo]e[nr]?|böig|rafales?|souffle en rafales) (?:it |er |es )?(?:of |to |up to |at |hits |reach(?:es)? |are |von |bis |auf |bis auf |à |a |de |mit |jusqu['’]à )?(?P<n>\d{2})\b(?!\s*(?:z|utc|:|%))"
    r"|\b(?:auf|bis|mit|bei) (?:zu )?(?P<behind>\d{2})\s*(?:kts?|kn|knoten)?\s+(?:b(?:ö|oe)t|böig|in (?:den |einer )?b(?:ö|oe)en?)\b"
    r"|\b(?P<ahead>\d{2})\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)?\s+(?:in (?:the )?gusts?|en rafales?|in b(?:ö|oe)en)\b"
    r"|\bb(?:ö|oe)t (?:es |er )?(?:auf |bis |mit |bis auf )?(?P<verb>\d{2})\b"
)


def told_wind(answer: str) -> str | None:
    """The one wind with which an answer began, as it is said: "240/18G28"."""
    found = _TOLD_WIND.search("\n".join(answer.split("\n")[:2]))  # the runway into it may stand before it
    if found is None:
        return None
    return f"{found['from']}/{int(found['kt']):02d}" + (f"G{found['gust']}" if found["gust"] else "")


def stronger_by(strength: str, knots: int) -> str:
    """The mean and the gust of "18G28", each so many knots more."""
    return "G".join(f"{max(0, int(one) + knots):02d}" for one in strength.split("G"))


def changed_wind(said: Said, wind: str) -> str | None:
    """The wind in hand turned, or with other gusts or another strength; None where nothing of it changes."""
    turn, gust = find_turn(said.slots.text), _GUSTS_OF.search(in_digits(said.slots.low))
    direction, _, strength = wind.partition("/")
    if turn is None and gust is None and (more := find_more(said.slots.text)) and "," not in wind:
        said.used.add(more[:2])
        return f"{direction}/{stronger_by(strength, more[2])}"
    another = _FROM_ANOTHER.search(said.slots.low) if turn is None else None
    if (turn is None and another is None and gust is None) or not strength or "," in wind:
        return None
    if turn is not None:
        direction = f"{turn[2]:03d}"
    elif another is not None:
        direction = another["from"]
    if gust is not None:
        both = find_mean_and_gust(said.slots.text)  # "what if 25 gusting 32": the mean is another too
        peak = next(group for group in gust.groups() if group)
        strength = both[1:] if both else f"{strength.partition('G')[0]}G{peak}"
    return f"{direction}/{strength}"


_FORECAST_WIND = re.compile(
    r"\b(?:forecast(?:ed)?|actual|real|predicted) winds?\b|\bwinds? (?:as )?(?:is |are )?(?:forecast|predicted)\b|\b(?:use|with|take|on|from|using) (?:the |today's |tomorrow's |what(?:'s| is) )*(?:actual |latest |real )?forecast\b|"
    r"\b(?:throw|forget|drop|scrap|ditch|ignore|never mind|bin) (?:away |out )?(?:my|that|the|this) (?:own )?winds?\b|\bwind forecast\b|"
    r"\b(?:vents?|météo|meteo) (?:prévue?s?|prevue?s?|annoncée?s?|réels?)\b|\b(?:avec|selon|prends|utilise) (?:les |la )?prévisions?\b|\b(?:oublie|laisse(?: tomber)?|jette) (?:mon|ce|le) vent\b|"
    r"\b(?:vorhergesagte[nmr]?|vorausgesagte[nmr]?|echte[nmr]?|tatsächliche[nmr]?|wirkliche[nmr]?) wind\w*|\bvorhersagewind\w*|\b(?:mit|nach|laut|nimm) (?:der |die )?(?:wind)?vorhersage\b|\b(?:vergiss|lass) (?:meinen|den) wind\b"
)


def forecast_wind(said: Said) -> tuple[int, int] | None:
    """Where it is said that the wind told before gives way to the forecast's: "throw my wind away, use the forecast"."""
    found = _FORECAST_WIND.search(said.slots.low)
    if found is not None:
        said.used.update(m.span() for m in _FORECAST_WIND.finditer(said.slots.low))
    return found.span() if found else None


_BARE_STRENGTH = re.compile(
    r"\b(?:with|in|at|mit|bei|avec|par|à|a)\s+(?:about |only |nur |seulement )?(?P<n>[1-9]|[1-5]\d)\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)\b(?!\W*(?:g|gust\w*|b[öo]en?|rafales?)\W*\d)"
)
""" "Meaux on 07 with 30 knots?": the same direction."""


def of_the_wind_at_another_field(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And at Meaux on 07 with 30 knots?", "in Mainz, wenn er auf 300 dreht?": the wind in hand, changed, there.

    "My limit is 12, so better go to Ostend or stay?": the wind in hand there, and here too, held against it.
    """
    wind = last.arguments.get("wind") or told_wind(answer) if last.tool == "get_runway_wind" else None
    one = len({said.name(spot) for spot in said.spots}) == 1
    if not isinstance(wind, str) or not one or said.slots.countries or said.slots.days:
        return None
    if len(said.slots.words) > _LONGEST or find_wind(said.slots.text) or find_sector(said.slots.text):
        return None
    if _A_LIMIT.search(said.slots.low):
        return _held_there(said, last, wind)
    direction = wind.partition("/")[0]
    stronger, bare = find_strength(said.slots.text), _BARE_STRENGTH.search(said.slots.low)
    changed = changed_wind(said, wind)
    if changed is None and "," not in wind and (stronger or bare):
        changed = direction + (stronger[2] if stronger else f"/{int(bare['n']) if bare else 0:02d}")
    field = said.field()
    if changed is None or field is None:
        return None
    runway = runway_beside(said)
    said.take_all()
    return last.varied(icao_code=field, wind=changed, runway=runway, day=None, time=None, until=None)


def of_a_limit_beside(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Limit DR400 sind 22 kt, passt das" behind the wind on the runways: the same, held against that figure."""
    knots = [q for q in said.slots.quantities if q.kind in ("speed", "wind")]
    if last.tool != "get_runway_wind" or len(knots) != 1 or said.spots or said.slots.days or said.clocks():
        return None
    low = said.slots.low
    bounded = _A_LIMIT.search(low) and not _KEEPS_IT.search(low)
    if (
        not bounded
        or len(said.slots.words) > _LONGEST
        or find_wind(said.slots.text)
        or find_sector(said.slots.text)
    ):
        return None
    limit = round(knots[0].value)
    said.take_all()
    return last.varied(crosswind_limit_kt=limit)


_KEEPS_IT = re.compile(r"\b(?:my|mein\w*|mon|mes|set|keep|save|remember|merk\w*|speicher\w*|garde|retiens|note)\b")
"""One's own are offered to be kept."""
_A_LIMIT = re.compile(r"limit|grenz|\bmax|minim|\b(?:my|mein\w*|mon|mes)\b")
_KNOTS = re.compile(
    r"\b\d{1,2}\s*(?:(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)\b|(?=\W*(?:g|gust\w*|b[öo]en?|rafales?)\W*\d))|(?:g|gust\w*|b[öo]en?|rafales?)\W*(?:to |of |bis |von |à |de )?\d{1,2}\b"
)
"""Figures that are of the wind's strength."""
_OR_HERE = re.compile(r"\b(?:stay\w*|here|remain|bleib\w*|hier|rest(?:er|e|ons)|ici)\b")


def _held_there(said: Said, last: ToolCall, wind: str) -> ToolCall | None:
    """The wind in hand at another field, against the limit that is told with it."""
    low, field, here = said.slots.low, said.field(), last.arguments.get("icao_code")
    both, limits = mean_and_gust(low), find_limits(low)
    limit, gust = both or (limits.get("crosswind_kt") or limits.get("wind_kt"), limits.get("gust_kt"))
    if limit is None or field is None:
        return None
    runway = runway_beside(said, bare=False) if _ON_A_RUNWAY.search(low) else None
    held = {"crosswind_limit_kt": limit, **({"gust_limit_kt": gust} if gust else {})}
    stays: dict[str, JsonValue] = {"beside": {"icao_code": [here]}} if here and _OR_HERE.search(low) else {}
    said.take_all()
    return last.varied(icao_code=field, wind=wind, runway=runway, day=None, time=None, until=None, **held, **stays)


_ON_A_RUNWAY = re.compile(r"\b(?:runway|rwy|piste|bahn)\b")


_OF_A_FIELD = frozenset(
    ("get_runway_wind", "get_weather", "get_notams", "get_density_altitude", "get_airport_details", "get_outlook")
)


def _only_place(last: ToolCall) -> JsonValue:
    places = last.arguments.get("places")
    return places[0] if isinstance(places, list) and len(places) == 1 else None


def of_a_wind_and_a_runway(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "What about 210/20G30 on 21", of a field whose wind is in hand: it stays, where it has that runway."""
    field = last.arguments.get("icao_code") or _only_place(last)
    told = find_sector(said.slots.text) or find_wind(said.slots.text)
    if last.tool not in _OF_A_FIELD or not isinstance(field, str) or told is None or said.spots:
        return None
    if said.slots.countries or said.slots.days or len(said.slots.words) > _LONGEST:
        return None
    runway = runway_beside(said, bare=last.tool == "get_runway_wind")
    code = field_of(field, said.deps)
    if runway is None or code is None or not _has(said, code, runway):
        return None
    said.take_all()
    if last.tool != "get_runway_wind":
        return ToolCall(tool="get_runway_wind", arguments={"icao_code": field, "wind": told[2], "runway": runway})
    return last.varied(wind=told[2], runway=runway, day=None, time=None, until=None)


def runway_beside(said: Said, *, bare: bool = False) -> str | None:
    """The runway that is named beside a wind, or beside its strength alone."""
    text = said.slots.text
    told = find_sector(text) or find_wind(text)
    if told is not None:
        text = text[: told[0]] + " " * (told[1] - told[0]) + text[told[1] :]
    if (stronger := find_strength(text)) is not None:
        text = text[: stronger[0]] + " " * (stronger[1] - stronger[0]) + text[stronger[1] :]
    text = _KNOTS.sub(lambda m: " " * len(m[0]), _GUSTS_OF.sub(lambda m: " " * len(m[0]), text.lower()))
    for spot in said.slots.spots:
        text = text[: spot.start] + " " * (spot.end - spot.start) + text[spot.end :]
    found = find_runway(text) or (find_bare_runway(text) if bare else None)
    if found is None:
        return None
    said.used.add(found[:2])
    return found[2]


def _has(said: Said, field: str, runway: str) -> bool:
    airport = said.deps.airports.get(field)
    ends = said.deps.weather_tables.runway_headings(airport, said.deps.airports) if airport else ()
    number = re.sub(r"\D.*", "", runway)
    return any(re.sub(r"\D", "", end.ident) == number for end in ends)
