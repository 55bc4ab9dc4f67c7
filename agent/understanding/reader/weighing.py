"""Weighs the ways in which a message can be read: each piece of evidence has a learnt weight, and the weights are a table.

`data/understanding/weighing.json` holds them by name; `python -m data.build weighing` learns them from the hands'
sentences, each read with a classifier that has not seen its hand.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agent.errors import DataProblem

Evidence = Mapping[str, float]
NONE = "none fits"
"""The weight of the possibility that no option is what was meant."""
LEAST = 1e-4
"""No share is taken to be smaller."""


@dataclass(frozen=True)
class Weighing:
    """`weights` by the name of the evidence; `trust` turns the best share into the probability of a right plan."""

    weights: Mapping[str, float]
    trust: tuple[float, float]

    def shares(self, options: Sequence[Evidence]) -> list[float]:
        """How likely each option is what was meant; together less than one: it may be none of them."""
        sums = [sum(self.weights.get(name, 0.0) * value for name, value in option.items()) for option in options]
        sums.append(self.weights.get(NONE, 0.0))
        most = max(sums)
        powers = [math.exp(value - most) for value in sums]
        whole = sum(powers)
        return [power / whole for power in powers[:-1]]

    def sure(self, share: float) -> float:
        """The probability that a plan with this share is right in all its arguments."""
        slope, start = self.trust
        odds = math.log(max(share, LEAST) / max(1.0 - share, LEAST))
        return 1.0 / (1.0 + math.exp(-(slope * odds + start)))


def logged(share: float) -> float:
    """A probability as evidence."""
    return math.log(max(share, LEAST))


@cache
def load_weighing(path: Path) -> Weighing:
    """The weights of `data/understanding/weighing.json`. Raises `DataProblem` when they are missing or damaged."""
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
        slope, start = table["trust"]
        return Weighing({str(k): float(v) for k, v in table["weights"].items()}, (float(slope), float(start)))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataProblem(
            "The weights of the question reader are missing or damaged. Restore data/understanding/weighing.json, "
            "or run `make reader`.",
            detail=f"{path}: {error}",
        ) from error
