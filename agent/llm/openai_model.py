"""Asks any server that speaks OpenAI's protocol: structured choices, streamed prose, one retry, a deadline."""

from __future__ import annotations

import asyncio
import importlib
import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from agent.behaviour import DEFAULT_MODEL, Behaviour, ComponentModel
from agent.config import AgentSettings
from agent.errors import ModelError
from agent.llm import refusals
from agent.llm.dialect import (
    CHARACTERS_PER_TOKEN,
    WHOLE,
    check_end,
    count_in,
    json_in,
    text_of,
    tokens_in,
    turns,
    until_done,
    ways_to_ask,
)
from agent.llm.model import Budget, Circuit, Component, Message, Meter, T, UnfitReply, Unlimited, fitted
from agent.llm.refusals import NoBudget
from agent.llm.thoughts import Thoughts, without_thoughts
from agent.troubles import Heard, tell, trouble_of

if TYPE_CHECKING:
    from openai import AsyncOpenAI

LONGEST_REPLY = 200_000
"""Characters; a server that sends more is broken."""
REASONING_TOKENS = 2000
"""What a model that reasons before it answers may use on top of `max_tokens`."""


@dataclass(slots=True)
class _Call:
    """What one call has used so far."""

    text: str = ""
    usage: Any = None
    asked: bool = False
    free: bool = False  # refused before any work: it costs nothing
    ended: bool = False  # the server said that the reply is whole


