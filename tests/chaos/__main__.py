"""Runs what is held under fire, row by row, and prints what was lost, doubled and late: `make chaos`.

python tests/chaos [ROW …]      # all rows, or those named; a row takes at most five minutes unless it says so
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROW_SECONDS = 300
COUNTED = ("lost", "doubled", "disordered", "late")


def collected() -> list[str]:
    """Every test there is."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-m", "chaos or not chaos", "tests"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=ROW_SECONDS, check=False)
    return [line for line in done.stdout.splitlines() if "::" in line]


def nodes(names: list[str], every: list[str]) -> list[str]:
    """The tests of a row: those of a file, or those of them whose name holds a word. Raises for a name of none."""
    chosen: list[str] = []
    for name in names:
        file, _, word = name.partition("::")
        found = [node for node in every if node.startswith(f"{file}::") and word in node.partition("::")[2]]
        if not found:
            raise SystemExit(f"no test is called {name}")
        chosen += found
    return list(dict.fromkeys(chosen))


def run(row: dict[str, Any], every: list[str]) -> tuple[bool, str]:
    """Whether it held, and the line that is printed."""
    seconds = row.get("seconds", ROW_SECONDS)
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as told:
        began = time.monotonic()
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "chaos or not chaos"]
        command += nodes(row["tests"], every)
        try:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env={**os.environ, "FLYFUN_TALLY": told.name},
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
            passed, last = done.returncode == 0, (done.stdout.strip().splitlines() or [""])[-1]
            if not passed:
                print(done.stdout[-3000:], done.stderr[-1000:], f"exit {done.returncode}", file=sys.stderr)
        except subprocess.TimeoutExpired:
            passed, last = False, f"stopped after {seconds} s"
        tallies = [json.loads(line) for line in Path(told.name).read_text().splitlines()]
    counts = {name: sum(one[name] for one in tallies) for name in COUNTED}
    # Where nothing is counted out, the tests assert it: they pass only with nothing lost.
    shown = "  ".join(f"{name} {counts[name] if tallies else (0 if passed else '?')}" for name in COUNTED)
    notes = "; ".join(one["note"] for one in tallies if one["note"])
    took = time.monotonic() - began
    line = f"{row['id']:>8}  {'held' if passed else 'FELL':<4}  {shown}  {took:5.0f} s  {row['about']}"
    return passed, f"{line}  [{notes}]" if notes else f"{line}  ({last})"


def main(wanted: list[str]) -> int:
    """Run the rows; how many fell."""
    rows = tomllib.loads((Path(__file__).parent / "rows.toml").read_text("utf-8"))["row"]
    chosen = [row for row in rows if not wanted or row["id"] in wanted]
    if unknown := sorted(set(wanted) - {row["id"] for row in chosen}):
        raise SystemExit(f"no row is called {', '.join(unknown)}")
    every, began, fell = collected(), time.monotonic(), []
    for row in chosen:
        held, line = run(row, every)
        fell += [] if held else [row["id"]]
        print(line, flush=True)
    minutes = (time.monotonic() - began) / 60
    held = f"{len(chosen) - len(fell)} of {len(chosen)} rows held"
    print(f"{held} in {minutes:.0f} min" + (f"; fell: {', '.join(fell)}" if fell else ""))
    return min(len(fell), 100)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
