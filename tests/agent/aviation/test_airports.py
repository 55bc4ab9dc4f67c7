"""Airfields by code, place, route and name, on the shipped data."""

from __future__ import annotations

import csv
import errno
import gzip
import hashlib
import json
import math
import sqlite3
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.aviation import geometry
from agent.aviation.airports import Airport, Airports, Runway
from agent.aviation.surfaces import is_grass_or_gravel, is_hard, material
from agent.config import AgentSettings
from agent.errors import DataProblem

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT.parent / "shared" / "samples" / "aip" / "aip_twelve_airfields.sqlite"
QUERIES = ROOT / "bench" / "airport_queries.tsv"
FEW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def everywhere(airports: Airports) -> list[Airport]:
    return list(airports)


def known(airports: Airports, code: str) -> Airport:
    airport = airports.get(code)
    assert airport is not None, code
    return airport


# --- by code ---------------------------------------------------------------------------------------


def test_there_are_nearly_49_000_airfields_of_february_2026(airports: Airports) -> None:
    assert 48_000 < len(airports) < 49_000
    assert airports.as_of is not None
    assert airports.as_of.isoformat() == "2026-02-28"
    assert "OurAirports" in airports.source.name


@pytest.mark.parametrize(
    "typed", ["LFAT", "lfat", " Lfat ", "ＬＦＡＴ", "LF\u200bAT", "\u202eLFAT", "LTQ", "LF-AT"]
)
def test_a_code_is_understood_however_it_is_typed(airports: Airports, typed: str) -> None:
    assert known(airports, typed).name.startswith("Le Touquet")


@pytest.mark.parametrize("typed", ["", " ", "ZZZZ", "🛩", "L" * 5000, "L'", "\u202e"])
def test_what_is_no_code_finds_nothing(airports: Airports, typed: str) -> None:
    assert airports.get(typed) is None


def test_an_airfield_has_what_its_record_says(airports: Airports) -> None:
    fairoaks = known(airports, "EGTF")
    assert (fairoaks.icao, fairoaks.iata, fairoaks.country, fairoaks.region) == ("EGTF", None, "GB", "GB-ENG")
    assert (fairoaks.kind, fairoaks.elevation_ft, fairoaks.time_zone) == ("small_airport", 80, "Europe/London")
    assert fairoaks.scheduled is False
    assert fairoaks.home_link == "https://fairoaksairport.uk"
    assert (fairoaks.military_hint, fairoaks.private_hint) == (None, None)


def test_every_airfield_can_be_had_back_by_each_of_its_official_codes(
    airports: Airports, everywhere: list[Airport]
) -> None:
    for airport in everywhere:
        for code in (airport.ident, airport.icao, airport.iata):
            assert code is None or known(airports, code).ident == airport.ident, code


def test_no_heliport_closed_or_doubtful_field_is_listed(everywhere: list[Airport]) -> None:
    kinds = {airport.kind for airport in everywhere}
    assert kinds == {"small_airport", "medium_airport", "large_airport", "seaplane_base"}
    doubtful = ("duplicate)", "[unusable]", "under construction")
    assert not [a.ident for a in everywhere if any(word in a.name.lower() for word in doubtful)]


def test_a_military_name_is_said_and_a_former_one_is_not(airports: Airports) -> None:
    assert known(airports, "KLUF").military_hint is True  # Luke Air Force Base
    assert known(airports, "PL-0074").military_hint is None  # Kakolewo (former military)
    assert known(airports, "EGKB").military_hint is None  # "RAF Biggin Hill" is an old name among its keywords


def test_swapped_letters_are_the_first_guess_for_an_unknown_code(airports: Airports) -> None:
    assert airports.close_codes("EGFT")[0].ident == "EGTF"
    assert airports.close_codes("") == []
    assert airports.close_codes("X" * 5000) == []
    assert len(airports.close_codes("lfxx", 5)) == 5


