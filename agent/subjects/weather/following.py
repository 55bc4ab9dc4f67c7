"""Reads what is asked of the flight in hand: its weather, its wind, warnings on its way, a watch over it."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.registry import follows, goes_on
from agent.subjects.trip.reading_asked import latest_off_blocks
from agent.subjects.weather.moments import read_stretch, read_stretch_of_hours, read_when
from agent.subjects.weather.reading_elements import read_elements

Given = dict[str, JsonValue]

_ACROSS = re.compile(
    r"\b(?:cross[- ]?winds?|x-?winds?|xw|seitenwind\w*|querwind\w*|vents? (?:de travers|traversiers?))\b"
)


_BESIDE_A_WATCH = frozenset(
    (
        "watch",
        "weather",
        "metar",
        "taf",
        "sigmet",
        "notam",
        "outlook",
        "brief",
        "minima",
        "crosswind",
        "minute_wind",
        "not",
        "and",
        "also",
        "there",
    )
)
"""What is said beside a watch that watches the weather: "let me know if there is a cafe" is none."""
_THE_FLIGHT = (
    r"(?:\s+(?:for |of |on |über |für |pour )?"
    r"(?:it|that|this|(?:the|that|this|my) (?:flight|trip|day)|den flug|le vol))?"
)
_LEAD_IN = r"\W*(?:and |und |et |ok |what about |how about |what's |how's |what is |how is |what will |wie |was ist mit |wie ist |quel |quelle est )*(?:the |das |der |die |le |la |any )?"
_WEATHER_OF_IT = re.compile(
    rf"{_LEAD_IN}(?:(?:weather|wx|brief(?:ing)?|wetter|météo|meteo)(?: like| looking| looking like| aus| geben)?|"
    rf"(?:what(?:'s)? )?(?:would |could |might )?(?:stop|stops|stopping) (?:us|me|it|the day)|what(?:'s| is)? against (?:it|that)|was spricht dagegen|"
    rf"was hält uns auf|qu'est-ce qui (?:nous |m')?(?:en )?empêche|"
    rf"(?:is )?(?:stands )?against my minima|spricht gegen meine minima|contre mes minima|"
    rf"sieht (?:denn )?das wetter(?: dann)? aus|wird das wetter|temps (?:fera-t-il|fait-il|aura-t-on)){_THE_FLIGHT}\W*"
)
_WIND_OF_IT = re.compile(
    rf"{_LEAD_IN}(?:with (?:the )?winds?|(?:head|tail)?[ -]?winds?(?: aloft| on the way| en route)?(?: like| doing)?|wind unterwegs|mit wind|"
    rf"(?:gegen|rücken)wind|vent(?: de face| debout| arrière)?|avec le vent)"
    rf"{_THE_FLIGHT}\W*"
)
_WIND_BACK = re.compile(
    rf"{_LEAD_IN}(?:with (?:the )?|mit |avec )?(?:(?:head|tail)?[ -]?winds?(?: aloft)?|(?:gegen|rücken|höhen)?wind|vent(?: de face| debout| arrière)?) "
    r"(?:(?:will|would|do|does) (?:we|i|it) (?:have|get|be)|look\w*|be|like|like on|haben wir|sera|auf|für|pour|à|au|for|on|coming|going|going to be|then)?\W*"
    r"(?:(?:the |der |dem |den |le |la |going |coming |flying )*(?:way )?(?:back|home|return(?: leg| flight)?|rückweg|rückflug|heimweg|heimflug|zurück|retour))\W*(?:home|then|again)?\W*"
)
""" "And the wind on the way back?": the flight in hand, turned round."""
_AT_THE_END = (
    r"(?:(?:at|on|in) (?:the )?(?:destination|other (?:end|side))|over there|when (?:we|i) get there|"
    r"(?:am|auf der) (?:anderen|ziel)\w*(?: ende| seite)?|à l'(?:autre bout|arrivée))"
)
_ACROSS_THERE = re.compile(
    rf"{_LEAD_IN}(?:{_ACROSS.pattern})(?: there| dort| là-bas| on arrival| {_AT_THE_END})?\W*"
)
_ON_THE_WAY = re.compile(
    r"\b(?:on the way|en[- ]route|along|route|between|for (?:it|that|the (?:trip|flight))|unterwegs|strecke|en route|"
    r"sur le (?:trajet|chemin)|sur la route)\b"
)


_BACK_BY_DAY = re.compile(
    r"\b(?:back|home) (?:before|in|by) (?:it(?:'s| is| gets) )?(?:dark|darkness|sunset|nightfall|night|daylight|last light)\b|"
    r"\bvor (?:der )?(?:dunkelheit|nacht) (?:zurück|daheim|zu hause)\b|\b(?:rentr\w+|retour) (?:avant la nuit|de jour)\b"
)
"""Whether the way home ends by day: no way turned round."""


_WHETHER = re.compile(
    r"\W*(?:and |so |und |et |ok |then |well )*(?:(?:will|would|is|does|can|could|wird|ist|est-ce que?)\b\W*(?:it|that|we|the day|the weather|das|es|ça)?\W*"
    r"(?:still |really )?(?:be |look |go )?(?:ok|okay|fine|alright|good|good enough|doable|flyable|any good|gut|okay|machbar|bon|jouable|go|hold)\b"
    r"|can we (?:still )?(?:go|do it|fly)|ça passe|ca passe|geht das|geht es|klappt das|on peut y aller)"
    r"(?: (?:to (?:go|fly)|for (?:it|us|this|that)|weather[- ]wise|at all|then|or not|vom wetter(?: her)?|côté météo))*\W*"
)


def _without_days(said: Said) -> str:
    text = said.slots.low
    for day in said.slots.days:
        text = text[: day.start] + " " * (day.end - day.start) + text[day.end :]
    return re.sub(r"\s+(?:on|am|le)?\s+", " ", text)


_FLOWN = frozenset(("plan_trip", "get_day_brief", "calculate_flight_distance", "watch_flight"))


def of_the_wind_home(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And the wind on the way home?" of a flight in hand: the way turned round, at the hour of leaving there."""
    trip = last.arguments
    start, end = trip.get("from_location") or said.home, trip.get("to_location")
    if last.tool not in _FLOWN or not start or not end or any(said.name(s) != "home" for s in said.slots.spots):
        return None
    if _WIND_BACK.fullmatch(_without_times(said)) is None:
        return None
    returns = trip.get("return_day")
    day = trip.get("day") if returns in (None, "same day") else returns
    at = trip.get("return_off_block") or trip.get("return_time")
    kept: Given = {"day": day, "time": at, **{n: trip.get(n) for n in ("cruise_speed_kts", "aircraft_type")}}
    turned: Given = {"from_location": end, "to_location": start}
    turned |= {name: value for name, value in kept.items() if value} | read_when(said)
    said.take_all()
    return ToolCall(tool="get_wind_plan", arguments=turned)


