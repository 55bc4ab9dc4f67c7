"""Reads how long a flight takes by the pilot's own reckoning, and other lengths of time that are no hour of a day.

"1:15 each way", "Flugzeit 1:20": from the distance follows the speed. "1:30 range": no time off blocks.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.stays import STAY_FOR, STAY_TO
from agent.language.stops_told import STOP_AT, stop_told
from agent.regex import longest_first

Given = dict[str, JsonValue]
SIGN, SPEED, IDLE = "|", " kt", "-"
"""How `taken` keeps what was made of some words: a speed, or nothing."""
_LENGTH = re.compile(
    r"(?<![\w:.,/])(?:(?P<h>\d{1,2})\s?(?::|\+|h(?:rs?|ours?)?|heures?|std\.?|stunden?)\s?(?P<m>[0-5]\d)?(?:\s?(?:m|min)\b)?|"
    r"(?P<f>0[0-9][0-5]\d)|(?P<n>\d{2,3})\s?(?:min\w*|m\b))(?![\d:])(?:\s?(?:h|hrs?|hours?|std|stunden?)\b)?",
    re.IGNORECASE,
)
_FLIES_BEHIND = re.compile(
    r"[\s-]{0,2}(?:(?:a|per|each|of|de|je|pro|par)\s+)?(?:each way|either way|(?:each|per|a) leg|legs?\b|"
    r"flight(?: time)?|flying(?: time)?|en ?route|airborne|in the air|vol\b|trajet|flug(?:zeit|dauer)?\b|"
    r"strecke|richtung|hinweg)",
    re.IGNORECASE,
)
_FLIES_BEFORE = re.compile(
    r"\b(?:flight time|flying time|time en ?route|leg(?: time)?|each way|each leg|ete|eet|flugzeit|flugdauer|"
    r"flugzeit von|temps de vol|durée(?: du vol)?|vol de|takes|it takes|dauert|dure)\W+"
    r"(?:(?:of|is|are|takes|about|around|some|von|ist|ca|etwa|rund|environ|est|de)\W+){0,3}$",
    re.IGNORECASE,
)
_LASTS_BEHIND = re.compile(
    r"[\s-]{0,2}(?:(?:of|de|d['’]|an)\s?)?(?:range|reach|endurance|autonomy|autonomie|reichweite|ausdauer|"
    r"(?:of )?fuel|sprit|carburant|reserve)\b",
    re.IGNORECASE,
)
_STAYS = re.compile(
    r"\b(?:stop|stay|stopover|escale|arrêt|halt|stopp|aufenthalt|pause|break)\W+(?:(?:of|for|von|de|d'|about|ca)\W+){0,2}$",
    re.IGNORECASE,
)
_LASTS_BEFORE = re.compile(
    r"\b(?:range|reach|endurance|autonomie|reichweite|ausdauer|reserve|fuel for|sprit für)\W+"
    r"(?:(?:of|is|about|von|de|ca|for)\W+){0,2}$",
    re.IGNORECASE,
)
_SLOWEST, _FASTEST = 25, 450
"""Knots between which a speed that follows from a time and a distance is believed."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time that was said. `flies`: it is that of one flight."""

    start: int
    end: int
    minutes: int
    words: str
    flies: bool


_COUNTED = (
    ("one", "eine", "une"), ("two", "zwei", "deux"), ("three", "drei", "trois"), ("four", "vier", "quatre"),
    ("five", "fünf", "cinq"),
)  # fmt: skip


