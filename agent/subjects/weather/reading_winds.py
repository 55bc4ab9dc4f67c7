"""Reads questions about the wind: on the way, aloft over a place, on the runways; and the fuel that a way costs."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from agent import regex as re
from agent.language.air import find_air
from agent.language.alternates import AN_ALTERNATE
from agent.language.burning import burning_spans, find_burning, find_own, is_of_the_burn
from agent.language.ends import OF_THE_WAY
from agent.language.flight_levels import find_levels, hour_beside_a_day, listed_levels
from agent.language.number_words import in_digits
from agent.language.quantities import Quantity
from agent.language.said import Said, Span, whole
from agent.language.slots import Spot
from agent.language.winds import (
    find_impossible_wind,
    find_wind,
    find_winds,
    is_of_the_wind,
)
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.registry import reads
from agent.subjects.trip.reading_way import over_all_legs
from agent.subjects.weather.beside import are_all_beside
from agent.subjects.weather.moments import (
    Given,
    bare_clock,
    bare_hour,
    read_ends,
    read_hour,
    read_places,
    read_when,
)
from agent.subjects.weather.reading_runways import has_runway, is_wind_alone
from agent.subjects.weather.reading_suffices import asks_whether_it_suffices, take_what_suffices
from agent.weather.waters import load_waters
from tongue import later

_AIRSPEED = re.compile(
    r"\b(?:at|@|tas|bei|mit|à|vitesse propre|vp|(?:wahre )?eigengeschwindigkeit)\s*(?:of |von |de |: ?)?(?:about |around )?(?P<n>[4-9]\d|[1-3]\d\d)\s*(?:kts?|knots?|knoten|nœuds|noeuds)\b"
    r"|\b(?P<tas>[4-9]\d|[1-3]\d\d)\s*(?:kts?|knots?)?\s*(?:tas|true airspeed)\b",
    re.IGNORECASE,
)
"""Beside a question about wind a bare figure in knots may be taken for the wind; behind "at" it is the aeroplane's."""
_CRAFT_AT = re.compile(
    r"\b(?:true out|cruise|cruising|planned|plan|flies|flying|does|do|tourne|vole|fliegt?) (?:at |on |à |mit )?(?P<n>[6-9]\d|[12]\d\d)(?P<tas>)\b(?!\s*(?:nm|ft|m\b|miles|%))",
    re.IGNORECASE,
)
_AT_BARE = re.compile(
    r"\b(?:at|@|bei|mit|à|tas|vitesse propre|vp|(?:wahre )?eigengeschwindigkeit)\s*(?:of |von |de |: ?)?(?P<n>[6-9]\d|1\d\d|2[0-4]\d)(?P<tas>)\b(?!\s*(?:nm|ft|feet|%|°|h\b|uhr|z\b|utc|deg|grad)|[/:.]\d)",
    re.IGNORECASE,
)
"""Beside a wind that is said a bare figure behind "at" is the aeroplane's: "with 200/30 at 95"."""
_AND_BACK = re.compile(
    r"\b(?:and (?:home|back)|there and back|round trip|return|aller[- ]retour|hin und zurück|retour|et (?:revenir|retour|rentrer)|und zurück)\b"
)


_HOMEWARD = re.compile(
    r"\s*(?:headwind|on the nose|gegenwind|vent de face)?\s*(?:on |for )?(?:the way )?(?:coming |going |flying |auf dem |au |sur le )?"
    r"(?:home|back|inbound|rückweg|rückflug|heimweg|retour)\b"
)
"""Behind a wind on the nose: it blows so on the way home, and on the tail on the way out."""


_TRACK = re.compile(
    r"\b(?:true |a |the )?(?:track|course|kurs|route(?: vraie)?|rwk|tc|tt)\s*(?:of |is |von |de |:)?\s*(?P<n>[0-3]\d\d)\b"
)
_TRACK_TO_FLY = re.compile(
    r"\b(?:heading|steer|kurs|cap|steuern)\b.*\b(?:to (?:fly|track|make(?: good)?|follow|hold)|for|um|pour (?:suivre|voler|tenir|faire))\s+(?:a |the |den |die |le |la |au |rwk |track |course )*(?P<n>[0-3]\d\d)\b"
)
""" "What heading to fly 090", "quel cap pour suivre le 145": the figure is the track."""
_TRACK_BEHIND = re.compile(r"\b(?P<n>[0-3]\d\d)\s?(?:°|degrees?|grad)?\s*(?:true )?(?:track|course|kurs)\b")
""" "For 302 track": only where no figure stands behind the word."""


def find_track(said: Said) -> tuple[int, int, int] | None:
    """Start, end and degrees of a track that is said instead of a route."""
    low = said.slots.low
    match = _TRACK.search(low) or _TRACK_BEHIND.search(low) or _TRACK_TO_FLY.search(low)
    degrees = int(match["n"]) if match else 361
    return None if match is None or degrees > 360 else (*match.span("n"), degrees or 360)


def is_a_triangle(said: Said) -> bool:
    """ "Heading for track 302 at 120 kt, wind 250/20": a track in a wind, and no place."""
    track = find_track(said)
    sure = [spot for spot in said.spots if spot not in said.slots.weak]
    return not sure and track is not None and find_wind(_without(said.slots.text, track[:2])) is not None


