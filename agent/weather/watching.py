"""When a watched flight is worth a message: a line is crossed, and stays crossed; never more than six times.

Notice that falls due is told beside these, so that it does not use them up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from agent.aviation.quiet import QuietHours
from agent.protocol import Value
from tongue import say

Grade = Literal["none", "at times", "some", "most", "yes"]
MOST_MESSAGES, MOST_OF_DEADLINES = 6, 4
"""For one flight: of what changes, and of deadlines that come near and nothing else."""
WAKES_BEFORE = timedelta(hours=4)
"""So near to the departure the quiet hours do not hold."""


class Line(Value):
    """One line that may be crossed: how far it is, in which words. `sudden` ones are told at the first look.

    `source` is who tells it ("TAF", "models"), "" where nobody else is asked.
    """

    grade: Grade
    words: str
    sudden: bool = False
    source: str = ""


class Change(Value):
    """A line that was crossed: from what to what."""

    key: str
    grade: Grade = "none"
    before: str
    after: str
    worse: bool

    @property
    def is_deadline(self) -> bool:
        """Whether only time passed: nothing of the flight has changed."""
        return self.key.startswith("deadline ")


class Memory(Value):
    """What a watch has told, what it has seen once and waits to see again, and in which language it was kept.

    `deadlines`: messages so far that told of deadlines alone.
    """

    deadlines: int = 0
    told: dict[str, Line] = {}
    waiting: dict[str, Grade] = {}
    language: str = "en"


_ORDER: tuple[Grade, ...] = ("none", "at times", "some", "most", "yes")


class Unseen(Value):
    """What a look did not see: lines whose key begins so, of one source, or "" for any. None of it got better."""

    begins: str
    source: str = ""

    def hides(self, key: str, line: Line) -> bool:
        """Whether that line may stand unseen."""
        return key.startswith(self.begins) and self.source in ("", line.source)


def crossed(
    memory: Memory, seen: Mapping[str, Line], unseen: Sequence[Unseen] = ()
) -> tuple[list[Change], Memory]:
    """The lines crossed now, and the memory after it: one look alone crosses none, unless it is sudden.

    A line that a look could not see stays as it was: a source that does not answer makes nothing better.
    """
    changes: list[Change] = []
    told, waiting = dict(memory.told), dict[str, Grade]()
    for key in dict.fromkeys([*memory.told, *seen]):
        old, new = memory.told.get(key), seen.get(key)
        before: Grade = old.grade if old else "none"
        after: Grade = new.grade if new else "none"
        if before == after:
            continue
        if old and _ORDER.index(after) < _ORDER.index(before) and any(one.hides(key, old) for one in unseen):
            continue
        sudden = (new or old or Line(grade="none", words="")).sudden
        if not sudden and memory.waiting.get(key) != after:
            waiting[key] = after
            continue
        changes.append(
            Change(
                key=key,
                grade=after,
                before=old.words if old else say("nothing against it"),
                after=new.words if new else say("no longer"),
                worse=_ORDER.index(after) > _ORDER.index(before),
            )
        )
        if new is None:
            told.pop(key, None)
        else:
            told[key] = new
    return changes, memory.model_copy(update={"told": told, "waiting": waiting})


def may_speak(now: datetime, leaves: datetime, zone: ZoneInfo, quiet: QuietHours) -> bool:
    """Whether a message may come now: not in the quiet hours unless the flight is near."""
    return leaves - now < WAKES_BEFORE or not quiet.covers(now, zone)


def next_look(now: datetime, leaves: datetime) -> datetime:
    """When to look again: the nearer the flight, the sooner."""
    ahead = leaves - now
    if ahead > timedelta(hours=24):
        return now + timedelta(hours=3)
    return now + (timedelta(hours=1) if ahead > timedelta(hours=4) else timedelta(minutes=15))
