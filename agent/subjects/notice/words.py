"""Words for the notice an airfield wants: the demand first, then until when and whom to call."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from agent import regex as re
from agent.aviation.aip_words import shortened
from agent.protocol import Answer, Contacts, Deadline, Deadlines, Folded, Headline, Passage, Reach, Suggestion
from agent.subjects.airfield.attributes import permission_in
from agent.subjects.measures import country_of, reach, with_article
from agent.subjects.notice.demand import SERVICE_NAMES
from agent.subjects.notice.tool import AirfieldNotice, NoticeDemand
from agent.subjects.offered import border, sheet_of
from agent.writing.as_held import quoted
from agent.writing.citations import named
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write
from tongue import SOURCE, later, say, spoken

_SERVICES = {"customs": later("customs"), "immigration": later("immigration"), "police": later("police")}
_RAW_SHOWN = 240
_TEXTS_SHOWN = 2
_RESTRICTION_SHOWN = 110
_DEMANDS_SHOWN = 4
_LONG_NAME = re.compile(r"(?P<long>[^()]+) \((?P<short>[A-Z]{3,})\)(?P<rest>[^()]*)")
"""A name with its short form behind it: "General Aviation Report (GAR) online"."""
_YEAR = tuple(date(2024, month, 1) for month in range(1, 13))
_WEEK = tuple(date(2024, 1, day) for day in range(1, 8))
"""A day of each month, and of each day of the week."""
_CLASSES = {
    "schengen_eu": later("Schengen and EU"),
    "schengen_only": later("Schengen outside the EU"),
    "customs_only": later("EU outside Schengen"),
    "neither": later("neither Schengen nor EU"),
}


@write.register
def _(result: AirfieldNotice, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or say("I don't know that airfield."), choices=result.choices)
    now, country = talk.question.at, country_of(result.icao, talk)
    first, *others = result.demands or (None,)
    told = _permission_first(result)
    return answer(
        [
            Headline(markdown=told or _first(result, first, now), about=_about(result)),
            Contacts(contacts=_whom(result, country)) if told else _whom_to_ask(result, first, country),
            Deadlines(
                deadlines=(
                    *_by_default(result, now, country),
                    *_further(result, result.demands if told else others, now, country),
                    *(_report(line) for line in _reports(result)),
                ),
            ),
            Passage(markdown="\n".join(_beside(result))),
            Folded(title=say("The published text"), markdown="\n".join([*_behind(result), *_published(result)])),
        ]
    )


def _permission_first(result: AirfieldNotice) -> str:
    """What is known of the field's own leave, where it is that which is asked and no demand says it; else ""."""
    left = _permission_left_open(result) if result.about == "ppr" and result.demands else ""
    return f"**{left}**" if left else ""


def _first(result: AirfieldNotice, first: NoticeDemand | None, now: datetime) -> str:
    """The gravest demand, and whether the arrival lies in its hours."""
    if first is None:
        return _nothing_known(result)
    told = demand_in_words(first, now, result.default_hours)
    return (
        f"{_ended(told)} {_outside(first, result.arrival_time)}" if first in _outside_their_hours(result) else told
    )


def _ended(told: str) -> str:
    return told if told.endswith((".", ".**")) else f"{told}."


def _about(result: AirfieldNotice) -> str:
    """ "LFAT Le Touquet, Saturday 28 Nov 2026, arriving from France. Immigration and customs needed."

    What the border asks is left out where the first line has just said it of both.
    """
    first = result.demands[0] if result.demands else None
    both = {SERVICE_NAMES["customs"], SERVICE_NAMES["immigration"]}
    told = first is not None and first.kind == "on_request" and both <= set(first.services)
    told = told or (result.says_nothing and result.border_free)
    asked = result.border
    if first is None and asked:  # the first line has said so
        asked = asked.removesuffix(say(" No notice data on it for this field: ask."))
    return f"{_heading(result)}. {asked}" if asked and not told else _heading(result)


