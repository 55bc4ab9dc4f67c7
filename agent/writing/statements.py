"""Reads a text as statements: who must, may or must not do what, in which country, and how sure the text is of it.

Nothing is understood here. Words are reduced to stems and sorted into few kinds, so that two sentences can be laid
side by side: what denies, obliges, permits, forbids, limits or hedges must be the same in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agent import regex as re

Kind = Literal["no", "must", "may", "ban", "hedge", "limit", "word"]

VERBS = frozenset({"must", "may", "ban"})
ADVICE = frozenset({"should", "ought"})
"""What is less than a duty, and never told as one."""
_KINDS: dict[Kind, str] = {
    "no": """
        no not never none nobody nothing neither nor without nowhere non hardly scarcely barely rarely seldom nope
        false wrong untrue nil zero
    """,
    "must": """
        must shall should ought require required requires requiring requirement requirements need needs needed
        needing mandatory compulsory obligatory obligation obliged obliges necessary necessity duty demand demands
        demanded ask asks asked insist insists binding
    """,
    "may": """
        may might can could allow allows allowed allowing permit permits permitted permission permissible legal
        legally lawful free freely optional optionally exempt exempts exempted exemption voluntary voluntarily
        possible authorised authorized authorisation authorization approved cleared clearance okay ok fine safe
        welcome unnecessary unneeded needless superfluous unregulated unrestricted waive waived waives skip skips
        skipped ignore ignores ignored omit omits omitted dispense dispensed forget drop avoid bypass simply just
    """,
    "ban": """
        prohibit prohibits prohibited prohibition forbid forbids forbidden ban bans banned illegal unlawful
        impossible
    """,
    "hedge": """
        usually usual generally general often sometimes mostly mainly normally normal typically typical commonly
        probably likely largely reportedly reported reports report perhaps maybe roughly approximately practice
        unverified theory principle seems seem apparently
    """,
    "limit": """
        only except excepted excepting exception exceptions unless until till if when whenever where wherever
        provided all every any each always whole entire entirely everywhere anywhere everyone anyone both either
        least most maximum minimum more less fewer than over under outside inside within beyond during before after
        above below between or closed open opens closes available unavailable lack lacks lacking missing same
        identical differ differs different difference alike equally likewise also too instead yes indeed correct
        closest nearest longest shortest cheapest largest smallest biggest best worst first last highest lowest
        earliest latest closer nearer longer shorter cheaper larger smaller bigger better higher lower earlier
        later further farther
    """,
}
_KIND_OF: dict[str, Kind] = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_EMPTY_WORDS = """
    a an the of to in on at by with as is are was were be been being it its this that these those there here and
    but so then i you your we our they their he his she her will would what which who how per do does did has had
    having have one ones for about up into pilot pilots country say says said rule rules material according
    survey answer answers question again thus therefore well s t
"""
"""Words that change nothing of what is claimed, wherever they stand."""
_VAGUE_WORDS = """
    condition conditions kind type way file filed fly flight talk keep use many much long soon strictly followed
    enforced handled
"""
"""Words of a question that an answer need not repeat."""
_STOP = frozenset(_EMPTY_WORDS.split())
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.,:]\d+)*")
_BARE_NO = re.compile(r"^\W*no\b(?=\s*(?:[,.;:–—-]|$))", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])[\"”')\]*]*\s+(?=[^a-z])|\s+·\s+")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_SOURCE = re.compile(r"\s*\((?:see|pilot survey|reviewed)[^()]*\)")
_HEADING = re.compile(r"(?:[-•\d.]+ )?([A-Z][^\W\d_]+(?: (?:and |of )?[A-Z][^\W\d_]+){0,3}):\s*")
_ABOUT = re.compile(r"On “(.+)”")
_MARKUP = re.compile(r"\]\([^)]*\)|[*_`\[\]]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word's kind and stem; of a denial, duty, permission or ban only the kind counts."""

    kind: Kind
    stem: str


