"""Judges two ways to cut a message into its questions: which forgets what the other holds, which cuts one question in two."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.understanding.clauses.clauses import (
    asks,
    may_ask_again,
    run_on,
)
from agent.understanding.clauses.facts_beside import PRICE, PRICED
from agent.understanding.reader.leaning import names_alone
from agent.understanding.reader.reading import (
    PLACE_NAMES,
    Option,
    Reading,
)
from agent.understanding.reader.unread import CARD, LISTS

RULE, EXPLAIN, TRIP = "answer_rules_question", "explain_term", "plan_trip"
WINDS_ALOFT = "get_winds_aloft"
OF_ONE_FIELD = frozenset((CARD, PRICE, "get_airport_pricing", "get_notification_for_airport"))
"""Tools that ask of one field."""
STANDS_ALONE = 0.55
"""How sure the weakest part is of a message that is cut because each part asks."""
STANDS_BY_ITS_PLACE = 0.45
"""The same, where each part names a place of its own."""
STANDS_NEXT_TO_IT = 0.3
"""The same of a part that asks of a place, beside a question that is about none."""
CLAIMED_IN_PART = frozenset(("about_flyfun", "convert_units", "work_out_figures", EXPLAIN, "browse_rules"))
"""Tools that claim a part of a message as they claim a whole one: a flight's part may be told, and asked of by the rest."""
_OF_A_RULE = frozenset(("country", "countries"))
"""Where a rule holds may be taken of a place that something else is asked of."""
AREAS = frozenset(("query", "country", "countries", "location_query", "from_location", "to_location"))
"""Arguments that say where fields are looked for."""


def names_another_fact(said: Said, tool: str) -> bool:
    """Whether a part asks by its name for what other tools answer: "their hours today" behind a wind varies nothing."""
    own = registry.readings()[tool].named
    others = {name for known in registry.readings().values() for name in known.named} - {*own}
    return any((fact.start, fact.end) not in said.used for fact in said.all_of(*others))


