"""The button that was tapped is marked, in the message under which it stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from adapters.protocol import ChatRef
from adapters.slack.blocks import MAX_BUTTON_LABEL, SlackBlock
from adapters.slack.calls import Calls
from adapters.slack.reading import text_at

DONE = "✓ "
MOST_KEPT = 16_000
"""Characters of a message's blocks that travel with a tap; a longer message stays unmarked."""


def tapped_message(body: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, str]:
    """What a tap carries of the message under which it was made, to mark its button later."""
    if text_at(action, "type") != "button" or not text_at(body, "message", "ts"):
        return {}
    message: Mapping[str, Any] = body["message"]
    blocks: list[SlackBlock] = message.get("blocks") or []
    kept = json.dumps([_as_sent(block) for block in blocks])
    if len(kept) > MOST_KEPT:
        return {}
    return {"blocks": kept, "words": text_at(message, "text"), "under": text_at(message, "ts")}


def _as_sent(block: SlackBlock) -> SlackBlock:
    """A block as it was sent: of an uploaded picture Slack tells more than it takes."""
    file: Mapping[str, Any] = block.get("slack_file") or {}
    if block.get("type") != "image" or not file.get("id"):
        return block
    kept = {name: block[name] for name in ("type", "block_id", "alt_text", "title") if name in block}
    return {**kept, "slack_file": {"id": file["id"]}}


def pictures_in(kept: str) -> list[SlackBlock]:
    """The uploaded pictures of a message's blocks."""
    blocks: list[SlackBlock] = json.loads(kept) if kept else []
    images = [block for block in blocks if block.get("type") == "image"]
    return [{name: held for name, held in block.items() if name != "block_id"} for block in images]


async def mark(calls: Calls, chat: ChatRef, handle: Mapping[str, str], token: str) -> None:
    """Put a tick on the button that was used. Raises ChannelError."""
    blocks = marked(handle.get("blocks", ""), token)
    if blocks:
        place = {"channel": chat.chat, "ts": handle["under"]}
        await calls.send(chat.tenant, "chat_update", **place, blocks=blocks, text=handle.get("words") or "FlyFun")


def marked(kept: str, token: str) -> list[SlackBlock]:
    """A message's blocks with a tick on the button of that token; empty when there is nothing to mark."""
    blocks: list[SlackBlock] = json.loads(kept) if kept else []
    ticked = False
    for block in blocks:
        for element in block.get("elements", ()) if block.get("type") == "actions" else ():
            label = text_at(element, "text", "text")
            if element.get("value") == token and not label.startswith(DONE) and len(label) + 2 <= MAX_BUTTON_LABEL:
                element["text"]["text"] = f"{DONE}{label}"
                ticked = True
    return blocks if ticked else []
