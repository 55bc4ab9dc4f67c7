"""The rules of a country: one question answered, everything paged through, and what there is at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AliasChoices, BeforeValidator, Field
from pydantic.json_schema import SkipJsonSchema

from agent import regex as re
from agent.aviation.official_pages import OfficialPage
from agent.language.nationality import of_credentials
from agent.protocol import Choice, ToolCall
from agent.registry import Arguments, ToolContext, tool
from agent.rules.corpus import PILOT_SURVEY, Corpus, RuleQuestion, filed_under
from agent.rules.reformulation import reformulated
from agent.rules.same_question import is_turned, modality, shares_no_word
from agent.subjects.rules.after_sunset import night_by_then, of_the_rating
from agent.subjects.rules.besides import all_told, customs_beside, named_besides, not_held
from agent.subjects.rules.border_of_it import border_of, left_from_home
from agent.subjects.rules.carried import QUESTION as GOODS
from agent.subjects.rules.carried import inside_the_union, of_goods
from agent.subjects.rules.heights import height_over_a_town
from agent.subjects.rules.licences import of_their_licence
from agent.subjects.rules.membership import (
    customs_asked,
    formalities_by_membership,
    membership,
    territory_spoken_of,
    with_its_formalities,
)
from agent.subjects.rules.minima import minima
from agent.subjects.rules.nationals import of_their_passport
from agent.subjects.rules.over_border import flown_through, inside, verdict
from agent.subjects.rules.passage import passage
from agent.subjects.rules.reading_travellers import of_people_aboard, of_pets
from agent.subjects.rules.rests_on import rests_on, to_be_read
from agent.subjects.rules.said import (
    asks_of_a_plan,
    countries_in,
    crosses_a_border,
    flown_in,
    is_about_a_crossing,
    is_of_one_field,
    names_in,
    names_only,
    of_a_plan,
    of_one,
    past_year,
    without_places,
    without_who_asks,
    years_of,
)
from agent.subjects.rules.shapes import (
    NamedCountry,
    RuleEntry,
    RulesResult,
    WhichCountry,
    category_said,
    entry,
    find_country,
    name_of,
    rules_for,
    rules_panel,
    sources_of,
    warned_of,
    with_article,
)
from agent.subjects.rules.topic import questions_on, weight
from agent.subjects.rules.uncleared import at_no_port, lands_uncleared, on_landing_uncleared, on_no_port
from agent.subjects.rules.unsaid import kinds_unsaid, said_of, unsaid, without_kinds
from tongue import SOURCE, country_name, say, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.rules.book import Authority, Finding, Rulebook

SHOWN = 3
"""Answers shown to one question; more are behind buttons."""

CLOSE = 0.012
"""A further answer is shown only if its score is this near to the best."""


BESIDE = 0.03
"""An entry that asks what was asked is taken although others score better by up to this much."""


TRAVELLERS, ANIMALS, LICENCES = "travel-documents", "pets-aboard", "licence-abroad"
ARRIVING = "non-schengen-arrival"
_LICENCE = re.compile(r"\b(?:licen[cs]es?|\w*lizenz\w*|brevets?|l?a?ppl|pilotenschein\w*)\b")
"""Entries of the corpus on who and what is aboard: led by where a question is plainly about that."""
_DUTY_FREE_FUEL = re.compile(
    r"\b(?:duty|tax)[- ]?free (fuel|avgas|mogas|jet ?a?-?1?)\b"
    r"|\b(?:zoll|steuer)frei\w* ((?:kraft|treib)stoff\w*|avgas|sprit)\b"
    r"|\b((?:carburant|essence|avgas)) (?:hors taxes?|détaxée?)\b",
    re.IGNORECASE,
)
"""What is no present of a traveller's: nothing is held on it."""
BORDER_QUESTION = "Is a flight plan required to cross the international border?"


