"""Two chat apps seen the same way: people write, tap and reply, and what the chat then shows is read back.

    async with platforms(folder, data_dir) as (telegram, slack):
        room = telegram.private("Ana")
        card = await telegram.say("Ana", room, "Tell me about LFAT")     # what became visible, once it has settled
        then = await telegram.tap("Ana", card[-1], "120 knots")
        telegram.violations                                              # must stay empty

The whole program runs as a process of its own (`flyfun serve`) against the strict local servers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from contracts.program import Program, fresh_folder
from servers.slack import APP_TOKEN, Message, SlackServer, Team
from servers.telegram import BotApi, Posted, Room

from adapters.slack.channel import SCOPES
from adapters.slack.inbound import BOT_EVENTS

SETTLED, MAYBE_SETTLED = 0.7, 2.2
"""Seconds without a change after which a chat shows its answer: one with buttons, and one without."""
PICTURE = 8.0
"""The longest that the words of a picture's answer may follow it."""
QUIET = 3.0
"""Seconds in which nothing may come where nothing is expected."""
LONGEST = 60.0
IN_PASSING = "this one is next"


@dataclass(frozen=True)
class Seen:
    """One message of the bot as a person sees it. `toast` is over the chat or for the asker alone."""

    id: str
    room: str
    text: str
    labels: tuple[str, ...] = ()
    picture: bool = False
    toast: bool = False
    thread: str = ""
    file: str = ""


class App(Protocol):
    """What both apps can do; rooms are strings."""

    name: Literal["telegram", "slack"]

    @property
    def violations(self) -> list[str]: ...

    def private(self, who: str) -> str: ...

    def club(self, name: str = "Club") -> str: ...

    async def write(self, who: str, room: str, text: str, **how: Any) -> str: ...

    def seen(self, room: str) -> dict[str, Seen]: ...

    def quiet(self, room: str) -> bool: ...

    async def press(self, who: str, under: Seen, label: str) -> None: ...


class Talk:
    """Waiting for what a chat shows, the same for both apps."""

    name: Literal["telegram", "slack"]

    def seen(self, room: str) -> dict[str, Seen]:
        raise NotImplementedError

    def quiet(self, room: str) -> bool:
        raise NotImplementedError

    async def write(self, who: str, room: str, text: str, **how: Any) -> str:
        raise NotImplementedError

    async def press(self, who: str, under: Seen, label: str) -> None:
        raise NotImplementedError

    async def say(self, who: str, room: str, text: str, *, silent: bool = False, **how: Any) -> list[Seen]:
        """A person writes; what is new or changed once it has settled. `silent`: nothing is expected."""
        before = self.seen(room)
        await self.write(who, room, text, **how)
        return await self.settled(room, before, silent=silent)

    async def tap(self, who: str, under: Seen, label: str, *, silent: bool = False) -> list[Seen]:
        """A person taps a button under a message; what is new or changed (the mark on the button is not)."""
        before = self.seen(under.room)
        await self.press(who, under, label)
        return await self.settled(under.room, before, silent=silent)

    async def settled(self, room: str, before: dict[str, Seen], *, silent: bool = False) -> list[Seen]:
        until = time.monotonic() + (QUIET if silent else LONGEST)
        last, since = self.seen(room), time.monotonic()
        while time.monotonic() < until:
            await asyncio.sleep(0.05)
            now = self.seen(room)
            if now != last or not self.quiet(room):
                last, since = now, time.monotonic()
            if silent or not _fresh(before, last):
                continue
            fresh = _fresh(before, last)
            whole = any(one.labels or one.toast for one in fresh)
            if fresh[-1].file and time.monotonic() - since < PICTURE:
                continue  # its words follow
            if time.monotonic() - since > (SETTLED if whole else MAYBE_SETTLED):
                break
        fresh = _fresh(before, self.seen(room))
        if not silent and not fresh:
            raise AssertionError("no answer")
        return fresh


def _fresh(before: dict[str, Seen], now: dict[str, Seen]) -> list[Seen]:
    """New messages, and those whose words changed."""
    return [one for key, one in now.items() if key not in before or before[key].text != one.text]


