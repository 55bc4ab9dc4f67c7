"""The one client for other people's servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from servers.http import LocalServer, Request, Response
from servers.ports import dead_url

from agent.deps import MemoryCache
from agent.errors import UpstreamBusy, UpstreamRefused, UpstreamUnavailable
from agent.upstream import Fresh, Service, Upstream, cache_key, turn_budget


class Echo(LocalServer):
    def handle(self, request: Request) -> Response:
        return Response.of({"path": request.path, "query": request.query})


class Clock:
    """Time that only passes when somebody waits."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        return datetime(2026, 5, 10, 8, tzinfo=UTC) + timedelta(seconds=self.seconds)

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.seconds += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def echo() -> AsyncIterator[Echo]:
    async with Echo() as server:
        yield server


Make = Callable[..., Upstream]


@pytest.fixture
async def make(clock: Clock) -> AsyncIterator[Make]:
    made: list[Upstream] = []

    def build(*addresses: str, cache: Any = None) -> Upstream:
        upstream = Upstream(
            addresses, cache or MemoryCache(), contact="a@b.example", now=clock.now, sleep=clock.sleep, clock=clock
        )
        made.append(upstream)
        return upstream

    yield build
    for upstream in made:
        await upstream.aclose()


async def test_it_says_who_it_is_and_whom_to_write_to(make: Make, echo: Echo) -> None:
    reply = await make(echo.url).ask(Service("S", echo.url), "/x", params={"a": 1})
    assert reply.json() == {"path": "/x", "query": {"a": "1"}}
    assert echo.requests[0].headers["user-agent"].startswith("FlyFun/")
    assert "a@b.example" in echo.requests[0].headers["user-agent"]


@pytest.mark.parametrize("status", [429, 502, 503, 504])
async def test_a_passing_failure_is_tried_again_with_growing_pauses(
    make: Make, echo: Echo, clock: Clock, status: int
) -> None:
    echo.faults += [Response.html("busy", status), Response.html("busy", status)]
    reply = await make(echo.url).ask(Service("S", echo.url))
    assert reply.status == 200
    assert len(echo.requests) == 3
    assert 0.75 <= clock.waits[0] <= 1.25
    assert 1.5 <= clock.waits[1] <= 2.5


@pytest.mark.parametrize("status", [400, 401, 403, 404, 406, 500])
async def test_a_final_failure_is_not_tried_again(make: Make, echo: Echo, status: int) -> None:
    echo.faults.append(Response.html("no", status))
    with pytest.raises((UpstreamRefused, UpstreamUnavailable)):
        await make(echo.url).ask(Service("S", echo.url))
    assert len(echo.requests) == 1


async def test_three_attempts_are_all(make: Make, echo: Echo) -> None:
    echo.faults += [Response.html("busy", 503)] * 5
    with pytest.raises(UpstreamUnavailable):
        await make(echo.url).ask(Service("S", echo.url))
    assert len(echo.requests) == 3


async def test_the_server_decides_how_long_to_wait(make: Make, echo: Echo, clock: Clock) -> None:
    echo.faults.append(Response.html("slow down", 429, retry_after="7"))
    await make(echo.url).ask(Service("S", echo.url))
    assert 7 <= clock.waits[0] <= 7.5


async def test_a_date_says_how_long_to_wait_too(make: Make, echo: Echo, clock: Clock) -> None:
    reset = format_datetime(clock.now() + timedelta(seconds=9), usegmt=True)
    echo.faults.append(Response.html("slow down", 429, ratelimit_reset=reset))
    await make(echo.url).ask(Service("S", echo.url))
    assert 9 <= clock.waits[0] <= 9.5


async def test_a_wait_beyond_the_turn_is_told_at_once(make: Make, echo: Echo, clock: Clock) -> None:
    echo.faults.append(Response.html("slow down", 429, retry_after="55"))
    with pytest.raises(UpstreamBusy) as caught:
        await make(echo.url).ask(Service("The map", echo.url))
    assert caught.value.retry_after == 55
    assert "55 s" in caught.value.user_message
    assert clock.waits == []


