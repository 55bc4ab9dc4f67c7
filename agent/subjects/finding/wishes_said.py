"""What was wished for of the fields of a list, in words, and where they were looked for."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import JsonValue

from agent.aviation.surroundings import SURROUNDING_WORDS, SURROUNDINGS
from agent.subjects.finding.filters import FILTER_WORDS, days_wanted
from agent.subjects.finding.nations import name_of
from agent.writing.write import Talk
from tongue import SOURCE, country_name, later, say, spoken

_FILTER_FACTS = {
    "has_avgas": later("are known to have AVGAS"),
    "has_jet_a": later("are known to have Jet A-1"),
    "has_ul91": later("are known to have UL91"),
    "has_mogas": later("are known to have mogas"),
    "has_fuel": later("are known to sell fuel"),
    "self_service": later("are known to have self-service fuel"),
    "fuel_h24": later("are known to sell it at any hour (H24)"),
    "point_of_entry": later("are known to have customs, or stand on a list of border points or customs airports"),
    "border_point": later("stand on a list of border crossing points (for persons; customs: ask)"),
    "has_tower": later("are known to have a tower"),
    "no_ppr": later("are known to need no PPR"),
    "open_to_visitors": later("are known to be open to visitors"),
    "has_handling": later("are known to have handling"),
    "has_hard_runway": later("have a hard runway"),
    "has_soft_runway": later("have a grass or gravel runway"),
    "has_procedures": later("are known to have an instrument approach"),
    "has_lights": later("have runway lights"),
}


def region_name(name: str) -> str:
    """A country, state or range after "in": its English article only in English."""
    return country_name(name if spoken() == SOURCE else name.removeprefix("the "))


def wanted_words(filter_profile: dict[str, JsonValue] | None, talk: Talk) -> str:
    applied = filter_profile or {}
    if applied.get("approach_type"):  # the kind says that there is an approach
        applied = {name: value for name, value in applied.items() if name != "has_procedures"}
    said = {name: say(words) for name, words in _FILTER_FACTS.items() if applied.get(name) is True}
    if applied.get("has_soft_runway") is False:
        hard = _FILTER_FACTS["has_hard_runway"]
        said["has_hard_runway"] = say(hard)
    lacking = [
        say(FILTER_WORDS[name])
        for name in _FILTER_FACTS
        if applied.get(name) is False and name != "has_soft_runway"
    ]
    long = ""
    shortest = applied.get("min_runway_length_ft")
    longest = applied.get("max_runway_length_ft")
    if isinstance(shortest, int | float):
        length = say("{metres:,} m ({feet:,.0f} ft) or more", metres=round(shortest * 0.3048), feet=shortest)
        if said.pop("has_hard_runway", None):
            long = say("have a hard runway of {length}", length=length)
        elif said.pop("has_soft_runway", None):
            long = say("have a grass or gravel runway of {length}", length=length)
        else:
            long = say("have a runway of {length}", length=length)
    told = [*said.values(), *([long] if long else [])]
    if isinstance(longest, int | float):
        told.append(
            say("have no runway over {metres:,} m ({feet:,.0f} ft)", metres=round(longest * 0.3048), feet=longest)
        )
    notice = applied.get("max_hours_notice")
    if isinstance(notice, int | float):
        told.append(say("are known to need at most {notice:g} h notice", notice=notice))
    grades = applied.get("any_fuel")
    if isinstance(grades, list | tuple):
        names = [say(FILTER_WORDS[f"has_{grade}"]) for grade in grades]
        told.append(_offers("any_fuel", say(" or ").join(names)))
    for name in ("approach_type", "fuel_type", "hotel", "restaurant", "paid_by"):
        value = applied.get(name)
        if isinstance(value, str):
            told.append(_offers(name, value))
    if lacking:
        told.append(say("are known to be without {what}", what=", ".join(lacking)))
    told += _where_and_when(applied, talk)
    fee = applied.get("max_landing_fee")
    if isinstance(fee, int | float):
        currency = str(applied.get("max_landing_fee_currency") or "")
        told.append(say("are known to charge at most {fee:g} {currency}", fee=fee, currency=currency).rstrip())
    return _joined(told)


_OFFERS = {
    ("hotel", "at_airport"): later("are known to have a hotel on the field"),
    ("hotel", "vicinity"): later("are known to have a hotel nearby"),
    ("restaurant", "at_airport"): later("are known to have a restaurant on the field"),
    ("restaurant", "vicinity"): later("are known to have a restaurant nearby"),
    ("paid_by", "credit_card"): later("are known to take a bank card for fuel"),
    ("paid_by", "cash"): later("are known to take cash for fuel"),
    ("paid_by", "total_card"): later("are known to take the TOTAL card for fuel"),
    ("paid_by", "bp_card"): later("are known to take the BP card for fuel"),
}


def _offers(name: str, value: str) -> str:
    told = _OFFERS.get((name, value))
    return say(told) if told else say("are known to have {what}", what=value)


def _where_and_when(applied: dict[str, JsonValue], talk: Talk) -> list[str]:
    """What lies around, whose a field is, and the day of its published hours."""
    said: list[str] = []
    around = applied.get("near_what")
    if isinstance(around, str) and around in SURROUNDINGS:
        said.append(say(SURROUNDING_WORDS[SURROUNDINGS[around]]))
    for name, told in (("country", later("are in {names}")), ("not_country", later("are not in {names}"))):
        if value := applied.get(name):
            codes = [str(code) for code in value] if isinstance(value, list | tuple) else [str(value)]
            names = [name_of(code, talk.deps.countries) for code in codes]
            said.append(say(told, names=say(" or ").join(names)))
    other = applied.get("near_border")
    if isinstance(other, str):
        told = later("lie within 30 nm of a town in {country}")
        said.append(say(told, country=region_name(name_of(other, talk.deps.countries))))
    left = applied.get("not_fields")
    if isinstance(left, list | tuple):
        said.append(say("are not {names}", names=say(" or ").join(str(code) for code in left)))
    areas = applied.get("not_areas")
    if isinstance(areas, list | tuple):
        said.append(say("are not in {names}", names=say(" or ").join(str(area) for area in areas)))
    for name, (yes, no) in _WHOSE.items():
        if isinstance(wanted := applied.get(name), bool):
            said.append(say(yes if wanted else no))
    day = applied.get("open_day")
    if isinstance(day, str):
        on, *rest = days_wanted(day)
        told = later("have published hours for {on:%A} {day} {on:%b}")
        both = later("have published hours for {on:%A} {day} {on:%b} and {then:%A} {second} {then:%b}")
        said.append(
            say(both, on=on, day=on.day, then=rest[0], second=rest[0].day)
            if rest
            else say(told, on=on, day=on.day)
        )
    shut = applied.get("closed_day")
    if isinstance(shut, str):
        on = date.fromisoformat(shut)
        said.append(say("are closed by published hours on {on:%A} {day} {on:%b}", on=on, day=on.day))
    then = applied.get("open_at")
    if then == "H24":
        said.append(say("have published hours H24"))
    elif isinstance(then, str):
        at = datetime.fromisoformat(then)
        told = later("are open by published hours on {on:%A} {day} {on:%b} at {on:%H:%M} local")
        said.append(say(told, on=at, day=at.day))
    return said


_WHOSE = {
    "military": (later("are military by what is known"), later("are not known to be military")),
    "private": (
        later("are for private or restricted use by what is known"),
        later("are not known to be for private or restricted use"),
    ),
    "gliding": (later("are gliding sites by what is known"), later("are not known to be gliding sites")),
    "microlight": (later("are microlight fields by their name"), later("are no microlight fields by their name")),
    "mountain": (later("are altiports or altisurfaces by their name"), later("are no altiports by their name")),
    "on_water": (
        later("are seaplane bases or water aerodromes by what is known"),
        later("are no water aerodromes by what is known"),
    ),
}


def _joined(said: list[str]) -> str:
    """The conditions as one clause, what several have in common said once."""
    known = say("are known to have ")
    things = [words.removeprefix(known) for words in said if words.startswith(known)]
    rest = [words for words in said if not words.startswith(known)]
    both = say(" and ")
    return both.join([*([known + both.join(things)] if things else []), *rest])
