"""The rule that a flight asks for besides what is filed: of the dog aboard, of a homebuilt or a microlight, of the papers aboard."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.deps import Deps
from agent.language.carried import ABOARD, ANIMALS, MINORS, TRAVELLERS, own_rules, papers_asked, papers_at_large
from agent.language.ends import country_of, field_of
from agent.language.nationality import of_credentials, of_people, peoples
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import words_of
from agent.protocol import Plan, ToolCall
from agent.subjects.border.reading import TO_THE_POLICE
from agent.subjects.rules.membership import asked_beside
from agent.subjects.rules.reading_travellers import of_people_aboard
from agent.subjects.rules.uncleared import leaves_uncleared
from agent.subjects.trip.reading_takes import WHAT_IT_TAKES, without_asking
from agent.understanding.reader.asking import clarification
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.reading import Reading

_RULE = "answer_rules_question"
_OVER_BORDERS = ("get_border_brief", "plan_trip")
_WITH_A_PET = (*_OVER_BORDERS, "calculate_flight_distance")


def with_its_own_rule(plan: Plan, said: Said, deps: Deps) -> Plan:
    """The plan with the country's rule on what is carried or flown; what the rule answers is not left aside."""
    plan = _of_the_border_left(plan, said, deps)
    plan = _of_special_vfr_once(_of_the_country_named(plan, said, deps), deps)
    plan = _over_its_border(_no_sights(_without_whose(plan, said), said, deps), said, deps)
    plan = _with_the_notice_there(_in_its_own_tool(plan, said, deps), said, deps)
    plan = _not_left_aside(_without_what_the_trip_tells(plan))
    plan = _without_what_is_named(plan, deps)
    plan = _without_a_list_of_all(_with_the_rule_on_the_term(plan, said, deps), said)
    plan = _of_all_aboard(_without_the_codes_of_units(_to_an_island(plan, said)))
    plan = _with_the_flight_of_a_minor(plan, said, deps)
    carried = own_rules(said.slots.low)
    if papers_at_large(said.slots.low) and any(step.tool == "plan_trip" for step in plan.steps):
        carried = [one for one in carried if one[0] not in (ABOARD, TRAVELLERS)]  # the plan tells what is filed
    if any(step.tool in _OVER_BORDERS for step in plan.steps):
        carried += [one for one in _named_outright(said, deps) if one[0] not in {name for name, _ in carried}]
        carried = _of_who_comes_along(carried, said)
    if not carried:
        return plan
    held = deps.rules.corpus.questions
    if len(plan.steps) == 1 and plan.steps[0].arguments.get("question") == held[ABOARD].text:
        asked = {name for name, _ in carried}
        beside = plan.steps[0].varied(question=held[TRAVELLERS].text)
        return plan.model_copy(update={"steps": (*plan.steps, beside)}) if TRAVELLERS in asked else plan
    flown = [step for step in plan.steps if step.tool in (_WITH_A_PET if len(plan.steps) == 1 else _OVER_BORDERS)]
    if len(flown) != 1 or any(step.tool == _RULE for step in plan.steps):
        return plan
    call = flown[0]
    start, end = call.arguments.get("from_location"), call.arguments.get("to_location")
    start = said.home if start in (None, "home") and call.tool == "plan_trip" else start
    if not isinstance(start, str) or not isinstance(end, str):
        return plan
    left, entered = (_state(name, deps) for name in (start, end))
    if left is None or entered is None:
        return plan
    rules = [
        rule
        for rule in carried
        if (rule[0] == ANIMALS or call.tool in _OVER_BORDERS)
        and (rule[0] in (ABOARD, _OVER_WATER) or left != entered)
    ]
    if not rules:
        return plan
    asked = [
        ToolCall(
            tool=_RULE,
            arguments={
                "country_code": left if name == _OVER_WATER else entered,
                "question": held[name].text + (_whose(said) if name == TRAVELLERS else ""),
            },
        )
        for name, _ in rules
        if name in held
    ]
    words = [word for _, word in rules if word]
    aside = tuple(text for text in plan.left_aside if not any(word in text.lower() for word in words))
    named = {name for name, word in rules if not word}
    aside = tuple(text for text in aside if not named & {one.id for one in deps.rules.corpus.all_named_in(text)})
    room = MOST_STEPS - len(plan.steps)
    beside = asked[: min(2, room)]
    steps = (*beside, *plan.steps) if _of_people_alone(plan, rules, said) else (*plan.steps, *beside)
    return plan.model_copy(update={"steps": steps, "left_aside": aside})


