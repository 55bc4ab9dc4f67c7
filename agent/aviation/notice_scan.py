"""Cuts a notice wording into the tokens of `notice_words`, with the phones and addresses it names."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from agent import regex as re
from agent.aviation.notice_figures import WORD_NUMBER, WORD_NUMBERS
from agent.aviation.notice_words import BEGINS, PATTERNS

_INNER: dict[str, tuple[str, ...]] = {
    name: tuple(re.findall(r"\?P<(\w+)>", pattern)) for name, pattern in PATTERNS if "?P<" in pattern
}
_GLUED = re.compile(
    r"(\b(?:PPR|PNR|PN|pr[ée]avis|notice|preavviso|aviso|least|minimum|min|mind)|\b\d{1,3}\s?(?:hours?|heures?|std|hrs?|h))"
    r"(\d{1,3}|before|prior|notice|in advance|PPR|PNR|PN|avant|vorher|prima|antes|pour)",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NEXT_SENTENCE = re.compile(r"(?<=[a-z])\.[A-Z][A-Za-z]*$")
"""Where the page lost a space: "ops@field.example.Handling"."""
_FAX = re.compile(r"(?<![/&])\bfax[\s.:]*$", re.IGNORECASE)
_PHONE = re.compile(
    r"(?=[+\d])(?:\+|\b00|\b0|(?<=tel )|(?<=tel: )|(?<=tel\. )|(?<=tel : )|(?<=tfno )|(?<=tfno\. )|(?<=tlf )"
    r"|(?<=phone )|(?<=phone: ))\d[\d ().\-/]{6,22}\d",
    re.IGNORECASE,
)
_TWO_CLOCKS = re.compile(r"(?:[01]\d|2[0-4])[0-5]\d\s?\(\s?(?:[01]\d|2[0-4])[0-5]\d")
"""Winter and summer opening, "0500 (0400)": no number to call."""
_UNIT_NEXT = re.compile(
    r"\s*(?:h|hrs?|hours?|heures?|std|stunden|ore|horas?|min(?:ute[sn]?|s)?|days?|jours?)\b", re.IGNORECASE
)
_URL = re.compile(r"(?:https?://|www\.)\S+")


@dataclass(frozen=True, slots=True)
class Token:
    """One word or phrase of the trade at its place; `groups` are the named parts that matched."""

    name: str
    text: str
    start: int
    end: int
    groups: dict[str, str]


def fold(text: str) -> str:
    """Capitals without accents, as long as the original."""
    return text.upper() if text.isascii() else "".join(_fold_one(c) for c in text)


@lru_cache(maxsize=2048)
def _fold_one(character: str) -> str:
    if character in "‐‑‒–—−":
        return "-"
    if character in "’‘´`":
        return "'"
    base = unicodedata.normalize("NFD", character)[0]
    upper = base.upper()
    return upper if len(upper) == 1 else "S" if character == "ß" else base


def tidy(text: str) -> str:
    """The text with spaces made plain and e-mail addresses joined that a page broke at a hyphen."""
    spaced = _GLUED.sub(r"\1 \2", _GLUED.sub(r"\1 \2", text))
    joined = re.sub(r"(?<=[a-z])-\s+(?=[\w.-]+@)", "-", spaced.replace("\xa0", " ").replace("\r", "\n"))
    return re.sub(r"[ \t]+", " ", joined).strip()


def contacts(text: str) -> tuple[list[str], list[str]]:
    """Phones and e-mail addresses in the order of the text; a fax is no phone."""
    emails = [_NEXT_SENTENCE.sub("", m.group()).strip(".-") for m in _EMAIL.finditer(text)]
    bare = _URL.sub(" ", _EMAIL.sub(" ", text))
    phones: list[str] = []
    for match in _PHONE.finditer(bare):
        number = match.group().strip(" -/.(")
        if _TWO_CLOCKS.match(number) or _FAX.search(bare, max(0, match.start() - 12), match.start()):
            continue
        if _UNIT_NEXT.match(bare, match.end()):
            number = re.sub(r"\s*\d{1,3}$", "", number).strip(" -/.(")
        if (
            not re.fullmatch(r"\d{4}\s?-\s?\d{4}(?:[\s(/].*)?", number)
            and 8 <= sum(map(str.isdigit, number)) <= 16
        ):
            phones.append(number)
    return phones, emails


@cache
def _scanner() -> re.Pattern[str]:
    """All patterns as one; compiled when the first wording is read, since it takes a tenth of a second.

    A pattern is tried only at the characters it can begin with: that takes a third of the time.
    """
    tried = (
        f"(?=[{BEGINS[name]}])(?P<{name}>{pattern})" if name in BEGINS else f"(?P<{name}>{pattern})"
        for name, pattern in PATTERNS
    )
    return re.compile(rf"(?:(?<![A-Z0-9])|(?=[-.;:\n)•]))(?:{'|'.join(tried)})")


def scan(folded: str) -> list[Token]:
    """Every token of a folded text, addresses and links blanked out."""
    blank = _URL_FOLDED.sub(lambda m: "x" * len(m.group()), folded)
    blank = with_figures(blank)
    found: list[Token] = []
    match = _scanner().search(blank)
    while match:
        name, end = _named(match, blank), match.end()
        if name is None:
            end = match.start() + 1  # what the phrase began with may stand there by itself
        else:
            groups = {k: match[k] for k in _INNER.get(name, ()) if match[k] is not None}
            found.append(Token(name, match.group(), match.start(), end, groups))
        match = _scanner().search(blank, end)
    return found


def with_figures(folded: str) -> str:
    """ "two hours" as "  2 hours", each word in its place."""
    return WORD_NUMBER.sub(lambda m: f"{WORD_NUMBERS[m.group()]:g}".rjust(len(m.group())), folded)


def _named(match: re.Match[str], blank: str) -> str | None:
    """The name of what was found; None where its place says that it is something else."""
    name, start = match.lastgroup or "", match.start()
    if (
        name == "WEEKDAYS"
        and match.group().startswith("MAR")
        and _MONTH_NEAR.search(blank, max(0, start - 7), start)
    ):
        return None
    if name == "WEEKDAYS" and match.group() == "MAR" and not _ROMANCE_DAY.search(blank):
        return None  # March as likely as "mardi": narrow nothing by it
    if name == "MONTH_SPAN" and _OPEN_ENDED.search(blank, max(0, start - 24), start):
        return None  # "until 31 October", "from the 1st of April": it has no other end
    if name == "NOT_AVAILABLE" and match.group() in ("NONE", "NIL", "NEANT") and _no_notice(blank, start):
        return "NOT_NEEDED"
    if name == "CUT_OFF" and _MOVEMENTS.search(blank, max(0, start - 20), start):
        return None  # "landing till 2400" is no deadline of a notice
    if name == "CLOCK_OR_LEAD" or (name == "CLOCK_RANGE" and "H" in match.group()):
        before = _NOTICE_BEFORE.search(blank, max(0, start - 30), start)
        after = _NOTICE_AFTER.match(blank, match.end())
        if before or after:  # "notice 24h-48h" is no opening, "2h30" no time of day
            return "RANGE_LEAD" if name == "CLOCK_RANGE" else "HOURS_MIN"
        if name == "CLOCK_OR_LEAD":
            of_the_day = ":" in match.group() or _AT.search(blank, max(0, start - 12), start)
            return None if of_the_day else "HOURS_MIN"
    return name


def _no_notice(blank: str, start: int) -> bool:
    """Is it the notice of which there is none, not the service? Then the pilot is told to ask."""
    before = NO_NOTICE.search(blank, max(0, start - 70), start)
    return before is not None or (bool(_NOTICE.search(blank, start)) and not _SERVICES.search(blank))


_NOTICE = re.compile(
    r"(?<![A-Z])(?:NOTICE|PNR?|PREAVIS|PREAVVISO|(?:VOR)?ANMELDUNG|PREVIO AVISO|AVISO PREVIO)(?![A-Z])"
)
_SERVICES = re.compile(r"CUSTOMS|IMMIGR|POLICE|HANDLING|FUEL|DOUANE|ZOLL|DOGANA|ADUANA|CIQ")
NO_NOTICE = re.compile(
    r"(?<![A-Z])(?:PPR|PNR?|NOTICE|NOTIFICATION|PREAVIS|PREAVVISO|(?:VOR)?ANMELDUNG"
    r"|PREVIO AVISO|AVISO PREVIO)(?![A-Z])"
    r"(?:(?!CUSTOMS|IMMIGR|POLICE|HANDLING|FUEL|DOUANE|ZOLL|DOGANA|ADUANA|CIQ)[^.;\n])*$"
)
_NOTICE_BEFORE = re.compile(
    r"(?:PPR|PNR|PN|NOTICE|PREAVIS|PREAVVISO|ANTELACION|ANMELDUNG|MINDESTENS|MIN(?:IM\w+)?\.?|O/R"
    r"|AT LEAST|AU MOINS|ALMENO|AL MENOS|MNM)(?: OF| DE| DI| DA| VON| ENTRE| D'AU MOINS)?[\s:]*$"
)
_NOTICE_AFTER = re.compile(
    r"\s*(?:BEFORE|PRIOR|IN ADVANCE|NOTICE|DE PREAVIS|AVANT|VOR|PRIMA|DI PREAVVISO|ANTES|PN|PPR)(?![A-Z])"
)
_AT = re.compile(r"(?<![A-Z])(?:A|AT|UM|DES|AB|FROM|VON|DE|DALLE|ALLE|LAS|OUVERT|OPEN)\s*$")
_MOVEMENTS = re.compile(
    r"(?:LANDINGS?|TAKE-?OFFS?|ARRIVALS?|DEPARTURES?|OPEN|CLOSED|AVAILABLE|AVBL|OUVERT|GEOFFNET)\s*$"
)
_ROMANCE_DAY = re.compile(r"\b(?:LUN|MER|MIE|JEU|JUE|GIO|VEN|VIE|SAM|SAB|DIM|DOM)(?:DI|EDI|\b)")
_OPEN_ENDED = re.compile(
    r"(?<![A-Z])(?:DES|DEPUIS|AVANT|APRES|JUSQU.{0,3}|FROM|SINCE|UNTILL?|TILL|AFTER|BEFORE|AB|SEIT|BIS|PARTIR|STARTING"
    r"|AS OF|W\.?E\.?F\.?|DESDE|HASTA|DAL|FINO|NACH|VOR)\s*(?:LE|DEM|ZUM|DU|DEL|AL|EL|THE)?\s*$"
)
_MONTH_NEAR = re.compile(r"(?:\d|(?:JAN|FEB|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\s*-)\s*$")
_URL_FOLDED = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:HTTPS?://|WWW\.)\S*[^\s.,;:)]")
