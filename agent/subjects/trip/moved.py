"""Reads a change of the trip in hand told by how much: "leave 2 h later", "an hour earlier", "a day later"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.language.days import find_days
from agent.language.days_in_hand import way_home
from agent.language.said import Said
from agent.language.spelt_times import spelt_times
from agent.language.vague_times import TOLD_ONCE, opened
from agent.language.wording import keys_of
from agent.subjects.trip.clocks import TURN, hour_said
from agent.subjects.trip.day_parts import parts_of_day
from agent.subjects.trip.stops import Stay
from agent.subjects.trip.times import BACK_AT, SAME_DAY, when_flown

Given = dict[str, JsonValue]
MOST_WORDS = 12
_LATER = re.compile(
    r"\b(?:later|after that|delay(?:ed|s)?|late|behind|postpone[ds]?|put (?:it |that |the \w+ )?off|put back|"
    r"push (?:it |that |everything |the \w+ )?back|slip|"
    r"später|spaeter|verspät\w*|nach hinten|aufschieben|hinaus\w*|plus tard|retard\w*|repouss\w*|décal\w*|"
    r"day after|next day|following day|tag (?:darauf|danach|später)|"
    r"nächsten tag|lendemain)\b"
)
_EARLIER = re.compile(
    r"\b(?:earlier|sooner|bring (?:it |that |everything |the \w+ )?forward|forward by|day before|day earlier|"
    r"früher|frueher|eher|vorziehen|nach vorne?|vorverleg\w*|tag (?:davor|vorher|zuvor)|"
    r"plus tôt|plus tot|avanc\w+|veille|jour avant)\b"
)
_HOME = re.compile(
    r"\b(?:back|return\w*|home|way_home_of|zurück|rück(?:flug|weg|kehr)\w*|heim\w*|retour|"
    r"rentr\w+|reven\w+|repart\w+)\b"
)
_PUSHED = re.compile(
    r"\b(?:push|put|set|move|slip|knock)\w*\s+(?:(?:it|that|the|departure|everything|things|take-?off)\s+)*back\b"
)
""" "Push it back an hour": later, not home."""
_FROM_HOME = re.compile(
    r"\b(?:leav\w+|depart\w*|set off|take off|off|get away|start\w*)\s+(?:from )?(?:our |my )?home\b(?! base)|"
    r"\bfrom home\b|"
    r"\b(?:von|ab) (?:zu ?hause|daheim)\b|\b(?:part\w*|quitt\w*) (?:de )?(?:la |chez )(?:maison|nous|moi)\b"
)
""" "Leave home an hour later": the way out."""
_WHOLE = re.compile(
    r"\b(?:everything|both|all of it|the whole (?:trip|thing|day)|whole trip|beides?|alles|"
    r"das ganze|tout|les deux)\b"
)
_OF_DAYS = re.compile(
    r"\b(?:(?P<n>an?|one|two|three|\d|ein(?:en|e)?|zwei|drei|une?|deux|trois)\s+)?"
    r"(?P<u>days?|weeks?|tage?|tagen|wochen?|jours?|semaines?)\b"
)
_COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "ein": 1, "eine": 1, "einen": 1, "zwei": 2, "drei": 3,
    "un": 1, "une": 1, "deux": 2, "trois": 3,
}  # fmt: skip
_NEXT = re.compile(
    r"\b(?:day after|next day|following day|day before|tag (?:darauf|danach|davor|vorher|zuvor)|nächsten tag|"
    r"lendemain|veille|jour avant)\b"
)
_ASKS = re.compile(
    r"\b(?:how (?:late|early|much)|what time|which time|when(?! (?:we|i|you|they)\b)|latest|earliest|wann|"
    r"wie|quand|à quelle heure)\b|\bcan't\b"
)
"""A question about times is none that moves them."""


_JOINT = re.compile(r"[.;,!?]+\s+|\s(?=(?:and|und|et)\s)")
_OF_WHAT_IT_GIVES = keys_of(
    """
    and und et please bitte s'il te vous plaît can could you then now give send show tell let have know me us the
    all new changed what which changes change changed does that this it with times deadlines dates plan file
    calendar ics a an my our of for
    gib gebt zeig zeige schick schicke mach mir uns die den das alle neuen neue
    fristen termine zeiten kalender kalenderdatei datei was ändert sich
    donne donnez envoie montre fais sors moi nous les le la tous toutes nouveaux nouvelles
    délais échéances horaires fichier
    calendrier agenda un une qu'est-ce qui change dis
    """
)


def _without_what_it_gives(said: Said) -> str:
    """The message up to where it only asks for what the moved trip gives: "… Please give me the new deadlines"."""
    low, words = said.slots.low, said.slots.words
    for joint in _JOINT.finditer(low):
        if all(word.key in _OF_WHAT_IT_GIVES for word in words if word.start >= joint.end()):
            return low[: joint.start()]
    return low


def moved(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """The trip's arguments moved in time; None where no movement is told, or something else is asked."""
    low = _without_what_it_gives(said)
    if len([word for word in said.slots.words if word.start < len(low)]) > MOST_WORDS or _ASKS.search(low):
        return None
    if (after := _weekday_after(said, trip)) is not None:
        return after
    sign = 1 if _LATER.search(low) else -1 if _EARLIER.search(low) else 0
    if not sign:
        return None
    if (days := _days(low)) is not None:
        return by_days(trip, sign * days, home=_is_home(low))
    spans = [q for q in said.slots.quantities if q.kind == "duration"]
    others = [q for q in said.slots.quantities if q.kind not in ("duration", "count", "days")]
    if len(spans) != 1 or others:
        return None
    minutes = sign * round(spans[0].value * 60)
    parts = ["off_block", "return_off_block"] if _WHOLE.search(low) else [_part(low)]
    found: Given = {}
    for name in parts:
        found |= _by_minutes(trip, name, minutes, alone=len(parts) == 1)
    return found or None


