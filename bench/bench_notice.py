"""How long it takes to read a notice wording, to look one up for a field, and to decide a border."""

from __future__ import annotations

import tempfile
from pathlib import Path

from agent.aviation.borders import Borders
from agent.aviation.facts import Facts
from agent.aviation.notice import parse_anew
from agent.config import AgentSettings
from bench.rows import Row, cpu_median_ms

_WORDING = (
    "For all INTL flights departing and arriving: PPR 12 HR (24 HR SAT, SUN and public HOL) before ETA/ETD "
    "from customs@field.example with copy to handling@field.example. Non-Schengen flights: PPR 48 HR."
)


def run() -> list[Row]:
    """Notice lookups against their target of 1 ms."""
    settings = AgentSettings(data_dir=Path(tempfile.mkdtemp(prefix="flyfun-bench-")))
    facts, borders = Facts.load(settings), Borders.load(settings)
    france, britain = borders.of_country("FR"), borders.of_country("GB")
    return [
        Row(
            "notice: a field's rules for a class of flight",
            cpu_median_ms(lambda: facts.notice_hours("LFAQ", "neither")),
            "ms",
            1.0,
        ),
        Row("notice: read a new wording", cpu_median_ms(lambda: parse_anew(_WORDING)), "ms", 1.0),
        Row("facts: all files read", cpu_median_ms(lambda: Facts.load(settings), repeat=7), "ms"),
        Row(
            "border between two territories", cpu_median_ms(lambda: borders.between(britain, france, "", "")), "ms"
        ),
    ]
