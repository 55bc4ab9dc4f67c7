"""Reads days and dates: "tomorrow", "Saturday", "10 May", "2027-05-10", "am Montag", "le 14 février".

A day and month without a year is the next such day. A weekday alone is kept as a weekday; beside a date it is
that date ("Saturday 5 December"), and where the two disagree the date is taken and `Day.note` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from agent import regex as re
from agent.language.day_figures import find_figures
from agent.language.months import MONTH, MONTHS, YEAR, next_date
from agent.language.named_days import find_named
from agent.language.spoken import written_in
from agent.language.weekends import days_told
from agent.language.wording import words_in
from agent.regex import longest_first

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_WEEKDAY_WORDS: dict[str, int] = {
    **{name.lower(): i for i, name in enumerate(WEEKDAYS)},
    **{name.lower() + "s": i for i, name in enumerate(WEEKDAYS)},
    **{name: i for i, name in enumerate(words_in("mon tues wed thurs fri sat sun"))},
    "tue": 1,
    "thur": 3,
    "thu": 3,
    "weds": 2,
    **{name: i for i, name in enumerate(words_in("lundi mardi mercredi jeudi vendredi samedi dimanche"))},
    **{name: i for i, name in enumerate(words_in("montag dienstag mittwoch donnerstag freitag samstag sonntag"))},
    **{
        name + "s": i
        for i, name in enumerate(words_in("montag dienstag mittwoch donnerstag freitag samstag sonntag"))
    },
    "sonnabend": 5,
    **dict.fromkeys(words_in("munday modnay mondy"), 0),
    **dict.fromkeys(words_in("teusday tusday tuseday tuesay dientag"), 1),
    **dict.fromkeys(words_in("wensday wednsday wendsday wendesday wedensday mitwoch mittwock mercedi"), 2),
    **dict.fromkeys(words_in("thrusday thursdy thurday thusday donerstag donnertag"), 3),
    **dict.fromkeys(words_in("firday fryday fridy frday feitag frietag vendedi vendrdi"), 4),
    **dict.fromkeys(words_in("saterday satuday satruday saturdy satday sturday samtag samstga samdi"), 5),
    **dict.fromkeys(words_in("sundy suday sundya sunady sontag sonnntag dimache dimanch"), 6),
    **{
        name + part: i
        for i, name in enumerate(words_in("montag dienstag mittwoch donnerstag freitag samstag sonntag"))
        for part in words_in("morgen früh vormittag mittag nachmittag abend sausflug sflug stour sreise")
    },
    **{name: i for i, name in enumerate(words_in("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"))},
}
_WEEKDAY = "|".join(longest_first(_WEEKDAY_WORDS))
_SHORT_NEEDS_CONTEXT = {"sun", "sat", "mon", "wed", "fri", "thu", "tue"}
_RELATIVE = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "tomorow": 1,
    "tommorow": 1,
    "tommorrow": 1,
    **dict.fromkeys(words_in("2moz tmrw tmr tmrrw tmw tomo tomoz tmoro 2moro 2morrow tomorro morrow"), 1),
    "tdy": 0,
    "2day": 0,
    "2nite": 0,
    "tonite": 0,
    "tomorrow morning": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "aujourd'hui": 0,
    "ce soir": 0,
    **dict.fromkeys(
        (
            "cet après-midi",
            "cet apres-midi",
            "cet après midi",
            "cet apres midi",
            "cette après-midi",
            "cette apres midi",
            "cet aprem",
            "cette aprem",
        ),
        0,
    ),
    "ce matin": 0,
    "demain": 1,
    **dict.fromkeys(("après-demain", "apres-demain", "après demain", "apres demain"), 2),
    "heute": 0,
    "heut": 0,
    "heute abend": 0,
    "morgen": 1,
    "übermorgen": 2,
    "uebermorgen": 2,
    "vandaag": 0,
    "overmorgen": 2,
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "yesterday": -1,
    "hier": -1,
    "gestern": -1,
}
_WEEKS = dict.fromkeys(words_in("a an one 1 une einer"), 1)
_WEEKS.update(dict.fromkeys(words_in("two 2 deux zwei fortnight"), 2))
_WEEKS.update(dict.fromkeys(words_in("three 3 trois drei"), 3))
_WEEKS.update(dict.fromkeys(words_in("four 4 quatre vier"), 4))
_WEEKS.update(dict.fromkeys(words_in("five 5 cinq fünf"), 5))
_WEEKS.update(dict.fromkeys(words_in("six 6 sechs"), 6))
DAYS_AHEAD = frozenset(word for word in _WEEKDAY_WORDS if len(word) > len("tues")) | frozenset(
    word for word, ahead in _RELATIVE.items() if ahead >= 0
)
"""Words for a day that lies ahead, those typed in haste too: "tomorow", "satruday"."""
_COUNTED = r"h|hrs?|hours?|heures?|uhr|stunden?|am|pm|o'clock|nm|km|miles?|kt|kts|knots?|min|minutes?|people|persons?|personen|personnes?|pax|pob|of us|adults?|l|lit\w+"
"""What a number behind a weekday counts where it is no day of the month."""
_REL = "|".join(longest_first(re.escape(word) for word in _RELATIVE)).replace(
    "hier",
    r"(?<!von )(?<!um )(?<!bei )(?<!ab )(?<!nach )(?<!ist )(?<!sind )(?<!wir )(?<!ich )(?<!sitzen )(?<!sitze )(?<!stehen )(?<!stehe )(?<!liegt )(?<!gibt )"
    r"(?<!hängt )(?<!wetter )(?<!regnet )(?<!schneit )(?<!bin )"
    r"hier(?!\s*:|\s+(?:in|im|bei|ist|sind|auf|am|an|oben|unten|draußen|vor|gibt|liegt|sitz\w*|hängt|steht|regnet|schneit|alles|noch|wird|weht|nebel|nur|fest|und jetzt)\b)",
)
"""The words of `_RELATIVE`; "von hier" is from here, in German."""


@dataclass(frozen=True, slots=True)
class Day:
    """One day said. `when` is its date (of a weekday the next), `weekday` its name when only that was said."""

    start: int
    end: int
    when: date
    weekday: str | None = None
    note: str = ""
    """What was taken for granted in reading it, as a sentence."""


def spoken(when: date) -> str:
    """ "30 November": the day without its year."""
    return f"{when.day} {when:%B}"


def _year(text: str | None) -> int | None:
    if not text:
        return None
    value = int(text.lstrip("'"))
    return value + 2000 if value < 100 else value


def _dated(year: str | None, month: int, day: str, today: date) -> date | None:
    known = _year(year)
    try:
        return date(known, month, int(day)) if known else next_date(month, int(day), today)
    except ValueError:
        return None


def _weeks_ahead(match: re.Match[str], today: date) -> date:
    """ "tomorrow week", "in a fortnight", "two weeks today"."""
    words = match.groupdict()
    first = 1 if (words.get("from") or "").lower() in ("tomorrow", "demain", "morgen") else 0
    return today + timedelta(days=first + 7 * _WEEKS.get((words.get("n") or "a").lower(), 1))


_ONES = words_in("first second third fourth fifth sixth seventh eighth ninth")
_TEENS = words_in(
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_SPOKEN = [*_ONES, *_TEENS, "twentieth", *(f"twenty {one}" for one in _ONES), "thirtieth", "thirty first"]
_ORDINALS = {word: number for number, word in enumerate(_SPOKEN, start=1)}
"""Days of a month as they are said."""
_ORDINAL = "|".join(word.replace(" ", "[ -]") for word in longest_first(_ORDINALS))
_ONES_DE = words_in(
    "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften"
)
_TEENS_DE = words_in(
    "dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten"
)
_TWENTIES_DE = words_in("einund zweiund dreiund vierund fünfund sechsund siebenund achtund neunund")
_SPOKEN_DE = [
    *_ONES_DE,
    *_TEENS_DE,
    *(f"{one}zwanzigsten" for one in _TWENTIES_DE),
    "dreißigsten",
    "einunddreißigsten",
]
_ORDINALS_DE = {word: number for number, word in enumerate(_SPOKEN_DE, start=1)}
_LATER_ORDINAL = "|".join(f"(?:{word})" for word in _ORDINAL.split("|") if word not in _ONES)
"""Those that stand for no place of a list: "on the second"."""
_Reader = Callable[[re.Match[str], date], "date | None"]
_NTH = r"(?:[12]?\d|3[01])"
_TH = r"(?:st|nd|rd|th)"

_PATTERNS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (
        re.compile(r"\b(20\d\d)(?P<x>[-/.])(\d{1,2})(?P=x)(\d{1,2})\b"),
        lambda m, t: _dated(m[1], _month_number(m[3]), m[4], t),
    ),
    (
        re.compile(r"\b(\d{1,2})(?:[./](\d{1,2})[./]((?:20)?\d\d)|-(\d{1,2})-(20\d\d))\b"),
        lambda m, t: _dated(m[3] or m[5], _month_number(m[2] or m[4]), m[1], t),
    ),
    (re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(?!\d)"), lambda m, t: _dated(None, _month_number(m[2]), m[1], t)),
    (
        re.compile(
            r"\b(?:am|on|le|den|vom|the|du|au|back|home|return(?:ing)?|rtn|ret|retour|zurück|bis|until|till)\s+"
            r"(?P<t>(\d{1,2})[./](\d{1,2}))(?![\d.])",
            re.I,
        ),
        lambda m, t: _dated(None, _month_number(m[3]), m[2], t),
    ),
    (
        re.compile(rf"\b(?:{_WEEKDAY})[\s,.]+(?P<t>(?P<d>\d{{1,2}})/(?P<m>\d{{1,2}}))(?![\d/])", re.I),
        lambda m, t: _dated(None, _month_number(m["m"]), m["d"], t),
    ),
    (
        re.compile(
            rf"\b(?P<w>{_WEEKDAY})[\s,]+(?:the |le |den |dem )?(?P<t>(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?)(?![^\W_]|[.,:/]\d|\s*(?:{_COUNTED})\b|\s*(?:of\s+|de\s+)?(?:{MONTH})\b)",
            re.I,
        ),
        lambda m, t: (
            _day_of_month(m["d"], t, WEEKDAYS[_WEEKDAY_WORDS[m["w"].lower()]])
            if int(m["d"]) > 12 or m["t"][-2:].isalpha()
            else None
        ),
    ),
    (
        re.compile(
            r"\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+(?P<t>(?P<d>\d{1,2}))(?=,?\s+(?:à|au|de|vers)\b)",
            re.I,
        ),
        lambda m, t: _day_of_month(m["d"], t),
    ),
    (
        re.compile(
            rf"\b(\d{{1,2}})(?:st|nd|rd|th|er|\.)?(?:\s+of|\s+de)?\s*({MONTH})\b\.?,?(?:\s+({YEAR}|'\d\d))?", re.I
        ),
        lambda m, t: _dated(m[3], MONTHS[m[2].lower()], m[1], t),
    ),
    (
        re.compile(
            rf"\b(?P<t>(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?)\s*(?:and|to|until|till|or|-|bis|und|et|au|&|/)\s*(?:the |le |zum |dem )?"
            rf"(?=\d{{1,2}}(?:st|nd|rd|th|er|\.)?(?:\s+of|\s+de)?\s+(?P<m>{MONTH})\b(?:\s+(?P<y>{YEAR}))?)",
            re.I,
        ),
        lambda m, t: _dated(m["y"], MONTHS[m["m"].lower()], m["d"], t),
    ),
    (
        re.compile(
            rf"\b(?:first|1st|premier|erstes?|ersten) (?:weekend|week-end|wochenende) (?:in|of|de|d'|im)?\s*({MONTH})\b",
            re.I,
        ),
        lambda m, t: _first_saturday(MONTHS[m[1].lower()], t),
    ),
    (
        re.compile(rf"\b(?:the )?({_ORDINAL}) (?:of )?({MONTH})\b(?:,?\s+({YEAR}))?", re.I),
        lambda m, t: _dated(m[3], MONTHS[m[2].lower()], str(_ORDINALS[m[1].lower().replace("-", " ")]), t),
    ),
    (
        re.compile(rf"\b({'|'.join(_ORDINALS_DE)}) ({MONTH})\b", re.I),
        lambda m, t: _dated(None, MONTHS[m[2].lower()], str(_ORDINALS_DE[m[1].lower()]), t),
    ),
    (
        re.compile(rf"\b(?:back|home|return(?:ing)?) (?P<t>(?:on )?the (?P<d>{_ORDINAL}))\b", re.I),
        lambda m, t: _day_of_month(str(_ORDINALS[m["d"].lower().replace("-", " ")]), t),
    ),
    (
        re.compile(
            rf"\b(?P<w>{_WEEKDAY})(?:\s+(?:morning|afternoon|evening))?,?\s+the\s+(?P<d>{_ORDINAL})\b(?!\s+(?:of\s+)?(?:{MONTH})\b)",
            re.I,
        ),
        lambda m, t: _day_of_month(
            str(_ORDINALS[m["d"].lower().replace("-", " ")]), t, WEEKDAYS[_WEEKDAY_WORDS[m["w"].lower()]]
        ),
    ),
    (
        re.compile(
            r"(?<![\d/.-])(?P<t>(?P<d>\d{1,2})/(?P<m>\d{1,2}))(?=,?\s+(?:dep|etd|off|out|leav\w*|départ|start|abflug)\b)",
            re.I,
        ),
        lambda m, t: _dated(None, _month_number(m["m"]), m["d"], t),
    ),
    (
        re.compile(rf"(?:\d|\bam|\bpm|\blocal|\bnoon|o['’]clock)\s+on the (?P<t>{_ORDINAL})\b", re.I),
        lambda m, t: _day_of_month(str(_ORDINALS[m["t"].lower().replace("-", " ")]), t),
    ),
    (
        re.compile(rf"\b({MONTH}),? (?:the )?({_ORDINAL})\b", re.I),
        lambda m, t: _dated(None, MONTHS[m[1].lower()], str(_ORDINALS[m[2].lower().replace("-", " ")]), t),
    ),
    (
        re.compile(
            rf"\b({MONTH})(?:\.|, the)?\s+(?:the\s+)?(\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[:.]\d|\s*(?:up|pob|pax|people|persons?|of us)\b)(?:,?\s+({YEAR}|'\d\d))?",
            re.I,
        ),
        lambda m, t: _dated(m[3], MONTHS[m[1].lower()], m[2], t),
    ),
    (
        re.compile(r"\b(?:on |by |until |for )?the (\d{1,2})(?:st|nd|rd|th)\b", re.I),
        lambda m, t: _day_of_month(m[1], t),
    ),
    (
        re.compile(
            r"\b(?:back|return(?:ing)?|home|until|till|out) (?:on )?(?P<t>(?:the (?P<d>\d{1,2})(?=\s*(?:$|[?!.,]))|(?P<e>\d{1,2})(?:st|nd|rd|th)\b(?! of)(?! [a-z]{3})))",
            re.I,
        ),
        lambda m, t: _day_of_month(m["d"] or m["e"], t),
    ),
    (
        re.compile(
            (
                r"\b(?:le|am|den) (\d{1,2})(?:\.|er)?(?=$|[ ?!,])(?!\s*(?:h|uhr|km|nm|m|ft|kt|heures|"
                r"h?ours|tage|jours|personnes|stunden)\b)"
            ),
            re.I,
        ),
        lambda m, t: _day_of_month(m[1], t),
    ),
    (
        re.compile(
            rf"\b(?:on|until|till|by|for|from|of) the (?P<t>{_LATER_ORDINAL})(?=\s*(?:$|[?!.,]|(?:leaving|departing|out|returning|flying|going|we|i)\b|(?:for|at|to|from|with|please|and|in)\b))",
            re.I,
        ),
        lambda m, t: _day_of_month(str(_ORDINALS[" ".join(m["t"].lower().replace("-", " ").split())]), t),
    ),
    (re.compile(r"\b(?P<from>today|tomorrow)\s+(?P<n>fortnight|week(?!\s*-?end))\b", re.I), _weeks_ahead),
    (re.compile(r"\b(?P<from>demain|aujourd'hui) en (?:huit)\b", re.I), _weeks_ahead),
    (re.compile(r"\b(?P<from>morgen|heute) in (?P<n>einer|zwei) wochen?\b", re.I), _weeks_ahead),
    (
        re.compile(
            r"\b(?:(?P<n>a|one|1|two|2|three|3) weeks?|a (?P<f>fortnight))\s+(?:from\s+)?"
            r"(?P<from>today|tomorrow)\b",
            re.I,
        ),
        lambda m, t: _weeks_ahead(m, t) + timedelta(days=7 if m["f"] else 0),
    ),
    (
        re.compile(
            rf"\b(?P<t>(?P<d>{_NTH}){_TH})(?=\s*(?:to|till|until|through|-|–)\s*(?:the )?{_NTH}{_TH}\b)",
            re.I,
        ),
        lambda m, t: _day_of_month(m["d"], t),
    ),
    (
        re.compile(rf"(?<={_TH})\s*(?:to|till|until|through|-|–)\s*(?:the )?(?P<t>(?P<d>{_NTH}){_TH})\b", re.I),
        lambda m, t: _day_of_month(m["d"], t),
    ),
    (re.compile(r"\bin a (?P<n>fortnight)(?:'?s time)?\b", re.I), _weeks_ahead),
    (re.compile(r"\bin (?P<n>a|one|1) week'?s?'? time\b", re.I), _weeks_ahead),
    (re.compile(r"\bin (?P<n>two|three|four|five|six|[2-6]) weeks\b(?:'? time\b)?", re.I), _weeks_ahead),
    (
        re.compile(r"\b(?:in (?P<n>einer|zwei|drei|vier|fünf|sechs|[2-6]) wochen?)\b(?=\s*[?.!,]|\s*$)", re.I),
        _weeks_ahead,
    ),
    (re.compile(r"\b(?:dans (?P<n>une|deux|trois|quatre|cinq|six|[2-6]) semaines?)\b", re.I), _weeks_ahead),
    (re.compile(rf"\b(?:{_REL})(?!\w)", re.I), lambda m, t: t + timedelta(days=_RELATIVE[m[0].lower()])),
)


def _day_of_month(text: str, today: date, weekday: str = "") -> date | None:
    """The next such day of a month ("on the 14th"), of two months' the one on that weekday."""
    for ahead in range(62):
        day = today + timedelta(days=ahead)
        if day.day == int(text) and weekday in ("", WEEKDAYS[day.weekday()]):
            return day
    return None