def _without(text: str, span: Span) -> str:
    return text[: span[0]] + " " * (span[1] - span[0]) + text[span[1] :]


def triangle(said: Said, track: tuple[int, int, int]) -> Given:
    """The track, the wind and the airspeed, each where the others are not."""
    _take(said, track[:2])
    text = _without(said.slots.text, track[:2])
    given: Given = {"track_deg": track[2]}
    if (wind := find_wind(text)) is not None:
        _take(said, wind[:2])
        given["wind"] = wind[2]
        text = _without(text, wind[:2])
    if (match := _AIRSPEED.search(text) or _AT_BARE.search(text)) is not None:
        said.used.add(match.span())
        given["true_airspeed_kts"] = int(match["n"] or match["tas"])
    elif (knots := _KNOTS_ALONE.search(text)) is not None:
        said.used.add(knots.span())
        given["true_airspeed_kts"] = int(knots["n"])
    said.take([*said.slots.of("speed"), *said.slots.weak])
    said.used.update(m.span() for m in _ASKED_OF_A_TRIANGLE.finditer(said.slots.low))
    return given


_ASKED_OF_A_TRIANGLE = re.compile(
    r"\b(?:what(?:'s| is)?|which|welche[rns]?|quel(?:le)?s?|was ist)?\s*(?:the |my |die |der |la |le )?(?:ground ?speeds?|gs|headings?|wca|drift|geschwindigkeit über grund|steuerkurse?|vitesses? sol|caps?)\b"
)
_KNOTS_ALONE = re.compile(r"\b(?P<n>[4-9]\d|[1-3]\d\d)\s*(?:kts?|knots?|knoten|nœuds|noeuds)\b", re.IGNORECASE)


_ALONG = re.compile(
    r"(?<![\d/])\d{1,2}\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)?\s*(?:(?:of|de|du) )?(?:vent )?(?:on (?:the|my|our) (?:nose|tail)|(?:head|tail)[- ]?winds?|gegenwind|rückenwind|de face|arrière|dans le (?:dos|nez)|de dos|debout)\b"
)


def is_a_wind_along(said: Said) -> bool:
    """ "With 20 kt tailwind at 105": how much, and from ahead or behind; no wind is asked for."""
    return _ALONG.search(said.slots.low) is not None and find_wind(said.slots.text) is None


@reads(
    "get_wind_plan",
    ("from_location", "track_deg"),
    ("to_location", "track_deg"),
    leans=("day", "cruise_speed_kts"),
    claims=lambda said: (is_wind_alone(said) and not has_runway(said)) or is_a_triangle(said),
    called=later("Times with wind"),
    unless=is_a_wind_along,
)
def wind_plan(said: Said) -> Given:
    """The flight, its speed, and the wind or the time and level for which to ask it."""
    if is_a_triangle(said) and (track := find_track(said)) is not None:
        return triangle(said, track)
    said.has("minute_wind", "both_ways")  # the way back is always told
    given = read_ends(said) | read_hour(said) | over_stops(said)
    if (wind := _wind(said)) is not None:
        given["wind"] = wind
        said.used.update(m.span() for m in _ASKED_OF_A_TRIANGLE.finditer(said.slots.low))
    if "via" in given:
        said.used.update(m.span() for m in _PER_LEG.finditer(said.slots.low))
    if (clock := hour_beside_a_day(said)) is not None:
        said.used.add(clock[:2])
        given.setdefault("time", clock[2])  # "on Tuesday at 1100, 2500 ft"
    if levels := find_levels(said):
        given["level_ft"] = levels[0]
        if others := [one for one in dict.fromkeys(levels) if one != levels[0]][:2]:
            given["beside"] = {"level_ft": [*others]}
    if "time" not in given and said.slots.days and (hour := _hour_behind_the_day(said)) is not None:
        given["time"] = hour
    if (knots := _airspeed(said, beside_a_wind="wind" in given)) is not None:
        given["true_airspeed_kts"] = knots
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
        if knots is None and (bare := _OF_THE_CRAFT.search(said.slots.low)) is not None:
            said.used.add(bare.span())
            given["true_airspeed_kts"] = int(bare["n"])
    return given


_OF_THE_CRAFT = re.compile(
    r"\b(?:be|is|it's|do|does|did|at|with|makes?|gives?|runs?|cruis(?:es|ing)(?: at)?|flies|macht|fliegt|läuft|wären|wär(?:e|en)?|sind|mit|bei|fait|ferait|serait|vole|tourne|avec|à)\s+"
    r"(?:es |ce |about |around |rund |etwa |environ |à )?(?P<n>[6-9]\d|1\d\d|2[0-4]\d)(?![\w/:.,°%]?\w|\s*(?:ft|feet|nm|km|miles|min|l\b|lit|gal|kg|lbs?|degrees|deg|grad|uhr|utc|z\b|h\b|minutes|/|°|%))"
)
""" "In the Arrow it'd be 130": how fast the type flies, of a way in a wind."""


