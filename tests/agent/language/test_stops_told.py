"""A stop at a field that is named, and how long it takes."""

from __future__ import annotations

import pytest

from agent.language.stops_told import stop_told


@pytest.mark.parametrize(
    "before",
    [
        "shoreham to caernarfon with a lunch stop of an hour at ",
        "headcorn to perranporth, coffee break of 45 minutes at ",
        "elstree to newquay, half an hour fuel stop at ",
        "egelsbach nach norderney mit einer stunde mittagspause in ",
        "toussus la rochelle avec une pause déjeuner d'une heure à ",
        "nangis belle-île, halte d'une heure et demie à ",
        "plan shoreham to caernarfon with lunch at ",
    ],
)
def test_what_it_is_for_and_how_long_may_stand_between_the_stop_and_its_field(before: str) -> None:
    assert stop_told(before) is not None


@pytest.mark.parametrize(
    "before", ["where can i stop for lunch between ", "lunch near ", "landing fee and parking at "]
)
def test_a_stop_that_is_looked_for_is_at_no_field(before: str) -> None:
    assert stop_told(before) is None