def test_a_local_code_of_several_countries_is_nobodys(airports: Airports, everywhere: list[Airport]) -> None:
    official = {code for a in everywhere for code in (a.ident, a.icao, a.iata) if code}
    owners: dict[str, set[str]] = {}
    for airport in everywhere:
        if airport.local and airport.local not in official:
            owners.setdefault(airport.local, set()).add(airport.ident)
    shared = {code: idents for code, idents in owners.items() if len(idents) > 1 and airports.get(code) is None}
    assert len(shared) > 100
    for code, idents in list(shared.items())[:50]:
        assert {airport.ident for airport in airports.close_codes(code, 10)} == idents


# --- runways ---------------------------------------------------------------------------------------


def test_fairoaks_has_one_hard_runway_with_displaced_thresholds(airports: Airports) -> None:
    assert airports.runways(known(airports, "EGTF")) == (
        Runway("06", "24", 2667, 89, "asphalt", True, True, False, le_displaced_ft=174, he_displaced_ft=43),
    )


def test_a_closed_runway_is_never_the_longest(airports: Airports, everywhere: list[Airport]) -> None:
    for airport in everywhere[::40]:
        longest = airports.longest_runway(airport)
        lengths = [
            runway.length_ft for runway in airports.runways(airport) if not runway.closed and runway.length_ft
        ]
        assert (longest.length_ft if longest else None) == max(lengths, default=None)


def test_an_unknown_surface_is_neither_hard_nor_soft(airports: Airports, everywhere: list[Airport]) -> None:
    unknown = [
        airport
        for airport in everywhere[::20]
        if (runways := airports.runways(airport)) and all(runway.hard is None for runway in runways)
    ]
    assert unknown
    for airport in unknown:
        assert airports.longest_runway(airport, hard=True) is None
        assert airports.longest_runway(airport, hard=False) is None


def test_no_runway_row_means_no_data(airports: Airports, everywhere: list[Airport]) -> None:
    silent = [airport for airport in everywhere if not airports.runways(airport)]
    assert 0.3 < len(silent) / len(everywhere) < 0.5


@pytest.mark.parametrize(
    ("surface", "hard"),
    [
        ("ASP", True), ("ASPH-G", True), ("CON", True), ("Concrete/Asphalt", True), ("PEM", True), ("paved", True),
        ("GRS", False), ("Turf-G", False), ("GRE", False), ("GVL", False), ("water", False), ("unpaved", False),
        ("Not paved", False), ("Grassed brown clay", False),
        ("", None), ("UNK", None), ("X", None), ("ASPH-TURF", None), ("Graded hardcore", False), ("C", None),
        ("SAND, TIDAL", False), ("GRASS/HARDCORE", False), ("Grassed grey gravel", False), ("Grey clay", False),
    ],
)  # fmt: skip
def test_surfaces_are_hard_soft_or_unknown(surface: str, hard: bool | None) -> None:
    assert is_hard(surface) is hard


@pytest.mark.parametrize(
    ("surface", "made", "served"),
    [
        ("SAND, TIDAL", "sand", False), ("WATER", "water", False), ("Turf-G", "grass", True), ("GVL", "gravel", True),
        ("Graded hardcore", "hardcore", True), ("GRASS/SAND", None, True), ("DIRT", None, True),
        ("ASP", None, False), ("UNK", None, None),
    ],
)  # fmt: skip
def test_a_beach_or_a_lake_is_neither_grass_nor_gravel(
    surface: str, made: str | None, served: bool | None
) -> None:
    assert material(surface) == made and is_grass_or_gravel(surface) is served


# --- around a point --------------------------------------------------------------------------------


@FEW
@given(lat=st.floats(-90, 90), lon=st.floats(-180, 180), nm=st.floats(0, 400))
def test_within_finds_exactly_what_measuring_every_airfield_finds(
    airports: Airports, everywhere: list[Airport], lat: float, lon: float, nm: float
) -> None:
    check_within(airports, everywhere, lat, lon, nm)


@pytest.mark.parametrize(
    ("lat", "lon"),
    [
        (51.35, -0.56),
        (0, 0),
        (90, 0),
        (-90, 77),
        (65, 179.9),
        (-17.75, 180),
        (-17.75, -180),
        (51.5, 0),
        (0, -78.4),
    ],
)
def test_within_works_at_the_poles_the_date_line_and_zero(
    airports: Airports, everywhere: list[Airport], lat: float, lon: float
) -> None:
    check_within(airports, everywhere, lat, lon, 150)


