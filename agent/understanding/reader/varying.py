"""The last question with what a message changes of it: "and in Sweden?", "at 120 knots", "without the stop"."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.aviation.names import fold
from agent.deps import Deps
from agent.language.ends import country_of, field_of
from agent.language.said import Said
from agent.subjects.weather.reading_wind_in_hand import forecast_wind
from agent.understanding.in_hand.context import END, Given, Known, changed, on_the_day_in_hand, reversed_ends
from agent.understanding.in_hand.turning import is_change
from agent.understanding.reader.leaning import (
    LEAVES_OUT_AROUND,
    NO_STOP,
    asks_the_same,
    corrects,
    is_left_out,
    leaves_stops_out,
    listed_elsewhere,
    names_alone,
    names_an_area_alone,
    of_two,
    to_each,
    turns_home,
    with_one_more,
    with_other_countries,
)
from agent.understanding.reader.question_in_hand import from_the_same_start, is_of_rules
from agent.understanding.reader.reading import CLAIMED, PLACE_NAMES, Reading, unused_by_kind
from agent.understanding.reader.tool_names import (
    BORDER,
    CARD,
    DEADLINE,
    DISTANCE,
    ENDS,
    EXPLAIN,
    LISTED,
    OF_ENTRY,
    RULE,
    SPEEDS,
    WIND_PLAN,
)
from agent.understanding.reader.unread import LISTS, WITHIN

AND_BACK = re.compile(
    r"\W*(?:(?:and|und|et)\s+)?(?:the way back|back|zurück|zurueck|le retour|retour|au retour)\b"
)
""" "And back, with 20 kt on the nose?": the way back alone, in the wind that is said of it."""
AS_A_WISH: Mapping[str, Given] = {
    "fuel": {"has_fuel": True}, "avgas": {"has_avgas": True}, "jet_a": {"has_jet_a": True}, "ul91": {"has_ul91": True},
    "mogas": {"has_mogas": True}, "restaurant": {"restaurant": "vicinity"}, "hotel": {"hotel": "vicinity"},
    "customs": {"point_of_entry": True}, "lights": {"has_lights": True},
    "self_service": {"self_service": True}, "tower": {"has_tower": True}, "approaches": {"has_procedures": True},
}  # fmt: skip
"""What of a field is asked, as the wish of a list."""

_BY_TOPIC = ("browse_rules", "compare_rules_between_countries")


def varied_call(probability: float, said: Said, memory: Known) -> Reading | None:
    """The last call with what the message changes; None when it changes nothing that the tool takes."""
    if memory.call is None or (memory.tool in LISTS and "explain" in said.concepts):
        return None
    if memory.tool == EXPLAIN and said.slots.countries and asks_the_same(said):
        return None  # a term is the same everywhere: what is asked is its rule there
    if memory.tool == OF_ENTRY and (of_field := customs_of(probability, said)) is not None:
        return of_field
    if memory.tool in LISTS and said.bare_words < 1 and any(s.name in memory.shown for s in said.spots):
        return None  # "the second one": a field of the list, no new centre for it
    known = registry.readings().get(memory.call.tool)
    if known is None or (known.unless is not None and known.unless(said) and is_of_rules(memory.tool)):
        return None
    if memory.tool == DISTANCE and said.has("closer") and to_each(said.again(), memory):
        return None  # "which is closer to Lydd?": how far it is to each, no new end
    fresh = said.again()
    given: Given = {name: value for name, value in known.read(fresh).items() if value not in (None, [], {}, "")}
    before = memory.call.arguments
    given = for_the_end_named_last(given, fresh, memory)
    if memory.tool == DISTANCE and "headwind_kts" in given and before.keys() >= ENDS:
        blows = registry.readings()[WIND_PLAN].read(winded := said.again()).get("wind")
        if blows is not None:  # "into 25 knots from the west": no wind on the nose
            flown = {n: before[n] for n in (*sorted(ENDS), *SPEEDS) if n in before}
            return Reading(WIND_PLAN, probability, {**flown, "wind": blows}, said=winded, varied=True)
    if WITHIN in before and (way := _flown_to(fresh, memory)) is not None:
        return Reading(DISTANCE, probability, way, said=fresh, varied=True)
    for free in ("question", "text"):
        given.pop(free, None)
    if memory.tool in _BY_TOPIC and said.slots.countries and asks_the_same(said):
        given.pop("topic", None)  # "same question for England": no topic of that name
    if (kept := not_around(probability, fresh, memory)) is not None:
        return kept
    denied = {s.name for s in fresh.slots.spots if is_left_out(s, fresh)}
    if memory.tool == "search_pois" and WITHIN not in before:
        given.pop("filters", None)  # of no fields in reach: "and fuel" asks the field
    if WITHIN in before and (country := country_called(said.deps, given.get("near"))) is not None:
        wished = given.pop("filters", None)
        del given["near"]  # "only France" of what is in reach, and "not Belgium"
        filters = wished if isinstance(wished, dict) else {}
        given = {
            **given,
            "filters": {"country": country, **filters} if "not_country" not in filters else filters,
        }
    if WITHIN in before and (
        gone := [
            c
            for s in fresh.slots.spots
            if s.name in denied and s.kind != "country" and (c := fresh.field_of_spot(s))
        ]
    ):
        held = before.get("filters")
        not_these: list[JsonValue] = [*gone]
        given = {**given, "filters": {**(held if isinstance(held, dict) else {}), "not_fields": not_these}}
        given.pop("near", None)
    given = _only_on_the_way(_only_of_a_country(given, fresh, memory), fresh, memory)
    if (
        memory.tool in LISTS
        and said.slots.countries
        and all(_comes_from(c.start, said) for c in said.slots.countries)
    ):
        given = {name: value for name, value in given.items() if name not in ("query", "country")}
    for centre in ("location_query", "near", "query"):
        if given.get(centre) in denied:
            del given[centre]  # "not Oxford": no new centre
    if given.get("near") == "home" and not any(spot.name == "home" for spot in fresh.slots.spots):
        del given["near"]  # the reading's own, not said: the place in hand stays
    if given.get("icao_code") == "here" or (given.get("places") == ["here"] and said.place is None):
        return None  # a position is no airfield: what is around it is a question of its own
    straight = leaves_stops_out(fresh.slots.low) or (
        memory.tool == DISTANCE and NO_STOP.search(fresh.slots.low) is not None
    )
    if straight and memory.legs:  # flown in legs, each a call of its own
        before = {**before, "from_location": memory.legs[0], "to_location": memory.legs[-1]}
    if any(fresh.denied(m) for m in fresh.all_of("reverse", "both_ways")):
        before = {name: value for name, value in before.items() if not name.startswith("return")}
    elif any(name.startswith("return") for name in given):
        pass  # "back at 17": the way back changes, the flight is not turned round
    elif turns_home(fresh, memory.places.get(END)) and (turned := reversed_ends(before, fresh)) != before:
        before = turned
        if memory.tool == DEADLINE:  # the hours of the way out are none of the way back
            before = {name: value for name, value in before.items() if name not in ("landing", "time")}
        given = {name: value for name, value in given.items() if name not in ENDS}
        if memory.tool == DEADLINE and given.get("day") not in (None, before.get("day")) and "time" not in given:
            before = {
                name: value for name, value in before.items() if name not in ("time", "landing")
            }  # of the way out
    if (
        memory.tool == DISTANCE
        and "headwind_kts" in given
        and given.get("return")
        and AND_BACK.match(said.slots.low)
    ):
        before, given = reversed_ends(before, fresh), {n: v for n, v in given.items() if n != "return"}
    if straight:
        before, given = without_stops(before, given, said.deps)
    if left := left_out(before, fresh):
        before = Given({**before, **left})
        for over in ("via", "return_via"):
            if left.get(over, True) is None:
                del before[over]
        given = {n: v for n, v in given.items() if n not in left and not (n in ENDS and v in denied)}
    given = with_one_more(given, fresh, memory)
    if memory.tool == RULE and given.get("countries") is not None:
        given = from_the_same_start(given, said, memory)
    compared = before.get("countries")
    if corrects(said):
        given = {name: value for name, value in given.items() if name != "topic"}
        if isinstance(compared, list) and (new := said.countries()):
            given = {**given, "countries": [*compared[: -len(new)], *new]}  # in the place of the last
    elif "other_countries" in known.leans and "countries" in given:
        given = with_other_countries(given, memory, fresh)
    if "icao_code" in before and (two := of_two(said, memory)):
        before = Given({name: value for name, value in before.items() if name not in ("icao_code", "beside")})
        before["icao_codes"] = two
    if is_change(said, memory.tool) and given.keys() <= {"topic"} and not (said.spots or straight):
        return None  # "more": the same read on, no topic of that name
    given = on_the_day_in_hand(given, fresh, memory)
    wished = before.get("interests")
    if given.get("interests") == ["family"] and isinstance(wished, list) and _ALONG.search(fresh.slots.low):
        given = {**given, "interests": [*wished, *(["family"] if "family" not in wished else [])]}
    if (elsewhere := listed_elsewhere(given, fresh, memory)) is not None:
        return Reading(elsewhere.tool, probability, elsewhere.arguments, said=fresh, varied=True)
    if memory.tool in (WIND_PLAN, "get_fuel_plan") and "wind" not in given and forecast_wind(fresh):
        before = Given({name: value for name, value in before.items() if name != "wind"})
    given = beside_the_area(given, fresh, memory)
    arguments = changed(before, given, also=fresh.has("also"))
    if memory.tool in (BORDER, DEADLINE):
        arguments = over_the_border(before, arguments, fresh)
    named = said.bare_words < 1 and any(spot.kind in ("code", "iata", "place") for spot in said.spots)
    again = bool(given.keys() - {*PLACE_NAMES}) and not unused_by_kind(fresh).get("words")
    if arguments == memory.call.arguments and not named and not again:
        return None  # it changes nothing; what is said once more asks the same again
    if (
        arguments == memory.call.arguments and "icao_code" in arguments and named
    ):  # of a field, the rest of its sheet
        sheet: Given = {"icao_code": arguments["icao_code"]}
        return Reading("get_airport_details", probability, sheet, said=fresh, varied=True)
    return Reading(memory.call.tool, probability, arguments, said=fresh, varied=True)


def beside_the_area(given: Given, said: Said, memory: Known) -> Given:
    """ "Suffolk too" behind a list of Norfolk: both in one list, the area of before first."""
    before = memory.call.arguments if memory.call else {}
    area, new = before.get("query"), given.get("query")
    if memory.tool != "search_airports" or not (isinstance(area, str) and isinstance(new, str)):
        return given
    further = v if isinstance(v := before.get("also"), list) else []
    if fold(new) in {fold(area), *(fold(str(one)) for one in further)} or not said.has("also"):
        return given
    return {**given, "query": area, "also": [*further, new]}


_FROM, _TO = "from_location", "to_location"


def for_the_end_named_last(given: Given, said: Said, memory: Known) -> Given:
    """ "I meant Prestwick" behind "how far is it from Carlisle?": where one leaves from, the only end that was named."""
    before = memory.call.arguments if memory.call else {}
    start, end = (before.get(name) for name in (_FROM, _TO))
    if not (isinstance(start, str) and isinstance(end, str)) or _FROM in given or _TO not in given:
        return given
    told, spots = fold(memory.before), said.slots.spots
    named_alone = fold(start) in told and fold(end) not in told
    if not named_alone or len(spots) != 1 or spots[0].role == "to" or not corrects(said):
        return given
    return {_FROM: given[_TO], **{name: value for name, value in given.items() if name != _TO}}


def over_the_border(before: Mapping[str, JsonValue], after: Given, said: Said) -> Given:
    """ "What about Deauville?" behind Abbeville to Sywell: the end on its own side changes, so that a border is crossed."""
    start, old, new = before.get(_FROM), before.get(_TO), after.get(_TO)
    if not (isinstance(start, str) and isinstance(old, str) and isinstance(new, str)) or after.get(_FROM) != start:
        return after
    named = [spot for spot in said.slots.spots if said.name(spot) == new]
    if old == new or len(named) != 1 or named[0].role == "to" or country_called(said.deps, old) is not None:
        return after  # of two countries the one flown to changes
    here, there, now = (_territory_of(one, said.deps) for one in (start, old, new))
    if here is None or there is None or here == there or now != here:
        return after
    return {**after, _FROM: new, _TO: old}


def _territory_of(name: str, deps: Deps) -> str | None:
    """The country of an end, which may be one itself."""
    return country_called(deps, name) or country_of(name, deps)


_COMES = re.compile(
    r"\b(?:com(?:e|es|ing)|arriv\w+|fly(?:ing)? in|komm\w*|einfliegen|fliege\w* (?:ein|an)|vien\w*|venant|arrive\w*)\s+(?:\w+ )?(?:from|out of|aus|von|de|du|d['’])\s*(?:the |la |le |l['’])?$"
)


def _comes_from(start: int, said: Said) -> bool:
    """ "Because I come from Morocco": no country of the list."""
    return _COMES.search(said.slots.low[:start]) is not None


def _only_of_a_country(given: Given, said: Said, memory: Known) -> Given:
    """ "Only German ones" of the fields of a sea or of an area: those of it that lie in the country."""
    area = memory.call.arguments.get("query") if memory.call and memory.tool == LISTED else None
    country = country_called(said.deps, given.get("query"))
    others = [spot for spot in said.slots.spots if spot.kind != "country"]
    if not area or not country or not said.has("only") or others or country_called(said.deps, area):
        return given
    wished = given.get("filters")
    filters = {"country": country, **(wished if isinstance(wished, dict) else {})}
    return {**{name: value for name, value in given.items() if name != "query"}, "filters": filters}


def _only_on_the_way(given: Given, said: Said, memory: Known) -> Given:
    """ "Die in Tschechien" of fields along a way: those of it that lie there, and no end of the way."""
    country = country_called(said.deps, given.get(_TO))
    named = [spot for spot in said.slots.spots if spot.kind == "country"]
    if memory.tool != _ROUTE or country is None or len(named) != 1 or named[0].role not in ("", "in"):
        return given
    if _TO not in (memory.call.arguments if memory.call else {}):
        return given
    wished = given.get("filters")
    filters = {"country": country, **(wished if isinstance(wished, dict) else {})}
    return {**{name: value for name, value in given.items() if name != _TO}, "filters": filters}


_ROUTE = "find_airports_near_route"
_ALONG = re.compile(r"\b(?:with|avec|mit)\b.{0,16}\b(?:kids?|child(?:ren)?|enfants?|petits|kind(?:er|ern)?)\b")
""" "With kids": who comes along, beside what is wished."""
_A_FEW = 6
"""Fields of a country that is flown to as a place: the Isle of Man, Jersey."""


def _flown_to(said: Said, memory: Known) -> Given | None:
    """One place alone behind what is in reach, "the Isle of Man?": how far it is; a larger country narrows the list."""
    before = memory.call.arguments if memory.call else {}
    spots = [s for s in said.slots.spots if s.kind != "here" and not s.is_area]
    start = before.get("near")
    if not names_alone(said) or len(spots) != 1 or not start or is_left_out(spots[0], said):
        return None
    if spots[0].kind == "country":
        country = said.deps.countries.named(spots[0].name)
        if country is None or len(said.deps.airports.in_country(country.code)) > _A_FEW:
            return None
    speeds = {name: before[name] for name in SPEEDS if name in before}
    return {"from_location": start, "to_location": said.name(spots[0]), **speeds}


def not_around(probability: float, said: Said, memory: Known) -> Reading | None:
    """ "Not in Paris" of a list: the list as it is, and the wish that it does not take named."""
    spots = [s for s in said.slots.spots if s.kind != "country"]
    where = [LEAVES_OUT_AROUND.search(said.slots.low[: s.start]) for s in spots]
    if memory.tool not in LISTS or memory.call is None or not spots or not all(where) or said.slots.countries:
        return None
    given = {**memory.call.arguments}
    text = said.slots.text.strip(" .!?")
    return Reading(memory.tool, probability, given, said=said, varied=True, unanswered=(text,))


def field_to_area(said: Said, memory: Known) -> Reading | None:
    """ "Rather in Corsica" of a field: the fields of that area, with what was asked of the one."""
    if memory.tool != CARD or memory.call is None or not names_an_area_alone(said):
        return None
    about = memory.call.arguments.get("about")
    wished: Given = {}
    for fact in about if isinstance(about, list) else []:
        wished |= AS_A_WISH.get(str(fact), {})
    if not wished and (about or said.slots.countries):
        return None
    given: Given = {"query": said.name(said.slots.spots[0]), **({"filters": wished} if wished else {})}
    return Reading(LISTED, CLAIMED, given, said=said.again(), varied=True)


def customs_of(probability: float, said: Said) -> Reading | None:
    """The customs of the one field that is named after a country's fields with customs; None where none is."""
    fresh = said.again()
    code = None if fresh.slots.countries or len(fresh.spots) != 1 else fresh.field()
    if code is None:
        return None
    return Reading(CARD, probability, {"icao_code": code, "about": ["customs"]}, said=fresh, varied=True)


