"""The payload a user interface draws from: a few stable keys, and the whole result beside them."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from pydantic import JsonValue

from agent.protocol import (
    Endpoint,
    Plan,
    RouteLine,
    RouteView,
    Suggestion,
    ToolCall,
    ToolResult,
    UiPayload,
    Visualization,
)
from agent.registry import find


def build_ui_payload(
    plan: Plan,
    steps: tuple[tuple[ToolCall, ToolResult], ...],
    suggested_queries: tuple[Suggestion, ...] = (),
) -> UiPayload | None:
    """The payload of the first step that has something to show; rules of later steps in `show_rules`.

    None when no tool ran, or when all of them only ask back. `kind` comes from the tool's registration, the rest
    from the result.
    """
    steps = tuple(step for step in steps if step[1].drawn and not step[1].only_asks)
    if not steps:
        return None
    call, result = next(((c, r) for c, r in steps if r.found), steps[0])
    raw = cast(dict[str, JsonValue], result.to_json())
    shown = raw.get("airports")
    airports = cast("list[dict[str, JsonValue]]", shown) if isinstance(shown, list) else []
    return UiPayload(
        kind=find(call.tool).kind,
        departure=_text(call, "from_location", "origin"),
        destination=_text(call, "to_location", "destination"),
        icao=_text(call, "icao_code"),
        region=_text(call, "country_code", "country", "query") or _first(call, "countries") or _region(raw),
        topic=_text(call, "question", "category"),
        show_rules=_rules(steps),
        filters=result.filter_profile,
        visualization=_whole_route(tuple(r for _, r in steps)) or result.visualization,
        airports=tuple(airports),
        suggested_queries=suggested_queries,
        mcp_raw=raw,
    )


def _whole_route(results: tuple[ToolResult, ...]) -> Visualization | None:
    """One line over all legs, where each result is the leg that goes on from the one before; None for all else."""
    lines = [r.visualization.route for r in results if isinstance(r.visualization, RouteView)]
    if len(lines) < 2 or len(lines) != len(results):
        return None
    ends = [(line.from_, line.via[0] if _is_back_again(line) else line.to) for line in lines]
    back = [_is_back_again(line) for line in lines]
    if any(line.via and not again for line, again in zip(lines, back, strict=True)) or len({*back}) > 1:
        return None
    if any(not _same(a[1], b[0]) for a, b in pairwise(ends)):
        return None
    stops = [ends[0][0], *(end for _, end in ends)]
    stops += stops[-2::-1] if all(back) else []
    return RouteView(route=RouteLine(from_=stops[0], to=stops[-1], via=tuple(stops[1:-1])))


def _is_back_again(line: RouteLine) -> bool:
    return len(line.via) == 1 and _same(line.from_, line.to)


def _same(one: Endpoint, other: Endpoint) -> bool:
    return (one.lat, one.lon) == (other.lat, other.lon)


def _text(call: ToolCall, *names: str) -> str | None:
    for name in names:
        value = call.arguments.get(name)
        if isinstance(value, str):
            return value
    return None


def _first(call: ToolCall, name: str) -> str | None:
    value = call.arguments.get(name)
    return ", ".join(str(item) for item in value) if isinstance(value, list) and value else None


def _region(raw: dict[str, JsonValue]) -> str | None:
    region = raw.get("region")
    return region if isinstance(region, str) else None


def _rules(steps: tuple[tuple[ToolCall, ToolResult], ...]) -> dict[str, JsonValue] | None:
    """What the rules panel shows, from the first rules result that offers it."""
    for _, result in steps:
        shown = getattr(result, "show_rules", None)
        if isinstance(shown, dict):
            return cast(dict[str, JsonValue], shown)
    return None