def listed(value: Any) -> Any:
    """ "VFR, IFR" or "VFR" → a list; lists stay."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(listed)]
_COUNTRY = AliasChoices("country_code", "country", "country_codes")
_TAGS = AliasChoices("tags", "tag")


class RulesQuestionArguments(Arguments):
    """A question about the rules of one country, or of several side by side."""

    country_code: str = Field(validation_alias=_COUNTRY, description="ISO code or name")
    countries: Words = Field(default=(), max_length=6, description="further countries, answered side by side")
    question: str = Field(min_length=1, max_length=2000, description="as the pilot asked it")
    tags: Words = Field(default=(), validation_alias=_TAGS, description="only questions with one of these")
    use_rag: bool = Field(default=True, description="search by meaning; false: by the words of the question")
    before: SkipJsonSchema[tuple[str, ...]] = Field(default=(), max_length=4)
    """The questions asked last, the newest first: an answer to this one may stand in what was told of them."""
    asks_basis: SkipJsonSchema[bool] = False
    """Whether it is asked what the answer rests on: "is that the law?"."""
    asks_source: SkipJsonSchema[bool] = False
    """Whether nothing is asked but where it can be read: "where can I read that officially?"."""


class RulesAnswer(RulesResult):
    """What the corpus holds on a question, best first; `nearest` are topics it does hold when it has nothing.

    `asks_this`: the first entry's question is the one that was asked, so that its yes or no may be told as the
    answer; `speaks_of_it`: it is on what was asked in other words, and gives no yes or no. `beside` are the same
    question's answers for the further countries. `membership`: how the countries stand to Schengen and to the EU's
    customs territory. `also`: entries on further matters that the question names; `by_state`: what a country says
    of each part that its first text leaves to states; `customs`: how it stands, where they are asked for besides;
    `unsaid`: the line on what the question names and no entry speaks of; `their_passport`: what the nationality it
    names asks for; `conclusion`: what the texts come to: of a flight's states on its flight plan, of a
    table for one class of airspace. `led`: that is the part of the text which was asked for.
    """

    country_code: str
    country_name: str
    question: str
    rules: tuple[RuleEntry, ...] = ()
    asks_this: bool = False
    speaks_of_it: bool = False
    beside: tuple[RulesAnswer, ...] = ()
    more: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    elsewhere: tuple[NamedCountry, ...] = ()
    authority: str | None = None
    authority_link: str | None = None
    membership: str | None = None
    also: tuple[RuleEntry, ...] = ()
    by_state: SkipJsonSchema[tuple[RuleEntry, ...]] = ()
    customs: SkipJsonSchema[str] = ""
    unsaid: str = ""
    their_passport: str = ""
    conclusion: SkipJsonSchema[str] = ""
    led: SkipJsonSchema[bool] = False


@tool(kind="rules")
async def answer_rules_question(
    arguments: RulesQuestionArguments, context: ToolContext
) -> RulesAnswer | WhichCountry:
    """What a country's rules say to a question about VFR, IFR, airspace, flight plans, PPR or customs."""
    countries: list[NamedCountry] = []
    asked = ToolCall(tool="answer_rules_question", arguments=arguments.canonical())
    question = _DUTY_FREE_FUEL.sub(lambda m: m[m.lastindex or 0], without_who_asks(arguments.question))
    arguments = arguments.model_copy(update={"question": question})
    for said in dict.fromkeys((arguments.country_code, *arguments.countries)):
        country = find_country(
            said,
            context,
            f"{arguments.question.rstrip('?')} in {{}}?",
            lambda code: asked.varied(country_code=code),
        )
        if isinstance(country, WhichCountry):
            return country
        if country not in countries:
            countries.append(country)
    if len(countries) == 1 and crosses_a_border(arguments.question, context):
        countries = [*left_from_home(countries[0], context), *countries]
    if (of_it := with_its_formalities(arguments.question, context.deps)) is not None:
        return RulesAnswer(
            country_code=countries[0].code,
            country_name=countries[0].name,
            question=arguments.question,
            membership=formalities_by_membership(of_it, countries[0].name, context.deps),
            sources=context.deps.borders.membership_sources,
        )
    if lands_uncleared(arguments.question) and len(countries) == 1:
        entered = customs_asked(arguments.question, context.deps)
        if entered is not None:
            verdict_on_it = on_landing_uncleared(entered)
            lines = (
                verdict_on_it,
                formalities_by_membership(
                    entered, countries[0].name, context.deps, customs_told=bool(verdict_on_it)
                ),
            )
            return RulesAnswer(
                country_code=countries[0].code,
                country_name=countries[0].name,
                question=arguments.question,
                membership="\n".join(filter(None, lines)),
                sources=context.deps.borders.membership_sources,
            )
    if (stands := membership(arguments.question, countries, context.deps)) is not None:
        told, read = stands
        return RulesAnswer(
            country_code=countries[0].code,
            country_name=countries[0].name,
            question=arguments.question,
            membership=told,
            sources=read,
        )
    if of_it := flown_through(arguments.question, arguments.before, [c.code for c in countries], context):
        arguments = arguments.model_copy(update={"question": of_it, "before": ()})
        through = say(
            "**By these texts it is the border that counts, not the landing: the same holds for flying through.**"
        )
    else:
        through = ""
    held = context.deps.rules.corpus.countries
    if countries[0].code in held and names_only(arguments.question, context):
        return _which_rules(countries[0], arguments)
    codes = [country.code for country in countries]
    crossing = crosses_a_border(arguments.question, context)
    crossing = crossing or is_about_a_crossing(arguments.question, codes, context)
    crossing = crossing or await _goes_abroad(arguments, context)
    answers = [await _answer_of(country, arguments, context, codes, crossing) for country in countries]
    aside: tuple[str, ...] = ()
    if arguments.tags and not any(answer.found for answer in answers):
        # A tag narrows what is known of a question; it never makes it unknown.
        untagged = arguments.model_copy(update={"tags": ()})
        wider = [await _answer_of(country, untagged, context, codes, crossing) for country in countries]
        if any(answer.found for answer in wider):
            answers, aside = wider, tuple(f"tag {tag}" for tag in arguments.tags)
    answers = await _wherever_it_is(answers, countries, arguments, context, crossing)
    told_before = await in_what_was_told(answers, countries, arguments, context) if arguments.before else None
    answers = told_before or answers
    first, *others = answers
    if arguments.asks_source:
        return _to_be_read(answers, context)
    on_it = first.asks_this or first.speaks_of_it
    asked_in = None if others or on_it or told_before else customs_asked(arguments.question, context.deps)
    if asked_in is not None:
        told = formalities_by_membership(asked_in, countries[0].name, context.deps)
        return RulesAnswer(
            country_code=first.country_code,
            country_name=first.country_name,
            question=arguments.question,
            membership=told,
            warning=first.warning,
            sources=context.deps.borders.membership_sources,
        )
    if not (others or told_before or first.rules) and (
        stands := border_of(arguments.question, arguments.before, countries[0], context)
    ):
        told, read = stands
        return first.model_copy(update={"found": True, "message": None, "membership": told, "sources": read})
    shown = [entry for answer in answers for entry in answer.rules]
    first = _with_what_is_beside(first, shown, codes, arguments, context)
    alone = first.rules if len(answers) == 1 else ()
    of_it = "" if told_before else _piece_asked(arguments.question, first, others, context)
    if of_it:
        first = first.model_copy(update={"conclusion": of_it, "led": True})
    if line := minima(arguments.question, alone) or height_over_a_town(arguments.question, alone):
        first = first.model_copy(update={"conclusion": line, "speaks_of_it": not first.asks_this})
    if any(item.question_id == LICENCES for item in shown) and (line := of_their_licence(question, context)):
        first = first.model_copy(update={"conclusion": line, "unsaid": ""})
    if any(item.question_id == GOODS for item in alone) and (
        line := inside_the_union(question, codes[0], context)
    ):
        first = first.model_copy(update={"conclusion": line, "speaks_of_it": not first.asks_this})
    if (
        alone
        and of_the_rating(question, alone, context)
        and (by_then := night_by_then(question, codes[0], first.country_name, context))
    ):
        line, whose = by_then
        sources = tuple(dict.fromkeys([*whose, *first.sources]))
        first = first.model_copy(
            update={"conclusion": line, "speaks_of_it": not first.asks_this, "sources": sources, "unsaid": ""}
        )
    if at_no_port(question) and any(item.question_id == ARRIVING for item in shown):
        first = first.model_copy(update={"conclusion": on_no_port(), "speaks_of_it": not first.asks_this})
    if crossing and all(answer.found for answer in answers):
        lines = filter(None, (through, verdict(arguments.question, codes, context)))
        first = first.model_copy(update={"conclusion": "\n".join(lines)})
    if arguments.asks_basis and (line := rests_on(shown)):
        first = first.model_copy(update={"conclusion": line})
    if not others:
        return first.model_copy(update={"left_aside": aside})
    warning, warned = warned_of(codes, arguments.question, context)
    return first.model_copy(
        update={
            "found": any(answer.found for answer in answers),
            "left_aside": aside,
            "warning": warning,
            "beside": tuple(others),
            "sources": tuple(
                dict.fromkeys([*warned, *(s for a in answers for s in a.sources), *sources_of(first.also)])
            ),
            "show_rules": rules_panel(shown, [country.code for country in countries]),
        }
    )


