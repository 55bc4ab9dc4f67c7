"""Reads a flight: from where to where, over what, how fast, with which wind, how long the fuel lasts."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.language.ends import OF_THE_WAY, field_of
from agent.language.quantities import Quantity
from agent.language.said import Said, whole
from agent.language.stays import stays_for
from agent.language.stops_told import stop_told
from agent.language.winds import find_wind
from agent.language.wording import word_set
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from agent.subjects.route.course import asks_course, asks_shortest, take_course, take_shortest
from agent.subjects.route.in_time import off_and_due
from agent.subjects.route.reading_ways import ways_of
from agent.subjects.weather.moments import read_when
from tongue import later

Given = dict[str, JsonValue]
_AT_KNOTS = re.compile(
    r"\b(?:at|@|mit|à|bei) ([6-9]\d|[1-3]\d\d)(?=\W*$|\s*[,;?]|\s+(?:with|in|and|from|via|mit|avec)\b)"
)
"""A bare number that can only be a cruise speed: "how far from EGTF to LFAT at 110"."""

_AGAINST_BOTH_WAYS = re.compile(
    r"\b(?:on the nose|head ?winds?|gegenwind|(?:vent )?de face|dans le nez)\s+(?:on |in |auf |dans )?"
    r"(?:both (?:ways|legs|directions)|each way|there and back|out and back|hin und zurück|beiden (?:wegen|strecken)|(?:les )?deux (?:sens|trajets))\b"
)
""" "15 on the nose both ways": no wind turns round with the flight."""


def _in_a_wind(said: Said) -> bool:
    """Whether a wind is said by its direction: still air is not what is asked for then."""
    return find_wind(said.slots.text) is not None


def _is_of_fuel(said: Said) -> bool:
    """ "How much fuel from Kemble to Dinard": no distance is asked for, nor a time, and no hours in the tanks told."""
    if said.slots.of("duration"):
        return False
    return bool(said.all_of("fuel_plan")) and not OF_THE_WAY.search(said.slots.low)


def _is_how_far(said: Said) -> bool:
    """ "C'est loin de Lognes ?": one place, how far it is from what is in hand, and nothing beside."""
    if len(said.slots.spots) != 1:
        return False
    (spot,) = said.slots.spots
    words = re.findall(r"\w+", said.slots.low[: spot.start])
    asked = OF_THE_WAY.search(said.slots.low[: spot.start])
    return bool(asked) and {*words} <= _HOW_FAR and not re.search(r"\w", said.slots.low[spot.end :])


_HOW_FAR = word_set(
    "c est ce que ça ca fait on et mais à loin combien distance quelle de du des d la le les l milles nautiques nm "
    "is it that very too far long a way to fly from the and so then ist es das denn sehr wie weit bis nach von zum zur und also"
)


def _is_of_the_way_itself(said: Said) -> bool:
    """ "Cap vrai LFQB EBNM", "the shortest way from Lille to Reims": two ends, and nothing wished on the way."""
    if not (asks_course(said) or asks_shortest(said)) or said.all_of(*_WISHED_ON_THE_WAY):
        return False
    return all(said.again().ends())


_WISHED_ON_THE_WAY = ("avgas", "mogas", "jeta1", "fuel", "restaurant", "customs", "hotel", "stop", "stops")


_KILOMETRES = re.compile(r"(?<![\d.] )(?<!\d)\b(?:kms?|kilom[eè]t(?:er|re)[ns]?)\b(?!/)")
_STATUTE = re.compile(
    r"\b(?:statute|road|land) miles?\b|\bin statute\b|\bstatute\?|\blandmeilen?\b|\bmilles terrestres\b"
)


def _unit_beside(low: str) -> str | None:
    """The unit a distance is asked in beside nautical miles: "how far is it in km"."""
    return "km" if _KILOMETRES.search(low) else "sm" if _STATUTE.search(low) else None


@reads(
    "calculate_flight_distance",
    "from_location",
    "to_location",
    leans=("cruise_speed_kts", "aircraft_type"),
    claims=lambda said: (
        (said.has("closer", "nearest") and _nearer_of_several(said) is not None)
        or (said.has("closer") and (said.starts_of_one_end() is not None or _nearer(said) is not None))
        or (said.has("closer", "nearest") and _either_end(said))
        or _is_how_far(said)
        or is_by_light(said)
        or asks_when_there(said)
        or _tells_ways(said)
        or _is_of_the_way_itself(said)
    ),
    called=later("Distance and time"),
    unless=lambda said: _in_a_wind(said) or _is_of_fuel(said),
)
def distance(said: Said) -> Given:
    """The journey, and with what it is flown."""
    given = journey(said) | speed(said)
    back = _back_over(said)
    if ways := ways_of(said):
        over_each: list[JsonValue] = [[*way] for way in ways]
        given = {name: value for name, value in given.items() if name != "via"}
        given |= Given({"ways": over_each})
    elif len(back) > len(("out", "back")):
        over: list[JsonValue] = [*back[1:-1]]
        said.take(said.all_of("reverse", "both_ways", "via"))
        given |= Given({"from_location": back[0], "to_location": back[-1], "via": over})
    elif (several := said.ends_of_one_start()) is not None:
        start, ends_named = several
        given = {name: value for name, value in given.items() if name != "via"}
        if _is_a_tour(said):
            stops: list[JsonValue] = [*ends_named[:-1]]
            given |= Given({"from_location": start, "to_location": ends_named[-1], "via": stops})
        else:
            legs: list[JsonValue] = [{"to_location": other} for other in ends_named[1:]]
            given |= Given({"from_location": start, "to_location": ends_named[0], "beside": legs})
    elif (nearer := _nearer_of_several(said) or _nearer(said)) is not None:
        given = {name: value for name, value in given.items() if name != "via"}
        given |= nearer
    elif (either := said.starts_of_one_end()) is not None:
        (first, *others), end = either
        legs = [{"from_location": other} for other in others]
        given = {name: value for name, value in given.items() if name != "via"}
        given |= Given({"from_location": first, "to_location": end, "beside": legs})
        said.take(said.all_of("closer", "which_of_two"))
    if (wind := said.amount("wind")) is not None:
        given["headwind_kts"] = round(wind)
        if (against := _AGAINST_BOTH_WAYS.search(said.slots.low)) is not None:
            said.used.add(against.span())
            given |= {"against_both_ways": True, "return": True}
    grounded = stays_for(said.slots.low)
    durations = [d for d in said.slots.of("duration") if not any(a <= d.start < b for a, b in grounded)]
    if is_by_light(said):
        given["by_light"] = True
        said.has("sun")
        if (now := _NOW.search(said.slots.low)) is not None and not said.slots.of("clock") and not said.slots.days:
            said.used.add(now.span())
            given["off_block"] = _clock_now(str(given.get("from_location")), said)
    if (flown := _flown(said)) is not None:
        said.take([flown])
        given["flight_hours"] = whole(flown.value)
    if (paused := pause_told(said)) is not None:
        said.take([paused])
        said.used.update(match.span() for match in _PAUSE.finditer(said.slots.low))
        given["pause_hours"] = whole(paused.value)
        durations = [d for d in durations if d is not paused]
    if flown is None and (durations := [d for d in durations if not _is_a_stay(d, said.slots.low)]):
        lasts = next(
            (d for d in durations if _ENDURES.search(said.slots.low, d.start, d.end + _BESIDE)), durations[0]
        )
        said.take([lasts, *(m for m in said.all_of("fuel") if 0 <= m.start - lasts.end <= _OF_FUEL)])
        given["endurance_hours"] = whole(lasts.value)
    if (unit := _unit_beside(said.slots.low)) is not None:
        given["unit"] = unit
    if asks_course(said):
        given["course"] = True
        take_course(said)
    if asks_shortest(said):
        take_shortest(said)
    round_trip = bool(given.get("from_location")) and given.get("from_location") == given.get("to_location")
    for pattern in (_WHEN_THERE, _HOW_LONG_AT_LAST):
        said.used.update(match.span() for match in pattern.finditer(said.slots.low))
    if asks_when_there(said):
        said.take(said.slots.days)
    if said.has("both_ways") and not round_trip and not back:
        given["return"] = True
        said.used.update(match.span() for match in _BEHIND_ON_THE_WAY_BACK.finditer(said.slots.low))
    leaving, due = off_and_due(said)
    day = said.day() if said.slots.days and (leaving or due) else None
    for name, clock, where in (("off_block", leaving, "from_location"), ("arrive_by", due, "to_location")):
        at = said.clock(clock, str(given.get(where) or "")) if clock is not None else None
        if at is not None:
            given[name] = f"{day}T{at}" if day else at
    return given


_EACH = re.compile(
    r"\b(?:how (?:far|long|many)|distances?|times?|which|nearer|closer|nearest|closest|quicker|or|wie (?:weit|lange?)|entfernung\w*|flugzeit\w*|näher|schneller|oder|"
    r"à quelle distance|combien|temps|durée|plus (?:près|proche)|ou)\b"
)
_TOUR = re.compile(
    r"\b(?:in (?:a|one) day|day trip|tour|round|visit\w*|hop\w*|all (?:of them|three|four|in)|(?:and )?then|in one go|an einem tag|rundflug|runde|besuchen|alle|dann|"
    r"en un jour|dans la journée|tournée|visiter|tous|puis|ensuite)\b"
)


def _is_a_tour(said: Said) -> bool:
    """Whether several ends are flown to one after the other: "from Perth can I do Islay, Barra and Stornoway in a day"."""
    low = said.slots.low
    return _TOUR.search(low) is not None or _EACH.search(low) is None


def _tells_ways(said: Said) -> bool:
    """ "Toussus Cannes par Mâcon ou par Clermont", or the ways alone: "über Rendsburg oder über Sylt, was ist kürzer?"."""
    again = said.again()
    ways = ways_of(again)
    named = {again.name(s) for s in again.slots.spots}
    return bool(ways) and (all(again.ends()) or named == {name for way in ways for name in way})


def _either_end(said: Said) -> bool:
    """ "Dieppe ou Abbeville depuis Lognes, lequel est le plus près ?": one of the ends, not over the one to the other."""
    several = said.again().ends_of_one_start()
    return several is not None and _OR_BETWEEN.search(said.slots.low) is not None


_OR_BETWEEN = re.compile(r"\b(?:or|oder|ou)\b")


_WHEN_THERE = re.compile(
    r"\b(?:(?:what time|when|by when) (?:do|will|would|should|am|are|can) (?:i|we) (?:\w+ )?(?:arrive|land|get there|be there|touch down|there)|"
    r"(?:arriv\w*|atterri\w*|pose\w*|serai\w*|serons|sera|suis)(?: là-bas| (?:à|au|sur) [\w' -]{2,30}?)? (?:à|vers|pour) quelle heure|(?:à|vers) quelle heure (?:est-ce que |qu')?(?:\w+[' -]){0,3}(?:arriv\w+|atterri\w+|pose\w*|suis|serai\w*|sera)|"
    r"(?:wann|um wie ?viel uhr|um welche zeit) (?:\w+ ){0,2}?(?:(?:bin|wäre|komme|lande|sind|kommen|landen|wären) (?:ich|wir|man)|da\b|dort\b|an\b))"
)


_HOW_LONG_AT_LAST = re.compile(
    r"\b(?:how long (?:does|will|would|is) (?:it|that|this)(?: take)?|wie lang(?:e)? (?:dauert|geht|ist|fliegt|braucht|brauche?n?|sind|bin)(?: (?:das|es|man|ich|wir|der flug))*(?: (?:da|denn|dann|unterwegs|dafür|hin))*|"
    r"(?:(?:on|ça|cela|il faut|je|nous)(?: (?:met|mets|prend|dure|mettons|faut))? )?combien de temps(?: (?:de vol|ça prend|ça dure|il faut|faut-il|on met|met-on))?|(?:on|je) mets? combien(?: de temps)?)\W*$"
)
""" "…, wie lange geht das?" behind the way and its day."""


def asks_when_there(said: Said) -> bool:
    """ "Je décolle de Temploux à 10h pour Deauville, j'arrive à quelle heure ?": when one is there, or how long it takes, of one way."""
    low = said.slots.low
    when = _WHEN_THERE.search(low) is not None and len(said.clocks()) == 1
    how_long = _HOW_LONG_AT_LAST.search(low) is not None and not said.slots.of("duration")
    if not (when or how_long) or said.has("both_ways"):
        return False
    start, end = said.again().ends()
    return bool(start and end) and len({said.name(s) for s in said.spots}) == len((start, end))


_BACK_OVER = re.compile(
    r"\b(?:back|home|return(?:ing)?|zurück|heim(?:wärts)?|rückweg|retour|rentr\w+|revenir|revient|revenant)\b[^.?!]{0,12}\b(?:via|over|by way of|through|by|über|par)\s+(?:the |la |le |l'|den |die )?$"
)


_BACK_AT_LAST = re.compile(
    r"\W*(?:(?:and|then|und|dann|et|puis)\W+)+(?:back|home|back home|return|zurück|heim|nach hause|retour|on rentre|je rentre|rentrer)\b(?! (?:via|over|through|by|über|par|on|at|am|le|um|à)\b)"
)


def _back_over(said: Said) -> list[str]:
    """ "A to B and on to C, then back via D": A, B, C, D and A again; [] for no such round."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s not in said.left_out]
    at = next((n for n, s in enumerate(spots) if _BACK_OVER.search(said.slots.low[: s.start])), None)
    names = [said.name(s) for s in spots]
    several = len(names) > len(("start", "end")) and len(set(names)) == len(names)
    if at is None and several and (back := _BACK_AT_LAST.match(said.slots.low, spots[-1].end)) is not None:
        said.used.add(back.span())
        return [*names, names[0]]  # "Fairoaks to Goodwood then Sandown then back"
    if at is None or at < len(("start", "end")) or spots[at - 1].end > spots[at].start:
        return []
    start = next((said.name(s) for s in spots[:at] if s.role == "from"), names[0])
    out = [start, *(name for name in names[:at] if name != start)]
    home = names[at:] if names[-1] != start else names[at:-1]
    return [*out, *home, start]


