"""Whether a sentence says what one statement of its material says, in other words and another order.

Both are read as words in blocks: a block begins at a preposition, conjunction or comma, and may stand anywhere;
within it the order stays. Nothing of the statement may be missing, nothing added but what its question, country
and heading lend. A denial belongs to its verb of duty or permission, or to the word it stands before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from agent import regex as re
from agent.writing.bound import clauses_of, keeps, stand_together
from agent.writing.pieces import ASIDE, BARE, BESIDE, EACH, EVERY, ITEM, parts_of, stands_alone
from agent.writing.statements import stem
from agent.writing.wording import Word, is_free, peoples, same_word, words_of

_NAME = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*"
_TOGETHER = re.compile(
    rf"({_NAME}(?:, {_NAME})*,? and {_NAME}) (?:both |each |also )?"
    r"((?:also )?(?:have|has|are|sell|offer|require|need)\b.+)",
    re.DOTALL,
)
"""Several by name, of whom one thing is said."""
_CLAUSES = re.compile(r"\s*(?:;|,? (?:while|whereas)\b|, (?:but|and)\b|\band\b)\s*")


@dataclass(frozen=True)
class Claim:
    """A statement to be found again: all of `words` must be said; of what is `lent`, `borrows` words may be.

    `asks` is its question. `is_short`: it is nothing without that, which must then be said or have been asked.
    `names`: what the heading of its row calls it. `parts`: it is a list, any of whose items may be left out.
    """

    country: str
    words: tuple[Word, ...] = ()
    lent: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    parts: tuple[tuple[Word, ...], ...] = ()
    is_short: bool = False
    borrows: int = 99
    is_whole: bool = False

    @cached_property
    def stems(self) -> frozenset[str]:
        """All that may be said."""
        own = {word.stem for words in (self.words, *self.parts) for word in words}
        return frozenset(own | self.names | {lent.partition(" ")[2] for lent in self.lent})


def says(said: Sequence[Word], claim: Claim, asked: frozenset[str]) -> bool:
    """Whether a clause says a claim, all of it and no more; `asked` are words of the pilot's question."""
    if any(word.kind == "word" and word.stem not in claim.stems and not is_free(word.stem) for word in said):
        return False
    if claim.is_whole:
        return keeps(said, claim.parts, claim.lent, is_open=_asks_more(said, claim, asked))
    if claim.parts:
        if claim.names and not any(word.stem in claim.names for word in said):
            return False
        own = [word for word in said if word.stem not in claim.names or word.kind == "no"]
        stems = {word.stem for word in own}
        items = [part for part in claim.parts if part and all(word.stem in stems for word in part)]
        known = [word for part in items for word in part]
        if bool(known) and _covered(own, known, claim.lent):
            return True
        beside = claim.lent | {f"word {name}" for name in claim.names}
        return keeps(own, claim.parts, beside)
    if not (_covered(said, claim.words, claim.lent, claim.borrows) and stand_together(said, claim.words)):
        return False
    return not (claim.is_short and _asks_more(said, claim, asked))


def _asks_more(said: Sequence[Word], claim: Claim, asked: frozenset[str]) -> bool:
    """Whether its question speaks of what is neither said nor was asked."""
    own = (word for words in (claim.words, *claim.parts) for word in words)
    return bool(claim.asks - {word.stem for word in (*said, *own)} - asked - _vague())


def _covered(said: Sequence[Word], known: Sequence[Word], lent: frozenset[str], most: int = 99) -> bool:
    """Whether blocks of `known`, each in its order, make up all that is said, but for words that are lent."""
    known = [word for word in known if word.kind != "maybe"]
    left: dict[int, Word] = dict(enumerate(known))
    at: int = -2
    for place, word in enumerate(said):
        on = at + 1
        while on in left and (left[on].floats or left[on].named) and not _same(left[on], word):
            on += 1  # a duty or hedge that is said elsewhere, the rest of a name
        if not (on in left and _same(left[on], word)):
            begins = [
                n for n, other in left.items() if _same(other, word) and _begins(known, n, left, said, place)
            ]
            if not begins:
                most -= word.kind != "maybe"
                if most < 0 or (f"{word.kind} {word.stem}" not in lent and word.kind != "maybe"):
                    return False
                continue
            on = _longest(known, begins, said, place)
        at = on
        del left[at]
    return all(known[n].named and _is_named_in_part(known, n, left) for n in left.keys() - _joined(known, left))