def _spelt() -> dict[str, int]:
    """Hours in words, with halves and quarters: "two hours and a half", "zweieinhalb stunden", "3,5 heures"."""
    told = {
        "an hour and a half": 90, "one and a half hours": 90, "an hour and a quarter": 75, "an hour": 60,
        "half an hour": 30,
        "three quarters of an hour": 45, "eine dreiviertelstunde": 45, "trois quarts d'heure": 45,
        "anderthalb stunden": 90, "eineinhalb stunden": 90, "eine stunde": 60, "eine halbe stunde": 30,
        "une heure et demie": 90, "une heure et quart": 75, "une heure": 60, "une demi-heure": 30,
    }  # fmt: skip
    for n, (en, de, fr) in enumerate(_COUNTED, 1):
        for count in (en, str(n)):
            halves = (f"{count} and a half hours", f"{count} hours and a half")
            told |= dict.fromkeys(halves, n * 60 + 30)
            told |= dict.fromkeys((f"{count} and a quarter hours", f"{count} hours and a quarter"), n * 60 + 15)
        for count in (fr, str(n)):
            told |= {f"{count} heures et demie": n * 60 + 30, f"{count} heures et quart": n * 60 + 15}
        told |= {f"{de}einhalb stunden": n * 60 + 30, f"{n}½ stunden": n * 60 + 30, f"{n}½ hours": n * 60 + 30}
        told |= {
            f"{n}{point}5 {unit}": n * 60 + 30
            for point in (".", ",")
            for unit in ("hours", "hrs", "h", "stunden", "std", "heures")
        }
        told |= {f"{en} hours": n * 60, f"{de} stunden": n * 60, f"{fr} heures": n * 60} if n > 1 else {}
    return told


_SPELT = _spelt()
_IN_WORDS = re.compile(rf"(?<![\w.,])(?P<w>{'|'.join(map(re.escape, longest_first(_SPELT)))})\b", re.IGNORECASE)


def _widest(match: re.Match[str]) -> tuple[int, int]:
    """By where it begins, of two that begin at one place the longer: "2 hours and a half" is no "2 hours"."""
    return match.start(), -match.end()


def lengths(text: str) -> list[Length]:
    """The lengths of flights and of fuel in a text; a time of day is none."""
    found: list[Length] = []
    for match in sorted((*_LENGTH.finditer(text), *_IN_WORDS.finditer(text)), key=_widest):
        before, behind = text[: match.start()], text[match.end() :]
        ahead, led = _FLIES_BEHIND.match(behind), _FLIES_BEFORE.search(before)
        fuel, kept = _LASTS_BEHIND.match(behind), _LASTS_BEFORE.search(before)
        if longest_of(text, match.start(), match.end()):
            continue
        kept = kept or _STAYS.search(before)
        if not (ahead or led or fuel or kept) or (not led and _is_a_clock(match, behind)):
            continue
        first = led.start() if led else kept.start() if kept else match.start()
        last = match.end() + (ahead or fuel).end() if (ahead or fuel) else match.end()  # type: ignore[union-attr]
        minutes = _minutes(match)
        words = text[first:last].strip(" ,.;")
        found.append(Length(match.start(), match.end(), minutes, words, not (fuel or kept)))
    return found


_NO_LONGER = (
    r"(?:max(?:imum|imal|i)?\.?|at (?:the )?most|(?:no|not) (?:more|longer) than|up to|under|below|less than|"
    r"shorter than|within|höchstens|nicht (?:mehr|länger) als|unter|bis zu|pas plus (?:de|d['’])|"
    r"au (?:plus|max(?:imum)?)|moins (?:de|d['’]))"
)
_OF_LEGS = (
    r"(?:legs?|hops?|stretch(?:es)?|stages?|sectors?|etappen?|teilstrecken?|abschnitte?n?|"
    r"étapes?|branches?|tronçons?)"
)
_NO_LEG = (
    r"(?:(?:no|none of the|keine?|aucune?|sans) (?:single )?|(?:pas|jamais|sans) d['’]\s?)" + _OF_LEGS + r" "
    r"(?:(?:over|of more than|to be|may|must|should|darf|soll|sollte|above|beyond|de plus de|longer|more|"
    r"exceed(?:ing)?|über|länger|als|than|que|plus longues?|qui dépasse|dépassant|supérieure à)\s*)+"
)
_LONGEST_BEFORE = re.compile(
    rf"\b(?:{_NO_LEG}|(?P<l>{_OF_LEGS},? (?:(?:of|von|de|to be|should be)\s+)?)?"
    rf"(?P<m>{_NO_LONGER})(?: of| von| de)?)\s*$",
    re.IGNORECASE,
)
_LONGEST_BEHIND = re.compile(
    rf"\s*(?P<m>{_NO_LONGER}\s*)?(?:per|each|a|je|pro|par)?\s*(?P<l>{_OF_LEGS})\b|\s*(?P<n>{_NO_LONGER})\s*$",
    re.IGNORECASE,
)
_MANY_LEGS = re.compile(r"legs|hops|stages|sectors|etappen|étapes|branches", re.IGNORECASE)
_LEGS_OF = re.compile(rf"\b{_OF_LEGS},? (?:of |von |de |d['’])?$", re.IGNORECASE)


