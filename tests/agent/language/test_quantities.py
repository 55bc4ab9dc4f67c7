"""Amounts, lengths of time and hours as pilots write them."""

from __future__ import annotations

import pytest

from agent.language.quantities import find_quantities


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("where could I be within the hour", "duration", [1.0]),
        ("what is inside the next hour", "duration", [1.0]),
        ("winds at 2000 and 5000 ft over Lydd", "length", [2000.0, 5000.0]),
        ("winds at 2000, 4000 and 6000 feet", "length", [2000.0, 4000.0, 6000.0]),
        ("Wednesday, off blocks 11. Go or no go?", "clock", [11.0]),
        ("strips within twenty-odd miles of Popham", "distance", [20.0]),
        ("about 20-ish nm from Popham", "distance", [20.0]),
        ("à une trentaine de nautiques de Chartres", "distance", [30.0]),
        ("there at 2ish", "distance", []),
        ("nenne mir fünf Grasplätze in Bayern", "count", [5.0]),
        ("ein Flugzeug mit vier Sitzplätzen", "count", []),
        ("GAR cut-off for a 1400 departure", "clock", [14.0]),
        ("le vent souffle a 40kt, comment je rentre", "blowing", [40.0]),
        ("it's blowing 35 kt at Lydd and I cruise at 100 kt", "blowing", [35.0]),
        ("it's blowing 35 kt at Lydd and I cruise at 100 kt", "speed", [100.0]),
        ("Böen bis 45 kt, wie komme ich heim", "blowing", [45.0]),
        ("bei 30 Knoten Wind nach Sylt", "speed", []),
    ],
)
def test_what_is_said_is_read(text: str, kind: str, values: list[float]) -> None:
    assert [q.value for q in find_quantities(text) if q.kind == kind] == values
