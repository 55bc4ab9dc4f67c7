"""Months and dates in five languages: "APR-SEP", "1 OCT - 31 MAR", "du 1er avril au 30 septembre", "25 December".

A date that lies inside a month keeps the whole month, and a date with its year keeps every month: the rule is then
asked of more flights, never of fewer. Names are given folded (capitals, no accents).
"""

from __future__ import annotations

from agent import regex as re

_STARTS = {
    "JAN": 1, "GEN": 1, "ENE": 1, "FEB": 2, "FEV": 2, "MAR": 3, "MRZ": 3, "MAE": 3, "APR": 4, "AVR": 4, "ABR": 4,
    "MAY": 5, "MAI": 5, "MAG": 5, "JUN": 6, "JUIN": 6, "GIU": 6, "JUL": 7, "JUIL": 7, "LUG": 7, "AUG": 8,
    "AOU": 8, "AGO": 8, "SEP": 9, "SET": 9, "OCT": 10, "OKT": 10, "OTT": 10, "NOV": 11, "DEC": 12, "DEZ": 12,
    "DIC": 12,
}  # fmt: skip
MONTH = (
    r"(?:JAN(?:UARY|VIER|UAR|NER)?|GEN(?:NAIO)?|ENE(?:RO)?|FEB(?:RUARY|RUAR|BRAIO|RERO)?|FEVR?(?:IER)?"
    r"|MAR(?:CH|S|ZO?)?|MRZ|MAERZ|APR(?:ILE?)?|AVR(?:IL)?|ABR(?:IL)?|MAYO?|MAI|MAG(?:GIO)?|JUN(?:E|IO?)?|JUIN"
    r"|GIU(?:GNO)?|JUL(?:Y|IO?)?|JUIL(?:LET)?|LUG(?:LIO)?|AUG(?:UST)?|AOUT?|AGO(?:STO)?|SEP(?:T(?:EMBE?RE?|IEMBRE)?)?"
    r"|SET(?:TEMBRE)?|O[CK]T(?:OBE?RE?|UBRE)?|OTT(?:OBRE)?|NOV(?:I?EMBE?RE?)?|DE[CZ](?:EMBE?RE?)?|DIC(?:I?EMBRE)?)"
    r"(?![A-Z])\.?"
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:ER|ST|ND|RD|TH)?\.?\s*(?:DE |DI |OF )?\s*"
_YEAR = r"(?:,?\s*(?:DE |DEL )?20[1-4]\d(?!\d|\s*[-(]))?"
_PART = r"(?:(?:END|FIN|ENDE|FINE|MID|MI|MITTE|META|BEGINNING|DEBUT|ANFANG|INIZIO)[\s-]+(?:OF |DE |D'|DI )?)?"
_DATE = rf"{_DAY}{MONTH}{_YEAR}"
_END = rf"{_PART}(?:{_DAY})?{MONTH}{_YEAR}"
_TO = r"\s*(?:-|/|TO|THRU|THROUGH|UNTILL?|TILL|AU|A|AL|BIS(?: ZUM)?|HASTA(?: EL)?|JUSQU'AU)\s*"
_AND = r"(?:\s*[,/&+]\s*|\s+(?:AND|ET|UND|E|Y|OR|OU)\s+)(?:(?:ON|THE|LE|IL|EL|AM)\s+)?"
_FROM = r"(?:(?:FROM|DU|VOM|VON|DAL|DA|DEL|DE|DURING|ON|IN|EN)\s+(?:THE )?)?"
_IN = r"(?:ON|IN|EN|IM|AM|DURING|LES?|IL|EL|AU MOIS D[E'])\s*(?:THE )?"
_BETWEEN = rf"(?:BETWEEN|ENTRE(?: LE)?|ZWISCHEN|TRA|FRA)\s+{_END}\s+(?:AND|ET|UND|E|Y)\s+(?:LE )?{_END}"
_NUMERIC = r"(?:0?[1-9]|[12]\d|3[01])(?:/(?:0[1-9]|1[0-2])|\.(?:0[1-9]|1[0-2])\.)"
_SPAN = rf"(?:{_END}{_TO}{_END}|{_DAY}{_TO}{_DATE}|{_NUMERIC}\s*(?:-|TO|AU|BIS|AL|A)\s*{_NUMERIC})"
_DAYS = rf"(?:{_DAY}{_AND})*{_DATE}(?:{_AND}{_DATE})*"
DATES = (
    rf"(?:{_BETWEEN}|{_FROM}{_SPAN}(?:{_AND}(?:{_SPAN}|{_DATE}))*|{_IN}{_DAYS}|{_DAY}{_AND}{_DAYS}|{_DATE}{_AND}{_DAYS}"
    rf"|(?:{_IN})?{MONTH}(?:{_AND}{MONTH})+|{_IN}{MONTH}{_YEAR}"
    rf"|(?<!\d )(?<!\d\. )(?<!ER )(?<!DE )(?!MAR(?![A-Z])){MONTH}(?=\s*:))"
    r"(?![0-9]|\s*(?:HR|HOUR|H)(?![A-Z]))"
)
"""A date alone ("from 1 April", "12 MAR") is left out: it may be the beginning of something that lasts."""
_NAME = re.compile(rf"(?P<month>{MONTH})|(?P<numeric>{_NUMERIC})")
_JOINS = re.compile(_AND)
_DATED = re.compile(r"20[1-4]\d")
_FIGURES = re.compile(r"(?<![\d/.])\d{1,2}(?!\d)")


def months_of(text: str) -> tuple[int, ...]:
    """The months of a folded phrase, January is 1; none when it names a year, since the phrase then ends."""
    if _DATED.search(text):
        return ()
    found: set[int] = set()
    previous, end = 0, 0
    between = text.startswith(("BETWEEN", "ENTRE", "ZWISCHEN", "TRA ", "FRA "))
    for match in _NAME.finditer(text):
        month = _number(match)
        words = re.sub(r"\d{1,2}(?:ER|ST|ND|RD|TH)?\.?\s*(?:DE |DI )?", "", text[end : match.start()])
        listed = _JOINS.fullmatch(words) and not between
        while previous and not listed and previous != month:
            found.add(previous)
            previous = previous % 12 + 1
        found.add(month)
        previous, end = month, match.end()
    return tuple(sorted(found))


def inside_a_month(text: str) -> bool:
    """Does the phrase begin or end inside a month ("16 MAR - 31 OCT"), so that the months say too much?"""
    figures = [int(f) for f in _FIGURES.findall(_DATED.sub("", text))]
    return bool(figures) and not (len(figures) == 2 and figures[0] == 1 and figures[1] >= 28)


def _number(match: re.Match[str]) -> int:
    if match["numeric"]:
        return int(re.findall(r"\d+", match["numeric"])[1])
    return month_number(match["month"])


def month_number(name: str) -> int:
    """1 to 12, of a folded name in any of the five languages."""
    return _STARTS[name[:4]] if name[:4] in _STARTS else _STARTS[name[:3]]
