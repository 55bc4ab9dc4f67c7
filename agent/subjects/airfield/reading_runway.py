"""Reads what a runway is asked for: the metres that one needs, its surface, its slope."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said

Given = dict[str, JsonValue]
_NEEDS = re.compile(
    r"\b(?:need\w*|require\w*|wants?|enough|longer|long as|at least|minimum|more than|over|has \d|have \d|suffic\w*|too short|do with|ok for|accept\w*|"
    r"brauch\w*|benötig\w*|reich\w*|genüg\w*|länger|mindestens|genug|zu kurz|mehr als|über|"
    r"besoin|faut|suffi\w*|assez|plus (?:de|longue?s?)|au moins|au minimum|fait|trop court\w*)\b"
)
_SURFACES = {
    "hard": re.compile(r"\b(?:hard|tarmac|tarmacked|asphalt\w*|concrete|paved|sealed|befestigt\w*|beton\w*|hartbelag\w*|en dur|goudronnée?s?|bitumée?s?|revêtue?s?)\b"),
    "grass": re.compile(r"\b(?:grass|turf|gras\w*|herbe|gazon|engazonnée?)\b"),
    "sand": re.compile(r"\b(?:sand|beach|strand|sable|plage)\b"),
}  # fmt: skip
_WHETHER = re.compile(
    r"^\W*(?:(?:and|so|hi|hello|und|et)\W+)*(?:is|are|was|does|do|has|have|ist|sind|hat|haben|gibt|est|a-t|y a)\b|\b(?:really|actually|wirklich|vraiment|est-ce|is it|is the|ist die|ist das|est-elle)\b"
)
_RUNWAY = re.compile(r"\b(?:runways?|rwys?|strips?|pistes?|\w*bahn(?:en)?)\b")
_OF_ITS_SIZE = re.compile(
    r"\b(?:wide|width|breit\w*|large\w*|high\w*|elevation|hoch|höhe|altitude|cloud|ceiling)\b"
)
_OF_MORE = (
    "fee", "notice", "distance", "flight_time", "weather", "crosswind", "fuel_plan", "take_off_distance", "flight_plan",
    "elevation", "rules", "metar", "taf",
)  # fmt: skip
_SEVERAL = re.compile(
    r"\b(?:airfields|fields|airports|aerodromes|strips|which|somewhere|anywhere|(?:flug|lande)?plätzen?|flughäfen|irgendwo|welche\w*|terrains|aérodromes|aéroports|quels?|quelles?)\b"
)
_SLOPE = re.compile(
    r"\b(?:slop\w+|gradient|steep\w*|uphill|inclin\w+|neigung|steigung|steil\w*|geneigt|gefälle|pente|penché\w*)\b"
)
_LEAST_FT, _MOST_FT = 400, 15_000


def needed_length(said: Said) -> Given:
    """ "I need 450 m": the length asked of the runway."""
    low = said.slots.low
    found = [q for q in said.slots.of("length") if _LEAST_FT <= q.value <= _MOST_FT]
    if len(found) != 1 or "minute_wind" in said.concepts or not _NEEDS.search(low) or _OF_ITS_SIZE.search(low):
        return {}
    said.take(found)
    said.used.update(m.span() for m in _NEEDS.finditer(low))
    return {"needed_m": round(found[0].value * 0.3048)}


def asked_surface(said: Said) -> Given:
    """ "Is it really a beach", "at least 500 m of grass": one surface, of which yes or no is wanted."""
    low = said.slots.low
    named = [name for name, words in _SURFACES.items() if words.search(low)]
    if len(named) != 1 or not (_WHETHER.search(low) or said.slots.of("length")):
        return {}
    if said.spots and low[said.spots[0].start : said.spots[0].end].find(named[0]) >= 0:
        return {}
    said.used.update(m.span() for m in _SURFACES[named[0]].finditer(low))
    return {"surface": named[0]}


_STATE = re.compile(
    r"\b(?:us[ae]?able|useable|waterlog\w*|boggy|soggy|muddy|mud|soft|firm|flooded|frozen|under (?:water|snow)|snowed|too wet|so wet|wet|soaked|sodden|drains?|drained|drainage|"
    r"(?:in|over|during|all|this) (?:the )?winter|all year(?: round)?|after (?:the |all (?:this |the )?)?(?:rain|frost|snow)|"
    r"befahrbar|benutzbar|nutzbar|aufgeweicht\w*|durchweicht\w*|matschig\w*|nass\w*|weich|sumpfig\w*|gefroren|überschwemmt|verschneit|unter wasser|tragfähig|im winter|ganzjährig|nach (?:dem |viel )?regen|"
    r"praticable\w*|utilisable\w*|détrempée?s?|detrempee?s?|inondée?s?|boueu\w+|gorgée?s? d['’]eau|gelée?s?|enneigée?s?|portante?s?|mouillée?s?|molle|en hiver|l['’]hiver|toute l['’]année|après la pluie)\b"
)
_FIT = re.compile(
    r"\b(?:grass|turf|runways?|rwys?|strips?|field|ground|surface|gras\w*|\w*bahn(?:en)?|platz|boden|herbe|pistes?|terrain|sol)\b"
)


def asks_state(said: Said) -> bool:
    """ "Is the grass usable in winter", "la piste est détrempée ?": how the ground is, which no table tells."""
    low = said.slots.low
    of_it = _FIT.search(low) or _SODDEN.search(low)
    found = [*_STATE.finditer(low)] if of_it and not said.slots.of("length") else []
    said.used.update(m.span() for m in found)
    return bool(found)


_SODDEN = re.compile(
    r"\b(?:waterlog\w*|boggy|soggy|sodden|too wet|aufgeweicht\w*|durchweicht\w*|matschig\w*|sumpfig\w*|zu nass|détrempée?s?|detrempee?s?|boueu\w+|gorgée?s? d['’]eau|praticables?|befahrbar|trop mouillée?s?)\b"
)


def is_of_the_ground(said: Said) -> bool:
    """ "Is Popham waterlogged", "Pisten in Juist aufgeweicht?": the ground of one field, and no weather of the day."""
    spots = [s for s in said.spots if not s.is_area]
    one = len(spots) == len(said.spots) == 1 and spots[0].role not in ("near", "from", "to")
    if (
        not one
        or not _SODDEN.search(said.slots.low)
        or said.slots.quantities
        or said.has("weather", "metar", "taf")
    ):
        return False
    return said.again().field_of_spot(spots[0], far=False) is not None


def asks_slope(said: Said) -> bool:
    """Whether the slope of the runway is asked for."""
    found = [*_SLOPE.finditer(said.slots.low)]
    said.used.update(m.span() for m in found)
    return bool(found)


_HOW_COLD = re.compile(
    r"\b(?:how (?:cold|warm|hot)|temperatures?|wie (?:kalt|warm)|temperatur\w*|températures?|(?:fait|fera)[- ]?(?:t-)?il (?:froid|chaud)|quel froid)\b"
)


def is_long_enough(said: Said) -> bool:
    """ "I need 600 m, is Sandown long enough", "reichen 500 m auf Baltrum": of one field, and no list."""
    spots = [s for s in said.slots.spots if s.kind != "country"]
    if len(spots) != 1 or spots[0].is_area or spots[0].role in ("near", "from", "to"):
        return False
    low = said.slots.low
    if _HOW_COLD.search(low):
        return False  # "how cold at 5000 ft over Cambridge": a height
    lengths = [q for q in said.slots.of("length") if _LEAST_FT <= q.value <= _MOST_FT]
    others = [q for q in said.slots.quantities if q.kind in ("distance", "speed", "duration", "clock")]
    if len(lengths) != 1 or others or _SEVERAL.search(low) or _OF_ITS_SIZE.search(low) or not _NEEDS.search(low):
        return False
    return not said.again().all_of(*_OF_MORE) and said.again().field_of_spot(spots[0], far=False) is not None
