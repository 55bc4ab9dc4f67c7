"""French typed without accents, and as thumbs write it, is read as if it were written with care."""

from __future__ import annotations

import pytest

from agent.language.burning import find_burning, find_own
from agent.language.people import find_people
from agent.language.wording import plain


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("on va à Troyes vendredi, 2 a bord, depart a 10h", "on va à Troyes vendredi, 2 à bord, départ à 10h"),
        ("il y a quoi a visiter pres de l'hotel", "il y a quoi à visiter près de l'hôtel"),
        ("Cuneo a de l'avgas ?", "Cuneo a de l'avgas ?"),
        ("elle a 20 min de reserve et la meteo", "elle a 20 min de réserve et la météo"),
        ("the reserve near a hotel in Megeve", "the reserve near a hotel in Megeve"),
        ("c koi un SSALR", "c'est quoi un SSALR"),
        ("et c quoi la freq de Gap", "et c'est quoi la freq de Gap"),
        ("espace c ou d", "espace c ou d"),
    ],
)
def test_what_was_left_out_is_put_back(typed: str, read: str) -> None:
    assert plain(typed) == read


@pytest.mark.parametrize(
    ("text", "own", "usable"),
    [
        ("2h à 34 l/h et 10 l de roulage", {"taxi_l": 10}, None),
        ("2h à 34 l/h, 5 litres pour le roulage, 120 l à bord", {"taxi_l": 5}, 120),
        ("2 stunden bei 30 l/h und 4 l zum rollen", {"taxi_l": 4}, None),
        ("2 hours at 34 l/h with 17 litres reserve", {"reserve_minutes": 30}, None),
        ("2h à 30 l/h avec 20 l de réserve", {"reserve_minutes": 40}, None),
        ("2 hours, 20 litres reserve", {}, None),
    ],
)
def test_litres_that_are_for_a_part_of_the_flight_are_not_what_is_in_the_tanks(
    text: str, own: dict[str, float], usable: float | None
) -> None:
    found, rest = find_own(text)
    assert (found, find_burning(rest).usable_l) == (own, usable)


def test_people_aboard_are_counted_without_the_accent_too() -> None:
    found = find_people("vendredi depuis Troyes, 2 a bord")
    assert found is not None
    assert found.number == 2
