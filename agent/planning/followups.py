"""Understands messages that vary the last plan, and questions that lack what was said before."""

from __future__ import annotations

import re
from dataclasses import replace

from pydantic import JsonValue

from agent.language.slots import Named, Slots
from agent.planning.ellipsis import LISTS, MARK, ROUTES, leftover, with_weak
from agent.planning.reader import Reader
from agent.planning.reading import CLARIFY
from agent.planning.references import other_end, places_of, spots_of
from agent.planning.steps.asked import Asked
from agent.planning.steps.flight_times import moment
from agent.planning.travel_dates import SHIFT, shifted
from agent.planning.trip_words import read_edit
from agent.planning.variations import DROP, SPEED_TOOLS, changes, flown_alike, rules_changes, speeds
from agent.protocol import Conversation, Plan, ToolCall
from agent.subjects.airfield.asked import asked_in

Arguments = dict[str, JsonValue]
MORE_BY = 10
REVERSE = re.compile(
    (
        r"\b(?:other way (?:round|around)|opposite (?:direction|way)|reverse(?:d)?|(?:and |"
        r")(?:the |)way back|on the way back|return (?:leg|trip|flight|way)|back again|the other "
        r"direction|vice versa|flip it|swap (?:them|the ends)|and back\b|dans l'autre sens|au "
        r"retour|le retour|l'inverse|en sens inverse|andersherum|anders herum|umgekehrt|rückweg|"
        r"in die andere richtung|zurück)\b"
    ),
    re.IGNORECASE,
)
_NEXT = re.compile(
    (
        r"^(?:the |show |show me |go to |give me )*(?:next|following)(?: page| ones| ten| 10| "
        r"results| rules| few)?\W*$|\bnext page\b|\bpage suivante\b|^(?:la )?suite\W*$|\bnächste "
        r"seite\b|^weiter\W*$|^continue\W*$|^les suivant\w*\W*$"
    ),
    re.IGNORECASE,
)
_PREVIOUS = re.compile(
    r"\b(?:previous|prior|last) page\b|^back\W*$|\bpage précédente\b|\bvorige seite\b", re.IGNORECASE
)
_HOW_MANY = re.compile(
    r"^\W*(?:so |and )?(?:how many|combien|wie ?viele)\b"
    r"(?: (?:are there|are those|is that|sind (?:es|das)|y en a-t-il))?\W*$"
)
_MORE = re.compile(
    (
        r"^(?:please |can you |could you )*(?:show |list |give |see |i want |any )*(?:me |us "
        r")*(?:some |a few |)(?:more|the rest|the others|all(?: of them)?|them all|others|further "
        r"ones|more (?:of them|results|airports|airfields|fields|options|please|rules|places))(?: "
        r"please| results)?\W*$|^(?:montre|affiche)[- ]?(?:moi)?[- ]?(?:en )?plus\W*$|^(?:en "
        r")?plus\W*$|^encore\W*$|^(?:zeig\w* (?:mir )?)?mehr(?: davon| anzeigen| bitte)?\W*$|^und "
        r"(?:noch )?mehr\W*$"
    ),
    re.IGNORECASE,
)


def vary(last: Plan, asked: Asked, reader: Reader, *, answered: str = "", loose: bool = False) -> Plan | None:
    """The last plan with what the message changes; None when the message is a question of its own.

    `answered` is the last answer, which says how far a page of it went ("1–3 of 64").
    `loose` lets a word or two pass that are not understood: for messages that mean nothing by themselves.
    """
    asked = replace(asked, slots=with_weak(asked.slots))
    slots = asked.slots
    low = slots.low
    call = _meant(last, slots)
    if call.tool == "build_itinerary" and (edit := read_edit(slots)) is not None:
        return followup(last, ToolCall(tool="build_itinerary", arguments={**call.arguments, "edit": edit}))
    if call.tool == CLARIFY:
        return None
    if loose and call.tool == "get_airport_details" and _asks_more_of_it(slots):
        return followup(last, call)
    if (page := turn_page(last, call, low, answered)) is not None:
        return page
    if (moved := shifted(call, low)) and leftover(slots, call.tool, SHIFT) == 0:
        return followup(last, ToolCall(tool=call.tool, arguments={**call.arguments, **moved}))
    elliptical = leftover(slots, call.tool) == 0
    if call.tool in (*ROUTES, "search_flights") and (turned := REVERSE.search(low)):
        outside = [s for s in places_of(slots) if not turned.start() <= s.start < turned.end()]
        if not outside and leftover(slots, call.tool, REVERSE) == 0:
            return followup(last, turned_round(call, slots, asked))
    if not elliptical and not (loose and leftover(slots, call.tool) <= 2):
        return None
    if call.tool == "answer_rules_question" and len(slots.countries) > 1:
        return _for_each(last, call, slots, asked)
    marked = bool(MARK.match(slots.text)) or bool(
        re.search(r"\b(?:instead|too|as well|aussi|auch|stattdessen|plutôt|lieber)\b", low)
    )
    bare = [s for s in slots.spots if s.kind in ("code", "iata")]
    if bare and not marked and not slots.quantities and len(slots.words) <= 2:
        return None
    changed = changes(call, slots, asked)
    if changed is None:
        return None
    arguments: Arguments = {**call.arguments, **changed}
    arguments.pop("edit", None)
    if call.tool in LISTS:
        arguments.pop("offset", None)  # another list begins at its first field
    for gone in [name for name, value in arguments.items() if value is None or value == {}]:
        del arguments[gone]
    if arguments == call.arguments and not DROP.search(low):
        return None
    return followup(last, ToolCall(tool=call.tool, arguments=arguments))


