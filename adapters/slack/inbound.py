"""Turns Slack's events, commands, shortcuts and taps into messages: stored first, acknowledged then.

Every listener stores before it returns, and Bolt answers Slack only when the listener has returned. A message
has the id of its place in Slack, `channel:ts`, so that the two events of one mention, deliveries that come
again and replays are one message to `accept`. What needs no answer of ours (Home, suggested prompts, a modal)
is done beside the acknowledgement.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Mapping
from typing import Any, cast

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.response import BoltResponse

from adapters.protocol import (
    Accept,
    AddressedBy,
    ChannelError,
    ChatRef,
    IncomingMessage,
    Memories,
    NotStored,
    Person,
)
from adapters.slack import flyout
from adapters.slack.blocks import TURN, tag_of
from adapters.slack.calls import Calls, Workspaces
from adapters.slack.home import Home
from adapters.slack.pages import BACK, Shelf, turn_back
from adapters.slack.reading import (
    SUBTYPES,
    addressed_to_another,
    command_text,
    flag_at,
    mentions,
    moment,
    said,
    text_at,
)
from adapters.slack.tapped import DONE, tapped_message
from adapters.slack.threads import Threads
from tongue import say, speaking

COMMAND = "/flyfun"
SHORTCUT = "ask_flyfun"
FLYOUT_SHORTCUT = "flyout_from"
BOT_EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "channel_id_changed",
    "channel_left",
    "channel_unarchive",
    "group_left",
    "group_unarchive",
    "member_joined_channel",
    "member_left_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
)
"""What the manifest subscribes to: every event that a listener below reads, and no other."""

ON_IT = "On it."
NOT_HERE = "I am not set up to answer in this channel."
NOT_STORED = "I cannot take your question now. Ask again in a minute."
OLD_BUTTON = "That button is too old. Ask again."
NOTHING_TO_READ = "That message has no text I could read."

EARLIER_READ, EARLIER_MESSAGES, EARLIER_LENGTH = 200, 4, 500
EARLIER_SECONDS = 1.0
EDIT_SECONDS = 3_600
"""So long an edit of what was said is read anew."""
"""Reading an old thread or a name happens before the message is stored, well inside Slack's three seconds."""

_TAP = re.compile(rf"^((tap_|{TURN})\d+|feedback)$")
_TOKEN = re.compile(r"[a-z0-9_]{1,32}")

log = logging.getLogger(__name__)


