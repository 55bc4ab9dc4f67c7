"""Reads one group of a report at a time: a table of patterns, first match wins, and what each one says.

WMO No. 306 (FM 15 METAR, FM 16 SPECI, FM 51 TAF) with the national habits seen in real reports: statute miles,
inches of mercury, metres per second, 9999NDV, state of the runway, colour states. A group that fits no pattern
is kept as unread: nothing is dropped in silence, and slashes are a blind sensor, never a clear sky.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from agent import regex as re
from agent.weather.report import Amount, Cloud, RunwayRange, Wind

KNOTS = {"KT": 1.0, "KTS": 1.0, "MPS": 3600 / 1852, "KMH": 1 / 1.852}
METRES_PER_MILE = 1609.344
METRES_PER_FOOT = 0.3048
_PHENOMENA = "DZ|RA|SN|SG|IC|PL|PE|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PO|SQ|FC|SS|DS|PY"
_DESCRIBED = "MI|BC|PR|DR|BL|SH|TS|FZ"
WEATHER = re.compile(rf"^(?:[-+]|VC|[-+]VC)?(?=[A-Z])(?:{_DESCRIBED})?(?:{_DESCRIBED})?(?:{_PHENOMENA})*$")


@dataclass
class Reading:
    """What the groups read so far say; `decode` makes frozen values of it."""

    wind: Wind | None = None
    visibility_m: int | None = None
    visibility_text: str | None = None
    vertical_visibility_ft: int | None = None
    obscured: bool = False
    clouds: list[Cloud] = field(default_factory=list[Cloud])
    clouds_told: bool = False
    sky: str | None = None
    weather: list[str] = field(default_factory=list[str])
    weather_told: bool = False
    cavok: bool = False
    no_significant_weather: bool = False
    wind_shear: list[str] = field(default_factory=list[str])
    icing_turbulence: list[str] = field(default_factory=list[str])
    temperature_c: int | None = None
    dewpoint_c: int | None = None
    qnh_hpa: int | None = None
    rvr: list[RunwayRange] = field(default_factory=list[RunwayRange])
    minimum_visibility: list[str] = field(default_factory=list[str])
    recent_weather: list[str] = field(default_factory=list[str])
    runway_state: list[str] = field(default_factory=list[str])
    sea_state: str | None = None
    colour: str | None = None
    unknown: list[str] = field(default_factory=list[str])
    unread: list[str] = field(default_factory=list[str])

    def blind(self, *names: str) -> None:
        """Note that a sensor told nothing for these fields."""
        self.unknown += [name for name in names if name not in self.unknown]


Rule = Callable[["re.Match[str]", Reading], bool]
"""Takes a matching group into the reading; False hands it to the next rule."""


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


def _wind(match: re.Match[str], into: Reading) -> bool:
    if into.wind is not None:
        return False
    factor = KNOTS[match["unit"]]
    speed, gust = _whole(match["speed"]), _whole(match["gust"])
    direction = match["dir"]
    degrees = _whole(direction)
    if degrees is not None and degrees > 360:
        return False
    if speed is None and degrees is None and direction != "VRB":
        into.blind("wind")
    elif speed is None:
        into.blind("wind.speed_kt")
    elif degrees is None and direction != "VRB":
        into.blind("wind.direction_deg")
    if match["gust"] and gust is None:
        into.blind("wind.gust_kt")
    into.wind = Wind(
        direction_deg=degrees,
        variable=direction == "VRB",
        speed_kt=None if speed is None else round(speed * factor),
        gust_kt=None if gust is None else round(gust * factor),
        at_least=bool(match["over"] or match["overgust"]),
    )
    return True


def _blind_wind(match: re.Match[str], into: Reading) -> bool:
    """Slashes for a wind, too many or without a unit, where a wind stands: before visibility and sky."""
    if into != Reading():
        return False
    into.blind("wind")
    into.wind = Wind()
    return True


def _sector(match: re.Match[str], into: Reading) -> bool:
    if into.wind is None:
        return False
    into.wind = into.wind.model_copy(update={"from_deg": int(match[1]), "to_deg": int(match[2])})
    return True


def _cavok(match: re.Match[str], into: Reading) -> bool:
    into.cavok, into.visibility_m, into.visibility_text = True, 10000, "CAVOK"
    into.clouds_told = into.weather_told = True
    return True


def _metres(match: re.Match[str], into: Reading) -> bool:
    if into.visibility_m is not None or "visibility_m" in into.unknown:
        into.minimum_visibility.append(match[0])
        return True
    if match[1] == "////":
        into.blind("visibility_m")
    else:
        into.visibility_m = 10000 if match[1] == "9999" else int(match[1])
        into.visibility_text = match[0]
    return True


def _directional(match: re.Match[str], into: Reading) -> bool:
    if into.visibility_m is None:
        into.visibility_m, into.visibility_text = int(match[1]), match[0]
    else:
        into.minimum_visibility.append(match[0])
    return True


def _kilometres(match: re.Match[str], into: Reading) -> bool:
    if into.visibility_m is not None:
        return False
    into.visibility_m, into.visibility_text = int(match[1]) * 1000, match[0]
    return True


def miles_of(text: str) -> float | None:
    """ "1 1/4", "P6", "M1/4" → statute miles; the mark is left to the caller."""
    miles = 0.0
    for part in text.lstrip("MP").split():
        top, _, bottom = part.partition("/")
        if not top.isdigit() or (bottom and (not bottom.isdigit() or int(bottom) == 0)):
            return None
        miles += int(top) / int(bottom) if bottom else int(top)
    return miles


def _miles(match: re.Match[str], into: Reading) -> bool:
    if into.visibility_m is not None:
        return False
    if "/" * 4 in match[1]:
        into.blind("visibility_m")
        return True
    miles = miles_of(match[1])
    if miles is None:
        return False
    into.visibility_m, into.visibility_text = round(miles * METRES_PER_MILE), match[0]
    return True


def _runway_range(match: re.Match[str], into: Reading) -> bool:
    factor = METRES_PER_FOOT if match["feet"] else 1.0
    low, high = _whole(match["low"]), _whole(match["high"])
    if low is None:
        into.blind("rvr")
    else:
        high = low if high is None else high
    into.rvr.append(
        RunwayRange(
            runway=match["runway"],
            min_m=None if low is None else round(low * factor),
            max_m=None if high is None else round(high * factor),
            less=match["lowmark"] == "M",
            more="P" in (match["highmark"], match["lowmark"] if not match["high"] else None),
            tendency=match["tendency"],
        )
    )
    return True


def _no_runway_range(match: re.Match[str], into: Reading) -> bool:
    into.blind("rvr")
    return True


def _runway_state(match: re.Match[str], into: Reading) -> bool:
    into.runway_state.append(match[0])
    if "//////" in match[0]:
        into.blind("runway_state")
    return True


def _blind_sky(match: re.Match[str], into: Reading) -> bool:
    """////// and what may stand behind it: CB and TCU are seen by radar where no base is."""
    into.blind("clouds")
    into.clouds_told = True
    if match[1] in ("CB", "TCU"):
        into.clouds.append(Cloud(type=match[1]))
    return True


