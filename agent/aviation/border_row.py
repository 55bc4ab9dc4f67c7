"""Reads the customs row of a French airfield (AD 2.3) as a whole, in French or English, or not at all.

The row is an outline: a service, the flights, the season, the days, then hours and the lead. A heading holds
for the lines under it, a qualifier in a line for that line. Only a text of which every word is understood is read;
of any other `read_row` says None, since a part of it may ask for more than the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from agent import regex as re
from agent.aviation.border_row_clauses import Clause, clauses_of
from agent.aviation.border_row_flights import classes_in, ordered
from agent.aviation.border_row_statements import EVERY, WEEK, YEAR, Scope, Statement, joined
from agent.aviation.border_row_values import leads_of, months_of, opening_of, to_operator
from agent.aviation.border_row_words import Word, words_of
from agent.aviation.notice_days import days
from agent.aviation.notice_list import covers
from agent.aviation.notice_rules import NoticeKind, NoticeRule, Service, TimeBasis, Weekday
from agent.aviation.notice_scan import fold

_MOOT = frozenset({"h24", "as_ad_hours", "on_request"})
"""What a stated lead of the same service makes moot."""
_STATES: dict[str, NoticeKind] = {"H24": "h24", "ADHOURS": "as_ad_hours", "CLOSED": "not_available"}
_LEADS = frozenset({"HOURS", "EVE", "LASTDAY", "DEADLINE", "DAYBACK", "CUTOFF"})
_OPENS = frozenset({"RANGE", "ARRIVALS", "SUNHOURS"})
_VALUES = _LEADS | _OPENS | frozenset(_STATES) | {"NOHOURS", "REFUSABLE", "ALLOWED", "NOT_NEEDED"}
_WHEN = frozenset({"DAYS", "EXCEPTDAYS", "EVERYDAY", "MONTHS", "SEASON"})
_CONDITIONS = frozenset({"SEASON", "OUTSIDE", "PASSENGERS", "KIND", "AFTER", "FIELDHOURS", "APRON"})
_QUALIFIERS = _WHEN | _CONDITIONS | {"AREA", "CUSTOMS", "IMMIGRATION", "POLICE"}
_FOR_EVERYONE = re.compile(
    r"(?<!NON )(?<!NON-)(?:PRIVE|PRIVATE|GENERAL)|(?:OPENING|CLOSING) OR|(?:OUVERTURE|FERMETURE) OU"
)
_BESIDE = re.compile(r"^\s*(?:ET|AND)\s+(?:O/R|SUR DEMANDE|ON REQUEST)")
_MANDATORY = re.compile(r"OBLIGATOIRE|MANDATORY|COMPULSORY|REQUIRED")
_LINE_END = re.compile(r"[\n|]")
_ADJACENT = re.compile(r"(?:AVEC|WITH) .*(?:ATTEN|ATTACH|ADJAC)")


class _Unread(Exception):
    """A word or a construction that is not understood."""


def read_row(text: str, row: tuple[Service, ...]) -> tuple[NoticeRule, ...] | None:
    """The rules of a customs row; None when any of it is not understood."""
    if not {"customs", "immigration"} & set(row):
        return None
    try:
        return _Row(text, row).rules()
    except _Unread:
        return None


@dataclass
class _Row:
    text: str
    row: tuple[Service, ...]
    said: list[Statement] = field(default_factory=list[Statement])

    def rules(self) -> tuple[NoticeRule, ...]:
        self.text = _LINE_END.sub(_mark, self.text)
        self.folded = fold(self.text)
        self.clauses = clauses_of(words_of(self.folded))
        told = {w.kind for c in self.clauses for w in c.words}
        self.tells_apart = len(told & {"CUSTOMS", "IMMIGRATION", "POLICE"}) > 1
        self.scope = Scope(self.row)
        self.group, self.fresh_heading, self.last = 0, False, self.scope
        for clause in self.clauses:
            self._clause(clause)
        if not self.said:
            if not any(c.reaches for c in self.clauses):
                raise _Unread
            self.said = [Statement(Scope(self.row), raw=self.text)]
        made = tuple(dict.fromkeys(self._made(joined(self.said))))
        leads = [r for r in made if r.has_lead]
        return tuple(r for r in made if not self._moot(r, leads, made))

    def _moot(self, rule: NoticeRule, leads: list[NoticeRule], made: tuple[NoticeRule, ...]) -> bool:
        """Does a stated lead, or a wider denial, say as much and more?"""
        if rule.kind == "not_available":
            return covers(
                [r for r in made if r.kind == rule.kind and len(r.flight_classes) > len(rule.flight_classes)], rule
            )
        if rule.kind == "on_request" and not rule.weekdays and not rule.condition:
            always = [r for r in leads if not r.condition and r.service == rule.service]
            always = [r for r in always if set(rule.flight_classes) <= set(r.flight_classes)]
            if set(range(1, 8)) <= {d for r in always for d in (r.weekdays or WEEK)}:
                return True
        return rule.kind in _MOOT and covers(leads, rule)

    # --- one line ----------------------------------------------------------------------------------

    def _clause(self, clause: Clause) -> None:
        if clause.aside:
            return
        words = [w for w in clause.words if w.kind in _VALUES | _QUALIFIERS | {"ASKED", "ONLY"}]
        values = [w for w in words if w.kind in _VALUES] or [w for w in words if w.kind == "ONLY"]
        if any(w.kind == "CLOSED" for w in values):  # "no extra-Schengen flight accepted": one word of denial
            values = [w for w in values if w.kind != "ALLOWED"]
        if clause.unread:
            raise _Unread
        if clause.reaches and not values:
            words = (
                [w for w in words if w.kind in ("CUSTOMS", "IMMIGRATION", "POLICE")][:1] if clause.headed else []
            )
            asked_here = any(w.kind == "ASKED" for w in clause.words)
            if words and asked_here:
                self._service(words[0])
                self._state_asked(clause)
            elif not words and any(w.kind == "ASKED" for w in clause.words) and not self.said:
                self._state_asked(clause)
            return
        asked = [w for w in words if w.kind == "ASKED"]
        if not values and (not asked or clause.heading):
            self._heading([w for w in words if w.kind != "ASKED"], clause)
            if asked and _MANDATORY.search(clause.folded):
                self._state_asked(clause)
            return
        if clause.inner:
            self.scope, kept = replace(self.last, conditions=()), self.scope
            self._statements(words, values or asked[:1], clause)
            self.scope = kept
            return
        if not clause.bullet and not self.fresh_heading and not any(w.kind in _QUALIFIERS for w in words):
            self.scope = Scope(self.scope.services)
        self.fresh_heading = False
        self._statements(words, values or asked[:1], clause)

    def _heading(self, words: list[Word], clause: Clause) -> None:
        if not words:
            return
        if any(w.kind in ("OUTSIDE", "ONLY") for w in words):
            raise _Unread
        for word in words:
            if word.kind in ("CUSTOMS", "IMMIGRATION", "POLICE"):
                self._service(word)
                break
        self.scope = self._scoped(self.scope, words)
        self.fresh_heading = True

    def _service(self, word: Word) -> None:
        named: tuple[Service, ...]
        if word.kind == "CUSTOMS":
            named = ("customs",) if self.tells_apart else self.row
        elif word.kind == "IMMIGRATION":
            named = ("police", "immigration") if word.text.startswith("POLICE /") else ("immigration",)
        else:  # the police of an airfield are those of its border; "police 48 HR" in passing names them alone
            heads = re.match(r"\s*(?::|/|H ?24|-)", self.folded[word.end :]) is not None
            named = ("police", "immigration") if heads else ("police",)
        two_states = "SWISS" in self.folded or "SUISSES" in self.folded
        whose = (self._words(word),) if word.kind == "CUSTOMS" and two_states and " " in word.text.strip() else ()
        self.scope = Scope(named, conditions=whose)
        self.group += 1

    def _state_asked(self, clause: Clause) -> None:
        self.said.append(Statement(self.scope, state="on_request", raw=self._raw(clause), group=self.group))

    def _scoped(self, scope: Scope, words: list[Word], *, leads: bool = True) -> Scope:
        """The scope with the qualifiers of a line; a wider kind that leads ends the narrower ones."""
        kinds = {w.kind for w in words}
        if "AREA" in kinds:
            places = [w for w in words if w.kind == "AREA"]
            flights = classes_in(self.folded[places[0].start : places[-1].end])
            if flights is None:
                raise _Unread
            scope = Scope(scope.services, flights) if leads else replace(scope, flights=flights)
        if "MONTHS" in kinds:
            months = frozenset[int]()
            conditions: list[str] = []
            for word in (w for w in words if w.kind == "MONTHS"):
                found, inside = months_of(word)
                months |= found
                conditions += [self._words(word)] if inside else []
            kept = () if leads else scope.conditions
            scope = replace(
                scope, months=months, days=() if leads else scope.days, conditions=(*kept, *conditions)
            )
        if kinds & {"DAYS", "EVERYDAY", "EXCEPTDAYS"}:
            scope = replace(scope, days=self._days(words), conditions=scope.conditions)
        more = [self._words(w) for w in words if w.kind in _CONDITIONS and not self._of_everyone(w)]
        more += [self._words(w) for w in words if w.kind == "DAYS" and _ADJACENT.search(w.text)]
        kept = () if "SEASON" in kinds else scope.conditions
        return replace(scope, conditions=tuple(dict.fromkeys((*kept, *more))))

    def _of_everyone(self, word: Word) -> bool:
        return word.kind in ("KIND", "FIELDHOURS") and _FOR_EVERYONE.search(word.text) is not None

    def _days(self, words: list[Word]) -> tuple[Weekday, ...]:
        found: set[Weekday] = set()
        for word in words:
            if word.kind == "EVERYDAY":
                found |= set(WEEK)
            elif word.kind == "DAYS":
                plain = re.sub(
                    r"(?:AYANT LIEU|TOMBANT|FALLING)? ?(?:UN|LE|ON A|ON) (?:LUN|MON|VEN|FRI)\w*$", "", word.text
                )
                plain = re.sub(
                    r"WEEK DAYS?|JOURS? (?:DE SEMAINE|OUVRABLES?|OUVRES?)|WORKING DAYS", "WEEKDAYS", plain
                )
                found |= set(_weekdays(plain))
            elif word.kind == "EXCEPTDAYS":
                found = (found or set(WEEK)) - set(_weekdays(word.figures["xd"]))
        return tuple(d for d in WEEK if d in found)

    def _statements(self, words: list[Word], values: list[Word], clause: Clause) -> None:
        first = values[0].start
        lead_words = [w for w in words if w.kind in _QUALIFIERS and w.start < first]
        for word in lead_words:
            if word.kind in ("CUSTOMS", "IMMIGRATION", "POLICE"):
                self._service(word)
                break
        scope = self._scoped(self.scope, lead_words)
        if any(w.kind in _WHEN for w in lead_words):
            self.scope = replace(self.scope, days=(), conditions=())
        if flights := [w for w in lead_words if w.kind == "AREA"]:
            after = min(
                (w.start for w in words if w.kind in _VALUES | _WHEN and w.start > flights[-1].start),
                default=first,
            )
            if any(w.kind == "COLON" and flights[-1].start < w.start < after for w in clause.words):
                self.scope = Scope(
                    scope.services, scope.flights
                )  # "… outside EU: TUE-FRI …": holds for the next line too
        leading = any(w.kind in _WHEN | {"AREA"} for w in lead_words)
        kinds = {v.kind for v in values}
        parts = self._parts(words, values, leading)
        for scope_words, own in parts:
            self._state(
                self._scoped(scope, scope_words, leads=False) if scope_words else scope, own, clause, kinds, words
            )

    def _parts(self, words: list[Word], values: list[Word], leading: bool) -> list[tuple[list[Word], list[Word]]]:
        """The values in groups that share qualifiers of their own, beside those of the whole line."""
        groups: list[tuple[list[Word], list[Word]]] = []
        held: list[Word] = []
        own: list[Word] = []
        trailing: list[Word] = []
        inside = [
            w for w in words if w.start >= values[0].start and (w.kind in _VALUES | _QUALIFIERS or w in values)
        ]
        for word in inside:
            if word in values:
                if word.kind == "ARRIVALS" and own:
                    own.append(word)
                elif trailing and leading:  # "SAT 0900-1200, SUN …": they lead what follows
                    groups.append((held, own))
                    held, own, trailing = trailing, [word], []
                elif trailing:
                    groups.append((trailing, own))
                    own, trailing, held = [word], [], []
                else:
                    own.append(word)
            elif word.kind not in ("CUSTOMS", "IMMIGRATION", "POLICE"):
                trailing.append(word)
        if trailing:
            after = [w for w in trailing if w.kind == "AFTER"]
            others = [w for w in trailing if w.kind != "AFTER"]
            if leading and len(own) > 1 and any(w.kind in _WHEN for w in others):
                groups.append((held, own[:-1]))
                own, held = own[-1:], []
            if after and others:
                groups += [(others, own), (after, own)]  # "SAT, SUN and flights after SS": either
            else:
                groups.append(([*held, *trailing], own))
        else:
            groups.append((held, own))
        return groups

    def _state(self, scope: Scope, own: list[Word], clause: Clause, kinds: set[str], words: list[Word]) -> None:
        self.last = scope
        ranges = [w for w in own if w.kind == "RANGE"]
        if ranges and own[-1].kind in _LEADS and _BESIDE.search(self.folded[ranges[0].end : own[-1].start]):
            self._state(scope, ranges, clause, kinds, [w for w in words if w.kind != "ASKED"])
            own = [w for w in own if w.kind != "RANGE"]  # "0500-2200 and O/R before 1700": outside of them
            words = [*words, replace(own[0], kind="OUTSIDE")]
        leads = tuple(lead for w in own if w.kind in _LEADS for lead in leads_of(w))
        opens = tuple(opening_of(w, self._words(w)) for w in own if w.kind in _OPENS)
        outside = any(w.kind in ("OUTSIDE", "REFUSABLE") for w in words)
        said = Statement(
            scope,
            leads,
            opens,
            None,
            self._raw(clause),
            self.group,
            outside,
            to_operator(clause.folded),
            own[0].start,
        )
        asked = any(w.kind == "ASKED" for w in words)
        only = any(w.kind == "ONLY" for w in words)
        if "CLOSED" in kinds:
            said = replace(said, state="not_available")
        elif "NOT_NEEDED" in kinds:
            if not scope.conditions:
                raise _Unread
            return
        elif leads:
            pass
        elif any(w.kind == "REFUSABLE" for w in own) or (asked and not opens) or (asked and kinds <= _OPENS):
            said = replace(said, state="on_request")
        elif "ALLOWED" in kinds or only:
            self._allowed(said, only)
            return
        elif "NOHOURS" in kinds:
            said = replace(said, state="unknown")
        elif not opens:
            said = replace(said, state=next((_STATES[w.kind] for w in own if w.kind in _STATES), "unknown"))
        self.said.append(said)

    def _allowed(self, said: Statement, only: bool) -> None:
        """ "Authorised" says nothing of notice; "only" shuts out the other flights and the other months."""
        if said.opens:
            self.said.append(said)
        if not only:
            if not said.opens and said.scope.months != YEAR:
                raise _Unread
            return
        scope = said.scope
        rest = EVERY - scope.flights
        shut = replace(said, opens=(), state="not_available")
        if scope.months != YEAR:
            self.said.append(replace(shut, scope=replace(scope, months=YEAR - scope.months, conditions=())))
        elif rest:
            self.said.append(replace(shut, scope=Scope(scope.services, rest)))
        else:
            raise _Unread

    # --- rules -------------------------------------------------------------------------------------

    def _made(self, statements: list[Statement]) -> Iterator[NoticeRule]:
        named = {s for said in statements for s in said.scope.services}
        for said in statements:
            scope = said.scope
            phone, email = self._reach(said)
            for service in scope.services:
                if service == "police" and service in self.row and "immigration" not in named:
                    continue
                base = NoticeRule(
                    service=service, flight_classes=ordered(scope.flights), kind="unknown",
                    weekdays=() if set(scope.days) == set(WEEK) else scope.days,
                    months=() if scope.months == YEAR else tuple(sorted(scope.months)),
                    condition=", ".join(scope.conditions), phone=phone, email=email,
                    time_basis=self._basis(), raw=said.raw,
                )  # fmt: skip
                openings = [o.as_update() for o in said.opens] or [{}]
                demands = [lead.as_update() for lead in said.leads] or [{"kind": said.state or "unknown"}]
                for opening in openings:
                    for demand in demands:
                        yield base.model_copy(update={**opening, **demand})

    def _basis(self) -> TimeBasis:
        if not hasattr(self, "_time_basis"):
            told = " ".join(self.folded[w.start : w.end] for c in self.clauses for w in c.words)
            local = re.search(r"(?<![A-Z])(?:LOCALE?S?|LT)(?![A-Z])(?!\s+CUSTOMS)", told)
            self._time_basis: TimeBasis = "local" if local else "utc" if re.search(r"UTC|\dZ", told) else "unknown"
        return self._time_basis

    def _reach(self, said: Statement) -> tuple[str | None, str | None]:
        """The first phone and address of the service; only those of the same line for a notice to the operator."""
        phones: list[str] = []
        emails: list[str] = []
        for clause in self.clauses:
            inside = clause.start <= said.place < clause.end
            if clause.emergency or clause.copy or (said.own_contact and not inside):
                continue
            if clause.end < said.place and self._changes_service(clause.end, said.place):
                continue
            if clause.start > said.place and self._changes_service(said.place, clause.end):
                continue
            phones += [self._words(w) for w in clause.phones]
            emails += [self._words(w) for w in clause.emails]
        return next(iter(phones), None), next(iter(emails), None)

    def _changes_service(self, start: int, end: int) -> bool:
        heads = [c for c in self.clauses if c.headed and start < c.start < end]
        return any(self.tells_apart or "CUSTOMS" not in {w.kind for w in c.words} for c in heads)

    def _words(self, word: Word) -> str:
        return self.text[word.start : word.end].strip(" ,:.")

    def _raw(self, clause: Clause) -> str:
        return self.text[clause.start : clause.end].strip(" -:;.\n•|")


def _weekdays(text: str) -> tuple[Weekday, ...]:
    return tuple(d for d in WEEK if d in days(text))


def _mark(match: re.Match[str]) -> str:
    """The end of a line as a mark, unless the next one goes on: a small letter, a list, or a mark before it."""
    before, after = match.string[: match.start()].rstrip(), match.string[match.end() :].lstrip(" ")
    goes_on = not before or before[-1] in ".,;:" or after[:1] in ("-", "") or after[:1].islower()
    return " " if goes_on else ";"