_SHORT = 6
"""Words of a message that may lean on the field just shown."""


def _asks_more_of_it(slots: Slots) -> bool:
    """Another attribute of the field just shown, or another day of its hours: "any restaurant?", "and Monday?"."""
    if places_of(slots) or slots.countries or len(slots.words) > _SHORT:
        return False
    return bool(asked_in(slots.low)) or (bool(slots.days) and bool(MARK.match(slots.text)))


def _meant(last: Plan, slots: Slots) -> ToolCall:
    """The call of the last plan that a message varies: the trip for a change of a trip, else the first."""
    trip = next((step for step in last.steps if step.tool == "build_itinerary"), None)
    return trip if trip is not None and read_edit(slots) is not None else last.steps[0]


def _for_each(last: Plan, call: ToolCall, slots: Slots, asked: Asked) -> Plan:
    """One rules question asked of several more countries."""
    steps: list[ToolCall] = []
    for named in slots.countries[:4]:
        changed = rules_changes(call, replace(slots, countries=(named,)), asked)
        changed.pop("offset", None)
        steps.append(ToolCall(tool=call.tool, arguments={**call.arguments, **changed}))
    return last.model_copy(
        update={"steps": tuple(steps), "made_by": "followup", "confidence": 0.9, "reasoning": ""}
    )


def lean_on(last: Plan | None, conversation: Conversation, asked: Asked, reader: Reader) -> Asked:
    """The question with the places, countries and aircraft of what was said last beside its own."""
    slots = asked.slots
    turns = conversation.turns
    recent = reader.slots(turns[-1].text, asked.today) if turns else None
    known = [
        str(v) for step in (last.steps if last else ()) for v in step.arguments.values() if isinstance(v, str)
    ]
    if (
        recent is not None
        and recent.codes
        and not any(c.name in known for c in recent.codes)
        and not places_of(slots)
    ):
        # The last message named a field but planned nothing ("weather LFAT").
        return replace(
            asked, slots=replace(slots, spots=(*slots.spots, *(replace(s, start=0, end=0) for s in recent.spots)))
        )
    if last is None or not last.steps:
        return asked
    arguments = last.steps[0].arguments
    spots = list(slots.spots)
    places = places_of(slots)
    if not places:
        spots += spots_of(arguments, conversation)
    elif len(places) == 1:
        spots += other_end(places[0], arguments)
    countries = list(slots.countries)
    for name in ("country_code", "country", "countries", "query"):
        value = arguments.get(name)
        for code in value if isinstance(value, list) else [value]:
            found = asked.deps.countries.get(code) if isinstance(code, str) else None
            if found is not None and all(found.code != c.country.code for c in countries):
                countries.append(Named(0, 0, found, False))
    return replace(asked, slots=replace(slots, spots=tuple(spots), countries=tuple(countries)))


def carry_speed(call: ToolCall, last: Plan | None) -> ToolCall:
    """The speed in hand goes with the next question on the same route."""
    if last is None or not last.steps or call.tool not in SPEED_TOOLS:
        return call
    before, now = last.steps[0].arguments, call.arguments
    if last.steps[0].tool not in SPEED_TOOLS or "cruise_speed_kts" in now or "aircraft_type" in now:
        return call
    kept = {k: before[k] for k in ("cruise_speed_kts", "aircraft_type") if k in before}
    return ToolCall(tool=call.tool, arguments={**now, **kept}) if kept else call


