"""The stops of a trip in hand in another order, and a leg more behind it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent.deps import Deps
from agent.language.wording import plain
from agent.subjects.trip.following import about_trip
from agent.understanding.reader.reader import Reader

TODAY = date(2026, 11, 24)
READERS: dict[int, Reader] = {}
TRIP: dict[str, Any] = {
    "from_location": "fairoaks",
    "to_location": "cannes",
    "via": ["troyes", "lyon bron"],
    "day": "2026-11-27",
}


@pytest.mark.parametrize(
    ("said", "via", "goal"),
    [
        ("swap the two stops", ["lyon bron", "troyes"], "cannes"),
        ("tausch die beiden Zwischenlandungen", ["lyon bron", "troyes"], "cannes"),
        ("inverse les deux escales", ["lyon bron", "troyes"], "cannes"),
        ("Lyon before Troyes", ["lyon bron", "troyes"], "cannes"),
        ("lieber Troyes vor Lyon", ["troyes", "lyon bron"], "cannes"),
        ("then Albenga", ["troyes", "lyon bron", "cannes"], "Albenga"),
        ("danach Albenga", ["troyes", "lyon bron", "cannes"], "Albenga"),
    ],
)
def test_the_stops_of_a_trip_are_put_in_another_order(deps: Deps, said: str, via: list[str], goal: str) -> None:
    reader = READERS.setdefault(id(deps), Reader(deps))
    call = about_trip(reader.said(plain(said), TODAY), TRIP, {})
    assert call is not None and call.tool == "plan_trip"
    assert (call.arguments.get("via"), call.arguments.get("to_location")) == (via, goal)


@pytest.mark.parametrize(
    ("said", "via", "about"),
    [
        ("si je passe plutôt par Albenga, faut la douane ?", ["Albenga"], "border"),
        ("und über Friedrichshafen, brauche ich da einen Flugplan?", ["Friedrichshafen"], "flight_plan"),
        ("and via Lydd, do I need a GAR?", ["Lydd"], "report"),
        ("via Lydd for customs", ["Lydd"], None),
    ],
)
def test_a_paper_asked_beside_another_stop_leads_the_answer(
    deps: Deps, said: str, via: list[str], about: str | None
) -> None:
    reader = READERS.setdefault(id(deps), Reader(deps))
    trip = {"from_location": "fairoaks", "to_location": "cannes", "day": "2026-11-27"}
    call = about_trip(reader.said(plain(said), TODAY), trip, {})
    assert call is not None and call.tool == "plan_trip"
    assert (call.arguments.get("via"), call.arguments.get("about")) == (via, about)