def country_called(deps: Deps, name: JsonValue) -> str | None:
    found = deps.countries.named(name) if isinstance(name, str) else None
    return found.code if found is not None else None


def without_stops(before: Given, given: Given, deps: Deps) -> tuple[Given, Given]:
    """The last call without the stop that is named, or without any: "without the stop at Guernsey"."""
    named, stops = given.get("via"), before.get("via")
    gone = {field_of(str(one), deps) or str(one) for one in named} if isinstance(named, list) else set[str]()
    kept: list[JsonValue] = [
        one for one in (stops if isinstance(stops, list) else []) if (field_of(str(one), deps) or one) not in gone
    ]
    rest = {name: value for name, value in before.items() if name != "via"}
    without = {name: value for name, value in given.items() if name != "via"}
    return ({**rest, "via": kept} if gone and kept else rest), without


def left_out(before: Mapping[str, JsonValue], said: Said) -> Given:
    """The places of the last call without those that are said to be left out: "leave Tiree out of it"."""
    gone = {
        name
        for spot in said.slots.spots
        if is_left_out(spot, said)
        for name in (spot.name, field_of(spot.name, said.deps))
    }
    kept: Given = {}
    for over in ("via", "return_via"):
        stops = before.get(over)
        if gone and isinstance(stops, list) and len(left := _without(stops, gone, said.deps)) < len(stops):
            kept[over] = left or None
    for name in ("icao_codes", "places"):
        listed = before.get(name)
        if gone and isinstance(listed, list) and len(left := [one for one in listed if one not in gone]) > 1:
            kept[name] = left
    return {name: value for name, value in kept.items() if value != before.get(name)}


def _without(stops: list[JsonValue], gone: set[str | None], deps: Deps) -> list[JsonValue]:
    return [one for one in stops if one not in gone and field_of(str(one), deps) not in gone]
