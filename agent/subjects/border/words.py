"""Words for a border: what is needed at each end, by when, and which fields can do it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Literal

from agent.aviation.aip_words import shortened
from agent.aviation.borders import GENERAL_DECLARATION, TRAVEL_AREA
from agent.aviation.stand_in import FAR_NM
from agent.protocol import Answer, Choice, Deadline, Deadlines, Folded, Headline, Passage, Reach, Suggestion
from agent.rules.corpus import PILOT_SURVEY
from agent.subjects.border.state_says import StateText
from agent.subjects.border.tool import BorderBrief, BorderEnd, EntryField, ReportDue
from agent.subjects.measures import country_of, reach, substituted, with_article
from agent.subjects.notice.words import lead_in_words, report_words
from agent.subjects.offered import call, how_far, notice
from agent.writing.as_held import as_held, quoted, translated
from agent.writing.citations import named
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write
from tongue import SOURCE, country_name, later, say, spoken

_OR = later("{first} or {last}")
_LEAVING, _ENTERING = later("Leaving {territory}: {states}."), later("Entering {territory}: {states}.")
_SHOWN = 5
_LEADS_SHOWN = 4
_NEEDED = {"yes": later("needed"), "verify": later("assume needed, ask"), "no": later("none")}
NO_AIRFIELD = later("No airfield is known here.")
_SERVICES = {"immigration": later("immigration"), "customs": later("customs")}


@write.register
def _(result: BorderBrief, talk: Talk) -> Answer:
    if not result.found or result.departure is None or result.arrival is None:
        return Answer(text=result.message or say("I could not find both fields."), choices=result.choices)
    start, end = result.departure, result.arrival
    if result.closed:
        nothing = say("{start} → {end}: I plan nothing there.", start=_called(start), end=_called(end))
        contested = map(_warned, result.warnings[1:])
        return Answer(text="\n".join([f"**{say(result.warnings[0])}**", *contested, nothing]))
    asked = _asked(result, talk)
    named = f"{_named(result, 'from')} → {_named(result, 'to')}"
    unable = [side.icao for side in (start, end) if side.can_clear is False and side.icao]
    fields = _and(unable)
    cannot = say("**{fields} cannot clear this flight**, by what is published.", fields=fields) if unable else ""
    verdict = _verdict(result)
    first = f"**{asked}**" if asked else cannot or f"**{_capital(verdict)}**"
    lines = [
        *_cleared_again(start, end, talk),
        *map(_warned, result.warnings),
        *([cannot] if asked and cannot else []),
        *_unheld(result),
    ]
    lines += [say("{name}: {value}", name=named, value=verdict)] if asked or cannot else []
    lines += [
        say(
            "I know no airfield in {territory}: this is for its territory. {note}",
            territory=with_article(side.territory),
            note=_note(side),
        ).strip()
        for side in (start, end)
        if not side.has_fields
    ]
    lines += substituted({n: s for n, s in result.substitutions.items() if s.distance_nm <= FAR_NM}, talk)
    lines += _flown_over(result)
    about = _able(start, end) if asked or cannot else f"{named}. {_able(start, end)}".strip()
    head = [Headline(markdown=first, about=about), Passage(markdown="\n".join(lines))]
    if not result.crosses and not (start.reports or end.reports):
        return answer(head, choices=result.choices)
    back = ""
    if talk.call.arguments.get("way_back") and len(talk.plan.steps) == 1:
        back = _way_back(start, end)
    due = _once((*_due(start, end, talk), *_due(end, start, talk), *_plan(result, talk)))
    said = [*(_sides(start, end) if start.held or end.held else ()), *_of_the_aircraft(result)]
    sides = Folded(title=say("What each side asks"), markdown="\n".join(dict.fromkeys(said)))
    choices = result.choices
    if _is_one_of_several(talk):  # each in short: what its sides ask is told where it is asked about alone
        title = say("{route}: what each side asks", route=f"{start.icao or start.name}–{end.icao or end.name}")
        sides = sides.model_copy(update={"title": title, "tapped": True})
        choices = (Choice(label=title, text=title, call=talk.call), *choices)
    return answer([*head, Deadlines(deadlines=due), Passage(markdown=back), sides], choices=choices)


def _is_one_of_several(talk: Talk) -> bool:
    """Whether other borders are told in the same answer: "to Jersey or Guernsey"."""
    return sum(step.tool == talk.call.tool for step in talk.plan.steps) > 1


def _once(due: Sequence[Deadline]) -> tuple[Deadline, ...]:
    """Each thing to do once: of two alike ("ask the field you choose") the one that says more."""
    bare = {one.what for one in due if not one.note and not one.latest and not one.whom}
    more = {one.what for one in due if one.note or one.latest or one.whom}
    return tuple(
        dict.fromkeys(one for one in due if one.what not in bare & more or one.note or one.latest or one.whom)
    )


def _cleared_again(start: BorderEnd, end: BorderEnd, talk: Talk) -> list[str]:
    """Behind a border crossed into where this flight leaves: what was cleared there does not clear here."""
    before = talk.plan.steps[: talk.plan.steps.index(talk.call)] if talk.call in talk.plan.steps else ()
    leaves = talk.call.arguments.get("from_location")
    lands_here = any(
        step.tool == talk.call.tool and step.arguments.get("to_location") == leaves for step in before
    )
    services = _wanted(end)
    if not lands_here or not services:
        return []
    return [
        say(
            "**{start} is not enough for {territory}: {services} once more on entering it.**",
            start=start.icao or start.name,
            territory=with_article(end.territory),
            services=services,
        )
    ]


def _flown_over(result: BorderBrief) -> list[str]:
    """How the countries stand that are flown over without a landing."""
    if not result.overflown:
        return []
    return [say("Only flown over, as you say:"), *result.overflown]


def _plan(result: BorderBrief, talk: Talk) -> list[Deadline]:
    """The flight plan, due over a state's border unless both states waive it."""
    plan = result.flight_plan
    if plan is None:
        return []
    told = [say("{name}: {value}", name=country_name(one.country), value=_quoted(one)) for one in plan.states_say]
    unless = " ".join([say("Before departure, unless both states waive it."), *told])
    if plan.before_minutes is None:
        latest = say("I do not know the lead time: ask")
    else:
        until = _moments(None, plan.until_utc)
        latest = until or say("{minutes} min before", minutes=plan.before_minutes)
    late = bool(plan.until_utc) and datetime.fromisoformat(plan.until_utc or "") < talk.question.at
    what = say("flight plan")
    return [Deadline(what=f"{what[:1].upper()}{what[1:]}", latest=latest, note=unless, passed=late)]


