"""What is asked for by its name (thunderstorms, icing, fog, föhn, an open pass …) and what sources have of it.

None of them is forecast as such in the sources that FlyFun reads: the answer says so where it was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from agent.subjects.weather.carburettor import carburettor_lines, carburettor_rule, frost_line
from agent.weather.fold import hazards_of
from agent.weather.report import Conditions, Report
from agent.weather.windows import SHOWERS_CAPE, Window
from agent.weather.words import visibility_words
from tongue import say

Hazard = Literal[
    "thunderstorm",
    "icing",
    "carb_icing",
    "frost",
    "turbulence",
    "mountain_wave",
    "fog",
    "local_wind",
    "pass",
    "ash",
    "picture",
    "regional_qnh",
]
Hazards = Annotated[
    tuple[Hazard, ...],
    Field(default=(), max_length=3, description="asked for by name: the answer says it of each"),
]


def of_windows(asked: Sequence[Hazard], windows: Sequence[Window]) -> list[str]:
    """What the models have of each hazard that was asked for."""
    lines: list[str] = []
    if "thunderstorm" in asked:
        lines.append(_convection([window.showers for window in windows]))
    if "icing" in asked:
        lines.append(
            say(
                "Icing is not forecast as such: compare the cloud with the height of 0 °C. A SIGMET or AIRMET, "
                "a GAMET and the state's own weather briefing for pilots tell of it."
            )
        )
    if "carb_icing" in asked:
        lines.append(carburettor_rule())
    if "turbulence" in asked:
        lines.append(_turbulence())
    if "mountain_wave" in asked:
        lines.append(wave_words())
    if "fog" in asked:
        lines.append(_fog([sight for window in windows for sight in window.numbers("visibility_m")]))
    return lines + of_the_ground(asked)


def icing_first(asked: Sequence[Hazard], windows: Sequence[Window]) -> list[str]:
    """What leads an answer about icing: that it is not seen here, and the 0 °C level of the models."""
    told = [
        window.freezing_ft for window in (m for w in windows for m in w.models) if window.freezing_ft is not None
    ]
    if "icing" not in asked or not told:
        return []
    low, high = (round(value / 500) * 500 for value in (min(told), max(told)))
    if low == high:
        return [say("**Icing itself is not seen here; 0 °C at {low:,} ft by the models.**", low=low)]
    return [
        say("**Icing itself is not seen here; 0 °C at {low:,} to {high:,} ft by the models.**", low=low, high=high)
    ]


def _fog(sights: Sequence[float]) -> str:
    """The least visibility of the models that tell any; none of them names fog."""
    if not sights:
        return say("Fog is not forecast as such, and these models tell no visibility: a TAF does, near the hour.")
    return say(
        "Fog is not forecast as such: the least visibility a model has is {sight}; a TAF names it, near the hour.",
        sight=visibility_words(round(min(sights))),
    )


def of_the_ground(asked: Sequence[Hazard]) -> list[str]:
    """Winds of one country and the state of a pass, which no source here tells."""
    lines: list[str] = [frost_line()] if "frost" in asked else []
    if "local_wind" in asked:
        lines.append(
            say(
                "Föhn, mistral, bora and the like are not forecast as such here, nor their rotor and turbulence: "
                "see the state's own weather briefing (GAFOR, low-level charts) and ask on the ground."
            )
        )
    if "picture" in asked:
        lines.append(picture_words())
    if "regional_qnh" in asked:
        lines.append(regional_words())
    if "pass" in asked:
        lines.append(
            say(
                "Whether a pass or route is open is told by GAFOR and webcams, which are not seen here: "
                "reports are of airfields in the valleys."
            )
        )
    return lines


def _convection(told: Sequence[tuple[int, int]]) -> str:
    """Rain with the energy for showers, in as many models as have it in any of the windows."""
    of_all = max((count for _, count in told), default=0)
    if not of_all:
        return say("Thunderstorms are not forecast as such, and these models do not tell the energy for them.")
    most = max(hits for hits, _ in told)
    figures = {"cape": round(SHOWERS_CAPE), "hits": most, "count": of_all}
    if most:
        return say(
            "Thunderstorms are not forecast as such: rain and CAPE above {cape} J/kg in {hits} of {count} models.",
            **figures,
        )
    return say(
        "Thunderstorms are not forecast as such: rain and CAPE above {cape} J/kg in none of {count} models.",
        **figures,
    )


def reports_first(asked: Sequence[Hazard], told: Sequence[Conditions]) -> list[str]:
    """What leads an answer on reports: the air that a carburettor ices in."""
    return carburettor_lines([one for one in told if isinstance(one, Report)]) if "carb_icing" in asked else []


def of_reports(asked: Sequence[Hazard], told: Sequence[Conditions]) -> list[str]:
    """What reports and forecasts of fields have of it; what a blind sensor leaves open stays so."""
    lines: list[str] = []
    seen = any("TS" in code or "CB" in code or code == "TCU" for one in told for code in hazards_of(one))
    blind = any({"weather", "clouds"} & set(one.unknown) for one in told)
    if "thunderstorm" in asked and told and not seen and not blind:
        lines.append(say("No thunderstorm, CB or TCU in what these stations tell."))
    aloft = any(one.icing_turbulence for one in told)
    if "icing" in asked and not aloft:
        lines.append(say("These stations do not tell of icing in cloud; a SIGMET does where it is severe."))
    if "turbulence" in asked and not aloft:
        lines.append(_turbulence())
    if "mountain_wave" in asked:
        lines.append(wave_words())
    return lines + of_the_ground(asked)


def picture_words() -> str:
    """What no source here shows."""
    return say(
        "Radar, lightning, satellite and webcam pictures are not seen here: "
        "your state's weather service has them. Reports, forecasts and SIGMETs are."
    )


def regional_words() -> str:
    """The pressure of an altimeter setting region, which no source here tells."""
    return say(
        "The regional pressure setting is not seen here: ask the flight information service. "
        "A QNH reported at a field is that field's."
    )


def wave_words() -> str:
    """Where mountain waves are told of: not here, but for the severe ones."""
    return say(
        "Mountain waves are not forecast here. A SIGMET tells of severe ones; for the others see the state's own "
        "weather briefing."
    )


def _turbulence() -> str:
    return say("Turbulence is not forecast here; a SIGMET tells of it where it is severe.")
