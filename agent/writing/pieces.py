"""A sentence of the material in the pieces that may be said for themselves."""

from __future__ import annotations

from collections.abc import Iterator

from agent import regex as re
from agent.writing.wording import words_of

ASIDE = re.compile(r"\s*\([^()]*\)")
BARE = re.compile(r"(yes|no)\s*(?:[,;.:–—]\s*|$)", re.IGNORECASE)
ITEM, EACH, BESIDE, EVERY = "item", "each", "beside", "every"
"""How a piece stands in its sentence: an item of a list, each of what is enough, beside another, of all alike."""


def parts_of(sentence: str) -> Iterator[tuple[str, str]]:
    """The sentence; it without its asides; each aside, item of a list, part of its own; and what stands beside."""
    if ";" not in sentence or ": " in sentence or BARE.match(sentence):
        yield sentence, ""
    for aside in ASIDE.findall(sentence):
        if not _is_plain(aside):
            yield aside.strip(" ()"), ASIDE.sub("", sentence)
    bare = ASIDE.sub(lambda m: m[0] if _limits(m[0]) else "", sentence)
    bare = re.sub(r"\(([^(),]+), ", lambda m: "(" if _is_plain(m[1]) else m[0], bare)
    if ";" not in bare or ": " in bare or BARE.match(bare):
        yield bare, ""
    if whose := _ATTRIBUTED.fullmatch(bare):
        yield whose[1], ""
    if ", elsewhere " in bare:
        yield bare.partition(", elsewhere ")[0], ""
    if "for every " in bare:
        yield re.sub(r"\bfor every (?:aircraft|pilot|flight)\b", "", bare), ""
    head, colon, items = bare.partition(": ")
    if colon and ";" not in items and _EXPLAINS.match(items):
        yield head, ""
        yield items, ""
    if colon and ";" not in items and (_POINTS.match(items) or head.endswith(" alike")):
        yield (head, "") if _POINTS.match(items) else (items, "")
    if colon and ";" in items:
        head = re.sub(r"\.?$", "", head)
        for item in re.split(r";\s*(?:and )?", items):
            yield f"{head} {item}", ITEM
            if (_STATES.search(item) or _TOPIC.fullmatch(head)) and not _OPENS_CONDITION.match(item):
                yield item, ""
            elif _EVERY.match(head) and not _OPENS_CONDITION.match(item):
                yield item, EVERY
            if head.endswith(" before"):
                yield f"{head.removesuffix(' before')}, {item}", ITEM
        return
    pieces = re.split(r"; ?", bare)
    if len(pieces) > 1 and not any(_OPENS_CONDITION.match(piece) for piece in pieces[1:]):
        yield from ((piece, BESIDE if place else "") for place, piece in enumerate(pieces))
        if "(" in pieces_whole(sentence)[0]:
            yield pieces_whole(sentence)[0], ""
    first, comma, second = bare.partition(", and ")
    if comma and not _limits(second) and not BARE.match(first):
        yield first, ""
        if re.match(r"[a-z]+s (?:it|this|them) ", second):  # "An older page gives …, and calls it …"
            yield second, " ".join(re.split(r"[,:0-9]", first)[0].split()[:-1])
    yield from _cases(bare)
    enough = re.match(r"(.*\b(?:enough|sufficient)) for,? (?:say, )?(.+)", bare)
    if enough:
        yield from ((f"{enough[1]}, {one}", EACH) for one in re.split(r", or |, ", enough[2]))


_CASES = re.compile(
    r"(.*\b(?:required|needed|mandatory|compulsory|obligatory)) ((?:in|on|for|at|over|where|when|if) .+?),?"
    r" (?:or|and) ((?:in|on|for|at|over|where|when|if) .+)"
)


def _cases(sentence: str) -> Iterator[tuple[str, str]]:
    """Each case of "required in A or where B": either is enough."""
    cases = _CASES.fullmatch(sentence.rstrip("."))
    if cases and not _limits(sentence) and "(" not in sentence and not _RESTS.search(sentence):
        yield f"{cases[1]} {cases[2]}", ""
        yield f"{cases[1]} {cases[3]}", ""


_RESTS = re.compile(r"\b(?:no|not|never|none|neither|nor|only|except|unless|without|both)\b", re.IGNORECASE)


def pieces_whole(sentence: str) -> list[str]:
    """A sentence at its semicolons, but not at those of its asides."""
    return re.split(r"; ?(?![^()]*\))", sentence)


_POINTS = re.compile(r"(?:see|ask|check|read) [^;:]+$", re.IGNORECASE)
"""Says where to look, and nothing of what stands before it."""
_TOPIC = re.compile(r"[A-Z][\w-]+(?:, as [^:;]+)?")
"""Names what a list is about: "Weather, as the CAA told it: a ceiling of …; …"."""
_EVERY = re.compile(r"(?:on|for|in|at) (?:each|every|all|any) \w+(?:, originals or copies)?$", re.IGNORECASE)
"""Stands over a list of what holds for all alike."""
_STATES = re.compile(r"\b(?:is|are|was|were)\b")

_ATTRIBUTED = re.compile(
    r"([^;:]+), (?:by|according to) (?:the |an? )?[^,;]*"
    r"\b(?:guidance|order|regulation|law|AIP|act)\b(?: of \d{4})?\.?"
)
"""Ends with the document it stands in."""
_EXPLAINS = re.compile(r"(?:both|they|it|this|these|each) (?:is|are|must|may|has|have|holds?)\b")
"""What follows a colon and is a statement of its own."""

_OPENS_CONDITION = re.compile(
    r"\W*(?:if|unless|when|where|only|except|until|provided|not|never|but|otherwise|also|outside|inside|within|above|below"
    r"|over|under|during|before|after|between|beyond|for|from|to|of|by|with|without|in|on|at|as|then|whichever)\b",
    re.IGNORECASE,
)


def stands_alone(rest: str) -> bool:
    """Whether what follows a yes or no is a statement of its own: "No, PPR has to be requested by phone"."""
    verbs = [word for word in words_of(rest) if word.kind in {"must", "may", "ban", "nomust"}]
    return bool(verbs) and len(rest.split()) > 3 and not _OPENS_CONDITION.match(rest) and ";" not in rest


def _limits(text: str) -> bool:
    """Whether something is taken out of what stands before."""
    return bool(_OPENS_CONDITION.match(text)) or any(
        word.stem in {"but-for", "only"} or word.kind == "no" for word in words_of(text)
    )


def _is_plain(aside: str) -> bool:
    return not any(word.kind != "word" or word.stem[0].isdigit() for word in words_of(aside))
