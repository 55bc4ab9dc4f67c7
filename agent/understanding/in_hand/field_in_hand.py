""" "Is there something similar nearby", "the nearest with a longer runway", "and after six?" of the field in hand."""

from __future__ import annotations

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.leisure import read_interests
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.airfield.about import about
from agent.subjects.finding.concepts import APPROACHES
from agent.subjects.finding.reading_wishes import wishes
from agent.subjects.trip.reading_asked import LATEST, OFF
from agent.understanding.in_hand.context import FIELD, Given, Known
from agent.understanding.reader.tool_names import NOTICE
from agent.understanding.reader.unread import CARD
from agent.understanding.reader.varying import AS_A_WISH

_NEAR = "find_airports_near_location"
_NEARBY = re.compile(
    r"\b(?:near|nearby|close|close by|nearest|closest|(?:a)?round|thereabouts|locally|(?:over )?that way|in the (?:area|vicinity)|next door|not far|in der (?:nähe|umgebung|gegend)|nahe|nächste[rns]?|nahebei|"
    r"près|proches?|à côté|aux? alentours?|dans le coin|pas loin|plus proche)\b"
)
_ANOTHER = re.compile(
    r"\b(?:similar|alike|alternatives?|others?|another|sonst|sinon|otherwise|failing that|any(?:thing|where)? else|some(?:thing|where) else|ähnlich\w*|andere[nrs]?|alternativen?|autres?|similaires?|"
    r"(?:long|short)er (?:runway|strip|one|rwy)|(?:länger|kürzer)e[nrs]? (?:bahn|piste)|pistes? plus (?:longues?|courtes?))\b"
)
_HAS_IT = re.compile(
    r"\b(?:(?:which |that |who |and )?(?:has|have|had|sells?|offers?|does|do|got|gets?|stocks?|with) (?:it|that|this|some|any|one)|(?:which|that|who) (?:does|do|has|have|will)(?=\W*$)|"
    r"\b(?:who|where|anyone|anybody|anywhere|someone|somewhere|which(?: (?:one|field|airfield|strip)s?)?)(?:'s)?\b(?=[^.?!]{4,40}\W*$)[^.?!]*?\b(?:does|do|has|have|got|will)(?=\W*$)|"
    r"\b(?:wer|wo|welcher|jemand)\b[^.?!]{4,40}?\b(?:hat|haben|macht|bietet)(?=\W*$)|\b(?:qui|où|quelqu'un)\b[^.?!]{0,40}? en (?:a|ont|font|fait)\b|"
    r"(?:der|die|das|wo|welcher) (?:es|das|welches|welchen|welche|eins?|sie|ihn) (?:hat|haben|verkauft|verkaufen|anbietet|gibt)|(?:der|die|das) (?:hat|haben)(?=\W*$)|"
    r"(?:qui|où il y) en (?:a|ont|vend|vendent|propose))\b"
)
""" "Where's the nearest that has it?": what was asked of the one."""
_LONGER = re.compile(
    r"\b(?:(?:any|some)(?:thing|where) longer|longer (?:runway|strip|one|rwy)|(?:et)?was längeres|quelque chose de plus long|längere[nrs]? (?:bahn|piste)|pistes? plus longues?)\b"
)
_SHORTER = re.compile(
    r"\b(?:shorter (?:runway|strip|one|rwy)|kürzere[nrs]? (?:bahn|piste)|pistes? plus courtes?)\b"
)
_WHICH_ONE = re.compile(
    r"\b(?:which|what|welcher|welche|lequel|laquelle|quel)\b(?: (?:one|ones|field|fields|other|others|airfield|platz|terrain))? (?:is|are|ist|est|sont|liegt) (?:the |der |le |la )?(?:near|nearby|nearest|close|closest|nahe|nächste\w*|plus proche|proche)\b"
)
""" "Then which one is near with avgas": another than the one in hand."""
_ALIKE = re.compile(r"\b(?:similar|alike|ähnlich\w*|similaires?)\b")
_THE_NEAREST = re.compile(r"\b(?:nearest|closest|nächste[rns]?|plus proche)\b")
_MAY_STAND = keys_of(
    "who does do not guess has have got will round there here it that thereabouts locally over way nope no yes thought so ah well pity shame then wer hat haben jemand qui en ont fait font "
    "is are there any some something anything somewhere anywhere what else other others another similar alternative alternatives one ones near nearby close by nearest where where's which who's "
    "closest around in the area vicinity next door not far with a longer shorter runway strip rwy field fields airfield airfields place aerodrome like it that this "
    "sonst sinon otherwise failing "
    "then late still dann noch spät alors tard "
    "wo welcher welches ist liegt où est quel se trouve lequel "
    "gibt es was etwas ähnliches ähnlicher ähnlichen andere anderen anderer anderes alternative alternativen in der nähe umgebung gegend nahe nächste nächster nächsten mit längerer längere längeren kürzerer längerem "
    "too short small zu kurz klein trop court courte something anything somewhere anywhere within miles ok but längeres kürzeres grösseres was de "
    "kürzere kürzeren bahn piste platz plätze flugplatz "
    "y a-t-il il autre autres similaire similaires quelque chose près proche proches à côté d'ici un une terrain terrains avec piste pistes plus longue longues courte courtes le la dans coin pas loin de"
)
_AFTER = re.compile(
    r"^\W*(?:(?:and|or|so|what about|how about|und|oder|et|ou)\W+)*(?:after|before|at|until|till|later than|past|by|nach|vor|um|bis|après|avant|à|jusqu'à)\s+"
    r"(?:\d{1,2}(?:[:.h]\d\d|h)?\s*(?:am|pm|a\.m\.|p\.m\.|uhr|h|heures|z|utc|local|o'clock)?|one|two|three|four|five|six|seven|eight|nine|ten|noon|midday|dark|"
    r"sieben|acht|neun|zehn|fünf|sechs|mittag|midi|sunset|sonnenuntergang)"
    r"(?:\W+(?:then|local|please|denn|alors|in the (?:morning|evening|afternoon)|abends|morgens|du soir|du matin))*\W*$"
)
""" "And after 6 pm?" of the hours of a field: its hours stand with the day."""
_OF_HOURS = frozenset(("hours", "access"))


