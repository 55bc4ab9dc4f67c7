"""One line of a benchmark's table, and how to measure CPU time fairly on a noisy machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A measured number beside its target (None: shown for information)."""

    name: str
    value: float
    unit: str
    target: float | None = None


def cpu_median_ms(function: Callable[[], object], repeat: int = 51, warm: int = 3) -> float:
    """Median CPU milliseconds of one call."""
    for _ in range(warm):
        function()
    samples: list[float] = []
    for _ in range(repeat):
        started = time.process_time_ns()
        function()
        samples.append((time.process_time_ns() - started) / 1e6)
    return statistics.median(samples)
