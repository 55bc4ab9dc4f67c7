"""What is added to the border brief in hand: a country flown over, a stop on the way, somebody aboard."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import country_of
from agent.language.nationality import peoples
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Spot
from agent.language.wording import keys_of
from agent.protocol import ToolCall

_BRIEF = "get_border_brief"
_MOST_WORDS = 16
_MOST_OVER = 4
_OVER = re.compile(
    r"\b(?:over(?:fly\w*|flight|flown)?|via|through|across|cross(?:ing)?|über(?:flieg\w*|flug\w*|quer\w*|flogen)?|durch|drüber|(?:en passant |passons |passe |on passe )?par|survol\w*|travers\w+)\b"
)
_STOPS = re.compile(
    r"\b(?:stop(?:s|ping|over|ped)?|lands?|landing|land(?:e|en|et)|touch down|refuel\w*|(?:zwischen|tank)(?:land\w*|stopp?s?|halt\w*)|zwischen(?:zu|ge)land\w*|halt|tanken|"
    r"escales?|arrêt\w*|arrêtons|(?:nous |se |me )?pos(?:er|ons|e)|atterri\w+|étapes?)\b"
)
_ASKS_WHERE = re.compile(
    r"\b(?:where|which|who|when|how (?:far|long|much|many)|nearest|closest|what time|wo|welche\w*|wann|wie (?:weit|lang\w*|viel)|nächste\w*|can|could|may|darf|kann|können|peut|puis|pouvons|où|quel\w*|quand|combien|à quelle|proche)\b"
)
_CHANGES = keys_of(
    "sich man on go going routing ändert overfly overflying overflight overflown flying fly flown flight via through across crossing cross route way over too also on the change changes changed anything different does it if "
    "stop stops stopping stopover land lands landing touch down refuel refuelling fuel first short quick lunch coffee night overnight there break for en leg make making made add do did with what would "
    "ändert ändern etwas was wenn falls zwischenlanden zwischenlandung zwischenlande zwischenstopp zwischenstop tankstopp stopp halt lande landen tanken überfliegen überfliege überflug überflogen durch auch noch über machen einlegen kurz mittag mittagessen dort fliegen fliege geht drüber weg strecke unterwegs einen "
    "change changer quelque chose si fait faisons faire escale escales arrêt arrêter arrêtons poser pose posons atterrir atterrissons étape survol survoler survolant survolons passant passons passe passer par traversant traversons aussi déjeuner midi route vol ça cela en"
)
_ABOARD = re.compile(
    r"\b(?:my|our|mein\w*|unser\w*|mon|ma|mes|notre|co-?pilots?|kopilot\w*|aboard|on board|with (?:us|me)|along|pass?engers?|pax|fl(?:ies|y|ying) with|friends?|mates?|comes?|coming|joins?|brings?|taking|take|"
    r"an bord|mit(?:flieg\w*|fliegt|komm\w*|nehm\w*|genommen)|dabei|mit(?: uns| mir)?|passagier\w*|fluggäst\w*|freund\w*|"
    r"à bord|passag\w+|amie?s?|avec (?:nous|moi)|avec|emmène|emmener|vient|emmenons)\b|^\W*(?:and |und |et |what |and what )?(?:if|wenn|falls|si)\b"
)


def _fields(said: Said) -> list[Spot]:
    return [spot for spot in said.slots.spots if spot.kind != "country"]


def _adds_nothing_else(said: Said, spans: list[tuple[int, int]]) -> bool:
    """Whether nothing is said beside these but the words of a way."""
    rest = [w for w in said.slots.words if not any(a <= w.start < b for a, b in spans)]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in _CHANGES for w in rest)


def _is_short(said: Said, call: ToolCall) -> bool:
    slots = said.slots
    if call.tool != _BRIEF or len(slots.words) > _MOST_WORDS or slots.quantities or _ASKS_WHERE.search(slots.low):
        return False
    people = {one.start for one in peoples(slots.countries, slots.low)}
    led = [spot for spot in slots.spots if spot.role in ("from", "to") and spot.start not in people]
    return not led and not said.all_of("reverse")


def flown_over_too(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "Over Austria and Slovenia too": the same flight, and what the states on its way say."""
    named = said.slots.countries
    if not named or not _is_short(said, call) or _fields(said) or said.slots.days:
        return None
    if not _OVER.search(said.slots.low) or _STOPS.search(said.slots.low):
        return None
    if not _adds_nothing_else(said, [(one.start, one.end) for one in named]):
        return None
    before = call.arguments.get("overflown")
    codes = dict.fromkeys(map(str, [*(before if isinstance(before, list) else []), *said.countries()]))
    over: list[JsonValue] = [*codes]
    said.take_all()
    return call.varied(overflown=over[:_MOST_OVER])


def with_a_stop(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "Does anything change if we stop in Switzerland": the same flight in two, each with its border."""
    end, named, fields = call.arguments.get("to_location"), said.slots.countries, _fields(said)
    low = said.slots.low
    if not isinstance(end, str) or not _is_short(said, call):
        return None
    if not (_STOPS.search(low) or (fields and _OVER.search(low))):
        return None
    if len(fields) > 1 or (not fields and len(named) != 1):
        return None
    spans = [(one.start, one.end) for one in (*fields, *named)]
    if not _adds_nothing_else(said, spans):
        return None
    stop = said.name(fields[0]) if fields else named[0].country.name
    if stop in (end, call.arguments.get("from_location")):
        return None
    said.take_all()
    leg: dict[str, JsonValue] = {"from_location": stop, "to_location": end}
    return call.varied(to_location=stop, overflown=None, beside=[leg])


def with_somebody_aboard(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "And with a friend from Türkiye aboard": what that passport needs where the flight lands."""
    aboard = peoples(said.slots.countries, said.slots.low)
    if not aboard or len(aboard) != len(said.slots.countries) or not _is_short(said, call) or _fields(said):
        return None
    if not _ABOARD.search(said.slots.low) or said.slots.days:
        return None
    ends = [call.arguments.get(name) for name in ("from_location", "to_location")]
    codes = [country_of(end, said.deps) for end in ends if isinstance(end, str)]
    if len(codes) < len(ends) or None in codes:
        return None
    lands, leaves = codes[1], codes[0]
    whose = " and ".join(dict.fromkeys((*one.country.demonyms, one.country.name)[0] for one in aboard))
    said.take_all()
    question = f"Which passport or visa do {whose} passengers need?"
    both: list[JsonValue] = [*dict.fromkeys((lands, leaves))]
    return ToolCall(tool="answer_rules_question", arguments={"question": question, "countries": both})
