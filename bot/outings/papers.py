"""What is said of a pilot's own papers and of a club's aircraft: until when a medical holds, a remark on G-ABCD.

The words are in `[club.paper]` and `[club.remark]` of `data/language`.
"""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date

from agent import regex as re
from agent.language.months import MONTH, MONTHS, YEAR
from bot.outings.evidence import Evidence
from bot.outings.heard import Heard

PAPERS: Mapping[str, str] = {
    "medical": "medical", "licence": "licence", "sep": "SEP rating", "mep": "MEP rating",
    "instruments": "instrument rating", "night": "night rating", "check": "club check", "passport": "passport",
    "radio": "radio licence",
}  # fmt: skip
"""The papers that words name, and the kinds under which their dates are kept."""
LONGEST = 14
"""Words of a sentence about papers; a longer one is about something else, too."""

_MONTH = re.compile(rf"\s*\b({MONTH})\b(?:\s+({YEAR}))?", re.IGNORECASE)
_ANOTHERS = re.compile(
    r"(?:\b(?!(?:It|That|What|Who|When|Where|How|Today|Tomorrow|Let)['’])[A-ZÀ-Þ][\w-]+['’]s?"
    r"|\b(?:[Hh]is|[Hh]er|[Tt]heir|[Ll]eurs?|[Ss]a|[Ss]on|[Ss]eine?[nms]?)"
    r"|\b(?!Does\b)[A-ZÄÖÜ][a-zäöüß]{2,}s)\s+(?:[\w-]+\s+)?$"
)
_OF_ANOTHER = re.compile(r"\s+(?:[Oo]f|[Vv]on|[Dd]e|[Dd]u)\s+[A-ZÀ-Þ]\w+|\s+d['’][A-ZÀ-Þ]\w+")
"""Whose paper it is: "Ana's medical", "Bens Lizenz", "le médical de Paul"."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_HEAD = 12
"""Letters that may stand before the word for a remark: "please note for G-ABCD: …"."""


def paper(e: Evidence) -> str:
    """The kind of paper that is named; "" for none. The longest name counts."""
    found = [(m.end - m.start, m.concept.partition(".")[2]) for m in e.found if m.concept.startswith("paper.")]
    kinds = [(length, PAPERS[name]) for length, name in found if name in PAPERS]
    return max(kinds)[1] if kinds else ""


def until(e: Evidence) -> date | None:
    """The day that ends it: the last one that is named ("mon" is a Monday, too), or the last of a month."""
    days = [day.when for day in e.said.slots.days]
    for mention in e.found:
        if mention.concept == "paper.month_end" and (match := _MONTH.match(e.text, mention.end)):
            days.append(_last_of(MONTHS[match[1].lower()], match[2], e.today))
    found = max(days, default=None)
    years = {int(year) for year in _YEAR.findall(e.text)}
    return None if found and years and found.year not in years else found  # a year that was not read


def _last_of(month: int, year: str | None, today: date) -> date:
    named = int(year) if year else today.year + (month < today.month)
    return date(named, month, calendar.monthrange(named, month)[1])


def papers(e: Evidence) -> Heard | None:
    """Until when one's own papers hold, what they say of a day, or that they are to be forgotten."""
    if anothers(e):
        return Heard("current", state="others")
    spots = [spot for spot in e.said.slots.spots if spot.name.lower() not in MONTHS]
    if e.places or spots or e.task or len(e.words) > LONGEST:
        return None
    kind = paper(e)
    if e.has("answer.out") and not e.asks:
        return None  # why somebody does not come: "muss absagen, Medical ist abgelaufen"
    named = bool(kind) or e.has("ask.paper")
    if (named or e.has("paper.dates")) and e.has("paper.drop"):
        return Heard("current", what=e.text, state="drop", name=kind)
    if e.has("paper.dates"):
        return Heard("current", what=e.text, state="all") if e.asks or e.has("ask.show") else None
    if e.has("ask.current") or _fits(e):
        return Heard("current", day=e.day)
    if not (named and e.has("ask.expires")):
        return None
    if e.asks:
        of_all = e.has("paper.when", "back.when") and e.day is None
        return Heard("current", state="all" if of_all else "", day=e.day) if e.has("ask.mine") or e.day else None
    day = until(e)
    if e.has("ask.mine") or day is not None:
        return Heard("current", what=e.text, state="tell", name=kind, day=day)
    return None


def anothers(e: Evidence) -> bool:
    """Whether it is of somebody else's paper, asked or told."""
    if not e.has("ask.expires", "paper.valid") or len(e.words) > LONGEST:
        return False
    named = [m for m in e.found if m.concept.startswith("paper.") and m.concept.partition(".")[2] in PAPERS]
    return any(_ANOTHERS.search(e.text[: m.start]) or _OF_ANOTHER.match(e.text, m.end) for m in named)


def _fits(e: Evidence) -> bool:
    """ "Am I current on Saturday?", in whatever order; of a place or a thing it is another question."""
    if e.elsewhere or not (e.day or len(e.words) <= 6):
        return False
    return (e.asks and e.all("paper.am", "paper.valid")) or (e.day is not None and e.all("paper.may", "paper.fly"))


def remarks(e: Evidence) -> Heard | None:
    """ "Note for G-ABCD: left brake soft" is kept, "any snags on G-ABCD?" lists what is open."""
    if not e.registration:
        return None
    if e.has("remark.wrong"):
        return Heard("notes", craft=e.registration)
    begins, ends = e.registration_at
    note = next((m for m in sorted(e.found, key=lambda m: -m.end) if m.concept == "remark.note"), None)
    if note is None:
        return None
    if e.asks or e.has("ask.show"):
        return Heard("notes", craft=e.registration)
    heads = note.start <= _HEAD and note.start < begins
    if not heads and not (begins == 0 and note.start - ends <= 2):
        return None
    text = e.text[max(ends, note.end) :].strip(" :,;-–")
    return Heard("note" if text else "notes", craft=e.registration, what=text)
