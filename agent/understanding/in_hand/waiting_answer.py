"""The answer to what was asked back: whether a message gives it, or asks something of its own."""

from __future__ import annotations

from agent import regex as re
from agent import registry
from agent.language.ends import OF_THE_WAY
from agent.language.said import Said
from agent.protocol import Pending, Plan
from agent.understanding.clauses.clauses import asks
from agent.understanding.in_hand.answered import answered, names_countries_alone
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.leaning import CONTINUES, names_alone
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.tool_names import DISTANCE

ITS_OWN = 0.6
"""A message that is read this surely as a whole question of its own answers nothing that was asked."""
ASKED = 0.3
"""The same of a message that begins as a question does: "which strips on Mull or Skye"."""
SEARCHES = ("find_airports_near_location", "search_airports", "search_pois")
"""What three words ask in full: "airports near Annecy"."""
_FEW = 3
_OF_ONESELF = "set_profile"
_WORDS_ASKED = ("term", "topic", "question")
"""What any words would answer."""
_COUNTRIES_ASKED = ("country", "country_code", "countries")
_PLACES_ASKED = ("from_location", "to_location", "location_clarification")
_DECLINES = re.compile(
    r"\W*(?:no+|nope|nah|no thanks|no thank you|never ?mind|leave it|forget it|skip (?:it|that)|drop it|not now"
    r"|non|non merci|laisse(?:z)?(?: tomber)?|tant pis|peu importe|nein|nee|nö|nein danke|egal|vergiss es|lass es|lass mal)\W*",
    re.IGNORECASE,
)
"""What was asked back is not answered: "no"."""


def declines(text: str) -> bool:
    """Whether what was asked back is refused an answer: "no"."""
    return _DECLINES.fullmatch(text) is not None


def answer_to(pending: Pending, said: Said, memory: Known, reader: Reader) -> Plan | None:
    """The pending plan with what the message answers; None when it is a question of its own, or answers nothing.

    A name alone answers.
    """
    if pending.missing.key in _PLACES_ASKED and _is_a_flight(said):
        return None
    if pending.missing.key == "cruise_speed" and said.concepts & {"reverse", "both_ways"}:
        return None  # "and back at 100 kt": the other way, at that speed
    if pending.missing.key == "cruise_speed" and (said.slots.of("speed") and _names_an_end(said)):
        return None  # "depuis Nantes à 110 kt": from there, at that speed
    asked = pending.plan.steps[pending.step]
    wanted = asked.arguments.get("missing") if asked.tool == CLARIFY else pending.missing.key
    if (
        memory.call is not None
        and wanted in _WORDS_ASKED
        and names_alone(said)
        and CONTINUES.match(said.slots.text)
    ):
        return None  # "and for Guernsey": of the last answer, no term
    completed = answered(pending, said, reader)
    if completed is None:
        return None
    if names_countries_alone(said):
        return completed
    countries, field = bool(said.slots.countries), wanted == "icao_code" and not said.spots
    if not names_alone(said) and ((field and countries) or (wanted in _COUNTRIES_ASKED and not countries)):
        return None  # "flight plan Belgium" names no field, "fuel at Lyon" no country
    fact, few = _asks_a_fact(said, completed.steps[0].tool), len(said.slots.words) <= _FEW
    if fact or (said.bare_words > 1 and len(said.slots.words) >= _FEW):
        own = reader.decide(said, Known(home=memory.home))
        least = ASKED if asks(said.slots.text) else ITS_OWN
        is_whole = own.call is not None or own.tool == DISTANCE  # "how far is it from Lydd?" has the place in hand
        if own.tool == _OF_ONESELF or (few and not fact and own.tool not in SEARCHES):
            return completed  # "speed is 100 kt", "from Lydd please"
        of_the_way = own.tool == DISTANCE and OF_THE_WAY.search(said.slots.low) is not None
        if is_whole and (own.sure > least or of_the_way) and own.tool != completed.steps[0].tool:
            return None
    return completed


def _names_an_end(said: Said) -> bool:
    return any(spot.role in ("from", "to") and spot.kind in ("place", "code", "iata") for spot in said.slots.spots)


def _is_a_flight(said: Said) -> bool:
    """ "Lydd to Calais Saturday at 9": a flight with both its ends is no answer where one place was asked for."""
    fields = {said.name(s) for s in said.slots.spots if s.kind in ("code", "iata", "place")}
    claims = (known.claims for known in registry.readings().values())
    return len(fields) > 1 and any(claim(said) for claim in claims if claim is not None)


def _asks_a_fact(said: Said, waiting: str) -> bool:
    """ "NOTAM at EGKB", "customs at Dinard?": a fact of a place is no answer where a place was asked for."""
    others = (known for known in registry.readings().values() if known.tool != waiting)
    return bool(said.spots) and any(said.concepts & set(known.named) for known in others)
