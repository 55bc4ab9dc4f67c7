"""Words that leave little doubt narrow what a question may be: a table of small rules, tried in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from agent.language.ends import find_ends
from agent.language.slots import Slots
from agent.planning import hard_words as hard
from agent.planning.classifier import Guess
from agent.planning.cues import cues_of
from agent.planning.emergency import has_distress_word, is_talk
from agent.planning.field_questions import asks_of_a_field, is_area, list_wanted
from agent.planning.reading import FIELD_TOOLS, RULES
from agent.planning.steps import build_call
from agent.planning.steps.airfield import leg
from agent.planning.steps.asked import Asked
from agent.planning.steps.routes import legs
from agent.planning.steps.superlatives import superlative
from agent.planning.wishes import is_notice, read_wishes
from agent.subjects.airfield.asked import asked_in

_SURE_DISTRESS = 0.9
"""Without a word of distress a guess of it counts from here on."""
_LISTS = ("search_airports", "find_airports_near_location")


@dataclass(frozen=True)
class _Rule:
    """What a rule makes of a guess, None when it does not apply. After a final one no other is tried."""

    apply: Callable[[Guess, Asked], Guess | None]
    final: bool = False


def narrowed(guess: Guess, asked: Asked) -> Guess:
    """The guess after all rules."""
    for rule in _RULES:
        found = rule.apply(guess, asked)
        if found is not None:
            guess = found
            if rule.final:
                break
    return guess


# --- the rules -----------------------------------------------------------------------------------------


def _rules_by_name(guess: Guess, asked: Asked) -> Guess | None:
    """Who says "rules" and no airfield's code asks of the rules, whatever they are about."""
    if hard.RULES_SAID.search(asked.slots.low) and not asked.slots.codes and guess.best not in ("nothing", *RULES):
        return guess.among([*RULES, "nothing"])
    return None


def _subject_of_the_rules(guess: Guess, asked: Asked) -> Guess | None:
    """A subject ("night VFR in France") wants an answer, not pages of all rules."""
    low = asked.slots.low
    if (
        guess.best == "browse_rules"
        and asked.slots.countries
        and hard.SUBJECT.search(low)
        and not hard.BROWSING.search(low)
    ):
        return _instead(guess, "answer_rules_question", guess.sure, "browse_rules")
    return None


def _longest_leg(guess: Guess, asked: Asked) -> Guess | None:
    """A limit to a leg ("at most two hours") is about where to stop, not how far it is."""
    slots = asked.slots
    if (
        guess.best == "calculate_flight_distance"
        and hard.LEG.search(slots.low)
        and not hard.NON_STOP.search(slots.low)
        and any(not is_notice(slots, q) for q in slots.of("duration"))
    ):
        return _before(guess, "find_airports_near_route", guess.sure)
    return None


def _is_it_a_customs_airfield(guess: Guess, asked: Asked) -> Guess | None:
    """ "Is Deauville a port of entry?" asks of one airfield, not for a country's list."""
    if (
        guess.best == "get_border_crossing_airports"
        and hard.IS_IT.match(asked.slots.low)
        and build_call("get_airport_details", asked) is not None
    ):
        return _before(guess, "get_airport_details", max(0.8, guess.sure))
    return None


def _talk_is_no_distress(guess: Guess, asked: Asked) -> Guess | None:
    """A correction ("forget it, I was wrong") or talk about a failure is not a call for help."""
    text = asked.slots.text
    if guess.best == "emergency" and (
        is_talk(text) or (guess.sure < _SURE_DISTRESS and not has_distress_word(text))
    ):
        return guess.among([name for name, _ in guess.ranked if name != "emergency"])
    return None


def _question_is_no_report(guess: Guess, asked: Asked) -> Guess | None:
    """Who asks ("pls check", "who can") has nothing to save; a doubtful report tells of a visit or a price."""
    if guess.best != "propose_report" or hard.REPORT_SAID.search(asked.slots.low):
        return None
    if hard.ASKS.search(asked.slots.low) or (guess.sure < 0.5 and not _tells(asked)):
        return guess.among([name for name, _ in guess.ranked if name != "propose_report"])
    return None


