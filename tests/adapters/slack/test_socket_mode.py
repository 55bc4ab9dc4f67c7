"""Socket Mode: connected, watched, and never half-dead."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from servers.slack import APP_TOKEN
from servers.waiting import until

from adapters.protocol import IncomingMessage, NotStored
from adapters.slack.socket_mode import Socket


@asynccontextmanager
async def quick_socket(rig: Any) -> AsyncGenerator[Socket]:
    """The channel's socket, with a watchdog that is quicker than a test's patience."""
    socket = Socket(
        rig.channel.app(rig.accept),
        APP_TOKEN,
        rig.slack.url,
        rig.channel._pulse,
        silent_seconds=0.8,
        ping_seconds=0.2,
    )
    rig.channel._socket = socket
    task = asyncio.create_task(socket.run())
    try:
        await until(lambda: socket.alive)
        yield socket
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_it_is_healthy_while_connected_and_says_when_it_was_heard(make_rig: Any) -> None:
    rig = make_rig("socket")
    assert not rig.channel.health().ok
    async with rig.connected("socket"):
        await until(lambda: rig.channel.health().ok)
        await rig.team.say("U1", rig.team.dm("U1"), "how far")
        assert rig.only.text == "how far"
        assert "Socket Mode connected, last heard 0 s ago" in rig.channel.health().says
    assert rig.channel.routes(rig.accept) == []


async def test_a_connection_that_falls_silent_is_replaced(make_rig: Any) -> None:
    rig = make_rig("socket")
    async with quick_socket(rig) as socket:
        rig.slack.deaf = True  # takes everything, answers no ping: dead, though it looks open
        await until(lambda: not socket.alive)
        assert not rig.channel.health().ok and "reconnecting" in rig.channel.health().says
        rig.slack.deaf = False
        await until(lambda: socket.alive and len(rig.slack.sockets) > 1)
        await rig.team.say("U1", rig.team.dm("U1"), "how far")
        assert rig.only.text == "how far"


async def test_a_closed_connection_is_replaced(make_rig: Any) -> None:
    rig = make_rig("socket")
    async with quick_socket(rig) as socket:
        await rig.slack.sockets[-1].close()
        await until(lambda: socket.alive and len(rig.slack.sockets) == 2 and not rig.slack.sockets[-1].closed)
        await rig.team.say("U1", rig.team.dm("U1"), "how far")
        assert rig.only.text == "how far"


async def test_a_connection_that_slack_wants_refreshed_is_refreshed(make_rig: Any) -> None:
    rig = make_rig("socket")
    async with quick_socket(rig) as socket:
        await rig.slack.sockets[-1].send_json({"type": "disconnect", "reason": "refresh_requested"})
        await until(lambda: len(rig.slack.sockets) == 2 and socket.alive)
        await rig.team.say("U1", rig.team.dm("U1"), "how far")
        assert rig.only.text == "how far"


async def test_a_refused_app_token_is_said_and_tried_again(make_rig: Any) -> None:
    rig = make_rig("socket")
    socket = Socket(rig.channel.app(rig.accept), "xapp-wrong", rig.slack.url, rig.channel._pulse)
    task = asyncio.create_task(socket.run())
    await until(lambda: "invalid_auth" in socket.problem)
    await until(lambda: len(rig.slack.called("apps.connections.open")) >= 2)
    assert not socket.alive
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_an_envelope_that_was_not_stored_gets_no_answer_and_comes_again(make_rig: Any) -> None:
    rig = make_rig("socket")
    store, broken = rig.accept, [True]

    async def accept(message: IncomingMessage) -> bool:
        if broken:
            broken.pop()
            raise NotStored("the store is away")
        return await store(message)

    rig.accept = accept
    from servers import slack

    patience, slack.ACK_SECONDS = slack.ACK_SECONDS, 0.3
    try:
        async with rig.connected("socket"):
            await rig.team.say("U1", rig.team.dm("U1"), "how far")
    finally:
        slack.ACK_SECONDS = patience
    assert [status for _, status in rig.slack.answers] == [0, 200] and rig.only.text == "how far"


async def test_an_envelope_of_no_known_shape_is_no_error(make_rig: Any) -> None:
    rig = make_rig("socket")
    async with rig.connected("socket"):
        strange: tuple[Any, ...] = ({"event": []}, {"type": "event_callback", "event": 7}, "words", [1])
        for payload in strange:
            await rig.slack.sockets[-1].send_json({"type": "events_api", "envelope_id": "e0", "payload": payload})
        await rig.team.say("U1", rig.team.dm("U1"), "how far")
        assert rig.only.text == "how far"
