"""Reads questions about the air: density altitude, true airspeed, the base of cumulus, what lengthens a run."""

from __future__ import annotations

from dataclasses import replace

from agent import regex as re
from agent.language.air import find_air
from agent.language.said import Said
from agent.registry import reads
from agent.subjects.weather.moments import Given, read_when
from agent.subjects.weather.pasted import find_pasted, is_of_its_air, of_its_air
from tongue import later

_FIGURE = r"(?P<{0}>[4-9]\d|[1-3]\d\d)"
_INDICATED = re.compile(
    rf"\b(?:k?ias|k?cas|calibrated|indicat\w+(?: air ?speed)?|indiqu\w+|vi|angezeigt\w*|anzeige)\s*(?:of|is|at|=|:|de|von|shows?|about|around|mit|avec)?\s*{_FIGURE.format('a')}(?!\d|\s?(?:ft|nm|l\b|hpa))"
    rf"|(?<![\w.,/]){_FIGURE.format('b')}\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)?\s*(?:k?ias|k?cas|indicated|indiqu\w+|angezeigt\w*)\b"
)
_TRUE = re.compile(
    r"\bhow fast\b.*\b(?:really|actually|through the air)\b|\bwie schnell\b.*\b(?:wirklich|tatsächlich)\b|\bvitesse réelle\b|"
    r"\btrue\W*$|\btas\b|\btrue (?:air ?)?speed\b|\bwahre\w* (?:eigen|flug|luft)?geschwindigkeit\b|\bvitesse (?:propre|vraie)\b"
)
_STANDARD = re.compile(r"\bisa\b\s*(?P<d>(?:[+-]|plus |minus |moins )\s?\d{1,2})?(?![\w.])")
_MINUS = re.compile(r"\b(?:minus|moins)\s?(?P<n>\d{1,2})\b(?!\s?(?:kt|kn|min))")
_A_HEIGHT = re.compile(r"(?<![\w.,/])(?<!qnh )(?P<n>[1-9]\d?[,.']?[05]00)(?![\d/])")
""" "98 at 4500": no unit beside it."""
_SPREAD = re.compile(
    r"\b(?:spread|[ée]cart)\s*(?:is|of|von|ist|de|=|:|between temp(?:erature)? and dew ?point(?: is)?)*\s*(?P<a>\d{1,2}(?:[.,]\d)?)(?!\d)|"
    r"(?<![\w.,])(?P<b>\d{1,2}(?:[.,]\d)?)\s*(?:°\s?c?|degrees?|deg|grad|degr[ée]s?)?\s*(?:of |de |d')?(?:temp(?:erature)?[/ -]dew ?point )?(?:spread|[ée]cart)\b"
)
_BASE = re.compile(
    r"\b(?:cloud ?bases?|bases?|cumulus\w*|cu|basis|\w*wolkenbasis|\w*untergrenze|\w+basis|plafond|ceiling|cloud height|wolkenhöhe|kondensations\w+|lcl)\b"
)
_PAIR = re.compile(r"(?<![\w/.,-])(?P<t>[1-4]?\d)\s?/\s?(?P<d>-?[1-3]?\d)(?!\w|/|[.,]\d|\s?kt)")
_BARE_PAIR = re.compile(
    r"\b(?:with|of|at|by|bei|mit|avec|par)\s+(?P<t>[1-4]?\d)\s+(?:and|over|und|zu|et|sur)\s+(?P<d>-?[1-3]?\d)\W*$"
)
_FEW = 8
""" "Base with 20 and 12?": nothing else is said."""
_WHAT_LENGTHENS = re.compile(
    r"\b(?:wet|soft|long|short|damp|soggy|nasse\w*|weiche\w*|hohe\w*) (?:grass|gras)\b|\b(?:wet|icy|slush\w*|snow\w*|nasse\w*|vereiste\w*) (?:runway|strip|\w*bahn|piste)\b|\b(?:runway|strip|\w*bahn|piste) (?:is |ist |est )?(?:wet|icy|nass|vereist|weich|mouillée|verglacée)\b|\bherbe (?:mouill[ée]e|haute|grasse)\b|\bslop(?:e|es|ing)\b|\b(?:up|down)hill\b|\bgefälle\b|"
    r"\b(?:soft|muddy|boggy|waterlogged|weicher|aufgeweichter) (?:ground|field|surface|strip|boden|platz)\b|\bsol (?:mou|meuble|détrempé)\b|\bsteigung\b|\bbergauf\b|\bbergab\b|\bpente\b|\bhard (?:to|versus|vs) grass\b|\bgrass (?:instead|versus|vs|rather)\b"
)
_A_RUN = re.compile(
    r"\b(?:take ?-?offs?|landings?|land|rolls?|runs?|distances?|start\w*|lande\w*|landung|d[ée]collage|atterrissage|roulement)\b"
)
_HOW_MUCH = re.compile(
    r"\b(?:how (?:much|many|far|long)|longer|factors?|add|percent\w*|extra|more|zuschl[aä]g\w*|faktor\w*|länger|mehr|prozent|wie ?viel|combien|facteurs?|major\w+|plus long\w*|en plus)\b|%"
)


