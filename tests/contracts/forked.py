"""Programs of ours as processes of their own that need not import everything again: forked from one that has.

`start` and `run` stand for `subprocess.Popen` and `subprocess.run` of `python -m …` and `python -c …`. What is started
has its own environment, folder, streams and process id, and ends as any other; only its modules are loaded already.
What measures a start, memory or imports starts a Python of its own instead.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import runpy
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

REPOSITORY = Path(__file__).resolve().parents[2]
_LENGTH = struct.Struct("!I")


class Forked:
    """A running program. `stdout` is there where it was asked for."""

    def __init__(self, line: socket.socket, stdout: IO[str] | None) -> None:
        self._line = line
        self._answers = line.makefile("r")
        self.pid = int(self._answers.readline())
        self.stdout = stdout
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended."""
        if self.returncode is None:
            with selectors.DefaultSelector() as selector:
                selector.register(self._line, selectors.EVENT_READ)
                if not selector.select(timeout):
                    raise subprocess.TimeoutExpired("forked", timeout or 0)
            self.returncode = int(self._answers.readline())
            self._answers.close()
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """As `os.kill`, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)


def start(
    words: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path = REPOSITORY,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int,
) -> Forked:
    """Start what `python` with these words is; without `stdout` (a file's number) it is read here, line by line."""
    read = None
    with contextlib.ExitStack() as after:
        if stdout is None:
            there, here = os.pipe()
            read = os.fdopen(there)
            stdout = here
            after.callback(os.close, here)
        if stdin is None:
            stdin = os.open(os.devnull, os.O_RDONLY)
            after.callback(os.close, stdin)
        line = socket.socket(socket.AF_UNIX)
        line.connect(_nursery())
        told = json.dumps({"words": list(words), "env": dict(env), "cwd": str(cwd)}).encode()
        socket.send_fds(line, [_LENGTH.pack(len(told))], [stdin, stdout, stderr])
        line.sendall(told)
        return Forked(line, read)


def run(
    words: Sequence[str], *, env: Mapping[str, str], cwd: Path = REPOSITORY, stdin: str = "", timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run what `python` with these words is to its end."""
    with (
        tempfile.TemporaryFile("w+") as given,
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as bad,
    ):
        given.write(stdin)
        given.seek(0)
        files = {"stdin": given.fileno(), "stdout": out.fileno(), "stderr": bad.fileno()}
        running = start(words, env=env, cwd=cwd, **files)
        try:
            code = running.wait(timeout)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
        out.seek(0)
        bad.seek(0)
        return subprocess.CompletedProcess(list(words), code, out.read(), bad.read())


_where: list[str] = []


def _nursery() -> str:
    """The address of the process that all are forked from; started with the first of them."""
    if not _where:
        folder = tempfile.TemporaryDirectory(prefix="forked")
        address = f"{folder.name}/line"
        environ = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
        mother = subprocess.Popen(
            [sys.executable, __file__, address],
            cwd=REPOSITORY,
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert mother.stdin is not None and mother.stdout is not None
        assert mother.stdout.readline() == b"up\n"
        _where.append(address)

        def end() -> None:
            assert mother.stdin is not None and mother.stdout is not None
            mother.stdin.close()
            mother.wait()
            mother.stdout.close()
            folder.cleanup()

        atexit.register(end)
    return _where[0]


# --- the process that all are forked from ------------------------------------------------------------


def _serve(address: str) -> None:
    from bot import footprint

    footprint.import_lean()
    import bot.app
    import bot.cli
    from agent.aviation.notice import parse_notice
    from agent.language.quantities import find_quantities

    assert bot.app and bot.cli
    parse_notice("PPR 24 h")  # their patterns are compiled with the first text, a second of work
    find_quantities("within 80 nm")
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()
    ended, rung = os.pipe()
    os.set_blocking(rung, False)
    signal.set_wakeup_fd(rung)
    signal.signal(signal.SIGCHLD, _noticed)
    door = socket.socket(socket.AF_UNIX)
    door.bind(address)
    door.listen(64)
    sys.stdout.write("up\n")
    sys.stdout.flush()
    lines: dict[int, socket.socket] = {}
    with selectors.DefaultSelector() as selector:
        for file in (door.fileno(), ended, 0):
            selector.register(file, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fd == 0:  # the tests have ended, whatever became of them
                    for pid in lines:
                        os.kill(pid, signal.SIGKILL)
                    return
                if key.fd == ended:
                    os.read(ended, 4096)
                    _bury(lines)
                else:
                    _bear(door.accept()[0], lines)


def _noticed(_number: int, _frame: object) -> None:
    """That a child ended is read from the pipe."""


def _bury(lines: dict[int, socket.socket]) -> None:
    while lines:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with lines.pop(pid) as line, contextlib.suppress(OSError):
            line.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def _bear(line: socket.socket, lines: dict[int, socket.socket]) -> None:
    head, files, _, _ = socket.recv_fds(line, _LENGTH.size, 3)
    told = bytearray()
    while len(told) < _LENGTH.unpack(head)[0]:
        told += line.recv(1 << 16)
    pid = os.fork()
    if not pid:
        _live(json.loads(told), files)
    lines[pid] = line
    for file in files:
        os.close(file)
    line.sendall(f"{pid}\n".encode())


def _live(told: dict[str, Any], files: Sequence[int]) -> NoReturn:
    """A Python of its own, from here on."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.closerange(3, max(512, *files) + 1)
        os.chdir(told["cwd"])
        os.environ.clear()
        os.environ.update(told["env"])
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
        code = _end_of(told["words"])
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _end_of(words: Sequence[str]) -> int:
    import random

    random.seed()
    sys.path[0] = os.environ.get("PYTHONPATH", "") or str(REPOSITORY)
    how, what, *rest = words
    try:
        if how == "-m":
            sys.argv = [what, *rest]
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            sys.argv = ["-c", *rest]
            exec(what, {"__name__": "__main__"})
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


if __name__ == "__main__":
    sys.path[:1] = [str(REPOSITORY), str(REPOSITORY / "tests")]
    _serve(sys.argv[1])
