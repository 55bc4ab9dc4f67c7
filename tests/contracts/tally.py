"""Counts what a hard run lost, doubled and answered late, and tells whoever runs it (`make chaos` reads the file)."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tally:
    """What became of messages that were accepted."""

    sent: int
    lost: int
    doubled: int
    disordered: int = 0
    late: int = 0
    note: str = ""

    def __str__(self) -> str:
        said = f"{self.sent} accepted: lost {self.lost}, doubled {self.doubled}, out of order {self.disordered}"
        return f"{said}, late {self.late}{f' ({self.note})' if self.note else ''}"


def tally(
    wanted: Iterable[str], answered: Iterable[str], *, disordered: int = 0, late: int = 0, note: str = ""
) -> Tally:
    """Count, write down and return."""
    wanted, counts = set(wanted), Counter(answered)
    found = Tally(
        sent=len(wanted),
        lost=len(wanted - set(counts)),
        doubled=sum(number - 1 for name, number in counts.items() if name in wanted),
        disordered=disordered,
        late=late,
        note=note,
    )
    if told := os.environ.get("FLYFUN_TALLY"):
        with Path(told).open("a") as file:
            file.write(json.dumps(asdict(found)) + "\n")
    return found
