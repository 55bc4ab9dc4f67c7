"""Words for what follows from the air: the true airspeed of an indicated one, the base of cumulus."""

from __future__ import annotations

from agent.subjects.weather.density import DensityAltitude
from tongue import say


def true_airspeed_lines(result: DensityAltitude) -> list[str]:
    """The true airspeed, and what it was reckoned with."""
    warmth, standard = result.temperature_c or 0.0, result.standard_c or 0.0
    lines = [
        say(
            "**{true} kt true airspeed** from {indicated:g} kt indicated (taken as calibrated).",
            true=result.true_airspeed_kts,
            indicated=result.indicated_kts,
        )
    ]
    height = result.pressure_altitude_ft or 0
    where = say("Pressure altitude {feet:,} ft", feet=height)
    if result.flight_level is None and result.qnh_hpa is None:
        where = say("{feet:,} ft taken as pressure altitude, since no QNH was said", feet=height)
    off = round(warmth - standard)
    if result.temperature_from == "standard":
        lines.append(say("{where}; standard temperature assumed: {warmth:.0f} °C.", where=where, warmth=warmth))
    else:
        lines.append(say("{where}; {warmth:.0f} °C, ISA {off:+d}.", where=where, warmth=warmth, off=off))
    return lines


def cloud_base_lines(result: DensityAltitude) -> list[str]:
    """The base above the station, and above the sea where its elevation is known."""
    base = result.cloud_base_ft or 0
    lines = [
        say(
            "**About {feet:,} ft above the station**: 400 ft for each of {spread:g} °C of spread.",
            feet=round(base / 100) * 100,
            spread=result.spread_c,
        )
    ]
    if result.icao and result.elevation_ft is not None:
        lines.append(
            say(
                "{icao} {name} lies at {elevation:,.0f} ft: about {feet:,} ft above the sea.",
                icao=result.icao,
                name=result.name,
                elevation=result.elevation_ft,
                feet=round((base + result.elevation_ft) / 100) * 100,
            )
        )
    lines.append(
        say("A rule for cumulus of an afternoon, never for stratus: a reported or forecast base counts first.")
    )
    return lines


def as_level(where: str, result: DensityAltitude) -> str:
    """An altitude as the level that an altimeter on 1013 shows there."""
    height = result.pressure_altitude_ft or 0
    return say(
        "{where} at QNH {qnh:g} is about **FL{level:03d}** ({height:,} ft on 1013).",
        where=where,
        qnh=result.qnh_hpa,
        level=round(height / 100),
        height=height,
    )