def _to_be_read(answers: Sequence[RulesAnswer], context: ToolContext) -> RulesAnswer:
    """Where the texts of each country's answer stand, the law behind them too, and its official publication."""
    first, corpus = answers[0], context.deps.rules.corpus
    told: list[str] = []
    for one in answers:
        asked = [corpus.questions[item.question_id] for item in one.rules]
        laws = [
            _law_of(q, one.country_code, corpus) or _law_on_crossing(q, one.country_code, corpus) for q in asked
        ]
        held = dict.fromkeys([*asked, *(law for law in laws if law)])
        texts = [entry(question, one.country_code, context) for question in held]
        told.append(to_be_read(one.country_name, texts, one.authority or "", one.authority_link or ""))
    sources = dict.fromkeys(source for one in answers for source in sources_of(one.rules))
    return RulesAnswer(
        country_code=first.country_code,
        country_name=first.country_name,
        question=first.question,
        membership="\n".join(told),
        sources=tuple(sources),
    )


def _piece_asked(question: str, first: RulesAnswer, others: Sequence[RulesAnswer], context: ToolContext) -> str:
    """The part of the text that a question on it asks for, as its first line; the same text of several is one."""
    on_it = first.asks_this or first.speaks_of_it
    texts = {
        tuple(answer.text for answer in one.rules[0].answers) if one.rules else () for one in (first, *others)
    }
    if not on_it or first.by_state or len(texts) > 1 or is_turned(question, first.rules[0].question_text):
        return ""
    line = passage(question, first.rules, context.deps.rules.alike)
    if not line or not others:
        return line
    return line.partition(": ")[2] or line


async def in_what_was_told(
    answers: Sequence[RulesAnswer],
    countries: Sequence[NamedCountry],
    arguments: RulesQuestionArguments,
    context: ToolContext,
) -> list[RulesAnswer] | None:
    """What was told of the question before, led by the part on this one, where nothing else is on it."""
    if any(answer.asks_this or answer.speaks_of_it or answer.by_state for answer in answers):
        return None
    codes = [country.code for country in countries]
    added = arguments.question.removeprefix(arguments.before[0])  # "…, and for a local flight?"
    for said in arguments.before:
        before = without_places(said, codes, context)
        asked = arguments.model_copy(update={"question": before, "before": ()})
        crossing = crosses_a_border(before, context) or is_about_a_crossing(before, codes, context)
        again = [await _answer_of(country, asked, context, codes, crossing) for country in countries]
        if not any(one.asks_this or one.speaks_of_it for one in again):
            continue
        lines = [passage(added, one.rules, context.deps.rules.alike, before=before) for one in again]
        if any(lines):
            led = "\n".join(dict.fromkeys(filter(None, lines)))
            return [again[0].model_copy(update={"conclusion": led, "led": True}), *again[1:]]
    return None


_OF_VISITORS = frozenset(
    (
        "visiting-microlights",
        "visiting-permit-aircraft",
        "licence-abroad",
        "medical-abroad",
        "n-registered-licence",
    )
)
"""Entries that one asks before one flies into a country from another."""


async def _goes_abroad(arguments: RulesQuestionArguments, context: ToolContext) -> bool:
    """ "May I fly my microlight to Germany", then "do I need a flight plan": for that flight over the border."""
    if not arguments.before or not asks_of_a_plan(arguments.question):
        return False
    held = [await context.deps.rules.about(said) for said in arguments.before]
    return any(found[0].id in _OF_VISITORS for found in held if found)


