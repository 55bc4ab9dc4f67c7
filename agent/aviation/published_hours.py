"""An airfield's published hours of a day: its own text's, or its tower's and AFIS's where it points there."""

from __future__ import annotations

from datetime import date

from agent import regex as re
from agent.aviation.airfield_facts import AirfieldFacts
from agent.aviation.airports import Airport
from agent.aviation.fact_records import Fact
from agent.aviation.hours import holiday_name, zone_of
from agent.aviation.opening import Opening, opening_on

_THOSE_OF_ATS = re.compile(r"\s*(?:(?:ATS|AFIS|TWR)\s+(?:SKED|HOR|HOURS)|HOR\s+ATS)\s*[.;]?\s*", re.IGNORECASE)
_SERVICE = re.compile(r"\s*(?:ATS|AFIS|TWR)\b(?:\s+SKED)?\s*[:;.-]?\s*", re.IGNORECASE)
_ANOTHER_SERVICE = re.compile(r"\b(?:AFIS|TWR|APP|ATS)\s*[:;]", re.IGNORECASE)


def hours_fact(known: AirfieldFacts) -> Fact | None:
    """What states the field's hours; its tower's or AFIS's where the field's text is "ATS SKED" alone."""
    own = known.first("hours")
    if own is not None and _THOSE_OF_ATS.fullmatch(str(own.value)):
        return known.first("ats_hours") or own
    return own


def opening_of(fact: Fact, airport: Airport, day: date) -> Opening | None:
    """The hours that a fact (`hours` or `ats_hours`) publishes for a day; None when it is not all understood."""
    text = str(fact.value)
    if fact.field == "ats_hours":
        text = _SERVICE.sub("", text, count=1) if _SERVICE.match(text) else text
        if _ANOTHER_SERVICE.search(text):
            return None  # two services, each with hours of its own
    holiday = holiday_name(day, airport.country, airport.region) is not None
    return opening_on(text, day, holiday=holiday, zone=zone_of(airport.time_zone), clock=fact.clock)
