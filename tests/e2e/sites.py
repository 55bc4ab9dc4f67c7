"""Receiver, workers and database of one data folder as processes, to be killed and started again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from contracts.paper import read_calls

from bot import valkey

REPOSITORY = Path(__file__).resolve().parents[2]


class Site:
    """The processes of one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "d"
        self.calls = folder / "calls.jsonl"
        self.socket = folder / "in.sock"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *, seconds: float = 0.02) -> None:
        receiver = ["receiver", str(self.data), str(self.socket)]
        worker = ["worker", str(self.data), str(self.calls), str(seconds)]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", "e2e.path_process", *(receiver if name == "receiver" else worker)],
                cwd=REPOSITORY,
                env=os.environ | {"PYTHONPATH": f"{REPOSITORY}{os.pathsep}{REPOSITORY / 'tests'}"},
                stderr=log,
            )

    def kill(self, name: str) -> None:
        if name == "valkey":
            os.kill(int((self.data / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
            return
        process = self.processes.pop(name)
        process.kill()
        process.wait()
        if name == "receiver":
            self.socket.unlink(missing_ok=True)

    async def post(self, chat: int, number: int) -> int:
        """Deliver a message until it is taken, as a platform does; how many posts it took."""
        line = json.dumps({"id": f"{chat}-{number}", "room": f"room{chat}", "text": "x"}).encode() + b"\n"
        posts = 0
        while True:
            posts += 1
            try:
                reader, writer = await asyncio.open_unix_connection(self.socket)
                try:
                    writer.write(line)
                    answer = await asyncio.wait_for(reader.readline(), 10)
                finally:
                    writer.close()
                if answer.strip() in (b"200", b"208"):
                    return posts
            except OSError:
                pass
            assert posts < 500
            await asyncio.sleep(0.2)

    def answers(self, room: str | None = None) -> list[str]:
        """The final replies that the app took, in order."""
        calls = [call for call in read_calls(self.calls) if room in (None, call["room"])]
        return [call["text"].removeprefix("re ") for call in calls if call["text"] != "thinking"]

    def errors(self) -> str:
        return "\n".join(path.read_text()[-2000:] for path in self.folder.glob("*.log"))


@contextmanager
def site_in_a_folder() -> Iterator[Site]:
    """A site of its own, ended whatever happens."""
    with tempfile.TemporaryDirectory(prefix="flyfun-kill-") as folder:
        made = Site(Path(folder))
        made.data.mkdir()
        try:
            yield made
        finally:
            for process in made.processes.values():
                process.kill()
                process.wait()
            valkey.stop(made.data)
