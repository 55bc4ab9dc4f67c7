"""The composition root: builds every real thing once and runs the channels that are set up."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Coroutine, Generator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import structlog
import uvicorn
from starlette.routing import BaseRoute

from adapters.protocol import Channel, ChatRef, IncomingMessage, MenuCommand, Reply, Status
from adapters.sealing import vault
from agent import registry
from agent.aviation.quiet import QuietHours
from agent.aviation.reference import current_set
from agent.deps import Deps
from agent.errors import AgentError
from agent.upstream.foreign import Foreign
from bot import footprint, logs, preparing
from bot.allowed import Allowed
from bot.club.calendar import calendar_routes
from bot.club.dates import PilotDates
from bot.club.dates_desk import DatesDesk
from bot.club.desk import ClubDesk
from bot.club.digest import Digests
from bot.club.documents import Documents
from bot.club.doors import Link
from bot.club.feeds import Feeds
from bot.club.fleet import Fleet
from bot.club.fleet_desk import FleetDesk
from bot.club.settings import ClubSettings
from bot.commands import COMMANDS
from bot.conversation import Desk
from bot.conversation_log import open_log
from bot.forget_desk import Administers
from bot.health import http_app, watch, watch_ages
from bot.inbox import Inbox
from bot.keyvalue import StoredValues
from bot.lookout import Lookout
from bot.metrics import Metrics, counted
from bot.notes import Notes
from bot.outbox import Outbox
from bot.outings.desk import OutingDesk
from bot.outings.keeper import TOLD, Keeper
from bot.outings.private import PrivateReminders
from bot.outings.records import OutingRecords
from bot.outings.retention import Retention
from bot.probes import channels, language_model
from bot.readiness import Reading, practise
from bot.records import SqlRecords, open_records
from bot.remembered import Remembered
from bot.reminder_desk import ReminderDesk
from bot.reminders import Reminders
from bot.reminding import Postman
from bot.render.painter import MapPainter
from bot.settings import Settings, SettingsError
from bot.spending import Spending
from bot.status import status_routes
from bot.store import PersonRef, Store, StoreError, open_store
from bot.tombstones import Tombstones
from bot.traces import open_traces, traced
from bot.version import version
from bot.voice import Voice
from bot.watch_desk import WatchDesk
from bot.watches import Watches
from bot.worker import Worker

if TYPE_CHECKING:
    from bot.schedule import Job

SWITCH_SECONDS = 0.001
"""How long a thread that draws keeps all others waiting at a stretch: by itself Python lets it 5 ms."""

GRACE_SECONDS = 20.0
"""For what was begun when the program is asked to stop."""

CLOSING_SECONDS = 3.0
FOLLOW_SECONDS = 15.0
"""How often a running program looks whether newer data was put in use."""

NEXT_IN_LINE = "I am on an earlier question; this one is next."

log = structlog.get_logger(__name__)


def serve(settings: Settings) -> None:
    """Run channels, worker and scheduler until SIGTERM or Ctrl-C; then finish what was begun."""
    _run(settings, receive=True)


def work(settings: Settings) -> None:
    """Run the lanes only."""
    _run(settings, receive=False)


def _run(settings: Settings, *, receive: bool) -> None:
    """Raises `SettingsError` when the address or the database cannot be used."""
    footprint.few_heaps()
    logs.configure(settings.log_level)
    for secret in _secrets(settings):
        logs.hide(secret)
    preparing.tables_ahead(settings)
    try:
        healthy = asyncio.run(_serve(settings, receive=receive))
    except StoreError as error:
        raise SettingsError(error.user_message) from error
    if not healthy:
        raise SystemExit(1)


@dataclass(frozen=True)
class Program:
    """Everything that one process runs."""

    settings: Settings
    store: Store
    desk: Desk
    inbox: Inbox
    channels: Sequence[Channel]
    metrics: Metrics = field(default_factory=Metrics)
    reading: Reading = field(default_factory=Reading)
    reminders: Reminders | None = None
    watches: Watches | None = None
    outings: OutingRecords | None = None

    async def accept(self, message: IncomingMessage) -> bool:
        """Store a message from an allowed chat; False when it was seen before or is not served here."""
        if not Allowed(self.settings.allowed_chats)(message.chat):
            return False
        return await self.inbox.accept(message)


@asynccontextmanager
async def build(settings: Settings) -> AsyncGenerator[Program]:
    """The program of these settings, with its store and records open."""
    async with open_store(settings.redis_url, settings.data_dir) as store, open_records(settings) as records:
        metrics = Metrics()
        spending = Spending(store, settings.agent.daily_budget_usd, metrics)
        cache = store.cache("agent")
        deps = Deps(settings.agent, cache=cache, reports=records, budget=spending, heard=metrics.trouble)
        reminders = Reminders(records)
        kept = ReminderDesk(reminders, store, settings.agent.quiet_hours)
        watches = Watches(records)
        watched = WatchDesk(watches, store)
        painter = MapPainter(settings)
        desk = Desk(store, deps, painter, records, spending, open_log(settings), kept, watched)
        reading = Reading()
        channels = _channels(settings, store, desk, reading)
        desk.administers = _administers(channels)
        outings = OutingRecords(records, QuietHours.parse(settings.agent.quiet_hours))
        desk.notes = Notes(records)
        desk.outings = OutingDesk(outings, store, lambda: desk.deps, administers=lambda: desk.administers)
        desk.club = club_desk(settings, desk, records, outings, desk.outings, desk.notes)
        desk.club.link = kept.link = _private_link(channels)
        desk.club.trip_reminders = kept.opened
        desk.club.own_reminder = kept.own
        try:
            yield Program(
                settings,
                store,
                desk,
                Inbox(store),
                channels,
                metrics,
                reading,
                reminders=reminders,
                watches=watches,
                outings=outings,
            )
        finally:
            await painter.aclose()
            await desk.deps.aclose()


def club_desk(
    settings: Settings, desk: Desk, records: SqlRecords, outings: OutingRecords, said: OutingDesk, notes: Notes
) -> ClubDesk:
    """The club's desk, and what it keeps."""

    def now() -> datetime:
        return desk.deps.now()

    async def left(chat: ChatRef, person: PersonRef) -> None:
        await outings.leave(chat, person, now())

    records.when_left = left
    contact = settings.agent.contact
    feeds = Feeds(Foreign(inner=settings.feed_hosts, contact=contact), now)
    fleet = Fleet(records, vault("flyfun fleet", settings.secret_key, settings.data_dir))
    dates = PilotDates(records, vault("flyfun pilot dates", settings.secret_key, settings.data_dir))
    club = ClubDesk(
        clubs=ClubSettings(records),
        outings=outings,
        private=PrivateReminders(records),
        fleet=FleetDesk(fleet, feeds, notes, lambda: desk.administers, now),
        dates=DatesDesk(dates, desk.store, now),
        store=desk.store,
        deps=lambda: desk.deps,
        ear=lambda: said.ear,
        administers=lambda: desk.administers,
        public_url=settings.public_url,
        quiet=QuietHours.parse(settings.agent.quiet_hours),
    )
    said.club = club
    return club


