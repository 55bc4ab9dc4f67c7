"""One attribute of one airfield: what the documents in hand state of it, where, and of which day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pydantic.json_schema import SkipJsonSchema

from agent import regex as re
from agent.aviation.aip_words import GRADE_NAMES
from agent.aviation.airfield_facts import AirfieldFacts
from agent.aviation.airports import Airport
from agent.aviation.fact_records import CUSTOMS_ELSEWHERE
from agent.aviation.facts import Fact, NoticeText, as_source, called_first, in_full, service_words, shown
from agent.aviation.hours import holiday_name, zone_of
from agent.aviation.night import Nights, day_of
from agent.aviation.notice_view import View
from agent.aviation.published_hours import hours_fact, is_open_at, opening_of
from agent.aviation.sun import SunState, civil_twilight, sun_times
from agent.deps import Deps
from agent.protocol import Source, Value
from agent.subjects.airfield.asked import Attribute
from tongue import later, say

GRADES: dict[Attribute, str] = {
    "avgas": "100LL",
    "jet_a": "jet_a",
    "ul91": "UL91",
    "ul94": "UL94",
    "mogas": "mogas",
}
"""The fuels that can be asked for one by one, by their grade in the facts."""
APPROACHES: dict[Attribute, str] = {"ils": "ILS", "rnp": "RNP", "vor": "VOR", "ndb": "NDB"}
FROM_TABLE = frozenset[Attribute]({"elevation", "runway", "position", "iata_code", "website"})
"""Read from the record of the airport table, which the result holds as a whole."""
_FIELDS: dict[Attribute, str] = {
    "fuel": "fuel",
    **dict.fromkeys(GRADES, "fuel"),
    "approaches": "procedures",
    **dict.fromkeys(APPROACHES, "procedures"),
    "hours": "hours",
    "restaurant": "restaurant",
    "hotel": "hotel",
    "lights": "lights",
    "parking": "parking",
    "maintenance": "maintenance",
    "transport": "transport",
    "fire_category": "fire_category",
    "deicing": "deicing",
}


class DayHours(Value):
    """The published hours of one day. `local` and `utc` only where the text states its time basis.

    `understood` False: the text was not understood to its last word, it is shown as printed. `closed`: it says so.
    `by_daylight`: the hours hold within the daylight period. `at` is the time asked about, `within` whether it
    lies within the published hours; None where they do not say.
    """

    day: date
    day_name: str
    holiday: str | None = None
    understood: bool = False
    all_day: bool = False
    closed: bool = False
    by_daylight: bool = False
    figures: tuple[str, ...] = ()
    local: tuple[str, ...] = ()
    utc: tuple[str, ...] = ()
    at: SkipJsonSchema[str | None] = None
    within: SkipJsonSchema[bool | None] = None


class DaySun(Value):
    """The sun over a field on one day, computed for its position: local times, UTC in brackets.

    `before_sunset` and `before_night` are so many minutes earlier, where that was asked for.
    `minutes_after` is so long after sunset as night was taken to begin, `night_past_sunset` how long after it does
    that day, `night_by_minutes` the minutes of a rule that counts from sunset.
    `dusk` is from sunset to the end of civil twilight.
    `night_begins` is the legal night by the state's own rules, `night_by` the rule; None: not known. `daylight`
    is from sunrise to sunset; `to_sunset`
    and `to_night` are how long it is from now until then, where that is still to come today. `at` is the hour that
    was asked about, and how long past sunrise, sunset and the beginning of night it is (negative: before).
    `rise_first`: the morning is what was asked for; `further` are the other days that were named.
    """

    day: date
    day_name: str
    state: SunState
    sunrise: str | None = None
    sunset: str | None = None
    twilight_begins: str | None = None
    twilight_ends: str | None = None
    dusk: timedelta | None = None
    night_begins: str | None = None
    night_by: str | None = None
    daylight: timedelta | None = None
    to_sunset: timedelta | None = None
    to_night: timedelta | None = None
    minutes_before: int | None = None
    minutes_after: int | None = None
    night_past_sunset: timedelta | None = None
    night_by_minutes: int | None = None
    before_sunset: str | None = None
    before_night: str | None = None
    at: str | None = None
    at_past_sunrise: timedelta | None = None
    at_past_sunset: timedelta | None = None
    at_past_night: timedelta | None = None
    rise_first: bool = False
    further: tuple[DaySun, ...] = ()


class AskedFact(Value):
    """What is known of one attribute. `known` False: none of the data in hand speaks of it.

    `listed` is for a fuel grade or a kind of approach: whether the document's list names it; a list that does
    not is no proof of its absence; of access False is that no text at hand
    speaks of permission. `differing` are other records that say something else, with their source; `of_day`
    is what a wording asks on the day that was named, `reach` the numbers and addresses in it; `unsure`: no
    official list says it of who answers on the radio.
    """

    attribute: Attribute
    known: bool = False
    value: str | None = None
    listed: bool | None = None
    beside: tuple[str, ...] = ()
    item: str | None = None
    source: str | None = None
    as_of: date | None = None
    stale: bool = False
    differing: tuple[str, ...] = ()
    hours: DayHours | None = None
    sun: DaySun | None = None
    of_day: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    unsure: SkipJsonSchema[bool] = False


class Light(Value):
    """What of a day's light is asked beside it: so long before the sun sets, and how it is at an hour, "17:10"."""

    minutes_before: int | None = None
    minutes_after: int | None = None
    at: str | None = None
    rise_first: bool = False
    further: tuple[date, ...] = ()


