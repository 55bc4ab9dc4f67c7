"""How soon `serve` on an empty data folder listens, gives its first answer and is ready; what it holds then."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from bench.rows import Row
from bot import valkey

ROOT = Path(__file__).parent.parent
QUESTION = "How far is EGTF from LFMD?"
API = "/api/aviation-agent/chat"


def run() -> list[Row]:
    """Wall seconds from the start of the process, on a machine that has compiled the code once."""
    with TemporaryDirectory(prefix="flyfun-bench-") as folder:
        _start(Path(folder))
    with TemporaryDirectory(prefix="flyfun-bench-") as folder:
        return _start(Path(folder))


def _start(folder: Path) -> list[Row]:
    environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environ |= {"FLYFUN_DATA_DIR": str(folder), "FLYFUN_PORT": "0", "HOME": str(folder)}
    began = time.monotonic()
    program = subprocess.Popen(
        [sys.executable, "-m", "bot", "serve"],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert program.stdout is not None
        address = program.stdout.readline().removeprefix("FlyFun is at ").strip().rstrip("/")
        listening = time.monotonic() - began
        with httpx.Client(base_url=address, timeout=120, trust_env=False) as client:
            message = {"role": "user", "content": QUESTION}
            answered = client.post(API, json={"messages": [message], "session_id": "bench"})
            assert answered.status_code == 200 and "559 nm" in answered.text, answered.text
            first = time.monotonic() - began
            while client.get("/readyz").status_code != 200:
                time.sleep(0.05)
        ready = time.monotonic() - began
        held = int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{program.pid}/status").read_text())[0]) / 1024
    finally:
        program.terminate()
        program.wait(60)
        valkey.stop(folder)
    return [
        Row("start on an empty folder: listens, wall", listening, "s", 3.0),
        Row("first answer on it, with its map, wall", first, "s", 6.0),
        Row("ready, wall", ready, "s"),
        Row("resident after the first answer", held, "MB", 250.0),
    ]
