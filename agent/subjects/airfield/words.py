"""Words for one airfield: its whole sheet, or just what was asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from agent import regex as re
from agent.aviation.telephones import found_in
from agent.protocol import (
    Answer,
    AnswerCard,
    Choice,
    Contacts,
    Facts,
    Folded,
    Headline,
    Location,
    Passage,
    StatedFact,
    Suggestion,
    ToolCall,
)
from agent.subjects.airfield.asked import Attribute
from agent.subjects.airfield.attributes import APPROACHES, GRADES, AskedFact, DayHours, grade_name
from agent.subjects.airfield.coverage import import_that_brings
from agent.subjects.airfield.runway_words import runway_words
from agent.subjects.airfield.sun_words import sun_lines
from agent.subjects.airfield.tool import AirportDetails, AirportRecord
from agent.subjects.airfield.unheld import unheld_lines
from agent.subjects.finding.airport_list import in_closed_airspace
from agent.subjects.measures import feet, flag, link_to, reach, rules_of, tappable
from agent.subjects.offered import airports_near, call, details, has_sheet, how_far, notice, notice_of, places
from agent.subjects.whom_to_ask import whom_to_ask
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write
from tongue import country_name, later, say


@write.register
def _(result: AirportDetails, talk: Talk) -> Answer:
    airport = result.airport
    if airport is None:
        return Answer(text=result.message or say("I don't know that airfield."), choices=result.choices)
    if result.answers or result.unheld:
        return _asked(result, airport, talk)
    country = talk.deps.countries.get(airport.country)
    where = ", ".join(
        part for part in (airport.municipality, country_name(country.name) if country else airport.country) if part
    )
    codes = f" ({airport.iata})" if airport.iata else ""
    head = Headline(markdown=f"**{airport.icao} {airport.name}**{codes} · {where}")
    facts: dict[str, str] = {}
    if airport.elevation_ft is not None:
        facts["Elevation"] = say("{elevation_ft:,} ft", elevation_ft=airport.elevation_ft)
    open_runways = [r for r in result.runways if not r.closed]
    lights = say(", lights")
    runways = [
        f"{r.idents} {feet(r.counted_ft, talk)} {r.surface}{lights if r.lighted else ''}" for r in open_runways
    ]
    facts["Runways"] = say("; ").join(runways) if runways else say("no data")
    if airport.caution:
        facts["Caution"] = airport.caution
    for fact in result.facts:
        facts[fact.label] = fact.value
    customs = talk.deps.facts.of(airport.icao).point_of_entry()
    shown, folded = _sheet(facts, has_runways=bool(runways), customs=customs)
    field = talk.deps.airports.get(airport.icao)
    where_to_ask = whom_to_ask(field, talk.deps) if field is not None and not result.contact else ""
    nothing = say("Fuel, customs, notice and fees: no data here.")
    contact = result.contact or ""
    whom = (
        reach(email=contact, country=airport.country)
        if "@" in contact
        else reach(phone=contact, country=airport.country)
    )
    rest = contact.removeprefix(whom[0].value).strip(" ;,") if whom else ""
    folded += [say("Contact: {contact}", contact=contact)] if len(rest) > _LINE else []
    links = tuple(
        (label, url)
        for label, url in ((say("Website"), airport.home_link), (say("Wikipedia"), airport.wikipedia_link))
        if url and url.startswith("http")
    )
    sheet = AnswerCard(
        title=f"{airport.icao} {airport.name} {flag(airport.country)}".strip(),
        facts={say(label): value for label, value in facts.items()},
        links=links,
        icao=airport.icao,
        place=Location(lat=airport.lat, lon=airport.lon),
    )
    numbers = found_in("\n".join(fact.value for fact in shown), airport.country)
    return answer(
        [
            head,
            Facts(facts=shown, numbers=numbers, links=links, icao=airport.icao, place=sheet.place),
            Passage(markdown=" ".join(part for part in ("" if result.facts else nothing, where_to_ask) if part)),
            Contacts(contacts=whom, note=rest if len(rest) <= _LINE else "") if whom else None,
            Folded(title=say("Radio, approaches, texts"), markdown="\n".join(folded)),
        ],
        cards=(sheet,),
        choices=result.choices,
    )


_OPEN = (
    later("Restriction"),
    later("Caution"),
    "Elevation",
    later("Runways"),
    "Fuel",
    "Customs",
    "Hours",
    "Access",
    "Hotel",
    "Restaurant",
)
"""Facts in sight; the others, and what of these is too long, are folded."""
_ASKED_ALWAYS = ("Fuel", "Customs", "Hours")
_MOST_SHOWN = 8
"""Facts in sight: with the name, whom to call and the sources they fill a phone's screen."""
_FACT_SHOWN = 130
_LINE = 44
"""Letters of a line of a phone."""
_LENGTHS = later("physical lengths; declared distances are what counts")


