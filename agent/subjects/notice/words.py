"""Words for the notice an airfield wants: the demand first, then until when and whom to call."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from agent.aviation.aip_words import shortened
from agent.protocol import Answer, Contacts, Deadline, Deadlines, Folded, Headline, Passage, Suggestion
from agent.subjects.measures import reach
from agent.subjects.notice.tool import AirfieldNotice, NoticeDemand
from agent.subjects.offered import about_field, border
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write

_RAW_SHOWN = 240
_TEXTS_SHOWN = 2
_RESTRICTION_SHOWN = 110
_DEMANDS_SHOWN = 4
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_CLASSES = {
    "schengen_eu": "Schengen and EU",
    "schengen_only": "Schengen outside the EU",
    "customs_only": "EU outside Schengen",
    "neither": "neither Schengen nor EU",
}


@write.register
def _(result: AirfieldNotice, talk: Talk) -> Answer:
    if not result.found or result.icao is None:
        return Answer(text=result.message or "I don't know that airfield.", choices=result.choices)
    now = talk.question.at
    first, *others = result.demands or (None,)
    return answer(
        [
            Headline(markdown=_first(result, first, now), about=_about(result)),
            _reached(first) if first else None,
            Deadlines(
                title="To do as well" if first else "To do",
                deadlines=(*_further(result, others, now), *(_report(line) for line in _reports(result))),
            ),
            Passage(markdown="\n".join(_beside(result))),
            Folded(title="The published text", markdown="\n".join(_published(result))),
        ]
    )


def _first(result: AirfieldNotice, first: NoticeDemand | None, now: datetime) -> str:
    """The gravest demand, and whether the arrival lies in its hours."""
    if first is None:
        return _nothing_known(result)
    told = _demand(first, now)
    return (
        f"{_ended(told)} {_outside(first, result.arrival_time)}" if first in _outside_their_hours(result) else told
    )


def _ended(told: str) -> str:
    return told if told.endswith((".", ".**")) else f"{told}."


def _about(result: AirfieldNotice) -> str:
    """ "LFAT Le Touquet, Saturday 28 Nov 2026, arriving from France. Immigration and customs needed." """
    return f"{_heading(result)}. {result.border}" if result.border else _heading(result)


def _reached(demand: NoticeDemand) -> Contacts | None:
    """Whom to ask for it, and when they answer."""
    hours = "" if _is_own(demand) else _opening(demand) or ""
    reached = reach(phone=demand.phone, email=demand.email)
    return Contacts(contacts=reached, note=f"open {hours}" if hours else "") if reached or hours else None


def _further(result: AirfieldNotice, others: Sequence[NoticeDemand], now: datetime) -> list[Deadline]:
    """The demands after the first, each with whom to ask where that is somebody else."""
    outside, found = _outside_their_hours(result), list[Deadline]()
    said = _contact(result.demands[0]) if result.demands else ""
    for demand in others[: _DEMANDS_SHOWN - 1]:
        what, _, then = _demand(demand, now).removeprefix("**").partition("**")
        notes = [then.strip(), _outside(demand, result.arrival_time) if demand in outside else ""]
        contact = _contact(demand)
        whom = reach(phone=demand.phone, email=demand.email) if contact != said else ()
        found.append(Deadline(what=what, note=" ".join(note for note in notes if note), whom=whom))
        said = contact or said
    return found


def _reports(result: AirfieldNotice) -> list[str]:
    return list(dict.fromkeys(result.reports[:2]))


def _report(line: str) -> Deadline:
    """ "United Kingdom side: General Aviation Report …": whose it is, then what."""
    side, found, rest = line.partition(": ")
    return Deadline(what=side, note=rest) if found else Deadline(what=line)


def _beside(result: AirfieldNotice) -> list[str]:
    """What nobody may overlook though it is no demand."""
    left = _left_open(result)
    told = [left] if left else []
    told += [line for line in result.warnings if line not in result.reports]
    told += [result.country_default] if result.country_default and result.country_default not in told else []
    return [*told, *_restrictions(result)]


def _published(result: AirfieldNotice) -> list[str]:
    """The texts as they stand in their documents, each once."""
    texts: dict[str, NoticeDemand] = {}
    for demand in result.demands:
        texts.setdefault(demand.raw, demand)
    told = [_raw(demand) for demand in texts.values()][:_TEXTS_SHOWN]
    return [*told, *(f"Another record differs: {words}" for words in result.other_records[:1])]


def _restrictions(result: AirfieldNotice) -> list[str]:
    """The gravest two in one line, with where they stand."""
    first = result.restrictions[:2]
    if not first:
        return []
    words = " · ".join(f"“{shortened(r.words, _RESTRICTION_SHOWN)}”" for r in first)
    item, source = first[0].item, first[0].source.name
    return [f"Also ({source if not item or item in source else f'{item}, {source}'}): {words}"]


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
    ask = "ask what holds then." if _is_own(demand) else "ask whether they come."
    match demand.arrival:
        case "unclear":
            return f"Whose clock is not stated, so {at} local can be outside these hours: {ask}"
        case "other_hours":
            return f"{at} local is outside these hours, and the text names more: read it and {ask}"
        case _:
            return f"{at} local is outside these hours: {ask}"


def _left_open(result: AirfieldNotice) -> str | None:
    """What nobody may take for "none": the services of which nothing was read, or only for some flights."""
    if not result.demands:
        return None
    told = [_permission_left_open(result)]
    gaps = [s for s in result.services if s.state == "unknown" and s.service != "ppr"]
    open_ended = [s.service for s in gaps if not s.asks_origin]
    if open_ended:
        names = ", ".join(open_ended)
        alone = f"{names.capitalize()}: nothing stated in what I have read, ask."
        told.append(f"Nothing stated on {names} either." if told[0] else alone)
    if asks := [s.service for s in gaps if s.asks_origin]:
        told.append(f"{', '.join(asks).capitalize()}: it hangs on where you come from.")
    free = [s.service for s in result.services if s.state == "not_needed" and s.service == "police"]
    if free and open_ended:
        told.append("Police: not needed for this flight.")
    return " ".join(words for words in told if words) or None


def _permission_left_open(result: AirfieldNotice) -> str:
    own = [d for d in result.demands if _is_own(d)]
    if any(d.kind == "silent" or not (d.conditions or d.opening_raw) for d in own):
        return ""
    state = next((s.state for s in result.services if s.service == "ppr"), "unknown")
    if state == "not_needed":
        return "PPR for the field itself: none asked."
    if state == "known" and not own:
        return "PPR for the field itself: needed, the lead is not stated: ask."
    for_some = "otherwise" if own else "for the field itself"
    return f"PPR {for_some}: nothing stated in what I have read, ask."


def _is_own(demand: NoticeDemand) -> bool:
    """Is it about permission or notice to the field itself, not to customs or police?"""
    return demand.services[0].startswith(("Permission", "Prior"))


def _heading(result: AirfieldNotice) -> str:
    when = ""
    if result.day and result.day_name:
        when = f", {result.day_name} {result.day.day} {result.day:%b %Y}"
        when += f" at {result.arrival_time} local" if result.arrival_time else ""
        when += f" (public holiday: {result.holiday})" if result.holiday else ""
    origin = f", arriving from {_the(result.from_country)}" if result.from_country else ""
    return f"{result.icao} {result.name}{when}{origin}"


def _the(country: str) -> str:
    return f"the {country}" if country in ("United Kingdom", "Netherlands", "United States") else country


def _nothing_known(result: AirfieldNotice) -> str:
    whom = result.phone or result.email
    todo = f" Call the field: {whom}." if whom else f" {result.look}" if result.look else ""
    return f"**No notice data for {result.icao}.**{todo}"


def _demand(demand: NoticeDemand, now: datetime) -> str:
    who = " and ".join(s if i == 0 else s.lower() for i, s in enumerate(demand.services)) + _limits(demand)
    who += "".join(f", “{condition}”" for condition in demand.conditions)
    if _is_own(demand) and (opening := _opening(demand)):
        who += f", for {opening}"
    read = " Read by a model: check the wording." if demand.read_by_model else ""
    match demand.kind:
        case "on_request":
            return f"**{who}: request needed.** The AIP states no lead time: ask now.{read}"
        case "not_available":
            told = "not available" if demand.only_for or demand.conditions else "not available for this flight"
            partly = demand.partial and not demand.conditions
            return f"**{who}: {'not at all times, see the text' if partly else told}.**{read}"
        case "h24":
            return f"**{who}: hours of service H24.** That says nothing of notice: ask."
        case "as_ad_hours":
            return f"**{who}: during the field's hours.** The AIP is silent on notice: ask."
        case "silent":
            return f"**{who}: what I can read is for other flights or days.** Read the text and ask."
        case "unknown" if demand.cut_off is None and demand.opening_raw:
            return f"**{who}: hours of service only, no notice time.** Ask."
        case "unknown" if demand.cut_off is None:
            return f"**{who}: I cannot read a notice time from the text.** Confirm by phone."
        case _:
            return f"**{who}: {_lead(demand)}.**{_latest(demand, now)}{read}"


def lead_in_words(demand: NoticeDemand, now: datetime) -> str:
    """A demand inside a sentence: " 48 h before (Sat, Sun). Notify by …"; "" where the text states no lead."""
    if not demand.states_lead:
        return ""
    return f"{_lead(demand)}{_limits(demand)}.{_latest(demand, now)}"


def stated_lead(demand: NoticeDemand) -> str:
    """A demand's lead alone: "24 h before"; "" where the text states none."""
    return _lead(demand) if demand.states_lead or demand.cut_off else ""


