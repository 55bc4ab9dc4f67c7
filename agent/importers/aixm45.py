"""Reads an AIXM 4.5 snapshot of aerodromes (SIA, France): hours, fuel, customs, handling, beds and meals, phone.

One element at a time, so that a file of 200 MB needs little memory. Element names as descriptions of the SIA's
export and readers of it give them: `Ahp` the aerodrome with its hours (`Aht`), `Ahs` a ground service, `Pfy` what
a passenger finds, `Aha` an address; a wording is French, then English behind a backslash, "#" ends a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from agent import regex as re
from agent.aviation.aip_words import asks, fuel_grades, places_of, says_nothing
from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts, FoundNotice

SOURCE, EDITION = "AIP France, AIXM data set (SIA)", "AIP France"
LICENCE = "Licence Ouverte / Etalab; SIA"
_READ = ("Ahp", "Ahs", "Pfy", "Aha")
_FICTIVE = re.compile(r"fictive", re.IGNORECASE)
_NUMBER = re.compile(r"\d{4}|\d\d[ .]\d\d")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_PLACES = {"REST": "restaurant", "HOTEL": "hotel"}
_HOURS = {"H24": "H24", "HJ": "HJ", "HN": "HN", "HX": "HX", "HO": "HO", "NOTAM": "by NOTAM"}
"""The schema's own codes of working hours that say something by themselves."""


def read_aixm45(file: Path, url: str, ours: frozenset[str]) -> FoundFacts:
    """The facts of every aerodrome with a code of ours. Raises `DataProblem` for another layout or a cut file."""
    facts: dict[tuple[str, str], FoundFact] = {}
    notices: list[FoundNotice] = []
    unmatched: dict[str, None] = {}
    day: date | None = None
    aerodromes = 0
    fictive: set[str] = set()
    for element in _elements(file):
        if isinstance(element, date):
            day = element
            continue
        name, code = element.tag, _code(element)
        aerodromes += name == "Ahp"
        if name == "Ahp" and _FICTIVE.search(_text(element, "txtDescrRefPt")):
            fictive.add(code)
        if code in fictive:
            continue
        if code not in ours:
            unmatched.setdefault(code or "?")
            continue
        found, asked = _of_one(name, code, element)
        for fact in found:
            facts.setdefault((fact.icao, fact.field), fact)
        notices += asked
    if not aerodromes or day is None:
        raise DataProblem(f"The AIXM file {file.name} names no aerodrome or no day. The data in use stays.")
    return FoundFacts(
        SOURCE, url, LICENCE, day, 0.95, tuple(facts.values()), tuple(unmatched), notices=tuple(notices),
        edition_of=EDITION,
    )  # fmt: skip


def _elements(file: Path) -> Iterator[Any]:
    """The day of the snapshot, then each element that is read; what was read is let go."""
    etree: Any = import_module("lxml.etree")
    try:
        with file.open("rb") as stream:
            yield from _read(etree, stream, file.name)
    except (etree.XMLSyntaxError, OSError) as error:
        raise DataProblem(
            f"The AIXM file {file.name} is cut off or damaged. The data in use stays.", detail=str(error)
        ) from error


def _read(etree: Any, stream: BinaryIO, name: str) -> Iterator[Any]:
    root: Any = None
    for event, element in etree.iterparse(
        stream, events=("start", "end"), resolve_entities=False, no_network=True, huge_tree=False
    ):
        if root is None:
            root = element
            if not str(root.tag).startswith("AIXM-"):
                raise DataProblem(f"The AIXM file {name} has another layout. The data in use stays.")
            if (day := _day(root.get("effective") or root.get("created") or "")) is not None:
                yield day
        if event != "end" or element.getparent() is not root:
            continue
        if element.tag in _READ:
            yield element
        element.clear()
        while element.getprevious() is not None:
            del root[0]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _code(element: Any) -> str:
    """The code of the aerodrome that an element is, or is about."""
    found = element.findtext("codeIcao") or element.findtext(".//AhpUid/codeId") or ""
    return str(found).strip().upper()


def _of_one(name: str, code: str, element: Any) -> tuple[list[FoundFact], list[FoundNotice]]:
    kind = str(element.findtext(f"{name}Uid/codeType") or "").strip().upper()
    match name:
        case "Ahp":
            hours = _hours(element.find("Aht"))
            return ([FoundFact(code, "hours", hours, "Aht")] if hours else []), []
        case "Aha":
            return _address(code, kind, _text(element, "txtAddress")), []
        case "Pfy":
            places = places_of(_text(element, "txtDescr")) if kind in _PLACES else None
            return ([FoundFact(code, _PLACES[kind], places, "Pfy")] if places is not None else []), []
        case _:
            return _service(code, kind, element)


def _service(code: str, kind: str, element: Any) -> tuple[list[FoundFact], list[FoundNotice]]:
    words = [_text(element, "txtDescrFac"), _hours(element.find("Ast")), _text(element, "txtRmk")]
    told = "; ".join(dict.fromkeys(w for w in words if w))
    if not told:
        return [], []
    if kind == "FUEL":
        grades = fuel_grades(told)
        return ([FoundFact(code, "fuel", grades, "Ahs FUEL")] if grades is not None else []), []
    if kind.startswith("CUST"):
        if says_nothing(told):
            return [], []
        return [], [FoundNotice(code, ("customs", "immigration"), told, "AD 2.3 (2)")]
    if kind.startswith("HAND"):
        asked = [FoundNotice(code, ("handling",), told, "AD 2.4 (1)")] if asks(told) else []
        return [FoundFact(code, "handling", not says_nothing(told), "Ahs")], asked
    return [], []


def _address(code: str, kind: str, text: str) -> list[FoundFact]:
    if kind == "PHONE" and _NUMBER.search(text):
        return [FoundFact(code, "phone", text, "Aha")]
    if kind == "EMAIL" and (mail := _MAIL.search(text)):
        return [FoundFact(code, "email", mail[0], "Aha")]
    return []


def _hours(timetable: Any) -> str:
    """What a timetable says: its remark, else its code where that says something by itself."""
    if timetable is None:
        return ""
    return _text(timetable, "txtRmkWorkHr") or _HOURS.get(str(timetable.findtext("codeWorkHr") or "").strip(), "")


def _text(element: Any, name: str) -> str:
    """A wording in English where it has two languages, its lines as sentences."""
    said = str(element.findtext(name) or "")
    parts = [part for part in re.split(r"\\+", said) if part.strip()]
    lines = [" ".join(line.split()) for line in (parts[-1] if parts else "").split("#") if line.strip()]
    return "; ".join(line.rstrip(";") for line in lines)
