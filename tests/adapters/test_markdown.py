"""The Markdown of answers: what is read, what stays text, and how long answers are cut."""

from __future__ import annotations

import pytest
import regex
from contracts.paper import markup
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters.markdown import (
    Bold,
    Code,
    CodeBlock,
    Document,
    Grid,
    Heading,
    Italic,
    Items,
    Link,
    Paragraph,
    Quote,
    Run,
    cleaned,
    escape,
    parse,
    plain,
    split,
    utf16_length,
)

# Measured as the paper channel writes it: the shape of Telegram's HTML, so that markup costs something.


def html_units(document: Document) -> int:
    return utf16_length(markup(document))


def words(text: str) -> list[str]:
    return regex.findall(r"\w+", text)


# --- reading -----------------------------------------------------------------------------------------


def test_an_answer_reads_as_bold_text_a_list_and_a_link() -> None:
    assert parse("**559 nm** from *EGTF*\n\n- `LFAT`\n- [AIP](https://aip.example/x)") == (
        Paragraph((Bold((Run("559 nm"),)), Run(" from "), Italic((Run("EGTF"),)))),
        Items(
            (
                (Paragraph((Code("LFAT"),)),),
                (Paragraph((Link("https://aip.example/x", (Run("AIP"),)),)),),
            )
        ),
    )


def test_headings_quotes_code_and_tables_are_blocks() -> None:
    assert parse("## Stops\n\n> quoted\n\n```py\na = 1\n```\n\n|A|B|\n|-|-|\n|1|**2**|") == (
        Heading(2, (Run("Stops"),)),
        Quote((Paragraph((Run("quoted"),)),)),
        CodeBlock("a = 1", "py"),
        Grid(((Run("A"),), (Run("B"),)), (((Run("1"),), (Bold((Run("2"),)),)),)),
    )


def test_a_numbered_list_keeps_its_first_number() -> None:
    assert parse("3. x\n4. y") == (Items(((Paragraph((Run("x"),)),), (Paragraph((Run("y"),)),)), 3),)


def test_a_line_after_a_list_is_no_part_of_its_last_item() -> None:
    listed = (Paragraph((Run("one"),)),), (Paragraph((Run("two"),)),)
    after = Paragraph((Run("Check NOTAM."),))
    assert parse("- one\n- two\nCheck NOTAM.") == (Items(listed), after)
    assert parse("1. one\n2. two\nCheck NOTAM.") == (Items(listed, 1), after)
    indented = parse("- one\n  still one\n- two")
    assert indented == (Items(((Paragraph((Run("one\nstill one"),)),), listed[1])),)


def test_a_line_end_is_a_line_end_as_in_a_chat() -> None:
    assert plain(parse("one\ntwo  \nthree")) == "one\ntwo\nthree"


@pytest.mark.parametrize(
    "text",
    [
        "<b>not bold</b>",
        "<script>alert(1)</script>",
        "[x](javascript:alert)",
        "~~kept~~",
        "[ref]: https://example.org/hidden",
        "    four spaces are no code",
    ],
)
def test_what_is_outside_the_subset_stays_readable_text(text: str) -> None:
    document = parse(text)
    assert plain(document) == text.strip()
    assert all(isinstance(block, Paragraph) for block in document)


@pytest.mark.parametrize("url", ["ftp://host/file", "file:///etc/passwd", "data:text/html,x", "//host/x", "/path"])
def test_a_link_elsewhere_than_the_web_mail_or_phone_is_no_link_but_its_address_is_shown(url: str) -> None:
    (paragraph,) = parse(f"[label]({url})")
    assert isinstance(paragraph, Paragraph)
    assert not any(isinstance(part, Link) for part in paragraph.children)
    assert url in plain((paragraph,)) and "label" in plain((paragraph,))


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("[Call](tel:+33321050399)", "Call (+33321050399)"),
        ("[a@b.fr](mailto:a@b.fr)", "a@b.fr"),
        ("<https://x.example>", "https://x.example"),
        ("![map](https://x.example/m.png)", "!map (https://x.example/m.png)"),
        ("[](https://x.example)", "https://x.example"),
    ],
)
def test_plain_text_shows_where_a_link_goes(markdown: str, text: str) -> None:
    assert plain(parse(markdown)) == text