async def test_after_a_429_the_host_is_left_alone_for_everybody(make: Make, echo: Echo, clock: Clock) -> None:
    upstream, service = make(echo.url), Service("S", echo.url, silence=30.0)
    echo.faults.append(Response.html("slow down", 429))
    with pytest.raises(UpstreamBusy):
        await upstream.ask(service)
    with pytest.raises(UpstreamBusy) as caught:
        await upstream.ask(service)
    assert caught.value.retry_after == 30
    assert len(echo.requests) == 1
    clock.seconds += 31
    assert (await upstream.ask(service)).status == 200


async def test_five_failures_open_the_circuit_and_one_success_closes_it(
    make: Make, echo: Echo, clock: Clock
) -> None:
    upstream, service = make(echo.url), Service("S", echo.url)
    echo.faults += [Response.html("broken", 500)] * 5
    for _ in range(5):
        with pytest.raises(UpstreamUnavailable):
            await upstream.ask(service)
    with pytest.raises(UpstreamUnavailable):
        await upstream.ask(service)
    assert len(echo.requests) == 5
    clock.seconds += 61
    assert (await upstream.ask(service)).status == 200
    assert (await upstream.ask(service)).status == 200


async def test_a_server_that_is_not_there_is_named_quickly(make: Make, clock: Clock) -> None:
    url = dead_url()
    with pytest.raises(UpstreamUnavailable) as caught:
        await make(url).ask(Service("The map", url))
    assert caught.value.user_message.startswith("The map is not answering.")
    assert clock.waits == []


async def test_a_dropped_connection_is_tried_once_more(make: Make, echo: Echo) -> None:
    echo.faults.append(Response(drop=True))
    assert (await make(echo.url).ask(Service("S", echo.url))).status == 200
    assert len(echo.requests) == 2


async def test_a_server_that_never_answers_is_given_up_in_time(echo: Echo) -> None:
    echo.faults += [Response(delay=5)] * 3
    upstream = Upstream([echo.url], MemoryCache())
    began = asyncio.get_running_loop().time()
    with turn_budget(0.4), pytest.raises(UpstreamUnavailable):
        await upstream.ask(Service("S", echo.url, timeout=0.2))
    assert asyncio.get_running_loop().time() - began < 1.5
    await upstream.aclose()


async def test_a_serial_service_is_asked_one_thing_at_a_time(make: Make, echo: Echo) -> None:
    upstream, service = make(echo.url), Service("S", echo.url, serial=True)
    echo.faults += [Response(200, b"{}", delay=0.05) for _ in range(4)]
    await asyncio.gather(*(upstream.ask(service, f"/{n}") for n in range(4)))
    assert echo.most_at_once == 1


# --- only configured addresses (reliability 26) -----------------------------------------------------

HOSTILE = [
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://[::1]:{port}/",
    "http://0x7f.1:{port}/",
    "http://2130706433:{port}/",
    "http://169.254.169.254/latest/meta-data/",
    "http://allowed.example@127.0.0.1:{port}/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/",
    "//127.0.0.1:{port}/",
]


@pytest.mark.parametrize("target", HOSTILE)
async def test_a_redirect_to_another_address_is_never_followed(make: Make, echo: Echo, target: str) -> None:
    async with Echo() as canary:
        port = canary.url.rsplit(":", 1)[1]
        echo.faults.append(Response.html("moved", 302, location=target.format(port=port)))
        with pytest.raises((UpstreamRefused, UpstreamUnavailable)):
            await make(echo.url).ask(Service("S", echo.url))
        assert canary.requests == []


async def test_a_redirect_to_a_configured_address_is_followed(make: Make, echo: Echo) -> None:
    async with Echo() as other:
        echo.faults.append(Response.html("moved", 302, location=f"{other.url}/there"))
        reply = await make(echo.url, other.url).ask(Service("S", echo.url, headers={"Authorization": "secret"}))
        assert reply.json()["path"] == "/there"
        assert "authorization" not in other.requests[0].headers


