"""What a message of several questions names and none of its answers is about: a place, a fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.aviation.names import fold
from agent.aviation.place_words import is_common_word
from agent.language.arriving import asks_of_the_end
from agent.language.ends import country_of, field_of
from agent.language.lexicon import load_lexicon
from agent.language.said import Said
from agent.language.slots import Spot
from agent.protocol import ToolCall
from agent.understanding.clauses.facts_beside import NAMED_IN_PASSING, OWN_WORDS
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.unread import CARD, is_of_its_name

_OF_ONE_FIELD = frozenset((CARD, "get_weather", *OWN_WORDS))
_TIME_TOO = "temps"
"""French for the weather, and for time."""
_WEIGHTY = frozenset(("weather", "metar", "taf", "notam", "fee", "customs", "contact", "fuel", "avgas", "jet_a"))
"""Facts whose words ask for them wherever they stand."""


_OF_THE_AIR = frozenset(
    ("get_runway_wind", "get_wind_plan", "get_winds_aloft", "get_day_brief", "get_outlook", "get_density_altitude")
)
"""What else answers a word of the weather: "wind 240/18, which runway"."""
_OF_FUEL = frozenset(("convert_units", "get_endurance", "get_fuel_plan", "work_out_figures"))
"""What puts litres of a fuel into kilograms, or reckons with them."""
_OF_A_BORDER = frozenset(("get_border_brief", "plan_trip"))
"""What tells of customs whatever it is asked."""


def left_over(said: Said, readings: Sequence[Reading], steps: Sequence[ToolCall]) -> list[str]:
    """The places and facts that are passed over, in the pilot's words."""
    beyond = [*_unheld(said, steps), *_codes_unknown(said, steps), *_of_a_chain(said, steps)]
    if len(readings) < 2 and not all(step.tool in _OF_ONE_FIELD for step in steps):
        return beyond
    return [*_places(said, steps), *(_facts(said, readings, steps) if len(readings) > 1 else []), *beyond]


_IN_WORDS = frozenset(("answer_rules_question", "compare_rules_between_countries", "explain_term"))
"""Tools that take each word of a question themselves."""


def _unheld(said: Said, steps: Sequence[ToolCall]) -> list[str]:
    """What no table holds, beside what is answered: "how far to Welshpool, and what's the safe altitude"."""
    if not steps or any(step.tool in _IN_WORDS for step in steps):
        return []
    lexicon = load_lexicon(said.deps.settings.data / "language", "lacking")
    found = (m for m in lexicon.mentions(said.slots.words) if m.concept in _UNHELD)
    return [said.slots.text[m.start : m.end] for m in found]


_UNHELD = frozenset(("thing.safe_altitude", "thing.lars", "thing.slope"))
_CODE = re.compile(r"[A-Z]{4}")
_AREA = re.compile(r"\b(?:E[A-Z])?[DRP]-?\d{1,4}[A-Z]?\b")


def _codes_unknown(said: Said, steps: Sequence[ToolCall]) -> list[str]:
    """A code that no field has among those of fields, "EIWT EIKN EIEG", and a danger area beside a field's NOTAMs."""
    slots = said.slots
    codes = [spot for spot in slots.spots if spot.kind == "code"]
    held = {text.casefold() for step in steps for text in _texts([*step.arguments.values()])}
    found: list[str] = []
    if len(codes) > 1:
        prefixes = {slots.text[spot.start : spot.end][:2].casefold() for spot in codes}
        is_upper = all(slots.text[spot.start : spot.end].isupper() for spot in codes)
        for word in slots.words:
            text = slots.text[word.start : word.end]
            taken = any(a < word.end and word.start < b for a, b in ((s.start, s.end) for s in slots.spots))
            known = is_common_word(word.key, word.key) or text.casefold() in held
            if (
                _CODE.fullmatch(text.upper()) and text[:2].casefold() in prefixes and text.isupper() == is_upper
                and not taken and not known
            ):  # fmt: skip
                found.append(text)
    if any(step.tool == "get_notams" for step in steps):
        areas = (m[0] for m in _AREA.finditer(slots.text))
        found += [area for area in areas if not any(area.casefold() in text for text in held)]
    return found


_DASH = re.compile(r"\s+[-–—→>]+\s+")
_ENDS = re.compile(r"[,;:?!.(]|$")


