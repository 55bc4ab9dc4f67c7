"""A watch is kept for its person, looks when it is time, speaks when a line is crossed, and ends with its flight."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.open_meteo import OpenMeteoServer, calm_day

from adapters.protocol import ChatGone, ChatRef, IncomingMessage, Person, Reply, Sent, Text
from agent.aviation.quiet import QuietHours
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Minima, Profile
from agent.weather.watching import MOST_OF_DEADLINES, Change, Memory
from bot.actions import KeepWatch, StopWatches, WatchProposal, read_action
from bot.lookout import Lookout, to_tell
from bot.outings.keeper import TOLD
from bot.records import SqlRecords, open_records
from bot.reminders import WATCH, Reminders
from bot.settings import Settings
from bot.store import PersonRef, Store
from bot.watch_desk import WatchDesk
from bot.watches import Watch, Watches

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
LEAVES = datetime(2026, 11, 24, 10, tzinfo=UTC)


def message_of(person: str = "ana", chat: str = "1", private: bool = True) -> IncomingMessage:
    return IncomingMessage(
        id="1", chat=ChatRef("telegram", "bot", chat), person=Person(person), text="", addressed_by="dm",
        sent_at=NOON, private=private,
    )  # fmt: skip


def proposal(to: str = "LFAT", ends: datetime = LEAVES + timedelta(hours=6)) -> WatchProposal:
    return WatchProposal(
        flight={"from_location": "EGTF", "to_location": to, "day": "2026-11-24"},
        heading=f"EGTF – {to}, Tue 24 Nov",
        zone="Europe/London",
        leaves=LEAVES,
        ends=ends,
    )


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
        yield opened


async def usual_quiet(chat: ChatRef) -> QuietHours:
    return QuietHours()


class Heard:
    """What was sent."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.gone = False

    async def __call__(self, chat: ChatRef, reply: Reply, *, name: str = "") -> Sent:
        if self.gone:
            raise ChatGone("gone")
        (block,) = reply.blocks
        assert isinstance(block, Text)
        self.texts.append(block.markdown)
        return Sent(("1",))


async def test_a_watch_is_its_persons_and_the_same_flight_again_replaces_it(records: SqlRecords) -> None:
    watches = Watches(records)
    assert await watches.keep(message_of(), proposal())
    assert await watches.keep(message_of(), proposal())
    assert [one.heading for one in await watches.mine(message_of())] == ["EGTF – LFAT, Tue 24 Nov"]
    assert await watches.mine(message_of("bob")) == ()
    assert await watches.stop(message_of("bob")) == 0
    assert await watches.stop(message_of()) == 1
    assert await watches.claim(NOON) == ()


async def test_one_look_is_claimed_once_and_ends_with_the_flight(records: SqlRecords) -> None:
    watches = Watches(records)
    await watches.keep(message_of(), proposal())
    (one,) = await watches.claim(NOON)
    assert await watches.claim(NOON) == ()
    await watches.looked(one.id, NOON + timedelta(hours=3))
    assert await watches.claim(NOON + timedelta(hours=1)) == ()
    assert len(await watches.claim(NOON + timedelta(hours=3))) == 1
    assert await watches.claim(LEAVES + timedelta(hours=7)) == ()
    assert await watches.mine(message_of()) == (), "over with its flight"


async def test_who_is_forgotten_is_watched_for_no_more(records: SqlRecords) -> None:
    watches = Watches(records)
    await watches.keep(message_of(), proposal())
    await watches.keep(message_of("bob"), proposal())
    await records.forget_person(PersonRef.of(message_of()))
    assert await watches.mine(message_of()) == ()
    assert len(await watches.mine(message_of("bob"))) == 1


async def test_kept_and_stopped_by_button(records: SqlRecords, store: Store) -> None:
    desk = WatchDesk(Watches(records), store)
    keep = read_action(KeepWatch(proposal=proposal()).model_dump_json())
    assert isinstance(keep, KeepWatch)
    said = await desk.tapped(keep, message_of())
    assert "Watching EGTF – LFAT" in str(said.blocks[0])
    assert "EGTF – LFAT" in str((await desk.listed(message_of())).blocks[0])
    assert "1 watch stopped" in str((await desk.tapped(StopWatches(), message_of())).blocks[0])