def _first_saturday(month: int, today: date) -> date | None:
    """The Saturday of the first weekend of a month."""
    first = next_date(month, 7, today)
    return first - timedelta(days=(first.weekday() - 5) % 7) if first else None


def _month_number(text: str) -> int:
    return int(text) if 1 <= int(text) <= 12 else 99


_SHORT_MONTHS = "|".join(name for name in MONTH.split("|") if MONTHS[name] in (2, 4, 6, 9, 11))
_FEBRUARY = "|".join(name for name in MONTH.split("|") if MONTHS[name] == 2)
_SURE_MONTHS = "|".join(
    name for name in MONTH.split("|") if name not in ("may", "mai", "mar", "mär", "march", "mars")
)
_NO_DAY = re.compile(
    rf"\b(?:31(?:st|\.)?(?:\s+of|\s+de)?\s*(?:{_SHORT_MONTHS})|30(?:th|\.)?(?:\s+of|\s+de)?\s*(?:{_FEBRUARY}))\b"
    rf"|\b(?:(?:{_SHORT_MONTHS})\.?\s+(?:the\s+)?31(?:st)?|(?:{_FEBRUARY})\.?\s+(?:the\s+)?30(?:th)?)\b(?![:.]\d|\s*k)"
    rf"|\b(?:3[2-9]|[4-9]\d)(?:st|nd|rd|th|\.)?(?:\s+of|\s+de)?\s+(?:{_SURE_MONTHS})\b"
    r"|\b20\d\d-(?:(?:0[2469]|11)-31|02-30)\b"
    r"|\b(?:31\.0?(?:[2469]|11)|30\.0?2)\.(?:(?:20)?\d\d\b)?",
    re.IGNORECASE,
)


