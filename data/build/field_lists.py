"""Lists of airfields by what one authority says of them: border points, customs, approaches, who may come."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from agent.aviation.aip_words import approach_titles
from agent.aviation.fact_records import Fact, FactSource, FactValue
from data.build.sia import Refused, read

Listed = tuple[dict[str, FactSource], list[tuple[str, Fact]], list[str]]
BORDER_DAY = date(2023, 6, 9)
_KINDS = {
    "tower": "tower", "afis": "afis", "radio": "radio", "info": "information", "atis": "atis", "ground": "ground",
    "approach": "approach", "ctaf": "ctaf", "unicom": "unicom", "delivery": "delivery", "fis": "information",
    "weather": "weather",
}  # fmt: skip
AUSTRIAN_AIRPORTS = ("LOWW", "LOWG", "LOWI", "LOWK", "LOWL", "LOWS")


def border_points(folder: Path, ours: set[str]) -> Listed:
    """The Schengen border crossing points; those of Austria are superseded by its own regulation."""
    source = FactSource(
        "Official Journal, list of border crossing points 2023",
        "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:52023XC0609(06)",
        "EU reuse; © European Union, Official Journal",
    )
    rows = read(folder / "borders", "border_crossing_airports.csv", {"country", "ourairports_ident", "oj_name"})
    found, left_out = _matched((r for r in rows if r["country"] != "Austria"), ours, "oj_name")
    facts = [
        Fact(
            row["ourairports_ident"],
            "border_point",
            "EU list of border crossing points",
            source,
            BORDER_DAY,
            0.95,
            "list",
            row["oj_name"] + (f" ({row['comment']})" if row["comment"] else ""),
        )  # fmt: skip  # noqa: E501
        for row in found
    ]
    return {"oj": source}, [("oj", fact) for fact in _once(facts)], left_out


def austria(folder: Path, ours: set[str]) -> Listed:
    """The Austrian fields that its regulation opens to flights from outside Schengen."""
    source = FactSource(
        "Austria, F-GÜV 2013 § 2 (1), BGBl. II 238/2025",
        "https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20008651",
        "CC BY 4.0, RIS",
        complete=True,
    )
    rows = read(folder / "borders", "austria_fguev.csv", {"ourairports_ident", "law_name", "rule", "in_force"})
    found, left_out = _matched(rows, ours, "law_name")
    day = date.fromisoformat(rows[0]["in_force"])
    words = "Austrian list of fields open to flights from outside Schengen, with notice to the operator (1 h)"
    facts = [Fact(r["ourairports_ident"], "border_point", words, source, day, 0.95, "§ 2 (1)", r["law_name"]) for r in found]  # fmt: skip  # noqa: E501
    facts += [
        Fact(ident, "border_point", "Austrian international airport", source, day, 0.95, "§ 2", ident)
        for ident in AUSTRIAN_AIRPORTS
        if ident in ours
    ]
    return {"fguev": source}, [("fguev", fact) for fact in _once(facts)], left_out


def uk_customs(folder: Path, ours: set[str]) -> Listed:
    """HMRC's customs airports (16A) and fields with a certificate of agreement (16B): lists about goods."""
    sources = {
        key: FactSource(f"HMRC, {name}", f"https://www.gov.uk/government/publications/{page}", "OGL v3")
        for key, name, page in (
            ("16A_airport", "appendix 16A: customs airports, Aug 2022", "uk-trade-tariff-import-controls"),
            ("16B_certificate_of_agreement", "appendix 16B: certificate of agreement airports, Jul 2024", "uk-trade-tariff-import-controls"),  # noqa: E501
        )
    }  # fmt: skip
    sources = {key: FactSource(s.name, "", s.licence) for key, s in sources.items()}
    rows = read(
        folder / "uk-customs", "uk_customs_airports.csv", {"ourairports_ident", "hmrc_name", "list", "list_date"}
    )
    found, left_out = _matched(rows, ours, "hmrc_name")
    facts: list[tuple[str, Fact]] = []
    for row in found:
        key, day = row["list"], date.fromisoformat(row["list_date"])
        words = "customs airport" if key.startswith("16A") else "certificate of agreement"
        facts.append((key, Fact(row["ourairports_ident"], "uk_customs", words, sources[key], day, 0.9, key.partition("_")[0], row["hmrc_name"])))  # fmt: skip  # noqa: E501
    once = {(fact.icao, key): (key, fact) for key, fact in facts}
    return sources, list(once.values()), left_out


def us_approaches(folder: Path, ours: set[str], american: set[str]) -> Listed:
    """The instrument approaches of American airports; an American field that is not among them has none."""
    source = FactSource(
        "FAA d-TPP, cycle 2608",
        "https://www.faa.gov/air_traffic/flight_info/aeronav/digital_products/dtpp/",
        "public domain",
        edition_of="FAA d-TPP",
        complete=True,
    )
    day = date(2026, 8, 6)
    titles = {row["ident"]: row["titles"].split("|") for row in _tsv(folder / "us" / "us_approaches_2608.tsv.gz")}
    known = [row["ident"] for row in _tsv(folder / "us" / "us_use_2026-08-06.tsv.gz")]
    left_out = [ident for ident in titles if ident not in ours]
    facts = [
        Fact(ident, "procedures", approach_titles(titles.get(ident, ())), source, day, 0.95, "d-TPP")
        for ident in sorted({*known, *titles, *american} & ours)
    ]
    return {"dtpp": source}, [("dtpp", fact) for fact in facts], left_out