_LIGHT = re.compile(
    r"\b(?:sunset|dark|darkness|dusk|nightfall|night|last light|daylight|by day|sonnenuntergang|ss|dunkel\w*|nacht|tageslicht|"
    r"light (?:is )?left|how much light|(?:combien|assez|encore) de jour|(?:bei|am) tage?|im hellen|hell|nuit|coucher|de jour|crépuscule)\b"
)
_THERE_THEN = re.compile(
    r"\b(?:(?:will|is|won't|isn't) it (?:be |get )?(?:still )?(?:dark|light|night)|(?:wird|ist) es (?:(?:schon|dann|noch|da) )*(?:dunkel|hell|nacht)|(?:il fera|fera-t-il|fait-il|il fait) (?:déjà |encore )?(?:nuit|jour)|(?:do|will|would|can|could|shall) (?:i|we)\b[^.?!]{0,30}\b(?:arrive|land|make|get|be|reach)|am i|are we|(?:i|we) (?:arrive|land|make|get|be)|"
    r"(?:bin|sind|komme?n?|schaffe?n?|lande?n?|kann|können|geht) (?:ich|wir|man|sich)\b|(?:ich|wir) (?:noch )?(?:komme|lande|bin|schaffe)|"
    r"(?:j'|je |on |nous )(?:(?:re)?rentre\w*|serai\w*|sera|peux|peut|suis|est|sommes|arrive\w*|atterri\w*|(?:me |se )?pose\w*)|arrive-t-on|suis-je|"
    r"(?:daylight|light)\b[^.;?!]{0,20}\b(?:left|remain\w*|is there)|(?:bleibt|reste-t-il|reste|restera))\b"
)
""" "Do I land", "bin ich dort", "on arrive": asked of the end of the flight."""


