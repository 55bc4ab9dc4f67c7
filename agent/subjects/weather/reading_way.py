"""NOTAM and SIGMET of the fields in hand along the whole way between them, or of one of its ends alone."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall

NOTAMS, SIGMETS, WEATHER = "get_notams", "get_sigmets", "get_weather"
_ALONG = re.compile(
    r"\b(?:whole (?:way|route|trip|flight|leg)|all the way|(?:on|along) (?:the|my|our) (?:way|route)|en ?route|in ?between|between (?:them|the two|both)|"
    r"(?:tout(?:e)? )?(?:le|la) (?:trajet|route|parcours) (?:complète?|entière?|entier)?|tout le (?:trajet|parcours|chemin)|toute la route|sur (?:le|mon|notre) (?:trajet|parcours|chemin)|en route|entre les deux|"
    r"(?:ganze[nr]?|gesamte[nr]?) (?:strecke|weg|route|flug)|auf (?:der|dem) (?:strecke|weg|route)|unterwegs|dazwischen|zwischen (?:den )?beiden)\b"
)
_ONLY = re.compile(r"\b(?:only|just|alone|itself|own|nur|allein|bloß|eigenen?|seulement|que|uniquement|juste)\b")
_DESTINATION = re.compile(
    r"\b(?:destination|arrival(?: field| end)?|other end|ziel(?:platz|flugplatz|ort|s)?|arrivée|l['’]arrivée)\b"
)
_DEPARTURE = re.compile(
    r"\b(?:departure(?: field| end)?|start(?:platz|flugplatz|ort)|abflugplatz|départ|le départ)\b"
)
_LONGEST = 12
_OTHERS = frozenset(
    ("metar", "taf", "weather", "crosswind", "minute_wind", "watch", "outlook", "fuel", "airfields", "customs")
)


def of_the_whole_way(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And for the whole way to Cherbourg" behind the NOTAM of one field, "SIGMETs on the way" behind two weathers."""
    if len(said.slots.words) > _LONGEST or said.concepts & _OTHERS or not _ALONG.search(said.slots.low):
        return None
    tool = NOTAMS if said.has("notam") else SIGMETS if said.has("sigmet") else last.tool
    if tool not in (NOTAMS, SIGMETS):
        return None
    here = _in_hand(last)
    start, end = said.ends()
    if not said.spots:
        if len(here) != 2:
            return None
        start, end = here
    elif not (start and end):
        if len(here) == 2 and (start or end) in here:
            start, end = here if (end or here[1]) == here[1] else (here[1], here[0])
        elif len(here) == 1:
            start, end = start or here[0], end or here[0]
        else:
            return None
    if start == end:
        return None
    kept = {"day": day} if tool == NOTAMS and (day := said.day() or last.arguments.get("day")) else {}
    said.take_all()
    return ToolCall(tool=tool, arguments={"from_location": start, "to_location": end, **kept})


def of_one_end(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Only those of the destination", "only Alderney's own", of the NOTAM of a flight: of that field alone."""
    start, end = last.arguments.get("from_location"), last.arguments.get("to_location")
    if last.tool != NOTAMS or not (start and end) or len(said.slots.words) > _LONGEST:
        return None
    if _ONLY.search(said.slots.low) is None or said.concepts & _OTHERS:
        return None
    spots = {said.name(spot) for spot in said.spots}
    field = said.field() if len(spots) == 1 else None
    if not spots and _DESTINATION.search(said.slots.low):
        field = str(end)
    elif not spots and _DEPARTURE.search(said.slots.low):
        field = str(start)
    if field is None:
        return None
    day = said.day() or last.arguments.get("day")
    said.take_all()
    return last.varied(from_location=None, to_location=None, icao_code=field, day=day)


def of_another_way(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Kiel nach Aarhus" alone behind the SIGMETs or NOTAM of another flight: those of this one."""
    start, end = said.ends()
    flown = last.tool in (NOTAMS, SIGMETS) and last.arguments.get("to_location")
    if not flown or not (start and end) or said.concepts - {"also", "instead"} or said.slots.quantities:
        return None
    beside = [w for w in said.slots.words if not any(s.start <= w.start < s.end for s in said.spots)]
    if len(beside) > _FEW or said.stops() or said.slots.days:
        return None
    said.take_all()
    return last.varied(from_location=start, to_location=end)


_FEW = 4


def _in_hand(last: ToolCall) -> list[str]:
    """The fields of the last answer, those of a flight in their order."""
    given = last.arguments
    if given.get("from_location") and given.get("to_location"):
        return [str(given["from_location"]), str(given["to_location"])]
    places = given.get("places")
    if isinstance(places, list):
        return [str(place) for place in places]
    one = given.get("icao_code") or given.get("to_location")
    return [str(one)] if one else []
