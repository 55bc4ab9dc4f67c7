"""Reads questions about the wind on runways: at a field, of a runway alone, at an angle, against a limit."""

from __future__ import annotations

from agent import regex as re
from agent.language.days import Day
from agent.language.limits import find_limits, limit_letters, mean_and_gust
from agent.language.limits_told import limit_told
from agent.language.quantities import Quantity
from agent.language.runways_said import (
    find_bare_runway,
    find_further_runways,
    find_runway,
    is_only_a_wind,
    names_a_runway,
)
from agent.language.said import Said
from agent.language.winds import find_calm, find_impossible_wind, find_sector, find_strength, find_wind
from agent.language.wording import keys_of
from agent.registry import reads
from agent.subjects.weather.beside import are_all_beside
from agent.subjects.weather.hours_compared import each_hour
from agent.subjects.weather.moments import (
    Given,
    bare_clock,
    bare_hour,
    four_figures,
    read_stretch_of_hours,
    read_when,
)
from agent.subjects.weather.pasted import find_pasted, is_of_its_runways, of_its_runways
from agent.subjects.weather.reading_minima import is_for_a_runway, without_limits
from tongue import later

_ALL_AND_ONE = re.compile(
    r"\b(?:which|what) runway\b[^?]*(?:\band\b|\?)[^?]*\bcrosswind\b[^?]*\b(?:on|for) (?:runway |rwy )?[0-3]?\d\b|\bwelche (?:bahn|piste)\b[^?]*(?:\bund\b|\?)[^?]*\bseitenwind\b[^?]*\bauf\b|"
    r"\bquelle piste\b[^?]*(?:\bet\b|\?)[^?]*\b(?:travers)\b[^?]*\b(?:en|sur|pour)\b"
)
""" "Which runway, and what would the crosswind be on 03": all of them."""


def has_runway(said: Said) -> bool:
    """Whether a runway or the wind across one is named."""
    return names_a_runway(said.slots.text) or "crosswind" in said.concepts


def is_wind_alone(said: Said) -> bool:
    """A wind, and no place."""
    return not said.spots and is_only_a_wind(said.slots.text)


_ANGLE = re.compile(
    r"(?P<a>\d{1,2})\s?(?:°|deg(?:rees?)?|grad|degrés?)?\s*(?:off|to|from|across|zu[rm]?|von der|schräg zur|par rapport à|de|sur)\s+"
    r"(?:the |my |der |die |la |l'|le )?(?:runway|rwy|nose|strip|cent(?:re|er) ?line|bahn\w*|landebahn\w*|pistenachse|piste|axe)\b(?!\s*\d)"
    r"|(?P<b>\d{1,2})\s?(?:°|deg(?:rees?)?|grad|degrés?)\s*(?:off|schräg|angle|de biais|d'angle|winkel)\b"
    r"|\b(?:x-?wind|cross\w*|seitenwind\w*|travers)\b.{0,12}?\b(?:at|in|bei|à|unter)\s+(?P<d>\d{1,2})\s?(?:°|deg(?:rees?)?|grad|degrés?)"
    r"|\b(?:right|left|rechts|links|droite|gauche)\b.{0,4}?\b(?:at|in|bei|à|unter|mit)\s+(?P<c>\d{1,2})\s?(?:°|deg(?:rees?)?|grad|degrés?)"
)
_SQUARE = re.compile(
    r"\b(?:straight|right|directly|full(?:y)?|90 degrees?) across\b|\bfull cross(?:wind)?\b|\bgenau quer\b|\bvoll quer\b|\bplein travers\b"
)
_BLOWN = re.compile(
    r"(?<![\d/.])(?P<kt>[1-9]\d?)\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)?\s*"
    r"(?:(?:,\s*)?(?:g|gust(?:ing|s)?(?: to| of)?|b[öo]en?(?: bis| von)?|(?:en )?rafales?(?: à| de)?)\s*(?P<gust>\d\d))?(?![\d/°]|\s?(?:°|deg|grad|degr))"
)


