"""The way home alone, moved in words: "back by 3 please", "on décale le retour à 16h", "Rückflug erst um vier"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.regex import longest_first
from bot.outings.evidence import A_DAYS_HOURS, Evidence
from bot.outings.heard import Heard
from bot.outings.outing import Flight, when_words
from tongue import say

MOST_WORDS = 20
_WORDED = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eleven": 11, "twelve": 12, "noon": 12,
    "une heure": 1, "deux heures": 2, "trois heures": 3, "quatre heures": 4, "cinq heures": 5, "six heures": 6,
    "midi": 12, "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "elf": 11, "zwölf": 12,
    "mittag": 12,
}  # fmt: skip
_HOUR = r"(?P<hour>\d{1,2}|" + "|".join(longest_first(_WORDED)) + r")"
_AT = re.compile(
    r"\b(?P<half>half(?: past)?\s+|quarter past\s+|quarter to\s+|halb\s+|viertel nach\s+|viertel vor\s+)?"
    + _HOUR
    + r"(?!\d)(?:\s?[:.h]\s?(?P<minutes>[0-5]\d)|\s?h)?(?:\s?[ap]m)?\b"
    r"(?P<french>\s+(?:et demie|et quart|moins le quart))?"
    r"(?!\s*(?:of us|minutes?|mins?|minuten|hours?|stunden?|seats?|people|personen|personnes|places?|kt|knots|%))",
    re.IGNORECASE,
)
_PAST = {
    "half": 30, "half past": 30, "quarter past": 15, "quarter to": -15, "viertel nach": 15, "viertel vor": -15,
    "halb": -30, "et demie": 30, "et quart": 15, "moins le quart": -15,
}  # fmt: skip
_TOWARDS = re.compile(
    r"^\W*(?:(?:now|then|please|pls|is|to|by|at|for|around|until|till|no later than|latest|only|not before|be|it"
    r"|on|um|erst|auf|bis|gegen|spätestens|schon|ist|wir|uns|soll|à|a|vers|pour|avant|est|se fait"
    r"|plutôt|donc)\W+)*$",
    re.IGNORECASE,
)
"""What may stand between the way back and its hour."""
_AFTER_AN_HOUR = re.compile(
    r"(?:\b(?:at|by|for|to|around|before|um|bis|gegen|auf|erst|spätestens|à|vers|pour|avant)\s+)$", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"^\W*(?:(?:o'clock|uhr|h|heures?|pm|z|utc|local|we|wir|on|is|for|the|fly|flying|fliegen|ist|pour|le|den|be|sind"
    r"|come|go|leave)\W*)*$",
    re.IGNORECASE,
)
_OF_ONESELF = re.compile(
    r"\b(?:i (?:have|need|must|want|ought|should|could)|i've got|i'd|i'll|i will|i'm|my (?:wife|kids?|train)"
    r"|ich (?:muss|sollte|will|bin|brauche|kann)|muss ich|bin ich"
    r"|je (?:dois|veux|suis|serai|rentre)|il faut que je)\b[^.!?;]*$",
    re.IGNORECASE,
)
"""Who says by when they themselves are to be back moves nothing: "I must be back by 3"."""
_WAS = re.compile(
    r"\b(?:was|were|got|came|last time|if|unless|war|waren|kam|kamen|wenn|falls|letztes mal|était|étions"
    r"|sommes rentrés|si|la dernière fois)\b",
    re.IGNORECASE,
)


def moves(e: Evidence) -> Heard | None:
    """A move of the way home, by an hour or a span; asked first where it is not said as an order."""
    if not e.has("change.way_back") or len(e.words) > MOST_WORDS or e.task or (e.money and e.money[1]):
        return None
    if e.has("answer.in", "answer.out", "seat.seat", "aircraft.bring") or _WAS.search(e.text):
        return None
    if (
        e.places
        and e.destination
        and (e.day is not None or not e.has("change.move", "change.later", "change.earlier"))
    ):
        return None  # "on va au Touquet samedi à 10h, retour 16h ?" is a new one
    first = min((m for m in e.found if m.concept == "change.way_back"), key=lambda m: (m.start, -m.end))
    if _OF_ONESELF.search(e.text[: first.start]):  # what stands is told, beside an outing
        return Heard("back", weak=True) if _hour_of(e.text, first.start, first.end) else None
    ordered = e.has("change.move", "change.later", "change.earlier", "change.instead", "change.let_us")
    heard = Heard("move", weak=True, asked=e.asks or not ordered, leg="back")
    if (
        not e.has("else.thing")
        and e.minutes
        and e.minutes < A_DAYS_HOURS * 60
        and e.has("change.later", "change.earlier")
    ):
        return replace(heard, minutes=-e.minutes if e.has("change.earlier") else e.minutes)
    clock = _hour_of(e.text, first.start, first.end)
    return replace(heard, clock=clock) if clock else None


def _hour_of(text: str, start: int, end: int) -> str:
    """The hour that stands behind the words for the way back, else the one before them; "" for none."""
    for match in _AT.finditer(text, end):
        if _TOWARDS.match(text[end : match.start()]) or _AFTER_AN_HOUR.search(text[end : match.start()]):
            return _clock(match)
    for match in _AT.finditer(text[:start]):
        if _AFTER_AN_HOUR.search(text[: match.start()]) and _BETWEEN.match(text[match.end() : start]):
            return _clock(match)
    return ""


def first_hour(text: str) -> str:
    """The first hour that stands behind a word for it: "by 4", "um vier", "pour 16h"; "" for none."""
    said = (match for match in _AT.finditer(text) if _AFTER_AN_HOUR.search(text[: match.start()]))
    return next((_clock(match) for match in said), "")


def _clock(match: re.Match[str]) -> str:
    hour = match["hour"].lower()
    minutes = _WORDED[hour] * 60 if hour in _WORDED else int(hour) * 60
    past = (match["half"] or match["french"] or "").strip().lower()
    minutes += _PAST.get(past, 0) + int(match["minutes"] or 0)
    return f"{minutes // 60:02d}:{minutes % 60:02d}" if 0 < minutes < 24 * 60 else ""


def wanted_back(heard: Heard, flight: Flight) -> datetime:
    """When the way home is wished for, by the clock of the field that is left then: "3" of a day that begins at
    ten is three in the afternoon."""
    zone = zone_of(flight.to_zone) or flight.clock
    out = flight.off_blocks.astimezone(zone)
    if not heard.clock:
        return (flight.back or flight.off_blocks).astimezone(zone) + timedelta(minutes=heard.minutes)
    day = heard.day or (flight.back.astimezone(zone).date() if flight.back else out.date())
    wanted = datetime.combine(day, time.fromisoformat(heard.clock), zone)
    afternoon = wanted + timedelta(hours=12)
    early = wanted <= out or wanted.hour < 6
    return afternoon if early and afternoon.date() == day else wanted


def back_words(flight: Flight) -> str:
    """ "Sat 13 Feb 15:30", by the clock of the field that is left; "" where it has no way home."""
    zone = zone_of(flight.to_zone) or flight.clock
    return when_words(flight.back.astimezone(zone)) if flight.back else ""


def too_late(heard: Heard, flight: Flight) -> str:
    """That a way home that is wished for is later than what was reckoned from the sunset; "" where it is not."""
    latest = flight.latest_back
    if not heard.leg or latest is None or wanted_back(heard, flight) <= latest:
        return ""
    local = latest.astimezone(zone_of(flight.to_zone) or flight.clock)
    return say("That is after the latest off blocks there, {time:%H:%M} local.", time=local)
