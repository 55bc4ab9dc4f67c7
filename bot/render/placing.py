"""Where markers and labels go on a picture, so that each can be read and told whose it is. All in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from bot.render.projection import Point

TOUCHING = 0.86
"""Markers nearer than this share of their width are moved apart; a little overlap is still read."""

ROUNDS = 40
GAPS = (1.0, 9.0)
"""Between a marker and its label: close, or a little away where it is crowded."""

CLEARLY = 4.0
"""A label is nearer to its own marker than to any other by at least this much."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Disc:
    """A marker around a point; a pinned one is where it belongs, another may be moved by `moved`."""

    x: float
    y: float
    half: int
    pinned: bool = False
    moved: Point = (0.0, 0.0)

    @property
    def box(self) -> Box:
        return self.x - self.half, self.y - self.half, self.x + self.half, self.y + self.half

    @property
    def home(self) -> Point:
        """Where it belongs."""
        return self.x - self.moved[0], self.y - self.moved[1]

    def pushed(self, by: float, angle: float, picture: tuple[int, int]) -> Disc:
        """Moved on; it stays in the picture where it belongs into it."""
        x, y = self.x + by * math.cos(angle), self.y + by * math.sin(angle)
        home = self.home
        if _holds(home, self.half, picture):
            x = min(max(x, self.half), picture[0] - self.half)
            y = min(max(y, self.half), picture[1] - self.half)
        return replace(self, x=x, y=y, moved=(x - home[0], y - home[1]))


def _holds(point: Point, margin: float, picture: tuple[int, int]) -> bool:
    return margin <= point[0] <= picture[0] - margin and margin <= point[1] <= picture[1] - margin


def apart(discs: Sequence[Disc], picture: tuple[int, int]) -> list[Disc]:
    """The same with those that cover each other moved until every number can be read."""
    found = list(discs)
    for _ in range(ROUNDS):
        moved = False
        for first, second in combinations(range(len(found)), 2):
            a, b = found[first], found[second]
            loose = (not a.pinned) + (not b.pinned)
            between, needed = math.dist((a.x, a.y), (b.x, b.y)), (a.half + b.half) * TOUCHING
            if between >= needed or not loose:
                continue
            # Those at one place part in directions of their own, so that many become a round heap.
            angle = math.atan2(b.y - a.y, b.x - a.x) if between > 0.01 else second * 2.4
            push = (needed - between + 0.5) / loose
            if not a.pinned:
                found[first] = a.pushed(-push, angle, picture)
            if not b.pinned:
                found[second] = b.pushed(push, angle, picture)
            moved = True
        if not moved:
            break
    return found


def along(line: Sequence[Point], step: float = 6.0) -> list[Point]:
    """Points on a line, so near to each other that no label slips in between."""
    found: list[Point] = []
    for (x, y), (to_x, to_y) in pairwise(line):
        count = max(1, min(400, int(math.dist((x, y), (to_x, to_y)) / step)))
        found += [(x + (to_x - x) * n / count, y + (to_y - y) * n / count) for n in range(count)]
    return found


def free_place(
    own: int,
    discs: Sequence[Disc],
    size: tuple[int, int],
    taken: Sequence[Box],
    lines: Sequence[Point],
    picture: tuple[int, int],
) -> Point | None:
    """The left top of a label beside the disc `own`, off the lines if it can be; None: nowhere."""
    on_a_line: Point | None = None
    for box in _places(discs[own], size):
        left, top, right, bottom = box
        if left < 2 or top < 2 or right > picture[0] - 2 or bottom > picture[1] - 2:
            continue
        if any(left < r and right > l and top < b and bottom > t for l, t, r, b in taken):  # noqa: E741
            continue
        if not _is_clear(box, own, discs):
            continue
        if not any(left < x < right and top < y < bottom for x, y in lines):
            return left, top
        on_a_line = on_a_line or (left, top)
    return on_a_line


def _places(disc: Disc, size: tuple[int, int]) -> Iterator[Box]:
    """Right, left, above, below, then the corners."""
    wide, high = size
    for gap in GAPS:
        reach = disc.half + gap
        for left, top in (
            (disc.x + reach, disc.y - high / 2),
            (disc.x - reach - wide, disc.y - high / 2),
            (disc.x - wide / 2, disc.y - reach - high),
            (disc.x - wide / 2, disc.y + reach),
            (disc.x + reach - 1, disc.y - reach + 1 - high),
            (disc.x + reach - 1, disc.y + reach - 1),
            (disc.x - reach + 1 - wide, disc.y - reach + 1 - high),
            (disc.x - reach + 1 - wide, disc.y + reach - 1),
        ):
            yield left, top, left + wide, top + high


def _is_clear(box: Box, own: int, discs: Sequence[Disc]) -> bool:
    """Whether nobody would take the label for another marker's."""
    mine = _away(box, discs[own]) + CLEARLY
    return all(_away(box, disc) >= mine for number, disc in enumerate(discs) if number != own)


def _away(box: Box, disc: Disc) -> float:
    """From a box to the edge of a disc."""
    left, top, right, bottom = box
    x, y = max(left - disc.x, 0.0, disc.x - right), max(top - disc.y, 0.0, disc.y - bottom)
    return math.hypot(x, y) - disc.half
