"""The open British NOTAM bulletin, fetched at most once an hour. Off until the operator sets its address."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agent.protocol import Source
from agent.upstream import Failure, Fresh, Reply, Service, Upstream, cache_key, judge_status
from agent.weather.notam import Bulletin, read_bulletin
from tongue import later

NAME = later("The British NOTAM bulletin")
SOURCE = Source(name="UK NOTAM bulletin (NATS)", url="https://nats-uk.ead-it.com", licence="© NATS, quoted")
_HOUR, _KEPT = 3600.0, 12 * 3600.0
_SCHEMA = 1


@dataclass(frozen=True)
class Bulletins:
    """A bulletin, when it was fetched, and whether it is an older copy because the service fails."""

    bulletin: Bulletin
    fetched: datetime
    stale: bool


class NotamService:
    """The bulletin of one address."""

    def __init__(self, url: str, upstream: Upstream) -> None:
        self._url = url
        self._upstream = upstream
        self._service = Service(
            name=NAME, url=url, instead=later("The official briefing still works."), timeout=20.0, judge=judge
        )

    @property
    def is_set_up(self) -> bool:
        """Whether the operator has switched it on."""
        return bool(self._url)

    async def latest(self) -> Bulletins:
        """The bulletin of this hour. Raises `UpstreamError` when there is none and no copy of today."""
        key = cache_key("notam-uk", _SCHEMA, {"url": self._url})

        async def fetch() -> Fresh:
            reply = await self._upstream.ask(self._service)
            return Fresh(read_bulletin(reply.content).model_dump_json(), _HOUR, keep=_KEPT)

        found = await self._upstream.memory.remember(key, fetch)
        return Bulletins(Bulletin.model_validate_json(found.text), found.at, found.stale)


def judge(service: Service, reply: Reply, now: datetime) -> Failure | None:
    """A page that is no XML, or holds no NOTAM at all, is a failure: an empty sky is not believed."""
    failure = judge_status(service, reply, now)
    if failure is not None:
        return failure
    try:
        found = read_bulletin(reply.content)
    except ValueError as error:
        return Failure(service.unavailable(str(error)), tries=2)
    return None if found.notams else Failure(service.unavailable("a bulletin without NOTAMs"), tries=1)
