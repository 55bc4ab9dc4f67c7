"""One statement about an airfield, the document it stands in, and how old it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, lru_cache

from agent import regex as re
from agent.aviation.notice_rules import NoticeRules, Service, TimeBasis

TWO_AIRAC_CYCLES = timedelta(days=56)
FactValue = str | bool | float | tuple[str, ...]
HOURS_ROW = "AD 2.3 (1)"
"""The AIP's row of hours: what it asks is asked outside them, or to extend them."""
CUSTOMS_ELSEWHERE = "Customs at another field: "
"""How a restriction begins that is made of a row of customs which is not of the field itself."""


_SEASONS = re.compile(r"\b(?:SUM|WIN|SUMMER|WINTER|HIV|HIVER|[EÉ]T[EÉ])\b")
_DATES = re.compile(
    r"\b\d{1,2}/\d{2}\b|\b\d{1,2}(?:st|er)? (?:JAN|FEB|FEV|MAR|APR|AVR|MAY|MAI|JUN|JUL|AUG|AOU|SEP|OCT|NOV|DEC)",
    re.IGNORECASE,
)


def clock_of(text: str, general: TimeBasis) -> TimeBasis:
    """The time basis of a text in a document that states a general one.

    "UTC in winter, one hour earlier in summer unless otherwise specified": a text with figures for summer and
    winter specifies otherwise, both are UTC; one with dates leaves open which of the two it does.
    """
    if general != "utc_summer":
        return general
    if _SEASONS.search(text):
        return "utc"
    return "unknown" if _DATES.search(text) else general


@dataclass(frozen=True)
class FactSource:
    """A document or page that was read. `undated`: it does not say for which day it speaks.

    `url` is empty when it is not known where the document is published. `edition_of` names the publication of
    which this is one edition ("AIP France"): a later edition replaces an earlier one. `complete`: a list that
    names all there are, so that a field which is not on it has none.
    """

    name: str
    url: str = ""
    licence: str = ""
    amendment: str = ""
    undated: bool = False
    official: bool = True
    volunteer: bool = False
    edition_of: str = ""
    complete: bool = False
    clock: TimeBasis = "unknown"

    @cached_property
    def standing(self) -> tuple[bool, bool, bool]:
        """How it is believed beside others, the smallest first: official, read in it, dated."""
        return not self.official, self.volunteer, self.undated

    @cached_property
    def publication(self) -> str:
        """What this is an edition of; a document of its own when nothing says so."""
        if self.edition_of:
            return self.edition_of
        head = self.name.partition(",")[0]
        return head if head.startswith("AIP ") else self.name


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about one airfield, with the item of the document it stands in and its wording there."""

    icao: str
    field: str
    value: FactValue
    source: FactSource
    observed_on: date
    confidence: float
    item: str = ""
    raw: str = ""

    @property
    def clock(self) -> TimeBasis:
        """Whose clock the figures of its value follow."""
        return clock_of(str(self.value), self.source.clock)

    def stale(self, today: date) -> bool:
        """Is it too old to rely on without asking?"""
        return self.source.undated or today - self.observed_on > TWO_AIRAC_CYCLES


@lru_cache(maxsize=2048)
def _rules_of(raw: str, services: tuple[Service, ...], of_hours: bool) -> NoticeRules:
    from agent.aviation.notice import parse_notice  # its patterns cost 40 ms, and most questions ask no notice

    rules = parse_notice(raw, services)
    return rules.bound_as_before("ppr", "pn") if of_hours else rules


@dataclass(frozen=True, slots=True)
class NoticeText:
    """The raw wording of a row that asks notice, and whose services it is about.

    `time_note` is what the document says elsewhere of the clock that its figures follow.
    """

    icao: str
    services: tuple[Service, ...]
    raw: str
    item: str
    source: FactSource
    observed_on: date
    time_note: str = ""

    @property
    def rules(self) -> NoticeRules:
        """The wording as rules (parsed once)."""
        return _rules_of(self.raw, self.services, self.item == HOURS_ROW)

    @property
    def clock(self) -> TimeBasis:
        """Whose clock its figures follow, where no rule in it says so itself."""
        stated = self.source.clock
        return clock_of(self.raw, "utc_summer" if stated == "unknown" and self.time_note else stated)

    def stale(self, today: date) -> bool:
        """Is it older than two AIRAC cycles, or of unknown date?"""
        return self.source.undated or today - self.observed_on > TWO_AIRAC_CYCLES
