"""What is kept compiled is what compiling it again would give, and nothing depends on its being there."""

import dataclasses
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

from agent.compiled import Drawer, Patterns, keep_dataclasses, kept, toml_table

SEVERAL = [
    (r"(?P<code>[a-z]{4})(?:\s+(?P<rest>.*))?", re.IGNORECASE),
    (r"(?<![\w.])(\d{1,2})[:h](\d\d)?(?!\d)", 0),
    (r"(?x) a  b  # two letters", re.MULTILINE),
    (r"[^\W\d_]+(?:['’-][^\W\d_]+)*", re.DOTALL),
    (r"\b(?:nœuds?|fuß)\b", re.IGNORECASE | re.VERBOSE),
    (r"(a)(?:\1|(?i:B))(?(1)c|d)", 0),
]


@pytest.fixture
def drawer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "some.kept"


def test_a_pattern_kept_is_the_pattern_compiled(drawer: Path) -> None:
    first = Drawer(drawer)
    for pattern, flags in SEVERAL:
        assert Patterns(first).compile(pattern, flags) == re.compile(pattern, flags)
    first.add_to_file()
    second = Drawer(drawer)
    for pattern, flags in SEVERAL:
        read, made = Patterns(second).compile(pattern, flags), re.compile(pattern, flags)
        assert read == made and read.groupindex == made.groupindex and read.groups == made.groups
    assert not second.added


def test_what_one_program_adds_does_not_remove_what_another_added(drawer: Path) -> None:
    one, other = Drawer(drawer), Drawer(drawer)
    assert one.get("one") is None and other.get("other") is None
    one.put("one", b"1")
    other.put("other", b"2")
    assert one.get("one") == b"1"
    one.add_to_file()
    other.add_to_file()
    third = Drawer(drawer)
    assert (third.get("one"), third.get("other"), third.get("none")) == (b"1", b"2", None)
    assert one.get("one") == b"1" and not one.added


def test_a_drawer_of_many_things_finds_each(drawer: Path) -> None:
    one = Drawer(drawer)
    for number in range(300):
        one.put(f"text {number}", bytes([number % 256]) * (number + 1))
    one.add_to_file()
    read = Drawer(drawer)
    assert all(read.get(f"text {n}") == bytes([n % 256]) * (n + 1) for n in range(300))
    assert read.get("text 300") is None


@pytest.mark.parametrize("content", [b"", b"\x80", b"not one of ours", bytes(24), bytes(10_000)])
def test_a_file_that_cannot_be_read_is_as_none(drawer: Path, content: bytes) -> None:
    drawer.write_bytes(content)
    assert Patterns(Drawer(drawer)).compile("a+", 0).search("aa")


def test_a_malformed_pattern_is_told_as_re_tells_it(drawer: Path) -> None:
    with pytest.raises(re.error, match="unterminated"):
        Patterns(Drawer(drawer)).compile("(", 0)


def test_a_dataclass_is_the_same_with_its_methods_kept(drawer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made() -> type:
        namespace = {"__annotations__": {"name": str, "miles": float}, "miles": 0.0, "__module__": __name__}
        return dataclasses.dataclass(frozen=True, order=True)(type("Leg", (), namespace))

    monkeypatch.setattr(dataclasses, "exec", exec, raising=False)
    plain = made()
    for number in (1, 2):
        keeping = Drawer(drawer)
        keep_dataclasses(keeping)
        one = made()
        assert bool(keeping.added) == (number == 1)
        keeping.add_to_file()
        assert one("a", 2.0) == one("a", 2.0) != one("a") and one("a") < one("b")
        assert repr(one("a")) == repr(plain("a")) and hash(one("a")) == hash(plain("a"))
        with pytest.raises(dataclasses.FrozenInstanceError):
            one("a").name = "b"


def test_a_table_is_read_anew_when_its_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "a.toml"
    file.write_text("[field]\nread = 2026-11-24\nname = 'Fanø'\n", encoding="utf-8")
    expected = tomllib.loads(file.read_text(encoding="utf-8"))
    assert toml_table(file) == expected
    kept = list(tmp_path.rglob("*.kept"))
    assert len(kept) == 1

    def parse(_: str) -> object:
        pytest.fail("it was parsed again")

    monkeypatch.setattr("agent.compiled.tomllib.loads", parse)
    assert toml_table(file) == expected
    monkeypatch.undo()
    file.write_text("[field]\nname = 'Ærø'\n", encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert toml_table(file) == {"field": {"name": "Ærø"}}
    kept[0].write_bytes(b"torn")
    assert toml_table(file) == {"field": {"name": "Ærø"}}


def test_nothing_is_written_where_python_would_write_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "a.toml").write_text("a = 1\n")
    assert toml_table(tmp_path / "a.toml") == {"a": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]


def test_what_is_made_is_made_again_when_a_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    words, code = tmp_path / "words.toml", tmp_path / "code.py"
    words.write_text("a")
    code.write_text("b")
    made: list[int] = []

    def make() -> dict[tuple[str, ...], int]:
        made.append(1)
        return {("fuel", "stop"): len(made)}

    assert kept(tmp_path / "lexicon_", (words, code), make) == {("fuel", "stop"): 1}
    assert kept(tmp_path / "lexicon_", (words, code), make) == {("fuel", "stop"): 1}
    assert kept(tmp_path / "lexicon_club", (words, code), make) == {("fuel", "stop"): 2}
    code.write_text("b, changed")
    assert kept(tmp_path / "lexicon_", (words, code), make) == {("fuel", "stop"): 3}
    code.unlink()
    with pytest.raises(FileNotFoundError):
        kept(tmp_path / "lexicon_", (words, code), make)


def test_what_cannot_be_made_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)

    def fails() -> int:
        raise ValueError("damaged")

    with pytest.raises(ValueError, match="damaged"):
        kept(tmp_path / "a", (), fails)
    assert kept(tmp_path / "a", (), lambda: 5) == 5
