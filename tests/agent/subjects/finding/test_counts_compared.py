"""Countries are weighed by what is counted in each, and not where one of them is not known at all."""

from __future__ import annotations

from datetime import date

import pytest

from agent.aviation.areas import in_part
from agent.config import AgentSettings
from agent.deps import Deps
from agent.subjects.finding.filters import Filters
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reader import Reader

SATURDAY = date(2026, 11, 28)


@pytest.fixture(scope="module")
def deps() -> Deps:
    return Deps(settings=AgentSettings.from_environ({}))


@pytest.fixture(scope="module")
def reader(deps: Deps) -> Reader:
    return Reader(deps)


@pytest.mark.parametrize(
    ("question", "countries"),
    [
        ("which of Belgium and the Netherlands has more grass fields", ["BE", "NL"]),
        ("hat Österreich oder die Schweiz mehr Flugplätze", ["AT", "CH"]),
        ("qui a le plus de terrains avec avgas, l'Espagne ou le Portugal", ["ES", "PT"]),
    ],
)
def test_which_country_has_more_counts_in_each(reader: Reader, question: str, countries: list[str]) -> None:
    reading = reader.readings(reader.said(question, SATURDAY), Known())[0]
    assert (reading.tool, reading.arguments["countries"]) == ("get_airport_statistics", countries)


def test_more_of_something_else_counts_no_fields(reader: Reader) -> None:
    said = reader.said("which has fewer restrictions for airfields, France or Germany", SATURDAY)
    assert reader.readings(said, Known())[0].tool != "get_airport_statistics"


@pytest.mark.parametrize(
    ("question", "avgas", "tower"),
    [
        ("fields near Tours with no tower and avgas", True, False),
        ("no tower and a restaurant near Tours", None, False),
        ("near Tours without avgas or tower", False, False),
        ("terrains sans tour avec avgas près de Pau", True, False),
        ("terrains près de Pau, pas de tour", None, False),
    ],
)
def test_a_no_before_a_hindrance_does_not_deny_what_is_wished(
    reader: Reader, question: str, avgas: bool | None, tower: bool
) -> None:
    wished = reader.readings(reader.said(question, SATURDAY), Known())[0].arguments["filters"]
    filters = Filters.model_validate(wished)
    assert (filters.has_avgas, filters.has_tower) == (avgas, tower)


@pytest.mark.parametrize(
    ("country", "part", "within", "without"),
    [
        ("PT", "north", "LPBR", "LPCB"),  # Braga, Castelo Branco
        ("ES", "north", "LEXJ", "LEZL"),  # Santander, Seville
        ("ES", "south", "LEZL", "GCLP"),  # Seville, Gran Canaria
        ("NO", "north", "ENTC", "ENSB"),  # Tromsø, Svalbard
    ],
)
def test_islands_far_out_do_not_move_the_middle_of_a_country(
    deps: Deps, country: str, part: str, within: str, without: str
) -> None:
    found = {a.ident for a in in_part(deps.airports.in_country(country), part)}  # type: ignore[arg-type]
    assert within in found
    assert without not in found
