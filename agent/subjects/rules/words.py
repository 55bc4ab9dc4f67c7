"""Words for rules: answers quoted as the corpus has them, each with country, source and review date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from agent import regex as re
from agent.aviation.countries import Country
from agent.protocol import (
    Answer,
    Choice,
    Compare,
    ComparedValue,
    Folded,
    Headline,
    Part,
    Passage,
    Suggestion,
    ToolCall,
)
from agent.registry import find
from agent.rules.corpus import PILOT_SURVEY
from agent.rules.same_question import is_turned, modality, tells_verdict
from agent.subjects.measures import in_english, with_article
from agent.subjects.offered import call
from agent.subjects.rules.across import RuleCountries
from agent.subjects.rules.compare import ComparedRule, RulesComparison
from agent.subjects.rules.gist import behind, gist, headed, in_parts, in_words
from agent.subjects.rules.rests_on import target
from agent.subjects.rules.said import OF_ALL_COUNTRIES
from agent.subjects.rules.shapes import (
    RuleEntry,
    RulesResult,
    RuleText,
    WhichCountry,
    category_said,
    rules_for,
    short_reference,
)
from agent.subjects.rules.side_by_side import (
    ROOM,
    SHORT,
    and_all,
    heads_of_all,
    in_short,
    line_of_all,
    stated,
    told_apart,
    verdict_of,
)
from agent.subjects.rules.stricter import which_asks_more
from agent.subjects.rules.tool import ASKED_NEXT, AnswersForQuestions, RulesAnswer, RulesPage, RuleSubjects
from agent.subjects.rules.unsaid import kinds_unsaid, said_of
from agent.writing.as_held import as_held, quoted
from agent.writing.citations import named
from agent.writing.parts import answer as whole
from agent.writing.parts import escaped, lines
from agent.writing.write import Talk, suggest, write
from tongue import SOURCE, country_name, later, say, say_many, spoken

_FIRST_WORDS = 220
"""Characters of an answer that stand in sight, in whole sentences; the rest is folded."""

SCREEN_LINES, SCREEN_LENGTH = 10, 1200
"""Lines and characters of rules on one phone screen, beside the line of sources; the rest is behind "More"."""

_CATEGORIES = 4
"""Categories of a country that are a tap away beside a list; the next question has the room behind them."""

_COMPARED = 5
"""Questions of a comparison on one page; the next ones are behind "More"."""

_COMMON = 10
"""So many countries that say the same hold one European text, which is told whole."""

_ACROSS = 8
"""Groups of countries that are shown where a question is asked of all."""

_NEIGHBOURS = ("FR", "DE", "GB", "BE", "CH", "IT", "ES", "AT")
"""Offered for "the same in …", in this order: the countries most often crossed."""


@write.register
def _(result: WhichCountry, talk: Talk) -> Answer:
    return Answer(text=result.message or say("Which country?"), choices=result.choices)


@write.register
def _(result: RulesAnswer, talk: Talk) -> Answer:
    if result.membership:
        return Answer(text=result.membership)
    if result.beside:
        return _countries_side_by_side(result, talk)
    if not result.rules:
        nothing = _nothing(result, talk)
        if not result.also:
            return nothing
        return whole([*_beside(result.also), Passage(markdown=result.unsaid)], choices=nothing.choices)
    first, *others = result.rules
    parts: list[Part] = [Passage(markdown="\n".join(_warned(result, talk)))]
    parts.append(Passage(markdown=escaped(result.message or "")))
    parts += _before(result)
    parts += [Headline(markdown=result.conclusion)] if result.conclusion else []
    if result.by_state:
        parts += _by_state(result, talk)
    elif result.speaks_of_it or result.led:
        parts += _on_it(first, result.question)
    elif not result.asks_this:
        name = with_article(result.country_name)
        nothing = say("**Nothing on exactly that for {country}.** Nearest:", country=name)
        if _is_a_frame(first):
            nothing = say(
                "**What {country} has decided on it I do not hold: see its AIP.** In all states:", country=name
            )
        parts.append(Headline(markdown=nothing))
        parts += _near(first)
    else:
        parts += _told(first, result.question)
    beside = _countries_beside(result.country_code, talk)
    if beside and others:
        law = talk.deps.rules.corpus.questions[first.question_id].law
        reported = all(answer.basis == PILOT_SURVEY for answer in first.answers)
        by_law = next((item for item in others if item.question_id == law), None)
        if reported and by_law is not None:
            words = in_short(by_law.answers[0], _FIRST_WORDS).rstrip(".")
            parts.append(Passage(markdown=say("By the regulation: {words}.", words=escaped(words))))
            parts.append(Passage(markdown=say("The regulation may ask for more: it is behind a button.")))
    else:
        for item in others:
            told = _quoted(item) if result.asks_this else _near(item)
            parts += [Passage(markdown=f"\n{told[0].markdown}"), *told[1:]]
    parts += [*_beside(result.also), Passage(markdown=result.customs)]
    near = [first.question_text] if not result.asks_this and _rules_on_it(first) else []
    further = [*near, *(item.question_text for item in others if beside), *result.more]
    asked = [
        _asks(
            _of(result.country_name, _short(text, talk)) if beside else _short(text, talk),
            text,
            result.country_code,
            result.country_name,
        )
        for text in further
    ]
    same = [
        _asks(say("Same for {name}", name=country_name(other.name)), first.question_text, other.code, other.name)
        for other in _other_countries(result.country_code, first.question_id, talk)[:2]
        if not beside
    ]
    return whole(parts, choices=(*same, *asked[:2], *_whole_source(first)))


def _before(result: RulesAnswer) -> list[Part]:
    """What a nationality asks for, and what the texts do not speak of: before what is told."""
    told = bool(result.beside) or result.asks_this or result.speaks_of_it
    return [Passage(markdown=line) for line in (result.their_passport, result.unsaid if told else "") if line]


def _beside(also: Sequence[RuleEntry]) -> list[Part]:
    """Further matters of the question: of countries that say the same once, with all their names."""
    said: dict[tuple[str, ...], list[RuleEntry]] = {}
    for item in also:
        said.setdefault((item.question_id, *(answer.text for answer in item.answers)), []).append(item)
    parts: list[Part] = []
    for items in said.values():
        parts.append(
            Headline(
                markdown=say(
                    "**On “{question}”**, {country}:",
                    question=escaped(question_said(items[0].question_text)),
                    country=and_all([country_name(item.country_name) for item in items]),
                )
            )
        )
        for answer in items[0].answers:
            parts += in_parts(answer)
            parts.append(Passage(markdown=f"{_basis(answer, short=True)}{_links(answer, 1)}"))
    return parts


_A_YES = re.compile(r"^(?:Yes|No|Ja|Nein|Oui|Non)\s?[:,]\s+")
"""A word that answers the entry's own question, and not the opposite one."""


