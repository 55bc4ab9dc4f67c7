"""Decodes a METAR, SPECI or TAF into its elements; never fails, never guesses, never drops a group in silence."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Literal, cast

from agent import regex as re
from agent.weather.report import Forecast, Group, GroupKind, Report, TrendGroup
from agent.weather.tokens import Reading, read

_STATION = re.compile(r"^[A-Z][A-Z0-9]{3}$")
_TIME = re.compile(r"^(\d{2})(\d{2})(\d{2})Z?$")
_VALID = re.compile(r"^(\d{2})(\d{2})/(\d{2})(\d{2})$")
_OLD_VALID = re.compile(r"^(\d{2})(\d{2})(\d{2})$")
_FROM = re.compile(r"^FM(\d{2})?(\d{2})(\d{2})Z?$")
_PROBABLE = re.compile(r"^PROB ?(\d{2})$")
_TREND_TIME = re.compile(r"^(?:FM|TL|AT) ?\d{4}Z?$")
_TEMPERATURE = re.compile(r"^T[XN]?M?\d{2}/\d{2,4}Z$")
_CORRECTED = re.compile(r"^(?:COR|CC[A-Z])$")
_TAIL = frozenset({"RMK", "NXT", "LAST", "AMDS", "FCST", "FINAL"})
_NOT_GROUPS = str.maketrans("=,\\", "   ")
AHEAD = timedelta(days=1)
"""So far ahead of now may a clock be that wrote a report."""
BEGINS_WITHIN = timedelta(days=2)
"""A forecast begins so soon after its issue."""
_HEAD = frozenset({"METAR", "SPECI", "TAF", "AMD", "AUTO", "NIL", "CNL", "BAH", "BBB"})


def decode(text: str, at: datetime | None = None, *, ahead: timedelta | None = None) -> Report | Forecast:
    """Decode one report; `at` is a time near which its day of the month lies (now when left out).

    `ahead`: how long after `at` it may be issued at most, where that is known: what is pasted is of no next month.
    """
    groups = _groups(text)
    head = groups[:6]
    is_taf = "TAF" in head or (
        not {"METAR", "SPECI"} & set(head) and any(_TIME.match(a) and _VALID.match(b) for a, b in pairwise(head))
    )
    return decode_taf(text, at, ahead=ahead) if is_taf else decode_metar(text, at, ahead=ahead)


def decode_metar(text: str, at: datetime | None = None, *, ahead: timedelta | None = None) -> Report:
    """Decode a METAR or SPECI."""
    at, latest = _near(at, ahead)
    groups = _groups(text)
    head, body = _head(groups)
    issued = next(iter(head.issued(at, latest)), None)
    into = Reading()
    trends: list[tuple[str, list[str], Reading]] = []
    trend, remarks = None, None
    here = into
    times: list[str] = []
    for number, group in enumerate(body):
        if group == "RMK":
            remarks = " ".join(body[number + 1 :]) or None
            break
        if group == "NOSIG":
            trend = "NOSIG"
        elif group in ("BECMG", "TEMPO", "INTER"):
            here, times = Reading(), []
            trends.append(("TEMPO" if group == "INTER" else group, times, here))
        elif _FROM.match(group) and not (trends and trends[-1][2] is here and not _has_read(here)):
            here, times = Reading(), [group]
            trends.append(("FM", times, here))
        elif trends and (_TREND_TIME.match(group) or _VALID.match(group)):
            times.append(group)
        elif group == "AUTO":
            head.add("AUTO")
        elif group == "NIL":
            head.add("NIL")
        elif _CORRECTED.match(group):
            head.add("COR")
        else:
            read(group, here)
    if head.time and issued is None:
        into.unread.insert(0, head.time)
    unread = [*into.unread, *(f"{kind} {group}" for kind, _, of in trends for group in _of_a_change(of)["unread"])]
    told: dict[str, Any] = {**_told(into), "unread": tuple(unread)}
    if not into.weather_told and "weather" not in into.unknown and "NIL" not in head.words:
        told["weather"] = ()  # in a METAR no weather group means no weather; a blind sensor says //
    return Report(
        station=head.station,
        kind="SPECI" if "SPECI" in head.words else "METAR",
        raw=" ".join(text.split()),
        issued=issued,
        automatic="AUTO" in head.words,
        corrected="COR" in head.words,
        missing="NIL" in head.words,
        rvr=tuple(into.rvr),
        minimum_visibility=tuple(into.minimum_visibility),
        recent_weather=tuple(into.recent_weather),
        runway_state=tuple(into.runway_state),
        sea_state=into.sea_state,
        colour=into.colour,
        trend=" ".join(dict.fromkeys(kind for kind, _, _ in trends)) or trend,
        trends=tuple(
            TrendGroup(
                kind=cast("Literal['BECMG', 'TEMPO', 'FM']", kind),
                times=tuple(times),
                colour=of.colour,
                **_of_a_change(of),
            )
            for kind, times, of in trends
        ),
        remarks=remarks,
        **told,
    )


def decode_taf(text: str, at: datetime | None = None, *, ahead: timedelta | None = None) -> Forecast:
    """Decode a TAF; each group with its own times, ends exclusive, hour 24 the next day's 00."""
    at, latest = _near(at, ahead)
    head, body = _head(_groups(text))
    issued = _issued_with(head.issued(at, latest), body)
    near = issued or at
    start, end, body = _validity(body, near)
    parts: list[tuple[str, list[str]]] = [("BASE", [])]
    remarks: str | None = None
    for number, group in enumerate(body):
        if group in _TAIL or (group == "AMD" and number):
            remarks = " ".join(body[number + (group == "RMK") :])
            break
        if group in ("CNL", "NIL", "AMD", "AUTO"):
            head.add(group)
        elif _CORRECTED.match(group):
            head.add("COR")
        elif (group in ("TEMPO", "INTER") and parts[-1][0].startswith("PROB") and not parts[-1][1]) or (
            group == "TEMPO" and parts[-1] == ("INTER", [])
        ):
            parts[-1] = (f"{parts[-1][0]} TEMPO", [])
        elif group in ("BECMG", "TEMPO", "INTER") or _PROBABLE.match(group) or _FROM.match(group):
            parts.append((group, []))
        else:
            parts[-1][1].append(group)
    groups: list[Group] = []
    temperatures: list[str] = []
    for kind, tokens in parts:
        temperatures += [token for token in tokens if _TEMPERATURE.match(token)]
        rest = [token for token in tokens if not _TEMPERATURE.match(token)]
        groups.append(_group(kind, rest, start, end, near))
    groups = _ended(groups, end)
    if head.words & {"CNL", "NIL"}:
        groups = groups if len(groups) > 1 or parts[0][1] else []
    unread = [token for group in groups for token in group.unread]
    if head.time and issued is None:
        unread.insert(0, head.time)
    return Forecast(
        station=head.station,
        raw=" ".join(text.split()),
        issued=issued,
        from_=start,
        to=end,
        amended="AMD" in head.words,
        corrected="COR" in head.words,
        cancelled="CNL" in head.words,
        missing="NIL" in head.words,
        groups=tuple(groups),
        temperatures=tuple(temperatures),
        remarks=remarks,
        unread=tuple(unread),
    )


