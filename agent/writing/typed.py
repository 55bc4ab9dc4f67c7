"""Whether all that a sentence claims is claimed by one statement of its material, word type by word type.

A sentence may say the leaves of a statement (`stated.py`) in any order and leave leaves out, but of a leaf that it
speaks of it leaves out nothing that is bound, it adds nothing, it keeps what stands in one leaf together, and it
keeps every condition of what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agent import regex as re
from agent.writing.bound import are_opposed
from agent.writing.facets import CONDITIONS, MODAL, Facet, facets_of, peoples
from agent.writing.stated import Reading, Statement, is_field, reading_of

_CUT = re.compile(
    r"\s*(?:;|,? (?:while|whereas|because|which|that is|so|but)\b,?|, (?:and|but)\b|\band\b|, (?=in [A-Z]))\s*"
)
"""Where one clause ends and another begins."""


def is_typed(
    sentence: str, material: str, countries: Sequence[str], about: Sequence[str], question: str = ""
) -> bool:
    """Whether a sentence, or each of its clauses, is said by a statement, for every country it names.

    What the pilot asked, with its figures, need not be said again.
    """
    reading = reading_of(material)
    asked = frozenset(
        f.key for f in facets_of(reading.named(peoples(question))) if f.kind == "num" and " " in f.key
    )
    reading = replace(reading, asked=asked)
    text = reading.named(peoples(sentence.strip()))
    if reading.around:
        text = re.sub(rf"(?<= nm) (?:away )?(?:from|of) {reading.around}\b", "", text)
    if reading.route:
        here, there = reading.route
        what = "[Ww]ay|[Ff]light|[Tt]rip|[Ll]eg|[Rr]oute|[Dd]istance"
        way = rf"(?:[Tt]he )?(?:{what})? ?[Ff]rom Ent{here} to Ent{there}\b"
        text = re.sub(way, "", text)
        along = re.sub(r"\b[Oo]f (?:the|your|this) (?:route|way|track)\b", f"of Ent{here} Ent{there}", text)
        if along != text and _accepted(along, reading, countries, about, 3):
            return True
    return _accepted(text, reading, countries, about, 3)


_FIGURE = re.compile(r"\d+(?:\.\d+)? \w|T\d{4}$|[DM][\da-z]+$")


def misplaces(sentence: str, material: str) -> bool:
    """Whether a figure is said of another field than the one that the material gives it to, or is one of two that
    belong together and the other is not said."""
    reading = reading_of(material)
    facets = facets_of(reading.named(peoples(sentence)))
    own = [f.key for f in facets]
    fields = {key for key in own if is_field(key)}
    for place, key in enumerate(own):
        if not _FIGURE.match(key):
            continue
        known = [s for s in reading.statements if any(f.key == key for f in s.facets)]
        said = _owner(facets, place, fields)
        if fields and known and not any(s.route or not s.fields or said in _owners(s, key) for s in known):
            return True
        shares = [len({f.key for f in s.facets} & set(own)) for s in known]
        if known and all(
            _halved(s, key, own) for s, share in zip(known, shares, strict=True) if share == max(shares)
        ):
            return True
    return False


_ZONES = frozenset(["local", "utc"])


def _is_of_other_zone(time: str, zone: str, lines: Sequence[Sequence[Facet]]) -> bool:
    """Whether a time stands with the other zone alone."""
    known = {
        after.key
        for line in lines
        for one, after in pairwise(line)
        if one.key == time and after.key in _ZONES and one.leaf == after.leaf
    }
    return bool(known) and zone not in known


def exchanges(sentence: str, material: str) -> bool:
    """Whether a figure is said in place of the one that belongs to what is said with it: of "1h 36m in still air;
    1h 57m with 20 kt on the nose" the first with the second's wind; or one figure where two stand."""
    reading = reading_of(material)
    own = facets_of(reading.named(peoples(sentence)))
    keys = [f.key for f in own]
    zones = [facets_of(line) for line in reading.lines]
    if any(
        key[0] == "T" and zone in _ZONES and _is_of_other_zone(key, zone, zones) for key, zone in pairwise(keys)
    ):
        return True
    figures = {f.key for f in own if f.kind == "num" and (" " in f.key or f.key[0] == "T")}
    rows = [[facets_of(part) for part in re.split(r"[;·]|(?<=[a-z\d])\. ", line)] for line in reading.lines]
    for figure in figures:
        holding = [row for row in rows if any(f.key == figure for part in row for f in part)]
        if holding and keys.count(figure) > sum(f.key == figure for row in holding for part in row for f in part):
            return True
        if holding and all(_is_exchanged(figure, row, set(keys)) for row in holding):
            return True
    return False