def no_days(text: str) -> list[re.Match[str]]:
    """Days that no month has: "30 feb", "am 31. April", "2026-06-31"."""
    return list(_NO_DAY.finditer(text))


_MORNING = re.compile(r"\b(?:guten|am|jeden)\s+$", re.I)
_ON = re.compile(
    r"\b(?:on|next|this|every|a|am|le|les|ce|coming|until|by|for|of|nächsten?|kommenden?)\s+$|^$", re.I
)


def find_days(text: str, today: date) -> list[Day]:
    """Every day named in a plain text, in reading order. `today` is the asker's (UTC) date."""
    weekdays = list(_weekdays(text, today))
    found = [Day(*named) for named in find_named(text, today)]
    found += [day for day in weekdays if day.weekday is None]  # "Saturday week"
    for start, end, when, number in find_figures(text, today):
        found.append(Day(start, end, when, None if number is None else WEEKDAYS[number]))

    never = [match.span() for match in no_days(text)]
    found = [day for day in found if not any(day.start < end and start < day.end for start, end in never)]

    def free(start: int, end: int) -> bool:
        held = [*never, *((day.start, day.end) for day in found)]
        return all(end <= begins or start >= ends for begins, ends in held)

    for pattern, read in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span("t" if "t" in pattern.groupindex else 0)
            if not free(start, end):
                continue
            if match[0].lower() == "morgen" and _MORNING.search(text[: match.start()]):
                continue
            when = read(match, today)
            if when is not None:
                found.append(Day(start, end, when))
    found += [day for day in weekdays if free(day.start, day.end)]
    found = [_of_the_month_told(day, text, today) for day in found]
    return _of_what_is_told(_joined(sorted(found, key=lambda day: day.start), text, today), text, today)


