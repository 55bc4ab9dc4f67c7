"""Plain questions of the weather: a place and "now", how long the fog stays, whether a pass can be flown over."""

from __future__ import annotations

from itertools import pairwise

from agent import regex as re
from agent.language.flight_levels import find_levels
from agent.language.judged import wants_a_judgement
from agent.language.said import Said
from agent.language.winds import find_wind
from agent.language.wording import keys_of
from agent.subjects.weather.beside import are_all_beside
from agent.subjects.weather.moments import stretch_span, without_ranges

_NOW_ALONE = re.compile(
    r"\W*(?:and |und |et |so |ok )*(?:(?:how|what)(?:'s| is)? (?:it |about )?(?:at |in |like at )?)?[\w' -]+?,? "
    r"(?:right now|just now|at the moment|rn|now|gerade jetzt|gerade|jetzt|momentan|maintenant|en ce moment|là maintenant|"
    r"this (?:morning|afternoon|evening)|tonight|heute (?:vormittag|nachmittag|mittag|abend)|ce (?:matin|soir)|cet après-midi)\W*"
)
_HOW_LONG = re.compile(
    r"\b(?:bis wann|wie lange|ab wann|wann|until when|till when|how long|when|jusqu'à quand|combien de temps|à quelle heure|quand)\b[^.?!]{0,40}"
    r"\b(?:(?:the |der |die |das |le |la |les )?(?:fog|mist|rain|showers|cloud\w*|gusts?|\w*nebel|regen|schauer|wolken|böen|brouillard|brume|pluie|averses|rafales))\b"
)
_UNTIL_WHEN = re.compile(
    r"\b(?:fog|mist|\w*nebel|dunst|brouillard|brume|low cloud|stratus|hochnebel)\b[^?]{0,50}\b(?:ab wann|wann|bis wann|wie lange|when|until when|how long|what time|à quelle heure|a quelle heure|jusqu['’]à quand|quand)\b"
    r"(?:[^?]{0,30}\b(?:frei|weg|aufl\w*|löst|lichtet|hebt|clears?|clear|lifts?|burns?|gone|go|off|lève|leve|dégag\w*|degag\w*|dissip\w*|last|hält|bleibt)\b)"
)
""" "Nebel in Freiburg morgen früh, ab wann frei?"."""
_BEYOND = re.compile(
    r"\b(?:when|what time|wann|quand|à quelle heure)\b[^.?!]{0,50}\b(?:go(?:es)?|drops?|falls?|gets?|rises?|is|be|sinkt|fällt|steigt|geht|kommt|passe|descend|tombe|monte)?\b[^.?!]{0,12}"
    r"\b(?:below|under|above|over|unter|über|sous|en dessous de|au-dessus de)\s+\d[\d,.' ]*\s?(?:ft|feet|m|metres|km|k|fuß|pieds)\b"
)
_FLOWN_OVER = re.compile(
    r"\b(?:vfr|vmc|fly|flying|flown|cross(?:ing)?|get|go|fliegen|fliegt|flug|rüber|komm\w*|voler|pass(?:er|e|es|ons|era|erai)|franchir|traverser|open|closed|passable|offen|zu|geschlossen|ouvert|fermé)\b"
)
_A_PASS = re.compile(
    r"\b(?:pass|col|passo|gotthard|brenner|simplon|reschen|grimsel|bernina|maloja|julier)\b|\w{3,}pass\b"
)


def is_of_a_picture(said: Said, picture: re.Pattern[str]) -> bool:
    """ "Radar picture for the south coast", "any webcams at Sandown": pictures, which nobody shows here."""
    return picture.search(said.slots.low) is not None and not said.concepts & {"rules", "transponder", "frequency"}


_BETTER = re.compile(
    r"\b(?:better|best|besser|am besten|schöner|mieux|meilleure?|nicer|drier|warmer|wärmer|less|weniger|moins|more|mehr|plus|wetter|weather|météo|wx)\b"
)
_BY_NAME = re.compile(
    r"\W*(?:please |bitte |can you |could you |hi |hello )*(?:give me a )?brief(?:ing)?\b(?: me| us)?\b"
)


