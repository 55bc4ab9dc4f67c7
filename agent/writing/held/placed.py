"""Whether an answer says what a sentence claims, thing by thing.

Each stands in a unit of the answer that says it, and none where what the sentence says around it is a rival's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.writing.held.against import (
    EVERYWHERE,
    GENERIC,
    aligned,
    crosses,
    omits,
    points,
    spoken_with,
    tells_twice,
)
from agent.writing.held.alike import rivals, same
from agent.writing.held.items import Item
from agent.writing.held.near import bound
from agent.writing.held.signs import HARD, beside, signs_differ
from agent.writing.held.terms import lexicon
from agent.writing.held.units import Answer, Unit

_BREAKS, _GOES_ON, _WITHIN, _ENDS = 1.0, 0.6, 1.3, 0.4
"""What it costs to go on to another unit where the sentence has a mark or an "and", or to one of the same line;
there within a clause; and behind a semicolon."""
_LENT = 0.3
_HARD = frozenset(["num", "clock", "day", "date", "name"])


@dataclass(frozen=True)
class Cell:
    """A unit of an answer, and what else may be said with it."""

    unit: Unit
    frame: frozenset[str]
    head: tuple[Item, ...]
    keys: frozenset[str]


@lru_cache(maxsize=16)
def cells_of(units: tuple[Unit, ...]) -> tuple[Cell, ...]:
    """The cells of an answer: the parts of its lines."""
    cells: list[Cell] = []
    for unit in units:
        if not unit.items:
            continue
        beside = [
            one for one in units if one is not unit and one.line == unit.line and one.subject == unit.subject
        ]
        texts = [one.text for one in beside]
        if any(text in unit.text and len(text) < len(unit.text) for text in texts) and unit.line >= 0:
            inner = [text for text in texts if text in unit.text and len(text) < len(unit.text)]
            if sum(len(text) for text in dict.fromkeys(inner)) > 0.6 * len(unit.text):
                continue
        frame = unit.head | unit.lent | unit.asks | unit.subject | spoken_with(unit)
        first = next(one for one in units if one.line == unit.line and one.items)
        head = _head_of(first, beside) if first is not unit or beside else ()
        frame |= frozenset(key for item in head for key in lexicon().beside.get(item.key, ()))
        keys = frozenset(item.key for item in unit.items if item.kind != "sign")
        cells.append(Cell(unit, frame | {key.removeprefix("=") for key in frame}, head, keys))
    return tuple(cells)


def _head_of(first: Unit, beside: Sequence[Unit]) -> tuple[Item, ...]:
    """What the first words of a line say of all of it: before its first colon or "·"."""
    if any(item.stage for item in first.items):
        return tuple(item for item in first.items if not item.stage and not item.clause)
    if " · " in first.text:
        return tuple(item for item in first.items if not item.clause)
    return ()


@lru_cache(maxsize=16)
def _headed(answer: Answer) -> Answer:
    """The answer with the lines under a heading of a field as said of it."""
    found: list[Unit] = []
    of: frozenset[str] = frozenset()
    last = -1
    for unit in answer.units:
        ents = frozenset(item.key for item in unit.items if item.kind == "ent" and ":" not in item.key)
        if unit.line > last + 1:
            of = frozenset()
        if unit.text.rstrip().endswith(":") and ents:
            of = ents
        found.append(replace(unit, subject=of) if of and not unit.subject else unit)
        last = max(last, unit.line)
    subjects = frozenset(one for unit in found for one in unit.subject)
    return replace(answer, units=tuple(found), subjects=subjects)


def _is_rule(unit: Unit) -> bool:
    return any(one.startswith("C:") for one in unit.subject)


def misplaced(items: Sequence[Item], answer: Answer, before: Sequence[str] = ()) -> str:
    """What stands against showing a sentence of these items; "" when nothing does."""
    own = [item for item in items if item.kind != "sign"]
    if not own:
        return "nothing"
    answer = _headed(answer)
    cells = cells_of(answer.units)
    path = _path(own, cells, answer, before)
    if isinstance(path, Item):
        return f"adds {path.kind}:{path.key}{path.value or ''}{path.unit}"
    for item, at in zip(own, path, strict=True):
        hard = _is_hard(item) or (item.kind == "ent" and len(answer.subjects) > 1)
        if hard and _has(cells[at].unit, item) and (reason := bound(item, own, answer)):
            return reason
    return crosses(items, answer) or _in_runs(_runs(items, own, path, cells), own, cells, answer, before)


def _has(unit: Unit, item: Item) -> bool:
    return any(other.kind != "sign" and same(item, other) for other in unit.items)


def _in_runs(
    runs: Sequence[tuple[int, list[Item]]],
    own: Sequence[Item],
    cells: Sequence[Cell],
    answer: Answer,
    before: Sequence[str],
) -> str:
    """What stands against one of the runs of a sentence in its unit."""
    spoken = tuple(before)
    ways = frozenset(key for key in before if key.startswith("rwy"))
    for k, (at, said) in enumerate(runs):
        unit, run = cells[at].unit, said
        if k + 1 < len(runs) and all(item.kind in {"label", "ent"} for item in said) and runs[k + 1][1][0].joined:
            run = [*said, *(item for item in runs[k + 1][1] if item.kind not in {"label", "ent"})]
        spoken = tuple(item.key for item in run if item.kind == "ent") or spoken
        ways = frozenset(item.key for item in run if item.key.startswith("rwy")) or ways
        if _is_of_others(unit, frozenset(spoken), answer, ways):
            return f"of {sorted(unit.subject)}"
        if len(runs) > k + 1 and all(item.kind == "ent" and item.key in answer.asked for item in run):
            if _of_another(cells[runs[k + 1][0]].unit, frozenset(spoken)):
                return f"not of {run[0].key}"
            continue
        reason = _told(run, unit, answer, own)
        if reason and not any(
            not _told(run, cell.unit, answer, own)
            for cell in cells
            if cell.unit is not unit and cell.unit.line in {unit.line, -1} and _holds(run, cell.unit)
        ):
            return f"[{' '.join(item.key for item in run)}] {reason}"
    return ""


def _is_of_others(unit: Unit, spoken: frozenset[str], answer: Answer, ways: frozenset[str] = frozenset()) -> bool:
    """Whether a unit is of none that is spoken of, where another could be meant; `ways`: the runways spoken of."""
    if of := frozenset(one for one in unit.subject if one.startswith("rwy")):
        alone = len({one for one in answer.runways if "/" in one}) == 1 == len(answer.names)
        if (ways and ways <= of) or (not ways and alone and any("/" in one for one in of)):
            return False
    fields = {one for one in spoken if not one.startswith("C:")}
    own_fields = {one for one in unit.subject if not one.startswith(("C:", "rwy"))}
    several = len({one for one in answer.subjects if one.startswith("C:") == _is_rule(unit)}) > 1
    another = bool(fields and own_fields) and own_fields <= set(answer.names)
    if unit.subject and (several or another) and not spoken & unit.subject:
        return True
    named = {item.key for item in unit.items if item.kind == "ent" and not item.key.startswith("C:")}
    return bool(named and fields) and not named & {*spoken, *answer.route, answer.alone, answer.centre}


def repeats(items: Sequence[Item], answer: Answer) -> bool:
    """Whether one value is said of two fields of which a line gives each its own: "at the field" for "nearby"."""
    values = [item.key for item in items if item.group and item.kind == "value"]
    if len({item.key for item in items if item.kind == "ent"}) < 2:
        return False
    twice = {key for key in values if values.count(key) > 1}
    return any(
        sum(other.key == item.key for other in unit.items) == 1
        and any(rivals(item, other) for other in unit.items)
        for unit in answer.units
        if sum(other.kind == "ent" for other in unit.items) == 2
        for item in unit.items
        if item.key in twice
    )


def denies_in_brief(items: Sequence[Item], answer: Answer) -> bool:
    """Whether a sentence ends in "…, X not" after it affirmed another thing: whose denial it is, is not clear."""
    last = next((item.leaf for item in reversed(items)), -1)
    end = [item for item in items if item.leaf == last]
    if len(end) != 2 or end[0].kind == "sign" or end[1].key != "NEG" or len(end) == len(items):
        return False
    return not any(
        [item.key for item in unit.items if item.leaf == known.leaf] == [end[0].key, "NEG"]
        for unit in answer.units
        for known in unit.items
        if known.key == end[0].key
    )


def includes_the_left_out(items: Sequence[Item], answer: Answer) -> bool:
    """Whether a sentence says "including" of what the answer says is not included."""
    keys = {item.key for item in items}
    if "among" not in keys or keys & {"NEG", "NOTINCLUDED", "LEFTOUT", "UNKNOWN"}:
        return False
    return any(
        {"NOTINCLUDED"} <= {item.key for item in unit.items}
        and any(item.kind != "sign" and item.key in keys - {"among"} for item in unit.items)
        for unit in answer.units
    )


def _holds(run: Sequence[Item], unit: Unit) -> bool:
    """Whether a unit has all of a run itself."""
    return all(
        item.kind == "sign"
        or item.key in unit.subject
        or any(other.kind != "sign" and same(item, other) for other in unit.items)
        for item in run
    )


def _is_hard(item: Item) -> bool:
    return item.kind in _HARD or bool(item.group)


def _of_another(unit: Unit, spoken: frozenset[str]) -> bool:
    """Whether a unit is of a country, or a field, that is not the one spoken of."""
    for its in (True, False):
        of = {one for one in unit.subject if one.startswith("C:") == its and not one.startswith("rwy")}
        told = {one for one in spoken if one.startswith("C:") == its}
        if of and told and not of & told:
            return True
    return False


def _runs(
    items: Sequence[Item], own: Sequence[Item], path: Sequence[int], cells: Sequence[Cell]
) -> list[tuple[int, list[Item]]]:
    """What of a sentence lies in one unit after another; a sign goes with what shares its clause."""
    runs: list[tuple[int, list[Item]]] = []
    n = 0
    for item in items:
        if item.kind != "sign":
            at, n = path[n], n + 1
        elif n and (n >= len(own) or (own[n - 1].leaf == item.leaf != own[n].leaf)):
            at = path[n - 1]
        else:
            at = path[n]
            if n and own[n - 1].leaf == item.leaf and path[n - 1] != at:  # it goes with the unit that has it
                has = [any(o.key == item.key for o in cells[one].unit.items) for one in (path[n - 1], at)]
                at = path[n - 1] if has == [True, False] else at
        if runs and runs[-1][0] == at:
            runs[-1][1].append(item)
        else:
            runs.append((at, [item]))
    return runs


def _spoken(own: Sequence[Item], before: Sequence[str]) -> list[frozenset[str]]:
    """At each thing of whom is spoken: whom its leaf names, else whom the last leaf did that named one."""
    by_leaf: dict[int, set[str]] = {}
    for item in own:
        if item.kind == "ent":
            by_leaf.setdefault(item.leaf, set()).add(item.key)
    told: list[frozenset[str]] = []
    last = frozenset(before)
    for item in own:
        last = frozenset(by_leaf.get(item.leaf, last))
        told.append(last)
    return told


def _path(own: Sequence[Item], cells: Sequence[Cell], answer: Answer, before: Sequence[str]) -> list[int] | Item:
    """For each thing said the unit that holds it, with the fewest changes; or what none holds."""
    costs: dict[int, tuple[float, list[int]]] = {}
    titled = frozenset(
        item.key
        for cell in cells
        if cell.unit.line in {0, 1} and not _is_rule(cell.unit)
        for item in cell.unit.items
    )
    spoken = _spoken(own, before)
    anchors: dict[int, list[str]] = {}
    for item in own:
        if item.kind in {"label", "word", "name", "ent", "value"} and item.key not in GENERIC | EVERYWHERE:
            anchors.setdefault(item.leaf, []).append(item.key)
    for k, item in enumerate(own):
        here: dict[int, float] = {}
        by_figure = item.kind in _HARD or item.group == "compass"
        for n, cell in enumerate(cells):
            if _of_another(cell.unit, spoken[k]):
                continue
            if (item.key in cell.keys or by_figure) and _has(cell.unit, item):
                here[n] = 0.02 * len(cell.unit.items) ** 0.5
            elif _is_lent(item, cell, answer, titled):
                here[n] = _LENT
        if not here:
            return item
        if not k:
            costs = {n: (cost, [n]) for n, cost in here.items()}
            continue
        within = item.leaf == own[k - 1].leaf
        apart = 99.0 if within else _BREAKS if item.clause == own[k - 1].clause else _ENDS
        best = min(costs.values(), key=lambda one: one[0])
        nearest: dict[int, tuple[float, list[int]]] = {}
        for n, (cost, way) in costs.items():
            line = cells[n].unit.line
            if line not in nearest or cost < nearest[line][0]:
                nearest[line] = (cost, way)
        following: dict[int, tuple[float, list[int]]] = {}
        shared = _by_anchor(anchors.get(item.leaf, ()), costs, cells) if within else {}
        for n, cost in here.items():
            ways = [(best[0] + apart, best[1])]
            own_subject = cells[n].unit.subject
            ways += [
                (told + _WITHIN, way)
                for key, (told, way) in shared.items()
                if key in cells[n].keys | own_subject
                and (not own_subject or not (last := cells[way[-1]].unit.subject) or own_subject & last)
            ]
            if n in costs:
                ways.append(costs[n])
            if cells[n].unit.line in nearest and cells[n].unit.line >= 0:
                at = nearest[cells[n].unit.line]
                ways.append((at[0] + (_WITHIN if within else _GOES_ON), at[1]))
            if within and cells[n].unit.line in {0, 1} and not cells[n].unit.subject:
                ways += [
                    (told + _WITHIN, way)
                    for line, (told, way) in nearest.items()
                    if line in {0, 1} - {cells[n].unit.line}
                ]
            told, way = min(ways, key=lambda one: one[0])
            following[n] = (told + cost, [*way, n])
        costs = following
    cost, way = min(costs.values(), key=lambda one: one[0])
    return (
        way
        if cost < 50
        else own[next(k for k in range(1, len(way)) if way[k] != way[k - 1] and own[k].leaf == own[k - 1].leaf)]
    )


def _by_anchor(
    anchors: Sequence[str], costs: dict[int, tuple[float, list[int]]], cells: Sequence[Cell]
) -> dict[str, tuple[float, list[int]]]:
    """For each thing that a clause names the best way to a unit of it: two units of one thing may be joined."""
    found: dict[str, tuple[float, list[int]]] = {}
    for key in anchors:
        ways = [way for n, way in costs.items() if key in cells[n].keys or key in cells[n].unit.subject]
        if ways:
            found[key] = min(ways, key=lambda one: one[0])
    return found


def _is_lent(item: Item, cell: Cell, answer: Answer, titled: frozenset[str]) -> bool:
    if any(other.kind != "sign" and same(item, other) for other in cell.head):
        return True
    if item.kind in _HARD:
        return item.kind in {"day", "date"} and item.key in answer.asked
    if item.kind == "ent":
        return item.key in {*cell.unit.subject, *answer.route, answer.alone, answer.centre}
    if any(rivals(item, other) for other in cell.unit.items):
        return False
    if len(item.key) == 1 and any(len(key) == 1 for key in cell.unit.asks):
        return item.key in cell.unit.asks
    return (
        item.key in cell.frame
        or (item.key in answer.asked and item.kind != "value")
        or (item.kind == "label" and item.key in EVERYWHERE | GENERIC | {"airspace"})
        or (item.kind == "value" and item.key in titled)
    )


def _is_bare(n: int, own: Sequence[Item], unit: Unit) -> bool:
    """Whether a figure is said without anything of what it stands with."""
    mates = [
        other
        for m, other in enumerate(unit.items)
        if m != n and other.leaf == unit.items[n].leaf and other.kind != "sign" and other.group != "zone"
    ]
    telling = [one for one in mates if one.kind in {"label", "word", "value"} and one.key not in GENERIC]
    return bool(telling) and not any(same(item, other) for item in own for other in mates)


def _told(run: Sequence[Item], unit: Unit, answer: Answer, all_own: Sequence[Item]) -> str:
    """What stands against a run of a sentence in its unit: a sign, or a condition left out."""
    own = [item for item in run if item.kind != "sign"]
    places = [[n for n, o in enumerate(unit.items) if o.kind != "sign" and same(i, o)] for i in own]
    at = aligned(own, places, unit.items)
    matched = {n for n in at if n is not None}
    for item, n in zip(own, at, strict=True):
        if n is not None and (
            not points(item, n, unit.items) or (item.way and unit.items[n].way and item.way != unit.items[n].way)
        ):
            return "another way"
    theirs = {o.key for o in unit.items if o.kind == "sign"}
    if not matched:
        bare = theirs in ({"MUST"}, {"MUST", "NEG"}) and all(o.kind == "sign" for o in unit.items)
        same_signs = sorted(o.key for o in unit.items) == sorted(i.key for i in run if i.kind == "sign")
        return "" if bare and same_signs and unit.asks else "only what is lent"
    foreign = {i.key for i, n in zip(own, at, strict=True) if n is None and i.kind == "ent"}
    named = [o for n, o in enumerate(unit.items) if n in matched and o.kind == "ent"]
    if any(key.startswith("C:") == o.key.startswith("C:") for key in foreign for o in named if unit.subject):
        return "of another"
    clauses = {item.clause for item in own}
    told = {
        i.clause
        for i, n in zip(own, at, strict=True)
        if n is not None and unit.items[n].kind not in {"ent", "label"}
    }
    told |= {
        i.clause for i in run if i.kind == "sign" and (i.key in HARD or i.key in {"MUST", "UNKNOWN"} & theirs)
    }
    if clauses - told:
        return "tells nothing"
    for item, n in zip(own, at, strict=True):
        if n is not None and item.kind in {"num", "clock"} and _is_bare(n, all_own, unit):
            return f"bare {item.value:g}"
    if tells_twice(own, at):
        return "tells twice"
    unknown = {o.key for o in unit.items if o.kind == "sign" and o.key in {"UNKNOWN", "NOTREAD"}}
    if unknown and not unit.row and not unknown & {i.key for i in run if i.kind == "sign"}:
        return "drops unknown"
    if unit.narrows - answer.asked - {o.key for o in unit.items} - {i.key for i in all_own}:
        return "asks of less"
    if _is_rule(unit) and (sign := _turned(run, matched, unit)):
        return f"turns {sign} of a rule"
    run = _spans(run, at, unit)
    return signs_differ(*_of_one_unknown(run, at, matched, unit)) or _left_out(run, matched, unit, answer, all_own)


_LIMITS = frozenset([
    "OUTSIDE", "INSIDE", "ABOVE", "BELOW", "BETWEEN", "ATORABOVE", "ATORBELOW", "BEFORE", "AFTER", "UNTIL", "IF",
    "UNLESS", "EXCEPT", "ONLY", "DURING", "OR", "SHOULD", "NEG",
])  # fmt: skip


def _turned(run: Sequence[Item], matched: set[int], unit: Unit) -> str:
    """Which sign of the clauses of a rule that are said is left out, or said too often: a rule turns on each."""
    clauses = {unit.items[n].clause for n in matched}
    theirs = [
        item.key
        for n, item in enumerate(unit.items)
        if item.kind == "sign" and item.clause in clauses and not _is_elsewhere(n, unit.items, matched)
    ]
    ours = [item.key for item in run if item.kind == "sign"]
    if {"MAY", "CAN"} & set(theirs) and ours.count("MUST") > theirs.count("MUST"):
        return "MUST"
    allowed = {"MAY", "CAN"}  # "may" and "can" of one thing
    if sum(key in allowed for key in ours) < sum(key in allowed for key in theirs):
        return "MAY"
    leaves = {unit.items[n].leaf for n in matched}
    if any(o.key == "altitude" and o.leaf in leaves and n not in matched for n, o in enumerate(unit.items)):
        return "altitude"
    return next((key for key in theirs if key in _LIMITS and ours.count(key) < theirs.count(key)), "")


def _is_elsewhere(n: int, known: Sequence[Item], matched: set[int]) -> bool:
    """Whether a condition is another thing's of a list, or an "or" stands between two that are not spoken of."""
    key = known[n].key
    if key == "OR":
        return not {beside(n, known, -1), beside(n, known, 1)} & matched
    if key != "IF" or known[n].leaf in {known[m].leaf for m in matched}:
        return False
    headed = any(o.kind != "sign" and o.leaf == known[n].leaf for o in known[:n])
    return headed and min(matched) > n


