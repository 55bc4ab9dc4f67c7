"""A club's fly-out in a Telegram group, from the draft to the costs, against the strict server, with a fixed clock."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from contracts.path import until
from servers.telegram import BotApi, Posted, Room
from servers.telegram_rules import EDIT_SECONDS

from adapters.protocol import MenuCommand
from adapters.telegram.channel import TelegramChannel, TelegramSettings
from agent.aviation.quiet import QuietHours
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Profile
from agent.understanding import reader_of
from bot.app import club_desk
from bot.commands import COMMANDS
from bot.conversation import Desk
from bot.inbox import Inbox
from bot.keyvalue import StoredValues
from bot.notes import Notes
from bot.outings.desk import OutingDesk
from bot.outings.keeper import TOLD, Keeper
from bot.outings.private import PrivateReminders
from bot.outings.reckoning import reckoned
from bot.outings.records import MOST_EDIT_SECONDS, OutingRecords
from bot.outings.words import Ear
from bot.records import open_records
from bot.remembered import Remembered
from bot.reminder_desk import ReminderDesk
from bot.reminders import Reminders
from bot.settings import Settings
from bot.store import PersonRef, Store
from bot.voice import Voice
from bot.worker import Worker

from .conftest import three_cards

MONDAY = datetime(2027, 2, 8, 9, 0, tzinfo=UTC)


@dataclass
class Clock:
    """The clock of the club; a test moves it."""

    at: datetime = MONDAY

    def __call__(self) -> datetime:
        return self.at


@dataclass
class Club:
    """A group with the bot in it, its people, and the program around them."""

    api: BotApi
    room: Room
    clock: Clock
    keeper: Keeper
    outings: OutingRecords
    store: Store
    toast: str = ""
    asked: int = 0
    people: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])

    def person(self, name: str) -> dict[str, Any]:
        return self.people.setdefault(name, self.api.person(name))

    async def says(self, name: str, text: str, *, to: Posted | None = None, wait: str = "") -> list[Posted]:
        """Somebody writes (as a reply to a message of the bot's), and the bot's new messages."""
        before = {one.number for one in self.api.shown(self.room)}
        more: dict[str, Any] = {}
        if to is not None:
            quoted = {
                "message_id": to.number,
                "date": 1,
                "chat": self.room.json,
                "from": self.api.bot,
                "text": to.text,
            }
            more["reply_to_message"] = quoted
        update = self.api.write(self.room, self.person(name), text, **more)
        return await self._answered(before, wait, update["message"]["message_id"])

    async def taps(self, name: str, label: str, *, wait: str = "") -> list[Posted]:
        """Somebody taps, and the bot's new messages."""
        before = {one.number for one in self.api.shown(self.room)}
        update = self.api.tap(self.room, self.person(name), label)
        query = update["callback_query"]["id"]
        await until(lambda: query in self.api.answered_queries, 20)
        return await self._answered(before, wait, 0, toast=str(self.api.answered_queries[query].get("text", "")))

    async def _answered(self, before: set[int], wait: str, number: int, toast: str | None = None) -> list[Posted]:
        def new() -> list[Posted]:
            return [one for one in self.api.shown(self.room) if one.number not in before]

        async def done() -> bool:
            if wait:
                return any(wait in one.text for one in new())
            quiet = self.api.updates == [] and (await Inbox(self.store).backlog()).waiting == 0
            return bool(new()) or bool(toast) or (quiet and self.asked > 0)

        self.asked = 0
        if not wait and toast is None:
            await until(lambda: not self.api.updates or bool(new()), 20)
            await asyncio.sleep(0.1)
            self.asked = 1
        try:
            await until(done, 20)
        except AssertionError:
            calls = [(c.method, c.values.get("message_id"), c.error) for c in self.api.calls[-8:]]
            raise AssertionError([calls, [one.text for one in self.api.shown(self.room)][-4:]]) from None
        self.toast = toast or ""
        return new()

    async def privately(self, name: str, text: str, wait: str) -> Posted:
        """Somebody writes in their direct chat with the bot, and its answer."""
        room = self.api.private(self.person(name))
        before = {one.number for one in self.api.shown(room)}
        self.api.write(room, self.person(name), text)
        await until(lambda: any(wait in o.text for o in self.api.shown(room) if o.number not in before), 20)
        return self.api.shown(room)[-1]

    async def card(self) -> Posted:
        """The card as soon as it shows all that is known."""
        self.clock.at += timedelta(seconds=MOST_EDIT_SECONDS + 5)
        edited = max((one.edited_at for one in self._cards()), default=0.0)
        await asyncio.sleep(max(0.0, edited + EDIT_SECONDS + 0.05 - time.monotonic()))
        await self.keeper.draw()
        return self._cards()[-1]

    def _cards(self) -> list[Posted]:
        return [one for one in self.api.shown(self.room) if "off blocks" in one.text and "In" in one.labels]


@pytest.fixture(scope="session")
def deps(data_dir: Path) -> Deps:
    made = Deps(settings=AgentSettings(data_dir=data_dir))
    asyncio.run(_once(made))
    return made


async def _once(deps: Deps) -> None:
    """Tables are read before anything is timed, as the program does."""
    Ear(reader_of(deps)).heard("let's fly to Le Touquet on Saturday", MONDAY.date())
    arguments: Any = {"from_location": "EGTF", "to_location": "LFAT", "day": "2027-02-13", "off_block": "10:00"}
    await reckoned(arguments, deps, MONDAY, Profile())


@pytest.fixture
async def club(api: BotApi, store: Store, deps: Deps, tmp_path: Path) -> AsyncIterator[Club]:
    """The whole program but its clock, which stands where the test puts it."""
    clock = Clock()
    chosen = TelegramSettings(
        api.token, base_url=api.base_url, base_file_url=api.base_file_url, poll_seconds=5, first_pause=0.05
    )
    menu = [MenuCommand(command.name, command.summary) for command in COMMANDS]
    frozen = replace(deps, now=clock)
    settings = Settings(
        agent=AgentSettings(data_dir=tmp_path), secret_key="test", public_url="https://fly.example"
    )
    async with open_records(settings) as records:
        outings, notes = OutingRecords(records, QuietHours()), Notes(records)
        memories = Remembered(store, records)
        channel = TelegramChannel(chosen, StoredValues(store, "telegram"), menu, three_cards, memories)
        outbounds = {"telegram": channel.outbound}
        said = OutingDesk(outings, store, lambda: frozen, administers=lambda: desk.administers)
        kept = ReminderDesk(Reminders(records), store, "21:30-07:30")
        desk = Desk(store, frozen, None, records, outings=said, notes=notes, reminders=kept)
        desk.administers = channel.outbound.administers
        desk.club = club_desk(settings, desk, records, outings, said, notes)
        desk.club.trip_reminders, desk.club.own_reminder = kept.opened, kept.own
        desk.club.link = lambda chat, token: channel.outbound.private_link(token)
        voice = Voice(store, outbounds, memories)
        private = PrivateReminders(records)
        keeper = Keeper(outings, Reminders(records, TOLD), store, voice, clock, private, desk.club.link)
        worker = Worker(store, outbounds, desk.replies, on_sent=desk.sent, lease_seconds=1.5)
        stop = asyncio.Event()
        receiving = asyncio.create_task(channel.run(Inbox(store).accept))
        working = asyncio.create_task(worker.run(stop))
        made = Club(api, api.group("Flying club"), clock, keeper, outings, store)
        ana = PersonRef("telegram", str(api.bot["id"]), str(made.person("Ana")["id"]))
        await store.save_profile(ana, Profile(home_base="EGTF", aircraft="Piper PA-28"))
        try:
            yield made
        finally:
            stop.set()
            await working
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)


