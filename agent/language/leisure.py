"""Reads what a pilot wants on the ground or by airline: interests, pace, days, times, cabin, people, dates."""

from __future__ import annotations

from datetime import date, timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.language.days import Day
from agent.language.journey import read_times, read_travellers
from agent.language.quantities import KM_PER_NM
from agent.language.slots import Slots

Arguments = dict[str, JsonValue]

_WALKS = (
    r"(?<!minutes )(?<!minute )(?<!min )(?<!can we )(?<!can i )(?<!can you )(?<!could we )\bwalks?\b(?! (?:to|into|from|in|over|away|up|down|there|it|off)\b)|"
    r"(?<!in )(?<!within )\bwalking\b(?! (?:distance|range|only|to|into|from|time|pace)\b)"
)
"""Walks that are taken for their own sake: "walking distance" is no wish for nature."""

INTERESTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "aviation",
            (
                r"\b(?:aviation|aero|air|aircraft|flight|flying|airplane|aeroplane|flug\w*|luftfahrt)[- ]?museums?\b|"
                r"\baviation\b|\bluftfahrt\w*|\bmusée de l'(?:air|aviation)|\bwarbirds?\b|\bold planes\b"
            ),
        ),
        (
            "food",
            (
                r"\brestaurants?\b|\bcaf[eé]s?\b|\bcoffee\b|\blunch(?:es)?\b|\bdinner\b|\bbreakfast\b|"
                r"\bbrunch\b|\bbeers?\b|\bpints?\b|\bcurr(?:y|ies)\b|\bbier\b|\bune bière\b|\bboire un verre\b|\beat(?:ing)?\b|\bfood\b|\bpubs?\b|\bbaker(?:y|ies)\b|\bbite\b|\bmeals?\b|"
                r"\bice cream\b|\bsnack\w*|\bcuisine\b|\bgastronom\w*|\bfoodie\b|\bmanger\b|\bdéjeuner\b|"
                r"\bdîner\b|\bboulangeries?\b|\b(?:mittag|abend)?essen\b|\bfrühstück\w*|\bkaffee\b|"
                r"\bgasth\w+|\bkulinar\w*|\btea ?rooms?\b|\bfish and chips\b|\bseafood\b|\boysters?\b|\bfresh fish\b|\b(?:eat|some|good) fish\b|\bmussels\b|\bfruits de mer\b|\bhuîtres?\b|\baustern\b|\bwine\b|"
                r"\bpizza\b|\brestos?\b|\bbistro(?:t|ts|s)?\b|\bbrasseries?\b|\bcr[eê]peries?\b|\bbouffe\b|\bcasse-croûte\b|"
                r"\bdejeuner\b|\bgrub\b|\btearooms?\b|\bgastropubs?\b|\bimbiss\b|\bbiergarten\b|\bwirtshaus\b|"
                r"\bschnitzel\b|\bkuchen\b|\bgâteaux?\b"
            ),
        ),
        (
            "culture",
            (
                r"\bmuseums?\b|\bgaller(?:y|ies)\b|\bart\b|\barts\b|\bculture\b|\bcultural\b|"
                r"\btheatres?\b|\btheaters?\b|\bsights?\b|\bsightseeing\b|\battractions?\b|\bmus[ée]es?\b|"
                r"\bmuseen\b|\bkultur\w*|\bkunst\b|\bsehenswürdig\w*|\bsomething to see\b|\bgaleries?\b|"
                r"\btheater\b|\bthéâtres?\b|\bculturel\w*|\bconcerts?\b|\bchoses? à voir\b|\bzu sehen\b"
            ),
        ),
        (
            "history",
            (
                r"\bhistor(?:y|ic|ical)\w*|\bcastles?\b|\bforts?\b|\bfortress\w*|\bruins?\b|"
                r"\bmonuments?\b|\bheritage\b|\bmemorials?\b|\barchaeolog\w*|\bhistoire\b|\bhistorique\w*|"
                r"\bchâteaux?\b|\bgeschicht\w*|\bburg(?:en)?\b|\bschl(?:oss|össer)\b|\bruinen?\b|"
                r"\bdenkm\w+|\bforteresse\w*|\bbattlefields?\b|\bold town\b"
            ),
        ),
        (
            "shopping",
            (
                r"\bshops?\b|\bshopping\b|\bsupermarkets?\b|\bgrocer\w*|\bsupermärkte?\b|\bsupermarkt\b|\bsupermarchés?\b|"
                r"\bmarkets?\b|\bboutiques?\b|\bmalls?\b|\bsouvenirs?\b|"
                r"\bmagasins?\b|\bmarchés?\b|\beinkauf\w*|\bgeschäfte\b|\bläden\b|\bmärkte?\b|\bstores?\b"
            ),
        ),
        (
            "architecture",
            (
                r"\barchitectur\w*|\barchitektur\w*|\bpalaces?\b|\bcathedrals?\b|\bcathédrales?\b|"
                r"\blighthouses?\b|\bphares?\b|\bleuchtt\w+|\bpalais\b|\bbuildings?\b|\bmanors?\b"
            ),
        ),
        (
            "nature",
            (
                rf"\bnature\b|\bparks?\b|\bgardens?\b|\bhik(?:e|es|ing)\b|{_WALKS}|"
                r"\bviewpoints?\b|\bviews?\b|\boutdoors?\b|\bjardins?\b|\brandonn\w*|\bbalades?\b|"
                r"\bnatur\b|\bwander\w*|\bgärten\b|\bspazier\w*|\bparcs?\b|\bwoods\b|\bforest\b|"
                r"\bwaterfalls?\b|\baussicht\w*"
            ),
        ),
        (
            "beach",
            (
                r"\bbeach(?:es)?\b|\bswim(?:ming)?\b|\bseaside\b|\bplages?\b|\bstr(?:and|ände)\w*|"
                r"\b(?:by|at|on) the (?:lake|lakeside|waterside|water'?s edge)\b|\blake(?:side|front|shore)\b|\bau bord (?:du lac|de l'eau|de la mer)\b|"
                r"\b(?:am|an den) see\b|\bseeufer\b|\bbaden\b|\bbaignade\b|\bsunbath\w*"
            ),
        ),
        (
            "family",
            (
                r"\bkids?\b|\bchildren\b|\bfamil(?:y|ies)\b|\bzoos?\b|\bplaygrounds?\b|\baquariums?\b|"
                r"\btheme parks?\b|\benfants?\b|\bfamille\b|\bkinder\w*|\bfamilie\w*|\bspielpl\w+|"
                r"\bminigolf\b|\bmini golf\b"
            ),
        ),
        (
            "nightlife",
            (
                r"\bnightlife\b|\bbars?\b|\bnight ?clubs?\b|\bclubbing\b|\bcasinos?\b|\bdrinks?\b|"
                r"\bparty\b|\bvie nocturne\b|\bnachtleben\b|\bkneipen?\b|\bcocktails?\b"
            ),
        ),
        ("golf", r"\bgolf\w*"),
        (
            "religion",
            (
                r"\bchurch(?:es)?\b|\btemples?\b|\bmosques?\b|\bsynagogues?\b|\bplaces? of worship\b|"
                r"\bégl?ises?\b|\bkirchen?\b|\breligio\w*|\babbeys?\b|\babbayes?\b|\bmonaster\w+|"
                r"\bklöster\b|\bkloster\b"
            ),
        ),
        (
            "bike",
            (
                r"\bbik(?:e|es|ing)\b|\bbicycles?\b|\bcycl(?:e|es|ing)\b|\bvélos?\b|\bfahrr\w+|"
                r"\bradverleih\b|\bradfahren\b|\be-?bikes?\b"
            ),
        ),
        (
            "stay",
            (
                r"\bhotels?\b|\bhôtels?\b|\bguest ?houses?\b|\baccommodation\b|\b(?:place|somewhere|"
                r"where)(?: (?:can|could|would|should|do|shall) (?:we|i|one|you)| to)* (?:stay|sleep|kip|crash)\b|\bkip(?: down)? (?:near\w*|there|in|at|for)\b|\b(?:can|could) (?:we|i|you|one) kip\b|\b(?:need|want|find|find us|find me|and|for) a bed\b|\bovernight\b|\bb&bs?\b|\bunterk\w+|"
                r"\bübernacht\w*|\bhébergement\w*|\bdormir\b|\bloger\b|\bpensionen?\b|\bhostels?\b"
            ),
        ),
        (
            "camping",
            (r"\bcamp(?:ing|s|en|er)?\b|\bcamp ?sites?\b|\bcamp ?grounds?\b|\bcampingpl\w+|\bzelt(?:en|pl\w+)\b"),
        ),
    )
)
_FAMILY_GOLF = re.compile(r"\bmini ?golf\b|\bgolf[ef]\b")
_INDOOR = re.compile(
    r"\bindoors?\b|\bunder (?:a )?roof\b|\brain(?:y|s|ing)?\b|\bbad weather\b|\bà "
    r"l'intérieur\b|\bà l'abri\b|\bcouvert\w*|\bpluie\b|\bpleut\b|\bdrinnen\b|\büberdacht\w*|"
    r"\bregen\w*|\bregnet\b|\bwet day\b"
)
_ACCESS = re.compile(
    r"\bwheelchairs?\b|\baccessib\w*|\bdisabled\b|\bstep[- ]free\b|\bfauteuils?\b|"
    r"\bhandicap\w*|\bpmr\b|\brollstuhl\w*|\bbarrierefrei\w*"
)
_CHEAP = re.compile(
    r"\bcheap(?:er|est|ly)?\b|\bbudget\b|\blow[- ]cost\b|\binexpensive\b|\baffordable\b|\bpas "
    r"(?:trop )?chers?\b|\bbon marché\b|\bshoestring\b|\bnot (?:(?:too|so|that|very) )?(?:expensive|pricey|dear)\b|\bnicht (?:zu )?teuer\b|\béconomique\b|\bgünstig\w*|\bbillig\w*|\bpreiswert\w*|"
    r"\bfree\b(?= (?:museum|entry|things))"
)
_LUXURY = re.compile(
    r"\bluxur\w*|\bhigh[- ]end\b|\bupmarket\b|\bposh\b|\bfancy\b|\bfine dining\b|\bde luxe\b|"
    r"\bgehoben\w*|\bluxuriös\w*|\bmoney(?: is)? no object\b|\bno expense spared\b|\bsplash(?:ing)? out\b|"
    r"\bsplurge\b|\bsans (?:limite de|compter le) budget\b|\bgeld spielt keine rolle\b"
)
_WORDS_NUMBERS = {
    "one": 1,
    "a": 1,
    "an": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "un": 1,
    "une": 1,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
    "cinq": 5,
    "ein": 1,
    "eine": 1,
    "einen": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
}
_N = r"(\d+|one|two|three|four|five|six|deux|trois|quatre|cinq|zwei|drei|vier|fünf)"
_PEOPLE = (
    re.compile(
        rf"\b{_N}[ -](?:adults?|people|persons?|pax|passengers?|travell?ers?|of us|seats?|tickets?|"
        rf"personen|erwachsene|leute|adultes|personnes|passagers|places|billets|pilots?)\b"
    ),
    re.compile(
        rf"\b(?:for|pour|für|we are|nous sommes|wir sind|us)\s+(?:the )?{_N}\b(?!\s*(?:days?|"
        rf"nights?|hours?|h\b|jours?|tage|stunden|am|pm|:|\.|/|january|february|march|april|may|"
        rf"june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|"
        rf"oct|nov|dec))"
    ),
    re.compile(
        rf"\b(?:the )?{_N} of us\b|\bnous (?:sommes )?{_N}\b|\bwir (?:sind zu |sind |"
        rf")({'|'.join(_WORDS_NUMBERS)})\b"
    ),
)
_COUPLE = re.compile(
    r"\b(?:my wife and (?:me|i)|my husband and (?:me|i)|both of us|me and my (?:wife|husband|"
    r"friend|partner)|à deux|zu zweit|couple of us|the pair of us)\b"
)
_CABINS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("premium_economy", re.compile(r"\bpremium[ -]?economy\b|\bpremium\b|\béco(?:nomie)? premium\b")),
    (
        "business",
        re.compile(
            r"\bbusiness\b(?! trip)|\bclasse affaires?\b|\baffaires\b|\bgeschäftsklasse\b|\bclub "
            r"class\b"
        ),
    ),
    (
        "first",
        re.compile(r"\bfirst[ -]class\b|\bpremière(?: classe)?\b|\berste[rn]? klasse\b|, first\b|\bin first\b"),
    ),
    ("economy", re.compile(r"\beconomy\b|\bcoach\b|\béco(?:nomique|nomie)?\b|\beco\b")),
)
_DIRECT = re.compile(
    r"\bdirect(?:e|s|es|ly)?\b|\bnon-?stop\b|\bsans escale\b|\bdirektfl\w+|\bdirekt\w*|\bno "
    r"(?:stops?|connections?|changes?)\b|\bwithout (?:stops?|changing|connections?|a "
    r"change)\b|\bohne (?:umsteigen|stopp)\b"
)
_CONNECTIONS = re.compile(
    rf"\b(?:max(?:imum)?|at most|up to|with)\s+(?:of )?{_N}\s+(?:stops?|connections?|changes?|"
    rf"stopovers?)\b|\b{_N}[ -](?:stop|connection)s?(?: max(?:imum)?| at most| is ok| ok)\b"
)
RETURN = re.compile(
    r"\breturn(?:ing)?\b|\bback\b|\bround[- ]?trip\b|\bretour\b|\brückflug\b|\bzurück\b|"
    r"\binbound\b|\bcoming (?:back|home)\b|\bhin und zurück\b|\baller[- ]retour\b"
)


