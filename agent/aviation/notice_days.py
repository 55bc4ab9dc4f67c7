"""Weekdays and public holidays in five languages: "MON-FRI", "Sa, So und Feiertage", "SAM, DIM et JF"."""

# ruff: noqa: E501 (each pattern stands on its own line)

from __future__ import annotations

import re

WD = (
    r"(?:MON(?:DAY)?S?|TUE(?:S|SDAY)?S?|WED(?:NESDAY)?S?|THU(?:R|RS|RSDAY)?S?|FRI(?:DAY)?S?|SAT(?:URDAY)?S?|SUN(?:DAY)?S?"
    r"|LUN(?:DIS?|EDI|ES)?|MAR(?:DIS?|TEDI|TES)?|MER(?:CREDIS?|COLEDI)?|MIE(?:RCOLES)?|JEU(?:DIS?)?|JUE(?:VES)?|GIO(?:VEDI)?"
    r"|VEN(?:DREDIS?|ERDI)?|VIE(?:RNES)?|SAM(?:EDIS?|STAGE?N?S?)?|SAB(?:AT[OI]|ADOS?)?|DIM(?:ANCHES?)?|DOM(?:ENIC[AHE]+|INGOS?)?"
    r"|MONTAGE?N?S?|DIENSTAGE?N?S?|MITTWOCHS?|DONNERSTAGE?N?S?|FREITAGE?N?S?|SONNTAGE?N?S?|SONNABENDE?N?S?)(?![A-Z])(?:\.(?=\s*(?:[-,/&+):]|\d|(?:AND|ET|UND|E|Y|TO|BIS|A|AU|AL)\s)))?(?!\s*-?\s*(?:JAN|FEB|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC))"
)
HOL = (
    r"(?:PUBLIC HOLIDAYS?|PUBLIC HOL|BANK HOLIDAYS?|HOLIDAYS?|HOLS?|B\.?H\.?S?|P\.?H\.?|JOURS? FERIES?|FERIES?|JF"
    r"|(?:SONN-?,? ?(?:UND|U\.) ?)?(?:GESETZLICHE[NR]? )?FEIERTAGE?N?S?|FESTIV[OI]S?|GIORNI FESTIVI|DIAS FESTIVOS)(?![A-Z])"
)
WEEKEND = r"(?:WEEK ?-?ENDS?|W/E(?![A-Z])|WE(?=\s*(?::|(?:,|AND|ET|&|/|\+|OU|OR)\s*(?:PUBLIC|HOL|JF|JOURS)))|WOCHENENDEN?S?|FINE SETTIMANA|FIN(?:ES)? DE SEMANA)"
DE = r"(?:MO|DI|MI|DO|FR|SA|SO)\.?"
GERMAN_DAYS = rf"{DE}(?:\s*(?:-|,|/|\+|&|BIS(?!\s*{DE}\s*\d)|UND|U\.)\s*{DE})+(?:\s*(?:,|/|\+|&|UND|U\.)\s*(?:FT|FEIERTAGE?N?|F))?(?![A-Z])"
WEEKDAYS = r"(?:L-V(?![A-Z])|WEEKDAYS?|EN SEMAINE|WOCHENTAGS?|MON TO FRI)"
DAYS_UNIT = rf"(?:{WD}|{HOL}|{WEEKEND}|{WEEKDAYS})"
DASH = r"\s*(?:-|TO|THRU|THROUGH|(?:BIS|A|AU|AL|UNTIL)(?!\s*[A-Z]{2,10}\.?\s*(?:AT |UM |A )?\d{1,2}(?:\d\d|[:H.]|\s?UHR)(?!\d*\s*-)))\s*"
_GERMAN = {"MO": "MON", "DI": "TUE", "MI": "WED", "DO": "THU", "FR": "FRI", "SA": "SAT", "SO": "SUN"}
_DAY_NAMES = (
    ("MON", "LUN"),
    ("TUE", "MAR", "DIENSTAG"),
    ("WED", "MER", "MIE", "MITTWOCH"),
    ("THU", "JEU", "JUE", "GIO", "DONNERSTAG"),
    ("FRI", "VEN", "VIE", "FREITAG"),
    ("SAT", "SAM", "SAB", "SONNAB"),
    ("SUN", "DIM", "DOM", "SONNTAG"),
)


def days(text: str) -> tuple[int | str, ...]:
    """The weekdays 1 to 7 and "holiday" that a phrase like "SAT, SUN and HOL" or "LUN-VEN" names."""
    found: set[int | str] = set()
    text = _GERMAN.get(text.rstrip("."), text)
    if re.fullmatch(GERMAN_DAYS, text):
        text = re.sub(DE, lambda m: _GERMAN[m.group()[:2]], text)
        text = re.sub(r"(?:FT|F|FEIERTAGE?N?)$", "HOL", text).replace("U.", ",").replace("+", ",")
    units = list(re.finditer(DAYS_UNIT, text))
    previous: int | None = None
    end = 0
    for unit in units:
        between = text[end : unit.start()]
        values = _unit_days(unit.group())
        if (
            previous is not None
            and len(values) == 1
            and isinstance(values[0], int)
            and re.fullmatch(DASH, between)
        ):
            day = previous
            while day != values[0]:
                day = day % 7 + 1
                found.add(day)
        found.update(values)
        previous = values[0] if len(values) == 1 and isinstance(values[0], int) else None
        end = unit.end()
    numbers = sorted(d for d in found if isinstance(d, int))
    return (*numbers, *(("holiday",) if "holiday" in found else ()))


def _unit_days(text: str) -> tuple[int | str, ...]:
    if re.fullmatch(HOL, text):
        return (7, "holiday") if text.startswith("SONN") else ("holiday",)
    if text == "WE" or re.fullmatch(WEEKEND, text):
        return (6, 7)
    if re.fullmatch(WEEKDAYS, text):
        return (1, 2, 3, 4, 5)
    for index, names in enumerate(_DAY_NAMES, start=1):
        if text.startswith(names):
            return (index,)
    return ()
