"""Reads a question about one airfield, or two compared: which field, what of it, on which day."""

from __future__ import annotations

from pydantic import JsonValue

from agent.language.said import Said
from agent.registry import reads

Given = dict[str, JsonValue]

ATTRIBUTES = (
    "elevation", "runway", "lights", "fuel", "avgas", "jet_a", "ul91", "ul94", "mogas", "hours", "sun", "restaurant",
    "hotel", "approaches", "ils", "rnp", "vor", "ndb", "customs", "contact", "website", "status", "time_zone", "position",
    "iata_code", "handling", "frequency", "tower", "circuit", "parking", "maintenance", "transport", "access", "notices",
)  # fmt: skip
"""What can be asked of an airfield, by the name of its concept."""
_AS = {
    "self_service": "fuel", "hard_runway": "runway", "grass": "runway", "no_ppr": "access", "military": "status",
    "town": "transport", "longest_runway": "runway",
}  # fmt: skip
"""Concepts of lists that ask for an attribute when one airfield is meant."""
_OVERRULED = {
    "tower": ("hours", "lights"),
    "frequency": ("tower", "approaches", "ils", "vor", "ndb"),
    "customs": ("hours", "access"),
    "circuit": ("elevation", "runway"),
    "approaches": ("runway",),
    "lights": ("runway",),
    "transport": ("position", "contact"),
    "contact": ("website", "tower"),
    "access": ("hours",),
    "parking": ("position",),
    "sun": ("hours", "time_zone"),
    "maintenance": ("hours",),
}
"""What a word means beside another: the tower's hours are no opening hours of the field."""
_KINDS = ({"ils", "rnp", "vor", "ndb"}, {"avgas", "jet_a", "ul91", "ul94", "mogas"})
MOST = 4
DATED = {
    "hours",
    "sun",
    "customs",
    "access",
    "fuel",
    "avgas",
    "jet_a",
    "ul91",
    "mogas",
    "tower",
    "restaurant",
    "status",
    "notices",
}
"""What may differ from day to day."""


@reads("get_airport_details", "icao_code")
def details(said: Said) -> Given:
    """The airfield, what of it is asked, and the day of its hours or sun."""
    given: Given = {}
    field = said.field()
    if field is not None:
        given["icao_code"] = field
    asked = about(said)
    names = asked.get("about")
    undated = isinstance(names, list) and names and not DATED & {str(name) for name in names}
    when = day(said)
    return {**given, **asked, **({} if undated else when)}


@reads("compare_airfields", "icao_codes")
def compare(said: Said) -> Given:
    """The airfields and what of them is compared."""
    fields: list[JsonValue] = list(said.fields())
    return {**({"icao_codes": fields} if len(fields) > 1 else {}), **about(said)}


@reads("get_pilot_reviews", "icao_code")
def reviews(said: Said) -> Given:
    """The airfield, and how many reviews."""
    return {**field(said), **({"limit": int(n)} if (n := said.amount("count")) else {})}


def field(said: Said) -> Given:
    """`icao_code`, when an airfield is said."""
    code = said.field()
    return {"icao_code": code} if code else {}


def day(said: Said) -> Given:
    """`date`, when a day is said."""
    when = said.day()
    return {"date": when} if when else {}


def about(said: Said) -> Given:
    """`about`: the attributes that a question names, in its order; none for the airfield as a whole."""
    found: dict[str, int] = {}
    for mention in said.all_of(*ATTRIBUTES, *_AS):
        name = _AS.get(mention.concept, mention.concept)
        found.setdefault(name, mention.start)
        said.take([mention])
    out = {weak for strong in found for weak in _OVERRULED.get(strong, ())}
    kept = [name for name in sorted(found, key=lambda n: found[n]) if name not in out or len(found) == 1]
    for kinds, whole in zip(_KINDS, ("approaches", "fuel"), strict=True):
        if kinds & set(kept):
            kept = [name for name in kept if name != whole]
    return {"about": list(kept[:MOST])} if kept else {}
