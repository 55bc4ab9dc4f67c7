"""An address on this machine where nobody listens."""

from __future__ import annotations

import socket


def dead_url() -> str:
    """A loopback address that refuses connections."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"
