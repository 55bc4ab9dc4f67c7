"""Figures in other units: read in three languages, exact, and left alone where something else is asked."""

from __future__ import annotations

import pytest

from agent.aviation.units import Units
from agent.config import AgentSettings
from agent.subjects.conversion.reading import asked, figure
from agent.subjects.conversion.words import exact, plain
from tongue import speaking

UNITS = Units.load(AgentSettings())


@pytest.mark.parametrize(
    ("text", "unit", "to", "told"),
    [
        ("48 US gallons in litres", "US gal", "L", "181.7"),
        ("1013 hPa in inches", "hPa", "inHg", "29.91"),
        ("QNH 29.92 in hPa", "inHg", "hPa", "1,013"),
        ("3000 ft in m", "ft", "m", "914.4"),
        ("90 kt in km/h", "kt", "km/h", "166.7"),
        ("10 m/s en noeuds", "m/s", "kt", "19.44"),
        ("12 stone in kilos", "st", "kg", "76.2"),
        ("-40 C in F", "°C", "°F", "-40"),
        ("how many feet in a nautical mile", "nm", "ft", "6,076"),
        ("1.4 h in minutes", "h", "min", "84"),
        ("20 usg/h in l/h", "US gal/h", "L/h", "75.71"),
        ("convert 5000 feet", "ft", "m", "1,524"),
        ("5000 Fuß in Metern umrechnen bitte", "ft", "m", "1,524"),
        (
            "how many litres are 22 imperial gallons, and what do they weigh as avgas in pounds?",
            "imp gal",
            "L",
            "100",
        ),
    ],
)
def test_a_figure_is_told_in_the_unit_that_is_asked(text: str, unit: str, to: str, told: str) -> None:
    found = asked(text, UNITS)
    assert found is not None
    of, into = UNITS.pairs(found.unit, next(iter(found.to), None))[0]
    assert (of.name, into.name, plain(UNITS.converted(found.value, of, into))) == (unit, to, told)


def test_a_unit_of_two_sizes_is_told_in_both() -> None:
    assert [of.name for of, _ in UNITS.pairs("gallons", "litres")] == ["US gal", "imp gal"]
    assert [of.name for of, _ in UNITS.pairs("miles", "km")] == ["nm", "sm"]


def test_fuel_is_weighed_by_its_density_and_nothing_else_is() -> None:
    found = asked("20 kg avgas in litres", UNITS)
    assert found is not None and found.fuel == "avgas"
    ((of, to),) = UNITS.pairs(found.unit, found.to[0], weighed=True)
    assert plain(UNITS.converted(20, of, to, 0.72)) == "27.78"
    assert asked("was wiegen 100 Liter Avgas", UNITS) is not None
    assert asked("20 kg in kt", UNITS) is None


@pytest.mark.parametrize(
    "text",
    [
        "how long is the runway at LFAT in metres",
        "airfields within 20 nm of Lyon",
        "3000 ft hard runway near Annecy",
        "wind 270 at 20 kt in Lyon",
        "90 kt",
        "cruise 100 kt and 25 l/h",
        "I fly at 3000 ft",
        "20 litres an hour",
        "fuel for 2 h",
        "in litres",
        "1013",
    ],
)
def test_a_figure_that_is_not_to_be_converted_is_left_alone(text: str) -> None:
    assert asked(text, UNITS) is None


def test_several_units_are_asked_at_once() -> None:
    found = asked("Convert 110 litres of avgas to US gallons and to kilograms", UNITS)
    assert found is not None and found.to == ("us gallons", "kilograms") and found.fuel == "avgas"


def test_points_and_commas_are_those_of_the_language() -> None:
    assert figure("1,013") == 1013
    assert figure("3.785") == 3.785
    assert figure("12,5") == 12.5
    assert figure("1 500") == 1500
    with speaking("de"):
        assert figure("3.500") == 3500
        assert figure("29,92") == 29.92
        assert exact(29.92) == "29,92"