async def test_redirects_that_go_in_circles_end(make: Make, echo: Echo) -> None:
    echo.faults += [Response.html("moved", 302, location=f"{echo.url}/again")] * 9
    with pytest.raises(UpstreamUnavailable):
        await make(echo.url).ask(Service("S", echo.url))
    assert len(echo.requests) == 4


async def test_a_service_that_is_not_configured_is_not_asked(make: Make, echo: Echo) -> None:
    async with Echo() as canary:
        with pytest.raises(UpstreamRefused):
            await make(echo.url).ask(Service("S", canary.url))
        with pytest.raises(UpstreamRefused):
            await make(echo.url).ask(Service("S", echo.url), f"@{canary.url.removeprefix('http://')}/")
        assert canary.requests == []


# --- remembering ------------------------------------------------------------------------------------


class Fetch:
    """Gives "1", "2", …, or raises what it is told."""

    def __init__(self) -> None:
        self.calls = 0
        self.error: Exception | None = None
        self.seconds = 100.0
        self.keep = 1000.0

    async def __call__(self) -> Fresh:
        self.calls += 1
        await asyncio.sleep(0)
        if self.error:
            raise self.error
        return Fresh(str(self.calls), self.seconds, self.keep)


async def test_an_answer_is_remembered_while_it_is_fresh(make: Make, clock: Clock) -> None:
    memory, fetch = make().memory, Fetch()
    assert (await memory.remember("k", fetch)).text == "1"
    clock.seconds = 99
    again = await memory.remember("k", fetch)
    assert (again.text, again.cached, again.stale) == ("1", True, False)
    clock.seconds = 101
    assert (await memory.remember("k", fetch)).text == "2"


async def test_a_server_that_is_down_leaves_the_old_answer_marked_stale(make: Make, clock: Clock) -> None:
    memory, fetch = make().memory, Fetch()
    await memory.remember("k", fetch)
    fetch.error = UpstreamUnavailable("down", service="S")
    clock.seconds = 500
    found = await memory.remember("k", fetch)
    assert (found.text, found.stale) == ("1", True)
    clock.seconds = 1001
    with pytest.raises(UpstreamUnavailable):
        await memory.remember("k", fetch)


async def test_an_error_is_never_remembered(make: Make) -> None:
    memory, fetch = make().memory, Fetch()
    fetch.error = UpstreamRefused("no", service="S")
    with pytest.raises(UpstreamRefused):
        await memory.remember("k", fetch)
    fetch.error = None
    assert (await memory.remember("k", fetch)).text == "2"


async def test_what_may_not_be_kept_is_fetched_again(make: Make) -> None:
    memory, fetch = make().memory, Fetch()
    fetch.seconds = fetch.keep = 0
    await memory.remember("k", fetch)
    assert (await memory.remember("k", fetch)).text == "2"


async def test_asking_anew_passes_the_memory_by(make: Make) -> None:
    memory, fetch = make().memory, Fetch()
    await memory.remember("k", fetch)
    assert (await memory.remember("k", fetch, again=True)).text == "2"


async def test_the_same_question_at_one_time_is_asked_once(make: Make) -> None:
    memory, fetch = make().memory, Fetch()
    found = await asyncio.gather(*(memory.remember("k", fetch) for _ in range(20)))
    assert {one.text for one in found} == {"1"}
    assert fetch.calls == 1


async def test_who_gives_up_waiting_does_not_stop_the_others(make: Make) -> None:
    memory, fetch = make().memory, Fetch()
    first = asyncio.create_task(memory.remember("k", fetch))
    second = asyncio.create_task(memory.remember("k", fetch))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).text == "1"
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_damaged_memory_is_as_good_as_none(make: Make) -> None:
    cache = MemoryCache()
    await cache.set("k", "{broken", seconds=100)
    assert (await make(cache=cache).memory.remember("k", Fetch())).text == "1"


def test_the_key_does_not_depend_on_the_order_of_arguments() -> None:
    assert cache_key("a", 1, {"x": 1, "y": [1]}) == cache_key("a", 1, {"y": [1], "x": 1})
    assert cache_key("a", 1, {"x": 1}) != cache_key("a", 2, {"x": 1})
