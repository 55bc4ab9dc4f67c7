"""Whether one unit of an answer holds some items of a sentence, each bound to what it belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from agent.writing.held.alike import rivals, same
from agent.writing.held.items import Item
from agent.writing.held.signs import HARD, signs_differ
from agent.writing.held.terms import lexicon
from agent.writing.held.units import Answer, Unit

_OWNERS = frozenset(["customs", "immigration", "police", "ppr", "flightplan", "gar"])
"""Whose notice or hours a row gives: what is another's is not the field's."""
GENERIC = frozenset(
    [
        "field",
        "source",
        "flight",
        "aircraft",
        "request",
        "duration",
        "length",
        "distance",
        "out",
        "known",
        "also",
        "old",
        "atfield",
        "available",
        "name",
        "condition",
        "self_",
        "altitude",
    ]
)
"""Labels that may be left out of what is said."""
EVERYWHERE = frozenset(
    [
        "field",
        "source",
        "flight",
        "aircraft",
        "request",
        "known",
        "also",
        "country",
        "name",
        "self_",
        "applies",
        "among",
        "runs",
        "reckon",
    ]
)
"""Labels that may be said beside anything."""


def _lends(item: Item, unit: Unit, answer: Answer, *, whole_route: bool) -> bool:
    """Whether what is said beside the unit is its heading's or question's, with nothing in it against that."""
    if item.kind in {"num", "clock", "day", "date", "name", "sign"} or item.group == "compass":
        return False
    if item.kind == "ent":
        route = item.key in answer.route and not any(other.kind == "ent" for other in unit.items)
        return item.key in unit.subject or item.key in {answer.centre, answer.alone} or (route and whole_route)
    spoken = spoken_with(unit)
    if "tel" in spoken or "mail" in spoken:
        return item.key in unit.head or (
            item.key in spoken and (item.kind == "label" or item.key in {"phone", "email"})
        )
    if item.key == "sufficient" and item.key not in answer.tokens:
        return True
    if (
        unit.row
        and unit.subject
        and item.key not in GENERIC | spoken
        and _is_of_a_neighbour(item.key, unit, answer)
    ):
        return False
    elsewhere = item.kind != "label" and item.key in answer.by_line.get(unit.line, ()) and unit.line >= 0
    if elsewhere and f"={item.key}" not in unit.lent:
        return False
    asked = item.key in unit.lent and item.kind != "value" and len(item.key) > 1
    if (
        item.key in unit.head
        or asked
        or f"={item.key}" in unit.lent
        or (len(item.key) == 1 and item.key in unit.asks)
    ):
        return not any(rivals(item, other) for other in unit.items)
    if (
        item.kind in {"label", "value"}
        and item.key in spoken_with(unit)
        and not any(rivals(item, other) for other in unit.items)
    ):
        return True
    return item.kind == "label" and item.key in EVERYWHERE


def _is_of_a_neighbour(key: str, unit: Unit, answer: Answer) -> bool:
    """Whether the row of another field or runway says it, and this one does not."""
    return any(
        other.subject and not other.subject & unit.subject and any(item.key == key for item in other.items)
        for other in answer.units
    )


@lru_cache(maxsize=1 << 12)
def spoken_with(unit: Unit) -> frozenset[str]:
    beside = lexicon().beside
    keys = {item.key for item in unit.items} | unit.head
    keys |= {"clock"} if any(item.kind == "clock" for item in unit.items) else set()
    keys |= {"nm"} if any(item.unit in {"nm", "kt"} for item in unit.items) else set()
    keys |= {"tel"} if any(item.key.startswith("tel") for item in unit.items) else set()
    keys |= {"mail"} if any("@" in item.key for item in unit.items) else set()
    keys |= {"aip"} if re.search(r"\bAIP\b|\bAD 2", unit.text) else set()
    found = {other for key in keys for other in beside.get(key, ())}
    return frozenset(found | (keys & {"aip", "tel", "mail"}))


def against(
    said: Sequence[Item], unit: Unit, answer: Answer, subject: Sequence[str], *, whole: bool
) -> tuple[str, float]:
    known = unit.items
    own = [item for item in said if item.kind != "sign"]
    if not own:
        return "only signs", 0
    whole_route = bool(answer.route) and answer.route <= {item.key for item in own}
    places: list[list[int]] = []
    missing: list[Item] = []
    for item in own:
        at = [n for n, other in enumerate(known) if other.kind != "sign" and same(item, other)]
        places.append(at)
        if not at and not _lends(item, unit, answer, whole_route=whole_route):
            missing.append(item)
    share = 1 - len(missing) / len(own)
    if missing:
        return f"adds {missing[0].kind}:{missing[0].key}{missing[0].value or ''}{missing[0].unit}", share
    if unit.narrows - answer.asked - {item.key for item in known} - {item.key for item in said}:
        return "asks of less", share
    told = {*subject, *(item.key for item in said)}
    if unit.subject and len(answer.subjects) > 1 and not told & unit.subject:
        return f"of {sorted(unit.subject)}", share
    at = aligned(own, places, known)
    if not all(n is None or points(item, n, known) for item, n in zip(own, at, strict=True)):
        return "no direction", share
    if tells_twice(own, at):
        return "tells twice", share
    matched = {n for n in at if n is not None}
    for item, n in zip(own, at, strict=True):
        if n is not None and item.way and known[n].way and item.way != known[n].way:
            return "to for from", share
    spoken = {item.clause for item in own}
    if len(spoken) > 1 and spoken - {item.clause for item, n in zip(own, at, strict=True) if n is not None}:
        return "a clause of nothing but what is lent", share
    telling = [n for n in matched if _tells(known[n], unit, answer) and (whole or known[n].kind != "label")]
    theirs = {item.key for item in known if item.kind == "sign"}
    signs = [
        item.key
        for item in said
        if item.kind == "sign"
        and (item.key in HARD - {"IF", "BOTH"} or (item.key in {"MUST", "EVERY"} and item.key in theirs))
    ]
    if not matched or not (telling or signs):
        return "tells nothing", share
    reason = (
        _misbinds(own, at, unit) or omits(said, matched, unit, answer) or signs_differ(said, at, matched, unit)
    )
    return reason, 2 - 0.1 * bool(reason) + share


def _tells(item: Item, unit: Unit, answer: Answer) -> bool:
    if item.kind == "label":
        return item.key not in unit.lent | unit.head | GENERIC and len(unit.items) > 1
    if item.kind == "ent" or item.group == "zone":
        return False
    return item.key not in unit.head or item.kind not in {"word", "value"}


def points(item: Item, n: int, known: Sequence[Item]) -> bool:
    """Whether a point of the compass is a direction where it is known, and no part of a name."""
    return item.group != "compass" or known[n].unit == "°" or (n > 0 and known[n - 1].unit in {"nm", "km"})


def aligned(own: Sequence[Item], places: Sequence[Sequence[int]], known: Sequence[Item]) -> list[int | None]:
    """For each item the place where it is known, so that what stands together stays so."""
    best: list[tuple[float, list[int | None], int]] = [(0.0, [], -1)]
    for item, options in zip(own, places, strict=True):
        following: list[tuple[float, list[int | None], int]] = []
        for option in options or [None]:
            following.append(
                min(
                    (
                        (
                            cost + _hop(known, before, option, item, way),
                            [*way, option],
                            before if option is None else option,
                        )
                        for cost, way, before in best
                    ),
                    key=lambda one: one[0],
                )
            )
        best = sorted(following, key=lambda one: one[0])[:10]
    return best[0][1]


def _hop(known: Sequence[Item], before: int, at: int | None, item: Item, way: Sequence[int | None]) -> float:
    if at is None:
        return 0
    again = 9 if at in way else 0
    if before < 0:
        return again
    apart = 3 * (known[before].part != known[at].part) + 3 * (known[before].clause != known[at].clause)
    return apart + min(6, abs(at - before - 1)) * 0.5 + again


def tells_twice(own: Sequence[Item], at: Sequence[int | None]) -> bool:
    """Whether a colon's two sides rest on the same place: "those are declared distances: declared distances count"
    claims of the first what is only the second's."""
    sides: dict[int, int] = {}
    return any(
        n is not None and item.kind in {"label", "value", "word"} and sides.setdefault(n, item.stage) != item.stage
        for item, n in zip(own, at, strict=True)
    )


