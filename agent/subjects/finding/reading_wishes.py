"""Reads what the fields of a list must offer: fuel, a runway, food, customs, notice, countries left out."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.days import Day
from agent.language.lexicon import Mention, load_lexicon
from agent.language.quantities import Quantity
from agent.language.said import Said, whole
from agent.language.slots import Named, Spot
from agent.subjects.finding.concepts import APPROACHES, FLAGS, FUELS, SURROUNDINGS
from agent.subjects.finding.nations import NATIONS, home_nation
from agent.subjects.finding.reading_stretch import is_of_the_way

Given = dict[str, JsonValue]
_BESIDE, _BEFORE = 40, 12
"""Letters between what one wants and where it shall be: "a cafe, if there is one, on the field"; "on-site hotel"."""


AT_ANY_HOUR = re.compile(
    r"\b(?:re)?fuel(?:l?ing)? (?:available |open )?24 ?(?:h|hrs?|hours)\b(?! (?:before|notice|ahead|in advance))|"
    r"\b24 ?(?:h|hrs?|hours?) (?:avgas|fuel|self[- ]?service|pumps?|automat|tankstelle)\b|"
    r"\b(?:tanken|essence|avgas|sprit) 24 ?(?:h|heures|stunden)(?:/24)?\b|"
    r"\b(?:open |available )?(?:at night|all night|overnight fuel|24/7|24 hours a day|h ?24|at midnight|at any (?:hour|time)|round the clock)\b|"
    r"\b(?:ouverte?s? |disponible )?(?:la nuit|de nuit|24h?/24h?|jour et nuit|à toute heure)\b|"
    r"\b(?:nachts|rund um die uhr|jederzeit|tag und nacht)\b",
    re.IGNORECASE,
)


SEA = re.compile(
    r"(?:the |la |die |der )?(?:mer )?(?:baltic|baltique|north sea|du nord|irish sea|mediterranean|adriatic|aegean|atlantic|channel|ostsee|nordsee|adria|mittelmeer|manche|"
    r"méditerranée|adriatique|atlantique|rhine|rhein|rhin|danube|donau)(?: sea| coast)?",
    re.IGNORECASE,
)
"""Seas and long rivers, which are no towns of their name beside a country; that one was named is said in the answer."""


def is_drawn_for(coast: Spot, said: Said) -> bool:
    """Whether the sea's coast is an area of ours that reaches into the country named beside it: Denmark is no part of "Ostsee"."""
    place = said.deps.places.resolve(said.name(coast)).best if coast.is_area else None
    area = said.deps.areas.find(place.name) if place is not None else None
    return area is not None and said.slots.countries[0].country.code in area.country.split()


_SEES = re.compile(r"\b(?:to|we|i|you|they|one|can|could|should|must|will|shall|may|and|or|please|let me)\s+$")


def is_seen(mention: Mention, said: Said) -> bool:
    """ "What is there to see": no lake, which "See" is in German."""
    low = said.slots.low
    return low[mention.start : mention.end] == "see" and _SEES.search(low[: mention.start]) is not None


def code_for(named: Named, said: Said) -> str:
    """A country's code, of a nation of the United Kingdom its own: "not Wales"."""
    nation = home_nation(said.slots.text[named.start : named.end])
    return NATIONS[nation] if nation else named.country.code


def denied_countries(said: Said) -> list[JsonValue]:
    """The countries and nations that shall not be among them: "not Wales", "outside Germany"."""
    found: list[JsonValue] = []
    for named in said.slots.countries:
        for no in said.denials:
            between = said.slots.low[no.end : max(no.end, named.start)]
            near = named.start - no.end <= 12 or _STAYING.fullmatch(between)
            if named.start >= no.end and near and not re.search(r"[.;,]", between):
                found.append(code_for(named, said))
        if _OUTSIDE.search(said.slots.low[: named.start]):
            found.append(code_for(named, said))
        taken = _TAKEN_OUT.search(said.slots.low[: named.start])
        if taken or _PUT_OUT.match(said.slots.low[named.end :]):
            if taken:
                said.used.add((taken.start(), taken.end("word")))
            found.append(code_for(named, said))
    return list(dict.fromkeys(found))


_STAYING = re.compile(r"\s*(?:staying|stopping|landing|ending up|over|through)\s+(?:in |at )?(?:the )?")
_TAKEN_OUT = re.compile(
    r"\b(?P<word>enl[eè]ve[rz]?|retire[rz]?|vire[rz]?|[ôo]te[rz]?|supprime[rz]?|exclu[st]?|exclure|[ée]limine[rz]?|sans compter"
    r"|take out|takes? away|remove|drop|exclude|excluding|leave out|skip|streiche|entferne)\s+(?:the |la |le |les |l'|die |das |den )?$"
)
_PUT_OUT = re.compile(
    r"\s+(?:bitte )?(?:raus|weg|rausnehmen|weglassen|rauslassen|streichen|out|off the list)\b\s*(?:bitte|please)?\W*$"
)
""" "Enlève la Suisse", "die Schweiz raus": taken off a list."""
_OUTSIDE = re.compile(
    r"\b(?:outside(?: of)?|außerhalb(?: von)?|hors(?: de)?|en dehors de|avoid(?:ing)?)\s+(?:the |la |le |l')?$"
)


