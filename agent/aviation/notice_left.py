"""Guards a customs row that was not read whole: a time or a lead that no rule holds is said to be unread."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.notice_figures import clock
from agent.aviation.notice_rules import NoticeRule, NoticeRules, Service
from agent.aviation.notice_scan import contacts, fold

BORDER: frozenset[Service] = frozenset({"customs", "immigration"})
_ADDRESSES = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?://|www\.)\S+", re.IGNORECASE)
_TIME = re.compile(r"(?<![\d/.+])(?:[01]\d|2[0-4])[0-5]\d(?![\d/])")
_HOURS = re.compile(r"(?<![\d:.,/])(\d{1,3})\s?(?:HRS?|HOURS?|HEURES?|H)(?![A-Z0-9])")

_DAY_LONG = re.compile(r"24\s?(?:HR|HOUR|HEURE)")


def with_what_is_left(read: NoticeRules, text: str) -> NoticeRules:
    """The rules, with one of the kind "unknown" for each service of the border where a figure was left unread."""
    rules = read.rules
    plain = _ADDRESSES.sub(" ", text)
    for phone in contacts(text)[0]:
        plain = plain.replace(phone, " ")
    plain = fold(plain)
    times = {clock(t[0]) for t in _TIME.finditer(plain)}
    told = {value for rule in rules for value in (rule.cut_off, rule.open_from, rule.open_to) if value}
    told |= {clock(t[0]) for rule in rules for t in _TIME.finditer(rule.condition)}
    hours: set[float] = {float(m[1]) for m in _HOURS.finditer(plain)}
    if not _DAY_LONG.search(plain):
        hours.discard(24.0)  # "H24", "24/24"
    leads = {rule.hours for rule in rules if rule.hours} | {rule.earliest_hours for rule in rules}
    if times <= told and hours <= leads:
        return read
    services: list[Service] = [s for s in dict.fromkeys(r.service for r in rules) if s in BORDER]
    services = services or ["customs"]
    open_ended = {r.service for r in rules if r.kind == "unknown" and not r.open_from}
    left = [
        NoticeRule(service=service, kind="unknown", raw=text, confidence=0.3)
        for service in services
        if service not in open_ended
    ]
    words = "Not all of it was understood: read the text itself"
    return read.model_copy(
        update={"rules": (*rules, *left), "warnings": tuple(dict.fromkeys((*read.warnings, words)))}
    )
