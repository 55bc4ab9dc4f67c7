"""Reads a question about one airfield, or two compared: which field, what of it, on which day."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.arriving import asks_of_the_end
from agent.language.corrections import standing
from agent.language.days import Day
from agent.language.limits import find_limits
from agent.language.months import month_said, next_date
from agent.language.said import Said
from agent.language.winds import find_wind
from agent.language.wording import word_set
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from agent.subjects.airfield.about import about, field_asked
from agent.subjects.airfield.asked import ATTRIBUTES, having
from agent.subjects.airfield.reading_leave import asks_leave_to_land
from agent.subjects.airfield.reading_runway import (
    asked_surface,
    asks_slope,
    asks_state,
    is_long_enough,
    is_of_the_ground,
    needed_length,
)
from agent.subjects.airfield.unheld import unheld_wishes
from agent.subjects.border.reading_field_alone import fields_alone
from agent.subjects.finding.reading_around import is_nearest_from_where_one_is
from agent.subjects.glossary.reading import is_a_fact
from agent.subjects.route.reading_ways import ways_of
from agent.subjects.weather.moments import bare_clock
from tongue import later

Given = dict[str, JsonValue]

_EVERY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bon an? $|\b(?:le|les|jeden|every) $|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|"
    r"samstag|sonntag)s\b|\bon sunday (?:morning|afternoon|evening)s\b",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\b(?:this|next|coming|dieses|kommendes|nächstes|ce|prochain|am nächsten)\b[^.?!]{0,12}$", re.IGNORECASE
)
_SEASON = re.compile(
    r"\b(?:winter|summer|sommer|hiver|ete|été|printemps|automne|spring|autumn|frühling|herbst)s?\b"
)

SOLD = {"fuel", "avgas", "jet_a", "ul91", "ul94", "mogas"}
DATED = {
    "hours",
    "sun",
    "customs",
    "access",
    "fuel",
    "avgas",
    "jet_a",
    "ul91",
    "mogas",
    "tower",
    "restaurant",
    "status",
    "notices",
}
"""What may differ from day to day."""


_PLAIN = (
    "elevation", "runway", "lights", "fuel", "avgas", "jet_a", "ul91", "mogas", "hours", "sun", "restaurant", "hotel", "approaches",
    "ils", "rnp", "customs", "contact", "frequency", "handling", "tower", "circuit", "reporting_points", "maintenance", "transport", "access", "time_zone",
    "fire_category", "camping",
)  # fmt: skip
"""What asks for a fact of an airfield by its name alone."""


_MOST_WORDS = 7


def of_where_it_is(said: Said) -> bool:
    """ "Where is Sandown": the place of one field, and nothing else is asked."""
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    if (lies := _LIES_IN.match(said.slots.low)) is not None and spots and spots[0].start == lies.start("field"):
        areas = [s for s in said.spots if s is not spots[0]]
        countries = [c for c in said.slots.countries if c.start > lies.end("field")]
        named = bool(areas or countries) and not said.all_of("customs", "border_point", "takes_flights")
        if named and spots[0].end == lies.end("field") and all(s.is_area or s.kind == "country" for s in areas):
            return said.again().field_of_spot(spots[0], far=False) is not None
    if len(spots) != 1 or len(said.spots) != 1 or len(said.slots.words) > _MOST_WORDS or said.slots.quantities:
        return False
    asked = _WHERE_IS.search(said.slots.low)
    if asked is None or said.concepts - {"position", "airfield", "where"} & _OTHER_CONCEPTS:
        return False
    rest = (
        said.slots.low[: asked.start()]
        + said.slots.low[asked.end() : spots[0].start]
        + said.slots.low[spots[0].end :]
    )
    if not {*re.findall(r"\w+", rest)} <= _BESIDE_WHERE:
        return False
    code = said.again().field(far=False)
    return code is not None and said.deps.airports.get(code) is not None


_WHERE_IS = re.compile(
    r"\b(?:where (?:exactly |on earth )?(?:is|are)|where's|wheres|whereabouts (?:is|are)|wo (?:genau )?(?:liegt|ist|befindet sich)|wo liegt|o[uù] (?:est|se trouve|se situe|c'est))\b"
)
_LIES_IN = re.compile(
    r"\W*(?:is|liegt|ist|est-ce que|does)\s+(?P<field>\S+(?:\s\S+){0,3}?)\s+(?:lie |est |located |situé )?(?:in|im|en|dans|à)\s+(?:the |der |dem |la |le |l['’])?\S+(?:\s\S+)?\W*$"
)
""" "Liegt Eggenfelden in Bayern", "is Kortrijk in Belgium"."""
_BESIDE_WHERE = frozenset(
    [
        "the",
        "exactly",
        "located",
        "please",
        "airfield",
        "aerodrome",
        "airport",
        "field",
        "strip",
        "der",
        "die",
        "das",
        "flugplatz",
        "platz",
        "genau",
        "eigentlich",
        "denn",
        "bitte",
        "le",
        "la",
        "l",
        "aérodrome",
        "terrain",
        "aéroport",
        "situé",
        "exactement",
        "de",
        "d",
        "svp",
        "in",
        "and",
        "hi",
        "hello",
    ]
)
_OTHER_CONCEPTS = frozenset(("fuel", "avgas", "restaurant", "hotel", "parking", "customs", "nearest"))


def of_an_area(said: Said) -> bool:
    """Whether nothing but an area is named that no field bears the name of: "tell me about Bavaria".

    The light and the clock are asked of a town that bears a county's name, not of the county.
    """
    if not said.spots or not all(spot.is_area for spot in said.spots) or said.all_of("sun", "time_zone"):
        return False
    code = said.again().field(far=False)
    return code is not None and said.deps.airports.get(code) is None


_AGE = re.compile(
    r"\b(?:how (?:old|fresh|recent|current|up[ -]to[ -]date)|wie (?:alt|aktuell|frisch)|de quand (?:date|datent)|quel âge)\b.*"
    r"\b(?:data|facts|info\w*|daten|angaben|données|informations?)\b"
    r"|\b(?:where|woher|d'où)\b.{0,30}\b(?:data|facts|info\w*|daten|angaben|données)\b.*\b(?:from|come|stammen|kommen|viennent|vient)\b"
    r"|\bwoher (?:hast|habt|haben|stammen|kommen)\b.*\b(?:daten|angaben|info\w*)\b|\bd'où (?:tenez|tiens|viennent|sortent)\b.*\b(?:données|info\w*)\b",
    re.IGNORECASE,
)
_OF_WHAT_IS_HELD = re.compile(
    r"\b(?:coverage|how complete|how (?:many|much) of (?:the|your)|abdeckung|wie vollständig|couverture|complètes?)\b",
    re.IGNORECASE,
)
_HELD = ("contact", "hours", "fuel", "customs", "restaurant", "hotel", "frequency", "handling", "approaches")


def of_its_age(said: Said) -> bool:
    """Whether it is asked of when the data of one airfield are, or where they are from."""
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    return len(spots) == 1 == len(said.spots) and bool(_AGE.search(said.slots.text))


def of_what_is_held(said: Said) -> bool:
    """Whether it is asked of how many fields of a country a fact is held: "coverage of phone numbers in the UK"."""
    slots = said.slots
    one_country = len(said.countries()) == 1 and not any(s.kind in ("code", "iata") for s in said.spots)
    return one_country and bool(_OF_WHAT_IS_HELD.search(slots.low)) and bool(said.all_of(*_HELD))


@reads("get_coverage", claims=lambda said: of_its_age(said) or of_what_is_held(said), called=later("What I hold"))
def coverage(said: Said) -> Given:
    """The airfield or the country."""
    said.take_all()
    if of_its_age(said):
        return {"icao_code": said.field(far=False)}
    return {"country": said.countries()[0]} if said.countries() else {}


_GETS_IN = re.compile(
    r"\b(?:can|could|may|will|would|does|do)\b[^.?!]{0,30}\b(?:land|get|go|operate|fit|use|manage|cope|take)\b"
    r"|\b(?:ok(?:ay)?|fine|suitable|enough|good|safe|too short|doable)\b|\b(?:get|getting|go|going|land|landing|take|taking|bring) (?:in|into|it into|my|our|a|the)\b|\binto\b"
    r"|\b(?:kann|könnte|darf|geht|reicht|passt|genügt|komm\w*|schaff\w*)\b|\blang genug\b|\bgeeignet\b|\bzu kurz\b"
    r"|\b(?:peux?|peut|pouvons|puis)\b[^.?!]{0,20}\b(?:poser|atterrir|aller|venir)\b|\b(?:assez long\w*|trop court\w*|suffisan\w*|suffit|adapté\w*)\b"
)
_TAKES = re.compile(
    r"\b(?:going|take|taking|bring|bringing) (?:my|our|a|the)\b|\b(?:could|can|would|will) you\b|\bit will\b"
)
""" "Taking the 182 up to Islay next Sunday": told with a day, a flight and no question of its runway."""
_ABOARD = re.compile(
    r"\b(?:mit|with|avec|à)\s+(?:\d|two|three|four|zwei|drei|vier|deux|trois|quatre)\s+\w+(?:\s+(?:da|dort|there|aboard|up|an bord))?(?:\s+(?:rein|runter|hin|landen|in))?"
)
"""Who is aboard, of which the handbook tells."""
_SEVERAL_FIELDS = re.compile(
    r"\b(?:airfields|fields|airports|aerodromes|strips|somewhere|anywhere|(?:flug|lande)?plätzen?|flughäfen|irgendwo|terrains|aérodromes|aéroports)\b"
    r"|\b(?:where|wo|où|wohin) (?:can|could|kann|darf|puis|peut)"
)
_OF_MORE = (
    "fee",
    "notice",
    "distance",
    "flight_time",
    "weather",
    "crosswind",
    "fuel_plan",
    "take_off_distance",
    "rules",
)


def asks_whether_it_gets_in(said: Said) -> bool:
    """ "Can I get my PA28 into Helgoland", "is the runway ok for a C150": of one airfield and one aircraft."""
    spots = [s for s in said.slots.spots if s.kind != "country"]
    if len(spots) != 1 or len(said.slots.crafts) != 1 or said.slots.quantities:
        return False
    if _SEVERAL_FIELDS.search(said.slots.low):
        return False  # "which airfields on the Inner Hebrides can I land my Super Cub at"
    if said.slots.days and not _GETS_IN.search(_TAKES.sub(lambda m: " " * len(m[0]), said.slots.low)):
        return False  # "taking the Warrior to Caen on Sunday, 2 up": a trip
    return _GETS_IN.search(said.slots.low) is not None and not said.again().all_of(*_OF_MORE)


def _claims_whether_it_gets_in(said: Said) -> bool:
    spot = next((s for s in said.slots.spots if s.kind != "country"), None)
    if spot is None or spot.is_area or not asks_whether_it_gets_in(said):
        return False
    return said.again().field_of_spot(spot, far=False) is not None


_AT_NIGHT = re.compile(
    r"\bnight landings?\b|\bland(?:ing)? (?:there )?at night\b|\bnachtlandung\w*|\bnachts landen\b|\b(?:se poser|atterrir|atterrissage) de nuit\b"
)
_PRICED = re.compile(
    r"\b(?:fees?|cost\w*|prices?|charges?|how much|expensive|gebühr\w*|kost\w*|taxes?|tarif\w*|prix|combien)\b|[£€$]"
)


def of_a_landing_at_night(said: Said) -> bool:
    """Whether one field is asked for its landings at night, and not what they cost: its lights tell."""
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    low = said.slots.low
    other = _PRICED.search(low) or said.all_of("gar", "gendec", "police", "notice")
    return len(spots) == 1 == len(said.spots) and bool(_AT_NIGHT.search(low)) and not other


def _is_a_code_and_its_fact(said: Said) -> bool:
    """ "EDLE Zoll": a code and a word of what is asked of it, whatever was spoken of before; "ppr Lydd"."""
    if len(said.slots.words) > _A_CODE_AND_A_WORD or len(said.spots) != 1:
        return False
    fresh = said.again()
    if said.spots[0].kind == "place" and not said.spots[0].is_area:
        return about(fresh).get("about") == ["access"]
    if said.spots[0].kind != "code":
        return False
    return said.spots[0].start == 0 and bool(about(fresh).get("about"))


_A_CODE_AND_A_WORD = 2


_WHOM_TO_RING = re.compile(
    r"\b(?:whom?|do i|do we|wen|wem|bei wem|wo|qui|à qui|faut-il)\b[^.?!]{0,20}\b(?:have to|need to|must|should|ought to|supposed to|got to|muss|müssen|soll(?:te|en)?|dois|doit|devons|faut)\b"
    r"[^.?!]{0,20}\b(?:phone|ring|call|telephone|contact|anrufen|anzurufen|anmelden|kontaktieren|appeler|téléphoner|contacter|joindre|prévenir)\b|"
    r"\bwen\b[^.?!]{0,20}\banrufen muss\b|\bqui\b[^.?!]{0,12}\b(?:appeler|prévenir|contacter)\b"
)
""" "Who do I have to phone at Lydd": the number, and what is asked there."""


_HOW_IT_STANDS = re.compile(
    r"\W*(?:und )?(?:was|wie) (?:is|ist|isses|steht['’]?s|steht es|schaut['’]?s|schaut es|sieht['’]?s|sieht es)(?: denn| jetzt| eigentlich)* (?:in|auf|bei|an) (?:der |dem )?$"
)


def is_how_it_stands_with(said: Said) -> bool:
    """ "Was is in Straubing mit Avgas und Öffnungszeiten": of that field, and no list of those named so."""
    spots = said.spots
    if len(spots) != 1 or spots[0].is_area or said.has("weather", "metar", "taf", "rules"):
        return False
    low = said.slots.low
    if not _HOW_IT_STANDS.fullmatch(low[: spots[0].start]) or not re.match(r"\s*mit\b", low[spots[0].end :]):
        return False
    return said.again().field_of_spot(spots[0], far=False) is not None


@reads(
    "get_airport_details",
    "icao_code",
    claims=lambda said: (
        not is_nearest_from_where_one_is(said)
        and not ("minute_wind" in said.concepts and "runway" not in said.concepts)  # a height, and no length
        and (
            of_a_landing_at_night(said)
            or is_how_it_stands_with(said)
            or is_of_the_ground(said)
            or bool(fields_alone(said))
            or of_where_it_is(said)
            or _claims_whether_it_gets_in(said)
            or is_long_enough(said)
            or _is_a_code_and_its_fact(said)
            or asks_leave_to_land(said)
            or (bool(said.spots) and bool(said.all_of("reporting_points")))
            or (is_a_fact(said) and bool(about(said.again())))  # not "what's the fee", which another tool tells
        )
    ),
    leans=("date",),
    called=later("Airfield facts"),
    named=_PLAIN,
    at_home=("sun",),
    unless=of_an_area,
)
def details(said: Said) -> Given:
    """The airfield, what of it is asked, the day of its hours or sun, and what nobody holds."""
    wishes: list[JsonValue] = [*unheld_wishes(said)]
    given = _facts(said)
    if wishes and given:
        given["unheld"] = wishes
    return given


def _facts(said: Said) -> Given:
    given: Given = {}
    if fields := fields_alone(said):
        said.take_all()
        others: list[JsonValue] = [*fields[1:]]
        beside: Given = {"beside": {"icao_code": others}} if others else {}
        return {"icao_code": fields[0], "about": ["customs"], **beside}
    asked = about(said)
    if of_where_it_is(said) and not asked:
        field = said.field_of_spot(next(s for s in said.spots if not s.is_area), far=False)
        said.take_all()
        return {**({"icao_code": field} if field else {}), "about": ["position"]}
    if asks_of_the_end(said.slots):
        said.take(s for s in said.slots.spots if s.role == "from")
    if of_a_landing_at_night(said):
        said.take_all()
        asked = {"about": list(dict.fromkeys(["lights", *_listed(asked.get("about"))]))}
    names: JsonValue = asked.get("about")
    if (tongue := _RADIO_TONGUE.search(said.slots.low)) is not None:
        said.used.add(tongue.span())
        said.countries()  # "in French"
        names = list(dict.fromkeys(["radio_language", *_listed(names)]))
        asked = {"about": names}
    if _WHOM_TO_RING.search(said.slots.low) and {*map(str, _listed(names))} <= {"contact", "access"}:
        names = ["contact", "access"]
        asked = {"about": names}
    if (not names or names == ["hours"]) and (night := _WHEN_NIGHT.search(said.slots.low)) is not None:
        said.used.update(night.span(part) for part in ("asked", "night"))
        names = ["sun"]  # "ab wann ist morgen in Straubing Nacht"
        asked = {"about": names}
    if isinstance(names, list) and "sun" in names and _SOLSTICE.search(said.slots.low):
        names = ["sun"]  # the day is the longest, not a runway
        asked = {"about": names}
    if "hours" in _listed(names):  # told as printed, by season and weekday
        said.used.update(m.span() for m in _AS_A_RULE.finditer(said.slots.low))
    wanted = having([str(name) for name in names], said.deps) if isinstance(names, list) else None
    spot = field_asked(said)
    field = said.field_of_spot(spot, far=False, having=wanted) if spot else said.field(far=False, having=wanted)
    if field is not None:
        given["icao_code"] = field
    if isinstance(names, list) and set(names) <= SOLD and _weekends(said):
        asked = {"about": [*names, "hours"]}  # whether somebody sells it then
    if isinstance(names, list) and "access" in names and "hours" not in names and said.slots.of("clock"):
        names = [*names, "hours"]  # "can I land at 8 in the evening?"
        asked = {"about": names}
    if isinstance(names, list) and names == ["access"] and said.slots.days and _THAT_DAY.search(said.slots.low):
        names = [*names, "hours"]  # "ouverte aux avions privés le dimanche", "will they have us on Saturday"
        asked = {"about": names}
    if (
        isinstance(names, list)
        and "sun" in names
        and not any(name in names for name in ("hours", "lights"))
        and _LAST_LANDING.search(said.slots.low)
    ):
        names = [*names, "hours"]  # the field may close before the light goes
        asked = {"about": names}
    if isinstance(names, list) and "customs" in names and field is not None:
        said.take(s for s in said.slots.spots if s.kind == "country" and s.role == "from")  # "flights from the UK"
    named = [m["n"].upper().replace(" ", "") for m in _RUNWAY.finditer(said.slots.low)]
    if named and "variation" not in _listed(names):
        given["runways"] = [*named][:4]
        said.used.update(m.span() for m in _RUNWAY.finditer(said.slots.low))
        if not _listed(names) or _listed(names) == ["position"]:
            names = ["runway"]
            asked = {"about": names}
    if asks_whether_it_gets_in(said) and (craft := said.aircraft()) is not None:
        said.used.update(m.span() for m in _ABOARD.finditer(said.slots.low))
        given["aircraft_type"] = craft
        names = list(dict.fromkeys(["runway", *_listed(names)]))
        asked = {"about": names}
    if "runway" not in _listed(names) and is_long_enough(said):
        names = ["runway", *_listed(names)]
        asked = {"about": names}
    if "runway" not in _listed(names) and is_of_the_ground(said):
        names = ["runway", *_listed(names)]
        asked = {"about": names}
    if "runway" in _listed(names):
        if asks_state(said):
            given["state"] = True
        else:
            given |= asked_surface(said)
        given |= {**needed_length(said), **({"slope": True} if asks_slope(said) else {})}
    hour: Given = {}
    if (
        any(name in _listed(names) for name in ("sun", "time_zone", "hours"))
        and (clocks := said.clocks())
        and (at := said.clock(clocks[0], field)) is not None
    ):
        hour = {"time": at}
    elif (
        "sun" in _listed(names) and (spoken := bare_clock(said.slots.low)) and not _MORNING.search(said.slots.low)
    ):
        hour = {"time": spoken}  # "daylight at 4"
    undated = isinstance(names, list) and names and not DATED & {str(name) for name in names}
    when: Given = day(said) or (_mid_month(said) if names == ["sun"] else {})
    if hour and not when and "hours" in _listed(names):
        when = {"date": said.today.isoformat()}  # "open after 8 pm?"
    margin = _minutes_before(said.slots.low) if "sun" in _listed(names) else None
    before: Given = {"minutes_before": round(margin)} if margin else {}
    after = _AFTER_SUNSET.search(said.slots.low) if "sun" in _listed(names) else None
    if after is not None and not before:
        said.used.add(after.span())
        before = {"minutes_after": int(after["n"] or after["m"] or 30)}
    if before:
        said.take([*said.slots.of("duration")])
    if names == ["sun"]:
        given |= {"rise_first": True} if _MORNING.search(said.slots.low) else {}
        later_days = _in_order(when.get("date"), [said.day(n) for n in range(1, len(said.slots.days))])
        if when and later_days and not any(_is_habit(one, said) for one in said.slots.days):
            return {**given, **asked, **when, **before, **hour, "further_dates": later_days[:6]}
    if (
        when
        and not undated
        and any(one in _listed(names) for one in ("hours", "sun"))
        and (other := _second_day(said, when))
    ):
        given["beside"] = {"date": [other]}
    return {**given, **asked, **({} if undated else when), **before, **hour}


def _in_order(first: JsonValue, others: list[str | None]) -> list[JsonValue]:
    """The days behind the first, each after the one before: of "Fri Sat Sun" on a Saturday it is the Sunday after."""
    days: list[JsonValue] = []
    before = date.fromisoformat(first) if isinstance(first, str) else None
    for other in others:
        if other is None or before is None:
            continue
        day_then = date.fromisoformat(other)
        if day_then < before:
            day_then += timedelta(days=7)
        days.append(day_then.isoformat())
        before = day_then
    return days


_MORNING = re.compile(
    r"(?!.*\b(?:sun ?sets?|sun ?down|last light|dusk|night|sonnenuntergang\w*|abend\w*|nacht|coucher|soir|crépuscule|nuit)\b)"
    r".*\b(?:sun ?rises?|sun ?up|first light|dawn|daybreak|sun (?:rise|come|get)s? up|sonnenaufgang\w*|tagesanbruch|"
    r"morgendämmerung|wird es hell|wirds hell|hell wird|aufgang|lever (?:du|de) soleil|le soleil se lève|se lève le soleil|"
    r"aube|aurore|point du jour|fait jour)\b"
)
"""The morning is asked, and the evening is not."""


def _second_day(said: Said, first: Given) -> str | None:
    """ "Open today, and tomorrow": the other of two days, where just two are said and none is a habit."""
    if len(said.slots.days) != 2 or any(_is_habit(one, said) for one in said.slots.days):
        return None
    other = said.day(1)
    return other if other and other != first.get("date") else None


_RUNWAY = re.compile(
    r"\b(?:runways?|rwys?|rw|pistes?|(?:lande|start)?bahn(?:en)?|qfu)\s*(?P<n>(?:0?[1-9]|[12]\d|3[0-6])\s?[lrc]?(?:\s?/\s?(?:0[1-9]|[12]\d|3[0-6])\s?[lrc]?)?)\b"
    r"(?!\s*(?:m\b|ft|feet|met|%|nm))"
)
""" "Runway 07/25", "piste 24", "Bahn 06"."""
_TONGUES = r"(?:english|french|german|dutch|italian|spanish|anglaise?|fran[cç]aise?|allemande?|englisch|franz[oö]sisch|deutsch)"
_RADIO_TONGUE = re.compile(
    rf"\b{_TONGUES}\b[^.?!]{{0,14}}\b(?:spoken|radio|r/?t|funk\w*|gesprochen|parlé|à la radio|only|uniquement|seulement)\b|"
    rf"\b{_TONGUES}\b[^.?!]{{0,8}}\b(?:possible|accept\w*|admis\w*|autoris\w*|m[oö]glich|erlaubt)\b|"
    rf"\b(?:langue|language|sprache)\b[^.?!]{{0,4}}\b{_TONGUES}\b|"
    rf"\b(?:speaks?|spoken|talk|radio|parle(?:nt|r|-t-on)?|sprech\w*|spricht|funk\w*)\b[^.?!]{{0,18}}\b{_TONGUES}\b"
)
""" "Is English spoken on the radio", "spricht man dort Englisch": of one airfield."""
_THAT_DAY = re.compile(
    r"\b(?:open|ouverte?s?|offen|geöffnet|(?:let|have|take|accept|want) (?:you|us|me|one|visitors)|lassen|lässt|nehmen|accept\w*|prennent|laissent)\b"
)
""" "Do they let you land on a Sunday": whether anybody is there on that day is asked too."""
_LAST_LANDING = re.compile(r"\b(?:land|landing|landen|landung|gelandet|touchdown|poser|atterrissage|atterrir)\b")


def _are_areas(said: Said) -> bool:
    """ "A hotel at the field, in South Tyrol or Trentino": fields of two areas, and no two fields."""
    return all(spot.is_area for spot in said.spots)


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


_BESIDE_ONE_ANOTHER = re.compile(r"\s*(?:[,/+&]|,?\s*\b(?:and|or|und|oder|et|ou)\b)\s*")
_HEADS = re.compile(r"\s*[:?]\s*(?=\w)|\s+-\s+")
_OF_A_WAY = (
    "distance",
    "flight_time",
    "weather",
    "metar",
    "taf",
    "notam",
    "crosswind",
    "formalities",
    "notice",
    "trip",
    "fuel_plan",
)


def of_fields_it_heads(said: Said) -> bool:
    """ "Headcorn, Lydd, Rochester: fuel and landing fees": what is asked of each of the fields that head a message."""
    spots, low = said.slots.spots, said.slots.low
    if len(spots) < 2 or low[: spots[0].start].strip() or len(spots) != len(said.spots):
        return False
    if any(s.kind not in ("code", "iata", "place") or s.is_area for s in spots):
        return False
    gaps = [low[a.end : b.start] for a, b in pairwise(spots)]
    rest = _HEADS.match(low, spots[-1].end)
    in_a_row = len(spots) > 2 and all(
        gap.isspace() for gap in gaps
    )  # "Norderney Juist Langeoog - which have fuel"
    if rest is None or not (in_a_row or all(_BESIDE_ONE_ANOTHER.fullmatch(gap) for gap in gaps)):
        return False
    fresh = said.again()
    asks_more = fresh.all_of(*_OF_A_WAY) or said.slots.of("speed") or find_wind(said.slots.text) is not None
    return not asks_more and bool(fresh.all_of("fee") or about(fresh).get("about"))


_COMPARES = re.compile(
    r"\W*(?:(?:please|can you|could you|and|so|ok|now|bitte|und|kannst du|et|peux-tu|tu peux)\W+)*(?:compare[rsz]?|comparez|vergleiche?|compare-moi)\W+(?:(?:me|mir|for me|the fields?|airfields?|die plätze|les terrains)\W+)?"
)
_COMPARED_IN = re.compile(
    r"(?:\W+(?:please|pls|for me|bitte|mal|stp|svp|s'il (?:te|vous) plaît))?"
    r"\W*(?:(?:for|on|by|in terms of|regarding|für|bezüglich|pour|sur)\b(?:(?!,| and | und | et ).)*)?\W*"
)
"""What two fields are compared in, and no further question."""
_WITH_IT = re.compile(
    r"\W*(?:and|with|to|against|vs|versus|und|mit|et|avec|à|au)?\W*(?:the |le |la |l'|dem |der )?"
)


_WHICH_IS_MORE = re.compile(
    r"\W*(?:(?:and|so|ok|now|und|et)\W+)*(?:which|which one|which of (?:them|the two|those)|welche[rs]?|lequel|laquelle)(?: one)?\s+"
    r"(?:is|has|costs?|charges|lies|ist|hat|kostet|liegt|est|a|coûte)\s+(?:(?:the|a|it|le|la|die|den|das|es)\s+)*"
    r"(?:cheap(?:er|est)|(?:more|less|most|least)(?: expensive)?|dear(?:er|est)|long(?:er|est)|short(?:er|est)|high(?:er|est)|low(?:er|est)|bigg(?:er|est)|"
    r"billig\w*|günstig\w*|teur\w*|länger\w*|längste\w*|kürzer\w*|höher\w*|niedriger\w*|"
    r"(?:plus|moins) (?:cher|chère|long|longue|court|courte|haut|haute|bas|basse))"
    r"(?:\s+(?:runways?|strips?|bahn|piste|landing fees?|to land(?: at)?|up|then|denn|alors))*\W*"
)
""" "Headcorn or Lydd, which is cheaper", "which has the longer runway, Sandown or Bembridge"."""
_WHO_HAS = re.compile(
    r"\W*(?:(?:and|so|ok|und|et|alors|donc)\W+)*(?:which|who|welche[rs]?|wer|lequel|laquelle|lesquels|qui)(?: (?:one|ones|field|of (?:them|the two|the three|those)|davon|von (?:denen|ihnen|den dreien|den beiden)|des (?:deux|trois)|d['’]entre eux))?\s+"
    r"(?:(?:all|also|alle|auch|denn)\s+)?(?:has|have|had|got|sells?|offers?|does|is|are|takes?|needs?|hat|haben|bietet|verkauft|führt|ist|sind|nimmt|braucht|a|ont|vend|propose|possède|dispose|est|sont|offre|accepte)\b"
)
""" "Entre Bourg, Mâcon et Chalon lequel a …": a fact of each of the fields in front."""
_OF_THEM_ALL = re.compile(
    r"\W*(?:(?:ok|so|and|alors|und|et)\W+)*(?:(?:between|of|from|out of|among|zwischen|von|entre|parmi|de)\s+)?(?:the |le |la |l['’]|den )?"
)
_OR_IT = re.compile(r"\W*(?:(?:or|vs|and|oder|und|ou|et)\W+)?(?:the |le |la |l'|dem |der )?")


def _tells_what(said: Said, start: int, end: int) -> bool:
    """Whether nothing but what the fields are compared in stands there: ", fees, no, hours"."""
    facts = [(m.start, m.end) for m in said.all_of(*ATTRIBUTES, "fee", "longest_runway", "cheapest")]
    rest = [w for w in said.slots.words if start <= w.start < end and not any(a <= w.start < b for a, b in facts)]
    return any(start <= a < end for a, _ in facts) and all(word.key in _BESIDE_FACTS for word in rest)


_BESIDE_FACTS = word_set(
    "for on by in and the of their both no not sorry wait mean i please for what about their s und die das für mit bitte nein et les la le des pour non svp "
    "with is there at has have do they got any each hat haben gibt es an beiden jeweils y a t il aux deux avec"
)


_IS_ONE_MORE = re.compile(
    r"\W*(?:(?:and|so|ok|und|et|mais|but)\W+)*(?:is|liegt|ist|est-ce que|has|hat)\s+(?:the |der |le |la |l')?"
)
_THAN = re.compile(
    r"\s*(?:up |lies |liegt |est |a )?(?:the |a |une |die |eine )?(?:cheaper|dearer|more expensive|longer(?: runway)?|shorter(?: runway)?|higher(?: up)?|lower(?: down)?|"
    r"billiger|günstiger|teurer|länger\w*(?: bahn)?|kürzer\w*|höher|niedriger|tiefer|(?:plus|moins) (?:cher|chère|haut|haute|long|longue|bas|basse))"
    r"\s+(?:than|als|que?)\s+(?:the |der |le |la |l')?"
)
""" "Is Welshpool higher than Sleap": two fields by one figure."""
_HIGHER = re.compile(r"\b(?:higher|lower|höher|niedriger|tiefer|plus haut|plus bas)\b")
_LONGER = re.compile(r"\b(?:longer|shorter|länger|kürzer|plus long|moins long)")


def _is_which_of_two(low: str, first: int, last: int, gaps: list[str]) -> bool:
    before, behind = low[:first].strip(), low[last:].strip()
    if not all(map(_OR_IT.fullmatch, gaps)) or bool(before.strip(" ,:")) == bool(behind.strip(" ?!.,")):
        return False
    return _WHICH_IS_MORE.fullmatch(before or behind) is not None


_A_TABLE = re.compile(
    r"\W*(?:(?:can|could|kannst|peux|you|du|tu|please|bitte|mach\w*|make|give|gib|fais|faire|donne|show|zeig|draw|mir|me|moi|us|uns|mal|in|as|als|en|"
    r"ne|eine|a|une|un|the)\W+)*(?:table|tabelle|tableau|comparison|vergleich|comparatif)\b"
)
""" "EDMJ EDNY EDTL mach mir ne Tabelle mit Piste, Sprit, Zoll"."""


_AND_MORE = re.compile(
    r"\W*(?:and|und|et)\b[^.?!]*\b(?:at|for|of|bei|an|von|à|pour|aux?) (?:both|each|beiden|les deux|deux|chacun)\W*$"
)
""" "Compare Shoreham and Lydd, and landing fees at both": compared in all, and the fees."""


_AND_AT = re.compile(
    r",?\s*(?:,|&|and|und|et|or|oder|ou|sowie)\s+(?:at|in|on|auf|bei|in|à|au|aux|en|sur)\s+(?:the |la |le |l['’])?"
)
_AT_FIRST = re.compile(r"\b(?:at|in|on|auf|bei|à|au|aux|en|sur)\s+(?:the |la |le |l['’])?$")
""" "Carburant à Belle-Île et à l'île d'Yeu": the same of both."""


def compares_two(said: Said) -> bool:
    """ "Compare Sandown with Bembridge": two to four airfields, and nothing said between them."""
    spots, low = said.slots.spots, said.slots.low
    if len(spots) < 2 or len(spots) != len(said.spots) or said.slots.countries:
        return False
    if any(s.kind not in ("code", "iata", "place") or s.is_area for s in spots):
        return False
    gaps = [low[a.end : b.start] for a, b in pairwise(spots)]
    if _is_which_of_two(low, spots[0].start, spots[-1].end, gaps):
        return True
    if len(gaps) == 1 and _THAN.fullmatch(gaps[0]) and not low[spots[-1].end :].strip(" ?!."):
        return _IS_ONE_MORE.fullmatch(low[: spots[0].start]) is not None
    told_whole = said.all_of("customs", "hours", "notice", "access")  # with whom to ask, and when
    if all(map(_AND_AT.fullmatch, gaps)) and not told_whole and not low[spots[-1].end :].strip(" ?!."):
        return bool(_AT_FIRST.search(low[: spots[0].start])) and _tells_what(said, 0, spots[0].start)
    if _who_of_them_has(said, gaps):
        return True
    asked_first = _WHICH_IS_MORE.match(low, spots[-1].end) or _A_TABLE.match(low, spots[-1].end)
    if asked_first and not low[: spots[0].start].strip() and _tells_what(said, asked_first.end(), len(low)):
        return all(_OR_IT.fullmatch(gap) or _WITH_IT.fullmatch(gap) for gap in gaps)
    alone = _COMPARED_IN.fullmatch(low, spots[-1].end) or _tells_what(said, spots[-1].end, len(low))
    head = _COMPARES.match(low[: spots[0].start])
    if head is None or not alone or not all(map(_WITH_IT.fullmatch, gaps)) or _AND_MORE.match(low, spots[-1].end):
        return False
    first = spots[0].start
    return not low[head.end() : first].strip() or _tells_what(said, head.end(), first)


def _who_of_them_has(said: Said, gaps: list[str]) -> bool:
    """Whether of the fields that head a message one fact is asked, by who of them has it."""
    spots, low = said.slots.spots, said.slots.low
    asked = _WHO_HAS.match(low, spots[-1].end)
    if asked is None or not all(_OR_IT.fullmatch(gap) for gap in gaps) or said.slots.quantities:
        return False
    facts = [m for m in said.again().all_of(*ATTRIBUTES, "fee") if m.start >= asked.end()]
    return _OF_THEM_ALL.fullmatch(low[: spots[0].start]) is not None and bool(facts)


_OF_THE_AIR = re.compile(
    r"\b(?:winds?|windier|windiest|gusts?|vents?|plus venteux|rafales?|windiger|böen|weather|météo|wetter)\b"
)


def _asks_the_air(said: Said) -> bool:
    """ "Wind at Stornoway and Benbecula compared": nothing of the fields themselves."""
    return _OF_THE_AIR.search(said.slots.low) is not None and not said.again().all_of(*ATTRIBUTES, "fee")


@reads(
    "compare_airfields",
    "icao_codes",
    claims=lambda said: of_fields_it_heads(said) or compares_two(said),
    called=later("Compare fields"),
    unless=lambda said: (
        (bool(said.all_of("notice")) and not said.all_of(*_PLAIN))
        or (bool(said.spots) and _are_areas(said))
        or _asks_the_air(said)
        or bool(ways_of(said.again()))
        or (find_wind(said.slots.text) is not None and not said.all_of("fee", "fuel", "food", "customs"))
    ),
)
def compare(said: Said) -> Given:
    """The airfields and what of them is compared."""
    fields: list[JsonValue] = list(said.listed_fields() or said.fields())
    fields += [*_like_codes(said)] if len(fields) > 1 else []
    asked: Given = about(said)
    if compares_two(said):
        low = said.slots.low
        figure = "elevation" if _HIGHER.search(low) else "runway" if _LONGER.search(low) else ""
        told = _listed(asked.get("about"))
        if figure and figure not in told:
            asked = {**asked, "about": [figure, *told]}
    fees = said.all_of("fee", "cheapest")
    said.take(fees)
    others = [m for m in said.mentions if m.concept in ATTRIBUTES]
    if any(m in fees for m in standing([*fees, *others], said.slots.text)):
        asked = {"about": [*_listed(asked.get("about")), "fee"]}
    return {
        **({"icao_codes": fields} if len(fields) > 1 or (fields and said.has("also")) else {}),
        **asked,
        **day(said),
    }


def _like_codes(said: Said) -> list[str]:
    """Among codes in a row a word like them that is none: "eiwt eikn eieg"."""
    codes = [s for s in said.slots.spots if s.kind == "code"]
    begun = {s.name[:2].casefold() for s in codes if len(s.name) == _CODE}
    held = [(s.start, s.end) for s in said.slots.spots]
    beside = {s.end for s in codes} | {s.start for s in codes}
    found = [
        w
        for w in said.slots.words
        if len(w.text) == _CODE
        and w.text[:2].casefold() in begun
        and w.text.isalpha()
        and not any(a <= w.start < b for a, b in held)
        and any(0 <= w.start - at <= _GAP or 0 <= at - w.end <= _GAP for at in beside)
        and not any(m.start <= w.start < m.end for m in said.free_mentions)
    ]
    said.used.update((w.start, w.end) for w in found)
    return [w.text.upper() for w in found]


_CODE, _GAP = 4, 2


@reads("get_pilot_reviews", "icao_code", called=later("What members say"))
def reviews(said: Said) -> Given:
    """The airfield, and how many reviews."""
    return {**field(said), **({"limit": int(n)} if (n := said.amount("count")) else {})}


def field(said: Said) -> Given:
    """`icao_code`, when an airfield is said."""
    code = said.field(far=False)
    return {"icao_code": code} if code else {}


def day(said: Said) -> Given:
    """`date`, when a day is said: of "on Sundays" the next one, of "at weekends" and of a season's Sundays none."""
    once = [at for at, one in enumerate(said.slots.days) if not _is_habit(one, said)]
    when = said.day(once[0] if once else 0)
    if when is not None and (inside := _in_its_season(when, said)) is not None:
        return {"date": inside}
    of_a_season = bool(said.slots.days) and not once and _season(said)
    return {} if when is None or of_a_season or _weekends(said) else {"date": when}