_NEVER_LEFT_OUT = frozenset(["only", "but-for", "unless", "until", "when", "wher", "provid", "otherwis", "both"])


def _joined(known: Sequence[Word], left: dict[int, Word]) -> set[int]:
    """What an "and" adds at the end and may be left out: plain things, nothing that limits the rest."""
    at = max((n for n in left if known[n].joined and n - 1 not in left), default=0)
    run = range(at, len(known))
    plain = all(
        known[n].kind in {"word", "limit"} and known[n].stem not in _NEVER_LEFT_OUT and n in left for n in run
    )
    return set(run) if at > 1 and plain else set()


def _longest(known: Sequence[Word], begins: Sequence[int], said: Sequence[Word], place: int) -> int:
    """Where both go on together for longest, the first of several."""
    return max(begins, key=lambda at: (_run(known, at, said, place), -at))


def _run(known: Sequence[Word], at: int, said: Sequence[Word], place: int) -> int:
    """How long both go on together from here."""
    length = 0
    while (
        at + length < len(known) and place + length < len(said) and _same(known[at + length], said[place + length])
    ):
        length += 1
    return length


def _is_named_in_part(known: Sequence[Word], at: int, left: dict[int, Word]) -> bool:
    """Whether another word of the name is said: "Le Touquet" of "LFAT Le Touquet-Côte d'Opale"."""
    first, last = at, at
    while first > 0 and known[first - 1].named and not known[first].opens:
        first -= 1
    while last + 1 < len(known) and known[last + 1].named and not known[last + 1].opens:
        last += 1
    return any(n not in left and not known[n].stem[0].isdigit() for n in range(first, last + 1))


def _same(known: Word, said: Word) -> bool:
    return known.stem == said.stem and said.kind in {known.kind, "maybe"}


def _begins(known: Sequence[Word], at: int, left: dict[int, Word], said: Sequence[Word], place: int) -> bool:
    """Whether a run may begin here: at a block or name, beside what floats, after a word that was said, or after a
    denial that is said at the very end."""
    own = known[at]
    if own.kind == "no":  # it denies what follows, here and there
        if place == len(said) - 1 and not any(n > at for n in left):
            return True  # "but controlled airports do not"
        return at + 1 == len(known) or known[at + 1].floats or _run(known, at, said, place) > 1
    if at == 0 or own.opens or own.floats or own.named or known[at - 1].floats:
        return True
    before = known[at - 1]
    if before.kind == "no":
        return said[-1].kind == "no"
    return before.kind == "word" and not before.stem[0].isdigit() and at - 1 not in left


def lent_by(*texts: str) -> frozenset[str]:
    """Words that may be said beside a statement, as it answers or quotes them; of its verbs none."""
    words = [word for text in texts for word in words_of(text)]
    return frozenset(f"{word.kind} {word.stem}" for word in words if word.kind in {"word", "hedge"})


# --- the material ------------------------------------------------------------------------------------

_NATION = r"[A-Z][^\W\d_]+(?: (?:and |of |the )?[A-Z][^\W\d_]+){0,3}"
_HEADING = re.compile(rf"(?:- )?({_NATION}(?:, (?:and )?{_NATION})*):\s+(?=\S)")
_MARKUP = re.compile(r"\]\([^)]*\)|[*_`\[\]]")
_ABOUT = re.compile(r"On “(.+?)”")
_ENDS = re.compile(rf"$|On “|(?:- )?{_NATION}: ")
"""What an answer goes on to: the question that it answers, another country, an empty line."""
_ABOUT_A_COUNTRY = re.compile(rf"On “(.+?)”, ({_NATION}):")
"""Stands over an answer of one country."""
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=[A-Z])")
_VAGUE_WORDS = """
    condition kind type way file filed fly flight talk keep use many much long soon fpl strictly airfield
"""


