"""What is said of aircraft and seats: brought, offered, wished for, asked for, taken out."""

from __future__ import annotations

from agent import regex as re
from agent.language.wording import word_set
from bot.outings.evidence import Evidence
from bot.outings.heard import Heard

_NAME = re.compile(
    r".*\b(?:with|next to|beside|mit|neben|avec|into|in|im|to|bei|chez|dans)\s+(?:the\s+)?"
    r"([^\W\d_][\w'. -]{1,40})$",
    re.IGNORECASE,
)
_SET_BESIDE = re.compile(r"\b[Ss]etz\w*\b.*\b(?:zu|zum|zur)\s+([A-ZÄÖÜ][\w'. -]{1,40})$")
""" "Setzt mich bitte zu Ben"."""
_MORE = re.compile(
    r"\b(?:one|two|1|2|einen|zwei|une?|deux)\s+(?:more|extra|weitere\w*|mehr|de plus)\b|\banother(?: one)?\b"
    r"|\bnoch (?:einen|eine|zwei)\b|\bun(?:e)? autre\b",
    re.IGNORECASE,
)
_ORDINALS = {"second": 2, "third": 3, "fourth": 4}
_THE_LAST_OF_THEM = re.compile(r"\ba (second|third|fourth)\b(?! (?:time|attempt|plan))", re.IGNORECASE)
""" "I can squeeze in a third": so many seats."""
_BEHIND_A_NAME = re.compile(
    r"\s+(?:if|please|then|again|too|when|as|for|on|this|instead|wenn|bitte|diesmal|lieber|si|svp|cette)\b.*$",
    re.IGNORECASE,
)
_AN_AIRCRAFT = re.compile(r"(?:'s)?\s*(?:plane|aircraft|aeroplane|avion|flugzeug|flieger)$|'s$", re.IGNORECASE)
_CAPITALS = re.compile(r"[A-ZÀ-Þ][\w'.-]*(?:\s+[A-ZÀ-Þ][\w'.-]*)*")
"""A name as it is written; what follows in small letters is a verb: "bei Doro mitfliegen"."""
_NOT_SO_MANY = re.compile(
    r"\b(?:not|nicht|keine|pas) (?:\d|two|three|four|zwei|drei|vier|deux|trois|quatre)\b", re.IGNORECASE
)
""" "Can only do two now, not three"."""
_I_CAN = re.compile(r"\W*(?:can|could|kann|könnte|nehme?|peux|pourrais)\b", re.IGNORECASE)
""" "Kann zwei mitnehmen": who takes them writes it."""
_NOT_NAMES = word_set(
    "it you us them him her me my the a an one two three everyone all that this pleasure dir euch uns ihm ihr mir "
    "toi vous lui nous plaisir"
)


def booked(e: Evidence) -> Heard | None:
    if not (e.asks and e.registration) or e.has("seat.seat", "come.come", "club.seat", "aircraft.seat"):
        return None
    if e.has("ask.free", "free.free", "ask.booking") or (e.has("who.people", "who.me") and e.has("ask.have")):
        return Heard("booked", craft=e.registration, day=e.day)
    return None


_FROM_A_BASE = re.compile(
    r"\b(?:hb|home base|based|from|ex|ab|von|depuis|de|au départ de)\W+(?:\w+\W+){0,2}$", re.IGNORECASE
)


def _is_elsewhere(e: Evidence) -> bool:
    """Whether a place is said that is not where the aircraft itself stands: "the Archer, from White Waltham"."""
    based = [s for s in e.said.slots.spots if s.role == "from" or _FROM_A_BASE.search(e.text[: s.start])]
    known = {s.name for s in based}
    return bool(set(e.places) - known) or e.countries or e.has("else.thing")


def brings(e: Evidence) -> Heard | None:
    offers = e.has("aircraft.bring", "seat.seat", "seat.carry") or (e.has("come.come") and e.has("who.me"))
    craft = e.craft or e.craft_by_name
    if not craft and not e.asks:
        return _offers(e)
    if (
        e.asks
        or _is_elsewhere(e)
        or e.has("answer.out", "change.throw_out")
        or (e.has("aircraft.seat") and not e.all("aircraft.bring", "todo.left"))
        or _TAKEN_BACK.search(e.text)
        or (e.has("kin.one", "kin.many") and not e.has("aircraft.bring"))
        or not offers
        or e.has("seat.fewer")
    ):
        return None
    if e.number is None:
        said = e.has("aircraft.bring") and not e.said.slots.quantities and e.money is None
        return Heard("bring", weak=True, seats=-1, craft=craft, what=e.kind) if said else None
    if e.number > 19 or e.said.slots.of("speed"):
        return None
    return Heard("bring", seats=e.number, craft=craft, what=e.kind)


_TAKEN_BACK = re.compile(
    r"\b(?:scrap|bin|scratch|forget|drop|withdraw|cancel|lose|take back)\s+(?:my|our|the|those|these)\s+"
    r"(?:\w+\s+)?(?:seats?|places?|spots?|offer)\b"
    r"|\b(?:streicht?|vergesst|vergiss)\s+(?:meine|die|unsere)\s+(?:\w+\s+)?(?:plätze|sitze|platz|sitz)\b"
    r"|\b(?:oublie[zr]?|annule[zr]?|retire[zr]?|supprime[zr]?)\s+(?:mes|les|ma|mon)\s+(?:\w+\s+)?(?:places?|sièges?)\b"
    r"|\bmy (?:\w+ )?seats? (?:is|are) (?:gone|off|no longer)\b|\bcan't get the\b",
    re.IGNORECASE,
)
"""Seats that were offered are not any more: "scrap my three seats"."""