class OnTelegram(Talk):
    """Telegram's side."""

    name: Literal["telegram", "slack"] = "telegram"

    def __init__(self, api: BotApi) -> None:
        self.api = api
        self._people: dict[str, dict[str, Any]] = {}
        self._rooms: dict[str, Room] = {}

    @property
    def violations(self) -> list[str]:
        return self.api.violations

    def person(self, who: str) -> dict[str, Any]:
        if who not in self._people:
            self._people[who] = self.api.person(who)
        return self._people[who]

    def _add(self, room: Room) -> str:
        self._rooms[str(room.id)] = room
        return str(room.id)

    def private(self, who: str) -> str:
        return self._add(self.api.private(self.person(who)))

    def club(self, name: str = "Club", *, forum: bool = False) -> str:
        return self._add(self.api.group(name, forum=forum))

    def room(self, room: str) -> Room:
        return self._rooms[room]

    async def write(
        self,
        who: str,
        room: str,
        text: str,
        *,
        to: Seen | None = None,
        quoting: str = "",
        call: bool = False,
        **more: Any,
    ) -> str:
        """`to` is replied to; `quoting` is a clubmate's message that is; `call`: with the bot's command."""
        held = self.room(room)
        if quoting:
            mate = self.api.message(held, self.person("Mate"), quoting)
            more["reply_to_message"] = mate
        elif to is not None and "reply_to_message" not in more:
            number = int(to.id)
            posted = held.messages.get(number) or Posted(number, to.text)
            more["reply_to_message"] = self.api._message(held, posted)  # pyright: ignore[reportPrivateUsage]
        if call:
            text = f"/fly@FlyFunBot {text}".rstrip()
        made = self.api.write(held, self.person(who), text, **more)
        return str(made["message"]["message_id"])

    def seen(self, room: str) -> dict[str, Seen]:
        held = self.room(room)
        found: dict[str, Seen] = {}
        for posted in self.api.shown(held):
            found[str(posted.number)] = Seen(
                str(posted.number),
                room,
                posted.text,
                tuple(label.removeprefix("✓ ") for label in posted.labels),
                bool(posted.photo),
                bool(posted.only_for),
                thread=str(posted.thread or ""),
            )
        for query, said in list(self.api.answered_queries.items()):
            if said.get("text") and self._asked.get(query) == room:
                found[query] = Seen(query, room, str(said["text"]), toast=True)
        return found

    @property
    def _asked(self) -> dict[str, str]:
        if not hasattr(self, "_taps"):
            self._taps: dict[str, str] = {}
        return self._taps

    def quiet(self, room: str) -> bool:
        last = self.api.shown(self.room(room))[-1:]
        if last and IN_PASSING in last[0].text:
            return False
        return not (last and last[0].text.endswith("…") and not last[0].labels) and not self.api.updates

    async def press(self, who: str, under: Seen, label: str) -> None:
        held = self.room(under.room)
        posted = held.messages[int(under.id)]
        data = next(
            button["callback_data"]
            for button in posted.buttons
            if "callback_data" in button and button["text"].removeprefix("✓ ") == label
        )
        await self.press_data(who, under, data)

    async def press_data(self, who: str, under: Seen, data: str) -> None:
        """A tap with any data, forged or old."""
        held = self.room(under.room)
        posted = held.messages.get(int(under.id)) or Posted(int(under.id), under.text)
        update = self.api.press(held, self.person(who), posted, data)
        self._asked[update["callback_query"]["id"]] = under.room

    def marked(self, under: Seen) -> bool:
        posted = self.room(under.room).messages[int(under.id)]
        return any(label.startswith("✓ ") for label in posted.labels)

    def data(self, under: Seen, label: str) -> str:
        posted = self.room(under.room).messages[int(under.id)]
        return next(b["callback_data"] for b in posted.buttons if b["text"].removeprefix("✓ ") == label)


