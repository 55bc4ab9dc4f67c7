"""Leaves out what a reasoning model thinks aloud: `<think> … </think>`, as many local servers send it."""

from __future__ import annotations

from agent import regex as re
from agent.llm.model import UnfitReply

_OPEN = re.compile(r"<\s*(think|thinking|reasoning)\s*>", re.IGNORECASE)
_CLOSE = re.compile(r"<\s*/\s*(think|thinking|reasoning)\s*>", re.IGNORECASE)
_LONGEST_TAG = 16


def without_thoughts(text: str) -> str:
    """What is said after the thinking; a template may have opened it before the reply began."""
    *_, last = _CLOSE.split(text)
    said = last if _CLOSE.search(text) else text
    opened = _OPEN.search(said)
    return (said[: opened.start()] if opened else said).strip()


class Thoughts:
    """Passes a stream on without its thoughts. A tag may come in pieces, so its beginning waits."""

    def __init__(self) -> None:
        self._waiting = ""
        self._thinks = False
        self.said = False

    def push(self, piece: str) -> str:
        """What may be passed on now. Raises `UnfitReply` where a thought ends that nobody saw begin."""
        self._waiting += piece
        told = ""
        while True:
            tag = (_CLOSE if self._thinks else _OPEN).search(self._waiting)
            if tag is None:
                break
            told += "" if self._thinks else self._waiting[: tag.start()]
            self._waiting = self._waiting[tag.end() :]
            self._thinks = not self._thinks
        if not self._thinks and _CLOSE.search(self._waiting):
            raise UnfitReply(
                "The language model thinks aloud.", detail="an end of reasoning without its beginning"
            )
        start = self._waiting.rfind("<")
        if start < 0 or len(self._waiting) - start > _LONGEST_TAG:
            start = len(self._waiting)
        ready, self._waiting = self._waiting[:start], self._waiting[start:]
        return self._pass(told + ("" if self._thinks else ready))

    def close(self) -> str:
        """The last words."""
        rest, self._waiting = self._waiting, ""
        return "" if self._thinks else self._pass(rest)

    def _pass(self, told: str) -> str:
        if not self.said:
            told = told.lstrip()  # the empty lines after a thought
        self.said = self.said or bool(told)
        return told
