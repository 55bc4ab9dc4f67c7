"""Reads what one wants on the ground: things to see and eat, a plan for the stop, what guides say."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.surroundings import SURROUNDINGS
from agent.language import leisure
from agent.language.courtesy import CHAT
from agent.language.ends import find_ends
from agent.language.pace import read_days_pace, read_pace
from agent.language.quantities import Quantity
from agent.language.said import Said, whole
from agent.language.slot_words import FUNCTION
from agent.language.slots import Spot
from agent.language.stop_times import StopTimes, moved_stretch, read_stop_times, stretch_in_words
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from agent.subjects.finding.concepts import WISHES
from agent.subjects.finding.reading_wishes import denied_countries, wishes
from agent.subjects.ground.edits import read_edit
from tongue import later

LONGEST_FLIGHT = 12.0
"""Hours."""
WIDEST_KM = 50.0
"""What the tools of this room take at most."""

Given = dict[str, JsonValue]
_BESIDE = 3
"""Letters between a town and the code of its field."""
_LANDING = re.compile(
    r"\b(?:land(?:ing|ed)?|arriv\w+|touch(?:ing)? down|atterri\w+|arriv[ée]\w*|posée?s?|lande[nt]?|landung|ankunft|ankomm\w+)\b"
)


_LANDS_AT = re.compile(
    r"\b(?:land(?:ing|ed)?|arriv\w*|atterri\w+|se pos(?:e|er|era)|(?:nous|vous) pos(?:ons|ez|er)|landen?|landung|ankunft|ankommen)"
    r"(?: (?:um|gegen|at|about|around|à|vers)? ?\d{1,2}[:.h]?(?:\d{2})?(?: ?(?:uhr|h|z|am|pm|local|lokal))?)? "
    r"(?:(?:at|in|on|à|a|au|aux|sur|auf|bei|the|am|im) ){0,2}$"
)
_SEEN = re.compile(
    r"\b(?:do|see|visit|explore|faire|voir|visiter|découvrir) (?:(?:at|in|around|à|a|au|aux|en|sur|autour de|the) ){0,2}$"
)
_STAY = re.compile(
    r"\b(?:for|have|got|with|pendant|pour|avons|reste|für|haben|bleiben)\s+(?:about |around |only |just |environ |etwa )?$"
)
_SEEN_IN = re.compile(
    r"\b(?:do|see|visit|explore|faire|voir|visiter|découvrir|machen|sehen|besichtigen|anschauen)\b.*\b(?:in|en|within)\s+(?:about |only |just |environ )?$"
)
""" "Y a quoi à visiter à Annecy en 3h": so long is there for it."""
_STAY_AT = re.compile(
    r"\s*(?:(?:in|at|on|à|a|au|aux|en|sur|auf)\s|(?:aufenthalt|vor ort|am boden|sur place|au sol|stay\b|stop\b|ashore|layover))"
)
_REACH = re.compile(
    r"\b(?:max\w*|within|inside|less|under|not|reach|away|fl[yi]\w*|flight|flt|moins|vol|höchst\w*|innerhalb|flug|fliegen|entfernt|from|of|ab|von|de chez|depuis)\b"
)


def _is_of_the_stay(one: Quantity, said: Said) -> bool:
    """Whether a time is how long one stays ("for three hours", "4h à Ajaccio") and no hours of flight."""
    low = said.slots.low
    if _STAY.search(low[: one.start]):
        return True
    if said.spots and _SEEN_IN.search(low[: one.start]) and _REACH.search(low) is None:
        return True
    return _STAY_AT.match(low, one.end) is not None and _REACH.search(low) is None


_ONLY_SO_LONG = re.compile(
    r"\W*(?:(?:and|but|only|just|ok|say|make it|with|we|i|have|got|if|for|what|about|nur|bloß|und|aber|wir|ich|haben|habe|mit|wenn|doch|seulement|juste|et|mais|on|nous|a|n'a|avons|avec|si|en|que|qu')\W+)*"
    r"1\W*(?:there|on the ground|dort|da|vor ort|zeit|sur place|instead|then|dann|now|time|please|bitte)?\W*"
)
_ONLY_SO = re.compile(
    r"\W*(?:(?:and|but|only|just|ok|no|if|we|i|are|am|we're|i'm|will|go|be|und|aber|nur|wir|ich|sind|bin|gehen|wenn|et|mais|on|nous|je|suis|est|sommes|serons|y|va|si|seulement|on'll)\W+)*"
    r"(?:(?:on|by|with an?) (?:foot|bike|bicycle|taxi|cab)|walking only|without (?:a )?car|zu fu(?:ß|ss)|(?:mit dem|per) (?:fahr)?(?:rad|taxi)|ohne (?:auto|mietwagen)|[àa] (?:pied|vélo)|en taxi|sans voiture)"
    r"\W*(?:then|there|now|only|please|dann|dort|unterwegs|alors|là-bas)?\W*"
)
""" "On est à pied", "we're on foot" of the stop in hand."""
_IF_WET = re.compile(
    r"\b(?:if|when|in case|wenns?|wenn's|falls|bei|s['’]il|si|quand|en cas de|par)\b[^.?!]{0,20}\b(?:rain\w*|wet|pour\w*|regn\w*|regen\w*|schüttet|pleu\w*|pleuvait|pluie)\b"
)


def of_the_stop_in_hand(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Only an hour" and "and if it rains?" behind what there is to see somewhere: the same place, so long, or indoors."""
    before = last.arguments
    if (
        last.tool not in ("search_pois", "build_itinerary")
        or not before.get("near")
        or "fly_within_hours" in before
    ):
        return None
    slots = said.slots
    if slots.spots or slots.countries or slots.days or len(slots.words) > _SHORT:
        return None
    kept: Given = {n: before[n] for n in ("interests", "constraints") if before.get(n)}
    if _IF_WET.search(slots.low):
        said.take_all()
        limits = before.get("constraints")
        return last.varied(constraints={**(limits if isinstance(limits, dict) else {}), "indoor_only": True})
    if (how := leisure.read_transfer(slots)) and _ONLY_SO.fullmatch(slots.low) and not slots.quantities:
        said.take_all()
        stop = {"near": before["near"], **kept} if last.tool == "search_pois" else before
        return ToolCall(tool="build_itinerary", arguments={**stop, "transfer": how})
    window = before.get("window")
    if last.tool == "build_itinerary" and isinstance(window, dict) and not said.concepts & _ASKS_ELSE:
        told = (str(window.get("from", "")), str(window.get("to", "")))
        people = said.people()
        moved = moved_stretch(slots.low, told) if all(_CLOCK_TIME.fullmatch(one) for one in told) else None
        if moved is not None:
            said.take_all()
            also: dict[str, JsonValue] = {"people": people} if people is not None and people > 1 else {}
            return last.varied(window={"from": moved[0], "to": moved[1]}, **also)
    lasting = slots.of("duration")
    if len(lasting) != 1 or len(slots.quantities) != 1 or _REACH.search(slots.low):
        return None
    bare = slots.low[: lasting[0].start] + "1" + slots.low[lasting[0].end :]
    minutes = round(lasting[0].value * 60)
    if _ONLY_SO_LONG.fullmatch(bare) is None or not _LEAST_STAY <= minutes <= _MOST_STAY:
        return None
    said.take_all()
    if last.tool == "build_itinerary" and "window" not in before:
        return last.varied(stay_minutes=minutes, duration_days=None)
    return ToolCall(tool="build_itinerary", arguments={"near": before["near"], **kept, "stay_minutes": minutes})


