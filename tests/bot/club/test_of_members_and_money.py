"""What is said of a member, of seats that are left, of what is not done yet, and of two payments at once."""

from __future__ import annotations

import pytest

from .conftest import CLUB, Club, words
from .test_who_may_and_what_was_not import an_outing, beneath, now_of


async def test_what_is_said_of_a_member_is_no_call_and_a_tap_of_the_organiser(club: Club) -> None:
    await an_outing(club)
    told = words(await beneath(club, "cleo", "Ben can't make it"))
    assert told == "Ben says that, or taps Out under the card."
    asked = await beneath(club, "ana", "Cleo is out")
    assert words(asked) == "Take Cleo off the list?" and (await now_of(club)).answer_of("cleo") is not None
    await club.say("", CLUB, "ana", token=asked.buttons[0].token)
    own = (await now_of(club)).answer_of("cleo")
    assert own is None or own.state == "out"
    assert "Fly the aircraft" in words(await beneath(club, "ana", "Engine's out"))


async def test_seats_that_are_left_are_asked_of_who_brings_them(club: Club) -> None:
    await an_outing(club)
    for said in ("only one seat now, brother-in-law's invited himself", "nur noch ein Platz, mein Schwager hat sich eingeladen",
                 "plus qu'une place, mon beau-frère s'est invité"):  # fmt: skip
        asked = await beneath(club, "ben", said)
        assert "G-ABCD" in words(asked) and len(asked.buttons) == 1, said
    await club.say("", CLUB, "ben", token=asked.buttons[0].token)
    craft = (await now_of(club)).craft("G-ABCD")
    assert craft is not None and craft.seats == 1


async def test_what_is_not_done_yet_is_told_as_it_stands(club: Club) -> None:
    await an_outing(club)
    for said in ("PPR not done", "PPR pas encore faite", "PPR noch nicht erledigt"):
        assert "LFAT PPR" in await club.said(said, person="ben"), said
    assert all(job.state == "open" for job in (await now_of(club)).jobs)


async def test_two_payments_are_one_entry_and_what_another_paid_is_left_to_them(club: Club) -> None:
    await an_outing(club)
    told = words(await beneath(club, "cleo", "I paid £48 for landing, Ben paid 30 for lunch"))
    assert "Cleo paid £48.00, landing" in told and "What Ben paid is for Ben to enter." in told
    told = words(await beneath(club, "ben", "j'ai payé 12 de taxe et 30 d'essence"))
    assert "£42.00, carburant, atterrissage" in told
    assert [one.amount for one in (await now_of(club)).expenses] == [4_800, 4_200]


async def test_who_is_on_no_list_and_who_writes_of_themselves_call_for_no_help(club: Club) -> None:
    await an_outing(club)
    for said in ("Tom can't make it", "Wojtek n'y arrivera pas", "Jens schafft es nicht"):
        name = said.split()[0]
        assert name in words(await beneath(club, "ana", said)), said
        assert name in await club.said(said, person="ana"), said
    assert "Fly the aircraft" in words(await beneath(club, "ana", "Tom can't make it to the field, fuel low"))
    assert "Fly the aircraft" in await club.said("we can't make it to the field", person="cleo")
    await beneath(club, "cleo", "Cleo can't make it")
    own = (await now_of(club)).answer_of("cleo")
    assert own is None or own.state == "out"


async def test_both_payments_of_the_writer_are_one_entry(club: Club) -> None:
    await an_outing(club)
    for said in (
        "landing 12, parking 8, both me",
        "Landung 12, Parken 8, beides ich",
        "taxe 12, parking 8, tout par moi",
    ):
        assert "20.00" in await club.said(said, person="cleo"), said


async def test_who_must_be_back_is_told_the_way_home_as_it_stands(club: Club) -> None:
    await an_outing(club)
    for said in ("I need to be back by 3", "ich muss um 15 Uhr zurück sein", "je dois être rentré à 15 h"):
        assert "15:30" in await club.said(said, person="cleo"), said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I have to be home by 4", "In time for 16:00. Planned: off blocks LFAT 15:30 local (14:30Z)"),
        ("I must be back by 3pm", "Not in time for 15:00."),
        ("home by 4 please", "In time for 16:00."),
        ("ich muss spätestens um vier daheim sein", "Rechtzeitig für 16:00."),
        ("il faut que je sois à la maison pour 15h", "Trop tard pour 15:00."),
        ("I need to be home before dark", "Latest off blocks LFAT"),
    ],
)
async def test_who_must_be_home_is_told_whether_the_plan_is_in_time(club: Club, said: str, told: str) -> None:
    before = (await an_outing(club)).flight
    assert told in words(await beneath(club, "cleo", said))
    assert (await now_of(club)).flight == before


async def test_what_the_field_has_is_asked_of_the_field(club: Club) -> None:
    await an_outing(club)
    for said in ("which have fuel?", "has it got fuel", "welche haben Sprit?"):
        assert "AVGAS" in words(await beneath(club, "cleo", said)), said
