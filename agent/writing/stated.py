"""A material as statements: each sentence and each row of an answer, in leaves of typed words (`facets.py`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from agent import regex as re
from agent.config import AgentSettings
from agent.regex import longest_first
from agent.writing.facets import Facet, beside, facets_of
from agent.writing.printed import about, alike, centre, items_of, said_by_rows, variants

_MARKUP = re.compile(r"\]\([^)]*\)|[*_`\[\]“”\"]")
_NATION = r"[A-Z][^\W\d_]+(?: (?:and |of |the )?[A-Z][^\W\d_]+){0,3}"
_HEADING = re.compile(rf"(?:- )?({_NATION}(?:, (?:and )?{_NATION})*): (?=\S)")
_ABOUT = re.compile(r"On “?(.+?)”? · |On “?(.+?)”?$")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!No\.)\s+(?=[A-Z\d])")
_DUTY = re.compile(r"\b(?:must|needs?|needed|required?|requirements?|conditions|minima|due|request)\b", re.I)
_IMPERATIVE = re.compile(
    r"(?:^|[.;:] |\d )"
    r"(?:ask|phone|call|report|send|file|notice|close|use|squawk|keep|see|confirm|contact|tell|fly|land)\b",
    re.I,
)
_NAME = r"(?:[A-Z][a-zé][\w'’]*|d['’][A-Z]\w*)"
_NO_NAME = r"(?!(?:General|Permission|Customs|Police|Immigration|Notice|Fuel|Runways?)\b)"
_ENTITY = re.compile(
    rf"\b([A-Z]{{4}}) {_NO_NAME}({_NAME}(?:[ -](?:(?:de|la|le|du|sur|am|an|der|in|im|en)[ -])?{_NAME})*)"
)
_ROUTE = re.compile(r"Ent([A-Z]{4})\b[^→\n]*→ *Ent([A-Z]{4})\b")


@dataclass(frozen=True)
class Statement:
    """What is said together, of one country or row.

    `lent`: what its question and heading say, and need not be said; `duty`: it says what must be; `subject`: one
    of these must be said; `row`: its leaves stand beside each other; `route`: it names both ends of one.
    """

    country: str
    facets: tuple[Facet, ...]
    lent: frozenset[str] = frozenset()
    subject: frozenset[str] = frozenset()
    duty: bool = False
    row: bool = False
    route: bool = False

    @cached_property
    def fields(self) -> frozenset[str]:
        """The fields that it names."""
        return frozenset(f.key for f in self.facets if is_field(f.key))

    @cached_property
    def by_leaf(self) -> dict[int, list[int]]:
        """The places of each leaf."""
        found: dict[int, list[int]] = {}
        for place, facet in enumerate(self.facets):
            found.setdefault(facet.leaf, []).append(place)
        return found


def is_field(key: str) -> bool:
    return len(key) == 7 and key.startswith("ent")


@dataclass(frozen=True)
class Reading:
    """A material read: its statements, the names its fields go by, its route, if it has one alone, and its lines;
    `around`: the place that its list lies around, `asked`: figures of the question."""

    statements: tuple[Statement, ...]
    names: Mapping[str, re.Pattern[str]]
    route: tuple[str, str] | None
    lines: tuple[str, ...] = ()
    around: str = ""
    asked: frozenset[str] = frozenset()

    def named(self, text: str) -> str:
        """The text with each field under one name."""
        return _with_names(text, self.names)


@cache
def _countries() -> frozenset[str]:
    rows = json.loads((AgentSettings().data / "countries.json").read_text("utf-8"))
    return frozenset(row["name"] for row in rows)


def _names_of(material: str) -> dict[str, re.Pattern[str]]:
    """Of each field the pattern of what it is called: its code, its name, or part of that which is no other's."""
    words: dict[str, set[str]] = {}
    for code, name in _ENTITY.findall(material):
        words.setdefault(code, set()).update(re.split(r"[ -]", name))
    for code in re.findall(r"\b[A-Z]{4}\b", material):
        if re.match(r"[A-Z]{4}$", code) and code in words:
            words[code].add(code)
    found: dict[str, re.Pattern[str]] = {}
    around = centre(material)
    for code, own in words.items():
        others = {word for other, its in words.items() if other != code for word in its} | {around}
        telling = [w for w in own | {code} if w not in others and (len(w) > 3 or w == code)]
        any_of = "|".join(longest_first(map(re.escape, own | {code})))
        tells = "|".join(map(re.escape, telling))
        link = r"[ -](?:(?:de|la|le|du|sur|am|an|der|in|im|en)[ -])?"
        run = rf"(?:(?:{any_of}){link})*(?:{tells})(?:{link}(?:{any_of}))*"
        found[code] = re.compile(rf"(?<![\w-]){run}(?![\w])")
    return found