def is_the_place_now(said: Said) -> bool:
    """ "Le Touquet now?": one place and nothing but the moment."""
    one = len({said.name(s) for s in said.spots}) == 1 and not said.slots.countries and not said.clocks()
    if not one or said.concepts or _NOW_ALONE.fullmatch(said.slots.low) is None:
        return False
    known = [(s.start, s.end) for s in (*said.spots, *said.slots.days)]
    return are_all_beside(said, known)


_HOW_IT_LOOKS = re.compile(
    r"\b(?:how(?:'s|’s| is| does)? (?:it|things|that)(?: \w+)? (?:look\w*|shaping up)|how(?:'s|’s) it|what(?:'s|’s| is) it (?:like|doing)|what does it look like|"
    r"wie (?:schaut|sieht)(?:'s|’s|s| es| das)?(?: \w+){0,3} aus|wie (?:schauts|siehts|sieht's|schaut's|isses|ist es)|"
    r"(?:ça|ca) donne quoi|(?:ça|ca) dit quoi|comment (?:c'est|ça se présente|est-ce)|c'est comment)\b"
)
_NOT_OF_THE_AIR = frozenset(
    (
        "fuel",
        "food",
        "fee",
        "hours",
        "customs",
        "rules",
        "hotel",
        "runway",
        "notam",
        "crosswind",
        "licence",
        "flight_plan",
        "surface",
    )
)


def is_how_it_looks(said: Said) -> bool:
    """ "Wie siehts aus in Leipzig?", "ça donne quoi à Rennes demain matin": one place, and the weather that is meant."""
    low = said.slots.low
    one = len({said.name(s) for s in said.spots}) == 1 and not said.slots.countries
    if not one or _HOW_IT_LOOKS.search(low) is None or said.concepts & _NOT_OF_THE_AIR:
        return False
    asked = _HOW_IT_LOOKS.search(low)
    known = [
        (s.start, s.end) for s in (*said.spots, *said.slots.days, *said.slots.quantities, *said.all_of("weather"))
    ]
    return are_all_beside(said, [*known, *([asked.span()] if asked else [])], _LOOKING)


_LOOKING = keys_of(
    "look looking like things out over there aus so gerade denn ça ca se présente heure heures uhr o'clock"
)


ICING = (
    r"(?<!de-)(?<!de )(?<!anti-)icing|"
    r"(?:get|any|pick(?:ing)? up|find|expect|risk of|be|meet) (?:(?:any|some|much) )?ice(?! ?cream)|ice (?:risk|in (?:the )?clouds?)|vereis\w+|givr\w+"
)
IN_THE_AIR = re.compile(rf"\b(?:{ICING}|turbul\w+|bumpy)\b")


def is_of_the_air_at_a_height(said: Said) -> bool:
    """ "Givrage au-dessus de Lyon à 7000 ft": the hazard is asked about, not the wind there."""
    other = [c for c in said.slots.countries if not any(s.start < c.end and c.start < s.end for s in said.spots)]
    one = len({said.name(s) for s in without_ranges(said, said.spots)}) == 1 and not other
    return (
        one and IN_THE_AIR.search(said.slots.low) is not None and not said.concepts & {"sigmet", "rules", "notam"}
    )


_TOLD_WHEN = re.compile(
    r"^\W*(?:(?:please|bitte|can you|could you|kannst du|peux-tu|tu peux|and|und|et|stp|svp)\W+)*"
    r"(?:tell me|let me know|inform me|shout|sag(?:e|st)? (?:mir|uns)(?: bescheid)?|gib (?:mir|uns) bescheid|melde? dich|melden sie sich|dis[- ]moi|dites[- ]moi|pr[ée]viens[- ](?:moi|nous)|pr[ée]venez[- ]moi|avertis[- ]moi|informe[- ]moi)\W+"
    r"(?:when(?:ever)?|if|once|as soon as|wenn|sobald|falls|quand|si|lorsque|dès que|des que)\b"
)
_MOVES = re.compile(
    r"\b(?:gets?|goes|go|drops?|falls?|rises?|lifts?|improves?|clears?|exceeds?|is|are|comes?|steigt|sinkt|fällt|geht|kommt|wird|ist|liegt|passe|descend|tombe|monte|est|annonce|devient|améliore|lève)\b"
)