def _cloud(match: re.Match[str], into: Reading) -> bool:
    amount = None if match["amount"] == "///" else match["amount"]
    base = _whole(match["base"])
    if amount is None or base is None:
        into.blind("clouds")
    kind = match["type"]
    if kind and kind.startswith("/"):
        into.blind("clouds.type")
        kind = None
    layer = Cloud(amount=cast("Amount | None", amount), base_ft=None if base is None else base * 100, type=kind)
    into.clouds.append(layer)
    into.clouds_told = True
    return True


def _vertical(match: re.Match[str], into: Reading) -> bool:
    into.obscured, into.clouds_told = True, True
    height = _whole(match[1])
    if height is None:
        into.blind("vertical_visibility_ft")
    else:
        into.vertical_visibility_ft = height * 100
    if match[2] in ("CB", "TCU"):
        into.clouds.append(Cloud(type=match[2]))
    return True


def _empty_sky(match: re.Match[str], into: Reading) -> bool:
    into.sky, into.clouds_told = match[0], True
    return True


def _blind_weather(match: re.Match[str], into: Reading) -> bool:
    into.blind("weather")
    return True


def _no_weather(match: re.Match[str], into: Reading) -> bool:
    into.no_significant_weather = into.weather_told = True
    return True


def _recent(match: re.Match[str], into: Reading) -> bool:
    if match[1].startswith("/"):
        into.blind("recent_weather")
    elif not WEATHER.match(match[1]):
        return False
    else:
        into.recent_weather.append(match[0])
    return True


def _degrees(text: str) -> int | None:
    if not text.strip("M").isdigit():
        return None
    return -int(text[1:]) if text.startswith("M") else int(text)


def _temperatures(match: re.Match[str], into: Reading) -> bool:
    into.temperature_c, into.dewpoint_c = _degrees(match[1]), _degrees(match[2] or "//")
    if into.temperature_c is None:
        into.blind("temperature_c")
    if into.dewpoint_c is None:
        into.blind("dewpoint_c")
    return True


def _no_temperatures(match: re.Match[str], into: Reading) -> bool:
    into.blind("temperature_c", "dewpoint_c")
    return True


def _qnh(match: re.Match[str], into: Reading) -> bool:
    if match[2].strip("/") == "":
        into.blind("qnh_hpa")
    elif not match[2].isdigit():
        return False
    elif into.qnh_hpa is None:
        figure = int(match[2])
        into.qnh_hpa = figure if match[1].startswith("Q") else round(figure * 0.3386389)
    return True


