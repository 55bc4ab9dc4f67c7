"""The language model: what it adds to an answer, how long a pilot waits for it, and how seldom it is asked."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import yaml

from agent.behaviour import Behaviour
from agent.config import AgentSettings
from agent.deps import Deps
from agent.llm.model import Message, Meter
from agent.llm.openai_model import OpenAIModel
from agent.llm.scripted import ScriptedModel
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Profile, Question, TextDelta
from agent.understanding import make_plan
from agent.understanding.model import ProposedRoute
from bench.rows import Row

REPO = Path(__file__).resolve().parent.parent
TESTS = REPO / "tests"
AT = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
KEY = "sk-bench-0000"
ROUTE = '{"path": "both", "countries": [], "confidence": 0.9, "reasoning": ""}'
PLAN = '{"reasoning": "", "steps": [{"tool": "get_airport_details", "arguments": {"icao_code": "LFAT"}}]}'
PROSE = "France: the rule is quoted here. It is a rule for pilots and for flights."
RULES_QUESTION = "Do I need a flight plan for VFR in France?"
VAGUE = "that seaside aerodrome by the lighthouse, what of it"


class Stub:
    """Answers at once, or `delay` seconds later, by schema or as a stream with `gap` between the pieces."""

    def __init__(self) -> None:
        self.reply, self.delay, self.gap = ROUTE, 0.0, 0.0
        self.first_piece_at = 0.0
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, request after request."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                length = int(head.split("content-length:")[1].split("\r\n")[0])
                asked = json.loads(await reader.readexactly(length))
                await asyncio.sleep(self.delay)
                if asked.get("stream"):
                    await self._stream(writer)
                else:
                    message = {"role": "assistant", "content": self.reply}
                    choice = {"index": 0, "message": message, "finish_reason": "stop"}
                    body = json.dumps({"id": "1", "object": "chat.completion", "choices": [choice]}).encode()
                    kind = "content-type: application/json"
                    writer.write(
                        f"HTTP/1.1 200 OK\r\n{kind}\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body
                    )
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _stream(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
        self.first_piece_at = time.perf_counter()
        words = [*(f"{word} " for word in PROSE.split()), None]
        for word in words:
            delta = {"content": word} if word else {}
            choice = {"index": 0, "delta": delta, "finish_reason": None if word else "stop"}
            chunk = json.dumps({"id": "1", "object": "chat.completion.chunk", "choices": [choice]})
            event = f"data: {chunk}\n\n".encode()
            writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
            await writer.drain()
            await asyncio.sleep(self.gap)
        writer.write(b"0\r\n\r\n")


@asynccontextmanager
async def _stub() -> AsyncGenerator[Stub]:
    stub = Stub()
    server = await asyncio.start_server(stub.serve, "127.0.0.1", 0)
    stub.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield stub
    finally:
        server.close()


def run() -> list[Row]:
    """Every row; nothing leaves this machine."""
    with tempfile.TemporaryDirectory() as folder:
        deps = Deps(settings=AgentSettings(data_dir=Path(folder)), now=lambda: AT)
        return asyncio.run(_rows(deps))


async def _rows(deps: Deps) -> list[Row]:
    await _answered(RULES_QUESTION, deps)  # tables and index are read
    rows = [*await _timed(deps), *await _tokens(deps)]
    return rows + await _shares(deps)


# --- time ------------------------------------------------------------------------------------------


async def _timed(deps: Deps) -> list[Row]:
    async with _stub() as stub:
        model = OpenAIModel(AgentSettings(openai_api_key=KEY, openai_base_url=stub.url), Behaviour())
        prompt = [Message("system", "Sort the question. " * 100), Message("user", "Which way?")]
        calls: list[float] = []
        for _ in range(31):
            began = time.process_time_ns()
            await model.choose("router", prompt, ProposedRoute, Meter())
            calls.append((time.process_time_ns() - began) / 1e6)
        await model.aclose()
        stub.gap = 0.05
        served = _served(deps, stub.url, 8.0)
        await _answered(RULES_QUESTION, served)  # the SDK is imported
        shown = [await _first_words(stub, served) for _ in range(7)]
        await served.aclose()
        stub.delay = 60.0
        hanging = _served(deps, stub.url, 1.0)
        plain = await _seconds(RULES_QUESTION, deps)
        waited = await _seconds(RULES_QUESTION, hanging)
        await hanging.aclose()
    return [
        Row("a call's overhead, stub's share included", statistics.median(calls[1:]), "ms", 15),
        Row("first words after the model's first token, wall", 1000 * statistics.median(shown), "ms", 150),
        Row("a hanging model beyond its deadline of 1 s, wall", waited - plain - 1.0, "s", 1),
    ]


def _served(deps: Deps, url: str, seconds: float) -> Deps:
    served = dataclasses.replace(
        deps, settings=dataclasses.replace(deps.settings, openai_api_key=KEY, openai_base_url=url)
    )
    llms = {name: {"deadline_seconds": seconds} for name in ("planner", "router", "formatter", "rules")}
    vars(served)["behaviour"] = Behaviour.model_validate({"llms": llms})
    vars(served)["rules"] = deps.rules
    return served


async def _first_words(stub: Stub, deps: Deps) -> float:
    async for event in answer(Question(text=RULES_QUESTION, at=AT), Conversation(), deps):
        if isinstance(event, TextDelta):
            return time.perf_counter() - stub.first_piece_at
    raise AssertionError("no words came")


async def _seconds(text: str, deps: Deps) -> float:
    began = time.perf_counter()
    await _answered(text, deps)
    return time.perf_counter() - began


async def _answered(text: str, deps: Deps) -> Done | None:
    events = [event async for event in answer(Question(text=text, at=AT), Conversation(), deps)]
    return events[-1] if isinstance(events[-1], Done) else None


# --- tokens ----------------------------------------------------------------------------------------


async def _tokens(deps: Deps) -> list[Row]:
    """Estimated at four characters a token, schemas included where they are sent."""
    planned = dataclasses.replace(deps, given_model=ScriptedModel({"router": [ROUTE], "planner": [PLAN]}))
    vars(planned)["behaviour"] = Behaviour.model_validate({"planning": {"ask_below": 1.0}})
    written = dataclasses.replace(deps, given_model=ScriptedModel({"rules": [PROSE]}))
    vars(written)["rules"] = deps.rules
    rows: list[Row] = []
    for name, chosen, text in (("planned", planned, VAGUE), ("written", written, RULES_QUESTION)):
        done = await _answered(text, chosen)
        rows.append(Row(f"tokens of an answer that a model {name}", done.tokens if done else 0, "tokens", 3000))
    return rows


# --- how seldom ------------------------------------------------------------------------------------

EVERY = 4
"""Of the blind set this one is answered whole; all of it is planned."""


async def _shares(deps: Deps) -> list[Row]:
    """How often nobody is asked to plan, and how often nobody is asked at all (prose included)."""
    nobody = "http://127.0.0.1:9"
    away = dataclasses.replace(
        deps.settings,
        overpass_url=nobody,
        wikivoyage_api_url=nobody,
        wikipedia_api_url=nobody,
        duffel_base_url=nobody,
    )
    # It has nothing to say: every call is counted and fails, and the answer is the template's.
    helped = dataclasses.replace(deps, settings=away, given_model=ScriptedModel({}))
    vars(helped)["rules"] = deps.rules
    below = deps.behaviour.planning.ask_below
    blind = _blind()
    sure = [await _confidence(text, helped) >= below for text in blind]
    asked = [await _calls(Question(text=text, at=AT), Conversation(), helped) for text in blind[::EVERY]]
    dialogues = [calls async for calls in _dialogue_calls(helped)]
    return [
        Row(f"own blind set: planned without a model ({len(sure)})", _share(sure), "%", 80),
        Row(f"own blind set: no call at all ({len(asked)})", _share([not calls for calls, _ in asked]), "%", 80),
        Row(f"golden dialogues: no call at all ({len(dialogues)})", _share([not n for n in dialogues]), "%", 80),
    ]


def _share(found: list[bool]) -> float:
    return 100 * sum(found) / max(1, len(found))


def _blind() -> list[str]:
    file = TESTS / "agent" / "understanding" / "house" / "blind.jsonl"
    return [json.loads(line)["text"] for line in file.read_text("utf-8").splitlines() if line.strip()]


async def _confidence(text: str, deps: Deps) -> float:
    plan = await make_plan(Question(text=text, at=AT), Conversation(), deps)
    return 1.0 if plan.emergency or plan.made_by != "reader" else plan.confidence


async def _calls(question: Question, conversation: Conversation, deps: Deps) -> tuple[int, Conversation]:
    """How many calls an answer wanted, and the memory after it."""
    async for event in answer(question, conversation, deps):
        if isinstance(event, Done):
            return event.model_calls, event.conversation
    return 0, conversation


async def _dialogue_calls(deps: Deps) -> AsyncGenerator[int]:
    for file in sorted((TESTS / "conversations").glob("*.yaml")):
        for dialogue in yaml.safe_load(file.read_text("utf-8")):
            conversation = Conversation()
            profile = Profile(home_base=dialogue.get("home"), aircraft=dialogue.get("aircraft"))
            at = datetime.fromisoformat(str(dialogue.get("at", AT.isoformat())).replace("Z", "+00:00"))
            for turn in dialogue["turns"]:
                question = Question(text=str(turn["pilot"]), at=at, profile=profile)
                calls, conversation = await _calls(question, conversation, deps)
                yield calls
