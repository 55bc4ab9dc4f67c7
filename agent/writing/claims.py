"""Whether a sentence says what one statement of its material says, in other words and another order.

Both are read as words in blocks: a block begins at a preposition, conjunction or comma, and may stand anywhere;
within it the order stays. Nothing of the statement may be missing, nothing added but what its question, country
and heading lend. A denial belongs to its verb of duty or permission, or to the word it stands before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from agent.writing.nations import PEOPLES
from agent.writing.statements import kind_of, stem

_SAME = {
    "due": "must", "each": "every", "all": "every", "solely": "only", "except": "but-for",
    "excepted": "but-for", "exception": "but-for", "excepting": "but-for", "differently": "differ",
    "different": "differ", "differs": "differ", "similarly": "similar", "sufficient": "enough",
    "suffices": "enough", "telephone": "phone", "call": "phone", "generally": "general", "usual": "general",
    "usually": "general", "normally": "general", "normal": "general", "airfields": "field", "airfield": "field",
    "fields": "field", "jackets": "jacket", "feet": "ft", "metres": "m", "meters": "m", "hours": "h",
    "hour": "h", "knots": "kt", "nights": "night", "approximately": "about", "roughly": "about", "isn't": "not",
    "taking": "take", "landings": "landing", "calls": "call", "states": "state", "borders": "border",
    "uk": "unitedkingdom", "britain": "unitedkingdom",
}  # fmt: skip
"""Words that are one here; what obliges, permits and forbids is one in each kind already."""
_PHRASES = (
    (r"\b(?:a )?(?:separate|different|another) (?:question|matter|story|issue)\b", "another matter"),
    (r"\b(?:ask|asks|call|calls) for\b", "requires"),
    (r"\bhas to\b|\bhave to\b|\bhad to\b", "must"),
    (r"\bin general\b", "generally"),
    (r"\bUnited Kingdom\b|\bUK\b|\bU\.K\.", "Unitedkingdom"),
    (r"(?<=\d)[\u00a0 ,](?=\d{3}\b)", ""),
    (r"\band so on\b", "etcetera"),
    (r"\bprior permission\b(?: \(PPR\))?", "PPR"),
    (r"\bNo\. ?(?=\d)", "number "),
    (r"\bas well as\b", "and"),
    (r"\b(more \w+ are) not (?:shown|listed)\b", r"\1"),
    (r",? as [^,;]+ sets out\b", ""),
)
_EMPTY_WORDS = """
    a an the of as is are was were be been being it its itself this that these those there here and but so then i
    you your we our they their he she his her will would who which what how do does did has had have having one
    for about to on by into up t me my us them own given gives give gave come comes came say says said rule rules
    material according survey's answer answers answered question questions country countries compared again thus
    therefore well while whereas however also follow follows following pilot pilots found stand stands use uses
    used set need't get gets make makes made take takes find sell sells sold offer offers offered pay paid pays
    runway runways away name called named shown regulation regulations text entry's page's like with set squawk
    squawking transponder another's they're it's that's there's who's says in at for from with also too planned
    compared among fly flown flies flying distance want wants costs
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_EMPTY_STEMS = frozenset(stem(word) for word in _EMPTY)
_OPENS_WORDS = """
    in at for on of to from with by over under above below within outside inside between before after than when
    where while if unless until except and or but as per during beyond without via near
"""
_OPENS = frozenset(_OPENS_WORDS.split())
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAY = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\.? (?:of )?({'|'.join(_MONTHS)})[a-z]*\.?,? (\d{{4}})\b", re.IGNORECASE
)
_SPELT = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_NUMBERS = {word: str(value) for value, word in enumerate(_SPELT.split()) if value != 1}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.:]\d+)*|[,;:()]")
_CLAUSES = re.compile(r"\s*(?:;|,? (?:while|whereas)\b|, (?:but|and)\b|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared; `opens`: a block begins with it."""

    kind: str
    stem: str
    opens: bool
    named: bool = False

    @property
    def floats(self) -> bool:
        """Whether it may stand anywhere: a duty, a hedge, "only"."""
        return self.kind in {"must", "nomust", "may", "ban", "hedge"} or self.stem in {"only", "but-for", "yes"}


def reworded(text: str) -> str:
    """The text with phrases that are one made one, and days as one word."""
    text = text.replace("’", "'")
    text = _DAY.sub(lambda m: f"day{int(m[1]):02d}{m[2][:3].casefold()}{m[3]}".translate(_LETTERS), text)
    for pattern, instead in _PHRASES:
        text = re.sub(pattern, instead, text)
    return re.sub(r"\(([a-z]|\d+)\)", r" \1", text)  # "(c)" of a paragraph is no aside


_LETTERS = str.maketrans("0123456789", "abcdefghij")


@lru_cache(maxsize=1 << 11)
def words_of(text: str) -> tuple[Word, ...]:
    """What a text claims, word by word, with its denials bound."""
    found: list[Word] = []
    opens = True
    for token in _WORD.findall(reworded(text)):
        word = token.casefold()
        if word in ",;:()":
            opens = True
            continue
        opens = opens or word in _OPENS
        for read in _read(word):
            found.append(Word(*read, opens, token != word))
            opens = False
    return tuple(_denied(found, forbids=_FORBIDS.search(text) is not None))


_FORBIDS = re.compile(r"\b(?:must|shall|should|ought to)(?:n't| not| never)\b", re.IGNORECASE)


def is_empty(word: str) -> bool:
    """Whether a word, or its stem, claims nothing."""
    return word in _EMPTY or word in _EMPTY_STEMS


def _read(word: str) -> Iterator[tuple[str, str]]:
    if word == "cannot":
        yield "ban", "ban"
        return
    if word.endswith("n't"):
        verb = kind_of("can" if word == "can't" else word.removesuffix("n't"))
        if verb:
            yield verb, verb
        yield "no", "no"
        return
    if word == "one":
        yield "maybe", "1"
        return
    if word in _EMPTY:
        return
    word = _NUMBERS.get(_SAME.get(word, word), _SAME.get(word, word))
    if word == "must":
        yield "must", "must"
    elif word[0].isdigit():
        yield "word", word.removesuffix(".0")
    elif word == "but-for":
        yield "limit", word
    elif kind := kind_of(word):
        if kind in {"limit", "hedge"}:
            yield kind, "general" if word == "general" else stem(word)
        else:
            yield kind, kind
    elif word not in _EMPTY:
        yield "word", stem(word)


def _denied(found: list[Word], *, forbids: bool) -> list[Word]:
    """Denials of a duty or permission become its opposite, whether they stand before it or before its object."""
    verbs = [at for at, word in enumerate(found) if word.kind in {"must", "may"}]
    denials = [at for at, word in enumerate(found) if word.kind == "no"]
    if len(verbs) != 1 or len(denials) != 1:
        return found
    verb, no = verbs[0], denials[0]
    between = found[min(verb, no) + 1 : max(verb, no)]
    first = next(at for at, word in enumerate(found) if word.kind != "hedge")
    if no > verb and found[no].opens:
        return found
    if no != first and any(word.kind != "hedge" for word in between):
        return found
    may = found[verb].kind == "may" or (forbids and abs(verb - no) == 1)
    found[verb] = Word("ban" if may else "nomust", "ban" if may else "nomust", found[verb].opens)
    after = found[no + 1] if no + 1 < len(found) else None
    if after is not None and found[no].opens:
        found[no + 1] = Word(after.kind, after.stem, True)
    del found[no]
    return found


def peoples(text: str) -> str:
    """ "German" is of Germany."""
    return re.sub(r"[A-Z][a-z]+", lambda m: PEOPLES.get(m[0].casefold(), m[0]), text)


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

    @cached_property
    def stems(self) -> frozenset[str]:
        """All that may be said."""
        own = {word.stem for words in (self.words, *self.parts) for word in words}
        return frozenset(own | self.names | {lent.partition(" ")[2] for lent in self.lent})


def says(said: Sequence[Word], claim: Claim, asked: frozenset[str]) -> bool:
    """Whether a clause says a claim, all of it and no more; `asked` are words of the pilot's question."""
    if any(word.kind == "word" and word.stem not in claim.stems for word in said):
        return False
    if claim.parts:
        if claim.names and not any(word.stem in claim.names for word in said):
            return False
        own = [word for word in said if word.stem not in claim.names or word.kind == "no"]
        stems = {word.stem for word in own}
        items = [part for part in claim.parts if part and all(word.stem in stems for word in part)]
        known = [word for part in items for word in part]
        return bool(known) and _covered(own, known, claim.lent)
    if not _covered(said, claim.words, claim.lent, claim.borrows):
        return False
    heard = {word.stem for word in (*said, *claim.words)} | asked | _VAGUE
    return not (claim.is_short and claim.asks - heard)


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
    return all(known[n].named and _is_named_in_part(known, n, left) for n in left)


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
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_BARE = re.compile(r"(yes|no)\s*(?:[,;.:–—]\s*|$)", re.IGNORECASE)
_VAGUE_WORDS = """
    condition kind type way file filed fly flight talk keep use many much long soon fpl strictly airfield
"""
_VAGUE = frozenset(_SAME.get(word, stem(word)) for word in _VAGUE_WORDS.split())


@lru_cache(maxsize=16)
def claims_of(material: str) -> tuple[Claim, ...]:
    """Every statement of a material, by line, sentence and item, with its country."""
    lines = [_MARKUP.sub("", line).strip() for line in material.splitlines()]
    found: list[Claim] = []
    asked, countries = "", ("",)
    for line, after in zip(lines, [*lines[1:], ""], strict=False):
        if not line:
            asked, countries = "", ("",)
            continue
        if _ASIDE.sub("", line).endswith("?"):
            asked = line
            continue
        if line.startswith("On “"):
            found += [_listed(country, line.partition("”")[2]) for country in countries]
            continue
        about = _ABOUT.match(after)
        question = _ASIDE.sub("", about[1] if about else asked)
        source = after.partition("”")[2] if about else ""
        heading, said = _HEADING.match(line), line
        if heading:
            countries = tuple(name.removeprefix("and ") for name in heading[1].split(", "))
            said = line[heading.end() :]
        elif " · " in line or re.match(r"\d+ \w+, \d+ \w+", line):
            subject, _, cells = line.partition(" · ") if " · " in line else ("", "", line)
            found.append(_listed("", cells, re.sub(r"^\d+\. ", "", subject)))
            continue
        for country in countries if heading else ("",):
            found += _of_body(country, re.sub(r"(?: · \S+)+$", "", said), question, source)
    return tuple(found)


def _listed(country: str, text: str, subject: str = "") -> Claim:
    pieces = re.split(r"[;()·]\s*|,\s+|\.\s|:\s", text)
    return Claim(
        country,
        lent=lent_by("fuel field reviewed survey", subject) | {"limit or"},
        names=frozenset(word.stem for word in words_of(subject)),
        parts=tuple(words for piece in pieces if (words := words_of(piece))),
    )


def _of_body(country: str, body: str, question: str, source: str) -> Iterator[Claim]:
    body, cited = _cited(re.sub(r"\(([a-z]|\d+)\)", r" \1", body))
    if cited:
        yield _listed(country, cited)
    asks = frozenset(word.stem for word in words_of(question) if word.kind == "word")
    sources = lent_by(source, cited, "" if country else "field")
    for sentence in _SENTENCE.split(body):
        bare = _BARE.match(sentence)
        for part, beside in _parts(sentence):
            answer = _BARE.match(part)
            if answer:
                if question and (words := _declared(question, answer[1], part[answer.end() :])):
                    own = sources | lent_by(question)
                    yield Claim(country, words, own, asks, is_short=True)
                    yield Claim(country, words_of(part), own, asks, is_short=True)
                continue
            own = sources
            if not bare and beside in {"", _ITEM}:  # what stands beside an answer does not affirm the question
                own |= lent_by(question)
            apart = beside not in {"", _ITEM, _BESIDE}
            if apart:
                own |= lent_by(beside, question)
            if beside == _ITEM:
                own |= {"limit when", "limit or"}
            if words := words_of(_without(part, country)):
                yield Claim(
                    country,
                    words,
                    own,
                    asks,
                    is_short=len(part.split()) < 4,
                    borrows=99 if not apart else 4 if len(beside.split()) < 8 else 1,
                )


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


_ITEM, _BESIDE = "item", "beside"


def _without(text: str, country: str) -> str:
    return re.sub(rf"\b{re.escape(country)}\b", "", text) if country else text


def _parts(sentence: str) -> Iterator[tuple[str, str]]:
    """The sentence; it without its asides; each aside, item of a list, part of its own; and what stands beside."""
    if ";" not in sentence or ": " in sentence or _BARE.match(sentence):
        yield sentence, ""
    for aside in _ASIDE.findall(sentence):
        if not _is_plain(aside):
            yield aside.strip(" ()"), _ASIDE.sub("", sentence)
    bare = _ASIDE.sub(lambda m: m[0] if _limits(m[0]) else "", sentence)
    bare = re.sub(r"\(([^(),]+), ", lambda m: "(" if _is_plain(m[1]) else m[0], bare)
    if ";" not in bare or ": " in bare or _BARE.match(bare):
        yield bare, ""
    if ", elsewhere " in bare:
        yield bare.partition(", elsewhere ")[0], ""
    if "for every " in bare:
        yield re.sub(r"\bfor every (?:aircraft|pilot|flight)\b", "", bare), ""
    head, colon, items = bare.partition(": ")
    if colon and ";" in items:
        head = re.sub(r"\.?$", "", head)
        for item in re.split(r";\s*(?:and )?", items):
            yield f"{head} {item}", _ITEM
            if head.endswith(" before"):
                yield f"{head.removesuffix(' before')}, {item}", _ITEM
        return
    pieces = re.split(r"; ?", bare)
    if len(pieces) > 1 and not any(_OPENS_CONDITION.match(piece) for piece in pieces[1:]):
        yield from ((piece, _BESIDE if place else "") for place, piece in enumerate(pieces))
    first, comma, second = bare.partition(", and ")
    if comma and not _limits(second) and not _BARE.match(first):
        yield first, ""
        if re.match(r"[a-z]+s (?:it|this|them) ", second):  # "An older page gives …, and calls it …"
            yield second, " ".join(re.split(r"[,:0-9]", first)[0].split()[:-1])
    enough = re.match(r"(.*\b(?:enough|sufficient)) for,? (?:say, )?(.+)", bare)
    if enough:
        yield from ((f"{enough[1]}, {one}", _ITEM) for one in re.split(r", or |, ", enough[2]))


_OPENS_CONDITION = re.compile(
    r"\W*(?:if|unless|when|where|only|except|until|provided|not|never|but|otherwise|also|outside|inside|within|above|below"
    r"|over|under|during|before|after|between|beyond|for|from|to|of|by|with|without|in|on|at|as|then|whichever)\b",
    re.IGNORECASE,
)


def _limits(text: str) -> bool:
    """Whether something is taken out of what stands before."""
    return bool(_OPENS_CONDITION.match(text)) or any(
        word.stem in {"but-for", "only"} or word.kind == "no" for word in words_of(text)
    )


def _is_plain(aside: str) -> bool:
    return not any(word.kind != "word" or word.stem[0].isdigit() for word in words_of(aside))


def _declared(question: str, answer: str, rest: str) -> tuple[Word, ...]:
    """What a bare yes or no says of its question: "Must I file?" "No, not in general" is no duty in general."""
    verbs = [word for word in words_of(question) if word.kind in {"must", "may"}]
    if len(verbs) != 1:
        return ()
    no = answer.casefold() == "no"
    kind = {"must": "nomust", "may": "ban"}[verbs[0].kind] if no else verbs[0].kind
    rest = re.sub(r"^(?:not|never)\b\s*", "", rest, flags=re.IGNORECASE) if no else rest
    return (Word(kind, kind, True), *words_of(rest))


# --- sentences ---------------------------------------------------------------------------------------


def is_claimed(
    sentence: str, material: str, countries: Sequence[str], about: Sequence[str], asked: frozenset[str]
) -> bool:
    """Whether a sentence, or each of its clauses, is a claim of the material, for every country it names."""
    text = peoples(sentence)
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
    if len(named) == 2:
        plain = re.sub(r"\b[Bb]oth\b", "", plain)
    if opening := re.match(r"(?:No|Yes), ", plain):
        denies = any(word.kind in {"no", "nomust", "ban"} for word in words_of(plain[opening.end() :]))
        plain = plain[opening.end() :] if denies == plain.startswith("No") else plain
    whole, said = words_of(text), words_of(plain)
    of = named or about or countries or [""]
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
    opening = re.match(r"(?:While|Whereas|Although) ([^,]+), (.+)", text, re.DOTALL)
    return opening is not None and all(
        _accepted(part, claims, countries, about, asked, 0) for part in (opening[1], opening[2])
    )


@lru_cache(maxsize=16)
def nations_of(material: str) -> tuple[str, ...]:
    """The countries whose statements there are."""
    return tuple(dict.fromkeys(claim.country for claim in claims_of(material) if claim.country))
