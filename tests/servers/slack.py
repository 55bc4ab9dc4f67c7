"""A strict Slack on this machine: Web API, streams, uploads, response URLs, OAuth, events and Socket Mode.

    async with SlackServer() as slack:
        team = slack.workspace("T1")                 # token, bot, channels, people
        slack.connect_http(post)                     # or the app connects by Socket Mode
        ts = await team.say("U1", "C1", "<@UBOT1> how far is EGTF from LFMD")
        await team.command("U1", "C1", "how far …")
        await team.tap(message, "120 knots")

It refuses every breach of Slack's limits and remembers it in `violations`, delivers a mention as two events,
repeats what is not answered with 200 within three seconds, and meets calls with the faults put up for them.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import aiohttp
from aiohttp import web
from servers.slack_rules import (
    Breach,
    check_blocks,
    check_message,
    check_text,
    check_view,
    read_blocks,
    read_markdown,
    unescaped,
)

SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
APP_TOKEN = "xapp-1-A1-1-abc"
ACK_SECONDS = 3.0

Post = Callable[[bytes, Mapping[str, str]], Awaitable[tuple[int, bytes]]]

SCOPE_OF = {
    "chat.postMessage": "chat:write",
    "chat.update": "chat:write",
    "chat.delete": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.startStream": "chat:write",
    "chat.appendStream": "chat:write",
    "chat.stopStream": "chat:write",
    "assistant.threads.setStatus": "assistant:write",
    "assistant.threads.setSuggestedPrompts": "assistant:write",
    "files.getUploadURLExternal": "files:write",
    "files.completeUploadExternal": "files:write",
    "files.info": "files:read",
    "users.info": "users:read",
}
SCOPE_OF_EVENT = {
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.mpim": "mpim:history",
    "channel_id_changed": "groups:read",
    "channel_left": "channels:read",
    "channel_unarchive": "channels:read",
    "group_left": "groups:read",
    "group_unarchive": "groups:read",
    "member_joined_channel": "channels:read",
    "member_left_channel": "channels:read",
}


@dataclass
class Message:
    """One message of a channel, as it is now."""

    ts: str
    channel: str
    user: str
    text: str
    blocks: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    thread_ts: str = ""
    streaming: bool = False
    streamed: str = ""
    only_for: str = ""
    file: str = ""
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    response: bool = False
    updates: int = 0

    @property
    def shown(self) -> str:
        """What a person reads."""
        words = [read_markdown(self.streamed)] if self.streamed else []
        words += [read_blocks(self.blocks)] if self.blocks else []
        return "\n".join(words) if words else unescaped(self.text)

    @property
    def picture(self) -> str:
        """The file that it shows: its own, or that of a block; empty without."""
        shown = [block["slack_file"]["id"] for block in self.blocks if "slack_file" in block]
        return self.file or next(iter(shown), "")

    @property
    def buttons(self) -> list[dict[str, Any]]:
        """The buttons, with the block they are in."""
        rows = [block for block in self.blocks if block["type"] == "section" and "accessory" in block]
        return [{**row["accessory"], "block_id": row["block_id"]} for row in rows] + [
            {**element, "block_id": block["block_id"]}
            for block in self.blocks
            if block["type"] == "actions"
            for element in block["elements"]
        ]

    @property
    def labels(self) -> list[str]:
        return [named(button) for button in self.buttons]


UPLOADS = "uploads"
"""In the place of a channel: files that are not shared."""


def _as_told(block: Mapping[str, Any]) -> dict[str, Any]:
    """A block as Slack tells it: of a picture more than it takes."""
    if "slack_file" not in block:
        return dict(block)
    file = {**block["slack_file"], "url": "https://files.slack.com/files-pri/T1-F1/map.jpg"}
    return {"block_id": "b1", **block, "slack_file": file, "image_width": 1280, "image_bytes": 1}


def named(button: Mapping[str, Any]) -> str:
    """What a button is called: as it is read aloud, else as it is seen."""
    return unescaped(str(button.get("accessibility_label") or button["text"]["text"]))


@dataclass
class File:
    """An upload: known at once, ready and shared a moment after it was completed."""

    id: str
    data: bytes = b""
    alt: str = ""
    name: str = ""
    ready: bool = False
    shares: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass
class Fault:
    """What the next call meets: `kind` is slow_down, refused, lost_answer or an error of Slack's."""

    kind: str
    seconds: float = 0.0


@dataclass
class ResponseUrl:
    team: str
    channel: str
    user: str
    uses: int = 0
    born: float = field(default_factory=time.monotonic)


def _since(messages: list[Message], values: dict[str, Any]) -> list[Message]:
    """Those from `oldest` on, and a thread's first one always."""
    oldest = float(values.get("oldest") or 0)
    first = values.get("ts")
    return [one for one in messages if float(one.ts) >= oldest or one.ts == first]