def _hour_behind_the_day(said: Said) -> str | None:
    """ "Tomorrow at 9", "morgen um 15": a small figure right behind the day."""
    last = max(day.end for day in said.slots.days)
    near = last + _NEAR_THE_DAY
    while near < len(said.slots.low) and said.slots.low[near - 1 : near + 1].isalnum():
        near += 1  # no figure is cut: "dimanche, vent à 3000 ft"
    unit = _UNIT_NEXT.match(said.slots.low, near)
    return None if unit else bare_clock(said.slots.low[last:near])


_NEAR_THE_DAY = 10
_UNIT_NEXT = re.compile(r"\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|ft|feet|nm|km|\d{3}|°|%)\b")


_PER_LEG = re.compile(
    r"\b(?:how long|times?|wie lange|zeit(?:en)?|combien de temps|temps|durée)?\s*(?:for|per|on|je|pro|für|par|de|pour|sur)\s+"
    r"(?:each |every |the |all |jede[nrs]? |chaque )?(?:legs?|sectors?|(?:teil)?strecken?|legs|branches?|étapes?|tronçons?)\b"
)


def over_stops(said: Said) -> Given:
    """The way in legs where more than two fields are named: "EGTF to EGHJ to EGJB", "over Goodwood"."""
    if len({spot.name for spot in said.spots}) <= _BOTH_ENDS:
        return {}
    if legs := over_all_legs(said):
        return legs
    places: list[JsonValue] = [*said.journey()]
    if len(places) <= _BOTH_ENDS:
        return {}
    said.take(said.spots)
    return {"from_location": places[0], "via": places[1:-1], "to_location": places[-1]}


_BOTH_ENDS = 2


def is_of_heights_over_a_place(said: Said) -> bool:
    """Several heights over one place, or the wind there at one: no flight is at all of them."""
    if len(said.spots) != 1:
        return False
    if listed_levels(said.slots.text) is not None:
        return said.has("minute_wind")
    blows = _WIND_THERE.search(said.slots.low[: said.spots[0].start]) is not None
    flown = said.slots.of("speed") or said.slots.crafts or said.has("crosswind", "runway", "watch")
    return blows and not flown and bool(find_levels(said.again()))


_WIND_THERE = re.compile(
    r"\b(?:winds?|vents?)\s+(?:at|over|above|in|à|sur|au[- ]dessus (?:de|d['’])|bei|über|in)\s*$"
)
""" "Vent à Ouessant à 2000 ft", "wind over Lundy at 3000 ft"."""


_TEMPERATURE = re.compile(
    r"\b(?:temps?|temperatures?|oat|how (?:cold|warm)|temperatur\w*|wie (?:kalt|warm)|kalt ist|températures?|(?:il )?fait(?:-il)? combien|combien fait[- ]il|froid fait|below freezing|is it freezing|does it freeze|freeze|gefriert|friert|gefrieren|gèle(?:-t-il|ra)?|geler)\b"
)


_OF_THE_AIR = keys_of(
    "es heute morgen auf über it today it's still il ça air outside ft feet foot fuß pieds level flight luft aussen außen wie comme air warm cold kalt froid degrees"
)


def is_of_the_temperature_aloft(said: Said) -> bool:
    """A height over one place and how cold it is there, none being told."""
    low = said.slots.low
    if _TEMPERATURE.search(low) is None or said.has(
        "density_altitude", "take_off_distance", "runway", "metar", "taf"
    ):
        return False
    fresh = said.again()
    heights = listed_levels(said.slots.text) or find_levels(fresh, bare=True)
    told = [m.span() for m in _TEMPERATURE.finditer(low)]
    known = [
        *fresh.used,
        *told,
        *((s.start, s.end) for s in (*said.spots, *said.slots.days, *said.slots.quantities)),
    ]
    if not are_all_beside(said, known, _OF_THE_AIR):
        return False  # "oil temperature rising at 3,000 ft over Bristol"
    return (
        bool(heights)
        and len({said.name(s) for s in said.spots}) == 1
        and find_air(said.slots.text).qnh_hpa is None
    )


_ALOFT = re.compile(
    r"aloft|upper|spot wind|\b(?:form |f)214\b|altitude|höhe|\bhoch\b|\boben\b|\bup\b|\bhigh|\babove\b|\bover\b|\büber\b|au[- ]dessus|en haut|\bfl ?\d|\blevels?\b|niveau"
)


def _is_aloft(said: Said) -> bool:
    """A height is said, or that it is above: "vent à Jersey" is the wind on the ground."""
    return bool(find_levels(said, bare=True) or listed_levels(said.slots.text) or _ALOFT.search(said.slots.low))


_WINDS_ALOFT = re.compile(
    r"\W*(?:les? |die |der |den |quels? |c'est quoi les? )*(?:vents? en altitude|höhenwinde?)\b"
)


def _opens_with_winds_aloft(said: Said) -> bool:
    """ "Vent en altitude demain FL055 entre Toulouse et Avignon": over the places, where no speed is flown."""
    flown = said.slots.of("speed") or said.slots.crafts or find_wind(said.slots.text)
    return bool(said.spots) and not flown and _WINDS_ALOFT.match(said.slots.low) is not None


_HOW_STRONG = re.compile(
    r"\b(?:how (?:strong|windy|much wind)|(?:does|will) it blow|wie (?:stark|windig)|wie ?viel wind|was weht|"
    r"combien de vent|quelle force|ça souffle|souffle[- ]t[- ]il|comment (?:ça |il )?souffle)\b"
)