_CLOCK_TIME = re.compile(r"\d\d:\d\d")
_ASKS_ELSE = frozenset(("weather", "metar", "taf", "notam", "hours", "fuel", "airline", "rules", "customs"))
_SHORT, _LEAST_STAY, _MOST_STAY = 9, 30, 720


goes_on(of_the_stop_in_hand)


@reads("search_pois", "near", called=later("Places to go"))
def pois(said: Said) -> Given:
    """Where, and what one would like to see or eat; also within hours of flight."""
    slots = said.slots
    given: Given = {}
    if (near := _town(said)) is not None:
        given["near"] = near
    interests = leisure.read_interests(slots)
    given["interests"] = interests
    constraints = leisure.read_constraints(slots)
    if pace := read_days_pace(slots):
        constraints["pace"] = pace
    if constraints:
        given["constraints"] = constraints
    lasting = [one for one in slots.of("duration") if one.value <= LONGEST_FLIGHT]
    hours = [one for one in lasting if not _is_of_the_stay(one, said)]
    said.take([one for one in lasting if one not in hours])
    if hours:
        said.take(hours[:1])
        given["fly_within_hours"] = whole(hours[0].value)
        given.setdefault("near", "home")
        given |= _speed(said)
    if hours or not said.spots:
        _of_the_fields(said, given)  # said alone, it is of the fields in reach that were listed before
    if radius := leisure.radius_km(slots):
        said.take(slots.of("distance")[:1])
        given["radius_km"] = radius
    if slots.days:
        given["date"] = said.day()
    counts = slots.of("count")
    if counts and not said.near(counts[0], "people", words=1):
        said.take(counts[:1])
        given["max_results"] = int(counts[0].value)
    said.take([m for m in said.mentions if m.concept not in WISHES or m.concept in interests])
    said.used.update(span for _, span in leisure.interests_said(slots))
    return given


