"""Reads one question without a model: which tools, with which arguments, and how sure that is.

Slots first, then what settles a question by itself, then the small classifier under the mask of what each
tool needs. One question may hold two or three: "Find airports near Lyon and tell me the PPR rules there".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import pairwise

from agent.deps import Deps
from agent.llm.embeddings import Embedder, local_embedder
from agent.planning import hard_words as hard
from agent.planning import leisure
from agent.planning.classifier import Classifier, Guess, features, load_classifier
from agent.planning.cues import Cues, load_cues
from agent.planning.ends import country_of, field_of, find_ends
from agent.planning.slot_words import FUNCTION
from agent.planning.slots import Slots, Spot
from agent.planning.spans import read_slots
from agent.planning.steps import BUILDERS, PAGE, Asked, Missing, build, superlative
from agent.planning.unheeded import unheeded
from agent.planning.vocabulary import Vocabulary
from agent.planning.wishes import is_notice, read_wishes
from agent.planning.wording import plain, word_set, words_of
from agent.protocol import AnswerStyle, Location, Plan, ToolCall
from agent.tools.asked import asked_in, rest_of

SURE_WITHOUT_EMBEDDER = 0.72
"""The quick model's word is taken alone from here on."""
SAY_BELOW = 0.6
"""Under this the answer says how the question was read."""
EMERGENCY_FROM = 0.55
"""A call for help in words that no pattern knows is taken for one from here on."""
RULES = word_set(
    "answer_rules_question browse_rules compare_rules_between_countries get_answers_for_questions "
    "list_rule_categories_and_tags list_rule_countries"
)
_LISTS = ("search_airports", "find_airports_near_location")
FIELD_TOOLS = word_set(
    "get_airport_details get_notification_for_airport get_airport_pricing get_fuel_prices get_pilot_reviews"
)
CLARIFY = "ask_clarifying_question"


@dataclass(frozen=True)
class Reading:
    """What a text was read as. `missing` is set when the tool lacks something; `tool` "" is nothing."""

    tool: str
    sure: float
    call: ToolCall | None = None
    missing: str = ""


