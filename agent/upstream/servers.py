"""A server that the operator configured, what it answered, and what a bad answer means."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from agent.errors import AgentError, UpstreamBusy, UpstreamError, UpstreamRefused, UpstreamUnavailable
from tongue import later, say

Origin = tuple[str, str, int]
"""Scheme, host and port."""
_PORTS = {"http": 80, "https": 443}
LONG_WAIT = 600.0
"""Seconds; who must wait longer is not told to try again in a few minutes."""


@dataclass(frozen=True)
class Reply:
    """What a server answered. `url` is where it came from, after redirects."""

    status: int
    headers: Mapping[str, str]
    content: bytes
    url: str

    def json(self) -> Any:
        """The body as JSON. Raises ValueError for anything else (an HTML page, half a body)."""
        return json.loads(self.content)


class Failure(Exception):
    """One attempt failed. `tries` is how many attempts such a failure is worth in all (1: no second one)."""

    def __init__(self, error: AgentError, *, tries: int = 3, wait: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.tries = tries
        self.wait = wait
        self.status: int | None = None
        self.request = ""


@dataclass(frozen=True)
class Service:
    """A server that the operator configured.

    `name` starts the sentences a pilot reads ("The map service"), `instead` ends them: what still works.
    `judge` turns a bad reply into a Failure; `silence` is the least pause after it told us to slow down;
    `serial` services are asked one thing at a time.
    """

    name: str
    url: str
    instead: str = later("Try again in a minute.")
    timeout: float = 10.0
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    silence: float = 0.0
    serial: bool = False
    judge: Callable[[Service, Reply, datetime], Failure | None] | None = None

    def unavailable(self, detail: str) -> UpstreamUnavailable:
        """The error of a server that does not answer, or answers nonsense."""
        return UpstreamUnavailable(
            say("{name} is not answering. {instead}", name=say(self.name), instead=say(self.instead)),
            service=self.name,
            detail=detail,
        )

    def busy(self, wait: float | None, detail: str) -> UpstreamBusy:
        """The error of a server that asks us to wait."""
        if wait and wait > LONG_WAIT:
            words = say(
                "{name} asks us to wait for {long}. Everything else still works; try again after that.",
                name=say(self.name),
                long=_long(wait),
            )
        else:
            words = say(
                "{name} asks us to wait{when}. {instead}",
                name=say(self.name),
                when=say(" for {seconds} s", seconds=max(1, round(wait))) if wait else "",
                instead=say(self.instead),
            )
        return UpstreamBusy(
            words,
            service=self.name,
            retry_after=wait,
            detail=detail,
        )

    def refused(self, detail: str) -> UpstreamRefused:
        """The error of a server that will not answer this request, however often it is asked."""
        return UpstreamRefused(
            say("{name} refused the request. {instead}", name=say(self.name), instead=say(self.instead)),
            service=self.name,
            detail=detail,
        )


def _long(seconds: float) -> str:
    hours, minutes = divmod(math.ceil(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def judge_status(service: Service, reply: Reply, now: datetime) -> Failure | None:
    """The rules that hold for any server: 2xx answers, 429 waits, 502–504 may pass, the rest is final."""
    detail = f"HTTP {reply.status}: {reply.content[:200]!r}"
    if 200 <= reply.status < 300:
        return None
    if reply.status == 429:
        wait = asked_to_wait(reply.headers, now)
        return Failure(service.busy(wait, detail), wait=wait)
    if reply.status in (502, 503, 504):
        wait = asked_to_wait(reply.headers, now) if reply.status == 503 else None
        return Failure(service.unavailable(detail), wait=wait)
    if reply.status >= 500:
        return Failure(service.unavailable(detail), tries=1)
    return Failure(service.refused(detail), tries=1)


def in_one_sentence(errors: Sequence[UpstreamError]) -> str:
    """What several servers' failures mean to a pilot, without saying the same advice twice."""
    if len({_advice(error) for error in errors}) > 1:
        return " ".join(dict.fromkeys(error.user_message for error in errors))
    by_trouble: dict[str, list[str]] = {}
    for error in errors:
        by_trouble.setdefault(_trouble(error), []).append(say(error.service))
    both = say(" and ")
    parts = [f"{both.join(names)} {_of_several(what, len(names))}" for what, names in by_trouble.items()]
    return f"{both.join(parts)}. {_advice(errors[0])}"


def _trouble(error: UpstreamError) -> str:
    """ "is not answering" of "Wikipedia is not answering. Places still work." """
    return error.user_message.partition(". ")[0].removeprefix(say(error.service)).strip()


def _advice(error: UpstreamError) -> str:
    return error.user_message.partition(". ")[2]


def _of_several(what: str, count: int) -> str:
    if count == 1:
        return what
    return re.sub(r"^is\b", "are", re.sub(r"^asks\b", "ask", what))


def asked_to_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds from `Retry-After` (seconds or a date) or `ratelimit-reset` (a date); None when unsaid."""
    text = headers.get("retry-after") or headers.get("ratelimit-reset")
    if not text:
        return None
    if text.strip().isdigit():
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (when.astimezone(UTC) - now).total_seconds())


def origin_of(url: str) -> Origin:
    """Scheme, host and port of an address. Raises ValueError for anything but plain http(s)."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
        raise ValueError(f"not an http(s) address: {url!r}")
    return parts.scheme, parts.hostname.lower(), parts.port or _PORTS[parts.scheme]