def _customs_in_short(value: str, customs: bool | None) -> str:
    """Whether flights can be cleared here, where the published text is too long for a line; it is folded then."""
    if len(value) <= _LINE or customs is None:
        return ""
    return say("yes, see notice") if customs else say("no")


def _sheet(
    facts: dict[str, str], *, has_runways: bool, customs: bool | None
) -> tuple[tuple[StatedFact, ...], list[str]]:
    """The facts in sight, what is not known among them said, and the lines behind the fold."""
    shown: list[StatedFact] = []
    folded: list[str] = []
    known = dict(facts)
    if len(facts) > len(("Elevation", "Runways")):
        known |= {label: "" for label in _ASKED_ALWAYS if label not in facts}
    for label in sorted(known, key=lambda name: _OPEN.index(name) if name in _OPEN else len(_OPEN)):
        value = known[label]
        if label not in _OPEN or (len(shown) >= _MOST_SHOWN and value):
            folded.append(say("{name}: {value}", name=say(label), value=value))
            continue
        if not value:
            listed = label == "Customs" and "Border list" in facts
            missing = say("not known; persons may cross: see the border list") if listed else say("no data")
            shown.append(StatedFact(name=say(label), value=missing, known="unknown"))
            continue
        cut = value if label in ("Restriction", "Caution") else _cut(value)
        if label == "Customs" and (said := _customs_in_short(value, customs)):
            cut = said
        shown.append(
            StatedFact(
                name=say(label), value=cut, known="no" if value.casefold().startswith(say("none")) else "yes"
            )
        )
        folded += (
            [say("{name}: {value}", name=say(label), value=f"{value.removeprefix('Customs : ')}")]
            if cut != value
            else []
        )
        folded += (
            [say("{name}: {value}", name=say(label), value=f"{say(_LENGTHS)}.")]
            if label == "Runways" and has_runways
            else []
        )
    return tuple(shown), folded


def _cut(value: str) -> str:
    return value if len(value) <= _FACT_SHOWN else value[: _FACT_SHOWN - 1].rsplit(" ", 1)[0] + " …"


@suggest.register
def _(result: AirportDetails, talk: Talk) -> tuple[Suggestion, ...]:
    airport = result.airport
    if airport is None:
        return ()
    found = [notice_of(airport.icao)] if result.notice_known else []
    home = talk.question.profile.home_base
    if home and home.upper() != airport.icao:
        found.append(how_far(home.upper(), airport.icao))
    found += airports_near(airport.icao, talk.deps)
    return (*found, *rules_of(talk, (airport.icao,)))


# --- what was asked of it --------------------------------------------------------------------------

