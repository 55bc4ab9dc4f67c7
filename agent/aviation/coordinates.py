"""Reads a position as pilots write it: "48.86, 2.29", "N5120.9 W00033.5", 51°20'54"N 0°33'W, 512054N0003330W."""

from __future__ import annotations

import unicodedata

from agent import regex as re

_QUOTES = str.maketrans({"’": "'", "′": "'", "‘": "'", "”": '"', "″": '"', "“": '"', "º": "°", "˚": "°", "−": "-"})
_DECIMAL = r"([+-]?\d{1,3}(?:\.\d+)?)"
_PLAIN = re.compile(rf"^{_DECIMAL}\s*°?\s*[,;/ ]\s*{_DECIMAL}\s*°?$")
_ANGLE = r"(\d[\d.°'\"\s:]*?)"
_LETTERS_FIRST = re.compile(rf"^([NS])\s*{_ANGLE}\s*[,;/]?\s*([EWO])\s*{_ANGLE}$")
_LETTERS_LAST = re.compile(rf"^{_ANGLE}\s*([NS])\s*[,;/]?\s*{_ANGLE}\s*([EWO])$")
_PACKED = re.compile(r"^(\d{2,7})(\.\d+)?$")


def parse_coordinates(text: str) -> tuple[float, float] | None:
    """(latitude, longitude) in degrees, or None when the text is not a position on the earth.

    Plain numbers are decimal degrees, latitude first, and need a fraction or a comma between them. With
    N/S and E/W ("O" is refused: ouest or Ost?) they are degrees, degrees and
    minutes, or degrees, minutes and seconds, apart or packed as on a flight plan.
    """
    clean = unicodedata.normalize("NFKC", text.translate(_QUOTES)).translate(_QUOTES).strip().upper()
    clean = clean.strip("()[]").replace("''", '"')
    if not any(c.isdigit() for c in clean) or len(clean) > 60:
        return None
    if found := _PLAIN.match(clean):
        if "." not in clean and "," not in clean:
            return None
        return _checked(float(found[1]), float(found[2]))
    if found := _LETTERS_FIRST.match(clean):
        north_south, latitude, east_west, longitude = found.groups()
    elif found := _LETTERS_LAST.match(clean):
        latitude, north_south, longitude, east_west = found.groups()
    else:
        return None
    if east_west == "O":
        return None
    lat, lon = _angle(latitude, 2), _angle(longitude, 3)
    if lat is None or lon is None:
        return None
    return _checked(-lat if north_south == "S" else lat, -lon if east_west == "W" else lon)


def _checked(lat: float, lon: float) -> tuple[float, float] | None:
    if abs(lat) > 90 or abs(lon) > 180:
        return None
    return lat, lon


def _angle(text: str, degree_digits: int) -> float | None:
    """Degrees from "51 20 54", "51°20.9'", "5120.9", "512054" or "51.348"; None when minutes pass 60."""
    parts = [part for part in re.split(r"[°'\"\s:]+", text) if part]
    if len(parts) == 1:
        packed = _PACKED.match(parts[0])
        if packed is None:
            return _number(parts[0])
        whole, fraction = packed[1], packed[2] or ""
        if len(whole) in (degree_digits + 2, degree_digits + 4):
            seconds = [whole[degree_digits + 2 :]] if len(whole) > degree_digits + 2 else []
            parts = [whole[:degree_digits], whole[degree_digits : degree_digits + 2], *seconds]
            parts[-1] += fraction
        elif len(whole) > degree_digits:
            return None
    if len(parts) > 3:
        return None
    numbers = [_number(part) for part in parts]
    degrees = 0.0
    for number, unit in zip(numbers, (1, 60, 3600), strict=False):
        if number is None or (unit > 1 and number >= 60):
            return None
        degrees += number / unit
    return degrees


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
