"""The model behind OpenAI's protocol: whatever the server does is an answer or one `ModelError`."""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest
from contracts.models import PROMPT, Make, ModelContract, Way
from openai import _exceptions
from servers.openai import FAULTS, KEY, OpenAIServer, openai_server
from servers.ports import dead_url

from agent.behaviour import Behaviour
from agent.config import AgentSettings
from agent.errors import ModelError
from agent.llm import refusals
from agent.llm.model import Circuit, Meter, UnfitReply
from agent.llm.openai_model import OpenAIModel
from agent.llm.probe import probe
from agent.llm.refusals import CAUSES, cause
from agent.llm.scripted import ScriptedModel
from agent.troubles import Trouble

LEFT = '{"path": "left"}'


@asynccontextmanager
async def _model(server: OpenAIServer | str, *, behaviour: Any = None, **more: Any) -> AsyncIterator[OpenAIModel]:
    url = server if isinstance(server, str) else server.url
    settings = AgentSettings(openai_api_key=KEY, openai_base_url=url, planner_model="small")
    model = OpenAIModel(settings, behaviour or _behaviour(), **more)
    try:
        yield model
    finally:
        await model.aclose()


def _behaviour(deadline: float = 5.0, **parts: Any) -> Behaviour:
    each = {"deadline_seconds": deadline}
    llms = {name: {**each, **parts.get(name, {})} for name in ("planner", "router", "formatter", "rules")}
    for name in ("planner", "router"):
        llms[name].setdefault("streaming", False)
    return Behaviour.model_validate({"llms": llms})


class TestScriptedModel(ModelContract):
    @pytest.fixture
    def make(self) -> Make:
        @asynccontextmanager
        async def made(*replies: str) -> AsyncIterator[ScriptedModel]:
            shared = list[str | Exception](replies)
            yield ScriptedModel({"router": shared, "planner": shared, "formatter": shared, "rules": shared})

        return made


class TestOpenAIModel(ModelContract):
    @pytest.fixture
    def make(self) -> Make:
        @asynccontextmanager
        async def made(*replies: str) -> AsyncIterator[OpenAIModel]:
            async with openai_server() as server, _model(server) as model:
                server.replies.extend(replies)
                if not replies:
                    server.always = "401"
                yield model

        return made


async def _write(model: OpenAIModel) -> str:
    return "".join([piece async for piece in model.write("formatter", PROMPT, Meter())])


# --- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [f for f in FAULTS if f != "hang"])
async def test_any_fault_is_one_model_error_or_is_overcome(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "RETRY_PAUSE", 0.01)
    async with openai_server(reply=LEFT, always=fault) as server, _model(server) as model:
        began = time.monotonic()
        for ask in (lambda: model.choose("planner", PROMPT, Way, Meter()), lambda: _write(model)):
            try:
                await ask()
            except ModelError as error:
                assert error.user_message.startswith("The language model")
                assert KEY not in str(error)
                assert "It works" not in str(error)
            else:
                assert fault in {"cut", "no end", "broken chunk", "error event"}  # these break streams only
        assert time.monotonic() - began < 20


@pytest.mark.parametrize("fault", ["cut", "no end", "length", "long", "empty", "broken chunk", "error event"])
async def test_a_stream_that_breaks_raises_after_what_came(fault: str) -> None:
    async with (
        openai_server(reply="One two three four five six", always=fault) as server,
        _model(server) as model,
    ):
        shown: list[str] = []
        with pytest.raises(ModelError):
            async for piece in model.write("formatter", PROMPT, Meter()):
                shown.append(piece)
        assert bool(shown) is (fault != "empty")


@pytest.mark.parametrize("fault", ["429 soon", "500", "503", "reset"])
async def test_what_may_pass_is_tried_once_more(fault: str) -> None:
    async with openai_server(reply=LEFT) as server, _model(server) as model:
        server.faults.append(fault)
        assert (await model.choose("planner", PROMPT, Way, Meter())).path == "left"
        server.faults.extend([fault] * 2)
        with pytest.raises(ModelError):
            await model.choose("planner", PROMPT, Way, Meter())


@pytest.mark.parametrize("fault", ["429 late", "quota", "401", "403", "404", "context"])
async def test_what_will_not_pass_is_not_tried_again(fault: str) -> None:
    async with openai_server(reply=LEFT) as server, _model(server) as model:
        server.faults.append(fault)
        began = time.monotonic()
        with pytest.raises(ModelError):
            await model.choose("planner", PROMPT, Way, Meter())
        assert time.monotonic() - began < 12
        assert not server.bodies
        assert (await model.choose("planner", PROMPT, Way, Meter())).path == "left"