_STAY = re.compile(
    rf"^\W*(?:in |after |dans |nach )?(?P<n>\d+|{'|'.join(_WORDS_NUMBERS)}) "
    r"(?P<u>week|day|woche|tag|semaine|jour)(?:s|e|en|n)?\b"
)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _WORDS_NUMBERS[text]


def read_interests(slots: Slots) -> list[JsonValue]:
    """Interests in the order in which they are said."""
    named = [name for name, _ in interests_said(slots)]
    return list(_with_sights(list(dict.fromkeys(named)), slots.low))


def interests_said(slots: Slots) -> list[tuple[str, tuple[int, int]]]:
    """Each interest as often as it is said, in that order, and the span of the word that says it."""
    low = list(slots.low)
    for _, pattern in _TRANSFERS:
        for match in pattern.finditer(slots.low):
            low[match.start() : match.end()] = " " * len(match[0])  # "by bike" is how, not what for
    for spot in slots.spots:
        said = slots.text[spot.start : spot.end]
        if len(slots.spots) > 1 and (said.lower() == "essen" or (spot.kind == "code" and said.islower())):
            continue  # beside another place it is a meal, not the town; a word, not a code
        low[spot.start : spot.end] = " " * (min(spot.end, len(low)) - spot.start)
    text = "".join(low)
    found: list[tuple[str, tuple[int, int]]] = []
    taken: list[tuple[int, int]] = []
    for name, pattern in INTERESTS:
        for match in pattern.finditer(text):
            if any(start <= match.start() < end for start, end in taken):
                continue
            if name == "golf" and _FAMILY_GOLF.match(text, match.start()):
                continue
            taken.append(match.span())
            if not _NOT_THAT.search(text[: match.start()]):
                found.append((name, match.span()))
    return sorted(found, key=lambda one: one[1])