def _due(side: BorderEnd, other: BorderEnd, talk: Talk) -> list[Deadline]:
    """What is to be done at one end, each with its time and whom to call."""
    due: list[Deadline] = []
    for report in side.reports:
        if report.text in {r.text for r in other.reports} and side.icao == other.icao:
            continue
        what, note = report_words(say(report.text))
        due.append(Deadline(what=what, latest=_moments(report.from_utc, report.until_utc), note=note))
    if side.declaration and not any(report.name == "GAR" for report in side.reports):
        told = say("{icao} says “{words}”.", icao=side.icao, words=shortened(side.declaration, 110))
        due.append(Deadline(what=say("Report or general declaration"), note=told))
    return [*due, *(_with_default(side, one, talk) for one in _field(side, talk))]


def _with_default(side: BorderEnd, asked: Deadline, talk: Talk) -> Deadline:
    """What is asked of a field, with the notice of its country where it states no lead of its own."""
    if not side.country_default or side.default_hours is None or side.can_clear is False:
        return asked
    if any((d.hours or 999) >= side.default_hours for d in side.demands if d.states_lead):
        return asked  # its own text stands there; what the country asks else is behind the fold
    until = side.default_until_utc
    latest = _moments(None, until) or say("{hours:g} h before", hours=side.default_hours)
    late = bool(until) and datetime.fromisoformat(until or "") < talk.question.at
    gone = say("That has passed: call.") if late else ""
    told = " ".join(words for words in (asked.note, say(side.country_default), gone) if words)
    return asked.model_copy(update={"latest": latest, "note": told, "passed": late})


def _of_the_aircraft(result: BorderBrief) -> list[str]:
    """What customs asks for the aircraft itself, by the registry and base that were told."""
    found = result.aircraft
    if found is None:
        return []
    by = [say("registered: {country}", country=country_name(found.registry))] if found.registry else []
    by += [say("based: {country}", country=country_name(found.base))] if found.base else []
    return [say("The aircraft ({by}): {what}.", by=", ".join(by), what=say(found.text))]