def is_told_when(said: Said) -> bool:
    """ "Tell me when LFAT gets above 3000 ft": a watch, and no question of now."""
    low = said.slots.low
    asked = _TOLD_WHEN.match(low)
    if asked is None or said.concepts & {"sun", "customs", "fee", "hours", "notam"}:
        return False
    one = len({said.name(s) for s in said.spots}) == 1
    return one and _MOVES.search(low[asked.end() :]) is not None


def is_how_long_it_lasts(said: Said) -> bool:
    """ "Bis wann bleibt der Nebel in Friedrichshafen?", "when does Gatwick go below 1000 ft?"."""
    low = said.slots.low
    if said.has("watch") or is_told_when(said) or len({said.name(s) for s in said.spots}) != 1:
        return False  # "notify me when it is above 1000 ft"
    if said.concepts & {"sun", "fuel", "fee", "hotel", "rules"} and not _UNTIL_WHEN.search(low):
        return False
    return any(asks.search(low) for asks in (_HOW_LONG, _UNTIL_WHEN, _BEYOND))


_ELEMENT = re.compile(
    r"\b(?:winds?|gusts?|vis\w*|clouds?|ceilings?|rain|fog|weather|böen|sicht|wolken|regen|wetter|vents?|rafales|plafond|pluie|météo)\b"
)


def is_between_two_hours(said: Said) -> bool:
    """ "Wind between 1 and 4 at Lydd today": hours, and no way between two places."""
    one = len({said.name(s) for s in said.spots}) == 1 and not said.slots.countries
    if not one or stretch_span(said) is None or _ELEMENT.search(said.slots.low) is None:
        return False
    return not said.concepts & {"crosswind", "runway", "rules", "hours", "customs"} and not said.slots.of("level")


def is_of_a_pass(said: Said) -> bool:
    """ "Kann man morgen über den Brenner fliegen?": a pass alone, and whether one gets over it."""
    low = said.slots.low
    one = len({said.name(s) for s in without_ranges(said, said.spots)}) == 1
    if not one or _A_PASS.search(low) is None or _FLOWN_OVER.search(low) is None:
        return False
    if "minute_wind" in said.concepts and find_levels(said.again(), bare=True):
        return False  # "wind at 9000 ft over the Simplon"
    return not said.concepts & {"rules", "fuel", "food", "hotel", "fee", "customs", "flight_plan"}


LOCAL_WIND = re.compile(r"\b(?:f(?:ö|oe)hn\w*|mistral|tramontane|bora|bise|autan|meltemi|s[ci]irocco)\b")


def place_of_a_local_wind(said: Said) -> str | None:
    """ "Bora in Triest morgen?": where; the wind's own name is no place."""
    wind = LOCAL_WIND.search(said.slots.low)
    if wind is None or said.concepts & {"food", "hotel", "fee", "rules", "restaurant"}:
        return None
    spots = [s for s in said.spots if s.end <= wind.start() or wind.end() <= s.start]
    names = {said.name(s) for s in spots}
    return names.pop() if len(names) == 1 and len(spots) < len(said.spots) else None


_OF_THE_AIR = re.compile(
    r"\b(?:(?:looks?|looking|sieht|schaut|wird|ist es|fait-il|fera-t-il|il fera|will it be|is it)\b[^.?!]*\b(?:better|best|besser|schöner|mieux|nicer|drier|warmer|wärmer|trockener|plus chaud|meilleur)|"
    r"(?:warmer|wärmer|drier|trockener|less wind|weniger wind|moins de vent|more wind|mehr wind|windier|higher clouds?|less rain|weniger regen))\b"
)