def check_within(airports: Airports, everywhere: list[Airport], lat: float, lon: float, nm: float) -> None:
    found = {near.airport.ident: near.distance_nm for near in airports.within(lat, lon, nm)}
    assert list(found.values()) == sorted(found.values())
    for airport in everywhere:
        if abs(airport.lat - lat) * 59.7 > nm + 1:
            assert airport.ident not in found
            continue
        if rough_nm(lat, lon, airport) > nm * 1.01 + 1:
            assert airport.ident not in found
            continue
        exact = geometry.geodesic_nm(lat, lon, airport.lat, airport.lon)
        if abs(exact - nm) > 0.002:
            assert (airport.ident in found) is (exact < nm), airport.ident
        if airport.ident in found:
            assert found[airport.ident] == pytest.approx(exact, abs=0.002)


def rough_nm(lat: float, lon: float, airport: Airport) -> float:
    """A sphere's distance: only to spare the exact one where it is clear."""
    a, b = geometry.unit_vector(lat, lon), geometry.unit_vector(airport.lat, airport.lon)
    chord = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
    return float(2 * 3437 * math.asin(min(1.0, chord / 2)))


def test_nearest_gives_as_many_as_asked_for_even_from_the_pole(airports: Airports) -> None:
    assert [near.airport.ident for near in airports.nearest(51.348, -0.559, 1)] == ["EGTF"]
    polar = airports.nearest(-90, 0, 5)
    assert len(polar) == 5
    assert polar[0].distance_nm < 10  # the South Pole's own airfield
    french = airports.nearest(51.348, -0.559, 3, keep=lambda airport: airport.country == "FR")
    assert [near.airport.country for near in french] == ["FR"] * 3
    assert airports.nearest(51, 0, 0) == []
    assert airports.nearest(51, 0, 3, keep=lambda airport: False) == []


# --- along a route ---------------------------------------------------------------------------------

ROUTES = {
    "Fairoaks to Cannes": [(51.348099, -0.558889), (43.547998, 6.955176)],
    "three legs": [(51.35, -0.56), (49.0, 2.0), (46.2, 6.1), (43.55, 6.95)],
    "over the date line": [(-17.755, 177.443), (-13.83, -172.008)],
    "over the pole": [(70.0, 20.0), (72.0, -160.0)],
    "on the equator": [(0.0, -80.0), (0.0, -76.0)],
    "due north": [(40.0, 0.0), (52.0, 0.0)],
    "nowhere": [(51.35, -0.56), (51.35, -0.56)],
    "a single point": [(51.35, -0.56)],
}


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES.keys())
def test_along_finds_what_walking_the_route_finds(
    airports: Airports, everywhere: list[Airport], route: list[tuple[float, float]]
) -> None:
    nm = 20.0
    found = {beside.airport.ident: beside for beside in airports.along(route, nm)}
    steps = list(walk(route))
    near: dict[str, tuple[float, float]] = {}  # ident → least distance to a step, and how far along that step is
    for flown, point in steps:
        for each in airports.within(*point, nm + 2):
            ident = each.airport.ident
            if ident not in near or each.distance_nm < near[ident][0]:
                near[ident] = (each.distance_nm, flown)
    assert set(found) <= set(near)
    for ident, (distance, flown) in near.items():
        if abs(distance - nm) > 0.5:
            assert (ident in found) is (distance < nm), ident
        if ident in found:
            off = found[ident].off_track_nm  # a step lies at most 1 nm from the nearest point
            assert off - 0.3 < distance < math.hypot(off, 1.0) + 0.3
            assert found[ident].along_track_nm == pytest.approx(flown, abs=max(2.5, 0.006 * flown))
            direct = geometry.geodesic_nm(*route[0], found[ident].airport.lat, found[ident].airport.lon)
            assert found[ident].distance_from_departure_nm == pytest.approx(direct, abs=0.002)
    ways = [beside.along_track_nm for beside in found.values()]
    assert ways == sorted(ways)


