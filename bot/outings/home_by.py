"""Who has to be home by an hour: whether the planned way home is in time, "I have to be home by 4"."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from agent import regex as re
from agent.aviation.hours import zone_of
from bot.outings.evidence import Evidence
from bot.outings.heard import Heard
from bot.outings.outing import Flight
from bot.outings.way_back import first_hour
from bot.outings.writing import at_zulu
from tongue import say

MOST_WORDS = 16
_BOUND = re.compile(
    r"\b(?:i (?:have|need|must|want|ought|should|got|gotta)|i've got|i'd (?:need|have|like) to"
    r"|my (?:wife|husband|kids?|train|partner)"
    r"|ich (?:muss|sollte|will|brauche)|muss ich|je (?:dois|veux|devrais)|il faut que je)\b"
    r"|^\W*(?:(?:but|aber|mais|sorry|leider)\W+)*(?:must|need to|have to|got to|gotta|muss|dois)\b",
    re.IGNORECASE,
)
"""Somebody tells of the own day; what all are to do is a move of the way home."""
_HOME = re.compile(
    r"\b(?:home|back|zu ?hause|daheim|heim|zurück|wieder da|rentrée?|rentrer|de retour|à la maison|chez moi)\b",
    re.IGNORECASE,
)
_AT_HOME = re.compile(
    r"\bhome (?:by|at|for|before)\b|\b(?:zu ?hause|daheim)\b|\b(?:à la maison|chez (?:moi|nous))\b", re.IGNORECASE
)
"""These name where one is then, not when one leaves: "home by 4 please"."""
_DARK = re.compile(
    r"\b(?:before|by) (?:it (?:is|gets) )?(?:dark|sunset|nightfall|night)\b|\b(?:im hellen|vor (?:der )?dunkelheit"
    r"|vor (?:dem )?sonnenuntergang|bevor es dunkel wird|avant (?:la|qu'il fasse) nuit|avant le coucher)\b",
    re.IGNORECASE,
)
_IN_THE_MORNING = re.compile(r"\d\s?(?:a\.?m\b)|\b(?:früh|du matin|in the morning)\b", re.IGNORECASE)
_HALF_A_DAY = timedelta(hours=12)


def wants_home(e: Evidence) -> Heard | None:
    """By when somebody has to be home, as it is said."""
    if e.task or (e.money and e.money[1]) or len(e.words) > MOST_WORDS or e.said.slots.codes:
        return None
    bound = None if e.asks else _BOUND.search(e.text)
    home = _HOME.search(e.text, bound.end()) if bound else _AT_HOME.search(e.text)
    if home is None or e.has("seat.seat", "answer.in", "answer.out", "change.later", "change.earlier"):
        return None
    start = bound.end() if bound else 0
    clock = first_hour(e.text[start:])
    early = "early" if _IN_THE_MORNING.search(e.text) else ""
    dark = bound and _DARK.search(e.text, start)
    return Heard("home", weak=True, clock=clock, state=early) if clock or dark else None


def home_words(heard: Heard, flight: Flight | None) -> str:
    """Whether the plan is home by then, and when it would have to leave; "" without a way home or an hour."""
    if flight is None or not heard.clock or flight.back is None or flight.home is None:
        return ""
    there = zone_of(flight.to_zone) or flight.clock
    home, back = flight.home.astimezone(flight.clock), flight.back.astimezone(there)
    by = _by(heard, home)
    planned = say(
        "Planned: off blocks {there} {back:%H:%M} local ({left}), at {field} about {home:%H:%M} local ({zulu})"
        " in still air.",
        there=flight.to_icao, back=back, left=at_zulu(back), field=flight.from_icao, home=home, zulu=at_zulu(home),
    )  # fmt: skip
    if home <= by:
        in_time = say("In time for {hour:%H:%M}.", hour=by)
        return f"{in_time} {planned}"
    latest = (by - (home - back)).astimezone(there)
    late = say("Not in time for {hour:%H:%M}.", hour=by)
    asked = say(
        "To be there by then: off blocks {there} by {latest:%H:%M} local ({left}).",
        there=flight.to_icao, latest=latest, left=at_zulu(latest),
    )  # fmt: skip
    return f"{late} {planned} {asked}"


def _by(heard: Heard, home: datetime) -> datetime:
    """The hour on the day of the way home, "4" being in the afternoon unless the morning is said."""
    by = datetime.combine(home.date(), time.fromisoformat(heard.clock), home.tzinfo)
    if by.hour > 0 and by.hour < 12 and not heard.state and abs(by + _HALF_A_DAY - home) < abs(by - home):
        return by + _HALF_A_DAY
    return by
