"""A club's fly-out in a Slack channel, from the draft to the costs, against the strict server, with a fixed clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from contracts.path import until
from servers.quick import Quick
from servers.slack import Message

from adapters.protocol import ChatRef
from agent.aviation.quiet import QuietHours
from agent.deps import Deps
from agent.protocol import Profile
from agent.understanding import reader_of
from bot.app import club_desk
from bot.club.calendar import calendar_of
from bot.conversation import Desk
from bot.notes import Notes
from bot.outings.actions import CLOCK, Move
from bot.outings.desk import OutingDesk
from bot.outings.keeper import TOLD, Keeper
from bot.outings.outing import Job, Member
from bot.outings.private import PrivateReminders
from bot.outings.reckoning import reckoned
from bot.outings.records import OutingRecords
from bot.outings.words import Ear
from bot.records import open_records
from bot.remembered import Remembered
from bot.reminder_desk import ReminderDesk
from bot.reminders import Reminders
from bot.settings import Settings
from bot.store import PersonRef, Store
from bot.voice import Voice
from bot.worker import Worker

MONDAY = datetime(2027, 2, 8, 9, 0, tzinfo=UTC)


@dataclass
class Clock:
    """The clock of the club; a test moves it."""

    at: datetime = MONDAY

    def __call__(self) -> datetime:
        return self.at


@dataclass
class Club:
    """A channel, its people, and the program around them."""

    rig: Any
    clock: Clock
    keeper: Keeper
    outings: OutingRecords
    root: str = ""
    names: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def team(self) -> Any:
        return self.rig.team

    def all(self) -> list[Message]:
        return self.team.from_bot(self.team.channel)

    async def new(self, wait: str, before: set[str]) -> Message:
        def found() -> list[Message]:
            return [one for one in self.all() if one.ts not in before and wait in one.shown]

        try:
            await until(lambda: bool(found()), 25)
        except AssertionError:
            raise AssertionError([one.shown for one in self.all()][-4:]) from None
        return found()[-1]

    async def command(self, user: str, text: str, wait: str) -> Message:
        before = {one.ts for one in self.all()}
        await self.team.command(user, self.team.channel, text, user.lower())
        return await self.new(wait, before)

    async def says(self, user: str, text: str, wait: str) -> Message:
        """In the card's thread, without a mention."""
        before = {one.ts for one in self.all()}
        await self.team.say(user, self.team.channel, text, thread=self.root)
        return await self.new(wait, before)

    async def taps(self, user: str, under: Message, label: str, wait: str) -> Message:
        before = {one.ts for one in self.all()}
        await self.team.tap(user, under, label)
        return await self.new(wait, before)

    async def card(self) -> Message:
        self.clock.at += timedelta(seconds=20)
        await self.keeper.draw()
        found = [one for one in self.all() if "off blocks" in one.shown and "In" in one.labels]
        self.root = found[-1].ts
        return found[-1]

    async def posted(self) -> Message:
        draft = await self.command("UANA", "flyout LFAT sat 10:00 back 15:30", "97 nm")
        await self.taps("UANA", draft, "Post it", "on the card")
        return await self.card()


@pytest.fixture
async def club(make_rig: Any, store: Store, deps: Deps, tmp_path: Path) -> AsyncIterator[Club]:
    clock = Clock()
    rig = make_rig("http")
    rig.team.names |= {
        f"U{name.upper()}": name for name in ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
    }
    frozen = replace(deps, now=clock)
    Ear(reader_of(frozen)).heard("let's fly to Le Touquet on Saturday", MONDAY.date())
    arguments: Any = {"from_location": "EGTF", "to_location": "LFAT", "day": "2027-02-13", "off_block": "10:00"}
    await reckoned(arguments, frozen, MONDAY, Profile())
    outbounds: Any = {"slack": rig.channel.outbound}
    settings = Settings(
        agent=replace(deps.settings, data_dir=tmp_path), secret_key="test", public_url="https://fly.example"
    )
    async with open_records(settings) as records:
        outings, notes = OutingRecords(records, QuietHours()), Notes(records)
        memories = Remembered(store, records)
        rig.channel.memories = memories
        said = OutingDesk(outings, store, lambda: frozen, administers=lambda: desk.administers)
        kept = ReminderDesk(Reminders(records), store, "21:30-07:30")
        desk = Desk(store, frozen, None, records, outings=said, notes=notes, reminders=kept)
        desk.administers = rig.channel.outbound.administers
        desk.club = club_desk(settings, desk, records, outings, said, notes)
        desk.club.trip_reminders, desk.club.own_reminder = kept.opened, kept.own
        voice = Voice(store, outbounds, memories)
        keeper = Keeper(outings, Reminders(records, TOLD), store, voice, clock, PrivateReminders(records))
        quick: Any = {"slack": Quick(rig.channel.outbound)}
        worker = Worker(store, quick, desk.replies, on_sent=desk.sent, lease_seconds=3)
        stop = asyncio.Event()
        async with rig.connected():
            task = asyncio.create_task(worker.run(stop, grace=5))
            await store.save_profile(
                PersonRef("slack", rig.team.id, "UANA"), Profile(home_base="EGTF", aircraft="PA28")
            )
            yield Club(rig, clock, keeper, outings)
            stop.set()
            await task
    assert rig.slack.violations == []