class Reader:
    """The reader of one process: tables and weights are loaded once."""

    def __init__(self, deps: Deps, embedder: Embedder | None = None) -> None:
        self.deps = deps
        self._embedder = embedder

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.load(self.deps.settings)

    @cached_property
    def cues(self) -> Cues:
        return load_cues(self.deps.settings.data / "planning" / "cues.toml")

    @cached_property
    def classifier(self) -> Classifier:
        return load_classifier(self.deps.settings.data / "planning" / "classifier.npz")

    def slots(self, text: str, today: date) -> Slots:
        """The slots of a raw text."""
        return read_slots(plain(text), today, self.deps, self.vocabulary)

    def read(self, text: str, today: date, place: Location | None = None) -> Plan:
        """The plan for a question that stands alone."""
        return self.read_slots(Asked(self.slots(text, today), self.deps, today, place))

    def read_slots(self, asked: Asked, filled: Asked | None = None) -> Plan:
        """The plan for slots already read; `filled` has what the chat adds to them."""
        if filled is not None:
            return self._plan(filled, [self.one(asked, filled)])
        return self._plan(asked, self._parts(asked))

    # --- one or several ----------------------------------------------------------------------------------

    def _parts(self, asked: Asked) -> list[Reading]:
        whole = self.one(asked)
        if whole.tool in ("compare_rules_between_countries", "propose_report") and whole.sure > 0.5:
            return [whole]
        for first, second in _cuts(asked.slots.text):
            parts = self._two(asked, first, second, whole)
            if parts:
                return parts
        return [whole]

    def _two(self, asked: Asked, first: str, second: str, whole: Reading) -> list[Reading] | None:
        """Both halves as readings, when each is a question of its own."""
        head = replace(asked, slots=self._again(asked, first))
        tail = replace(asked, slots=self._again(asked, second))
        if hard.CONTINUES.search(second) or not _may_stand_alone(tail.slots) or not _may_stand_alone(head.slots):
            return None
        one = self.one(head)
        if one.tool in ("nothing", "emergency", "") or one.sure < 0.5:
            return None
        if one.tool == "calculate_flight_distance" and self._settled(head) and not tail.slots.spots:
            return None  # "EGTK to EHLE, what customs do I need": the ends belong to the question behind them
        inherited = self._inherit(tail, head, one)
        two = self.one(tail, inherited)
        if (
            two.tool in ("nothing", "emergency", "", one.tool)
            or two.sure < (0.35 if two.tool in RULES else 0.55)
            or two.call is None
        ):
            return None
        if (
            two.tool == "get_airport_pricing"
            and one.tool == "get_airport_details"
            and re.search(r"\bit\b", tail.slots.low)
            and hard.FUEL.search(head.slots.low)
        ):
            two = replace(two, tool="get_fuel_prices", call=build_call("get_fuel_prices", inherited))
        if one.call is None:
            # "do I need PPR and a flight plan in France": the first may need what the second says.
            one = self.one(head, replace(head, slots=_with_spots_of(head.slots, tail.slots)))
            if one.call is None or one.tool == two.tool:
                return None
        if not self._worth(tail, two, whole):
            return None
        more = self._parts(tail)
        rest = more if len(more) > 1 and all(r.call for r in more) else [two]
        return [one, *rest][:4]

    def _again(self, asked: Asked, text: str) -> Slots:
        return read_slots(text, asked.today, self.deps, self.vocabulary)

    def _worth(self, tail: Asked, two: Reading, whole: Reading) -> bool:
        """A half that only lists more wishes ("… and avgas") is no question of its own."""
        if two.tool in ("search_airports", "find_airports_near_location", "find_airports_near_route"):
            return bool(
                re.search(
                    (
                        r"\b(?:airports?|airfields?|fields?|aerodromes?|strips?|alternates?|flugplätze?|"
                        r"aérodromes?|aéroports?|terrains?|stops?|refuel|land)\b"
                    ),
                    tail.slots.low,
                )
            )
        if two.tool in ("get_airport_details",):
            return bool(tail.slots.codes) or bool(hard.ASKS.search(tail.slots.low))
        if two.tool == "get_border_crossing_airports":
            return "airport" in tail.slots.low or "entry" in tail.slots.low
        return len(tail.slots.words) >= 2

    def _inherit(self, tail: Asked, head: Asked, one: Reading) -> Asked:
        """The second half may mean the first half's place: "… and the PPR rules there".

        A list around a town gives its country, never one airfield.
        """
        if tail.slots.spots or tail.slots.countries or one.call is None:
            return tail
        arguments = one.call.arguments
        names = [
            arguments.get(key)
            for key in (
                "icao_code",
                "to_location",
                "location_query",
                "near",
                "query",
                "country",
                "country_code",
                "city",
                "destination",
            )
        ]
        name = next((n for n in names if isinstance(n, str)), None)
        if name is None:
            return tail
        is_end = "to_location" in arguments or "near" in arguments
        spots: tuple[Spot, ...] = (_spot(name, "place" if is_end else "area"),)
        start = arguments.get("from_location")
        if isinstance(start, str):
            spots = (_spot(start, "place", "from"), _spot(name, "place", "to"))
        return replace(tail, slots=replace(tail.slots, spots=spots, countries=head.slots.countries))

    # --- one ---------------------------------------------------------------------------------------------

    def one(self, asked: Asked, filled: Asked | None = None) -> Reading:
        """The reading of one question; `filled` has what it leans on ("there") among its slots."""
        settled = self._settled(asked)
        if settled is not None:
            return settled
        counts = features(asked.slots, self.cues, self._corrected)
        guess = self.classifier.quick(counts)
        reading = self._decide(guess, filled or asked)
        if reading.sure >= SURE_WITHOUT_EMBEDDER:
            return reading
        full = self.classifier.full(counts, asked.slots.text, self._embedder or local_embedder())
        return self._decide(full, filled or asked)

    def _corrected(self, word: str) -> str:
        """A misspelt word of questions as it is spelt: "distence"; names and short words stay."""
        if len(word) < 5 or not word.isalpha() or word in self.vocabulary.words or word.startswith("z"):
            return word
        from rapidfuzz import fuzz, process

        found = process.extractOne(word, self._long_words, scorer=fuzz.ratio, score_cutoff=84)
        return found[0] if found is not None and found[0][0] == word[0] else word

    @cached_property
    def _long_words(self) -> list[str]:
        return sorted(word for word in self.vocabulary.words if len(word) > 4)

    def _settled(self, asked: Asked) -> Reading | None:
        """What needs no classifier: a code alone, a country alone, question ids."""
        slots = asked.slots
        if hard.UNDO.match(slots.low):
            return Reading("nothing", 0.9)
        if PAGE.match(slots.text) and slots.countries:
            return Reading("browse_rules", 1.0, build_call("browse_rules", asked))
        rest = hard.FILLER.sub(" ", _outside(slots)).strip(" ?!.,")
        if rest or not slots.spots:
            return None
        codes = slots.codes
        if len(slots.spots) == 1 and codes and not slots.quantities and not slots.days and not slots.crafts:
            return Reading(
                "get_airport_details",
                1.0,
                ToolCall(tool="get_airport_details", arguments={"icao_code": codes[0].name}),
            )
        if len(slots.spots) == 1 and not slots.quantities and not slots.days and not slots.crafts:
            spot = slots.spots[0]
            if spot.kind == "country":
                return Reading("search_airports", 0.7, build_call("search_airports", asked))
            if spot.kind == "iata" or (len(spot.name) == 3 and asked.deps.airports.get(spot.name)):
                return Reading(
                    "search_airports",
                    1.0,
                    ToolCall(tool="search_airports", arguments={"query": spot.name.upper()}),
                )
            if spot.kind == "place":
                place = asked.deps.places.resolve(spot.name).best
                tool = (
                    "get_airport_details" if place is not None and place.airport is not None else "search_airports"
                )
                return Reading(tool, 0.7, build_call(tool, asked))
        if (len(slots.spots) == 2 or legs(slots)) and not slots.days:
            return Reading("calculate_flight_distance", 0.8, build_call("calculate_flight_distance", asked))
        return None

    def _decide(self, guess: Guess, asked: Asked) -> Reading:
        """The likeliest class that has what it needs; a sure class that lacks something is asked about."""
        tried: list[tuple[str, float, ToolCall | Missing | None]] = []
        lost = 0.0
        guess = self._with_hard_words(guess, asked)
        for name, probability in (guess.ranked or (("nothing", 0.5),))[:6]:
            if probability < 0.04 and tried:
                break
            outcome = build(name, asked) if name in BUILDERS else None
            if name in BUILDERS and not isinstance(outcome, Missing) and not self._fits(name, asked):
                outcome = Missing("fit")
            tried.append((name, probability, outcome))
        best, probability, outcome = tried[0]
        if not isinstance(outcome, Missing):
            return self._as_reading(best, probability, outcome)
        if outcome.what == "fit":
            lost = probability
        possible = [(n, p, o) for n, p, o in tried if not isinstance(o, Missing)]
        lacking = [(n, p, o) for n, p, o in tried if isinstance(o, Missing) and o.what != "fit"]
        if lacking and (not possible or lacking[0][1] > 1.6 * possible[0][1]):
            name, sure, missing = lacking[0]
            return Reading(name, sure, None, missing.what)
        if possible:
            name, sure, outcome = possible[0]
            return self._as_reading(name, min(0.99, sure / max(1e-6, 1 - lost) if lost else sure), outcome)
        return Reading("nothing", 0.5)

    def _with_hard_words(self, guess: Guess, asked: Asked) -> Guess:
        """Words that leave no doubt narrow the classes."""
        slots = asked.slots
        if hard.RULES_SAID.search(slots.low) and not slots.codes and guess.best not in ("nothing", *RULES):
            guess = guess.among([*RULES, "nothing"])
        if (
            guess.ranked
            and guess.best == "browse_rules"
            and slots.countries
            and hard.SUBJECT.search(slots.low)
            and not hard.BROWSING.search(slots.low)
        ):
            guess = Guess(
                (
                    ("answer_rules_question", guess.sure),
                    *((n, p) for n, p in guess.ranked if n not in ("answer_rules_question", "browse_rules")),
                )
            )
        if (
            guess.ranked
            and guess.best == "calculate_flight_distance"
            and hard.LEG.search(slots.low)
            and not hard.NON_STOP.search(slots.low)
            and any(not is_notice(slots, q) for q in slots.of("duration"))
        ):
            guess = Guess((("find_airports_near_route", guess.sure), *guess.ranked))
        if (
            guess.best == "get_border_crossing_airports"
            and hard.IS_IT.match(slots.low)
            and isinstance(build("get_airport_details", asked), ToolCall)
        ):
            return Guess((("get_airport_details", max(0.8, guess.sure)), *guess.ranked))
        if guess.best == "propose_report" and find_ends(slots) is not None and not self._tells(slots):
            guess = guess.among([name for name, _ in guess.ranked if name != "propose_report"])
        if guess.best == "find_airports_near_route" and _is_one_flight(slots):
            guess = Guess((("calculate_flight_distance", guess.sure), *guess.ranked))
        if guess.best != "get_airport_details" and hard.CODE_OF.search(slots.low) and len(slots.spots) == 1:
            return Guess((("get_airport_details", max(0.8, guess.sure)), ("search_airports", guess.sure)))
        if (
            superlative(slots.low)
            and not slots.codes
            and guess.best not in (*_LISTS, "find_airports_near_route")
            and (guess.best != "get_airport_details" or any(self._is_area(s) for s in slots.spots))
        ):
            guess = Guess(((self._around(slots) or "search_airports", max(0.6, guess.sure)), *guess.ranked))
        if guess.best in hard.NOT_OF_A_FIELD and self._asks_of_a_field(slots, guess.best):
            return Guess((("get_airport_details", max(0.6, guess.of("get_airport_details"))),))
        if guess.best in ("search_airports", "find_airports_near_location") and (wanted := self._around(slots)):
            both = guess.of("search_airports") + guess.of("find_airports_near_location")
            others = [(n, p) for n, p in guess.ranked if n not in _LISTS]
            return Guess(((wanted, both), *others))
        if guess.best in RULES and hard.KIND_OF_FIELD.match(slots.masked) and (slots.countries or _first(slots)):
            wanted = self._around(slots) or "search_airports"
            return Guess(((wanted, max(0.6, guess.of(wanted))),))
        if hard.STRANDED.search(slots.low) and find_ends(slots) is not None:
            return Guess((("search_flights", max(0.8, guess.of("search_flights"))),))
        if _by_airline(slots):
            return Guess((("search_flights", max(0.8, guess.of("search_flights"))),))
        if (
            hard.FLIGHTS.search(slots.low)
            and slots.days
            and not slots.crafts
            and not slots.of("speed")
            and guess.best not in (*RULES, "get_border_brief", "get_notification_for_airport", *_LISTS)
            and find_ends(slots) is not None
        ):
            return Guess((("search_flights", max(0.8, guess.of("search_flights"))),))
        if (
            guess.best == "get_notification_for_airport"
            and slots.countries
            and not slots.weak
            and all(s.kind == "country" for s in slots.spots)
        ):
            guess = Guess((("answer_rules_question", guess.sure), *guess.ranked))
        if guess.best == "get_notification_for_airport" and hard.POLICE.search(slots.low) and _is_leg(slots):
            return Guess((("get_border_brief", guess.sure), *guess.ranked))
        if (
            guess.best == "get_airport_statistics"
            and (wishes := read_wishes(slots))
            and set(wishes) - {"exclude_large_airports"}
        ):
            wanted = self._around(slots) or "search_airports"
            rest = [(n, p) for n, p in guess.ranked if n not in (wanted, guess.best)]
            return Guess(((wanted, guess.sure), *rest))
        if (
            (guess.best in RULES or (guess.best in FIELD_TOOLS and hard.ONLY_LAND.match(slots.masked)))
            and not slots.countries
            and hard.CAN_LAND.search(slots.low[: _first(slots)])
        ):
            return Guess((("get_airport_details", guess.sure), *guess.ranked))
        if guess.best == "answer_rules_question" and hard.ALL_RULES.match(slots.masked):
            return Guess((("browse_rules", guess.sure), *guess.ranked))
        if _is_stop(slots) and (guess.best == "propose_report" or _names_a_stop(slots)):
            return Guess((("build_itinerary", guess.sure), *guess.ranked))
        if re.search(r"\bnotams?\b", slots.low) and not slots.countries:
            return Guess((("nothing", 1.0),))
        if guess.best in ("search_airports", "get_border_crossing_airports") and "point_of_entry" in read_wishes(
            slots
        ):
            wanted = (
                "search_airports"
                if hard.HAVING.search(slots.low) and not hard.ENTRY.search(slots.low)
                else "get_border_crossing_airports"
            )
            if wanted == "get_border_crossing_airports" and len(read_wishes(slots)) > 1:
                wanted = "search_airports"
            if guess.of(wanted) > 0.02 and (wanted == "search_airports" or hard.ENTRY.search(slots.low)):
                both = guess.of("search_airports") + guess.of("get_border_crossing_airports")
                return Guess(
                    (
                        (wanted, both),
                        *(
                            (n, p)
                            for n, p in guess.ranked
                            if n not in ("search_airports", "get_border_crossing_airports")
                        ),
                    )
                )
        return guess

    def _tells(self, slots: Slots) -> bool:
        """Whether somebody tells of a visit or of money paid."""
        return (
            self.cues.has("report", slots.low) or bool(slots.of("money")) or bool(hard.WAS_THERE.search(slots.low))
        )

    def _asks_of_a_field(self, slots: Slots, best: str) -> bool:
        """Whether one attribute of one airfield is wanted, whatever else the words sound like."""
        places = [s for s in slots.spots if s.kind != "country"]
        if (
            len(places) != 1
            or places[0].role in ("near", "from", "between")
            or slots.quantities
            or slots.countries
        ):
            return False
        if hard.SEVERAL.search(slots.low) or leisure.read_interests(slots):
            return False
        if superlative(slots.low) and self._is_area(places[0]):
            return False
        if best in _LISTS and hard.HAVING.search(slots.low):
            return False
        said = _outside(slots)
        attributes = set(asked_in(said))
        if hard.LIVE.search(slots.low) or cannot(slots.low):
            return False
        if places[0].kind == "code":
            return bool(attributes & hard.OF_A_FIELD)
        for day in slots.days:
            said = said[: day.start] + " " * (day.end - day.start) + said[day.end :]
        others = [word for word in words_of(rest_of(said)) if word.key not in FUNCTION | hard.FIELD_NOUNS]
        return (
            bool(attributes & hard.OF_A_NAMED_FIELD)
            and len(others) <= 1
            and field_of(places[0].name, self.deps) is not None
        )

    def _around(self, slots: Slots) -> str | None:
        """Whether airfields are wanted in an area or around a place; None when the words do not say."""
        places = [s for s in slots.spots if s.kind != "country"]
        if len(places) != 1 or places[0].kind != "place":
            return None
        if places[0].role == "near" or slots.of("distance"):
            return "find_airports_near_location"
        if slots.countries:
            return None
        if places[0].role != "in" or self.deps.places.resolve(places[0].name).best is None:
            return None
        return "search_airports" if self._is_area(places[0]) else "find_airports_near_location"

    def _is_area(self, spot: Spot) -> bool:
        """Whether a place is a region, an island, a range: airfields lie in it, not around it."""
        place = self.deps.places.resolve(spot.name).best
        return place is not None and place.kind in ("admin", "region", "island", "mountains", "coast")

    def _as_reading(self, name: str, sure: float, outcome: ToolCall | Missing | None) -> Reading:
        return Reading(name, sure, outcome if isinstance(outcome, ToolCall) else None)

    def _fits(self, tool: str, asked: Asked) -> bool:
        """What the slots rule out, whatever the words sound like."""
        slots = asked.slots
        places = [s for s in slots.spots if s.kind != "country"]
        if tool == "search_airports":
            return not (slots.countries == () and len(places) > 1)
        if tool == "search_pois":
            return not hard.FIELDS_WANTED.match(slots.low)
        if tool in ("browse_rules", "get_border_crossing_airports", "get_airport_statistics"):
            return not slots.codes
        if tool == "answer_rules_question":
            return bool(slots.countries) or not slots.codes or find_ends(slots) is not None or True
        if tool == "find_airports_near_location":
            return bool(places) or any(s.role == "near" for s in slots.spots)
        if tool in FIELD_TOOLS:
            return not places or any(s.role != "near" for s in places)
        if tool in ("search_flights",):
            return not any(s.kind == "code" for s in slots.spots) or bool(
                hard.STRANDED.search(slots.low)
                or re.search(r"airline|stuck|strand|commercial|ticket|vol de ligne|linienfl", slots.low)
                or hard.FLIGHTS.search(slots.low)
            )
        return True

    # --- the plan ----------------------------------------------------------------------------------------

    def _plan(self, asked: Asked, readings: Sequence[Reading]) -> Plan:
        first = readings[0]
        if first.tool == "emergency" and first.sure >= EMERGENCY_FROM:
            return Plan(emergency=True)
        style = _style(asked.slots.low)
        if first.tool in ("nothing", "emergency", ""):
            why = cannot(asked.slots.low)
            sure = min(first.sure, 0.99) if why else first.sure
            return Plan(confidence=sure, answer_style=style, reasoning=why)
        if first.call is None:
            return Plan(
                steps=(clarification(first),),
                answer_style=style,
                confidence=round(first.sure, 3),
                reasoning="",
            )
        steps = [reading.call for reading in readings if reading.call]
        if len(steps) == 1:
            steps = for_each_leg(self._for_each_country(steps[0], asked), asked.slots)
        sure = min(reading.sure for reading in readings)
        reasoning = f"I read this as: {_SAID[first.tool]}." if sure < SAY_BELOW and first.tool in _SAID else ""
        if left := unheeded(steps, asked.slots, self.deps):
            sure, reasoning = min(sure, 0.99), left
        return Plan(steps=tuple(steps[:4]), answer_style=style, confidence=round(sure, 3), reasoning=reasoning)

    def _for_each_country(self, call: ToolCall, asked: Asked) -> list[ToolCall]:
        """A rules question that names two countries is asked of both."""
        inside = [
            n
            for n in asked.slots.countries
            if re.search(r"\b(?:in|en|au|for|für|pour)\s+(?:the\s+|la\s+|l'|der\s+)?$", asked.slots.low[: n.start])
        ]
        codes = list(dict.fromkeys(named.country.code for named in inside or asked.slots.countries))
        if not codes and (ends := find_ends(asked.slots)) is not None:
            both = (country_of(spot.name, self.deps) for spot in (ends.start, ends.end))
            codes = list(dict.fromkeys(code for code in both if code))
        if call.tool != "answer_rules_question" or not 2 <= len(codes) <= 4:
            return [call]
        return [ToolCall(tool=call.tool, arguments={**call.arguments, "country_code": code}) for code in codes]


