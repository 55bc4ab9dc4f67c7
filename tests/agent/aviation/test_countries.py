"""Countries: names in three languages, adjectives, codes in context, ICAO prefixes."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from agent.aviation.countries import Countries
from agent.config import AgentSettings
from agent.errors import DataProblem

COUNTRIES = Countries.load(AgentSettings())


def code(text: str) -> str | None:
    found = COUNTRIES.get(text)
    return found.code if found else None


def named(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], country.code) for start, end, country in COUNTRIES.find_all(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Germany", "DE"), ("deutschland", "DE"), ("ALLEMAGNE", "DE"), ("german", "DE"),
        ("Österreich", "AT"), ("Oesterreich", "AT"), ("Autriche", "AT"), ("swiss", "CH"), ("Schweiz", "CH"),
        ("UK", "GB"), ("u.k.", "GB"), ("Great Britain", "GB"), ("Royaume-Uni", "GB"), ("Holland", "NL"),
        ("the Netherlands", "NL"), ("Pays-Bas", "NL"), ("Turkey", "TR"), ("Türkiye", "TR"),
        ("Czech Republic", "CZ"), ("Czechia", "CZ"), ("Kosovo", "XK"), ("fr", "FR"), ("Isle of Man", "IM"),
        ("Ireland", "IE"), ("Irland", "IE"), ("the Republic", "IE"), ("Island", "IS"), ("Scotland", "GB"),
    ],
)  # fmt: skip
def test_a_country_is_found_by_any_of_its_names(text: str, expected: str) -> None:
    assert code(text) == expected


def test_the_names_shown_are_english_short_names() -> None:
    shown = {c: COUNTRIES.get(c).name for c in ("DE", "CZ", "NL", "GB", "CH")}  # type: ignore[union-attr]
    assert shown == {
        "DE": "Germany",
        "CZ": "Czechia",
        "NL": "Netherlands",
        "GB": "United Kingdom",
        "CH": "Switzerland",
    }


def test_a_misspelt_country_is_only_offered() -> None:
    assert code("Germny") is None
    closest = COUNTRIES.closest("Germny")
    assert closest is not None and closest.code == "DE"
    assert COUNTRIES.closest("qwertzuiop") is None


@pytest.mark.parametrize(
    ("icao", "expected"),
    [
        ("EGTF", "GB"), ("EGJJ", "JE"), ("EGJB", "GG"), ("EGJA", "GG"), ("EGNS", "IM"), ("EKVG", "FO"),
        ("EKRK", "DK"), ("GCLP", "ES"), ("GEML", "ES"), ("ETNL", "DE"), ("EDNY", "DE"), ("LNMC", "MC"),
        ("LXGB", "GI"), ("LIKD", "SM"), ("LIPV", "IT"), ("LSXB", "LI"), ("LSGG", "CH"), ("UKBB", "UA"),
        ("UMMS", "BY"), ("BKPR", "XK"), ("LYPG", "ME"), ("LYTV", "ME"), ("LYBE", "RS"), ("lfat", "FR"),
        ("KJFK", "US"), ("BIVI", "IS"),
    ],
)  # fmt: skip
def test_an_icao_code_tells_its_country(icao: str, expected: str) -> None:
    country = COUNTRIES.of_icao(icao)
    assert country is not None and country.code == expected


@pytest.mark.parametrize("text", ["", "E", "ZZZZ", "FR-1215", "12AB", "LFATX", "ＬＦ"])
def test_what_is_no_icao_code_tells_no_country(text: str) -> None:
    assert COUNTRIES.of_icao(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("compare PPR in France and the UK", [("France", "FR"), ("UK", "GB")]),
        ("Finnish airports with customs", [("Finnish", "FI")]),
        ("aérodromes allemands", [("allemands", "DE")]),
        ("österreichische Plätze mit Zoll", [("österreichische", "AT")]),
        ("Bosnia and Herzegovina vs Isle of Man", [("Bosnia and Herzegovina", "BA"), ("Isle of Man", "IM")]),
        ("rules in FR", [("FR", "FR")]),
        ("FR/IT", [("FR", "FR"), ("IT", "IT")]),
        ("FR vs GB", [("FR", "FR"), ("GB", "GB")]),
        ("flying to DE from IT", [("DE", "DE"), ("IT", "IT")]),
        ("uk rules", [("uk", "GB")]),
        ("VFR in der Schweiz", [("Schweiz", "CH")]),
        ("notice from the US", [("US", "US")]),
        ("flights from the U.S. to Iceland", [("U.S.", "US"), ("Iceland", "IS")]),
        ("tell us, TAKE us", []),
        ("TAKE US TO THE FIELD", []),
        ("is it at the field, be there or no, in a day", []),
        ("IS IT NO PROBLEM AT THE FIELD", []),
        ("answer in English", []),
        ("fly to the north pole", []),
        ("me and my Mooney", []),
    ],
)
def test_countries_are_found_in_a_sentence(text: str, expected: list[tuple[str, str]]) -> None:
    assert named(text) == expected


def test_no_two_countries_share_a_prefix() -> None:
    prefixes = [prefix for country in COUNTRIES for prefix in country.icao_prefixes]
    assert len(prefixes) == len(set(prefixes))
    assert sum(1 for country in COUNTRIES if country.icao_prefixes) >= 60


def test_a_damaged_table_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "countries.json").write_text(json.dumps([{"code": "FR"}]))
    with pytest.raises(DataProblem) as problem:
        Countries.load(dataclasses.replace(AgentSettings(), root=tmp_path))
    assert "countries" in problem.value.user_message


@pytest.mark.parametrize(
    ("text", "country"),
    [("Germny", "DE"), ("Frnace", "FR"), ("Belguim", "BE"), ("Rhine", None), ("Danube", None), ("Rhone", None)],
)
def test_a_river_is_no_misspelt_country_that_nobody_asks_back_for(text: str, country: str | None) -> None:
    closest = COUNTRIES.closest(text, first=True)
    assert (closest.code if closest else None) == country


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Vergleich D vs NL vs AT", ["DE", "NL", "AT"]),
        ("Grenzübertritt D - AT", ["DE", "AT"]),
        ("Flugplan Pflicht D nach A?", ["DE", "AT"]),
        ("von A nach F", ["AT", "FR"]),
        ("min höhe über städten in D? u Frankreich", ["DE", "FR"]),
        ("entering class D in France", ["FR"]),
        ("C, D and E in GB", ["GB"]),
        ("in D airspace", []),
        ("D-reg in FR", ["FR"]),
    ],
)
def test_d_is_germany_beside_other_states_and_no_class_of_airspace(text: str, codes: list[str]) -> None:
    assert [code for _, code in named(text)] == codes
