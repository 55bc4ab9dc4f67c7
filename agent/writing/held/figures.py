"""What figures, times, days and dates look like in English, French and German, and what each is."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.regex import longest_first
from agent.writing.grounding import UNITS

MONTHS = {
    "jan": 1, "janv": 1, "feb": 2, "fév": 2, "févr": 2, "mar": 3, "mär": 3, "mars": 3, "märz": 3, "apr": 4,
    "avr": 4, "may": 5, "mai": 5, "jun": 6, "juin": 6, "jul": 7, "juil": 7, "aug": 8, "août": 8, "sep": 9,
    "sept": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12, "déc": 12,
}  # fmt: skip
_MONTH = (
    r"jan(?:uary|vier|uar)?|janv|feb(?:ruary|ruar)?|févr?(?:ier)?|mar(?:ch)?|mars|märz?|apr(?:il)?|avr(?:il)?"
    r"|may|mai|june?|juni|juin|july?|juli|juil(?:let)?|aug(?:ust)?|août|sept?(?:ember|embre)?"
    r"|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember)?|déc(?:embre)?"
)
WEEKDAYS = {
    "mon": 1, "lun": 1, "mo": 1, "tue": 2, "mar": 2, "di": 2, "wed": 3, "mer": 3, "mit": 3, "thu": 4, "jeu": 4,
    "don": 4, "fri": 5, "ven": 5, "fre": 5, "sat": 6, "sam": 6, "sun": 7, "dim": 7, "son": 7, "sonntag": 7,
}  # fmt: skip
_DAY = (
    r"mon(?:day|tag)?s?|tue(?:s|sday)?s?|wed(?:s|nesday)?s?|thu(?:rs|rsday)?s?|fri(?:day)?s?|sat(?:urday)?s?"
    r"|sun(?:day)?s?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?"
    r"|lun\.|mar\.|mer\.|jeu\.|ven\.|sam\.|dim\."
    r"|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?"
)
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept"
    " dix-huit dix-neuf",
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
    " siebzehn achtzehn neunzehn",
)
_TENS = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "vingt trente quarante cinquante soixante",
    "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
)
MANY = {"hundred": 100, "thousand": 1000, "cent": 100, "mille": 1000, "hundert": 100, "tausend": 1000, "dozen": 12}
SPELT: dict[str, float] = {
    **{word: n for row in _ONES for n, word in enumerate(row.split())},
    **{word: 10 * n for row in _TENS for n, word in enumerate(row.split(), 2)},
    **MANY,
    **{
        f"{ten}-{one}": 10 * n + k
        for n, ten in enumerate(_TENS[0].split(), 2)
        for k, one in enumerate(_ONES[0].split()[1:10], 1)
    },
    "soixante-dix": 70,
    "quatre-vingts": 80,
}
ARTICLES = frozenset(["one", "un", "ein", "une", "eine", "zero"])
"""Words that are a number only before a unit."""

UNIT_WORDS = {
    **{word: unit for word, unit in UNITS.items() if word not in {"am", "pm", "night", "nights", "second"}},
    "heure": "h", "heures": "h", "stunde": "h", "stunden": "h", "std": "h", "minuten": "min", "mètre": "m",
    "mètres": "m", "metern": "m", "pieds": "ft", "pied": "ft", "fuß": "ft", "tage": "d", "tagen": "d", "jour": "d",
    "jours": "d", "wochen": "week", "semaines": "week", "nœuds": "kt", "nœud": "kt", "noeuds": "kt",
    "knoten": "kt", "kilomètres": "km", "kilometer": "km", "nautiques": "nm", "seemeilen": "nm", "liter": "l",
    "litern": "l", "pfund": "gbp", "grad": "°", "tonnen": "t", "franken": "chf", "degré": "°", "degrés": "°",
    "°c": "°c",
}  # fmt: skip
UNIT = "|".join(longest_first(map(re.escape, UNIT_WORDS)))
_N = r"\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)|\d+(?:[.,]\d+)*"
_CLOCK = r"(?:[01]?\d|2[0-4])[:h][0-5]\d|(?:[01]\d|2[0-4])[0-5]\d"
LOOK = re.compile(
    rf"""
    (?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
  | (?P<link>(?:https?://|www\.)\S+
        |(?<![\w.])(?:[a-z0-9-]+\.)+(?:com|org|net|eu|fr|de|ch|at|uk|it|nl|be|es)\b[\w/.-]*)
  | (?P<fl>\bFL ?\d+)
  | (?P<span>(?<![\w.,/+])(?P<c1>{_CLOCK})(?:\ ?(?:UTC|Z|h))?\s?[-–]\s?(?P<c2>{_CLOCK})(?!\w|[.,:]\d))
  | (?P<phone>(?<![\w.])\+?[\d(][\d()]*(?:[ ./-]\(?\d[\d)]*){{3,}}\d?(?!\d)|\+\d[\d ]{{7,}}
        |(?<![\w.,])\d{{4}}\ \d{{3}}\ \d{{3}}(?!\d)|(?<![\w.,+])\d{{3,4}}\ \d{{6,}}
        |(?<![\w.,+/-])0\d{{3,4}}-\d{{5,}}(?![\w-]))
  | (?P<iso>\b\d{{4}}-\d{{2}}-\d{{2}}\b)
  | (?P<date>\b(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s+(?:of\s+)?(?P<m>{_MONTH})\b\.?(?:,?\s+(?P<y>\d{{4}}))?)
  | (?P<mdate>\b(?P<m2>{_MONTH})\b\.?\s+(?P<d2>\d{{1,2}})(?!\d|:|[.,]\d)(?:st|nd|rd|th)?
        (?:,\s+(?P<y2>\d{{4}}))?)
  | (?P<month>\b(?P<m3>{_MONTH})\b\.?(?:\s+(?:von\s+|de\s+)?(?P<y3>\d{{4}}))?)
  | (?P<days>\b(?P<w1>{_DAY})(?:\s?[-–]\s?|\ (?:to|through|bis|à|au)\ )(?P<w2>{_DAY})(?![\w]))
  | (?P<wkday>\b(?:weekdays?|working\ days?|en\ semaine|wochentags|werktags|unter\ der\ woche|jours\ ouvrés
        |jours\ de\ semaine)\b)
  | (?P<wkend>\b(?:weekends?|week-ends?|wochenenden?)\b)
  | (?P<day>\b(?:{_DAY})(?![\w]))
  | (?P<rwy>\b(?:RWY\ ?)?\d{{2}}[LRC]?/\d{{2}}[LRC]?\b(?!/)(?!\ ?°)|\b\d{{2}}[LRC]\b|\bRWY\ ?\d{{2}}[LRC]?\b)
  | (?P<ref>\b[A-Z][A-Za-z-]*(?:\.[A-Z\d]+)+(?:\([a-z\d]+\))*|§+\ ?\d+\w?|\b(?:AD|ENR|GEN)\ \d(?:\.\d+)*)
  | (?P<law>\b\d{{1,4}}/\d{{4}}\b)
  | (?P<dur>\b\d{{1,3}}\s?h(?:ours?|\.)?\ ?(?:and\ )?\d{{1,2}}(?:\s?m(?:in(?:utes?|uten)?)?)?\b
        (?!\ ?(?:local|UTC))|\b\d{{1,3}}m(?=\ (?:at|with|in|bei|mit)\b|\*\*))
  | (?P<clock>(?<![\w.,/+])(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:]|\ ?hours?\b)
        |(?<![\w.,/+])(?:[01]\d|2[0-4])[0-5]\d(?=\ ?(?:UTC|Z\b|local|LT\b)))
  | (?P<ampm>\b(?P<h12>\d{{1,2}})(?::(?P<m12>\d\d))?\ ?(?P<ap>[ap])\.?m\b\.?)
  | (?P<uhr>\b(?P<hu>\d{{1,2}})\ ?(?:Uhr|o'clock)\b(?:\ (?P<mu>\d\d))?)
  | (?P<num>(?<![\w.])[-−]?(?:{_N}))(?P<gap>[\s\u00a0-]{{0,2}})(?P<unit>(?:{UNIT})(?![\w])|°C?|[%€£$])?
  | (?P<ent>\u27e6[A-Z0-9:]+\u27e7)
  | (?P<mark>[;:()·,—|“”«»"]|\.(?=\s|$)|[!?]|\s[-–+/]\s)
  | (?P<word>[^\W\d_]+\d*)
  | (?P<money>[€£$](?=\s?\d))
    """,
    re.VERBOSE | re.IGNORECASE,
)
KINDS = (
    "mail", "link", "fl", "span", "phone", "iso", "date", "mdate", "month", "days", "wkday", "wkend", "day", "rwy",
    "ref", "law", "dur", "clock", "ampm", "uhr", "num", "ent", "mark", "word", "money",
)  # fmt: skip

_TO_TEN = "one|two|three|four|five|six|seven|eight|nine|ten"
_TO_TWELVE = f"{_TO_TEN}|eleven|twelve"
_NO_NOUN = (
    "of|or|at|in|on|for|to|by|that|which|is|was|are|has|when|before|after|if|unless|there|nearby|with|from|way|too"
    "|as|and|more|the|you|can|may|must|where|whose|only|under|within|needs"
)
_SPELT_NUMBER = "|".join(longest_first(SPELT))
_FIGURE = r"\d[\w:,.]*(?: ?(?:h|hours?|min|minutes?)\b)?"
_BARELY = "(?:just|a little|slightly|a bit)"
_CHECKED = r"(?:checked|verified|geprüft(?: werden)?|vérifiée?s?|vérifier)"
_COMPASS = {
    "N": "north", "NE": "northeast", "E": "east", "SE": "southeast", "S": "south", "SW": "southwest", "W": "west",
    "NW": "northwest",
}  # fmt: skip
_HOURS = r"hours?|heures?|stunden?"
_MINUTES = r"minutes?|minuten|min"


def _of_words(said: re.Match[str]) -> str:
    """ "an hour and fifty minutes" as "1h50"."""
    hours, minutes = (
        int(told) if told.isdigit() else int(1 if told in {"an", "a"} else SPELT.get(told, 1))
        for told in (said[1].casefold(), said[2].casefold())
    )
    return f"{hours}h{minutes:02d}"


def _sun_in_german(said: re.Match[str]) -> str:
    """ "Die Sonne geht um 16:35 unter" as "Sonnenuntergang um 16:35"."""
    return f"{'Sonnenaufgang' if said[2] else 'Sonnenuntergang'}{said[1]}"


AS_ONE: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (
        re.compile(
            rf"(?i)\b(\d+|an?|une?|eine?|{_SPELT_NUMBER}) (?:{_HOURS}),? (?:and |et |und )?"
            rf"(\d+|{_SPELT_NUMBER})(?: (?:{_MINUTES}))\b"
        ),
        _of_words,
    ),
    (re.compile(r"(?<![\d:])(\d{1,2}:\d{2}) ?Z\b"), r"\1 utc"),
    (re.compile(r"(?i)\b(?:nautical miles?|nautische[nr]? meilen?|mill?es? nautiques?)\b|\bNM\b"), "nm"),
    (re.compile(r"\b(?:No\.?|Nr\.|n°|N°) ?(?=\d)"), " "),
    (
        re.compile(
            rf"(?i)\b(\d+|{_TO_TEN}) (?:more|others?|further|additional|autres|de plus|weiteren?|anderen?)\b"
            r"(?! (?:than|que|als)\b)"
        ),
        r"\1",
    ),
    (
        re.compile(
            rf"(?i)\b(?:another|the other|other|further|les autres|weitere|die anderen) (?=\d|(?:{_TO_TEN})\b)"
        ),
        "",
    ),
    (
        re.compile(
            r"\bby (?=\d{1,2}[:.]\d\d|[0-2]\d[0-5]\d\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|noon|midnight"
            r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d"
            r"|\d{1,2} [ap]m)"
        ),
        "before ",
    ),
    (re.compile(rf"(?i)\bone (?=[a-z]+)(?!(?:{_NO_NOUN})\b)"), "1 "),
    (re.compile(r"(?i)\bboth (?=(?!countries|states|fields|places|of)[^,.;]{1,40}? and )"), ""),
    (re.compile(r"(?i)\bcount on (?=\d|about|an? |one|two|three|four|five)"), ""),
    (
        re.compile(r"(\d[\w:,.]*(?: ?(?:h|hours?|min|minutes?|nm|ft|heures?|Stunden?))?) (?:to|à) (?=\d)"),
        r"\1 until ",
    ),
    (
        re.compile(
            r"(?i)\b(?:and |und |et |so )?(?:it |they )?(?:should be|sollten?|must be|à|devrait être) "
            rf"{_CHECKED}\b"
        ),
        "",
    ),
    (re.compile(rf"\b[Bb]etween ({_FIGURE}) and ({_FIGURE})"), r"\1 until \2"),
    (
        re.compile(rf"\b[Bb]etween ((?:\d{{1,2}} )?(?:{_MONTH})) and ((?:\d{{1,2}} )?(?:{_MONTH}))\b", re.I),
        r"\1 until \2",
    ),
    (
        re.compile(
            r"(?i)\b(?:at )?midnight at the (?:start|beginning) of ((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
        ),
        r"\1 00:00",
    ),
    (
        re.compile(
            r"(?i)\b(from \d[\d,. ]* (?:ft|feet|m|metres)(?: AMSL| MSL)?) (?:upwards?|up|and up|and above)\b"
        ),
        r"\1",
    ),
    (re.compile(r"\b1[ ,]500 m / 1[ ,]000 ft\b"), "1500 m horizontally / 1000 ft vertically from cloud"),
    (
        re.compile(r"(?<![\w.,])(\d+ km)(?=(?:,| and|, and)? (?:1[ ,]?500 m horiz|clear of cloud))"),
        r"visibility \1",
    ),
    (re.compile(r"\b[Kk]eine[nrs]? ((?:(?!nicht|keine)[^\s.;,]+\s+){1,7}?)bekannt\b"), r"unbekannt \1"),
    (re.compile(r"\b[Aa]ucune? ((?:(?!pas|ni)[^\s.;,]+\s+){1,7}?)(?:connue?|n'est connue?)\b"), r"inconnu \1"),
    (
        re.compile(
            rf"(?i)\bat the earliest ({_FIGURE}|(?:{_SPELT_NUMBER})(?: hours?)?) and at the latest "
            rf"({_FIGURE}|(?:{_SPELT_NUMBER})(?: hours?)?) (?=before|ahead)"
        ),
        r"\1 until \2 ",
    ),
    (
        re.compile(r"(?i)\bneither ([^.;:⟦⟧]{3,50}?) (?:is|are) (included|counted)"),
        lambda m: f"{re.sub(r'(?i) nor ', ' and ', m[1])} not {m[2]}",
    ),
    (re.compile(rf"\b(?:[Zz]wischen|[Ee]ntre) ({_FIGURE}) (?:und|et) ({_FIGURE})"), r"\1 until \2"),
    (re.compile(r"(?i)\bsonne geht\b([^.;]*?)\b(?:unter|(auf))\b"), _sun_in_german),
    (re.compile(r"(?i)\bgeht (?:dort )?die sonne\b([^.;]*?)\b(?:unter|(auf))\b"), _sun_in_german),
    (re.compile(r"\band (?:it )?rises (?=at\b)"), "and sunrise "),
    (re.compile(r"\band (?:it )?sets (?=at\b)"), "and sunset "),
    (re.compile(r", soit (?=(?:environ )?\d)"), ", "),
    (re.compile(r"\bAssumed figures, tell me yours:"), "Assumed:"),
    (re.compile(r"\bAngenommene Werte, bitte die eigenen nennen:"), "Angenommen:"),
    (re.compile(r"\bChiffres supposés, donnez-moi les vôtres :"), "Supposé :"),
    (re.compile(r"≤ ?"), "at most "),
    (re.compile(r"\bbefore\W{1,4}Before (?=departure)"), "before "),
    (re.compile(r"\b0 °C at (?=[\d,.]+ ft\b)"), "freezing level "),
    (re.compile(r"(?<= nm )(N[EW]?|S[EW]?|E|W)(?![\w-])"), lambda m: _COMPASS[m[1]]),
    (
        re.compile(rf"(?i)\b(\d{{1,2}}|{_TO_TWELVE}) and a half\b"),
        lambda m: f"{m[1] if m[1].isdigit() else int(SPELT[m[1].casefold()])}.5",
    ),
    (re.compile(rf"(?i)\b{_BARELY} (?:over|above) (?=\d|(?:an?|{_TO_TEN})\b)"), "zzover "),
    (re.compile(rf"(?i)\b{_BARELY} (?:under|below) (?=\d|(?:an?|{_TO_TEN})\b)"), "zzunder "),
    (
        re.compile(
            r"(?i)\b(?:ne |n')(?![^.;,]{1,40}?\b(?:pas|plus|rien|jamais|aucune?)\b)([^.;,]{1,40}?)\bqu(?:e\b|')"
        ),
        r"\1 seulement ",
    ),
    (re.compile(r"\bPart-(?=[A-Z]{2,})"), "Part"),
    (re.compile(r"(?i)^\W*(?:for more|pour (?:en savoir )?plus|für mehr)(?: [\w' ]{1,20})?, "), ""),
    (re.compile(r"(?<=· )(few|scattered|broken|overcast) (?=[\d,]+ ft\b)"), r"\1 clouds "),
    (re.compile(r"(?<=· )(-?\d+)/(-?\d+) °C(?= ·)"), r"temperature \1 °C, dew point \2 °C"),
    (re.compile(r"(?:(?<=kt · )|(?<=at times ))(?=\d[\d,.]* k?m\b)"), "visibility "),
    (re.compile(r"(?i)\b(?:only|just|nur|seulement) (?=[\d.,]+ (?:nm|m|ft|min|minutes?|kt|km)\b)"), ""),
    (re.compile(rf"(?i)\b(\d{{1,2}}|{_TO_TWELVE}) in the morning\b"), r"\1 am"),
    (re.compile(rf"(?i)\b(\d{{1,2}}|{_TO_TWELVE}) in the (?:evening|afternoon)\b"), r"\1 pm"),
    (
        re.compile(rf"(?i)\b({_TO_TWELVE}) ([ap])m\b"),
        lambda m: f"{int(SPELT[m[1].casefold()])} {m[2]}m",
    ),
    (re.compile(r"\b(?:[Hh]alf an hour|une demi-heure|eine halbe Stunde)\b"), "30 minutes"),
    (re.compile(r"\b(?:[Aa]n hour|une heure|eine Stunde)\b"), "1 hour"),
)
"""What is said in several words, and what it is read as."""


def number_of(text: str) -> float:
    """The value of a number as any of the three languages prints it."""
    text = text.replace("−", "-")
    bare = re.sub(r"(?<=\d)[ \u00a0\u202f'’](?=\d{3})", "", text)
    if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", bare):
        return float(bare.replace(",", ""))
    if re.fullmatch(r"-?\d+[.,]\d+", bare):
        return float(bare.replace(",", "."))
    if re.fullmatch(r"-?\d{1,3}(?:\.\d{3})+,\d+", bare):
        return float(bare.replace(".", "").replace(",", "."))
    try:
        return float(bare)
    except ValueError:
        return float(re.sub(r"[.,]", "", bare) or 0) + 0.000123  # of several parts: it is like itself alone


def month_of(word: str) -> int:
    """Its number, of a whole or a short name."""
    word = word.casefold().rstrip(".")
    return next((MONTHS[word[:n]] for n in (4, 5, 3) if word[:n] in MONTHS), 0)


def weekday_of(word: str) -> int:
    """Its number, Monday first."""
    word = word.casefold().rstrip(".")
    if word.startswith("sonn"):
        return 6 if word.startswith("sonnab") else 7
    if word.startswith("die"):
        return 2
    if word.startswith("mitt"):
        return 3
    return WEEKDAYS[word[:3]]


def hhmm(text: str) -> int:
    """ "09:30" is 930."""
    return int(re.sub(r"\D", "", text).rjust(4, "0"))