_SEEN_THERE = {"golf": "golf", "museum": "culture"}
"""What is sought near a field and not of it, by its interest."""


def _of_the_fields(said: Said, given: Given) -> None:
    """What the fields in reach shall be like: "on grass", "by the sea". A beach beside a lunch is where the field is."""
    filters = {name: value for name, value in wishes(said).items() if name not in ("restaurant", "hotel")}
    if denied := denied_countries(said):
        filters["not_country"] = denied
    around, sought = str(filters.get("near_what")), given["interests"]
    if not isinstance(sought, list):
        return
    if _SEEN_THERE.get(around) in sought:
        del filters["near_what"]
    elif around in SURROUNDINGS and len(sought) > 1:
        given["interests"] = [interest for interest in sought if interest != around]
    if filters:
        given["filters"] = filters


def is_stop(said: Said) -> bool:
    """A landing and a leaving time at one place are a stop to plan, not a flight or a report of one."""
    if len(said.clocks()) < 2 or not 1 <= len(said.spots) <= 3:
        return False
    if _is_flown_there_and_back(said):
        return False
    times = read_stop_times(said.slots)
    lands_first = said.is_arrival(said.clocks()[0]) is True
    return lands_first and times.landing is not None and bool(times.off_block or times.there_by)


_LEFT_AGAIN = re.compile(
    r"\b(?:leav\w*|off|depart\w*|tak\w+ off) again\b|\b(?:back|home|return\w*)\b|"
    r"\b(?:wieder|zurück|heim|rückflug|heimflug|repart\w*|retour|rentr\w*|redécoll\w*)\b"
)
_OF_THE_GROUND = re.compile(
    r"\b(?:to do|que faire|quoi faire|machen|unternehmen|visit\w*|explor\w*|sights?|see|town|walk|beach|stop|stay|ground|besichtig\w*|anschauen|stadt|aufenthalt|strand|vor ort|visiter|ville|plage|escale|sur place|temps libre)\b"
)


def _is_flown_there_and_back(said: Said) -> bool:
    """ "EGTF to LFAT Saturday, arrive 11, leave again at 15": a trip between two fields, nothing asked of the ground."""
    ends = find_ends(said.slots)
    if ends is None or ends.start.name == ends.end.name or not _LEFT_AGAIN.search(said.slots.low):
        return False
    in_order = ends.start.role == "from" or (ends.end.role == "to" and ends.start.start < ends.end.start)
    low = said.slots.low
    return in_order and not (leisure.read_interests(said.slots) or _OF_THE_GROUND.search(low))


_TO_DO = re.compile(
    r"\b(?:que (?:peut-on |puis-je |pouvons-nous )?(?:y )?faire|que (?:peut-on|puis-je|pouvons-nous) (?:y )?(?:voir|visiter)|qu'est[- ]ce (?:qu'on|que (?:nous|je|l'on)) (?:peut|peux|pourrait|pouvons) (?:y )?(?:faire|voir)|quoi faire|(?:je|on) (?:y )?fait?s? quoi|what (?:(?:can|could|should|else|shall|is there) )?(?:(?:we|i|one|else) )*(?:to )?(?:do|see|visit)|what to do|[àa] visiter|zu besichtigen|things to do|was (?:(?:kann man|können wir|kann ich|könnte man)\b[^.?!]{0,40}? )?(?:machen|tun|unternehmen|anstellen|sehen|ansehen|anschauen|besichtigen)\b|"
    r"hours? on the ground|heures? au sol|stunden am boden"
    r"|(?:std|stunden?|h) (?:aufenthalt|vor ort)|hours? (?:stay|stop|ashore)|h(?:eures?)? sur place"
    r"|(?:there )?to see|zu sehen|sehenswert\w*|[àa] voir|sights?)\b"
)


_IN_THE_AIR = re.compile(
    r"\b(?:heures?|\d*h\d*|minutes?|min|mn) (?:de )?vol\b|\b(?:hours?|hrs?|minutes?|mins?)(?:['’]s|['’]|s)? (?:of |in the )?(?:flight|flying|air|flown)\b|\bflugstunden?\b"
    r"|\bminuten? (?:flug\w*|zu fliegen|in der luft)\b|\b(?:heures?|minutes?|h) en (?:vol|l['’]air)\b"
    r"|\bstunden? flug\w*\b|\bflug(?:zeit|minuten)\b|\bflying time\b"
)