def _of_who_comes_along(carried: list[tuple[str, str]], said: Said) -> list[tuple[str, str]]:
    """What is asked besides, with the papers of a passenger of a nationality; a minor's before all, and none of the aircraft's."""
    low = said.slots.low
    names = {name for name, _ in carried}
    if (
        TRAVELLERS not in names
        and peoples(said.slots.countries, low)
        and of_people_aboard(low, said.slots.countries)
    ):
        carried = [*carried, (TRAVELLERS, "")]
    if MINORS not in names or not papers_at_large(low):
        return carried
    theirs = [one for one in carried if one[0] != ABOARD]
    return sorted(theirs, key=lambda one: one[0] != MINORS)


def _of_the_country_named(plan: Plan, said: Said, deps: Deps) -> Plan:
    """ "Is class D controlled, do I need a clearance in Spain", from a base in England: both of Spain, which alone is named."""
    rules = [step for step in plan.steps if step.tool == _RULE]
    named = {one.country.code for one in said.slots.countries if not one.demonym}
    home = country_of(said.home, deps) if said.home else None
    if len(rules) < 2 or len(named) != 1 or home is None or home in named or (said.spots and len(said.spots) > 1):
        return plan
    (there,) = named
    if {str(step.arguments.get("country_code")) for step in rules} != {home, there}:
        return plan
    steps = tuple(
        step.varied(country_code=there)
        if step.tool == _RULE and step.arguments.get("country_code") == home and "countries" not in step.arguments
        else step
        for step in plan.steps
    )
    return plan.model_copy(update={"steps": steps})


_GONE_TO = re.compile(r"\b(?:to|into|for|nach|in die|vers|pour)\s+(?:the\s+|la\s+|le\s+|l['’])?$")
_GONE_IN = re.compile(r"\b(?:en|au|aux)\s+$")


def _of_the_border_left(plan: Plan, said: Said, deps: Deps) -> Plan:
    """ "May I leave from a Swiss strip without customs to Germany": what that border takes, which both sides say."""
    if [step.tool for step in plan.steps] != [_RULE] or not leaves_uncleared(said.slots.text):
        return plan
    low, named = said.slots.low, said.slots.countries
    gone = [one.country for one in named if not one.demonym and _GONE_TO.search(low[: one.start])]
    gone = gone or [one.country for one in named if not one.demonym and _GONE_IN.search(low[: one.start])]
    left = [one.country for one in named if one.country not in gone]
    home = deps.countries.get(country_of(said.home, deps) or "") if said.home else None
    start = left[0] if left else home
    if len(gone) != 1 or start is None or start == gone[0] or said.fields():
        return plan
    brief = ToolCall(tool=_BORDER, arguments={"from_location": start.name, "to_location": gone[0].name})
    return plan.model_copy(update={"steps": (brief,), "left_aside": ()})


_SIGHT_ALONE = re.compile(
    r"^\W*(?:(?:and|et|und) )?(?:what|which|how much|quelles?|welche|wie viel) (?:flight )?(?:vis(?:ibility|ibilit[ée])?|sicht(?:weite)?|flugsicht)\b"
    r"(?!.*\b(?:class|klasse|classe|below|above|unter|über|sous|au-dessus|vfr|vmc)\b)",
    re.IGNORECASE,
)
_SPECIAL = "special-vfr"


