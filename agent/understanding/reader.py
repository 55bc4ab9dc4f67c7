"""Reads one message without a model: which tools, with which arguments, and how sure that is.

The small classifier ranks the tools by the message's words, what it names, and what was asked before; each of
the likeliest is read, whole or in parts, and what the readings find, lack and leave aside is weighed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property, lru_cache
from typing import cast

from pydantic import JsonValue

from agent import registry
from agent.aviation.place_words import is_common_word
from agent.deps import Deps
from agent.language.apostrophes import with_apostrophes_if_english
from agent.language.courtesy import CHAT, courtesy
from agent.language.elided import with_apostrophes
from agent.language.ends import country_of, field_of
from agent.language.lexicon import Lexicon, load_lexicon
from agent.language.orders import ORDERS
from agent.language.reports import PAPERS, REPORTS
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Slots, Spot
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain, words_of
from agent.protocol import Location, ToolCall
from agent.understanding.classifier import Classifier, Guess, features, load_classifier, mixed
from agent.understanding.clauses import asks_again, may_ask_again
from agent.understanding.context import (
    END,
    START,
    Given,
    Known,
    at_home,
    changed,
    filled,
    on_the_day_in_hand,
    reversed_ends,
    towards_the_place_in_hand,
)
from agent.understanding.cuts_judged import STANDS_ALONE
from agent.understanding.encoder import Encoder, load_encoder
from agent.understanding.fitting import Fitted, fitted
from agent.understanding.leaning import (
    LEAVES_OUT,
    LEAVES_OUT_AROUND,
    OF_PEOPLE,
    ON_THE_WAY,
    asks_another_thing,
    asks_on_it,
    asks_the_same,
    continued,
    continues,
    corrects,
    field_in_passing,
    in_its_place,
    is_only_of_another,
    leaves_stops_out,
    list_to_count,
    listed_elsewhere,
    names_alone,
    names_an_area_alone,
    notice_in_hand,
    of_one_place,
    of_the_list,
    of_two,
    one_of_a_list,
    place_alone,
    to_each,
    turns_home,
    with_more,
    with_one_more,
    with_other_countries,
)
from agent.understanding.reading import (
    CHANGE,
    COUNTED,
    MOST_COUNTED,
    NOTHING,
    PLACE_NAMES,
    PLAIN_CLASSES,
    SEVERAL,
    TALK,
    VARY,
    Option,
    Reading,
    unused_by_kind,
)
from agent.understanding.several import OF_ALL_IT_SAYS, of_each_subject, with_parts
from agent.understanding.taught import Taught, as_taught, load_taught
from agent.understanding.turning import is_change
from agent.understanding.unread import CARD, LISTS, WITHIN
from agent.understanding.weighing import Weighing, load_weighing, logged

SURE_BY_WORDS = 0.93
"""The linear model's word is taken alone from here on."""
WIND_PLAN = "get_wind_plan"
PRESET = "|"
"""Parts the tool from an argument that the class itself says: "about_flyfun|what=limits"."""
_ENDS: frozenset[str] = frozenset(("from_location", "to_location"))
SPEEDS = ("cruise_speed_kts", "aircraft_type")
HARDLY_ELSE = 0.9
"""From this probability of a change of the last question on, the other classes say nothing of their own."""
TRIED = 8
"""Classes whose reading is tried."""
_OF_A_FLIGHT = re.compile(r"\b(?:from|von|ab|de|depuis)\b.+\b(?:to|nach|à|vers|pour)\b", re.IGNORECASE)
AND_BACK = re.compile(
    r"\W*(?:(?:and|und|et)\s+)?(?:the way back|back|zurück|zurueck|le retour|retour|au retour)\b"
)
""" "And back, with 20 kt on the nose?": the way back alone, in the wind that is said of it."""
ALL_TOLD = re.compile(
    r"\b(?:whole (?:thing|trip|flight|journey|way|lot|day)|all told|in all|in total|altogether|everything|the total|"
    r"insgesamt|gesamte?n?|alles zusammen|en tout|au total|tout(?:e)? (?:le|la) (?:voyage|trajet|vol|sortie|journée)|l'ensemble)\b"
)
AS_A_WISH: Mapping[str, Given] = {
    "fuel": {"has_fuel": True}, "avgas": {"has_avgas": True}, "jet_a": {"has_jet_a": True}, "ul91": {"has_ul91": True},
    "mogas": {"has_mogas": True}, "restaurant": {"restaurant": "vicinity"}, "hotel": {"hotel": "vicinity"},
    "customs": {"point_of_entry": True}, "lights": {"has_lights": True},
}  # fmt: skip
"""What of a field is asked, as the wish of a list."""
_IN_A_WIND = ("get_runway_wind", "get_wind_plan")
LISTED, FEW_WORDS = "search_airports", 3
"""A list without a wish of its own takes those of what was counted before: "which ones"."""
OF_ENTRY = "get_border_crossing_airports"
"""A list of fields with customs: what narrows it keeps that they have."""
_OF_A_FIELD = (CARD, "get_notification_for_airport", "get_airport_pricing", "get_fuel_prices")
_INSTEAD = {
    **dict.fromkeys((OF_ENTRY, *_OF_A_FIELD), LISTED),
    "explain_term": "compare_airfields",
    "get_border_brief": CARD,
    "compare_airfields": "get_notification_for_airport",
}
"""Whose share goes where a tool is not meant after all: an area is no field, two airfields are no flight, and the
notice they ask is that of each."""
PARTS_KEPT = 64
"""Texts whose slots are kept: a part of a message is read to weigh a cut, and again to answer it."""
DISTANCE, BORDER, TRIP, RULE = (
    "calculate_flight_distance",
    "get_border_brief",
    "plan_trip",
    "answer_rules_question",
)
TOGETHER = (
    (TRIP, RULE),  # "…, back Sunday, what do I need with my dog"
    ("set_minima", "get_day_brief"),  # "my minima are …: is tomorrow ok for Biggin to Le Touquet"
    ("set_minima", "get_weather"),
    ("set_minima", "get_runway_wind"),
)
"""Questions of one message that are both answered where each claims it."""
FUEL_PRICE, FUEL_PLAN, ENDURANCE = "get_fuel_prices", "get_fuel_plan", "get_endurance"
"""Of the fuel "to Lydd" the flight's is meant."""
OF_COUNTRIES = frozenset(("get_border_brief",))
"""Tools whose ends may be whole countries."""
COMPARED, WEATHER = "compare_airfields", "get_weather"
"""Of two whose weather was asked the better one is a question of the weather."""
NOTICE, EXPLAIN, DEADLINE = "get_notification_for_airport", "explain_term", "get_report_deadline"
"""Of a flight in hand, the notice is that for flights from where it begins."""
SHORT = 8
"""Words of a message that only puts one field in the place of another."""
OVERRULES = 0.98
"""How sure the guess of another tool is that a claim does not stand against."""
CLAIMED = 0.9
"""How sure a reading is that claims a message as its own."""


