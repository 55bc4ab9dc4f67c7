"""Finds what a question says and no argument holds: "open after 20:00", "that speak English", "with my dog".

A list that passes over a wish in silence is a wrong list, so what stays here is named in the answer's first line.
Of a list each word of the clause that asks counts: why somebody asks ("my dad loves Spitfires") is no wish. Of a
flight, a field and places on the ground it is the conditions, which begin with a word of their own ("with", "ohne").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from agent import regex as re
from agent.aviation.spelling import place_key
from agent.language.abroad import BORDER_LINE
from agent.language.said import Said, Span
from agent.language.slot_words import FUNCTION
from agent.language.wording import Word, word_set
from agent.protocol import ToolCall
from agent.understanding.clauses.clauses import questions

LISTS = frozenset(
    (
        "find_airports_near_location",
        "find_airports_near_route",
        "search_airports",
        "get_airport_statistics",
        "get_border_crossing_airports",
    )
)
"""Tools whose answer is a choice among fields: each condition counts."""
WITHIN = "fly_within_hours"
"""The argument with which places around become a choice among fields."""
CONDITIONED = LISTS | {
    "calculate_flight_distance",
    "compare_airfields",
    "get_airport_details",
    "get_airport_pricing",
    "get_border_brief",
    "get_day_brief",
    "get_fuel_plan",
    "get_notification_for_airport",
    "get_wind_plan",
    "plan_trip",
    "search_pois",
}
"""Tools whose answer another condition may change."""
MOST_NAMED = 2
LONGEST = 6
"""Words of one wish that are repeated to the pilot."""
_CLAUSE = re.compile(
    r"[.!?;:\n]+|,|\s[-–—]\s|\s(?:because|since|weil|da wir|parce que|car|so that|damit|as i|as we)\s"
)
FIELD = re.compile(
    r"\b(?:(?:air)?(?:fields?|ports?|strips?)|aerodromes?|airfields?|somewhere|anywhere|places?|runways?|terrains?|a[eé]rodromes?|a[eé]roports?|pistes?|"
    r"(?:flug|lande)?pl[aä]tze?n?|flugh[aä]fen|irgendwo)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\s*(?:and |but |und |et |mais |aber )?(?:with|without|no|not|only|that|which|open|where|mit|ohne|nur|kein\w*|avec|sans|pas|qui|où|ouverts?|die|offen|ideally|preferably|if possible|am besten|am liebsten|möglichst|bevorzugt|wenn möglich|idealerweise|idéalement|de préférence|si possible|plutôt)\b",
    re.IGNORECASE,
)
_OF_ONESELF = re.compile(
    r"\s*(?:i|we|my|our|i'm|we're|he|she|they|je|on|nous|mon|ma|mes|ich|wir|mein\w*|unser\w*)\b", re.IGNORECASE
)
_LACKS = re.compile(
    r"\s*(?:(?:since|as|because|da|weil|comme|puisque|vu que)\s+)?(?:i|we|ich|wir|je|j['’]ai|on|nous)\b.*?"
    r"\b(?:no|without|haven['’]?t|have not got|kein\w*|ohne|pas de|pas d['’]|sans)\b",
    re.IGNORECASE,
)
""" "Since I have no radio": what one lacks is a condition, though it is told as a reason."""
_CONDITION = re.compile(
    r"\b(?:with(?:out)?|avoiding|in (?:a|an|my|our)|for (?:a|an|my|our)|not (?:above|below|over|through|via)|no|by the|only"
    r"|avec|sans|en [eé]vitant|dans (?:un|une|mon|notre)|en|pour (?:un|une|mon|ma|mes|notre)|pas (?:de|au-dessus)"
    r"|mit|ohne|kein\w*|im|in (?:einem|einer|meine[mr]|unsere[mr])|f[uü]r (?:ein|mein|unser)\w*|nicht (?:[uü]ber|unter|durch))\b",
    re.IGNORECASE,
)
"""Words that begin a condition."""
_IN_HAND = frozenset(("it", "that", "this", "them", "ça", "cela", "celui", "dem", "ihm", "das"))
_TAKEN_FOR_GRANTED = frozenset(("vfr",))
"""No condition of a field or a flight: "en VFR"."""
_OF_NIGHT = frozenset(("nvfr", "nachtflugberechtigung", "nachtberechtigung"))
"""What a question of the sun is asked for: the answer says until when it is day."""
_CONDITION_ENDS = re.compile(r"[.!?;:,\n]")
_FILLERS_INSIDE = 3
_TO_SPACE = re.compile(r"\S*")
"""A clock is two words: "20:00"."""
_HYPHENED = re.compile(r"\w+-$")
"""What stands before the second half of a word: "week-end"."""


@cache
def carriers(folder: Path) -> frozenset[str]:
    """Words that only carry a wish, from `data/language/carriers.txt`."""
    lines = (folder / "carriers.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


CARD = "get_airport_details"


def unread(call: ToolCall, said: Said, own: Sequence[str] = ()) -> tuple[str, ...]:
    """What a question says and its reading did not take, in the pilot's words.

    Of a list and of a whole sheet that is any word, of the other tools that reckon with conditions it is a condition.
    `own` are concepts that the tool answers whatever else is said.
    """
    own = (*own, *_ANSWERED.get(call.tool, ()))
    left = (*_aircraft(call, said), *_landmarks(call, said))
    return (*left, *(one for one in _unread(call, said, own) if not any(one in whole for whole in left)))


_OF_A_TOWN = frozenset(("castle", "abbey", "cathedral", "minster", "priory", "racecourse", "lighthouse"))
_WITH_A_CAPITAL = word_set(
    "bank hill hills down downs moor moors forest wood woods bay reservoir tower towers hall dam circuit head peak falls "
    "rock edge ridge fell dale"
)
"""What may be words of their own: "Sutton Bank" is a hill, "Sutton bank holiday" none."""


def _landmarks(call: ToolCall, said: Said) -> tuple[str, ...]:
    """A sight by its whole name where only the town it is called after was found: "Leeds Castle" is not at Leeds."""
    if call.tool not in CONDITIONED | {"get_weather"}:
        return ()
    text, behind = said.slots.text, {word.start: word for word in said.slots.words}
    found: list[str] = []
    for spot in said.slots.spots:
        word = behind.get(spot.end + 1)
        if spot.kind != "place" or word is None or not text[spot.end].isspace():
            continue
        if any(a < word.end and word.start < b for a, b in said.used):
            continue
        if word.key in _OF_A_TOWN or (word.key in _WITH_A_CAPITAL and word.text.istitle() and not text.istitle()):
            found.append(text[spot.start : word.end])
    return tuple(found[:1])


_ANSWERED = {"get_notification_for_airport": ("notice",)}
"""What a tool answers by its name: "customs on Sunday, with what notice"."""
_OF_A_FIELD = frozenset(("get_airport_details", "compare_airfields"))
"""What says nothing of an aircraft: whether it may land there is its pilot's sum."""


