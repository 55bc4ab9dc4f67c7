"""Says first what an answer leaves aside of what was asked, in a person's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

_SOUGHT = {
    "beach": "a beach",
    "lake": "a lake",
    "mountains": "mountains",
    "golf": "a golf course",
    "island": "an island",
    "museum": "a museum",
    "town": "a town in walking distance",
    "gliding": "gliding sites",
    "no gliding": "fields without gliding",
    "military": "military fields",
    "no military": "civil fields only",
    "open day": "fields open on that day",
}
"""What a list can be asked for, by the name of the wish."""
_NAMED = {
    "day": "the day",
    "date": "the day",
    "time": "the time",
    "wind": "the wind",
    "headwind kts": "the headwind",
    "endurance hours": "the endurance",
    "within minutes": "the flight time",
    "max leg time hours": "the flight time",
    "cruise speed kts": "the speed",
    "aircraft type": "the aircraft",
    "max results": "how many",
    "max distance nm": "the distance",
    "max hours notice": "the notice",
    "cheapest": "the price, no landing fee is known of these",
    "central": "“central”",
    "priority strategy": "the order",
    "not country": "the country to leave out",
    "country": "the country",
    "countries": "the countries",
    "via": "the stops",
    "both ways": "the way back",
    "return": "the way back",
    "share": "the share",
    "people": "how many you are",
}
"""Arguments of tools as a pilot calls them."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PLAIN = re.compile(r"[\w .,'’()/+-]{1,80}")


def left_aside(wishes: Iterable[str]) -> str:
    """ "I could not look for a golf course; the rest:", or "" when nothing was left aside."""
    sought: list[str] = []
    others: list[str] = []
    for wish in dict.fromkeys(wishes):
        found = next(
            (words for name, words in _SOUGHT.items() if wish == name or wish.startswith(f"{name} ")), None
        )
        if found is not None:
            sought.append(found)
        else:
            others.append(_named(wish))
    told = [f"look for {_joined(sought)}"] if sought else []
    told += [f"take account of {_joined(others)}"] if others else []
    return f"I could not {' or '.join(told)}; the rest:" if told else ""


def _named(wish: str) -> str:
    """An argument with its value: "day 2026-11-28" is "the day (Sat 28 Nov)"."""
    for name in sorted(_NAMED, key=len, reverse=True):
        if wish == name or wish.startswith(f"{name} "):
            value = _shown(wish[len(name) :].strip())
            return f"{_NAMED[name]} ({value})" if value else _NAMED[name]
    return f"“{wish}”" if _PLAIN.fullmatch(wish) else "part of it"


def _shown(value: str) -> str:
    if _DAY.fullmatch(value):
        day = date.fromisoformat(value)
        return f"{day:%a} {day.day} {day:%b}"
    return value if _PLAIN.fullmatch(value) else ""


def _joined(parts: list[str]) -> str:
    distinct = list(dict.fromkeys(parts))
    return " or ".join([", ".join(distinct[:-1]), distinct[-1]]) if len(distinct) > 1 else distinct[0]