_SHORTER_OF_TWO = re.compile(
    r"\b(?:which|what|welche\w*|was|lequel|laquelle|quel\w*)\b[^.?!]{0,30}\b(?:short\w*|long\w*|kürzer\w*|näher|court\w*|proche)\W*$"
)
""" "Which of the two is shorter?" of two flights."""


class Reader:
    """The reader of one process: tables and weights are loaded once."""

    def __init__(
        self,
        deps: Deps,
        encoder: Encoder | None = None,
        fit: Callable[[ToolCall], Fitted] = fitted,
        classifier: Classifier | None = None,
    ) -> None:
        self.deps = deps
        self.fit = fit
        self._slots = lru_cache(maxsize=PARTS_KEPT)(self._read_slots)
        self._encoder = encoder
        self._classifier = classifier

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.load(self.deps.settings)

    @cached_property
    def lexicon(self) -> Lexicon:
        return load_lexicon(self.deps.settings.data / "language")

    @cached_property
    def classifier(self) -> Classifier:
        folder = self.deps.settings.data / "understanding"
        return self._classifier or load_classifier(folder / "classifier.npz")

    @cached_property
    def taught(self) -> Taught | None:
        """The sentences of the examples; none beside a classifier that is tried on what it has not seen."""
        folder = self.deps.settings.data / "understanding"
        return None if self._classifier else load_taught(folder / "classifier.npz")

    @cached_property
    def encoder(self) -> Encoder:
        return self._encoder or load_encoder(self.deps.settings.data / "understanding" / "encoder.npz")

    def said(self, text: str, today: date, place: Location | None = None, home: str | None = None) -> Said:
        """What a raw text says."""
        slots = self._slots(self._parted(plain(text)), today)
        return Said(slots, self.lexicon.mentions(slots.words), self.deps, today, place, home)

    def _parted(self, text: str) -> str:
        """The text with the apostrophes that its writer left out."""

        def is_word(key: str) -> bool:
            return key in self.vocabulary.words or key in FUNCTION or is_common_word(key, key)

        return with_apostrophes(with_apostrophes_if_english(text, is_word), is_word, self.deps.places.is_known)

    def _read_slots(self, text: str, today: date) -> Slots:
        return read_slots(text, today, self.deps, self.vocabulary)

    @cached_property
    def weighing(self) -> Weighing:
        return load_weighing(self.deps.settings.data / "understanding" / "weighing.json")

    @cached_property
    def rule_subjects(self) -> frozenset[str]:
        """The subjects of the rules in hand, by their tags."""
        return frozenset(t.casefold() for q in self.deps.rules.corpus.questions.values() for t in q.tags)

    def knows_no_word_of(self, said: Said) -> bool:
        """Whether a message names nothing and has no word of a language or of small talk: "asdf", "???"."""
        slots = said.slots
        if said.concepts or slots.spots or slots.countries or slots.crafts or slots.quantities or slots.days:
            return False
        return not any(
            w.key in CHAT
            or w.key in FUNCTION
            or w.key in self.rule_subjects
            or is_common_word(w.key, w.key)
            or courtesy(w.text)
            for w in slots.words
        )

    # --- one message -----------------------------------------------------------------------------------

    def readings(self, said: Said, memory: Known) -> list[Reading]:
        """The questions of a message, each read: one in most, up to four."""
        claimed = self._all_claimed(said, memory)
        for both in TOGETHER:
            if claimed.keys() >= {*both}:
                return [claimed[tool] for tool in both]
        if [*claimed] == [RULE] and (each := of_each_subject(self, said, memory)) is not None:
            return list(each.readings)
        if claimed and not self._overruled({*claimed}, said, memory):
            own = next(iter(claimed.values()))
            return self._claimed_in_part(own, said, memory) or [own]
        return list(self.options(said, memory)[0].readings)

    def _claimed_in_part(self, own: Reading, said: Said, memory: Known) -> list[Reading]:
        """The questions of a message of which a tool claims one alone: "can I take my dog, and do I need a passport"."""
        if own.tool in OF_ALL_IT_SAYS or not may_ask_again(said.slots.text):
            return []
        best = self.options(said, memory)[0]
        alone = len(best.readings) < 2 or best.evidence.get("lacks") or best.beyond
        if alone or not any(one.tool == own.tool for one in best.readings):
            return []
        if all(one.tool == own.tool and one.arguments.items() <= own.arguments.items() for one in best.readings):
            return []  # "who are you and how old is your data": one answer tells both
        return list(best.readings) if all(one.sure >= STANDS_ALONE for one in best.readings) else []

    def claimed(self, said: Said, memory: Known) -> Reading | None:
        """The message as the first tool reads it that claims it as its own; None where none does."""
        claimed = self._all_claimed(said, memory)
        if not claimed or self._overruled({*claimed}, said, memory):
            return None
        return next(iter(claimed.values()))

    def _all_claimed(self, said: Said, memory: Known) -> dict[str, Reading]:
        claimed: dict[str, Reading] = {}
        for known in registry.readings().values():
            if known.claims is not None and known.claims(said):
                if known.tool == ENDURANCE and self._asks_of_the_flight(said, memory):
                    continue
                own = self._claimed(known, said, memory)
                if own is not None and (not own.missing or own.tool == BORDER):  # "France by plane, what papers"
                    claimed[own.tool] = own
        return claimed

    def _asks_of_the_flight(self, said: Said, memory: Known) -> bool:
        """ "Is 120 litres enough at 38 an hour?" behind a flight: whether it is enough for that one."""
        in_hand = memory.call is not None and memory.call.arguments.keys() >= _ENDS
        return in_hand and self.guess(said, memory).best == FUEL_PLAN

    def _overruled(self, claiming: set[str], said: Said, memory: Known) -> bool:
        """Whether what was learnt is so sure of another tool that what a tool claims by its words does not count."""
        guess = self.guess(said, memory)
        known = {name.partition(PRESET)[0] for name, _ in guess.ranked}
        other = guess.best.partition(PRESET)[0]
        if not claiming <= known or other not in {*registry.readings(), SEVERAL} - claiming:
            return False  # what was not learnt cannot be guessed
        if self._is_of_rules(other) and any(self._is_of_rules(tool) for tool in claiming):
            return False  # which form a question of a rule has its words say
        return guess.sure >= OVERRULES

    def _claimed(self, known: registry.Reads, said: Said, memory: Known) -> Reading | None:
        """A message that a tool claims: the last call with another figure where it says nothing the tool needs."""
        sure = self.weighing.sure(CLAIMED)
        names = {n for need in known.needs for n in ((need,) if isinstance(need, str) else need)}
        if memory.tool == known.tool and not names & known.read(said.again()).keys():
            return self._vary(sure, said, memory)
        return self.read(known.tool, sure, said, memory)

    def options(self, said: Said, memory: Known) -> list[Option]:
        """The ways to read a message, best first, each with the probability that it is what was meant."""
        return self._weighed(self.ways(said, memory))

    def ways(self, said: Said, memory: Known) -> list[Option]:
        """The ways to read a message, whole and in parts, not weighed yet."""
        last = (
            corrects(said) and memory.before and self.said(memory.before, said.today, said.place, said.home).spots
        )
        named_last = [spot.name for spot in last or ()]
        if len(said.slots.words) <= SHORT and (other := in_its_place(said, memory, named_last)):
            replaced = Reading(memory.tool, CLAIMED, other, said=said.again(), varied=True)
            return [Option((replaced,), self._evidence(replaced, said, memory))]
        if (of_an_area := self._field_to_area(said, memory)) is not None:
            return [Option((of_an_area,), self._evidence(of_an_area, said, memory))]
        if (kept := self._not_around(CLAIMED, said.again(), memory)) is not None:
            return [Option((kept,), self._evidence(kept, said, memory))]
        changes = corrects(said) or (memory.legs and leaves_stops_out(said.slots.low))
        if memory.call is not None and (changes or self._left_out(memory.call.arguments, said)):
            left = self._vary(CLAIMED, said, memory)
            if left is not None:
                return [Option((left,), self._evidence(left, said, memory))]
        nearer = said.all_of("closer") or _SHORTER_OF_TWO.search(said.slots.low)
        of_both = memory.tool == DISTANCE or (memory.tool not in LISTS and said.has("which_of_two", "of_them"))
        if of_both and nearer and (way := to_each(fresh := said.again(), memory)):
            fresh.take_all()
            each_way = Reading(DISTANCE, CLAIMED, {**way, **memory.speeds}, said=fresh)  # "which is quicker?"
            return [Option((each_way,), self._evidence(each_way, said, memory))]
        if (turned := self._turned(said, memory)) is not None:
            return [Option((turned,), self._evidence(turned, said, memory))]
        if (chosen := self._chosen(said, memory)) is not None:
            return [Option((chosen,), self._evidence(chosen, said, memory))]
        if (sheet := self._sheet(said, memory)) is not None:
            return [Option((sheet,), self._evidence(sheet, said, memory))]
        guess = self.guess(said, memory)
        found = self.singles(said, memory, guess)
        return with_parts(self, found, said, memory, guess)

    def _turned(self, said: Said, memory: Known) -> Reading | None:
        """ "Back?": the flight in hand the other way, where nothing else is said."""
        flies = memory.call is not None and memory.call.arguments.keys() >= _ENDS
        if not flies or not names_alone(said) or said.slots.spots or said.slots.countries:
            return None
        return self._vary(CLAIMED, said, memory)

    def _chosen(self, said: Said, memory: Known) -> Reading | None:
        """ "Ok Rochester" of two starts that were asked about: the same of that one alone."""
        beside = memory.call.arguments.get("beside") if memory.call else None
        if memory.call is None or not isinstance(beside, dict):
            return None
        ((end, others),) = beside.items()
        places = [str(one) for one in (memory.call.arguments.get(end), *cast("list[JsonValue]", others))]
        of_them = {name: place for place in places for name in (place, field_of(place, self.deps)) if name}
        code = field_in_passing(said, tuple(of_them))
        if code is None or (chosen := of_them.get(code) or of_them.get(field_of(code, self.deps) or "")) is None:
            return None
        given = memory.call.varied(beside=None, **{end: chosen}).arguments
        return Reading(memory.tool, CLAIMED, dict(given), said=said.again(), varied=True)

    def _sheet(self, said: Said, memory: Known) -> Reading | None:
        """A code alone, or with a word of small talk: its sheet, where nothing else was asked or just this field."""
        code = field_in_passing(said, (*memory.fields, *memory.mentioned, *memory.shown))
        asked = memory.call.arguments if memory.call else {}
        chosen = memory.fields and (field_of(code, self.deps) if code else None) in memory.fields
        if (
            code is None
            or said.has("home")
            or (memory.call is not None and code not in of_one_place(asked) and not chosen)
        ):
            return self._card_of_a_name(said) if memory.call is None else None
        return Reading(CARD, CLAIMED, {"icao_code": code}, said=said.again())

    def _card_of_a_name(self, said: Said) -> Reading | None:
        """A place alone, where nothing was asked before: the sheet of its airfield; of an area that has none, nothing."""
        spot = place_alone(said)
        if spot is None or not _has_a_field(spot, said):
            return None
        fresh = said.again()
        called = self.deps.places.field_called(spot.name)
        code = fresh.field_of_spot(spot, far=False)
        return Reading(CARD, CLAIMED, {"icao_code": called.ident if called else code}, said=fresh)

    def guess(self, said: Said, memory: Known) -> Guess:
        """Classes with their probabilities."""
        alone = said.bare_words < 1 and bool(said.spots) and all(s.kind == "coordinates" for s in said.spots)
        return self._guess(said, "" if alone else memory.tool)  # a position that is sent asks what is around it

    def _guess(self, said: Said, last: str) -> Guess:
        quick = self.classifier.quick(features(said, last, self.vocabulary.corrected))
        taught = self.taught.known(said, last) if self.taught else None
        if taught is not None:
            return as_taught(quick, taught)
        if quick.sure >= SURE_BY_WORDS:
            return quick
        return mixed(quick, self.encoder.classes, self.encoder.logits(said.slots.ordinary, last))

    def decide(self, said: Said, memory: Known, guess: Guess | None = None) -> Reading:
        """The message as one question."""
        return self._weighed(self.singles(said, memory, guess or self.guess(said, memory)))[0].readings[0]

    def singles(self, said: Said, memory: Known, guess: Guess) -> list[Option]:
        """The likeliest classes, each with its reading and what speaks for it."""
        is_change_said = bool(said.all_of("instead"))  # "make it 3pm" is no question of its own
        if not is_change_said and guess.of(VARY) >= HARDLY_ELSE and self._vary(1.0, said, memory) is None:
            guess = self._guess(said, "")  # there is nothing that it changes: a question of its own
        ranked = _as_its_neighbour([(name, p) for name, p in guess.ranked if name != SEVERAL], said, memory)
        total = sum(p for _, p in ranked) or 1.0
        found: list[Option] = []
        for name, probability in ranked[:TRIED]:
            if probability / total < 0.004 and found:
                break
            reading = self.read(name, probability / total, said, memory)
            if reading is not None:
                found.append(Option((reading,), self._evidence(reading, said, memory)))
        return found or [Option((Reading(NOTHING, 0.5, {}),), {})]

    def _weighed(self, options: list[Option]) -> list[Option]:
        """The options by their share, the first with what else may be meant."""
        shares = self.weighing.shares([option.evidence for option in options])
        order = sorted(range(len(options)), key=lambda i: -shares[i])
        others = tuple(options[i].readings[0] for i in order[1:] if len(options[i].readings) == 1)[:2]
        sure = [
            replace(r, sure=self.weighing.sure(shares[order[0]]), others=others)
            for r in options[order[0]].readings
        ]
        return [replace(options[order[0]], readings=tuple(sure)), *(options[i] for i in order[1:])]

    def _evidence(self, reading: Reading, said: Said, memory: Known) -> dict[str, float]:
        """What speaks for one reading of a message, and against it, by name."""
        known = registry.readings().get(reading.tool)
        words = len(said.slots.words)
        found = {
            "likely": logged(reading.sure),
            "asks again": float(asks_again(said.slots.text)),
            f"is {reading.tool}" if reading.tool in PLAIN_CLASSES else "is a tool": 1.0,
        }
        if reading.tool in PLAIN_CLASSES and not reading.varied:
            return {**found, "says nothing, words": min(words, 12) / 4}
        taken = reading.said or said
        found |= {f"unused {kind}": float(min(n, MOST_COUNTED)) for kind, n in unused_by_kind(taken).items()}
        found["arguments"] = float(min(len(reading.arguments), 5))
        if "icao_code" in reading.arguments or "icao_codes" in reading.arguments:
            found["an area as a field"] = float(any(spot.is_area for spot in taken.slots.spots))
        if reading.missing:
            found["lacks in a chat" if memory.tool else "lacks"] = 1.0
        bare = 0.0 if said.bare_words > 1 else 1.0
        if reading.varied:
            found |= {
                "varied": 1.0,
                "varied, words": min(words, 12) / 4,
                "varied, only a name": bare,
            }
        elif reading.tool == memory.tool:
            found |= {"same tool, read anew": 1.0, "same tool, only a name": bare}
        if known is not None and known.word is not None and known.word not in said.concepts and not reading.varied:
            found["without its word"] = 1.0
        if any(k.word in said.concepts for k in registry.readings().values() if k.word and k.tool != reading.tool):
            found["the word of another"] = 1.0
        if "rules" in said.concepts and ((tool := registry.known(reading.tool)) is None or tool.kind != "rules"):
            found["not of the rules"] = 1.0
        return found

    def read(self, name: str, probability: float, said: Said, memory: Known) -> Reading | None:
        if name == VARY:
            return self._vary(probability, said, memory)
        if name == CHANGE and not is_change(said, memory.tool):
            return None
        if name == TALK and len(said.slots.words) == 1 and said.concepts:
            return None  # "fuel": a word of the field is no small talk
        if name in PLAIN_CLASSES:
            return Reading(name, probability, {}, said=said.again())
        tool, _, preset = name.partition(PRESET)
        if tool == memory.tool == OF_ENTRY and (of_field := self._customs_of(probability, said)) is not None:
            return of_field
        known = registry.readings().get(tool)
        if known is None or _is_never(known, said, memory):
            return None
        if (
            self._is_of_rules(tool)
            and memory.call
            and not self._is_of_rules(memory.tool)
            and is_only_of_another(said)
        ):
            return None  # "and for a helicopter" of a fee is no rule
        if tool == EXPLAIN and said.slots.countries and asks_the_same(said):
            return None  # "and in Austria?" is no term
        if tool == NOTICE and memory.tool == DEADLINE and not said.spots and not said.has("customs", "ppr"):
            return None  # "how long before?" of a report
        of_the_list = said.has(*ORDERS, "of_them")
        if memory.tool in LISTS and not said.spots and of_the_list and "icao_code" in known.needs:
            return None  # "which is the cheapest to land at?": of the list, not of the place around which it is
        if tool in LISTS and "explain" in said.concepts:
            return None  # a list explains nothing: what is to be explained is a question of its own
        fresh = said.again()
        given = known.read(fresh)
        if tool == OF_ENTRY and (asked := notice_in_hand(given, fresh, memory)) is not None:
            return Reading(NOTICE, probability, asked, said=fresh)
        if tool == COUNTED and (counted := list_to_count(given, memory)) is not None:
            return Reading(counted.tool, probability, counted.arguments, said=fresh, varied=True)
        if tool == DISTANCE and said.has("closer") and (way := to_each(fresh, memory)):
            given = way
        given = _from_its_start(given, said, memory)
        says = {str(given[end]) for end in _ENDS if end in given}
        if preset:
            key, _, value = preset.partition("=")
            given.setdefault(key, value)
        if not given.keys() & set(PLACE_NAMES):
            if set(known.leans) >= _ENDS and {START, END} <= memory.places.keys():
                for end in sorted(_ENDS):  # of a flight in hand, both ends are meant
                    given = filled(given, end, memory, self.deps)
            elif (
                memory.trip
                and not given.get("flight_minutes")
                and (
                    {need if isinstance(need, str) else need[0] for need in known.needs} >= _ENDS
                    or (set(known.leans) >= _ENDS and ON_THE_WAY.search(said.slots.low))
                )
            ):
                given = {**given, "from_location": memory.trip[START], "to_location": memory.trip[END]}
            if tool == "get_fuel_plan" and memory.comes_back and given.keys() & _ENDS:
                given = {"return": True, **given}  # "will 120 litres do?" of a trip there and back
        if tool in OF_COUNTRIES and not given.keys() & _ENDS and not memory.places:
            called = [c.name for code in memory.countries if (c := self.deps.countries.get(code))]
            if len(called) == 2:  # "and customs?" of a rule between two countries
                given = {**given, "from_location": called[0], "to_location": called[1]}
        if tool == DISTANCE and not said.spots:  # no flight goes from a whole country to another
            memory = replace(memory, places={r: p for r, p in memory.places.items() if not self._country(p)})
        if set(known.needs) >= _ENDS and not given.keys() & {*PLACE_NAMES}:
            given = towards_the_place_in_hand(given, memory, self.deps)
        if tool == COMPARED and memory.tool == WEATHER and (not given.get("about") or said.has("weather")):
            named = given.get("icao_codes") if said.has("weather") else None
            spoken_of: list[JsonValue] = [*memory.mentioned[-2:]] if said.has("of_them") else []
            if two := named or [*of_two(said, memory)] or spoken_of:
                of_each: Given = {**memory.call_but("places"), "places": two}
                return Reading(WEATHER, probability, of_each, said=fresh, varied=True)
        missing = ""
        if "report" in known.needs and not given.get("report") and (report := self._report_in_hand(memory)):
            given = {**given, "report": report}
        for need in known.needs:
            names = (need,) if isinstance(need, str) else need
            if any(given.get(n) for n in names):
                if given.get("runway") and "wind" not in given and names[0] not in given:
                    given = filled(given, names[0], memory, self.deps)  # "and the crosswind on 30?"
                continue
            if names[0] == "icao_code" and (two := of_two(said, memory)):
                given = Given({**given, "icao_codes": two})
                continue
            if names[0] == "icao_code" and len(memory.fields) > 1 and not said.has(*known.at_home):
                given = Given({**given, "icao_codes": [*memory.fields]})  # "what about the fees?" of two in hand
                continue
            if names[0] != "icao_code" or not one_of_a_list(memory, said):
                given = filled(given, names[0], memory, self.deps)
            if not given.get(names[0]) and (said.has(*known.at_home) or names[0] == "location_query"):
                given = at_home(given, names[0], said, memory)
            if not given.get(names[0]):
                missing = names[0]
                break
            if tool == memory.tool and tool in LISTS and not preset:
                return None  # the same list narrowed, not a new one that forgets what was wished
        if said.place is None and "here" in given.values():
            missing = "here"  # no position was shared, and "here" is no town
        if (
            "question" in given
            and memory.call is not None
            and tool == memory.tool
            and OF_PEOPLE.match(said.slots.low)
        ):
            given = {
                **memory.call.arguments,
                "question": continued(str(memory.call.arguments.get("question")), said),
            }
        elif "question" in given and memory.call is not None and tool == memory.tool and asks_the_same(said):
            before = memory.call.arguments
            given = {**given, "question": before.get("question", given["question"])}  # "n france"
            countries = given.get("countries")
            if said.has("reverse") and isinstance(countries, list):
                given = {**given, "countries": countries[::-1]}  # "and coming back": the same of the other way
        elif "question" in given and (term := self._term_in_hand(memory)) and asks_the_same(said):
            given = {**given, "question": term}  # "in France?" behind what a term means
        elif (
            "question" in given
            and memory.call is not None
            and not self._is_of_rules(memory.tool)
            and memory.tool in LISTS
            and asks_the_same(said)
        ):
            return None  # "and in Belgium?" behind a list asks no rule
        elif "question" in given and memory.topic and (anew := self._of_another_paper(said, memory.topic)):
            given = {**given, "question": anew}
        elif (
            "question" in given
            and memory.call is not None
            and tool == memory.tool
            and self._continues(said, memory)
        ):
            given = {**given, "question": continued(str(memory.call.arguments.get("question")), said)}
        if "question" in given and memory.call is not None and tool == memory.tool:
            given = self._from_the_same_start(given, said, memory)
        if memory.call is not None and tool == memory.tool and fresh.has("also"):
            given = with_more(given, memory.call.arguments)
        if missing == "report" and given.keys() >= _ENDS:  # "when do I send each form?": every paper of the flight
            asked = {"from_location": given["from_location"], "to_location": given["to_location"]}
            day = given.get("day") or memory.day
            whole: Given = {**asked, **({"date": day} if day else {})}
            return Reading(BORDER, probability, whole, said=fresh)
        if tool == memory.tool == TRIP and not known.read(said.again()):
            given = {**(memory.call.arguments if memory.call else {})}  # "what papers": of the trip in hand, whole
        has_day, has_time = bool(given.get("day")), bool(given.get("time"))
        given = self._leaning(known, self._of_several(known, given, fresh), fresh, memory)
        if (
            set(known.leans) >= _ENDS
            and says <= {memory.places.get(END)}
            and turns_home(fresh, memory.places.get(END))
        ):
            given = reversed_ends(given)  # "and for the way back?": the flight in hand, the other way
            back = memory.call.arguments if memory.call else {}
            if back.get("return_day") and not has_day and "day" in given:
                given = {**given, "day": back["return_day"]}
            if not has_time and "time" in given:  # of the way home, or unknown: not that of the way out
                del given["time"]
                given = {**given, **({"time": back["return_off_block"]} if back.get("return_off_block") else {})}
        field = given.get("icao_code")
        if tool == NOTICE and "from_country" not in given and self._is_end(field, memory):
            start = memory.places.get(START)
            abroad = country_of(start, self.deps) if start else None
            given = {**given, **({"from_country": abroad} if abroad else {})}
        if isinstance(field, str) and given.get("from_country") == country_of(field, self.deps):
            given = {
                name: value for name, value in given.items() if name != "from_country"
            }  # "what do the French want?"
        given = on_the_day_in_hand(given, fresh, memory)
        is_the_last = memory.call is not None and (tool, given) == (memory.tool, memory.call.arguments)
        is_the_last = is_the_last and said.slots.text != plain(memory.before)  # asked again, word for word
        names_a_country = bool(said.slots.countries) and names_alone(said)
        if is_the_last and (names_a_country or asks_another_thing(fresh, registry.readings().values())):
            return None  # "phone?" of a price: the last question again would say nothing of it
        return Reading(tool, probability, given, missing, fresh)

    @staticmethod
    def _is_of_rules(name: str) -> bool:
        return (tool := registry.known(name)) is not None and tool.kind == "rules"

    @staticmethod
    def _term_in_hand(memory: Known) -> JsonValue:
        """The term that was explained last."""
        return memory.call.arguments.get("term") if memory.call and memory.tool == EXPLAIN else None

    def _continues(self, said: Said, memory: Known) -> bool:
        """Whether a message adds to the last question of rules: "and at night?"; "what about medical" is one itself."""
        return continues(said, self.rule_subjects, memory.topic or "")

    def _from_the_same_start(self, given: Given, said: Said, memory: Known) -> Given:
        """The rules of both ends of a flight, where only its other end is changed: "and to Konstanz?"."""
        call, start = memory.call, memory.places.get(START)
        countries, before = given.get("countries"), call.arguments.get("countries") if call else None
        fields = [spot for spot in said.slots.spots if spot.kind != "country"]
        goes = any(spot.role == "to" for spot in fields)
        if names_alone(said) and len(fields) == 1 and fields[0].role in ("", "and", "in"):
            goes = (
                _OF_A_FLIGHT.search(memory.topic or "") is not None
            )  # "from Lydd to Ostend", then "and Kortrijk?"
        first = call.arguments.get("country_code") if call else None
        own = (country_of(start, self.deps) if start else first) if goes and before else None
        if not isinstance(own, str) or not isinstance(countries, list) or own in countries:
            return given
        return {**given, "countries": [own, *countries]}

    def _is_end(self, field: JsonValue, memory: Known) -> bool:
        """Whether a field is where the flight in hand goes."""
        end = memory.places.get(END)
        return isinstance(field, str) and end is not None and field in (end, field_of(end, self.deps))

    def _of_another_paper(self, said: Said, question: str) -> str | None:
        """ "And a GAR?" after "do I need a flight plan": the same asked of another paper."""
        now, before = (
            said.all_of(*PAPERS),
            [m for m in self.lexicon.mentions(words_of(question)) if m.concept in PAPERS],
        )
        rest = [w for w in said.slots.words if not any(m.start <= w.start < m.end for m in now)]
        if len(now) != 1 or len(before) != 1 or not all(w.key in FUNCTION for w in rest):
            return None
        named = said.slots.text[now[0].start : now[0].end]
        return f"{question[: before[0].start]}{named}{question[before[0].end :]}"

    def _report_in_hand(self, memory: Known) -> str | None:
        """The report that the last question was about: "do I need a GAR?", "what is a GAR?", then "how early?"."""
        asked = memory.call.arguments if memory.call else {}
        about = memory.topic or asked.get("report") or asked.get("term") or ""
        said = {m.concept for m in self.lexicon.mentions(words_of(str(about)))}
        return next((name for concept, name in REPORTS.items() if concept in said), None)

    @staticmethod
    def _of_several(known: registry.Reads, given: Given, said: Said) -> Given:
        """With all the fields, where one question is asked of several: "landing fees at Lydd and Shoreham"."""
        if not any("icao_code" in ((need,) if isinstance(need, str) else need) for need in known.needs):
            return given
        if not given.get("icao_code") and "from_location" not in given:
            return given
        fields: list[JsonValue] = [*said.asked_of()]
        if len(fields) < 2 or (given.get("about") == ["position"] and any(spot.is_area for spot in said.spots)):
            return given  # "is Popham in Hampshire"
        return {**{name: value for name, value in given.items() if name not in _ENDS}, "icao_codes": fields}

    def _names_one_in_hand(self, said: Said, memory: Known) -> bool:
        """Whether a place that is named is one the chat is about, however it is written: "brest", "LFRB"."""
        in_hand = {name.casefold() for name in memory.places.values()}
        if any(spot.name.casefold() in in_hand for spot in said.spots):
            return True
        fields = (
            {field_of(name, self.deps) for name in memory.places.values()} if said.spots else set[str | None]()
        )
        return any(code in fields for spot in said.spots if (code := field_of(spot.name, self.deps)) is not None)

    def _leaning(self, known: registry.Reads, given: Given, said: Said, memory: Known) -> Given:
        """What a tool likes to know and the chat does: both ends of a report's flight, the day of the trip."""
        places = [n for n in known.leans if n in PLACE_NAMES]
        if set(places) >= _ENDS and not {START, END} & memory.places.keys():
            places = ["to_location"]  # "watch the weather there": one flies to the field in hand
        if places and not given.keys() & {*PLACE_NAMES, "country_code"}:
            for name in places:
                given = filled(given, name, memory, self.deps)
        given = of_the_list(known, given, said, memory)
        of_it = self._names_one_in_hand(said, memory)
        leans_on_chat = of_it or not (said.spots or said.slots.countries)
        if "from_location" in known.leans and "to_location" in given and "from_location" not in given:
            start = None if memory.home else memory.places.get(START) or memory.start
            if start and field_of(start, self.deps) != field_of(str(given["to_location"]), self.deps):
                given = {**given, "from_location": start}  # "plan me the second one for Saturday"
        for name in known.leans:
            same_day = leans_on_chat or said.has("same_day")
            if name in ("day", "date") and same_day and memory.day and not given.keys() & {name, "wind"}:
                given = {**given, name: memory.day}
            told = leans_on_chat or memory.tool == "set_profile"
            if name in SPEEDS and told and not any(n in given for n in (*SPEEDS, "true_airspeed_kts")):
                given = {**given, **{n: memory.speeds[n] for n in SPEEDS if n in memory.speeds}}
            if name == "country_code" and memory.countries and not given.keys() & {*_ENDS, name}:
                called = [c.name for code in memory.countries if (c := self.deps.countries.get(code))]
                two = dict(zip(sorted(_ENDS), called, strict=True)) if len(called) == 2 else {}
                given = {**given, **(two or {name: memory.countries[0]})}
            if (
                name == "topic"
                and memory.topic
                and not given.get(name)
                and (known.tool != "browse_rules" or asks_on_it(said))
            ):
                given = {**given, "topic": memory.topic}
            if name in ("query", "country", "part", "filters") and not said.spots and not said.slots.countries:
                value = memory.call.arguments.get(name) if memory.call else None
                if value and name not in given and (known.tool != LISTED or said.bare_words <= FEW_WORDS):
                    given = {**given, name: value}
            if name == "filters" and memory.tool == OF_ENTRY and not said.spots and not said.slots.countries:
                wished = given.get("filters")
                given = {
                    **given,
                    "filters": {"point_of_entry": True, **(wished if isinstance(wished, dict) else {})},
                }
            if name == "other_countries":
                given = with_other_countries(given, memory, said)
            if name == "time" and leans_on_chat and memory.time and not given.get(name):
                given = {**given, name: memory.time}
        if (
            known.tool == "get_fuel_plan"
            and memory.comes_back
            and leans_on_chat
            and not given.get("flight_minutes")
        ):
            given = {"return": True, **given}  # "…, and how many litres at 32 an hour" of a flight there and back
        in_all = known.tool == FUEL_PLAN and leans_on_chat and ALL_TOLD.search(said.slots.low)
        if in_all and memory.tool == DISTANCE and self.said(memory.before, said.today).has("reverse"):
            given = {"return": True, **given}  # "and in all?" after the way back was asked alone
        ahead = memory.call.arguments.get("headwind_kts") if memory.call and memory.tool == DISTANCE else None
        if known.tool == FUEL_PLAN and ahead and leans_on_chat and "headwind_kt" not in given:
            given = {**given, "headwind_kt": ahead}  # "and fuel at 32 l/h" of a flight into a wind
        wind = memory.call.arguments.get("wind") if memory.call else None
        of_now = (
            leans_on_chat and not given.keys() & {"day", "time"} and known.tool == memory.tool == _IN_A_WIND[0]
        )
        if wind and known.tool in _IN_A_WIND and "wind" not in given and (said.has("same_wind") or of_now):
            given = {**given, "wind": wind}  # "…, and which runway at Oban in that wind", "what's the crosswind?"
        return given

    def _vary(self, probability: float, said: Said, memory: Known) -> Reading | None:
        """The last call with what the message changes; None when it changes nothing that the tool takes."""
        if memory.call is None or (memory.tool in LISTS and "explain" in said.concepts):
            return None
        if memory.tool == EXPLAIN and said.slots.countries and asks_the_same(said):
            return None  # a term is the same everywhere: what is asked is its rule there
        if memory.tool == OF_ENTRY and (of_field := self._customs_of(probability, said)) is not None:
            return of_field
        if memory.tool in LISTS and said.bare_words < 1 and any(s.name in memory.shown for s in said.spots):
            return None  # "the second one": a field of the list, no new centre for it
        known = registry.readings().get(memory.call.tool)
        if known is None or (known.unless is not None and known.unless(said) and self._is_of_rules(memory.tool)):
            return None
        if memory.tool == DISTANCE and said.has("closer") and to_each(said.again(), memory):
            return None  # "which is closer to Lydd?": how far it is to each, no new end
        fresh = said.again()
        given: Given = {
            name: value for name, value in known.read(fresh).items() if value not in (None, [], {}, "")
        }
        before = memory.call.arguments
        if memory.tool == DISTANCE and "headwind_kts" in given and before.keys() >= _ENDS:
            blows = registry.readings()[WIND_PLAN].read(winded := said.again()).get("wind")
            if blows is not None:  # "into 25 knots from the west": no wind on the nose
                flown = {n: before[n] for n in (*sorted(_ENDS), *SPEEDS) if n in before}
                return Reading(WIND_PLAN, probability, {**flown, "wind": blows}, said=winded, varied=True)
        for free in ("question", "text"):
            given.pop(free, None)
        if (kept := self._not_around(probability, fresh, memory)) is not None:
            return kept
        denied = {s.name for s in fresh.slots.spots if LEAVES_OUT.search(fresh.slots.low[: s.start])}
        if memory.tool == "search_pois" and WITHIN not in before:
            given.pop("filters", None)  # of no fields in reach: "and fuel" asks the field
        if WITHIN in before and (country := self._country(given.get("near"))) is not None:
            wished = given.pop("filters", None)
            del given["near"]  # "only France" of what is in reach, and "not Belgium"
            filters = wished if isinstance(wished, dict) else {}
            given = {
                **given,
                "filters": {"country": country, **filters} if "not_country" not in filters else filters,
            }
        for centre in ("location_query", "near", "query"):
            if given.get(centre) in denied:
                del given[centre]  # "not Oxford": no new centre
        if given.get("near") == "home" and not any(spot.name == "home" for spot in fresh.slots.spots):
            del given["near"]  # the reading's own, not said: the place in hand stays
        if given.get("icao_code") == "here":
            return None  # a position is no airfield: what is around it is a question of its own
        if any(fresh.denied(m) for m in fresh.all_of("reverse", "both_ways")):
            before = {name: value for name, value in before.items() if not name.startswith("return")}
        elif any(name.startswith("return") for name in given):
            pass  # "back at 17": the way back changes, the flight is not turned round
        elif turns_home(fresh, memory.places.get(END)) and (turned := reversed_ends(before, fresh)) != before:
            before = turned
            given = {name: value for name, value in given.items() if name not in _ENDS}
        if (
            memory.tool == DISTANCE
            and "headwind_kts" in given
            and given.get("return")
            and AND_BACK.match(said.slots.low)
        ):
            before, given = reversed_ends(before, fresh), {n: v for n, v in given.items() if n != "return"}
        if leaves_stops_out(fresh.slots.low):
            before, given = self._without_stops(before, given)
            if memory.legs:  # flown in legs, each a call of its own
                before = {**before, "from_location": memory.legs[0], "to_location": memory.legs[-1]}
        if left := self._left_out(before, fresh):
            before, given = {**before, **left}, {n: v for n, v in given.items() if n not in left}
        given = with_one_more(given, fresh, memory)
        if memory.tool == RULE and given.get("countries") is not None:
            given = self._from_the_same_start(given, said, memory)
        compared = before.get("countries")
        if corrects(said):
            given = {name: value for name, value in given.items() if name != "topic"}
            if isinstance(compared, list) and (new := said.countries()):
                given = {**given, "countries": [*compared[: -len(new)], *new]}  # in the place of the last
        elif "other_countries" in known.leans and "countries" in given:
            given = with_other_countries(given, memory, fresh)
        if "icao_code" in before and (two := of_two(said, memory)):
            before = Given({name: value for name, value in before.items() if name != "icao_code"})
            before["icao_codes"] = two
        goes_straight = leaves_stops_out(fresh.slots.low)
        if is_change(said, memory.tool) and given.keys() <= {"topic"} and not (said.spots or goes_straight):
            return None  # "more": the same read on, no topic of that name
        given = on_the_day_in_hand(given, fresh, memory)
        if (elsewhere := listed_elsewhere(given, fresh, memory)) is not None:
            return Reading(elsewhere.tool, probability, elsewhere.arguments, said=fresh, varied=True)
        arguments = changed(before, given, also=fresh.has("also"))
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

    @staticmethod
    def _not_around(probability: float, said: Said, memory: Known) -> Reading | None:
        """ "Not in Paris" of a list: the list as it is, and the wish that it does not take named."""
        spots = [s for s in said.slots.spots if s.kind != "country"]
        where = [LEAVES_OUT_AROUND.search(said.slots.low[: s.start]) for s in spots]
        if memory.tool not in LISTS or memory.call is None or not spots or not all(where) or said.slots.countries:
            return None
        given = {**memory.call.arguments}
        text = said.slots.text.strip(" .!?")
        return Reading(memory.tool, probability, given, said=said, varied=True, unanswered=(text,))

    def _field_to_area(self, said: Said, memory: Known) -> Reading | None:
        """ "Rather in Corsica" of a field: the fields of that area, with what was asked of the one."""
        if memory.tool != CARD or memory.call is None or not names_an_area_alone(said):
            return None
        about = memory.call.arguments.get("about")
        wished: Given = {}
        for fact in about if isinstance(about, list) else []:
            wished |= AS_A_WISH.get(str(fact), {})
        if not wished and said.slots.countries:
            return None
        given: Given = {"query": said.name(said.slots.spots[0]), **({"filters": wished} if wished else {})}
        return Reading(LISTED, CLAIMED, given, said=said.again(), varied=True)

    def _country(self, name: JsonValue) -> str | None:
        found = self.deps.countries.named(name) if isinstance(name, str) else None
        return found.code if found is not None else None

    def _customs_of(self, probability: float, said: Said) -> Reading | None:
        """The customs of the one field that is named after a country's fields with customs; None where none is."""
        fresh = said.again()
        code = None if fresh.slots.countries or len(fresh.spots) != 1 else fresh.field()
        if code is None:
            return None
        return Reading(CARD, probability, {"icao_code": code, "about": ["customs"]}, said=fresh, varied=True)

    def _without_stops(self, before: Given, given: Given) -> tuple[Given, Given]:
        """The last call without the stop that is named, or without any: "without the stop at Guernsey"."""
        named, stops = given.get("via"), before.get("via")
        gone = (
            {field_of(str(one), self.deps) or str(one) for one in named} if isinstance(named, list) else set[str]()
        )
        kept: list[JsonValue] = [
            one
            for one in (stops if isinstance(stops, list) else [])
            if (field_of(str(one), self.deps) or one) not in gone
        ]
        rest = {name: value for name, value in before.items() if name != "via"}
        without = {name: value for name, value in given.items() if name != "via"}
        return ({**rest, "via": kept} if gone and kept else rest), without

    def _left_out(self, before: Mapping[str, JsonValue], said: Said) -> Given:
        """The places of the last call without those that are said to be left out: "leave Tiree out of it"."""
        gone = {
            name
            for spot in said.slots.spots
            if LEAVES_OUT.search(said.slots.low[: spot.start])
            for name in (spot.name, field_of(spot.name, self.deps))
        }
        kept: Given = {}
        for name in ("icao_codes", "places"):
            listed = before.get(name)
            if gone and isinstance(listed, list) and len(left := [one for one in listed if one not in gone]) > 1:
                kept[name] = left
        return {name: value for name, value in kept.items() if value != before.get(name)}