def listed_values(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def forgets(option: Option, other: Option) -> bool:
    """Whether a way to read a message leaves out a question or a place that another, of the same questions and more, holds."""
    if other is option or len(other.readings) < 2 or other.evidence.get("lacks"):
        return False
    fewer, more = ([*one.readings, *one.beyond] for one in (option, other))
    if _holds_each(fewer, more):
        return False
    if (
        _tells_no_price(option, other)
        or _joins_two(option, other)
        or _tells_less_of_a_field(option, other)
        or _is_cut_further(option, other)
    ):
        return True
    if len(fewer) < len(more) and (_is_claimed_apart(option, other) or _is_among(option, other)):
        return True
    if len(fewer) >= len(more) or {reading.tool for reading in fewer} - {reading.tool for reading in more}:
        return False
    if _passes_over_a_place(option, other) or _passes_over_a_fact(option, other):
        return True
    passed_over = bool(option.evidence.get("unused places")) and not other.evidence.get("unused places")
    all_stand = all(part.sure >= STANDS_BY_ITS_PLACE for part in other.readings)
    of_fields = all(part.tool in OF_ONE_FIELD for part in other.readings)
    forgets_a_place = passed_over and (each_of_its_own_place(other) or (of_fields and all_stand))
    if len(other.readings) > len(option.readings) and lists_two_areas(other):
        return True
    alike = len({part.said is not None and asks(part.said.slots.text) for part in other.readings}) == 1
    mixes = alike and each_of_its_own_place(other) and _each_wishes_apart(other.readings)
    return forgets_a_place or mixes or _ask_apart(other.readings) or _each_asks(other)


_THAT_OF_THE_OTHER = re.compile(
    r"\W*(?:ceux|celles?|celui|those|the ones?|that|die|der|das|diejenigen) (?:de |d['’]|du |des |à |pour |for |of |at |in |from |von |für )",
    re.IGNORECASE,
)
""" "Les notams de Belle-Ile et ceux d'Ouessant": of each, and of no way between them."""


def _joins_two(option: Option, other: Option) -> bool:
    """Whether one takes two fields as the ends of a way, of each of which the same is asked."""
    last = other.readings[-1]
    return (
        [part.tool for part in option.readings] == [last.tool]
        and "from_location" in option.readings[0].arguments
        and all(part.tool == last.tool and "from_location" not in part.arguments for part in other.readings)
        and last.said is not None
        and _THAT_OF_THE_OTHER.match(last.said.slots.text) is not None
    )


def _holds_each(few: Sequence[Reading], more: Sequence[Reading]) -> bool:
    """Whether each of many questions is one of few: "how long is the runway at Popham, is there fuel" is one of its sheet."""

    def holds(one: Reading, other: Reading) -> bool:
        name = "places" if "places" in one.arguments else "about"
        mine, its = one.arguments.get(name), other.arguments.get(name)
        if one.tool != other.tool or not isinstance(mine, list) or not isinstance(its, list):
            return False
        rest = {key: value for key, value in other.arguments.items() if key != name}
        return rest.items() <= one.arguments.items() and all(fact in mine for fact in its)

    return all(any(holds(one, other) for one in few) for other in more)


def _tells_less_of_a_field(option: Option, other: Option) -> bool:
    """Whether both ask of one airfield alone, and the other asks the same facts and more: "open on Sunday, is there fuel"."""

    def facts(one: Option) -> tuple[set[str], set[str]]:
        about = {str(fact) for r in one.readings for fact in listed_values(r.arguments.get("about"))}
        return {str(r.arguments.get("icao_code")) for r in one.readings if r.tool == CARD}, about

    if not all(r.tool == CARD for r in (*option.readings, *other.readings)):
        return False
    (fields, few), (others, many) = facts(option), facts(other)
    return fields == others and len(fields) == 1 and bool(few) and few < many


def _tells_no_price(option: Option, other: Option) -> bool:
    """Whether a sheet alone stands for "opening hours and avgas price": which fuel is sold is no price."""
    of_sheets = all(part.tool == CARD for part in option.readings)
    priced = [part for part in other.readings if part.tool == PRICE and part.said is not None]
    return (
        of_sheets
        and any(PRICED.search(part.said.slots.text) for part in priced if part.said)
        and all(part.sure >= STANDS_NEXT_TO_IT for part in other.readings)
    )


def lists_two_areas(way: Option) -> bool:
    """Whether each part lists the fields of an area of its own: "in Thuringia with grass and in Saxony with asphalt"."""
    parts = way.readings
    areas = {str(part.arguments.get("query") or part.arguments.get("location_query")) for part in parts}
    lists = all(
        part.tool in LISTS and (part.arguments.get("filters") or part.arguments.get("priority_strategy"))
        for part in parts
    )
    own = all(part.said is not None and part.said.slots.spots and part.sure >= STANDS_NEXT_TO_IT for part in parts)
    return lists and own and len(areas) == len(parts)


def _is_among(option: Option, other: Option) -> bool:
    """Whether one asks just what the other does, and the other a question more that surely asks."""

    def call(part: Reading) -> tuple[str, str]:
        own = {name: value for name, value in part.arguments.items() if name != "question"}
        return part.tool, str(sorted(own.items(), key=lambda item: item[0]))

    held = {call(part) for part in option.readings}
    added = [part for part in other.readings if call(part) not in held]
    surely = all(
        part.sure >= STANDS_BY_ITS_PLACE and part.said is not None and asks(part.said.slots.text) for part in added
    )
    return bool(added) and surely and held <= {call(part) for part in other.readings}


def _is_claimed_apart(option: Option, other: Option) -> bool:
    """Whether a tool claims a part as its own, and not the whole: "who are you, and how old is your data?"."""

    def claimed(readings: Sequence[Reading]) -> bool:
        known = registry.readings()
        own = [(known[part.tool], part.said) for part in readings if part.tool in CLAIMED_IN_PART]
        return any(r.claims is not None and said is not None and r.claims(said) for r, said in own)

    alike = {part.tool for part in option.readings} <= {part.tool for part in other.readings}
    all_claimed = all(claimed([part]) for part in other.readings)
    return (
        (alike or all_claimed)
        and claimed(other.readings)
        and all(part.sure >= STANDS_BY_ITS_PLACE for part in other.readings)
    )


SURELY_ASKED = 0.7
"""How sure each part is of a message that is cut further than its likeliest cut."""


def holds_more(option: Option, other: Option) -> bool:
    """Whether another cut surely asks what one does, and more: "METAR Lydd, TAF Southend" apart, a fee of its own field."""
    if other.evidence.get("lacks") or len(other.readings) <= len(option.readings):
        return False

    def call(part: Reading) -> tuple[str, str]:
        return part.tool, str(sorted((name, str(value)) for name, value in part.arguments.items()))

    few, many = ({call(part) for part in one.readings} for one in (option, other))
    gone = [part for part in option.readings if call(part) not in many]
    added = [part for part in other.readings if call(part) not in few]
    told = {str(fact) for part in option.readings for fact in listed_values(part.arguments.get("about"))}
    kept = {str(fact) for part in other.readings for fact in listed_values(part.arguments.get("about"))}
    aloft = any(part.tool == WINDS_ALOFT for part in added)  # "TAF for Alderney, the wind at 3000 over it"
    still = all(
        any(
            part.tool == one.tool
            and part.arguments.keys() >= one.arguments.keys() - ({"elements"} if aloft else set[str]())
            for part in added
        )
        for one in gone
    )
    places = {str([part.arguments.get(name) for name in PLACE_NAMES]) for part in (*gone, *added)}
    if gone and len({part.tool for part in (*gone, *added)}) == len(places) == 1:
        return False  # of one field, in one answer
    return bool(added) and still and told <= kept and all(_surely_asked(part, gone) for part in added)


def _surely_asked(part: Reading, gone: Sequence[Reading]) -> bool:
    """Whether a part names what it asks, or is a name that the other cut gives to the question behind it."""
    if part.said is None or part.sure < SURELY_ASKED:
        return False
    text = part.said.slots.text
    if names_alone(part.said) and not text.lower().startswith(("what about ", "how about ")):
        return any(
            one.tool != part.tool and one.said is not None and one.said.slots.text.startswith(text) for one in gone
        )
    own = registry.readings()[part.tool].named
    of_a_level = part.tool == WINDS_ALOFT and bool(part.arguments.get("levels_ft")) and bool(_WIND.search(text))
    return asks(text) or of_a_level or bool(own and part.said.again().all_of(*own))


_WIND = re.compile(r"\b(?:winds?|vents?|höhenwinde?)\b", re.IGNORECASE)
_JOINT = re.compile(r"\s*(?:and|und|et|,|&)\s", re.IGNORECASE)


def _shares_what_stands_before(part: Reading) -> bool:
    """ "Egelsbach, and which is open longer" behind "the fee at Mainz": a name that shares the question before it."""
    if part.said is None or not part.said.spots or part.said.spots[0].start:
        return False
    text = part.said.slots.text
    return _JOINT.match(text, part.said.spots[0].end) is not None and may_ask_again(text)


def _is_cut_further(option: Option, other: Option) -> bool:
    """Whether a part of one still holds two questions that are cut in the other: "in Germany, and do I need a flight plan"."""

    def holds_two(one: Option) -> bool:
        texts = [part.said.slots.text for part in one.readings if part.said is not None]
        return any(may_ask_again(text) or run_on(text) for text in texts)

    understood = all(part.sure >= STANDS_BY_ITS_PLACE for part in option.readings)
    held = {part.tool for part in option.readings}
    new = [part for part in other.readings if part.tool not in held]
    asks_more = bool(new) and all(part.said is not None and asks(part.said.slots.text) for part in new)
    runs_on = asks_more and any(part.said is not None and run_on(part.said.slots.text) for part in option.readings)
    if understood and not runs_on and not any(_shares_what_stands_before(part) for part in option.readings):
        return False
    tells = TRIP in {part.tool for part in other.readings} - {part.tool for part in option.readings}
    return len(option.readings) > 1 and not tells and holds_two(option) and not holds_two(other)


def _passes_over_a_fact(option: Option, other: Option) -> bool:
    """Whether a fact is named that only the other way to read the message asks: "météo à Deauville et douane là-bas"."""

    def passes(readings: Sequence[Reading]) -> bool:
        return any(part.said is not None and names_another_fact(part.said, part.tool) for part in readings)

    return (
        passes(option.readings)
        and not passes(other.readings)
        and all(part.sure >= STANDS_NEXT_TO_IT for part in other.readings)
    )


def _passes_over_a_place(option: Option, other: Option) -> bool:
    """Whether a question of a place is not answered by one that takes all words as its own: "what is PPR, and does Sywell need it?"."""
    first, *further = option.readings
    own = first.arguments.keys() & {*PLACE_NAMES, *AREAS}
    if further or (own - _OF_A_RULE if first.tool == RULE else own):
        return False
    return any(
        part.arguments.keys() & set(PLACE_NAMES)
        and part.sure >= STANDS_NEXT_TO_IT
        and part.said is not None
        and part.said.spots
        and (asks(part.said.slots.text) or bool(part.arguments.get("about")))
        for part in other.readings
    )


def _ask_apart(parts: Sequence[Reading]) -> bool:
    """Questions of one kind about different countries in words of their own: one cannot hold the others."""
    countries: list[str] = []
    words: list[str] = []
    for part in parts:
        named = part.arguments.get("countries")
        if (
            part.tool != parts[0].tool
            or not isinstance(named, list)
            or part.said is None
            or part.said.bare_words < 2
        ):
            return False
        countries += [str(code) for code in named]
        words += {word.key for word in part.said.slots.words} - FUNCTION
    return len(set(countries)) == len(countries) and len(set(words)) == len(words)


def each_of_its_own_place(option: Option) -> bool:
    """Whether every question names a place and none is left over: "customs at Le Touquet and avgas at Calais"."""
    of_fields = all(part.tool == CARD and part.arguments.get("about") for part in option.readings)
    least = STANDS_NEXT_TO_IT if of_fields else STANDS_BY_ITS_PLACE  # a fact of a field is asked for by its name
    return not option.evidence.get("unused places") and all(
        part.said is not None and part.said.spots and part.said.bare_words and part.sure >= least
        for part in option.readings
    )


def _each_wishes_apart(parts: Sequence[Reading]) -> bool:
    """Whether each question says something of its place that no other does: "METAR Leeds, TAF Newcastle"."""
    said = [
        {(name, str(value)) for name, value in part.arguments.items() if name not in {*PLACE_NAMES, *AREAS}}
        for part in parts
    ]
    return all(own - set[tuple[str, str]]().union(*(other for other in said if other is not own)) for own in said)


def _each_asks(option: Option) -> bool:
    """Whether every part is surely a question, by its first word or its mark: "Is there fuel? What are the rules?"."""
    return all(
        part.sure >= STANDS_ALONE
        and part.said is not None
        and asks(part.said.slots.text)
        and not names_alone(part.said)
        for part in option.readings
    )
