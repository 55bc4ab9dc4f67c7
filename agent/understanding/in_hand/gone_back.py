"""Which earlier question a message goes on from, where another was asked since: "which of those", "and at 105 kt?"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import Conversation, Plan
from agent.subjects.finding.concepts import WISHES
from agent.subjects.finding.reading_around import COMPASS
from agent.subjects.route.reading_ways import ways_of
from agent.understanding.in_hand.stop_of_fuel import legs_of_fuel
from agent.understanding.reader.leaning import CONTINUES, asks_the_same
from agent.understanding.reader.unread import LISTS

MOST_EARLIER = 4
"""Questions before the last that are remembered, of each tool the latest."""
_BACK_TO_IT = re.compile(
    r"\b(?:back to|of|from|on|in|to) (?:the|that|your|my) (?:(?:first|last|earlier|previous|whole) )?list\b|\b(?:zurück zu|von|aus|auf) (?:der|dieser) liste\b|"
    r"\b(?:de|dans|sur|à) (?:la|cette) liste\b|\bdes autres\b|\bde (?:ceux|celles)-?(?:là|ci)\b|\bthe others\b|\bvon den anderen\b"
)
_RETURNS_TO_IT = re.compile(
    r"\b(?:back|return(?:ing)?|go back) to (?:the|that|your|my|our) (?:\w+ )?(?:list|search|fields|airfields|results?)\b|"
    r"\b(?:zurück|nochmal|noch mal|wieder) zur? (?:der |dieser )?(?:\w+ )?(?:liste|suche)\b|\b(?:die|der) liste (?:nochmal|von vorhin|von eben)\b|"
    r"\b(?:reven\w+|revien\w*|retour|reprend\w*|reprenons) (?:à |sur |au |aux )?(?:la |cette |ta |ma |les? )?(?:première )?(?:liste|recherche|terrains|résultats)\b"
)
""" "Back to the list, only grass ones": whatever was asked meanwhile."""
_OF_SPEED = frozenset(("cruise_speed_kts", "true_airspeed_kts", "aircraft_type"))
_FLOWN = frozenset(
    ("calculate_flight_distance", "plan_trip", "get_fuel_plan", "get_day_brief", "get_endurance", "get_wind_plan")
)
"""Tools whose answer another speed, type or wind along the way changes."""
_FLYING = keys_of(
    "what if its it's it s is in a the with at only make flying fly flown take took instead rather then but now same do does did we i were was would how "
    "about try say using use our my club plane aeroplane aircraft knots kt kts cruise cruising "
    "et si avec le la l un une en au à plutôt sinon alors notre mon avion prend prends prenons "
    "und wenn mit der dem die das ein einer einem wir ich statt stattdessen lieber doch jetzt unserer meiner bei wie ist es nehme nehmen fliege fliegen wäre"
)


def earlier(plan: Plan, conversation: Conversation) -> tuple[Plan, ...]:
    """The questions before a new plan, of each tool the latest, the newest first."""
    kept: dict[str, Plan] = {}
    for before in (conversation.last_plan, *conversation.earlier):
        if before is not None and before.steps:
            kept.setdefault(before.steps[-1].tool, before)
    new = plan.steps[-1].tool if plan.steps else ""
    return tuple(before for tool, before in kept.items() if tool != new)[:MOST_EARLIER]


def as_it_was_asked(said: Said, conversation: Conversation) -> Conversation:
    """The chat as it was behind the question that a message goes on from; the same where it is the last one."""
    last = conversation.last_plan
    if last is None or not last.steps or legs_of_fuel(last):
        return conversation
    before = (
        _the_list(said, last, conversation)
        or _the_flight(said, last, conversation)
        or _the_one_replaced(said, last, conversation)
        or _the_other_end(said, last, conversation)
        or _the_way(said, last, conversation)
        or _the_sum(said, last, conversation)
        or _whose_fuel_it_is(said, last, conversation)
        or _of_the_ways(said, last, conversation)
        or _the_circle(said, last, conversation)
        or _the_list_around(said, last, conversation)
        or _the_list_again(said, last, conversation)
        or _the_rule(said, last, conversation)
        or _the_report(said, last, conversation)
        or _the_field(said, last, conversation)
    )
    return conversation.model_copy(update={"last_plan": before}) if before is not None else conversation


_ON_THE_WAY = re.compile(
    r"\b(?:on (?:the|our|my) (?:way|route)(?! (?:back|home))|en[- ]route|along the (?:way|route)|sur (?:le trajet|la route|le chemin)|en chemin|"
    r"auf (?:dem weg|der strecke|der route)|unterwegs|entlang der strecke)\b"
)
_OF_THE_AIR = ("sigmet", "notam", "weather", "minute_wind", "outlook")


def _the_way(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "SIGMETs on the way" behind the NOTAM of another field: of the flight that was spoken of before."""
    if last.steps[-1].tool in _FLOWN | LISTS or "to_location" in last.steps[-1].arguments or said.slots.spots:
        return None
    if _ON_THE_WAY.search(said.slots.low) is None or not said.has(*_OF_THE_AIR):
        return None
    flown = (plan for plan in conversation.earlier if plan.steps[-1].tool in _FLOWN)
    return next((plan for plan in flown if "to_location" in plan.steps[-1].arguments), None)


