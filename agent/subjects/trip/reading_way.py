"""Reads over which fields a flight leads: its legs one by one, or the fields with nothing but a flight between them."""

from __future__ import annotations

from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.language.wording import words_of
from agent.subjects.route.reading import journey
from agent.subjects.trip.reading_legs import legs_named
from agent.subjects.trip.reading_round import round_back_to, round_from_home
from agent.subjects.trip.stops import DAY_LATER, PURPOSE, is_field, is_near, is_town_of_last, is_town_of_next
from agent.subjects.trip.times import is_turned

Given = dict[str, JsonValue]
FLYING = frozenset(
    word.key
    for word in words_of(
        """
    we we're we'd i i'm i'd i'll my our us me it a an the from to on at in via and then with for of by off out over up
    fly flying flight flights flown go going travel trip trips plan planning planned taking take want wanting like would thinking hop nip
    popping pop day leave leaving departing depart departure dep blocks block local morning please about around wheels
    what do need have get done sort must should before anything paperwork forms formalities prepare arrange book file
    on nous je j'ai on's vol vols voyage de du depuis d' à a au aux vers pour le la les l' et un une en avec par via
    voudrais aimerait aimerais veux voulons aller va vais allons part pars partons partir faire fais préparer départ décollage
    heure heures locale matin que quoi qu'est-ce qu' qui faut il dois doit doit-on prévoir besoin quelles quelle démarches
    formalités avant est-ce
    wir ich mein meine unser von ab aus nach über via und am um der die das den dem ein eine einen mit für zum zur im
    fliegen fliege fliegt flug flüge reise ausflug trip möchte möchten will wollen plane planen los abflug start starten hin
    uhr früh ortszeit lokal bitte was ist sind muss müssen brauchen brauche braucht es zu tun erledigen angemeldet anmelden
    est-ce peux peut est ce can could possible doable pouvons-nous peut-on können kann this next after prochain suivant après d'après nächstes übernächstes
    same that evening afternoon again même jour soir selben gleichen tag abends wieder
    any admin admins rundflug rundreise circuit balade tournée round
    mittag mittags vormittag vormittags nachmittag nachmittags abend früh frühmorgens noon midday lunchtime evening early late
    midi après-midi matinée soirée tôt tard
    werden vorher papiere formalitäten so nun also speed vitesse geschwindigkeit
    """
    )
)
"""Words of a sentence that names a flight and asks nothing but what it takes."""


def way_said(said: Said) -> Given:
    """Where from, over what and where to; "return" where it comes back to where it began."""
    way = (
        _by_verbs(said)
        or _home_from_here(said)
        or round_from_home(said)
        or round_back_to(said)
        or _legs_named(said)
        or over_a_stop_told_apart(said)
        or _over_every_field(said)
        or _over_named_stops(said)
        or journey(said)
    )
    if way.get("from_location") == "here" and said.home and not any(s.kind == "here" for s in said.slots.spots):
        way = {name: value for name, value in way.items() if name != "from_location"}  # "on est 2"
    over = v if isinstance(v := way.get("via"), list) else []
    begins = field_of(str(way.get("from_location")), said.deps)
    if way.get("to_location") == "home" and over and said.home and begins == field_of(said.home, said.deps):
        stops: Given = {"via": over[:-1]} if over[:-1] else {}
        way = {"from_location": way["from_location"], "to_location": over[-1], **stops, "return": True}
    way = _back_where_it_began(_over_the_first_goal(way, said), said)
    way = _each_once(_there_from_home(_without_the_company(way, said), said), said)
    goals = [s for s in said.slots.spots if said.name(s) == way.get("to_location") and s.role == "to"]
    alone = not way.get("via") and not way.get("return")
    if alone and goals and goals[0] is said.slots.spots[0] and way.get("from_location") == way.get("to_location"):
        way = {name: value for name, value in way.items() if name != "from_location"}  # one place, named twice
    if way.get("to_location") == "home" and way.get("from_location") and said.home is None:
        way = {
            **way,
            "to_location": way["from_location"],
        }  # "Shoreham - Calais - Ostend, home": home is where it begins
    if _is_round(way) and isinstance(over := way.get("via"), list) and over:
        stops: Given = {"via": over[:-1]} if over[:-1] else {}
        way = {"from_location": way["from_location"], "to_location": over[-1], **stops, "return": True}
    return way


