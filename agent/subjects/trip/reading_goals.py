"""Reads which of the places said a flight is planned to: one of two that are weighed, none that is only looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.trip.leg_times import SIGN

OR = "or "
"""How `taken` keeps a goal that was weighed: "Reus|or Sabadell"."""
_OR = re.compile(
    r"\s*,?\s*(?:or|oder|ou)\s+(?:(?:rather|maybe|perhaps|else|better|lieber|doch|eher|besser|vielleicht|auch|plutôt|bien|peut-être|sinon)\s+)*"
    r"(?:(?:to|nach|in|à|a|au|aux|en|the|le|la|les|l'|den|die|das)\s*)*$"
)
_RATHER_BEHIND = re.compile(
    r"\b(?:or|oder|ou)\s+(?:(?:rather|maybe|perhaps|else|better|even|is|would|do|lieber|doch|eher|besser|vielleicht|gleich|plutôt|plutot|bien|mieux|sinon|vaut|il)\s+)+"
    r"(?:(?:to|nach|in|à|a|au|aux|en|the|le|la|les|l'|den|die|das)\s*)*$"
)
""" "Nach Danzig, geht das oder lieber Stettin?": weighed against the goal, however far from it."""
_WEIGHED = re.compile(
    r"\b(?:hesitat\w*|hésit\w*|hesit\w*|torn|undecided|can(?:'t|not) decide|not decided|choos\w+|choice|choix|choisir|"
    r"schwank\w*|unentschlossen|unschlüssig|überleg\w*|wahl|entscheiden)\b[^.;?!]{0,24}\b(?:between|entre|zwischen)\s+(?:the |le |la |l')?$"
)
_AND = re.compile(r"\s*(?:and|und|et)\s+(?:the |le |la |l')?")
_LOOKED_AT = re.compile(
    r"\b(?:to see|to visit|to look at|pour (?:voir|visiter|découvrir)|um)\s+(?:the |le |la |l')?$"
)
_SHUTS = re.compile(r"\s+(?:shuts|closes|is (?:shut|closed)|schließt|zumacht|zu ist|ferme|soit fermé)\b")
_HOME_BEFORE = re.compile(
    r"\b(?:home|back|daheim|zurück|rentr\w+|retour)\b[^.;?!]{0,12}\b(?:before|bevor|avant que?|ehe)\s+$"
)
_TO_SEE = re.compile(r"\s+(?:mal |einmal )?(?:anzu(?:sehen|schauen)|zu (?:sehen|besuchen|besichtigen))\b")


@dataclass(frozen=True, slots=True)
class Weighed:
    """A goal, and another that it is weighed against."""

    goal: Spot
    other: Spot


def with_the_weighed(said: Said) -> Said:
    """The message with each name as a place that no preposition makes one, where it is weighed against a place."""
    slots, low = said.slots, said.slots.low
    spots = [s for s in slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    found = [
        weak
        for weak in slots.weak
        if spots
        and not any(s.start < weak.end and weak.start < s.end for s in slots.spots)
        and (
            any(_OR.fullmatch(low[weak.end : s.start]) or _OR.fullmatch(low[s.end : weak.start]) for s in spots)
            or (spots[0].end <= weak.start and _RATHER_BEHIND.search(low[spots[0].end : weak.start]))
        )
    ]
    if not found:
        return said
    both = tuple(sorted((*slots.spots, *found), key=lambda s: s.start))
    weak = tuple(s for s in slots.weak if s not in found)
    return replace(said, slots=replace(slots, spots=both, weak=weak), used=said.used)


def weighed(said: Said) -> list[Weighed]:
    """ "Deauville or Le Touquet", "on hésite entre Sabadell et Reus": the first is planned, the other is told of."""
    low = said.slots.low
    named = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    found: list[Weighed] = []
    for goal, other in pairwise(named):
        between = low[goal.end : other.start]
        both = _AND.fullmatch(between) and _WEIGHED.search(low[: goal.start])
        if (
            (_OR.fullmatch(between) or both or _RATHER_BEHIND.search(between))
            and goal.role != "from"
            and goal.name != other.name
        ):
            first = next((one.goal for one in found if one.other == goal), goal)
            found.append(Weighed(first, other))
    return found


def flown_places(said: Said) -> tuple[Said, list[Weighed]]:
    """The message without the places that no flight of it is planned to, and the goals that are weighed."""
    two = weighed(said)
    low = said.slots.low
    seen = [
        spot
        for spot in said.slots.spots
        if _LOOKED_AT.search(low[: spot.start])
        and (not low[: spot.start].rstrip().endswith("um") or _TO_SEE.match(low, spot.end))
    ]
    shuts = [s for s in said.slots.spots if _SHUTS.match(low, s.end) and _HOME_BEFORE.search(low[: s.start])]
    if shuts and said.home and field_of(shuts[0].name, said.deps) == field_of(said.home, said.deps):
        said = said.without(shuts)  # "be home before Redhill shuts": of the base that is known
    not_meant = [s for s in said.slots.spots if s.start in said.not_meant]
    out = [*(one.other for one in two), *seen, *not_meant]
    left = [s for s in said.slots.spots if s not in out and s.kind in ("code", "iata", "place")]
    if not (left and out):
        return said, two if left else []
    flown = said.without(out)
    goals = [one.goal for one in two]
    spots = tuple(replace(s, role="to") if s in goals and s.role != "from" else s for s in flown.slots.spots)
    return replace(flown, slots=replace(flown.slots, spots=spots), used=said.used), two


def kept(two: Sequence[Weighed], goal: object, said: Said) -> list[str]:
    """What `taken` keeps of the goals that were weighed against the one that is planned."""
    others = [one.other for one in two if said.name(one.goal) == goal]
    return [f"{said.name(other)}{SIGN}{OR}{goal}" for other in others]


def other_goals(taken: Sequence[str], goal: str) -> list[str]:
    """The goals that were weighed against the one that is planned, as `taken` keeps them."""
    return [words for words, _, at in (one.partition(SIGN) for one in taken) if at == f"{OR}{goal}"]


def without_the_day_it_is_for(said: Said) -> Said:
    """ "Papa's birthday is on 13 March, I go on the 12th and come back on the 14th": of the three days the two of the flights."""
    days = said.slots.days
    if len(days) != len(("for", "out", "home")) or not days[1].when < days[0].when <= days[2].when:
        return said
    said.take(days[:1])
    return said.without_parts([(days[0].start, days[0].end)])