_AS_A_RULE = re.compile(
    r"\b(?:(?:in|im|during|over|au|en|dans|on|unter|the|der|l['’]|la)\s*)*\b(?:winter|summer|sommer|hiver|été|ete|spring|autumn|herbst|frühling|"
    r"printemps|automne|weekdays?|week|wochentags|werktags|woche|semaine)s?(?: time|zeit)?\b"
)
_SUMMER_OR_WINTER = re.compile(r"\b(?:(?P<winter>winter|hiver)|(?P<summer>summer|sommer|été))s?\b")
_MONTHS_OF = {"winter": (11, 12, 1, 2), "summer": (5, 6, 7, 8, 9)}
"""Those that lie wholly in winter time and in summer time."""
_WEEKS = 53


def _in_its_season(when: str, said: Said) -> str | None:
    """The next such weekday of the season that is said with it: "on a Saturday in winter"."""
    named = [*_SUMMER_OR_WINTER.finditer(said.slots.low)]
    seasons = {match.lastgroup for match in named}
    if len(seasons) != 1 or len(said.slots.days) != 1 or not said.slots.days[0].weekday:
        return None
    said.used.update(match.span() for match in named)
    months = _MONTHS_OF[str(seasons.pop())]
    weeks = (date.fromisoformat(when) + timedelta(weeks=week) for week in range(_WEEKS))
    return next((one.isoformat() for one in weeks if one.month in months), None)


