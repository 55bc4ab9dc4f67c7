"""What a weather report says, piece by piece; what no sensor saw is named, never taken for clear.

Units: knots, metres of visibility, feet above the station, degrees Celsius, hPa. All directions are true.
"""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from agent.protocol import Value

Amount = Literal["FEW", "SCT", "BKN", "OVC"]
GroupKind = Literal["BASE", "FM", "BECMG", "TEMPO", "PROB"]
CEILING_AMOUNTS: frozenset[str] = frozenset({"BKN", "OVC"})


class Wind(Value):
    """A wind at the ground. `variable` is VRB; `from_deg` to `to_deg`, clockwise, is the sector it varies in.

    Speed None means that the sensor is blind; calm is direction 0 and speed 0. `at_least`: P99KT, the strongest
    of the two figures or more.
    """

    direction_deg: int | None = None
    variable: bool = False
    from_deg: int | None = None
    to_deg: int | None = None
    speed_kt: int | None = None
    gust_kt: int | None = None
    at_least: bool = False

    @property
    def calm(self) -> bool:
        """00000KT, and nothing else."""
        return self.speed_kt == 0 and not self.gust_kt

    @property
    def strongest_kt(self) -> int | None:
        """Gust, or mean where no gust is told; None when unknown."""
        return self.gust_kt if self.gust_kt is not None else self.speed_kt


class Cloud(Value):
    """One layer. Amount or base None means that the sensor did not tell it. `type` is CB, TCU or another kind."""

    amount: Amount | None = None
    base_ft: int | None = None
    type: str | None = None


class RunwayRange(Value):
    """Runway visual range in metres; `less` and `more` mark figures beyond what is measured (M0050, P1500)."""

    runway: str
    min_m: int | None = None
    max_m: int | None = None
    less: bool = False
    more: bool = False
    tendency: str | None = None


class Conditions(Value):
    """The elements that reports and forecasts share.

    `clouds` and `weather` None mean: not told (in a change group), or blind (then `unknown` names them);
    an empty tuple means that none were told to be there. `sky` is the word for an empty sky (NSC, NCD, SKC, CLR).
    """

    wind: Wind | None = None
    visibility_m: int | None = None
    visibility_text: str | None = None
    vertical_visibility_ft: int | None = None
    obscured: bool = False
    clouds: tuple[Cloud, ...] | None = None
    sky: str | None = None
    weather: tuple[str, ...] | None = None
    cavok: bool = False
    no_significant_weather: bool = False
    wind_shear: tuple[str, ...] = ()
    icing_turbulence: tuple[str, ...] = ()
    temperature_c: int | None = None
    dewpoint_c: int | None = None
    qnh_hpa: int | None = None
    unknown: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


class TrendGroup(Conditions):
    """What follows within two hours of a METAR: BECMG, TEMPO (INTER) or FM, with its own times as written."""

    kind: Literal["BECMG", "TEMPO", "FM"]
    times: tuple[str, ...] = ()
    colour: str | None = None


class Report(Conditions):
    """A METAR or SPECI. `issued` is when it was observed; None where the text's own time cannot be right."""

    station: str | None
    kind: Literal["METAR", "SPECI"] = "METAR"
    raw: str
    issued: AwareDatetime | None = None
    automatic: bool = False
    corrected: bool = False
    missing: bool = False
    rvr: tuple[RunwayRange, ...] = ()
    minimum_visibility: tuple[str, ...] = ()
    recent_weather: tuple[str, ...] = ()
    runway_state: tuple[str, ...] = ()
    sea_state: str | None = None
    colour: str | None = None
    trend: str | None = None
    trends: tuple[TrendGroup, ...] = ()
    remarks: str | None = None


class Group(Conditions):
    """One group of a TAF; its end is exclusive. `probability` is 30 or 40 with PROB, also before TEMPO."""

    kind: GroupKind
    from_: AwareDatetime | None = Field(validation_alias="from", serialization_alias="from")
    to: AwareDatetime | None
    probability: int | None = None
    raw: str = ""


class Forecast(Value):
    """A TAF. `missing` is NIL; `to` is exclusive. The first group is the BASE."""

    station: str | None
    raw: str
    issued: AwareDatetime | None = None
    from_: AwareDatetime | None = Field(default=None, validation_alias="from", serialization_alias="from")
    to: AwareDatetime | None = None
    amended: bool = False
    corrected: bool = False
    cancelled: bool = False
    missing: bool = False
    groups: tuple[Group, ...] = ()
    temperatures: tuple[str, ...] = ()
    remarks: str | None = None
    unread: tuple[str, ...] = ()


class Ceiling(Value):
    """The lowest broken or overcast base above the station, or the vertical visibility of an obscured sky.

    `feet` None with `known` means that there is none; without, that nobody measured it.
    """

    feet: int | None
    known: bool


def ceiling(of: Conditions) -> Ceiling:
    """The ceiling that these conditions tell; unknown wherever one layer might be it and is not measured."""
    if of.vertical_visibility_ft is not None:
        return Ceiling(feet=of.vertical_visibility_ft, known=True)
    if of.obscured:
        return Ceiling(feet=None, known=False)
    if of.cavok:
        return Ceiling(feet=None, known=True)
    if of.clouds is None:
        return Ceiling(feet=None, known=False)
    bases = [layer.base_ft for layer in of.clouds if layer.amount in CEILING_AMOUNTS and layer.base_ft is not None]
    lowest = min(bases, default=None)
    for layer in of.clouds:
        could_be = layer.amount in CEILING_AMOUNTS or layer.amount is None
        lower = layer.base_ft is None or lowest is None or layer.base_ft < lowest
        if could_be and lower and not (layer.amount and layer.base_ft is not None):
            return Ceiling(feet=None, known=False)
    return Ceiling(feet=lowest, known=True)
