"""Reads questions about borders: between which places, on which day, and by when a report is due."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.abroad import into_a_country, is_of_a_crossing
from agent.language.ends import country_of, fields_at, names_a_country
from agent.language.nationality import REGISTRATION, of_credentials
from agent.language.quantities import Quantity
from agent.language.reports import REPORTS
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Spot
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from agent.subjects.border.ends import fields_of
from agent.subjects.border.into_each import into_each, into_each_country, one_or_the_other
from agent.subjects.border.leave import asks_leave, asks_leave_at_an_hour
from agent.subjects.border.reading_field_alone import fields_alone
from agent.subjects.border.reading_in_hand import flown_over_too, with_a_stop, with_somebody_aboard
from agent.subjects.border.reading_sending import day_of_sending, hour_of_sending, is_sent_now
from agent.subjects.border.reading_states_notice import notice_of_a_state
from agent.subjects.border.reading_through import of_somebody, through_a_field
from agent.subjects.border.report_asked import ReportMatter, matter_of
from agent.subjects.finding.nations import home_nation
from agent.subjects.finding.reading_around import is_on_a_side_of_a_place
from agent.subjects.rules.reading_ranked import is_tabled
from tongue import later

Given = dict[str, JsonValue]
_FEW_WORDS = 3
_BASED = re.compile(
    r"\b(?:based|stationiert|bas[ée]e?|home base(?: is)?|heimatplatz(?: ist)?)\s+(?:(?:in|at|on|à|a|au|en|bei|auf)\s+)?$"
)


_AT_EACH = re.compile(r"^\s*(?:et|and|und|ou|or|oder)\s+(?:à|au|at|in)\s+$")
""" "à Ajaccio et à Bastia": at each of them."""

_FOR_EACH = re.compile(r"\b(?:customs|douanes?|zoll)\s+(?:for|pour|für|bei)\s+$")
""" "Customs for Cork and Waterford"."""


def _is_of_each(said: Said) -> bool:
    """ "customs at Dinard and Caen": two fields, and no flight from one to the other."""
    spots = said.spots
    return (
        len(spots) == 2
        and (
            spots[0].role in ("in", "near")
            or _AT_EACH.search(said.slots.low[spots[0].end : spots[1].start]) is not None
            or _FOR_EACH.search(said.slots.low[: spots[0].start]) is not None
        )
        and spots[1].role == "and"
        and len(said.asked_of()) == 2
    )


_NO_MORE = re.compile(
    r"\W*(?:(?:what|whats|which|how|about|is|are|it|there|the|any|do|does|have|has|got|both|each|for|of|at|in|on|and|an|"
    r"please|und|wie|was|ist|gibt|es|haben|hat|hab|beide|beiden|für|von|der|die|das|den|dem|bitte|am|auch|oder|denn|mit|"
    r"et|quel|quelle|est|ce|qu|que|il|y|a|ont|ils|elles|les|le|la|l|de|du|des|d|deux|tous|toutes|pour|à|au|aux|"
    r"dis|moi|sur|svp)\b\W*)*"
)
""" "What about the … for both … and …": words between customs and two fields that tell of no flight."""


def _is_asked_of_both(said: Said) -> bool:
    """ "Customs for Dinard and Caen", "do Dinard and Caen have customs": two fields in a row, and nothing of a flight."""
    spots, customs = said.spots, said.all_of("customs")
    if len(spots) != _BOTH_ENDS or len(said.slots.spots) != _BOTH_ENDS or not customs:
        return False
    if spots[0].role not in ("", "to") or spots[1].role != "and" or len(said.asked_of()) != _BOTH_ENDS:
        return False
    held = [(one.start, one.end) for one in (*spots, *customs, *said.slots.days)]
    rest = "".join(" " if any(a <= at < b for a, b in held) else mark for at, mark in enumerate(said.slots.low))
    return _NO_MORE.fullmatch(rest) is not None


def _is_no_flight(said: Said) -> bool:
    """Two fields asked about, or whether one takes flights from abroad: "can LOAN take flights from the UK".

    Nor are "UK customs at Manston" a flight from the UK, nor countries that a table is to hold.
    """
    if is_tabled(said.slots.low) and len(said.slots.countries) > 1 and not said.spots:
        return True
    customs = {mention.start for mention in said.all_of("customs")}
    nations = [s for s in said.slots.spots if s.kind == "country" and s.role not in ("from", "to", "in")]
    whose = any(spot.end + 1 in customs for spot in nations)
    lone = whose and len(said.spots) == 1
    if (
        _is_of_each(said)
        or _is_asked_of_both(said)
        or bool(said.all_of("takes_flights"))
        or lone
        or bool(_fields_entered(said))
    ):
        return True
    return bool(fields_alone(said))


_ENTRIES = re.compile(
    r"\b(?:(?:which|what|any|list of) [^?.!]*?)?(?:(?:customs|entry|border|international) (?:air)?(?:ports|fields)|"
    r"(?:air)?(?:ports|fields|strips)|aerodromes|points of entry|where (?:can|could|do|should|to)|"
    r"zoll(?:flug)?(?:plätze|häfen)|flug(?:plätzen?|häfen)|(?:lande)?plätzen?|wo (?:kann|können|muss|müssen|darf)|"
    r"a[ée]rodromes|a[ée]roports|terrains|où (?:peut|puis|pouvons|dois|faut|est-ce|passer|faire))\b"
)


def _fields_entered(said: Said) -> list[str]:
    """ "Customs airports in Norway coming from Scotland": the country whose fields are wanted, not that one comes from."""
    nations = [spot for spot in said.slots.spots if spot.kind == "country"]
    towns = [spot for spot in said.slots.spots if spot.kind in ("code", "iata", "place") and spot.role != "from"]
    towns = [spot for spot in towns if spot not in said.left_out]
    entered = [spot for spot in nations if spot.role != "from"]
    if not said.has("customs") or len(entered) != 1 or towns or len(said.slots.spots) < _BOTH_ENDS:
        return []
    if not _ENTRIES.search(said.slots.low) or said.has("gar") or said.has("flight_plan"):
        return []
    code = entered[0].country or country_of(entered[0].name, said.deps)
    return [code] if code else []


_BOTH_ENDS = 2


def _at_the_field_named(said: Said, given: Given) -> Given:
    """ "Is Brest ok to enter France from the UK": the end that the one place named lies in."""
    named = [s for s in said.spots if s.kind not in ("country", "here", "home", "unknown")]
    others = [s for s in named if said.name(s) not in given.values()]
    if len(named) != 1 or len(others) != 1:
        return given
    place = said.name(others[0])
    for end in ("to_location", "from_location"):
        country = given.get(end)
        if not isinstance(country, str) or not names_a_country(country, said.deps):
            continue
        if country_of(country, said.deps) == country_of(place, said.deps):
            said.take(others)
            return {**given, end: place}
    return given


@reads(
    "get_border_brief",
    "from_location",
    "to_location",
    leans=("date",),
    claims=lambda said: (
        into_a_country(said)
        or is_of_a_crossing(said)
        or _is_declared_from_abroad(said)
        or bool(_from_a_field(said))
        or bool(_the_north(said))
        or _is_a_dashed_way(said)
        or _is_between_territories(said)
        or _is_told_of(said)
        or _is_a_gar_between_two(said)
        or bool(_what_they_want(said))
        or (asks_leave(said) and not asks_leave_at_an_hour(said))
    ),
    called=later("Customs and papers"),
    unless=_is_no_flight,
    named=("formalities",),
)
def border(said: Said) -> Given:
    """Two places and the day, with the time of leaving when it is said."""
    asked = (_WHAT_IS_ASKED, WHO_IS_TOLD)
    said.used.update(match.span() for words in asked for match in words.finditer(said.slots.low))
    given = (
        _what_they_want(said)
        or _from_a_field(said)
        or into_each(said)
        or into_each_country(said)
        or one_or_the_other(said)
        or _at_the_field_named(said, ends(said))
    )
    given |= {} if "beside" in given else _legs(said, "date")
    if said.slots.days:
        given["date"] = said.day()
    if said.clocks() and said.is_arrival(said.clocks()[0]) is not True:
        start = given.get("from_location")
        at = said.clock(said.clocks()[0], start if isinstance(start, str) else None)
        if at is not None:
            day = given.get("date") or said.today.isoformat()
            given["date"] = f"{day} {at}"
    if said.has("gendec"):
        given["about_report"] = "gendec"
    elif said.has("gar"):
        given["about_report"] = "GAR"
    if said.has("both_ways") and not through_a_field(said):
        given["way_back"] = True
    if (registry := _registry(said)) is not None:
        given["registered_in"] = registry
    if (base := _based(said)) is not None:
        given["based_at"] = base
    if asks_leave(said):
        given = _into_the_other(said, given)
        said.take_all()
    return given


def _into_the_other(said: Said, given: Given) -> Given:
    """ "Can I drop into Guernsey on the way back from Dinard": the place beside the one that is left."""
    others = [s for s in said.slots.spots if said.name(s) != given.get("from_location")]
    lacks = "from_location" in given and "to_location" not in given and len(others) == 1
    return {**given, "to_location": said.name(others[0])} if lacks else given


def _only_lists(said: Said) -> bool:
    """ "airports in Luxembourg": nothing is said of customs; "in the Alps", "in Bavaria": what is asked of no country.

    "Plätze mit Zoll in der Schweiz östlich von Zürich": of one side of a place alone.
    """
    if is_on_a_side_of_a_place(said):
        return True
    nations = any(home_nation(said.slots.text[c.start : c.end]) for c in said.slots.countries)
    if nations or (any(spot.is_area for spot in said.slots.spots or said.slots.weak) and not said.slots.countries):
        return True
    return "customs" not in said.concepts and said.bare_words <= _FEW_WORDS


@reads(
    "get_border_crossing_airports",
    "country",
    called=later("Fields with customs"),
    claims=lambda said: bool(_fields_entered(said)),
    unless=_only_lists,
)
def entries(said: Said) -> Given:
    """The country whose fields have customs."""
    said.take(said.all_of("customs"))
    left_out: list[JsonValue] = [code for spot in said.left_out for code in fields_at(spot, said.deps)]
    but: Given = {"not_fields": left_out} if left_out else {}
    said.take_left_out()
    if entered := _fields_entered(said):
        said.take(said.slots.spots)
        said.countries()
        return {"country": entered[0], **but}
    countries = said.countries() or said.countries_of_places()
    others: list[JsonValue] = [*countries[1:]] if said.are_listed(said.slots.countries) else []
    return (
        {"country": countries[0], **but, **({"beside": {"country": others}} if others else {})}
        if countries
        else {}
    )


_UNITED_KINGDOM: Given = {"from_location": "United Kingdom"}
"""Where a flight begins that is asked for a GAR and told to go abroad: the report is the United Kingdom's."""


