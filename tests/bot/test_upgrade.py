"""A filled database goes up and down the migrations with its rows, and the version before lives on the newer schema."""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from servers.postgresql import Cluster, cluster, is_here

from agent.config import AgentSettings
from bot.records import MIGRATIONS, open_records
from bot.settings import Settings

REVISIONS = sorted(file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
ROWS = 20
NONE = "PostgreSQL is not on this machine"
VALUES: dict[type[sa.types.TypeEngine[Any]], Any] = {
    sa.Boolean: lambda n: n % 2 == 0,
    sa.Integer: lambda n: n,
    sa.Float: lambda n: n / 4,
    sa.DateTime: lambda n: dt.datetime.combine(dt.date(2026, 11, 1), dt.time(n % 24, n % 60)),
    sa.Date: lambda n: dt.date(2026, 11, 1) + dt.timedelta(days=n),
    sa.String: lambda n: f"wört-{n}",
}
Filled = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="flyfun-pg-"))
    with cluster(folder) as server:
        yield server
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(not is_here(), reason=NONE))]
)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, as `DATABASE_URL` names it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'records.sqlite'}"
    server: Cluster = request.getfixturevalue("postgresql")
    return server.database(tmp_path.name[-50:].lower())


@pytest.fixture
def engine(address: str) -> Iterator[sa.Engine]:
    opened = sa.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    if opened.dialect.name == "sqlite":
        sa.event.listen(opened, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    yield opened
    opened.dispose()


def go(engine: sa.Engine, revision: str) -> None:
    """Up or down to a revision, as the program's own migrations go."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        now = (
            sa.inspect(connection).has_table("alembic_version")
            and connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        )
        (command.downgrade if now and now > revision else command.upgrade)(config, revision)


def tables(engine: sa.Engine) -> list[sa.Table]:
    schema = sa.MetaData()
    schema.reflect(engine)
    return [table for table in schema.sorted_tables if table.name != "alembic_version"]


def value(column: sa.Column[Any], number: int) -> Any:
    if column.nullable and number % 3 == 0:
        return None
    made = next(made(number) for kind, made in VALUES.items() if isinstance(column.type, kind))
    return made[: column.type.length] if isinstance(column.type, sa.String) else made


def fill(engine: sa.Engine, shapes: list[sa.Table], first: int = 0) -> None:
    """Rows as the program that knows these tables and columns writes them."""
    with engine.begin() as connection:
        for table in shapes:
            rows = [{c.name: value(c, n) for c in table.columns} for n in range(first, first + ROWS)]
            connection.execute(table.insert(), rows)


def kept(engine: sa.Engine, shapes: list[sa.Table]) -> Filled:
    with engine.connect() as connection:
        return {t.name: sorted(map(tuple, connection.execute(sa.select(*t.columns))), key=repr) for t in shapes}


@pytest.mark.thorough
def test_a_filled_database_goes_up_and_each_older_version_still_writes_and_reads(engine: sa.Engine) -> None:
    known: dict[str, list[sa.Table]] = {}
    before: dict[str, Filled] = {}
    for first, revision in enumerate(REVISIONS):
        go(engine, revision)
        for older, shapes in known.items():
            assert kept(engine, shapes) == before[older], (older, revision)
        known[revision] = tables(engine)
        fill(engine, known[revision], first * ROWS)
        before = {older: kept(engine, shapes) for older, shapes in known.items()}
    for again, shapes in enumerate(known.values(), len(REVISIONS)):
        fill(engine, shapes, again * ROWS)  # an old program that still runs beside the newest one


@pytest.mark.thorough
def test_a_filled_database_goes_down_with_what_the_older_tables_hold_and_up_again(engine: sa.Engine) -> None:
    go(engine, REVISIONS[-1])
    newest = tables(engine)
    fill(engine, newest)
    rows: Filled = {}
    for revision in reversed(REVISIONS[:-1]):
        go(engine, revision)
        rows = kept(engine, tables(engine))
        assert rows and all(len(found) == ROWS for found in rows.values()), revision
    oldest = tables(engine)
    go(engine, REVISIONS[-1])
    assert kept(engine, oldest) == rows
    assert [(t.name, sorted(t.columns.keys())) for t in tables(engine)] == [
        (t.name, sorted(t.columns.keys())) for t in newest
    ]


async def test_the_version_before_starts_on_the_schema_of_the_next_one(
    tmp_path: Path, address: str, engine: sa.Engine
) -> None:
    settings = Settings(agent=AgentSettings(data_dir=tmp_path), database_url=address)
    async with open_records(settings):
        pass
    with engine.begin() as connection:  # what a next version may do: add, and nothing else
        connection.exec_driver_sql("ALTER TABLE clubs ADD COLUMN colour VARCHAR(16) NOT NULL DEFAULT ''")
        connection.exec_driver_sql("CREATE TABLE of_the_next_version (id VARCHAR(32) PRIMARY KEY)")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    fill(engine, [table for table in tables(engine) if table.name == "clubs"])
    async with open_records(settings) as records:
        assert len(await records.for_airfield("LFAT", "telegram:bot:club")) == 0
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "9999"
        assert connection.exec_driver_sql("SELECT count(*) FROM clubs").scalar() == ROWS
