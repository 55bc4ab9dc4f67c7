"""Members' reports and feedback in SQL: SQLite in the data folder, or the database of `DATABASE_URL`.

async with open_records(settings) as records:
    report_id = await records.save_report(message, draft)    # a person's yes saves what the agent drafted
    await records.undo_report(message, report_id)            # the author alone; False when it is gone
    await records.for_airfield("LFAT", chat)                 # the chat's own, and the clubs' that share
    await records.share(message.chat, True)                  # a club's agreement
    await records.save_feedback(message, good, question)
    await records.forget_person(person);  await records.forget_chat(chat);  await records.move_chat(old, new)
"""

from __future__ import annotations

import asyncio
import functools
import json
import sqlite3
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from types import CoroutineType
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from pydantic import JsonValue
from sqlalchemy import Connection, delete, event, inspect, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from adapters.protocol import ChatRef, IncomingMessage
from agent.deps import MemberReport
from agent.errors import DataProblem
from agent.protocol import Value
from bot.ownership import RULES
from bot.settings import Settings
from bot.store import PersonRef
from bot.tables import ClubRow, FeedbackRow, OutingRow, ReminderRow, ReportRow

MOST_SHOWN = 50
MIGRATIONS = Path(__file__).parent / "migrations"

SETTLE_SECONDS = 10.0

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger(__name__)


class Draft(Value):
    """A report as the agent drafted it; unknown fields of newer drafts are refused, not lost."""

    icao: str
    kind: str
    text: str
    reported_on: date
    amount: float | None = None
    currency: str | None = None
    unit: str | None = None
    aircraft: str | None = None
    fuel: str | None = None
    rating: int | None = None


