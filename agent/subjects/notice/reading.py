"""Reads a question for the notice an airfield needs: the field, when one comes, from which country."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.airports import Point
from agent.language.ends import Having, country_of, field_of
from agent.language.months import month_said
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from agent.subjects.airfield.asked import having
from agent.subjects.airfield.reading import of_an_area
from agent.subjects.border.leave import asks_leave_at_an_hour
from tongue import later

_OF_CUSTOMS_ALONE = frozenset(("customs", "time_zone", "there", "hours", "open"))


def _is_cleared_at_an_hour(said: Said) -> bool:
    """ "Customs at Calais on Sunday 16:30": whether they come at that hour, and by when they are told."""
    if asks_leave_at_an_hour(said):
        return True
    if not said.all_of("customs") or not said.clocks() or of_an_area(said):
        return False
    return said.concepts <= _OF_CUSTOMS_ALONE and len(said.fields()) == 1


@reads(
    "get_notification_for_airport",
    "icao_code",
    leans=("date",),
    called=later("Notice to give"),
    unless=of_an_area,
    claims=_is_cleared_at_an_hour,
)
def notice(said: Said) -> dict[str, JsonValue]:
    """The airfield, the day and time of arrival, and the country one comes from."""
    given: dict[str, JsonValue] = {}
    if legs := _legs(said):
        return legs
    alone = _only_where_from(said)
    code = None if alone else said.field(far=False, having=_cleared(said), beside=_left(said))
    if code is not None:
        given["icao_code"] = code
    if (day := said.day(max(len(said.slots.days) - 1, 0))) is not None:
        given["date"] = _in_its_month(
            day, said
        )  # "if I ring on Friday for a Sunday arrival": the last is that of arriving
        said.take(said.slots.days)
    elif (month := month_said(said.slots.text)) is not None:
        given["month"] = month
    if said.clocks() and (at := said.clock(said.clocks()[0], code)):
        given["time"] = at
    origin = said.origin(code)
    country = (origin.country or country_of(origin.name, said.deps, code)) if origin else None
    if origin is not None and country is not None:
        said.take([origin])
    if country is None:
        own = country_of(code, said.deps) if code else None
        country = next((c for c in said.countries() if c != own), None)
    if country:
        given["from_country"] = country
    if _OF_PERMISSION.search(said.slots.low) and not said.all_of("customs", "police"):
        given["about"] = "ppr"
    if _is_cleared_at_an_hour(said):
        said.take_all()
    return given


_OF_PERMISSION = re.compile(
    r"\b(?:ppr|prior permission|permission to land|autorisation préalable|vorherige genehmigung)\b"
)
""" "Do I need PPR for Texel on a Sunday": the field's own leave, and not what customs want."""


_DAYS_TO_LOOK = 400


def _in_its_month(day: str, said: Said) -> str:
    """ "On a Tuesday in February": the next such weekday of that month."""
    month, when = month_said(said.slots.text), date.fromisoformat(day)
    if month is None or month == when.month or not said.slots.days[-1].weekday:
        return day
    days = (when + timedelta(days=n) for n in range(0, _DAYS_TO_LOOK, 7))
    return next((one.isoformat() for one in days if one.month == month), day)


_NEEDS = re.compile(
    r"\b(?:need\w*|require\w*|must|have to|brauch\w*|benötig\w*|muss|müssen|nötig|faut|besoin|dois|doit|obligatoire)\b"
)
_RULED = ("flight_plan", "gar", "gendec", "rules", "police", "passport", "immigration")


