"""A club's fleet, digest and calendar in its group, and a pilot's dates in private, as people say it."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from contracts.reminded import Sent
from icalendar import Calendar
from sqlalchemy import select
from starlette.applications import Starlette

from adapters.protocol import Button, IncomingMessage, Person, Reply
from agent.protocol import Profile
from bot.club.calendar import calendar_of, calendar_routes
from bot.club.digest import digest_words
from bot.club.documents import Documents
from bot.club.settings import Weekly
from bot.outings.actions import Actor, Post, Say
from bot.outings.outing import Flight, Member, Outing
from bot.outings.retention import Retention
from bot.outings.taps import OutingTap
from bot.reminding import Postman, words_of
from bot.store import PersonRef
from bot.tables import CalendarAddressRow, FleetRow, OutingPersonRow, PilotDateRow, ReminderRow

from .conftest import CLUB, OTHER, Bookings, Club, direct, words

SATURDAY = "UID:1\r\nDTSTAMP:20270101T000000Z\r\nSUMMARY:Ben\r\nDTSTART:20270213T090000Z\r\nDTEND:20270213T130000Z"


def event(words: str) -> str:
    return f"BEGIN:VEVENT\r\n{words}\r\nEND:VEVENT"


async def at_home(club: Club, person: str = "ana") -> None:
    await club.desk.store.save_profile(PersonRef("telegram", "bot", person), Profile(home_base="EGTF"))


async def test_a_booking_is_told_with_when_it_was_read_and_nothing_is_called_available(
    club: Club, bookings: Bookings
) -> None:
    bookings.of(event(SATURDAY))
    await at_home(club)
    await at_home(club, "admin")
    assert "Only an admin" in await club.said(f"/fleet G-ABCD {bookings.url}/a.ics")
    added = await club.said(f"/fleet G-ABCD {bookings.url}/a.ics", person="admin")
    assert "1 booking in the next 60 days" in added
    told = await club.said("is G-ABCD free Saturday?")
    assert told.startswith("**G-ABCD booked 09:00–13:00** on Sat 13 Feb (read 08:40).")
    none = await club.said("is G-ABCD booked on Sunday?")
    assert none.startswith("No booking of **G-ABCD** stands on Sun 14 Feb (read 08:40).")
    assert "I have no calendar of G-WXYZ" in await club.said("is G-WXYZ free Saturday?")
    listed = await club.said("/fleet")
    assert "**G-ABCD** booked Sat 13 09:00–13:00 (read 08:40)" in listed
    for text in (told, none, listed, added):
        assert "available" not in text.lower() and "is free" not in text.lower()
    assert "No aircraft is in the fleet" in await club.said("/fleet", OTHER)
    async with club.records.sessions() as session:
        (row,) = (await session.scalars(select(FleetRow))).all()
    assert bookings.url not in row.feed and "Ben" not in row.bookings  # sealed, and nobody's name


async def test_what_a_calendar_hides_is_said_with_every_day(club: Club, bookings: Bookings) -> None:
    await at_home(club)
    bookings.of(event(f"{SATURDAY}\r\nRRULE:FREQ=SECONDLY"))
    told = await club.said(f"/fleet G-ABCD {bookings.url}/y.ics", person="admin")
    assert "1 entry could not be read" in told
    for asked in ("/fleet", "/fleet G-ABCD", "is G-ABCD free Saturday?"):
        assert "1 entry not understood" in await club.said(asked), asked


async def test_calendars_are_read_again_every_half_an_hour_and_a_failure_is_said(
    club: Club, bookings: Bookings
) -> None:
    assert club.desk.club is not None
    fleet = club.desk.club.fleet
    bookings.of(event(SATURDAY))
    await at_home(club, "admin")
    await club.say(f"/fleet G-ABCD {bookings.url}/a.ics", person="admin")
    club.clock[0] += timedelta(minutes=29)
    await fleet.feeds.tick(fleet.fleet)
    assert len(bookings.requests) == 1
    club.clock[0] += timedelta(minutes=1)
    bookings.of(event(SATURDAY.replace("T09", "T10")))
    await fleet.feeds.tick(fleet.fleet)
    assert "booked Sat 13 10:00–13:00 (read 09:10)" in await club.said("/fleet", person="admin")
    bookings.content = b"x" * 1_000_001
    club.clock[0] += timedelta(minutes=30)
    await fleet.feeds.tick(fleet.fleet)
    await fleet.feeds.tick(fleet.fleet)
    told = await club.said("/fleet G-ABCD", person="admin")
    assert "booked Sat 13 10:00–13:00 (read 09:10; not read since: That calendar is too large" in told
    assert len(bookings.requests) == 3
    assert "is taken out" in await club.said("/fleet G-ABCD off", person="admin")


async def test_what_cannot_be_read_is_refused_and_nothing_is_kept(club: Club, bookings: Bookings) -> None:
    bookings.content = b"x" * 1_500_000
    for address, why in (
        (f"{bookings.url}/a.ics", "too large"),
        ("https://10.0.0.1/a.ics", "private network"),
        ("http://example.org/a.ics", "https"),
        ("https://user:pw@example.org/a.ics", "password"),
    ):
        reply = await club.say(f"/fleet G-ABCD {address}", person="admin")
        text = await club.said(f"/fleet G-ABCD {address}", person="admin")
        assert why in text and "Nothing is kept" in text and "\n" not in text and reply.ephemeral
    bookings.content = b"<html>please log in</html>"
    assert "no calendar" in await club.said(f"/fleet G-ABCD {bookings.url}", person="admin")
    assert "No aircraft" in await club.said("/fleet")


async def test_dates_are_kept_sealed_with_consent_and_told_in_private_alone(club: Club) -> None:
    reply = await club.say("my medical runs out 3 March", direct("ana"))
    (keep,) = reply.buttons
    assert "until Wed 3 Mar 2027" in (await club.said("my medical runs out 3 March", direct("ana"))).replace(
        "**", ""
    )
    async with club.records.sessions() as session:
        assert not (await session.scalars(select(PilotDateRow))).all()  # nothing before the tap
    assert "Kept" in await club.said("", direct("ana"), token=keep.token)
    async with club.records.sessions() as session:
        (row,) = (await session.scalars(select(PilotDateRow))).all()
    assert "2027" not in row.sealed
    told = await club.said("am I current on Saturday?", direct("ana"))
    assert "medical: until Wed 3 Mar 2027, that day included" in told and "licence: you gave no date" in told
    late = await club.said("am I current on 10 March?", direct("ana"))
    assert "**medical: ends Wed 3 Mar 2027, before that day**" in late
    assert "for their owner alone" in await club.said("is Ana's medical valid on Saturday?", direct("ben"), "ben")
    assert "for their owner alone" in await club.said("when does Ana's medical run out?", person="ben")
    assert "You gave me no dates" in await club.said("am I current?", direct("ben"), person="ben")
    for text in ("am I current on Saturday?", "/currency", "my medical runs out 3 March"):
        said = await club.said(text, person="ana")
        assert said.startswith("I answer that privately") and "2027" not in said
    mine = await club.said("/mydata", direct("ana"))
    assert "A private date: medical, sealed" in mine
    (drop,) = (await club.say("/currency off", direct("ana"))).buttons
    await club.say("", direct("ana"), token=drop.token)
    assert "You gave me no dates" in await club.said("/currency", direct("ana"))


async def test_a_pilot_hears_privately_a_week_and_a_day_before_that_a_date_ends(club: Club) -> None:
    (keep,) = (await club.say("/currency medical 16 feb 2027", direct("ana"))).buttons
    await club.say("", direct("ana"), token=keep.token)
    await posted(club, datetime(2027, 2, 20, 10, tzinfo=UTC))
    sent: list[tuple[str, str, str]] = []

    async def post(chat: Any, reply: Any, *, name: str = "") -> Any:
        if name not in [n for n, *_ in sent]:
            sent.append((name, chat.chat, reply.blocks[0].markdown))

    assert club.desk.club is not None
    documents = Documents(club.desk.club.dates.dates, club.outings, post, lambda: club.now)
    for days in range(9):
        for hour in (3, 9, 12, 22):
            club.clock[0] = datetime(2027, 2, 12 + days, hour, 1, tzinfo=UTC)
            await documents.tick()
    assert [chat for _, chat, _ in sent] == ["ana", "ana"]
    assert "medical ends Tue 16 Feb 2027" in sent[0][2] and "by the dates you gave" in sent[0][2]


async def posted(club: Club, off: datetime, name: str = "o1") -> Outing:
    flight = Flight(from_icao="EGTF", from_name="Fairoaks", to_icao="LFAT", to_name="Le Touquet", zone="Europe/London",
                    to_zone="Europe/Paris", off_blocks=off, back=off + timedelta(hours=5))  # fmt: skip
    ana = Actor(id="ana", name="Ana")
    made = Outing(id=name, number=0, organiser=Member(id="ana", name="Ana"), made_at=club.now, flight=flight)
    await club.outings.create(CLUB, made)
    await club.outings.change(name, Post(), ana, club.now)
    done = await club.outings.change(name, Say(state="in"), ana, club.now)
    assert done is not None
    return done.outing


async def test_a_calendar_has_an_address_for_each_member_that_ends_when_they_leave(club: Club) -> None:
    await posted(club, datetime(2027, 2, 20, 10, tzinfo=UTC))
    told = await club.said("/calendar")
    address = told.split("`")[1]
    assert address.startswith("https://fly.example/calendar/") and address.endswith(".ics")
    assert club.desk.club is not None
    desk = club.desk.club
    app = Starlette(routes=list(calendar_routes(desk.clubs, desk.outings, lambda: club.now)))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="https://fly.example") as web:
        answer = await web.get(address)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/calendar")
        assert "EGTF → LFAT" in answer.text
        assert (await web.get("/calendar/nonsense.ics")).status_code == 404
        again = (await club.said("/calendar")).split("`")[1]
        assert (await web.get(address)).status_code == 404 and (await web.get(again)).status_code == 200
        await club.records.left(CLUB, PersonRef("telegram", "bot", "ana"))
        assert (await web.get(again)).status_code == 404
    async with club.records.sessions() as session:
        assert not (await session.scalars(select(CalendarAddressRow))).all()
    held = await club.outings.get("o1")
    assert held is not None and held.outing.answer_of("ana") is None


def test_a_calendar_keeps_its_names_and_shows_each_field_its_own_time() -> None:
    flight = Flight(from_icao="EGTF", from_name="Fairoaks", to_icao="LFAT", to_name="Le Touquet", zone="Europe/London",
                    to_zone="Europe/Paris", off_blocks=datetime(2027, 3, 28, 8, tzinfo=UTC),
                    arrival=datetime(2027, 3, 28, 9, tzinfo=UTC))  # fmt: skip
    outing = Outing(
        id="o1", number=1, organiser=Member(id="a", name="A"), made_at=flight.off_blocks, flight=flight
    )
    open_ = outing.model_copy(update={"status": "open", "version": 3})
    text = calendar_of([open_, outing], flight.off_blocks)
    calendar: Any = Calendar.from_ical(text)
    read = calendar.walk("VEVENT")[0]
    assert str(read["DTSTART"].dt) == "2027-03-28 09:00:00+01:00"
    assert str(read["DTEND"].dt.astimezone(ZoneInfo("Europe/Paris"))) == "2027-03-28 11:00:00+02:00"
    assert b"DTEND;TZID=Europe/Paris:20270328T110000" in text and b"VTIMEZONE" in text
    assert read["UID"] == "out-o1@flyfun" and read["SEQUENCE"] == 3 and read["STATUS"] == "CONFIRMED"
    off = open_.model_copy(update={"status": "cancelled", "version": 4})
    calendar = Calendar.from_ical(calendar_of([off], flight.off_blocks))
    gone = calendar.walk("VEVENT")[0]
    assert gone["STATUS"] == "CANCELLED" and gone["SEQUENCE"] == 4 and gone["UID"] == read["UID"]


async def test_a_digest_is_set_by_an_admin_and_comes_once_a_week_by_the_clock_on_the_wall(club: Club) -> None:
    assert "Only an admin" in await club.said("/digest thu 18:00")
    await at_home(club, "admin")
    assert "Every **Thu 18:00** (Europe/London)" in await club.said("/digest thu 18:00", person="admin")
    assert club.desk.club is not None
    clubs = club.desk.club.clubs
    due: list[datetime] = []
    club.clock[0] = datetime(2027, 3, 18, 12, tzinfo=UTC)
    for _ in range(24 * 20):
        club.clock[0] += timedelta(hours=1)
        for one in await clubs.claim(club.now):
            assert not await clubs.claim(club.now)  # nobody else gets it
            due.append(club.now)
            await clubs.told(one.chat, club.now)
    assert [f"{at:%d %b %H:%M}" for at in due] == ["18 Mar 13:00", "18 Mar 18:00", "25 Mar 18:00", "01 Apr 17:00"]
    assert "No digest" in await club.said("/digest off", person="admin")
    assert not await clubs.claim(club.now + timedelta(days=30))


def test_weekly_words_and_both_nights_of_the_clocks() -> None:
    assert str(Weekly.parse("Thursday 18") or "") == "thu 18:00" and Weekly.parse("noon") is None
    assert Weekly.parse("thu 24:00") is None and Weekly.parse("thu 18:60") is None
    gap = Weekly(6, time(1, 30)).after(datetime(2027, 3, 27, tzinfo=UTC), ZoneInfo("Europe/London"))
    assert gap == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    night = ZoneInfo("Europe/London")
    first = Weekly(6, time(1, 30)).after(datetime(2027, 10, 30, tzinfo=UTC), night)
    assert first == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert Weekly(6, time(1, 30)).after(first, night) == datetime(2027, 11, 7, 1, 30, tzinfo=UTC)


async def test_a_digest_says_outings_seats_tasks_and_remarks_and_nothing_when_empty(club: Club) -> None:
    assert digest_words([], []) == ""
    await club.say("/note G-ABCD left brake soft")
    outing = await posted(club, datetime(2027, 2, 20, 10, tzinfo=UTC))
    assert club.desk.notes is not None
    said = digest_words([outing], await club.desk.notes.open(CLUB))
    assert "EGTF → LFAT · Sat 20 Feb" in said and "G-ABCD: left brake soft (Ana)" in said


async def test_a_link_into_private_works_for_its_person_alone(club: Club) -> None:
    async def link(chat, token):  # type: ignore[no-untyped-def]
        return f"https://t.me/FlyFunBot?start={token}"

    assert club.desk.club is not None
    club.desk.club.link = link
    said = await club.said("am I current on Saturday?", person="ana")
    token = said.split("start=")[1].rstrip(").")
    assert "not yours" in await club.said(f"/start {token}", direct("ben"), person="ben")
    assert "You gave me no dates" in await club.said(f"/start {token}", direct("ana"))
    calendar = (await club.said("/calendar")).split("start=")[1].rstrip(").")
    assert "calendar/" in await club.said(f"/start {calendar}", direct("ana"))
    assert "not yours" in await club.said("/start o_0123456789abcdef01234567", direct("ana"))
    await posted(club, datetime(2027, 2, 20, 10, tzinfo=UTC))
    assert "answered on the outing's card" in await club.said("/start r_o1", direct("eve"), person="eve")
    reply = await club.say("/start r_o1", direct("ana"))
    assert isinstance(reply.buttons[0], Button) and reply.buttons[0].label == "Not any more"


async def test_what_several_people_are_asked_at_once_belongs_to_each(club: Club) -> None:
    for person in ("ana", "ben"):
        home = Profile(home_base="EGTF", aircraft="PA28")
        await club.desk.store.save_profile(PersonRef("telegram", "bot", person), home)
    await club.say("/flyout 20 feb 10:00", person="ana")
    await club.say("/flyout 21 feb 11:00", person="ben")
    assert "EGTF → LFAT, Sun 21 Feb 11:00" in await club.said("LFAT", person="ben")
    assert "EGTF → EGKB, Sat 20 Feb 10:00" in await club.said("EGKB", person="ana")


async def test_of_two_outings_the_one_is_meant_that_is_named(club: Club) -> None:
    await at_home(club)
    for said in ("/flyout EGKB sat 10:00 back 14:00", "/flyout EGHR sun 11:00 back 15:00"):
        await club.said("", token=(await club.say(said)).buttons[0].token)

    async def coming() -> list[str]:
        held = sorted(await club.outings.in_room(CLUB), key=lambda one: one.outing.number)
        return [" ".join(a.member.name for a in one.outing.coming) for one in held]

    await club.said("im in for sunday", person="ben")
    await club.said("put me down for goodwood", person="cy")
    assert await coming() == ["", "Ben Cy"]
    await club.said("count me in for the Biggin Hill one", person="dee")
    assert await coming() == ["Dee", "Ben Cy"]
    assert "Biggin" not in await club.said("who is in on sunday?", person="eve")
    assert "EGTF → EGHR" in await club.said("whens the goodwood one leaving", person="eve")
    await club.said("I can bring G-BNXE to goodwood, 3 seats", person="fay")
    assert "Fay" in await club.said("can I go with fay", person="ben")
    assert "Which" in await club.said("count me in", person="gus")
    assert "Nothing of that day" in await club.said("count me in for friday", person="gus")
    assert "Which" in await club.said("friday now and I'm a yes", person="gus")


async def test_pilots_and_organisers_change_what_is_theirs(club: Club) -> None:
    await at_home(club)
    await club.said("", token=(await club.say("/flyout LFAT 20 feb 10:00 back 15:30")).buttons[0].token)
    await club.said("I can take two in the Archer", person="ben")
    for person in ("cy", "dee"):
        await club.said("count me in", person=person)
    (held,) = await club.outings.in_room(CLUB)

    async def tap(label: str, person: str, reply: Reply) -> Reply:
        token = next(b.token for b in reply.buttons if b.label == label)
        return await club.say("", person=person, token=token)

    async def changes(person: str) -> Reply:
        change = OutingTap(outing=held.outing.id, do="change").model_dump_json()
        return await club.say("", person=person, token=await club.desk.store.put_button(CLUB, change))

    async def seated() -> list[str]:
        (now,) = await club.outings.in_room(CLUB)
        return [a.member.name for a in now.outing.aboard("ARCHER")]

    assert words(await changes("cy")) == "Ana can change this."
    await tap("Cy: another seat", "ben", await changes("ben"))
    assert await seated() == ["Dee"]
    people = await tap("Take somebody off", "ana", await changes("ana"))
    await tap("Dee", "ana", people)
    assert await seated() == []
    assert words(await club.say("the Archer has gone tech", person="eve")) == ""  # of others it is talk
    await tap("Withdraw ARCHER", "ben", await club.say("the Archer has gone tech", person="ben"))
    (now,) = await club.outings.in_room(CLUB)
    assert not now.outing.aircraft and {a.member.name for a in now.outing.waiting} == {"Ben", "Cy"}


async def test_of_several_tasks_of_one_word_it_is_asked_which(club: Club) -> None:
    await at_home(club)
    await club.said("", token=(await club.say("/flyout LFAT 20 feb 10:00 back 15:30")).buttons[0].token)

    async def customs() -> list[tuple[str, str]]:
        (held,) = await club.outings.in_room(CLUB)
        return [(j.state, j.owner.name if j.owner else "") for j in held.outing.jobs if j.kind == "border"]

    await club.said("who does customs?", person="cy")
    assert "Ben does" in await club.said("leave it to me", person="ben")
    count = len(await customs())
    assert count > 1 and await customs() == [("open", "Ben")] * count
    asked = await club.say("customs sent", person="ben")
    assert words(asked) == "Which one?" and len(asked.buttons) == count + 1
    everything = asked.buttons[-1]
    assert everything.label == "All of them"
    await club.say("", person="ben", token=everything.token)
    assert await customs() == [("sent", "Ben")] * count


async def test_a_word_of_the_organiser_moves_the_outing_whatever_another_asked_before(club: Club) -> None:
    await club.desk.store.save_profile(
        PersonRef("telegram", "bot", "ana"), Profile(home_base="EGTF", aircraft="PA28")
    )
    (post, *_) = (await club.say("/flyout LFAT 20 feb 10:00 back 15:30")).buttons
    await club.say("", token=post.token)
    assert "97 nm" in await club.said("how far is it from EGTF to LFAT", person="ben")
    assert "10:00 → **Sat 20 Feb 09:30**" in await club.said("half an hour earlier")
    assert "It is Sat 20 Feb 09:30, back Sat 20 Feb 15:00 already" in await club.said("make it Saturday the 20th")
    assert "Called off" in await club.said("call off, weather")


async def test_what_says_no_place_is_no_answer_to_where(club: Club) -> None:
    for text in ("my home base is White Waltham", "I fly a PA28 at 105", "ok thanks"):
        assert "Where to" in await club.said("let's fly somewhere next weekend")
        await club.say(text)
        assert not await club.outings.in_room(CLUB)
    assert "Where to" in await club.said("let's fly somewhere next weekend")
    await club.say("somewhere in Normandy")
    assert len(await club.outings.in_room(CLUB)) == 1


async def test_a_line_quoted_by_its_sign_is_what_is_asked_about(club: Club) -> None:
    ana = direct("ana")
    assert "40 fields" in await club.said("airfields near Rouen", ana)
    assert "Fuel at LFPD" in await club.said("> 3. LFPD Bernay · 29 nm\nwhich fuel?", ana)


async def test_nobody_sees_thanks_being_answered_to_somebody_else(club: Club) -> None:
    message = IncomingMessage(
        id="thanks", chat=CLUB, person=Person("ana", "Ana"), text="thanks",
        addressed_by="mention", sent_at=club.now, private=False,
    )  # fmt: skip
    replies = [reply async for reply in club.desk.replies(message)]
    assert replies and all(reply.ephemeral for reply in replies)


async def test_an_invitation_is_no_answer_to_where_from(club: Club) -> None:
    assert "Where do you fly from" in await club.said("/flyout LFAT sat 10:00")
    assert "I don't know" not in await club.said("let's fly somewhere next weekend")


@pytest.mark.parametrize(
    ("language", "wish", "where", "start"),
    [
        ("fr", "on vole au Touquet samedi à 10h ?", "D’où", "Fairoaks"),
        ("de", "lasst uns am Samstag um 10 Uhr nach Le Touquet fliegen", "Von wo", "ab Fairoaks"),
        ("en", "let's fly to Le Touquet on Saturday at 10:00", "Where do you fly from", "from Fairoaks please"),
    ],
)
async def test_where_somebody_flies_from_is_asked_once_in_every_language(
    club: Club, language: str, wish: str, where: str, start: str
) -> None:
    ana = PersonRef("telegram", "bot", "ana")
    await club.desk.store.save_profile(ana, Profile(language=language))
    asked = await club.said(wish)
    assert where in asked.replace("'", "’"), asked
    draft = await club.said(start)
    assert "EGTF → LFAT" in draft and "10:00" in draft, draft


async def test_fly_before_a_question_and_a_tap_leave_the_language(club: Club) -> None:
    await at_home(club)
    drafted = await club.say("/fly@FlyFunBot on va au Touquet samedi à 10h, retour 16h ?")
    assert drafted.buttons[0].label == "Publier" and "pilote" not in words(drafted).lower()
    told = await club.said("", token=drafted.buttons[0].token)
    assert "Done" not in told and "carte" in told


async def test_what_makes_no_sense_is_refused_in_one_line_and_changes_nothing(club: Club) -> None:
    await at_home(club)
    draft = await club.say("/flyout LFAT 20 feb 10:00 back 15:30")
    await club.said("", token=draft.buttons[0].token)
    before = [held.outing for held in await club.outings.in_room(CLUB)]
    wrong = (
        ("/in +99", "At most 3"), ("/in +-3", "How many"), ("/in +x", "How many"), ("/seat", "In which aircraft"),
        ("/seat X", "There is no X"), ("/plane G-ABCD 99", "99 seats?"), ("/plane 3", "registration"),
        ("/cost -5 fuel", "Say the amount"), ("/cost 99999999999 fuel", "Say the amount"), ("/move 31 feb", "to when"),
        ("/flyout LFAT sat 25:00", "cannot read"), ("/flyout LFAT 20 feb 10:00 back 09:00", "before the arrival"),
        ("/flyout LFAT 2026-01-01 10:00", "past"), ("/flyout 99", "no open outing"), ("/received ppr", "reference"),
        ("/task xyz", "no task"), ("/freeze", "Ana can change"), ("/cancel", "Ana can change"),
        ("/settle", "No costs are entered"), ("/answerby", "By when"), ("/digest thu 25:00", "admin"),
    )  # fmt: skip
    for number, (text, said) in enumerate(wrong):
        told = await club.said(text, person="ana" if text.startswith("/flyout") else f"member{number}")
        assert said in told and "\n" not in told, (text, told)
    assert [held.outing for held in await club.outings.in_room(CLUB)] == before
    assert await club.said("I'd like to sit with Ben", person="fay") == "Ben brings no aircraft here."
    for text in ("let's fly somewhere next weekend", "I paid 48 for landing", "what does it cost each?"):
        assert "belong to a group" in await club.said(text, person="gus", chat=direct("gus")), text
    told = await club.said("/currency medical 3 March 1999", chat=direct("ana"))
    assert "Say which and until when" in told


async def test_a_reminder_of_ones_own_is_kept_told_and_stopped(club: Club) -> None:
    """Fri 12 Feb 2027, 08:40Z: the next Friday is the 19th, and the clock is Fairoaks'."""
    await at_home(club)
    kept = await club.say("/remind fri 9:00 send GAR", direct("ana"))
    assert words(kept) == "I remind you Fri 19 Feb 09:00 local (09:00Z): **send GAR**."
    rows = (
        ("/remind", "When, and of what?"), ("/remind friday send GAR", "At what time?"),
        ("/remind fri 9:00", "Of what?"), ("/remind today 8:00 x", "Fri 12 Feb 08:00 is past"),
        ("/remind 2029-02-01 9:00 x", "up to a year"), (f"/remind fri 9:00 {'x' * 250}", "too long"),
        (f"/remind fri 9:00 {'x' * 4000}", "That is too long"),
    )  # fmt: skip
    for text, said in rows:
        told = await club.said(text, direct("ana"))
        assert said in told and "\n" not in told, (text, told)
    assert "Sat 13 Feb 07:30" in await club.said("remind me tomorrow at 7:30 to ring LFAT", direct("ana"))
    assert "ven. 19 févr. 18:30" in await club.said("rappelle-moi vendredi à 18h30 d'appeler LFAT", direct("ana"))
    assert "Fr, 19. Feb 08:00" in await club.said("erinnere mich Freitag um 8 Uhr, LFAT anzurufen", direct("ana"))
    assert "Fri 12 Feb 09:10" in await club.said("remind me in half an hour to check the TAF", direct("ana"))
    assert "09:10" in await club.said(
        "erinnere mich in einer halben Stunde an das TAF", direct("eve"), person="eve"
    )
    assert "Sun 28 Mar 02:30" in await club.said("/remind 28 mar 1:30 clocks", direct("ana"))
    assert "Sat 13 Feb 09:00Z" in await club.said("/remind tomorrow 9:00 x", direct("ben"), person="ben")
    listed = await club.said("/reminders", direct("ana"))
    assert "**6 reminders** to come" in listed and "Fri 19 Feb 09:00 local (09:00Z) · send GAR" in listed
    assert "stopped" in await club.said("", direct("ana"), token=kept.buttons[0].token)
    assert "send GAR" not in await club.said("/reminders", direct("ana"))
    assert club.desk.reminders is not None
    sent = Sent()
    await Postman(
        club.desk.reminders.reminders, club.desk.store, sent, lambda: club.now + timedelta(hours=2)
    ).tick()
    assert "**Reminder**: check the TAF\nIt comes late: it was for Fri 12 Feb 09:10 local (09:10Z)." in sent.texts


