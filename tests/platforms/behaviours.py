"""How FlyFun behaves in conversations on Telegram and Slack: each behaviour tried through the whole program.

    python -m platforms.behaviours [words of a name …]     (in tests/, as `make behaviours` does)

Every behaviour has people and rooms of its own, so that several are tried at a time. One is right when nothing of
what it says is missing on the platforms it is about, and no rule of the platform was broken. They are in
`platforms/behaviour/`, one subject in each module.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import traceback
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from platforms.behaviour.ground import BEHAVIOURS, BOTH, Behaviour, flight, has, last, same_flight, somebody, words
from platforms.driver import OnSlack, OnTelegram, Seen, Stage, stage

SUBJECTS = (
    "buttons",
    "replies",
    "quiet",
    "commands",
    "forgetting",
    "one_message",
    "pictures",
    "inline",
    "new_parts",
    "reports",
    "ends",
    "trips",
    "outings",
)
AT_ONCE = 5

for _subject in SUBJECTS:
    import_module(f"platforms.behaviour.{_subject}")


@dataclass(frozen=True)
class Tried:
    behaviour: Behaviour
    wrong: dict[str, str]


async def tried(one: Behaviour, held: Stage, gate: asyncio.Semaphore) -> Tried:
    """One behaviour on each of its platforms."""
    wrong: dict[str, str] = {}
    async with gate:
        for app in held.apps:
            if app.name in one.on:
                try:
                    async with asyncio.timeout(150):
                        await one.run(app, held)
                except Exception as error:
                    where = traceback.extract_tb(error.__traceback__)
                    line = next(
                        (f.line for f in reversed(where) if Path(f.filename).parent.name == "behaviour"), ""
                    )
                    wrong[app.name] = f"{type(error).__name__} {error} [{line}]"[:600]
    return Tried(one, wrong)


async def after_a_restart(held: Stage) -> list[Tried]:
    """Taps and replies whose question was asked before a kill."""
    kept: list[tuple[OnTelegram | OnSlack, str, str, Seen, Seen]] = []
    for app in held.apps:
        who = somebody()
        room = app.private(who)
        asked = await flight(app, who, room)
        card = last(await app.say(who, room, "Tell me about LFAT"))
        await app.say(who, room, "Tell me about LSGS")
        kept.append((app, who, room, asked, card))
    await asyncio.sleep(1)
    await held.restart()
    wrong: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for app, who, room, asked, card in kept:
        try:
            same_flight(await app.tap(who, asked, "120 knots"))
        except Exception as error:
            wrong[0][app.name] = f"{error}"[:600]
        try:
            has(words(await app.say(who, room, "what fuel do they have there?", to=card)), "LFAT")
        except Exception as error:
            wrong[1][app.name] = f"{error}"[:600]
    names = ("a_tap_after_a_restart_is_the_same_flight", "a_reply_after_a_restart_means_its_card")
    return [
        Tried(Behaviour(name, number + 1, BOTH, None), wrong[number])  # type: ignore[arg-type]
        for number, name in enumerate(names)
    ]


async def main(wanted: list[str]) -> int:
    chosen = [
        one
        for one in BEHAVIOURS
        if not wanted or any(word in one.name or word == str(one.line) for word in wanted)
    ]
    with tempfile.TemporaryDirectory() as folder:
        base = Path(tempfile.gettempdir()) / "flyfun-behaviours"
        async with stage(Path(folder) / "data", base) as held:
            gate = asyncio.Semaphore(AT_ONCE)
            results = list(await asyncio.gather(*(tried(one, held, gate) for one in chosen)))
            if not wanted or "restart" in wanted:
                results += await after_a_restart(held)
            violations = [*held.telegram.violations, *held.slack.violations]
    for one in sorted(results, key=lambda one: one.behaviour.line):
        mark = "right" if not one.wrong else "WRONG"
        print(f"{one.behaviour.line:>3} {mark} {one.behaviour.name.replace('_', ' ')}")
        for name, why in one.wrong.items():
            print(f"          {name}: {why}")
    right = sum(not one.wrong for one in results)
    print(f"{right} of {len(results)} behaviours right; {len(violations)} breaches of the platforms' rules")
    for one in violations:
        print("   ", one)
    return 0 if right == len(results) and not violations else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
