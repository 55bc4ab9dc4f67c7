"""What the program gives back to the system."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agent.aviation import index_folder
from agent.aviation.index_folder import IndexFolder

HELD = """
import threading
from bot import footprint
def resident(): return int(next(l for l in open("/proc/self/status") if l.startswith("VmRSS")).split()[1]) // 1024
footprint.few_heaps()
def work():
    held = [bytes(1000) for _ in range(60_000)]
    del held[::2]
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
before = resident()
footprint.give_back()
print(before, resident())
"""


def test_what_was_freed_is_given_back_and_nothing_breaks() -> None:
    done = subprocess.run([sys.executable, "-c", HELD], capture_output=True, check=True, text=True, timeout=60)
    before, after = (int(number) for number in done.stdout.split())
    assert after <= before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is resident of a mapped file")
def test_pages_of_an_index_that_were_let_go_are_read_again(tmp_path: Path) -> None:
    folder = IndexFolder(tmp_path, "letters", "1", "letters", ("numbers",), 1)

    def write(beside: Path, _: object) -> None:
        np.save(beside / "numbers.npy", np.arange(500_000))
        (beside / "meta.json").write_text(json.dumps({"files": {}}))

    numbers = folder.open(lambda contents: contents.arrays["numbers"], write)
    whole = int(numbers.sum())
    held = _resident("numbers.npy")
    index_folder.let_go()
    assert _resident("numbers.npy") < held / 10
    assert int(numbers.sum()) == whole == 500_000 * 499_999 // 2


def _resident(file: str) -> int:
    """KB of a mapped file that are in this process."""
    lines = iter(Path("/proc/self/smaps").read_text().splitlines())
    found = 0
    for line in lines:
        if line.endswith(file):
            found += next(int(one.split()[1]) for one in lines if one.startswith("Rss:"))
    return found