def _of_one_unknown(
    run: Sequence[Item], at: Sequence[int | None], matched: set[int], unit: Unit
) -> tuple[Sequence[Item], Sequence[int | None], set[int], Unit]:
    """A run and its unit without the one "not known" that each of them says of all of it."""
    ours = [item for item in run if item.key == "UNKNOWN"]
    theirs = [n for n, item in enumerate(unit.items) if item.key == "UNKNOWN"]
    if len(ours) != 1 or len(theirs) != 1 or len({item.clause for item in unit.items}) > 1:
        return run, at, matched, unit
    k = theirs[0]
    return (
        [item for item in run if item.key != "UNKNOWN"],
        [n if n is None or n < k else n - 1 for n in at],
        {n if n < k else n - 1 for n in matched},
        replace(unit, items=(*unit.items[:k], *unit.items[k + 1 :])),
    )


_BLAND = frozenset(["accept", "count"])
"""Words that may be left out of what is said."""


def _left_out(run: Sequence[Item], matched: set[int], unit: Unit, answer: Answer, own: Sequence[Item]) -> str:
    """What limits a unit and is said nowhere in the sentence."""
    told = {n for n, other in enumerate(unit.items) if any(same(item, other) for item in own)} | matched
    days = any(unit.items[n].kind == "day" for n in told)
    told |= {
        n
        for n, other in enumerate(unit.items)
        if other.key in _BLAND
        or (
            not other.stage
            and other.outer >= 0
            and unit.text.startswith("Raw (")
            and any(i.stage for i in unit.items)
        )
        or (days and (other.kind == "date" or other.key == "holiday"))
        or _is_a_level(n, unit)
    }
    reason = omits(run, matched, unit, answer)
    return reason and omits(run, told, unit, answer)