def _matter(said: Said) -> ReportMatter | None:
    return matter_of(said.slots.text, said.deps.settings.data / "language")


def _is_a_gar_alone(said: Said) -> bool:
    """ "Jersey GAR?": the report and a place, and nothing is asked of them."""
    gars = said.all_of("gar")
    held = [(s.start, s.end) for s in (*said.slots.spots, *gars)]
    free = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in held)]
    return len(said.spots) == 1 and said.bare_words < 1 + len(gars) and all(w.key in FUNCTION for w in free)


TO_THE_POLICE = re.compile(
    r"\b(?:notif\w+|tells?|told|inform\w*|warn\w*|notice (?:to|for)|report to|prévenir|prévient|avertir|informer|aviser"
    r"|informier\w*|(?:be|ver)nachrichtig\w*|verständig\w*|bescheid|(?:an)?(?:ge)?meld\w*)\b"
)


_OR_ANYBODY = re.compile(
    r"\b(?:(?:or|and|und|oder|ou|et) (?:any(?:one|body)|some(?:one|body)|who(?:m)?(?:ever)?|(?:sonst )?(?:noch )?jemand\w*|wen|quelqu['’]un|d['’]autres?|qui)"
    r"|(?:any(?:one|body)|who|whom|wer|wen|qui) (?:else|sonst|noch|d['’]autre))\b"
)
""" "Do I need to tell the police or anyone": not the police alone."""
_GARDA = re.compile(r"\bgarda[ií]?\b|\birish police\b")


