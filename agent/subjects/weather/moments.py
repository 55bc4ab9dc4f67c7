"""Reads the places, ends and times that all weather questions have alike."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.language.days import no_days
from agent.language.number_words import spelt
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.trip.times import SAME_DAY, when_flown
from agent.subjects.weather.beside import water_alone
from agent.subjects.weather.place import WIDE_NM

Given = dict[str, JsonValue]
_ASIDE = re.compile(
    r"\b(?:do (?:me )?for|instead of|not|rather than|statt|au lieu de|pas|"
    r"(?:here|hier|ici) (?:in|at|near|bei|à|a|au)|"
    r"(?:i|we|one) (?:can |could )?(?:see|watch)(?: \w+){0,4} (?:over|across|at|towards?|above)|"
    r"ich (?:sehe|wohne)(?: \w+){0,4} (?:über|in|bei)|je vois(?: \w+){0,4} (?:sur|à|vers|au-dessus de)|"
    r"(?:got|was|were|been) caught(?: \w+){0,4} (?:over|near|at|above)|"
    r"i live (?:in|at|near)|j['’]habite(?: à)?)\s+$"
)
_OF_ONESELF = re.compile(r"\s*(?:in|at|near|bei|à|au)\s")
""" "Here in Faversham": where one sits."""
_LACKS = re.compile(r"\s*(?:won't|doesn't|does not|hasn't|has no|will not|hat kein|n'a pas)\b")
_ZULU = re.compile(r"(?<![\w/:])(?P<h>[01]?\d|2[0-3])(?::?(?P<m>[0-5]\d))?\s?(?:Z|UTC|Zulu)\b", re.IGNORECASE)
"""An hour as reports write it: not the clock's at the place."""


def read_places(said: Said) -> Given:
    """The fields and towns; a region or "here" only where nothing closer is said, none that is only a reason."""
    spots = without_ranges(said, [s for s in said.spots if not _is_aside(said, s)] or list(said.spots))
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
    places: list[JsonValue] = [*dict.fromkeys(said.name(s) for s in (closer or spots))]
    if not places:
        places = [said.name(s) for s in said.slots.spots]
    if (water := water_alone(said)) is not None:
        said.used.add(water[1:])
        places = [water[0]]
    if said.place is None and len(places) > 1 and "here" in places:
        places.remove("here")  # no position was shared, and "here" is no town
        spots = [s for s in spots if s.name != "here"]
    said.take([*spots, *(s for s in said.spots if s not in without_ranges(said, said.spots))])
    return {"places": places} if places else {}


def without_ranges(said: Said, spots: Sequence[Spot]) -> list[Spot]:
    """The places but for a range that holds another of them: "cross the Alps by the Simplon" is at the Simplon."""
    areas = [s for s in spots if s.kind == "place" and said.deps.places.is_area(s.name)]
    if not areas or len(spots) < 2:
        return [*spots]
    found = {s: said.deps.places.resolve(s.name).best for s in areas}
    ranges = {
        s: at for s, at in found.items() if at is not None and at.kind == "mountains" and at.extent_nm >= WIDE_NM
    }
    passes = [at for s, at in found.items() if at is not None and s not in ranges and at.kind == "mountains"]
    held = [
        s
        for s, at in ranges.items()
        if any(geodesic_nm(at.lat, at.lon, one.lat, one.lon) <= at.extent_nm for one in passes)
    ]
    return [s for s in spots if s not in held]


def _is_aside(said: Said, spot: Spot) -> bool:
    """A place that is named for why another is asked: "that'll do me for Elstree", "Shobdon won't have one"."""
    low = said.slots.low
    if len(said.spots) < 2:
        return False
    if spot.kind == "here" and _OF_ONESELF.match(low[spot.end :]):
        return True
    return bool(_ASIDE.search(low[: spot.start]) or _LACKS.match(low[spot.end :]))