async def posted(club: Club, words: str = "/flyout LFAT sat 10:00 back 15:30") -> Posted:
    await club.says("Ana", words, wait="EGTF → LFAT")
    await club.taps("Ana", "Post it")
    return await club.card()


async def test_a_draft_has_its_facts_and_becomes_one_card(club: Club) -> None:
    (draft,) = await club.says("Ana", "/flyout LFAT sat 10:00 back 15:30", wait="EGTF → LFAT")
    assert "97 nm" in draft.text and "GAR" in draft.text and "Latest off blocks LFAT" in draft.text
    assert "Sunset EGTF 17:13Z" in draft.text and "Not for operational use" in draft.text
    assert draft.labels == ("Post it", "Change", "Which day?")
    assert draft.only_for == club.person("Ana")["id"]  # a draft is nobody else's
    await club.taps("Ben", "Post it")
    assert "somebody else" in club.toast
    for said, shown in (
        ("plan B: Old Warden by car", "Plan B: Old Warden"),
        ("make it 11", "Sat 13 Feb 11:00"),
        ("back at 16:00", "back 16:00 local"),
        ("Deauville instead", "EGTF → LFRG"),
        ("make it Le Touquet instead", "EGTF → LFAT"),
        ("back at 15:30", "back 15:30 local"),
    ):
        (again,) = await club.says("Ana", f"@FlyFunBot {said}", wait=shown)
        assert again.only_for and again.labels == draft.labels
    await club.says("Ana", "@FlyFunBot make it 10", wait="Sat 13 Feb 10:00")
    await club.says("Ana", "@FlyFunBot back at 15:30", wait="back 15:30 local")
    await club.taps("Ana", "Post it")
    card = await club.card()
    assert card.text.startswith(
        "EGTF → LFAT · Sat 13 Feb, off blocks 10:00 local (10:00Z) · back 15:30 local (14:30Z)"
    )
    assert {"In", "Maybe", "Out", "+1"} <= set(card.labels)
    assert "People lists close Sat 13 Feb 07:00 local (07:00Z)" in card.text
    await club.card()
    assert len([one for one in club.api.shown(club.room) if "In" in one.labels]) == 1


