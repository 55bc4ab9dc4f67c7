"""Goes through a notice wording sentence by sentence and makes rules of what it understands."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace

from agent.aviation.notice_classes import classes_of
from agent.aviation.notice_list import only_if_said, tidied, unread_numbers
from agent.aviation.notice_rules import CLASSES, FlightClass, NoticeKind, NoticeRule, NoticeRules, Service, Weekday
from agent.aviation.notice_sentence import (
    CUT,
    DAY_QUALIFIERS,
    DAY_REFERENCES,
    DURATIONS,
    KEYWORDS,
    NAMED,
    VALUES,
    Item,
    about_opening,
    basis_of,
    day_count,
    duration_of,
    first_value,
    grouped,
    keywords_of,
    open_hours,
    paired,
    place_of,
    qualify,
    services_of,
    weekdays_of,
)
from agent.aviation.notice_words import Token, clock, contacts, days, fold, number, scan

_DEFAULT_SERVICE: Service = "ppr"
_BORDER: tuple[Service, ...] = ("customs", "immigration")
_CUSTOMS_ADDRESS = re.compile(
    r"@[\w.-]*(?:douane|customs|zoll|dogana|aduana)|(?:douane|customs|zoll|dogana|aduana)[\w.-]*@",
    re.IGNORECASE,
)
_PARTLY = re.compile(
    r"(?:OUTSIDE|HORS|EN DEHORS DE)\b(?!\s(?:THE |L'|ESPACE )*(?:SCHENGEN|EU\b|UE\b|EUROPEAN|UNION|CUSTOMS))|NIGHT|NUIT|NACHT|EXCEPT|SAUF|MTOW|MTOM|[<>]|\bKG\b|\bT\b|\b(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)|TRAINING|LUBRI"  # noqa: E501
)
_STAY = re.compile(r"\b(?:STAY|PARKING|PARK|STATIONNEMENT|VALID|VALIDITY|ABSTELL|SOSTA|ESTACIONAMIENTO)\b")


@dataclass
class Reader:
    """One wording being read. `row` names the services of its row in the AIP."""

    text: str
    row: tuple[Service, ...]
    rules: list[NoticeRule] = field(default_factory=list[NoticeRule])
    warnings: list[str] = field(default_factory=list[str])
    carried: tuple[Service, ...] = ()
    classes: tuple[FlightClass, ...] = CLASSES
    days: tuple[Weekday, ...] = ()
    complete: bool = False

    def read(self) -> None:
        self.folded = fold(self.text)
        self.tokens = scan(self.folded)
        self.named = services_of(self.tokens)
        self.phones, self.emails = contacts(self.text)
        segment: list[Token] = []
        start = 0
        for token in self.tokens:
            if token.name != "SENTENCE" or (token.text == "." and self._goes_on(token.end)):
                segment.append(token)
                continue
            self._segment(segment, start, token.start)
            segment, start = [], token.end
        self._segment(segment, start, len(self.text))

    def _goes_on(self, place: int) -> bool:
        """Is the full stop an abbreviation's ("Std. vorher"), since small letters follow?"""
        rest = self.text[place : place + 3].lstrip(" ")
        return rest[:1].islower()

    # --- one sentence ------------------------------------------------------------------------------

    def _segment(self, tokens: list[Token], start: int, end: int) -> None:
        if not tokens:
            return
        here = services_of(tokens)
        class_tokens = [t for t in tokens if t.name == "CLASS"]
        values = [t for t in tokens if t.name in VALUES]
        colon = any(t.name == "COLON" for t in tokens)
        if here and here != self.carried:
            self.classes = CLASSES
        if not values:
            self._carry(here, class_tokens, tokens, start, end)
            return
        items = self._items(tokens, start, end)
        raw = self.text[start:end].strip(" -:;.\n•")
        outside = tokens[0].name == "OTHER_DAYS"
        groups = grouped(items)
        spoken = {t.name for t in tokens} & KEYWORDS
        for group, keywords in zip(groups, keywords_of(groups, tokens, self.folded), strict=True):
            self._group(group, keywords, spoken, raw, here, outside)
        if here:
            self.carried = here
            self.complete = True
        if class_tokens and colon:
            self.classes = classes_of(self.folded[start : first_value(values)], False) or self.classes
        elif not class_tokens and not here:
            self.complete = True
        self.days = ()

    def _carry(
        self, here: tuple[Service, ...], class_tokens: list[Token], tokens: list[Token], start: int, end: int
    ) -> None:
        if here:
            self.carried, self.complete = here, False
        if class_tokens:
            self.classes = classes_of(self.folded[start:end], False) or CLASSES
        if any(t.name in ("WEEKDAYS", "GERMAN_DAYS") for t in tokens):
            self.days = weekdays_of(tokens)

    def _items(self, tokens: list[Token], start: int, end: int) -> list[Item]:
        keyed = any(t.name in ("PPR", "PN", "OR") for t in tokens)
        pairs = paired(tokens)
        used = {t.start for t in pairs.values()}
        items: list[Item] = []
        for token in tokens:
            if token.name in ("PPR", "PN") or token.name not in VALUES or token.start in used:
                continue
            if token.name == "MINUTES" and not keyed and about_opening(self.folded[start:end]):
                continue
            if token.name == "OR" and self._leads_into(token, tokens):
                continue
            items.append(Item(token, pairs.get(token.start)))
        if not items:  # only "PPR" or "notice": asked, without saying how long before
            items = [Item(t) for t in tokens if t.name in ("PPR", "PN")][:1]
        if not items:
            return []
        return self._bind(items, tokens, start, end)

    def _leads_into(self, asked: Token, tokens: list[Token]) -> bool:
        """ "O/R 24 HR before": the request and the lead are one demand."""
        leads = [t for t in tokens if t.name in DURATIONS | DAY_REFERENCES | {"CUT_OFF"}]
        after = next((t for t in leads if t.start > asked.end), None)
        before = next((t for t in reversed(leads) if t.end < asked.start), None)
        joined = after is not None and not CUT.search(self.folded[asked.end : after.start])
        return joined or (before is not None and not CUT.search(self.folded[before.end : asked.start]))

    def _bind(self, items: list[Item], tokens: list[Token], start: int, end: int) -> list[Item]:
        places = [place_of(i) for i in items]
        day_q = [t for t in tokens if t.name in DAY_QUALIFIERS]
        class_q = [t for t in tokens if t.name == "CLASS"]
        services = qualify(places, [t for t in tokens if t.name in NAMED], self.folded, adds=True)
        weekdays = qualify(places, day_q, self.folded, adds=False)
        classes = qualify(places, class_q, self.folded, adds=False)
        bound: list[Item] = []
        for index, item in enumerate(items):
            flight: tuple[FlightClass, ...] | None = None
            group = classes[index]
            if group:
                before = max((e for _, e in places if e <= group[0].start), default=start)
                after = min((s for s, _ in places if s >= group[-1].end), default=end)
                flight = (
                    classes_of(self.folded[before:after], item.token.name in DURATIONS | DAY_REFERENCES) or CLASSES
                )
            spoken = weekdays_of(weekdays[index]) if day_q else tuple(self.days)
            bound.append(
                replace(item, services=services_of(services[index]) or None, classes=flight, weekdays=spoken)
            )
        return bound

    # --- values to rules ---------------------------------------------------------------------------

    def _group(
        self,
        items: list[Item],
        keywords: set[str],
        spoken: set[str],
        raw: str,
        here: tuple[Service, ...],
        outside: bool,
    ) -> None:
        first = items[0]
        services = self._whose(first, spoken, here, outside, raw)
        base = NoticeRule(
            service=services[0],
            flight_classes=first.classes or self.classes,
            kind="unknown",
            weekdays=first.weekdays,
            obligatory=not re.search(r"RECOMMENDED|RECOMMANDE|EMPFOHLEN|CONSIGLIAT|RECOMENDAD", fold(raw)),
            phone=self._contact(self.phones, raw),
            email=self._contact(self.emails, raw),
            time_basis=basis_of(self.folded, items),
            raw=raw,
        )
        spans = [s for i in items if (s := open_hours(i.token))]
        span = spans[0] if spans else None
        if len(spans) > 1:
            self.warnings.append(f"More than one opening period, the first is shown: {raw}")
        if span:
            base = base.model_copy(update={"open_from": span[0], "open_to": span[1]})
        made = self._leads(items, keywords, spoken, base) or self._states(items, keywords, base, outside)
        self.rules.extend(rule.model_copy(update={"service": s}) for rule in made for s in services)

    def _whose(
        self, item: Item, keywords: set[str], here: tuple[Service, ...], outside: bool, raw: str
    ) -> tuple[Service, ...]:
        spoken: Service = "pn" if "PN" in keywords and "PPR" not in keywords else "ppr"
        own: Service | None = spoken if {"PPR", "PN"} & keywords else None
        if item.services:
            return self._whole_row(item.services)
        if here:
            return self._whole_row(here)
        if self.carried:
            also = own is not None and self.complete and not outside and not self.row
            return (*self.carried, spoken) if also else self.carried
        if self.row:
            return self.row
        by_address: tuple[Service, ...] = ("customs",) if _CUSTOMS_ADDRESS.search(raw) else ()
        if own:
            return (*by_address, own)
        border: tuple[Service, ...] = tuple(s for s in self.named if s in _BORDER)
        return border or by_address or (spoken, *self.named)

    def _whole_row(self, services: tuple[Service, ...]) -> tuple[Service, ...]:
        """ "The customs request" in the row of customs and immigration, which tells no other apart, is the row's."""  # noqa: E501
        told = set(self.named) & set(self.row)
        return self.row if len(told) == 1 and set(services) == told else services

    def _leads(
        self, items: list[Item], keywords: set[str], spoken: set[str], base: NoticeRule
    ) -> list[NoticeRule]:
        plain = [i.token for i in items if i.token.name in DURATIONS and i.day is None]
        sure = bool(spoken) or len(self.folded) < 60
        told = self.carried or self.row or self.named
        if plain and ((not sure and not told) or (not spoken and _STAY.search(fold(base.raw)))):
            self.warnings.append(f"Not read as notice, check: {base.raw}")
            plain = []
        confidence = 0.9 if keywords - {"AFTER_BEFORE"} else 0.6
        rules: list[NoticeRule] = []
        hours, earliest = duration_of(plain, self.folded)
        if hours:
            kind: NoticeKind = "window" if earliest else "hours"
            rules.append(
                base.model_copy(
                    update={
                        "kind": kind,
                        "hours": hours,
                        "earliest_hours": earliest,
                        "confidence": confidence,
                    }
                )
            )
        for token in plain:
            if token.name in ("WORK_HOURS", "HOURS_IN_WORKDAYS"):
                offset = max(1, math.ceil(number(token.groups.get("oh") or token.groups["ow"]) / 24))
                rules.append(
                    base.model_copy(
                        update={"kind": "business_day", "business_day_offset": offset, "confidence": 0.6}
                    )
                )
        for item in items:
            rule = self._dated(item, keywords | spoken, base)
            if rule:
                rules.append(rule)
        return rules

    def _dated(self, item: Item, keywords: set[str], base: NoticeRule) -> NoticeRule | None:
        token, day = item.token, item.day
        if token.name == "DAY_REF":
            self.warnings.append(f"The deadline is a day of the week, check: {base.raw}")
            update = {"kind": "business_day", "business_day_offset": 1, "confidence": 0.4, "weekdays": ()}
            time_of_day = clock(token.groups["rc"]) if "rc" in token.groups else None
            return base.model_copy(update={**update, "cut_off": time_of_day})
        if token.name == "DEADLINE_DAY":
            self.warnings.append(f"The deadline is a day of the week, check: {base.raw}")
            named = token.groups.get("dd") or token.groups["dd2"]
            friday = days(named) == (5,) or named.startswith("FR")
            update = {"cut_off": clock(token.groups.get("dc") or token.groups["dc2"]), "confidence": 0.5}
            more = {"kind": "business_day", "business_day_offset": 1} if friday else {"kind": "unknown"}
            return base.model_copy(update={**update, **more})
        if token.name == "CUT_OFF":
            if not keywords & {"PPR", "PN", "OR", "MUST"} and day is None and not base.weekdays:
                return None
            cut_off = clock(token.groups["co"])
            if day is None:
                self.warnings.append(f"A time of day without the day, check: {base.raw}")
                return base.model_copy(update={"kind": "specific_time", "cut_off": cut_off, "confidence": 0.6})
            kind: NoticeKind = (
                "business_day"
                if day.name in ("PREV_WORKDAY", "WORK_DAYS") or "ouv" in day.groups
                else "specific_time"
            )
            return base.model_copy(
                update={"kind": kind, "cut_off": cut_off, "business_day_offset": day_count(day)}
            )
        if token.name in ("PREV_WORKDAY", "WORK_DAYS"):
            cut_off = clock(token.groups["pw"]) if "pw" in token.groups else None
            update = {"kind": "business_day", "business_day_offset": day_count(token), "cut_off": cut_off}
            return base.model_copy(update=update)
        if token.name == "PREV_DAY" and "pd" in token.groups:
            update = {"kind": "specific_time", "business_day_offset": 1, "cut_off": clock(token.groups["pd"])}
            return base.model_copy(update=update)
        if "ouv" in token.groups:
            return base.model_copy(update={"kind": "business_day", "business_day_offset": day_count(token)})
        if token.name in ("PREV_DAY", "DAY_MINUS"):
            return base.model_copy(update={"kind": "hours", "hours": 24.0 * day_count(token), "confidence": 0.7})
        return None

    def _states(self, items: list[Item], keywords: set[str], base: NoticeRule, outside: bool) -> list[NoticeRule]:
        names = [i.token.name for i in items]
        if "NOT_AVAILABLE" in names and (
            outside or {"CLOCK_RANGE", "AD_HOURS", "OR"} & set(names) or _PARTLY.search(fold(base.raw))
        ):
            self.warnings.append(f"Not at all times or not for everyone: {base.raw}")
            return [
                base.model_copy(
                    update={"kind": "not_available", "open_from": None, "open_to": None, "confidence": 0.4}
                )
            ]
        if "NOT_AVAILABLE" in names:
            return [base.model_copy(update={"kind": "not_available", "confidence": 0.8})]
        if "NO_HOURS" in names or "SUN_HOURS" in names:
            word = next(i.token.text for i in items if i.token.name in ("NO_HOURS", "SUN_HOURS"))
            self.warnings.append(f"{word}: no fixed hours and no notice stated, confirm by phone")
            return [base.model_copy(update={"kind": "unknown", "confidence": 0.5})]
        if "NOT_NEEDED" in names:
            self.warnings.append(f"Says that no notice is needed, confirm: {base.raw}")
            return [base.model_copy(update={"kind": "unknown", "confidence": 0.4})]
        if keywords & {"PPR", "PN", "OR"} or "OR" in names:
            self.warnings.append(f"No lead time stated: {base.raw}")
            return [base.model_copy(update={"kind": "on_request"})]
        if "H24" in names:
            return [base.model_copy(update={"kind": "h24"})]
        if "AD_HOURS" in names:
            return [base.model_copy(update={"kind": "as_ad_hours"})]
        return [base.model_copy(update={"kind": "unknown", "confidence": 0.5})]

    def _contact(self, found: list[str], raw: str) -> str | None:
        near = [c for c in found if c in raw]
        return near[0] if near else found[0] if found else None

    # --- the whole ---------------------------------------------------------------------------------

    def result(self) -> NoticeRules:
        rules = only_if_said(self.folded, self.rules)
        rules = tidied(rules)
        if unread_numbers(self.folded, self.tokens) and not any(r.kind == "unknown" for r in rules):
            self.warnings.append("A number beside the notice words was not understood: read the text itself")
            rules.append(self._unknown())
        if not rules:
            self.warnings.append("No notice rule was understood: read the text itself")
            rules = [self._unknown(s) for s in self.row or self.named or ("ppr",)]
        if any(t.name == "SEASON" for t in self.tokens):
            self.warnings.append("Differs between summer and winter: read the text itself")
        return NoticeRules(rules=tuple(rules), warnings=tuple(dict.fromkeys(self.warnings)))

    def _unknown(self, service: Service | None = None) -> NoticeRule:
        return NoticeRule(
            service=service or (*self.row, *self.named, _DEFAULT_SERVICE)[0],
            kind="unknown",
            raw=self.text,
            phone=self._contact(self.phones, self.text),
            email=self._contact(self.emails, self.text),
            confidence=0.3,
        )