def _is_told_to_police(said: Said) -> bool:
    """ "Must I notify the police for a flight to Northern Ireland?": their notice, where the flight's end is said."""
    low = said.slots.low
    led = any(s.role in ("from", "to") for s in said.slots.spots) or "terrorism act" in low
    if said.has("flight_plan", "customs", "gar", "gendec"):
        return False  # a question of its own beside it
    if _OR_ANYBODY.search(low):
        return False  # "the police or anyone": all who are told
    if _GARDA.search(low):
        return False  # who polices the other side: the trip tells what is known of it
    return led and bool(said.all_of("police")) and TO_THE_POLICE.search(low) is not None


_SO_LONG_BEFORE = re.compile(
    r"\b(?:\d+|an?|one|two|three|half an?|eine?|zwei|drei|une|deux|trois)\s*(?:h|hrs?|hours?|stunden?|heures?|min\w*)\s+"
    r"(?:before|ahead|prior|in advance|vorher|vor|avant)\b"
)
_IS_HE_RIGHT = re.compile(
    r"\b(?:(?:is|are|was|am) (?:he|she|they|that|it|this|i) (?:right|wrong|true|correct)|(?:s?he|they|that|it)(?:['’]s|['’]re| is| are) (?:right|wrong|true|correct)|"
    r"who(?:['’]s| is) right|right\?|true\?|correct\?|stimmt (?:das|es)|hat (?:er|sie) recht|oder nicht\?|richtig\?|c['’]est (?:vrai|juste|bon|faux)|"
    r"(?:a-t-il|il a|elle a|a-t-elle) (?:raison|tort)|n['’]est-ce pas)"
)


_OR_THEIR_OWN = re.compile(
    r"\b(?:their own|its own|something like|equivalent|similar|or is (?:that|it)|or (?:just|only)|équivalent|leur (?:propre|truc)"
    r"|ou (?:ils|elle|c['’]est)|eigen\w*|so ?was wie|oder (?:nur|ist das|haben die))\b"
)


def _is_due_there(said: Said) -> bool:
    """ "Do I need a GAR for Guernsey, or have they their own": which reports a flight to one place takes."""
    others = said.has("flight_plan", "customs", "gendec", "police")
    return (
        said.has("gar")
        and bool(_flown_to(said))
        and not others
        and _OR_THEIR_OWN.search(said.slots.low) is not None
    )


def _flown_to(said: Said) -> str:
    """The one place or country beside the kingdom that a question on a GAR names; "" where it names none or more."""
    named = [*said.slots.spots, *said.slots.countries]
    places = {said.slots.low[one.start : one.end] for one in named} - set(_THE_KINGDOM)
    return places.pop() if len(places) == 1 else ""


_THE_KINGDOM = ("uk", "gb", "england", "britain", "great britain", "royaume-uni", "angleterre", "großbritannien")
"""The state whose report a GAR is."""


def _is_held_of_it(said: Said) -> bool:
    """ "My mate reckons you can file the GAR an hour before. He's wrong, isn't he?": by when it is due."""
    low = said.slots.low
    return said.has("gar") and bool(
        _SO_LONG_BEFORE.search(low) and (_IS_HE_RIGHT.search(low) or _SOMEBODY_SAYS.search(low))
    )


_SOMEBODY_SAYS = re.compile(
    r"\b(?:reckons?|says?|thinks?|told me|claims?|meint|sagt|behauptet|glaubt|dit que|pense|prétend)\b"
)


_A_FLIGHT_PLAN = re.compile(r"\b(?:fl(?:i?gh?t|igth) ?-?plans?|fpl|flugpl[aä]n\w*|plans? de vol|pdv)\b")


