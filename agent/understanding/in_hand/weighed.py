"""Which of the airfields just compared is easier or better: the comparison again, weighed in its first line."""

from __future__ import annotations

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import END, FIELD, Known
from agent.understanding.reader.tool_names import CARD, COMPARED, NOTICE

_BETTER = re.compile(
    r"\b(?:eas(?:y|ier|iest)|simpler?|simplest|better|best|preferable|nicer|recommend\w*|advise|prefer|choose|pick|take|"
    r"einfacher\w*|leichter\w*|einfachste\w*|leichteste\w*|besser\w*|beste\w*|empf[ie]\w*|bevorzug\w*|unkomplizierter\w*|nehmen|nimm\w*|wählen|würdest|"
    r"plus (?:simple|facile|pratique)|mieux|meilleure?|préférable|préf[éè]r\w*|conseill\w*|recommand\w*|choisi\w*|prendr\w*)\b"
)
_OF_THEM = keys_of(
    "which one ones of them these those the two both is are would s it and so or then for me us you i we do should go with "
    "welcher welche welches welchen von den beiden denen der die das ist wäre also und dann ich wir du sie soll sollte sollen denn am für mich uns zu "
    "lequel laquelle quel quelle est le la des deux celui c et alors donc tu vous je on pour moi nous serait qui du coup me"
)


def weighed(said: Said, memory: Known) -> ToolCall | None:
    """ "Which one is easier", "the better one", "lequel tu prendrais" behind airfields side by side."""
    call, slots = memory.call, said.slots
    match = _BETTER.search(slots.low)
    if call is None or memory.tool != COMPARED or match is None or slots.spots or slots.countries or slots.days:
        return None
    rest = [word for word in slots.words if not match.start() <= word.start < match.end()]
    if not all(word.key in FUNCTION or word.key in CHAT or word.key in _OF_THEM for word in rest):
        return None
    said.take_all()
    return call.varied(weighed=True)


_IF_TAKEN = re.compile(
    r"\b(?:if|wenn|falls|si)\b[^.;?!]*\b(?:take|pick|choose|nehmen|nimmst|wählen|prend\w*|choisi\w*)\b"
)
""" "Und wenn wir Salzburg nehmen?" changes where one flies, and weighs nothing."""
_OF_ONE = frozenset((CARD, NOTICE, "get_airport_pricing", "get_fuel_prices"))
_BESIDE_A_NAME = _OF_THEM | keys_of(
    "is ist est serait wäre would be better than it what about how was mit wie que ça que c'est any choice idea"
)


def better_than_it(said: Said, memory: Known) -> ToolCall | None:
    """ "Et Cuneo, c'est mieux ?" behind a field: both side by side, weighed."""
    call, slots = memory.call, said.slots
    match = _BETTER.search(slots.low)
    if call is None or call.tool not in _OF_ONE or match is None or len(slots.spots) != 1 or slots.countries:
        return None
    if slots.days or slots.quantities or _IF_TAKEN.search(slots.low):
        return None
    spot = slots.spots[0]
    named = field_of(said.name(spot), said.deps, far=False)
    last = memory.places.get(FIELD) or memory.places.get(END)
    in_hand = field_of(last, said.deps) if last else None
    if named is None or in_hand is None or named == in_hand:
        return None
    spans = [match.span(), (spot.start, spot.end)]
    rest = [w for w in slots.words if not any(a <= w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE_A_NAME for w in rest):
        return None
    said.take_all()
    return ToolCall(tool=COMPARED, arguments={"icao_codes": [in_hand, named], "weighed": True})