def _with_names(text: str, names: Mapping[str, re.Pattern[str]]) -> str:
    for code, pattern in names.items():
        text = pattern.sub(f"Ent{code}", text)
    return text


@lru_cache(maxsize=16)
def reading_of(material: str) -> Reading:
    """Each sentence and each row of a material, by country."""
    material = "\n".join(_MARKUP.sub("", line).strip() for line in material.splitlines())
    names = _names_of(material)
    text = _with_names(material, names)
    routes = set(_ROUTE.findall(text))
    alone = frozenset({f"ent{next(iter(names)).casefold()}"}) if len(names) == 1 else frozenset[str]()
    lines = text.splitlines()
    alone |= _keys(about(lines)) | _limits(about(lines))
    around = centre(text)
    statements = tuple(_statements([*lines, "", *(one for line in lines for one in variants(line))], alone))
    further = (_of("", row.text, alone | _keys(row.lends), subject=_keys(row.of)) for row in said_by_rows(lines))
    return Reading(
        (*statements, *further), names, next(iter(routes)) if len(routes) == 1 else None, tuple(lines), around
    )


def _limits(text: str) -> frozenset[str]:
    return frozenset(f.key for f in facets_of(text) if f.key in {"from", "when", "since"})


def _keys(text: str) -> frozenset[str]:
    return frozenset(f.key for f in facets_of(text) if f.kind in {"word", "name", "hedge", "num"})


def _statements(lines: Sequence[str], alone: frozenset[str]) -> Iterator[Statement]:
    countries: tuple[str, ...] = ("",)
    question = ""
    for place, line in enumerate(lines):
        if not line:
            question, countries = "", ("",)
            continue
        if line.startswith("On "):
            for country in countries:
                if " · " in line:
                    yield _of(country, line.partition(" · ")[2], _keys("reviewed"), row=True)
            continue
        if re.match(r"[A-Z][^.]*\?(?: \([^()]*\))?$", line):
            question = line
            continue
        if one_text := alike(line):
            yield from _of_line("", one_text[1], one_text[0], alone, is_law=True)
            continue
        heading = _HEADING.match(line)
        named = tuple(re.sub(r"^and ", "", one) for one in heading[1].split(", ")) if heading else ()
        body = line
        if heading and all(one in _countries() for one in named):
            countries, body = named, line[heading.end() :]
        after = next(
            (one for one in lines[place + 1 :] if not one or one.startswith("On ") or _HEADING.match(one)), ""
        )
        if (asks := _ABOUT.match(after)) is not None:
            question = asks[1] or asks[2]
        is_law = after.startswith("On ") and "survey" not in after
        for country in countries:
            yield from _of_line(country, body, question, alone, is_law=is_law)


def _of_line(
    country: str, body: str, question: str, alone: frozenset[str], *, is_law: bool
) -> Iterator[Statement]:
    if inside := re.match(r"([A-Z][^?.:;]+\?) (?=\S)", body):
        question, body = inside[1], body[inside.end() :]
    if " · " in body and not country:
        head = re.sub(r"^\d+\.? ", "", body.partition(" · ")[0])
        listed = re.match(r"\d+\. Ent", body)
        subject = frozenset(f.key for f in facets_of(f"x {head}") if f.key.startswith("ent"))
        yield _of("", body, alone, subject=subject if listed else frozenset(), row=True)
        return
    lent = _keys(question) | alone
    answered = _BARE.match(body) is not None
    if answered and question:
        yield from _answers(country, body, question, alone)
    sentences = _SENTENCE.split(body)
    for place, sentence in enumerate(sentences):
        said = sentence
        if answered and place == 0:  # it is nothing without its question
            said = sentence.partition("; ")[2]
        for piece, head in _pieces(said):
            yield _of(country, piece, lent | _keys(head), question=question, answered=answered, is_law=is_law)
    if len(sentences) > 1 and not country:
        yield _of(country, body, lent, question=question, row=True)


_BARE = re.compile(r"(?:In general )?(yes|no)\b\s*(?:[,;.:–—]\s*|$)", re.IGNORECASE)


_LIMITED = re.compile(r"\b(?:no|not|never|only|unless|except|if|when|where|until|provided|but)\b", re.IGNORECASE)


