"""The program as it is put together: its paths, its metrics, what it imports, what it refuses."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from contracts import forked
from contracts.path import until
from contracts.program import REPOSITORY, prepared_folder
from contracts.site import API, events, said
from servers.ports import dead_url
from typer.testing import CliRunner, Result

from adapters.protocol import ChatRef, Frame, Health, IncomingMessage, Person, Reply, Text
from agent.config import AgentSettings
from agent.deps import Deps
from bot import valkey
from bot.app import Program, build
from bot.cli import app
from bot.doctor import Finding, examine
from bot.health import http_app, watch
from bot.metrics import Metrics, counted
from bot.settings import Settings
from bot.worker import Worker


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, data_dir: Path) -> Any:
    made = prepared_folder(tmp_path_factory.mktemp("app"), data_dir)
    yield made
    valkey.stop(made)


@asynccontextmanager
async def program_of(folder: Path, **changes: Any) -> AsyncGenerator[tuple[Program, httpx.AsyncClient]]:
    settings = Settings(agent=replace(AgentSettings(), data_dir=folder), **changes)
    async with build(settings) as program:
        await program.reading.read("data", program.desk.deps)
        transport = httpx.ASGITransport(http_app(program), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://flyfun.test", timeout=60) as client:
            yield program, client


@asynccontextmanager
async def answering(program: Program) -> AsyncGenerator[Worker]:
    stop = asyncio.Event()
    outbounds = {channel.name: channel.outbound for channel in program.channels}
    worker = Worker(program.store, outbounds, counted(program.metrics, program.desk.replies))
    running = asyncio.create_task(worker.run(stop))
    yield worker
    stop.set()
    await running


async def test_a_question_goes_the_whole_way_and_is_counted(folder: Path) -> None:
    async with program_of(folder) as (program, client), answering(program) as worker:
        streamed = await client.post(f"{API}/chat/stream", json=said("How far from EGTF to LFMD", session_id="s1"))
        found = events(streamed.text)
        names = [name for name, _ in found]
        watching = asyncio.create_task(watch(program, worker))
        await asyncio.sleep(0.3)
        watching.cancel()
        page = (await client.get("/metrics")).text
    order = ["plan", "thinking", "tool_call_start", "tool_call_end", "message", "ui_payload", "done"]
    assert list(dict.fromkeys(names)) == order
    data = dict(found)
    assert set(data["plan"]) == {
        "steps", "confidence", "made_by", "path", "countries", "category", "reasoning",
    }  # fmt: skip
    assert data["plan"]["path"] == "database" and "EGTF" in data["plan"]["reasoning"]
    assert set(data["tool_call_end"]) == {"name", "ok", "ms"}
    assert (
        set(data["done"]) == {"session_id", "tokens", "timings_ms", "formatting_reasoning"}
        and data["done"]["session_id"] == "s1"
    )
    assert "559 nm" in "".join(values["delta"] for name, values in found if name == "message")
    assert data["ui_payload"]["kind"] == "route"
    assert data["done"]["formatting_reasoning"].startswith("Made by templates, without a model, from 1 result")
    assert 'flyfun_answers_total{channel="web",tool="calculate_flight_distance"} 1.0' in page
    for stage in ("queue", "answer", "plan", "tools", "words", "total"):
        assert f'flyfun_answer_seconds_count{{stage="{stage}"}} 1.0' in page
    assert "flyfun_inbox_waiting 0.0" in page
    assert "EGTF" not in page and "s1" not in page


async def test_a_given_history_is_remembered_in_a_new_session(folder: Path) -> None:
    history = [
        {"role": "user", "content": "How far from EGTF to LFMD"},
        {"role": "assistant", "content": "559 nm. What is your cruise speed?"},
        {"role": "user", "content": "140 knots"},
    ]
    async with program_of(folder) as (program, client), answering(program):
        answer = (await client.post(f"{API}/chat", json={"messages": history})).json()
        goes_on = said("and at 120 knots?", session_id=answer["session_id"])
        second = (await client.post(f"{API}/chat", json=goes_on)).json()
    assert "3h 59m" in answer["answer"]
    assert "4h 39m" in second["answer"]


async def test_health_is_the_channels_and_readiness_the_stores(folder: Path) -> None:
    async with program_of(folder) as (program, client):
        healthy, ready = await client.get("/healthz"), await client.get("/readyz")
        assert (healthy.status_code, healthy.json()["ok"]) == (200, True)
        assert (ready.status_code, ready.json()) == (200, {"ready": True})

        class Silent:
            name = "silent"

            def routes(self, accept: Any) -> list[Any]:
                return []

            def health(self) -> Health:
                return Health(False, "no update for an hour")

        sick: Any = replace(program, channels=[Silent()])
        transport = httpx.ASGITransport(http_app(sick))
        async with httpx.AsyncClient(transport=transport, base_url="http://flyfun.test") as other:
            ill = await other.get("/healthz")
            assert (ill.status_code, ill.json()["channels"]) == (503, {"silent": "no update for an hour"})
            assert (await other.get("/")).status_code == 404
            unready = await other.get("/readyz")
            assert (unready.status_code, unready.json()["problems"]) == (503, {"silent": "no update for an hour"})


async def test_data_that_cannot_be_read_is_said_until_it_can_be(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program_of(folder) as (program, client):
        healthy = program.desk.deps
        lost = replace(healthy.settings, root=folder / "nowhere")
        program.desk.deps = replace(healthy, settings=lost)
        for part in ("data", "rules"):
            assert not await program.reading.read(part, program.desk.deps)
        answer = await client.get("/readyz")
        assert answer.status_code == 503
        problems = answer.json()["problems"]
        assert set(problems) == {"data", "rules"}
        assert "FLYFUN_ROOT" in problems["data"]  # what to do
        assert (await client.get("/healthz")).status_code == 200

        program.desk.deps = healthy
        monkeypatch.setattr("bot.readiness.AGAIN_SECONDS", 0.0)
        assert (await client.get("/readyz")).json() == {"ready": True}


async def test_the_doctor_asks_no_other_machine_for_the_program(folder: Path) -> None:
    settings = Settings(agent=replace(AgentSettings(), data_dir=folder), host="192.0.2.7")
    told = {finding.name: finding for finding in await examine(settings, Deps(settings.agent))}["program"]
    assert told.ok is False and "FLYFUN_HOST (192.0.2.7) is no address of this machine" in told.says


async def test_the_doctor_asks_the_running_program(folder: Path, data_dir: Path) -> None:
    async def found(settings: Settings) -> Any:
        deps = Deps(settings=replace(AgentSettings(), data_dir=data_dir))
        return {finding.name: finding for finding in await examine(settings, deps)}

    settings = Settings(agent=replace(AgentSettings(), data_dir=folder), port=int(dead_url().rpartition(":")[2]))
    assert (await found(settings))["program"].ok is None

    async with program_of(folder) as (program, _):
        server = uvicorn.Server(uvicorn.Config(http_app(program), port=settings.port, log_config=None))
        serving = asyncio.create_task(server.serve())
        await until(lambda: server.started)
        assert (await found(settings))["program"] == Finding("program", True, "running, every channel receives")
        program.reading.problems["data"] = "The data file airports.tsv.gz is missing."
        told = (await found(settings))["program"]
        assert (told.ok, told.says) == (False, "data: The data file airports.tsv.gz is missing.")
        server.should_exit = True
        await serving


async def test_only_the_chats_of_the_list_are_served(folder: Path) -> None:
    async with program_of(folder, allowed_chats=("telegram:1:2",)) as (program, client):
        refused = await client.post(f"{API}/chat", json=said("hello", session_id="s9"))
        message = IncomingMessage(
            id="m1",
            chat=ChatRef("telegram", "1", "2"),
            person=Person("ana"),
            text="hello",
            addressed_by="dm",
            sent_at=datetime.now(UTC),
        )
        assert await program.accept(message)
        await program.store.forget_chat(message.chat)
    assert refused.status_code == 403 and "operator" in refused.json()["error"]["message"]


async def test_switched_off_the_api_is_not_there(folder: Path) -> None:
    async with program_of(folder, agent_enabled=False) as (program, client):
        assert program.channels == []
        assert (await client.post(f"{API}/chat", json=said("hello"))).status_code == 404
        assert (await client.get("/healthz")).status_code == 200


async def test_failures_are_counted_by_kind() -> None:
    metrics = Metrics()

    async def broken(message: IncomingMessage) -> AsyncIterator[Reply]:
        raise KeyError("CANARY")
        yield Reply(())

    async def refused(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Text("no"),), frames=(Frame("error", {"message": "no", "ref": None}),))

    message = IncomingMessage(
        id="m1",
        chat=ChatRef("web", "local", "s1"),
        person=Person("s1"),
        text="x",
        addressed_by="dm",
        sent_at=datetime.now(UTC),
    )
    with pytest.raises(KeyError):
        async for _ in counted(metrics, broken)(message):
            pass
    assert [reply async for reply in counted(metrics, refused)(message)]
    page = metrics.page().decode()
    assert 'flyfun_failures_total{kind="KeyError"} 1.0' in page
    assert 'flyfun_failures_total{kind="refused"} 1.0' in page
    assert "CANARY" not in page


@pytest.mark.thorough
def test_the_libraries_of_chat_apps_are_loaded_only_when_they_are_set_up() -> None:
    check = (
        "import sys, bot.app, bot.health, adapters.web.channel, adapters.web.api; "
        "heavy = {'telegram', 'slack_bolt', 'slack_sdk', 'chromadb', 'openai', 'apscheduler', 'staticmap'}; "
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", check], cwd=REPOSITORY, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"REDIS_URL": "redis://127.0.0.1:1/0", "FLYFUN_PORT": "0"}, "does not answer"),
        ({"FLYFUN_HOST": "203.0.113.7", "FLYFUN_PORT": "0"}, "FLYFUN_HOST"),
    ],
)
def test_what_it_cannot_start_with_is_one_sentence(environ: dict[str, str], words: str, tmp_path: Path) -> None:
    ended = forked.run(
        ["-m", "bot", "serve"], env={"PATH": "/usr/bin:/bin", "FLYFUN_DATA_DIR": str(tmp_path), **environ}
    )
    assert ended.returncode == 1
    assert words in ended.stderr and "Traceback" not in ended.stderr


def test_dead_letters_are_listed_and_put_back_from_the_command_line(folder: Path) -> None:
    async def bury() -> None:
        async with program_of(folder) as (program, _):
            message = IncomingMessage(
                id="dead-1",
                chat=ChatRef("web", "local", "dead"),
                person=Person("ana"),
                text="CANARY-TEXT",
                addressed_by="dm",
                sent_at=datetime.now(UTC),
            )
            from bot.inbox import encode
            from bot.keys import in_partition, partition

            await program.store.line.call(
                "XADD", in_partition(partition(message.chat), "dead"), "*", "id", message.id, "chat",
                str(message.chat), "person", "web:local:ana", "body", encode(message), "reason", "a defect", "tries", 3,
            )  # fmt: skip

    def inbox(*arguments: str) -> Result:
        return CliRunner().invoke(app, ["inbox", "dead", *arguments], env={"FLYFUN_DATA_DIR": str(folder)})

    asyncio.run(bury())
    listed = inbox()
    assert "a defect" in listed.stdout and "tries 3" in listed.stdout and "CANARY-TEXT" not in listed.stdout
    ref = listed.stdout.split()[0]
    assert inbox("--replay", ref).stdout.strip() == "1 message is back in line."
    gone = inbox("--replay", ref)
    assert gone.exit_code == 1 and "Not there any more" in gone.stderr
    assert inbox("--all").stdout.strip() == "0 messages are back in line."