@pytest.mark.thorough
async def test_a_group_is_told_in_the_language_of_who_drafted(club: Club) -> None:
    ana = PersonRef("telegram", str(club.api.bot["id"]), str(club.person("Ana")["id"]))
    await club.store.save_profile(ana, Profile(home_base="EGTF", aircraft="Piper PA-28", language="de"))
    await club.says("Ana", "/flyout LFAT 2027-02-13 10:00 back 15:30", wait="EGTF → LFAT")
    await club.taps("Ana", "Veröffentlichen")
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    card = club.api.shown(club.room)[-1]
    assert "Sa 13. Feb, Off-Block 10:00 Ortszeit (10:00Z)" in card.text.replace("Sa.", "Sa").replace("Feb.", "Feb")
    assert {"Dabei", "Vielleicht", "Nicht dabei", "Ich bringe ein Flugzeug"} <= set(card.labels)
    await club.says("Ben", "ich kann einen in der Archer mitnehmen", to=card)
    await club.says("Cy", "ich bin dabei", to=card)
    await club.says("Dee", "zählt mich mit", to=card)
    (told,) = await club.says("Cy", "ich muss leider absagen", to=card, wait="Dee")
    assert told.text == "Dee hat jetzt einen Platz bei Ben."
    (who,) = await club.says("Eve", "wer ist dabei?", to=card, wait="Ben")
    assert "Nicht dabei: Cy" in who.text and "ARCHER: Ben mit Dee" in who.text
    club.clock.at = datetime(2027, 2, 12, 19, 0, tzinfo=UTC)
    before = {one.number for one in club.api.shown(club.room)}
    await club.keeper.tell()
    told = [one.text for one in club.api.shown(club.room) if one.number not in before]
    assert any("Ruf an und frag" in text for text in told), told


@pytest.mark.thorough
async def test_seats_waiting_list_and_one_message_for_who_moves_up(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "I can take three in the Archer", to=card)
    for name, text in (("Cy", "count me in"), ("Dee", "/in"), ("Eve", "I'm in"), ("Fay", "count me in")):
        await club.says(name, text, to=card)
    card = await club.card()
    assert "Ben with Cy, Dee, Eve · 0 of 3 free" in card.text and "no seat yet: Fay" in card.text
    (told,) = await club.says("Dee", "can't make it", to=card, wait="Fay")
    assert told.text == "Fay has a seat with Ben now."
    (seats,) = await club.says("Gus", "any seats left?", to=card, wait="seat")
    (may,) = await club.says("Gus", "can I bring two friends?", to=card, wait="Up to 3 guests")
    assert list(may.labels) == ["In +2"]
    assert seats.text.startswith("0 seats free")
    (who,) = await club.says("Gus", "who is coming?", to=card, wait="Ben")
    assert "Cy, Eve, Fay" in who.text and "Out: Dee" in who.text


@pytest.mark.thorough
async def test_only_its_people_change_it_and_old_cards_do_not_count(club: Club) -> None:
    card = await posted(club)
    old = next(b["callback_data"] for b in card.buttons if b["text"] == "In")
    await club.taps("Cy", "Change")
    assert club.toast == "Ana can change this."
    await club.says("Ana", "one hour later", to=card, wait="10:00 → ")
    (moved,) = [one for one in club.api.shown(club.room) if one.text.startswith("Moved")][-1:]
    assert (
        "Sat 13 Feb 10:00 → Sat 13 Feb 11:00 local (11:00Z)" in moved.text and "later than that" not in moved.text
    )
    update = club.api.press(club.room, club.person("Cy"), card, old)
    query = update["callback_query"]["id"]
    await until(lambda: query in club.api.answered_queries, 20)
    assert "moved" in str(club.api.answered_queries[query].get("text"))
    update = club.api.press(club.room, club.person("Cy"), card, "0123456789abcdef01234567")
    forged = update["callback_query"]["id"]
    await until(lambda: forged in club.api.answered_queries, 20)


@pytest.mark.thorough
async def test_a_menu_that_was_opened_before_a_move_moves_nothing(club: Club) -> None:
    card = await posted(club)
    await club.taps("Ana", "Change", wait="Change EGTF")
    await club.says("Ana", "one hour later", to=card, wait="Moved")
    await club.taps("Ana", "1 hour later")
    assert "has changed since" in club.toast
    (held,) = await _held(club)
    assert held.outing.flight.off_blocks.hour == 11


@pytest.mark.thorough
async def test_another_day_asks_everybody_again(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "count me in", to=card)
    await club.says("Ana", "make it Sunday instead", to=card, wait="Moved")
    (late,) = await club.says("Ana", "two hours later", to=card, wait="The plan is 17:30: later than that.")
    assert "Latest off blocks LFAT 16:" in late.text
    await club.says("Ana", "two hours earlier", to=card, wait="10:00 local")
    card = await club.card()
    assert "Sun 14 Feb, off blocks 10:00" in card.text and "Ben (was Sat 13 Feb 10:00)" in card.text
    assert "0 in" in card.text
    await club.taps("Ben", "In")
    assert "1 in" in (await club.card()).text


@pytest.mark.thorough
async def test_after_the_lists_close_a_pilot_is_asked(club: Club) -> None:
    card = await posted(club, "/flyout LFAT sat 11:45 back 15:30")
    await club.says("Ben", "I can take three in the Archer", to=card)
    club.clock.at = datetime(2027, 2, 13, 8, 46, tzinfo=UTC)
    await club.outings.tick(club.clock.at)
    club.clock.at = datetime(2027, 2, 13, 9, 30, tzinfo=UTC)
    (asked,) = await club.says("Gus", "count me in", to=card, wait="Gus")
    assert "new GAR: send it by 09:45Z. Ben, take Gus?" in asked.text and asked.labels == ("Yes", "No")
    await club.taps("Ben", "No")
    club.clock.at = datetime(2027, 2, 13, 10, 25, tzinfo=UTC)
    (asked,) = await club.says("Gus", "count me in", to=card, wait="Gus")
    assert "take-off not before 12:25Z. Ben, take Gus?" in asked.text
    await club.taps("Cy", "Yes")
    assert club.toast == "Ben can say that."
    await club.taps("Ben", "Yes")
    assert "Ben with Gus" in (await club.card()).text