def _on_it(item: RuleEntry, asked: str = "") -> list[Part]:
    """An entry on what was asked, in other words: its question first, and none of its words as the answer.

    Nor is its yes one where the opposite was asked: "may I land at night without the rating".
    """
    head = say(
        "**On “{question}”**, {country}:",
        question=escaped(question_said(item.question_text)),
        country=country_name(item.country_name),
    )
    told: list[Part] = [Headline(markdown=head)]
    turned = bool(asked) and is_turned(asked, item.question_text)
    for answer in item.answers:
        parts = in_parts(answer)
        if turned and isinstance(first := parts[0], Passage):
            words = stated(answer, item.question_text, _A_YES.sub("", first.markdown))
            parts = [Passage(markdown=_capital(words)), *parts[1:]]
        told += parts
        told.append(Passage(markdown=f"{_basis(answer, short=True)}{_links(answer, 1)}"))
    return told


def _by_state(result: RulesAnswer, talk: Talk) -> list[Part]:
    """What a country says of each class of airspace; the common text that leaves it to the country is folded."""
    headline, *common = _on_it(result.rules[0])
    folded = "\n".join(part.markdown for part in common if isinstance(part, Passage))
    return [
        headline,
        Passage(markdown="\n".join(_of_the_state(result, talk))),
        Folded(title=say("By the common text"), markdown=folded),
    ]


def _of_the_state(result: RulesAnswer, talk: Talk) -> list[str]:
    """A line for each part of a subject, equal ones together, and whose words they are."""
    said: dict[str, list[RuleEntry]] = {}
    for item in result.by_state:
        said.setdefault(item.answers[0].text, []).append(item)
    lines = [
        say("- {name}: {value}", name=", ".join(_short(i.question_text, talk) for i in items), value=told)
        for items in said.values()
        if (told := in_words(items[0].answers[0]))
    ]
    return [*lines, f"{_basis(result.by_state[0].answers[0], short=True)}"]


def _told(item: RuleEntry, asked: str) -> list[Part]:
    """The first entry: two bold lines as the answer, the rest in sight or folded, then what it rests on.

    What was asked the other way round ("without a flight plan") is answered under the entry's own question.
    """
    parts: list[Part] = []
    turned = is_turned(asked, item.question_text)
    under = f"{escaped(question_said(item.question_text))} " if turned else ""
    for n, one in enumerate(item.answers):
        head, first, more = headed(one, first=not n)
        words = head or first
        words = stated(one, item.question_text, words) if turned else words
        told = words if n else f"{under}**{words}**" if head else f"{under}{words}"
        said = _of(item.country_name, told)
        parts.append(Headline(markdown=said) if head and not n else Passage(markdown=said))
        parts += [Passage(markdown=first)] if head and first else []
        parts += more
        cited = say(
            "On “{escaped}” · {basis}{links}",
            escaped=escaped(question_said(item.question_text)),
            basis=_basis(one, short=True),
            links=_links(one, 1),
        )
        parts.append(Passage(markdown=cited))
    return parts


def _whole_source(item: RuleEntry) -> tuple[Choice, ...]:
    """A button for everything an entry rests on, where one line does not hold it."""
    whole = any(short_reference(_origin(a)) != _origin(a) or len(a.links) > 1 for a in item.answers)
    text = say(
        "Sources of “{question_text}” for {country}",
        question_text=question_said(item.question_text),
        country=with_article(item.country_name),
    )
    tapped = call("get_answers_for_questions", question_ids=[item.question_id], country_codes=[item.country])
    return (Choice(label=say("Whole source"), text=text, call=tapped),) if whole else ()