_IN_A_MONTH = re.compile(rf"\b(?:in|im|en)\s+(?P<m>{MONTH})\b(?:\s+(?P<y>{YEAR}))?(?!\s*\d)", re.IGNORECASE)
_ONLY_ITS_NUMBER = re.compile(
    r"(?:(?:on|the|am|le|den|der|dem)\s+)*(?P<d>\d{1,2})(?:st|nd|rd|th|er|\.)?", re.IGNORECASE
)


def _of_the_month_told(day: Day, text: str, today: date) -> Day:
    """ "In May on the 12th", "en mai, le 12": a number alone is of the month that is told before it."""
    number = _ONLY_ITS_NUMBER.fullmatch(text[day.start : day.end].strip())
    told = _IN_A_MONTH.search(text[: day.start]) if number is not None else None
    if number is None or told is None:
        return day
    since = date(int(told["y"]), 1, 1) if told["y"] else today
    when = next_date(MONTHS[told["m"].lower()], int(number["d"]), since)
    return replace(day, when=when) if when else day


def _of_what_is_told(days: list[Day], text: str, today: date) -> list[Day]:
    """Weekdays of a weekend or week that is told are days of that one, and so is the date that tells it.

    "The weekend of 12 December: off Friday, home Sunday"; "at Christmas, say on the 24th".
    """
    dated = [d for d in days if d.weekday is None]
    told, at = days_told(text, [(d.start, d.end, d.when) for d in dated], today)
    if told and any(day.weekday for day in days):
        of_it = [
            replace(day, when=told[WEEKDAYS.index(day.weekday)], note="") if day.weekday else day for day in days
        ]
        others = [day for day in of_it if day.start != at]
        out = [
            day
            for day in others
            if not _HOME_BEFORE.search(text[: day.start]) and not _HOME_BEHIND.match(text, day.end)
        ]
        if not out:
            return of_it  # "the weekend of 12 December, back Monday"
        first = min(day.when for day in out)
        own = [
            d
            for d in dated
            if d.start == at and not re.search(rf"\b(?:{_WEEKDAY})\b", text[d.start : d.end], re.I)
        ]
        return [replace(day, when=first) if day in own else day for day in of_it]
    feasts = [d for d in dated if _is_relative(d, text) and not _COUNTED_FROM_TODAY.search(text, d.start, d.end)]
    if any(_SPELT_DATE.match(text, d.start) for d in feasts):
        return days
    feasts = [d for d in feasts if d.when > today + timedelta(days=1)]
    near = [
        other.when
        for other in dated
        if len(feasts) == 1 and other not in feasts and abs((other.when - feasts[0].when).days) <= _AROUND_A_FEAST
    ]
    return [replace(day, when=min(near)) if near and day in feasts else day for day in days]