def _is_how_strong_up_there(said: Said) -> bool:
    """ "How strong is it forecast to be at 2000 ft over the Channel": the wind at a height over one place or water."""
    low = said.slots.low
    if _HOW_STRONG.search(low) is None or said.has("crosswind", "runway", "surface_wind", "watch"):
        return False
    if said.slots.of("speed") or said.slots.crafts or find_wind(said.slots.text) or len(said.spots) > 1:
        return False
    over = said.spots or load_waters(said.deps.settings.data).find(low)
    return bool(over) and bool(find_levels(said.again(), bare=True))


@reads(
    "get_winds_aloft",
    "places",
    leans=("day",),
    claims=lambda said: (
        is_of_heights_over_a_place(said)
        or is_of_the_temperature_aloft(said)
        or _opens_with_winds_aloft(said)
        or _is_how_strong_up_there(said)
        or is_of_the_wind_at_a_pass(said)
    ),
    unless=lambda said: (
        said.has("surface_wind") or not (_is_aloft(said.again()) or is_of_the_wind_at_a_pass(said))
    ),
    called=later("Wind aloft"),
    calm=is_of_the_temperature_aloft,
    at_home=("minute_wind",),
)
def winds_aloft(said: Said) -> Given:
    """Over which places, at which heights, when."""
    given = read_places(said)
    if is_of_the_temperature_aloft(said) or (
        _TEMPERATURE.search(said.slots.low) and find_air(said.slots.text).qnh_hpa is None
    ):
        given["temperature"] = True
    if (listed := listed_levels(said.slots.text)) is not None:
        _take(said, listed[:2])
        also = [q for q in said.slots.of("level") if not listed[0] <= q.start < listed[1]]  # "5000 and FL100"
        said.take(also)
        heights: list[JsonValue] = [*dict.fromkeys([*listed[2], *(round(q.value) for q in also)])]
        return {**given, **read_when(said, but=listed[:2]), "levels_ft": heights}
    given |= read_hour(said)
    told_height = any(q.kind == "level" or (q.kind == "length" and q.unit == "ft") for q in said.slots.quantities)
    if "time" not in given and told_height and (hour := bare_hour(said) or bare_clock(said.slots.low)) is not None:
        given["time"] = hour  # "at 2500 ft over Lydd at 1600"
    if levels := find_levels(said, bare=True):
        given["levels_ft"] = [*levels]
    elif is_of_the_wind_at_a_pass(said):
        given["levels_ft"] = [*_OVER_A_PASS]
        said.used.update(m.span() for m in _A_PASS.finditer(said.slots.low))
    return given


_OVER_A_PASS = (8000, 10000, 12000)
"""Feet above the sea at which the passes of the Alps are flown; which of them lie in the ground the answer says."""
_A_PASS = re.compile(
    r"\b(?:passe[sn]?|cols?|passo|passi|mont(?:s)?[ -]cenis|gotthard|brenner|simplon|reschen|grimsel|bernina|maloja|julier|furka|susten)\b|\w{3,}pass(?:es|höhe)?\b"
)
_BLOWS = re.compile(r"\b(?:winds?|gusts?|blow\w*|vents?|souffle\w*|weht|böen|föhn)\b")


def is_of_the_wind_at_a_pass(said: Said) -> bool:
    """ "Et le vent sur les cols, par le Mont Cenis", "Wind am Gotthardpass": the wind at the height one crosses it."""
    low, names = said.slots.low, {said.name(s) for s in said.spots}
    if len(names) != 1 or _A_PASS.search(low) is None or _BLOWS.search(low) is None:
        return False
    others = {"crosswind", "runway", "metar", "taf", "watch", "rules", "fuel", "distance"}
    return not (said.concepts & others or said.slots.of("speed") or find_wind(said.slots.text))


_FUEL_FOR = re.compile(
    r"\W*(?:how much |combien (?:de |d')|il (?:me |nous )?faut combien (?:de |d')|wie ?viel )?(?:fuel|essence|carburant|sprit|kraftstoff|avgas|uplift)\b"
)


def _is_fuel_for_a_time(said: Said) -> bool:
    """ "Essence pour 1h40": it begins with the fuel, tells how long, and no place."""
    low = said.slots.low
    long = said.slots.of("duration") or any(_is_so_long(q, low) for q in said.slots.of("clock"))
    return not said.spots and _FUEL_FOR.match(low) is not None and bool(long)


def _is_fuel_of_a_flight(said: Said) -> bool:
    """ "How much fuel from Elstree to Deauville at 105 kt": both ends, and neither the distance nor the time asked."""
    low = said.slots.low
    if OF_THE_WAY.search(low) or said.slots.of("duration") or said.has("airfields"):
        return False
    with_what = bool(said.slots.of("speed")) and _FUEL_TO.match(low) is not None
    return (bool(said.all_of("fuel_plan")) or with_what) and None not in said.again().ends()