def _is_exchanged(figure: str, row: Sequence[Sequence[Facet]], said: set[str]) -> bool:
    """Whether all else that is said of a row is of another part, whose own figure of this measure is not said."""
    its = [part for part in row if any(f.key == figure for f in part)]
    beside = {f.key for part in its for f in part if f.bound and f.key != figure and not is_field(f.key)} & said
    for part in row:
        if part in its:
            continue
        of_it = {f.key for f in part if (f.bound or f.kind == "word") and not is_field(f.key)} & said
        others = {f.key for f in part if f.kind == "num" and _measure(f.key) == _measure(figure)}
        if others and not others & said and of_it - beside and not beside - of_it:
            return True
    return False


def _halved(statement: Statement, key: str, own: Sequence[str]) -> bool:
    """Whether another figure of its leaf is joined to it by "and", and is not said."""
    for facet in statement.facets:
        if facet.key != key:
            continue
        leaf = [statement.facets[n] for n in statement.by_leaf[facet.leaf]]
        other = [f for f in leaf if f.key != key and " " in f.key and f.kind == facet.kind == "num"]
        if not any(f.joined == "and" for f in (*other, facet)) or all(f.key in own for f in other) or not other:
            return False
    return True


def _owners(statement: Statement, key: str) -> set[str]:
    if statement.subject:
        return set(statement.subject)
    return {
        _owner(statement.facets, place, set(statement.fields))
        for place, one in enumerate(statement.facets)
        if one.key == key
    }


def _accepted(text: str, reading: Reading, countries: Sequence[str], about: Sequence[str], depth: int) -> bool:
    named = [country for country in countries if re.search(rf"\b{re.escape(country)}\b", text)]
    plain = text
    if len(named) > 1 and not re.search(_side_by_side(named), text):
        named = named[:1]  # the others are part of what is said
    if opening := re.match(r"(?:No|Yes)[,:;] ", plain):
        denies = any(f.kind in {"no", "nomust", "ban"} for f in facets_of(plain[opening.end() :]))
        plain = plain[opening.end() :] if denies == plain.startswith("No") else plain
    for country in named:
        plain = re.sub(rf"(?:\b(?:[Ii]n|[Ff]or|[Oo]f) )?(?:\b[Tt]he )?\b{re.escape(country)}\b(?:'s)?", " ", plain)
    of = named or about or countries or [""]
    if len(of) == 2:
        plain = re.sub(r"\b[Bb]oth (?=,|and\b| )|\b[Ii]n both (?:countries|states)\b,?|\balike\b", " ", plain)
    if ";" not in text:
        own, whole = facets_of(plain.strip(" ,.")), facets_of(text)
        if own and all(
            any(
                not why_not(own if s.country else whole, s, reading.asked)
                for s in reading.statements
                if s.country in {one, ""}
            )
            for one in of
        ):
            return True
    if depth:
        for cut in list(_CUT.finditer(text))[:6]:
            before, after = text[: cut.start()], text[cut.end() :]
            rest = facets_of(after)
            if (
                not facets_of(before) or not rest or rest[0].kind == "num"
            ):  # a figure belongs to what it stands with
                continue
            if not _accepted(before, reading, countries, about, 0):
                continue
            fields = re.findall(r"\bEnt[A-Z]{4}\b", before)
            if fields and "Ent" not in after:  # what goes on speaks of the same field, or of none
                alone = replace(reading, statements=tuple(s for s in reading.statements if not s.fields))
                if _accepted(f"{fields[-1]} {after}", reading, countries, named or about, depth - 1):
                    return True
                if _accepted(after, alone, countries, named or about, depth - 1):
                    return True
            elif _accepted(after, reading, countries, named or about, depth - 1):
                return True
    return False