def cannot(low: str) -> str:
    """Why nothing fits, in one sentence, where that is known."""
    if hard.BRIEFING.search(low):
        return "I cannot see weather or NOTAMs: use your official briefing."
    if hard.ABOUT_ME.search(low):
        return "Tell me once with /aircraft (“/aircraft C172 105 kt”) and /home (“/home EGTF”): then I use them."
    if hard.UNDO.match(low):
        return "There is no trip here whose last change I could undo."
    return "You are welcome." if hard.THANKS.match(low) else ""


def _is_stop(slots: Slots) -> bool:
    """A landing and an off-block time to come: a stop to plan, not a report of one."""
    if len(slots.of("clock")) >= 2 and _names_a_stop(slots):
        return True
    return (
        len(slots.of("clock")) >= 2
        and bool(re.search(r"\boff[- ]?blocks?\b|\bleaving\b|\bdepart(?:ing|ure)?\b", slots.low))
        and bool(re.search(r"\b(?:landing|arriving|we land|i land)\b", slots.low))
    )


def _is_one_flight(slots: Slots) -> bool:
    """Whether a route is asked about for its length and time, not for the fields along it."""
    if hard.NON_STOP.search(slots.low):
        return True
    said = bool(slots.of("wind")) or bool(hard.FUEL_FOR_LEG.search(slots.low)) or bool(legs(slots))
    return said and not hard.FIELDS.search(slots.low)