async def test_a_reminder_of_ones_own_is_moved_and_called_off_in_words(club: Club) -> None:
    """Fri 12 Feb 2027, 08:40Z; the next Thursday is the 18th."""
    await at_home(club)
    assert "Thu 18 Feb 18:00" in await club.said("remind me to send the GAR thursday 6pm", direct("ana"))
    assert "Thu 18 Feb 17:00 local (17:00Z): **send the GAR**" in await club.said("make it 5", direct("ana"))
    assert "Fri 19 Feb 17:00" in await club.said("no, make it friday", direct("ana"))
    listed = await club.said("/reminders", direct("ana"))
    assert "**1 reminder** to come" in listed and "Fri 19 Feb 17:00" in listed
    assert "1 reminder stopped" in await club.said("cancel it", direct("ana"))
    assert "No reminders are set" in await club.said("/reminders", direct("ana"))
    await club.said("remind me to send the GAR thursday 6pm", direct("ana"))
    await club.said("how far is it from EGTF to LFAT?", direct("ana"))
    assert "I remind you" not in await club.said("make it 5", direct("ana")), "what was said last is meant"


@pytest.mark.parametrize(
    "wish",
    [
        "delete the reminder about the insurance",
        "cancel my insurance reminder",
        "lösch bitte die Erinnerung an insurance",
    ],
)
async def test_a_reminder_is_called_off_by_what_it_is_of(club: Club, wish: str) -> None:
    await at_home(club)
    await club.said("remind me to send the GAR thursday 6pm", direct("ana"))
    await club.said("remind me tomorrow at 10 to renew my insurance and pay the tax", direct("ana"))
    told = await club.said(wish, direct("ana"))
    assert told.startswith("Stopped:") or told.startswith("Gestoppt:"), told
    listed = await club.said("/reminders", direct("ana"))
    assert "**1 reminder** to come" in listed and "GAR" in listed


