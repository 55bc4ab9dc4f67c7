"""Reads when one leaves a stop on the way: "then on to Deauville at 14:00", "a night in Dinard"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.language.ends import field_of
from agent.language.one_place import are_legs
from agent.language.said import Said
from agent.language.slots import Spot
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import TURN, At, clocks_of, hour_said

Given = dict[str, JsonValue]
_PART = re.compile(
    r"[;,.](?=\s|$)|\b(?:and then|then|and|after that|onwards?|on to|und|dann|danach|weiter|anschließend|et|puis|"
    r"ensuite)\b",
    re.IGNORECASE,
)
_ONWARD = re.compile(
    r"\b(?:then|after that|onwards?|on to|dann|danach|weiter|anschließend|puis|ensuite)\W*$", re.IGNORECASE
)
_NIGHT = re.compile(
    r"\b(?:(?:with|mit|avec)\s+)?"
    r"(?:overnight(?:ing)?|(?:a |one |the )?night ?stop|(?:a|one|the|eine|une|la) (?:night|nacht|nuit)|"
    r"(?:night|nacht|nuit)(?= (?:in|at|à|zu) )|"
    r"over night|über nacht|übernacht\w*|dormir|on dort)\b(?:\s+(?:in|at|à|zu|on|there))?",
    re.IGNORECASE,
)
DAY_LATER = re.compile(
    r"\b(?:(?:the )?(?:next|following) (?:day|morning|afternoon)|(?:the )?day after(?! tomorrow| next)|"
    r"am (?:nächsten|folgenden) (?:tag|morgen|vormittag|nachmittag)|"
    r"am tag (?:darauf|danach)|tags darauf|le lendemain)\b",
    re.IGNORECASE,
)
""" "Le Havre at nine, Caen the day after": beside the field flown to then."""
_BESIDE = re.compile(
    r"[\s,(:–-]*(?:(?:in|at|à|auf|on|a|the|with|for|mit|avec|and|stay(?:ing)?)\s+)*", re.IGNORECASE
)

PURPOSE = re.compile(
    r"\b(?:for|to|pour|zum|um zu|wegen|afin de)\s+"
    r"(?:(?:the|a|some|do|get|take on|la|le|les|un|une|de|du|l'|zum|den|die|passer|faire|aller|prendre|manger) ?)*"
    r"(?:customs|immigration|border|clear(?:ing|ance)?(?: customs)?|fuel|avgas|refuel(?:ling)?|lunch|breakfast|"
    r"dinner|coffee|tea|cake|loo|leg stretch|rest|break|douane|dédouan\w+|essence|carburant|plein|ravitaill\w+|"
    r"déjeuner|café|pause|police|verzollen|zoll|passkontrolle|einreise|tanken|nachtanken|essen|mittagessen|"
    r"kaffee\w*|frühstück\w*|pinkelpause|grenzkontrolle)\b",
    re.IGNORECASE,
)
"""What one stops for: nothing that a plan is asked."""


@dataclass(frozen=True)
class Stay:
    """When a stop is left: so many nights after the day of the flight out; the local time, where it is said."""

    nights: int = 0
    at: str = ""

    @property
    def text(self) -> str:
        """ "14:00", "+1", "+1 09:30": as the arguments of a trip keep it."""
        return " ".join(part for part in (f"+{self.nights}" if self.nights else "", self.at) if part)

    @classmethod
    def parse(cls, text: str) -> Stay:
        match = re.fullmatch(r"(?:\+(?P<n>\d{1,2}))?\s*(?P<at>\S*)", text.strip())
        return cls(int(match["n"] or 0), match["at"]) if match else cls(at=text.strip())


@dataclass(frozen=True)
class StopsSaid:
    """What was said of the stops, by their names, and where those days, times and nights stand."""

    stays: Mapping[str, Stay]
    spans: frozenset[tuple[int, int]]


def stops_said(said: Said, way: Given, clocks: Sequence[At], days: Sequence[tuple[int, int, str]]) -> StopsSaid:
    """The days, times and nights that belong to a stop on the way, not to the first flight or the way home."""
    over = way.get("via")
    names = [way.get("from_location"), *(over if isinstance(over, list) else ()), way.get("to_location")]
    if len(names) < 3:
        return StopsSaid({}, frozenset())
    order = {name: place for place, name in reversed(list(enumerate(names))) if isinstance(name, str)}
    startless = not isinstance(names[0], str)
    spots = [(s.start, s.end, order[name]) for s in said.slots.spots if (name := said.name(s)) in order]
    moments = [(c.start, c.end) for c in clocks] + [(start, end) for start, end, _ in days]
    text = said.slots.text
    moments += [later.span() for later in DAY_LATER.finditer(text)]
    found: dict[int, Stay] = {}
    spans: set[tuple[int, int]] = set()
    first = next((day for start, _, day in days if _leg(start, spots, moments, text, startless) is None), None)
    for clock in clocks:
        place = _leg(clock.start, spots, moments, text, startless)
        if place is not None:
            found[place] = Stay(found.get(place, Stay()).nights, clock.at)
            spans.add((clock.start, clock.end))
    for start, end, day in days:
        place = _leg(start, spots, moments, text, startless)
        if place is not None and first is not None:
            nights = (date.fromisoformat(day) - date.fromisoformat(first)).days
            found[place] = Stay(max(nights, 0), found.get(place, Stay()).at)
            spans.add((start, end))
    for later in DAY_LATER.finditer(text):
        place = _leg(later.start(), spots, moments, text, startless)
        if place is not None and place not in found:
            found[place] = Stay(1)
            spans.add(later.span())
            said.used.add(later.span())
    for night in _NIGHT.finditer(text):
        place = _beside(night, spots, _blanked(text, moments))
        if place is not None and 0 < place < len(names) - 1:
            found[place] = Stay(found.get(place, Stay()).nights or 1, found.get(place, Stay()).at)
            spans.add(night.span())
            said.used.add(night.span())
    return StopsSaid({str(names[place]): stay for place, stay in found.items()}, frozenset(spans))


_LEFT = re.compile(
    r"\b(?:from|off|out of|leav\w*|dep\w*|ab|von|aus|de|depuis|départ(?: de)?)\s+(?:the |le |la )?$", re.IGNORECASE
)
_LEFT_AT = re.compile(r"[,;.]\s*(?:(?:and|then|und|dann|et|puis)\s+)*$", re.IGNORECASE)
""" "…, Lydd 11:00 to Abbeville": a part begins with the field, and its hour stands behind."""
_BARE = re.compile(
    r"\s*,?\s*(?:at|um|à|around|gegen|vers)?\s+(?P<h>[01]?\d|2[0-3])(?:[:.](?P<m>[0-5]\d))?(?=\s*(?:$|[,;.!?]|uhr\b|h\b))",
    re.IGNORECASE,
)
_AT = re.compile(r"\s*,?\s*(?:at|um|à|around|gegen|vers)?\s*", re.IGNORECASE)


def times_by_field(
    said: Said, way: Given, clocks: Sequence[At], days: Sequence[tuple[int, int, str]]
) -> StopsSaid:
    """ "…, Sun from Deauville 11", "samedi 10h depuis Le Touquet": when a field is left that is named once more.

    The field flown to is among them: it is left for home.
    """
    over = [str(v) for v in stops] if isinstance(stops := way.get("via"), list) else []
    over = [*over, str(way.get("to_location"))] if over else []
    text, found, spans = said.slots.text, dict[str, Stay](), set[tuple[int, int]]()
    first = days[0][2] if days else None
    seen: set[str] = set()
    for spot in said.slots.spots:
        name = said.name(spot)
        again, name = name in seen, name if name in over else ""
        seen.add(said.name(spot))
        led = _LEFT.search(text[: spot.start])
        if not name or not again or not (led or _LEFT_AT.search(text[: spot.start])):
            continue
        clock = _clock_of(spot, led.start() if led else 0, clocks, days, said)
        if clock is None:
            continue
        begins = min(clock.start, spot.start)
        before = [day for day in days if day[1] <= begins and _DAY_BEFORE.fullmatch(text[day[1] : begins])]
        before += [day for day in days if spot.end <= day[0] and day[1] <= clock.start]
        nights = (date.fromisoformat(before[-1][2]) - date.fromisoformat(first)).days if before and first else 0
        found[name] = Stay(nights % 7 if nights < 0 else nights, clock.at)  # of a weekday the first one after it
        spans |= {(clock.start, clock.end), *(day[:2] for day in before[-1:])}
    return StopsSaid(found, frozenset(spans)) if over else StopsSaid({}, frozenset())


def _clock_of(
    spot: Spot, led: int, clocks: Sequence[At], days: Sequence[tuple[int, int, str]], said: Said
) -> At | None:
    """The hour behind a field's name, with or without a day between, or right before the word that leads to it."""
    text = said.slots.text
    told = [c for c in clocks if c.end <= led and not text[c.end : led].strip()]
    for start, end, _ in days:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    told += [c for c in clocks if c.start >= spot.end and _AT.fullmatch(text[spot.end : c.start])]
    bare = _BARE.match(text, spot.end) if not told else None
    if bare is None:
        return told[0] if told else None
    hour = hour_said(bare["h"], bare["m"], "")
    said.used.add((bare.start("h"), bare.end()))
    return At(bare.start("h"), bare.end(), hour, hour)


