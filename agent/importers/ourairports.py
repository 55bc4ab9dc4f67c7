"""Turns OurAirports' CSV files into the two tables that the airfield index is built from."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from agent import regex as re
from agent.errors import DataProblem

KINDS = {"small_airport", "medium_airport", "large_airport", "seaplane_base"}
NOT_A_FIELD = re.compile(
    r"duplic[ae]te|\[unusable\]|\[in-?active\]|under construction|\bheli(port|pad)\s*$", re.IGNORECASE
)
AIRPORT_COLUMNS = [
    "ident",
    "icao",
    "iata",
    "local",
    "other_ident",
    "name",
    "kind",
    "lat",
    "lon",
    "elevation_ft",
    "continent",
    "country",
    "region",
    "municipality",
    "scheduled",
    "time_zone",
    "home_link",
    "wikipedia_link",
    "keywords",
    "exonyms",
]
RUNWAY_COLUMNS = [
    "ident",
    "le_ident",
    "he_ident",
    "length_ft",
    "width_ft",
    "surface",
    "lighted",
    "closed",
    "le_displaced_ft",
    "he_displaced_ft",
]
AIRPORT_FIELDS = frozenset(
    [
        "id",
        "ident",
        "type",
        "name",
        "latitude_deg",
        "longitude_deg",
        "elevation_ft",
        "continent",
        "iso_country",
        "iso_region",
        "municipality",
        "scheduled_service",
        "gps_code",
        "iata_code",
        "local_code",
        "home_link",
        "wikipedia_link",
        "keywords",
    ]
)
RUNWAY_FIELDS = frozenset(
    [
        "airport_ref",
        "length_ft",
        "width_ft",
        "surface",
        "lighted",
        "closed",
        "le_ident",
        "he_ident",
        "le_displaced_threshold_ft",
        "he_displaced_threshold_ft",
    ]
)

SMALLEST_SHARE = 0.9
"""An update with a smaller share of the airfields in use is a broken download."""

SAME_PLACE_DEG = 0.2

Row = dict[str, str]


def read_rows(file: Path, wanted: frozenset[str]) -> Iterator[Row]:
    """The rows of a CSV with white space folded. Raises `DataProblem` when it has another layout."""
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream, strict=True)
            if not reader.fieldnames:
                raise DataProblem(f"The OurAirports file {file.name} is empty. The data in use stays.")
            missing = wanted - set(reader.fieldnames)
            if missing:
                raise DataProblem(
                    f"The OurAirports file {file.name} has another layout: "
                    f"no column {', '.join(sorted(missing)[:3])}. The data in use stays."
                )
            for row in reader:
                if None in row or None in row.values():
                    raise DataProblem(f"The OurAirports file {file.name} is cut off. The data in use stays.")
                yield {key: " ".join(value.split()) for key, value in row.items()}
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataProblem(
            f"The OurAirports file {file.name} is cut off or damaged. The data in use stays."
        ) from error


def is_field(row: Row) -> bool:
    """An airfield or seaplane base that is open."""
    return row["type"] in KINDS and not NOT_A_FIELD.search(row["name"])


def is_helipad(row: Row) -> bool:
    """A runway that is a helicopter's."""
    return re.fullmatch(r"H\d*", row["le_ident"]) is not None


def canonical_idents(fields: list[Row]) -> dict[str, str]:
    """OurAirports id → the one code FlyFun uses: ICAO code, else GPS code, else OurAirports' own ident.

    Some idents are other fields' GPS codes (mostly in Brazil): the owner of the official code keeps it,
    and nobody's ident is another field's IATA code.
    """
    taken: dict[str, str] = {}
    iata = {row["iata_code"].upper(): row["id"] for row in fields if row["iata_code"]}
    choices: tuple[Callable[[Row], str], ...] = (
        lambda row: row.get("icao_code", ""),
        lambda row: row["gps_code"] if row["gps_code"] == row["ident"] else "",
        lambda row: row["gps_code"],
        lambda row: row["ident"],
        lambda row: f"OA-{row['id']}",
    )
    for code_of in choices:
        done = set(taken.values())
        for row in fields:
            code = code_of(row).upper()
            if code and row["id"] not in done and code not in taken and iata.get(code, row["id"]) == row["id"]:
                taken[code] = row["id"]
    return {row_id: code for code, row_id in taken.items()}


