"""Words for the runways of one airfield: the airport table's, held against what the AIP says of them."""

from __future__ import annotations

from collections.abc import Mapping

from agent import regex as re
from agent.aviation.surfaces import is_hard
from agent.subjects.airfield.attributes import AskedFact
from agent.subjects.airfield.runway_fit import fit_words
from agent.subjects.airfield.tool import AirportDetails, AirportRecord, RunwayRecord
from agent.subjects.finding.airport_list import surface_word
from tongue import say

_END = re.compile(r"(\d{2}[LRC]?)\s*:")
_STATED = re.compile(r"\bm, (?P<surface>[A-Za-z][\w /-]*)")


def _surface(runway: RunwayRecord, stated: Mapping[str, str]) -> str:
    """The surface by the airport table, or by the AIP where that says another."""
    told = (stated[end] for end in runway.idents.split("/") if end in stated)
    found = next((match["surface"] for said in told if (match := _STATED.search(said))), "")
    is_paved = is_hard(found) if found else None
    if is_paved is None or runway.surface == surface_word(is_paved, found):
        return runway.surface
    return say("{surface} by the AIP", surface=surface_word(is_paved, found))


def _unnamed(runway: RunwayRecord, stated: Mapping[str, str]) -> str:
    """Of a runway that the AIP does not name beside the others."""
    return say(", not in the AIP's list") if stated and not {*runway.idents.split("/")} & stated.keys() else ""


def _state_words(result: AirportDetails) -> list[str]:
    """Whether the ground bears: nothing that is held tells it."""
    if not result.state_asked:
        return []
    hard = [r for r in result.runways if not r.closed and r.surface == surface_word(True, "")]
    soft = say("**Whether its grass is usable, now or in winter, I do not know: ask the field before you go.**")
    plain = say("**What state its runway is in I do not know: ask the field, and look at the NOTAMs.**")
    return [plain if hard and len(hard) == sum(not r.closed for r in result.runways) else soft]


def runway_words(fact: AskedFact, result: AirportDetails, airport: AirportRecord) -> list[str]:
    """Each runway with its length, surface and lights, the longest first, and what the AIP says of them."""
    open_ones = sorted((r for r in result.runways if not r.closed), key=lambda r: -(r.counted_ft or 0))
    stated = {end[1]: fact for fact in result.runway_facts if (end := _END.match(fact))}
    lines: list[str] = [*_state_words(result), *fit_words(result.fit)]
    if not open_ones:
        lines.append(
            say("**No runway data for {named} in the airport table.**", named=f"{airport.icao} {airport.name}")
        )
    else:
        lines.append(say("{named}, runways:", named=f"{airport.icao} {airport.name}"))
        for r in open_ones[:4]:
            lit = say(", lights")
            wide = say(" × {width_ft:,} ft wide", width_ft=r.width_ft) if r.width_ft else ""
            length = say("length unknown")
            if r.length_ft and (counted := r.counted_ft):
                length = say("{feet:,} ft ({metres:,} m)", feet=counted, metres=round(counted * 0.3048))
                if counted < r.length_ft:
                    table = round(r.length_ft * 0.3048)
                    length = say("{length} or {table:,} m: sources do not agree", length=length, table=table)
            lines.append(
                say(
                    "{name}: {value}",
                    name=f"**{r.idents}",
                    value=f"{length}**{wide}, {_surface(r, stated)}{lit if r.lighted else ''}"
                    f"{_unnamed(r, stated)}",
                )
            )
        if len(open_ones) > 4:
            lines.append(say("and {open_ones} more in the details.", open_ones=len(open_ones) - 4))
    if result.runway_facts:
        lines.append(say("AIP: {runway_facts}", runway_facts=say("; ").join(result.runway_facts[:4])))
    if result.slope_asked:
        lines.append(say("Its slope is not in my data: the AIP's chart has it."))
    return [*lines, say("Physical lengths; declared distances are what counts.")]