def _of_a_chain(said: Said, steps: Sequence[ToolCall]) -> list[str]:
    """A word among places with dashes between them that no place is called: "Toussus - Auxerre - Lens"."""
    if not any(step.tool == "calculate_flight_distance" for step in steps):
        return []
    low, spots = said.slots.text, said.slots.spots
    gaps = list(_DASH.finditer(low))
    behind = {gap.end(): gap for gap in gaps}
    found: list[str] = []
    for at, gap in behind.items():
        end = _ENDS.search(low, at)
        later = next((g.start() for g in gaps if g.start() > at), len(low))
        piece = low[at : min(later, end.start() if end else len(low))].strip()
        chained = sum(any(s.end == g.start() for s in spots) for g in gaps if g.start() <= gap.start())
        if piece.isalpha() and chained > 1 and not any(s.start < at + len(piece) and at < s.end for s in spots):
            found.append(piece)
    return found


def _places(said: Said, steps: Sequence[ToolCall]) -> list[str]:
    held = {value.casefold() for step in steps for value in _texts(list(step.arguments.values()))}
    held |= {code.casefold() for name in held if (code := field_of(name, said.deps))}
    asked = " ".join(str(step.arguments.get("question")) for step in steps if "question" in step.arguments)
    left = [step.arguments.get("from_country") for step in steps]
    held |= {word.strip("+-") for text in held for word in text.split()}  # station and groups of a pasted report
    if not held:
        return []
    denied = [spot for spot in said.slots.spots if spot.is_area and spot.start in said.not_meant]
    found = [said.slots.text[s.start : s.end] for s in denied if s.name.casefold() not in held]
    fields: set[str] = set()
    for spot in said.spots:
        if (field := field_of(spot.name, said.deps)) in fields and _is_another(spot, str(field), said):
            found.append(said.slots.text[spot.start : spot.end])
            continue
        fields |= {field} if field else set()
        names = {spot.name.casefold(), (field_of(spot.name, said.deps) or "").casefold()}
        gone = any(a <= spot.start < b for a, b in said.slots.taken_back)
        if spot.kind not in ("code", "iata", "place") or spot.is_area or gone or names & held:
            continue
        if any(_is_of_the_town(spot.name, code, said) for code in held):
            continue  # "Zoll in Kattowitz": the field of the town that has it
        if spot.role == "from" and asks_of_the_end(said.slots):
            continue  # "going from Sywell to Le Touquet: is there avgas"
        if said.slots.text[spot.start : spot.end] in asked:
            continue  # "do I need a flight plan from Lydd to Le Touquet": of the rule that is asked
        if spot.role != "to" and (spot.country or country_of(spot.name, said.deps) or "") in left:
            continue  # of where one comes from a notice takes the country
        if spot.kind == "code" or not any(is_of_its_name(spot.name, code, said) for code in held):
            found.append(said.slots.text[spot.start : spot.end])
    return found


def _is_another(spot: Spot, field: str, said: Said) -> bool:
    """ "Fuel at Lydd and Manston": a place without a field of its own, whose nearest is the other one that was named."""
    place = said.deps.places.resolve(spot.name).best
    is_town = spot.kind == "place" and place is not None and place.airport is None and not spot.is_area
    return is_town and not is_of_its_name(spot.name, field, said) and not _is_of_the_town(spot.name, field, said)


def _is_of_the_town(name: str, code: str, said: Said) -> bool:
    """Whether an airfield bears the name of the town that is meant, or lies in it."""
    field, place = said.deps.airports.get(code.upper()), said.deps.places.resolve(name).best
    if field is None or place is None or place.kind != "town":
        return False
    return fold(place.name) in fold(f"{field.name} {field.municipality}")


def _facts(said: Said, readings: Sequence[Reading], steps: Sequence[ToolCall]) -> list[str]:
    heard: set[str] = {fact for step in steps for fact in _texts([step.arguments.get("about")])}
    if any(step.tool in _OF_THE_AIR for step in steps):
        heard.add("weather")
    if any(step.tool in _OF_A_BORDER for step in steps):
        heard.add("customs")
    if any(step.tool in _OF_FUEL for step in steps):
        heard |= {"fuel", "avgas", "jet_a"}
    for reading in readings:
        known = registry.readings().get(reading.tool)
        heard |= set(known.named) if known and reading.tool != CARD else set()
        heard |= OWN_WORDS.get(reading.tool, frozenset())
        if reading.said is not None:
            heard |= {m.concept for m in reading.said.mentions if (m.start, m.end) in reading.said.used}
    terms = {str(step.arguments.get(name)).casefold() for step in steps for name in ("term", "other_term")}
    free = [m for m in said.all_of(*(_WEIGHTY - NAMED_IN_PASSING - heard)) if not said.denied(m)]
    low = said.slots.low
    spans = [(m.start, m.end) for m in free if low[m.start : m.end] not in {_TIME_TOO, *terms}]
    return [
        said.slots.text[a:b] for a, b in spans if not any((a, b) != (c, d) and c <= a and b <= d for c, d in spans)
    ]


def _texts(values: list[JsonValue]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _texts(value)
        elif isinstance(value, dict):
            yield from _texts(list(value.values()))