@reads(
    "get_report_deadline",
    "report",
    leans=("from_location", "to_location", "country_code", "day", "time", "landing"),
    called=later("When to report"),
    claims=lambda said: (
        (bool(said.all_of("gar")) and (_matter(said) is not None or _is_a_gar_alone(said)))
        or _is_told_to_police(said)
        or _is_held_of_it(said)
        or _is_due_there(said)
        or bool(notice_of_a_state(said))
    ),
)
def deadline(said: Said) -> Given:
    """Which report, for which flight, and when it leaves."""
    if whose := notice_of_a_state(said):
        said.take([*said.slots.spots, *said.mentions])
        said.take_all()
        return whose
    given: Given = {}
    for concept, name in REPORTS.items():
        if named := said.all_of(concept):  # "what if I send no GAR" is about it too
            said.take(named)
            given["report"] = "closing" if name == "flight_plan" and said.has("closing") else name
            break
    if "report" not in given and (
        named := _A_FLIGHT_PLAN.search(said.slots.low)
    ):  # inside of "file my flight plan"
        said.used.add(named.span())
        given["report"] = "closing" if said.has("closing") else "flight_plan"
    if given.get("report") == "GAR" and (matter := _matter(said)) is not None:
        given["about"] = matter
    places = [s for s in said.slots.spots if s.kind != "country"]
    if places and given.get("report") == "GAR" and _is_due_there(said) and len(said.slots.spots) > 1:
        said.take(said.slots.spots)  # "Guernsey, is that UK for the GAR": a flight between them
        given |= {**_UNITED_KINGDOM, "to_location": said.name(places[0])}
    elif places:
        given |= {**_with_one_end(ends(said), said), **_legs(said, "day", "time")}
    elif "about" in given:
        said.take(said.slots.spots)
    else:
        for spot in said.slots.spots:
            if spot.role in ("from", "to"):
                given[f"{spot.role}_location"] = said.name(spot)
        countries = said.countries()
        if len(countries) == 2 and "from_location" not in given:
            turned = bool(said.slots.spots) and said.slots.spots[0].role == "to"
            start, end = countries[::-1] if turned else countries
            given |= {"from_location": start, "to_location": end}  # "flying Germany to Croatia"
        elif countries and len(given) < 2:
            given["country_code"] = countries[0]
        if given.get("report") == "GAR" and countries != ["GB"] and "from_location" not in given and not said.home:
            abroad = given.get("to_location") or given.pop("country_code", None)
            given |= {**_UNITED_KINGDOM, "to_location": abroad} if abroad else {}  # "GAR times for Ireland?"
    if given.get("report") == "police":
        given = _to_its_own_police(given, said)
    sending, left_by = day_of_sending(said), said.clocks()
    if sending is not None:
        said.take(said.slots.days)
        flown = [day.when.isoformat() for day in said.slots.days if day.when != sending.when]
        given |= {"day": flown[0]} if flown else {}
        at, left_by = hour_of_sending(said, sending)
        given["sent"] = f"{sending.when.isoformat()} {at}" if at else sending.when.isoformat()
    elif (day := said.day()) is not None:
        given["day"] = day
        given |= {"sent": "now"} if is_sent_now(said) else {}
    given |= _reports_beside(said, given)
    return given | _hour(said, given, left_by, landed_by=given.get("report") != "closing")


def _with_one_end(flight: Given, said: Said) -> Given:
    """ "The gendec to England, I fly to Lydd": where the report goes is no place that the flight leaves."""
    start = flight.get("from_location")
    towards = any(s.kind == "country" and s.role == "to" and said.name(s) == start for s in said.slots.spots)
    return {name: value for name, value in flight.items() if name != "from_location"} if towards else flight


def _reports_beside(said: Said, given: Given) -> Given:
    """ "GAR, flight plan, customs: which of these do I need": the other ones; a GAR tells of police and declaration itself."""
    report = str(given.get("report"))
    if report not in ("GAR", "flight_plan") or "about" in given:
        return {}
    told = {report, "police", "gendec"} if report == "GAR" else {report}
    named = {concept: name for concept, name in REPORTS.items() if name not in told}
    found = [concept for concept in named if said.all_of(concept)]
    for concept in found:
        said.take(said.all_of(concept))
    others: list[JsonValue] = [*dict.fromkeys(named[concept] for concept in found)]
    return {"beside": {"report": others}} if others else {}


def _hour(said: Said, flight: Given, clocks: Sequence[Quantity], *, landed_by: bool) -> Given:
    """The time of the take-off; the one of the landing apart, since reports count from the take-off."""
    landing = [c for c in clocks if said.is_arrival(c) is True] if landed_by else []
    leaving = [c for c in clocks if c not in landing]
    given: Given = {}
    start, end = (flight.get(name) for name in ("from_location", "to_location"))
    if leaving and (at := said.clock(leaving[0], start if isinstance(start, str) else None)):
        given["time"] = at
    if landing and (at := said.clock(landing[0], end if isinstance(end, str) else None)):
        given["landing"] = at
    return given


_FORCES = (
    (re.compile(r"\b(?:bundespolizei|landespolizei)\b"), "Germany"),
    (re.compile(r"\b(?:police aux frontières|paf|gendarmerie)\b"), "France"),
    (re.compile(r"\b(?:marechaussee|kmar)\b"), "Netherlands"),
    (re.compile(r"\b(?:garda|gardai)\b"), "Ireland"),
    (re.compile(r"\bkantonspolizei\b"), "Switzerland"),
    (re.compile(r"\b(?:psni|police scotland|special branch)\b"), "United Kingdom"),
)
"""Whose police a name is."""


def _to_its_own_police(given: Given, said: Said) -> Given:
    """ "When do I tell the Bundespolizei, coming from England": it is the German one's, where that flight lands."""
    home = next((country for force, country in _FORCES if force.search(said.slots.low)), None)
    if home is None or "to_location" in given:
        return given
    left = given.get("from_location") or given.get("country_code")
    if isinstance(left, str) and country_of(left, said.deps) != country_of(home, said.deps):
        rest = {name: value for name, value in given.items() if name != "country_code"}
        return {**rest, "from_location": left, "to_location": home}
    return {**given, "country_code": home} if left is None else given


def _legs(said: Said, *when: str) -> Given:
    """Each border of a journey is its own: "Shoreham, Le Touquet, Antwerp". The hour is the first leg's alone."""
    stops = through_a_field(said) or said.journey()
    if len(stops) == 2 and (over := [stop for stop in said.stops() if stop not in stops]):
        stops = [stops[0], *over, stops[1]]
    if len(stops) < 3:
        return {}
    later_on: Given = dict.fromkeys(when)
    if when and said.slots.days:
        later_on[when[0]] = said.day()
    further: list[JsonValue] = [
        {**later_on, "from_location": start, "to_location": end} for start, end in pairwise(stops[1:])
    ]
    return {"from_location": stops[0], "to_location": stops[1], "beside": further}


def _registry(said: Said) -> str | None:
    """The State of registry by the mark that is said."""
    found = REGISTRATION.search(said.slots.text)
    if found is not None:
        said.used.add(found.span())
    return said.deps.borders.registry(found["m"]) if found else None


