""" "Forget about lunch, it is fuel that matters": what a list in hand is no longer held to, beside what is asked of it now."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from agent import regex as re
from agent.language.lexicon import Mention
from agent.language.said import Said, Span
from agent.protocol import ToolCall
from agent.subjects.finding.concepts import FLAGS
from agent.subjects.finding.reconsidered import HELD

_LISTS = frozenset(
    ("search_airports", "find_airports_near_location", "find_airports_near_route", "get_airport_statistics")
)
_THE = r"(?:(?:the|that|this|about|any|my|die|das|den|der|le|la|les|ce|cette|de|du|des|pour)\s+|l['’]|d['’])*"
_LET_GO = re.compile(
    rf"\b(?:(?:forget|never ?mind|drop|lose|scrap|scratch|ditch|skip|leave out|ignore|stuff|sod|blow|swap|vergiss|vergessen sie|streich\w*|lass|"
    rf"oublie[rz]?|laisse[rz]? tomber|enl[eè]ve[rz]?|retire[rz]?|vire[rz]?|tant pis pour|plus besoin(?: de| d['’])?|remplace[rz]?|ersetze)\s+{_THE}"
    rf"|(?:do(?:es)?n['’]?t|do(?:es)? not|it need(?:n['’]?t| not)|not) (?:really )?(?:need|matter|mind|have to|be|care)(?: (?:to|if|about|whether|it['’ ]?s|it is|they['’ ]?re|be|on|with|is))*\s+{_THE}"
    rf"|(?:peu|qu['’]?) ?importe\w*(?: (?:si|que|c['’ ]est|soit|ce|en|sur))*\s+{_THE}|pas (?:besoin|la peine|forcément|obligé)(?: (?:de|d['’]|que|ce|soit|en))*\s+{_THE}"
    rf"|(?:muss|müssen|braucht?|brauche) (?:es |auch |nicht |unbedingt |kein\w* )+(?:auf )?{_THE})"
)
"""What lets go of what follows."""
_GONE_BEHIND = re.compile(
    r"(?:\s+(?:thing|bit|part|requirement|condition|filter|wish|sache|bedingung))?\s*(?:,\s*)?(?:(?:there|then|anymore|any more|now|today|da|dort|là|jetzt|mehr)\s*)?"
    r"(?:(?:is|are|isn['’]?t|aren['’]?t|was|ist|sind|est|sont|n['’]est|wird|werden)\s+(?:(?:not|n['’]?t|nicht|pas|plus|mehr|no longer|dort|da|there|all that|that|so|very|sehr|si|très|auch|mir|uns|doch|ganz|really|actually)\s+)*"
    r"(?:needed|necessary|required|important|essential|nötig|wichtig|gebraucht|nécessaires?|importante?s?|obligatoires?|egal|wurst|schnurz|unwichtig|unnötig)"
    r"|(?:do(?:es)?n['’]?t|do(?:es)? not) matter|(?:can|may|kann|darf|peut) (?:go|weg|wegfallen|entfallen|raus|sauter)|brauch\w* (?:ich|wir) (?:doch |dann )?nicht(?: mehr)?|egal|spielt keine rolle|on s['’]en (?:fiche|passe)|tant pis|dann halt nicht|dann eben nicht|macht nichts)"
    r"(?:\s+(?:there|any ?more|now|after all|then|mehr|dort|là|anymore))*"
)
""" "Customs isn't needed there", "Restaurant ist egal": what stands before is let go."""
_WITHOUT = re.compile(rf"\b(?:without|minus|sans|ohne|take (?:off|out|away)) {_THE}")
_A_WISH = re.compile(
    r"\s+(?:wish|condition|requirement|filter|criterion|bit|thing|bedingung|wunsch|critère|condition|souhait)\b"
)
""" "Without the fuel wish": let go of; "without fuel" alone is asked of the fields."""
_WITHOUT_IT = re.compile(r"\b(?:without|no|sans|ohne|pas de|pas d['’]|kein\w*)\s+(?:the |a |le |la |un |une )?$")
""" "Sans resto, tant pis": goes with the thing that is let go."""
_ITS_TAIL = re.compile(
    r"(?:\s+(?:thing|things|bit|part|requirement|requirements|condition|filter|idea|business|nonsense|one|limit|restriction|sache|bedingung|condition|critère|histoire|weg|raus|out|off|after all|again|for (?:now|a moment|the moment)|now|then|mind|anymore|completely|altogether))*"
)
_SCRAP_IT = re.compile(
    r"\W*(?:(?:so|just)\s+)?(?:scrap|drop|forget|lose|skip|leave out|weg|lass|oublie|enlève) (?:that|it|this|the|das|ça)(?: (?:bit|part|one|then|weg|thing))*"
)
_SHORT_OF = {
    "length": re.compile(
        r"(?:runway |bahn|piste ?)?(?:length|lengths|länge|longueur|metres|meters|feet|meter|mètres)\b"
    ),
    "price": re.compile(
        r"(?:landing )?(?:price|fee|fees|money|cost|budget|cheap)(?: limit| cap)?\b|preis\w*|gebühr\w*|prix\b|taxe\w*|budget"
    ),
    "notice": re.compile(r"(?:notice|ppr)(?: limit| thing)?\b|(?:vor)?anmeld\w*|préavis"),
    "day": re.compile(r"(?:sunday|saturday|weekend|day|opening|sonntag|samstag|tag|dimanche|samedi|jour)\b"),
}
"""What is no thing to be had at a field: its length, its price, its notice, the day."""
_HELD_BY = {
    "length": ("min_runway_length_ft", "max_runway_length_ft"),
    "price": ("max_landing_fee", "max_landing_fee_currency"),
    "notice": ("no_ppr",),
    "day": ("open_day", "open_at"),
}
_KINDS = frozenset(("military", "private_field", "microlight_field", "gliding", "altiport", "seaplane"))
_OF_THOSE = re.compile(
    r"\s*(?:ones?|fields?|airfields?|strips?|airports?|places?|runways?|plätze|terrains?|pistes|ceux|celles)\b"
)
""" "Drop the grass ones": those fields are left out, nothing is let go."""
_NO_MATTER = re.compile(r"\b(?:mind|matter|care|bother|importe)")
_GRADES = frozenset(("has_avgas", "has_jet_a", "has_ul91", "has_mogas"))
_ASKED = re.compile(r"[^.!;]*[?]")
_AND = re.compile(r"\s*(?:/|\+|&|and|or|und|oder|et|ou)\s*(?:the |die |das |le |la |les |l['’])?")
_IN_ITS_PLACE = re.compile(
    r"\s*(?:\b(?:for|by|with|gegen|durch|mit|par|contre|pour)\b)\s+(?:the |some |la |le |du |de l['’]|)?"
)


def _one_behind(place: int, said: Said, mentions: list[Mention], names: list[str]) -> int | None:
    """Where the thing ends that stands there; its filters are noted."""
    here = [m for m in mentions if m.start == place]
    for kind, words in _SHORT_OF.items():
        short = words.match(said.slots.low, place)
        if short is not None and (not here or here[0].concept in _OF_SHORT):
            names += _HELD_BY[kind]
            return short.end()
    if not here:
        return None
    names += HELD[here[0].concept]
    return max(m.end for m in here)


_OF_SHORT = frozenset(("runway", "fee", "access", "notice", "hours", "open"))


def _behind(start: int, said: Said) -> tuple[list[str], int] | None:
    """The filters of the things that stand there, joined by "and", and where they end."""
    low, names = said.slots.low, list[str]()
    at: int = start
    mentions = [m for m in said.all_of(*HELD) if m.concept not in _KINDS]
    while (end := _one_behind(at, said, mentions, names)) is not None:
        joint = _AND.match(low, end)
        further = joint.end() if joint else end
        if not any(m.start == further for m in mentions):
            return names, end
        at = further
    return (names, at) if names else None


def _asks_for_notice(call: ToolCall) -> bool:
    held = call.arguments.get("filters")
    return "max_hours_notice" in call.arguments or (isinstance(held, dict) and "no_ppr" in held)


def let_go(said: Said, call: ToolCall | None) -> tuple[ToolCall, list[Span]] | None:
    """The list in hand without what the words let go of, and where they stand; None where they let go of nothing."""
    if call is None or call.tool not in _LISTS:
        return None
    low, gone, spans = said.slots.low, list[str](), list[Span]()
    for match in (*_LET_GO.finditer(low), *_WITHOUT.finditer(low)):
        things = _behind(match.end(), said)
        if things is not None and match.re.pattern == _WITHOUT.pattern and not _A_WISH.match(low, things[1]):
            continue
        if things is None or _OF_THOSE.match(low, things[1]):
            continue
        names, end = things
        if _NO_MATTER.search(match[0]) and {*names} & _GRADES:
            continue  # "I don't mind UL91": that will do as well
        if {*names} <= {"no_ppr"} and not _asks_for_notice(call):
            continue  # "where I don't need PPR": a wish
        tail = _ITS_TAIL.match(low, end)
        end = tail.end() if tail else end
        place = _IN_ITS_PLACE.match(low, end)
        gone += names
        spans.append((match.start(), place.end() if place else end))
    for mention in said.all_of(*HELD):
        behind = _GONE_BEHIND.match(low, mention.end)
        if behind is None or not behind[0].strip() or mention.concept in _KINDS:
            continue
        if any(a <= mention.start < b for a, b in spans) or _ASKED.match(low, behind.end()):
            continue
        if mention.concept in ("access", "no_ppr", "notice") and not _asks_for_notice(call):
            continue
        scrap = _SCRAP_IT.match(low, behind.end())
        denied = _WITHOUT_IT.search(low[: mention.start])
        gone += HELD[mention.concept]
        spans.append((denied.start() if denied else mention.start, scrap.end() if scrap else behind.end()))
    held = call.arguments.get("filters")
    filters = (
        {n: v for n, v in held.items() if n not in gone} if isinstance(held, dict) else dict[str, JsonValue]()
    )
    if not spans:
        return None
    notice = None if {"no_ppr"} & {*gone} else call.arguments.get("max_hours_notice")
    return call.varied(filters=filters or None, max_hours_notice=notice, offset=None), spans


def says_more(said: Said, spans: Iterable[Span]) -> bool:
    """Whether anything is asked outside of these words."""
    left = said.without_parts(spans)
    asked = [m for m in left.free_mentions if m.concept in _ASKS]
    slots = left.slots
    return bool(asked or slots.spots or slots.quantities or slots.days or slots.crafts or slots.countries)


_ASKS = frozenset((*HELD, *FLAGS, "nearest", "cheapest", "longest_runway", "shortest_runway", "highest", "closer"))
