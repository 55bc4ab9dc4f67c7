"""A folder of the search index that cannot be used is named, with what is wrong and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import DataProblem


@pytest.mark.parametrize(
    ("folder", "says"),
    [("file", "it is a file, not a folder"), ("file/below", "there is no such folder, and it cannot be made")],
)
def test_an_index_folder_that_cannot_be_used_says_what_to_do(
    tmp_path: Path, data_dir: Path, folder: str, says: str
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    deps = Deps(settings=AgentSettings(data_dir=data_dir, vector_db_path=tmp_path / folder))
    with pytest.raises(DataProblem) as raised:
        deps.rules.build()
    assert says in raised.value.user_message
    assert "Set VECTOR_DB_PATH to a folder that can be written" in raised.value.user_message
    assert "rrno" not in raised.value.user_message