def _based(said: Said) -> str | None:
    """The aircraft's home base where one is said: "based in Jersey"."""
    for spot in said.slots.spots:
        if _BASED.search(said.slots.low[: spot.start]):
            said.take([spot])
            return said.name(spot)
    return None


_CYPRUS = "CY"
_THE_NORTH = re.compile(
    r"\b(?P<from>(?:from|von|aus|vom|de|depuis) )?(?:(?:to|into|nach|in|vers|dans|au) )?(?:the |den |der |le |la )?(?:occupied |turkish |besetzten |türkischen )?"
    r"(?:(?:north(?:ern)?(?: (?:part|half|side|end))?|nord(?:en|teil)?|partie nord)(?: (?:of|der|von|de) (?:the |der |l['’])?(?:island|insel|île|cyprus|zypern|chypre)|s? der insel)"
    r"|nordteil zyperns|norden zyperns|(?:turkish|occupied) (?:side|part|half|north)(?: of (?:the island|cyprus))?)\b"
)
""" "The north of the island", on Cyprus: another territory, which is no part of the Republic's."""


def _the_north(said: Said) -> re.Match[str] | None:
    """Where the north of Cyprus is said without its name, beside Cyprus or a place on it."""
    found = _THE_NORTH.search(said.slots.low)
    if found is None:
        return None
    named = {c.country.code for c in said.slots.countries}
    named |= {s.country or country_of(s.name, said.deps) or "" for s in said.slots.spots}
    return found if _CYPRUS in named else None


def _of_the_north(said: Said, north: re.Match[str]) -> Given:
    """The flight between the north of Cyprus and the other place that is said, or Cyprus."""
    said.used.add(north.span())
    rest = [s for s in said.slots.spots if not north.start() <= s.start < north.end()]
    said.take(rest)
    places = [s for s in rest if s.kind != "country"] or rest
    other = said.name(places[0]) if places else "Cyprus"
    ends_there = not north["from"]
    return {
        "from_location": other if ends_there else "Northern Cyprus",
        "to_location": "Northern Cyprus" if ends_there else other,
    }


def ends(said: Said) -> Given:
    """`from_location` and `to_location`, as far as they are said; two demonyms are two countries."""
    if (north := _the_north(said)) is not None:
        return _of_the_north(said, north)
    away = of_somebody(said)
    start, end = said.without(away).ends()
    if start is not None and start == end:
        start, end = said.without([*away, *_said_again(said)]).ends()
    end = None if start is not None and _is_its_own_country(start, end, said) else end
    if start is None or end is None:
        countries = said.countries()
        if len(countries) >= 2 and not said.spots:
            named = {c.country.code: c for c in said.slots.countries}
            if _FROM.search(said.slots.low[: named[countries[1]].start]):
                countries = countries[1::-1]  # "Swiss customs when I come from Germany"
            return {"from_location": countries[0], "to_location": countries[1]}
    return {**({"from_location": start} if start else {}), **({"to_location": end} if end else {})}


def _said_again(said: Said) -> list[Spot]:
    """Countries that were named before: "in the Netherlands coming from Ireland, Ireland is in the EU but …"."""
    nations = [s for s in said.slots.spots if s.kind == "country"]
    return [s for at, s in enumerate(nations) if said.name(s) in [said.name(before) for before in nations[:at]]]


_WHAT_IS_ASKED = re.compile(
    r"\b(?:(?:what|which|any) (?:reports?|forms?|papers|paperwork|notice|notices|formalities|declarations?)(?: (?:do|must|are|is)\b[^?.!;,]*)?"
    r"|(?:what|which|anything|whatever|was|que|quoi)\b[^?.!;,\d]{0,24}?\b(?:(?:to|do i|do we|must i|must we|should i|should we) (?:file|report|declare|send|submit)|filed|reported|declared|submitted|(?:an)?(?:ge)?melden|(?:an)?gemeldet|déclarer)"
    r"|(?:do|does|will|would) (?:i|we|one) (?:need|have) (?:to (?:clear|go through|do|pass) )?(?:any )?(?:passports?|passport control|immigration|customs|border control)\b"
    r"|(?:what|which papers) do(?:es)? the \w+ (?:want|need|ask|require)\b|is (?:it|that|this) (?:in )?schengen|is it (?:in )?the eu"
    r"|ist das (?:in )?(?:der )?(?:schengen|eu)|was muss ich (?:an)?melden|was ist (?:an)?zu(?:zu)?melden|was (?:muss|soll) ich beachten|welche meldungen|was verlangen die \w+"
    r"|c['’]est schengen|quelles? (?:formalités|démarches|déclarations)|que dois-je déclarer)\b"
)
"""What a border's papers answer, in words that name no paper."""
_FROM = re.compile(r"\b(?:from|aus|von|depuis|de|d['’])\s*(?:the |la |le |der |den |l['’])?$")


_WHICH_FIELDS = re.compile(
    r"\b(?:which|what|all|where|list|welche\w*|alle|wo|quel(?:le)?s?|tous les|où)\b.{0,20}"
    r"\b(?:air(?:fields?|ports?)|fields?|aerodromes?|(?:flug|lande)?plätze\w*|flughäfen|terrains?|aéroports?|aérodromes?)\b"
)


def _is_declared_from_abroad(said: Said) -> bool:
    """ "Must I tell Swiss customs before I land when I come from Germany": two countries, the one left is said."""
    countries = said.slots.countries
    codes = {c.country.code for c in countries}
    if len(codes) != 2 or len(countries) != 2 or said.spots or not said.all_of("customs"):
        return False
    if said.has("rules", "both_ways") or said.all_of("gar", "gendec", "flight_plan"):
        return False
    if notice_of_a_state(said):
        return False  # how early one of the two wants to know
    if _WHICH_FIELDS.search(said.slots.low):
        return False  # "which airfields in Denmark may we enter at from Scotland"
    return sum(bool(_FROM.search(said.slots.low[: c.start])) for c in countries) == 1