_NOT_THAT = re.compile(
    r"\b(?:no|without|nothing with|not (?:a|any|into|fond of|keen on)|don'?t (?:like|want|need)|hate|rather not|pas (?:de|d'|trop de)|plus de|sans|ni|"
    r"aucune?|kein(?:e[nrms]?)?|ohne|nicht in(?:s| ein)?)\s*(?:(?:the|any|more|old|les|des|die|den) )?(?:\w+ (?:or|nor|ou|oder|ni) )?$"
)
""" "No museums", "pas de musée", "keine Kirchen oder Museen": what is not wished."""
_SIGHTS = ("culture", "history")
_NEEDS = {"food", "stay", "nightlife"}
"""What one needs beside what one comes for."""
_SEEN_OR_DONE = re.compile(
    r"\bwhat(?:'s| is)? (?:can|could|should|shall|might|may|else|there|to|would|will|there to)\b[^.?!,]{0,25}\b(?:see|do|visit)\b(?! for)"
    r"|\b(?:things?|something|anything|nothing|plenty|lots?|much|stuff) (?:there |worth )?(?:to )?(?:see(?:ing)?|do(?:ing)?|visit(?:ing)?)\b"
    r"|\bworth (?:seeing|visiting|a visit|a look)\b|\bsee (?:and|or|&) do\b"
    r"|\b(?:que|quoi) (?:peut-on |puis-je |pouvons-nous |pourrait-on )?(?:y )?(?:faire|voir|visiter)\b|\bqu'est[- ]ce qu(?:e|'on)\b[^.?!,]{0,25}\b(?:faire|voir|visiter)\b"
    r"|\b(?:je|on|nous) (?:y )?fai(?:s|t|sons) quoi\b|\bà (?:voir|visiter|faire)\b|\bvisiter (?:la|le|les|une?|des|quoi)\b"
    r"|\bwas\b[^.?!,]{0,40}\b(?:machen|unternehmen|anstellen|sehen|anschauen|ansehen|besichtigen|tun)\b(?! zum)"
    r"|\b(?:zu (?:sehen|besichtigen|tun|entdecken|erleben)|anzu(?:schauen|sehen|gucken)|angucken)\b|\bsehenswert\w*|\bbesichtig\w*"
)


