"""What club members tell of a field: reading it, and drafting a new report for its author to save."""

from __future__ import annotations

import re
from datetime import UTC, date
from typing import Literal

from pydantic import Field, computed_field, field_validator

from agent.aviation.hours import zone_of
from agent.deps import MemberReport, ReportKind
from agent.locate import NotLocated, one_field
from agent.protocol import Choice, DetailMarker, DetailView, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.reports.days import report_day
from tongue import say

_CURRENCIES: tuple[tuple[str, str], ...] = (
    ("EUR", r"€|euros?|eur"),
    ("GBP", r"£|pounds?|quid|gbp|sterling"),
    ("CHF", r"chf|swiss francs?|francs?|sfr\.?"),
    ("USD", r"\$|dollars?|usd"),
    ("SEK", r"sek"),
    ("NOK", r"nok"),
    ("DKK", r"dkk"),
    ("PLN", r"pln|zł|zloty"),
    ("CZK", r"czk|kč"),
)
_AMOUNT = re.compile(
    r"(?P<before>€|£|\$|chf|eur|gbp|usd)\s?(?P<a>\d{1,5}(?:[.,]\d{1,3})?)"
    r"|(?<![\d.,])(?P<b>\d{1,5}(?:[.,]\d{1,3})?)\s?(?P<after>€|£|\$|euros?|eur|pounds?|quid|gbp|chf|swiss francs?|francs?|dollars?|usd|sek|nok|dkk|pln|zloty|czk)(?![a-z])",  # noqa: E501
    re.IGNORECASE,
)
_PER_UNIT = re.compile(
    r"(?:/|per|a|the|pro|par)\s?(?P<unit>l\b|lit(?:re|er)s?\b|us ?gal\w*|gal\w*|kg\b)", re.IGNORECASE
)
_UNIT_PRICE = re.compile(
    r"(?<![\d.,])(?P<price>\d{1,2}(?:[.,]\d{1,3})?)\s?(?:/|per|an?|the|pro|par|le)\s?(?:l\b|lit(?:re|er)s?\b|us ?gal\w*|gal\w*|kg\b)",  # noqa: E501
    re.IGNORECASE,
)
_FUEL = re.compile(r"\b(avgas|100\s?ll|ul\s?91|ul\s?94|mogas|jet\s?-?a\s?-?1?|fuel)\b", re.IGNORECASE)
_FEE = re.compile(r"\b(landing|land(?:ed)?|fee|parking|handling|charged?|paid|pay|taxe|gebühr)\b", re.IGNORECASE)
_REVIEW = re.compile(
    r"\b(great|nice|friendly|lovely|good|bad|awful|helpful|recommend\w*|rude|excellent|poor|stars?|review|loved?|unfriendly)\b|/5\b",
    re.IGNORECASE,
)
_STARS = re.compile(r"\b([1-5])\s*(?:/\s*5|stars?|out of 5)", re.IGNORECASE)
_AIRCRAFT = re.compile(
    r"\b(?:for|in|with|flying)\s+(?:my|our|a|an|the)\s+(?P<name>[A-Za-z0-9][\w-]*(?:\s+[A-Z0-9][\w-]*){0,2})"
)
LONGEST_KEPT = 1000


class ReportArguments(Arguments):
    """An airfield and what the member says of it."""

    icao_code: str = Field(description="the airfield's code or name")
    text: str = Field(description="what the member says, as said")

    @property
    def kept(self) -> str:
        """What a report has room for."""
        return self.text[:LONGEST_KEPT]

    @property
    def left_out(self) -> int:
        """Letters that it has no room for."""
        return max(0, len(self.text) - LONGEST_KEPT)

    @field_validator("text")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("say what you want to report")
        return value.strip()


class ReportDraft(ToolResult):
    """A report as it would be saved, word by word. Nothing is saved until its author says yes.

    `alone`: nobody but its author will see it. `left_out` letters at its end are not kept.
    """

    icao: str | None = None
    name: str | None = None
    kind: ReportKind = "note"
    text: str = ""
    amount: float | None = None
    currency: str | None = None
    unit: Literal["litre", "US gal", "kg"] | None = None
    fuel: str | None = None
    aircraft: str | None = None
    rating: int | None = None
    day: date | None = None
    author: str = ""
    alone: bool = True
    left_out: int = 0