async def _wherever_it_is(
    answers: list[RulesAnswer],
    countries: Sequence[NamedCountry],
    arguments: RulesQuestionArguments,
    context: ToolContext,
    crossing: bool,
) -> list[RulesAnswer]:
    """The answers to a question without its places, where with them nothing is on it: "at night in EDTZ".

    What holds in a country is a verdict on its flight plans wherever they are flown; of all else it is told as
    what is held on the subject.
    """
    codes = [country.code for country in countries]
    if crossing or any(answer.asks_this or answer.speaks_of_it or answer.by_state for answer in answers):
        return answers
    plain = without_places(arguments.question, codes, context)
    if plain == arguments.question:
        return answers
    again = [
        await _answer_of(country, arguments.model_copy(update={"question": plain}), context, codes, False)
        for country in countries
    ]
    first = again[0].rules[0] if again[0].rules else None
    tags = context.deps.rules.corpus.questions[first.question_id].tags if first else ()
    if first is None or is_of_one_field(arguments.question, tags, context):
        return answers
    if not any(answer.asks_this or answer.speaks_of_it for answer in again):
        return answers
    kept = {"question": arguments.question}
    if not asks_of_a_plan(plain) and not countries_in(arguments.question, context):
        return [
            answer.model_copy(update={**kept, "asks_this": False, "speaks_of_it": bool(answer.rules)})
            for answer in again
        ]
    return [answer.model_copy(update=kept) for answer in again]


def _with_what_is_beside(
    first: RulesAnswer,
    shown: list[RuleEntry],
    codes: list[str],
    arguments: RulesQuestionArguments,
    context: ToolContext,
) -> RulesAnswer:
    """The first answer with further matters of its question, and what no text speaks of."""
    question = arguments.question
    also = named_besides(question, shown, codes, context)
    told = (*shown, *also)
    papers = any(item.question_id in (TRAVELLERS, *_OF_ENTRY) for item in told)
    theirs = of_their_passport(question, codes, context, arguments.before) if papers else ""
    nothing = [
        say("On “{question}” I have nothing there.", question=say(one.text))
        for one in (not_held(question, told, codes, context) if told else ())
        if not (theirs and one.id in _OF_ENTRY)  # "Turkish passport?": what it asks for is told
    ]
    if also and not shown and not all_told(question, len({item.question_id for item in also}) + len(nothing)):
        nothing.append(say("On the rest of your question I hold nothing there."))
    customs = ""
    if len(codes) == 1 and first.rules and customs_beside(question, (*shown, *also), context):
        of_it = territory_spoken_of(question, codes[0], context.deps)
        name = first.country_name if of_it.code == codes[0] else of_it.name
        customs = formalities_by_membership(of_it, name, context.deps, question=question)
    left = tuple(dict.fromkeys((*kinds_unsaid(question, shown), *unsaid(question, (*shown, *also)))))
    return first.model_copy(
        update={
            "also": also,
            "customs": customs,
            "unsaid": " ".join(filter(None, (said_of(left), *nothing))),
            "their_passport": theirs,
            "sources": tuple(
                dict.fromkeys(
                    [
                        *first.sources,
                        *sources_of(also),
                        *(context.deps.borders.membership_sources if customs else ()),
                    ]
                )
            ),
        }
    )


async def _answer_of(
    country: NamedCountry,
    arguments: RulesQuestionArguments,
    context: ToolContext,
    beside: list[str],
    crossing: bool,
) -> RulesAnswer:
    """One country's answer; of several, to the question as it is put of this one."""
    own = of_one(arguments.question, country.code, context) if len(beside) > 1 and not crossing else ""
    own = of_a_plan(own or arguments.question, context) or own
    asked = arguments.model_copy(update={"question": own}) if own else arguments
    found = await _answer_for(country, asked, context, beside, crossing)
    return found.model_copy(update={"question": arguments.question}) if own else found