def _of_special_vfr_once(plan: Plan, deps: Deps) -> Plan:
    """ "SVFR minima, and what visibility do I need": its own visibility, which its rule tells, and not that of VFR."""
    kept: list[ToolCall] = []
    for step in plan.steps:
        before, asked = step.arguments.get("before"), str(step.arguments.get("question", ""))
        named = deps.rules.corpus.named_in(str(before[0])) if isinstance(before, list) and before else None
        if (
            step.tool == _RULE
            and kept
            and named is not None
            and named.id == _SPECIAL
            and _SIGHT_ALONE.search(asked)
        ):
            continue
        kept.append(step)
    return plan.model_copy(update={"steps": tuple(kept)}) if len(kept) != len(plan.steps) else plan


def _with_the_flight_of_a_minor(plan: Plan, said: Said, deps: Deps) -> Plan:
    """ "Not his parents, what documents and what do I file": what the border asks of the flight behind the minor's papers."""
    if [step.tool for step in plan.steps] != [_RULE]:
        return plan
    meant = deps.rules.corpus.named_in(said.slots.text)
    if meant is None or meant.id != MINORS:
        return plan
    start, end = said.again().ends()
    if not (start and end) or not (said.all_of(*_OF_THE_FLIGHT) or _FILED.search(said.slots.low)):
        return plan
    brief = ToolCall(tool=_BORDER, arguments={"from_location": start, "to_location": end})
    aside = tuple(text for text in plan.left_aside if _FILED.search(text.lower()) is None)
    return plan.model_copy(update={"steps": (*plan.steps, brief), "left_aside": aside})


_OF_THE_FLIGHT = ("customs", "gar", "police", "flight_plan", "formalities", "notice")


def _of_people_alone(plan: Plan, rules: list[tuple[str, str]], said: Said) -> bool:
    """Whether only the papers of those aboard are asked of a flight: they stand before what the border asks of it."""
    if {name for name, _ in rules} - {TRAVELLERS, MINORS} or [step.tool for step in plan.steps] != [_BORDER]:
        return False
    low = said.slots.low
    theirs = [span for _, span in papers_asked(low)]  # "passports" may mean the field where they are stamped
    others = [m for m in said.all_of(*_OF_THE_FLIGHT) if not any(a < m.end and m.start < b for a, b in theirs)]
    return not others and _FILED.search(low) is None


_FILED = re.compile(
    r"\b(?:fil(?:e|ed|ing)|forms?|notif\w*|paperwork|formalit\w*|border|grenz\w*|fronti[èe]re|d[ée]clar\w*|anmeld\w*|melden|pr[ée]avis|remplir"
    r"|check(?:ed|s)?|inspected|stamp\w*|contr[ôo]l\w*|\w*kontroll\w*|gestempelt|tampon\w*)\b"
)


_OVER_WATER = "survival-equipment-over-water"
"""Asked of a flight to an island as of one over a border."""


def _state(name: str, deps: Deps) -> str | None:
    """The country of an end of a flight, which may be a country itself, by its name or code."""
    country = deps.countries.get(name)
    return country.code if country is not None else country_of(name, deps)


def _whose(said: Said) -> str:
    """The nationalities that the message names, as they are asked about with the papers."""
    low = said.slots.low
    people = dict.fromkeys(low[one.start : one.end] for one in peoples(said.slots.countries, low))
    return "".join(f" {one.capitalize()} passport?" for one in people)


_BORDER = "get_border_brief"
_OF_THE_BORDER = frozenset(
    ("fpl", "flight", "gar", "non", "travel", "visiting", "pets", "vfr", "documents", "entry", "visa")
)
"""How the entries begin of which a border's brief tells, or which are looked for by words of their own."""


def _named_outright(said: Said, deps: Deps) -> list[tuple[str, str]]:
    """Further matters of the rules that a message on a flight names: insurance, life jackets, the radio licence."""
    named = deps.rules.corpus.all_named_in(said.slots.text)
    return [(one.id, "") for one in named if one.id.split("-")[0] not in _OF_THE_BORDER]