def is_of_true_airspeed(said: Said) -> bool:
    """ "IAS 105 at FL85, minus 5, what's my TAS?": a speed that is read off, and a height or the true one asked for."""
    low = said.slots.low
    if len({said.name(s) for s in said.spots}) > 1 or _INDICATED.search(low) is None:
        return False
    return _TRUE.search(low) is not None


def is_of_a_cloud_base(said: Said) -> bool:
    """ "Spread 6 degrees, where's the base?": the two temperatures, or what is between them."""
    text, low = said.slots.text, said.slots.low
    if find_pasted(text) is not None or _BASE.search(low) is None or said.slots.countries:
        return False
    return _spread(said) is not None


def _spread(said: Said) -> Given | None:
    low = said.slots.low
    air = find_air(said.slots.text, tuple((q.start, q.end) for q in said.clocks()))
    if air.temperature_c is not None and air.dewpoint_c is not None:
        return {"temperature_c": air.temperature_c, "dewpoint_c": air.dewpoint_c}
    if (found := _SPREAD.search(low)) is not None:
        return {"spread_c": float((found["a"] or found["b"]).replace(",", "."))}
    pair = _PAIR.search(low) if not said.has("crosswind", "runway") else None
    if pair is None and len(said.slots.words) <= _FEW:
        pair = _BARE_PAIR.search(low)
    return {"temperature_c": int(pair["t"]), "dewpoint_c": int(pair["d"])} if pair else None


def is_of_what_lengthens(said: Said) -> bool:
    """ "How much longer is the roll on wet grass?": a factor that only a handbook has."""
    low = said.slots.low
    found = _WHAT_LENGTHENS.search(low)
    if found is None or not _A_RUN.search(low) or not _HOW_MUCH.search(low):
        return False
    return all(found.start() <= s.start and s.end <= found.end() for s in said.spots)  # "nassem Gras"


def _true_airspeed(said: Said) -> Given:
    low = said.slots.low
    if (found := _INDICATED.search(low)) is None:
        return {}
    given: Given = {"indicated_kts": int(found["a"] or found["b"])}
    rest = low[: found.start()] + " " * len(found[0]) + low[found.end() :]
    if (level := _A_LEVEL.search(rest)) is not None:
        given["flight_level"] = int(level["n"])
    elif (feet := said.amount("length")) is not None:
        given["elevation_ft"] = round(feet)
    elif (bare := _A_HEIGHT.search(rest)) is not None:
        given["elevation_ft"] = int(re.sub(r"\D", "", bare["n"]))
    air = find_air(said.slots.text, tuple((q.start, q.end) for q in said.clocks()))
    if (standard := _STANDARD.search(low)) is not None:
        off = (standard["d"] or "0").replace("plus", "+").replace("minus", "-").replace("moins", "-")
        given["isa_deviation_c"] = int(off.replace(" ", ""))
    elif air.temperature_c is not None:
        given["temperature_c"] = air.temperature_c
    elif (cold := _MINUS.search(rest)) is not None:
        given["temperature_c"] = -int(cold["n"])
    if air.qnh_hpa is not None:
        given["qnh_hpa"] = air.qnh_hpa
    said.take_all()
    return given


def _cloud_base(said: Said) -> Given:
    given: Given = {"cloud_base": True, **(_spread(said) or {})}
    if (code := said.field()) is not None:
        given["icao_code"] = code
    said.take_all()
    return given


def is_of_performance(said: Said) -> bool:
    """A take-off or landing distance at a field or in an air that is said: what FlyFun has for it is the air."""
    if not said.has("take_off_distance") or _DECLARED.search(said.slots.low):
        return False
    return bool(said.spots) or find_air(said.slots.text).temperature_c is not None


_DECLARED = re.compile(
    r"\b(?:available|declared|[tl][od][rd]a|asda|published|verfügbar|disponibles?|déclarées?)\b"
)


