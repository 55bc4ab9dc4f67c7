"""Which papers a flight into a country takes: those aboard, those of the people, and the border from where one starts."""

from __future__ import annotations

from agent import regex as re
from agent.language.carried import ABOARD, MINORS, TRAVELLERS, of_the_parents, papers_asked
from agent.language.ends import country_of
from agent.language.nationality import peoples
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.reader.asking import CLARIFY, clarification
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.tool_names import BORDER, NOTICE, RULE, TRIP

_INTO = re.compile(
    r"\b(?:in)?to\s+(?:the\s+)?$|\b(?:nach|in die|in den|ins)\s+$|\b(?:en|vers|au|aux|jusqu['’]en)\s+(?:la |le |l['’])?$"
)
_FLOWN = re.compile(
    r"\b(?:fly\w*|tak(?:e|ing)|bring\w*|go|going|ferry\w*|flieg\w*|mitnehmen|bringen?|vol(?:er|e|ons)|aller|vais|allons|"
    r"pars|partons|partir|emmen\w*|amen\w*)\b"
)


_NEEDED = re.compile(
    r"^\W*(?:(?:et|and|und|so|alors)\W+)*(?:what (?:do|would|will) (?:i|we) need|que (?:me |nous )?faut(?:-il)?|qu['’]est-ce qu['’]il (?:me |nous )?faut|"
    r"(?:il |me |nous )*faut quoi|was brauch\w* (?:ich|wir|man)) (?:to|pour|um)\s+(?:fly|go|cross|get|aller|voler|entrer|passer|nach|in)\b"
)
""" "Que faut-il pour aller en Angleterre": all that the flight takes, not only the passports."""


def with_the_border_entered(plan: Plan, said: Said) -> Plan:
    """ "What papers do I need to take a Cessna into Spain?": what is known there, and the border, whose start is asked."""
    if (crossed := _from_one_into_another(plan, said) or _home_again_too(plan, said)) is not None:
        return crossed
    countries = {named.country.code: named for named in said.slots.countries}
    asked_of = {step.tool for step in plan.steps}
    if not plan.steps or not asked_of <= {RULE, TRIP, NOTICE} or len(countries) != 1 or said.spots:
        return plan
    low = said.slots.low
    ((code, named),) = countries.items()
    base = said.home
    asked = {name for name, _ in papers_asked(low)}
    if base is not None and asked_of == {RULE} and _NEEDED.search(low) and country_of(base, said.deps) != code:
        brief = ToolCall(tool=BORDER, arguments={"from_location": base, "to_location": named.country.name})
        return plan.model_copy(update={"steps": (brief,), "left_aside": (), "others": ()})
    whole = asked == {ABOARD, TRAVELLERS} and len({span for _, span in papers_asked(low)}) == 1
    meant = said.deps.rules.corpus.named_in(said.slots.text)
    if meant is not None and meant.id == MINORS and of_the_parents(low):
        return plan  # "my nephew without his parents, what papers": those that a minor carries
    if not whole or not (_INTO.search(low[: named.start]) and _FLOWN.search(low)):
        return plan
    if base is not None and country_of(base, said.deps) == code:
        return plan
    held = said.deps.rules.corpus.questions
    rules = [
        ToolCall(tool=RULE, arguments={"country_code": code, "question": held[name].text})
        for name in (ABOARD, TRAVELLERS)
        if name in held
    ]
    entered = {"to_location": named.country.name}
    if base is None:
        steps = (*rules, clarification(Reading(BORDER, 0.9, arguments={**entered}, missing="from_location")))
    else:
        steps = (ToolCall(tool=BORDER, arguments={"from_location": base, **entered}), *rules)
    return plan.model_copy(update={"steps": steps, "left_aside": ()})