def _from_a_field(said: Said) -> Given:
    """ "Do I tell customs in Denmark when I come from Flensburg": the flight from that place into the land whose customs is asked."""
    countries, towns = said.slots.countries, [s for s in said.spots if s.kind in ("code", "iata", "place")]
    left = [s for s in towns if s.role == "from"]
    if len(countries) != 1 or len(left) != 1 or len(towns) != 1 or not said.all_of("customs"):
        return {}
    entered = countries[0].country
    if _FROM.search(said.slots.low[: countries[0].start]) or country_of(left[0].name, said.deps) in (
        None,
        entered.code,
    ):
        return {}
    if said.has("rules", "both_ways") or said.all_of("gar", "gendec", "flight_plan") or notice_of_a_state(said):
        return {}
    if said.all_of("nearest", "airfields"):
        return {}  # "nearest airfield in Ireland with customs from Popham" is a list
    if _WHICH_FIELDS.search(said.slots.low) or _ENTRIES.search(said.slots.low):
        return {}
    said.take([*said.slots.spots, *said.all_of("customs", "notice")])
    return {"from_location": said.name(left[0]), "to_location": entered.name}


WHO_IS_TOLD = re.compile(
    r"\b(?:who(?:m)? (?:do|must|should) (?:i|we) (?:have to |need to )?(?:notify|tell|inform|warn|call|ring|phone|contact)"
    r"|who (?:needs?|has|must|should|ought)(?: to)? (?:know|be (?:told|notified|informed|warned))|who to (?:notify|tell|inform|warn|call)"
    r"|qui (?:(?:dois-je|faut-il|doit-on|je dois|il faut) )?(?:prévenir|avertir|informer|aviser|appeler)|qui doit être (?:prévenu|averti|informé)"
    r"|wen (?:muss|soll|sollte|müssen) (?:ich|man|wir)\b[^.?!]{0,40}?\b(?:informieren|verständigen|benachrichtigen|anrufen|kontaktieren)"
    r"|we[nmr] muss (?:ich|man|es|alles)\b[^.?!]{0,40}?\b(?:bescheid|wissen|melden|informiert)"
    r"|(?:do|must|should|shall) (?:i|we) (?:(?:have|need) to )?(?:call|ring|phone|tell|notify|inform|contact) (?:any|some)(?:one|body)"
    r"|(?:qui (?:est-ce que )?(?:j['’]|je |on )|(?:j['’]|je |on ))(?:appelle|téléphone|préviens|prévient|avertis|contacte)(?: (?:à )?qui)?\b"
    r"|(?:faut-il|il faut|dois-je|je dois|doit-on|on doit) (?:appeler|prévenir|avertir|contacter|informer) (?:quelqu['’]un|qui)\b"
    r"|wen (?:anrufen|informieren|verständigen|kontaktieren|benachrichtigen|(?:rufe|ruf) (?:ich|man|ma|i) an)"
    r"|(?:muss|soll|sollte|müssen) (?:ich|i|man|ma|wir) (?:irgend)?(?:jemand\w*|wen|wem)\b[^.?!]{0,20}?\b(?:anrufen|informieren|bescheid|verständigen|kontaktieren)(?: (?:sagen|geben))?"
    r"|(?:notify|tell|inform|prévenir|avertir|informer|informieren|melden)\b[^.?!]{0,30}?\b(?:or any(?:one|body)|oder (?:sonst )?(?:noch )?jemand\w*|ou (?:quelqu['’]un|d['’]autres)))\b"
)


def _is_told_of(said: Said) -> bool:
    """A flight over a border, and whether a declaration is due or who is told: "from Lydd to Ostend, need a gendec?"."""
    low = said.slots.low
    by_role = {s.role: s for s in said.slots.spots if s.role in ("from", "to")}
    if said.clocks() or (said.slots.days and said.again().people() is not None):
        return False  # a trip that is told, and what it takes
    if len(said.slots.countries) == len(said.slots.spots) == 1 and said.slots.spots[0].role == "to":
        return WHO_IS_TOLD.search(low) is not None  # "who do I call when I fly to Ireland"
    if len(said.slots.spots) != _BOTH_ENDS:
        return False
    if len(by_role) < _BOTH_ENDS and not (WHO_IS_TOLD.search(low) and _stand_in_a_row(said)):
        return False
    first, second = (s.country or country_of(s.name, said.deps) for s in said.slots.spots)
    if first == second:
        return False
    gar = bool(said.all_of("gar")) and _IS_NEEDED.search(low) is not None and _matter(said) is None
    return gar or said.has("gendec") or WHO_IS_TOLD.search(low) is not None


def _stand_in_a_row(said: Said) -> bool:
    """ "Calais Lydd", "Konstanz - Altenrhein": two names with nothing between them."""
    first, second = said.slots.spots
    return not said.slots.text[first.end : second.start].strip(" -–→>/")


_IS_NEEDED = re.compile(
    r"^\W*(?:(?:and|so|und|et|please|hi|hello|bitte) )*(?:(?:do|must|should|shall|will) (?:i|we|you) (?:have to |need )?(?:to )?"
    r"(?:send |file |submit |fill in )?(?:a |the )?gar\b|is (?:a |the )?gar (?:needed|required|necessary)|(?:the )?gar rules?\b|rules? (?:of|on|for) (?:the )?gars?\b"
    r"|(?:brauch\w*|benötig\w*) (?:ich|wir|man) (?:ein |einen |das )?gar\b|muss (?:ich|man) (?:ein |einen |das )?gar\b"
    r"|faut-il (?:un |le )?gar\b|(?:est-ce qu['’ ]il faut) (?:un |le )?gar\b)"
)
"""Whether the report is due at all, or what holds of it; not only by when."""


