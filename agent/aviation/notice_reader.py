"""Goes through a notice wording sentence by sentence and makes rules of what it understands."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from agent import regex as re
from agent.aviation.notice_arrivals import arrival_days, with_arrivals
from agent.aviation.notice_classes import classes_of
from agent.aviation.notice_conditions import EXCEPTING
from agent.aviation.notice_list import only_if_said, tidied, unread_numbers
from agent.aviation.notice_rules import (
    CLASSES,
    MORE_PERIODS,
    FlightClass,
    NoticeRule,
    NoticeRules,
    Service,
    Weekday,
)
from agent.aviation.notice_scan import NO_NOTICE, Token, contacts, fold, scan
from agent.aviation.notice_seasons import inside_a_month, months_of
from agent.aviation.notice_sentence import (
    CONDITIONS,
    CUT,
    DAY_QUALIFIERS,
    DURATIONS,
    KEYWORDS,
    LEADS,
    NAMED,
    VALUES,
    Item,
    about_opening,
    basis_of,
    first_value,
    grouped,
    keywords_of,
    months_named,
    only_working_days,
    open_hours,
    paired,
    place_of,
    qualify,
    services_of,
    weekdays_of,
)
from agent.aviation.notice_values import Values

_DEFAULT_SERVICE: Service = "ppr"
_BORDER: tuple[Service, ...] = ("customs", "immigration")
_CUSTOMS_ADDRESS = re.compile(
    r"@[\w.-]*(?:douane|customs|zoll|dogana|aduana)|(?:douane|customs|zoll|dogana|aduana)[\w.-]*@",
    re.IGNORECASE,
)
_FLIGHT_PLAN = re.compile(
    r"(?<![A-Z])(?:FLIGHT ?-?PLANS?|F-?PL|PLANS? DE VOL|FLUGPLANE?|PIAN[OI] DI VOLO|PLANE?S? DE VUELO)(?![A-Z])"
)
_ELSEWHERE = re.compile(
    r"\b(?:FREQUENC|FREQ|RWY|RUNWAYS?|PISTES?|TWY|TAXIWAYS?|APRON|STANDS?|RESTAURANT|LUBRI|OILS?\b|SELF-?HANDLING)"
)
_EXCEPTING = re.compile(EXCEPTING)
_HOLIDAY_ON_A_DAY = re.compile(
    r"\b(HOL(?:IDAYS?)?|JF|JOURS? FERIES?)( (?:ON A|FALLING ON A|LE|TOMBANT UN) (?:MON|LUN|FRI|VEN)[A-Z]*)\b"
)
"""A holiday that is a Monday is a holiday: the day of the week beside it is no other day."""
_SHORT = 60
"""Characters: a wording so short is about nothing but notice."""


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
    months: tuple[int, ...] = ()
    condition: str = ""
    spoken: Service = "ppr"
    complete: bool = False

    def read(self) -> None:
        self.folded = _HOLIDAY_ON_A_DAY.sub(lambda m: m[1] + " " * len(m[2]), fold(self.text))
        self.tokens = [self._in_this_row(t) for t in scan(self.folded) if not self._by_the_way(t)]
        self.named = services_of(self.tokens)
        self.days_told = any(t.name in DAY_QUALIFIERS and t.name != "WORKDAY_SET" for t in self.tokens)
        self.phones, self.emails = contacts(self.text)
        self.sentences = self._sentences()
        for tokens, start, end in self.sentences:
            self._segment(with_arrivals(tokens, self.folded), start, end)

    def _by_the_way(self, token: Token) -> bool:
        """ "(mandatory handling)" in the row of customs: what is asked beside it is not the handling's."""
        if "handling" not in NAMED.get(token.name, ()) or not self.row or "handling" in self.row:
            return False
        opened = self.folded.rfind("(", 0, token.start)
        return opened >= 0 and self.folded.find(")", opened) >= token.end

    def _in_this_row(self, token: Token) -> Token:
        """ "NIL" in the row of customs is no customs, unless it is the notice that was spoken of."""
        nothing = token.name == "NOT_NEEDED" and token.text in ("NONE", "NIL", "NEANT")
        if not nothing or not set(self.row) - {"ppr", "pn"} or NO_NOTICE.search(self.folded, 0, token.start):
            return token
        return replace(token, name="NOT_AVAILABLE")

    def _sentences(self) -> list[tuple[list[Token], int, int]]:
        found: list[tuple[list[Token], int, int]] = []
        tokens: list[Token] = []
        start = 0
        for token in self.tokens:
            if token.name != "SENTENCE" or (token.text == "." and self._goes_on(token.end)):
                tokens.append(token)
                continue
            found.append((tokens, start, token.start))
            tokens, start = [], token.end
        return [*found, (tokens, start, len(self.text))]

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
        elsewhere = any(t.name == "NOT_AVAILABLE" for t in values) and _ELSEWHERE.search(self.folded, start, end)
        if not values or (elsewhere and not here and not {t.name for t in values} & (LEADS | {"PPR", "PN", "OR"})):
            self._carry(here, class_tokens, tokens, start, end)
            return
        items = self._items(tokens, start, end)
        self.counted = only_working_days(tokens, self.folded)
        raw = self.text[start:end].strip(" -:;.\n•")
        outside = tokens[0].name in ("OTHER_DAYS", "OTHER_TIMES")
        groups = grouped(items)
        bound = any(item.services for item in items)
        spoken = {t.name for t in tokens} & KEYWORDS
        for group, keywords in zip(groups, keywords_of(groups, tokens, self.folded), strict=True):
            self._group(group, keywords, spoken, raw, here, bound, outside)
        if here:
            self.carried = here
            self.complete = True
        if class_tokens and colon:
            heads = tokens[-1].name == "COLON" and not self.folded[tokens[-1].end : end].strip(" -")
            about = self.folded[start:end] if heads else self.folded[start : first_value(values)]
            self.classes = classes_of(about, False) or self.classes
        elif not class_tokens and not here:
            self.complete = True
        self.days, self.months, self.condition = (), (), ""

    def _carry(
        self, here: tuple[Service, ...], class_tokens: list[Token], tokens: list[Token], start: int, end: int
    ) -> None:
        if here:
            self.carried, self.complete = here, any(t.name == "MUST" for t in tokens)
        if class_tokens:
            self.classes = classes_of(self.folded[start:end], False) or CLASSES
        if not self._is_heading(tokens, start, end):
            return
        if any(t.name in ("WEEKDAYS", "GERMAN_DAYS") for t in tokens):
            self.days = weekdays_of(tokens)
        if any(t.name == "MONTH_SPAN" for t in tokens):
            self.months = months_named(t for t in tokens if t.name == "MONTH_SPAN")
        conditions = [t for t in tokens if t.name in CONDITIONS]
        if not any(_EXCEPTING.match(t.text) for t in conditions):  # "not required for helicopters" ends there
            self.condition = self._words(conditions)

    def _is_heading(self, tokens: list[Token], start: int, end: int) -> bool:
        """Is it nothing but days, months and conditions ("Helicopters:"), which hold for what follows?"""
        ends = [start, *(t.end for t in tokens)]
        gaps = zip(ends, [*(t.start for t in tokens), end], strict=True)
        return not any(re.search(r"[A-Z0-9]", self.folded[a:b]) for a, b in gaps)

    def _items(self, tokens: list[Token], start: int, end: int) -> list[Item]:
        keyed = any(t.name in ("PPR", "PN", "OR") for t in tokens)
        leads = any(t.name in LEADS for t in tokens)
        pairs = paired(tokens)
        used = {t.start for t in pairs.values()}
        items: list[Item] = []
        spans: list[Token] = []
        of_plan = False
        for token in tokens:
            if token.name in ("PPR", "PN") or token.name not in VALUES or token.start in used:
                continue
            if token.name == "MINUTES" and not keyed and about_opening(self.folded[start:end]):
                continue
            if token.name == "OR" and self._leads_into(token, tokens):
                continue
            if token.name in DURATIONS and self._of_a_flight_plan(token, tokens, start):
                of_plan = True
                self.warnings.append(f"About the flight plan, not read as notice: {self.text[start:end].strip()}")
                continue
            if leads and (token.name == "CLOCK_RANGE" or (token.name == "SUN_HOURS" and "-" in token.text)):
                spans.append(token)
            else:
                items.append(Item(token, pairs.get(token.start)))
        if not items:  # only "PPR" or "notice": asked, without saying how long before
            words = [t for t in (*spans, *tokens) if t.name in ("PPR", "PN", "CLOCK_RANGE", "SUN_HOURS")]
            items = [Item(t) for t in words if not (of_plan and t.text == "IN ADVANCE")][:1]
            spans = []
        return self._bind(self._with_spans(items, spans, tokens) if spans else items, tokens, start, end)

    def _with_spans(self, items: list[Item], spans: list[Token], tokens: list[Token]) -> list[Item]:
        """Each lead with the hours of its row ("1800-1900, PPR until 1000"); hours of no row stay alone."""
        named = [t for t in spans if not self._has_its_own_days(t, items, tokens)]
        resets = [t for t in tokens if t.name == "OTHER_TIMES"]  # the hours before them are not theirs
        marks = sorted([*named, *resets], key=lambda t: t.start)
        owned = [
            [t for t in group if t.name != "OTHER_TIMES"]
            for group in qualify([place_of(i) for i in items], marks, self.folded)
        ]
        known = {t.start for group in owned for t in group}
        rows = [replace(item, spans=tuple(group)) for item, group in zip(items, owned, strict=True)]
        return sorted([*rows, *(Item(t) for t in spans if t.start not in known)], key=place_of)

    def _has_its_own_days(self, span: Token, items: list[Item], tokens: list[Token]) -> bool:
        """Do other days follow before the lead: "weekdays 0800-1700, at weekends on 24 hours notice"?"""
        lead = next((start for start, _ in map(place_of, items) if start >= span.end), span.end)
        between = [t for t in tokens if t.start >= span.end and t.end <= lead]
        marks = [t for t in between if t.name in DAY_QUALIFIERS or t.name == "CLOCK_RANGE"]
        if not marks or marks[-1].name not in DAY_QUALIFIERS:
            return False
        return marks[-1].name == "OTHER_TIMES" or CUT.search(self.folded, span.end, marks[-1].start) is not None

    def _leads_into(self, asked: Token, tokens: list[Token]) -> bool:
        """ "O/R 24 HR before": the request and the lead are one demand."""
        leads = [t for t in tokens if t.name in LEADS]
        after = next((t for t in leads if t.start > asked.end), None)
        before = next((t for t in reversed(leads) if t.end < asked.start), None)
        joined = after is not None and not CUT.search(self.folded[asked.end : after.start])
        return joined or (before is not None and not CUT.search(self.folded[before.end : asked.start]))

    def _of_a_flight_plan(self, lead: Token, tokens: list[Token], start: int) -> bool:
        """Is it how long before the flight plan is filed? A row of customs may well mean its notice by that."""
        clause = max((m.end() for m in CUT.finditer(self.folded, start, lead.start)), default=start)
        if set(self.row) - {"ppr", "pn"} or not _FLIGHT_PLAN.search(self.folded, clause, lead.start):
            return False
        beside = [t for t in tokens if clause <= t.start and t.name in (*NAMED, "PPR", "PN", "OR")]
        beside = [t for t in beside if t.text != "IN ADVANCE"]
        return not any(not CUT.search(self.folded, lead.end, t.start) for t in beside)

    def _bind(self, items: list[Item], tokens: list[Token], start: int, end: int) -> list[Item]:
        places = [place_of(i) for i in items]
        named = {t.name for t in tokens}

        def owned(names: Collection[str], **habits: bool) -> list[list[Token]]:
            if named.isdisjoint(names):
                return [[] for _ in places]
            return qualify(places, [t for t in tokens if t.name in names], self.folded, **habits)

        services = owned(NAMED, joins=True, crosses=True)
        weekdays, months = owned(DAY_QUALIFIERS), owned(("MONTH_SPAN", "OTHER_TIMES"))
        conditions = owned(CONDITIONS, joins=True, stays=False)
        classes = owned(("CLASS",))
        for marks in (weekdays, conditions, classes):
            self._end_at_what_is_not_needed(items, marks)
        bound: list[Item] = []
        for index, item in enumerate(items):
            flight: tuple[FlightClass, ...] | None = None
            if group := classes[index]:
                before = max((e for _, e in places if e <= group[0].start), default=start)
                after = min((s for s, _ in places if s >= group[-1].end), default=end)
                flight = classes_of(self.folded[before:after], item.token.name in LEADS) or CLASSES
            if index and item.token.name == "CLOCK_RANGE" and not weekdays[index] and weekdays[index - 1]:
                beside = self.folded[weekdays[index - 1][-1].end : item.token.start]
                weekdays[index] = weekdays[index - 1] if not beside.strip(" :") else []
            dates = [t for t in months[index] if t.name == "MONTH_SPAN"]
            words = [
                *conditions[index],
                *(t for t in dates if inside_a_month(t.text) or not months_of(t.text)),
                *(t for t in item.spans if t.name == "SUN_HOURS"),
                *(t for t in weekdays[index] if t.name == "EXCEPT_DAYS" and t.text[-1].isdigit()),
            ]
            bound.append(
                replace(
                    item,
                    services=services_of(services[index]) or None,
                    classes=flight,
                    weekdays=self._days_of(item, weekdays[index], not named.isdisjoint(DAY_QUALIFIERS)),
                    months=months_named(months[index]) if months[index] else self.months,
                    condition=self._words(words) or self.condition,
                )
            )
        return bound

    def _end_at_what_is_not_needed(self, items: list[Item], marks: list[list[Token]]) -> None:
        """ "Helicopters: PPR not required, 24 HR": whom it frees is no limit of what is asked after it."""
        freed = [m for item, m in zip(items, marks, strict=True) if item.token.name == "NOT_NEEDED" and m]
        for index, item in enumerate(items):
            if item.token.name != "NOT_NEEDED" and marks[index] in freed:
                marks[index] = []

    def _days_of(self, item: Item, marks: list[Token], told: bool) -> tuple[Weekday, ...]:
        if item.token.name == "DEADLINE_DAY" and (told or "for" in item.token.groups):
            return arrival_days(item.token)  # other days beside it are those of another demand
        return weekdays_of(marks) if told else self.days

    def _words(self, tokens: Iterable[Token]) -> str:
        """What the text says at these places, in its order."""
        said = sorted({(t.start, t.end) for t in tokens})
        return ", ".join(self.text[start:end].strip(" ,:.") for start, end in said)

    # --- values to rules ---------------------------------------------------------------------------

    def _group(
        self,
        items: list[Item],
        keywords: set[str],
        spoken: set[str],
        raw: str,
        here: tuple[Service, ...],
        bound: bool,
        outside: bool,
    ) -> None:
        first = items[0]
        services = self._whose(first, keywords if bound else spoken, here, bound, outside, raw)
        ranges = [t for i in items for t in (i.token, *i.spans) if t.name == "CLOCK_RANGE"]
        ranges = list({t.start: t for t in ranges}.values())
        base = NoticeRule(
            service=services[0],
            flight_classes=first.classes or self.classes,
            kind="unknown",
            weekdays=first.weekdays,
            months=first.months,
            condition=first.condition,
            obligatory=not re.search(r"RECOMMENDED|RECOMMANDE|EMPFOHLEN|CONSIGLIAT|RECOMENDAD", fold(raw)),
            phone=self._contact(self.phones, raw, services),
            email=self._contact(self.emails, raw, services),
            time_basis=basis_of(self.folded, ranges),
            raw=raw,
        )
        spans = [s for token in ranges if (s := open_hours(token))]
        span = spans[0] if spans else None
        if len(spans) > 1:
            self.warnings.append(f"{MORE_PERIODS}, the first is shown: {raw}")
        if span:
            base = base.model_copy(update={"open_from": span[0], "open_to": span[1]})
        told = bool(spoken) or len(self.folded) < _SHORT or bool(self.carried or self.row or self.named)
        told = told or any(t.name in ("CLASS", "NOT_NEEDED") for t in self.tokens)
        values = Values(items, keywords, spoken, base, self.folded, self.warnings, self.counted)
        made = values.leads(told, self.days_told) or values.states(outside)
        self.rules.extend(
            rule if s == rule.service else rule.model_copy(update={"service": s})
            for rule in made
            for s in services
        )

    def _whose(
        self, item: Item, keywords: set[str], here: tuple[Service, ...], bound: bool, outside: bool, raw: str
    ) -> tuple[Service, ...]:
        own: Service | None = None
        if {"PPR", "PN"} & keywords:
            own = self.spoken = "ppr" if "PPR" in keywords else "pn"
        if item.services:
            return self._whole_row(item.services)
        if here and not bound:
            return self._whole_row(here)
        if bound and (self.row or own):  # "PPR 24 HR, customs O/R": the permission is not the customs'
            return self.row or ((own,) if own else here)
        if here:
            return self._whole_row(here)
        if (
            self.carried
            and item.token.name == "NOT_AVAILABLE"
            and self.row
            and not set(self.carried) & set(self.row)
        ):
            return self.row  # "Gendarmerie: TEL … Flights outside Schengen not accepted" is no word of theirs
        if self.carried:
            also = own is not None and self.complete and not outside and not self.row
            return (*self.carried, self.spoken) if also else self.carried
        if self.row:
            return self.row
        by_address: tuple[Service, ...] = ("customs",) if _CUSTOMS_ADDRESS.search(raw) else ()
        if own:
            return (*by_address, own)
        border: tuple[Service, ...] = tuple(s for s in self.named if s in _BORDER)
        return border or by_address or (self.spoken, *self.named)

    def _whole_row(self, services: tuple[Service, ...]) -> tuple[Service, ...]:
        """ "The customs request" in the row of customs and immigration, which tells no other apart, is the row's."""  # noqa: E501
        told = set(self.named) & set(self.row)
        return self.row if len(told) == 1 and set(services) == told else services

    def _contact(self, found: list[str], raw: str, services: tuple[Service, ...]) -> str | None:
        """The sentence's own, else the first of the text that stands beside no other service's name."""
        near = [c for c in found if c in raw]
        if near:
            return near[0]
        for contact in found:
            whose = next(
                (services_of(t) for t, start, end in self.sentences if contact in self.text[start:end]), ()
            )
            if not whose or set(whose) & set(services):
                return contact
        return None

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
            phone=self._contact(self.phones, self.text, ()),
            email=self._contact(self.emails, self.text, ()),
            confidence=0.3,
        )
