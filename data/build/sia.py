"""What the French AIP states of its airfields, from the cut of the SIA's export: typed where the words are plain.

The folder holds `sia-france/` (summary, facts, frequencies, runways, approach charts) and `fuel-france/`. A parsed
column is believed only where the wording bears it; the wording always stands beside it.

Hours: every page AD 2 of this AIP begins with "unless otherwise specified, AIP France: UTC in winter, one hour less
in summer; AIP CAR SAM NAM, PAC, RUN: UTC" (read on AD 2 LFLN of 10 July 2025 and AD 2 LFAT).
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from agent.aviation.aip_words import places_of, says_nothing
from agent.aviation.fact_records import CUSTOMS_ELSEWHERE, Fact, FactSource, FactValue, NoticeText

AIRAC, CHARTS = date(2026, 9, 3), date(2026, 8, 6)
LICENCE = "Licence Ouverte / Etalab; SIA"
URL = "https://www.sia.aviation-civile.gouv.fr/"
SOURCES = {
    "aip": FactSource(
        "AIP France (SIA)", URL, LICENCE, "AIRAC 2026-09-03", edition_of="AIP France",
        clock="utc_summer",
    ),
    "overseas": FactSource(
        "AIP France (SIA), overseas", URL, LICENCE, "AIRAC 2026-09-03", edition_of="AIP France",
        clock="utc",
    ),
    "radio": FactSource(
        "AIP France (SIA)", URL, LICENCE, "AIRAC 2026-09-03", edition_of="AIP France", complete=True
    ),
    "vac": FactSource("VAC France (SIA)", URL, LICENCE, "AIRAC 2026-08-06", edition_of="AIP France"),
    "charts": FactSource(
        "AIP France (SIA), approach charts", URL, LICENCE, edition_of="AIP France", complete=True
    ),
}  # fmt: skip
GRADES = {
    "100LL": "100LL", "JET A1": "jet_a", "UL91": "UL91", "MOGAS": "mogas", "AVGAS": "avgas", "MIL": "mil",
    "UL_AERO": "UL AERO SUPER+",
}  # fmt: skip
UNITS = {
    "TWR": "tower", "AFIS": "afis", "A/A": "radio", "ATIS": "atis", "GND": "ground", "APP": "approach",
    "DEL": "delivery", "FIS": "information",
}  # fmt: skip
_NONE_FOR_GUESTS = re.compile(
    r"r[ée]serv[ée]e?s? (?:aux? |à l')?(?:ACFT|a[ée]ronefs|avions)?(?: de)? ?(?:bas|ACB|l'ACB|servitude|service|club|a[ée]ro-?club)|"
    r"reserved (?:for |to )?(?:home-?based|based|ACB|service|local|the (?:flying )?club)",
    re.IGNORECASE,
)
_HELICOPTERS_END = 137.0
_MINIMA = " MINIMA"
"""How the title of a sheet ends that belongs to a procedure of its runway and is none itself."""
_TEXTS = {"deice": ("deicing", "AD 2.4 (4)"), "site": ("site", "AD 2.2 (2)")}
"""Rows that are shown as they stand, by the name of their fact."""
_SERVICE_HOURS = re.compile(r"\W*(?:AFIS|TWR|ATS)\b(?: SKED)?\W{0,4}(?=.*\d{4})", re.DOTALL)
"""A text of AD 2.3 that begins with the service and gives its hours: the row of the air traffic services."""


class Refused(Exception):
    """A source is not laid out as it was."""


def read(folder: Path, name: str, wanted: set[str]) -> list[dict[str, str]]:
    """The rows of one CSV. Raises `Refused` when a column is missing or no row is there."""
    with (folder / name).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    if not rows or not wanted <= set(rows[0]):
        raise Refused(f"{name} has other columns or no row")
    return rows


def france(
    folder: Path, ours: set[str], others: set[str]
) -> tuple[list[tuple[str, Fact]], list[tuple[str, NoticeText]], list[str]]:
    """Facts and wordings with the key of their source, and the codes left out because they are not ours."""
    sia = folder / "sia-france"
    summary = read(
        sia, "summary.csv", {"icao", "ourairports_ident", "access", "customs_text", "ad_hours", "phone"}
    )
    idents = {row["icao"]: row["ourairports_ident"] for row in summary if row["ourairports_ident"] in ours}
    left_out = [f"{row['icao']} {row['name']}" for row in summary if row["icao"] not in idents]
    idents = {code: ident for code, ident in idents.items() if code not in ("EGJJ", "ELLX", "LSGG")}
    facts: list[tuple[str, Fact]] = []
    notices: list[tuple[str, NoticeText]] = []

    def state(key: str, ident: str, field: str, value: FactValue, item: str, day: date, raw: str = "") -> None:
        facts.append((key, Fact(ident, field, value, SOURCES[key], day, 0.95, item, raw)))

    names = {_letters(row["name"]) for row in summary}
    for row in summary:
        ident = idents.get(row["icao"])
        if ident is None:
            continue
        key = "aip" if row["icao"].startswith("LF") else "overseas"
        for field, value, item, raw in _of_summary(row):
            state(key, ident, field, value, item, AIRAC, raw)
        if not says_nothing(row["customs_text"]):
            text = _clean(row["customs_text"])
            if _is_of_another(text, row["name"], names):
                state(key, ident, "restriction", f"{CUSTOMS_ELSEWHERE}{text}", "AD 2.3 (2)", AIRAC, text)
            else:
                notices.append((key, NoticeText(ident, ("customs", "immigration"), text, "AD 2.3 (2)", SOURCES[key], AIRAC)))  # fmt: skip  # noqa: E501
        if _is_hours(row["ad_hours"]) and _ASKS_OF_HOURS.search(row["ad_hours"]):
            notices.append((key, NoticeText(ident, ("ppr",), _clean(row["ad_hours"]), "AD 2.3 (1)", SOURCES[key], AIRAC)))  # fmt: skip  # noqa: E501
        if not says_nothing(row["handling"]) and _ASKS.search(row["handling"]):
            notices.append((key, NoticeText(ident, ("handling",), _clean(row["handling"]), "AD 2.4 (1)", SOURCES[key], AIRAC)))  # fmt: skip  # noqa: E501
    for ident, text in _service_hours(sia, idents):
        state("aip", ident, "ats_hours", text, "AD 2.3 (7)", AIRAC)
    for row in read(sia, "facts.csv", {"ident", "item", "text_fr", "text_en"}):
        ident, text = idents.get(row["ident"]), _clean(row["text_en"] or row["text_fr"])
        if row["item"] in _TEXTS and ident is not None and text:
            field, item = _TEXTS[row["item"]]
            key = "aip" if row["ident"].startswith("LF") else "overseas"
            state(key, ident, field, "none" if says_nothing(text) else text, item, AIRAC)
    for row in read(folder / "fuel-france", "fuel_merged.csv", {"icao", "grades", "status", "flags", "text"}):
        ident = idents.get(row["icao"])
        if ident is None:
            left_out.append(f"{row['icao']} (fuel)")
            continue
        for field, value, raw in _fuel(row):
            vac = row["sources"] != "aip"
            state("vac" if vac else "aip", ident, field, value, "VAC item 10" if vac else "AD 2.4 (2)", CHARTS if vac else AIRAC, raw)  # fmt: skip  # noqa: E501
    for ident, services, numbers in _radio(sia, idents):
        state("radio", ident, "services", services, "AD 2.18", AIRAC)
        state("aip", ident, "frequencies", numbers, "AD 2.18", AIRAC)
    military = {idents[row["icao"]] for row in summary if row["military"] == "1" and row["icao"] in idents}
    for ident, names in _approaches(sia, idents, others, military):
        state("charts", ident, "procedures", names, "AD 2.24", CHARTS)
    for ident, end, value, lit in _runways(sia, idents):
        state("aip", ident, f"runway_{end}", value, "AD 2.12, 2.13", AIRAC)
        if lit:
            state("aip", ident, "lights", True, "AD 2.14", AIRAC)
    return list(dict(zip((_key(f) for f in facts), facts, strict=True)).values()), notices, left_out


def _letters(name: str) -> str:
    return re.sub(r"[\W\d]", "", name).upper()


def _is_of_another(text: str, own: str, names: set[str]) -> bool:
    """Whether a row of customs begins with another field's name: Bora Bora's says when they are at Tahiti."""
    said = _letters(text)
    return any(len(name) >= _WHOLE_NAME and said.startswith(name) for name in names - {_letters(own)})


_WHOLE_NAME = 8


def _service_hours(sia: Path, idents: dict[str, str]) -> Iterator[tuple[str, str]]:
    """When tower or AFIS are there: English where the two languages differ."""
    for row in read(sia, "facts.csv", {"ident", "item", "text_fr", "text_en"}):
        text = _clean(row["text_en"] or row["text_fr"])
        ident = idents.get(row["ident"])
        if (
            row["item"] == "other"
            and ident is not None
            and row["ident"].startswith("LF")
            and _SERVICE_HOURS.match(text)
        ):
            yield ident, text


_ASKS = re.compile(r"\bPPR\b|\bPN\b|préavis|sur demande|O/R|on request|mandatory|obligatoire", re.IGNORECASE)


_ASKS_OF_HOURS = re.compile(r"\bPPR\b|\bPNR?\b|\bJ ?-\d|\d O/R\b", re.IGNORECASE)
"""Hours that ask something too: outside them, or to extend them."""


def _key(keyed: tuple[str, Fact]) -> tuple[str, str]:
    return keyed[1].icao, keyed[1].field


def _of_summary(row: dict[str, str]) -> Iterator[tuple[str, FactValue, str, str]]:
    if row["military"] == "1":
        yield "access", "military", "AD 2.2", ""
    elif row["access"]:
        yield "access", "public" if row["access"] == "cap" else "restricted", "AD 2.2", ""
    kinds = [kind for kind, column in (("IFR", "ifr"), ("VFR", "vfr")) if row[column] == "1"]
    if kinds:
        yield "traffic", ", ".join(kinds), "AD 2.2 (7)", ""
    if _is_hours(row["ad_hours"]):
        yield "hours", _clean(row["ad_hours"]), "AD 2.3 (1)", ""
    for field, item in (("restaurant", 2), ("hotel", 1)):
        text = _clean(row[f"{field}_text"])
        places = (
            places_of(text) if text else None
        )  # the parsed column takes what is for the military for the field's
        if places is not None:
            yield field, places, f"AD 2.5 ({item})", text
    for field, item in (("transport", "AD 2.5 (3)"), ("hangar", "AD 2.4 (5)"), ("repair", "AD 2.4 (6)")):
        if row[field].strip():
            nothing = says_nothing(row[field])
            yield {"repair": "maintenance", "hangar": "parking"}.get(field, field), _clean(row[field]) if not nothing else "none", item, ""  # fmt: skip  # noqa: E501
    if row["handling"].strip():
        yield "handling", not says_nothing(row["handling"]), "AD 2.4 (1)", _clean(row["handling"])
    if (phone := re.sub(r"^(?:TE?L\.?|T[ée]l\.?)\s*:\s*", "", _clean(row["phone"]))) and re.search(
        r"\d{2}", phone
    ):
        yield "phone", phone, "AD 2.2", ""
    if mail := re.search(r"[\w.+-]+@[\w-]+\.[\w.-]*\w", row["email_or_telex"]):
        yield "email", mail[0], "AD 2.2", ""
    if row["rffs"].strip():
        yield "fire_category", row["rffs"].strip(), "AD 2.6 (1)", ""


def _is_hours(text: str) -> bool:
    """Hours and nothing else: some rows hold the name of the operator instead."""
    return bool(re.search(r"\d{3,4}|H ?24|\bHX?\b|SR|SS|SKED|HOR|hours|horaires|O/R|NOTAM|PPR", text))


_FOR_HELICOPTERS = re.compile(r"\bjet a1 (?:disponible pour |available for )?HEL\b", re.IGNORECASE)
"""Jet A-1 that no aeroplane gets."""


def _fuel(row: dict[str, str]) -> Iterator[tuple[str, FactValue, str]]:
    text = _clean(row["text"].lstrip("← ").removeprefix("10 - AVT :"))
    if row["status"] == "grade_not_stated":
        return
    grades = tuple(dict.fromkeys(GRADES[grade] for grade in row["grades"].split("|") if grade))
    if "100LL" in grades and "avgas" in grades:
        grades = tuple(grade for grade in grades if grade != "avgas")
    if (row["status"] == "none") != (not grades):
        raise Refused(f"fuel of {row['icao']}: the status does not fit the grades")
    if "jet_a" in grades and _FOR_HELICOPTERS.search(text):
        grades = tuple(grade for grade in grades if grade != "jet_a")
        if not grades:
            return
    yield "fuel", grades, text
    flags = [flag for flag in row["flags"].split("|") if flag]
    own = [part.partition("=")[0] for part in row["availability_vac"].split("|") if part.endswith("=self_service")]
    service = [*(["self_service"] if own or "automat" in flags else [])]
    if "based_only" in flags or _NONE_FOR_GUESTS.search(text):
        service.append("based_only")
    service += [flag for flag in flags if flag in ("h24", "on_request", "total_card", "bp_card", "credit_card", "cash")]  # fmt: skip
    if grades and service:
        yield "fuel_service", tuple(dict.fromkeys(service)), ""


def _radio(sia: Path, idents: dict[str, str]) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    services: dict[str, list[str]] = defaultdict(list)
    numbers: dict[str, list[str]] = defaultdict(list)
    for row in read(sia, "frequencies.csv", {"ident", "mhz", "unit", "callsign"}):
        ident, megahertz = idents.get(row["ident"]), float(row["mhz"])
        if ident is None or not 118.0 <= megahertz < _HELICOPTERS_END or megahertz == 121.5:
            continue
        services[ident].append(UNITS[row["unit"]])
        numbers[ident].append(f"{row['unit']} {megahertz:.3f} {row['callsign']}")
    for ident in sorted(services):
        yield ident, tuple(dict.fromkeys(services[ident])), tuple(dict.fromkeys(numbers[ident]))


def _approaches(
    sia: Path, idents: dict[str, str], others: set[str], military: set[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The charts of each field of metropolitan France; of a field without any, that it has none.

    `others` are fields that the AIP does not name; what military fields without a chart have stands in another list.
    """
    listed = {ident for code, ident in idents.items() if code.startswith("LF")} | others
    names: dict[str, list[str]] = {ident: [] for ident in listed}
    told: set[tuple[str, str, str]] = set()
    minima: list[tuple[str, str, str]] = []
    for row in read(sia, "approach_charts.csv", {"icao", "runway", "segment", "kinds", "chart_title"}):
        ident = idents.get(row["icao"])
        aids = set(row["kinds"].split("/")) & {"ILS", "LOC", "RNP", "VOR", "NDB"}
        if ident is None or row["segment"] != "final" or not aids:
            continue
        rows = [(ident, row["runway"], aid) for aid in sorted(aids)]
        if row["chart_title"].endswith(_MINIMA):
            minima += rows
            continue
        names[ident].append(row["chart_title"])
        told.update(rows)
    if alone := set(minima) - told:
        raise Refused(f"minima of no approach: {sorted(alone)}")
    for ident in sorted(names):
        if not names[ident] and ident in military:
            continue
        yield ident, tuple(sorted(dict.fromkeys(names[ident])))