def countries_as_filter(said: Said, countries: list[str]) -> Given:
    denied = denied_countries(said)
    code_of = {named.country.code: code_for(named, said) for named in said.slots.countries}
    kept: list[JsonValue] = [c for c in countries if code_of.get(c, c) not in denied]
    given: Given = {"not_country": denied} if denied else {}
    between = any(s.role == "between" for s in said.slots.spots)
    of_a_way = ("from", "to", "between", "near", *(("and",) if between else ()))
    as_ends = {s.country for s in said.slots.spots if s.country and s.role in of_a_way}
    has_places = any(s.kind != "country" for s in said.slots.spots) or bool(said.slots.weak)
    reached = bool(said.slots.of("duration"))  # "in an hour, in France": around where one starts
    if not said.spots and not has_places and not reached and not said.all_of("only", "not", "instead"):
        as_ends |= {s.country for s in said.slots.spots if s.kind == "country" and s.role == "in"}
    of_places = [s for s in said.slots.spots if s.kind != "country"]
    as_ends |= {
        c.country.code
        for c in said.slots.countries
        if any(s.start <= c.start and c.end <= s.end for s in of_places)
    }  # "for Jersey": the field
    as_ends -= {
        c.country.code for c in said.slots.countries if c.demonym and _OF_FIELDS.match(said.slots.low[c.end :])
    }
    kept = [code_of.get(str(c), c) for c in kept if c not in as_ends]
    if kept:
        given["country"] = kept[0] if len(kept) == 1 else kept
    return given


_OF_FIELDS = re.compile(
    r"\s+(?:\w+ )?(?:airfields?|fields?|airports?|aerodromes?|strips?|flugplätzen?|plätzen?|flugplatz|platz|side\b|seite\b)"
)
""" "Which French fields within 60 nm of Lydd": of that country, wherever else it is named."""


def _named_behind(one: str, other: str, said: Said) -> str:
    """The filter of the concept that is said behind the other: it tells why."""
    first = min(said.all_of(one, other), key=lambda mention: mention.start)
    return FLAGS[other if first.concept == one else one]


def _one_surface(said: Said) -> str | None:
    """The filter to drop of two surfaces of which one is told and the other wished; None where both are.

    "Hard only, the grass will be soup", "She fears soft fields. Which hard ones are near?"
    """
    if said.all_of("only"):
        return _named_behind("hard_runway", "grass", said)
    first, *_, last = sorted(said.all_of("hard_runway", "grass"), key=lambda mention: mention.start)
    if first.concept == last.concept or not (end := re.search(r"[.!?;]", said.slots.low[first.end : last.start])):
        return None
    return FLAGS[last.concept if end[0] == "?" else first.concept]


_GRASS_ALONE = re.compile(
    r"\b(?:grass|soft|turf)[ -]only\b|\b(?:only|just|purely|solely|nothing but) (?:a )?(?:grass|soft|turf)\b|\bnur (?:eine )?gras\w*|\bqu(?:e d)?['’ ]?(?:e |en )?(?:de l['’])?herbe\b"
)
_DREADS_HANDLING = re.compile(
    r"\b(?:no|not|without|avoid\w*|drop|skip|leave out|kein\w*|ohne|nicht|pas de|sans|évit\w*)\s+(?:the |die |les )?(?:\w+ ){0,2}(?:with|and|mit|und|avec|et) (?:their |ihre[mnr]? |leur )?handl"
    r"|\bhandl\w*(?: \w+){0,4} (?:robbery|rip[- ]?offs?|fleec\w*|extortion\w*|rob(?:bing|s)?|scam|racket|outrageous|ruinous|abzocke|wucher|arnaque\w*|du vol|ruineux)\b"
)
"""Handling that nobody wishes: "no big airport with handling", "the handling there is robbery"."""
_CRAFT = ("gliding", "microlight_field", "seaplane")
_OWN = re.compile(
    r"\b(?:my|our|mon|ma|notre|mein\w*|unser\w*|(?:for|in|with|flying) an?)(?: (?:own|little|old|new|motor|touring|motor-))*[ -]?$"
    r"|\b(?:motor|touring)[ -]$"
)
"""Before a word of aircraft: one's own, or one with an engine; it tells no kind of field."""
_FUEL = re.compile(r"fuel|petrol|sprit|kraftstoff|essence|carburant")


def _either_surface(said: Said) -> bool:
    """ "Hard or grass", and no "or" of two places: "Vorarlberg oder Liechtenstein, Gras, kein Hartbelag"."""
    surfaces = said.all_of("hard_runway", "grass")
    ors = said.all_of("or")
    return any(
        a.concept != b.concept and any(a.end <= one.start and one.end <= b.start for one in ors)
        for a, b in pairwise(sorted(surfaces, key=lambda mention: mention.start))
    )


_MEANS = {
    "total_card": re.compile(r"\btotal\b"),
    "bp_card": re.compile(r"\bbp\b"),
    "cash": re.compile(r"\b(?:cash|bar|bargeld|barzahl\w*|espèces?|liquide|comptant)\b"),
    "credit_card": re.compile(r"\b(?:cards?|\w*karten?\w*|cartes?|cb|contactless|amex)\b"),
}
"""Words of payment, and the means that an entry on fuel states; a card of no name is a bank's."""