async def test_a_bare_question_of_customs_without_an_outing_is_of_the_field(club: Club) -> None:
    assert "No outing is open" not in await club.said("customs?")


async def test_a_reminder_in_a_group_names_its_person_and_can_be_taken_private(club: Club) -> None:
    await at_home(club)
    kept = await club.say("/remind fri 9:00 ask <@U2> *now* [x](http://y)")
    assert "It comes to this chat" in words(kept) and "http://y" in words(kept) and "](" not in words(kept)
    assert [one.label for one in kept.buttons] == ["Stop it", "Remind me privately"]
    assert "belongs to somebody else" in await club.said("", person="ben", token=kept.buttons[0].token)
    assert club.desk.reminders is not None
    (due,) = await club.desk.reminders.reminders.claim(club.now + timedelta(days=7, hours=1))
    assert words_of(due, due.due).startswith("**Reminder for Ana**: ask")


async def test_a_reminder_keeps_the_language_it_was_asked_in(club: Club) -> None:
    await at_home(club)
    kept = await club.say("/remind demain 8h appeler le Touquet")
    assert "Je vous le rappelle" in words(kept) and [b.label for b in kept.buttons][1] == "Me rappeler en privé"
    await club.said("how far is it from EGTF to LFAT?", person="ben")
    assert "Je vous le rappelle" in await club.said("", token=kept.buttons[1].token)
    assert club.desk.reminders is not None
    dues = await club.desk.reminders.reminders.claim(club.now + timedelta(days=2))
    for due in dues:
        assert words_of(due, due.due + timedelta(hours=2)).splitlines()[1].startswith("Il arrive en retard")
    assert "arrêté" in await club.said("", token=kept.buttons[0].token)


