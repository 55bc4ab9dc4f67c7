"""Reads what is asked of one flight of the trip in hand: "do I need a GAR for the second leg?", "customs on the last one"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.stops import Stay
from agent.subjects.trip.times import SAME_DAY

Trip = Mapping[str, JsonValue]
LEG = re.compile(
    r"\b(?:(?P<n>first|second|third|fourth|last|final|1st|2nd|3rd|erste[rsn]?|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|letzte[rsn]?|"
    r"première?|premier|deuxième|second|seconde|troisième|quatrième|dernière?|dernier)\s+"
    r"(?:leg|flight|hop|sector|bit|stretch|part|etappe|flug|strecke|teilstrecke|abschnitt|teil|étape|vol|tronçon|branche|partie)|"
    r"(?:leg|sector|etappe|étape|tronçon|branche)\s+(?P<d>[1-7])|(?P<between>domestic|inland|internal|uk[- ]only|inner\w* )\s*(?:leg|flight|hop|bit|part))\b"
)
WAY_HOME = re.compile(
    r"\b(?:(?:return|homeward|inbound)(?: (?:leg|flight|trip|way|hop|sector|journey))?|(?:way|flight|leg|trip) (?:back|home)|"
    r"(?:coming|going|flying|heading|getting) (?:back|home)|when (?:i|we) (?:come|go|fly|get|am|are) (?:back|home)|"
    r"(?:wenn|falls) (?:ich|wir) (?:wieder )?(?:zurück|heim)\w*|beim zurück\w+|(?:en|quand (?:je|on|nous)) (?:revenant|rentrant|reviens|revient|revenons|rentre|rentrons)|"
    r"rück(?:flug|weg|reise|kehr)\w*|heim(?:flug|weg|reise|kehr)\w*|(?:vol |trajet |chemin )?(?:de |du |au |le )?retour)\b"
)
_WAY_OUT = re.compile(
    r"\b(?:(?:outbound|outward)(?: (?:leg|flight|trip|way))?|(?:way|flight|leg) (?:out|there)|hin(?:flug|weg|reise)\w*|"
    r"(?:vol |trajet )?(?:de l['’]|à l['’]|l['’])aller)\b"
)
_PLACES = (
    (0, ("first", "1st", "erste", "premi")), (1, ("second", "2nd", "zweite", "deuxi")),
    (2, ("third", "3rd", "dritte", "troisi")), (3, ("fourth", "vierte", "quatri")),
)  # fmt: skip
_PAPERS = {
    "gar": "GAR",
    "gendec": "gendec",
    "flight_plan": "flight_plan",
    "police": "police",
    "customs": "customs",
}
_BORDER = frozenset(("customs", "immigration"))
MOST_WORDS = 16


def place_of(match: re.Match[str], flights: int) -> int | None:
    """Which of the flights is meant, counted from nought; None where there is no such one."""
    if match["d"]:
        place = int(match["d"]) - 1
    elif match["n"].startswith(("last", "final", "letzt", "derni")):
        place = flights - 1
    else:
        place = next(n for n, begins in _PLACES if match["n"].startswith(begins))
    return place if place < flights else None


def flights_in_hand(said: Said, trip: Trip) -> list[tuple[str, str, str | None, str | None]]:
    """Each flight of the trip: where from, where to, its day and its hour as far as they are said."""
    over, home = (v if isinstance(v := trip.get(name), list) else [] for name in ("via", "return_via"))
    start, goal = trip.get("from_location") or said.home, trip.get("to_location")
    turns = trip.get("return_day") or trip.get("return_off_block") or home
    ways = [([start, *over, goal], trip.get("day"), trip.get("off_block"))]
    back = trip.get("return_day")
    back = trip.get("day") if back in (None, SAME_DAY) else back
    ways += [([goal, *home, start], back, trip.get("return_off_block"))] if turns else []
    told = v if isinstance(v := trip.get("via_off_block"), dict) else {}
    found: list[tuple[str, str, str | None, str | None]] = []
    for fields, day, off in ways:
        for number, (a, b) in enumerate(pairwise([str(one) for one in fields])):
            stay = Stay.parse(str(told.get(a, ""))) if number else Stay(at=str(off or ""))
            found.append((a, b, _later(day, stay.nights), stay.at or None))
    return found


def one_way(said: Said, trip: Trip) -> list[tuple[str, str, str | None, str | None]]:
    """The flights of the way that is meant, out or home; none where neither is said, or both are."""
    home, out = WAY_HOME.search(said.slots.low), _WAY_OUT.search(said.slots.low)
    if (home is None) == (out is None):
        return []
    flights = flights_in_hand(said, trip)
    over = v if isinstance(v := trip.get("via"), list) else []
    ways = flights[: len(over) + 1], flights[len(over) + 1 :]
    if home is not None and not ways[1] and len(ways[0]) == 1:
        start, goal, _, _ = flights[0]
        return [(goal, start, None, None)]
    return ways[1] if home is not None else ways[0]


def _later(day: JsonValue, nights: int) -> str | None:
    try:
        return (date.fromisoformat(str(day)) + timedelta(days=nights)).isoformat()
    except ValueError:
        return None


def of_one_flight(said: Said, trip: Trip) -> ToolCall | None:
    """The report or the border of the flight that is meant."""
    slots = said.slots
    match = LEG.search(slots.low)
    if (
        (match is not None and match["between"])
        or len(slots.words) > MOST_WORDS
        or slots.days
        or slots.of("clock")
    ):
        return None
    named = [spot for spot in slots.spots if spot.kind in ("code", "iata", "place")]
    base = field_of(str(trip.get("from_location") or said.home or ""), said.deps)
    at_home = match is None and len(named) == 1 and field_of(named[0].name, said.deps) == base
    if named and not (at_home and said.has("customs")):  # "customs at Mainz on the way back" is of where that ends
        return None
    flights = flights_in_hand(said, trip)
    if match is None:
        flights, place = one_way(said, trip), 0
        place = place if len(flights) == 1 else None
    else:
        place = place_of(match, len(flights))
    asked = {mention.concept for mention in said.all_of(*_PAPERS, "immigration")}
    if place is None or not asked or (match is None and asked == {"gar"}):  # the plan tells each way's
        return None
    start, end, day, hour = flights[place]
    papers = asked - _BORDER
    if len(papers) == 1 and not asked & _BORDER:
        when = {"day": day, "time": hour if day else None}
        report: dict[str, JsonValue] = {
            "report": _PAPERS[papers.pop()],
            "from_location": start,
            "to_location": end,
        }
        return ToolCall(tool="get_report_deadline", arguments={**report, **{k: v for k, v in when.items() if v}})
    moment = " ".join(one for one in (day, hour if day else None) if one)
    border: dict[str, JsonValue] = {"from_location": start, "to_location": end}
    return ToolCall(tool="get_border_brief", arguments={**border, **({"date": moment} if moment else {})})