def for_each_leg(calls: list[ToolCall], slots: Slots) -> list[ToolCall]:
    """A distance over more than two places is one call a leg: "EGTF to LFAT to LFMD", "EGTF to LFMD via LFLY"."""
    if len(calls) != 1 or calls[0].tool != "calculate_flight_distance":
        return calls
    arguments = calls[0].arguments
    return [
        ToolCall(tool=calls[0].tool, arguments={**arguments, "from_location": a.name, "to_location": b.name})
        for a, b in legs(slots)
    ] or calls


def legs(slots: Slots) -> list[tuple[Spot, Spot]]:
    """The legs of a journey over three to five places, said one after the other; [] for anything else."""
    spots = [s for s in slots.spots if s.kind in ("code", "iata", "place")]
    if not 3 <= len(spots) <= 5:
        return []
    gaps = [slots.low[a.end : b.start] for a, b in pairwise(spots)]
    if not all(hard.ONWARD.fullmatch(gap) for gap in gaps):
        return []
    via = [spot for spot, gap in zip(spots[1:], gaps, strict=True) if hard.VIA.search(gap)]
    straight = [spot for spot in spots if spot not in via]
    return list(pairwise([*straight[:-1], *via, straight[-1]] if len(straight) == 2 else spots))


def _names_a_stop(slots: Slots) -> bool:
    """A stop in so many words: "lunch stop at LFAT", from when to when, and no route."""
    return bool(hard.STOP.search(slots.low)) and find_ends(slots) is None


