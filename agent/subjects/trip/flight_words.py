"""The flights of a trip in their moments: off blocks, the latest off blocks, sunset and night."""

from __future__ import annotations

from datetime import timedelta

from agent.protocol import Moment
from agent.subjects.route.light import length
from agent.subjects.trip.clock_words import zulu
from agent.subjects.trip.timeline import Sky, Task, TripLeg, TripPlan, is_near
from tongue import say


def flight_moments(result: TripPlan) -> list[Moment]:
    """Off blocks of each flight, and the latest off blocks where it is near or of the last one."""
    found: list[Moment] = []
    several = len({leg.day for leg in result.legs}) > 1
    for leg in result.legs:
        day = say("{day:%a} ", day=leg.day) if leg.day and several else ""
        if leg.off_blocks is not None:
            lands = say("on blocks {clock}", clock=zulu(leg.arrival, leg.to_zone)) if leg.arrival else ""
            what = say("{start} → {end}, off blocks", start=leg.from_.icao, end=leg.to.icao)
            found.append(Moment(at=f"{day}{zulu(leg.off_blocks, leg.from_zone)}", what=what, note=lands))
        task = next((t for t in result.tasks if t.kind == "off_blocks" and t.leg == leg.number), None)
        if task is not None and is_near(task, leg, result.legs):
            found.append(last_minute(task, day))
    return found or [
        Moment(at=zulu(sky.sunset, sky.zone), what=say("sunset {icao}", icao=sky.icao), note=_night(sky))
        for sky in result.legs[-1].skies
        if sky.sunset is not None
    ]


def _night(sky: Sky) -> str:
    if not sky.night_begins:
        return say("when night begins there I do not know")
    return say("night {clock}", clock=zulu(sky.night_begins, sky.zone))


def last_minute(task: Task, day: str = "") -> Moment:
    """ "15:36Z latest off blocks LFAT, sunset EGLD 15:57Z − 30 min": the sum."""
    at = f"{day}{zulu(task.latest, task.zone)}" if task.latest else ""
    return Moment(at=at, what=task.title, note=task.lead)


def sun_lines(result: TripPlan) -> list[str]:
    """Sunset and the beginning of legal night at both ends of the last flight."""
    said: list[str] = []
    for sky in result.legs[-1].skies:
        sunset = (
            say("{icao} sunset {clock}", icao=sky.icao, clock=zulu(sky.sunset, sky.zone))
            if sky.sunset
            else say("{icao} no sunset", icao=sky.icao)
        )
        said.append(f"{sunset}, {_night(sky)}")
    lines = [say("Sun: {ends}", ends=" · ".join(said))] if said else []
    return [*lines, *_by_night(result)] if result.about == "off_blocks" else lines


def _by_night(result: TripPlan) -> list[str]:
    """ "Until night begins at EGHP, 16:31Z, by the light alone": of one who counts with night, not with sunset."""
    leg = result.legs[-1]
    latest, sky = leg.latest, leg.skies[-1] if leg.skies else None
    if latest is None or sky is None or sky.sunset is None or sky.night_begins is None or result.there_by:
        return []
    if not latest.on_arrival or latest.limit_at != sky.sunset.replace(second=0, microsecond=0):
        return []
    spent = timedelta(minutes=latest.flight_minutes + latest.margin_minutes)
    return [
        say(
            "By the light alone, until night begins at {icao} ({night}): off blocks by {clock}, "
            "with the same margin.",
            icao=sky.icao,
            night=zulu(sky.night_begins, sky.zone),
            clock=zulu(sky.night_begins.replace(second=0, microsecond=0) - spent, leg.from_zone),
        )
    ]


def light_at_the_hour(result: TripPlan) -> str:
    """ "Off blocks EGSV 09:30Z: on blocks EGPA 12:47Z, 2 h 43 before sunset": of each way whose hour was told."""
    ways: dict[str, list[TripLeg]] = {}
    for leg in result.legs:
        ways.setdefault(leg.direction, []).append(leg)
    return ". ".join(line for legs in ways.values() if (line := _light_of(legs)))


def _light_of(legs: list[TripLeg]) -> str:
    first, last = legs[0], legs[-1]
    if first.off_blocks is None or last.arrival is None or not last.skies or any(leg.expected for leg in legs):
        return ""
    there, sky = last.arrival, last.skies[-1]
    if sky.sunset is None:
        return ""
    flown = say(
        "Off blocks {start} {off}: on blocks {end} {lands}",
        start=first.from_.icao,
        off=zulu(first.off_blocks, first.from_zone),
        end=last.to.icao,
        lands=zulu(there, last.to_zone),
    )
    apart = length(abs(sky.sunset - there))
    if there <= sky.sunset:
        return say("{flown}, {apart} before sunset", flown=flown, apart=apart)
    flown = say("{flown}, {apart} after sunset", flown=flown, apart=apart)
    if sky.night_begins is None:
        return flown
    apart = length(abs(sky.night_begins - there))
    if there <= sky.night_begins:
        return say("{flown}, {apart} before night begins", flown=flown, apart=apart)
    return say("{flown}, {apart} after night begins", flown=flown, apart=apart)
