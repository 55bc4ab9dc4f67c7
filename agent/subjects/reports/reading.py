"""Reads what members tell of an airfield, and what landing and fuel cost there."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.registry import reads
from agent.subjects.airfield.reading import of_an_area
from tongue import later

_ASKS = re.compile(
    r"\?\s*$|\by/n\b|^\W*(?:(?:please|pls|plz) (?:check|tell|find)|(?:did|has|have|does|do|is|are|was|were) (?:any|some)(?:one|body))\b",
    re.IGNORECASE,
)
"""A message that asks, or has somebody look something up."""

POSTS = re.compile(
    r"(?:\b(?:can|could|may|let|please|i want|i['’]d like|i would like|je (?:peux|veux|voudrais)|kann ich|darf ich|ich (?:möchte|will|würde)|bitte)\b[^.?!]{0,20})?"
    r"\b(?:post|leave|write|file|add|make|save|put|poster|laisser|écrire|hinterlassen|schreiben|eintragen)\b[^.?!]{0,8}"
    r"\b(?:report|note|review|pirep|comment|rapport|avis|commentaire|bericht|notiz|bewertung)\b[^.?!]{0,40}?"
    r"\b(?:saying|that says|to say|that|dass|disant|que|comme quoi)\s+",
    re.IGNORECASE,
)
""" "Can I post a report on Lundy Island saying …": what is to be kept stands behind it."""

Given = dict[str, JsonValue]


_WEATHER_ASKED = frozenset(("minute_wind", "metar", "taf", "sigmet", "notam", "outlook", "density_altitude"))
"""What a message that begins with it asks for: nobody tells of a field so."""


def _asks(said: Said) -> bool:
    if said.mentions and said.mentions[0].first == 0 and said.mentions[0].concept in _WEATHER_ASKED:
        return True
    return _ASKS.search(said.slots.text) is not None


def _wants_to_post(said: Said) -> bool:
    """ "Can I leave a note on Popham that the north end is wet": of one field."""
    return len(said.spots) == 1 and POSTS.search(said.slots.text) is not None


@reads(
    "propose_report",
    "icao_code",
    claims=_wants_to_post,
    called=later("Keep your report"),
    unless=lambda said: _asks(said) and not _wants_to_post(said),
)
def report(said: Said) -> Given:
    """The airfield, and what is told of it, word by word."""
    code = (
        said.field_of_spot(said.spots[0], far=False) if said.spots else None
    )  # "back from Abbeville. Nice people"
    said.take([*said.slots.quantities, *said.slots.days, *said.mentions])
    return {**({"icao_code": code} if code else {}), "text": said.slots.text}


@reads(
    "get_airport_pricing",
    "icao_code",
    leans=("aircraft_type",),
    called=later("Fees"),
    named=("fee",),
    unless=of_an_area,
)
def fees(said: Said) -> Given:
    """The airfield and what lands there: an aircraft or its mass."""
    given = fuel_price(said)
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    if (mass := said.amount("mass")) is not None:
        given["mtow_kg"] = round(mass)
    return given


_FUEL_TO = re.compile(
    r"\b(?:how much (?:fuel|avgas|petrol|gas)|what fuel do i need|fuel (?:needed|required)|combien (?:de |d['’])(?:carburant|essence|litres)|wie ?viel (?:sprit|kraftstoff|avgas|liter))\b"
    r"[^?.]*?\b(?:to|pour aller|jusqu['’]?(?:à|au)|vers|nach|bis|zum|zur)\s+\w"
)
""" "How much fuel to Lydd": what the flight takes, not what it costs there."""


def _is_of_a_flight(said: Said) -> bool:
    return of_an_area(said) or (_FUEL_TO.search(said.slots.low) is not None and not said.has("fee", "cheapest"))


@reads("get_fuel_prices", "icao_code", called=later("Fuel price"), unless=_is_of_a_flight)
def fuel_price(said: Said) -> Given:
    """The airfield."""
    said.take(said.all_of("fuel", "avgas", "jet_a", "ul91", "ul94", "mogas", "fee", "cheapest"))
    code = said.field(far=False)
    return {"icao_code": code} if code else {}
