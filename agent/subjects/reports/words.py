"""Words for fees, fuel prices and members' reports: always as reports, with their date, and how to add one."""

from __future__ import annotations

from agent import regex as re
from agent.protocol import Answer, Suggestion
from agent.subjects.measures import tappable
from agent.subjects.offered import asks_notice, notice_of, sheet_of
from agent.subjects.reports.prices import AirportPricing, FuelPrices
from agent.subjects.reports.tool import LONGEST_KEPT, PilotReviews, ReportDraft, ReportLine
from agent.subjects.whom_to_ask import whom_to_ask
from agent.writing.write import Talk, suggest, write
from tongue import say, say_many

_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}
_SHOWN = 5
LONGEST_SHOWN = 200


@write.register
def _(result: AirportPricing, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or say("I don't know that airfield."), choices=result.choices)
    field = f"{result.icao} {result.name}"
    craft = result.aircraft_type or "SR22"
    if not result.known:
        lines = [say("**I have no landing fee for {field}.**", field=field)]
        lines.append(_whom_to_ask(result.icao, result.contact, talk))
        lines.append(
            say(
                "Been there? Tell me: “I paid 24 euros at {icao} today for my {craft}”.",
                icao=result.icao,
                craft=craft,
            )
        )
        return Answer(text="\n".join(lines))
    lines = [say("{field}, landing fee", field=field)]
    lines += [say("Published: **{said}**", said=said) for said in result.official]
    lines += [say("Member's report: {report}", report=_report(r)) for r in result.reports[:_SHOWN]]
    return Answer(text="\n".join(lines))


@write.register
def _(result: FuelPrices, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or say("I don't know that airfield."), choices=result.choices)
    field = f"{result.icao} {result.name}"
    lines: list[str] = []
    if result.known:
        lines.append(say("{field}, fuel prices as members reported them", field=field))
        lines += [say("Member's report: {report}", report=_report(r)) for r in result.reports[:_SHOWN]]
    if result.grades:
        age = say(", {grades_as_of:%b %Y}", grades_as_of=result.grades_as_of) if result.grades_as_of else ""
        how = f" ({result.service})" if result.service else ""
        lines.append(
            say(
                "Sold at {field}: **{grades}**{how} (published{age}).",
                field=field,
                grades=", ".join(result.grades),
                how=how,
                age=age,
            )
        )
    elif result.grades is not None:
        lines.append(say("No fuel is listed at {field}.", field=field))
    lines += [say("{name}: {value}", name=result.icao, value=words) for words in result.barred]
    if not result.known:
        none = (
            say("No price known.")
            if result.grades is not None
            else say("**I have no fuel data for {field}.**", field=field)
        )
        lines.append(f"{none} {_whom_to_ask(result.icao, result.contact, talk)}")
        lines.append(
            say("Filled up there? Tell me: “Avgas was 2.45 euros per litre at {icao} today”.", icao=result.icao)
        )
    return Answer(text="\n".join(lines))


@write.register
def _(result: PilotReviews, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or say("I don't know that airfield."), choices=result.choices)
    field = f"{result.icao} {result.name}"
    if not result.reports:
        return Answer(
            text=say(
                "**No member has reviewed {field} yet.**\nBeen there? Tell me: “{icao} was friendly, café "
                "on the field”.",
                field=field,
                icao=result.icao,
            )
        )
    lines = [
        say_many(
            "{field}: **{count} report from members**",
            "{field}: **{count} reports from members**",
            result.total,
            field=field,
        )
    ]
    lines += [_report(r) for r in result.reports]
    if result.total > len(result.reports):
        lines.append(say("{total} more.", total=result.total - len(result.reports)))
    return Answer(text="\n".join(lines))


