"""Asks any server that speaks OpenAI's protocol: structured choices, streamed prose, one retry, a deadline."""

from __future__ import annotations

import asyncio
import importlib
import json
import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, cast

from agent.behaviour import DEFAULT_MODEL, Behaviour, ComponentModel
from agent.config import AgentSettings
from agent.errors import ModelError
from agent.llm.model import Budget, Circuit, Component, Message, Meter, T, UnfitReply, Unlimited, fitted
from agent.llm.thoughts import Thoughts, without_thoughts

if TYPE_CHECKING:
    from openai import AsyncOpenAI

LONGEST_REPLY = 200_000
"""Characters; a server that sends more is broken."""
LONGEST_WAIT = 5.0
"""Seconds that a 429 may ask for before we answer without the model."""
RETRY_PAUSE = 0.2
LATE_USAGE = 0.5
"""Seconds that a finished stream may keep us waiting for its token counts."""
REASONING_TOKENS = 2000
"""What a model that reasons before it answers may use on top of `max_tokens`."""
_CHARACTERS_PER_TOKEN = 4
_WHOLE = (".", "!", "?", ".”", '."', ".)")
"""How a text ends that is whole, where a server does not say that it has ended."""
_MOST_TOKENS = 10_000_000
"""A count beyond this is no count."""

CAUSES = {
    "AuthenticationError": "401: the key is refused; set OPENAI_API_KEY",
    "OAuthError": "401: the key is refused; set OPENAI_API_KEY",
    "SubjectTokenProviderError": "401: there is no token for the key; set OPENAI_API_KEY",
    "PermissionDeniedError": "403: the key may not use this model",
    "NotFoundError": "404: there is no such model or path; check the model names and OPENAI_BASE_URL",
    "RateLimitError": "429: too many requests or no credit left",
    "BadRequestError": "400: the request is refused; check the model names and parameters",
    "ConflictError": "409: the server is busy with the same request",
    "UnprocessableEntityError": "422: the server does not understand the request",
    "InternalServerError": "the server fails",
    "APIStatusError": "the server refuses",
    "APITimeoutError": "no answer in time",
    "APIConnectionError": "no connection; check OPENAI_BASE_URL",
    "APIResponseValidationError": "the answer is not of OpenAI's protocol; check OPENAI_BASE_URL",
    "APIError": "the server says that it failed",
    "LengthFinishReasonError": "the reply was cut off; raise max_tokens",
    "ContentFilterFinishReasonError": "the server's filter withheld the reply",
    "InvalidWebhookSignatureError": "a signature is wrong",
    "WebSocketConnectionClosedError": "the connection broke off",
    "WebSocketQueueFullError": "the connection is overloaded",
    "_AmbiguousModuleClientUsageError": "the SDK is set up twice",
    "OpenAIError": "the SDK refuses; check OPENAI_API_KEY and OPENAI_BASE_URL",
    "RemoteProtocolError": "the connection broke off",
    "TransportError": "the connection broke off",
    "TimeoutError": "no answer in time",
    "JSONDecodeError": "the answer is not JSON; check OPENAI_BASE_URL",
}
"""Why a call failed, by the exception's name, in words an operator can act on; never a text of the server."""

