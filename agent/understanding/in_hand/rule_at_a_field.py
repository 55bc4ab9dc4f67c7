"""Reads "Deauville any good for that?" behind customs in France: what the rule asked of a country, asked of a field."""

from __future__ import annotations

from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import NOTICE, RULE

_TOPICS = "browse_rules"
_WILL_IT_DO = keys_of(
    "good fine suitable possible work works use usable option okay alright any there able handle via through "
    "gut geht ginge passt moglich möglich geeignet taugt dafür dafur brauchbar machbar dort da "
    "bon bonne possible marche convient va irait passe ferait affaire adapté adapte bien ok"
)
_CUSTOMS = keys_of(
    "customs immigration zoll zollabfertigung grenzpolizei douane douanes douanier dédouanement dédouaner"
)


def of_the_rule_at_a_field(said: Said, memory: Known) -> ToolCall | None:
    """The notice of the one field that a message names beside nothing else; None where no customs rule is in hand."""
    if (
        memory.call is None
        or memory.tool not in (RULE, _TOPICS)
        or len(said.spots) != 1
        or said.spots[0].kind == "country"
    ):
        return None
    asked = f"{memory.call.arguments.get('question', '')} {memory.call.arguments.get('topic', '')}"
    if not keys_of(asked.replace("?", " ").replace(",", " ")) & _CUSTOMS:
        return None
    spot = said.spots[0]
    others = [word for word in said.slots.words if not spot.start <= word.start < spot.end]
    if any(word.key not in FUNCTION | CHAT | _WILL_IT_DO for word in others):
        return None
    field = said.field_of_spot(spot)
    if field is None:
        return None
    said.take_all()
    return ToolCall(tool=NOTICE, arguments={"icao_code": field})