def _misbinds(own: Sequence[Item], at: Sequence[int | None], unit: Unit) -> str:
    """A figure or value that is said with what belongs to its rival."""
    known = unit.items
    placed = [n for n in at if n is not None]
    for i, n in enumerate(placed):
        if known[n].group and placed.count(n) > 1 and sum(known[m].kind == "ent" for m in set(placed)) > 1:
            return "twice"
        if known[n].kind in {"num", "clock"} and placed.count(n) > 1 and not any(item.loose for item in own):
            return "twice"
        for m in placed[i + 1 :]:
            if known[n].part == known[m].part and n > m and rivals(known[n], known[m]):
                return f"swaps {known[n].key}"
    figures = [
        (item, n) for item, n in zip(own, at, strict=True) if n is not None and item.kind in {"num", "clock"}
    ]
    for item, n in figures:
        if any(known[n].clause != known[m].clause and other.leaf == item.leaf for other, m in figures):
            return "scatters"
    for (_, n), (_, m) in pairwise(figures):  # "05:30–22:00 (04:30–21:00)": the two ends of one span
        if (known[n].kind, known[n].key, known[m].key) == ("clock", "from", "to") and m != n + 1:
            return f"of two spans {known[n].key}"
    for item, n in zip(own, at, strict=True):
        if n is None or not (item.kind in {"num", "clock", "day", "date", "name", "ent"} or item.group):
            continue
        others = [
            m
            for m, other in enumerate(known)
            if m != n
            and known[m].part != known[n].part
            and rivals(known[n], other)
            and not (other.kind in {"num", "clock"} and other.value == known[n].value)
            and not (other.kind in {"ent", "day"} and _is_listed(m, known))
        ]
        mine = _zone(n, known)
        alone = not any(other is not item and rivals(item, other) for other in own)
        spoken = {
            known[k].key
            for other, k in zip(own, at, strict=True)
            if k is not None
            and k != n
            and (alone or other.part == item.part)
            and other.kind not in {"num", "clock"}
        }
        apart = {known[k].key: known[k].part for k in placed if known[k].kind in {"word", "value"} and k != n}
        told = {key for key in spoken if key in apart}
        if (
            item.kind == "num"
            and unit.row
            and told
            and not told & mine
            and any(o.kind == "num" and o.part in {apart[key] for key in told} for o in known)
        ):
            return f"takes {item.key} from another"
        for m in others:
            theirs = _zone(m, known)
            strange = spoken & theirs - mine
            if strange and not (spoken & mine - theirs) and m not in placed:
                return f"misbinds {item.key}{item.value or ''}"
            if (
                {k for k in strange if k not in GENERIC - {"length"}}
                and known[m].kind in {"num", "clock"}
                and item.kind in {"num", "clock"}
            ):
                return f"misbinds {item.key}{item.value or ''}"
    return ""


