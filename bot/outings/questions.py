"""What is asked of an outing: who comes, what is left, its costs, what is planned, when back; and a reminder."""

from __future__ import annotations

from datetime import date, timedelta

from agent import regex as re
from bot.outings.evidence import TASKS, Evidence
from bot.outings.heard import Heard


def who(e: Evidence) -> Heard | None:
    if e.elsewhere or (e.said.slots.spots and not e.has("ask.who")) or (e.has("answer.out") and not e.asks):
        return None
    strong = e.has("ask.who")
    coming = e.has("come.come", "answer.in", "answer.out", "ask.list", "ask.yes")
    coming = coming or (e.has("ask.have") and e.has("seat.seat", "ask.aircraft", "task.called", "answer.again"))
    who = e.has("who.people") and e.asks and coming and not e.has("start.invite", "start.start")
    count = e.has("ask.count") and (e.has("who.me", "who.people", "ask.people") or coming)
    craft = e.has("ask.aircraft") and e.asks and (e.has("who.me", "who.people") or coming)
    listed = (
        e.has("ask.list") and not e.has("answer.in") and (e.has("ask.show", "ask.people", "who.people") or e.asks)
    )
    if strong or who or count or craft or listed:
        return Heard("who", weak=not strong)
    return None


def organiser(e: Evidence) -> Heard | None:
    """Who set it up, and who stands in: "who organises this?"."""
    named = e.elsewhere or e.said.slots.spots or e.task or e.said.slots.countries
    return Heard("organiser") if e.has("ask.organiser") and e.asks and not named and len(e.words) <= 9 else None


def along(e: Evidence) -> Heard | None:
    """Whether somebody may be brought: "can I bring two friends?"; of "my friends" no number is known."""
    brings = e.has("come.bring") or (e.has("kin.one", "kin.many") and e.has("come.come", "seat.carry"))
    if not (e.asks and brings) or e.guests is None or e.elsewhere or e.task or len(e.words) > 14:
        return None
    if (
        e.said.slots.spots
        or e.has("answer.in", "answer.in_short", "answer.out")
        or not e.has("who.me", "kin.one", "kin.many")
    ):
        return None
    return Heard("along", weak=True, guests=e.guests)


def todo(e: Evidence) -> Heard | None:
    if (
        e.elsewhere
        or e.said.slots.spots
        or e.has("outing.trip", "ask.on", "ask.who", "todo.sky", "answer.in")
        or len(e.words) > 12
    ):
        return None
    strong = e.has("ask.todo")
    of_people = e.has("who.people") and e.has("come.come", "come.fly") and not e.has("todo.do")
    left = e.has("todo.left") and (e.has("todo.do") or e.short) and e.asks and not e.has("seat.seat")
    left = left and not of_people  # "who else is going?"
    tasks = e.has("todo.tasks") and (e.asks or e.has("ask.show") or e.short)
    done = e.has("todo.all_done") and e.asks
    must = e.has("todo.must") and e.has("todo.do") and e.asks and e.has("who.me", "who.people", "todo.what")
    strong = strong and not e.has("aircraft.free")
    return Heard("todo", weak=not strong) if strong or left or tasks or done or must else None


def cost(e: Evidence) -> Heard | None:
    strong = e.has("ask.cost")
    if e.has("ask.back") or (e.all("back.when", "ask.returning") and e.money is None):
        return None  # "à quelle heure on doit redécoller": "doit" is no debt
    if e.said.slots.countries or e.task or (e.elsewhere and not strong) or len(e.words) > 12:
        return None
    cost = e.has("cost.cost") and (e.has("cost.each", "ask.show", "who.people", "who.me") or (e.short and e.asks))
    cost = cost or (e.has("cost.how_much") and e.has("cost.each") and e.asks and e.short)
    split = e.has("cost.split")
    pays = e.has("cost.pay") and e.asks and e.has("who.me", "who.people", "cost.each")
    return Heard("cost", weak=not strong) if strong or cost or split or pays else None


def on(e: Evidence) -> Heard | None:
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


def reminds(e: Evidence) -> Heard | None:
    """A reminder at a time or on a day that is said; "remind me" alone, or before a deadline, is of a trip."""
    timed = bool(e.clock) or (e.minutes > 0 and e.has("remind.within"))
    timed = timed or (e.day is not None and len(e.words) >= 5 and not e.places)  # the desk asks for the hour
    if not (e.has("remind.me") and timed) or e.has("remind.before") or _is_of_a_flight(e):
        return None
    return Heard("remind", what=e.without("remind.me").lstrip(" ,:"))


def _is_of_a_flight(e: Evidence) -> bool:
    """The hour may be the flight's: "remind me of the GAR for EGKA LFAC on Saturday at 10" is of its deadline."""
    spots, clocks = e.said.slots.spots, e.said.slots.of("clock")
    return e.task in TASKS[:4] and len(spots) > 1 and bool(clocks) and clocks[0].start > spots[-1].start


def stands(e: Evidence) -> Heard | None:
    """Whether it is still on: "is it off?", "are we still going Saturday?", "has it been called off?"."""
    if not e.asks or e.task or e.said.slots.countries or e.has("else.thing") or len(e.words) > 10:
        return None
    if e.has("seat.seat", "ask.who", "ask.list") or e.all("who.people", "come.come"):
        return None
    off = e.has("ask.been") and e.has("change.cancel", "change.off", "change.scrap")
    where = next((spot.name for spot in e.said.slots.spots), "")  # the desk knows whether it is of an outing
    flies = e.has("ask.we_fly", "start.start") and not (where or e.has("outing.somewhere"))
    still = flies and e.has("ask.still") and len(e.words) <= 8  # "fliegen wir Samstag noch?"
    return Heard("stands", weak=True, day=e.day, name=where) if off or still or e.has("ask.stands") else None


def leaves(e: Evidence) -> Heard | None:
    """When it leaves: "what time are we off?"; of the way back another rule tells."""
    if not e.asks or e.elsewhere or e.task or e.said.slots.spots or len(e.words) > 8:
        return None
    if not e.all("ask.when", "ask.off") or e.has("ask.returning", "outing.somewhere"):
        return None
    return Heard("leaves", weak=True)


_HOW_LONG = re.compile(
    r"\bhow (?:long|far)(?:'s| is| does| do| will)? (?:the |our |it |we )?(?:flight|leg|hop|fly|take to get there)"
    r"|\bwie (?:lang|lange|weit) (?:fliegen wir|ist (?:der flug|das)|dauert der flug|sind wir unterwegs)"
    r"|\b(?:combien de temps|quelle durée) (?:de vol|on vole|dure le vol|vole-t-on)|\bdurée du vol\b",
    re.IGNORECASE,
)


def leg(e: Evidence) -> Heard | None:
    """How long the flight is: the outing's own, where no place is named."""
    asked = e.asks and not e.elsewhere and not e.said.slots.spots and len(e.words) <= 8
    return Heard("leg", weak=True) if asked and _HOW_LONG.search(e.text) else None


def back(e: Evidence) -> Heard | None:
    if e.said.slots.codes or e.said.slots.countries or e.has("else.hours", "else.thing") or e.task:
        return None
    if len(e.words) > 16 or e.said.slots.quantities:
        return None
    when = e.asks and e.has("back.when") and e.has("back.back")
    if e.has("ask.back") or (when and e.has("who.we", "back.home")):
        return Heard("back", weak=True)
    return None
