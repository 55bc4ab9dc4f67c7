"""What of a report is asked beside its deadline: for which flights, who sends it, what if it changes or fails."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from agent.language.lexicon import load_lexicon
from agent.language.wording import words_of

ReportMatter = Literal["changes", "sending", "missing", "scope"]
ENTRIES: dict[ReportMatter, str] = {
    "changes": "gar-changes",
    "sending": "gar-sending",
    "missing": "gar-penalty",
    "scope": "gar-scope",
}
"""The question of the corpus that answers each, in the order in which one is taken where two are said."""


def matter_of(text: str, language: Path) -> ReportMatter | None:
    """What a question about a GAR asks, None where that is its deadline. `language`: the folder data/language."""
    said = {mention.concept for mention in load_lexicon(language, "report").mentions(words_of(text))}
    return next((matter for matter in ENTRIES if f"asked.{matter}" in said), None)