_RAW_SHOWN = 200
_RAW_ALONE = 900
"""Letters of a text that is all that was asked for: what binds one may stand at its end."""
_NOUNS: dict[Attribute, str] = {
    "fuel": later("fuel"),
    "hours": later("opening hours"),
    "restaurant": later("a restaurant"),
    "hotel": later("a hotel"),
    "approaches": later("instrument approaches"),
    "customs": later("customs"),
    "contact": later("a phone number or e-mail address"),
    "lights": later("runway lights"),
    "handling": later("handling"),
    "frequency": later("frequencies"),
    "tower": later("the tower or its hours"),
    "circuit": later("the circuit"),
    "reporting_points": later("visual reporting points"),
    "parking": later("parking or hangars"),
    "maintenance": later("maintenance"),
    "transport": later("transport from the field"),
    "access": later("who may come and whether PPR is asked"),
    "notices": later("remarks or restrictions"),
    "fire_category": later("the fire category"),
    "camping": later("camping"),
    "variation": later("the magnetic variation"),
    "deicing": later("de-icing"),
    "oxygen": later("oxygen"),
    "self_service": later("a self-service pump"),
    "payment": later("how fuel is paid"),
    "touch_and_go": later("touch and goes"),
    "radio_language": later("the language of the radio"),
    "non_radio": later("whether aircraft without radio may come"),
}
_LABELS: dict[Attribute, str] = {
    "restaurant": later("Restaurant"),
    "hotel": later("Hotel"),
    "contact": later("Contact"),
    "handling": later("Handling"),
    "circuit": later("Circuit"),
    "reporting_points": later("Visual reporting points"),
    "parking": later("Hangar space for visitors"),  # all that AD 2.4 states: of aprons it says nothing
    "maintenance": later("Maintenance"),
    "transport": later("Transport"),
    "fire_category": later("Fire category"),
    "variation": later("Magnetic variation"),
    "deicing": later("De-icing"),
    "oxygen": later("Oxygen"),
    "non_radio": later("Radio"),
}
_GROUND: dict[Attribute, tuple[str, str, Callable[[str], ToolCall]]] = {
    "restaurant": (
        later("Restaurants nearby"),
        later("Restaurants near {icao}"),
        lambda icao: places(icao, "food"),
    ),
    "hotel": (later("Hotels nearby"), later("Hotels near {icao}"), lambda icao: places(icao, "stay")),
    "camping": (
        later("Camp sites nearby"),
        later("Camp sites near {icao}"),
        lambda icao: places(icao, "camping"),
    ),
}
_TAPS: dict[Attribute, tuple[str, str, Callable[[str], ToolCall]]] = {
    "fuel": (
        later("Fuel prices"),
        later("Fuel prices at {icao}"),
        lambda icao: call("get_fuel_prices", icao_code=icao),
    ),
    "customs": (later("Notice"), later("What notice does {icao} need?"), notice),
    "hours": (later("Notice"), later("What notice does {icao} need?"), notice),
    "access": (later("Notice"), later("What notice does {icao} need?"), notice),
    **_GROUND,
}


def _asked(result: AirportDetails, airport: AirportRecord, talk: Talk) -> Answer:
    """The attributes that were asked for, one after the other; the sheet is a tap away."""
    lines: list[str] = []
    unheld = [fact for fact in result.answers if fact.attribute in GRADES and not fact.known]
    for fact in result.answers:
        if fact not in unheld:
            lines += _WORDS.get(fact.attribute, _plain)(fact, result, airport)
        elif fact is unheld[0]:
            lines += _no_fuel_data(unheld, airport)
    if result.gets_in:
        judged = say(
            "Whether the {aircraft} gets in and out I cannot tell: its handbook's distances for your mass, the "
            "wind, slope and surface decide.",
            aircraft=result.gets_in,
        )
        lines.insert(0, judged)
    lines += [*result.elsewhere, *unheld_lines(result.unheld, _named(airport))]
    if result.lacking:
        lines.insert(
            0,
            say(
                "**I know no runway {runways} at {named}.**",
                runways=", ".join(result.lacking),
                named=_named(airport),
            ),
        )
    if airport.caution and all(fact.attribute not in ("status", "notices") for fact in result.answers):
        told, field = airport.caution.rstrip("."), talk.deps.airports.get(airport.icao)
        contested = field is not None and talk.deps.borders.territory(field).disputed
        if field is not None and (contested or in_closed_airspace(field, talk.deps)):  # before what was asked
            lines.insert(0, "**" + say("{name}: {value}", name=airport.icao, value=told) + ".**")
        else:
            lines.append(say("{name}: {value}", name=airport.icao, value=told) + ".")
    unsure = bool(result.unheld) or any(
        not f.known or f.stale or f.listed is False or f.hours for f in result.answers
    )
    if unsure and not (result.contact and any(result.contact in line for line in lines)):
        field = talk.deps.airports.get(airport.icao)
        lines.append(whom_to_ask(field, talk.deps) if field is not None else "")
        unknown = [fact.attribute for fact in result.answers if not fact.known]
        if field is not None and (more := import_that_brings(field, unknown, talk.deps)):
            lines.append(say("More would come from {more}.", more=say(more)))
    named = [result.contact or "", *(n for f in result.answers for n in (f.value or "", *f.reach, *f.beside))]
    lines = [tappable(line, country=airport.country, named=named) for line in dict.fromkeys(lines) if line]
    sheet = say("{icao} details", icao=airport.icao)
    taps = (
        [Choice(label=sheet, text=sheet, call=details(airport.icao))] if has_sheet(airport.icao, talk.deps) else []
    )
    for fact in result.answers:
        name: Attribute = "fuel" if fact.attribute in GRADES else fact.attribute
        if name == "fuel" and not fact.known:
            continue  # no price of what is not known to be sold
        if name in _TAPS and (_TAPS[name][2] is not notice or result.notice_known):
            label, text, made = _TAPS[name]
            label, text = say(label), say(text)
            taps.append(Choice(label=label, text=text.format(icao=airport.icao), call=made(airport.icao)))
    distinct = {tap.text: tap for tap in (*taps, *result.choices)}
    return Answer(text="\n".join(lines), choices=tuple(distinct.values()))


