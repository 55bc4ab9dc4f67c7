"""One day on the ground: which places to visit, in which order, and when to be back.

`plan_day` takes the places with their worth and opening windows, the minutes between them, and the time the
day has. Most score wins, then least travel including the way back. Small days are solved exactly, larger
ones by insertion and local search that gives the same answer every time. Times are minutes since local
midnight; index 0 of the travel table is where the day starts and ends, index i + 1 is `stops[i]`.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

Window = tuple[int, int]
ANY_TIME: tuple[Window, ...] = ((0, 1_000_000),)
"""The windows of a place that is always open, or whose hours nobody knows."""

_EXACT_STATES = 2400
_KICKS = 50


@dataclass(frozen=True, slots=True)
class Stop:
    """A place that could be visited. A visit lies wholly inside one window; no window means closed."""

    id: str
    score: float
    visit_minutes: int
    windows: tuple[Window, ...] = ANY_TIME


@dataclass(frozen=True, slots=True)
class PlannedStop:
    """A visit: when it starts and ends, and the minutes of travel that lead to it."""

    id: str
    start: int
    end: int
    travel_minutes: int


@dataclass(frozen=True, slots=True)
class Day:
    """A planned day. `travel_minutes` is all travel, the return included; `back_at` is when it is over."""

    stops: tuple[PlannedStop, ...]
    score: float
    travel_minutes: int
    back_at: int


@dataclass(frozen=True)
class _Problem:
    """A day to plan, with the table of travel times read once."""

    stops: tuple[Stop, ...]
    travel: tuple[tuple[int, ...], ...]
    start: int
    end: int
    most: int
    buffer: int

    def visit(self, index: int, arrive: int) -> int | None:
        """The earliest end of a visit that starts at `arrive` or later; None when it is too late for all."""
        minutes = self.stops[index].visit_minutes
        for opens, closes in self.stops[index].windows:
            begin = max(arrive, opens)
            if begin + minutes <= closes:
                return begin + minutes
        return None

    def score(self, indices: Sequence[int]) -> float:
        """What a set of stops is worth: the same for any order, to the last digit that matters."""
        return round(math.fsum(self.stops[i].score for i in indices), 9)

    def length(self, order: Sequence[int]) -> int:
        """All travel of an order, out and back."""
        if not order:
            return 0
        total = self.travel[0][order[0] + 1] + self.travel[order[-1] + 1][0]
        return total + sum(self.travel[a + 1][b + 1] for a, b in itertools.pairwise(order))

    def feasible(self, order: Sequence[int]) -> bool:
        """Whether the visits fit their windows and the day."""
        return self.schedule(order) is not None

    def schedule(self, order: Sequence[int]) -> Day | None:
        """The day of an order, each visit as early as it can be; None when it does not fit."""
        now, here = self.start, 0
        planned: list[PlannedStop] = []
        for position, index in enumerate(order):
            minutes = self.travel[here][index + 1]
            leave = now + (self.buffer if position else 0)
            done = self.visit(index, leave + minutes)
            if done is None:
                return None
            stop = self.stops[index]
            planned.append(PlannedStop(stop.id, done - stop.visit_minutes, done, minutes))
            now, here = done, index + 1
        back = now + (self.travel[here][0] if planned else 0)
        if back > self.end:
            return None
        return Day(tuple(planned), self.score(order), self.length(order), back)


def plan_day(
    stops: Sequence[Stop],
    travel_minutes: Sequence[Sequence[int]],
    window: Window,
    max_stops: int,
    buffer_minutes: int,
) -> Day:
    """The best day: most score, then least travel including the return.

    `travel_minutes` is square with one row more than there are stops; `window` is when the day starts and
    when one must be back; the buffer stands between a visit's end and leaving for the next place, none
    before the return. Waiting is allowed. Optimal for nine stops or fewer. Raises ValueError for a table
    of the wrong size.
    """
    size = len(stops) + 1
    if len(travel_minutes) != size or any(len(row) != size for row in travel_minutes):
        raise ValueError(f"travel_minutes must be {size} by {size}")
    problem = _Problem(
        stops=tuple(_sorted_windows(stop) for stop in stops),
        travel=tuple(tuple(row) for row in travel_minutes),
        start=window[0],
        end=window[1],
        most=min(max_stops, len(stops)),
        buffer=buffer_minutes,
    )
    usable = _usable(problem)
    most = min(problem.most, len(usable))
    states = sum(comb(len(usable), k) * k for k in range(1, most + 1))
    order = _exact(problem, usable) if states <= _EXACT_STATES else _search(problem, usable)
    day = problem.schedule(order)
    return day if day is not None else Day((), 0.0, 0, problem.start)


def _sorted_windows(stop: Stop) -> Stop:
    windows = tuple(sorted(stop.windows))
    return stop if windows == stop.windows else Stop(stop.id, stop.score, stop.visit_minutes, windows)


def _usable(problem: _Problem) -> tuple[int, ...]:
    """The stops worth having; of two with one id, the first."""
    seen: set[str] = set()
    usable: list[int] = []
    for index, stop in enumerate(problem.stops):
        if stop.score >= 0 and stop.id not in seen:
            usable.append(index)
        seen.add(stop.id)
    return tuple(usable)


def _exact(problem: _Problem, usable: Sequence[int]) -> list[int]:
    """The best order by dynamic programming over sets of stops.

    For a set and its last stop only two things matter, when one is done there and how far one has gone; a
    way that is both later and longer than another is dropped.
    """
    count = len(usable)
    travel = problem.travel
    layer: dict[tuple[int, int], list[tuple[int, int, tuple[int, ...]]]] = {}
    for i in range(count):
        minutes = travel[0][usable[i] + 1]
        done = problem.visit(usable[i], problem.start + minutes)
        if done is not None:
            layer[1 << i, i] = [(done, minutes, (usable[i],))]
    best: tuple[float, int, tuple[int, ...]] = (0.0, 0, ())
    worths: dict[int, float] = {}
    for size in range(1, problem.most + 1):
        grown: dict[tuple[int, int], list[tuple[int, int, tuple[int, ...]]]] = {}
        for (mask, last), ways in layer.items():
            home = travel[usable[last] + 1][0]
            if mask not in worths:
                worths[mask] = problem.score([usable[i] for i in range(count) if mask >> i & 1])
            worth = worths[mask]
            for done, gone, order in ways:
                if done + home <= problem.end and (-worth, gone + home) < (-best[0], best[1]):
                    best = (worth, gone + home, order)
            if size == problem.most:
                continue
            row = travel[usable[last] + 1]
            for i in range(count):
                if mask >> i & 1:
                    continue
                minutes = row[usable[i] + 1]
                for done, gone, order in ways:
                    after = problem.visit(usable[i], done + problem.buffer + minutes)
                    if after is not None and after <= problem.end:
                        way = (after, gone + minutes, (*order, usable[i]))
                        _keep(grown.setdefault((mask | 1 << i, i), []), way)
        layer = grown
    return list(best[2])


def _keep(ways: list[tuple[int, int, tuple[int, ...]]], way: tuple[int, int, tuple[int, ...]]) -> None:
    """Add a way unless one that is no later and no longer is there; drop those it beats."""
    if any(other[0] <= way[0] and other[1] <= way[1] for other in ways):
        return
    ways[:] = [other for other in ways if other[0] < way[0] or other[1] < way[1]]
    ways.append(way)


# --- larger days -----------------------------------------------------------------------------------


def _search(problem: _Problem, usable: Sequence[int]) -> list[int]:
    """Insertion, then local search from seeded kicks: fill up, improve, keep what is better."""
    chance = random.Random(20260)
    best = _improve(problem, _fill(problem, [], usable), usable)
    current = best
    for _ in range(_KICKS):
        kicked = _kick(current, chance)
        while kicked and not problem.feasible(kicked):
            kicked.pop()
        order = _improve(problem, _fill(problem, kicked, usable), usable)
        if _rank(problem, order) <= _rank(problem, current):
            current = order
        if _rank(problem, order) < _rank(problem, best):
            best = order
    return best


def _rank(problem: _Problem, order: Sequence[int]) -> tuple[float, int]:
    return -problem.score(order), problem.length(order)


def _kick(order: list[int], chance: random.Random) -> list[int]:
    """A neighbour far enough away: three cuts joined crosswise, or a stretch left out."""
    size = len(order)
    if size >= 4 and chance.random() < 0.6:
        a, b, c = sorted(chance.sample(range(1, size), 3))
        return order[:a] + order[b:c] + order[a:b] + order[c:]
    if size == 0:
        return []
    first = chance.randrange(size)
    length = chance.randint(1, max(1, size // 3))
    return order[:first] + order[first + length :]


def _fill(problem: _Problem, order: list[int], usable: Sequence[int]) -> list[int]:
    """Insert, again and again, the stop that gives most score for its added minutes."""
    order = list(order)
    while len(order) < problem.most:
        best: tuple[float, int, int, int] | None = None
        for index in usable:
            if index in order:
                continue
            for position in range(len(order) + 1):
                added = _added(problem, order, index, position)
                cost = max(0, added) + problem.stops[index].visit_minutes + problem.buffer
                value = problem.stops[index].score / (cost + 1)
                if best is not None and (value, -added) <= (best[0], -best[1]):
                    continue
                if problem.feasible([*order[:position], index, *order[position:]]):
                    best = (value, added, index, position)
        if best is None:
            break
        order.insert(best[3], best[2])
    return order


def _added(problem: _Problem, order: Sequence[int], index: int, position: int) -> int:
    before = order[position - 1] + 1 if position else 0
    after = order[position] + 1 if position < len(order) else 0
    travel = problem.travel
    direct = travel[before][after] if order else 0
    return travel[before][index + 1] + travel[index + 1][after] - direct


def _improve(problem: _Problem, order: list[int], usable: Sequence[int]) -> list[int]:
    """Shorten, exchange for something better, fill up, until nothing helps."""
    while True:
        order = _shorten(problem, order)
        better = _exchange(problem, order, usable)
        filled = _fill(problem, better if better is not None else order, usable)
        if better is None and len(filled) == len(order):
            return order
        order = filled


def _shorten(problem: _Problem, order: list[int]) -> list[int]:
    """The same stops with less travel: turn a stretch round, or move one (Or-opt), while that helps."""
    improved = True
    while improved:
        improved = False
        for candidate in _shorter(problem, order):
            if problem.feasible(candidate):
                order, improved = candidate, True
                break
    return order


def _shorter(problem: _Problem, order: list[int]) -> Iterator[list[int]]:
    """Neighbours of an order that need less travel. Differences come from running sums, both directions."""
    travel = problem.travel
    nodes = [0, *(index + 1 for index in order), 0]
    legs = list(itertools.pairwise(nodes))
    ahead = [0, *itertools.accumulate(travel[a][b] for a, b in legs)]
    back = [0, *itertools.accumulate(travel[b][a] for a, b in legs)]
    size = len(order)
    for a, b in itertools.combinations(range(1, size + 1), 2):
        before, first, last, after = nodes[a - 1], nodes[a], nodes[b], nodes[b + 1]
        now = travel[before][first] + ahead[b] - ahead[a] + travel[last][after]
        if travel[before][last] + back[b] - back[a] + travel[first][after] < now:
            yield order[: a - 1] + order[a - 1 : b][::-1] + order[b:]
    for length in (1, 2, 3):
        for a in range(1, size - length + 2):
            b = a + length - 1
            before, first, last, after = nodes[a - 1], nodes[a], nodes[b], nodes[b + 1]
            inside, turned = ahead[b] - ahead[a], back[b] - back[a]
            freed = travel[before][first] + inside + travel[last][after] - travel[before][after]
            moved, rest = order[a - 1 : b], order[: a - 1] + order[b:]
            for to, (left, right) in enumerate(itertools.pairwise([*nodes[:a], *nodes[b + 1 :]])):
                gap = travel[left][right]
                if travel[left][first] + inside + travel[last][right] - gap < freed:
                    yield rest[:to] + moved + rest[to:]
                if length > 1 and travel[left][last] + turned + travel[first][right] - gap < freed:
                    yield rest[:to] + moved[::-1] + rest[to:]


def _exchange(problem: _Problem, order: list[int], usable: Sequence[int]) -> list[int] | None:
    """One stop out, one in, when that is worth more, or as much with less travel; None when nothing is."""
    rank = _rank(problem, order)
    outside = [index for index in usable if index not in order]
    for out in range(len(order)):
        rest = order[:out] + order[out + 1 :]
        for index in outside:
            gain = problem.stops[index].score - problem.stops[order[out]].score
            if gain < 0:
                continue
            for position in range(len(rest) + 1):
                candidate = [*rest[:position], index, *rest[position:]]
                if _rank(problem, candidate) < rank and problem.feasible(candidate):
                    return candidate
    return None
