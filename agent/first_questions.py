"""What a pilot may ask first, about home or the last field of the chat; without one, of fields known to all."""

from __future__ import annotations

from agent.deps import Deps
from agent.protocol import Choice, Conversation, Question
from agent.subjects.offered import airports_near, flight, how_far
from agent.subjects.rules.shapes import rules_for
from agent.taps import choice


def first_questions(
    question: Question, conversation: Conversation, others: tuple[Choice, ...], deps: Deps
) -> tuple[Choice, ...]:
    """Fields around, a distance and rules there; `others` where no place of the pilot is known."""
    names = [question.profile.home_base, *reversed(conversation.mentioned)]
    found = (deps.airports.get(name) for name in names if name)
    field = next((one for one in found if one is not None), None)
    if field is None:
        return others
    near = [
        one.airport
        for one in deps.airports.within(field.lat, field.lon, _A_HOP_NM)
        if one.airport.icao and one.airport.kind != "large_airport" and one.distance_nm > _NEAR_NM
    ]
    told = [Choice(label=s.text, text=s.text, call=s.call) for s in airports_near(field.ident, deps)]
    if near:
        far = how_far(field.ident, near[0].ident)
        told.append(Choice(label=far.text, text=far.text, call=flight(field.ident, near[0].ident)))
    country = deps.countries.get(field.country)
    if country is not None and country.code in deps.rule_countries:
        text = rules_for(country.name, "VFR")
        told.append(choice(text, "browse_rules", country_code=country.code, category="VFR"))
    return tuple(told) or others


_NEAR_NM, _A_HOP_NM = 30.0, 80.0
"""How far the field of the second question lies."""
