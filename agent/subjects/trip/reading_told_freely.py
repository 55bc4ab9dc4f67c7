"""Reads a stop or a further leg told of a trip in free words: "my wife wants to go on to Cherbourg from there, add that".

What is told in few and small words `rerouted.py` and `flown_on.py` read; here a word that says stop, customs or
onward and one field that is not in the trip yet are enough, as long as nothing else is asked of that field.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.protocol import ToolCall
from agent.subjects.trip.stops import is_field, kept_stays
from agent.subjects.trip.times import SAME_DAY

Given = dict[str, JsonValue]
_MOST_WORDS = 30
_ASKS_OF_THE_FIELD = re.compile(
    r"\b(?:how (?:far|long|much|many|high)|wie (?:weit|lange|viel|hoch)|combien|distance|weather|wetter|météo|metar|taf|wind|runways?|"
    r"pistes?|bahn|hotels?|fees?|gebühr\w*|taxes?|prices?|preis\w*|prix|phone|telefon|téléphone|what(?:'s| is) there|is there|are there|gibt es|y a-t-il)\b"
)
_ONWARD = re.compile(
    r"\b(?:(?:(?:go|going|carry|carrying|fly|flying|continu\w+|hop|head|heading|push|move|moving|trip) )?on(?:wards?)? to|"
    r"from there (?:on |over |across )?to|weiter (?:nach|bis|auf)|(?:von (?:dort|da)|danach|dann) (?:aus )?(?:noch )?(?:weiter )?nach|"
    r"(?:continu\w+|poursui\w+|repart\w+|enchaîn\w+|pouss\w+) (?:à|vers|sur|jusqu['’]à)|"
    r"(?:puis|ensuite|de là) (?:[\w'’]+ ){0,3}(?:à|vers|sur|pour))\s+(?:the |le |la |l['’])?$"
)
_A_NIGHT = re.compile(
    r"\b(?:(?:for |stay )?(?:the|a|one) night|overnight|über nacht|eine nacht|zum übernachten|(?:pour )?la nuit|une nuit|y dormir|dormir)\b"
)
_STOPS = re.compile(
    r"\b(?:stop\w*|stopp\w*|refuel\w*|fuel|tank\w*|clear\w*|customs|immigration|zoll\w*|verzoll\w*|zwischen\w+|escale|arrêt\w*|"
    r"poser|douane|dédouan\w*|halt|plein|ravitaill\w*|via|über|par|through)\b"
)
_WISHES = re.compile(
    r"\b(?:rather|prefer\w*|better|sooner|instead|lieber|eher|besser|bevorzug\w*|plut[oô]t|pr[eé]f[eéè]r\w*|mieux|"
    r"(?:i|we)(?:'d| would| want| could)|let['’]?s|put|add|make|make it|do|mach\w*|bau\w*|nimm|nehmen|möchte\w*|will|wollen|"
    r"voudrais|veux|mets|mettre|ajoute\w*|prends|faire|fais)\b"
)
_GIVEN_UP = re.compile(
    r"\b(?:than|als|statt|anstatt|rather than|instead of|in place of|au lieu d[eu'’]|plut[oô]t qu[e'’]|qu[e'’]|not|nicht|pas)\s*"
    r"(?:(?:at|in|to|on|an|auf|bei|à|a|au|aux|en|via|über|par|de|the|le|la|l['’])\s*)*$"
)
_THAT_ONE = re.compile(
    r"\b(?:than|als|que|instead of|statt|anstatt|au lieu de)\s+(?:that(?: one| stop)?|this one|celle?[- ]?(?:là|ci)|ce(?:tte|lui)?[- ]?(?:là|ci)|"
    r"den|die|das|dem|der|diese[nmrs]?|dort)\W*$"
)
_HOMEWARD = re.compile(
    r"\b(?:(?:on the |the )?way (?:home|back)|coming (?:home|back)|on the return|rück\w*|zurück|heim\w*|retour|rentrant|revenant)\b"
)
_OR_DIRECT = re.compile(
    r"\b(?:or|oder|ou)\b[^.;?!]{0,16}\b(?:direct(?:ly)?|straight|non-?stop|direkt|nonstop|tout droit)\b"
)
_A_STOP_SOMEWHERE = re.compile(
    r"\b(?:(?:put|add|make|build|insert|squeeze|throw|pack\w*|leg\w*|plan\w*|schieb\w*|mach\w*|bau\w*|mets|mettre|ajoute\w*|prévo\w+|need|brauch\w*|faut|want|will|split|plan\w*|with|mit|avec) "
    r"(?:[\w'’]+ ){0,3}(?:stop|stopover|stopp|zwischenstopp|zwischenlandung|halt|escale|arrêt|break)|"
    r"(?:irgend|sonst |anders)wo (?:[\w'’]+ ){0,3}?(?:zwischenlanden|zwischenstopp\w*|anhalten|tanken|pause\w*)|"
    r"(?:somewhere|anywhere) (?:else )?to (?:stop|land|refuel)|"
    r"break (?:it|the (?:journey|flight|trip))|split (?:it|the (?:flight|leg|trip|journey))|"
    r"couper (?:le|la) (?:vol|route|trajet)|(?:le )?vol en deux)\b"
)
_TO_EAT = re.compile(
    r"\b(?:food|eat\w*|lunch|restaurants?|caf[eé]s?|bite|essen|mittagessen|restaurant|gasthaus|einkehr\w*|manger|déjeuner|resto|repas)\b"
)


_CLEARS = re.compile(
    r"\b(?:refuel\w*|fuel|tank\w*|auftanken|clear\w*|customs|immigration|zoll\w*|verzoll\w*|douane|dédouan\w*|plein|ravitaill\w*)\b"
)


_CLAUSE = re.compile(r"[,;?!]|\.(?=\s|$)")
"""What ends a clause: customs asked behind it are not asked of the field before it."""
_SENTENCE = re.compile(r"[;?!]|\.(?=\s|$)")


def cleared_elsewhere(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "Lieber in St. Gallen verzollen": customs and fuel make a stop, and no other goal."""
    return told_freely(said, trip) if _is_said_of_a_field(_CLEARS, _CLAUSE, said) else None


