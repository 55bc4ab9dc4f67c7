"""What is known of airfields: a cold `flyfun ask`, the first on an empty folder, filters, one field."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.aviation.airports import Airports
from agent.aviation.fact_filters import FIELDS_OF
from agent.aviation.facts import Facts
from agent.config import AgentSettings
from bench.rows import Row, cpu_median_ms

QUESTIONS = (
    "fuel at Calais",
    "airports in France with avgas",
    "opening hours at EDAZ",
    "which fields near Annecy have an RNP approach?",
    "what notice does LFRD need on Sunday from the UK?",
)
CHECKED = (("has_avgas", True), ("restaurant", "at_airport"), ("point_of_entry", True), ("has_procedures", True))


def run() -> list[Row]:
    """CPU and memory of whole processes; medians of CPU time within one."""
    with TemporaryDirectory(prefix="flyfun-bench-") as folder:
        first = _ask(QUESTIONS[0], folder)
        _ask(QUESTIONS[-1], folder)  # bytecode of the rooms
        cold = [(question, _ask(question, folder)) for question in QUESTIONS]
    rows = [Row("first ask on an empty folder, wall", first[0], "s", 6.0)]
    for question, (_, cpu, megabytes) in cold:
        rows.append(Row(f"cold: {question}, CPU", cpu, "s", 1.5))
        rows.append(Row(f"cold: {question}, memory", megabytes, "MB", 130.0))
    settings = AgentSettings.from_environ(os.environ)
    facts = Facts.load(settings)
    known = [(name, value) for name, value in CHECKED if name in FIELDS_OF]
    for name, value in known:
        facts.verdicts(name, value)
        rows.append(
            Row(
                f"filter {name} over all fields",
                cpu_median_ms(lambda n=name, v=value: _all(facts, n, v)),
                "ms",
                2.0,
            )
        )
    rows.append(
        Row("one field's facts, read for the first time: mean of all with fuel", _fresh_ms(settings), "ms", 0.1)
    )
    return [*rows, *_counted(settings, facts)]


OVERSEAS = ("GP", "MQ", "GF", "RE", "YT", "PM", "BL", "MF", "NC", "PF", "WF")


def _counted(settings: AgentSettings, facts: Facts) -> list[Row]:
    """Of how many French fields the facts are known that the first question is about."""
    airports = Airports.load(settings)
    france = [a.ident for a in airports.in_country("FR")]
    overseas = [a.ident for code in OVERSEAS for a in airports.in_country(code)]

    def avgas(idents: list[str]) -> int:
        return sum(1 for i in idents if {"avgas", "100LL", "UL91"} & set(facts.of(i).grades or ()))

    def known(idents: list[str]) -> int:
        wanted = ("fuel", "phone", "hours")
        return sum(1 for i in idents if any(facts.of(i).first(field) is not None for field in wanted))

    texts = [
        n
        for i in (*france, *overseas)
        for n in facts.of(i).notices
        if {"customs", "immigration"} & set(n.services)
    ]
    whole = sum(1 for text in texts if text.rules.whole)
    return [
        Row(
            "French fields with fuel, phone or hours known, overseas included",
            known([*france, *overseas]),
            "fields",
            500,
        ),
        Row("fields of metropolitan France known to have avgas or UL91", avgas(france), "fields", 295),
        Row("the same with overseas", avgas([*france, *overseas]), "fields", 305),
        Row(f"customs texts of France read whole, of {len(texts)}", 100 * whole / len(texts), "%", 90),
    ]


def _all(facts: Facts, name: str, value: object) -> int:
    return sum(1 for verdict in facts.verdicts(name, value).values() if verdict)


def _fresh_ms(settings: AgentSettings) -> float:
    facts = Facts.load(settings)
    french = facts.idents_with("fuel")
    begun = time.process_time_ns()
    for ident in french:
        facts.of(ident)
    return (time.process_time_ns() - begun) / 1e6 / len(french)


def _ask(question: str, folder: str) -> tuple[float, float, float]:
    """Seconds on the wall, of CPU, and the most megabytes of one `flyfun ask`, with bytecode kept."""
    environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"FLYFUN_DATA_DIR": folder}
    code = "import sys; from bot.cli import main; sys.argv[0] = 'flyfun'; main()"
    program = subprocess.Popen(
        [sys.executable, "-c", code, "ask", question],
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parent.parent,
    )
    begun = time.monotonic()
    _, _, used = os.wait4(program.pid, 0)
    return time.monotonic() - begun, used.ru_utime + used.ru_stime, _megabytes(used)


def _megabytes(used: resource.struct_rusage) -> float:
    return used.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
