"""The restore drill: counts equal, memory back, forgotten people stay forgotten, damage is refused."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from agent.config import AgentSettings
from bot import valkey
from bot.app import build
from bot.asking import answer_in_chat
from bot.backup import KEY, back_up, counts, restore
from bot.keys import PersonRef
from bot.records import open_records
from bot.remembered import Remembered
from bot.settings import Settings, SettingsError
from bot.store import open_store
from bot.tombstones import Tombstones

ANA, BEN = PersonRef("telegram", "1", "ana"), PersonRef("telegram", "1", "ben")


def settings_of(folder: Path) -> Settings:
    return Settings(agent=replace(AgentSettings(), data_dir=folder))


async def fill(settings: Settings, rows: int) -> None:
    """Reports of two people, and something in the memory."""
    async with open_records(settings), open_store("", settings.data_dir) as store:
        await store.line.call("SET", "flyfun:drill", "kept")
    with sqlite3.connect(settings.data_dir / "records.sqlite") as database:
        columns = [row for row in database.execute("PRAGMA table_info(reports)") if row[1] != "number"]
        names = ", ".join(row[1] for row in columns)
        values = {
            "icao": "LFAT",
            "kind": "note",
            "text": "x" * 200,
            "room": "",
            "author_name": "",
            "author": "",
            "state": "kept",
        }
        line = [values.get(row[1], "2026-11-20 10:00:00" if "DATE" in row[2] else None) for row in columns]
        place = [row[1] for row in columns].index("author")
        own = [row[1] for row in columns].index("id")
        many = [[*line[:place], str(ANA if n % 2 else BEN), *line[place + 1 :]] for n in range(rows)]
        for n, row in enumerate(many):
            row[own] = f"r{n}"
        database.executemany(f"INSERT INTO reports ({names}) VALUES ({', '.join('?' * len(columns))})", many)
    (settings.data_dir / KEY).write_text("the key of the tokens")


@pytest.fixture
def folders(tmp_path: Path):
    made = tmp_path / "data", tmp_path / "other", tmp_path / "backups"
    for folder in made:
        folder.mkdir()
    yield made
    for folder in made:
        valkey.stop(folder)


def test_all_who_are_forgotten_at_once_stay_forgotten(tmp_path: Path) -> None:

    def add(number: int) -> None:
        Tombstones(tmp_path).add("person", f"p{number}")

    with ThreadPoolExecutor(8) as several:
        list(several.map(add, range(40)))
    assert {stone.who for stone in Tombstones(tmp_path).read()} == {f"p{n}" for n in range(40)}


async def test_the_drill_counts_are_equal_and_the_forgotten_stay_forgotten(folders: tuple[Path, ...]) -> None:
    data, other, backups = folders
    await fill(settings_of(data), 1_000)
    copied = await back_up(settings_of(data), backups)
    assert copied.rows["reports"] == 1_000

    async with open_store("", data) as store, open_records(settings_of(data)) as records:
        await Remembered(store, records, tombstones=Tombstones(data)).forget_person(ANA)
    assert counts(data / "records.sqlite")["reports"] == 500

    (backup,) = backups.iterdir()
    (other / "tombstones.jsonl").write_bytes((data / "tombstones.jsonl").read_bytes())
    done = await restore(backup, settings_of(other))
    assert (done.rows, done.forgotten) == (copied.rows, 1)
    with sqlite3.connect(other / "records.sqlite") as database:
        assert {author for (author,) in database.execute("SELECT DISTINCT author FROM reports")} == {str(BEN)}
    async with open_store("", other) as store:
        assert await store.line.call("GET", "flyfun:drill") == "kept"
    assert (other / KEY).read_text() == "the key of the tokens"


async def test_a_conversation_goes_on_in_what_was_restored(folders: tuple[Path, ...], data_dir: Path) -> None:
    """The golden dialogue of the distance, its second turn asked of the copy."""
    data, other, backups = folders
    for folder in (data, other):
        (folder / "index").symlink_to(data_dir / "index")
    assert "559 nm" in await asked(data, "How long to fly from EGTF to LFMD")
    await back_up(settings_of(data), backups)
    valkey.stop(data)
    (backup,) = backups.iterdir()
    await restore(backup, settings_of(other))
    said = await asked(other, "140 knots")
    assert "3h 59m" in said and "559 nm" in said


async def asked(folder: Path, text: str) -> str:
    """A turn of the chat "drill" of a data folder."""
    async with build(settings_of(folder)) as program:
        answered = await answer_in_chat(text, "drill", program.desk)
        return answered.done.answer.text if answered.done else ""


@pytest.mark.thorough
async def test_a_hundred_thousand_rows_are_copied_within_five_seconds(folders: tuple[Path, ...]) -> None:
    data, _, backups = folders
    await fill(settings_of(data), 100_000)
    begun = time.monotonic()
    copied = await back_up(settings_of(data), backups)
    assert copied.rows["reports"] == 100_000
    print(f"{copied.seconds} s")
    assert time.monotonic() - begun < 5


async def test_a_damaged_backup_changes_nothing(folders: tuple[Path, ...]) -> None:
    data, other, backups = folders
    await fill(settings_of(data), 10)
    await back_up(settings_of(data), backups)
    (backup,) = backups.iterdir()
    with (backup / "records.sqlite").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff")
    with pytest.raises(SettingsError, match="nothing was changed"):
        await restore(backup, settings_of(other))
    assert not (other / "records.sqlite").exists()


async def test_what_was_there_is_put_aside_not_thrown_away(folders: tuple[Path, ...]) -> None:
    data, other, backups = folders
    await fill(settings_of(data), 10)
    await back_up(settings_of(data), backups)
    await fill(settings_of(other), 3)
    (backup,) = backups.iterdir()
    done = await restore(backup, settings_of(other))
    assert done.aside is not None and counts(done.aside / "records.sqlite")["reports"] == 3


async def test_of_a_folder_of_backups_the_newest_is_put_back(folders: tuple[Path, ...]) -> None:
    data, other, backups = folders
    await fill(settings_of(data), 3)
    await back_up(settings_of(data), backups)
    (made,) = backups.iterdir()
    made.rename(made.with_name("flyfun-20260101T000000Z"))
    with sqlite3.connect(data / "records.sqlite") as database:
        database.execute("DELETE FROM reports WHERE id = 'r0'")
    await back_up(settings_of(data), backups)
    done = await restore(backups, settings_of(other))
    assert (done.source, done.rows["reports"]) == (max(backups.iterdir()), 2)
