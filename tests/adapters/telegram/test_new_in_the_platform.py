"""What newer servers of Telegram can do, and that an older one costs no answer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from servers.telegram import BotApi, Room

from adapters.protocol import (
    Button,
    Card,
    ChatRef,
    Compare,
    Compared,
    Delivery,
    IncomingMessage,
    Person,
    Position,
    Reply,
    Table,
    Text,
    stop_key,
)
from bot.keyvalue import StoredValues
from bot.store import Store

from .conftest import Bench, bench_of

TABLE = Reply((Text("**Two fields**"), Table(("Field", "nm"), (("LFAT", "97"), ("EGKA", "30")))))
COMPARED = Reply((Compare(("LFAT", "EGKA"), (Compared("Fuel", ("AVGAS", None), differs=True),)),))
FIELD = Reply((Card("LFAT Le Touquet", (("Elevation", "36 ft"),), position=Position(50.51, 1.62)),))


async def at_once() -> None:
    """A pace that never waits."""


def asked(api: BotApi, room: Room, text: str = "x") -> IncomingMessage:
    ana = api.person()
    number = api.message(room, ana, text)["message_id"]
    return IncomingMessage(
        id=f"u{number}",
        chat=ChatRef("telegram", "7000000001", str(room.id)),
        person=Person(str(ana["id"])),
        text=text,
        addressed_by="dm",
        sent_at=datetime.now(UTC),
        private=room.type == "private",
        handle={"message_id": str(number)},
    )


def opened(bench: Bench, room: Room, text: str = "x") -> Delivery:
    return bench.outbound.open(asked(bench.api, room, text), at_once)


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (TABLE, "table", ["LFAT", "97", "Two fields"]),
        (COMPARED, "table", ["AVGAS", "not known"]),
        (FIELD, "map", ["36 ft"]),
    ],
)
async def test_a_table_and_a_place_are_rich_where_that_is_asked_for(
    api: BotApi, store: Store, reply: Reply, kind: str, words: list[str]
) -> None:
    async with bench_of(api, store, rich=True) as bench:
        room = api.private(api.person())
        await opened(bench, room).finish(Reply(reply.blocks, (Button("120 knots", "t1"),)))
        (shown,) = api.shown(room)
        assert shown.rich and shown.labels == ("120 knots",)
        (call,) = api.made("sendRichMessage")
        assert f'"type": "{kind}"' in str(call.values["rich_message"])
        for word in words:
            assert word in shown.text


async def test_nothing_is_rich_unless_the_operator_asks_for_it(bench: Bench) -> None:
    room = bench.api.private(bench.api.person())
    await opened(bench, room).finish(TABLE)
    assert not bench.api.made("sendRichMessage") and "97" in bench.api.shown(room)[0].text


async def test_an_older_server_gets_the_same_in_plain_and_is_asked_once(api: BotApi, store: Store) -> None:
    api.takes_rich = False
    async with bench_of(api, store, rich=True) as bench:
        room = api.private(api.person())
        for _ in range(2):
            await opened(bench, room).finish(TABLE)
        assert len(api.made("sendRichMessage")) == 1
        assert [("97" in one.text, one.rich) for one in api.shown(room)] == [(True, False)] * 2


async def test_what_is_for_the_asker_alone_is_seen_by_nobody_else_in_a_group(bench: Bench) -> None:
    club = bench.api.group()
    message = asked(bench.api, club)
    await bench.outbound.open(message, at_once).finish(Reply((Text("Only yours."),), ephemeral=True))
    (shown,) = bench.api.shown(club)
    assert shown.only_for == int(message.person.id)


async def test_an_older_server_shows_it_to_everybody_and_nothing_is_lost(bench: Bench) -> None:
    bench.api.ephemeral = False
    club = bench.api.group()
    for _ in range(2):
        await opened(bench, club).finish(Reply((Text("Only yours."),), ephemeral=True))
    assert [one.only_for for one in bench.api.shown(club)] == [0, 0]
    refused = [call for call in bench.api.made("sendMessage") if call.error]
    assert len(refused) == 1


async def test_start_offers_a_way_into_a_club(bench: Bench) -> None:
    room = bench.api.private(bench.api.person())
    await opened(bench, room, "/start").finish(Reply((Text("Hello."),)))
    links = [button.get("url", "") for one in bench.api.shown(room) for button in one.buttons]
    assert "https://t.me/FlyFunBot?startgroup=group" in links


async def test_a_draft_can_be_stopped_and_the_stop_is_kept_for_who_writes_the_answer(
    api: BotApi, store: Store
) -> None:
    async with bench_of(api, store, drafts=True) as bench:
        ana = api.person()
        room = api.private(ana)
        update = api.write(room, ana, "VFR rules in Germany")
        (message,) = await bench.take(update)
        delivery = bench.outbound.open(message, at_once)
        await delivery.snapshot(Reply((Text("VFR in Germany "),), final=False))
        (draft,) = api.made("sendMessageDraft")
        assert str(draft.values["can_stop"]).lower() == "true" and draft.values["draft_id"] == str(
            update["update_id"]
        )
        values = StoredValues(store, "telegram", message.chat)
        assert await values.get(stop_key(message.id)) is None
        stopped = {"chat": room.json, "draft_id": update["update_id"]}
        assert await bench.take(api.update(stopped_message_generation=stopped)) == []
        assert await values.get(stop_key(message.id)) == "1"
        await delivery.finish(Reply((Text("VFR in Germany\n\nStopped here."),)))


@pytest.mark.parametrize("told", [{}, {"chat": 5}, {"chat": {"id": "x"}, "draft_id": 1}, None, []])
async def test_a_stop_that_cannot_be_read_harms_nothing(bench: Bench, told: object) -> None:
    assert await bench.take(bench.api.update(stopped_message_generation=told)) == []
