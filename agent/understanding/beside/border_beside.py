"""What a flight takes, asked beside its distance or time: "how far is it from Lydd to Alderney and what do I need there"."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import country_of, field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.rules.membership import PARTS
from agent.subjects.rules.reading_ranked import is_tabled
from agent.subjects.trip.reading_takes import asked_for_all
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.leaning import names_alone
from agent.understanding.reader.varying import country_called

_FLOWN = "calculate_flight_distance"
_BORDER = "get_border_brief"
_WHAT_IS_NEEDED = re.compile(
    r"\b(?:what(?: else| all)? (?:do|will|would|should|must) (?:i|we) need(?: to (?:know|bring|have|prepare))?"
    r"|what(?:'s| is) needed|was (?:brauche?n?|benötigen?) (?:ich|wir|man)|was muss ich (?:da |dort |dabei )?(?:beachten|mitnehmen)"
    r"|(?:qu['’]est-ce qu['’]il|que|il) (?:me |nous )?faut(?:-il)?|de quoi (?:ai-je|a-t-on|avons-nous) besoin)"
    r"(?: (?:there|for (?:it|that|this|the flight)|then|da|dort|dafür|dazu|alles|für den flug|là-bas|pour (?:ça|le vol|y aller)"
    r"|(?:comme|as|an) (?:papiers|papers|papieren|documents?|formalités)))*\W*$"
)


_PAPERS = ("flight_plan", "customs", "immigration", "police", "gar", "gendec")
_RULES = frozenset(("answer_rules_question", "compare_rules_between_countries", "list_rules_for_country"))
_LIKELY = 0.7
_SIDE_BY_SIDE = re.compile(
    r"\b(?:compare[rz]?|compared|vergleich\w*|differen(?:ces?|t)|unterschiede?|différences?)\b"
)


def _of_its_papers(plan: Plan, said: Said) -> Plan | None:
    """Two papers of one flight across a border are its brief, and no rules: "do I need a flight plan Dublin to the Isle
    of Man, and do I ring the guards"."""
    tools = {step.tool for step in plan.steps}
    ways = said.journey()
    if not tools or not (tools <= _RULES or tools == {_BORDER}) or len(ways) != 2 or plan.emergency:
        return None
    set_beside = _SIDE_BY_SIDE.search(said.slots.low) is not None or is_tabled(said.slots.low)
    if "compare_rules_between_countries" in tools and set_beside:
        return None  # "compare France and Spain: flight plan, transponder, customs": nobody flies between them
    papers = {mention.concept for mention in said.again().all_of(*_PAPERS)}
    if len(papers) < 2 or len({country_of(one, said.deps) for one in ways} - {None}) < 2:
        return None
    if tools == {_BORDER}:
        return (
            plan.model_copy(update={"confidence": max(plan.confidence, _LIKELY)}) if len(plan.steps) == 1 else None
        )
    when = {"date": said.slots.days[0].when.isoformat()} if len(said.slots.days) == 1 else {}
    brief = ToolCall(tool=_BORDER, arguments={"from_location": ways[0], "to_location": ways[1], **when})
    return plan.model_copy(update={"steps": (brief,), "confidence": max(plan.confidence, _LIKELY), "others": ()})


_ONLY_A_PLAN = re.compile(
    r"\W*(?:(?:and|und|et|a|an|the|einen|der|un|le|i|ich|je|do|need|brauche|muss|faut(?:-il)?|nötig|needed|required|erforderlich)\W+)*"
    r"(?:flight ?-?plans?|fpl|flugpl[aä]ne?|flugplanpflicht|plans? de vol)"
    r"(?:\W+(?:needed|required|nötig|erforderlich|nécessaire|obligatoire|too|auch|aussi))*\W*",
    re.IGNORECASE,
)


def _told_once(plan: Plan, said: Said) -> Plan:
    """A flight plan asked beside the papers of the same flight, without a rule of its own: the papers tell of it."""
    briefs = [step for step in plan.steps if step.tool == _BORDER]
    ends = [step.arguments.get(name) for step in briefs for name in ("from_location", "to_location")]
    states = {country_of(end, said.deps) for end in ends if isinstance(end, str)}

    def is_told(step: ToolCall) -> bool:
        asked, more = step.arguments.get("question"), step.arguments.get("countries")
        codes = {
            str(code) for code in (step.arguments.get("country_code"), *(more if isinstance(more, list) else ()))
        }
        of_a_plan = isinstance(asked, str) and _ONLY_A_PLAN.fullmatch(asked) is not None
        meant = codes <= states or not said.slots.countries  # else of the country in hand, which none names
        return step.tool == "answer_rules_question" and of_a_plan and meant

    if len(states) < 2 or not any(map(is_told, plan.steps)):
        return plan
    return plan.model_copy(update={"steps": tuple(step for step in plan.steps if not is_told(step))})