_HOW_LATE = re.compile(
    r"\b(?:how late|latest|by when|(?:when|what time) (?:must|should|do|shall)|spätestens|bis wann|wann muss|au plus tard|jusqu)"
)


def is_by_light(said: Said) -> bool:
    """ "If I leave Lydd at 14:30, do I make Elstree before sunset?": the light at the end of a flight that leaves at a time."""
    low = said.slots.low
    if not (_LIGHT.search(low) and _THERE_THEN.search(low)) or said.has("both_ways") or _HOW_LATE.search(low):
        return False
    if said.slots.days and _flown(said) is None:
        return False  # of a day the trip tells it, with all that is due
    start, end = said.again().ends()
    if not (start and end) or len({said.name(s) for s in said.spots}) > len((start, end)):
        return False
    clocks = said.clocks()
    return any(said.is_arrival(clock) is not True for clock in clocks) or (not clocks and bool(_NOW.search(low)))


@goes_on
def of_the_sun_there(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Can I be there before sunset if I leave at 2, the Cub does 65 kt" behind the sun of a field: the flight from home."""
    about, field, low = last.arguments.get("about"), last.arguments.get("icao_code"), said.slots.low
    if last.tool != "get_airport_details" or not isinstance(about, list) or "sun" not in about or not said.home:
        return None
    if not isinstance(field, str) or said.slots.spots or not (_LIGHT.search(low) and _THERE_THEN.search(low)):
        return None
    at = read_when(said).get("time")
    if at is None or _HOW_LATE.search(low) or field_of(said.home, said.deps) == field_of(field, said.deps):
        return None
    given: Given = {"from_location": said.home, "to_location": field, "by_light": True, "off_block": at}
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    said.take_all()
    return ToolCall(tool="calculate_flight_distance", arguments=given)


_NOW = re.compile(r"\b(?:(?:right |just )?now|right away|jetzt|sofort|maintenant|tout de suite)\b")


def _clock_now(start: str, said: Said) -> str:
    """The hour it is now where a flight begins: "if I take off now"."""
    field = said.deps.airports.get(field_of(start, said.deps) or "")
    return f"{said.deps.now().astimezone(zone_of(field.time_zone) if field else None):%H:%M}"


_OF_THE_FLIGHT = re.compile(
    r"\W*(?:of |de |d')?(?:flight|flying|en ?route|in the air|airborne|vol\b|flug|unterwegs|fliegen|later|später|plus tard)"
)
_FLIES_FOR = re.compile(
    r"\b(?:fly|flying|flight(?: time)?(?: of| is)?|fliege\w*|flugzeit|vole\w*|vol de)\W*(?:for |in |von |de |pendant )?$"
)


_PAUSE = re.compile(
    r"\b(?:incl(?:uding|usive|\.)?|inkl(?:usive|\.)?|plus|counting|with|mit|avec|en comptant|compris|y compris|and|und|et)\b|"
    r"\b(?:pauses?|breaks?|stops?|stop-?overs?|zwischenstopps?|stopps?|halts?|escales?|arrêts?|on the ground|am boden|au sol|rast|in total|total|insgesamt|en tout|au total|altogether|all in)\b"
)
_A_PAUSE = re.compile(
    r"[\s-]*(?:long |lange |de |d['’]|für |for |a |an |eine |einen |une |un |minütige[nr]? )*(?:\w+ )?(?:lunch |fuel |coffee |tank|mittags|kaffee)?"
    r"(?:pauses?|breaks?|stops?|stop-?overs?|zwischenstopps?|stopps?|halts?|escales?|arrêts?|on the ground|am boden|au sol|rast)\b"
)
_PAUSE_OF = re.compile(
    r"\b(?:pause|break|stop|stopover|zwischenstopp|stopp|halt|escale|arrêt|rast) (?:of |von |de |d['’])?(?:about |etwa |environ )?$"
)


def pause_told(said: Said) -> Quantity | None:
    """ "Inkl. 45 min Pause", "with an hour's stop", "avec 1h d'escale": how long one stands on the ground on the way."""
    low = said.slots.low
    return next(
        (
            one
            for one in said.slots.of("duration")
            if _A_PAUSE.match(low[one.end :]) or _PAUSE_OF.search(low[: one.start]) or _is_of_a_stop(one, said)
        ),
        None,
    )


def _is_of_a_stop(one: Quantity, said: Said) -> bool:
    """ "With a lunch stop of an hour at Kemble"."""
    told = [stop_told(said.slots.low[: spot.start]) for spot in said.slots.spots if said.is_stop(spot)]
    return any(m is not None and m.start() <= one.start < m.end() for m in told)


def _flown(said: Said) -> Quantity | None:
    """ "5h15 de vol", "fly 2h10": the pilot's own time en route."""
    low = said.slots.low
    for one in said.slots.of("duration"):
        if _OF_THE_FLIGHT.match(low, one.end) or _FLIES_FOR.search(low[: one.start]):
            return one
    durations = said.slots.of("duration")
    of_the_light = len(durations) == 1 and _LIGHT.search(low) and _THERE_THEN.search(low)
    return durations[0] if of_the_light and not (_ENDURES.search(low) or _STAYS.search(low)) else None


def _is_a_stay(lasts: Quantity, low: str) -> bool:
    """ "Stay 3 hours": neither the time in the air nor how long the tank lasts."""
    return bool(_STAYED.search(low[max(0, lasts.start - 16) : lasts.start]) or _THERE_FOR.match(low[lasts.end :]))


_STAYED = re.compile(r"\b(?:stay\w*|stop\w*|bleib\w*|aufenthalt|rest(?:e|er|ons)|escale)\b[^.;]*$")
_THERE_FOR = re.compile(r"[\s,]*(?:on the ground|there|stop|stay|aufenthalt|am boden|dort|sur place|d'escale)\b")
_STAYS = re.compile(
    r"\b(?:stay\w*|stop\w*|on the ground|back|return\w*|home|bleib\w*|aufenthalt|pause|zurück|heim\w*|rest(?:e|er|ons)|escale|retour|rentr\w*|sur place|before|earlier|vorher|avant)\b(?! (?:sunset|dark|night|the night|sundown|dusk|nightfall|la nuit|le coucher|der nacht|dem sonnenuntergang|last light))"
)
""" "Stay 3 hours": no time in the air."""


_THAN = re.compile(r"[\s,]*(?:than|als|que)(?P<to> (?:to|from|an|zu|bei|de|d['’]))?[\s]*(?:is )?(?:the |le |la )?")
_OR_TO = re.compile(r"[\s,]*(?:or|oder|ou)(?: (?:to|from|an|zu|bei|de|à))?\s*(?:d['’]|the |le |la )?")


def _nearer(said: Said) -> Given | None:
    """ "Is Duxford nearer to Fenland than Old Warden", "Liegt Eggenfelden näher an Salzburg oder an Passau": both ways."""
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place")]
    marks = said.all_of("closer")
    if len(spots) != 3 or not marks or not spots[0].end <= marks[0].start < spots[1].start:
        return None
    first, second, third = map(said.name, spots)
    gap = said.slots.low[spots[1].end : spots[2].start]
    if not (than := _THAN.fullmatch(gap)) and not _OR_TO.fullmatch(gap):
        return None
    said.take([*marks, *said.all_of("which_of_two", "narrower", "or")])
    said.take(spots)
    if than and not than["to"]:
        others: list[JsonValue] = [{"from_location": third}]
        return {"from_location": first, "to_location": second, "beside": others}
    others = [{"to_location": third}]
    return {"from_location": first, "to_location": second, "beside": others}


_WHICH_LIES = re.compile(
    r"\b(?:which|what(?:'s|s)?|lequel|laquelle|welche[rs]?|was|wer)(?: (?:one|of (?:the two|them)|airfield|airport|field|platz|flugplatz|terrain|aérodrome))?(?: (?:is|lies|est|ist|liegt)\b|(?<=['’]s)(?= ))[\w\s]{0,20}$"
)
_NAMES_TWO = re.compile(r"\s*[,:;?–-]\s*(?:the |le |la )?")


_LISTED = re.compile(r"\s*(?:,|,? ?\b(?:or|and|ou|et|oder|und)\b)\s*(?:the |la |le )?")
_TO_THE_GOAL = re.compile(
    r"\W*(?:(?:is|lies|are|ist|liegt|est|which|one|the|of|them|the|am|la|le|plus|der|die|das)\s+)*(?:(?:closest|nearest|nearer|closer|nächste[rn]?|näher|nächsten|proche)\s+)?"
    r"(?:to|from|von|an|zu|bei|de|d['’])\s*(?:the |la |le )?"
)


def _nearer_of_several(said: Said) -> Given | None:
    """ "Which is nearer to Rochester, Calais or Le Touquet", "nearest of Biggin, Redhill and Lydd to Le Touquet": how far each is."""
    low = said.slots.low
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place")]
    marks = said.all_of("closer", "nearest")
    if len(spots) < 3 or not marks:
        return None
    gaps = [low[a.end : b.start] for a, b in pairwise(spots)]
    if marks[0].end <= spots[0].start and _NAMES_TWO.fullmatch(gaps[0]) and all(map(_LISTED.fullmatch, gaps[1:])):
        if not _WHICH_LIES.search(low[: marks[0].start]):
            return None
        goal, *others = spots
    elif _TO_THE_GOAL.fullmatch(gaps[-1]) and all(map(_LISTED.fullmatch, gaps[:-1])):
        *others, goal = spots
        said.take([*marks, *said.all_of("which_of_two", "narrower", "or"), *spots])
        starts: list[JsonValue] = [{"from_location": said.name(one)} for one in others[1:]]
        return {"from_location": said.name(others[0]), "to_location": said.name(goal), "beside": starts}
    else:
        return None
    said.take([*marks, *said.all_of("which_of_two", "narrower", "or")])
    said.take(spots)
    beside: list[JsonValue] = [{"to_location": said.name(one)} for one in others[1:]]
    return {"from_location": said.name(goal), "to_location": said.name(others[0]), "beside": beside}


_ENDURES = re.compile(r"\b(?:endurance|fuel|range|sprit|reichweite|autonomie|d'essence)\b")
_OF_FUEL = 4
""" "4 hrs of fuel": letters between."""
_BESIDE = 20
"""Letters behind an amount of time in which it is said what lasts so long: "5 hours of endurance"."""
_BEHIND_ON_THE_WAY_BACK = re.compile(
    r"(?:with |mit |avec )?(?:it |the wind |dem wind |le vent |that wind )?"
    r"(?:tail ?wind|on (?:the|my|our) tail|behind (?:me|us)|(?:dem )?rückenwind|von hinten|im rücken|vent arrière|dans le dos|derrière(?: moi| nous)?)\b"
)
""" "And back, with it behind me": so the wind of the way out blows of itself."""
_FIELDS = re.compile(
    r"\b(?:airfields|airports|aerodromes|strips|(?:flug|lande)?pl[aä]tze\w*|flugh[aä]fen|terrains|aérodromes|aéroports)\b"
)

_FIELDS_BETWEEN = re.compile(rf"{_FIELDS.pattern}|\bfields\b")


def _is_of_the_fields_of_an_area(said: Said) -> bool:
    """ "A map with all airfields in Tyrol", "of the fields between Oban and Derry" is their list, which has a map."""
    spots = said.slots.spots
    if len(spots) == 2 and any(s.role == "between" for s in spots) and _FIELDS_BETWEEN.search(said.slots.low):
        return True
    return len(spots) == 1 and spots[0].is_area and _FIELDS.search(said.slots.low) is not None


@reads("show_map", "places", called=later("Map"), unless=_is_of_the_fields_of_an_area)
def shown(said: Said) -> Given:
    """The places that a map shows."""
    places: list[JsonValue] = [said.name(s) for s in said.slots.spots if s.kind != "country" or s.role == ""]
    if not places and (one := said.centre()) is not None:
        places = [one]
    each = [place for at, place in enumerate(places) if not at or place != places[at - 1]]
    start, end = said.ends()
    over: list[JsonValue] = list(said.stops())
    if over and start and end and sorted(map(str, [start, *over, end])) == sorted(map(str, each)):
        each = [start, *over, end]  # "EGKB to LFAT via EGMD"
    return {"places": each} if each else {}


_AM_I = re.compile(
    r"\b(?:am i|are we|i am|i'm|we are|we're|bin ich|sind wir|suis[- ]je|sommes[- ]nous|je suis|on est)\b(?! (?:in|flying|going|off)\b)"
)


_STOPS_AT = re.compile(
    r"\b(?:stop(?:s|ping|over)?|halt|lunch|coffee|breakfast|tea|refuel\w*|fuel|zwischenlandung|zwischenstopp|tankstopp|(?:mittag)?essen|kaffee|"
    r"escale|arrêt|déjeuner|café|ravitaill\w*)\b[^.?!,;]{0,20}\b(?:at|in|à|a|bei|auf|out of)\s+(?:the |le |la )?$"
)


def _stopped_at(said: Said, ends: list[str]) -> list[str]:
    """ "With lunch at Compton Abbas on the way": a third place at which one stops is flown over."""
    if len(said.slots.spots) != 3 or len(ends) != 2:
        return []
    others = [s for s in said.slots.spots if s.role not in ("from", "to") and s.kind in ("place", "code")]
    stops = [s for s in others if _STOPS_AT.search(said.slots.low[: s.start]) and said.name(s) not in ends]
    said.take(stops)
    return [said.name(s) for s in stops]


def journey(said: Said) -> Given:
    """`from_location`, `to_location` and what lies between."""
    places = said.journey()
    if len(places) == 3 and places[0] == places[2]:
        way: Given = {"from_location": places[0], "to_location": places[1], "return": True}
        return way
    if len(places) >= 2:
        between: list[JsonValue] = list(places[1:-1]) or list(_stopped_at(said, places))
        return {"from_location": places[0], "to_location": places[-1], **({"via": between} if between else {})}
    start, end = said.ends()
    if (start is None) is not (end is None) and _AM_I.search(said.slots.low):
        start, end = "here", start or end  # "how far am I from Thruxton"
    over: list[JsonValue] = list(said.stops())
    return {
        **({"from_location": start} if start else {}),
        **({"to_location": end} if end else {}),
        **({"via": over} if over else {}),
    }


def speed(said: Said) -> Given:
    """How fast, or with which aircraft."""
    given: Given = {}
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    elif (bare := _AT_KNOTS.search(said.slots.low)) and not any(
        q.start <= bare.start(1) < q.end for q in said.slots.quantities
    ):
        given["cruise_speed_kts"] = int(bare[1])
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


_OTHER_WIND = re.compile(
    r"\W*(?:(?:no|nein|non|sorry|wait|i meant?|i mean|ich meine?|je voulais dire|it's|it is|that's|a|as|der|un|du|ein|and|with|it|that|if|but|what about|"
    r"und|mit|et|avec|dem|le)\W+)*"
    r"(?P<wind>head ?wind|gegenwind|vent de face|on the nose|tail ?wind|rückenwind|vent arrière|on the tail)\W*"
)


_WITH_A_WIND = frozenset(("calculate_flight_distance", "find_airports_near_location"))


@goes_on
def of_the_other_wind(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "No, headwind": the wind that was said blows from the other end."""
    wind = call.arguments.get("headwind_kts")
    match = _OTHER_WIND.fullmatch(said.slots.low)
    if call.tool not in _WITH_A_WIND or match is None or not isinstance(wind, int | float):
        return None
    is_head = match["wind"].startswith(("head", "gegen", "vent de", "on the n"))
    return call.varied(headwind_kts=abs(wind) if is_head else -abs(wind))


_STILL = re.compile(
    r"\W*(?:(?:and|but|ok|okay|now|what about|how about|what if there(?:'s| is)|say|with|in|und|et|mais|aber|bei|mit|avec)\W+)*"
    r"(?:no wind(?: at all)?|nil wind|zero wind|still air|calm(?: air| winds?)?|without (?:the |any )?wind|ohne wind|windstille?|kein(?:en)? wind|sans (?:le )?vent|vent nul|"
    r"pas de vent)\W*(?:then|please|bitte|dann|alors)?\W*"
)


_IN_ALL = re.compile(
    r"\b(?:total|in all|all in|altogether|all told|incl\w*|inkl\w*|insgesamt|zusammen|unterwegs|en tout|au total|compris|how long|wie lange?|combien de temps|door to door)\b"
)
_OF_A_WAY = ("calculate_flight_distance", "find_airports_near_route")


@goes_on
def of_a_pause(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "Wie lang sind wir unterwegs inkl 45 min Pause" behind a way or the fields along it: its time with the pause."""
    paused = pause_told(said)
    if call.tool not in _OF_A_WAY or paused is None or said.slots.spots or said.slots.days:
        return None
    if len(said.slots.of("duration")) != 1 or _IN_ALL.search(said.slots.low) is None:
        return None
    kept = ("from_location", "to_location", "cruise_speed_kts", "aircraft_type", "headwind_kts", "return")
    flown: Given = {name: call.arguments[name] for name in kept if call.arguments.get(name) is not None}
    if (knots := said.amount("speed")) is not None:
        flown["cruise_speed_kts"] = round(knots)
    said.take_all()
    return ToolCall(tool=_OF_A_WAY[0], arguments={**flown, "pause_hours": whole(paused.value)})


@goes_on
def of_still_air(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "And no wind?": the flight in hand without the wind that was said."""
    winds = {"headwind_kts": None, "headwind_kt": None, "wind": None}
    if not call.arguments.keys() & winds.keys() or _STILL.fullmatch(said.slots.low) is None:
        return None
    if call.tool in ("calculate_flight_distance", "get_fuel_plan"):
        return call.varied(**{name: None for name in winds if name in call.arguments})
    return None


_SHIFTED = re.compile(
    r"\b(?:(?P<earlier>earlier|sooner|früher|eher|plus tôt|plus tot|avant)|later|später|plus tard|après)\W*$"
)


@goes_on
def of_another_moment(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "What if I leave half an hour earlier": the time of off blocks moves, and no endurance is told."""
    off, lasts = call.arguments.get("off_block"), said.slots.of("duration")
    match = _SHIFTED.search(said.slots.low)
    if call.tool != "calculate_flight_distance" or not isinstance(off, str) or match is None:
        return None
    if (
        len(lasts) != 1
        or said.spots
        or said.slots.days
        or said.slots.of("clock")
        or _beside(said, lasts[0], match)
    ):
        return None
    day, _, clock = off.rpartition("T")
    moved = datetime.fromisoformat(f"{day or '2000-01-02'}T{clock}")
    moved += timedelta(hours=lasts[0].value) * (-1 if match["earlier"] else 1)
    if not day and moved.date() != date(2000, 1, 2):
        return None  # past midnight: of which day is not told
    return call.varied(off_block=f"{moved:%Y-%m-%dT%H:%M}" if day else f"{moved:%H:%M}")


def _beside(said: Said, lasts: Quantity, match: re.Match[str]) -> bool:
    """Whether anything stands between the length and the word that moves it."""
    return bool(re.search(r"\w", said.slots.low[lasts.end : match.start()]))