@goes_on
def of_where_one_comes_from(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "Do I need PPR coming from England" behind a field: what that field asks of such a flight."""
    field = call.arguments.get("icao_code")
    if not isinstance(field, str) or said.slots.spots != tuple(s for s in said.slots.spots if s.kind == "country"):
        return None
    fresh = said.again()
    if len(fresh.slots.countries) != 1 or not fresh.has("access", "ppr", "notice") or fresh.has(*_RULED):
        return None
    origin = fresh.slots.countries[0]
    coming = _COMING_FROM.search(fresh.slots.low[: origin.start]) is not None
    if not coming or not _NEEDS.search(fresh.slots.low):
        return None
    said.take_all()
    arguments: dict[str, JsonValue] = {"icao_code": field, "from_country": origin.country.code}
    return ToolCall(tool="get_notification_for_airport", arguments=arguments)


_COMING_FROM = re.compile(
    r"\b(?:from|out of|aus|von|depuis|de|du|d['’]|en provenance (?:de|du|d['’])|venant (?:de|du|d['’])|arrivant (?:de|du|d['’]))\s*(?:the |la |le |l['’]|der |den )?$"
)


_WE_COME = re.compile(
    r"\W*(?:(?:and|but|und|aber|et|mais|ok|so|sorry)\W+)*(?:(?:i|we)(?:['’](?:d|ll|m|re)| would| will| am| are| shall)?(?: be)? (?:com\w+|arriv\w+|fly\w*)(?: in)?|"
    r"(?:ich|wir) (?:komm\w+|flieg\w+|würde\w* (?:kommen)?|käme\w*)|(?:on|nous|je|j['’])\s?(?:arriv|v(?:ien|en|iendr))\w*)"
    r"(?: (?:over|in|then|dann|da|alors|an|über|probably|vielleicht))*\s+$"
)
""" "We'd be coming …", "on viendrait …", "wir kommen …" before the "from" of the place: told of the flight to the field in hand."""
_WHENCE = re.compile(r"\b(?:from|out of|aus|von|ab|depuis|de|du|d['’]|des)\s*(?:the |la |le |l['’]|der |den )?$")
_BORDER_FACTS = frozenset(("customs", "access"))


@goes_on
def told_where_from(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "On viendrait de Cherbourg dimanche" behind a field's customs or PPR: what that field asks of such a flight."""
    field, about = call.arguments.get("icao_code"), call.arguments.get("about")
    asked = {*map(str, about)} if isinstance(about, list) else set[str]()
    of_notice = call.tool == "get_notification_for_airport"
    if (
        not isinstance(field, str)
        or not (of_notice or (asked and asked <= _BORDER_FACTS))
        or "?" in said.slots.text
    ):
        return None
    named = [*said.spots, *said.slots.countries]
    starts = {one.start for one in named}
    if len(starts) != 1:
        return None
    low, at = said.slots.low, min(starts)
    lead = _WHENCE.search(low[:at])
    if lead is None or said.concepts & {*_RULED}:
        return None
    if _WE_COME.fullmatch(low[: lead.start()]) is None:
        return None
    given = notice(said.again())
    here = country_of(field, said.deps)
    when = {name: given[name] for name in ("date", "time") if name in given}
    country = (
        said.slots.countries[0].country.code
        if said.slots.countries
        else country_of(said.name(said.spots[0]), said.deps)
    )
    kept = {name: value for name, value in call.arguments.items() if of_notice or name == "icao_code"}
    if "date" in call.arguments:
        kept["date"] = call.arguments["date"]
    kept.pop("from_country", None)
    said.take_all()
    left: dict[str, JsonValue] = {"from_country": country} if country and country != here else {}
    return ToolCall(tool="get_notification_for_airport", arguments={**kept, **left, **when})


def _legs(said: Said) -> dict[str, JsonValue]:
    """ "From A to B and then on to C": each landing's notice, coming from where the leg before it ended."""
    way = said.journey()
    if len(way) < _TWO_LEGS or not any(s.role in {"from", "to"} for s in said.spots):
        return {}
    legs: list[dict[str, JsonValue]] = []
    for start, end in pairwise(way):
        field, left = field_of(end, said.deps), country_of(start, said.deps)
        if field is None or left is None:
            return {}
        legs.append({"icao_code": field, "from_country": left})
    said.take(said.spots)
    when: dict[str, JsonValue] = {"date": said.day()} if said.slots.days else {}
    if said.clocks() and (at := said.clock(said.clocks()[0], way[0])):
        when["time"] = at
    first, *further = legs
    return {**first, **when, "beside": [{**leg, "time": None} if when else leg for leg in further]}


_TWO_LEGS = 3


def _left(said: Said) -> Point | None:
    """Where one comes from, which tells of namesakes which is meant: Brest from Jersey is in Brittany."""
    origin = said.origin()
    place = said.deps.places.resolve(origin.name).best if origin and origin.kind in ("code", "place") else None
    return (place.lat, place.lon) if place else None


def _cleared(said: Said) -> Having | None:
    """Where customs are asked for, or the way is from another country, a town's field that clears is meant."""
    over_a_border = said.has("customs") or bool(said.countries())
    return having(("customs",), said.deps) if over_a_border else None


def _only_where_from(said: Said) -> bool:
    """Is the one place said the place one comes from: "from Guernsey?", "coming from Jersey"? A code is a field.

    "notice from LFAT" asks about LFAT; "and from EGJB?" alone changes where one comes from.
    """
    places = [s for s in said.spots if s.kind != "coordinates"]
    if len(places) != 1 or places[0].role != "from":
        return False
    return places[0].kind not in ("code", "iata") or not said.concepts - {"and", "also", "not"}