def find_angle(said: Said) -> tuple[int, str] | None:
    """Degrees off a runway that is not named and the wind there, "60", "18G29": "18 knots at 60 degrees to the runway"."""
    low = said.slots.low
    angle, square = _ANGLE.search(low), _SQUARE.search(low)
    if angle is not None and not angle["a"] and not said.has("crosswind"):
        angle = None
    if said.spots or (angle is None and square is None) or find_wind(said.slots.text) is not None:
        return None
    found = angle or square
    rest = low if found is None else low[: found.start()] + " " * len(found[0]) + low[found.end() :]
    blown = _BLOWN.search(rest)
    degrees = int(angle["a"] or angle["b"] or angle["c"] or angle["d"]) if angle else 90
    if blown is None or degrees > 90:
        return None
    return degrees, blown["kt"] + (f"G{blown['gust']}" if blown["gust"] else "")


def is_across_a_named_runway(said: Said) -> bool:
    """ "Runway 13 at Le Touquet, how much crosswind?", "wind on 03 at Lydd": the wind on it, no word of the runway."""
    if len({said.name(s) for s in said.spots}) != 1:
        return False
    winds = [said.slots.low[m.start : m.end] for m in said.all_of("weather")]
    blown = bool(winds) and all(_WINDY.fullmatch(word) for word in winds)
    if not said.has("crosswind") and not blown:
        return False
    named = _NUMBERED.search(said.slots.low)
    held = {"weather"} if blown else set[str]()
    return named is not None and not said.concepts - {"runway", "crosswind"} - held - _LIGHT_WORDS


_WINDY = re.compile(r"(?:surface |boden)?winds?|gust\w*|vents?|rafales?|b[öo]en?|windy|gusty")


_NUMBERED = re.compile(
    r"\b(?:runway|rwy|piste|bahn|on|auf|sur)\s+(?:the |der |la )?(?:0?[1-9]|[12]\d|3[0-6])\s?[lrc]?\b(?![:/.])"
)


def _of_a_runway(text: str) -> tuple[int, int, str] | None:
    """The wind that is said of a runway, with its sector, or that it is calm."""
    return (
        find_sector(text)
        or find_wind(text)
        or find_impossible_wind(text)
        or find_strength(text)
        or find_calm(text)
    )


_BESIDE_A_WIND = keys_of(
    """
    at in for and with what if on the a wind winds is it it's its now today please pls vent du de le la les à au aux avec si et sur en
    wind bei mit und in am im auf der die das jetzt bitte knots kt kts surface
    """
)


def is_a_wind_at_a_field(said: Said) -> bool:
    """ "VRB05G16 at Biggin", "350V040 12 knots at Bembridge": a wind, one field and nothing beside."""
    wind = find_sector(said.slots.text) or find_wind(said.slots.text)
    if wind is None or len({said.name(s) for s in said.spots}) != 1 or said.slots.countries:
        return False
    known = [wind[:2], *((s.start, s.end) for s in (*said.spots, *said.slots.days))]
    bare = (w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in known))
    return all(w.key in _BESIDE_A_WIND for w in bare)


def is_of_the_runway_then(said: Said) -> bool:
    """ "Runway at Deauville tomorrow at 2pm": a field and an hour tell that the wind decides."""
    low, runways = said.slots.low, said.all_of("runway", "crosswind")
    if (
        not runways
        or not (said.clocks() or read_stretch_of_hours(said))
        or len({said.name(s) for s in said.spots}) != 1
    ):
        return False
    if said.concepts - {"runway", "crosswind"} - _LIGHT_WORDS or _RUNWAY_OPEN.search(low):
        return False
    clocks = [(q.start, q.end) for q in said.slots.quantities]
    known = [*clocks, *((s.start, s.end) for s in (*said.spots, *said.slots.days, *runways))]
    return are_all_beside(said, known, _OF_A_RUNWAY)


_LIGHT_WORDS = frozenset(("there", "at_least", "via", "and", "or", "also"))
_RUNWAY_OPEN = re.compile(r"\b(?:open|closed?|lit|lights?|long|length)\b")
_OF_A_RUNWAY = keys_of(
    "probable probables utilisée betrieb landing direction way they landen they're which runway rwy runways piste pistes bahn likely expected use active favoured voraussichtlich"
)


_CROSS_AT = re.compile(r"\W*(?:and |so |what's |whats |what is |how's )*(?:the )?cross (?:at|on|for)\b")


