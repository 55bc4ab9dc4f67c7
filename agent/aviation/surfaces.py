"""Tells from OurAirports' free wording whether a runway is hard, soft, or not known, and what it is made of."""

from __future__ import annotations

from agent import regex as re

_HARD = (
    "ASP ASPH ASPHALT ASPHALTE ASFALT ASFALTO ASFALTED ASPHALTIC CON CONC CONCRETE CONCRET BETON BETONG BIT "
    "BITUM BITUMEN BITUMINOUS TAR TARMAC MACADAM MAC PAVED PAVEMENT HARD SEALED BRICK BRI CEMENT COP PEM PER "
    "TARRED ASHPALT ASPHLAT CONCREAT"
)
_SOFT = (
    "GRASS GRS GRE GRAS GRAAS GRA GRASSED TURF SOD ERBA HERBE HERBA GAZON RASEN GRAVEL GRVL GVL GRV GRAV GRAVL "
    "DIRT EARTH SOIL GROUND CLAY CLA SAND SAN SANDY CORAL COR LATERITE LAT SNOW SNO ICE WATER WAT UNPAVED "
    "ROUGH PICARRA PIÇARRA TIERRA TERRA TERRE TER SILT MUD LOAM ROCK SHALE SALT UNSEALED CINDERS G HARDCORE "
    "CALICHE SAIBRO SOFT"
)
_IGNORED = (
    "AND OR WITH NOT GRADED ROLLED COMPACTED CRUSHED BROWN RED GREEN GREY YELLOW BLUE WHITE BLACK THE TIDAL "
    "RIVER OLD"
)
_CONDITION = re.compile(r"-[EGFPL]$")  # FAA suffix: excellent, good, fair, poor, failed
_NOT = {"NON", "UN", "NOT"}

_NEUTRAL = frozenset(_IGNORED.split())
_MATERIALS: dict[str, str] = {
    "grass": "GRASS GRS GRAS GRAAS GRA GRASSED TURF SOD ERBA HERBE HERBA GAZON RASEN",
    "gravel": "GRAVEL GRVL GVL GRV GRAV GRAVL",
    "hardcore": "HARDCORE",
    "sand": "SAND SAN SANDY",
    "water": "WATER WAT",
    "snow": "SNOW SNO ICE",
}
_MADE_OF: dict[str, str] = {word: made for made, words in _MATERIALS.items() for word in words.split()}
_NO_FIRM_GROUND = frozenset(("sand", "water", "snow"))
_KINDS: dict[str, bool] = {**dict.fromkeys(_HARD.split(), True), **dict.fromkeys(_SOFT.split(), False)}


def is_hard(surface: str) -> bool | None:
    """True for asphalt, concrete and the like, False for grass, earth, gravel, snow or water.

    None when the wording is empty, unknown ("UNK"), or mixes both.
    """
    words = _words(surface)
    if "PAVED" in words and _NOT & set(words):
        return False
    kinds = {_KINDS.get(word) for word in words if word not in _NEUTRAL}
    return kinds.pop() if len(kinds) == 1 else None


def material(surface: str) -> str | None:
    """What an unpaved surface is of, where the wording names one thing only."""
    if is_hard(surface) is not False:
        return None
    made = {_MADE_OF.get(word) for word in _words(surface) if word not in _NEUTRAL}
    return made.pop() if len(made) == 1 else None


def is_grass_or_gravel(surface: str) -> bool | None:
    """Whether a pilot who asks for grass or gravel is served: a beach, a lake or a glacier is neither."""
    hard = is_hard(surface)
    return None if hard is None else not hard and material(surface) not in _NO_FIRM_GROUND


def _words(surface: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", _CONDITION.sub("", surface.strip().upper()))
