"""How long it takes to read a question: settled by its words, with the encoder, and at once."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Question
from agent.understanding import make_plan, reader_of
from bench.rows import Row, cpu_median_ms

AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SETTLED = (
    "How long to fly from EGTF to LFMD",
    "airports near Lake Geneva with a hard runway over 800 m",
    "what notice does LFAT need on Saturday from the UK?",
    "Do I need a flight plan for VFR in France?",
    "Flugplätze in Österreich mit Zoll",
)
DOUBTFUL = ("where would you put down for a swim somewhere around Split", "what do they sting you for at Cannes")


def run() -> list[Row]:
    """Median CPU of one plan."""
    deps = Deps(settings=AgentSettings.from_environ(os.environ))

    def plan(texts: tuple[str, ...]) -> None:
        for text in texts:
            asyncio.run(make_plan(Question(text=text, at=AT), Conversation(), deps))

    reader = reader_of(deps)
    today = AT.date()
    quick = cpu_median_ms(lambda: plan(SETTLED)) / len(SETTLED)
    slots = cpu_median_ms(lambda: [reader.said(text, today) for text in SETTLED]) / len(SETTLED)
    reader.encoder.logits("warm", "")
    full = cpu_median_ms(lambda: plan(DOUBTFUL), repeat=21) / len(DOUBTFUL)
    return [
        Row("slots of a question", slots, "ms"),
        Row("plan settled by its words", quick, "ms", 10.0),
        Row("plan with the encoder, warm", full, "ms", 60.0),
    ]


if __name__ == "__main__":
    for row in run():
        print(f"{row.name}: {row.value:.2f} {row.unit} (target {row.target})")
