"""Words for SIGMETs and NOTAMs: the original text, its times, and what cannot be seen from here."""

from __future__ import annotations

from agent.protocol import Answer, Suggestion
from agent.subjects.offered import weather_at
from agent.subjects.weather.forecast_words import stamp
from agent.subjects.weather.hazards import wave_words
from agent.subjects.weather.warnings import Notams, RouteNotams, SeenNotam, Sigmets
from agent.weather.notam import LATE, Notam
from agent.weather.sigmet import words
from agent.writing.write import Talk, suggest, write
from tongue import country_name, later, say, say_many

SHOWN = 5
NO_AIRMET = later("AIRMET and GAMET of Europe are not seen here.")


@write.register
def _(result: Sigmets, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or say("I have no SIGMETs for that."), choices=result.choices)
    lines: list[str] = []
    if result.of_ash and not result.on_the_way:
        lines.append(say("**No SIGMET of volcanic ash** is in force in what is seen here."))
    elif result.on_the_way:
        count = len(result.on_the_way)
        lines.append(
            say_many("**{count} SIGMET on {way}:**", "**{count} SIGMETs on {way}:**", count, way=result.label)
        )
        lines += [f"- {words(near.sigmet)}" for near in result.on_the_way[:SHOWN]]
    elif result.region:
        lines.append(say("No SIGMET seen of the regions of {way}.", way=country_name(result.label)))
    else:
        lines.append(say("No SIGMET seen within {nm:.0f} nm of {way}.", nm=result.within_nm, way=result.label))
    lines += [
        say("- {nm:.0f} nm away: {words}", nm=near.distance_nm, words=words(near.sigmet))
        for near in result.near[:3]
    ]
    lines += [say("- position not told: {words}", words=words(near.sigmet)) for near in result.unplaced[:3]]
    when = stamp(result.fetched) if result.fetched else say("an unknown time")
    old = say(" (old copy: the service does not answer)") if result.stale else ""
    world = say(
        "{count} in force or near in the world, as of {when}{old}.", count=result.in_force, when=when, old=old
    )
    unread = say(" {count} could not be read.", count=result.unread) if result.unread else ""
    lines.append(f"{world}{unread} {say(NO_AIRMET)}")
    if "mountain_wave" in result.hazards:
        lines.append(wave_words())
    return Answer(text="\n".join(lines), choices=result.choices)


@write.register
def _(result: Notams, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or say("I have no NOTAMs for that."), choices=result.choices)
    link = f"[{result.official_name}]({result.official_url})"
    if not result.seen:
        why = f" ({result.why_not})" if result.why_not else ""
        return Answer(
            text=say(
                "**NOTAM of {field}: not seen here**{why}. Read them at {link}.",
                field=f"{result.icao} {result.name}",
                why=why,
                link=link,
            )
            + _areas(talk)
        )
    told = {"field": f"{result.icao} {result.name}", "span": _span(result), "head": _bulletin(result)}
    if not result.notams:
        lines = [say("{head}: none found for {field}, {span}.", **told)]
    else:
        lines = [say("**{count} NOTAM for {field}**, {span}. {head}:", count=len(result.notams), **told)]
        for number, seen in enumerate(result.notams[:SHOWN], start=1):
            lines.append(f"{number}. {notam_words(seen)}")
        if len(result.notams) > SHOWN:
            lines.append(say("{count} more in the official briefing.", count=len(result.notams) - SHOWN))
    if result.folded:
        lines.append(_folded(result.folded))
    lines.append(say("Official: {link}.", link=link))
    return Answer(text="\n".join(lines) + _areas(talk), choices=result.choices)


def _areas(talk: Talk) -> str:
    """What is named beside the field: areas of which no activity is held."""
    named = talk.call.arguments.get("areas")
    if not isinstance(named, list) or not named:
        return ""
    areas = ", ".join(str(one) for one in named)
    return "\n" + say(
        "Of {areas} I hold neither bounds nor activity: the same pages and the AIP have them.", areas=areas
    )


@write.register
def _(result: RouteNotams, talk: Talk) -> Answer:
    """Both ends, then the way; what is not seen is said with where it is."""
    lines: list[str] = []
    if not result.seen:
        lines.append(say("**NOTAM on {way}: not seen here** ({why}).", way=result.label, why=result.why_not))
    else:
        told = {"way": result.label, "span": _span(result), "head": _bulletin(result)}
        if result.on_the_way:
            count = len(result.on_the_way)
            lines.append(say("**{count} NOTAM near {way}**, {span}. {head}:", count=count, **told))
            lines += [f"{n}. {notam_words(one)}" for n, one in enumerate(result.on_the_way[:SHOWN], start=1)]
            if count > SHOWN:
                lines.append(say("{count} more in the official briefing.", count=count - SHOWN))
        else:
            lines.append(say("{head}: none found within 10 nm of {way}, {span}.", **told))
            lines.append(say("It covers British airspace alone."))
        if result.folded:
            lines.append(_folded(result.folded))
    for end in {end.icao: end for end in result.ends}.values():
        named = {"field": f"{end.icao} {end.name}", "link": f"[{end.official_name}]({end.official_url})"}
        if not end.seen:
            lines.append(say("{field}: not seen here. Read them at {link}.", **named))
        elif end.notams:
            first = notam_words(end.notams[0])
            more = say(" {count} more.", count=len(end.notams) - 1) if len(end.notams) > 1 else ""
            lines.append(
                say(
                    "{field}: {count} seen. {first}{more} Official: {link}.",
                    count=len(end.notams),
                    first=first,
                    more=more,
                    **named,
                )
            )
        else:
            lines.append(say("{field}: none found in the bulletin. Official: {link}.", **named))
    return Answer(text="\n".join(lines))


def _span(result: Notams | RouteNotams) -> str:
    """ "22 Nov 12:00 to 23 Nov 12:00 UTC"."""
    if result.from_ is None or result.until is None:
        return say("times not told")
    return say("{since:%d %b %H:%M} to {until:%d %b %H:%M} UTC", since=result.from_, until=result.until)


def _bulletin(result: Notams | RouteNotams) -> str:
    issued = stamp(result.issued) if result.issued else say("an untold time")
    old = say(", an old copy: the service does not answer") if result.stale else ""
    return say("UK bulletin of {issued}{old}", issued=issued, old=old)


def _folded(count: int) -> str:
    return say("{count} on obstacles or instrument landing systems not shown.", count=count)


def notam_words(seen: SeenNotam) -> str:
    """The number, the times, and the original text."""
    notam = seen.notam
    schedule = say(", schedule {text}", text=notam.schedule) if notam.schedule else ""
    unread = say(" (not understood: kept)") if seen.active == "schedule not read" else ""
    return say(
        "{name}: {value}",
        name=f"{notam.id} {_until(notam)}{schedule}{unread}",
        value=say("“{text}”", text=" ".join(notam.text.split())[:300]),
    )


def _until(notam: Notam) -> str:
    if notam.permanent or notam.to == LATE:
        return say("from {since:%d %b %H:%M} UTC, permanent", since=notam.from_)
    if notam.estimated:
        return say("{since:%d %b %H:%M} to {until:%d %b %H:%M} UTC estimated", since=notam.from_, until=notam.to)
    return say("{since:%d %b %H:%M} to {until:%d %b %H:%M} UTC", since=notam.from_, until=notam.to)


@suggest.register
def _(result: Notams, talk: Talk) -> tuple[Suggestion, ...]:
    return (weather_at(result.icao),) if result.icao else ()
