"""Scores the reader on a labelled set: figures only, no texts.

python tests/agent/planning/score.py open|blind|followups [--errors]   (--errors only for the open set)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2]))

from agent.config import AgentSettings  # noqa: E402
from agent.deps import Deps  # noqa: E402
from agent.errors import InvalidQuestion  # noqa: E402
from agent.planning import make_plan  # noqa: E402
from agent.protocol import Conversation, Question, ToolCall  # noqa: E402

AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FREE = {"question", "text"}


def canonical(call: dict[str, Any] | ToolCall, deps: Deps) -> dict[str, Any]:
    """Arguments in the form in which they are compared: defaults dropped, names folded, sets sorted."""
    from agent import registry

    tool, arguments = (
        (call.tool, dict(call.arguments))
        if isinstance(call, ToolCall)
        else (call["tool"], dict(call["arguments"]))
    )
    try:
        known = registry.find(tool).arguments
        arguments = {k: v for k, v in arguments.items() if not _is_default(known, k, v)}
    except InvalidQuestion:
        pass
    found: dict[str, Any] = {}
    for name, value in arguments.items():
        if name in FREE or (tool == "retrieve_city_guidance" and name == "query"):
            continue
        if name == "aircraft_type":
            value = sorted(a.designator for a in deps.aircraft.resolve(str(value))) or str(value).casefold()
        elif name == "filters":
            value = {k: _plain(v) for k, v in value.items()}
            if not value:
                continue
        elif name in ("interests", "countries", "question_ids"):
            value = sorted(str(v).casefold() for v in value)
            if not value:
                continue
        else:
            value = _plain(value)
        found[name] = value
    return found


def _is_default(model: Any, name: str, value: Any) -> bool:
    field = model.model_fields.get(name)
    if field is None or field.is_required():
        return False
    default = field.default
    return value == default or (isinstance(default, float) and isinstance(value, int) and value == default)


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.casefold().split())
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return round(float(value), 2)
    if isinstance(value, list | tuple):
        return sorted(_plain(v) for v in value)
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return value


async def score(name: str, errors: bool) -> None:
    deps = Deps(settings=AgentSettings.from_environ(os.environ), now=lambda: AT)
    rows = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    total: Counter[str] = Counter()
    per_tool: dict[str, Counter[str]] = defaultdict(Counter)
    confusions: Counter[str] = Counter()
    wrong_arguments: Counter[str] = Counter()
    for row in rows:
        plan = await make_plan(Question(text=row["text"], at=AT), Conversation(), deps)
        wanted = list(row["tools"])
        got = [step.tool for step in plan.steps]
        first = wanted[0] if wanted else ("emergency" if row.get("emergency") else "none")
        label = first if len(wanted) < 2 else "several steps"
        right = got == wanted and bool(row.get("emergency")) == plan.emergency
        per_tool[label]["n"] += 1
        total["tools"] += 1
        total["tools right"] += right
        per_tool[label]["tool"] += right
        band = min(int(plan.confidence * 5), 4)
        total[f"band {band}"] += 1
        total[f"band {band} right"] += right
        notes: list[str] = []
        if not right:
            confusions[f"{label} -> {'+'.join(got) or ('emergency' if plan.emergency else 'none')}"] += 1
            notes.append(f"TOOL {wanted} got {got}{' EMERGENCY' if plan.emergency else ''}")
        if row.get("score_arguments", True) and wanted != ["ask_clarifying_question"] and wanted:
            total["arguments"] += 1
            per_tool[label]["scored"] += 1
            fine = right
            if right:
                for step, arguments in zip(plan.steps, row["arguments"], strict=True):
                    a, b = canonical(step, deps), canonical({"tool": step.tool, "arguments": arguments}, deps)
                    if a != b:
                        fine = False
                        keys = {k for k in {*a, *b} if a.get(k) != b.get(k)}
                        if "filters" in keys:
                            fa, fb = a.get("filters", {}), b.get("filters", {})
                            keys |= {f"filters.{k}" for k in {*fa, *fb} if fa.get(k) != fb.get(k)}
                            keys.discard("filters")
                        for key in keys:
                            wrong_arguments[f"{step.tool}.{key}"] += 1
                        notes.append(
                            f"ARGS got {json.dumps(step.arguments, ensure_ascii=False)} wanted {json.dumps(arguments, ensure_ascii=False)}"
                        )
            total["arguments right"] += fine
            per_tool[label]["args"] += fine
        if row["path"]:
            total["path"] += 1
            good = plan.path == row["path"]
            total["path right"] += good
            if not good:
                notes.append(f"PATH {plan.path} wanted {row['path']}")
        total["countries"] += 1
        same = set(plan.countries) == set(row["countries"])
        total["countries right"] += same
        if not same:
            missing, extra = (
                set(row["countries"]) - set(plan.countries),
                set(plan.countries) - set(row["countries"]),
            )
            for code in missing:
                confusions[f"country {code} missing"] += 1
            for code in extra:
                confusions[f"country {code} too many"] += 1
            notes.append(f"COUNTRIES {plan.countries} wanted {row['countries']}")
        if errors and notes and not name.startswith("blind"):
            print(row["id"], "|", row["text"], "|", " ; ".join(notes), "|", round(plan.confidence, 2))
    print(f"{name}: {len(rows)} questions")
    for what in ("tools", "arguments", "path", "countries"):
        n = total[what]
        print(f"  {what}: {total[what + ' right']}/{n} = {100 * total[what + ' right'] / max(n, 1):.1f} %")
    for label, counts in sorted(per_tool.items()):
        print(f"    {label}: tool {counts['tool']}/{counts['n']}, arguments {counts['args']}/{counts['scored']}")
    bands = [f"{b / 5:.1f}+: {total[f'band {b} right']}/{total[f'band {b}']}" for b in range(5)]
    print("  right tools by confidence:", ", ".join(bands))
    print("  confusions:", ", ".join(f"{k} ×{v}" for k, v in confusions.most_common(40)))
    print("  wrong arguments:", ", ".join(f"{k} ×{v}" for k, v in wrong_arguments.most_common(40)))


async def score_followups(name: str, errors: bool) -> None:
    """Dialogues, each turn answered by the real pipeline so that the memory is the real one."""
    from agent.pipeline import answer
    from agent.protocol import Done, Planned

    deps = Deps(settings=AgentSettings.from_environ(os.environ), now=lambda: AT)
    rows = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    total: Counter[str] = Counter()
    confusions: Counter[str] = Counter()
    for row in rows:
        conversation = Conversation()
        for number, turn in enumerate(row["turns"]):
            plan = None
            try:
                async for event in answer(Question(text=turn["text"], at=AT), conversation, deps):
                    match event:
                        case Planned():
                            plan = event.plan
                        case Done():
                            conversation = event.conversation
                        case _:
                            pass
            except Exception as error:  # a tool's failure is not the reader's
                total[f"tool failed: {type(error).__name__}"] += 1
                conversation = conversation.model_copy(update={"last_plan": plan or conversation.last_plan})
            if plan is None or number == 0:
                if number == 0 and plan is not None and [s.tool for s in plan.steps] != turn["tools"]:
                    total["first turn wrong"] += 1
                if plan is not None:
                    continue
            got = [step.tool for step in plan.steps] if plan else []
            total["tools"] += 1
            right = got == turn["tools"]
            total["tools right"] += right
            fine = right
            notes: list[str] = []
            if not right:
                confusions[f"{'+'.join(turn['tools']) or 'none'} -> {'+'.join(got) or 'none'}"] += 1
                notes.append(f"TOOL {turn['tools']} got {got}")
            elif plan and turn.get("score_arguments", True) and turn["tools"] != ["ask_clarifying_question"]:
                for step, arguments in zip(plan.steps, turn["arguments"], strict=True):
                    a, b = canonical(step, deps), canonical({"tool": step.tool, "arguments": arguments}, deps)
                    if a != b:
                        fine = False
                        confusions[
                            f"{step.tool}: {', '.join(sorted(k for k in {*a, *b} if a.get(k) != b.get(k)))}"
                        ] += 1
                        notes.append(f"ARGS got {a} wanted {b}")
            total["whole right"] += fine
            if errors and notes and not name.startswith("blind"):
                print(row["id"], number, "|", turn["text"], "|", " ; ".join(notes))
    print({k: v for k, v in total.items() if k.startswith("tool failed")} or "")
    print(f"{name}: {len(rows)} dialogues; first turn wrong: {total['first turn wrong']}")
    print(f"  follow-up tools: {total['tools right']}/{total['tools']}")
    print(f"  follow-ups with arguments: {total['whole right']}/{total['tools']}")
    print("  wrong:", ", ".join(f"{k} ×{v}" for k, v in confusions.most_common(40)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--errors", action="store_true")
    given = parser.parse_args()
    run = score_followups if "followups" in given.name else score
    asyncio.run(run(given.name, given.errors))
