"""Reads the FAA's list of terminal procedures (`d-TPP_Metafile.xml`): instrument approaches of American fields.

The list is complete: a field of the United States that is not on it has none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from agent.aviation.aip_words import approach_titles
from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts

EDITION = "FAA d-TPP"
_APPROACH, _DELETED = "IAP", "D"


def read_dtpp(file: Path, url: str, american: Mapping[str, str]) -> FoundFacts:
    """The titles of each field's approaches. `american` has our code of a field by each of its codes.

    Raises `DataProblem` for another layout, a cut file, or no day.
    """
    etree: Any = import_module("lxml.etree")
    titles: dict[str, list[str]] = {}
    unmatched: list[str] = []
    cycle, day = "", None
    try:
        for event, element in etree.iterparse(
            str(file),
            events=("start", "end"),
            tag=("digital_tpp", "airport_name"),
            resolve_entities=False,
            no_network=True,
        ):
            if element.tag == "digital_tpp":
                if event == "start":
                    cycle, day = element.get("cycle", ""), _day(element.get("from_edate", ""))
                continue
            if event == "start":
                continue
            codes = [element.get(name, "").strip().upper() for name in ("icao_ident", "apt_ident")]
            code = next((american[code] for code in codes if code in american), "")
            found = [_title(record) for record in element.iterfind("record")]
            if code:
                titles.setdefault(code, []).extend(title for title in found if title)
            elif any(found):
                unmatched.append(codes[0] or codes[1])
            element.clear()
    except (etree.XMLSyntaxError, OSError) as error:
        said = "The FAA's list of procedures is cut off or damaged. The data in use stays."
        raise DataProblem(said, detail=str(error)) from error
    if day is None or not any(titles.values()):
        raise DataProblem("The FAA's list of procedures has another layout or is empty. The data in use stays.")
    facts = tuple(
        FoundFact(code, "procedures", approach_titles(titles.get(code, ())), "d-TPP")
        for code in sorted(set(american.values()))
    )
    name = f"{EDITION}, cycle {cycle}"
    return FoundFacts(
        name, url, "public domain", day, 0.95, facts, tuple(unmatched), edition_of=EDITION, complete=True
    )


def _title(record: Any) -> str:
    """The title of an approach chart; "" of other charts and of deleted ones."""
    deleted = record.findtext("useraction") == _DELETED or "DELETED" in (record.findtext("pdf_name") or "").upper()
    if record.findtext("chart_code") != _APPROACH or deleted:
        return ""
    return " ".join((record.findtext("chart_name") or "").split())


def _day(text: str) -> date | None:
    """ "0901Z  09/03/26" → 3 September 2026."""
    found = re.search(r"\d\d/\d\d/\d\d", text)
    return datetime.strptime(found[0], "%m/%d/%y").date() if found else None  # noqa: DTZ007 -- a day, no time