def _private_link(channels: Sequence[Channel]) -> Link:
    """Asks the channel of a chat for the way into a private one."""
    outbounds = {channel.name: channel.outbound for channel in channels}

    async def link(chat: ChatRef, token: str) -> str:
        outbound = outbounds.get(chat.channel)
        return await outbound.private_link(token) if outbound else ""

    return link


def _channels(settings: Settings, store: Store, desk: Desk, reading: Reading) -> list[Channel]:
    """The channels whose settings are present; their libraries are imported only then."""
    found: list[Channel] = []
    if settings.agent_enabled:
        from adapters.web.channel import WebChannel, WebSettings
        from bot.frames import StoredFrames
        from bot.render.served import ServedGround

        web = WebSettings(api_token=settings.api_token, version=version(), ground=ServedGround(settings))
        found.append(WebChannel(web, StoredFrames(store)))
    if settings.telegram_token:
        from adapters.telegram.channel import TelegramChannel, TelegramSettings
        from bot.inline import inline_cards

        telegram = TelegramSettings(
            token=settings.telegram_token,
            webhook_url=settings.telegram_webhook_url,
            webhook_secret=settings.telegram_webhook_secret,
            base_url=settings.telegram_base_url,
            base_file_url=settings.telegram_base_file_url,
            drafts=settings.telegram_drafts,
            rich=settings.telegram_rich,
        )
        menu = [MenuCommand(command.name, command.summary) for command in COMMANDS]
        values = StoredValues(store, "telegram")
        remembered = Remembered(store, desk.records, desk.diary, Tombstones(settings.data_dir))
        inline = inline_cards(lambda: desk.deps, reading.data.wait)
        found.append(TelegramChannel(telegram, values, menu, inline, remembered))
    if settings.slack_bot_token or settings.slack_client_id:
        from adapters.slack.channel import SlackChannel, SlackSettings
        from bot.homes import StoredHomes

        slack = SlackSettings(
            bot_token=settings.slack_bot_token,
            app_token=settings.slack_app_token,
            signing_secret=settings.slack_signing_secret,
            client_id=settings.slack_client_id,
            client_secret=settings.slack_client_secret,
            base_url=settings.slack_base_url,
            secret_key=settings.secret_key,
            data_dir=settings.data_dir,
        )
        known = Remembered(store, desk.records, desk.diary, Tombstones(settings.data_dir))
        homes = StoredHomes(store, desk.deps, settings, lambda: desk.outings.records if desk.outings else None)
        found.append(SlackChannel(slack, StoredValues(store, "slack"), homes, known))
    return found


