"""A trip's customs deadlines against a reader of the printed texts that shares nothing with the engine's.

It reads the published row as a clerk would: every "24 HR" beside PPR, PN, notice or request counts, on the days that
stand in its clause, else on all. What it cannot read so plainly (conditions, times of day, classes of flights) it leaves
out. A deadline of the plan may be earlier than the text asks, never later.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import holidays
import pytest

from agent import registry
from agent.deps import Deps
from agent.protocol import Conversation, Question, ToolCall

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
WEEK = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
_HOURS = re.compile(r"(?<![\d.:-])(\d{1,3}) ?(?:HOURS?|HRS?|H)\b(?! ?\d)")
_ASKED = re.compile(r"\b(?:PPR|PNR?|NOTICE|O/R|REQUEST\w*|ADVANCE|BEFORE|PREAVIS|NOTIFI\w+)\b")
_DAYS = re.compile(rf"\b({'|'.join(WEEK)})(?: ?- ?({'|'.join(WEEK)}))?\b")
_UNCLEAR = re.compile(
    r"INTRA|OUTSIDE|THESE SKED|INSIDE SCHENGEN|WITHIN SCHENGEN|PASSENGER|PAX|BUSINESS|COMMERCIAL|UNLESS|EXCEPT|BASED|SUMMER|WINTER|WORKING|BUSINESS DAY"
    r"|\bIF\b|LESS THAN|SCHEDULED|WEEK-?END|\b(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\b"
)
HOME = ("EGTF", "EGKB", "EGSC", "EGMC", "EGKA", "EGLD")


@dataclass(frozen=True)
class Asked:
    hours: int
    days: frozenset[int] | None
    on_holidays: bool


def asked_in(raw: str) -> list[Asked] | None:
    """The demands of a printed row; None where it is not plain."""
    text = raw.upper()
    if _UNCLEAR.search(text):
        return None
    found: list[Asked] = []
    for clause in re.split(r"[;.\n]|(?<!\w)- (?=[A-Z])|, (?=(?:SAT|SUN|MON|OTHER))", text):
        hours = [int(h) for h in _HOURS.findall(clause)]
        if not hours or not _ASKED.search(clause):
            continue
        if len(hours) > 1:
            return None
        days = {
            n % 7
            for first, last in _DAYS.findall(clause)
            for n in range(
                WEEK.index(first),
                WEEK.index(last or first) + (7 if last and WEEK.index(last) < WEEK.index(first) else 0) + 1,
            )
        }
        named = bool(days) or "HOL" in clause
        found.append(Asked(hours[0], frozenset(days) if named else None, "HOL" in clause))
    return found or None


def hours_on(asked: list[Asked], day: date, country: str) -> int:
    """The most that is asked on a day; on a public holiday what holds on holidays, where that is printed."""
    is_holiday = day in holidays.country_holidays(country, years=day.year)
    if is_holiday and any(one.on_holidays for one in asked):
        return max(one.hours for one in asked if one.on_holidays or one.days is None)
    return max((one.hours for one in asked if one.days is None or day.weekday() in one.days), default=0)


def plain_fields(deps: Deps) -> dict[str, list[Asked]]:
    """The fields whose newest customs rows are all plain."""
    found: dict[str, list[Asked]] = {}
    for ident in deps.facts.idents_with("notice"):
        rows = [n for n in deps.facts.of(ident).notices if "customs" in n.services]
        read = [asked_in(row.raw) for row in rows[:1]]
        airport = deps.airports.get(ident)
        if airport is None or airport.country == "GB" or not read or read[0] is None:
            continue
        found[ident] = read[0]
    return found


def test_the_clerk_reads_rows_as_printed() -> None:
    assert asked_in("Customs: AD OPR HR, 2 HR PN.") == [Asked(2, None, False)]
    assert asked_in("MON-FRI : PPR 24 HR. SAT-SUN, public HOL : PPR 48 HR.") == [
        Asked(24, frozenset(range(5)), False),
        Asked(48, frozenset((5, 6)), True),
    ]
    assert asked_in("PPR 24 HR except based aircraft") is None
    assert asked_in("0700-1900") is None
    christmas = [Asked(24, frozenset(range(5)), False), Asked(48, frozenset((5, 6)), True)]
    assert hours_on(christmas, date(2026, 12, 25), "FR") == 48
    assert hours_on(christmas, date(2026, 12, 22), "FR") == 24


@pytest.mark.thorough
async def test_300_random_trips_ask_customs_no_later_than_their_printed_rows(deps: Deps) -> None:
    rng, fields = random.Random(2811), plain_fields(deps)
    assert len(fields) >= 20, sorted(fields)
    late: list[Any] = []
    checked = 0
    for _ in range(300):
        field, home = rng.choice(sorted(fields)), rng.choice(HOME)
        airport, base = deps.airports.get(field), deps.airports.get(home)
        assert airport is not None and base is not None
        outbound = rng.random() < 0.5
        start, end = (base, airport) if outbound else (airport, base)
        day = date(2026, 11, 28) + timedelta(days=rng.randrange(400))
        off = time(rng.randrange(7, 17), rng.choice([0, 20, 40]))
        call = ToolCall(
            tool="plan_trip",
            arguments={
                "from_location": start.ident,
                "to_location": end.ident,
                "day": day.isoformat(),
                "off_block": f"{off:%H:%M}",
                "cruise_speed_kts": 110,
            },
        )
        plan: Any = await registry.run(call, registry.ToolContext(deps, Question(text="", at=NOW), Conversation()))
        leaves = datetime.combine(day, off, ZoneInfo(start.time_zone or "UTC"))
        counted = plan.legs[0].arrival if outbound else leaves
        on = counted.astimezone(ZoneInfo(airport.time_zone or "UTC")).date()
        need = hours_on(fields[field], on, airport.country)
        tasks = [t for t in plan.tasks if t.kind == "border" and t.title.startswith(field)]
        if not need:
            continue
        if not tasks:
            assert any(field in line for line in (*plan.problems, *plan.unsure_borders)), (field, call.arguments)
            continue
        checked += 1
        for task in tasks:
            if task.latest is not None and task.latest > counted - timedelta(hours=need):
                late.append((field, need, str(counted), str(task.latest), task.lead))
            assert task.latest is not None or task.now, (field, task)
    assert checked > 150, checked
    assert late == []
