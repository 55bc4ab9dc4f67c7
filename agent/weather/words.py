"""Weather codes in plain words: what each element of a report says to somebody who reads no codes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.weather.report import Cloud, Conditions, Report, RunwayRange
from agent.weather.said_wind import shown

_AMOUNTS = {"FEW": "few", "SCT": "scattered", "BKN": "broken", "OVC": "overcast"}
_DESCRIBED = {
    "MI": "shallow", "BC": "patches of", "PR": "partial", "DR": "low drifting", "BL": "blowing",
    "SH": "showers of", "TS": "thunderstorm with", "FZ": "freezing",
}  # fmt: skip
_PHENOMENA = {
    "DZ": "drizzle", "RA": "rain", "SN": "snow", "SG": "snow grains", "IC": "ice crystals", "PL": "ice pellets",
    "PE": "ice pellets", "GR": "hail", "GS": "small hail", "UP": "unknown precipitation", "BR": "mist",
    "FG": "fog", "FU": "smoke", "VA": "volcanic ash", "DU": "dust", "SA": "sand", "HZ": "haze",
    "PO": "dust whirls", "SQ": "squalls", "FC": "funnel cloud", "SS": "sandstorm", "DS": "duststorm",
    "PY": "spray",
}  # fmt: skip


def weather_words(code: str) -> str:
    """ "-SHRA" → "light showers of rain"; a code that is not understood stays as it is."""
    rest = code
    strength = "light " if rest.startswith("-") else "heavy " if rest.startswith("+") else ""
    rest = rest.lstrip("+-")
    near = rest.startswith("VC")
    rest = rest.removeprefix("VC")
    pairs = re.findall("..", rest)
    if len(rest) % 2 or not pairs:
        return code
    described = [pair for pair in pairs if pair in _DESCRIBED]
    seen = [_PHENOMENA[pair] for pair in pairs if pair in _PHENOMENA]
    if len(described) + len(seen) != len(pairs):
        return code
    if not seen:
        alone = {"TS": "thunderstorm", "SH": "showers"}
        words = " ".join(alone.get(pair, _DESCRIBED[pair]) for pair in described)
    else:
        words = " ".join([*(_DESCRIBED[pair] for pair in described), " and ".join(seen)])
    return f"{strength}{words}{' in the vicinity' if near else ''}"


def visibility_words(metres: int | None, text: str | None = None) -> str | None:
    """ "10 km or more", "4 km", "800 m"; None when it was not told."""
    if metres is None:
        return None
    if text and text.startswith("M"):
        return f"less than {_distance(metres)}"
    more = metres == 10000 and not (text or "").endswith("SM")
    if more or (text or "").startswith("P"):
        return f"{_distance(metres)} or more"
    return _distance(metres)


def _distance(metres: int) -> str:
    if metres >= 5000:
        return f"{metres / 1000:.0f} km"
    return f"{metres / 1000:g} km" if metres >= 1000 and metres % 100 == 0 else f"{metres} m"


def cloud_words(clouds: Iterable[Cloud]) -> list[str]:
    """ "broken 1,800 ft", "overcast, base not reported", "CB, height not reported"."""
    found: list[str] = []
    for layer in clouds:
        amount = _AMOUNTS.get(layer.amount or "", "amount not reported")
        if layer.amount is None and layer.base_ft is None and layer.type:
            found.append(f"{layer.type}, amount and height not reported")
            continue
        base = f"{layer.base_ft:,} ft" if layer.base_ft is not None else "base not reported"
        found.append(f"{amount} {base}{f' {layer.type}' if layer.type else ''}")
    return found


_EMPTY = {
    "NSC": "no significant cloud",
    "NCD": "no cloud detected",
    "SKC": "clear sky",
    "CLR": "no cloud detected below 12,000 ft",
}


def sky_words(of: Conditions) -> str | None:
    """The sky in words; None where a change group does not speak of it."""
    if of.vertical_visibility_ft is not None:
        return f"sky obscured, vertical visibility {of.vertical_visibility_ft} ft"
    if of.obscured:
        return "sky obscured, vertical visibility not reported"
    if of.clouds:
        return ", ".join(cloud_words(of.clouds)) + ("; more may be unseen" if "clouds" in of.unknown else "")
    if "clouds" in of.unknown:
        return "cloud not reported (sensor)"
    if of.cavok:
        return "CAVOK"
    return _EMPTY.get(of.sky or "")


def conditions_words(of: Conditions) -> str:
    """One line: wind, visibility, weather, sky."""
    parts: list[str] = []
    if of.wind is not None or "wind" in of.unknown:
        parts.append(f"wind {shown(of.wind)}" if of.wind and "wind" not in of.unknown else "wind not reported")
    if of.cavok:
        parts.append("CAVOK")
    else:
        sight = visibility_words(of.visibility_m, of.visibility_text)
        if sight or "visibility_m" in of.unknown:
            parts.append(sight or "visibility not reported")
        if of.weather:
            parts.append(", ".join(map(weather_words, of.weather)))
        elif of.no_significant_weather:
            parts.append("weather ends")
        elif "weather" in of.unknown:
            parts.append("weather not reported (sensor)")
        if sky := sky_words(of):
            parts.append(sky)
    parts += [f"wind shear {text.removeprefix('WS').strip()}" for text in of.wind_shear]
    parts += [f"icing or turbulence group {text}" for text in of.icing_turbulence]
    return " · ".join(part.replace("wind wind", "wind") for part in parts)


def report_words(report: Report) -> str:
    """A METAR in one line, with temperatures, QNH and what else it tells."""
    parts = [conditions_words(report)]
    if report.temperature_c is not None:
        dew = f"/{report.dewpoint_c}" if report.dewpoint_c is not None else ""
        parts.append(f"{report.temperature_c}{dew} °C")
    elif "temperature_c" in report.unknown:
        parts.append("temperature not reported")
    if report.qnh_hpa is not None:
        parts.append(f"QNH {report.qnh_hpa}")
    elif "qnh_hpa" in report.unknown:
        parts.append("QNH not reported")
    parts += [range_words(item) for item in report.rvr]
    parts += [f"recent {weather_words(code.removeprefix('RE'))}" for code in report.recent_weather]
    return " · ".join(part for part in parts if part)


def range_words(item: RunwayRange) -> str:
    """ "RVR 31 600–1500 m"."""
    if item.min_m is None:
        return f"RVR {item.runway} not reported"
    low = f"{'under ' if item.less else ''}{item.min_m}"
    high = f"–{item.max_m}" if item.max_m != item.min_m else ""
    return f"RVR {item.runway} {low}{high}{' or more' if item.more else ''} m"
