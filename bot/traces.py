"""Traces of answers by OpenTelemetry, where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector; else none is loaded.

    traces = open_traces(endpoint)           # None without an endpoint
    handler = traced(traces, handler)        # one span for each answer, one below it for each stage and tool
    traces.close()                           # what waits is handed on

A span names channel, tool and times. It never carries a chat, a person or a text.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, cast

from adapters.protocol import IncomingMessage, Reply
from bot.metrics import Handler
from bot.version import version

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

CLOSING_MS = 3_000


class Traces:
    """Hands spans to a collector, in the background and in batches."""

    def __init__(self, endpoint: str) -> None:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        resource = Resource({"service.name": "flyfun", "service.version": version()})
        self._provider: TracerProvider = TracerProvider(resource=resource, shutdown_on_exit=False)
        exporter = OTLPSpanExporter(endpoint=endpoint, insecure=not endpoint.startswith("https://"))
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self.tracer: Tracer = self._provider.get_tracer("flyfun")

    def close(self) -> None:
        """Hand on what waits; a collector that is away costs three seconds at most."""
        self._provider.force_flush(CLOSING_MS)
        self._provider.shutdown()


def open_traces(endpoint: str) -> Traces | None:
    """Traces to this collector; None without one."""
    return Traces(endpoint) if endpoint else None


def traced(traces: Traces | None, handler: Handler) -> Handler:
    """The handler with a span for each answer."""
    if traces is None:
        return handler
    tracer = traces.tracer

    async def replies(message: IncomingMessage) -> AsyncIterator[Reply]:
        begun = time.time_ns()
        waited = max(0.0, begun / 1e9 - message.sent_at.timestamp())
        facts = {"flyfun.channel": message.chat.channel, "flyfun.waited_ms": round(waited * 1000)}
        span = tracer.start_span("answer", start_time=begun, attributes=facts)
        try:
            async for reply in handler(message):
                if reply.final:
                    _tell(tracer, span, begun, reply)
                yield reply
        except Exception as error:
            span.set_attribute("error.type", type(error).__name__)
            raise
        finally:
            span.end()

    return replies


def _tell(tracer: Tracer, span: Span, begun: int, reply: Reply) -> None:
    """The stages one after another, each with the tools that ran in it, from the steps that the reply carries."""
    from opentelemetry.trace import set_span_in_context

    within = set_span_in_context(span)
    at = begun
    for name, ms, facts in _stages(reply):
        child = tracer.start_span(name, context=within, start_time=at, attributes=facts)
        at += int(ms * 1e6)
        child.end(at)
    span.add_event("final reply")


def _stages(reply: Reply) -> Iterator[tuple[str, float, dict[str, Any]]]:
    for frame in reply.frames:
        match frame.name, frame.data:
            case "tool_call_end", {"name": str(name), "ms": float(ms) | int(ms), "ok": bool(ok)}:
                yield f"tool {name}", ms, {"flyfun.tool": name, "flyfun.ok": ok}
            case "done", data:
                for stage, ms in cast("dict[str, float]", data.get("timings_ms", {})).items():
                    if stage != "tools":
                        yield f"stage {stage}", ms, {}
            case _:
                pass
