"""The flight in hand: when to leave, or when one is there ("so when must I leave?"), and its fuel at another figure."""

from __future__ import annotations

import math

from agent import regex as re
from agent import registry
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import Conversation, ToolCall
from agent.understanding.in_hand.context import Given, Known
from agent.understanding.in_hand.flight_in_legs import ALL_OF_IT
from agent.understanding.reader.tool_names import ALONG, CARD, DISTANCE, ENDS, ENDURANCE, FUEL_PLAN, SPEEDS, TRIP

_LEAVES = re.compile(
    r"\b(?:leav\w+|left|depart\w*|take[- ]?off|taking off|took off|set(?:ting)? off|start\w*|off[- ]blocks?|go|get away|airborne|"
    r"los(?:fliegen|fliege|zufliegen)?|abflug|abfliegen|abfliege|losmüssen|weg|starte\w*|"
    r"par(?:s|t|te|tir|tons|tant)|repar(?:s|t)\w*|d[ée]coll\w+|d[ée]part)\b"
)
_LATEST = re.compile(
    r"\b(?:latest|last (?:take[ -]?off|departure)|how late|by when|until when|till when|no later|"
    r"(?:when|what time)(?: then)? (?:do|must|should|shall|would|have|need) (?:i|we|to)|what time (?:would|do|must|should) (?:i|we) (?:have|need) to|"
    r"spätestens|bis wann|wie spät|(?:wann|um wie ?viel uhr) (?:muss|müssen|müsste|sollte|soll)|"
    r"au plus tard|dernier d[ée]part|jusqu['’ ]?[àa] (?:quand|quelle heure)|"
    r"(?:quand|à quelle heure) (?:faut-il|dois-je|doit-on|je dois|on doit|il faut|devons-nous)|(?:dois|doit|faut|pars|part) (?:partir )?(?:quand|à quelle heure))\b"
)
_AT_THE_LATEST = re.compile(
    r"\b(?:latest|last (?:take[ -]?off|departure)|how late|until when|till when|spätestens|bis wann|wie spät|au plus tard|dernier d[ée]part|jusqu['’ ]?[àa] (?:quand|quelle heure))\b"
)
_DARK = re.compile(
    r"\b(?:sunset|dark|darkness|dusk|nightfall|night|last light|daylight|sonnenuntergang|dunkel\w*|nacht|tageslicht|hell|nuit|coucher|crépuscule)\b"
)
_THERE = re.compile(
    r"\b(?:there|arriv\w*|land\w*|make it|get in|be in|reach|da|dort|an|ankomm\w*|ankunft|komme|schaff\w*|lande\w*|"
    r"arrive\w*|là|là-bas|atterri\w*|pose\w*)\b"
)
_OF_THE_FLIGHT = keys_of(
    "so and then what what's i'm we're time when would will do does did have need to must should i we if leave leaving left depart departing departure take off taking took set setting "
    "off blocks start starting go get away airborne latest last how late by until till no later than there arrive arriving arrival land landing make it in be reach before after "
    "sunset dark darkness dusk nightfall night light daylight still can could local time the at by from of that on okay ok right again about around am pm "
    "wann wäre wären bin bist sind wäre ich wir da dort wenn um uhr starte starten losfliege losfliegen fliege fliegen abfliege abfliegen abflug los weg spätestens bis wie "
    "spät muss müssen müsste müssten soll sollte komme kommen kommt an ankunft lande landen schaffe schaffen das es noch vor dem der sonnenuntergang dunkel dunkelheit nacht "
    "hell heute im zu nach sein denn also und ab "
    "einbruch bevor wird ich's ichs noch es fait tombe tombée il fasse si avant encore "
    "quand quelle heure à je on nous si pars part partir partons décolle décoller décollage départ dois doit faut il donc et alors au plus tard arrive arriver arrivée arrivera "
    "repars repartir repartons back home heim heimfliegen daheim zuhause hause zurück zurückfliege zurückfliegen zurückkomme rentre rentrer rentrons reviens revenir revenu "
    "serai serais là bas avant la le nuit coucher du soleil jour pour de jusqu atterris poser peux peut encore ce"
)
"""All that may be said beside the clock, the day and the ends."""


