"""Reads the stops of the trip in hand in another order: "swap the two stops", "Lyon before Troyes"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.protocol import ToolCall
from agent.subjects.trip.stops import kept_stays

_SMALL_WORDS = (
    r"(?:(?:and|so|ok|no|can|could|would|we|you|i|please|just|let's|what|if|maybe|actually|better|und|bitte|können|kann|wir|man|doch|lieber|mal|et|"
    r"on|peut|peux-tu|pourrait|si|plutôt|svp|non|them|it|round|around|over|um|herum|the|die|le|les|l['’]|der|den|of|von|des|in|dans|order|reihenfolge|"
    r"ordre|two|both|beiden|zwei|deux|stops?|stopovers?|stopps?|landings?|legs?|zwischenlandungen|zwischenstopps?|escales?|arrêts?|étapes?)\W+)*"
)
_SWAP = (
    r"(?:swap\w*|switch\w*|revers\w*|invert\w*|exchang\w*|flip\w*|(?:the )?other way (?:a?round)|"
    r"(?:ver)?tausch\w*|umkehren|umdrehen|dreh\w*|umgekehrt\w*|andersherum|anders herum|"
    r"invers\w*|interver\w*|échang\w*|(?:dans|à) l['’]envers)"
)
_STOPS = re.compile(
    r"\b(?:stops?|stopovers?|stopps?|landings|zwischenlandungen|zwischenstopps?|escales|arrêts|étapes)\b"
)
_SWAPS_ALL = re.compile(rf"\W*{_SMALL_WORDS}{_SWAP}\W+{_SMALL_WORDS}\W*|\W*{_SMALL_WORDS}{_SWAP}\W*")
_SWAPS_TWO = re.compile(rf"\b{_SWAP}\b")
_BETWEEN = re.compile(r"\s*(?:and|und|et|with|mit|avec|&|/)\s+(?:the |le |la )?")
_THEN = re.compile(
    r"\s*,?\s*(?:(?:and |und |et )?(?:then|dann|danach|puis|ensuite)|before|vor|avant)\s+"
    r"(?:to |nach |in |à |the |le |la )*"
)
_FEW_WORDS = 8


def stops_swapped(said: Said, trip: Mapping[str, JsonValue], named: Sequence[Spot]) -> ToolCall | None:
    """The trip with its stops in the order that is told; None where nothing of their order is said."""
    over, goal, low = trip.get("via"), trip.get("to_location"), said.slots.low
    if not isinstance(over, list) or not over or len(said.slots.words) > _FEW_WORDS or said.slots.days:
        return None
    stops = [str(one) for one in over]
    if not said.slots.spots and len(stops) > 1 and _STOPS.search(low) and _SWAPS_ALL.fullmatch(f"{low} "):
        return _over(trip, [*reversed(stops), str(goal)], said)
    if len(named) != len(("one", "other")) or len(said.slots.spots) != len(named):
        return None
    order, between = [*stops, str(goal)], low[named[0].end : named[1].start]
    first, second = (_place_of(said.name(s), order, said) for s in named)
    if first is None or second is None or first == second:
        return None
    swaps = bool(_SWAPS_TWO.search(low[: named[0].start])) and _BETWEEN.fullmatch(between) is not None
    if not swaps and _THEN.fullmatch(between) is None:
        return None
    if swaps or first > second:
        order[first], order[second] = order[second], order[first]
    return _over(trip, order, said)


def _place_of(name: str, order: Sequence[str], said: Said) -> int | None:
    """Which field of the trip is named: by its code, or by a word of its name ("Lyon" of a stop at Lyon Bron)."""
    codes = [_code(one, said) for one in order]
    if (code := _code(name, said)) in codes:
        return codes.index(code)
    alike = [place for place, one in enumerate(order) if name.casefold() in one.casefold().split()]
    return alike[0] if len(alike) == 1 else None


def _over(trip: Mapping[str, JsonValue], order: Sequence[str], said: Said) -> ToolCall:
    """The trip over these fields, the last of which it goes to."""
    rest = {name: value for name, value in trip.items() if name not in ("via_off_block", "about")}
    stops: list[JsonValue] = [*order[:-1]]
    said.take_all()
    return ToolCall(
        tool="plan_trip",
        arguments={**rest, "via": stops, "to_location": order[-1], **kept_stays(trip, stops, said)},
    )


def _code(name: str, said: Said) -> str:
    return field_of(name, said.deps) or name
