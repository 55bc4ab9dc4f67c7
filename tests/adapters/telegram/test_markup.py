"""Answers in Telegram's HTML: nothing from data becomes markup, every limit counts."""

from __future__ import annotations

import random

import pytest
from servers.telegram_rules import parse_html
from servers.telegram_rules import units as counted

from adapters.markdown import cleaned, escape, parse, plain, split
from adapters.telegram.limits import MAX_ENTITIES, MAX_RAW_BYTES, MAX_TEXT
from adapters.telegram.markup import html, shown, units

PIECES = [
    '<a href="x">', "</b><b>", "_*[`~", "&lt;", "&amp;", "<", ">", "&", '"', "'", "**", "```", "\n", " ", "LFAT", "é",
    "👩🏽\u200d✈️", "🇫🇷", "e\u0301\u0301\u0301", "\u202e", "\u2066", "שלום", "ＬＦＡＴ", "](https://x.example)", "1. ", "- ",
    "# ", "> ", "|", "\\", "!", "#", "http://a.example", "@bot", "/start@Other", "\x00", "\u200f", "€", "😀",
]  # fmt: skip


def test_ten_thousand_names_with_markup_come_out_as_they_are() -> None:
    chance = random.Random(20261121)
    for _ in range(200):
        names = ["".join(chance.choices(PIECES, k=chance.randint(1, 6))) for _ in range(50)]
        lines = [f"Field: {' '.join(cleaned(name).split())} end" for name in names]
        text, entities = parse_html(html(parse("\n".join(escape(line) for line in lines))))
        assert text == "\n".join(lines)
        assert entities == []


@pytest.mark.parametrize(
    ("markdown", "wanted"),
    [
        ("**559 nm** from *EGTF*", "<b>559 nm</b> from <i>EGTF</i>"),
        ("## Fields", "<b>Fields</b>"),
        ("- a\n- b\n  - c", "• a\n• b\n  • c"),
        ("[09 70 27 15 51](tel:+33970271551)", "09 70 27 15 51 (+33970271551)"),
        ("[+33 9 70 27 15 51](tel:+33970271551)", "+33 9 70 27 15 51"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("`LFAT` & `<x>`", "<code>LFAT</code> &amp; <code>&lt;x&gt;</code>"),
        ("**`LFAT` now**", "<b>LFAT now</b>"),
        ("```python\na < b\n```", '<pre><code class="language-python">a &lt; b</code></pre>'),
        ("> quoted\n> > twice", "<blockquote>quoted\ntwice</blockquote>"),
        ("> " + "long " * 100, f"<blockquote expandable>{('long ' * 100).strip()}</blockquote>"),
        ("> `code`", "<blockquote>code</blockquote>"),
        ("[EAD](https://e.example/?a=1&b=2)", '<a href="https://e.example/?a=1&amp;b=2">EAD</a>'),
        ("[mail](mailto:a@b.example)", "mail (a@b.example)"),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
        ("**bold *both* [l](https://x.example)**", '<b>bold <i>both</i> <a href="https://x.example">l</a></b>'),
    ],
)
def test_the_tree_as_html(markdown: str, wanted: str) -> None:
    assert html(parse(markdown)) == wanted
    parse_html(wanted)


def test_a_narrow_table_is_aligned_and_a_wide_one_becomes_lines() -> None:
    narrow = html(parse("| Field | nm |\n|---|---|\n| LFAT | 2 |\n| LFOI | 19 |"))
    assert narrow == "<pre>Field  nm\nLFAT   2\nLFOI   19</pre>"
    wide = html(parse(f"| Field | Remarks |\n|---|---|\n| LFAT | {'word ' * 12}|"))
    assert wide.startswith("<b>Field</b> · <b>Remarks</b>\nLFAT · word word")


@pytest.mark.parametrize(
    "markdown",
    [
        "😀" * 3000,
        "**x** " * 300,
        "&amp; `<>` " * 600,
        "a [link](https://x.example/" + "y" * 300 + ") " * 1 + " and so on. " * 20,
        "\n\n".join(f"[link {n}](https://x.example/{'y' * 900})" for n in range(60)),
        "```\n" + "code < line\n" * 900 + "```",
        "| a | b |\n|---|---|\n" + "| **LFAT** | 👩🏽\u200d✈️ |\n" * 200,
    ],
    ids=range(7),
)
def test_pieces_keep_every_limit_and_lose_nothing(markdown: str) -> None:
    pieces = split(parse(markdown), MAX_TEXT, units)
    for piece in pieces:
        text, entities = parse_html(html(piece))
        assert text == shown(piece)
        assert counted(text) <= MAX_TEXT
        assert len(entities) <= MAX_ENTITIES
        assert len(html(piece).encode()) <= MAX_RAW_BYTES
    whole = "".join("".join(plain(piece).split()) for piece in pieces)
    wanted = "".join(plain(parse(markdown)).split())
    assert whole.replace("a|b", "") == wanted.replace("a|b", "")