def _clocks(airport: Airport, now: datetime, day: date, at: str | None) -> str | None:
    """The local time and UTC: now, or of an hour there on a day; None where the zone is not known."""
    zone = zone_of(airport.time_zone)
    if zone is None:
        return None
    if at is not None:
        local = datetime.combine(day, time.fromisoformat(at), zone)
        return say("{local:%H:%M} local is {utc:%H:%M} UTC", local=local, utc=local.astimezone(UTC))
    return say("now {local:%H:%M} local, {utc:%H:%M} UTC", local=now.astimezone(zone), utc=now.astimezone(UTC))


def look_up(
    attribute: Attribute,
    airport: Airport,
    deps: Deps,
    today: date,
    day: date | None,
    light: Light | None = None,
) -> tuple[AskedFact, tuple[Source, ...]]:
    """What is known of one attribute, and the sources of just that."""
    known = deps.facts.of(airport.ident)
    if attribute == "sun":
        sun = _sun(airport, day or today, deps.nights, deps.now(), light or Light())
        return AskedFact(attribute=attribute, known=True, sun=sun), (deps.airports.source,)
    if attribute == "variation":
        degrees = deps.weather_tables.variation_deg(airport)
        said = None if degrees is None else _variation(degrees)
        return AskedFact(attribute=attribute, known=said is not None, value=said), (
            _MAGNETIC_MODEL,
        ) if said else ()
    if attribute == "time_zone":
        told = _clocks(airport, deps.now(), day or today, light.at if light else None)
        return AskedFact(attribute=attribute, known=told is not None, value=told), (deps.airports.source,)
    if attribute in FROM_TABLE:
        return AskedFact(attribute=attribute, known=True), (deps.airports.source, *_runway_sources(attribute, airport, deps, today))  # fmt: skip  # noqa: E501
    if attribute == "contact":
        facts = [f for f in (known.first("phone"), known.first("email")) if f]
        return AskedFact(
            attribute=attribute,
            known=bool(facts),
            value=" · ".join(shown(f) for f in facts) or None,
            beside=_numbers_with_hours(known),
        ), _sources(facts, today)
    if attribute in ("tower", "frequency"):
        return _radio(attribute, airport, deps, today)
    if attribute == "status":
        return _status(airport, deps, today)
    if attribute == "access":
        return _access(airport, deps, today)
    if attribute == "position":
        where = [fact for fact in (known.first("site"),) if fact]
        site = AskedFact(attribute=attribute, known=True, beside=tuple(shown(f) for f in where))
        return site, (deps.airports.source, *_sources(where, today))
    if attribute == "non_radio":
        told = [fact for fact in known.restrictions if "radio" in str(fact.value).casefold()]
        return _stated("non_radio", told, [], today)
    if attribute == "notices":
        return _stated("notices", list(known.restrictions), [], today)
    if attribute in ("customs", "handling"):
        return _from_wording(attribute, airport, deps, today, day if attribute == "customs" else None)
    if attribute in ("self_service", "payment"):
        return _of_the_pump(attribute, known, today)
    field = _FIELDS.get(attribute)
    statements = [f for f in known.all(field) if f.source.official] if field else []
    served = known.first("ats_hours") if attribute == "hours" else None
    if served is not None and (not statements or hours_fact(known) is served):
        found = AskedFact(
            attribute="hours",
            value=shown(statements[0]) if statements else None,
            beside=(shown(served),),
            item=served.item,
            hours=_hours(served, day, airport, light.at if light else None) if day else None,
        )
        return found, _sources([served], today)
    words, worded = _beside_fuel(known) if attribute in ("fuel", *GRADES) else ((), [])
    if attribute == "transport" and (site := known.first("site")) is not None:
        words, worded = (shown(site),), [site]
    if attribute == "lights":
        words = _with_papi(runway_facts(airport.ident, deps))
    table = (deps.airports.source,) if attribute == "lights" else ()
    if not statements:
        return AskedFact(attribute=attribute, beside=words), (*table, *_sources(worded, today))
    first = statements[0]
    others = [f for f in statements[1:] if f.value != first.value]
    found = AskedFact(
        attribute=attribute,
        known=True,
        value=_in_words(first, known),
        listed=_listed(attribute, first),
        beside=words,
        item=first.item or None,
        source=first.source.name,
        as_of=None if first.source.undated else first.observed_on,
        stale=first.stale(today),
        differing=tuple(say("{name}: {value}", name=f.source.name, value=shown(f)) for f in others),
        hours=_hours(first, day, airport, light.at if light else None) if attribute == "hours" and day else None,
    )
    return found, (*table, *_sources([first, *worded, *others], today))


