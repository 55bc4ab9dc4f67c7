"""Several things said in one message under a card: each is done, asked or told."""

from __future__ import annotations

import pytest

from bot.outings.heard import Heard
from bot.outings.in_parts import parts_of

from .conftest import Club, words
from .test_under_a_card import an_outing, beneath, now_of


def hears(part: str) -> Heard | None:
    said = {"count me in": "say", "I'll do the PPR": "mine", "who is coming?": "who", "any seat": "seats"}
    return Heard(said[part]) if part in said else None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("count me in, and I'll do the PPR", ("count me in", "I'll do the PPR")),
        ("count me in, and who is coming?", ("count me in", "who is coming?")),
        ("count me in, any seat", ()),
        ("count me in, the dog is fine", ()),
        ("Tom, Jo and I are in", ()),
    ],
)
def test_a_message_is_cut_where_both_sides_say_something(text: str, parts: tuple[str, ...]) -> None:
    assert parts_of(text, hears) == parts


async def test_who_comes_and_does_the_ppr_is_in_and_does_it(club: Club) -> None:
    await an_outing(club)
    reply = await beneath(club, "dee", "Count me in, and I'll do the PPR")
    outing = await now_of(club)
    own = outing.answer_of("dee")
    job = next(job for job in outing.jobs if job.kind == "permission")
    assert own is not None and own.state == "in" and job.owner is not None and job.owner.id == "dee"
    assert "You are in" in words(reply) and "PPR" in words(reply)


async def test_what_was_sent_and_what_was_paid_are_both_kept(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "cleo", "PPR's gone off, and I paid 24 for landing")
    outing = await now_of(club)
    assert [job.state for job in outing.jobs if job.kind == "permission"] == ["sent"]
    assert [expense.amount for expense in outing.expenses] == [2400]


async def test_an_offer_without_an_aircraft_is_asked_for_it_beside_the_answer(club: Club) -> None:
    await an_outing(club)
    reply = await beneath(club, "dee", "bin dabei, kann zwei mitnehmen")
    own = (await now_of(club)).answer_of("dee")
    assert own is not None and own.state == "in"
    assert "Du bist dabei" in words(reply) and "In welchem Flugzeug?" in words(reply)


@pytest.mark.parametrize(
    "text", ["I'll take my microlight, one spare seat", "komme mit der Katana, ein Platz frei"]
)
async def test_a_spare_seat_of_ones_own_is_no_question(club: Club, text: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "dee", text)
    assert "1 seat" not in words(reply) and "frei**" not in words(reply)


@pytest.mark.parametrize(
    ("person", "text", "minutes"),
    [
        ("ana", "an hour and a half later please", 90),
        ("ana", "1.5 hours later", 90),
        ("ana", "three quarters of an hour later", 45),
        ("ana", "une heure et demie plus tard", 90),
        ("ana", "anderthalb Stunden später", 90),
        ("ana", "a couple of hours later", 120),
    ],
)
async def test_a_flight_is_moved_by_the_whole_span_that_is_said(
    club: Club, person: str, text: str, minutes: int
) -> None:
    before = await an_outing(club)
    reply = await beneath(club, person, text)
    if reply.buttons:
        await club.say("", token=reply.buttons[0].token)
    after = await now_of(club)
    assert before.flight is not None and after.flight is not None
    assert (after.flight.off_blocks - before.flight.off_blocks).total_seconds() == 60 * minutes


async def test_a_plain_calling_off_of_the_organiser_is_never_passed_over(club: Club) -> None:
    await an_outing(club)
    reply = await beneath(club, "ana", "bon, on annule, avis de coup de vent")
    assert [button.label for button in reply.buttons] == ["Annuler"] or "Annul" in words(reply)
    assert not (await beneath(club, "ana", "we cancelled last time and it turned out gorgeous")).buttons


@pytest.mark.parametrize(
    "text", ["Archer's gone u/s, sorry all", "I'm not flying, that crosswind is too much for me"]
)
async def test_a_pilot_who_does_not_fly_is_asked_whether_the_aircraft_stays(club: Club, text: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "ben", text)
    assert reply.buttons and "G-ABCD" in reply.buttons[0].label


async def test_a_guest_who_cannot_come_is_taken_off_and_nobody_else(club: Club) -> None:
    await an_outing(club)
    await club.say("/in +1", person="dan")
    reply = await beneath(club, "dan", "mein Bruder kann doch nicht")
    await club.say("", token=reply.buttons[0].token, person="dan")
    own = (await now_of(club)).answer_of("dan")
    assert own is not None and (own.state, own.guests) == ("in", 0)


async def test_who_is_brought_by_name_is_a_guest(club: Club) -> None:
    await an_outing(club)
    reply = await beneath(club, "dee", "I'm bringing Kate")
    label = next(iter(reply.buttons)).label if reply.buttons else ""
    own = (await now_of(club)).answer_of("dee")
    assert label == "In +1" or (own is not None and own.guests == 1)
    assert "+1" not in words(await beneath(club, "eve", "ich bringe Kuchen mit"))


@pytest.mark.parametrize(
    "text", ["won't be bringing the Archer, oil leak", "I'll have to scratch, gearbox on the car has died"]
)
async def test_what_is_broken_at_home_is_no_call_for_help(club: Club, text: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "ben" if "Archer" in text else "cleo", text)
    assert "121.5" not in words(reply) and reply.buttons


async def test_who_is_on_it_takes_the_task_that_was_just_asked_about(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "dee", "anyone sorted the PPR yet?")
    await beneath(club, "dee", "on it")
    job = next(job for job in (await now_of(club)).jobs if job.kind == "permission")
    assert job.owner is not None and job.owner.id == "dee"
    await beneath(club, "dee", "they've said yes, ask for Marie on the phone")
    job = next(job for job in (await now_of(club)).jobs if job.kind == "permission")
    assert job.state == "received"


async def test_who_comes_and_asks_for_another_hour_is_in(club: Club) -> None:
    await an_outing(club)
    reply = await beneath(club, "dee", "Je suis partante avec mon mari, on peut décoller à 11h ?")
    own = (await now_of(club)).answer_of("dee")
    assert own is not None and (own.state, own.guests) == ("in", 1) and "Ana" in words(reply)


async def test_an_aircraft_that_flies_again_is_not_taken_out(club: Club) -> None:
    await an_outing(club)
    assert not (await beneath(club, "ben", "Archer's available again by the way, annual done")).buttons
    reply = await beneath(club, "ben", "can only do two now, not three")
    await club.say("", token=reply.buttons[0].token, person="ben") if reply.buttons else None
    assert (await now_of(club)).aircraft[0].seats == 2
