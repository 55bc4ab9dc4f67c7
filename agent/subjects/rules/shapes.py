"""What the rules tools give back: answers as the corpus has them, each with country, source and review date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime

from pydantic import JsonValue
from pydantic.json_schema import SkipJsonSchema

from agent import regex as re
from agent.aviation.aip_words import shortened
from agent.aviation.countries import Countries
from agent.protocol import Choice, MissingInfo, Source, ToolCall, ToolResult, Value
from agent.registry import ToolContext
from agent.rules.corpus import PILOT_SURVEY, RuleAnswer, RuleQuestion
from agent.subjects.rules.frames import without_what_it_says
from agent.subjects.rules.said import past_year
from tongue import SOURCE, country_name, later, say, spoken

_CATEGORIES = (
    later("Airfields"),
    later("Airspace"),
    later("Equipment"),
    later("Flight Rules"),
    later("International"),
    later("Licensing"),
    later("Tools"),
)
"""What the pilots' survey files its questions under; a category that is not here is called the same everywhere."""

_TOPICS = (
    later("airspace"),
    later("flight plan"),
    later("transponder"),
    later("customs"),
    later("immigration"),
    later("licence"),
    later("medical"),
    later("clearance"),
    later("radio"),
    later("weather"),
    later("night"),
    later("documents"),
    later("passengers"),
    later("language"),
    later("oxygen"),
    later("insurance"),
    later("equipment"),
    later("emergency"),
    later("microlight"),
)
"""What questions are filed under by tags, where a page of rules is named by it."""

_CLASS = re.compile(r"class ([a-g])", re.IGNORECASE)
_REFERENCE = 90
"""Letters of a text's name where it stands beside what it says."""
OLD_DAYS = 548
"""Eighteen months: an answer reviewed longer ago carries a warning."""


class RuleText(Value):
    """One answer, word for word. `basis` is "pilot survey", "regulation" or "authority"; `regime` "EU" or ""."""

    text: str
    basis: str
    reviewed: date | None
    reference: str = ""
    links: tuple[str, ...] = ()
    regime: str = ""
    old: bool = False
    short: str = ""
    frame: SkipJsonSchema[bool] = False
    """Whether it only says that each state decides, and what else holds in all of them."""


class RuleEntry(Value):
    """A question and one country's answers to it."""

    question_id: str
    question_text: str
    category: str
    tags: tuple[str, ...]
    country: str
    country_name: str
    answers: tuple[RuleText, ...]
    score: float | None = None


class RulesResult(ToolResult):
    """Base of the rules' results. `show_rules` is what a rules panel opens.

    `warning` says that a country spoken of is closed or at war, or in dispute, or that rules of the past are not
    held; it is said before anything else.
    """

    warning: str | None = None
    show_rules: dict[str, JsonValue] | None = None


class WhichCountry(RulesResult):
    """The country is not one, is misspelt, or was not said."""

    found: bool = False


class NamedCountry(Value):
    """A country as the corpus knows it: ISO code and English short name."""

    code: str
    name: str


_EXAMPLES = {"FR": "France", "DE": "Germany", "GB": "United Kingdom"}


def find_country(
    text: str, context: ToolContext, ask_again: str, again: Callable[[str], ToolCall]
) -> NamedCountry | WhichCountry:
    """The country meant by a code or name.

    `ask_again` is the question with "{}" where the country goes, `again` its call for a country's code.
    """
    countries = context.deps.countries
    clean = text.strip()[:80]
    known = countries.get(clean)
    if known is not None:
        return NamedCountry(code=known.code, name=known.name)
    if not clean:
        return WhichCountry(
            message=say("Which country?"),
            missing_info=(
                MissingInfo(
                    key="country",
                    reason=say("Rules differ from country to country"),
                    prompt=say("Which country?"),
                    examples=tuple(map(country_name, _EXAMPLES.values())),
                    fills=tuple(again(code).arguments for code in _EXAMPLES),
                ),
            ),
        )
    alike = countries.closest(clean)
    if alike is None:
        return WhichCountry(
            message=say(
                "I don't know a country called {name}. Use its name or two-letter code: France or FR.", name=clean
            )
        )
    return WhichCountry(
        message=say(
            "I don't know a country called {name}. Did you mean {alike}?",
            name=clean,
            alike=country_name(alike.name),
        ),
        choices=(
            Choice(label=country_name(alike.name), text=ask_again.format(alike.name), call=again(alike.code)),
        ),
    )


def closed_airspace(countries: Iterable[str], context: ToolContext) -> tuple[str | None, tuple[Source, ...]]:
    """The warning of a closed country among `countries`, with its source."""
    for code in dict.fromkeys(countries):
        if (closed := context.deps.borders.closed(code)) is not None:
            text, source = closed
            told = say(text)
            name = country_name(name_of(code, context.deps.countries))
            return say("{name}: {value}", name=name, value=f"{told[:1].lower()}{told[1:]}"), (source,)
    return None, ()


