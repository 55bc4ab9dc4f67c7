""" "Cheapest 1st", "top 3 only", "pull it in to 40", "on the field itself": what a few words change of the list in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import cast

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.lexicon import Mention
from agent.language.orders import ORDERS
from agent.language.quantities import number
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.finding.concepts import WISHES
from agent.subjects.finding.reading_wishes import wishes
from agent.understanding.in_hand.context import Given, changed

_NEAR, _ROUTE, _AREA = "find_airports_near_location", "find_airports_near_route", "search_airports"
_CHANGED = frozenset((_NEAR, _ROUTE, _AREA))
_MOST_WORDS = 14
_ASKS = re.compile(
    r"^\W*(?:(?:and|so|und|et|ok|but)\W+)*(?:is|are|has|have|does|do|did|what|which|who|how|when|where|why|can|could|was|wer|was|wie|wann|wo|warum|hat|haben|gibt|ist|sind|kann|"
    r"qui|que|quel\w*|comment|quand|où|ou|pourquoi|a-t-\w+|y a|est-ce|combien|lequel|laquelle)\b"
)
"""Begins a question of its own."""


def in_another_order(said: Said, call: ToolCall | None) -> ToolCall | None:
    """The list in the order, or of the number, that is all a message says: no first one of it is pointed at."""
    if call is None or call.tool not in _CHANGED or said.slots.countries or said.slots.spots:
        return None
    return _in_that_order(said, call) or _so_many(said, call)


def changed_list(said: Said, call: ToolCall) -> ToolCall | None:
    """The list with the one thing that is said of it; None where anything else is said."""
    slots = said.slots
    if call.tool not in _CHANGED or slots.countries or slots.days or len(slots.words) > _MOST_WORDS:
        return None
    if slots.spots or slots.weak:
        return None
    ways: tuple[Callable[[Said, ToolCall], ToolCall | None], ...] = (
        _to_that_figure, _less_a_reserve, _so_long, _on_the_field, _one_more_wish,
    )  # fmt: skip
    return next((other for way in ways if (other := way(said, call)) is not None), None)


def _is_all(
    said: Said, mentions: Iterable[Mention], spans: Iterable[tuple[int, int]], small: frozenset[str]
) -> bool:
    """Whether nothing is said but these and small words."""
    taken = [*spans, *((m.start, m.end) for m in mentions)]
    own = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in small for w in own)


# --- its order and number ------------------------------------------------------------------------------

_ORDERLY = frozenset(
    keys_of(
        "first 1st one ones top at the sort sorted order ordered list rank ranked show put it them those by with from to landing fee fees land runway runways length field fields please then now start starting "
        "zuerst erste ersten oben nach sortiert sortiere sortieren ordne zeig mit den der die das bahn bahnen platz plätze beginnend bitte "
        "premier premiers premiere premieres première premières d'abord abord tete tête en haut tri trie trier triés triées classe classés classées par les le la plus piste pistes terrains commence commencer"
    )
)
_LONG_FIRST = re.compile(
    r"\blong(?: runways?| strips?| ones)? first\b|\blange (?:bahnen )?zuerst\b|\bles longues d['’ ]abord\b"
)
_SHORT_FIRST = re.compile(
    r"\bshort(?: runways?| strips?| ones)? first\b|\bkurze (?:bahnen )?zuerst\b|\bles courtes d['’ ]abord\b"
)
_IN_ORDER = re.compile(
    r"\b(?:first|1st|top|sort\w*|order\w*|rank\w*|zuerst|oben|geordnet|ordne|premi(?:er|ère)s?|premieres?|abord|tri\w*|class\w*|haut)\b"
)


def _in_that_order(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Cheapest 1st", "les moins chers en premier", "sort it by runway, long first": no first one of the list."""
    low = said.slots.low
    orders = said.all_of(*ORDERS)
    plain = (
        "longest_runway" if _LONG_FIRST.search(low) else "shortest_runway" if _SHORT_FIRST.search(low) else None
    )
    if said.slots.quantities or len({m.concept for m in orders}) + bool(plain and not orders) != 1:
        return None
    if _IN_ORDER.search(low) is None or said.has("avgas", "mogas", "jet_a", "ul91"):
        return None
    order = plain or orders[0].concept
    words = (
        [*orders, *said.all_of("runway", "fee", "fuel")] if order != "cheapest" else [*orders, *said.all_of("fee")]
    )
    if not _is_all(said, words, (), _ORDERLY | {"long", "short", "lange", "kurze"}):
        return None
    return call.varied(priority_strategy="distance" if order == "nearest" else order, offset=None)


