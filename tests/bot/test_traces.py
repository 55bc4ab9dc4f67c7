"""Traces reach a collector of OpenTelemetry's own protocol, and carry nobody's words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent import futures
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from adapters.protocol import ChatRef, Frame, IncomingMessage, Person, Reply, Text
from bot.traces import open_traces, traced

EXPORT = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"
SAID = "the pilot's own words"


@dataclass
class Collector:
    """A server of the protocol that keeps what it is sent."""

    address: str = ""
    requests: list[ExportTraceServiceRequest] = field(default_factory=list)

    def spans(self) -> list[Any]:
        return [
            s
            for r in self.requests
            for group in r.resource_spans
            for scope in group.scope_spans
            for s in scope.spans
        ]


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()

    def export(request: ExportTraceServiceRequest, _: Any) -> ExportTraceServiceResponse:
        made.requests.append(request)
        return ExportTraceServiceResponse()

    class Service(grpc.GenericRpcHandler):
        def service(self, details: Any) -> Any:
            if details.method != EXPORT:
                return None
            return grpc.unary_unary_rpc_method_handler(
                export,
                request_deserializer=ExportTraceServiceRequest.FromString,
                response_serializer=ExportTraceServiceResponse.SerializeToString,
            )

    server = grpc.server(futures.ThreadPoolExecutor(1))
    server.add_generic_rpc_handlers((Service(),))
    made.address = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    yield made
    server.stop(0)


async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
    yield Reply((Text("…"),), final=False)
    frames = (
        Frame("tool_call_start", {"name": "calculate_flight_distance", "arguments": {"from_location": SAID}}),
        Frame("tool_call_end", {"name": "calculate_flight_distance", "ok": True, "ms": 4.5}),
        Frame("done", {"timings_ms": {"plan": 2.0, "tools": 4.5, "words": 1.0}}),
    )
    yield Reply((Text(SAID),), frames=frames)


async def test_an_answer_is_a_span_with_its_stages_and_tools_and_nobodys_words(collector: Collector) -> None:
    traces = open_traces(collector.address)
    assert traces is not None
    at = datetime.now(UTC)
    message = IncomingMessage("m1", ChatRef("web", "local", "secret-chat"), Person("ana"), SAID, "dm", at)
    async for _ in traced(traces, answer)(message):
        pass
    await asyncio.to_thread(traces.close)
    spans = {span.name: span for span in collector.spans()}
    assert set(spans) == {"answer", "tool calculate_flight_distance", "stage plan", "stage words"}
    root = spans["answer"]
    assert all(span.parent_span_id == root.span_id for name, span in spans.items() if name != "answer")
    tool = spans["tool calculate_flight_distance"]
    assert round((tool.end_time_unix_nano - tool.start_time_unix_nano) / 1e6, 1) == 4.5
    sent = b"".join(request.SerializeToString() for request in collector.requests)
    assert b"flyfun" in sent
    for private in (SAID, "secret-chat", "ana"):
        assert private.encode() not in sent


def test_without_a_collector_nothing_is_loaded() -> None:
    assert open_traces("") is None
    assert traced(None, answer) is answer
