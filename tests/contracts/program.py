"""`flyfun serve` as a process of its own, to be asked, stopped, killed and started again."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from contracts import forked
from filelock import FileLock

from bot.preparing import AGAIN

REPOSITORY = Path(__file__).resolve().parents[2]
START_SECONDS = 90.0


def fresh_folder(folder: Path, data_dir: Path) -> Path:
    """A data folder of its own that shares the indexes, so that they are not built again."""
    (data_dir / "index").mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index").symlink_to(data_dir / "index")
    return folder


def prepared_folder(folder: Path, data_dir: Path) -> Path:
    """Such a folder that holds the rules' index too, a copy of one that is made once."""
    fresh_folder(folder, data_dir)
    made = data_dir / "prepared"
    with FileLock(f"{made}.lock"):
        if not made.exists():
            fresh_folder(made, data_dir)
            environ = {"PATH": os.environ["PATH"], "FLYFUN_DATA_DIR": str(made)}
            while (code := forked.run(["-m", "bot.preparing", "rules"], env=environ).returncode) == AGAIN:
                pass
            assert code == 0
    shutil.copytree(made / "chroma", folder / "chroma")
    return folder


@dataclass
class Program:
    """One data folder's program; as a "worker" it runs lanes beside another that serves.

    `anew`: a Python of its own from the start, for what is measured; else it need not import everything again.
    """

    folder: Path
    environ: dict[str, str] = field(default_factory=dict)
    address: str = ""
    verb: str = "serve"
    anew: bool = False

    def start(self) -> str:
        """Start it and wait for the address it prints."""
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "FLYFUN_DATA_DIR": str(self.folder),
            "FLYFUN_PORT": "0",
            **self.environ,
        }
        self._log = (self.folder / "log").open("ab")
        words = ["-m", "bot", self.verb]
        self._process = (
            subprocess.Popen(
                [sys.executable, *words],
                cwd=REPOSITORY,
                env=environ,
                stdout=subprocess.PIPE,
                stderr=self._log,
                text=True,
            )
            if self.anew
            else forked.start(words, env=environ, stderr=self._log.fileno())
        )
        if self.verb != "serve":
            return ""
        said: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, args=(said,), daemon=True).start()
        try:
            line = said.get(timeout=START_SECONDS)
        except queue.Empty:
            line = "nothing"
        prefix = "FlyFun is at "
        assert line.startswith(prefix), f"{line!r}, and on stderr: {self.log()[-2000:]}"
        self.address = line.removeprefix(prefix).strip().rstrip("/")
        return self.address

    def _read(self, said: queue.Queue[str]) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said.put(line)
        said.put("")

    def log(self) -> str:
        """Everything it logged."""
        return (self.folder / "log").read_text(errors="replace")

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def kill(self) -> None:
        """kill -9."""
        self._process.send_signal(signal.SIGKILL)
        self._gone()

    def terminate(self) -> None:
        """SIGTERM, without waiting."""
        self._process.send_signal(signal.SIGTERM)

    def wait(self, seconds: float = 30.0) -> int:
        """Its exit code."""
        return self._gone(seconds)

    def _gone(self, seconds: float = 30.0) -> int:
        code = self._process.wait(seconds)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._log.close()
        return code

    def close(self) -> None:
        """End it whatever happened before."""
        if self._process.poll() is None:
            self.kill()