def with_its_border(plan: Plan, said: Said) -> Plan:
    """The border of a flight whose distance alone was planned, where the message asks what it takes as well."""
    plan = _told_once(plan, said)
    if (
        brief := _of_its_papers(plan, said) or _between_areas(plan, said) or _beside_its_rule(plan, said)
    ) is not None:
        return brief
    if len(plan.steps) != 1 or plan.steps[0].tool != _FLOWN or "beside" in plan.steps[0].arguments:
        return plan
    low, way = said.slots.low, plan.steps[0].arguments
    found = _WHAT_IS_NEEDED.search(low)
    spans = [found.span()] if found else asked_for_all(low)
    start, end = way.get("from_location"), way.get("to_location")
    if not spans or not isinstance(start, str) or not isinstance(end, str):
        return plan
    states = {country_of(one, said.deps) for one in (start, end)}
    if len(states) < 2 or None in states:
        return plan
    when = {"date": said.slots.days[0].when.isoformat()} if len(said.slots.days) == 1 else {}
    border = ToolCall(tool=_BORDER, arguments={"from_location": start, "to_location": end, **when})
    asked = [low[a:b].strip(" ?.!") for a, b in spans]
    left = tuple(one for one in plan.left_aside if not any(one.casefold() in words for words in asked))
    return plan.model_copy(update={"steps": (*plan.steps, border), "left_aside": left})


def _beside_its_rule(plan: Plan, said: Said) -> Plan | None:
    """A rule and the customs of the same flight: "life jackets to Heligoland from Egelsbach, and customs"."""
    ways = said.journey()
    if (
        [step.tool for step in plan.steps] != ["answer_rules_question"]
        or len(ways) != 2
        or not said.again().has("customs")
    ):
        return None
    codes = [field_of(name, said.deps) for name in ways]
    fields = [said.deps.airports.get(code) for code in codes if code]
    if len({said.deps.borders.territory(one).code for one in fields if one is not None}) < 2:
        return None
    question = plan.steps[0].arguments.get("question")
    parts = PARTS.split(question) if isinstance(question, str) else []
    of_the_rule = [part for part in parts if part.strip() and not _CUSTOMS.search(part)]
    if not of_the_rule or len(of_the_rule) == len(parts):
        return None  # customs are its very subject
    when = {"date": said.slots.days[0].when.isoformat()} if len(said.slots.days) == 1 else {}
    brief = ToolCall(tool=_BORDER, arguments={"from_location": ways[0], "to_location": ways[1], **when})
    rule = plan.steps[0].varied(question=", ".join(part.strip() for part in of_the_rule))
    return plan.model_copy(update={"steps": (brief, rule), "others": ()})


_CUSTOMS = re.compile(r"customs|zoll|verzoll|douan", re.IGNORECASE)


def _between_areas(plan: Plan, said: Said) -> Plan | None:
    """What a trip takes from one country into another needs no airfield: "Norway in June, what is needed from Scotland"."""
    if [step.tool for step in plan.steps] != [_TRIP] or not (_NEEDED.search(said.slots.low) or said.has(*_PAPERS)):
        return None
    trip = plan.steps[0].arguments
    ends = [trip.get("from_location"), trip.get("to_location")]
    areas = {said.name(spot) for spot in said.spots if spot.is_area or spot.kind == "country"}
    if trip.get("via") or any(str(end) not in areas and not country_called(said.deps, end) for end in ends):
        return None
    states = {country_of(str(end), said.deps) for end in ends}
    if len(states) < 2 or None in states:
        return None
    when = {"date": trip["day"]} if isinstance(trip.get("day"), str) else {}
    brief = ToolCall(tool=_BORDER, arguments={"from_location": ends[0], "to_location": ends[1], **when})
    return plan.model_copy(update={"steps": (brief,), "confidence": max(plan.confidence, _LIKELY), "others": ()})


_TRIP = "plan_trip"
_NEEDED = re.compile(
    r"\b(?:need(?:ed|s)?|require[ds]?|requirements?|papers?|paperwork|documents?|formalities|enter(?:ing)?"
    r"|brauche?n?|benötig\w*|nötig|papiere?|unterlagen|formalitäten|einreise\w*"
    r"|faut(?:-il)?|papiers|documents?|formalités|exig\w*|entrer)\b"
)


_A_WAY = re.compile(
    r"\b(?:from|between|von|aus|zwischen|de|depuis|entre)\s+(?:the |la |le |les |l['’]|der |den )?$|\b(?:to|nach|vers)\s+(?:the |la |le |l['’]|die )?$"
)


def to_each_country(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "What about Austria and Italy?" behind what a flight takes at its border: from the same start into each of them."""
    named = said.slots.countries
    if memory.call is None or memory.tool != _BORDER or len({c.country.code for c in named}) < 2:
        return ()
    if not names_alone(said) or any(_A_WAY.search(said.slots.low[: c.start]) for c in named):
        return ()
    said.take_all()
    told = country_of(str(memory.call.arguments.get("to_location")), said.deps)
    named = [c for c in named if c.country.code != told]  # "is Guernsey the same as Jersey": that was told
    ends = list(dict.fromkeys(c.country.name for c in named))[:MOST_STEPS]
    return tuple(memory.call.varied(to_location=name) for name in ends)