def _inches(match: re.Match[str], into: Reading) -> bool:
    if into.qnh_hpa is None:
        into.qnh_hpa = round(int(match[1]) * 0.3386389)
    return True


def _shear(match: re.Match[str], into: Reading) -> bool:
    into.wind_shear.append(match[0])
    return True


def _icing_turbulence(match: re.Match[str], into: Reading) -> bool:
    into.icing_turbulence.append(match[0])
    return True


def _sea(match: re.Match[str], into: Reading) -> bool:
    into.sea_state = match[0]
    return True


def _colour(match: re.Match[str], into: Reading) -> bool:
    into.colour = f"{into.colour} {match[0]}" if into.colour else match[0]
    return True


def _skip(match: re.Match[str], into: Reading) -> bool:
    return True


_CLOUDS = "TCU/CB|CB|TCU|CU|CI|CS|CC|AC|AS|NS|SC|ST"
_COLOURS = r"(?:BLU|WHT|GRN|YLO[12]?|AMB|RED)"
RULES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(f"^(?:{pattern})$"), rule)
    for pattern, rule in (
        (
            r"(?P<dir>\d{3}|VRB|///)(?P<over>P|ABV)?(?P<speed>\d{2,3}|//)"
            r"(?:G(?P<overgust>P)?(?P<gust>\d{2,3}|//))?(?P<unit>KTS?|MPS|KMH)",
            _wind,
        ),
        (r"/{5,8}(?:KT|MPS)|/{5}", _blind_wind),
        (r"(\d{3})V(\d{3})", _sector),
        (r"CAVOK", _cavok),
        (r"(\d{4}|////)(?:NDV)?", _metres),
        (r"(\d{4})(?:N|NE|E|SE|S|SW|W|NW)", _directional),
        (r"(\d{1,2})KM", _kilometres),
        (r"((?:\d{1,2} )?[MP]?(?:\d{1,2}/\d{1,2}|\d{1,3})|////)SM", _miles),
        (
            r"R\d{2}[LCR]?/(?:[\d/]{6}|CLRD(?:\d{2}|//)?|SNOCLO)|(?:\d{2}|[5-9]\d)(?:[\d/]{6}|CLRD//)",
            _runway_state,
        ),
        (
            r"R(?P<runway>\d{2}[LCR]?)/(?P<lowmark>[MP])?(?P<low>\d{4}|////)"
            r"(?:V(?P<highmark>[MP])?(?P<high>\d{4}))?(?P<feet>FT)?/?(?P<tendency>[UDN])?/?",
            _runway_range,
        ),
        (r"RVRNO", _no_runway_range),
        (r"(?:R/)?SNOCLO", _runway_state),
        (r"/{6}(CB|TCU|///)?|/{3}", _blind_sky),
        (r"/{3}(CB|TCU)", _blind_sky),
        (
            r"(?P<amount>FEW|SCT|BKN|OVC|///)(?P<base>\d{3}|///)(?P<type>TCU/CB|CB|TCU|CU|CI|CS|CC|AC|AS|NS|SC|ST|///?)?",
            _cloud,
        ),
        (r"VV(\d{3}|///)(CB|TCU|///)?", _vertical),
        (r"NSC|NCD|SKC|CLR", _empty_sky),
        (r"NSW", _no_weather),
        (r"//", _blind_weather),
        (r"RE((?:[-+A-Z]{2,})|//)", _recent),
        (r"(M?\d{2}|//|XX)/(M?\d{2}|//|XX)?", _temperatures),
        (r"/{5}", _no_temperatures),
        (r"(QNH|Q|A)(\d{4}|////)(?:HPA)?(?:/\d{4})?", _qnh),
        (r"QNH(\d{4})INS", _inches),
        (r"WS(?: (?:ALL RWY|R(?:WY)?\d{2}[LCR]?|TKOF.*|LDG.*)|\d{3}/\d{5,6}(?:G\d{2})?KT)", _shear),
        (r"[56]\d{5}", _icing_turbulence),
        (r"W(?:M?\d{2}|//)/(?:S[\d/]|H[\d/]{1,3})", _sea),
        (rf"(?:BLACK)?(?:{_COLOURS}/?)+\+?|BLACK", _colour),
        (r"\$", _skip),
    )
)


def read(group: str, into: Reading) -> None:
    """Take one group into the reading, or keep it as unread."""
    for pattern, rule in RULES:
        match = pattern.match(group)
        if match is not None and rule(match, into):
            return
    if group and all(part and WEATHER.match(part) and part not in ("+", "-", "VC") for part in group.split("/")):
        into.weather += group.split("/")
        into.weather_told = True
        return
    into.unread.append(group)