def walk(route: list[tuple[float, float]]) -> Iterator[tuple[float, tuple[float, float]]]:
    """Points every 2 nm of the route, each with the distance flown."""
    flown = 0.0
    yield flown, route[0]
    for start, end in pairwise(route):
        length = geometry.geodesic_nm(*start, *end)
        n = int(length / 2) + 2
        for i, point in enumerate(geometry.great_circle_points(*start, *end, n)):
            yield flown + length * i / (n - 1), point
        flown += length


def test_no_points_are_no_route(airports: Airports) -> None:
    assert airports.along([], 20) == []


def test_the_ends_themselves_lie_on_the_route(airports: Airports) -> None:
    found = {beside.airport.ident: beside for beside in airports.along(ROUTES["Fairoaks to Cannes"], 5)}
    assert found["EGTF"].off_track_nm == pytest.approx(0, abs=0.01)
    assert found["LFMD"].along_track_nm == pytest.approx(558.7, abs=0.1)
    assert found["LFMD"].distance_from_departure_nm == pytest.approx(558.7, abs=0.1)


# --- by name ---------------------------------------------------------------------------------------


def test_nine_of_ten_blind_queries_are_answered_in_the_top_five(airports: Airports) -> None:
    with QUERIES.open(encoding="utf-8", newline="") as stream:
        blind = [row for row in csv.DictReader(stream, delimiter="\t") if row["half"] == "blind"]
    assert len(blind) >= 60
    missed = [
        row["query"]
        for row in blind
        if not set(row["any of"].split()) & {match.airport.ident for match in airports.search(row["query"], 5)}
    ]
    assert len(missed) <= len(blind) / 10, missed


@pytest.mark.parametrize(
    ("typed", "ident"),
    [
        ("le touquet", "LFAT"), ("letouquet", "LFAT"), ("Fairoaks", "EGTF"), ("biggin hil", "EGKB"),
        ("EGTF", "EGTF"), ("nce", "LFMN"), ("ＬＦＡＴ", "LFAT"), ("Shoreham", "EGKA"), ("München", "EDDM"),
        ("kobenhavn", "EKCH"), ("venice lido", "LIPV"), ("Aéroport de Cannes", "LFMD"),
    ],
)  # fmt: skip
def test_the_field_a_pilot_means_comes_first(airports: Airports, typed: str, ident: str) -> None:
    assert airports.search(typed)[0].airport.ident == ident


def test_a_country_narrows_the_search(airports: Airports) -> None:
    assert {match.airport.country for match in airports.search("newport", country="US")} == {"US"}
    assert {match.airport.country for match in airports.search("newport", country="gb")} <= {"GB"}
    assert airports.search("LFAT", country="DE") == [
        match for match in airports.search("LFAT", country="DE") if match.airport.country == "DE"
    ]


@pytest.mark.parametrize("typed", ["", "   ", "🛩", "\u202e", "!!!", "q" * 5000, "zxqjvkwpl"])
def test_nonsense_finds_nothing(airports: Airports, typed: str) -> None:
    assert airports.search(typed) == []


def test_scores_lie_between_0_and_1_and_the_limit_holds(airports: Airports) -> None:
    found = airports.search("san jose", limit=7)
    assert len(found) == 7
    assert all(0 <= match.score <= 1 for match in found)
    assert airports.search("san jose", limit=0) == []


def test_a_country_lists_its_airfields(airports: Airports) -> None:
    luxembourg = airports.in_country("lu")
    assert "ELLX" in {airport.ident for airport in luxembourg}
    assert {airport.country for airport in luxembourg} == {"LU"}
    assert airports.in_country("XX") == []
    assert airports.in_country("germany") == []


# --- loading ---------------------------------------------------------------------------------------


