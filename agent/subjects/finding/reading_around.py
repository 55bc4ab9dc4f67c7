"""Knows a wish for the fields around one place: "welche Plätze bei Lyon", "lunch somewhere out of White Waltham"."""

from __future__ import annotations

from agent import regex as re
from agent.language.alternates import AN_ALTERNATE
from agent.language.ends import field_of
from agent.language.one_place import I_AM
from agent.language.said import Said
from agent.subjects.finding.concepts import FUELS
from agent.subjects.finding.reading_wishes import wishes

_FIELDS_AROUND = re.compile(
    r"(?:^\W*|\b(?:which|what|welche[nr]?|an welchen|quels|quelles|where are|y a[- ]t[- ]il (?:des|d['’]autres)|gibt es)\s+(?:\w+\s+){0,2})"
    r"(?:airfields|fields|strips|aerodromes|airports|flugplätzen?|plätzen?|landeplätzen?|grasplätzen?|terrains|aérodromes|aéroports)\s+"
    r"(?:\w+\s+){0,2}?(?:near|around|by|close to|bei|um|rund um|nahe|in der nähe von|près d[eu]|autour d[eu]|vers|à côté d[eu])\s+(?:la |le |l['’])?$"
)


def is_around_a_place(said: Said) -> bool:
    """ "Welche Plätze bei Lyon haben am Sonntag offen": fields around the one town, or each of several, and not those called after it."""
    spots = said.slots.spots
    return (
        bool(spots)
        and len(said.beside(spots[0], spots)) == len(spots) - 1
        and all(spot.kind == "place" and not spot.is_area for spot in spots)
        and not said.slots.countries
        and _FIELDS_AROUND.search(said.slots.low[: spots[0].start]) is not None
        and bool(wishes(said.again()))
    )


_NEAREST_FIELD = re.compile(
    r"\b(?:nearest|closest|nächste[rns]?|nächstgelegene\w*)\s+(?:\w+\s+){0,2}(?:airfields?|fields?|strips?|aerodromes?|airports?|\w*platz|\w*plätze|flughafen)\b|"
    r"\b(?:terrains?|aérodromes?)\s+(?:\w+\s+){0,3}?les? plus proches?\b|\bles? plus proches? (?:terrains?|aérodromes?)\b"
)


def is_nearest_from_where_one_is(said: Said) -> bool:
    """ "Ich stehe in Jena, wo ist der nächste Platz mit Kraftstoff": around the place, and no fact of its own field."""
    spots = said.slots.spots
    return (
        len(spots) == 1
        and spots[0].kind in ("place", "code", "iata")
        and not spots[0].is_area
        and not said.slots.countries
        and I_AM.search(said.slots.low[: spots[0].start]) is not None
        and _NEAREST_FIELD.search(said.slots.low) is not None
        and bool(wishes(said.again()))
    )


_WISHED = re.compile(
    r"\b(?:idées?|idea|ideas|idee|ideen|coin|balade|sortie|virée|ausflug|somewhere|day out|bimble|hop|suggest\w*|propos\w*|vorschl\w*|"
    r"où (?:aller|on peut|peut-on|est-ce)|ou aller|where (?:to|can|could|should|shall)|wohin|wo (?:kann|können|könnte))\b"
)
_ON_THE_GROUND = re.compile(
    r"\b(?:walk\w*|à pied|a pied|zu fuß|zu fuss|how far|wie weit|quelle distance|à combien|open|ouvert\w*|offen|nearest|book\w*|réserv\w*|reserv\w*)\b"
)
HUNDRED_DOLLARS = re.compile(
    r"\b(?:an? )?(?:hundred|100)[- ](?:dollar|quid|pound)s?(?= (?:ham)?burger)|[$£]100(?= (?:ham)?burger)"
)
""" "The hundred dollar hamburger": what it is called, and no price."""
_BURGER_RUN = re.compile(
    rf"{HUNDRED_DOLLARS.pattern}|\b(?:burger|bacon|breakfast|lunch|brunch|sausage|butty)(?: \w+)? run\b"
)
""" "Burger run": a flight to somewhere to eat."""
_LED = re.compile(
    r"(?:\ben partant|\bau départ|\bdepuis|\bfrom|\bout of|\bab|\bvon|\bex)\s+(?:de |d['’]|the |du )?$"
)
_FLOWN_THERE = re.compile(
    r"\b(?:fly|flying|flown|by (?:plane|air)|land(?:ing)?|pop(?:ping)? (?:down|over|up|across|out)|nip(?:ping)? (?:down|over|up|across)|which (?:field|strip|airfield)s?|"
    r"where(?:'s| is| are|s)? (?:good|best|nice|would|could|can|should|do)|"
    r"flieg\w*|flug|landen|welche[rn]? (?:flug)?platz|wo (?:kann|isst|gibt)|"
    r"voler|avion|se poser|atterrir|où|quel terrain)\b"
)
_ISLAND = re.compile(r"\b(?:isles?|islands?|insel|[îi]les?)\b")
_OF_A_FLIGHT = ("notice", "gar", "customs", "flight_plan", "weather", "fuel_plan", "airline", "rules", "border")


