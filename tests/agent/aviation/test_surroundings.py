"""What lies around a field is read from large tables without holding them whole."""

from __future__ import annotations

import tracemalloc

from agent.aviation.surroundings import Surroundings
from agent.deps import Deps


def test_the_worlds_towns_are_read_line_by_line(deps: Deps) -> None:
    field = deps.airports.get("LFAT")
    assert field is not None
    surroundings = Surroundings(deps.settings)
    tracemalloc.start()
    try:
        assert surroundings.has(field, "town")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20e6  # all rows at once were 100 MB
