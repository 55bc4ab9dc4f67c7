"""One reminder of a person's own: "/remind fri 9:00 send GAR", "remind me tomorrow at 8 to ring LFAT".

wish = read_wish(figures, now, zone)     # a `Wish`, or the line that says what is missing
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agent import regex as re
from agent.aviation.names import fold
from bot.outings.evidence import Evidence
from bot.outings.harmless import harmless
from tongue import later, say

HOW = later("When, and of what? /remind fri 9:00 send GAR")
MOST_LETTERS = 200
FURTHEST = timedelta(days=366)
_SPAN = re.compile(
    r"\b(?:in|dans|en)\s+(?=\d|an?\b|half|one|two|three|une?|deux|trois|eine|zwei|drei|thirty)"
    r"[\w\s-]{1,14}?\s?(?:hours?|hrs?|h|minutes?|mins?|days?|heures?|jours?|minuten|stunden?|tage?n?)\b",
    re.IGNORECASE,
)
_BEFORE_A_TIME = re.compile(r"(?:^|\s)(?:on|at|by|um|am|le|à|a|bis|pour|for|den)\s*$", re.IGNORECASE)
_LEADS = re.compile(
    r"^(?:[\s,;:.–-]|(?:me|us|mich|uns|moi|nous|to|that|of|about|for|and|at|on|de|que|à|an|daran|dass|zu|pour)\b|d['’]|qu['’])+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Wish:
    """What to be reminded of, and when. `note` says how an hour of the clocks' change was taken."""

    at: datetime
    what: str
    note: str = ""


def read_wish(figures: Evidence, now: datetime, zone: ZoneInfo, about: str = "") -> Wish | str:
    """The reminder that is asked for (`about`: where nothing is named), or the line that says what is missing."""
    text, slots = figures.text, figures.said.slots
    clocks, span = slots.of("clock"), _SPAN.search(text)
    spans = [(one.start, one.end) for one in (*slots.days[:1], *clocks[:1])]
    if not clocks and not slots.days and span and figures.minutes:
        moment, note = now + timedelta(minutes=figures.minutes), ""
        spans = [span.span()]
    elif not figures.clock:
        return say("At what time? /remind fri 9:00 send GAR") if slots.days else say(HOW)
    else:
        if not clocks and (found := re.search(r"\b\d{1,2}(?:[:.h]\d{2})?\s*(?:uhr|h)?\b", text)):
            spans.append(found.span())
        utc = bool(clocks) and clocks[0].unit == "utc"
        moment, note = _moment(figures, now, ZoneInfo("UTC") if utc else zone)
    if moment <= now:
        return say(
            "{day:%a} {day.day} {day:%b} {day:%H:%M} is past: nothing is kept.", day=moment.astimezone(zone)
        )
    if moment - now > FURTHEST:
        return say("I remind up to a year ahead: nothing is kept.")
    what = _rest(text, spans) or about
    if not what:
        return say("Of what? /remind fri 9:00 send GAR")
    if len(what) > MOST_LETTERS:
        return too_long()
    return Wish(moment, harmless(what, MOST_LETTERS), note)


