"""The countries whose rules are known, and what each of them says to one question: "which countries allow …"."""

from __future__ import annotations

from pydantic import Field

from agent.registry import Arguments, ToolContext, tool
from agent.rules.corpus import RuleQuestion
from agent.rules.same_question import shares_no_word
from agent.subjects.rules.membership import AREA, members
from agent.subjects.rules.said import IN_EUROPE, OF_ALL_COUNTRIES
from agent.subjects.rules.shapes import (
    NamedCountry,
    RuleEntry,
    RulesResult,
    entry,
    name_of,
    rules_panel,
    sources_of,
)
from tongue import say

_LOOKED_AT = 3
"""Entries that are tried, nearest first."""


class CountriesArguments(Arguments):
    """A question that is asked of all countries, or none."""

    question: str | None = Field(default=None, max_length=2000, description="asked of every country")


class CountryWithRules(NamedCountry):
    """A country and how many questions the corpus answers for it."""

    questions: int


class RuleCountries(RulesResult):
    """The countries of the corpus; where a question was asked of all, what each says to the entry on it.

    `rules` holds that one entry a country, those with a statement of their own first; no verdict over all is drawn
    from them. `silent` are the countries of the corpus without an answer of theirs. `members`: where it was
    asked who is in Schengen or in the EU's customs territory, the countries of the table by where they stand.
    """

    items: tuple[CountryWithRules, ...] = ()
    count: int = 0
    question: str | None = None
    rules: tuple[RuleEntry, ...] = ()
    silent: tuple[str, ...] = ()
    members: tuple[tuple[str, tuple[str, ...]], ...] = ()


@tool(kind="rules")
async def list_rule_countries(arguments: CountriesArguments, context: ToolContext) -> RuleCountries:
    """The countries whose rules are known; with a question, what each of them says to it."""
    corpus = context.deps.rules.corpus
    items = [
        CountryWithRules(code=code, name=name_of(code, context.deps.countries), questions=number)
        for code, number in corpus.countries.items()
    ]
    known = RuleCountries(items=tuple(sorted(items, key=lambda item: item.name)), count=len(items))
    if arguments.question is None:
        return known
    if AREA.search(IN_EUROPE.sub(" ", arguments.question)):
        every = [NamedCountry(code=c.code, name=c.name) for c in context.deps.countries]
        return known.model_copy(
            update={
                "question": arguments.question,
                "members": members(every, context.deps),
                "sources": context.deps.borders.membership_sources,
            }
        )
    return await _asked_of_all(arguments.question, known, context)


async def _told(asked: str, best: RuleQuestion, codes: list[str], context: ToolContext) -> list[RuleEntry]:
    """What each country says to an entry, where that is not on another subject or condition."""
    book = context.deps.rules
    rules: list[RuleEntry] = []
    for code in codes:
        stands = book.corpus.answering(best, code)
        if stands is not None and await book.fitting(asked, stands, code) != "other":
            rules.append(entry(stands, code, context))
    return rules


async def _asked_of_all(question: str, known: RuleCountries, context: ToolContext) -> RuleCountries:
    """What every country says to the entry that is nearest to the question, where it is on it."""
    book = context.deps.rules
    codes = [item.code for item in known.items]
    bare = IN_EUROPE.sub(" ", OF_ALL_COUNTRIES.sub(" ", question)).strip()
    rules: list[RuleEntry] = []
    for asked in (question, bare):
        finding = await book.ask(asked, codes, k=_LOOKED_AT)
        ranked = sorted(finding.hits, key=lambda hit: -hit.score)
        for question_id in list(dict.fromkeys(hit.question_id for hit in ranked))[:_LOOKED_AT]:
            best = book.corpus.questions[question_id]
            if not rules and not shares_no_word(bare, best):  # "ADS-B" and a medical declaration
                rules = await _told(asked, best, codes, context)
    told = {rule.country for rule in rules}
    shared = [tuple(answer.text for answer in rule.answers) for rule in rules]
    rules.sort(key=lambda rule: shared.count(tuple(answer.text for answer in rule.answers)))
    return known.model_copy(
        update={
            "found": bool(rules),
            "question": question,
            "message": None if rules else say("I have nothing on that for any country."),
            "rules": tuple(rules),
            "silent": tuple(item.name for item in known.items if item.code not in told),
            "sources": sources_of(rules)[:4],
            "show_rules": rules_panel(rules, [rule.country for rule in rules]),
        }
    )