_BACK_IN = re.compile(
    r"\b(?:back|home|return\w*|wieder|zurück|daheim|zu ?hause|retour|rentr\w+|reven\w+)\s+(?:home |again |sein |landen |à la maison )*"
    r"(?:(?:at|in|to|on|nach|auf|am|à|a|au|sur|vers|en)\s+)?(?:the |le |la |l['’])?$"
)


_IS_THERE = re.compile(
    r"\b(?:on est|nous sommes|je suis|wir (?:sind|stehen)|ich (?:bin|stehe)|we(?:['’]re| are)|i(?:['’]m| am)|stuck|parked)\s+"
    r"(?:(?:now|still|encore|toujours|noch|gerade|jetzt)\s+)?(?:(?:at|in|on|à|a|au|aux|en|sur|auf)\s+)?$"
)
""" "On est à Biarritz, on veut rentrer à Vannes": where it begins."""


def _back_where_it_began(way: Given, said: Said) -> Given:
    """ "To Stornoway, back at Strathaven before sunset", "in Wangerooge, Sonntag wieder in Hartenholm": there and back."""
    ends = (way.get("from_location"), way.get("to_location"))
    spots = [s for s in said.slots.spots if s.name != "home" and is_field(s, said)]
    if (
        way.get("via")
        or way.get("return")
        or len(spots) != _BOTH_ENDS
        or sorted(said.name(s) for s in spots) != sorted(map(str, ends))
    ):
        return way
    first, last = spots
    low = said.slots.low
    begins = _FROM.search(low[: first.start]) or _IS_THERE.search(low[: first.start])
    if first.role == "from" or not _BACK_IN.search(low[: last.start]) or begins:
        return way
    home = said.home is not None and field_of(said.name(last), said.deps) == field_of(said.home, said.deps)
    told = first.role == "to" or len({day.when for day in said.slots.days}) > 1
    if not (told or (home and _THEN_HOME.search(low[first.end : last.start]))):
        return way
    return {"from_location": said.name(last), "to_location": said.name(first), "return": True}


def _over_the_first_goal(way: Given, said: Said) -> Given:
    """ "To Sønderborg tomorrow and on to Malmö": both are flown to, from home."""
    start, goal = way.get("from_location"), way.get("to_location")
    told = [s for s in said.slots.spots if said.name(s) == start]
    if said.home is None or way.get("via") or way.get("return") or not goal or len(told) != 1:
        return way
    if not (told[0].role == "to" and _TO.search(said.slots.low[: told[0].start])):
        return way
    onward = next((s for s in said.slots.spots if said.name(s) == goal and s.start > told[0].end), None)
    if onward is None or not _ONWARD.search(said.slots.low[told[0].end : onward.start]):
        return way
    return {**{n: v for n, v in way.items() if n != "from_location"}, "via": [str(start)], "to_location": goal}


_TO = re.compile(r"\b(?:to|nach|vers|pour|jusqu['’]à|into|bis|auf)\s+(?:the |le |la |l['’]|den |die )?$|\bà\s+$")
_ONWARD = re.compile(
    r"\b(?:on(?:ward|wards)?|continu\w+|then|afterwards|after that|weiter|dann|danach|anschließend|puis|ensuite|après|enchaîn\w+|de là)\b"
)
_COMPANY = re.compile(
    r"\b(?:mit|with|avec)\s+(?:(?:my|the|der|dem|meine[rm]?|unsere[rm]?|ma|mon|la|le)\s+)?$", re.IGNORECASE
)


def _without_the_company(way: Given, said: Said) -> Given:
    """ "With Sam to Norwich", "mit Oma nach Kempten": who comes along is not where the flight begins."""
    start = way.get("from_location")
    told = [spot for spot in said.slots.spots if said.name(spot) == start]
    if len(told) != 1 or not _COMPANY.search(said.slots.text[: told[0].start]):
        return way
    said.take(told)
    return {name: value for name, value in way.items() if name != "from_location"}


