"""Indexes are built in another process where they are not up to date, and nothing is started where they are."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from contracts.program import fresh_folder

from agent.aviation.index_folder import Contents, IndexFolder, write_folder
from agent.config import AgentSettings
from bot import preparing


async def test_what_is_up_to_date_starts_no_process_and_another_version_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = AgentSettings(data_dir=tmp_path)
    stamp = tmp_path / "chroma" / "prepared-rules"
    stamp.parent.mkdir()
    stamp.write_text(preparing.built_from(settings))
    monkeypatch.setattr(preparing.sys, "executable", "/nowhere/python")
    await preparing.ahead("rules", settings)
    stamp.write_text("another version")
    with pytest.raises(FileNotFoundError):
        await preparing.ahead("rules", settings)


def test_an_index_that_lies_beside_the_data_is_read_as_it_is(tmp_path: Path) -> None:
    def write(beside: Path, _: object) -> None:
        write_folder(beside, {"numbers": np.arange(3)}, {})

    def folder(data_dir: str) -> IndexFolder:
        return IndexFolder(tmp_path / data_dir, "letters", "1", "letters", ("numbers",), 1, tmp_path / "shipped")

    def read(contents: Contents) -> list[int]:
        return contents.arrays["numbers"].tolist()

    assert not folder("own").is_whole
    folder("shipped").open(read, write)
    assert folder("own").is_whole
    assert folder("own").open(read, write) == [0, 1, 2]
    assert not (tmp_path / "own").exists()


def test_a_part_that_was_read_leaves_its_stamp(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLYFUN_DATA_DIR", str(data_dir))
    preparing.main("rules")
    made = (data_dir / "chroma" / "prepared-rules").read_text()
    assert made == preparing.built_from(AgentSettings.from_environ(os.environ))


async def test_another_vector_database_is_prepared_though_the_indexes_are_shared(
    tmp_path: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the program would write it itself, and hold Chroma's memory from then on."""
    settings = AgentSettings(data_dir=fresh_folder(tmp_path / "own", data_dir))
    monkeypatch.setattr(preparing.sys, "executable", "/nowhere/python")
    with pytest.raises(FileNotFoundError):
        await preparing.ahead("rules", settings)
