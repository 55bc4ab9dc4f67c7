"""Borders: three flags per end by territory; never a false "not needed"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import product

import pytest

from agent.aviation.borders import Borders, Territory
from agent.config import AgentSettings

BORDERS = Borders.load(AgentSettings())

# Written down by hand from the treaties' lists, independent of the table's own words.
SCHENGEN = {
    "AT",
    "BE",
    "BG",
    "HR",
    "CZ",
    "DK",
    "EE",
    "FI",
    "FR",
    "DE",
    "GR",
    "HU",
    "IS",
    "IT",
    "LV",
    "LI",
    "LT",
    "LU",
    "MT",
    "NL",
    "NO",
    "PL",
    "PT",
    "RO",
    "SK",
    "SI",
    "ES",
    "SE",
    "CH",
}
SCHENGEN_PARTS = {"MC", "ES-CN", "DE-HELGOLAND", "DE-BUESINGEN", "IT-LIVIGNO", "FI-01"}
EU_CUSTOMS = {
    "AT",
    "BE",
    "BG",
    "HR",
    "CY",
    "CZ",
    "DK",
    "EE",
    "FI",
    "FR",
    "DE",
    "GR",
    "HU",
    "IE",
    "IT",
    "LV",
    "LT",
    "LU",
    "MT",
    "NL",
    "PL",
    "PT",
    "RO",
    "SK",
    "SI",
    "ES",
    "SE",
    "MC",
}
OTHERS = {"AL", "BA", "RS", "ME", "MK", "XK", "MD", "GE", "AM", "AZ", "US", "CA", "MA", "TN", "IL"}
TRAVEL_AREA_WITHOUT_IRISH_CHECKS = {"GB", "GB-NIR", "IM", "JE", "GG"}


@dataclass(frozen=True)
class Field:
    ident: str
    country: str
    region: str = ""


def all_territories() -> list[Territory]:
    return [*BORDERS.territories(), *(BORDERS.of_country(c) for c in sorted(OTHERS)), BORDERS.of_country("")]


PAIRS = list(product(all_territories(), repeat=2))


def test_no_pair_of_territories_is_freed_of_immigration_wrongly() -> None:
    for a, b in PAIRS:
        if BORDERS.immigration(a, b) == "no" and a.code != b.code:
            inside = {a.code, b.code} <= SCHENGEN | SCHENGEN_PARTS
            assert inside or {a.code, b.code} <= TRAVEL_AREA_WITHOUT_IRISH_CHECKS, (a.code, b.code)


def test_no_pair_of_territories_is_freed_of_customs_wrongly() -> None:
    free = [EU_CUSTOMS, {"GB", "IM"}, {"CH", "LI"}]
    for a, b in PAIRS:
        if BORDERS.customs(a, b) == "no" and a.code != b.code:
            assert any({a.code, b.code} <= area for area in free), (a.code, b.code)


def test_no_pair_over_a_border_is_freed_of_reports_without_a_source() -> None:
    for a, b in PAIRS:
        crossing = BORDERS.crossing(Field("AAAA", a.country), Field("BBBB", b.country))
        if crossing.departure.territory.code != crossing.arrival.territory.code:
            assert crossing.departure.report != "no"
            assert crossing.arrival.report != "no"


def test_the_matrix_is_the_same_both_ways() -> None:
    for a, b in PAIRS:
        assert BORDERS.immigration(a, b) == BORDERS.immigration(b, a)
        assert BORDERS.customs(a, b) == BORDERS.customs(b, a)


def test_schengen_and_the_customs_union_free_what_they_free() -> None:
    for a, b in product(sorted(SCHENGEN), repeat=2):
        assert BORDERS.immigration(BORDERS.of_country(a), BORDERS.of_country(b)) == "no"
    for a, b in product(sorted(EU_CUSTOMS), repeat=2):
        assert BORDERS.customs(BORDERS.of_country(a), BORDERS.of_country(b)) == "no"


@pytest.mark.parametrize(
    ("field", "code"),
    [
        (Field("GEML", "ES", "ES-ML"), "ES-ML"),
        (Field("ENSB", "NO", "NO-21"), "SJ"),
        (Field("EDXH", "DE", "DE-SH"), "DE-HELGOLAND"),
        (Field("EGAA", "GB", "GB-NIR"), "GB-NIR"),
        (Field("EGTF", "GB", "GB-ENG"), "GB"),
        (Field("EGNS", "IM"), "IM"),
        (Field("LCEN", "CY", "CY-02"), "CY-NORTH"),
        (Field("UMKK", "RU", "RU-KGD"), "RU-KGD"),
        (Field("TFFR", "GP"), "FR-OUTERMOST"),
        (Field("EFMA", "FI", "FI-01"), "FI-01"),
        (Field("XXXX", ""), "unknown"),
    ],
)
def test_the_airfield_decides_its_territory(field: Field, code: str) -> None:
    assert BORDERS.territory(field).code == code


def flags(a: Field, b: Field) -> tuple[str, str]:
    end = BORDERS.crossing(a, b).arrival
    return end.immigration, end.customs


FAIROAKS, TOUQUET = Field("EGTF", "GB", "GB-ENG"), Field("LFAT", "FR", "FR-HDF")


@pytest.mark.parametrize(
    ("a", "b", "immigration", "customs"),
    [
        (FAIROAKS, TOUQUET, "yes", "yes"),
        (TOUQUET, Field("EBOS", "BE"), "no", "no"),
        (TOUQUET, Field("LSGS", "CH"), "no", "yes"),
        (Field("EIWT", "IE"), TOUQUET, "yes", "no"),
        (Field("LCPH", "CY"), TOUQUET, "verify", "no"),
        (FAIROAKS, Field("EGNS", "IM"), "no", "no"),
        (FAIROAKS, Field("EGJJ", "JE"), "no", "yes"),
        (FAIROAKS, Field("EIWT", "IE"), "yes", "yes"),
        (Field("LSZH", "CH"), Field("LSXB", "LI"), "no", "no"),
        (Field("ENGM", "NO"), Field("ENSB", "NO", "NO-21"), "yes", "yes"),
        (Field("EDDH", "DE"), Field("EDXH", "DE"), "no", "yes"),
        (Field("LEMG", "ES"), Field("GEML", "ES", "ES-ML"), "yes", "yes"),
        (Field("LTBA", "TR"), TOUQUET, "yes", "yes"),
        (Field("LXGB", "GI"), Field("LEMG", "ES"), "verify", "verify"),
        (Field("AAAA", ""), TOUQUET, "verify", "verify"),
    ],
)
def test_what_a_flight_over_a_border_asks(a: Field, b: Field, immigration: str, customs: str) -> None:
    assert flags(a, b) == (immigration, customs)


@pytest.mark.parametrize("other", [TOUQUET, Field("EIWT", "IE"), Field("EGNS", "IM"), Field("EGJJ", "JE")])
def test_a_uk_report_is_due_both_ways_from_48_to_2_hours_before(other: Field) -> None:
    for crossing in (BORDERS.crossing(FAIROAKS, other), BORDERS.crossing(other, FAIROAKS)):
        ends = [e for e in (crossing.departure, crossing.arrival) if e.territory.code == "GB"]
        gar = [d for d in ends[0].demands if d.name == "GAR"]
        assert [(d.earliest_hours, d.latest_hours) for d in gar] == [(48, 2)]
        assert any("regulated aerodrome" in d.text for d in ends[0].demands)


def test_northern_ireland_wants_12_hours_police_notice_unless_at_a_designated_field() -> None:
    small = BORDERS.crossing(FAIROAKS, Field("EGAD", "GB", "GB-NIR")).arrival
    assert [(d.name, d.latest_hours) for d in small.demands] == [("police notice", 12)]
    assert BORDERS.crossing(FAIROAKS, Field("EGAC", "GB", "GB-NIR")).arrival.demands == ()


@pytest.mark.parametrize("country", ["UA", "BY", "RU"])
def test_closed_airspace_is_warned_of_first(country: str) -> None:
    crossing = BORDERS.crossing(Field("EPWA", "PL"), Field("XXXX", country))
    assert "war airspace" in crossing.warnings[0]


@pytest.mark.parametrize("ident", ["LFSB", "LSGG", "LSZR"])
def test_shared_airfields_ask_which_sector(ident: str) -> None:
    crossing = BORDERS.crossing(FAIROAKS, Field(ident, "CH"))
    assert any("say which" in w for w in crossing.warnings)


def test_every_report_names_its_source_and_its_date() -> None:
    for source in BORDERS.crossing(FAIROAKS, TOUQUET).sources:
        assert source.url
        assert source.as_of


def test_a_table_past_its_review_is_flagged() -> None:
    assert BORDERS.crossing(FAIROAKS, TOUQUET, date(2026, 12, 1)).warnings == ()
    assert "reviewed" in BORDERS.crossing(FAIROAKS, TOUQUET, date(2028, 1, 1)).warnings[0]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("FR", "schengen_eu"),
        ("CH", "schengen_only"),
        ("IE", "customs_only"),
        ("GB", "neither"),
        ("CY", None),
        ("", None),
    ],
)
def test_the_class_of_a_flight_is_seen_from_the_field(other: str, expected: str | None) -> None:
    here = BORDERS.of_country("DE")
    assert BORDERS.flight_class(here, BORDERS.of_country(other)) == expected
