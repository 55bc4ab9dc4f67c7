"""British NOTAMs from the open bulletin (PIB.xml): read field by field, kept when a schedule is not understood.

The bulletin has no declared schema. An entry is any element that holds an ItemE; a field that is missing is
unknown. The text shown is always the original.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any, Literal

from pydantic import AwareDatetime

from agent.protocol import Value
from agent.weather.sigmet import Point, distance_nm

LATE = datetime(9999, 12, 31, tzinfo=UTC)
NEAR_TRACK_NM = 10.0
CLEAR_ABOVE_FT = 1000
Active = Literal["yes", "no", "schedule not read"]
_DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_DAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")


class Notam(Value):
    """One NOTAM. `lower` and `upper` are hundreds of ft; the circle is the Q line's, larger than the true area."""

    id: str
    kind: str = "N"
    fir: str = ""
    subject: str = ""
    condition: str = ""
    lower: int = 0
    upper: int = 999
    lat: float | None = None
    lon: float | None = None
    radius_nm: float = 0.0
    places: tuple[str, ...] = ()
    from_: AwareDatetime
    to: AwareDatetime
    estimated: bool = False
    permanent: bool = False
    schedule: str | None = None
    text: str
    floor: str | None = None
    ceiling: str | None = None


class Bulletin(Value):
    """The whole bulletin, each NOTAM once; `issued` is its own time, None where it tells none."""

    issued: AwareDatetime | None = None
    notams: tuple[Notam, ...] = ()
    unread: int = 0


def read_bulletin(content: bytes) -> Bulletin:
    """Every NOTAM of the bulletin. Raises ValueError for what is no XML."""
    from xml.etree import ElementTree

    if _DECLARES.search(content):
        raise ValueError("it declares entities: a bulletin has none")
    try:
        root: Any = ElementTree.fromstring(content)  # noqa: S314  entities are refused above
    except ElementTree.ParseError as error:
        raise ValueError(f"no XML: {error}") from error
    parents = {child: parent for parent in root.iter() for child in parent}
    found: dict[str, Notam] = {}
    unread = 0
    for item in root.iter():
        if not isinstance(item.tag, str) or _name(item) != "ItemE":
            continue
        notam = _notam(parents.get(item))
        if notam is None:
            unread += 1
        else:
            found.setdefault(notam.id, notam)
    return Bulletin(issued=_issued(root), notams=tuple(found.values()), unread=unread)