def _route_without_a_visit(guess: Guess, asked: Asked) -> Guess | None:
    """A route is a report only when somebody tells of a visit or of money paid."""
    if guess.best == "propose_report" and find_ends(asked.slots) is not None and not _tells(asked):
        return guess.among([name for name, _ in guess.ranked if name != "propose_report"])
    return None


def _one_flight(guess: Guess, asked: Asked) -> Guess | None:
    """Wind, fuel or several legs are about the flight itself, not about the fields along it."""
    if guess.best == "find_airports_near_route" and _is_one_flight(asked.slots):
        return _before(guess, "calculate_flight_distance", guess.sure)
    return None


def _code_of_a_name(guess: Guess, asked: Asked) -> Guess | None:
    """ "The ICAO code of Annecy" stands in that airfield's details."""
    slots = asked.slots
    if guess.best != "get_airport_details" and hard.CODE_OF.search(slots.low) and len(slots.spots) == 1:
        return Guess((("get_airport_details", max(0.8, guess.sure)), ("search_airports", guess.sure)))
    return None


def _superlative(guess: Guess, asked: Asked) -> Guess | None:
    """ "The longest runway in Corsica" is the first of a list."""
    slots = asked.slots
    if (
        superlative(slots.low)
        and not slots.codes
        and guess.best not in (*_LISTS, "find_airports_near_route")
        and (guess.best != "get_airport_details" or any(is_area(s, asked.deps) for s in slots.spots))
    ):
        return _before(guess, list_wanted(asked) or "search_airports", max(0.6, guess.sure))
    return None


def _attribute_of_a_field(guess: Guess, asked: Asked) -> Guess | None:
    """ "Elevation of Cannes?" asks of the airfield, not of the town."""
    if guess.best in hard.NOT_OF_A_FIELD and asks_of_a_field(asked, guess.best):
        return _only("get_airport_details", max(0.6, guess.of("get_airport_details")))
    return None


def _list_in_or_around(guess: Guess, asked: Asked) -> Guess | None:
    """Airfields lie in a region and around a town: the place decides between the two lists."""
    if guess.best in _LISTS and (wanted := list_wanted(asked)):
        return _instead(guess, wanted, guess.of(_LISTS[0]) + guess.of(_LISTS[1]), *_LISTS)
    return None


def _kind_of_field(guess: Guess, asked: Asked) -> Guess | None:
    """ "Military airfields in Spain" wants a list, though the words are those of rules."""
    slots = asked.slots
    if guess.best in RULES and hard.KIND_OF_FIELD.match(slots.masked) and (slots.countries or _first_place(slots)):
        wanted = list_wanted(asked) or "search_airports"
        return _only(wanted, max(0.6, guess.of(wanted)))
    return None


def _rule_of_a_leg(guess: Guess, asked: Asked) -> Guess | None:
    """ "Do I need a flight plan from EGKB to LFAT" asks the rules of both countries, not for customs."""
    low = asked.slots.low
    if guess.best == "get_border_brief" and hard.SUBJECT.search(low) and not hard.FORMALITIES.search(low):
        return _before(guess, "answer_rules_question", max(0.7, guess.sure))
    return None


def _in_reach(guess: Guess, asked: Asked) -> Guess | None:
    """ "How far can I fly in 2 hours from EGTF" looks around that place."""
    slots = asked.slots
    if (
        len([s for s in slots.spots if s.kind != "country"]) == 1
        and slots.of("duration")
        and (hard.REACH.search(slots.low) or guess.best == "find_airports_near_route")
        and guess.best in ("calculate_flight_distance", "find_airports_near_route", "propose_report", *_LISTS)
    ):
        return _before(guess, "find_airports_near_location", max(0.7, guess.sure))
    return None


def _sun_of_a_field(guess: Guess, asked: Asked) -> Guess | None:
    """ "When does twilight end at EGKB" is reckoned for that field; of a country it is a rule."""
    slots = asked.slots
    if slots.countries or "sun" not in asked_in(slots.outside) or build_call("get_airport_details", asked) is None:
        return None
    if len([s for s in slots.spots if s.kind != "country"]) != 1 or len(slots.of("clock")) > 1:
        return None
    return _only("get_airport_details", max(0.8, guess.of("get_airport_details")))