def _there_from_home(way: Given, said: Said) -> Given:
    """ "Jersey there and back in a day, landing at home in daylight": there and back, and not the way home alone."""
    both = [m.start for m in said.all_of("both_ways")]
    if way.get("to_location") != "home" or not way.get("from_location") or way.get("via"):
        return way
    home = max((spot.start for spot in said.slots.spots if spot.name == "home"), default=0)
    first = min(said.slots.spots, key=lambda spot: spot.start)
    apart = first.role != "from" and _THEN_HOME.search(said.slots.low[first.end : home])
    turned = bool(both) and both[0] < home
    return {"to_location": way["from_location"], "return": True} if turned or apart else way


_THEN_HOME = re.compile(r"(?:[,;.]\s*|\b(?:and|und|et)\s+)(?:then |be |dann |wieder |puis )?$")
""" "Lydd Saturday, home for 4": there first, and home in a part of its own."""


def _each_once(way: Given, said: Said) -> Given:
    """ "Turweston 9:00 to Lydd, Lydd 11:00 to Abbeville, Abbeville 15:00 home": a field left where one has landed."""
    over = v if isinstance(v := way.get("via"), list) else []
    if not over or not way.get("to_location"):
        return way
    fields = [way.get("from_location"), *over, way["to_location"]]
    codes = [field_of(name, said.deps) or name if isinstance(name, str) else None for name in fields]
    kept = [name for place, name in enumerate(fields) if not place or codes[place] != codes[place - 1]]
    if len(kept) == len(fields) or len(kept) < _BOTH_ENDS:
        return way
    others = {name: value for name, value in way.items() if name not in ("via", "to_location")}
    return {**others, "to_location": kept[-1], **({"via": kept[1:-1]} if kept[1:-1] else {})}


_LEAVES_BEHIND = re.compile(
    r"\s+(?:(?:um|gegen|so|at|around|about|ab|erst|schon|local|uhr|h|am|\d{1,2}(?:[:.]\d\d)?)\s+)*"
    r"(?:los(?:fliege[n]?|fliegt|komme[n]?)?|ab(?:fliege[n]?|fliegt|hebe[n]?)|start(?:e|en|et)|weg(?:fliege[n]?|komme[n]?)|aufbreche[n]?)\b"
)
_IS_IN = re.compile(
    r"\b(?:bin|sind|wär\w*|lande[n]?|ankomme[n]?|komme[n]?|schaff\w*|am|are|be|get|arrive|land|suis|est|sera\w*|arriv\w+)\b[^.;?!]{0,40}?\b(?:in|nach|at|to|à|an)\s+(?:the |le |la )?$"
)


def _by_verbs(said: Said) -> Given | None:
    """ "Wenn ich um 12 in Bremgarten losfliege, bin ich vor Sunset in Mâcon?": left, and arrived at, by the verbs."""
    spots = [s for s in said.slots.spots if s.name != "home" and is_field(s, said)]
    if len(spots) != _BOTH_ENDS:
        return None
    low = said.slots.low
    left = [s for s in spots if _LEAVES_BEHIND.match(low, s.end)]
    if len(left) != 1:
        return None
    (goal,) = (s for s in spots if s is not left[0])
    if not _IS_IN.search(low[: goal.start]):
        return None
    return {"from_location": said.name(left[0]), "to_location": said.name(goal)}


_NOW_AT = re.compile(
    r"\b(?:on est|je suis|nous sommes|we(?:'re| are)|i(?:'m| am)|wir sind|ich bin)\s+"
    r"(?:(?:now|currently|still|jetzt|gerade|noch|actuellement|encore|en ce moment)\s+)*(?:à|a|at|in|au|sur)\s+$"
)
_HOMEWARD = re.compile(
    r"\b(?:rentr\w+|retourn\w+|reven\w+|back|home|zurück|heim)\s+(?:again\s+)?(?:to|nach|en|à|a|au|sur|vers)\s+"
    r"(?:the |le |la )?$"
)


def _home_from_here(said: Said) -> Given | None:
    """ "On est à LFBZ, on veut rentrer en Bretagne": one way, from where one is to where one turns."""
    spots = [s for s in said.slots.spots if s.name != "home"]
    if len(spots) != _BOTH_ENDS:
        return None
    here, goal = spots
    low = said.slots.low
    if not (_NOW_AT.search(low[: here.start]) and _HOMEWARD.search(low[: goal.start])):
        return None
    return {"from_location": said.name(here), "to_location": said.name(goal)}