def _side_by_side(countries: Sequence[str]) -> str:
    """A pattern of the countries in a row: "France, Germany and the United Kingdom"."""
    any_of = rf"(?:the )?(?:{'|'.join(map(re.escape, countries))})"
    return rf"\b{any_of}(?:, {any_of})*,? (?:and|or|nor) {any_of}\b"


def why_not(own: Sequence[Facet], statement: Statement, asked: frozenset[str] = frozenset()) -> str:
    """What stands against a statement's saying all of it; "" when nothing does."""
    known = statement.facets
    keys = {f.key for f in known}
    strange = [f for f in own if f.key not in keys | statement.lent and f.kind != "num"]
    if len(strange) > 3:
        return "strange"
    at = _aligned(own, known)
    matched = {n for n in at if n is not None}
    if len(matched) < min(2, len(known)) or len(matched) * 2 < len(own):
        return "few"
    if not any(known[n].bound or known[n].key[0] == "x" for n in matched):
        return "few"
    if len(statement.fields) > 1 and not statement.route and not any(is_field(f.key) for f in own):
        return "fieldless"
    if statement.subject and not any(f.key in statement.subject for f in own):
        return "subject"
    if any(at.count(n) > 1 and known[n].kind not in {"word", "num", "must"} for n in matched):
        return "repeats"
    added = _adds(own, at, statement, matched)
    if added:
        return added
    return (
        _omits(statement, matched, own, asked)
        or _drops_a_condition(statement, matched)
        or _scatters(statement, at)
        or _unties(own, at, known)
        or _joins(own, at, statement)
        or _changes_hands(own, at, known)
    )


_DEADLINE = frozenset(["xlatest", "tell"])
"""What is to be done by then."""


def _adds(own: Sequence[Facet], at: Sequence[int | None], statement: Statement, matched: set[int]) -> str:
    """What is said and stands nowhere, but what the question lends, and what joins a case to what holds in it."""
    leaves = {statement.facets[n].leaf for n in matched}
    touched = [f for f in statement.facets if f.leaf in leaves]
    negative = any(f.kind in {"no", "nomust", "ban", "may", "should"} for f in touched)
    borrowed = 0
    for place, facet in enumerate(own):
        if at[place] is not None:
            continue
        if facet.kind == "must" and statement.duty and not negative:
            continue
        if facet.kind in {"must", "should"} and not negative and any(f.key in _DEADLINE for f in touched):
            continue
        after = at[place + 1] if place + 1 < len(own) else None
        if facet.key == "when" and after is not None and (statement.duty or statement.row) and not negative:
            continue
        if (
            facet.key == "xunless"
            and after is not None
            and statement.facets[after].joined == "or"
            and not negative
        ):
            continue
        if (
            facet.key == "must"
            and any(f.key == "xunknown" for f in own)
            and any(f.key == "xunknown" for f in touched)
        ):
            continue  # "whether it requires any is not known"
        is_lent = facet.kind in {"word", "hedge", "num", "limit"} and facet.key in statement.lent
        beside_it = [at[k] for k in (place - 1, place + 1) if 0 <= k < len(own)]
        near = {statement.facets[n].leaf for n in beside_it if n is not None} or leaves
        against = [n for n, f in enumerate(statement.facets) if is_lent and are_opposed(facet.key, f.key)]
        instead = any(n not in matched for n in against)
        if is_lent and not instead and not near <= {statement.facets[n].leaf for n in against}:
            borrowed += facet.bound
            continue
        return f"adds {facet.key}"
    return "borrows" if borrowed > len(matched) // 2 + 1 else ""


def _same(one: Facet, other: Facet) -> bool:
    if one.key == other.key:
        return one.kind == other.kind
    if one.kind == other.kind == "num" and one.key[0] == "D" == other.key[0]:  # a day, with its year or without
        short, long = sorted((one.key, other.key), key=len)
        return long.startswith(short) and not short[-1].isdigit()
    return False


def _aligned(own: Sequence[Facet], known: Sequence[Facet]) -> list[int | None]:
    """For each facet the place where it is known, so that leaves stay together."""
    best: list[tuple[float, list[int | None], int]] = [(0.0, [], -1)]
    for facet in own:
        places: list[int | None] = [n for n, k in enumerate(known) if _same(k, facet)]
        following = [
            min(
                (
                    (price + _hop(known, last, n, path), [*path, n], last if n is None else n)
                    for price, path, last in best
                ),
                key=lambda one: one[0],
            )
            for n in places or [None]
        ]
        best = sorted(following, key=lambda one: one[0])[:12]
    return min(best, key=lambda one: one[0])[1]


