"""The air itself: pressure and density altitude, levels, freezing levels, the base of convective cloud."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

FT_PER_M = 1 / 0.3048
STANDARD_QNH_HPA = 1013.25
_LAPSE_K_PER_M = 0.0065
_T0_K = 288.15
_EXPONENT = 5.25588
_ZERO_C_K = 273.15
_DRY_GAS, _VAPOUR_GAS = 287.05, 461.5
_DENSITY_0 = 1.225
_SOUND_KTS = 661.4788
"""The speed of sound at sea level in the standard atmosphere."""


def standard_height_ft(pressure_hpa: float) -> float:
    """Where the standard atmosphere has this pressure."""
    return (1 - (pressure_hpa / STANDARD_QNH_HPA) ** (1 / _EXPONENT)) * _T0_K / _LAPSE_K_PER_M * FT_PER_M


def pressure_altitude_ft(elevation_ft: float, qnh_hpa: float) -> float:
    """What an altimeter set to 1013.25 shows at an elevation: the subscale shifts it by a constant height."""
    return elevation_ft + standard_height_ft(qnh_hpa)


def pressure_at(elevation_ft: float, qnh_hpa: float) -> float:
    """The pressure at an elevation with that QNH."""
    metres = pressure_altitude_ft(elevation_ft, qnh_hpa) * 0.3048
    return STANDARD_QNH_HPA * (1 - _LAPSE_K_PER_M * metres / _T0_K) ** _EXPONENT


def qnh_of(pressure_hpa: float, elevation_ft: float) -> float:
    """The QNH at which an altimeter shows the elevation where the air has this pressure."""
    metres = (standard_height_ft(pressure_hpa) - elevation_ft) * 0.3048
    return STANDARD_QNH_HPA * (1 - _LAPSE_K_PER_M * metres / _T0_K) ** _EXPONENT


def pressure_higher_up(pressure_hpa: float, metres: float, temperature_c: float) -> float:
    """The pressure so many metres above where it is known, through air of that temperature."""
    return pressure_hpa * math.exp(-9.80665 * metres / (_DRY_GAS * (temperature_c + _ZERO_C_K)))


def vapour_pressure_hpa(dewpoint_c: float) -> float:
    """The pressure of the water vapour in air of that dew point (Magnus, constants of Alduchov and Eskridge)."""
    return 6.1094 * math.exp(17.625 * dewpoint_c / (dewpoint_c + 243.04))


def density_altitude_ft(
    elevation_ft: float, qnh_hpa: float, temperature_c: float, dewpoint_c: float | None = None
) -> float:
    """Where the standard atmosphere has the density of this air; without a dew point as if it were dry."""
    kelvin = temperature_c + _ZERO_C_K
    vapour = 0.0 if dewpoint_c is None else vapour_pressure_hpa(dewpoint_c)
    dry = pressure_at(elevation_ft, qnh_hpa) - vapour
    density = dry * 100 / (_DRY_GAS * kelvin) + vapour * 100 / (_VAPOUR_GAS * kelvin)
    return 44330.8 * (1 - (density / _DENSITY_0) ** 0.23497) * FT_PER_M


def altitude_of_level_ft(flight_level: float, qnh_hpa: float) -> float:
    """The height above the sea of a flight level with that QNH."""
    return flight_level * 100 - standard_height_ft(qnh_hpa)


def standard_temperature_c(pressure_altitude: float) -> float:
    """The temperature of the standard atmosphere at a pressure altitude in feet, in the troposphere."""
    return _T0_K - _ZERO_C_K - _LAPSE_K_PER_M * pressure_altitude / FT_PER_M


def true_airspeed_kts(calibrated_kts: float, pressure_altitude: float, temperature_c: float) -> float:
    """The true airspeed of a calibrated one: the impact pressure at sea level, in the air that is flown in."""
    pressure = (1 - _LAPSE_K_PER_M * pressure_altitude / FT_PER_M / _T0_K) ** _EXPONENT
    impact = (1 + 0.2 * (calibrated_kts / _SOUND_KTS) ** 2) ** 3.5 - 1
    mach = math.sqrt(5 * ((impact / pressure + 1) ** (2 / 7) - 1))
    return mach * _SOUND_KTS * math.sqrt((temperature_c + _ZERO_C_K) / _T0_K)


def dewpoint_of(temperature_c: float, humidity_percent: float) -> float | None:
    """The dew point of air of a relative humidity; None where the humidity is none."""
    if not 0 < humidity_percent <= 100:
        return None
    gamma = math.log(humidity_percent / 100) + 17.625 * temperature_c / (243.04 + temperature_c)
    return 243.04 * gamma / (17.625 - gamma)


def convective_base_ft(temperature_c: float, dewpoint_c: float) -> int:
    """Above the station, by 400 ft a degree of spread: an afternoon's convective cloud only, never stratus."""
    return round(400 * max(0.0, temperature_c - dewpoint_c))


def freezing_heights_m(levels: Sequence[tuple[float, float]]) -> list[float]:
    """Every height where the temperature passes 0 °C, from (height in m, °C); an inversion has several."""
    known = sorted(levels)
    found: list[float] = []
    for (low, below), (high, above) in pairwise(known):
        if (below > 0) != (above > 0):
            found.append(low + (high - low) * below / (below - above))
    return found