async def test_a_guest_who_calls_off_leaves_the_outing_as_it_is(club: Club) -> None:
    await at_home(club)
    draft = await club.say("/flyout LFAT sun 10:00")
    await club.say("", token=draft.buttons[0].token)
    await club.said("count me in +1", person="ben")
    await club.said("my plus one has cancelled", person="ben")
    (held,) = await club.outings.in_room(CLUB)
    answer = held.outing.answer_of("ben")
    assert held.outing.status == "open" and answer is not None and (answer.state, answer.guests) == ("in", 0)
    which = await club.say("rang Le Touquet, they said yes", person="ben")
    assert words(which) == "What did they say yes to?"
    await club.said("", person="ben", token=which.buttons[0].token)
    (held,) = await club.outings.in_room(CLUB)
    done = [job for job in held.outing.jobs if job.state == "received"]
    assert [(job.reference, f"{job.title} ({job.part})") for job in done] == [("by phone", which.buttons[0].label)]


async def test_an_admin_says_who_starts_fly_outs(club: Club) -> None:
    await at_home(club)
    assert "started by everybody" in await club.said("/club")
    assert "Only an admin" in await club.said("/club create admins")
    assert "by admins alone" in await club.said("/club create admins", person="admin")
    await club.say("/digest thu 18:00", person="admin")
    for text in ("/flyout LFAT 20 feb 10:00", "let's fly somewhere next weekend", "let's fly to LFAT on Saturday"):
        assert await club.said(text) == "Fly-outs are started by an admin here.", text
    told = await club.said("/club", person="ben")
    assert "by admins alone" in told and "Weekly digest: Thu 18:00" in told and "90 days" in told
    assert "belongs to a group" in await club.said("/club", direct("ana"))
    await club.say("/club create members", person="admin")
    assert "EGTF → LFAT" in await club.said("/flyout LFAT 20 feb 10:00")


