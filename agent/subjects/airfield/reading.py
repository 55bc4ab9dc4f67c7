"""Reads a question about one airfield, or two compared: which field, what of it, on which day."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.lexicon import Mention
from agent.language.months import month_said, next_date
from agent.language.said import Said
from agent.registry import reads
from agent.subjects.airfield.asked import having
from tongue import later

Given = dict[str, JsonValue]

ATTRIBUTES = (
    "elevation", "runway", "lights", "fuel", "avgas", "jet_a", "ul91", "ul94", "mogas", "hours", "sun", "restaurant",
    "hotel", "approaches", "ils", "rnp", "vor", "ndb", "customs", "contact", "website", "status", "time_zone", "position",
    "iata_code", "handling", "frequency", "tower", "circuit", "parking", "maintenance", "transport", "access", "notices",
    "fire_category", "camping",
)  # fmt: skip
"""What can be asked of an airfield, by the name of its concept."""
_AS = {
    "border_point": "customs", "open_to_all": "access",
    "self_service": "fuel", "hard_runway": "runway", "grass": "runway", "no_ppr": "access", "military": "status",
    "town": "transport", "longest_runway": "runway",
    "shortest_runway": "runway",
}  # fmt: skip
"""Concepts of lists that ask for an attribute when one airfield is meant."""
_OVERRULED = {
    "tower": ("lights",),
    "frequency": ("tower", "approaches", "ils", "vor", "ndb", "contact", "circuit"),
    "customs": ("hours", "access"),
    "restaurant": ("hours", "transport"),
    "hotel": ("hours", "transport"),
    "circuit": ("elevation", "runway"),
    "notices": ("circuit",),
    "approaches": ("runway",),
    "ils": ("runway",),
    "rnp": ("runway",),
    "lights": ("runway",),
    "transport": ("position", "contact"),
    "contact": ("website", "tower"),
    "access": ("hours", "contact"),
    "parking": ("position", "sun"),
    "sun": ("hours", "time_zone", "status"),
    "maintenance": ("hours", "website"),
    "time_zone": ("hours",),
    "status": ("hours",),
}
"""What a word means beside another in one breath: the restaurant that opens is no question of the field's hours."""
_APART = re.compile(r"[,;:?!+&/]|\b(?:and|und|et|plus|also|auch|aussi)\b")
"""Between two things that are asked for one by one."""
_FAINT = {
    "status": re.compile(r"still (?:open|active|there)|is it still|still|exists?|active|noch|encore|toujours"),
    "runway": re.compile(r"strips?|steep"),
    "position": re.compile(r"where|wo|où"),
}
"""Words that ask for a fact only where nothing else is asked: "is the cafe still open"."""
_NAMED_HOURS = re.compile(r"hours|hrs|times|horaire|zeiten|h24|24h|heures", re.IGNORECASE)
_NAMED_ELEVATION = re.compile(r"elev|amsl|field|sea level|platzh|terrain|über|ueber")
_SAID_WHEN = re.compile(r"when|wann|quand|late|what time|quelle heure|till|until", re.IGNORECASE)
_NUMBER = re.compile(r"number|\bno\b|nummer|numéro|numero|e-?mail|details|tel|contact", re.IGNORECASE)
_ASKS_WHEN = re.compile(
    r"\b(?:manned|staffed|besetzt|until|till|when|what time|wann|quand|quelle heure)\b", re.IGNORECASE
)
_KINDS = ({"ils", "rnp", "vor", "ndb"}, {"avgas", "jet_a", "ul91", "ul94", "mogas"})
_SOLD = {"fuel", *_KINDS[1]}
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


_PLAIN = (
    "elevation", "runway", "lights", "fuel", "avgas", "jet_a", "ul91", "mogas", "hours", "sun", "restaurant", "hotel", "approaches",
    "ils", "rnp", "customs", "contact", "frequency", "handling", "tower", "circuit", "maintenance", "transport", "access", "time_zone",
    "fire_category", "camping",
)  # fmt: skip
"""What asks for a fact of an airfield by its name alone."""


def of_an_area(said: Said) -> bool:
    """Whether nothing but an area is named that no field bears the name of: "tell me about Bavaria"."""
    if not said.spots or not all(spot.is_area for spot in said.spots):
        return False
    code = said.again().field(far=False)
    return code is not None and said.deps.airports.get(code) is None


@reads(
    "get_airport_details",
    "icao_code",
    leans=("date",),
    called=later("Airfield facts"),
    named=_PLAIN,
    at_home=("sun",),
    unless=of_an_area,
)
def details(said: Said) -> Given:
    """The airfield, what of it is asked, and the day of its hours or sun."""
    given: Given = {}
    asked = about(said)
    names = asked.get("about")
    wanted = having([str(name) for name in names], said.deps) if isinstance(names, list) else None
    field = said.field(far=False, having=wanted)
    if field is not None:
        given["icao_code"] = field
    undated = isinstance(names, list) and names and not DATED & {str(name) for name in names}
    when = day(said) or (_mid_month(said) if names == ["sun"] else {})
    return {**given, **asked, **({} if undated else when)}