_MAGNETIC_MODEL = Source(
    name="World Magnetic Model 2025 (NOAA), for 2027", as_of=date(2027, 1, 1), licence="public domain"
)


def _variation(degrees: float) -> str:
    """ "2.4° east", to a tenth, as charts print it to a half."""
    size = round(abs(degrees), 1)
    if not size:
        return say("0°")
    return say("{size:.1f}° east", size=size) if degrees > 0 else say("{size:.1f}° west", size=size)


def _beside_fuel(known: AirfieldFacts) -> tuple[tuple[str, ...], list[Fact | NoticeText]]:
    """When fuel is sold; with the sources, also of who may not come because of theirs (the caution tells it)."""
    sold = [n for n in known.notices if n.services == ("fuel",)][:1]
    return tuple(n.raw for n in sold), [*sold, *known.barred_by_fuel]


_NUMBERS = re.compile(r"\bTEL\.? ?:? ?((?:\(?\+?\d[\d ().-]{6,}\d(?: ?\([A-Z][\w /]*\))? ?)+)")


def _numbers_with_hours(known: AirfieldFacts) -> tuple[str, ...]:
    """The numbers that the text on the tower's or AFIS's hours names and the field's own row does not."""
    served, own = known.first("ats_hours"), re.sub(r"\D", "", known.contact("phone") or "")
    found = _NUMBERS.findall(str(served.value)) if served else []
    return tuple(" ".join(said.split()) for said in found if re.sub(r"\D", "", said) not in own)


def _in_words(fact: Fact, known: AirfieldFacts) -> str:
    """The value; of hours as they stand (the answer states the basis itself), of fuel with how it is sold."""
    if fact.field == "hours":
        return str(fact.value)
    return in_full(fact, known) if fact.field == "fuel" and fact.value else shown(fact)


def _runway_sources(attribute: Attribute, airport: Airport, deps: Deps, today: date) -> tuple[Source, ...]:
    return _sources(runway_facts(airport.ident, deps), today) if attribute == "runway" else ()


def _with_papi(runways: list[Fact]) -> tuple[str, ...]:
    """The runway ends that have a PAPI, by the documents."""
    return tuple(fact.field.removeprefix("runway_") for fact in runways if "PAPI" in str(fact.value))