CONTEXT_TOO_LONG = "400: the prompt is longer than the model's context; choose another model"


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
    ) -> None:
        self._settings = settings
        self._behaviour = behaviour
        self._budget = budget or Unlimited()
        self.circuit = circuit or Circuit()
        self._client: AsyncOpenAI | None = None
        self._format = 0  # how the server is asked for JSON: by schema, as an object, in words
        self._refused: dict[str, frozenset[str]] = {}  # by model: the parameters that it does not take

    def model_of(self, component: Component) -> str:
        """Configuration, then environment, then the documented default."""
        environment = {
            "planner": self._settings.planner_model,
            "formatter": self._settings.formatter_model,
            "rules": self._settings.formatter_model,
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
            return fitted(_json_in(without_thoughts(call.text)), shape)
        except UnfitReply:
            if "{" not in call.text:
                self._format = max(self._format, 1)  # it took the schema and did not heed it: say it in words
            raise

    async def _choose(
        self, component: Component, messages: Sequence[Message], shape: type[T], call: _Call
    ) -> None:
        """The reply's text into `call`; a server that refuses one way to ask for JSON is asked the next way."""
        import openai

        ways = _ways_to_ask(shape, messages)
        for way in range(self._format, len(ways)):
            prompt, wanted = ways[way]
            try:
                await self._complete(component, prompt, wanted, call)
            except openai.APIStatusError as error:
                if way == len(ways) - 1 or not _may_be_the_format(error):
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
            call.text = _text_of(choices[0].message.content)
            _check_end(choices[0].finish_reason)
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
            if not (call.ended or call.text.rstrip().endswith(_WHOLE)):
                raise ModelError("The language model broke off.", detail="no end of the stream")

    async def _stream(
        self, component: Component, messages: Sequence[Message], call: _Call, **more: Any
    ) -> AsyncGenerator[str]:
        if "stream_options" not in self._refusals(component):
            more = {"stream_options": {"include_usage": True}, **more}
        stream = await self._create(component, messages, call, stream=True, **more)
        thoughts = Thoughts()
        try:
            async for chunk in _until_done(stream):
                call.usage = getattr(chunk, "usage", None) or call.usage
                choice = chunk.choices[0] if chunk.choices else None
                if choice is None:
                    continue
                piece = _text_of(choice.delta.content) if choice.delta else ""
                if piece:
                    call.text += piece
                    if len(call.text) > LONGEST_REPLY:
                        raise ModelError("The language model does not stop.", detail="too long")
                    if told := thoughts.push(piece):
                        yield told
                call.ended = call.ended or bool(choice.finish_reason)
                _check_end(choice.finish_reason)
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
            if _is_the_server(error):
                self.circuit.failed()
            elif call.asked:
                self.circuit.succeeded()
            else:
                self.circuit.left()
            raise _as_model_error(error) from error
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
                    messages=_turns(messages, folded=_SYSTEM in self._refusals(component)),  # type: ignore[arg-type]
                    timeout=self._part(component).deadline_seconds,
                    **self._taken(component, more),
                )
            except openai.APIStatusError as error:
                call.free = True
                if self._learns(component, error):
                    continue
                tries -= 1
                wait = _pause(error)
                if not tries or wait is None:
                    raise
                await asyncio.sleep(wait)
            except openai.APIConnectionError as error:
                call.free = not isinstance(error, openai.APITimeoutError)
                tries -= 1
                if not tries:
                    raise
                await asyncio.sleep(RETRY_PAUSE)

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
        named = _refused_parameter(error)
        if named is None or named in known:
            return False
        self._refused[self.model_of(component)] = known | {named}
        return True

    async def _reserve(self, component: Component, messages: Sequence[Message]) -> float:
        """Set the most aside that the call can cost. Raises `ModelError` when the day's budget is used up."""
        price = self._behaviour.price(self.model_of(component))
        usd = (_tokens(messages) * price.input + self._most(component) * price.output) / 1e6
        if not await self._budget.reserve(usd):
            raise _NoBudget("Today's budget for the language model is used up.", detail="budget")
        return usd

    def _count(self, component: Component, messages: Sequence[Message], call: _Call, meter: Meter) -> float:
        """Add a call to the meter; one without usage is estimated by its length. US dollars."""
        prompt, completion = _count_in(call.usage, "prompt_tokens"), _count_in(call.usage, "completion_tokens")
        if call.free and not call.text:
            prompt = completion = 0
        else:
            prompt = prompt or _tokens(messages)
            completion = completion or math.ceil(len(call.text) / _CHARACTERS_PER_TOKEN)
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


class _NoBudget(ModelError):
    """Nothing was asked."""


def _ways_to_ask(shape: type[T], messages: Sequence[Message]) -> list[tuple[list[Message], dict[str, Any]]]:
    """For JSON of a schema; a server that knows no schemas gets the schema in words."""
    schema = shape.model_json_schema()
    words = Message(
        "system",
        f"Answer with one JSON object of this schema, nothing else:\n{json.dumps(schema, separators=(',', ':'))}",
    )
    by_schema = {"type": "json_schema", "json_schema": {"name": shape.__name__, "schema": schema}}
    return [
        ([*messages], {"response_format": by_schema}),
        ([words, *messages], {"response_format": {"type": "json_object"}}),
        ([words, *messages], {}),
    ]


def _json_in(text: str) -> str:
    """The object in a reply that may have words or a fence around it."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def _turns(messages: Sequence[Message], *, folded: bool) -> list[dict[str, str]]:
    """The messages as they are sent: never two of a role in a row, as many chat templates refuse them.

    `folded`: what the system says opens the first question, for templates that know no system.
    """
    turns: list[dict[str, str]] = []
    for message in messages:
        role = "user" if folded and message.role == "system" else message.role
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += f"\n\n{message.content}"
        else:
            turns.append({"role": role, "content": message.content})
    return turns


def _check_end(finish_reason: str | None) -> None:
    if finish_reason == "length":
        raise UnfitReply(
            "The language model's reply was cut off.", detail="finish_reason=length; raise max_tokens"
        )
    if finish_reason == "content_filter":
        raise UnfitReply(
            "The language model's reply was withheld.", detail=CAUSES["ContentFilterFinishReasonError"]
        )


def _tokens(messages: Sequence[Message]) -> int:
    return math.ceil(sum(len(m.content) for m in messages) / _CHARACTERS_PER_TOKEN)


def _count_in(usage: Any, name: str) -> int:
    """A count that a server gave; 0 for one that is none."""
    value: Any = getattr(usage, name, None)
    return value if isinstance(value, int) and 0 <= value <= _MOST_TOKENS else 0


def _text_of(content: Any) -> str:
    """The text of a message; some servers send a list of parts, of which only texts are said."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [cast("dict[str, Any]", part) for part in cast("list[Any]", content) if isinstance(part, dict)]
    return "".join(str(part.get("text") or "") for part in parts if part.get("type") == "text")