def _first(slots: Slots) -> int:
    """Where the first place stands."""
    return slots.spots[0].start if slots.spots else 0


def _is_leg(slots: Slots) -> bool:
    """Two places beside each other with nothing but "to" between: a flight from one to the other."""
    places = [s for s in slots.spots if s.kind != "country"]
    return len(places) == 2 and bool(
        re.fullmatch(r"\s*(?:to|nach|vers|à|-|->|>|/)\s*", slots.low[places[0].end : places[1].start])
    )


def _by_airline(slots: Slots) -> bool:
    """Two IATA codes and a date are an airline journey: GA pilots say ICAO codes."""
    iata = [s for s in slots.spots if s.kind == "iata"]
    return len(iata) == 2 and bool(slots.days) and not slots.crafts and not slots.of("speed") and not slots.codes


def _spot(name: str, kind: str, role: str = "") -> Spot:
    """A place taken over from another part of the message: it stands nowhere in this one."""
    return Spot(0, 0, name, "code" if re.fullmatch(r"[A-Z]{4}", name) else kind, role)


def build_call(tool: str, asked: Asked) -> ToolCall | None:
    """The call, None when something is missing."""
    outcome = build(tool, asked)
    return outcome if isinstance(outcome, ToolCall) else None


def clarification(reading: Reading) -> ToolCall:
    """The question back for what a tool lacks."""
    question, options = _ASK_FOR[reading.missing]
    return ToolCall(
        tool=CLARIFY, arguments={"question": question, **({"options": list(options)} if options else {})}
    )