_A_LEVEL = re.compile(r"\b(?:fl|flight level|flugfläche|niveau(?: de vol)?)\s?(?P<n>\d{2,3})\b")
_ITS_HEIGHT = re.compile(
    r"\bqnh\b|\b(?:at|on|with|bei|à|avec) (?:9[5-9]\d|10[0-4]\d)\b|\b(?:in|as) (?:feet|ft)\b|\b(?:what|which) (?:altitude|height)\b|\ben pieds\b|\bin fu(?:ß|ss)\b|\bquelle altitude\b|\bwelche höhe\b"
)


def is_of_a_level(said: Said) -> bool:
    """ "What's FL65 in feet with QNH 1003?": how high a level is, of no flight and no wind."""
    low = said.slots.low
    other = said.has("minute_wind", "runway", "crosswind", "notam") or len(said.spots) > 1
    return not other and bool(_A_LEVEL.search(low) and _ITS_HEIGHT.search(low))


_WHICH_LEVEL = re.compile(
    r"\b(?:what|which|quel|welche[rs]?|as an?|in|en|als|wie viel|wieviel|how many)\b(?:['’]s)? (?:the |a |le |die )?(?:fl|flight levels?|flugfläche|flugflächen|niveau(?: de vol)?)\b(?!\s?\d)|"
    r"\b(?:fl|flight level|flugfläche|niveau de vol)\W*\?|^\W*(?:flight level|flugfläche|niveau de vol|fl) (?:of|for|von|für|de|pour|at|bei|à) "
)
_SET_ON = re.compile(
    r"\b(?:on|with|at|bei|mit|à|avec|qnh)\s+(?P<n>9[4-9]\d|10[0-5]\d)\b(?!\s*(?:ft|feet|m\b|kt|kg|nm))"
)


def _altitude_to_level(said: Said) -> Given:
    """ "What flight level is 4500 ft with QNH 1025": the altitude and the setting; nothing where a place or way is named."""
    low = said.slots.low
    if _WHICH_LEVEL.search(low) is None or said.spots or said.slots.countries or _A_LEVEL.search(low):
        return {}
    set_on = _SET_ON.search(low)
    qnh = find_air(said.slots.text).qnh_hpa or (int(set_on["n"]) if set_on else None)
    heights = [q for q in said.slots.of("length") if not (set_on and set_on.start("n") == q.start)]
    bare = _A_HEIGHT.search(low.replace(set_on[0], " " * len(set_on[0])) if set_on else low)
    if qnh is None or not (len(heights) == 1 or (not heights and bare is not None)):
        return {}
    feet = heights[0].value if heights else int(re.sub(r"\D", "", bare["n"])) if bare else 0
    return {"elevation_ft": round(feet), "qnh_hpa": qnh, "as_level": True}


_DA = re.compile(r"\W*da\s+(?:at |in |of |for |à |bei )?")


def _is_da_of_a_field(said: Said) -> bool:
    """ "DA Samedan tomorrow 2pm": it begins with the letters, and a place follows at once."""
    begun = _DA.match(said.slots.low)
    return begun is not None and any(spot.start == begun.end() for spot in said.spots)


