"""Reads what an airfield must offer: fuel, runways, customs, approaches, lights, food, beds, fees, notice."""

from __future__ import annotations

import re
from dataclasses import replace

from pydantic import JsonValue

from agent.language.quantities import FT_PER_M, KM_PER_NM, NUMBER, Quantity, number
from agent.language.slots import Slots

Arguments = dict[str, JsonValue]

_FLAGS: tuple[tuple[str, str], ...] = (
    ("has_avgas", r"\bavgaz?\b|\bavgas(?:preis)?|\b100 ?-?ll\b"),
    (
        "has_jet_a",
        (
            r"\bjet[ -]?a ?-?1?\b|\bjet[ -]?(?:fuel|a-?1|kerosene?)\b|\bjeta1?\b|\bk[eé]ros[eiè]ne?\b|"
            r"\bkerosin\b|(?<=with )jet\b|(?<=and )jet\b(?!s)|(?<=has )jet\b|\bsells? jet\b|\bturbine "
            r"fuel\b"
        ),
    ),
    ("has_ul91", r"\bul ?-?91\b"),
    (
        "point_of_entry",
        (
            r"\bcustoms\b|\bimmigration\b|\bports? of entry\b|\bpoints? of entry\b|\bdouan\w*|"
            r"\bzoll\w*|\bborder (?:control|police|crossing)|\bpassport control|\bpasskontrolle|"
            r"\bclear in\b"
        ),
    ),
    (
        "has_hard_runway",
        (
            r"\bhard\b|\basphalt\w*|\btarmac\w*|\bconcrete\b|\bpaved\b|\bsealed\b|\bsurfaced\b|\ben "
            r"dur\b|\bdures?\b|\bbitum\w*|\bgoudronn\w*|\bbeton\w*|\bhart(?:e[rn]?|piste\w*|belag\w*|"
            r"bahn\w*|platz)?\b|\bbefestigt\w*"
        ),
    ),
    (
        "has_soft_runway",
        (
            r"\bgrass\w*|\bsoft\b|\bturf\b|\bunpaved\b|\bherbe\b|\bgazon\b|\bgras(?:bahn\w*|platz|"
            r"plätze\w*|piste\w*|landebahn\w*)?\b|\bunbefestigt\w*|\bgravel\b"
        ),
    ),
    (
        "has_lights",
        (
            r"\blights?\b|\blit\b|\blighting\b|\blighted\b|\billuminat\w*|\bnight (?:landings?|ops|"
            r"operations?|flying|arrivals?)\b|\béclair\w*|\bbalisage\b|\bbalis[ée]\w*|\bbefeuer\w*|"
            r"\bbeleucht\w*|\bnachtflug\w*|\bafter dark\b"
        ),
    ),
)
_FLAGS_COMPILED = tuple((name, re.compile(pattern)) for name, pattern in _FLAGS)
_NOT_WANTED = re.compile(
    r"(?:\b(?:no|not|without|don'?t need|do not need|doesn'?t need|never mind|regardless of|"
    r"except|sans|pas de|pas besoin de|ohne|kein\w*)\s+(?:\w+\s+){0,1})$"
)
_NOT_NEEDED_AFTER = re.compile(
    r"^\s*(?:is |are |ist |sind |)(?:not|un)\s?-?(?:needed|necessary|required|important|nötig|"
    r"notwendig|erforderlich)|^\s*pas (?:besoin|nécessaire)"
)
_APPROACH = re.compile(r"\b(ils|rnp|rnav|lpv|vor|ndb|loc|localizer)\b(?!\s*(?:class|kl))")
_PROCEDURES = re.compile(
    r"\binstrument (?:approach\w*|procedures?|landing)|\bifr (?:approach\w*|procedures?)|"
    r"\bapproach(?:es)? procedures?\b|\biaps?\b|\bprocedures?\b|"
    r"\bapproches? (?:aux )?instruments?|\bprocédures?\b|\binstrumentenanfl\w+|\bifr-?anfl\w+|"
    r"\banflugverfahren|\bpublished approach|\bapproches?\b(?= publié)"
)
_OTHER_FUEL = re.compile(r"\b(mogas|ul ?94|ul ?98|sp ?9[58]|super ?plus|swift|saf|car fuel|autogas)\b")
_HOTEL = re.compile(
    r"\bhotels?\b|\bhôtels?\b|\baccommodation\b|\bplace to stay\b|\bunterk\w+|"
    r"\bübernachtung\w*|\bhébergement|\brooms?\b|\bguest ?house|\bb&b\b|\bsomewhere to "
    r"sleep\b|\bstay overnight\b"
)
_FOOD = re.compile(
    r"\brestaurants?\b|\bcaf[eé]s?\b|\bbistros?\b|\bcanteen\b|\bfood\b|\blunch\b|\beatery\b|"
    r"\bgaststätte\b|\bdiner\b|\bpub\b|\bplace to eat\b|\bsomewhere to eat\b|\bcoffee\b|"
    r"\bmeals?\b|\bcatering\b"
)
_ON_FIELD = re.compile(
    r"\bon (?:the |)(?:field|airfield|airport|aerodrome|site|premises|aerodrome)\b|\bonsite\b|"
    r"\bat (?:the |)(?:field|airfield|airport|aerodrome)\b|\bon-?(?:field|site|airport)\b|"
    r"\bsur (?:le |l')?(?:terrain|place|aérodrome|aéroport|plateforme)\b|\bau (?:terrain|"
    r"aérodrome)\b|\bam (?:platz|flugplatz|flughafen|feld)\b|\bauf dem (?:platz|flugplatz|"
    r"flughafen|gelände)\b|\bvor ort\b|\bairfield (?:restaurant|cafe|café|hotel)\b|\bairport "
    r"(?:restaurant|cafe|café|hotel)\b|\bflugplatz(?:restaurant|hotel)"
)
_NOTICE = re.compile(
    r"\bnotice\b|\bppr\b|\bpnr?\b|\bprior\b|\bin advance\b|\badvance\b|\bpréavis\b|"
    r"\bvoranmeld\w*|\bvorlauf\w*|\banmeld\w*|\bnotification\b|\bvorher\b|\bahead\b|\bà "
    r"l'avance\b|\bbeforehand\b|\bheads[- ]?up\b|\bwarning\b|\bim voraus\b"
)
_NO_NOTICE = re.compile(
    r"\b(?:no|without|zero) (?:ppr|notice|prior (?:notice|permission)|advance notice|pnr?)\b|"
    r"\bsans (?:préavis|ppr)\b|\bohne (?:ppr|voranmeldung|anmeldung)\b|\bnot? (?:need|"
    r"requir)\w* (?:any )?(?:notice|ppr|prior)"
)
_LARGE_IN = re.compile(
    r"\b(?:includ\w*|also|even|plus|with|and|allow\w*|ok with|show)\s+(?:the |all |any |"
    r"really |)?(?:large|big|bigger|larger|major|hub|international)\b(?: ones| airports| hubs|"
    r" fields|s)?|\b(?:large|big|major) (?:ones|airports|hubs) (?:too|as well|included|ok|"
    r"okay|also|are fine)\b|"
    r"\b(?:hubs|airline airports) (?:too|included|as well)\b|\b(?:large|big|major) airports "
    r"in\b|\bgrands? (?:aéroports )?(?:compris|inclus)|\by compris les grands|\bauch (?:die "
    r")?große|\bgroße[rn]? (?:flughäfen )?(?:inklusive|eingeschlossen|auch)|\binklusive "
    r"(?:der )?große|\bmit (?:den )?großen|\bnot just (?:the )?small|\bany size\b|\ball "
    r"sizes\b"
)
_LARGE_OUT = re.compile(
    r"\b(?:no|without|exclud\w*|except|skip|leave out|omit|not|avoid\w*|but not|"
    r"minus)\s+(?:the |any |)?(?:large|big|bigger|major|hub|airline|international|"
    r"commercial)\b|\bsmall (?:airports|airfields|fields|aerodromes|ones)(?: only)?\b|\bonly "
    r"small\b|\bno hubs\b|\bsans (?:les )?(?:grands|gros)|\bpetits (?:aérodromes|terrains|"
    r"aéroports)|\bohne (?:die )?gro(?:ß|ss)e|\bkeine gro(?:ß|ss)en|\bnur kleine|\bkleine "
    r"(?:flugplätze|plätze)"
)
_AT_MOST = re.compile(
    r"(?:\bunder|\bbelow|\bless than|\bfewer than|\bshorter than|\bat most|\bno more than|"
    r"\bnot more than|\bmax(?:imum|imal)?(?: of)?\.?|\bup to|\bno longer than|\bnot over|"
    r"\bnot exceeding|\bsmaller than|\bcheaper than|<=?|"
    r"\bmoins de|\bau plus|\bmaximum|\bmaximal\w*|\bjusqu'à|\binférieure? à|\bplus courtes? "
    r"que|\bunter|\bhöchstens|\bweniger als|\bkürzer als|\bbis(?: zu)?|\bnicht mehr als|"
    r"\bnicht länger als)\s*(?:a |an |the |of |about |around |de |d'|runway |piste |)*$"
)
_AT_MOST_AFTER = re.compile(
    r"^\s*(?:of |de |)?(?:runway |piste |)?(?:or (?:less|shorter|under|below|lower|fewer)|"
    r"max(?:imum|imal)?\b|at most|tops|and (?:under|below)(?!\s*\d)|ou moins|au plus|oder (?:weniger|"
    r"kürzer)|höchstens|and shorter)"
)
_RUNWAY = re.compile(
    r"\brunways?\b|\bstrips?\b|\bpistes?\b|\bbahn\w*|\blandebahn\w*|\basphalt|\btarmac|"
    r"\bgrass|\bhard\b|\ben dur\b|\brwy\b|\blong\b"
)
_NOT_RUNWAY = re.compile(r"\b(?:elevation|altitude|amsl|msl|above sea|agl|high|höhe|hoch|altitude|feet high|fl)\b")
_ONLY = re.compile(
    r"\bonly\b|\bjust\b|\bfields?\b|\bairfields?\b|\bairports?\b|\baerodromes?\b|\bstrips?\b|"
    r"\bones\b|\bside\b|\bseulement\b|\buniquement\b|\bterrains?\b|\baérodromes?\b|"
    r"\baéroports?\b|\bnur\b|\bplätze?n?\b|\bflugplätze?n?\b|\bflughäfen\b|\bstops?\b"
)


