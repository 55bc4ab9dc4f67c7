"""Figures as an AIP writes them: numbers, units, times of day, and the words before a cut-off."""

# ruff: noqa: E501 (each pattern stands on its own line)

from __future__ import annotations

from agent import regex as re
from agent.regex import longest_first

WORD_NUMBERS: dict[str, float] = {
    "HALF AN": 0.5, "ONE HALF": 0.5, "A": 1, "AN": 1, "ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5,
    "SIX": 6, "EIGHT": 8, "TEN": 10, "TWELVE": 12, "TWENTY FOUR": 24, "TWENTY-FOUR": 24, "THIRTY SIX": 36,
    "THIRTY-SIX": 36, "THIRTY": 30, "FORTY FIVE": 45, "FORTY-FIVE": 45, "FORTY EIGHT": 48, "FORTY-EIGHT": 48,
    "SIXTY": 60, "NINETY": 90, "SEVENTY TWO": 72, "SEVENTY-TWO": 72, "SEVEN": 7,
    "UNE DEMI": 0.5, "UN": 1, "UNE": 1, "DEUX": 2, "TROIS": 3, "QUATRE": 4, "CINQ": 5, "SEPT": 7, "HUIT": 8,
    "DIX": 10, "DOUZE": 12, "TRENTE": 30, "VINGT-QUATRE": 24, "VINGT QUATRE": 24, "QUARANTE-HUIT": 48,
    "QUARANTE HUIT": 48, "SOIXANTE-DOUZE": 72, "SOIXANTE DOUZE": 72, "SOIXANTE": 60,
    "EINE HALBE": 0.5, "EIN": 1, "EINE": 1, "EINEN": 1, "EINER": 1, "ZWEI": 2, "DREI": 3, "VIER": 4,
    "FUNF": 5, "SECHS": 6, "SIEBEN": 7, "ACHT": 8, "ZEHN": 10, "ZWOLF": 12, "VIERUNDZWANZIG": 24,
    "ACHTUNDVIERZIG": 48, "ZWEIUNDSIEBZIG": 72,
    "MEZZ'": 0.5, "UN'": 1, "UNA": 1, "UNO": 1, "DUE": 2, "TRE": 3, "QUATTRO": 4, "CINQUE": 5, "SEI": 6, "SETTE": 7,
    "OTTO": 8, "DIECI": 10, "DODICI": 12, "VENTIQUATTRO": 24, "QUARANTOTTO": 48, "SETTANTADUE": 72,
    "MEDIA": 0.5, "DOS": 2, "TRES": 3, "CUATRO": 4, "CINCO": 5, "SEIS": 6, "SIETE": 7, "OCHO": 8, "DIEZ": 10,
    "DOCE": 12, "VEINTICUATRO": 24, "CUARENTA Y OCHO": 48, "SETENTA Y DOS": 72,
}  # fmt: skip