def is_the_cross_at(said: Said) -> bool:
    """ "Cross at Lydd tomorrow at 2": one field, and the wind across it."""
    one = len({said.name(s) for s in said.spots}) == 1 and not said.slots.countries
    return one and _CROSS_AT.match(said.slots.low) is not None


_WHICH_IS_BETTER = re.compile(
    r"\b(?:which|better|best|where|besser\w*|bester|beste|welche\w*|mieux|meilleure?|lequel|laquelle|où|wo)\b"
)


def is_a_wind_at_fields(said: Said) -> bool:
    """ "Which of Deauville and Rouen has the better runway for 210/20?": a wind that is told, at each of them."""
    if find_wind(said.slots.text) is None or len({said.name(s) for s in said.spots}) < 2 or said.slots.countries:
        return False
    other = said.concepts & {"fuel", "minute_wind", "metar", "taf", "brief", "both_ways"}
    asked = said.has("crosswind", "runway", "or") or _WHICH_IS_BETTER.search(said.slots.low)
    on_the_way = said.slots.of("speed") or said.slots.of("distance") or said.slots.crafts
    fields = said.again().fields()
    known = all(said.deps.airports.get(code) is not None for code in fields)
    return bool(asked) and not other and not on_the_way and known and len(set(fields)) > 1


def _is_wind_at_runways(said: Said) -> bool:
    return (is_wind_alone(said) and has_runway(said)) or is_a_wind_at_a_field(said)


@reads(
    "get_runway_wind",
    ("icao_code", "runway", "off_deg"),
    leans=("day",),
    claims=lambda said: (
        is_of_its_runways(said)
        or is_for_a_runway(said)
        or find_angle(said) is not None
        or is_across_a_named_runway(said)
        or is_a_wind_at_fields(said)
        or is_the_cross_at(said)
        or (find_pasted(said.slots.text) is None and _is_wind_at_runways(said))
        or is_of_the_runway_then(said)
    ),
    named=("crosswind",),
    called=later("Wind on the runways"),
    calm=lambda said: _is_wind_at_runways(said) or is_a_wind_at_fields(said) or find_angle(said) is not None,
    at_home=("crosswind",),
)
def runway_wind(said: Said) -> Given:
    """The airfield, the wind when it is said, the runway when it is said."""
    if is_of_its_runways(said):
        beside = find_pasted(said.slots.text)
        low = said.slots.low
        limits = _limits_said(said, low[: beside.start] + low[beside.end :]) if beside else {}
        return of_its_runways(said) | limits
    if is_for_a_runway(said):
        return {"icao_code": said.field(), **read_when(without_limits(said))}
    if (angle := find_angle(said)) is not None:
        said.take_all()
        return {"off_deg": angle[0], "wind": angle[1]}
    given: Given = {}
    if (code := said.field()) is not None:
        given["icao_code"] = code
    text = said.slots.text
    if (found := _of_a_runway(text)) is not None:
        start, end, given["wind"] = found
        text = text[:start] + " " * (end - start) + text[end:]
        said.used.add((start, end))
    later_hour = four_figures(said)
    for span in (*said.slots.days, *said.clocks()):  # "on 20 December", "for 15:00": no runways
        if _LANDING.search(said.slots.low[: span.end]) or _is_a_runway_there(said, span, given, later_hour):
            continue
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    runway = find_runway(_without_limits(text))
    if runway is None and "wind" in given and (said.slots.spots or said.has("crosswind")):
        runway = find_bare_runway(_without_limits(_without_places(text, said)))
    if runway is None and "wind" not in given and said.has("crosswind"):
        none_such = _ON_NONE.search(text)  # "on 99": told to be none
        runway = (*none_such.span(), none_such["n"]) if none_such else None
    if runway is not None:
        start, end, given["runway"] = runway
        said.used.add((start, end))
        if "/" not in runway[2] and (further := find_further_runways(text, runway[2])):
            given["beside"] = {"runway": [*further]}
    if "runway" in given and "beside" not in given and _ALL_AND_ONE.search(said.slots.low):
        del given["runway"]  # "which runway at Popham, and the crosswind on 03": each is told with its crosswind
    if runway is not None:
        text = text[: runway[0]] + " " * (runway[1] - runway[0]) + text[runway[1] :]
    given |= _limits_said(said, text.lower()) | _whether_much(said)
    if "wind" not in given and (most := _most_from(said)) is not None:
        return {**{name: value for name, value in given.items() if name != "beside"}, "most_from_deg": most}
    if "wind" in given:
        return given
    if "runway" not in given and (compared := each_hour(said, said.field(), said.day())):
        return {**given, **read_when(said, time=False), **compared}
    given |= read_when(said)
    if later_hour is not None:
        given["time"] = later_hour
    if "time" not in given and (part := read_stretch_of_hours(said)):
        given |= part  # "tomorrow lunchtime", "between 14 and 16"
    if "time" not in given and (small := bare_clock(_without_places(text, said).lower())) is not None:
        given["time"] = small
    if (
        "time" not in given
        and ("runway" in given or said.has("crosswind"))
        and (hour := bare_hour(said)) is not None
    ):
        given["time"] = hour  # "headwind on 21 at 1700"
    return given