@cache
def _vague() -> frozenset[str]:
    return frozenset(stem(same_word(word)) for word in _VAGUE_WORDS.split())


@lru_cache(maxsize=16)
def claims_of(material: str) -> tuple[Claim, ...]:
    """Every statement of a material, by line, sentence and item, with its country."""
    lines = [_MARKUP.sub("", line).strip() for line in material.splitlines()]
    found: list[Claim] = []
    asked, countries, follows = "", ("",), False
    for place, line in enumerate(lines):
        if not line:
            asked, countries, follows = "", ("",), False
            continue
        if ASIDE.sub("", line).endswith("?"):
            asked = line
            continue
        if heads := _ABOUT_A_COUNTRY.fullmatch(line):
            asked, countries, follows = heads[1], (heads[2],), True
            continue
        if line.startswith("On “"):
            head, _, cited = line.partition("”")
            found += [
                _listed(country, _with_month(cited), asks=head.removeprefix("On “")) for country in countries
            ]
            continue
        after = next((below for below in lines[place + 1 :] if _ENDS.match(below)), "")
        about = _ABOUT.match(after)
        question = ASIDE.sub("", about[1] if about else asked)
        source = after.partition("”")[2] if about else ""
        heading, said = _HEADING.match(line), line
        if heading:
            countries = tuple(name.removeprefix("and ") for name in heading[1].split(", "))
            said = line[heading.end() :]
        elif " · " in line or re.match(r"\d+ \w+, \d+ \w+", line):
            subject, _, cells = line.partition(" · ") if " · " in line else ("", "", line)
            found.append(_listed("", cells, re.sub(r"^\d+\. ", "", subject)))
            continue
        if inside := re.match(r"([A-Z][^?.:;]+\?) (?=\S)", said):  # the question stands before its answer
            question, said = inside[1], said[inside.end() :]
        for country in countries if heading or follows else ("",):
            found += _of_body(country, re.sub(r"(?: · \S+)+$", "", said), question, source)
    return tuple(found)


def _with_month(cited: str) -> str:
    """A source whose day may be told by its month alone."""
    return _REVIEWED.sub(lambda m: f"{m[0]}; {m[1]} {m[2]}", cited)


_REVIEWED = re.compile(r"\breviewed \d{1,2} ([A-Z][a-z]{2})[a-z]* (\d{4})")


def _listed(country: str, text: str, subject: str = "", asks: str = "") -> Claim:
    pieces = re.split(r"[;()·]\s*|,\s+|\.\s|:\s|\s(?=as (?:re(?:produced|stated)|quoted|amended)\b)", text)
    return Claim(
        country,
        lent=lent_by("fuel field reviewed", "survey" if not asks else "", subject, asks)
        | _limits_of(asks)
        | {"limit or"},
        names=frozenset(word.stem for word in words_of(subject)),
        parts=tuple(words for piece in pieces if (words := words_of(piece))),
    )


def _limits_of(question: str) -> frozenset[str]:
    """Words of a question that limit: where a source is told, nothing is limited by them."""
    return frozenset(f"limit {word.stem}" for word in words_of(question) if word.kind == "limit")


