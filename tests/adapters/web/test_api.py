"""The web's API, asked in-process: what it takes, streams, answers and refuses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from contracts.path import until
from contracts.site import API, Site, events, said
from PIL import Image

from adapters.protocol import (
    Button,
    Card,
    ChatRef,
    Frame,
    IncomingMessage,
    Map,
    NotStored,
    Reply,
    Status,
    Table,
    Text,
)
from adapters.web.api import whole
from adapters.web.channel import WebSettings
from bot.inbox import Inbox
from bot.store import Store

PLAN = Frame(
    "plan", {"steps": [{"tool": "measure", "arguments": {"a": 1}}], "confidence": 0.9, "made_by": "reader"}
)
STEPS = (
    PLAN,
    Frame("thinking", {"text": "Two codes: a distance."}),
    Frame("tool_call_start", {"name": "measure", "arguments": {"a": 1}}),
    Frame("tool_call_end", {"name": "measure", "ok": True, "ms": 1.5}),
    Frame("message", {"delta": "**559 nm**\n"}),
    Frame("message", {"delta": "from EGTF · ünïcödé\u2028line"}),
    Frame("ui_payload", {"kind": "route", "mcp_raw": {"deep": ["a\nb", None]}}),
)


def done(message: IncomingMessage) -> Frame:
    told = {"session_id": message.chat.chat, "tokens": 7, "timings_ms": {"total": 12.5}}
    return Frame("done", {**told, "formatting_reasoning": "One line."})


def picture() -> bytes:
    file = BytesIO()
    Image.new("RGB", (8, 6), "navy").save(file, "PNG")
    return file.getvalue()


async def measured(message: IncomingMessage) -> AsyncIterator[Reply]:
    """An answer with every kind of step, snapshot and block."""
    yield Reply((Status("Measuring the route…"),), final=False, frames=STEPS[:3])
    yield Reply((Text("**559 nm**\n"),), final=False, frames=STEPS[:5])
    card = Card("EGTF Fairoaks", (("Elevation", "80 ft"),), (("Website", "https://example.org/"),), "EGTF")
    blocks = (
        Map(picture(), "Route EGTF to LFMD", "EGTF to LFMD"),
        Text("**559 nm**\nfrom EGTF"),
        card,
        Table(("Field", "nm"), (("LFAT", "2"),)),
    )
    yield Reply(blocks, (Button("120 knots", "abc"),), frames=(*STEPS, done(message)))


async def echo(message: IncomingMessage) -> AsyncIterator[Reply]:
    """Says what it heard, without steps, as a command is answered."""
    where = f" at {message.position.lat},{message.position.lon}" if message.position else ""
    before = f" after {message.earlier}" if message.earlier else ""
    yield Reply((Text(f"heard {message.text or message.token}{where}{before} from {message.person.id}"),))


async def broken(message: IncomingMessage) -> AsyncIterator[Reply]:
    raise RuntimeError("a defect")
    yield Reply(())


# --- the stream --------------------------------------------------------------------------------------


async def test_a_stream_has_the_steps_in_order_each_with_one_line_of_json(site: Site) -> None:
    async with site.working(measured), site.client() as client:
        response = await client.post(f"{API}/chat/stream", json=said("How far", session_id="s1"))
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"
    expected: list[tuple[str, dict[str, Any]]] = [(frame.name, dict(frame.data)) for frame in STEPS]
    ends = {"session_id": "s1", "tokens": 7, "timings_ms": {"total": 12.5}, "formatting_reasoning": "One line."}
    expected.append(("done", ends))
    assert [list(item) for item in events(response.text)] == json.loads(json.dumps(expected))


async def test_a_whole_answer_has_the_keys_of_the_contract(site: Site) -> None:
    async with site.working(measured), site.client() as client:
        answer = (await client.post(f"{API}/chat", json=said("How far", session_id="s1"))).json()
    assert answer == {
        "answer": "**559 nm**\nfrom EGTF · ünïcödé\u2028line",
        "ui_payload": {"kind": "route", "mcp_raw": {"deep": ["a\nb", None]}},
        "plan": dict(PLAN.data),
        "session_id": "s1",
        "tokens": 7,
        "timings_ms": {"total": 12.5},
        "formatting_reasoning": "One line.",
    }


@pytest.mark.parametrize(
    ("asked", "raw", "category"),
    [
        (None, {"rules": [{"category": ""}, {"category": "VFR"}, {"category": "Airspace"}]}, "VFR"),
        (None, {"comparison": [{"category": "Flight Rules"}]}, "Flight Rules"),
        ("Airspace", {"rules": [{"category": "VFR"}]}, "Airspace"),
        (None, {"airports": []}, None),
    ],
)
async def test_a_whole_answer_says_under_what_its_rules_are_filed(
    asked: str | None, raw: dict[str, Any], category: str | None
) -> None:
    async def frames() -> AsyncIterator[Frame]:
        yield Frame("plan", {"category": asked})
        yield Frame("ui_payload", {"mcp_raw": raw})

    answer = await whole(frames(), "s1")
    assert answer.plan == {"category": category}


async def test_a_command_has_words_and_an_end_alone(site: Site) -> None:
    async with site.working(echo), site.client() as client:
        streamed = await client.post(f"{API}/chat/stream", json=said("/help", session_id="s1"))
        whole = (await client.post(f"{API}/chat", json=said("/help", session_id="s1"))).json()
    assert [name for name, _ in events(streamed.text)] == ["message", "done"]
    assert whole["answer"] == "heard /help from s1"
    assert (whole["ui_payload"], whole["plan"], whole["tokens"]) == (None, None, 0)


async def test_a_defect_ends_the_stream_with_words_and_a_reference(site: Site) -> None:
    async with site.working(broken), site.client() as client:
        streamed = await client.post(f"{API}/chat/stream", json=said("boom", session_id="s1"))
        turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
    ((name, data),) = events(streamed.text)
    assert name == "error"
    assert data["ref"] and data["ref"] in data["message"] and "RuntimeError" not in data["message"]
    assert [turn["state"] for turn in turns] == ["failed"]


async def test_a_refusal_is_an_answer_with_an_error_beside_it(site: Site) -> None:
    async def refused(message: IncomingMessage) -> AsyncIterator[Reply]:
        failed = Frame("error", {"message": "The map service is not answering.", "ref": None})
        yield Reply((Text("The map service is not answering."),), frames=(PLAN, failed))

    async with site.working(refused), site.client() as client:
        response = await client.post(f"{API}/chat", json=said("flights", session_id="s1"))
    answer = response.json()
    assert response.status_code == 200
    assert answer["answer"] == "The map service is not answering."
    assert answer["error"] == {"message": "The map service is not answering.", "ref": None}


async def test_more_questions_than_are_answered_end_with_words(site: Site) -> None:
    async def silent(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply(())

    async with site.working(silent), site.client() as client:
        response = await client.post(f"{API}/chat/stream", json=said("again", session_id="s1"))
    ((name, data),) = events(response.text)
    assert name == "error" and "faster than I can answer" in data["message"]


async def test_an_answer_that_does_not_come_ends_with_words_and_stays_pending(store: Store) -> None:
    site = Site(store, WebSettings(answer_seconds=0.05))
    async with site.client() as client:
        response = await client.post(f"{API}/chat/stream", json=said("anybody", session_id="s1"))
        (turn,) = (await client.get(f"{API}/chat/s1")).json()["turns"]
        ((name, data),) = events(response.text)
        assert name == "error" and "longer than I can hold this connection" in data["message"]
        assert (turn["state"], turn["text"], turn["answer"]) == ("pending", "anybody", "")
        async with site.working(echo):

            async def answered() -> bool:
                turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
                return [turn["answer"] for turn in turns] == ["heard anybody from s1"]

            await until(answered)


async def test_a_program_that_closes_lets_go_of_those_who_wait(site: Site) -> None:
    async with site.client() as client:
        running = asyncio.create_task(site.channel.run(Inbox(site.store).accept))
        waiting = asyncio.create_task(client.post(f"{API}/chat/stream", json=said("anybody", session_id="s1")))
        await asyncio.sleep(0.3)
        running.cancel()
        begun = asyncio.get_running_loop().time()
        response = await waiting
        assert asyncio.get_running_loop().time() - begun < 1
    assert [name for name, _ in events(response.text)] == ["error"]


async def test_a_second_message_while_one_is_answered_is_told_so(site: Site) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(message: IncomingMessage) -> AsyncIterator[Reply]:
        if message.text == "first":
            begun.set()
            await go_on.wait()
        yield Reply((Text(f"re {message.text}"),))

    async def queued(message: IncomingMessage) -> None:
        delivery = site.channel.outbound.open(message, turn)
        await delivery.finish(Reply((Status("You are next."),), ephemeral=True))
        go_on.set()

    async def turn() -> None: ...

    async with site.working(slow, on_queued=queued), site.client() as client:
        first = asyncio.create_task(client.post(f"{API}/chat/stream", json=said("first", session_id="s1")))
        await begun.wait()
        second = await client.post(f"{API}/chat/stream", json=said("second", session_id="s1"))
        await first
    assert second.text.startswith(": You are next.\n\n")
    assert [data.get("delta") for _, data in events(second.text)] == ["re second", None]


# --- memory ------------------------------------------------------------------------------------------


async def test_with_a_session_only_the_last_user_message_is_read(site: Site) -> None:
    messages = [
        {"role": "user", "content": "an old question"},
        {"role": "assistant", "content": "an old answer"},
        {"role": "user", "content": "the question"},
        {"role": "assistant", "content": "not mine"},
    ]
    async with site.working(echo), site.client() as client:
        answer = (await client.post(f"{API}/chat", json={"messages": messages, "session_id": "s1"})).json()
    assert answer["answer"] == "heard the question from s1"


async def test_without_a_session_one_begins_with_the_memory_of_the_given_history(site: Site) -> None:
    messages = [
        {"role": "user", "content": "EGTF to LFMD"},
        {"role": "assistant", "content": "559 nm"},
        {"role": "user", "content": "at 140 knots"},
    ]
    async with site.working(echo), site.client() as client:
        first = (await client.post(f"{API}/chat", json={"messages": messages})).json()
        other = (await client.post(f"{API}/chat", json=said("hello"))).json()
    session = first["session_id"]
    assert len(session) >= 22 and session != other["session_id"]
    assert first["answer"] == f"heard at 140 knots after ('EGTF to LFMD',) from {session}"
    assert other["answer"] == f"heard hello from {other['session_id']}"


async def test_the_conversation_shows_every_turn_as_it_was_shown(site: Site) -> None:
    async with site.working(measured), site.client() as client:
        await client.post(f"{API}/chat", json=said("How far", session_id="s1", message_id="m1"))
        await client.post(f"{API}/chat", json=said("And back", session_id="s1", message_id="m2"))
        body = (await client.get(f"{API}/chat/s1")).json()
        one = (await client.get(f"{API}/chat/s1", params={"message_id": "m2"})).json()["turns"]
    assert body["session_id"] == "s1"
    assert [(turn["id"], turn["text"], turn["state"]) for turn in body["turns"]] == [
        ("m1", "How far", "answered"),
        ("m2", "And back", "answered"),
    ]
    assert one == body["turns"][1:]
    shown = body["turns"][0]["shown"]
    assert [block["type"] for block in shown["blocks"]] == ["map", "text", "card", "table"]
    assert shown["blocks"][1]["tree"] == [["p", {}, ["strong", {}, "559 nm"], ["br", {}], "from EGTF"]]
    assert shown["blocks"][2]["facts"] == [["Elevation", "80 ft"]]
    assert shown["buttons"] == [{"label": "120 knots", "token": "abc", "style": "default"}]


async def test_a_map_is_served_as_a_picture(site: Site) -> None:
    async with site.working(measured), site.client() as client:
        await client.post(f"{API}/chat", json=said("How far", session_id="s1"))
        (turn,) = (await client.get(f"{API}/chat/s1")).json()["turns"]
        key = turn["shown"]["blocks"][0]["key"]
        found = await client.get(f"{API}/chat/s1/maps/{key}")
        elsewhere = await client.get(f"{API}/chat/s2/maps/{key}")
        odd = await client.get(f"{API}/chat/s1/maps/order")
    assert (found.status_code, found.content) == (200, picture())
    assert found.headers["content-type"] == "image/png"
    assert "immutable" in found.headers["cache-control"]
    assert (elsewhere.status_code, odd.status_code) == (404, 404)


async def test_the_same_message_sent_again_is_answered_once(site: Site) -> None:
    heard: list[str] = []

    async def counting(message: IncomingMessage) -> AsyncIterator[Reply]:
        heard.append(message.text)
        await asyncio.sleep(0.2)
        async for reply in measured(message):
            yield reply

    body = said("How far", session_id="s1", message_id="m1")
    async with site.working(counting), site.client() as client:
        together = await asyncio.gather(*(client.post(f"{API}/chat/stream", json=body) for _ in range(3)))
        later = await client.post(f"{API}/chat/stream", json=body)
        turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
    assert heard == ["How far"]
    assert len({str(events(response.text)) for response in (*together, later)}) == 1
    assert len(turns) == 1


async def test_an_answer_whose_steps_are_gone_is_still_given(site: Site) -> None:
    body = said("How far", session_id="s1", message_id="m1")
    async with site.working(measured), site.client() as client:
        await client.post(f"{API}/chat", json=body)
        for name in await site.store.line.call("KEYS", "*:steps:*"):
            await site.store.line.call("DEL", name)
        again = await client.post(f"{API}/chat/stream", json=body)
    assert [name for name, _ in events(again.text)] == ["message", "done"]
    assert events(again.text)[0][1] == {"delta": "**559 nm**\nfrom EGTF"}


async def test_a_tap_brings_its_token_and_a_location_its_position(site: Site) -> None:
    async with site.working(echo), site.client() as client:
        tap = await client.post(f"{API}/chat", json={"session_id": "s1", "token": "abc_1", "person_id": "ana"})
        place = {"session_id": "s1", "location": {"lat": 45.9, "lon": 6.1}}
        here = await client.post(f"{API}/chat", json=place)
        turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
    assert tap.json()["answer"] == "heard abc_1 from ana"
    assert here.json()["answer"] == "heard  at 45.9,6.1 from s1"
    assert [turn["text"] for turn in turns] == ["", "Airports near me"]


async def test_forgetting_a_chat_leaves_none_of_its_pages(site: Site) -> None:
    async with site.working(measured), site.client() as client:
        await client.post(f"{API}/chat", json=said("canary-question", session_id="canary-1"))
        await client.post(f"{API}/chat", json=said("another", session_id="other"))
        await site.store.forget_chat(ChatRef("web", "local", "canary-1"))
        assert (await client.get(f"{API}/chat/canary-1")).status_code == 404
        assert (await client.get(f"{API}/chat/other")).status_code == 200
    names = await site.store.line.call("KEYS", "*")
    assert not [name for name in names if "canary" in name]
    for name in names:
        if await site.store.line.call("TYPE", name) == "stream" and await site.store.line.call("TTL", name) > 60:
            assert "canary" not in str(await site.store.line.entries(name))


async def test_the_reply_to_forget_is_shown_for_a_minute_only(site: Site) -> None:
    async def forgets(message: IncomingMessage) -> AsyncIterator[Reply]:
        await site.store.forget_chat(message.chat, keep=message)
        yield Reply((Text("Everything of this chat is deleted."),))

    async with site.working(forgets), site.client() as client:
        await client.post(f"{API}/chat", json=said("/forget", session_id="s1"))
        (turn,) = (await client.get(f"{API}/chat/s1")).json()["turns"]
    assert turn["answer"] == "Everything of this chat is deleted." and turn["text"] == ""
    for name in await site.store.line.call("KEYS", "*page*"):
        assert 0 < await site.store.line.call("TTL", name) <= 60


# --- what is refused ---------------------------------------------------------------------------------


async def refused(site: Site, status: int, version: str = "", **request: Any) -> str:
    """The words of a refusal."""
    async with site.client() as client:
        response = await client.post(f"{API}{version}/chat/stream", **request)
    assert response.status_code == status, response.text
    body = response.json()
    assert set(body) == {"error"} and set(body["error"]) == {"message", "ref"}
    assert "Traceback" not in response.text
    return body["error"]["message"]


async def test_a_message_that_cannot_be_stored_is_answered_503_and_leaves_no_trace(store: Store) -> None:
    async def refuses(message: IncomingMessage) -> bool:
        raise NotStored("the database is away")

    site = Site(store, accept=refuses)
    words = await refused(site, 503, json=said("hello", session_id="s1"))
    assert "Send it again" in words
    async with site.client() as client:
        assert (await client.get(f"{API}/chat/s1")).status_code == 404


async def test_a_page_that_is_not_served_says_so(store: Store) -> None:
    async def not_here(message: IncomingMessage) -> bool:
        return False

    assert "does not serve" in await refused(
        Site(store, accept=not_here), 403, json=said("hello", session_id="s1")
    )


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"{", 400, "not JSON"),
        (b"", 422, "Send a JSON object with messages"),
        (b"[]", 422, "Send a JSON object with messages"),
        (b'"hello"', 422, "Send a JSON object with messages"),
        (b"\xff\xfe", 400, "not JSON"),
        (b'{"messages": [{"role": "user", "content": "caf\xe9"}]}', 400, "not JSON"),
        (b"{}", 422, "a last user message"),
        (b'{"messages": []}', 422, "a last user message"),
        (b'{"messages": [{"role": "user", "content": "  "}]}', 422, "a last user message"),
        (b'{"messages": [{"role": "pilot", "content": "x"}]}', 422, "messages.0.role"),
        (b'{"messages": [{"role": "user"}]}', 422, "messages.0.content is missing."),
        (b'{"messages": [{"role": "user", "content": 5}]}', 422, "messages.0.content should be text."),
        (b'{"messages": ["hello"]}', 422, "messages.0 should be an object."),
        (b'{"messages": "hello"}', 422, "messages should be a list."),
        (
            b'{"messages": [{"role": "user", "content": "' + b"x" * 20_001 + b'"}]}',
            422,
            "messages.0.content is too long: at most 20,000 characters.",
        ),
        (
            b'{"messages": [' + b",".join([b'{"role": "user", "content": "x"}'] * 201) + b"]}",
            422,
            "messages is too long: at most 200 entries.",
        ),
        (
            b'{"messages": [{"role": "user", "content": "x"}], "session_id": "a/b"}',
            422,
            "session_id takes 1 to 64 letters",
        ),
        (
            b'{"messages": [{"role": "user", "content": "x"}], "location": {"lat": 91, "lon": 0}}',
            422,
            "location.lat should be less than or equal to 90.",
        ),
        (b'{"messages": [{"role": "user", "content": "x"}], "location": {"lat": NaN, "lon": 0}}', 422, "location"),
        (b'{"token": "abc"}', 422, "session_id"),
        (b'{"session_id": "s1", "token": "ABC; DROP"}', 422, "token"),
        (b"[" * 50_000, 400, ""),
    ],
)
async def test_what_cannot_be_used_is_refused_in_words(site: Site, body: bytes, status: int, words: str) -> None:
    message = await refused(site, status, content=body, headers={"content-type": "application/json"})
    assert words in message


async def test_odd_characters_are_taken(site: Site) -> None:
    text = '"zalgo Z\\u0351\\u034b nul \\u0000 half \\ud83d bidi \\u202e \\uff2c\\uff26\\uff21\\uff34"'
    body = f'{{"messages": [{{"role": "user", "content": {text}}}], "session_id": "s1"}}'
    async with site.working(echo), site.client() as client:
        response = await client.post(f"{API}/chat", content=body, headers={"content-type": "application/json"})
        turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
    assert response.status_code == 200
    assert "ＬＦＡＴ" in response.json()["answer"]
    assert "\u202e" not in str(turns[0]["shown"]["blocks"][0]["tree"])


async def test_a_large_request_is_refused_before_it_is_read(site: Site) -> None:
    words = await refused(site, 413, content=b"x" * 300_000, headers={"content-type": "application/json"})
    assert "256 KB" in words

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1000):
            yield b" " * 100_000
        raise AssertionError("it was read to its end")

    assert "256 KB" in await refused(site, 413, content=endless(), headers={"content-type": "application/json"})


async def test_only_json_is_taken(site: Site) -> None:
    words = await refused(site, 415, content=b"messages=x", headers={"content-type": "text/plain"})
    assert "application/json" in words


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_another_site_is_refused(site: Site, headers: dict[str, str]) -> None:
    assert "own page" in await refused(site, 403, json=said("hello"), headers=headers)


async def test_our_own_page_is_let_in(site: Site) -> None:
    headers = {"origin": "http://flyfun.test", "sec-fetch-site": "same-origin"}
    async with site.working(echo), site.client(**headers) as client:
        assert (await client.post(f"{API}/chat", json=said("hello"))).status_code == 200


async def test_with_a_token_set_a_message_needs_it(store: Store) -> None:
    site = Site(store, WebSettings(api_token="open-sesame", answer_seconds=20))
    assert "access token" in await refused(site, 401, json=said("hello"))
    wrong = {"authorization": "Bearer open-sesam"}
    assert "access token" in await refused(site, 401, json=said("hello"), headers=wrong)
    async with site.working(echo), site.client(authorization="Bearer open-sesame") as client:
        assert (await client.post(f"{API}/chat", json=said("hello"))).status_code == 200
    assert "open-sesame" not in repr(site.settings)


async def test_too_many_requests_are_told_when_to_come_back(store: Store) -> None:
    site = Site(store, WebSettings(burst=2, per_second=0.5, answer_seconds=20))
    async with site.working(echo), site.client() as client:
        answers = [await client.post(f"{API}/chat", json=said("hello", session_id="s1")) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert int(answers[2].headers["retry-after"]) >= 1
    assert {answer.headers["ratelimit-limit"] for answer in answers} == {"2"}
    assert [answer.headers["ratelimit-remaining"] for answer in answers] == ["1", "0", "0", "0"]
    assert 1 <= int(answers[0].headers["ratelimit-reset"]) <= 2


async def test_what_is_not_there_is_said_not_to_be_there(site: Site) -> None:
    async with site.client() as client:
        for path in ("/chat/unknown", "/chat/a%20b", "/chat/s1/maps/abc", "/nothing"):
            response = await client.get(API + path)
            assert response.status_code == 404, path
            assert response.json()["error"]["message"]
        for path in ("/chat", "/chat/stream"):
            response = await client.get(API + path)
            assert response.status_code == 405 and response.headers["allow"] == "POST", path
            assert "takes POST, not GET" in response.json()["error"]["message"]


# --- for other programs ------------------------------------------------------------------------------


async def test_the_session_may_stand_in_the_address(site: Site) -> None:
    async with site.working(echo), site.client() as client:
        answer = (await client.post(f"{API}/chat?session_id=s1", json=said("hello"))).json()
        streamed = await client.post(f"{API}/chat/stream", params={"session_id": "s1"}, json=said("again"))
        turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
    assert answer["session_id"] == "s1"
    assert dict(events(streamed.text))["done"]["session_id"] == "s1"
    assert [turn["text"] for turn in turns] == ["hello", "again"]
    words = await refused(site, 422, json=said("hello", session_id="s2"), params={"session_id": "s1"})
    assert "another session_id" in words


async def test_a_key_is_answered_once(site: Site) -> None:
    key = {"idempotency-key": '"order-1"'}
    async with site.working(echo), site.client(**key) as client:
        answers = [await client.post(f"{API}/chat", json=said("hello", session_id="s1")) for _ in range(2)]
        other = await client.post(f"{API}/chat", json=said("goodbye", session_id="s1"))
        turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
    assert [answer.json()["answer"] for answer in answers] == ["heard hello from s1"] * 2
    assert ["idempotent-replayed" in answer.headers for answer in answers] == [False, True]
    assert other.status_code == 422 and "another question" in other.json()["error"]["message"]
    assert [turn["text"] for turn in turns] == ["hello"]


@pytest.mark.parametrize(
    ("key", "more", "words"),
    [
        ("one", {}, "needs the session_id"),
        ("a b", {"session_id": "s1"}, "letters, digits"),
        ("", {"session_id": "s1"}, "letters, digits"),
        ("one", {"session_id": "s1", "message_id": "two"}, "two that differ"),
    ],
)
async def test_a_key_that_cannot_be_used_is_refused(
    site: Site, key: str, more: dict[str, str], words: str
) -> None:
    assert words in await refused(site, 422, json=said("hello", **more), headers={"idempotency-key": key})


async def test_the_versioned_address_is_the_same_api_and_says_so(store: Store) -> None:
    site = Site(store, WebSettings(api_token="open-sesame", answer_seconds=20))
    assert "access token" in await refused(site, 401, "/v1", json=said("hello"))
    async with site.working(echo), site.client(authorization="Bearer open-sesame") as client:
        answer = await client.post(f"{API}/v1/chat", json=said("hello", session_id="s1"))
        turns = (await client.get(f"{API}/chat/s1")).json()["turns"]
        schema = (await client.get(f"{API}/v1/openapi.json")).json()
    assert answer.json()["answer"] == "heard hello from s1" and len(turns) == 1
    assert schema["servers"] == [{"url": f"http://flyfun.test{API}/v1"}]
    assert schema["paths"]["/chat/stream"]["post"]["security"] == [{"bearer": []}]


# --- descriptions ------------------------------------------------------------------------------------


async def test_the_api_describes_itself(site: Site) -> None:
    async with site.client() as client:
        schema = (await client.get(f"{API}/openapi.json")).json()
        page = await client.get("/docs")
    assert set(schema["paths"]) == {
        "/chat",
        "/chat/stream",
        "/chat/{session_id}",
        "/chat/{session_id}/news",
        "/chat/{session_id}/maps/{key}",
        "/chat/{session_id}/share",
        "/chat/{session_id}/unshare",
        "/shared/{name}",
        "/shared/{name}/maps/{key}",
    }
    assert schema["servers"] == [{"url": f"http://flyfun.test{API}"}]
    assert schema["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    assert schema["paths"]["/chat"]["post"]["security"] == [{}, {"bearer": []}]
    assert schema["paths"]["/chat/{session_id}"]["get"]["security"] == []
    assert "RateLimit-Remaining" in schema["paths"]["/chat"]["post"]["responses"]["429"]["headers"]
    request = schema["components"]["schemas"]["ChatRequest"]["properties"]
    assert {"messages", "session_id", "token", "location"} <= set(request)
    assert "503" in schema["paths"]["/chat/stream"]["post"]["responses"]
    assert page.status_code == 200