def _paid_by(said: Said) -> str | None:
    """By which means fuel is to be paid, where a message names one and denies none."""
    found = {
        next((means for means, words in _MEANS.items() if words.search(said.slots.low[m.start : m.end])), "")
        for m in said.all_of("payment")
        if not said.denied(m)
    }
    return found.pop() or None if len(found) == 1 else None


def wishes(said: Said) -> Given:
    """`filters` in the tool's names: True or False as it is wanted or denied."""
    filters: Given = {}
    either = _either_surface(said)
    own = [m for concept in _CRAFT for m in said.all_of(concept) if _OWN.search(said.slots.low[: m.start])]
    said.take(own)
    said.used.update(words.span() for m in own if (words := _OWN.search(said.slots.low[: m.start])) is not None)
    for concept, name in FLAGS.items():
        if own and concept in _CRAFT and {*said.all_of(concept)} <= {*own}:
            continue  # "for my motor glider": what one flies, no kind of field
        if either and concept in ("hard_runway", "grass"):
            said.take(said.all_of(concept))
            continue
        if (wanted := said.wanted(concept)) is not None:
            filters[name] = wanted
    if "has_tower" in filters and any(
        _UNCONTROLLED.match(said.slots.low[m.start : m.end]) for m in said.all_of("tower")
    ):
        filters["has_tower"] = not filters["has_tower"]
    if grades := _either_of(said, filters):
        filters = {name: value for name, value in filters.items() if name.removeprefix("has_") not in grades}
        filters["any_fuel"] = [*grades]
    if (clears := _CLEARS_FLIGHTS.search(said.slots.low)) is not None and _is_of_a_country(clears.span(), said):
        said.used.add(clears.span())
        filters["point_of_entry"] = True
    points = {m.start for m in said.all_of("border_point")}
    if filters.get("border_point") and {m.start for m in said.all_of("customs")} <= points:
        filters.pop("point_of_entry", None)  # its words ask for customs too where nothing else does
    if said.wanted("civil"):
        if filters.get("military") is True:  # "military fields that take civil guests": those are what is sought
            filters["open_to_visitors"] = True
        else:
            filters["military"] = False
    if filters.get("point_of_entry") is False and _CUSTOMS_TOLD.search(said.slots.low):
        filters |= {
            "point_of_entry": True,
            "no_ppr": True,
        }  # "ohne Zollvoranmeldung": customs, and nothing told before
    if filters.get("no_ppr") is False or _without_asking(said):
        filters["no_ppr"] = True  # "not ppr" is no double no
    if filters.get("no_ppr") and any(
        is_notice(said, q) and not said.slots.of("days") for q in said.slots.of("duration")
    ):
        del filters["no_ppr"]  # "no notice more than 2 hours": so much will do
    if filters.get("has_hard_runway") is True and filters.get("has_soft_runway") is False:
        del filters["has_soft_runway"]  # "hard, he doesn't like grass"
    if filters.get("has_hard_runway") is True and filters.get("has_soft_runway") is True:
        filters.pop(_one_surface(said) or "", None)
    if filters.get("has_soft_runway") is False and _GRASS_ALONE.search(said.slots.low):
        del filters["has_soft_runway"]  # "leave out what is grass only": beside a hard one it will do
        filters["has_hard_runway"] = True
    if filters.get("has_handling") and _DREADS_HANDLING.search(said.slots.low):
        filters["has_handling"] = False
    if any(map(said.needless, said.all_of("grass"))):
        filters.pop("has_hard_runway", None)  # "hard, grass would do"
    for concept, name in APPROACHES.items():
        if (wanted := said.wanted(concept)) is not None:
            filters["has_procedures"] = wanted
            if wanted:
                filters["approach_type"] = name
    kinds = said.all_of(*APPROACHES)
    if filters.get("approach_type") and _one_of_two(kinds, said):
        del filters["approach_type"]  # "ILS or RNP": any approach
    if said.wanted("ul94"):
        filters["fuel_type"] = "UL94"
    if (means := _paid_by(said)) is not None:
        filters["paid_by"] = means
        said.take([*said.all_of("payment"), *said.all_of("fuel")])
    if (
        filters.get("self_service")
        or means is not None
        or _hours_of_fuel(said)
        or any(said.all_of(fuel) for fuel in FUELS)
    ):
        said.take(said.all_of("fuel"))
    elif (fuel := said.wanted("fuel")) is not None:
        filters["has_fuel"] = fuel
    elif any(_FUEL.search(said.slots.low[m.start : m.end]) for m in said.all_of("cheapest")):
        filters["has_fuel"] = True  # "the cheapest fuel stop"
    if (
        any(said.all_of(fuel) for fuel in (*FUELS, "fuel", "self_service"))
        and (any_hour := AT_ANY_HOUR.search(said.slots.text)) is not None
        and not any(0 <= any_hour.start() - m.end < _AT_ONCE for m in said.all_of("lights"))  # "lights all night"
    ):
        said.used.add(any_hour.span())
        filters["fuel_h24"] = True
    told_in = [m for m in said.all_of("restaurant") if _TOLD_THERE.search(said.slots.low, max(0, m.start - 9))]
    said.take(told_in)
    for concept in ("restaurant", "hotel"):
        if told_in and {*said.all_of(concept)} <= {*told_in}:
            continue  # "the pub says there is a strip": who told of it
        found = said.all_of(concept)
        if found and all(_PICNIC.search(said.slots.low[m.start : m.end]) for m in found):
            said.take(found)  # one brings it along
            continue
        wanted = said.wanted(concept)
        if wanted or any(not said.denied(m) and not said.needless(m) for m in found):  # "for lunch, not pubs"
            filters[concept] = "at_airport" if _is_on_field(said, concept) else "vicinity"
    for surrounding in SURROUNDINGS:
        free = [
            m
            for m in said.all_of(surrounding)
            if not (is_of_the_way(m, said) or _is_of_a_name(m, said) or is_seen(m, said))
        ]
        if free and said.wanted(surrounding):
            filters.setdefault("near_what", surrounding)
    if said.wanted("camping"):
        filters["camping"] = True
    other_fuels = [name for name in _GRADES if filters.get(name) is True]
    for name in _GRADES if other_fuels or filters.get("any_fuel") else ():
        of_it = said.all_of(name.removeprefix("has_"))
        if filters.get(name) is False and not any(_BUT_NOT.search(said.slots.low[: m.start]) for m in of_it):
            del filters[name]  # "jet, a diesel cannot use avgas": a field that has both will do
    if len(other_fuels) > 1:
        for concept in [name.removeprefix("has_") for name in other_fuels]:
            if all(
                _SCORNED.match(said.slots.low, m.end) or _TOO_DEAR.search(said.slots.low[: m.start])
                for m in said.all_of(concept)
            ):
                del filters[f"has_{concept}"]  # "mogas, he is mean with the avgas money"
    if said.slots.countries and (coast := [s for s in said.slots.spots if SEA.fullmatch(s.name)]):
        said.take(coast)
        is_drawn = is_drawn_for(coast[0], said) and all(
            s.kind == "country" or s in coast or not s.is_area for s in said.slots.spots
        )
        if is_drawn:
            filters |= {"country": said.slots.countries[0].country.code}
        elif filters.get("near_what") != "island":
            filters |= {"near_what": "beach"}
    if (big := said.wanted("big")) is not None:
        filters["exclude_large_airports"] = not big
        if big and any("internation" in said.slots.low[m.start : m.end] for m in said.all_of("big")):
            filters.setdefault("point_of_entry", True)
    if said.wanted("small"):
        filters["exclude_large_airports"] = True
    filters |= _lengths(said)
    money = [m for m in said.slots.of("money") if not _PAID.search(said.slots.low[: m.start])]
    if money:
        said.take(money[:1])
        said.take(said.all_of("fee"))
        filters["max_landing_fee"] = whole(money[0].value)
        filters["max_landing_fee_currency"] = money[0].unit
    if (then := _open_then(said)) is not None:
        filters["open_at"] = then
        if then == "H24":
            filters = {name: value for name, value in filters.items() if name not in ("self_service", "fuel_h24")}
    elif _days(said) and (_is_asked_of_the_day(said) or filters.get("no_ppr")):
        said.take(said.all_of("hours", "open"))
        is_shut = _CLOSED.search(said.slots.low) is not None
        filters["closed_day" if is_shut else "open_day"] = said.day() if is_shut else _days_open(said)
    return filters