def of_the_flight_in_hand(said: Said, memory: Known, conversation: Conversation) -> ToolCall | None:
    """The light that a flight must be there by, or when it is there; None where something else is asked."""
    call = memory.call
    if memory.tool != DISTANCE:
        return _by_light_of_one_before(said, memory, conversation)
    if call is None or not call.arguments.keys() >= ENDS or "return" in call.arguments:
        return None
    low, clocks = said.slots.low, said.slots.of("clock")
    if not _LEAVES.search(low) or not _says_no_more(said, memory):
        return None
    if said.has("both_ways") or _is_homeward(said):
        if memory.home and field_of(memory.home, said.deps) != field_of(
            str(call.arguments["from_location"]), said.deps
        ):
            return None  # home is elsewhere
        return (
            _home_at(said, call) if len(clocks) == 1 and all(s.name == "home" for s in said.slots.spots) else None
        )
    if len(clocks) == 1 and said.is_arrival(clocks[0]):
        return None
    if len(clocks) == 1 and (_THERE.search(low) or _DARK.search(low)):
        at = said.clock(clocks[0], str(call.arguments["from_location"]))
        day = said.day() if said.slots.days else None
        return call.varied(off_block=f"{day}T{at}" if day else at) if at else None
    if clocks or not _LATEST.search(low) or not call.arguments.keys() & {*SPEEDS}:
        return None
    light = _asked_of_the_light(conversation, memory, said)
    leaves = str(call.arguments.get("off_block", ""))
    if light is None and leaves and _AT_THE_LATEST.search(low):
        light = leaves.partition("T")[0] if "T" in leaves else ""  # when it leaves was asked: its light is in hand
    if light is None and not _DARK.search(low) and not (said.slots.days and _AT_THE_LATEST.search(low)):
        return None
    day = said.day() if said.slots.days else light
    given: Given = {n: call.arguments[n] for n in (*sorted(ENDS), *SPEEDS) if n in call.arguments}
    given = {**given, "about": "off_blocks", **({"day": day} if day else {})}
    return ToolCall(tool=TRIP, arguments=given)


_HOMEWARD = re.compile(r"\b(?:rentr\w+|revien\w*|reven\w+|back|home|heim\w*|zurück\w*|daheim|zu ?hause)\b")


def _is_homeward(said: Said) -> bool:
    """Whether the flight back is meant: "si je pars à 14h je rentre avant la nuit ?"."""
    return said.has("reverse") or _HOMEWARD.search(said.slots.low) is not None


def _by_light_of_one_before(said: Said, memory: Known, conversation: Conversation) -> ToolCall | None:
    """ "Will I make it before dark if I leave at 0930" behind the fuel for a flight, or the wind where it ends."""
    low, clocks, slots = said.slots.low, said.slots.of("clock"), said.slots
    if len(clocks) != 1 or slots.spots or not (_LEAVES.search(low) and _DARK.search(low)):
        return None
    homeward = _is_homeward(said)
    if said.has("both_ways") or said.is_arrival(clocks[0]) or not _says_no_more(said, memory):
        return None
    plans = [plan for plan in (conversation.last_plan, *conversation.earlier) if plan is not None]
    flown = next((step for plan in plans for step in plan.steps if step.tool in _TOLD_OF_A_FLIGHT), None)
    if (
        flown is None
        or flown.tool == TRIP
        or not flown.arguments.keys() >= ENDS
        or {"return", "via"} & flown.arguments.keys()
    ):
        return None
    given: Given = {name: flown.arguments[name] for name in (*sorted(ENDS), *SPEEDS) if name in flown.arguments}
    if (knots := flown.arguments.get("true_airspeed_kts")) is not None:
        given["cruise_speed_kts"] = knots
    if homeward:
        begun = field_of(str(given["from_location"]), said.deps)
        if memory.home and field_of(memory.home, said.deps) != begun:
            return None  # home is elsewhere
        given["from_location"], given["to_location"] = given["to_location"], given["from_location"]
    at = said.clock(clocks[0], str(given["from_location"]))
    day = said.day() if slots.days else (memory.call.arguments.get("day") if memory.call else None)
    if at is None:
        return None
    return ToolCall(tool=DISTANCE, arguments={**given, "off_block": f"{day}T{at}" if day else at})


_TOLD_OF_A_FLIGHT = frozenset((DISTANCE, FUEL_PLAN, "get_wind_plan", TRIP))