_THEY_WANT = re.compile(
    r"\b(?:do|does|will|would|what|woll(?:en|t)|verlang\w*|will)\b[^?.!]{0,30}?\b(?:want|require|ask|insist|need|expect|verlang\w*|haben|woll(?:en|t)|demand\w*)\b"
    r"[^?.!]{0,20}?\b(?:gars?|gendecs?|general declaration|notice|reports?|anmeldung)\b"
)


_FROM_ONE = re.compile(r"\b(?:from|aus|von|depuis)\s+(?:an?|one|einem|un|une)\s+$")


def _what_they_want(said: Said) -> Given:
    """ "Do the Dutch want a GAR when I come from England": the flight from the one land to the other whose wish is asked."""
    low = said.slots.low
    declared = said.has("gendec") and len({c.country.code for c in said.slots.countries}) == _BOTH_ENDS
    if not (declared or _THEY_WANT.search(low)) or any(s.kind in ("code", "iata") for s in said.slots.spots):
        return {}
    left = [c for c in said.slots.countries if _FROM.search(low[: c.start]) or _FROM_ONE.search(low[: c.start])]
    asked = [c for c in said.slots.countries if c not in left and not of_credentials(c, low)]
    start = said.deps.countries.get(left[0].country.code) if left else None
    from_spot = next((s for s in said.slots.spots if s.role == "from"), None)
    begins = start.name if start else said.name(from_spot) if from_spot else ""
    if len(asked) != 1 or not begins:
        return {}
    said.take([*said.slots.spots, *said.mentions])
    return {"from_location": begins, "to_location": asked[0].country.name}


_DASH = re.compile(r"\s*(?:-|–|—|->|→|>)\s*")
_ONLY_CUSTOMS = re.compile(r"\W*(?:and |et |und )?(?:customs|douanes?|zoll|immigration|passports?)\W*")


_IS_A_WAY = re.compile(r"\W*(?:(?:(?:a )?flight|flying|fly|flug|vol|from|von|aus|de|depuis|d['’])\W*)*")


def _is_between_territories(said: Said) -> bool:
    """ "Büsingen from Germany customs": two territories, of which no airfield stands for either, and their customs.

    "Malaga to Ceuta" is such a question by itself, since no airfield is known in Ceuta.
    """
    spots = said.slots.spots
    territories = {s: said.deps.borders.named(s.name) for s in spots}
    whole = [s for s in spots if s.kind == "country" or territories[s] is not None]
    bare = any(t is not None and not fields_of(t, said.deps) for t in territories.values())
    if len(spots) != 2 or not (len(whole) == 2 or bare) or not {s.role for s in spots} & {"from", "to"}:
        return False
    rest = said.slots.low[max(s.end for s in spots) :]
    return bool(_ONLY_CUSTOMS.fullmatch(rest)) or (
        bare and not rest.strip(" ?!.") and _IS_A_WAY.fullmatch(said.slots.low[: spots[0].start]) is not None
    )


def _is_a_dashed_way(said: Said) -> bool:
    """ "Ajaccio - Olbia, douane ?": a way over a border and its customs, and nothing else."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place")]
    if len(spots) != 2 or not _DASH.fullmatch(said.slots.low[spots[0].end : spots[1].start]):
        return False
    first, second = (s.country or country_of(s.name, said.deps) for s in spots)
    return first != second and bool(_ONLY_CUSTOMS.fullmatch(said.slots.low[spots[1].end :]))


def _is_its_own_country(start: str, end: str | None, said: Said) -> bool:
    """Whether the end is only the country before its town: "Cyprus Larnaca to …"."""
    country = said.deps.countries.named(end) if end else None
    named = [s for s in said.slots.spots if s.kind == "country" and said.name(s) == end]
    plain = bool(named) and all(s.role == "" for s in named)
    return country is not None and plain and country_of(start, said.deps) == country.code


def countries_at(said: Said) -> list[str]:
    """Countries said, or those of the places said."""
    return said.countries() or [c for s in said.spots if (c := country_of(s.name, said.deps))]


MOST_WORDS_HOME = 17


_IN_A_MICROLIGHT = re.compile(
    r"\W*(?:(?:and|und|et|but|mais|aber|what|about|how|if|it|s|is|in|with|on|for|a|an|the|same|mit|einem|einer|ein|eine|im|als|bei|wie|ist|es|en|avec|pour|un|une|c['’]?est|c|est|pareil|"
    r"auch|idem|then|dann|alors|my|our|mein\w*)\W+)*(?:micro-?lights?|ultra-?lights?|u\.?l\.?|ulms?|ultraleicht\w*|ultra-?légers?|3[- ]?axes?)(?:\W+(?:aircraft|flugzeug|then|dann|alors|too|auch|aussi|c|est|c['’]est|pareil))*\W*",
    re.IGNORECASE,
)


@goes_on
def in_a_microlight(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "And in a microlight?" of a flight over a border: whether it may come at all, said by the state it goes to."""
    end, start = call.arguments.get("to_location"), call.arguments.get("from_location")
    if call.tool not in ("get_border_brief", "plan_trip") or not _IN_A_MICROLIGHT.fullmatch(said.slots.text):
        return None
    there = country_of(end, said.deps) if isinstance(end, str) else None
    home = country_of(start, said.deps) if isinstance(start, str) else None
    if there is None or there == home:
        return None
    question = "May a microlight (ultralight, ULM) that is registered abroad fly here?"
    return ToolCall(tool="answer_rules_question", arguments={"question": question, "country_code": there})


