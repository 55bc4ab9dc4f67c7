""" "Which of them has an ILS?", "which of the two has more grass ones?": asked of what was spoken of one by one."""

from __future__ import annotations

from agent import regex as re
from agent import registry
from agent.language.courtesy import CHAT
from agent.language.ends import OF_THE_WAY, field_of
from agent.language.orders import ORDERS
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import Plan, ToolCall
from agent.subjects.airfield.reading import SOLD
from agent.subjects.route.reading import speed
from agent.understanding.beside.which_is_nearer import EACH_FROM, nearest_to
from agent.understanding.in_hand import references
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.reading import COUNTED
from agent.understanding.reader.tool_names import DISTANCE, FUEL_PLAN
from agent.understanding.reader.unread import CARD, LISTS

COMPARED = "compare_airfields"
WEATHER, RUNWAY_WIND = "get_weather", "get_runway_wind"
_COSTS = _FEE, _FUEL_PRICE = ("get_airport_pricing", "get_fuel_prices")
_TWO = 2
_OF_EACH = frozenset(("sun", "contact", "frequency", "position", "website"))
"""What is told of each field, and set side by side of none."""


_WHICH_IS_MORE = re.compile(
    r"\W*(?:(?:and|und|et|so|ok)\W+)*(?:which|which one|welche[rs]?|lequel|laquelle)(?: one)? (?:is|has(?: the| a)?|ist|hat(?: die)?|est|a(?: la| une)?)(?: the| le| la)? "
    r"(?:long(?:er|est)|short(?:er|est)|high(?:er|est)|low(?:er|est)|bigg(?:er|est)|larg(?:er|est)|länger|kürzer|höher|größer|plus (?:long|longue|court|courte|haut|haute|grand|grande))"
    r"(?: (?:runway|one|piste|bahn|then|denn|alors))*\W*",
    re.IGNORECASE,
)
""" "Which is longer?" of two that were asked one by one."""


_WHICH_IS_SO = re.compile(
    r"\W*(?:(?:and|und|et|so|ok)\W+)*(?:which|which one|who|welche[rs]?|wer|lequel|laquelle)(?: one)?(?: \w+){0,3}? "
    r"(?:later|earlier|longer|better|worse|sooner|higher|lower|safer|easier|später|früher|länger|besser|schlechter|höher|plus (?:tard|tôt|longtemps|haut|bas)|mieux|meilleure?|moins)"
    r"(?: (?:then|denn|alors|there|for me|on (?:mon|tues|wednes|thurs|fri|satur|sun)day))*\W*$"
)
""" "Which closes later?" of two that were asked one by one."""
_WHICH_AIR = re.compile(
    r"\W*(?:(?:and|und|et|so|ok)\W+)*(?:which|which one|where|welche[rs]?|wo|lequel|laquelle|où)(?: one)?(?: of them)?(?: (?:is|has|y a-t-il|il y a|y a|gibt es|looks|will be|ist|hat|sieht|wird|est|a|sera|fait-il))(?: \w+){0,2}? "
    r"(?:windier|calmer|clearer|better|worse|nicer|drier|warmer|colder|gustier|(?:less|more|least|most) (?:wind|windy|cloud|cloudy|gusty|rain)|(?:higher|lower) (?:cloud|ceiling|base)|"
    r"windiger|ruhiger|besser|schlechter|schöner|trockener|(?:mehr|weniger) (?:wind|wolken|regen)|(?:le |la )?(?:plus|moins) (?:venté|venteux|calme|de vent|nuageux|couvert|de pluie|haute?|basse?|bonne?|forte?|faible)|mieux|pire|(?:la |le )?meilleure?|higher|lower|stronger|höher|niedriger|tiefer|stärker|schwächer|am besten|am höchsten)\W*"
)
""" "Which is windier?" of two whose weather was asked one by one."""
_WHEN = ("day", "time", "until")
_WHICH_COSTS = re.compile(
    r"\W*(?:(?:and|und|et|so|ok)\W+)*(?:which|which one|welche[rs]?|lequel|laquelle|wer|who|where|what|was|wo|où)(?: one)?(?: of (?:the two|them|both|those)| von (?:den )?beiden| davon| des deux| d['’]entre (?:eux|les deux))?(?:['’]?s| is| works out| comes out|costs?| costs?| ist| kostet| wäre| est| c['’]est| coûte| revient)(?: it| es|-ce)?(?: the| le| la)? "
    r"(?:cheap(?:er|est)|less|more expensive|billiger|günstiger|teurer|weniger|moins cher|moins chère|plus cher|plus chère|moins)"
    r"(?: (?P<landing>to land(?: at| there)?|for (?:a )?landing|zum landen|zu landen|für die landung|(?:pour )?(?:se poser|s['’]y poser|y atterrir|atterrir)))?\W*",
    re.IGNORECASE,
)
""" "Welcher ist billiger?" of two whose fee or fuel was asked."""
_ONE_COSTS = re.compile(
    r"\W*(?:(?:and|und|et|so|ok)\W+)*(?:(?:is|ist|are|est-ce que|est)\s+)?(?P<place>[\w' -]{3,30}?)\s+(?:(?:is|ist|est|c['’ ]?est|c)\s+)?(?:any |noch |da )?"
    r"(?:cheaper|dearer|more expensive|billiger|günstiger|teurer|moins ch[eè]re?|plus ch[eè]re?)\W*",
    re.IGNORECASE,
)
""" "Und is Eggenfelden billiger?" behind what another costs."""
_WHERE_AIR = re.compile(
    r"\b(?:c['’ ]?(?:est|sera)?\s*mieux où|où (?:est[- ]ce que )?c['’ ]?(?:est|sera)?\s*(?:le )?mieux|où (?:fait|fera)[- ]?(?:t-)?il (?:le )?(?:mieux|meilleur|plus beau)"
    r"|where(?:['’]?s| is| will| would)(?: it)?(?: be)? (?:the )?(?:better|best|nicer)|wo (?:ist|is|wird|wär\w*)(?:['’]?s| es| des| das)? (?:besser|am besten|schöner))\b"
)
""" "C mieux où pour demain aprem" of two whose weather was asked one by one."""
_OF_ALL = re.compile(r"\b(?:\w+est|am \w+sten|la moins|le moins|la plus|le plus)\b")