def _field(end: BorderEnd, talk: Talk) -> list[Deadline]:
    """Whether the field can do it, until when it wants to know, and whom to ask."""
    if (end.can_clear is None and end.immigration == "no" and end.customs == "no") or not end.has_fields:
        return []
    near = _near_by(end)
    if end.icao is None:
        return [Deadline(what=say("Ask the field you choose whether it can clear you."), note=near)]
    country = country_of(end.icao, talk)
    whom = next(
        (r for d in end.demands if (r := reach(phone=d.phone, email=d.email, country=country))), ()
    ) or _phone(end, talk)
    if end.can_clear is True:
        what = say("{icao} {services}", icao=end.icao, services=_wanted(end))
        return [Deadline(what=what, note=_notice(end, talk), whom=whom)]
    if end.can_clear is False:
        what = say("{icao} cannot clear this flight", icao=end.icao)
        return [Deadline(what=what, note=near or _dated_source(end))]
    if end.border_point:
        when = say("{observed_on:%b %Y}", observed_on=end.field_as_of) if end.field_as_of else ""
        listed = f" ({say(end.field_says)}, {when})" if end.field_says and when else ""
        what = say("{icao} is a border point for persons{listed}", icao=end.icao, listed=listed)
        note = say("I don't know whether customs is there: ask. {near}", near=near).strip()
        return [Deadline(what=what, note=note, whom=whom)]
    if end.goods_list:
        what = say("{icao} is on HMRC's list for goods ({listed})", icao=end.icao, listed=end.goods_list)
        note = say("Whether it clears you on the day is not known here: confirm with the field. {near}", near=near)
        return [Deadline(what=what, note=note.strip(), whom=whom)]
    what = say("I don't know whether {icao} can clear you: ask the field.", icao=end.icao)
    season = ""
    if end.out_of_season and end.field_says:
        season = say("Its text speaks of other months: “{words}”.", words=shortened(end.field_says, 110))
    return [Deadline(what=what, note=" ".join(filter(None, (season, near))), whom=whom)]


def _wanted(end: BorderEnd) -> str:
    """ "customs and immigration": what the border asks at this end, certain or not."""
    return _and(say(_SERVICES[name]) for name in ("customs", "immigration") if getattr(end, name) != "no")


def _able(*ends: BorderEnd) -> str:
    """Which of the fields are known to do it."""
    known = [end.icao for end in ends if end.can_clear and end.icao and _wanted(end)]
    unsure = [
        end.icao for end in ends if end.icao and end.can_clear is None and _wanted(end) and not end.border_point
    ]
    unknown = say("{fields}: not known to clear you, see below.", fields=_and(unsure)) if unsure else ""
    told = _known_able(known)
    return " ".join(filter(None, (told, unknown)))


def _known_able(known: list[str]) -> str:
    """Those that are known to do it."""
    if len(known) > 1:
        return say("Both can clear you, as published.")
    return say("{fields} can clear you, as published.", fields=_and(known)) if known else ""


def _phone(end: BorderEnd, talk: Talk) -> tuple[Reach, ...]:
    """The field's own number, where its text on customs names none."""
    known = talk.deps.facts.of(end.icao) if end.icao else None
    found = known.first("phone") if known else None
    return reach(phone=str(found.value), country=country_of(end.icao, talk)) if found else ()


def _sides(start: BorderEnd, end: BorderEnd) -> list[str]:
    """What each side asks; where both ask the same of persons and goods, that is said of both at once."""
    states = [_states(start), _states(end)]
    if states[0] == states[1]:
        both = say("Both sides: {states}.", states=states[0])
        shared = [text for text in _on_arrival(start) if text in _on_arrival(end)]
        return [" ".join([both, *shared]), *_of_its_own(start, shared), *_of_its_own(end, shared)]
    told: list[str] = []
    for sentence, side, state in zip((_LEAVING, _ENTERING), (start, end), states, strict=True):
        first = say(sentence, territory=with_article(side.territory), states=state)
        told += [" ".join([first, *_on_arrival(side)]), *_by_the_side(side)]
    return told


def _of_its_own(side: BorderEnd, shared: Sequence[str]) -> list[str]:
    """What one side says beside what holds at both."""
    own = [text for text in _on_arrival(side) if text not in shared]
    name = country_name(side.territory)
    return [*(say("{name}: {value}", name=name, value=text) for text in own), *_by_the_side(side)]


def _states(side: BorderEnd) -> str:
    return say(
        "immigration {immigration}; customs {customs}",
        immigration=_state(side, "immigration"),
        customs=_state(side, "customs"),
    )