def _zone(n: int, known: Sequence[Item]) -> set[str]:
    """What stands in the same part as a place, or around it or behind it in brackets."""
    own = known[n]
    behind = [o for o in known if o.outer == own.part and own.outer < 0]
    apart = any(rivals(own, o) for o in behind)
    return {o.key for o in known if o.part in {own.part, own.outer}} | (
        set() if apart else {o.key for o in behind}
    )


def _is_listed(m: int, known: Sequence[Item]) -> bool:
    """Whether it is one of a list, alone between its commas."""
    return all(o.kind in {known[m].kind, "sign"} for o in known if o.part == known[m].part)


def omits(said: Sequence[Item], matched: set[int], unit: Unit, answer: Answer) -> str:
    """What limits a unit and is not said."""
    known = unit.items
    keys = {known[n].key for n in matched}
    signs = {item.key for item in said if item.kind == "sign"}
    clauses = {known[n].clause for n in matched}
    if unit.row:
        parts = {known[n].part for n in matched if known[n].kind in {"clock", "num"}}
        for m, other in enumerate(known):
            if (
                m not in matched
                and other.part in parts
                and (other.kind == "day" or other.group in {"season", "when"})
            ):
                return f"omits {other.key}"
        return ""
    stage = max((known[n].stage for n in matched), default=0)
    dated = any(other.kind == "date" for other in known)
    for m, other in enumerate(known):
        if (
            other.stage < stage
            and m not in matched
            and other.kind in {"num", "clock", "day", "value", "word"}
            and other.clause in clauses
        ):
            lent = other.key in keys | unit.lent | answer.asked or f"={other.key}" in unit.lent
            days = any(known[n].kind == "day" for n in matched) and other.key == "holiday"
            if not lent and not days and not (other.kind == "day" and dated) and other.kind != "word":
                return f"omits of head {other.key}"
    leaves = {known[n].leaf for n in matched if known[n].group != "zone"}
    leaves |= {
        o.leaf
        for o in known
        if o.kind == "sign" and o.key in {"EXCEPT", "ONLY", "UNLESS"} and o.key in signs and o.clause in clauses
    }
    for m, other in enumerate(known):
        if m in matched or other.kind == "sign" or other.group == "zone" or other.key in unit.subject:
            continue
        if other.key in unit.head and other.kind not in {"label", "ent"} and other.key not in keys:
            return f"omits of head {other.key}"
        if (
            other.key in unit.head
            and other.key in _OWNERS
            and other.key not in keys | unit.asked
            and not (keys | unit.asked) & _OWNERS & unit.head
        ):
            return f"omits of head {other.key}"
        if other.leaf not in leaves or (other.key in keys and other.kind != "ent"):
            continue
        if other.key == "atfield" or (
            other.kind == "name" and re.match(r"§|[a-z]+\.", other.key) and "@" not in other.key
        ):
            continue
        if other.kind == "label" and (other.key in GENERIC or other.key in unit.lent | unit.head):
            continue
        if other.kind == "word" and other.key in unit.lent:
            continue
        return f"omits {other.kind}:{other.key}{other.value or ''}"
    return ""


def crosses(items: Sequence[Item], answer: Answer) -> str:
    """Whether "and" stands where the answer has "or" between the same two, and never "and"; or the other way."""
    for k, item in enumerate(items):
        if item.kind == "sign":
            continue
        before = next((other for other in reversed(items[:k]) if other.kind != "sign"), None)
        between = items[items.index(before) + 1 : k] if before else ()
        says_or = any(other.key == "OR" for other in between)
        if before is None or not (item.joined or says_or) or {item.kind, before.kind} <= {"day", "ent"}:
            continue
        ands = ors = 0
        for unit in answer.units:
            own = unit.items
            for n, other in enumerate(own):
                if other.kind == "sign" or not same(item, other):
                    continue
                m = n - 1
                while m >= 0 and own[m].kind == "sign":
                    m -= 1
                if m >= 0 and same(before, own[m]):
                    ors += any(one.key == "OR" for one in own[m + 1 : n])
                    ands += other.joined
        if item.joined and not says_or and ors and not ands:
            return "and for or"
        denied = any(o.key in {"NOTINCLUDED", "UNKNOWN"} and o.clause == item.clause for o in items[:k])
        if says_or and ands and not ors and not denied:  # "does not include climb or taxi" is said of both
            return "or for and"
    return ""