async def _answer_for(
    country: NamedCountry,
    arguments: RulesQuestionArguments,
    context: ToolContext,
    beside: list[str],
    crossing: bool,
) -> RulesAnswer:
    """`beside`: all countries asked for, this one among them; `crossing`: a flight plan over a border is meant."""
    book, alone = context.deps.rules, len(beside) == 1
    reworded = False
    if arguments.use_rag:
        finding = await book.ask(arguments.question, [country.code], tags=arguments.tags)
        nearest = finding.nearest
        if not finding.hits:
            finding, reworded = await _asked_again(arguments, country.code, finding, context)
        hits = finding.hits if crossing else inside(finding.hits, arguments.question, country.code, context)
        if crossing:
            # "A flight plan to Germany" asks about the border first, whatever holds inside the country.
            border = (await book.ask(BORDER_QUESTION, [country.code], tags=arguments.tags)).hits[:1]
            hits = (*border, *(hit for hit in hits if hit.question_id not in {b.question_id for b in border}))
            hits = tuple(replace(hit, score=1.0) for hit in hits[:2]) if border else hits
        found = [(book.corpus.questions[hit.question_id], hit.score) for hit in hits]
        if crossing and found and (law := _law_on_crossing(found[0][0], country.code, book.corpus)):
            found.append((law, 1.0))
    else:
        finding, nearest, crossing = None, (), False
        found = [(q, 0.0) for q in book.by_words(arguments.question, country.code, arguments.tags)]
    shown = [(q, score) for q, score in found if score >= found[0][1] - CLOSE and same_subject(found[0][0], q)][
        :SHOWN
    ]
    fitting = "same" if crossing else "near"
    plain = without_kinds(arguments.question) if modality(arguments.question) == "duty" else ""
    if shown and crossing and await book.fitting(arguments.question, shown[0][0], country.code) == "other":
        fitting = "near"  # "are microlights exempt from it": not what the entry on all aircraft says
    if shown and not crossing and arguments.use_rag:
        fitting = await book.fitting(arguments.question, shown[0][0], country.code)
        if fitting != "same" and (very := await _very_question(arguments.question, found, country.code, context)):
            fitting, found = "same", very
            shown = [(q, s) for q, s in found if s >= found[0][1] - CLOSE and same_subject(found[0][0], q)][:SHOWN]
        if (
            fitting == "other" and plain
        ):  # "do I need a transponder for a microlight": told, and what it leaves out
            again = await book.fitting(plain, shown[0][0], country.code)
            fitting = "near" if again != "other" else fitting
        if fitting == "other" and (of_it := await _not_foreign(arguments.question, found, country.code, context)):
            fitting, found, shown = "near", of_it, of_it[:1]
    led = (
        None
        if crossing or fitting == "same" or not arguments.use_rag
        else _aboard(arguments, country.code, context)
    )
    if led is not None:
        found = [(led, 1.0)]
        shown, fitting = list(found), "near"
    elif arguments.use_rag and not crossing and shown and fitting != "same":
        meant = book.corpus.named_in(arguments.question)
        if meant is not None and shown[0][0].id not in (meant.id, meant.instead):
            shown, found = [], []  # what was meant has no answer here, and another subject's is none
    if fitting == "same" and shown and is_of_one_field(arguments.question, shown[0][0].tags, context):
        fitting = "near"  # a country's custom is no answer for one of its fields
    by_chance = fitting == "near" and led is None and bool(shown) and not (crossing or reworded)
    by_chance = by_chance and arguments.use_rag
    if by_chance and shares_no_word(_without_countries(arguments.question, context), shown[0][0]):
        # "ADS-B" and "the passport"
        shown, found = [], []
    if fitting == "other" and shown:  # of another subject or condition: named, and not told
        nearest = tuple(dict.fromkeys([shown[0][0], *nearest]))[:SHOWN]
        shown, found = [], []
    if arguments.use_rag and not crossing:  # "at night": what is told beside it is under the same condition
        fits = [await book.fitting(arguments.question, q, country.code) != "other" for q, _ in shown[1:]]
        shown = [*shown[:1], *(one for one, fit in zip(shown[1:], fits, strict=True) if fit)]
    if (
        shown
        and _OF_A_PENALTY.search(arguments.question)
        and not _tells_a_penalty(shown[0][0], country.code, book)
    ):
        nearest = tuple(dict.fromkeys([shown[0][0], *nearest]))[:SHOWN]
        shown, found = [], []  # that a plan is due says nothing of what it costs to file none
    past = past_year(arguments.question, context.question.at.year) is not None
    fitting = "near" if past and fitting == "same" else fitting  # what holds now is no answer for then
    on_it = fitting == "near" and bool(shown) and not past
    on_it = on_it and (
        led is not None or crossing or await book.speaks_of(arguments.question, shown[0][0], country.code)
    )
    if shown and not crossing and not past and not _CLASS.search(arguments.question.lower()):
        shown = _as_a_whole(shown, country.code, book.corpus)
    of_it = book.corpus.of_the_state(shown[0][0], country.code) if shown and not past else ()
    if shown and len(shown[0][0].by_state) < 2:
        if of_it and alone:  # "each state decides": and here it says so
            shown, fitting, on_it = [*((q, shown[0][1]) for q in of_it), shown[0]], "near", True
        of_it = ()
    elif of_it:  # "where the airspace requires one": class by class
        shown, fitting, on_it = shown[:1], "near", True
    shown = _with_the_law(shown, country.code, book.corpus)
    held = [q for q, _ in (*shown, *found) if same_subject(found[0][0], q)]
    if not alone:
        shown = _with_the_law(shown[:1], country.code, book.corpus)  # each country answers on the same screen
    asked_codes = [country.code, *flown_in(arguments.question, context)]
    warning, warned = warned_of(asked_codes, arguments.question, context)
    entries = tuple(entry(q, country.code, context, score) for q, score in shown)
    more = tuple(dict.fromkeys(q.text for q in held if q.id not in {s.id for s, _ in shown}))
    authority = book.authority(country.code) or context.deps.official_pages.of_country(country.code)
    answer = RulesAnswer(
        found=bool(entries),
        warning=warning,
        message=f"I read it as: {entries[0].question_text}" if entries and reworded else None,
        country_code=country.code,
        country_name=country.name,
        question=arguments.question,
        rules=entries,
        asks_this=bool(shown) and fitting == "same",
        speaks_of_it=on_it,
        by_state=(by_state := tuple(entry(q, country.code, context) for q in of_it)),
        more=more[:SHOWN],
        sources=(*warned, *sources_of((*by_state, *entries))),
        show_rules=rules_panel(entries, [country.code]),
        authority=authority.name if authority else None,
        authority_link=_address(authority),
    )
    if entries:
        return answer
    if not arguments.use_rag:
        return answer.model_copy(update=_not_by_words(country, arguments))
    asked_elsewhere = finding is not None and fitting != "other"
    asked_elsewhere = asked_elsewhere and not _OF_A_PENALTY.search(arguments.question)
    elsewhere = await _answered_elsewhere(arguments.question, country.code, context) if asked_elsewhere else ()
    return answer.model_copy(
        update={
            "nearest": tuple(question.text for question in nearest),
            "elsewhere": elsewhere,
            "message": say("I have nothing on that for {country}.", country=_said(country.name)),
        }
    )


def _without_countries(question: str, context: ToolContext) -> str:
    """A question without the names of countries: "UK" is in many an entry, and no subject."""
    for start, end, _ in reversed(list(context.deps.countries.find_all(question))):
        question = f"{question[:start]} {question[end:]}"
    return question


