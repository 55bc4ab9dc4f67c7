"""Who may call: signatures, header shapes, bodies, repeats and replays (HTTP)."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any
from urllib.parse import urlencode

import pytest
from servers.slack import signed

from adapters.protocol import IncomingMessage, NotStored
from adapters.slack import receiving


def mention(rig: Any, ts: str = "100.000001", *, event_id: str = "Ev1") -> bytes:
    team = rig.team
    event: dict[str, Any] = {
        "type": "app_mention",
        "user": "U1",
        "channel": team.channel,
        "ts": ts,
        "text": f"<@{team.bot}> hi",
    }
    return json.dumps({**team.event(event), "event_id": event_id}).encode()


async def test_a_signed_event_is_taken(rig: Any) -> None:
    body = mention(rig)
    assert (await rig.post(body, signed(body)))[0] == 200
    assert rig.only.text == "hi"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"x-slack-signature": "v0=" + "0" * 64}, 401),
        ({"x-slack-signature": ""}, 401),
        ({"x-slack-signature": None}, 401),
        ({"x-slack-signature": "v0=é"}, 401),
        ({"x-slack-request-timestamp": None}, 401),
        ({"x-slack-request-timestamp": "abc"}, 400),
        ({"x-slack-request-timestamp": ""}, 400),
        ({"x-slack-request-timestamp": "1e9"}, 400),
        ({"x-slack-request-timestamp": "-5"}, 400),
        ({"x-slack-request-timestamp": "9" * 40}, 400),
    ],
    ids=str,
)
async def test_what_slack_did_not_sign_is_refused(rig: Any, changes: dict[str, str | None], status: int) -> None:
    body = mention(rig)
    headers = {name: value for name, value in {**signed(body), **changes}.items() if value is not None}
    coded = {name: value.encode() for name, value in headers.items()}
    answer = await rig.client.post("/slack/events", content=body, headers=coded)
    assert answer.status_code == status
    assert rig.accepted == []


@pytest.mark.parametrize(("age", "status"), [(301, 401), (-301, 401), (290, 200), (-290, 200)])
async def test_a_signature_is_good_for_five_minutes(rig: Any, age: int, status: int) -> None:
    body = mention(rig)
    assert (await rig.post(body, signed(body, at=time.time() - age)))[0] == status
    assert len(rig.accepted) == (status == 200)


async def test_a_changed_body_or_another_secret_is_refused(rig: Any) -> None:
    body = mention(rig)
    assert (await rig.post(body.replace(b"hi", b"ho"), signed(body)))[0] == 401
    assert (await rig.post(body, signed(body, secret="other")))[0] == 401
    assert rig.accepted == []


def test_signatures_are_compared_in_constant_time() -> None:
    import inspect

    source = inspect.getsource(receiving.checked)
    assert "hmac.compare_digest(" in source and "==" not in source.split("signed.hexdigest")[1]


async def test_a_replay_inside_the_window_is_answered_once(rig: Any) -> None:
    body = mention(rig)
    headers = signed(body)
    assert [(await rig.post(body, headers))[0] for _ in range(3)] == [200, 200, 200]
    assert len(rig.accepted) == 1


async def test_a_repeated_delivery_is_answered_once_whatever_its_event_id(rig: Any) -> None:
    for number in range(4):
        body = mention(rig, event_id=f"Ev{number % 2}")
        again = {"x-slack-retry-num": str(number), "x-slack-retry-reason": "http_timeout"} if number else {}
        assert (await rig.post(body, {**signed(body), **again}))[0] == 200
    assert len(rig.accepted) == 1


async def test_a_repeat_may_be_the_only_one_that_arrives(rig: Any) -> None:
    body = mention(rig)
    assert (await rig.post(body, {**signed(body), "x-slack-retry-num": "1"}))[0] == 200
    assert len(rig.accepted) == 1


async def test_a_body_of_more_than_a_megabyte_is_not_read(rig: Any) -> None:
    body = b'{"a":"' + b"x" * 1_000_001 + b'"}'
    assert (await rig.post(body, signed(body)))[0] == 413

    async def endless():
        for _ in range(30):
            yield b"x" * 50_000

    answer = await rig.client.post("/slack/events", content=endless(), headers=signed(b""))
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b"null",
        b"\xff\xfe",
        b"payload=%7B",
        b"payload=[]",
        b"nonsense",
        b'{"type":"event_callback","team_id":5,"event":7}',
        b'{"type":"event_callback","team":[1],"event":{}}',
        b'{"event":[],"authorizations":{}}',
        b'{"type":"event_callback","event":{"type":["x"]}}',
        b"[" * 5000,
    ],
    ids=range(14),
)
async def test_no_body_makes_an_error_of_ours(rig: Any, body: bytes) -> None:
    status, _ = await rig.post(body, signed(body))
    assert status < 500
    assert rig.accepted == []


@pytest.mark.parametrize(
    "fields",
    [
        {"channel": None},
        {"channel": {"id": "C"}},
        {"ts": 5},
        {"ts": "not a time"},
        {"user": None},
        {"text": None},
        {"text": ["a"]},
        {"thread_ts": {"x": 1}},
        {"blocks": "x"},
    ],
    ids=str,
)
async def test_strange_values_inside_an_event_are_no_error(rig: Any, fields: dict[str, object]) -> None:
    team = rig.team
    event: dict[str, Any] = {
        "type": "app_mention",
        "user": "U1",
        "channel": team.channel,
        "ts": "1.1",
        "text": "x",
        **fields,
    }
    body = json.dumps(team.event(event)).encode()
    assert (await rig.post(body, signed(body)))[0] == 200


async def test_an_event_of_an_unknown_kind_is_acknowledged(rig: Any) -> None:
    status, _ = await rig.team.happens({"type": "app_home_opened", "user": "U1", "channel": "D", "tab": "other"})
    body = json.dumps(rig.team.event({"type": "planet_aligned"})).encode()
    assert (await rig.post(body, signed(body)))[0] == 200 == status


async def test_slack_can_verify_the_address(rig: Any) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "c9"}).encode()
    status, answer = await rig.post(body, signed(body))
    assert status == 200 and b"c9" in answer


async def test_what_cannot_be_stored_is_not_acknowledged_and_comes_again(make_rig: Any) -> None:
    rig = make_rig()
    broken = [True]
    store = rig.accept

    async def accept(message: IncomingMessage) -> bool:
        if broken:
            broken.pop()
            raise NotStored("the store is away")
        return await store(message)

    rig.accept = accept
    async with rig.connected():
        await rig.team.say("U1", rig.team.dm("U1"), "how far")
        assert [status for _, status in rig.slack.answers] == [503, 200]
        assert rig.only.text == "how far"


async def test_a_command_that_cannot_be_stored_is_not_said_to_be_taken(make_rig: Any) -> None:
    rig = make_rig()

    async def accept(message: IncomingMessage) -> bool:
        raise NotStored("the store is away")

    rig.accept = accept
    async with rig.connected():
        status, body = await rig.team.command("U1", rig.team.channel, "how far")
    assert status == 200 and body["response_type"] == "ephemeral" and "cannot take" in body["text"]


async def test_fifty_events_at_once_are_acknowledged_within_half_a_second_each(rig: Any) -> None:
    dm = rig.team.dm("U1")
    await asyncio.gather(*(rig.team.say("U1", dm, f"question {i}") for i in range(50)))
    assert len(rig.accepted) == 50
    assert sorted(rig.slack.slow_acks)[-1] < 3.0
    assert {status for _, status in rig.slack.answers} == {200}


async def test_an_interaction_needs_a_signature_too(rig: Any) -> None:
    body = urlencode({"payload": json.dumps(rig.team.interaction("block_actions", "U1"))}).encode()
    assert (await rig.post(body, {}))[0] == 401
