"""Words for a deadline on a day of the week: "on Friday for Saturday, Sunday and Monday", "weekends: by Friday noon"."""

# ruff: noqa: E501 (each pattern stands on its own line)

from __future__ import annotations

from agent.aviation.notice_days import DASH, DAYS_UNIT, DE, GERMAN_DAYS, HOL, WD, WEEKEND
from agent.aviation.notice_figures import BEFORE, CLOCK

DAY_LIST = rf"(?:{GERMAN_DAYS}|{DAYS_UNIT}(?:(?:\s*[,/&+]\s*(?:AND |ET |UND |E |Y )?|\s+(?:AND|ET|UND|E|Y|OR|OU|ODER)\s+|\s+|{DASH})(?:THE |LE |LA |LES |EL |IL |AM )?{DAYS_UNIT})*)"
FOR = r"(?:FOR|POUR|FUR|PER|PARA)\s+(?:(?:ARRIVALS?|FLIGHTS?|OPERATIONS?|LANDINGS?|VOLS?|ARRIVEES?|FLUGE|ANKUNFTE?|LANDUNGEN|VOLI|ARRIVI|VUELOS|LLEGADAS|ON|AT|THE|A|AM|LES?|LA|DU|DES?|DEN|DIE|DAS|DEM|IL|I|GLI|DI|DEL|DELLA|EL|LOS|LAS|ALL|FOLLOWING|SUIVANTS?|FOLGENDEN)\s+)*"
_ON = r"(?:(?:ON|LE|AM|IL|EL|THE|ON THE|DI|DEL|DU|DES|DE|OF|VON|VOM)\s+)?"
_SAID = r"(?:(?:AT|UM|A|A LAS|ALLE|ALLE ORE|LAS|,)\s*)?"
BASIS = r"(?:\s?(?:UTC|LT|LOC(?:AL(?: TIMES?)?)?|HL|UHR|Z|HRS?|HOURS?|HORAS|ORE)(?![A-Z]))?"
_WHICH = r"(?:PREVIOUS|PRECEDING|LAST|PRIOR|LETZTE[NRM]?|VORHERIGE[NRM]?|VORHERGEHENDE[NRM]?|DERNIER|ULTIMO)"
_FRI = rf"(?:{_WHICH}\s+)?{{day}}(?:\s+(?:BEFORE|PRIOR|PRECEDENTE?|DAVOR|VORHER|ANTERIOR|PREVIO)(?=[\s,]+[A-Z]))?"


def _due(name: str, day: str = WD) -> str:
    return _FRI.format(day=f"(?P<{name}>{day})")


_EITHER = rf"(?:{WD}|{DE}(?![A-Z]))"
DEADLINE = "|".join(
    (
        # the days of the arrival first: "SAT, SUN: FRI 1200", "for weekends Friday until 1200"
        rf"(?:(?:{FOR})?(?P<df>{DAY_LIST})\s*:\s*{_ON}|{FOR}(?P<df2>{DAY_LIST})\s*,?\s*(?:ON|LE|AM|EL|IL)\s+|(?:{FOR}(?P<df4>(?:{DAY_LIST}[\s,/&]*(?:AND |ET |UND |E |Y )?)?(?:{WEEKEND}|{HOL}))|(?P<df5>{WEEKEND}))\s*,?\s*){_due('dd6', _EITHER)}\s*(?:{BEFORE}\s+)?{_SAID}(?P<dc6>{CLOCK})(?!\s?-\s?\d)",
        rf"(?:{FOR})?(?P<df3>{DAY_LIST})\s*:\s*{_ON}{_due('dd7')}(?=\s*(?:[).;]|$))",
        # "FRI before 1500", "by Friday 1200", "before 1200 on Friday"
        rf"(?:(?:ON|LE|AM|EL|IL) )?{_due('dd')}\s*(?P<db>{BEFORE})\s+{_SAID}(?P<dc>{CLOCK})(?!{BASIS}\s+(?:ON|LE|AM|EL|IL|DEL|DU|DI|OF)\s+{WD})",
        rf"{_WHICH}\s+(?P<dd8>{WD})\s*{_SAID}(?P<dc8>{CLOCK})(?!\s?-\s?\d)",
        rf"{BEFORE}\s+(?:(?:ON|LE|AM|THE|EL|IL|DI|DEL) )?{_due('dd2', _EITHER)}\s*{_SAID}(?P<dc2>{CLOCK})",
        rf"{BEFORE}\s+(?:(?:AT|THE|LE ORE|LAS) )?(?P<dc3>{CLOCK}){BASIS}\s+{_ON}{_due('dd3', f'{WD}|FR(?![A-Z])')}",
        # "on Friday for Saturday and Sunday", with or without its time
        rf"(?:(?:ON|LE|AM|EL|IL) )?{_due('dd4')}\s*{_SAID}(?P<dc4>{CLOCK})?{BASIS}(?=\s+{FOR}{DAY_LIST})",
    )
)
"""Named parts, before their figure: `dd` the day, `dc` the time, `df` the days of the arrival."""
