"""What the contract suite and its servers say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FaultKind = Literal["slow_down", "refused", "lost_answer", "gone", "moved"]
"""The platform asks to wait; does not take it; takes it but its answer is lost; the chat is gone; has a new id."""


@dataclass(frozen=True)
class Shown:
    """One message as a person sees it: its text without markup, its buttons' labels."""

    text: str
    buttons: tuple[str, ...] = ()
    picture: bool = False
