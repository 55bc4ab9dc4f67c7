"""What a button of an outing means: kept with its token, checked again when it is tapped."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent.protocol import Value
from bot.outings.actions import OutingAction


class OutingTap(Value):
    """A tap of a card, a draft or a question. `do` is the card's tap; `action` is done as it stands.

    `schedule` is that of the card that was drawn: an answer to an older day or time counts for that alone.
    """

    kind: Literal["outing"] = "outing"
    outing: str
    do: str
    schedule: int = 0
    version: int = 0
    action: Annotated[OutingAction, Field(discriminator="kind")] | None = None
    said: str = ""