async def test_it_speaks_once_when_a_line_is_crossed_twice_seen_and_once_when_blind(
    records: SqlRecords, store: Store, data_dir: Path
) -> None:
    now = [NOON]
    async with AviationWeatherServer() as awc, OpenMeteoServer() as meteo:
        settings = AgentSettings(data_dir=data_dir, awc_url=awc.endpoint, open_meteo_url=meteo.endpoint)
        deps = Deps(settings=settings, now=lambda: now[0])
        await store.save_profile(PersonRef.of(message_of()), Profile(minima=Minima(ceiling_ft=1500)))
        watches, heard = Watches(records), Heard()
        lookout = Lookout(watches, Reminders(records), store, deps, heard, usual_quiet)
        await watches.keep(message_of(), proposal())

        async def later(**by: float) -> None:
            now[0] += timedelta(**by)
            await lookout.tick()

        await lookout.tick()
        first = list(heard.texts)  # a deadline that has passed may be told at once

        def low_in_one(name: str, model: str, hour: datetime) -> float | None:
            low = name == "cloud_base" and model.startswith("ukmo")
            return 240.0 if low else calm_day(name, model, hour)

        meteo.tell = low_in_one
        await later(hours=3)
        assert heard.texts == first, "one look alone is no crossing"
        await later(hours=3)
        assert len(heard.texts) == len(first) + 1
        assert "Worse: nothing against it → Ceiling at" in heard.texts[-1]
        assert "below your 1,500 ft" in heard.texts[-1]
        await later(hours=15)
        assert len(heard.texts) == len(first) + 1, "told once"

        awc.down = meteo.down = True
        for _ in range(8):
            await later(hours=3)
        blind = [text for text in heard.texts if "Watching failed since" in text]
        assert len(blind) <= 1
        await deps.aclose()


class Skies:
    """Ceilings that go up and down, and a lookout that looks at them as hours pass."""

    def __init__(self, lookout: Lookout, meteo: OpenMeteoServer, now: list[datetime]) -> None:
        self.lookout, self.meteo, self.now = lookout, meteo, now

    async def turn(self, *, low: bool, apart: timedelta = timedelta(minutes=61), looks: int = 2) -> None:
        self.meteo.tell = lambda name, model, hour: (
            (240.0 if low else 900.0)
            if name == "cloud_base" and model.startswith("ukmo")
            else calm_day(name, model, hour)
        )
        for _ in range(looks):
            self.now[0] += apart
            await self.lookout.tick()


@pytest.fixture
async def skies(records: SqlRecords, store: Store, data_dir: Path) -> AsyncIterator[tuple[Skies, Heard, Watches]]:
    now, heard, watches = [LEAVES - timedelta(hours=23, minutes=59)], Heard(), Watches(records)
    async with AviationWeatherServer() as awc, OpenMeteoServer() as meteo:
        meteo.allowance = 1e9
        settings = AgentSettings(data_dir=data_dir, awc_url=awc.endpoint, open_meteo_url=meteo.endpoint)
        deps = Deps(settings=settings, now=lambda: now[0])
        await store.save_profile(PersonRef.of(message_of()), Profile(minima=Minima(ceiling_ft=1500)))
        lookout = Lookout(watches, Reminders(records), store, deps, heard, usual_quiet)
        yield Skies(lookout, meteo, now), heard, watches
        await deps.aclose()


def _local() -> WatchProposal:
    """Around home: no border, and so no deadline among what is told."""
    flight = {"from_location": "EGTF", "to_location": "EGTF", "day": "2026-11-24", "time": "10:00"}
    return proposal().model_copy(update={"flight": flight})


async def test_a_private_watch_speaks_six_times_says_which_is_the_last_and_then_no_more(
    skies: tuple[Skies, Heard, Watches],
) -> None:
    sky, heard, watches = skies
    await watches.keep(message_of(), _local())
    for low in (True, False, True, False, True):
        await sky.turn(low=low)
    assert [text.split("\n")[1][:6] for text in heard.texts] == ["Worse:", "Better", "Worse:", "Better", "Worse:"]
    assert re.search(r"UKV run 22 Nov 06 UTC", heard.texts[0]), "of which time its source is"
    assert not any("That was the last" in text for text in heard.texts)
    sky.now[0] = LEAVES.replace(hour=7, minute=31)
    await sky.turn(low=False, apart=timedelta(minutes=16))
    assert "That was the last of 6 messages of what changes for this flight" in heard.texts[-1]
    for low in (True, False):
        await sky.turn(low=low, apart=timedelta(minutes=16))
    assert len(heard.texts) == 6


async def test_deadlines_that_come_near_do_not_use_up_the_six(skies: tuple[Skies, Heard, Watches]) -> None:
    sky, heard, watches = skies
    await watches.keep(message_of(), proposal())  # over a border: GAR, customs, flight plan
    for low in (True, False, True, False, True):
        await sky.turn(low=low)
    sky.now[0] = LEAVES.replace(hour=7, minute=31)
    for low in (False, True, False):
        await sky.turn(low=low, apart=timedelta(minutes=16))
    news = [text for text in heard.texts if "Ceiling at" in text]
    due = [text for text in heard.texts if text not in news]
    assert len(news) == 6
    assert "That was the last of 6" in news[-1]
    assert due, "the notice of this flight falls due meanwhile"
    assert len(due) <= MOST_OF_DEADLINES


def test_when_the_news_is_spent_only_deadlines_are_told_and_they_end_too() -> None:
    deadline = Change(key="deadline out GAR 2", grade="yes", before="nothing against it", after="due", worse=True)
    ceiling = deadline.model_copy(update={"key": "arriving LFAT ceiling"})

    def told(sent: int, deadlines: int, *changes: Change) -> list[Change]:
        memory = Memory(deadlines=deadlines)
        return to_tell(cast(Watch, SimpleNamespace(sent=sent, memory=memory)), changes)

    assert told(5, 0, ceiling, deadline) == [ceiling, deadline]
    assert told(6, 0, ceiling, deadline) == [deadline]
    assert told(6, 0, ceiling) == []
    assert told(0, MOST_OF_DEADLINES, deadline) == []
    assert told(0, MOST_OF_DEADLINES, ceiling, deadline) == [ceiling, deadline]