_WHEN_NIGHT = re.compile(
    r"(?P<asked>\b(?:(?:from |ab |à partir de )?(?:when|what time|wann|quelle heure|quand)\b"
    r"(?:(?: is| does| will| ist| gilt| wird| est-ce| est| c'est)(?: it| es)?)?))[^.;?!]*?"
    r"(?P<night>(?:\b(?:officially|legally|offiziell|officiellement|la|le|die|der)\s+)*\b(?:night|nacht|nuit)\b)"
    r"(?!\s*(?:flights?|flying|flug\w*|stops?|landings?|vfr|rating|de vol|vol))"
)
""" "When is it officially night in Straubing tomorrow": the verb and the night with a place and day between them."""
_SOLSTICE = re.compile(
    r"\b(?:(?P<winter>shortest day|winter solstice|midwinter|kürzeste[rn]? tag|wintersonnenwende|solstice d'hiver|jour le plus court)|"
    r"longest day|summer solstice|midsummer(?:'?s)?(?: day)?|längste[rn]? tag|sommersonnenwende|solstice d'été|jour le plus long)\b"
)


def _mid_month(said: Said) -> Given:
    """The middle of a month that is said without a day: "sunset in June"."""
    solstice = _SOLSTICE.search(said.slots.low)
    if solstice is not None:
        turn = next_date(12 if solstice["winter"] else 6, 21, said.today)
        return {"date": turn.isoformat()} if turn else {}
    month = month_said(said.slots.text)
    middle = next_date(month, 15, said.today) if month is not None else None
    return {"date": middle.isoformat()} if middle else {}


