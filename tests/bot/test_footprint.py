"""What the program gives back to the system."""

from __future__ import annotations

import subprocess
import sys

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
