"""Planning one day: the best of all orders, checked by looking at every one of them and by OR-tools."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.travel.itinerary import ANY_TIME, Day, Stop, plan_day

Table = list[list[int]]


def table_of(points: list[tuple[float, float]]) -> Table:
    return [[round(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5) for b in points] for a in points]


def random_points(count: int, chance: random.Random, side: float = 60) -> list[tuple[float, float]]:
    return [(chance.random() * side, chance.random() * side) for _ in range(count)]


def best_by_looking(
    stops: list[Stop], travel: Table, window: tuple[int, int], most: int, buffer: int
) -> tuple[float, int]:
    """(score, travel) of the best of all orders of all subsets."""
    best = (0.0, 0)
    for size in range(1, most + 1):
        for order in permutations(range(len(stops)), size):
            now, here, gone, fits = window[0], 0, 0, True
            for position, index in enumerate(order):
                arrive = now + (buffer if position else 0) + travel[here][index + 1]
                ends = [
                    max(arrive, opens) + stops[index].visit_minutes
                    for opens, closes in stops[index].windows
                    if max(arrive, opens) + stops[index].visit_minutes <= closes
                ]
                if not ends:
                    fits = False
                    break
                gone += travel[here][index + 1]
                now, here = min(ends), index + 1
            if not fits or now + travel[here][0] > window[1]:
                continue
            score = round(sum(stops[i].score for i in order), 6)
            found = (score, gone + travel[here][0])
            if (-found[0], found[1]) < (-best[0], best[1]):
                best = found
    return best


def problems(
    day: Day, stops: list[Stop], travel: Table, window: tuple[int, int], most: int, buffer: int
) -> list[str]:
    """What is wrong with a day, by its own figures."""
    wrong: list[str] = []
    index = {stop.id: number for number, stop in enumerate(stops)}
    now, here, total = window[0], 0, 0
    for position, planned in enumerate(day.stops):
        number = index[planned.id]
        leg = travel[here][number + 1]
        if planned.travel_minutes != leg:
            wrong.append(f"{planned.id}: travel {planned.travel_minutes}, not {leg}")
        if planned.start < now + (buffer if position else 0) + leg:
            wrong.append(f"{planned.id}: too early")
        if planned.end - planned.start != stops[number].visit_minutes:
            wrong.append(f"{planned.id}: wrong length")
        if not any(o <= planned.start and planned.end <= c for o, c in stops[number].windows):
            wrong.append(f"{planned.id}: closed")
        now, here, total = planned.end, number + 1, total + leg
    if day.stops:
        total += travel[here][0]
        if now + travel[here][0] > window[1]:
            wrong.append("back too late")
    if day.travel_minutes != total or len(day.stops) > most or len({s.id for s in day.stops}) != len(day.stops):
        wrong.append("totals")
    if abs(day.score - sum(stops[index[s.id]].score for s in day.stops)) > 1e-6:
        wrong.append("score")
    return wrong


@st.composite
def instances(draw: st.DrawFn) -> tuple[list[Stop], Table, tuple[int, int], int, int]:
    count = draw(st.integers(0, 5))
    minutes = st.integers(0, 50)
    travel = [[0 if a == b else draw(minutes) for b in range(count + 1)] for a in range(count + 1)]
    stops: list[Stop] = []
    for number in range(count):
        opens = draw(st.lists(st.integers(480, 1100), max_size=2))
        windows = tuple((o, o + draw(st.integers(10, 400))) for o in opens)
        score, visit = draw(st.sampled_from([0.5, 1.0, 1.0, 2.0, 3.0])), draw(st.sampled_from([10, 30, 60, 90]))
        stops.append(Stop(f"s{number}", score, visit, windows if draw(st.booleans()) else ANY_TIME))
    window = (540, draw(st.integers(540, 1300)))
    return stops, travel, window, draw(st.integers(0, 5)), draw(st.sampled_from([0, 10, 30]))


@settings(max_examples=150, deadline=None)
@given(instances())
def test_no_order_of_any_subset_is_better(instance: tuple[list[Stop], Table, tuple[int, int], int, int]) -> None:
    stops, travel, window, most, buffer = instance
    day = plan_day(stops, travel, window, most, buffer)
    assert problems(day, stops, travel, window, most, buffer) == []
    assert (round(day.score, 6), day.travel_minutes) == best_by_looking(stops, travel, window, most, buffer)


def shortest_tour(travel: Table) -> int:
    """The least travel through all places and back (Held and Karp)."""
    count = len(travel) - 1
    reach = {(1 << i, i): travel[0][i + 1] for i in range(count)}
    for _ in range(count - 1):
        longer: dict[tuple[int, int], int] = {}
        for (mask, last), gone in reach.items():
            for i in range(count):
                if not mask >> i & 1:
                    key, value = (mask | 1 << i, i), gone + travel[last + 1][i + 1]
                    longer[key] = min(value, longer.get(key, value))
        reach = longer
    return min(gone + travel[last + 1][0] for (_, last), gone in reach.items())


def test_nine_places_are_ordered_as_well_as_can_be() -> None:
    chance = random.Random(9)
    for _ in range(6):
        travel = table_of(random_points(10, chance))
        stops = [Stop(str(i), 1, 20) for i in range(9)]
        day = plan_day(stops, travel, (0, 2000), 9, 5)
        assert len(day.stops) == 9
        assert day.travel_minutes == shortest_tour(travel)


def test_more_places_are_ordered_within_five_percent_and_one_on_average() -> None:
    chance = random.Random(12)
    gaps: list[float] = []
    for count in (10, 11, 12, 12):
        travel = table_of(random_points(count + 1, chance))
        stops = [Stop(str(i), 1, 10) for i in range(count)]
        day = plan_day(stops, travel, (0, 2000), count, 0)
        assert len(day.stops) == count
        gaps.append(day.travel_minutes / shortest_tour(travel) - 1)
    assert max(gaps) <= 0.05
    assert sum(gaps) / len(gaps) <= 0.01


def test_twenty_places_are_as_good_as_or_tools_finds_in_a_second() -> None:
    routing = pytest.importorskip("ortools.constraint_solver.pywrapcp")
    from ortools.constraint_solver import routing_enums_pb2

    travel = table_of(random_points(21, random.Random(20)))
    manager = routing.RoutingIndexManager(21, 1, 0)
    model = routing.RoutingModel(manager)
    legs = model.RegisterTransitCallback(lambda a, b: travel[manager.IndexToNode(a)][manager.IndexToNode(b)])
    model.SetArcCostEvaluatorOfAllVehicles(legs)
    parameters = routing.DefaultRoutingSearchParameters()
    parameters.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    parameters.time_limit.FromSeconds(1)
    oracle = model.SolveWithParameters(parameters).ObjectiveValue()
    day = plan_day([Stop(str(i), 1, 10) for i in range(20)], travel, (0, 3000), 20, 0)
    assert day.travel_minutes <= 1.02 * oracle


def test_large_days_with_windows_hold_and_fill_the_time() -> None:
    chance = random.Random(4)
    for _ in range(3):
        travel = table_of(random_points(16, chance, side=40))
        stops = [
            Stop(str(i), chance.choice([1, 2, 3]), 40, ((o, o + 200),))
            for i, o in enumerate(chance.choices(range(500, 1000, 20), k=15))
        ]
        day = plan_day(stops, travel, (540, 1200), 15, 10)
        assert problems(day, stops, travel, (540, 1200), 15, 10) == []
        assert len(day.stops) >= 5


def test_the_same_day_gives_the_same_plan() -> None:
    travel = table_of(random_points(15, random.Random(2)))
    stops = [Stop(str(i), 1 + i % 3, 30) for i in range(14)]
    assert plan_day(stops, travel, (540, 1000), 14, 10) == plan_day(stops, travel, (540, 1000), 14, 10)


def test_a_visit_waits_for_the_door_to_open() -> None:
    day = plan_day([Stop("museum", 1, 60, ((600, 700),))], [[0, 10], [10, 0]], (540, 720), 1, 15)
    assert [(s.start, s.end, s.travel_minutes) for s in day.stops] == [(600, 660, 10)]
    assert (day.travel_minutes, day.back_at) == (20, 670)


def test_the_buffer_stands_between_visits_and_not_before_the_return() -> None:
    stops = [Stop("a", 1, 60), Stop("b", 1, 60)]
    travel = [[0, 5, 5], [5, 0, 5], [5, 5, 0]]
    assert len(plan_day(stops, travel, (540, 540 + 5 + 60 + 15 + 5 + 60 + 5), 2, 15).stops) == 2
    assert len(plan_day(stops, travel, (540, 540 + 5 + 60 + 15 + 5 + 60 + 4), 2, 15).stops) == 1


def test_a_closed_place_is_not_visited_and_an_empty_day_stays_empty() -> None:
    day = plan_day([Stop("closed", 5, 30, ())], [[0, 1], [1, 0]], (540, 1000), 3, 10)
    assert day == Day((), 0.0, 0, 540)
    assert plan_day([], [[0]], (540, 1000), 3, 10).stops == ()
    assert plan_day([Stop("a", 1, 30)], [[0, 1], [1, 0]], (540, 1000), 0, 10).stops == ()


def test_a_table_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="2 by 2"):
        plan_day([Stop("a", 1, 30)], [[0]], (540, 1000), 1, 10)