_LESS = re.compile(
    r"\b(?:sunset|sonnenuntergang|coucher(?: du soleil| de soleil)?|night|nacht|nuit|ss|dark)\s*(?:minus|less|moins|weniger|-|−)\s*(?P<n>\d{1,3})\s*(?:min\w*|')"
)
_AFTER_SUNSET = re.compile(
    r"(?:\b(?:is|does|do|gilt|ist|zählt|est-ce|c['’]est|and|und|et)\b[^.?!,;]{0,40}?)?"
    r"(?:\b(?:(?P<n>\d{2})\s?(?:min\w*|')?|half an hour|(?:eine )?halbe stunde|(?:une )?demi-heure)\s*(?:after|past|nach|danach|après)\b"
    r"|\b(?:sunset|ss|sonnenuntergang|coucher(?: du soleil)?)\s*(?:\+|plus)\s*(?P<m>\d{2})\b)"
    r"(?:\s*(?:sunset|the sun sets|sonnenuntergang|(?:le )?coucher(?: du soleil)?))?"
    r"(?:\s*(?:there|too|as well|also|dort|auch|aussi|là-bas))*"
    r"(?:,?\s*(?:like|as|wie|comme)\s+(?:in |at |bei |zu |chez |en |au )?[\w ]{2,20})?"
)
""" "Is it 30 minutes after, like at home?", "SS+30": how night was taken to begin."""
_BEFORE_THAT = re.compile(
    r"\W*(?:and |und |et |what about )*(?P<said>.{1,24}?) (?:before|vor|davor|avant|earlier|vorher|plus tôt)(?: that| it| then| dem| cela| ça)?\W*"
)