def _administers(channels: Sequence[Channel]) -> Administers:
    """Asks the channel of a message whether its writer decides for the chat."""
    outbounds = {channel.name: channel.outbound for channel in channels}

    async def administers(message: IncomingMessage) -> bool:
        outbound = outbounds.get(message.chat.channel)
        return await outbound.administers(message) if outbound else message.private

    return administers


# --- running -----------------------------------------------------------------------------------------


async def _serve(settings: Settings, *, receive: bool) -> bool:
    """Run until asked to stop (True) or until a part ends by itself (False): then all is restarted whole."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    sys.setswitchinterval(SWITCH_SECONDS)
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    listening = _listen(settings) if receive else None
    async with build(settings) as program:
        parts = _Parts(stop)
        outbounds = {channel.name: channel.outbound for channel in program.channels}
        outbox = Outbox(program.store, outbounds)

        async def queued(message: IncomingMessage) -> None:
            await outbox.send(message, Reply((Status(NEXT_IN_LINE),), ephemeral=True))

        traces = open_traces(settings.traces_endpoint)
        answering = counted(program.metrics, program.desk.replies)
        handler = footprint.let_go_after(traced(traces, answering))
        desk = program.desk
        memories = Remembered(program.store, desk.records, desk.diary, Tombstones(program.settings.data_dir))
        worker = Worker(program.store, outbounds, handler, on_queued=queued, on_sent=desk.sent, memories=memories)
        parts.start("watch", watch(program, worker))
        parts.start("new data", _follow_updates(program))
        footprint_kept = asyncio.create_task(footprint.give_back_now_and_then(), name="footprint")
        if listening is not None:
            from bot.mcp.http import McpEndpoint
            from bot.schedule import scheduled

            for channel in program.channels:
                parts.start(f"{channel.name} in", channel.run(program.accept))
            voice = Voice(program.store, outbounds, memories)
            postman = (
                Postman(
                    program.reminders,
                    program.store,
                    voice.post,
                    desk.deps.now,
                    program.metrics.reminded,
                    QuietHours.parse(program.settings.agent.quiet_hours),
                )
                if program.reminders
                else None
            )
            lookout = _lookout(program, voice)
            keeper = _keeper(program, voice)
            if keeper is not None:
                parts.start("cards", keeper.run())
            parts.start("schedule", scheduled(program, postman, lookout, keeper, *_club_jobs(program, voice)))
            from bot.mcp.oauth import ResourceServer

            known = program.settings
            oauth = ResourceServer(known.oauth_issuer, known.public_url) if known.oauth_issuer else None
            mcp = McpEndpoint(lambda: program.desk.deps, known.host, known.tokens, oauth)
            parts.start("mcp", mcp.run())
            shown = status_routes(program, worker)
            club = desk.club
            shared: Sequence[BaseRoute] = (
                calendar_routes(club.clubs, club.outings, club.now) if club is not None else ()
            )
            parts.start("http", _http(program, [*mcp.routes(), *shown, *shared], listening, stop))
        # What arrives meanwhile is stored, and answered as soon as the tables are read.
        await preparing.ahead("data", settings.agent)
        await program.reading.read("data", program.desk.deps)
        footprint.give_back()
        parts.start("ages", watch_ages(program))
        rules = asyncio.create_task(_read_rules(program), name="rules")
        rooms = asyncio.create_task(asyncio.to_thread(_practise, program), name="rooms")
        await worker.run(stop, grace=GRACE_SECONDS)
        rules.cancel()
        rooms.cancel()
        footprint_kept.cancel()
        await parts.end()
        if traces is not None:
            await asyncio.to_thread(traces.close)
        return parts.healthy


def _practise(program: Program) -> None:
    """Open every subject's room, and do once what the first questions would wait for."""
    registry.open_rooms()
    with contextlib.suppress(AgentError):  # told where the data is read
        practise(program.desk.deps)


async def _read_rules(program: Program) -> None:
    await preparing.ahead("rules", program.settings.agent)
    await program.reading.read("rules", program.desk.deps)
    footprint.give_back()


def _lookout(program: Program, voice: Voice) -> Lookout | None:
    """Who looks at watched flights; the quiet hours are the group's own where it has set some."""
    if program.watches is None or program.reminders is None:
        return None
    usual, outings = QuietHours.parse(program.settings.agent.quiet_hours), program.outings

    async def quiet_in(chat: ChatRef) -> QuietHours:
        return await outings.quiet_of(chat) if outings is not None else usual

    return Lookout(program.watches, program.reminders, program.store, program.desk.deps, voice.post, quiet_in)


