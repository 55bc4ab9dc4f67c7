"""States and counties: a field lies in the one its table or the towns around it say."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.aviation.airports import Airports
from agent.aviation.areas import Areas, in_part, members, other_county
from agent.aviation.outlines import outline, outside_nm
from agent.config import AgentSettings


@pytest.fixture(scope="module")
def airports(data_dir: Path) -> Airports:
    return Airports.load(AgentSettings(data_dir=data_dir))


@pytest.fixture(scope="module")
def areas(data_dir: Path) -> Areas:
    return Areas.load(AgentSettings(data_dir=data_dir))


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        ("Kent", {"EGMD", "EGTO", "EGMH"}, {"EGKB", "EGKR", "EGSX", "EGTF"}),  # Biggin Hill is Greater London's
        ("Surrey", {"EGTF", "EGKR", "EGTD"}, {"EGLM", "EGHR", "EGLF"}),
        ("Sussex", {"EGKA", "EGHR"}, {"EGKR", "EGHF"}),
        ("Hampshire", {"EGHI", "EGLF", "EGHP"}, {"EGHH", "EGTF", "EGTB"}),
        ("Bavaria", {"EDMA", "EDDM", "EDDN"}, {"LOWS", "EDNY", "EDTM"}),
        ("Vermont", {"KBTV", "KMPV"}, {"KPBG", "KLEB"}),  # Plattsburgh is New York's, Lebanon New Hampshire's
        ("Gloucestershire", {"GB-1281", "EGBJ"}, {"EGTW"}),
        ("Wiltshire", {"EGTW", "EGLS"}, {"GB-1281", "EGHO"}),  # Badminton and Thruxton say whose they are
        ("Dorset", {"EGHA"}, {"EGHS"}),
        ("Cambridgeshire", {"EGMA", "EGMJ"}, {"EGTC"}),  # whose post is Royston's and Sandy's, in other counties
        ("Puy-de-Dôme", {"LFHA"}, {"LFMN"}),
        ("Haute-Savoie", {"LFLP", "LFLI"}, {"LFLB", "LFLE", "LSGG"}),
        ("Île-de-France", {"LFPN", "LFPT"}, {"LFOB"}),
        ("North Sea coast", {"EDXW", "EHTX", "EBOS", "EDWY"}, {"EDHK", "EDLN", "EGMC"}),
        ("Baltic Sea coast", {"EDHK", "EDAH", "EDCA"}, {"EDXW", "EDDB"}),
        ("Rhineland", {"EDLN", "EDKB"}, {"EDFE", "EDLP"}),
        ("Romandy", {"LSGL", "LSGC"}, {"LSZH", "LSZG"}),
        ("North Wales", {"EGCK", "EGFD"}, {"EGFH", "EGFE"}),
        ("Munster", {"EICK", "EIKY", "EINN", "EIWF"}, {"EIDW", "EICM", "EIKK"}),  # six counties, a code each
        ("Leinster", {"EIWT", "EIKK", "EIDW"}, {"EICK", "EIKN"}),
        ("Wallonia", {"EBLG", "EBCI", "EBSP"}, {"EBOS", "EBAW"}),
        ("Jutland", {"EKEB", "EKAH", "EKTS"}, {"EKOD", "EKRK", "EDXF"}),  # Odense is on Funen
    ],
)
def test_an_area_holds_its_fields_and_not_the_neighbours(
    areas: Areas, airports: Airports, name: str, inside: set[str], outside: set[str]
) -> None:
    area = areas.find(name)
    assert area is not None
    found = {airport.ident for airport in members(area, airports)}
    known = {ident for ident in inside if airports.get(ident)}
    assert known <= found
    assert not outside & found


def test_a_name_that_several_areas_bear_is_britains_or_nobodys(areas: Areas) -> None:
    kent = areas.find("Kent")
    assert kent is not None
    assert kent.country == "GB"
    assert areas.find("County Kerry") == areas.find("Kerry")
    assert areas.find("Nowhereshire") is None
    assert areas.find("Kent", "FR") is None


@pytest.mark.parametrize(
    ("county", "icao", "other"),
    [
        ("Northamptonshire", "GB-0046", "Cambridgeshire"), ("Northamptonshire", "EGBK", ""),
        ("Yorkshire", "EGNU", ""), ("Cambridgeshire", "EGMJ", "Bedfordshire"), ("Kent", "EGMD", ""),
    ],
)  # fmt: skip
def test_a_field_whose_record_names_another_county_is_told_of(
    areas: Areas, airports: Airports, county: str, icao: str, other: str
) -> None:
    area, airport = areas.find(county), airports.get(icao)
    assert area is not None and airport is not None
    assert other_county(area, airport, areas) == other


def test_a_name_with_an_umlaut_is_no_area_of_an_english_speaking_country(areas: Areas) -> None:
    irish, german = areas.find("Munster"), areas.find("Münster")
    assert irish is not None and irish.country == "IE"
    assert german is None or german.country == "DE"


def test_the_parts_of_a_country_are_where_they_are_said_to_be(airports: Airports) -> None:
    france = airports.in_country("FR")
    south, north = in_part(france, "south"), in_part(france, "north")
    assert {"LFMD", "LFBT"} <= {a.ident for a in south}
    assert {"LFAT", "LFAC"} <= {a.ident for a in north}
    assert max(a.lat for a in south) < min(a.lat for a in north)
    corner = {a.ident for a in in_part(france, "south-west")}
    assert "LFBZ" in corner
    assert "LFMD" not in corner
    assert in_part([], "south") == []


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        (
            "Alps",
            {"LFLP", "LFLB", "LSGS", "LSZS", "LOWI", "LOWZ", "LIPB", "LFLJ", "LOWK"},
            {"LFLL", "LSZH", "EDDM", "LIMF"},
        ),
        ("Alps", {"LIMW", "LJBL"}, {"EDSB", "LFKB", "EDNY", "LIPX", "LOWW", "LFKC"}),
        ("French Alps", {"LFLJ", "LFNA"}, {"LSGS", "LIMW", "LFLL"}),
        ("Northern French Alps", {"LFLP", "LFLB", "LFLS"}, {"LFNA", "LFLL", "LSGG"}),
        ("Southern French Alps", {"LFNA", "LFMR", "LFMD"}, {"LFLP", "LFMV"}),
        ("Pyrenees", {"LFCB", "LESU", "LFYS"}, {"LFBO", "LFBZ", "LEBL", "LEZG"}),
        ("Dolomites", {"LIDB"}, {"LIPX", "LOWI"}),
        ("Black Forest", {"EDSM"}, {"EDSB", "EDDS", "LFST"}),
        ("Burgundy", {"LFSD", "LFLA", "LFLH"}, {"LFLL", "LFQM", "LFPG"}),
        ("Flanders", {"EBOS", "EBAW", "EBKT"}, {"EBCI", "EBLG", "EHMZ"}),
        ("East Anglia", {"EGSH", "EGSC"}, {"EGSS", "EGMC"}),
        ("Cotswolds", {"EGBP"}, {"EGTK", "EGBB", "EGGD"}),
    ],
)
def test_a_range_or_region_ends_where_maps_end_it(
    areas: Areas, airports: Airports, name: str, inside: set[str], outside: set[str]
) -> None:
    area = areas.find(name)
    assert area is not None
    idents = {airport.ident for airport in members(area, airports)}
    assert inside <= idents
    assert not outside & idents


def test_a_range_across_a_border_can_be_asked_for_in_one_country(areas: Areas, airports: Airports) -> None:
    whole, french = areas.find("Jura"), areas.find("Jura", "FR")
    assert whole is not None and french is not None
    assert {a.country for a in members(whole, airports)} == {"FR", "CH"}
    assert {a.country for a in members(french, airports)} == {"FR"}


SQUARE = ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))


@given(lat=st.floats(-3, 3), lon=st.floats(-3, 3))
def test_how_far_outside_a_line_is_reckoned(lat: float, lon: float) -> None:
    """A square of one degree at the equator: outside it the distance to its nearest edge or corner, 60 nm a degree."""
    (away,) = outside_nm(SQUARE, [(lat, lon)])
    up, right = max(0 - lat, 0, lat - 1), max(0 - lon, 0, lon - 1)
    assert away == pytest.approx(60 * math.hypot(up, right), abs=0.1)


def test_a_line_of_two_points_is_none() -> None:
    with pytest.raises(ValueError, match="no line"):
        outline("47.0,8.0 48.0,9.0")