@pytest.mark.parametrize(
    ("fault", "status"), [("500", 500), ("429 late", 429), ("truncated", None), ("hang", None)]
)
async def test_a_failure_is_told_to_the_operator_once(
    fault: str, status: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    troubles: list[Trouble] = []
    async with (
        openai_server(always=fault) as server,
        _model(server, behaviour=_behaviour(0.5), heard=troubles.append) as model,
    ):
        with caplog.at_level(logging.WARNING, logger="flyfun.outside"), pytest.raises(ModelError):
            await model.choose("planner", PROMPT, Way, Meter())
    assert [(one.service, one.status) for one in troubles] == [("The language model", status)]
    assert [record.name for record in caplog.records if "outside service failed" in record.message] == [
        "flyfun.outside"
    ]


async def test_a_hanging_server_costs_the_deadline() -> None:
    async with openai_server(always="hang") as server, _model(server, behaviour=_behaviour(0.3)) as model:
        for ask in (lambda: model.choose("planner", PROMPT, Way, Meter()), lambda: _write(model)):
            began = time.monotonic()
            with pytest.raises(ModelError):
                await ask()
            assert time.monotonic() - began < 10


async def test_a_stream_that_dawdles_costs_the_deadline() -> None:
    behaviour = _behaviour(0.4)
    async with openai_server(reply="word " * 40, gap=0.1) as server, _model(server, behaviour=behaviour) as model:
        began = time.monotonic()
        with pytest.raises(ModelError, match="in time"):
            await _write(model)
        assert time.monotonic() - began < 10


async def test_nobody_there_is_a_model_error() -> None:
    async with _model(dead_url()) as model:
        with pytest.raises(ModelError, match="no connection"):
            await _write(model)


# --- servers that know less ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schemas", "objects", "way"),
    [(True, True, "json_schema"), (False, True, "json_object"), (False, False, None)],
)
async def test_a_server_without_schemas_is_asked_in_words(schemas: bool, objects: bool, way: str | None) -> None:
    async with (
        openai_server(reply=f"Here: {LEFT}", schemas=schemas, objects=objects) as server,
        _model(server) as model,
    ):
        assert (await model.choose("planner", PROMPT, Way, Meter())).path == "left"
        asked = len(server.bodies)
        assert (await model.choose("planner", PROMPT, Way, Meter())).path == "left"
        assert len(server.bodies) == asked + 1
        assert (server.bodies[-1].get("response_format") or {}).get("type") == way


async def test_a_prompt_that_is_too_long_does_not_change_how_the_server_is_asked() -> None:
    async with openai_server(reply=LEFT) as server, _model(server) as model:
        server.faults.append("context")
        with pytest.raises(ModelError, match="longer than the model's context"):
            await model.choose("planner", PROMPT, Way, Meter())
        await model.choose("planner", PROMPT, Way, Meter())
        assert server.bodies[-1]["response_format"]["type"] == "json_schema"


async def test_a_server_that_counts_no_streams_is_estimated() -> None:
    async with openai_server(reply="One two three four.", stream_options=False) as server, _model(server) as model:
        meter = Meter()
        assert [piece async for piece in model.write("rules", PROMPT, meter)]
        assert meter.completion_tokens == 5  # 19 characters, four to a token
        assert meter.usd == pytest.approx((meter.prompt_tokens * 5 + meter.completion_tokens * 15) / 1e6)


# --- the circuit -----------------------------------------------------------------------------------


async def test_the_circuit_opens_after_five_failures_and_a_probe_closes_it() -> None:
    now = [0.0]
    circuit = Circuit(pause_seconds=30, clock=lambda: now[0])
    async with openai_server(reply=LEFT, always="401") as server, _model(server, circuit=circuit) as model:
        for _ in range(5):
            assert not circuit.is_open
            with pytest.raises(ModelError):
                await model.choose("planner", PROMPT, Way, Meter())
        assert circuit.is_open
        server.always = ""
        with pytest.raises(ModelError, match="circuit open"):
            await model.choose("planner", PROMPT, Way, Meter())
        assert not server.bodies
        now[0] = 31
        assert (await model.choose("planner", PROMPT, Way, Meter())).path == "left"
        assert not circuit.is_open


async def test_a_failed_probe_opens_the_circuit_again() -> None:
    now = [0.0]
    circuit = Circuit(pause_seconds=30, clock=lambda: now[0])
    async with openai_server(always="401") as server, _model(server, circuit=circuit) as model:
        for at in (0, 0, 0, 0, 0, 31, 32):
            now[0] = at
            with pytest.raises(ModelError):
                await model.choose("planner", PROMPT, Way, Meter())
        assert circuit.is_open