def _countries_side_by_side(result: RulesAnswer, talk: Talk) -> Answer:
    """The same question answered for each country: what they come to, a few words of each, all of it folded."""
    each = (result, *result.beside)
    if not any(one.rules or one.nearest for one in each) and not result.also:
        return _nothing_of_all(each, talk)
    columns = [country_name(one.country_name) for one in each]
    told = [(one.country_name, one.rules[0].answers[0]) for one in each if _is_told(one)]
    questions = {one.rules[0].question_text for one in each if _is_told(one)}
    question = next(iter(questions)) if len(questions) == 1 else ""
    turned = is_turned(result.question, question)
    asked = modality(result.question)
    other = turned or asked not in ("other", modality(question))  # "need I a plan": not whether it is allowed
    head = line_of_all(told) if len(told) == len(each) and question and not other else ""
    if result.conclusion and not (head and _all_say_yes(told)):
        head = result.conclusion
    values: list[RuleText | None] = [one.rules[0].answers[0] if _is_told(one) else None for one in each]
    under = question or _on_the_same(each)
    sheet = Compare(
        columns=tuple(columns),
        rows=(
            ComparedValue(
                name=question_said(under) if under else "",
                values=tuple(_in_column(one, value, under, talk) for one, value in zip(each, values, strict=True)),
                differs=len({value and verdict_of(value) for value in values}) > 1,
            ),
        ),
    )
    twice = bool(head) and all(value and value in head for value in sheet.rows[0].values)
    cells = [(one.country_name, cell or "") for one, cell in zip(each, sheet.rows[0].values, strict=True)]
    heads = "" if any(one.by_state for one in each) else heads_of_all(cells)
    if not head and len({cell for _, cell in cells}) == 1:  # all say the same: once, whole
        names = and_all([with_article(name) for name, _ in cells])
        heads, twice = _capital(say("{country}: {words}", country=names, words=cells[0][1])), True
        heads = f"**{heads}**"
    first = head or heads or say("**{countries} side by side**", countries=and_all(columns))
    full = [one for one in each if one.rules and (one.asks_this or not _rules_on_it(one.rules[0]))]
    nothing = bool(result.also) and not any(one.rules or one.nearest for one in each)
    parts: list[Part | None] = [
        Passage(markdown="\n".join(_warned(result, talk))),
        *_before(result),
        None if nothing else Headline(markdown=first, about=sheet.rows[0].name if twice else ""),
        None if twice or nothing else sheet,
        *_each_in_full(full, under),
        *_beside(result.also),
    ]
    choices = [
        _asks(country_name(one.country_name), one.rules[0].question_text, one.country_code, one.country_name)
        for one in each
        if one.rules and not _is_told(one)
    ] + [
        _asks(
            _of(one.country_name, _short(text, talk)),
            text,
            one.country_code,
            one.country_name,
        )
        for one in each
        if not one.rules
        for text in one.nearest[:1]
    ]
    # What the first of each country leaves out, such as the regulation behind what pilots report, is a tap away.
    further = [
        _asks(
            _of(one.country_name, _short(text, talk)),
            text,
            one.country_code,
            one.country_name,
        )
        for one in each
        for text in [*_law_behind(one, talk), *(item.question_text for item in one.rules[1:]), *one.more][:1]
    ]
    return whole(parts, choices=(*choices[:4], *further[:4]))


def _nothing_of_all(each: Sequence[RulesAnswer], talk: Talk) -> Answer:
    """That nothing is known of any of the countries, and whom to ask in each."""
    names = and_all([with_article(one.country_name) for one in each])
    asked = [say("{name}: {value}", name=country_name(one.country_name), value=_whom_to_ask(one)) for one in each]
    nothing = say("I have nothing on that for {country}.", country=names)
    return Answer(text="\n".join([*_warned(each[0], talk), *_said_before(each[0]), f"**{nothing}**", *asked]))


def _said_before(result: RulesAnswer) -> list[str]:
    return [result.their_passport] if result.their_passport else []


def _all_say_yes(told: Sequence[tuple[str, RuleText]]) -> bool:
    return {verdict_of(answer) for _, answer in told} == {"yes"}


def _is_told(one: RulesAnswer) -> bool:
    """Whether a country answers the very question."""
    return bool(one.rules) and one.asks_this


def _in_column(one: RulesAnswer, answer: RuleText | None, question: str, talk: Talk) -> str:
    """A country's cell: a few words of its answer, or what is near to it and never told for it."""
    if answer is not None:
        under = one.rules[0].question_text
        other = "" if under == question else say("On “{escaped}” · ", escaped=question_said(under))
        words = in_short(answer)
        return other + (stated(answer, under, words) if is_turned(one.question, under) else words)
    if one.by_state:
        return "; ".join(line.removeprefix("- ") for line in _of_the_state(one, talk)[:-1])
    if one.speaks_of_it:
        under = one.rules[0].question_text
        other = "" if under == question else say("On “{escaped}” · ", escaped=question_said(under))
        return other + in_short(one.rules[0].answers[0])
    if one.rules and _is_a_frame(one.rules[0]):
        return say("its own decision is not held (each state decides)")
    if one.rules and not _rules_on_it(one.rules[0]):
        return say("nothing on exactly that; nearest: ") + in_short(one.rules[0].answers[0])
    near = one.rules[0].question_text if one.rules else one.nearest[0] if one.nearest else ""
    if near and one.rules:
        return say("nothing on exactly that. Nearest: “{question_text}”", question_text=question_said(near))
    return (
        say("nothing on that. Nearest: “{question_text}”", question_text=question_said(near))
        if near
        else say("nothing on that.")
    )


def _on_the_same(each: Sequence[RulesAnswer]) -> str:
    """The question whose entry speaks of what is asked in each of the countries; "" where it is not one."""
    if not all(one.rules and (one.asks_this or one.speaks_of_it) for one in each):
        return ""
    questions = {one.rules[0].question_text for one in each}
    return next(iter(questions)) if len(questions) == 1 else ""