_DAY_BEFORE = re.compile(
    r"[\s,]*(?:morning|afternoon|früh|matin)?[\s,]*"
    r"(?:from|off|out of|leav\w*|dep\w*|ab|von|aus|de|depuis|départ)?\s*(?:the |le |la )?",
    re.IGNORECASE,
)


def _leg(
    at: int,
    spots: Sequence[tuple[int, int, int]],
    moments: Sequence[tuple[int, int]],
    text: str,
    startless: bool,
) -> int | None:
    """The stop that is left at a moment said at a place of the text: that before the only new field beside it.

    `startless`: one leaves from home, which nothing names; the part that names the first stop is of that flight.
    """
    begins, opening = 0, ""
    ends = len(text)
    for joint in _PART.finditer(text):
        if joint.end() <= at and not any(a < joint.end() and joint.start() < b for a, b in moments):
            begins, opening = joint.end(), text[: joint.end()]
        elif joint.start() > at and not _is_bare(begins, joint.start(), moments, text):
            ends = joint.start()
            break
    near = [place for start, _, place in spots if begins <= start < ends]
    new = sorted(set(near))
    if not new or new[-1] < 2 or any(place < new[-1] - 1 for place in new):
        return None
    told_before = any(start < begins for start, _ in moments)
    both = len(new) == 2
    if startless and both and new[0] == 1 and not any(place == 1 and start < begins for start, _, place in spots):
        return None  # "tomorrow over Friedrichshafen to Salzburg"
    return new[-1] - 1 if both or told_before or _ONWARD.search(opening) else None