class Inbound:
    """The listeners of one Bolt app."""

    def __init__(
        self,
        accept: Accept,
        threads: Threads,
        shelf: Shelf,
        calls: Calls,
        home: Home,
        workspaces: Workspaces,
        memories: Memories | None = None,
    ) -> None:
        self._accept = accept
        self._memories = memories
        self._threads = threads
        self._shelf = shelf
        self._calls = calls
        self._home = home
        self._workspaces = workspaces
        self._beside: set[asyncio.Task[None]] = set()
        self._names: dict[tuple[str, str], asyncio.Task[str]] = {}

    def listen(self, bolt: AsyncApp) -> None:
        """Register every listener."""
        app: Any = bolt
        app.command(COMMAND)(self._command)
        app.event("app_mention")(self._mention)
        app.event("message")(self._message)
        app.event("app_home_opened")(self._home_opened)
        app.event("app_uninstalled")(self._uninstalled)
        app.event("channel_id_changed")(self._moved)
        app.event("channel_left")(self._taken_out)
        app.event("channel_unarchive")(self._unarchived)
        app.event("group_left")(self._taken_out)
        app.event("group_unarchive")(self._unarchived)
        app.event("member_joined_channel")(self._joined)
        app.event("member_left_channel")(self._left)
        app.event("tokens_revoked")(self._revoked)
        app.message_shortcut(SHORTCUT)(self._shortcut)
        app.message_shortcut(FLYOUT_SHORTCUT)(self._flyout_shortcut)
        app.action(_TAP)(self._tap)
        app.action(BACK)(self._turn_back)
        app.action("edit_settings")(self._edit)
        app.view("settings")(self._settings)
        app.view("flyout")(self._flyout)
        app.error(self._failed)

    async def close(self) -> None:
        """Wait for what was begun beside an acknowledgement."""
        for task in list(self._beside):
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)

    # --- messages -----------------------------------------------------------------------------------

    async def _mention(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        await self._spoken(event, context, named=True)

    async def _message(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        if text_at(event, "subtype") == "message_changed":
            await self._edited(event, context)
            return
        if event.get("hidden") or text_at(event, "subtype") not in SUBTYPES:
            return
        await self._spoken(event, context, named=mentions(text_at(event, "text"), context.bot_user_id or ""))

    async def _edited(self, event: Mapping[str, Any], context: AsyncBoltContext) -> None:
        """What a person corrected a moment ago is read anew; an unfurled link changes no words."""
        after, when = event.get("message"), text_at(event, "message", "edited", "ts")
        text = text_at(event, "message", "text")
        if not isinstance(after, Mapping) or not when or text == text_at(event, "previous_message", "text"):
            return
        if (moment(when) - moment(text_at(event, "message", "ts"))).total_seconds() > EDIT_SECONDS:
            return
        whole = {**cast(Mapping[str, Any], after), "channel": event.get("channel"),
                 "channel_type": event.get("channel_type")}  # fmt: skip
        await self._spoken(whole, context, named=mentions(text, context.bot_user_id or ""), edited=when)

    async def _spoken(
        self, event: Mapping[str, Any], context: AsyncBoltContext, *, named: bool, edited: str = ""
    ) -> None:
        """A message that a person wrote: for us in a direct message, by name, or in a thread of ours."""
        tenant, bot = _tenant(context), context.bot_user_id or ""
        channel, ts, user = (text_at(event, name) for name in ("channel", "ts", "user"))
        if not (tenant and channel and ts and user) or event.get("bot_id") or user == bot:
            return
        raw, thread = text_at(event, "text"), text_at(event, "thread_ts")
        said_first = f"{channel}:{ts}"
        name_of_it = f"{said_first}:{edited}" if edited else said_first
        corrects = {"edited": "1", "message_id": said_first} if edited else {}
        text = said(raw, bot)
        if channel.startswith("D") or text_at(event, "channel_type") == "im":
            handle = {"thread": thread or ts, **corrects}
            chat = ChatRef("slack", tenant, channel)
            name = await self._called(tenant, user)
            await self._take(name_of_it, chat, user, text, "dm", ts, handle, reply_to=thread, person=name)
            return
        held = await self._threads.conversation(tenant, channel, thread) if thread else ""
        if not named and (not held or addressed_to_another(raw, bot)):
            return
        name = await self._called(tenant, user)
        earlier: tuple[str, ...] = ()
        if named and thread and not held:
            earlier = await self._earlier(tenant, channel, thread, ts, bot)
        root = thread or ts
        await self._threads.join(tenant, channel, root, held)
        chat = ChatRef("slack", tenant, channel, held or root)
        await self._take(
            name_of_it,
            chat,
            user,
            text,
            "mention" if named else "thread",
            ts,
            {"thread": root, **corrects},
            earlier=earlier,
            person=name,
        )

    async def _earlier(self, tenant: str, channel: str, thread: str, ts: str, bot: str) -> tuple[str, ...]:
        """What people said in a thread before the bot was called into it; nothing when Slack is slow."""
        try:
            async with asyncio.timeout(EARLIER_SECONDS):
                answer = await self._calls.read(
                    tenant, "conversations_replies", channel=channel, ts=thread, latest=ts, limit=EARLIER_READ
                )
        except (ChannelError, TimeoutError) as error:
            log.info("an old thread was not read: %s", type(error).__name__)
            return ()
        found: list[dict[str, Any]] = answer.get("messages") or []
        texts = [
            said(text_at(one, "text"), bot)[:EARLIER_LENGTH]
            for one in found
            if text_at(one, "ts") != ts and not one.get("bot_id") and text_at(one, "user") != bot
        ]
        # Slack gives a thread from its start: of a very long one only the beginning is known, not what came last.
        kept = tuple(text for text in texts if text)
        return kept[:1] if answer.get("has_more") else kept[-EARLIER_MESSAGES:]

    async def _take(
        self,
        name: str,
        chat: ChatRef,
        user: str,
        text: str,
        addressed_by: AddressedBy,
        ts: str,
        handle: Mapping[str, str],
        *,
        token: str = "",
        person: str = "",
        earlier: tuple[str, ...] = (),
        reply_to: str = "",
        chat_name: str = "",
    ) -> bool:
        message = IncomingMessage(
            id=name,
            chat=chat,
            person=Person(
                user,
                await self._threads.called(chat.tenant, user, person),
                await self._home.locale(chat.tenant, user),
            ),
            text=text,
            addressed_by=addressed_by,
            sent_at=moment(ts),
            token=token,
            handle=handle,
            private=chat.chat.startswith("D"),
            wants_feedback=True,
            earlier=earlier,
            reply_to=reply_to,
            chat_name=chat_name,
        )
        return await self._accept(message)

    async def _called(self, tenant: str, user: str) -> str:
        """The name of somebody who writes: Slack tells it with taps and commands alone, so it is asked for once.

        The two events of one mention wait for the same answer; "" when Slack is slow.
        """
        asking = self._names.get((tenant, user))
        if asking is None:
            asking = self._names[tenant, user] = asyncio.create_task(self._name_of(tenant, user))
            asking.add_done_callback(lambda _: self._names.pop((tenant, user), None))
        return await asking

    async def _name_of(self, tenant: str, user: str) -> str:
        known = await self._threads.called(tenant, user, "")
        if known or not await self._threads.may_ask_name(tenant, user):
            return known
        try:
            async with asyncio.timeout(EARLIER_SECONDS):
                answer = await self._calls.read(tenant, "users_info", user=user, include_locale=True)
        except (ChannelError, TimeoutError) as error:
            log.info("a name was not read: %s", type(error).__name__)
            return ""
        found: Mapping[str, Any] = answer.get("user") or {}
        await self._threads.locale(tenant, user, text_at(found, "locale"))
        told = (text_at(found, "profile", "display_name"), text_at(found, "real_name"), text_at(found, "name"))
        return await self._threads.called(tenant, user, next((one for one in told if one), ""))

    # --- the slash command and the shortcut ---------------------------------------------------------

    async def _command(self, ack: AsyncAck, command: dict[str, Any], context: AsyncBoltContext) -> None:
        tenant, channel = _tenant(context), text_at(command, "channel_id")
        trigger, user = text_at(command, "trigger_id"), text_at(command, "user_id")
        text = command_text(text_at(command, "text"))
        if text in ("/flyout", "/move"):
            await ack()
            where = {"channel": channel, "url": text_at(command, "response_url")}
            form = flyout.form if text == "/flyout" else flyout.move_form
            self._begin(self._home.open(tenant, user, trigger, lambda: form(where)))
            return
        conversation = "c" + trigger.replace(".", "-")
        handle = {"root": conversation, "response_url": text_at(command, "response_url")}
        if not text or text.startswith("/"):
            handle["quiet"] = "1"
        private = channel.startswith("D")
        chat = ChatRef("slack", tenant, channel, "" if private or "quiet" in handle else conversation)
        try:
            new = await self._take(
                f"command:{trigger}",
                chat,
                user,
                text,
                "command",
                "",
                handle,
                person=text_at(command, "user_name"),
                chat_name="" if private else text_at(command, "channel_name"),
            )
        except NotStored:
            await ack(NOT_STORED, response_type="ephemeral")
            return
        await ack(ON_IT if new or await self._again(tenant, trigger) else NOT_HERE, response_type="ephemeral")
        if new:
            self._begin(self._note(tenant, trigger))

    async def _again(self, tenant: str, trigger: str) -> bool:
        """Whether a command that was not taken was taken before; otherwise its channel is not served."""
        return await self._threads.root(tenant, f"taken:{trigger}") is not None

    async def _note(self, tenant: str, trigger: str) -> None:
        await self._threads.set_root(tenant, f"taken:{trigger}", "1")

    async def _shortcut(self, ack: AsyncAck, shortcut: dict[str, Any], context: AsyncBoltContext) -> None:
        tenant, channel = _tenant(context), text_at(shortcut, "channel", "id")
        ts = text_at(shortcut, "message", "ts")
        root = text_at(shortcut, "message", "thread_ts") or ts
        user, at = text_at(shortcut, "user", "id"), text_at(shortcut, "action_ts")
        text = said(text_at(shortcut, "message", "text"), context.bot_user_id or "")
        url = text_at(shortcut, "response_url")
        if not text:
            await ack()
            self._begin(self._calls.respond(url, {"response_type": "ephemeral", "text": NOTHING_TO_READ}))
            return
        private = channel.startswith("D")
        held = "" if private else await self._threads.conversation(tenant, channel, root)
        chat = ChatRef("slack", tenant, channel, "" if private else held or root)
        handle = {"thread": root, "response_url": url}
        await self._threads.join(tenant, channel, root, held)
        await self._take(f"shortcut:{user}:{at}", chat, user, text, "command", at, handle)
        await ack()

    async def _flyout_shortcut(self, ack: AsyncAck, shortcut: dict[str, Any], context: AsyncBoltContext) -> None:
        """ "Make a fly-out of this": a form, whose draft goes to the message's thread."""
        await ack()
        ts = text_at(shortcut, "message", "ts")
        where = {
            "channel": text_at(shortcut, "channel", "id"),
            "root": text_at(shortcut, "message", "thread_ts") or ts,
            "url": text_at(shortcut, "response_url"),
        }
        user, trigger = text_at(shortcut, "user", "id"), text_at(shortcut, "trigger_id")
        self._begin(self._home.open(_tenant(context), user, trigger, lambda: flyout.form(where)))

    async def _flyout(
        self, ack: AsyncAck, body: dict[str, Any], view: dict[str, Any], context: AsyncBoltContext
    ) -> None:
        """The form is sent: it is a command of who sent it, in the place it was opened from."""
        tenant, user, where = _tenant(context), text_at(body, "user", "id"), flyout.where_of(view)
        with speaking(await self._home.language(tenant, user)):
            text, problems = flyout.said(view)
        channel, root = where.get("channel", ""), where.get("root", "")
        if problems or not channel:
            await ack(response_action="errors", errors=problems or {"to": say("Open the form once more.")})
            return
        handle = {"response_url": where.get("url", "")}
        conversation = ""
        if root:
            conversation = await self._threads.conversation(tenant, channel, root)
            await self._threads.join(tenant, channel, root, conversation)
            handle["thread"] = root
        else:
            handle |= {"quiet": "1", "root": "f" + text_at(view, "id")}
        chat = ChatRef("slack", tenant, channel, (conversation or root) if not channel.startswith("D") else "")
        called = text_at(body, "user", "name")
        await self._take(f"flyout:{text_at(view, 'id')}", chat, user, text, "command", "", handle, person=called)
        await ack()

    # --- taps ---------------------------------------------------------------------------------------

    async def _tap(
        self, ack: AsyncAck, body: dict[str, Any], action: dict[str, Any], context: AsyncBoltContext
    ) -> None:
        token, user = text_at(action, "value"), text_at(body, "user", "id")
        tag = tag_of(text_at(action, "block_id"))
        channel = text_at(body, "channel", "id") or text_at(body, "container", "channel_id")
        handle = {"response_url": text_at(body, "response_url")}
        thread = text_at(body, "message", "thread_ts") or text_at(body, "message", "ts")
        at = text_at(action, "action_ts")
        conversation = tag
        if text_at(body, "container", "type") == "view":
            # The Home page has no place for an answer: it goes to the direct message, below the question.
            channel, conversation = tag, ""
            handle = {"root": "h" + at.replace(".", "-")}
        elif flag_at(body, "container", "is_ephemeral"):
            conversation = tag or "e" + at.replace(".", "-")
            handle |= {"quiet": "1", "root": conversation}
        elif thread:
            handle["thread"] = thread
        if not (_TOKEN.fullmatch(token) and channel and user):
            await ack()
            if url := handle.get("response_url"):
                told = {"response_type": "ephemeral", "replace_original": False, "text": OLD_BUTTON}
                self._begin(self._calls.respond(url, told))
            return
        asked = text_at(action, "text", "text")
        if asked and text_at(action, "type") == "button":
            handle["asked"] = said(asked).removeprefix(DONE)
        chat = ChatRef("slack", _tenant(context), channel, "" if channel.startswith("D") else conversation)
        under = text_at(body, "message", "ts")
        handle |= tapped_message(body, action)
        if text_at(action, "action_id").startswith(TURN) and "blocks" in handle:
            handle["turn"] = under
        name = f"tap:{user}:{at}:{token}"
        called = text_at(body, "user", "name")
        await self._take(name, chat, user, "", "button", at, handle, token=token, reply_to=under, person=called)
        await ack()

    async def _turn_back(self, ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
        """The page before, in the message whose button was tapped: nothing is asked, so nothing is stored."""
        await ack()
        chat = ChatRef("slack", _tenant(context), text_at(body, "channel", "id"))
        message, user = text_at(body, "message", "ts"), text_at(body, "user", "id")
        if chat.chat and message:
            url = text_at(body, "response_url")
            self._begin(turn_back(self._calls, self._shelf, chat, message, user, url))

    # --- Home ---------------------------------------------------------------------------------------

    async def _home_opened(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        tenant, user, channel = _tenant(context), text_at(event, "user"), text_at(event, "channel")
        if text_at(event, "tab") == "messages":
            self._begin(self._home.prompts(tenant, user, channel))
        else:
            self._begin(self._home.publish(tenant, user, channel))

    async def _edit(
        self, ack: AsyncAck, body: dict[str, Any], action: dict[str, Any], context: AsyncBoltContext
    ) -> None:
        await ack()
        channel, trigger = text_at(action, "value"), text_at(body, "trigger_id")
        self._begin(self._home.edit(_tenant(context), text_at(body, "user", "id"), channel, trigger))

    async def _settings(
        self, ack: AsyncAck, body: dict[str, Any], view: dict[str, Any], context: AsyncBoltContext
    ) -> None:
        tenant, user = _tenant(context), text_at(body, "user", "id")
        channel = text_at(view, "private_metadata")
        errors = await self._home.save(tenant, user, channel, view)
        if errors:
            await ack(response_action="errors", errors=errors)
            return
        await ack()
        self._begin(self._home.publish(tenant, user, channel))

    # --- members ------------------------------------------------------------------------------------

    async def _left(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Somebody left a channel; of its own end the bot is told by another event."""
        tenant, channel, user = _tenant(context), text_at(event, "channel"), text_at(event, "user")
        if self._memories is not None and tenant and channel and user and user != context.bot_user_id:
            await self._memories.left(ChatRef("slack", tenant, channel), user)

    # --- what becomes of a channel: its name is kept nowhere, so that another one changes nothing --------

    async def _taken_out(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """The bot was taken out of a channel."""
        tenant, channel = _tenant(context), text_at(event, "channel")
        if self._memories is not None and tenant and channel:
            await self._memories.removed(ChatRef("slack", tenant, channel))

    async def _joined(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Somebody came into a channel: the bot itself finds again what it kept there."""
        tenant, channel = _tenant(context), text_at(event, "channel")
        mine = text_at(event, "user") == context.bot_user_id
        if self._memories is not None and tenant and channel and mine:
            await self._memories.called_back(ChatRef("slack", tenant, channel))

    async def _unarchived(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """A channel that was put away can be written to again."""
        tenant, channel = _tenant(context), text_at(event, "channel")
        if self._memories is not None and tenant and channel:
            await self._memories.mark_back(ChatRef("slack", tenant, channel))

    async def _moved(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """A private channel that is shared with another workspace gets a new id for good; its messages stay."""
        tenant = _tenant(context)
        old, new = text_at(event, "old_channel_id"), text_at(event, "new_channel_id")
        if self._memories is not None and tenant and old and new:
            before, after = ChatRef("slack", tenant, old), ChatRef("slack", tenant, new)
            await self._memories.move_chat(before, after, same_messages=True)

    # --- workspaces ---------------------------------------------------------------------------------

    async def _uninstalled(self, context: AsyncBoltContext) -> None:
        await self._workspaces.erase(context.team_id or "", context.enterprise_id or "")

    async def _revoked(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        tokens: object = event.get("tokens")
        if isinstance(tokens, dict) and tokens.get("bot"):  # pyright: ignore[reportUnknownMemberType]
            await self._workspaces.erase(context.team_id or "", context.enterprise_id or "")

    # --- beside and below ---------------------------------------------------------------------------

    def _begin(self, work: Awaitable[object]) -> None:
        """Do something that Slack's acknowledgement need not wait for; a failure is only logged."""

        async def guarded() -> None:
            try:
                await work
            except ChannelError as error:
                log.warning("Slack did not take something shown beside a conversation: %s", error)
            except Exception:
                log.exception("something shown beside a conversation failed")

        task = asyncio.create_task(guarded())
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _failed(self, error: Exception) -> BoltResponse:
        """Not stored, so not acknowledged: Slack sends it again."""
        if not isinstance(error, NotStored):
            log.error("a listener failed", exc_info=error)
        return BoltResponse(status=503, body="")


def _tenant(context: AsyncBoltContext) -> str:
    return context.team_id or context.enterprise_id or ""
