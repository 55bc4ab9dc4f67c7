"""Words for what stands against a pilot's own minima: the figure, the limit, whose figure it is. No verdicts."""

from __future__ import annotations

from collections.abc import Sequence

from agent.protocol import Minima
from agent.subjects.weather.findings import Finding
from agent.subjects.weather.minima import minima_words
from agent.weather.words import visibility_words
from tongue import later, say


def compared_words(findings: Sequence[Finding], minima: Minima) -> list[str]:
    """What reports in hand have against the minima, a line each; one line where they have nothing."""
    weather = minima.model_copy(update={"light_margin_minutes": None})
    if not weather.any:
        return []
    if not findings:
        return [say("Nothing told here stands against your minima: {minima}.", minima=minima_words(weather))]
    return in_words(findings)


def in_words(findings: Sequence[Finding]) -> list[str]:
    """A line each, the first of each kind and field before those that only repeat it at another hour."""
    first = {(one.kind, one.place): one for one in reversed(findings)}
    leading = [one for one in findings if first[one.kind, one.place] is one]
    told: dict[str, None] = {}
    for one in (*leading, *findings):
        alike = [of for of in findings if of.kind == "deadline" and one.to and of.to and of.detail == one.detail]
        told[_ended(alike) if one.kind == "deadline" and one.to else finding_words(one)] = None
    return list(told)


def _ended(of: Sequence[Finding]) -> str:
    """One thing to do whose time is over, for each way of the flight in one sentence."""
    ends = ", ".join(say("{to:%a %d %b %H:%M} UTC ({place})", to=one.to, place=one.place) for one in of)
    return say("{what}: its time ended {ends}.", what=of[0].detail, ends=ends)


def finding_words(of: Finding) -> str:
    """ "Ceiling at LFAT below your 1,500 ft in 2 of 3 models, 13:00–15:00 UTC"."""
    match of.kind:
        case "closed":
            return say(of.detail)
        case "deadline":
            if of.to is None:
                return say("{what} ({place}): its time has ended.", what=of.detail, place=of.place)
            return _ended([of])
        case "night":
            return _night(of)
        case "thunderstorm":
            return say(
                "{what} in the {source} at {place}{chance}{hours}.",
                what=of.detail,
                source=of.source,
                place=of.place,
                chance=_chance(of),
                hours=_hours(of),
            )
        case "ceiling" | "visibility" | "crosswind" | "gust" | "wind" | "wind_gust":
            return _against(of)


_NAMES = {
    "ceiling": later("Ceiling"),
    "visibility": later("Visibility"),
    "crosswind": later("Crosswind"),
    "gust": later("Crosswind in gusts"),
    "wind": later("Wind"),
    "wind_gust": later("Wind in gusts"),
}


def _against(of: Finding) -> str:
    told = {
        "what": say(_NAMES[of.kind]),
        "place": of.place,
        "limit": _figure(of.kind, of.limit),
        "chance": _chance(of),
        "hours": _hours(of),
        "source": of.source,
    }
    above = of.kind in ("crosswind", "gust", "wind", "wind_gust")
    if of.unmeasured:
        return say("{what} at {place} not told by the {source}{chance}{hours}: your limit is {limit}.", **told)
    if of.models is not None:
        told |= {"hits": of.models[0], "count": of.models[1]}
        if of.models == (1, 1) and above:
            return say("{what} at {place} above your {limit} in the one model that tells it{hours}.", **told)
        if of.models == (1, 1):
            return say("{what} at {place} below your {limit} in the one model that tells it{hours}.", **told)
        if above:
            return say("{what} at {place} above your {limit} in {hits} of {count} models{hours}.", **told)
        return say("{what} at {place} below your {limit} in {hits} of {count} models{hours}.", **told)
    told["figure"] = _figure(of.kind, of.figure)
    if above:
        return say("{what} at {place} {figure}, above your {limit}{chance}, {source}{hours}.", **told)
    return say("{what} at {place} {figure}, below your {limit}{chance}, {source}{hours}.", **told)


def _figure(kind: str, value: float | None) -> str:
    if value is None:
        return say("unknown")
    if kind == "ceiling":
        return say("{value:,.0f} ft", value=value)
    if kind == "visibility":
        return visibility_words(round(value), f"{round(value)}SM") or say("unknown")
    return f"{value:.0f} kt"


def _chance(of: Finding) -> str:
    chance = f" {of.probability} %" if of.probability else ""
    return chance + (say(" at times") if of.at_times else "")


def _hours(of: Finding) -> str:
    if of.from_ is None or of.to is None:
        return ""
    if of.to.date() == of.from_.date():
        return f", {of.from_:%H:%M}–{of.to:%H:%M} UTC"
    return say(", {since:%a} {since:%H:%M}–{to:%a} {to:%H:%M} UTC", since=of.from_, to=of.to)


def _night(of: Finding) -> str:
    left = round(of.figure or 0)
    told = {
        "place": of.place,
        "minutes": abs(left),
        "when": f"{of.to:%H:%M} UTC" if of.to else say("an unknown time"),
        "rule": f" ({say(of.detail)})" if of.detail else "",
    }
    if left < 0:
        return say("Arrival at {place} {minutes} min after night begins there, {when}{rule}.", **told)
    return say(
        "Arrival at {place} {minutes} min before night, {when}{rule}: your margin is {margin:.0f} min.",
        margin=of.limit or 0,
        **told,
    )