def small_project(tmp_path: Path) -> AgentSettings:
    """A project folder of its own, with a few of the shipped airfields and a manifest that describes them."""
    data = tmp_path / "project" / "data"
    data.mkdir(parents=True)
    files = {}
    for name in ("airports.tsv.gz", "runways.tsv.gz"):
        header, *lines = gzip.decompress((ROOT / "data" / name).read_bytes()).decode().splitlines()
        few = [line for line in lines if line.startswith(("EGT", "LFA", "EL"))]
        path = data / name
        path.write_bytes(gzip.compress("\n".join([header, *few]).encode(), mtime=0))
        shipped = json.loads((ROOT / "data" / "manifest.json").read_text())["files"][name]
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        files[name] = shipped | {"rows": len(few), "bytes": path.stat().st_size, "sha256": digest}
    (data / "manifest.json").write_text(json.dumps({"files": files}))
    return AgentSettings(root=tmp_path / "project", data_dir=tmp_path / "data_dir")


def problem_of(settings: AgentSettings) -> str:
    """What the pilot is told when the airfields cannot be loaded."""
    with pytest.raises(DataProblem) as caught:
        Airports.load(settings)
    return caught.value.user_message


def test_the_index_is_built_once_and_then_only_opened(tmp_path: Path) -> None:
    told: list[float] = []
    settings = small_project(tmp_path)
    Airports.load(settings, lambda what, share: told.append(share))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    told.clear()
    assert known(Airports.load(settings, lambda what, share: told.append(share)), "EGTF")
    assert told == []


def test_a_damaged_index_is_built_again(tmp_path: Path) -> None:
    settings = small_project(tmp_path)
    Airports.load(settings)
    index = tmp_path / "data_dir" / "index"
    broken = next(index.glob("airports-*")) / "records.txt"
    broken.write_bytes(broken.read_bytes()[:1000])
    assert known(Airports.load(settings), "EGTF")
    assert [path.name for path in index.iterdir() if path.name.startswith("building")] == []


def test_new_data_make_a_new_index_and_the_old_one_goes(tmp_path: Path) -> None:
    first = small_project(tmp_path / "first")
    Airports.load(first)
    second = small_project(tmp_path / "second")
    runways = second.data / "runways.tsv.gz"
    runways.write_bytes(gzip.compress(gzip.decompress(runways.read_bytes()).replace(b"2667", b"2668"), mtime=0))
    manifest = json.loads((second.data / "manifest.json").read_text())
    manifest["files"][runways.name] |= {
        "bytes": runways.stat().st_size,
        "sha256": hashlib.sha256(runways.read_bytes()).hexdigest(),
    }
    (second.data / "manifest.json").write_text(json.dumps(manifest))
    newer = Airports.load(AgentSettings(root=second.root, data_dir=first.data_dir))
    assert [runway.length_ft for runway in newer.runways(known(newer, "EGTF"))] == [2668]
    assert len(list((first.data_dir / "index").glob("airports-*"))) == 1


@pytest.mark.parametrize("name", ["airports.tsv.gz", "runways.tsv.gz", "manifest.json"])
def test_a_missing_data_file_is_named(tmp_path: Path, name: str) -> None:
    settings = small_project(tmp_path)
    (settings.data / name).unlink()
    assert name in problem_of(settings)


def test_a_damaged_data_file_is_named_and_what_to_do_is_said(tmp_path: Path) -> None:
    settings = small_project(tmp_path)
    path = settings.data / "airports.tsv.gz"
    path.write_bytes(path.read_bytes()[:-100])
    said = problem_of(settings)
    assert "data/airports.tsv.gz is damaged" in said
    assert "make data" in said


def test_a_changed_byte_is_found_when_the_index_is_built(tmp_path: Path) -> None:
    settings = small_project(tmp_path)
    path = settings.data / "airports.tsv.gz"
    content = bytearray(path.read_bytes())
    content[500] ^= 1
    path.write_bytes(bytes(content))
    assert "damaged" in problem_of(settings)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"files": {}}', '{"files": {"airports.tsv.gz": {"bytes": "x"}}}']
)
def test_a_damaged_manifest_is_a_clear_problem(tmp_path: Path, content: str) -> None:
    settings = small_project(tmp_path)
    (settings.data / "manifest.json").write_text(content)
    assert "manifest" in problem_of(settings)


