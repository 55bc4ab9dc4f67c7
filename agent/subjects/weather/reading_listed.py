"""Names in a list of places that nobody knows: "METARs for Norwich, Blurbville and Cambridge"; they are asked for too."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.place_words import is_common_word
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.subjects.weather.reading_elements import is_of_the_weather

_BETWEEN = re.compile(r"\s*(?:[,;/&+]|\b(?:and|und|et|or|oder|ou|plus|sowie)\b)\s*", re.IGNORECASE)
_NAME = re.compile(r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2}")
_MOST = 4


def names_in_a_list(said: Said) -> list[str]:
    """The names that stand beside known places in a list, each a part of its own, in capitals."""
    text = said.slots.text
    cuts = [match.span() for match in _BETWEEN.finditer(text)]
    known = [(spot.start, spot.end) for spot in said.slots.spots]
    cuts = [cut for cut in cuts if not any(a < cut[1] and cut[0] < b for a, b in known)]  # "Stratton on the Fosse"
    if not cuts or not known or text.isupper():
        return []
    bounds = [0, *(at for cut in cuts for at in cut), len(text.rstrip(" ?!."))]
    parts = [(bounds[i], bounds[i + 1]) for i in range(0, len(bounds), 2)]
    named = [any(a < end and start < b for a, b in known) for start, end in parts]
    found: list[str] = []
    for at, (start, end) in enumerate(parts):
        beside = (at > 0 and named[at - 1]) or (at + 1 < len(parts) and named[at + 1])
        if named[at] or not beside or at == 0:
            continue
        match = _NAME.match(text, start, end)
        if match is not None and _is_a_name(match, said) and (match.end() == end or _ends(said, match.end())):
            found.append(match[0])
            said.used.add(match.span())
            named[at] = True
    return found[:_MOST]


def _ends(said: Said, at: int) -> bool:
    """Whether what stands behind a name is a day, an hour or a word of the weather, or courtesy."""
    rest = said.slots.low[at:].lstrip()
    begins = len(said.slots.low) - len(rest)
    spans = (*said.slots.days, *said.slots.quantities, *said.mentions)
    return (
        any(span.start == begins for span in spans)
        or re.match(r"(?:please|bitte|stp|svp|now|jetzt)\b", rest) is not None
    )


def _is_a_name(match: re.Match[str], said: Said) -> bool:
    spans = (*said.mentions, *said.slots.days, *said.slots.quantities, *said.slots.countries, *said.slots.crafts)
    if any(span.start < match.end() and match.start() < span.end for span in spans):
        return False
    words = match[0].casefold().split()
    if any(word in FUNCTION or is_common_word(word, word) for word in words):
        return False
    return not is_of_the_weather(match[0].casefold())
