"""The rules of a text as one list: what "Schengen only" adds, what is repeated, what a stated lead makes moot."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.notice_classes import SCHENGEN
from agent.aviation.notice_rules import NoticeRule
from agent.aviation.notice_scan import Token

_OWN = ("ppr", "pn")
"""What the field itself asks: hours beside it are those of the row ("1800-1900, PPR"), not of the whole text."""
_IN_A_PHONE = re.compile(r"\d[\s./-]$")


def only_if_said(folded: str, rules: list[NoticeRule]) -> list[NoticeRule]:
    """ "Schengen only" also says that other flights cannot come."""
    if not any(m["only"] and not m["out"] for m in SCHENGEN.finditer(folded)) and not re.search(
        r"ONLY (?:FOR )?(?:FLIGHTS (?:FROM|WITHIN) )?(?:THE )?SCHENGEN|NUR SCHENGEN|SOLO SCHENGEN|UNIQUEMENT SCHENGEN",  # noqa: E501
        folded,
    ):
        return rules
    base = rules[0] if rules else NoticeRule(service="ppr", kind="unknown", raw="Schengen only")
    shut = base.model_copy(
        update={"kind": "not_available", "flight_classes": ("customs_only", "neither"), "weekdays": (), "hours": None,  # noqa: E501
                "earliest_hours": None, "cut_off": None, "business_day_offset": None, "confidence": 0.7}
    )  # fmt: skip
    return [
        *rules,
        *(shut.model_copy(update={"service": s}) for s in dict.fromkeys([r.service for r in rules] or ["ppr"])),
    ]


def tidied(rules: list[NoticeRule]) -> list[NoticeRule]:
    """Without repetitions, and without states that a stated lead of the same service makes moot."""
    longest: dict[tuple[object, ...], NoticeRule] = {}
    kept: list[NoticeRule] = []
    seen: set[tuple[object, ...]] = set()
    for rule in rules:
        if rule.kind not in ("hours", "window"):
            asks = tuple(value for name, value in rule if name != "raw")
            if asks not in seen:
                seen.add(asks)
                kept.append(rule)
            continue
        key = (rule.service, rule.flight_classes, rule.weekdays, rule.months, rule.condition, rule.open_from)
        before = longest.get(key)
        if before is None or (rule.hours or 0) > (before.hours or 0):
            longest[key] = rule
            kept = [k for k in kept if k is not before] + [rule]
    leads = [r for r in kept if r.has_lead]
    hours = {(r.service, r.months, r.condition): r for r in kept if r.kind == "unknown" and r.open_from}
    result: list[NoticeRule] = []
    for rule in kept:
        if rule.kind in ("on_request", "h24", "as_ad_hours") or (rule.kind == "unknown" and rule.open_from):
            own_row = {None, rule.open_from} if rule.kind == "unknown" else {r.open_from for r in leads}
            covered = covers([lead for lead in leads if lead.open_from in own_row], rule)
            asked = rule.kind != "on_request" and covers([r for r in kept if r.kind == "on_request"], rule)
            if covered or asked:
                continue
        opening = hours.get((rule.service, rule.months, rule.condition)) if rule.service not in _OWN else None
        if rule.open_from is None and opening and not rule.weekdays and not opening.weekdays:
            hours_of = {name: getattr(opening, name) for name in ("open_from", "open_to", "time_basis")}
            result.append(rule.model_copy(update=hours_of))
        else:
            result.append(rule)
    return result


def covers(wide: list[NoticeRule], narrow: NoticeRule) -> bool:
    """Do these rules together speak for all flights, days, months and conditions of the narrow one?"""
    flights = {
        flight
        for rule in wide
        if rule.service == narrow.service
        and rule.condition == narrow.condition
        and _within(narrow.weekdays, rule.weekdays)
        and _within(narrow.months, rule.months)
        for flight in rule.flight_classes
    }
    return set(narrow.flight_classes) <= flights


def _within(narrow: tuple[object, ...], wide: tuple[object, ...]) -> bool:
    return not wide or (bool(narrow) and set(narrow) <= set(wide))


def unread_numbers(folded: str, tokens: list[Token]) -> bool:
    """Is there a short number right beside a notice word that no pattern took ("PPR 24")?"""
    words = [t for t in tokens if t.name in ("PPR", "PN")]
    for token in (t for t in tokens if t.name == "NUMBER" and not _IN_A_PHONE.search(folded, 0, t.start)):
        for word in words:
            between = folded[min(word.end, token.end) : max(word.start, token.start)]
            if len(between.strip()) <= 4 and not re.search(r"[A-Z]{2}", between):
                return True
    return False
