"""What every model of the agent must do, whoever it is: run by the tests of the scripted and of the real one.

`make` gives a model that answers with these texts in order, and with a failure at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from agent.errors import ModelError
from agent.llm.model import Message, Meter, Model, UnfitReply

Make = Callable[..., Any]
"""`async with make(*replies) as model`"""

PROMPT = [Message("system", "Answer in JSON."), Message("user", '{"question": "which way?"}')]


class Way(BaseModel):
    """A small shape."""

    path: Literal["left", "right"]
    why: str = Field(default="", max_length=40)


async def _written(model: Model, meter: Meter) -> str:
    return "".join([piece async for piece in model.write("formatter", PROMPT, meter)])


class ModelContract:
    """Subclass with a fixture `make`."""

    async def test_a_choice_is_a_checked_value(self, make: Make) -> None:
        async with make('{"path": "left", "why": "shorter"}') as model:
            assert await model.choose("router", PROMPT, Way, Meter()) == Way(path="left", why="shorter")

    @pytest.mark.parametrize(
        "reply", ['{"path": "up"}', "left", "[]", '{"path": "left", "why": "' + "x" * 99 + '"}']
    )
    async def test_a_reply_of_another_shape_is_unfit(self, make: Make, reply: str) -> None:
        async with make(reply) as model:
            with pytest.raises(UnfitReply):
                await model.choose("planner", PROMPT, Way, Meter())

    async def test_prose_comes_in_pieces_that_make_the_text(self, make: Make) -> None:
        async with make("The runway at LFAT is 1,850 m long.") as model:
            pieces = [piece async for piece in model.write("rules", PROMPT, Meter())]
            assert "".join(pieces) == "The runway at LFAT is 1,850 m long."
            assert len(pieces) > 1

    async def test_every_call_is_counted(self, make: Make) -> None:
        async with make('{"path": "left"}', "Some prose.") as model:
            meter = Meter()
            await model.choose("router", PROMPT, Way, meter)
            await _written(model, meter)
            assert meter.calls == 2
            assert meter.prompt_tokens > 0 < meter.completion_tokens

    async def test_a_failure_is_a_model_error_in_words_for_the_pilot(self, make: Make) -> None:
        async with make() as model:
            with pytest.raises(ModelError, match=r".") as choosing:
                await model.choose("planner", PROMPT, Way, Meter())
            with pytest.raises(ModelError):
                await _written(model, Meter())
            assert choosing.value.user_message.startswith("The language model")
            assert not isinstance(choosing.value, UnfitReply)

    async def test_an_empty_reply_is_a_failure(self, make: Make) -> None:
        async with make("") as model:
            with pytest.raises(ModelError):
                await _written(model, Meter())

    async def test_a_reader_may_leave_in_the_middle(self, make: Make) -> None:
        async with make("One two three four five six seven eight.", "Again.") as model:
            meter = Meter()
            pieces = model.write("formatter", PROMPT, meter)
            assert await anext(pieces)
            await pieces.aclose()
            assert meter.calls == 1
            assert await _written(model, meter) == "Again."
