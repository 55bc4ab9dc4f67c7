"""A part of a message that asks of the field of the part before it, in words that are read rightly only with its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agent import regex as re
from agent.language.said import Said
from agent.language.spoken import written_in
from agent.protocol import ToolCall
from agent.understanding.clauses.clauses import has_two_marks
from agent.understanding.clauses.facts_beside import PRICE
from agent.understanding.clauses.ruled import names_a_subject
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.leaning import ON_THE_WAY
from agent.understanding.reader.reading import NOTHING, TALK, Reading
from agent.understanding.reader.tool_names import ENDS, NOTICE, RULE, RUNWAY_WIND, WEATHER
from agent.understanding.reader.unread import CARD

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_FEE, _REVIEWS, _NOTAMS, _GUIDANCE = (
    "get_airport_pricing",
    "get_pilot_reviews",
    "get_notams",
    "retrieve_city_guidance",
)
_NEAR_THE_WAY = "find_airports_near_route"
_OF_A_FIELD = frozenset((CARD, _FEE, PRICE, NOTICE, WEATHER, RUNWAY_WIND, _REVIEWS, _NOTAMS))
_UNLIKELY = frozenset((RULE, _GUIDANCE, TALK, NOTHING, "get_aircraft_figures"))
"""What a part is easily taken for where it does not say of which field it asks."""
_THERE = re.compile(r"\b(?P<from>from |von |de )?(?:there|dort|là-bas|sur place)\b", re.IGNORECASE)
_IS_THERE = re.compile(r"\b(?:is|are|was|be) there\b|\bthere (?:is|are)\b", re.IGNORECASE)
_AT = {"de": "in", "fr": "à"}
_FACTS = frozenset(("access", "hours", "fuel", "avgas", "jet_a", "mogas", "ul91", "runway", "lights", "ils"))
"""Facts of a field that no town has."""
SURE, SURER = 0.45, 0.57
"""How sure it is with the name of the field; surer where it is a rule without it."""


def at_the_field_in_hand(
    reader: Reader, part: Said, reading: Reading, calls: Sequence[ToolCall], memory: Known
) -> Reading:
    """The part as it is read with the name of the field in hand, where that makes it a question of the field."""
    if (fact := _fact_of_a_town(reader, part, reading, memory)) is not None:
        return fact
    text = part.slots.text
    if reading.tool == CARD and calls and calls[-1].arguments.keys() >= ENDS and ON_THE_WAY.search(text.lower()):
        way = reader.read(_NEAR_THE_WAY, max(reading.sure, SURER), part.again(), memory)
        if not part.spots and way is not None and way.call is not None and way.arguments.get("filters"):
            return way  # "how far is it to Sylt, and where is there fuel on the way"
    field = calls[-1].arguments.get("icao_code") if calls else None
    is_lost = reading.tool in _UNLIKELY or reading.call is None
    if not is_lost or reading.varied or not isinstance(field, str) or part.spots or part.slots.countries:
        return reading
    if reading.tool == RULE and names_a_subject(text, part):
        return reading
    there = None if _IS_THERE.search(text) else _THERE.search(text)
    end = text.rstrip(" ?!.")
    preposition = _AT.get(written_in(part.slots.low) or "", "at")
    named = (
        f"{text[: there.start()]}{there['from'] or f'{preposition} '}{field}{text[there.end() :]}"
        if there
        else f"{end} {preposition} {field}?"
    )
    again = reader.said(named, part.today, part.place, part.home)
    other = reader.claimed(again, Known()) or reader.decide(again, Known())
    asks_a_fact = other.tool != CARD or bool(other.arguments.get("about"))
    least = SURER if reading.tool == RULE else SURE
    is_of_it = other.call is not None and other.tool in _OF_A_FIELD and asks_a_fact and other.sure >= least
    return other if is_of_it else reading


def _fact_of_a_town(reader: Reader, part: Said, reading: Reading, memory: Known) -> Reading | None:
    """ "Is Elstree ok for visitors": a fact of the field, and nothing of the town of that name."""
    if reading.tool != _GUIDANCE or has_two_marks(part.slots.text) or not part.spots or not part.all_of(*_FACTS):
        return None
    read = reader.read(CARD, max(reading.sure, SURER), part.again(), memory)
    told = {mention.concept for mention in part.all_of(*_FACTS)}
    about = read.arguments.get("about") if read is not None and read.call is not None else None
    return read if isinstance(about, list) and told & {*map(str, about)} else None