def _stranded(guess: Guess, asked: Asked) -> Guess | None:
    """Who is stuck somewhere and has to be elsewhere needs an airline."""
    if hard.STRANDED.search(asked.slots.low) and find_ends(asked.slots) is not None:
        return _airline(guess)
    return None


def _two_airline_codes(guess: Guess, asked: Asked) -> Guess | None:
    """Two IATA codes and a date are an airline journey: GA pilots say ICAO codes."""
    slots = asked.slots
    iata = [s for s in slots.spots if s.kind == "iata"]
    if len(iata) == 2 and slots.days and not slots.crafts and not slots.of("speed") and not slots.codes:
        return _airline(guess)
    return None


def _flights_on_a_day(guess: Guess, asked: Asked) -> Guess | None:
    """ "Flights to Nice on Friday" are an airline's, unless an aircraft or a speed is said."""
    slots = asked.slots
    if (
        hard.FLIGHTS.search(slots.low)
        and slots.days
        and not slots.crafts
        and not slots.of("speed")
        and guess.best not in (*RULES, "get_border_brief", "get_notification_for_airport", *_LISTS)
        and find_ends(slots) is not None
    ):
        return _airline(guess)
    return None


def _notice_of_a_country(guess: Guess, asked: Asked) -> Guess | None:
    """Notice for a whole country is one of its rules."""
    slots = asked.slots
    if (
        guess.best == "get_notification_for_airport"
        and slots.countries
        and not slots.weak
        and all(s.kind == "country" for s in slots.spots)
    ):
        return _before(guess, "answer_rules_question", guess.sure)
    return None


def _police_on_a_leg(guess: Guess, asked: Asked) -> Guess | None:
    """Whom to tell for a flight from one place to another is a question of the border between them."""
    slots = asked.slots
    if guess.best == "get_notification_for_airport" and hard.POLICE.search(slots.low) and _is_leg(slots):
        return _before(guess, "get_border_brief", guess.sure)
    return None


def _numbers_of_what(guess: Guess, asked: Asked) -> Guess | None:
    """A number of airfields that offer something is counted in a list: the statistics know no wishes."""
    if guess.best == "get_airport_statistics" and set(read_wishes(asked.slots)) - {"exclude_large_airports"}:
        return _instead(guess, list_wanted(asked) or "search_airports", guess.sure, guess.best)
    return None


def _can_i_land(guess: Guess, asked: Asked) -> Guess | None:
    """ "Can I land at …" before a place asks of that airfield, not of a country's rules."""
    slots = asked.slots
    if (
        (guess.best in RULES or (guess.best in FIELD_TOOLS and hard.ONLY_LAND.match(slots.masked)))
        and not slots.countries
        and hard.CAN_LAND.search(slots.low[: _first_place(slots)])
    ):
        return _before(guess, "get_airport_details", guess.sure)
    return None


def _all_rules(guess: Guess, asked: Asked) -> Guess | None:
    """ "The rules in Spain", with no subject, are pages to read."""
    if guess.best == "answer_rules_question" and hard.ALL_RULES.match(asked.slots.masked):
        return _before(guess, "browse_rules", guess.sure)
    return None


def _stop_to_plan(guess: Guess, asked: Asked) -> Guess | None:
    """A landing and an off-block time to come are a stop to plan, not a report of one."""
    slots = asked.slots
    if _is_stop(slots) and (guess.best == "propose_report" or _names_a_stop(slots)):
        return _before(guess, "build_itinerary", guess.sure)
    return None


def _notams(guess: Guess, asked: Asked) -> Guess | None:
    """No tool has NOTAMs."""
    if re.search(r"\bnotams?\b", asked.slots.low) and not asked.slots.countries:
        return _only("nothing", 1.0)
    return None


def _customs_airfields(guess: Guess, asked: Asked) -> Guess | None:
    """Airports of entry are a list of their own; customs beside other wishes are a filter of the search."""
    both = ("search_airports", "get_border_crossing_airports")
    if guess.best not in both or "point_of_entry" not in (found := read_wishes(asked.slots)):
        return None
    entry = bool(hard.ENTRY.search(asked.slots.low))
    having = bool(hard.HAVING.search(asked.slots.low))
    wanted = both[0] if (having and not entry) or len(found) > 1 else both[1]
    if guess.of(wanted) > 0.02 and (wanted == "search_airports" or entry):
        return _instead(guess, wanted, guess.of(both[0]) + guess.of(both[1]), *both)
    return None