_OUT_TO = re.compile(
    r"\b(?:(?:out|over|across|down|up|hin|raus|rüber) (?:to|nach)|"
    r"(?:aller|fliegen?|fly|flight|go|going|flug) (?:à|to|nach))\s+$"
)
_BACK_TO = re.compile(
    r"\b(?:(?:and|und|et|then|dann) (?:(?:home|wieder) )?"
    r"(?:back|home|zurück|retour|retourner|revenir|rentrer) (?:to|nach|à|into|in)|"
    r"back (?:home )?(?:to|into)|zurück nach|retour à)\s+$"
)


def read_ends(said: Said) -> Given:
    """Start and end of a flight; "out to Norwich and back to Enstone" begins where it goes back to."""
    start, end = said.ends()
    out = next((s for s in said.spots if _OUT_TO.search(said.slots.low[: s.start])), None)
    home = next((s for s in said.spots if _BACK_TO.search(said.slots.low[: s.start])), None)
    if out is not None and home is not None and out.start < home.start and len(said.spots) == 2:
        said.has("both_ways", "reverse")
        start, end = said.name(home), said.name(out)
    return {**({"from_location": start} if start else {}), **({"to_location": end} if end else {})}


_OR = re.compile(r"\s*,?\s*(?:or|oder|ou|vs\.?|versus)\s+(?:to |nach |in |à |else )?(?:the |le |la )?")


def read_either_end(said: Said) -> Given:
    """ "To either Deauville or Caen": each is an end of its own; nothing where no two are said so."""
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    first = len(spots) - 1
    while first > 0 and _OR.fullmatch(said.slots.low[spots[first - 1].end : spots[first].start]):
        first -= 1
    goals: list[JsonValue] = [said.name(s) for s in spots[first:]]
    if len(goals) < 2 or first > 1:
        return {}
    said.take(spots)
    start: Given = {"from_location": said.name(spots[0])} if first else {}
    return {**start, "to_location": goals[0], "beside": {"to_location": goals[1:]}}


_BETWEEN = re.compile(
    r"\b(?:between|zwischen|entre|from|von|de)\s+(?P<a>[01]?\d|2[0-3])(?:[:h.](?P<am>[0-5]\d))?\s*(?:h|uhr|z|am|pm)?\s*"
    r"(?:and|und|et|to|till|until|bis|à|-|–)\s*(?P<b>[01]?\d|2[0-3])(?:[:h.](?P<bm>[0-5]\d))?\s*(?P<x>am|pm|z|utc|h|uhr|local|lt)?"
    r"(?!\s*(?:kt|kts|knots|ft|feet|nm|km|°|degrees|grad|h\d|\d|/|%))(?![\w])"
)


_FORENOON_FROM = 7
"""Who says "between 4 and 6" means the afternoon."""


def read_stretch_of_hours(said: Said) -> Given:
    """ "between 14 and 16", "von 9 bis 11 Uhr": from when to when."""
    match = _BETWEEN.search(said.slots.low)
    if match is None:
        return _part_of_day(said)
    first, last = int(match["a"]), int(match["b"])
    if match["x"] == "pm" and last < 12:
        first, last = (first + 12 if first < 12 and first <= last else first), last + 12
    if first < last < _FORENOON_FROM and not match["x"] and not match["a"].startswith("0"):
        first, last = first + 12, last + 12  # "between 4 and 6"
    if last <= first < 12 and last + 12 > first and not match["x"]:
        last += 12  # "between 11 and 2"
    if not first < last:
        return {}
    zulu = "Z" if match["x"] in ("z", "utc") else ""
    told = [f"{h:02d}:{m or '00'}" for h, m in ((first, match["am"]), (last, match["bm"]))]
    said.take([q for q in said.slots.quantities if q.start < match.end() and q.end > match.start()])
    return dict(
        zip(("time", "until"), (one.replace(":", "") + zulu if zulu else one for one in told), strict=True)
    )


def stretch_span(said: Said) -> tuple[int, int] | None:
    """Where "between 1 and 4" stands."""
    match = _BETWEEN.search(said.slots.low)
    return match.span() if match else None


