"""Why a call to a model failed: what the operator is told, whether to try again, and what to leave out then."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast

from agent.errors import ModelError
from agent.llm.model import UnfitReply

LONGEST_WAIT = 5.0
"""Seconds that a 429 may ask for before we answer without the model."""
RETRY_PAUSE = 0.2

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


class NoBudget(ModelError):
    """Nothing was asked."""


def pause_after(error: Any) -> float | None:
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


def is_too_long(error: Any) -> bool:
    """Whether the prompt is longer than the model's context."""
    said = _told(error)
    if getattr(error, "status_code", None) == 413:
        return True
    return "context" in said and any(word in said for word in ("length", "exceed", "window", "size", "too long"))


SYSTEM = "system role"
_OPTIONAL = ("stream_options", "max_tokens", "temperature", "max_completion_tokens")
_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "schema", "grammar")


def refused_parameter(error: Any) -> str | None:
    """The parameter that a 400 or 422 is about, of those that a request can do without."""
    said = _told(error)
    if SYSTEM in said:
        return SYSTEM
    if error.status_code not in {400, 422} or is_too_long(error):
        return None
    if error.param in _OPTIONAL:
        return str(error.param)
    return next((name for name in _OPTIONAL if name in said), None)


def may_be_the_format(error: Any) -> bool:
    """Whether asking for JSON in another way may help."""
    if is_too_long(error):
        return False
    return error.status_code in {400, 422} or any(word in _told(error) for word in _FORMAT_WORDS)


def is_the_server(error: Exception) -> bool:
    """Whether it says that the server does not work; a refused prompt or an odd reply does not."""
    if isinstance(error, (UnfitReply, NoBudget)):
        return False
    return getattr(error, "status_code", None) not in {400, 413, 422}


def as_model_error(error: Exception) -> ModelError:
    """Whatever the SDK, the network or the reply does: one error, its cause kept for the operator."""
    if isinstance(error, ModelError):
        return error
    return ModelError("The language model is not answering.", detail=cause(error))


def cause(error: Exception) -> str:
    """Why a call failed, in words an operator can act on, without any key or text."""
    name = next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in CAUSES), None)
    status = getattr(error, "status_code", None)
    if status in {400, 413, 422} and is_too_long(error):
        return CONTEXT_TOO_LONG
    if name is None:
        return f"the answer cannot be read ({type(error).__name__}); check OPENAI_BASE_URL"
    return f"{status}: {CAUSES[name]}" if name in {"InternalServerError", "APIStatusError"} else CAUSES[name]
