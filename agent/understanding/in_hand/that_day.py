""" "That Friday", "the day before", "that evening" as dates, where the chat is about a day."""

from __future__ import annotations

from datetime import date, timedelta

from agent import regex as re
from agent.protocol import Conversation, Plan, ToolCall

_WEEKDAYS = {
    name: number
    for names in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    )
    for number, name in enumerate(names.split())
}
_SATURDAY = 5
_WEEKDAY = "|".join(_WEEKDAYS)
_THAT_DAY = re.compile(
    rf"\b(?:that|same|ce|dem|diesem|jenem) (?P<that>{_WEEKDAY})\b(?:-là)?|"
    rf"\b(?:the |le |den |am )?(?P<then>{_WEEKDAY}) (?:after (?:that|then)|d'après|danach|darauf)\b|"
    r"\b(?P<before>(?:the )?day before(?: that)?|la veille|le jour (?:d'avant|précédent)|am (?:tag (?:davor|vorher|zuvor)|vortag)|den tag davor)\b(?! (?:yesterday|\w+day))|"
    r"\b(?P<after>the day after(?: that)?|(?:the )?next day|the following day|a day later|one day later|le lendemain|"
    r"(?:am )?(?:tag (?:darauf|danach|drauf)|nächsten tag|folgetag)|le jour (?:d'après|suivant)|einen tag später)\b(?! (?:tomorrow|\w+day))|"
    r"\b(?P<part>that (?:morning|afternoon|evening|night)|ce (?:matin|soir)-là|an dem (?:morgen|abend))\b|"
    r"\b(?P<weekend>(?:on |at )?(?:that|the same) weekend|an (?:dem|diesem|jenem) wochenende|ce week-end-là|le même week-end)\b|"
    r"\b(?P<same>(?:on )?that day|(?:on )?(?:the )?same day|(?:on |for )?the day in question|ce jour-là|(?:le )?même jour|an (?:dem|diesem) tag|(?:am )?(?:selbe[nr]|gleiche[nr]) tag)\b",
    re.IGNORECASE,
)


_AT_AN_HOUR = re.compile(r"\b(?:at|by|before|after|around|about) [\w:]+ $", re.IGNORECASE)
""" "At eight that morning"."""


def with_days(text: str, conversation: Conversation) -> str:
    """The text with "that Friday" and "the day before" as dates, where the chat is about a day and no date is said."""
    last = conversation.last_plan
    days = [
        v for step in (last.steps if last else ()) for k in _DAYS if isinstance(v := step.arguments.get(k), str)
    ]
    match = _THAT_DAY.search(text)
    if match is None or not days:
        return text
    try:
        about = date.fromisoformat(days[0][:10])
    except ValueError:
        return text
    if match["weekend"]:
        when = about if about.weekday() >= _SATURDAY else about + timedelta(days=_SATURDAY - about.weekday())
    elif match["before"] or match["after"] or match["same"] or match["part"]:
        if re.search(rf"\b(?:{_WEEKDAY})\b|\d{{4}}-\d", text[: match.start()], re.IGNORECASE):
            return text  # of a day said in this message
        when = about + timedelta(days=-1 if match["before"] else 1 if match["after"] else 0)
    else:
        ahead = (_WEEKDAYS[(match["that"] or match["then"]).lower()] - about.weekday()) % 7
        when = about + timedelta(days=(ahead or 7) if match["then"] else ahead if ahead < 5 else ahead - 7)
    half = (match["part"] or "").split()[1:2]
    if half and _AT_AN_HOUR.search(text[: match.start()]):
        return f"{text[: match.start()]}in the {half[0]} {when.isoformat()} {text[match.end() :]}"
    return f"{text[: match.start()]} {' '.join([when.isoformat(), *half])} {text[match.end() :]}"


def with_days_of_parts(text: str, calls: tuple[ToolCall, ...]) -> str:
    """A part of a message with "that evening" and "same day, same hour" as what the part before it says."""
    told = tuple(call for call in calls if any(isinstance(call.arguments.get(name), str) for name in _DAYS))
    if not told:
        return text
    at = told[-1].arguments.get("time")
    if isinstance(at, str):
        text = _SAME_HOUR.sub(f"at {at}", text)
    return with_days(text, Conversation(last_plan=Plan(steps=told[-1:])))


_SAME_HOUR = re.compile(
    r"\b(?:at )?(?:the )?same (?:hour|time)\b(?! (?:as|zone))|\b(?:à la )?même heure\b|\b(?:zur )?(?:selben?|gleichen?) (?:uhr)?zeit\b",
    re.IGNORECASE,
)
_DAYS = ("day", "date", "departure_date")