_SPAN_OF = re.compile(
    rf"(?:\b(?:between|entre|zwischen)\s+(?P<a>{NUMBER})\s*(?:and|et|und)|(?P<b>{NUMBER})\s*(?:to|à|bis|-))\s*$",
    re.IGNORECASE,
)


def is_bounded(low: str, quantity: Quantity) -> bool:
    """Whether an amount is said as an upper limit ("under 700 m", "20 euros or less")."""
    return bool(_AT_MOST.search(low[: quantity.start]) or _AT_MOST_AFTER.search(low[quantity.end :]))


def is_notice(slots: Slots, quantity: Quantity) -> bool:
    """Whether a duration is about notice: "24h notice", "PPR under 3 hours", "2 Stunden vorher"."""
    after = slots.low[quantity.end : quantity.end + 28]
    before = slots.low[max(0, quantity.start - 42) : quantity.start]
    return bool(_NOTICE.search(after.split(" and ")[0]) or _NOTICE.search(before))


def read_wishes(slots: Slots) -> Arguments:
    """`filters` (canonical names) of a list of airfields."""
    low = _without_names(slots)
    filters: Arguments = {}
    for name, pattern in _FLAGS_COMPILED:
        if any(_wanted(low, match) for match in pattern.finditer(low)):
            filters[name] = True
    both = "has_hard_runway" in filters and "has_soft_runway" in filters
    if both and re.search(r"\b(?:or|ou|oder)\b", low):  # "hard or grass" excludes nothing
        del filters["has_hard_runway"], filters["has_soft_runway"]
    if (match := _APPROACH.search(low)) is not None:
        if _wanted(low, match):
            filters["has_procedures"] = True
            filters["approach_type"] = {"rnav": "RNP", "localizer": "LOC"}.get(match[1], match[1].upper())
    elif (match := _PROCEDURES.search(low)) and _wanted(low, match):
        filters["has_procedures"] = True
    if (match := _OTHER_FUEL.search(low)) and _wanted(low, match):
        filters["fuel_type"] = (
            "MOGAS" if match[1] in ("mogas", "car fuel", "autogas") else match[1].replace(" ", "").upper()
        )
    _beds_and_food(low, filters)
    _lengths(slots, low, filters)
    for money in slots.of("money"):
        filters["max_landing_fee"] = _whole(money.value)
        filters["max_landing_fee_currency"] = money.unit
    if _LARGE_OUT.search(low):
        filters["exclude_large_airports"] = True
    elif _LARGE_IN.search(low):
        filters["exclude_large_airports"] = False
    return filters