def _days(said: Said) -> list[Day | Quantity]:
    """The days said, or the weekend."""
    return [*said.slots.days] or [q for q in said.slots.of("days") if q.unit == "weekend"]


def _days_open(said: Said) -> str | None:
    """The day on which fields shall be open, of a weekend and of two days on end both."""
    first, second = said.day(), said.day(1)
    if first is None:
        return None
    after = date.fromisoformat(first) + timedelta(days=1)
    is_both = date.fromisoformat(second).weekday() == after.weekday() if second else not said.slots.days
    return f"{first}/{after.isoformat()}" if is_both else first


_CLOSED = re.compile(
    r"(?<!not )(?<!never )\b(?:(?:is |are )?(?:closed|shut)|aren't open|not open|geschlossen|zu haben|dicht|ruhetag|nicht (?:geöffnet|offen)|"
    r"fermée?s?|fermeture|pas ouverte?s?)\b"
)
""" "Closed on Mondays": which a list looks for, and no opening."""
_CUSTOMS_TOLD = re.compile(
    r"\bzoll-?(?:vor)?(?:anmeldung|ankündigung|voranmelde\w*)|\b(?:douan\w+|customs)[ -](?:pre-?)?(?:notice|notification|préavis|preavis|warning|notif)\b|\b(?:préavis|preavis|prévenir|annoncer) (?:de |à |la |le )*douan"
)
_GRADES = ("has_avgas", "has_jet_a", "has_ul91", "has_mogas")
_BUT_NOT = re.compile(
    r"\b(?:but|aber|mais|and|und|et)\s+(?:(?:not?|without|kein\w*|nicht|ohne|sans)|pas(?: de| d['’])?)\s*(?:any )?$"
)
""" "UL91 but not avgas": what is left out of a list, and not only what the engine cannot take."""
_SCORNED = re.compile(
    r"\s*(?:money|prices?|bills?|costs?|habit|-?preise?|rechnung\w*|(?:is|are|costs?|has got|got|ist|wird|est|devient|coûte)\s+(?:\w+\s+){0,2}?(?:dear|pricey|expensive|too much|ruinous|a fortune|robbery|teuer|unbezahlbar|chère?|ruineu\w+|hors de prix))\b"
)
_TOO_DEAR = re.compile(
    r"\b(?:sick of|tired of|fed up with|can['’]?t afford|cannot afford|rather than|instead of|not (?:pay|paying|buy|buying) for|too (?:mean|tight|stingy) for|statt|anstatt|zu geizig für|plutôt que|au lieu de|marre de)\s+(?:the |your |teures |de l['’])?(?:\w+ )?$"
)
"""A fuel that is no wish: its price is told beside another."""
_AT_ONCE = 8
"""Letters between the lights and "all night"."""
_THEN = ("fuel", *FUELS, "customs", "tower", "handling", "self_service", "open_to_all")
_ON_THE_DAY = re.compile(
    r"(?:\s+(?!and\b|or\b|und\b|oder\b|et\b|ou\b|for\b|to\b)[\w'’-]+){0,4}?\s*,?\s*(?:on|at|this|next|coming|a|the|am|an|diesen|kommenden|nächsten|le|ce|un|pour)?\s*(?:a |the |this |next |coming )?"
)