def _on_arrival(side: BorderEnd) -> list[str]:
    """The words of the side's state; of a border that asks nothing of persons, they are in part on customs."""
    if side.immigration == "no":
        return [say("On arrivals from abroad: {text}", text=_quoted(one)) for one in side.state_says]
    return [say("On arriving from outside Schengen: {text}", text=_quoted(one)) for one in side.state_says]


def _by_the_side(side: BorderEnd) -> list[str]:
    """What is known of reports there, and the field's own text with where that was read."""
    told: list[str] = []
    if side.report == "verify" and not side.reports and (side.immigration, side.customs) != ("no", "no"):
        told.append(say("Report or general declaration: I know of none, ask the field."))
    if side.icao and side.field_says and side.can_clear:
        told.append(
            say(
                "{name}: {value}",
                name=side.icao,
                value=say("“{text}”", text=shortened(side.field_says, 240)) + f"{_dated_source(side)}.",
            )
        )
    leads = [demand.hours or 999 for demand in side.demands if demand.states_lead]
    if side.country_default and leads and max(leads) >= (side.default_hours or 0):
        told.append(say(side.country_default))
    return told


def _quoted(one: StateText) -> str:
    """A state's text word for word; what pilots report is said to be that."""
    told = translated(one.text) if spoken() != SOURCE else None
    if told is not None:
        held = shortened(told, 420)
    else:
        text = shortened(one.text, 420)
        held = as_held(text) if spoken() != SOURCE else quoted(text)
    return f"{held} ({say(one.basis)})" if one.basis == PILOT_SURVEY else held


def _dated_source(end: BorderEnd) -> str:
    """ " (AIP France (SIA), Sep 2026)": where the field's word was read, and when."""
    if not end.field_source or not end.field_as_of:
        return ""
    when = say("{day:%b} {day.year}", day=end.field_as_of) if end.field_dated else say("not dated")
    return f" ({named(end.field_source)}, {when})"


def _warned(text: str) -> str:
    """A warning of the table in the pilot's language; "Territory: note" in its two halves."""
    name, found, rest = text.partition(": ")
    told = say(text)
    halves = {"name": country_name(name.rstrip()), "value": say(rest)}
    return say("{name}: {value}", **halves) if told == text and found else told


def _and(words: Iterable[str]) -> str:
    """ "customs and immigration": the last joined in words."""
    return _joined(list(words), later("{first} and {last}"))


def _joined(words: Sequence[str], sentence: str) -> str:
    return say(sentence, first=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)


def _asked(result: BorderBrief, talk: Talk) -> str:
    """The report and its deadline, for the first line of an answer to a question about it; "" for any other."""
    about = talk.call.arguments.get("about_report")
    gendec = about == "gendec"
    if result.departure is None or result.arrival is None or not about:
        return ""
    sides = (result.departure, result.arrival)
    due = [_window(r) for side in sides for r in side.reports if r.latest_hours is not None]
    quoted = [
        say("{icao} says “{words}”", icao=side.icao, words=shortened(side.declaration, 110))
        for side in sides
        if side.declaration and not side.reports
    ]
    told = [say(r.text) for s in sides for r in s.reports if r.name == GENERAL_DECLARATION]
    declared = [text.rstrip(".") if gendec else text.partition(". ")[0] for text in told]
    if gendec and not quoted and not declared and result.crosses:
        quoted = [say("general declaration: I know of none, ask the fields")]
    late = [] if declared else due  # the GAR's time is not that of another state's declaration
    asked = [*quoted, *declared, *late] if gendec else [*due, *declared] or quoted
    text = say("; ").join(dict.fromkeys(asked))
    if result.inside_uk and not gendec:
        inside = with_article(country_name("United Kingdom"))
        none = say("{report}: not for this flight, which is within {state}.", report="GAR", state=inside)
        return f"{none} {_capital(text)}." if due else none
    if not text and not result.crosses:
        text = say("I know of no report for a flight without a border: ask the fields")
    elif not text:
        text = say("no UK GAR, neither end is in the UK; I know of no other report, ask the fields")
    return f"{_capital(text)}." if text else ""


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _window(report: ReportDue) -> str:
    """ "GAR: from 48 h to 2 h before departure (Thu 26 Nov 14:00 to Sat 28 Nov 12:00 UTC)"."""
    first, last = report.earliest_hours, report.latest_hours
    when = (
        say("from {first:g} h to {last:g} h before departure", first=first, last=last)
        if first
        else say("at least {last:g} h before", last=last)
    )
    moments = _moments(report.from_utc, report.until_utc)
    return say("{name}: {value}", name=say(report.name), value=f"{when}{f' ({moments})' if moments else ''}")


