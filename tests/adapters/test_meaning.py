"""What can be tapped in a block with meaning."""

import pytest

from adapters.markdown import plain
from adapters.meaning import address, document
from adapters.protocol import Compare, Compared, Contact


@pytest.mark.parametrize(
    ("contact", "opened"),
    [
        (Contact("phone", "09 70 27 15 51", dialled="+33970271551"), "tel:+33970271551"),
        (Contact("phone", "09 70 27 15 51"), ""),
        (Contact("phone", "09 70 27 15 51", dialled="0970271551"), ""),
        (Contact("phone", "x", dialled="+33970271551\n+44"), ""),
        (Contact("email", "douane@example.org"), "mailto:douane@example.org"),
        (Contact("page", "https://example.org/a"), "https://example.org/a"),
        (Contact("page", "javascript:alert(1)"), ""),
    ],
)
def test_a_number_opens_only_with_its_country(contact: Contact, opened: str) -> None:
    assert address(contact) == opened


def test_sentences_that_differ_stand_under_each_other_with_whose_they_are() -> None:
    rows = (
        Compared(
            "Is VFR at night allowed?", ("Flown under SERA.5005(c), at aerodromes open to it", None), differs=True
        ),
        Compared("Fuel", ("AVGAS", "AVGAS")),
        Compared("Elevation", ("36 ft", "313 ft"), differs=True),
    )
    assert plain(document(Compare(("France", "Germany"), rows, "not known"))).splitlines() == [
        "Is VFR at night allowed?",
        "France: Flown under SERA.5005(c), at aerodromes open to it",
        "Germany: not known",
        "Fuel: AVGAS",
        "Elevation: France 36 ft · Germany 313 ft",
    ]
