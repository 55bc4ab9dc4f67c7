"""Reads a trip to one field from several: "A from Elstree in a PA28 and B from Fairoaks in a C172 meet at Le Touquet"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot

Given = dict[str, JsonValue]
_FROM = re.compile(r"\b(?:from|out of|ab|von|aus|de|depuis|au départ de)\s+(?:the |le |la |l['’])?$")
_AND = re.compile(r"(?:,|;|\b(?:and|und|et|while|während|plus|the other|der andere|l['’]autre)\b)")
_ON_THE_WAY = re.compile(
    r"\b(?:to|nach|vers|à|via|über|par|then|dann|puis|back|home|zurück|retour|return\w*|or|oder|ou)\b|->|→|[.?!]"
)
_MEET = re.compile(
    r"\b(?:meet\w*|join\w*|get together|rendezvous|rendez-vous|both|two (?:planes|aircraft|machines|crews)|together|treff\w*|zusammen\w*|beide|zwei (?:flugzeuge|maschinen)|"
    r"retrouv\w*|rejoin\w*|rejoign\w*|deux (?:avions|machines|équipages)|ensemble|the other|other one|der andere|l['’]autre|[ab] from|[ab] von|[ab] de|"
    r"(?:my |a |the )?(?:mate|friend|buddy|kumpel|freund|copain|ami)\b[^.;?!,]{0,20} (?:from|ab|von|aus|de|depuis))\b"
)


def starts_told(said: Said) -> list[Spot]:
    """The fields from which several set out to one; empty where one aircraft flies."""
    low = said.slots.low
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    starts = [s for s in spots if _FROM.search(low[: s.start])]
    if len(starts) < len(("one", "other")) or len(spots) != len(starts) + 1 or not _MEET.search(low):
        return []
    gaps = [low[a.end : b.start] for a, b in pairwise(starts)]
    apart = all(_AND.search(gap) and not _ON_THE_WAY.search(gap) for gap in gaps)
    codes = {field_of(said.name(s), said.deps) for s in starts}
    return starts if apart and len(codes) == len(starts) else []


def of_the_others(said: Said, starts: Sequence[Spot]) -> Given:
    """What differs for each of them: where it begins, and its aircraft where one is told behind it."""
    told = said.slots.crafts
    ends = [*(s.start for s in starts[1:]), len(said.slots.low)]
    crafts = [
        next((c.name for c in told if start.start < c.start < end), None)
        for start, end in zip(starts, ends, strict=True)
    ]
    if len(told) == len(starts) and told[0].end <= starts[0].start:
        crafts = [craft.name for craft in told]  # "a DR400 from Toussus and a PA28 from Lognes"
    elif len(told) == 1 and not starts[0].start < told[0].start < starts[-1].start:
        crafts = [told[0].name] * len(starts)  # "both in a PA28"
    said.take(starts)
    said.used.update((craft.start, craft.end) for craft in told)
    others: list[JsonValue] = [
        {"from_location": said.name(start), "aircraft_type": craft}
        for start, craft in zip(starts[1:], crafts[1:], strict=True)
    ]
    first: Given = {"aircraft_type": crafts[0]} if crafts[0] else {}
    return {"from_location": said.name(starts[0]), **first, "beside": others}
