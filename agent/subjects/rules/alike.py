"""What holds alike in the states that apply the European rules, for a question that names no country."""

from __future__ import annotations

from agent.protocol import Source
from agent.registry import ToolContext
from agent.subjects.rules.carried import QUESTION as GOODS
from agent.subjects.rules.gist import in_words
from agent.subjects.rules.shapes import RuleText, entry, sources_of
from agent.subjects.rules.tool import RulesAnswer, RulesQuestionArguments, answer_rules_question
from agent.subjects.rules.words import question_said
from agent.writing.as_held import quoted
from agent.writing.parts import escaped
from tongue import country_name, say

_ALIKE = 20
"""So many states that say the same hold one European text."""
_WITHOUT_ITS_OWN = "LV"
"""A state of which only the European texts are held."""


_NEAREST = 2
_ASKED_FOR = ("GB", "FR", "DE", _WITHOUT_ITS_OWN)
"""The countries of which most is held: what none of them answers, and no other, is held nowhere."""


async def european(question: str, context: ToolContext) -> tuple[str, tuple[Source, ...]] | None:
    """The European text that answers it and where that holds, in words; None where none does so surely."""
    asked = RulesQuestionArguments(question=question, country_code=_WITHOUT_ITS_OWN)
    told = await answer_rules_question(asked, context)
    if not isinstance(told, RulesAnswer) or not (told.asks_this or told.speaks_of_it) or not told.rules:
        return None
    first = told.rules[0]
    text = first.answers[0]
    corpus = context.deps.rules.corpus
    here, apart = 0, list[str]()
    for code in corpus.countries:
        stands = corpus.answering(corpus.questions[first.question_id], code)
        if stands is None:
            continue
        theirs = entry(stands, code, context)
        if theirs.answers[0].text == text.text:
            here += 1
        else:
            apart.append(country_name(theirs.country_name))
    if text.regime != "EU" or here < _ALIKE:
        return None
    words = _in_words(first.question_text, text, here, apart)
    stand_in = say("{name}: {value}", name=country_name(first.country_name), value="")
    of_all = "" if first.question_id == GOODS else told.conclusion.removeprefix(stand_in)
    if (
        in_words(text) != text.text and text.text.split(",")[0] in of_all
    ):  # a sentence of it that the reader's language has not
        of_all = ""
    if country_name(first.country_name) in of_all:  # said of the stand-in, which nobody asked about
        of_all = ""
    return "\n".join(filter(None, (of_all, words))), sources_of([first])  # into which state goods come is not said


def turns_on_the_country(told: str, context: ToolContext) -> bool:
    """Whether what is told as alike is another matter by where it is: goods count by what is left for what."""
    return escaped(question_said(context.deps.rules.corpus.questions[GOODS].text)) in told


async def held_nowhere(question: str, context: ToolContext) -> tuple[str, ...] | None:
    """The entries nearest to a question that no country of the corpus answers; None where one may."""
    if context.deps.rules.corpus.named_in(question) is not None:
        return None
    nearest: dict[str, None] = {}
    for code in _ASKED_FOR:
        told = await answer_rules_question(RulesQuestionArguments(question=question, country_code=code), context)
        if not isinstance(told, RulesAnswer) or told.found or told.elsewhere:
            return None
        nearest |= dict.fromkeys(told.nearest)
    return tuple(nearest)


def near_to_it(nearest: tuple[str, ...]) -> str:
    """What is near to a question of which no entry is surely the answer."""
    named = (f"- {quoted(escaped(question_said(text)))}" for text in nearest[:_NEAREST])
    return "\n".join([say("Nearest:"), *named])


def _in_words(question: str, text: RuleText, here: int, apart: list[str]) -> str:
    lines = [
        say(
            "**The same in {count} states that apply the European rules** (“{question}”): {text}",
            count=here,
            question=escaped(question_said(question)),
            text=in_words(text),
        )
    ]
    if apart:
        lines.append(say("In their own words: {countries}.", countries=", ".join(apart)))
    return "\n".join(lines)