@pytest.mark.thorough
async def test_ppr_is_open_until_it_is_there(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "PPR sent", to=card)
    (told,) = await club.says("Cy", "who has done the PPR?", to=card, wait="LFAT")
    assert "sent, Ben" in told.text
    await club.says("Ben", "PPR confirmed, ref 17", to=card)
    (told,) = await club.says("Cy", "who has done the PPR?", to=card, wait="LFAT")
    assert "received (ref 17), Ben" in told.text
    (left,) = await club.says("Cy", "what's left to do?", to=card, wait="open")
    assert "GAR" in left.text and "Done: LFAT" in left.text


async def test_what_is_refused_is_open_again(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "PPR sent", to=card)
    await club.says("Ben", "PPR refused", to=card)
    (told,) = await club.says("Cy", "who has done the PPR?", to=card, wait="LFAT")
    assert "open (refused), Ben" in told.text


@pytest.mark.thorough
async def test_a_question_under_the_card_is_about_its_flight(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "/fly tell me about EGKB", wait="EGKB")
    (told,) = await club.says("Cy", "what fuel do they have there?", to=card, wait="LFAT")
    assert "Fuel at LFAT" in told.text
    assert "Saturday 13 Feb" in told.text  # its day, too


@pytest.mark.thorough
async def test_called_off_at_night_is_one_message_and_ends_all(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "PPR sent", to=card)
    club.clock.at = datetime(2027, 2, 12, 23, 30, tzinfo=UTC)
    (told,) = await club.says("Ana", "call it off, weather", to=card, wait="Called off")
    assert told.text.startswith("Called off (weather): EGTF → LFAT, Sat 13 Feb 10:00.") and "(Ben)" in told.text
    assert "Flight plans and GAR that are filed: cancel yours." in told.text
    await asyncio.sleep(1.1)
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    shown = next(one for one in club.api.shown(club.room) if one.number == card.number)
    assert "Called off: weather" in shown.text and shown.labels == ()
    before = len(club.api.shown(club.room))
    club.clock.at += timedelta(days=2)
    await club.keeper.tell()
    assert len(club.api.shown(club.room)) == before


@pytest.mark.thorough
async def test_what_no_rule_reads_is_asked_back_and_done_by_a_tap(club: Club) -> None:
    card = await posted(club)
    words = "it's my mum's 70th, I totally forgot, I'm off the trip"
    (asked,) = await club.says("Ben", words, to=card, wait="In, maybe or out?")
    assert asked.only_for and set(asked.labels) == {"Out", "In", "Maybe"}
    (held,) = await _held(club)
    assert not held.outing.answers  # a supposition does nothing
    await club.taps("Ben", "Out")
    (held,) = await _held(club)
    assert [(a.member.name, a.state) for a in held.outing.answers] == [("Ben", "out")]
    for talk in ("who's bringing the sun cream?", "last time somebody forgot the towbar", "what a photo!"):
        assert not [one for one in await club.says("Cy", talk, to=card) if "in · " in one.text], talk
    assert (await _held(club))[0].outing.version == held.outing.version


@pytest.mark.thorough
async def test_costs_are_shared_by_all_aboard_and_profit_is_refused(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "I can take three in the Archer", to=card)
    for name in ("Cy", "Dee", "Eve"):
        await club.says(name, "count me in", to=card)
    await club.says("Ben", "I paid 186.40 for fuel", to=card, wait="each")
    (told,) = await club.says("Cy", "I paid 24 for landing", to=card, wait="Cy paid")
    assert "£52.60 each, 4 aboard, the pilot included" in told.text
    (told,) = await club.says("Dee", "what does it cost each?", to=card, wait="£52.60")
    assert "Dee → Ben: £52.60" in told.text and "Cy → Ben: £28.60" in told.text
    (rule,) = await club.says("Ben", "make it 80 fixed per guest", to=card, wait="Nothing is entered")
    assert "cost" in rule.text and "CAA" in rule.text


async def test_what_is_private_is_answered_privately(club: Club) -> None:
    card = await posted(club)
    (told,) = await club.says("Ben", "am I current on Saturday?", to=card, wait="privately")
    assert "privately" in told.text


@pytest.mark.thorough
async def test_a_card_is_pinned_where_that_is_allowed_until_it_is_over(club: Club) -> None:
    club.room.may_pin = True
    card = await posted(club)
    assert club.room.pinned == [card.number]
    await club.says("Ana", "call it off, weather", to=card, wait="Called off")
    club.clock.at += timedelta(seconds=20)
    await asyncio.sleep(1.05)
    await club.keeper.draw()
    assert club.room.pinned == []


@pytest.mark.thorough
async def test_two_open_outings_ask_which(club: Club) -> None:
    await posted(club)
    await club.says("Ana", "/flyout EGKB sun 10:00 back 15:00", wait="EGTF → EGKB")
    await club.taps("Ana", "Post it")
    (told,) = await club.says("Ben", "/in +99", wait="At most 3")  # whichever is meant
    (which,) = await club.says("Ben", "/in", wait="Which")
    assert (
        told.only_for and which.only_for and len(which.labels) == 2 and which.labels[0].startswith("1 EGTF → LFAT")
    )
    await club.taps("Ben", which.labels[1])
    first, second = [held.outing for held in await _held(club)]
    assert not first.answers and [a.member.name for a in second.answers] == ["Ben"]


