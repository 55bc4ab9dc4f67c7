"""Reads speeds, distances, lengths, durations, times of day, money, weights and counts out of a message.

Distances come back in whole nautical miles ("miles" are nautical), lengths in whole feet, speeds in whole knots,
durations in hours. English, French and German units and number words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from agent import regex as re
from agent.language.days import DAYS_AHEAD
from agent.language.months import MONTH, YEAR
from agent.language.number_words import WORDS, spelt
from agent.language.winds import is_of_the_wind
from agent.regex import longest_first

QuantityKind = Literal[
    "coordinates",
    "wind",
    "wind aloft",
    "blowing",
    "speed",
    "distance",
    "length",
    "duration",
    "clock",
    "money",
    "mass",
    "count",
    "days",
    "level",
]

KM_PER_NM = 1.852
FT_PER_M = 1 / 0.3048


@dataclass(frozen=True, slots=True)
class Quantity:
    """One amount. `value` is in the unit of its kind; `unit` is the currency, or the unit as said ("km").

    "blowing" is how strong a wind is, its direction untold: knots that are no speed of an aeroplane.
    """

    kind: QuantityKind
    start: int
    end: int
    value: float
    unit: str = ""
    text: str = ""


_NOT_COUNTS = {"a", "an", "un", "une", "eine", "einen", "ein", "einer"}
_DIGITS = r"(?<![A-Za-z\d])[-+]?\d{1,3}(?:[ ,.']\d{3})+(?![\d])|[-+]?\d+(?:[.,]\d+)?|[-+]?[.]\d+"
_IN_DIGITS = rf"(?:{_DIGITS})(?:[\s-](?:hundred|thousand)\b)?"
NUMBER = rf"(?:{_IN_DIGITS}|\b{WORDS}\b)"
_END = r"(?![^\W_])"


def number(text: str) -> float | None:
    """ "1,200", "1 200", "1.5", "2,5", "twelve hundred", "zwei" → a number; None for anything else."""
    said = text.strip().lower()
    sign = -1.0 if said.startswith("-") else 1.0
    digits = said.lstrip("+-")
    if re.fullmatch(r"\d{1,3}(?:[ ,.']\d{3})+", digits):
        return sign * float(re.sub(r"[ ,.']", "", digits))
    if re.fullmatch(r"\d+(?:[.,]\d+)?|[.]\d+", digits):
        return sign * float(digits.replace(",", "."))
    if large := re.fullmatch(r"(\d+(?:[.,]\d+)?)[\s-](hundred|thousand)", digits):
        return sign * float(large[1].replace(",", ".")) * (100 if large[2] == "hundred" else 1000)
    whole = spelt(said)
    return None if whole is None else float(whole)


_Read = Callable[[re.Match[str]], "tuple[float, str] | None"]
_RULES: list[tuple[QuantityKind, str, _Read]] = []
"""Each with the text of its pattern: compiling all of them takes long, and most messages need half or none."""


def _rule(kind: QuantityKind, pattern: str) -> Callable[[_Read], None]:
    def add(read: _Read) -> None:
        _RULES.append((kind, pattern, read))

    return add


@cache
def _compiled(*, in_words: bool) -> tuple[tuple[QuantityKind, re.Pattern[str], _Read], ...]:
    """The rules; for a text without a number in words, which is most, shorter and far quicker ones."""
    short = f"(?:{_IN_DIGITS})"
    return tuple(
        (kind, re.compile(pattern if in_words else pattern.replace(NUMBER, short), re.IGNORECASE), read)
        for kind, pattern, read in _RULES
    )


def _times(factor: float, unit: str) -> Callable[[re.Match[str]], tuple[float, str] | None]:
    def read(match: re.Match[str]) -> tuple[float, str] | None:
        value = number(match["n"])
        return None if value is None else (value * factor, unit)

    return read


# Order matters: the first rule that takes a piece of text keeps it.
_rule("level", rf"\b(?:FL|flight level|niveau|flugfläche)\s*(?P<n>\d{{2,3}}){_END}")(_times(100, "FL"))
_KNOTS = r"(?:kts?|kn|knots?|n(?:œ|oe)uds?|nds|knoten)"
_ON_THE_NOSE = r"head\s?winds?|hw|head(?= *(?:[,;.?!]|$|and|then|on the way))|(?:winds? )?on (?:the |my |our )?nose|in (?:the|my|our) (?:face|teeth)|gegenwind|(?:vent )?(?:de face|debout)|(?:en plein |dans le |sur le |en plein dans le )(?:nez|pif)|dans la (?:figure|tronche|gueule)|contre nous|auf (?:der|die) nase|von vorne?|gegenan"
_ON_THE_TAIL = r"tail\s?winds?|tw|tail(?= *(?:[,;.?!]|$|and|then|on the way))|(?:winds? )?(?:on|up) (?:the |my |our )?tail|rückenwind|(?:vent )?(?:arrière|dans le (?:dos|cul))|von hinten|behind us"
_BY_NAME = r"(?:(?:of |de |d['’]|du |von |vom )?(?:mistral|tramontane|bise|föhn|foehn|bora|bura|jugo|s[ci]+rocco|meltemi|levante|poniente|autan|westwind|ostwind|nordwind|südwind|westerly|easterly|northerly|southerly|brise|breeze)\s+)?"
"""A wind by its own name before the words that say where it blows: "20 kt de mistral dans le dos"."""
_OTHER_UNIT = r"(?:h|l\b|lit|us ?gal|gal|min|std|stunden|nm|km|%)"
"""Behind a number that is no wind: "20 kt headwind 30 l/h"."""
_STRAIGHT = r"(?:bang|right|dead|straight|smack|square|full|genau|voll|direkt|(?:en )?plein) "
_rule(
    "wind aloft",
    r"\b(?:winds?|vent|w/v)\s*(?:is|of|from|:|=|du)?\s*(?P<d>[0-3]?\d\d)\s?(?:°|deg(?:rees)?)?\s*(?:/|at|@|à)\s*"
    rf"(?P<k>\d{{1,3}})(?:\s*{_KNOTS})?{_END}",
)(lambda m: (int(m["d"]) * 1000 + int(m["k"]), "direction and kt"))
for _words, _sign in ((_ON_THE_NOSE, 1), (_ON_THE_TAIL, -1)):
    _rule(
        "wind",
        rf"(?P<n>{NUMBER})[\s-]*(?:{_KNOTS})?[\s-]*{_BY_NAME}(?:of |de |von |{_STRAIGHT})?(?:{_words}){_END}"
        rf"(?!\s*(?:of |is |[:=]|de |von |wind )*\d+(?!\s*{_OTHER_UNIT})\s*(?:{_KNOTS}|\W|$))",  # "140 knots, headwind 25"
    )(_times(_sign, "kt"))
    _rule(
        "wind",
        rf"(?:{_words})\s*(?:of|is|:|=|de|von)?\s*(?P<n>{NUMBER})(?:[\s-]*{_KNOTS})?{_END}(?!\s*{_OTHER_UNIT})",
    )(_times(_sign, "kt"))
_rule(
    "wind",
    rf"(?P<n>{NUMBER})[\s-]*(?:{_KNOTS}|wind|{_KNOTS} wind) against(?: (?:me|us|them|you|it|her|him))?{_END}",
)(_times(1, "kt"))
_rule(
    "wind",
    rf"\b(?:against|into|gegen|contre|face à)\s+(?:an? |wind |about |etwa |environ )*(?P<n>{NUMBER})[\s-]*{_KNOTS}{_END}",
)(_times(1, "kt"))
_rule(
    "wind",
    rf"(?P<n>{NUMBER})[\s-]*(?:{_KNOTS}|wind|{_KNOTS} wind) (?:(?:from )?behind(?: (?:me|us|you|it|her|him))?|at (?:my|our) backs?|im rücken|"
    rf"derrière(?: moi| nous)?){_END}",
)(_times(-1, "kt"))
_rule("speed", rf"(?P<n>{NUMBER})[\s-]*(?:kts?|kn|knots?|n(?:œ|oe)uds?|knoten|ktas|kias|tas|kn tas){_END}")(
    _times(1, "kt")
)
_rule("speed", rf"(?<![\d.,/])(?P<n>\d{{2,3}})\s*{_KNOTS}{_END}")(_times(1, "kt"))  # "fl75 140kt" is no 75,140
_rule("speed", r"(?:\bat|@|\bà|\bbei|\bmit)\s*(?P<n>\d{2,3})(?:\s*kts?)?\s*(?:true|tas|indicated|ias)\b")(
    _times(1, "kt")
)
_rule("speed", rf"(?P<n>{NUMBER})[\s-]*(?:mph|miles? (?:per|an) hour){_END}")(_times(1.609344 / KM_PER_NM, "mph"))
_rule("speed", rf"(?P<n>{NUMBER})[\s-]*(?:km ?/ ?h|kmh|kph|km per hour|km ?/ ?heure|stundenkilometer){_END}")(
    _times(1 / KM_PER_NM, "km/h")
)
_rule(
    "speed",
    (
        r"(?:cruis(?:e|ing)|croisi[eè]re|TAS|speed|vitesse|geschwindigkeit|reise)\s*(?:of|is|at|:|=|de|"
        r"von)?\s*(?P<n>\d{2,3})(?!\d|[.,]\d|\s*(?:km|mph|ft|feet|nm|min|m\b|h\b|l\b|litres?|miles|meilen|%))"
    ),
)(_times(1, "kt"))
_rule(
    "speed",
    r"\b(?:does|doing|do|makes?|flies|trues?(?: out)?|cruises?|plans?|fly|flying|fliegt|fliege|macht|vole|tourne)\s+(?:it |her |him |them )?"
    r"(?:at |about |around |roughly |bei |mit |à |etwa )*(?P<n>[6-9]\d|1\d\d|2[0-4]\d)(?![\w:/]|[.,]\d|\s*(?:-|km|mph|ft|feet|nm|min|m\b|"
    r"h\b|l\b|lit|liter|miles|meilen|%|hours?|kg|euros?|€|£|days?|people|legs?|fields?))",
)(_times(1, "kt"))
_rule(
    "speed",
    r"\b(?:at|@|mit|bei|à|with|call it|make it)\s+(?:about |around |roughly |etwa )?(?P<n>1\d\d|2[0-4]\d)(?=\s*(?:$|[.,;?!)](?!\d)|(?:in|with|and|mit|im|en|dans|out|from|ab|"
    r"von|what|how|wie|not|i'm|knots)\b))",
)(_times(1, "kt"))
_rule(
    "distance",
    (
        rf"(?P<n>{NUMBER})[\s-]*(?:nms?|nmi|n\.m\.|nautical miles?|nauticals?(?! (?:charts?|twilight|dawn|dusk))|nautiques?|milles? nautiques?|"
        rf"seemeilen?|nautischen? meilen?|sm|miles?|mi|nautics?|meilen|milles){_END}"
    ),
)(_times(1, "nm"))
_rule(
    "distance",
    r"\b(?:(?:within|inside) (?:a |the )?(?:radius of |range of )?|in (?:a |the )?(?:radius|range) of |(?:less|no (?:more|further|farther)) than |radius of |"
    r"(?:dans )?un rayon de |à moins de |(?:im )?umkreis von |innerhalb von |weniger als )(?:about |circa |ca\.? |environ |etwa )?"
    r"(?P<n>[1-9]\d{1,2})(?=\s*(?:$|[?!,;]|\.(?!\d)|(?:please|bitte|of|from|around|round|de|d'|du|von|um|autour|with|that|mit|avec)"
    r"(?![^\W_])))",
)(_times(1, "nm"))
_rule("distance", rf"(?P<n>{NUMBER})[\s-]*(?:kms?|kilomet(?:er|re)s?|kilom[eè]tres?|kilometern?){_END}")(
    _times(1 / KM_PER_NM, "km")
)
_rule("distance", rf"(?P<n>{NUMBER})\s?k(?= (?:out|away|around|round|from here|off|radius)\b)")(
    _times(1 / KM_PER_NM, "km")
)
_rule("distance", r"\b(?:a|one|un|ein(?:en)?) (?:kilomet(?:re|er)|kilom[eè]tre|km)(?![^\W_])")(
    lambda m: (1 / KM_PER_NM, "km")
)
_rule("money", rf"(?P<c>[€£$]|\b(?:EUR|GBP|USD|CHF|SEK|NOK|DKK|PLN|CZK))\s?(?P<n>{_DIGITS})")(
    lambda m: _money(m["n"], m["c"])
)
_rule(
    "money",
    (
        rf"(?P<n>{NUMBER})\s?(?P<c>€|£|\$|(?:euros?|EUR|pounds?|quid|GBP|livres?|pfund|dollars?|"
        rf"USD|swiss francs?|francs?|franken|CHF|kronor|kroner|SEK|NOK|DKK|z[łl]oty(?:ch)?|PLN|"
        rf"CZK){_END})"
    ),
)(lambda m: _money(m["n"], m["c"]))
_rule("money", r"\b(?:an? )?(?P<c>fiver|tenner)\b")(lambda m: (5.0 if m["c"].lower() == "fiver" else 10.0, "GBP"))
_rule("mass", rf"(?P<n>{NUMBER})[\s-]*(?:kgs?|kilos?|kilogram(?:me)?s?|kilogramm){_END}")(_times(1, "kg"))
_rule(
    "mass", rf"(?P<n>{NUMBER})[\s-]*(?:t|tons?|tonnes?|tonnen|to(?=\s*(?:mtow|mtom|abflug|max|$|[.,;!?)]))){_END}"
)(_times(1000, "t"))
_rule(
    "mass",
    rf"\b(?:mtow|mtom|auw|max(?:imum)? take-?off (?:weight|mass)|masse max(?:imale)?|abflug(?:masse|gewicht))\s*(?:of|is|:|=|de|von|ist)?\s*"
    rf"(?P<n>(?:[1-9]\d{{2,3}}|[1-9][.,]\d{{3}})(?:[.,]\d)?)(?![.,]?\d|\s*(?:lbs?|pounds)\b){_END}",
)(_times(1, "kg"))  # "mtow 472,5"
_rule("mass", rf"(?P<n>{NUMBER})[\s-]*(?:lbs?|pounds weight){_END}")(_times(0.45359237, "lb"))
_rule(
    "length",
    r"(?P<n>\d{3,4})(?=\s*(?:and|und|et|bis|à|to|-|–)\s*\d{3,4}[\s-]*(?:m|met(?:re|er)s?|mètres?|metern?)(?![^\W_]))",
)(_times(FT_PER_M, "m"))
_rule("length", rf"(?P<n>{NUMBER})\+?[\s-]*(?:m|mtrs?|metr|met(?:er|re)s?|m[eè]tres?|metern?){_END}")(
    _times(FT_PER_M, "m")
)
_rule(
    "length",
    r"(?P<n>\b\d{3,5}|\b\d{1,2},\d{3})(?=\s*(?:,|and|or|und|et|&|/)\s*(?:(?:\d{3,5}|\d{1,2},\d{3})\s*(?:,|and|or|und|et|&|/)\s*)*(?:\d{3,5}|\d{1,2},\d{3})\s?(?:ft|feet|pieds|fu(?:ß|ss))\b)",
)(_times(1, "ft"))
_rule("length", rf"(?P<n>{NUMBER})\+?[\s-]*(?:ft|feet|foot|pieds?|fu(?:ß|ss)|'){_END}")(_times(1, "ft"))

_HOURS = r"(?:h(?:ou)?rs?|h|hrs?|heures?(?: de vol)?|std\.?|(?:flug)?stunden?|flying hours?|stündigen?|stündig)"
_rule(
    "duration",
    r"\bà (?:environ |moins d'|peu près )?(?P<t>(?P<h>[1-4])\s?h(?:eures?)?\s?(?P<m>[0-5]\d)?)(?=\s+(?:de vol )?d(?:e |u |es |['’])(?!l['’]|la |après|matin|soir|nuit))",
)(lambda m: (int(m["h"]) + int(m["m"] or 0) / 60, "h"))
_MINUTES = r"(?:min(?:ute)?n?s?|mins?|mn|m)"
_FUEL_SAID = (
    r"(?:fuel|juice|gas|petrol|endurance|tanks?|reserves?|essence|carburant|autonomie|réservoirs?|sprit|benzin|kraftstoff|"
    r"treibstoff|flugzeit|tankinhalt|flying|flight|vol)"
)
for _in_tanks in (
    rf"\b(?P<h>\d):(?P<m>[0-5]\d)\s?(?:{_HOURS}\s?)?(?:of |worth of |in (?:the |my |our )?|d['’]|de |an |im )?{_FUEL_SAID}{_END}",
    rf"\b{_FUEL_SAID}\s(?:(?:for|of|is|für|von|de|pour|reicht|lasts?|about|etwa|noch|left|on board|an bord)\s)*(?P<t>(?P<h>\d):(?P<m>[0-5]\d)(?:\s?{_HOURS})?){_END}",
):
    _rule("duration", _in_tanks)(lambda m: (int(m["h"]) + int(m["m"]) / 60, "h"))
""" "3:30 h Sprit", "3:45 of fuel", "Sprit für 4:15": no time of day."""
_NOT_OF_ANOTHER = r"(?![.,]\d)(?!\s*(?:l\b|l/|lit\w+|lph|k?ts?\b|kn\b|knots?|knoten|n(?:œ|oe)uds?|nm\b|km\b|kg\b|ft\b|gal\w*|gph|usg))"
""" "2,5 Std 25 l/h": a figure behind a length of time that is of something else."""
_rule(
    "clock",
    (
        r"\b(?:at|from|starting(?: at)?|start at|by|until|till|before|after|around|um|ab|bis|à|"
        r"vers|dès|pour|avant|landing|arriv\w+|off ?blocks?|pünktlich)\s+(?P<h>[01]?\d|2[0-3])(?:(?:[:.h]|"
        r"\s?uhr\s?)(?P<m>[0-5]\d)|(?P<z>z|utc)?(?=\s*(?:o'clock|am\b|pm\b|uhr\b|heures?\b|"
        r"h\b)))\s*(?P<x>am|pm|a\.m\.|p\.m\.|o'clock|uhr|h(?:eures)?|z|utc|local|lt)?(?![^\W_])"
    ),
)(lambda m: _clock(m["h"], m["m"], m["x"]))
_HOUR = r"(?P<t>(?P<h>[01]?\d|2[0-3])(?:[:.h](?P<m>[0-5]\d))?\s?(?P<x>h|uhr|am|pm)?)"
_ANY_HOUR = r"(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d|\s?(?:h|uhr|am|pm)(?![^\W_]))?"
_TO_AN_HOUR = (
    (r"\b(?:from|between|de|entre|von|zwischen)\s+", r"\s*(?:to|till?|until|and|à|a|et|jusqu'à|bis|und|-|–)\s*"),
    (r"(?<![\w.,:/-])", r"\s*(?:till?|until)\s*"),
)
_NO_AMOUNT = (
    r"(?![^\W_]|[.,:/]\d|\s?[%€£$°]|\s*(?:ft|feet|m|met\w+|k?ts?|kn|knots?|noeuds|knoten|nms?|km|miles?|kgs?|l|lit\w+|"
    r"min\w*|euros?|quid|pounds?|people|pax|days?|jours|tage|degrees?|hours?|heures|stunden|fields?|places?)(?![^\W_]))"
)


def _hour_of_a_span(match: re.Match[str]) -> tuple[float, str] | None:
    """An end of "from 10 to 4", "de 10h à 16h", "11 till 2"; bare figures only where both may be hours of a day out."""
    span = match.string[match.start() : match.end() + 12]
    hours = [int(n) for n in re.findall(r"(?<![:h.\d])\d{1,2}", span)][:2]
    is_bare = not re.search(r"\d[:h]|\d\s?(?:uhr|am|pm)\b", span)
    if is_bare and match[0][:2].lower() in ("be", "en", "zw"):
        return None  # "between 11 and 2" may be of anything; what is asked decides
    if is_bare and not (len(hours) == 2 and 6 <= hours[0] <= 13 and hours[1] != hours[0]):
        return None
    read = _clock(match["h"], match["m"], match["x"])
    if read is None:
        return None
    value, unit = read
    is_end = any(map(str.isdigit, match.string[match.start() : match.start("t")]))
    return (value + 12, unit) if is_end and value < hours[0] <= value + 12 else (value, unit)


for _cue, _till in _TO_AN_HOUR:
    _rule("clock", rf"{_cue}{_ANY_HOUR}{_till}{_HOUR}{_NO_AMOUNT}")(_hour_of_a_span)
    _rule("clock", rf"{_cue}{_HOUR}(?={_till}{_ANY_HOUR}{_NO_AMOUNT})")(_hour_of_a_span)
_rule(
    "clock",
    r"\ba\s+(?P<t>(?P<h>[01]?\d|2[0-3])h(?P<m>[0-5]\d)?)(?=\s*(?:$|[.,;?!)]|(?:de|du|depuis|pour|et|avec|demain|vers|on|je|locale?|utc)\b))",
)(lambda m: _clock(m["h"], m["m"], None))
_rule("clock", r"\b(?P<h>[01]?\d|2[0-3])[:](?P<m>[0-5]\d)\s*(?P<x>am|pm|uhr|z|utc|local|lt)?(?![^\W_])")(
    lambda m: _clock(m["h"], m["m"], m["x"])
)
_rule("clock", r"\b(?P<h>1[0-2]|0?[1-9])\s?(?P<x>am|pm|a\.m\.|p\.m\.)(?![^\W_])")(
    lambda m: _clock(m["h"], "0", m["x"])
)
_rule(
    "clock",
    r"\b(?P<h>[01]?\d|2[0-3])(?P<m>[0-5]\d)?\s?(?P<x>z|utc|(?:(?<=\d{4})|(?<=\d{4}\s))(?:local|lt|l)|"
    r"(?:local|lt)(?=\W*$|[^\s\w]|\s+(?:and|und|et|back|return|retour|zurück|off|on)\b))(?![^\W_])",
)(lambda m: _clock(m["h"], m["m"], m["x"]))
_TIMED = (
    r"(?:etas?|etds?|eobt|arriv\w*|land(?:ing|s|en|et|e|ung)?|touch(?:ing)? ?down|(?:off|on)[- ]?blocks?|"
    r"leav(?:e|es|ing)|left(?= [\w-]+(?: [\w-]+)? at\b)|depart(?:s|ing|ure)?|d[eé]part|d[eé]coll\w*|atterri\w*|tak(?:e|es|ing)[- ]?off|"
    r"airborne|ankunft|abflug|ankomm\w*|abflieg\w*)"
)
"""Words after which a pilot says a time."""
_DAY_WORD = rf"(?:{'|'.join(re.escape(word) for word in longest_first(DAYS_AHEAD))})"
_TO_THE_TIME = (
    r"[\s:=,]*(?:(?:(?-i:[A-Z]{4})|at|by|around|about|on|before|after|um|à|vers|gegen|le|am|"
    rf"{_DAY_WORD})[\s,]+)*"
)
_HHMM = r"(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)(?:\s?(?P<x>z|utc|local|lt))?)"
_NO_UNIT = (
    r"(?![^\W_])(?!\s?[-/]\s?\d|[.,:]\d)(?!\s*(?:ft|feet|foot|m|met(?:re|er)s?|mètres?|k?ts?|kn|knots?|nmi?|km|miles?|"
    r"kgs?|lbs?|rpm|hpa|mhz|h|hrs?|hours?|heures?|stunden?|min|minutes?|euros?|eur|pounds?|gbp|chf|€|£|\$|%|litres?|"
    r"liters?|pax|people|fields?|air\w+|strips?)(?![^\W_]))"
)
_MONTH_WORD = rf"(?:{MONTH})\.?"
_DATE = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH_WORD}|{_MONTH_WORD}\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d)|"
    rf"\d{{1,2}}[./]\d{{1,2}}[./](?:20)?\d\d|\d{{1,2}}(?:\.\d{{1,2}}\.|/\d{{1,2}}(?!/))|20\d\d-\d\d-\d\d)(?:,?\s+{YEAR}(?!\d))?"
)
_A_DAY = rf"(?:{_DAY_WORD}|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b\.?|(?-i:Mo|Di|Mi|Do|Fr|Sa|So)\.|{_DATE})"
_SAYS_WHEN = re.compile(
    rf"\b(?:{_TIMED}|back|home|off|again|away|down|out the door|go|going|start\w*|set off|heading|be (?:in|there)|wheels up|return\w*|retour|"
    r"zurück|rückflug|heim\w*|rentr\w*|repart\w*|redécoll\w*|pars|partons|on part|los|weiter|morning|afternoon|evening|vormittags?|nachmittags?|mittags|abends?|morgens|matin|après-midi|soir|metar|taf|weather|wx|"
    r"\d{1,2}(?:st|nd|rd|th)|forecast|wetter|météo|vorhersage|rain|fog|cloud\w*|ceilings?|nebel|regen|brouillard|be)\b[^.?!]{0,40}$",
    re.IGNORECASE,
)
"""What stands before a bare hour."""
_PLANNED = re.compile(
    rf"\b(?:{_TIMED}|{_A_DAY}|notice|ppr|pnr?|customs|douane|zoll|gar|gendec|préavis|anmeld\w*|open|meet\w*|landed|arrived|gelandet|angekommen|pos[ée]e?s?)\b",
    re.IGNORECASE,
)
_LEVELS = re.compile(
    r"\b(?:overfl\w+|altitude|levels?|cross(?:ing)?|cruis\w+|circuit|height|squawk|frequency|transponder|qnh)\b",
    re.IGNORECASE,
)


_HOURS_SAID = {
    word: number
    for words in (
        "one two three four five six seven eight nine ten eleven twelve",
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    )
    for number, word in enumerate(words.split(), start=1)
}
_HOUR_WORD = "|".join(_HOURS_SAID)
_HEURES = dict(
    zip(
        ["une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze"],
        range(1, 12),
        strict=True,
    )
)
_PART_OF_DAY = r"(?:in (?:the )?|(?:of |on )?(?:that|the same) |du |de l'|am )?(?P<pm>morning|evening|afternoon|at night|abends|nachmittags|abend|nachmittag|morgens|matin|soir|après-midi)"
_SPAN_OF_TIME = re.compile(
    r"\b(?:\d{1,2}(?::?\d\d)?\s*(?:to|till|until|bis|à|-)\s*\d{1,2}(?::?\d\d)?)\s*(?:uhr|o'?clock|h\b|local|pm|$|[?.!])",
    re.IGNORECASE,
)
"""From one time to another: "11 till 15"."""
_FORENOON = re.compile(r"morning|morgens|matin", re.IGNORECASE)
_LATE_BEFORE = re.compile(
    r"(?:evening|afternoon|tonight|abends?|nachmittags?|soir|après-midi)(?:\s+(?:at|around|about|by|um|gegen|à|vers))?[\s,]+$",
    re.IGNORECASE,
)
""" "Sunday evening at six"."""
_LATE_BEHIND = re.compile(
    r"\s+(?:tonight|(?:this|tomorrow) (?:evening|afternoon)|ce soir|cet après-midi|heute (?:abend|nachmittag)|demain soir|morgen abend)\b",
    re.IGNORECASE,
)
""" "Around 9 tonight"."""
_AFTERNOON_BEFORE = 6
"""Who says "back at 3" or "off at 2" means the afternoon; from this hour on a bare hour is taken as it is said."""


_LOOKED_BACK = 80
"""Letters before a bare hour in which its cue may stand."""


@lru_cache(maxsize=16)
def _is_about_levels(text: str) -> bool:
    return _LEVELS.search(text) is not None


@lru_cache(maxsize=16)
def _plans(text: str) -> bool:
    return _PLANNED.search(text) is not None


def _bare_clock(match: re.Match[str]) -> tuple[float, str] | None:
    """ "by 1700", "at 9", "back at 3": a time only where the message plans something, and is about no level or code."""
    groups = match.groupdict()
    before = match.string[max(0, match.end() - _LOOKED_BACK) : match.end()]
    if _A_FEW.fullmatch(match[0].strip()) and not _FLOWN_AT.search(match.string[: match.start()]):
        return None  # "dimanche à 2": so many people
    says_its_half = bool(groups.get("pm"))  # "at eight that morning", of a level too
    if not says_its_half and (
        _is_about_levels(match.string) or not (_plans(match.string) or _SAYS_WHEN.search(before))
    ):
        return None
    return _hour(match) if groups.get("m") is None else _clock(groups["h"], groups["m"], groups.get("x"))


_A_FEW = re.compile(r"[àa] [2-6]")
_FLOWN_AT = re.compile(
    r"(?:retour|rentr\w*|repart\w*|arriv\w*|atterri\w*|déco\w*|départ|bloc\w*|vers|rendez-vous|rdv|là|back|off|home)\W*$",
    re.IGNORECASE,
)


def _hour(match: re.Match[str], more: float = 0.0) -> tuple[float, str] | None:
    """An hour said alone or by its halves, in the half of the day in which pilots mean it."""
    groups = match.groupdict()
    word, part = groups["h"].lower(), groups.get("pm") or ""
    hour = _HOURS_SAID.get(word) or _HEURES.get(word) or int(word)
    is_early = bool(part) and bool(_FORENOON.match(part))
    before = match.string[max(0, match.start("h") - 24) : match.start("h")]
    behind = match.string[match.end() : match.end() + 24]
    is_late = (
        (bool(part) and not is_early)
        or _LATE_BEFORE.search(before) is not None
        or (not part and _LATE_BEHIND.match(behind) is not None)
    )
    if hour < 12 and (is_late or (hour + more < _AFTERNOON_BEFORE and not is_early and not word.startswith("0"))):
        hour += 12
    return (hour + more, "utc" if (groups.get("x") or "").lower() in ("z", "utc") else "local")


_BEHIND_A_DAY = rf"(?<![^\W_]){_A_DAY}(?:\s+(?:morning|afternoon|evening|at|um|à))?[\s,]+"


def _time_of_day(match: re.Match[str]) -> tuple[float, str] | None:
    """ "Saturday 0900", "28 Nov 1400"; a level or a code where the message is about those."""
    if not match["h"].startswith("0") and _is_about_levels(match.string):
        return None
    return _clock(match["h"], match["m"], match["x"])


_rule("clock", rf"{_BEHIND_A_DAY}(?!{YEAR}(?!\d)){_HHMM}{_NO_UNIT}")(_time_of_day)
_rule("clock", rf"\b(?<![-/.:])(?!{YEAR}\s){_HHMM}\s+(?:on\s+)?(?={_A_DAY})")(_time_of_day)
_rule(
    "clock",
    rf"(?<![^\W_]){_A_DAY}(?:\s+prochaine?)?[\s,]+(?P<t>(?P<h>0?[6-9]|1\d|2[0-3])\s?h(?P<m>[0-5]\d)?)(?![^\W_])(?! de vol)",
)(lambda m: _clock(m["h"], m["m"], None))
_rule("clock", r"\b(?P<t>(?P<h>[01]?\d|2[0-3])\s?uhr(?:\s(?P<m>[0-5]\d))?)(?![^\W_])")(
    lambda m: _clock(m["h"], m["m"], None)
)
_rule(
    "clock",
    rf"(?:{_BEHIND_A_DAY}|\b(?:at|by|before|after|around|about|until|till|from|for|à|vers|pour|avant|um|gegen|am|bis|vor)\s+)(?P<t>noon|midday|midi|mittag)\b",
)(lambda m: (12.0, "local"))
_HALVES = {
    "half past": 0.5,
    "half": 0.5,
    "quarter past": 0.25,
    "quarter to": -0.25,
    "halb": -0.5,
    "viertel nach": 0.25,
    "viertel vor": -0.25,
}
_rule(
    "clock",
    rf"\b(?P<t>(?P<part>half past|half|quarter past|quarter to|halb|viertel nach|viertel vor)\s+(?P<h>1[0-2]|[1-9]|{_HOUR_WORD})"
    rf"(?:\s+{_PART_OF_DAY})?)(?![^\W_])(?!\s*(?:nm|kts?|miles|km|hours?|h\b|way|of\b|%))",
)(lambda m: _hour(m, _HALVES[m["part"].lower()]))
_MINUTES_SAID = {
    "oh five": 5,
    "ten": 10,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "forty five": 45,
    "forty-five": 45,
    "fifty": 50,
}
_rule(
    "clock",
    rf"\b(?:at|by|around|about|before|after|until|for|off|land|landing|leaving)\s+(?P<t>(?P<h>{_HOUR_WORD})[ -](?P<min>{'|'.join(longest_first(_MINUTES_SAID))})"
    rf"(?:\s+{_PART_OF_DAY})?)(?![^\W_])(?!\s*(?:nm|kts?|knots|miles|km|hours?|feet|ft|minutes?))",
)(lambda m: _hour(m, _MINUTES_SAID[m["min"].lower()] / 60))
_rule(
    "clock",
    r"(?P<t>(?P<h>1[0-2]|\d)\s?(?:heures?|h) (?P<part>et demie|et quart|moins le quart))(?![^\W_])",
)(lambda m: _clock(str(int(m["h"])), {"et demie": "30", "et quart": "15"}.get(m["part"].lower(), "45"), None))
_rule("clock", rf"\b{_TIMED}{_TO_THE_TIME}(?P<t>(?P<h>[01]?\d|2[0-3])h(?P<m>[0-5]\d))(?![^\W_])")(
    lambda m: _clock(m["h"], m["m"], None)
)
_rule(
    "clock",
    r"(?<![\w.])(?-i:mo|di|mi|do|fr|sa|so|Mo|Di|Mi|Do|Fr|Sa|So)\.?,?\s+(?:um\s+|ab\s+)?(?P<t>(?P<h>\d{1,2})\s?(?:h|uhr)(?P<m>[0-5]\d)?)(?![^\W_])",
)(lambda m: _clock(m["h"], m["m"], None))
_TERSE_DAY = r"(?-i:sat|sun|mon|tues?|wed|thu|thurs?|fri|tmrw|tmr|tmw|tomorrow|today)"
_rule(
    "clock",
    rf"\b(?:{_TERSE_DAY}|off|land|landing|arr|arrive|dep|etd|eta|leave|leaving|out)\s+(?P<t>(?P<h>0?[5-9]|1\d|2[0-3])){_NO_UNIT}"
    r"(?=\s*(?:$|[?!,;)+]|to\b|from\b|w/|with\b|off\b|home\b|back\b|land\b|return|latest|ppr|customs|by\b|what|pob|then|and\b|plan|gar|\.(?!\d)|\d+\s?(?:ft|pob|pax|up)))",
)(lambda m: None if _is_about_levels(m.string) else _hour(m))
_rule(
    "clock",
    r"\b(?:land|landing|arrive|arriving|on the ground(?: in \w+(?: \w+)?)?)\s+(?P<t>(?P<h>[01]?\d|2[0-3])(?P<m>[0-5]\d)?)(?=\s*(?:in|at|on|and|,|und|et)\b|\s*,)(?![:.]\d)",
)(lambda m: _clock(m["h"], m["m"], None))
_rule(
    "clock",
    r"\b(?:from |von |de |between |zwischen |entre |have )?(?<!\ble )(?<!\bam )(?<!di )(?<!dimanche )(?<![\d/.-])(?P<t>(?P<h>[01]?\d|2[0-3])(?:[:.]?(?P<m>[0-5]\d))?)(?=\s*(?:to|till|until|bis|à|-|and|und|et)\s*"
    r"(?:[01]?\d|2[0-3])(?:[:.]?[0-5]\d)?\s*(?:uhr|o'?clock|h\b(?!ours?)|local|pm|$|[?.!](?!\d)))",
)(lambda m: _clock(m["h"], m["m"], None) if _SPAN_OF_TIME.search(m.string) else None)
_rule(
    "clock",
    r"(?<=\d)(?<!\d-\d\d)(?<!\d-\d)\s*(?:to|till|until|bis|à|-|and|und|et)\s*(?P<t>(?P<h>[01]?\d|2[0-3])(?:[:.]?(?P<m>[0-5]\d))?)(?=\s*(?:uhr|o'?clock|h\b(?!ours?)|local|$|[?.!](?!\d)))",
)(lambda m: _clock(m["h"], m["m"], None) if _SPAN_OF_TIME.search(m.string) else None)
_FREE_FROM = r"\b(?:(?:we|i)(?:'ve| have| will have| got)+(?: free)?|(?:are|is|am) (?:there|free)|on a|nous avons|wir haben|ich habe)\s+(?:from |de |von )?"
_FOUR = r"(?:[01]\d|2[0-3])[0-5]\d"
_rule(
    "clock",
    rf"{_FREE_FROM}(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d))(?=\s*(?:to|till|until|bis|à|-)\s*{_FOUR}{_NO_UNIT})",
)(lambda m: _clock(m["h"], m["m"], None))
_rule(
    "clock",
    rf"(?<=\d)\s*(?:to|till|until|bis|à|-)\s*(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)){_NO_UNIT}",
)(lambda m: _clock(m["h"], m["m"], None) if _FREE_SPAN.search(m.string) else None)
_FREE_SPAN = re.compile(rf"{_FREE_FROM}{_FOUR}\s*(?:to|till|until|bis|à|-)\s*{_FOUR}{_NO_UNIT}", re.IGNORECASE)
_rule("clock", r"\bkl\.?\s?(?P<h>[01]?\d|2[0-3])(?:[.:](?P<m>[0-5]\d))?(?![^\W_])")(
    lambda m: _clock(m["h"], m["m"] or "0", None)
)
_rule(
    "clock",
    rf"\b{_HHMM}\s+(?=(?:departure|take-?off|off[- ]?blocks?|arrival|landing|abflug|start|ankunft|départ|arrivée)\b)",
)(lambda m: _clock(m["h"], m["m"], m["x"]))
_rule("clock", rf"\boff\s+(?:at\s+)?{_HHMM}{_NO_UNIT}")(lambda m: _clock(m["h"], m["m"], m["x"]))
_rule(
    "clock",
    r"(?<![\w.,:/-])(?P<t>(?P<h>[7-9]|1\d|2[0-3])h(?P<m>[0-5]\d))(?![\w.,:/-])(?!\s*(?:de vol|d'autonomie|flight|endurance|flug|notice))",
)(lambda m: _clock(m["h"], m["m"], None))
_rule(
    "clock",
    rf"\b(?:at |um |say |about |around )?(?P<t>(?P<h>1[0-2]|[1-9]|{_HOUR_WORD})\s?(?:o'?\s?clock|(?P<x>am|pm)\b)(?:\s+{_PART_OF_DAY})?)(?![^\W_])",
)(lambda m: _clock(str(_HOURS_SAID.get(m["h"].lower(), m["h"])), "0", m["x"]) if m["x"] else _hour(m))
_rule("clock", r"\b(?P<t>(?P<h>0?[1-9]|1[0-2])\s+in (?:the )?(?P<pm>morning|afternoon|evening))\b")(_hour)
_rule("clock", rf"\b{_TIMED}{_TO_THE_TIME}{_HHMM}{_NO_UNIT}")(lambda m: _clock(m["h"], m["m"], m["x"]))
_rule("clock", rf"\b(?:at|by|before|after|until|till|around|um|à|vers|gegen|bis)\s+{_HHMM}{_NO_UNIT}")(_bare_clock)
_rule(
    "clock",
    (
        rf"\b(?:at|by|around|about|um|à|vers|gegen|for|until|till|before|after|from|om|tegen|off ?blocks?)\s+(?:about |around )?"
        rf"(?P<t>(?P<h>0?[1-9]|1\d|2[0-3]|{_HOUR_WORD})(?: o'?clock)?(?:\s?(?P<x>z|utc|local|lt))?(?:\s+(?:this )?{_PART_OF_DAY})?)"
        rf"(?=\s*$|\s*[?!;)]|[.,](?!\d)|\s+(?:on|from|to|and|in|for|with|at|or|de|depuis|von|aus|nach|le|la|am|the|what|who|how|"
        rf"et|und|mit|avec|when|then|please|again|back|plan|we|i|off|latest|local|sharp|already|coming|out|leaving|their|if|as|because|ankomm\w*|winds?|weather|wx|wetter|météo|forecast|crosswind|metar|taf|"
        rf"auf|an|wieder|ab|los|zurück|im|dort|puis|sur|au|{_DAY_WORD})\b)"
    ),
)(_bare_clock)
_rule(
    "clock",
    r"\b(?:on|nous|je|se|me|vous|il|elle)\s+(?:\w+\s+){1,3}[aà]\s+(?P<t>(?P<h>0?[5-9]|1\d|2[0-3])\s?h(?P<m>[0-5]\d)?)(?![^\W_])",
)(lambda m: _clock(m["h"], m["m"] or "0", None))
_rule(
    "clock",
    rf"\b{_TIMED}\s+(?:the |le |la )?(?P<t>(?P<h>0?[5-9]|1\d|2[0-3])\s?h)(?![^\W_])",
)(lambda m: _clock(m["h"], "0", None))
_rule(
    "clock",
    rf"\b(?:à|vers|avant|après|dès|pour)\s+(?P<t>(?P<h>{'|'.join(_HEURES)})\s?heures?(?:\s+{_PART_OF_DAY})?)(?![^\W_])(?!\s+d(?:e\s|['’])(?!l['’]))"
    r"(?! (?:de (?:vol|route|voiture|train|marche)|d'ici)\b)",
)(_hour)
_MINUTES_SPELT = {
    "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "twenty five": 25, "thirty": 30, "forty": 40,
    "forty five": 45, "fifty": 50, "dix": 10, "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50,
}  # fmt: skip
_rule(
    "duration",
    r"\b(?:(?:an )?hour and a half|one and a half hours?|(?:une |1 )?heure et demie|eine stunde dreißig)" + _END,
)(lambda m: (1.5, "h"))
_rule(
    "duration",
    r"\b(?:(?:about |under )?(?:three|3) quarters of an hour|(?:trois|3) quarts d'heure|(?:eine )?dreiviertel ?stunde)"
    + _END,
)(lambda m: (0.75, "h"))
_rule(
    "duration",
    r"\b(?:(?:a )?half[- ](?:an? )?(?:hour|hr)|(?<![\d.,/] )(?<![\d.,/])1/2 ?(?:an? )?(?:hour|hr|h|heure|stunde)"
    r"|(?:une )?demi[- ](?:heure|h)|(?:(?:ei)?ne[r]? )?halbe[n]? stunde)" + _END,
)(lambda m: (0.5, "h"))
_rule("duration", r"\b(?:(?:with)?in(?:side)? the (?:next )?hour|dans l'heure)" + _END)(lambda m: (1.0, "h"))
_rule("duration", r"\b(?:(?:a )?quarter of an hour|un quart d'heure|(?:eine[r]? )?viertel ?stunde)" + _END)(
    lambda m: (0.25, "h")
)
_rule(
    "duration",
    (
        rf"(?P<n>{NUMBER})[\s-]*{_HOURS}[\s-]*(?:(?:and|et|"
        rf"und)\s+)?(?P<mm>\d{{1,2}})\s*(?:{_MINUTES})?{_END}{_NOT_OF_ANOTHER}"
    ),
)(lambda m: _hours(m["n"], m["mm"]))
_rule(
    "duration",
    rf"(?P<n>{NUMBER})[\s-]*{_HOURS}\s+(?:and\s+|et\s+)?(?P<mm>{'|'.join(_MINUTES_SPELT)})(?:\s*(?:{_MINUTES}))?{_END}",
)(lambda m: _hours(m["n"], str(_MINUTES_SPELT[m["mm"].lower()])))
_rule("duration", rf"(?P<n>{NUMBER})[\s-]*(?:and a half|et demie|einhalb|1/2|½)\s*{_HOURS}{_END}")(
    lambda m: _hours(m["n"], "30")
)
_rule("duration", rf"(?P<n>{NUMBER})[\s-]*{_HOURS}(?:\s+(?:and a half|et demie)){_END}")(
    lambda m: _hours(m["n"], "30")
)
_rule("duration", rf"(?P<n>{NUMBER})[\s-]*{_HOURS}{_END}(?!\s?/\s?(?:24|7))")(lambda m: _hours(m["n"], "0"))
_rule(
    "duration",
    r"(?P<n>\b(?:an|one|une|eine[rn]?|ne|ner)\s+(?:hour(?:s(?= (?:flying|flight)\b))?|hr|heure|(?:flug)?stunde))(?P<x>\s+(?:and a half|et demie))?"
    + _END,
)(lambda m: (1.5 if m["x"] else 1.0, "h"))
_rule("duration", r"\b(?:anderthalb|eineinhalb) stunden" + _END)(lambda m: (1.5, "h"))
_rule("duration", r"\b(?:zweieinhalb) stunden" + _END)(lambda m: (2.5, "h"))
_rule("duration", rf"(?P<n>{NUMBER})[\s-]*(?:minutes?|(?:flug)?minuten?|mins?|mn){_END}")(_times(1 / 60, "min"))
_rule(
    "days",
    (
        rf"(?P<n>{NUMBER})[\s-]*(?:full |whole |packed |relaxed |easy |busy |moderate |lazy |quiet "
        rf"|ganze |volle |pleins? |prochain(?:e)?s |nächsten |kommenden |next |coming )?(?:days?|jours?|journées?|tage?n?|tägige[rns]?)(?! (?:notice|"
        rf"ahead|before|préavis)){_END}"
    ),
)(_times(1, "days"))
_rule(
    "days",
    (
        r"\b(?:(?:for|in|spend|plan|organise[rz]?|make|a|an|one|einen|ein|une|un)\s+)?(?:a |an |"
        r"one |une |un |ein(?:en)? )?(?:full |whole |nice |relaxed |easy |busy |packed |lazy |"
        r"ganzen |schönen |belle )?(?:week-?ends?|wochenende)(?![^\W_])"
        rf"(?!\s+(?:of |in |de |d'|im )?{_MONTH_WORD}(?![^\W_]))"
    ),
)(lambda m: (2, "weekend"))
_rule(
    "count",
    (
        rf"\b(?:top|first|nearest|closest|latest|last|best|only|just|show(?: me)?|list|give me|"
        rf"find(?: me)?|les|die|the|max(?:imum)?|up to|limit(?: "
        rf"to)?)\s+(?P<n>{NUMBER})(?=\s+(?!(?:way|day|time|one|place|of|de|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b|{_MONTH_WORD}(?![^\W_]))[^\W\d_])"
    ),
)(lambda m: _count(m["n"]))
_rule("count", rf"\b(?:top|max(?:imum)?|best|limit(?: it)? to)\s+(?P<n>{NUMBER})(?=\s*(?:$|[?.!,;)]))")(
    lambda m: _count(m["n"])
)
_rule(
    "count",
    (
        rf"(?<![\w.,-])(?P<n>{NUMBER})\s+(?=(?:\w+\s+)?(?:airports?|airfields?|aerodromes?|fields?|"
        rf"results?|strips?|reviews?|options?|stops?|alternates?|suggestions?|places?|nearest|"
        rf"closest|latest|aéroports?|aérodromes?|terrains?|(?!sitz|stell|park|camping|golf)\w*plätzen?|\w*bahnen|flughäfen|ergebnisse|avis|"
        rf"bewertungen|propositions?|pistes?|idées|ideen|ideas|vorschläge|spots|ones|adults?|people|persons?|passengers?|pax|of us|personen|erwachsene|adultes?|"
        rf"personnes?|passagers?|seats?)\b)"
    ),
)(lambda m: _count(m["n"]))

_MOST = (
    r"(?:longest|shortest|highest|lowest|cheapest|biggest|largest|easiest|nearest|closest|längsten?|kürzesten?|höchst\w*|"
    r"billigsten?|nächst\w*|plus (?:longues?|courtes?|hauts?|proches?))"
)
_rule("count", rf"(?<![\w.,-])(?P<n>{NUMBER})\s+(?={_MOST}\b)")(lambda m: _count(m["n"]))
_rule("count", rf"\b{_MOST}\s+(?P<n>{NUMBER})(?=\s+(?!(?:m|ft|nm|km|miles?|kts?|knots)\b)[^\W\d_])")(
    lambda m: _count(m["n"])
)
_rule(
    "count",
    rf"(?<![\w.,-])(?P<n>{NUMBER})\s+(?=(?:stück|pieces|of them|will do|(?:is|are|would be|will be|should be) (?:enough|plenty|fine)|"
    r"reichen|genügen|reicht|suffisent|suffiront)\b)",
)(lambda m: _count(m["n"]))
_rule(
    "count",
    rf"\b(?:show me|give me|list me|zeig mir|montre[- ]moi|only want|just want|bitte|s'il te plaît|svp)\s+(?P<n>{NUMBER})(?=\s*(?:$|[?.!,;)]))",
)(lambda m: _count(m["n"]))

_CURRENCIES = {
    "€": "EUR",
    "eur": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "£": "GBP",
    "pound": "GBP",
    "pounds": "GBP",
    "quid": "GBP",
    "gbp": "GBP",
    "livre": "GBP",
    "livres": "GBP",
    "pfund": "GBP",
    "$": "USD",
    "usd": "USD",
    "dollar": "USD",
    "dollars": "USD",
    "chf": "CHF",
    "swiss franc": "CHF",
    "swiss francs": "CHF",
    "franc": "CHF",
    "francs": "CHF",
    "franken": "CHF",
    "kronor": "SEK",
    "sek": "SEK",
    "kroner": "NOK",
    "nok": "NOK",
    "dkk": "DKK",
    "pln": "PLN",
    "czk": "CZK",
}


def _money(amount: str, currency: str) -> tuple[float, str] | None:
    value = number(amount)
    code = _CURRENCIES.get(currency.lower(), "PLN" if currency.lower().startswith("z") else "")
    return None if value is None or not code else (value, code)


def _hours(hours: str, minutes: str | None) -> tuple[float, str] | None:
    value = number(hours)
    return None if value is None else (round(value + int(minutes or 0) / 60, 4), "h")


def _clock(hour: str, minute: str | None, suffix: str | None) -> tuple[float, str] | None:
    value = int(hour)
    low = (suffix or "").replace(".", "").lower()
    if low == "pm" and value < 12:
        value += 12
    if low == "am" and value == 12:
        value = 0
    return value + int(minute or 0) / 60, "utc" if low in ("z", "utc") else "local"


def _count(text: str) -> tuple[float, str] | None:
    value = number(text)
    return None if value is None or value != int(value) or text.lower() in _NOT_COUNTS else (value, "")


_COORDINATES = (
    re.compile(
        r"(?<![\w.])(?P<lat>[-+]?\d{1,2}(?:\.\d+)?)\s*°?\s*(?P<ns>[NS])?\s*[,;/ ]\s*"
        r"(?P<lon>[-+]?\d{1,3}(?:\.\d+)?)\s*°?\s*(?P<ew>[EWO])?(?![\w.])"
    ),
    re.compile(
        r"\b[NS]\s?\d{2,4}(?:\.\d+)?(?:\s?\d{2}(?:\.\d+)?)?'?\s*[,/]?\s*[EW]\s?\d{3,5}(?:\.\d+)?(?:\s?\d{2}(?:\.\d+)?)?'?(?!\w)"
    ),
    re.compile(r"\b\d{4,6}(?:\.\d+)?[NS]\s*[,/]?\s*\d{5,7}(?:\.\d+)?[EW]\b"),
)


def _coordinates(text: str) -> Iterator[Quantity]:
    for number_, pattern in enumerate(_COORDINATES):
        for match in pattern.finditer(text):
            if number_ == 0:
                has_point = "." in match["lat"] and "." in match["lon"]
                hemispheres = match["ns"] and match["ew"]
                if (
                    not (has_point or hemispheres)
                    or abs(float(match["lat"])) > 90
                    or abs(float(match["lon"])) > 180
                ):
                    continue
            yield Quantity("coordinates", match.start(), match.end(), 0.0, "", match.group().strip())


def find_quantities(text: str) -> list[Quantity]:
    """Every amount in a plain text, in reading order, none overlapping another."""
    found: list[Quantity] = list(_coordinates(text))
    taken = [False] * (len(text) + 1)
    for quantity in found:
        taken[quantity.start : quantity.end] = [True] * (quantity.end - quantity.start)
    text = _VAGUE.sub(_about, text)
    if not any(letter.isdigit() for letter in text) and not _SPELT_WORDS.search(text):
        return found
    in_words = _NUMBER_WORDS.search(text) is not None
    for kind, pattern, read in _compiled(in_words=in_words):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            value = read(match)
            if value is None:
                continue
            if kind in ("speed", "count") and "n" in match.groupdict():
                start = min(start, match.start("n"))
            if kind == "count":
                start, end = match.span("n")
            if "t" in match.groupdict():
                start, end = match.span("t")
            if kind == "clock" and (behind := UTC_BEHIND.match(text, end)) is not None:
                value, end = (value[0], "utc"), behind.end()  # "15h utc", "14 Uhr Weltzeit"
            blows = kind == "speed" and is_of_the_wind(start, end, value[0], text)
            of_what = "blowing" if blows else kind
            found.append(Quantity(of_what, start, end, value[0], value[1], match.group().strip()))
            taken[start:end] = [True] * (end - start)
    return sorted(found, key=lambda quantity: quantity.start)


_OF_A_UNIT = r"(?=\s*(?:nms?|nmi|nautic\w*|nautiques?|milles?|miles?|mi|sm|seemeilen?|meilen?|kms?|kilom\w+|knots?|kts?|n(?:œ|oe)uds?|met(?:re|er)s?|mètres?|ft|feet|minutes?|mins?)\b)"
_TENS = {
    "dizaine": 10, "quinzaine": 15, "vingtaine": 20, "trentaine": 30, "quarantaine": 40,
    "cinquantaine": 50, "soixantaine": 60, "centaine": 100,
}  # fmt: skip
_VAGUE = re.compile(
    rf"(?P<n>(?<![\w.,]){NUMBER})(?:[\s-]odd|[\s-]?ish)\b{_OF_A_UNIT}|\b(?:une )?(?P<f>{'|'.join(_TENS)}) (?:de |d['’]){_OF_A_UNIT}",
    re.IGNORECASE,
)


def _about(match: re.Match[str]) -> str:
    """ "Twenty-odd miles", "une trentaine de nautiques": the number, in as many letters."""
    return (match["n"] or str(_TENS[match["f"].lower()])).ljust(len(match[0]))


UTC_BEHIND = re.compile(
    r"\s?(?:(?i:h(?:eures?|rs)?|hours|uhr|o'clock)\s)?(?:TU\b|tu(?=\s*(?:[,;.?!]|$))|(?i:\(?(?:utc|gmt|zulu|zoulou|temps universel|weltzeit|universal time)\b\)?))"
)
"""Behind a time of day: it is in UTC. "TU" in capitals alone: small it is "you"."""
_NUMBER_WORDS = re.compile(rf"\b{WORDS}\b", re.IGNORECASE)
_SPELT_WORDS = re.compile(
    (
        rf"\b(?:{WORDS}|an? kilomet(?:re|er)|half|demi|halbe|an hours?|an hr|the (?:next )?hour|l'heure|une heure|fiver|tenner|(?:ei)?ne[rn]? (?:flug)?stunde|"
        rf"week-?ends?|wochenende|anderthalb|eineinhalb|zweieinhalb|noon|midday|midi|mittag|quarters?|viertel\w*|dreiviertel\w*|quarts?|halb|{_HOUR_WORD})\b"
    ),
    re.IGNORECASE,
)
