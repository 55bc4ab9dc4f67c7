"""Scores the reader on the sentences of the hands: figures for the blind ones, errors for those it learnt from.

python tests/agent/understanding/score.py blind|learnt [--errors] [--set N ...] [--tool NAME] [--given-tool]

`--given-tool` lets each question be read by the tool that answers it, and compares the arguments alone.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT))

from agent import registry  # noqa: E402
from agent.behaviour import Planning  # noqa: E402
from agent.config import AgentSettings  # noqa: E402
from agent.deps import Deps  # noqa: E402
from agent.language.wording import plain  # noqa: E402
from agent.protocol import Conversation, Plan, Question, ToolCall  # noqa: E402
from agent.understanding.chat import plan_in_chat  # noqa: E402
from agent.understanding.in_hand import references  # noqa: E402
from agent.understanding.in_hand.context import known  # noqa: E402
from agent.understanding.reader.asking import CLARIFY, doubtful  # noqa: E402
from agent.understanding.reader.classifier import Guess  # noqa: E402
from agent.understanding.reader.each import each  # noqa: E402
from agent.understanding.reader.fitting import Fitted  # noqa: E402
from agent.understanding.reader.reader import PRESET, Reader  # noqa: E402
from agent.understanding.reader.reading import VARY  # noqa: E402
from data.build.judging import AT, PLAIN, Remembering, asked, joined, judge, then  # noqa: E402

ASK_BELOW = Planning().ask_below
TRIED_BELOW = (0.3, 0.35)
"""What else was meant is read below `ask_below` alone: no higher value can be tried here."""
FOLDERS = {"blind": HERE / "blind", "learnt": ROOT / "data" / "understanding" / "hands"}


def given_tool(question: Question, conversation: Conversation, reader: Reader, tool: str) -> Plan:
    """What the reading of one tool makes of a message, with its chat: whichever of afresh and varied is likelier."""
    today = question.at.date()
    memory = known(conversation, question.profile, reader.deps)
    named, _ = references.with_names(plain(question.text), conversation)
    said = reader.said(named, today)
    allowed = [n for n, _ in reader.guess(said, memory).ranked if n.partition(PRESET)[0] == tool]
    guess = reader.guess(said, memory).among([*allowed, *([VARY] if memory.tool == tool else [])])
    reading = reader.decide(said, memory, guess if guess.ranked else Guess(((tool, 1.0),)))
    call = reading.call or ToolCall(tool=tool, arguments=reading.arguments)
    return Plan(steps=tuple(each(call, reader.deps)) if not reading.missing else (call,))


def score(name: str, errors: bool, only: list[int], tool: str | None, given: bool) -> None:
    deps = Deps(settings=AgentSettings.from_environ(os.environ), now=lambda: AT)
    encoder = Remembering()
    reader = Reader(deps, encoder, fit=Fitted)  # type: ignore[arg-type]
    registry.open_rooms()
    total: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    keys: Counter[str] = Counter()
    bins: dict[int, Counter[str]] = {}
    per_set: dict[int, Counter[str]] = {}
    for path in sorted(FOLDERS[name].glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        number = json.loads(lines[0])["set"]
        if only and number not in only:
            continue
        tally = per_set.setdefault(number, Counter())
        for line in lines[1:]:
            conversation = Conversation()
            for at, turn in enumerate(json.loads(line)["turns"]):
                wanted = turn["steps"]
                question = asked(turn["text"], wanted, conversation)
                if given:
                    if not wanted or len(joined(wanted)) > 1 or wanted[0]["tool"] in PLAIN:
                        conversation = then(question, wanted, conversation, deps)
                        continue
                    plan = given_tool(question, conversation, reader, wanted[0]["tool"])
                else:
                    plan = plan_in_chat(question, conversation, reader)
                verdict = judge(question, plan, wanted, deps, keys)
                kind = "follow" if at else "first"
                for counter in (total, tally):
                    counter["n"] += 1
                    counter[f"{kind} n"] += 1
                    counter["tool"] += verdict != "tool"
                    counter["plan"] += verdict == ""
                    counter[f"{kind} plan"] += verdict == ""
                    if verdict != "tool":
                        counter["args n"] += 1
                        counter["args"] += verdict == ""
                for below in (ASK_BELOW, *TRIED_BELOW):
                    served = doubtful(plan, deps.countries) if plan.confidence < below else plan
                    count_served(total, below, served, wanted, right=verdict == "")
                box = bins.setdefault(min(9, int(plan.confidence * 10)), Counter())
                box["n"] += 1
                box["right"] += verdict == ""
                if verdict == "tool":
                    wrong[f"{'+'.join(s['tool'] for s in wanted) or 'nothing'} -> {shown_tools(plan)}"] += 1
                if (
                    verdict
                    and errors
                    and (tool is None or tool in json.dumps(wanted) or tool in shown_tools(plan))
                ):
                    print(f"{number:02d} {verdict.upper():5} {plan.confidence:.2f} {turn['text']!r}")
                    print(
                        "      want", json.dumps([(s["tool"], s["arguments"]) for s in wanted], ensure_ascii=False)
                    )
                    print(
                        "      got ",
                        json.dumps([(s.tool, s.arguments) for s in plan.steps], ensure_ascii=False),
                        "EMERGENCY" if plan.emergency else "",
                    )
                conversation = then(question, wanted, conversation, deps, plan)
    encoder.keep()
    print_totals(total, per_set, wrong, keys, bins)


def count_served(
    total: Counter[str], below: float, served: Plan, wanted: list[dict[str, Any]], *, right: bool
) -> None:
    """Counts what a pilot gets: an answer, right or wrong, or a question back, fitting or not."""
    if any(s.tool == CLARIFY for s in served.steps):
        total[f"asked {below}"] += 1
        total[f"fitting {below}"] += fits(served, wanted)
        total[f"well {below}"] += right or fits(served, wanted)
    else:
        total[f"answered {below}"] += 1
        total[f"wrong {below}"] += not right
        total[f"well {below}"] += right


def fits(served: Plan, wanted: list[dict[str, Any]]) -> bool:
    """Whether a question back leads to what was meant: the tool that lacks something, or one of the offered readings."""
    asked_for: dict[str, Any] = dict(served.steps[0].arguments)
    meanings: list[dict[str, Any]] = asked_for.get("meanings") or []
    offered = {one["call"]["tool"] for one in meanings} or {asked_for.get("tool")}
    meant = {step["tool"] for step in wanted} | {step["arguments"].get("tool") for step in wanted}
    return "ask" in meant or bool((meant & offered) - {None})


def shown_tools(plan: Plan) -> str:
    return "+".join(s.tool for s in plan.steps) or (
        "distress" if plan.emergency else "talk" if plan.talk else "nothing"
    )


def print_totals(
    total: Counter[str],
    per_set: dict[int, Counter[str]],
    wrong: Counter[str],
    keys: Counter[str],
    bins: dict[int, Counter[str]],
) -> None:
    n = max(1, total["n"])
    print(
        f"sentences {total['n']}: tool {total['tool'] / n:.1%}, arguments where the tool is right {total['args'] / max(1, total['args n']):.1%}, whole plan {total['plan'] / n:.1%}"
    )
    print(
        f"  first {total['first plan'] / max(1, total['first n']):.1%} of {total['first n']}, follow-ups {total['follow plan'] / max(1, total['follow n']):.1%} of {total['follow n']}"
    )
    for below in (ASK_BELOW, *TRIED_BELOW):
        print(
            f"  asking below {below}: right or a fitting question {total[f'well {below}'] / n:.1%}, asked {total[f'asked {below}'] / n:.1%} "
            f"({total[f'fitting {below}'] / max(1, total[f'asked {below}']):.0%} fitting), of what is answered wrong {total[f'wrong {below}'] / max(1, total[f'answered {below}']):.1%}"
        )
    for number, tally in sorted(per_set.items()):
        print(
            f"  set {number:02d}: tool {tally['tool'] / tally['n']:.1%} plan {tally['plan'] / tally['n']:.1%} follow {tally['follow plan']}/{tally['follow n']}"
        )
    print("confidence:", ", ".join(f".{b}: {c['right']}/{c['n']}" for b, c in sorted(bins.items())))
    print("tools:", ", ".join(f"{k} {v}" for k, v in wrong.most_common(45)))
    print("arguments:", ", ".join(f"{k} {v}" for k, v in keys.most_common(45)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("which", choices=sorted(FOLDERS))
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--set", type=int, nargs="*", default=[])
    parser.add_argument("--tool")
    parser.add_argument("--given-tool", action="store_true")
    given = parser.parse_args()
    score(given.which, given.errors and given.which == "learnt", given.set, given.tool, given.given_tool)
