""" "What papers going in from Scotland with an American friend" behind a field: the border of that flight, and the passport."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import country_of
from agent.language.nationality import peoples
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import CENTRE, END, FIELD, Known
from agent.understanding.reader.tool_names import BORDER, RULE

_PAPERS = re.compile(
    r"\b(?:paperwork|papers|documents?|formalit\w+|customs|immigration|what (?:do|will|would) (?:i|we) need|papiere|unterlagen|"
    r"formalitäten|zoll|was (?:brauche?|brauchen|muss|müssen) (?:ich|wir)|papiers|douane|qu['’]est-ce qu['’]il (?:me |nous )?faut|"
    r"(?:il |que )?(?:me |nous )?faut (?:quoi|quels?|-il))\b"
)
_INWARD = re.compile(
    r"\b(?:going (?:in|there)|go (?:in|there)|fly(?:ing)? (?:in|there)|coming in|arriving|entering|to get in|einflug|einreise\w*|einfliegen|hinfliegen|rein|hin|"
    r"entrer|entrant|en arrivant|arriver|pour y aller|y aller|à l['’]aller)\b"
)
_HOMEWARD = re.compile(
    r"\b(?:(?:coming|going|flying|fly|come|go|get|getting) (?:back|home)|on the way (?:back|home)|on return|rückflug|heimflug|rückweg|zurück|heim|retour|rentr\w+)\b"
)
_FROM = re.compile(
    r"\b(?:from|out of|leaving|aus|von|ab|depuis|de|du|d['’]|en partant d[eu'’])\s*(?:the |la |le |l['’]|der |den )?$"
)
_MOST_WORDS = 18


def papers_going_in(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """The border into the place in hand, or home from it, and what the passports aboard need; () where none is asked."""
    slots, low, call = said.slots, said.slots.low, memory.call
    if call is None or call.tool in (BORDER, RULE) or memory.trip or len(slots.words) > _MOST_WORDS:
        return ()
    inward, homeward = _INWARD.search(low), _HOMEWARD.search(low)
    if not _PAPERS.search(low) or bool(inward) == bool(homeward):
        return ()
    aboard = peoples(slots.countries, low)
    others = [c for c in slots.countries if c not in aboard]
    people = {c.start for c in aboard}
    spots = [s for s in slots.spots if s.start not in people and s.name != "home"]
    start = next((said.name(s) for s in spots if s.role == "from"), None)
    start = start or next((c.country.name for c in others if _FROM.search(low[: c.start])), None)
    if len(others) > bool(start) or len(spots) > bool(start) or (start and homeward):
        return ()
    there = next((memory.places[role] for role in (FIELD, END, CENTRE) if role in memory.places), None)
    there = memory.shown[0] if memory.shown and call.tool not in _OF_ONE else there
    start = start or memory.home
    if start is None or there is None:
        return ()
    ends = (there, start) if homeward else (start, there)
    codes = [country_of(end, said.deps) for end in ends]
    if None in codes or codes[0] == codes[1]:
        return ()
    said.take_all()
    border = ToolCall(tool=BORDER, arguments={"from_location": ends[0], "to_location": ends[1]})
    if not aboard:
        return (border,)
    whose = " and ".join(dict.fromkeys((*one.country.demonyms, one.country.name)[0] for one in aboard))
    question = f"Which passport or visa do {whose} passengers need?"
    return (border, ToolCall(tool=RULE, arguments={"question": question, "country_code": codes[1]}))


_OF_ONE = frozenset(
    ("get_airport_details", "get_airport_pricing", "get_fuel_prices", "get_notification_for_airport", "get_weather",
     "calculate_flight_distance", "get_fuel_plan")
)  # fmt: skip
"""Tools of one place: it is the one that is entered, whatever was listed before."""
