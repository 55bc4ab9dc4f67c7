"""Reads which elements and hazards of the weather a question names: "wind and QNH", "wird es nass", "du brouillard"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.subjects.weather.carburettor import CARBURETTOR, FROST
from agent.subjects.weather.moments import Given
from agent.subjects.weather.reading_plain import ICING, LOCAL_WIND, is_of_a_pass

PICTURE = re.compile(
    r"\b(?:(?:rain(?:fall)?|weather|wx|precipitation|regen|wetter|niederschlags)[ -]?radar\w*|radar (?:picture|image|map|loop|bild|karte)\w*|(?:image|carte) radar|radar (?:m[ée]t[ée]o|de pluie|des pr[ée]cipitations)|"
    r"(?:satellite|sat) (?:picture|image|pic|photo)s?|satellitenbild\w*|(?:image|photo) satellite|images satellite|web ?cams?|lightning (?:map|strikes?|near|over|in|around|detect\w*)|blitz(?:karte|ortung|e)\b|impacts? de foudre|foudre)\b"
)
HAZARDS = {
    "carb_icing": CARBURETTOR,
    "frost": FROST,
    "thunderstorm": re.compile(r"\b(?:thunder\w*|t-?storms?|storms?|cbs?|lightning|gewitter\w*|blitz\w*|orag\w+|foudre)\b"),
    "icing": re.compile(rf"\b(?:{ICING})\b"),
    "regional_qnh": re.compile(r"\b(?:regional (?:pressure(?: settings?)?|qnh)|rps|area qnh|regionales? qnh|qnh régional)\b"),
    "turbulence": re.compile(r"\b(?:turbul\w+|bumpy|bumps|rough (?:ride|air)|[çc]a (?:secoue|brasse|tabasse|va secouer)|secou[ée]s?|ruppig|bockig|durchgeschüttelt)\b"),
    "mountain_wave": re.compile(r"\b(?:(?:mountain|lee|standing)[ -]waves?|rotors?|leewellen?|föhnwellen?|(?:l'|d'|une |des |les )?ondes?(?: de (?:ressaut|relief|montagne))?|wave (?:over|in|above|around|near|east|west))\b"),
    "fog": re.compile(r"\b(?:\w*fog(?:gy)?|mist|haar|\w*nebel\w*|neblig|brouillards?|brumes?)\b"),
    "local_wind": LOCAL_WIND,
    "ash": re.compile(r"\b(?:volcan\w+|ash cloud|vulkan\w*|ascheflug|cendres?)\b"),
    "picture": PICTURE,
}  # fmt: skip
MOST_HAZARDS = 3
_ELEMENTS = {
    "wind": re.compile(
        r"\b(?:(?:surface )?winds?|windy|breezy|blow(?:s|ing)?|vents?|venteux|souffl\w+|windig|(?:boden)?wind\w*|weht)\b(?! ?shear)"
    ),
    "gust": re.compile(r"\b(?:gust\w*|rafales?|b[öo]en?|b[öo]ig|spitzen)\b"),
    "visibility": re.compile(r"\b(?:vis|viz|visi|visibility|visibilité|(?:flug|boden)?sicht(?:weite)?)\b"),
    "cloud": re.compile(
        r"\b(?:clouds?|cloud ?base|cloudy|overcast|ceilings?|bases?|plafonds?|nuages?|nuageux|wolken\w*|bewölk\w*|(?:wolken|haupt)?untergrenze)\b"
    ),
    "tops": re.compile(
        r"\b(?:cloud ?tops?|tops?(?= of (?:the )?(?:cloud|overcast|layer))|tops(?= (?:over|at|above))|wolkenobergrenzen?|obergrenzen?|sommets? des nuages|sommet (?:de la )?couche)\b"
    ),
    "rain": re.compile(
        r"\b(?:rain\w*|drizzl\w*|showers?|precip\w*|pluies?|pluvieux|pleut|pleuv\w+|averses?|pr[ée]cipitations?|regen\w*|regnet|regnen|schauer\w*|niederschl\w+|"
        r"(?:stay|be|it|keep) (?:dry|wet)|bleibt(?: es)?(?: \w+)? trocken|trocken bleib\w*|nass)\b"
    ),
    "snow": re.compile(r"\b(?:snow\w*|neige\w*|schnee\w*|schneit)\b"),
    "temperature": re.compile(
        r"\b(?:(?:warmer|warmest|colder|coldest|wärmer|wärmsten|kälter|kältesten|plus (?:chaud|froid|doux))|(?:temp(?:erature|érature|eratur)s?|temp|(?<!quel )(?<!le )(?<!du )(?<!de )(?<!ce )(?<!beau )(?<!mauvais )(?<!quels )temps)|oat|how (?:warm|cold|hot)|wie (?:warm|kalt|heiß|heiss)|degrés|(?:fait|fera)(?:-t-il| t il|-il)? (?:\w+ )?(?:froid|chaud|doux)|"
        r"freezing outside|combien de degrés|wieviel grad|wie viel grad|frost\w*)\b"
    ),
    "sea": re.compile(
        r"\b(?:sea|water|wasser|meeres?|mer|eau)[ -]?(?:surface )?temp\w*|\btemp\w* (?:of the (?:sea|water)|de (?:la mer|l'eau)|des (?:meeres|wassers))|\bhow (?:warm|cold) is the (?:sea|water)\b|"
        r"\b(?:sea state|wave height|waves at sea|tides?|high water|low water|swell|wellenhöhe|seegang|gezeiten|marées?|houle|hauteur des vagues)\b"
    ),
    "dewpoint": re.compile(r"\b(?:dew ?-?points?|taupunkt\w*|points? de rosée)\b"),
    "qnh": re.compile(r"\b(?:qnh|pressure|altimeter(?: setting)?|luftdruck|druck|pression|calage)\b"),
}
MOST_ELEMENTS = 4


_RUBBISH = re.compile(
    r"\b(?:wetter|so ein|(?:alles|nur|wieder|totaler|ziemlicher|zu|doch|das|es) (?:ist )?|ist das wetter |wird das wetter )\s*mist\b|\bmist(?:wetter|ig)?\b(?=[^.?!]*\b(?:wird|ist)\b)|^\W*mist\b[,!.]"
)
""" "Oder ist das Wetter Mist?": bad, and no fog."""


def told_fog(low: str) -> re.Match[str] | None:
    """Where fog or mist is named."""
    return HAZARDS["fog"].search(_RUBBISH.sub(lambda m: " " * len(m[0]), low))


_OF_THE_FACILITY = re.compile(
    r"\b(?:is there|are there|have|has|do they|can they|offer\w*|available|price|cost|facilit\w+|fluid|gibt es|gibt's|haben|hat|bietet|bieten|"
    r"verfügbar|kostet|preis|y a|ont-ils|propos\w+|disponible|prix|co[ûu]te)\b"
)
_OF_ONESELF = re.compile(
    r"\b(?:(?:need|have|got|going|likely) to|must i|do i|will (?:i|there|it|the)|muss|müssen|brauche?n?|einplanen|rechnen|wird|werden|faut|dois|devrai|va-t-il|aura|pr[ée]voir)\b"
)


_GETS = re.compile(r"\b(?:does|will|is|would) it (?:get|be|going to be|drop)\b|\bwird(?:'?s| es)?\b")


def is_of_frost(said: Said) -> bool:
    """ "Muss ich Donnerstag früh in Schönhagen enteisen": the cold of a place, and not what its field has."""
    low = said.slots.low
    asked = FROST.search(low)
    if asked is None or not (said.spots or said.home) or said.concepts & {"rules", "fuel", "fee", "food", "hotel"}:
        return False
    cold = _ELEMENTS["temperature"].search(low)
    to_come = bool(said.slots.days or said.clocks())
    return bool(cold or (to_come and _OF_ONESELF.search(low))) and (
        bool(cold) or _OF_THE_FACILITY.search(low.replace("have to", "")) is None
    )


def read_hazards(said: Said) -> Given:
    """What is asked for by its name, so that the answer says it where nothing tells of it."""
    low = _RUBBISH.sub(lambda m: " " * len(m[0]), said.slots.low)
    if (frost := FROST.search(low)) is not None:
        said.used.add(frost.span())
        said.used.update(
            m.span() for words in (_OF_ONESELF, _ELEMENTS["temperature"], _GETS) for m in words.finditer(low)
        )
    aloft = FROST.sub(
        " ", CARBURETTOR.sub(" ", low)
    )  # the ice of a carburettor or of the ground is none of the cloud's
    asked: list[JsonValue] = [n for n, words in HAZARDS.items() if words.search(aloft if n == "icing" else low)]
    asked += ["pass"] if is_of_a_pass(said) else []
    return {"hazards": asked[:MOST_HAZARDS]} if asked else {}


def read_elements(said: Said) -> Given:
    """The elements that are named, in the order in which they are; none where more are named than lead an answer."""
    held = [(s.start, s.end) for s in said.slots.spots]
    found: list[tuple[int, str]] = []
    for name, words in _ELEMENTS.items():
        match = next((m for m in words.finditer(said.slots.low) if not _within(m, held)), None)
        if match is not None:
            found.append((match.start(), name))
    if (fog := told_fog(said.slots.low)) is not None:
        found.append((fog.start(), "fog"))
        found.append((fog.start() + 1, "visibility"))
    if FROST.search(said.slots.low) is not None:
        found.append((0, "temperature"))
    names: list[JsonValue] = list(dict.fromkeys(name for _, name in sorted(found)))
    if "sea" in names:
        return {"elements": ["sea"]}
    if "tops" in names and "cloud" in names:
        names.remove("cloud")
    return {"elements": names} if 0 < len(names) <= MOST_ELEMENTS else {}


_AHEAD = (
    r"(?:better|best|less|more|least|most|lowest|lower|highest|higher|warmer|warmest|colder|coldest|drier|driest|windier|windiest|calmer|calmest|"
    r"clearer|clearest|worse|worst|nicer|nicest|besser\w*|beste[rn]?|schöner|schönsten|weniger|mehr|meisten|wärmer|wärmsten|kälter|trockener|höher|höchsten|tiefer|"
    r"tiefsten|ruhiger|schlechter|windiger|schwächer|schwächste[rn]?|stärker|stärkste[rn]?|strong(?:er|est)|weak(?:er|est)|light(?:er|est)|mieux|meilleure?|moins|plus|pire)"
)
_WHICH = re.compile(
    rf"\b(?:which|where|who|welche[rsn]?|wo|wer|lequel|laquelle|où)\b[^.?!]*\b{_AHEAD}\b|\b{_AHEAD}\b[^.?!]*\b(?:or|oder|ou)\b|\b(?:or|oder|ou)\b[^.?!]*\b{_AHEAD}\b"
)


def asks_which(said: Said, places: int) -> bool:
    """ "Which is lowest at 14Z", "wo ist es wärmer": of several places, who is ahead in what is asked for."""
    low = said.slots.low
    return places > 1 and (_WHICH.search(low) is not None or SIDE_BY_SIDE.search(low) is not None)


SIDE_BY_SIDE = re.compile(
    r"\b(?:compar(?:e|ed|ing|ison)|side by side|versus|vs|vergleich\w*|verglichen|gegenüberstell\w*|compar(?:er|és?|ées?|aison|ez)|côte à côte)\b"
)
""" "Wind at Stornoway and Benbecula compared": who is ahead is told first."""


_CEILING = re.compile(
    r"\b(?:low(?:er|est)|high(?:er|est)|tiefer|tiefsten|höher|höchsten|plus (?:haute?|basse?|bas))\b"
)


def weighed(said: Said, given: Given) -> Given:
    """The argument by which the answer begins with who is ahead, where that is asked of the places given."""
    places = given.get("places")
    if not isinstance(places, list) or not asks_which(said, len(places)):
        return {}
    given = Given(read_elements(said))
    if not given and _CEILING.search(said.slots.low):
        given["elements"] = ["cloud"]  # "which is lowest"
    return {**given, "weighed": True}


def is_of_the_weather(low: str) -> bool:
    """Whether a word names an element or a hazard: "Böen" is no town."""
    return any(words.search(low) for words in (*_ELEMENTS.values(), *HAZARDS.values()))


def _within(match: re.Match[str], held: list[tuple[int, int]]) -> bool:
    """Whether the word is part of a place's name: Windhoek, Bases-sur-Mer."""
    return any(a < match.end() and match.start() < b for a, b in held)