def _without_names(slots: Slots) -> str:
    """The text in small letters, places blanked out: "Hard" is also a town."""
    low = list(slots.low)
    for spot in slots.spots:
        low[spot.start : spot.end] = " " * (min(spot.end, len(low)) - spot.start)
    return "".join(low)


def _wanted(low: str, match: re.Match[str]) -> bool:
    return not (_NOT_WANTED.search(low[: match.start()]) or _NOT_NEEDED_AFTER.search(low[match.end() :]))


def _beds_and_food(low: str, filters: Arguments) -> None:
    hotel, food = _HOTEL.search(low), _FOOD.search(low)
    for name, match, other in (("hotel", hotel, food), ("restaurant", food, hotel)):
        if match is None or not _wanted(low, match):
            continue
        until = other.start() if other is not None and other.start() > match.start() else len(low)
        both = other is not None and re.search(
            r"\b(?:and|et|und|&)\b", low[min(match.end(), other.end()) : max(match.start(), other.start())] or ""
        )
        reach = low[match.start() : len(low) if both else until]
        near = re.search(
            r"\bnearby\b|\bin town\b|\bwalking\b|\bclose by\b|\bà proximité\b|\bin der nähe\b",
            low[match.end() : until],
        )
        is_on_field = bool(
            _ON_FIELD.search(reach) or _ON_FIELD.search(low[max(0, match.start() - 9) : match.end()])
        )
        filters[name] = "at_airport" if is_on_field and not near else "vicinity"