_FIRST = r"\W*(?:no,? |ok,? |sorry,? |actually,? |nein,? |non,? )*"
_MAKE_IT = re.compile(
    rf"{_FIRST}(?:(?:make|change|move|set|shift|put) (?:it|that) (?:to |at |for |on )?|"
    r"(?:mach|verschieb\w*|stell) (?:es|ihn|das|sie) (?:auf |um )?|"
    r"(?:mets|change|déplace|décale)[- ](?:le|la|ça) (?:à |au |pour )?|"
    r"(?:at|um|à|better|rather|lieber|plutôt) )"
    r"(?P<rest>.+?)(?: (?:instead|please|bitte|then))?\W*",
    re.IGNORECASE,
)
_CANCEL_IT = re.compile(
    rf"{_FIRST}(?:please |bitte )?"
    r"(?:(?:cancel|stop|forget|delete|drop|scrap|remove) (?:it|that|this|(?:that|the|this|my) (?:reminder|one))|"
    r"(?:lösch|vergiss|streich|storniere?)e? (?:es|ihn|das|sie|(?:die|diese|meine) erinnerung)|"
    r"(?:annule|oublie|supprime|efface)[- ]?(?:(?:le|ce|mon) rappel|le|la|ça))(?: please| again| bitte)?\W*",
    re.IGNORECASE,
)
_CANCEL_THAT_OF = re.compile(
    r"\W*(?:please |bitte )?(?:(?:cancel|stop|forget|delete|drop|scrap|remove|clear) (?:the|my|that) "
    r"(?:reminder (?:about|for|to|of|on|at|with) (?P<a>.+)|(?P<b>.+?) reminder)|"
    r"(?:lösch|vergiss|streich|stoppe?|storniere?)e? (?:bitte )?(?:die|meine) erinnerung "
    r"(?:an|für|zu[rm]?|wegen|mit) (?P<c>.+)|"
    r"(?:annule|oublie|supprime|efface)[rz]? (?:le|mon|ce) rappel "
    r"(?:de |du |des |pour |sur |concernant |d')(?P<d>.+))",
    re.IGNORECASE,
)
_SHORTEST = 3
_SMALL = frozenset(
    [
        "the",
        "and",
        "for",
        "you",
        "our",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "mit",
        "zum",
        "zur",
        "und",
        "les",
        "des",
        "une",
        "aux",
        "que",
    ]
)
_HOUR = re.compile(
    r"\D{0,4}(?P<h>[01]?\d|2[0-3])(?:[:.h](?P<m>[0-5]\d))?\s*(?P<x>am|pm|uhr|h|o'?clock)?\W*",
    re.IGNORECASE,
)
_NOON = 12


def is_cancelled(text: str) -> bool:
    """ "Cancel it", right after a reminder of one's own was kept."""
    return _CANCEL_IT.fullmatch(text) is not None


def cancelled_by_name(text: str) -> frozenset[str]:
    """The words by which one reminder is named: "delete the reminder about the insurance"; else none."""
    match = _CANCEL_THAT_OF.match(text)
    named = next((part for part in match.groups() if part), "") if match else ""
    return frozenset(
        fold(word) for word in re.findall(r"\w+", named) if len(word) >= _SHORTEST and fold(word) not in _SMALL
    )


def moved_to(text: str) -> str | None:
    """To when it is put: the "5" of "make it 5"; None where no such thing is said."""
    match = _MAKE_IT.fullmatch(text)
    return match["rest"] if match else None


def read_move(figures: Evidence, before: datetime, what: str, now: datetime, zone: ZoneInfo) -> Wish | None:
    """The same reminder at the hour or on the day that is said; a bare hour stays in its half of the day."""
    old, hour = before.astimezone(zone), _HOUR.fullmatch(figures.text)
    if hour is not None:
        value, half = int(hour["h"]), (hour["x"] or "").lower()
        late = half == "pm" or (half != "am" and not hour["m"] and old.hour >= _NOON)
        at = time((value + _NOON if late and value < _NOON else value) % 24, int(hour["m"] or 0))
    elif figures.clock or figures.day:
        at = time.fromisoformat(figures.clock) if figures.clock else old.time()
    else:
        return None
    moment = datetime.combine(figures.day or old.date(), at, zone).astimezone(UTC)
    return Wish(moment, what) if now < moment <= now + FURTHEST else None


def too_long() -> str:
    """What is said of more letters than a reminder has."""
    return say("That is too long: a reminder has up to {most} letters. Nothing is kept.", most=MOST_LETTERS)


def _moment(figures: Evidence, now: datetime, zone: ZoneInfo) -> tuple[datetime, str]:
    """The next such time of the clock on the wall; and what was taken in a night when the clocks change."""
    local, at = now.astimezone(zone), time.fromisoformat(figures.clock)
    day = figures.day or (local.date() if at > local.time() else local.date() + timedelta(days=1))
    first, second = (datetime.combine(day, at, zone).replace(fold=n).astimezone(UTC) for n in (0, 1))
    if first == second:
        return first, ""
    if first.astimezone(zone).time() == at:
        return first, say(" {at:%H:%M} comes twice that night: I took the first.", at=at)
    return first, say(" {at:%H:%M} does not exist that night, the clocks go forward.", at=at)


def _rest(text: str, spans: list[tuple[int, int]]) -> str:
    """What is left of the words without the day and the time, and the small words that led to them."""
    for start, end in sorted(spans, reverse=True):
        before = _BEFORE_A_TIME.sub("", text[:start])
        text = f"{before} {text[end:]}"
    return _LEADS.sub("", " ".join(text.split())).strip(" ,;:-–")