def _named(airport: AirportRecord) -> str:
    return f"{airport.icao} {airport.name}"


def _item(fact: AskedFact) -> str:
    return f" ({fact.item})" if fact.item else ""


def _shortened(text: str, longest: int = _RAW_SHOWN) -> str:
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0] + " …"


def _differing(fact: AskedFact) -> list[str]:
    return [
        say("Another record says otherwise. {shortened}", shortened=_shortened(words))
        for words in fact.differing[:1]
    ]


def _no_data(fact: AskedFact, airport: AirportRecord) -> list[str]:
    if fact.attribute in GRADES:
        return _no_fuel_data([fact], airport)
    noun = say(_NOUNS.get("approaches" if fact.attribute in APPROACHES else fact.attribute, fact.attribute))
    where = say(" They stand in AD 2.18 of its AIP page.") if fact.attribute == "frequency" else ""
    none = say("**No data on {noun} for {named}.**{where}", noun=noun, named=_named(airport), where=where)
    return [none, *_worded(fact)]


def _no_fuel_data(facts: Sequence[AskedFact], airport: AirportRecord) -> list[str]:
    """One line for all grades that were asked for."""
    *before, last = [grade_name(fact.attribute) for fact in facts]
    names = say("{first} and {last}", first=", ".join(before), last=last) if before else last
    none = say(
        "**No fuel data for {named}**, so nothing on {grade_name} either.",
        named=_named(airport),
        grade_name=names,
    )
    return [none, *(line for fact in facts for line in _worded(fact))]


def _worded(fact: AskedFact) -> list[str]:
    """The wordings that stand beside the value, such as the hours of the pump."""
    if fact.attribute == "transport":
        return _beside(fact)
    return [say("“{text}”", text=_shortened(words)) for words in fact.beside[:2]]