def runway_facts(icao: str, deps: Deps) -> list[Fact]:
    """What documents say of the runways, one statement per direction."""
    found: dict[str, Fact] = {}
    for fact in deps.facts.of(icao).facts:
        if fact.field.startswith("runway_"):
            found.setdefault(fact.field, fact)
    return list(found.values())


def _from_wording(
    attribute: Attribute,
    airport: Airport,
    deps: Deps,
    today: date,
    day: date | None,
    minutes_before: int | None = None,
) -> tuple[AskedFact, tuple[Source, ...]]:
    """Customs or handling: the row of the AIP as it stands, else the list of border points."""
    known = deps.facts.of(airport.ident)
    rows = [n for n in known.notices if attribute in n.services]
    lists = [*known.all("border_point")[:1], *known.all("uk_customs")] if attribute == "customs" else []
    if rows:
        first = rows[0]
        return AskedFact(
            attribute=attribute,
            known=True,
            value=first.raw,
            listed=known.customs if attribute == "customs" else None,
            item=first.item or None,
            source=first.source.name,
            as_of=None if first.source.undated else first.observed_on,
            stale=first.stale(today),
            differing=tuple(
                say("{name}: {value}", name=n.source.name, value=n.raw) for n in rows[1:2] if n.raw != first.raw
            ),
            of_day=_asked_on(day, rows, airport, deps) if day else (),
            reach=_reach(first) if attribute == "customs" else (),
            beside=tuple(_listed_on(fact) for fact in lists),
        ), _sources([first, *lists], today)
    if attribute == "handling":
        fact = known.first("handling")
        if fact is None:
            return AskedFact(attribute=attribute), ()
        return AskedFact(
            attribute=attribute,
            known=True,
            value=fact.raw or shown(fact),
            item=fact.item or None,
            source=fact.source.name,
            as_of=fact.observed_on,
            stale=fact.stale(today),
        ), _sources([fact], today)
    if not lists:
        away = [f for f in known.restrictions if str(f.value).startswith(CUSTOMS_ELSEWHERE)][:1]
        return AskedFact(attribute=attribute, beside=tuple(str(f.value) for f in away)), _sources(away, today)
    return AskedFact(
        attribute=attribute,
        known=True,
        beside=tuple(_listed_on(fact) for fact in lists),
        source=lists[0].source.name,
        as_of=None if lists[0].source.undated else lists[0].observed_on,
        stale=lists[0].stale(today),
    ), _sources(lists, today)


def _reach(text: NoticeText) -> tuple[str, ...]:
    """The telephone numbers and addresses of a row, in its rules' order."""
    found = [said for rule in text.rules.rules for said in (rule.phone, rule.email) if said]
    return tuple(dict.fromkeys(found))


def _asked_on(day: date, rows: list[NoticeText], airport: Airport, deps: Deps) -> tuple[str, ...]:
    """What the border's rows ask on a day, a public holiday's rule before its weekday's."""
    from agent.subjects.notice.demand import Reading, demands_of  # most questions are of no day and no border
    from agent.subjects.notice.words import demand_in_words

    view = View(airport, zone_of(airport.time_zone), day, None, None)
    readings = [Reading(text, text.rules.rules) for text in rows]
    demands = demands_of(readings, ("customs", "immigration"), view, today_at(airport, deps.now()))
    lines = [demand_in_words(demand, deps.now()) for demand in demands if demand.tells_of_the_day]
    holiday = holiday_name(day, airport.country, airport.region)
    when = say("{day_name} {day} {day2:%b}", day_name=say("{day:%A}", day=day), day=day.day, day2=day)
    when += say(" (public holiday: {holiday})", holiday=holiday) if holiday else ""
    return (say("{name}: {value}", name=when, value=lines[0]), *lines[1:3]) if lines else ()


_GOODS = later("about goods; file the GAR and confirm with the field")