def _over_its_border(plan: Plan, said: Said, deps: Deps) -> Plan:
    """ "Insurance, a flight plan and a GAR from Lydd to Ostend": what a border asks is told by its brief, not by one state's rules."""
    if len(plan.steps) != 1 or plan.steps[0].tool not in (_RULE, "get_report_deadline"):
        return plan
    named = {one.id for one in deps.rules.corpus.all_named_in(said.slots.text, loosely=True)}
    asked = named & {"fpl-border-crossing", "gar-scope"}
    if len(asked) + bool(said.all_of("customs")) + bool(said.all_of("police")) < 2:
        return plan
    ways = [[said.name(s) for s in said.slots.spots if s.role == role] for role in _ENDS]
    if len(ways[1]) == 1 and not ways[0] and country_of(ways[1][0], deps) in _ISLANDS:
        ways[0] = ["GB"]
    if any(len(way) != 1 for way in ways):
        return plan
    start, end = (way[0] for way in ways)
    if country_of(start, deps) == country_of(end, deps):
        return plan
    brief = ToolCall(tool=_BORDER, arguments={"from_location": start, "to_location": end})
    return plan.model_copy(update={"steps": (brief,)})


_NOTICE = frozenset(("preavis", "notice", "anmeldung", "voranmeldung", "voranmelden", "vorher"))
"""What is said with customs and asks when they are told."""
_AT_THE_FIELD = "get_notification_for_airport"


def _with_the_notice_there(plan: Plan, said: Said, deps: Deps) -> Plan:
    """ "Going to Antwerp, what must I file, and when?", said from nowhere: what holds at the field, before it is asked from where."""
    if len(plan.steps) != 1 or plan.steps[0].tool != "plan_trip":
        return plan
    given = plan.steps[0].arguments
    end, day = given.get("to_location"), given.get("day")
    asks_back = "from_location" not in given and said.home is None
    if not asks_back or not isinstance(end, str) or WHAT_IT_TAKES.search(said.slots.low) is None:
        return plan
    field = field_of(end, deps)
    if field is None:
        return plan
    notice = ToolCall(tool=_AT_THE_FIELD, arguments={"icao_code": field, **({"date": day} if day else {})})
    return plan.model_copy(update={"steps": (notice, *plan.steps)})


_FLOWN = re.compile(r"\b(?:vols?|voler|flights?|fly|flying|flug|flüge|fliege|fliegen)\b")


def _with_customs_of_the_way(plan: Plan, said: Said) -> Plan:
    """ "vol France Suisse : plan de vol ? douane ?": customs between two countries are those of the way, no rule of either."""
    if not _FLOWN.search(said.slots.low):
        return plan
    text = said.slots.text
    named = {word.key for m in said.all_of("customs") for word in words_of(text[m.start : m.end])}
    ends = said.again().ends() if said.slots.spots else (None, None)
    steps = tuple(_border_of(step, named, ends) or step for step in plan.steps)
    return plan.model_copy(update={"steps": steps}) if steps != plan.steps else plan


def _in_its_own_tool(plan: Plan, said: Said, deps: Deps) -> Plan:
    """The plan with each part where it is told: customs of a way, the notice to the police, what lies in Schengen."""
    plan = _with_customs_of_the_way(plan, said)
    steps = tuple(_to_the_police(step, said) or _of_the_whole_way(step, said) for step in plan.steps)
    if any(step.tool == _CARD for step in steps) and (beside := asked_beside(said.slots.text, deps)) is not None:
        question, country = beside
        rule = ToolCall(tool=_RULE, arguments={"question": question, "country_code": country})
        sheets = [_without_customs(step) for step in steps]
        told = [one for one in sheets if one and question not in str(one.arguments.get("question", ""))]
        steps = (rule, *told)
    return plan.model_copy(update={"steps": steps}) if steps != plan.steps else plan


_CARD = "get_airport_details"