_CROSSES = re.compile(
    r"\b(?:cross\w*|fly(?:ing)?|going|enter\w*|einfl[iu]eg\w*|einflug|fliege\w*|flug|überquer\w*|entr(?:er|ant|ée)|passer|passage|franchi\w*|vol(?:er)?)\b"
)
_OF_ALL = re.compile(
    r"\W*(?:(?:and |so |und |et )*(?:what(?:['’]s| is| are)? ?|welche |was (?:gilt|sind|brauche ich|muss ich beachten)? ?|quelles (?:sont )?|qu['’]est-ce qu['’]il ))?"
    r"(?:(?:the |die |les |general )*(?:rules?|requirements?|regulations|formalities|procedures?|regeln|vorschriften|formalitäten|règles|formalités|faut)|do (?:i|we) (?:have to do|need))?\W*(?:for|when|to|if|für|beim|zum|pour|de|d['’]|à|au|in|i'm|we're|i|we|a|the|den|die|ein\w*|wenn|ich|vfr|en|\W)*"
)
_SMALL = re.compile(
    r"(?:\b(?:the|into|in|from|out of|to|airspace|vfr|by|border|den|die|das|der|aus|von|nach|luftraum|grenze|en|dans|la|le|l|de|du|d|depuis|vers|espace aérien|frontière|an?|for)\b|\W)*"
)


_OF_RULES = frozenset((RULE, CLARIFY, "compare_rules_between_countries", "browse_rules"))


def _from_one_into_another(plan: Plan, said: Said) -> Plan | None:
    """ "The rules for crossing into Dutch airspace VFR from the UK": what a flight over that border takes."""
    named, low = said.slots.countries, said.slots.low
    crosses = _CROSSES.search(low)
    if (
        crosses is None
        or len(named) != 2
        or {step.tool for step in plan.steps} - _OF_RULES
        or len(plan.steps) != 1
    ):
        return None
    if any(spot.kind != "country" for spot in said.slots.spots) or not _OF_ALL.fullmatch(low[: crosses.start()]):
        return None
    behind = low[crosses.end() :]
    for one in sorted(named, key=lambda one: -one.start):
        at = one.start - crosses.end()
        if at < 0:
            return None
        behind = f"{behind[:at]} {behind[one.end - crosses.end() :]}"
    from_one = [one for one in named if _OUT_OF.search(low[: one.start])]
    if not _SMALL.fullmatch(behind) or len(from_one) != 1:
        return None
    (into,) = (one for one in named if one is not from_one[0])
    ends = {"from_location": from_one[0].country.name, "to_location": into.country.name}
    steps = (ToolCall(tool=BORDER, arguments={**ends}),)
    return plan.model_copy(
        update={"steps": steps, "left_aside": (), "others": (), "confidence": max(plan.confidence, 0.8)}
    )


_OUT_OF = re.compile(
    r"\b(?:from|out of|aus|von|depuis|de|du|d['’])\s*(?:the |der |dem |den |la |le |l['’]|les )?$"
)


_AND_BACK = re.compile(
    r"\b(?:and|or|und|oder|et|ou)\W+(?:then |wieder |dann |puis )?(?:back|home|return\w*|zurück|retour\w*|heim|rentrer|revenir)\b|\b(?:there and back|round trip|return trip|hin und zurück|aller[- ]retour)\b"
)


def _home_again_too(plan: Plan, said: Said) -> Plan | None:
    """ "A Ukrainian passenger, can she come to Le Touquet with me and back?": what her passport asks for on both ways."""
    home = country_of(said.home, said.deps) if said.home else None
    if home is None or [step.tool for step in plan.steps] != [RULE] or not _AND_BACK.search(said.slots.low):
        return None
    aboard, entered = peoples(said.slots.countries, said.slots.low), plan.steps[0].arguments.get("country_code")
    if not aboard or not isinstance(entered, str) or entered == home or "countries" in plan.steps[0].arguments:
        return None
    whose = " and ".join(dict.fromkeys((*one.country.demonyms, one.country.name)[0] for one in aboard))
    question = f"Which passport or visa do {whose} passengers need?"
    step = ToolCall(tool=RULE, arguments={"question": question, "country_code": entered, "countries": [home]})
    return plan.model_copy(update={"steps": (step,)})
