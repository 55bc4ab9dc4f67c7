"""Whether what a sentence says around a figure, day, name or value stands nearer to a rival of it."""

from __future__ import annotations

from collections.abc import Sequence

from agent.writing.held.against import spoken_with
from agent.writing.held.alike import rivals, same
from agent.writing.held.items import Item
from agent.writing.held.units import Answer, Unit


def bound(item: Item, own: Sequence[Item], answer: Answer) -> str:
    """Whether what is said around a thing stands nearer to a rival of it."""
    others = _around(item, own)
    closest = [(other, 1.0) for other, _ in others if other.leaf == item.leaf]
    true = max(
        (
            _near(others, place, unit) + _marks(item, place)
            for unit in answer.units
            for place in unit.items
            if place.kind != "sign" and same(item, place)
        ),
        default=0.0 if item.kind in {"ent", "value", "day", "date"} else -9.0,
    )
    lines = {u.line for u in answer.units if any(p.kind != "sign" and same(item, p) for p in u.items)}
    for unit in answer.units:
        for place in unit.items:
            if place.kind == "sign" or not _vies(item, place) or same(item, place):
                continue
            if _is_strange(item, place, unit, own):
                return f"{item.value or item.key} with what is of {place.value or place.key}"
            false = _near(others, place, unit) + _marks(item, place)
            if item.kind == "num" and item.unit != place.unit:
                false -= 0.1 if unit.line in lines else 0.3
            if false < true - 1e-3:
                continue
            if closest and _stands_out(item, place, closest, unit, answer):
                continue
            told = next((one for one in own if one is not item and same(one, place)), None)
            if told is not None and told.unit != item.unit:
                continue
            if told is not None:
                mine = _around(told, own)
                straight = true + _best(mine, told, answer)
                crossed = false + _best(mine, item, answer)
                if crossed > straight + 1e-3:
                    return f"crosses {item.key}{item.value or ''} {place.key}{place.value or ''}"
                continue
            if false > true + 1e-3 or item.kind in {"num", "clock", "date"}:
                return f"nearer {item.key}{item.value or ''} {place.key}{place.value or ''} {true:.2f} {false:.2f}"
    return ""


def swaps(own: Sequence[Item], answer: Answer) -> bool:
    """Whether a time of day is said that the answer lacks, or a figure by far nearer to where a rival stands."""
    for item in own:
        if item.kind != "clock" and not (item.kind == "num" and item.unit):
            continue
        places = [(unit, place) for unit in answer.units for place in unit.items if place.kind != "sign"]
        true = [(unit, place) for unit, place in places if same(item, place)]
        if not true:
            alike = {place.zone for _, place in places if place.kind == "clock" and place.value == item.value}
            if item.kind == "clock" and (not alike or (item.zone and alike - {"", item.zone})):
                return True
            continue
        closest = [(other, 1.0) for other, _ in _around(item, own) if other.leaf == item.leaf]
        best = max(_near(closest, place, unit) for unit, place in true)
        if any(
            place.unit == item.unit and rivals(item, place) and _near(closest, place, unit) > best + 0.9
            for unit, place in places
        ):
            return True
    return False


def _stands_out(
    item: Item, rival: Item, closest: Sequence[tuple[Item, float]], unit: Unit, answer: Answer
) -> bool:
    """Whether what is said in one breath with a figure stands with it and with none of it with its rival."""
    ours = _best(closest, item, answer)
    return ours > 0.8 and _near(closest, rival, unit) <= 0


def _is_strange(item: Item, place: Item, unit: Unit, own: Sequence[Item]) -> bool:
    """Whether a value said in one breath with a thing stands with its rival in a unit that has both."""
    if any(same(one, place) for one in own if one is not item):
        return False
    true = [known for known in unit.items if known.kind != "sign" and same(item, known)]
    if not true:
        return False
    for other in own:
        if other is item or other.leaf != item.leaf or not (other.group or other.kind == "word"):
            continue
        at = [known for known in unit.items if known.kind != "sign" and same(other, known)]
        if any(known.leaf == place.leaf for known in at) and not any(
            known.part in {one.part, one.outer} or known.outer == one.part for known in at for one in true
        ):
            return True
    return False


_TIMES = frozenset(["h", "min", "d"])


def _vies(one: Item, other: Item) -> bool:
    """Whether one could stand in the other's place; a time in hours in that of one in minutes too."""
    return rivals(one, other) or (one.kind == other.kind == "num" and {one.unit, other.unit} <= _TIMES)


def _around(item: Item, own: Sequence[Item]) -> list[tuple[Item, float]]:
    """What else is said, and how near to it."""
    at = own.index(item)
    return [
        (
            other,
            1.0 - 0.05 * min(8, abs(n - at) - 1)
            if other.leaf == item.leaf
            else 0.6
            if other.clause == item.clause
            else 0.3,
        )
        for n, other in enumerate(own)
        if other is not item and not rivals(item, other) and not same(item, other)
    ]


_SIDES = {
    "ABOVE": "up", "ATORABOVE": "up", "BELOW": "down", "ATORBELOW": "down", "ATLEAST": "least", "ATMOST": "most",
    "BEFORE": "before", "AFTER": "after",
}  # fmt: skip
"""What a mark before or behind a figure makes of it."""


def _marks(item: Item, place: Item) -> float:
    """How well two figures agree in what stands beside them: "above 10,000 ft"."""
    ours, theirs = _SIDES.get(item.mark, ""), _SIDES.get(place.mark, "")
    return 0.0 if not ours or not theirs else 0.3 if ours == theirs else -0.3


def _best(others: Sequence[tuple[Item, float]], item: Item, answer: Answer) -> float:
    return max(
        (
            _near(others, place, unit)
            for unit in answer.units
            for place in unit.items
            if place.kind != "sign" and same(item, place)
        ),
        default=-9.0,
    )


def _near(others: Sequence[tuple[Item, float]], place: Item, unit: Unit) -> float:
    """How near a thing of a unit stands to others that are said."""
    score = 0.0
    for other, weight in others:
        best = 0.0
        at = unit.items.index(place)
        for n, known in enumerate(unit.items):
            if known.kind != "sign" and known is not place and same(other, known):
                best = max(best, _distance(known, place, abs(n - at) - 1))
        if other.key in unit.head or other.key in unit.subject:
            best = max(best, 0.8)
        elif other.key in unit.lent or (other.kind == "label" and not best and other.key in spoken_with(unit)):
            best = max(best, 0.3)
        if other.kind == "ent" and unit.subject and not best:
            best = -1.0
        score += weight * best
    return score


def _distance(known: Item, place: Item, gap: int) -> float:
    far = 0.02 * min(6, gap)
    if known.leaf == place.leaf:
        return 1.0 - far
    if (known.leaf - place.leaf, known.stage - place.stage) in {(1, 1), (-1, -1)}:  # before and after a colon
        return 0.9
    if known.part in {place.part, place.outer} or known.outer == place.part:
        return 0.85 - far / 2
    return 0.6 - far / 2 if known.clause == place.clause else 0.4 - far / 2
