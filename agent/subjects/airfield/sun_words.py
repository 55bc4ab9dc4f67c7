"""Words for the light of a day at a field: sunset, twilight, night, and how it is at an hour."""

from __future__ import annotations

from datetime import timedelta

from agent.subjects.airfield.attributes import DaySun
from tongue import say


def sun_lines(sun: DaySun, named: str) -> list[str]:
    """Sunrise, sunset and civil twilight of one day at a field, and the light of the hour that was asked about."""
    day = say(
        "{named}, {day_name} {day} {day2:%b}",
        named=named,
        day_name=sun.day_name,
        day=sun.day.day,
        day2=sun.day,
    )
    if sun.state != "rises and sets":
        return [
            say("{day}: **the sun never sets.**", day=day)
            if sun.state == "never sets"
            else say("{day}: **the sun never rises.**", day=day)
        ]
    told = [
        say("Morning civil twilight begins {twilight_begins}.", twilight_begins=sun.twilight_begins)
        if sun.twilight_begins and not sun.rise_first
        else "",
        say(
            "Evening civil twilight ends {twilight_ends}, {duration} after sunset.",
            twilight_ends=sun.twilight_ends,
            duration=_minutes(sun.dusk),
        )
        if sun.twilight_ends and sun.dusk is not None
        else "",
    ]
    lasts = (
        " " + say("{duration} from sunrise to sunset.", duration=_hours_minutes(sun.daylight))
        if sun.daylight is not None and sun.daylight > timedelta()
        else ""
    )
    head = say("{day}: **sunset {sunset}, sunrise {sunrise}**.", day=day, sunset=sun.sunset, sunrise=sun.sunrise)
    if sun.rise_first:
        head = say(
            "{day}: **sunrise {sunrise}**, sunset {sunset}.", day=day, sunset=sun.sunset, sunrise=sun.sunrise
        )
        if sun.twilight_begins:
            head = say(
                "{day}: **sunrise {sunrise}, first light (civil twilight) {dawn}**; sunset {sunset}.",
                day=day,
                sunset=sun.sunset,
                sunrise=sun.sunrise,
                dawn=sun.twilight_begins,
            )
    return [
        *_at_that_hour(sun),
        f"{head}{lasts}",
        " ".join(filter(None, told)) or say("Civil twilight lasts all night."),
        say(
            "Night begins {moment} ({rule}): VFR by day ends then.",
            moment=sun.night_begins,
            rule=say(sun.night_by),
        )
        if sun.night_begins and sun.night_by
        else say(
            "Computed for the field's position. When night begins by the law there I do not know, nor until when "
            "VFR by day is flown: ask the field or read its AIP."
        ),
        *_so_long_after(sun),
        *_some_minutes_before(sun),
        *_from_now(sun),
        *_further_days(sun),
    ]


def _further_days(sun: DaySun) -> list[str]:
    """The other days that were named, a line each."""
    lines: list[str] = []
    for other in sun.further:
        day = say("{day_name} {day} {day2:%b}", day_name=other.day_name, day=other.day.day, day2=other.day)
        if other.state != "rises and sets":
            never = other.state == "never sets"
            lines.append(
                say("{day}: **the sun never sets.**", day=day)
                if never
                else say("{day}: **the sun never rises.**", day=day)
            )
            continue
        line = say(
            "{day}: **sunset {sunset}, sunrise {sunrise}**.", day=day, sunset=other.sunset, sunrise=other.sunrise
        )
        night = say("Night begins {moment}.", moment=other.night_begins) if other.night_begins else ""
        lines.append(f"{line} {night}".strip())
    return lines


def _at_that_hour(sun: DaySun) -> list[str]:
    """ "Will it be dark at 17:00": how long before or after sunset, and the beginning of night, that is."""
    if sun.at is None or sun.at_past_sunset is None:
        return []
    none = timedelta(0)
    if sun.at_past_sunrise is not None and sun.at_past_sunrise < none:
        return [
            say("**At {at} it is {sunrise} before sunrise.**", at=sun.at, sunrise=_minutes(-sun.at_past_sunrise))
        ]
    past, night = sun.at_past_sunset, sun.at_past_night
    sunset = _minutes(abs(past))
    if night is None:
        return [
            say("**At {at} it is {sunset} before sunset.**", at=sun.at, sunset=sunset)
            if past < none
            else say("**At {at} it is {sunset} after sunset.**", at=sun.at, sunset=sunset)
        ]
    to_night = _minutes(abs(night))
    if past < none:
        return [
            say(
                "**At {at} it is {sunset} before sunset**, {night} before night begins.",
                at=sun.at,
                sunset=sunset,
                night=to_night,
            )
        ]
    if night < none:
        return [
            say(
                "**At {at} it is {sunset} after sunset**, {night} before night begins.",
                at=sun.at,
                sunset=sunset,
                night=to_night,
            )
        ]
    return [
        say(
            "**At {at} it is night**: {sunset} after sunset, {night} after night has begun.",
            at=sun.at,
            sunset=sunset,
            night=to_night,
        )
    ]


def _minutes(of: timedelta) -> str:
    """ "42 min"; in hours from an hour on."""
    minutes = round(of.total_seconds() / 60)
    return _hours_minutes(of) if minutes >= _AN_HOUR else say("{minutes} min", minutes=minutes)


_AN_HOUR = 60


def _so_long_after(sun: DaySun) -> list[str]:
    """Whether night begins so long after sunset as was asked: by the rule, or only as it falls that day."""
    asked, past = sun.minutes_after, sun.night_past_sunset
    if asked is None or past is None:
        return []
    if sun.night_by_minutes == asked:
        return [say("**Yes: night begins {minutes} min after sunset there.**", minutes=asked)]
    if sun.night_by_minutes:
        counted = say("{minutes} min after sunset", minutes=sun.night_by_minutes)
        return [say("**Not {asked} min: night begins {counted} there.**", asked=asked, counted=counted)]
    return [
        say(
            "**Not by a fixed {asked} min there: night begins by the sun's height, "
            "{past} after sunset on this day.**",
            asked=asked,
            past=_minutes(past),
        )
    ]


def _some_minutes_before(sun: DaySun) -> list[str]:
    """ "If I want 30 minutes before sunset": that moment, and the same before night."""
    if sun.before_sunset is None or sun.minutes_before is None:
        return []
    if sun.before_night is None:
        return [say("**{minutes} min before sunset: {at}**.", minutes=sun.minutes_before, at=sun.before_sunset)]
    return [
        say(
            "**{minutes} min before sunset: {at}**; before night: {night}.",
            minutes=sun.minutes_before,
            at=sun.before_sunset,
            night=sun.before_night,
        )
    ]


def _from_now(sun: DaySun) -> list[str]:
    """How much of today's light is left."""
    if sun.to_sunset is None:
        return []
    sunset = _hours_minutes(sun.to_sunset)
    if sun.to_night is None:
        return [say("From now: {sunset} to sunset.", sunset=sunset)]
    return [
        say("From now: {sunset} to sunset, {night} to night.", sunset=sunset, night=_hours_minutes(sun.to_night))
    ]


def _hours_minutes(lasts: timedelta) -> str:
    hours, minutes = divmod(int(lasts.total_seconds() // 60), 60)
    return (
        say("{hours} h {minutes:02d}", hours=hours, minutes=minutes)
        if hours
        else say("{minutes} min", minutes=minutes)
    )