_IN_ITS_PLACE = re.compile(
    r"\b(?:rather than|instead of|in place of|statt|anstatt|anstelle von|au lieu de|à la place d[e']|plutôt que|"
    r"(?:the same|different|differs?|any different|anders|gleich|genauso|dasselbe|pareil|différente?s?|la même chose|identique) (?:than|from|as|to|for|als|wie|que|de|à|in|at|für|pour))\s*(?:via |over |über |par |the |la |le |in |for |at )?$"
)


def _the_one_replaced(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "What about Midden-Zeeland instead of Ostend" behind the phone of Calais: of the question that Ostend stood in."""
    slots = said.slots
    gone = [s for s in slots.spots if _IN_ITS_PLACE.search(slots.low[: s.start])]
    if len(gone) != 1 or len(slots.spots) < 2 or len(slots.words) > _REPLACED:
        return None
    code = field_of(gone[0].name, said.deps) or gone[0].name

    def holds(plan: Plan) -> bool:
        held = [v for step in plan.steps for value in step.arguments.values() for v in _each(value)]
        return any((field_of(one, said.deps) or one) == code for one in held)

    return None if holds(last) else next((plan for plan in conversation.earlier if holds(plan)), None)


_REPLACED = 9
_GOES = re.compile(
    r"\b(?:go|going|fly|flying|flew|went|head|heading|fliege\w*|fliegen|gehe?n?|aller|va|vais|allons|volons|vole)\b"
)


_OF_FUEL = re.compile(
    r"\b(?:reserves?|contingency|alternate|taxi|usable|tanks?|litres?|liters?|gallons?|l/h|lph|gph|reserve|ausweich\w*|liter|tank|réserve|dégagement|litres|réservoirs?)\b"
)


def _the_sum(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "And with 45 minutes reserve" behind the customs of its end: the fuel of the flight, or the flight whose fuel it is."""
    slots = said.slots
    if last.steps[-1].tool in _FLOWN | LISTS or slots.spots or slots.days or not _OF_FUEL.search(slots.low):
        return None
    if not any(c.isdigit() for c in slots.low) or slots.countries or len(slots.words) > _REPLACED:
        return None
    if said.has("avgas", "mogas", "jet_a", "ul91", "restaurant", "customs"):
        return None
    fuel = ("get_fuel_plan", "get_endurance")
    return next((plan for plan in conversation.earlier if plan.steps[-1].tool in fuel), None)


_HOW_MUCH_FUEL = re.compile(
    r"\b(?:how much (?:fuel|avgas|petrol)"
    r"|what fuel(?! (?:do(?:es)? (?:they|it|the)|is (?:there|available|sold)|have (?:they|you)|can (?:i|we) (?:get|buy)|there))|wie ?viel (?:liter |l )?(?:sprit|kraftstoff|benzin|avgas)|wie viele liter|combien (?:d['’]essence|de carburant|de litres)|quelle quantité)\b"
)


def _whose_fuel_it_is(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "Il me faut combien d'essence ? je consomme 32 litres à l'heure" behind the customs of its end: of the flight."""
    slots = said.slots
    if last.steps[-1].tool in _FLOWN | LISTS or slots.spots or slots.days or slots.countries:
        return None
    if not _HOW_MUCH_FUEL.search(slots.low) or len(slots.words) > _OF_A_SUM:
        return None
    flown = (plan for plan in conversation.earlier if plan.steps[-1].tool in _FLOWN)
    return next((plan for plan in flown if "to_location" in plan.steps[-1].arguments), None)


_OF_A_SUM = 16
_RADIUS = keys_of(
    "cut it that to down make within only just less than max maximum at most the radius circle reduce narrow limit widen extend bring and ok then please no not more nm miles "
    "mach das auf nur innerhalb von höchstens radius umkreis und bitte réduis réduire à dans un rayon de seulement moins et mets"
)


def _the_circle(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "Cut it to 20 nm" behind the sunset at one of them: the list, in that circle."""
    slots = said.slots
    far = slots.of("distance")
    if (
        last.steps[-1].tool not in ("get_airport_details", "get_airport_pricing", "get_fuel_prices")
        or len(far) != 1
    ):
        return None
    told = [(q.start, q.end) for q in slots.quantities]
    bare = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in told)]
    if slots.spots or len(slots.quantities) > 1 or not all(w.key in FUNCTION or w.key in _RADIUS for w in bare):
        return None
    around = ("find_airports_near_location", "find_airports_near_route")
    return next((plan for plan in conversation.earlier if plan.steps[-1].tool in around), None)


