"""Reads one message without a model: which tools, with which arguments, and how sure that is.

The small classifier ranks the tools by the message's words, what it names, and what was asked before; each of
the likeliest is read, whole or in parts, and what the readings find, lack and leave aside is weighed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cached_property, lru_cache
from typing import cast

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.aviation.place_words import is_common_word
from agent.deps import Deps
from agent.language.apostrophes import with_apostrophes_if_english
from agent.language.burning import is_of_the_way_out
from agent.language.compass_compounds import with_sides_apart
from agent.language.courtesy import CHAT, courtesy
from agent.language.elided import with_apostrophes
from agent.language.ends import country_of, field_of
from agent.language.lexicon import Lexicon, load_lexicon
from agent.language.orders import ORDERS
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Slots, Spot
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain
from agent.protocol import Location, ToolCall
from agent.understanding.clauses.claimed_beside import with_what_else_is_asked
from agent.understanding.clauses.clauses import asks_again, may_ask_again
from agent.understanding.clauses.cuts_judged import STANDS_ALONE, names_another_fact
from agent.understanding.clauses.field_by_field import field_by_field
from agent.understanding.clauses.same_head import of_each_headed
from agent.understanding.clauses.several import OF_ALL_IT_SAYS, of_each_subject, with_parts
from agent.understanding.in_hand.context import (
    END,
    START,
    Given,
    Known,
    at_home,
    filled,
    on_the_day_in_hand,
    reversed_ends,
    towards_the_place_in_hand,
)
from agent.understanding.in_hand.turning import is_change
from agent.understanding.reader.classifier import Classifier, Guess, features, load_classifier, mixed
from agent.understanding.reader.encoder import Encoder, load_encoder
from agent.understanding.reader.fitting import Fitted, fitted
from agent.understanding.reader.leaning import (
    ASKS_IF_ALIKE,
    ON_THE_WAY,
    asks_another_thing,
    asks_the_same,
    corrects,
    field_in_passing,
    in_its_place,
    is_only_of_another,
    leaves_stops_out,
    list_to_count,
    names_alone,
    notice_in_hand,
    of_one_place,
    of_two,
    one_of_a_list,
    place_alone,
    to_each,
    turns_home,
    with_more,
)
from agent.understanding.reader.leant import NEAR, is_end, leant, of_several
from agent.understanding.reader.question_in_hand import (
    is_of_rules,
    question_in_hand,
    report_in_hand,
)
from agent.understanding.reader.reading import (
    CHANGE,
    CLAIMED,
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
from agent.understanding.reader.taught import Taught, as_taught, load_taught
from agent.understanding.reader.tool_names import (
    BORDER,
    BRIEF,
    CARD,
    COMPARED,
    DEADLINE,
    DISTANCE,
    ENDS,
    ENDURANCE,
    EXPLAIN,
    FUEL_PLAN,
    FUEL_PRICE,
    LISTED,
    NOTICE,
    OF_ENTRY,
    RULE,
    TRIP,
    WEATHER,
)
from agent.understanding.reader.unread import LISTS
from agent.understanding.reader.varying import (
    country_called,
    customs_of,
    field_to_area,
    left_out,
    not_around,
    varied_call,
)
from agent.understanding.reader.weighing import Weighing, load_weighing, logged

SURE_BY_WORDS = 0.93
"""The linear model's word is taken alone from here on."""
PRESET = "|"
"""Parts the tool from an argument that the class itself says: "about_flyfun|what=limits"."""
HARDLY_ELSE = 0.9
"""From this probability of a change of the last question on, the other classes say nothing of their own."""
TRIED = 8
"""Classes whose reading is tried."""
_OF_A_FIELD = (CARD, NOTICE, "get_airport_pricing", FUEL_PRICE)
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
TOGETHER = (
    (TRIP, RULE),  # "…, back Sunday, what do I need with my dog"
    ("set_minima", "get_day_brief"),  # "my minima are …: is tomorrow ok for Biggin to Le Touquet"
    ("set_minima", "get_weather"),
    ("set_minima", "get_runway_wind"),
)
"""Questions of one message that are both answered where each claims it."""
OF_COUNTRIES = frozenset(("get_border_brief",))
"""Tools whose ends may be whole countries."""
SHORT = 8
"""Words of a message that only puts one field in the place of another."""
NEVER_OVERRULED = frozenset(("compare_airfields",))
"""Claims by the form of a message: the fields that head it, and what is asked of each."""
_AREA = "search_airports"
_ABOUT, _TERM = "about_flyfun", "explain_term"
OVERRULES = 0.98
"""How sure the guess of another tool is that a claim does not stand against."""


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
        """The text with the apostrophes that its writer left out, and a side and its country apart."""

        def is_word(key: str) -> bool:
            return key in self.vocabulary.words or key in FUNCTION or is_common_word(key, key)

        def is_country(name: str) -> bool:
            return self.deps.countries.get(name) is not None

        is_place = self.deps.places.is_known
        written = with_apostrophes(with_apostrophes_if_english(text, is_word), is_word, is_place)
        return with_sides_apart(written, is_country, is_place)

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
        if of_each := field_by_field(self, said, memory) or of_each_headed(self, said, memory):
            return of_each
        claimed = self._all_claimed(said, memory)
        for both in TOGETHER:
            if claimed.keys() >= {*both}:
                return [claimed[tool] for tool in both]
        if [*claimed] == [RULE] and (each := of_each_subject(self, said, memory)) is not None:
            return list(each.readings)
        if claimed and not self._overruled({*claimed}, said, memory):
            own = next(iter(claimed.values()))
            return self._claimed_in_part(own, said, memory) or with_what_else_is_asked(self, own, said, memory)
        return list(self.options(said, memory)[0].readings)

    def _claimed_in_part(self, own: Reading, said: Said, memory: Known) -> list[Reading]:
        """The questions of a message of which a tool claims one alone: "can I take my dog, and do I need a passport"."""
        if own.tool in OF_ALL_IT_SAYS | NEVER_OVERRULED:
            return []
        names_more = own.said is not None and names_another_fact(own.said, own.tool)
        if not may_ask_again(said.slots.text) and not names_more:
            return []
        best = self.options(said, memory)[0]
        alone = len(best.readings) < 2 or best.evidence.get("lacks") or best.beyond
        if alone or not any(one.tool == own.tool for one in best.readings):
            return []
        if own.tool == FUEL_PLAN and {one.tool for one in best.readings} == {FUEL_PLAN, DISTANCE}:
            return []  # "how far is it and how much fuel": the sum tells the way
        asked = {name for name, value in own.arguments.items() if value is True}
        if not asked <= {name for one in best.readings for name in one.arguments}:
            return []  # "Wetter Jena, taugt das für Platzrunden": cut, nobody asks whether it will do
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
                if own is not None and own.tool == BRIEF and _is_of_one_area(own, said):
                    continue
                # "Fields in Belgium within an hour", "France by plane, what papers", "can the club share costs with guests?": what is missing is asked
                bare = memory.call is None and not said.slots.days
                asks = own is not None and (own.tool in (BORDER, NEAR) or (own.tool == RULE and bare))
                if own is not None and (asks or not own.missing):
                    claimed[own.tool] = own
        return claimed

    def _asks_of_the_flight(self, said: Said, memory: Known) -> bool:
        """ "Is 120 litres enough at 38 an hour?" behind a flight: whether it is enough for that one."""
        in_hand = memory.call is not None and memory.call.arguments.keys() >= ENDS
        return in_hand and self.guess(said, memory).best == FUEL_PLAN

    def _overruled(self, claiming: set[str], said: Said, memory: Known) -> bool:
        """Whether what was learnt is so sure of another tool that what a tool claims by its words does not count."""
        if claiming & NEVER_OVERRULED:
            return False
        guess = self.guess(said, memory)
        known = {name.partition(PRESET)[0] for name, _ in guess.ranked}
        other = guess.best.partition(PRESET)[0]
        if not claiming <= known or other not in {*registry.readings(), SEVERAL} - claiming:
            return False  # what was not learnt cannot be guessed
        if is_of_rules(other) and any(is_of_rules(tool) for tool in claiming):
            return False  # which form a question of a rule has its words say
        if other == _ABOUT and _TERM in claiming:
            return False  # terms in a row are what is asked about, not FlyFun
        if other == _AREA and NEAR in claiming:
            return False  # and whether a list lies around a place
        return guess.sure >= OVERRULES

    def _claimed(self, known: registry.Reads, said: Said, memory: Known) -> Reading | None:
        """A message that a tool claims: the last call with another figure where it says nothing the tool needs."""
        sure = self.weighing.sure(CLAIMED)
        names = {n for need in known.needs for n in ((need,) if isinstance(need, str) else need)}
        if memory.tool == known.tool and not names & known.read(said.again()).keys():
            return varied_call(sure, said, memory)
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
        alike = ASKS_IF_ALIKE.search(said.slots.low) is not None
        short = len(said.slots.words) <= (SHORT + 2 if alike else SHORT)
        if short and (other := in_its_place(said, memory, named_last)):
            fresh = said.again()
            if alike:
                fresh.take_all()
            replaced = Reading(memory.tool, CLAIMED, other, said=fresh, varied=True)
            return [Option((replaced,), self._evidence(replaced, said, memory))]
        if (of_an_area := field_to_area(said, memory)) is not None:
            return [Option((of_an_area,), self._evidence(of_an_area, said, memory))]
        if (kept := not_around(CLAIMED, said.again(), memory)) is not None:
            return [Option((kept,), self._evidence(kept, said, memory))]
        changes = corrects(said) or (memory.legs and leaves_stops_out(said.slots.low))
        if memory.call is not None and (changes or left_out(memory.call.arguments, said)):
            left = varied_call(CLAIMED, said, memory)
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
        flies = memory.call is not None and memory.call.arguments.keys() >= ENDS
        if not flies or not names_alone(said) or said.slots.spots or said.slots.countries:
            return None
        return varied_call(CLAIMED, said, memory)

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
        if spot is None or not has_a_field(spot, said):
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
        if not is_change_said and guess.of(VARY) >= HARDLY_ELSE and varied_call(1.0, said, memory) is None:
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
        found = _without_sheets_of_a_flight(_without_what_forgets(found, memory), said)
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
            return varied_call(probability, said, memory)
        if name == CHANGE and not is_change(said, memory.tool):
            return None
        if name == TALK and len(said.slots.words) == 1 and said.concepts:
            return None  # "fuel": a word of the field is no small talk
        if name in PLAIN_CLASSES:
            return Reading(name, probability, {}, said=said.again())
        tool, _, preset = name.partition(PRESET)
        if tool == memory.tool == OF_ENTRY and (of_field := customs_of(probability, said)) is not None:
            return of_field
        known = registry.readings().get(tool)
        if known is None or _is_never(known, said, memory):
            return None
        if memory.call and is_of_rules(tool) and not is_of_rules(memory.tool) and is_only_of_another(said):
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
        if tool == OF_ENTRY and memory.tool in LISTS and said.has("of_them"):
            return None  # "which of them has customs, I come from Morocco": a wish of the list
        fresh = said.again()
        given = known.read(fresh)
        if tool == OF_ENTRY and (asked := notice_in_hand(given, fresh, memory)) is not None:
            return Reading(NOTICE, probability, asked, said=fresh)
        if tool == COUNTED and (counted := list_to_count(given, memory)) is not None:
            return Reading(counted.tool, probability, counted.arguments, said=fresh, varied=True)
        if tool == DISTANCE and said.has("closer") and (way := to_each(fresh, memory)):
            given = way
        given = _from_its_start(given, said, memory)
        says = {str(given[end]) for end in ENDS if end in given}
        if preset:
            key, _, value = preset.partition("=")
            given.setdefault(key, value)
        if not given.keys() & set(PLACE_NAMES):
            if set(known.leans) >= ENDS and {START, END} <= memory.places.keys():
                for end in sorted(ENDS):  # of a flight in hand, both ends are meant
                    given = filled(given, end, memory, self.deps)
            elif (
                memory.trip
                and not given.get("flight_minutes")
                and (
                    {need if isinstance(need, str) else need[0] for need in known.needs} >= ENDS
                    or (set(known.leans) >= ENDS and ON_THE_WAY.search(said.slots.low))
                )
            ):
                given = {**given, "from_location": memory.trip[START], "to_location": memory.trip[END]}
            both = memory.comes_back and not is_of_the_way_out(said.slots.low)
            if tool == "get_fuel_plan" and both and given.keys() & ENDS:
                given = {"return": True, **given}  # "will 120 litres do?" of a trip there and back
        if tool in OF_COUNTRIES and not given.keys() & ENDS and not memory.places:
            called = [c.name for code in memory.countries if (c := self.deps.countries.get(code))]
            if len(called) == 2:  # "and customs?" of a rule between two countries
                given = {**given, "from_location": called[0], "to_location": called[1]}
        if tool == DISTANCE and not said.spots:  # no flight goes from a whole country to another
            memory = replace(
                memory, places={r: p for r, p in memory.places.items() if not country_called(said.deps, p)}
            )
        flown = tool == FUEL_PLAN and not given.keys() & {"flight_minutes", "distance_nm"}
        if (flown or set(known.needs) >= ENDS) and not given.keys() & {*PLACE_NAMES}:
            given = towards_the_place_in_hand(given, memory, self.deps)
        if tool == COMPARED and memory.tool == WEATHER and (not given.get("about") or said.has("weather")):
            named = given.get("icao_codes") if said.has("weather") else None
            spoken_of: list[JsonValue] = [*memory.mentioned[-2:]] if said.has("of_them") else []
            if two := named or [*of_two(said, memory)] or spoken_of:
                of_each: Given = {**memory.call_but("places"), "places": two}
                return Reading(WEATHER, probability, of_each, said=fresh, varied=True)
        missing = ""
        if (
            "report" in known.needs
            and not given.get("report")
            and (report := report_in_hand(memory, self.lexicon))
        ):
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
        if said.place is None and ("here" in given.values() or given.get("places") == ["here"]):
            missing = "here"  # no position was shared, and "here" is no town
        if "question" in given:
            asked = question_in_hand(tool, given, said, memory, self.lexicon, self.rule_subjects)
            if asked is None:
                return None
            given = asked
        if memory.call is not None and tool == memory.tool and fresh.has("also"):
            given = with_more(given, memory.call.arguments)
        if missing == "report" and given.keys() >= ENDS:  # "when do I send each form?": every paper of the flight
            asked = {"from_location": given["from_location"], "to_location": given["to_location"]}
            day = given.get("day") or memory.day
            whole: Given = {**asked, **({"date": day} if day else {})}
            return Reading(BORDER, probability, whole, said=fresh)
        if tool == memory.tool == TRIP and not known.read(said.again()):
            given = {**(memory.call.arguments if memory.call else {})}  # "what papers": of the trip in hand, whole
        has_day, has_time = bool(given.get("day")), bool(given.get("time"))
        given = leant(
            known, of_several(known, given, fresh), fresh, memory, lambda: self.said(memory.before, said.today)
        )
        if (
            set(known.leans) >= ENDS
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
        if tool == NOTICE and "from_country" not in given and is_end(field, memory, said.deps):
            start = memory.places.get(START)
            abroad = country_of(start, self.deps) if start and start != "here" else None
            given = {**given, **({"from_country": abroad} if abroad else {})}
        if isinstance(field, str) and given.get("from_country") == country_of(field, self.deps):
            given = {
                name: value for name, value in given.items() if name != "from_country"
            }  # "what do the French want?"
        given = on_the_day_in_hand(given, fresh, memory)
        is_the_last = memory.call is not None and (tool, given) == (memory.tool, memory.call.arguments)
        is_the_last = is_the_last and said.slots.text != plain(memory.before)  # asked again, word for word
        names_a_country = bool(said.slots.countries) and names_alone(said)
        if tool == DISTANCE and memory.legs and not said.spots and "via" not in given:
            over: list[JsonValue] = [*memory.legs[1:-1]]
            if (given.get("from_location"), given.get("to_location")) == (memory.legs[0], memory.legs[-1]):
                given = Given({**given, "via": over})  # "how long is that in total" of a flight in legs
        if is_the_last and (names_a_country or asks_another_thing(fresh, registry.readings().values())):
            return None  # "phone?" of a price: the last question again would say nothing of it
        return Reading(tool, probability, given, missing, fresh)


def has_a_field(spot: Spot, said: Said) -> bool:
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


def _without_what_forgets(options: list[Option], memory: Known) -> list[Option]:
    """Without the last question read anew where it only says less than the same with what changes: "and Deauville?" of
    the notice for a flight from the United Kingdom on Saturday. A list, a sheet or a rule may be asked for anew.
    """
    kept = next(
        (o.readings[0] for o in options if o.readings[0].varied and o.readings[0].tool == memory.tool), None
    )
    if kept is None or memory.tool in LISTS | {CARD, COMPARED} or is_of_rules(memory.tool):
        return options

    def forgets(one: Reading) -> bool:
        same = one.tool == memory.tool and not one.varied and not one.missing
        return same and one.arguments.items() < kept.arguments.items()

    return [option for option in options if not forgets(option.readings[0])]


def _without_sheets_of_a_flight(options: list[Option], said: Said) -> list[Option]:
    """Without the sheet of a field where a speed or a time is asked of a flight there: "how long is it there at 65 knots"."""
    flown = any(o.readings[0].tool == DISTANCE and o.readings[0].arguments.keys() >= ENDS for o in options)
    takes_time = said.slots.of("speed") or _TAKES_TIME.search(said.slots.low)
    if not flown or not takes_time or _NAMES_A_RUNWAY.search(said.slots.low):
        return options
    silent: tuple[list[JsonValue], ...] = ([], ["runway"])
    return [
        option
        for option in options
        if option.readings[0].tool != CARD or option.readings[0].arguments.get("about", []) not in silent
    ]


_TAKES_TIME = re.compile(r"\bhow long (?:would|will|does|do|to)\b.*\b(?:takes?|fly|get|reach)\b")
_NAMES_A_RUNWAY = re.compile(r"\b(?:runways?|strip|rwy|\w*bahn\w*|pistes?|tell me about|info\w*)\b")


def _is_of_one_area(own: Reading, said: Said) -> bool:
    """ "La Bretagne dimanche, ça donne quoi": no flight begins and ends in a whole region."""
    start, end = own.arguments.get("from_location"), own.arguments.get("to_location")
    return start == end and any(spot.is_area and said.name(spot) == end for spot in said.spots)


def _from_its_start(given: Given, said: Said, memory: Known) -> Given:
    """ "There and back" of a trip that begins elsewhere than at home begins where the trip does."""
    is_its_end = bool(memory.trip) and given.get("to_location") == memory.trip[END]
    if not is_its_end or given.get("from_location") != memory.home or any(s.name == "home" for s in said.spots):
        return given
    return {**given, "from_location": memory.trip[START]}
