"""Stops along a route: none farther from the one before than was asked, and no stop more than that takes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from agent.aviation.airports import Airport, Along
from agent.aviation.geometry import geodesic_nm
from agent.subjects.finding.stops import stops_of

ROUTE = "find_airports_near_route"
START, END = (50.0, 0.0), (50.0, 8.0)
MADE_UP = Airport(
    *("X", None, None, None, "made up", "small_airport", 0.0, 0.0, 0, "FR", "FR-X", "", False, None),
    *("", "", (), None, None),
)


def along(place: int, lat: float, lon: float) -> Along:
    """A made-up field; on this short line its miles along and beside are those of its degrees."""
    field = replace(MADE_UP, ident=f"X{place:03}", lat=lat, lon=lon)
    return Along(field, abs(lat - 50.0) * 60, lon * 38.6, 0.0)


def legs(fields: tuple[Along, ...]) -> list[float]:
    spots = [START, *((f.airport.lat, f.airport.lon) for f in fields), END]
    return [geodesic_nm(*a, *b) for a, b in pairwise(spots)]


@given(
    st.lists(
        st.tuples(st.floats(49.5, 50.5), st.floats(0.2, 7.8)), max_size=7, unique_by=lambda one: round(one[1], 3)
    ),
    st.floats(40, 330),
)
def test_no_leg_is_longer_and_no_stop_too_many(places: list[tuple[float, float]], apart: float) -> None:
    fields = [along(n, *spot) for n, spot in enumerate(places)]
    found = stops_of(fields, START, END, apart)
    ordered = sorted(fields, key=lambda a: a.along_track_nm)
    ways = [w for n in range(len(fields) + 1) for w in combinations(ordered, n)]
    fitting = [w for w in ways if max(legs(w)) <= apart]
    if not fitting:
        assert not found.legs_nm
        assert abs(found.longest_nm - min(max(legs(w)) for w in ways)) < 1e-6
        return
    assert [*found.legs_nm] == legs(found.fields) and max(found.legs_nm) <= apart
    fewest = min(map(len, fitting))
    assert len(found.fields) == fewest
    assert sum(found.legs_nm) <= min(sum(legs(w)) for w in fitting if len(w) == fewest) + 1e-6


async def test_stops_are_told_with_the_legs_between_them(run_tool: Any) -> None:
    found = await run_tool(
        ROUTE,
        {"from_location": "EGTR", "to_location": "LFBZ", "apart_nm": 200, "filters": {"has_fuel": True}},
    )
    assert found.airports and max(found.legs_nm) <= 200 and len(found.legs_nm) == len(found.airports) + 1
    spots = [(51.6558, -0.3258), *((a.lat, a.lon) for a in found.airports), (43.4684, -1.5233)]
    assert all(
        abs(geodesic_nm(*a, *b) - leg) < 1 for (a, b), leg in zip(pairwise(spots), found.legs_nm, strict=True)
    )
