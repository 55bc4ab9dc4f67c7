"""What members write under an outing's card: done, asked back by one tap, or left to the others."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adapters.protocol import Reply, Sent
from bot.outings.outing import Outing

from .conftest import CLUB, Club, words

pytestmark = pytest.mark.thorough

CARD = "card-1"


async def an_outing(club: Club, when: str = "sat 10:00") -> Outing:
    """Ana's, of tomorrow, with Ben's aircraft; Cleo sits in it."""
    draft = await club.say(f"/flyout EGTF LFAT {when} back 15:30")
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
        ("ana", "I was afraid we would have to cancel"),
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


@pytest.mark.parametrize(
    ("person", "text"),
    [
        ("ana", "let me know if you need a lift"),
        ("ana", "PPR forms, don't get me started"),
        ("ana", "annuler ? jamais de la vie"),
        ("cleo", "pull out the chocks before you start this time"),
        ("ana", "half an hour later and we'd have been in the soup"),
        ("cleo", "sans moi vous seriez perdus"),
        ("eve", "je viens de me lever"),
        ("eve", "on est deux cons"),
        ("cleo", "let me know when you're back on the ground"),
        ("ben", "GAR forms, don't get me started"),
    ],
)
async def test_what_is_not_surely_meant_changes_nothing_before_a_tap(club: Club, person: str, text: str) -> None:
    before = await an_outing(club)
    await beneath(club, person, text)
    assert (await now_of(club)).model_copy(update={"version": 0}) == before.model_copy(update={"version": 0})


@pytest.mark.parametrize(
    ("person", "text", "first"),
    [
        ("eve", "if the babysitter turns up I'm there", "Maybe"),
        ("eve", "only if the wind is under 15 knots", "Maybe"),
        ("eve", "nur wenn die Sicht passt", "Vielleicht"),
        ("ben", "il ne me reste qu'une place", "1 place"),
    ],
)
async def test_what_is_likeliest_is_the_first_tap(club: Club, person: str, text: str, first: str) -> None:
    await an_outing(club)
    asked = await beneath(club, person, text)
    assert first in f"{asked.buttons[0].label} {words(asked)}".split("\n")[0]


async def test_why_not_is_a_yes(club: Club) -> None:
    await an_outing(club)
    reply = await beneath(club, "eve", "warum nicht, ich komm mit")
    answer = (await now_of(club)).answer_of("eve")
    assert (answer is not None and answer.state == "in") or reply.buttons[0].label == "Dabei"


async def test_a_wish_for_a_seat_is_a_yes_by_one_tap(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "eve", "bagsy a seat with Ben")
    assert "G-ABCD" in words(asked) and len(asked.buttons) == 1
    await club.say("", person="eve", token=asked.buttons[0].token)
    answer = (await now_of(club)).answer_of("eve")
    assert answer is not None and (answer.state, answer.aircraft) == ("in", "G-ABCD")


@pytest.mark.parametrize(
    "text",
    [
        "for the June trip count me in",
        "für Sylt bin ich raus",
        "letztes Jahr war ich leider nicht dabei",
        "pour la sortie de juin je suis partante",
        "in your dreams mate",
        "mdr",
        "can Ana see this?",
        "ok ten works",
        "I thought about coming in 2018 and it rained",
        "my instructor can't make it tomorrow so my lesson is off",
        "take me back to summer",
        "trois heures de queue à la poste",
        "if it were up to me we'd cancel the whole of November",
        "wenn es nach mir ginge, würden wir alles absagen",
        "on avait payé 40 balles le resto la dernière fois",
        "qui vient au barbecue de juin ?",
        "anyone lost a torch? found one in the clubhouse",
        "ich bin dabei gewesen",
        "I've been in on that one before",
        "bin nicht dabei gewesen letztes Mal",
    ],
)
async def test_what_is_of_another_outing_or_a_jest_is_left_to_the_others(club: Club, text: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "eve", text)
    assert not reply.blocks and not reply.buttons


async def test_another_time_beside_this_one_is_no_talk_of_another(club: Club) -> None:
    await an_outing(club)
    await beneath(club, "eve", "last year I was ill but this time count me in")
    answer = (await now_of(club)).answer_of("eve")
    assert answer is not None and answer.state == "in"


@pytest.mark.parametrize(
    "text",
    [
        "I'll have to cancel",
        "wave to the tower for me, I can't come now",
        "je dois annuler, ma voiture est en panne",
        "ich muss absagen, mein Auto streikt",
    ],
)
async def test_a_member_who_cancels_is_asked_whether_that_is_out(club: Club, text: str) -> None:
    await an_outing(club)
    asked = await beneath(club, "cleo", text)
    if asked.buttons:
        await club.say("", token=asked.buttons[0].token, person="cleo")
    outing = await now_of(club)
    answer = outing.answer_of("cleo")
    assert answer is not None and answer.state == "out" and outing.status == "open"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("I'd come if I could but no", "Out"),
        ("if there's a seat left I'll have it", "In"),
        ("I'd only slow you down, not coming", "Out"),
        ("sagen wir 60 Prozent", "Vielleicht"),
        ("I would have been in", "Out"),
        ("ich wäre gern dabei gewesen", "Nicht dabei"),
        ("ich bin mit dabei, wenn ich um 9 aus dem Dienst komme", "Vielleicht"),
        ("I'm in if I get off from Luton in time", "Maybe"),
        ("je viens si je rentre de Lyon à temps", "Peut-être"),
        ("I was in two minds, but yes, I'm in", "In"),
    ],
)
async def test_what_hangs_on_a_seat_or_is_regretted_is_asked_first(club: Club, text: str, state: str) -> None:
    await an_outing(club)
    asked = await beneath(club, "eve", text)
    assert asked.buttons[0].label == state


async def test_the_one_guest_is_left_out_only_where_it_is_meant(club: Club) -> None:
    await an_outing(club)
    await club.say("/in +1", person="dan")
    await beneath(club, "dan", "alleine essen ist doof")
    answer = (await now_of(club)).answer_of("dan")
    assert answer is not None and answer.guests == 1


async def test_a_better_day_that_is_proposed_is_a_move(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "ana", "forecast's better on Sunday so let's go then")
    assert len(asked.buttons) == 1 and "14 Feb" in words(asked)


@pytest.mark.parametrize(
    ("text", "hour"), [("noon instead", "12:00"), ("11 instead", "11:00"), ("ten thirty instead", "10:30")]
)
async def test_an_hour_in_few_words_is_a_move(club: Club, text: str, hour: str) -> None:
    await an_outing(club)
    asked = await beneath(club, "ana", text)
    if asked.buttons:
        assert hour in words(asked)
        await club.say("", token=asked.buttons[0].token)
    flight = (await now_of(club)).flight
    assert flight is not None and f"{flight.off_blocks:%H:%M}" == hour


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


async def test_the_night_the_clocks_go_back_is_explained(club: Club) -> None:
    club.clock[0] = datetime(2027, 10, 25, 9, tzinfo=UTC)
    await an_outing(club, "31 oct 09:00")
    moved = words(await beneath(club, "ana", "move it to 01:30"))
    assert "01:30 comes twice that night at EGTF: I took the first (00:30Z)" in moved
    later = words(await beneath(club, "ana", "one hour later"))
    assert "02:30** local (02:30Z)" in later and "from the old time that is 120 minutes" in later
    again = words(await beneath(club, "ana", "one hour later"))
    assert "03:30** local (03:30Z)" in again and "minutes" not in again.partition("Latest")[0]


async def test_out_that_may_be_said_of_the_guest_alone_is_asked_back(club: Club) -> None:
    await an_outing(club)
    await club.say("/in +1", person="dan")
    asked = await beneath(club, "dan", "Mein Begleiter kann nicht, also komme ich solo")
    if asked.buttons:
        await club.say("", person="dan", token=asked.buttons[0].token)
    answer = (await now_of(club)).answer_of("dan")
    assert answer is not None and (answer.state, answer.guests) == ("in", 0)


@pytest.mark.parametrize("text", ["my husband paid 400 for his new headset", "j'ai payé mon loyer, 900 balles"])
async def test_what_was_paid_for_something_else_is_not_entered(club: Club, text: str) -> None:
    await an_outing(club)
    await beneath(club, "cleo", text)
    assert not (await now_of(club)).expenses


async def test_a_day_just_past_is_not_taken_for_next_years(club: Club) -> None:
    before = await an_outing(club)
    assert "Tue 1 Feb 2028 is more than 300 days ahead" in await club.said("/move 1 feb")
    assert "is more than 300 days ahead" in await club.said("/flyout EGTF LFAT 1 feb 10:00")
    after = (await now_of(club)).flight
    assert after is not None and before.flight is not None and after.off_blocks == before.flight.off_blocks


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my home base is White Waltham", "EGLM"),
        ("remind me Friday evening to pack my passport", "/remind"),
    ],
)
async def test_what_is_told_of_ones_own_flying_is_kept(club: Club, text: str, told: str) -> None:
    await an_outing(club)
    assert told in words(await beneath(club, "cleo", text))


async def test_seats_that_are_told_are_offered_and_no_question(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "ben", "bei mir sind nur noch zwei Plätze frei")
    assert "2" in asked.buttons[0].label + words(asked)
    assert "Fay" not in words(asked)


async def test_an_aircraft_that_is_broken_at_home_is_withdrawn(club: Club) -> None:
    await an_outing(club)
    asked = await beneath(club, "ben", "die Archer fällt aus, Magnet defekt")
    assert "7700" not in words(asked)
    assert "G-ABCD" in asked.buttons[0].label


async def test_an_aircraft_that_burns_is_a_call(club: Club) -> None:
    await an_outing(club)
    assert "7700" in words(await beneath(club, "ben", "die Archer fällt aus, Motor brennt"))


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("nine would be nicer", "09:00"),
        ("11 suits me better", "11:00"),
        ("half eleven works better for me", "11:30"),
        ("13 would be better, fog till noon", "13:00"),
        ("onze heures serait mieux", "11:00"),
        ("neun wäre mir lieber", "09:00"),
    ],
)
async def test_the_organisers_better_hour_is_asked_back(club: Club, text: str, off: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "ana", text)
    await club.say("", token=reply.buttons[0].token)
    flight = (await now_of(club)).flight
    assert flight is not None and flight.off_blocks.strftime("%H:%M") == off


@pytest.mark.parametrize("text", ["12 people would be better value", "the right hand seat would be nicer"])
async def test_what_else_would_be_better_is_no_hour(club: Club, text: str) -> None:
    before = await an_outing(club)
    reply = await beneath(club, "cleo", text)
    assert not reply.buttons and (await now_of(club)).flight == before.flight


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("Le Touquet emailed back, PPR's fine, number 4471", "ref 4471"),
        ("PPR's fine, Le Touquet says 4471", "ref 4471"),
        ("réponse de LFAT : PPR accordé n° 12", "ref 12"),
        ("PPR: die haben zurückgeschrieben, läuft, Nummer 12", "ref 12"),
    ],
)
async def test_an_answer_of_the_field_is_what_was_asked_for(club: Club, text: str, reference: str) -> None:
    await an_outing(club)
    await beneath(club, "ben", text)
    job = next(job for job in (await now_of(club)).jobs if job.kind == "permission")
    assert (job.state, job.reference) == ("received", reference)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("nt comming, srry", "out"),
        ("dsl jpeux pas, boulot", "out"),
        ("leider schon verplant, sorry", "out"),
        ("cnt me in pls", "in"),
        ("Im in, can bring snacks", "in"),
        ("je viens mais je repars avec quelqu'un d'autre", "in"),
        ("désolée je suis en retard mais je viens", "in"),
        ("put me down as a prob", "maybe"),
        ("can't confirm till thursday, sorry", "maybe"),
    ],
)
async def test_what_is_typed_in_haste_is_an_answer(club: Club, text: str, state: str) -> None:
    await an_outing(club)
    await beneath(club, "eve", text)
    answer = (await now_of(club)).answer_of("eve")
    assert answer is not None and (answer.state, answer.guests) == (state, 0)


@pytest.mark.parametrize(
    "text",
    ["coming without the wife", "je viens sans ma femme", "ich komme ohne meine Frau"],
)
async def test_who_stays_at_home_is_no_guest(club: Club, text: str) -> None:
    await an_outing(club)
    asked = await beneath(club, "eve", text)
    if asked.buttons:
        await club.say("", person="eve", token=asked.buttons[0].token)
    answer = (await now_of(club)).answer_of("eve")
    assert answer is None or (answer.state, answer.guests) == ("in", 0)


@pytest.mark.parametrize(
    "text",
    ["not bringing the kid after all", "finalement je prends pas mon gamin", "die Kleine bleibt daheim"],
)
async def test_a_guest_who_is_left_behind_is_asked_about(club: Club, text: str) -> None:
    await an_outing(club)
    await club.say("/in +1", person="dan")
    asked = await beneath(club, "dan", text)
    await club.say("", person="dan", token=asked.buttons[0].token)
    answer = (await now_of(club)).answer_of("dan")
    assert answer is not None and (answer.state, answer.guests) == ("in", 0)


@pytest.mark.parametrize("text", ["+1 with the dog", "count Dave in", "trag bitte Peter ein", "put Jack down too"])
async def test_one_more_by_name_or_number_is_one_tap(club: Club, text: str) -> None:
    await an_outing(club)
    asked = await beneath(club, "eve", text)
    assert asked.buttons[0].label in ("In +1", "Dabei +1")
    assert (await now_of(club)).answer_of("eve") is None


@pytest.mark.parametrize("text", ["lets push it back half an hr, fog till 10", "1/2 hr later please"])
async def test_half_an_hour_is_half_an_hour_however_short(club: Club, text: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "ana", text)
    if reply.buttons:
        await club.say("", token=reply.buttons[0].token)
    flight = (await now_of(club)).flight
    assert flight is not None and flight.off_blocks.strftime("%H:%M") == "10:30"


@pytest.mark.parametrize("text", ["l'Archer est en révision", "notre Archer est à l'atelier"])
async def test_a_french_aircraft_in_the_works_is_withdrawn_by_one_tap(club: Club, text: str) -> None:
    await an_outing(club)
    asked = await beneath(club, "ben", text)
    assert "G-ABCD" in asked.buttons[0].label


@pytest.mark.parametrize("text", ["wird abgesagt wenns regnet?", "is it cancelled if it rains?"])
async def test_what_happens_in_bad_weather_is_asked_of_the_outing(club: Club, text: str) -> None:
    await an_outing(club)
    told = words(await beneath(club, "eve", text))
    assert "10:00" in told and "Restaurant" not in told


@pytest.mark.parametrize("text", ["me and 12 friends", "+99"])
async def test_a_crowd_of_guests_is_refused_in_one_line(club: Club, text: str) -> None:
    await an_outing(club)
    reply = await beneath(club, "dora", text)
    assert "At most 3" in words(reply) and not reply.buttons
    assert (await now_of(club)).answer_of("dora") is None
