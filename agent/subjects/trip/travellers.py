"""Which passport, visa or travel authorisation people aboard need where the trip enters a country."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.aviation.airports import Airport
from agent.aviation.territories import Territory
from agent.deps import Deps
from agent.protocol import Source
from agent.rules.corpus import RuleAnswer
from agent.subjects.border.tool import BorderBrief
from agent.subjects.rules.nationals import between_schengen_states, of_one_passport
from tongue import country_name, say

_TRAVELLERS = "travel-documents"
"""The entry of the rules on the passports of people aboard."""


def nationals_told(
    codes: Sequence[str], looked: Iterable[tuple[Airport, BorderBrief]], deps: Deps
) -> tuple[str, ...]:
    """What each passport that was told of asks for where the trip enters a country, the flights in their order."""
    entered: dict[str, Territory] = {}
    schengen = False
    for airport, brief in looked:
        end = brief.arrival
        if not brief.crosses or end is None:
            continue
        if end.immigration == "yes":
            entered.setdefault(end.territory, deps.borders.territory(airport))
        schengen = schengen or (end.immigration == "no" and deps.borders.territory(airport).schengen == "yes")
    lines: list[str] = []
    for name, territory in entered.items():
        held = territory.code if deps.rules.corpus.answers(_TRAVELLERS, territory.code) else territory.country
        told = [line for code in codes if (line := of_one_passport(code, held, deps))]
        lines += [say("{name}: {value}", name=country_name(name), value=" ".join(told))] if told else []
    if not entered and schengen:
        lines += [line for code in codes if (line := between_schengen_states(code, deps))]
    return tuple(lines)


def travellers_told(looked: Iterable[tuple[Airport, BorderBrief]], deps: Deps) -> tuple[str, tuple[Source, ...]]:
    """For each country entered through passport control what the rules hold, in a line; and their sources.

    `looked`: where each flight lands, with its border.
    """
    found: dict[str, RuleAnswer] = {}
    for airport, brief in looked:
        end, territory = brief.arrival, deps.borders.territory(airport)
        if not brief.crosses or end is None or end.immigration != "yes":
            continue
        code = territory.code if deps.rules.corpus.answers(_TRAVELLERS, territory.code) else territory.country
        papers = next((one for one in deps.rules.corpus.answers(_TRAVELLERS, code) if one.short), None)
        if papers is not None:
            found.setdefault(end.territory, papers)
    told = ", ".join(f"{country_name(name)} ({say(one.short)})" for name, one in found.items())
    line = say("Passports and visas: {papers}.", papers=told) if told else ""
    sources = tuple(
        Source(name=one.reference.split(",")[0], url=one.links[0] if one.links else None, as_of=one.reviewed)
        for one in found.values()
    )
    return line, sources
