"""What is asked of the flight whose rule or report was the last question: "and customs?", "and coming back?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.carried import ANIMALS, PET, papers_asked
from agent.language.courtesy import CHAT
from agent.language.ends import country_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.border.reading import WHO_IS_TOLD
from agent.understanding.in_hand.context import END, START, Given, Known

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_BORDER, _RULE, _DEADLINE = "get_border_brief", "answer_rules_question", "get_report_deadline"
_FEW = 9
_HOMEWARD = re.compile(
    r"\b(?:when (?:i|we) |(?:i|we) )?(?:come|coming|fly|flying|go|going|get|getting|head|heading) (?:back|home)\b|\bway home\b"
    r"|\b(?:auf dem )?(?:rückflug|heimflug|rückweg|heimweg)\b|\b(?:au|pour le|vol) retour\b"
)
_ASKING = keys_of(
    "need needed needs required necessary again too also then same nötig noetig notwendig brauche braucht auch dann wieder nochmal "
    "faut faut-il nécessaire besoin aussi alors "
    "good fine ok okay sorted clear right inside within both no none any bon bons tranquille tranquilles dedans pareil rien passe "
    "doch drin gut klar egal beide kein keine keinen keiner"
)
_NO_CONTROLS = re.compile(
    r"\b(?:schengen(?:[- ](?:raum|area|zone|staat|state))?|passport control|passkontrollen?|grenzkontrollen?|contr[ôo]les?(?: (?:aux|de) (?:frontières?|passeports?))?|immigration|police|polizei|grenzpolizei)\b"
)
""" "Ist doch Schengen": said of the controls at the border, and asked with the customs."""
_STATES = {"GAR": "United Kingdom"}
"""Whose report it is, where the other end of the flight was not said."""


def of_the_flight(said: Said, memory: Known, reader: Reader) -> ToolCall | None:
    """The call that is meant about the flight over a border of which a rule or a report was asked last."""
    call, slots = memory.call, said.slots
    if call is None or call.tool not in (_RULE, _DEADLINE, _BORDER) or len(slots.words) > _FEW:
        return None
    if slots.spots or slots.countries or slots.days or slots.quantities:
        return None
    customs, back = said.all_of("customs"), said.all_of("reverse", "both_ways")
    controls = [match.span() for match in _NO_CONTROLS.finditer(slots.low)] if call.tool == _RULE else []
    held = [*((m.start, m.end) for m in (*customs, *back)), *controls]
    home = [match.span() for match in _HOMEWARD.finditer(slots.low)]
    held += home
    rest = [w for w in slots.words if not any(a <= w.start < b for a, b in held)]
    returns = bool(back or home)
    if call.tool == _BORDER and (returns or not customs or controls):
        return None
    if bool(customs or controls) == returns or not all(w.key in FUNCTION or w.key in _ASKING for w in rest):
        return None
    if not returns:
        way = _ends(call, said, memory, reader)
        return ToolCall(tool=_BORDER, arguments=way) if way else None
    return _way_back(call, said) if call.tool == _DEADLINE else None


_FLOWN = ("calculate_flight_distance", "plan_trip", _BORDER, _RULE, _DEADLINE)


def of_who_is_told(said: Said, memory: Known, reader: Reader) -> ToolCall | None:
    """ "Do I call anyone?", "und wen ruf ich an?" behind a flight over a border: who is told of that flight."""
    call, slots = memory.call, said.slots
    asked = WHO_IS_TOLD.search(slots.low)
    if call is None or asked is None or call.tool not in _FLOWN or len(slots.words) > _FEW:
        return None
    if slots.spots or slots.countries or slots.quantities or call.arguments.get("via"):
        return None
    rest = [w for w in slots.words if not asked.start() <= w.start < asked.end()]
    if not all(w.key in FUNCTION or w.key in _ASKING or w.key in CHAT for w in rest):
        return None
    way = _ends(call, said, memory, reader)
    if not way or "beside" in way:
        return None
    day = call.arguments.get("date") or call.arguments.get("day")
    said.take_all()
    return ToolCall(tool=_BORDER, arguments={**way, **({"date": day} if isinstance(day, str) else {})})


def of_the_animal(said: Said, memory: Known, reader: Reader) -> ToolCall | None:
    """ "Und mein Hund?" behind what a flight takes at its border: the rule on animals of the state it flies into."""
    call, slots = memory.call, said.slots
    pets = [match.span() for match in PET.finditer(slots.low)]
    if call is None or call.tool not in (_BORDER, _DEADLINE) or not pets or slots.countries or slots.days:
        return None
    rest = [w for w in slots.words if not any(a <= w.start < b for a, b in pets)]
    if len(slots.words) > _FEW or not all(w.key in FUNCTION or w.key in CHAT for w in rest):
        return None
    end = call.arguments.get("to_location")
    entered = country_of(end, said.deps) if isinstance(end, str) else None
    question = reader.deps.rules.corpus.questions.get(ANIMALS)
    if entered is None or question is None:
        return None
    said.take_all()
    return ToolCall(tool=_RULE, arguments={"country_code": entered, "question": question.text})


_THE_PILOTS = re.compile(
    r"\W*(?:(?:and|et|und|what about|how about|was ist mit|welche(?: braucht| muss)?|quid de|lesquels pour)\W+)*"
    r"(?:ceux (?:du|de la) pilotes?|pour le pilote|(?:those|the ones|papers|documents) (?:of|for) the pilot|for the pilot"
    r"|the pilot['’]s(?: own)?(?: papers| documents| ones)?|(?:die|papiere|unterlagen) (?:des|vom) piloten|für den piloten|der pilot(?: selbst)?)\W*",
    re.IGNORECASE,
)
_PILOTS = "pilot-documents"


def of_the_pilot(said: Said, memory: Known) -> ToolCall | None:
    """ "Et ceux du pilote ?" behind the papers aboard: the pilot's own, in the same country."""
    call = memory.call
    if call is None or call.tool != _RULE or not _THE_PILOTS.fullmatch(said.slots.low):
        return None
    asked, held = call.arguments.get("question"), said.deps.rules.corpus.questions.get(_PILOTS)
    if held is None or not isinstance(asked, str) or not papers_asked(asked.lower()):
        return None
    said.take_all()
    return ToolCall(
        tool=_RULE,
        arguments={n: v for n, v in call.arguments.items() if n in ("country_code", "countries")}
        | {"question": held.text},
    )


