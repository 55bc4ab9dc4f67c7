"""Makes rules of the values of one sentence: leads ("24 HR", "the day before 1500"), or its state ("H24")."""

from __future__ import annotations

import math
from dataclasses import dataclass

from agent import regex as re
from agent.aviation.notice_days import days
from agent.aviation.notice_figures import clock, number
from agent.aviation.notice_rules import NoticeKind, NoticeRule
from agent.aviation.notice_scan import Token, fold
from agent.aviation.notice_sentence import (
    DURATIONS,
    LEADS,
    WORKDAYS,
    Item,
    day_count,
    duration_of,
    in_working_days,
)

_PARTLY = re.compile(
    r"(?:OUTSIDE|HORS|EN DEHORS DE)\b(?!\s(?:THE |L'|ESPACE )*(?:SCHENGEN|EU\b|UE\b|EUROPEAN|UNION|CUSTOMS))"
    r"|NIGHT|NUIT|NACHT|EXCEPT|SAUF|MTOW|MTOM|[<>]|\bKG\b|\bT\b|TRAINING"
    r"|\b(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)"
)
_STAY = re.compile(r"\b(?:STAY|PARKING|PARK|STATIONNEMENT|VALID|VALIDITY|ABSTELL|SOSTA|ESTACIONAMIENTO)\b")