_RULES = (
    _Rule(_talk_is_no_distress),
    _Rule(_question_is_no_report),
    _Rule(_rules_by_name),
    _Rule(_subject_of_the_rules),
    _Rule(_longest_leg),
    _Rule(_is_it_a_customs_airfield, final=True),
    _Rule(_route_without_a_visit),
    _Rule(_one_flight),
    _Rule(_rule_of_a_leg),
    _Rule(_in_reach),
    _Rule(_code_of_a_name, final=True),
    _Rule(_superlative),
    _Rule(_attribute_of_a_field, final=True),
    _Rule(_list_in_or_around, final=True),
    _Rule(_kind_of_field, final=True),
    _Rule(_sun_of_a_field, final=True),
    _Rule(_stranded, final=True),
    _Rule(_two_airline_codes, final=True),
    _Rule(_flights_on_a_day, final=True),
    _Rule(_notice_of_a_country),
    _Rule(_police_on_a_leg, final=True),
    _Rule(_numbers_of_what, final=True),
    _Rule(_can_i_land, final=True),
    _Rule(_all_rules, final=True),
    _Rule(_stop_to_plan, final=True),
    _Rule(_notams, final=True),
    _Rule(_customs_airfields, final=True),
)


# --- what the rules make of a guess ----------------------------------------------------------------------


def _before(guess: Guess, name: str, sure: float) -> Guess:
    """One class before all others, which stay behind it."""
    return Guess(((name, sure), *guess.ranked))


def _instead(guess: Guess, name: str, sure: float, *of: str) -> Guess:
    """One class instead of others."""
    return Guess(((name, sure), *((n, p) for n, p in guess.ranked if n != name and n not in of)))


def _only(name: str, sure: float) -> Guess:
    return Guess(((name, sure),))


def _airline(guess: Guess) -> Guess:
    return _only("search_flights", max(0.8, guess.of("search_flights")))


# --- what the rules look at --------------------------------------------------------------------------------


def _tells(asked: Asked) -> bool:
    """Whether somebody tells of a visit or of money paid."""
    slots = asked.slots
    return (
        cues_of(asked.deps.settings).has("report", slots.low)
        or bool(slots.of("money"))
        or bool(hard.WAS_THERE.search(slots.low))
    )


def _is_one_flight(slots: Slots) -> bool:
    """Whether a route is asked about for its length and time, not for the fields along it."""
    if hard.NON_STOP.search(slots.low):
        return True
    wind = bool(slots.of("wind") or slots.of("wind aloft"))
    said = wind or bool(hard.FUEL_FOR_LEG.search(slots.low)) or bool(legs(slots))
    flown = leg(slots) is not None and bool(slots.crafts or slots.of("speed")) and not hard.LEG.search(slots.low)
    return (said or flown) and not hard.FIELDS.search(slots.low)


def _first_place(slots: Slots) -> int:
    """Where the first place stands."""
    return slots.spots[0].start if slots.spots else 0


def _is_leg(slots: Slots) -> bool:
    """Two places beside each other with nothing but "to" between: a flight from one to the other."""
    places = [s for s in slots.spots if s.kind != "country"]
    return len(places) == 2 and bool(
        re.fullmatch(r"\s*(?:to|nach|vers|à|-|->|>|/)\s*", slots.low[places[0].end : places[1].start])
    )


def _is_stop(slots: Slots) -> bool:
    """Whether a landing and an off-block time are said, or two times of a stop in so many words."""
    if len(slots.of("clock")) < 2:
        return False
    return _names_a_stop(slots) or (
        bool(re.search(r"\boff[- ]?blocks?\b|\bleaving\b|\bdepart(?:ing|ure)?\b", slots.low))
        and bool(re.search(r"\b(?:landing|arriving|we land|i land)\b", slots.low))
    )


def _names_a_stop(slots: Slots) -> bool:
    """A stop in so many words: "lunch stop at LFAT", from when to when, and no route."""
    return bool(hard.STOP.search(slots.low)) and find_ends(slots) is None