@reads("compare_airfields", "icao_codes", called=later("Compare fields"))
def compare(said: Said) -> Given:
    """The airfields and what of them is compared."""
    fields: list[JsonValue] = list(said.listed_fields() or said.fields())
    return {**({"icao_codes": fields} if len(fields) > 1 or (fields and said.has("also")) else {}), **about(said)}


@reads("get_pilot_reviews", "icao_code", called=later("What members say"))
def reviews(said: Said) -> Given:
    """The airfield, and how many reviews."""
    return {**field(said), **({"limit": int(n)} if (n := said.amount("count")) else {})}


def field(said: Said) -> Given:
    """`icao_code`, when an airfield is said."""
    code = said.field(far=False)
    return {"icao_code": code} if code else {}


_EVERY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bon an? $|\b(?:le|les|jeden|every) $|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|"
    r"samstag|sonntag)s\b|\bon sunday (?:morning|afternoon|evening)s\b",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\b(?:this|next|coming|dieses|kommendes|nächstes|ce|prochain|am nächsten)\b[^.?!]{0,12}$", re.IGNORECASE
)


def day(said: Said) -> Given:
    """`date`, when a day is said; "on Sundays" is every one of them, and "at weekends" no day."""
    when = said.day()
    if when is None:
        return {}
    return {} if _is_habit(said) else {"date": when}


def _mid_month(said: Said) -> Given:
    """The middle of a month that is said without a day: "sunset in June"."""
    month = month_said(said.slots.text)
    middle = next_date(month, 15, said.today) if month is not None else None
    return {"date": middle.isoformat()} if middle else {}


def _is_habit(said: Said) -> bool:
    """Whether every Sunday or weekend is meant, not one."""
    text = said.slots.text
    if not said.slots.days:
        weekends = [q for q in said.slots.of("days") if q.unit == "weekend"]
        return bool(weekends) and not _THIS.search(text[: weekends[0].end])
    first = said.slots.days[0]
    return bool(
        _EVERY.search(text[first.start : first.end + 12])
        or (first.weekday and _EVERY.search(text[max(0, first.start - 6) : first.start]))
    )


def about(said: Said) -> Given:
    """`about`: the attributes that a question names, in its order; none for the airfield as a whole."""
    found: dict[str, list[Mention]] = {}
    mentions = said.all_of(*ATTRIBUTES, *_AS)
    said.take(mentions)
    for mention in mentions:
        if not _is_other_word(mention, said):
            found.setdefault(_AS.get(mention.concept, mention.concept), []).append(mention)
    if "tower" in found and "hours" not in found and _ASKS_WHEN.search(said.slots.low):
        found["hours"] = found["tower"]
    kept = [name for name in found if not _is_overruled(name, found, said)] if len(found) > 1 else list(found)
    for kinds, whole in zip(_KINDS, ("approaches", "fuel"), strict=True):
        if kinds & set(kept) and whole in kept and not _stands_apart(whole, kinds & set(kept), found, said):
            kept.remove(whole)
    kept.sort(key=lambda name: found[name][0].start)
    if kept and set(kept) <= _SOLD and _is_habit(said):
        kept.append("hours")  # whether somebody sells it then
    return {"about": list(kept[:MOST])} if kept else {}


def _is_other_word(mention: Mention, said: Said) -> bool:
    """ "c'est ou" is "where is it" with its accent or at the end only."""
    text = said.slots.text[mention.start : mention.end]
    return (
        mention.concept == "position"
        and text.lower().endswith("est ou")
        and bool(said.slots.text[mention.end :].strip(" ?!."))
    )


def _is_overruled(name: str, found: dict[str, list[Mention]], said: Said) -> bool:
    """Whether another attribute, said in one breath with this one, is what is meant."""
    own = found[name]
    if name == "hours" and any(_NAMED_HOURS.search(said.slots.low[m.start : m.end]) for m in own):
        return False
    if name == "hours" and all(_SAID_WHEN.search(said.slots.low[m.start : m.end]) for m in own):
        return "sun" in found or "time_zone" in found
    if name in _FAINT and all(_FAINT[name].fullmatch(said.slots.low[m.start : m.end]) for m in own):
        return True
    if name == "elevation" and "circuit" in found:
        return not any(_NAMED_ELEVATION.search(said.slots.low[m.start : m.end]) for m in own)
    if (
        name == "contact"
        and any(_NUMBER.search(said.slots.low[m.start : m.end]) for m in own)
        and "transport" not in found
    ):
        return False
    for strong, weak in _OVERRULED.items():
        if (
            name in weak
            and strong in found
            and all(any(_together(m, s, said) for s in found[strong]) for m in own)
        ):
            return True
    return False


def _together(one: Mention, other: Mention, said: Said) -> bool:
    """Whether nothing sets two mentions apart."""
    first, second = sorted((one, other), key=lambda m: m.start)
    return not _APART.search(said.slots.low[first.end : second.start])


def _stands_apart(whole: str, kinds: set[str], found: dict[str, list[Mention]], said: Said) -> bool:
    return whole == "approaches" and not any(
        _together(m, k, said) for m in found[whole] for kind in kinds for k in found[kind]
    )