def _has_read(of: Reading) -> bool:
    return of != Reading()


class _Head:
    """Words, station and time at the start of a report, in whatever order they came."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.station: str | None = None
        self.time = ""

    def add(self, word: str) -> None:
        self.words.add(word)

    def issued(self, at: datetime, latest: datetime | None) -> list[datetime]:
        """The times it may be of, the nearest first."""
        match = _TIME.match(self.time)
        found = moments(int(match[1]), int(match[2]), int(match[3]), at) if match else []
        return [one for one in found if latest is None or one <= latest] or found


def _near(at: datetime | None, ahead: timedelta | None) -> tuple[datetime, datetime | None]:
    """The time near which a report was issued, and the latest it can be: none is of the day after tomorrow."""
    now = datetime.now(UTC)
    return (now, now + AHEAD) if at is None else (at, at + ahead if ahead is not None else None)


def _issued_with(times: list[datetime], body: list[str]) -> datetime | None:
    """The month that has both days, issue and begin: 302300Z with 3100/0109 is of no November."""
    for issued in times:
        start = _validity(body, issued)[0]
        if start is None or abs(start - issued) <= BEGINS_WITHIN:
            return issued
    return next(iter(times), None)


def _groups(text: str) -> list[str]:
    """The groups, those written in two or three parts joined: "1 1/4SM", "WS R23", "PROB 30", "FM 1300"."""
    words = text.upper().replace("\\S", " ").translate(_NOT_GROUPS).split()
    found: list[str] = []
    while words:
        word = words.pop(0)
        if words and word.isdigit() and len(word) == 1 and re.match(r"^\d/\d{1,2}SM$", words[0]):
            word += f" {words.pop(0)}"
        elif word == "WS" and words[:2] == ["ALL", "RWY"]:
            word += f" {words.pop(0)} {words.pop(0)}"
        elif word == "WS" and words and re.match(r"^R(?:WY)?\d{2}[LCR]?$", words[0]):
            word += f" {words.pop(0)}"
        elif word == "WS" and words and words[0] in ("TKOF", "LDG"):
            word += f" {words.pop(0)}"
            if words and re.match(r"^R(?:WY)?\d{2}[LCR]?$", words[0]):
                word += f" {words.pop(0)}"
        elif words and (
            (word == "PROB" and words[0].isdigit())
            or (word in ("FM", "TL", "AT") and re.match(r"^(?:\d{4}|\d{6})Z?$", words[0]))
        ):
            word += words.pop(0)
        found.append(word)
    return found


def _head(groups: list[str]) -> tuple[_Head, list[str]]:
    head = _Head()
    for number, group in enumerate(groups):
        if head.time and group not in _HEAD and not _CORRECTED.match(group):
            return head, groups[number:]
        if group in _HEAD:
            head.add(group)
        elif _CORRECTED.match(group):
            head.add("COR")
        elif head.station is None and _STATION.match(group):
            head.station = group
        elif head.station is not None and re.match(r"^[\dX]{6}Z$|^\d{6}$", group) and not head.time:
            head.time = group
        else:
            return head, groups[number:]
    return head, []


def _validity(body: list[str], near: datetime) -> tuple[datetime | None, datetime | None, list[str]]:
    if not body:
        return None, None, body
    if match := _VALID.match(body[0]):
        start = moment(int(match[1]), int(match[2]), 0, near)
        end = moment(int(match[3]), int(match[4]), 0, start or near)
        return start, end, body[1:]
    if match := _OLD_VALID.match(body[0]):
        start = moment(int(match[1]), int(match[2]), 0, near)
        return start, _after(start, int(match[3])), body[1:]
    return None, None, body


def _after(start: datetime | None, hour: int) -> datetime | None:
    """The next time it is that hour, a whole day on when it is that hour now."""
    if start is None or hour > 24:
        return None
    return start + timedelta(hours=(hour - start.hour - 1) % 24 + 1)


def _group(kind: str, tokens: list[str], start: datetime | None, end: datetime | None, near: datetime) -> Group:
    since, until = start, end
    into = Reading()
    probability = re.search(r"PROB ?(\d{2})", kind)
    name = "TEMPO" if "TEMPO" in kind or kind == "INTER" else "PROB" if probability else kind
    if match := _FROM.match(kind):
        name = "FM"
        day, hour, minute = match[1], int(match[2]), int(match[3])
        since = moment(int(day), hour, minute, start or near) if day else _clock(start or near, hour, minute)
        if since is None and not day:
            since = moment(
                hour, minute, 0, start or near
            )  # "FM2512", "FM2412" are no times of a day: the 25th at 12
    elif name != "BASE" and tokens:
        if match := _VALID.match(tokens[0]):
            since = moment(int(match[1]), int(match[2]), 0, start or near)
            until = moment(int(match[3]), int(match[4]), 0, since or near)
            tokens = tokens[1:]
        elif (match := re.match(r"^(\d{2})(\d{2})$", tokens[0])) and len(tokens) > 1 and _old_hours(match, start):
            since = _clock(start or near, int(match[1]) % 24, 0)
            until = _after(since, int(match[2]))
            tokens = tokens[1:]
    for token in tokens:
        read(token, into)
    if name != "BASE" and (since is None or (name == "FM" and end is not None and since >= end)):
        into.unread.insert(0, kind)  # when it begins cannot be read, or is past the end: it is named
    raw = " ".join([*([] if kind == "BASE" else [kind]), *tokens])
    return Group(
        kind=cast(GroupKind, name),
        from_=since,
        to=until,
        probability=int(probability[1]) if probability else None,
        raw=raw,
        **_of_a_change(into),
    )


def _old_hours(match: re.Match[str], start: datetime | None) -> bool:
    """Whether four digits behind a change word are hours ("TEMPO 1316") and not a visibility."""
    return start is not None and int(match[1]) <= 24 and int(match[2]) <= 24 and int(match[0]) % 50 != 0


def _clock(start: datetime, hour: int, minute: int) -> datetime | None:
    """The first time at or after `start` that the clock says so."""
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        return None
    day = start.replace(hour=0, minute=0)
    found = day + timedelta(hours=hour, minutes=minute)
    return found if found >= start else found + timedelta(days=1)


def _ended(groups: list[Group], end: datetime | None) -> list[Group]:
    """BASE and FM hold until the next FM."""
    starts = [group.from_ for group in groups if group.kind == "FM" and group.from_ is not None]
    ended: list[Group] = []
    for group in groups:
        if group.kind in ("BASE", "FM"):
            later = [s for s in starts if group.from_ is not None and s > group.from_]
            until = min(later) if later else (starts[0] if group.kind == "BASE" and starts else end)
            ended.append(group.model_copy(update={"to": until}))
        else:
            ended.append(group)
    return ended


def moment(day: int, hour: int, minute: int, near: datetime) -> datetime | None:
    """The time of that day of the month nearest to `near`; None when no month there has it."""
    return next(iter(moments(day, hour, minute, near)), None)


def moments(day: int, hour: int, minute: int, near: datetime) -> list[datetime]:
    """The same in the months around, the nearest first."""
    if not (1 <= day <= 31 and hour <= 24 and minute <= 59 and not (hour == 24 and minute)):
        return []
    found: list[datetime] = []
    for months in (-2, -1, 0, 1):
        year, month = divmod(near.year * 12 + near.month - 1 + months, 12)
        try:
            found.append(datetime(year, month + 1, day, tzinfo=UTC) + timedelta(hours=hour, minutes=minute))
        except ValueError:
            continue
    return sorted(found, key=lambda time: abs(time - near))


def _of_a_change(of: Reading) -> dict[str, Any]:
    """The shared elements; what was read and has no place in a forecast is kept as unread."""
    odd = [*of.minimum_visibility, *of.recent_weather, *of.runway_state, *([of.sea_state] if of.sea_state else [])]
    told = _told(of)
    return {**told, "unread": (*told["unread"], *odd)}


def _told(of: Reading) -> dict[str, Any]:
    """The shared elements as the values of `Conditions`; what nothing told stays None."""
    blind_sky = "clouds" in of.unknown and not of.clouds
    return {
        "wind": of.wind,
        "visibility_m": of.visibility_m,
        "visibility_text": of.visibility_text,
        "vertical_visibility_ft": of.vertical_visibility_ft,
        "obscured": of.obscured,
        "clouds": tuple(of.clouds) if of.clouds_told and not blind_sky else None,
        "sky": of.sky,
        "weather": tuple(of.weather) if of.weather_told else None,
        "cavok": of.cavok,
        "no_significant_weather": of.no_significant_weather,
        "wind_shear": tuple(of.wind_shear),
        "icing_turbulence": tuple(of.icing_turbulence),
        "temperature_c": of.temperature_c,
        "dewpoint_c": of.dewpoint_c,
        "qnh_hpa": of.qnh_hpa,
        "unknown": tuple(of.unknown),
        "unread": tuple(of.unread),
    }