def us_use(folder: Path, ours: set[str]) -> Listed:
    """Which American fields are open to the public, private or military."""
    source = FactSource(
        "FAA NASR, 6 Aug 2026",
        "https://www.faa.gov/air_traffic/flight_info/aeronav/aero_data/",
        "public domain",
    )
    rows = list(_tsv(folder / "us" / "us_use_2026-08-06.tsv.gz"))
    facts: list[Fact] = []
    for row in rows:
        value: FactValue = (
            "public" if row["public_use"] == "1" else "military" if row["military"] == "1" else "private"
        )
        if row["ident"] in ours:
            facts.append(Fact(row["ident"], "access", value, source, date(2026, 8, 6), 0.95, "FACILITY_USE"))
    return {"nasr": source}, [("nasr", f) for f in facts], [r["ident"] for r in rows if r["ident"] not in ours]


def radio(folder: Path, ours: set[str]) -> Listed:
    """Who answers on the radio, without the number: those were exact in a third to two thirds only."""
    source = FactSource(
        "OurAirports frequencies, Aug 2026", "https://ourairports.com/data/", "Unlicense", official=False
    )
    kinds: dict[str, list[str]] = defaultdict(list)
    for row in _tsv(folder / "frequencies_clean.tsv.gz"):
        if row["kind"] in _KINDS:
            kinds[row["ident"]].append(_KINDS[row["kind"]])
    facts = [
        Fact(ident, "services", tuple(dict.fromkeys(sorted(kinds[ident]))), source, date(2026, 8, 1), 0.8, "kinds")
        for ident in sorted(kinds)
        if ident in ours
    ]
    return {"ourairports": source}, [("ourairports", f) for f in facts], [i for i in kinds if i not in ours]


def german_pages(folder: Path, ours: set[str]) -> Listed:
    """The address of each German field's page in the official VFR publication."""
    source = FactSource("DFS BasicVFR, addresses of pages", "https://aip.dfs.de/BasicVFR/", "address as a fact")
    rows = read(folder / "germany-dfs", "vfr_page_links.csv", {"ourairports_ident", "url"})
    found, left_out = _matched(rows, ours, "icao")
    facts = [
        Fact(row["ourairports_ident"], "official_page", row["url"], source, date(2026, 9, 3), 0.95, "page")
        for row in found
    ]
    return {"dfs": source}, [("dfs", fact) for fact in _once(facts)], left_out


def french_fees(folder: Path, ours: set[str]) -> Listed:
    """Landing fees that operators publish, and where."""
    sources: dict[str, FactSource] = {}
    facts: list[tuple[str, Fact]] = []
    pages = {
        row["icao"]: row for row in read(folder / "fees-france", "operator_fee_pages.csv", {"icao", "fee_pdf"})
    }
    rows = read(folder / "fees-france", "landing_fees_operator_only.csv", {"icao", "fee", "currency", "observed"})
    for row in rows:
        page = pages.get(row["icao"])
        sources[row["icao"]] = source = FactSource(
            f"The operator of {row['icao']}, published fees",
            page["fee_pdf"] if page else "",
            "operator's publication",
        )
        flat = " flat handling package" if row["note_fr"].startswith("forfait") else ""
        value = f"{float(row['fee']):.2f} {row['currency']}{flat} ({row['note_fr'].removeprefix('forfait ')})"
        fact = Fact(row["icao"], "landing_fee", value, source, date.fromisoformat(row["observed"]), 0.9, "fees", row["note_fr"])  # fmt: skip  # noqa: E501
        facts.append((row["icao"], fact))
    for icao, page in pages.items():
        day = date.fromisoformat(page["effective_on"])
        source = sources.setdefault(
            icao, FactSource(f"The operator of {icao}, published fees", page["fee_pdf"], "operator's publication")
        )
        facts.append(
            (icao, Fact(icao, "fee_page", page["pilot_page"] or page["fee_pdf"], source, day, 0.9, "fees"))
        )
    ours_only = [(key, fact) for key, fact in facts if fact.icao in ours]
    return sources, ours_only, sorted({key for key, fact in facts if fact.icao not in ours})


def _matched(rows: Iterable[dict[str, str]], ours: set[str], name: str) -> tuple[list[dict[str, str]], list[str]]:
    found: list[dict[str, str]] = []
    left_out: list[str] = []
    for row in rows:
        if row["ourairports_ident"] in ours:
            found.append(row)
        else:
            left_out.append(row[name])
    return found, left_out


def _once(facts: Iterable[Fact]) -> list[Fact]:
    return list({fact.icao: fact for fact in facts}.values())


def _tsv(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t")
        if not rows.fieldnames or not {"ident"} <= set(rows.fieldnames):
            raise Refused(f"{path.name} has other columns")
        yield from rows
