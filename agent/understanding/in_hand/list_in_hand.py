""" "The one closest to Caen", "further away": the list in hand, nearest to another place or in another circle."""

from __future__ import annotations

from typing import cast

from pydantic import JsonValue

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.orders import nearest_the_sea
from agent.language.quantities import number
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.finding.nations import NATIONS, home_nation
from agent.subjects.finding.position import PAST_A_PLACE
from agent.subjects.finding.reading_around import ACROSS_A_COUNTRY, COMPASS, side_of_the_place
from agent.subjects.finding.reading_wishes import code_for, denied_countries
from agent.understanding.beside.which_is_nearer import EACH_FROM
from agent.understanding.in_hand.context import Given, Known
from agent.understanding.in_hand.list_changed import changed_list
from agent.understanding.in_hand.part_of_the_way import on_that_part
from agent.understanding.reader.unread import LISTS

_NEAR, _ROUTE, _AREA = "find_airports_near_location", "find_airports_near_route", "search_airports"
_ENTRY, _COUNTED = "get_border_crossing_airports", "get_airport_statistics"
_ONE_OF_THEM = keys_of(
    "tell how one ones far distance away weit entfernt entfernung loin sag wie dis weiss please pls bitte svp stp plait s'il still celui celle ceux celles something anything else others another some more ones bit little etwas anderes was ein wenig quelque chose autre peu s nach entfernung sort sorted sortiert sortiere sortieren geordnet trie trier triés triées triez classe classés ordered ranked within under reach reachable ab weniger als erreichbar long lang longue lequel laquelle welcher welche welches derjenige liegt situé située"
)
_ITS_OWN = keys_of(
    "route track course way radius circle area distance near nearby close around strecke kurs umkreis nahe nähe trajet parcours rayon zone autour près proche vers"
)
"""What a list lies around or along."""
_RADIUS = 50.0
"""Nautical miles of a list that says none of its own."""
_NARROWER, _WIDER = 0.5, 2.0
_LEAST, _MOST = 5.0, 200.0


_THE_FARTHEST = re.compile(r"\b(?:le|la|les) plus loin|\bam weitesten|\b(?:der|die|das) weiteste")
""" "Le plus loin": one of the list, no wider circle."""


def of_the_list_in_hand(said: Said, memory: Known) -> ToolCall | None:
    """What a message asks of the list in hand and of nothing else; None where it is none of that kind."""
    if memory.call is None or memory.tool not in LISTS or said.slots.days:
        return None
    if (reached := _in_reach_of(said, memory)) is not None:
        return reached
    if (around := _of_that_radius(said, memory.call)) is not None:
        return around
    if (timed := _how_long_to_each(said, memory)) is not None:
        return timed
    narrowed = _only_in_that_country(said, memory.call) or _only_in_that_area(said, memory.call)
    narrowed = narrowed or _half_way(said, memory.call)
    if (narrowed := narrowed or _past_a_place(said, memory.call) or on_that_part(said, memory.call)) is not None:
        return narrowed
    if (beyond := _on_that_side(said, memory.call)) is not None:
        return beyond
    if (area := _in_that_area(said, memory.call)) is not None:
        return area
    if (cheapest := _the_cheapest(said, memory.call)) is not None:
        return cheapest
    if (changed := changed_list(said, memory.call)) is not None:
        return changed
    if any(a.kind != "speed" and (a.kind != "count" or a.value != 1) for a in said.slots.quantities):
        return None  # "the one closest to Dijon" is no number of them
    return _nearest_to_another(said, memory.call) or _in_another_circle(said, memory.call)


def _rest(said: Said, *concepts: str) -> bool:
    """Whether nothing is said but these, places, and words that ask nothing."""
    spans = [(m.start, m.end) for m in said.all_of(*concepts)]
    spans += [(s.start, s.end) for s in (*said.slots.spots, *said.slots.quantities, *said.slots.crafts)]
    spans += [m.span() for m in _SORTED.finditer(said.slots.low)]
    own = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in _ONE_OF_THEM or w.key in _ITS_OWN for w in own)


