"""Hours, lengths of time and regions as French and German print them."""

from __future__ import annotations

import pytest

from agent.language.quantities import find_quantities
from agent.language.wording import plain


@pytest.mark.parametrize(
    ("said", "kind", "value"),
    [
        ("on part à 14 h 30", "clock", 14.5),
        ("départ samedi à 9 h 15 locales", "clock", 9.25),
        ("combien de litres, 2 h 05 de vol", "duration", 2 + 5 / 60),
        ("à 9h moins le quart", "clock", 8.75),
        ("on part à 3 heures de l'après-midi", "clock", 15.0),
        ("um 3 Uhr nachmittags", "clock", 15.0),
        ("deux heures et quart de vol", "duration", 2.25),
        ("dreieinhalb Stunden Flug", "duration", 3.5),
        ("2,5 std 25 l/h", "duration", 2.5),
        ("avec 45 mn de réserve", "duration", 0.75),
    ],
)
def test_a_time_is_read_as_it_is_printed(said: str, kind: str, value: float) -> None:
    found = [q.value for q in find_quantities(plain(said)) if q.kind == kind]
    assert found == [pytest.approx(value, abs=0.001)]


@pytest.mark.parametrize("said", ["2 h 25 l/h", "3 h 100 kt", "1 h 20 nm"])
def test_an_amount_behind_hours_is_no_minutes(said: str) -> None:
    assert plain(said) == said


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Quels terrains corses ont du dur ?", "Quels terrains en Corse ont du dur ?"),
        ("aerodromes bretons", "aérodromes en Bretagne"),
        ("bayerische Grasplätze", "Grasplätze in Bayern"),
        ("Tiroler Flugplätze mit Zoll", "Flugplätze in Tirol mit Zoll"),
        ("la salade corse est bonne", "la salade corse est bonne"),
        ("metar nice svp", "metar Nice s'il vous plaît"),
        ("combien de tours de piste à tours", "combien de tours de piste à Tours"),
        ("what a nice field", "what a nice field"),
        ("depart au + tard", "départ au plus tard"),
        ("2h + 45 min", "2h + 45 min"),
    ],
)
def test_a_region_a_town_and_a_sign_are_read_as_what_they_mean(said: str, read: str) -> None:
    assert plain(said) == read
