"""Reads "crosswind at both ends?" of the flight in hand: the wind, weather or facts asked of where it starts too."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall

_BOTH = (
    r"(?:(?:at|on|in|for|of|from)\s+)?(?:both|each|either)\s+(?:ends?|fields?|airfields?|airports?|aerodromes?|places?|sides?)|"
    r"(?:an|auf|für|bei)\s+(?:beiden\s+(?:enden|plätzen|flugplätzen|seiten)|jedem\s+ende)|"
    r"(?:aux|des|pour les|sur les)\s+deux\s+(?:bouts|extrémités|terrains|aérodromes|côtés)"
)
_LEAD = r"\W*(?:(?:and|und|et|ok|so|what|how|about|is|are|the|now|s|whats|hows|was|wie|ist|der|die|das|quel|quelle|est|le|la|les|show|me|give|zeig|donne)\W+)*"
_ACROSS = r"cross[- ]?winds?(?: component)?|x-?winds?|seitenwind\w*|querwind\w*|vents? (?:de travers|traversiers?)|runways?|wind|winds|vent|which runways?|welche pisten?|quelles? pistes?"
_WEATHER = r"weather|wx|metars?|tafs?|metars? and tafs?|wetter|météo|meteo|conditions"
_ASKED = re.compile(
    rf"{_LEAD}(?:(?P<across>{_ACROSS})|(?P<weather>{_WEATHER}))?\W*(?:like |be |wie )?(?:{_BOTH})\W*(?:please|bitte|svp|too|as well|auch|aussi)?\W*"
)
_CUSTOMS = re.compile(
    rf"{_LEAD}(?:customs(?: and immigration| and passports?)?|zoll(?: und einreise)?|douanes?(?: et immigration)?)\W*"
    rf"(?:{_BOTH}|(?:at|for|of|in) both|für beide|in beiden|an beiden|pour les deux|aux deux|des deux)"
    r"(?: of them)?\W*(?:please|bitte|svp|too|as well|auch|aussi)?\W*"
)
""" "And customs for both" behind a flight: its border, which asks of both ends."""
_OF_A_FIELD = frozenset(
    ("get_runway_wind", "get_weather", "get_airport_details", "get_notams", "get_density_altitude")
)
"""Asked of one field: what a bare "at both ends?" asks of both."""


def of_both_ends(said: Said, trip: Mapping[str, JsonValue], last: ToolCall | None) -> ToolCall | None:
    """The question of both ends of the flight; None where the message asks anything else."""
    start, end = trip.get("from_location") or said.home, trip.get("to_location")
    if not isinstance(start, str) or not isinstance(end, str):
        return None
    if _CUSTOMS.fullmatch(said.slots.low):
        said.take_all()
        on: dict[str, JsonValue] = {"date": day} if (day := trip.get("day")) else {}
        return ToolCall(tool="get_border_brief", arguments={"from_location": start, "to_location": end, **on})
    found = _ASKED.fullmatch(said.slots.low)
    if found is None:
        return None
    when = {"day": day} if (day := trip.get("day")) else {}
    if last is not None and last.tool in ("get_runway_wind", "get_weather"):
        when = {name: value for name in ("day", "time", "until") if (value := last.arguments.get(name))} or when
    if found["across"] or (not found["weather"] and last is not None and last.tool == "get_runway_wind"):
        limits = last.arguments if last is not None and last.tool == "get_runway_wind" else {}
        kept = {name: limits[name] for name in ("crosswind_limit_kt", "gust_limit_kt") if limits.get(name)}
        said.take_all()
        two: dict[str, JsonValue] = {"icao_code": [end]}
        return ToolCall(tool="get_runway_wind", arguments={"icao_code": start, **when, **kept, "beside": two})
    if found["weather"] or (last is not None and last.tool == "get_weather"):
        said.take_all()
        return ToolCall(tool="get_weather", arguments={"places": [start, end], **when})
    if last is None or last.tool not in _OF_A_FIELD:
        return None
    said.take_all()
    return last.varied(icao_code=start, beside={"icao_code": [end]})