@pytest.mark.thorough
async def test_sixty_people_fit_on_the_card(club: Club) -> None:
    from bot.outings.actions import Actor, Say

    card = await posted(club)
    (held,) = await _held(club)
    for n in range(60):
        await club.outings.change(
            held.outing.id, Say(state="in"), Actor(id=f"p{n}", name=f"Person number {n}"), club.clock.at
        )
    card = await club.card()
    assert "and 20 more" in card.text and len(card.text) <= 4096
    assert len(re.findall(r"Person number", card.text)) == 40


async def _held(club: Club) -> tuple[Any, ...]:
    from adapters.protocol import ChatRef

    return await club.outings.in_room(ChatRef("telegram", str(club.api.bot["id"]), str(club.room.id)))


@pytest.mark.thorough
async def test_bad_input_is_refused_in_one_line(club: Club) -> None:
    card = await posted(club)
    for text, said in (
        ("I'm in +99", "At most 3"),
        ("/flyout LFAT 2027-02-01 10:00", "is past"),
        ("/flyout LFAT 30 feb 10:00", "no 30 feb"),
        ("/in 99", "How many"),
        ("/flyout " + "L" * 4000, "too long"),
        ("/plane " + "G" * 200 + " 3", "registration"),
        ("I'm coming with some friends", "How many"),
    ):
        (told,) = await club.says("Ben", text, to=card if text[0] != "/" else None, wait=said)
        assert "\n" not in told.text
    (held,) = await _held(club)
    assert not held.outing.answers and not held.outing.aircraft and held.outing.answer_by is None
    long = club.api.person("[click](http://evil.example) " + "N" * 4000)
    club.people["long"] = long
    await club.says("long", "count me in", to=card)
    card = await club.card()
    assert "http://evil.example" not in str(card.entities) and "click" in card.text and len(card.text) < 4096
    elsewhere = club.api.group("Another club")
    forwarded = next(b["callback_data"] for b in card.buttons if b["text"] == "Out")
    update = club.api.press(elsewhere, club.person("Ben"), replace(card), forwarded)
    query = update["callback_query"]["id"]
    await until(lambda: query in club.api.answered_queries, 20)
    await until(
        lambda: (
            any("too old" in one.text for one in club.api.shown(elsewhere))
            or bool(club.api.answered_queries[query].get("text"))
        ),
        20,
    )
    (held,) = await _held(club)
    assert [a.state for a in held.outing.answers] == ["in"]


@pytest.mark.thorough
async def test_when_answers_are_due_and_what_is_done_instead(club: Club) -> None:
    card = await posted(club, "/flyout LFAT sat 10:00 back 15:30 answer by thu 18:00")
    assert "Answer by Thu 11 Feb 18:00 local (18:00Z)" in card.text
    await club.says("Ana", "please all reply by Wednesday 20:00", to=card)
    await club.says("Ana", "plan B: Old Warden by car", to=card)
    card = await club.card()
    assert "Answer by Wed 10 Feb 20:00" in card.text and "Plan B: Old Warden by car" in card.text
    (told,) = await club.says("Ana", "answer by sunday 18:00", to=card, wait="before that")
    assert "\n" not in told.text
    (told,) = await club.says("Ben", "plan B is staying at home", to=card, wait="can change")
    assert told.text == "Ana can change this."
    club.clock.at = datetime(2027, 2, 9, 20, 5, tzinfo=UTC)
    before = {one.number for one in club.api.shown(club.room)}
    await club.keeper.tell()
    told = [one.text for one in club.api.shown(club.room) if one.number not in before]
    assert any("0 seats free. Answer by then" in text for text in told)


@pytest.mark.thorough
async def test_a_weekend_somewhere_becomes_a_poll_of_days(club: Club) -> None:
    await club.says("Ana", "@FlyFunBot let's fly somewhere next weekend", wait="Where to")
    (asked,) = [one for one in club.api.shown(club.room) if "Where to" in one.text]
    await club.says("Ana", "Le Touquet", to=asked)
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    poll = club.api.shown(club.room)[-1]
    assert poll.poll is not None and "which day?" in poll.poll["question"] and poll.labels == ("Choose",)
    assert (poll.poll["is_anonymous"], poll.poll["allows_multiple_answers"]) == (False, True)
    days = [option["text"] for option in poll.poll["options"]]
    assert len(days) == 3

    async def votes() -> list[int]:
        (held,) = await _held(club)
        return [len(option.votes) for option in held.outing.options]

    async def counted(*wanted: int) -> None:
        async def so() -> bool:
            return await votes() == [*wanted]

        await until(so, 20)

    club.api.vote(poll, club.person("Ben"), 0, 1)
    club.api.vote(poll, club.person("Cy"), 0)
    await counted(2, 1, 0)
    club.api.vote(poll, club.person("Ben"))  # takes it back
    await counted(1, 0, 0)
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    assert club.api.shown(club.room)[-1].number == poll.number  # votes show there: nothing is sent
    await club.taps("Ben", "Choose")
    assert club.toast == "Ana can change this."
    await club.taps("Ana", "Choose", wait="Which day")
    await club.taps("Ana", days[0], wait="what time")
    await club.taps("Ana", "10:00")
    card = await club.card()
    assert days[0].split()[0] in card.text and "off blocks 10:00 local" in card.text
    assert poll.poll["is_closed"] and not poll.labels and card.number != poll.number
    club.api.update(poll_answer={"poll_id": poll.poll["id"], "user": club.person("Dee"), "option_ids": [2]})
    club.api.update(poll_answer={"poll_id": "0", "user": club.person("Dee"), "option_ids": [2]})
    await club.says("Dee", "count me in", to=card)  # what came late or from elsewhere changed nothing
    (held,) = await _held(club)
    assert held.outing.status == "open" and [len(o.votes) for o in held.outing.options] == [1, 0, 0]