class UnderWay:
    """The queries that run: each ends by itself, whoever asked for it and waits no more."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def through(self, work: Coroutine[Any, Any, T]) -> T:
        """Its result. A cancelled query would leave the driver's thread an answer for nobody."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # raised where it was awaited, or nobody waits for it any more

    async def settle(self) -> None:
        """Wait for what runs, but not for a database that hangs."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SETTLE_SECONDS)


def whole(
    method: Callable[Concatenate[SqlRecords, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[SqlRecords, P], CoroutineType[Any, Any, T]]:
    """A method whose queries are seen through."""

    @functools.wraps(method)
    async def seen_through(self: SqlRecords, *args: P.args, **named: P.kwargs) -> T:
        return await self.under_way.through(method(self, *args, **named))

    return seen_through


class SqlRecords:
    """Implements `agent.deps.Reports` and what the bot writes."""

    def __init__(self, sessions: async_sessionmaker[AsyncSession]) -> None:
        self.sessions = sessions
        self.under_way = UnderWay()
        self.when_left: Callable[[ChatRef, PersonRef], Awaitable[None]] | None = None
        """What else is done when somebody leaves a group; set where the parts are wired."""

    # --- reports ------------------------------------------------------------------------------------

    @whole
    async def save_report(self, message: IncomingMessage, draft: dict[str, JsonValue]) -> str:
        """Keep a drafted report for its author, once a message; the id to undo it."""
        report = Draft.model_validate(draft)
        identifier = uuid.uuid5(uuid.NAMESPACE_OID, f"{message.chat} {message.person.id} {message.id}").hex
        row = ReportRow(
            id=identifier,
            **report.model_dump(),
            author=str(PersonRef.of(message)),
            author_name=message.person.name[:100],
            room=str(message.chat.room),
            created_at=_now(),
        )
        async with self.sessions.begin() as session:
            await session.merge(row)
        return identifier

    @whole
    async def undo_report(self, message: IncomingMessage, report_id: str) -> bool:
        """Take a report back, if the person who asks wrote it."""
        author = str(PersonRef.of(message))
        mine = delete(ReportRow).where(ReportRow.id == report_id, ReportRow.author == author)
        async with self.sessions.begin() as session:
            result: Any = await session.execute(mine)
        return bool(result.rowcount)

    @whole
    async def for_airfield(self, icao: str, chat: str, person: str = "") -> tuple[MemberReport, ...]:
        """What `chat` (a room) may see about a field, and what who asks there wrote anywhere, newest first."""
        sharing = select(ClubRow.room).where(ClubRow.shares.is_(True))
        author = _author(chat, person)
        seen = select(ReportRow).where(
            ReportRow.icao == icao.upper(),
            or_(ReportRow.room == chat, ReportRow.room.in_(sharing), ReportRow.author == author),
        )
        newest = seen.order_by(ReportRow.reported_on.desc(), ReportRow.created_at.desc()).limit(MOST_SHOWN)
        async with self.sessions() as session:
            rows = (await session.scalars(newest)).all()
        return tuple(_report(row, chat, author) for row in rows)

    @whole
    async def share(self, chat: ChatRef, shares: bool) -> None:
        """A club agrees, or no longer agrees, that every club sees its reports."""
        async with self.sessions.begin() as session:
            await session.merge(ClubRow(room=str(chat.room), shares=shares))

    @whole
    async def shares(self, chat: ChatRef) -> bool:
        """Whether a club shares its reports."""
        async with self.sessions() as session:
            row = await session.get(ClubRow, str(chat.room))
        return bool(row and row.shares)

    # --- feedback -----------------------------------------------------------------------------------

    @whole
    async def save_feedback(self, message: IncomingMessage, good: bool, question: str) -> None:
        """Keep a thumb, with the question it is about."""
        row = FeedbackRow(
            id=uuid.uuid4().hex,
            person=str(PersonRef.of(message)),
            room=str(message.chat.room),
            good=good,
            question=question[:500],
            created_at=_now(),
        )
        async with self.sessions.begin() as session:
            session.add(row)

    # --- forgetting ---------------------------------------------------------------------------------

    @whole
    async def forget_person(self, person: PersonRef) -> None:
        """Delete or unname a person's rows, table by table."""
        async with self.sessions.begin() as session:
            for rule in RULES:
                await rule.forget_person(session, str(person))

    @whole
    async def forget_chat(self, chat: ChatRef) -> None:
        """Delete the rows of a chat's room, table by table."""
        async with self.sessions.begin() as session:
            for rule in RULES:
                await rule.forget_room(session, str(chat.room))

    @whole
    async def pause_chat(self, chat: ChatRef) -> None:
        """A group's outings are quiet until somebody asks to go on."""
        quiet = update(OutingRow).where(OutingRow.room == str(chat.room)).values(paused=True)
        async with self.sessions.begin() as session:
            await session.execute(quiet)

    @whole
    async def left(self, chat: ChatRef, person: PersonRef) -> None:
        """Somebody left a group: what they had there by being a member, table by table, and their reminders."""
        mine = [ReminderRow.person == str(person), ReminderRow.room == str(chat.room)]
        ends = update(ReminderRow).where(*mine, ReminderRow.kind == "trip", ReminderRow.state == "pending")
        async with self.sessions.begin() as session:
            for rule in RULES:
                await rule.leave(session, str(person), str(chat.room))
            await session.execute(ends.values(state="stopped"))
        if self.when_left is not None:
            await self.when_left(chat, person)

    @whole
    async def move_chat(self, old: ChatRef, new: ChatRef, *, same_messages: bool = False) -> None:
        """The platform gave a room a new id: all that is kept goes along, in one transaction.

        Where its messages got new ids too, a card under an old one cannot be edited any more: it is posted anew.
        """
        async with self.sessions.begin() as session:
            if not same_messages:
                found = select(OutingRow).where(OutingRow.room == str(old.room), OutingRow.card.contains('"ids"'))
                for row in (await session.scalars(found)).all():
                    card = json.loads(row.card)
                    if not card.get("poll"):
                        row.card, row.card_version = json.dumps({"shown": card.get("shown", 0) + 1}), -1
                await session.flush()
            for rule in RULES:
                await rule.move_room(session, old.room, new.room)

    @whole
    async def of_person(self, person: PersonRef) -> tuple[str, ...]:
        """What is kept about a person, a line each, table by table."""
        lines: list[str] = []
        async with self.sessions() as session:
            for rule in RULES:
                lines += await rule.told(session, str(person))
        return tuple(lines)