_AT_A_HEIGHT = re.compile(
    rf"{_LEAD_IN}(?:with (?:the )?|mit |avec (?:le )?)?(?:(?:head|tail)?[ -]?winds?(?: aloft)?|(?:gegen|rücken|höhen)?wind|vent)(?: be| like)? (?:at|in|auf|à|up at) "
    r"(?:fl ?(?P<fl>\d{2,3})|(?P<ft>[1-9]\d?[,.']?[05]00)(?: ?(?:ft|feet|fuß|fuss|pieds))?)\W*"
)


def of_the_wind_at_a_height(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And the wind at 2000?" of a flight in hand: a height, and no hour."""
    trip, found = last.arguments, _AT_A_HEIGHT.fullmatch(said.slots.low)
    start, end = trip.get("from_location") or said.home, trip.get("to_location")
    if last.tool not in _FLOWN or found is None or not start or not end:
        return None
    feet = int(found["fl"]) * 100 if found["fl"] else int(re.sub(r"\D", "", found["ft"]))
    names = {"day": "day", "time": "time", "off_block": "time", "cruise_speed_kts": "cruise_speed_kts"}
    kept: Given = {to: trip[name] for name, to in names.items() if trip.get(name)}
    said.take_all()
    return ToolCall(
        tool="get_wind_plan", arguments={"from_location": start, "to_location": end, **kept, "level_ft": feet}
    )


def _without_times(said: Said) -> str:
    text = said.slots.low
    for span in (*said.slots.days, *said.clocks()):
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return re.sub(r"\s+(?:(?:on|at|am|um|le|à)\s+)*(?=\W*$)|\s{2,}(?:(?:on|at|am|um|le|à)\s+)*", " ", text)


def of_the_flight(
    said: Said, trip: Mapping[str, JsonValue], before: Mapping[str, Mapping[str, JsonValue]]
) -> ToolCall | None:
    """What is asked of the flight in hand: its weather, wind, warnings, a watch over it; on its own day."""
    start, end = trip.get("from_location") or said.home, trip.get("to_location")
    low = said.slots.low
    slots = said.slots
    if slots.spots or slots.countries or slots.of("clock") or not start or not end or len(slots.words) > 10:
        return None
    is_watch = said.has("watch") and not said.concepts - _BESIDE_A_WATCH
    asks = _WHETHER.fullmatch(_without_days(said)) is not None
    if said.has("outlook") and not said.concepts - _BESIDE_A_WATCH:
        return ToolCall(tool="get_outlook", arguments={"places": [start, end], **read_stretch(said)})
    of_its_day = all(day.when.isoformat() in (trip.get("day"), trip.get("return_day")) for day in slots.days)
    if not of_its_day or (slots.days and not (is_watch or asks)):
        return None
    ends: Given = {"from_location": start, "to_location": end}
    out = {
        name: trip[kept]
        for name, kept in (("day", "day"), ("time", "off_block"), ("arrive_by", "arrive_by"))
        if trip.get(kept)
    }
    home = {n: trip[n] for n in ("return_day",) if trip.get(n) not in (None, "same day")}
    home |= {"return_time": trip["return_off_block"]} if trip.get("return_off_block") else {}
    home |= {"return_by": trip["return_by"]} if trip.get("return_by") else {}
    speeds = {n: trip[n] for n in ("cruise_speed_kts", "aircraft_type") if trip.get(n)}
    if is_watch:
        said.take(slots.days)
        return ToolCall(tool="watch_flight", arguments={**ends, **out, **home, **speeds})
    if asks:
        said.take(slots.days)
        return ToolCall(tool="get_day_brief", arguments={**ends, **out, **home, **speeds})
    if _BACK_BY_DAY.search(low) and not slots.days:
        return latest_off_blocks(said, trip)
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
goes_on(of_the_wind_home)
goes_on(of_the_wind_at_a_height)


_ANOTHER_PART = re.compile(
    r"\W*(?:(?:and|und|et|or|oder|ou|what|how|about|if|was|wenn|si|i|we|ich|wir|je|j|on|nous|go|leave|left|fly|set|off|pars|part|partons|partait|"
    r"décolle|decolle|vole|fliege|fliegen|starte|starten|losfliege|erst|only|instead|rather|later|stattdessen|lieber|plutôt|plutot|alors|dann|then|"
    r"the|in|on|of|this|that|am|im|de|du|le|la|l|dans|d|is|ist|est|it|das|ce|c|same|better|tomorrow|morgen|demain|ginge|geht|erst)\W+)*"
    r"(?:morning|afternoon|evening|vormittags?|nachmittags?|abends?|matin(?:ée)?|apr[èe]s[ -]midi|aprem|soir(?:ée)?)"
    r"(?:\W+(?:instead|then|rather|stattdessen|lieber|dann|plutôt|plutot|alors|please|bitte|svp))*\W*"
)


def of_another_part(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And in the afternoon instead?" behind a brief: the same flight, in the middle of that part of the day."""
    if last.tool != "get_day_brief" or said.spots or _ANOTHER_PART.fullmatch(said.slots.low) is None:
        return None
    part = read_stretch_of_hours(said)
    if not part:
        return None
    first, until = (int(str(part[name])[:2]) for name in ("time", "until"))
    day = said.day()
    said.take_all()
    moved = last.varied(time=f"{(first + until) // 2:02d}:00", return_time=None, arrive_by=None)
    return moved.varied(day=day) if day else moved


_OF_THE_AIR_THERE = re.compile(
    r"\W*(?:(?:and|und|et|what about|how about|what's|whats|what is|wie ist|wie sind|quelle|quel|wie|how's|hows)\W+)*(?:the|die|der|das|la|le|les)?\W*"
    r"(?P<of>vis(?:ibility|i|ibilit[ée])?|sicht|ceilings?|cloud ?bases?|clouds?|cloud|untergrenze|wolken(?:basis)?|bewölkung|plafond|nuages|rain|regen|pluie|fog|nebel|brouillard|temperature|temperatur|température)"
    r"(?:\W+(?:and|und|et|&)\W+(?:the |die |le |la )?(?:vis(?:ibility|i)?|sicht|ceilings?|clouds?|cloud ?base|wolken|untergrenze|plafond|rain|regen|pluie))*"
    r"(?:\W+(?:then|there|like|be|like then|on the way|en route|dann|dort|unterwegs|alors|là-bas|sur la route|at both ends))*\W*"
)


def of_the_air_of_a_flight(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And vis?" behind the times of a flight in the wind: of both its ends, at its hour."""
    flown = last.arguments
    start, end = flown.get("from_location") or said.home, flown.get("to_location")
    if last.tool != "get_wind_plan" or not start or not end or said.spots or said.slots.countries:
        return None
    if _OF_THE_AIR_THERE.fullmatch(_without_times(said)) is None:
        return None
    when: Given = {name: flown[name] for name in ("day", "time") if flown.get(name)}
    asked = read_elements(said) | read_when(said)
    said.take_all()
    return ToolCall(tool="get_weather", arguments={"places": [start, end], **when, **asked})


_MORE_OF_IT = re.compile(
    r"\W*(?:(?:and|und|et|show|zeig|zeige|montre|montrez|me|mir|moi|give|tell|please|bitte|svp)\W+)*(?:(?:the|all|die|das|le|la|les|tout|alle|alles)\W+)*"
    r"(?:rest|(?:more|weitere|autres) (?:hours|stunden|heures)|more|details|the lot|reste|plus|d[ée]tails|mehr|weitere|rest davon|einzelheiten|aloft|höhe|altitude|papers?|papier[es]*)"
    r"(?:\W+(?:light|licht|lumière|lumiere|papers?|papiere?|papiers|and|und|et|of it|details|please|bitte|svp|davon|de ça))*\W*"
)


def of_the_rest(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Aloft, light and paper", "the rest": what a phone does not show of the brief in hand."""
    if last.tool != "get_day_brief" or said.spots or _MORE_OF_IT.fullmatch(said.slots.low) is None:
        return None
    said.take_all()
    return last.varied(opened=True)
