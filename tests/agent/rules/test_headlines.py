"""The headline of a rule is two lines of a phone, and no word of the text behind it is lost."""

from __future__ import annotations

from datetime import UTC, datetime

from agent.deps import Deps
from agent.subjects.rules.gist import headed
from agent.subjects.rules.shapes import rule_text
from tongue import speaking

NOW = datetime(2026, 11, 24, tzinfo=UTC)


def test_every_entry_has_a_short_headline_or_none_and_its_whole_text(deps: Deps) -> None:
    corpus = deps.rules.corpus
    for question in corpus.questions:
        for country in corpus.countries:
            for answer in corpus.answers(question, country):
                told = rule_text(answer, NOW)
                head, sight, folded = headed(told)
                assert len(head) <= 100, head
                words = f"{head} {sight} {' '.join(one.markdown for one in folded)}".replace("\\", "").split()
                assert words[-len(answer.text.split()) :] == answer.text.split(), answer.text


def test_a_long_text_stands_behind_its_short_form_and_a_long_sentence_is_no_headline(deps: Deps) -> None:
    corpus = deps.rules.corpus
    (plan,) = corpus.answers("flight-plan-by-regulation", "IT")
    head, sight, _ = headed(rule_text(plan, NOW))
    assert head.startswith("Due across a border") and sight.startswith("A flight plan is due before:")
    zones = corpus.answers("restricted-areas", "FR")[0]
    head, sight, _ = headed(rule_text(zones, NOW))
    assert not head and sight.startswith("Conditions and activation differ widely")
    assert headed(rule_text(plan, NOW), first=False)[0] == ""


def test_an_english_text_that_is_not_translated_is_quoted_once(deps: Deps) -> None:
    (air,) = (one for one in deps.rules.corpus.answers("oxygen", "GB") if "Air Navigation Order" in one.text)
    with speaking("de"):
        head, sight, folded = headed(rule_text(air, NOW))
    assert not head and sight.startswith("„") and len(folded) < 2