class OnSlack(Talk):
    """Slack's side. People are "U" and a number; a reply is a message in the thread of the message."""

    name: Literal["telegram", "slack"] = "slack"

    def __init__(self, server: SlackServer, team: Team) -> None:
        self.server, self.team = server, team
        self._people: dict[str, str] = {}
        self._clubs = 0

    @property
    def violations(self) -> list[str]:
        return self.server.violations

    def person(self, who: str) -> str:
        return self._people.setdefault(who, f"U{len(self._people) + 1}")

    def private(self, who: str) -> str:
        return self.team.dm(self.person(who))

    def club(self, name: str = "Club", **_: Any) -> str:
        self._clubs += 1
        channel = f"C1{self._clubs:03d}"
        self.team.members[channel] = True
        self.team.messages[channel] = {}
        return channel

    async def write(
        self,
        who: str,
        room: str,
        text: str,
        *,
        to: Seen | None = None,
        quoting: str = "",
        call: bool = False,
        thread: str = "",
        **_: Any,
    ) -> str:
        if to is not None:
            thread = to.thread or to.id
        if quoting:
            thread = await self.team.say(self.person("Mate"), room, quoting, quiet=True)
        if call:
            text = f"<@{self.team.bot}> {text}".rstrip()
        return await self.team.say(self.person(who), room, text, thread=thread)

    def seen(self, room: str) -> dict[str, Seen]:
        shown = [one for one in self.team.from_bot(room) if IN_PASSING not in one.shown]
        return {one.ts: self._read(one) for one in shown}

    @staticmethod
    def _read(one: Message) -> Seen:
        labels = tuple(label.removeprefix("✓ ") for label in one.labels)
        return Seen(
            one.ts, one.channel, one.shown, labels, bool(one.picture), bool(one.only_for), one.thread_ts, one.file
        )

    def quiet(self, room: str) -> bool:
        busy = any(one.streaming for one in self.team.from_bot(room))
        waiting = any(text for (place, _), text in self.team.statuses.items() if place == room)
        last = self.team.from_bot(room)[-1:]
        going = bool(last and last[0].shown.rstrip("*_ ").endswith("…") and not last[0].labels)
        return not busy and not waiting and not going

    async def press(self, who: str, under: Seen, label: str) -> None:
        await self.team.tap(self.person(who), self.team.messages[under.room][under.id], label)

    async def press_data(self, who: str, under: Seen, data: str) -> None:
        message = self.team.messages[under.room][under.id]
        button = next(one for one in message.buttons if one.get("value"))
        await self.team._act(self.person(who), message, {**button, "value": data})  # pyright: ignore[reportPrivateUsage]

    def marked(self, under: Seen) -> bool:
        return any(label.startswith("✓ ") for label in self.team.messages[under.room][under.id].labels)

    def data(self, under: Seen, label: str) -> str:
        buttons = self.team.messages[under.room][under.id].buttons
        return next(b["value"] for b in buttons if b["text"]["text"].removeprefix("✓ ") == label)


@dataclass
class Stage:
    """Both servers and the program between them."""

    telegram: OnTelegram
    slack: OnSlack
    program: Program
    folder: Path
    apps: tuple[OnTelegram | OnSlack, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.apps = (self.telegram, self.slack)

    async def restart(self) -> None:
        """kill -9, and start again."""
        await asyncio.to_thread(self.program.kill)
        await self.start()

    async def start(self) -> None:
        sockets = len(self.slack.server.sockets)
        await asyncio.to_thread(self.program.start)
        until = time.monotonic() + 60
        while len(self.slack.server.sockets) == sockets and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@asynccontextmanager
async def stage(folder: Path, data_dir: Path, **environ: str) -> AsyncGenerator[Stage]:
    """The program on both apps."""
    async with BotApi.running() as api, SlackServer(set(SCOPES), set(BOT_EVENTS)) as server:
        team = server.workspace("T1")
        program = Program(
            fresh_folder(folder, data_dir),
            {
                "TELEGRAM_BOT_TOKEN": api.token,
                "TELEGRAM_BASE_URL": api.base_url,
                "TELEGRAM_BASE_FILE_URL": api.base_file_url,
                "SLACK_BOT_TOKEN": team.token,
                "SLACK_APP_TOKEN": APP_TOKEN,
                "SLACK_BASE_URL": server.url,
                "TELEGRAM_RICH": "0",
                "FLYFUN_AUTO_UPDATE": "off",
                "AWC_URL": "http://127.0.0.1:9/",
                "OPEN_METEO_URL": "http://127.0.0.1:9/",
                **environ,
            },
            anew=True,
        )
        held = Stage(OnTelegram(api), OnSlack(server, team), program, folder)
        await held.start()
        try:
            yield held
        finally:
            await asyncio.to_thread(program.close)