_ASK_FOR: dict[str, tuple[str, tuple[str, ...]]] = {
    "airfield": ("Which airfield? Give me its code or name.", ()),
    "ends": ("From where to where? Give me two codes or towns.", ()),
    "start": ("From where? Give me a code or a town, or set your base with /home.", ()),
    "end": ("To where? Give me a code or a town.", ()),
    "place": ("Around which place? Give me a code, a town or a country.", ()),
    "country": ("For which country?", ("France", "Germany", "United Kingdom")),
    "countries": ("Which countries shall I compare?", ("France and Germany", "France and United Kingdom")),
    "question": ("Which question? Give me its id.", ()),
    "here": ("Where are you? Share your position, or give me a code or town.", ()),
    "same": ("The same as which question? Ask it in full.", ()),
}
_SAID: dict[str, str] = {
    "search_airports": "airfields by country, region or name",
    "find_airports_near_location": "airfields around a place",
    "find_airports_near_route": "airfields along a route",
    "get_airport_details": "a question about one airfield",
    "get_notification_for_airport": "the notice one airfield needs",
    "calculate_flight_distance": "distance and flight time",
    "get_border_crossing_airports": "customs airports of a country",
    "get_airport_statistics": "numbers of airfields",
    "get_airport_pricing": "landing fees of one airfield",
    "get_fuel_prices": "fuel prices of one airfield",
    "get_border_brief": "formalities between two places",
    "propose_report": "a report to keep",
    "get_pilot_reviews": "what members say about an airfield",
    "answer_rules_question": "a question on a country's rules",
    "browse_rules": "a country's rules",
    "compare_rules_between_countries": "a comparison of rules",
    "get_answers_for_questions": "answers by their ids",
    "list_rule_categories_and_tags": "the topics of the rules",
    "list_rule_countries": "the countries with rules",
    "search_pois": "places on the ground",
    "build_itinerary": "a plan for the time on the ground",
    "retrieve_city_guidance": "what guides say about a place",
    "search_flights": "airline flights",
}


