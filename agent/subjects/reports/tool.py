"""What club members tell of a field: reading it, and drafting a new report for its author to save."""

from __future__ import annotations

from datetime import UTC, date

from pydantic import Field, computed_field, field_validator

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.deps import MemberReport, ReportKind
from agent.locate import NotLocated, one_field
from agent.protocol import Choice, DetailMarker, DetailView, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.reports.amounts import Paid, Unit, amounts, chief
from agent.subjects.reports.days import is_about, report_day
from tongue import say

_FUEL = re.compile(r"\b(avgas|100\s?ll|ul\s?91|ul\s?94|mogas|jet\s?-?a\s?-?1?|fuel)\b", re.IGNORECASE)
_REVIEW = re.compile(
    r"\b(great|nice|\w*friendly|freundlich|unfreundlich|sympa\w*|lecker|super|lovely|good|bad|awful|helpful|recommend\w*|rude|excellent|poor|stars?|review|loved?)\b|/5\b",
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
            raise ValueError(say("say what you want to report"))
        return value.strip()


class ReportDraft(ToolResult):
    """A report as it would be saved, word by word. Nothing is saved until its author says yes.

    `about_then`: it says no day, but about when. `alone`: nobody but its author will see it.
    `left_out` letters at its end are not kept.
    """

    icao: str | None = None
    name: str | None = None
    kind: ReportKind = "note"
    text: str = ""
    amount: float | None = None
    currency: str | None = None
    unit: Unit | None = None
    fuel: str | None = None
    aircraft: str | None = None
    rating: int | None = None
    day: date | None = None
    about_then: bool = False
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
    paid = chief(amounts(text))
    fuel = _FUEL.search(text)
    aircraft = _aircraft(text, context)
    return ReportDraft(
        icao=airport.ident,
        name=airport.short_name,
        kind=kind_of(text, paid),
        text=text,
        amount=paid.amount if paid else None,
        currency=paid.currency if paid else None,
        unit=paid.unit if paid else None,
        fuel=fuel[1] if fuel else None,
        aircraft=aircraft,
        rating=int(stars[1]) if (stars := _STARS.search(text)) else None,
        day=report_day(text, today),
        about_then=is_about(text),
        author=context.question.person,
        alone=context.question.alone,
        left_out=arguments.left_out,
        choices=(Choice(label=say("Save it"), text="yes"), Choice(label=say("No"), text="no")),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


def kind_of(text: str, paid: Paid | None) -> ReportKind:
    """A price per unit is a fuel price, another amount a fee; praise and blame a review; the rest a note."""
    if paid is not None:
        return "fee" if paid.what != "fuel" else "fuel_price" if paid.unit is not None else "note"
    return "review" if _REVIEW.search(text) or _STARS.search(text) else "note"


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
            raise ValueError(say("ask for 1 to 50 reviews"))
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
