"""What of the registry other programs see: which tools, in which words, with which shapes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import mcp_types as types
from pydantic import BaseModel, JsonValue

from agent.compiled import toml_table
from agent.registry import Tool, tools

Choice = Literal["core", "all"]
CORE = (
    "answer_rules_question",
    "calculate_flight_distance",
    "compare_rules_between_countries",
    "find_airports_near_location",
    "find_airports_near_route",
    "get_airport_details",
    "get_border_brief",
    "get_notification_for_airport",
)
"""What most flights ask for; the rest is offered as `all`."""

LEFT_OUT = frozenset({"visualization", "filter_profile"})
"""What only our own pictures need."""

CURSOR = "cursor"
_KEPT_WHOLE = frozenset({"sources", "missing_info"})
_EXAMPLES = Path(__file__).parent / "examples.toml"


def offered(choice: Choice) -> Mapping[str, Tool[Any]]:
    """The tools of a set, by name. None of them writes, drafts or needs a chat."""
    readable = {name: tool for name, tool in tools().items() if not tool.chat_only}
    return readable if choice == "all" else {name: readable[name] for name in CORE}


@cache
def listed(choice: Choice) -> tuple[types.Tool, ...]:
    """The set as `tools/list` tells it."""
    return tuple(_described(tool) for tool in offered(choice).values())


def has_lists(tool: Tool[Any]) -> bool:
    """Whether a result may hold a list that is told in pages."""
    return any(
        shape.get("type") == "array" and name not in _KEPT_WHOLE for name, shape in _fields_of(tool).items()
    )


def in_pages(name: str) -> bool:
    """Whether a list of this name is told in pages; sources and what is missing are told whole."""
    return name not in _KEPT_WHOLE


def example_of(name: str) -> dict[str, JsonValue] | None:
    """The arguments of the example in a tool's description."""
    return cast("dict[str, JsonValue] | None", _examples().get(name))


@cache
def _examples() -> Mapping[str, Any]:
    return toml_table(_EXAMPLES)


def _described(tool: Tool[Any]) -> types.Tool:
    example = example_of(tool.name)
    told = f" Example: {json.dumps(example, ensure_ascii=False)}" if example else ""
    return types.Tool(
        name=tool.name,
        title=tool.name.replace("_", " ").capitalize(),
        description=tool.description + told,
        input_schema=_arguments_of(tool),
        output_schema={"type": "object", "properties": _fields_of(tool), "required": ["found"]},
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=tool.outside
        ),
    )


def _arguments_of(tool: Tool[Any]) -> dict[str, Any]:
    schema = slim(tool.arguments.model_json_schema(by_alias=False))
    schema.pop("description", None)
    if has_lists(tool):
        schema.setdefault("properties", {})[CURSOR] = {"type": "string", "description": "next page"}
    return schema


def slim(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without what a model needs no word for: titles, and that what is optional may be null."""
    node: dict[str, Any] = {key: value for key, value in schema.items() if key not in {"title", "default"}}
    default = schema.get("default")
    if isinstance(default, str | int | float) and default != "":
        node["default"] = default
    if "anyOf" in node:
        kinds = [slim(kind) for kind in node.pop("anyOf") if kind != {"type": "null"}]
        node = {**(kinds[0] if len(kinds) == 1 else {"anyOf": kinds}), **node}
    for named in ("properties", "$defs"):
        if named in node:
            children = cast("dict[str, dict[str, Any]]", node[named])
            node[named] = {name: slim(child) for name, child in children.items()}
    for single in ("items", "additionalProperties"):
        if isinstance(node.get(single), dict):
            node[single] = slim(node[single])
    return node


# --- shapes of results: the fields one level deep; what is inside them says itself ------------------------


@cache
def _fields_of(tool: Tool[Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for result in result_classes(tool):
        schema = result.model_json_schema(mode="serialization", by_alias=True)
        whole = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        for name, field in whole["properties"].items():
            if name not in LEFT_OUT:
                shape = _shallow(field, schema.get("$defs", {}))
                found[name] = shape if found.get(name, shape) == shape else {}
    if any(shape.get("type") == "array" and name not in _KEPT_WHOLE for name, shape in found.items()):
        found[CURSOR] = {"type": "string"}
    return found


def result_classes(tool: Tool[Any]) -> tuple[type[BaseModel], ...]:
    """The classes that the tool's function says it returns."""
    returned = get_type_hints(tool.function)["return"]
    return get_args(returned) if get_origin(returned) in (Union, UnionType) else (returned,)


def _shallow(field: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in field:
        return _shallow(known[field["$ref"].rpartition("/")[2]], known)
    if "anyOf" in field or "oneOf" in field:
        kinds = {json.dumps(_shallow(kind, known)) for kind in field.get("anyOf") or field["oneOf"]}
        return json.loads(kinds.pop()) if len(kinds) == 1 else {}
    if "enum" in field and len(field["enum"]) <= 6:
        return {"enum": field["enum"]}
    return {"type": field["type"]} if "type" in field else {}
