"""Towns on maps in the language of the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.render.places import Place
from bot.render.town_names import called, town_names
from tongue import speaking

DATA = Path(__file__).parents[3] / "data"


@pytest.mark.parametrize(("language", "told"), [("en", "Geneva"), ("fr", "Genève"), ("de", "Genf")])
def test_a_town_is_called_as_in_the_language_of_the_answer(language, told) -> None:
    with speaking(language):
        assert called(Place("Geneva", 46.2, 6.15, 0.35, 183_981), DATA) == told


def test_a_town_of_the_same_name_elsewhere_keeps_its_own() -> None:
    with speaking("fr"):
        assert called(Place("London", 42.98, -81.25, 0.37, 346_765), DATA) == "London"


def test_a_table_holds_only_what_is_called_otherwise() -> None:
    for table in town_names(DATA).values():
        assert table and all(name != own for name, own in table.items())