def test_a_data_folder_that_cannot_be_made_is_a_clear_problem(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    settings = small_project(tmp_path)
    assert "FLYFUN_DATA_DIR" in problem_of(AgentSettings(root=settings.root, data_dir=in_the_way / "below"))


def test_a_full_disk_is_said_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", full)  # a real full disk needs a mount, and so the superuser
    said = problem_of(small_project(tmp_path))
    assert "No space left" in said
    assert "FLYFUN_DATA_DIR" in said
    assert [path.name for path in (tmp_path / "data_dir" / "index").iterdir() if path.is_dir()] == []


# --- an operator's own database --------------------------------------------------------------------

COLUMNS = (
    "icao_code, name, type, latitude_deg, longitude_deg, elevation_ft, continent, iso_country, iso_region, "
    "municipality, scheduled_service, gps_code, iata_code, local_code, home_link, wikipedia_link, keywords, "
    "updated_at"
)


def database(path: Path) -> Path:
    """A small database in the form that AIRPORTS_DB wants."""
    with sqlite3.connect(path) as db:
        db.execute(f"CREATE TABLE airports ({COLUMNS})")
        db.execute(
            "CREATE TABLE runways (airport_icao, le_ident, he_ident, length_ft REAL, width_ft REAL, surface, "
            "lighted INTEGER, closed INTEGER, le_displaced_threshold_ft REAL, he_displaced_threshold_ft REAL)"
        )
        touquet = ["LFAT", "Le Touquet", "medium_airport", 50.515, 1.6275, 36.0, "EU", "FR", "FR-HDF"]
        touquet += ["Le Touquet", "no", "LFAT", "LTQ", None, None, None, "Paris-Plage, LTQ", "2025-11-02T23:38:24"]
        hospital = ["LFXH", "Hospital", "heliport", 50.0, 1.0, None, "EU", "FR", "FR-HDF"]
        hospital += [None, "no", None, None, None, None, None, None, "2025-11-03T00:00:00"]
        db.executemany(f"INSERT INTO airports VALUES ({','.join('?' * 18)})", [touquet, hospital])
        db.execute("INSERT INTO runways VALUES ('LFAT','13','31',6070.0,131.0,'asphalt',1,0,NULL,295.0)")
    db.close()
    return path


def test_the_operators_database_is_used_when_it_is_set(tmp_path: Path) -> None:
    settings = AgentSettings(data_dir=tmp_path / "data_dir", airports_db=database(tmp_path / "own.sqlite"))
    own = Airports.load(settings)
    assert [airport.ident for airport in own] == ["LFAT"]
    assert own.get("LTQ") == own.get("lfat")
    assert (own.source.name, str(own.as_of)) == ("own.sqlite", "2025-11-03")
    touquet = known(own, "LFAT")
    assert (touquet.elevation_ft, touquet.keywords, touquet.time_zone) == (36, ("Paris-Plage", "LTQ"), None)
    assert own.runways(touquet)[0].he_displaced_ft == 295
    assert own.search("paris plage")[0].airport.ident == "LFAT"


@pytest.mark.parametrize("content", [None, b"", b"not a database at all", b"SQLite format 3\x00 broken"])
def test_a_database_that_is_none_is_a_clear_problem(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "own.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert "AIRPORTS_DB" in problem_of(AgentSettings(data_dir=tmp_path / "data_dir", airports_db=path))


@pytest.mark.samples
@pytest.mark.skipif(not SAMPLE.exists(), reason="the reference material is not beside the repository")
def test_the_twelve_airfields_of_the_sample_database_load(tmp_path: Path) -> None:
    own = Airports.load(AgentSettings(data_dir=tmp_path, airports_db=SAMPLE))
    fairoaks = known(own, "EGTF")
    assert [runway.length_ft for runway in own.runways(fairoaks)] == [2667]
    assert own.as_of is not None


def test_the_manifest_states_the_airfields_as_they_are(airports: Airports) -> None:
    files = json.loads((ROOT / "data" / "manifest.json").read_text())["files"]
    assert files["airports.tsv.gz"]["rows"] == len(airports)
    assert files["airports.tsv.gz"]["as_of"] == "2026-02-28"
    assert "public domain" in files["airports.tsv.gz"]["licence"]
