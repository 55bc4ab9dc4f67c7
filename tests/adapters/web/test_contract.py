"""The web keeps the contract of every channel, asked through a real HTTP server."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from contracts.channel import ChannelContract, ChannelUnderTest, Conversation, FaultKind, Shown
from contracts.site import API, Served, said
from starlette.applications import Starlette

from adapters.protocol import Button, IncomingMessage, Outbound, Reply, Text
from adapters.web.bus import SAID
from adapters.web.channel import WebChannel, WebSettings
from bot.frames import StoredFrames
from bot.store import Store, open_store


class LaterFrames:
    """`StoredFrames` that are opened by the server, in its own thread."""

    frames: StoredFrames

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frames, name)


class WebUnderTest:
    """What a browser would see of the channel."""

    faults: frozenset[FaultKind] = frozenset()

    def __init__(self, address: str, outbound: Outbound, accepted: list[IncomingMessage]) -> None:
        self._address = address + API
        self._accepted = accepted
        self._sessions = 0
        self.outbound = outbound

    def message(self, text: str) -> IncomingMessage:
        self._sessions += 1
        return self._post(said(text, session_id=f"session-{self._sessions}"))

    def fault(self, message: IncomingMessage, kind: FaultKind, *, seconds: float = 0.0, after: int = 0) -> None:
        raise AssertionError("the web knows no faults")

    def seen(self, message: IncomingMessage) -> list[Shown]:
        turns = [turn["shown"] for turn in self._turns(message) if turn["id"].startswith(SAID)]
        asked = [turn["shown"] for turn in self._turns(message) if message.id.endswith(turn["id"])]
        return [one for shown in (*asked, *turns) if shown for one in self._shown(shown, message)]

    def _shown(self, shown: dict[str, Any], message: IncomingMessage) -> list[Shown]:
        blocks = [self._block(block, message) for block in shown["blocks"]]
        labels = tuple(button["label"] for button in shown["buttons"])
        return [*blocks[:-1], Shown(blocks[-1].text, labels, blocks[-1].picture)]

    def _block(self, block: dict[str, Any], message: IncomingMessage) -> Shown:
        match block["type"]:
            case "map":
                url = f"{self._address}/chat/{message.chat.chat}/maps/{block['key']}"
                picture = httpx.get(url).raise_for_status()
                assert picture.headers["content-type"] == "image/png"
                return Shown(block["caption"], picture=True)
            case "file":
                return Shown(block["name"])
            case "card":
                return Shown("\n".join([block["title"], *(f"{name} {fact}" for name, fact in block["facts"])]))
            case "table":
                return Shown("\n".join(" ".join(row) for row in [block["columns"], *block["rows"]]))
            case "text" | "sources":
                return Shown(flat(block["tree"]))
            case "headline" | "folded" | "documents":
                told = [name for one in block.get("documents", ()) for name in (one["name"], one["when"])]
                words = [block.get("title", ""), flat(block["tree"]), block.get("about", ""), *told]
                return Shown("\n".join(words))
            case _:
                labels = tuple(row["tap"]["label"] for row in block.get("rows", ()) if row.get("tap"))
                return Shown("\n".join(strings({k: v for k, v in block.items() if k != "type"})), labels)

    async def tap(self, message: IncomingMessage, label: str) -> IncomingMessage:
        shown = self._turn(message)["shown"]
        rows = [row["tap"] for block in shown["blocks"] for row in block.get("rows", ()) if row.get("tap")]
        buttons = [*rows, *shown["buttons"]]
        (token,) = [button["token"] for button in buttons if button["label"] == label]
        return self._post(said(label, session_id=message.chat.chat, token=token))

    def _turn(self, message: IncomingMessage) -> dict[str, Any]:
        return next(turn for turn in self._turns(message) if message.id.endswith(turn["id"]))

    def _turns(self, message: IncomingMessage) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (
            httpx.get(f"{self._address}/chat/{message.chat.chat}").raise_for_status().json()["turns"]
        )
        return found

    def _post(self, body: dict[str, Any]) -> IncomingMessage:
        httpx.post(f"{self._address}/chat", json=body).raise_for_status()
        return self._accepted[-1]


SHOWN_NOT = ("kind", "href", "known", "tap", "differs", "passed", "copied", "number")


def strings(value: Any) -> Iterator[str]:
    """The words of a block as the page shows them; what is not known is said as such."""
    match value:
        case str():
            yield value
        case list():
            for item in cast("list[Any]", value):
                yield from strings(item if item is not None else "not known")
        case dict():
            for name, item in cast("dict[str, Any]", value).items():
                yield from strings(item) if name not in SHOWN_NOT else ()
        case _:
            pass


def flat(tree: list[Any]) -> str:
    """The text of a tree as a reader sees it."""
    text = ""
    for node in tree:
        if isinstance(node, str):
            text += node
        elif node[0] == "br":
            text += "\n"
        else:
            inside = flat(node[2:])
            text += f"\n{inside}\n" if node[0] in ("p", "li", "h3", "pre", "tr", "blockquote") else inside
    return text


class TestTheWebKeepsTheContract(ChannelContract):
    @pytest.fixture
    def channel(self, store: Store, server_dir: Path) -> Iterator[ChannelUnderTest]:
        accepted: list[IncomingMessage] = []

        async def accept(message: IncomingMessage) -> bool:
            accepted.append(message)
            return True

        # Nobody answers while the test asks, so the API is told not to wait for it.
        settings = WebSettings(answer_seconds=0.01)
        later: Any = LaterFrames()
        served = WebChannel(settings, later)
        sending = WebChannel(settings, StoredFrames(store))

        @asynccontextmanager
        async def opened(_: Starlette) -> AsyncGenerator[None]:
            async with open_store("", server_dir) as own:
                later.frames = StoredFrames(own)
                yield

        with Served(Starlette(routes=served.routes(accept), lifespan=opened)) as server:
            yield WebUnderTest(server.address, sending.outbound, accepted)

    # The web cuts nothing: a long answer is one piece.

    async def test_buttons_stand_under_the_last_message_of_a_long_answer(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        await talk.delivery.finish(Reply((Text("A sentence of words. " * 900),), (Button("More", "m1"),)))
        assert channel.seen(talk.message)[-1].buttons == ("More",)

    async def test_every_call_of_a_final_reply_waits_for_its_turn(
        self, talk: Conversation, channel: ChannelUnderTest
    ) -> None:
        await talk.delivery.finish(Reply((Text("A sentence of words. " * 900),)))
        assert talk.turns.count == len(channel.seen(talk.message)) == 1
