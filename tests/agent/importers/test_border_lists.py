"""The official lists of crossing points, in the layouts in which they are published."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import pytest

from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.importers.border_lists import read_eu_points, read_uk_list
from agent.importers.found import FoundFacts

TODAY = date(2026, 11, 21)
PARSED = Path(__file__).resolve().parents[3].parent / "shared" / "samples" / "aip" / "aip_twelve_airfields.sqlite"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> AgentSettings:
    return AgentSettings(data_dir=tmp_path_factory.mktemp("lists"))


@pytest.fixture(scope="module")
def airports(settings: AgentSettings) -> Airports:
    return Airports.load(settings)


@pytest.fixture(scope="module")
def countries(settings: AgentSettings) -> Countries:
    return Countries.load(settings)


def points(found: FoundFacts) -> set[str]:
    return {fact.icao for fact in found.facts if fact.field == "border_point"}


# The Official Journal: heads as in OJ C 261, 25.7.2018 and OJ C 247, 13.10.2006, as EUR-Lex publishes them.
JOURNAL = """<html><body><p>25.7.2018</p><p>EN</p><p>Official Journal of the European Union</p><p>C 261/6</p>
<p>Update of the list of border crossing points as referred to in Article 2(8) of Regulation (EU) 2016/399</p>
<p>GREECE</p><p>Replacement of the information published in OJ C 72, 28.2.2015</p><p>LIST OF BORDER CROSSING POINTS</p>
<table><tr><td><p>Εναέρια σύνορα</p></td><td><p>Air borders (airports)</p></td></tr>
<tr><td><p>(1)</p></td><td><p>Αθήνα</p></td><td><p>Athens</p></td></tr>
<tr><td><p>(2)</p></td><td><p>Ηράκλειο</p></td><td><p>Heraklion</p></td></tr>
<tr><td><p>(3)*</p></td><td><p>Σητεία</p></td><td><p>Sitia</p></td></tr></table>
<p>Θαλάσσια σύνορα</p><table><tr><td><p>(4)</p></td><td><p>Κέρκυρα</p></td><td><p>Corfu</p></td></tr></table>
<p>FRANCE</p><p>Air borders</p>
<table><tr><td><p>(1)</p></td><td><p>Ajaccio-Napoléon-Bonaparte</p></td></tr></table>
<table><tr><td><p>(2)</p></td><td><p>Albert-Bray</p></td></tr></table>
<table><tr><td><p>(3)</p></td><td><p>Calais-Dunkerque</p></td></tr></table>
<table><tr><td><p>(4)</p></td><td><p>La Môle — Saint-Tropez (from 1 July to 15 October)</p></td></tr></table>
<p>Sea borders</p><table><tr><td><p>(1)</p></td><td><p>Cannes</p></td></tr></table></body></html>"""

DANISH = """<html><body><p>13.10.2006</p><p>BELGIUM</p><p>Air borders</p><p>(1)</p><p>Bruxelles National Airport (Zaventem)</p>
<p>(2)</p><p>Oostende</p><p>(3)</p><p>Deurne</p><p>(4)</p><p>Bierset</p><p>(5)</p><p>Gosselies</p><p>(6)</p><p>Wevelgem (aerodrome)</p>
<p>Gränze an der See</p><p>(1)</p><p>Antwerpen</p><p>(2)</p><p>Sint-Truiden</p>
<p>THE CZECH REPUBLIC</p><p>THE CZECH REPUBLIC – POLAND</p><p>Land borders</p><p>(1)</p><p>Kunovice</p></body></html>"""

GERMAN = """<html><body><h3>GERMANY</h3><p>Land borders</p><p>Modane</p><p>AIRPORTS, AERODROMES, AIR FIELDS</p>
<p>IN THE STATE OF SCHLESWIG-HOLSTEIN</p><p>Wyk auf Föhr</p><p>Sylt - Westerland</p><p>IN THE STATE OF BAVARIA</p><p>Augsburg</p>
<p>Landshut</p><p>Frankfurt Egelsbach Airport</p><p>NORTH SEA PORTS</p><p>Ports</p><p>Bremerhaven</p></body></html>"""


def read(tmp_path: Path, text: str, airports: Airports, countries: Countries) -> FoundFacts:
    file = tmp_path / "eu"
    file.write_text(text, encoding="utf-8")
    return read_eu_points(file, "https://eur-lex.example/list", airports, countries, TODAY)


def test_the_journals_numbered_names_become_airfields_of_their_country(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    found = read(tmp_path, JOURNAL, airports, countries)
    assert points(found) == {"LGAV", "LGIR", "LFKJ", "LFAQ"}
    assert (found.observed_on, found.undated) == (date(2018, 7, 25), False)


def test_a_season_or_a_footnote_is_shown_and_makes_no_point_that_is_always_open(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    found = read(tmp_path, JOURNAL, airports, countries)
    limited = {fact.icao: fact.item for fact in found.facts if fact.field == "restriction"}
    assert limited == {
        "LGST": "Σητεία Sitia *",
        "LFTZ": "La Môle — Saint-Tropez (from 1 July to 15 October)",
    }


def test_what_is_not_matched_for_sure_is_told_by_name(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    found = read(tmp_path, JOURNAL, airports, countries)
    assert found.unmatched == ("FR Calais-Dunkerque",)  # two fields of two towns
    assert "FR Calais-Dunkerque" in found.says()


def test_numbers_that_begin_anew_are_another_kind_of_border(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    found = read(tmp_path, DANISH, airports, countries)
    assert points(found) == {"EBBR", "EBOS", "EBAW", "EBLG", "EBCI", "EBKT"}
    assert found.observed_on == date(2006, 10, 13)


def test_a_country_that_does_not_number_its_airfields_is_read_line_by_line(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    found = read(tmp_path, GERMAN, airports, countries)
    assert points(found) == {"EDXY", "EDXW", "EDMA", "EDML", "EDFE"}
    assert (found.observed_on, found.undated) == (TODAY, True)


def test_the_first_names_of_the_french_decision_are_their_airfields(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    """Numbers 1 to 22 of the decision of 25 May 2021; the codes are those of their AIP pages."""
    names = {
        "Ajaccio-Napoléon-Bonaparte": "LFKJ", "Albert-Bray": "LFAQ", "Angers-Marcé": "LFJR",
        "Angoulême-Brie-Champniers": "LFBU", "Annecy-Methet": "LFLP", "Auxerre-Branches": "LFLA",
        "Avignon-Caumont": "LFMV", "Bâle-Mulhouse": "LFSB", "Bastia-Poretta": "LFKB", "Beauvais-Tillé": "LFOB",
        "Bergerac-Dordogne-Périgord": "LFBE", "Béziers-Vias": "LFMU", "Biarritz-Pays Basque": "LFBZ",
        "Bordeaux-Mérignac": "LFBD", "Brest-Bretagne": "LFRB", "Brive-Souillac": "LFSL", "Caen-Carpiquet": "LFRK",
        "Calais-Dunkerque": None, "Calvi-Sainte-Catherine": "LFKC", "Cannes-Mandelieu": "LFMD",
        "Carcassonne-Salvaza": "LFMK", "Châlons-Vatry": "LFOK",
    }  # fmt: skip
    lines = [f"({number}) {name}" for number, name in enumerate(names, start=1)]
    found = read(tmp_path, "\n".join(["FRANCE", "Frontières aériennes", *lines]), airports, countries)
    assert {fact.item: fact.icao for fact in found.facts} == {n: code for n, code in names.items() if code}
    assert found.unmatched == ("FR Calais-Dunkerque",)


UK = """<html><body><p>Updated 25 April 2024</p><p>came into force on 6 April 2024</p><table>
<tr><th>Aerodrome</th><th>C</th><th>I</th><th>P</th><th>R</th></tr>
<tr><td>Biggin Hill</td><td>Yes</td><td>No</td><td>Yes</td><td>No</td></tr>
<tr><td>Fairoaks Airport</td><td>No</td><td>No</td><td>No</td><td>Yes</td></tr>
<tr><td>Gloucester (Staverton) Airport*</td><td>No</td><td>No</td><td>Yes</td><td>Yes*</td></tr>
<tr><td>Farnborough*</td><td>Yes</td><td>No</td><td>No</td><td>No</td></tr>
<tr><td>Blackpool</td><td>No</td><td>No</td><td>Yes</td><td>No</td></tr>
<tr><td>Nowhere Airstrip</td><td>No</td><td>No</td><td>No</td><td>Yes</td></tr></table></body></html>"""


def test_the_british_table_counts_aerodromes_that_customs_designates_or_regulates(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    file = tmp_path / "uk"
    file.write_text(UK, encoding="utf-8")
    found = read_uk_list(file, "https://www.gov.example/list", airports, countries, TODAY)
    assert points(found) == {"EGKB", "EGTF", "EGLF"}
    assert found.observed_on == date(2024, 4, 25)
    limited = {fact.icao: fact.item for fact in found.facts if fact.field == "restriction"}
    assert limited == {"EGBJ": "Gloucester (Staverton) Airport* (with conditions)"}
    assert found.unmatched == ("GB Nowhere Airstrip",)


@pytest.mark.samples
@pytest.mark.skipif(not PARSED.is_file(), reason="the parsed set is not beside the repository")
def test_the_names_of_the_parsed_set_are_the_airfields_it_says(
    tmp_path: Path, airports: Airports, countries: Countries
) -> None:
    store = sqlite3.connect(f"file:{PARSED}?mode=ro&immutable=1", uri=True)
    query = "select airport_name, icao_code from border_crossing_points where country_iso = ? order by 1"
    french = dict(store.execute(query, ("FR",)).fetchall())
    lines = [f"({number}) {name}" for number, name in enumerate(french, start=1)]
    found = read(tmp_path, "\n".join(["FRANCE", "Frontières aériennes", *lines]), airports, countries)
    assert {fact.item: fact.icao for fact in found.facts} == french
    british = dict(store.execute(query, ("GB",)).fetchall())
    file = tmp_path / "uk"
    rows = "".join(f"<tr><td>{name}</td><td>Yes</td></tr>" for name in british)
    file.write_text(f"<html><table><tr><th>Name</th><th>C</th></tr>{rows}</table></html>", encoding="utf-8")
    named = read_uk_list(file, "https://www.gov.example/list", airports, countries, TODAY)
    assert {fact.item: fact.icao for fact in named.facts} == british
    assert (len(french), len(british)) == (4, 6)


def test_a_page_about_something_else_is_refused(tmp_path: Path, airports: Airports, countries: Countries) -> None:
    with pytest.raises(DataProblem, match="another layout"):
        read(tmp_path, "<html><p>FRANCE</p><p>Sea borders</p><p>(1) Nice</p></html>", airports, countries)
    with pytest.raises(DataProblem, match="names no airfield that is known"):
        read(tmp_path, "FRANCE\nAir borders\n(1) Atlantis", airports, countries)