def _by_default(result: AirfieldNotice, now: datetime, country: str | None) -> list[Deadline]:
    """What the country asks where the field states no lead: until when, and whom to tell."""
    if not result.country_default:
        return []
    asked = next((d for d in result.demands if not _is_own(d) and (d.phone or d.email)), None)
    whom = _whom(asked or result, country)
    hours = _opening(asked) if asked else None
    late = result.default_latest is not None and result.default_latest < now
    return [
        country_notice(
            result.country_default,
            latest=_default_latest(result),
            late=late,
            more=say("open {hours}", hours=hours) if hours else "",
            whom=whom,
        )
    ]


def country_notice(text: str, *, latest: str, late: bool, more: str, whom: tuple[Reach, ...]) -> Deadline:
    """A country's own notice, whose text is in the pilot's language: what, then where it holds."""
    what, _, where = text.rstrip(".").partition(", ")
    gone = say("That has passed: call.") if late else ""
    notes = [f"{where[:1].upper()}{where[1:]}", gone, more]
    return Deadline(what=what, latest=latest, note=" · ".join(n for n in notes if n), whom=whom, passed=late)


def _default_latest(result: AirfieldNotice) -> str:
    """The moment; the day alone where the time of the landing is not known."""
    if (at := result.default_latest) is not None:
        return say("{at:%a} {at.day} {at:%b %H:%M} local ({utc:%H:%M}Z)", at=at, utc=at.astimezone(UTC))
    if result.day is None or result.default_hours is None or result.default_hours % 24:
        return ""
    return say("{day:%a} {day.day} {day:%b}", day=result.day - timedelta(hours=result.default_hours))


def _whom(who: NoticeDemand | AirfieldNotice, country: str | None) -> tuple[Reach, ...]:
    return reach(phone=who.phone, email=who.email, country=country)


def _whom_to_ask(result: AirfieldNotice, first: NoticeDemand | None, country: str | None) -> Contacts | None:
    """Whom to ask, where what the country asks does not name them."""
    if result.country_default:
        return None
    return _reached(first, country) if first else Contacts(contacts=_whom(result, country))


def _reached(demand: NoticeDemand, country: str | None) -> Contacts | None:
    """Whom to ask for it, and when they answer."""
    hours = "" if _is_own(demand) else _opening(demand) or ""
    reached = _whom(demand, country)
    return (
        Contacts(contacts=reached, note=say("open {hours}", hours=hours) if hours else "")
        if reached or hours
        else None
    )


def _further(
    result: AirfieldNotice, others: Sequence[NoticeDemand], now: datetime, country: str | None
) -> list[Deadline]:
    """The demands after the first, each with whom to ask where that is somebody else."""
    outside, found = _outside_their_hours(result), list[Deadline]()
    said = _contact(result.demands[0]) if result.demands and others[:1] != [*result.demands[:1]] else ""
    for demand in others[: _DEMANDS_SHOWN - 1]:
        what, _, then = demand_in_words(demand, now).removeprefix("**").partition("**")
        opening = "" if _is_own(demand) else _opening(demand) or ""
        hours = say("Open {opening}.", opening=opening) if opening and opening not in what else ""
        notes = [then.strip(), hours, _outside(demand, result.arrival_time) if demand in outside else ""]
        contact = _contact(demand)
        whom = _whom(demand, country) if contact != said else ()
        found.append(Deadline(what=what, note=" ".join(note for note in notes if note), whom=whom))
        said = contact or said
    return found


def _reports(result: AirfieldNotice) -> list[str]:
    return list(dict.fromkeys(result.reports[:2]))


def _report(line: str) -> Deadline:
    """ "United Kingdom side: General Aviation Report online, accepted …": what, then the rest and whose it is."""
    side, found, rest = line.partition(": ")
    if not found:
        return Deadline(what=line)
    what, note = report_words(rest)
    whose = "" if what.startswith("GAR") else f" ({side.strip().removesuffix(' side')})"
    return Deadline(what=f"{what}{whose}", note=note)


