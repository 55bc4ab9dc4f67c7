"""Sixty trips in the words of three personas, written by one who knew the reader: tool, ends, days and times of each.

python tests/agent/understanding/trips/test_trip_sentences.py open|blind|fresh_open|fresh_blind [--errors]

The blind half is measured and not looked at: only its number is told. `open` may be looked at and learnt from.
`words_…` are sixty with times and people in words.
`fresh_…` are sixty more in English, French and German: ends, days, times and people of the whole trip.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from agent.aviation.hours import zone_of
from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Profile, Question
from agent.subjects.trip.timeline import TripLeg, TripPlan

HERE = Path(__file__).parent
AT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)  # a Tuesday
ASKED = 0.95
BETWEEN = {"from", "to", "via", "day", "off_block", "return_day", "return_off_block"}


def sentences(half: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()]


async def planned(said: dict[str, Any], deps: Deps) -> TripPlan | None:
    question = Question(text=said["text"], at=AT, profile=Profile(home_base=said.get("home")))
    *_, last = [event async for event in answer(question, Conversation(), deps)]
    if not isinstance(last, Done):
        return None
    return next((r for r in last.results if isinstance(r, TripPlan) and r.legs), None)


def understood(plan: TripPlan) -> dict[str, Any]:
    """Ends, days and local times of a planned trip."""
    out = [leg for leg in plan.legs if leg.direction == "out"]
    home = [leg for leg in plan.legs if leg.direction == "home"]
    found: dict[str, Any] = {
        "from": out[0].from_.icao,
        "to": out[-1].to.icao,
        "via": [leg.to.icao for leg in out[:-1]] or None,
        "day": out[0].day.isoformat() if out[0].day else None,
        "off_block": _clock(out[0]),
        "people": plan.people,
    }
    if home:
        found["return_day"] = home[0].day.isoformat() if home[0].day else None
        found["return_off_block"] = _clock(home[0])
    return {name: value for name, value in found.items() if value is not None}


def _clock(leg: TripLeg) -> str | None:
    zone = zone_of(leg.from_zone)
    return f"{leg.off_blocks.astimezone(zone):%H:%M}" if leg.off_blocks and zone else None


def differences(plan: TripPlan | None, wanted: dict[str, Any]) -> list[str]:
    """What of the sentence was understood otherwise; people count where they are said."""
    if plan is None:
        return ["no trip"]
    found = understood(plan)
    names = BETWEEN | ({"people"} & set(wanted))
    return [
        f"{name}: {found.get(name)} for {wanted.get(name)}"
        for name in sorted(names)
        if not _is(found.get(name), wanted.get(name), name)
    ]


def _is(found: Any, wanted: Any, name: str) -> bool:
    """A town with two fields has either: a list of codes."""
    return found in wanted if isinstance(wanted, list) and name != "via" else found == wanted


async def score(half: str, deps: Deps) -> tuple[int, int, Counter[str], list[str]]:
    """How many are right, of how many; what was wrong, by name; the errors in words."""
    right, kinds, told = 0, Counter[str](), list[str]()
    said = sentences(half)
    for one in said:
        wrong = differences(await planned(one, deps), one["wanted"])
        right += not wrong
        kinds.update(difference.partition(":")[0] for difference in wrong)
        told += [f"{one['hand']}: {one['text']}\n    {'; '.join(wrong)}"] if wrong else []
    return right, len(said), kinds, told


@pytest.mark.thorough
async def test_sixty_trips_in_the_words_of_three_hands(deps: Deps, capsys: pytest.CaptureFixture[str]) -> None:
    found = {half: await score(half, deps) for half in ("open", "blind")}
    with capsys.disabled():
        for half, (right, many, kinds, _) in found.items():
            print(f" [{half}: {right} of {many} whole; wrong: {dict(kinds)}] ", end="")
    assert sum(right for right, *_ in found.values()) >= ASKED * sum(many for _, many, *_ in found.values())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "half", choices=("open", "blind", "fresh_open", "fresh_blind", "words_open", "words_blind")
    )
    parser.add_argument("--errors", action="store_true")
    chosen = parser.parse_args()
    found = asyncio.run(score(chosen.half, Deps(settings=AgentSettings())))
    print(f"{chosen.half}: {found[0]} of {found[1]}; wrong: {dict(found[2])}")
    if chosen.errors and chosen.half.endswith("open"):
        print("\n".join(found[3]))