def _is_asked_of_the_day(said: Said) -> bool:
    """ "Open on Sunday", "avgas on Saturday"; "under two hours" tells no opening."""
    amounts = [(q.start, q.end) for q in said.slots.quantities]
    hours = [m for m in said.all_of("hours", "open") if not any(a <= m.start < b for a, b in amounts)]
    things = said.all_of(*_THEN)
    return bool(hours) or any(
        m.end <= day.start and _ON_THE_DAY.fullmatch(said.slots.low[m.end : day.start])
        for day in _days(said)
        for m in things
    )


_WHEN_ONE_LANDS = re.compile(
    r"\b(?:land(?:en|ing|et)?|touch down|get (?:in|into)|refuel|fill up|tanken|tanke|anfliegen|ankommen|poser|pose|atterrir|atterris|arrive[rz]?|arriving|ravitailler)\b"
)
_UNTIL = re.compile(r"\b(?:until|till?|before|bis|vor|jusqu(?:e|['’]?) ?[àa]u?|avant)\s*$")
_PART_OF_DAY = re.compile(r"\b(?:evenings?|abends?|soir(?:ée)?|afternoon|nachmittags?|après[- ]midi|morning)\b")
_ALL_DAY = re.compile(
    r"\bh ?24\b|\b24/7\b|\b24 ?hours (?:a|per) day\b|\bround the clock\b|\brund um die uhr\b|\b24 ?h(?:eures)? ?(?:/|sur) ?24\b|\bjour et nuit\b|\btag und nacht\b"
)


def _open_then(said: Said) -> str | None:
    """ "Open after 8 pm", "where can I still land at 19:00 on Saturday", "which are H24": the moment, today where no day is said.

    A list of several countries' fields knows no one zone: the time is each field's own clock.
    """
    low = said.slots.low
    hours = said.all_of("hours", "open")
    lands = list(_WHEN_ONE_LANDS.finditer(low))
    clocks = [q for q in said.clocks() if q.unit != "utc" and said.is_arrival(q) is not False]
    if len(clocks) == 1 and (hours or lands):
        clock = clocks[0]
        minutes = round(clock.value * 60) % 1440
        digits = re.search(r"\d", low[clock.start : clock.end])
        if minutes and digits and _UNTIL.search(low[: clock.start + digits.start()]):
            minutes -= 1  # the last minute before it
        day = said.day() if said.slots.days else said.today.isoformat()
        said.take([clock, *hours])
        said.used.update(m.span() for m in (*lands, *_PART_OF_DAY.finditer(low)))
        return f"{day}T{minutes // 60:02d}:{minutes % 60:02d}" if day else None
    all_day = _ALL_DAY.search(low)
    pumps = [m for m in said.all_of("self_service") if all_day and not all_day.start() <= m.start < all_day.end()]
    if all_day is not None and not pumps and not any(said.all_of(fuel) for fuel in (*FUELS, "fuel")):
        said.take([*hours, *said.all_of("self_service")])
        said.used.add(all_day.span())
        return "H24"
    return None