def _lead(demand: NoticeDemand) -> str:
    """ "24 h before", "by 11:00 on the last working day before": as the text says it."""
    if demand.kind in ("hours", "window"):
        window = f", not before {_hours(demand.earliest_hours)}" if demand.earliest_hours else ""
        return f"{_hours(demand.hours)} before{window}"
    basis = "" if demand.latest_local else f" ({demand.basis})"
    by = f"by {demand.cut_off}{basis} " if demand.cut_off else ""
    count = demand.business_day_offset
    if demand.deadline_weekday is not None:
        return f"{by}on the {_LONG_DAYS[demand.deadline_weekday - 1]} before"
    if demand.kind == "business_day":
        return f"{by}on the last working day before" if count in (1, None) else f"{by}{count} working days before"
    if count is None:
        return f"{by.strip()}; the text does not say of which day"
    return by + {0: "on the same day", 1: "the day before"}.get(count, f"{count} days before")


def _limits(demand: NoticeDemand) -> str:
    """ " (Schengen outside the EU; Mon–Sat; Apr–Sep)": which flights and when, where the question left it open."""
    parts = [", ".join(_CLASSES.get(c, c) for c in demand.only_for)]
    days = _run([d - 1 for d in demand.only_on if d != "holiday"], _DAYS)
    parts.append(", ".join([*days, *(["public holidays"] if "holiday" in demand.only_on else [])]))
    parts.append(", ".join(_run(_from_the_gap([m - 1 for m in demand.only_in]), _MONTHS)))
    told = "; ".join(part for part in parts if part)
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
        return "some time"
    return f"{hours:g} h" if hours >= 1 else f"{hours * 60:g} min"