_WAY_AND_FUEL = re.compile(
    r"\b(?:how far|how long|distance|time|wie weit|wie lang\w*|entfernung|strecke|à quelle distance|quelle distance|combien de temps)\b[^.?!]*"
    r"\b(?:and|und|et|plus|,)\s*(?:the |how much |how many |what |wie ?viel\w* |welchen |combien (?:de |d['’])|le |der )*"
    r"(?:fuel|avgas|litres|sprit|kraftstoff|carburant|essence)\b(?! (?:there|stop|price|available|dort|là|prix|do they|does|have))"
)


def _is_the_way_and_its_fuel(said: Said) -> bool:
    """ "How far is Headcorn and how much fuel": the sum tells the way and its time too."""
    spots = [spot for spot in said.spots if spot.kind != "here"]
    return 0 < len(spots) < 3 and not said.slots.days and _WAY_AND_FUEL.search(said.slots.low) is not None


_FUEL_TO = re.compile(r"\W*(?:and )?(?:the )?(?:fuel|essence|carburant|sprit|kraftstoff) (?:for|pour|für)\b")
_SO_LONG = re.compile(r"(?:pour|pendant|durant|for|für)\b")
_BEFORE_SO_LONG = re.compile(r"\b(?:pour|pendant|durant|for|für)\s+$")


def _is_so_long(clock: Quantity, low: str) -> bool:
    """ "Pour 1h40", "für 1:50", "2:20 h": no hour of the day behind a word of fuel."""
    told = low[clock.start : clock.end + 8]
    return (
        _SO_LONG.match(clock.text.lower()) is not None
        or _BEFORE_SO_LONG.search(low[: clock.start]) is not None
        or _IN_HOURS.match(told) is not None
    )


_IN_HOURS = re.compile(r"\s*[0-9]:[0-5]\d\s*(?:h|hrs?|hours?|std|stunden?|heures?)\b(?!\s*(?:local|utc|z|uhr))")


_ON_TOP = re.compile(r"(?:\bplus|\+)\s+(?:(?:a|an|the|une?|eine?|les?|die)\s+)?$")
_MORE = re.compile(
    r"\s*(?:more|extra|on top|to spare|in addition|mehr|extra|zusätzlich|obendrauf|de plus|en plus|de rab)\b"
)
""" "With 30 min more" is kept on top as "plus 30 min" is."""


def _is_on_top(time: Quantity, low: str) -> bool:
    return _ON_TOP.search(low[: time.start]) is not None or _MORE.match(low, time.end) is not None


_IN_UNIT = re.compile(
    r"(?<![\d.,] )(?<!\d)\b(?:(?P<imp>(?:imperial|imp|uk|british) (?:gallons?|gals?)|gallons? imp[eé]riaux)|"
    r"(?P<us>(?:us[- ]?|u\.s\. )?(?:gallons?|gals?|gallonen)(?: us| am[eé]ricains)?|usg)|"
    r"(?P<kg>kg|kilos?|kilogram\w*)|(?P<lb>lbs?|pounds?|pfund))\b(?!\s*(?:/|per\b|an?\b|pro\b|par\b|l['’]|usable|on board|aboard|tanks?|each))"
)


WEIGHS = re.compile(
    r"\b(?:(?:how much|what) (?:does|would|will|do) (?:that|it|this|they|the fuel|all (?:of )?that)(?: fuel)? weigh|how heavy (?:is|would) (?:that|it|the fuel)|weight of (?:that|the) fuel|"
    r"wie schwer (?:ist|wäre) (?:das|der sprit|das benzin)|(?:wie ?viel|was) wiegt (?:das|es|der sprit|das benzin)|(?:ça|cela|il|l['’]essence|le carburant) pèse combien|combien (?:ça |cela |il |l['’]essence |le carburant )?pèse)\b"
)
""" "How much does that weigh": kilograms."""


def unit_spans(said: Said) -> list[tuple[int, int]]:
    """Where a unit of fuel stands alone: "in imperial gallons" is no place."""
    return [found.span() for found in _IN_UNIT.finditer(said.slots.low)]


def unit_beside(said: Said) -> str | None:
    """The unit in which fuel is asked for beside litres: "in US gallons", no figure before it."""
    if (weighed := WEIGHS.search(said.slots.low)) is not None:
        said.used.add(weighed.span())
        mass = next((m for m in _IN_UNIT.finditer(said.slots.low) if m.lastgroup in ("kg", "lb")), None)
        if mass is not None:
            said.used.add(mass.span())
        return mass.lastgroup if mass is not None else "kg"
    found = _IN_UNIT.search(said.slots.low)
    if found is None or re.search(r"\b(?:h|hour|stunde|heure)\s+$", said.slots.low[: found.start()]):
        return None
    said.used.add(found.span())
    return {"imp": "imp gal", "us": "US gal", "kg": "kg", "lb": "lb"}[found.lastgroup or "us"]


