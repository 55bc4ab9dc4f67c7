"""Words for a border: what is needed at each end, by when, and which fields can do it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from agent.aviation.aip_words import shortened
from agent.protocol import Answer, Choice, Deadline, Deadlines, Headline, Part, Passage, Suggestion
from agent.subjects.border.ends import FAR_NM
from agent.subjects.border.tool import BorderBrief, BorderEnd, CrossingAirports, EntryField, ReportDue
from agent.subjects.measures import substituted, with_article
from agent.subjects.notice.words import lead_in_words
from agent.subjects.offered import call, how_far, notice
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write

_SHOWN = 5
_LEADS_SHOWN = 4
_NEEDED = {"yes": "needed", "verify": "assume needed, ask", "no": "none"}


@write.register
def _(result: BorderBrief, talk: Talk) -> Answer:
    if not result.found or result.departure is None or result.arrival is None:
        return Answer(text=result.message or "I could not find both fields.", choices=result.choices)
    start, end = result.departure, result.arrival
    if result.closed:
        return Answer(text=f"**{result.warnings[0]}**\n{_called(start)} → {_called(end)}: I plan nothing there.")
    asked = _asked(result, talk)
    named = f"{_named(result, 'from')} → {_named(result, 'to')}"
    unable = [side.icao for side in (start, end) if side.can_clear is False and side.icao]
    cannot = f"**{' and '.join(unable)} cannot clear this flight**, by what is published." if unable else ""
    verdict = f"{named}: {_verdict(result) if asked or cannot else f'**{_verdict(result)}**'}"
    first = f"**{asked}**" if asked else cannot or verdict
    lines = [*result.warnings, *([cannot] if asked and cannot else []), *([verdict] if first != verdict else [])]
    lines += [
        f"I know no airfield in {with_article(side.territory)}: this is for its territory. {_note(side)}".strip()
        for side in (start, end)
        if not side.has_fields
    ]
    lines += substituted({n: s for n, s in result.substitutions.items() if s.distance_nm <= FAR_NM}, talk)
    head = [Headline(markdown=first), Passage(markdown="\n".join(lines))]
    if not result.crosses and not (start.reports or end.reports):
        return answer(head, choices=result.choices)
    back = ""
    if talk.call.arguments.get("way_back") and len(talk.plan.steps) == 1:
        back = _way_back(start, end)
    sides = [*_side("Leaving", start, talk), *_side("Entering", end, talk)]
    return answer([*head, *sides, Passage(markdown=back)], choices=result.choices)


def _side(word: str, side: BorderEnd, talk: Talk) -> list[Part]:
    """One end: what is needed there, then each thing to do with its time."""
    needed = f"{word} {with_article(side.territory)}: immigration {_state(side, 'immigration')}; customs {_state(side, 'customs')}."  # noqa: E501
    due: list[Deadline] = []
    for report in side.reports:
        what, _, rest = report.text.partition(", ")
        note = f"{rest[:1].upper()}{rest[1:]}"
        due.append(Deadline(what=what, latest=_moments(report.from_utc, report.until_utc), note=note))
    for told in dict.fromkeys(part for part in (_reported(side), _field(side, talk)) if part):
        what, found, rest = told.partition(": ")
        due.append(Deadline(what=what, note=rest) if found else Deadline(what=told))
    return [Passage(markdown=needed), Deadlines(deadlines=tuple(due))]


def _asked(result: BorderBrief, talk: Talk) -> str:
    """The report and its deadline, for the first line of an answer to a question about it; "" for any other."""
    about = talk.call.arguments.get("about_report")
    gendec = about == "gendec"
    if result.departure is None or result.arrival is None or not about:
        return ""
    sides = (result.departure, result.arrival)
    due = [_window(r) for side in sides for r in side.reports if r.latest_hours is not None]
    quoted = [
        f"{side.icao} says “{shortened(side.declaration, 110)}”"
        for side in sides
        if side.declaration and not side.reports
    ]
    if gendec and not quoted and result.crosses:
        quoted = ["general declaration: none known to me, ask the fields"]
    text = "; ".join(dict.fromkeys([*quoted, *due] if gendec else due or quoted))
    if not text and result.crosses:
        text = "report: none known to me, ask the fields"
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _window(report: ReportDue) -> str:
    """ "GAR: from 48 h to 2 h before departure (Thu 26 Nov 14:00 to Sat 28 Nov 12:00 UTC)"."""
    first, last = report.earliest_hours, report.latest_hours
    when = f"from {first:g} h to {last:g} h before departure" if first else f"at least {last:g} h before"
    moments = _moments(report.from_utc, report.until_utc)
    return f"{report.name}: {when}{f' ({moments})' if moments else ''}"


def _way_back(start: BorderEnd, end: BorderEnd) -> str:
    names = dict.fromkeys(r.name for side in (start, end) for r in side.reports if r.latest_hours is not None)
    again = f"; {' and '.join(names)} again" if names else ""
    route = f"{end.icao or end.name} → {start.icao or start.name}"
    return f"Way back {route}: the same at both ends, each notice and report counted from that flight{again}."


def _note(end: BorderEnd) -> str:
    return (end.note or "").replace("No airfield is known here.", "").strip()


def _named(result: BorderBrief, side: Literal["from", "to"]) -> str:
    """An end with its code; how far a field is from the place it stands for, and whose territory a place is."""
    end = result.departure if side == "from" else result.arrival
    if end is None:
        return ""
    taken = result.substitutions.get(side)
    if taken is not None and taken.distance_nm > FAR_NM and end.icao:
        return f"{_called(end)} ({taken.distance_nm:.0f} nm from {taken.geocoded_location.name})"
    if end.icao is None and end.name != end.territory:
        return f"{end.name} ({end.territory}; I take no field for it)"
    return _called(end)


def _called(end: BorderEnd) -> str:
    return f"{end.icao} {end.name}" if end.icao else end.name


def _verdict(result: BorderBrief) -> str:
    start, end = result.departure, result.arrival
    if start is None or end is None:
        return "no border between them."
    due = [report for side in (start, end) for report in side.reports if report.latest_hours is not None]
    sure = {r.name for r in due if not r.conditional}
    reports = list(dict.fromkeys(r.name if r.name in sure else f"{r.name} (unless exempt)" for r in due))
    if not result.crosses:
        return f"no border between them{''.join(f'; {name} needed' for name in reports)}."
    states = {"immigration": {start.immigration, end.immigration}, "customs": {start.customs, end.customs}}
    needed = [name for name, found in states.items() if "yes" in found]
    ask = [name for name, found in states.items() if "yes" not in found and "verify" in found]
    free = [name for name, found in states.items() if found == {"no"}]
    parts: list[str] = []
    if needed:
        parts.append(f"yes, {' and '.join(needed)}")
    if ask:
        parts.append(f"assume {' and '.join(ask)}, ask")
    if free:
        parts.append(f"no {' or '.join(free)}")
    parts += [f"{name} needed" for name in reports if not needed]
    return "; ".join(parts) + "."


def _state(end: BorderEnd, name: str) -> str:
    state, words = getattr(end, name), getattr(end, f"{name}_text")
    return words if state == "no" or words not in ("needed",) else _NEEDED[state]


def _moments(start: str | None, until: str | None) -> str:
    if not until:
        return ""
    moments = [datetime.fromisoformat(m) for m in (start, until) if m]
    shown = " to ".join(f"{m:%a} {m.day} {m:%b %H:%M}" for m in moments)
    return f"{'' if start else 'by '}{shown} UTC"


def _reported(end: BorderEnd) -> str:
    """What is known of a report beside the country's own; a field's word on it is quoted."""
    if end.declaration and not end.reports:
        return f"Report or general declaration: {end.icao} says “{shortened(end.declaration, 110)}”."
    if end.report == "verify" and not end.reports and (end.immigration, end.customs) != ("no", "no"):
        return "Report or general declaration: none known to me, ask the field."
    return ""


def _field(end: BorderEnd, talk: Talk) -> str:
    if end.can_clear is None and end.immigration == "no" and end.customs == "no":
        return ""
    dated = ""
    if end.field_source and end.field_as_of:
        date = f"{end.field_as_of:%b %Y}" if end.field_dated else "not dated"
        dated = f" ({end.field_source}, {date})"
    if not end.has_fields:
        return ""
    if end.icao is None:
        return f"Ask the field you choose whether it can clear you. {end.country_default or ''}".rstrip()
    near = f" Known to do it: {', '.join(_near(f) for f in end.nearby)}." if end.nearby else ""
    default = f" {end.country_default}" if end.country_default else ""
    if end.can_clear is True:
        said = f": “{shortened(end.field_says, 110)}”" if end.field_says else ""
        return f"{end.icao} can clear you{said}{dated}. {_notice(end, talk)}{default}"
    if end.can_clear is False:
        return f"{end.icao} cannot clear this flight{dated}.{near}"
    if end.border_point:
        return f"{end.icao} is a border point for persons{dated}; whether customs is there I don't know: ask.{default}{near}"  # noqa: E501
    return f"Whether {end.icao} can clear you I don't know: ask the field.{default}{near}"


def _notice(end: BorderEnd, talk: Talk) -> str:
    """How long before the field wants to know, and never silence about it."""
    words = [lead_in_words(demand, talk.question.at) for demand in end.demands]
    if any(words):
        more = " More in its text." if len(words) > _LEADS_SHOWN else ""
        return f"Its notice: {' '.join(words[:_LEADS_SHOWN])}{more}"
    if any(demand.kind == "on_request" for demand in end.demands):
        return "No lead time stated: ask now."
    return "No notice time that I can read: ask."


def _near(field: EntryField) -> str:
    """A field that clears flights, how far it is, and from when that is known."""
    away = f"{field.distance_nm:.0f} nm, " if field.distance_nm else ""
    persons = "" if field.customs_known else "border point, customs: ask; "
    return f"{field.icao} {field.name} ({away}{persons}as of {field.as_of:%b %Y})"


@suggest.register
def _(result: BorderBrief, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.closed or result.arrival is None or result.departure is None:
        return ()
    code = result.arrival.icao
    if code is None or result.departure.icao is None:
        country = _country_said(result.arrival, talk) if code else _listed(result.arrival, talk)
        if not country:
            return ()
        text = f"Border crossing airports in {with_article(country)}"
        fields = call("get_border_crossing_airports", country=country)
        return (Suggestion(text=text, call=fields, category="fields", label="Fields with customs"),)
    origin = _country_said(result.departure, talk)
    country_from = talk.deps.countries.get(origin) if origin else None
    from_country = country_from.code if country_from else None
    found = [
        Suggestion(
            text=f"What notice does {code} need{_on(result.day)}"
            + (f" from {with_article(origin)}" if origin else ""),
            call=notice(code, result.day, from_country),
            category="notice",
            label=f"{code} notice",
        ),
        how_far(result.departure.icao, code),
    ]
    return tuple(found)


def _on(day: date | None) -> str:
    return f" on {day:%A} {day.day} {day:%b}" if day else ""


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


@write.register
def _(result: CrossingAirports, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or "I have no border crossing airports.", choices=result.choices)
    where = f" in {result.country}" if result.country else ""
    cleared = [f for f in result.airports if f.customs_known]
    points = [f for f in result.airports if not f.customs_known]
    lines = [
        f"I know **{_counted(len(cleared), 'field')}**{where} with customs and immigration for flights from outside Schengen and the EU; the list is not complete."  # noqa: E501
    ]
    shown = [*cleared, *points, *result.limited][:_SHOWN]
    for number, field in enumerate(shown, start=1):
        kind = "" if field in cleared else " · border point, customs: ask" if field in points else _only(field)
        lines.append(f"{number} {field.icao} {field.name} · {_dated(field)}{kind}")
    if rest := [f for f in cleared if f not in shown]:
        lines.append(f"{len(rest)} more: {_codes(rest)}")
    if points:
        lines.append(
            f"{_counted(len(points), 'border point')} for persons, customs not known, ask: {_codes(points)}"
        )
    if result.limited:
        some = ", ".join(f"{f.icao}{_only(f)}" for f in result.limited)
        lines.append(f"{len(result.limited)} for some flights only: {some}")
    lines.append("Each asks notice of its own: ask me for one of them.")
    return Answer(
        text="\n".join(lines),
        choices=tuple(
            Choice(label=f.icao, text=f"What notice does {f.icao} need?", call=notice(f.icao)) for f in shown
        ),
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}"


def _codes(fields: list[EntryField]) -> str:
    return f"{', '.join(f.icao for f in fields[:25])}{' …' if len(fields) > 25 else ''}"


def _dated(field: EntryField) -> str:
    return f"{field.as_of:%b %Y}" if field.dated else "not dated"


def _only(field: EntryField) -> str:
    names = {
        "schengen_eu": "Schengen and EU",
        "schengen_only": "Schengen outside the EU",
        "customs_only": "EU outside Schengen",
    }
    return f" (only {', '.join(names.get(c, c) for c in field.classes)})"
