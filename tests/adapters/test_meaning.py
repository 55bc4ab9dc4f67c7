"""What can be tapped in a block with meaning."""

import pytest

from adapters.meaning import address
from adapters.protocol import Contact


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