def warned_of(countries: Iterable[str], asked: str, context: ToolContext) -> tuple[str | None, tuple[Source, ...]]:
    """What stands before any rule: closed airspace, a territory in dispute, a year whose rules are not held."""
    codes = tuple(dict.fromkeys(countries))
    warning, sources = closed_airspace(codes, context)
    if warning is not None:
        return warning, sources
    for territory in map(context.deps.borders.of_country, codes):
        if territory.disputed and territory.note:
            return say("{name}: {value}", name=country_name(territory.name), value=say(territory.note)), ()
    if (year := past_year(asked, context.question.at.year)) is not None:
        return say("I hold rules as they stand when reviewed, not those of {year}.", year=str(year)), ()
    return None, ()


def with_article(name: str) -> str:
    """ "United Kingdom" → "the United Kingdom", as a sentence wants it."""
    return f"the {name}" if name.startswith(("United ", "Netherlands", "Isle of ", "Faroe")) else name


def rules_for(country: str, category: str | None = None) -> str:
    """ "VFR rules for the United Kingdom"; the name of a category may already say rules."""
    name = with_article(country) if spoken() == SOURCE else country_name(country)
    if not category:
        return say("Rules for {country}", country=name)
    called = category_said(category)
    if category.endswith("Rules"):
        return say("{category} for {country}", category=called, country=name)
    return say("{category} rules for {country}", category=called, country=name)


def category_said(category: str) -> str:
    """ "Airspace" → "Luftraum"."""
    if (of_class := _CLASS.fullmatch(category)) is not None:
        return say("class {letter}", letter=of_class[1].upper())
    return say(category) if category in _CATEGORIES or category in _TOPICS else category


def name_of(code: str, countries: Countries) -> str:
    """ "FR" → "France"; an unknown code stays."""
    known = countries.get(code)
    return known.name if known else code


def rule_text(answer: RuleAnswer, now: datetime) -> RuleText:
    """An answer as it is shown."""
    return RuleText(
        text=answer.text,
        basis=answer.basis,
        reviewed=answer.reviewed,
        reference=answer.reference,
        links=answer.links,
        regime=answer.regime,
        short=answer.short,
        frame=answer.frame,
        old=answer.reviewed is None or (now.date() - answer.reviewed).days > OLD_DAYS,
    )


def entry(question: RuleQuestion, country: str, context: ToolContext, score: float | None = None) -> RuleEntry:
    """One question with everything the corpus holds for one country, regulations before pilots' reports."""
    deps = context.deps
    answers = sorted(deps.rules.corpus.answers(question.id, country), key=lambda a: a.basis == PILOT_SURVEY)
    return RuleEntry(
        question_id=question.id,
        question_text=question.text,
        category=question.category,
        tags=question.tags,
        country=country,
        country_name=name_of(country, deps.countries),
        answers=tuple(rule_text(answer, deps.now()) for answer in without_what_it_says(answers)),
        score=score,
    )


def short_reference(reference: str) -> str:
    """The text itself, without who reproduces it and what else was read: the whole is a tap away."""
    first = re.split(
        r";|, as (?:reproduced|quoted|amended|reported|restated|described|told|excerpted)\b", reference
    )[0]
    whole = first.strip(" ,")
    joints = [at.start() for at in re.finditer(r"[,:] ", whole[:_REFERENCE])]
    if len(whole) <= _REFERENCE or not joints or joints[-1] < _REFERENCE // 3:
        return shortened(whole, _REFERENCE)
    return whole[: joints[-1]]  # between two of its pieces, so that no date or number is halved


def sources_of(entries: Iterable[RuleEntry]) -> tuple[Source, ...]:
    """Each basis once per country, with the oldest review among what is shown."""
    found: dict[str, Source] = {}
    for item in entries:
        for answer in item.answers:
            if answer.basis == PILOT_SURVEY:
                name, url = say("Pilot survey {country}", country=country_name(item.country_name)), None
            else:
                name = short_reference(answer.reference) or f"{item.country_name}, {answer.basis}"
                url = next(iter(answer.links), None)
            older = found.get(name)
            day = min((d for d in (answer.reviewed, older.as_of if older else None) if d), default=None)
            stale = answer.old or bool(older and older.stale)
            found[name] = Source(name=name, url=url, as_of=day, stale=stale)
    return tuple(found.values())


def rules_panel(entries: Sequence[RuleEntry], countries: Sequence[str]) -> dict[str, JsonValue]:
    """What a rules panel opens: the countries, their categories and the questions shown."""
    by_country: dict[str, JsonValue] = {
        country: list(dict.fromkeys(item.category for item in entries if item.country == country))
        for country in countries
    }
    return {
        "countries": list(countries),
        "categories_by_country": by_country,
        "question_ids": list(dict.fromkeys(item.question_id for item in entries)),
    }