def longest_of(text: str, start: int, end: int) -> bool:
    """Whether a length is that which no leg is to exceed: "max 2 h legs", "pas plus de 2h30 par étape"."""
    before, behind = _LONGEST_BEFORE.search(text[:start]), _LONGEST_BEHIND.match(text[end:])
    if before is not None and not before["m"]:
        return True
    limits = bool(before or (behind and (behind["m"] or behind["n"])))
    legs = (before["l"] if before else None) or (behind["l"] if behind else None)
    legs = legs or ((led := _LEGS_OF.search(text[:start])) and led[0])
    return bool(legs) and (limits or _MANY_LEGS.search(str(legs)) is not None)


def limits_of_legs(text: str) -> list[tuple[int, int]]:
    """Where the length is said that no leg is to exceed."""
    told = (match.span() for pattern in (_LENGTH, _IN_WORDS) for match in pattern.finditer(text))
    return [(start, end) for start, end in told if longest_of(text, start, end)]


def longest_leg(said: Said) -> int | None:
    """The minutes that no leg of the trip is to take longer than, where that is said."""
    text = said.slots.text
    for match in sorted((*_LENGTH.finditer(text), *_IN_WORDS.finditer(text)), key=_widest):
        if longest_of(text, match.start(), match.end()) and (minutes := _minutes(match)):
            before = _LONGEST_BEFORE.search(text[: match.start()])
            behind = _LONGEST_BEHIND.match(text[match.end() :])
            first = before.start() if before else match.start()
            said.used.add((first, match.end() + (behind.end() if behind else 0)))
            said.take([q for q in said.slots.quantities if match.start() <= q.start < match.end()])
            return minutes
    return None


_A_FLIGHT = re.compile(r"\s+(?:flight|vol|flug)\b(?!\s*(?:time|zeit|dauer))", re.IGNORECASE)
_LONGEST = 5


def _is_a_clock(match: re.Match[str], behind: str) -> bool:
    """ "Saturday's 10:00 flight": the hour at which it leaves; so long no flight lasts."""
    hours = match.groupdict().get("h")
    return bool(hours and ":" in match[0] and int(hours) >= _LONGEST and _A_FLIGHT.match(behind))


def _minutes(match: re.Match[str]) -> int:
    said = match.groupdict()
    if "w" in said:
        return _SPELT[said["w"].lower()]
    if said["f"]:
        return int(said["f"][:2]) * 60 + int(said["f"][2:])
    return int(said["n"] or 0) + int(said["h"] or 0) * 60 + int(said["m"] or 0)


def speed_by_length(said: Said, given: Given) -> Given:
    """The speed that follows from the one time told for a flight, and the words it was taken from."""
    stays = stays_told(said.slots.low) if given.get("ground_minutes") else []
    told = [one for one in lengths(said.slots.text) if not any(a <= one.start < b for a, b in stays)]
    for one in told:
        said.used.add((one.start, one.end))
    flown = [one for one in told if one.flies]
    nm = None if given.get("via") else _distance(said, given)
    kept = v if isinstance(v := given.get("taken"), list) else []
    idle: list[JsonValue] = [*kept, *(f"{one.words}{SIGN}{IDLE}" for one in told if not one.flies)]
    if len(flown) != 1 or nm is None or not flown[0].minutes:
        return {"taken": [*idle, *(f"{one.words}{SIGN}{IDLE}" for one in flown)]} if told else {}
    knots = round(nm / (flown[0].minutes / 60))
    if not _SLOWEST <= knots <= _FASTEST or "cruise_speed_kts" in given:
        return {"taken": [*idle, f"{flown[0].words}{SIGN}{IDLE}"]}
    return {"cruise_speed_kts": knots, "taken": [*idle, f"{flown[0].words}{SIGN}{knots}{SPEED}"]}


