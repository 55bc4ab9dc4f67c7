"""Cuts the tokens of a French customs row into its lines: headings, statements, and who is to be reached."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.aviation.border_row_words import Word

_LEADERS = frozenset({"DAYS", "SEASON", "MONTHS", "CUSTOMS", "IMMIGRATION", "POLICE", "SUNHOURS", "OUTSIDE"})
_FIGURES = frozenset(
    {"HOURS", "EVE", "LASTDAY", "DEADLINE", "DAYBACK", "CUTOFF", "RANGE", "ARRIVALS", "SUNHOURS", "H24", "CLOSED"}
)
_REACH = frozenset({"EMAIL", "URL", "PHONE", "LABEL", "FAX"})
_SERVICES = frozenset({"CUSTOMS", "IMMIGRATION", "POLICE"})
_OF_A_NAME = frozenset({"UNREAD", "PLAIN", "COPY", "MARK", "LABEL", "RECIPIENT", "CUSTOMS"})
_NAME = re.compile(
    r"(?!SAUF|HORS|EXCEP|NON|NOT|SANS|MAX|MIN|ONLY|SEUL|UNIQ|INTERD|PROHIB|SUSP|FERM|CLOS)[A-Z'.\- ]+"
)
_CODE = re.compile(r"[A-Z]{4}")
_DUTY = re.compile(r"PERMANENCE|DUTY|JOIGNABLE|ACCESSIBLE|SURVEILLANCE|REGIONALE?")


@dataclass(frozen=True)
class Clause:
    """One line. `heading`: it ends with a colon and holds for what follows. `reaches`: it names an address.

    `aside`: nothing in it is asked of the flight. `unread`: a word in it was not understood.
    """

    words: tuple[Word, ...]
    start: int
    end: int
    bullet: bool
    heading: bool
    reaches: bool
    emergency: bool
    copy: bool
    aside: bool
    unread: bool
    headed: bool
    phones: tuple[Word, ...]
    emails: tuple[Word, ...]
    inner: bool
    folded: str


def clauses_of(words: list[Word]) -> list[Clause]:
    """The lines of a row, in its order."""
    found: list[Clause] = []
    emergency = False
    for bullet, inner, line in _lines(_without_names(_without_lists(words))):
        clause = _clause(line, bullet, inner, emergency)
        reaching = clause.reaches and not any(w.kind in _FIGURES - {"H24", "RANGE"} for w in line)
        emergency = clause.emergency and (reaching or not clause.reaches)
        found.append(clause)
    return found


def _without_lists(words: list[Word]) -> list[Word]:
    """Leaves out what a request must contain: "… the following information: - type, - names …"."""
    kept: list[Word] = []
    skipping = False
    for index, word in enumerate(words):
        if word.kind == "LIST":
            skipping = True
        elif skipping and word.kind == "BREAK" and (word.text == "." or _starts_anew(words, index + 1)):
            skipping = False
        if not skipping:
            kept.append(word)
    return kept


def _starts_anew(words: list[Word], place: int) -> bool:
    return place < len(words) and words[place].kind in _REACH | _SERVICES | {"ASKED", "DAYS", "OUTSIDE", "ASIDE"}


def _without_names(words: list[Word]) -> list[Word]:
    """Leaves out a name in brackets: "(CODT Bordeaux)"."""
    kept: list[Word] = []
    for word in words:
        kept.append(word)
        if word.kind != "SHUT":
            continue
        opened = next((i for i in range(len(kept) - 1, -1, -1) if kept[i].kind == "OPEN"), None)
        if opened is None:
            continue
        inner = kept[opened + 1 : -1]
        if any(w.kind == "UNREAD" for w in inner) and all(
            w.kind in _OF_A_NAME and _NAME.fullmatch(w.text) for w in inner
        ):
            del kept[opened:]
    return kept


def _lines(words: list[Word]) -> list[tuple[bool, bool, list[Word]]]:
    found: list[tuple[bool, bool, list[Word]]] = []
    line: list[Word] = []
    bullet = inner = False
    for index, word in enumerate(words):
        if word.kind in ("BREAK", "BULLET", "NUMBERED") or _parts(words, index, line):
            found.append((bullet, inner, line))
            line, bullet = [], word.kind in ("BULLET", "NUMBERED", "OPEN", "SHUT")
            inner = word.kind == "OPEN" or (inner and word.kind in ("COMMA", "MARK"))
        else:
            line.append(word)
    found.append((bullet, inner, line))
    return [
        (b, i, each)
        for b, i, each in found
        if any(w.kind not in ("MARK", "COMMA", "SHUT", "OPEN", "COLON") for w in each)
    ]


def _parts(words: list[Word], index: int, line: list[Word]) -> bool:
    """Does a new statement begin at a comma, a slash or a bracket?"""
    word = words[index]
    if word.kind == "OPEN":
        inner = _until(words, index + 1, "SHUT")
        return any(w.kind in _FIGURES - {"H24"} for w in inner)
    if word.kind == "SHUT":
        opened = next((i for i in range(index - 1, -1, -1) if words[i].kind in ("OPEN", "SHUT")), -1)
        return opened >= 0 and words[opened].kind == "OPEN" and _parts(words, opened, line)
    if word.kind not in ("COMMA", "MARK") or index + 1 >= len(words):
        return False
    after = words[index + 1]
    rest = _until(words, index + 1, "BREAK", "BULLET", "COMMA")
    return (
        after.kind in _LEADERS
        and any(w.kind in _FIGURES for w in line)
        and any(w.kind in _FIGURES | {"ASKED"} for w in rest)
    )


def _until(words: list[Word], start: int, *kinds: str) -> list[Word]:
    end = next((i for i in range(start, len(words)) if words[i].kind in kinds), len(words))
    return words[start:end]


def _clause(line: list[Word], bullet: bool, inner: bool, after_emergency: bool) -> Clause:
    kinds = {w.kind for w in line}
    reaches = bool(kinds & _REACH)
    phones = tuple(
        w
        for i, w in enumerate(line)
        if w.kind == "PHONE"
        and "FAX" not in {p.kind for p in line[max(0, i - 2) : i] if p.kind not in ("PHONE", "EMAIL")}
    )
    on_call = any(_DUTY.fullmatch(w.text) for w in line)
    abroad = kinds & {"IMMIGRATION", "POLICE"} and any(
        w.kind == "UNREAD" and _CODE.fullmatch(w.text) for w in line
    )
    if (phones and kinds & {"H24"} and not kinds & _SERVICES) or on_call or (abroad and "H24" in kinds):
        line = [w for w in line if w.kind not in ("H24", "EVERYDAY", "RANGE", "SUNHOURS")]
        kinds, reaches = {w.kind for w in line}, True
    emergency = "EMERGENCY" in kinds or (after_emergency and reaches and not kinds & _FIGURES)
    figures = kinds & (_FIGURES | {"ALLOWED", "REFUSABLE", "ADHOURS", "NOHOURS", "AREA"})
    harmless = reaches and not figures
    first = line[0] if line else None
    copied = first is not None and first.kind == "COPY" and not figures
    copy_at = next((w.start for w in line if w.kind == "COPY"), 10**9)
    last = next((w for w in reversed(line) if w.kind not in ("MARK",)), None)
    head = next(
        (w for w in line if w.kind not in ("PLAIN", "MARK") and not (harmless and w.kind == "UNREAD")), None
    )
    return Clause(
        words=tuple(line),
        start=line[0].start if line else 0,
        end=line[-1].end if line else 0,
        bullet=bullet,
        heading=last is not None and last.kind == "COLON",
        reaches=reaches,
        emergency=emergency,
        copy=copied,
        aside=emergency
        or copied
        or kinds <= {"ASIDE", "OBEY", "SELON", "DECLARATION", "URL", "COLON", "COMMA", "PLAIN"},
        unread="UNREAD" in kinds and not harmless and not emergency and not copied,
        headed=head is not None and head.kind in _SERVICES,
        phones=tuple(w for w in phones if w.start < copy_at),
        emails=tuple(w for w in line if w.kind == "EMAIL" and w.start < copy_at),
        inner=inner,
        folded=" ".join(w.text for w in line),
    )
