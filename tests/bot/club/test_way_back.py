"""The way home alone is moved in words, and what somebody has to be back for themselves moves nothing."""

from __future__ import annotations

import pytest

from .conftest import Club, words
from .test_under_a_card import an_outing, beneath, now_of


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("back by 3 pls not half past, dark by 4 at ours and I've no night rating", "15:00"),
        ("on peut décaler le retour à 16h ?", "16:00"),
        ("können wir eine halbe Stunde früher zurück?", "15:00"),
    ],
)
async def test_a_member_asks_for_another_way_home(club: Club, said: str, moment: str) -> None:
    before = (await an_outing(club)).flight
    asked = await beneath(club, "cleo", said)
    assert len(asked.buttons) == 1 and moment in words(asked)
    await club.say("", person="ana", token=asked.buttons[0].token)
    after = (await now_of(club)).flight
    assert before is not None and after is not None
    assert after.off_blocks == before.off_blocks and after.back != before.back
    assert (await now_of(club)).moved.endswith(moment)


async def test_who_has_to_be_back_moves_nothing(club: Club) -> None:
    before = (await an_outing(club)).flight
    for said in ("I must be back by 3 myself", "ich bin um 3 wieder da", "back by 4 last time and it was dark"):
        assert "asks to move" not in words(await beneath(club, "cleo", said))
    assert (await now_of(club)).flight == before
