"""Ways to reach somebody, as their texts are published."""

from __future__ import annotations

import pytest

from agent.subjects.measures import reach


@pytest.mark.parametrize(
    ("text", "label"),
    [("01 48 62 40 10", ""), ("Pôle Opérations Aéroportuaires 01 48 62 40 10", "Pôle Opérations Aéroportuaires")],
)
def test_a_number_behind_whose_it_is_can_be_called(text: str, label: str) -> None:
    [one] = reach(country="FR", phone=text)
    assert (one.value, one.label, one.dialled) == ("01 48 62 40 10", label, "+33148624010")


def test_a_fax_is_not_called() -> None:
    [one] = reach(country="FR", phone="Fax 01 48 62 40 10")
    assert not one.dialled
