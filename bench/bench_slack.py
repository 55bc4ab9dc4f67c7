"""Slack: checking a signature, taking an event through Bolt, and laying out an answer."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from pathlib import Path
from typing import Any, cast

from adapters.protocol import Button, Card, ChatRef, IncomingMessage, Table, Text
from adapters.slack.blocks import laid_out
from adapters.slack.channel import SlackChannel, SlackSettings
from adapters.slack.receiving import checked, dispatched
from bench.rows import Row, cpu_median_ms

SECRET = "bench"
EVENTS = 200


def run() -> list[Row]:
    """Median CPU time of each."""
    answer = "\n\n".join(" ".join(f"word{i}" for i in range(n, n + 20)) for n in range(0, 1_600, 20))
    card = Card("LFAT Le Touquet", tuple((f"Fact {i}", "1850 m asphalt") for i in range(8)))
    usual = (Text("**559 nm** from EGTF to LFMD"), Table(("Field", "nm"), (("LFAT", "2"),) * 5), *[card] * 5)
    buttons = tuple(Button(f"Button {i}", f"t{i}") for i in range(10))
    body = json.dumps(_mention(1)).encode()
    headers = _signed(body)
    return [
        Row("check a signature", cpu_median_ms(lambda: checked(headers, body, SECRET, time.time())), "ms"),
        Row("take an event through Bolt", asyncio.run(_taking()), "ms"),
        Row("lay out five cards and a table", cpu_median_ms(lambda: laid_out(usual, buttons)), "ms"),
        Row(
            f"lay out {len(answer):,} characters",
            cpu_median_ms(lambda: laid_out((Text(answer),), buttons), repeat=15),
            "ms",
        ),
    ]


class _Values:
    """Keeps nothing: what is measured is the channel's own work."""

    async def get(self, key: str) -> str | None:
        return None

    async def set(self, key: str, value: str, *, seconds: int, person: str = "") -> None:
        pass

    async def delete(self, key: str) -> None:
        pass

    async def claim(self, key: str, *, seconds: int) -> bool:
        return True

    def of(self, room: ChatRef) -> _Values:
        return self

    async def where_now(self, room: ChatRef) -> ChatRef:
        return room


async def _taking() -> float:
    from slack_bolt.authorization import AuthorizeResult
    from slack_bolt.request.async_request import AsyncBoltRequest

    taken: list[IncomingMessage] = []

    async def accept(message: IncomingMessage) -> bool:
        taken.append(message)
        return True

    settings = SlackSettings(bot_token="xoxb-1", signing_secret=SECRET, data_dir=Path())
    channel = SlackChannel(settings, _Values(), cast(Any, None))
    app: Any = channel.app(accept)
    known = AuthorizeResult(enterprise_id=None, team_id="T1", bot_user_id="UBOT", bot_id="B1", bot_token="xoxb-1")
    cast(Any, channel)._workspaces._identity = known
    started = time.process_time_ns()
    for number in range(EVENTS):
        await dispatched(app, AsyncBoltRequest(body=json.dumps(_mention(number)), headers={}))
    if len(taken) != EVENTS:
        raise RuntimeError(f"{len(taken)} of {EVENTS} events were taken")
    return (time.process_time_ns() - started) / 1e6 / EVENTS


def _mention(number: int) -> dict[str, Any]:
    event = {"type": "app_mention", "user": "U1", "channel": "C1", "ts": f"{number}.1", "text": "<@UBOT> how far"}
    return {"type": "event_callback", "team_id": "T1", "event_id": f"Ev{number}", "event": event}


def _signed(body: bytes) -> dict[str, str]:
    stamp = str(int(time.time()))
    digest = hmac.new(SECRET.encode(), b"v0:" + stamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {"x-slack-request-timestamp": stamp, "x-slack-signature": f"v0={digest}"}
