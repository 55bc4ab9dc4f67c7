"""Each of Slack's limits: the server refuses what passes it, and what the channel makes keeps it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from servers.slack_rules import (
    MARKDOWN_CHARS,
    Breach,
    check_message,
    check_view,
    read_blocks,
    read_markdown,
    texts_in,
)

from adapters.markdown import cleaned, escape, parse, plain
from adapters.protocol import (
    Button,
    Card,
    Contact,
    Deadline,
    Deadlines,
    Folded,
    Headline,
    HomeView,
    Reply,
    SourceLink,
    Sources,
    Table,
    Text,
)
from adapters.slack import flyout
from adapters.slack.blocks import laid_out
from adapters.slack.home import home_blocks, modal
from adapters.slack.markup import written
from tongue import speaking


def text(value: str, kind: str = "plain_text") -> dict[str, str]:
    return {"type": kind, "text": value}


def button(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"type": "button", "action_id": f"a{number}", "text": text("x"), "value": "v", **changes}


def actions(*elements: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"type": "actions", "elements": list(elements), **changes}


def table(rows: int, columns: int, cell: str = "x") -> dict[str, Any]:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": cell}] * columns] * rows}


MARKDOWN = {"type": "markdown", "text": "x"}
OVER_THE_LIMIT: dict[str, list[dict[str, Any]]] = {
    "51 blocks": [MARKDOWN] * 51,
    "section text of 3001": [{"type": "section", "text": text("x" * 3001, "mrkdwn")}],
    "11 fields": [{"type": "section", "fields": [text("x")] * 11}],
    "field of 2001": [{"type": "section", "fields": [text("x" * 2001)]}],
    "empty section": [{"type": "section"}],
    "header of 151": [{"type": "header", "text": text("x" * 151)}],
    "header in mrkdwn": [{"type": "header", "text": text("x", "mrkdwn")}],
    "26 buttons": [actions(*(button(i) for i in range(26)))],
    "button text of 76": [actions(button(text=text("x" * 76)))],
    "button value of 2001": [actions(button(value="x" * 2001))],
    "action id of 256": [actions(button(action_id="x" * 256))],
    "action id twice": [actions(button(), button())],
    "button style": [actions(button(style="default"))],
    "block id twice": [actions(button(), block_id="b"), actions(button(), block_id="b")],
    "block id of 256": [actions(button(), block_id="b" * 256)],
    "11 context elements": [{"type": "context", "elements": [text("x")] * 11}],
    "markdown of 12001": [{"type": "markdown", "text": "x" * 12_001}],
    "markdown of 12001 in sum": [
        {"type": "markdown", "text": "x" * 6_001},
        {"type": "markdown", "text": "x" * 6_000},
    ],
    "101 rows": [table(101, 1)],
    "21 columns": [table(1, 21)],
    "two tables": [table(1, 1), table(1, 1)],
    "table of 10001": [table(10, 1, "x" * 1_001)],
    "empty cell": [table(1, 1, "")],
    "message of 13201": [{"type": "section", "text": text("x" * 3_000)}] * 5,
    "image without alt": [{"type": "image", "image_url": "https://x.example/a.png"}],
    "image on http": [{"type": "image", "image_url": "http://x.example/a.png", "alt_text": "x"}],
    "file that is not ready": [{"type": "image", "slack_file": {"id": "F0"}, "alt_text": "x"}],
    "card title of 151": [{"type": "card", "title": text("x" * 151)}],
    "card body of 201": [{"type": "card", "body": text("x" * 201)}],
    "carousel of 11": [{"type": "carousel", "elements": [{"type": "card"}] * 11}],
    "6 context actions": [{"type": "context_actions", "elements": [{}] * 6}],
    "input in a message": [{"type": "input", "label": text("x"), "element": button()}],
    "unknown block": [{"type": "map"}],
    "mention": [{"type": "section", "text": text("<!channel>", "mrkdwn")}],
    "link mark": [{"type": "markdown", "text": "<https://x.example|y>"}],
}


@pytest.mark.parametrize("blocks", OVER_THE_LIMIT.values(), ids=OVER_THE_LIMIT)
def test_the_server_refuses(blocks: list[dict[str, Any]]) -> None:
    with pytest.raises(Breach):
        check_message("x", blocks, {})


def test_the_server_refuses_a_message_without_text_and_a_modal_with_a_long_title() -> None:
    with pytest.raises(Breach):
        check_message(" ", [MARKDOWN], {})
    good = modal(VIEW, "D1")
    check_view(good)
    with pytest.raises(Breach):
        check_view({**good, "title": text("x" * 25)})
    with pytest.raises(Breach):
        check_view({"type": "home", "blocks": [MARKDOWN] * 101})


VIEW = HomeView("EGTF", "SR22", "aviation", (Button("Airports near Annecy", "t1"),), (("Airline flights", False),))

MUCH = {
    "100,000 characters": Reply((Text("A sentence of words. " * 5_000),)),
    "one word of 30,000": Reply((Text("x" * 30_000),)),
    "ampersands": Reply((Text("&amp;" * 6_000),)),
    "120 cards": Reply(tuple(Card(f"Field {i}", (("Elevation", "36 ft"),)) for i in range(120))),
    "a card of 200 facts": Reply((Card("Field", tuple((f"Fact {i}", "x" * 250) for i in range(200))),)),
    "a long title and a long fact": Reply((Card("T" * 400, (("Remarks", "y" * 9_000),)),)),
    "a table of 500 rows": Reply((Table(("a", "b"), tuple((f"r{i}", "z" * 40) for i in range(500))),)),
    "a table of 30 columns": Reply((Table(tuple(f"c{i}" for i in range(30)), (tuple("v" * 30),)),)),
    "empty cells": Reply((Table(("a", "b"), (("", "x"), ("y",))),)),
    "five tables": Reply(tuple(Table(("a",), ((f"x{i}",),)) for i in range(5))),
    "tables in words": Reply((Text("\n\n".join(f"before {i}\n\n|a|b|\n|-|-|\n|x{i}|y|" for i in range(5))),)),
    "many sources": Reply((Text("x"), *[Sources("OurAirports Feb 2026")] * 80)),
    "code": Reply((Text("```\n" + "code `line` <b>\n" * 2_000 + "```"),)),
}


@pytest.mark.parametrize("reply", MUCH.values(), ids=MUCH)
def test_what_the_channel_makes_keeps_every_limit(reply: Reply) -> None:
    buttons = tuple(Button(f"Button {i} " + "é&<" * 40, f"t{i}") for i in range(40))
    thumbs = (Button("Helpful", "g"), Button("Not helpful", "b"))
    messages = laid_out(reply.blocks, buttons, thumbs, "tag")
    for message in messages:
        check_message(message.text, message.blocks, {})
        check_message(message.plain or "x", (), {})
    kinds = [[block["type"] for block in message.blocks] for message in messages]
    assert [("actions" in one, "context_actions" in one) for one in kinds] == [(False, False)] * (
        len(kinds) - 1
    ) + [(True, True)]


ANSWER = (
    Headline("**Request needed**, 24 h before"),
    Deadlines(
        (Deadline("Customs", "Fri 4 Dec", whom=(Contact("phone", "09 70 27 15 51", dialled="+33970271551"),)),)
    ),
    Folded("The published text", "TEL : 09 70 27 15 51 " * 20),
    Folded("What each side asks", "Leaving: [customs](<https://douane.example/a>) needed. " * 20),
    Sources(
        "AIP",
        (SourceLink("AIP France", "https://sia.example/a?b=1", "Sep 2026"), SourceLink("Own notes")),
        "Not for use.",
    ),
)


def test_a_number_is_tapped_once_and_sources_are_small_print() -> None:
    (message,) = laid_out(ANSWER)
    check_message(message.text, message.blocks, {})
    header, task, folded, small = message.blocks
    assert header["type"] == "header"
    assert task["text"]["text"] == "1. *Customs* · *Fri 4 Dec*\n<tel:+33970271551|09 70 27 15 51>"
    assert folded["expand"] is False
    assert [title in folded["text"]["text"] for title in ("*The published text*", "*What each side asks*")] == [
        True
    ] * 2
    assert "<https://douane.example/a|customs>" in folded["text"]["text"]
    assert small["type"] == "context"
    assert [one["text"] for one in small["elements"]] == [
        "<https://sia.example/a?b=1|AIP France> Sep 2026 · Own notes",
        "Not for use.",
    ]


def test_many_sources_go_where_words_are_folded_already() -> None:
    documents = tuple(SourceLink(f"AIP, part {n}", f"https://aip.example/{n}", "Sep 2026") for n in range(9))
    below = Sources("AIP, part 0 Sep 2026 · 8 more documents", documents, "Not for operational use.")
    for blocks, small in (((Folded("How and why", "Because."), below), 1), ((Text("An answer."), below), 2)):
        (message,) = laid_out(blocks)
        context = [box for box in message.blocks if box["type"] == "context"]
        elements: list[Any] = [one for box in context for one in box["elements"]]
        assert len(elements) == small
        drawn = repr(message.blocks)
        assert [n for n in range(9) if f"<https://aip.example/{n}|AIP, part {n}>" not in drawn] == []
        assert [n for n in range(9) if f"AIP, part {n}" not in message.plain] == []


@pytest.mark.parametrize("data", ["*08:00* UTC", "_PPR_", "`a`", ":flag:", "> quoted", "~off~", "*"])
def test_what_slack_would_read_as_a_mark_is_shown_as_it_is(data: str) -> None:
    blocks = (Deadlines((Deadline("Customs", note=data),)), Folded("Text", escape(data)), Sources(escape(data)))
    for message in laid_out(blocks):
        check_message(message.text, message.blocks, {})
        texts: list[Any] = [box.get("text") for box in message.blocks]
        assert not [one for one in texts if isinstance(one, dict) and one["type"] == "mrkdwn"]
        assert read_blocks(message.blocks).count(" ".join(data.split())) >= 1


def test_nothing_of_a_long_answer_is_left_out() -> None:
    shown = "\n".join(read_blocks(m.blocks) for m in laid_out(MUCH["a card of 200 facts"].blocks))
    assert all(f"Fact {i}" in shown for i in range(200))
    shown = "\n".join(read_blocks(m.blocks) for m in laid_out(MUCH["a table of 500 rows"].blocks))
    assert [f"r{i}" in shown for i in range(500)] == [True] * 500
    shown = "".join(read_blocks(m.blocks) for m in laid_out(MUCH["a long title and a long fact"].blocks))
    assert shown.count("y") >= 9_000 and "T" * 400 in shown


def test_a_12000_character_answer_arrives_whole_and_in_order() -> None:
    words = [f"w{i}" for i in range(2_400)]
    answer = "\n\n".join(" ".join(words[i : i + 30]) for i in range(0, len(words), 30))
    assert len(answer) > 12_000
    messages = laid_out((Text(answer),))
    assert len(messages) == 2
    assert " ".join(read_blocks(m.blocks) for m in messages).split() == words


DATA = st.text(alphabet=st.sampled_from(list("ab <>&*_`~[]()!#+-.|\\:@/=1\n\"'’é😀\u202e\x00")), max_size=60)


@settings(max_examples=150, deadline=None)
@given(DATA)
def test_data_reads_as_itself_and_makes_no_mark(data: str) -> None:
    message = f"Field: {escape(data)} end"
    made = written(parse(message))
    assert "<" not in made
    assert " ".join(read_markdown(made).split()) == " ".join(plain(parse(message)).split())


@settings(max_examples=60, deadline=None)
@given(DATA, DATA)
def test_no_mention_comes_out_of_a_card_or_a_table(name: str, fact: str) -> None:
    marks = ["<!channel>", "<!here>", "<@U1>", "<https://x.example|y>"]
    for mark in marks:
        card = Card(f"{name}{mark}", ((mark, fact), (name or "x", mark)))
        blocks = (card, Table((mark, "b"), ((fact, mark),)), Text(escape(mark + fact)))
        for message in laid_out(blocks, (Button(mark, "t"),)):
            check_message(message.text, message.blocks, {})
            assert not any("<" in one for one in [*texts_in(message.blocks), message.text, message.plain])


def test_words_keep_their_styles() -> None:
    source = "# Head\n\n**bold** *it* `code` [site](https://x.example/a(b))\n\n- one\n  1. two\n\n> quote\n> more"
    made = written(parse(source))
    for piece in ("# Head", "**bold** *it* `code`", "(https://x.example/a%28b%29)", "- one", "1. two", "> quote"):
        assert piece in made
    assert len(made) < MARKDOWN_CHARS and cleaned(made) == made


def test_home_and_its_modal_keep_every_limit_whatever_a_pilot_typed() -> None:
    recent = tuple(Button("q" * 200 + "<&", f"t{i}") for i in range(30))
    wild = HomeView("<!here>" * 300, "a&" * 50, "furlongs", recent, tuple((f"s{i}", True) for i in range(400)))
    for view in (VIEW, wild, HomeView("", "", "", (), ())):
        for language in ("en", "fr", "de"):
            with speaking(language):
                check_view({"type": "home", "blocks": home_blocks(view, "D1")})
                for form in (modal(view, "D1"), flyout.form({"channel": "C1"}), flyout.move_form({})):
                    check_view(form)