@pytest.mark.thorough
async def test_a_club_flies_out(club: Club) -> None:
    card = await club.posted()
    assert card.thread_ts == "" and "EGTF → LFAT" in card.shown and "0 in" in card.shown
    # Seats, a waiting list, and one message for who moves up.
    await club.says("UBEN", "I can take one in the Archer", "thank you")
    await club.taps("UCY", card, "In", "You are in")
    await club.says("UDEE", "count me in", "You are in; no seat yet, number 1")
    card = await club.card()
    assert "ARCHER: Ben with Cy · 0 of 1 free" in card.shown and "no seat yet: Dee" in card.shown
    assert card.updates >= 1
    assert (await club.says("UCY", "can't make it", "seat")).shown == "Dee has a seat with Ben now."
    # Tasks.
    await club.says("UBEN", "PPR confirmed, ref 17", "received")
    told = await club.says("UCY", "who has done the PPR?", "ref 17")
    assert told.thread_ts == card.ts
    await club.says("UCY", "what's left to do?", "open")
    await club.says("UCY", "any seats left?", "0 seats free")
    # Only its people change it.
    refused = await club.taps("UCY", card, "Change", "can change this")
    assert refused.only_for == "UCY"
    await club.says("UANA", "make it Sunday instead", "Sun 14 Feb 10:00")
    card = await club.card()
    assert "was Sat 13 Feb 10:00" in card.shown
    # Money.
    await club.says("UBEN", "I paid 48 for landing", "£24.00 each, 2 aboard")
    await club.says("UBEN", "make it 80 fixed per guest", "Nothing is entered")
    await club.says("UANA", "call it off, weather", "Called off")
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    shown = next(one for one in club.all() if one.ts == card.ts)
    assert "Called off" in shown.shown and not shown.labels


@pytest.mark.thorough
async def test_after_the_lists_close_a_pilot_is_asked(club: Club) -> None:
    await club.posted()
    await club.says("UBEN", "I can take three in the Archer", "thank you")
    club.clock.at = datetime(2027, 2, 13, 7, 1, tzinfo=UTC)
    await club.outings.tick(club.clock.at)
    club.clock.at = datetime(2027, 2, 13, 7, 45, tzinfo=UTC)
    asked = await club.says("UGUS", "count me in", "adding Gus means a new GAR: send it by 08:00Z. Ben, take Gus?")
    assert asked.labels == ["Yes", "No"]
    await club.taps("UBEN", asked, "No", "on the card")
    club.clock.at = datetime(2027, 2, 13, 8, 30, tzinfo=UTC)
    asked = await club.says("UGUS", "count me in", "take-off not before 10:30Z. Ben, take Gus?")
    refused = await club.taps("UCY", asked, "Yes", "Ben can say that")
    assert refused.only_for == "UCY"
    await club.taps("UBEN", asked, "Yes", "on the card")
    assert "Ben with Gus" in (await club.card()).shown


@pytest.mark.thorough
async def test_a_question_in_the_cards_thread_is_about_its_flight(club: Club) -> None:
    await club.posted()
    assert "Fuel at LFAT" in (await club.says("UCY", "what fuel do they have there?", "LFAT")).shown
    await club.says("UBEN", "PPR refused", "refused. It is open again.")


@pytest.mark.thorough
async def test_what_is_private_and_what_is_wrong(club: Club) -> None:
    await club.posted()
    await club.says("UBEN", "am I current on Saturday?", "privately")
    await club.says("UBEN", "I'm in +99", "At most 3")
    await club.command("UANA", "flyouts", "1 ahead")


