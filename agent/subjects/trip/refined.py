"""Reads what a few words add to the trip in hand: an hour, people, an aircraft, a speed, where it begins."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import hour_said
from agent.subjects.trip.homeward import leaves_time
from agent.subjects.trip.reading_people import ONE_LESS
from agent.subjects.trip.times import SAME_DAY

Given = dict[str, JsonValue]
MOST_WORDS = 9
_SMALL = keys_of(
    """
    make it that this we we're we'll we'd i i'm i'll are am be is will would of us aboard on board people person
    persons passengers pax pob souls up now then with me and plus in all total there at the a an my our let's let
    take taking use using fly flying go going what if about how instead rather actually ok okay so please no but
    not do can could
    zu zum wir ich sind bin werden personen leute an bord mit der die das dem den einer einem und doch lieber bitte
    fliegen fliege nehmen nehme was wenn statt stattdessen insgesamt jetzt
    nous on je sera serons sommes est personnes passagers à a bord avec le la un une en et si plutôt finalement au
    volons vole prend prenons par ça fait maintenant
    """
)
_AN_HOUR = re.compile(
    r"\W*(?P<said>(?:(?:and|no|sorry|i meant?|ich meinte?|ich meine|je voulais dire|correction|"
    r"ok|okay|at|say|make (?:it|that)|let's say|better|rather|actually|um|erst um|doch|"
    r"lieber|à|vers|plutôt|disons|alors|gegen|around|about)\W+)*)"
    r"(?P<h>[01]?\d|2[0-3])(?:[:.h]?(?P<m>[0-5]\d))?\s*(?P<x>am|pm)?"
    r"(?:uhr|h|o'?\s?clock|local|lt|ish)?"
    r"(?P<behind>(?:\W+(?:then|instead|please|bitte|lieber|plutôt|rather))*)\W*"
)
_SAME_DAY = re.compile(
    r"\W*(?:(?:and|und|et|ok|we're|we are|wir kommen|on)\W+)*(?:"
    r"(?:(?:back|home|return(?:ing)?|rentre(?:r|ons)?|retour|zurück)\W+)?"
    r"(?:the |on the |le |am |that )?(?:same|même|selben|gleichen) (?:day|jour|tag|evening|afternoon|soir|abend)"
    r"(?:\W+(?:back|home|zurück|heim|retour))?|"
    r"(?:just |only )?(?:a |ein |eine )?(?:day trip|tagesausflug|tagestour)|for the day|"
    r"(?:à|dans) la journée|le jour même)(?:\W+(?:please|bitte))?\W*"
)
_BEGINS = re.compile(
    r"\W*(?:(?:and|und|et|ok|what about|how about|(?:what )?if (?:we|i) (?:go|leave|start)|"
    r"wenn (?:wir|ich)|et si (?:on|nous|je) (?:part(?:ait|ons|ions|ais)?|pars))\W+)*"
    r"(?:(?:start|starting|leaving|departing|départ) )?(?:from|out of|ab|von|aus|de|depuis|"
    r"au départ de|en partant de)\s+(?:the |le |la |l')?$"
)
_AFTER_START = re.compile(
    r"\W*(?:instead|then|rather|please|stattdessen|lieber|bitte|(?:los)?fliegen|plutôt|à la place|alors|\W)*"
)


def refined(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The trip with what the words add; None where they ask something, or something else."""
    slots = said.slots
    if len(slots.words) > MOST_WORDS or slots.countries or slots.days:
        return None
    for read in (_hour, _back_the_same_day, _begins, _who_and_in_what):
        if (found := read(said.again(), trip)) is not None:
            merged = {**trip, **found}
            return ToolCall(tool="plan_trip", arguments={n: v for n, v in merged.items() if v is not None})
    return None


_MAKES_IT = re.compile(r"\bmake (?:it|that)\b")