def report_words(text: str) -> tuple[str, str]:
    """A report's text in two: "GAR online", then the rest of it with the long name at its end."""
    at = min((found for mark in (", ", ". ") if (found := text.find(mark)) > 0), default=len(text))
    what, rest = text[:at].rstrip("."), text[at + 2 :]
    note = f"{rest[:1].upper()}{rest[1:]}"
    if named := _LONG_NAME.fullmatch(what):
        what = f"{named['short']}{named['rest']}"
        note = f"{note.rstrip('.')} ({named['long']})." if note else named["long"]
    return what, note


def _beside(result: AirfieldNotice) -> list[str]:
    """What nobody may overlook though it is no demand."""
    left = _left_open(result)
    told = [left] if left else []
    if not result.demands:
        general = "" if result.border_free and result.from_country else result.in_general  # the first line has it
        told += [_telling(result)] if result.telling else [general] if general else []
        told += [result.look] if result.look and not (result.phone or result.email) else []
    return told + [say(line) for line in result.warnings if line not in result.reports]


def _behind(result: AirfieldNotice) -> list[str]:
    """What the country asks by itself, and the restrictions of the field: first behind the fold."""
    hours = result.default_hours
    if hours is None:
        return _restrictions(result)
    holds = say("The {hours:g} h hold unless the field's own text says otherwise.", hours=hours)
    return [holds, *_restrictions(result)]


def _published(result: AirfieldNotice) -> list[str]:
    """The texts as they stand in their documents, each once."""
    texts: dict[str, NoticeDemand] = {}
    for demand in result.demands:
        texts.setdefault(demand.raw, demand)
    told = [_raw(demand) for demand in texts.values()][:_TEXTS_SHOWN]
    told += [quoted(result.telling)] if result.telling and not result.demands else []
    return [*told, *(say("Another record differs: {words}", words=words) for words in result.other_records[:1])]


def _restrictions(result: AirfieldNotice) -> list[str]:
    """The gravest two in one line, with where they stand."""
    first = result.restrictions[:2]
    if not first:
        return []
    words = " · ".join(say("“{text}”", text=shortened(r.words, _RESTRICTION_SHOWN)) for r in first)
    item, source = first[0].item, named(first[0].source.name)
    return [
        say(
            "Also ({what}): {words}",
            what=source if not item or item in source else f"{item}, {source}",
            words=words,
        )
    ]


def _outside_their_hours(result: AirfieldNotice) -> list[NoticeDemand]:
    """The demands at which to say that the arrival is outside their hours, the first of each service.

    None where other hours of the same service hold then.
    """
    found: dict[tuple[str, ...], NoticeDemand] = {}
    for demand in result.demands:
        same = [d for d in result.demands if set(d.services) & set(demand.services)]
        if demand.arrival not in (None, "inside") and all(d.arrival != "inside" for d in same):
            found.setdefault(demand.services, demand)
    return list(found.values())


def _outside(demand: NoticeDemand, at: str | None) -> str:
    ask = say("ask what holds then.") if _is_own(demand) else say("ask whether they come.")
    match demand.arrival:
        case "unclear":
            return say(
                "Whose clock is not stated, so {at} local can be outside these hours: {ask}", at=at, ask=ask
            )
        case "other_hours":
            return say(
                "{at} local is outside these hours, and the text names more: read it and {ask}", at=at, ask=ask
            )
        case _:
            return say("{at} local is outside these hours: {ask}", at=at, ask=ask)


def _left_open(result: AirfieldNotice) -> str | None:
    """What nobody may take for "none": the services of which nothing was read, or only for some flights."""
    if not result.demands:
        return None
    told = ["" if _permission_first(result) else _permission_left_open(result)]
    gaps = [s for s in result.services if s.state == "unknown" and s.service != "ppr"]
    open_ended = [s.service for s in gaps if not s.asks_origin]
    if open_ended and told[0] == _permission_silent():
        names = ", ".join(say(_SERVICES.get(name, name)) for name in open_ended)
        told = [say("PPR, {names}: I read nothing on it, ask.", names=names)]
    elif open_ended:
        names = ", ".join(say(_SERVICES.get(name, name)) for name in open_ended)
        alone = say("{names}: nothing stated in what I have read, ask.", names=_capital(names))
        told.append(say("Nothing stated on {names} either.", names=names) if told[0] else alone)
    if asks := [s.service for s in gaps if s.asks_origin]:
        told.append(
            say(
                "{names}: it depends on where you come from.",
                names=_capital(", ".join(say(_SERVICES.get(name, name)) for name in asks)),
            )
        )
    free = [s.service for s in result.services if s.state == "not_needed" and s.service == "police"]
    if free and open_ended:
        told.append(say("Police: not needed for this flight."))
    return " ".join(words for words in told if words) or None