def _with_sights(names: list[str], low: str) -> list[str]:
    """ "What can we see in Colmar, and where would we eat?": the sights too, not the meal alone."""
    return [*_SIGHTS, *names] if names and set(names) <= _NEEDS and _SEEN_OR_DONE.search(low) else names


def read_constraints(slots: Slots) -> Arguments:
    """`constraints` of places: indoors, wheelchair, cheap."""
    found: Arguments = {}
    if _INDOOR.search(slots.low):
        found["indoor_only"] = True
    if _ACCESS.search(slots.low):
        found["accessibility"] = True
    if _CHEAP.search(slots.low):
        found["budget"] = "budget"
    elif _LUXURY.search(slots.low):
        found["budget"] = "luxury"
    return found


_TRANSFERS = (
    (
        "bike",
        re.compile(r"\b(?:by|on a|with a) (?:bike|bicycle)\b|\bà vélo\b|\b(?:mit dem|per) (?:fahr)?rad\b"),
    ),
    ("taxi", re.compile(r"\b(?:by|take a|with a) (?:taxi|cab|uber)\b|\ben taxi\b|\b(?:mit dem|per) taxi\b")),
    (
        "walk",
        re.compile(
            r"\b(?:on|by) foot\b|\bwe(?:'ll| will)? walk\b|\bwalking only\b|\b[àa] pied\b|\bzu fu(?:ß|ss)\b"
            r"|\b(?:without|(?:have|has|got|with)? ?no|don'?t have|haven'?t got) (?:a |any |the |our )?(?:rental |hire |own )?(?:car|cars|wheels|transport)\b|\bcar[- ]?free\b|\bcarless\b"
            r"|\bsans (?:voiture|auto|véhicule|bagnole)\b|\bpas de (?:voiture|véhicule)\b|\b(?:ohne|kein(?:en)?) (?:auto|wagen|mietwagen|leihwagen|pkw)\b|\bautofrei\b"
        ),
    ),
)


