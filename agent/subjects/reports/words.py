"""Words for fees, fuel prices and members' reports: always as reports, with their date, and how to add one."""

from __future__ import annotations

from agent.protocol import Answer, Suggestion
from agent.subjects.offered import about_field, notice_of
from agent.subjects.reports.prices import AirportPricing, FuelPrices
from agent.subjects.reports.tool import LONGEST_KEPT, PilotReviews, ReportDraft, ReportLine
from agent.writing.write import Talk, suggest, write

_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}
_SHOWN = 5
LONGEST_SHOWN = 200


@write.register
def _(result: AirportPricing, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or "I don't know that airfield.")
    field = f"{result.icao} {result.name}"
    craft = result.aircraft_type or "SR22"
    if not result.known:
        lines = [f"**I have no landing fee for {field}.**"]
        if result.contact:
            lines.append(f"Ask the field: {result.contact}")
        lines.append(f"Been there? Tell me: “I paid 24 euros at {result.icao} today for my {craft}”.")
        return Answer(text="\n".join(lines))
    lines = [f"{field}, landing fee"]
    lines += [f"Published: **{said}**" for said in result.official]
    lines += [f"Member's report: {_report(r)}" for r in result.reports[:_SHOWN]]
    return Answer(text="\n".join(lines))


@write.register
def _(result: FuelPrices, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or "I don't know that airfield.")
    field = f"{result.icao} {result.name}"
    lines: list[str] = []
    if result.known:
        lines.append(f"{field}, fuel prices as members reported them")
        lines += [f"Member's report: {_report(r)}" for r in result.reports[:_SHOWN]]
    if result.grades:
        age = f", {result.grades_as_of:%b %Y}" if result.grades_as_of else ""
        how = f" ({result.service})" if result.service else ""
        lines.append(f"Sold at {field}: **{', '.join(result.grades)}**{how} (AIP{age}).")
    elif result.grades is not None:
        lines.append(f"The AIP lists no fuel at {field}.")
    if not result.known:
        none = "No price known." if result.grades is not None else f"**I have no fuel data for {field}.**"
        lines.append(f"{none} Ask the field: {result.contact}" if result.contact else none)
        if result.look and result.grades is None:
            lines.append(result.look)
        lines.append(f"Filled up there? Tell me: “Avgas was 2.45 euros per litre at {result.icao} today”.")
    return Answer(text="\n".join(lines))


@write.register
def _(result: PilotReviews, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or "I don't know that airfield.")
    field = f"{result.icao} {result.name}"
    if not result.reports:
        return Answer(
            text=f"**No member has reviewed {field} yet.**\nBeen there? Tell me: “{result.icao} was friendly, café on the field”."  # noqa: E501
        )
    lines = [f"{field}: **{result.total} report{'s' if result.total != 1 else ''} from members**"]
    lines += [_report(r) for r in result.reports]
    if result.total > len(result.reports):
        lines.append(f"{result.total - len(result.reports)} more.")
    return Answer(text="\n".join(lines))


@write.register
def _(result: ReportDraft, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or "I don't know that airfield.")
    what = {"fee": "Fee", "fuel_price": "Fuel price", "review": "Review", "note": "Note"}[result.kind]
    parts = [
        _money(result.amount, result.currency, result.unit),
        result.fuel if result.kind == "fuel_price" else None,
    ]
    parts += [result.aircraft if result.kind == "fee" else None, f"{result.rating}/5" if result.rating else None]
    parts.append(f"{result.day:%d %b %Y}" if result.day else None)
    told = " · ".join(p for p in parts if p)
    lines = [f"**{what} at {result.icao} {result.name}: {told}**"]
    lines.append(f"Kept in your words: “{result.text}”")
    if result.left_out:
        lines.append(f"Left out: the last {result.left_out} letters; a report has room for {LONGEST_KEPT:,}.")
    if result.kind in ("fee", "fuel_price") and result.currency is None:
        lines.append("Currency not understood: it is kept as you wrote it.")
    who = "Only you will see it." if result.alone else "Everybody in this chat will see it."
    lines.append(f"Keep it as your report? {who}")
    return Answer(text="\n".join(lines), choices=result.choices)


def _report(report: ReportLine) -> str:
    parts = [_money(report.amount, report.currency, report.unit), report.fuel, report.aircraft]
    parts += [f"{report.rating}/5" if report.rating else None]
    if report.text:
        cut = report.text if len(report.text) <= LONGEST_SHOWN else f"{report.text[:LONGEST_SHOWN].rstrip()}…"
        parts.append(f"“{cut}”")
    parts += [report.author or None, f"{report.day:%d %b %Y}"]
    return " · ".join(p for p in parts if p)


def _money(amount: float | None, currency: str | None, unit: str | None) -> str | None:
    if amount is None:
        return None
    number = f"{amount:.2f}".removesuffix(".00")
    sign = _SIGNS.get(currency or "")
    said = f"{sign}{number}" if sign else f"{number} {currency or ''}".strip()
    return f"{said} per {unit}" if unit else said


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
    return (about_field(icao), notice_of(icao)) if talk.deps.facts.of(icao).notices else (about_field(icao),)