def is_flown_to_eat(said: Said) -> bool:
    """ "Une idée pour déjeuner dimanche au départ de Pontoise en DR400?", "wohin zum Essen ab Aachen"."""
    slots = said.slots
    spots = [s for s in slots.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    if len(spots) != 1 or len(slots.spots) != 1 or slots.countries or slots.of("duration"):
        return False
    low = slots.low
    if _BURGER_RUN.search(low):
        return True
    if not said.again().all_of("restaurant") or _ON_THE_GROUND.search(low) or said.again().all_of(*_OF_A_FLIGHT):
        return False
    by_air = bool(slots.crafts) or bool(slots.of("speed"))
    led = _LED.search(low[: spots[0].start]) is not None
    return led and (by_air or _WISHED.search(low) is not None)


OF_AN_ALTERNATE = re.compile(AN_ALTERNATE)
""" "Alternates near Cherbourg": where one goes when Cherbourg itself is shut."""
_NO_LIST_OF_THEM = ("fuel_plan", "rules", "metar", "taf", "notam", "explain", "endurance")
_ITS_OWN = re.compile(
    r"\W*(?:for|to|near|around|of|from|instead of|in place of|pour|de|d['’]|près de|à|für|zu|von|bei|um|statt)\W+"
)
_NO_LANDING = re.compile(
    r"\b(?:can['’]?t|cannot|couldn['’]?t|unable to|not able to)\W+(?:get|land|go)\w*(?: back)?\W*(?:in|at|into|to|there)?\b|\bshut\b|\bclosed\b|\bfogged in\b|\bout\b"
)


_OF_THE_AIR = re.compile(r"\b(?:weather|wx|wetter\w*|météo|temps)\b")


def is_of_its_alternates(said: Said) -> bool:
    """ "Alternates for Alderney if it's fogged in", "if I can't get into Sandown where else could I go"."""
    found, spots = OF_AN_ALTERNATE.search(said.slots.low), said.slots.spots
    if found is None or len(spots) != 1 or said.again().all_of(*_NO_LIST_OF_THEM):
        return False
    if spots[0].is_area and field_of(spots[0].name, said.deps) is None:
        return False  # of a county
    low, spot = said.slots.low, spots[0]
    if (said.slots.quantities and not said.slots.of("distance")) or _OF_THE_AIR.search(low):
        return False  # of a sum, of their weather
    after = spot.start >= found.end() and _ITS_OWN.fullmatch(low[found.end() : spot.start])
    before = spot.end <= found.start() and _NO_LANDING.search(low[: found.start()])
    return bool(after or before)


def is_eaten_in_an_area(said: Said) -> bool:
    """ "Popping down to the Isle of Wight for lunch, where would you go?": fields of that area, no place of a town."""
    spots = [s for s in said.slots.spots if s.kind != "here"]
    low = said.slots.low
    if len(spots) != 1 or said.slots.of("duration") or not said.again().all_of("restaurant"):
        return False
    spot = spots[0]
    area = spot.is_area or spot.kind == "country" or said.deps.places.is_area(spot.name)
    if not area and not _ISLAND.search(low[max(spot.start - 10, 0) : spot.end]):
        return False
    if spot.role == "from" or _ON_THE_GROUND.search(low) or said.again().all_of(*_OF_A_FLIGHT):
        return False
    return _FLOWN_THERE.search(low) is not None


COMPASS = ("north_east", "north_west", "south_east", "south_west", "north", "south", "east", "west")
OF_A_SIDE = re.compile(
    r"(?:ern)?(?:ly)?\s*(?:(?:of|from|von|de|du|des|d['’])\s*(?:the |la |le |l['’]|den |der |dem )?|(?:der|des) )$"
)
""" "North of the", "nördlich der", "östlich von": between a side and its place."""
_WITHIN = re.compile(r"\b(?:in the |im |dans (?:le |l['’]))\w+(?:[ -]\w+)?$")
""" "Im Osten von Zürich": a part of what is a canton too."""
_FIELD_WORDS = re.compile(
    r"\b(?:(?:air)?fields?|strips?|aerodromes?|airports?|\w*pl[aä]tze?n?|flugh[aä]fen|terrains?|aérodromes?|aéroports?)\b"
)


ACROSS_A_COUNTRY = 600
"""Nautical miles around a place of a list of one country, which may lie far from the place."""


def side_of_the_place(said: Said) -> str | None:
    """ "Östlich von Zürich", "west of Dijon": the side of the one place that is named, no part of it; None elsewhere."""
    spots = [spot for spot in said.slots.spots if spot.kind != "country"]
    if len(spots) != 1 or spots[0].kind not in ("place", "code", "iata"):
        return None
    low, start = said.slots.low, spots[0].start
    led = [m for m in said.all_of(*COMPASS) if m.end <= start and OF_A_SIDE.fullmatch(low[m.end : start])]
    if spots[0].is_area and (
        not said.deps.places.is_field_or_town(spots[0].name) or any(_WITHIN.search(low[: m.end]) for m in led)
    ):
        return None
    return led[0].concept if led else None


def is_on_a_side_of_a_place(said: Said) -> bool:
    """ "Plätze mit Zoll in der Schweiz östlich von Zürich": fields on that side of it, none in the town."""
    of_fields = _FIELD_WORDS.search(said.slots.low) is not None or bool(said.again().all_of("fuel", *FUELS))
    return of_fields and side_of_the_place(said) is not None