def _plain(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """ "Hotel at LFAT Le Touquet: in the vicinity (AD 2.5)." """
    if not fact.known or fact.value is None:
        return _no_data(fact, airport)
    label = say(_LABELS.get(fact.attribute, fact.attribute.capitalize()))
    said = fact.value if fact.value != say("none") else say("none, says the AIP")
    shown = _shortened(said, _RAW_ALONE if len(result.answers) == 1 else _RAW_SHOWN)
    return [
        say(
            "{label} at {named}: {value}{item}",
            label=label,
            named=_named(airport),
            value=f"**{shown}**" if len(shown) <= _RAW_SHOWN else say("“{text}”", text=shown),
            item=_item(fact),
        ),
        *_beside(fact),
        *_differing(fact),
    ]


def _beside(fact: AskedFact) -> list[str]:
    """What stands beside a plain value: more numbers, or where the field lies to its town."""
    if fact.attribute == "transport":
        return [say("From the town: {site} (AD 2.2 (2)).", site=site) for site in fact.beside[:1]]
    return [say("With the hours of tower or AFIS: {numbers}.", numbers=numbers) for numbers in fact.beside[:1]]


def _tower(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """Whether there is a tower: yes, no by a complete list, or not named by a list of some."""
    if not fact.known or fact.value is None:
        return _no_data(fact, airport)
    if fact.listed and fact.unsure:
        return [
            say(
                "**Whether {named} has a tower is not sure**: only a list that is not official names one "
                "({value}). See the chart.",
                named=_named(airport),
                value=fact.value,
            )
        ]
    if fact.listed:
        head = say("**{named} has a tower**", named=_named(airport))
    elif fact.listed is False:
        head = say("**No tower at {named}**", named=_named(airport))
    else:
        head = say("**No tower is named at {named}, by a list that is not complete**", named=_named(airport))
    chart = "" if fact.item else say(" The number: see the chart.")
    return [say("{name}: {value}", name=head, value=f"{fact.value}{_item(fact)}.{chart}")]


def _frequency(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """The numbers where an official list gives them, else only who answers."""
    if not fact.known or fact.value is None:
        return _no_data(fact, airport)
    if fact.listed:
        return [
            say("{name}: {value}", name=_named(airport), value=f"**{fact.value}**{_item(fact)}."),
            *fact.beside,
        ]
    if fact.unsure:
        return [
            say(
                "**No frequency of {named} is held here**: see the chart. Who answers, by a list that is not "
                "official and proves no service: {value}.",
                named=_named(airport),
                value=fact.value,
            )
        ]
    return [
        say(
            "{named}: **{value}**. The number: see the chart, my list of numbers is not reliable.",
            named=_named(airport),
            value=fact.value,
        )
    ]


def _pump(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """Whether there is a pump for oneself, or how fuel is paid; an entry that is silent is not a no."""
    if not fact.beside:
        return _no_data(fact, airport)
    named, item = _named(airport), _item(fact)
    asks_payment = fact.attribute == "payment"
    if fact.value is None:
        said = {"named": named, "listed": fact.beside[0], "item": item}
        return [
            say("**How fuel is paid at {named} is not stated**; its entry: {listed}{item}.", **said)
            if asks_payment
            else say("**Self-service at {named}: not stated**; its entry: {listed}{item}.", **said)
        ]
    said = {"named": named, "value": fact.value, "item": item}
    return [
        say("Fuel at {named} is paid by: **{value}**{item}.", **said)
        if asks_payment
        else say("Fuel at {named}: **{value}**{item}.", **said)
    ]


_NO_FUEL_BETWEEN = re.compile(
    r"\bno fuel\w* (?:between|from) (?P<d>\d{1,2})/(?P<m>\d{1,2}) (?:and|to) (?P<e>\d{1,2})/(?P<n>\d{1,2})\b",
    re.IGNORECASE,
)


def _season_without(value: str) -> tuple[date, date] | None:
    """The days of the year between which a fuel text says that there is none."""
    if (told := _NO_FUEL_BETWEEN.search(value)) is None:
        return None
    try:
        return date(2024, int(told["m"]), int(told["d"])), date(2024, int(told["n"]), int(told["e"]))
    except ValueError:
        return None


def _fuel(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    if not fact.known or fact.value is None:
        return _no_data(fact, airport)
    lists = f"{fact.value}{_item(fact)}"
    shut = _season_without(fact.value) if fact.attribute not in GRADES or fact.listed else None
    if shut is not None:
        first, last = shut
        said = say(
            "**No fuel at {named} from {first_day} {first:%b} to {last_day} {last:%b}**, by its text. "
            "For the rest of the year: {lists}.",
            named=_named(airport),
            first=first,
            first_day=first.day,
            last=last,
            last_day=last.day,
            lists=lists,
        )
    elif fact.value == say("none"):
        said = say("**No fuel is listed at {named}**{item}.", named=_named(airport), item=_item(fact))
    elif fact.attribute not in GRADES:
        said = say(
            "Fuel at {named}: **{value}**{item}.", named=_named(airport), value=fact.value, item=_item(fact)
        )
    elif fact.listed:
        grade = grade_name(fact.attribute)
        said = say(
            "**{grade} is listed at {named}.** Fuels named there: {lists}.",
            grade=f"{grade[0].upper()}{grade[1:]}",
            named=_named(airport),
            lists=lists,
        )
    elif fact.listed is None:
        grade = grade_name(fact.attribute)
        said = say(
            "**AVGAS is listed at {named}, not whether it is {grade}**: {lists}.",
            named=_named(airport),
            grade=grade,
            lists=lists,
        )
    else:
        grade = grade_name(fact.attribute)
        grade = f"{grade[0].upper()}{grade[1:]}"
        said = say(
            "**{grade} is not among the fuels listed for {named}**: {lists}.",
            grade=grade,
            named=_named(airport),
            lists=lists,
        )
    return [said, *_worded(fact), *_differing(fact)]


def _approaches(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    if not fact.known or fact.value is None:
        return _no_data(fact, airport)
    lists = f"{fact.value}{_item(fact)}"
    kind = APPROACHES.get(fact.attribute)
    if fact.value == say("none"):
        return [
            say(
                "**The AIP lists no instrument approach at {named}**{item}.",
                named=_named(airport),
                item=_item(fact),
            )
        ]
    if kind is None:
        return [
            say(
                "Approaches at {named}: **{value}**{item}",
                named=_named(airport),
                value=fact.value,
                item=_item(fact),
            ),
            *_differing(fact),
        ]
    if fact.listed:
        return [
            say("**{kind} is listed at {named}**: {lists}", kind=kind, named=_named(airport), lists=lists),
            *_differing(fact),
        ]
    return [
        say(
            "**No {kind} among the approaches the AIP lists for {named}**: {lists}",
            kind=kind,
            named=_named(airport),
            lists=lists,
        ),
        *_differing(fact),
    ]


def _hours(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """Published hours, never a yes: what is open today depends on more than a book says."""
    if not fact.known or fact.value is None:
        if not fact.beside:
            return _no_data(fact, airport)
        own = say("no data") if fact.value is None else say("“{text}”", text=fact.value)
        served = say("; ").join(say("“{text}”", text=_shortened(text)) for text in fact.beside)
        if fact.hours is not None and fact.hours.understood:
            name, told = _on(fact.hours, airport), f"**{_of_day(fact.hours)}**"
            first = [
                say("{name}, tower or AFIS: {value}", name=name, value=told),
                say("As printed: {printed}", printed=served + _item(fact)),
            ]
        else:
            named = _named(airport)
            told = say("{named}, tower or AFIS as published: **{served}**", named=named, served=served)
            first = [told + _item(fact)]
        return [
            *first,
            say("The field's own hours: {hours}.", hours=own),
            say("I cannot see NOTAMs: closures and changes are not in this."),
        ]
    printed = say("“{text}”", text=_shortened(fact.value)) + _item(fact)
    limits = say("I cannot see NOTAMs: closures and changes are not in this.")
    if fact.hours is None:
        return [
            say("{named}, hours as published: **{printed}**", named=_named(airport), printed=printed),
            *(
                [say("The text does not say whether that is UTC or local time.")]
                if _lacks_a_basis(fact.value)
                else []
            ),
            *_differing(fact),
            limits,
        ]
    day = fact.hours
    return [
        say("{name}: {value}", name=_on(day, airport), value=f"**{_of_day(day)}**"),
        say("As printed: {printed}", printed=printed),
        *_differing(fact),
        limits,
    ]


def _on(day: DayHours, airport: AirportRecord) -> str:
    when = say("{day_name} {day} {day2:%b}", day_name=day.day_name, day=day.day.day, day2=day.day) + (
        say(" (public holiday: {holiday})", holiday=day.holiday) if day.holiday else ""
    )
    return f"{_named(airport)}, {when}"


_CLOCKS = re.compile(r"\b(?:[01]\d|2[0-4])[:.h]?[0-5]\d\b")
_BASIS = re.compile(
    r"\b(?:UTC|LOCAL\w*|LMT|LT|GMT|HEURES? LOCALES?|MEZ|MESZ|CET|CEST)\b|\(\s*\d{4}|\d{2}Z\b", re.IGNORECASE
)


def _lacks_a_basis(printed: str) -> bool:
    """Whether clock times stand in a text that says neither UTC nor local: an hour or two hang on it."""
    return _CLOCKS.search(printed) is not None and _BASIS.search(printed) is None


def _sun(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """Sunrise, sunset and civil twilight of one day."""
    return sun_lines(fact.sun, _named(airport)) if fact.sun is not None else _no_data(fact, airport)


def _of_day(day: DayHours) -> str:
    """The hours of the day; where a time is asked about, first whether it lies within them."""
    if day.at is None or day.within is None or not day.figures:
        return _all_of_day(day)
    hours = (
        say("{local} local ({utc} UTC)", local=", ".join(day.local), utc=", ".join(day.utc))
        if day.local
        else ", ".join(day.figures)
    )
    if any(span.endswith(day.at[:5]) for span in day.local):
        told = later("{at} is an end of the published hours: {hours}.")
    elif day.within:
        told = later("{at} is within the published hours: {hours}.")
    else:
        told = later("{at} is outside the published hours: {hours}.")
    said = say(told, at=day.at, hours=hours)
    return say("{hours} Only within the daylight period.", hours=said) if day.by_daylight else said


def _all_of_day(day: DayHours) -> str:
    if day.all_day:
        return say("published hours H24.")
    if not day.understood:
        return say("I cannot turn the published hours into times of that day.")
    if day.closed:
        return say("published as closed.")
    if day.local:
        local, utc = ", ".join(day.local), ", ".join(day.utc)
        told = say("published hours {local} local ({utc} UTC).", local=local, utc=utc)
        return say("{hours} Only within the daylight period.", hours=told) if day.by_daylight else told
    if day.figures and all(figure.endswith("(UTC)") for figure in day.figures):  # the sun decides
        return say("published hours {figures}.", figures=", ".join(day.figures))
    if day.figures:
        return say("published hours {figures}, time basis not stated.", figures=", ".join(day.figures))
    return say("no hours are published for a {day_name}.", day_name=day.day_name)


def _elevation(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    if airport.elevation_ft is None:
        return [say("**No elevation for {named} in the airport table.**", named=_named(airport))]
    metres = round(airport.elevation_ft * 0.3048)
    return [
        say(
            "{named}: **{elevation_ft:,} ft** ({metres:,} m) above sea level.",
            named=_named(airport),
            elevation_ft=airport.elevation_ft,
            metres=metres,
        )
    ]


def _lights(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    open_ones = [r for r in result.runways if not r.closed]
    lit = [r.idents for r in open_ones if r.lighted]
    dark = [r.idents for r in open_ones if r.lighted is False]
    said: list[str] = []
    if fact.known and fact.value:
        said.append(say("the AIP says {value}{item}", value=fact.value, item=_item(fact)))
    if lit:
        said.append(say("the airport table has {lit} lit", lit=", ".join(lit)))
    elif dark:
        said.append(say("the airport table has {dark} unlit", dark=", ".join(dark)))
    if not said:
        return [say("**No data on runway lights for {named}.**", named=_named(airport))]
    return [
        say("Runway lights at {named}: **{said}.**", named=_named(airport), said=say("; ").join(said)),
        *([say("PAPI by the AIP: {ends}.", ends=", ".join(fact.beside))] if fact.beside else []),
        say("When they are on, and how to get them, is not in my data."),
    ]


def _customs(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    if not fact.known:
        return _no_data(fact, airport)
    if fact.value is None:
        lists = say("; ").join(fact.beside)
        return [
            say(
                "{named}: **on the {list}**. Hours of customs, and notice to it: no data.",
                named=_named(airport),
                list=lists.removeprefix("the "),
            )
        ]
    head = say("not available for any flight, as I read it") if fact.listed is False else say("as published")
    named, printed = _named(airport), _shortened(fact.value)
    if fact.of_day:  # what holds on the day asked for stands first
        told = [
            say("Customs at {named}, {of_day}", named=named, of_day=fact.of_day[0]),
            *fact.of_day[1:],
            say("As printed: {printed}", printed=say("“{text}”", text=printed) + _item(fact)),
        ]
    else:
        told = [
            say(
                "Customs at {named}, **{head}**: “{shortened}”{item}",
                named=named,
                head=head,
                shortened=printed,
                item=_item(fact),
            )
        ]
    return [
        *told,
        *_whom(fact),
        *(say("Also on the {list}.", list=name.removeprefix("the ")) for name in fact.beside),
        *_differing(fact),
    ]


def _whom(fact: AskedFact) -> list[str]:
    """The numbers of a row of which the end is not shown."""
    shown = _shortened(fact.value or "")
    cut = [said for said in fact.reach if said not in shown]
    return [say("To reach it: {whom}.", whom=" · ".join(fact.reach[:_MOST_REACHED]))] if cut else []


_MOST_REACHED = 4


def _status(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    lines = (
        [say("{name}: {value}", name=_named(airport), value=f"**{fact.value}**{_item(fact)}")]
        if fact.known and fact.value
        else []
    )
    if airport.caution:
        lines.append(say("{name}: {value}", name=_named(airport), value=f"**{airport.caution}.**"))
    if not lines:
        lines.append(
            say(
                "**{named} stands in the list of fields in use**, nothing in its name says military or private.",
                named=_named(airport),
            )
        )
        lines.append(say("A closure since then, who owns it and who may land are not in my data: check the AIP."))
    return lines


def _access(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """Who may come, as published; the row of the AIP in its own words."""
    if not fact.known:
        return _no_data(fact, airport)
    lines = (
        [say("{name}: {value}", name=_named(airport), value=f"**{fact.value}**{_item(fact)}")]
        if fact.value
        else []
    )
    lines += [
        say(
            "{named}AIP: “{shortened}”",
            named="" if fact.value else f"{_named(airport)}, ",
            shortened=_shortened(row),
        )
        for row in fact.beside
    ]
    if fact.listed is False:
        lines.append(say("Whether it asks for PPR is not in my data; that is no permission."))
    return lines


def _notices(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    if not fact.known or not fact.value:
        return [*_no_data(fact, airport), say("That is no proof that there are none; I cannot see NOTAMs.")]
    return [
        say("{name}: {value}", name=_named(airport), value=f"**{said}**") for said in fact.value.split(" · ")[:4]
    ]


def _website(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    link = airport.home_link
    if not link or not link.startswith("http"):
        return [say("**No website for {named} in the airport table.**", named=_named(airport))]
    return [say("{name}: {value}", name=_named(airport), value=link_to(link))]


def _time_zone(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    if not airport.time_zone or not fact.value:
        return [say("**No time zone for {named} in the airport table.**", named=_named(airport))]
    return [say("{name}: {value}", name=_named(airport), value=f"**{fact.value}** ({airport.time_zone})")]


def _position(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    parts = [airport.municipality, *airport.lies_in[:-1], *(country_name(name) for name in airport.lies_in[-1:])]
    place = "".join(f", {part}" for part in dict.fromkeys(parts) if part and part != airport.name)
    return [
        say(
            "{named}{place}: **{position}** (WGS84)",
            named=_named(airport),
            place=place,
            position=f"{airport.lat:.4f}, {airport.lon:.4f}",
        ),
        *(say("From the town: {site} (AD 2.2 (2)).", site=site) for site in fact.beside),
    ]


def _iata(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    if airport.iata is None:
        return [
            say(
                "{named}: code **{code}**; no IATA code in the airport table.",
                named=_named(airport),
                code=airport.icao,
            )
        ]
    return [
        say(
            "{named}: code **{code}**, IATA **{iata}**",
            named=_named(airport),
            code=airport.icao,
            iata=airport.iata,
        )
    ]


_Words = Callable[[AskedFact, AirportDetails, AirportRecord], Sequence[str]]
_WORDS: dict[Attribute, _Words] = {
    "elevation": _elevation,
    "runway": runway_words,
    "lights": _lights,
    "fuel": _fuel,
    **dict.fromkeys(GRADES, _fuel),
    "hours": _hours,
    "sun": _sun,
    "approaches": _approaches,
    **dict.fromkeys(APPROACHES, _approaches),
    "customs": _customs,
    "tower": _tower,
    "frequency": _frequency,
    "website": _website,
    "access": _access,
    "notices": _notices,
    "status": _status,
    "time_zone": _time_zone,
    "position": _position,
    "iata_code": _iata,
    "self_service": _pump,
    "payment": _pump,
}