_PICNIC = re.compile(r"pi(?:que|c)[ -]?ni|picknick|sandwich")
_PAID = re.compile(
    r"\b(?:stung|fleeced|charged|robbed|paid|billed|invoiced|asked (?:us|me) for|cost (?:us|me)|took|bezahlt|gezahlt|gekostet|zahlten|abgeknöpft|payé|coûté|pris|facturé|demandé)\b"
    r"(?: (?:us|me|for|of|a|whole|about|some|over|nearly|almost|full|rund|etwa|fast|uns|environ|presque|plus|de))*\W*$"
)
"""What was paid once is no limit: "we were stung for 180 euros"."""
_TOLD_THERE = re.compile(
    r"(?:\b(?:in|at|down|from) the )?\b(?:pub|bar|café|cafe|canteen)s? (?:says?|said|reckons?|tells?|told|claims?|swears?|talk|gossip|quiz|bore)\b|\b(?:down|in) the (?:pub|bar) (?:last|someone|they|he|she|a)\b"
)
_UNCONTROLLED = re.compile(r"un(?:controlled|kontrolliert|manned|attended)|non[- ]contr[oô]l")
""" "Near Oxford, uncontrolled": no tower is wished."""
_CLEARS_FLIGHTS = re.compile(
    r"\b(?:clear|take|accept|handle|receive|process|welcome)(?:s|ing)?\s+(?:\S+\s+){1,3}?(?:flights?|arrivals?|traffic|aircraft|planes?|visitors|pilots)\b|"
    r"\b(?:accept|reçoi|accueill|dédouan|trait)\w*\s+(?:\S+\s+){0,2}?(?:vols?|avions?|arrivées?)\s+\S+(?:\s\S+)?|"
    r"\b(?:flüge|flugzeuge|ankünfte)\s+(?:aus|von)\s+(?:\S+\s+){1,3}?(?:abfertig|annehm|nehm|zulass)\w*"
)
""" "That clear UK flights": customs, of flights from the country that stands within."""


def _is_of_a_country(span: tuple[int, int], said: Said) -> bool:
    named = (*said.slots.countries, *(s for s in said.slots.spots if s.kind == "country"))
    return any(c.start < span[1] and span[0] < c.end for c in named)


def _is_of_a_name(mention: Mention, said: Said) -> bool:
    """Whether a word is part of a name, with its capital: "Moosehead Lake", "Lake Champlain", "Tory Island"."""
    text = said.slots.text[mention.start : mention.end]
    beside = any(s.end + 1 == mention.start or mention.end + 1 == s.start for s in said.spots)
    if _KIND_OF_FIELD.search(text):
        return False  # "Inselplätze Nordsee"
    return beside and text[:1].isupper() and not said.slots.text.isupper()


_KIND_OF_FIELD = re.compile(r"(?:platz|plätzen?|häfen|hafen)$", re.IGNORECASE)


def _one_of_two(found: list[Mention], said: Said) -> bool:
    pairs = [(a, b) for a, b in pairwise(found) if a.concept != b.concept]
    between = [said.slots.low[a.end : b.start] for a, b in pairs]
    return any(_OR.fullmatch(words) and re.search(r"\w|/", words) for words in between)


_OR = re.compile(
    r"(?:\s*(?:,|/|or|oder|ou)\s*)+(?:at least |failing that |otherwise |zumindest |wenigstens |notfalls |sonst |au moins |sinon |à défaut )?"
)


def _either_of(said: Said, filters: Given) -> list[str]:
    """Fuels of which one is enough: "mogas or UL91"."""
    grades = said.all_of("avgas", "jet_a", "ul91", "mogas")
    wanted = [m for m in grades if filters.get(f"has_{m.concept}") is True or said.needless(m)]
    if not any(filters.get(f"has_{m.concept}") is True for m in wanted):
        return []
    names = list(dict.fromkeys(m.concept for m in wanted))
    if len(names) > 1 and len({(m.start, m.end) for m in wanted}) == 1:
        return names  # "unleaded" is either
    between = [said.slots.low[a.end : b.start] for a, b in pairwise(wanted) if a.concept != b.concept]
    listed = bool(between) and all(_OR.fullmatch(words) for words in between)
    return names if listed and len(names) > 1 and any(re.search(r"\w|/", words) for words in between) else []


_PERMISSION = re.compile(r"ppr|pnr|permission|autorisation|anmeldung|notice|préavis", re.IGNORECASE)
_WANT_OF_THEM = re.compile(
    r"\b(?:no|not|none of|without|don't|doesn't|do not|does not|drop|ohne|nicht|kein\w*|sans|pas|keine)\b[^.;?!,]{0,34}$",
    re.IGNORECASE,
)


def _without_asking(said: Said) -> bool:
    """ "don't need ppr", "drop the ones that want PPR": permission is denied, however it is said."""
    if said.slots.of("duration") or any(q.unit != "weekend" for q in said.slots.of("days")):
        return False  # "no more than 2 hours notice"
    found = [m for m in said.all_of("access", "notice") if _PERMISSION.search(said.slots.text[m.start : m.end])]
    denied = [m for m in found if _WANT_OF_THEM.search(said.slots.text[: m.start])]
    said.take(denied)
    return bool(denied)


def _is_on_field(said: Said, concept: str) -> bool:
    there, mentions = said.all_of("on_field"), said.all_of(concept)
    if not there or not mentions:
        return False
    said.take(there)
    if any(
        _OR_CLOSE.match(said.slots.low[place.end :]) or _CLOSE_OR.search(said.slots.low[: place.start])
        for place in there
    ):
        return False
    return any(
        0 <= place.start - m.end < _BESIDE or 0 <= m.start - place.end < _BEFORE
        for place in there
        for m in mentions
    )


