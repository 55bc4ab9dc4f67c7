""" "Not Deauville, the others", "the Alzate one, not the Cremona one": what is denied of several fields in hand is left out."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.slot_words import FUNCTION
from agent.language.wording import words_of
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.unread import CARD, LISTS

_NAME = r"\w[\w'’-]*(?: [\w'’-]+){0,2}?"
_ONE = r"(?:ones?|field|airfield|strip)"
_THE_ONE_NOT_THE_OTHER = (
    re.compile(
        rf"\b(?:the|that) (?P<kept>{_NAME}) {_ONE}\b[\s,;–-]*(?:and |but )?not (?:the |that )?(?P<gone>{_NAME}) {_ONE}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:no,? )?not (?:the |that )?(?P<gone>{_NAME}) {_ONE}\b[\s,;–-]*(?:but )?(?:the|that) (?P<kept>{_NAME}) {_ONE}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bcelui (?:de |d['’]|du |à )(?P<kept>{_NAME})[\s,;–-]+(?:et |mais )?(?:pas|non) celui (?:de |d['’]|du |à )(?P<gone>{_NAME})(?=\W|$)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:den|der|das) (?:in|von|bei) (?P<kept>{_NAME})[\s,;–-]+(?:und )?nicht (?:den|der|das) (?:in|von|bei) (?P<gone>{_NAME})(?=\W|$)",
        re.IGNORECASE,
    ),
)
_PLACE = r"(?-i:[A-ZÀ-Ü])[\w'’-]*(?: (?-i:[A-ZÀ-Ü])[\w'’-]*){0,2}"
_SAID = (
    r"(?:i|we) (?:said|meant?|asked (?:for|about)|wanted)|ich (?:sagte|meinte?|wollte|habe gesagt)|gemeint (?:war|ist)"
    r"|j['’]ai (?:dit|demandé)|je (?:voulais dire|veux dire|parlais d[e'’u]|disais)"
)
_SAID_NOT_THAT = re.compile(
    rf"^\W*(?:(?:no+|nope|nein|non|sorry|pardon|ah|oh)\b[\s,.!]*)*(?:{_SAID})\s+(?:to |at |the |nach |in |à |au )?(?P<kept>{_PLACE})[\s,;–-]+"
    rf"(?:and |und |et )?(?:not|nicht|pas|non)\s+(?:to |at |the |nach |in |à |au )?(?P<gone>{_PLACE})(?=\W|$)[\s,;.:!–-]*",
    re.IGNORECASE,
)
""" "No no, I meant Wellesbourne, not Wellington. Runway length?"."""
_THE_OTHERS = re.compile(
    rf"\b(?:no,? |nein,? |non,? )?(?:not|nicht|pas)(?: the| den| der| le| la)? (?P<gone>{_NAME})(?: {_ONE})?(?:[,;.:]+\s*|\s+)(?:but |sondern |mais )?"
    r"(?:the others?(?: (?:one|field|airfield|strip|place)s?)?|the rest|les autres|l['’]autre|die anderen|die andern|(?:der|den|dem) anderen?)"
    r"(?! (?:way|side|direction|end|day|leg|countr\w+|people)\b)(?=\W|$)",
    re.IGNORECASE,
)
_NOT_THAT = re.compile(
    rf"^\W*(?:(?:no+|nope|nein|non|ok(?:ay)?|but|mais|aber|sorry|bitte|please)\b[\s,.!]*)*"
    rf"(?:not|anything but|nicht|bloss nicht|bloß nicht|ausser|außer|except|without|pas|surtout pas|sauf|ohne|sans)\s+(?!in |en |dans )(?:at |the |à |nach |bei )?"
    rf"(?P<gone>{_NAME})(?=\s*(?:[,;.:!–-]|$))[\s,;.:!–-]*",
    re.IGNORECASE,
)
""" "Not Glasgow, too dear", "pas Lyon, plus petit" behind a list: no new centre, and what follows is asked of the rest."""
_MOST = 4
"""Fields that are asked about one by one."""


def without_the_denied_one(text: str, field_of: Callable[[str], str | None]) -> str:
    """ "The Alzate one, not the Cremona one, phone?" without the field that is not meant."""
    if (meant := _SAID_NOT_THAT.match(text)) is not None and field_of(meant["kept"]):
        return f"{meant['kept']} {text[meant.end() :]}".strip()
    for pattern in _THE_ONE_NOT_THE_OTHER:
        match = pattern.search(text)
        if match is not None and field_of(match["kept"]) and field_of(match["gone"]):
            return f"{text[: match.start()]}{match['kept']}{text[match.end() :]}"
    return text


def without_that_one(
    text: str, memory: Known, field_of: Callable[[str], str | None]
) -> tuple[ToolCall, str] | None:
    """The list without the field that a message begins by denying, and what it says behind that."""
    match = _NOT_THAT.match(text)
    if match is None or memory.call is None or memory.tool not in LISTS:
        return None
    gone = field_of(match["gone"])
    if gone is None or gone not in memory.shown:
        return None  # "sans resto" is no field of the list
    filters = memory.call.arguments.get("filters")
    held = dict(filters) if isinstance(filters, dict) else {}
    before = held.get("not_fields")
    held["not_fields"] = [*(before if isinstance(before, list) else []), gone]
    return memory.call.varied(filters=held, offset=None), text[match.end() :]


def of_the_others(text: str, memory: Known, field_of: Callable[[str], str | None]) -> ToolCall | str | None:
    """What is asked of a list but for one field of it: the list without it, or the message with the others named.

    An empty text where nothing is left of the list; None where a message denies no field that was listed.
    """
    match = _THE_OTHERS.search(text)
    if match is None or memory.call is None or memory.tool not in LISTS:
        return None
    denied = field_of(match["gone"])
    if denied is None or denied not in memory.shown:
        return None
    left = [field for field in memory.shown if field != denied]
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    if not left:
        return ""
    if any(word.key not in FUNCTION and word.key not in CHAT for word in words_of(rest)):
        names = left[:_MOST]
        joined = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
        return f"{text[: match.start()]}{joined} {text[match.end() :].lstrip(' .,;:')}"
    if len(left) == 1:
        return ToolCall(tool=CARD, arguments={"icao_code": left[0]})
    filters = memory.call.arguments.get("filters")
    held = dict(filters) if isinstance(filters, dict) else {}
    before = held.get("not_fields")
    held["not_fields"] = [*(before if isinstance(before, list) else []), denied]
    return memory.call.varied(filters=held, offset=None)