@dataclass
class Values:
    """The values that share service, flights, days and condition; `base` is the rule with all of that."""

    items: list[Item]
    keywords: set[str]
    spoken: set[str]
    base: NoticeRule
    folded: str
    warnings: list[str]
    in_working_days: bool = False

    def _rule(self, kind: NoticeKind, confidence: float = 0.9, **more: object) -> NoticeRule:
        return self.base.model_copy(update={"kind": kind, "confidence": confidence, **more})

    # --- leads -------------------------------------------------------------------------------------

    def leads(self, told: bool, days_told: bool) -> list[NoticeRule]:
        """The rules that state how long before. `told`: the text is about notice, so that "24 HR" is one.

        `days_told`: the text tells days apart; if not, "48 hours (working days)" says how they are counted.
        """
        plain = [i.token for i in self.items if i.token.name in DURATIONS and i.day is None]
        if plain and (not told or (not self.spoken and _STAY.search(fold(self.base.raw)))):
            self.warnings.append(f"Not read as notice, check: {self.base.raw}")
            plain = []
        counted = self.base.weekdays == WORKDAYS and not days_told
        if counted and any(i.token.name in LEADS for i in self.items):
            self.base = self.base.model_copy(update={"weekdays": ()})
        rules: list[NoticeRule] = []
        hours, earliest = duration_of(plain, self.folded)
        if hours:
            sure = 0.9 if self.keywords - {"AFTER_BEFORE"} else 0.6
            rules.append(self._rule("window" if earliest else "hours", sure, hours=hours, earliest_hours=earliest))
        if hours and (counted or self.in_working_days):
            rules.append(self._rule("business_day", 0.6, business_day_offset=max(1, math.ceil(hours / 24))))
        for token in plain:
            if token.name in ("WORK_HOURS", "HOURS_IN_WORKDAYS"):
                offset = max(1, math.ceil(number(token.groups.get("oh") or token.groups["ow"]) / 24))
                rules.append(self._rule("business_day", 0.6, business_day_offset=offset))
        dated = [rule for item in self.items if (rule := self._dated(item.token, item.day))]
        if counted:
            working = {"kind": "business_day", "weekdays": ()}
            dated = [r.model_copy(update=working) if r.business_day_offset else r for r in dated]
        return [*rules, *dated]

    def _dated(self, token: Token, day: Token | None) -> NoticeRule | None:
        groups = token.groups
        match token.name:
            case "DAY_REF" | "DEADLINE_DAY":
                return self._on_a_weekday(token)
            case "CUT_OFF":
                return self._cut_off(token, day)
            case "PREV_WORKDAY" | "WORK_DAYS":
                said = groups.get("pw") or groups.get("pw2")
                cut_off = clock(said) if said else None
                return self._rule("business_day", business_day_offset=day_count(token), cut_off=cut_off)
            case "PREV_DAY" if said := groups.get("pd") or groups.get("pd2"):
                return self._rule("specific_time", business_day_offset=1, cut_off=clock(said))
            case "DAY_MINUS" if at := groups.get("dm") or groups.get("dn"):
                kind: NoticeKind = "business_day" if in_working_days(token) else "specific_time"
                return self._rule(kind, business_day_offset=day_count(token), cut_off=clock(at))
            case "DAY_MINUS" if in_working_days(token):
                return self._rule("business_day", business_day_offset=day_count(token))
            case "PREV_DAY" | "DAY_MINUS":
                return self._rule("hours", 0.7, hours=24.0 * day_count(token))
            case _:
                return None

    def _on_a_weekday(self, token: Token) -> NoticeRule:
        """ "FRI before 1500": never later than the working day before, and on that weekday."""
        self.warnings.append(f"The deadline is a day of the week, check: {self.base.raw}")
        groups = token.groups
        weekday = next((d for d in days(groups.get("day", token.text)) if isinstance(d, int)), None)
        cut_off = clock(groups[said]) if (said := "rc" if "rc" in groups else "at") in groups else None
        if token.name == "DAY_REF":
            return self._rule(
                "business_day", 0.4, business_day_offset=1, cut_off=cut_off, deadline_weekday=weekday, weekdays=()
            )
        if weekday == 5:
            return self._rule("business_day", 0.5, business_day_offset=1, cut_off=cut_off, deadline_weekday=5)
        kind: NoticeKind = "specific_time" if "for" in groups else "unknown"
        return self._rule(kind, 0.5, cut_off=cut_off, deadline_weekday=weekday)

    def _cut_off(self, token: Token, day: Token | None) -> NoticeRule | None:
        asked = (self.keywords | self.spoken) & {"PPR", "PN", "OR", "MUST"}
        if not asked and day is None and not self.base.weekdays:
            return None
        cut_off = clock(token.groups["co"])
        if day is None:
            self.warnings.append(f"A time of day without the day, check: {self.base.raw}")
            return self._rule("specific_time", 0.6, cut_off=cut_off)
        working = in_working_days(day)
        kind: NoticeKind = "business_day" if working else "specific_time"
        return self._rule(kind, cut_off=cut_off, business_day_offset=day_count(day))

    # --- states ------------------------------------------------------------------------------------

    def states(self, outside: bool) -> list[NoticeRule]:
        """What a sentence without a lead says; `outside`: it is about the time outside the hours named before."""
        base, raw = self.base, self.base.raw
        names = {i.token.name for i in self.items}
        if "NOT_AVAILABLE" in names:
            limited = outside or base.condition or base.months or names & {"CLOCK_RANGE", "AD_HOURS", "OR"}
            if limited or _PARTLY.search(fold(raw)):
                self.warnings.append(f"Not at all times or not for everyone: {raw}")
                shut = self._rule("not_available", 0.4, open_from=None, open_to=None)
                asked = "PPR" in self.keywords and not base.condition
                return [shut, self._rule("on_request", open_from=None, open_to=None)] if asked else [shut]
            return [self._rule("not_available", 0.8)]
        if names & {"NO_HOURS", "SUN_HOURS"}:
            word = next(i.token.text for i in self.items if i.token.name in ("NO_HOURS", "SUN_HOURS"))
            hours = "hours by the sun" if "SUN_HOURS" in names else "no fixed hours"
            self.warnings.append(f"{word}: {hours} and no notice stated, confirm by phone")
            asked = [self._rule("on_request")] if self.keywords & {"PPR", "OR"} or "OR" in names else []
            return [*asked, self._rule("unknown", 0.5)]
        if "NOT_NEEDED" in names:
            self.warnings.append(f"Says that no notice is needed, confirm: {raw}")
            return [self._rule("unknown", 0.4)]
        if self.keywords & {"PPR", "PN", "OR"} or "OR" in names:
            self.warnings.append(f"No lead time stated: {raw}")
            return [self._rule("on_request")]
        if "H24" in names:
            return [self._rule("h24")]
        return [self._rule("as_ad_hours")] if "AD_HOURS" in names else [self._rule("unknown", 0.5)]
