"""Reads an AIXM 5.1 snapshot of aerodromes (DFS, Germany): hours, permission, limits, phone, e-mail, website.

One feature at a time, so that a file of 200 MB needs little memory. Element names and nesting are those of the
AIXM 5.1.1 schema as the DFS fills it; hours are written as they stand, with their season and clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from agent import regex as re
from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts, FoundNotice

SOURCE, EDITION = "AIP Germany, AIXM data set (DFS)", "AIP Germany"
LICENCE = "GeoNutzV; source DFS Deutsche Flugsicherung"
_AIRPORT = "AirportHeliport"
_TAGS = (f"{{*}}{_AIRPORT}", "{*}hasMember", "{*}member")
"""An aerodrome, and what holds any feature: that is let go as soon as it was read."""
_SEASONS = {("SDLST", "EDLST"): "SUM", ("EDLST", "SDLST"): "WIN"}
"""AIXM's names for the start and the end of daylight saving time."""
_DAYS = frozenset({"MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN", "HOL", "WORK_DAY", "ANY"})
_SAID = {"ANY": "daily", "HOL": "public HOL", "WORK_DAY": "working days"}
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d(?::00)?|24:00(?::00)?")
"""A time of day as AIXM writes it; with a zone or out of range it is not understood."""
_MOST_NUMBERS = 2
_SHORTEST_NUMBER = 6
"""Digits of a telephone number, however they are grouped: "+49 791 499 79 0"."""


def read_aixm(file: Path, url: str, ours: frozenset[str]) -> FoundFacts:
    """The facts of every aerodrome with a code of ours. Raises `DataProblem` for another layout or a cut file."""
    facts: list[FoundFact] = []
    notices: list[FoundNotice] = []
    unmatched: list[str] = []
    day: date | None = None
    features = 0
    for feature in _features(file):
        features += 1
        at = _day(feature)
        if at is not None and (day is None or at > day):
            day = at
        code = (_text(feature, "locationIndicatorICAO") or _text(feature, "designator") or "").upper()
        if code not in ours:
            unmatched.append(code or _text(feature, "name") or "?")
        elif _text(feature, "abandoned") != "YES":
            more, asked = _of_one(code, feature)
            facts += more
            notices += asked
    if not features or day is None:
        raise DataProblem(f"The AIXM file {file.name} names no aerodrome or no day. The data in use stays.")
    return FoundFacts(
        SOURCE, url, LICENCE, day, 0.95, tuple(facts), tuple(unmatched), notices=tuple(notices), edition_of=EDITION
    )


def _features(file: Path) -> Iterator[Any]:
    etree: Any = import_module("lxml.etree")
    try:
        for _, element in etree.iterparse(
            str(file), events=("end",), tag=_TAGS, resolve_entities=False, no_network=True, huge_tree=False
        ):
            if element.tag.endswith(f"}}{_AIRPORT}"):
                yield _without_passing_changes(element)
            element.clear()
            holder = element if element.getprevious() is not None else element.getparent()
            while holder is not None and holder.getprevious() is not None:
                del holder.getparent()[0]
    except (etree.XMLSyntaxError, OSError) as error:
        raise DataProblem(
            f"The AIXM file {file.name} is cut off or damaged. The data in use stays.", detail=str(error)
        ) from error


def _without_passing_changes(feature: Any) -> Any:
    """A feature without the time slices that hold for a while only."""
    for slot in list(feature.iterfind("{*}timeSlice")):
        if slot.find("*/{*}interpretation[.='TEMPDELTA']") is not None:
            feature.remove(slot)
    return feature


def _day(feature: Any) -> date | None:
    """The day for which the snapshot holds: its valid time, a moment or the beginning of a period."""
    for name in ("timePosition", "beginPosition"):
        for found in feature.iterfind(f".//{{*}}validTime//{{*}}{name}"):
            try:
                return date.fromisoformat((found.text or "")[:10])
            except ValueError:
                continue
    return None


def _of_one(code: str, feature: Any) -> tuple[list[FoundFact], list[FoundNotice]]:
    facts: list[FoundFact] = []
    if _text(feature, "controlType") == "MILITARY":
        facts.append(FoundFact(code, "access", "military", "controlType"))
    if _text(feature, "privateUse") == "YES":
        facts.append(FoundFact(code, "private", True, "privateUse"))
    facts += _contacts(code, feature)
    hours: list[str] = []
    asked: list[str] = []
    for availability in feature.iterfind(".//{*}AirportHeliportAvailability"):
        status = _text(availability, "operationalStatus")
        if status == "CLOSED":
            facts.append(FoundFact(code, "restriction", "closed, by the publication's data set", "availability"))
        if status not in (None, "NORMAL"):
            continue
        for limits in _notes(availability, "usage"):
            facts.append(FoundFact(code, "restriction", f"Limits: {limits}", "availability, usage"))
        for sheet in availability.iterfind("{*}timeInterval/{*}Timesheet"):
            said = _sheet(sheet)
            notes = _notes(sheet)
            if said is None:
                hours = ["?"]
                break
            hours.append("; ".join(part for part in (said, *notes) if part))
            asked += [note for note in notes if re.search(r"\bPPR\b", note)]
    if hours and "?" not in hours and any(hours):
        facts.append(FoundFact(code, "hours", "; ".join(dict.fromkeys(filter(None, hours))), "availability"))
    if "PPR" in asked:
        facts.append(FoundFact(code, "ppr_required", True, "availability"))
    texts = tuple(dict.fromkeys(note for note in asked if note != "PPR"))
    return facts, [FoundNotice(code, ("ppr",), "; ".join(texts), "availability")] if texts else []


