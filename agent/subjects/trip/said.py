"""Says a trip as a pilot would, so that a button's text is understood as written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from agent.deps import Deps


def trip_in_words(arguments: Mapping[str, JsonValue], deps: Deps) -> str:
    """ "We fly from EGLD to LFAT on 29 Nov at 10:00, back on 29 Nov at 15:00, with a C172"."""
    text = {name: str(value) for name, value in arguments.items() if isinstance(value, str) and value}
    start = f" from {text['from_location']}" if "from_location" in text else ""
    via = arguments.get("via")
    stops = f" via {', '.join(str(v) for v in via)}" if isinstance(via, list) and via else ""
    out = f"{_on(text.get('day'))}{_at(text.get('off_block'))}"
    back = ""
    if "return_day" in text or "return_off_block" in text:
        back = f", back{_on(text.get('return_day'))}{_at(text.get('return_off_block'))}"
    knots = arguments.get("cruise_speed_kts")
    speed = f", at {knots:g} knots" if isinstance(knots, int | float) and knots else ""
    craft = f", with a {text['aircraft_type']}" if "aircraft_type" in text and not speed else ""
    people = arguments.get("people")
    aboard = f", {people} people" if isinstance(people, int) else ""
    return f"We fly{start} to {text.get('to_location', '')}{stops}{out}{back}{craft}{speed}{aboard}"


def _on(day: str | None) -> str:
    if not day:
        return ""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return f" on {day}"
    return f" on {found.day} {found:%b %Y}"


def _at(clock: str | None) -> str:
    return f" at {clock}" if clock else ""
