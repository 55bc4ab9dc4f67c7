"""The facts of an airfield that a message asks beside what else it asks of it: "Ostend handling, landing fee"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.protocol import ToolCall
from agent.subjects.airfield.about import is_faint
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.unread import CARD, WITHIN

OWN_WORDS = {
    "get_airport_pricing": frozenset(("fee", "parking", "handling_fee", "access")),
    "get_fuel_prices": frozenset(("fuel", "avgas", "jet_a", "ul91", "mogas")),
    "get_notification_for_airport": frozenset(("access", "customs", "contact", "hours", "notice")),
    "get_notams": frozenset(("status", "closed")),
    "search_pois": frozenset(
        (
            "restaurant",
            "hotel",
            "position",
            "transport",
            "camping",
            "parking",
            "customs",
            "access",
            "contact",
            "hours",
        )
    ),
}
"""Tools of one field whose answer says nothing else of it, with the facts that are theirs to tell."""
PRICE = "get_fuel_prices"
PRICED = re.compile(
    r"\b(?:fuel|avgas|100ll|mogas|ul91|jet a-?1?|petrol) (?:prices?|costs?)\b|\b(?:prices?|costs?) of (?:the )?(?:fuel|avgas|mogas|petrol)\b|"
    r"\bprix (?:du carburant|de l['’ ]?(?:avgas|essence)|carburant|avgas)\b|\b(?:sprit|avgas|kraftstoff|benzin|mogas)-?preise?\b|"
    r"\b(?:how much|what) (?:is|does|do|are)? ?(?:the )?(?:fuel|avgas|mogas)\b|\b(?:was|wie ?viel) kostet (?:der |das )?(?:sprit|avgas|benzin)\b",
    re.IGNORECASE,
)
"""The price of fuel is asked for, and not which is sold."""
_OF_ANYTHING = "get_notams"
"""A NOTAM may be about whatever an airfield has: "any NOTAM about the avgas"."""
_JOINED = re.compile(r"(?:\b(?:and|et|und|plus)\b|[,;+&?.])\s*(?:\w+\s+){0,3}$")
"""Before what is asked beside it."""
_NAMED_APART = re.compile(r"(?:\b(?:and|et|und|plus)\b|[,;+&?.])\s*(?:(?:the|opening|les|die|the opening)\s+)?$")
""" "PPR Lydd, hours Lydd": the hours of the field beside the notice it asks, and not those of who takes it."""
_ASKS_OF_IT = re.compile(
    r"\b(?:is|are|does|has|how|what|which|ist|sind|hat|gibt|wie|welche\w*|est|sont|quel\w*|combien|comment)\b[^,;.?!]*$",
    re.IGNORECASE,
)
""" "… and how is the strip": words that are faint beside another question ask all the same."""
NAMED_IN_PASSING = frozenset(("ils", "approaches", "notices", "status", "position", "elevation", "transport"))
"""Facts whose words say other things too: French "ils", "Anflug aus England", "aware of"."""


def facts_beside(reading: Reading) -> ToolCall | None:
    """The facts that no argument of a question holds though the message asks them; None where there are none."""
    said, field = reading.said, reading.arguments.get("icao_code") or reading.arguments.get("near")
    own = OWN_WORDS.get(reading.tool)
    in_reach = reading.arguments.keys() & {WITHIN, "filters"}  # they are wishes of a list
    if own is None or said is None or reading.varied or not isinstance(field, str) or in_reach:
        return None
    of_the_ground = reading.tool == "search_pois"  # it takes every word, and tells none of the airfield's facts
    unused = [
        m for m in said.free_mentions if of_the_ground or not any(a < m.end and m.start < b for a, b in said.used)
    ]
    sheet = registry.readings()[CARD].read(said.again())
    asked = sheet.get("about")
    unused = [m for m in unused if not is_faint(m, said) or _ASKS_OF_IT.search(said.slots.low[: m.start])]
    if reading.tool == _OF_ANYTHING:
        unused = [mention for mention in unused if _JOINED.search(said.slots.low[: mention.start])]
    apart = {m.concept for m in unused if m.concept == "hours" and _NAMED_APART.search(said.slots.low[: m.start])}
    names = {mention.concept for mention in unused} - (own - apart) - NAMED_IN_PASSING
    left: list[JsonValue] = [name for name in asked if name in names] if isinstance(asked, list) else []
    if not left:
        return None
    said.take([mention for mention in unused if mention.concept in left])
    day = {"date": sheet["date"]} if "date" in sheet else {}
    if {*map(str, left)} <= OWN_WORDS[PRICE] and PRICED.search(said.slots.low):
        return ToolCall(tool=PRICE, arguments={"icao_code": field})
    return ToolCall(tool=CARD, arguments={"icao_code": field, "about": left, **day})
