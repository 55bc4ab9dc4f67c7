"""A list in a file is read row by row and means what it means when read at once; a cut or changed one is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.importers.json_rows import END, members_of, rows_of

pytestmark = pytest.mark.thorough

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rows")


def read(folder: Path, text: str, piece: int) -> list[Any]:
    file = folder / "list.json"
    file.write_text(text, "utf-8")
    return list(rows_of(file, piece))


@given(rows=st.lists(VALUES, max_size=5), indent=st.sampled_from([None, 1]), piece=st.integers(1, 40))
def test_the_rows_are_those_of_the_whole_list(
    folder: Path, rows: list[Any], indent: int | None, piece: int
) -> None:
    assert read(folder, json.dumps(rows, indent=indent, ensure_ascii=False), piece) == rows


@given(rows=st.lists(VALUES, min_size=1, max_size=4), share=st.floats(0, 0.999))
def test_a_list_that_is_cut_off_is_refused(folder: Path, rows: list[Any], share: float) -> None:
    whole = json.dumps(rows)
    with pytest.raises(ValueError):
        read(folder, whole[: int(len(whole) * share)], 7)


@pytest.mark.parametrize("text", ["", "{}", "[1 2]", "[1,]", "[1] x", "[1]]", "no json"])
def test_what_is_no_list_is_refused(folder: Path, text: str) -> None:
    with pytest.raises(ValueError):
        read(folder, text, 3)


@given(
    before=st.dictionaries(st.text(max_size=5).filter(lambda name: name != "rows"), VALUES, max_size=3),
    rows=st.lists(VALUES, max_size=4),
    after=st.dictionaries(st.text(max_size=5).filter(lambda name: name != "rows"), VALUES, max_size=2),
    piece=st.integers(1, 40),
)
def test_the_members_are_those_of_the_whole_object(
    folder: Path, before: dict[str, Any], rows: list[Any], after: dict[str, Any], piece: int
) -> None:
    file = folder / "object.json"
    after = {name: value for name, value in after.items() if name not in before}
    file.write_text(json.dumps({**before, "rows": rows, **after}, ensure_ascii=False), "utf-8")
    found = list(members_of(file, "rows", piece))
    told = [("rows", row) for row in rows]
    assert found == [*before.items(), *told, ("rows", END), *after.items()]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"a" 1}', '{"a": 1,}', "{1: 2}", '{"rows": [1', '{"rows": [1]', "{} x"]
)
def test_what_is_no_whole_object_is_refused(folder: Path, text: str) -> None:
    file = folder / "object.json"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError):
        list(members_of(file, "rows", 3))
