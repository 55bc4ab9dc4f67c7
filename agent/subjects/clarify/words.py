"""How a question back is put: what it is asked for, and a tap for each reading that may have been meant."""

from __future__ import annotations

from agent.protocol import Answer, Choice
from agent.subjects.clarify.tool import Clarification
from agent.subjects.finding.airport_list import CLOSED_AIRSPACE
from agent.writing.write import Talk, write
from tongue import say


@write.register
def _(result: Clarification, talk: Talk) -> Answer:
    nothing = say("No data here for: {what}.", what=say("; ").join(result.unknown)) if result.unknown else ""
    closed = f"**{say(CLOSED_AIRSPACE)}**" if result.closed else ""
    return Answer(
        text="\n".join(part for part in (closed, result.context, nothing) if part),
        choices=tuple(Choice(label=m.label, text=m.label, call=m.call) for m in result.meanings),
    )