def _is_bare(begins: int, ends: int, moments: Sequence[tuple[int, int]], text: str) -> bool:
    """Whether nothing but moments stands between two places of a text: ", 1200 onward to Ostend"."""
    letters = list(text[begins:ends])
    for start, end in moments:
        letters[max(start - begins, 0) : max(end - begins, 0)] = " " * (min(end, ends) - max(start, begins))
    return not re.sub(r"\b(?:at|um|à|vers|gegen|around|about|on)\b|\W", "", "".join(letters), flags=re.IGNORECASE)


def _blanked(text: str, moments: Sequence[tuple[int, int]]) -> str:
    """The text, as long as it was, without its days and hours: "to Stavanger on the 5th with a night stop"."""
    for start, end in moments:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _beside(night: re.Match[str], spots: Sequence[tuple[int, int, int]], text: str) -> int | None:
    """The place of a night: the one named behind it, else the one before it."""
    for start, _, place in spots:
        if start >= night.end() and _BESIDE.fullmatch(text[night.end() : start]):
            return place
    for _, end, place in spots:
        if end <= night.start() and _BESIDE.fullmatch(text[end : night.start()]):
            return place
    return None


def stays_of(via: Sequence[str], told: Mapping[str, str]) -> Iterator[Stay]:
    """What is told of each stop, in their order."""
    for stop in via:
        yield Stay.parse(told.get(stop, ""))


def kept_stays(trip: Mapping[str, JsonValue], via: Sequence[JsonValue], said: Said) -> Given:
    """What was told of the stops that are still on the way."""
    told = trip.get("via_off_block")
    if not isinstance(told, dict):
        return {}
    home = v if isinstance(v := trip.get("return_via"), list) else []
    fields = {field_of(str(stop), said.deps) or str(stop) for stop in (*via, *home)}
    kept: Given = {name: when for name, when in told.items() if (field_of(name, said.deps) or name) in fields}
    return {"via_off_block": kept} if kept else {}


def over_stops(call: ToolCall, trip: Mapping[str, JsonValue]) -> ToolCall:
    """The fuel of a trip over its stops; with some on the way home, the whole of it as one way round."""
    out, home = (list(v) if isinstance(v := trip.get(name), list) else [] for name in ("via", "return_via"))
    if not home:
        return call.varied(via=out) if out else call
    goal, start = call.arguments.get("to_location"), call.arguments.get("from_location")
    return call.varied(via=[*out, goal, *home], to_location=start, **{"return": None})