async def _until_done(stream: Any) -> AsyncGenerator[Any]:
    """The chunks of a stream; once it has said that it is finished, only its token counts are waited for."""
    chunks = aiter(stream)
    finished = False
    while True:
        try:
            async with asyncio.timeout(LATE_USAGE if finished else None):
                chunk = await anext(chunks)
        except StopAsyncIteration:
            break
        except Exception:
            if finished:
                return  # the text is whole; how the connection ends does not matter
            raise
        yield chunk
        finished = finished or any(choice.finish_reason for choice in chunk.choices or ())
        if finished and getattr(chunk, "usage", None):
            return


def _pause(error: Any) -> float | None:
    """Seconds after which a refused request may be sent once more; None for never."""
    if error.status_code >= 500:
        return RETRY_PAUSE
    if error.status_code != 429 or error.code == "insufficient_quota":
        return None
    wait = _retry_after(error.response.headers)
    return wait if wait <= LONGEST_WAIT else None


def _retry_after(headers: Any) -> float:
    """Seconds, of either form of the header; one where the server does not say."""
    said = str(headers.get("retry-after", ""))
    try:
        seconds = float(said)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return 1.0
    return math.inf if math.isnan(seconds) else max(0.0, seconds)


def _told(error: Any) -> str:
    """What a refusal says, in OpenAI's form or in FastAPI's; never the part of it that repeats our request."""
    body = cast("dict[str, Any]", error.body) if isinstance(getattr(error, "body", None), dict) else {}
    said = [error.code, error.message, body.get("error"), body.get("message"), body.get("detail")]
    detail: Any = body.get("detail")
    if isinstance(detail, list):
        for item in cast("list[Any]", detail):
            found = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
            said += [str(found.get("loc")), found.get("msg")]
    return " ".join(text[:1000] for text in said if isinstance(text, str)).casefold()


def _is_too_long(error: Any) -> bool:
    said = _told(error)
    if getattr(error, "status_code", None) == 413:
        return True
    return "context" in said and any(word in said for word in ("length", "exceed", "window", "size", "too long"))


_SYSTEM = "system role"
_OPTIONAL = ("stream_options", "max_tokens", "temperature", "max_completion_tokens")
_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "schema", "grammar")


def _refused_parameter(error: Any) -> str | None:
    """The parameter that a 400 or 422 is about, of those that a request can do without."""
    said = _told(error)
    if _SYSTEM in said:
        return _SYSTEM
    if error.status_code not in {400, 422} or _is_too_long(error):
        return None
    if error.param in _OPTIONAL:
        return str(error.param)
    return next((name for name in _OPTIONAL if name in said), None)


def _may_be_the_format(error: Any) -> bool:
    """Whether asking for JSON in another way may help."""
    if _is_too_long(error):
        return False
    return error.status_code in {400, 422} or any(word in _told(error) for word in _FORMAT_WORDS)


def _is_the_server(error: Exception) -> bool:
    """Whether it says that the server does not work; a refused prompt or an odd reply does not."""
    if isinstance(error, (UnfitReply, _NoBudget)):
        return False
    return getattr(error, "status_code", None) not in {400, 413, 422}


def _as_model_error(error: Exception) -> ModelError:
    """Whatever the SDK, the network or the reply does: one error, its cause kept for the operator."""
    if isinstance(error, ModelError):
        return error
    return ModelError("The language model is not answering.", detail=cause(error))


def cause(error: Exception) -> str:
    """Why a call failed, in words an operator can act on, without any key or text."""
    name = next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in CAUSES), None)
    status = getattr(error, "status_code", None)
    if status in {400, 413, 422} and _is_too_long(error):
        return CONTEXT_TOO_LONG
    if name is None:
        return f"the answer cannot be read ({type(error).__name__}); check OPENAI_BASE_URL"
    return f"{status}: {CAUSES[name]}" if name in {"InternalServerError", "APIStatusError"} else CAUSES[name]