def _is_a_level(n: int, unit: Unit) -> bool:
    """Whether it is of a flight level in brackets behind its altitude: "10 000 ft (FL 100)"."""
    other = unit.items[n]
    return other.outer >= 0 and any(
        o.key.startswith("fl") and o.part == other.part and o.kind in {"name", "word"} for o in unit.items
    )


def _spans(run: Sequence[Item], at: Sequence[int | None], unit: Unit) -> list[Item]:
    """A run with "between" and "until" as its unit prints that span, and without the "ahead" of a notice."""
    places = iter(at)
    mapped = [next(places) if item.kind != "sign" else None for item in run]
    told: list[Item] = []
    for i, item in enumerate(run):
        before = next((n for n in reversed(mapped[:i]) if n is not None), None)
        after = next((n for n in mapped[i + 1 :] if n is not None), None)
        if item.key in {"UNTIL", "BETWEEN"} and item.kind == "sign":
            if item.key == "BETWEEN":
                after, before = next((n for n in mapped[i + 1 :] if n is not None and n != after), None), after
            if before is not None and after is not None and 0 < after - before <= 2:
                between = [o.key for o in unit.items[before + 1 : after]]
                if between == ["UNTIL"]:
                    told.append(replace(item, key="UNTIL"))
                    continue
                if not between:
                    continue
        if item.kind == "sign" and item.key == "BEFORE" and before is not None and unit.items[before].unit == "h":
            keys = {o.key for o in unit.items} | unit.head
            if keys & {"ppr", "notice"} and not keys & {"BEFORE", "AFTER"}:
                continue
        told.append(item)
    return told
