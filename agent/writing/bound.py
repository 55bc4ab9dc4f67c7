"""Whether a sentence keeps every fact of one statement bound to what it belongs to, however it is put.

Facts are figures with their units, names, what denies, obliges, permits or limits, and the words of
`data/contrasts.txt`, which stand against others. None may be added, and none of a clause left out of which
something is said, but whole items of a list and whole alternatives; each stays beside its own. Other words may be
left out, and those of general register (`[free]` of `data/same_words.toml`) added too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from agent import regex as re
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.writing.grounding import UNITS
from agent.writing.pieces import ASIDE
from agent.writing.statements import stem
from agent.writing.wording import Word, is_free, same_word, words_of

_CONTRASTS = "contrasts.txt"
_VERBS = frozenset(["no", "must", "nomust", "may", "ban"])
_NEVER_LEFT_OUT = frozenset(["only", "but-for", "unless", "until", "when", "wher", "provid", "otherwis", "both"])
_LOOSE = frozenset(["also", "too", "same", "alik", "any"])
"""Words that are sorted among limits, and limit nothing that is said without them."""
_BOUND = frozenset(["startingat", "endingat", "from"])
_ADVICE = frozenset(["should", "recommend", "advis"])


@cache
def _members() -> dict[str, list[tuple[int, int]]]:
    """Of each word the group and the place in it."""
    found: dict[str, list[tuple[int, int]]] = {}
    try:
        lines = (AgentSettings().data / _CONTRASTS).read_text("utf-8").casefold().splitlines()
    except OSError as error:
        problem = f"The words that stand against each other are missing. Restore data/{_CONTRASTS}."
        raise DataProblem(problem, detail=str(error)) from error
    for number, line in enumerate(line for line in lines if not line.startswith("#")):
        for place, member in enumerate(line.split("/")):
            for word in re.findall(r"[^\W\d_]+", member):
                found.setdefault(stem(same_word(word)), []).append((number, place))
    return found


def stands_against(word: str) -> bool:
    """Whether the stem is of a word that stands against others."""
    return word in _members()


@lru_cache(maxsize=1 << 12)
def are_opposed(one: str, other: str) -> bool:
    """Whether one stands against the other in some group, and never for it."""
    pairs = [
        (here, there)
        for group, here in _members().get(one, ())
        for its, there in _members().get(other, ())
        if group == its
    ]
    return bool(pairs) and all(here != there for here, there in pairs)


@cache
def _units() -> frozenset[str]:
    return frozenset(stem(same_word(unit)) for unit in (*UNITS, *UNITS.values()) if unit.isalpha())


@dataclass(frozen=True, slots=True)
class _Fact:
    kind: str
    key: str
    opens: bool
    named: bool
    joined: bool
    apart: bool

    @property
    def is_figure(self) -> bool:
        return self.key[0].isdigit()

    @property
    def is_bound(self) -> bool:
        return (
            self.is_figure
            or self.named
            or self.kind not in {"word", "hedge", "maybe"}
            or self.key in _BOUND
            or self.key in _members()
        )


_END = _Fact("end", ";", True, False, False, False)
"""Stands between two parts."""


@lru_cache(maxsize=1 << 11)
def _facts(words: tuple[Word, ...]) -> tuple[_Fact, ...]:
    """The words that count; a figure and its unit are one."""
    found: list[_Fact] = []
    opens = joined = apart = False
    for place, word in enumerate(words):
        opens, joined, apart = opens or word.opens, joined or word.joined, apart or word.apart
        last = found[-1] if found else None
        if last and last.is_figure and " " not in last.key and word.stem in _units() and not opens:
            found[-1] = _Fact(last.kind, f"{last.key} {word.stem}", last.opens, False, last.joined, last.apart)
            continue
        if word.kind == "word" and is_free(word.stem) and (not word.named or place == 0):
            continue
        found.append(_Fact(word.kind, word.stem, opens, word.named, joined, apart))
        opens = joined = apart = False
    return tuple(found)


_SENTENCE = r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=[A-Z])"
_LIMITS_ON = r"(?:not?|nor|except|unless|only|but|if|when|where|until)\b"
_HAS_ITS_VERB = r"(?:[\w-]+ ){0,4}(?:is|are|has|have|may|must|need|needs|can)\b"
_CLAUSE = re.compile(
    rf"{_SENTENCE}|;\s*(?!{_LIMITS_ON})|:\s+|, (?=[\w ]+ alike\b)|, (?:and|but|while|whereas) (?={_HAS_ITS_VERB})"
)
"""Where one statement ends and another begins."""
_AS_TOLD = re.compile(r", as (?:the |a |an )?[A-Z][^:;,()]* (?:told|tells|sets out|says|gives)[^:;,()]*(?=[:,])")


def clauses_of(body: str) -> list[tuple[tuple[Word, ...], ...]]:
    """The clauses of what an answer says; behind a head that limits ("Where the state has fixed none: …") each by
    itself with it."""
    found: list[tuple[Word, ...]] = []
    limited: list[tuple[tuple[Word, ...], ...]] = []
    body = _AS_TOLD.sub("", re.sub(r",? ?https?://\S+", "", body))
    asides = [words for aside in ASIDE.findall(body) if not limits(words := words_of(aside))]
    body = ASIDE.sub(lambda m: m[0] if limits(words_of(m[0])) else "", body)
    body = re.sub(r": (?=[\w ]+ alike\b)", "; ", body)
    for sentence in re.split(_SENTENCE, body):
        head, colon, rest = sentence.partition(": ")
        words = words_of(head)
        if colon and limits(words):
            limited += [((words_of(f"{head}, {one}"),)) for one in _CLAUSE.split(rest) if words_of(one)]
        else:
            found += [
                words_of(one) for clause in _CLAUSE.split(sentence) for one in _apart(clause) if words_of(one)
            ]
    return [(*found, *asides), *limited] if found else limited


_LEANING = (
    r"(?:and|or|but|nor|then|which|who|whose|that|as|with|without|within|in|on|at|by|for|from|to|of|over|under|above|below"
    r"|between|beyond|outside|inside|before|after|until|during|while|where|when|whichever|if|unless|except|only|also|too"
    r"|alike|always|never|usually|up|more|less|than|even|especially|including|e\.g|say)\b"
)
_SEGMENT = re.compile(rf",\s+(?!{_LEANING})")
_LEANS = re.compile(
    rf"\s*(?:{_LEANING}|[^,]*(?:\b(?:and|or)\s*$|\b(?:and|or)\b[^,]*\b(?:above|below|over|under)\b))", re.I
)


def _apart(clause: str) -> list[str]:
    """A clause at the commas that set items or facts beside each other; whole where anything in it limits."""
    words = [word for word in words_of(clause) if word.stem != "both"]
    whole = limits(words) or any(word.kind == "hedge" for word in words) or _LEANS.match(clause)
    return [clause] if whole else _SEGMENT.split(clause)


def limits(words: Iterable[Word]) -> bool:
    """Whether something in them denies or conditions."""
    return any(word.kind in {"no", "ban"} or word.stem in _NEVER_LEFT_OUT for word in words)


def keeps(
    said: Sequence[Word], parts: Sequence[Sequence[Word]], lent: frozenset[str], *, is_open: bool = False
) -> bool:
    """Whether all facts that are said are known, each beside what it belongs to, and none is left out of a part of
    which something is said. `is_open`: its question asks more than is said, and a short answer is nothing then."""
    own = _facts(tuple(said))
    apart = [[f for f in _facts(tuple(part)) if f.kind != "maybe"] for part in parts]
    facts = [fact for part in apart for fact in (*part, _END)]
    at = _aligned(own, facts)
    seen: set[int] = set()
    for place, n in enumerate(at):
        if n is not None and n in seen and (own[place].kind != "word" or own[place].is_figure):
            return False
        seen |= {n} if n is not None else set()
    matched = {n for n in at if n is not None}
    if len(matched) < 2 or len(matched) < 0.4 * len(own):
        return False
    touched = _touched(apart, matched)
    answers = [*apart[:1], *(part for part, _ in touched)]
    plain = not any(
        fact.kind in {"may", "no", "ban", "nomust"} or fact.key in _ADVICE for part in answers for fact in part
    )
    if is_open and sum(len(part) for part, _ in touched) < 4:
        return False
    omitted = [fact for part, said_of_it in touched for n, fact in enumerate(part) if n not in said_of_it]
    for place, fact in enumerate(own):
        if at[place] is not None or fact.kind == "maybe":
            continue
        after = own[place + 1] if place + 1 < len(own) else None
        joins = plain and after and at[place + 1] is not None
        if (fact.key in _LOOSE and not (after and after.kind == "limit")) or (fact.key == "when" and joins):
            continue
        is_lent = not fact.is_figure and f"{fact.kind} {fact.key}" in lent
        if not is_lent or (fact.kind == "must" and not plain):
            return False
        if any(are_opposed(fact.key, other.key) for other in omitted):
            return False
    return _are_bound(own, at, facts) and all(_leaves_nothing_out(part, of_it) for part, of_it in touched)


def _touched(apart: Sequence[Sequence[_Fact]], matched: set[int]) -> list[tuple[Sequence[_Fact], set[int]]]:
    """The parts of which something is said, and what."""
    found: list[tuple[Sequence[_Fact], set[int]]] = []
    first = 0
    for part in apart:
        said_of_it = {n - first for n in matched if first <= n < first + len(part)}
        if said_of_it:
            found.append((part, said_of_it))
        first += len(part) + 1
    return found


def _same(known: _Fact, said: _Fact) -> bool:
    return known.key == said.key and said.kind in {known.kind, "maybe"}


def _aligned(own: Sequence[_Fact], facts: Sequence[_Fact]) -> list[int | None]:
    """For each fact the place where it is known, so that neighbours stay neighbours."""
    best: list[tuple[float, list[int | None], int]] = [(0.0, [], -1)]
    for fact in own:
        places: list[int | None] = [n for n, known in enumerate(facts) if _same(known, fact)]
        following: list[tuple[float, list[int | None], int]] = []
        for n in places or [None]:
            options = [
                (
                    cost + (0 if n is None else min(6, abs(n - last - 1)) + (9 if n in path else 0)),
                    [*path, n],
                    last if n is None else n,
                )
                for cost, path, last in best
            ]
            following.append(min(options, key=lambda one: one[0]))
        best = following
    return min(best, key=lambda one: one[0])[1]


_REACH = 3
"""So many words may stand between two that are said beside each other."""


def _are_bound(own: Sequence[_Fact], at: Sequence[int | None], facts: Sequence[_Fact]) -> bool:
    """Whether what is said together stands together: near, and nothing that it could belong to between."""
    placed = [(fact, n) for fact, n in zip(own, at, strict=True) if n is not None]
    seen = {n for _, n in placed}
    for place, (fact, n) in enumerate(placed):
        before = placed[place - 1][1] if place else -9
        after = placed[place + 1][1] if place + 1 < len(placed) else None
        if fact.kind == "no" and after != n + 1 and not (after is None and before == n - 1):
            return False
        if fact.key == "or" and not (after is not None and n < after <= n + 2) and not n - 2 <= before < n:
            return False
    for (one, a), (other, b) in pairwise(placed):
        if b == a + 1:
            continue
        between = facts[min(a, b) + 1 : max(a, b)]
        if len(other.key) == 1 and not all(len(x.key) == 1 for x in between):
            return False  # "class B" is where "class" and "B" stand together
        rivals = any(_is_rival(x, one) or _is_rival(x, other) for x in between) or _has_nearer(facts, a, b)
        if not rivals and len(between) <= _REACH:
            continue
        if rivals and not other.apart:
            return False
        whole = other.apart and all(n in seen for n in _block(facts, b))
        begins = whole or facts[b].opens or facts[b].kind in _VERBS or (other.opens and not rivals)
        if (other.opens or one.kind != "word") and begins:
            continue
        if facts[a].kind in _VERBS:
            continue
        return False
    return True


def _has_nearer(facts: Sequence[_Fact], a: int, b: int) -> bool:
    """Whether what stands against one of two stands nearer to the other: "back" is Sunday's, not Saturday's."""
    reach = abs(a - b)

    def nearer(at: int, to: int) -> bool:
        beside = (n for n in range(max(0, at - reach + 1), min(len(facts), at + reach)) if n not in {at, to})
        return any(are_opposed(facts[n].key, facts[to].key) for n in beside)

    return nearer(a, b) or nearer(b, a)


def stand_together(said: Sequence[Word], known: Sequence[Word]) -> bool:
    """Whether no two that are said in one breath stand apart, with what stands against one of them nearer."""
    own, facts = _facts(tuple(said)), _facts(tuple(known))
    placed = [(fact, n) for fact, n in zip(own, _aligned(own, facts), strict=True) if n is not None]
    return not any(
        not other.apart and abs(a - b) > 1 and _has_nearer(facts, a, b) for (_, a), (other, b) in pairwise(placed)
    )


def _block(facts: Sequence[_Fact], at: int) -> range:
    """What stands with a fact from where its block begins to where it ends."""
    first, last = at, at + 1
    while first > 0 and not facts[first].opens:
        first -= 1
    while last < len(facts) and not facts[last].opens:
        last += 1
    return range(first, last)


def _is_rival(between: _Fact, fact: _Fact) -> bool:
    if fact.is_figure:
        return between.is_figure
    if fact.kind == "word":
        return between.key != fact.key and are_opposed(between.key, fact.key)
    return between.kind == fact.kind and fact.kind != "hedge"


def _leaves_nothing_out(facts: Sequence[_Fact], matched: set[int]) -> bool:
    """Whether no fact is left out, but whole items of a list and whole alternatives."""
    left = {
        n
        for n, fact in enumerate(facts)
        if n not in matched and (fact.is_bound or fact.kind == "hedge") and fact.key not in _LOOSE
    }
    left -= {
        n
        for n in left
        if facts[n].key == "yes" or (facts[n].key == "when" and n + 1 in matched and not facts[n + 1].opens)
    }
    if any(  # "who could fly it himself and was told is excepted"
        fact.joined and n not in matched and n + 1 in matched and not facts[n + 1].opens
        for n, fact in enumerate(facts[:-1])
    ):
        return False
    left -= _items(facts, matched) | _alternatives(facts, matched) | _beside(facts, matched)
    return all(facts[n].named and _is_named_in_part(facts, n, matched) for n in left)


def _run(facts: Sequence[_Fact], first: int, matched: set[int]) -> set[int]:
    last = first
    while last + 1 < len(facts) and last + 1 not in matched:
        last += 1
    return set(range(first, last + 1))


def _items(facts: Sequence[_Fact], matched: set[int]) -> set[int]:
    """What an "and" adds and nobody says: things, nothing that limits the rest."""
    found: set[int] = set()
    conditional = False
    for n, fact in enumerate(facts):
        conditional = (conditional or fact.key in _NEVER_LEFT_OUT) and fact.kind not in _VERBS
        listed = fact.apart and fact.opens and fact.kind == "word" and any(f.joined for f in facts[n + 1 :])
        adds = fact.joined and (fact.kind == "word" or fact.key == "every")
        if (adds or listed) and n not in matched and not conditional:
            run = _run(facts, n, matched)
            stops = {"no", "ban", "hedge"} if adds else {"no", "ban", "hedge", "limit", "must", "may", "nomust"}
            if not any(facts[m].key in _NEVER_LEFT_OUT or facts[m].kind in stops for m in run):
                found |= run
    return found


def _beside(facts: Sequence[_Fact], matched: set[int]) -> set[int]:
    """What stands before an "and" whose other side is said ("classes F and G"); one of two words under "may"."""
    found: set[int] = set()
    may = any(fact.kind == "may" for fact in facts)
    for n, fact in enumerate(facts[1:], 1):
        before = facts[n - 1]
        if fact.joined and n in matched and n - 1 not in matched and before.kind == "word":
            if len(fact.key) == 1 == len(before.key) or are_opposed(fact.key, before.key):
                found.add(n - 1)
            run = _run_before(facts, n - 1, matched)
            limits = any(facts[m].kind in {"no", "ban"} or facts[m].key in _NEVER_LEFT_OUT - {"wher"} for m in run)
            if fact.key == "every" and facts[min(run)].opens and not limits:
                found |= run
        if may and fact.key == "or" and n not in matched and n + 1 < len(facts):
            if n - 1 not in matched and before.kind == "word" and n + 1 in matched:
                found |= {n - 1, n}
            if n - 1 in matched and n + 1 not in matched and facts[n + 1].kind == "word":
                found |= {n, n + 1}
    return found


def _run_before(facts: Sequence[_Fact], last: int, matched: set[int]) -> set[int]:
    first = last
    while first > 0 and first - 1 not in matched:
        first -= 1
    return set(range(first, last + 1))


def _alternatives(facts: Sequence[_Fact], matched: set[int]) -> set[int]:
    """What "or" opens as another case ("or above 13 000 ft", "or where …"), and nobody says."""
    found: set[int] = set()
    for n, fact in enumerate(facts[:-1]):
        if fact.key == "or" and not {n, n + 1} & matched and facts[n + 1].opens and facts[n + 1].kind == "limit":
            run = _run(facts, n, matched)
            if not any(
                facts[m].kind in {"no", "ban"} or facts[m].key in {"only", "unless", "but-for"} for m in run
            ):
                found |= run
    return found


def _is_named_in_part(facts: Sequence[_Fact], at: int, matched: set[int]) -> bool:
    """Whether another word of the name is said."""
    first, last = at, at
    while first > 0 and facts[first - 1].named and not facts[first].opens:
        first -= 1
    while last + 1 < len(facts) and facts[last + 1].named and not facts[last + 1].opens:
        last += 1
    return any(n in matched for n in range(first, last + 1))