def _has_a_field(spot: Spot, said: Said) -> bool:
    """Whether a name is that of a field, of a town, or of an island or small country with a field of its own."""
    places = said.deps.places
    place = places.resolve(spot.name).best
    if places.field_called(spot.name) is not None or (place is not None and place.kind in ("town", "airport")):
        return True
    of_its_own = place is not None and (place.kind == "island" or spot.kind == "country")
    return of_its_own and field_of(spot.name, said.deps, far=False) is not None


def _is_never(known: registry.Reads, said: Said, memory: Known) -> bool:
    """Whether a tool is not meant by the words alone.

    After its own answer a name is enough, "and in Sweden?", and after a list what counts it: "how many is that?".
    """
    goes_on = (known.tool == memory.tool and names_alone(said)) or (known.tool == COUNTED and memory.tool in LISTS)
    return known.unless is not None and not goes_on and known.unless(said)


def _as_its_neighbour(ranked: list[tuple[str, float]], said: Said, memory: Known) -> list[tuple[str, float]]:
    """Without the tools that are not meant by the words: "points of entry in Scotland" are a list with that wish."""
    shares = dict(ranked)
    for name, share in ranked:
        known = registry.readings().get(name)
        if known is not None and len(shares) > 1 and _is_never(known, said, memory):
            del shares[name]
            of_a_field = name == FUEL_PRICE and not any(spot.is_area for spot in said.spots)
            if (instead := FUEL_PLAN if of_a_field else _INSTEAD.get(name)) is not None:
                shares[instead] = shares.get(instead, 0.0) + share
    return sorted(shares.items(), key=lambda one: -one[1])


def _from_its_start(given: Given, said: Said, memory: Known) -> Given:
    """ "There and back" of a trip that begins elsewhere than at home begins where the trip does."""
    is_its_end = bool(memory.trip) and given.get("to_location") == memory.trip[END]
    if not is_its_end or given.get("from_location") != memory.home or any(s.name == "home" for s in said.spots):
        return given
    return {**given, "from_location": memory.trip[START]}
