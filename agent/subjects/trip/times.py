"""Reads when a trip is flown: days and times of the way out and of the way home, as a sentence says them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.days import WEEKDAYS, Day
from agent.language.said import Said
from agent.language.slots import Slots
from agent.language.spelt_times import spelt_times
from agent.language.vague_times import VagueTime, vague_times
from agent.language.weekends import saturday_meant, weekend_of
from agent.subjects.trip.arrivals import NO_LATER, figures_of, is_arrival, is_at_home, is_home_by, is_there_at
from agent.subjects.trip.clocks import TURN, At, clocks_of, hour_said, reminders
from agent.subjects.trip.day_parts import open_parts, take_parts
from agent.subjects.trip.eve_of_dates import from_the_eve
from agent.subjects.trip.leg_times import stays_told
from agent.subjects.trip.same_hour import at_the_same_hour
from agent.subjects.trip.stops import Stay, left_there, stops_said, times_by_field

Given = dict[str, JsonValue]
SAME_DAY = "same day"
"""The day of the way back where that of the way out is not said."""
_BACK = re.compile(rf"\b(?:{TURN})\b", re.IGNORECASE)
_OF_A_FLIGHT = re.compile(
    r"\s*(?:(?:trip|flight|to|from|von|nach|aus|ab|de(?! jour\b)|vers|à|base|in time|from there)\b|d['’])",
    re.IGNORECASE,
)
"""Behind a turn: "the flight back from Calais" is one way."""
_FROM_THE_FIRST = re.compile(r"\b(?:from|von|ab|aus|de|depuis)\s+(?:the |le |la |l')?$", re.IGNORECASE)
_BACK_AT = re.compile(
    rf"\b(?:{TURN})\s+(?:at|by|for|about|um|à|around|gegen|vers)?\s*(?P<t>(?P<h>(?:[01]\d|2[0-3])(?=[0-5]\d\b)|[01]?\d|"
    rf"2[0-3])(?:[:.h]?(?P<m>[0-5]\d))?)\b"
    r"(?!\s*(?:nm|kt|%|[./]\d|th|st|nd|rd))",
    re.IGNORECASE,
)
_THEN_BACK = re.compile(
    r"\s*(?:(?:(?:um|at|à|gegen|vers|around|about)\s+)?\d{1,2}(?:[:.h]\d\d)?\s*)?"
    r"(?:(?:uhr|h|local|lt)\b)?\.?\s*"
    r"(?:(?:in the |am )?(?:morning|afternoon|evening|vormittags?|nachmittags?|mittags?|abends?|"
    r"früh|morgens|matin|après-midi|soir)\s+)?"
    rf"(?:(?:wieder|again|geht es|geht's|heading|going|for|bound for)\s+)?(?:{TURN})"
    r"\s*(?:$|[.?!;,]|und\b|and\b|et\b)",
    re.IGNORECASE,
)
"""Behind a day or time: "17 Uhr zurück", "16:00 back"."""
BACK_AT = re.compile(rf"\s*(?:{TURN})\s+(?:um|at|à|gegen|vers|around|about|by)\s+\d", re.IGNORECASE)
"""Behind the only day that is said of a trip in hand: "und am 14. zurück um 16 Uhr"."""
_AND_BACK = re.compile(
    r"\b(?:(?:there )?and (?:back|return|home)|und (?:wieder )?(?:zurück|heim)|et retour|"
    r"hin und (?:zurück|retour|heim)|"
    r"aller[- ](?:et[- ])?retour|a/r|"
    r"round trip|return trip)(?: again)?[\s,]+(?:on|am|le|for|der|den)?\s*"
    r"(?:this|next|coming|ce|cette|diesen|nächsten)?\s*",
    re.IGNORECASE,
)
"""Before a day: both ways on it ("and back on Monday")."""
_THEN = re.compile(r"(?:and|und|et)\b", re.IGNORECASE)
""" "And back on Sunday" as a message of its own adds the way home to what was said before."""
_AT_ONCE = re.compile(r"\W*(?:(?:at|um|à|from|ab|dès|gegen|around|about|morning)\W+)*", re.IGNORECASE)
_CLAUSE = re.compile(r"(?<!\d)[.](?=\s+[A-ZÀ-Ü])|[?!;]", re.IGNORECASE)
_SETS_OFF = re.compile(
    r",\s*(?:off|dep|wheels up|airborne|take[- ]?off|décollage)\b(?! again| (?:from )?there)|"
    r",\s*on (?:décolle|part)\b|"
    r",\s*(?:we|i) (?:leave|depart|take off|start)\b(?! again| there| for home)|"
    r"\b(?:leaving|setting off|départ|abflug|start)\b(?! (?:from )?(?:there|dort)| again| for home| de là)",
    re.IGNORECASE,
)
""" "Back on Sunday, leaving at 10": of the way out, unless that has its hour, or no comma stands between."""
_LEAVING_THERE = re.compile(
    r"\b(?:leav(?:e|es|ing)|off|away|airborne|dep(?:art(?:s|ing|ure)?)?|tak(?:e|ing) ?off|set(?:ting)? off|"
    r"wheels up|start(?:ing)?|part(?:ir|ant|ons|ance)|repart\w*|décoll\w*|départ)"
    r"\s+(?:again\s+)?(?:from\s+|de\s+)?(?:there|là(?:-bas)?)\W+"
    r"(?:(?:at|around|about|by|à|vers)\s+)?$|"
    r"\b(?:ab|abflug|los|start|von)\s+dort\W+(?:(?:um|gegen|ab)\s+)?$",
    re.IGNORECASE,
)
""" "Off from there at three", "Abflug dort um vier": the field flown to is left."""
_UNTIL = re.compile(
    r"\s*(?:[-–—/]|to|until|till|til|through|thru|bis|au|jusqu'au)\s*(?:(?:the|le|zum)\s+)?", re.IGNORECASE
)
"""Between two days: there from the one to the other."""
_NEXT_DAY = re.compile(
    r"\b(?:(?:next|following) (?:day|morning|afternoon|evening)|morning after|day after(?! tomorrow)|lendemain|"
    r"stay(?:ing)? (?:the|a|over) ?night|passer la nuit|über nacht|"
    r"am (?:nächsten|folgenden) (?:tag|morgen|vormittag|mittag|nachmittag|abend)|"
    r"folgetag|anderntags|am tag (?:darauf|danach)|tags darauf|overnight|one night|une nuit|"
    r"nuit sur place|nuit là-bas|on dort (?:là-bas|sur place)|mit übernachtung|stay(?:ing)? over|eine nacht)\b"
)
_STAY = re.compile(
    r"\b(?P<n>one|two|three|four|five|six|\d|eine|zwei|drei|vier|fünf|une|deux|trois|quatre|cinq)\s+"
    r"(?:(?:nights?|nächte|nacht|nuits?|übernachtung(?:en)?)|"
    r"(?:days?|tage?|jours?) (?:later|after(?:wards)?|später|darauf|danach|plus tard|après))\b"
)
""" "Staying two nights": the way home is so many days later."""
_SOME = (
    r"(?P<n>two|three|four|five|six|seven|eight|nine|ten|10|1[1-4]|[2-9]|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|"
    r"deux|trois|quatre|cinq|sept|huit|dix)"
)
_DAYS_THERE = re.compile(
    rf"\b(?:stay\w*|spend\w*|bleib\w*|rest(?:e|er|ons|ant)|pass(?:er|ons)) "
    rf"(?:(?:there|for|about|dort|da|für|là(?:-bas)?|sur place|pendant) )*{_SOME} (?:days|tage|jours)\b|"
    rf"\b{_SOME.replace('<n>', '<m>')} (?:days there|tage (?:dort )?(?:bleiben|dort)|jours (?:là-bas|sur place))\b"
)
""" "4 Tage bleiben": the way home is so many days later."""
_DAYS_IN_ALL = re.compile(
    rf"\b(?:trip|tour|voyage|virée|balade|reise|ausflug|circuit|weekend) "
    rf"(?:of|over|de|sur|en|von|über) {_SOME} (?:days|tagen?|jours)\b|"
    rf"\b{_SOME.replace('<n>', '<m>')}[- ](?:days?|tages)[- ]?(?:trip|tour|round|reise|ausflug)\b|"
    rf"(?:[,;(]\s*){_SOME.replace('<n>', '<d>')} (?:days|tage|jours)(?=\s*[,;).])|"
    rf"\b(?:for|für|pour|pendant) {_SOME.replace('<n>', '<a>')} (?:days|tage|jours)\b"
    r"(?! (?:before|vorher|avant|notice))|"
    rf"\b(?:over|across|sur|über) {_SOME.replace('<n>', '<c>')} (?:days|tagen?|jours)\b|"
    rf"\b{_SOME.replace('<n>', '<b>')} (?:days|tage|jours) (?:in|on|at|auf|nach|an|en|à|au|aux|dans)\b"
)
""" "A three-day tour": the last of its days is that of the way home."""
_A_WEEK = re.compile(
    r"\b(?:(?:for|für|pour|pendant|over) (?:a|one|eine|une) (?:week|woche|semaine)|eine woche lang|"
    r"(?:eine woche|une semaine)(?! (?:vorher|später|davor|avant|après|plus))|a week(?:'s)? (?:trip|tour|away))\b"
)
_TWO_DAYS_ON = re.compile(
    r"\b(?:surlendemain|(?:am )?übernächste[nr] (?:tag|morgen|abend)|(?:the )?day after next|two days on)\b"
)
""" "Retour le surlendemain": two nights later."""
_NUMBERS = {
    name: value
    for value, names in enumerate(
        (
            "one eine une",
            "two zwei deux",
            "three drei trois",
            "four vier quatre",
            "five fünf cinq",
            "six sechs",
            "seven sieben sept",
            "eight acht huit",
            "nine neun neuf",
            "ten zehn dix",
        ),
        start=1,
    )
    for name in names.split()
}
_SAME_DAY = re.compile(
    r"\b(?:same day|day ?trip|tagesausflug|tagestour|tagestrip|excursion d'une journée|(?:that|same) (?:evening|"
    r"afternoon)|le même jour|am (?:selben|gleichen) tag|"
    r"gleichentags|for the day|"
    r"all on|(?:all )?in (?:one|a single) day|day return|(?:an|in) einem tag|"
    r"en un(?: seul)? jour|en une (?:seule )?journée|(?:à|dans) la journée|(?:retour )?le soir(?: même)?|"
    r"abends? (?:wieder )?(?:zurück|daheim|heim|zu ?hause)|"
    r"(?:back|home) (?:for|by) (?:tea|dinner|supper|bedtime))\b",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r"\W*(?:(?:then|again|we|we're|we'll|i|come|coming|heading|going|fly|flying|at|about|around|by|on|the|morning|"
    r"afternoon|evening|early|late|lunch ?time|in|direct|directly|straight|nonstop|"
    r"same|time|zur|zu|derselben|gleichen|selben|zeit|uhrzeit|même|heure|"
    r"direkt|gleich|directement|dann|wieder|wir|geht es|geht's|um|gegen|ab|am|früh|morgens?|"
    r"vormittags?|mittags?|nachmittags?|abends?|uhr|h|puis|nous|on|le|à|vers|matin|soir|après-midi|midi|dans|l'|"
    r"la)\W+)*"
    rf"(?:{TURN})\b",
    re.IGNORECASE,
)
"""Behind a day that is not the first: "Sonntag um drei zurück", "Sunday afternoon back to base"."""
_WITH_A_DAY = re.compile(
    r"[\s,]*(?:(?:at|on|about|around|by|the|morning|afternoon|evening|um|gegen|ab|am|früh|morgens?|vormittags?|"
    r"nachmittags?|abends?|à|vers|le|matin|soir|après-midi|dès)\b[\s,]*)*",
    re.IGNORECASE,
)
"""Between a day and its time."""
_TILL = re.compile(r"\W*(?:(?:uhr|h|local|lt)\b\W*)?(?:till|until|til|bis|jusqu'à|-)\W*")
_SIDE_BY_SIDE = re.compile(r"\s*[/,;]?\s*")
_NEAR = 40
_BESIDE_A_DAY = 8


def _stand_together(clocks: Sequence[At], low: str) -> bool:
    """ "Ten till four", "10:00 15:00": of leaving there and of leaving for home."""
    between = low[clocks[0].end : figures_of(clocks[1], low)]
    beside = _SIDE_BY_SIDE.fullmatch(between) is not None and clocks[0].at < clocks[1].back
    return _TILL.fullmatch(between) is not None or beside


def is_turned(text: str) -> bool:
    """Whether some words speak of the way home, or of a night before it."""
    low = text.lower()
    return bool(_BACK.search(text) or _SAME_DAY.search(text) or _NEXT_DAY.search(low) or nights_of(low))


def is_told_one_way(low: str) -> bool:
    """Whether it is said that no way home is planned: "one way", "aller simple", "not back the same day"."""
    return _NO_WAY_HOME.search(low) is not None or _ANOTHER_DAY.search(low) is not None


def is_timed(said: Said) -> bool:
    """Whether a time of day is said, in figures, in words or as a part of the day."""
    text = said.slots.text
    return bool(said.clocks() or any(spelt_times(text)) or any(vague_times(text)) or clocks_of(said.again(), {}))


def when_flown(said: Said, way: Given, *, returns: bool) -> Given:
    """`day`, `off_block`, `return_day`, `return_off_block` and `return_by` as far as they are said.

    `returns`: the places said so already ("Speyer – Le Touquet – Speyer").
    """
    given = _flown(said, way, returns=returns)
    if is_one_hour_of_each(said.slots.text):
        given = _each_at(given, way)
    given = left_there(said, way, given)
    if (listed := _listed_hours(said, way, given)) is not None:
        return listed
    if given.get("via_off_block") and (
        not {"day", "off_block"} & given.keys() or _is_of_the_only_day(said, given)
    ):
        given = _flown(said, way, returns=returns, of_stops=False)  # the only day and time are those of leaving
    if returns and len(said.slots.days) == 1 and "day" not in given and given.get("return_day") != SAME_DAY:
        given["day"] = given["return_day"]  # "Sleap, Weston, back to Sleap, Saturday at 9"
        if len(said.clocks()) == 1 and "off_block" not in given and "return_off_block" in given:
            given["off_block"] = given.pop("return_off_block")
    one_day = len(said.slots.days) == 1 and "day" not in given
    if one_day and "return_day" in given and (_is_told_of_both(said.slots.low) or _goes_and_comes(said)):
        given["day"] = given["return_day"]  # "hin und zurück … am 28. November mit Übernachtung"
        nights = nights_of(said.slots.low) or (1 if _NEXT_DAY.search(said.slots.low) else 0)
        if nights and isinstance(out := given["day"], str):
            given["return_day"] = (date.fromisoformat(out) + timedelta(days=nights)).isoformat()
            said.used.update(match.span() for match in _STAY.finditer(said.slots.low))
        one_day = False
    if one_day and "return_day" in given and _TURN_TOLD_APART.search(said.slots.text[: said.slots.days[0].start]):
        given["day"], one_day = given["return_day"], False  # "… and Ostend, then home, Tues 8 December"
    if one_day and (hours := _HOURS_OF_A_DAY.match(said.slots.text, said.slots.days[0].end)):
        given |= {"day": given.get("return_day", said.slots.days[0].when.isoformat())}
        given |= {
            "off_block": hour_said(hours["a"], None, ""),
            "return_off_block": hour_said(hours["b"], None, ""),
        }
        said.used.add(hours.span())
        _in_the_afternoon(given, (), said.slots.text)
    both = one_day and {"off_block", "return_off_block"} <= given.keys()
    day_first = (
        all(said.slots.days[0].end <= clock.start for clock in clocks_of(said.again(), way)) if both else False
    )
    if both and (day_first or all(c.end <= said.slots.days[0].start for c in clocks_of(said.again(), way))):
        given["day"] = given[
            "return_day"
        ]  # "… return, Monday, 0900 out, 1400 back", "départ 11 h, retour 17 h, samedi"
    if _NO_WAY_HOME.search(said.slots.low):
        said.used.update(match.span() for match in _NO_WAY_HOME.finditer(said.slots.low))
        given = {name: value for name, value in given.items() if not name.startswith("return")}
    if (another := _ANOTHER_DAY.search(said.slots.low)) and given.get("return_day") in (
        SAME_DAY,
        given.get("day"),
    ):
        said.used.add(another.span())
        given = _out_of(given)
    if not returns and not given.get("day") and _ends_there(said, way):
        given = _one_way(given)
    if not returns and _is_the_way_home(given, way):
        given = {**_one_way({k: v for k, v in given.items() if k.startswith("return")}), **_out_of(given)}
    if given.get("return_day"):
        said.used.update(match.span() for match in _NEXT_DAY.finditer(said.slots.low))
    return given if returns else _on_the_next_day(given, way, said)


def _is_the_way_home(given: Given, way: Given) -> bool:
    """ "From Lydd Saturday at 10, home for 12": home is where the only flight ends, and no day tells another."""
    if way.get("to_location") != "home" or not way.get("from_location"):
        return False
    return "day" not in given or given.get("return_day") in (None, SAME_DAY, given["day"])


def _out_of(given: Given) -> Given:
    return {name: value for name, value in given.items() if not name.startswith("return")}


_TURN_TOLD_APART = re.compile(
    rf"\b(?:{TURN})\s*[,.;:–-]\s*(?:(?:le tout|all of it|all|the lot|(?:das )?(?:alles|ganze))\s+)?"
    r"(?:(?:on|am|le|den|der|this|ce|diesen)\s+)?$",
    re.IGNORECASE,
)
_THERE_AND_BACK = re.compile(r"\bhin (?:und|u\.?|&) (?:wieder )?(?:zurück|retour)\b")
_HOMEWARD_TOO = re.compile(r"\b(?:zurück|rückflug|rückweg|heim\w*|retour)\b")


def _is_told_of_both(low: str) -> bool:
    """Whether "hin und zurück" is all that a message says of the way home."""
    both = _THERE_AND_BACK.search(low)
    return both is not None and _HOMEWARD_TOO.search(_THERE_AND_BACK.sub(" ", low)) is None


_AND_HOME = re.compile(
    r"\b(?:and|und|et) (?:back|return|zurück|retour)\b(?! (?:on|by|at|am|um|le|à|sunday|monday))"
)
""" "To Cherbourg and back in daylight on Saturday": the day is that of both ways."""


def _goes_and_comes(said: Said) -> bool:
    low = said.slots.low
    both = _AND_HOME.search(low)
    told = both is not None and any(s.end <= both.start() and s.kind != "here" for s in said.slots.spots)
    return both is not None and told and _BACK.search(_AND_HOME.sub(" ", low)) is None


def _on_the_next_day(given: Given, way: Given, said: Said) -> Given:
    """ "To Alderney tomorrow, then on to Dinard the day after": a night at the stop, and no way home."""
    over = v if isinstance(v := way.get("via"), list) else []
    text = said.slots.text
    if not over or _BACK.search(text) or not _NEXT_DAY.search(said.slots.low) or given.get("via_off_block"):
        return given
    try:
        out, home = (date.fromisoformat(str(given.get(name))) for name in ("day", "return_day"))
    except ValueError:
        return given
    hour = given.get("return_off_block")
    stay = Stay(max((home - out).days, 1), str(hour) if hour else "")
    kept = {name: value for name, value in given.items() if not name.startswith("return")}
    return {**kept, "via_off_block": {str(over[-1]): stay.text}}


_TO_A_FIELD = re.compile(
    r"\s*(?:again )?(?:at|in|to|into|nach|à|a|en|vers|sur)\s+(?:the |le |la )?$", re.IGNORECASE
)


def _ends_there(said: Said, way: Given) -> bool:
    """ "Back at Fowlmere by three, coming from Midden-Zeeland": the turn leads to where the flight ends."""
    goal = way.get("to_location")
    turns = [*_BACK.finditer(said.slots.text)]
    ends = [spot for spot in said.slots.spots if said.name(spot) == goal]
    return len(turns) == 1 and any(
        turns[0].end() <= spot.start and _TO_A_FIELD.fullmatch(said.slots.text[turns[0].end() : spot.start])
        for spot in ends
    )


def _one_way(given: Given) -> Given:
    """What was told of the way home, of the only way there is."""
    names = {"return_day": "day", "return_off_block": "off_block", "return_by": "arrive_by"}
    return {names.get(name, name): value for name, value in given.items() if value != SAME_DAY}


_WAY_BACK = (
    r"(?:(?:the |our |my |a |any |den |der |einen |le |un )?(?:way (?:home|back)|return(?: (?:flight|leg|trip))?|"
    r"flight (?:home|back)|rück(?:flug|weg|reise)|heimflug|(?:vol )?retour))"
)
_NO_WAY_HOME = re.compile(
    r"\b(?:nothing|none|no (?:plans?|time|date|idea)|not (?:booked|planned|decided|sure))\b[^.;?!]{0,20}"
    rf"\b(?:for|about|on|of|when)\s+(?:we(?:'re| are) )?(?:coming (?:home|back)|{_WAY_BACK})(?: yet)?|"
    r"\bnicht mehr zurück\b|\bnot (?:coming|flying|going) back\b(?! (?:to|until|till|before|on|at|by|the))|"
    r"\bsans revenir\b|"
    r"\bone[- ]way(?: only)?\b|\bnur hin(?:flug)?\b(?! und)|\baller simple\b|"
    r"\b(?:train|bus|ferry|drive|airline) (?:home|back)\b|\b(?:home|back) by (?:train|bus|car|ferry|airline)\b|"
    r"\b(?:zurück|heim) (?:mit|per) (?:(?:der|dem) )?(?:bahn|zug|bus|auto|linie)\b|"
    r"\b(?:mit|per) (?:(?:der|dem|einem) )?(?:bahn|zug|bus|auto|linie|airline|linienflug|"
    r"linienflieger)\b[^.;?!,]{0,16}?\b(?:heim|zurück|nach hause)\b|"
    r"\b(?:home|back) (?:on (?:a |an )?(?:airline|commercial flight|scheduled flight)|commercial(?:ly)?)\b|"
    r"\brentrer (?:en|par) (?:train|voiture|bus|vol de ligne|avion de ligne|la ligne)\b|"
    r"\bretour en (?:train|voiture|bus)\b|"
    rf"\b(?:no|without (?:a |the )?|kein(?:en)?|ohne|sans|pas de) {_WAY_BACK}(?: (?:yet|planned|noch|encore))?|"
    rf"\b{_WAY_BACK}\s*(?:(?:is|ist|est|still|noch|encore|date|time)\s+)*(?:not \w+|open|unknown|tb[acd]|"
    r"offen|unklar|nicht \w+|steht noch nicht fest|pas encore \w+|à (?:définir|voir|préciser)|later)(?: yet)?\b",
    re.IGNORECASE,
)
""" "Nothing booked for the way home yet": none is planned."""
_ANOTHER_DAY = re.compile(
    r"\b(?:not|never|isn['’]t|aren['’]t|nicht|pas)\b[^.,;?!]{0,40}"
    r"\b(?:(?:the |that )?same (?:day|evening)|(?:am )?(?:selben|gleichen) tag|"
    r"le (?:jour|soir) même|le même (?:jour|soir))\b",
    re.IGNORECASE,
)
""" "Not coming back the same day": no way home of that day."""
_HOURS_OF_A_DAY = re.compile(
    r"[\s,]*(?:from )?(?P<a>[01]?\d)\s*(?:to|till?|until|bis|-|–)\s*(?P<b>[01]?\d)"
    r"(?![\d:.h]|\s*(?:kt|nm|up|pax|pob|of|th|st|nd|rd))",
    re.IGNORECASE,
)
""" "Return this Wednesday 11 to 3": out at eleven and home at three."""
_LISTED = re.compile(r"\s*(?:/|,|;|-|and|und|et)\s*", re.IGNORECASE)
_THREE = 3


def _listed_hours(said: Said, way: Given, given: Given) -> Given | None:
    """ "Henstridge – Cherbourg – Guernsey – Henstridge, 9:00 / 12:00 / 15:30": an hour for each flight."""
    clocks = clocks_of(said.again(), way)
    stops = [str(stop) for stop in v] if isinstance(v := way.get("via"), list) else []
    home = bool(given.get("return_day"))
    if len(clocks) < _THREE or len(clocks) != len(stops) + 1 + home or len(said.slots.days) > 1:
        return None
    text = said.slots.text
    if not all(_LISTED.fullmatch(text[a.end : b.start]) for a, b in pairwise(clocks)):
        return None
    stays: Given = {stop: clock.at for stop, clock in zip(stops, clocks[1:], strict=False)}
    back: Given = {"return_off_block": clocks[-1].back} if home else {}
    kept = {name: value for name, value in given.items() if name not in ("arrive_by", "return_by")}
    return {**kept, "off_block": clocks[0].at, "via_off_block": stays, **back}


_EACH_AT = re.compile(
    r"\b(?:all|each(?: (?:leg|day|one|time|flight))?|every (?:leg|day|time|flight)|jeweils|immer|jeden tag|alle|"
    r"tous|toutes|toujours|chaque (?:fois|jour|vol|étape))\s+"
    r"(?:(?:leav\w+|depart\w*|off blocks|starting|off|start|abflug|départ)\s+)?(?:at|um|à|gegen|vers)?\s*\d|"
    r"\d\s*(?:uhr|h|am|pm|local|lt|locale|ortszeit|z|utc)?\s+(?:local\s+)?(?:each|every|jeweils|chaque|à chaque)"
    r"(?:\s+(?:time|day|leg|flight|one|fois|jour|vol|étape|tag))?\b",
    re.IGNORECASE,
)
""" "All at 10 local", "jeweils um 9 Uhr": one hour of every flight."""


def is_one_hour_of_each(text: str) -> bool:
    """Whether the one hour that is named is that of every flight, and no time on the ground at each stop."""
    match = _EACH_AT.search(text)
    return match is not None and not any(
        a < match.end() and match.start() < b for a, b in stays_told(text.lower())
    )


def _each_at(given: Given, way: Given) -> Given:
    """The one hour that is named, for the stops and the way home too."""
    hours = [given[name] for name in ("off_block", "return_off_block") if given.get(name)]
    stops = [str(stop) for stop in v] if isinstance(v := way.get("via"), list) else []
    if len(set(map(str, hours))) != 1:
        return given
    told = v if isinstance(v := given.get("via_off_block"), dict) else {}
    stays: Given = {stop: Stay(Stay.parse(str(told.get(stop, ""))).nights, str(hours[0])).text for stop in stops}
    back: Given = {"return_off_block": hours[0]} if given.get("return_day") else {}
    return {**given, "off_block": hours[0], **back, **({"via_off_block": stays} if stays else {})}


def _is_of_the_only_day(said: Said, given: Given) -> bool:
    """ "… and on to Donegal on Saturday at 9": the one time stands at the one day, which is that of leaving."""
    days, clocks = said.slots.days, clocks_of(said.again(), {})
    if len(days) != 1 or len(clocks) != 1 or "off_block" in given:
        return False
    day, clock = days[0], clocks[0]
    between = said.slots.low[min(day.end, clock.end) : figures_of(clock, said.slots.low)]
    return day.end <= clock.start and _WITH_A_DAY.fullmatch(between) is not None


def _flown(said: Said, way: Given, *, returns: bool, of_stops: bool = True) -> Given:
    slots = said.slots
    turns = [t for t in _BACK.finditer(slots.text) if not _is_one_way(t, said)]
    both = said.all_of("both_ways", "reverse")
    said.take(both)
    grounded = stays_told(slots.low)
    clocks = [c for c in clocks_of(said, way) if not any(a <= c.start < b for a, b in grounded)]
    days = [(d.start, d.end, d.when.isoformat()) for d in slots.days if not _is_told_again(d, slots.days)]
    days = [d for d in days if not any(a <= d[0] < b for a, b in reminders(slots.low))] or days
    days = from_the_eve(days, slots)
    said.take(slots.days)
    stops = stops_said(said, way if of_stops else {}, clocks, days)
    named = times_by_field(said, way if of_stops else {}, clocks, days)
    goal = str(way.get("to_location"))
    if set(named.stays) == {goal}:  # "… and carry on to Kerry, back Sunday from Kerry at noon"
        stops = stops_said(
            said,
            way if of_stops else {},
            [c for c in clocks if (c.start, c.end) not in named.spans],
            [day for day in days if day[:2] not in named.spans],
        )
        spans, told = stops.spans | named.spans, stops.stays
    else:
        spans, told = (named.spans, named.stays) if named.stays else (stops.spans, stops.stays)
    stays = {name: stay for name, stay in told.items() if name != goal}
    clocks = [c for c in clocks if (c.start, c.end) not in spans]
    days = [day for day in days if day[:2] not in spans]
    given: Given = {"via_off_block": {name: stay.text for name, stay in stays.items()}} if stays else {}

    there_and_back = [
        m.span()
        for m in _AND_BACK.finditer(slots.text)
        if len(days) == 1 and (slots.text[: m.start()].strip() or not _THEN.match(m[0]))
    ]
    on_both = {end for _, end in there_and_back}
    of_both = [end for start, end, _ in days if start in on_both]

    def is_home(start: int, end: int) -> bool:
        if _leaves_from(str(way.get("to_location")), start, said):
            return True
        if any(_AT_ONCE.fullmatch(slots.text[day:start]) for day in of_both if day <= start):
            return _THEN_BACK.match(slots.text, end) is not None  # "and back on Wednesday, 0930": of leaving
        if _LEAVING_THERE.search(slots.low[:start]):
            return True
        before = [t for t in turns if t.start() < start]
        if before and start - before[-1].end() < _NEAR:
            out_told = bool(way.get("off_block") or way.get("arrive_by"))
            out_told = out_told or any(clock.end <= before[-1].start() for clock in clocks)
            both_ways = any(
                a <= before[-1].start() < b for a, b in there_and_back
            )  # "and back on the 6th leaving at ten"
            between = slots.low[before[-1].end() : start + 1]  # with the letter that begins a sentence
            if not _is_of_leaving(between, out_told=out_told, both_ways=both_ways):
                return True
        return _THEN_BACK.match(slots.text, end) is not None

    without_clocks = _blanked(slots.text, clocks)
    days_home = {
        day
        for day in days
        if day[0] not in on_both
        and (
            is_home(*day[:2])
            or (day[2] != days[0][2] and (_TURNED.match(without_clocks, day[1]) or _turns_over(slots, day[1])))
        )
    }
    if days and "day" not in way and len({day[2] for day in days}) > 1 and days_home == {*days}:
        days_home -= {day for day in days if day[2] == days[0][2]}  # "…, home, Friday ten, back Saturday"
    left_again = _is_left_again(slots.low, clocks, days)
    if left_again:
        of_none = date.max if "to_location" in way or any(d.weekday for d in slots.days) else date.min
        out = str(way.get("day") or (days[0][2] if len(days) > 1 else of_none))
        days_home |= {day for day in days if day[0] >= clocks[-2].end and day[2] >= out}
    for day in days:
        given.setdefault("return_day" if day in days_home else "day", day[2])
    is_span = len(days) == 2 and _UNTIL.fullmatch(slots.text[days[0][1] : days[1][0]]) is not None
    told_twice = len({day[2] for day in days}) == 1 and len(clocks) < len(
        ("out", "home")
    )  # "New Year, off on the 30th"
    if len(days) > 1 and "return_day" not in given and (is_span or not turns) and not told_twice:
        given["return_day"] = days[-1][2]
    if not days and (weekend := said.day()) is not None:
        given["day"] = weekend
        nights = nights_of(slots.low) or 1
        given["return_day"] = (date.fromisoformat(weekend) + timedelta(days=nights)).isoformat()
    elif "day" not in way:
        given |= _of_its_weekend(given, said, {day for day in days if day not in days_home})
    if _is_home_at_last(days, turns, slots) and "return_day" not in given and "via" not in way:
        given["return_day"] = days[1][2]
    if len(days) == 2 and given.get("return_day") == days[1][2] and days[0] not in days_home:
        days_home.add(days[1])  # "Saturday at ten, Sunday at three"
    out_days = [day for day in days if day not in days_home] if days_home else []
    homeward = [
        c
        for c in clocks
        if _is_of_a_day(
            c, days_home, days, slots.text, first=c is clocks[0] and any(day[1] <= c.start for day in out_days)
        )
        or (is_home(c.start, c.end) and not _stands_behind(c, out_days, slots.text))
    ]
    homeward = [c for c in homeward if not is_there_at(slots.low, c)]
    if (
        len(homeward) > 1
        and len(homeward) == len(clocks)
        and not _LEAVING_THERE.search(slots.low[: homeward[0].start])
    ):
        homeward = homeward[1:]  # "there and back on Saturday 10:00, back at 12": the first is of leaving
    if (
        len(clocks) == 2
        and not homeward
        and (returns or both)
        and not _THERE_BEFORE.search(slots.low[: clocks[1].start])
    ):
        homeward = clocks[1:]  # "Cardiff - Cork - Cardiff, out 0930 in 1530"
    if left_again and not homeward:
        homeward = clocks[-1:]
    if len(clocks) == 2 and not homeward and _stand_together(clocks, slots.low):
        homeward = clocks[1:]  # "Sunday ten till four"
    for clock in clocks:
        home = clock in homeward
        if is_at_home(slots.low, clock):
            given.setdefault("return_by", clock.at)  # `flown_home` says of which flight
            continue
        if not home and (is_arrival(slots.low, clock) or _THERE_BEFORE.search(slots.low[: clock.start])):
            given.setdefault("arrive_by", clock.back)
            continue
        if home and (is_home_by(slots.low, clock, of_legs=bool(way.get("via"))) or "return_off_block" in given):
            given.setdefault(
                "return_by", clock.at
            )  # "leaving there at 2, home at 4": the second is of being there
            continue
        behind_home = any(day[1] <= clock.start for day in days_home)
        if not home and "off_block" in given and behind_home and "return_off_block" not in given:
            home = True  # "…, retour dimanche départ 14h"
        given.setdefault("return_off_block" if home else "off_block", clock.back if home else clock.at)
    if not {"return_off_block", "return_by"} & given.keys() and (bare := _BACK_AT.search(slots.text)):
        taken = [(c.start, c.end) for c in clocks] + [(start, end) for start, end, _ in days]
        if not any(a < bare.end("t") and bare.start("t") < b for a, b in taken):
            by = _NO_LATER_THAN.search(bare[0].lower()) or _TO_BE.search(slots.low[: bare.start()])
            name = "return_by" if by else "return_off_block"
            given[name] = hour_said(bare["h"], bare["m"], "")
    take_parts(given, said, way, lambda part: _name_of(part, is_home(part.start, part.end), slots.low))
    given |= at_the_same_hour(said, given, clocks)
    _settle_return(given, said, turns, returns=returns, stay_there=not _nights_on_the_way(spans, slots.low))

    def is_part_home(start: int, end: int) -> bool:
        return is_home(start, end) or any(0 <= start - day[1] < _BESIDE_A_DAY for day in days_home)

    vague = [(part.start, part.end) for part in vague_times(slots.text)]
    open_parts(given, said, is_part_home, [*spans, *vague, *reminders(slots.low)])
    _in_the_afternoon(given, clocks, slots.text)
    if (left := named.stays.get(goal)) is not None:
        given["return_off_block"] = left.at
        out = date.fromisoformat(str(given["day"])) if given.get("day") else None
        given["return_day"] = (
            (out + timedelta(days=max(s.nights for s in named.stays.values()))).isoformat() if out else SAME_DAY
        )
    elif any(stay.nights for stay in named.stays.values()) and given.get("return_day") == given.get("day"):
        given["return_day"] = SAME_DAY  # of the last flight out
    return given


def _of_its_weekend(given: Given, said: Said, out: Collection[tuple[int, int, str]]) -> Given:
    """ "The weekend of 5 December to Deauville": a night there; "next weekend, back Monday": from its Saturday."""
    slots, home = said.slots, given.get("return_day")
    weekends = [q for q in slots.of("days") if q.unit == "weekend"]
    if not weekends:
        return {}
    dated = [(d.start, d.end, d.when) for d in slots.days if d.weekday is None]
    saturday = weekend_of(slots.text, dated, said.today)
    told = {day for *_, day in out}
    if saturday is None and not told:
        saturday = saturday_meant(slots.low, said.today)
    if saturday is None or len(told) > 1:
        return {}
    said.take(weekends)
    dates = {when.isoformat() for *_, when in dated}
    if home is None or (not told and [*dates] == [home] and nights_of(slots.low)):
        # "retour sur 3 jours le week-end du 5": its date is that of the weekend, not of the way home
        nights = nights_of(slots.low) or 1
        back = date.fromisoformat(str(given.get("day") or saturday)) + timedelta(days=nights)
        return (
            {} if told - {saturday.isoformat()} else {"day": saturday.isoformat(), "return_day": back.isoformat()}
        )
    ends = date.fromisoformat(home) if isinstance(home, str) and home != SAME_DAY else saturday
    of_it = saturday < ends <= saturday + _A_LONG_WEEKEND and told <= {str(home)}
    return {"day": saturday.isoformat()} if of_it else {}


_A_LONG_WEEKEND = timedelta(days=3)
_NO_LATER_THAN = re.compile(rf"{NO_LATER.pattern}|\bfor\s+")
_TO_BE = re.compile(r"\b(?:be|get|being|être|sein)\s+$")
""" "Be home for 4": there by then."""
_THERE_BEFORE = re.compile(
    r"\b(?:arr(?:iv\w*)?|there|landing|land|ankunft|arrivée)\W+"
    r"(?:(?:at|by|before|for|um|vor|bis|avant|à|not later than)\W+)*$"
)
""" "Dep 0800 arr before 11, back same afternoon": no hour of the way home."""


def _is_home_at_last(days: Sequence[tuple[int, int, str]], turns: Sequence[re.Match[str]], slots: Slots) -> bool:
    """ "Rennes Guernesey samedi, dimanche si mauvais temps, on rentre comment": the second day, then the turn."""
    if len(days) != len(("out", "home")) or not days[0][2] < days[1][2]:
        return False
    if _OR.search(slots.low[days[0][1] : days[1][0]]) or any(spot.start > days[1][1] for spot in slots.spots):
        return False
    return bool(turns) and all(turn.start() > days[1][1] for turn in turns)


_OR = re.compile(r"\b(?:or|oder|ou)\b")


def _is_told_again(day: Day, days: Sequence[Day]) -> bool:
    """ "For Ascension 2027, leaving on Thursday morning": the weekday of a date that was told before it."""
    dated = [one for one in days if one.weekday is None and one.end <= day.start]
    same = [one for one in dated if WEEKDAYS[one.when.weekday()] == day.weekday and ", not a " not in one.note]
    return day.weekday is not None and bool(same)


def _is_of_leaving(between: str, *, out_told: bool, both_ways: bool) -> bool:
    """Whether a time is one of the way out by what stands before it behind a turn: "back Sunday, leaving 10"."""
    if _CLAUSE.search(between):
        return True
    if not out_told and _IF_ONE_LEAVES.search(between):
        return True
    sets_off = None if out_told else _SETS_OFF.search(between)
    return sets_off is not None and (both_ways or "," in between[: sets_off.start() + 1])


_IF_ONE_LEAVES = re.compile(
    r"\b(?:if|provided|supposing|wenn|falls|si)\b(?![^.;?!]*\b(?:there|dort|drüben|là(?:-bas)?|home|again|wieder|repart\w*)\b)"
)
""" "Back before dark if we leave at 1", "zurück, wenn wir um 13 Uhr starten": of the way out."""
_OVER = re.compile(r"\b(?:über|ueber|via|by way of|over|par|en passant par)\b", re.IGNORECASE)
_ENDS_A_CLAUSE = re.compile(r"[;!?]|\.\s|\bnach\b|\bto\b|\bvers\b", re.IGNORECASE)


def _turns_over(slots: Slots, end: int) -> bool:
    """ "Ich komme Sonntag über Basel zurück": the verb of turning stands behind the field over which one turns."""
    turn = next((t for t in _BACK.finditer(slots.text, end)), None)
    if turn is None or turn.start() - end > _NEAR:
        return False
    between = slots.text[end : turn.start()]
    another = any(end <= day.start < turn.start() for day in slots.days)
    return _OVER.search(between) is not None and not another and not _ENDS_A_CLAUSE.search(between)


_LEAVES = re.compile(
    r"\b(?:off|leav(?:e|es|ing)|dep(?:art\w*)?|from|ab|von|départ(?: de)?)\s+(?:from )?(?:the |le |la )?$"
)


def _leaves_from(goal: str, start: int, said: Said) -> bool:
    """ "Off 10, off Ostend 15:30": the time at which the field flown to is left again."""
    low = said.slots.low
    return any(
        said.name(spot) == goal
        and spot.end <= start
        and re.fullmatch(r"\s*(?:at|um|à|by|about|around)?\s*", low[spot.end : start])
        and _LEAVES.search(low[: spot.start])
        for spot in said.slots.spots[2:]
    )


_OF_THE_MORNING = re.compile(r"^0|am\b|a\.m|morning|früh|matin", re.IGNORECASE)


def _in_the_afternoon(given: Given, clocks: Sequence[At], text: str) -> None:
    """ "11 till 5", "11 out, 3.30 back": who is back on the day on which one leaves, is back later than that."""
    off, back, day = given.get("off_block"), given.get("return_off_block"), given.get("return_day")
    off = off or given.get("arrive_by") or "08:00"
    if not isinstance(off, str) or not isinstance(back, str) or day not in (None, SAME_DAY, given.get("day")):
        return
    said = next((text[c.start : c.end + 12] for c in clocks if c.back == back), "")
    if "00:59" < back < min(off, "08:00") and not _OF_THE_MORNING.search(said.strip()):
        given["return_off_block"] = f"{int(back[:2]) + 12:02d}{back[2:]}"


def _blanked(text: str, clocks: Sequence[At]) -> str:
    for clock in clocks:
        text = f"{text[: clock.start]}{' ' * (clock.end - clock.start)}{text[clock.end :]}"
    return text


def _is_of_a_day(
    clock: At,
    days: Iterable[tuple[int, int, str]],
    others: Iterable[tuple[int, int, str]],
    text: str,
    *,
    first: bool,
) -> bool:
    """Whether a time stands right beside one of these days, and closer to it than to the `others`.

    `first`: it is the first that is told, and the day of leaving stands before it.
    """

    def gap(day: tuple[int, int, str]) -> str:
        return text[min(day[1], clock.end) : max(day[0], clock.start)]

    beside = [day for day in others if _WITH_A_DAY.fullmatch(gap(day))]
    if first:  # "tomorrow to Salzburg, 10z off, Thursday home"
        beside = [day for day in beside if day[1] <= clock.start or "," not in gap(day)]
    closest = [day for day in beside if "," not in gap(day)] or beside
    return any(day in closest for day in days)


def _stands_behind(clock: At, days: Iterable[tuple[int, int, str]], text: str) -> bool:
    """ "… and home, Friday ten o'clock, back Saturday": the hour right behind the day of leaving."""
    return any(day[1] <= clock.start and _WITH_A_DAY.fullmatch(text[day[1] : clock.start]) for day in days)


def _nights_on_the_way(spans: Iterable[tuple[int, int]], low: str) -> bool:
    return any(_NEXT_DAY.search(low[a:b]) or nights_of(low[a:b]) for a, b in spans)


_LEAVING = re.compile(
    r"\b(?:leav\w*|dep(?:art\w*)?|off|take[- ]?off|ab(?:flug|fliegen|fliege)|los(?:fliegen|fliege)?|starten|"
    r"(?:re)?part(?:ir|ons|ez|s)?|(?:re)?décoll\w*|départ)\b"
)


def _is_left_again(low: str, clocks: Sequence[At], days: Iterable[tuple[int, int, str]]) -> bool:
    """ "Land at 11 and leave at 4 the next day": the second time is of leaving the field that was flown to."""
    if len(clocks) not in (2, 3):
        return False
    first, second = clocks[-2:]
    if len(clocks) == _THREE and is_arrival(low, clocks[0]):
        return False
    if not is_arrival(low, first) or is_arrival(low, second) or not _LEAVING.search(low, first.end):
        return False
    another_day = any(start >= first.end for start, _, _ in days) or bool(_NEXT_DAY.search(low, first.end))
    return second.at > first.back or another_day


_FOR = re.compile(r"\b(?:by|before|for|until|avant|pour|vor|bis|zum|zur)\s+(?:the |le |l'|la )?$")


def _name_of(part: VagueTime, home: bool, low: str) -> str:
    """Which time of the trip a part of the day tells."""
    if home:
        return "return_by" if _FOR.search(low[: part.start]) else "return_off_block"
    return "arrive_by" if is_arrival(low, part) else "off_block"


def nights_of(low: str) -> int | None:
    """ "two nights", "overnight": how many; None where none are told."""
    if stay := _STAY.search(low):
        return _NUMBERS.get(stay["n"]) or int(stay["n"])
    if _TWO_DAYS_ON.search(low):
        return 2
    if _A_WEEK.search(low):
        return 7
    if days := _DAYS_THERE.search(low):
        return _number(days)
    if (days := _DAYS_IN_ALL.search(low)) and (number := _number(days)) > 1:
        return number - 1
    return None


def _number(match: re.Match[str]) -> int:
    said = next(one for one in match.groups() if one)
    return _NUMBERS.get(said) or int(said)


def _is_one_way(turn: re.Match[str], said: Said) -> bool:
    """ "The flight back from Calais to Lydd": the only way there is."""
    named = sorted((s for s in said.slots.spots if s.kind != "here"), key=lambda s: s.start)
    if not named or turn.start() > named[0].start:
        return False
    if _OF_A_FLIGHT.match(said.slots.text, turn.end()) is not None:
        return True
    between = said.slots.text[turn.end() : named[0].start]  # "Rückflug Sonntag 15 UTC ab Basel nach …"
    return len(named) > 1 and not re.search(r"[;.!?]", between) and _FROM_THE_FIRST.search(between) is not None


def _settle_return(
    given: Given, said: Said, turns: list[re.Match[str]], *, returns: bool, stay_there: bool
) -> None:
    """The day of the way back, where a way back is said at all. `stay_there`: nights are where the trip goes."""
    day, back = given.get("day"), given.get("return_day")
    if isinstance(day, str) and isinstance(back, str):
        day = given["day"] = _last_before(date.fromisoformat(day), date.fromisoformat(back), said).isoformat()
        given["return_day"] = _after(date.fromisoformat(back), date.fromisoformat(day), said).isoformat()
    if isinstance(day, str) and "return_day" not in given and stay_there and (nights := nights_of(said.slots.low)):
        given["return_day"] = (date.fromisoformat(day) + timedelta(days=nights)).isoformat()
    if isinstance(day, str) and "return_day" not in given and stay_there and _NEXT_DAY.search(said.slots.low):
        given["return_day"] = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    if "return_day" in given:
        if "day" not in given and _SAME_DAY.search(said.slots.text):
            given["day"] = given["return_day"]
        return
    named = [s for s in said.slots.spots if s.kind != "here"]
    first = {s.name: s for s in reversed(named)}.values()
    last = max((s.end for s in first), default=0)
    turned = any(t.start() >= last and not _OF_A_FLIGHT.match(said.slots.text, t.end()) for t in turns)
    ways = [t.span() for t in _BACK.finditer(said.slots.text) if t not in turns and _is_one_way(t, said)]
    both = any(not any(a <= m.start < b for a, b in ways) for m in said.again().all_of("both_ways"))
    if returns or both or _SAME_DAY.search(said.slots.text) or (turned and named):
        given["return_day"] = day if isinstance(day, str) else SAME_DAY
    elif {"return_off_block", "return_by"} & given.keys() and isinstance(day, str):
        given["return_day"] = day


def _last_before(out: date, back: date, said: Said) -> date:
    """ "Back on Sunday the 13th, leaving Saturday at 9": the Saturday before that date."""
    names = {day.when: day.weekday for day in said.slots.days}
    if names.get(out) is None or names.get(back) is not None or (back - out).days <= len(WEEKDAYS):
        return out
    return back - timedelta(days=(back - out).days % len(WEEKDAYS))


def _after(back: date, out: date, said: Said) -> date:
    """The first such day after that of leaving: "on Saturday week, back Monday"."""
    said_as = next((d for d in said.slots.days if d.when == back), None)
    if said_as is None or (back >= out and back != out):
        return back
    if said_as.weekday:
        back += timedelta(days=-(-(out - back).days // 7) * 7)
        return back + timedelta(days=_nights_as_said(said_as, out, said) if back == out else 0)
    if back == out:
        return back
    if not re.search(r"[a-zäéû]{3}|[./-]\d", said.slots.low[said_as.start : said_as.end].removeprefix("the ")):
        for month in (out.month, out.month % 12 + 1):  # "on 4 December, back on the 2nd"
            try:
                then = back.replace(year=out.year + (month < out.month), month=month)
            except ValueError:
                continue
            if then >= out:
                return then
    return back


_NOT_A = re.compile(r", not a (?P<weekday>[A-Z][a-z]+)")


def _nights_as_said(back: Day, out: date, said: Said) -> int:
    """ "Saturday 12 September, returning Sunday" where the 12th is a Sunday: a night away all the same."""
    dated = next((day for day in said.slots.days if day.when == out and _NOT_A.search(day.note)), None)
    match = _NOT_A.search(dated.note) if dated else None
    if match is None or back.weekday is None or back.start < (dated.end if dated else 0):
        return 0
    return (WEEKDAYS.index(back.weekday) - WEEKDAYS.index(match["weekday"])) % 7