def _without_customs(step: ToolCall) -> ToolCall | None:
    """A sheet without the customs that the part on the customs territory named; None where it told nothing else."""
    about = step.arguments.get("about")
    if step.tool != _CARD or not isinstance(about, list) or "customs" not in about:
        return step
    rest = [fact for fact in about if fact != "customs"]
    return step.varied(about=rest) if rest else None


def _to_the_police(step: ToolCall, said: Said) -> ToolCall | None:
    """The notice's time where a step asks the rules whether the police are told of a flight to a place."""
    asked = step.arguments.get("question")
    if step.tool != _RULE or not isinstance(asked, str) or TO_THE_POLICE.search(asked.lower()) is None:
        return None
    at = said.slots.text.find(asked)
    ends = [s for s in said.slots.spots if at <= s.start < at + len(asked) and s.role in ("from", "to")]
    if at < 0 or not ends or not any(at <= m.start < at + len(asked) for m in said.all_of("police")):
        return None
    way: dict[str, JsonValue] = {f"{spot.role}_location": said.name(spot) for spot in ends}
    return ToolCall(tool="get_report_deadline", arguments={"report": "police", **way})


_ENDS = ("from", "to")


def _of_the_whole_way(step: ToolCall, said: Said) -> ToolCall:
    """A report's time between both ends of the one way that the message names: "a plan from Jersey to Dinard, how early?"."""
    given = {role: step.arguments.get(f"{role}_location") for role in _ENDS}
    ways = {role: {said.name(s) for s in said.slots.spots if s.role == role} for role in _ENDS}
    if step.tool != "get_report_deadline" or None not in given.values() or any(len(w) != 1 for w in ways.values()):
        return step
    start, end = (ways[role].pop() for role in _ENDS)
    told = [place for place in given.values() if place is not None]
    if not set(told) <= {start, end} or step.arguments.get("country_code"):
        return step
    return step.varied(from_location=start, to_location=end)


def _border_of(step: ToolCall, named: set[str], ends: tuple[str | None, str | None]) -> ToolCall | None:
    """The brief of the border where a step asks the rules of two countries for nothing but customs: of the fields named, in their order."""
    start, others, asked = (step.arguments.get(name) for name in ("country_code", "countries", "question"))
    if step.tool != _RULE or not isinstance(others, list) or len(others) != 1 or not isinstance(asked, str):
        return None
    words = {word.key for word in words_of(asked)} - FUNCTION
    if not words or not words <= named | _NOTICE or not words & named:
        return None
    if ends[0] is not None and ends[1] is not None:  # "to Sion from Le Versoud"
        start, others = ends[0], [ends[1]]
    return ToolCall(tool=_BORDER, arguments={"from_location": start, "to_location": others[0]})


_EXPLAINED = "explain_term"
_ASKS_A_RULE = re.compile(
    r"\b(?:needs?|have to|must|required?|mandatory|compulsory|obligatory|allowed|legal|(?:can|may) i|brauch\w*|muss|müssen|darf|pflicht|nötig|erlaubt"
    r"|faut|obligatoires?|besoin|autoris\w*|permis|used?|benutzt|verwendet|utilis\w*|cale|calage|minima|minimums?|conditions?|bedingungen|requirements?)\b"
)
""" "TMZ: what is it, and do I need Mode S there?" """
_TOLD_APART = re.compile(r"\b(?:difference|différence|unterschied\w*)\b")
_SIGNS_OF_A_TERM = ("tmz", "rmz")
"""Entries on a term itself: they lead where the term is asked about."""