def _name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _fields(element: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for child in element.iter():
        if isinstance(child.tag, str) and child is not element and len(child) == 0:
            text = " ".join((child.text or "").split()) if _name(child) != "ItemE" else (child.text or "").strip()
            if text:
                found.setdefault(_name(child), []).append(text)
    return found


def _notam(element: Any) -> Notam | None:
    if element is None:
        return None
    told = _fields(element)

    def one(name: str, default: str = "") -> str:
        return told.get(name, [default])[0]

    start = _moment(one("StartValidity"))
    ends = one("EndValidity")
    permanent = ends.upper().startswith("PERM")
    end = LATE if permanent else _moment(ends)
    if start is None or end is None or not one("ItemE"):
        return None
    number = one("Number").zfill(4)
    lat, lon = _position(one("Coordinates"))
    return Notam(
        id=f"{one('Series')}{number}/{one('Year')[-2:]}",
        kind=one("Type", "N"),
        fir=one("FIR"),
        subject=one("Code23"),
        condition=one("Code45"),
        lower=_level(one("Lower"), 0),
        upper=_level(one("Upper"), 999),
        lat=lat,
        lon=lon,
        radius_nm=float(_level(one("Radius"), 0)),
        places=tuple(code for text in told.get("ItemA", []) for code in text.upper().split()),
        from_=start,
        to=end,
        estimated="Estimation" in told or "EST" in ends.upper(),
        permanent=permanent,
        schedule=one("ItemD") or None,
        text=one("ItemE"),
        floor=one("ItemF") or None,
        ceiling=one("ItemG") or None,
    )


def _issued(root: Any) -> datetime | None:
    for element in root.iter():
        if isinstance(element.tag, str) and _name(element) == "Issued" and (element.text or "").strip():
            text = element.text.strip()
            try:
                found = datetime.fromisoformat(text.replace("Z", "+00:00"))
            except ValueError:
                return _moment(re.sub(r"\D", "", text)[-10:])
            return found if found.tzinfo else found.replace(tzinfo=UTC)
    return None


def _moment(text: str) -> datetime | None:
    match = re.match(r"(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})", text)
    if match is None:
        return None
    year, month, day, hour, minute = map(int, match.groups())
    try:
        return datetime(2000 + year, month, day, tzinfo=UTC) + timedelta(hours=hour, minutes=minute)
    except ValueError:
        return None


def _level(text: str, default: int) -> int:
    return int(text) if text.isdecimal() else default


def _position(text: str) -> tuple[float, float] | tuple[None, None]:
    match = re.fullmatch(r"(\d{2})(\d{2})([NS])(\d{3})(\d{2})([EW])", text.replace(" ", ""))
    if match is None:
        return None, None
    lat, lon = int(match[1]) + int(match[2]) / 60, int(match[4]) + int(match[5]) / 60
    return (-lat if match[3] == "S" else lat), (-lon if match[6] == "W" else lon)


# --- when it is active -----------------------------------------------------------------------------


def active(notam: Notam, start: datetime, end: datetime) -> Active:
    """Whether it is in force at any time from start to end, by B, C and D. A D that is not read is kept."""
    if notam.to < start or notam.from_ > end:
        return "no"
    if notam.schedule is None:
        return "yes"
    spans = _scheduled(notam.schedule, start, end)
    if spans is None:
        return "schedule not read"
    return "yes" if any(a <= end and b >= start for a, b in spans) else "no"


_ENTRY = re.compile(
    r"^(?P<days>DAILY|(?:(?:MON|TUE|WED|THU|FRI|SAT|SUN)(?:-(?:MON|TUE|WED|THU|FRI|SAT|SUN))?[ ,]?)+)\s*"
    r"(?P<hours>H24|(?:\d{4}-\d{4}[ ,]?)+)$"
)


def _scheduled(text: str, start: datetime, end: datetime) -> list[tuple[datetime, datetime]] | None:
    """The spans of a schedule of weekdays and hours around a time; None for anything else (dates, HJ, SR-SS)."""
    said = " ".join(text.upper().replace(" AND ", ",").split()).rstrip(".")
    if re.fullmatch(r"(?:\d{4}-\d{4}[ ,]?)+", said):
        said = f"DAILY {said}"
    spans: list[tuple[datetime, datetime]] = []
    for part in re.split(r"[,;]\s*(?=DAILY|MON|TUE|WED|THU|FRI|SAT|SUN)(?=[A-Z\-, ]+\d|DAILY)", said):
        match = _ENTRY.match(part.strip())
        if match is None:
            return None
        days = _weekdays(match["days"])
        hours = [("0000", "2359")] if match["hours"] == "H24" else re.findall(r"(\d{4})-(\d{4})", match["hours"])
        day = start.date() - timedelta(days=1)
        while day <= end.date():
            if day.weekday() in days:
                for a, b in hours:
                    first, last = _clock(a), _clock(b)
                    if first is None or last is None:
                        return None
                    begins = datetime.combine(day, first, UTC)
                    ends = datetime.combine(day, last, UTC)
                    spans.append((begins, ends if ends > begins else ends + timedelta(days=1)))
            day += timedelta(days=1)
    return spans


def _weekdays(text: str) -> set[int]:
    if text.startswith("DAILY"):
        return set(range(7))
    found: set[int] = set()
    for first, last in re.findall(r"([A-Z]{3})(?:-([A-Z]{3}))?", text):
        a = _DAYS.index(first)
        b = _DAYS.index(last) if last else a
        found |= {(a + i) % 7 for i in range((b - a) % 7 + 1)}
    return found


def _clock(text: str) -> time | None:
    hour, minute = int(text[:2]), int(text[2:])
    if text == "2400":
        return time(23, 59)
    return time(hour, minute) if hour < 24 and minute < 60 else None


# --- what matters to a VFR flight ------------------------------------------------------------------

_RANKS = (
    ("RT", "RA", "RM", "RD", "RR", "RP"),
    ("W",),
    ("FA",),
    ("MR",),
    ("L",),
    ("S",),
)
_FOLDED = ("OB", "OL", "IC", "ID", "IG", "IS", "IL", "IU", "IN")


def rank(notam: Notam) -> int:
    """The order of a VFR brief: restricted and danger areas, warnings, aerodrome, runways, lights, services."""
    for number, codes in enumerate(_RANKS):
        if any(notam.subject.startswith(code) for code in codes):
            return number
    return len(_RANKS)


def is_folded(notam: Notam) -> bool:
    """Obstacles and instrument landing systems are counted, not shown."""
    return notam.subject.startswith(_FOLDED)


def for_field(notams: Iterable[Notam], code: str, start: datetime, end: datetime) -> list[tuple[Notam, Active]]:
    """Those of an aerodrome in force, in the order of a VFR brief."""
    found: list[tuple[Notam, Active]] = []
    for notam in notams:
        if code in notam.places and (state := active(notam, start, end)) != "no":
            found.append((notam, state))
    return sorted(found, key=lambda pair: (rank(pair[0]), pair[0].from_))


def for_track(
    notams: Iterable[Notam],
    track: Sequence[Point],
    cruise_ft: float,
    start: datetime,
    end: datetime,
    but: set[str],
) -> list[tuple[Notam, Active]]:
    """Those whose circle comes within 10 nm of a track, and whose floor is below cruise + 1000 ft."""
    found: list[tuple[Notam, Active]] = []
    for notam in notams:
        if notam.lat is None or notam.lon is None or notam.radius_nm >= 200 or but & set(notam.places):
            continue
        if notam.lower * 100 > cruise_ft + CLEAR_ABOVE_FT or (state := active(notam, start, end)) == "no":
            continue
        away = distance_nm((((notam.lat, notam.lon),),), track)
        if away is not None and away - notam.radius_nm <= NEAR_TRACK_NM:
            found.append((notam, state))
    return sorted(found, key=lambda pair: (rank(pair[0]), pair[0].from_))
