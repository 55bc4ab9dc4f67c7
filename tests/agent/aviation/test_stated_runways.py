"""A field whose runways only its AIP has is found by them, and a fuel text that knows days without fuel says so."""

from __future__ import annotations

import pytest

from agent.aviation.facts import not_always
from agent.config import AgentSettings
from agent.deps import Deps
from agent.subjects.finding.airport_list import sources_for, summary
from agent.subjects.finding.filters import Filters, apply


@pytest.fixture(scope="module")
def deps() -> Deps:
    return Deps(settings=AgentSettings.from_environ({}))


def test_runways_of_the_aip_stand_where_the_table_has_none(deps: Deps) -> None:
    field = deps.airports.get("LFHC")
    assert field is not None
    (runway,) = deps.airports.runways(field)
    assert (runway.le_ident, runway.he_ident, runway.hard, runway.length_ft) == ("16", "34", False, 2264)
    assert deps.airports.runways_are_stated(field)
    assert not deps.airports.runways_are_stated(deps.airports.get("LFAT") or field)


@pytest.mark.parametrize(
    ("wish", "fits"),
    [
        (Filters(has_soft_runway=True, min_runway_length_ft=2200), True),
        (Filters(has_hard_runway=True), False),
        (Filters(min_runway_length_ft=2300), False),
    ],
)
def test_a_filter_knows_them_and_the_list_names_the_aip(deps: Deps, wish: Filters, fits: bool) -> None:
    field = deps.airports.get("LFHC")
    assert field is not None
    found = apply(wish, [field], lambda one: one, deps)
    assert (len(found.kept), found.unknown) == (int(fits), 0)
    row = summary(field, deps, wish)
    assert any("AIP France" in source.name for source in sources_for([row], wish, deps))


def test_both_runways_of_a_field_are_told_once(deps: Deps) -> None:
    stated = [a for a in deps.airports.in_country("FR") if deps.airports.runways_are_stated(a)]
    assert len(stated) >= 50
    for airport in stated:
        names = [end for r in deps.airports.runways(airport) for end in (r.le_ident, r.he_ident) if end]
        assert len(names) == len(set(names)), airport.ident


def test_days_without_fuel_are_told_in_the_words_of_the_text(deps: Deps) -> None:
    told = {line.label: line.value for line in deps.facts.summary("LFEA")}
    assert "not at all times: “No fuel between 15/11 and 01/03”" in told["Fuel"]
    assert "mid-March" in {line.label: line.value for line in deps.facts.summary("LFAB")}["Fuel"]
    assert not not_always("AVGAS 100 LL : H24 7/7. Payment only by credit card.")
    assert not not_always(None)
