"""A copy of everything that cannot be made again, taken while the program runs, and the way back from it.

In it: the records (SQLite), the embedded server's append-only files, the key of the stored tokens, and who was
forgotten. Not in it: indexes and downloaded data, which are built again. A server at `REDIS_URL` or a
PostgreSQL is backed up by its own means; the manifest says what is elsewhere.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adapters.protocol import ChatRef
from bot import valkey
from bot.records import open_records
from bot.remembered import Remembered
from bot.settings import Settings, SettingsError
from bot.store import PersonRef, open_store
from bot.tombstones import FILE as TOMBSTONES
from bot.tombstones import read as read_tombstones
from bot.tombstones import write as write_tombstones
from bot.version import version

RECORDS = "records.sqlite"
MEMORY = "appendonlydir"
SERVER = "valkey"
"""The embedded server's folder in the data folder."""

KEY = "secret.key"
MANIFEST = "manifest.json"
LAST = "last-backup"
"""Beside the records: when one was made."""
QUIET_SECONDS = 60.0


@dataclass(frozen=True)
class Copied:
    """What a backup holds: rows by table, files with their digests, and what is kept elsewhere."""

    at: str
    version: str
    rows: dict[str, int]
    files: dict[str, str]
    elsewhere: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)


async def back_up(settings: Settings, target: Path) -> Copied:
    """Copy into a new folder under `target`. Raises `SettingsError` when it cannot be whole."""
    begun = time.monotonic()
    now = datetime.now(UTC)
    folder = target / f"flyfun-{now:%Y%m%dT%H%M%SZ}"
    draft = folder.with_name(f"{folder.name}.partial")
    try:
        draft.mkdir(parents=True, mode=0o700)
        elsewhere: list[str] = []
        rows = _copy_records(settings, draft, elsewhere)
        await _copy_memory(settings, draft, elsewhere)
        for name in (KEY, TOMBSTONES):
            if (settings.data_dir / name).exists():
                shutil.copy2(settings.data_dir / name, draft / name)
        took = round(time.monotonic() - begun, 3)
        copied = Copied(now.isoformat(), version(), rows, dict(_digests(draft)), tuple(elsewhere), took)
        (draft / MANIFEST).write_text(json.dumps(vars(copied), indent=2), "utf-8")
        draft.rename(folder)
        _note(settings.data_dir, now)
    except (OSError, sqlite3.Error) as error:
        raise SettingsError(f"The backup in {draft} is not whole ({error}): nothing of it counts.") from error
    return copied


def _note(data_dir: Path, now: datetime) -> None:
    """Leave word for the running program, which tells when it was; the copy is whole without it."""
    with contextlib.suppress(OSError):
        (data_dir / LAST).write_text(str(now.timestamp()), "utf-8")


def last_backup(data_dir: Path) -> float:
    """When the last backup of this data was whole, in seconds since 1970; 0 where there was none."""
    try:
        return float((data_dir / LAST).read_text("utf-8"))
    except (OSError, ValueError):
        return 0.0


def _copy_records(settings: Settings, draft: Path, elsewhere: list[str]) -> dict[str, int]:
    """`VACUUM INTO` under writes: one consistent state, without a lock that a writer would notice."""
    if settings.database_url:
        elsewhere.append("records: the database of DATABASE_URL (pg_dump -Fc, or a copy of its file)")
        return {}
    source = settings.data_dir / RECORDS
    if not source.exists():
        return {}
    with contextlib.closing(sqlite3.connect(source, timeout=10)) as database:
        database.execute("VACUUM INTO ?", (str(draft / RECORDS),))
    return counts(draft / RECORDS)