def test_direction_controls_nul_and_lone_surrogates_are_stripped_even_when_written_as_entities() -> None:
    assert plain(parse("A\u202eB\x00C\ud800D&#x202E;E&#x2066;F\u200fG")) == "ABCDEFG"


def test_piled_up_marks_are_thinned_and_accents_stay() -> None:
    assert cleaned("e\u0301") == "e\u0301"
    assert len(cleaned("z" + "\u0335" * 500)) == 5


def test_joined_emoji_keep_their_joiners() -> None:
    family = "👨\u200d👩\u200d👧\u200d👦"
    assert plain(parse(family)) == family


def test_very_deep_nesting_is_read_without_an_error() -> None:
    assert "deep" in plain(parse(">" * 60 + " deep"))
    parse("- " * 3000 + "x")
    parse("*" * 5000 + "x" + "_" * 5000)


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), max_size=80))
def test_escaped_data_reads_as_it_was_written(text: str) -> None:
    assert plain(parse(escape(text))) == cleaned(text)


@settings(max_examples=300, deadline=None)
@given(st.text("ab<>&*_[]()`~#|-+.!\\:/ \n\u202e\ud800🛩", max_size=120))
def test_no_text_breaks_the_reader_and_nothing_unwanted_comes_out(text: str) -> None:
    written = plain(parse(text))
    assert "\u202e" not in written
    written.encode()


# --- cutting -----------------------------------------------------------------------------------------


def test_a_short_answer_stays_in_one_piece() -> None:
    document = parse("**Hello**\n\nworld")
    assert split(document, 100, html_units) == [document]


def test_nothing_makes_no_piece() -> None:
    assert split((), 10, html_units) == []


def test_pieces_are_cut_between_blocks_when_they_fit() -> None:
    blocks = [f"Paragraph number {i} of the answer." for i in range(20)]
    pieces = split(parse("\n\n".join(blocks)), 120, html_units)
    assert [block for piece in pieces for block in plain(piece).split("\n\n")] == blocks


def test_a_heading_goes_with_what_follows_it() -> None:
    text = "intro words\n\n# Title\n\n" + "body " * 14
    pieces = split(parse(text), 90, html_units)
    assert plain(pieces[0]) == "intro words"
    assert isinstance(pieces[1][0], Heading)


def test_what_is_folded_begins_in_the_piece_that_has_room_and_goes_on_in_the_next() -> None:
    folded = Quote(tuple(Paragraph((Run(f"{letter} " * 20),)) for letter in "abcd"), folded=True)
    pieces = split((Paragraph((Run("The answer."),)), folded), 120, lambda document: len(plain(document)))
    assert [sum(piece_word == "The" for piece_word in words(plain(piece))) for piece in pieces] == [1, 0]
    assert [plain(piece).count("a ") > 0 for piece in pieces] == [True, False]
    assert "".join(words(plain(pieces[0]) + plain(pieces[1]))) == "Theanswer" + "".join(x * 20 for x in "abcd")


def test_a_long_paragraph_is_cut_after_a_sentence() -> None:
    pieces = split(parse("This is a sentence of words. " * 40), 200, html_units)
    assert all(plain(piece).rstrip().endswith(".") for piece in pieces)


def test_a_long_bold_text_is_bold_in_every_piece() -> None:
    pieces = split(parse(f"**{'word ' * 100}end**"), 150, html_units)
    assert len(pieces) > 3
    for piece in pieces:
        assert markup(piece).startswith("<b>") and markup(piece).endswith("</b>")


def test_a_long_code_block_is_fenced_again_and_cut_between_lines() -> None:
    lines = [f"line {i:03d} of the program" for i in range(60)]
    pieces = split(parse("```py\n" + "\n".join(lines) + "\n```"), 300, html_units)
    assert len(pieces) > 3
    assert all(isinstance(piece[0], CodeBlock) and piece[0].language == "py" for piece in pieces)
    assert "\n".join(plain(piece) for piece in pieces).split("\n") == lines