async def _pending(club: Club) -> list[datetime]:
    """When the reminders and news of the group's outings come, but for what is told whatever the hour."""
    wanted = select(ReminderRow.due).where(ReminderRow.state == "pending", ReminderRow.kind.in_(("due", "news")))
    async with club.records.sessions() as session:
        return sorted((await session.scalars(wanted)).all())


async def test_a_group_has_its_own_language_money_and_quiet_hours(club: Club) -> None:
    await at_home(club)
    assert "Only an admin" in await club.said("/club language de")
    for wrong in (
        "/club language klingon",
        "/club currency XYZ",
        "/club quiet 25:00-07:00",
        "/club quiet late",
        "/club x",
    ):
        assert "/club quiet 22:00-07:00" in await club.said(wrong, person="admin"), wrong
    assert "Language: of who starts" in await club.said("/club")
    await club.say("/club currency chf", person="admin")
    await club.say("/club language German", person="admin")
    told = await club.said("/club quiet 20:00 to 9", person="admin")
    assert "20:00 to 09:00" in told and "Language: de" in told and "Money: CHF" in told
    draft = await club.say("/flyout LFAT 2027-02-20 10:00 back 15:30")
    await club.say("", token=draft.buttons[0].token)
    (held,) = await club.outings.in_room(CLUB)
    assert held.outing.language == "de"
    await club.say("/in")
    assert "CHF" in await club.said("/cost 24 landing")
    due = await _pending(club)  # nothing before nine by the clock there, 8 UTC in Le Touquet
    assert due and all(time(8) <= one.time() <= time(20) for one in due), due
    await club.say("/club quiet auto", person="admin")
    assert any(one.time() < time(8) for one in await _pending(club))
    assert "21:30 to 07:30" in await club.said("/club", person="ben")