def counts(file: Path) -> dict[str, int]:
    """Rows by table. Raises `sqlite3.Error` for a file that is not whole."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        (state,) = database.execute("PRAGMA integrity_check").fetchone()
        if state != "ok":
            raise sqlite3.DatabaseError(str(state))
        tables = database.execute("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'")
        names = sorted(name for (name,) in tables)
        return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608


async def _copy_memory(settings: Settings, draft: Path, elsewhere: list[str]) -> None:
    """The append-only files while none is being rewritten; a tail cut in the copy is mended when it is opened."""
    if settings.redis_url:
        elsewhere.append("memory: the server of REDIS_URL (its own append-only files or snapshot)")
        return
    home = settings.data_dir / SERVER / MEMORY
    if not home.is_dir():
        return
    async with open_store("", settings.data_dir) as store:
        share = await store.line.call("CONFIG", "GET", "auto-aof-rewrite-percentage")
        await store.line.call("CONFIG", "SET", "auto-aof-rewrite-percentage", "0")
        try:
            until = time.monotonic() + QUIET_SECONDS
            while "aof_rewrite_in_progress:1" in str(await store.line.call("INFO", "persistence")):
                if time.monotonic() > until:
                    raise OSError("the memory's file is being rewritten for a minute")
                time.sleep(0.05)  # noqa: ASYNC251  nothing else runs in this command
            # While the disk is busy the server writes up to two seconds later: what was said last were missing.
            often = await store.line.call("CONFIG", "GET", "appendfsync")
            await store.line.call("CONFIG", "SET", "appendfsync", "always")
            await store.line.call("SET", "flyfun:backup", "begun", "EX", 60)
            await store.line.call("CONFIG", "SET", "appendfsync", _value(often) or "everysec")
            shutil.copytree(home, draft / MEMORY)
        finally:
            percentage = _value(share) or "100"
            await store.line.call("CONFIG", "SET", "auto-aof-rewrite-percentage", percentage)


def _value(told: Any) -> str:
    """The value of a CONFIG GET, as a mapping or a flat list."""
    values: list[Any] = list(told.values()) if isinstance(told, dict) else list(told or [])  # pyright: ignore
    return str(values[-1]) if values else ""


def _digests(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name != MANIFEST:
            yield str(file.relative_to(folder)), hashlib.sha256(file.read_bytes()).hexdigest()


# --- the way back ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Restored:
    """What came back from which folder, who stayed forgotten, and where the former state was put."""

    source: Path
    rows: dict[str, int]
    forgotten: int
    aside: Path | None


async def restore(source: Path, settings: Settings) -> Restored:
    """Put a backup in the place of what is there; then forget again whom it brought back.

    `source` is one backup, or the folder of them: the newest then. Raises `SettingsError` when the backup is
    damaged or the program runs.
    """
    source = newest(source)
    told = _checked(source)
    data = settings.data_dir
    data.mkdir(parents=True, exist_ok=True)
    _require_stopped(data)
    known = dict.fromkeys([*read_tombstones(source / TOMBSTONES), *read_tombstones(data / TOMBSTONES)])
    stones = [
        stone for stone in known if stone.at > told["at"]
    ]  # whoever came back before that wanted to be known
    aside = _put_aside(data)
    for name in (RECORDS, KEY):
        if (source / name).exists():
            shutil.copy2(source / name, data / name)
    if (source / MEMORY).is_dir():
        shutil.copytree(source / MEMORY, data / SERVER / MEMORY)
    write_tombstones(data / TOMBSTONES, known)
    rows = counts(data / RECORDS) if (data / RECORDS).exists() else {}
    if rows != told["rows"]:
        raise SettingsError(
            f"The records came back with {rows}, not {told['rows']}. The former state is in {aside}."
        )
    async with open_store(settings.redis_url, data) as store, open_records(settings) as records:
        remembered = Remembered(store, records)
        for stone in stones:
            if stone.kind == "person":
                await remembered.forget_person(PersonRef.parse(stone.who))
            else:
                await remembered.forget_chat(ChatRef.parse(stone.who))
    return Restored(source, rows, len(stones), aside)


def newest(folder: Path) -> Path:
    """The newest backup in this folder; the folder itself where it is one, or holds none."""
    within = sorted(made.parent for made in folder.glob(f"flyfun-*Z/{MANIFEST}"))
    return folder if not within or (folder / MANIFEST).exists() else within[-1]


def _checked(source: Path) -> dict[str, Any]:
    try:
        told: dict[str, Any] = json.loads((source / MANIFEST).read_text("utf-8"))
        if dict(_digests(source)) != told["files"]:
            raise ValueError("a file is missing, or is not as it was written")
    except (OSError, ValueError, KeyError) as error:
        raise SettingsError(f"{source} is no whole backup ({error}): nothing was changed.") from error
    return told


def _require_stopped(data: Path) -> None:
    """End the embedded server, which outlives the program for a while. Its lock says whether one lives."""
    valkey.stop(data)
    home = valkey.Home(data.absolute() / SERVER)
    if home.folder.is_dir() and home.alive():
        raise SettingsError("The program still runs on this data folder: stop it first.")


def _put_aside(data: Path) -> Path | None:
    names = (RECORDS, f"{RECORDS}-wal", f"{RECORDS}-shm", KEY, f"{SERVER}/{MEMORY}", TOMBSTONES)
    present = [data / name for name in names]
    present = [path for path in present if path.exists()]
    if not present:
        return None
    aside = data / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    aside.mkdir(mode=0o700)
    for path in present:
        path.rename(aside / path.name)
    return aside