def over_all_legs(said: Said) -> Given | None:
    """The way over three fields or more as the fuel of all its flights takes it; None where no legs are told."""
    way = _legs_named(said) or _over_every_field(said) or _in_a_row(said)
    if way is None or not way.get("from_location"):
        return None
    stops = v if isinstance(v := way.get("via"), list) else []
    turned = bool(stops) and (said.has("reverse", "both_ways") or is_turned(said.slots.text))
    if not way.pop("return", False) and not turned:
        return way if stops else None
    return {
        "from_location": way["from_location"],
        "via": [*stops, way["to_location"]],
        "to_location": way["from_location"],
    }


def _in_a_row(said: Said) -> Given | None:
    """ "EGBJ - EGFH - EGTK", "Kemble to Swansea to Land's End": three fields or more with nothing between them."""
    fields = said.journey()
    if len(fields) <= _BOTH_ENDS:
        return None
    return {"from_location": fields[0], "via": [*fields[1:-1]], "to_location": fields[-1]}


def _is_round(way: Given) -> bool:
    return bool(way.get("from_location")) and way.get("from_location") == way.get("to_location")


def _legs_named(said: Said) -> Given | None:
    """ "Elstree Guernsey Saturday 9, Guernsey Dinard Saturday 15, Dinard Elstree Sunday 12": each leg by its ends."""
    legs = legs_named(said)
    if not legs:
        return None
    first, goal = said.name(legs[0][0]), said.name(legs[-1][1])
    over: list[JsonValue] = [said.name(start) for start, _ in legs[1:]]
    if (field_of(first, said.deps) or first) != (field_of(goal, said.deps) or goal):
        return {"from_location": first, "to_location": goal, "via": over}
    stops: Given = {"via": over[:-1]} if over[:-1] else {}
    return {"from_location": first, "to_location": over[-1], **stops, "return": True}


_ON_THE_WAY = FLYING | frozenset(
    word.key
    for word in words_of(
        """
        onward onwards continuing continue carry carrying afterwards later overnight overnighting night nights stop stopping stay
        staying lunch coffee tea fuel refuel there one first second leg head heading back home return
        da weiter dann danach anschließend weiterflug übernachtung übernachten nacht mittagessen mittag kaffee tanken dort
        zwischenstopp zwischenlandung zurück heim rückflug
        land lands landing refuelling refueling uplift splash top tank fill clear clearing customs off take takeoff
        landen lande landung auftanken nachtanken betanken zoll verzollen starten
        atterrir atterrissage poser pose posons essence plein ravitailler ravitaillement carburant avitailler douane
        puis ensuite après nuit dormir dort déjeuner déjeune café escale étape arrêt là-bas continuer continue retour
        """
    )
)
"""Words between the fields of one trip."""


def _over_every_field(said: Said) -> Given | None:
    """ "Von Egelsbach nach Colmar, weiter nach Annecy": three fields or more, with nothing but a flight between them."""
    slots = said.slots
    spots = [s for s in slots.spots if s.name != "home" and is_field(s, said)]
    codes = [field_of(said.name(s), said.deps) or said.name(s) for s in spots]
    again = next((place for place, code in enumerate(codes) if place > 1 and code == codes[0]), None)
    names: dict[str, str] = {}
    for code, spot in list(zip(codes, spots, strict=True))[:again]:
        names.setdefault(code, said.name(spot))
    few = len(names) < 3 and again is None
    if len(names) < 2 or few or (said.journey()[2:] and again is None) or not set(codes) <= names.keys():
        return None
    spots = spots[: len(names) if again is None else again + 1]
    known = [(one.start, one.end) for one in (*slots.spots, *slots.crafts, *slots.quantities, *slots.days)]
    known += [(m.start, m.end) for m in said.all_of("both_ways", "reverse", "via", "people")]
    known += [match.span() for told in (PURPOSE, DAY_LATER) for match in told.finditer(slots.low)]
    between = [w for w in slots.words if spots[0].end <= w.start < spots[-1].start]
    bare = [w for w in between if not any(a < w.end and w.start < b for a, b in known)]
    if not all(w.key in _ON_THE_WAY or w.key.isdigit() for w in bare):
        return None
    first = dict(reversed(list(zip(codes, spots, strict=False)))).values()
    told = next((said.name(s) for s in spots if s in first and _FROM.search(slots.low[: s.start])), None)
    if told is None and again is None and said.home and codes[-1] == field_of(said.home, said.deps):
        *over, goal = list(names.values())[:-1]  # "Le Havre puis Jersey, retour à Toussus", from there
        return {"to_location": goal, "return": True, **({"via": [*over]} if over else {})}
    start = told or next(iter(names.values()))
    fields: list[JsonValue] = [start, *(name for name in names.values() if name != start)]
    through = [said.name(s) for s in spots if _THROUGH.search(slots.low[: s.start])]
    if again is None and len(fields) > _BOTH_ENDS and fields[-1] in through and fields[1] not in through:
        fields = [start, *fields[2:], fields[1]]  # "Caernarfon to Weston via Isle of Man"
    stops: Given = {"via": fields[1:-1]} if fields[1:-1] else {}
    round_trip: Given = {"return": True} if again is not None else {}
    return {"from_location": start, "to_location": fields[-1], **stops, **round_trip}