_PAGES = frozenset({"browse_rules", "compare_rules_between_countries"})
_PAGE_OF = re.compile(r"\b(?P<first>\d+)(?:–(?P<last>\d+))? of [\d,]+")
_BACK_BY = 3
"""Rules on most pages: how far the page before begins before this one."""


def turn_page(last: Plan, call: ToolCall, low: str, answered: str = "") -> Plan | None:
    if call.tool in _PAGES and (_NEXT.search(low) or _MORE.search(low) or _PREVIOUS.search(low)):
        offset, limit = call.arguments.get("offset", 0), call.arguments.get("limit", 10)
        step = limit if isinstance(limit, int) else 10
        first = offset if isinstance(offset, int) else 0
        back, on = first - step, first + step
        if shown := _PAGE_OF.search(answered):
            back, on = int(shown["first"]) - 1 - _BACK_BY, int(shown["last"] or shown["first"])
        start = max(0, back) if _PREVIOUS.search(low) else on
        return followup(last, ToolCall(tool=call.tool, arguments={**call.arguments, "offset": start}))
    if call.tool in LISTS and (at := _goes_on_at(last, call, low)) is not None:
        arguments = {**call.arguments, "offset": at}
        if not at:
            del arguments["offset"]
        if _BY_DISTANCE.match(answered) and _USABLE_FIRST not in answered:
            # The order was a word of the question ("nearest"), which the chat forgets after some pages.
            arguments.setdefault("priority_strategy", "distance")
        return followup(last, ToolCall(tool=call.tool, arguments=arguments))
    if call.tool in ("search_pois", "search_flights", "get_pilot_reviews") and (
        _MORE.search(low) or _NEXT.search(low)
    ):
        name = "limit" if call.tool == "get_pilot_reviews" else "max_results"
        default = 20 if call.tool == "search_pois" else 10
        now = call.arguments.get(name, default)
        most = (now if isinstance(now, int) else default) + MORE_BY
        most = min(most, 50)
        return followup(
            last, ToolCall(tool=call.tool, arguments={**call.arguments, name: most}), answer_style="detailed"
        )
    if call.tool in LISTS and _HOW_MANY.match(low):
        return followup(last, call)
    if _MORE.search(low):
        return last.model_copy(update={"answer_style": "detailed", "made_by": "followup", "reasoning": ""})
    return None


_BY_DISTANCE = re.compile(r"\*\*[\d,–]+(?: of [\d,]+)? fields?\*\* within \d+ nm of (?!.* → )")
_USABLE_FIRST = "those with a known runway first"
_SHOWN = 5
"""Airfields on one page of a list."""
_FROM = re.compile(
    r"^(?:please )?(?:show |give me |list )?(?:me )?more from (?P<first>\d{1,6})\W*$", re.IGNORECASE
)


def _goes_on_at(last: Plan, call: ToolCall, low: str) -> int | None:
    """How many airfields of a list stand before the page asked for; None when none is asked for."""
    if said := _FROM.match(low):
        return max(0, int(said["first"]) - 1)
    offset, most = call.arguments.get("offset", 0), call.arguments.get("max_results", 10)
    read, most = offset if isinstance(offset, int) else 0, most if isinstance(most, int) else 10
    page = most if last.answer_style == "detailed" else min(most, _SHOWN)
    if _PREVIOUS.search(low):
        return max(0, read - page)
    return read + page if _MORE.search(low) or _NEXT.search(low) else None


def turned_round(call: ToolCall, slots: Slots, asked: Asked) -> ToolCall:
    one, two = ("origin", "destination") if call.tool == "search_flights" else ("from_location", "to_location")
    arguments = {**call.arguments, one: call.arguments[two], two: call.arguments[one]}
    arguments.pop("offset", None)
    if slots.days and call.tool == "search_flights":
        arguments["departure_date"] = slots.days[0].when.isoformat()
    elif slots.days and call.tool == "get_border_brief":
        arguments["date"] = moment(asked, str(arguments[one])) or ""
    return ToolCall(tool=call.tool, arguments={**arguments, **speeds(slots, call)})


def followup(last: Plan, call: ToolCall, **update: object) -> Plan:
    steps = (call, *last.steps[1:]) if len(last.steps) > 1 and call.tool == last.steps[0].tool else (call,)
    steps = flown_alike(steps, call)
    return last.model_copy(
        update={
            "steps": steps,
            "made_by": "followup",
            "confidence": 0.95,
            "reasoning": "",
            "emergency": False,
            "answer_style": "normal",
            **update,
        }
    )
