"""What a model writes is shown where its material says the same, and cut where it says less, more or other things."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest

from agent.deps import Deps
from agent.llm.model import Meter
from agent.llm.scripted import ScriptedModel
from agent.protocol import Answer, Question, ToolCall
from agent.writing.grounding import Gate, Material
from agent.writing.prose import Check, material_of, opening
from agent.writing.sentences import SentenceGate

ONE = """\
France: **No, not in general; crossing the border is another matter (see the question on borders).**
On “Must I file a flight plan (FPL) to fly VFR?” · pilot survey, reviewed 11 Nov 2025
"""
NIGHT = """\
Germany: **VFR at night is permitted under the conditions of SERA.5005(c) only. It is forbidden for air sports \
equipment. Special VFR in control zones at night is allowed.**
On “Is VFR at night allowed, and under which conditions?” · § 36 LuftVO, reviewed 21 Nov 2026 · \
[norm.bverwg.de](http://norm.bverwg.de/jur.php?luftvo_2015,36)
"""
TWO = """\
**3 different, 1 similar**: France, Germany

Must I file a flight plan (FPL) to fly VFR? (different)
France: No, not in general; crossing the border is another matter (see the question on borders). (pilot survey, \
reviewed 11 Nov 2025)
Germany: No written flight plan is needed for a flight inside Germany. (pilot survey, reviewed 7 Dec 2025)

What transponder do I need for VFR in class D airspace? (different)
France: Yes, a transponder is required. (pilot survey, reviewed 11 Nov 2025)
Germany: In class D outside a control zone Mode S is required (code 7000, unless ATC gives another). (pilot survey, \
reviewed 7 Dec 2025)

How strictly are the semicircular cruising levels followed? (different)
France: Usually kept. In contact with ATC, you are asked to pick a compliant altitude if yours is not.
Germany: Always kept.
"""
LIST = """\
4 fields within 50 nm of Le Touquet are known to have AVGAS 100LL; for 11 I have no data.
1 LFAT Le Touquet · 2 nm · 1,850 m asphalt · customs 0800-1800
2 LFAC Calais-Marck · 32.4 nm · 1,535 m asphalt · no customs
3 LFQO Lille-Marcq · 558.7 nm · 820 m grass · notice 48 h · fee 12.50 EUR
"""


async def _shown(deps: Deps, material: str, prose: str, question: str) -> str:
    model = ScriptedModel({"rules": [prose]}, piece=5)
    asked = Question(text=question, at=deps.now())
    told = opening(("rules", "rules_agent"), asked, material, deps, model, deps.behaviour, Meter())
    return "".join([piece async for piece in told])


PLAN = "Do I need a flight plan for VFR in France?"
BY_NIGHT = "Is night VFR allowed in Germany?"
BOTH = "Compare VFR rules of France and Germany"
FIELDS = "fields with avgas near Le Touquet"

TRUE = [
    (ONE, PLAN, "In France, no flight plan is required in general."),
    (ONE, PLAN, "France: no, not in general; crossing the border is another matter."),
    (ONE, PLAN, "In France a flight plan is not required in general; crossing the border is another matter."),
    (ONE, PLAN, "The rule for France follows."),
    (ONE, PLAN, "This is from a pilot survey, reviewed in Nov 2025."),
    (NIGHT, BY_NIGHT, "In Germany, VFR at night is permitted under the conditions of SERA.5005(c) only."),
    (NIGHT, BY_NIGHT, "In Germany, special VFR in control zones at night is allowed."),
    (NIGHT, BY_NIGHT, "Germany: VFR at night is forbidden for air sports equipment."),
    (TWO, BOTH, "In Germany, no written flight plan is needed for a flight inside Germany."),
    (TWO, BOTH, "France: yes, a transponder is required for VFR in class D airspace."),
    (TWO, BOTH, "Semicircular cruising levels are usually kept in France."),
    (TWO, BOTH, "In Germany, Mode S is required in class D outside a control zone."),
    (LIST, FIELDS, "4 fields within 50 nm of Le Touquet are known to have AVGAS 100LL; for 11 I have no data."),
    (LIST, FIELDS, "LFAT Le Touquet has 1,850 m of asphalt."),
    (LIST, FIELDS, "LFAT Le Touquet has 6070 ft of asphalt at a distance of 2 nm."),
    (LIST, FIELDS, "LFQO Lille-Marcq wants 48 hours of notice and is 559 nm away."),
    (LIST, FIELDS, "LFQO wants forty-eight hours. Its fee is 12.50 euros."),
    (LIST, FIELDS, "LFAC has no customs."),
    (LIST, FIELDS, "Customs at LFAT is there 08:00 to 18:00."),
]  # fmt: skip


@pytest.mark.parametrize(("material", "question", "prose"), TRUE)
async def test_what_the_material_says_is_shown(deps: Deps, material: str, question: str, prose: str) -> None:
    assert await _shown(deps, material, prose, question) == prose


FALSE = [
    # turned round
    (ONE, PLAN, "In France a flight plan is required.", "required"),
    (ONE, PLAN, "In France a flight plan is required in general.", "required"),
    (ONE, PLAN, "France: yes, in general.", "yes, in"),
    (ONE, PLAN, "In France you must not file a flight plan in general.", "not file"),
    (ONE, PLAN, "You never need a flight plan in France.", "need"),
    (ONE, PLAN, "Pilots in France file a flight plan.", "flight plan"),
    (ONE, PLAN, "Skip the flight plan in France.", "plan"),
    (ONE, PLAN, "In France flight plans are optional.", "optional"),
    (ONE, PLAN, "In France you can cross the border without a flight plan.", "without"),
    # a condition or a hedge left out
    (ONE, PLAN, "In France, no flight plan is required.", "required"),
    (ONE, PLAN, "No flight plan is needed in France, crossing the border included.", "needed"),
    (ONE, PLAN, "In France, a flight plan is not required in general, also when crossing the border.", "required"),
    (NIGHT, BY_NIGHT, "In Germany, VFR at night is permitted.", "permitted"),
    (NIGHT, BY_NIGHT, "In Germany, VFR at night is forbidden.", "forbidden"),
    (NIGHT, BY_NIGHT, "In Germany, VFR at night is not permitted under the conditions of SERA.5005(c) only.", "permitted"),
    (NIGHT, BY_NIGHT, "In Germany, VFR is permitted under the conditions of SERA.5005(c) only.", "permitted"),
    (NIGHT, BY_NIGHT, "In Germany, air sports equipment at night is allowed.", "allowed"),
    (NIGHT, BY_NIGHT, "In Germany, special VFR at night is allowed.", "allowed"),
    (NIGHT, BY_NIGHT, "VFR at night in Germany is fine.", "fine"),
    (NIGHT, BY_NIGHT, "VFR at night in Germany needs nothing.", "nothing"),
    (TWO, BOTH, "In Germany, no flight plan is needed.", "needed"),
    (TWO, BOTH, "Semicircular cruising levels are kept in France.", "kept"),
    (TWO, BOTH, "Semicircular cruising levels are always kept in France.", "kept"),
    (TWO, BOTH, "Semicircular cruising levels are never kept in Germany.", "kept"),
    # another country, or both
    (TWO, BOTH, "In France, no written flight plan is needed for a flight inside Germany.", "needed"),
    (TWO, BOTH, "No written flight plan is needed.", "needed"),
    (TWO, BOTH, "France and Germany: no written flight plan is needed.", "needed"),
    (TWO, BOTH, "Germany: yes, a transponder is required for VFR in class D airspace.", "required"),
    (TWO, BOTH, "In France, a transponder is required.", "required"),
    (TWO, BOTH, "In France the code is 7000.", "7000"),
    (TWO, BOTH, "Italy: usually kept.", "Italy"),
    (TWO, BOTH, "Both countries have the same rule.", "same"),
    (TWO, BOTH, "For France nothing differs from Germany.", "differs"),
    # figures
    (LIST, FIELDS, "LFQO is 560 nm away.", "560"),
    (LIST, FIELDS, "LFAT has 1,850 ft of asphalt.", "1,850"),
    (LIST, FIELDS, "LFAT has 1,535 m of asphalt.", "1,535"),
    (LIST, FIELDS, "LFAT is nice. It has 820 m.", "820"),
    (LIST, FIELDS, "LFQO wants 24 hours of notice.", "24"),
    (LIST, FIELDS, "LFQO wants three hours of notice.", "three"),
    (LIST, FIELDS, "LFQO wants four hours of notice.", "four"),
    (LIST, FIELDS, "LFQO wants 48 days of notice.", "48"),
    (LIST, FIELDS, "The fee at LFQO is £12.50.", "12.50"),
    (LIST, FIELDS, "The fee at LFQO is 1,250 EUR.", "1,250"),
    (LIST, FIELDS, "Customs at LFAT is there 0800-2000.", "2000"),
    (LIST, FIELDS, "Customs at LFAC is there 0800-1800.", "1800"),
    (LIST, FIELDS, "LFAC has customs.", "customs"),
    (LIST, FIELDS, "LFAT has no customs.", "customs"),
    (LIST, FIELDS, "5 fields have AVGAS.", "5"),
    (LIST, FIELDS, "All fields within 50 nm of Le Touquet have AVGAS 100LL.", "fields"),
    (LIST, FIELDS, "LFAT has Jet.", "Jet"),
    (LIST, FIELDS, "LFMD has it.", "LFMD"),
    # a last word that is refused takes its sentence with it
    (LIST, FIELDS, "LFAT Le Touquet is 560 nm.", "Touquet"),
    (LIST, FIELDS, "LFQO Lille-Marcq wants notice: 24 h.", "notice"),
    (ONE, PLAN, "This is from a pilot survey, reviewed in Nov 2024.", "survey"),
    # dates
    (ONE, PLAN, "It was reviewed on 12 Nov 2025.", "12"),
    (ONE, PLAN, "It was reviewed in Nov 2024.", "2024"),
    (TWO, BOTH, "It was reviewed on 11 Dec 2025.", "Dec"),
    (TWO, BOTH, "It was reviewed on December 11, 2025.", "11"),
    (TWO, BOTH, "It was reviewed on 2025-12-11.", "2025-12"),
    # links and addresses
    (NIGHT, BY_NIGHT, "See http://norm.bverwg.de/other.php for it.", "other"),
    (NIGHT, BY_NIGHT, "See [the law](http://evil.example/x).", "evil"),
    (NIGHT, BY_NIGHT, "See [the law](javascript:alert(1)).", "javascript"),
    (LIST, FIELDS, "Call +33 3 21 05 03 99 first.", "21"),
    (LIST, FIELDS, "Write to tower@lfat.fr now.", "tower"),
    # what the eye takes for something else
    (ONE, PLAN, "In France a flight plan is r\u0435quired.", "\u0435"),
    (ONE, PLAN, "In France you m\u200bust file.", "ust"),
    (LIST, FIELDS, "LF\u0410T has 1,850 m.", "\u0410"),
    (LIST, FIELDS, "LFAT has 1,8\u200b60 m.", "60"),
    (LIST, FIELDS, "LFQO wants \uff12\uff14 h.", "\uff12"),
    (LIST, FIELDS, "LFQO wants 9\ufe0f\u20e30\ufe0f\u20e3 h.", "9"),
    (LIST, FIELDS, "LFQO wants \u216b h.", "\u216b"),
]  # fmt: skip


@pytest.mark.parametrize(("material", "question", "prose", "claim"), FALSE)
async def test_what_it_does_not_say_is_cut(
    deps: Deps, material: str, question: str, prose: str, claim: str
) -> None:
    assert claim in prose or "\u200b" in prose
    assert claim not in await _shown(deps, material, prose, question)


async def test_a_comparisons_material_is_all_its_differences(deps: Deps, run_tool: Any) -> None:
    call = ToolCall(tool="compare_rules_between_countries", arguments={"countries": ["FR", "DE"]})
    compared = await run_tool(call.tool, call.arguments)
    screen = "**9 different**: France, Germany, 1–2 of 11\n\nthe first screen"
    material = material_of(compared, Answer(text=screen))
    assert material.startswith("**9 different**") and "first screen" not in material
    assert all(rule.question_text in material for rule in compared.comparison)
    assert len(compared.comparison) > 5


async def test_what_is_true_around_a_false_claim_stays(deps: Deps) -> None:
    prose = "LFAT Le Touquet has 1,850 m of asphalt. LFAC has 1,850 m too. LFAT is at 2 nm."
    assert await _shown(deps, LIST, prose, FIELDS) == "LFAT Le Touquet has 1,850 m of asphalt. LFAT is at 2 nm."


LEANING = (
    (LIST, FIELDS, "LFAT has 1,850 m of asphalt. LFAC has customs. It is at 32.4 nm. LFAT is at 2 nm.", "32.4"),
    (LIST, FIELDS, "LFAT is at 2 nm. LFAC has customs. 1,535 m of asphalt.", "1,535"),
    (
        TWO,
        BOTH,
        "In France, a plan is always filed. No written flight plan is needed for a flight inside.",
        "written",
    ),
    (LIST, FIELDS, "Fields known to have AVGAS 100LL: LFAC has customs.", "Fields"),
)


@pytest.mark.parametrize(("material", "question", "prose", "word"), LEANING)
async def test_what_leans_on_a_sentence_that_was_left_out_goes_with_it(
    deps: Deps, material: str, question: str, prose: str, word: str
) -> None:
    assert word not in await _shown(deps, material, prose, question)


def test_a_model_that_goes_on_beside_its_material_is_stopped() -> None:
    check = Check(LIST, FIELDS)
    for _ in range(40):
        check.push("LFAC has customs. ")
    assert check.refused and check.push("LFAT is at 2 nm. ") == ""


ADVISED = """\
United Kingdom: **A life-jacket that is not worn should be within reach. Any landing must be reported to the mayor.**
On “What must be on board over water?” · CAA, reviewed 21 Nov 2026
"""


def test_advice_is_no_duty_and_from_is_not_to() -> None:
    said = ("A life-jacket that is not worn should be within reach.", "Any landing must be reported to the mayor.")
    told = (
        "A life-jacket that is not worn must be within reach.",
        "Any landing should be reported to the mayor.",
        "Any landing must be reported from the mayor.",
    )
    assert all(_passes(ADVISED, one, "life jackets in the UK") for one in said)
    assert [one for one in told if _passes(ADVISED, one, "life jackets in the UK")] == []


# --- every rule that is shipped, and what becomes of it when a word is changed -------------------------

TURNS = {
    "a denial dropped": (r"\b(?:not|never|no) ", ""),
    "a denial put in": (r"\b(required|mandatory|needed|allowed|permitted|recommended)\b", r"not \1"),
    "a denied verb": (r"\b(is|are|has|have|do|does|can|must|may)\b", r"\1 not"),
    "a duty made optional": (r"\b(?:required|mandatory|compulsory|needed)\b", "optional"),
    "a duty made a choice": (r"\bmust\b(?! not)", "may"),  # "may not" forbids as "must not" does
    "a choice made a duty": (r"\bmay\b(?! not)", "must"),
    "a duty made advice": (r"\bmust\b", "should"),
    "advice made a duty": (r"\bshould\b", "must"),
    "to for from": (r"(?<!away )\bfrom\b", "to"),
    "a permission made a ban": (r"\b(?:allowed|permitted)\b", "forbidden"),
    "a ban made a permission": (r"\b(?:forbidden|prohibited)\b", "allowed"),
    "yes made no": (r"^Yes\b", "No"),
    "no made yes": (r"^No\b", "Yes"),
    "an exception dropped": (r",? ?\b(?:unless|except|only if|only when)\b[^.;]*", ""),
    "a condition dropped": (r",? ?\b(?:if|when|where|outside|inside|within|above|below)\b[^.;,]*", ""),
    "only dropped": (r"\bonly ", ""),
    "a hedge dropped": (r"\b(?:usually|generally|normally|in general|often|mostly|sometimes),? ?", ""),
    "or for and": (r"(?<!\b[Aa]t )\band\b", "or"),  # "at or below" says no other than "at and below"
    "and for or": (r"(?<!\b[Aa]t )\bor\b", "and"),
    "most for least": (r"\bat least\b", "at most"),
    "after for before": (r"\bbefore\b", "after"),
    "below for above": (r"\babove\b", "below"),
    "a figure changed": (r"\b(\d+)\b", r"7\1"),
}


@lru_cache(maxsize=8)
def _gates(material: str, question: str) -> tuple[Material, SentenceGate]:
    return Material(material), SentenceGate(material, question)


def _passes(material: str, prose: str, question: str) -> bool:
    known, unused = _gates(material, question)
    words, sentences = Gate(known), copy(unused)
    sentences.push(words.push(prose))
    if words.refused is None:
        sentences.push(words.close())
        sentences.close()
    return words.refused is None and not sentences.left_out


def _rules(deps: Deps) -> Iterator[tuple[str, str]]:
    """Every question of the shipped rules with each sentence of its answers, once for all countries."""
    found = deps.rules.corpus
    asked = found.questions
    answers = dict.fromkeys((asked[a.question_id].text, a.text) for a in found.all_answers)
    for question, answer in answers:
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", answer):
            yield question, sentence


def _told(question: str, sentence: str) -> str:
    return (
        f"Portugal: **{sentence}**\nOn “{question}” · pilot survey, reviewed 11 Nov 2025\n\n"
        f"Finland: I know nothing of it.\nOn “{question}” · pilot survey, reviewed 11 Nov 2025"
    )


def _turned(sentence: str) -> Iterator[tuple[str, str]]:
    """The sentence of a rule with one word turned round, in each way that it can be."""
    for turn, (pattern, instead) in TURNS.items():
        turned = re.sub(pattern, instead, sentence, count=1)
        if turned != sentence and len(turned.split()) > 1:
            yield turn, turned


@dataclass
class Fates:
    """What became of the rules: how many were shown in their own words, and all that should not have been."""

    rules: int = 0
    shown: int = 0
    abroad: list[str] = field(default_factory=list[str])
    turned: Counter[str] = field(default_factory=Counter[str])
    harmful: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


@pytest.fixture(scope="module")
def fates(deps: Deps) -> Fates:
    """Every rule is read as material once, and all that is said of it is held against it then."""
    found = Fates()
    for question, sentence in _rules(deps):
        told = _told(question, sentence)
        found.rules += 1
        found.shown += _passes(told, f"Portugal: {sentence}", question)
        if _passes(told, f"Finland: {sentence}", question):
            found.abroad.append(sentence)
        for turn, turned in _turned(sentence):
            found.turned[turn] += 1
            if _passes(told, f"Portugal: {turned}", question):
                found.harmful[turn].append(turned)
    return found


@pytest.mark.thorough
def test_a_rule_in_its_own_words_passes(fates: Fates) -> None:
    assert fates.rules > 300
    assert fates.shown > 0.97 * fates.rules


@pytest.mark.thorough
def test_a_rule_of_one_country_is_not_said_of_another(fates: Fates) -> None:
    assert fates.abroad == []


@pytest.mark.thorough
@pytest.mark.parametrize("turn", TURNS)
def test_a_rule_with_one_word_turned_round_is_cut(fates: Fates, turn: str) -> None:
    assert fates.turned[turn]
    assert fates.harmful[turn] == []


@pytest.mark.parametrize(
    "flood", ["a" * 150_000, " " * 150_000, "not " + "word " * 30_000, "1 " * 70_000, "(" * 90_000]
)
@pytest.mark.parametrize("size", [6, 150_000])
def test_a_flood_is_stopped_before_it_costs_time(flood: str, size: int) -> None:
    began = time.process_time()
    check, shown = Check(ONE, PLAN), ""
    for start in range(0, len(flood), size):
        shown += check.push(flood[start : start + size])
        if check.refused:
            break  # as `opening` does
    assert time.process_time() - began < 3
    assert len(shown) < 1200


@pytest.mark.parametrize(
    ("material", "denied", "true"),
    [
        (
            "**LFQA Reims-Prunay** · Prunay, Marne, France\nCustoms: no\nRestaurant: at the field\n"
            "Customs: Customs service coming in the AD: PPR 24HR; E-mail …",
            "There is customs at Reims-Prunay.",
            "There is a restaurant at Reims-Prunay.",
        ),
        (
            "1. LFGI Dijon Darois · 5.1 nm · Fuel: no · Restaurant: yes\n"
            "2. LFET Til Châtel · 16 nm · Fuel: AVGAS · Restaurant: no",
            "Dijon Darois has fuel.",
            "Dijon Darois has a restaurant.",
        ),
        ("LFAT Le Touquet\nHotel: at the field\nRestaurant: not known", "Le Touquet has a restaurant.", ""),
        ("LFAT Le Touquet\nPPR, police: I read nothing on it, ask.", "Le Touquet has police.", ""),
    ],
)
def test_what_a_row_has_none_of_is_never_said_to_be_there(material: str, denied: str, true: str) -> None:
    gate = Check(material, "tell me about it")
    assert gate.push(denied) + gate.close() == ""
    if true:
        gate = Check(material, "tell me about it")
        assert gate.push(true) + gate.close() == true