YES = Token("limit", "yes")
BARE_NO = Token("no", "bare")
"""The whole answer, as in "No; but …"; a sentence may spell it out, and never the other way round."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of the material.

    `question` is what it answers, `subject` the head of its line ("2 LFAC Calais"), `line` what stands with it.
    """

    tokens: tuple[Token, ...]
    question: tuple[Token, ...]
    subject: tuple[Token, ...]
    country: str
    line: str

    @property
    def is_delicate(self) -> bool:
        """Whether nothing may be left out of it: it denies, obliges, permits, limits or hedges, or is a rule."""
        return bool(self.country) or any(token.kind != "word" for token in self.tokens)


def kind_of(word: str) -> Kind | None:
    """What a small word does: deny, oblige, permit, forbid, hedge or limit; None for a word that only says."""
    return _KIND_OF.get(word)


@lru_cache(maxsize=1 << 13)
def stem(word: str) -> str:
    """The word without its ending, cut the same way everywhere."""
    short = word.casefold().removesuffix("'s")
    for ending in ("ing", "ies", "ied", "es", "ed", "s"):
        if len(short) - len(ending) >= 3 and short.endswith(ending) and not short.endswith("ss"):
            short = short.removesuffix(ending) + ("y" if ending in {"ies", "ied"} else "")
            if ending in {"ing", "ed"} and short[-1] == short[-2] and short[-1] in "bdgmnprt":
                short = short[:-1]  # "submitted", "planning"
            break
    return short.removesuffix("e") if len(short) > 3 else short


_VAGUE = frozenset(stem(word) for word in _VAGUE_WORDS.split())


@lru_cache(maxsize=1 << 11)
def tokens_of(text: str) -> tuple[Token, ...]:
    """What a sentence claims, in its order; figures are words of it."""
    text = text.replace("’", "'")
    found: list[Token] = []
    bare = _BARE_NO.match(text)
    if bare:
        text = text[bare.end() :]
        if not re.match(r",\s*(?:not|never|none)\b", text, re.IGNORECASE):  # "No, not in general" denies once
            found.append(BARE_NO)
    words = [word.casefold() for word in _WORD.findall(text)]
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "cannot":
            found.append(Token("ban", "ban"))
        elif word.endswith("n't"):
            verb = _KIND_OF.get("can" if word == "can't" else word.removesuffix("n't"))
            found += [Token(verb, verb)] if verb else []
            found.append(Token("no", "no"))
        elif word in {"have", "has", "had"} and following == "to":
            found.append(Token("must", "must"))
        elif word in _KIND_OF:
            kind = _KIND_OF[word]
            stays = kind in {"limit", "hedge"} or word in {"may", "might", "could", *ADVICE}
            found.append(Token(kind, stem(word) if stays else kind))
        elif word not in _STOP:
            found.append(Token("word", word.replace(",", "") if word[0].isdigit() else stem(word)))
    forbids = re.search(r"\b(?:must|shall|should|ought to)(?:n't| not| never| no)\b", text, re.I) is not None
    return tuple(_merged(found, forbids=forbids))


def _merged(found: list[Token], *, forbids: bool) -> list[Token]:
    """ "Not allowed" and "must not" are bans, "need not" is "not needed"."""
    merged: list[Token] = []
    for token in found:
        last = merged[-1] if merged else Token("word", "")
        if token.kind == "may" and last == Token("no", "no"):
            merged[-1] = Token("ban", "ban")
        elif token.kind == "no" and last.kind == "may":
            merged[-1] = Token("ban", "ban" if last.stem == "may" and forbids else f"{last.stem} not")
        elif token.kind == "no" and last.kind == "must":
            merged[-1:] = (
                [Token("ban", last.stem if last.stem in ADVICE else "ban")]
                if forbids
                else [Token("no", "no"), last]
            )
        else:
            merged.append(token)
    return [Token(t.kind, t.kind) if t.kind == "may" else t for t in merged]