def _sheet(sheet: Any) -> str | None:
    """One row of hours in words: "SUM: daily 0700-1800 UTC or SS, the earlier"; "" for none, None when unclear."""
    if _text(sheet, "excluded") == "YES" or _text(sheet, "daylightSavingAdjust") == "YES":
        return None
    times = [time for name in ("startTime", "endTime") if (time := _text(sheet, name)) is not None]
    if not all(_TIME.fullmatch(time) for time in times) or (_text(sheet, "startTime") or "").startswith("24"):
        return None
    first, last = _text(sheet, "startDate"), _text(sheet, "endDate")
    season = _SEASONS.get((first or "", last or ""))
    if (first or last) and season is None:
        return None
    day, until = _text(sheet, "day"), _text(sheet, "dayTil")
    if day not in _DAYS or (until is not None and until not in _DAYS):
        return None
    days = _SAID.get(day, day) if until is None else f"{day}-{until}"
    start, end = _end(sheet, "start"), _end(sheet, "end")
    if start is None and end is None:
        return ""
    if start is None or end is None:
        return None
    clock = _text(sheet, "timeReference")
    basis = "" if clock is None else " UTC" if clock == "UTC" and " or " not in start + end else f" ({clock})"
    told = (
        "H24"
        if (start, end) in (("0000", "2400"), ("0000", "0000"), ("0000", "2359"))
        else f"{start}-{end}{basis}"
    )
    return f"{season}: {days} {told}" if season else f"{days} {told}"


def _end(sheet: Any, which: str) -> str | None:
    """ "0700", "SS", "SR+30", "1800 or SS, the earlier"."""
    time, event = _text(sheet, f"{which}Time"), _text(sheet, f"{which}Event")
    clock = time.replace(":", "")[:4] if time else None
    if event is not None and (shift := _text(sheet, f"{which}TimeRelativeEvent")) is not None:
        event += f"{shift if shift.startswith('-') else f'+{shift}'}"
    if clock is None or event is None:
        return clock or event
    which_one = {"EARLIEST": "the earlier", "LATEST": "the later"}.get(
        _text(sheet, f"{which}EventInterpretation") or "", ""
    )
    return f"{clock} or {event}, {which_one}" if which_one else None


def _contacts(code: str, feature: Any) -> Iterator[FoundFact]:
    numbers = [found.text for found in feature.iterfind(".//{*}TelephoneContact/{*}voice") if found.text]
    for contact in feature.iterfind(".//{*}TelephoneContact"):
        numbers += _notes(contact, "voice")
    lines = [
        " ".join(line.split())
        for number in numbers
        for line in number.splitlines()
        if len(re.sub(r"\D", "", line)) >= _SHORTEST_NUMBER
    ]
    distinct = {re.sub(r"\D", "", line): line for line in reversed(lines)}
    if distinct:
        told = [*reversed(distinct.values())][:_MOST_NUMBERS]
        yield FoundFact(code, "phone", " · ".join(told), "contact")
    for name, field in (("eMail", "email"), ("linkage", "website")):
        found = [
            element.text for element in feature.iterfind(f".//{{*}}OnlineContact/{{*}}{name}") if element.text
        ]
        for contact in feature.iterfind(".//{*}OnlineContact"):
            found += _notes(contact, name)
        if found and found[0].strip():
            yield FoundFact(code, field, found[0].split()[0], "contact")


def _notes(element: Any, about: str | None = None) -> list[str]:
    """The notes of an element itself, those about one of its properties where that is named."""
    found: list[str] = []
    for note in element.iterfind("{*}annotation/{*}Note"):
        if about is not None and _text(note, "propertyName") != about:
            continue
        texts = note.iterfind("{*}translatedNote/{*}LinguisticNote/{*}note")
        found += [text.text.strip() for text in texts if text.text and text.text.strip()]
    return found


def _text(element: Any, name: str) -> str | None:
    """The text of the first child of that name, a nil one is None; of a feature, that of its time slice."""
    path = f"{{*}}timeSlice/*/{{*}}{name}" if element.tag.endswith(f"}}{_AIRPORT}") else f"{{*}}{name}"
    found = element.find(path)
    return found.text.strip() if found is not None and found.text and found.text.strip() else None