_HOW_EARLY = re.compile(
    r"(?:and )?(?:how (?:early|long before|far (?:ahead|in advance))|by when|combien de temps avant|wie früh|bis wann)\W*"
)
_FEW_OF_POLICE = 10


def of_its_report(said: Said, memory: Known) -> ToolCall | None:
    """ "Do I have to tell the police", "how early" behind what a flight between two areas takes: the notice of that flight."""
    call, slots = memory.call, said.slots
    if call is None or call.tool != _BORDER or slots.spots or slots.countries or slots.quantities:
        return None
    ends = {name: call.arguments.get(name) for name in ("from_location", "to_location")}
    if None in ends.values() or len(slots.words) > _FEW_OF_POLICE:
        return None
    named, asked = said.all_of("police"), call.arguments.get("about_report")
    if named and not said.has("customs", "gar", "gendec", "flight_plan"):
        said.take(named)
        return ToolCall(tool=_DEADLINE, arguments={"report": "police", **ends})
    if asked is not None and _HOW_EARLY.fullmatch(slots.low):
        return ToolCall(tool=_DEADLINE, arguments={"report": asked, **ends})
    return None


def _listed(call: ToolCall) -> list[JsonValue]:
    """The further countries of a rule."""
    countries = call.arguments.get("countries")
    return countries if isinstance(countries, list) else []


def _ends(call: ToolCall, said: Said, memory: Known, reader: Reader) -> Given:
    """Both ends of the flight that was spoken of, where they lie in two countries."""
    told = call.arguments
    asked = told.get("question")
    if isinstance(asked, str):
        known = registry.readings()[_BORDER]
        told = known.read(reader.said(asked, said.today, said.place, said.home))
    start, end = told.get("from_location"), told.get("to_location")
    if not isinstance(start, str) or not isinstance(
        end, str
    ):  # "muss ich einen Flugplan aufgeben" of a flight in hand
        start, end = memory.places.get(START), memory.places.get(END)
    if not isinstance(start, str) or not isinstance(end, str):
        codes = [c for c in (call.arguments.get("country_code"), *_listed(call)) if isinstance(c, str)]
        named = [country.name for code in codes if (country := reader.deps.countries.get(code)) is not None]
        start, end = named if len(named) == 2 else (None, None)
    if not isinstance(start, str) or not isinstance(end, str):
        return {}
    if country_of(start, reader.deps) == country_of(end, reader.deps):
        return {}
    entered = {country_of(start, reader.deps), country_of(end, reader.deps)}
    codes = [code for code in (call.arguments.get("country_code"), *_listed(call)) if isinstance(code, str)]
    more = [reader.deps.countries.get(code) for code in codes if code not in entered]
    others: list[JsonValue] = [{"to_location": one.name} for one in more if one is not None]
    return {"from_location": start, "to_location": end, **({"beside": others} if others else {})}


def _way_back(call: ToolCall, said: Said) -> ToolCall | None:
    """The same report of the flight home, whose day and hour are others."""
    told = call.arguments
    start, end = told.get("from_location"), told.get("to_location")
    home = start or said.home or _STATES.get(str(told.get("report")))
    if not isinstance(end, str) or home is None:
        return None
    return ToolCall(
        tool=_DEADLINE, arguments={"report": told["report"], "from_location": end, "to_location": home}
    )
