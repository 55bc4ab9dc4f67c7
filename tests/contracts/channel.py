"""What every channel must do, asked of the real channel against a strict local server of its platform.

A channel's tests subclass `ChannelContract` and give a `channel` fixture:

    class TestTelegramKeepsTheContract(ChannelContract):
        @pytest.fixture
        async def channel(self) -> AsyncIterator[ChannelUnderTest]: ...
"""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Protocol

import pytest
from contracts.shown import FaultKind, Shown
from PIL import Image

from adapters.markdown import cleaned, escape
from adapters.protocol import (
    Block,
    Button,
    Card,
    ChatGone,
    Compare,
    Compared,
    Contact,
    Contacts,
    Deadline,
    Deadlines,
    Delivery,
    Fact,
    Facts,
    File,
    Folded,
    Headline,
    IncomingMessage,
    Map,
    Moment,
    NotDelivered,
    Outbound,
    Reply,
    Row,
    Rows,
    SlowDown,
    SourceLink,
    Sources,
    Status,
    Table,
    Text,
    Timeline,
    Unanswered,
)


class ChannelUnderTest(Protocol):
    """A channel with its server."""

    @property
    def outbound(self) -> Outbound: ...

    @property
    def faults(self) -> frozenset[FaultKind]:
        """The faults that the platform knows."""
        ...

    def message(self, text: str) -> IncomingMessage:
        """A message of a person in a fresh private chat, as the channel hands it to `accept`."""
        ...

    def fault(self, message: IncomingMessage, kind: FaultKind, *, seconds: float = 0.0, after: int = 0) -> None:
        """The sending call to that chat after `after` good ones meets this fault, once."""
        ...

    def seen(self, message: IncomingMessage) -> list[Shown]:
        """What the chat shows now, oldest first, the person's own message left out."""
        ...

    async def tap(self, message: IncomingMessage, label: str) -> IncomingMessage:
        """Press the button with that label; the message that arrives at `accept`."""
        ...


@dataclass
class Turns:
    """A pace that counts."""

    count: int = 0

    async def __call__(self) -> None:
        self.count += 1


@dataclass
class Conversation:
    """A delivery that answers one message."""

    channel: ChannelUnderTest
    message: IncomingMessage
    turns: Turns = field(default_factory=Turns)

    def __post_init__(self) -> None:
        self.delivery: Delivery = self.channel.outbound.open(self.message, self.turns)

    @property
    def text(self) -> str:
        """Everything the chat shows, in order."""
        return "\n".join(shown.text for shown in self.channel.seen(self.message))


NASTY = [
    '<a href="https://evil.example">x</a></b><b>',
    "_*[`~ *not bold* _not italic_ `not code`",
    "&lt; &amp; & < > \"'",
    "<!channel> <!here> <@U1> <https://x.example|y> *x*",
    "right\u202eleft \u2066iso\u2069 nul\x00 half \ud83d end",
    "👩🏽\u200d✈️ 🇫🇷 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f e\u0301 ＬＦＡＴ שלום",
    "- a\n# b\n1. c\n> d\n```\ne",
    "[label](javascript:alert(1)) ![i](https://x.example/i.png)",
    "@everyone @here #general /start@Other",
]


LANDING = Button("1 LFAT", "row1")


def meanings(data: str = "", times: int = 1) -> dict[str, Block]:
    """Every block with meaning, with this data in each of its words."""
    reached = (
        Contact("phone", f"09 70 27 15 51{data}", dialled="+33970271551"),
        Contact("email", "douane@example.org"),
        Contact("page", data),
    )
    words = f"Ask now {data}"
    return {
        "headline": Headline(f"**Customs needed** {escape(data)}", f"LFAT on Saturday {data}"),
        "contacts": Contacts(reached, f"Call {data}", f"open 0900 {data}"),
        "deadlines": Deadlines((Deadline(f"GAR {data}", f"Fri 10:00 {data}", words, reached),) * times, "To do"),
        "timeline": Timeline((Moment(f"11:10 {data}", f"On blocks {data}", words),) * times, f"Day {data}"),
        "compare": Compare(
            (f"LFAT{data}", "LFAC"), (Compared(f"Runway {data}", (f"1850 m {data}", None), True),) * times
        ),
        "facts": Facts((Fact(f"Fuel {data}", f"AVGAS {data}"), Fact("Night", f"none {data}", "no")) * times, data),
        "rows": Rows((Row(f"LFOI Abbeville {data}", f"19 nm {data}", words, 1, LANDING),) * times),
        "folded": Folded(f"The text {data}", f"As published {escape(data)}\n\n" * times),
        "sources": Sources("AIP France", (SourceLink(f"AIP {data}", "https://sia.example/", "Sep"),) * times),
    }