def of_those(text: str, said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """The question asked of each of the fields or countries in hand; () where it is none of that kind."""
    if far := _far_to_each(said, memory) or _far_to_the_others(said, memory) or _nearest_of_them(said, memory):
        return far
    if beside := _one_beside(said, memory):
        return beside
    if said.spots or said.slots.countries:
        return ()
    if memory.tool == CARD and not memory.fields and references.both(text) and not references.which_of(text):
        return _of_both(said, memory)
    if memory.tool in _COSTS and memory.call is not None and _SAYS_BOTH.fullmatch(said.slots.low):
        fields = list(dict.fromkeys(memory.mentioned))[-_TWO:]
        if references.both(text) and len(fields) == _TWO:
            return tuple(memory.call.varied(icao_code=field) for field in fields)
    many = (
        references.which_of(text)
        or (
            _how_many(said)
            if memory.tool in (CARD, *_COSTS, FUEL_PLAN, DISTANCE) and _WHICH_COSTS.fullmatch(said.slots.low)
            else 0
        )
        or _asked_together(said, memory)
        or (2 if memory.tool == CARD and _WHICH_IS_MORE.fullmatch(said.slots.low) else 0)
        or (2 if memory.tool == WEATHER and _WHICH_AIR.fullmatch(said.slots.low) else 0)
        or (2 if memory.tool == WEATHER and _WHERE_AIR.search(said.slots.low) else 0)
        or (2 if memory.tool in (CARD, RUNWAY_WIND) and _WHICH_IS_SO.match(said.slots.low) else 0)
    )
    if not many:
        return ()
    if memory.tool == CARD:
        fields = list(dict.fromkeys(memory.mentioned))[-many:]
        if (cheaper := _WHICH_COSTS.fullmatch(said.slots.low)) is not None:
            cost = _FUEL_PRICE if _is_of_fuel(memory) and not cheaper["landing"] else _FEE
            return tuple(ToolCall(tool=cost, arguments={"icao_code": field}) for field in fields)
        before = memory.call.arguments.get("about") if memory.call else None
        about = registry.readings()[CARD].read(said.again()).get("about") or before
        if len(fields) < _TWO or not about:
            return ()
        of_a_day = bool(said.slots.days) and about == ["hours"]
        if isinstance(about, list) and ({*map(str, about)} <= _OF_EACH or of_a_day):
            given = {
                name: value for name, value in memory.call_but("icao_code", "about").items() if name == "date"
            }
            if said.slots.days:
                given["date"] = said.day()
            return tuple(
                ToolCall(tool=CARD, arguments={**given, "icao_code": field, "about": about}) for field in fields
            )
        return (ToolCall(tool=COMPARED, arguments={"icao_codes": [*fields], "about": about}),)
    if memory.tool == RUNWAY_WIND and memory.call is not None:
        fields = list(dict.fromkeys(memory.mentioned))[-many:]
        return (
            tuple(memory.call.varied(icao_code=field, runway=None, beside=None) for field in fields)
            if len(fields) > 1
            else ()
        )
    if memory.tool in (FUEL_PLAN, DISTANCE) and _WHICH_COSTS.fullmatch(said.slots.low):
        ends = [field_of(name, said.deps) for name in memory.mentioned]
        fields = [code for code in dict.fromkeys(ends) if code][-_TWO:]
        return tuple(ToolCall(tool=_FEE, arguments={"icao_code": code}) for code in fields) if fields[1:] else ()
    if memory.tool in _COSTS and (said.has("cheapest") or _WHICH_COSTS.fullmatch(said.slots.low)):
        fields = list(dict.fromkeys(memory.mentioned))[-many:]
        return tuple(ToolCall(tool=memory.tool, arguments={"icao_code": field}) for field in fields)
    if memory.tool == WEATHER and len(fields := list(dict.fromkeys(memory.mentioned))[-many:]) >= _TWO:
        before = memory.call.arguments if memory.call else {}
        asked = registry.readings()[WEATHER].read(said.again())
        at_another = any(name in asked for name in _WHEN)  # "which of the two is better tomorrow at 2"
        of_when = asked if at_another else before
        when = {name: of_when[name] for name in _WHEN if name in of_when}
        weighed = {"elements": asked["elements"]} if "elements" in asked else {}
        return (ToolCall(tool=WEATHER, arguments={"places": [*fields], **when, **weighed, "weighed": True}),)
    if memory.tool == COUNTED:
        filters = registry.readings()[COUNTED].read(said.again()).get("filters")
        countries = memory.of_late[-many:]
        if len(countries) < _TWO or not filters:
            return ()
        return tuple(ToolCall(tool=COUNTED, arguments={"country": c, "filters": filters}) for c in countries)
    return ()


def _one_beside(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """What was told the price of, and the one now said to be cheaper or not: both."""
    match = _ONE_COSTS.fullmatch(said.slots.low)
    before = memory.call.arguments.get("icao_code") if memory.call and memory.tool in _COSTS else None
    if match is None or memory.call is None or not isinstance(before, str) or len(said.spots) != 1:
        return ()
    code = field_of(said.name(said.spots[0]), said.deps)
    if code is None or code == before:
        return ()
    return (
        memory.call.varied(icao_code=code),
        memory.call.varied(icao_code=field_of(before, said.deps) or before),
    )


def _is_of_fuel(memory: Known) -> bool:
    """Whether the fuel of the fields was asked last."""
    about = memory.call.arguments.get("about") if memory.call else None
    return isinstance(about, list) and bool(about) and {*map(str, about)} <= SOLD


_WHICH = re.compile(
    r"\W*(?:(?:and|und|et|so|ok)\W+)*(?:which|who|welche[rsn]?|wer|lequel|laquelle|lesquels|lesquelles)\b"
)


def _asked_together(said: Said, memory: Known) -> int:
    """How many fields the last answer told one by one, where "which has the longest runway?" weighs them."""
    if memory.tool != CARD or memory.plan is None or not _WHICH.match(said.slots.low):
        return 0
    told = {str(step.arguments.get("icao_code")) for step in memory.plan.steps if step.tool == CARD}
    return len(told) if len(told) >= _TWO else 0


_RING = re.compile(r"\b(?:ring|call|phone|e-?mail|anruf\w*|ruf\w*|appel\w*|téléphone\w*)\b")
_LISTED = 5
"""Fields of a list that are seen at once."""
_IN_ORDER = frozenset(("measured_from", "near", "priority_strategy"))
_OF_ONE = re.compile(r"\b(?:its|it|son|sa|seine?|dessen|celui-?(?:ci|là)|le numéro|the number)\b(?! for)")
_OF_THEM = keys_of(
    "them they their those these all each every me us for or give get tell list numbers number ring call phone telephone "
    "can could you i we do how reach what are is the please "
    "sie ihre ihnen deren alle aller jeweils mir uns gib nenn ruf rufe an für oder die der wie lauten sind "
    "it its son sa ses sein seine le la celui ci là numero de du "
    "les leur leurs tous toutes chacun moi donne appelle nous pour ou quels quelles sont "
)


def of_the_listed(text: str, said: Said, memory: Known) -> Plan | None:
    """ "Ring them for me, or give me the numbers" of a list: what is told of each of the fields that were shown."""
    slots, fields = said.slots, [*memory.shown[:_LISTED]]
    if memory.tool not in LISTS or not fields or slots.spots or slots.countries or slots.days:
        return None
    rung = [m for m in said.all_of("errand") if _RING.search(said.slots.low[m.start : m.end])]
    asked = [*said.all_of(*_OF_EACH), *rung]
    if {m.concept for m in asked} - {"contact", "errand"} or not asked or references.ORDINAL.search(text):
        return None
    ordered = memory.call is not None and memory.call.arguments.keys() & _IN_ORDER
    if _OF_ONE.search(slots.low) and ordered:
        fields = fields[:1]  # "its phone" of the nearest
    held = [(m.start, m.end) for m in (*asked, *said.all_of("of_them"))]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in held)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _OF_THEM for w in rest):
        return None
    told = fields[:MOST_STEPS]
    steps = tuple(ToolCall(tool=CARD, arguments={"icao_code": field, "about": ["contact"]}) for field in told)
    return Plan(steps=steps, confidence=0.9, made_by="followup", left_aside=tuple(fields[MOST_STEPS:]))


