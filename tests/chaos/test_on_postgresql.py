"""Everything that is kept in the records, on a PostgreSQL server: the same tests as on SQLite."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from contracts.tally import tally
from servers.postgresql import is_here

pytestmark = [
    pytest.mark.chaos,
    pytest.mark.skipif(not is_here(), reason="PostgreSQL is not on this machine"),
]
ROOT = Path(__file__).resolve().parents[2]
FILES = "records mydata notes reminders watches forgetting conversation trip_in_a_chat replies"
FOLDERS = "outings club"


def test_what_is_kept_is_kept_the_same_on_postgresql() -> None:
    folder = ROOT / "tests" / "bot"
    files = [str(folder / f"test_{name}.py") for name in FILES.split()] + [
        str(folder / name) for name in FOLDERS.split()
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "contracts.on_postgresql"]
    done = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    last = (done.stdout.strip().splitlines() or [""])[-1]
    tally([], [], note=last)
    assert done.returncode == 0, done.stdout[-6000:]
    assert int(re.findall(r"(\d+) passed", last)[0]) > 200
