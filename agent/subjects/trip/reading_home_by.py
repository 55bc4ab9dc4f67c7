"""By when one is to be home where home is named by its own name: "um 15 Uhr wieder in Landshut", "à Vannes à 17h max"."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.trip.clocks import At, clocks_of
from agent.subjects.trip.times import SAME_DAY

Given = dict[str, JsonValue]
_AT = r"(?:in|at|into|à|a|bei|back to|zurück nach|retour à)"
_BY = (
    r"(?:um|bis|spätestens|vor|gegen|at|by|before|for|around|the latest|à|a|pour|vers|avant|au plus tard|max(?:imum)?|"
    r"no later than|not later than|wieder|again|back)"
)
_BEFORE_IT = re.compile(rf"\b{_AT}\s+(?:the |le |la )?$")
_HOUR_BEHIND = re.compile(rf"\s*,?\s*(?:{_BY}\s+)*$")
_HOUR_BEFORE = re.compile(
    r"\s*(?:uhr|h|local|lokal|lt|ortszeit|locale?)?\s*(?:(?:lokal|local|ortszeit|locale|lt|max|at the latest|au plus tard|spätestens|"
    rf"wieder|back|again|zurück|sein|être|landen|landing|dahoam|daheim|home)\s+)*{_AT}\s+(?:the |le |la )?$"
)
_DUE = re.compile(
    r"\b(?:wieder|again|back|zurück|retour|spätestens|bis|by|before|latest|later|max(?:imum)?|avant|tard|pour|être|sois|soit|soyons|sein|muss|müssen|must|"
    r"need|faut|dois|doit|rentr\w+|home|daheim)\b"
)
_ROUND = 30
"""Letters before and behind in which it is said that the hour is one to be there by."""


@dataclass(frozen=True, slots=True)
class HomeBy:
    """The field that is home, the hour to be there, and where both stand."""

    spot: Spot
    clock: At

    @property
    def span(self) -> tuple[int, int]:
        """Both of them."""
        return min(self.spot.start, self.clock.start), max(self.spot.end, self.clock.end)


def home_by(said: Said) -> HomeBy | None:
    """The hour beside the field that is home, or from which the flight was told to begin, behind where one flies to."""
    low = said.slots.low
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    home = field_of(said.home, said.deps) if said.home else None
    goals = {field_of(said.name(spot), said.deps) for spot in spots}
    goals -= {home, *(field_of(said.name(spot), said.deps) for spot in spots if spot.role == "from")}
    if len(goals) != 1:
        return None  # a way over stops is read by its legs
    clocks: list[At] | None = None
    for place, spot in enumerate(spots):
        code = field_of(said.name(spot), said.deps)
        others = [one for one in spots[:place] if field_of(said.name(one), said.deps) != code]
        begun = any(field_of(said.name(one), said.deps) == code and one.role == "from" for one in spots[:place])
        if not others or code is None or not (begun or code == home) or not _BEFORE_IT.search(low[: spot.start]):
            continue
        clocks = clocks_of(said.again(), {}) if clocks is None else clocks
        for clock in clocks:
            beside = (
                _HOUR_BEHIND.fullmatch(low[spot.end : clock.start])
                if spot.end <= clock.start
                else _HOUR_BEFORE.fullmatch(low[clock.end : spot.start])
            )
            found = HomeBy(spot, clock)
            start, end = found.span
            if beside and _DUE.search(low[max(start - _ROUND, 0) : end + _ROUND]):
                return found
    return None


def with_the_hour_at_home(given: Given, told: HomeBy | None) -> Given:
    """The trip with its way home, landed by that hour."""
    if told is None or not given.get("to_location"):
        return given
    back = given.get("return_day") or given.get("day") or SAME_DAY
    kept = {name: value for name, value in given.items() if name not in ("return_off_block", "return_day")}
    return {**kept, "return_day": back, "return_by": told.clock.at}