def is_of_two_places(said: Said) -> bool:
    """ "München oder Salzburg am Samstag besser vom Wetter?": the weather of both on that day."""
    if len({said.name(s) for s in said.spots}) != 2 or not said.slots.days or said.concepts & _NOT_JUDGED:
        return False
    if not said.has("weather") and not _OF_THE_AIR.search(said.slots.low):
        return False
    first, second = sorted(said.spots, key=lambda s: s.start)[:2]
    between = said.slots.low[first.end : second.start].strip(" ,")
    return between in ("or", "oder", "ou", "vs", "versus") and _BETTER.search(said.slots.low) is not None


_PICTURE = re.compile(
    r"\b(?:weather|wx|outlook|forecast|shaping up|wetter\w*|großwetterlage|grosswetterlage|aussichten|m[ée]t[ée]o|temps|tendance|prévisions?)\b"
)
_FLOWN_BETWEEN = re.compile(
    r"\b(?:fly|flying|flight|flyable|trip|go|get|cross\w*|brief\w*|route|way|leg|flieg\w*|flug\w*|strecke|hin|kommen|komme|vol|voler|volable|aller|trajet|passe|route)\b"
)


def is_of_places_listed(said: Said) -> bool:
    """ "Le temps samedi sur Vannes et Quiberon", "Großwetterlage am Wochenende Schwarzwald und Mittelland": of each, and no flight."""
    spots, low = sorted(said.spots, key=lambda s: s.start), said.slots.low
    dated = said.slots.days or any(q.unit == "weekend" for q in said.slots.of("days"))
    if len(spots) < _TWO or not dated or said.slots.of("clock") or said.has("metar", "taf", "notam"):
        return False
    if spots[0].role in ("from", "to", "between", "via") or not _PICTURE.search(low) or _FLOWN_BETWEEN.search(low):
        return False
    between = [low[a.end : b.start] for a, b in pairwise(spots)]
    return all(_LISTED.fullmatch(gap) for gap in between) and bool(re.search(r"[^\W\d_]", between[-1]))


_TWO = 2
_LISTED = re.compile(
    r"\s*(?:,|&|/|,?\s*\b(?:and|und|et|plus|sowie)\b)\s*(?:the |la |le |les |die |den |das |in |im |for |sur |für )?"
)

_MORE = (
    r"less|more|better|worse|lower|higher|stronger|lighter|least|most|best|worst|weniger|mehr|besser\w*|schlechter\w*|"
    r"tiefer\w*|stärker\w*|moins|plus|mieux|meilleure?|pire"
)
_OF_WHAT = r"winds?|gusts?|vis\w*|clouds?|ceilings?|base|rain|weather|wx|sicht|wolken|regen|wetter|vents?|plafond|pluie|m[ée]t[ée]o|temps"
_LESS_OF_IT = re.compile(
    rf"\b(?:{_MORE})\b[^.?!]{{0,12}}\b(?:{_OF_WHAT})\b|\b(?:{_OF_WHAT})\b[^.?!]{{0,6}}\b(?:{_MORE})\b"
)


_HELD_AT = re.compile(
    r"\b(?:below|under|above|over|(?:less|lower|higher|more|better) than|unter|über|sous|en[ -]dessous de|au[- ]dessus de|moins de|plus de)\W+(?P<n>\d[\d,.' ]*\d|\d)\s?(?P<unit>ft|feet|fuß|fuss|pieds|km|k|m|metres|meter)?(?!\w)"
)
_IS_IT_BELOW = re.compile(
    r"\W*(?:(?:so|and|und|et)\W+)?(?:is|ist|est-ce que|est)\b[^.?!]{1,40}\b(?:below|under|unter|sous|en[ -]dessous de)\W+\d[\d,.' ]*\s?(?:ft|feet|fuß|fuss|pieds|km|k)?(?: (?:now|jetzt|maintenant|today|heute))?\W*$"
)
_OF_SIGHT = re.compile(r"\b(?:vis(?:ibility|i|ibilit[ée])?|sicht\w*)\b")
_LEAST_BASE_FT = 200