_SEEN_WHOLE = 4
"""A list of so few was seen whole: "which of those" are these, however many more lie in its circle."""
_OFTEN_UNKNOWN = frozenset(
    ("restaurant", "hotel", "fuel", "avgas", "jet_a", "mogas", "ul91", "customs", "hours", "access", "handling", "tower",
     "lights", "approaches", "fee", "transport")
)  # fmt: skip
"""What is not known of many a field: a list would lose those that were spoken of, where each can be told."""


_ONLY = re.compile(r"\W*(?:(?:and|und|et|ok|so) )?(?:only|just|nur|bloß|seulement|uniquement)\b")
""" "Only those with a restaurant": the list, narrowed."""


def of_the_few_listed(text: str, said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "Which of those have a restaurant" of a list that was seen whole: what is known of each of these."""
    fields, slots = list(memory.shown), said.slots
    if memory.tool not in LISTS or not _TWO <= len(fields) <= _SEEN_WHOLE:
        return ()
    if (
        not (references.which_of(text) or said.has("of_them"))
        or _ONLY.match(slots.low)
        or slots.spots
        or slots.countries
        or slots.quantities
    ):
        return ()
    about = registry.readings()[CARD].read(said.again()).get("about")
    if not isinstance(about, list) or not about or not {*map(str, about)} <= _OFTEN_UNKNOWN or said.has(*ORDERS):
        return ()
    return (ToolCall(tool=COMPARED, arguments={"icao_codes": [*fields], "about": about}),)


def of_each_alone(plan: Plan) -> Plan:
    """What is told of each field and set side by side of none, asked of each: "and their phones?" of two."""
    if [step.tool for step in plan.steps] != [COMPARED]:
        return plan
    codes, about = plan.steps[0].arguments.get("icao_codes"), plan.steps[0].arguments.get("about")
    if not (isinstance(codes, list) and isinstance(about, list) and {*map(str, about)} <= _OF_EACH and about):
        return plan
    steps = tuple(ToolCall(tool=CARD, arguments={"icao_code": code, "about": about}) for code in codes)
    return plan.model_copy(update={"steps": steps, "others": (), "left_aside": ()})


_TO_EACH = re.compile(
    r"\b(?:to|nach|zu|à|vers|jusqu'à) (?:(?:each|both|them|jedem|allen|beiden|chacun|chacune|tous|toutes)(?: of (?:them|these|those|the (?:two|three)))?|"
    r"all(?: of)?(?: them| those| (?:two|three|four))|(?:les|den) (?:deux|trois|quatre|zweien|dreien|beiden))\b"
)
""" "How far is it from Biarritz to each": of the fields in hand."""


def _far_to_each(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """How far it is from the place that is named, or from home, to each of the fields in hand."""
    flown = any(q.kind == "speed" for q in said.slots.quantities)
    each_from = len(said.spots) == 1 and memory.tool not in LISTS and EACH_FROM.search(said.slots.low)
    to_each = _TO_EACH.search(said.slots.low) and (flown or OF_THE_WAY.search(said.slots.low))
    if said.slots.countries or not (each_from or to_each):
        return ()
    fields = list(memory.fields or dict.fromkeys(memory.mentioned))[-MOST_STEPS:]
    start = said.name(said.spots[0]) if len(said.spots) == 1 else memory.home
    if len(fields) < _TWO or start is None or len(said.spots) > 1:
        return ()
    given = speed(fresh := said.again())
    said.used.update(fresh.used)
    return tuple(
        ToolCall(tool=DISTANCE, arguments={"from_location": start, "to_location": end, **given}) for end in fields
    )


_HOW_FAR = re.compile(
    r"\W*(?:(?:and|so|how|what is|what's|the|und|wie|die|et|à|la|quelle)\W+)*(?:far|distance|weit|entfernung|loin)\b[^?.!]*\b(?:from|von|de|depuis)\b"
)


def _far_to_the_others(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "Distance from Sandown" of Sandown and Bembridge: how far it is from the one to the others."""
    fields, spots = list(dict.fromkeys(memory.fields)), said.spots
    if len(fields) < _TWO or len(spots) != 1 or not _HOW_FAR.match(said.slots.low):
        return ()
    start = field_of(spots[0].name, said.deps)
    others = [code for code in fields if code != start][:MOST_STEPS]
    if start not in fields:
        return ()
    given = speed(fresh := said.again())
    said.used.update(fresh.used)
    return tuple(
        ToolCall(tool=DISTANCE, arguments={"from_location": start, "to_location": end, **given}) for end in others
    )


def _nearest_of_them(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "The nearest of them to Exeter" of fields spoken of one by one: how far it is to each."""
    fields = list(dict.fromkeys(memory.fields or memory.mentioned))[-MOST_STEPS:]
    if memory.tool not in (CARD, COMPARED) or len(fields) < _TWO or len(said.spots) != 1 or said.slots.countries:
        return ()
    many = references.which_of(said.slots.text)
    if not said.has("nearest", "closer") or not (many or said.has("of_them", "which_of_two")):
        return ()
    fields = fields[-many:] if many else fields
    start = said.name(said.spots[0])
    given = speed(fresh := said.again())
    said.used.update(fresh.used)
    return tuple(
        ToolCall(tool=DISTANCE, arguments={"from_location": start, "to_location": end, **given}) for end in fields
    )


def nearest_named(steps: tuple[ToolCall, ...], said: Said) -> str:
    """ "Nearest to Antwerp: EDWR Borkum", in front of how far each of them is; "" where that was not asked."""
    starts = {str(step.arguments.get("from_location")) for step in steps}
    if len(steps) < _TWO or len(starts) != 1 or any(step.tool != DISTANCE for step in steps):
        return ""
    if not said.has("nearest", "closer"):
        return ""
    return nearest_to(starts.pop(), [str(step.arguments.get("to_location")) for step in steps], said)


def _how_many(said: Said) -> int:
    """Two for "cheaper", all that were asked one by one for "cheapest"."""
    return references.MOST_MENTIONED if _OF_ALL.search(said.slots.low) else _TWO


_SAYS_BOTH = re.compile(
    r"\W*(?:(?:and|so|und|et|ok|what about|how about|was ist mit|for|für|pour|at|in|on|am|le|please|bitte|then|dann|alors|the|die|les|of|them|deux|both|beiden?|two)\b\W*)+"
)


def _without_days(said: Said) -> str:
    """What is said but for the days."""
    low = said.slots.low
    for day in said.slots.days:
        low = f"{low[: day.start]}{' ' * (day.end - day.start)}{low[day.end :]}"
    return low


def _of_both(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "How high are they both?": the fact of each of the two fields that were spoken of one by one."""
    fields = list(dict.fromkeys(memory.mentioned))[-_TWO:]
    given = registry.readings()[CARD].read(said.again())
    told = memory.call.arguments.get("about") if memory.call is not None else None
    if not given.get("about") and told and _SAYS_BOTH.fullmatch(_without_days(said)):
        given = {**given, "about": told}  # "both on Saturday" behind the hours of each
    if len(fields) < _TWO or not given.get("about"):
        return ()
    return tuple(ToolCall(tool=CARD, arguments={**given, "icao_code": field}) for field in fields)