_UNTIL = re.compile(
    r"\b(?:(?:un)?till?|'til|bis|jusqu['’ ]?(?:à|a|au))\s+"
    r"(?:about |around |at least |say |um |mindestens |etwa |vers |environ )?"
    r"(?P<h>[01]?\d|2[0-3]|[a-zäöüßéû]{3,8})(?:[:.h]?(?P<m>[0-5]\d))?\s*"
    r"(?P<x>am|pm|z\b|utc\b|h\b|uhr|heures?|o'clock|local|lt\b)?(?![\w:./°%])"
    r"(?!\s*(?:kt|kts|kn|knots|ft|feet|fuß|pieds|nm|km|degrees|grad|days|tage|jours|hours|stunden|heures|min))"
)


_HOURS_NAMED = {"noon": 12, "midday": 12, "mittag": 12, "mittags": 12, "midi": 12}
_LAST_HOUR = 23


def read_until(said: Said) -> Given:
    """ "Will it hold until four", "bis 16 Uhr", "jusqu'à 17h": the end of a stretch that begins now."""
    match = _UNTIL.search(said.slots.low)
    if match is None or _BETWEEN.search(said.slots.low):
        return {}
    hour = int(match["h"]) if match["h"].isdigit() else _HOURS_NAMED.get(match["h"]) or spelt(match["h"])
    if hour is None or hour > _LAST_HOUR:
        return {}
    small = hour < _FORENOON_FROM and not match["h"].startswith("0") and match["x"] in (None, "o'clock", "local")
    if hour < 12 and (match["x"] == "pm" or small):
        hour += 12
    said.used.add(match.span())
    said.take([q for q in said.slots.quantities if q.start < match.end() and q.end > match.start()])
    zulu = match["x"] in ("z", "utc")
    return {"until": f"{hour:02d}{match['m'] or '00'}Z" if zulu else f"{hour:02d}:{match['m'] or '00'}"}


_PARTS = (
    (re.compile(r"\b(?:first thing|crack of dawn|ganz früh|in aller frühe|de bonne heure|très tôt)\b"), (6, 9)),
    (
        re.compile(
            r"\b(?:mornings?|forenoon|matin(?:ée)?|vormittags?|"
            r"(?:heute|am|diesen) morgen|(?:morgen|in der) früh|(?:today|tomorrow|this|\w+day) am)\b"
        ),
        (8, 12),
    ),
    (re.compile(r"\b(?:lunch ?time|midday|mittags?|(?:ce|à) midi)\b"), (12, 14)),
    (re.compile(r"\b(?:afternoons?|pm|apr[èe]s[ -]midi|aprem|nachmittags?)\b"), (12, 17)),
    (re.compile(r"\b(?:evenings?|tonight|soir(?:ée)?|abends?)\b"), (17, 21)),
)
"""Local hours; the first two as the outlook has them."""


_GREETING = re.compile(
    r"^\W*(?:(?:hi|hello|hey|hallo|ok|and|well)\W+)?"
    r"(?:(?:a )?(?:very )?good (?:morning|afternoon|evening)\b(?! for)|"
    r"(?:morning|afternoon|evening)(?: all| chaps?| everyone| everybody|"
    r" folks| gents| guys| team| lads| ladies| there| both| flyfun)*"
    r"(?:\s*[.!,;:–-]|\s+"
    r"(?=(?:what|how|can|could|is|are|any|do|does|will|would|i|we|i['’]m|please|has|where|which|who|got|need)\b)))"
)


def _part_of_day(said: Said) -> Given:
    """ "This afternoon", "demain matin": from when to when, where no hour is said; "Morning." greets."""
    if said.clocks() or _ZULU.search(said.slots.text):
        return {}
    low = _GREETING.sub(" ", said.slots.low)
    hours = next((hours for words, hours in _PARTS if words.search(low)), None)
    return {"time": f"{hours[0]:02d}:00", "until": f"{hours[1]:02d}:00"} if hours else {}