@pytest.mark.thorough
@pytest.mark.thorough
async def test_the_night_the_clocks_go_forward_is_explained(club: Club) -> None:
    club.clock.at = datetime(2027, 3, 22, 9, 0, tzinfo=UTC)
    draft = await club.command("UANA", "flyout LFAT 28 mar 01:30 back 15:30", "does not exist that night at EGTF")
    assert "I took 02:30 local (01:30Z)" in draft.shown
    draft = await club.command("UANA", "flyout LFAT 28 mar 09:00 back 15:30", "28 Mar 09:00")
    await club.taps("UANA", draft, "Post it", "on the card")
    assert "off blocks 09:00 local (08:00Z)" in (await club.card()).shown
    held = (await club.outings.in_room(ChatRef("slack", club.team.id, club.team.channel)))[-1]
    file = calendar_of([held.outing], club.clock.at).decode()
    assert "DTSTART;TZID=Europe/London:20270328T090000" in file  # 10:00 in Le Touquet
    assert "DTEND;TZID=Europe/Paris:20270328T104" in file
    told: list[str] = []
    for minutes in range(0, 24 * 60, 30):
        club.clock.at = datetime(2027, 3, 27, 12, 0, tzinfo=UTC) + timedelta(minutes=minutes)
        before = {one.ts for one in club.all()}
        await club.keeper.tell()
        told += [
            f"{club.clock.at:%a %H:%M}"
            for o in club.all()
            if o.ts not in before and "your own decision" in o.shown
        ]
    assert len(told) == len(set(told)) and 1 <= len(told) <= 2 and told[0] == "Sat 19:00"


@pytest.mark.thorough
@pytest.mark.thorough
async def test_notice_in_the_night_is_asked_for_by_day(club: Club) -> None:
    await club.posted()
    room = ChatRef("slack", club.team.id, club.team.channel)
    (held,) = await club.outings.in_room(room)
    friday = datetime(2027, 2, 12, tzinfo=ZoneInfo("Europe/Paris"))
    ppr = Job(key="ppr", kind="permission", title="LFAT PPR", lead="24 h before", zone="Europe/Paris",
              owner=Member(id="UBEN", name="Ben"), latest=friday.replace(hour=22),
              reach_by=friday.replace(hour=17), opening="09:00–17:00")  # fmt: skip
    assert held.outing.flight is not None
    later = held.outing.flight.off_blocks + timedelta(minutes=5)
    soon = held.outing.flight.model_copy(update={"off_blocks": later})
    await club.outings.change(held.outing.id, Move(flight=soon, jobs=(ppr,)), CLOCK, club.clock.at)
    told: list[str] = []
    for minutes in range(0, 60 * 60, 30):
        club.clock.at = datetime(2027, 2, 10, 9, 0, tzinfo=UTC) + timedelta(minutes=minutes)
        before = {one.ts for one in club.all()}
        await club.keeper.tell()
        told += [
            f"{club.clock.at.astimezone(friday.tzinfo):%a %H:%M}"
            for one in club.all()
            if one.ts not in before and "Ben: LFAT PPR" in one.shown
        ]
    assert told == ["Thu 16:00", "Fri 15:00"]
    await club.says("UBEN", "PPR sent", "open until the answer is there")
    assert "LFAT PPR: sent" in (await club.card()).shown
    await club.says("UBEN", "confirmed, ref 17", "received")
    assert "LFAT PPR: received (ref 17)" in (await club.card()).shown


@pytest.mark.thorough
async def test_who_is_forgotten_is_nobody_and_the_seat_is_free(club: Club) -> None:
    await club.posted()
    await club.says("UBEN", "I can take one in the Archer", "thank you")
    await club.says("UCY", "count me in", "You are in")
    await club.says("UDEE", "count me in", "no seat yet")
    asked = await club.command("UCY", "forget", "Everything about you")
    await club.taps("UCY", asked, "Everything about me", "deleted")
    (held,) = await club.outings.in_room(ChatRef("slack", club.team.id, club.team.channel))
    assert [a.member.id for a in held.outing.aboard("ARCHER")] == ["UDEE"]
    assert "Cy" not in (await club.card()).shown