_OF_A_PENALTY = re.compile(
    r"\b(?:(?:the|an?|any|which|what) fine(?! (?:day|weather)\b)|fines|fined"
    r"|penalt(?:y|ies)|prosecut\w+|punish\w*|strafen?|strafbar|bu(?:ß|ss)(?:e|en|geld\w*)|versto(?:ß|ss)\w*"
    r"|amendes?|sanctions?|infractions?|verbalis\w+|contravention)\b",
    re.IGNORECASE,
)
"""What a breach of a rule costs, which is another matter than the rule."""
_PENALTY_TOLD = re.compile(
    r"\b(?:fines?|penalt(?:y|ies)|imprison\w*|prosecut\w+|criminal|offence|€|£)", re.IGNORECASE
)


def _tells_a_penalty(question: RuleQuestion, country: str, book: Rulebook) -> bool:
    """Whether a country's text on a question speaks of what a breach of it brings."""
    return any(_PENALTY_TOLD.search(answer.text) for answer in book.corpus.answers(question.id, country))


_OF_A_REPORT = re.compile(r"\b(?:gars?|gendecs?)\b")
"""Who is named on a report, and not what those aboard must show."""
_GENDEC = re.compile(r"\bgendecs?|general declarations?|generaldeklaration|déclarations? générales?")
_OF_ENTRY = frozenset(("entry-exit-system", "visa-list"))
"""Entries on those aboard that say more of one matter than the one on their papers."""


def _aboard(arguments: RulesQuestionArguments, country: str, context: ToolContext) -> RuleQuestion | None:
    """The entry on people's papers, on animals or on what the words mean outright, where the country has it."""
    low, corpus = arguments.question.lower(), context.deps.rules.corpus
    names = names_in(arguments.question, context)
    aboard = of_people_aboard(low, names) and not _OF_A_REPORT.search(low)
    foreign = _LICENCE.search(low) and any(of_credentials(one, low) for one in names)
    name = ANIMALS if of_pets(low) else TRAVELLERS if aboard else LICENCES if foreign else ""
    name = name or (GOODS if of_goods(low) else ARRIVING if at_no_port(arguments.question) else "")
    meant = corpus.named_in(arguments.question)
    outright = meant is not None and (name in ("", LICENCES) or (name == TRAVELLERS and meant.id in _OF_ENTRY))
    entry_on_it = (corpus.answering(meant, country) or meant) if outright and meant else corpus.questions.get(name)
    told = corpus.answers(entry_on_it.id, country) if entry_on_it else ()
    if _GENDEC.search(low) and not any(_GENDEC.search(answer.text.lower()) for answer in told):
        return None  # another matter of the arrival is no answer on it
    return entry_on_it if any(not answer.frame for answer in told) else None


def _said(country: str) -> str:
    """A country inside a sentence of the language that is spoken."""
    return with_article(country) if spoken() == SOURCE else country_name(country)


async def _very_question(
    asked: str, found: list[tuple[RuleQuestion, float]], country: str, context: ToolContext
) -> list[tuple[RuleQuestion, float]]:
    """What was found, led by the very question asked, where a nearer one only sounds like it; else nothing."""
    least = found[0][1] - BESIDE
    near = [question for question, score in found[1:SHOWN] if score >= least]
    very = await context.deps.rules.very_question(asked, near, country)
    places = [place for place, (question, _) in enumerate(found) if question is very]
    return [found[places[0]], *found[places[0] + 1 :]] if places else []


async def _not_foreign(
    asked: str, found: list[tuple[RuleQuestion, float]], country: str, context: ToolContext
) -> list[tuple[RuleQuestion, float]]:
    """What was found, led by the nearest entry of the same subject and condition, where the first is not."""
    for place, (question, score) in enumerate(found[:SHOWN]):
        if place and score >= found[0][1] - BESIDE and not shares_no_word(asked, question):
            fits = await context.deps.rules.fitting(asked, question, country)
            if fits != "other":
                return found[place:]
    return []


def _address(page: Authority | OfficialPage | None) -> str | None:
    """Where a country's rules are published."""
    return page.url if isinstance(page, OfficialPage) else page.link if page else None


def _which_rules(country: NamedCountry, arguments: RulesQuestionArguments) -> RulesAnswer:
    """Nothing was said but a country: its rules to browse, and no search for the word."""
    named = with_article(country.name)
    browse = ToolCall(tool="browse_rules", arguments={"country_code": country.code})
    return RulesAnswer(
        found=False,
        country_code=country.code,
        country_name=country.name,
        question=arguments.question,
        message=say("Which rules for {country}? Ask about one, or browse them.", country=named),
        choices=(
            Choice(label=say("Browse the rules"), text=say("Rules for {country}", country=named), call=browse),
        ),
    )


def _not_by_words(country: NamedCountry, arguments: RulesQuestionArguments) -> dict[str, Any]:
    """Words alone were looked for: that none was found says nothing of what the corpus holds."""
    asked = ToolCall(tool="answer_rules_question", arguments=arguments.canonical())
    named = with_article(country.name)
    browse = ToolCall(tool="browse_rules", arguments={"country_code": country.code})
    by_meaning = asked.varied(country_code=country.code, countries=None, use_rag=None)
    return {
        "message": f"I looked by words alone, and no question of {named} shares yours. I can search by meaning.",
        "choices": (
            Choice(label="Search by meaning", text=arguments.question, call=by_meaning),
            Choice(label="Browse the rules", text=f"Rules for {named}", call=browse),
        ),
    }


