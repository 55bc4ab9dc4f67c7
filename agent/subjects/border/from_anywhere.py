"""What a flight into a country takes wherever it comes from, for a question that waits for its start."""

from __future__ import annotations

from pydantic import JsonValue

from agent.protocol import Source
from agent.registry import ToolContext
from agent.subjects.notice.words import report_words
from agent.subjects.rules.membership import formalities_by_membership
from tongue import say


def held_from_anywhere(to: JsonValue, context: ToolContext) -> tuple[str, tuple[Source, ...]] | None:
    """How the country stands and the reports that every flight into it owes; None where `to` is no country."""
    deps = context.deps
    country = deps.countries.get(to) if isinstance(to, str) else None
    if country is None or deps.borders.closed(country.code) is not None:
        return None
    territory = deps.borders.of_country(country.code)
    if not territory.known:
        return None
    lines = [formalities_by_membership(territory, country.name, deps, start_asked=True)]
    sources = list(deps.borders.membership_sources)
    for demand in deps.borders.possible_reports(territory):
        if demand.conditional:
            continue
        what, note = report_words(say(demand.text))
        lines.append(f"- {what}: {note}" if note else f"- {what}")
        sources += [demand.source] if demand.source else []
    return "\n".join(lines), tuple(dict.fromkeys(sources))