def _answers(country: str, body: str, question: str, alone: frozenset[str]) -> Iterator[Statement]:
    """What a bare yes or no says of its question."""
    answer = _BARE.match(body)
    rest = re.split(r"[;.]", body[answer.end() :] if answer else "")[0]
    rest = re.sub(r"^(?:not|never)\b\s*", "", rest)
    asked = re.sub(r"^(?:Where|When|If) [^,?]+, ", "", question)
    if answer is None or re.match(r"(?:Which|What|How|When|Where|Who)\b", asked):
        return
    if answer[1].casefold() == "yes" and re.search(r"\d", rest) and not _LIMITED.search(rest):
        yield _of(country, rest, _keys(asked) | alone, question=question)
    facets = facets_of(f"{asked.rstrip('?')}, {rest}")
    if body.startswith("In general"):
        facets = facets_of(f"generally {asked.rstrip('?')}, {rest}")
    modals = [f for f in facets if f.kind in {"must", "may"}]
    cases = [f.leaf for f in facets if f.key == "when"]
    if len(modals) != 1 or (cases and modals[0].leaf >= min(cases)):
        return
    if answer[1].casefold() == "no":
        kind = "nomust" if modals[0].kind == "must" else "ban"
        facets = tuple(replace(f, kind=kind, key=kind) if f is modals[0] else f for f in facets)
    yield Statement(country, facets, alone)


_AS_TOLD = re.compile(r",? as (?:the |a |an )?[^:;,()]*?\b(?:told|tells|sets out|says|gives)\b[^:;,()]*(?=[:,])")
_CASES = re.compile(
    r"(.*?\b(?:required|needed|mandatory|compulsory|due|obligatory)) "
    r"((?:in|on|for|at|over|where|when|if|before)\b.*)"
)
_OTHER_CASE = r",? (?:or|and) (?=(?:in|on|for|at|over|where|when|if|above)\b)"


def _pieces(sentence: str) -> Iterator[tuple[str, str]]:
    """The sentence, and its parts between semicolons with their head."""
    yield sentence, ""
    if _AS_TOLD.search(sentence):
        yield from _pieces(_AS_TOLD.sub("", sentence))
        return
    yield from ((item, "") for item in items_of(sentence))
    for part in sentence.split(";"):
        cases = _CASES.fullmatch(part.strip().rstrip("."))
        if cases and not re.search(r"\b(?:no|not|only|except|unless|without|both)\b", part):
            yield from ((f"{cases[1]} {case}", "") for case in re.split(_OTHER_CASE, cases[2]))
    head, colon, items = sentence.partition(": ")
    if colon and ";" in items:
        for item in re.split(r";\s*(?:and )?", items):
            yield f"{head}: {item}", ""
    elif ";" in sentence and not re.search(r"[:,] [^;]*\b(?:unless|except|provided|only|last)\b[^;]*$", sentence):
        for item in sentence.split(";"):
            if not re.match(r"\s*(?:not|no|except|unless|only|but|if|when|where|until)\b", item):
                yield item, ""


_DUE = frozenset(["xgar", "xfpl", "xppr", "custom", "immigration", "notic", "polic", "xgendec"])
"""What is due where it is named with a time."""


def _of(
    country: str,
    text: str,
    lent: frozenset[str] = frozenset(),
    *,
    subject: frozenset[str] = frozenset(),
    row: bool = False,
    question: str = "",
    answered: bool = False,
    is_law: bool = False,
) -> Statement:
    own_country = {f.key for f in facets_of(country)}
    facets = facets_of(re.sub(r"^\d+\.? (?=[A-Z])", "", text))
    facets = tuple(replace(f, bound=False) if f.key in own_country else f for f in facets)
    plainly = (
        bool(country) and is_law and not any(f.kind in {"may", "should", "no", "nomust", "ban"} for f in facets)
    )
    unknown = any(f.key == "xunknown" for f in facets)
    asks = not unknown and bool(
        _DUTY.search(question) or _IMPERATIVE.search(text) or any(f.key in _DUE for f in facets)
    )
    duty = any(f.kind == "must" for f in facets) or ((asks or plainly) and not answered)
    own = {word for f in facets for word in beside(f.key)}
    route = re.search(r"Ent[A-Z]{4} [→–-]|→ *Ent", text) is not None
    own |= {"phon", "reach"} if any(f.kind == "name" and f.key.isdigit() for f in facets) else set()
    own |= {"land", "arriv", "reach"} if route and " there by " in text else set()
    own |= {"aip"} if re.search(r"\bAD 2\.\d", text) else set()
    if re.search(r"\b(?:minim\w+|[Hh]ow low|at least|reserve)\b", question):
        own.add("xatleast")
    return Statement(country, facets, lent | own, subject, duty=duty, row=row, route=route)
