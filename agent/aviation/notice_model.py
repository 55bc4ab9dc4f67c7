"""Lets a model read what the parser of a notice leaves open, and believes only what stands in the words.

A model's rule counts when every number, time, day, month, phone, address and condition in it occurs in the text.
It is added to the parser's rules and never replaces one that was read. It takes the place of "unknown" only where
it speaks for the same flights and days, and for no less than the longest lead that the text names.
"""

from __future__ import annotations

import json
import logging

from pydantic import BaseModel, ConfigDict, Field

from agent import regex as re
from agent.aviation.notice_days import days
from agent.aviation.notice_figures import CLOCK, DAY, MINUTE, WEEK, clock
from agent.aviation.notice_list import covers
from agent.aviation.notice_rules import CLASSES, FlightClass, NoticeKind, NoticeRule, NoticeRules, Service, Weekday
from agent.aviation.notice_scan import Token, contacts, fold, scan, with_figures
from agent.aviation.notice_seasons import months_of
from agent.aviation.notice_sentence import DURATIONS, duration_of
from agent.behaviour import Behaviour, load_prompt
from agent.config import AgentSettings
from agent.errors import AgentError
from agent.llm.model import Message, Meter, Model

log = logging.getLogger(__name__)

DEADLINE_SECONDS = 5.0
LONGEST_TEXT = 2000
SURE = 0.5
"""How sure a model's rule is that passed every check."""
_DEMANDS: frozenset[NoticeKind] = frozenset(
    {"hours", "window", "business_day", "specific_time", "on_request", "not_available"}
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


class ProposedRule(BaseModel):
    """One rule as a model proposes it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    service: Service
    kind: NoticeKind
    flight_classes: tuple[FlightClass, ...] = CLASSES
    hours: float | None = Field(default=None, gt=0, le=2000)
    earliest_hours: float | None = Field(default=None, gt=0, le=5000)
    weekdays: tuple[Weekday, ...] = ()
    months: tuple[int, ...] = ()
    condition: str = Field(default="", max_length=80)
    business_day_offset: int | None = Field(default=None, ge=0, le=30)
    cut_off: str | None = Field(default=None, max_length=5)
    open_from: str | None = Field(default=None, max_length=5)
    open_to: str | None = Field(default=None, max_length=5)
    phone: str | None = Field(default=None, max_length=40)
    email: str | None = Field(default=None, max_length=80)


class ProposedNotice(BaseModel):
    """The rules of one text as a model proposes them."""

    model_config = ConfigDict(extra="forbid")

    rules: tuple[ProposedRule, ...] = Field(max_length=12)


def incomplete(rules: NoticeRules) -> bool:
    """Did the parser leave something open that words could still tell?"""
    return any(_open(rule) for rule in rules.rules)


async def read_on(
    read: NoticeRules,
    text: str,
    settings: AgentSettings,
    behaviour: Behaviour,
    model: Model | None,
    meter: Meter,
) -> NoticeRules:
    """The parser's rules with what a model reads besides; unchanged where none is set up, or it fails."""
    if model is None or meter.gave_up or not behaviour.notice_reading.enabled or not incomplete(read):
        return read
    if not text.strip() or len(text) > LONGEST_TEXT:
        return read
    try:
        prompt = [
            Message("system", load_prompt(settings, behaviour, "notice")),
            Message("user", json.dumps({"text": text}, ensure_ascii=False)),
        ]
        found = await model.choose("rules", prompt, ProposedNotice, meter, within=DEADLINE_SECONDS)
    except AgentError as error:
        log.warning("notice_not_read: %s (%s)", error.user_message, error)
        meter.failed("notice", error)
        return read
    return merged(read, found, text)


def merged(read: NoticeRules, proposed: ProposedNotice, text: str) -> NoticeRules:
    """The parser's rules and those of the model that the words bear out; never less than the parser's."""
    words = Words(text)
    known = [rule for rule in read.rules if not _open(rule)]
    left = [rule for rule in read.rules if _open(rule)]
    theirs = [
        left[0].model_copy(
            update={**rule.model_dump(exclude_none=True), "raw": text, "confidence": SURE, "read_by": "model"}
        )
        for rule in proposed.rules
        if left and rule.kind in _DEMANDS and words.bear_out(rule)
    ]
    more = [rule for rule in theirs if not covers([k for k in known if _as_strict(k, rule)], rule)]
    if words.longest_in([*known, *more]):
        left = [rule for rule in left if not covers(more, rule)]
    return read.model_copy(update={"rules": (*known, *more, *left)})


def _as_strict(known: NoticeRule, rule: NoticeRule) -> bool:
    """Does a rule that was read ask at least as much?"""
    if not known.has_lead or not rule.has_lead:
        return known.kind == rule.kind
    return (known.worst_lead_hours() or 0) >= (rule.worst_lead_hours() or 0)


class Words:
    """What a text says, for holding a proposal against it."""

    def __init__(self, text: str) -> None:
        self.folded = fold(text)
        self.plain = " ".join(self.folded.split())
        phones, emails = contacts(text)
        bare = self.folded
        for contact in (*phones, *emails):
            bare = bare.replace(fold(contact), " ")
        self.numbers = {float(n.replace(",", ".")) for n in _NUMBER.findall(with_figures(bare))}
        self.times = {clock(m.group()) for m in re.finditer(CLOCK, self.folded)}
        self.tokens: list[Token] = scan(self.folded)
        self.days = {d for t in self.tokens if t.name in ("WEEKDAYS", "GERMAN_DAYS") for d in days(t.text)}
        self.months = {m for t in self.tokens if t.name == "MONTH_SPAN" for m in months_of(t.text)}
        self.phones = {re.sub(r"\D", "", p) for p in phones}
        self.emails = {e.casefold() for e in emails}

    def bear_out(self, rule: ProposedRule) -> bool:
        """Does everything in the rule occur in the text, and is the rule whole?"""
        whole = {
            "hours": rule.hours is not None,
            "window": rule.hours is not None and (rule.earliest_hours or 0) > rule.hours,
            "business_day": bool(rule.business_day_offset),
            "specific_time": rule.cut_off is not None,
        }.get(rule.kind, True)
        return (
            whole
            and all(self._lasts(h) for h in (rule.hours, rule.earliest_hours) if h is not None)
            and (rule.business_day_offset in (None, 0, 1) or float(rule.business_day_offset or 0) in self.numbers)
            and {t for t in (rule.cut_off, rule.open_from, rule.open_to) if t} <= self.times
            and set(rule.weekdays) <= self.days
            and set(rule.months) <= self.months
            and (not rule.phone or re.sub(r"\D", "", rule.phone) in self.phones)
            and (not rule.email or rule.email.casefold() in self.emails)
            and " ".join(fold(rule.condition).split()) in self.plain
        )

    def longest_in(self, rules: list[NoticeRule]) -> bool:
        """Is the longest lead of the text among these rules, so that none was passed over?"""
        named, _ = duration_of([t for t in self.tokens if t.name in DURATIONS], self.folded)
        return named is None or max((r.worst_lead_hours() or 0 for r in rules), default=0) >= named

    def _lasts(self, hours: float) -> bool:
        """Hours as the text gives them: in hours, or in minutes, days or weeks where it speaks of those."""
        units = ((MINUTE, 60.0), (DAY, 1 / 24), (WEEK, 1 / 168))
        said = {hours, *(hours * factor for unit, factor in units if re.search(unit, self.folded))}
        return any(abs(value - number) < 0.01 for value in said for number in self.numbers)


def _open(rule: NoticeRule) -> bool:
    return rule.kind == "unknown" and rule.open_from is None and rule.cut_off is None