def _lengths(slots: Slots, low: str, filters: Arguments) -> None:
    said = [
        replace(q, value=-q.value, start=q.start + 1)  # "600-900 m": that is no minus
        if q.text.startswith("-") and low[: q.start].rstrip()[-1:].isdigit()
        else q
        for q in slots.of("length")
    ]
    lengths = [q for q in said if q.value > 0 and not _NOT_RUNWAY.search(low[q.end : q.end + 14])]
    of_runways = runway_distances(slots)
    for quantity in slots.of("distance"):
        if quantity.start in of_runways:
            lengths.append(
                Quantity("length", quantity.start, quantity.end, quantity.value * KM_PER_NM * 1000 * FT_PER_M)
            )
    if len(lengths) == 1 and (span := _SPAN_OF.search(low[: lengths[0].start])):
        # "between 800 and 1500 m", "600-900 m": the unit is said once.
        factor = 1.0 if lengths[0].unit == "ft" else FT_PER_M
        if (first := number(span["a"] or span["b"])) is not None and first > 0:
            both = sorted((first * factor, lengths[0].value))
            filters["min_runway_length_ft"], filters["max_runway_length_ft"] = map(round, both)
            return
    is_span = len(lengths) == 2 and (
        re.search(r"\b(?:between|entre|zwischen|from)\b[^,]*$", low[: lengths[0].start])
        or re.fullmatch(r"\s*(?:-|to|à|bis)\s*", low[lengths[0].end : lengths[1].start])
    )
    if is_span:
        filters["min_runway_length_ft"] = round(min(q.value for q in lengths))
        filters["max_runway_length_ft"] = round(max(q.value for q in lengths))
        return
    for quantity in lengths:
        name = "max_runway_length_ft" if is_bounded(low, quantity) else "min_runway_length_ft"
        filters.setdefault(name, round(quantity.value))


_LONGER = re.compile(
    r"\b(?:(?:longer|shorter) than|plus longues? que|länger als|"
    r"(?:runways?|pistes?|bahn(?:en)?) "
    r"(?:(?:of|de|von|over|at least|min\w*|more than|mindestens|plus de) ){1,2})\s*$"
)


def runway_distances(slots: Slots) -> set[int]:
    """Where a distance is a runway's length ("a 1 km runway", "longer than 2 km"), by its start."""
    return {
        q.start
        for q in slots.of("distance")
        if q.unit == "km"
        and (_RUNWAY.search(slots.low[q.end : q.end + 14]) or _LONGER.search(slots.low[: q.start]))
    }


def read_notice(slots: Slots) -> float | None:
    """`max_hours_notice`; 0 for "no PPR"; None when nothing is said about notice."""
    for quantity in slots.of("duration"):
        if is_notice(slots, quantity):
            return _whole(quantity.value)
    for quantity in slots.of("days"):
        if is_notice(slots, quantity):
            return _whole(quantity.value * 24)
    if match := re.search(
        r"\b(?:one|a|ein(?:en)?|un) (?:day|tag|jour)s?(?:'s)? (?:notice|vorher|de préavis)", slots.low
    ):
        return 24 if match else None
    if re.search(r"\bsame[- ]day\b", slots.low) and _NOTICE.search(slots.low):
        return None
    return 0 if _NO_NOTICE.search(slots.low) else None


_AND_COUNTRY = re.compile(r"\s*(?:,|(?:, ?)?(?:or|and|&|ou|et|oder|und))\s+(?:in |en |au )?(?:the |la |l')?")


def wanted_countries(slots: Slots, used: set[str]) -> list[str]:
    """Countries said as a limit beside a place or route: "only French ones", "but in Germany"."""
    found: list[str] = []
    until = -1
    for named in slots.countries:
        said = any(s.kind == "country" and s.start == named.start and s.name in used for s in slots.spots)
        if said or any(s.start <= named.start < s.end and s.kind in ("place", "unknown") for s in slots.spots):
            continue
        around = slots.low[max(0, named.start - 12) : named.end + 22]
        inside = re.search(r"\b(?:in|en|au|aux|within|inside|auf|im)\s+(?:the\s+)?$", slots.low[: named.start])
        listed = 0 <= until < named.start and _AND_COUNTRY.fullmatch(slots.low[until : named.start])
        if named.demonym or inside or listed or _ONLY.search(around):
            found.append(named.country.code)
            until = named.end
    return list(dict.fromkeys(found))


def _whole(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