def _permission_left_open(result: AirfieldNotice) -> str:
    own = [d for d in result.demands if _is_own(d)]
    if any(d.kind == "silent" or not (d.conditions or d.opening_raw) for d in own):
        return ""
    state = next((s.state for s in result.services if s.service == "ppr"), "unknown")
    if state == "not_needed":
        return say("PPR for the field itself: none asked.")
    if state == "known" and not own:
        return say("PPR for the field itself: needed, the lead is not stated: ask.")
    if own:
        return say("PPR otherwise: nothing stated in what I have read, ask.")
    return _permission_silent()


def _permission_silent() -> str:
    return say("PPR for the field itself: nothing stated in what I have read, ask.")


def _capital(names: str) -> str:
    return names.capitalize() if spoken() == SOURCE else names[:1].upper() + names[1:]


def _is_own(demand: NoticeDemand) -> bool:
    """Is it about permission or notice to the field itself, not to customs or police?"""
    return demand.services[0].startswith(("Permission", "Prior"))


def _heading(result: AirfieldNotice) -> str:
    when = ""
    if result.day and result.day_name:
        when = say(", {day:%a} {day.day} {day:%b %Y}", day=result.day)
        when += say(" at {time} local", time=result.arrival_time) if result.arrival_time else ""
        when += say(" (public holiday: {holiday})", holiday=result.holiday) if result.holiday else ""
    elif result.month:
        when = say(", {month:%B}", month=_YEAR[result.month - 1])
    origin = (
        say(", arriving from {country}", country=with_article(result.from_country)) if result.from_country else ""
    )
    return f"{result.icao} {result.name}{when}{origin}"


def _nothing_known(result: AirfieldNotice) -> str:
    todo = say(" Call the field.") if result.phone or result.email else ""
    if result.permission:
        return say(
            "**Ask before you go: {why}.** How long before is not stated.{todo}", why=result.permission, todo=todo
        )
    if result.listed:
        return say(
            "**{icao} is on the {listed}.** I know nothing else about notice.{todo}",
            icao=result.icao,
            listed=result.listed,
            todo=todo,
        )
    if result.border_free and result.from_country and not result.telling:
        return say(
            "**Coming from {country}: neither customs nor immigration is due.** "
            "What {icao} itself wants to know before is not known.{todo}",
            country=with_article(result.from_country),
            icao=result.icao,
            todo=f"{todo}\n{result.in_general}" if result.in_general else todo,
        )
    if result.default_hours is not None and not _is_listed_nowhere(result):
        return say(
            "**{hours} before, as the country asks.** Of {icao} itself I know no notice: ask.",
            hours=_hours(result.default_hours),
            icao=result.icao,
        )
    return say("**No notice data for {icao}.**{todo}", icao=result.icao, todo=todo)


def _is_listed_nowhere(result: AirfieldNotice) -> bool:
    """Whether the border is to be crossed elsewhere by all that is known: no hours of a country tell that."""
    nowhere = say(" It is on no list of border crossing points that I have: cross at one that is, or ask.")
    return result.border is not None and result.border.endswith(nowhere)


def _telling(result: AirfieldNotice) -> str:
    """The sentence of the field's own text that speaks of asking before; all of it is behind the fold."""
    if not result.telling:
        return ""
    row = result.telling
    sentence = permission_in(row) or row
    return say("Its own text speaks of asking before: “{text}”", text=shortened(sentence, _RESTRICTION_SHOWN))


