"""Reads what changes of the way or the track in a wind in hand: turned round, headings, a distance at its ground speed."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.language.winds import find_more, find_wind
from agent.protocol import ToolCall
from agent.subjects.weather.moments import read_when

Given = dict[str, JsonValue]
WIND_PLAN, SUMS = "get_wind_plan", "work_out_figures"
_LONGEST = 12
_ROUND = re.compile(
    r"\b(?:reciprocal|(?:the )?(?:other|opposite|reverse) (?:way|direction)(?: round)?|gegenkurs|gegenrichtung|umgekehrt\w*|"
    r"(?:route|cap) (?:inverse|opposée?|réciproque)|sens inverse|and (?:back|home|return)|back(?: home)?|(?:way|coming|going|flying) (?:back|home)|return(?: leg| trip)?|"
    r"rück(?:weg|flug|kurs)|heim(?:weg|flug)|zurück|retour)\b"
)
_BESIDE_ROUND = re.compile(
    r"\W*(?:(?:and|und|et|so|ok|now|then|what|about|how|if|we|i|the|same|wind|way|again|long|time|with|in|for|on|der|die|das|den|dem|le|la|au|du|auf|mit|was|wie|ist|is|"
    r"are|leaving|leave|at|um|à|gleiche[rnm]?|selbe[rnm]?|même|vent|par|route|track|course|kurs|heading|headings|track|please|bitte|instead|dann|lange|combien|de|temps|pour)\W+)*"
)
_HEADINGS = re.compile(
    r"\W*(?:(?:and|und|et|so|ok|what|which|welche[nrs]?|quels?|was|are|is|sind|ist|sont|est|the|die|der|les|le|mes|my|true|do|should|would|i|we|ich|wir|je|to|on|each|"
    r"leg|legs|for|für|pour|per|pro|of|chaque|branche|strecke|jede\w*|and|steer|steuern?|fly|fliegen?|muss|dois|prendre|suivre|out|there)\W+)*"
    r"(?:headings?|hdgs?|steuerkurse?|kurse|caps?|ground ?speeds?|gs|wca|drift)\W*"
    r"(?:(?:do|should|would|to|i|we|steer|fly|for|on|each|leg|the|legs|and|ground ?speeds?|then|there|ich|muss|wir|steuern|fliegen|dois|je|prendre|suivre|per|pro|jede\w*|strecke)\W*)*"
)
_HOW_LONG = re.compile(
    r"\b(?:how long|time|wie lange|zeit|dauert|combien de temps|durée|temps|how far|wie weit|quelle distance)\b"
)
_TOLD_SPEED = re.compile(r"\*\*[^*\n]*?(?P<kt>\d+) (?:kt|kn)\*\*")
_TOLD_MINUTES = re.compile(r"\*\*[^*\n\d]*(?P<min>\d+) min")
_TOLD_FAR = re.compile(r"→ [^\n]*?, (?P<nm>\d[\d.,\u202f\u00a0]*?)\s?nm\b", re.IGNORECASE)
_ALONG = re.compile(
    r"\b(?:on the nose|head ?winds?|gegenwind|(?:vent )?de face|dans le nez|(?P<tail>on the tail|tail ?winds?|rückenwind|(?:vent )?(?:arrière|de dos|dans le dos)))\b"
)


def of_the_way_turned(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And back the same way at 1600Z?", "Gegenkurs?" of a way or track in a wind: turned round, at that hour."""
    if (
        not _is_of_it(said, last)
        or find_wind(said.slots.text)
        or said.slots.of("speed")
        or said.slots.of("distance")
    ):
        return None
    low = _without(said)
    turned = _ROUND.search(low)
    if turned is None or not _BESIDE_ROUND.fullmatch(low[: turned.start()] + " ; " + low[turned.end() :] + " "):
        return None
    given = turned_round(last.arguments)
    if given is None:
        return None
    when = read_when(said) if "wind" not in given else {}
    said.take_all()
    return ToolCall(tool=WIND_PLAN, arguments={**given, **when})


def turned_round(way: Mapping[str, JsonValue]) -> Given | None:
    """The arguments of the way back; None where they name no way."""
    track = way.get("track_deg")
    if isinstance(track, int | float):
        return {**way, "track_deg": (track + 180) % 360 or 360}
    start, end, over = way.get("from_location"), way.get("to_location"), way.get("via")
    if not start or not end:
        return None
    stops: Given = {"via": over[::-1]} if isinstance(over, list) and over else {}
    return {**way, "from_location": end, "to_location": start, **stops}


