""" "Phone of the nearest one", "which one is Caen", "just the last two": what is pointed at in the list by what it is."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import Plan, ToolCall
from agent.subjects.measures import nm
from agent.understanding.beside.which_is_nearer import where_lies
from agent.understanding.in_hand.context import Known
from agent.understanding.in_hand.references import SEEN
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.tool_names import AROUND, CARD, COMPARED, DISTANCE, SPEEDS
from agent.understanding.reader.unread import LISTS
from tongue import later, say

_FEW_OF_IT = re.compile(
    r"\b(?:(?P<end>last|bottom|letzten|final)|(?P<start>first|top|ersten)) (?P<n>two|three|2|3|zwei|beiden|drei|couple)\b|"
    r"\b(?:les )?(?P<fr>deux|trois|2|3) (?:(?P<fr_end>derni(?:er|ère)e?s)|premi(?:er|ère)e?s)\b"
)
_THREE = frozenset(("three", "3", "drei", "trois"))
_BESIDE_FEW = keys_of(
    "just only the those these ones one of them show me list fields airfields keep give leave and please then ok "
    "nur bloß die den der diese zeig mir davon plätze bitte seulement uniquement juste les ceux celles montre moi garde que terrains "
)
_POINTS = re.compile(
    r"\b(?:which (?:one |number |of (?:them|those|these) )?(?:is|are|was)|only|just|keep|what number is|nur|bloß|welche[rs]?(?: davon| von (?:ihnen|denen))? (?:ist|sind|war)|"
    r"lequel|laquelle|lesquels|seulement|uniquement|juste|rien que|quel numéro)\b"
)
""" "Which one is Caen", "only Popham and Goodwood": of those listed."""
_BESIDE_NAMES = _BESIDE_FEW | keys_of(
    "which is are was number what s that again welcher welche welches ist sind war nochmal denn lequel laquelle lesquels est sont c quel numero c'est déjà "
)
_WISHED = re.compile(
    r"\b(?:with(?! the (?:longest|biggest|most|nearest|closest))|(?:that|which) (?:has|have)(?! the (?:longest|biggest|most|highest))|where|mit(?! der (?:längsten|größten|nächsten))|wo|avec(?! la (?:plus|piste))|qui (?:a|ont)(?! la (?:plus|piste la plus))|où|having|that is open|within|near|by the)\b"
)
""" "The nearest with customs": a list narrowed, and no fact of one."""
_ASKS_OF_IT = re.compile(
    r"^\W*(?:(?:and|so|ok|und|et|alors)\W+)*(?:does|has|is|are|can|do|hat|ist|gibt|kann|darf|est-ce|a-t-il|y a)\b|"
    r"\b(?:(?:do|have|are) they|(?:does|has) (?:it|he|that)|hat (?:der|die|das)|a-t-il|a-t-elle|it|its|it's|er|dessen|sein|seine|il|elle|son|sa|ses|celui-là|là-bas|dort|there)\b|"
    r"\b(?:what|how|when|who|whom|was|wie|wann|wen|welche[nrs]?|length|surface|bahnlänge|pistenlänge|länge|oberfläche|longueur|quels?|quelles?|combien|qui|comment|quand)\b"
)
_FACTS = frozenset(
    ("contact", "frequency", "elevation", "circuit", "website", "position", "access", "handling", "sun")
)
"""By which no list is narrowed: asked of one field in any words."""


def the_one_meant(said: Said, memory: Known) -> Plan | None:
    """What is asked of the field, or the few, of the list in hand that the words point out; None where they do not."""
    if memory.call is None or memory.tool not in LISTS or len(memory.shown) < 2 or said.slots.countries:
        return None
    of_them = _the_few(said, memory) or _the_named(said, memory) or _the_foremost(said, memory)
    return of_them or _flown_to_the_foremost(said, memory)


def _the_few(said: Said, memory: Known) -> Plan | None:
    """ "Just the last two": these side by side, or the fact that is asked of them."""
    match = _FEW_OF_IT.search(said.slots.low)
    if match is None or said.slots.spots or not (match["end"] or match["fr_end"]):
        return None  # the first few are the list, cut
    many = 3 if (match["n"] or match["fr"]) in _THREE else 2
    few = memory.shown[:SEEN][-many:]
    about = _about(said)
    if len(few) < many or (not about and not _nothing_but(said, _BESIDE_FEW, [match.span()])):
        return None
    return _of_these(few, about)


def _the_named(said: Said, memory: Known) -> Plan | None:
    """ "Which one is Caen", "only Popham and Goodwood": those of the list."""
    spots = said.slots.spots
    if not spots or not _POINTS.search(said.slots.low) or said.slots.quantities:
        return None
    if len(spots) == 1 and spots[0].is_area and spots[0].role == "in":
        return None  # "ceux en Bretagne seulement": those in the area, no field of its name
    fields = [field_of(spot.name, said.deps) for spot in spots]
    listed = [code for code in fields if code in memory.shown]
    spans = [(spot.start, spot.end) for spot in spots]
    if not listed or len(listed) < len(fields) or not _nothing_but(said, _BESIDE_NAMES, spans):
        return None
    plan = _of_these(tuple(dict.fromkeys(listed)), [])
    if len(listed) > 1:
        return plan
    number = memory.shown.index(listed[0]) + 1
    return plan.model_copy(
        update={"made_by": "reader", "reasoning": say("Number {number} of the list.", number=number)}
    )


def _the_foremost(said: Said, memory: Known) -> Plan | None:
    """ "Phone number of the nearest of them": the fact, of the nearest or the foremost in another order."""
    slots = said.slots
    orders = [order for order in _FOREMOST if said.again().has(order)]
    about = _about(said)
    if not orders or any(spot.kind != "here" for spot in slots.spots) or _is_nearest_to_a_place(slots.low):
        return None
    order = orders[0]
    about = [fact for fact in about if fact not in _TOLD_BY.get(order, frozenset())]
    if not about or _WISHED.search(slots.low) or slots.of("distance"):
        return None
    if not set(about) & _FACTS and not _ASKS_OF_IT.search(slots.low):
        return None
    listed = [one for code in memory.shown if (one := said.deps.airports.get(code)) is not None]
    found = _foremost(order, listed, said, memory)
    if found is None:
        return None
    one, told = found
    date: dict[str, JsonValue] = {"date": said.day()} if slots.days else {}
    step = ToolCall(tool=CARD, arguments={"icao_code": one.ident, "about": [*about], **date})
    field = f"{one.ident} {one.short_name}"
    return Plan(
        steps=(step,), confidence=0.9, made_by="reader", reasoning=say(told, field=field, count=len(listed))
    )


_HOW_FAR = re.compile(
    r"\b(?:how (?:long|far|many (?:minutes|miles))|what(?:'s| is) the (?:distance|flight time)|wie (?:lange|weit|viele (?:minuten|meilen))|flugzeit|entfernung|"
    r"combien de (?:temps|minutes|milles|nautiques)|à combien|quelle distance|temps de vol|durée)\b"
)


def _flown_to_the_foremost(said: Said, memory: Known) -> Plan | None:
    """ "How long to the nearest at 95 kt?": the way to that one of the list, from where the list lies around or begins."""
    slots = said.slots
    orders = [order for order in _FOREMOST if said.again().has(order)]
    if not orders or not _HOW_FAR.search(slots.low) or _WISHED.search(slots.low) or slots.of("distance"):
        return None
    if (
        any(spot.role != "from" for spot in slots.spots)
        or _is_nearest_to_a_place(slots.low)
        or memory.call is None
    ):
        return None
    listed = [one for code in memory.shown if (one := said.deps.airports.get(code)) is not None]
    found = _foremost(orders[0], listed, said, memory)
    flown = registry.readings()[DISTANCE].read(said.again())
    kept = {name: flown[name] for name in (*SPEEDS, "return", "headwind_kts") if name in flown}
    held = memory.call.arguments
    begins = (held.get(name) for name in ("measured_from", "from_location", "location_query", "near"))
    named = [said.name(spot) for spot in slots.spots if spot.kind != "here"]
    if found is None or slots.days or slots.of("clock"):
        return None
    one, told = found
    starts = (name for name in (*named, *begins, memory.home) if isinstance(name, str) and name != "here")
    start = next((name for name in starts if field_of(name, said.deps) != one.ident), None)
    said.take_all()
    ends: dict[str, JsonValue] = {"from_location": start} if start else {}  # else it is asked
    step = ToolCall(tool=DISTANCE, arguments={**ends, "to_location": one.ident, **kept})
    field = f"{one.ident} {one.short_name}"
    reasoning = say(told, field=field, count=len(listed))
    return Plan(steps=(step,), confidence=0.9, made_by="reader", reasoning=reasoning)


_NEAREST_TO_ONE = re.compile(
    r"\b(?:nearest|closest|nächste\w*|plus (?:proche|près))\b(?: [a-zà-ÿ]+){0,2}? (?:to|zu|zum|zur|an|von|bei|de |du|d['’]|à)\s*(?P<word>[\wà-ÿ]+)"
)


def _is_nearest_to_a_place(low: str) -> bool:
    """ "Le plus proche de Vézelay": to a place of its own, known or not, and none of the list."""
    return any(keys_of(match["word"]) - FUNCTION - _BESIDE_NAMES - CHAT for match in _NEAREST_TO_ONE.finditer(low))


_OF_THE_LIST = {
    "nearest": later("Of the first {count} listed, the nearest: {field}."),
    "longest_runway": later("Of the first {count} listed, the longest runway: {field}."),
    "northernmost": later("Of the first {count} listed, the northernmost: {field}."),
    "southernmost": later("Of the first {count} listed, the southernmost: {field}."),
    "easternmost": later("Of the first {count} listed, the easternmost: {field}."),
    "westernmost": later("Of the first {count} listed, the westernmost: {field}."),
    "highest": later("Of the first {count} listed, the highest: {field}."),
    "lowest": later("Of the first {count} listed, the lowest: {field}."),
}
_FOREMOST = (
    "northernmost",
    "southernmost",
    "easternmost",
    "westernmost",
    "highest",
    "lowest",
    "nearest",
    "longest_runway",
)
_TOLD_BY = {
    "longest_runway": frozenset(("runway",)),
    "highest": frozenset(("elevation",)),
    "lowest": frozenset(("elevation",)),
    "northernmost": frozenset(("position",)),
    "southernmost": frozenset(("position",)),
    "easternmost": frozenset(("position",)),
    "westernmost": frozenset(("position",)),
}
"""What the words of an order ask for as well, and do not mean."""


def _foremost(order: str, listed: list[Airport], said: Said, memory: Known) -> tuple[Airport, str] | None:
    """The field of the list that comes first in an order, and how it is told."""
    told = _OF_THE_LIST[order]
    measures: dict[str, Callable[[Airport], float]] = {
        "northernmost": lambda one: -one.lat,
        "southernmost": lambda one: one.lat,
        "easternmost": lambda one: -one.lon,
        "westernmost": lambda one: one.lon,
    }
    if order == "nearest":
        return _nearest(listed, said, memory, told)
    if order == "longest_runway":
        lengths = [(run.length_ft or 0, one) for one in listed if (run := said.deps.airports.longest_runway(one))]
        return (max(lengths, key=lambda pair: pair[0])[1], told) if lengths else None
    if order in ("highest", "lowest"):
        known = [one for one in listed if one.elevation_ft is not None]
        sign = -1 if order == "highest" else 1
        return (min(known, key=lambda one: sign * (one.elevation_ft or 0)), told) if known else None
    return (min(listed, key=measures[order]), told) if listed else None


def _nearest(listed: list[Airport], said: Said, memory: Known, told: str) -> tuple[Airport, str] | None:
    """The nearest to where the list is measured from, or to home; a strip without a code only where none has one."""
    given = memory.call.arguments if memory.call is not None else {}
    names = (given.get(name) for name in ("measured_from", "location_query", "near"))
    place = next((name for name in names if isinstance(name, str)), None) or memory.home
    here = where_lies(place, said) if place else None
    if here is None or not listed:
        return None

    def far(one: Airport) -> float:
        return geodesic_nm(*here, one.lat, one.lon)

    coded = [one for one in listed if one.icao]
    one, first = min(coded or listed, key=far), min(listed, key=far)
    return one, told if one is first else later(
        "Of the first {count} listed, the nearest with an ICAO code: {field}."
    )


def _about(said: Said) -> list[str]:
    about = registry.readings()[CARD].read(said.again()).get("about")
    return [str(fact) for fact in about] if isinstance(about, list) else []


def _of_these(fields: tuple[str, ...], about: list[str]) -> Plan:
    facts: dict[str, JsonValue] = {"about": [*about]} if about else {}
    call = (
        ToolCall(tool=CARD, arguments={"icao_code": fields[0], **facts})
        if len(fields) == 1
        else ToolCall(tool=COMPARED, arguments={"icao_codes": [*fields[:MOST_STEPS]], **facts})
    )
    return Plan(steps=(call,), confidence=0.9, made_by="followup")


def _nothing_but(said: Said, words: frozenset[str], spans: list[tuple[int, int]]) -> bool:
    """Whether nothing is said outside these spans but words that ask nothing."""
    own = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in words for w in own)


_BARE = {"location_query", "priority_strategy", "max_results"}


def fact_of_the_nearest(plan: Plan, said: Said) -> Plan:
    """ "Phone of the airfield nearest to Exeter": the fact of that field, where the list around it would tell none."""
    if [step.tool for step in plan.steps] != [AROUND] or not said.again().has("nearest"):
        return plan
    given = plan.steps[0].arguments
    about = [fact for fact in _about(said) if fact in _FACTS]
    place = given.get("location_query")
    if not about or given.keys() - _BARE or not isinstance(place, str) or _SEVERAL.search(said.slots.low):
        return plan
    here = where_lies(place, said)
    if here is None:
        return plan
    near = said.deps.airports.nearest(*here, 1, lambda one: _is_visited(one) and one.ident != place.upper())
    if not near:
        return plan
    field, far = near[0].airport, near[0].distance_nm
    date: dict[str, JsonValue] = {"date": said.day()} if said.slots.days else {}
    step = ToolCall(tool=CARD, arguments={"icao_code": field.ident, "about": [*about], **date})
    first = said.deps.airports.nearest(*here, 1, lambda one: one.kind in _LANDED and one.ident != place.upper())
    alone = not first or first[0].airport.ident == field.ident
    shape = _NEAREST_TO if alone else _NEAREST_CODED
    told = say(shape, place=place, field=f"{field.ident} {field.short_name}", nm=nm(far))
    return plan.model_copy(
        update={"steps": (step,), "others": plan.steps, "left_aside": (), "made_by": "reader", "reasoning": told}
    )


_LANDED = ("small_airport", "medium_airport")
_NEAREST_TO = later("The nearest to {place}: {field}, {nm}.")
_NEAREST_CODED = later("The nearest to {place} with an ICAO code: {field}, {nm}.")
_SEVERAL = re.compile(
    r"\b(?:fields|airfields|airports|strips|airstrips|aerodromes|plätze\w*|flugplätze\w*|terrains|aérodromes|aéroports|ones)\b"
)


def _is_visited(airport: Airport) -> bool:
    """A field with a code to which a light aircraft may come: no airline hub, none that is known as private."""
    return (
        bool(airport.icao)
        and airport.kind in ("small_airport", "medium_airport")
        and not (airport.private_hint or airport.military_hint)
    )
