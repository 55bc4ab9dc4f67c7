"""What denies, obliges, permits and limits in a sentence, held against the unit that it rests on.

None may be added, left out or set beside another thing.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.writing.held.alike import rivals
from agent.writing.held.items import Item
from agent.writing.held.units import Unit

HARD = frozenset([
    "NEG", "UNKNOWN", "NOTREAD", "NOTSEEN", "NODIFF", "NOTAPPLICABLE", "NOTINCLUDED", "LEFTOUT", "NOTREGULAR",
    "ONLY", "UNLESS", "EXCEPT", "PARTLY", "NOLONGER", "SHOULD", "MAY", "NEITHER", "OTHER", "DIFFERENT", "USUALLY",
    "SOME", "MOST", "NOTICEOFF", "CHEAP", "DEAR", "HIGHER", "LOWER", "ATMOST", "EARLIER", "LATE", "SAME", "BOTH",
    "IF",
])  # fmt: skip
"""Signs that are in both or in neither."""
_IN_LEAF = frozenset(
    ["MAY", "SHOULD", "SAME", "OTHER", "SOME", "MOST", "DIFFERENT", "EARLIER", "LATE", "PARTLY", "NOLONGER"]
)
_CONDITIONS = frozenset(["UNLESS", "EXCEPT", "ONLY", "NOTREAD"])
SOFT_IN_SAID = frozenset(["IF", "DURING", "MUST", "SINCE", "FIRST", "INSIDE"])
_PLACED = frozenset(
    [
        "BEFORE",
        "AFTER",
        "UNTIL",
        "ABOVE",
        "BELOW",
        "ATORABOVE",
        "ATORBELOW",
        "OUTSIDE",
        "BETWEEN",
        "ATLEAST",
        "SINCE",
    ]
)
_KEPT = frozenset(
    ["INSIDE", "OUTSIDE", "ABOVE", "BELOW", "BETWEEN", "ATORABOVE", "ATORBELOW", "AFTER", "UNTIL", "BEFORE"]
)


def signs_differ(said: Sequence[Item], at: Sequence[int | None], matched: set[int], unit: Unit) -> str:
    """A denial, duty, permission or limit that is added, left out or set beside another thing."""
    known = unit.items
    leaves = {known[n].leaf for n in matched}
    clauses = {known[n].clause for n in matched}
    scope = [
        n
        for n, other in enumerate(known)
        if other.kind == "sign"
        and (
            other.leaf in leaves
            or (unit.row and (_told_of(n, known) in leaves or _limits_all(n, known, clauses)))
            or (
                not unit.row
                and (
                    _reaches(n, known, clauses, matched)
                    or (other.key in _CONDITIONS and other.clause > min(clauses))
                )
            )
        )
    ]
    scope = [n for n in scope if not (known[n].key == "IF" and _is_of_another(n, known, matched))]
    theirs = [known[n].key for n in scope]
    close = {known[n].key for n in scope if known[n].leaf in leaves}
    ours = [item.key for item in said if item.kind == "sign"]
    firsts: dict[int, int] = {}
    for other in known:
        firsts.setdefault(other.clause, other.leaf if other.kind == "sign" else -1)
    if theirs.count("IF") > ours.count("IF"):
        return "drops IF"
    for key in ("MAY", "SHOULD"):
        if theirs.count(key) > ours.count(key) + ours.count("CAN"):
            return f"drops {key}"
    if ours.count("OR") > theirs.count("OR") and "OR" in theirs:
        return "adds OR"
    for n in scope:
        key = known[n].key
        opens = not unit.row and known[n].leaf == firsts.get(known[n].clause)
        if key in _KEPT and (known[n].leaf in leaves or opens) and not _is_told(known, n, said, unit):
            kept = [known[m].key for m in scope if known[m].leaf in leaves].count(key)
            if ours.count(key) < max(1, kept):
                return f"drops {key}"
        if key in ours or (key == "MAY" and "CAN" in ours):
            continue
        if key in HARD and not (key in _IN_LEAF and known[n].leaf not in leaves):
            return f"drops {key}"
        if key == "MUST" and ("CAN" in ours or "MAY" in ours):
            return "drops MUST"
    for key in ours:
        if key in theirs or key == "CAN":
            continue
        if key == "MUST":
            if {"UNKNOWN"} & set(theirs) & set(ours):
                continue
            if close & {"MAY", "NEG", "SHOULD", "UNKNOWN", "CAN"} or not _is_duty(unit):
                return "adds MUST"
            continue
        if key in {"ATLEAST"} and _is_duty(unit) and not {"ATMOST", "MAY", "UNKNOWN"} & set(theirs):
            continue
        if key == "MAY" and "MAY" in unit.asks and "MUST" not in ours and not {"NEG", "MUST"} & set(theirs):
            continue
        if key == "UNTIL" and (
            _ends_span(said, at, known) or any(other.key == "end" and other.leaf in leaves for other in known)
        ):
            continue
        if key == "OR" and (
            ("UNKNOWN" in ours and known[0].key == "UNKNOWN")
            or ("UNKNOWN" in ours and known[-1].key == "UNKNOWN")
            or {"NOTINCLUDED"} & set(ours) & set(theirs)
            or _lists(said, own_of(said, at), known)
        ):
            continue
        if key not in SOFT_IN_SAID:
            return f"adds {key}"
    for key in ("NEG", "ONLY", "UNLESS", "EXCEPT", "USUALLY"):
        if ours.count(key) != theirs.count(key):
            return f"counts {key}"
    return _placed(said, at, matched, unit, scope)


def _limits_all(n: int, known: Sequence[Item], clauses: set[int]) -> bool:
    """Whether a condition opens its part, so that all before it holds only then."""
    first = next(m for m, other in enumerate(known) if other.part == known[n].part)
    return known[n].key in {"IF", "UNLESS", "EXCEPT"} and first == n and known[n].clause in clauses


def _is_of_another(n: int, known: Sequence[Item], matched: set[int]) -> bool:
    """Whether a condition stands behind another thing of a list: "a plan when you leave, and a radio"."""
    part = [m for m, other in enumerate(known) if other.part == known[n].part]
    behind = any(known[m].kind != "sign" for m in part if m < n)
    return behind and not matched & set(part) and min(matched) > n


def _told_of(n: int, known: Sequence[Item]) -> int:
    """The leaf of the label that a bare "no" or "no data" is told of; -1 where it stands with other words."""
    if any(o.kind != "sign" for o in known if o.leaf == known[n].leaf):
        return -1
    before = next((m for m in range(n - 1, -1, -1) if known[m].kind != "sign"), None)
    return -1 if before is None or known[before].clause != known[n].clause else known[before].leaf


def _reaches(n: int, known: Sequence[Item], clauses: set[int], matched: set[int]) -> bool:
    """Whether a sign of another leaf bears on what is spoken of: not a denial that has a part of its own."""
    sign = known[n]
    if sign.clause not in clauses:
        return False
    if sign.key not in {"UNKNOWN", "NEG"} or all(o.kind == "sign" for o in known if o.leaf == sign.leaf):
        return True
    return any(sign.part in {known[m].part, known[m].outer} for m in matched)


def own_of(said: Sequence[Item], at: Sequence[int | None]) -> list[int | None]:
    """For each item, signs too, its place."""
    places = iter(at)
    return [next(places) if item.kind != "sign" else None for item in said]


def _lists(said: Sequence[Item], mapped: Sequence[int | None], known: Sequence[Item]) -> bool:
    """Whether each "or" stands between two days, ways to pay or ways to call that the answer lists."""
    for i, item in enumerate(said):
        if item.key != "OR":
            continue
        before = next((n for n in reversed(mapped[:i]) if n is not None), None)
        after = next((n for n in mapped[i + 1 :] if n is not None), None)
        if before is None or after is None:
            return False
        kinds = {known[before].kind, known[after].kind}
        contacts = _is_contact(known[before]) and _is_contact(known[after])
        if kinds != {"day"} and not known[before].group == known[after].group == "means" and not contacts:
            return False
    return True


def _is_contact(item: Item) -> bool:
    return item.kind == "name" and (item.key.startswith("tel") or "@" in item.key)


def _ends_span(said: Sequence[Item], at: Sequence[int | None], known: Sequence[Item]) -> bool:
    """Whether what "until" stands before is the end of printed hours."""
    places = iter(at)
    mapped = [next(places) if item.kind != "sign" else None for item in said]
    for i, item in enumerate(said):
        if item.key == "UNTIL":
            after = next((n for n in mapped[i + 1 :] if n is not None), None)
            if after is None or known[after].key != "to":
                return False
    return True


def _is_told(known: Sequence[Item], n: int, said: Sequence[Item], unit: Unit) -> bool:
    """Whether "24 h before" is said as a notice of 24 h."""
    behind = known[n - 1] if n else None
    if known[n].key != "BEFORE" or behind is None:
        return False
    if behind.unit == "h" and {"notice", "customs"} & unit.lent and not any(item.key == "AFTER" for item in said):
        return True
    return behind.kind == "day" or (
        behind.kind == "num" and any(item.key in {"notice", "MUST", "enough"} for item in said)
    )


def _placed(
    said: Sequence[Item], at: Sequence[int | None], matched: set[int], unit: Unit, scope: Sequence[int]
) -> str:
    """A sign that stands before another thing than its own."""
    known = unit.items
    places = iter(at)
    mapped = [next(places) if item.kind != "sign" else None for item in said]
    for i, item in enumerate(said):
        if item.kind != "sign" or item.key in SOFT_IN_SAID | {"CAN", "ATLEAST", "USUALLY"}:
            continue
        ends = [n for n in scope if known[n].key == item.key]
        if ends and not any(_anchored(i, said, mapped, n, known, matched, item.key) for n in ends):
            return f"unties {item.key}"
    for n in scope:
        if known[n].key != "OR":
            continue
        before, after = beside(n, known, -1), beside(n, known, 1)
        if before is None or after is None:
            continue
        if before in matched and after in matched:
            if not any(
                item.key == "OR" and _anchored(i, said, mapped, n, known, matched, "OR")
                for i, item in enumerate(said)
                if item.kind == "sign"
            ):
                return "lacks OR"
        elif (
            (before in matched) != (after in matched)
            and known[after].kind not in {"ent", "day", "date"}
            and not any(known[m].key == "EVERY" and known[m].leaf == known[n].leaf and m < n for m in scope)
        ):
            return "halves OR"
    return ""


def _is_duty(unit: Unit) -> bool:
    """Whether what a unit tells is what must be."""
    return (
        bool((unit.asks | unit.lent | unit.head) & {"MUST", "notice", "ATLEAST", "condition"})
        or any(item.key in {"notice", "ppr", "MUST", "ATLEAST"} for item in unit.items)
        or (any(i.key == "BEFORE" for i in unit.items) and any(i.unit == "h" for i in unit.items))
        or any(i.unit == "min" for i in unit.items)
    )


def beside(n: int, known: Sequence[Item], step: int) -> int | None:
    m = n + step
    while 0 <= m < len(known) and known[m].clause == known[n].clause:
        if known[m].kind != "sign":
            return m
        m += step
    return None


def _anchored(
    i: int,
    said: Sequence[Item],
    mapped: Sequence[int | None],
    n: int,
    known: Sequence[Item],
    matched: set[int],
    key: str,
) -> bool:
    """Whether a sign stands before, or behind, the same thing here and there."""
    after = next((mapped[k] for k in range(i + 1, len(said)) if mapped[k] is not None), None)
    before = next((mapped[k] for k in range(i - 1, -1, -1) if mapped[k] is not None), None)
    theirs_after = next((m for m in range(n + 1, len(known)) if m in matched), None)
    theirs_before = next((m for m in range(n - 1, -1, -1) if m in matched), None)
    if key == "UNKNOWN" and known[n].leaf in {known[m].leaf for m in matched}:
        return True
    if key == "NEG" and not _denies_it(i, said, mapped, n, known, matched):
        return False
    if after is not None and after == theirs_after:
        return True
    if key in _PLACED or key == "OR":
        figure = before is not None and known[before].kind in {"num", "clock", "day", "date"}
        return before is not None and before == theirs_before and (figure or after is None or theirs_after is None)
    if before is not None and before == theirs_before:
        return True
    near = {known[m].leaf for m in (after, before) if m is not None}
    return known[n].leaf in near or all(o.kind == "sign" for o in known if o.leaf == known[n].leaf)


def _denies_it(
    i: int, said: Sequence[Item], mapped: Sequence[int | None], n: int, known: Sequence[Item], matched: set[int]
) -> bool:
    """Whether a denial stands in a leaf that is spoken of, and there with no other figure than the one said."""
    own = [q for q, other in enumerate(known) if other.leaf == known[n].leaf and other.kind != "sign"]
    if own and not matched & set(own):
        return False
    mates = [mapped[k] for k in range(len(said)) if mapped[k] is not None and said[k].leaf == said[i].leaf]
    return not any(
        known[m].leaf != known[n].leaf and any(rivals(known[m], known[q]) for q in own if q not in matched)
        for m in mates
        if m is not None
    )