@reads(
    "get_fuel_plan",
    ("from_location", "flight_minutes", "distance_nm"),
    ("to_location", "flight_minutes", "distance_nm"),
    leans=("cruise_speed_kts", "aircraft_type"),
    claims=lambda said: (
        _is_fuel_for_a_time(said)
        or _is_fuel_of_a_flight(said)
        or _is_the_way_and_its_fuel(said)
        or asks_whether_it_suffices(said)
    ),
    called=later("Fuel needed"),
)
def fuel_plan(said: Said) -> Given:
    """The flight or its time, how much is burnt an hour, and how much there is."""
    said.take(said.all_of("fuel_plan"))
    if _is_the_way_and_its_fuel(said):
        said.take(said.all_of("fuel"))
    unit = unit_beside(said)
    said = said.without([s for s in said.spots if any(a <= s.start < b for a, b in unit_spans(said))])
    alternate = _the_alternate(said)
    said = said.without([alternate] if alternate is not None else [])
    given: Given = read_ends(said)
    named = [s for s in said.spots if not any(a <= s.start < b for a, b in burning_spans(said.slots.low))]
    if not named:
        given = {}  # "imperial gallons" are no place
    if over := [*said.stops()] if named else []:
        given["via"] = [*over]
    places = said.journey()
    if len({spot.name for spot in said.spots}) > 2 and (legs := over_all_legs(said)):
        given = legs
    if len(places) >= 3 and places[-3] == places[-1]:  # "refuel at Calvi: Cannes Calvi Cannes"
        given = Given({"from_location": places[-3], "to_location": places[-2], "return": True})
    if unit is not None:
        given["unit"] = unit
    if alternate is not None:
        given["alternate"] = said.name(alternate)
    own, rest = find_own(said.slots.low)
    given |= own
    said.used.update(_changed(said.slots.low, rest))
    figures = find_burning(rest)
    if figures.burn_lph is not None:
        given["burn_lph"] = figures.burn_lph
    if asks_whether_it_suffices(said):
        said.take(said.all_of("fuel", "distance"))
        given |= take_what_suffices(said)
    if figures.usable_l is not None:
        given["usable_l"] = figures.usable_l
    if (wind := _wind(said)) is not None:
        given["wind"] = wind
    elif (on_the_nose := said.amount("wind")) is not None:
        homeward = _HOMEWARD.match(said.slots.low, said.slots.of("wind")[0].end)
        given["headwind_kt"] = round(-on_the_nose if homeward else on_the_nose)
    knots = said.amount("speed")
    times = [q for q in said.slots.of("duration") if rest[q.start : q.end].strip()]
    flown = [q for q in times if not is_of_the_burn(q.start, q.end, rest)]
    far = said.amount("distance")
    flown += [q for q in said.slots.of("clock") if _is_so_long(q, said.slots.low)]  # "essence pour 1h40"
    flown.sort(key=lambda q: q.start)
    if len(flown) == 2 and "reserve_minutes" not in own and _ON_TOP.search(said.slots.low[: flown[1].start]):
        given["reserve_minutes"] = round(60 * flown.pop().value)  # "2 h plus 30 minutes"
    elif len(flown) == 1 and "reserve_minutes" not in own and _is_on_top(flown[0], said.slots.low):
        given["reserve_minutes"] = round(60 * flown.pop().value)  # "for both legs plus 45 min": no time in the air
    if flown and named and figures.burn_lph is not None and "from_location" not in given and "via" not in given:
        given, named = {n: v for n, v in given.items() if n != "to_location"}, []  # "for 2 h at 30 l/h, at Sleap"
    if flown and not named:
        given["flight_minutes"] = round(60 * sum(time.value for time in flown))
    elif far and knots and not named:  # "fuel for 240 nm at 115 kt"
        given["distance_nm"] = far
    said.take([*said.slots.quantities])
    round_trip = given.get("from_location") is not None and given.get("from_location") == given.get("to_location")
    if not round_trip and not _are_legs(said, given) and is_both_ways(said):
        given["return"] = True
    if knots is not None:
        given["true_airspeed_kts"] = round(knots)
    if (craft := said.aircraft()) is not None and craft.lstrip("C") != f"{figures.usable_l or 0:.0f}":
        given["aircraft_type"] = craft  # "182 usable" are litres
    return given


_IS_THE_ALTERNATE = re.compile(
    rf"{AN_ALTERNATE}\W*(?:(?:is|at|to|would be|being|in|nach|ist|wäre|sur|à|est|vers|of|with|mit|de)\s+)*$",
    re.IGNORECASE,
)
_AS_ALTERNATE = re.compile(
    rf"\W*(?:as|als|for|comme|für|pour|en)\s+(?:an?|my|the|our|mein\w*|un|mon|le|den|unser\w*)?\s*{AN_ALTERNATE}",
    re.IGNORECASE,
)


def _the_alternate(said: Said) -> Spot | None:
    """ "Alternate LFAC", "with Lydd as alternate": where one diverts to, no end of the flight."""
    low = said.slots.low
    return next(
        (
            spot
            for spot in said.spots
            if spot.kind in ("code", "iata", "place")
            and (_IS_THE_ALTERNATE.search(low[: spot.start]) or _AS_ALTERNATE.match(low[spot.end :]))
        ),
        None,
    )


def _changed(low: str, rest: str) -> list[tuple[int, int]]:
    """Where a reserve or a contingency was read: "avec 10 % de marge"."""
    blank = [at for at, (a, b) in enumerate(zip(in_digits(low), rest, strict=False)) if a != b]
    return [(at, at + 1) for at in blank] if len(low) == len(rest) else []


def is_both_ways(said: Said) -> bool:
    low = said.slots.low
    return said.has("both_ways", "reverse") or bool(_AND_BACK.search(low) or _FOR_BOTH.search(low))


