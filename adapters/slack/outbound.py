"""Sends an answer to Slack: progress while it is made, then the whole of it, its picture above its words.

A slash command's answer goes into the thread of one message that quotes the question; where the bot is no
member, to the response URL. Blocks that Slack refuses are sent as text.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adapters.protocol import (
    Ballot,
    Block,
    Capabilities,
    ChatGone,
    ChatRef,
    Delivery,
    File,
    Headline,
    IncomingMessage,
    Map,
    NotDelivered,
    Pace,
    Reply,
    Sent,
    Status,
    Text,
    Unanswered,
)
from adapters.slack.blocks import (
    MAX_BLOCKS,
    MAX_BUTTONS,
    SlackBlock,
    SlackMessage,
    laid_out,
    quoted,
    shortened,
    status_of,
    words_of,
)
from adapters.slack.calls import BAD_BLOCKS, NO_UNFURL, NOT_A_MEMBER, Calls, ChatGoneBecause, Refused
from adapters.slack.markup import entities
from adapters.slack.pages import Book, Shelf, goes_under, has_more, picture_of, with_back
from adapters.slack.pictures import MAX_CAPTION, Pictures, shows_picture, without_pictures
from adapters.slack.progress import Progress
from adapters.slack.reading import flag_at
from adapters.slack.signature import Signature
from adapters.slack.tapped import mark, pictures_in
from adapters.slack.threads import NOWHERE, Threads
from adapters.slack.waiting import Waiting
from adapters.unasked import unasked

CAPABILITIES = Capabilities(
    max_text=10_500,
    max_caption=MAX_CAPTION,
    buttons=MAX_BUTTONS,
    edit_interval=1.1,
    streaming=True,
    tables=True,
    cards=True,
    images=True,
    send_interval=1.0,
    first_snapshot=1.0,
    resumes=True,
    recognises=True,
)

NO_THREAD = frozenset({"thread_not_found", "cannot_reply_to_message", "restricted_action_thread_locked"})
"""What Slack says of a thread whose beginning was deleted."""

WHISPER = "whisper"
"""What one person alone sees: Slack counts it by the minute (tier 4), not by the second of its channel, so that
sixty answers under one card wait for no turn."""

Step = tuple[str, Callable[[], Awaitable[str]]]
"""One call of an answer, and the name under which its message is remembered."""

SIGNED = ("words", "picture")
"""Steps whose messages carry their sign; of a file that is uploaded its id is noted instead."""
RESPONSE_USES = 5
GONE_ON = "The rest is too long for here. Ask me in a direct message for the whole of it."

log = logging.getLogger(__name__)


_COMMAND = re.compile(
    r"(?<![\w/:.])/(?:fly|(start|help|settings|home|aircraft|margin|units|language|reminders|watches|mydata|sources"
    r"|reset|forget|flyouts?|remind|club|answerby|planb|plane|note|in|out|maybe|seat|sent|freeze|deputy|move|cancel|cost|settle|task|received"
    r"|fleet|digest|calendar|currency))(?![\w/])"
)


def with_our_commands(reply: Reply) -> Reply:
    """The reply with commands as they are typed here: "/home EGTF" is "/flyfun home EGTF", "/fly" is "/flyfun"."""

    def named(text: str) -> str:
        return _COMMAND.sub(lambda found: f"/flyfun {found[1] or ''}".rstrip(), text)

    def block_of(block: Block) -> Block:
        return replace(block, markdown=named(block.markdown)) if isinstance(block, (Text, Headline)) else block

    return replace(reply, blocks=tuple(map(block_of, reply.blocks)))


def _headed(pictures: Sequence[SlackBlock], messages: list[SlackMessage]) -> list[SlackMessage]:
    """The messages with the pictures above the first words, or in one of their own where those leave no room."""
    if messages and len(messages[0].blocks) + len(pictures) <= MAX_BLOCKS:
        first = messages[0]
        return [replace(first, blocks=(*pictures, *first.blocks)), *messages[1:]]
    alt = "\n".join(str(one["alt_text"]) for one in pictures)
    return [SlackMessage(tuple(pictures), shortened(alt, 300), alt), *messages]


class SlackOutbound:
    """The sending side."""

    def __init__(self, calls: Calls, threads: Threads, shelf: Shelf) -> None:
        self._calls = calls
        self._threads = threads
        self._shelf = shelf
        self._waiting = Waiting(calls)

    @property
    def capabilities(self) -> Capabilities:
        return CAPABILITIES

    def open(self, message: IncomingMessage, pace: Pace) -> Delivery:
        """A delivery that answers `message`."""
        return SlackDelivery(self._calls, self._threads, self._shelf, message, pace, self._waiting)

    def noticed(self, message: IncomingMessage) -> None:
        """A status line in a direct message, should it take long."""
        self._waiting.begin(message)

    def is_private(self, chat: ChatRef) -> bool:
        """Ids of direct messages begin with a D; what is sent to a person's id comes there, too."""
        return chat.chat[:1] in ("D", "U", "W")

    async def poll(self, chat: ChatRef, ballot: Ballot, pace: Pace) -> Sent:
        """Slack has no polls of its own: days are buttons."""
        return Sent()

    async def end_poll(self, chat: ChatRef, sent: Sent) -> None:
        """There is none to be closed."""

    async def pin(self, chat: ChatRef, sent: Sent, on: bool) -> None:
        """That would ask every workspace for one more right."""

    async def private_link(self, token: str) -> str:
        """Slack shows a reply to one person alone."""
        return ""

    async def administers(self, message: IncomingMessage) -> bool:
        """An owner or administrator of the workspace."""
        if message.private:
            return True
        try:
            answer = await self._calls.read(message.chat.tenant, "users_info", user=message.person.id)
        except (Refused, ChatGone):
            return False
        user: Mapping[str, Any] = answer.get("user") or {}
        return any(flag_at(user, name) for name in ("is_admin", "is_owner", "is_primary_owner"))

    async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
        """Send a reply that nobody asked for, in the conversation's thread."""
        sent = await self._unasked(chat, await self._place(chat), pace).finish(reply)
        if not chat.thread and not self.is_private(chat) and sent.message_ids:  # what is said below it is for us
            await self._threads.join(chat.tenant, chat.chat, sent.message_ids[0], "")
        return sent

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply, pace: Pace) -> Sent:
        """Update message by message; pictures and files stay as they are."""
        place = sent.thread or await self._place(chat)
        return await self._unasked(chat, place, pace).replace(sent, reply)

    async def _place(self, chat: ChatRef) -> str:
        return await self._threads.place(chat.tenant, chat.chat, chat.thread)

    def _unasked(self, chat: ChatRef, thread: str, pace: Pace) -> SlackDelivery:
        handle = {"thread": thread} if thread else {}
        message = unasked(chat, handle, private=self.is_private(chat))
        return SlackDelivery(self._calls, self._threads, self._shelf, message, pace)


