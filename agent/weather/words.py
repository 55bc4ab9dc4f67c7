"""Weather codes in plain words: what each element of a report says to somebody who reads no codes."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.weather.report import Cloud, Conditions, Report, RunwayRange
from agent.weather.said_wind import shown
from tongue import later, say

COMPASS = (
    later("N"), later("NE"), later("E"), later("SE"), later("S"), later("SW"), later("W"), later("NW"),
)  # fmt: skip
_AMOUNTS = {"FEW": later("few"), "SCT": later("scattered"), "BKN": later("broken"), "OVC": later("overcast")}
_DESCRIBED = {
    "MI": later("shallow {weather}"),
    "BC": later("patches of {weather}"),
    "PR": later("partial {weather}"),
    "DR": later("low drifting {weather}"),
    "BL": later("blowing {weather}"),
    "SH": later("showers of {weather}"),
    "TS": later("thunderstorm with {weather}"),
    "FZ": later("freezing {weather}"),
}
_PHENOMENA = {
    "DZ": later("drizzle"),
    "RA": later("rain"),
    "SN": later("snow"),
    "SG": later("snow grains"),
    "IC": later("ice crystals"),
    "PL": later("ice pellets"),
    "PE": later("ice pellets"),
    "GR": later("hail"),
    "GS": later("small hail"),
    "UP": later("unknown precipitation"),
    "BR": later("mist"),
    "FG": later("fog"),
    "FU": later("smoke"),
    "VA": later("volcanic ash"),
    "DU": later("dust"),
    "SA": later("sand"),
    "HZ": later("haze"),
    "PO": later("dust whirls"),
    "SQ": later("squalls"),
    "FC": later("funnel cloud"),
    "SS": later("sandstorm"),
    "DS": later("duststorm"),
    "PY": later("spray"),
}
_ALONE = {"TS": later("thunderstorm"), "SH": later("showers")}


def weather_words(code: str) -> str:
    """ "-SHRA" → "light showers of rain"; a code that is not understood stays as it is."""
    rest = code.lstrip("+-")
    near = rest.startswith("VC")
    rest = rest.removeprefix("VC")
    pairs = re.findall("..", rest)
    if len(rest) % 2 or not pairs:
        return code
    described = [pair for pair in pairs if pair in _DESCRIBED]
    seen = [say(_PHENOMENA[pair]) for pair in pairs if pair in _PHENOMENA]
    if len(described) + len(seen) != len(pairs):
        return code
    if seen:
        words = say("{first} and {last}", first=" and ".join(seen[:-1]), last=seen[-1]) if seen[1:] else seen[0]
        for pair in reversed(described):
            words = say(_DESCRIBED[pair], weather=words)
    else:
        words = " ".join(
            say(_ALONE[pair]) if pair in _ALONE else say(_DESCRIBED[pair], weather="").strip()
            for pair in described
        )
    if code[:1] in "+-":
        words = say(later("heavy {weather}") if code[0] == "+" else later("light {weather}"), weather=words)
    return say("{weather} in the vicinity", weather=words) if near else words


def visibility_words(metres: int | None, text: str | None = None) -> str | None:
    """ "10 km or more", "4 km", "800 m"; None when it was not told."""
    if metres is None:
        return None
    if text and text.startswith("M"):
        return say("less than {distance}", distance=_distance(metres))
    more = metres == 10000 and not (text or "").endswith("SM")
    if more or (text or "").startswith("P"):
        return say("{distance} or more", distance=_distance(metres))
    return _distance(metres)


def _distance(metres: int) -> str:
    if metres >= 5000:
        return f"{metres / 1000:.0f} km"
    return f"{metres / 1000:g} km" if metres >= 1000 and metres % 100 == 0 else f"{metres} m"


def cloud_words(clouds: Iterable[Cloud]) -> list[str]:
    """ "broken 1,800 ft", "overcast, base not reported", "CB, height not reported"."""
    found: list[str] = []
    for layer in clouds:
        amount = say(_AMOUNTS.get(layer.amount or "", later("amount not reported")))
        if layer.amount is None and layer.base_ft is None and layer.type:
            found.append(say("{cloud}, amount and height not reported", cloud=layer.type))
            continue
        base = say("{feet:,} ft", feet=layer.base_ft) if layer.base_ft is not None else say("base not reported")
        found.append(f"{amount} {base}{f' {layer.type}' if layer.type else ''}")
    return found


_EMPTY = {
    "NSC": later("no significant cloud"),
    "NCD": later("no cloud detected"),
    "SKC": later("clear sky"),
    "CLR": later("no cloud detected below 12,000 ft"),
}


def sky_words(of: Conditions) -> str | None:
    """The sky in words; None where a change group does not speak of it."""
    if of.vertical_visibility_ft is not None:
        return say("sky obscured, vertical visibility {feet} ft", feet=of.vertical_visibility_ft)
    if of.obscured:
        return say("sky obscured, vertical visibility not reported")
    if of.clouds:
        return ", ".join(cloud_words(of.clouds)) + (say("; more may be unseen") if "clouds" in of.unknown else "")
    if "clouds" in of.unknown:
        return say("cloud not reported (sensor)")
    if of.cavok:
        return "CAVOK"
    empty = _EMPTY.get(of.sky or "")
    return say(empty) if empty else None


def wind_words(of: Conditions) -> str | None:
    """ "wind 240° 18 kt gusting 28", "wind calm"; None where nothing is told of it."""
    if of.wind is None:
        return say("wind not reported") if "wind" in of.unknown else None
    unreported = say("wind not reported")
    if "wind" in of.unknown:
        return unreported
    if of.wind.calm:
        return say("wind calm")
    wind = shown(of.wind)
    return say("wind {wind}", wind=wind) if wind != unreported else unreported


def conditions_words(of: Conditions) -> str:
    """One line: wind, visibility, weather, sky."""
    parts: list[str] = [wind] if (wind := wind_words(of)) else []
    if of.cavok:
        parts.append("CAVOK")
    else:
        sight = visibility_words(of.visibility_m, of.visibility_text)
        if sight or "visibility_m" in of.unknown:
            parts.append(sight or say("visibility not reported"))
        if of.weather:
            parts.append(", ".join(map(weather_words, of.weather)))
        elif of.no_significant_weather:
            parts.append(say("weather ends"))
        elif "weather" in of.unknown:
            parts.append(say("weather not reported (sensor)"))
        if sky := sky_words(of):
            parts.append(sky)
    parts += [say("wind shear {where}", where=text.removeprefix("WS").strip()) for text in of.wind_shear]
    parts += [say("icing or turbulence group {text}", text=text) for text in of.icing_turbulence]
    return " · ".join(parts)


def report_words(report: Report) -> str:
    """A METAR in one line, with temperatures, QNH and what else it tells."""
    parts = [conditions_words(report)]
    parts += [_other_sight(text, report.visibility_m) for text in report.minimum_visibility]
    if report.temperature_c is not None:
        dew = f"/{report.dewpoint_c}" if report.dewpoint_c is not None else ""
        parts.append(f"{report.temperature_c}{dew} °C")
    elif "temperature_c" in report.unknown:
        parts.append(say("temperature not reported"))
    if report.qnh_hpa is not None:
        parts.append(f"QNH {report.qnh_hpa}")
    elif "qnh_hpa" in report.unknown:
        parts.append(say("QNH not reported"))
    if "rvr" in report.unknown and not report.rvr:
        parts.append(say("RVR not reported"))
    parts += [range_words(item) for item in report.rvr]
    parts += [say("runway state {text}", text=text) for text in report.runway_state]
    parts += [
        say("recent {weather}", weather=weather_words(code.removeprefix("RE"))) for code in report.recent_weather
    ]
    return " · ".join(part for part in parts if part)


_DIRECTED = re.compile(r"(?P<metres>\d{4})(?:NDV)?(?P<towards>[NESW]{0,2})")


def _other_sight(text: str, prevailing_m: int | None) -> str:
    """ "0800NE", the visibility in one direction, or the least of all."""
    match = _DIRECTED.fullmatch(text)
    if match is None:
        return text
    metres = 10000 if match["metres"] == "9999" else int(match["metres"])
    distance = visibility_words(metres) or ""
    if match["towards"]:
        towards = say(COMPASS[COMPASS.index(match["towards"])])
        return say("visibility to the {towards} {distance}", towards=towards, distance=distance)
    if prevailing_m is not None and metres >= prevailing_m:
        return say("visibility {distance}", distance=distance)
    return say("least visibility {distance}", distance=distance)


def range_words(item: RunwayRange) -> str:
    """ "RVR 31 600–1500 m"."""
    if item.min_m is None:
        return say("RVR {runway} not reported", runway=item.runway)
    low = say("under {metres}", metres=str(item.min_m)) if item.less else f"{item.min_m}"
    high = f"–{item.max_m}" if item.max_m != item.min_m else ""
    told = f"RVR {item.runway} {low}{high}"
    return say("{range} or more m", range=told) if item.more else f"{told} m"


_CHANGES = {"BECMG": later("becoming"), "TEMPO": later("at times"), "FM": later("from")}


def trend_words(report: Report) -> str:
    """What follows within two hours: "at times TL1400 4 km · rain"; "" where no trend was told."""
    if not report.trends:
        return say("no significant change") if report.trend == "NOSIG" else ""
    return say("; ").join(
        " ".join([say(_CHANGES[group.kind]), *group.times, conditions_words(group), group.colour or ""]).strip()
        for group in report.trends
    )