_BESIDE = re.compile(
    r"[\s,.(]*(?:(?:morning|afternoon|evening|früh|vormittag|nachmittag|matin|après-midi|soir|on|the|le|den|dem|der)\s+)*",
    re.IGNORECASE,
)
_A = re.compile(r"[\s,(]*(?:which is |is |c'est |das ist )?(?:an?|un|ein)\s+", re.IGNORECASE)


def _joined(days: list[Day], text: str, today: date) -> list[Day]:
    """A weekday beside a date is that date: "Monday 30 November", "30 November, a Monday"."""
    joined: list[Day] = []
    for one in days:
        before = joined[-1] if joined else None
        day = _in_its_month(_numbered(one, joined, text), before, text)
        between = text[before.end : day.start] if before else ""
        if before and before.weekday and not day.weekday and _BESIDE.fullmatch(between):
            only_day = re.fullmatch(r"\D*(\d{1,2})\D*", text[day.start : day.end])
            if only_day and not re.search(MONTH, text[day.start : day.end], re.I):
                told = next((d.when for d in reversed(joined[:-1]) if d.weekday is None), today)
                near = _day_of_month(only_day[1], max(told - timedelta(days=3), today), before.weekday)
                day = replace(day, when=near or _day_of_month(only_day[1], today, before.weekday) or day.when)
            if _is_relative(day, text) and WEEKDAYS[day.when.weekday()] != before.weekday:
                joined.append(day)
                continue
            joined[-1] = _one(before, day)
        elif before and day.weekday and not before.weekday and not before.note:
            agree = WEEKDAYS[before.when.weekday()] == day.weekday
            if (agree and _BESIDE.fullmatch(between)) or (
                _A.fullmatch(between) and not _is_relative(before, text)
            ):
                joined[-1] = _one(day, before)
            else:
                joined.append(day)
        else:
            joined.append(day)
    return joined


_BARE_NUMBER = re.compile(
    r"\s+(?:the )?(?P<n>\d{1,2})(?!\s*(?:[:.,/-]?\d|am\b|pm\b|h\b|hrs?\b|uhr\b|o['’]?clock|heures?\b|kts?\b|nm\b|local\b|z\b|utc\b"
    rf"|min|people\b|pax\b|of us\b|\W*(?:of |de )?{MONTH}))(?!\w)",
    re.IGNORECASE,
)
NUMBERED = re.compile(rf"(?:{_WEEKDAY}|[a-z]{{2,3}})\s+(?:the )?\d{{1,2}}", re.IGNORECASE)
""" "Mon 7", where it is a day: no hour of it."""
_SOON_AFTER = 31