def parts_of_day(said: Said) -> int:
    """How many parts of a day are named."""
    low = _GREETING.sub(" ", said.slots.low)
    return sum(words.search(low) is not None for words, _ in _PARTS)


def read_when(said: Said, *, time: bool = True, but: tuple[int, int] | None = None) -> Given:
    """The day, and the time as it was said: the clock's at the place, or UTC with a Z; none in `but`."""
    given: Given = {}
    clocks = [one for one in said.clocks() if but is None or not but[0] <= one.start < but[1]]
    if (day := said.day()) is not None:
        given["day"] = day
    elif (to_come := days_from_now(said)) is not None:
        given["day"] = to_come
    elif never := no_days(said.slots.text):
        given["day"] = never[0][0].strip()  # "30 February": told to be none
    if time and (zulu := _ZULU.search(said.slots.text)):
        given["time"] = f"{int(zulu['h']):02d}{zulu['m'] or '00'}Z"
    elif time and (four := four_figures(said)) is not None:
        given["time"] = four
    elif time and clocks and (at := said.clock(clocks[0])):
        given["time"] = at
    elif time and (ahead := _from_now(said)) is not None:
        given["time"] = ahead
    elif time and (odd := _NO_HOUR.search(said.slots.text)) is not None:
        given["time"] = odd[0]
    return given


_NO_HOUR = re.compile(r"(?<![\w:.])(?:2[5-9]|[3-9]\d):[0-5]\d(?![\w:.])")
"""What stands where an hour is expected and is none: told so, never passed over."""


_FOUR_DIGITS = re.compile(
    r"\b(?:at|for|by|around|until|um|gegen|à|vers|pour|für) (?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)\b"
    r"(?!\s*(?:ft|feet|foot|m\b|kt|knots|nm|kg|l\b|lb|fuß|pieds|%|[/:.]\d))"
)


def bare_hour(said: Said) -> str | None:
    """ "The TAF for 1400": four figures are an hour where no height can be meant."""
    match = _FOUR_DIGITS.search(said.slots.low)
    return f"{match['h']}:{match['m']}" if match else None


_OF_A_CLOCK = re.compile(
    r"(?<![\w:.,/])(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d) ?(?:local|lcl|lt|hrs?|heure locale|ortszeit|uhr)\b"
)


def four_figures(said: Said) -> str | None:
    """ "1500 local": an hour in four figures beside what says so."""
    match = _OF_A_CLOCK.search(said.slots.low)
    return f"{match['h']}:{match['m']}" if match else None


_BARE_CLOCK = re.compile(
    r"\b(?:at|by|um|gegen|à|vers)\s+(?P<h>[1-9]|1\d|2[0-3])(?![\w:.,/°]|\s\d{3}\b|\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|ft|nm|km|degrees?|deg|grad|gust|%))"
)


def bare_clock(text: str) -> str | None:
    """ "Tomorrow at 2": a small figure is an hour of the afternoon."""
    match = _BARE_CLOCK.search(text)
    hour = int(match["h"]) if match else 0
    return f"{hour + 12 if hour < _FORENOON_FROM else hour:02d}:00" if match else None


def days_from_now(said: Said) -> str | None:
    """ "In 20 days", "in drei Tagen", "dans 4 jours": the day that is so far from today."""
    for span in said.slots.of("days"):
        if span.unit == "days" and _IN.search(said.slots.low[: span.start]):
            said.take([span])
            return (said.today + timedelta(days=round(span.value))).isoformat()
    return None


def read_hour(said: Said) -> Given:
    """The day and one time: of a part of the day ("this afternoon") the middle."""
    given = read_when(said)
    if "time" in given or not (part := _part_of_day(said)):
        return given
    first, last = (int(str(part[name])[:2]) for name in ("time", "until"))
    return {**given, "time": f"{(first + last) // 2:02d}:00"}