def test_a_long_list_is_cut_between_items_and_goes_on_counting() -> None:
    pieces = split(parse("\n".join(f"{i}. field number {i}" for i in range(1, 60))), 200, html_units)
    starts = [piece[0].start for piece in pieces if isinstance(piece[0], Items)]
    counts = [len(piece[0].items) for piece in pieces if isinstance(piece[0], Items)]
    assert len(starts) == len(pieces) > 2
    assert starts == [1 + sum(counts[:i]) for i in range(len(counts))]


def test_one_list_item_longer_than_a_message_is_cut_too() -> None:
    pieces = split(parse("- short\n- " + "long words " * 60 + "\n- last"), 150, html_units)
    assert words(" ".join(plain(piece) for piece in pieces)) == words("short " + "long words " * 60 + " last")


def test_a_long_table_repeats_its_column_names() -> None:
    rows = "\n".join(f"|LF{i:02d}|{i} nm|" for i in range(40))
    pieces = split(parse(f"|Field|Distance|\n|-|-|\n{rows}"), 200, html_units)
    assert len(pieces) > 2
    assert all(plain(piece).startswith("Field | Distance\n") for piece in pieces)


def test_a_table_row_too_wide_for_a_message_becomes_lines() -> None:
    pieces = split(parse(f"|A|B|\n|-|-|\n|{'a ' * 200}|{'b ' * 200}|"), 100, html_units)
    assert words(" ".join(plain(piece) for piece in pieces)) == ["A", "B", *["a"] * 200, *["b"] * 200]


def test_emoji_sequences_flags_and_accents_are_never_cut() -> None:
    unit = "👩🏽\u200d✈️🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f🇫🇷e\u0301"
    text = unit * 30
    pieces = split(parse(text), 64, html_units)
    seen = [cluster for piece in pieces for cluster in regex.findall(r"\X", plain(piece))]
    assert seen == regex.findall(r"\X", text)


def test_entities_are_counted_as_they_are_rendered() -> None:
    pieces = split(parse("&lt;" * 100), 50, html_units)
    assert all(html_units(piece) <= 50 for piece in pieces)
    assert "".join(plain(piece) for piece in pieces) == "<" * 100


def test_a_limit_below_one_character_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        split(parse("**abc**"), 3, html_units)


PARTS = [
    *(
        "word ",
        "Sentence. ",
        "**bold text** ",
        "*it* ",
        "`co<de` ",
        "[AIP](https://a.example/?a=1&b=2) ",
        "& < > ",
    ),
    *("\n", "\n\n", "👩🏽\u200d✈️", "🇫🇷", "\n\n> quote\n\n", "\n\n## Head\n\n"),
    *("\n\n- item one\n- item two\n\n", "\n\n```\nco\nde\n```\n\n", "\n\n|a|b|\n|-|-|\n|1|2|\n|3|4|\n\n"),
]
markdown_texts = st.lists(st.sampled_from(PARTS), max_size=60).map("".join)


@settings(max_examples=150, deadline=None)
@given(markdown_texts, st.integers(60, 300))
@example("[AIP](https://a.example/?a=1&b=2) 👩🏽\u200d✈️Sentence. ", 60)
def test_every_piece_fits_and_no_word_is_lost_or_moved(text: str, limit: int) -> None:
    document = parse(text)
    pieces = split(document, limit, html_units)
    assert all(piece and html_units(piece) <= limit for piece in pieces)
    if "|a|b|" not in text:  # a cut table says its column names again
        assert words(" ".join(plain(piece) for piece in pieces)) == words(plain(document))


def test_a_number_that_is_said_is_not_said_again_as_its_address() -> None:
    text = "[09 70 27 15 51](tel:0970271551) or [+44 (0)1303 822411](tel:+441303822411), [the tower](tel:+33970271551)"
    assert plain(parse(text)) == "09 70 27 15 51 or +44 (0)1303 822411, the tower (+33970271551)"