def _are_legs(said: Said, given: Given) -> bool:
    """ "Via Inverness, both legs": those up to the stop and on from it, none back."""
    both = _BOTH_LEGS.search(said.slots.low)
    if both is None or not given.get("via"):
        return False
    said.used.add(both.span())
    return True


_FOR_BOTH = re.compile(
    r"\b(?:for|für|pour) (?:both|beides?|les deux)\b(?! (?:of |aircraft|planes|engines|tanks|avions|flugzeuge|moteurs))"
)
_BOTH_LEGS = re.compile(
    r"\b(?:(?:both|two)(?: the)? (?:legs|sectors|flights)|beiden? (?:strecken|teilstrecken|etappen|flüge)|deux (?:trajets|branches|étapes|vols))\b"
)


def _tells_what_is_in_the_tanks(said: Said) -> bool:
    """Litres, or hours that are the fuel's."""
    of_fuel = said.has("fuel") or bool(find_own(said.slots.low)[0])
    return find_burning(said.slots.low).usable_l is not None or (of_fuel and bool(said.slots.of("duration")))


def _is_how_long_it_lasts(said: Said) -> bool:
    """ "How far can I go on 120 litres", "autonomie avec 90 litres": what is in the tanks, no place to go to."""
    told, figures = _tells_what_is_in_the_tanks(said), find_burning(said.slots.low)
    if _FULL_TANKS.search(said.slots.low):
        return said.has("lasts") and not said.spots and not said.slots.countries
    if figures.usable_l and figures.burn_lph and not said.spots and not said.slots.of("distance"):
        times = [q for q in said.slots.of("duration") if find_own(said.slots.low)[1][q.start : q.end].strip()]
        if all(is_of_the_burn(q.start, q.end, said.slots.low) for q in times) and not said.slots.of("clock"):
            return True  # what is aboard and what an hour burns: how long it lasts, however it is asked
    if figures.usable_l and figures.burn_lph and len(said.spots) == 1 and said.spots[0].role == "from":
        return said.has("lasts") and said.ends()[1] is None and not _SEVERAL_FIELDS.search(said.slots.low)
    return told and said.has("lasts") and len(said.spots) <= 1 and said.ends()[1] is None


_FULL_TANKS = re.compile(
    r"\b(?:full|brimmed|topped) (?:fuel|tanks?)\b|\bfull of fuel\b|\bvolle[nrm]? (?:tanks?|treibstoff|sprit)\b|\bvollgetankt\w*|"
    r"\b(?:avec (?:le|les) )?(?:pleins?|r[ée]servoirs? pleins?)(?: complets?)?\b"
)
""" "On full tanks": what they hold is asked of the pilot."""
_SEVERAL_FIELDS = re.compile(
    r"\b(?:airfields|fields|airports|strips|pl[aä]tze\w*|flugpl[aä]tze|terrains|aérodromes)\b"
)


_OUT_AND_BACK = re.compile(
    r"\band (?:come |get |fly |be )?back\b|\bthere and back\b|\bout and back\b|\bround trip\b|\band return\b|\bund (?:wieder )?zurück\b|\bhin und zurück\b|"
    r"\baller[- ]retour\b|\bet (?:retour|revenir|rentrer)\b"
)


@reads(
    "get_endurance",
    leans=("cruise_speed_kts", "aircraft_type", "burn_lph"),
    claims=_is_how_long_it_lasts,
    unless=lambda said: not (_tells_what_is_in_the_tanks(said) or _FULL_TANKS.search(said.slots.low)),
    called=later("How long the fuel lasts"),
)
def endurance(said: Said) -> Given:
    """What is in the tanks, what is burnt an hour, what is kept, how fast."""
    said.take(said.all_of("lasts", "fuel_plan", "fuel"))
    own, rest = find_own(said.slots.low)
    figures = find_burning(rest)
    start, _ = said.ends()
    given: Given = {"from_location": start} if start else {}
    if "reserve_minutes" in own:
        given["reserve_minutes"] = own["reserve_minutes"]
    if figures.burn_lph is not None:
        given["burn_lph"] = figures.burn_lph
    if figures.usable_l is not None:
        given["usable_l"] = figures.usable_l
    else:
        hours = [q for q in said.slots.of("duration") if rest[q.start : q.end].strip()]
        hours = [q for q in hours if not is_of_the_burn(q.start, q.end, rest)]
        if hours:
            given["endurance_hours"] = whole(hours[0].value)
    if (blown := find_wind(said.slots.text)) is not None:
        _take(said, blown[:2])
        given["wind"] = blown[2]
        said = replace(
            said,
            slots=replace(
                said.slots,
                quantities=tuple(q for q in said.slots.quantities if q.end <= blown[0] or blown[1] <= q.start),
            ),
        )
    if _OUT_AND_BACK.search(said.slots.low):
        given["returns"] = True
    if "wind" not in given and (wind := said.amount("wind")) is not None:
        given["headwind_kt"] = round(wind)
    if (knots := said.amount("speed")) is not None:
        given["true_airspeed_kts"] = round(knots)
    said.take([*said.slots.quantities])
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