def _nearest_to_another(said: Said, call: ToolCall) -> ToolCall | None:
    """The fields of the list, those nearest to the place that is named first."""
    order = ("nearest", "closer", "of_them", "which_of_two", *_ON_THE_ROW)
    if nearest_the_sea(said.slots.low) is not None and not said.spots and _rest(said, *order, "beach"):
        return call.varied(priority_strategy="sea", max_results=None, offset=None)
    if not said.slots.spots and not said.slots.countries and call.tool in (_NEAR, _ROUTE):
        nearest = said.has("nearest") and _rest(said, *order)
        return call.varied(priority_strategy="distance", offset=None) if nearest else None
    if len(said.spots) != 1 or said.slots.countries or said.spots[0].kind == "country":
        return None
    by_it = call.tool == _ROUTE and said.spots[0].role == "near"
    in_order = said.has("nearest", "closer") or _SORTED.search(said.slots.low) is not None
    if not (by_it or in_order) or not _rest(said, *order):
        return None
    place, speeds = said.name(said.spots[0]), _flown(said)
    if call.tool == _ROUTE and not in_order:
        return call.varied(position=f"abeam {place}", max_results=None, offset=None)
    if call.tool in (_ROUTE, _NEAR):
        return call.varied(measured_from=place, priority_strategy=None, offset=None, **speeds)
    if call.tool == _COUNTED and isinstance(call.arguments.get("query"), str):
        listed = {name: call.arguments[name] for name in ("query", "filters") if name in call.arguments}
        return ToolCall(tool=_AREA, arguments={**listed, "near": place, **speeds})
    if call.tool == _AREA and not _is_a_country(str(call.arguments.get("query")), said):
        return call.varied(near=place, priority_strategy=None, offset=None, **speeds)
    around = _around_it(said, call, place)
    return around.varied(**speeds, measured_from=place) if speeds else around  # the time to each


