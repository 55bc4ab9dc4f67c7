"""Says first what an answer leaves aside of what was asked, in a person's words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from agent import regex as re
from agent.aviation.names import fold
from agent.language.courtesy import CHAT
from agent.language.slot_words import COMES_OF, FUNCTION
from agent.language.wording import word_set, words_of
from agent.regex import longest_first
from tongue import later, say

_SOUGHT = {
    "beach": later("a beach"),
    "lake": later("a lake"),
    "mountains": later("mountains"),
    "golf": later("a golf course"),
    "island": later("an island"),
    "museum": later("a museum"),
    "camping": later("camping (known of no field: ask there)"),
    "town": later("a town in walking distance"),
    "gliding": later("gliding sites"),
    "no gliding": later("fields without gliding"),
    "near border": later("the border"),
    "microlight": later("microlight fields"),
    "mountain": later("altiports"),
    "on water": later("seaplane bases"),
    "military": later("military fields"),
    "no military": later("civil fields only"),
    "open day": later("fields open on that day"),
}
"""What a list can be asked for, by the name of the wish."""
_NAMED = {
    "day": later("the day"),
    "date": later("the day"),
    "time": later("the time"),
    "wind": later("the wind"),
    "headwind kts": later("the headwind"),
    "endurance hours": later("the endurance"),
    "within minutes": later("the flight time"),
    "max leg time hours": later("the flight time"),
    "cruise speed kts": later("the speed"),
    "aircraft type": later("the aircraft"),
    "max results": later("how many"),
    "max distance nm": later("the distance"),
    "max hours notice": later("the notice"),
    "cheapest": later("the price, no landing fee is known of these"),
    "fuel prices": later("fuel prices, by which I order no list"),
    "central": later("“central”"),
    "priority strategy": later("the order"),
    "not country": later("the country to leave out"),
    "country": later("the country"),
    "countries": later("the countries"),
    "via": later("the stops"),
    "both ways": later("the way back"),
    "return": later("the way back"),
    "share": later("the share"),
    "people": later("how many you are"),
    "tag": later("the tag"),
}
"""Arguments of tools as a pilot calls them."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PLAIN = re.compile(r"[\w .,:;'’()/+&%°€£$-]{1,80}")
"""What may be repeated to the pilot: no markup."""


def left_aside(wishes: Iterable[str]) -> str:
    """ "I could not look for a golf course; the rest:", or "" when nothing was left aside."""
    sought: list[str] = []
    others: list[str] = []
    for wish in dict.fromkeys(wishes):
        found = next(
            (words for name, words in _SOUGHT.items() if wish == name or wish.startswith(f"{name} ")), None
        )
        if found is not None:
            sought.append(say(found))
        else:
            others.append(_named(wish))
    if sought and others:
        return say(
            "I could not look for {sought} or take account of {others}; the rest:",
            sought=_joined(sought),
            others=_joined(others),
        )
    if sought:
        return say("I could not look for {sought}; the rest:", sought=_joined(sought))
    return say("I could not take account of {others}; the rest:", others=_joined(others)) if others else ""


def is_told(wish: str, told: str, fillers: frozenset[str]) -> bool:
    """Whether an answer speaks of what its plan could not place: its telling words stand in it, no figure.

    `fillers` are words that only carry a wish; what is nothing but such words asks for nothing of its own.
    """
    if any(character.isdigit() for character in wish) or _HOURS_IN_WORDS.search(wish):
        return False
    fillers |= _WHETHER | COMES_OF
    if _A_TIME.search(told):
        fillers |= _BY_WHEN
    telling = [w.key for w in words_of(wish) if not (w.key in FUNCTION or w.key in CHAT or w.key in fillers)]
    spoken = {w.key for w in words_of(told)}
    joined = "".join(re.findall(r"\w+", fold(told)))
    return all(word in spoken or (len(word) >= _A_STEM and word.removesuffix("s") in joined) for word in telling)


_HOURS_IN_WORDS = re.compile(
    r"\b(?:an?|one|two|three|four|half|une|deux|trois|quatre|demi-|eine[rn]?|zwei|drei|vier|halbe[nr]?) ?"
    r"(?:an )?(?:hours?|heures?|stunden?)\b",
    re.IGNORECASE,
)
""" "Within an hour": a figure, however it is written."""
_BY_WHEN = word_set(
    """
    latest earliest soonest sooner precisely exactly early soon late long notice advance beforehand
    time limit deadline
    spatestens spaetestens fruhestens fruehestens genau fruh frueh spat spaet lange vorher voraus frist zeit
    combien temps avant tard tot avance heure delai delais limite precisement exactement longtemps
    """
)
"""What asks for a moment or a lead: told by an answer that gives one."""
_A_TIME = re.compile(
    r"\d ?(?:h|min|hours?|minutes?|Std|Stunden|heures?)\b|\d\d:\d\d|\bby when\b|\bdélai|\bbis wann\b"
)
OF_A_LIMIT = word_set(
    "limit limits max maximum above over under below within beyond exceed exceeds "
    "limite limites dessus dessous grenze grenzen grenzwert uber ueber unter drunter druber"
)
"""What asks whether a wind is within a limit: told where it is held against one."""
_WHETHER = word_set(
    """
    wear wearing carry carrying bring bringing compulsory mandatory obligatory required necessary legally
    tragen anziehen mitfuhren mitfuehren mitnehmen obligatorisch vorgeschrieben
    erforderlich notig noetig notwendig pflicht
    porter mettre emporter prendre emmener obligatoire obligatoires obligatoirement necessaire necessaires faut
    """
)
"""What asks whether a thing is due: told by an answer that speaks of the thing."""
_A_STEM = 6
"""Letters from which a word is known inside another: "lifejacket" in "life jackets"."""


def _named(wish: str) -> str:
    """An argument with its value: "day 2026-11-28" is "the day (Sat 28 Nov)"."""
    for name in longest_first(_NAMED):
        if wish == name or wish.startswith(f"{name} "):
            value = _shown(wish[len(name) :].strip())
            return f"{say(_NAMED[name])} ({value})" if value else say(_NAMED[name])
    return say("“{text}”", text=wish) if _PLAIN.fullmatch(wish) else say("part of it")


def _shown(value: str) -> str:
    if _DAY.fullmatch(value):
        day = date.fromisoformat(value)
        return say("{day:%a} {day.day} {day:%b}", day=day)
    return value if _PLAIN.fullmatch(value) else ""


def _joined(parts: list[str]) -> str:
    distinct = list(dict.fromkeys(parts))
    return say(" or ").join([", ".join(distinct[:-1]), distinct[-1]]) if len(distinct) > 1 else distinct[0]