@write.register
def _(result: ReportDraft, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or say("I don't know that airfield."), choices=result.choices)
    what = {"fee": say("Fee"), "fuel_price": say("Fuel price"), "review": say("Review"), "note": say("Note")}[
        result.kind
    ]
    parts = [
        _money(result.amount, result.currency, result.unit),
        result.fuel if result.kind == "fuel_price" else None,
    ]
    parts += [result.aircraft if result.kind == "fee" else None, f"{result.rating}/5" if result.rating else None]
    day = say("{day:%d %b %Y}", day=result.day) if result.day else None
    parts.append(say("about {day}", day=day) if day and result.about_then else day)
    told = " · ".join(p for p in parts if p)
    lines = [say("**{what} at {icao} {name}: {told}**", what=what, icao=result.icao, name=result.name, told=told)]
    lines.append(say("Kept in your words: “{text}”", text=result.text))
    if result.left_out:
        lines.append(
            say(
                "Left out: the last {left_out} letters; a report has room for {most:,}.",
                left_out=result.left_out,
                most=LONGEST_KEPT,
            )
        )
    if result.kind in ("fee", "fuel_price") and result.currency is None:
        lines.append(say("Currency not understood: it is kept as you wrote it."))
    who = say("Only you will see it.") if result.alone else say("Everybody in this chat will see it.")
    if result.alone and _FOR_OTHERS.search(result.text):
        who = say("Only you will see it: to tell others, write it in your club's group and save it there.")
    lines.append(say("Keep it as your report? {who}", who=who))
    return Answer(text="\n".join(lines), choices=result.choices)


_FOR_OTHERS = re.compile(
    r"\b(?:tell|let|warn|inform)\b.{0,20}\b(?:others?|everyone|everybody|members|pilots|people|club)\b"
    r"|\b(?:den|die) anderen\b|\banderen? (?:mitglieder\w*|piloten)\b|\b(?:aux|les) autres\b",
    re.IGNORECASE,
)


def _whom_to_ask(icao: str, contact: str | None, talk: Talk) -> str:
    airport = talk.deps.airports.get(icao)
    if airport is None:
        return ""
    return tappable(whom_to_ask(airport, talk.deps), country=airport.country, named=[contact or ""])


def _report(report: ReportLine) -> str:
    parts = [_money(report.amount, report.currency, report.unit), report.fuel, report.aircraft]
    parts += [f"{report.rating}/5" if report.rating else None]
    if report.text:
        cut = report.text if len(report.text) <= LONGEST_SHOWN else f"{report.text[:LONGEST_SHOWN].rstrip()}…"
        parts.append(say("“{text}”", text=cut))
    parts += [report.author or None, say("{day:%d %b %Y}", day=report.day)]
    return " · ".join(p for p in parts if p)


def _money(amount: float | None, currency: str | None, unit: str | None) -> str | None:
    if amount is None:
        return None
    number = re.sub(r"[.,]00$", "", say("{amount:.2f}", amount=amount))
    sign = _SIGNS.get(currency or "")
    said = say("{sign}{number}", sign=sign, number=number) if sign else f"{number} {currency or ''}".strip()
    units = {"litre": say("litre"), "US gal": say("US gal"), "kg": say("kg")}
    return say("{said} per {unit}", said=said, unit=units.get(unit, unit)) if unit else said


@suggest.register
def _(result: PilotReviews, talk: Talk) -> tuple[Suggestion, ...]:
    return _about(result.icao, talk)


@suggest.register
def _(result: AirportPricing, talk: Talk) -> tuple[Suggestion, ...]:
    return _about(result.icao, talk)


@suggest.register
def _(result: FuelPrices, talk: Talk) -> tuple[Suggestion, ...]:
    return _about(result.icao, talk)


def _about(icao: str | None, talk: Talk) -> tuple[Suggestion, ...]:
    """The field, and its notice where any is known: no question that ends in "no data"."""
    if icao is None:
        return ()
    asked = (notice_of(icao),) if asks_notice(icao, talk.deps) else ()
    return (*sheet_of(icao, talk.deps), *asked)
