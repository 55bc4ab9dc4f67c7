"""Watches an embedded server from beside it, and lets it save and end when nobody has used it for a while.

Run as `python -m bot.watcher FOLDER SECONDS` by `bot.valkey`, one for each server. The server cannot know by
itself that its last client has gone, and a client that was killed cannot say so; this process is small and asks.
"""

from __future__ import annotations

import contextlib
import socket as sockets
import sys
import time
from pathlib import Path

from filelock import Timeout

from bot.valkey import Home, dial, end, say


def watch(folder: Path, idle_seconds: float) -> None:
    """Returns when the server has ended. Raises Timeout when another watcher is at work."""
    home = Home(folder)
    with home.watch_lock(timeout=2.0):
        line = dial(home.socket)
        last_used, seen = time.monotonic(), 0
        while True:
            time.sleep(min(5.0, idle_seconds / 4))
            if not folder.is_dir():  # deleted: nothing to keep, and nobody can find the server any more
                if line:
                    say(line, "SHUTDOWN", "NOSAVE")
                return
            activity = _activity(line) if line else None
            if line is None or activity is None:
                # Under the start lock, so that a server started just now is not left without a watcher.
                with home.start_lock():
                    line = dial(home.socket)
                    if line is None:
                        return
                last_used, seen = time.monotonic(), 0
                continue
            clients, connections = activity
            if clients > 1 or connections > seen:
                last_used, seen = time.monotonic(), connections
            if time.monotonic() - last_used >= idle_seconds:
                with home.start_lock():
                    if _activity(line) == (1, seen):
                        end(home)
                        return


def _activity(line: sockets.socket) -> tuple[int, int] | None:
    """Clients connected now, this one included, and connections ever made; None when the server is gone."""
    facts = dict(pair.split(":", 1) for pair in say(line, "INFO", "clients", "stats").splitlines() if ":" in pair)
    try:
        return int(facts["connected_clients"]), int(facts["total_connections_received"])
    except (KeyError, ValueError):
        return None


if __name__ == "__main__":
    with contextlib.suppress(Timeout):
        watch(Path(sys.argv[1]), float(sys.argv[2]))