def _with_the_law(
    shown: list[tuple[RuleQuestion, float]], country: str, corpus: Corpus
) -> list[tuple[RuleQuestion, float]]:
    """What pilots report is followed by the regulation on the same subject, which may ask for more."""
    found: dict[str, tuple[RuleQuestion, float]] = {}
    for question, score in shown:
        found[question.id] = question, score
        if law := _law_of(question, country, corpus):
            found[law.id] = law, score
    return list(found.values())[:SHOWN]


_CLASS = re.compile(
    r"\b(?:class(?:es?)?|klasse|luftraum|airspace) (?:[a-g]|alpha|bravo|charlie|delta|echo|fox(?:trot)?|golf)\b"
    r"|\b(?:in|en) [a-g]\b|\b(?:un)?(?:controlled|kontrolliert\w*)\b|contrôlée?s?\b"
    r"|\b(?:ctr|kontrollzonen?|control zones?|squawks?|codes?)\b"
)
"""A class of airspace, by name or by its kind; or a code, which is another matter."""


def _as_a_whole(
    shown: list[tuple[RuleQuestion, float]], country: str, corpus: Corpus
) -> list[tuple[RuleQuestion, float]]:
    """What was found, of all classes of airspace where none was said: one of them is no answer for the others."""
    whole = corpus.left_to_states(shown[0][0])
    return [(whole, shown[0][1])] if whole and corpus.answers(whole.id, country) else shown


def _law_on_crossing(border: RuleQuestion, country: str, corpus: Corpus) -> RuleQuestion | None:
    """The regulation beside what pilots report of flight plans over the border."""
    law = corpus.questions.get(border.instead)
    reported = all(answer.basis == PILOT_SURVEY for answer in corpus.answers(border.id, country))
    return law if law and reported and corpus.answers(law.id, country) else None


def _law_of(question: RuleQuestion, country: str, corpus: Corpus) -> RuleQuestion | None:
    """The regulation on a subject of which the country's answer only says what pilots report."""
    law = corpus.questions.get(question.law)
    reported = all(answer.basis == PILOT_SURVEY for answer in corpus.answers(question.id, country))
    return law if law and reported and corpus.answers(law.id, country) else None


def same_subject(first: RuleQuestion, other: RuleQuestion) -> bool:
    """Whether two questions are about the same: at least half of the tags of both are common to them."""
    ours, theirs = set(first.tags), set(other.tags)
    related = {first.law, first.instead} | {other.law, other.instead}
    return bool(related & {first.id, other.id}) or 2 * len(ours & theirs) >= len(ours | theirs)


async def _asked_again(
    arguments: RulesQuestionArguments, country: str, finding: Finding, context: ToolContext
) -> tuple[Finding, bool]:
    """What is found in a model's words for the question, where there is a model; and whether anything is."""
    deps = context.deps
    asked = await reformulated(arguments.question, deps.settings, deps.behaviour, deps.model, context.meter)
    again = await deps.rules.ask(asked, [country], tags=arguments.tags) if asked else finding
    return (again, True) if again.hits else (finding, False)


async def _answered_elsewhere(asked: str, country: str, context: ToolContext) -> tuple[NamedCountry, ...]:
    """The countries for which the corpus does answer this very question, by name."""
    book = context.deps.rules
    meant = book.corpus.named_in(asked)
    held = [meant] if meant else await book.about(asked)
    codes = [c for c in book.corpus.countries if held and c != country and book.corpus.answering(held[0], c)]
    if codes and meant is None and await book.fitting(asked, held[0], codes[0]) == "other":
        return ()  # of another condition there as well: "above FL195", "after sunset"
    found = [NamedCountry(code=code, name=name_of(code, context.deps.countries)) for code in codes]
    first = ASKED_NEXT.get(country, ())
    return tuple(sorted(found, key=lambda other: (other.code not in first, other.name)))


ASKED_NEXT = {"JE": ("GB",), "GG": ("GB",), "IM": ("GB",), "IE": ("GB",), "LI": ("CH",), "MC": ("FR",)}
"""Whose word is told first as held, where a small country's is not."""


class BrowseArguments(Arguments):
    """A page of one country's rules."""

    country_code: str = Field(validation_alias=_COUNTRY, description="ISO code or name")
    category: str | None = Field(default=None, description="VFR, IFR, Airspace, Airfields …")
    tags: Words = Field(default=(), validation_alias=_TAGS)
    topic: str | None = Field(
        default=None,
        max_length=200,
        validation_alias=AliasChoices("topic", "subject"),
        description="a subject in free words: flight plans, night, customs",
    )
    offset: int = Field(default=0, ge=0)
    limit: int = Field(default=10, ge=1, le=50)


class RulesPage(RulesResult):
    """A page of rules. `categories` count this country's answered questions; `total` is before the cut."""

    country_code: str
    country_name: str
    category: str | None = None
    tags: tuple[str, ...] = ()
    rules: tuple[RuleEntry, ...] = ()
    categories: dict[str, int] = {}
    total: int = 0
    offset: int = 0
    limit: int = 10
    formatted_text: str = ""
    authority: str | None = None
    authority_link: str | None = None