@reads(
    "get_density_altitude",
    ("icao_code", "elevation_ft", "flight_level", "indicated_kts", "cloud_base", "factors"),
    claims=lambda said: (
        is_of_performance(said)
        or is_of_a_level(said)
        or bool(_altitude_to_level(said))
        or _is_da_of_a_field(said)
        or is_of_its_air(said)
        or is_of_true_airspeed(said)
        or is_of_a_cloud_base(said)
        or is_of_what_lengthens(said)
        or (said.has("density_altitude") and _GETS_OFF.search(said.slots.low) is not None)
    ),
    called=later("Density altitude"),
    calm=lambda said: (
        is_of_a_cloud_base(said)
        or is_of_true_airspeed(said)
        or is_of_what_lengthens(said)
        or bool(_altitude_to_level(said))
    ),
    at_home=("density_altitude", "take_off_distance"),
)
def density_altitude(said: Said) -> Given:
    """The airfield or elevation, temperature, dew point and QNH; the day and time where they are not now."""
    if is_of_its_air(said):
        return of_its_air(said)
    if is_of_true_airspeed(said):
        return _true_airspeed(said)
    if is_of_a_cloud_base(said):
        return _cloud_base(said)
    if as_level := _altitude_to_level(said):
        said.take_all()
        return as_level
    if is_of_what_lengthens(said):
        said.take_all()
        return {"factors": True}
    given: Given = {}
    said.take(said.all_of("density_altitude"))
    if (code := said.field()) is not None:
        given["icao_code"] = code
    elif (feet := _elevation(said)) is not None:
        given["elevation_ft"] = round(feet)
    if is_of_a_level(said) and (level := _A_LEVEL.search(said.slots.low)) is not None:
        said.take([q for q in said.slots.quantities if q.start < level.end() and level.start() < q.end])
        given = {name: value for name, value in given.items() if name == "icao_code"}
        given["flight_level"] = int(level["n"])
        if not said.spots:
            said.take_all()
    air = find_air(said.slots.text, tuple((q.start, q.end) for q in said.clocks()))
    last = _LAST_FIGURE.search(said.slots.low)
    if air.temperature_c is None and last and not said.clocks() and not said.slots.days and not said.has("runway"):
        air = replace(air, temperature_c=float(last["n"]))
    told = {"temperature_c": air.temperature_c, "dewpoint_c": air.dewpoint_c, "qnh_hpa": air.qnh_hpa}
    given |= {name: value for name, value in told.items() if value is not None}
    if (qfe := _QFE.search(said.slots.low)) is not None:
        said.used.add(qfe.span())
        given["qfe"] = True
    gets_off = _GETS_OFF.search(said.slots.low)
    if said.has("take_off_distance") or gets_off is not None:
        given["distances"] = True
        said.used.update([gets_off.span()] if gets_off else [])
        said.used.update((craft.start, craft.end) for craft in said.slots.crafts)
    if air.temperature_c is not None or "flight_level" in given:
        return given
    return {**given, **read_when(said)}


_QFE = re.compile(r"\bqfe\b")
_IS_HIGH = re.compile(
    r"\W*(?:(?:of|is|at|field|airfield|von|de|du|terrain|über|above)\W+)*(?:elev\w*|altitude|alt|amsl|msl|asl|high|hoch|höhe\w*|meereshöhe|haut\w*|sea level|nn)\b"
)
_HIGH_IS = re.compile(
    r"\b(?:elev\w*|altitude|alt|höhe|hoch|altitudes?|situé à|field at|strip at)\W+(?:(?:of|is|at|auf|von|in|de|à|est)\W+)*$"
)
_A_RUNWAY = re.compile(
    r"\b(?:runway|strip|rwy|grass|tarmac|asphalt|hard|wet|piste|bahn|gras\w*|herbe|nass\w*|mouillée?)\b"
)


def _elevation(said: Said) -> float | None:
    """How high the field lies, of several lengths: by the word for it, else in feet; a runway's metres are none."""
    low = said.slots.low
    told = [q for q in said.slots.of("length") if not any(a < q.end and q.start < b for a, b in said.used)]
    high = [q for q in told if _IS_HIGH.match(low, q.end) or _HIGH_IS.search(low[: q.start])]
    feet = [q for q in told if re.search(r"ft|feet|foot|fu(?:ß|ss)|pied", q.text.lower())]
    if not high and not feet and _A_RUNWAY.search(low) and said.has("take_off_distance"):
        return None
    found = next(iter([*high, *feet, *told]), None)
    said.take([found] if found is not None else [])
    return found.value if found is not None else None


_GETS_OFF = re.compile(
    r"(?:\b(?:will|would|can|could|does|is|and|und|et|schafft|kommt|kann|est-ce que|va)\b[^.?!,;]{0,45})?"
    r"\b(?:(?:a )?(?:problem|too (?:high|much|hot)|okay|ok|fine|enough) for (?:an?|my|the|our) [\w-]+|get(?:s)? (?:off|airborne|out|away|over the trees)|climb out|clear the (?:trees|end|obstacle)|(?:enough|long enough) (?:runway|strip)|runway (?:is |be )?(?:long )?enough|"
    r"vom boden|in die luft|(?:komme?|kommt|kommen) (?:\w+ ){0,2}(?:weg|raus|hoch)|(?:bahn|piste) (?:lang genug|assez longue)|reicht (?:die|mir die) (?:bahn|piste)|(?:ça |cela )?(?:va )?(?:décoll\w+|s'arrach\w+)|la piste suffit)\b[^.?!,;]{0,30}"
)
""" "Will a 160 hp Warrior get off?": the handbook's, for this air."""
_LAST_FIGURE = re.compile(r"(?<![\w/.:,-])(?P<n>-?[1-4]?\d)\W*$")
""" "Density altitude Sion 30"."""