_KEPT_BEHIND = re.compile(
    r"[\s-]{0,2}(?:(?:of|de|d['’]|in|en|als|as|a)\s?)?(?:hand\b|margin|buffer|reserve|spare|slack|contingency|puffer|marge|sicherheit|"
    r"luft\b|avance|rab\b|(?:before|ahead of|vor|avant)\s+(?:the |dem |der |le |la |it (?:is|gets) )?"
    r"(?:sunset|dark|dusk|night|last light|sonnenuntergang|einbruch|dunkel|nacht|coucher|nuit))",
    re.IGNORECASE,
)
_KEPT_BEFORE = re.compile(
    r"\b(?:margin|buffer|reserve|puffer|marge|sicherheit|spare|contingency)[\s:=]+(?:(?:of|is|von|ist|de|est|mit|d)\W+){0,2}$",
    re.IGNORECASE,
)


def own_time_and_margin(said: Said) -> Given:
    """ "It takes 55 minutes and I want 20 in hand": how long the flight lasts, and what is kept before."""
    given: Given = {}
    text = said.slots.text
    for one in said.slots.of("duration"):
        spelt = _IN_WORDS.match(text, one.start)
        minutes, end = (_minutes(spelt), spelt.end()) if spelt else (round(one.value * 60), one.end)
        kept = _KEPT_BEHIND.match(text[end:]) or _KEPT_BEFORE.search(text[: one.start])
        if _LASTS_BEHIND.match(text[end:]) and not kept:
            continue
        name = "margin_minutes" if kept else "flight_minutes"
        if name not in given and minutes in (_KEPT if kept else _FLOWN):
            given[name] = minutes
    return given


_FLOWN, _KEPT = range(5, 1441), range(241)
_HALVES = {"half an hour": 30, "une demi-heure": 30, "demi-heure": 30, "eine halbe stunde": 30, "halbe stunde": 30}
_ON_THE_GROUND = re.compile(
    r"(?:(?P<half>half an hour|(?:une )?demi-heure|(?:eine )?halbe stunde)|"
    r"(?P<long>an hour and a half|one and a half hours?|anderthalb stunden|eineinhalb stunden|une heure et demie)|"
    r"(?P<n>(?<![\d.,:])\d{1,3}(?:[.,]\d)?|an|one|two|three|four|five|six|(?:a )?couple(?: of)?|eine?|zwei|drei|"
    r"vier|fünf|sechs|une|"
    r"deux|trois|quatre|cinq)\s?"
    r"(?P<u>min\w*|hours?|hrs?|h|std\.?|stunden?|heures?))\s+"
    r"(?:on (?:the )?ground|aufenthalt|(?:dort |da )?(?:bleiben|verweilen)|"
    r"sur place|vor ort|stopp?\b|halt\b|stay\b|there\b(?! and)|dort\b(?! und)|là-bas\b(?! et)|d['’]arrêt|"
    r"at each(?: stop| field| place)?|(?:at |for )?(?:each|every) stop|stop at each|"
    r"turn ?a?round|"
    r"am boden|bei jedem halt|je (?:halt|stopp|landung)|au sol|à chaque (?:escale|arrêt))\b",
    re.IGNORECASE,
)
_STAYS_SO_LONG = re.compile(
    r"\b(?:stay(?:ing)?|spend(?:ing)?|bleib\w*|rest(?:e|er|ons|ant)|pass(?:er|ons)|aufenthalt|escale|dort|"
    r"vor ort|sur place|là-bas)\s+"
    r"(?:(?:there|for|about|around|dort|da|für|etwa|ca|là|là-bas|sur place|environ|pendant|von|de)\s+)*"
    r"(?P<n>[1-9]|an|one|two|three|four|five|six|eine?|zwei|drei|vier|fünf|sechs|une|deux|trois|quatre|cinq)\s?"
    r"(?P<u>hours?|hrs?|h|std\.?|stunden?|heures?)\b(?!\s+(?:in|at|on|auf|bei|à|au|en|sur)\b)"
)
""" "We stay four hours": where one flies to."""
_ONES = {
    "three": 3,
    "drei": 3,
    "trois": 3,
    "four": 4,
    "vier": 4,
    "quatre": 4,
    "five": 5,
    "fünf": 5,
    "cinq": 5,
    "six": 6,
    "sechs": 6,
    "an": 1,
    "one": 1,
    "ein": 1,
    "eine": 1,
    "une": 1,
    "two": 2,
    "zwei": 2,
    "deux": 2,
}