_AFTER = re.compile(
    r"(?:the |on |am )*[^\W\d_]+\s+(?:after(?: that)?|afterwards|later|danach|darauf)"
    r"(?:,?\s*(?:please|bitte))?[\s.!?]*$"
)


def _weekday_after(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "Make it the Sunday after": the first such weekday behind the trip's own, the way home as long after."""
    days = said.slots.days
    if (
        len(days) != 1
        or days[0].weekday is None
        or said.slots.spots
        or not _AFTER.match(said.slots.low, days[0].start)
    ):
        return None
    home = _is_home(said.slots.low)
    kept = _weekday(trip.get("return_day")) if home else None
    kept = _weekday(trip.get("day")) if kept is None else kept
    if kept is None:
        return None
    return by_days(trip, (days[0].when.weekday() - kept - 1) % 7 + 1, home=home)


_SET = keys_of(
    """
    when wenn beim quand lorsque whom
    was ist passiert happens arrive passe
    leave leaving depart departing off blocks block start set out we we'll i i'll let's let us make it that the to
    at on by instead then rather actually no sorry ok and what about if go going fly back return returning home
    hm ah well with yes ja oui avec mit
    want need shall should will have be there by for in arrive arriving land landing get to must early l plan
    better prefer would like
    da dort sein ankommen landen spätestens nehmen wollen möchten sollen schon lieber
    être arriver y là pour avant veut veux voudrait être là-bas plus
    local around s ll d evening morning afternoon coming come can could may do
    erst nun schon jetzt heute
    abflug los starten fliegen zurück rückflug um am lieber stattdessen doch dann wir ich und wenn uhr gegen statt
    lets do machen faisons fait disons sagen sag say
    rentre rentrons rentrez revient revenons repart repartons
    alors donc coup du eh bien halt eben also mal
    vormittag vormittags nachmittag nachmittags mittag mittags abend abends früh morgens matin matinée soir soirée
    après midi après-midi place fly flying head heading fliege fliegen kommen komme zurückkommen volons
    change changes would different differ happens happen ändert ändern sich anders wäre würde changerait
    qu'est-ce qui quoi ça what
    départ décollage partir part retour rentrer à le vers plutôt finalement et si on nous pour h heures
    """
)
_LEAVE = re.compile(
    r"\b(?:go|leav\w*|depart\w*|off[- ]?blocks?|set off|start\w*|abflug|los|losfliegen|départ|décoll\w*|part\w*|"
    r"fliegen|fahren|gehen|doch erst|erst um|"
    r"let'?s (?:do|say)|machen wir|faisons|on fait|disons|instead|make it|(?:be|get) (?:there|in|to)|arriv\w*|"
    r"land\w*|(?:dort|da) sein|ankommen|être|what (?:would|does|will) (?:change|differ|be different)|"
    r"was (?:ändert sich|wäre anders)|"
    r"qu'est-ce qui change|ça change(?:rait)? quoi|"
    r"lieber|stattdessen|plutôt|finalement|back|return\w*|home|zurück\w*|rückflug|retour|rentr\w*)\b"
)


_TURNS = re.compile(TURN, re.IGNORECASE)
_BARE_HOUR = re.compile(r"\b(?:at|around|um|gegen|à|vers)\s+(?P<h>\d{1,2})\b(?!\s*(?:kt|nm|knots|ft|%|l\b))")
""" "Let's leave at 9 instead"."""


def named_again(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "Leave at 09:30 instead", "back at 17:00", "make it Sunday": times and days said anew, and no more."""
    slots = said.slots
    clocks = said.clocks()
    places = [spot for spot in slots.spots if spot.name != "home"]
    if (
        of_one := _day_for_day(said, trip) or _of_the_denied_day(said, trip) or _of_one_leg(said, trip)
    ) is not None:
        return of_one
    if places or slots.countries or len(slots.words) > MOST_WORDS:
        return None
    parts = [*parts_of_day(said), *spelt_times(slots.text)]
    if not (clocks or slots.days or parts or _BARE_HOUR.search(slots.low)):
        return None
    if _ASKS.search(slots.low) or not _LEAVE.search(slots.low):
        return None
    taken = [(one.start, one.end) for one in (*clocks, *slots.days, *parts)]
    people = said.people()  # "make the return 15:30 and 3 people"
    if people is not None:
        taken += [(m.start, m.end) for m in said.all_of("people")] + list(said.used)
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    if any(word.key not in _SET and not word.key.isdigit() and not _TURNS.fullmatch(word.key) for word in rest):
        return None
    given = when_flown(said.again(), dict(trip), returns=False)
    found: Given = {name: value for name, value in given.items() if value and value != SAME_DAY}
    found |= {"people": people} if people is not None and found else {}
    found |= {other: None for name, other in TOLD_ONCE if name in found and other in trip and other not in found}
    found |= {name: None for name in opened(found.get("taken")) if name in trip and name not in found}
    if not found and (bare := _BARE_HOUR.search(slots.low)):
        found = {_part(slots.low): hour_said(bare["h"], None, "")}
    if "day" in found and len(slots.days) == 1 and BACK_AT.match(slots.text, slots.days[0].end):
        found["return_day"] = found.pop("day")
    if "return_day" in found and "day" not in found and len(slots.days) == 1:
        found["return_day"] = back_on(said, trip)
    if "day" in found and "return_day" not in given and isinstance(trip.get("return_day"), str):
        found = {**found, **way_home_of(trip, str(found["day"]))}
    return found or None


_NOT_A_DAY = re.compile(r"\b(?:not|nicht|pas)\s+(?:on |am |le |the |den )?(?P<day>[^\W\d]+)")


_CHANGES = re.compile(
    r"\b(?:make|change|move|swap|switch|shift|mach\w*|ändere?|verschieb\w*|leg\w*|change\w*|déplace\w*|remplace\w*|mets?)\s+"
    r"(?:the |den |le )?$"
)
_INTO = re.compile(r"\s*(?:(?:to|into|a|auf|zu|zum|en|par|by|with|durch|statt)\s+)?(?:the |den |le )?")


def _day_for_day(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "Make Monday Tuesday": the day of the trip that is the one becomes the nearest of the other."""
    days, low = said.slots.days, said.slots.low
    if len(days) != 2 or not (days[0].weekday and days[1].weekday) or not _CHANGES.search(low[: days[0].start]):
        return None
    if not _INTO.fullmatch(low[days[0].end : days[1].start]):
        return None
    for name in ("return_day", "day"):
        if _weekday(trip.get(name)) == days[0].when.weekday():
            kept = date.fromisoformat(str(trip[name]))
            ahead = (days[1].when.weekday() - kept.weekday()) % 7
            moved = kept + timedelta(days=ahead if ahead <= 3 else ahead - 7)
            alike = name == "day" and trip.get("return_day") == trip.get("day")
            return {name: moved.isoformat(), **({"return_day": moved.isoformat()} if alike else {})}
    return None


def _of_the_denied_day(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "Not Sunday, Monday" of a trip home on Sunday: the way home moves."""
    denied, back = _NOT_A_DAY.search(said.slots.low), trip.get("return_day")
    days = find_days(denied["day"].capitalize(), said.today) if denied else []
    if not days or len(said.slots.days) != 1 or not isinstance(back, str) or said.slots.spots:
        return None
    kept = {name: _weekday(trip.get(name)) for name in ("day", "return_day")}
    if kept["return_day"] != days[0].when.weekday() or kept["day"] == kept["return_day"]:
        return None
    return {"return_day": back_on(said, trip)}


def _weekday(day: JsonValue) -> int | None:
    try:
        return date.fromisoformat(str(day)).weekday()
    except ValueError:
        return None


_LEG = re.compile(
    r"\b(?:(?P<n>first|second|third|last|final|erste[rsn]?|zweite[rsn]?|dritte[rsn]?|letzte[rsn]?|première?|"
    r"premier|deuxième|"
    r"troisième|dernière?|dernier)\s+(?:leg|flight|hop|sector|bit|stretch|etappe|flug|strecke|teilstrecke|leg|"
    r"étape|vol|tronçon|branche))\b"
)
_WHICH_LEG = {"fi": 0, "er": 0, "pr": 0, "se": 1, "zw": 1, "de": 1, "th": 2, "dri": 2, "tr": 2}


def _of_one_leg(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "Last leg at 5 instead": when one flight of the trip leaves, the first, the second, the last of them."""
    match, clocks = _LEG.search(said.slots.low), said.clocks()
    bare = _BARE_HOUR.search(said.slots.low)
    over = trip.get("via")
    stops = [str(stop) for stop in over] if isinstance(over, list) else []
    if match is None or len(clocks) > 1 or not (clocks or bare) or said.slots.days or said.slots.spots:
        return None
    turns = trip.get("return_day") is not None or trip.get("return_off_block") is not None
    flights = 1 + len(stops) + turns
    word = match["n"]
    is_last = word.startswith(("last", "final", "letzt", "derni"))
    place = flights - 1 if is_last else next(n for begins, n in _WHICH_LEG.items() if word.startswith(begins))
    at = said.clock(clocks[0]) if clocks else hour_said(bare["h"], None, "") if bare else None
    if place >= flights or at is None:
        return None
    if place == 0:
        return {"off_block": at, "arrive_by": None}
    if turns and place == flights - 1:
        return {"return_off_block": at, "return_by": None}
    told = trip.get("via_off_block")
    before = dict(told) if isinstance(told, dict) else {}
    stop = stops[place - 1]
    stay = Stay(Stay.parse(str(before.get(stop, ""))).nights, at)
    return {"via_off_block": {**before, stop: stay.text}}


def back_on(said: Said, trip: Mapping[str, JsonValue]) -> str:
    """The day said for the way home: of a weekday the first one that is not before the way out."""
    day, out = said.slots.days[0], trip.get("day")
    if day.weekday is None or not isinstance(out, str):
        return day.when.isoformat()
    weeks = max(0, -(-(date.fromisoformat(out) - day.when).days // 7))
    return (day.when + timedelta(weeks=weeks)).isoformat()


def way_home_of(trip: Mapping[str, JsonValue], day: str) -> Given:
    """The way home of a trip whose way out moves to `day`."""
    back = way_home(trip.get("day"), trip.get("return_day"), day)
    return {"return_day": back} if back else {}


def _part(low: str) -> str:
    return "return_off_block" if _is_home(low) else "off_block"


def _is_home(low: str) -> bool:
    rest = _FROM_HOME.sub(" ", _PUSHED.sub(" ", low))
    return _HOME.search(rest) is not None and not _WHOLE.search(low)


def _days(low: str) -> int | None:
    """So many days or weeks; None where none are told."""
    if _NEXT.search(low):
        return 1
    match = _OF_DAYS.search(low)
    if match is None:
        return None
    count = _COUNTS.get(match["n"] or "a") or int(match["n"])
    return count * (7 if match["u"][0] in "ws" else 1)


def by_days(trip: Mapping[str, JsonValue], days: int, *, home: bool) -> Given | None:
    found: Given = {}
    names = ("return_day",) if home else ("day", "return_day")
    for name in names:
        kept = trip.get(name)
        kept = trip.get("day") if home and kept == SAME_DAY else kept
        if not isinstance(kept, str) or kept == SAME_DAY:
            continue
        found[name] = (date.fromisoformat(kept) + timedelta(days=days)).isoformat()
    return found or None


def _by_minutes(trip: Mapping[str, JsonValue], name: str, minutes: int, *, alone: bool) -> Given:
    """One time moved, over midnight into another day; one that is not known yet is told so by the plan."""
    kept, day_name = trip.get(name), {"off_block": "day", "return_off_block": "return_day"}[name]
    try:
        at = datetime.combine(date.min + timedelta(days=9), time.fromisoformat(str(kept)))
    except ValueError:
        return {name: f"{minutes:+d} min"} if alone else {}
    later = at + timedelta(minutes=minutes)
    found: Given = {name: f"{later:%H:%M}"}
    day, turned = trip.get(day_name), (later.date() - at.date()).days
    if turned and isinstance(day, str) and day != SAME_DAY:
        found[day_name] = (date.fromisoformat(day) + timedelta(days=turned)).isoformat()
    return found
