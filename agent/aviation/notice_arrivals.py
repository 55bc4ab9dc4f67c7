"""Gives each deadline on a day of the week the days of the arrival that it is for.

Two days stand in "on Friday for Saturday and Sunday". Those of the arrival belong to this deadline alone, so that
they are taken for no limit of another demand in the sentence.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from agent import regex as re
from agent.aviation.notice_days import days
from agent.aviation.notice_deadlines import BASIS, FOR
from agent.aviation.notice_rules import Weekday
from agent.aviation.notice_scan import Token

_DAYS = ("WEEKDAYS", "GERMAN_DAYS")
_TIMED = ("co", "pd", "pw", "dm", "dn")
_AROUND = frozenset({"PPR", "PN", "OR", "MUST", "AFTER_BEFORE", "COLON", "BASIS", "CLASS"})
_THEN = re.compile(rf"{BASIS}\s*[,(:]?\s*(?P<named>{FOR})|{BASIS}\s*")
_CUT = re.compile(r"[,;:()\n]")
_FOR_BEFORE = re.compile(rf"(?<![A-Z]){FOR}$")


def with_arrivals(tokens: list[Token], folded: str) -> list[Token]:
    """The tokens of a sentence, each deadline with its `day`, the time (`at`) and the days it is `for`."""
    if all(t.name != "DEADLINE_DAY" for t in tokens):
        return tokens
    kept = list(tokens)
    for token in tokens:
        if token.name != "DEADLINE_DAY":
            continue
        place = kept.index(token)
        arrival = None if _part(token, "df") else _arrival(kept, place, folded)
        named = _part(token, "df") or (arrival.text if arrival else "")
        if not named and "dd3" in token.groups and _days_elsewhere(kept, token):
            kept[place : place + 1] = _apart(token)  # "before 1200 on FRI, before 1500 on other days"
            continue
        at = _part(token, "dc") or _time_of(kept, place)
        groups = {"day": _part(token, "dd"), **({"at": at} if at else {}), **({"for": named} if named else {})}
        kept[place] = replace(token, groups=groups)
        if arrival:
            kept.remove(arrival)
    return kept


def arrival_days(deadline: Token) -> tuple[Weekday, ...]:
    """The days of the arrival that a deadline is for; none where the text does not say: it then counts for all."""
    return cast(tuple[Weekday, ...], days(deadline.groups.get("for", "")))


def _part(token: Token, name: str) -> str:
    return next((v for k, v in token.groups.items() if k.rstrip("0123456789") == name), "")


def _arrival(tokens: list[Token], place: int, folded: str) -> Token | None:
    """The days named right after it ("for SAT") or before it ("SAT, SUN: request before FRI 1200")."""
    token = tokens[place]
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after and after.name in _DAYS and (then := _THEN.fullmatch(folded, token.end, after.start)):
        own = tokens[place + 2] if place + 2 < len(tokens) else None
        if then["named"] or own is None or _CUT.search(folded, after.end, own.start):
            return after
    before = next((i for i in range(place - 1, -1, -1) if tokens[i].name not in _AROUND), None)
    if before is None or tokens[before].name not in _DAYS:
        return None
    found = tokens[before]
    if set(days(found.text)) <= set(days(_part(token, "dd"))):
        return None
    lead = next((t for t in reversed(tokens[:before]) if t.name not in _AROUND), None)
    trails = lead is not None and not _CUT.search(folded, lead.end, found.start)
    if trails and _CUT.search(folded, found.end, token.start) and not _FOR_BEFORE.search(folded, 0, found.start):
        return None  # "48 HR on SAT, before FRI 1200 …"
    return found


def _days_elsewhere(tokens: list[Token], token: Token) -> bool:
    return any(t is not token and t.name in (*_DAYS, "OTHER_DAYS", "OTHER_TIMES", "DEADLINE_DAY") for t in tokens)


def _apart(token: Token) -> list[Token]:
    """A time of day and a weekday that says when the demand holds, not when notice is due."""
    day = _part(token, "dd")
    middle = token.end - len(day)
    return [
        Token("CUT_OFF", token.text[: middle - token.start], token.start, middle, {"co": _part(token, "dc")}),
        Token("WEEKDAYS", day, middle, token.end, {}),
    ]


def _time_of(tokens: list[Token], place: int) -> str:
    """The time that the sentence gives for the other deadline, the nearest before it first."""
    nearest = (*reversed(tokens[:place]), *tokens[place + 1 :])
    return next((v for t in nearest for k, v in t.groups.items() if k.rstrip("2") in _TIMED), "")