@asynccontextmanager
async def open_records(settings: Settings) -> AsyncGenerator[SqlRecords]:
    """The records, their tables brought up to date. Raises `DataProblem` when the database cannot be used."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    engine = _engine(database_url(settings))
    records = SqlRecords(async_sessionmaker(engine, expire_on_commit=False))
    try:
        await records.under_way.through(_migrate(engine))
        yield records
    finally:
        await records.under_way.settle()
        await engine.dispose()


def database_url(settings: Settings) -> str:
    """The async form of `DATABASE_URL`, or the SQLite file of the data folder."""
    if not settings.database_url:
        return f"sqlite+aiosqlite:///{settings.data_dir / 'records.sqlite'}"
    scheme, _, rest = settings.database_url.partition("://")
    if scheme in {"postgres", "postgresql"}:
        return f"postgresql+psycopg://{rest}"
    if scheme == "sqlite":
        return f"sqlite+aiosqlite://{rest}"
    return settings.database_url


def _engine(url: str) -> AsyncEngine:
    try:
        engine = create_async_engine(url, pool_pre_ping=True)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        if isinstance(error, ImportError) and url.startswith("postgresql"):
            raise DataProblem(
                "DATABASE_URL names a PostgreSQL server, and its driver is not installed: "
                "pip install 'flyfun[postgresql]'.",
                detail=str(error),
            ) from error
        raise DataProblem(
            "DATABASE_URL cannot be read: write it as postgresql://user:password@host/name "
            "or sqlite:////folder/file.sqlite.",
            detail=type(error).__name__,
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _erase_what_is_deleted)
    return engine


def _erase_what_is_deleted(connection: Any, _: object) -> None:
    """SQLite: the bytes of a deleted row are overwritten, not only given free."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


async def _migrate(engine: AsyncEngine) -> None:
    try:
        if engine.dialect.name == "sqlite":
            await asyncio.to_thread(_open_once, engine)
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        log.error("records_unusable", error=type(error).__name__)
        raise DataProblem(_unusable(engine), detail=type(error).__name__) from error


def _unusable(engine: AsyncEngine) -> str:
    if engine.dialect.name == "sqlite":
        return (
            "The database of members' reports cannot be opened. "
            "Check DATABASE_URL, and that its folder can be written."
        )
    return (
        f"The database server at {engine.url.host or 'this machine'} does not answer, or refuses user, password "
        "or database. Check DATABASE_URL, and that the server runs."
    )


def _open_once(engine: AsyncEngine) -> None:
    """Find out that a file cannot be opened before the driver begins a thread for it, which would outlive us."""
    connect: Any = sqlite3.connect
    args, named = engine.dialect.create_connect_args(engine.url)
    connect(*args, **named).close()


def _upgrade(connection: Connection) -> None:
    if _is_current(connection):
        return
    from alembic import command  # eight megabytes, needed once for each new table
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    if connection.dialect.name == "sqlite":
        # All or nothing: else a program that is killed here finds half of its tables, and never starts again.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    command.upgrade(config, "head")


def _is_current(connection: Connection) -> bool:
    """Whether the newest migration was run, or one of a later version, which only adds to what this one knows."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    newest = max(file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    found = str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")
    if found > newest:  # they are numbered in their files' names
        log.warning("records_of_a_later_version", found=found, known=newest)
    return found >= newest


def _author(chat: str, person: str) -> str:
    """Who asks in a room, as reports name their authors; nobody where that is not known."""
    try:
        room = ChatRef.parse(chat)
    except ValueError:
        return "-"
    return str(PersonRef(room.channel, room.tenant, person)) if person else "-"


def _report(row: ReportRow, chat: str, asker: str) -> MemberReport:
    own = row.room == chat or row.author == asker
    return MemberReport(
        icao=row.icao,
        kind=row.kind,  # pyright: ignore[reportArgumentType] -- checked when it was drafted
        text=row.text,
        reported_on=row.reported_on,
        author=row.author_name if own else "",
        chat=row.room if own else "",
        amount=row.amount,
        currency=row.currency,
        unit=row.unit,
        aircraft=row.aircraft,
        fuel=row.fuel,
        rating=row.rating,
    )


def _now() -> datetime:
    """UTC without a zone, as SQLite and PostgreSQL both keep it."""
    return datetime.now(UTC).replace(tzinfo=None)
