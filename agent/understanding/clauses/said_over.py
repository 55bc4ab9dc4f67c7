"""Leaves out the flight that a message takes back: "Fairoaks to Deauville via Shoreham, no wait, just Fairoaks to Deauville"."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.language.slots import Slots

_TAKES_BACK = re.compile(
    r"[\s,.;…–-]*\b(?:(?:no|oh|sorry|ah|ach|euh|na|quatsch)[\s,]+)*(?:no wait|wait,? no|scratch that|strike that|sorry,? no|no,? sorry|hang on|actually no|"
    r"nein,? warte|warte,? nein|ach n(?:ein|ee?)|quatsch|doch nicht|non,? attends?|attends,? non|non,? pardon|pardon,? non|euh non|ah non)\b[\s,.:;…–-]*",
    re.IGNORECASE,
)
_ENDS = 2


def without_what_was_taken_back(text: str, read: Callable[[str], Slots]) -> str:
    """The message with the second flight alone, where both tell two places; days and hours told in front are kept."""
    match = _TAKES_BACK.search(text)
    if match is None:
        return text
    front, behind = text[: match.start()], text[match.end() :]
    first, then = (
        [s for s in read(part).spots if s.kind in ("code", "iata", "place")] for part in (front, behind)
    )
    if len(first) < _ENDS or len({s.name for s in then}) < _ENDS:
        return text
    kept = f"{front[: first[0].start]} {front[first[-1].end :]}".strip()
    if re.fullmatch(r"\W*(?:from|von|de|depuis|ab|to|nach|à|plan|bitte|please)?\W*", kept, re.IGNORECASE):
        return behind
    return f"{behind.rstrip(' .')}, {kept}"