def _on_that_side(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Nur die östlich von Zürich" of a list of a country: its fields on that side of the place, no part of the town's own."""
    side = side_of_the_place(said)
    listed = call.tool == _ENTRY or (call.tool == _AREA and _is_a_country(str(call.arguments.get("query")), said))
    if side is None or not listed or said.slots.countries or said.slots.quantities:
        return None
    if not _rest(said, *COMPASS, "only", "of_them", "instead"):
        return None
    return _around_it(said, call, said.name(said.spots[0])).varied(direction=side)


def _around_it(said: Said, call: ToolCall, place: str) -> ToolCall:
    """The wishes of a list of a country, around a place in it."""
    before = call.arguments.get("filters")
    filters = {**cast(Given, before)} if isinstance(before, dict) else Given()
    named = said.deps.countries.named(str(call.arguments.get("query", "")))
    country = call.arguments.get("country") or (named.code if named else None)
    if isinstance(country, str) and "country" not in filters:
        filters["country"] = country
    if call.tool == _ENTRY:
        filters["point_of_entry"] = True
    near: Given = {"location_query": place, "priority_strategy": "distance"}
    if "country" in filters:
        near["max_distance_nm"] = ACROSS_A_COUNTRY
    return ToolCall(tool=_NEAR, arguments={**near, **({"filters": filters} if filters else {})})


_ON_THE_ROW = ("runway", "longest_runway")
"""What each row tells: "and how long is its runway" behind the nearest."""
_SORTED = re.compile(
    r"\b(?:sort\w*|order\w*|rank\w*|list\w*|sortier\w*|geordnet|ordne|tri(?:e[sr]?|ées?|és?|ez)|class\w*|par ordre de)\b[^.?!]*\b(?:by distance|distance|entfernung|nähe)\b|\b(?:distance|entfernung|nähe)\b[^.?!]*\b(?:sort\w*|geordnet|triés?|triées?|class\w*|ordered)\b|\bnearest first\b",
    re.IGNORECASE,
)
""" "Sorted by distance from Chambéry": the order, no new centre."""


def _flown(said: Said) -> Given:
    """The speed or the type of the flights there."""
    speed = next((q.value for q in said.slots.quantities if q.kind == "speed"), None)
    craft = next((c.name for c in said.slots.crafts), None)
    flown: Given = {"cruise_speed_kts": speed} if speed else {}
    return {**flown, **({"aircraft_type": craft} if craft else {})}


_REACHED = re.compile(
    r"\b(?:within|under|less than|no more than|at most|not more than|max(?:imum|imal)?|up to|reach\w*|inside|innerhalb|unter|höchstens|weniger als|erreichbar|"
    r"(?:à )?moins de|au plus|en moins|à)\b"
)


def _in_reach_of(said: Said, memory: Known) -> ToolCall | None:
    """ "Under 90 minutes from Compton Abbas at 85 knots": of the list of an area or along a way, what is in that reach.

    Of a list around a place too where another place is named; where none is, the circle itself is another.
    """
    call = memory.call
    if call is None or call.tool not in (_AREA, _ROUTE, _NEAR) or not _REACHED.search(said.slots.low):
        return None
    times = [round(q.value * 60) for q in said.slots.quantities if q.kind == "duration"]
    far = [q.value for q in said.slots.quantities if q.kind == "distance"]
    spots, country = said.spots, said.slots.countries
    if len(times) + len(far) != 1 or len(spots) != 1 or country or spots[0].role not in ("from", "near", "at", ""):
        return None
    if (
        not _rest(said, "nearest", "closer", "of_them", "at_most", "at_least", "hours")
        or spots[0].kind == "country"
    ):
        return None
    reach: Given = {"reach_minutes": times[0]} if times else {"reach_nm": far[0]}
    place = said.name(spots[0])
    origin: Given = {"near": place} if call.tool == _AREA else {"measured_from": place}
    if call.tool == _NEAR and place == call.arguments.get("location_query"):
        return None
    return call.varied(**origin, **reach, **_flown(said), priority_strategy=None, offset=None)


def _is_a_country(query: str, said: Said) -> bool:
    """Whether an area is a whole country; a nation of the United Kingdom is a part of one."""
    country = said.deps.countries.named(query)
    return country is not None and query.casefold() not in _NATIONS


_NATIONS = frozenset(("england", "scotland", "wales", "northern ireland"))


def _in_another_circle(said: Said, call: ToolCall) -> ToolCall | None:
    """The same list within half or twice as far."""
    narrower, wider = said.has("narrower"), said.has("wider")
    if (
        _THE_FARTHEST.search(said.slots.low)
        or narrower == wider
        or said.slots.spots
        or not _rest(said, "closer", "narrower", "wider", "of_them")
    ):
        return None
    factor = _NARROWER if narrower else _WIDER
    minutes, name = call.arguments.get("within_minutes"), "max_distance_nm"
    if isinstance(minutes, int | float) and call.tool == _NEAR:
        return call.varied(within_minutes=round(minutes * factor), offset=None)
    if call.tool not in (_NEAR, _ROUTE):
        return None
    before = call.arguments.get(name)
    far = (before if isinstance(before, int | float) else _RADIUS) * factor
    order = "distance" if narrower and "priority_strategy" not in call.arguments else None
    varied = call.varied(**{name: min(max(far, _LEAST), _MOST)}, offset=None)
    return varied.varied(priority_strategy=order) if order else varied


_THAT_FAR = re.compile(
    r"(?:^|[.!?,;]\s*|\b(?:and|then|please|und|et)\s+)(?:(?:would|could|can) you |let['’]?s )?(?:make (?:it|that)|try|say|extend (?:it )?to|mach|nimm|mets|fais|disons)\s+"
    r"(?P<n>\d{1,3}|[a-zäöüßéè-]{3,14})(?: then| please| instead| daraus| bitte| stp)?\W*$|"
    r"^\W*(?:(?:and|but|only|just|und|aber|nur|et|mais|seulement|no|nein|non)\W+)*(?:within|under|inside|at most|max(?:imum|imal)?|up to|no more than|not more than|less than|"
    r"only|just|innerhalb(?: von)?|unter|höchstens|nur|im umkreis von|à moins de|moins de|au plus|dans les|à)\s(?P<within>\d{1,3})(?:\W+(?:only|please|then|nur|bitte|seulement|max(?:imum|imal)?|stp|svp))*\W*$"
)
""" "Make it sixty" of a list around a place or along a route: so far."""


def _of_that_radius(said: Said, call: ToolCall) -> ToolCall | None:
    match = _THAT_FAR.search(said.slots.low)
    far = number(match["n"] or match["within"]) if match else None
    if far is None or not _LEAST <= far <= _MOST or call.tool not in (_NEAR, _ROUTE) or said.slots.spots:
        return None
    if isinstance(call.arguments.get("within_minutes"), int | float):
        return call.varied(within_minutes=round(far), offset=None)
    return call.varied(max_distance_nm=far, offset=None)


_EACH = re.compile(
    r"\b(?:to|nach|zu|à|vers|jusqu'à) (?:each|all|them|every one|jedem|allen|chacun|chacune|tous|toutes)(?: of (?:them|these|those))?\b|"
    r"\b(?:how long|flying times?|flight times?|times?|wie lange|flugzeiten|combien de temps|temps de vol)\b[^?.!]*\b(?:each|all of them|jeweils|each of them|chacun|chacune)\b"
)
_AT_BARE = re.compile(
    r"\b(?:at|doing|mit|bei|à)\s+(?P<n>[4-9]\d|[12]\d\d)\b(?!\s*(?:[:%€£$]|nm|km|ft|min|h\b|l\b|uhr|euros?))"
)
_HOW_LONG = re.compile(
    r"\W*(?:(?:and|so|und|et|alors)\W+)*(?:how long|what time|flying time|flight time|wie lange|flugzeit|combien de temps|temps de vol|(?:at|mit|bei|à) \d)"
)
""" "How long at 95?" of the fields nearest to a place: from there."""
_FLIGHT_THERE = keys_of(
    "s how long far is it are they both those these would will does take flight flights fly flying time times to get there each all them of every one and from at doing the "
    "weg entfernt est se trouve wie lange weit dauert ist es flug flugzeit zu jedem allen jeweils von mit bei und je sind sie die alle beide jeder jede liegen ab sont ils elles quelle distance combien temps vol loin vers chacun chacune tous de à en depuis pour"
)


def _how_long_to_each(said: Said, memory: Known) -> ToolCall | None:
    """ "At 85 how long to each?" of a list: the way to each of its fields with its time."""
    call, slots = memory.call, said.slots
    if call is None or call.tool not in (_NEAR, _AREA) or slots.countries or len(said.spots) > 1:
        return None
    measured = call.arguments.get("measured_from") or (call.arguments.get("near") if call.tool == _AREA else None)
    far = len(said.spots) == 1 and EACH_FROM.search(slots.low) is not None
    if (
        not _EACH.search(slots.low)
        and not far
        and not (measured and not said.spots and _HOW_LONG.match(slots.low))
    ):
        return None
    bare = _AT_BARE.search(slots.low)
    flown = _flown(said) or ({"cruise_speed_kts": int(bare["n"])} if bare else {})
    spans = [(s.start, s.end) for s in (*said.spots, *slots.quantities, *slots.crafts)]
    spans += [bare.span()] if bare else []
    own = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _FLIGHT_THERE for w in own):
        return None
    start = said.name(said.spots[0]) if said.spots else call.arguments.get("measured_from")
    start = start or call.arguments.get("location_query") or call.arguments.get("near") or memory.home
    if not isinstance(start, str):
        return None
    origin: Given = {"measured_from": start} if call.tool == _NEAR else {"near": start}
    if far:
        origin["priority_strategy"] = None  # the nearest to it first
    return call.varied(**origin, **flown, offset=None)