def _home_at(said: Said, call: ToolCall) -> ToolCall | None:
    """ "And home again before dark if I leave by 3": the other way at that hour, in the wind as it was told."""
    start, end = call.arguments["to_location"], call.arguments["from_location"]
    at = said.clock(said.slots.of("clock")[0], str(start))
    day = said.day() if said.slots.days else str(call.arguments.get("off_block", "")).partition("T")[0]
    if at is None or not isinstance(start, str) or not isinstance(end, str) or call.arguments.get("via"):
        return None
    ahead = call.arguments.get("headwind_kts")
    wind = -ahead if isinstance(ahead, int | float) else None
    off = f"{day}T{at}" if day and "-" in day else at
    return call.varied(from_location=start, to_location=end, off_block=off, headwind_kts=wind)


def _says_no_more(said: Said, memory: Known) -> bool:
    """Whether nothing is said beside the flight's own ends, a clock, a day and words of leaving and being there."""
    slots = said.slots
    ends = {field_of(name, said.deps) or name for name in memory.places.values()}
    named = [s.name for s in slots.spots if s.name != "home"]
    if slots.countries or any((field_of(name, said.deps) or name) not in ends for name in named):
        return False
    clocks = slots.of("clock")
    if any(q.kind != "clock" for q in slots.quantities):
        return False
    told = [(one.start, one.end) for one in (*slots.spots, *slots.days, *clocks)]
    told += [(m.start, m.end) for m in said.all_of("reverse", "both_ways")]
    own = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in told)]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in _OF_THE_FLIGHT for w in own)


def _asked_of_the_light(conversation: Conversation, memory: Known, said: Said) -> str | None:
    """The day whose light was asked for before, at the end of this flight: "" where it was of no day."""
    end = field_of(str(memory.places.get("end", "")), said.deps)
    for plan in conversation.earlier:
        given = plan.steps[-1].arguments if plan.steps else {}
        about = given.get("about")
        if plan.steps and plan.steps[-1].tool == CARD and isinstance(about, list) and "sun" in about:
            code = field_of(str(given.get("icao_code", "")), said.deps)
            if code is not None and code == end:
                return str(given.get("date") or "")
    return None


_STOP_WHERE = re.compile(
    r"\W*(?:(?:and|so|ok|und|et|ja|alors|mais|but|also)\W+)*(?:where(?: (?:to|could|can|should|would|do) (?:i|we|you)?| then| exactly)?|wo(?: denn| dann| genau)?|où(?: ça| donc| alors)?)"
    r"(?:\W+(?:then|stop|land|refuel|fill up|it|best|kann|können|könnte|sollte|ich|wir|man|am besten|tanken|zwischenlanden|nachtanken|denn|dann|peut-on|puis-je|on peut|ravitailler|s['’]arrêter|faire escale|se poser|faire le plein))*\W*"
)
""" "Wo denn?" behind the fuel of a flight that does not suffice: where on the way it is sold."""


def where_to_refuel(said: Said, memory: Known) -> ToolCall | None:
    """The fields on the way of the flight in hand that sell fuel."""
    call = memory.call
    if call is None or memory.tool not in (FUEL_PLAN, ENDURANCE) or not call.arguments.keys() >= ENDS:
        return None
    if _STOP_WHERE.fullmatch(said.slots.low) is None:
        return None
    way = {name: call.arguments[name] for name in sorted(ENDS)}
    return ToolCall(tool=ALONG, arguments={**way, "filters": {"has_fuel": True}})


_AT = re.compile(
    r"\W*(?:(?:and|or|so|then|what about|how about|what if|und|oder|et|ou|si)\W+)*(?:(?:it['’]s|it is|it burns|she burns|we burn|i burn|es sind|sind es|c['’]est|on brûle|at|with|for|doing|burning|only|nur|seulement|mit|bei|à|avec|pour)\W+)*(?P<n>\d{2,3}(?:[.,]\d)?)(?P<burnt>\W+(?:an hour|per hour|an hr|die stunde|pro stunde|in der stunde|à l['’]heure|de l['’]heure|par heure))?(?:\W+(?:then|instead|please|dann|stattdessen|bitte|alors|plutôt|stp))*\W*"
)
_BURNS = ("burn_lph",)
_FLIES = ("true_airspeed_kts", "cruise_speed_kts", "speed_kts")
SUMS = "work_out_figures"


OF_FUEL = re.compile(
    r"\b(?:fuel|avgas|mogas|petrol|gas|litres?|liters?|gallons?|burn\w*|sprit|benzin|kraftstoff|liter|verbrauch\w*|verbrauche?n?|essence|carburant|conso\w*|consomm\w*)\b"
)
""" "Fuel for that in a C172": how much of it the flight in hand takes."""