@goes_on
def of_the_way_home(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "And on the way home to Ireland, who do I tell": the papers of the same flight, the other way.

    "What about coming back to Brittany on Sunday" begins where the flight in hand ends, and ends at what is named.
    """
    if call.tool == "get_notification_for_airport":
        return _home_from(said, call)
    start, end = call.arguments.get("from_location"), call.arguments.get("to_location")
    if call.tool != "get_border_brief" or not isinstance(start, str) or not isinstance(end, str):
        return None
    if len(said.slots.words) > MOST_WORDS_HOME or not said.all_of("reverse"):
        return None
    spots = [spot for spot in said.slots.spots if spot.kind not in ("country", "here")]
    if len(spots) > 1 or (
        (said.slots.quantities and not said.slots.days)
        or said.all_of("gar", "gendec", "flight_plan", "police", "fuel", "sun")
    ):
        return None
    homes = {country_of(start, said.deps)}
    if any(named.country.code not in homes for named in said.slots.countries):
        return None
    day: Given = {"date": said.day() if said.slots.days else None}
    if said.slots.days and (clocks := said.clocks()) and said.is_arrival(clocks[0]) is not True:
        at = said.clock(clocks[0], end)
        day = {"date": f"{said.day()} {at}" if at else said.day()}
    if not spots:
        return call.varied(from_location=end, to_location=start, **day)
    (spot,) = spots
    another = {"from": {start, end}, "to": {start, end}}.get(spot.role, {said.name(spot)})
    at_home = (spot.country or country_of(said.name(spot), said.deps)) in homes
    if spot.role != "to" or not at_home or said.name(spot) in another:
        return None
    return call.varied(from_location=end, to_location=said.name(spot), **day)


def _home_from(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Et pour le retour" behind the notice of a field for flights from a country: its border, the other way."""
    field, home = call.arguments.get("icao_code"), call.arguments.get("from_country")
    country = said.deps.countries.get(home) if isinstance(home, str) else None
    if country is None or not isinstance(field, str) or not said.all_of("reverse"):
        return None
    if len(said.slots.words) > MOST_WORDS_HOME or said.slots.spots or said.slots.quantities:
        return None
    day: Given = {"date": said.day()} if said.slots.days else {}
    way: Given = {"from_location": field, "to_location": country.name, **day}
    return ToolCall(tool="get_border_brief", arguments=way)


_INSTEAD = FUNCTION | keys_of(
    "instead rather then stattdessen lieber dann plutôt alors place about what how ok okay fly flying go going"
)


@goes_on
def the_report_stays(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "To Ireland instead" behind the GAR of France to the UK: the other end changes, the state of the report stays."""
    start, end = call.arguments.get("from_location"), call.arguments.get("to_location")
    if (
        call.tool != "get_border_brief"
        or call.arguments.get("about_report") != "GAR"
        or len(said.slots.spots) != 1
    ):
        return None
    (spot,) = said.slots.spots
    free = [w for w in said.slots.words if not spot.start <= w.start < spot.end]
    if spot.kind in ("here", "home") or any(w.key not in _INSTEAD for w in free):
        return None
    other = spot.country or country_of(said.name(spot), said.deps)
    british = [isinstance(place, str) and country_of(place, said.deps) == "GB" for place in (start, end)]
    if other is None or other == "GB" or sum(british) != 1:
        return None
    home = start if british[0] else end
    arrives = spot.role == "from" or (spot.role != "to" and british[1])
    said.take([spot])
    way = (said.name(spot), home) if arrives else (home, said.name(spot))
    return call.varied(from_location=way[0], to_location=way[1])


@goes_on
def what_of_the_report(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "What happens if I'm late sending it" behind a GAR or the papers of a flight that needs one: that of the GAR."""
    ways = [call.arguments.get(name) for name in ("from_location", "to_location", "country_code")]
    british = "GB" in [country_of(way, said.deps) or way for way in ways if isinstance(way, str)]
    in_hand = call.arguments.get("report") == "GAR" or (call.tool == "get_border_brief" and british)
    if not in_hand or call.tool not in ("get_report_deadline", "get_border_brief") or said.slots.spots:
        return None
    if len(said.slots.words) > _MOST_OF_A_MATTER or _matter(said) != "missing" or not _SENT.search(said.slots.low):
        return None
    if said.all_of("flight_plan", "gendec", "fee"):
        return None
    said.take_all()
    return ToolCall(tool="get_report_deadline", arguments={"report": "GAR", "about": "missing"})


_MOST_OF_A_MATTER = 12
_SENT = re.compile(
    r"\b(?:send\w*|sent|submit\w*|fil(?:e|ed|ing)|forg[eo]t\w*|miss(?:ed)?|late|schick\w*|send\w*|vergess\w*|zu spät|envo\w+|oubli\w+|trop tard)\b.*\b(?:it|that|one|es|das|ihn|l['’]\w+)\b"
    r"|\b(?:it|that|es|das|l['’])\W*(?:is |was |'s |zu )?\w*\W*(?:late|forgotten|spät|vergess\w*|oubli\w*|envo\w+|schick\w*)\b"
)


def _is_a_gar_between_two(said: Said) -> bool:
    """ "GAR rules for leaving the UK to France": the report of one way, and no hour at which it leaves."""
    if not said.has("gar") or said.slots.days or said.clocks():
        return False
    nations = [spot for spot in said.slots.spots if spot.kind == "country"]
    whose = _RULES_OF.search(said.slots.low) is not None
    return (
        whose
        and len(nations) == _BOTH_ENDS == len(said.slots.spots)
        and {"from_location", "to_location"} <= ends(said.again()).keys()
    )


_RULES_OF = re.compile(r"\b(?:rules?|requirements?|regulations?|procedures?|regeln|vorschriften|règles)\b")


goes_on(flown_over_too)
goes_on(with_a_stop)
goes_on(with_somebody_aboard)