@pytest.mark.thorough
async def test_in_a_direct_chat_the_outings_of_that_person_are_meant(club: Club) -> None:
    await club.posted()

    async def privately(text: str, wait: str) -> str:
        room = club.team.dm("UBEN")
        before = {one.ts for one in club.team.from_bot(room)}
        await club.team.say("UBEN", room, text)

        def found() -> list[Message]:
            return [o for o in club.team.from_bot(room) if o.ts not in before and wait in o.shown]

        try:
            await until(lambda: bool(found()), 25)
        except AssertionError:
            raise AssertionError([one.shown for one in club.team.from_bot(room)][-3:]) from None
        return found()[-1].shown

    assert await privately("anything on this weekend?", "in no outing")
    assert await privately("count me in", "belong to a group")
    await club.says("UBEN", "count me in", "You are in")
    assert "EGTF → LFAT, Sat 13 Feb 10:00" in await privately("what's left to do?", "tasks open")
    assert "In, no seat yet: Ben" in await privately("who is coming?", "Ben")
    await privately("can't make it", "You are noted as not coming")
    assert "Out: Ben" in (await club.card()).shown


@pytest.mark.thorough
@pytest.mark.thorough
async def test_which_day_is_asked_of_the_group_and_chosen_by_the_organiser(club: Club) -> None:
    asked = await club.command("UANA", "let's fly somewhere next weekend", "Where to")
    club.root = asked.thread_ts or asked.ts
    await club.says("UANA", "Le Touquet", "on the card")
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    poll = next(one for one in club.all() if "which day?" in one.shown)
    await club.taps("UBEN", poll, poll.labels[0], "on the card")
    assert (await club.taps("UBEN", poll, "Choose", "can change this")).only_for == "UBEN"
    which = await club.taps("UANA", poll, "Choose", "Which day")
    hour = await club.taps("UANA", which, poll.labels[0], "what time")
    await club.taps("UANA", hour, "10:00", "on the card")
    assert "off blocks 10:00 local" in (await club.card()).shown


@pytest.mark.thorough
async def test_private_things_go_to_the_person_alone(club: Club) -> None:
    card = await club.posted()
    private = await club.says("UBEN", "am I current on Saturday?", "privately")
    assert private.only_for == "UBEN"
    room = club.team.dm("UBEN")
    for text, wait in (("my medical runs out 10 February", "Keep it?"), ("am I current on Saturday?", "no dates")):
        before = {one.ts for one in club.team.from_bot(room)}
        await club.team.say("UBEN", room, text)
        await until(
            lambda b=before, w=wait: any(w in o.shown for o in club.team.from_bot(room) if o.ts not in b), 25
        )
    # Reminders: a tap on the card, then a direct message.
    refused = await club.taps("UEVE", card, "Private reminders", "answered on the outing")
    assert refused.only_for == "UEVE"
    await club.taps("UANA", card, "Private reminders", "in a direct message")
    shown = len(club.all())
    club.clock.at = datetime(2027, 2, 10, 9, 0, tzinfo=UTC)
    await club.keeper.tell()
    told = club.team.from_bot(club.team.dm("UANA"))[-1]
    assert "LFAT" in told.shown and len(club.all()) == shown


@pytest.mark.thorough
async def test_who_leaves_the_channel_loses_the_seat(club: Club) -> None:
    await club.posted()
    await club.says("UBEN", "I can take one in the Archer", "thank you")
    await club.says("UCY", "count me in", "You are in")
    await club.says("UDEE", "count me in", "no seat yet")
    event = {"type": "member_left_channel", "user": "UCY", "channel": club.team.channel, "channel_type": "C"}
    await club.team.happens(event | {"team": club.team.id})

    from adapters.protocol import ChatRef

    (held,) = await club.outings.in_room(ChatRef("slack", club.team.id, club.team.channel))
    assert [a.member.id for a in held.outing.aboard("ARCHER")] == ["UDEE"]