def of_the_field_in_hand(said: Said, memory: Known) -> ToolCall | None:
    """What a message asks of the field in hand and of nothing else; None where it is none of that kind."""
    field = memory.places.get(FIELD)
    if memory.call is None or field is None or said.slots.countries or said.spots:
        if memory.call is None or field is None or memory.tool != CARD or said.slots.countries:
            return None
        return (
            _latest_off(said, memory.call, field)
            or _before_its_sun(said, memory.call, field)
            or _there_when(said, field, memory.day)
        )
    if memory.tool in (CARD, NOTICE, PRICES) and _HOW_TO_ASK.fullmatch(said.slots.low) and _is_asked_there(memory):
        return ToolCall(tool=CARD, arguments={"icao_code": field, "about": ["contact", "access"]})
    if memory.tool in (CARD, NOTICE, PRICES) and (eating := _to_eat_around_it(said, field)) is not None:
        return eating
    if memory.tool == NOTICE and about(said.again()).get("about") == ["hours"]:  # "and is it open on Sunday"
        day = said.day() if said.slots.days else memory.day
        when: Given = {"date": day} if day else {}
        said.take_all()
        return ToolCall(tool=CARD, arguments={"icao_code": field, "about": ["hours"], **when})
    if memory.tool != CARD:
        return None
    return (
        _at_that_hour(said, memory.call)
        or _another_nearby(said, memory.call, field)
        or _of_others_near_there(said, field)
    )


_HOW_TO_ASK = re.compile(
    r"\W*(?:(?:and|so|ok|und|et|alors)\W+)*(?:(?:how|where|who) (?:do|can|would|should|must) (?:i|we|one|you) (?:get|ask for|ask|apply for|request|obtain|arrange|book|call for|ring for|phone for|call)"
    r"|(?:wie|wo|bei wem) (?:bekomme|kriege|beantrage|hole|frage|erfrage|rufe) (?:ich|wir|man)|(?:comment|où|à qui) (?:l['’]obtenir|la demander|le demander|faire la demande|demander|(?:je|on) (?:l['’]obtiens|la demande|le demande|demande)))"
    r"(?:\W+(?:it|that|one|ppr|permission|prior permission|the ppr|die|das|das denn|ppr ein|die genehmigung|le ppr|l['’]autorisation|la))?(?:\W+(?:then|an|there|please|denn|dort|alors))*\W*"
)
""" "How do I get it?" of a permission: whom to ask."""
PRICES = "get_airport_pricing"