def is_a_stay(said: Said) -> bool:
    """ "Que faire à La Rochelle pendant 4 heures ?": some hours in one place, and what to do there."""
    landed = [s for s in said.spots if _LANDS_AT.search(said.slots.low[: s.start])]
    places = [s for s in said.spots if s not in landed] or landed  # "4 h in Venice, landing at the Lido"
    if len({said.name(s) for s in places}) != 1 or _TO_DO.search(said.slots.low) is None or said.clocks():
        return False
    if _IN_THE_AIR.search(said.slots.low):  # "à deux heures de vol d'Annecy"
        return False
    return _stay_hours(said) is not None and not said.slots.of("speed")


_FROM_THE_FIELD = re.compile(
    r"\b(?:from|depuis|de|ab|vom|von dem)\s?(?:the |l'|le |la )?(?:airfield|airport|field|strip|a[ée]rodrome|a[ée]roport|terrain|flugplatz|flughafen)\b"
)


def _stay_hours(said: Said) -> float | None:
    """Hours there: said as a stay, or the one time of a question for what to do, where nobody flies it ("in three hours")."""
    if (told := read_stop_times(said.slots).stay_hours) is not None:
        return told
    low = _FROM_THE_FIELD.sub("", said.slots.low)
    lasting = [one for one in said.slots.of("duration") if one.value <= LONGEST_FLIGHT]
    is_asked = _TO_DO.search(low) is not None and _REACH.search(low) is None
    return lasting[0].value if is_asked and len(lasting) == 1 else None


@reads(
    "build_itinerary", "near", claims=lambda said: is_stop(said) or is_a_stay(said), called=later("Plan the stop")
)
def itinerary(said: Said) -> Given:
    """Where, from when to when, and how the time shall be spent."""
    slots = said.slots
    given: Given = {}
    if (edit := read_edit(slots)) is not None:
        said.take_all()
        return {"edit": edit}
    near = _town(said)
    landed = _landed_at(said)
    if landed is not None and (seen := _seen_beside(said, landed)) is not None:
        near = seen
    if near is not None:
        given["near"] = near
    if landed is not None and near not in (None, said.name(landed)):
        given["landing_at"] = said.name(landed)
    times = read_stop_times(slots)
    days = _from_day_to_day(said) or leisure.read_duration_days(slots)
    said.take([*slots.quantities, *slots.days])
    hours = _stay_hours(said)
    is_told = hours is None or said.clocks() or times.off_block or _LANDING.search(slots.low)
    if times.landing == "+0" and stretch_in_words(slots.low) is not None:
        times = replace(times, landing=None, off_block=None)  # "from eleven until half past four"
    is_ahead = (times.landing or "").startswith("+") and bool(is_told)  # "we land in two hours": no stay
    lands = times.landing is not None and (is_ahead or not times.landing.startswith("+"))
    if lands and (times.leave_date is not None or not days or days == 1):
        given |= {**stop_arguments(times), **_onward(said, (near, landed and said.name(landed))), **_speed(said)}
    elif (stretch := stretch_in_words(slots.low)) is not None and near is not None and (days or 1) == 1:
        given["window"] = {"from": stretch[0], "to": stretch[1]}
    elif hours is not None and near is not None and (days or 1) == 1:
        given["stay_minutes"] = round(hours * 60)
        if times.start:
            given["start_time"] = times.start
    elif near is not None or days is not None:
        given["duration_days"] = 1 if days is None else days
        starts = (
            times.start or times.landing or (None if times.off_block else next(iter(leisure.clocks(slots)), None))
        )
        if starts and not starts.startswith("+"):
            given["start_time"] = starts
    if slots.days:
        given["dates"] = [slots.days[0].when.isoformat()]
    if interests := leisure.read_interests(slots):
        given["interests"] = interests
    if pace := read_pace(slots):
        given["pace"] = pace
    if constraints := leisure.read_constraints(slots):
        given["constraints"] = constraints
    people = said.people()
    if people is not None and people > 1:
        given["people"] = people
    if transfer := leisure.read_transfer(slots):
        given["transfer"] = transfer
    said.take(said.mentions)
    return given


_TO_A_DAY = re.compile(
    r"\s*(?:morning|afternoon|evening|früh|abend|matin|soir)?\s*(?:to|till?|until|through|thru|bis|au|jusqu'(?:à|au)|–|-|→)\s*(?:the |on |zum |le |mon |la )?"
)
_LONGEST_DAYS = 14


