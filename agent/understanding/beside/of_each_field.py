"""Every fact that a message asks of two airfields named side by side is asked of each: "customs at Lydd and Manston, and the fee"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.deps import Deps
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.unread import CARD

_COMPARED = "compare_airfields"
_FEE, _PRICE, _NOTICE = "get_airport_pricing", "get_fuel_prices", "get_notification_for_airport"
_OF_ONE_FIELD = frozenset((CARD, _FEE, _PRICE, _NOTICE))
_ITS_OWN = re.compile(r"['’]s\b")
""" "Wick and Kirkwall's avgas": of the last one alone."""
_JOINT = re.compile(r"[,;&+/]|\b(?:and|or|und|oder|et|ou|n|plus)\b")
_LITTLE = frozenset(("and", "also", "not", "show", "there"))
_OF_A_DAY = "hours"
"""A fact that a day narrows: of one field it is told with its wording."""


def of_each_field(plan: Plan, said: Said, deps: Deps) -> Plan:
    """The plan with each fact asked of each of the fields that stand side by side in the message."""
    plan = _all_compared(plan, said, deps)
    if (by_day := _on_the_day(plan, said)) is not None:
        return by_day
    if not plan.steps or not all(step.tool in _OF_ONE_FIELD for step in plan.steps):
        return plan
    fields = said.again().asked_of() or _one_behind(said, deps)
    if (
        len(fields) < 2
        or not _are_joined(said)
        or any(field_of(field, deps) is None for field in fields)
        or _says_more_of_the_last(said)
    ):
        return plan
    named = {str(step.arguments.get("icao_code")) for step in plan.steps}
    if not named <= {*fields}:
        return plan
    if len(named) == 1 and len(plan.steps) == 1 and not plan.steps[0].arguments.get("about"):
        return plan
    facts = _facts(plan.steps)
    asked = [(field, *fact) for fact in facts for field in fields]
    steps = tuple(ToolCall(tool=tool, arguments={"icao_code": field, **given}) for field, tool, given in asked)
    if len(steps) > MOST_STEPS or _told(steps) <= _told(plan.steps):
        return plan
    spots = [said.slots.text[spot.start : spot.end] for spot in said.spots]
    left = tuple(text for text in plan.left_aside if not any(spot in text for spot in spots))
    return plan.model_copy(update={"steps": steps, "left_aside": left})


def _all_compared(plan: Plan, said: Said, deps: Deps) -> Plan:
    """ "Compare Juist and Norderney, fees and food": a fact behind both names is compared, and not told of the first alone."""
    compared = next((step for step in plan.steps if step.tool == _COMPARED), None)
    fields = compared.arguments.get("icao_codes") if compared is not None else None
    named = [field_of(spot.name, deps) for spot in said.spots]
    if compared is None or not isinstance(fields, list) or any(named.count(str(field)) != 1 for field in fields):
        return plan
    alone = [step for step in plan.steps if step.tool == CARD and step.arguments.get("icao_code") in fields]
    about = compared.arguments.get("about")
    facts: list[JsonValue] = [*about] if isinstance(about, list) else []
    for step in alone:
        more = step.arguments.get("about")
        facts += [fact for fact in more if fact not in facts] if isinstance(more, list) else []
    if len(alone) != 1 or not alone[0].arguments.get("about") or "date" in alone[0].arguments:
        return plan
    steps = tuple(
        step.varied(about=facts) if step is compared else step for step in plan.steps if step is not alone[0]
    )
    left = tuple(text for text in plan.left_aside if not any(str(field) in text for field in fields))
    return plan.model_copy(update={"steps": steps, "left_aside": left})


_AND_ONE_MORE = re.compile(
    r"[,;.?!]\s*(?:(?:and|und|et|or|oder|ou|so|same|also|auch|aussi|what about|how about|wie ist es|et pour|puis|plus)\s+)+"
    r"(?:(?:at|in|for|the|bei|für|in|mit|à|a|au|pour)\s+)*"
)


def _one_behind(said: Said, deps: Deps) -> list[str]:
    """ "Has Annecy an ILS, and Chambéry?": the name that stands alone behind the question asks it too."""
    spots = sorted(said.spots, key=lambda spot: spot.start)
    if len(spots) != 2 or said.slots.low[spots[1].end :].strip(" ?!."):
        return []
    gap = said.slots.low[spots[0].end : spots[1].start]
    if not (match := _AND_ONE_MORE.search(gap)) or match.end() != len(gap):
        return []
    return [one for one in (field_of(spot.name, deps) for spot in spots) if one is not None]


def _are_joined(said: Said) -> bool:
    """Whether an "and", an "or" or a comma stands between the names: "Popham in Hampshire" is one field."""
    spots = sorted(said.spots, key=lambda spot: spot.start)
    gaps = [said.slots.low[one.end : other.start] for one, other in pairwise(spots)]
    return not any(spot.is_area for spot in spots) and all(_JOINT.search(gap) for gap in gaps)


def _told(steps: Sequence[ToolCall]) -> int:
    """How many facts some calls tell."""
    about = (step.arguments.get("about") for step in steps)
    return sum(len(facts) if isinstance(facts, list) else 1 for facts in about)


def _facts(steps: Sequence[ToolCall]) -> list[tuple[str, dict[str, JsonValue]]]:
    """What is asked, without of which field: the facts of all sheets together, and each other question once."""
    about: list[JsonValue] = []
    sheet: dict[str, JsonValue] = {}
    found: list[tuple[str, dict[str, JsonValue]]] = []
    for step in steps:
        given = {name: value for name, value in step.arguments.items() if name != "icao_code"}
        if step.tool != CARD:
            if all(tool != step.tool for tool, _ in found):
                found.append((step.tool, given))
            continue
        told = given.pop("about", None)
        about += [fact for fact in told if fact not in about] if isinstance(told, list) else []
        if not sheet and all(tool != CARD for tool, _ in found):
            found.append((CARD, sheet))
        sheet.update(given)
    if about:
        sheet["about"] = about
    return found


def _says_more_of_the_last(said: Said) -> bool:
    """ "Fuel at Perth and Dundee hours": what stands right behind the last name is of that one alone."""
    last = max(said.spots, key=lambda spot: spot.end)
    behind = said.slots.low[last.end :]
    facts = [m for m in said.mentions if m.concept not in _LITTLE]
    touching = any(last.end < m.start and not said.slots.low[last.end : m.start].strip() for m in facts)
    before = said.slots.low[: min(spot.start for spot in said.spots)].strip()
    return _ITS_OWN.match(behind) is not None or (touching and bool(before))


def _on_the_day(plan: Plan, said: Said) -> Plan | None:
    """ "Which of Lydd and Shoreham is longer, and is either open on Christmas Day?": the hours of the day, of each."""
    compared = next((step for step in plan.steps if step.tool == _COMPARED), None)
    day = said.day()
    if compared is None or day is None:
        return None
    fields, about = compared.arguments.get("icao_codes"), compared.arguments.get("about")
    if not isinstance(fields, list) or not isinstance(about, list) or _OF_A_DAY not in about:
        return None
    rest: list[JsonValue] = [fact for fact in about if fact != _OF_A_DAY]
    hours = [
        ToolCall(tool=CARD, arguments={"icao_code": field, "about": [_OF_A_DAY], "date": day}) for field in fields
    ]
    others = [step.varied(about=rest, date=None) if step is compared else step for step in plan.steps]
    kept = [step for step in others if rest or step.tool != _COMPARED]
    if len(kept) + len(hours) > MOST_STEPS:
        return None
    return plan.model_copy(update={"steps": (*kept, *hours)})