async def test_a_probe_that_is_cancelled_lets_another_one_probe() -> None:
    now = [0.0]
    circuit = Circuit(failures_allowed=1, clock=lambda: now[0])
    async with openai_server(reply=LEFT, always="401") as server, _model(server, circuit=circuit) as model:
        with pytest.raises(ModelError):
            await _write(model)
        now[0], server.always = 31, "hang"
        probing = asyncio.create_task(_write(model))
        await asyncio.sleep(0.1)
        probing.cancel()
        await asyncio.gather(probing, return_exceptions=True)
        server.always = ""
        assert await _write(model) == LEFT
        assert not circuit.is_open


@pytest.mark.parametrize("fault", ["context", "400", "length"])
async def test_a_refused_prompt_or_a_long_reply_does_not_open_the_circuit(fault: str) -> None:
    async with openai_server(reply=LEFT, always=fault) as server, _model(server) as model:
        for _ in range(6):
            with pytest.raises(ModelError):
                await model.choose("planner", PROMPT, Way, Meter())
        assert not model.circuit.is_open


# --- the budget ------------------------------------------------------------------------------------


class _Purse:
    def __init__(self, usd: float) -> None:
        self.left = usd

    async def reserve(self, usd: float) -> bool:
        if usd > self.left:
            return False
        self.left -= usd
        return True

    async def settle(self, reserved: float, spent: float) -> None:
        self.left += reserved - spent


async def test_what_was_set_aside_and_not_spent_is_put_back() -> None:
    purse = _Purse(1.0)
    async with openai_server(reply=LEFT) as server, _model(server, budget=purse) as model:
        meter = Meter()
        await model.choose("planner", PROMPT, Way, meter)
        assert purse.left == pytest.approx(1.0 - meter.usd)
        assert meter.usd == pytest.approx((11 * 5 + 7 * 15) / 1e6)  # the server's usage at the default price


async def test_without_budget_nobody_is_asked_and_the_circuit_stays_closed() -> None:
    async with openai_server(reply=LEFT) as server, _model(server, budget=_Purse(0.0)) as model:
        for _ in range(6):
            with pytest.raises(ModelError, match="budget"):
                await model.choose("planner", PROMPT, Way, Meter())
        assert not server.bodies
        assert not model.circuit.is_open


# --- what the operator is told ---------------------------------------------------------------------


def test_every_exception_of_the_sdk_has_a_cause() -> None:
    values = [getattr(openai, name) for name in dir(openai) if name.endswith(("Error", "Exception"))]
    theirs = {value.__name__ for value in values if inspect.isclass(value) and issubclass(value, Exception)}
    theirs |= {
        name
        for name, value in vars(_exceptions).items()
        if inspect.isclass(value) and issubclass(value, openai.OpenAIError)
    }
    assert len(theirs) >= 15
    assert theirs <= set(CAUSES)


def test_an_unknown_exception_names_its_kind_and_nothing_it_says() -> None:
    assert cause(ValueError("sk-secret")) == "the answer cannot be read (ValueError); check OPENAI_BASE_URL"


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("", ""),
        ("401", "OPENAI_API_KEY"),
        ("403", "403"),
        ("404", "check the model names"),
        ("429 late", "429"),
        ("500", "500"),
        ("reset", "OPENAI_BASE_URL"),
        ("html", "OPENAI_BASE_URL"),
        ("no choices", "OPENAI_BASE_URL"),
        ("context", "longer than the model's context"),
        ("nan", "check OPENAI_BASE_URL"),
    ],
)
async def test_the_doctor_is_told_the_cause(fault: str, says: str) -> None:
    async with openai_server(always=fault) as server:
        told = await probe(AgentSettings(openai_api_key=KEY, openai_base_url=server.url))
    assert says in told
    assert bool(told) is bool(fault)
    assert KEY not in told


async def test_the_doctor_names_the_model_that_does_not_exist() -> None:
    async with openai_server() as server:
        told = await probe(AgentSettings(openai_api_key=KEY, openai_base_url=server.url, planner_model="gone"))
    assert told.startswith("gone: ")


async def test_an_unfit_reply_tells_where_and_not_what() -> None:
    async with openai_server(reply='{"path": "secret words"}') as server, _model(server) as model:
        with pytest.raises(UnfitReply) as caught:
            await model.choose("planner", PROMPT, Way, Meter())
    assert "path" in str(caught.value)
    assert "secret" not in str(caught.value)