def fuel_of_the_distance(said: Said, memory: Known) -> ToolCall | None:
    """ "With the PA28, 108 kt, 36 l/h", "is 180 litres enough plus 45 min reserve" behind how far it is: its fuel."""
    call, slots = memory.call, said.slots
    if memory.tool != DISTANCE or call is None or not call.arguments.keys() >= ENDS or slots.spots or slots.days:
        return None
    if memory.legs or memory.via or ALL_OF_IT.search(slots.low):
        return None  # of the whole way over its stops, there and back
    given = registry.readings()[FUEL_PLAN].read(said.again())
    in_a_type = bool(slots.crafts) and OF_FUEL.search(slots.low) is not None
    if not (given.keys() & {*_BURNS, "usable_l"} or in_a_type):
        return None
    held = {name: v for name, v in call.arguments.items() if name in (*ENDS, *SPEEDS, "return")}
    if (wind := call.arguments.get("headwind_kts")) is not None:
        held["headwind_kt"] = wind
    if given.keys() & {*_FLIES}:
        held = {name: v for name, v in held.items() if name not in SPEEDS}
    said.take_all()
    return ToolCall(tool=FUEL_PLAN, arguments={**held, **{n: v for n, v in given.items() if n not in ENDS}})


def of_the_fuel_in_hand(said: Said, memory: Known) -> ToolCall | None:
    """ "And at 40" of the fuel of a flight: the other burn, or the other speed, whichever the figure is nearer to."""
    call = memory.call
    match = _AT.fullmatch(said.slots.low)
    if call is None or memory.tool not in (FUEL_PLAN, ENDURANCE, SUMS) or match is None:
        return None
    value = float(match["n"].replace(",", "."))
    names = _BURNS if match["burnt"] else (*_BURNS, *_FLIES)
    held = {n: float(v) for n in names if isinstance(v := call.arguments.get(n), int | float) and v}
    if not held or value <= 0:
        return None
    name = min(held, key=lambda n: abs(math.log(value / held[n])))
    if abs(math.log(value / held[name])) > math.log(_MOST_APART):
        return None
    return call.varied(**{name: int(value) if value == int(value) else value})


_MOST_APART = 2.5
"""A figure that is more times what it would stand for is something else."""


_FILLS_UP = re.compile(
    r"\b(?:refuel\w*|fill(?:ing)?(?: it| her)? up|fuel(?:l?ing)? stop|(?:stop|land)\w* for (?:fuel|avgas)|tank(?:en|stopp?)|voll ?tanken|nachtanken|auftanken|"
    r"(?:faire|fait|faisant|fais|refaire|refait) le plein|(?:pour|escale) (?:le )?(?:plein|carburant|essence)|ravitaill\w*|avitaill\w*)\b"
)
_WITHOUT = re.compile(r"\b(?:without|no|ohne|sans|pas|kein\w*)\b")


def filled_up_on_the_way(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "And if we stop at Girona to fill up?" behind the fuel of a flight: that of each leg, and what the field sells."""
    call, low = memory.call, said.slots.low
    said = said if said.slots.spots else said.with_weak()  # "par gerone"
    stops = [spot for spot in said.slots.spots if spot.kind in ("code", "iata", "place") and spot.name != "home"]
    if memory.tool != FUEL_PLAN or call is None or not call.arguments.keys() >= ENDS or len(stops) != 1:
        return ()
    if "position" in registry.readings()[ALONG].read(said.again()):
        return ()  # "auf halbem Weg tanken": no place of that name
    if len(said.slots.spots) != 1 or not _FILLS_UP.search(low) or _WITHOUT.search(low) or said.slots.days:
        return ()
    stop, ends = said.name(stops[0]), [str(call.arguments[end]) for end in ("from_location", "to_location")]
    named = field_of(stop, said.deps) or stop
    if named in [field_of(end, said.deps) for end in ends]:
        return ()
    said.take_all()
    kept = {n: v for n, v in call.arguments.items() if n not in ("via", "return", *ENDS)}
    legs = ((ends[0], stop), (stop, ends[1]))
    flown = [ToolCall(tool=FUEL_PLAN, arguments={"from_location": a, "to_location": b, **kept}) for a, b in legs]
    return (*flown, ToolCall(tool=CARD, arguments={"icao_code": named, "about": ["fuel"]}))
