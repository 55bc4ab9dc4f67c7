"""Updates by webhook and by polling: stored before they are acknowledged, and never half-dead."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, MutableMapping
from typing import Any

import httpx
import pytest
from contracts.path import until
from servers.telegram import BotApi
from starlette.routing import BaseRoute

from adapters.protocol import NotStored
from adapters.telegram import webhook
from adapters.telegram.polling import SILENT_SECONDS

from .conftest import SECRET, URL, Bench

HEADERS = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
PATH = "/telegram/webhook"


@pytest.fixture
async def web(hooked: Bench) -> AsyncIterator[httpx.AsyncClient]:
    async with hooked.http() as client:
        yield client


def question(api: BotApi, text: str = "hello") -> dict[str, object]:
    ana = api.person()
    return api.write(api.private(ana), ana, text)


async def post(route: BaseRoute, body: bytes) -> int:
    """One request straight to the webhook, a tenth of what an HTTP client costs; the status."""
    answers: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        answers.append(message)

    headers = [(b"x-telegram-bot-api-secret-token", SECRET.encode()), (b"content-length", b"%d" % len(body))]
    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": PATH, "headers": headers}
    await route.handle(scope, receive, send)
    return answers[0]["status"]


class TestByWebhook:
    async def test_an_update_is_stored_and_then_acknowledged(
        self, hooked: Bench, web: httpx.AsyncClient, api: BotApi
    ) -> None:
        answer = await web.post(PATH, headers=HEADERS, json=question(api))
        assert (answer.status_code, [one.text for one in hooked.accepted]) == (200, ["hello"])

    async def test_what_is_not_stored_is_not_acknowledged(
        self, hooked: Bench, web: httpx.AsyncClient, api: BotApi
    ) -> None:
        update = question(api)
        hooked.refuse.append(NotStored("the store is away"))
        assert (await web.post(PATH, headers=HEADERS, json=update)).status_code == 503
        assert (await web.post(PATH, headers=HEADERS, json=update)).status_code == 200
        assert len(hooked.accepted) == 1

    async def test_five_hundred_updates_three_times_each_are_five_hundred_messages(
        self, hooked: Bench, api: BotApi
    ) -> None:
        (route,) = hooked.channel.routes(hooked.accept)
        bodies = [json.dumps(question(api)).encode() for _ in range(500)]
        posts = [post(route, body) for body in bodies for _ in range(3)]
        assert set(await asyncio.gather(*posts)) == {200}
        assert len(hooked.accepted) == 500
        assert len(api.made("getMe")) == 1  # who we are is asked once, however many need it

    @pytest.mark.parametrize("given", [None, "", "wrong", SECRET[:-1], SECRET + "x", SECRET.upper(), "é".encode()])
    async def test_without_the_secret_nobody_gets_in(
        self, hooked: Bench, web: httpx.AsyncClient, api: BotApi, given: str | bytes | None
    ) -> None:
        headers = {} if given is None else {"X-Telegram-Bot-Api-Secret-Token": given}
        assert (await web.post(PATH, headers=headers, json=question(api))).status_code == 401
        assert hooked.accepted == []

    def test_the_secret_is_compared_in_constant_time(self) -> None:
        source = inspect.getsource(webhook)
        assert "hmac.compare_digest(" in source
        assert "== secret" not in source and "!= secret" not in source

    async def test_a_huge_body_is_refused_before_it_is_read(
        self, hooked: Bench, web: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def never(body: bytes) -> None:
            raise AssertionError("it was parsed")

        async def chunks() -> AsyncIterator[bytes]:
            for _ in range(50):
                yield b"x" * 100_000

        monkeypatch.setattr(webhook.json, "loads", never)
        assert (await web.post(PATH, headers=HEADERS, content=b"x" * 5_000_000)).status_code == 413
        assert (await web.post(PATH, headers=HEADERS, content=chunks())).status_code == 413
        assert (await web.post(PATH, content=b"x" * 5_000_000)).status_code == 401

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"[]",
            b"null",
            b"\xff\xfe",
            b"[" * 100_000,
            b'{"update_id": 1, "poll_of_the_future": {}}',
            b"NaN",
        ],
        ids=range(8),
    )
    async def test_a_bad_body_from_telegram_is_dropped_and_acknowledged(
        self, hooked: Bench, web: httpx.AsyncClient, body: bytes
    ) -> None:
        assert (await web.post(PATH, headers=HEADERS, content=body)).status_code == 200
        assert (await web.post(PATH, content=body)).status_code == 401
        assert hooked.accepted == []

    async def test_the_webhook_is_set_with_its_secret_and_kept_through_failures(
        self, hooked: Bench, api: BotApi
    ) -> None:
        api.method_faults["getWebhookInfo"] = deque(["lost", "bad_gateway", ""])
        async with hooked.running():
            await until(lambda: api.webhook["url"] == URL)
            await until(lambda: len(api.menus) == 9)
            await until(lambda: hooked.channel.health().ok)
        assert api.webhook["secret_token"] == SECRET
        assert set(json.loads(api.webhook["allowed_updates"])) >= {"message", "callback_query", "my_chat_member"}

    async def test_health_tells_when_telegram_does_not_reach_us(self, hooked: Bench, api: BotApi) -> None:
        question(api)
        api.webhook_trouble = {"last_error_date": int(time.time()), "last_error_message": "Connection refused"}
        async with hooked.running():
            await until(lambda: not hooked.channel.health().ok)
        assert "Connection refused" in hooked.channel.health().says

    async def test_an_answer_takes_milliseconds_whatever_the_agent_does(
        self, hooked: Bench, web: httpx.AsyncClient, api: BotApi
    ) -> None:
        start = time.monotonic()
        for _ in range(20):
            await web.post(PATH, headers=HEADERS, json=question(api))
        assert time.monotonic() - start < 2.0


class TestByPolling:
    async def test_messages_arrive_and_are_confirmed_after_they_were_stored(
        self, bench: Bench, api: BotApi
    ) -> None:
        ana = api.person()
        room = api.private(ana)
        updates = [api.write(room, ana, f"m{n}") for n in range(3)]
        bench.refuse.append(NotStored("the store is away"))
        async with bench.running():
            await until(lambda: len(bench.accepted) == 3)
            await until(lambda: api.confirmed == updates[-1]["update_id"] + 1)  # type: ignore[operator]
        assert [one.text for one in bench.accepted] == ["m0", "m1", "m2"]
        assert len(api.made("getUpdates")) >= 3

    async def test_a_room_whose_message_is_not_stored_keeps_no_other_room_waiting(
        self, bench: Bench, api: BotApi
    ) -> None:
        ana, ben = api.person(), api.person()
        first = api.write(api.private(ana), ana, "of Ana")
        for n in range(3):
            api.write(api.private(ben), ben, f"of Ben {n}")
        bench.refuse.append(NotStored("the store is away"))
        async with bench.running():
            await until(lambda: len(bench.accepted) == 4)
            await until(lambda: api.confirmed == first["update_id"] + 4)  # type: ignore[operator]
        told = [one.text for one in bench.accepted]
        assert told[-1] == "of Ana"
        assert told[:-1] == [f"of Ben {n}" for n in range(3)]

    async def test_an_update_that_was_not_stored_is_never_confirmed(self, bench: Bench, api: BotApi) -> None:
        update = question(api)
        bench.refuse += [NotStored("the store is away")] * 200
        async with bench.running():
            await until(lambda: len(bench.refuse) < 198)
        assert api.confirmed <= update["update_id"]  # type: ignore[operator]
        assert api.updates == [update]

    async def test_it_survives_another_poller_lost_connections_and_bad_gateways(
        self, bench: Bench, api: BotApi
    ) -> None:
        api.method_faults["getUpdates"] = deque(["conflict", "lost", "bad_gateway", "refused", "slow_down", ""])
        api.method_faults["deleteWebhook"] = deque(["lost", ""])
        question(api)
        async with bench.running():
            await until(lambda: len(bench.accepted) == 1)
            assert bench.channel.health().ok

    async def test_a_poison_update_does_not_hold_up_the_others(self, bench: Bench, api: BotApi) -> None:
        api.update(message={"message_id": "x"})
        api.update(future={"a": 1})
        question(api, "after it")
        async with bench.running():
            await until(lambda: [one.text for one in bench.accepted] == ["after it"])
            await until(lambda: api.updates == [])

    async def test_health_tells_when_nothing_is_heard(
        self, bench: Bench, api: BotApi, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = time.monotonic()
        assert bench.channel.health().ok
        monkeypatch.setattr("adapters.telegram.polling.time.monotonic", lambda: now + SILENT_SECONDS + 1)
        health = bench.channel.health()
        assert not health.ok and "last heard" in health.says

    async def test_the_menus_differ_by_chat_and_language(self, bench: Bench, api: BotApi) -> None:
        async with bench.running():
            await until(lambda: len(api.menus) == 9)
            calls = len(api.made("setMyCommands"))
        assert "fly" in api.menus["all_group_chats", ""] and "home" not in api.menus["all_group_chats", ""]
        assert "home" in api.menus["all_private_chats", "de"]
        assert calls == 9


async def test_the_token_and_what_people_write_are_in_no_log(
    bench: Bench, api: BotApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    api.method_faults["getUpdates"] = deque(["lost", "conflict", "bad_gateway", ""])
    question(api, "canary-text")
    async with bench.running():
        await until(lambda: len(bench.accepted) == 1)
    logged = "\n".join(f"{one.name} {one.getMessage()} {one.exc_text or ''}" for one in caplog.records)
    assert "AAEcanary" not in logged
    assert "canary-text" not in logged