@lru_cache(maxsize=16)
def statements_of(material: str) -> tuple[Statement, ...]:
    """Every sentence, and of a hedged one every part between semicolons, with its country and question."""
    lines = [_MARKUP.sub("", line).strip() for line in material.splitlines()]
    found: list[Statement] = []
    asked = ""
    for line, after in zip(lines, [*lines[1:], ""], strict=False):
        if not line:
            asked = ""
        if _ASIDE.sub("", line).rstrip().endswith("?"):
            asked = line
        about = _ABOUT.match(after)
        question = about.group(1) if about else "" if line == asked else asked
        found += _of_line(line, tokens_of(_ASIDE.sub("", question)), f"{asked}\n{line}\n{after if about else ''}")
    return tuple(found)


def _of_line(line: str, question: tuple[Token, ...], whole: str) -> list[Statement]:
    heading = _HEADING.match(line)
    country, body = (heading.group(1), line[heading.end() :]) if heading else ("", line)
    head = tokens_of(line.partition(" · ")[0]) if " · " in line else ()
    found: list[Statement] = []
    for place, sentence in enumerate(_SENTENCE.split(body)):
        plain = _SOURCE.sub("", sentence)
        parts = [plain]
        if ";" in plain:
            parts += [part for part in plain.split(";") if any(t.kind == "hedge" for t in tokens_of(part))]
        asides = " ".join(_ASIDE.findall(plain))
        if asides and not any(t.kind != "word" or t.stem[0].isdigit() for t in tokens_of(asides)):
            parts += [_ASIDE.sub("", part) for part in parts]
        for part in parts:
            if tokens := tokens_of(part):
                found.append(Statement(tokens, question, head if place else (), country, whole))
    return found


def says_the_same(said: tuple[Token, ...], known: Statement, asked: frozenset[str]) -> bool:
    """Whether a sentence says what a statement says: all of it, in its order, and nothing else.

    Words of the statement's question, country and subject may be added; `asked` are stems of the pilot's question.
    """
    hedges = [sum(token.kind == "hedge" for token in tokens) for tokens in (said, known.tokens)]
    if hedges[0] != hedges[1] or (YES in said and YES not in known.tokens):
        return False
    left = [token for token in known.tokens if token.kind != "hedge" and token != YES]
    few = sum(token.kind == "word" for token in left) < 4
    question = {token.stem for token in known.question if token.kind == "word"}
    beside = {token.stem for token in (*tokens_of(known.country), *known.subject)}
    lent: set[Kind] = set()
    if not any(token.kind in VERBS for token in known.tokens):  # a bare yes or no: the verb is the question's
        lent = {token.kind for token in known.question if token.kind in VERBS}
    previous, borrows = "", False
    for token in said:
        if token.kind == "hedge" or token == YES:
            continue
        if left and (token == left[0] or (token.kind == "no" and left[0] == BARE_NO)):
            del left[0]
        elif (token.kind == "word" and token.stem in question) or (
            token.kind in lent and token.stem not in ADVICE and previous != "must"
        ):
            borrows = True
        elif not (token.kind == "word" and token.stem in beside):
            return False
        previous = token.kind
    covered = {token.stem for token in (*said, *known.tokens)} | asked | _VAGUE
    is_whole = not left and (not known.subject or any(token in known.subject for token in said))
    return is_whole and not ((borrows or few) and question - covered)


_ASKING = re.compile(
    r"\b(?:pilot|user|question|he|she|they) (?:asks?|asked|needs?|wants?)\b|\basked (?:about|for)\b", re.IGNORECASE
)


def rules_on(text: str) -> bool:
    """Whether it says what must, may or must not be done; a question does not."""
    sentences = re.split(r"(?<=[.!?:;])\s+", _ASKING.sub("", text).strip())
    said = (sentence for sentence in sentences if not sentence.endswith("?"))
    return any(token.kind in {"no", *VERBS} for sentence in said for token in tokens_of(sentence))