_THOSE_OF_IT = keys_of(
    "field fields airfield airfields airport airports strip strips side part ones across water over border ideally mind remember davon dort jene jenige diejenigen plätze flugplätze seite "
    "ceux celles terrains aérodromes côté rien que"
)
"""Words beside the only country that a list is left with: "davon nur die in Frankreich"."""
_HALF_WAY = re.compile(
    r"\b(?:half[- ]?way|(?:in|near|round|around|about|towards|at|roughly) the (?:middle|mid[- ]?point)|midway|mid[- ]?point|auf halbe[mr] (?:weg|strecke)|in der mitte|à mi[- ]?(?:chemin|parcours|distance)|au milieu)\b"
)
_BESIDE_HALF_WAY = keys_of(
    "which of those these them one ones is are lies lie about roughly nearest closest to the of half way halfway middle midway midpoint mid point in near round around towards at "
    "welcher welche davon liegt liegen ist auf halbem halber weg strecke der mitte etwa am lequel laquelle lesquels est sont à mi chemin parcours au milieu des de du trajet"
)


_ONLY = re.compile(r"\b(?:only|just|nur|bloß|seulement|uniquement|que|rien que)\b")


def _only_in_that_country(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Nur die in Frankreich", "Austria only", "not in Italy" of a list around a place: its fields of the country, or but for it."""
    named = said.slots.countries
    others = [spot for spot in said.slots.spots if spot.kind != "country"]
    if call.tool not in (_NEAR, _ROUTE) or not named or others or said.slots.quantities or said.slots.days:
        return None
    denied = denied_countries(said)
    if not denied and not (said.has("only") or _ONLY.search(said.slots.low)):
        return None
    spans = [(one.start, one.end) for one in (*named, *said.all_of("only", "not", "instead", "of_them"))]
    rest = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _THOSE_OF_IT for w in rest):
        return None
    kept = list(dict.fromkeys(code_for(one, said) for one in named))
    kept = [code for code in kept if code not in denied]
    before = call.arguments.get("filters")
    filters = {**cast(Given, before)} if isinstance(before, dict) else Given()
    if kept:
        filters["country"] = kept[0] if len(kept) == 1 else cast(JsonValue, kept)
    if denied:
        gone = filters.get("not_country")
        filters["not_country"] = [*dict.fromkeys((*(gone if isinstance(gone, list) else ()), *denied))]
        if filters.get("country") in denied:
            del filters["country"]
    return call.varied(filters=filters, offset=None)