def _numbered(day: Day, before: list[Day], text: str) -> Day:
    """ "Fri 4 Dec, back Mon 7": a number behind a weekday is its day of the month where a date was told before it."""
    number = _BARE_NUMBER.match(text, day.end) if day.weekday else None
    told = next(
        (d for d in reversed(before) if d.weekday is None and re.search(MONTH, text[d.start : d.end], re.I)), None
    )
    if number is None or told is None:
        return day
    ahead = (told.when + timedelta(days=n) for n in range(_SOON_AFTER))
    when = next((one for one in ahead if one.day == int(number["n"])), None)
    if when is None or WEEKDAYS[when.weekday()] != day.weekday:
        return day
    return replace(day, end=number.end(), when=when, weekday=None)


def _in_its_month(day: Day, before: Day | None, text: str) -> Day:
    """ "the 5th of June … back the 6th": a number alone behind a date is the next such day after it."""
    only = re.fullmatch(r"\D*(\d{1,2})\D*", text[day.start : day.end])
    if (
        before is None
        or only is None
        or (before.weekday and _BESIDE.fullmatch(text[before.end : day.start]))
        or day.when > before.when
        or re.search(MONTH, text[day.start : day.end], re.I)
    ):
        return day
    a_feast = before.weekday is None and _is_relative(before, text)
    a_feast = a_feast and not _COUNTED_FROM_TODAY.search(text, before.start, before.end)
    eve = _day_of_month(only[1], before.when - timedelta(days=_AROUND_A_FEAST)) if a_feast else None
    if eve and eve <= before.when + timedelta(days=_AROUND_A_FEAST):
        return replace(day, when=eve)  # "at Christmas, say on the 24th"
    told = before.weekday is None and re.search(MONTH, text[before.start : before.end], re.I)
    just_before = _day_of_month(only[1], before.when - timedelta(days=_EVE)) if told else None
    if just_before and just_before < before.when:
        return replace(day, when=just_before)  # "on 13 March, going on the 12th and back on the 14th"
    later = _day_of_month(only[1], before.when)
    return replace(day, when=later) if later else day


_COUNTED_FROM_TODAY = re.compile(
    rf"\b(?:{_REL}|(?:days?|weeks?|fortnight|tage?n?|wochen?|jours?|semaines?|huit|quinze|acht|vierzehn)\b)", re.I
)
"""In the words of a day that is no feast: "the day after tomorrow", "in a fortnight"."""
_HOME_BEFORE = re.compile(
    r"\b(?:back|home|return\w*|retour|rentr\w*|revien\w*|reven\w*|zurück|heim\w*|rück\w*)\b[\s,]*(?:(?:on|at|by|the|for|am|le|den|erst)\s+)*$",
    re.IGNORECASE,
)
_HOME_BEHIND = re.compile(
    r"\s*(?:(?:morning|afternoon|evening|früh|mittag|nachmittag|abend|matin|après-midi|soir|um|at|à|\d+(?:[:.h]\d\d)?|uhr|h)\s+)*"
    r"(?:(?:geht es|wieder) )*(?:back|home|retour|zurück|heim)\b",
    re.IGNORECASE,
)
_SPELT_DATE = re.compile(rf"(?:the |le |der |den |am )?[\w-]+,? (?:of |de |d['’])?(?:{MONTH})\b", re.IGNORECASE)
""" "First of May", "le premier mai": a date in words, and no feast that other dates tell."""
_AROUND_A_FEAST = 10
_EVE = 3
"""Days before a date on which one goes to it."""


def _is_relative(day: Day, text: str) -> bool:
    return not any(letter.isdigit() for letter in text[day.start : day.end])


def _one(weekday: Day, dated: Day) -> Day:
    actual, note = WEEKDAYS[dated.when.weekday()], dated.note
    if actual != weekday.weekday:
        note = f"{spoken(dated.when)} {dated.when.year} is a {actual}, not a {weekday.weekday}: I took the date."
    return Day(min(weekday.start, dated.start), max(weekday.end, dated.end), dated.when, note=note)