def _icao(row: Row, ident: str) -> str:
    """The four-letter location indicator: OurAirports' GPS code is the ICAO code where one exists."""
    if row.get("icao_code", ""):
        return row.get("icao_code", "").upper()
    return ident if ident == row["gps_code"] and re.fullmatch(r"[A-Z]{4}", ident) else ""


def airport_cells(row: Row, ident: str, zone: str, exonyms: Sequence[str]) -> list[str]:
    """A row of the airfield table, without its ident."""
    return [
        _icao(row, ident),
        row["iata_code"].upper(),
        row["local_code"].upper(),
        row["ident"] if row["ident"] != ident else "",
        row["name"],
        row["type"],
        _degrees(row["latitude_deg"]),
        _degrees(row["longitude_deg"]),
        _whole(row["elevation_ft"]),
        row["continent"],
        row["iso_country"],
        row["iso_region"],
        row["municipality"],
        "1" if row["scheduled_service"] == "yes" else "0",
        zone,
        row["home_link"],
        row["wikipedia_link"],
        "|".join(_keywords(row["keywords"])),
        "|".join(exonyms),
    ]


def runway_cells(row: Row) -> list[str]:
    """A row of the runway table, without its ident."""
    return [
        row["le_ident"],
        row["he_ident"],
        _positive(row["length_ft"]),
        _positive(row["width_ft"]),
        row["surface"],
        row["lighted"],
        row["closed"],
        _positive(row["le_displaced_threshold_ft"]),
        _positive(row["he_displaced_threshold_ft"]),
    ]


def table(columns: Sequence[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """The lines of a table, its header first."""
    yield "\t".join(columns)
    for row in rows:
        yield "\t".join(row)


def _degrees(text: str) -> str:
    return f"{float(text):.6f}".rstrip("0").rstrip(".")


def _whole(text: str) -> str:
    return str(round(float(text))) if text else ""


def _positive(text: str) -> str:
    """A length in whole feet; zero and less mean that nobody knows."""
    return _whole(text) if text and float(text) >= 0.5 else ""


def _keywords(text: str) -> list[str]:
    words = (word.strip(" \"'") for word in re.split(r"[,;|]", text))
    return list(dict.fromkeys(word for word in words if word))


def compile_tables(airports_csv: Path, runways_csv: Path, in_use: bytes, out: Path) -> tuple[int, int]:
    """Write `airports.tsv.gz` and `runways.tsv.gz` into `out`; how many rows each has.

    Time zones and foreign names are kept from the table in use (`in_use`, its text) for fields that have not
    moved; new ones have none, which is unknown. Raises `DataProblem` for files that cannot be right.
    """
    known = {row["ident"]: row for row in csv.DictReader(in_use.decode().splitlines(), delimiter="\t")}
    try:
        fields = [row for row in read_rows(airports_csv, AIRPORT_FIELDS) if is_field(row)]
        idents = canonical_idents(fields)
        airports = sorted(_with_known(row, idents[row["id"]], known) for row in fields)
        runways = sorted(
            [idents[row["airport_ref"]], *runway_cells(row)]
            for row in read_rows(runways_csv, RUNWAY_FIELDS)
            if row["airport_ref"] in idents and not is_helipad(row)
        )
    except (ValueError, KeyError) as error:
        raise DataProblem("The OurAirports files hold what is no number. The data in use stays.") from error
    if len(airports) < SMALLEST_SHARE * len(known):
        raise DataProblem(
            f"OurAirports has only {len(airports):,} airfields where {len(known):,} are known. "
            "The data in use stays."
        )
    _write(out / "airports.tsv.gz", table(AIRPORT_COLUMNS, airports))
    _write(out / "runways.tsv.gz", table(RUNWAY_COLUMNS, runways))
    return len(airports), len(runways)


def _with_known(row: Row, ident: str, known: dict[str, dict[str, str]]) -> list[str]:
    before = known.get(ident)
    here = before is not None and (
        abs(float(before["lat"]) - float(row["latitude_deg"])) < SAME_PLACE_DEG
        and abs(float(before["lon"]) - float(row["longitude_deg"])) < SAME_PLACE_DEG
    )
    zone = before["time_zone"] if before is not None and here else ""
    exonyms = before["exonyms"].split("|") if before is not None and here and before["exonyms"] else []
    return [ident, *airport_cells(row, ident, zone, exonyms)]


def _write(path: Path, lines: Iterable[str]) -> None:
    """Gzipped without time stamp: equal content, equal bytes."""
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as stream:
        stream.write("".join(f"{line}\n" for line in lines).encode())