def _each_in_full(each: Sequence[RulesAnswer], question: str) -> list[Folded]:
    """All of each country's answer, those with one European text together."""
    alike: dict[tuple[str, str], list[RulesAnswer]] = {}
    for one in each:
        text = one.rules[0].answers[0]
        whose = text.text if text.regime else one.country_code
        alike.setdefault((one.rules[0].question_text, whose), []).append(one)
    return [
        _in_full(ones[0], question, and_all([country_name(one.country_name) for one in ones]))
        for ones in alike.values()
    ]


def _in_full(one: RulesAnswer, question: str, name: str) -> Folded:
    """All of a country's answer, and where it stands; `name`: the countries whose it is."""
    item = one.rules[0]
    lines = [as_written(escaped(item.answers[0].text))]
    if item.question_text != question:
        lines.insert(0, escaped(question_said(item.question_text)))
    lines.append(f"{_basis(item.answers[0], short=True)}{_links(item.answers[0], 1)}")
    return Folded(
        title=say("{country} in full", country=name),
        markdown="\n".join([say("{name}: {value}", name=name, value=lines[0]), *lines[1:]]),
    )


def _law_behind(result: RulesAnswer, talk: Talk) -> list[str]:
    """The regulation on the subject of a country's first entry, where the corpus holds it for that country."""
    corpus = talk.deps.rules.corpus
    first = corpus.questions[result.rules[0].question_id] if result.rules else None
    laws = [corpus.questions.get(name) for name in (first.instead, first.law)] if first else []
    return [law.text for law in laws if law and law is not first and corpus.answers(law.id, result.country_code)]


def _warned(result: RulesResult, talk: Talk) -> list[str]:
    """The warning about a closed country, said once: by the first of the plan's results on rules."""
    steps = [step for step in talk.plan.steps if find(step.tool).kind == "rules"]
    return [f"**{result.warning}**"] if result.warning and (not steps or steps[0] == talk.call) else []


def _countries_beside(country: str, talk: Talk) -> list[str]:
    """The other countries of which the same plan asks."""
    named = [step.arguments.get("country_code") for step in talk.plan.steps]
    known = [talk.deps.countries.get(name) for name in named if isinstance(name, str)]
    return list(dict.fromkeys(found.code for found in known if found and found.code != country))


def _whom_to_ask(result: RulesAnswer | RulesPage) -> str:
    """Who publishes a country's rules, where none is known here."""
    if result.authority and result.authority_link:
        return say(
            "Published by: [{escaped}]({authority_link})",
            escaped=escaped(result.authority),
            authority_link=result.authority_link,
        )
    return say(
        "Ask the aviation authority of {country}, or read its AIP.",
        country=with_article(result.country_name),
    )


def _on_what(result: RulesAnswer, talk: Talk) -> list[str]:
    """The question of the corpus that was asked beside another, in words that are not the pilot's."""
    texts = (question.text for question in talk.deps.rules.corpus.questions.values())
    if len(talk.plan.steps) < 2 or result.question not in texts:
        return []
    return [question_said(result.question)]


_KINGDOM = "GB"
_ISLANDS = frozenset(("GG", "JE", "IM"))
"""Crown dependencies, of whose own law on aircraft and pilots little is held."""


def _of_the_kingdom(result: RulesAnswer, talk: Talk) -> list[str]:
    """What the UK says where nothing is held of a Crown dependency's own law, and that it is another."""
    if result.country_code not in _ISLANDS:
        return []
    corpus = talk.deps.rules.corpus
    told: list[str] = []
    for question in corpus.all_named_in(result.question):
        own = [answer for answer in corpus.answers(question.id, _KINGDOM) if not answer.regime]
        if not own:
            continue
        told.append(
            say(
                "The United Kingdom's law, which is not {country}'s, on “{question}”: {text}",
                country=with_article(result.country_name),
                question=say(question.text),
                text=as_held(own[0].text),
            )
        )
    return told[:2]


def _nothing(result: RulesAnswer, talk: Talk) -> Answer:
    nothing = result.message or say(
        "I have nothing on that for {country}.", country=country_name(result.country_name)
    )
    if talk.deps.borders.closed(result.country_code):
        return Answer(text="\n".join([*_warned(result, talk), nothing]))
    lines = [*_warned(result, talk), *_on_what(result, talk), f"**{nothing}**"]
    if result.elsewhere:
        names = [country_name(country.name) for country in result.elsewhere]
        more = say_many(" and {count} more", " and {count} more", len(names) - 5) if len(names) > 5 else ""
        lines.append(say("I do have it for {names}{more}.", names=", ".join(names[:5]), more=more))
    if result.nearest:
        lines.append(say("Nearest I have for {country}:", country=with_article(result.country_name)))
        lines += [f"- {question_said(text)}" for text in result.nearest]
    lines += _of_the_kingdom(result, talk)
    lines.append(_whom_to_ask(result))
    choices = [_asks(_short(t, talk), t, result.country_code, result.country_name) for t in result.nearest]
    if result.country_code in ASKED_NEXT and result.elsewhere:
        next_to_it = result.elsewhere[0]
        same = say("Same for {name}", name=country_name(next_to_it.name))
        choices.insert(0, _asks(same, result.question, next_to_it.code, next_to_it.name))
    return Answer(text="\n".join(lines), choices=(*choices, *result.choices))


