"""One flight home and nothing else: "Saturday by 5 home in Egelsbach, from Deauville" goes nowhere out."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot

Given = dict[str, JsonValue]
_HOME_IN = re.compile(
    r"\b(?:home|back|daheim|zu ?hause|zurück|heim|à la maison|chez (?:moi|nous)|de retour|rentrée?s?|rentrer)\s+"
    r"(?:(?:safely|again|wieder|sein|spätestens|bis|by|um|at|à|pour|for|vers|gegen|\d[\d:.h]*\s?(?:uhr|h|am|pm)?)\s+)*"
    r"(?:(?:in|at|to|nach|à|au|aux|en|sur)\s+)?(?:the |le |la )?$"
)
""" "Home in", "be back by 17:00 at": where one is home."""
_FROM = re.compile(
    r"\b(?:from|out of|ex|von|aus|ab|de|depuis|leav\w+|quitt\w+|part\w+ de|au départ de|en partant de)\s+"
    r"(?:the |le |la |der |dem )?$|\bd['’]\s?$"
)


_HOME = re.compile(r"\b(?:home|daheim|zu ?hause|heim|à la maison|chez (?:moi|nous)|rentrée?s?|rentrer)\b")


def flown_home(given: Mapping[str, JsonValue], said: Said) -> Given:
    """The trip as the one flight home, where the field that is home is its goal and the other only left."""
    low, start, goal = said.slots.low, given.get("from_location"), given.get("to_location")
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    names = [said.name(spot) for spot in spots]
    if not isinstance(start, str) or given.get("via") or given.get("return_via"):
        return {**given}
    if len({day.when for day in said.slots.days}) > 1:
        return {**given}
    if goal is None and names == [start] and said.home and _HOME.search(low):
        given, left = {**given, "to_location": said.home}, spots[0]
    elif sorted(names) == sorted((start, str(goal))):
        home, left = spots if names[0] == goal else spots[::-1]
        if not _is_home(home, said):
            return {**given}
    else:
        return {**given}
    if not _FROM.search(low[: left.start]):
        return {**given}
    turned = {"return_day": "day", "return_by": "arrive_by", "return_off_block": "off_block"}
    out = {name: value for name, value in given.items() if name not in turned}
    back = {turned[n]: value for n, value in given.items() if n in turned and value != "same day"}
    return {**out, **back}


def _is_home(spot: Spot, said: Said) -> bool:
    of_home = said.home is not None and field_of(said.name(spot), said.deps) == field_of(said.home, said.deps)
    return of_home or _HOME_IN.search(said.slots.low[: spot.start]) is not None
