"""When a report would be sent, where that is said beside the day of the flight.

"The GAR tonight for Tuesday's flight": the day of sending is no day of the flight, and whether it is taken then is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.language.days import Day
from agent.language.quantities import Quantity
from agent.language.said import Said

_SENDS = (
    r"(?:send\w*|sent|submit\w*|submission|fil(?:e|ed|ing)|lodg\w+|put (?:it |that |the \w+ )?in|go(?:es)? in|get (?:it |the \w+ )?in|do|doing|done|too (?:early|late|soon)|"
    r"(?:ab|ein|los)?(?:zu)?schick\w*|abgeschickt|(?:ab|auf|an|ein)(?:zu)?geb\w*|gebe|geben|einreich\w*|eingereicht|aufgegeben|abgegeben|abzusetzen|absetzen|senden|machen|anmeld\w*|zu (?:früh|spät)|"
    r"envo\w+|dépos\w*|depos\w*|transm\w+|rempli\w*|soumett\w+|faire|trop (?:tôt|tard))"
)
_SENDING = re.compile(rf"\b{_SENDS}\b")
_FLIES = re.compile(
    r"\b(?:flights?|fly\w*|flown|depart\w*|leav\w+|take[- ]?off|taking off|off blocks|trip|going|for|arriv\w+|land\w*|"
    r"flug|flüge?|flieg\w*|abflug|start\w*|abheb\w*|ankunft|für|vol|vols|vole\w*|décoll\w*|decoll\w*|départ|depart|pour|pars|partons|part)\b"
)
_NOW = re.compile(
    r"\b(?:right now|now|already|at once|straight away|jetzt|sofort|gleich|maintenant|tout de suite|dès maintenant)\b"
)
_EARLY = re.compile(
    r"\btoo (?:early|soon)\b|\bzu früh\b|\btrop tôt\b|\bcan (?:i|we)\b|\bkann (?:ich|man)\b|\b(?:puis-je|peut-on|je peux|on peut)\b"
)
_EVENING = re.compile(r"\b(?:tonight|evening|night|abends?|nachts?|soir|soirée)\b")
_MORNING = re.compile(r"\b(?:morning|früh|morgens|vormittags?|matin)\b")
_NEAR = 24


def day_of_sending(said: Said) -> Day | None:
    """Of two days said the one that stands with the verb of sending; the only one where it is asked whether it may be sent.

    None where each is of the flight.
    """
    days = said.slots.days
    if len(days) == 1 and not said.clocks() and _EARLY.search(said.slots.low):  # "can I send it tonight"
        return days[0] if _nearness(said.slots.low, days[0], days) < _NEAR else None
    if len({day.when for day in days}) != 2:
        return None
    flown = [day for day in days if _FOR_THE_FLIGHT.search(said.slots.low[: day.start])]
    if len(flown) == 1 and _SENDING.search(said.slots.low):  # "kann ich heute den GAR für morgen abschicken"
        other = next(day for day in days if day.when != flown[0].when)
        return other if other.when < flown[0].when else None
    scored = sorted(days, key=lambda day: _nearness(said.slots.low, day, days))
    first, second = (_nearness(said.slots.low, day, days) for day in scored[:2])
    told = scored[0] if first < second and first < _FAR else None
    return (
        told if told is not None and all(told.when <= day.when for day in days) else None
    )  # no report is sent later


_FAR = 90
_FOR_THE_FLIGHT = re.compile(
    r"\b(?:for|für|fuer|pour|flying|leaving|departing|fliegen?|fliege|flug am|vol (?:de|du)|flight on)"
    r"(?: (?:the|a|an|my|our|den|meinen|unseren|einen|le|mon|un|flight|flug|vol|on|am|of|du|de))* $"
)
"""Right before the day of the flight: "for", "für den Flug am", "pour le vol de"."""


def _nearness(low: str, day: Day, days: Sequence[Day]) -> int:
    """How far the verb of sending stands from a day, with no word of the flight and no other day between."""
    others = [(one.start, one.end) for one in days if one is not day]
    best = _FAR
    for verb in _SENDING.finditer(low):
        a, b = (verb.end(), day.start) if verb.end() <= day.start else (day.end, verb.start())
        if a > b or any(a <= start < b for start, _ in others):
            continue
        if not _FLIES.search(low[a:b]):
            best = min(best, b - a)
    return best


def hour_of_sending(said: Said, day: Day) -> tuple[str | None, list[Quantity]]:
    """The hour at which it would be sent, told or of the part of the day; and the hours that are the flight's."""
    flown = [one for one in said.slots.days if one.when != day.when]
    clocks = said.clocks()
    its_own = [c for c in clocks if flown and _gap(c, day) < min(_gap(c, one) for one in flown)]
    left = [c for c in clocks if c not in its_own]
    if its_own and (left or _gap(its_own[0], day) < _NEAR // 4):
        return said.clock(its_own[0]), left
    beside = said.slots.low[day.start : day.end + _NEAR // 2]
    part = "20:00" if _EVENING.search(beside) else "09:00" if _MORNING.search(beside) else None
    return part, clocks


def _gap(clock: Quantity, day: Day) -> int:
    """Letters between an hour and a day."""
    return max(clock.start - day.end, day.start - clock.end, 0)


def is_sent_now(said: Said) -> bool:
    """ "Can I send the GAR now for Saturday": whether it is taken at once is asked."""
    low = said.slots.low
    return bool(_NOW.search(low) and _SENDING.search(low) and _EARLY.search(low))