@write.register
def _(result: RulesPage, talk: Talk) -> Answer:
    if not result.rules:
        lines = [*_warned(result, talk), result.message or say("I have no rules there.")]
        closed = talk.deps.borders.closed(result.country_code)
        lines += [] if closed or result.total else [_whom_to_ask(result)]
        return Answer(text="\n".join(lines), choices=result.choices)
    used = 1 + _read_as(talk)
    parts = [
        ["", escaped(question_said(item.question_text)), *(_line(item, answer) for answer in item.answers)]
        for item in result.rules
    ]
    shown = _on_screen(parts, used)
    cut = len(shown) < len(parts)
    if cut:  # more of them in few words, rather than two in full
        parts = [[_line_in_short(item)] for item in result.rules]
        shown = _on_screen(parts, used)
    last = result.offset + len(shown)
    named = rules_for(result.country_name, result.category)
    lines = [
        *_warned(result, talk),
        say("**{named}**, {span} of {total}", named=named, span=_span(result.offset, last), total=result.total),
    ]
    lines += [line for part in shown for line in part]
    choices = list(result.choices[:_CATEGORIES])
    if cut:
        choices[:0] = [
            _asks(_short(item.question_text, talk), item.question_text, result.country_code, result.country_name)
            for item in result.rules[: min(len(shown), _CATEGORIES)]
        ]
    if last < result.total:
        choices.insert(
            0,
            Choice(
                label=say("More"),
                text=say("{named} from {last}", named=named, last=last + 1),
                call=_page(result, last),
            ),
        )
    return Answer(text="\n".join(lines), choices=tuple(choices))


def _page(result: RulesPage, offset: int) -> ToolCall:
    return call(
        "browse_rules",
        country_code=result.country_code,
        category=result.category,
        tags=list(result.tags) or None,
        offset=offset,
        limit=result.limit,
    )


def _read_as(talk: Talk) -> int:
    """The lines that say how an unsure question was read."""
    return 2 if talk.plan.made_by == "reader" and talk.plan.reasoning else 0


def _span(offset: int, last: int) -> str:
    """ "4–6", or "4" for one alone."""
    return f"{offset + 1}–{last}" if last > offset + 1 else f"{last}"


def _on_screen(parts: Sequence[list[str]], used: int) -> list[list[str]]:
    """The first parts, as many as fit on one screen below `used` lines; one at least."""
    shown: list[list[str]] = []
    lines, length = used, 0
    for part in parts:
        lines += sum(line.count("\n") + 1 for line in part)
        length += sum(len(line) for line in part)
        if shown and (lines > SCREEN_LINES or length > SCREEN_LENGTH):
            break
        shown.append(part)
    return shown


@write.register
def _(result: RulesComparison, talk: Talk) -> Answer:
    if not result.comparison:
        nothing = result.message or say("I have nothing to compare there.")
        return Answer(text="\n".join([*_warned(result, talk), nothing]))
    counts = result.counts
    warned = _warned(result, talk)
    shown = _on_one_screen(result)
    total, last = sum(counts.values()), result.offset + len(shown)
    names = [with_article(name) for name in result.country_names]
    columns = list(map(country_name, result.country_names))
    told = [*warned, *([result.message] if result.message else [])]
    topic = str(talk.call.arguments.get("topic") or "")
    if left := said_of(kinds_unsaid(topic, [item for rule in shown for item in rule.entries])):
        told.append(left)  # "gliders, transponder": none of the rows is on gliders
    rows = [_row(rule, result.countries, len(shown)) for rule in shown]
    about = _beside_the_difference(counts, _span(result.offset, last) if len(shown) < total else "", total)
    if counts["different"]:
        differ = say(
            "{countries} differ on {questions} of {total}.",
            countries=_capital(and_all(names)),
            questions=say_many("{count} question", "{count} questions", counts["different"]),
            total=total,
        )
        lead = Compare(columns=tuple(columns), rows=(rows[0],))
        if rows[0].differs and len(lines(lead)[0]) <= _LONGEST_LEAD:  # where they part, before how often they do
            rows.pop(0)
            head, about = lines(lead)[0], " ".join(filter(None, (differ if total > 1 else "", about)))
        else:
            head = f"**{differ}**"
    elif counts["similar"] and (shown[0].verdict == "missing" or counts["missing"] > counts["similar"]):
        head = say("**I know too little to compare {countries}.**", countries=and_all(names))
    elif counts["similar"]:
        silent = {country.name for country in shown[0].missing}.intersection(
            *({country.name for country in rule.missing} for rule in shown)
        )
        known = [with_article(name) for name in result.country_names if name not in silent]
        alike = [rule for rule in shown if rule.verdict == "similar"]
        if counts["similar"] + counts["missing"] <= len(shown) and all(one.european_text_only for one in alike):
            head = say(
                "**For {countries} I hold only the same European text: whether own rules differ I do not know.**",
                countries=and_all(known),
            )
        else:
            head = say("**I know of no difference between {countries}.**", countries=and_all(known))
        if silent:
            told.append(
                say("{countries}: no answer known.", countries=", ".join(map(country_name, sorted(silent))))
            )
    elif alone := _of_one_alone(shown, names, result.countries):
        head = alone
    else:
        head = say("**I know nothing on this for {countries}.**", countries=and_all(names))
    ranked = which_asks_more(result.ranked, shown, dict(zip(result.countries, names, strict=True)))
    if ranked and counts["different"]:
        told.append(ranked)
    parts: list[Part] = [
        Passage(markdown="\n".join(told)),
        Headline(markdown=head, about=about),
        Compare(columns=tuple(columns), rows=tuple(rows)),
        Folded(
            title=say(_IN_FULL),
            markdown="\n".join(line for rule in shown for line in _rule_in_full(rule)).strip(),
            tapped=True,
        ),
    ]
    subject = " ".join(say(one) for one in (result.category, *result.tags) if one)
    between = say("{names} and {names2}", names=", ".join(names[:-1]), names2=names[-1])
    more = (
        say(
            "Compare {subject} rules between {between} from {last}",
            subject=subject,
            between=between,
            last=last + 1,
        )
        if subject
        else say("Compare rules between {between} from {last}", between=between, last=last + 1)
    )
    limits = {name: talk.call.arguments.get(name) for name in ("max_questions", "min_difference")}
    next_page = _compared(result.countries, result.category, result.tags).varied(offset=last, **limits)
    full = call(
        "get_answers_for_questions",
        question_ids=[rule.question_id for rule in shown],
        country_codes=list(result.countries),
    )
    choices = [Choice(label=say("More"), text=more, call=next_page)] if last < total else []
    return whole(parts, choices=(*choices, Choice(label=say(_IN_FULL), text=say(_IN_FULL), call=full)))