_IN = re.compile(r"\b(?:in|dans)\s+(?:about |around |roughly |etwa |ungefähr |environ )?$")


def _from_now(said: Said) -> str | None:
    """ "In three hours", "dans 90 minutes": so long from now."""
    for span in said.slots.of("duration"):
        if _IN.search(said.slots.low[: span.start]):
            said.take([span])
            return f"+{round(span.value * 60)}min"
    return None


_OF_A_BRIEF = {
    "off_block": "time",
    "arrive_by": "arrive_by",
    "return_off_block": "return_time",
    "return_by": "return_by",
}
"""The times of a trip, and how a brief calls them."""
_A_TIME = re.compile(r"\d{1,2}:\d{2}")


def read_there_and_back(said: Said, way: Given) -> Given:
    """Day and times of the way out and, where they are said, of the way back, as a trip's are read."""
    given = read_when(said)
    if _ZULU.search(said.slots.text):
        return given
    told = when_flown(said, way, returns=False)
    times = {_OF_A_BRIEF[n]: v for n, v in told.items() if n in _OF_A_BRIEF and _A_TIME.fullmatch(str(v))}
    if times:
        given.pop("time", None)
    back = told.get("return_day")
    if isinstance(back, str) and back != SAME_DAY and back > str(given.get("day", "")):
        times["return_day"] = back
    return given | times


def read_stretch(said: Said) -> Given:
    """From which day on, and over how many days: "the next three days", "Saturday and Sunday", "the weekend"."""
    given = read_when(said, time=False)
    if any(q.unit == "weekend" for q in said.slots.of("days")) and not said.slots.days and "day" in given:
        saturday = said.today + timedelta(days=(5 - said.today.weekday()) % 7 or 7)
        on_it = said.today.weekday() >= SATURDAY and _NEXT_WEEKEND.search(said.slots.low)
        return {"day": saturday.isoformat(), "days": 2} if on_it else {"day": "weekend"}
    if len(said.slots.days) > 1 and (last := said.day(1)) is not None:
        many = 1 + said.slots.days[1].when.toordinal() - said.slots.days[0].when.toordinal()
        return {**given, "days": many} if 1 < many <= LONGEST_STRETCH and last else given
    if said.slots.days:
        return given
    if said.has("next_week"):
        monday = said.today + timedelta(days=7 - said.today.weekday())
        return {"day": monday.isoformat(), "days": LONGEST_STRETCH}
    if said.has("coming_week"):
        return {"days": LONGEST_STRETCH}
    counted = next((q for q in said.slots.of("days") if q.unit == "days"), None)
    if said.has("coming_days") or (counted is not None and _ahead(said, counted.start, counted.end)):
        said.take([counted] if counted else [])
        return {"days": min(LONGEST_STRETCH, round(counted.value)) if counted else FEW_DAYS}
    return given


SATURDAY = 5
_NEXT_WEEKEND = re.compile(
    r"\bnext week-?\s?end\b|\bweekend after\b|\bnächste[ns]? wochenende\b|\bwochenende drauf\b|"
    r"\bweek-?\s?end (?:prochain|d'après)\b|\bprochain week-?\s?end\b"
)
"""Said on a Saturday or Sunday it is not the one that has begun."""


def _ahead(said: Said, start: int, end: int) -> bool:
    """ "The next 3 days", "les 4 prochains jours"."""
    low = said.slots.low
    return bool(_NEXT.search(low[:start]) or _NEXT.search(low[start:end]) or _TO_COME.match(low[end:]))


_NEXT = re.compile(
    r"\b(?:next|coming|following|nächsten?|kommenden?|folgenden?|prochaine?s?)\s*(?:\d+\s*(?:days|tagen?|jours))?$"
)
_TO_COME = re.compile(r"\s*(?:ahead|to come|à venir|qui viennent|prochains|outlook|forecast|weather)\b")

LONGEST_STRETCH, FEW_DAYS = 7, 3