class SlackServer:
    """The platform. `http_events` is how events are posted when no socket is open."""

    def __init__(self, scopes: set[str] | None = None, events: set[str] | None = None) -> None:
        self.scopes, self.events = scopes, events
        self.teams: dict[str, Team] = {}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.violations: list[str] = []
        self.faults: dict[str, list[Fault | None]] = {}
        self.blocked: dict[str, float] = {}
        self.files: dict[str, File] = {}
        self.file_delay = 0.2
        self.work_delay = 0.2
        """Until blocks may show a file that was not shared."""
        self.responses: dict[str, ResponseUrl] = {}
        self.triggers: dict[str, float] = {}
        self.codes: dict[str, str] = {}
        self.post: Post | None = None
        self.sockets: list[web.WebSocketResponse] = []
        self.tickets: set[str] = set()
        self.deaf = False
        self.slow_acks: list[float] = []
        self.answers: list[tuple[str, int]] = []
        self.retry_pause, self.retries = 0.05, 3
        self._acks: dict[str, asyncio.Future[Any]] = {}
        self._ids = itertools.count(1)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._runner: web.AppRunner | None = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/api/"

    async def __aenter__(self) -> SlackServer:
        app = web.Application(client_max_size=20_000_000)
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_post("/upload/{file}", self._upload)
        app.router.add_post("/response/{name}", self._response)
        app.router.add_get("/link/{ticket}", self._socket)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for socket in self.sockets:
            await socket.close()
        assert self._runner is not None
        lines = [line.transport for line in self._runner.server.connections] if self._runner.server else []
        await self._runner.cleanup()
        for line in lines:  # one whose program was killed never empties what is still to be written to it
            if line is not None:
                line.abort()
        await asyncio.sleep(0)

    def workspace(self, team: str = "T1", *, installed: bool = True) -> Team:
        """A workspace with a public channel C1, a channel C9 that the bot is not in, and direct messages."""
        made = self.teams[team] = Team(self, team, installed=installed)
        return made

    def connect_http(self, post: Post) -> None:
        """Events go to this path from now on."""
        self.post = post

    def new_ts(self) -> str:
        return f"{int(time.time())}.{next(self._ids):06d}"

    def new_id(self) -> int:
        return next(self._ids)

    def new_trigger(self) -> str:
        trigger = f"{next(self._ids)}.77.abc"
        self.triggers[trigger] = time.monotonic()
        return trigger

    def called(self, method: str) -> list[dict[str, Any]]:
        """The arguments of every call of a method."""
        return [values for name, values in self.calls if name == method]

    # --- the Web API --------------------------------------------------------------------------------

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        values = await _values(request)
        token = request.headers.get("authorization", "").removeprefix("Bearer ") or values.pop("token", "")
        self.calls.append((method, values))
        if method == "apps.connections.open":
            return self._open_connection(token)
        if method == "oauth.v2.access":
            return self._oauth(values, request.headers.get("authorization", ""))
        team = next((team for team in self.teams.values() if team.token == token), None)
        if team is None or not team.installed:
            return _json({"ok": False, "error": "token_revoked" if team else "invalid_auth"})
        if method == "auth.test":
            return _json({"ok": True, "team_id": team.id, "user_id": team.bot, "bot_id": team.bot_id, "user": "f"})
        scope = SCOPE_OF.get(method)
        if scope and self.scopes is not None and scope not in self.scopes:
            self.violations.append(f"{method}: missing_scope {scope}")
            return _json({"ok": False, "error": "missing_scope", "needed": scope})
        channel = str(values.get("channel") or values.get("channel_id") or "")
        private = method == "files.completeUploadExternal" and not channel
        fault = self._next_fault(UPLOADS if private else channel)
        if self.blocked.get(channel, 0.0) > time.monotonic():
            self.violations.append(f"{method}: called while {channel} was to be left alone")
        if fault is not None and fault.kind == "slow_down":
            self.blocked[channel] = time.monotonic() + fault.seconds
            body = {"ok": False, "error": "ratelimited"}
            return web.json_response(body, status=429, headers={"Retry-After": str(int(fault.seconds))})
        if fault is not None and fault.kind == "refused":
            return web.Response(status=503, text="upstream", content_type="text/html")
        if fault is not None and fault.kind != "lost_answer":
            return _json({"ok": False, "error": fault.kind})
        try:
            answer = await self._do(team, method, values)
        except Breach as breach:
            expected = breach.code in ("not_in_channel", "channel_not_found", "message_not_in_streaming_state")
            deleted = breach.code == "thread_not_found" and values.get("thread_ts") in team.removed
            if not expected and not deleted and breach.code not in ("is_archived", "message_not_found"):
                self.violations.append(f"{method}: {breach}")
            return _json({"ok": False, "error": breach.code})
        if fault is not None:
            assert request.transport is not None
            request.transport.close()
        return _json({"ok": True, **answer})

    def fault(self, channel: str, kind: str, *, seconds: float = 0.0, after: int = 0) -> None:
        """A sending call to a channel, after `after` good ones, meets this."""
        self.faults.setdefault(channel, []).extend([*[None] * after, Fault(kind, seconds)])

    def _next_fault(self, channel: str) -> Fault | None:
        waiting = self.faults.get(channel)
        return waiting.pop(0) if waiting else None

    async def _do(self, team: Team, method: str, values: dict[str, Any]) -> dict[str, Any]:
        match method:
            case "chat.postMessage":
                return self._post_message(team, values)
            case "chat.update":
                return self._update(team, values)
            case "chat.delete":
                message = team.own(values["channel"], values["ts"])
                if message.streaming:
                    raise Breach("streaming_state_conflict", "delete while streaming")
                del team.messages[values["channel"]][values["ts"]]
                return {}
            case "chat.postEphemeral":
                room = team.writable(values["channel"])
                check_message(values.get("text", ""), values.get("blocks", []), self.files)
                team.add(
                    room,
                    team.bot,
                    values["text"],
                    values.get("blocks", []),
                    only_for=values["user"],
                    thread_ts=values.get("thread_ts", ""),
                )
                return {"message_ts": "1.1"}
            case "chat.startStream":
                return self._start_stream(team, values)
            case "chat.appendStream":
                message = team.own(values["channel"], values["ts"])
                self._stream(message, values)
                return {"ts": message.ts}
            case "chat.stopStream":
                return self._stop_stream(team, values)
            case "assistant.threads.setStatus":
                team.writable(values["channel_id"])
                if not values["thread_ts"]:
                    raise Breach("invalid_arguments", "thread_ts")
                check_text(values["status"])
                team.statuses[values["channel_id"], values["thread_ts"]] = values["status"]
                team.said_statuses.append(values["status"])
                return {}
            case "assistant.threads.setSuggestedPrompts":
                team.writable(values["channel_id"])
                prompts = values["prompts"]
                if not 1 <= len(prompts) <= 4 or any(set(one) != {"title", "message"} for one in prompts):
                    raise Breach("invalid_arguments", "prompts")
                team.prompts[values["channel_id"]] = prompts
                return {}
            case "conversations.replies":
                team.readable(values["channel"])
                found = _since(team.thread(values["channel"], values["ts"]), values)
                most = int(values["limit"])
                shown = [team.as_event(one, _told(values)) for one in found[:most]]
                return {"messages": shown, "has_more": len(found) > most}
            case "conversations.history":
                room = team.readable(values["channel"])
                shown = [one for one in team.messages[room].values() if not one.thread_ts and not one.only_for]
                newest = _since(shown, values)[::-1]
                most = int(values["limit"])
                return {"messages": [team.as_event(one, _told(values)) for one in newest[:most]]}
            case "files.getUploadURLExternal":
                file = File(f"F{next(self._ids)}", alt=values.get("alt_txt", ""), name=str(values["filename"]))
                pictured = str(values["filename"]).endswith((".png", ".jpg"))
                if (pictured and not file.alt) or int(values["length"]) <= 0:
                    raise Breach("invalid_arguments", "alt_txt and length")
                self.files[file.id] = file
                return {"file_id": file.id, "upload_url": self.url.replace("/api/", f"/upload/{file.id}")}
            case "files.completeUploadExternal":
                return self._complete(team, values)
            case "files.info":
                file = self.files.get(values["file"])
                if file is None:
                    raise Breach("file_not_found", values["file"])
                kind = "image/png" if file.ready else ""
                return {"file": {"id": file.id, "mimetype": kind, "shares": file.shares}}
            case "users.info":
                profile = {"display_name": team.names.get(values["user"], ""), "real_name": ""}
                return {
                    "user": {
                        "id": values["user"],
                        "name": values["user"].lower(),
                        "real_name": team.names.get(values["user"], ""),
                        "is_admin": values["user"] in team.admins,
                        "is_owner": False,
                        "profile": profile,
                        **(
                            {"locale": team.locale}
                            if str(values.get("include_locale")).lower() in ("1", "true")
                            else {}
                        ),
                    }
                }
            case "views.publish":
                if values["view"]["type"] != "home":
                    raise Breach("invalid_arguments", "not a home view")
                check_view(values["view"])
                team.homes[values["user_id"]] = values["view"]
                return {"view": {"id": "V1"}}
            case "views.open":
                born = self.triggers.pop(values["trigger_id"], None)
                if born is None or time.monotonic() - born > 3:
                    raise Breach("expired_trigger_id", "views.open")
                check_view(values["view"])
                team.modals.append(values["view"])
                return {"view": {"id": "V2"}}
            case _:
                raise Breach("unknown_method", method)

    def _post_message(self, team: Team, values: dict[str, Any]) -> dict[str, Any]:
        named = str(values["channel"])  # a person's id means their direct messages with the app
        room = team.writable(team.dm(named) if named[:1] in ("U", "W") else named)
        blocks: list[dict[str, Any]] = values.get("blocks") or []
        check_message(values.get("text", ""), blocks, self.files)
        if values.get("unfurl_links") is not False or values.get("unfurl_media") is not False:
            raise Breach("unfurl", "links would unfurl")
        if values.get("link_names") or values.get("parse"):
            raise Breach("parse", "mentions would be made from text")
        thread = values.get("thread_ts", "")
        if thread and thread not in team.messages[room]:
            raise Breach("thread_not_found", thread)
        message = team.add(room, team.bot, values["text"], blocks, thread_ts=thread)
        message.metadata = _metadata(values.get("metadata"))
        team.statuses.pop((room, thread), None)
        return {"ts": message.ts, "channel": room}

    def _update(self, team: Team, values: dict[str, Any]) -> dict[str, Any]:
        message = team.own(values["channel"], values["ts"])
        if message.streaming:
            raise Breach("streaming_state_conflict", "update while streaming")
        blocks: list[dict[str, Any]] = values.get("blocks") or []
        check_message(values.get("text", ""), blocks, self.files)
        message.text, message.blocks, message.streamed = values["text"], blocks, ""
        if "metadata" in values:  # else it keeps what it had
            message.metadata = _metadata(values["metadata"])
        message.updates += 1
        return {"ts": message.ts, "channel": message.channel}

    def _start_stream(self, team: Team, values: dict[str, Any]) -> dict[str, Any]:
        room = team.writable(values["channel"])
        if not values.get("thread_ts") or values["thread_ts"] not in team.messages[room]:
            raise Breach("invalid_thread_ts", "a stream needs the thread of a person's message")
        recipient = str(values.get("recipient_user_id", ""))
        known = values.get("recipient_team_id") == team.id and recipient[:1] in ("U", "W")
        if not room.startswith("D") and not known:
            raise Breach("missing_recipient_team_id", "a stream in a channel")
        if recipient == team.bot:
            raise Breach("invalid_recipient", "the recipient is a bot")
        message = team.add(room, team.bot, "", [], thread_ts=values["thread_ts"])
        message.streaming = True
        team.statuses.pop((room, values["thread_ts"]), None)
        if values.get("markdown_text"):
            self._stream(message, values)
        return {"ts": message.ts, "channel": room}

    def _stream(self, message: Message, values: dict[str, Any]) -> None:
        if not message.streaming:
            raise Breach("message_not_in_streaming_state", message.ts)
        text = values.get("markdown_text") or "".join(c.get("text", "") for c in values.get("chunks", ()))
        if len(text) > 12_000 or len(message.streamed) + len(text) > 12_000:
            raise Breach("msg_too_long", "markdown_text")
        check_text(text)
        message.streamed += text

    def _stop_stream(self, team: Team, values: dict[str, Any]) -> dict[str, Any]:
        message = team.own(values["channel"], values["ts"])
        if not message.streaming:
            raise Breach("message_not_in_streaming_state", message.ts)
        if values.get("markdown_text"):
            self._stream(message, values)
        blocks: list[dict[str, Any]] = values.get("blocks") or []
        check_message(
            "streamed",
            [*([{"type": "markdown", "text": message.streamed}] if message.streamed else []), *blocks],
            self.files,
        )
        message.streaming, message.blocks = False, blocks
        message.metadata = _metadata(values.get("metadata"))
        return {"ts": message.ts, "channel": message.channel}

    # --- files --------------------------------------------------------------------------------------

    async def _upload(self, request: web.Request) -> web.Response:
        file = self.files[request.match_info["file"]]
        file.data = await request.read()
        return web.Response(text=f"OK - {len(file.data)}")

    def _complete(self, team: Team, values: dict[str, Any]) -> dict[str, Any]:
        named = values.get("channel_id", "")
        room = team.writable(named) if named else ""
        comment, thread = values.get("initial_comment", ""), values.get("thread_ts", "")
        check_text(comment)
        done: list[File] = []
        for one in json.loads(values["files"]):
            file = self.files.get(one["id"])
            if file is None or not file.data:
                raise Breach("file_not_found", str(one))
            done.append(file)
        if not room:
            if comment or thread:
                raise Breach("invalid_arguments", "words for a file that is not shared")
            self._later(self._work_on(done))
            return {"files": [{"id": file.id, "title": "x"} for file in done]}
        if thread and thread not in team.messages[room]:
            raise Breach("thread_not_found", thread)
        self._later(self._share(team, room, thread, comment, done))
        return {"files": [{"id": file.id, "title": "x"} for file in done]}

    async def _work_on(self, files: list[File]) -> None:
        """A file may be shown a moment after the call that completed it."""
        await asyncio.sleep(self.work_delay)
        for file in files:
            file.ready = True

    async def _share(self, team: Team, room: str, thread: str, comment: str, files: list[File]) -> None:
        """The message of an upload appears a moment after the call that completed it."""
        await asyncio.sleep(self.file_delay)
        for file in files:
            message = team.add(room, team.bot, comment, [], thread_ts=thread)
            message.file = file.id
            file.shares = {"public": {room: [{"ts": message.ts}]}}
            file.ready = True

    # --- response URLs ------------------------------------------------------------------------------

    def response_url(self, team: str, channel: str, user: str) -> str:
        name = f"r{next(self._ids)}"
        self.responses[name] = ResponseUrl(team, channel, user)
        return self.url.replace("/api/", f"/response/{name}")

    async def _response(self, request: web.Request) -> web.Response:
        url = self.responses[request.match_info["name"]]
        body = await request.json()
        self.calls.append(("response_url", body))
        url.uses += 1
        if url.uses > 5:
            self.violations.append("response_url: used more than five times")
            return web.Response(status=404, text="used_url")
        fault = self._next_fault(f"response:{url.channel}")
        if fault is not None:
            return web.Response(status=429, headers={"Retry-After": "1"})
        try:
            check_message(body.get("text", ""), body.get("blocks", []), self.files)
            if body.get("response_type") not in ("ephemeral", "in_channel") or body.get("replace_original"):
                raise Breach("invalid_arguments", "response_type")
        except Breach as breach:
            self.violations.append(f"response_url: {breach}")
            return web.Response(status=400, text=breach.code)
        team = self.teams[url.team]
        only_for = url.user if body["response_type"] == "ephemeral" else ""
        message = team.add(url.channel, team.bot, body["text"], body.get("blocks", []), only_for=only_for)
        message.response = True
        return web.Response(text="ok")

    # --- OAuth --------------------------------------------------------------------------------------

    def _oauth(self, values: Mapping[str, Any], authorization: str) -> web.Response:
        known = base64.b64decode(authorization.removeprefix("Basic ")).decode() == "11.22:cs"
        team = self.teams.get(self.codes.pop(str(values.get("code")), ""))
        if team is None or not known:
            return _json({"ok": False, "error": "invalid_code"})
        team.installed = True
        return _json(
            {
                "ok": True,
                "app_id": "A1",
                "access_token": team.token,
                "token_type": "bot",
                "scope": ",".join(sorted(self.scopes or {"chat:write"})),
                "bot_user_id": team.bot,
                "team": {"id": team.id, "name": "Club"},
                "enterprise": None,
                "is_enterprise_install": False,
                "authed_user": {"id": "U1"},
            }
        )

    # --- delivering to the app ----------------------------------------------------------------------

    async def deliver(
        self, kind: str, payload: dict[str, Any], *, again: int | None = None, retry: int = 0
    ) -> tuple[int, Any]:
        """Send one event, command or interaction; events are repeated until they are acknowledged."""
        started = time.monotonic()
        try:
            async with asyncio.timeout(ACK_SECONDS):
                status, body = await self._send(kind, payload, retry)
        except TimeoutError:
            status, body = 0, None
        took = time.monotonic() - started
        self.slow_acks.append(took)
        self.answers.append((kind, status))
        if status == 200:
            return status, body
        again = self.retries if again is None else again
        if kind == "events_api" and again:
            await asyncio.sleep(self.retry_pause)
            return await self.deliver(kind, payload, again=again - 1, retry=retry + 1)
        if status == 0:
            self.violations.append(f"{kind}: operation_timeout after {took:.1f} s")
        return status, body

    async def _send(self, kind: str, payload: dict[str, Any], retry: int) -> tuple[int, Any]:
        open_sockets = [socket for socket in self.sockets if not socket.closed]
        if open_sockets:
            return await self._send_by_socket(open_sockets[-1], kind, payload, retry)
        assert self.post is not None, "the app is not connected"
        if kind == "events_api":
            body, content = json.dumps(payload).encode(), "application/json"
        elif kind == "slash_commands":
            body, content = urlencode(payload).encode(), "application/x-www-form-urlencoded"
        else:
            body, content = (
                urlencode({"payload": json.dumps(payload)}).encode(),
                "application/x-www-form-urlencoded",
            )
        headers = {"content-type": content, **signed(body)}
        if retry:
            headers |= {"x-slack-retry-num": str(retry), "x-slack-retry-reason": "http_error"}
        status, answer = await self.post(body, headers)
        try:
            return status, json.loads(answer) if answer else None
        except ValueError:
            return status, {"text": answer.decode()}

    async def _send_by_socket(
        self, socket: web.WebSocketResponse, kind: str, payload: dict[str, Any], retry: int
    ) -> tuple[int, Any]:
        envelope = f"e{next(self._ids)}"
        self._acks[envelope] = asyncio.get_running_loop().create_future()
        body: dict[str, Any] = {"type": kind, "envelope_id": envelope, "payload": payload}
        body["accepts_response_payload"] = kind != "events_api"
        if retry:
            body |= {"retry_attempt": retry, "retry_reason": "timeout"}
        await socket.send_json(body)
        return 200, await self._acks[envelope]

    def _open_connection(self, token: str) -> web.Response:
        if token != APP_TOKEN:
            return _json({"ok": False, "error": "invalid_auth"})
        ticket = f"k{next(self._ids)}"
        self.tickets.add(ticket)
        return _json({"ok": True, "url": f"ws://127.0.0.1:{self._port}/link/{ticket}"})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        ticket = request.match_info["ticket"]
        if ticket not in self.tickets:
            return web.Response(status=404)
        self.tickets.remove(ticket)
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"type": "hello", "num_connections": 1})
        async for message in socket:
            if message.type == aiohttp.WSMsgType.PING and not self.deaf:
                await socket.pong(message.data)
            elif message.type == aiohttp.WSMsgType.TEXT:
                answer = json.loads(message.data)
                waiting = self._acks.get(answer.get("envelope_id", ""))
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer.get("payload"))
        return socket

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Team:
    """One workspace and what its people do."""

    def __init__(self, server: SlackServer, team: str, *, installed: bool) -> None:
        self.server, self.id, self.installed = server, team, installed
        self.token, self.bot, self.bot_id = f"xoxb-{team}-secret", f"UBOT{team}", f"B{team}"
        self.members: dict[str, bool] = {f"C1{team}": True, f"C9{team}": False}
        self.messages: dict[str, dict[str, Message]] = {name: {} for name in self.members}
        self.archived: set[str] = set()
        self.admins: set[str] = set()
        self.names: dict[str, str] = {}
        self.locale = "en-GB"
        self.statuses: dict[tuple[str, str], str] = {}
        self.said_statuses: list[str] = []
        self.prompts: dict[str, Any] = {}
        self.homes: dict[str, Any] = {}
        self.modals: list[dict[str, Any]] = []
        self.removed: set[str] = set()

    @property
    def channel(self) -> str:
        """A channel with the bot in it."""
        return f"C1{self.id}"

    @property
    def foreign(self) -> str:
        """A channel without the bot."""
        return f"C9{self.id}"

    def dm(self, user: str) -> str:
        """A person's direct message with the bot."""
        name = f"D{user}{self.id}"
        self.members.setdefault(name, True)
        self.messages.setdefault(name, {})
        return name

    # --- for the API --------------------------------------------------------------------------------

    def readable(self, channel: str) -> str:
        if channel not in self.members:
            raise Breach("channel_not_found", channel)
        if not self.members[channel]:
            raise Breach("not_in_channel", channel)
        return channel

    def writable(self, channel: str) -> str:
        if channel in self.archived:
            raise Breach("is_archived", channel)
        return self.readable(channel)

    def own(self, channel: str, ts: str) -> Message:
        message = self.messages[self.writable(channel)].get(ts)
        if message is None or message.user != self.bot:
            raise Breach("message_not_found", ts)
        return message

    def add(
        self,
        channel: str,
        user: str,
        text: str,
        blocks: list[dict[str, Any]],
        *,
        thread_ts: str = "",
        only_for: str = "",
    ) -> Message:
        message = Message(self.server.new_ts(), channel, user, text, blocks, thread_ts, only_for=only_for)
        self.messages[channel][message.ts] = message
        return message

    def thread(self, channel: str, ts: str) -> list[Message]:
        return [
            one for one in self.messages[channel].values() if ts in (one.ts, one.thread_ts) and not one.only_for
        ]

    def as_event(self, message: Message, metadata: bool = False) -> dict[str, Any]:
        body: dict[str, Any] = {"type": "message", "user": message.user, "text": message.text, "ts": message.ts}
        if metadata and message.metadata:
            body["metadata"] = message.metadata
        if message.thread_ts:
            body["thread_ts"] = message.thread_ts
        if message.file:
            body["files"] = [{"id": message.file}]
        return {**body, "bot_id": self.bot_id} if message.user == self.bot else body

    def remove(self, channel: str, ts: str) -> None:
        """A person deletes a message; what was in its thread can be answered no more."""
        del self.messages[channel][ts]
        self.removed.add(ts)

    # --- what is seen -------------------------------------------------------------------------------

    def from_bot(self, channel: str, thread: str | None = None) -> list[Message]:
        """The bot's messages in a channel (or one of its threads), oldest first."""
        return [
            one
            for one in self.messages[channel].values()
            if one.user == self.bot and (thread is None or one.thread_ts == thread)
        ]

    # --- what people do -----------------------------------------------------------------------------

    def event(self, event: dict[str, Any]) -> dict[str, Any]:
        """An event in its envelope."""
        return {
            "token": "old",
            "team_id": self.id,
            "api_app_id": "A1",
            "type": "event_callback",
            "event_id": f"Ev{self.server.new_id()}",
            "event_time": int(time.time()),
            "authorizations": [
                {
                    "enterprise_id": None,
                    "team_id": self.id,
                    "user_id": self.bot,
                    "is_bot": True,
                    "is_enterprise_install": False,
                }
            ],
            "event": event,
        }

    async def happens(self, event: dict[str, Any], name: str = "") -> tuple[int, Any]:
        """Deliver an event, if the app subscribed to it and has the scope."""
        name = name or event["type"]
        server = self.server
        if server.events is not None and name not in server.events:
            return 0, "not subscribed"
        scope = SCOPE_OF_EVENT.get(name)
        if scope and server.scopes is not None and scope not in server.scopes:
            return 0, "no scope"
        return await server.deliver("events_api", self.event(event))

    async def say(self, user: str, channel: str, text: str, *, thread: str = "", quiet: bool = False) -> str:
        """A person writes; the events that Slack makes of it are delivered. The message's ts."""
        message = self.add(channel, user, text, [], thread_ts=thread)
        if quiet:
            return message.ts
        body = {
            **self.as_event(message),
            "channel": channel,
            "client_msg_id": message.ts,
            "team": self.id,
            "event_ts": message.ts,
        }
        kind = "im" if channel.startswith("D") else "channel"
        member = self.members[channel]
        jobs: list[Awaitable[tuple[int, Any]]] = []
        if member:
            jobs.append(
                self.happens({**body, "channel_type": kind}, f"message.{'im' if kind == 'im' else 'channels'}")
            )
        if f"<@{self.bot}>" in text and kind != "im":
            jobs.append(self.happens({**body, "type": "app_mention"}))
        await asyncio.gather(*jobs)
        return message.ts

    async def command(self, user: str, channel: str, text: str, name: str = "ana") -> tuple[int, Any]:
        """A person uses the slash command; what is answered at once."""
        return await self.server.deliver(
            "slash_commands",
            {
                "token": "old",
                "team_id": self.id,
                "team_domain": "club",
                "channel_id": channel,
                "channel_name": "directmessage" if channel.startswith("D") else "general",
                "user_id": user,
                "user_name": name,
                "command": "/flyfun",
                "text": text,
                "api_app_id": "A1",
                "is_enterprise_install": "false",
                "response_url": self.server.response_url(self.id, channel, user),
                "trigger_id": self.server.new_trigger(),
            },
        )

    def interaction(self, kind: str, user: str, **values: Any) -> dict[str, Any]:
        return {
            "type": kind,
            "token": "old",
            "team": {"id": self.id, "domain": "club"},
            "user": {"id": user, "username": "ana", "name": self.names.get(user, "ana"), "team_id": self.id},
            "api_app_id": "A1",
            "is_enterprise_install": False,
            "trigger_id": self.server.new_trigger(),
            **values,
        }

    async def tap(self, user: str, message: Message, label: str) -> tuple[int, Any]:
        """Press a button under a message."""
        found = [(one, named(one).removeprefix("✓ ")) for one in message.buttons]
        (button,) = [one for one, shown in found if shown == label]
        return await self._act(user, message, button)

    async def thumb(self, user: str, message: Message, *, good: bool) -> tuple[int, Any]:
        """Press a feedback button under a message."""
        (block,) = [block for block in message.blocks if block["type"] == "context_actions"]
        element = block["elements"][0]
        chosen = element["positive_button" if good else "negative_button"]
        action = {
            "type": "feedback_buttons",
            "action_id": element["action_id"],
            "value": chosen["value"],
            "text": chosen["text"],
            "block_id": block["block_id"],
        }
        return await self._act(user, message, action)

    async def _act(self, user: str, message: Message, button: Mapping[str, Any]) -> tuple[int, Any]:
        action = {**button, "action_ts": self.server.new_ts()}
        container = {
            "type": "message",
            "message_ts": message.ts,
            "channel_id": message.channel,
            "is_ephemeral": bool(message.only_for),
        }
        body: dict[str, Any] = {
            "container": container,
            "channel": {"id": message.channel, "name": "general"},
            "actions": [action],
            "response_url": self.server.response_url(self.id, message.channel, user),
        }
        if not message.only_for:
            body["message"] = {**self.as_event(message), "blocks": [_as_told(block) for block in message.blocks]}
        return await self.server.deliver("interactive", self.interaction("block_actions", user, **body))

    async def shortcut(self, user: str, message: Message, name: str = "ask_flyfun") -> tuple[int, Any]:
        """ "Ask FlyFun about this", or another shortcut, on a message."""
        body = self.interaction(
            "message_action",
            user,
            callback_id=name,
            action_ts=self.server.new_ts(),
            message_ts=message.ts,
            channel={"id": message.channel, "name": "general"},
            message=self.as_event(message),
            response_url=self.server.response_url(self.id, message.channel, user),
        )
        return await self.server.deliver("interactive", body)

    async def open_home(self, user: str, tab: str = "home") -> tuple[int, Any]:
        """A person opens the app."""
        event = {"type": "app_home_opened", "user": user, "channel": self.dm(user), "tab": tab, "event_ts": "1.1"}
        return await self.happens(event)

    async def home_tap(self, user: str, label: str) -> tuple[int, Any]:
        """Press a button on the Home tab."""
        view = self.homes[user]
        found: list[dict[str, Any]] = []
        for block in view["blocks"]:
            elements = [*block.get("elements", ()), *([block["accessory"]] if "accessory" in block else [])]
            found += [
                {**one, "block_id": block.get("block_id", "b")} for one in elements if one["type"] == "button"
            ]
        (button,) = [one for one in found if unescaped(one["text"]["text"]) == label]
        body = self.interaction(
            "block_actions",
            user,
            container={"type": "view", "view_id": "V1"},
            view={**view, "id": "V1", "team_id": self.id},
            actions=[{**button, "action_ts": self.server.new_ts()}],
        )
        return await self.server.deliver("interactive", body)

    async def submit(self, user: str, base: str, aircraft: str, units: str) -> tuple[int, Any]:
        """Send the open modal."""
        view = self.modals[-1]
        values = {
            "home_base": {"value": {"type": "plain_text_input", "value": base or None}},
            "aircraft": {"value": {"type": "plain_text_input", "value": aircraft or None}},
            "units": {"value": {"type": "static_select", "selected_option": {"value": units}}},
        }
        body = self.interaction("view_submission", user, view={**view, "id": "V2", "state": {"values": values}})
        return await self.server.deliver("interactive", body)

    async def submit_form(self, user: str, **said: tuple[str, str]) -> tuple[int, Any]:
        """Send the open modal with these inputs: (what the state calls it, its value)."""
        view = self.modals[-1]
        values = {block["block_id"]: {"value": {"type": block["element"]["type"]}} for block in view["blocks"]}
        for name, (key, value) in said.items():
            values[name]["value"][key] = value
        identity = f"V{len(self.modals)}F"
        body = self.interaction(
            "view_submission", user, view={**view, "id": identity, "state": {"values": values}}
        )
        return await self.server.deliver("interactive", body)

    async def uninstall(self) -> tuple[int, Any]:
        """The workspace removes the app."""
        self.installed = False
        return await self.happens({"type": "app_uninstalled"})


