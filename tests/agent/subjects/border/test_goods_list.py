"""A list for goods says of no field that it clears a flight, whichever way the flight goes."""

from __future__ import annotations

from typing import Any

import pytest

BRIEF = "get_border_brief"


@pytest.mark.parametrize(
    ("start", "end"),
    [("EGPT", "EGAA"), ("EGAA", "EGPT"), ("EGPT", "EGAC"), ("EGPT", "EIDW"), ("EGPT", "EGJJ"), ("EGPT", "EKBI")],
)
async def test_a_field_on_a_list_for_goods_is_not_known_to_clear(run_tool: Any, start: str, end: str) -> None:
    found = await run_tool(BRIEF, {"from_location": start, "to_location": end})
    listed = [side for side in (found.departure, found.arrival) if side.icao in ("EGPT", "EGAA", "EGAC")]
    assert listed
    for side in listed:
        assert (side.can_clear, bool(side.goods_list)) == (None, True)
