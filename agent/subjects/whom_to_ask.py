"""Whom to ask for what is not known of a field: its number, else its own site and where its AIP is read."""

from __future__ import annotations

from agent.aviation.airports import Airport
from agent.deps import Deps
from agent.subjects.measures import link_to
from tongue import say


def whom_to_ask(airport: Airport, deps: Deps) -> str:
    """One line: "Ask the field: +44 …", or "The field's own site: …. Official page: [AIP …](…)"."""
    known = deps.facts.of(airport.ident)
    if contact := known.contact("phone") or known.contact("email"):
        return say("Ask the field: {contact}.", contact=contact)
    link = airport.home_link
    lines = [say("The field's own site: {link}.", link=link_to(link))] if link and link.startswith("http") else []
    if page := deps.official_pages.of(airport, deps.facts, deps.now().date()):
        lines.append(say("Official page: [{name}]({url})", name=page.name, url=page.url))
    return " ".join(lines) or say("It stands in the country's AIP or VFR manual.")