def _listed_on(fact: Fact) -> str:
    """On which list, of which day, and what that list means."""
    when = say("not dated") if fact.source.undated else say("{observed_on:%b %Y}", observed_on=fact.observed_on)
    if fact.field == "uk_customs":
        if fact.value == "customs airport":
            return say("HMRC list of customs airports ({when}: {meaning})", when=when, meaning=say(_GOODS))
        return say(
            "HMRC list of certificate of agreement fields ({when}: {meaning})", when=when, meaning=say(_GOODS)
        )
    if "list" not in str(fact.value):  # what the field is, by a regulation
        return say(
            "list of fields where the border may be crossed: {value} ({when}; it is no proof of staff today)",
            value=say(str(fact.value)),
            when=when,
        )
    return say(
        "{value} ({when}: persons may cross there; it is no proof of staff today)",
        value=say(str(fact.value)),
        when=when,
    )


def _radio(
    attribute: Attribute, airport: Airport, deps: Deps, today: date
) -> tuple[AskedFact, tuple[Source, ...]]:
    """Who answers, and the numbers where an official list gives them. `listed`: tower named, or numbers known."""
    known = deps.facts.of(airport.ident)
    services, numbers = known.first("services"), known.first("frequencies")
    if services is None:
        return AskedFact(attribute=attribute), ()
    listed = known.has_tower if attribute == "tower" else numbers is not None
    told = numbers or services
    value, region = shown(told), ""
    if attribute == "frequency" and numbers is not None and isinstance(numbers.value, tuple):
        value, region = called_first(numbers.value)
    beside = [say("Further: {numbers}.", numbers=region)] if region else []
    if numbers and known.has_tower is None:
        beside.append(say("No tower stands in this list: see the chart."))
    return AskedFact(
        attribute=attribute,
        known=True,
        value=value,
        listed=listed,
        beside=tuple(beside),
        item=told.item if told is numbers else None,
        source=told.source.name,
        as_of=told.observed_on,
        stale=told.stale(today),
        unsure=not told.source.official,
    ), _sources([told], today)


def _status(airport: Airport, deps: Deps, today: date) -> tuple[AskedFact, tuple[Source, ...]]:
    """Who may come: the class its own publication gives it, else a restriction, else nothing."""
    known = deps.facts.of(airport.ident)
    fact = next((f for f in (known.first("access"), known.first("restriction")) if f), None)
    if fact is None:
        return AskedFact(attribute="status"), (deps.airports.source,)
    beside = [f for f in known.restrictions if f is not fact][:1]
    return AskedFact(
        attribute="status",
        known=True,
        value=" · ".join(shown(f) for f in (fact, *beside)),
        item=fact.item or None,
        source=fact.source.name,
        as_of=None if fact.source.undated else fact.observed_on,
        stale=fact.stale(today),
    ), _sources([fact, *beside], today)


_PAID = ("total_card", "bp_card", "credit_card", "cash")


def _of_the_pump(attribute: Attribute, known: AirfieldFacts, today: date) -> tuple[AskedFact, tuple[Source, ...]]:
    """Whether visitors serve themselves, and how fuel is paid; what the entry does not state is not known."""
    fuel, service = known.first("fuel"), known.fuel_service or ()
    if fuel is None or not fuel.source.official or not fuel.value:
        return AskedFact(attribute=attribute), ()
    said = tuple(
        word for word in service if word in (_PAID if attribute == "payment" else ("self_service", "h24"))
    )
    stated = bool(said) if attribute == "payment" else "self_service" in said
    return AskedFact(
        attribute=attribute,
        known=stated,
        value=service_words(said) if stated else None,
        beside=(in_full(fuel, known),),
        item=fuel.item or None,
        source=fuel.source.name,
        as_of=None if fuel.source.undated else fuel.observed_on,
        stale=fuel.stale(today),
    ), _sources([fuel], today)