def _aircraft(call: ToolCall, said: Said) -> tuple[str, ...]:
    """The aircraft of a question of a field, which tells nothing of it."""
    if call.tool not in _OF_A_FIELD:
        return ()
    crafts = [c for c in said.slots.crafts if (c.start, c.end) not in said.used]
    return tuple(dict.fromkeys(said.slots.text[c.start : c.end] for c in crafts))[:1]


def _unread(call: ToolCall, said: Said, own: Sequence[str] = ()) -> tuple[str, ...]:
    """The same but for the aircraft."""
    is_list = call.tool in LISTS or WITHIN in call.arguments
    if not is_list and (call.tool != CARD or call.arguments.get("about")):
        return _conditions(said, own) if call.tool in CONDITIONED else ()
    plain = carriers(said.deps.settings.data / "language")
    named = [(s.start, s.end) for s in (*said.slots.spots, *said.slots.crafts)]
    line = BORDER_LINE.search(said.slots.low) if is_list and said.slots.countries else None
    line = None if line and line.span() in said.used else line
    named += [line.span()] if line else []
    named += [(m.start, m.end) for m in said.all_of("opinion")]
    held = [*said.used, *said.slots.taken_back, *named]
    found: list[str] = []
    for start, end in _asking(said.slots.text):
        words = [w for w in said.slots.words if start <= w.start < end]
        free = [w for w in words if not any(a < w.end and w.start < b for a, b in held)]
        if call.tool == CARD and isinstance(code := call.arguments.get("icao_code"), str):
            free = [w for w in free if not is_of_its_name(w.text, code, said)]
        found += _phrases(free, words, plain, said)
    found = [said.slots.text[slice(*line.span())], *found] if line else found
    return tuple(dict.fromkeys(found))[:MOST_NAMED]


_SLIP = 4
"""Letters of a word that may have one wrong and still be the word."""


def is_of_its_name(name: str, code: str, said: Said) -> bool:
    """Whether a place said is part of what the field is called, a letter of it wrong or none: "Biberach", "Abas"."""
    from rapidfuzz.distance import OSA

    airport = said.deps.airports.get(code) if len(code) > 3 else None
    if airport is None:
        return False
    called = place_key(" ".join((airport.name, airport.municipality or "", *airport.keywords))).split()
    return all(
        any(word == own or (len(word) >= _SLIP and OSA.distance(word, own) <= 1) for own in called)
        for word in place_key(name).split()
    )