def is_field(spot: Spot, said: Said) -> bool:
    """Whether a spot is a field or town, or an area whose field bears its name: the Isle of Man, Donegal."""
    if spot.kind != "country" and not spot.is_area:
        return spot.kind in ("code", "iata", "place")
    code = field_of(spot.name, said.deps) if spot.name else None
    airport = said.deps.airports.get(code) if code else None
    return airport is not None and spot.name.casefold() in airport.name.casefold()


_ONE_TOWN_NM = 20.0


def is_town_of_last(town: Spot, said: Said) -> bool:
    """ "Weston in Dublin", "Lydd near Ashford": a town named right behind a field beside it is no stop."""
    field = next((spot for spot in reversed(said.slots.spots) if spot.end <= town.start), None)
    if field is None or town.kind != "place" or field.kind not in ("place", "code"):
        return False
    if not _BY_A_TOWN.fullmatch(said.slots.low[field.end : town.start]):
        return False
    return _are_one(field, town, said)


_A_LEG = re.compile(r"\s+-\s+")
""" "Deauville - Le Havre": a flight; "Düsseldorf-Mönchengladbach" is one name."""
_BY_A_TOWN = re.compile(r"\s*[,(]?\s*(?:in|near|by|at|outside|bei|à|près de|nahe)\s+")


def is_town_of_next(town: Spot, said: Said) -> bool:
    """ "Prag Letnany", "Belfast Newtownards": a town named right before a field that belongs to it is no stop."""
    field = next((spot for spot in said.slots.spots if spot.start >= town.end), None)
    if field is None or town.kind != "place" or field.kind != "place":
        return False
    between = said.slots.text[town.end : field.start]
    if between.strip() not in ("", "-", "(") or _A_LEG.fullmatch(between):
        return False
    if are_legs(said.slots.text, said.slots.spots, town, said.deps):
        return False
    return _are_one(town, field, said)


def is_near(town: Spot, field: Spot, said: Said) -> bool:
    """Whether a field lies where a large town's other fields do: Stapleford beside London."""
    place = said.deps.places.resolve(town.name).best
    code = field_of(field.name, said.deps)
    airport = said.deps.airports.get(code) if code else None
    if place is None or airport is None:
        return False
    return geodesic_nm(place.lat, place.lon, airport.lat, airport.lon) <= _AROUND_A_CITY_NM


_AROUND_A_CITY_NM = 35.0


def _are_one(town: Spot, field: Spot, said: Said) -> bool:
    codes = [field_of(spot.name, said.deps) for spot in (town, field)]
    found = [airport for code in codes if code and (airport := said.deps.airports.get(code)) is not None]
    if len(found) < 2 or found[0].country != found[1].country:
        return False  # "annecy genève": a flight over a border
    return geodesic_nm(found[0].lat, found[0].lon, found[1].lat, found[1].lon) <= _ONE_TOWN_NM


_LEAVING_THERE = re.compile(
    r"\b(?:leav\w+|off|depart\w*) (?:from )?there(?: again)?\W*(?:(?:at|around|about|by)\s+)?$"
)
_TURNS = re.compile(rf"\b(?:{TURN})\b", re.IGNORECASE)


def left_there(said: Said, way: Given, given: Given) -> Given:
    """ "Via Lydd, leaving there at 11": the hour at which the stop that was named last is left."""
    low = said.slots.low
    told_stops = [str(v) for v in stops] if isinstance(stops := way.get("via"), list) else []
    for clock in clocks_of(said.again(), way) if told_stops else ():
        figures = next((at for at in range(clock.start, clock.end) if low[at].isdigit()), clock.start)
        led = _LEAVING_THERE.search(low[:figures])
        before = [spot for spot in said.slots.spots if led is not None and spot.end <= led.start()]
        name = said.name(before[-1]) if before else None
        if led is None or name is None or name not in told_stops or given.get("return_off_block") != clock.back:
            continue
        if _TURNS.search(low, before[-1].end, led.start()):
            continue  # "down by way of Compton Abbas, back on the Sunday leaving there at two"
        told = v if isinstance(v := given.get("via_off_block"), dict) else {}
        home = any(t.end() <= led.start() or led.end() <= t.start() for t in _TURNS.finditer(low))
        drop = {"return_off_block"} if home else {"return_off_block", "return_day"}
        kept = {k: v for k, v in given.items() if k not in drop}
        return {**kept, "via_off_block": {**told, name: clock.at}}
    return given