_TODAY_TOO = re.compile(r"\b(?:today|heute|aujourd'hui|this)\W*$", re.IGNORECASE)
_NEXT = re.compile(r"\b(?:next|nächste[rnms]?)\s+$", re.IGNORECASE)
_A_WEEK_ON = re.compile(
    r"\b(?:(?P<n>a|one|1|two|2|three|3) weeks?|a fortnight)\s+(?:on\s+|from\s+|this\s+|next\s+)?$", re.IGNORECASE
)
_WEEK_BEHIND = re.compile(
    r"\s+(?:week(?!\s*-?end)\b|fortnight\b|en (?:huit|quinze)\b|in (?:einer|zwei) wochen?\b"
    r"|(?:in|dans) (?P<n>two|three|four|five|six|drei|vier|fünf|sechs|une|deux|trois|quatre|cinq|six|[1-6]) (?:weeks|wochen?|semaines?)\b)",
    re.IGNORECASE,
)
_AFTER_NEXT = re.compile(r"\s+after next\b|\s+nach dem nächsten\b", re.IGNORECASE)
_NEXT_BUT_ONE = re.compile(r"\b(?:next but one|übernächste[rnms]?|uebernaechste[rnms]?)\s+$", re.IGNORECASE)
_PROCHAIN = re.compile(r"\s+prochain\b", re.IGNORECASE)
_CODE_BEFORE = re.compile(
    r"(?<![\w])(?!less|lots|last|long|like|love|look|left|live|late)[BEL][A-Z]{3}\s+$", re.IGNORECASE
)
_TIME_BEHIND = re.compile(
    r"\.?,?\s+(?:(?:at|the|on|around|by)\s+)?(?:\d|noon\b|midday\b|morning\b|afternoon\b|evening\b|week\b)",
    re.IGNORECASE,
)
_ABBREVIATED = {"mo": 0, "di": 1, "mi": 2, "do": 3, "fr": 4, "sa": 5, "so": 6}
_ABBREVIATED_FR = {"lun": 0, "mar": 1, "mer": 2, "jeu": 3, "ven": 4, "sam": 5, "dim": 6}
_ABBREVIATION = re.compile(
    r"\b(?P<w>Mo|Di|Mi|Do|Fr|Sa|So|[Ll]un|[Mm]ar|[Mm]er|[Jj]eu|[Vv]en|[Ss]am|[Dd]im)"
    r"(?:\.,?(?=\s+(?:den\s+|le\s+|um\s+|à\s+)?\d)|,?(?=\s+\d{1,2}(?:[.:]\d\d)?\s?(?:[Uu]hr\b|\.\s?\d))|"
    r"(?<=Sa)(?=\s+(?:[01]\d|2[0-3])[0-5]\d\b)|(?<=So|Fr)(?=\s+(?:[01]\d|2[0-3])[0-5]\d\s+[A-Z])|"
    r"(?<=[A-Z]{4} (?:Mo|Di|Mi|Do|Fr|So))(?=\s+(?:[01]\d|2[0-3])[0-5]\d\b)|"
    r"(?<=[Ll]un|[Mm]er|[Jj]eu|[Vv]en|[Ss]am|[Dd]im)(?=\s+(?:[01]\d|2[0-3])[0-5]\d\b)|"
    r"(?<=Mo|Di|Mi|Do|Fr|Sa|So)(?=\s+(?:[Ff]rüh|[Vv]ormittags?|[Mm]ittags?|[Nn]achmittags?|[Aa]bends?|[Mm]orgens?)\b))"
)


_TERSE_GERMAN = re.compile(
    r"(?<![\w.])(?P<w>[Mm]o|[Dd]i|[Mm]i|[Dd]o|[Ff]r|[Ss]a|[Ss]o|[Ll]un|[Mm]ar|[Mm]er|[Jj]eu|[Vv]en|[Ss]am|[Dd]im|"
    r"MO|DI|MI|DO|FR|SA|SO|LUN|MAR|MER|JEU|VEN|SAM|DIM)\.?"
    r"(?=,?\s+(?:um\s+|ab\s+|à\s+)?(?:\d{1,2}(?:[:.]\d\d|\s?(?:h\d{0,2}|[Uu]hr|UHR|H\d{0,2}))|(?:[01]\d|2[0-3])[0-5]\d[ZLzl]?)(?![^\W_]))"
)
"""Short days before an hour: "fr 14h", "Sa 9:00", "sam 9h"."""
_HOMEWARD = (
    r"(?:zurück|zurueck|retour|heim|heimwärts|heimflug|rückflug|rueckflug|back|home|hin|raus|los|hinflug|aller)"
)
_TERSE_WAY = re.compile(
    rf"(?<![\w.])(?P<w>Mo|Di|Mi|Do|Fr|Sa|So|Lun|Mar|Mer|Jeu|Ven|Sam|Dim)\.?(?=\s+(?i:{_HOMEWARD})\b)"
    r"|\b(?i:zurück|zurueck|retour|heim|heimflug|rückflug|rueckflug|hinflug)(?:\s+(?:am|dann|erst|wieder|le))?\s+"
    r"(?P<x>Mo|Di|Mi|Do|Fr|Sa|So|Lun|Mar|Mer|Jeu|Ven|Sam|Dim)\b\.?(?!\s+[a-zäöü])"
)
"""Short days of a way out or home: "Fr 4. Dezember nach Speyer, So zurück", "Rückflug Mo"."""


_ENGLISH_BEFORE = re.compile(
    r"\b(?:i|you|we|they|he|she|it|s|re|ll|d|everyone|everybody|anyone|anybody|all|people|can|could|shall|should|will|would|to|and|or"
    r"|just|let|lets|us|not|please|rather|better|ok|okay|yes|there)[\s,]+$",
    re.IGNORECASE,
)
"""Before "do" and "so" that are no Donnerstag and no Sonntag: "can everyone do 9:30?"."""


def _abbreviated(word: str, start: int, end: int, text: str, today: date) -> Day:
    number = {**_ABBREVIATED, **_ABBREVIATED_FR}[word.lower()]
    ahead = (number - today.weekday()) % 7
    if ahead == 0 and not _TODAY_TOO.search(text[:start]):
        ahead = 7
    return Day(start, end, today + timedelta(days=ahead), WEEKDAYS[number])


def _weekdays(text: str, today: date) -> Iterator[Day]:
    short = {m.start(): m for pattern in (_TERSE_GERMAN, _ABBREVIATION) for m in pattern.finditer(text)}
    way = [(m, "w" if m["w"] else "x") for m in _TERSE_WAY.finditer(text)]
    for match, group in way:
        if match.start(group) not in short:
            yield _abbreviated(match[group], match.start(group), match.end(), text, today)
    for match in short.values():
        if match["w"] in ("do", "so") and _ENGLISH_BEFORE.search(text[: match.start()]):
            continue
        yield _abbreviated(match["w"], match.start(), match.end(), text, today)
    for match in re.finditer(rf"\b({_WEEKDAY})\b", text, re.I):
        if _is_weekday(match, text):
            yield _weekday(match, text, today)