def stays_told(text: str) -> list[tuple[int, int]]:
    """Where times on the ground are told, which are no hours of a day: "une heure à chaque escale"."""
    return [
        match.span()
        for said in (_ON_THE_GROUND, _SO_LONG_IN, _STAYS_SO_LONG, STAY_FOR, STAY_TO, STOP_AT)
        for match in said.finditer(text)
    ]


def ground_time(said: Said) -> int | None:
    """ "Half an hour on the ground each": the minutes at each stop."""
    low = said.slots.low
    match = _ON_THE_GROUND.search(low) or _STAYS_SO_LONG.search(low) or STAY_FOR.search(low)
    match = match or STAY_TO.search(low)
    if match is None:
        return _at_a_field(said)
    said.used.add(match.span())
    said.take([q for q in said.slots.of("duration") if match.start() <= q.start < match.end()])
    told = match.groupdict()
    if told.get("half"):
        return _HALVES[match["half"]]
    if told.get("long"):
        return 90
    if (figures := match["n"].replace(",", "."))[0].isdigit():
        return round(float(figures) * (1 if match["u"].startswith("min") else 60))
    number = 2 if "couple" in match["n"] else _ONES[match["n"]]
    return number if match["u"].startswith("min") else number * 60


_SO_LONG = re.compile(
    r"\s*,?\s*(?:(?:for |für )?(?P<n>[1-9]|an|one|two|three|four|five|six|eine?|zwei|drei|vier|fünf|sechs)\s?"
    r"(?:hours?|hrs|std|stunden?)|pendant (?P<f>[1-9]|une|deux|trois|quatre|cinq|six)\s?(?:h|heures?))\b"
)
_SO_LONG_IN = re.compile(
    r"(?:[,;.:–]|\b(?:and|then|und|dann|et|puis|for|für|pendant|about|around|etwa|environ|with|mit|avec|stay|spend|"
    r"spending|staying|bleiben|passer|passons|rester|restons|reste|stop|stopover|stopp|zwischenstopp|aufenthalt|arrêt|"
    r"escale|halte|pause)(?: (?:of|von|de|d['’]))?)\s+"
    r"(?:(?P<n>[1-9]|an|one|two|three|four|five|six|eine?|zwei|drei|vier|fünf|sechs)\s?"
    r"(?:hours?|hrs?|std\.?|stunden?)\s+(?:in|at|on|auf|bei)|(?P<f>[1-6]|une|deux|trois|quatre|cinq|six)\s?(?:h|heures?)\s+(?:à|au|aux|en|sur))\s+"
    r"(?!(?:the |der |dem |die )?(?:air|flight|luft|flug|total|all|sun|wind|morning|afternoon|advance|\d))"
    r"(?:the |le |la )?"
)
""" ", drei Stunden in", "et trois heures au": before the field at which one stays so long."""
_STOPS_IN = re.compile(r"\b(?:in|at|auf|à|a|stop(?:ping)? (?:at|in)|bei)\s+(?:the |le |la )?$")


def _at_a_field(said: Said) -> int | None:
    """ "Auf Helgoland 2 Stunden", "in Bern eine Stunde": the minutes at the field that is named."""
    low = said.slots.low
    for spot in said.slots.spots:
        if said.is_stop(spot) and (told := stop_told(low[: spot.start])) is not None:
            said.used.add(told.span())
            lasting = [q for q in said.slots.of("duration") if told.start() <= q.start < told.end()]
            said.take(lasting)
            if lasting:
                return round(lasting[0].value * 60)
        match = _SO_LONG.match(low, spot.end)
        if match is None or not _STOPS_IN.search(low[: spot.start]):
            match = next((m for m in _SO_LONG_IN.finditer(low) if spot.start <= m.end() < spot.end), None)
        if match is None:
            continue
        said.used.add(match.span())
        said.take([q for q in said.slots.of("duration") if match.start() <= q.start < match.end()])
        number = match["n"] or match["f"]
        return 60 * (int(number) if number.isdigit() else _ONES[number])
    return None


def _distance(said: Said, given: Given) -> float | None:
    ends = [given.get("from_location") or said.home, given.get("to_location")]
    codes = [field_of(one, said.deps) if isinstance(one, str) else None for one in ends]
    fields = [said.deps.airports.get(code) if code else None for code in codes]
    a, b = fields
    return geodesic_nm(a.lat, a.lon, b.lat, b.lon) if a is not None and b is not None else None