@pytest.mark.thorough
async def test_a_draft_asks_the_group_which_day_at_its_own_hour(club: Club) -> None:
    await club.says("Ana", "/flyout LFAT sat 10:00 back 15:30", wait="EGTF → LFAT")
    await club.taps("Ana", "Which day?")
    await club.keeper.draw()
    poll = club.api.shown(club.room)[-1].poll
    assert poll and [o["text"] for o in poll["options"]] == ["Sat 13 Feb", "Sun 14 Feb", "Sat 20 Feb"]
    await club.taps("Ana", "Choose", wait="Which day")
    await club.taps("Ana", "Sun 14 Feb")
    assert "Sun 14 Feb, off blocks 10:00 local" in (await club.card()).text


async def test_votes_count_when_the_group_becomes_a_supergroup_while_they_are_asked_for(club: Club) -> None:
    await club.says("Ana", "@FlyFunBot let's fly somewhere next weekend", wait="Where to")
    (asked,) = [one for one in club.api.shown(club.room) if "Where to" in one.text]
    await club.says("Ana", "Le Touquet", to=asked)
    club.clock.at += timedelta(seconds=20)
    await club.keeper.draw()
    poll = club.api.shown(club.room)[-1]
    club.api.vote(poll, club.person("Ben"), 0)

    async def votes(number: int) -> bool:
        held = await _held(club)
        return bool(held) and sum(len(option.votes) for option in held[0].outing.options) == number

    await until(lambda: votes(1), 20)
    old, club.room = club.room, club.api.group("Flying club, larger")
    club.api.write(old, club.person("Ana"), migrate_to_chat_id=club.room.id)
    await until(lambda: votes(1), 20)
    club.api.vote(poll, club.person("Cy"), 0, 1)
    await until(lambda: votes(3), 20)


@pytest.mark.thorough
async def test_a_card_is_posted_anew_in_the_supergroup_and_its_buttons_work(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "I can take three in the Archer", to=card)
    token = _link(card).partition("start=")[2]
    old, club.room = club.room, club.api.group("Flying club, larger")
    other = club.api.shown(old)[-1].number
    club.api.write(old, club.person("Ana"), migrate_to_chat_id=club.room.id)

    async def moved() -> bool:
        return bool(await _held(club))

    await until(moved, 20)
    new = await club.card()
    assert "ARCHER: Ben" in new.text and club.api.shown(old)[-1].number == other
    await club.taps("Cy", "In")
    assert "Ben with Cy" in (await club.card()).text
    await club.privately("Cy", f"/start {token}", "I remind you here")


@pytest.mark.thorough
async def test_reminders_are_at_most_three_a_day_and_merged(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "count me in", to=card)
    before = {one.number for one in club.api.shown(club.room)}
    per_day: dict[Any, int] = {}
    for hour in range(24 * 6):
        club.clock.at = MONDAY + timedelta(hours=hour)
        count = len(club.api.shown(club.room))
        await club.keeper.tell()
        day = club.clock.at.date()
        per_day[day] = per_day.get(day, 0) + len(club.api.shown(club.room)) - count
    assert per_day and max(per_day.values()) <= 3
    told = [one.text for one in club.api.shown(club.room) if one.number not in before]
    assert any("GAR" in text for text in told) and any("your own decision" in text for text in told)


@pytest.mark.thorough
async def test_the_evening_before_tells_links_limits_and_plan_b_and_nothing_twice(club: Club) -> None:
    card = await posted(club)
    await club.says("Ana", "plan B: Old Warden by car", to=card)
    told: list[tuple[str, str]] = []
    for minutes in range(0, 60 * 24 * 6, 30):
        club.clock.at = MONDAY + timedelta(minutes=minutes)
        before = {one.number for one in club.api.shown(club.room)}
        await club.keeper.tell()
        told += [
            (f"{club.clock.at:%a %H:%M}", o.text) for o in club.api.shown(club.room) if o.number not in before
        ]
    friday = [text for at, text in told if at.startswith("Fri")]
    assert len(friday) <= 3
    evening = [text for text in friday if "your own decision" in text]
    assert len(evening) == 1 and "Plan B: Old Warden by car" in evening[0] and "sunset EGTF" in evening[0]
    assert any("flight plan" in text and "Latest Sat 13 Feb 09:00" in text for text in friday)  # due at 21:30
    for _, text in told:
        lines = [line.partition(" Latest")[0] for line in text.split("\n") if line.startswith("•")]
        assert len(lines) == len(set(lines)), text


