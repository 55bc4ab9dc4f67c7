"""Runs every benchmark and prints each number beside its target, and what it ran on."""

from __future__ import annotations

import importlib
import os
import platform
import subprocess
import sys
from pathlib import Path

from bench.rows import Row


def main(wanted: list[str]) -> None:
    """Run `bench/bench_*.py`, or those whose names contain one of `wanted`; several each in a process of its own.

    (Linux counts what a process held before it began another program as memory of that program.)
    """
    print(f"Python {platform.python_version()}, {_processor()}, {os.cpu_count()} cores, {platform.system()}")
    print("Medians of CPU time unless a name says wall; targets are aims, not tests.\n")
    topics = [file.stem.removeprefix("bench_") for file in sorted(Path(__file__).parent.glob("bench_*.py"))]
    chosen = [topic for topic in topics if not wanted or any(word in topic for word in wanted)]
    for topic in chosen:
        print(topic, flush=True)
        if len(chosen) == 1:
            _run(topic)
        else:
            work = (sys.executable, "-c", f"from bench.__main__ import _run; _run({topic!r})")
            subprocess.run(work, cwd=Path(__file__).parent.parent, check=False)
        print()


def _run(topic: str) -> None:
    for row in importlib.import_module(f"bench.bench_{topic}").run():
        print(_line(row), flush=True)


def _line(row: Row) -> str:
    target = "" if row.target is None else f"   target {row.target:g}"
    missed = " MISSED" if row.target is not None and _misses(row) else ""
    return f"  {row.name:<64} {row.value:>12,.3f} {row.unit:<6}{target}{missed}"


def _misses(row: Row) -> bool:
    at_least = row.unit in {"%", "/s", "1/s", "msg/s", "fields"} and "gap" not in row.name
    return row.value < (row.target or 0) if at_least else row.value > (row.target or 0)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


if __name__ == "__main__":
    main(sys.argv[1:])
