"""The rules of several countries side by side: what differs, what agrees, what is not known."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AliasChoices, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from agent.protocol import ToolCall, Value
from agent.registry import Arguments, ToolContext, tool
from agent.rules.comparison import ComparedQuestion, Verdict
from agent.rules.corpus import RuleQuestion, filed_under
from agent.search.words import words_of
from agent.subjects.rules.border_of_it import left_from_home
from agent.subjects.rules.said import years_of
from agent.subjects.rules.shapes import (
    NamedCountry,
    RuleEntry,
    RulesResult,
    WhichCountry,
    entry,
    find_country,
    rules_panel,
    sources_of,
    warned_of,
)
from agent.subjects.rules.tool import Words, listed
from agent.subjects.rules.topic import questions_on, tags_named, weight
from tongue import country_name, say

MOST_COUNTRIES = 12


class CompareArguments(Arguments):
    """Two or more countries, and what to compare."""

    countries: Words = Field(min_length=1, max_length=MOST_COUNTRIES, description="ISO codes or names")
    category: str | None = Field(
        default=None,
        description="VFR, IFR, Airspace …",
    )
    topic: str | None = Field(
        default=None,
        max_length=200,
        validation_alias=AliasChoices("topic", "question", "subject"),
        description="a subject in free words: flight plans, night, customs",
    )
    tags: Words = Field(default=(), validation_alias=AliasChoices("tags", "tag"))
    max_questions: int | None = Field(default=None, ge=1, le=200)
    offset: int = Field(default=0, ge=0, description="how many of the questions to pass over")
    min_difference: float | None = Field(default=None, ge=0, le=2, description="cosine distance")
    ranked: SkipJsonSchema[Literal["stricter", "easier"] | None] = None
    """Which one is asked for."""

    @model_validator(mode="before")
    @classmethod
    def _one_list(cls, values: Any) -> Any:
        """country1, country2 … and country_codes are the older ways to say `countries`."""
        if not isinstance(values, dict):
            return values
        given: dict[str, Any] = dict(values)  # pyright: ignore[reportUnknownArgumentType]
        if "country_codes" in given and "countries" not in given:
            given["countries"] = given.pop("country_codes")
        numbered = sorted(name for name in given if name.startswith("country") and name[7:].isdigit())
        if numbered:
            given["countries"] = [*listed(given.get("countries", [])), *(given.pop(name) for name in numbered)]
        return given


class ComparedRule(Value):
    """One question with each country's answers; `missing` are the countries without one.

    `european_text_only`: nothing but the EU's text is held, so national rules beside it were not compared.
    """

    question_id: str
    question_text: str
    category: str
    verdict: Verdict
    difference: float
    entries: tuple[RuleEntry, ...]
    missing: tuple[NamedCountry, ...]
    european_text_only: bool = False


class RulesComparison(RulesResult):
    """Questions by how far answers are apart, from `offset` on; `total_differences` and `counts` are of all.

    `countries` are ISO codes, `country_names` their names in the same order. `differences` are those of
    `comparison` that differ, `rules_context` its evidence as text for who writes prose about it.
    """

    tool_type: Literal["comparison"] = Field(default="comparison", alias="_tool_type")
    countries: tuple[str, ...] = ()
    country_names: tuple[str, ...] = ()
    category: str | None = None
    tags: tuple[str, ...] = ()
    comparison: tuple[ComparedRule, ...] = ()
    differences: tuple[ComparedRule, ...] = ()
    rules_context: str = ""
    total_differences: int = 0
    counts: dict[str, int] = {}
    offset: int = 0
    formatted_summary: str = ""
    ranked: SkipJsonSchema[str | None] = None


@tool(kind="rules")
async def compare_rules_between_countries(
    arguments: CompareArguments, context: ToolContext
) -> RulesComparison | WhichCountry:
    """The rules of two or more countries side by side, the different answers first."""
    countries: list[NamedCountry] = []
    asked = ToolCall(tool="compare_rules_between_countries", arguments=arguments.canonical())
    for text in arguments.countries:

        def instead(code: str, unknown: str = text) -> ToolCall:
            return asked.varied(countries=[code if said == unknown else said for said in arguments.countries])

        found = find_country(text, context, f"Compare {', '.join(arguments.countries)} with {{}}", instead)
        if isinstance(found, WhichCountry):
            return found
        if found not in countries:
            countries.append(found)
    if len(countries) == 1:  # "what is different there from here": from the country of the base
        countries += left_from_home(countries[0], context)
    if len(countries) < 2:
        lone = country_name(countries[0].name)
        return WhichCountry(message=say("With which country shall I compare {country}?", country=lone))
    book = context.deps.rules
    silent = [country.name for country in countries if country.code not in book.corpus.countries]
    codes = [country.code for country in countries]
    questions = await questions_on(
        context, codes, category=arguments.category, tags=arguments.tags, topic=arguments.topic
    )
    compared = await book.compare(
        [country.code for country in countries], questions, min_difference=arguments.min_difference
    )
    topic = filed_under(arguments.topic or arguments.category or "")
    if topic and questions and topic not in map(filed_under, book.corpus.categories):
        # What was asked comes first, however near the answers are; of a whole subject, only what differs.
        whole = "," not in topic and bool(tags_named(topic, set(map(filed_under, book.corpus.tags))))
        led = {question.id: place for place, question in enumerate(questions[: topic.count(",") + 1])}
        last = len(led)
        compared.sort(
            key=lambda item: (
                last if whole and item.verdict == "similar" else led.get(item.question.id, last),
                item.verdict != "different",
                item.verdict == "different" and _is_of_ifr(item.question) and "ifr" not in topic,
                item.verdict == "different" and not _names(item.question, topic),
                weight(item.question) if item.verdict == "different" else 0,
            )
        )
    if not (topic or arguments.tags):
        compared.sort(key=lambda item: (item.verdict != "different", *_weight(item.question)))
    counts = {
        verdict: sum(item.verdict == verdict for item in compared)
        for verdict in ("different", "similar", "missing")
    }
    most = arguments.max_questions or book.behaviour.comparison.max_questions
    shown = tuple(_shown(item, countries, context) for item in compared[arguments.offset :][:most])
    entries = [item for rule in shown for item in rule.entries]
    names = ", ".join(country_name(country.name) for country in countries)
    nothing = say("I have nothing on that for {country}.", country=names)
    if silent:
        nothing = say("I have no rules for {country}.", country=say(" and ").join(map(country_name, silent)))
    if compared and not shown:
        nothing = say("That was all: {total} questions on {country}.", total=len(compared), country=names)
    warning, warned = warned_of([country.code for country in countries], years_of(arguments.topic), context)
    return RulesComparison(
        found=bool(shown),
        message=None if shown and not silent else nothing,
        warning=warning,
        countries=tuple(country.code for country in countries),
        country_names=tuple(country.name for country in countries),
        category=arguments.category or arguments.topic,
        tags=arguments.tags,
        comparison=shown,
        differences=tuple(rule for rule in shown if rule.verdict == "different"),
        rules_context="\n\n".join(_evidence(rule) for rule in shown),
        total_differences=counts["different"],
        counts=counts,
        offset=arguments.offset,
        ranked=arguments.ranked,
        formatted_summary=(
            f"{names}: {counts['different']} different, {counts['similar']} similar, "
            f"{counts['missing']} answered by one country only."
        ),
        sources=(*warned, *sources_of(entries)),
        show_rules=rules_panel(entries, [country.code for country in countries]),
    )


def _is_of_ifr(question: RuleQuestion) -> bool:
    """Whether a question is of IFR alone, which most who ask of a subject do not fly."""
    return "IFR" in question.text and "VFR" not in question.text


def _weight(question: RuleQuestion) -> tuple[bool, int]:
    """Where a question stands among those of two rule books: what a visitor needs first, what is of IFR last."""
    return _is_of_ifr(question), weight(question)


def _names(question: RuleQuestion, topic: str) -> bool:
    """Whether a question names a word of the subject, or is only filed under it: "listening squawks"."""
    words = {word.removesuffix("s") for word in words_of(topic) if len(word) > _SHORT_WORD}
    asked = words_of(f"{question.text} {say(question.text)}")
    return not words or bool(words & {word.removesuffix("s") for word in asked})


_SHORT_WORD = 3


def _evidence(rule: ComparedRule) -> str:
    """One question and what each country answers, word for word, with what the answer rests on."""
    lines = [f"{rule.question_text} ({rule.verdict})"]
    lines += [
        f"{item.country_name}: {answer.text} ({answer.reference or answer.basis})"
        for item in rule.entries
        for answer in item.answers
    ]
    told = {item.country_name for item in rule.entries}
    silent = [country.name for country in rule.missing if country.name not in told]
    return "\n".join([*lines, *(f"{name}: no answer known" for name in silent)])


def _shown(item: ComparedQuestion, countries: list[NamedCountry], context: ToolContext) -> ComparedRule:
    return ComparedRule(
        question_id=item.question.id,
        question_text=item.question.text,
        category=item.question.category,
        verdict=item.verdict,
        difference=round(item.difference, 3),
        entries=tuple(
            entry(item.question, country.code, context) for country in countries if item.answers[country.code]
        ),
        missing=tuple(country for country in countries if country.code in item.missing),
        european_text_only=all(answer.regime for answers in item.answers.values() for answer in answers),
    )