_TOP = re.compile(
    r"\b(?:(?:the |my |die |den |les )?(?:top|first|best|ersten|besten) (?P<n>\d{1,2}|[a-zäöü]{3,5})|(?:les )?(?P<fr>\d{1,2}|[a-z]{4,6}) premi(?:er|ère)s?)\b"
)
_BESIDE_TOP = frozenset(
    keys_of(
        "only just give show me us them list one ones please just of these nur zeig mir bitte davon donne montre moi seulement juste results fields will do enough"
    )
)


_BY_DISTANCE = re.compile(r"\b(?:by distance|nach entfernung|par distance|nearest|closest)\b")


def _so_many(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Just give me the top 3", "top three by distance": fewer of the list, and no three of it to compare."""
    by_distance = _BY_DISTANCE.search(said.slots.low)
    match = _TOP.search(said.slots.low)
    count = number(match["n"] or match["fr"] or "") if match else None
    if (
        match is None
        or count is None
        or not 1 < count <= 20
        or not re.search(
            r"\b(?:only|just|give|show|list|will do|enough|top|nur|zeig\w*|donne|montre|seulement|juste)\b",
            said.slots.low,
        )
    ):
        return None
    order = {"priority_strategy": "distance"} if by_distance and call.tool != _AREA else {}
    spans = [match.span(), *([by_distance.span()] if by_distance else [])]
    return (
        call.varied(max_results=int(count), offset=None, **order)
        if _is_all(said, said.all_of("nearest") if by_distance else (), spans, _BESIDE_TOP)
        else None
    )


# --- its figures ---------------------------------------------------------------------------------------

_FIGURE = r"(?P<{0}>\d{{1,4}}|[a-zäöüßéè]{{3,14}}(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
_TO_THAT = re.compile(
    r"^(?:.*[\W])?(?:(?P<verb>make|pull|push|bring|widen|extend|expand|stretch|increase|reduce|shrink|cut|bump|go|open|take|raise|lower|drop|tighten|move|put|"
    r"erweitern|erweitere|vergr(?:ö|oe)(?:ß|ss)er\w*|verkleiner\w*|erh(?:ö|oe)he\w*|reduzier\w*|geh|mach|senke|"
    r"élargi\w*|elargi\w*|étend\w*|etend\w*|rédui\w*|redui\w*|monte\w*|passe\w*|descend\w*|augmente\w*|resserre\w*|ramène\w*|baisse\w*)"
    r"(?:[- ](?:it|that|this|them|the|radius|circle|search|limit|distance|in|out|up|down|back|es|das|den|die|radius|umkreis|ça|ca|le|la|rayon|zone|limite|a bit|further|un peu))*"
    r"\s(?:to|auf|à|a|jusqu'à|as far as)\s"
    + _FIGURE.format("n")
    + r"|"
    + _FIGURE.format("alone")
    + r"\s+(?:then|instead|dann|alors|plutôt|stattdessen)|"
    r"auf\s"
    + _FIGURE.format("last")
    + r"(?: nm| meilen)? (?:erweitern|vergr(?:ö|oe)(?:ß|ss)ern|verkleinern|erh(?:ö|oe)hen|reduzieren|ausdehnen|ausweiten|senken)|"
    r"(?:not|nicht|pas) (?:that|so|quite so|ganz so|si|aussi) (?:far|weit|loin)\W+"
    + _FIGURE.format("near")
    + r")(?: then| please| instead| bitte| stp| svp| miles| nm)*\W*$"
)
_CHEAPER = re.compile(r"^(?:lower|raise|drop|senke|baisse|reduce|increase|cut)")
_FARTHEST, _LEAST = 300, 5


def _to_that_figure(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Pull it in to 40", "fifty then" of the circle; "might you lower it to twelve" of the fee, where no circle is."""
    match = _TO_THAT.search(said.slots.low)
    figure = number(match["n"] or match["alone"] or match["last"] or match["near"] or "") if match else None
    if match is None or figure is None or any(q.kind not in ("count", "distance") for q in said.slots.quantities):
        return None
    before = call.arguments.get("filters")
    filters = {**cast(Given, before)} if isinstance(before, dict) else Given()
    priced = "max_landing_fee" in filters
    if priced and (call.tool == _AREA or (match["verb"] and _CHEAPER.match(match["verb"]))):
        return call.varied(filters={**filters, "max_landing_fee": int(figure)}, offset=None)
    if call.tool == _AREA or not _LEAST <= figure <= _FARTHEST:
        return None
    name = "within_minutes" if isinstance(call.arguments.get("within_minutes"), int | float) else "max_distance_nm"
    return call.varied(**{name: round(figure)}, offset=None)


_FLOWN = frozenset(
    keys_of(
        "s there's flying flight fly time away out there nothing none too far near close enough then instead make it say within in at with of maximum max reach knots "
        "flug flugzeit weit weg nichts dort da innerhalb von mit vol de en loin rien trop alors à disons"
    )
)


def _so_long(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Hour and a half, there's nothing there", "in an hour flying, with 115 knots" of what lies around a place."""
    times, speeds = said.slots.of("duration"), said.slots.of("speed")
    if call.tool != _NEAR or len(times) != 1 or len(said.slots.quantities) != 1 + len(speeds) or len(speeds) > 1:
        return None
    if "within_minutes" not in call.arguments and not (speeds or re.search(r"\b(?:fl\w*|vol)\b", said.slots.low)):
        return None
    flown = [(one.start, one.end) for one in (*times, *speeds, *said.slots.crafts)]
    if not _is_all(said, said.all_of("there", "at_most", "hours", "wider", "narrower", "not"), flown, _FLOWN):
        return None
    given: Given = {"within_minutes": round(times[0].value * 60)}
    if speeds:
        given["cruise_speed_kts"] = round(speeds[0].value)
    return call.varied(**given, max_distance_nm=None, offset=None)


_RESERVE = re.compile(
    r"\b(?:reserves?|in reserve|in hand|to spare|spare|left|remaining|keep(?:ing)?|leav(?:e|ing)|holding|reserve|übrig|behalte\w*|lasse\w*|rest|"
    r"réserve|de marge|marge|gard(?:e|ant|er|ons)|conserv\w+|laiss\w+|restante?s?)\b"
)
_RESERVED = frozenset(
    keys_of(
        "reserve reserves in hand to spare left remaining keep keeping leave leaving holding final legal of fuel with mit avec en de marge garde gardant garder gardons "
        "conservant laissant laisse übrig behalten behalte lassen rest als noch sprit and et und a but aber mais want i we what if say plus tanks tank landing landung"
    )
)


def _less_a_reserve(said: Said, call: ToolCall) -> ToolCall | None:
    """ "With 45 minutes reserve", "en gardant 45 minutes" of what is in reach: so much less of the time."""
    reach, times = call.arguments.get("within_minutes"), said.slots.of("duration")
    if call.tool != _NEAR or not isinstance(reach, int | float) or len(times) != 1:
        return None
    if _RESERVE.search(said.slots.low) is None or len(said.slots.quantities) > 1:
        return None
    flown = [(one.start, one.end) for one in times]
    if not _is_all(said, said.all_of("there", "fuel", "fuel_plan", "hours"), flown, _RESERVED):
        return None
    left = round(reach - 60 * times[0].value)
    return call.varied(within_minutes=left, max_distance_nm=None, offset=None) if left > 0 else None


# --- its wishes ----------------------------------------------------------------------------------------

_AT_IT = ("restaurant", "hotel")
_OF_THE_FIELD = frozenset(
    ("on_field", *_AT_IT, "transport", "town", "not", "only", "instead", "also", "there", "here", "or", "runway")
)


def _on_the_field(said: Said, call: ToolCall) -> ToolCall | None:
    """ "I mean on the field itself, I'm not walking in these shoes": what is eaten or slept in stands at the airfield."""
    before = call.arguments.get("filters")
    held = {**cast(Given, before)} if isinstance(before, dict) else Given()
    near = [name for name in _AT_IT if held.get(name) == "vicinity"]
    named = [name for name in near if said.has(name)]
    if not near or not said.has("on_field") or said.slots.quantities or _ASKS.match(said.slots.low):
        return None
    if {m.concept for m in said.free_mentions} - _OF_THE_FIELD or any(map(said.denied, said.all_of("on_field"))):
        return None
    return call.varied(filters={**held, **dict.fromkeys(named or near, "at_airport")}, offset=None)


_FAFF = frozenset(
    keys_of(
        "says say said reckons plane aeroplane aircraft machine boss wife husband he she they we i you one bird old girl flieger maschine flugzeug avion machine where somewhere mean meant make it can could at least or more minimum him her it's its an a "
        "faff stuff thing things nonsense business lark place places field fields ones one strips airfields though tho please mind thanks me give want need needs has have must be with "
        "bitte doch lieber aber platz plätze flugplätze mit wenn geht s'il plait plaît svp terrains ceux avec mais plutôt that's but and of this that these those the any too either "
        "proper then only just now ach nein no oh ah sorry actually statt stattdessen instead rather itself"
    )
)
_IN_PLACE_OF = re.compile(r"\b(?:instead of|rather than|in place of|statt|anstatt|au lieu d\w|plutôt que)\W")
_WISHED = (*WISHES, *_AT_IT, "fuel", "access", "big", "small", "civil", "on_field")


_WHERE_ONE_CAN = re.compile(
    r"\W*(?:(?:and|or|but|only|und|oder|aber|et|ou|mais)\W+)*(?:where|wo|où) (?:(?:i|we|you|one|they|ich|wir|man|je|on|nous)\b|there['’ ]?s|il y a|es)"
)
""" "And where I can help myself": a wish, no question."""
_NEEDS = re.compile(
    r"\b(?:needs?|needing|wants?|must have|has to have|requires?|braucht?|brauche|benötigt?|il (?:me |lui |nous )?faut|a besoin|min\w*)\b"
)
_NO_BUT = re.compile(
    r"\W*(?:no|nein|nee|non)\W+(?P<it>.+?)\W+(?:sorry|i mean(?:t)?|rather|pardon|désolé|desole|entschuldigung|meinte ich|meine ich|je voulais dire)\W*"
)
""" "No, mogas, sorry": a slip set right, and no mogas denied."""
_REASON = re.compile(
    r"(?:[,;.–-]|\b(?:because|as|since|for|weil|denn|da|car|parce qu\w+))\s*(?:i|we|he|she|it|they|you|the \w+|my \w+|our \w+|there|ich|wir|er|sie|es|je|on|nous|il|elle|mon \w+|ma \w+|mein\w* \w+)(?:['’]\w+)?\s[^,;.?!]*"
)
""" "…, I'd be there at an ungodly hour": why."""


def _one_more_wish(said: Said, call: ToolCall) -> ToolCall | None:
    """ "And none of this PPR faff", "ILS statt RNP", "not the big airline places, though": a wish and nothing else."""
    low = said.slots.low
    if (
        (_ASKS.match(low) and not _WHERE_ONE_CAN.match(low))
        or "?" in said.slots.text
        or any(q.kind != "length" for q in said.slots.quantities)
        or said.has("liked", "liked_before", "explain")
    ):
        return None
    if (figures := said.slots.quantities) and not (
        said.has("at_least", "at_most", "runway") or _NEEDS.search(low)
    ):
        return None
    fresh = said.again()
    if (meant := _NO_BUT.fullmatch(low)) is not None:
        fresh = replace(
            fresh, mentions=tuple(m for m in fresh.mentions if m.start >= meant.start("it")), used=fresh.used
        )
    if (place := _IN_PLACE_OF.search(low)) is not None:
        gone = next((m for m in fresh.all_of(*_WISHED) if m.start >= place.end()), None)
        kept = tuple(m for m in fresh.mentions if gone is None or m.start != gone.start)
        new = wishes(replace(fresh, mentions=kept, used=fresh.used))
    else:
        new = wishes(fresh)
    wished = fresh.all_of(*_WISHED)
    if not new or not (wished or figures):
        return None
    reasons = [m.span() for m in _REASON.finditer(low) if not any(m.start() <= w.start < m.end() for w in wished)]
    beside = said.all_of("not", "only", "also", "instead", "of_them", "at_least", "at_most", "runway")
    if not _is_all(said, [*wished, *beside], [*fresh.used, *reasons, *((q.start, q.end) for q in figures)], _FAFF):
        return None
    given = changed(call.arguments, {"filters": new}, also=said.has("also"))
    return None if given == call.arguments else ToolCall(tool=call.tool, arguments=given)
