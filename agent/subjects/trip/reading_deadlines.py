"""Reads a question for the deadlines of the trip in hand: "where do I have to be by when on Sunday", "which is due first"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.language.days import WEEKDAYS, Day
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.asked_again import about_reminders

Trip = Mapping[str, JsonValue]
_MOST_WORDS = 14
_DEADLINES = r"(?:deadlines?|cut[- ]?offs?|due times?|time limits?|timings?|frist(?:en)?|termine?|délais?|échéances?|dates? limites?|heures? limites?)"
_ASKED = re.compile(
    rf"\b(?:which|what|where|who|when|any(?:thing)?|list|give|show|tell|repeat|recap|summar\w+|run|go|all|welche\w*|was|wo|wann|wer|nenn\w*|zeig\w*|gib|fass\w*|alle|"
    rf"quoi|quels?|quelles?|qu['’]est-ce qui|où|quand|donne\w*|montre\w*|récap\w*|résum\w*|liste|toutes?)\b[^.;?!]{{0,40}}\b{_DEADLINES}\b|"
    r"\bwhere (?:do|must|should|shall) (?:i|we) (?:all )?(?:have to |need to )?be\b[^.;?!]{0,12}\b(?:when|by when|what time)\b|"
    r"\b(?:when|what time|by when|by what time) (?:do|must|should) (?:i|we) (?:have to |need to )?(?:be|have done|do|send|file) (?:where|what|which|everything)\b|"
    r"\b(?:what|which)(?: thing| one)?s?(?: (?:is|are|must be|has to be|needs to be|do i have to do|do we have to do|must i do))+ ?(?:done |due |sent |filed )?by when\b|\bby when (?:what|which|where)\b|"
    r"\b(?:which|what|when)(?: one| of (?:them|those|these))?(?: all)?(?:['’]s| is| are| falls?| comes?)? (?:all )?due\b(?: (?:when|by when|on|first|next))?|"
    r"\b(?:what|was|que|qu['’]est-ce que)\b[^.;?!]{0,24}\b(?:do|send|file|sort|erledig\w*|machen|tun|schicken|faire|envoyer)\b[^.;?!]{0,8}(?:\b(?:on|by|before|am|bis|vor|le|pour|avant)\b)?(?= (?:the |den |le )?\w+(?:day|tag|woch|di)\b| dimanche)|"
    r"\bwann (?:muss|müssen|soll|sollen) (?:ich|wir) (?:wo|was|wem was)\b|\bwo (?:muss|müssen) (?:ich|wir) (?:bis )?wann\b|\b(?:bis )?wann (?:muss|ist) was\b|\bwas (?:muss|ist|müssen wir|muss ich) (?:alles )?(?:bis )?wann\b|"
    r"\boù (?:dois-je|doit-on|est-ce que je dois|faut-il|je dois|on doit) (?:être|me présenter)[^.;?!]{0,12}\b(?:quand|quelle heure)\b|"
    r"\b(?:à quelle heure|quand|pour quand) (?:dois-je|doit-on|faut-il|je dois|on doit) (?:être|faire|envoyer) (?:où|quoi)\b|\bquoi pour quand\b|\b(?:que|qu['’]est-ce que|was|what)\b[^.;?!]{0,20}\b(?:am|le) \w+(?:tag|di)\b[^.;?!]{0,6}\b(?:erledigen|tun|machen|abgeben|schicken|faire|envoyer)\b|\b(?:faire|envoyer) quoi (?:et )?(?:quand|pour quand|avant quand)\b"
)
_TOLD_IN_TIME = re.compile(
    r"\b(?:remind\w*|warn\w*|alert\w*|notify|nudge|ping|erinner\w*|bescheid|benachrichtig\w*|weck\w*|rappel\w*|prévien\w*|préven\w*|avert\w*|alerte\w*|calendar|kalender|calendrier|agenda)\b"
)
""" "Warn me before each deadline": a reminder."""
_WHICH_FIRST = re.compile(
    r"\b(?:first|earliest|soonest|next|most urgent|zuerst|als erstes|erste[rsn]?|nächste[rsn]?|früheste[rsn]?|dringendste\w*|en premier|première?|d['’]abord|la plus (?:proche|urgente)|le plus urgent|prochaine?)\b"
)


def deadlines_asked(said: Said, trip: Trip) -> ToolCall | None:
    """The trip with its deadlines, or the first of them; None where another place, day or hour is named."""
    slots = said.slots
    if len(slots.words) > _MOST_WORDS or slots.spots or slots.countries or slots.of("clock"):
        return None
    if about_reminders(said) is not None:
        return None
    if (
        _TOLD_IN_TIME.search(slots.low)
        or _ASKED.search(slots.low) is None
        or any(not _is_up_to(day, trip, said) for day in slots.days)
    ):
        return None
    held = {name: value for name, value in trip.items() if name != "about"}
    first: dict[str, JsonValue] = {"about": "first"} if _WHICH_FIRST.search(slots.low) else {}
    said.take_all()
    return ToolCall(tool="plan_trip", arguments={**held, **first})


def is_day_of(day: Day, trip: Trip) -> bool:
    """Whether a day is one of the trip's, by its date or its weekday: "on the Sunday" of a trip in two weeks."""
    days = [v for name in ("day", "return_day") if isinstance(v := trip.get(name), str) and _ISO.fullmatch(v)]
    if day.when.isoformat() in days:
        return True
    return day.weekday is not None and day.weekday in {WEEKDAYS[date.fromisoformat(one).weekday()] for one in days}


def _is_up_to(day: Day, trip: Trip, said: Said) -> bool:
    """Whether something of the trip may be due on a day: none behind it."""
    last = max((v for name in ("day", "return_day") if isinstance(v := trip.get(name), str)), default="")
    return is_day_of(day, trip) or (bool(last) and said.today.isoformat() <= day.when.isoformat() <= last)


_ISO = re.compile(r"\d{4}-\d\d-\d\d")
