"""Words for the notice an airfield wants: the demand first, then until when and whom to call."""

from __future__ import annotations

from datetime import datetime

from agent.formatting.write import Talk, suggest, write
from agent.protocol import Answer, Suggestion
from agent.tools.notice import AirfieldNotice, NoticeDemand

_RAW_SHOWN = 240
_DEMANDS_SHOWN = 4
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_CLASSES = {
    "schengen_eu": "Schengen and EU",
    "schengen_only": "Schengen outside the EU",
    "customs_only": "EU outside Schengen",
    "neither": "neither Schengen nor EU",
}


@write.register
def _(result: AirfieldNotice, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or "I don't know that airfield.", choices=result.choices)
    lines = [_heading(result)]
    if not result.demands:
        lines.append(_nothing_known(result))
    for demand in result.demands[:_DEMANDS_SHOWN]:
        lines.append(_demand(demand))
        contact = _contact(demand)
        if contact:
            lines.append(f"  {contact}")
    if len(result.demands) > _DEMANDS_SHOWN:
        lines.append(f"{len(result.demands) - _DEMANDS_SHOWN} more demands stand in the text below.")
    if result.demands and not any(
        s.startswith(("Permission", "Prior")) for d in result.demands for s in d.services
    ):
        lines.append("PPR for the field itself: nothing stated in what I have read, ask.")
    lines += dict.fromkeys([*result.reports[:2], *result.warnings])
    if result.country_default:
        lines.append(result.country_default)
    seen: set[str] = set()
    for demand in result.demands:
        if demand.raw not in seen and len(seen) < 2:
            seen.add(demand.raw)
            lines.append(_raw(demand))
    if result.other_records:
        lines.append(f"Another record differs: {result.other_records[0]}")
    return Answer(text="\n".join(lines))


def _heading(result: AirfieldNotice) -> str:
    when = ""
    if result.day and result.day_name:
        when = f", {result.day_name} {result.day.day} {result.day:%b %Y}"
        when += f" at {result.arrival_time} local" if result.arrival_time else ""
        when += f" (public holiday: {result.holiday})" if result.holiday else ""
    origin = f", arriving from {_the(result.from_country)}" if result.from_country else ""
    return f"{result.icao} {result.name}{when}{origin}"


def _the(country: str) -> str:
    return f"the {country}" if country in ("United Kingdom", "Netherlands", "United States") else country


def _nothing_known(result: AirfieldNotice) -> str:
    whom = result.phone or result.email
    return f"**No notice data for {result.icao}.** Call the field{f': {whom}' if whom else ''}."


def _demand(demand: NoticeDemand) -> str:
    who = " and ".join(s if i == 0 else s.lower() for i, s in enumerate(demand.services)) + _limits(demand)
    match demand.kind:
        case "hours" | "window":
            window = f", not before {_hours(demand.earliest_hours)}" if demand.earliest_hours else ""
            what = f"{_hours(demand.hours)} before{window}."
        case "business_day":
            cut = f" before {demand.cut_off}" if demand.cut_off else ""
            count = demand.business_day_offset or 1
            what = f"{'the last working day' if count == 1 else f'{count} working days'}{' before' if not cut else ''}{cut}."  # noqa: E501
        case "specific_time":
            day = {1: "the day before, ", None: "day not stated, "}.get(
                demand.business_day_offset, f"{demand.business_day_offset} days before, "
            )
            what = f"{day}until {demand.cut_off}."
        case "on_request":
            return f"**{who}: request needed.** The AIP states no lead time: ask now."
        case "not_available":
            told = "not available" if demand.only_for else "not available for this flight"
            return f"**{who}: {'not at all times, see the text' if demand.partial else told}.**"
        case "h24":
            return f"**{who}: hours of service H24.** That says nothing of notice: ask."
        case "as_ad_hours":
            return f"**{who}: during the field's hours.** The AIP is silent on notice: ask."
        case _:
            return f"**{who}: I cannot read a notice time from the text.** Confirm by phone."
    return f"**{who}: {what}**{_latest(demand)}"


def _limits(demand: NoticeDemand) -> str:
    """ " (Schengen outside the EU; Mon–Sat)": which flights and days, where the question left them open."""
    parts = [", ".join(_CLASSES.get(c, c) for c in demand.only_for)]
    days = [d for d in demand.only_on if d != "holiday"]
    named = [_DAYS[d - 1] for d in days]
    run = len(days) > 2 and days == list(range(days[0], days[-1] + 1))
    said = [f"{named[0]}–{named[-1]}"] if run else named
    parts.append(", ".join([*said, *(["public holidays"] if "holiday" in demand.only_on else [])]))
    told = "; ".join(part for part in parts if part)
    return f" ({told})" if told else ""


def _hours(hours: float | None) -> str:
    if hours is None:
        return "some time"
    return f"{hours:g} h" if hours >= 1 else f"{hours * 60:g} min"


def _latest(demand: NoticeDemand) -> str:
    if not demand.latest_local or not demand.latest_utc:
        return ""
    local, utc = datetime.fromisoformat(demand.latest_local), datetime.fromisoformat(demand.latest_utc)
    other_day = f"{utc:%a} " if utc.date() != local.date() else ""
    note = f" ({demand.assumed})" if demand.assumed else ""
    return f" Notify by {local:%a} {local.day} {local:%b %H:%M} local ({other_day}{utc:%H:%M} UTC){note}."


def _contact(demand: NoticeDemand) -> str:
    parts = [p for p in (demand.email, demand.phone) if p]
    if demand.opening_local:
        parts.append(f"open {demand.opening_local} local ({demand.opening_utc} UTC)")
    elif demand.opening_raw:
        parts.append(f"open {demand.opening_raw}")
    return " · ".join(parts)


def _raw(demand: NoticeDemand) -> str:
    words = demand.raw if len(demand.raw) <= _RAW_SHOWN else demand.raw[: _RAW_SHOWN - 1] + "…"
    age = ", older than two cycles: confirm by phone" if demand.stale else ""
    date = f"amendment of {demand.as_of:%b %Y}" if demand.dated else "amendment not dated"
    return f"Raw ({demand.item}, {demand.source}, {date}{age}): “{words}”"


@suggest.register
def _(result: AirfieldNotice, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.icao is None:
        return ()
    home = talk.question.profile.home_base
    found = [Suggestion(text=f"Tell me about {result.icao}", tool="get_airport_details", category="airfield")]
    if home and home != result.icao:
        found.insert(
            0,
            Suggestion(
                text=f"{home} to {result.icao}: do I need customs?", tool="get_border_brief", category="border"
            ),
        )
    return tuple(found)