def takes(e: Evidence) -> bool:
    """Whether who writes is the one who takes people along: "I can take two", "kann zwei mitnehmen"."""
    said = e.has("who.me", "aircraft.bring") or _I_CAN.match(e.text) is not None
    return e.has("aircraft.bring", "seat.carry") and said


def _offers(e: Evidence) -> Heard | None:
    """Seats of the aircraft that one brings already: "I can only take two now", "room for one more"."""
    ordinal, more = _THE_LAST_OF_THEM.search(e.text), _MORE.search(e.text)
    number = _ORDINALS[ordinal[1].lower()] if ordinal else e.number or (1 if more else None)
    if not takes(e) or number is None or number > 19 or _is_elsewhere(e) or e.task or len(e.words) > 12:
        return None
    if e.said.slots.quantities or e.money is not None or e.day is not None or e.clock or e.minutes:
        return None
    if e.has("not.not") and not _NOT_SO_MANY.search(e.text):
        return None
    if e.guests is not None or e.has(
        "kin.one", "kin.many", "answer.out", "answer.in", "aircraft.seat", "change.it", "seat.fewer"
    ):
        return None
    return Heard("bring", weak=True, seats=number, more=more is not None)


_ONLY_SO_MANY = re.compile(
    r"\b(?:only|just) (one|two|three|1|2|3|a single) (?:seat|place|spot)s?\b"
    r"|\bnur noch (eine?n?|zwei|drei|1|2|3) (?:freie[nr]? )?(?:platz|plätze|sitz|sitze)\b"
    r"|\bplus qu['’ ]?(une?|e deux|e trois|e 2) (?:seule )?places?\b",
    re.IGNORECASE,
)
_COUNTED = {"one": 1, "a single": 1, "ein": 1, "einen": 1, "eine": 1, "un": 1, "une": 1, "two": 2, "zwei": 2,
            "e deux": 2, "e 2": 2, "three": 3, "drei": 3, "e trois": 3}  # fmt: skip


def fewer(e: Evidence) -> Heard | None:
    """So many seats are left of one's aircraft: "only one seat now, brother-in-law's invited himself"."""
    match = _ONLY_SO_MANY.search(e.text)
    if match is None or e.asks or e.craft or _is_elsewhere(e) or e.task or len(e.words) > 14:
        return None
    number = next(group for group in match.groups() if group).lower()
    return Heard("bring", weak=True, asked=True, seats=_COUNTED.get(number) or int(number))


def withdraws(e: Evidence) -> Heard | None:
    """One's aircraft does not come: "G-ABCD has gone tech", "the Archer is u/s"."""
    if _TAKEN_BACK.search(e.text) and not e.asks and not e.places and len(e.words) <= 20:
        return Heard("withdraw", weak=True, craft=e.registration)
    if e.asks or e.elsewhere or e.places or e.task or len(e.words) > 12 or not e.has("aircraft.gone"):
        return None
    if not (e.craft or e.has("aircraft.own")):
        return None
    return Heard("withdraw", weak=True, craft=e.craft)


def sits(e: Evidence) -> Heard | None:
    if e.has("kin.one", "kin.many", "who.people") or not e.has("who.me", "aircraft.seat") or len(e.words) > 10:
        return None
    if e.said.slots.codes or e.said.slots.countries or e.task or e.has("else.thing"):
        return None
    asks_for = e.has("aircraft.seat", "seat.wish") or (e.has("come.come") and not e.has("not.not"))
    text = e.text.rstrip(" ?.!").removesuffix(" please").removesuffix(" bitte")
    set_beside = _SET_BESIDE.search(text)
    match = set_beside or _NAME.match(text)
    if e.registration and asks_for and e.number is None:
        return Heard("seat", weak=True, craft=e.registration)
    if match is None or not (asks_for or e.has("seat.seat")) or e.day is not None or e.has("else.thing"):
        return None
    name = _AN_AIRCRAFT.sub("", _BEHIND_A_NAME.sub("", match[1]).strip(" .")).strip()
    written = _CAPITALS.match(name)
    name = written[0] if written else name
    said = text[: match.start(1)].lower().split()[-2:]
    beside = set_beside is not None or any(
        w in said for w in ("with", "mit", "avec", "next", "neben", "beside", "bei", "chez", "côté")
    )
    if not name or not (beside or _AN_AIRCRAFT.search(match[1])) or name.split()[0].lower() in _NOT_NAMES:
        return None
    return Heard("seat", weak=True, name=name[:60])


def seats(e: Evidence) -> Heard | None:
    if (
        e.elsewhere
        or e.has("ask.who")
        or (e.has("not.not") and e.has("who.people"))
        or (e.has("answer.in", "answer.in_short") and not e.asks)
        or (e.all("answer.condition", "who.me") and not e.asks)  # "if there is a seat left I'll have it"
    ):
        return None
    full = e.has("free.full") and e.asks and len(e.words) <= 8
    lift = e.has("seat.lift") and (e.has("who.people") or e.asks)
    asks_who = e.has("seat.seat") and e.asks and (e.has("who.people") or len(e.words) <= 2)
    asked = e.has("seat.seat") and (e.asks or e.has("seat.need") or (e.short and e.has("free.free")))
    strong = e.has("aircraft.free")
    if strong or full or lift or asks_who or (asked and e.has("free.free", "seat.need", "ask.have", "seat.count")):
        return Heard("seats", weak=not strong)
    return None