def _conditions(said: Said, own: Sequence[str]) -> tuple[str, ...]:
    """ "With my dog", "avoiding mountains": the conditions of which nothing was taken."""
    plain = carriers(said.deps.settings.data / "language")
    slots, text = said.slots, said.slots.text
    held = [
        *said.used,
        *said.slots.taken_back,
        *(
            (s.start, s.end)
            for s in (*slots.spots, *slots.crafts, *slots.quantities, *slots.days, *slots.countries)
        ),
        *((m.start, m.end) for m in said.all_of(*own)),
    ]
    found: list[str] = []
    for begin in _CONDITION.finditer(text):
        ends = (p.search(text, begin.end()) for p in (_CONDITION, _CONDITION_ENDS))
        end = min((m.start() for m in ends if m), default=len(text))
        words = [w for w in slots.words if begin.end() <= w.start < end][:LONGEST]
        taken = next(
            (i for i, w in enumerate(words) if any(a < w.end and w.start < b for a, b in held)), len(words)
        )
        if words and words[0].key in _IN_HAND | _TAKEN_FOR_GRANTED:
            continue  # "with it behind me": of what was said before
        if words and words[0].key in _OF_NIGHT and said.has("sun"):
            continue
        telling = [w for w in words[:taken] if w.key not in plain and len(w.key) > 1 and not w.key.isdigit()]
        figure = (
            words[taken] if telling and words[taken - 1 : taken] == [telling[-1]] and taken < len(words) else None
        )
        if figure and any(
            q.start <= figure.start < q.end and (q.start, q.end) in said.used for q in slots.quantities
        ):
            continue  # "with reserve 45 min": its figure was taken
        if telling and words.index(telling[0]) < _FILLERS_INSIDE:
            found.append(text[begin.start() : telling[-1].end])
    return tuple(dict.fromkeys(found))[:MOST_NAMED]


def unheard(
    said: Said, own: Sequence[str], beside: Sequence[Span] = (), *, of_a_field: bool = False
) -> tuple[str, ...]:
    """The questions of a text of which its reading took nothing, though they mean something: "…, and is it bumpy?".

    `own` are concepts that the tool answers whatever else is said: "how much crosswind" of a wind; `beside` is what
    another reading of the text took. A question `of_a_field` tells what its words name, and nothing by the field's name alone:
    "do I need to book out at Fairoaks".
    """
    plain = carriers(said.deps.settings.data / "language")
    names = {(spot.start, spot.end) for spot in said.slots.spots} if of_a_field else set[Span]()
    found: list[str] = []
    for start, end in questions(said.slots.text):
        passed = said.all_of(*own, "opinion")
        held = [*said.used, *beside, *said.slots.taken_back, *((m.start, m.end) for m in passed)]
        if any(a < end and start < b and (a, b) not in names for a, b in held):
            continue
        words = [w for w in said.slots.words if start <= w.start < end]
        words = [w for w in words if not any(a < w.end and w.start < b for a, b in names)]
        if any(w.key not in plain and w.key not in FUNCTION and len(w.key) > 1 for w in words):
            found.append(said.slots.text[start:end])
    return tuple(found)


def all_known(said: Said) -> bool:
    """Whether each word is one of the language or of a day, an hour, an amount: none may be a place's name."""
    plain = carriers(said.deps.settings.data / "language")
    slots = said.slots
    held = [(s.start, s.end) for s in (*said.mentions, *slots.quantities, *slots.days)]
    free = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in held)]
    return all(w.key in plain or w.key in FUNCTION or not w.key.isalpha() for w in free)


def _asking(text: str) -> list[tuple[int, int]]:
    """The clauses that ask for fields, or go on with "with", "that", "no"."""
    cuts = [0, *(m.end() for m in _CLAUSE.finditer(text)), len(text)]
    spans = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    asks = [
        (a, b)
        for a, b in spans
        if (FIELD.search(text[a:b]) and not _OF_ONESELF.match(text[a:b]))
        or _GOES_ON.match(text[a:b])
        or _LACKS.match(text[a:b])
    ]
    return asks or (spans if len(spans) == 1 else [])


def _phrases(free: list[Word], words: list[Word], plain: frozenset[str], said: Said) -> list[str]:
    """Runs of words that nothing took, around those that mean something."""
    places = {w.start: i for i, w in enumerate(words)}
    telling = [w for w in free if w.key not in plain and len(w.key) > 1]
    runs: list[list[int]] = []
    for word in telling:
        at = places[word.start]
        if (
            runs
            and at - runs[-1][-1] <= _FILLERS_INSIDE
            and all(words[i] in free for i in range(runs[-1][-1], at))
        ):
            runs[-1].append(at)
        else:
            runs.append([at])
    text = said.slots.text
    begins = [_HYPHENED.search(text, 0, words[run[0]].start) for run in runs]
    ends = [_TO_SPACE.match(text, words[run[-1]].end) for run in runs]
    return [
        text[begin.start() if begin else words[run[0]].start : end.end() if end else words[run[-1]].end].rstrip(
            ",.;:?!)"
        )
        for run, begin, end in zip(runs, begins, ends, strict=True)
        if run[-1] - run[0] < LONGEST
    ]
