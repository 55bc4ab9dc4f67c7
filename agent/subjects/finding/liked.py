"""What of a list is liked and no condition ("grass preferred"): it ranks, and nothing is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from agent import regex as re
from agent.aviation.airports import Airport
from agent.deps import Deps
from agent.language.lexicon import Mention
from agent.language.quantities import Quantity
from agent.language.said import Said
from agent.subjects.finding.concepts import WISHES
from agent.subjects.finding.filters import FILTER_WORDS, Filters, check
from tongue import say

T = TypeVar("T")
_PLACES = frozenset(("restaurant", "hotel", "fuel", "small", "big", "civil", "on_field"))
_CLAUSE_ENDS = re.compile(r"[.;,:?!()–]|\b(?:but|aber|mais)\b")
_STANDS_BEHIND = 3


def without_liked(said: Said) -> Said:
    """The question less what is only liked; what it takes counts as taken in both."""
    marks = said.all_of("liked", "liked_before")
    if not marks:
        return said
    mentions: set[Mention] = set()
    quantities: set[Quantity] = set()
    leading = {mark.start for mark in marks if mark.concept == "liked" and any(_behind(mark, said))}
    for mark in marks:
        if mark.concept == "liked_before" and mark.start in leading:
            continue  # "avec avgas, de préférence avec un restaurant"
        found, lengths = _of(mark, said)
        mentions |= {*found}
        quantities |= {*lengths}
        if found or lengths:
            said.take([mark])
    if not mentions and not quantities:
        return said
    rest = tuple(q for q in said.slots.quantities if q not in quantities)
    spans = {(m.start, m.end) for m in mentions}
    return replace(
        said,
        slots=replace(said.slots, quantities=rest),
        mentions=tuple(m for m in said.mentions if (m.start, m.end) not in spans),
        used=said.used,
    )


_ASKED_OF_IT = re.compile(
    r"(?:[,;?.]|\b(?:and|und|et)\b)\s*(?:and |und |et )?"
    r"(?=(?:does|is|are|has|have|do|did|can|could|would|what|whether|if|gibts|"
    r"gibt|hat|haben|hätte|kann|ist|ob|est-ce|y a|il y a|a-t|ont|peut|est|qu['’]est)\b)"
)


def without_what_is_asked_of_it(said: Said) -> Said:
    """ "The nearest field to Bath, and does it have avgas": the question less what is asked of the field found."""
    low = said.slots.low
    nearest = said.all_of("nearest")
    cut = next((m for m in _ASKED_OF_IT.finditer(low) if nearest and m.start() > nearest[0].end), None)
    if cut is None or any(s.start > cut.start() for s in (*said.slots.spots, *nearest)):
        return said
    hours = said.all_of("hours", "open") if said.slots.days else []
    asked = {m for m in (*_wishes(said), *hours) if m.start > cut.start()}
    if not asked:
        return said
    spans = {(m.start, m.end) for m in asked}
    return replace(said, mentions=tuple(m for m in said.mentions if (m.start, m.end) not in spans), used=said.used)


def _of(mark: Mention, said: Said) -> tuple[list[Mention], list[Quantity]]:
    """What a word of liking speaks of: what follows in its clause, else what stands before it."""
    low = said.slots.low
    ends = [0, *(m.end() for m in _CLAUSE_ENDS.finditer(low) if m.end() <= mark.start)]
    wishes = _wishes(said)
    behind, lengths = _behind(mark, said)
    if (behind or lengths) and mark.concept != "liked_before":
        return behind, lengths
    if mark.concept == "liked" and _speaks_of_more(mark, said):
        return [], []  # "with avgas, ideally no landing fee": of the fee, by which no list is narrowed
    for start in reversed(ends):
        before = [m for m in wishes if start <= m.start and m.end <= mark.start]
        if before:
            return _joined(before, start, low), []
        if low[start : mark.start].strip():
            break
    return [], [q for q in said.slots.of("length") if ends[-1] <= q.start and q.end <= mark.start]


def _wishes(said: Said) -> list[Mention]:
    return [m for m in said.free_mentions if m.concept in WISHES | _PLACES]


def _behind(mark: Mention, said: Said) -> tuple[list[Mention], list[Quantity]]:
    """What is said behind a word of liking, up to the end of its clause."""
    low = said.slots.low
    end = next((m.start() for m in _CLAUSE_ENDS.finditer(low, mark.end)), len(low))
    behind = [m for m in _wishes(said) if mark.end <= m.start and m.end <= end]
    return behind, [q for q in said.slots.of("length") if mark.end <= q.start and q.end <= end]


_MEANS = frozenset(
    ("fee", "price", "hours", "open", "status", "camping", "bicycle", "transport", "taxi", "notice", "access")
)


def _speaks_of_more(mark: Mention, said: Said) -> bool:
    """Whether something else than a wish of a list stands behind a word of liking, in its clause."""
    low = said.slots.low
    end = next((m.start() for m in _CLAUSE_ENDS.finditer(low, mark.end)), len(low))
    return any(m.concept in _MEANS and mark.end <= m.start and m.end <= end for m in said.free_mentions)


def _joined(before: list[Mention], start: int, low: str) -> list[Mention]:
    """The last thing before the word, with those that an "and" joins to it where the clause begins with them."""
    last = max(before, key=lambda m: m.end)
    taken = [m for m in before if m.start >= last.start]
    first = min(m.start for m in before)
    whole = len(low[start:first].split()) < _STANDS_BEHIND and not re.search(
        r"\b(?:with|mit|avec)\b", low[start:first]
    )
    return before if whole else taken


def liked_first(found: Iterable[T], liked: Filters, airport_of: Callable[[T], Airport], deps: Deps) -> list[T]:
    """The same order, those before which are known to have more of what is liked."""
    return sorted(found, key=lambda one: -sum(has(airport_of(one), liked, deps)))


def has(airport: Airport, liked: Filters, deps: Deps) -> list[bool]:
    """Of each liking, whether the field is known to have it."""
    return [check(airport, name, value, liked, deps) is True for name, value in liked if value is not None]


def likings(found: Iterable[Airport], liked: Filters, deps: Deps) -> dict[str, int]:
    """Each liking with how many fields are known to have it."""
    fields = list(found)
    wanted = [(name, value) for name, value in liked if value is not None]
    return {name: sum(check(a, name, value, liked, deps) is True for a in fields) for name, value in wanted}


def shown_of(airport: Airport, filters: Filters, liked: Filters, deps: Deps) -> Filters:
    """What a line of the list shows of a field: what was asked for, and of what is liked, what it has."""
    own = {
        name: value
        for name, value in liked
        if value is not None and check(airport, name, value, liked, deps) is True
    }
    return filters.model_copy(update=own) if own else filters


def told_of_it(airport: Airport, asked: Filters, deps: Deps) -> str:
    """ "Restaurant: not known": what is asked and this field is not known to have; what it has is shown."""
    told: list[str] = []
    for name, value in asked:
        if (
            value is None
            or name not in FILTER_WORDS
            or (known := check(airport, name, value, asked, deps)) is True
        ):
            continue
        if name in ("open_day", "open_at") and known is False:
            told.append(say("closed that day"))
            continue
        state = say("not known") if known is None else say("no")
        told.append(say("{what}: {state}", what=say(FILTER_WORDS[name]), state=state))
    return ", ".join(told)


def liked_words(liked: dict[str, int]) -> str:
    """ "liked, no condition: soft runway (2 known to have it); these first"."""
    if not liked:
        return ""
    told = ", ".join(
        say("{what} ({count:,} known to have it)", what=say(FILTER_WORDS[name]), count=count)
        if count
        else say("{what} (known of none)", what=say(FILTER_WORDS[name]))
        for name, count in liked.items()
        if name in FILTER_WORDS
    )
    return say("liked, no condition: {told}, those first", told=told)