def _of_the_ways(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "Und wenn wir über Langenthal oder über Luzern fliegen?" behind a fact of its end: of the flight."""
    if last.steps[-1].tool in _FLOWN | LISTS or len(said.slots.spots) < len(("one", "other")):
        return None
    if {said.name(s) for s in said.slots.spots} != {name for way in ways_of(said.again()) for name in way}:
        return None
    flown = (plan for plan in conversation.earlier if plan.steps[-1].tool in _FLOWN)
    return next((plan for plan in flown if "to_location" in plan.steps[-1].arguments), None)


_AROUND = re.compile(
    r"^\W*(?:(?:and|und|et|sinon|ou|oder|or|ok|no|nein|non|then|dann|alors|what about|how about|was ist mit|plutôt|lieber|doch|eher|rather|better|something|anything|somewhere|one|was|etwas|einen?|quelque chose|un truc|un terrain)\W+)+(?:around|near|round|close to|autour d[eu']|(?:du|dans le) côté d[eu']|vers chez|près d[eu']|à côté d[eu']|"
    r"um|rund um|bei|in der nähe von|nahe|rings um)\s*(?:l[ae']|the|der|dem)?\s*$"
)


def _the_list_around(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "Et autour de Gap ?" behind the phone of one of them: the list, around another place."""
    slots = said.slots
    if last.steps[-1].tool not in _ASKED_OF_ONE or len(slots.spots) != 1 or slots.quantities or slots.days:
        return None
    spot = slots.spots[0]
    behind = slots.low[spot.end :].strip(" ?.!")
    if not _AROUND.match(slots.low[: spot.start]) or behind not in ("", "rum", "herum", "drum herum"):
        return None
    around = ("find_airports_near_location", "search_airports", "find_airports_near_route")
    return next((plan for plan in conversation.earlier if plan.steps[-1].tool in around), None)


_AGAIN = re.compile(
    r"^\W*(?:(?:and|but|or|so|ok|now|then|und|aber|oder|dann|jetzt|et|mais|ou|sinon|alors)\W+)*(?:(?:the |show me the |give me the )?same (?:thing|search|list|again|but|for|in|with|further|more)\b|ditto\b|"
    r"(?:das ?selbe|das gleiche|dieselbe (?:liste|suche)|die gleiche (?:liste|suche)|nochmal das ?selbe|(?:lieber|doch|eher) (?:etwas |ein wenig |ein bisschen )?(?:weiter|mehr)\b)|"
    r"(?:la )?m[êe]me (?:chose|recherche|liste)\b|pareil\b|idem\b|plut[ôo]t (?:un peu )?(?:plus|vers)\b|rather (?:a bit )?(?:further|farther|more)\b|"
    r"(?:un autre|une autre|plutôt un autre|another(?: one)?|something|somewhere|one|anything|ein anderer|einen anderen|noch einer|lieber einer|was|etwas) (?:(?:else|then|a bit|bit|un peu|etwas|ein bisschen|ein wenig) )*(?:further|farther|more|weiter|mehr|plus|in the|im|au|à l['’]|au)\b)"
)
_ASKED_OF_ONE = ("get_airport_details", "get_airport_pricing", "get_fuel_prices", "get_notification_for_airport", "compare_airfields")  # fmt: skip


def _the_list_again(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "Même chose mais vers le sud et en dur", "und dasselbe in Frankreich" behind the hours of one of them: the list."""
    slots = said.slots
    if last.steps[-1].tool not in _ASKED_OF_ONE or slots.spots or not _AGAIN.match(slots.low):
        return None
    if not slots.countries and not said.has(*COMPASS, *WISHES):
        return None
    return next((plan for plan in conversation.earlier if plan.steps[-1].tool in LISTS), None)


_RULES = ("answer_rules_question", "compare_rules_between_countries", "browse_rules")


def _the_rule(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "And in Portugal?" behind what a term means: the rule that was asked before it."""
    if last.steps[-1].tool != "explain_term" or not CONTINUES.match(said.slots.text) or not asks_the_same(said):
        return None
    return next((plan for plan in conversation.earlier if plan.steps[-1].tool in _RULES), None)


_IN_THAT = re.compile(
    r"\b(?:vfr|flyable|fly(?:ing)? in (?:that|this|it)|good enough|legal|minima|minimums|marginal|fliegbar|fliegen|volable|voler|sichtflug)\b"
)


def _the_report(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "Can I go VFR in that" behind the wind on a runway of a report that was pasted: of that report."""
    step, slots = last.steps[-1], said.slots
    if (
        step.tool != "get_runway_wind"
        or "wind" not in step.arguments
        or slots.spots
        or slots.days
        or slots.countries
    ):
        return None
    if not _IN_THAT.search(slots.low) or len(slots.words) > _REPLACED:
        return None
    pasted = (plan for plan in conversation.earlier if plan.steps[-1].tool == "get_weather")
    return next((plan for plan in pasted if "report" in plan.steps[-1].arguments), None)


def _the_field(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "Et Megève ?" behind a rule that was asked beside Courchevel's runway: of the field, as the one before."""
    if last.steps[-1].tool not in _RULES or said.slots.countries or len(said.slots.spots) != 1:
        return None
    spot = said.slots.spots[0]
    if (
        spot.is_area
        or not CONTINUES.match(said.slots.text)
        or not asks_the_same(said)
        or field_of(spot.name, said.deps) is None
    ):
        return None
    card = next((plan for plan in conversation.earlier if plan.steps[-1].tool == "get_airport_details"), None)
    return card if card is not None and card.steps[-1].arguments.get("about") else None


def _the_other_end(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """ "What if I go to Hamburg instead" behind the sunset at the start: the flight, to another end."""
    spots, step = said.slots.spots, last.steps[-1]
    if step.tool in _FLOWN | LISTS or len(spots) != 1 or spots[0].role != "to" or not said.has("instead"):
        return None
    if (
        not _GOES.search(said.slots.low)
        or len(said.slots.words) > _REPLACED
        or {"from_location", "to_location"} <= step.arguments.keys()
    ):
        return None
    return next((plan for plan in conversation.earlier if plan.steps[-1].tool in _FLOWN), None)


def _each(value: JsonValue) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str) and len(one) < _A_NAME]


_A_NAME = 40
"""Letters of a place; the words of a question are more."""


def _the_list(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """The list one of whose fields was asked about since: "which of those has a hotel"."""
    listed = next((plan for plan in conversation.earlier if plan.steps[-1].tool in LISTS), None)
    if listed is None or last.steps[-1].tool in LISTS:
        return None
    asked = {
        str(step.arguments.get("icao_code") or step.arguments.get("to_location") or "") for step in last.steps
    }
    if _RETURNS_TO_IT.search(said.slots.low):
        return listed
    if len(asked) != 1 or not asked <= {*conversation.shown}:
        return None
    of_it = said.has("of_them") or _BACK_TO_IT.search(said.slots.low) is not None
    nearest = said.has("which_of_two") and said.has("nearest", "closer", "longest_runway", "cheapest")
    return listed if of_it or nearest else None


def _the_flight(said: Said, last: Plan, conversation: Conversation) -> Plan | None:
    """The flight whose speed, type or wind along the way is all that is said, behind a fact of one of its ends."""
    slots = said.slots
    if last.steps[-1].tool in _FLOWN | LISTS or last.steps[-1].arguments.keys() & {*_OF_SPEED, "speed_kts"}:
        return None
    figures = [q for q in slots.quantities if q.kind in ("speed", "wind")]
    if len(figures) != len(slots.quantities) or not (figures or slots.crafts) or slots.spots or slots.days:
        return None
    told = [(one.start, one.end) for one in (*figures, *slots.crafts, *said.all_of("instead", "reverse"))]
    bare = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in told)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _FLYING or w.key.isdigit() for w in bare):
        return None
    return next((plan for plan in conversation.earlier if plan.steps[-1].tool in _FLOWN), None)
