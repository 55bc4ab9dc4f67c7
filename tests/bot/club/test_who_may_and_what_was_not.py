"""What members put before an organiser, what was called off and is on again, and words that answer nothing."""

from __future__ import annotations

import pytest

from .conftest import CLUB, Club, words
from .test_under_a_card import an_outing, beneath, now_of


async def test_a_member_proposes_and_the_organiser_does_it_by_one_tap(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "cleo", "make it an hour later can we, fog's always there till half ten")
    assert "Ana can change this: Cleo asks to move" in words(asked) and "11:00" in words(asked)
    refused = await club.said("", person="ben", token=asked.buttons[0].token)
    assert refused == "Ana can change this."
    await club.say("", person="ana", token=asked.buttons[0].token)
    outing = await now_of(club)
    assert outing.flight is not None and outing.flight.off_blocks.hour == 11


async def test_the_same_hour_said_twice_is_asked_about(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "ana", "one hour later")
    again = await beneath(club, "admin", "one hour later")
    assert "11:00 to Sat 13 Feb 12:00?" in words(again)
    outing = await now_of(club)
    assert outing.flight is not None and outing.flight.off_blocks.hour == 11


async def test_what_was_called_off_is_posted_again_with_who_was_in(club: Club) -> None:
    before = await an_outing(club)
    await beneath(club, "ana", "call it off")
    asked = await beneath(club, "ana", "no wait, it's on")
    assert "is called off. Post it again" in words(asked)
    told = await club.say("", person="ana", token=asked.buttons[0].token)
    held = await club.outings.in_room(CLUB, over=True)
    after = max((one.outing for one in held), key=lambda one: one.number)
    assert "**On again**" in words(told) and after.id != before.id and after.status == "open"
    assert [one.member.id for one in after.coming] == [one.member.id for one in before.coming]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text",
    [
        "I would have come but the annual's dragging on",
        "I could have taken three in the Archer if someone hadn't bent the nosewheel",
        "hätte ich noch die alte Mooney, könnte ich zwei von euch mitnehmen",
        "dommage, je serais bien venu mais je bosse samedi",
        '"count me in" he says, every time, and then he\'s at the pub',
        "> count me in\nsays the man who never comes",
        "someone should really do the GAR, I am not it",
    ],
)
async def test_what_was_not_and_what_others_said_is_no_answer(club: Club, text: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "eve", text)
    assert not reply.blocks and not reply.buttons


async def test_the_amount_that_is_left_counts(club: Club) -> None:
    await an_outing(club)
    reply = await beneath(club, "cleo", "paid 48 for landing, 6 quid of that was my own coffee so call it 42")
    assert "£42.00" in words(reply)


async def test_seats_that_are_taken_back_are_not_offered(club: Club) -> None:
    await an_outing(club)
    text = "Can't get the Archer, so scrap my three seats. I'm still coming if someone has room"
    reply = await club.say(f"/fly {text}", person="ben")
    assert [button.label for button in reply.buttons][:1] == ["Withdraw G-ABCD"]
    assert (await now_of(club)).aircraft[0].seats == 3


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("person", "text", "first"),
    [
        ("eve", "not coming was a joke, of course I am coming", "In"),
        ("eve", "If Alice has a seat I'm coming, if not next time", "Maybe"),
        ("eve", "Me + Sarah + the nipper please, so that's 3 bums in total", "In +2"),
        ("eve", "me too", "In"),
        ("cleo", "j'annule", "Sans moi"),
    ],
)
async def test_what_is_likeliest_is_asked_first(club: Club, person: str, text: str, first: str) -> None:
    await an_outing(club)
    reply = await beneath(club, person, text)
    assert [button.label for button in reply.buttons][:1] == [first]


@pytest.mark.thorough
async def test_who_is_taken_off_the_list_in_plain_words_is_off_it(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "cleo", "Trag mich bitte wieder aus, hab Dienst")
    own = (await now_of(club)).answer_of("cleo")
    assert own is not None and own.state == "out"
    reply = await beneath(club, "eve", "comptez sur moi, et sur Jacqueline")
    own = (await now_of(club)).answer_of("eve")
    assert own is not None and (own.state, own.guests) == ("in", 1), words(reply)


async def test_who_is_out_and_says_why_calls_for_no_help(club: Club) -> None:
    await an_outing(club)
    for said in ("I'm out. Fuel leak. Don't ask", "bin raus, Ölleck"):
        await beneath(club, "cleo", said)
        answer = (await now_of(club)).answer_of("cleo")
        assert answer is not None and answer.state == "out", said