def _runways(sia: Path, idents: dict[str, str]) -> Iterator[tuple[str, str, str, bool]]:
    wanted = {"ident", "le", "he", "length_ft", "width_ft", "surface", "lit", "le_lda", "he_lda", "le_tora"}
    for row in read(sia, "runways.csv", wanted):
        ident = idents.get(row["ident"])
        if ident is None or not row["length_ft"]:
            continue
        for end in ("le", "he"):
            size = (
                f"{_metres(row['length_ft'])}"
                + (f" x {_metres(row['width_ft'])}" if row["width_ft"] else "")
                + " m"
            )
            declared = ", ".join(
                f"{name.upper()} {_metres(row[f'{end}_{name}'])}"
                for name in ("tora", "toda", "asda", "lda")
                if row[f"{end}_{name}"] and (name == "lda" or _of_whole_runway(row, end))
            )
            papi = row[f"{end}_papi"]
            parts = [f"{size}, {row['surface'].lower()}", f"{declared} m" if declared else "", papi]
            if row[end]:
                yield ident, row[end], "; ".join(part for part in parts if part), row["lit"] == "1"


def _of_whole_runway(row: dict[str, str], end: str) -> bool:
    """Take-off distances shorter than the landing distance are an intersection's: the cut took the wrong ones."""
    landing, run = row[f"{end}_lda"], row[f"{end}_tora"]
    return bool(landing and run) and float(run) >= float(landing)


def _metres(feet: str) -> int:
    return round(float(feet) * 0.3048)


def _clean(text: str) -> str:
    """The lines of a row as one: a line that ends without a mark is closed with one, unless a list goes on."""
    lines = [" ".join(line.split()) for line in text.split("|") if line.strip()]
    joined = ""
    for line in lines:
        goes_on = not joined or joined[-1] in ".,;:" or line.startswith("-") or line[0].islower()
        joined += ("" if not joined else " " if goes_on else "; ") + line
    return joined