def read_transfer(slots: Slots) -> str | None:
    """How one gets about, when that is said."""
    return next((mode for mode, pattern in _TRANSFERS if pattern.search(slots.low)), None)


def read_duration_days(slots: Slots) -> int | None:
    """How many days a trip takes; None when that is not said."""
    days = [q for q in slots.of("days") if 0 <= q.value <= 60 and q.value == int(q.value)]
    if days:
        said = [q for q in days if q.unit != "weekend"] or days  # "long weekend, 3 days"
        return int(said[0].value)
    if nights := _NIGHTS.search(slots.low):
        return _number(nights[1])
    if re.search(r"\b(?:days?|jour(?:née)?|tag(?:es\w*)?|tages\w+)\b", slots.low):
        return 1
    return None


_NIGHTS = re.compile(rf"\b{_N} (?:nights?|nuits?|nächte)\b")


_OF_A_RUNWAY = re.compile(
    r"\b(?:runways?|strips?|hard|tarmac|grass|pistes?|(?:gras|hart)?(?:bahn|piste)(?:en)?|en dur|en herbe)\b"
)


def radius_km(slots: Slots) -> float | None:
    """A radius around a place on the ground, in kilometres as said."""
    for quantity in slots.of("distance"):
        kilometres = quantity.value * KM_PER_NM
        return round(kilometres, 1) if quantity.unit != "km" else _whole(round(kilometres, 2))
    for quantity in slots.of("length"):
        if _OF_A_RUNWAY.search(slots.low):
            return None
        return round(quantity.value * 0.3048 / 1000, 2)
    return None


_STARTS = re.compile(
    r"\b(?:start(?:ing|s)?|begin(?:ning)?|commence\w*|beginn\w*|ab|à partir de)\s+(?:at |um |à )?(\d{1,2})"
    r"(?:h|uhr)?(?=$|[ ,.?!])(?!\s*(?:days?|jours?|tage?|nm|km|kt|may|june|july|mai|juin))"
)


