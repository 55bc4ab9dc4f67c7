"""Tells from OurAirports' free wording whether a runway's surface is hard, soft, or not known."""

from __future__ import annotations

import re

_HARD = (
    "ASP ASPH ASPHALT ASPHALTE ASFALT ASFALTO ASFALTED ASPHALTIC CON CONC CONCRETE CONCRET BETON BETONG BIT "
    "BITUM BITUMEN BITUMINOUS TAR TARMAC MACADAM MAC PAVED PAVEMENT HARD SEALED BRICK BRI CEMENT COP PEM PER "
    "TARRED ASHPALT ASPHLAT CONCREAT"
)
_SOFT = (
    "GRASS GRS GRE GRAS GRAAS GRA GRASSED TURF SOD ERBA HERBE HERBA GAZON RASEN GRAVEL GRVL GVL GRV GRAV GRAVL "
    "DIRT EARTH SOIL GROUND CLAY CLA SAND SAN SANDY CORAL COR LATERITE LAT SNOW SNO ICE WATER WAT UNPAVED "
    "ROUGH PICARRA PIÇARRA TIERRA TERRA TERRE TER SILT MUD LOAM ROCK SHALE SALT UNSEALED CINDERS G"
)
_IGNORED = "AND OR WITH NOT GRADED ROLLED COMPACTED CRUSHED BROWN RED GREEN WHITE BLACK THE TIDAL"
_CONDITION = re.compile(r"-[EGFPL]$")  # FAA suffix: excellent, good, fair, poor, failed
_NOT = {"NON", "UN", "NOT"}

_NEUTRAL = frozenset(_IGNORED.split())
_KINDS = dict.fromkeys(_HARD.split(), True) | dict.fromkeys(_SOFT.split(), False)


def is_hard(surface: str) -> bool | None:
    """True for asphalt, concrete and the like, False for grass, earth, gravel, snow or water.

    None when the wording is empty, unknown ("UNK"), or mixes both.
    """
    words = re.findall(r"[^\W\d_]+", _CONDITION.sub("", surface.strip().upper()))
    if "PAVED" in words and _NOT & set(words):
        return False
    kinds = {_KINDS.get(word) for word in words if word not in _NEUTRAL}
    return kinds.pop() if len(kinds) == 1 else None