async def test_what_is_on_is_told_of_the_days_that_are_asked_about(club: Club) -> None:
    await posted(club, datetime(2027, 2, 13, 10, tzinfo=UTC))
    assert "**1 ahead**" in await club.said("/fly@FlyFunBot anything on this weekend?")
    for text, said in (
        ("anything on on Sunday?", "Nothing is planned here on Sun 14 Feb. 1 lies ahead on another day: /flyouts"),
        ("gibt's am Wochenende was?", "13. Feb"),
        ("quelque chose de prévu ce week-end ?", "13 févr."),
        ("anything planned on Wednesday?", "Nothing is planned here on Wed 17 Feb."),
    ):
        assert said in await club.said(text), text


async def test_a_deputy_moves_it_from_where_it_leaves(club: Club) -> None:
    home = Profile(home_base="EGTF", aircraft="PA28")
    await club.desk.store.save_profile(PersonRef("telegram", "bot", "ana"), home)
    (post, *_) = (await club.say("/flyout LFAT 20 feb 10:00 back 15:30")).buttons
    await club.say("", token=post.token)
    await club.say("/in", person="ben")
    await club.say("/deputy @Ben")
    assert "10:00 → **Sat 20 Feb 11:00**" in await club.said("/move one hour later", person="ben")
    (held,) = await club.outings.in_room(CLUB)
    assert held.outing.flight is not None and held.outing.flight.route == "EGTF → LFAT"
    assert held.outing.flight.sums  # reckoned with the organiser's aircraft


async def test_what_is_over_is_deleted_after_ninety_days(club: Club) -> None:
    await posted(club, datetime(2027, 2, 13, 10, tzinfo=UTC))
    await club.said("/remind fri 9:00 send GAR")
    retention = Retention(club.records, lambda: club.now)
    club.clock[0] = datetime(2027, 2, 15, tzinfo=UTC)
    await club.outings.tick(club.now)
    for days, left in ((89, 1), (2, 0)):
        club.clock[0] += timedelta(days=days)
        await retention.tick()
        assert len(await club.outings.in_room(CLUB, over=True)) == left
    async with club.records.sessions() as session:
        assert not (await session.scalars(select(OutingPersonRow))).all()