@pytest.mark.thorough
@pytest.mark.thorough
async def test_a_channel_that_is_put_away_taken_from_or_shared_keeps_its_outing(club: Club) -> None:
    card = await club.posted()
    await club.says("UBEN", "I can take one in the Archer", "thank you")
    room = ChatRef("slack", club.team.id, club.team.channel)
    # Archived: the next edit of the card finds it so, and nothing fires; unarchived, it waits to be asked.
    club.team.archived.add(room.chat)
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    (held,) = await club.outings.in_room(room)
    assert held.paused
    shown = len(club.all())
    for hour in range(0, 48, 3):
        club.clock.at = datetime(2027, 2, 10, 9, 0, tzinfo=UTC) + timedelta(hours=hour)
        await club.keeper.tell()
    assert len(club.all()) == shown
    club.team.archived.clear()
    await club.team.happens({"type": "channel_unarchive", "user": "UANA", "channel": room.chat})
    listed = await club.command("UANA", "flyouts", "keep quiet")
    await club.taps("UANA", listed, "Go on", "I go on")
    assert "Archer".upper() in (await club.card()).shown
    # Taken out and called back: out of sight, then there again.
    await club.team.happens({"type": "channel_left", "channel": room.chat, "actor_id": "UANA"})
    assert not await club.outings.in_room(room)
    joins = {"type": "member_joined_channel", "user": club.team.bot, "channel": room.chat, "channel_type": "C"}
    await club.team.happens(joins | {"team": club.team.id})
    (held,) = await club.outings.in_room(room)
    assert held.paused and [a.member.id for a in held.outing.coming] == ["UBEN"]
    # Shared with another workspace: the same messages under a new id.
    shared = {"type": "channel_id_changed", "old_channel_id": room.chat, "new_channel_id": "CSHARED"}
    await club.team.happens(shared | {"event_ts": "1612206778.000000"})
    (held,) = await club.outings.in_room(ChatRef("slack", club.team.id, "CSHARED"))
    assert held.card.message_ids == (card.ts,) and not await club.outings.in_room(room)


@pytest.mark.thorough
@pytest.mark.thorough
async def test_called_off_at_night_two_outings_and_sixty_people(club: Club) -> None:
    from adapters.protocol import ChatRef
    from bot.outings.actions import Actor, Say

    card = await club.posted()
    second = await club.command("UANA", "flyout EGKB sun 10:00 back 15:00", "EGTF → EGKB")
    await club.taps("UANA", second, "Post it", "on the card")
    which = await club.command("UBEN", "in", "Which outing")
    assert len(which.labels) == 2
    room = ChatRef("slack", club.team.id, club.team.channel)
    first = (await club.outings.in_room(room))[0].outing
    for n in range(60):
        await club.outings.change(first.id, Say(state="in"), Actor(id=f"U{n}", name=f"Person {n}"), club.clock.at)
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    shown = next(one for one in club.all() if one.ts == card.ts)
    assert "and 20 more" in shown.shown
    club.clock.at = datetime(2027, 2, 12, 23, 30, tzinfo=UTC)
    club.root = card.ts
    told = await club.says("UANA", "call it off, weather", "Called off")
    assert "EGTF → LFAT" in told.shown
    before = len(club.all())
    club.clock.at = datetime(2027, 2, 13, 9, 0, tzinfo=UTC)
    await club.keeper.tell()
    assert not any("LFAT" in one.shown for one in club.all()[before:])


@pytest.mark.thorough
async def test_a_form_drafts_by_the_command_and_by_the_shortcut_on_a_message(club: Club) -> None:
    await club.team.command("UANA", club.team.channel, "flyout", "uana")
    await until(lambda: bool(club.team.modals), 10)
    before = {one.ts for one in club.all()}
    _, answer = await club.team.submit_form("UANA", to=("value", "LFAT"))
    assert answer["response_action"] == "errors" and set(answer["errors"]) == {"day", "out"}
    picked = {"day": ("selected_date", "2027-02-13"), "out": ("selected_time", "10:00")}
    back = {"back": ("selected_time", "15:30")}
    await club.team.submit_form("UANA", to=("value", "LFAT"), **picked, **back)
    draft = await club.new("EGTF → LFAT, Sat 13 Feb 10:00", before)
    await club.taps("UANA", draft, "Post it", "on the card")
    assert "back 15:30 local" in (await club.card()).shown
    wish = await club.team.say("UBEN", club.team.channel, "Le Touquet on Sunday would be nice", quiet=True)
    message = next(m for m in club.team.messages[club.team.channel].values() if m.ts == wish)
    await club.team.shortcut("UBEN", message, "flyout_from")
    await until(lambda: len(club.team.modals) == 2, 10)
    before = {one.ts for one in club.all()}
    picked["day"] = ("selected_date", "2027-02-14")
    start = {"from": ("value", "EGKB")}
    await club.team.submit_form("UBEN", to=("value", "LFAT"), **picked, **start)
    drafted = await club.new("EGKB → LFAT, Sun 14 Feb 10:00", before)
    assert drafted.thread_ts == wish