class OpenAIModel:
    """Implements `Model`. The SDK is imported with the first question."""

    def __init__(
        self,
        settings: AgentSettings,
        behaviour: Behaviour,
        budget: Budget | None = None,
        circuit: Circuit | None = None,
        heard: Heard | None = None,
    ) -> None:
        self._settings = settings
        self._behaviour = behaviour
        self._budget = budget or Unlimited()
        self.circuit = circuit or Circuit()
        self._heard = heard
        self._client: AsyncOpenAI | None = None
        self._format = 0  # how the server is asked for JSON: by schema, as an object, in words
        self._refused: dict[str, frozenset[str]] = {}  # by model: the parameters that it does not take

    def model_of(self, component: Component) -> str:
        """Configuration, then environment, then the documented default."""
        environment = {
            "planner": self._settings.planner_model,
            "formatter": self._settings.formatter_model,
            "rules": self._settings.rules_model or self._settings.formatter_model,
            "router": self._settings.router_model,
        }
        return self._part(component).model or environment[component] or DEFAULT_MODEL

    # --- choosing -----------------------------------------------------------------------------------

    async def choose(
        self,
        component: Component,
        messages: Sequence[Message],
        shape: type[T],
        meter: Meter,
        *,
        within: float | None = None,
    ) -> T:
        """One checked value. Raises `ModelError`; `UnfitReply` when asking again may help."""
        part = self._part(component)
        seconds = min(part.deadline_seconds, within if within is not None else part.deadline_seconds)
        async with self._call(component, messages, meter) as call, asyncio.timeout(max(0.01, seconds)):
            await self._choose(component, messages, shape, call)
        try:
            return fitted(json_in(without_thoughts(call.text)), shape)
        except UnfitReply:
            if "{" not in call.text:
                self._format = max(self._format, 1)  # it took the schema and did not heed it: say it in words
            raise

    async def _choose(
        self, component: Component, messages: Sequence[Message], shape: type[T], call: _Call
    ) -> None:
        """The reply's text into `call`; a server that refuses one way to ask for JSON is asked the next way."""
        import openai

        ways = ways_to_ask(shape, messages)
        for way in range(self._format, len(ways)):
            prompt, wanted = ways[way]
            try:
                await self._complete(component, prompt, wanted, call)
            except openai.APIStatusError as error:
                if way == len(ways) - 1 or not refusals.may_be_the_format(error):
                    raise
                continue
            self._format = way
            return

    async def _complete(
        self, component: Component, messages: Sequence[Message], wanted: dict[str, Any], call: _Call
    ) -> None:
        if self._part(component).streaming:
            async with aclosing(self._stream(component, messages, call, **wanted)) as pieces:
                async for _ in pieces:
                    pass
        else:
            reply = await self._create(component, messages, call, **wanted)
            choices = getattr(reply, "choices", None)
            call.usage = getattr(reply, "usage", None)
            if not choices:
                raise ModelError(
                    "The language model answered nothing.", detail="no choices; check OPENAI_BASE_URL"
                )
            call.text = text_of(choices[0].message.content)
            check_end(choices[0].finish_reason)
        if not call.text or len(call.text) > LONGEST_REPLY:
            raise ModelError("The language model's reply cannot be used.", detail=f"{len(call.text)} characters")

    # --- writing ------------------------------------------------------------------------------------

    async def write(self, component: Component, messages: Sequence[Message], meter: Meter) -> AsyncGenerator[str]:
        """Prose piece by piece, within the component's deadline. Raises `ModelError`, also in mid-stream."""
        part = self._part(component)
        until = asyncio.get_running_loop().time() + part.deadline_seconds
        async with self._call(component, messages, meter) as call:
            if not part.streaming:
                async with asyncio.timeout_at(until):
                    await self._complete(component, messages, {}, call)
                told = without_thoughts(call.text)
                if not told:
                    raise UnfitReply("The language model answered nothing.", detail="only reasoning")
                yield told
                return
            async with aclosing(self._stream(component, messages, call)) as pieces:
                while True:
                    async with asyncio.timeout_at(until):  # not around the yield: a slow reader is not the server
                        piece = await anext(pieces, None)
                    if piece is None:
                        break
                    yield piece
            if not (call.ended or call.text.rstrip().endswith(WHOLE)):
                raise ModelError("The language model broke off.", detail="no end of the stream")

    async def _stream(
        self, component: Component, messages: Sequence[Message], call: _Call, **more: Any
    ) -> AsyncGenerator[str]:
        if "stream_options" not in self._refusals(component):
            more = {"stream_options": {"include_usage": True}, **more}
        stream = await self._create(component, messages, call, stream=True, **more)
        thoughts = Thoughts()
        try:
            async for chunk in until_done(stream):
                call.usage = getattr(chunk, "usage", None) or call.usage
                choice = chunk.choices[0] if chunk.choices else None
                if choice is None:
                    continue
                piece = text_of(choice.delta.content) if choice.delta else ""
                if piece:
                    call.text += piece
                    if len(call.text) > LONGEST_REPLY:
                        raise ModelError("The language model does not stop.", detail="too long")
                    if told := thoughts.push(piece):
                        yield told
                call.ended = call.ended or bool(choice.finish_reason)
                check_end(choice.finish_reason)
        finally:
            await stream.close()
        if rest := thoughts.close():
            yield rest
        if not thoughts.said:
            raise ModelError("The language model answered nothing.", detail="empty stream; check OPENAI_BASE_URL")

    # --- the server ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def _call(
        self, component: Component, messages: Sequence[Message], meter: Meter
    ) -> AsyncGenerator[_Call]:
        """Budget, circuit, counting and errors of one call."""
        self.circuit.enter()
        call = _Call()
        reserved = 0.0
        try:
            reserved = await self._reserve(component, messages)
            yield call
        except (GeneratorExit, asyncio.CancelledError):
            if call.text:
                self.circuit.succeeded()
            else:
                self.circuit.left()
            raise
        except Exception as error:
            if refusals.is_the_server(error):
                self.circuit.failed()
            elif call.asked:
                self.circuit.succeeded()
            else:
                self.circuit.left()
            if call.asked and not isinstance(error, UnfitReply):
                told = "the answer in its templates' words, without a model"
                tell(trouble_of("The language model", error, told), self._heard)
            raise refusals.as_model_error(error) from error
        else:
            self.circuit.succeeded()
        finally:
            spent = self._count(component, messages, call, meter) if call.asked else 0.0
            if reserved:
                await self._budget.settle(reserved, spent)

    async def _create(self, component: Component, messages: Sequence[Message], call: _Call, **more: Any) -> Any:
        """One request, repeated once for what may pass: lost connections, 5xx, a short 429."""
        sdk = await self._sdk()
        import openai

        tries = 2
        while True:
            call.asked, call.free = True, False
            try:
                return await sdk.chat.completions.create(
                    model=self.model_of(component),
                    messages=turns(messages, folded=refusals.SYSTEM in self._refusals(component)),  # type: ignore[arg-type]
                    timeout=self._part(component).deadline_seconds,
                    **self._taken(component, more),
                )
            except openai.APIStatusError as error:
                call.free = True
                if self._learns(component, error):
                    continue
                tries -= 1
                wait = refusals.pause_after(error)
                if not tries or wait is None:
                    raise
                await asyncio.sleep(wait)
            except openai.APIConnectionError as error:
                call.free = not isinstance(error, openai.APITimeoutError)
                tries -= 1
                if not tries:
                    raise
                await asyncio.sleep(refusals.RETRY_PAUSE)

    def _taken(self, component: Component, more: dict[str, Any]) -> dict[str, Any]:
        """The parameters of a request, as far as the model takes them."""
        part, refused = self._part(component), self._refusals(component)
        limit = "max_completion_tokens" if "max_tokens" in refused else "max_tokens"
        wanted = {"temperature": part.temperature, limit: self._most(component), **more}
        return {name: value for name, value in wanted.items() if name not in refused}

    def _most(self, component: Component) -> int:
        """Tokens of a reply; a model that counts its reasoning among them gets more."""
        reasons = "max_tokens" in self._refusals(component)
        return self._part(component).max_tokens + (REASONING_TOKENS if reasons else 0)

    def _refusals(self, component: Component) -> frozenset[str]:
        return self._refused.get(self.model_of(component), frozenset())

    def _learns(self, component: Component, error: Any) -> bool:
        """Whether the server refused a parameter that we can do without; it is not sent to this model again."""
        known = self._refusals(component)
        named = refusals.refused_parameter(error)
        if named is None or named in known:
            return False
        self._refused[self.model_of(component)] = known | {named}
        return True

    async def _reserve(self, component: Component, messages: Sequence[Message]) -> float:
        """Set the most aside that the call can cost. Raises `ModelError` when the day's budget is used up."""
        price = self._behaviour.price(self.model_of(component))
        usd = (tokens_in(messages) * price.input + self._most(component) * price.output) / 1e6
        if not await self._budget.reserve(usd):
            raise NoBudget("Today's budget for the language model is used up.", detail="budget")
        return usd

    def _count(self, component: Component, messages: Sequence[Message], call: _Call, meter: Meter) -> float:
        """Add a call to the meter; one without usage is estimated by its length. US dollars."""
        prompt, completion = count_in(call.usage, "prompt_tokens"), count_in(call.usage, "completion_tokens")
        if call.free and not call.text:
            prompt = completion = 0
        else:
            prompt = prompt or tokens_in(messages)
            completion = completion or math.ceil(len(call.text) / CHARACTERS_PER_TOKEN)
        price = self._behaviour.price(self.model_of(component))
        usd = (prompt * price.input + completion * price.output) / 1e6
        meter.calls += 1
        meter.prompt_tokens += prompt
        meter.completion_tokens += completion
        meter.usd += usd
        return usd

    async def _sdk(self) -> AsyncOpenAI:
        if self._client is None:
            # It takes up to a second to import: other chats are answered meanwhile.
            openai = await asyncio.to_thread(importlib.import_module, "openai")
            self._client = self._client or openai.AsyncOpenAI(
                api_key=self._settings.openai_api_key or "none",
                base_url=self._settings.openai_base_url or None,
                max_retries=0,
            )
        return cast("AsyncOpenAI", self._client)

    def _part(self, component: Component) -> ComponentModel:
        part: ComponentModel = getattr(self._behaviour.llms, component)
        return part

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()
