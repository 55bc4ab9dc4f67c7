"""The terminal shows every word of an answer at any width, and reads lines as a pilot types them."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.cells import cell_len
from rich.console import Console

from adapters.console.drawing import show, tree_of
from adapters.console.terminal import converse, print_reply
from adapters.console.typing import editor
from adapters.protocol import (
    Block,
    Button,
    Compare,
    Compared,
    Contact,
    Contacts,
    Deadline,
    Deadlines,
    Fact,
    Facts,
    File,
    Folded,
    Headline,
    Map,
    Moment,
    Reply,
    Row,
    Rows,
    Sources,
    Table,
    Text,
    Timeline,
)

CAUTION = "military: ask before you go, the duty officer answers on weekdays between eight and ten"
BLOCKS: tuple[Block, ...] = (
    Headline("**LFAT** is open", "Le Touquet, Saturday"),
    Text(f"1. EGVO Odiham\n2. EGVP Middle Wallop, {CAUTION}\n\n> quoted [aside]\n\n- one\n- two"),
    Deadlines(
        (Deadline("Send the GAR", "Friday 10:00", "two hours before", (Contact("phone", "+44 1303 299 000"),)),)
    ),
    Contacts(
        (Contact("email", "customs@example.org"), Contact("page", "https://example.org/a", "Office")), "Customs"
    ),
    Timeline((Moment("11:10", "on blocks", "by your plan"),)),
    Compare(("France", "Germany"), (Compared("night", ("allowed", None), True),)),
    Facts((Fact("fuel", "AVGAS 100LL"),), "Sheet"),
    Rows((Row("EGKB Biggin Hill", "12 nm", "customs", 1, Button("1 EGKB", "row1")),)),
    Folded("How it is reckoned", "170 − 15 = **155** min"),
    Table(("code", "name", "remark"), (("EGVO", "Odiham", CAUTION), ("EGVP", "Z", "Q" * 150))),
    Sources("OurAirports", note="Not for operational use."),
)
WORDS = set(re.findall(r"\w+", CAUTION)) | {
    "LFAT", "EGVP", "Wallop", "quoted", "aside", "two", "GAR", "1303", "customs@example.org", "Office", "11:10",
    "Germany", "allowed", "100LL", "Biggin", "nm", "reckoned", "155", "OurAirports", "operational",
}  # fmt: skip


def screen(width: int, *, terminal: bool = True) -> Console:
    return Console(file=io.StringIO(), width=width, force_terminal=terminal, legacy_windows=False)


def raw(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def seen(console: Console) -> str:
    return re.sub(r"\x1b(?:\[[0-9;]*m|\]8;[^\x1b]*\x1b\\)", "", raw(console))


@pytest.mark.parametrize("width", [30, 40, 80, 200])
def test_every_word_is_shown_and_no_line_passes_the_edge(width: int) -> None:
    console = screen(width)
    show(console, tree_of(BLOCKS))
    told = seen(console)
    assert max(map(cell_len, told.splitlines())) <= width
    words = set(re.split(r"[][\s,.:()]+", told)) | set(told.split())
    assert {word for word in WORDS if word not in words} == set()
    assert told.count("Q") == 150
    assert "…" not in told


def test_what_is_no_terminal_gets_plain_unbroken_lines() -> None:
    console = screen(30, terminal=False)
    show(console, tree_of(BLOCKS))
    assert f"2. EGVP Middle Wallop, {CAUTION}" in seen(console).splitlines()


def test_markup_in_a_name_is_shown_as_it_is() -> None:
    console = screen(80)
    print_reply("a [red]field[/red] :smile:", ["[bold]x[/bold]"], console)
    assert "a [red]field[/red] :smile:" in seen(console)
    assert "[1] [bold]x[/bold]" in seen(console)


async def test_the_map_is_a_file_with_a_link_and_a_number_opens_a_row(tmp_path: Path) -> None:
    typed: Iterator[str] = iter(["fields near Biggin", "1", "/quit"])
    asked: list[tuple[str, str]] = []

    async def read() -> str:
        return next(typed)

    async def ask(text: str, token: str) -> AsyncIterator[Reply]:
        asked.append((text, token))
        picture = Map(b"\x89PNG-picture", "a map", key="../../k1")
        calendar = File(b"BEGIN", "day.ics", "text/calendar")
        yield Reply((picture, calendar, *BLOCKS), (Button("More", "more"),))

    console = screen(60)
    await converse(ask, read=read, folder=tmp_path, console=console)
    assert asked == [("fields near Biggin", ""), ("", "row1")]
    (picture,) = tmp_path.glob("*.png")
    assert picture.read_bytes() == b"\x89PNG-picture"
    assert (tmp_path / "day.ics").read_bytes() == b"BEGIN"
    assert f"a map: {picture}" in seen(console)
    assert picture.as_uri() in raw(console)
    assert "[1] EGKB  [2] More" in seen(console)


async def test_a_folder_that_is_gone_costs_the_map_and_not_the_answer(tmp_path: Path) -> None:
    typed = iter(["x", "/quit"])

    async def read() -> str:
        return next(typed)

    async def ask(text: str, token: str) -> AsyncIterator[Reply]:
        yield Reply((Map(b"jpeg", "a map"), Text("the answer")), (Button("More", "more"),))

    console = screen(200)
    await converse(ask, read=read, folder=tmp_path / "gone", console=console)
    assert "the answer" in seen(console)
    assert "could not be written" in seen(console)
    assert "More" in seen(console)


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("helo\x1b[Dl\r", "hello"),  # left, then the letter that was forgotten
        ("\x1b[A\r", "LFAT"),  # up
        ("\x1b[A\x1b[A\r", "EGKB"),
        ("how far EG\t\r", "how far EGTF"),
    ],
)
async def test_a_line_is_edited_recalled_and_completed(keys: str, line: str) -> None:
    def complete(begun: str) -> Iterator[tuple[str, str]]:
        if begun.endswith("EG"):
            yield "EGTF", "Fairoaks"

    with create_pipe_input() as typed:
        read = editor(["EGKB", "LFAT"], complete, keys=typed, screen=DummyOutput())
        reading = asyncio.ensure_future(read())
        for key in re.findall(r"\x1b\[[A-D]|.", keys, re.DOTALL):
            await asyncio.sleep(
                0.1
            )  # as a person types: what is recalled or completed is there before the next key
            typed.send_text(key)
        assert await asyncio.wait_for(reading, 10) == line