_OR_CLOSE = re.compile(
    r"(?: itself| selbst| même)?\s*,?\s*(?:or|oder|ou)\s+(?:at least |very |within |right |somewhere |just |in |zumindest |ganz |gleich |au moins |tout |juste )*"
    r"(?:a (?:stone|short)|close|near\w*|next|by\b|beside|walking|walkable|a walk|round|around|der nähe|nahe\w*|daneben|zu fuß|fußläufig|à côté|a côté|près|pas loin|proche|à pied|not far)"
)
""" "On the airfield or a stone's throw": either will do."""
_CLOSE_OR = re.compile(
    r"\b(?:close to|near|by|next to|beside|in der nähe|nahe|près|proche|à côté)\s+(?:or|oder|ou)\s+(?:right |direkt |directement )?$"
)


def _hours_of_fuel(said: Said) -> bool:
    """Whether fuel is said as what is aboard: "with 3 hours fuel", "4 h of fuel left"."""
    low = said.slots.low
    return any(
        not low[hours.end : fuel.start].removeprefix("'").strip(" ’'s").removeprefix("of").strip()
        for hours in said.slots.of("duration")
        for fuel in said.all_of("fuel")
        if hours.end <= fuel.start
    )


def is_runway(said: Said, quantity: Quantity) -> bool:
    return (
        quantity.unit == "km"
        and quantity.value < _NO_RUNWAY_NM
        and said.near(quantity, "runway", "hard_runway", "grass", "longest_runway", words=3)
    )


_NO_RUNWAY_NM = 4.5
"""No runway is so long: "grass strips within 60 km" tells a circle."""
_OF_CLOUD = re.compile(
    r"\b(?:cloud(?:s|base)?(?:'s)?|ceilings?|base|overcast|broken|untergrenze|wolken\w*|plafond|nuages?)\b[^.?!,;]{0,24}$"
)
_OF_RUNWAYS = frozenset(("runway", "hard_runway", "grass", "longest_runway", "shortest_runway"))


def _is_height(said: Said, quantity: Quantity) -> bool:
    """Whether a length is that of a cloud or of the ground: "cloud down to 600 ft", "aerodromes above 1500 ft"."""
    before = said.slots.low[: quantity.start]
    if _OF_CLOUD.search(before):
        return True
    in_feet = quantity.unit == "ft" and quantity.value >= 1000
    return in_feet and bool(re.search(r"\babove\s*$", before)) and not said.concepts & _OF_RUNWAYS


_THE_ONES = re.compile(
    r"[ ,]*(?:(?:the|those|these|any|all|anything|everything|whatever|ones|fields?|strips?|runways?|runway|with|of|a|an|that|which|are|is|has|have|it|"
    r"die|jene|alle|alles|was|plätze|bahn(?:en)?|mit|einer|der|le|la|les|l|tout|tous|toutes|ce|ceux|celles|terrains|pistes?|avec|une|qui|est|sont|ont|fait|font|de)\b[ ']*)*"
)


def _not_wanted(said: Said, start: int) -> bool:
    """Whether the bound at `start` names what is not wanted: "not the ones with less than", "drop anything under"."""
    relaxing = load_lexicon(said.deps.settings.data / "language", "relaxed").mentions(said.slots.words)
    let_go = [m for m in relaxing if m.concept == "wish.let_go"]
    before = [m for m in (*said.all_of("not"), *let_go) if m.end <= start]
    if any(_THE_ONES.fullmatch(said.slots.low, m.end, start) for m in before):
        said.take(let_go)
        return True
    return False


def _is_upper(said: Said, quantity: Quantity) -> bool:
    before = said.slots.low[: quantity.start]
    for mention in said.all_of("at_most"):
        if mention.end <= quantity.start and not before[mention.end :].strip(" ,a"):
            return not _not_wanted(said, mention.start)
        if 0 <= mention.start - quantity.end <= 2 and not any(
            q.start >= mention.end and not said.slots.low[mention.end : q.start].strip(" ,a")
            for q in said.slots.quantities
        ):
            return True  # "800 m max"; not "1000 m within 30 nm", which speaks of the 30 nm
    for mention in said.all_of("at_least"):
        if mention.end <= quantity.start and not before[mention.end :].strip(" ,a"):
            return _not_wanted(said, mention.start)  # "nothing over 800 m"
    return False