@tool(kind="rules", aliases=("list_rules_for_country",))
async def browse_rules(arguments: BrowseArguments, context: ToolContext) -> RulesPage | WhichCountry:
    """All rules known for a country, by category and page by page."""
    asked = ToolCall(tool="browse_rules", arguments=arguments.canonical())
    country = find_country(
        arguments.country_code, context, "Rules for {}", lambda code: asked.varied(country_code=code)
    )
    if isinstance(country, WhichCountry):
        return country
    corpus = context.deps.rules.corpus
    counts: dict[str, int] = {}
    for question in corpus.select(country.code, None, ()):
        counts[question.category] = counts.get(question.category, 0) + 1
    category = next((c for c in counts if filed_under(c) == filed_under(arguments.category or "")), None)
    questions = await _listed_questions(arguments, country.code, category, context)
    page = questions[arguments.offset : arguments.offset + arguments.limit]
    entries = tuple(entry(question, country.code, context) for question in page)
    authority = context.deps.rules.authority(country.code)
    if authority is None and not entries:
        authority = context.deps.official_pages.of_country(country.code)
    warning, warned = warned_of([country.code], years_of(arguments.topic), context)
    return RulesPage(
        warning=warning,
        found=bool(entries),
        message=None if entries else _nothing_to_browse(country, arguments, counts, len(questions), context),
        country_code=country.code,
        country_name=country.name,
        category=category or arguments.category or arguments.topic,
        tags=arguments.tags,
        rules=entries,
        categories=counts,
        total=len(questions),
        offset=arguments.offset,
        limit=arguments.limit,
        formatted_text="\n".join(f"{e.question_text} {' '.join(a.text for a in e.answers)}" for e in entries),
        sources=(*warned, *sources_of(entries)),
        show_rules=rules_panel(entries, [country.code]),
        choices=_category_choices(country, category, counts),
        authority=authority.name if authority else None,
        authority_link=_address(authority),
    )


async def _listed_questions(
    arguments: BrowseArguments, country: str, category: str | None, context: ToolContext
) -> list[RuleQuestion]:
    """A page's questions in the order of the corpus, of a whole rule book what a visitor needs first.

    What a subject in free words means stands best first.
    """
    corpus = context.deps.rules.corpus
    tags = arguments.tags
    if arguments.category and category is None:
        tags = (*tags, arguments.category)  # "flight plans" given as a category is a tag
    known = {filed_under(tag) for tag in corpus.tags}
    if arguments.topic or any(filed_under(tag) not in known for tag in tags):
        return await questions_on(context, [country], category=category, tags=tags, topic=arguments.topic)
    listed = corpus.select(country, category, tags)
    return listed if category or tags else sorted(listed, key=weight)


def _category_choices(country: NamedCountry, chosen: str | None, counts: dict[str, int]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            label=f"{category_said(category)} ({count})",
            text=rules_for(country.name, category),
            call=ToolCall(tool="browse_rules", arguments={"country_code": country.code, "category": category}),
        )
        for category, count in counts.items()
        if category and category != chosen
    )


def _nothing_to_browse(
    country: NamedCountry, arguments: BrowseArguments, counts: dict[str, int], total: int, context: ToolContext
) -> str:
    if total:
        return say("That was all: {total} rules for {country}.", total=total, country=_said(country.name))
    if counts:
        wanted = ", ".join(filter(None, (arguments.category, arguments.topic, *arguments.tags)))
        return say(
            "I have nothing under {wanted} for {country}. I have: {categories}.",
            wanted=wanted,
            country=_said(country.name),
            categories=", ".join(map(category_said, counts)),
        )
    nothing = say("I have no rules for {country}.", country=_said(country.name))
    if context.deps.borders.closed(country.code):
        return nothing
    held = (name_of(code, context.deps.countries) for code in context.deps.rules.corpus.countries)
    there = say("I have: {names}.", names=", ".join(sorted(map(country_name, held))))
    return f"{nothing} {there}"


class QuestionIdsArguments(Arguments):
    """Questions of the corpus by id."""

    question_ids: Words = Field(min_length=1, description="ids as the corpus has them")
    country_codes: Words = Field(default=(), validation_alias=AliasChoices("country_codes", "countries"))


class AnswersForQuestions(RulesResult):
    """Every country's answers to the questions asked for."""

    items: tuple[RuleEntry, ...] = ()
    unknown: tuple[str, ...] = ()
    pretty: str = ""


@tool(kind="rules")
async def get_answers_for_questions(arguments: QuestionIdsArguments, context: ToolContext) -> AnswersForQuestions:
    """Every country's answers to questions of the corpus, by their ids."""
    corpus = context.deps.rules.corpus
    # An id of a survey file is a sentence and may hold commas: the whole text comes first.
    whole = ", ".join(arguments.question_ids)
    ids = (whole,) if whole in corpus.questions else arguments.question_ids
    wanted = {known.code for c in arguments.country_codes if (known := context.deps.countries.get(c))}
    items = tuple(
        entry(corpus.questions[question_id], country, context)
        for question_id in ids
        if question_id in corpus.questions
        for country in corpus.countries
        if corpus.answers(question_id, country) and (not wanted or country in wanted)
    )
    unknown = tuple(question_id for question_id in ids if question_id not in corpus.questions)
    return AnswersForQuestions(
        found=bool(items),
        message=None if items else "The rules corpus has no question with that id.",
        items=items,
        unknown=unknown,
        pretty="\n".join(f"{i.country}: {i.question_text} {' '.join(a.text for a in i.answers)}" for i in items),
        sources=sources_of(items),
        show_rules=rules_panel(items, list(dict.fromkeys(item.country for item in items))),
    )


class NoArguments(Arguments):
    """Nothing to say."""


class RuleSubjects(RulesResult):
    """Categories and tags of the corpus, with how many questions each has."""

    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    counts: dict[str, dict[str, int]] = {}


@tool(kind="rules")
async def list_rule_categories_and_tags(arguments: NoArguments, context: ToolContext) -> RuleSubjects:
    """The categories and tags under which rules are kept."""
    corpus = context.deps.rules.corpus
    return RuleSubjects(
        categories=tuple(corpus.categories),
        tags=tuple(corpus.tags),
        counts={"categories": dict(corpus.categories), "tags": dict(corpus.tags)},
    )
