"""Which things said are the same, and which stand against each other."""

from __future__ import annotations

import re

from agent.writing.bound import are_opposed
from agent.writing.held.items import Item, same_figure

_DEGREES = {
    "north": 0, "northeast": 45, "east": 90, "southeast": 135,
    "south": 180, "southwest": 225, "west": 270, "northwest": 315,
    "northnortheast": 22.5, "eastnortheast": 67.5, "eastsoutheast": 112.5, "southsoutheast": 157.5,
    "southsouthwest": 202.5, "westsouthwest": 247.5, "westnorthwest": 292.5, "northnorthwest": 337.5,
}  # fmt: skip


def _blows_from(said: Item, degrees: float) -> bool:
    """Whether a wind's degrees are told by a compass point: of the four to 30°, of the eight 23°, else 12°."""
    apart = abs((_DEGREES[said.key] - degrees + 180) % 360 - 180)
    return apart <= (
        30 if said.key in {"north", "east", "south", "west"} else 23 if _DEGREES[said.key] % 45 == 0 else 12
    )


def same(said: Item, known: Item) -> bool:
    if said.group == "compass" and known.unit == "°":
        return _blows_from(said, known.value)
    if said.kind in {"num", "clock"}:
        return known.kind in {"num", "clock"} and same_figure(said, known) and _zones(said, known)
    if said.kind == "day":
        return known.kind == "day" and set(said.key) <= set(known.key)
    if said.kind == "date":
        return known.kind == "date" and all(
            a in {"0", b} for a, b in zip(said.key.split("-"), known.key.split("-"), strict=True)
        )
    if said.kind == "name":
        if known.kind != "name":
            return False
        ends = said.key.startswith("rwy") and known.key.startswith("rwy")
        part = (
            re.match(r"[a-z§]", said.key)
            and re.fullmatch(r"(?:\([a-z\d]+\))*", known.key.removeprefix(said.key)) is not None
        )
        return (
            said.key == known.key
            or (part and known.key.startswith(said.key))
            or (ends and said.key[3:] in known.key[3:].split("/"))
        )
    return said.key == known.key and (
        said.kind == known.kind or {said.kind, known.kind} <= {"word", "label", "value"}
    )


def _zones(said: Item, known: Item) -> bool:
    if known.kind != "clock":
        return not said.zone or bool(said.unit)
    return said.zone == known.zone or (not said.zone and known.zone == "local")


def rivals(one: Item, other: Item) -> bool:
    """Whether one could stand in the other's place."""
    if one.kind in {"num", "clock"} and other.kind in {"num", "clock"}:
        lengths = {one.unit, other.unit} <= {"m", "ft", "km"}
        return (one.kind == other.kind == "clock") or (
            (one.unit == other.unit or lengths) and one.kind == other.kind
        )
    if {one.group, other.group} == {"compass", ""} and "°" in {one.unit, other.unit}:
        return True
    if one.kind == other.kind and one.kind in {"day", "date"}:
        return one.key != other.key
    if one.kind == other.kind == "ent":
        return one.key != other.key and one.key.startswith("C:") == other.key.startswith("C:")
    if one.kind == other.kind == "name":
        return one.key != other.key and one.key[:3] == other.key[:3]
    if one.group and one.group == other.group:
        return one.key != other.key
    if one.kind == other.kind == "word":
        return one.key != other.key and are_opposed(one.key, other.key)
    return False