_NEVER_ELSE = frozenset(("sat", "sun", "mon", "tue", "wed", "thu", "fri"))
_OTHERWISE_BEHIND = re.compile(
    r"\s*(?:-?nav|in\b|on\b|down|there|here|by\b|next to|at (?!\d|noon|mid|first|dawn|dusk|lunch|sun|least|about|around|the |half)|set|rise|shine|goes|go\b|is\b|up\b|comes|umbrella|tan|cream|light|glasses|"
    r"(?=[a-zà-ÿ]{3})(?!from|and|wh(?:at|ere|en|ich)\b|how\b|can\b|could\b|[elbu][a-z]{3}\s+to\s+[elbu][a-z]{3}\b|afternoon|morning|evening|night|back|home|with|off|land|leave|noon|open|hours|until|till|week|pls|please|for|lunch|dinner|breakfast|brunch|coffee|then)[a-zà-ÿ]+\s+[a-zà-ÿ]+\s+[a-zà-ÿ])",
    re.IGNORECASE,
)
_OTHERWISE_BEFORE = re.compile(
    r"\b(?:more|some|any|much|no|less|enough|the|a|i|he|she|we|they|you|of|into|in|who|has|have|dans|avec|pour|et|de|à|was|were|c'est|"
    r"i['’]?m|(?:we|they)['’]?re|s?he['’]?s|am|been)\s+$",
    re.IGNORECASE,
)
"""Where "sat", "sun" and "mon" in small letters are other words."""
_LEISURE = r"(?:wines?|sea|sand|beach(?:es)?|food|snow|warmth|swimming|cheese|surf|ski(?:ing)?|fun|palms?|mountains|good food)"
_SUN_AND = re.compile(rf"\b{_LEISURE}\s*(?:,|and|&)(?:\s*and)?\s*$", re.IGNORECASE)
_AND_SEA = re.compile(rf"\s*(?:,|and|&)(?:\s*and)?\s*{_LEISURE}\b", re.IGNORECASE)
""" "Wine, sun and sea"."""
_SUNSHINE = re.compile(r"\b(?:more|some|any|much|no|less|enough|of|bit of|chance of)\s+$", re.IGNORECASE)


_MINE = re.compile(r"\s+(?!\d)(?:[a-zà-ÿ]{3,}|[A-Z]{2,3}\b|[A-Z]{1,3}-?\d)")
"""What follows the French "mon"."""


def _is_weekday(match: re.Match[str], text: str) -> bool:
    """ "sat" and "sun" in small letters are days only where one is expected."""
    word, before, behind = match[1].lower(), text[: match.start()], text[match.end() :]
    if word == "mon" and _MINE.match(behind) and (match[1].islower() or written_in(text) == "fr"):
        return False  # "mon avion", "mon WT9", "mon CDN", "Mon ami veut …"
    if word == "sun" and match[1].islower() and _SUNSHINE.search(before) and not _TIME_BEHIND.match(behind):
        return False
    if word == "sun" and match[1].islower() and (_SUN_AND.search(before) or _AND_SEA.match(behind)):
        return False
    if word in _NEVER_ELSE and match[1].islower() and not _OTHERWISE_BEHIND.match(behind):
        return word not in ("sat", "sun", "mon") or not _OTHERWISE_BEFORE.search(before)
    if word in _SHORT_NEEDS_CONTEXT and not (match[1][0].isupper() or _ON.search(before)):
        named = _CODE_BEFORE.search(before) and re.match(r"[\s.]*(?:[?!,]|$|from\b)", behind)
        return bool(_TIME_BEHIND.match(behind) or named)
    return not (
        word in ("sun", "sat", "mon", "wed", "fri")
        and match[1].isupper()
        and len(text) > 3
        and not (_TIME_BEHIND.match(behind) or _CODE_BEFORE.search(before))
    )


def _weekday(match: re.Match[str], text: str, today: date) -> Day:
    number = _WEEKDAY_WORDS[match[1].lower()]
    start, end, name = match.start(), match.end(), WEEKDAYS[number]
    ahead = (number - today.weekday()) % 7
    on, behind = _A_WEEK_ON.search(text[:start]), _WEEK_BEHIND.match(text, end)
    if on or behind:
        later = _WEEKS.get((on["n"] or "fortnight").lower(), 1) if on else 1
        if behind and re.search(r"fortnight|quinze|zwei", behind[0], re.I):
            later = 2
        if behind and behind["n"]:
            later = _WEEKS[behind["n"].lower()]
        when = today + timedelta(days=ahead + 7 * later)
        note = "" if ahead and not (behind and behind["n"]) else f"I took {name} {spoken(when)}."
        return Day(on.start() if on else start, behind.end() if behind else end, when, note=note)
    if (after := _AFTER_NEXT.match(text, end)) or _NEXT_BUT_ONE.search(text[:start]):
        when = today + timedelta(days=(ahead or 7) + 7)
        return Day(start, after.end() if after else end, when, note=f"I took {name} {spoken(when)}.")
    if _NEXT.search(text[:start]) or _PROCHAIN.match(text, end):
        if ahead == 0:
            return Day(start, end, today + timedelta(days=7))
        if today.weekday() + ahead < 7:  # still in this week: "next Friday" may be the one after
            when = today + timedelta(days=ahead)
            return Day(start, end, when, name, f"I took {name} {spoken(when)}.")
    if ahead == 0 and not _TODAY_TOO.search(text[:start]):
        ahead = 7  # who means today says so: on a Sunday, "on Sunday" is the next one
    return Day(start, end, today + timedelta(days=ahead), name)