def _latest(demand: NoticeDemand, now: datetime) -> str:
    if not demand.latest_local or not demand.latest_utc:
        return ""
    local, utc = datetime.fromisoformat(demand.latest_local), datetime.fromisoformat(demand.latest_utc)
    other_day = f"{utc:%a} " if utc.date() != local.date() else ""
    note = f" ({demand.assumed})" if demand.assumed else ""
    passed = " That has passed: call." if utc < now else ""
    return f" Notify by {local:%a} {local.day} {local:%b %H:%M} local ({other_day}{utc:%H:%M} UTC){note}.{passed}"


def _contact(demand: NoticeDemand) -> str:
    parts = [p for p in (demand.email, demand.phone) if p]
    if not _is_own(demand) and (opening := _opening(demand)):
        parts.append(f"open {opening}")
    return " · ".join(parts)


def _opening(demand: NoticeDemand) -> str | None:
    if demand.opening_local:
        return f"{demand.opening_local} local ({demand.opening_utc} UTC)"
    return demand.opening_raw


def _raw(demand: NoticeDemand) -> str:
    words = shortened(demand.raw, _RAW_SHOWN)
    age = ", older than two cycles: confirm by phone" if demand.stale else ""
    date = f"amendment of {demand.as_of:%b %Y}" if demand.dated else "amendment not dated"
    return f"Raw ({demand.item}, {demand.source}, {date}{age}): “{words}”"


@suggest.register
def _(result: AirfieldNotice, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.icao is None:
        return ()
    home = talk.question.profile.home_base
    found = [about_field(result.icao)]
    if home and home != result.icao:
        found.insert(0, border(home, result.icao))
    return tuple(found)
