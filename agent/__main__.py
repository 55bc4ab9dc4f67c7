"""Debugging without a chat: plan, events and results of one question.

python -m agent "How far is EGTF from LFMD?"
"""

from __future__ import annotations

import asyncio
import json
import os
import sys

from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Planned, Question, ToolFinished


async def _explain(text: str) -> None:
    deps = Deps(settings=AgentSettings.from_environ(os.environ))
    async for event in answer(Question(text=text, at=deps.now()), Conversation(), deps):
        match event:
            case Planned():
                sys.stdout.write(json.dumps(event.plan.to_json(), indent=2, ensure_ascii=False) + "\n")
            case ToolFinished():
                sys.stdout.write(f"{event.name}: {'ok' if event.ok else 'nothing'} in {event.ms:.1f} ms\n")
            case Done():
                for result in event.results:
                    sys.stdout.write(json.dumps(result.to_json(), indent=2, ensure_ascii=False) + "\n")
                sys.stdout.write(event.answer.text + "\n")
            case _:
                sys.stdout.write(f"{event}\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit('Ask something: python -m agent "How far is EGTF from LFMD?"')
    asyncio.run(_explain(" ".join(sys.argv[1:])))