def _of_one_alone(shown: Sequence[ComparedRule], names: Sequence[str], codes: Sequence[str]) -> str:
    """Of which countries something is known at all, where nothing stands beside another's."""
    told = {entry.country for rule in shown for entry in rule.entries}
    known = [name for name, code in zip(names, codes, strict=True) if code in told]
    silent = [name for name, code in zip(names, codes, strict=True) if code not in told]
    if not known or not silent:
        return ""
    return say(
        "**Known for {known} alone; nothing on this for {silent}.**", known=and_all(known), silent=and_all(silent)
    )


def _beside_the_difference(counts: Mapping[str, int], span: str, total: int) -> str:
    """How many more are alike or known of one side alone, and which of them stand here where not all do."""
    alike, alone = counts["similar"], counts["missing"]
    told = (
        [say_many("{count} shows no difference I know of", "{count} show no difference I know of", alike)]
        if alike and counts["different"]
        else []
    )
    told += (
        [say_many("{count} is known of one country alone", "{count} are known of one country alone", alone)]
        if alone
        else []
    )
    told += [say("here {span} of {total}", span=span, total=total)] if span else []
    line = say("; ").join(told)
    return f"{line[:1].upper()}{line[1:]}." if line else ""


_LONGEST_LEAD = 160
"""Letters of a difference that is told in one line; a longer one is read as the first row of the table."""
_FEW_ROWS, _FEW_COUNTRIES = 2, 3
_SOME = 150
"""Letters of an answer where two or three countries part."""
_ON_A_SCREEN = 800
"""Letters of the rows of one comparison."""


def _on_one_screen(result: RulesComparison) -> Sequence[ComparedRule]:
    """The first questions, as many as a phone screen shows; one at least."""
    used, shown = 0, list[ComparedRule]()
    for rule in result.comparison[:_COMPARED]:
        row = _row(rule, result.countries, _COMPARED)
        used += len(row.name) + sum(map(len, {value for value in row.values if value}))
        if shown and used > _ON_A_SCREEN:
            break
        shown.append(rule)
    return shown


def _row(rule: ComparedRule, countries: Sequence[str], rows: int) -> ComparedValue:
    """A question with some words of each country, more where few stand; the country's own text before the EU's."""
    few = len(countries) <= _FEW_COUNTRIES
    letters = (ROOM if rows <= _FEW_ROWS else _SOME) if few else SHORT
    frames = {country.code for country in rule.missing} if rule.verdict != "missing" else set[str]()
    first = {item.country: item.answers[0] for item in rule.entries if item.answers and item.country not in frames}
    texts = [*first.values()]
    differ = rule.verdict == "different"
    apart = told_apart(texts, letters) if differ else [in_short(text, letters) for text in texts]
    words = dict(zip(first, apart, strict=True))
    return ComparedValue(
        name=question_said(rule.question_text) + (f" ({_verdict(rule)})" if rule.verdict == "similar" else ""),
        values=tuple(words.get(code) for code in countries),
        differs=rule.verdict == "different",
    )


def _rule_in_full(rule: ComparedRule) -> list[str]:
    """A question with every text on it, and who has none."""
    told = ["", f"**{escaped(question_said(rule.question_text))}**", *_side_by_side(rule.entries)]
    if rule.missing:
        missing = ", ".join(country_name(country.name) for country in rule.missing)
        told.append(say("{countries}: no answer known.", countries=missing))
    return told


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _compared(countries: Sequence[str], category: str | None, tags: Sequence[str] = ()) -> ToolCall:
    return call(
        "compare_rules_between_countries",
        countries=list(countries),
        category=category,
        tags=list(tags) or None,
    )


_SURVEY = later("pilot survey")
_IN_FULL = later("In full, and where each stands")
_VERDICTS = {"different": later("different"), "similar": later("similar"), "missing": later("missing")}


def _verdict(rule: ComparedRule) -> str:
    if rule.verdict == "similar" and rule.european_text_only:
        return say("same European text, national rules not known")
    return say(_VERDICTS.get(rule.verdict, rule.verdict))


def _side_by_side(entries: Sequence[RuleEntry]) -> list[str]:
    """One line per text, with every country it holds for (the EU's text is the same in many)."""
    countries: dict[RuleText, list[str]] = {}
    for item in entries:
        for answer in item.answers:
            countries.setdefault(answer, []).append(country_name(item.country_name))
    return [
        say(
            "{name}: {value}",
            name=", ".join(names),
            value=f"{as_written(escaped(answer.text))} ({_basis(answer)}){_links(answer)}",
        )
        for answer, names in countries.items()
    ]