def _minutes_before(low: str) -> int | None:
    """ "30 minutes before sunset", "Sonnenuntergang minus 30 Minuten"."""
    found = _LESS.search(low)
    return int(found["n"]) if found else find_limits(low).get("light_margin_minutes")


_SHORT = 7
"""Words of a message that leans on the sun of a day that was just told."""


def of_another_month(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And in June?" after a sunset: the same field, in the middle of that month."""
    of_the_sun = last.tool == "get_airport_details" and last.arguments.get("about") == ["sun"]
    if (
        not of_the_sun
        or said.spots
        or said.slots.countries
        or said.slots.days
        or len(said.slots.words) > _SHORT * 2
    ):
        return None
    if len(said.slots.words) > _SHORT and not _AFTER_SUNSET.search(said.slots.low):
        return None
    before = _BEFORE_THAT.fullmatch(said.slots.low)
    minutes = find_limits(f"{before['said']} before sunset").get("light_margin_minutes") if before else None
    if minutes:
        said.take_all()
        return last.varied(minutes_before=minutes)
    after = _AFTER_SUNSET.search(said.slots.low)
    if after is not None:
        said.take_all()
        return last.varied(minutes_after=int(after["n"] or after["m"] or 30))
    middle = _mid_month(said)
    if not middle or said.concepts & _OF_ANOTHER:
        return None
    said.take_all()
    return last.varied(**middle)


_OF_ANOTHER = frozenset(
    ("weather", "fuel", "food", "hours", "fee", "customs", "notice", "rules", "restaurant", "hotel")
)


def _is_habit(day: Day, said: Said) -> bool:
    """Whether every Sunday is meant, not one."""
    text = said.slots.text
    return bool(
        _EVERY.search(text[day.start : day.end + 12])
        or (day.weekday and _EVERY.search(text[max(0, day.start - 6) : day.start]))
    )


def _season(said: Said) -> bool:
    return bool(_SEASON.search(said.slots.low)) or month_said(said.slots.text) is not None


def _weekends(said: Said) -> bool:
    """Whether every weekend is meant: "at weekends", not "this weekend"."""
    weekends = [] if said.slots.days else [q for q in said.slots.of("days") if q.unit == "weekend"]
    return bool(weekends) and not _THIS.search(said.slots.text[: weekends[0].end])


goes_on(of_another_month)