def _hop(known: Sequence[Facet], last: int, n: int | None, path: Sequence[int | None]) -> float:
    if n is None:
        return 0
    crossing = 3 * (last >= 0 and known[last].leaf != known[n].leaf)
    return crossing + min(6, abs(n - last - 1)) + 9 * (n in path)


_GENERIC = frozenset(["aircraft", "field", "flight", "pilot", "also", "applicabl", "xhll", "publish", "mtow"])
"""What is spoken of anyway, and may be left out."""


_OF_FUEL = frozenset(["avga", "jet", "moga", "ul91", "fuel"])
"""Where one of these is said, that it is fuel need not be."""


def _omits(
    statement: Statement, matched: set[int], own: Sequence[Facet], asked: frozenset[str] = frozenset()
) -> str:
    """What is bound in a leaf that is spoken of, and is not said."""
    known = statement.facets
    softens = any(f.kind in {"no", "may", "ban", "should", "nomust"} for f in own)
    for places in statement.by_leaf.values():
        if not any(n in matched for n in places):
            continue
        for n in places:
            facet = known[n]
            if n in matched:
                continue
            follows = n + 1 if n + 1 < len(known) and known[n + 1].leaf == facet.leaf else None
            if not facet.bound and facet.kind != "hedge":
                if follows in matched and not known[follows or 0].joined:
                    return f"generalises {facet.key}"
                if (follows in matched and known[follows or 0].joined == "or") or (
                    facet.joined == "or" and n - 1 in matched
                ):
                    return f"drops or {facet.key}"
                continue
            if (facet.kind == "must" and not softens) or facet.key in _GENERIC | asked:
                continue
            if facet.key == "fuel" and any(known[m].key in _OF_FUEL for m in matched):
                continue
            if (
                _is_reference(facet)
                and not any(f.kind in {"no", "ban", "nomust"} for f in (*known, *own))
                and any(known[m].leaf == facet.leaf for m in matched)
            ):
                continue
            if facet.key in _DAYS and n + 1 in matched and known[n + 1].key[0] == "D":
                continue
            if facet.key in statement.lent and (facet.key[0] == "D" or facet.key in _DAYS):
                continue
            if facet.key[0] == "D" and _is_told_by_weekday(known, n, matched):
                continue
            before = known[n - 1].key if n else ""
            if n - 1 in matched and (
                (before == "before" and facet.key == "depart")
                or (before == "instead" and facet.key.startswith("ent"))
            ):
                continue
            if facet.key in statement.subject or facet.key in {"every", "same"}:
                continue
            if facet.key in statement.lent and facet.key.startswith("ent"):
                continue
            if (
                facet.kind in {"word", "num"}
                and facet.joined == "and"
                and not any(m in matched for m in places if m > n)
            ):
                continue
            again = any(known[m].key == facet.key and known[m].leaf != facet.leaf for m in matched)
            if (
                not statement.country
                and facet.kind == "word"
                and again
                and any(known[m].bound and m in matched for m in places)
            ):
                continue
            return f"omits {facet.key}"
    return ""


def _is_reference(facet: Facet) -> bool:
    """Whether it only tells where a rule stands."""
    return re.match(r"(?:sera|nco|fcl|med|spo|ncc)\.[\w.]*\d", facet.key) is not None


def _is_told_by_weekday(known: Sequence[Facet], n: int, matched: set[int]) -> bool:
    """Whether a day stands beside its weekday, which is said, and no other day of that name is there."""
    beside = known[n - 1].key if n else ""
    again = [f for m, f in enumerate(known) if f.key == beside and m != n - 1]
    return beside in _DAYS and n - 1 in matched and not again


_NEVER_DROPPED = frozenset(["xnotread", "xunknown", "xnotseen", "xnodiff"])
_NEGATIVE = frozenset(["no", "ban", "nomust", "hedge"])


