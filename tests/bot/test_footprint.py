"""What the program gives back to the system."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from contracts import forked

from adapters.protocol import IncomingMessage, Reply, Status
from agent.aviation.index_folder import IndexFolder
from bot import footprint

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


@pytest.mark.thorough
def test_what_was_freed_is_given_back_and_nothing_breaks() -> None:
    done = subprocess.run([sys.executable, "-c", HELD], capture_output=True, check=True, text=True, timeout=60)
    before, after = (int(number) for number in done.stdout.split())
    assert after <= before


CODE = """
import hashlib, sqlite3, ssl
import numpy as np
from cryptography.fernet import Fernet
from bot import footprint
def of_files(): return int(next(l for l in open("/proc/self/status") if l.startswith("RssFile")).split()[1]) // 1024
def work():
    sealed = Fernet(Fernet.generate_key()).encrypt(b"x")
    solved = np.linalg.solve(np.eye(50) * 2, np.ones(50)).sum()
    return len(sealed), float(solved), sqlite3.connect(":memory:").execute("select 6 * 7").fetchone(), ssl.create_default_context().verify_mode
first = work()
footprint.let_go_of_code()
before = of_files()
footprint.let_go_of_code()
after = of_files()
assert work() == first
print(before, after)
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="pages are counted on Linux alone")
def test_code_that_only_the_start_needed_is_let_go_and_what_is_used_comes_back() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, check=True, text=True, timeout=60)
    before, after = (int(number) for number in done.stdout.split())
    assert after <= before - 8


LEAN = """
import sys
from pathlib import Path
from bot import footprint
footprint.import_lean()
from agent.config import AgentSettings
from bot import app, preparing
from bot.settings import Settings
settings = Settings(agent=AgentSettings(data_dir=Path(sys.argv[1])))
preparing.tables_ahead(settings)
assert (Path(sys.argv[1]) / "records.sqlite").stat().st_size > 50_000
async def opened():
    async with app.open_records(settings) as records:
        return await records.shares(app.ChatRef("web", "local", "1"))
import asyncio
assert asyncio.run(opened()) is False
print(*sorted({"rich", "pygments", "alembic", "opentelemetry.sdk"} & set(sys.modules)))
import rich.console, opentelemetry.sdk.metrics
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="tables are made ahead on Linux alone")
def test_what_only_others_would_use_stays_out_of_the_program_and_can_be_imported_later(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEAN, str(tmp_path)], capture_output=True, check=False, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is resident of a mapped file")
async def test_pages_of_an_index_are_let_go_after_each_answer_and_read_again(tmp_path: Path) -> None:
    folder = IndexFolder(tmp_path, "letters", "1", "letters", ("numbers",), 1)

    def write(beside: Path, _: object) -> None:
        np.save(beside / "numbers.npy", np.arange(500_000))
        (beside / "meta.json").write_text(json.dumps({"files": {}}))

    numbers = folder.open(lambda contents: contents.arrays["numbers"], write)

    async def answers(_: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Status(str(numbers.sum())),), final=False)
        yield Reply((Status("told"),), final=True)

    message = cast("IncomingMessage", None)
    handler = footprint.let_go_after(answers)
    other = aiter(handler(message))  # stays at work
    assert await anext(other) == Reply((Status(str(500_000 * 499_999 // 2)),), final=False)
    held = _resident("numbers.npy")
    assert held > 3000
    assert [reply.final async for reply in handler(message)] == [False, True]
    assert _resident("numbers.npy") < held / 10
    assert int(numbers.sum()) == 500_000 * 499_999 // 2


def _resident(file: str) -> int:
    """KB of a mapped file that are in this process."""
    lines = iter(Path("/proc/self/smaps").read_text().splitlines())
    found = 0
    for line in lines:
        if line.endswith(file):
            found += next(int(one.split()[1]) for one in lines if one.startswith("Rss:"))
    return found


def test_a_program_that_is_done_ends_without_taking_its_tables_apart_and_after_what_others_want_done() -> None:
    code = (
        "import atexit, sys; from bot import footprint; end = footprint.leave_at_once();"
        "atexit.register(print, 'told');"
        "Table = type('Table', (), {'__del__': lambda self: print('taken apart')}); table = Table();"
        "end() if len(sys.argv) > 1 else sys.exit(3)"
    )
    environ = {"PATH": os.environ["PATH"]}
    done, failed = forked.run(["-c", code, "done"], env=environ), forked.run(["-c", code], env=environ)
    assert (done.returncode, done.stdout) == (0, "told\n")
    assert failed.returncode == 3