def demand_in_words(demand: NoticeDemand, now: datetime, default_hours: float | None = None) -> str:
    """A demand as a sentence; `default_hours` is what the country asks where the field states no lead."""
    named = [say(service) for service in demand.services]
    who = say(" and ").join([named[0], *map(_inside, named[1:])])
    if demand.kind == "silent" and (when := _limits(demand).strip(" ()")):
        return say(
            "**{who}: published for {when} alone, not for that day.** Read the text and ask.", who=who, when=when
        )
    who += _limits(demand)
    who += "".join(f", {quoted(condition)}" for condition in demand.conditions)
    if _is_own(demand) and (opening := _opening(demand)):
        who += say(", for {opening}", opening=opening)
    read = say(" Read by a model: check the wording.") if demand.read_by_model else ""
    match demand.kind:
        case "on_request" if default_hours is not None:
            return say(
                "**{who}: request needed, {hours} before.** The field itself states no lead time: ask now.{read}",
                who=who,
                hours=_hours(default_hours),
                read=read,
            )
        case "on_request":
            return say("**{who}: request needed.** No lead time is stated: ask now.{read}", who=who, read=read)
        case "not_available":
            told = (
                say("not available")
                if demand.only_for or demand.conditions
                else say("not available for this flight")
            )
            partly = demand.partial and not demand.conditions
            told = say("not at all times, see the text") if partly else told
            return "**" + say("{name}: {value}", name=who, value=told) + f".**{read}"
        case "h24":
            return say("**{who}: hours of service H24.** That says nothing of notice: ask.", who=who)
        case "as_ad_hours":
            return say("**{who}: during the field's hours.** The AIP is silent on notice: ask.", who=who)
        case "silent":
            return say("**{who}: what I can read is for other flights or days.** Read the text and ask.", who=who)
        case "unknown" if demand.cut_off is None and demand.opening_raw:
            return say("**{who}: hours of service only, no notice time.** Ask.", who=who)
        case "unknown" if demand.cut_off is None:
            return say("**{who}: I cannot read a notice time from the text.** Confirm by phone.", who=who)
        case _:
            return (
                "**" + say("{name}: {value}", name=who, value=_lead(demand)) + f".**{_latest(demand, now)}{read}"
            )


def _inside(service: str) -> str:
    """A service's name inside a sentence: German writes its nouns with a capital letter all the same."""
    return service if spoken() == "de" else f"{service[:1].lower()}{service[1:]}"


def lead_in_words(demand: NoticeDemand, now: datetime) -> str:
    """A demand inside a sentence: " 48 h before (Sat, Sun). Notify by …"; "" where the text states no lead."""
    if not demand.states_lead:
        return ""
    hangs_on = "".join(f", {quoted(condition)}" for condition in demand.conditions)
    return f"{_lead(demand)}{_limits(demand)}{hangs_on}.{_latest(demand, now)}"


def stated_lead(demand: NoticeDemand) -> str:
    """A demand's lead alone: "24 h before"; "" where the text states none."""
    return _lead(demand) if demand.states_lead or demand.cut_off else ""


def _lead(demand: NoticeDemand) -> str:
    """ "24 h before", "by 11:00 on the last working day before": as the text says it."""
    if demand.kind in ("hours", "window"):
        window = say(", not before {hours}", hours=_hours(demand.earliest_hours)) if demand.earliest_hours else ""
        return say("{hours} before{window}", hours=_hours(demand.hours), window=window)
    basis = "" if demand.latest_local else f" ({say(demand.basis)})"
    until = f"{demand.cut_off}{basis}" if demand.cut_off else ""
    count = demand.business_day_offset
    if demand.deadline_weekday is not None:
        day = say("{day:%A}", day=_WEEK[demand.deadline_weekday - 1])
        return (
            say("by {until} on the {day} before", until=until, day=day)
            if until
            else say("on the {day} before", day=day)
        )
    if demand.kind == "business_day" and count in (1, None):
        return (
            say("by {until} on the last working day before", until=until)
            if until
            else say("on the last working day before")
        )
    if demand.kind == "business_day":
        return (
            say("by {until} {count} working days before", until=until, count=count)
            if until
            else say("{count} working days before", count=count)
        )
    if count is None:
        return say("by {until}; the text does not say of which day", until=until)
    if count == 0:
        return say("by {until} on the same day", until=until) if until else say("on the same day")
    if count == 1:
        return say("by {until} the day before", until=until) if until else say("the day before")
    return (
        say("by {until} {count} days before", until=until, count=count)
        if until
        else say("{count} days before", count=count)
    )