_HOW_STRONG = re.compile(
    r"\b(?:max(?:imum|imal\w*)?|most|how (?:much|strong)|what|until|wie (?:viel|stark\w*)|welche[rn]?|combien|quel(?:le)?)\b[^.?!]{0,30}\b(?:winds?|vents?)\b"
)
_FROM_THERE = re.compile(
    r"\b(?:from|aus|of|du|de)\s+(?P<d>0[0-9]0|[12]\d\d|3[0-5]\d|360)\s*(?:°|degrees?|deg|grad|degr[ée]s)?(?![\d/]|\s*(?:at|mit|kt|ft|nm)\b)"
)


def _most_from(said: Said) -> int | None:
    """ "What's the max wind from 240 I can take on 31 with 15 across": where it blows from; its strength is asked."""
    blown = _FROM_THERE.search(said.slots.low)
    if blown is None or _HOW_STRONG.search(said.slots.low) is None:
        return None
    said.used.add(blown.span())
    said.take([q for q in said.slots.quantities if q.start < blown.end() and blown.start() < q.end])
    return int(blown["d"]) % 360


def _is_a_runway_there(said: Said, span: Day | Quantity, given: Given, later_hour: str | None) -> bool:
    """ "Crosswind for 13 at Le Touquet tomorrow 1500 local": the hour stands behind it."""
    figure = _TWO_FIGURES.search(said.slots.low[span.start : span.end])
    if isinstance(span, Day) or later_hour is None or figure is None:
        return False
    airport = said.deps.airports.get(str(given.get("icao_code") or ""))
    ends = said.deps.weather_tables.runway_headings(airport, said.deps.airports) if airport else ()
    return any(end.ident.startswith(figure["n"]) for end in ends)


_TWO_FIGURES = re.compile(r"(?<![\d:.])(?P<n>\d\d)$")


_ON_NONE = re.compile(r"\b(?:on|auf|sur)\s+(?P<n>3[7-9]|[4-9]\d)(?![\w:/.°%]|\s?(?:kt|kn|nm|ft|degr))")


MOST_KT = 80
"""More is an hour: "crosswind at 1430"."""


def _limits_said(said: Said, low: str) -> Given:
    """ "Is Le Touquet under my 17", "crosswind limit 15", "my limit of 12 gusting 20": this question's own."""
    if (both := mean_and_gust(low)) is not None and both[0] <= both[1] <= MOST_KT:
        said.used.update(match.span() for match in (_SET_AGAINST.search(low), _MY_LIMIT.search(low)) if match)
        return {"crosswind_limit_kt": both[0], "gust_limit_kt": both[1]}
    across = bool(said.all_of("crosswind")) or _of_a_runway(said.slots.text) is not None
    if (told := limit_told(low, across=across)) is not None:
        said.used.add(_whole_clause(low, told[0], told[1]))
        return {"crosswind_limit_kt": told[2], **({"gust_limit_kt": told[3]} if told[3] else {})}
    limits = {} if _is_no_limit(said, low) else find_limits(low)
    given: Given = {}
    for name, limit in (("crosswind_kt", "crosswind_limit_kt"), ("gust_kt", "gust_limit_kt")):
        if name in limits and limits[name] <= MOST_KT:
            given[limit] = limits[name]
    own = _MY_LIMIT.search(low) or (_UNDER.search(low) if said.has("crosswind") else None)
    if not given and (match := own) is not None:
        said.used.add(match.span())
        given["crosswind_limit_kt"] = int(match["n"] or match.groupdict().get("m") or 0)
    return given