@write.register
def _(result: AnswersForQuestions, talk: Talk) -> Answer:
    if not result.items:
        return Answer(text=result.message or say("I have no such question."))
    lines: list[str] = []
    for question_id in dict.fromkeys(item.question_id for item in result.items):
        items = [item for item in result.items if item.question_id == question_id]
        lines += ["", f"**{escaped(question_said(items[0].question_text))}**"]
        lines += _side_by_side(items)
    return Answer(text="\n".join(lines).strip())


@write.register
def _(result: RuleSubjects, talk: Talk) -> Answer:
    categories = ", ".join(
        f"{category_said(name)} ({result.counts['categories'][name]})" for name in result.categories
    )
    tags = ", ".join(result.tags)
    told = as_held(tags)
    return Answer(text=say("**Categories**: {categories}\nTags: {tags}", categories=categories, tags=told))


@write.register
def _(result: RuleCountries, talk: Talk) -> Answer:
    if result.question is not None:
        return _across(result)
    names = ", ".join(f"{item.name} ({item.questions})" for item in result.items)
    return Answer(
        text=say("**Rules of {count} countries** (questions answered): {names}", count=result.count, names=names)
    )


def _across(result: RuleCountries) -> Answer:
    """What the countries say to one entry, those that say the same together; no verdict over all of them."""
    if result.members:
        rows = [
            say("{name}: {value}", name=f"**{say(group)}**", value=", ".join(country_name(name) for name in names))
            for group, names in result.members
        ]
        return Answer(text="\n".join([*rows, say("Membership of the EU itself is not in my table.")]))
    if not result.rules:
        return Answer(text=f"**{result.message or ''}**")
    told: dict[tuple[str, str], list[str]] = {}
    for rule in result.rules:
        told.setdefault((rule.question_text, in_short(rule.answers[0])), []).append(
            country_name(rule.country_name)
        )
    first = result.rules[0].question_text
    lines = [
        say(
            "**I have it for {count} countries, each in its own words:** “{question}”",
            count=len(result.rules),
            question=escaped(question_said(first)),
        )
    ]
    shared = {(rule.question_text, in_short(rule.answers[0])): rule.answers[0].text for rule in result.rules}
    groups = list(told.items())
    if not OF_ALL_COUNTRIES.search(result.question or ""):  # asked of Europe, not which countries differ
        groups.sort(key=lambda group: len(group[1]) < _COMMON)
    for (question, words), names in groups[:_ACROSS]:
        if len(names) >= _COMMON and spoken() == SOURCE:
            words = as_written(shared[question, words])  # noqa: PLW2901 — the European text, whole
        under = "" if question == first else f" ({quoted(escaped(question_said(question)))})"
        lines.append(say("- {name}: {value}", name=", ".join(names), value=f"{escaped(words)}{under}"))
    rest = [name for _, names in groups[_ACROSS:] for name in names]
    if rest:
        lines.append(say("More: {countries}.", countries=", ".join(rest)))
    if result.silent:
        silent = ", ".join(country_name(name) for name in result.silent)
        lines.append(say("I have nothing for {countries}.", countries=silent))
    choices = tuple(
        _asks(country_name(rule.country_name), rule.question_text, rule.country, rule.country_name)
        for rule in result.rules[:4]
    )
    return Answer(text="\n".join(lines), choices=choices)


# --- one answer ------------------------------------------------------------------------------------


def _quoted(item: RuleEntry) -> list[Passage | Folded]:
    """Each answer word for word, then the question it answers and what it rests on."""
    parts: list[Passage | Folded] = []
    for answer in item.answers:
        parts.append(Passage(markdown=_of(item.country_name, in_words(answer))))
        parts += [behind(as_written(escaped(answer.text)))] if gist(answer) else []
        cited = say(
            "On “{escaped}” · {basis}{links}",
            escaped=escaped(question_said(item.question_text)),
            basis=_basis(answer, short=True),
            links=_links(answer, 1),
        )
        parts.append(Passage(markdown=cited))
    return parts


_RULING = re.compile(
    r"^\W*(?:mandatory|required|compulsory|allowed|permitted|forbidden|prohibited|legal|illegal|obligatory)\b",
    re.IGNORECASE,
)


def _is_a_frame(item: RuleEntry) -> bool:
    """Whether nothing is held of a country but the common text that leaves the matter to each state."""
    return bool(item.answers) and all(answer.frame for answer in item.answers)


def _rules_on_it(item: RuleEntry) -> bool:
    """Does an answer begin with a yes, a no or a ruling, read as the answer under another question?"""
    return any(tells_verdict(answer.text) or _RULING.search(answer.text) for answer in item.answers)


def _near(item: RuleEntry) -> list[Passage | Folded]:
    """An entry that asks something else: its question; its words only where they rule on nothing."""
    if _rules_on_it(item):
        return [Passage(markdown=f"- {quoted(escaped(question_said(item.question_text)))}")]
    return _quoted(item)


def _line(item: RuleEntry, answer: RuleText) -> str:
    return _of(item.country_name, f"{in_words(answer)} ({_basis(answer)}){_links(answer)}")


def _line_in_short(item: RuleEntry) -> str:
    told = " · ".join(escaped(in_short(answer, _FIRST_WORDS)) for answer in item.answers)
    return f"{escaped(question_said(item.question_text))} **{_of(item.country_name, told)}**"


