"""A channel's sending side with shorter pauses, so that a test of something else need not wait for them."""

from __future__ import annotations

from dataclasses import replace

from adapters.protocol import Delivery, IncomingMessage, Outbound, Pace


class Quick:
    """How long the pauses are is the outbox's own test."""

    def __init__(self, outbound: Outbound) -> None:
        self._outbound = outbound
        able = outbound.capabilities
        self.capabilities = replace(able, send_interval=0.02, edit_interval=0.1, first_snapshot=0.05)

    def open(self, message: IncomingMessage, pace: Pace) -> Delivery:
        """The channel's own delivery."""
        return self._outbound.open(message, pace)

    def noticed(self, message: IncomingMessage) -> None:
        """The channel's own sign."""
        self._outbound.noticed(message)