class ChannelContract:
    """The suite."""

    @pytest.fixture
    def talk(self, channel: ChannelUnderTest) -> Conversation:
        return Conversation(channel, channel.message("how far is EGTF from LFMD"))

    async def test_a_final_reply_arrives_whole_and_once(self, talk: Conversation) -> None:
        await talk.delivery.finish(Reply((Text("**559 nm** from EGTF"), Sources("OurAirports Feb 2026"))))
        assert talk.text.count("559 nm from EGTF") == 1
        assert talk.text.count("OurAirports Feb 2026") == 1

    async def test_snapshots_leave_nothing_but_the_final_reply(self, talk: Conversation) -> None:
        await talk.delivery.snapshot(Reply((Status("Measuring the route"),), final=False))
        await talk.delivery.snapshot(Reply((Text("**559"),), final=False))
        await talk.delivery.finish(Reply((Text("**559 nm** in all"),)))
        assert talk.text.count("559") == 1
        assert "559 nm in all" in talk.text
        assert "Measuring" not in talk.text

    async def test_the_same_snapshot_twice_is_no_error(self, talk: Conversation) -> None:
        for _ in range(2):
            await talk.delivery.snapshot(Reply((Text("the same"),), final=False))
        await talk.delivery.finish(Reply((Text("the same"),)))
        assert talk.text.count("the same") == 1

    async def test_a_long_answer_arrives_in_order_and_complete(self, talk: Conversation) -> None:
        words = [f"word{i}" for i in range(4000)]
        paragraphs = [" ".join(words[i : i + 40]) + "." for i in range(0, len(words), 40)]
        await talk.delivery.finish(Reply((Text("\n\n".join(paragraphs)),)))
        assert talk.text.replace(".", " ").split() == words

    async def test_a_long_snapshot_is_no_error(self, talk: Conversation) -> None:
        await talk.delivery.snapshot(Reply((Text("many words " * 3000),), final=False))
        await talk.delivery.finish(Reply((Text("short"),)))
        assert "many" not in talk.text and "short" in talk.text

    @pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
    async def test_data_cannot_inject_markup_or_turn_the_text_around(
        self, talk: Conversation, channel: ChannelUnderTest, text: str
    ) -> None:
        card = Card(text.replace("\n", " ")[:60], (("Remarks", text.replace("\n", " ")),))
        await talk.delivery.finish(Reply((Text(f"Field: {escape(text)} end"), card)))
        shown = " ".join(talk.text.split())
        for line in cleaned(text).split("\n"):
            assert " ".join(line.split()) in shown

    async def test_a_button_brings_its_token_back(self, talk: Conversation, channel: ChannelUnderTest) -> None:
        token = "a1_" + "z" * 29
        buttons = (Button("120 knots", token), Button("Été & <b>…", "b2"))
        await talk.delivery.finish(Reply((Text("What is your cruise speed"),), buttons))
        assert [label for shown in channel.seen(talk.message) for label in shown.buttons] == [
            "120 knots",
            "Été & <b>…",
        ]
        pressed = await channel.tap(talk.message, "120 knots")
        assert (pressed.token, pressed.text, pressed.addressed_by) == (token, "", "button")
        assert pressed.chat.room == talk.message.chat.room
        assert pressed.id != talk.message.id

    async def test_buttons_stand_under_the_last_message_of_a_long_answer(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        await talk.delivery.finish(Reply((Text("A sentence of words. " * 900),), (Button("More", "m1"),)))
        shown = channel.seen(talk.message)
        assert len(shown) > 1
        assert [bool(one.buttons) for one in shown] == [False] * (len(shown) - 1) + [True]

    async def test_cards_and_tables_are_shown_with_all_their_facts(self, talk: Conversation) -> None:
        card = Card("LFAT Le Touquet", (("Elevation", "36 ft"), ("Runways", "1850 m asphalt")))
        table = Table(("Field", "Distance"), (("LFAT", "2 nm"), ("LFOI", "19 nm")))
        await talk.delivery.finish(Reply((Text("Fields"), card, table)))
        for fact in ("LFAT Le Touquet", "36 ft", "1850 m asphalt", "Field", "LFOI", "19 nm"):
            assert fact in talk.text

    @pytest.mark.parametrize("name", meanings())
    async def test_a_block_with_meaning_is_shown_whole_and_once(self, talk: Conversation, name: str) -> None:
        said = {
            "headline": ("Customs needed", "LFAT on Saturday"),
            "contacts": ("Call", "09 70 27 15 51", "douane@example.org", "open 0900"),
            "deadlines": ("To do", "GAR", "Fri 10:00", "Ask now", "09 70 27 15 51"),
            "timeline": ("Day", "11:10", "On blocks", "Ask now"),
            "compare": ("LFAT", "LFAC", "Runway", "1850 m", "not known"),
            "facts": ("Fuel", "AVGAS", "Night", "none"),
            "rows": ("LFOI Abbeville", "19 nm", "Ask now"),
            "folded": ("The text", "As published"),
            "sources": ("AIP",),
        }
        await talk.delivery.finish(Reply((meanings()[name],)))
        for words in said[name]:
            assert talk.text.count(words) == 1, talk.text

    async def test_blocks_with_meaning_of_any_length_keep_the_limits(self, talk: Conversation) -> None:
        blocks = tuple(block for times in (1, 12) for block in meanings("word " * 20, times).values())
        await talk.delivery.finish(Reply(blocks, (Button("More", "m1"),)))
        assert talk.text.count("As published") == 13

    @pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
    async def test_data_in_blocks_with_meaning_stays_text(self, talk: Conversation, text: str) -> None:
        await talk.delivery.finish(Reply(tuple(meanings(text.replace("\n", " ")).values())))
        shown = " ".join(talk.text.split())
        for line in cleaned(text).split("\n"):
            assert shown.count(" ".join(line.split())) >= 9, shown

    async def test_a_row_opens_what_it_names(self, talk: Conversation, channel: ChannelUnderTest) -> None:
        await talk.delivery.finish(Reply((meanings()["rows"],), (Button("More", "m1"),)))
        pressed = await channel.tap(talk.message, LANDING.label)
        assert (pressed.token, pressed.addressed_by) == (LANDING.token, "button")

    async def test_a_picture_comes_with_its_text(self, talk: Conversation, channel: ChannelUnderTest) -> None:
        picture = Map(png(), "Route EGTF to LFMD", caption="EGTF to LFMD")
        await talk.delivery.finish(Reply((picture, Text("**559 nm** " + "and more words " * 60))))
        shown = channel.seen(talk.message)
        if channel.outbound.capabilities.images:
            assert [one.picture for one in shown].count(True) == 1
        assert talk.text.count("559 nm") == 1

    async def test_a_file_comes_beside_its_words(self, talk: Conversation) -> None:
        file = File(b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "trip.ics", "text/calendar")
        await talk.delivery.finish(Reply((file, Text("Nine entries for your calendar"))))
        assert talk.text.count("Nine entries for your calendar") == 1

    async def test_every_call_of_a_final_reply_waits_for_its_turn(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        await talk.delivery.finish(Reply((Text("A sentence of words. " * 900),)))
        assert talk.turns.count >= len(channel.seen(talk.message)) > 1

    async def test_being_asked_to_slow_down_says_for_how_long(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        self._put_up(channel, talk.message, "slow_down", seconds=7)
        with pytest.raises(SlowDown) as asked:
            await talk.delivery.finish(Reply((Text("Answer"),)))
        assert asked.value.retry_after == pytest.approx(7, abs=1)
        await talk.delivery.finish(Reply((Text("Answer"),)))
        assert talk.text.count("Answer") == 1

    async def test_a_refused_reply_is_reported_and_can_be_sent_again(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        self._put_up(channel, talk.message, "refused")
        with pytest.raises(NotDelivered):
            await talk.delivery.finish(Reply((Text("Answer"),)))
        await talk.delivery.finish(Reply((Text("Answer"),)))
        assert talk.text.count("Answer") == 1

    async def test_a_long_answer_refused_in_the_middle_goes_on_where_it_stopped(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        words = [f"word{i}" for i in range(4000)]
        self._put_up(channel, talk.message, "refused", after=1)
        reply = Reply((Text(" ".join(words)),))
        with pytest.raises(NotDelivered):
            await talk.delivery.finish(reply)
        await talk.delivery.finish(reply)
        assert talk.text.split() == words

    async def test_a_lost_answer_is_neither_success_nor_refusal(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        self._put_up(channel, talk.message, "lost_answer")
        with pytest.raises(Unanswered):
            await talk.delivery.finish(Reply((Text("Answer"),)))

    async def test_a_chat_that_is_gone_is_said_to_be_gone(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        self._put_up(channel, talk.message, "gone")
        with pytest.raises(ChatGone) as gone:
            await talk.delivery.finish(Reply((Text("Answer"),)))
        assert not gone.value.moved_to

    async def test_a_chat_that_moved_says_where(self, talk: Conversation, channel: ChannelUnderTest) -> None:
        self._put_up(channel, talk.message, "moved")
        with pytest.raises(ChatGone) as gone:
            await talk.delivery.finish(Reply((Text("Answer"),)))
        assert gone.value.moved_to

    # --- speaking first -----------------------------------------------------------------------------

    async def test_what_nobody_asked_for_is_said_with_its_buttons(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        reply = Reply((Text("**Reminder** · EGTF to LFAT"),), (Button("Stop these", "s1"),))
        sent = await channel.outbound.post(talk.message.chat, reply, talk.turns)
        assert sent.message_ids and talk.turns.count >= 1
        shown = channel.seen(talk.message)
        assert "Reminder · EGTF to LFAT" in shown[-1].text and shown[-1].buttons == ("Stop these",)

    async def test_what_was_said_is_changed_in_its_place(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        chat, buttons = talk.message.chat, (Button("Count me in", "c1"),)
        sent = await channel.outbound.post(chat, Reply((Text("Outing: nobody yet"),), buttons), talk.turns)
        for who in ("Ana", "Ana and Bo"):
            sent = await channel.outbound.edit(chat, sent, Reply((Text(f"Outing: {who}"),), buttons), talk.turns)
        assert "nobody yet" not in talk.text and talk.text.count("Outing: Ana and Bo") == 1
        assert [one.buttons for one in channel.seen(talk.message)][-1] == ("Count me in",)

    async def test_an_equal_edit_and_a_longer_and_a_shorter_one_are_no_errors(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        chat, long = talk.message.chat, " ".join(f"word{i}" for i in range(4000))
        sent = await channel.outbound.post(chat, Reply((Text("short"),)), talk.turns)
        sent = await channel.outbound.edit(chat, sent, Reply((Text("short"),)), talk.turns)
        assert talk.text.count("short") == 1
        sent = await channel.outbound.edit(chat, sent, Reply((Text(long),)), talk.turns)
        assert talk.text.split() == long.split()
        await channel.outbound.edit(chat, sent, Reply((Text("short again"),)), talk.turns)
        assert talk.text.strip() == "short again"

    async def test_two_posts_are_two_messages(self, talk: Conversation, channel: ChannelUnderTest) -> None:
        for _ in range(2):
            await channel.outbound.post(talk.message.chat, Reply((Text("Reminder"),)), talk.turns)
        assert talk.text.count("Reminder") == 2

    async def test_a_chat_that_is_gone_hears_nothing(self, talk: Conversation, channel: ChannelUnderTest) -> None:
        self._put_up(channel, talk.message, "gone")
        with pytest.raises(ChatGone):
            await channel.outbound.post(talk.message.chat, Reply((Text("Reminder"),)), talk.turns)

    def _put_up(
        self,
        channel: ChannelUnderTest,
        message: IncomingMessage,
        kind: FaultKind,
        *,
        seconds: float = 0.0,
        after: int = 0,
    ) -> None:
        if kind not in channel.faults:
            pytest.skip(f"this platform knows no {kind!r}")
        channel.fault(message, kind, seconds=seconds, after=after)


def png() -> bytes:
    """A small real picture."""
    file = BytesIO()
    Image.new("RGB", (60, 40), "white").save(file, "PNG")
    return file.getvalue()
