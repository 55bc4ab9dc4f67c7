"""What of the weather is asked for (wind, QNH, rain …): the answer begins with it, or says what is not told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from agent.weather.fold import HourState
from agent.weather.models import Lead
from agent.weather.report import Conditions, Report
from agent.weather.windows import Window, base_words, span
from agent.weather.words import (
    COMPASS,
    sky_words,
    visibility_words,
    weather_words,
    wind_words,
)
from tongue import say

Element = Literal[
    "wind", "gust", "visibility", "cloud", "tops", "rain", "snow", "fog", "temperature", "dewpoint", "qnh", "sea"
]
Elements = Annotated[
    SkipJsonSchema[tuple[Element, ...]],
    Field(default=(), max_length=4, description="asked for by name: the answer begins with them"),
]
Weighed = Annotated[
    SkipJsonSchema[bool],
    Field(default=False, description="which of the places was asked: the answer begins with who is ahead in what"),
]
NOT_IN_A_TAF: frozenset[str] = frozenset({"temperature", "dewpoint", "qnh", "tops"})
_FALLING: dict[str, tuple[str, ...]] = {
    "rain": ("RA", "DZ", "SH", "TS", "UP"),
    "snow": ("SN", "SG", "PL", "GS"),
    "fog": ("FG", "BR"),
}


def of_a_report(asked: Sequence[Element], report: Report) -> str:
    """ "wind 240° 18 kt · QNH 1002" of a METAR; "" where nothing was asked for by name."""
    if report.missing:
        return ""
    if "sea" in asked:
        return sea_words()
    told = [words for one in _whole(asked) if (words := _of_conditions(one, report) or _of_a_metar(one, report))]
    return " · ".join(told)


def of_an_hour(asked: Sequence[Element], state: HourState) -> str:
    """The same of a forecast at an hour: what prevails, and what may come at times."""
    if state.beyond:
        return ""
    if "sea" in asked:
        return sea_words()
    told: list[str] = []
    for one in _whole(asked):
        lasting = list(dict.fromkeys(words for c in state.prevailing if (words := _of_conditions(one, c))))
        if not lasting:
            continue
        parts = [say(" or ").join(lasting)]
        for item in state.at_times:
            words = _of_conditions(one, item.conditions) if _names(one, item.conditions) else None
            if words and words not in lasting:
                chance = f"{item.probability} % " if item.probability else ""
                passing = say("at times ") if item.temporary else ""
                parts.append(f"{chance}{passing}{words}")
        told.append(", ".join(dict.fromkeys(parts)))
    return " · ".join(told)


def sea_words() -> str:
    """Of the water nothing is read here."""
    return say("the sea's temperature, waves and tides are not told here; what follows is of the air")


def _whole(asked: Sequence[Element]) -> list[Element]:
    """Without what another says too: the gusts stand in the wind."""
    return [one for one in dict.fromkeys(asked) if not (one == "gust" and "wind" in asked)]


def _names(one: Element, of: Conditions) -> bool:
    """Whether a group that may come at times speaks of it at all."""
    return {
        "wind": of.wind is not None,
        "gust": of.wind is not None,
        "visibility": of.visibility_m is not None or of.cavok,
        "cloud": of.clouds is not None or of.obscured or of.cavok,
    }.get(one, bool(of.weather))


def _of_conditions(one: Element, of: Conditions) -> str | None:
    match one:
        case "wind":
            return wind_words(of)
        case "gust":
            if of.wind is not None and of.wind.gust_kt is not None:
                return say("gusts to {knots} kt", knots=of.wind.gust_kt)
            wind = wind_words(of)
            return say("no gusts told, {wind}", wind=wind) if wind else None
        case "visibility":
            if of.cavok:
                return say("visibility {distance}", distance=visibility_words(10000))
            sight = visibility_words(of.visibility_m, of.visibility_text)
            if sight:
                return say("visibility {distance}", distance=sight)
            return say("visibility not reported") if "visibility_m" in of.unknown else None
        case "cloud":
            return sky_words(of)
        case "rain" | "snow" | "fog":
            return _weather(one, of)
        case _:
            return None


def _weather(one: Literal["rain", "snow", "fog"], of: Conditions) -> str | None:
    """What falls or lies there, or that none is told; a blind sensor denies nothing."""
    seen = [code for code in of.weather or () if any(sign in code for sign in _FALLING[one])]
    if seen:
        return ", ".join(map(weather_words, seen))
    if "weather" in of.unknown:
        return say("weather not reported (sensor)")
    none = {"rain": say("no rain told"), "snow": say("no snow told"), "fog": say("no fog or mist told")}
    return none[one]


def _of_a_metar(one: Element, report: Report) -> str | None:
    """What only a report tells, and the tops of cloud, which none does."""
    match one:
        case "temperature":
            if report.temperature_c is None:
                return say("temperature not reported")
            return say("{degrees} °C", degrees=report.temperature_c)
        case "dewpoint":
            if report.dewpoint_c is None:
                return say("dew point not reported")
            return say("dew point {degrees} °C", degrees=report.dewpoint_c)
        case "qnh":
            return f"QNH {report.qnh_hpa}" if report.qnh_hpa is not None else say("QNH not reported")
        case "tops":
            return say("cloud tops are in no report")
        case _:
            return None


# --- the models --------------------------------------------------------------------------------------


def of_a_window(asked: Sequence[Element], of: Window, lead: Lead) -> list[str]:
    """The same of the models in some hours, each with its spread; what they do not tell is said so."""
    return [words for one in _whole(asked) if (words := _of_window(one, of, lead))]


def _of_window(one: Element, of: Window, lead: Lead) -> str | None:
    match one:
        case "sea":
            return sea_words()
        case "wind":
            return wind_of(of, lead)
        case "gust":
            gust = of.spread("gust_kt")
            if gust is None or lead == "week":
                return (
                    say("gusts not told so far ahead") if lead == "week" else say("gusts not told by these models")
                )
            return say("gusts to {knots} kt", knots=span(*gust))
        case "temperature":
            return _degrees(of.spread("temperature_c"), say("temperature not told by these models"))
        case "dewpoint":
            dew = of.spread("dewpoint_c")
            if dew is None:
                return say("dew point not told by these models")
            return say("dew point {degrees} °C", degrees=span(*dew))
        case "qnh":
            pressure = of.spread("pressure_hpa")
            if pressure is None:
                return say("pressure not told by these models")
            return say("pressure at sea level {hpa} hPa by the models", hpa=span(*pressure))
        case "tops":
            return say("cloud tops are not told by these models")
        case "rain":
            return _rain(of)
        case "snow":
            cold = _degrees(of.spread("temperature_c"), "")
            told = [words for words in (_rain(of), cold) if words]
            return say("snow is not told apart from rain here: {told}", told=", ".join(told)) if told else None
        case "visibility" | "cloud" | "fog":
            return _sight_or_cloud(one, of, lead)


def _sight_or_cloud(one: Literal["visibility", "cloud", "fog"], of: Window, lead: Lead) -> str | None:
    if one == "cloud":
        if lead == "week":
            return say("too early to tell cloud")
        bases = [f"{words} ({m.model})" for m in of.models if (words := base_words(m))]
        return say("; ").join(bases) or say("cloud base not told by these models")
    if one == "fog":
        return None  # said of the whole day, beside the other hazards
    if lead not in ("next", "day", "now"):
        return say("too early to tell visibility")
    sight = of.spread("visibility_m")
    if sight is None:
        return say("visibility not told by these models")
    return say("least visibility {km} km by the models", km=span(sight[0] / 1000, sight[1] / 1000))


def _rain(of: Window) -> str | None:
    amounts = of.spread("rain_mm")
    if amounts is None:
        return say("rain not told by these models")
    dry, told = of.dry
    if dry == told:
        return dry_words(dry, told)
    most = f"{amounts[1]:g}"
    least = f"{amounts[0]:g}–" if amounts[0] != amounts[1] else ""
    return say("rain in {wet} of {count} models, {mm} mm", wet=told - dry, count=told, mm=least + most)


def dry_words(dry: int, told: int) -> str:
    """ "all 3 models dry", "1 of 3 models dry"."""
    if told == 1:
        return say("dry in the one model that tells") if dry else say("rain in the one model that tells")
    if dry == told:
        return say("all {count} models dry", count=told)
    return (
        say("{dry} of {count} models dry", dry=dry, count=told)
        if dry
        else say("none of {count} models dry", count=told)
    )


def _degrees(values: tuple[float, float] | None, none: str) -> str:
    return say("{degrees} °C", degrees=span(*values)) if values else none


_WIDEST_DEG = 90
_TOO_LIGHT_KT = 3


def wind_of(of: Window, lead: Lead) -> str | None:
    """ "wind 240–270° 8–12 kt, they disagree"; days ahead its side alone: "wind W 8–22 kt"."""
    speeds = of.spread("wind_kt")
    if speeds is None:
        return None
    differ = say(", they disagree") if of.wind_agreement == "differ" else ""
    where = _direction(of, lead) if speeds[1] >= _TOO_LIGHT_KT else ""
    if not where:
        return say("wind {knots} kt", knots=span(*speeds)) + differ
    return say("wind {direction} {knots} kt", direction=where, knots=span(*speeds)) + differ


def _direction(of: Window, lead: Lead) -> str:
    """ "250°", "230–260°"; "" where the models leave it open."""
    told = sorted({round(value) % 360 for value in of.numbers("wind_from_deg")})
    if not told:
        return ""
    gaps = [(told[i - len(told) + 1] - told[i]) % 360 or 360 for i in range(len(told))]
    widest = max(range(len(told)), key=gaps.__getitem__)
    first, last = told[widest - len(told) + 1], told[widest]
    arc = (last - first) % 360
    if arc > _WIDEST_DEG:
        return ""
    if lead == "week":
        return say(COMPASS[round(((first + arc / 2) % 360) / 45) % 8])
    a, b = (round(one / 10) * 10 % 360 or 360 for one in (first, last))
    return f"{a:03d}°" if a == b else f"{a:03d}–{b:03d}°"
