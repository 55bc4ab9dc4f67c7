"""A failure of somebody else's server as its operator sees it: one line, once, with what the pilot was told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agent import once

logger = logging.getLogger("flyfun.outside")

REQUEST_IDS = ("x-request-id", "request-id", "x-amzn-requestid", "cf-ray")


@dataclass(frozen=True)
class Trouble:
    """`service` as the pilot knows it; `status` None where no answer came; `request` is the server's own id."""

    service: str
    kind: str
    status: int | None
    request: str
    told: str


Heard = Callable[[Trouble], None]
"""Called once for each failure, after the last try: a tool asks a service several things, and it fails once."""


def trouble_of(service: str, error: Exception, told: str) -> Trouble:
    """A failure of a server of models, as its SDK or HTTP client raised it."""
    reply: Any = getattr(error, "response", None)
    headers: Any = getattr(reply, "headers", None) or {}
    request = next((str(headers[name]) for name in REQUEST_IDS if name in headers), "")[:80]
    return Trouble(service, type(error).__name__, getattr(reply, "status_code", None), request, told)


def tell(trouble: Trouble, heard: Heard | None) -> None:
    """Log the failure, and let the operator's counters know; of one call of a tool, each service's once."""
    if not once.first((trouble.service, trouble.kind)):
        return
    status = trouble.status if trouble.status is not None else "no answer"
    asked = trouble.request or "none"
    logger.warning(
        "outside service failed: %s, %s, status %s, request id %s, the pilot reads: %s",
        trouble.service, trouble.kind, status, asked, trouble.told,
    )  # fmt: skip
    if heard is not None:
        heard(trouble)