def _whole_clause(low: str, start: int, end: int) -> tuple[int, int]:
    """ "Is it more than my club's 15 knots": the limit with what it is asked with."""
    opened = _IS_IT.search(low[:start])
    closed = _ALL_RIGHT.match(low, end)
    return opened.start() if opened else start, closed.end() if closed else end


_IS_IT = re.compile(
    r"(?:\b(?:and|und|et|so) )?\b(?:is|are|does|do|will|would|am|ist|sind|liegt|bleibt|est-ce|est|c['’]est|ça|reste|i|i'm|je|ich|wir|we|the|my|our|ma|mon|mein\w*|dont|don't)\b[^.?!,;:\d]{0,45}$"
)
_ALL_RIGHT = re.compile(r"\s*(?:across|of cross ?wind|cross ?wind|de travers|seitenwind|querwind)\b")


_LIMITING = re.compile(
    r"limit|\bmax|\b(?:my|mein\w*|mon|mes|ma|under|below|within|over|above|more|less|most|exceed\w*|up to|no more|unter|über|höchstens|mehr|weniger|bis|grenz\w+|"
    r"sous|plus|moins|dépass\w*|jusqu'à|ok|okay|for me|für mich|pour moi|for)\b"
)
_FLOWN_IN = re.compile(
    r"\b(?:land(?:ing|en|ung)?|take[ -]?off|taking off|start(?:en)?|depart|atterri\w*|pos(?:er|e)|décoll\w*|handle|cope)\b[^.?!]{0,40}"
    r"\b(?:with|in|mit|bei|avec|par)\s+(?:an? |about |some |un |une )*\d{1,2}\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)?\b|"
    r"\bmit\s+\d{1,2}\s*(?:kts?|kn|knoten)?\s*(?:seiten|quer)\w*\b[^.?!]{0,30}\b(?:landen|starten)\b"
)
_WHETHER_MUCH = re.compile(
    r"\b(?:can|could|may|shall|should|would) (?:i|we|you)\b[^.?!]{0,40}\b(?:land|take[ -]?off|depart|cope|handle|do it)\w*\b|"
    r"\b(?:kann|darf|soll|können|dürfen) (?:ich|man|wir)\b[^.?!]{0,60}\b(?:landen|starten)\b|\b(?:puis-je|peut-on|je peux|on peut)\b[^.?!]{0,40}\b(?:atterrir|(?:me |se )?poser|décoller)\b|"
    r"\bis (?:that|it|this) (?:too |very )?(?:much|strong|bad)\b(?: for (?:an? |the |my )?[\w-]+)?|\btoo (?:much|strong) for (?:an? |the |my )?[\w-]+|\b(?:zu|arg) (?:viel|stark)\b(?: für (?:eine? |die |meine )?[\w-]+)?|"
    r"\bc'est (?:trop|beaucoup)\b(?: pour (?:une? |mon |le )?[\w-]+)?|\btrop (?:fort )?pour (?:une? |mon |le |ma |la )?[\w-]+|\b(?:c'est |encore )?(?:jouable|faisable)\b|"
    r"\b(?:noch |das )?(?:ok|okay|im limit|in ordnung|machbar|zulässig|drin)\b(?: (?:für|mit) (?:ne |eine? |die |den |meine? )?[\w-]+)?(?=\s*\?|$)|\b(?:für|mit) (?:ne |eine? |die |den |meine? )?[\w-]+ (?:noch )?(?:ok|okay|machbar|im limit|drin|zu viel|zu stark)\b|"
    r"\b(?:c['’]est|c) (?:bon|ok|raisonnable|risqué|dangereux|limite)\b(?: (?:pour|avec|en) (?:une? |mon |le |ma |la )?[\w-]+)?|"
    r"\b[çc]a (?:passe|va|le fait)\b(?: (?:pour|avec|en) (?:une? |mon |le |ma |la )?[\w-]+)?|"
    r"\b(?:geht|passt|klappt) (?:das|des|es|sich|dat|noch|no)\b(?: (?:das|des|noch|no|aus))*(?: (?:für|mit|bei|in) (?:ne |eine?[mrn]? |a |da |die |der |dem |den |meine?[mrn]? )?[\w-]+)?|"
    r"\b(?:still )?(?:ok|okay|fine|within limits?|doable)\b(?: (?:for|in|with) (?:an? |the |my )?[\w-]+)?(?=\s*\?|$)"
)