def _only_in_that_area(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Ceux en Bretagne seulement", "only those in Cornwall" of a list around a place: of the area, what lies so near."""
    named, centre = said.slots.spots, call.arguments.get("location_query")
    if call.tool != _NEAR or len(named) != 1 or not named[0].is_area or not isinstance(centre, str):
        return None
    if said.slots.countries or said.slots.quantities or said.slots.days or said.has("not"):
        return None
    if not (said.has("only") or _ONLY.search(said.slots.low)):
        return None
    spans = [(one.start, one.end) for one in (*named, *said.all_of("only", "of_them"))]
    rest = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _THOSE_OF_IT for w in rest):
        return None
    minutes, far = call.arguments.get("within_minutes"), call.arguments.get("max_distance_nm")
    reach: Given = {"reach_minutes": minutes} if minutes is not None else {"reach_nm": far or _RADIUS}
    kept = {n: call.arguments[n] for n in ("filters", "cruise_speed_kts", "aircraft_type") if n in call.arguments}
    return ToolCall(tool=_AREA, arguments={"query": said.name(named[0]), **kept, "near": centre, **reach})


def _half_way(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Welcher davon liegt auf halbem Weg" of a list along a way."""
    match = _HALF_WAY.search(said.slots.low)
    if call.tool != _ROUTE or match is None or said.slots.countries:
        return None
    if any(not match.start() <= spot.start < match.end() for spot in said.slots.spots):
        return None
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE_HALF_WAY for w in said.slots.words):
        return None
    return call.varied(position="half way", offset=None)


def _past_a_place(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Rather after Toulouse", "hinter Kassel" of a list along a way: where on it, and no other end."""
    named = [*said.slots.spots, *said.slots.weak]
    if call.tool != _ROUTE or len(named) != 1 or said.slots.countries or said.slots.quantities:
        return None
    words = PAST_A_PLACE.search(said.slots.text[: named[0].start])
    if words is None:
        return None
    rest = [w for w in said.slots.words if not words.start() <= w.start < named[0].end]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _ONE_OF_THEM or w.key in _RATHER for w in rest):
        return None
    return call.varied(position=f"{words[0].strip().lower()} {said.name(named[0])}", max_results=None, offset=None)


_RATHER = keys_of(
    "rather better instead make it then or lieber doch besser plutôt plutot mieux alors ou stop somewhere fields field"
)
_OTHER_AREA = keys_of(
    "and what about how same thing search list again in around near for the instead then also rather um bei nahe autour près lieber stattdessen plutôt und in wie ist das gleiche dasselbe dieselbe dieselben selbe liste suche nochmal auch was mit et en dans pour pareil aussi même meme mêmes chose recherche la le les"
)


_OF_A_COUNTRY = frozenset(("country", "not_country"))
"""Wishes that another area is not looked for with."""