def clocks(slots: Slots) -> list[str]:
    """Times of day as HH:MM, in order; a bare hour counts where a day starts: "start at 10"."""
    said = [clock(quantity.value) for quantity in slots.of("clock")]
    bare = None if said else _STARTS.search(slots.low)
    return [f"{int(bare[1]):02d}:00"] if bare and int(bare[1]) < 24 else said


def clock(hours: float) -> str:
    """A time of day as HH:MM."""
    return f"{int(hours):02d}:{round((hours % 1) * 60) % 60:02d}"


def read_people(slots: Slots) -> int | None:
    """How many travel, when that is said."""
    low = slots.low
    for pattern in _PEOPLE:
        if match := pattern.search(low):
            said = next(group for group in match.groups() if group)
            return _number(said)
    return 2 if _COUPLE.search(low) else None


def return_day(day: Day, leaves: date) -> date:
    """The day of the way back: a weekday by its name is the first one that is not before the departure."""
    if day.weekday is None or day.when >= leaves:
        return day.when
    return leaves + timedelta(days=(day.when.weekday() - leaves.weekday()) % 7)


def read_travel(slots: Slots) -> Arguments:
    """Dates, cabin, people and connections of an airline search."""
    low = slots.low
    found: Arguments = {}
    days_said = _days_of_travel(slots)
    dates = [day.when.isoformat() for day in days_said]
    back = RETURN.search(low)
    if dates:
        first = days_said[0]
        if (
            back
            and len(dates) == 1
            and back.start() < first.start
            and first.start - back.end() < 12
            and "back from" not in low
            and "back to" not in low
            and not re.search(r"\b(?:a )?return (?:flight|ticket)", low)
            and not _UNABLE.search(low[: back.start()])
        ):
            found["return_date"] = dates[0]
        else:
            found["departure_date"] = dates[0]
            if len(dates) > 1:
                found["return_date"] = return_day(days_said[1], first.when).isoformat()
            elif back and (stay := _STAY.search(low[back.end() :])):
                count = int(stay["n"]) if stay["n"].isdigit() else _WORDS_NUMBERS[stay["n"]]
                days = count * (7 if stay["u"] in ("week", "woche", "semaine") else 1)
                found["return_date"] = (first.when + timedelta(days=days)).isoformat()
    cabin = next((name for name, pattern in _CABINS if pattern.search(low)), None)
    if cabin:
        found["cabin_class"] = cabin
    found |= {**read_travellers(slots, read_people(slots)), **read_times(slots)}
    if re.search(
        r"\b(?:shortest|fastest|quickest|by duration|kürzeste\w*|schnellste\w*|plus (?:rapide|court)s?)\b", low
    ):
        found["sort"] = "duration"
    elif re.search(
        r"\b(?:cheap(?:er|est)|by price|lowe(?:r|st) price|billig(?:er|ste)\w*|günstig(?:er|ste)\w*|"
        r"moins ch(?:er|ère)s?|par prix)\b",
        low,
    ):
        found["sort"] = "price"
    elif re.search(r"\b(?:earli(?:er|est)|first flight|plus tôt|früher|früheste\w*|sooner|soonest)\b", low):
        found["sort"] = "earliest"
    elif re.search(r"\b(?:later|latest|last flight|plus tard|später|späteste\w*)\b", low):
        found["sort"] = "latest"
    if _DIRECT.search(low):
        found["max_connections"] = 0
    elif match := _CONNECTIONS.search(low):
        found["max_connections"] = _number(next(group for group in match.groups() if group))
    return found


_UNTIL = re.compile(r"\b(?:until|till|til|before|bis|vor|jusqu'(?:à|au)|avant)\s*(?:the |zum |le )?$")
_UNABLE = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|won't|not able to|unable to|don't|kann nicht|können nicht|ne peu[tx]|ne pouvons|pas)\b[^.?!,;]{0,20}$"
)
""" "If we can't fly back on Sunday": the day of the airline, and no return."""


def _days_of_travel(slots: Slots) -> list[Day]:
    """The days of a flight, each once; until when one is stuck is none where another is said."""
    bounds = [day for day in slots.days if _UNTIL.search(slots.low[: day.start])]
    days = [day for day in slots.days if day not in bounds] or list(slots.days)
    return [day for n, day in enumerate(days) if all(day.when != other.when for other in days[:n])]


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value