def _lengths(said: Said) -> Given:
    """The runway's length, at least or at most; "600 to 900 m" is both."""
    lengths = [
        q
        for q in said.slots.of("length")
        if q.value > 0 and not said.near(q, "elevation", words=2) and not _is_height(said, q)
    ]
    lengths += [
        Quantity("length", q.start, q.end, q.value * 1852 / 0.3048, "m")
        for q in said.slots.of("distance")
        if is_runway(said, q)
    ]
    if not lengths and (bare := _bare_length(said)) is not None:
        lengths = [bare]
        said.used.add((bare.start, bare.end))
    if not lengths:
        return {}
    if len(lengths) > 1 and (last := max(lengths, key=lambda q: q.start)):
        before = max(q.end for q in lengths if q is not last)
        if _NO_WAIT.search(said.slots.low[before : last.start]):
            said.take(lengths)
            lengths = [last]  # "under 600, no wait, over 600"
    said.take(lengths)
    said.take(said.all_of("runway"))
    if len(lengths) == 2:
        upper = [_is_upper(said, q) for q in lengths]
        if upper[0] is not upper[1] and said.all_of("at_least"):
            most, least = (lengths if upper[0] else lengths[::-1])[:2]
            return {"min_runway_length_ft": round(least.value), "max_runway_length_ft": round(most.value)}
    values = sorted(round(abs(q.value)) for q in lengths[:2])
    upper = [_is_upper(said, q) for q in lengths[:2]]
    if len(values) == 2 and upper[0] is not upper[1]:
        most, least = sorted(zip(upper, (round(abs(q.value)) for q in lengths[:2]), strict=True), reverse=True)
        return {"min_runway_length_ft": least[1], "max_runway_length_ft": most[1]}
    if len(values) == 2 and values[0] != values[1] and not said.all_of("or"):
        return {"min_runway_length_ft": values[0], "max_runway_length_ft": values[1]}
    turned = _OTHER_BOUND.match(said.slots.low, lengths[0].end)
    upper_one = turned["less"] is not None if turned else _is_upper(said, lengths[0])
    name = "max_runway_length_ft" if upper_one else "min_runway_length_ft"
    return {name: values[0]}


_NO_WAIT = re.compile(
    r"\b(?:no,? wait|wait,? no|no,? sorry|sorry|scratch that|i mean(?:t)?|no,|make (?:that|it)|rather|correction|nein|quatsch|moment|ich meine|non|pardon|je veux dire|plutôt)\b"
)
_OTHER_BOUND = re.compile(
    r"\W*(?:no,? wait|wait,? no|no,? sorry|sorry|i mean(?:t)?|no|rather|correction|nein|quatsch|ich meine|non|pardon|je veux dire|plutôt)\W+(?:i mean |i meant )?"
    r"(?:(?P<less>under|below|less than|at most|unter|höchstens|moins de|au plus)|over|above|more than|at least|über|mindestens|mehr als|plus de|au moins)\b"
)
""" "Under 600, no wait, over 600": the bound that is said last."""
_BARE = re.compile(
    r"(?<![\d.,/:])(?P<n>[3-9]\d\d|1\d{3})(?:\s*\+|\s*(?:plus|or more|or so at least|minimum|mini?|at least|und mehr|oder mehr|et plus|ou plus|au moins)\b)(?! ?(?:kg|nm|l\b|km))"
)
_MOST_METRES = 1800


def _bare_length(said: Said) -> Quantity | None:
    """ "Hard, 700 plus" of a runway: metres, as long as nothing else is said and its surface is."""
    match = _BARE.search(said.slots.low)
    if match is None or not said.all_of("hard_runway", "grass", "runway"):
        return None
    if any(q.start < match.end() and match.start() < q.end and q.kind != "count" for q in said.slots.quantities):
        return None
    return Quantity("length", match.start(), match.end(), int(match["n"]) / 0.3048, "m")


def is_notice(said: Said, quantity: Quantity) -> bool:
    """Whether a duration is about notice: "24h notice", "PPR under 3 hours", "2 hours ahead"."""
    if said.near(quantity, "notice", "access", "no_ppr", words=3):
        return True
    return bool(
        _AHEAD.match(said.slots.low[quantity.end :]) or _ON_REQUEST.search(said.slots.low[: quantity.start])
    )


_IN_RESERVE = re.compile(r"\s*(?:of |de |d['’])?(?:fuel |final |fixed )?(?:reserve|réserve)\b", re.IGNORECASE)
""" "45 min reserve" is fuel."""
_AHEAD = re.compile(r"\s*(?:ahead|before|beforehand|vorher|voraus|avant|à l'avance)\b")
_ON_REQUEST = re.compile(
    r"\b(?:book|booked|ring|call|phone|arrange|anmelden|réserver)\w* (?:them |it |up )?(?:inside|within|with|at|less than|in under|under)(?: less than)? $|\b(?:on request|auf anfrage|sur demande)\b[^,;.?!]{0,20}$"
)
_NEEDS_A_DAY = re.compile(
    r"\b(?:not|no|nothing|don['’]?t|without|skip|drop|avoid|rather than)\b[^.;?!]*\b(?:needs?|wants?|asks?|asking|demands?|requires?)\s+(?:for )?$"
)
""" "Not places that need a day's notice"."""
_A_DAYS = re.compile(r"\b(?:a|one) day'?s (?:notice|warning)\b")


def notice_wanted(said: Said) -> float | None:
    """The most hours of notice that are acceptable."""
    for quantity in (*said.slots.of("duration"), *said.slots.of("days")):
        if quantity.unit == "weekend":
            continue  # "at a weekend without PPR"
        if is_notice(said, quantity) and not _IN_RESERVE.match(said.slots.low[quantity.end :]):
            said.take([quantity])
            said.take(said.all_of("notice", "access"))
            return whole(quantity.value * (24 if quantity.kind == "days" else 1))
    days = _A_DAYS.search(said.slots.low)
    return 24 if days and not _NEEDS_A_DAY.search(said.slots.low[: days.start()]) else None