@tool(kind="airport", chat_only=True)
async def propose_report(arguments: ReportArguments, context: ToolContext) -> ReportDraft:
    """Draft a member's report (fee, fuel price, review or note) about a field; its author saves it with a yes."""
    airport = one_field(arguments.icao_code, context)
    if isinstance(airport, NotLocated):
        asked = ToolCall(tool="propose_report", arguments=arguments.canonical())
        return ReportDraft(found=False, message=airport.message, choices=instead(airport, asked, "icao_code"))
    text = arguments.kept
    zone = zone_of(airport.time_zone)
    today = context.question.at.astimezone(zone or UTC).date()
    amount, currency = money(text)
    unit = _unit(text) if amount is not None else None
    fuel = _FUEL.search(text)
    aircraft = _aircraft(text, context)
    return ReportDraft(
        icao=airport.ident,
        name=airport.short_name,
        kind=kind_of(text, amount, unit),
        text=text,
        amount=amount,
        currency=currency,
        unit=unit,
        fuel=fuel[1] if fuel else None,
        aircraft=aircraft,
        rating=int(stars[1]) if (stars := _STARS.search(text)) else None,
        day=report_day(text, today),
        author=context.question.person,
        alone=context.question.alone,
        left_out=arguments.left_out,
        choices=(Choice(label="Save it", text="yes"), Choice(label="No", text="no")),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


def money(text: str) -> tuple[float | None, str | None]:
    """The first amount with its currency, None where none is said: ("24 euros") → (24.0, "EUR")."""
    match = _AMOUNT.search(text)
    if not match:
        bare = _UNIT_PRICE.search(text)  # "2.60 a litre": a price whose currency is not said
        return (float(_plain(bare["price"], per_unit=True)), None) if bare else (None, None)
    number = _plain(match["a"] or match["b"], per_unit=_PER_UNIT.search(text) is not None)
    sign = match["before"] or match["after"]
    code = next((c for c, pattern in _CURRENCIES if re.fullmatch(pattern, sign, re.IGNORECASE)), None)
    return float(number), code


def _plain(number: str, *, per_unit: bool) -> str:
    """ "1,200" is thousands, "2,35" cents; a price per litre has three decimals ("1.899")."""
    if not per_unit and re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", number):
        return re.sub(r"[.,]", "", number)
    return number.replace(",", ".")


def kind_of(text: str, amount: float | None, unit: str | None) -> ReportKind:
    """A price per unit is a fuel price, another amount a fee; praise and blame a review; the rest a note."""
    if amount is not None and unit is not None:
        return "fuel_price"
    if amount is not None and (_FEE.search(text) or not _FUEL.search(text)):
        return "fee"
    if amount is None and (_REVIEW.search(text) or _STARS.search(text)):
        return "review"
    return "note"


def _unit(text: str) -> Literal["litre", "US gal", "kg"] | None:
    match = _PER_UNIT.search(text)
    if not match:
        return None
    word = match["unit"].lower()
    return "US gal" if "gal" in word else "kg" if word == "kg" else "litre"


def _aircraft(text: str, context: ToolContext) -> str | None:
    match = _AIRCRAFT.search(text)
    if match:
        words = match["name"].split()
        for count in range(len(words), 0, -1):
            name = " ".join(words[:count])
            if context.deps.aircraft.resolve(name):
                return name
    return context.question.profile.aircraft


# --- reviews -------------------------------------------------------------------------------------------


class ReviewArguments(Arguments):
    """An airfield, and how many reviews to show."""

    icao_code: str = Field(description="the airfield's code or name")
    limit: int = Field(default=5, description="how many to show")

    @field_validator("limit")
    @classmethod
    def _a_sane_count(cls, value: int) -> int:
        if not 1 <= value <= 50:
            raise ValueError("ask for 1 to 50 reviews")
        return value


class ReportLine(Value):
    """A member's report as shown."""

    kind: ReportKind
    text: str
    author: str
    day: date
    amount: float | None = None
    currency: str | None = None
    unit: str | None = None
    aircraft: str | None = None
    fuel: str | None = None
    rating: int | None = None


class PilotReviews(ToolResult):
    """What members told and paid at a field, newest first; `total` and `average_rating` are of all of it."""

    icao: str | None = None
    name: str | None = None
    reports: tuple[ReportLine, ...] = ()
    total: int = 0
    average_rating: float | None = None

    @computed_field
    @property
    def reviews(self) -> tuple[ReportLine, ...]:
        """The reports by the name that user interfaces know."""
        return self.reports


@tool(kind="airport", visualization="marker_with_details", quotes=True)
async def get_pilot_reviews(arguments: ReviewArguments, context: ToolContext) -> PilotReviews:
    """What club members say about an airfield."""
    airport = one_field(arguments.icao_code, context)
    if isinstance(airport, NotLocated):
        asked = ToolCall(tool="get_pilot_reviews", arguments=arguments.canonical())
        choices = instead(airport, asked, "icao_code", lambda code: say("Reviews of {code}", code=code))
        return PilotReviews(found=False, message=airport.message, choices=choices)
    lines = await reports_of(airport.ident, context, ("review", "note", "fee", "fuel_price"))
    return PilotReviews(
        icao=airport.ident,
        name=airport.short_name,
        reports=lines[: arguments.limit],
        total=len(lines),
        average_rating=_average([line.rating for line in lines if line.rating is not None]),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


def _average(ratings: list[int]) -> float | None:
    return round(sum(ratings) / len(ratings), 1) if ratings else None


async def reports_of(icao: str, context: ToolContext, kinds: tuple[ReportKind, ...]) -> tuple[ReportLine, ...]:
    """The reports of these kinds that the asking chat may see, newest first."""
    found = await context.deps.reports.for_airfield(icao, context.question.chat, context.question.person)
    return tuple(_line(r) for r in sorted(found, key=lambda r: r.reported_on, reverse=True) if r.kind in kinds)


def _line(report: MemberReport) -> ReportLine:
    return ReportLine(
        kind=report.kind,
        text=report.text,
        author=report.author,
        day=report.reported_on,
        amount=report.amount,
        currency=report.currency,
        unit=report.unit,
        aircraft=report.aircraft,
        fuel=report.fuel,
        rating=report.rating,
    )