def made_another_hour(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "Make it 9:30" of a trip that leaves at 10: of leaving, as the hour that it takes the place of."""
    match = _AN_HOUR.fullmatch(said.slots.low)
    is_one_flight = trip.get("off_block") and not any(trip.get(n) for n in ("return_off_block", "return_by"))
    if match is None or not is_one_flight or not _MAKES_IT.search(match["said"]):
        return None
    return {"off_block": hour_said(match["h"], match["m"], match["x"] or "")}


def _hour(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "10", "make it 11": of leaving; a bare one of the first flight whose time is not named."""
    match = _AN_HOUR.fullmatch(said.slots.low)
    if match is None or "day" not in trip:
        return None
    at = hour_said(match["h"], match["m"], match["x"] or "")
    if match["said"] or match["behind"] or not (trip.get("off_block") or trip.get("arrive_by")):
        return {"off_block": at, "arrive_by": None}
    if trip.get("return_day") in (SAME_DAY, trip.get("day")) and not leaves_time(trip, at):
        return {"off_block": at, "arrive_by": None}
    if trip.get("return_day") and not (trip.get("return_off_block") or trip.get("return_by")):
        return {"return_off_block": at}
    return None


def _back_the_same_day(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    return {"return_day": trip.get("day") or SAME_DAY} if _SAME_DAY.fullmatch(said.slots.low) else None


def _begins(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "From Lydd", "ab Mainz", "et si on part de Lognes ?"."""
    named = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if len(named) != 1 or len(said.slots.spots) != 1 or said.slots.quantities:
        return None
    low = said.slots.low
    if not _BEGINS.fullmatch(low[: named[0].start]) or not _AFTER_START.fullmatch(low[named[0].end :]):
        return None
    return {"from_location": said.name(named[0])}


def _who_and_in_what(said: Said, trip: Mapping[str, JsonValue]) -> Given | None:
    """ "Four of us in the SR22", "zu viert", "120 kt"."""
    slots = said.slots
    if slots.spots:
        return None
    found: Given = {}
    if (people := said.people()) is not None:
        found["people"] = people
    elif (one := _ONE_MORE.fullmatch(slots.low)) is not None:
        aboard = trip.get("people")
        said.used.add(one.span())
        found["people"] = (aboard if isinstance(aboard, int) else 1) + 1
    elif (one := ONE_LESS.fullmatch(slots.low)) is not None and isinstance(aboard := trip.get("people"), int):
        said.used.add(one.span())
        found["people"] = max(aboard - 1, 1)
    if (craft := said.aircraft()) is not None:
        found |= {"aircraft_type": craft, "cruise_speed_kts": None}
    if (knots := said.amount("speed")) is not None:
        found["cruise_speed_kts"] = round(knots)
    known = [(one.start, one.end) for one in (*slots.crafts, *slots.quantities)]
    known += [(m.start, m.end) for m in said.all_of("people", "share")]
    known += list(said.used)
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in known)]
    if not found or any(w.key not in _SMALL and not w.key.isdigit() for w in rest):
        return None
    return found if slots.text.rstrip()[-1:] != "?" or _WHAT_IF.match(slots.low) else None


_ONE_MORE = re.compile(
    r"\W*(?:(?:oh|and|ok|also|actually|und|et|ach|ja|oui)\W+)*(?:(?:my|our|a|one|mein\w*|unser\w*|ein\w*|mon|ma|notre|une?)\s+(?:(?:more|other|weitere[rn]?|autre)\s+)?"
    r"[\w-]+(?:'s| is| will be)?\s+(?:coming|comes|joining|joins|tagging|flying|kommt|fliegt|vient|viendra)\b"
    r"(?:\s+(?:too|along|as well|with (?:me|us)|us|me|mit|auch|noch|aussi|avec (?:moi|nous)|also))*)\W*"
)
""" "My mate's coming too": one more than were told, who flies alone where nobody was."""
_WHAT_IF = re.compile(
    r"\W*(?:and |und |et )?(?:without|ohne|sans|what if|how about|what about|if|was wenn|wenn|et si|si)\b|"
    r"\W*(?:and|und|et|in|with|mit|en|avec|at|zu)\b"
)
