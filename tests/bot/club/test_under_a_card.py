"""What members write under an outing's card: done, asked back by one tap, or left to the others."""

from __future__ import annotations

import pytest

from adapters.protocol import Reply, Sent
from bot.outings.outing import Outing

from .conftest import CLUB, Club, words

CARD = "card-1"


async def an_outing(club: Club) -> Outing:
    """Ana's, of tomorrow, with Ben's aircraft; Cleo sits in it."""
    draft = await club.say("/flyout EGTF LFAT sat 10:00 back 15:30")
    await club.say("", token=draft.buttons[0].token)
    await club.say("/plane G-ABCD 3", person="ben")
    await club.say("/in", person="cleo")
    held = (await club.outings.in_room(CLUB))[0]
    await club.outings.drawn(held.outing.id, Sent((CARD,)), held.outing.version, club.now)
    return held.outing


async def now_of(club: Club) -> Outing:
    return (await club.outings.in_room(CLUB, over=True))[0].outing


async def beneath(club: Club, person: str, text: str) -> Reply:
    return await club.say(text, person=person, card=CARD)


@pytest.mark.parametrize(
    ("person", "text"),
    [
        ("ana", "last time we cancelled it was glorious sunshine, typical"),
        ("ana", "great turnout, thanks guys"),
        ("cleo", "Geoff said he might come but you know Geoff"),
        ("cleo", "Petra is not coming, she has a cold"),
        ("cleo", "sam can't make it to the pub quiz"),
        ("cleo", "j'ai annulé mon abonnement"),
    ],
)
async def test_what_is_told_of_others_changes_nothing(club: Club, person: str, text: str) -> None:
    before = await an_outing(club)
    await beneath(club, person, text)
    assert (await now_of(club)).model_copy(update={"version": 0}) == before.model_copy(update={"version": 0})


async def test_a_wish_for_a_seat_is_a_yes_by_one_tap(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "eve", "bagsy a seat with Ben")
    assert "G-ABCD" in words(asked) and len(asked.buttons) == 1
    await club.say("", person="eve", token=asked.buttons[0].token)
    answer = (await now_of(club)).answer_of("eve")
    assert answer is not None and (answer.state, answer.aircraft) == ("in", "G-ABCD")


async def test_one_more_with_somebody_who_is_in_is_asked_back(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "cleo", "adding one to my booking")
    assert asked.buttons[0].label == "In +1"


async def test_a_table_needs_no_reference(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "ana", "Lunch is booked, table for eight under Hargreaves")
    assert next(j for j in (await now_of(club)).jobs if j.kind == "lunch").state == "received"


async def test_the_day_it_is_moved_to_is_the_other_one(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "ana", "Saturday's no good, Sunday it is")
    await club.say("", token=asked.buttons[0].token)
    flight = (await now_of(club)).flight
    assert flight is not None and flight.day.isoformat() == "2027-02-14"