@pytest.mark.thorough
async def test_only_its_people_change_it_and_an_old_card_counts_no_more(club: Club) -> None:
    card = await club.posted()
    block, in_ = next((b, one) for b, one in _buttons(card) if one["text"]["text"].endswith("In"))
    refused = await club.taps("UCY", card, "Change", "can change this")
    assert refused.only_for == "UCY"
    wished = await club.says("UCY", "one hour later", "asks to move")
    assert not wished.only_for and "can change this" in wished.shown
    moved = await club.says("UANA", "one hour later", "10:00 → ")
    assert "Sat 13 Feb 10:00 → Sat 13 Feb 11:00 local (11:00Z)" in moved.shown
    assert "Latest off blocks LFAT" in moved.shown  # reckoned anew
    card = await club.card()
    assert "off blocks 11:00 local (11:00Z)" in card.shown and "was" not in card.shown
    before = {one.ts for one in club.all()}
    await club.team.tap("UCY", replace(card, blocks=[block | {"elements": [in_]}]), "In")
    assert "moved" in (await club.new("moved", before)).shown
    room = ChatRef("slack", club.team.id, club.team.channel)
    (held,) = await club.outings.in_room(room)
    assert not held.outing.answers
    before = {one.ts for one in club.all()}
    forged = in_ | {"value": "0123456789abcdef01234567"}
    await club.team.tap("UCY", replace(card, blocks=[block | {"elements": [forged]}]), "In")
    await club.new("too old", before)
    (held,) = await club.outings.in_room(room)
    assert not held.outing.answers


@pytest.mark.thorough
async def test_costs_are_shared_by_all_aboard_and_profit_is_refused(club: Club) -> None:
    await club.posted()
    await club.says("UBEN", "I can take three in the Archer", "thank you")
    for user in ("UCY", "UDEE", "UEVE"):
        await club.says(user, "count me in", "You are in")
    await club.says("UBEN", "I paid 186.40 for fuel", "each")
    told = await club.says("UCY", "landing fee was 24, I paid", "£24.00, landing")
    assert "£52.60 each, 4 aboard, the pilot included" in told.shown
    told = await club.says("UDEE", "what's my share?", "£52.60 each")
    assert told.shown.count("£52.60") >= 3 and "£28.60" in told.shown
    rule = await club.says("UBEN", "let's charge passengers 80 each", "Nothing is entered")
    assert "CAA" in rule.shown
    (held,) = await club.outings.in_room(ChatRef("slack", club.team.id, club.team.channel))
    assert [expense.amount for expense in held.outing.expenses] == [18640, 2400]


@pytest.mark.thorough
async def test_a_form_speaks_the_language_of_a_persons_slack(club: Club) -> None:
    club.team.locale = "de-DE"
    await club.team.command("UANA", club.team.channel, "flyout", "uana")
    await until(lambda: bool(club.team.modals), 10)
    assert club.team.modals[-1]["title"]["text"] == "Ausflug planen"
    _, answer = await club.team.submit_form("UANA")
    assert answer["errors"]["to"] == "Wohin?"
    club.team.locale = "fr-FR"  # asked for once a day
    await club.team.command("UBEN", club.team.channel, "move", "uben")
    await until(lambda: club.team.modals[-1]["title"]["text"] == "Déplacer la sortie", 10)


@pytest.mark.thorough
async def test_a_form_moves_it_and_bad_input_is_refused_in_one_line(club: Club) -> None:
    await club.posted()
    await club.team.command("UANA", club.team.channel, "move", "uana")
    await until(lambda: bool(club.team.modals), 10)
    _, answer = await club.team.submit_form("UANA")
    assert answer["response_action"] == "errors"
    await club.team.submit_form("UANA", day=("selected_date", "2027-02-14"), out=("selected_time", "11:00"))
    room = ChatRef("slack", club.team.id, club.team.channel)

    async def moved() -> bool:
        (held,) = await club.outings.in_room(room)
        return held.outing.flight is not None and held.outing.flight.when == "Sun 14 Feb 11:00"

    await until(moved, 20)
    before = (await club.outings.in_room(room))[0].outing
    for text, said in (
        ("plane " + "A" * 100 + " 3", "registration"),
        ("flyout LFAT 2027-02-01 10:00", "is past"),
        ("seat " + "B" * 100, "There is no"),
        ("answerby mon 08:00", "before that"),
    ):
        told = await club.command("UANA", text, said)
        assert "\n" not in told.shown.strip()
        now = (await club.outings.in_room(room))[0].outing
        assert now.model_dump() == before.model_dump(), text
    assert (await club.outings.in_room(room))[0].outing == before


def _buttons(message: Message) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each button with the block that it stands in."""
    return [(block, one) for block in message.blocks if block["type"] == "actions" for one in block["elements"]]
