"""States and counties: a field lies in the one its table or the towns around it say."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.aviation.airports import Airports
from agent.aviation.areas import Areas, in_part, members
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
        ("Haute-Savoie", {"LFLP", "LFLI"}, {"LFLB", "LFLE", "LSGG"}),
        ("Île-de-France", {"LFPN", "LFPT"}, {"LFOB"}),
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