def _of_body(country: str, body: str, question: str, source: str) -> Iterator[Claim]:
    body = _AS_SET_OUT.sub(r" (\1)", peoples(body))
    body = re.sub(r"^(In general|Usually|Generally) (yes|no)\b", r"\2, \1", body)
    body, cited = _cited(re.sub(r"\(([a-z]|\d+)\)", r" \1", body))
    if cited:
        yield _listed(country, _with_month(cited), asks=question)
    asks = frozenset(word.stem for word in words_of(question) if word.kind == "word")
    duty = frozenset({"must must"}) if _verbs(question) == _VERBS_OF_DUTY else frozenset[str]()
    sources = lent_by(source, cited, "" if country else "field")
    topic = _topic(body)
    for clauses in clauses_of(_without(body, country)):
        own = duty or (frozenset({"must must"}) if "must" in _verbs(question) else frozenset[str]())
        yield Claim(country, lent=sources | lent_by(question) | own, asks=asks, parts=clauses, is_whole=True)
    for sentence in _SENTENCE.split(body):
        bare = BARE.match(sentence)
        for part, beside in parts_of(sentence):
            answer = BARE.match(part)
            if answer:
                if question and (words := _declared(question, answer[1], part[answer.end() :])):
                    own = sources | lent_by(question)
                    yield Claim(country, words, own, asks, is_short=True)
                    yield Claim(country, words_of(part), own, asks, is_short=True)
                if stands_alone(rest := part[answer.end() :]):
                    lent = sources if answer[1].casefold() == "no" else sources | lent_by(question)
                    yield Claim(country, words_of(_without(rest, country)), lent, asks, is_short=True)
                continue
            own = sources
            if not bare and beside in {
                "",
                ITEM,
                EACH,
            }:  # what stands beside an answer does not affirm the question
                own |= lent_by(question)
            if (not _verbs(part) or _CASE_FIRST.match(part)) and not _denies(part):
                own |= duty  # how much must be carried: what is told is what must
                if _CONDITIONS.search(question) and not _HAS_A_VERB.search(part):
                    own |= {"must must"}  # "a ceiling of at least 1 500 ft", among conditions
            apart = beside not in {"", ITEM, EACH, BESIDE, EVERY}
            if apart:
                own |= lent_by(beside, question)
            if beside in {ITEM, EACH}:
                own |= {"limit when"} if beside == ITEM and " and " in part else {"limit when", "limit or"}
            if beside == EVERY:
                own |= lent_by(question, "flight") | {"limit every"}
            elif topic and not sentence.startswith(topic):
                own |= lent_by(topic)
            is_short = beside != EVERY and (len(part.split()) < 4 or len(words_of(part)) < 3)
            if is_short:  # it is nothing without its question, which must be said whole
                own |= _limits_of(question) - ({"limit or"} if " and " in part else set())
            if words := words_of(_without(part, country)):
                yield Claim(
                    country,
                    words,
                    own,
                    asks,
                    is_short=is_short,
                    borrows=99 if not apart else 4 if len(beside.split()) < 8 else 1,
                )


def _topic(body: str) -> str:
    """What an answer begins with, where that is a thing alone: "Life-jackets, as a magazine told it: …"."""
    found = re.match(r"([A-Z][\w-]+(?: [\w-]+)?), as ", body)
    return found[1] if found and all(word.kind == "word" for word in words_of(found[1])) else ""


_AS_SET_OUT = re.compile(r",? as ([^,;]+) sets out\b")
"""What only points to its paragraph may be left out, and never be another."""
_CASE_FIRST = re.compile(r"(?:where|when|if)\b", re.IGNORECASE)
_CONDITIONS = re.compile(r"\b(?:conditions|requirements|minima|minimum|required)\b", re.IGNORECASE)
_HAS_A_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|does|do|will|holds?|applies|appl[iy]|[a-z]+ed)\b")
"""A part with none only names what is asked for."""
_VERBS_OF_DUTY = frozenset({"must"})


def _verbs(text: str) -> frozenset[str]:
    return frozenset(word.kind for word in words_of(text) if word.kind in {"must", "nomust", "may", "ban"})


def _denies(text: str) -> bool:
    return any(word.kind == "no" for word in words_of(text))


def _cited(body: str) -> tuple[str, str]:
    """The statement, and what stands in brackets behind it: its source with its day."""
    if body.endswith(")"):
        depth = 0
        for at in range(len(body) - 1, -1, -1):
            depth += {")": 1, "(": -1}.get(body[at], 0)
            if depth == 0:
                source = body[at + 1 : -1]
                is_source = "reviewed" in source or source.startswith("pilot survey")
                return (body[:at].rstrip(), source) if is_source else (body, "")
    return body, ""