def _drops_a_condition(statement: Statement, matched: set[int]) -> str:
    """What limits a sentence, and is not said with it."""
    known = statement.facets
    if statement.row:
        return ""
    for places in statement.by_leaf.values():
        if known[places[0]].joined == "or" and places[0]:
            leaf = statement.by_leaf[known[places[0] - 1].leaf]
            if any(n in matched for n in places) != any(n in matched for n in leaf):
                return f"drops or {known[places[0]].key}"
        if any(n in matched for n in places):
            continue
        head = known[places[0]]
        limits = (head.joined != "and" or head.key in _TIED) and any(known[n].key in _TIED for n in places)
        limits = limits and not _is_measure([known[n] for n in places])
        if limits or any(
            known[n].key in CONDITIONS | _NEVER_DROPPED or known[n].kind in _NEGATIVE for n in places
        ):
            return f"drops {known[places[0]].key}"
    return ""


_BOUNDS = frozenset(["xatleast", "xatmost", "startingat", "endingat"])


def _is_measure(leaf: Sequence[Facet]) -> bool:
    """Whether it names a thing and how much of it, and limits nothing else: "ceiling at least 1 500 ft"."""
    return (
        leaf[0].kind == "word"
        and leaf[0].bound
        and any(f.kind == "num" for f in leaf)
        and not any(f.key in _TIED - _BOUNDS for f in leaf)
    )


def _scatters(statement: Statement, at: Sequence[int | None]) -> str:
    """A leaf whose words are said apart, with another's between."""
    leaves = [statement.facets[n].leaf for n in at if n is not None]
    runs = [leaf for place, leaf in enumerate(leaves) if place == 0 or leaves[place - 1] != leaf]
    times = {leaf: runs.count(leaf) for leaf in runs}
    again = [leaf for leaf, n in times.items() if n > 1]
    if len(again) > 1 or any(times[leaf] > 2 for leaf in again):
        return f"scatters {again}"
    placed = [n for n in at if n is not None]
    for leaf in again:
        own = [place for place, n in enumerate(placed) if statement.facets[n].leaf == leaf]
        between = [statement.facets[placed[k]] for k in range(own[0], own[-1]) if k not in own]
        ends = [statement.facets[placed[k]] for k in own if k > own[0]]
        if any(_rival(one, other) for one in ends for other in between):
            return f"scatters {again}"
    return ""


_TIED = frozenset([
    "before", "after", "above", "below", "between", "xoutside", "xinside", "xatleast", "xatmost", "startingat",
    "endingat", "only", "from", "no", "ban", "mustnot", "nomust", "xmorethan", "during", "until", "since",
    "xunless", "xbutfor", "when", "further", "more", "less", "through",
])  # fmt: skip
"""What belongs to the thing it stands before."""


def _unties(own: Sequence[Facet], at: Sequence[int | None], known: Sequence[Facet]) -> str:
    """A limit that stands before another thing than its own, or rivals of one leaf that changed places."""
    placed = [(f, n) for f, n in zip(own, at, strict=True) if n is not None]
    for i, (facet, n) in enumerate(placed):
        if facet.key not in _TIED:
            continue
        after = placed[i + 1][1] if i + 1 < len(placed) else None
        before = placed[i - 1][1] if i else None
        its_own = _next(known, n, 1) if facet.kind == "limit" else _denied_by(known, n, {m for _, m in placed})
        if after is not None and after in its_own:
            continue
        ends = after is None or known[after].leaf != known[n].leaf or not its_own
        if before is not None and before in _next(known, n, -1) and ends:
            continue
        return f"unties {facet.key}"
    for i, (one, a) in enumerate(placed):
        for other, b in placed[i + 1 :]:
            if known[a].leaf == known[b].leaf and a > b and _rival(one, other):
                return f"swaps {one.key} {other.key}"
    return ""


def _denied_by(known: Sequence[Facet], n: int, said: set[int]) -> set[int]:
    """What a denial denies: what follows it in its leaf and is said, but for duty and permission."""
    m = n + 1
    while m < len(known) and known[m].leaf == known[n].leaf:
        if known[m].kind not in MODAL and (m in said or known[m].bound):
            return {m}
        m += 1
    return set()


