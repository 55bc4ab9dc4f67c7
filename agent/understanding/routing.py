"""Says whether a question is about rules, about the database, or both, and which countries it touches.

Two stages, as the classifier's tools decide where the words alone do not: keyword filter, then the steps of
a plan. Countries come from names, adjectives, codes in context and ICAO codes, of the question itself or,
when it names none, of the last five messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent import regex as re
from agent.aviation.countries import Countries
from agent.deps import Deps
from agent.language.ends import country_of
from agent.language.said import Said
from agent.language.wording import word_set
from agent.protocol import Path, Plan, ToolCall

MESSAGES_LOOKED_AT = 5
RULES_TOOLS = word_set(
    "answer_rules_question browse_rules compare_rules_between_countries get_answers_for_questions "
    "list_rule_categories_and_tags list_rule_countries"
)

_RULES_WORDS = re.compile(
    r"\brules?\b|\bregulations?\b|\ballowed\b|\brequired\b|\bmandatory\b|\bflight plans?\b|"
    r"\b[iv]fr\b|\bclearance\b|\btransponder\b|\bsquawk\b|\bairspace\b|\brègles?\b|"
    r"\bréglementation\b|\bplans? de vol\b|\bobligatoire\b|\bregeln?\b|\bvorschriften\b|"
    r"\bflugplan\b|\bpflicht\b|\berlaubt\b"
)
_DATABASE_WORDS = re.compile(
    r"\bfind\b|\bnear\b|\bbetween\b|\bairports? with\b|\brunways?\b|\bavgas\b|\broute\b|"
    r"\bairfields?\b|\bhow (?:far|long)\b|\bdistance\b|\bfuel\b|\bfees?\b|\bprès d|\bentre\b|"
    r"\bpiste\b|\bdistance\b|\bflugpl[aä]tze?\b|\bnähe\b|\bzwischen\b|\bentfernung\b"
)
_CODE = re.compile(r"\b[A-Za-z]{4}\b")


@dataclass(frozen=True)
class RouterDecision:
    """Where a question goes. `confidence` is 0 to 1, `reasoning` one short sentence."""

    path: Path
    confidence: float
    countries: tuple[str, ...]
    reasoning: str


def keyword_path(text: str) -> Path | None:
    """The path when the words alone are clear, else None."""
    low = text.lower()
    rules, database = _RULES_WORDS.search(low), _DATABASE_WORDS.search(low)
    if rules and not database:
        return "rules"
    if database and not rules:
        return "database"
    return None


def path_of(steps: Iterable[ToolCall]) -> Path:
    """The path that a plan's tools take."""
    kinds = {step.tool in RULES_TOOLS for step in steps}
    return "both" if len(kinds) > 1 else "rules" if kinds == {True} else "database"


def countries_in(text: str, countries: Countries, codes: Sequence[str] | None = None) -> tuple[str, ...]:
    """ISO-2 codes of the countries a text names, and of the ICAO codes in it, in reading order.

    `codes` are the airfield codes that the reader found; without it, any word in capitals with a known prefix.
    """
    found = [(start, country.code) for start, _, country in countries.find_all(text.replace("'", " "))]
    named = {start for start, _ in found}
    for match in _CODE.finditer(text):
        word = match.group()
        is_code = word.upper() in codes if codes is not None else word.isupper()
        country = countries.of_icao(word.upper()) if is_code and match.start() not in named else None
        if country is not None:
            found.append((match.start(), country.code))
    return tuple(dict.fromkeys(code for _, code in sorted(found)))


def countries_of(
    texts: Sequence[str], countries: Countries, codes: Sequence[str] | None = None
) -> tuple[str, ...]:
    """The countries of the last text; when it names none, of the newest of the last five that names one."""
    for text in reversed(texts[-MESSAGES_LOOKED_AT:]):
        if found := countries_in(text, countries, codes if text is texts[-1] else None):
            return found
    return ()


def route(
    text: str, earlier: Sequence[str], steps: Sequence[ToolCall], sure: float, countries: Countries
) -> RouterDecision:
    """The decision for a question, its earlier messages and the steps planned for it."""
    named = countries_of([*earlier, text], countries)
    quick = keyword_path(text)
    path = path_of(steps) if steps else quick or "database"
    if quick == path:
        return RouterDecision(path, max(sure, 0.95), named, f"Its words and its tools say {path}.")
    return RouterDecision(path, sure, named, f"Its tools say {path}.")


def routed(plan: Plan, said: Said, deps: Deps) -> Plan:
    """The plan with its path and the countries it touches."""
    slots = said.slots
    codes = [spot.name for spot in slots.codes]
    found = list(countries_in(slots.text, deps.countries, codes))
    for step in plan.steps:
        for name in ("country_code", "countries"):
            value = step.arguments.get(name)
            found += (
                [value] if isinstance(value, str) else [str(v) for v in value] if isinstance(value, list) else []
            )
    found += [code for spot in codes if (code := country_of(spot, deps))]
    path = path_of(plan.steps) if plan.steps else keyword_path(slots.text) or "database"
    return plan.model_copy(update={"path": path, "countries": tuple(dict.fromkeys(found))})