def _keeper(program: Program, voice: Voice) -> Keeper | None:
    """Who keeps the cards of outings; a change at the desk wakes it."""
    desk = program.desk
    if program.outings is None or not isinstance(desk.records, SqlRecords):
        return None
    told = Reminders(desk.records, TOLD)
    private = PrivateReminders(desk.records)
    keeper = Keeper(program.outings, told, program.store, voice, desk.deps.now, private)
    keeper.reminded = program.metrics.reminded
    if desk.club is not None:
        keeper.link = desk.club.link
    if desk.outings is not None:
        desk.outings.woken = keeper.wake
    return keeper


def _club_jobs(program: Program, voice: Voice) -> Sequence[Job]:
    """What a club's clock does: calendars read again, digests, and pilots' dates before an outing."""
    from bot.schedule import club_jobs

    club, desk = program.desk.club, program.desk
    if club is None or desk.notes is None or not isinstance(desk.records, SqlRecords):
        return ()
    digests = Digests(club.clubs, club.outings, desk.notes, voice, desk.deps.now)
    documents = Documents(club.dates.dates, club.outings, voice.post, desk.deps.now)

    async def feeds() -> None:
        await club.fleet.feeds.tick(club.fleet.fleet)

    retention = Retention(desk.records, desk.deps.now)
    return club_jobs(feeds, digests.tick, documents.tick, retention.tick)


async def _follow_updates(program: Program) -> None:
    """Answer from an updated data set as soon as it is in use; the old one serves until the new one is read."""
    desk = program.desk
    in_use = current_set(desk.deps.settings.data_dir)
    while True:
        await asyncio.sleep(FOLLOW_SECONDS)
        found = current_set(desk.deps.settings.data_dir)
        if found != in_use:
            fresh = replace(desk.deps)
            if await program.reading.read("data", fresh):
                desk.deps, in_use = fresh, found
                log.info("new_data_in_use", name=found.name if found else "shipped")


class _Parts:
    """What runs beside the worker."""

    def __init__(self, stop: asyncio.Event) -> None:
        self._stop = stop
        self._tasks: set[asyncio.Task[None]] = set()
        self.healthy = True

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or self._stop.is_set():
            return
        error = task.exception()
        log.error("part_ended", part=task.get_name(), exc_info=error)
        self.healthy = False
        self._stop.set()

    async def end(self) -> None:
        for task in self._tasks:
            if task.get_name() != "http":  # it ends by itself, when its last answer is sent
                task.cancel()
        await asyncio.wait(self._tasks, timeout=CLOSING_SECONDS)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _listen(settings: Settings) -> socket.socket:
    """The socket of the page, before anything is started. Raises `SettingsError` when it is taken."""
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        raise SettingsError(
            f"I cannot listen on {settings.host}:{settings.port} ({_why(error)}): "
            "set FLYFUN_HOST and FLYFUN_PORT to a free address."
        ) from error


def _why(error: OSError) -> str:
    """The system's words alone: Python adds the address, which is named already."""
    return str(error.strerror or error).partition(" (while")[0]


class _Server(uvicorn.Server):
    """uvicorn without its own signal handlers: the program drains its lanes first."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


async def _http(
    program: Program, more: Sequence[BaseRoute], listening: socket.socket, stop: asyncio.Event
) -> None:
    """Serve until asked to stop; then take no new connection, and let answers under way finish."""
    config = uvicorn.Config(
        http_app(program, more),
        log_config=None,
        ws="none",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=int(GRACE_SECONDS + CLOSING_SECONDS),
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    await server.ready.wait()
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(f"FlyFun is at http://{shown}:{port}/", flush=True)  # noqa: T201
    introduced = asyncio.create_task(_introduce(program.settings), name="introduce")
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    introduced.cancel()
    server.should_exit = True
    await serving


async def _introduce(settings: Settings) -> None:
    """Say which chat apps run, as whom, and whether the model answers; what does not is said with what to do."""
    for finding in [*await channels(settings), await language_model(settings)]:
        if finding.ok is not None:
            print(f"{finding.name}: {'' if finding.ok else 'NOT RUNNING. '}{finding.says}", flush=True)  # noqa: T201
            log.info("channel", part=finding.name, ok=finding.ok, says=finding.says)


def _secrets(settings: Settings) -> tuple[str, ...]:
    return (
        settings.telegram_token,
        settings.telegram_webhook_secret,
        settings.slack_bot_token,
        settings.slack_app_token,
        settings.slack_signing_secret,
        settings.slack_client_secret,
        settings.secret_key,
        settings.api_token,
        settings.agent.openai_api_key,
        settings.agent.cohere_api_key,
        settings.agent.duffel_api_key,
        settings.agent.openaip_api_key,
        settings.agent.open_meteo_api_key,
    )
