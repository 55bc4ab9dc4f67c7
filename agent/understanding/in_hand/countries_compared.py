"""Rules asked of the countries that a thread of flights spoke of: which is stricter, what differs, where it is written."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.deps import Deps
from agent.language.ends import country_of
from agent.language.nationality import peoples
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.in_hand.context import END, START, Known
from agent.understanding.in_hand.turning import asks_a_source, asks_where_to_read
from agent.understanding.reader.tool_names import BORDER, RULE, TRIP
from tongue import later, say

COMPARED = "compare_rules_between_countries"
OF_RULES = frozenset((RULE, COMPARED, "browse_rules"))
_OVER_A_BORDER = "flight plan, customs"
"""What most differs between two states that one flies into, where nothing else is named."""
_CROSSING = "Is a flight plan required to cross the international border?"
_STRICTER = re.compile(
    r"\b(?:strict\w*|easi(?:er|est)|simpler|streng\w*|einfacher\w*|lockerer\w*|sévères?|souples?|anders|différente?s?|differen(?:t|ces?)|différences?"
    r"|unterschiede?|compar\w*|vergleich\w*)\b"
)
_ON = re.compile(
    r"\b(?:about|on|regarding|for|with|when it comes to|beim?|bei der|zum|zur|für|hinsichtlich|sur|pour|concernant|question)\s+(?:the |a |den |das |die |dem |der |le |la |les |l['’])?"
    r"(?P<what>[^?.!,;]{3,40})"
)


def without_a_lone_comparison(plan: Plan) -> Plan:
    """The plan without a comparison of one country beside what is told of it: "E vs G in Germany, what changes"."""
    lone = [
        step
        for step in plan.steps
        if step.tool == COMPARED
        and isinstance(named := step.arguments.get("countries"), list)
        and len(named) == 1
        and any(other.arguments.get("country_code") == named[0] for other in plan.steps)
    ]
    return (
        plan.model_copy(update={"steps": tuple(step for step in plan.steps if step not in lone)}) if lone else plan
    )


def of_countries_flown_to(said: Said, memory: Known, deps: Deps) -> ToolCall | None:
    """ "Which one is stricter about the flight plan?" behind flights into two countries: those beside each other."""
    low = said.slots.low
    if memory.tool not in (BORDER, COMPARED) or not _STRICTER.search(low):
        return None
    if any(spot.kind != "country" for spot in said.spots):
        return None
    named = [*dict.fromkeys(said.countries())]
    if memory.tool == COMPARED:
        held = memory.call.arguments.get("countries") if memory.call else None
        if len(named) != 1 or not isinstance(held, list) or len(held) != 1 or held == named:
            return None
        before = [str(code) for code in held]
    else:
        before = [found.code for place in memory.mentioned if (found := deps.countries.get(place)) is not None]
    before = [code for code in before if code not in named]
    codes: list[JsonValue] = [*before[-1:], *named] if len(named) == 1 else [*(named or before[-2:])]
    if len(codes) < 2:
        return None
    on = _ON.search(low) if not named else None
    topic = on["what"].strip() if on is not None else _OVER_A_BORDER
    said.take_all()
    return ToolCall(tool=COMPARED, arguments={"countries": codes, "topic": topic})


def with_people_aboard(said: Said, memory: Known) -> ToolCall | None:
    """ "And with a passenger from the USA?" behind two states compared: what those aboard need in each of them."""
    if (entered := _entered(said, memory)) is not None:
        return entered
    named = said.slots.countries
    held = memory.call.arguments.get("countries") if memory.call else None
    if (
        memory.tool != COMPARED
        or not isinstance(held, list)
        or len(held) < 2
        or not _ABOARD.search(said.slots.low)
    ):
        return None
    if len(named) != 1 or any(spot.kind != "country" for spot in said.spots):
        return None
    nationality = named[0].country.name
    said.take_all()
    question = f"Which passport, visa or travel authorisation does a passenger from {nationality} need?"
    return ToolCall(tool=RULE, arguments={"question": question, "country_code": held[0], "countries": held[1:]})


def _entered(said: Said, memory: Known) -> ToolCall | None:
    """ "And if one of us is English, on a UK passport" behind a flight: what is asked of her where it lands."""
    goal, low = memory.places.get(END), said.slots.low
    aboard = peoples(said.slots.countries, low)
    if memory.tool not in (TRIP, BORDER) or goal is None or not aboard or not _OF_PERSONS.search(low):
        return None
    if len(aboard) != len(said.slots.countries) and len({one.country.code for one in said.slots.countries}) > 1:
        return None
    if any(spot.kind != "country" for spot in said.spots) or said.slots.days or said.slots.of("clock"):
        return None
    entered, home = (
        country_of(end, said.deps) if end else None for end in (goal, memory.places.get(START) or memory.home)
    )
    if entered is None:
        return None
    whose = " and ".join(dict.fromkeys((*one.country.demonyms, one.country.name)[0] for one in aboard))
    said.take_all()
    question = f"Which passport, visa or travel authorisation do {whose} passengers need?"
    beside: dict[str, JsonValue] = {"countries": [home]} if home and home != entered else {}
    return ToolCall(tool=RULE, arguments={"question": question, "country_code": entered, **beside})


_OF_PERSONS = re.compile(
    r"\b(?:passports?|passeports?|reisepass|pässe|pass|one of (?:us|them)|one is|un des|une des|l['’]une?|eine[rs]? (?:von|der)|einer ist|"
    r"pass?engers?|passag[eè]re?s?|passagier\w*|mitflieger\w*|friends?|freund\w*|amie?s?|wife|husband|frau|mann|femme|mari|copine?s?|she|he|sie|er|elle|il)\b"
)
_ABOARD = re.compile(
    r"\b(?:pass?engers?|passagier\w*|passag[eè]re?s?|mitflieger\w*|friends?|freund\w*|amie?s?|guests?|gast|gäste\w*)\b"
)

FUEL_ALONE = later(
    "A landing for fuel alone is a landing there: I know of no exception for it, so all of this holds."
)
_FUEL_ALONE = re.compile(
    r"\W*(?:(?:and|so|ok|but|und|aber|et|mais)\W+)*(?:does (?:that|this|it|all that)(?: also| all)? (?:also )?(?:hold|apply|count)|is (?:that|it|this) the same|(?:the )?same"
    r"|gilt (?:das|dies|es|alles)(?: auch)?(?: noch)?|ist das (?:auch so|gleich)|gleiche[sr]?|dasselbe|(?:est-ce que )?(?:ça|cela|c['’]est) (?:vaut|s['’]applique|compte|pareil|valable)(?: aussi)?|pareil)"
    r"\W+(?:(?:also|even|auch|aussi|même)\W+)*(?:if|when|for|wenn|falls|für|bei|si|quand|pour)\b[^?.!]*\b(?:fuel\w*|refuel\w*|tank\w*|sprit|kraftstoff|technical stop|essence|carburant|avitaill\w*|ravitaill\w*|plein)\b[^?.!]{0,20}\W*"
)


def for_fuel_alone(said: Said, memory: Known) -> Plan | None:
    """ "Does that also hold when I only land for fuel?" behind what a flight into a country takes: the same again."""
    asked = memory.plan is not None and memory.tool in (RULE, COMPARED, BORDER, *_TAKEN)
    if not asked or memory.plan is None or said.spots or _FUEL_ALONE.fullmatch(said.slots.low) is None:
        return None
    said.take_all()
    return memory.plan.model_copy(update={"made_by": "reader", "reasoning": say(FUEL_ALONE)})


_TAKEN = ("get_report_deadline", "get_notification_for_airport")


def where_to_read(said: Said, memory: Known, deps: Deps) -> ToolCall | None:
    """ "Where can I read that officially?", of a rule "where is that written?" too: of each country that was asked or flown to, what its answer rests on."""
    call = memory.call
    if call is None or call.tool not in (*OF_RULES, BORDER):
        return None
    if not asks_where_to_read(said) and not (call.tool in OF_RULES and asks_a_source(said)):
        return None
    asked = call.arguments
    if call.tool == BORDER:
        ends = [deps.countries.get(str(memory.places.get(end, ""))) for end in (END, START)]
        codes: list[JsonValue] = [*dict.fromkeys(country.code for country in ends if country is not None)]
        question: JsonValue = _CROSSING
    else:
        code, several = asked.get("country_code"), asked.get("countries")
        codes = [code] if isinstance(code, str) else []
        codes += [one for one in several if one not in codes] if isinstance(several, list) else []
        question = asked.get("question") or asked.get("topic") or memory.topic
    if not codes or not isinstance(question, str):
        return None
    said.take_all()
    beside = {"countries": codes[1:]} if codes[1:] else {}
    return ToolCall(
        tool=RULE, arguments={"question": question, "country_code": codes[0], **beside, "asks_source": True}
    )