def _is_asked_there(memory: Known) -> bool:
    """Whether the last answer was of a permission or a notice at the field in hand."""
    about = memory.call.arguments.get("about") if memory.call else None
    return memory.tool == NOTICE or (
        isinstance(about, list) and bool({*map(str, about)} & {"access", "customs", "hours"})
    )


_LEFT_AT = re.compile(
    r"\b(?:leave|left|leaving|depart\w*|take off|took off|set off|losfliegen|losfliege|abfliegen|abfliege|starten|starte|pars|part|partons|partait|décolle\w*)\b"
)
_WHEN_THERE = re.compile(
    r"\b(?:when|what time|wann|um wie ?viel uhr|quand|à quelle heure)\b[^.?!]*\b(?:there|arrive|land|get|be in|am i|are we|da|dort|an|ankommen|lande\w*|là|arriv\w+|là-bas|atterri\w*|serai\w*|serons)\b"
)


_BEFORE_IT = re.compile(
    r"\b(?:before|by|in time for|vor|bis|avant)\s+(?:that|then|it|this|sunset|dark|last light|da|dann|das|dem|ça|cela|le coucher|la nuit)\b"
)
_MAKES_IT = re.compile(
    r"\b(?:get|make|reach|be|fly|land|go|schaffe\w*|komme\w*|kommen|fliege\w*|arrive\w*|aller|atteindre|être|voler)\b"
)


def _before_its_sun(said: Said, call: ToolCall, field: str) -> ToolCall | None:
    """ "Could I get to Shoreham before that leaving at 3" behind the last light at the field in hand: from there."""
    low, clocks = said.slots.low, said.slots.of("clock")
    if "sun" not in str(call.arguments.get("about")) or len(said.spots) != 1 or len(clocks) != 1:
        return None
    if said.spots[0].role != "to" or not (
        _BEFORE_IT.search(low) and _MAKES_IT.search(low) and _LEFT_AT.search(low)
    ):
        return None
    end, at = said.name(said.spots[0]), said.clock(clocks[0], field)
    day = said.day() if said.slots.days else call.arguments.get("date")
    if at is None or field_of(end, said.deps) == field:
        return None
    given: Given = {"from_location": field, "to_location": end, "off_block": f"{day}T{at}" if day else at}
    if speeds := said.slots.of("speed"):
        given["cruise_speed_kts"] = round(speeds[0].value)
    return ToolCall(tool="calculate_flight_distance", arguments=given)


_DOES = re.compile(
    r"\b(?:i do|we do|doing|i fly|we fly|at|cruise|mit|fliege|bei|à|je fais|je vole à)\s(?P<n>[5-9]\d|1\d\d|2[0-4]\d)\b(?!\s*(?:[:%€£$h]|nm|km|ft|min|l\b|uhr|am|pm))"
)
""" "I do 95": a speed beside a time of leaving."""


