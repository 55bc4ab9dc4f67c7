"""German compounds of a side and a country are the part of the country."""

from __future__ import annotations

import pytest

from agent.language.compass_compounds import with_sides_apart

COUNTRIES = {"italien", "deutschland", "irland", "nordirland", "england"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("landeplatz in norditalien", "landeplatz in Norden von Italien"),
        ("Plätze in Süddeutschland", "Plätze in Süden von Deutschland"),
        ("in Oberitalien", "in Norden von Italien"),
        ("Suedwestengland", "Südwesten von England"),
        ("in Nordirland", "in Nordirland"),
        ("an der Nordsee", "an der Nordsee"),
        ("Oberengland", "Oberengland"),
    ],
)
def test_a_side_and_its_country_are_parted(text: str, read: str) -> None:
    assert with_sides_apart(text, lambda name: name.lower() in COUNTRIES, lambda name: False) == read