def _changes_hands(own: Sequence[Facet], at: Sequence[int | None], known: Sequence[Facet]) -> str:
    """What is one field's here and another's there; so of days, classes and all that stands against another."""
    placed = [(place, n) for place, n in enumerate(at) if n is not None]
    for place, n in placed:
        facet = known[n]
        if not (facet.kind in {"num", "no", "may", "ban", "nomust", "name"} or facet.key == "xunknown"):
            continue
        for owner in {known[m].key for _, m in placed if _may_own(known[m]) and m != n}:
            rivals = {f.key for f in known if f.key != owner and _are_rivals(owner, f.key)}
            if not rivals or facet.key in {owner, *rivals}:
                continue
            clock = facet.key[0] == "T" and owner in {"local", "utc"}
            said = _owner(own, place, {owner, *rivals}, behind=clock)
            its = _owner(known, n, {owner, *rivals}, behind=clock)
            if said != its and not _is_span(known, said, its) and not _is_span(own, said, its):
                return f"gives {facet.key} of {its} to {said}"
    return ""


def _may_own(facet: Facet) -> bool:
    return (
        facet.bound and facet.kind in {"word", "num"} and not facet.key[0].isdigit() and facet.key[0] not in "TDM"
    )


def _are_rivals(one: str, other: str) -> bool:
    return (is_field(one) and is_field(other)) or (one in _DAYS and other in _DAYS) or are_opposed(one, other)


_DAYS = frozenset(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])


def _owner(facets: Sequence[Facet], place: int, of: set[str], *, behind: bool = False) -> str:
    """Which of them was named last before a place, or first after it, in its leaf or else anywhere; `behind`: the
    one that stands right after."""
    keys = [f.key for f in facets]
    if behind and place + 1 < len(keys) and keys[place + 1] in of:
        return keys[place + 1]
    leaf = [n for n, f in enumerate(facets) if f.leaf == facets[place].leaf and f.key in of]
    holding = leaf or [n for n, key in enumerate(keys) if key in of]
    before = [keys[n] for n in holding if n < place]
    after = [keys[n] for n in holding if n >= place]
    return before[-1] if before else after[0] if after else ""


def _is_span(facets: Sequence[Facet], one: str, other: str) -> bool:
    """Whether both are the ends of one span: "Monday to Friday"."""
    keys = [f.key for f in facets]
    spans = [
        {keys[n + 1], keys[n + 3]}
        for n, key in enumerate(keys[:-3])
        if key == "startingat" and keys[n + 2] == "endingat"
    ]
    return {one, other} in spans


def _next(known: Sequence[Facet], n: int, step: int) -> set[int]:
    """What stands beside it in its leaf: the next that is bound, and plain words up to it."""
    found: set[int] = set()
    m = n + step
    while 0 <= m < len(known) and known[m].leaf == known[n].leaf:
        found.add(m)
        if known[m].bound and known[m].kind not in {"must", "hedge"}:
            break
        m += step
    return found


def _measure(key: str) -> str:
    """What a figure measures: "ft", a time, a day, a weekday."""
    return key[0] if key[0] in "TDM" else key.partition(" ")[2] if key[0].isdigit() else "day"


def _rival(one: Facet, other: Facet) -> bool:
    if one.kind == other.kind == "num":
        return _measure(one.key) == _measure(other.key)
    return one.key != other.key and are_opposed(one.key, other.key)


def _joins(own: Sequence[Facet], at: Sequence[int | None], statement: Statement) -> str:
    """An "and" for an "or", or an "or" for an "and"."""
    known = statement.facets
    unknown = any(f.key == "xunknown" for f in own)
    for place, facet in enumerate(own):
        n = at[place]
        m = at[place - 1] if place else None
        if not facet.joined or n is None or (unknown and facet.key != "xunknown"):
            continue
        beside = {known[n].joined, known[m].joined if m is not None and m > n else ""}
        contacts = statement.row and m is not None and known[n].kind == known[m].kind == "name"
        if facet.joined != "and" and facet.joined not in beside and not contacts:
            return f"joins or {facet.key}"
        if facet.joined == "and" and beside & {"or", "andor"}:
            return f"joins and {facet.key}"
    placed = {n: place for place, n in enumerate(at) if n is not None}
    for n, facet in enumerate(known[1:], 1):
        if facet.joined == "or" and n in placed and n - 1 in placed:
            first, last = sorted((placed[n], placed[n - 1]))
            if not any(own[k].joined == "or" or own[k].key == "xunless" for k in range(first, last + 1)):
                return f"lacks or {facet.key}"
    return ""