@pytest.mark.thorough
async def test_in_a_direct_chat_the_outings_of_that_person_are_meant(club: Club) -> None:
    card = await posted(club)
    await club.privately("Ben", "anything on this weekend?", "in no outing")
    await club.privately("Ben", "what's left to do?", "belong to a group")
    await club.says("Ben", "I can take one in the Archer", to=card)
    await club.says("Cy", "count me in", to=card)
    await club.says("Dee", "count me in", to=card)
    left = await club.privately("Ben", "what's left to do?", "open")
    assert left.text.startswith("EGTF → LFAT, Sat 13 Feb 10:00")
    listed = await club.privately("Ben", "anything on this weekend?", "1 ahead")
    assert "EGTF → LFAT" in listed.text
    before = {one.number for one in club.api.shown(club.room)}
    await club.privately("Cy", "can't make it", "not coming")
    await club.keeper.tell()
    told = [one.text for one in club.api.shown(club.room) if one.number not in before]
    assert told == ["Dee has a seat with Ben now."]
    club.api.write(club.room, club.person("Ben"), left_chat_member=club.person("Dee"))

    async def gone() -> bool:
        (held,) = await _held(club)
        return not held.outing.has(str(club.person("Dee")["id"]))

    await until(gone, 20)
    await club.privately("Dee", "who is coming?", "belong to a group")  # it is the group's


@pytest.mark.thorough
async def test_the_night_the_clocks_go_forward_is_explained(club: Club) -> None:
    club.clock.at = datetime(2027, 3, 22, 9, 0, tzinfo=UTC)
    (draft,) = await club.says("Ana", "/flyout LFAT 28 mar 01:30 back 15:30", wait="EGTF → LFAT")
    assert "01:30 does not exist that night at EGTF" in draft.text and "I took 02:30 local (01:30Z)" in draft.text
    assert "EGTF → LFAT, Sun 28 Mar 02:30" in draft.text
    (draft,) = await club.says("Ana", "/flyout LFAT 28 mar 09:00 back 15:30", wait="Mar 09:00")
    assert "does not exist" not in draft.text
    await club.taps("Ana", "Post it")
    card = await club.card()
    assert "off blocks 09:00 local (08:00Z)" in card.text
    (moved,) = await club.says("Ana", "move it to 01:30", to=card, wait="Moved")
    assert "02:30 local (01:30Z)" in moved.text and "01:30 does not exist that night at EGTF" in moved.text
    await club.says("Ana", "move it to 09:00", to=await club.card(), wait="Moved")
    told: list[str] = []
    for minutes in range(0, 24 * 60, 15):
        club.clock.at = datetime(2027, 3, 27, 12, 0, tzinfo=UTC) + timedelta(minutes=minutes)
        before = {one.number for one in club.api.shown(club.room)}
        await club.keeper.tell()
        told += [
            o.text for o in club.api.shown(club.room) if o.number not in before and "your own decision" in o.text
        ]
    assert 1 <= len(told) <= 2  # the evening before, and three hours before where that is no night


@pytest.mark.thorough
async def test_notice_in_the_night_is_asked_for_by_day(club: Club) -> None:
    from zoneinfo import ZoneInfo

    from bot.outings.actions import CLOCK, Move
    from bot.outings.outing import Job, Member

    await posted(club)
    (held,) = await _held(club)
    friday = datetime(2027, 2, 12, tzinfo=ZoneInfo("Europe/Paris"))
    ben = Member(id=str(club.person("Ben")["id"]), name="Ben")
    ppr = Job(key="ppr", kind="permission", title="LFAT PPR", lead="24 h before", zone="Europe/Paris", owner=ben,
              latest=friday.replace(hour=22), reach_by=friday.replace(hour=17), opening="09:00–17:00")  # fmt: skip
    assert held.outing.flight is not None
    soon = held.outing.flight.model_copy(
        update={"off_blocks": held.outing.flight.off_blocks + timedelta(minutes=5)}
    )
    await club.outings.change(held.outing.id, Move(flight=soon, jobs=(ppr,)), CLOCK, club.clock.at)
    told: list[tuple[str, str]] = []
    for minutes in range(0, 60 * 60, 15):
        club.clock.at = datetime(2027, 2, 10, 9, 0, tzinfo=UTC) + timedelta(minutes=minutes)
        before = {one.number for one in club.api.shown(club.room)}
        await club.keeper.tell()
        told += [(f"{club.clock.at.astimezone(friday.tzinfo):%a %H:%M}", one.text)
                 for one in club.api.shown(club.room) if one.number not in before]  # fmt: skip
    assert [at for at, text in told if "LFAT PPR" in text] == ["Thu 16:00", "Fri 15:00"]
    card = await club.card()
    await club.says("Ben", "PPR sent", to=card)
    assert "LFAT PPR: sent" in (await club.card()).text
    await club.says("Ben", "confirmed, ref 17", to=card)
    await club.says("Ben", "PPR confirmed, ref 17", to=card)
    assert "LFAT PPR: received (ref 17)" in (await club.card()).text


def _link(posted: Posted) -> str:
    """The address that a message leads to."""
    return next(
        str(part) for entity in posted.entities for part in entity if str(part).startswith("https://t.me/")
    )