def _basis(answer: RuleText, *, short: bool = False) -> str:
    origin = named(short_reference(_origin(answer)) if short else _origin(answer))
    if answer.reviewed is None:
        return say("{origin}, not dated: check", origin=origin)
    old = say(" (over 18 months old: check)") if answer.old else ""
    return say("{origin}, reviewed {reviewed:%-d %b %Y}{old}", origin=origin, reviewed=answer.reviewed, old=old)


def _origin(answer: RuleText) -> str:
    if answer.basis == PILOT_SURVEY:
        return say(_SURVEY)
    return answer.reference or f"{answer.regime} {answer.basis}".strip()


_FORUMS = ("pprune.org", "euroga.org")


def _links(answer: RuleText, most: int = 2) -> str:
    """The addresses of a text; where it stands itself before who talks about it."""
    links = [link for link in answer.links if link not in answer.text]
    shown = sorted(links, key=lambda link: any(forum in link for forum in _FORUMS))[:most]
    return "".join(f" · [{urlsplit(link).hostname}]({target(link)})" for link in shown)


def question_said(question: str) -> str:
    """A question of the corpus in the language that is spoken; another survey's stays as it was put."""
    told = say(question)
    return told if told != question else as_written(question)


def as_written(text: str) -> str:
    """A rule in the words it is held in, which are English: marked as a quotation in another language."""
    return as_held(text)


# --- what next -------------------------------------------------------------------------------------


def _in_country(question: str, country: str) -> str:
    """ "Is a flight plan required?" → "Is a flight plan required in France?" """
    return f"{question.rstrip(' ?.:')} in {in_english(country)}?"  # the rules are in English


def _asks(label: str, question: str, code: str, country: str) -> Choice:
    """One question of the corpus, asked of a country."""
    text = _in_country(question, country)
    return Choice(label=label, text=text, call=call("answer_rules_question", country_code=code, question=text))


def _of(country: str, told: str) -> str:
    """ "France: …", as the pilot's language sets it."""
    return say("{name}: {value}", name=country_name(country), value=told)


def _short(question: str, talk: Talk) -> str:
    """A question's name on a button; its own words where it has none."""
    name = talk.deps.rules.corpus.short_names.get(question)
    return say(name) if name else question_said(question)


def _other_countries(country: str, question_id: str, talk: Talk) -> list[Country]:
    """The countries that answer the same question."""
    corpus = talk.deps.rules.corpus
    question = corpus.questions[question_id]
    found = [talk.deps.countries.get(c) for c in _NEIGHBOURS if c != country and corpus.answering(question, c)]
    return [known for known in found if known]


def _rules_of(code: str, name: str) -> Suggestion:
    return Suggestion(text=rules_for(name), call=call("browse_rules", country_code=code), category="rules")


@suggest.register
def _(result: RulesAnswer, talk: Talk) -> tuple[Suggestion, ...]:
    name = result.country_name
    suggestions = [_rules_of(result.country_code, name)]
    if not result.rules:
        if result.elsewhere or not talk.deps.rules.corpus.countries.get(result.country_code):
            suggestions = []
        return tuple(suggestions)
    first = result.rules[0]
    corpus = talk.deps.rules.corpus
    codes = [one.country_code for one in result.beside] or _countries_beside(result.country_code, talk)
    named = [talk.deps.countries.get(code) for code in codes if corpus.countries.get(code)]
    beside = [other for other in named if other]
    if codes and (not beside or talk.plan.steps[0] != talk.call):
        return tuple(suggestions)
    for other in (beside or _other_countries(result.country_code, first.question_id, talk))[:1]:
        subject = first.tags[0] if first.tags else None
        suggestions.insert(
            0,
            Suggestion(
                text=_asks_to_compare(subject, name, other.name),
                call=_compared((result.country_code, other.code), subject),
                category="compare",
                label=say("Compare the two")
                if beside
                else say("Compare with {country}", country=with_article(other.name)),
            ),
        )
    return tuple(suggestions)


@suggest.register
def _(result: RulesPage, talk: Talk) -> tuple[Suggestion, ...]:
    """The subject that was listed, compared with that of a neighbour which has it too."""
    if not result.rules or not result.rules[0].tags:
        return ()
    topic = result.rules[0].tags[0]
    return tuple(
        Suggestion(
            text=_asks_to_compare(topic, result.country_name, other.name),
            call=_compared((result.country_code, other.code), topic),
            category="compare",
            label=say("Compare with {country}", country=with_article(other.name)),
        )
        for other in _other_countries(result.country_code, result.rules[0].question_id, talk)[:1]
    )


@suggest.register
def _(result: RulesComparison, talk: Talk) -> tuple[Suggestion, ...]:
    return tuple(
        _rules_of(code, name)
        for code, name in list(zip(result.countries, result.country_names, strict=True))[:2]
        if talk.deps.rules.corpus.countries.get(code)
    )


@suggest.register
def _(result: RuleCountries, talk: Talk) -> tuple[Suggestion, ...]:
    """Of a list of countries the two that most is known of."""
    if result.question is not None:
        return ()
    fullest = sorted(result.items, key=lambda country: -country.questions)[:2]
    return tuple(_rules_of(country.code, country.name) for country in fullest)


def _asks_to_compare(topic: str | None, first: str, second: str) -> str:
    """What a comparison is asked with."""
    names = {"first": with_article(first), "second": with_article(second)}
    if topic is None:
        return say("Compare rules between {first} and {second}", **names)
    return say("Compare {subject} rules between {first} and {second}", subject=say(topic), **names)