def _whether_much(said: Said) -> Given:
    """ "Can I land with that?", "is that much for a Jodel": asked for a verdict, which stays the pilot's."""
    found = _WHETHER_MUCH.search(said.slots.low)
    if found is None:
        return {}
    said.used.add(found.span())
    return {"verdict": True}


def _is_no_limit(said: Said, low: str) -> bool:
    """ "Can I land with 16 knots across, wind 290 at 16?": how it blows, and no limit that was named."""
    if _LIMITING.search(low):
        return False
    return find_wind(said.slots.text) is not None or _FLOWN_IN.search(low) is not None


_UNDER = re.compile(
    r"\b(?:under|below|less than|within|over|above|more than|exceed(?:ing|s)?|unter|über|weniger als|mehr als|sous|dépasse|inférieure? à|supérieure? à|moins de|plus de)\s+(?:my |meine[rn]? |mes )?(?P<n>[1-9]|[1-4]\d)(?!\d|\s?(?:nm|km|ft|min|z\b|uhr|h\b))"
)


_MY_LIMIT = re.compile(
    r"\b(?:my|our|mein\w*|unser\w*|ma|mon|notre)\s+(?:\w+ )?(?:limit\w*|max(?:imum)?|grenz\w+)\s*(?:(?:is|are|of|at|=|:|liegt|liegen|bei|von|ist|sind|wäre|beträgt|c['’]est|est|sont|de|à)\s*)*(?P<n>[1-9]|[1-4]\d)\b"
    r"|\b(?:limit|grenze|limite|max|limité à|limitée à|limitiert auf|begrenzt auf|only (?:take|handle|do|manage|accept)|nur (?:bis|maximal|höchstens))\s*(?:(?:is|of|at|=|:|ist|sind|liegt|bei|von|c['’]est|est|de|à)\s*)*(?P<m>[1-9]|[1-4]\d)(?![\d:.]|\s?(?:nm|km|ft|min|h\b))"
)


_SET_AGAINST = re.compile(
    r"(?:\b(?:is|are|would|will|does|ist|sind|liegt|bleibt|est|est-ce|c'est|ça reste)\b[^.?!,;]{0,20})?"
    r"\b(?:within|inside|under|below|over|above|innerhalb|unter|über|dans|sous|au-dessus)\b[^.?!,;]{0,12}"
    r"\b(?:my|our|mein\w*|unser\w*|ma|mon|mes|notre)\b[^.?!,;]{0,20}\b(?:limit\w*|max\w*|grenz\w+|minim\w+)\b[^.?!,;]*"
)
""" "Is that within my limit of 12 gusting 20": what the wind is compared with."""


_LANDING = re.compile(
    r"\b(?:land(?:ing|ung)?|tak(?:e|ing)[- ]?off|depart(?:ing|ure)?|start|atterrissage|décollage) (?:0[1-9]|[12]\d|3[0-6])$"
)
""" "Landing 08" beside a wind: a runway, no hour."""


def _without_limits(text: str) -> str:
    """The text less the figures of a limit: "Redhill 26, 310/15, my max is 10" names a runway all the same."""
    low = text.lower()
    told = limit_told(low)
    held: set[int] = set(range(*told[:2])) if told else set()
    held |= {at for own in _MY_LIMIT.finditer(low) for at in range(*own.span())}
    if held or mean_and_gust(low):
        held |= limit_letters(low)
    return "".join(" " if at in held else letter for at, letter in enumerate(text))


def _without_places(text: str, said: Said) -> str:
    for spot in said.slots.spots:
        text = text[: spot.start] + " " * (spot.end - spot.start) + text[spot.end :]
    return text