def _access(airport: Airport, deps: Deps, today: date) -> tuple[AskedFact, tuple[Source, ...]]:
    """Who may come and whether to ask before: its class, PPR, a restriction, the row of the AIP."""
    known = deps.facts.of(airport.ident)
    facts = [f for f in (known.first("access"), known.first("private"), known.first("ppr_required")) if f]
    rows = [n for n, _ in known.notice("ppr")][:1]
    found, sources = _stated("access", [*facts, *known.restrictions[:1]], rows, today)
    asks = permission_in(rows[0].raw) if rows and not facts else ""
    if not asks:
        telling = tells_of_permission(known)[:1]
        return found.model_copy(update={"listed": bool(telling), "beside": found.beside or telling}), sources
    value = " · ".join(dict.fromkeys(filter(None, (asks, found.value))))
    rest = tuple(row for row in found.beside if row.strip() != asks)
    return found.model_copy(update={"value": value, "item": rows[0].item or found.item, "beside": rest}), sources


def tells_of_permission(known: AirfieldFacts) -> tuple[str, ...]:
    """The texts of a field that speak of asking before."""
    texts = [n.raw for n in known.notices] + [shown(f) for name in _TOLD for f in known.all(name)]
    return tuple(text for text in texts if _ASKS_FIRST.search(text))


def fact_of_permission(known: AirfieldFacts) -> Fact | None:
    """The fact of a field whose text speaks of asking before."""
    return next((f for name in _TOLD for f in known.all(name) if _ASKS_FIRST.search(shown(f))), None)


_TOLD = ("hours", "ats_hours", "restriction", "ppr_required", "access")
_SENTENCE = re.compile(r"(?<=[a-zà-ÿ)])\.(?=[A-Z][a-z ])|(?<=[.;])\s+|\n")
"""Where a sentence of a publication ends; its tables join them without a space."""
_ASKS_FIRST = re.compile(r"\bPPR\b|\bprior (?:permission|notice)\b|\bPPO\b|autorisation préalable", re.IGNORECASE)


def permission_in(row: str) -> str:
    """The sentence of a row by which a visitor has to ask before; "" where none does, or the first is too long.

    A later one stands for itself no more: "24HR prior notice required" is of the extension named before it.
    """
    said = (part.strip(" .") for part in _SENTENCE.split(row))
    first = next((part for part in said if _ASKS_FIRST.search(part)), "")
    return f"{first}." if first and len(first) <= _HEADLINE else ""


_HEADLINE = 160
"""Letters of a sentence that can be the first line."""


def _stated(
    attribute: Attribute, facts: list[Fact], rows: list[NoticeText], today: date
) -> tuple[AskedFact, tuple[Source, ...]]:
    """Several statements as one answer, the wording of a row behind them."""
    if not facts and not rows:
        return AskedFact(attribute=attribute), ()
    first = (facts or rows)[0]
    label = {"ppr_required": "PPR: ", "private": "private: "}
    said = [f"{label.get(fact.field, '')}{shown(fact)}" for fact in facts]
    return AskedFact(
        attribute=attribute,
        known=True,
        value=" · ".join(said) or None,
        beside=tuple(dict.fromkeys(row.raw for row in rows)),
        item=first.item or None,
        source=first.source.name,
        as_of=None if first.source.undated else first.observed_on,
        stale=first.stale(today),
    ), _sources([*facts, *rows], today)


def _sources(records: Iterable[Fact | NoticeText], today: date) -> tuple[Source, ...]:
    by_name = {record.source.name: as_source(record, today) for record in reversed(list(records))}
    return tuple(reversed(by_name.values()))


def _listed(attribute: Attribute, fact: Fact) -> bool | None:
    """Whether the list names the grade or the approach asked for; None when it leaves that open."""
    if not isinstance(fact.value, tuple):
        return None
    if attribute in GRADES:
        if GRADES[attribute] in fact.value:
            return True
        return None if attribute in ("avgas", "ul91", "ul94") and "avgas" in fact.value else False
    if attribute in APPROACHES:
        words = {word for name in fact.value for word in name.upper().replace("/", " ").split()}
        return APPROACHES[attribute] in words or (attribute == "rnp" and "RNAV" in words)
    return None


def grade_name(attribute: Attribute) -> str:
    """A fuel as a pilot calls it."""
    grade = GRADES[attribute]
    return say(GRADE_NAMES.get(grade, grade))


