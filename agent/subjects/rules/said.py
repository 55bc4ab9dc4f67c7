"""What a message says of rules beside its countries: its subject, its page, whether it crosses a border."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.registry import ToolContext
from agent.search.words import words_of
from agent.subjects.rules.shapes import rules_for

_COMPARING = frozenset(
    words_of("""
    a an and are as at by between compare compared comparison compares countries country differ difference
    differences different differently do does for from how i in is it know law laws like me of on or regulation
    regulations rule rules same show similar tell than that the there these they thing things this to uk us versus
    vs what whats which with you your comment compare comparer comparaison dans de des diff difference differences
    different du en entre est et la le les pays pour quelle quelles regle regles reglementation reglementations
    sont sur vs auf bei das der die dem den ein eine fur gelten ich im in kenne land regeln regel unterschied
    unterschiede unterscheiden vergleich vergleiche vergleichen was welche wie wo und zu zwischen aber anders
    ist sind connais mais quoi moi detail details detailed brief briefly short full kurz ausfuhrlich more next
    page rest others further all please encore suite plus suivante mehr weiter nachste seite previous back""")
)
"""Words of a comparison that name no subject, in English, French and German, accents folded."""


PAGE_FROM = re.compile(r"\bfrom (\d{1,3})\s*$")
"""How the button of the next page ends: "… from 4"."""


def subject_of(asked: str, context: ToolContext) -> str:
    """What a comparison is about: the pilot's words without countries and the words of comparing; may be empty.

    "Compare VFR flight plan rules between France and Germany" → "VFR flight plan".
    """
    spans = [(start, end) for start, end, _ in context.deps.countries.find_all(asked)]
    words = PAGE_FROM.sub(lambda m: " " * len(m[0]), asked)
    for start, end in reversed(spans):
        words = f"{words[:start]} {words[end:]}"
    kept = [word for word in re.findall(r"[\w'’-]+", words) if not set(words_of(word)) <= _COMPARING]
    return " ".join(kept)


def _compared_in(context: ToolContext) -> str:
    """The question that compares: "more" and "and Switzerland?" mean the one before them."""
    said = (context.question.text, *(turn.text for turn in reversed(context.conversation.turns)))
    named = [{country.code for _, _, country in context.deps.countries.find_all(text)} for text in said]
    return next(
        (text for text, codes in zip(said, named, strict=True) if len(codes) > 1), said[0] if named[0] else ""
    )


def _asked_before(context: ToolContext) -> str:
    """The subject of the rule asked about just before: "compare with Germany" goes on from it."""
    last = context.conversation.last_plan
    if last is None or not last.steps or last.steps[0].tool != "answer_rules_question":
        return ""
    question = last.steps[0].arguments.get("question")
    return subject_of(question, context) if isinstance(question, str) else ""


def countries_in(text: str, context: ToolContext) -> list[str]:
    """ISO codes of the countries in a question, by name or by an airfield's code, in its order."""
    deps = context.deps
    found = [(start, country.code) for start, _, country in deps.countries.find_all(text)]
    for word in re.finditer(r"\b[A-Z]{4}\b", text):
        if (airport := deps.airports.get(word[0])) is not None:
            found.append((word.start(), airport.country))
    return list(dict.fromkeys(code for _, code in sorted(found)))


_PLAN = re.compile(r"flight ?plans?|\bfpl\b|flugpl[aä]n|plans? de vol", re.IGNORECASE)
_ACROSS = re.compile(
    r"\b(abroad|cross\w*|border|international|ausland|grenze|frontière|étranger)\b", re.IGNORECASE
)
_TOWARDS = re.compile(
    r"(?:\b(?:to|into|towards|nach|vers|pour|aller|rejoindre|von|from)\s+(?:en\s+|au\s+|aux\s+|the\s+|la\s+|l['’])*"
    r"|\ballen? en\s+)$",
    re.IGNORECASE,
)


def crosses_a_border(question: str, context: ToolContext) -> bool:
    """Whether a question about flight plans speaks of flying into or out of a country, not inside it."""
    text = question
    if not _PLAN.search(text):
        return False
    countries, airports = context.deps.countries, context.deps.airports
    named = countries.find_all(text)
    codes = {a.country for word in re.findall(r"\b[A-Z]{4}\b", text) if (a := airports.get(word)) is not None}
    return (
        _ACROSS.search(text) is not None
        or len(codes) > 1
        or any(_TOWARDS.search(text[:start]) is not None for start, _, _ in named)
    )


def is_about_a_crossing(question: str, countries: Sequence[str], context: ToolContext) -> bool:
    """Whether flight plans are asked for of the countries of a flight, which the question itself does not name."""
    return len(countries) > 1 and _PLAN.search(question) is not None and not countries_in(question, context)


def compared_topic(context: ToolContext) -> str | None:
    """The subject of a comparison: of the message, else of what was asked or compared just before."""
    own = subject_of(context.question.text, context)
    return own or _asked_before(context) or subject_of(_compared_in(context), context) or None


def page_offset(context: ToolContext) -> int:
    """How many to pass over: "… from 4" is the page that begins with the fourth."""
    page = PAGE_FROM.search(context.question.text)
    return max(1, int(page[1])) - 1 if page else 0


def category_said(context: ToolContext) -> str | None:
    """The category that a page of rules names: "IFR rules for France"."""
    asked, categories = context.question.text, context.deps.rules.corpus.categories
    return next(
        (c for c in categories if re.search(rf"\b{re.escape(rules_for('', c)[:-5])}\b", asked, re.IGNORECASE)),
        None,
    )