def _without(text: str, country: str) -> str:
    return re.sub(rf"\b{re.escape(country)}\b", "", text) if country else text


_CASE = re.compile(r"^(?:Where|When|If) [^,?]+, ")
"""The case that a question is about: its verb is not what is asked."""


def _declared(question: str, answer: str, rest: str) -> tuple[Word, ...]:
    """What a bare yes or no says of its question: "Must I file?" "No, not in general" is no duty in general."""
    question = _CASE.sub("", question)
    verbs = [word for word in words_of(question) if word.kind in {"must", "may"}]
    if len(verbs) != 1:
        return ()
    no = answer.casefold() == "no"
    kind = {"must": "nomust", "may": "ban"}[verbs[0].kind] if no else verbs[0].kind
    rest = re.sub(r"^(?:not|never)\b\s*", "", rest, flags=re.IGNORECASE) if no else rest
    return (Word(kind, "should" if verbs[0].stem == "should" else kind, True), *words_of(rest))


# --- sentences ---------------------------------------------------------------------------------------


def is_claimed(
    sentence: str, material: str, countries: Sequence[str], about: Sequence[str], asked: frozenset[str]
) -> bool:
    """Whether a sentence, or each of its clauses, is a claim of the material, for every country it names."""
    text = _AS_SET_OUT.sub(r" (\1)", peoples(sentence))
    for pattern, instead in ((r"\bUK\b", "United Kingdom"), (r"\bU\.K\.", "United Kingdom")):
        text = re.sub(pattern, instead, text)
    return _accepted(text.strip(), claims_of(material), countries, about, asked, 2)


def _accepted(
    text: str,
    claims: Sequence[Claim],
    countries: Sequence[str],
    about: Sequence[str],
    asked: frozenset[str],
    depth: int,
) -> bool:
    named = [country for country in countries if re.search(rf"\b{re.escape(country)}\b", text)]
    plain = text
    for country in named:
        plain = re.sub(rf"\b{re.escape(country)}\b", "", plain)
    of = named or about or countries or [""]
    if len(of) == 2:
        plain = re.sub(r"\b[Bb]oth\b|\balike\b", "", plain)
    if opening := re.match(r"(?:No|Yes), ", plain):
        denies = any(word.kind in {"no", "nomust", "ban"} for word in words_of(plain[opening.end() :]))
        plain = plain[opening.end() :] if denies == plain.startswith("No") else plain
    whole, said = words_of(text), words_of(plain)
    if (
        said
        and ";" not in text
        and all(  # what stands beside a semicolon is a claim of its own
            any(
                says(said if claim.country else whole, claim, asked)
                for claim in claims
                if claim.country in {one, ""}
            )
            for one in of
        )
    ):
        return True
    if depth:
        for cut in list(_CLAUSES.finditer(text))[:5]:
            before, after = text[: cut.start()], text[cut.end() :]
            if words_of(before) and words_of(after) and _accepted(before, claims, countries, about, asked, 0):
                return _accepted(after, claims, countries, named or about, asked, depth - 1)
    together = _TOGETHER.match(text)
    if together is not None:  # what is said of two is said of each
        subjects = re.split(r",? and |, ", together[1])
        return all(_accepted(f"{one} {together[2]}", claims, countries, about, asked, 0) for one in subjects)
    opening = re.match(r"(?:While|Whereas|Although) ([^,]+), (.+)", text, re.DOTALL)
    return opening is not None and all(
        _accepted(part, claims, countries, about, asked, 0) for part in (opening[1], opening[2])
    )


@lru_cache(maxsize=16)
def nations_of(material: str) -> tuple[str, ...]:
    """The countries whose statements there are."""
    return tuple(dict.fromkeys(claim.country for claim in claims_of(material) if claim.country))
