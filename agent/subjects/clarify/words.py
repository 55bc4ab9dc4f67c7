"""How a question back is put: what it is asked for, and a tap for each reading that may have been meant."""

from __future__ import annotations

from agent.protocol import Answer, Choice
from agent.subjects.clarify.tool import Clarification
from agent.writing.write import Talk, write
from tongue import say


@write.register
def _(result: Clarification, talk: Talk) -> Answer:
    nothing = say("No data here for: {what}.", what="; ".join(result.unknown)) if result.unknown else ""
    return Answer(
        text="\n".join(part for part in (result.context, nothing) if part),
        choices=tuple(Choice(label=m.label, text=m.label, call=m.call) for m in result.meanings),
    )