def _there_when(said: Said, field: str, in_hand: str | None) -> ToolCall | None:
    """ "If we left Duxford at noon at 100 kt when would we be there": the flight to the field in hand, with its time."""
    low, clocks = said.slots.low, said.slots.of("clock")
    if not 0 < len(said.spots) < 3 or len(clocks) != 1 or not (_LEFT_AT.search(low) and _WHEN_THERE.search(low)):
        return None
    start = said.name(said.spots[0])
    end = said.name(said.spots[1]) if len(said.spots) > 1 else field
    at = said.clock(clocks[0], start)
    if at is None or field_of(start, said.deps) == field_of(end, said.deps):
        return None
    day = said.day() if said.slots.days else in_hand
    given: Given = {"from_location": start, "to_location": end, "off_block": f"{day}T{at}" if day else at}
    bare = _DOES.search(low)
    if speeds := said.slots.of("speed"):
        given["cruise_speed_kts"] = round(speeds[0].value)
    elif bare:
        given["cruise_speed_kts"] = int(bare["n"])
    elif (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return ToolCall(tool="calculate_flight_distance", arguments=given)


_TAKE_OFF = re.compile(r"\b(?:take ?off|off[- ]blocks?|departure|start|abflug|décollage)\b")


def _latest_off(said: Said, call: ToolCall, field: str) -> ToolCall | None:
    """ "So latest take-off from Exeter at 105 kt" behind a sunset: to that field, in its light on that day."""
    low, flown = said.slots.low, said.slots.of("speed")
    bare = _AT_BARE.search(low)
    if "sun" not in str(call.arguments.get("about")) or not LATEST.search(low):
        return None
    if (
        not (OFF.search(low) or _TAKE_OFF.search(low))
        or len(said.spots) != 1
        or not (flown or bare or said.slots.crafts)
    ):
        return None
    start = said.name(said.spots[0])
    if field_of(start, said.deps) == field:
        return None
    given: Given = {"from_location": start, "to_location": field, "about": "off_blocks"}
    if flown or bare:
        given["cruise_speed_kts"] = flown[0].value if flown else int(bare["n"]) if bare else None
    elif (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    day = call.arguments.get("date")
    return ToolCall(tool="plan_trip", arguments={**given, **({"day": day} if day else {})})


_AT_BARE = re.compile(r"\b(?:at|mit|à)\s+(?P<n>[4-9]\d|[12]\d\d)\b(?!\s*(?:[:%€£$]|nm|km|ft|min|h\b|l\b|uhr))")


def _at_that_hour(said: Said, call: ToolCall) -> ToolCall | None:
    asked = call.arguments.get("about")
    if not isinstance(asked, list) or not {*map(str, asked)} & _OF_HOURS or said.slots.days:
        return None
    if not _AFTER.match(said.slots.low):
        return None
    return call.varied(about=[*asked, *(["hours"] if "hours" not in asked else [])])


_A_FIELD = re.compile(
    r"\b(?:fields?|airfields?|airports?|aerodromes?|strips?|runways?|rwy|who|anyone|anybody|where|somewhere|anywhere|plätze?|platz|flugplätze?|flugplatz|bahn(?:en)?|hartbahn|graspiste|wer|wo|terrains?|a[ée]rodromes?|pistes?|qui|où)\b"
)
_NEAR_THERE = re.compile(
    r"\b(?:near|round|around|close to|not far from|by|within reach of) (?:there|that|it)\b|\b(?:nearby|close by|thereabouts|locally)\b|"
    r"\b(?:in der (?:nähe|gegend|umgebung|ecke)|dort in der nähe|da in der nähe|nahebei|drumherum|rundherum)\b|\b(?:près de là|près d'ici|pas loin(?: de là)?|dans (?:le coin|les environs|les parages)|aux? alentours?|à côté)\b"
)
_FIELDS_THERE = re.compile(
    r"\b(?:which|what|any|other|welche|andere|gibt es|quels|quelles|d['’]autres|y a-t-il)\b[^.?!]{0,16}\b(?:fields|airfields|airports|strips|aerodromes|(?:flug)?plätze|terrains|a[ée]rodromes)\b"
    r"[^.?!]{0,12}\b(?:there|out there|dort|dort unten|da|là-bas|par là)\b"
)
""" "Welche Plätze dort haben Nachtbefeuerung": those around it."""
_OF_A_SHEET = frozenset(
    ("hours", "open", "access", "frequency", "circuit", "contact", "transport", "notices", "elevation")
)


_AROUND_IT = re.compile(
    r"\b(?:near|around|close to|not far from|by) (?:the|this|that) (?:field|airfield|airport|strip|aerodrome)\b|\bto walk to\b|\bwalking distance\b|"
    r"\b(?:zu fuß|fußläufig|nahe am platz|in platznähe)\b|\b(?:à pied|autour|(?:près|autour|à proximité|pas loin) (?:du terrain|de l['’]aérodrome))\b"
)
_FEW_WORDS = 11


def _to_eat_around_it(said: Said, field: str) -> ToolCall | None:
    """ "Where to eat around there", "restaurants to walk to": the places near the field, and no fact of its own."""
    low = said.slots.low
    if not (_NEAR_THERE.search(low) or _AROUND_IT.search(low)) or len(said.slots.words) > _FEW_WORDS:
        return None
    if (
        said.slots.quantities
        or said.slots.days
        or said.slots.crafts
        or said.has(*_OF_A_SHEET, "not", "fuel", "avgas")
    ):
        return None
    fresh = said.again()
    if _OTHER_FIELDS.search(low) or "restaurant" not in wishes(fresh):
        return None
    said.take_all()
    return ToolCall(tool=_PLACES, arguments={"near": field, "interests": read_interests(said.slots) or ["food"]})


_PLACES = "search_pois"
_OTHER_FIELDS = re.compile(
    r"\b(?:which|what|any|other|another|welche[rs]?|andere[rns]?|quels?|autres?|un autre) (?:fields?|airfields?|airports?|aerodromes?|strips?|(?:flug)?pl[aä]tze?|terrains?|a[ée]rodromes?)\b|"
    r"\b(?:fields|airfields|airports|strips|aerodromes|(?:flug)?plätze|terrains|a[ée]rodromes)\b"
)


def _of_others_near_there(said: Said, field: str) -> ToolCall | None:
    """ "Which field near there does customs", "hard runway of 1000 m near there, what is there": around the one in hand."""
    low, slots = said.slots.low, said.slots
    around_it = _NEAR_THERE.search(low) and _A_FIELD.search(low)
    if not (around_it or _FIELDS_THERE.search(low)) or slots.days or slots.crafts:
        return None
    if any(q.kind not in ("length", "distance") for q in slots.quantities) or said.has(*_OF_A_SHEET):
        return None
    fresh = said.again()
    wished = wishes(fresh)
    if not wished or (wished.keys() <= {"restaurant", "hotel", "near_what"} and not _FIELD_WORD.search(low)):
        return None
    far = next((q.value for q in slots.of("distance")), None)
    order: Given = {"priority_strategy": "distance"} if _THE_NEAREST.search(low) else {}
    around: Given = {"max_distance_nm": far} if far else {}
    return ToolCall(tool=_NEAR, arguments={"location_query": field, **around, "filters": wished, **order})


_FIELD_WORD = re.compile(
    r"\b(?:fields?|airfields?|airports?|aerodromes?|strips?|plätze?|platz|flugplätze?|flugplatz|terrains?|a[ée]rodromes?)\b"
)


def _another_nearby(said: Said, call: ToolCall, field: str) -> ToolCall | None:
    """Fields around the one in hand; with a longer runway than its own where that is said."""
    low = said.slots.low
    longer, shorter = _LONGER.search(low), _SHORTER.search(low)
    has_it = _HAS_IT.search(low)
    other = _ANOTHER.search(low) or has_it or _WHICH_ONE.search(low)
    other = other or longer or shorter
    far = said.slots.of("distance")
    if not (_NEARBY.search(low) or far) or not other or len(said.slots.quantities) > len(far) or said.slots.days:
        return None
    if len(far) > 1 or (far and not (longer or shorter)):
        return None
    wished: Given = {}
    spans: list[tuple[int, int]] = [(one.start, one.end) for one in far]
    for concept, filters in AS_A_WISH.items():
        for mention in said.all_of(concept):
            wished |= filters
            spans.append((mention.start, mention.end))
    if has_it:
        spans.append(has_it.span())
    if (day := call.arguments.get("date")) and (open_then := said.all_of("hours")):
        wished["open_day"] = day
        spans += [(m.start, m.end) for m in open_then]
    own = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _MAY_STAND for w in own):
        return None
    airport = said.deps.airports.get(field)
    if airport is None:
        return None
    runway = said.deps.airports.longest_runway(airport)
    if (longer or shorter) and (runway is None or not runway.length_ft):
        return None
    if longer and runway and runway.length_ft:
        wished["min_runway_length_ft"] = runway.length_ft + 1
    elif shorter and runway and runway.length_ft:
        wished["max_runway_length_ft"] = runway.length_ft - 1
    asked = call.arguments.get("about")
    if not (longer or shorter or wished) or (has_it and not wished):
        for fact in asked if isinstance(asked, list) else []:
            wished |= AS_A_WISH.get(str(fact), {})  # "any others nearby?" of its fuel
            wished |= {"has_procedures": True, "approach_type": APPROACHES[fact]} if fact in APPROACHES else {}
    if _ALIKE.search(low) and runway is not None and runway.hard is not None:
        wished["has_hard_runway" if runway.hard else "has_soft_runway"] = True
    given: Given = {"location_query": field, **({"max_distance_nm": round(far[0].value)} if far else {})}
    if longer or shorter or _THE_NEAREST.search(low):
        given["priority_strategy"] = "distance"
    return ToolCall(tool=_NEAR, arguments={**given, **({"filters": wished} if wished else {})})