@pytest.mark.thorough
async def test_dates_are_asked_in_the_group_and_told_in_private(club: Club) -> None:
    card = await posted(club)
    (told,) = await club.says("Ben", "am I current on Saturday?", to=card, wait="privately")
    link = _link(told)
    token = link.partition("start=")[2]
    answer = await club.privately("Ben", f"/start {token}", "no dates")
    assert "know nothing" in answer.text
    keep = await club.privately("Ben", "my medical runs out 10 February", "Keep it?")
    update = club.api.press(
        club.api.private(club.person("Ben")), club.person("Ben"), keep, keep.buttons[0]["callback_data"]
    )
    await until(lambda: update["callback_query"]["id"] in club.api.answered_queries, 20)
    again = await club.privately("Ben", "am I current on Saturday?", "By the dates you gave")
    assert (
        "medical: ends Wed 10 Feb 2027, before that day" in again.text
        and "licence: you gave no date" in again.text
    )
    assert not any("medical" in one.text for one in club.api.shown(club.room))
    stranger = await club.privately("Eve", f"/start {token}", "not yours")
    assert "too old" in stranger.text


@pytest.mark.thorough
async def test_private_reminders_come_to_who_wants_them_and_no_longer_in_the_group(club: Club) -> None:
    card = await posted(club)
    address = _link(card)
    token = address.partition("start=")[2]
    await club.privately("Eve", f"/start {token}", "answered on the outing's card")
    await club.privately("Ana", f"/start {token}", "I remind you here")
    group, mine = len(club.api.shown(club.room)), club.api.private(club.person("Ana"))
    club.clock.at = datetime(2027, 2, 10, 9, 0, tzinfo=UTC)
    await club.keeper.tell()
    told = club.api.shown(mine)[-1]
    assert "LFAT" in told.text and told.labels == ("Not here any more",)
    assert len(club.api.shown(club.room)) == group
    await club.keeper.tell()
    assert club.api.shown(mine)[-1].number == told.number


@pytest.mark.thorough
async def test_who_leaves_the_group_loses_seat_and_buttons(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "I can take one in the Archer", to=card)
    await club.says("Cy", "count me in", to=card)
    await club.says("Dee", "count me in", to=card)
    ben, cy = club.person("Ben"), club.person("Cy")
    club.api.write(club.room, ben, left_chat_member=cy)

    async def seated() -> bool:
        (held,) = await _held(club)
        return [a.member.name for a in held.outing.aboard("ARCHER")] == ["Dee"]

    await until(seated, 20)
    assert "Cy" not in (await club.card()).text


@pytest.mark.thorough
async def test_a_group_that_took_the_bot_out_is_quiet_and_finds_its_outings_again(club: Club) -> None:
    card = await posted(club)
    await club.says("Ben", "count me in", to=card)
    shown = len(club.api.shown(club.room))
    club.api.membership(club.room, club.person("Ana"), "member", "kicked")

    async def gone() -> bool:
        return not await _held(club)

    await until(gone, 20)
    for hour in range(0, 40, 2):
        club.clock.at = datetime(2027, 2, 10, 9, 0, tzinfo=UTC) + timedelta(hours=hour)
        await club.keeper.tell()
        await club.keeper.draw()
    assert len(club.api.shown(club.room)) == shown
    club.api.membership(club.room, club.person("Ana"), "kicked", "member")

    async def back() -> bool:
        return len(await _held(club)) == 1

    await until(back, 20)
    (held,) = await _held(club)
    assert held.paused and [a.member.name for a in held.outing.coming] == ["Ben"]
    (listed,) = [o for o in await club.says("Ana", "/flyouts", wait="ahead") if "ahead" in o.text]
    assert "keep quiet" in listed.text and listed.labels == ("Go on",)
    await club.taps("Ana", "Go on")
    (held,) = await _held(club)
    assert not held.paused


async def test_forgetting_frees_the_seat_and_names_a_member(club: Club) -> None:
    from bot.records import SqlRecords

    card = await posted(club)
    await club.says("Ben", "count me in", to=card)
    records: SqlRecords = club.outings._records  # pyright: ignore[reportPrivateUsage]
    await records.forget_person(PersonRef("telegram", str(club.api.bot["id"]), str(club.person("Ben")["id"])))
    assert "Ben" not in (await club.card()).text
    (held,) = await _held(club)
    assert not held.outing.coming


@pytest.mark.thorough
async def test_a_card_under_sixty_taps_is_edited_every_three_seconds_and_ends_right(club: Club) -> None:
    card = await posted(club)
    began, start = time.monotonic(), club.clock.at
    edits = [card.edited_at]
    labels = ("Details", *("In", "Maybe", "In", "Out", "In") * 2)

    async def passes() -> None:
        while True:
            club.clock.at = start + timedelta(seconds=time.monotonic() - began)
            if card.edited_at != edits[-1]:
                edits.append(card.edited_at)
            await asyncio.sleep(0.02)

    running = [asyncio.create_task(passes()), asyncio.create_task(club.keeper.run())]
    try:
        for n in range(60):
            wanted = labels[n % len(labels)]
            data = next((b["callback_data"] for b in card.buttons if b["text"] == wanted), "")
            club.api.press(club.room, club.person(f"P{n}"), card, data)
            await asyncio.sleep(0.15)

        async def shown() -> bool:
            (held,) = await _held(club)
            coming = sum(answer.state == "in" for answer in held.outing.answers)
            return len(held.outing.answers) == 54 and f"{coming} in ·" in card.text

        await until(shown, 60)
        await asyncio.sleep(4)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    assert min(after - before for before, after in pairwise(edits[1:])) >= 3.0
    assert "✓" not in " ".join(card.labels)