_THROUGH = re.compile(r"\b(?:via|by way of|over|über|ueber|par|en passant par)\s+(?:the |die |den |le |la |l')?$")
_STOPS_APART = re.compile(
    r"\b(?:(?:(?:fuel|customs|night|technical)[- ]?)?stop(?:ping|s)?|refuel\w*|clear(?:ing)?(?: customs)?|night|overnight\w*|sleep\w*|stay\w*|"
    r"zwischen(?:stopp|landung|landen|halt)\w*|tank(?:en|stopp|halt)\w*|stopp|übernacht\w*|nacht|"
    r"escale|arrêt|nuit|dormir|étape|pick(?:ed|ing)?(?: \w+){0,3} up|collect(?:ed|ing)?|join(?:s|ing)?(?: us)?|drop(?:ped|ping)?(?: \w+){0,3} off|"
    r"abhol\w*|zusteig\w*|récupér\w+|embarqu\w+)\b(?:\s+(?:for|of|pour|zum|a|an|the|night|the night|fuel|customs|carburant|essence|douane|zoll|tanken|technique|over)){0,3}\s+"
    r"(?:at|in|on|à|a|au|aux|bei|auf)\s+(?:the |le |la )?$"
)
""" "Cannes to Biggin Hill, a night in Dijon", "with a stop at Lydd for customs, Denham to Abbeville": the field between."""
_ON_TO = re.compile(r"\b(?:then|dann|weiter|danach|puis|ensuite|onwards?|home|back|zurück|retour)\b")


def over_a_stop_told_apart(said: Said) -> Given | None:
    """Both ends are told together and the one stop before or behind them."""
    low = said.slots.low
    spots = [s for s in said.slots.spots if s.name != "home" and s.kind in ("code", "iata", "place")]
    if len(spots) != _BOTH_ENDS + 1:
        return None
    stops = [s for s in spots if _STOPS_APART.search(low[: s.start])]
    codes = {field_of(said.name(s), said.deps) or said.name(s) for s in spots}
    if len(stops) != 1 or stops[0] is spots[1] or len(codes) != len(spots):
        return None
    stop, (first, second) = stops[0], [s for s in spots if s is not stops[0]]
    if _ON_TO.search(low[second.end : stop.start] if stop is spots[-1] else low[stop.end : first.start]):
        return None
    start, goal = (second, first) if second.role == "from" and first.role != "from" else (first, second)
    return {"from_location": said.name(start), "to_location": said.name(goal), "via": [said.name(stop)]}


_STOPS_AT = re.compile(
    r"\b(?:stop\w*|land(?:ing)?|refuel\w*|fuel|lunch|break|pause|customs|clear\w*|overnight\w*|call(?:ing)? in|"
    r"zwischen(?:stopp|landung|landen|halt)\w*|tank\w*|halt|escale|arrêt\w*|pos\w+|plein)\b(?:\s+[\w']+){0,4}?\s+"
    r"(?:at|in|on|à|au|aux|bei|auf)\s+(?:the |le |la )?$"
)
_GOAL = re.compile(
    r"\b(?:be|being|arriv\w+|end(?:ing)? up|reach\w*|get to|on to|continue to|carry on to|go on to|finally|then|to|destination|"
    r"sein|ankommen|ankunft|weiter nach|dann nach|être|arriver|arriv[ée]e?s?|continuer)\s+(?:in|at|on|to|à|nach)?\s*$"
)