def _with_the_rule_on_the_term(plan: Plan, said: Said, deps: Deps) -> Plan:
    """The meaning of a term, and the rule that the message asks of it; without a country what holds alike in Europe."""
    if not plan.steps or any(step.tool not in (_EXPLAINED, _COMPARED) for step in plan.steps):
        return plan
    explained = tuple(step for step in plan.steps if step.tool == _EXPLAINED)
    there = bool(said.countries()) and _TOLD_APART.search(said.slots.low)  # "the difference in Germany"
    asks = there or _ASKS_A_RULE.search(said.slots.low)
    if not explained or (len(explained) == len(plan.steps) and not asks):
        return plan
    corpus = deps.rules.corpus
    named = corpus.all_named_in(said.slots.text, loosely=True)
    signs = [one for one in named if one.id in _SIGNS_OF_A_TERM]
    # "What is a TMZ, and do I need a transponder in Germany": there it is asked of the country, not of the zone.
    of_land = bool(said.countries()) and _NEEDS_ONE.search(said.slots.low) and not _IN_IT.search(said.slots.low)
    if of_land and signs and (carried := corpus.questions.get("transponder-carriage")) is not None:
        named, signs = [carried], []
    others = [one for one in named if one not in signs and not (signs and one.id == "transponder-carriage")]
    on_it = [*others[:1], *signs] if others and len(explained) == len(plan.steps) else [*signs, *others[:1]]
    if not on_it:
        return plan
    whose = _only_whose(said)
    left = {c.country.code for c in said.slots.countries if _LEFT_BEHIND.search(said.slots.low[: c.start])}
    codes = [code for code in said.countries() if code not in whose]
    codes = [code for code in codes if code not in left] or codes
    rules = [
        ToolCall(tool=_RULE, arguments={"country_code": codes[0], "question": one.text, **_besides(codes[1:])})
        if codes
        else clarification(Reading(_RULE, 1.0, {"question": one.text}, missing="countries"))
        for one in on_it[: 2 if codes else 1]
    ]
    return plan.model_copy(update={"steps": (*explained, *rules)[:MOST_STEPS], "left_aside": ()})


_NEEDS_ONE = re.compile(
    r"\b(?:need|needs|have to (?:have|carry)|must (?:i|we) have|mandatory|required|compulsory|brauche?|brauchen|pflicht|faut|obligatoire|besoin)\b"
    r"[^?.;]*\b(?:transponder|transpondeur)\b|\btrans(?:ponder|pondeur)\w*[^?.;]*\b(?:mandatory|required|compulsory|pflicht|obligatoire)\b(?! zone)"
)
_IN_IT = re.compile(r"\b(?:there|in it|in one|inside|dort|darin|drin|da|là|dedans|y)\b")
_LEFT_BEHIND = re.compile(
    r"\b(?:from|out of|leaving|von|aus|depuis|venant de|provenance de)\s+(?:the |der |den |la |le |l['’])?$"
)
""" "When I fly from Denmark to Britain": the rules asked for are those of where one goes."""


def _besides(codes: Sequence[str]) -> dict[str, JsonValue]:
    further: list[JsonValue] = [*codes]
    return {"countries": further} if further else {}


def _without_a_list_of_all(plan: Plan, said: Said) -> Plan:
    """ "Muss er an sein, und welcher Code?": a part in which nothing of a field is said is of the rule, and no list of a country's fields."""
    rules = [step for step in plan.steps if step.tool == _RULE]
    lists = [
        step
        for step in plan.steps
        if step.tool == "search_airports" and not step.arguments.keys() - {"query", "country"}
    ]
    if len(rules) != 1 or len(lists) + 1 != len(plan.steps) or not lists or _OF_FIELDS.search(said.slots.low):
        return plan
    return plan.model_copy(update={"steps": (rules[0].varied(question=said.slots.text),)})


def _only_whose(said: Said) -> set[str]:
    """The countries that are named for people, papers and aircraft alone: "with a Swiss licence"."""
    low, named = said.slots.low, said.slots.countries
    whose = {c.country.code for c in named if of_people(c, low) or of_credentials(c, low)}
    return whose - {c.country.code for c in named if not (of_people(c, low) or of_credentials(c, low))}


def _without_whose(plan: Plan, said: Said) -> Plan:
    """Each part of a rules question of the countries that are flown in, where others only say whose a licence is."""
    whose = _only_whose(said)
    steps = tuple(_flown_in(step, whose) if step.tool == _RULE else step for step in plan.steps)
    return plan.model_copy(update={"steps": steps}) if whose and steps != plan.steps else plan