def _cuts(text: str) -> list[tuple[str, str]]:
    """Where a text may fall into two questions."""
    found: list[tuple[str, str]] = []
    for match in hard.CUT.finditer(text):
        first, second = text[: match.start()].strip(" ,;"), hard.DANGLING.sub("", text[match.end() :].strip())
        if (
            len(first) > 5
            and len(second) > 5
            and not re.search(r"\b(?:between|entre|zwischen)\s+[^,]*$", first, re.IGNORECASE)
        ):
            found.append((first, second))
    return found[:5]


def _may_stand_alone(slots: Slots) -> bool:
    return len(slots.words) >= 2


def _with_spots_of(one: Slots, other: Slots) -> Slots:
    return replace(one, spots=(*one.spots, *other.spots), countries=(*one.countries, *other.countries))


def _outside(slots: Slots) -> str:
    """The text outside all spans."""
    kept = list(slots.text)
    spans = [(s.start, s.end) for s in slots.spots] + [(c.start, c.end) for c in slots.countries]
    spans += [(c.start, c.end) for c in slots.crafts] + [(q.start, q.end) for q in slots.quantities]
    for start, end in spans:
        kept[start:end] = " " * (end - start)
    return "".join(kept)


def _style(low: str) -> AnswerStyle:
    if re.search(
        (
            r"\b(?:in detail|detailed|full details|everything you have|at length|ausführlich|en "
            r"détail|détaillée?)\b"
        ),
        low,
    ):
        return "detailed"
    if re.search(
        (
            r"\b(?:briefly|in short|short answer|in brief|quick answer|kurz(?:e antwort)?|bref|"
            r"brièvement|in one line)\b"
        ),
        low,
    ):
        return "brief"
    return "normal"


def path_countries(plan: Plan, asked: Slots, deps: Deps) -> tuple[str, ...]:
    """Countries that the text names, and those that its rules steps are about."""
    found = [named.country.code for named in asked.countries]
    for step in plan.steps:
        code = step.arguments.get("country_code")
        if isinstance(code, str):
            found.append(code)
    for spot in asked.codes:
        code = country_of(spot.name, deps)
        if code:
            found.append(code)
    return tuple(dict.fromkeys(found))
