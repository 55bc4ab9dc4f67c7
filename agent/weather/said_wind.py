"""A wind as pilots say and write it: 24018G28KT, 240/18G28, 260/18, VRB05G16, calm, 200V280 beside it."""

from __future__ import annotations

from agent import regex as re
from agent.errors import InvalidQuestion
from agent.weather.report import Wind
from agent.weather.tokens import KNOTS, Reading, read
from tongue import say

_SAID = re.compile(
    r"^(?P<dir>\d{1,3}|VRB|VARIABLE)\s*(?:°|DEG(?:REES)?)?\s*(?:/|AT|@|,|\s)\s*(?P<speed>\d{1,3})"
    r"\s*(?:KTS?|KNOTS?)?\s*(?:(?:G|GUST(?:ING|S)?(?: TO)?|-|/)\s*(?P<gust>\d{1,3}))?\s*"
    r"(?P<unit>KTS?|KNOTS?|MPS|M/S|KMH|KM/H)?$"
)
_GUST_ALONE = re.compile(r"^(?P<dir>\d{3})/?G(?P<gust>\d{2,3})(?:KT)?$")
""" "190/G24": a gust whose mean wind is not told."""
_SECTOR = re.compile(r"\b(\d{3})V(\d{3})\b")
_UNITS = {"KNOT": "KT", "KNOTS": "KT", "M/S": "MPS", "KM/H": "KMH"}
FASTEST_KT = 150


def parse_wind(text: str) -> Wind:
    """The wind of a text, true directions. Raises `InvalidQuestion` that says how to write it."""
    said = " ".join(text.upper().replace("WIND", " ").replace("°", "° ").split())
    sector = _SECTOR.search(said)
    said = _SECTOR.sub("", said).strip()
    if said in ("CALM", "00000", "0", "0KT"):
        return Wind(direction_deg=0, speed_kt=0)
    if gust := _GUST_ALONE.match(said):
        return _checked(Wind(direction_deg=int(gust["dir"]), gust_kt=int(gust["gust"])), text)
    wind = _written(said) or _spoken(said)
    if wind is None or wind.speed_kt is None or (wind.direction_deg is None and not wind.variable):
        raise InvalidQuestion(
            say(
                "I cannot read “{said}” as a wind. Write it like {examples}.",
                said=text.strip()[:40],
                examples=_examples(),
            )
        )
    _checked(wind, text)
    if wind.gust_kt is not None and wind.gust_kt < wind.speed_kt:
        raise InvalidQuestion(
            say("The gust in “{said}” is weaker than the wind. Write it like 240/18G28.", said=text.strip()[:40])
        )
    if sector:
        wind = wind.model_copy(update={"from_deg": int(sector[1]), "to_deg": int(sector[2])})
    return wind


def _checked(wind: Wind, text: str) -> Wind:
    if (wind.direction_deg or 0) > 360 or max(wind.speed_kt or 0, wind.gust_kt or 0) > FASTEST_KT:
        raise InvalidQuestion(
            say(
                "“{said}” is no wind on an airfield: give a direction up to 360 and a speed up to {most} kt, "
                "like {examples}.",
                said=text.strip()[:40],
                most=FASTEST_KT,
                examples=_examples(),
            )
        )
    return wind


def _written(said: str) -> Wind | None:
    """As in a report; the unit may be left out."""
    compact = said.replace(" ", "")
    into = Reading()
    read(compact if re.search(r"(?:KTS?|MPS|KMH)$", compact) else f"{compact}KT", into)
    if into.unread == [] and into.wind is not None:
        return into.wind
    over = re.fullmatch(r"(\d{3})(\d{2,3})(?:G(\d{2,3}))?(?:KT)?", compact)
    if over and int(over[1]) > 360:
        raise _no_direction(over[1])
    return None


def _no_direction(said: str) -> InvalidQuestion:
    return InvalidQuestion(
        say(
            "{said} is no direction: the wind comes from 001 to 360. Write it like {examples}.",
            said=said,
            examples=_examples(),
        )
    )


def _examples() -> str:
    return say("240/18, 24018G28KT or VRB05")


def _spoken(said: str) -> Wind | None:
    match = _SAID.match(said)
    if match is None:
        return None
    factor = KNOTS[_UNITS.get(match["unit"] or "KT", match["unit"] or "KT")]
    direction = int(match["dir"]) if match["dir"].isdigit() else None
    if direction is not None and direction > 360:
        raise _no_direction(match["dir"])
    return Wind(
        direction_deg=direction,
        variable=direction is None,
        speed_kt=round(int(match["speed"]) * factor),
        gust_kt=round(int(match["gust"]) * factor) if match["gust"] else None,
    )


def shown(wind: Wind) -> str:
    """A wind in a pilot's words: "240° 18 kt gusting 28", "calm", "variable 5 kt"."""
    if wind.calm:
        return say("calm")
    if wind.speed_kt is None and wind.direction_deg is None:
        return say("wind not reported")
    where = say("variable") if wind.variable else say("direction unknown")
    if wind.direction_deg is not None:
        where = f"{wind.direction_deg or 360:03d}°"
    over = wind.at_least and wind.gust_kt is None
    speed = say("over {knots} kt", knots=wind.speed_kt) if over else f"{wind.speed_kt} kt"
    speed = say("speed unknown") if wind.speed_kt is None else speed
    gust = say(" gusting {knots}", knots=wind.gust_kt) if wind.gust_kt is not None else ""
    gust = say(" gusting over {knots}", knots=wind.gust_kt) if gust and wind.at_least else gust
    sector = ""
    if wind.from_deg is not None:
        sector = say(", varying {sector}", sector=f"{wind.from_deg:03d}–{wind.to_deg:03d}°")
    return f"{where} {speed}{gust}{sector}"
