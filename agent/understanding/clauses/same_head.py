"""Two questions of one kind behind one another, each begun by its word: "brief A B tomorrow and brief C D on Sunday"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agent import regex as re
from agent.language.said import Said
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reading import CLAIMED, Reading
from agent.understanding.reader.tool_names import BRIEF, DISTANCE, WEATHER

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_HEAD = (
    r"(?:(?:a|the|der|die|das|ein|le|la|les|un) )?(?:(?:weather|wx|flight|route|day|wetter|flug|tages|strecken)[- ]?)?"
    r"(?:brief(?:ing)?s?|weather|wx|metars?|tafs?|wetter|flugwetter|m[ée]t[ée]o|distance|entfernung|vfr|vmc|"
    r"(?:is|ist|est) (?:it )?(?:\w+ )?(?:vfr|vmc))\b"
)
_BEGINS = re.compile(rf"\s*(?:please |bitte |svp )?{_HEAD}", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"\s*(?:[,;.?\n+&]|\b(?:and|und|et|plus|then|dann|puis)\b)[\s,]*(?:(?:and|und|et|also|then|dann|puis|auch|aussi) )*(?={_HEAD})",
    re.IGNORECASE,
)
_OF_THE_AIR = frozenset((BRIEF, WEATHER, DISTANCE, "get_outlook"))
_MOST = 3


def of_each_headed(reader: Reader, said: Said, memory: Known) -> list[Reading]:
    """What is asked behind each of such words; [] where one of the parts names no place of its own or is not understood."""
    text, spots = said.slots.text, said.slots.spots
    cuts = [m.span() for m in _BETWEEN.finditer(text) if not any(s.start < m.end() <= s.end for s in spots)]
    if not 0 < len(cuts) < _MOST or not spots:
        return []
    parts = [
        text[a:b] for a, b in zip([0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(text)], strict=True)
    ]
    first = reader.said(parts[0], said.today, said.place, said.home)
    if not (_BEGINS.match(parts[0]) or first.has("weather", "metar", "taf")):
        return []
    found: list[Reading] = []
    for part in (first, *(reader.said(one, said.today, said.place, said.home) for one in parts[1:])):
        read = next(iter(reader.readings(part, Known(home=memory.home))), None) if part.spots else None
        if read is None or read.tool not in _OF_THE_AIR or read.missing or not read.arguments:
            return []
        found.append(replace(read, sure=max(read.sure, CLAIMED), said=part))
    calls = {(one.tool, str(sorted(one.arguments.items(), key=str))) for one in found}
    if len(calls) < len(found) or {one.tool for one in found} == {WEATHER}:
        return []  # of several places the reports are told in one answer
    return found