WORD_NUMBER = re.compile(
    r"(?<![A-Z])(?:AN(?=\s+HOUR)|A(?=\s+(?:(?:FULL|CLEAR|WORKING|BUSINESS|CALENDAR)\s+)?(?:WEEK|DAY|MONTH)'?S?\s+(?:BEFORE|PRIOR|IN ADVANCE|AHEAD|NOTICE))"
    r"|(?:(?<=[A-Z]{2}\sOF\s)|(?<=\sLEAST\s)|(?<=PPR\s)|(?<=PN\s)|(?<=MINIMUM\s))A(?=\s+(?:(?:FULL|CLEAR|WORKING|BUSINESS|CALENDAR)\s+)?(?:WEEK|DAY|MONTH)(?![A-Z]))|(?:UN|MEZZ)'(?=ORA)|(?:"
    + "|".join(longest_first(re.escape(w) for w in WORD_NUMBERS if w not in ("A", "AN")))
    + r")(?=[\s-]{1,3}(?:HOUR|HEURE|STUNDE|STD|ORE\b|ORA\b|HORA|HR|MIN|DAY|JOUR|TAG|GIORN|DIA|WEEK|SEMAINE|WOCHE|SETTIM"
    r"|SEMANA|WORK|BUSINESS|FULL|CLEAR|CALENDAR|WERKT|ARBEIT|MONTH|MOIS|MONAT|MES\b|MESE|MESI)))"
)
NUMBER = r"(?:(?<![\d:.,/+])(?<![A-Z])\d{1,3}(?:[.,]\d)?(?!\d))(?:\s*\([A-Z0-9 -]{1,20}\))?"
HOUR = r"(?:HOURS?|HEURES?|STUNDEN?|STDN?|ORE|ORA|HORAS?|HRS?|HS|H|UREN|UUR)(?![A-Z0-9])"
MINUTE = r"(?:MINUTES?|MINUTEN|MINUTI|MINUTOS?|MINUTO|MINS?|MN)(?![A-Z0-9])"
DAY = r"(?:(?:CALENDAR |FULL |CLEAR )?DAYS?|JOURS?|JOURNEES?|TAGEN?|TAG|GIORN[OI]|DIAS?|DAGEN|J)(?![A-Z0-9])"
WEEK = r"(?:WEEKS?|SEMAINES?|WOCHEN?|SETTIMAN[AE]|SEMANAS?)(?![A-Z])"
WORKDAY = (
    r"(?:(?:FULL |CLEAR )?(?:WORKING|BUSINESS|WORK|WKG|OFFICE|BANKING)[ -]?DAYS?|JOURS? (?:OUVRABLES?|OUVRES?)"
    r"|(?:WERK|ARBEITS)TAGE?[NS]?|GIORN[OI] (?:LAVORATIV[OI]|FERIAL[EI])|DIAS? (?:LABORABLES?|HABIL(?:ES)?)|WD(?![A-Z]))"
)
JOIN = r"[\s-]{0,3}"
_LEAD = r"(?!\s*(?:AVANT|VOR|VORHER|PRIMA|ANTES|BEFORE|PRIOR(?! DAY| WORK)|IN ADVANCE|DE PREAVIS)(?![A-Z]))"
"""Not "2h avant": that is no time of day."""
_NOON = r"(?:NOON|MIDDAY|MIDI|MITTAGS?|MEZZOGIORNO|MEDIODIA)(?![A-Z])"
CLOCK = (
    rf"(?:(?:[01]\d|2[0-3])[0-5]\d(?!\d)|2400(?!\d)|(?:[01]?\d|2[0-4])\s?[:.H]\s?[0-5]\d(?!\d){_LEAD}"
    rf"|(?:[01]?\d|2[0-3])\s?(?:H(?:EURES)?(?![A-Z0-9]|\s?[0-5]\d){_LEAD}|UHR)|{_NOON}"
    r"|(?:ORE|LAS)\s+(?:[01]?\d|2[0-4])(?!\d|[.:]\d|\s?(?:H|ORE|HORAS|MIN|PRIMA|ANTES|PREVI|DAL))"
    r"|(?:1[0-2]|0?[1-9])(?::[0-5]\d)?\s?[AP]\.?M\b\.?|(?:[01]?\d|2[0-3])(?=\s?(?:LT|UTC|LOC|HL)(?![A-Z])))"
)
TIME = r"(?:(?:[01]\d|2[0-4])[:.]?[0-5]\d|[0-9][:.][0-5]\d|(?:[01]?\d|2[0-4])\s?H(?:\s?[0-5]\d)?(?![A-Z0-9]))"
BEFORE = (
    r"(?:NOT LATER THAN|NO LATER THAN|LATEST (?:AT|BY)|AT THE LATEST (?:AT|BY)|LATEST|BEFORE|UNTILL?|TILL"
    r"|PRIOR TO|PRIOR|BY|NLT|AVANT|JUSQU ?'?A|AU PLUS TARD(?: A)?|SPATESTENS(?: BIS| UM)?|BIS|VOR|ENTRO(?: LE| LE ORE)?"
    r"|PRIMA DELLE(?: ORE)?|FINO ALLE(?: ORE)?|ANTES DEL?(?: LAS)?|HASTA(?: LAS)?|A MAS TARDAR(?: A LAS)?)"
)


def number(text: str) -> float:
    """The value of "24", "1,5" or "24 (twenty-four)"; numbers in words are figures by then."""
    return float(text.split("(", maxsplit=1)[0].strip().replace(",", "."))


def clock(text: str) -> str | None:
    """ "HH:MM" of "1500", "15:00", "16h", "16h30", "15 Uhr", "3 pm"; None when it is no time of day."""
    if re.fullmatch(_NOON, text.strip()):
        return "12:00"
    match = re.fullmatch(
        r"(?:ORE\s+|LAS\s+)?(\d{1,2})\s?[:.H]?\s?(\d{2})?\s?(?:HEURES|H|UHR)?\s?([AP])?\.?M?\.?", text.strip()
    )
    if re.fullmatch(r"\d{4}", text.strip()):
        hour, minute, half = int(text.strip()[:2]), int(text.strip()[2:]), None
    elif match:
        hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    else:
        return None
    if half:
        hour = hour % 12 + (12 if half == "P" else 0)
    return f"{hour:02d}:{minute:02d}" if (hour < 24 and minute < 60) or (hour, minute) == (24, 0) else None