def _way_back(start: BorderEnd, end: BorderEnd) -> str:
    reports = [r for side in (start, end) for r in side.reports if r.latest_hours is not None]
    names = list(dict.fromkeys(say(r.name) for r in reports))
    again = say("; {reports} again", reports=_and(names)) if names else ""
    return say(
        "Way back {route}: the same at both ends, each notice and report counted from that flight{again}.",
        route=f"{end.icao or end.name} → {start.icao or start.name}",
        again=again,
    )


def _note(end: BorderEnd) -> str:
    return say(end.note).replace(say(NO_AIRFIELD), "").strip() if end.note else ""


def _named(result: BorderBrief, side: Literal["from", "to"]) -> str:
    """An end with its code; how far a field is from the place it stands for, and whose territory a place is."""
    end = result.departure if side == "from" else result.arrival
    if end is None:
        return ""
    taken = result.substitutions.get(side)
    if taken is not None and taken.distance_nm > FAR_NM and end.icao:
        return say(
            "{end} ({distance:.0f} nm from {place})",
            end=_called(end),
            distance=taken.distance_nm,
            place=taken.geocoded_location.name,
        )
    if end.icao is None and end.name != end.territory:
        return say(
            "{place} ({territory}; I take no field for it)",
            place=end.name,
            territory=country_name(end.territory),
        )
    return _called(end)


def _called(end: BorderEnd) -> str:
    return f"{end.icao} {end.name}" if end.icao else country_name(end.name)


def _unheld(result: BorderBrief) -> list[str]:
    """The end of whose border nothing was read, where something was read of the other's."""
    ends = [side for side in (result.departure, result.arrival) if side is not None]
    if not result.crosses or not any(side.held for side in ends):
        return []
    return [
        say("I hold no border rules of {territory}: ask its AIP.", territory=with_article(side.territory))
        for side in ends
        if not side.held
    ]


def _verdict(result: BorderBrief) -> str:
    start, end = result.departure, result.arrival
    if start is None or end is None:
        return say("no border between them.")
    due = [report for side in (start, end) for report in side.reports if report.latest_hours is not None]
    sure = {r.name for r in due if not r.conditional}
    reports = list(
        dict.fromkeys(
            say(r.name) if r.name in sure else say("{report} (unless exempt)", report=say(r.name)) for r in due
        )
    )
    asked = [say("{report} needed", report=name) for name in reports]
    if not result.crosses:
        none = say("no border between them")
        return f"{'; '.join([none, *asked])}."
    if not (start.held or end.held):
        either = _joined([with_article(side.territory) for side in (start, end)], _OR)
        return say(
            "I hold no border rules of {territories}: expect immigration and customs, ask both.",
            territories=either,
        )
    states = {"immigration": {start.immigration, end.immigration}, "customs": {start.customs, end.customs}}
    shared = {start.immigration_text, end.immigration_text} == {TRAVEL_AREA}
    needed = [
        say(_SERVICES[name])
        for name, found in states.items()
        if "yes" in found and not (shared and name == "immigration")
    ]
    ask = [say(_SERVICES[name]) for name, found in states.items() if "yes" not in found and "verify" in found]
    free = [say(_SERVICES[name]) for name, found in states.items() if found == {"no"}]
    parts: list[str] = []
    if needed:
        parts.append(say("{services} needed", services=_and(needed)))
    if shared:
        parts.append(say("immigration: Common Travel Area, Irish checks alone"))
    if ask:
        parts.append(say("assume {services}, ask", services=_and(ask)))
    if free:
        parts.append(say("no {services}", services=_joined(free, _OR)))
    return say("; ").join([*parts, *(asked if not needed else ())]) + "."


def _state(end: BorderEnd, name: str) -> str:
    state, words = getattr(end, name), getattr(end, f"{name}_text")
    return _state_words(words) if state == "no" or words not in ("needed",) else say(_NEEDED[state])


_UNCERTAIN = "not certain: assume it is needed and ask"


