"""Looks at watched flights when it is time, speaks only when a line was crossed, says once when it is blind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog

from adapters.protocol import Button, ChannelError, ChatGone, ChatRef, Reply, Text
from agent.aviation.hours import zone_of
from agent.aviation.quiet import QuietHours
from agent.deps import Deps
from agent.errors import AgentError
from agent.protocol import Profile, Question, ToolCall
from agent.registry import ToolContext
from agent.subjects.weather.watch import LIMITS, FlightWatch, WatchArguments, watch_flight
from agent.weather.watching import MOST_MESSAGES, MOST_OF_DEADLINES, Change, crossed, may_speak, next_look
from bot.actions import Ask, StopWatches
from bot.keys import digest
from bot.outings.keeper import TOLD
from bot.reminders import WATCH, Reminders
from bot.store import Store
from bot.voice import Post
from bot.watches import Watch, Watches
from tongue import say, say_many, speaking

MOST_IN_A_GROUP = 3
"""Unasked messages of a day where everybody reads them, an outing's among them."""
UNASKED = (*TOLD, WATCH)
BLIND_AFTER = timedelta(hours=1)
"""So long may looking fail before it is said."""

QuietIn = Callable[[ChatRef], Awaitable[QuietHours]]
"""When a chat is left alone."""

log = structlog.get_logger(__name__)


class Lookout:
    """Claims the looks that are due: `tick` is called by the clock, in whichever process."""

    def __init__(
        self, watches: Watches, reminders: Reminders, store: Store, deps: Deps, post: Post, quiet: QuietIn
    ) -> None:
        self._watches = watches
        self._reminders = reminders
        self._store = store
        self._deps = deps
        self._post = post
        self._quiet = quiet

    async def tick(self) -> None:
        """Look at everything that is due now."""
        for watch in await self._watches.claim(self._deps.now()):
            with speaking(await self._language(watch)):
                await self._look(watch)

    async def _language(self, watch: Watch) -> str:
        """The language the person chose, else the one in which the watch was kept."""
        profile = await self._store.profile(watch.person)
        return profile.language or watch.memory.language

    async def _look(self, watch: Watch) -> None:
        now = self._deps.now()
        due = next_look(now, watch.leaves)
        seen = await self._seen(watch, now)
        if seen is None or not seen.seen:
            await self._blind(watch, now, due)
            return
        changes, memory = crossed(watch.memory, seen.lines, seen.unseen)
        values: dict[str, object] = {"failing_since": None, "failure_told": False}
        if told := to_tell(watch, changes):
            if not await self._may_speak(watch, now):
                await self._watches.looked(watch.id, due, **values)  # what is not told yet is still to be told
                return
            lines = sorted((one.key, one.grade) for one in told)  # its words differ from look to look
            count = f"{watch.sent}-{memory.deadlines}" if memory.deadlines else f"{watch.sent}"
            if not await self._deliver(watch, words_of(watch, told, seen, now), f"{count} {lines}"):
                return
            if all(one.is_deadline for one in told):
                memory = memory.model_copy(update={"deadlines": memory.deadlines + 1})
            else:
                values["sent"] = watch.sent + 1
        await self._watches.looked(watch.id, due, memory=memory.model_dump_json(), **values)

    async def _may_speak(self, watch: Watch, now: datetime) -> bool:
        """Not in the quiet hours unless the flight is near, and in a group not a fourth time on one day."""
        zone = zone_of(watch.zone) or ZoneInfo("UTC")
        if not may_speak(now, watch.leaves, zone, await self._quiet(watch.chat)):
            return False
        if watch.private:
            return True
        midnight = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
        return await self._reminders.sent_in(watch.chat, midnight, UNASKED) < MOST_IN_A_GROUP

    async def _seen(self, watch: Watch, now: datetime) -> FlightWatch | None:
        """The flight as it stands, with the pilot's minima of today; None when nothing could be seen."""
        try:
            profile: Profile = await self._store.profile(watch.person)
            question = Question(text="", at=now, person=watch.person_id, profile=profile)
            arguments = WatchArguments.model_validate(watch.flight)
            return await watch_flight(arguments, ToolContext(self._deps, question))
        except AgentError as error:
            log.info("watch_blind", why=error.user_message)
            return None

    async def _blind(self, watch: Watch, now: datetime, due: datetime) -> None:
        since = watch.failing_since or now
        told = watch.failure_told
        if not told and now - since >= BLIND_AFTER and await self._may_speak(watch, now):  # once, beside the six
            words = _headed(watch) + say(
                "Watching failed since {since:%d %b %H:%M} UTC: no weather source answers. "
                "Silence is not good news. I look again and speak when I see something.",
                since=since,
            )
            told = await self._deliver(watch, words, f"blind {since}")
        await self._watches.looked(watch.id, due, failing_since=since, failure_told=told)

    async def _deliver(self, watch: Watch, words: str, said: str) -> bool:
        """Whether it was sent; `said` tells two messages of one watch apart."""
        if not await self._watches.is_wanted(watch.id):
            return False
        try:
            name = f"watch-{watch.id}-{digest(said)}"
            reply = Reply((Text(words),), await self._buttons(watch))
            await self._post(watch.chat, reply, name=name)
            if not watch.private:
                await self._reminders.note_sent(watch.chat, watch.person, WATCH, name, self._deps.now())
        except ChatGone as error:
            log.info("watch_dropped", why=str(error))
            await self._watches.drop(watch.id, "gone")
        except ChannelError as error:
            log.warning("watch_not_sent", why=str(error))
        else:
            return True
        return False

    async def _buttons(self, watch: Watch) -> tuple[Button, ...]:
        flight = {name: value for name, value in watch.flight.items() if name not in LIMITS}
        brief = ToolCall(tool="get_day_brief", arguments={**flight})
        flying = await self._store.profile(watch.person)
        asked = Ask(text=say("Brief for {flight}", flight=watch.heading), call=brief, profile=flying)
        tokens = [
            await self._store.put_button(watch.chat, action.model_dump_json())
            for action in (asked, StopWatches(watch=watch.id))
        ]
        return Button(say("Brief"), tokens[0]), Button(say("Stop watching"), tokens[1])


