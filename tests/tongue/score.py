"""How many questions in French and German are answered wholly in their language: `python tests/tongue/score.py seen`.

`seen` shows what is still English, `blind` (other persons) prints totals only. An answer counts when no English
function word stands in it outside of what is somebody else's: quoted texts, raw reports, sources, addresses, names.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from agent.config import AgentSettings  # noqa: E402
from agent.deps import Deps  # noqa: E402
from agent.pipeline import answer, sources_line  # noqa: E402
from agent.protocol import Conversation, Done, Failed, Question  # noqa: E402

ENGLISH = re.compile(
    r"\b(?:the|is|are|be|been|not|with|without|from|for|and|of|to|your|you|it|its|this|that|these|those|at|by|which|"
    r"who|what|when|where|how|no|none|known|unknown|near|within|before|after|only|more|than|ask|call|field|fields|"
    r"airfields|runway|customs|notice|needed|read|there|here|have|has|does|do|can|cannot|will|may|must|than)\b"
)
OF_OTHERS = re.compile(r"“[^”]*”|«[^»]*»|„[^“]*“|`[^`]*`|\[[^\]]*\]\([^)]*\)|https?://\S+|\S+@\S+", re.S)
NAMES = re.compile(
    r"\b(?:[A-Z][\w.'’-]*|[A-Z]{2,}\w*)(?:[ -](?:of|the|and|de|la|le)(?=[ -][A-Z])|[ -][A-Z][\w.'’-]*)*"
)


def left_in_english(text: str) -> list[str]:
    """The English function words of an answer that are its own."""
    own = NAMES.sub(" ", OF_OTHERS.sub(" ", text))
    return ENGLISH.findall(own)


async def said(text: str, deps: Deps) -> tuple[str, list[str]]:
    """The language and the words of one answer: text, taps, next questions."""
    question = Question(text=text, at=datetime(2026, 11, 20, 12, tzinfo=UTC))
    async for event in answer(question, Conversation(), deps):
        if isinstance(event, Failed):
            return "?", [event.message]
        if isinstance(event, Done):
            line = sources_line(event.sources)
            whole = event.answer.text.replace(line, " ") if line else event.answer.text
            for source in event.sources:  # documents are called by their names
                whole = whole.replace(source.name, " ")
            taps = [
                *(choice.label for choice in event.answer.choices),
                *(s.label or s.text for s in event.suggestions),
            ]
            return event.conversation.tongue, [whole, *taps]
    return "?", []


async def main(which: str) -> None:
    """Count, and for the seen ones show what is left."""
    nobody = "http://127.0.0.1:9"
    with tempfile.TemporaryDirectory() as folder:
        deps = Deps(
            settings=AgentSettings(
                data_dir=Path(folder),
                overpass_url=nobody,
                wikivoyage_api_url=nobody,
                wikipedia_api_url=nobody,
                duffel_base_url=nobody,
                awc_url=nobody,
                open_meteo_url=nobody,
            )
        )
        for language in ("fr", "de"):
            lines = (HERE / which / f"{language}.txt").read_text(encoding="utf-8").splitlines()
            questions = [line for line in lines if line and not line.startswith("#")]
            whole = heard = 0
            for question in questions:
                tongue, texts = await said(question, deps)
                left = sorted({word for text in texts for word in left_in_english(text)})
                heard += tongue in (language, "?")
                whole += tongue in (language, "?") and not left
                if which == "seen" and (left or tongue not in (language, "?")):
                    print(f"  {tongue} {question!r}: {', '.join(left)}")
            print(f"{language} {which}: language heard {heard}, wholly in it {whole} of {len(questions)}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "seen"))