def _flown_in(step: ToolCall, whose: set[str]) -> ToolCall:
    first, others = step.arguments.get("country_code"), step.arguments.get("countries")
    codes = [first, *(others if isinstance(others, list) else [])]
    kept: list[JsonValue] = [code for code in codes if code not in whose]
    return (
        step.varied(country_code=kept[0], countries=kept[1:] or None) if kept and len(kept) < len(codes) else step
    )


def _no_sights(plan: Plan, said: Said, deps: Deps) -> Plan:
    """ "Brauche ich Schwimmwesten nach Helgoland?": what a rule names outright, asked as a duty, is no sight of the place."""
    if not _ASKS_A_RULE.search(said.slots.low) or not deps.rules.corpus.all_named_in(said.slots.text):
        return plan
    steps = tuple(_rule_there(step, said, deps) or _no_figures(step, said, deps) or step for step in plan.steps)
    return plan.model_copy(update={"steps": steps}) if steps != plan.steps else plan


def _no_figures(step: ToolCall, said: Said, deps: Deps) -> ToolCall | None:
    """ "Can I fly into known icing in a PA28?": the rule that is named, and no figures of the type."""
    if step.tool != "get_aircraft_figures":
        return None
    codes, named = said.countries(), deps.rules.corpus.all_named_in(said.slots.text)
    if codes:
        return ToolCall(tool=_RULE, arguments={"country_code": codes[0], "question": said.slots.text})
    return clarification(Reading(_RULE, 1.0, {"question": named[0].text}, missing="countries"))


def _rule_there(step: ToolCall, said: Said, deps: Deps) -> ToolCall | None:
    near = step.arguments.get("near")
    if step.tool != "search_pois" or step.arguments.get("interests") or not isinstance(near, str):
        return None
    code, named = country_of(near, deps), deps.rules.corpus.all_named_in(said.slots.text)
    return ToolCall(tool=_RULE, arguments={"country_code": code, "question": named[0].text}) if code else None


_FOR_THEM_TOO = re.compile(
    r"^\W*(?:(?:and|und|et) )?(?:does (?:that|it|this|the same) (?:go|apply|hold|count)|is (?:that|it) the same|gilt (?:das|es)|est[- ]ce (?:pareil|valable|la même chose)|ça vaut)"
    r"(?: auch| aussi)? (?:for|to|für|pour) (?:the |my |our |die |meine |les |mes |l['’])?(?:crew|co-?pilot|pass?engers?|pax|kids|children|everyone|all of us|others|besatzung|crew|passagiere|kinder"
    r"|équipage|passagers?|enfants)\b"
)


def _of_all_aboard(plan: Plan) -> Plan:
    """ "…, and does that go for the crew too?" behind the papers of people aboard, the crew among them: told already."""
    if len(plan.steps) < 2 or any(step.tool != _RULE for step in plan.steps):
        return plan
    kept = [s for s in plan.steps[1:] if not _FOR_THEM_TOO.search(str(s.arguments.get("question", "")).lower())]
    first = str(plan.steps[0].arguments.get("question", "")).lower()
    if len(kept) + 1 == len(plan.steps) or not _PASSES.search(first):
        return plan
    return plan.model_copy(update={"steps": (plan.steps[0], *kept)})


_PASSES = re.compile(
    r"\b(?:visas?|visum|eta|passports?|passeports?|(?:reise)?p[aä]ss\w*|ausweis\w*|identity|identité)\b"
)
_ISLANDS = frozenset(("JE", "GG", "IM"))


def _to_an_island(plan: Plan, said: Said) -> Plan:
    """ "What do I need for Jersey? GAR, flight plan": said from nowhere, such a flight is taken to come from the United Kingdom."""
    if not plan.steps or any(step.tool != _RULE for step in plan.steps) or not _WHAT_FOR.search(said.slots.low):
        return plan
    countries = said.countries()
    asked = sum(bool(said.all_of(name)) for name in ("gar", "customs", "flight_plan"))
    if len(countries) != 1 or countries[0] not in _ISLANDS or not asked:
        return plan
    if any(spot.role == "from" for spot in said.slots.spots):
        return plan
    call = ToolCall(tool=_BORDER, arguments={"from_location": "GB", "to_location": countries[0]})
    return plan.model_copy(update={"steps": (call,), "left_aside": ()})


