""" "The other one", "l'autre": of two places in hand the one not spoken of last, of a list the next of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent import regex as re
from agent.aviation.names import fold
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.in_hand.references import last_place, places_in_hand
from agent.understanding.reader.unread import LISTS
from tongue import later

OTHER_ONE = re.compile(
    r"\b(?:(?:no,? )?(?:not|nicht|pas) (?P<but>\w[\w' -]{2,30}?)[,;.]? (?:but |sondern |mais )?)?(?:the other (?:one|field|airfield|airport|place)|l'autre(?: terrain| aérodrome)?|"
    r"(?:der|den|dem|das) andere[nrs]?(?: platz| flugplatz)?)\b(?! (?:way|side|direction|end|day|leg|countr\w+|people|two|three|jour|côté|sens|bout|pays|tag|seite|richtung|ende|runways?|bahn|piste|flug|vol|flight|trip|reise|voyage|plane|flugzeug|avion|pilote?n?|passag\w+|pass?engers?)\b)",
    re.IGNORECASE,
)
NEXT_OF_LIST = later("The other one: I take the next of the list, {field}.")


@dataclass(frozen=True)
class Other:
    """The other place, and the one that it is the other of; `is_next` where it only comes next in a list."""

    place: str
    of: str
    is_next: bool = False

    @property
    def chat(self) -> Plan:
        """The last question, as it was of the one."""
        return Plan(steps=(ToolCall(tool="get_airport_details", arguments={"icao_code": self.of}),))


def the_other(
    match: re.Match[str], conversation: Conversation, field_of: Callable[[str], str | None]
) -> Other | None:
    """Of two places in hand the one that is not denied, else the one before the last, else the next of the list."""
    if (denied := match["but"]) is not None and len(pair := places_in_hand(conversation)) == 2:
        left = [name for name in pair if name not in (denied, field_of(denied)) and fold(name) != fold(denied)]
        if len(left) == 1:
            return Other(left[0], denied)
    shown, last = conversation.shown, last_place(conversation)
    steps = conversation.last_plan.steps if conversation.last_plan else ()
    if steps and steps[-1].tool in LISTS:
        return Other(shown[1], shown[0], len(shown) > len(("one", "other"))) if len(shown) > 1 else None
    if last is None:
        return None
    code = field_of(last) or last
    around = _centres(conversation)
    before = [name for name in conversation.mentioned if name not in (last, *around) and field_of(name) != code]
    if code in shown and len(shown) > 1:
        spoken = {field_of(name) or name for name in before}
        of_it = [name for name in before if (field_of(name) or name) in shown]
        if of_it:
            return Other(of_it[-1], last)
        at = shown.index(code)
        ahead = [one for one in (*shown[at + 1 :], *shown[:at]) if one not in spoken]
        return Other(ahead[0], last, len(shown) > len(("one", "other"))) if ahead else None
    return Other(before[-1], last) if before else None


def _centres(conversation: Conversation) -> set[str]:
    """The places around which fields were listed, which are none of them."""
    plans = [plan for plan in (conversation.last_plan, *conversation.earlier) if plan is not None]
    listed = [step.arguments for plan in plans for step in plan.steps if step.tool in LISTS]
    return {str(given[name]) for given in listed for name in ("location_query", "near", "query") if name in given}