def of_its_headings(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "What headings do I steer" of a way in a wind that was said: it tells them."""
    if not _is_of_it(said, last) or not last.arguments.get("wind") or said.slots.quantities:
        return None
    if not _HEADINGS.fullmatch(said.slots.low):
        return None
    said.take_all()
    return last


def at_its_ground_speed(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "How long for 35 nm at that ground speed" behind a track in a wind: the ground speed that was told."""
    if not _is_of_it(said, last) or last.arguments.get("track_deg") is None or said.slots.of("speed"):
        return None
    far, hours = said.slots.of("distance"), said.slots.of("duration")
    told = _TOLD_SPEED.search(answer)
    if told is None or not _HOW_LONG.search(said.slots.low) or len(far) + len(hours) != 1:
        return None
    what: Given = {"distance_nm": far[0].value} if far else {"hours": hours[0].value}
    said.take_all()
    return ToolCall(tool=SUMS, arguments={**what, "speed_kts": float(told["kt"]), "over_ground": True})


def with_more_ahead(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "An extra 10 kt on the nose" of a way in the models' wind: its ground speed so much less."""
    more, along = find_more(said.slots.text), _ALONG.search(said.slots.low)
    if more is None or along is None:
        return None
    ahead = last.arguments.get("headwind_kts")
    if last.tool == "calculate_flight_distance" and isinstance(ahead, int | float) and not said.spots:
        said.take_all()
        return last.varied(headwind_kts=round(ahead + (-more[2] if along["tail"] else more[2])))
    if not _is_of_it(said, last):
        return None
    if last.arguments.get("via"):
        return _each_leg_with_more(said, answer, -more[2] if along["tail"] else more[2])
    minutes, far = _TOLD_MINUTES.search(answer), _TOLD_FAR.search(answer)
    if minutes is None or far is None or int(minutes["min"]) == 0:
        return None
    miles = float(re.sub(r"\D", "", far["nm"]))
    ahead = -more[2] if along["tail"] else more[2]
    over_ground = round(60 * miles / int(minutes["min"])) - ahead
    if over_ground <= 0:
        return None
    said.take_all()
    return ToolCall(tool=SUMS, arguments={"distance_nm": miles, "speed_kts": over_ground, "over_ground": True})


_LEG = re.compile(r"\*\*(?P<min>\d+) min\*\*, (?P<nm>\d[\d.,\u202f\u00a0]*?)\s?nm\b", re.IGNORECASE)


def _each_leg_with_more(said: Said, answer: str, ahead: int) -> ToolCall | None:
    """Each leg at its ground speed less what blows more on the nose: all miles at the speed that this makes."""
    legs = [(int(re.sub(r"\D", "", leg["nm"])), int(leg["min"])) for leg in _LEG.finditer(answer)]
    slower = [60 * miles / minutes - ahead for miles, minutes in legs if minutes]
    if not legs or len(slower) != len(legs) or min(slower) <= 0:
        return None
    miles = sum(far for far, _ in legs)
    hours = sum(far / knots for (far, _), knots in zip(legs, slower, strict=True))
    said.take_all()
    return ToolCall(
        tool=SUMS, arguments={"distance_nm": miles, "speed_kts": round(miles / hours), "over_ground": True}
    )


def to_the_place_in_hand(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "What does 20 knots from the south-west do on the way there at 100 knots": from home to the one place in hand."""
    places = last.arguments.get("places")
    there = places[0] if isinstance(places, list) and len(places) == 1 else last.arguments.get("icao_code")
    wind = find_wind(said.slots.text)
    if not isinstance(there, str) or not said.home or said.spots or said.slots.countries or wind is None:
        return None
    if not _WAY_THERE.search(said.slots.low) or said.has("runway", "crosswind"):
        return None
    speeds = [q for q in said.slots.of("speed") if not wind[0] <= q.start < wind[1]]
    flown: Given = {"true_airspeed_kts": round(speeds[0].value)} if len(speeds) == 1 else {}
    said.take_all()
    return ToolCall(
        tool=WIND_PLAN, arguments={"from_location": said.home, "to_location": there, "wind": wind[2], **flown}
    )


_WAY_THERE = re.compile(
    r"\b(?:on the way(?: there| over| out)?|(?:to get|getting|flying|going|flight|fly) there|there and back|unterwegs|hinflug|auf dem (?:hin)?weg|(?:en|sur le) (?:route|trajet|chemin)|pour y aller)\b"
)


def _is_of_it(said: Said, last: ToolCall) -> bool:
    sure = [spot for spot in said.spots if spot not in said.slots.weak]
    return last.tool == WIND_PLAN and not sure and not said.slots.countries and len(said.slots.words) <= _LONGEST


def _without(said: Said) -> str:
    """The words without days and hours."""
    text = re.sub(r"(?<![\w/:])\d{1,2}:?\d{0,2}\s?(?:z|utc)\b", lambda m: " " * len(m[0]), said.slots.low)
    for span in (*said.slots.days, *said.slots.of("clock")):
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text
