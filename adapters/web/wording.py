"""What is wrong with a request, in the words of somebody who has to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WHOLE = "Send a JSON object with messages, a list of {role, content}."


def in_words(item: Mapping[str, Any]) -> str:
    """One sentence for one finding of pydantic, with the field it is about."""
    where = ".".join(str(part) for part in item["loc"] if part != "body")
    limits: Mapping[str, Any] = item.get("ctx") or {}
    if not where and item["type"] != "value_error":
        return WHOLE
    match item["type"]:
        case "missing":
            return f"{where} is missing."
        case "string_type":
            return f"{where} should be text."
        case "list_type":
            return f"{where} should be a list."
        case "model_attributes_type" | "model_type" | "dict_type":
            return f"{where} should be an object."
        case "too_long" | "string_too_long":
            unit = "entries" if isinstance(item["input"], list) else "characters"
            return f"{where} is too long: at most {limits['max_length']:,} {unit}."
        case "string_pattern_mismatch" if where == "token":
            return "token is no token of a button."
        case "string_pattern_mismatch":
            return f"{where} takes 1 to 64 letters, digits and - _ . ~ only."
        case _:
            said = str(item["msg"]).removeprefix("Value error, ")
            if said.startswith("Input should be "):
                return f"{where} should be {said.removeprefix('Input should be ')}."
            return f"{where}: {said}." if where else f"{said}."