def _hours(fact: Fact, day: date, airport: Airport, clock: str | None = None) -> DayHours:
    zone = zone_of(airport.time_zone)
    holiday = holiday_name(day, airport.country, airport.region)
    found = opening_of(fact, airport, day)
    moment = _moment_of(clock, day, zone)
    base = DayHours(
        day=day,
        day_name=say("{day:%A}", day=day),
        holiday=holiday,
        at=_local_and_utc(moment, zone) if moment else None,
        within=is_open_at(fact, airport, moment) if moment else None,
    )
    if found is None:
        return base
    return base.model_copy(
        update={
            "understood": True,
            "all_day": found.all_day,
            "closed": found.closed,
            "by_daylight": found.by_daylight,
            "figures": found.figures,
            "local": tuple(f"{a.astimezone(zone):%H:%M}–{b.astimezone(zone):%H:%M}" for a, b in found.spans),
            "utc": tuple(f"{a:%H:%M}–{b:%H:%M}" for a, b in found.spans),
        }
    )


def _sun(airport: Airport, day: date, nights: Nights, now: datetime, light: Light) -> DaySun:
    minutes_before = light.minutes_before
    night = nights.of(airport.country)
    daylight = day_of(night, airport.lat, airport.lon, day) if night is not None else None
    zone = zone_of(airport.time_zone)
    sun = sun_times(airport.lat, airport.lon, day)
    begins, ends = civil_twilight(airport.lat, airport.lon, day)

    def shown_at(moment: datetime | None) -> str | None:
        return _local_and_utc(moment, zone) if moment else None

    def still(moment: datetime | None) -> timedelta | None:
        ahead = moment - now if moment and day == today_at(airport, now) else None
        return ahead if ahead and ahead > timedelta(0) else None

    def ahead_of(moment: datetime | None) -> str | None:
        return shown_at(moment - timedelta(minutes=minutes_before)) if moment and minutes_before else None

    at = _moment_of(light.at, day, zone)
    return DaySun(
        at=shown_at(at),
        at_past_sunrise=at - sun.sunrise if at and sun.sunrise else None,
        at_past_sunset=at - sun.sunset if at and sun.sunset else None,
        at_past_night=at - daylight.ends if at and daylight and daylight.ends else None,
        minutes_before=minutes_before,
        minutes_after=light.minutes_after,
        rise_first=light.rise_first,
        further=tuple(_sun(airport, other, nights, now, Light()) for other in light.further),
        night_past_sunset=daylight.ends - sun.sunset if daylight and daylight.ends and sun.sunset else None,
        night_by_minutes=daylight.ends_by.minutes if daylight and daylight.ends_by else None,
        before_sunset=ahead_of(sun.sunset),
        before_night=ahead_of(daylight.ends) if daylight else None,
        day=day,
        day_name=say("{day:%A}", day=day),
        state=sun.state,
        sunrise=shown_at(sun.sunrise),
        sunset=shown_at(sun.sunset),
        twilight_begins=shown_at(begins),
        twilight_ends=shown_at(ends),
        dusk=ends - sun.sunset if ends and sun.sunset and ends > sun.sunset else None,
        daylight=sun.sunset - sun.sunrise if sun.sunrise and sun.sunset else None,
        night_begins=shown_at(daylight.ends) if daylight else None,
        night_by=daylight.ends_by.holds_for if daylight and daylight.ends_by else None,
        to_sunset=still(sun.sunset),
        to_night=still(daylight.ends) if daylight else None,
    )


def _local_and_utc(moment: datetime, zone: ZoneInfo | None) -> str:
    if zone is None:
        return say("{moment:%H:%M} UTC", moment=moment)
    return say("{local:%H:%M} local ({moment:%H:%M} UTC)", local=moment.astimezone(zone), moment=moment)


def _moment_of(said: str | None, day: date, zone: ZoneInfo | None) -> datetime | None:
    """ "17:10" on a day at the field, "17:10Z" in UTC."""
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)(Z?)", said or "")
    if found is None:
        return None
    of = UTC if found[3] or zone is None else zone
    return datetime(day.year, day.month, day.day, int(found[1]), int(found[2]), tzinfo=of).astimezone(UTC)


def today_at(airport: Airport, at: datetime) -> date:
    """The day at the field."""
    return at.astimezone(zone_of(airport.time_zone) or UTC).date()