def of_what_several_have(said: Said) -> str | None:
    """ "Is either EGKB or EGMD below 1000", "which has vis under 5 km": what of the air is asked of each; None else."""
    names = {said.name(s) for s in said.spots}
    held = _HELD_AT.search(said.slots.low)
    alone = len(names) == 1 and _IS_IT_BELOW.match(said.slots.low) is not None
    if held is None or not (alone or len(names) >= _TWO) or said.slots.days or said.concepts & _NOT_OF_THE_REPORTS:
        return None
    if _OF_SIGHT.search(said.slots.low):
        return "visibility"
    base = float(re.sub(r"[^\d.]", "", held["n"].replace(",", "")) or 0)
    is_of_a_base = held["unit"] in (None, "ft", "feet", "fuß", "fuss", "pieds") and base >= _LEAST_BASE_FT
    return "cloud" if is_of_a_base and said.slots.of("speed") == [] else None


_NOT_OF_THE_REPORTS = frozenset(
    (
        "elevation",
        "runway",
        "longest_runway",
        "length",
        "fuel",
        "fee",
        "rules",
        "crosswind",
        "minute_wind",
        "hours",
        "distance",
        "obstacles",
        "airspace",
    )
)

_BESIDE = r"compare\w*|compared|side by side|vergleich\w*|verglichen|im vergleich|comparé\w*"
_SIDE_BY_SIDE = re.compile(
    rf"\b(?:{_BESIDE})\b.*\b(?:{_OF_WHAT}|wind)\b|\b(?:{_OF_WHAT}|wind)\b.*\b(?:{_BESIDE})\b"
    r"|\b(?:windier|windiest|gustier|cloudier|foggier|windiger|böiger|plus venteux)\b"
)
""" "Wind at Stornoway and Benbecula compared", "which is windier"."""


def is_which_of_two_now(said: Said) -> bool:
    """ "Which of Biggin and Southend has less wind?": the reports of both."""
    two = len({said.name(s) for s in said.spots}) == 2
    low = said.slots.low
    if not two or (_LESS_OF_IT.search(low) is None and _SIDE_BY_SIDE.search(low) is None):
        return False
    others = {"fuel", "food", "fee", "rules", "crosswind", "runway", "minute_wind"}
    if _SIDE_BY_SIDE.search(low) is not None:
        others.remove("minute_wind")  # "wind at": at these places, and on no way
    return not said.slots.days and not said.concepts & others


def is_a_brief_by_name(said: Said) -> bool:
    """ "Brief me for EGLF LFRG tomorrow 1000": it begins with what is asked for, and names both ends."""
    start, end = said.again().ends()
    return bool(start and end and said.slots.days and _BY_NAME.match(said.slots.low))


_NOT_JUDGED = frozenset(
    (
        "rules",
        "licence",
        "fuel",
        "customs",
        "fee",
        "hours",
        "notam",
        "runway",
        "crosswind",
        "watch",
        "minute_wind",
        "flight_plan",
    )
)


_FEW = 2


def is_asked_whether_enough(said: Said) -> bool:
    """The report of a place or two, and whether that will do."""
    if not said.concepts & {"metar", "taf", "weather"} or said.concepts & _NOT_JUDGED:
        return False
    few = 1 <= len({said.name(spot) for spot in said.spots}) <= _FEW and not said.slots.countries
    return few and not said.slots.of("speed") and wants_a_judgement(said.slots.low)


_HOW_STRONG = re.compile(
    r"\b(?:winds?|gusts?|gusting|vents?|rafales?|b[öo]en|wind)\b[^.?!]{0,50}\b(?:more|less|stronger|above|below|over|under|exceed\w*|mehr|weniger|stärker|schwächer|über|unter|"
    r"plus|moins|dépass\w*|supérieur\w*|au[- ]dessus)\b[^.?!\d]{0,12}\d{1,2}\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)\b"
)


def is_of_how_strong(said: Said) -> bool:
    """ "Will the wind at Barton be more than 20 knots": the wind there, of no flight and across no runway."""
    one = len({said.name(s) for s in said.spots}) == 1 and not said.slots.countries
    other = said.concepts & {"crosswind", "runway", "watch", "metar", "taf", "rules", "notam"}
    return (
        one and not other and find_wind(said.slots.text) is None and _HOW_STRONG.search(said.slots.low) is not None
    )