@dataclass(frozen=True)
class _Upload:
    """The file of one step of one answer."""

    threads: Threads
    tenant: str
    message: str
    step: str

    async def begun(self) -> str:
        return await self.threads.noted(self.tenant, self.message, f"upload {self.step}")

    async def begin(self, file: str) -> None:
        await self.threads.note(self.tenant, self.message, f"upload {self.step}", file)


class SlackDelivery:
    """One answer on its way; remembers what Slack took, so that `finish` can be called again."""

    def __init__(
        self,
        calls: Calls,
        threads: Threads,
        shelf: Shelf,
        message: IncomingMessage,
        pace: Pace,
        waiting: Waiting | None = None,
    ) -> None:
        self._calls = calls
        self._threads = threads
        self._shelf = shelf
        self._waiting = waiting
        self._message = message
        self._pace = pace
        self._tenant = message.chat.tenant
        self._channel = message.chat.chat
        self._thread = message.handle.get("thread", "")
        self._by_response = False
        self._signature = Signature(calls, message)
        self._progress = Progress(calls, threads, message, self._thread, self._signature)
        self._steps: list[Step] | None = None
        self._maps: list[Map] = []
        self._done: dict[str, str] = {}
        self._step = ""
        self._unsure = False

    # --- progress -----------------------------------------------------------------------------------

    async def snapshot(self, reply: Reply) -> None:
        """Show progress with one call at most. What cannot be shown is left out."""
        words = words_of(reply.blocks)
        await self._waits_no_more()
        if "turn" in self._message.handle:
            return
        if not self._thread:
            if words and "root" in self._message.handle and "quiet" not in self._message.handle:
                await self._open_thread()
            return
        self._progress.thread = self._thread
        await self._progress.show(reply)

    # --- the whole reply ----------------------------------------------------------------------------

    async def finish(self, reply: Reply) -> Sent:
        """Send the final reply, whole and in order. Goes on where it stopped when called again."""
        await self._waits_no_more()
        if reply.blocks and all(isinstance(block, Status) for block in reply.blocks):
            await self._passing_sign(status_of(reply.blocks))
            return Sent()
        reply = with_our_commands(reply)
        named = self._thread if self._message.private else ""  # a reply in a direct message names its thread
        if await self._turned(reply):
            return Sent((self._message.handle["turn"],), named)
        try:
            await self._send(reply)
        except ChatGoneBecause as error:
            reachable = self._message.handle.get("response_url") and not self._by_response
            if error.code not in NOT_A_MEMBER or not reachable or any(self._done.values()):
                raise
            self._by_response, self._steps = True, None
            await self._send(reply)
        if self._progress.status:
            await self._progress.quietly(self._progress.set_status(""))
        if reply.blocks and reply.marks and not reply.ephemeral and self._message.handle.get("blocks"):
            await self._pace()
            await self._progress.quietly(
                mark(self._calls, self._message.chat, self._message.handle, self._message.token)
            )
        await self._keep_first_page(reply)
        return Sent(tuple(ts for ts in self._done.values() if ts), named)

    # --- pages in place -------------------------------------------------------------------------------

    async def _turned(self, reply: Reply) -> bool:
        """Put the answer to "More" in the place of the page it was tapped on; False where it has to be posted."""
        handle, chat = self._message.handle, self._message.chat
        book = await self._shelf.get(chat, handle["turn"]) if "turn" in handle else None
        pages = self._pages(reply)
        if book is None or reply.ephemeral or len(pages) != 1 or not goes_under(reply, book):
            return False
        book = book.turned(self._message.id, handle)
        await self._shelf.put(chat, handle["turn"], book, self._message.person.id)  # "Back" may come at once
        await self._pace()
        page = with_back(pages[0], reply.back)
        if pictures := pictures_in(handle.get("blocks", "")):
            page = replace(page, blocks=(*(await self._ready(reply) or pictures), *page.blocks))
        return await self._updated(handle["turn"], page)

    async def _keep_first_page(self, reply: Reply) -> None:
        """Remember which picture stands above a page that can be turned."""
        sent = [ts for name, ts in self._done.items() if name.startswith("words") and ts]
        picture = picture_of(reply.blocks)
        if len(sent) == 1 and has_more(reply) and picture is not None:
            await self._shelf.put(self._message.chat, sent[0], Book(picture), self._message.person.id)

    async def _waits_no_more(self) -> None:
        if self._waiting is not None and await self._waiting.over(self._message):
            self._progress.status = True

    async def _send(self, reply: Reply) -> None:
        if self._steps is None:
            self._done = {}
            await self._progress.recall()
            kept = await self._threads.noted(self._tenant, self._message.id, "steps")
            steps = await self._plan(reply)
            if kept and not self._by_response:
                self._done = {name: ts for name, ts in json.loads(kept).items() if name in dict(steps)}
                self._unsure = True  # somebody began to send it: the next step may have arrived
            self._steps = steps
            await self._note_steps()
        for name, step in self._steps:
            if name in self._done:
                continue
            if not name.startswith(WHISPER):
                await self._pace()
            self._step = name
            looked_for = self._unsure and name.startswith(SIGNED) and not self._by_response
            there = await self._signature.arrived(name, self._thread) if looked_for else ""
            try:
                self._done[name] = there or await step()
            except Unanswered:
                self._unsure = True
                raise
            self._unsure = False
            await self._note_steps()

    async def _note_steps(self) -> None:
        await self._threads.note(self._tenant, self._message.id, "steps", json.dumps(self._done))

    async def _plan(self, reply: Reply) -> list[Step]:
        """The calls that the reply takes, each by a name and after a turn of the pace."""
        begun = self._progress.begun
        self._progress.thread = self._thread
        if not reply.blocks:
            return [("remove", self._progress.remove)] if begun else []
        if self._for_the_asker(reply):
            whispers: list[Step] = [
                (f"{WHISPER} {number}", lambda message=message: self._whisper(message))
                for number, message in enumerate(self._pages(reply))
            ]
            return [("remove", self._progress.remove), *whispers] if begun else whispers
        if "root" in self._message.handle and not self._thread and not self._by_response:
            await self._pace()
            await self._open_thread()
        if self._by_response:
            return self._responses(reply)
        messages = self._laid_out(reply)
        shared = await self._upload("picture 0").begun()  # an earlier try had to share it by itself
        pictures = [] if shared else await self._ready(reply)
        steps: list[Step] = []
        if pictures:
            messages = _headed(pictures, messages)
        elif maps := [block for block in reply.blocks if isinstance(block, Map)]:
            if begun:
                steps.append(("remove", self._progress.remove))  # the picture comes first
            for number, picture in enumerate(maps):
                steps.append((f"picture {number}", lambda picture=picture: self._picture(picture)))
        for number, file in enumerate(block for block in reply.blocks if isinstance(block, File)):
            steps.append((f"file {number}", lambda file=file: self._file(file)))
        for number, message in enumerate(messages):
            send = self._post if number else self._first
            steps.append((f"words {number} of {len(messages)}", lambda message=message, send=send: send(message)))
        return steps

    async def _ready(self, reply: Reply) -> list[SlackBlock]:
        """The pictures of a reply as blocks of its words' message; none where each is to be shared by itself."""
        self._maps = [block for block in reply.blocks if isinstance(block, Map)]
        found: list[SlackBlock] = []
        for number, picture in enumerate(self._maps):
            block = await self._pictures(f"image {number}").block(picture)
            if block is None:
                return []
            found.append(block)
        return found

    def _for_the_asker(self, reply: Reply) -> bool:
        """Help, settings and errors are nobody else's; a real answer (it asks for thumbs) is everybody's."""
        handle = self._message.handle
        if "quiet" in handle:
            return not reply.thumbs
        if "root" in handle:  # nobody has seen the question yet; where they have, it is answered there
            return reply.ephemeral and not self._thread and bool(handle.get("response_url"))
        return reply.ephemeral and not self._message.private

    def _pages(self, reply: Reply) -> list[SlackMessage]:
        """The words of a reply."""
        return laid_out(reply.blocks, reply.buttons, reply.thumbs, self._message.chat.thread)

    def _laid_out(self, reply: Reply) -> list[SlackMessage]:
        messages = self._pages(reply)
        asked = self._message.handle.get("asked", "")
        if asked and messages and not self._message.private and "root" not in self._message.handle:
            first = messages[0]
            messages[0] = SlackMessage((*quoted(asked, ""), *first.blocks), first.text, first.plain)
        return messages

    async def _first(self, message: SlackMessage) -> str:
        """The first words: in the place of what was shown so far, or as a message of their own."""
        return await self._progress.become(message, self._signature.of(self._step)) or await self._post(message)

    async def _post(self, message: SlackMessage) -> str:
        place: dict[str, Any] = {"channel": self._channel, **NO_UNFURL}
        if self._step:
            place["metadata"] = self._signature.of(self._step)
        if self._thread:
            place["thread_ts"] = self._thread
        try:
            answer = await self._calls.send(
                self._tenant, "chat_postMessage", **place, blocks=list(message.blocks), text=message.text
            )
        except Refused as error:
            if error.code in NO_THREAD and self._thread:
                self._thread = ""
                return await self._post(message)
            if error.code not in BAD_BLOCKS:
                raise NotDelivered(str(error)) from error
            log.warning("Slack refused the blocks of an answer: %s", error.code)
            if shows_picture(message.blocks):
                return await self._post_apart(message)
            try:
                answer = await self._calls.send(
                    self._tenant, "chat_postMessage", **place, text=message.plain, mrkdwn=False
                )
            except Refused as again:
                raise NotDelivered(str(again)) from again
        self._progress.status = False
        return str(answer["ts"])

    async def _post_apart(self, message: SlackMessage) -> str:
        """The pictures by themselves, and then the words, where Slack does not take them in one message."""
        pictures = self._pictures(self._step)
        for picture in self._maps:
            await pictures.forget(picture)
            await pictures.share(picture)
        bare = without_pictures(message)
        return await self._post(bare) if bare.blocks else ""

    async def replace(self, sent: Sent, reply: Reply) -> Sent:
        """Put a reply in the place of what was sent. Raises ChannelError."""
        reply = with_our_commands(reply)
        files = sum(isinstance(block, File) for block in reply.blocks)
        kept, before = list(sent.message_ids[:files]), sent.message_ids[files:]
        messages = self._pages(reply)
        if pictures := await self._ready(reply):
            messages = _headed(pictures, messages)
        for number, message in enumerate(messages):
            await self._pace()
            shown = number < len(before) and await self._updated(before[number], message)
            kept.append(before[number] if shown else await self._post(message))
        for left in before[len(messages) :]:
            await self._progress.delete(left)
        return Sent(tuple(kept), sent.thread)

    async def _updated(self, ts: str, message: SlackMessage) -> bool:
        """Change a message; False when it is not there any more."""
        try:
            await self._progress.update(ts, message)
        except Refused as error:
            log.info("a message could not be changed: %s", error.code)
            return False
        return True

    async def _file(self, file: File) -> str:
        return await self._pictures(self._step).attach(file)

    async def _picture(self, picture: Map) -> str:
        return await self._pictures(self._step).share(picture)

    def _pictures(self, step: str) -> Pictures:
        upload = self._upload(step)
        return Pictures(self._calls, self._threads, self._tenant, self._channel, self._thread, upload=upload)

    def _upload(self, step: str) -> _Upload:
        return _Upload(self._threads, self._tenant, self._message.id, step)

    # --- commands -----------------------------------------------------------------------------------

    async def _open_thread(self) -> None:
        """Post the question, once, and take its thread; or find that the bot may not write here."""
        message, name = self._message, self._message.id
        root = await self._threads.root(self._tenant, name)
        if root is None:
            question = message.text or message.handle.get("asked", "")
            words = " ".join(question.split())
            try:
                answer = await self._calls.send(
                    self._tenant,
                    "chat_postMessage",
                    channel=self._channel,
                    blocks=list(quoted(question, message.person.name)),
                    text=entities(shortened(words, 150)) or "A question",
                    **NO_UNFURL,
                )
                root = str(answer["ts"])
            except ChatGoneBecause as error:
                if error.code not in NOT_A_MEMBER or not message.handle.get("response_url"):
                    raise
                root = NOWHERE
            except Refused as error:
                raise NotDelivered(str(error)) from error
            await self._threads.set_root(self._tenant, name, root)
            if root != NOWHERE and not message.private:
                await self._threads.join(self._tenant, self._channel, root, message.chat.thread)
        if root == NOWHERE:
            self._by_response = True
        else:
            self._thread = root

    def _responses(self, reply: Reply) -> list[Step]:
        """The answer by response URL: to everybody in the channel, five messages at most."""
        messages = self._pages(reply)
        head = quoted(self._message.text or self._message.handle.get("asked", ""), self._message.person.name)
        if len(messages) > RESPONSE_USES:
            kept = messages[: RESPONSE_USES - 1]
            messages = [*kept, *self._pages(Reply((Status(GONE_ON),), reply.buttons, thumbs=reply.thumbs))]
        if messages:
            first = messages[0]
            messages[0] = SlackMessage((*head, *first.blocks), first.text, first.plain)
        return [
            (f"response {number}", lambda message=message: self._respond(message, "in_channel"))
            for number, message in enumerate(messages)
        ]

    async def _respond(self, message: SlackMessage, to: str) -> str:
        url = self._message.handle.get("response_url", "")
        uses = await self._threads.response_uses(self._tenant, self._message.id)
        if not url or uses >= RESPONSE_USES:
            raise ChatGone("there is no way left to answer")
        # Counted before: an answer that was lost may have been taken.
        await self._threads.use_response(self._tenant, self._message.id)
        body = {"response_type": to, "replace_original": False, "text": message.text, **NO_UNFURL}
        try:
            await self._calls.respond(url, {**body, "blocks": list(message.blocks)})
        except Refused as error:
            if uses + 1 >= RESPONSE_USES or error.code in ("expired_url", "used_url", "404"):
                raise ChatGone(str(error)) from error
            await self._threads.use_response(self._tenant, self._message.id)
            try:
                await self._calls.respond(url, {**body, "text": message.plain})
            except Refused as again:
                raise ChatGone(str(again)) from again
        return ""

    async def _whisper(self, message: SlackMessage) -> str:
        """A message that the asker alone sees; a plain one in the thread where Slack cannot do that."""
        url = self._message.handle.get("response_url")
        if url and (self._by_response or not self._thread):
            return await self._respond(message, "ephemeral")
        place = {"thread_ts": self._thread} if self._thread else {}
        try:
            await self._calls.send(
                self._tenant,
                "chat_postEphemeral",
                channel=self._channel,
                user=self._message.person.id,
                blocks=list(message.blocks),
                text=message.text,
                **place,
            )
        except ChatGoneBecause:
            if url:
                return await self._respond(message, "ephemeral")
            raise
        except Refused:
            return await self._post(message)
        return ""

    async def _passing_sign(self, text: str) -> None:
        """Say that the message is seen and comes next; nobody is bothered when that fails."""
        if self._message.private and self._thread:
            await self._progress.quietly(self._progress.set_status(text))
        elif not self._message.private:
            await self._progress.quietly(
                self._calls.send(
                    self._tenant,
                    "chat_postEphemeral",
                    channel=self._channel,
                    user=self._message.person.id,
                    text=entities(text),
                    **({"thread_ts": self._thread} if self._thread else {}),
                )
            )