_WHAT_FOR = re.compile(
    r"\b(?:what (?:do|would) (?:i|we) need|what(?:['’]s| is) (?:needed|required)|what papers|was brauche? ?(?:ich|n wir)|que faut-il|qu['’]est-ce qu['’]il faut"
    r"|de quoi ai-je besoin|(?:do i|need) .*\b(?:gar|customs)\b.*\b(?:and|n|,))"
)
_MONITORED = frozenset(("fmc", "frequency monitoring code", "listening squawk", "monitoring code"))


def _without_the_codes_of_units(plan: Plan) -> Plan:
    """ "What is a listening squawk, and what is it for Norwich or Southend?": the codes of units are not held, which the term says."""
    if not any(str(step.arguments.get("term", "")).lower() in _MONITORED for step in plan.steps):
        return plan
    kept = tuple(step for step in plan.steps if step.tool not in ("compare_airfields", _CARD))
    return plan.model_copy(update={"steps": kept}) if kept else plan


_OF_FIELDS = re.compile(
    r"\b(?:air(?:ports?|fields?|strips?)|fields?|strips?|places?|runways?|flugpl[aä]tze\w*|plätze|pisten?|terrains?|a[ée]rodromes?|pistes?)\b"
)
_COMPARED = "compare_rules_between_countries"
_TELL_WHAT_IT_TAKES = frozenset(
    ("plan_trip", "get_border_brief", "get_notification_for_airport", "get_report_deadline")
)


_ON_THE_WAY_BACK = re.compile(
    r"\b(?:faut|need|necessary|required|brauch\w*|muss|nötig)\b.*\b(?:retour|back|return|both ways|rückweg|rückflug|zurück)\b"
)
""" "Faut-il aussi le faire au retour": the answer on the GAR says that it is for both ways."""


def _not_left_aside(plan: Plan) -> Plan:
    """Without a note on words that ask what such an answer tells: "wie früh anmelden", "was muss ich wann melden"."""
    if not any(step.tool in _TELL_WHAT_IT_TAKES for step in plan.steps):
        return plan
    kept = tuple(text for text in plan.left_aside if re.search(r"\w", without_asking(text.lower())))
    if any(step.arguments.get("report") == "GAR" for step in plan.steps):
        kept = tuple(text for text in kept if not _ON_THE_WAY_BACK.search(text.lower()))
    return plan.model_copy(update={"left_aside": kept}) if len(kept) < len(plan.left_aside) else plan


def _without_what_is_named(plan: Plan, deps: Deps) -> Plan:
    """Without a note on words of a rule's question that name a matter of the rules: it is told with it."""
    asked = " ".join(str(step.arguments.get("question")) for step in plan.steps if step.tool == _RULE)
    if not asked or not plan.left_aside:
        return plan
    corpus = deps.rules.corpus
    kept = tuple(
        text for text in plan.left_aside if text not in asked or not corpus.all_named_in(text, loosely=True)
    )
    return plan.model_copy(update={"left_aside": kept}) if len(kept) < len(plan.left_aside) else plan


def _without_what_the_trip_tells(plan: Plan) -> Plan:
    """Without a second reckoning of one report's deadline, which stands in the plan of the same flight with its moment."""
    first, *more = plan.steps or (None,)
    if (
        first is None
        or first.tool != "plan_trip"
        or not {"from_location", "to_location"} <= first.arguments.keys()
    ):
        return plan
    goal = first.arguments["to_location"]
    kept = [
        step
        for step in more
        if step.tool != "get_report_deadline" or step.arguments.get("to_location", goal) != goal
    ]
    return plan.model_copy(update={"steps": (first, *kept)}) if len(kept) < len(more) else plan
