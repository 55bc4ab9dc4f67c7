"""What is kept compiled is what compiling it again would give, and nothing depends on its being there."""

import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

from agent.compiled import Patterns, kept, toml_table

SEVERAL = [
    (r"(?P<code>[a-z]{4})(?:\s+(?P<rest>.*))?", re.IGNORECASE),
    (r"(?<![\w.])(\d{1,2})[:h](\d\d)?(?!\d)", 0),
    (r"(?x) a  b  # two letters", re.MULTILINE),
    (r"[^\W\d_]+(?:['’-][^\W\d_]+)*", re.DOTALL),
    (r"\b(?:nœuds?|fuß)\b", re.IGNORECASE | re.VERBOSE),
    (r"(a)(?:\1|(?i:B))(?(1)c|d)", 0),
]


def test_a_pattern_kept_is_the_pattern_compiled(tmp_path: Path) -> None:
    first = Patterns(tmp_path / "regex.kept")
    for pattern, flags in SEVERAL:
        assert first.compile(pattern, flags) == re.compile(pattern, flags)
    first.add_to_file()
    second = Patterns(tmp_path / "regex.kept")
    for pattern, flags in SEVERAL:
        read, made = second.compile(pattern, flags), re.compile(pattern, flags)
        assert read == made and read.groupindex == made.groupindex and read.groups == made.groups
    assert not second.added


def test_what_one_program_adds_does_not_remove_what_another_added(tmp_path: Path) -> None:
    one, other = Patterns(tmp_path / "regex.kept"), Patterns(tmp_path / "regex.kept")
    one.compile("one", 0)
    other.compile("other", 0)
    one.add_to_file()
    other.add_to_file()
    third = Patterns(tmp_path / "regex.kept")
    third.compile("one", 0)
    third.compile("other", 0)
    assert not third.added


@pytest.mark.parametrize("content", [b"", b"\x80", b"not one of ours", b"\x80\x04N."])
def test_a_file_that_cannot_be_read_is_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "regex.kept").write_bytes(content)
    assert Patterns(tmp_path / "regex.kept").compile("a+", 0).search("aa")


def test_a_malformed_pattern_is_told_as_re_tells_it(tmp_path: Path) -> None:
    with pytest.raises(re.error, match="unterminated"):
        Patterns(tmp_path / "regex.kept").compile("(", 0)


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
