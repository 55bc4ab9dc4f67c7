"""Ice in the carburettor and frost on the wings: what a report's temperature and dew point say of them."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.weather.air import vapour_pressure_hpa
from agent.weather.report import Report
from tongue import say

CARBURETTOR = re.compile(
    r"\b(?:(?:carb|carburett?or|carburetter)s?[ -]?(?:ic(?:e[ds]?|ing)|heat)|ice in (?:the|my|your) carb\w*|"
    r"vergaser[ -]?(?:vereis\w+|eis|frost)|vereis\w+ (?:des|im|am) vergasers?|vergaser (?:vereis\w+|einfrier\w+)|"
    r"(?:givr\w+|glace|gel) (?:(?:du|de|au|dans) )?(?:le )?carbu\w*|carbu\w* (?:qui |va |peut )*givr\w+)"
)
FROST = re.compile(
    r"\b(?:(?:ground |hoar |hoar)?frost(?:y|ed)?\b|(?:boden|nacht|früh)frost\w*|(?:rau|rauh)reif|reif(?= auf| an)|"
    r"de-?ic(?:e|ed|ing)|enteis\w+|gel[ée]es? (?:blanches?|matinales?)|dégivr\w+|"
    r"(?:eis|ice|glace|givre|frost|reif) (?:auf|an|on|sur) (?:den |the |my |les |meinen )?"
    r"(?:flächen|flügeln?|tragflächen|wings?|ailes))"
)


def humidity_percent(temperature_c: float, dewpoint_c: float) -> int:
    """The relative humidity over water, 100 at most."""
    return min(100, round(100 * vapour_pressure_hpa(dewpoint_c) / vapour_pressure_hpa(temperature_c)))


def carburettor_lines(reports: Sequence[Report]) -> list[str]:
    """The air of the first report that tells it, and where the risk is read: the chart is not held here."""
    told = [(one, one.temperature_c, one.dewpoint_c) for one in reports]
    lines = [
        say(
            "**Carburettor ice: {temperature} °C, dew point {dewpoint} °C, humidity {humidity} % at {station}.**",
            temperature=round(warm),
            dewpoint=round(dew),
            humidity=humidity_percent(warm, dew),
            station=one.station or "????",
        )
        for one, warm, dew in told
        if warm is not None and dew is not None
    ][:1]
    return [*(lines or [say("**Carburettor ice: no temperature and dew point are told.**")]), carburettor_rule()]


def carburettor_rule() -> str:
    """What the leaflet says of it in words."""
    return say(
        "It forms at any time of the year, even on warm days, above all humid ones and at low power (descent, "
        "circuit). "
        "Hold both against the chart of Safety Sense leaflet 14 (not held here); the flight manual leads."
    )


def frost_line() -> str:
    """What no source here tells of the wings."""
    return say(
        "Frost on the wings is not told by reports or models: temperature and dew point hint at it, the look "
        "at the aircraft tells."
    )