def _in_that_area(said: Said, call: ToolCall) -> ToolCall | None:
    """ "And in Wales?" of a list around a place or along a way: the same wishes there; "around Lydd instead" of one of an area."""
    slots = said.slots
    named = [*said.spots, *slots.countries]
    if call.tool not in (_NEAR, _ROUTE, _AREA) or len(named) != 1 or slots.quantities:
        return None
    one = named[0]
    own = [w for w in slots.words if not one.start <= w.start < one.end]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _OTHER_AREA for w in own):
        return None
    before = call.arguments.get("filters")
    if isinstance(before, dict) and "country" in before and call.tool in (_NEAR, _ROUTE):
        nation = home_nation(slots.text[one.start : one.end])
        elsewhere = slots.countries[0].country.code if slots.countries else NATIONS[nation] if nation else None
        if elsewhere is not None:  # "what about in Holland" of the nearest in France
            return call.varied(filters={**before, "country": elsewhere}, offset=None)
    kept = {name: call.arguments[name] for name in ("filters", "priority_strategy") if name in call.arguments}
    if isinstance(before, dict) and before.keys() & _OF_A_COUNTRY:
        kept["filters"] = {name: value for name, value in before.items() if name not in _OF_A_COUNTRY}
    if kept.get("priority_strategy") == "distance":
        del kept["priority_strategy"]
    if said.spots and said.spots[0].role == "near" and call.tool == _AREA:
        return ToolCall(tool=_NEAR, arguments={"location_query": said.name(said.spots[0]), **kept})
    area = said.spots[0].is_area and said.spots[0].role == "in" if said.spots else call.tool == _NEAR
    if not area or call.tool == _AREA:
        return None
    return ToolCall(tool=_AREA, arguments={"query": slots.text[one.start : one.end], **kept})


_FEES = keys_of(
    "which one ones has have is are the a to land at landing landings fee fees price prices charge charges of them those these by in for there "
    "welcher welche welches hat ist der die das am zum landen landegebühr landegebühren gebühr gebühren davon von ihnen "
    "lequel laquelle lesquels a est le la les plus pour atterrir taxe taxes atterrissage d'atterrissage de ces ceux"
)


def _the_cheapest(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Which has the cheapest landing fee?" of the list: in that order."""
    if not said.has("cheapest") or said.spots or said.slots.countries or call.tool not in (_NEAR, _ROUTE, _AREA):
        return None
    if said.has("avgas", "fuel", "mogas", "jet_a1"):
        return None
    spans = [(m.start, m.end) for m in said.all_of("cheapest", "of_them", "which_of_two")]
    own = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _FEES for w in own):
        return None
    return call.varied(priority_strategy="cheapest", offset=None)


_TAKES_BACK = re.compile(
    r"\W*(?:(?:ok|no|oh|actually|please|sorry|and|can you|would you|then|nein|non|bitte|bon)\W+)*"
    r"(?:undo(?: (?:that|it|the last(?: (?:one|bit|change))?))?|(?:take|scrap|drop|remove) (?:that|the|this) (?:last |latest )(?:one|bit|filter|condition|wish|thing|change)(?: (?:off|out|back|away))?|"
    r"(?:take|drop) (?:that|it) (?:off|out|back)|(?:put|give) (?:it|that|me it|me that) back (?:to )?(?:how|as|the way|what) it was|(?:back )?(?:as|like|how) (?:it was )?before|"
    r"(?:nimm|mach|lass) (?:das|die|den)(?: letzte[ns]?)?(?: bedingung| wunsch| filter)? (?:wieder )?(?:weg|raus|rückgängig)|wie vorher|(?:enlève|retire|annule) (?:ça|cela|le dernier|la dernière)(?: (?:critère|condition|filtre))?|(?:remets )?comme avant)"
    r"(?:\W+(?:please|again|then|bitte|wieder|stp|svp))*\W*",
    re.IGNORECASE,
)
_BESIDE_WISHES = frozenset(
    (
        "location_query",
        "query",
        "country",
        "from_location",
        "to_location",
        "filters",
        "offset",
        "via",
        "aircraft_type",
        "cruise_speed_kts",
        "max_distance_nm",
    )
)


def without_the_last_wish(text: str, memory: Known) -> ToolCall | None:
    """ "Take that last bit off again" of a list: the list without the wish that was added last."""
    call = memory.call
    if call is None or memory.plan is None or memory.tool not in LISTS or _TAKES_BACK.fullmatch(text) is None:
        return None
    wishes = call.arguments.get("filters")
    if memory.plan.made_by != "followup" or not isinstance(wishes, dict) or call.arguments.keys() - _BESIDE_WISHES:
        return None  # the order in which an area and a wish were changed is not known
    names = [*call.arguments]
    figures = any(number(word) is not None for word in re.findall(r"[\w-]+", memory.before))
    if "max_distance_nm" in names[names.index("filters") :] and figures:
        return call.varied(max_distance_nm=None, offset=None)  # "make it sixty" was the last
    last = [*wishes][-1]
    return call.varied(
        filters={name: value for name, value in wishes.items() if name != last} or None, offset=None
    )