def signed(body: bytes, *, secret: str = SIGNING_SECRET, at: float | None = None) -> dict[str, str]:
    """The headers with which Slack signs a request."""
    stamp = str(int(time.time() if at is None else at))
    digest = hmac.new(secret.encode(), b"v0:" + stamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {"x-slack-request-timestamp": stamp, "x-slack-signature": f"v0={digest}"}


async def _values(request: web.Request) -> dict[str, Any]:
    values: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        values |= await request.json()
    elif request.can_read_body:
        values |= {name: str(value) for name, value in (await request.post()).items()}
    for name in ("blocks", "prompts", "view"):
        if isinstance(values.get(name), str):
            values[name] = json.loads(values[name])
    for name in ("unfurl_links", "unfurl_media"):
        if values.get(name) in ("0", "false"):
            values[name] = False
    return values


def _told(values: Mapping[str, Any]) -> bool:
    return str(values.get("include_all_metadata", "")).lower() in ("1", "true")


def _metadata(given: Any) -> dict[str, Any]:
    """A message's metadata: a type of letters, digits and underscores, and a flat payload."""
    body = json.loads(given) if isinstance(given, str) else given
    if not body:
        return {}
    payload: Any = body.get("event_payload")
    if set(body) != {"event_type", "event_payload"} or not isinstance(payload, dict):
        raise Breach("invalid_metadata_format", str(body))
    values: list[Any] = list(body["event_payload"].values())
    if not body["event_type"].replace("_", "").isalnum() or not all(isinstance(v, str) for v in values):
        raise Breach("invalid_metadata_schema", str(body))
    return dict(body)


def _json(body: Mapping[str, Any]) -> web.Response:
    return web.json_response(dict(body))


__all__ = ["APP_TOKEN", "SIGNING_SECRET", "Message", "SlackServer", "Team", "check_blocks", "signed"]