def _state_words(words: str) -> str:
    """The table's words for a state, in the language; what they quote of an area or note is said by itself."""
    if words.startswith(f"{_UNCERTAIN} ("):
        return f"{say(_UNCERTAIN)} ({say(words.removeprefix(_UNCERTAIN)[2:-1] + '.').rstrip('.')})"
    area = words.removeprefix("none inside ")
    known = say(words)
    return say("none inside {area}", area=say(area)) if area != words and known == words else known


def _moments(start: str | None, until: str | None) -> str:
    if not until:
        return ""
    first, last = (datetime.fromisoformat(m) if m else None for m in (start, until))
    if last is None:
        return ""
    to = say("{day:%a} {day.day} {day:%b %H:%M}", day=last)
    if first is None:
        return say("by {to} UTC", to=to)
    return say("{since} to {to} UTC", since=say("{day:%a} {day.day} {day:%b %H:%M}", day=first), to=to)


_POLICE = "Police"
"""Whom a lead is for that is none of customs' and immigration's: "Special Branch 12 hours"."""


def _notice(end: BorderEnd, talk: Talk) -> str:
    """How long before the field wants to know, and never silence about it."""
    of_border = sorted(end.demands, key=lambda demand: demand.services == (_POLICE,))
    words = [
        say("Police: {lead}", lead=lead.strip()) if demand.services == (_POLICE,) and lead else lead
        for demand in of_border
        for lead in [lead_in_words(demand, talk.question.at)]
    ]
    if any(words):
        told = say("Its notice: {leads}", leads=" ".join(words[:_LEADS_SHOWN]))
        more = say("More in its text.")
        return f"{told} {more}" if len(words) > _LEADS_SHOWN else told
    if any(demand.kind == "on_request" for demand in end.demands):
        return say("No lead time stated: ask now.")
    return say("No notice time that I can read: ask.")


def _near_by(end: BorderEnd) -> str:
    """The fields near an end that clear flights, or what else is known of them: border points for persons."""
    fields = ", ".join(_near(field) for field in end.nearby)
    if not fields:
        return ""
    if end.customs == "no" or all(field.customs_known for field in end.nearby):
        return say("Known to do it: {fields}.", fields=fields)
    return say("Border points for persons, customs to be asked: {fields}.", fields=fields)


def _near(field: EntryField) -> str:
    """A field that clears flights or persons, how far it is, and from when that is known."""
    away = f"{field.distance_nm:.0f} nm, " if field.distance_nm else ""
    dated = say("as of {day:%b} {day.year}", day=field.as_of)
    return f"{field.icao} {field.name} ({away}{dated})"


@suggest.register
def _(result: BorderBrief, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.closed or result.arrival is None or result.departure is None:
        return ()
    code = result.arrival.icao
    if code is None or result.departure.icao is None:
        country = _country_said(result.arrival, talk) if code else _listed(result.arrival, talk)
        if not country:
            return ()
        text = say("Border crossing airports in {country}", country=with_article(country))
        fields = call("get_border_crossing_airports", country=country)
        return (Suggestion(text=text, call=fields, category="fields", label=say("Fields with customs")),)
    origin = _country_said(result.departure, talk)
    country_from = talk.deps.countries.get(origin) if origin else None
    from_country = country_from.code if country_from else None
    found = [
        Suggestion(
            text=_notice_asked(code, result.day, origin),
            call=notice(code, result.day, from_country),
            category="notice",
            label=say("{icao} notice", icao=code),
        ),
        how_far(result.departure.icao, code),
    ]
    return tuple(found)


def _notice_asked(code: str, day: date | None, origin: str | None) -> str:
    on = say(" on {day:%A} {day.day} {day:%b}", day=day) if day else ""
    coming = say(" from {country}", country=with_article(origin)) if origin else ""
    return say("What notice does {icao} need{on}{coming}", icao=code, on=on, coming=coming)


def _listed(end: BorderEnd, talk: Talk) -> str | None:
    """The territory's name where a list of its fields can be asked for by it."""
    country = talk.deps.countries.get(end.territory)
    same = country is not None and country.name == end.territory
    return end.territory if end.has_fields and same else None


def _country_said(end: BorderEnd, talk: Talk) -> str | None:
    """The name of the end's territory where that name alone is read as this territory ("Svalbard" may not)."""
    airport, country = talk.deps.airports.get(end.icao or ""), talk.deps.countries.get(end.territory)
    if airport is None or country is None:
        return None
    borders = talk.deps.borders
    same = borders.of_country(country.code).code == borders.territory(airport).code
    return end.territory if same else None
