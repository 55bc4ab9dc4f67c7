"""What the concepts of one message mean together: one thing said of an outing, or nothing.

Each rule looks for what must stand together, whatever the sentence looks like; what says most comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from agent.language.wording import word_set
from bot.outings.evidence import TASKS, Evidence, guests
from bot.outings.heard import Heard

_WHY = re.compile(
    r"(?:[,:;]|\b(?:because(?: of)?|due to|wegen|à cause (?:de|du)|weil|car)\b)\s*(.{1,80})$", re.IGNORECASE
)
_ITS_WORDS = re.compile(
    r"^(?:then|is|are|would be|will be|ist|wäre|est|sera|we do|we|nous|wir|on)\b[\s:,]*", re.IGNORECASE
)
_NAME = re.compile(
    r".*\b(?:with|next to|beside|mit|neben|avec|into|in|im|to|bei|chez|dans)\s+(?:the\s+)?"
    r"([^\W\d_][\w'. -]{1,40})$",
    re.IGNORECASE,
)
_AN_AIRCRAFT = re.compile(r"(?:'s)?\s*(?:plane|aircraft|aeroplane|avion|flugzeug|flieger)$|'s$", re.IGNORECASE)
_TOGETHER = re.compile(r"\+|&|\b(?:and|with|plus|bring\w*|und|mit|samt|et|avec|am[eè]n\w+)\b", re.IGNORECASE)
"""What joins a guest to who writes: "me and my wife" comes, of "my wife is ill" nobody does."""
_NOT_NAMES = word_set(
    "it you us them him her me my the a an one two three everyone all that this pleasure dir euch uns ihm ihr mir "
    "toi vous lui nous plaisir"
)


Rule = Callable[[Evidence], Heard | None]


# --- a person's own dates, and money ----------------------------------------------------------------------


def _papers(e: Evidence) -> Heard | None:
    if e.places or e.said.slots.spots or e.task:
        return None
    dated = e.has("ask.expires")
    if e.has("ask.current") or (
        e.has("ask.paper") and dated and (e.has("ask.mine") or e.day is not None) and len(e.words) <= 12
    ):
        return Heard(
            "current", what=e.text if dated and not e.asks and not e.has("ask.current") else "", day=e.day
        )
    if e.has("ask.paper") and e.has("ask.mine") and e.asks and dated and len(e.words) <= 12:
        return Heard("current", day=e.day)
    return None


def _profit(e: Evidence) -> Heard | None:
    if e.places or e.said.slots.countries or e.has("money.paid", "else.thing"):
        return None
    charged = e.has("money.charge") and (e.money is not None or e.has("money.profit"))
    if (e.has("money.profit") and e.money is not None) or charged:
        return Heard("profit", weak=True)
    return Heard("profit", weak=True) if e.has("money.gain") and not e.asks else None


def _paid(e: Evidence) -> Heard | None:
    what = next((n.partition(".")[2] for n in sorted(e.names) if n.startswith("what.")), "costs")
    spent = e.has("money.paid") or (e.has("money.spent") and (e.has("who.me") or what != "costs"))
    if e.asks or e.task in TASKS[:4] or e.money is None or not spent or len(e.words) > 14 or e.elsewhere:
        return None
    return Heard(
        "paid",
        weak=not e.has("money.paid"),
        amount=e.money[0],
        currency=e.money[1],
        what=what,
        craft=e.registration,
    )


# --- when answers are due, and what is done instead ---------------------------------------------------------


def _answer_by(e: Evidence) -> Heard | None:
    if e.task or not e.has("change.answer_by") or not (e.has("change.until") or "deadline" in e.text.lower()):
        return None
    if e.day is None and not e.clock:
        return None
    return Heard("answer_by", weak=True, day=e.day, clock=e.clock)


def _plan_b(e: Evidence) -> Heard | None:
    if e.asks and not e.has("change.plan_b"):
        return None
    if e.asks and e.text.endswith("?"):
        return Heard("plan_b", weak=True) if e.has("change.plan_b") else None
    if not e.has("change.plan_b", "change.instead_of_flying"):
        return None
    rest = _ITS_WORDS.sub("", e.behind("change.plan_b", "change.instead_of_flying").lstrip(" ,:;"))
    return Heard("plan_b", weak=True, why=rest[:120]) if rest else None


# --- tasks ------------------------------------------------------------------------------------------------


def _task(e: Evidence) -> Heard | None:
    if not e.task or e.has("task.needed") or (e.task == "lunch" and e.places and e.day is not None):
        return None
    people = e.has("who.people")
    spots, long = bool(e.said.slots.spots), len(e.words) > 12
    if e.asks:
        known = e.has("task.sent", "task.received", "task.state", "task.waiting") or e.all("task.got", "who.we")
        if long or not (people or known) or (spots and not known) or (spots and not people):
            return None
        return Heard("done_by", weak=not people, task=e.task)
    if len(e.words) > 16 or e.has("else.thing"):
        return None
    got = e.has("task.received") or ((bool(e.reference) or e.has("task.got")) and not e.has("task.sent"))
    if got and not e.has("task.waiting"):
        return Heard("report", task=e.task, state="received", reference=e.reference)
    if e.has("task.sent", "task.waiting"):
        return Heard("report", task=e.task, state="sent")
    if (not long and not spots and e.has("task.mine")) or (e.short and e.has("who.me") and e.has("task.doing")):
        return Heard("mine", task=e.task)
    if e.has("task.state"):
        return Heard("done_by", weak=True, task=e.task)
    return None


def _confirmed(e: Evidence) -> Heard | None:
    """ "Confirmed, ref 17": the task that was sent is meant."""
    if e.asks or e.task or not e.has("task.received") or not e.reference or e.elsewhere:
        return None
    return Heard("report", weak=True, state="received", reference=e.reference)


# --- aircraft and seats -----------------------------------------------------------------------------------


def _booked(e: Evidence) -> Heard | None:
    if not (e.asks and e.registration) or e.has("seat.seat", "come.come", "club.seat", "aircraft.seat"):
        return None
    if e.has("ask.free", "free.free", "ask.booking") or (e.has("who.people", "who.me") and e.has("ask.have")):
        return Heard("booked", craft=e.registration, day=e.day)
    return None


def _brings(e: Evidence) -> Heard | None:
    offers = e.has("aircraft.bring", "seat.seat", "seat.carry") or (e.has("come.come") and e.has("who.me"))
    if (
        e.asks
        or not e.craft
        or e.places
        or e.elsewhere
        or e.has("answer.out", "aircraft.seat")
        or (e.has("kin.one", "kin.many") and not e.has("aircraft.bring"))
        or not offers
    ):
        return None
    if e.number is None:
        said = e.has("aircraft.bring") and not e.said.slots.quantities and e.money is None
        return Heard("bring", weak=True, seats=-1, craft=e.craft, what=e.kind) if said else None
    if e.number > 19 or e.said.slots.of("speed"):
        return None
    return Heard("bring", seats=e.number, craft=e.craft, what=e.kind)


def _sits(e: Evidence) -> Heard | None:
    if e.has("kin.one", "kin.many", "who.people") or not e.has("who.me", "aircraft.seat") or len(e.words) > 10:
        return None
    if e.said.slots.codes or e.said.slots.countries or e.task or e.has("else.thing"):
        return None
    asks_for = e.has("aircraft.seat", "seat.wish") or (e.has("come.come") and not e.has("not.not"))
    match = _NAME.match(e.text.rstrip(" ?.!").removesuffix(" please").removesuffix(" bitte"))
    if e.registration and asks_for and e.number is None:
        return Heard("seat", weak=True, craft=e.registration)
    if match is None or not (asks_for or e.has("seat.seat")) or e.day is not None or e.has("else.thing"):
        return None
    name = _AN_AIRCRAFT.sub("", match[1].strip(" .")).strip()
    said = match[0][: match.start(1)].lower().split()[-2:]
    beside = any(w in said for w in ("with", "mit", "avec", "next", "neben", "beside", "bei", "chez", "côté"))
    if not name or not (beside or _AN_AIRCRAFT.search(match[1])) or name.split()[0].lower() in _NOT_NAMES:
        return None
    return Heard("seat", weak=True, name=name[:60])


def _seats(e: Evidence) -> Heard | None:
    if (
        e.elsewhere
        or (e.has("not.not") and e.has("who.people"))
        or (e.has("answer.in", "answer.in_short") and not e.asks)
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


# --- changes ----------------------------------------------------------------------------------------------


def _cancels(e: Evidence) -> Heard | None:
    if e.task or e.places or e.has("change.own_seat", "answer.out") or len(e.words) > 14:
        return None
    outright = e.has("change.cancel")
    off = e.has("change.off") and (e.has("outing.trip", "change.it") or len(e.words) <= 6)
    if not (outright or (not e.has("else.thing") and (off or e.has("change.scrap")))):
        return None
    if outright and e.asks and not e.has("change.let_us"):
        return None
    why = _WHY.search(e.text)
    return Heard("cancel", weak=not outright, asked=not outright or e.asks, why=why[1].strip(" .!") if why else "")


def _moves(e: Evidence) -> Heard | None:
    if e.said.slots.codes or e.said.slots.countries or e.task or e.has("answer.out", "else.thing", "ask.back"):
        return None
    if (e.elsewhere and not e.has("change.move")) or len(e.words) > 12 or e.said.slots.of("speed"):
        return None
    if e.has("change.next_day") and (
        e.has("change.move", "change.instead", "change.later", "change.earlier") or not e.asks
    ):
        sign = -1 if e.has("change.earlier") else 1
        return Heard("move", weak=True, asked=e.asks, minutes=sign * (e.minutes or 1440))
    verb = e.has("change.move")
    if e.minutes and (e.has("change.later", "change.earlier") or (verb and not e.clock)):
        sign = -1 if e.has("change.earlier") else 1
        return Heard("move", weak=True, asked=e.asks, minutes=sign * e.minutes)
    instead = e.has("change.instead")
    if not (verb or instead) or (e.day is None and not e.clock) or e.has("outing.somewhere"):
        return None
    if e.said.slots.spots or (e.has("change.let_us", "start.invite") and not (verb or instead)):
        return None
    return Heard("move", weak=True, asked=e.asks, day=e.day, clock=e.clock)


# --- questions --------------------------------------------------------------------------------------------


def _who(e: Evidence) -> Heard | None:
    if e.elsewhere or (e.said.slots.spots and not e.has("ask.who")) or (e.has("answer.out") and not e.asks):
        return None
    strong = e.has("ask.who")
    coming = e.has("come.come", "answer.in", "answer.out", "ask.list", "ask.yes", "ask.have")
    who = e.has("who.people") and e.asks and coming and not e.has("start.invite", "start.start")
    count = e.has("ask.count") and (e.has("who.me", "who.people", "ask.people") or coming)
    craft = e.has("ask.aircraft") and e.asks and (e.has("who.me", "who.people") or coming)
    listed = (
        e.has("ask.list") and not e.has("answer.in") and (e.has("ask.show", "ask.people", "who.people") or e.asks)
    )
    if strong or who or count or craft or listed:
        return Heard("who", weak=not strong)
    return None


def _todo(e: Evidence) -> Heard | None:
    if e.elsewhere or e.said.slots.spots or e.has("outing.trip", "ask.on", "ask.who") or len(e.words) > 12:
        return None
    strong = e.has("ask.todo")
    left = e.has("todo.left") and (e.has("todo.do") or e.short) and e.asks and not e.has("seat.seat")
    tasks = e.has("todo.tasks") and (e.asks or e.has("ask.show") or e.short)
    done = e.has("todo.all_done") and e.asks
    must = e.has("todo.must") and e.has("todo.do") and e.asks and e.has("who.me", "who.people", "todo.what")
    return Heard("todo", weak=not strong) if strong or left or tasks or done or must else None


def _cost(e: Evidence) -> Heard | None:
    strong = e.has("ask.cost")
    if e.said.slots.countries or e.task or (e.elsewhere and not strong) or len(e.words) > 12:
        return None
    cost = e.has("cost.cost") and (e.has("cost.each", "ask.show", "who.people", "who.me") or (e.short and e.asks))
    cost = cost or (e.has("cost.how_much") and e.has("cost.each") and e.asks and e.short)
    split = e.has("cost.split")
    pays = e.has("cost.pay") and e.asks and e.has("who.me", "who.people", "cost.each")
    return Heard("cost", weak=not strong) if strong or cost or split or pays else None


def _on(e: Evidence) -> Heard | None:
    if e.elsewhere or e.task or (e.has("start.invite") and not e.has("ask.on")):
        return None
    first, last = _days(e)
    if e.has("ask.on") and (e.asks or e.short):
        return Heard("on", day=first, until=last)
    whenever = bool(e.said.slots.days) or bool(e.said.slots.of("days"))
    trips = e.has("outing.trip") and (e.asks or e.has("ask.show", "ask.next"))
    planned = e.has("ask.planned") and e.asks
    flying = (
        e.asks and whenever and e.has("who.people", "who.we") and e.has("come.fly") and not e.has("start.start")
    )
    something = whenever and e.asks and len(e.words) <= 6 and e.all("ask.something", "ask.there_is")
    if not (trips or planned or flying or something):
        return None
    return Heard("on", weak=not trips, day=first, until=last)


def _days(e: Evidence) -> tuple[date | None, date | None]:
    """The days asked about: one, or a weekend; the next weekend may be this one or that after it."""
    if e.day is not None:
        return e.day, e.day
    if not any(q.unit == "weekend" for q in e.said.slots.of("days")):
        return None, None
    saturday = e.today + timedelta(days=-1 if e.today.weekday() == 6 else 5 - e.today.weekday())
    return saturday, saturday + timedelta(days=8 if e.has("ask.next") else 1)


def _reminds(e: Evidence) -> Heard | None:
    """A reminder at a time that is said; "remind me" alone, or before a deadline, is of a trip."""
    timed = bool(e.clock) or (e.minutes > 0 and e.has("remind.within"))
    if not (e.has("remind.me") and timed) or e.has("remind.before"):
        return None
    return Heard("remind", what=e.without("remind.me").lstrip(" ,:"))


def _back(e: Evidence) -> Heard | None:
    if e.said.slots.codes or e.said.slots.countries or e.has("else.hours", "else.thing") or e.task:
        return None
    if len(e.words) > 12 or e.said.slots.quantities:
        return None
    when = e.asks and e.has("back.when") and e.has("back.back")
    if e.has("ask.back") or (when and e.has("who.we", "back.home")):
        return Heard("back", weak=True)
    return None


# --- beginnings and answers ---------------------------------------------------------------------------------


def _starts(e: Evidence) -> Heard | None:
    invites = e.has("start.start", "start.invite")
    plans = e.has("start.plan") and e.has("outing.outing")
    whenever = bool(e.said.slots.days) or bool(e.said.slots.of("days"))
    comes = e.has("who.people") and e.has("come.come", "answer.in", "ask.who") and e.asks
    outing = e.has("outing.outing") and whenever and not e.asks
    spots = e.said.slots.spots
    if spots and not e.has("else.thing", "ask.question") and e.task in ("", "lunch") and len(e.words) <= 16:
        if not e.destination:
            return None
        if e.has("start.start") or plans or outing or (whenever and (invites or comes)):
            return Heard("start", weak=not (e.has("start.start") or plans or outing))
        return None
    if spots or e.said.slots.countries or e.has("else.thing"):
        return None
    trip = e.has("outing.trip", "outing.somewhere") or (e.has("come.fly") and whenever)
    if (invites or plans) and trip and (whenever or e.has("outing.somewhere", "outing.outing")):
        return Heard("start", anywhere=True)
    return None


def _answers(e: Evidence) -> Heard | None:
    known = e.has("answer.in", "answer.out", "answer.maybe") and len(e.words) <= 16
    if (e.places or e.said.slots.crafts or e.said.slots.countries) and not known:
        return None
    if e.has("else.thing") and not known:
        return None
    out, maybe = e.first("answer.out"), min(e.first("answer.maybe"), e.first("answer.unsure"))
    sorry = (
        e.has("not.not")
        and (e.has("who.me") or e.short)
        and (e.has("come.come", "answer.in") or e.day is not None)
    )
    unsure = e.has("answer.maybe") or (e.has("answer.unsure") and len(e.words) <= 10 and not e.elsewhere)
    if unsure and not e.asks and not e.said.slots.spots and maybe < out:
        return Heard("say", weak=True, state="maybe", guests=guests(e.text))
    if e.has("answer.out") and not e.asks:
        return Heard("say", state="out")
    if e.has("flying.not_flying"):
        return Heard("not_flying", weak=True)
    if sorry and not e.asks and len(e.words) <= 12 and not e.has("answer.again") and not e.elsewhere:
        return Heard("say", weak=True, state="out")
    if e.has("flying.flying") and not e.has("answer.in") and not e.asks and not e.said.slots.spots:
        return Heard("flying", weak=True)
    if e.has("answer.in") and (known or e.short) and (not e.asks or e.text.endswith(("in", "in."))):
        return Heard("say", state="in", guests=e.guests)
    if e.has("answer.in_short") and e.short and not e.asks and not e.said.slots.spots and not e.elsewhere:
        brief = len(e.words) <= 3 or e.guests is not None or e.day is not None or e.has("who.me")
        return Heard("say", weak=True, state="in", guests=e.guests) if brief else None
    along = (
        e.guests is not None
        and not e.has("not.not")
        and (not e.has("kin.one", "kin.many") or _TOGETHER.search(e.text))
    )
    comes = e.has("who.me", "kin.one", "kin.many") and (e.has("come.come", "seat.carry") or along)
    if comes and not e.asks and len(e.words) <= 10 and not e.said.slots.spots and not e.elsewhere:
        return Heard("say", weak=True, state="in", guests=e.guests)
    return None


RULES: tuple[Rule, ...] = (
    _reminds, _papers, _answer_by, _plan_b, _profit, _paid, _task, _confirmed, _booked, _brings, _cancels, _moves,
    _starts, _cost, _back, _todo, _sits, _seats, _on, _who, _answers,
)  # fmt: skip
"""In this order: what says most before what says less."""