def _over_named_stops(said: Said) -> Given | None:
    """ "Fly to Wick and be in Kirkwall before dark if I leave Perth at 11 and stop an hour at Wick": over Wick."""
    low = said.slots.low
    spots = [s for s in said.slots.spots if s.name != "home" and is_field(s, said)]
    codes = [field_of(said.name(s), said.deps) or said.name(s) for s in spots]
    names = dict(zip(reversed(codes), (said.name(s) for s in reversed(spots)), strict=True))
    stops = {c for c, s in zip(codes, spots, strict=True) if _STOPS_AT.search(low[: s.start])}
    starts = [
        c
        for c, s in zip(codes, spots, strict=True)
        if _FROM.search(low[: s.start]) or (s.role == "from" and not _GOAL.search(low[: s.start]))
    ]
    goals = [
        c
        for c, s in zip(codes, spots, strict=True)
        if c not in stops and c not in starts and _GOAL.search(low[: s.start])
    ]
    if len(names) != len(stops) + _BOTH_ENDS or not stops or len(set(starts)) != 1 or len(set(goals)) != 1:
        return None
    over: list[JsonValue] = [names[c] for c in dict.fromkeys(codes) if c in stops]
    return {"from_location": names[starts[0]], "to_location": names[goals[0]], "via": over}


_BOTH_ENDS = 2


_FROM = re.compile(
    r"\b(?:from|out of|leaving|departing|von|ab|aus|de|depuis|au départ de)\s+(?:the |le |la |l')?$"
)


def without_towns_of_fields(way: Given, said: Said) -> None:
    """ "Prag Letnany": a town right before the name of a field that belongs to it is no stop of its own."""
    stops = way.get("via")
    if not isinstance(stops, list):
        _without_the_town_of_the_goal(way, said)
        return
    behind = [said.name(spot) for spot in said.slots.spots if is_town_of_last(spot, said)]
    if stops and way.get("to_location") in behind:
        *stops, way["to_location"] = stops  # "to Weston in Dublin"
    towns = [spot.name for spot in said.slots.spots if is_town_of_next(spot, said) or _is_city_of_next(spot, said)]
    if stops and way.get("from_location") in towns:
        way["from_location"], *stops = stops  # "Düsseldorf-Mönchengladbach nach Lydd"
    kept = [stop for stop in stops if stop not in towns]
    if kept:
        way["via"] = kept
    else:
        del way["via"]


def _is_city_of_next(city: Spot, said: Said) -> bool:
    """ "Bruxelles Charleroi": a large city right before one of the fields around it."""
    field = next((spot for spot in said.slots.spots if spot.start >= city.end), None)
    if field is None or city.kind != "place" or field.kind != "place":
        return False
    place = said.deps.places.resolve(city.name).best
    large = place is not None and (place.population or 0) >= _LARGE
    return large and said.slots.text[city.end : field.start] == " " and is_near(city, field, said)


_LARGE = 500_000


def _without_the_town_of_the_goal(way: Given, said: Said) -> None:
    """ "To Barcelona Sabadell": the town right before its field is not where the flight begins."""
    for town, field in pairwise(said.slots.spots):
        beside = town.kind == field.kind == "place" and said.slots.text[town.end : field.start] == " "
        if beside and said.name(town) == way.get("to_location") and is_near(town, field, said):
            way["to_location"] = said.name(field)  # "to London Stapleford"
            return
    ends = [s for s in said.slots.spots if said.name(s) in (way.get("from_location"), way.get("to_location"))]
    towns = [s for s in ends if is_town_of_next(s, said)]
    if len(ends) != _BOTH_ENDS or len(towns) != 1 or towns[0] is not ends[0] or ends[1].role == "from":
        return
    way["to_location"] = said.name(ends[1])
    del way["from_location"]