def _limits(demand: NoticeDemand) -> str:
    """ " (Schengen outside the EU; Mon–Sat; Apr–Sep)": which flights and when, where the question left it open."""
    parts = [", ".join(say(_CLASSES.get(c, c)) for c in demand.only_for)]
    days = _run(
        [d - 1 for d in demand.only_on if d != "holiday"], tuple(say("{day:%a}", day=day) for day in _WEEK)
    )
    parts.append(", ".join([*days, *([say("public holidays")] if "holiday" in demand.only_on else [])]))
    parts.append(
        ", ".join(
            _run(
                _from_the_gap([m - 1 for m in demand.only_in]),
                tuple(say("{month:%b}", month=month) for month in _YEAR),
            )
        )
    )
    told = say("; ").join(part for part in parts if part)
    return f" ({told})" if told else ""


def _run(places: list[int], names: tuple[str, ...]) -> list[str]:
    """Names in their order, three or more in a row as a span."""
    steps = {(b - a) % len(names) for a, b in pairwise(places)}
    return (
        [f"{names[places[0]]}–{names[places[-1]]}"]
        if len(places) > 2 and steps == {1}
        else [names[p] for p in places]
    )


def _from_the_gap(months: list[int]) -> list[int]:
    """October to March, not January to March with October to December."""
    start = next((i for i, (a, b) in enumerate(pairwise(months), start=1) if b - a > 1), 0)
    return [*months[start:], *months[:start]] if months and months[0] == 0 and months[-1] == 11 else months


def _hours(hours: float | None) -> str:
    if hours is None:
        return say("some time")
    return say("{hours:g} h", hours=hours) if hours >= 1 else say("{hours:g} min", hours=hours * 60)


def _latest(demand: NoticeDemand, now: datetime) -> str:
    if not demand.latest_local or not demand.latest_utc:
        return ""
    local, utc = datetime.fromisoformat(demand.latest_local), datetime.fromisoformat(demand.latest_utc)
    other_day = say("{utc:%a} ", utc=utc) if utc.date() != local.date() else ""
    note = f" ({say(demand.assumed)})" if demand.assumed else ""
    passed = say(" That has passed: call.") if utc < now else ""
    return say(
        " Notify by {local:%a} {local.day} {local:%b %H:%M} local ({other_day}{utc:%H:%M} UTC){note}.{passed}",
        local=local,
        other_day=other_day,
        utc=utc,
        note=note,
        passed=passed,
    )


def _contact(demand: NoticeDemand) -> str:
    parts = [p for p in (demand.email, demand.phone) if p]
    if not _is_own(demand) and (opening := _opening(demand)):
        parts.append(say("open {opening}", opening=opening))
    return " · ".join(parts)


def _opening(demand: NoticeDemand) -> str | None:
    if demand.opening_local:
        return say(
            "{opening_local} local ({opening_utc} UTC)",
            opening_local=demand.opening_local,
            opening_utc=demand.opening_utc,
        )
    return demand.opening_raw


def _raw(demand: NoticeDemand) -> str:
    words = shortened(demand.raw, _RAW_SHOWN)
    date = say("amendment of {as_of:%b %Y}", as_of=demand.as_of) if demand.dated else say("amendment not dated")
    return say(
        "Raw ({item}, {source}, {date}): “{words}”",
        item=demand.item,
        source=named(demand.source),
        date=date,
        words=words,
    )


@suggest.register
def _(result: AirfieldNotice, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.icao is None:
        return ()
    home = talk.question.profile.home_base
    found = list(sheet_of(result.icao, talk.deps))
    if home and home != result.icao:
        found.insert(0, border(home, result.icao))
    return tuple(found)
