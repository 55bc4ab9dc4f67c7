"""A cost that was entered wrongly is corrected in words, by a tap; what is no entry is left alone."""

from __future__ import annotations

import pytest

from .conftest import Club, words
from .test_under_a_card import an_outing, beneath, now_of


@pytest.mark.parametrize(
    "said",
    [
        "scrub that 48, it was 38, fat fingers",
        "no, 38 not 48",
        "sorry, the landing should have been 38",
        "nein, es waren 38 statt 48",
        "c'était 38, pas 48",
    ],
)
async def test_a_sum_is_corrected(club: Club, said: str) -> None:
    await an_outing(club)
    await beneath(club, "ben", "I paid 48 for landing")
    asked = await beneath(club, "ben", said)
    assert len(asked.buttons) == 1 and "48.00" in words(asked) and "38.00" in words(asked)
    await club.say("", person="ben", token=asked.buttons[0].token)
    assert [(one.amount, one.what) for one in (await now_of(club)).expenses] == [(3800, "landing")]


async def test_what_is_no_entry_is_not_corrected(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "ben", "I paid 48 for landing")
    for said in ("make it 11, not 10", "no, 62 not 52", "it was 48 knots, not 38 mph at all"):
        await beneath(club, "ben", said)
        assert [one.amount for one in (await now_of(club)).expenses] == [4800], said
