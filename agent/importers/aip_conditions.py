"""Picks the sentences of AD 2.20 to 2.23 that decide whether a pilot may come: notice asked, who is shut out.

What asks for permission, notice or arrangement becomes a wording for the notice reader; what shuts somebody out or
demands something becomes a restriction. Sentences about taxiing, stands and engines are left in the document.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent import regex as re
from agent.aviation.aip_words import asks, forbids
from agent.aviation.notice import Service
from agent.importers.aip_sections import AipParagraph

_GROUND = re.compile(
    r"\btaxi|\bTWY|\bapron|\bstands?\b|\bparking|push-?back|start-?up|\bengines?\b|run-?up|holding point|thrust|"
    r"vehicle|pedestrian|smoking|\btow|\bhangar|marshal|roulage|stationnement|aire de trafic|moteur|Rollen|"
    r"Vorfeld|Abstell|Triebwerk|clearance|\bSID\b|\bSTAR\b|\bATC approval|\bdrones?\b|\bUAS\b|frequency will",
    re.IGNORECASE,
)
_COMING = re.compile(
    r"\bPPR|\bPNR?\b|\bland(?:ings?)?\b|take-?off|\barriv|\bvisit|\bflights?\b|\bFLTs?\b|aerodrome|\bairport\b|"
    r"\bAD\b|\bnight\b|\bV[FM][RC]\b|\bcircuits?\b|training|customs|immigration|mandatory handling|"
    r"handling (?:is|agent|mandatory|compulsory)|\bslots?\b|slot-|\bradio|microlight|\bgliders?\b|helicopter|"
    r"\bjets?\b|MTOW|MTOM|noise|movements?\b|touch and go|atterriss|d[ée]collage|\bvols?\b|a[ée]rodrome|"
    r"\bnuit\b|\btours? de piste|douane|\bULM\b|planeurs?|assistance|"
    r"Flugplatz|Landung|Start(?:s)?\b|Fl[üu]ge|Nacht|Platzrunde|Zoll|Luftfahrzeuge|Hubschrauber|Segelflug|Ultraleicht",
    re.IGNORECASE,
)
_FLYING = re.compile(r"\bPPR|\bPNR?\b|\bland(?:ing)?\b|visit|\bhandling", re.IGNORECASE)
_CUSTOMS = re.compile(r"customs|immigration|douane|\bzoll|passport|border (?:police|guard|force)|aduana|dogana", re.IGNORECASE)  # fmt: skip  # noqa: E501
_HANDLING = re.compile(r"\bhandling\b|\bassistance\b|Abfertigung", re.IGNORECASE)
_FUEL = re.compile(r"\bre?-?fuel|\bfuel|carburant|avitaillement|Betankung|\bAVGAS\b|\bJET ?A", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\baircraft\b|\bACFT\b|visit|\bflights?\b|aerodrome|\bAD\b|a[ée]ronef|\bvols?\b|Luftfahrzeug", re.IGNORECASE
)
_MORE = re.compile(
    r"@|\bTEL\b|\bphone|\+\d{2}|\d\s?(?:HR|hours?|h)\b|"
    r"^(?:except|outside|otherwise|for (?:this|such)|sauf|hors|en dehors)\b",
    re.IGNORECASE,
)
"""A sentence that goes on from the one before: how to ask, how long before, when else."""
_NOT_ENDED = re.compile(
    r"(?:\b(?:TEL|Tel|approx|max|min|No|NR|Nr|resp|incl|ext|Art|e\.g|i\.e|bzw|ca|z\.B)|\b[A-Z])\.$"
)
_COUNTED = re.compile(r"^\(?\d{1,2}[.)]\s+")
_BULLET = re.compile(r"^[-–•*·]\s*")


@dataclass(frozen=True, slots=True)
class Condition:
    """One restriction (`services` empty) or one wording that asks notice, as it stands, with its paragraph."""

    services: tuple[Service, ...]
    text: str
    paragraph: AipParagraph

    @property
    def item(self) -> str:
        """Where it stands: "AD 2.23 (23.1)", "VAC item 7"."""
        if self.paragraph.section == "VAC":
            return f"VAC item {self.paragraph.number}" if self.paragraph.number else "VAC, conditions of use"
        number = f" ({self.paragraph.number})" if self.paragraph.number else ""
        return f"AD {self.paragraph.section}{number}"


def conditions_of(paragraph: AipParagraph) -> tuple[Condition, ...]:
    """What the paragraph asks of who comes. Sentences are whole; one wording for each service."""
    wordings: dict[tuple[Service, ...], list[str]] = {}
    restrictions: list[str] = []
    current: tuple[Service, ...] = ()
    for sentence in sentences(paragraph.text):
        if asks(sentence) and _concerns(sentence):
            current = _services(sentence, current)
            wordings.setdefault(current, []).append(sentence)
        elif current and _MORE.search(sentence):
            wordings[current].append(sentence)
        else:
            current = ()
            if forbids(sentence) and _concerns(sentence):
                restrictions.append(sentence)
    return (
        *(Condition((), text, paragraph) for text in dict.fromkeys(restrictions)),
        *(Condition(services, " ".join(texts), paragraph) for services, texts in wordings.items()),
    )


def sentences(text: str) -> Iterator[str]:
    """Whole sentences; a list belongs to the line that introduces it, a heading stands alone."""
    listed = ""
    for raw in text.split("\n"):
        line = _COUNTED.sub("", raw.strip())
        if listed and _BULLET.match(line):
            listed = f"{listed} {line}"
            continue
        if listed:
            yield listed
            listed = ""
        *whole, last = _split(line) or ("",)
        yield from whole
        if last.endswith(":"):
            listed = last
        elif last:
            yield last
    if listed:
        yield listed


def _split(line: str) -> list[str]:
    found: list[str] = []
    begun = ""
    for piece in re.split(r"(?<=[.;!?])\s+(?=[A-ZÀ-Þ0-9(•-])|(?<=[A-Za-z0-9)][.;])(?=[A-Z][a-z]+ )", line):
        begun = f"{begun} {piece}".strip()
        if begun and not _NOT_ENDED.search(piece):
            found.append(begun)
            begun = ""
    return [*found, begun] if begun else found


def _concerns(sentence: str) -> bool:
    """Is it about coming, and not only about moving on the ground?"""
    return bool(_COMING.search(sentence)) and (not _GROUND.search(sentence) or bool(_FLYING.search(sentence)))


def _services(sentence: str, before: tuple[Service, ...]) -> tuple[Service, ...]:
    if _CUSTOMS.search(sentence):
        return ("customs", "immigration")
    if _HANDLING.search(sentence):
        return ("handling",)
    if _FUEL.search(sentence):
        return ("fuel",)
    return before if before and not _SUBJECT.search(sentence) else ("ppr",)
