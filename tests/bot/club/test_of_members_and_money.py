"""What is said of a member, of seats that are left, of what is not done yet, and of two payments at once."""

from __future__ import annotations

import pytest

from adapters.protocol import IncomingMessage, Person

from .conftest import CLUB, Club, words
from .test_under_a_card import CARD, an_outing, beneath, now_of


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
    assert "£42.00, atterrissage, carburant" in told
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


async def test_each_currency_is_shared_by_itself(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "cleo", "j'ai payé 48 € de taxe d'atterrissage")
    told = words(await beneath(club, "ben", "I paid 30 pounds for fuel"))
    assert "€24.00 each" in told and "£15.00 each" in told and "78" not in told
    assert "Ben → Cleo: €24.00" in told and "Cleo → Ben: £15.00" in told and "kept apart" in told
    asked = await beneath(club, "ben", "I paid 12 for parking")
    assert [button.label for button in asked.buttons] == ["€12.00", "£12.00"]
    await club.say("", CLUB, "ben", token=asked.buttons[0].token)
    assert [(e.amount, e.currency) for e in (await now_of(club)).expenses][2:] == [(1_200, "EUR")]


async def test_one_message_of_two_currencies_is_two_entries_each_taken_back_by_itself(club: Club) -> None:
    await an_outing(club)
    told = await beneath(club, "ben", "ich habe 20 Pfund für Sprit und 15 Franken für die Landung bezahlt")
    assert [(e.amount, e.currency, e.what) for e in (await now_of(club)).expenses] == [
        (2_000, "GBP", "fuel"), (1_500, "CHF", "landing"),
    ]  # fmt: skip
    await club.say("", CLUB, "ben", token=told.buttons[1].token)
    assert [e.currency for e in (await now_of(club)).expenses] == ["GBP"]
    asked = await beneath(club, "ben", "I paid 300 kr for parking")
    assert all("300.00" in button.label for button in asked.buttons) and len(asked.buttons) > 1


async def test_two_who_are_called_the_same_are_told_apart(club: Club) -> None:
    await an_outing(club)

    async def dave(person: str, text: str) -> str:
        club.count[0] += 1
        message = IncomingMessage(
            id=f"d{club.count[0]}", chat=CLUB, person=Person(person, "Dave"), text=text, addressed_by="reply",
            sent_at=club.now, private=False, reply_to=CARD,
        )  # fmt: skip
        return words([reply async for reply in club.desk.replies(message)][-1])

    await dave("d1", "count me in")
    await dave("d2", "count me in")
    await dave("d2", "I paid 30 for landing")
    who = [answer.member.name for answer in (await now_of(club)).coming]
    assert who[-2:] == ["Dave", "Dave (2)"]
    assert "Dave (2) paid" in await dave("d1", "who owes what?")
    asked = await beneath(club, "ana", "Dave's out")
    assert [button.label for button in asked.buttons] == ["Dave", "Dave (2)"]
    await club.say("", CLUB, "ana", token=asked.buttons[1].token)
    left = (await now_of(club)).answer_of("d1")
    assert left is not None and left.state == "in"
    assert not any(a.member.id == "d2" and a.state == "in" for a in (await now_of(club)).answers)