def _is_said_of_a_field(words: re.Pattern[str], end: re.Pattern[str], said: Said) -> bool:
    """Whether such a word stands before or behind a field with no `end` of a clause between them."""
    low, fields = said.slots.low, [spot for spot in said.slots.spots if is_field(spot, said)]
    return any(
        not end.search(low[min(spot.end, match.end()) : max(spot.start, match.start())])
        for match in words.finditer(low)
        for spot in fields
    )


def told_freely(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The trip over the stop or on to the field that is told; None where something else is asked."""
    low, slots = said.slots.low, said.slots
    if len(slots.words) > _MOST_WORDS or slots.of("clock") or slots.of("speed") or _ASKS_OF_THE_FIELD.search(low):
        return None
    fields = [s for s in slots.spots if s.name != "home" and is_field(s, said)]
    given_up = [s for s in fields if _GIVEN_UP.search(low[: s.start])]
    new = [s for s in fields if s not in given_up and _code(said.name(s), said) not in _flown(trip, said)]
    if len(new) != 1 or len(fields) - len(given_up) > len(new):
        return None
    goal = trip.get("to_location")
    over = [str(one) for one in v] if isinstance(v := trip.get("via"), list) else []
    name = said.name(new[0])
    if slots.days or not isinstance(goal, str):
        return None
    if _ONWARD.search(low[: new[0].start]):
        return _onward(name, trip, over, said)
    if len(over) == 1 and _THAT_ONE.search(low):
        return _over([name], trip, said)
    if not (
        _is_said_of_a_field(_STOPS, _SENTENCE, said)
        and (_WISHES.search(low) or given_up or _OR_DIRECT.search(low))
    ):
        return None
    if _HOMEWARD.search(low):
        return _home_over(name, trip, said)
    out = {_code(said.name(s), said) for s in given_up}
    kept = [stop for stop in over if _code(stop, said) not in out]
    return _over([*kept, name], trip, said)


def _onward(name: str, trip: Mapping[str, JsonValue], over: list[str], said: Said) -> ToolCall:
    """The trip with its goal as the last stop, and on from there; for a night, back the day after."""
    stops: list[JsonValue] = [*over, trip["to_location"]]
    kept = {key: value for key, value in trip.items() if key not in ("about", "via_off_block")}
    given: Given = {**kept, "via": stops, "to_location": name, **kept_stays(trip, stops, said)}
    day = trip.get("day")
    if (
        _A_NIGHT.search(said.slots.low)
        and isinstance(day, str)
        and trip.get("return_day") in (None, SAME_DAY, day)
    ):
        given["return_day"] = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    said.take_all()
    return ToolCall(tool="plan_trip", arguments=given)


def _over(stops: list[str], trip: Mapping[str, JsonValue], said: Said) -> ToolCall:
    kept = {key: value for key, value in trip.items() if key not in ("about", "via_off_block")}
    over: list[JsonValue] = [*stops]
    said.take_all()
    return ToolCall(tool="plan_trip", arguments={**kept, "via": over, **kept_stays(trip, over, said)})


def _home_over(name: str, trip: Mapping[str, JsonValue], said: Said) -> ToolCall:
    """The way home over the field; beside the direct way, where that is weighed against it, what the border takes of each."""
    back = trip.get("return_day") or trip.get("day") or SAME_DAY
    kept = {key: value for key, value in trip.items() if key not in ("about", "return_via")}
    home: Given = {**kept, "return_day": back, "return_via": [name]}
    weighed = _OR_DIRECT.search(said.slots.low) is not None
    said.take_all()
    if not weighed:
        return ToolCall(tool="plan_trip", arguments=home)
    both: Given = {**home, "about": "border", "beside": [{"return_via": None, "about": "border"}]}
    return ToolCall(tool="plan_trip", arguments=both)


_FLOWN = ("from_location", "to_location", "aircraft_type", "cruise_speed_kts")
_IN_HAND = frozenset(("plan_trip", "calculate_flight_distance", "get_fuel_plan", "get_wind_plan", "get_endurance"))


def stop_somewhere(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "Too far in one go, put a stop in", "sonst wo zwischenlanden, am besten was mit essen": the fields along the way in hand."""
    low, given = said.slots.low, call.arguments
    start, goal = given.get("from_location") or said.home, given.get("to_location")
    if call.tool not in _IN_HAND or not (isinstance(start, str) and isinstance(goal, str)):
        return None
    if not _A_STOP_SOMEWHERE.search(low) or any(_is_elsewhere(s) for s in said.slots.spots):
        return None
    if said.slots.days or said.slots.of("clock") or said.slots.countries or len(said.slots.words) > _MOST_WORDS:
        return None
    if said.concepts & _WISHES_MORE:
        return None  # customs, a hotel: the list is read with all of them
    flown: Given = {name: given[name] for name in _FLOWN if given.get(name)}
    wished: Given = {"has_fuel": True, **({"restaurant": "vicinity"} if _TO_EAT.search(low) else {})}
    said.take_all()
    return ToolCall(
        tool="find_airports_near_route",
        arguments={"from_location": start, **flown, "position": "in the middle", "filters": wished},
    )


_WISHES_MORE = frozenset(
    (
        "customs",
        "immigration",
        "hotel",
        "avgas",
        "mogas",
        "ul91",
        "ul94",
        "jet_a",
        "grass",
        "hard_runway",
        "longest_runway",
        "ils",
        "transport",
    )
)
"""What a list is asked with besides fuel and something to eat."""


def _is_elsewhere(spot: Spot) -> bool:
    return spot.kind in ("code", "iata", "place", "country")


def _flown(trip: Mapping[str, JsonValue], said: Said) -> set[str]:
    """The fields of a trip, but for the stops that may be told anew."""
    ends = [trip.get("from_location") or said.home, trip.get("to_location")]
    return {_code(str(one), said) for one in ends if one}


def _code(name: str, said: Said) -> str:
    return field_of(name, said.deps) or name