def to_tell(watch: Watch, changes: Sequence[Change]) -> list[Change]:
    """What may still be told of what changed: news while its messages last, deadlines alone while theirs do."""
    news = [one for one in changes if not one.is_deadline]
    if news and watch.sent < MOST_MESSAGES:
        return list(changes)
    due = [one for one in changes if one.is_deadline]
    return due if watch.memory.deadlines < MOST_OF_DEADLINES else []


def words_of(watch: Watch, changes: Sequence[Change], seen: FlightWatch, now: datetime) -> str:
    """What changed, from what to what, and when it was seen."""
    lines: list[str] = []
    for change in changes[:4]:
        told = {"before": change.before.rstrip("."), "after": change.after}
        lines.append(
            say("Worse: {before} → {after}", **told) if change.worse else say("Better: {before} → {after}", **told)
        )
    if len(changes) > 4:
        lines.append(say_many("{count} more change.", "{count} more changes.", len(changes) - 4))
    lines_of = {**watch.memory.told, **seen.lines}
    kinds = {lines_of[one.key].source for one in changes if one.key in lines_of}
    times = [words for kind, words in seen.told_at if kind in kinds]
    sources = " · ".join(times or dict.fromkeys(source.name for source in seen.sources[:3]))
    lines.append(say("Seen {now:%d %b %H:%M} UTC: {sources}", now=now, sources=sources))
    if all(one.is_deadline for one in changes):
        if watch.memory.deadlines + 1 >= MOST_OF_DEADLINES:
            lines.append(say("I say no more about this flight's deadlines: the brief has them."))
    elif watch.sent + 1 >= MOST_MESSAGES:
        lines.append(
            say(
                "That was the last of {most} messages of what changes for this flight: the brief tells "
                "what follows.",
                most=MOST_MESSAGES,
            )
        )
    return _headed(watch) + "\n".join(lines)


def _headed(watch: Watch) -> str:
    watched = say("Watch")
    return f"**{watched}** · {watch.heading}\n"