def of_the_fuel(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """Figures given after a fuel plan ("36 litres an hour, 100 kt") are put into it: what was said before stays."""
    if call.tool != "get_fuel_plan" or said.spots:
        return None
    own, rest = find_own(said.slots.low)
    figures = find_burning(rest)
    in_unit = unit_beside(said)
    if not own and figures.burn_lph is None and figures.usable_l is None and in_unit is None:
        return None
    ends = ("from_location", "to_location")
    given = {name: value for name, value in fuel_plan(said).items() if name not in ends}
    if "true_airspeed_kts" in given:
        given = {"cruise_speed_kts": None, **given}  # one speed
    return call.varied(**given)


_LESS_FUEL = re.compile(
    r"(?<![\d.,])(?P<n>\d{1,2})\s*(?:%|per ?cent|prozent|pour ?cent)\s*(?:less|fewer|more|weniger|mehr|de moins|de plus|en moins|en plus|off)\b(?![^.?!]*\bburn)"
)
_LESS = re.compile(r"less|fewer|weniger|moins|off")


def of_the_endurance(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "And with 20 on the nose?", "keep 45 minutes" of how long the fuel lasts: the rest stays."""
    if call.tool != "get_endurance" or said.spots:
        return None
    if (less := _LESS_FUEL.search(said.slots.low)) is not None:
        share = 1 + float(less["n"]) / 100 * (-1 if _LESS.search(less[0]) else 1)
        tanks = {
            n: v for n in ("usable_l", "endurance_hours") if isinstance(v := call.arguments.get(n), int | float)
        }
        return call.varied(**{name: round(value * share, 1) for name, value in tanks.items()})
    given = endurance(said)
    hours = given.get("endurance_hours")
    if hours is not None and "usable_l" in call.arguments:
        return None
    return call.varied(**given) if given else None


_NOT_OF_THE_WAY = ("runway", "crosswind", "metar", "taf", "minima", "fuel_plan", "fuel", "lasts")

_WIND_WORD = re.compile(r"wind|vent")


def of_the_flight_in_a_wind(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "With 25 kt from 240 at 135 kt TAS?" of how far it is or of a trip: the same way in that wind."""
    way = call.arguments
    if call.tool not in ("calculate_flight_distance", "plan_trip") or said.spots or said.slots.countries:
        return None
    if not (way.get("from_location") and way.get("to_location")):
        return None
    if any(not _WIND_WORD.search(said.slots.low, m.start, m.end) for m in said.all_of("weather")):
        return None
    if said.has(*_NOT_OF_THE_WAY) or said.slots.days or said.slots.of("clock") or said.slots.of("duration"):
        return None
    fresh = said.again()
    if (wind := _wind(fresh)) is None:
        return None
    speeds: Given = {}
    if (knots := _airspeed(fresh, beside_a_wind=True)) is not None:
        speeds["true_airspeed_kts"] = knots
    if (craft := fresh.aircraft()) is not None:
        speeds["aircraft_type"] = craft
    if call.tool == "plan_trip" and not speeds:
        return None  # a wind alone may be of the runways
    if not speeds:
        speeds = {n: way[n] for n in ("cruise_speed_kts", "aircraft_type") if way.get(n)}
    said.used.update(fresh.used)
    ends: Given = {n: way[n] for n in ("from_location", "to_location", "via", "beside") if way.get(n)}
    return ToolCall(tool="get_wind_plan", arguments={**ends, **speeds, "wind": wind})


def of_the_fuel_in_a_wind(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "And fuel at 24 l/h?" of the times in a wind that was said: the same flight in the same wind."""
    burn = None if _is_how_long_it_lasts(said.again()) else find_burning(said.slots.low).burn_lph
    if call.tool != "get_wind_plan" or said.spots or burn is None or not call.arguments.get("from_location"):
        return None
    flown = (
        "from_location",
        "to_location",
        "via",
        "true_airspeed_kts",
        "cruise_speed_kts",
        "aircraft_type",
        "wind",
    )
    kept = {name: call.arguments[name] for name in flown if name in call.arguments}
    ends = ("from_location", "to_location")
    given = {name: value for name, value in fuel_plan(said).items() if name not in ends}
    return ToolCall(tool="get_fuel_plan", arguments={**kept, **given})


def _wind(said: Said) -> str | None:
    """The wind that was said, or winds for equal parts of the way."""
    text = said.slots.text
    found = find_winds(text) or find_wind(text) or find_impossible_wind(text)
    if found is None:
        return None
    _take(said, (found[0], found[1]))
    return found[2]


def _airspeed(said: Said, *, beside_a_wind: bool) -> int | None:
    if (knots := said.amount("speed")) is not None:
        return round(knots)
    text = said.slots.text
    if (match := _AIRSPEED.search(text) or _CRAFT_AT.search(text)) and not is_of_the_wind(
        *match.span(), int(match["n"] or match["tas"]), text
    ):
        _take(said, match.span())
        return int(match["n"] or match["tas"])
    bare = _AT_BARE.search(text) if beside_a_wind else None
    if bare is None:
        return None
    said.used.add(bare.span())
    return int(bare["n"])


def _take(said: Said, span: Span) -> None:
    """Note a span of the text and every amount in it as used."""
    said.used.add(span)
    said.take([q for q in said.slots.quantities if q.start < span[1] and span[0] < q.end])
