"""Words for SIGMETs and NOTAMs: the original text, its times, and what cannot be seen from here."""

from __future__ import annotations

from agent.protocol import Answer, Suggestion
from agent.subjects.offered import weather_at
from agent.subjects.weather.warnings import NearSigmet, Notams, RouteNotams, SeenNotam, Sigmets
from agent.weather.notam import LATE, Notam
from agent.weather.sigmet import words
from agent.writing.write import Talk, suggest, write

SHOWN = 5
NO_AIRMET = "AIRMET and GAMET of Europe are not seen here."


@write.register
def _(result: Sigmets, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or "I have no SIGMETs for that.", choices=result.choices)
    lines: list[str] = []
    if result.on_the_way:
        lines.append(f"**{len(result.on_the_way)} SIGMET{_s(result.on_the_way)} on {result.label}:**")
        lines += [f"- {words(near.sigmet)}" for near in result.on_the_way[:SHOWN]]
    else:
        lines.append(f"No SIGMET seen within 10 nm of {result.label}.")
    lines += [f"- {near.distance_nm:.0f} nm away: {words(near.sigmet)}" for near in result.near[:3]]
    lines += [f"- position not told: {words(near.sigmet)}" for near in result.unplaced[:3]]
    when = f"{result.fetched:%d %b %H:%M} UTC" if result.fetched else "an unknown time"
    old = " (old copy: the service does not answer)" if result.stale else ""
    unread = f" {result.unread} could not be read." if result.unread else ""
    lines.append(f"{result.in_force} in force or near in the world, as of {when}{old}.{unread} {NO_AIRMET}")
    return Answer(text="\n".join(lines), choices=result.choices)


def _s(of: tuple[NearSigmet, ...]) -> str:
    return "" if len(of) == 1 else "s"


@write.register
def _(result: Notams, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or "I have no NOTAMs for that.", choices=result.choices)
    link = f"[{result.official_name}]({result.official_url})"
    if not result.seen:
        why = f" ({result.why_not})" if result.why_not else ""
        return Answer(text=f"**NOTAM of {result.icao} {result.name}: not seen here**{why}. Read them at {link}.")
    issued = f"{result.issued:%d %b %H:%M} UTC" if result.issued else "an untold time"
    old = ", an old copy: the service does not answer" if result.stale else ""
    head = f"UK bulletin of {issued}{old}"
    if not result.notams:
        lines = [f"{head}: none found for {result.icao} {result.name}, {_span(result)}."]
    else:
        lines = [f"**{len(result.notams)} NOTAM for {result.icao} {result.name}**, {_span(result)}. {head}:"]
        for number, seen in enumerate(result.notams[:SHOWN], start=1):
            lines.append(f"{number}. {notam_words(seen)}")
        if len(result.notams) > SHOWN:
            lines.append(f"{len(result.notams) - SHOWN} more in the official briefing.")
    if result.folded:
        lines.append(f"{result.folded} on obstacles or instrument landing systems not shown.")
    lines.append(f"Official: {link}.")
    return Answer(text="\n".join(lines), choices=result.choices)


@write.register
def _(result: RouteNotams, talk: Talk) -> Answer:
    """Both ends, then the way; what is not seen is said with where it is."""
    lines: list[str] = []
    if not result.seen:
        lines.append(f"**NOTAM on {result.label}: not seen here** ({result.why_not}).")
    else:
        issued = f"{result.issued:%d %b %H:%M} UTC" if result.issued else "an untold time"
        old = ", an old copy: the service does not answer" if result.stale else ""
        where = f"UK bulletin of {issued}{old}: "
        if result.on_the_way:
            count = len(result.on_the_way)
            lines.append(f"**{count} NOTAM near {result.label}**, {_span(result)}. {where.rstrip(': ')}:")
            lines += [f"{n}. {notam_words(one)}" for n, one in enumerate(result.on_the_way[:SHOWN], start=1)]
            if count > SHOWN:
                lines.append(f"{count - SHOWN} more in the official briefing.")
        else:
            lines.append(f"{where}none found within 10 nm of {result.label}, {_span(result)}.")
            lines.append("It covers British airspace alone.")
        if result.folded:
            lines.append(f"{result.folded} on obstacles or instrument landing systems not shown.")
    for end in result.ends:
        link = f"[{end.official_name}]({end.official_url})"
        if not end.seen:
            lines.append(f"{end.icao} {end.name}: not seen here. Read them at {link}.")
        elif end.notams:
            first = notam_words(end.notams[0])
            more = f" {len(end.notams) - 1} more." if len(end.notams) > 1 else ""
            lines.append(f"{end.icao} {end.name}: {len(end.notams)} seen. {first}{more} Official: {link}.")
        else:
            lines.append(f"{end.icao} {end.name}: none found in the bulletin. Official: {link}.")
    return Answer(text="\n".join(lines))


def _span(result: Notams | RouteNotams) -> str:
    """ "22 Nov 12:00 to 23 Nov 12:00 UTC"."""
    if result.from_ is None or result.until is None:
        return "times not told"
    return f"{result.from_:%d %b %H:%M} to {result.until:%d %b %H:%M} UTC"


def notam_words(seen: SeenNotam) -> str:
    """The number, the times, and the original text."""
    notam = seen.notam
    schedule = f", schedule {notam.schedule}" if notam.schedule else ""
    unread = " (not understood: kept)" if seen.active == "schedule not read" else ""
    return f"{notam.id} {_until(notam)}{schedule}{unread}: “{' '.join(notam.text.split())[:300]}”"


def _until(notam: Notam) -> str:
    end = "permanent" if notam.permanent or notam.to == LATE else f"{notam.to:%d %b %H:%M}"
    return f"{notam.from_:%d %b %H:%M} to {end} UTC{' estimated' if notam.estimated else ''}"


@suggest.register
def _(result: Notams, talk: Talk) -> tuple[Suggestion, ...]:
    return (weather_at(result.icao),) if result.icao else ()