def _from_day_to_day(said: Said) -> int | None:
    """ "Friday to Sunday" takes three days; None where no two days have such a word between them."""
    days = said.slots.days
    if len(days) != 2 or not _TO_A_DAY.fullmatch(said.slots.low[days[0].end : days[1].start]):
        return None
    last = leisure.return_day(days[1], days[0].when)
    count = (last - days[0].when).days + 1
    return count if 1 < count <= _LONGEST_DAYS else None


_OF_A_SOURCE = re.compile(
    r"\b(?:where|from where)\b[^.?!]{0,20}\b(?:it|they|that|this|these|data|figures?)\b[^.?!]{0,12}\b(?:come|comes|from|taken)\b|\bwoher (?:kommen|stammen|kommt|stammt|habt|hast)\b|"
    r"\bd'où (?:vien\w+|provien\w+|sort\w*)\b"
)
""" "And where does it come from" behind the age of the data: of no town."""


@reads(
    "retrieve_city_guidance",
    "query",
    leans=("city",),
    called=later("About the town"),
    unless=lambda said: not said.spots and _OF_A_SOURCE.search(said.slots.low) is not None,
)
def guidance(said: Said) -> Given:
    """The question itself, and the town it is about."""
    slots = said.slots
    turns = said.all_of("reverse", "both_ways", "not", "only", "instead")
    named = [(s.start, s.end) for s in (*slots.spots, *slots.countries, *slots.quantities, *slots.days, *turns)]
    own = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in named)]
    spots = [s for s in said.spots if s.kind != "here"]
    given: Given = {"city": said.name(spots[0])} if spots else {}
    if not spots and all(w.key in FUNCTION or w.key in CHAT for w in own):
        return given  # "and Saturday?": nothing is asked of a town
    given["query"] = slots.text
    said.take([*said.mentions, *said.slots.quantities, *said.slots.days])
    return given


def stop_arguments(times: StopTimes) -> Given:
    """The times of a stop as the itinerary takes them."""
    window: Given = {"from": times.landing, **({"to": times.off_block} if times.off_block else {})}
    return {
        "window": window,
        **({"there_by": times.there_by} if times.there_by else {}),
        **({"leave_date": times.leave_date.isoformat()} if times.leave_date else {}),
    }


def _onward(said: Said, there: tuple[str | None, ...]) -> Given:
    """Where one comes from and where one goes next, as far as they are said."""
    found: Given = {}
    for spot in said.slots.spots:
        if spot.kind not in ("code", "iata", "place") or said.name(spot) in there:
            continue
        if spot.role == "from":
            found.setdefault("coming_from", said.name(spot))
        elif spot.role == "to" or re.search(
            r"\b(?:for|to|nach|vers|home|zurück)\s+$", said.slots.low[: spot.start]
        ):
            found.setdefault("going_to", said.name(spot))
    return found


def _speed(said: Said) -> Given:
    given: Given = {}
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    return given


def _landed_at(said: Said) -> Spot | None:
    """The field where one lands: "3 hours in Bruges, we land at Ostend"."""
    return next(
        (s for s in said.spots if s.kind != "here" and _LANDS_AT.search(said.slots.low[: s.start])),
        None,
    )


def _seen_beside(said: Said, landed: Spot) -> str | None:
    """The place that is seen, where it is not the one that is landed at."""
    low = said.slots.low
    others = [s for s in said.spots if s.role in ("in", "near") or _SEEN.search(low[: s.start])]
    others = [s for s in others if not s.is_area and not _LANDS_AT.search(low[: s.start])]
    others = [s for s in others if said.name(s) != said.name(landed)]
    return said.name(others[0]) if len(others) == 1 else None


def _town(said: Said) -> str | None:
    """Where one will be: where one lands, else the place said."""
    slots = said.slots
    landing = _LANDING.search(slots.low)
    after = [s for s in slots.spots if landing and s.start > landing.start() and s.role != "from"]
    after = [s for s in after if s.kind not in ("country", "here")]
    stays = said.spots[0].role in ("in", "near") or read_stop_times(slots).stay_hours if said.spots else False
    if after and said.spots and said.spots[0].start < after[0].start and stays:
        after = []  # "what can we do at Honfleur if we land at Deauville": there, not where one lands
    if len(after) > 1 and after[1].kind == "code" and after[1].start - after[0].end <= _BESIDE:
        after = after[1:]  # "Dubrovnik LDDU" is the field
    return said.name(after[0]) if after else said.centre()