async def test_an_hour_on_old_copies_is_said_once(skies: tuple[Skies, Heard, Watches]) -> None:
    sky, heard, watches = skies
    await watches.keep(message_of(), _local())
    await sky.turn(low=False, looks=1)
    sky.meteo.down = True
    await sky.turn(low=False, looks=1, apart=timedelta(minutes=61))
    assert heard.texts == []
    await sky.turn(low=False, looks=3, apart=timedelta(minutes=61))
    assert len(heard.texts) == 1
    assert "Watching failed since 23 Nov 12:03 UTC" in heard.texts[0]


async def test_in_a_group_it_counts_towards_the_three_of_the_day(
    records: SqlRecords, skies: tuple[Skies, Heard, Watches]
) -> None:
    sky, heard, watches = skies
    club = message_of(chat="-100", private=False)
    await watches.keep(club, _local())
    outing = Reminders(records, TOLD)
    await outing.note_sent(club.chat, PersonRef.of(club), "due", "an outing's own", sky.now[0])
    for low in (True, False, True):
        await sky.turn(low=low)
    assert len(heard.texts) == 2, "the outing spoke once today"
    midnight = sky.now[0].replace(hour=0, minute=0)
    assert await outing.sent_in(club.chat, midnight, (*TOLD, WATCH)) == 3
    sky.now[0] = LEAVES.replace(hour=7, minute=40)
    await sky.turn(low=True, looks=1, apart=timedelta())
    assert len(heard.texts) == 3, "what was not told yesterday"
    assert "Worse" in heard.texts[-1]


class Killed(Exception):
    """The process ends here."""


class DiesAfterSending(Heard):
    """Sends, once for each name as the voice does, and ends before anything is noted."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.deadly = False

    async def __call__(self, chat: ChatRef, reply: Reply, *, name: str = "") -> Sent:
        if name not in self.names:
            await super().__call__(chat, reply, name=name)
        self.names.add(name)
        if self.deadly:
            raise Killed
        return Sent(("1",))


@pytest.mark.thorough
async def test_a_restart_in_the_middle_of_a_message_goes_on_watching_and_says_nothing_twice(
    store: Store, data_dir: Path, tmp_path: Path
) -> None:
    now, low = [NOON], ["", "icon", "ecmwf", "ukmo"]
    async with AviationWeatherServer() as awc, OpenMeteoServer() as meteo:

        def tell(name: str, model: str, hour: datetime) -> float | None:
            if name == "cloud_base":
                return 240.0 if model.startswith(tuple(low)) else 900.0
            return calm_day(name, model, hour)

        meteo.tell = tell
        agent = AgentSettings(data_dir=data_dir, awc_url=awc.endpoint, open_meteo_url=meteo.endpoint)
        settings = Settings(agent=AgentSettings(data_dir=tmp_path))
        heard = DiesAfterSending()
        await store.save_profile(PersonRef.of(message_of()), Profile(minima=Minima(ceiling_ft=1500)))

        async def run(*, kept: bool = False) -> None:
            """A process: starts, looks once, ends."""
            async with open_records(settings) as records:
                deps = Deps(settings=agent, now=lambda: now[0])
                if kept:
                    await Watches(records).keep(message_of(), proposal())
                try:
                    await Lookout(Watches(records), Reminders(records), store, deps, heard, usual_quiet).tick()
                finally:
                    await deps.aclose()

        await run(kept=True)
        first = len(heard.texts)
        now[0] += timedelta(hours=3)
        heard.deadly = True
        with pytest.raises(Killed):
            await run()
        assert len(heard.texts) == first + 1
        heard.deadly = False
        low.remove("")
        low.remove("icon")  # two of three models now: the same line, other words
        now[0] += timedelta(minutes=6)
        await run()
        assert len(heard.texts) == first + 1, "said once"
        now[0] += timedelta(hours=3)
        low[:] = ["none"]
        await run()
        now[0] += timedelta(hours=3)
        await run()
        assert "Better" in heard.texts[-1], "and it goes on"


async def test_a_chat_that_is_gone_ends_its_watch(records: SqlRecords, store: Store, data_dir: Path) -> None:
    watches, heard = Watches(records), Heard()
    heard.gone = True
    await watches.keep(message_of(), proposal().model_copy(update={"memory": Memory()}))
    deps = Deps(settings=AgentSettings(data_dir=data_dir, awc_url="", open_meteo_url=""), now=lambda: NOON)
    lookout = Lookout(watches, Reminders(records), store, deps, heard, usual_quiet)
    (one,) = await watches.mine(message_of())
    await watches.looked(one.id, NOON, failing_since=NOON - timedelta(hours=2))
    await lookout.tick()
    assert await watches.mine(message_of()) == ()


def test_settings_hold_quiet_hours() -> None:
    quiet: Any = QuietHours.parse(AgentSettings().quiet_hours)
    assert quiet == QuietHours()
