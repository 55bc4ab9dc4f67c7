"""Several countries in one question stand side by side; a subject is browsed and compared however it is spelt."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

import agent.subjects.rules.words
from agent import registry
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall, ToolResult
from agent.subjects.rules.compare import RulesComparison
from agent.subjects.rules.shapes import short_reference
from agent.subjects.rules.tool import RulesAnswer, RulesPage
from agent.writing.write import Talk, write
from tongue import speaking

NOW = datetime(2026, 2, 14, 9, tzinfo=UTC)
assert agent.subjects.rules.words


async def ask(deps: Deps, tool: str, **arguments: Any) -> tuple[ToolResult, str]:
    question = Question(text="", at=NOW)
    call = ToolCall(tool=tool, arguments=arguments)
    result = await registry.run(call, registry.ToolContext(deps=deps, question=question))
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
    return result, write(result, talk).text


async def test_two_countries_in_one_question_are_answered_side_by_side(deps: Deps) -> None:
    result, text = await ask(
        deps, "answer_rules_question", country_code="FR", countries=["DE"], question="Is VFR at night allowed?"
    )
    assert isinstance(result, RulesAnswer)
    assert [one.country_code for one in (result, *result.beside)] == ["FR", "DE"]
    assert text.index("France:") < text.index("Germany:")
    assert len(text.split("\n")) <= 12


async def test_a_country_at_war_is_said_first_among_several(deps: Deps) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code="PL", countries=["UA"], question="Is a flight plan required?"
    )
    assert text.startswith("**Ukraine: closed or war airspace")


async def test_a_country_without_rules_is_named_beside_the_other(deps: Deps) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code="FR", countries=["AL"], question="Is a flight plan required?"
    )
    assert "Albania nothing on that." in text


@pytest.mark.parametrize("tags", [["flight_plan"], ["flight plan"], ["Flight-Plan"], "flight_plan"])
async def test_a_tag_is_one_tag_however_it_is_spelt(deps: Deps, tags: Any) -> None:
    page, _ = await ask(deps, "browse_rules", country_code="FR", tags=tags)
    assert isinstance(page, RulesPage)
    assert page.total > 3
    assert all("flight plan" in rule.tags for rule in page.rules)
    compared, _ = await ask(deps, "compare_rules_between_countries", countries=["FR", "DE"], tags=tags)
    assert isinstance(compared, RulesComparison)
    ids = {rule.question_id for rule in compared.comparison}
    assert all("flight plan" in deps.rules.corpus.questions[i].tags for i in ids)
    answer, _ = await ask(
        deps, "answer_rules_question", country_code="FR", question="flight plan to cross the border", tags=tags
    )
    assert isinstance(answer, RulesAnswer)
    assert answer.found


@pytest.mark.parametrize(
    ("topic", "ids"),
    [
        ("flight plans", {"fpl-filing", "fpl-border-crossing"}),
        ("airspace", {"danger-areas", "gliding-sites"}),
        ("night", {"night-vfr"}),
    ],
)
async def test_a_subject_in_free_words_lists_that_subject(deps: Deps, topic: str, ids: set[str]) -> None:
    for country in ("FR", "IE"):
        page, text = await ask(deps, "browse_rules", country_code=country, topic=topic, limit=50)
        assert isinstance(page, RulesPage)
        held = {i for i in ids if deps.rules.corpus.answers(i, country)}
        assert held <= {rule.question_id for rule in page.rules}, text
        assert page.total < 40


async def test_a_comparison_takes_its_subject_from_its_argument(deps: Deps) -> None:
    result, text = await ask(deps, "compare_rules_between_countries", countries=["FR", "DE"], topic="PPR")
    assert isinstance(result, RulesComparison)
    assert result.comparison[0].question_id in ("ppr-required", "fpl-sufficient-for-ppr"), text


async def test_words_that_mean_nothing_hide_no_subject_beside_them(deps: Deps) -> None:
    subject = "visiting private pilot flight plan customs"
    result, text = await ask(deps, "compare_rules_between_countries", countries=["NO", "IE"], topic=subject)
    assert isinstance(result, RulesComparison) and result.comparison, text
    _, text = await ask(deps, "compare_rules_between_countries", countries=["NO", "IE"], topic="hedgehog breeders")
    assert "I have nothing on that" in text


async def test_a_verdict_stands_only_under_its_own_question(deps: Deps) -> None:
    _, text = await ask(
        deps,
        "answer_rules_question",
        country_code="DE",
        question="Can I land at a farm strip in Germany outside an aerodrome?",
    )
    assert "**No," not in text
    assert "the landowner's consent" in text
    _, text = await ask(
        deps, "answer_rules_question", country_code="DE", question="UK permit aircraft in Germany allowed?"
    )
    assert "**No," not in text
    assert "**Some" not in text
    assert "need an entry permission of the LBA" in text
    _, text = await ask(
        deps, "answer_rules_question", country_code="GB", question="Are military airfields open to civil aircraft?"
    )
    assert "**No, not generally.**" in text


async def test_night_without_a_flight_plan_is_answered_under_the_law_on_flight_plans(deps: Deps) -> None:
    _, text = await ask(
        deps,
        "answer_rules_question",
        country_code="FR",
        question="Puis-je voler de nuit sans plan de vol local en France ?",
    )
    assert text.startswith("France: When does the regulation require a flight plan (FPL)")
    assert "a flight planned for the night that leaves the vicinity of an aerodrome" in text
    assert "No, not in general" not in text
    assert "Is VFR at night allowed" not in text


@pytest.mark.parametrize(
    "asked",
    [
        "do I need a flight plan for night VFR in France and Germany",
        "peut-on voler de nuit en VFR sans plan de vol en France et en Allemagne",
    ],
)
async def test_a_flight_plan_at_night_is_no_question_of_leave_to_fly_at_night(deps: Deps, asked: str) -> None:
    _, text = await ask(deps, "answer_rules_question", country_code="FR", countries=["DE"], question=asked)
    assert "Allowed" not in text
    assert "permitted under the conditions" not in text
    assert "flight planned for the night that leaves the vicinity" in text


async def test_beside_a_night_without_a_flight_plan_stands_no_leave_for_the_day(deps: Deps) -> None:
    asked = "peut-on voler de nuit en VFR sans plan de vol en Allemagne"
    _, text = await ask(deps, "answer_rules_question", country_code="DE", question=asked)
    assert "No written flight plan is needed" not in text
    assert "flight planned for the night" in text


async def test_the_very_question_is_answered_although_another_one_sounds_more_like_it(deps: Deps) -> None:
    """The information service's clearance lies nearer in words; the way into class C is what was asked."""
    _, text = await ask(
        deps,
        "answer_rules_question",
        country_code="DE",
        question="Do I need clearance for class C in Germany?",
    )
    assert text.startswith("Germany: **A specific clearance")


@pytest.mark.parametrize(
    ("country", "asked"),
    [
        ("BE", "Can I drop parachutists in Belgium?"),
        ("NO", "AFIS in Norway: can I land without contact?"),
        ("FR", "How does FIS work in France?"),
    ],
)
async def test_an_entry_of_another_condition_is_named_and_not_told(deps: Deps, country: str, asked: str) -> None:
    result, text = await ask(deps, "answer_rules_question", country_code=country, question=asked)
    assert not result.found and text.startswith("**I have nothing on that")
    assert "\n- " in text


async def test_special_vfr_at_night_is_not_answered_with_vfr_at_night(deps: Deps) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code="GB", question="special VFR at night in the UK"
    )
    assert "**Allowed" not in text


async def test_where_each_state_decides_the_common_frame_is_no_answer_for_one_of_them(deps: Deps) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code="IT", question="Is night VFR allowed in Italy?"
    )
    assert text.startswith("**What Italy has decided on it I do not hold: see its AIP.**")
    assert "Each state decides" in text
    _, text = await ask(
        deps, "answer_rules_question", country_code="DK", question="Is night VFR allowed in Denmark?"
    )
    assert text.startswith("Denmark: **Permitted")
    assert "Each state decides" not in text and text.count("flight plan") == 1, "told by Denmark itself"
    assert "2 000 ft above the highest obstacle" in text, "what Denmark's text leaves out"


async def test_an_answer_without_the_thing_asked_for_is_no_answer(deps: Deps) -> None:
    """Switzerland's entry on arrivals says nothing of a general declaration."""
    _, text = await ask(
        deps, "answer_rules_question", country_code="CH", question="do I need a gendec for Switzerland"
    )
    assert text.startswith("**Nothing on exactly that for Switzerland.**")


@pytest.mark.parametrize("asked", ["Is VFR allowed in class A in the UK?", "VFR en classe A au Royaume-Uni ?"])
async def test_the_way_into_class_c_is_not_told_of_class_a(deps: Deps, asked: str) -> None:
    _, text = await ask(deps, "answer_rules_question", country_code="GB", question=asked)
    assert "**An explicit clearance" not in text


async def test_a_visibility_is_no_clearance(deps: Deps) -> None:
    """ "No; Norway uses class G" is said of clearances, and was told of visibilities."""
    _, text = await ask(
        deps, "answer_rules_question", country_code="NO", question="class E VFR visibility in Norway"
    )
    assert "**No" not in text and "5 km" in text


async def test_where_nothing_is_known_the_official_publication_is_named(deps: Deps) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code="IT", question="Can I land after sunset in Italy?"
    )
    assert "https://www.ead.eurocontrol.int" in text


async def test_of_ifr_in_class_g_in_germany_no_verdict_is_told_as_its_text_was_not_read(deps: Deps) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code="DE", question="Is IFR permitted in class G in Germany?"
    )
    assert "Disputed, and the text was not read" in text
    assert "**Not permitted" not in text


@pytest.mark.parametrize(
    "asked", ["Darf ich in Deutschland ohne Funk fliegen?", "may I fly without a radio in Germany"]
)
async def test_flying_without_a_radio_is_not_a_radio_that_failed(deps: Deps, asked: str) -> None:
    _, text = await ask(deps, "answer_rules_question", country_code="DE", question=asked)
    assert "7600" not in text


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Do I need a flight plan for VFR?", "vfr-flight-plan-required"),
        ("is VFR at night allowed in France", "night-vfr"),
    ],
)
async def test_without_search_by_meaning_the_words_of_the_question_find_its_entry(
    deps: Deps, asked: str, first: str
) -> None:
    result, _ = await ask(deps, "answer_rules_question", country_code="FR", question=asked, use_rag=False)
    assert isinstance(result, RulesAnswer)
    assert result.rules[0].question_id == first


async def test_without_search_by_meaning_foreign_words_find_nothing(deps: Deps) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code="FR", question="may I smoke aboard", use_rag=False
    )
    assert "no question of France shares yours" in text


async def test_a_flight_plan_asked_for_a_flight_between_two_countries_is_one_over_the_border(deps: Deps) -> None:
    result, text = await ask(
        deps, "answer_rules_question", country_code="DE", countries=["JE"], question="Flugplan nötig?"
    )
    assert isinstance(result, RulesAnswer)
    assert [one.rules[0].question_id for one in (result, *result.beside)] == ["fpl-border-crossing"] * 2
    assert "inside Germany" not in text


async def test_a_countrys_own_text_is_told_before_the_eus(deps: Deps) -> None:
    for country in ("DE", "FR"):
        first, *others = deps.rules.corpus.answers("night-vfr", country)
        assert (first.regime, [answer.regime for answer in others]) == ("", ["EU"])


async def test_every_state_whose_night_is_in_the_trips_table_answers_by_its_own_text(deps: Deps) -> None:
    told = [
        c
        for c in ("DE", "DK", "ES", "FR", "GB", "NL", "NO")
        if (night := deps.nights.of(c)) and night.vfr == "yes"
    ]
    assert len(told) == 7
    assert all(deps.rules.corpus.answers("night-vfr", country)[0].regime == "" for country in told)


@pytest.mark.parametrize(
    ("country", "says", "never"),
    [("DE", "30 minutes for VFR by day, 45 minutes for VFR at night", ""), ("GB", "not held here", "30 minutes")],
)
async def test_the_fuel_reserve_is_told_where_its_text_was_read(
    deps: Deps, country: str, says: str, never: str
) -> None:
    _, text = await ask(
        deps, "answer_rules_question", country_code=country, question="how much fuel reserve must I carry?"
    )
    assert says in text
    assert not never or never not in text


async def test_the_questions_of_the_corpus_are_said_in_the_pilots_language(deps: Deps) -> None:
    with speaking("de"):
        _, one = await ask(
            deps, "answer_rules_question", country_code="FR", countries=["DE"], question="Is VFR at night allowed?"
        )
        _, page = await ask(deps, "browse_rules", country_code="FR", tags=["flight plan"])
        _, nothing = await ask(deps, "answer_rules_question", country_code="IT", question="Is night VFR allowed?")
    for text in (one, page, nothing):
        assert not re.search(r"\b(?:Is|Must|When|Which|How|What|May) [a-z]+ [a-z]+[^“”]*\?", text), text
    assert "**Erlaubt in Frankreich und Deutschland**" in one


def test_the_name_of_a_text_is_never_cut_inside_its_date() -> None:
    whole = "French complement to the European rules of the air, definition 97, DGAC edition of 1 July 2023"
    assert short_reference(whole) == "French complement to the European rules of the air, definition 97"
    assert short_reference("§ 36 LuftVO, as amended up to 11 June 2017; SERA.5005(c)") == "§ 36 LuftVO"


async def test_that_nothing_is_known_is_said_in_the_pilots_language(deps: Deps) -> None:
    with speaking("fr"):
        _, text = await ask(
            deps, "answer_rules_question", country_code="DE", question="may I fly without a radio in Germany"
        )
    assert "I have nothing" not in text and "Allemagne" in text


async def test_a_boundary_of_airspace_is_no_border_of_a_state(deps: Deps) -> None:
    answer, _ = await ask(
        deps,
        "answer_rules_question",
        country_code="GB",
        question="Do I need a flight plan to cross a FIR boundary in the UK?",
    )
    assert isinstance(answer, RulesAnswer)
    assert [rule.question_id for rule in answer.rules][:1] == ["fpl-fir-boundary"]


@pytest.mark.parametrize(
    ("asked", "is_turned"),
    [
        ("can I cross from France to Spain without a flight plan", True),
        ("do I need a flight plan to cross from France to Spain", False),
        ("am I exempt from a flight plan between France and Spain", True),
        ("darf ich ohne Flugplan von Frankreich nach Spanien", True),
    ],
)
async def test_a_question_turned_round_is_not_answered_by_the_bare_yes_of_its_opposite(
    asked: str, is_turned: bool, deps: Deps
) -> None:
    _, both = await ask(deps, "answer_rules_question", country_code="FR", countries=["ES"], question=asked)
    _, one = await ask(deps, "answer_rules_question", country_code="GG", question=asked)
    assert ("**Yes in France and Spain**" in both) is not is_turned
    assert ("Guernsey: **Yes" in one) is not is_turned
    assert all("Is a flight plan (FPL) required to cross the border" in text for text in (both, one))


async def test_a_subject_known_of_one_country_alone_is_no_comparison_without_a_difference(deps: Deps) -> None:
    """Italy's and Portugal's own rules on VFR at night are not held."""
    _, text = await ask(deps, "compare_rules_between_countries", countries=["DE", "IT", "PT"], topic="night VFR")
    assert text.startswith("**I know too little to compare Germany, Italy and Portugal.**")


async def test_what_is_in_use_is_no_answer_to_whether_it_is_a_duty(deps: Deps) -> None:
    _, text = await ask(deps, "answer_rules_question", country_code="DE", question="is FLARM mandatory in Germany")
    assert "**TCAS" not in text
    assert text.startswith("**On “Which electronic conspicuity devices are in general use?”**, Germany")


async def test_the_states_own_words_come_before_the_text_that_leaves_it_to_the_state(deps: Deps) -> None:
    asked = "do i need mode s transponder for netherlands"
    _, text = await ask(deps, "answer_rules_question", country_code="NL", question=asked)
    assert text.index("Mode S is reported as required above 1200 ft") < text.index("Where the airspace flown")
    _, text = await ask(
        deps, "answer_rules_question", country_code="ES", question="do i need a transponder in spain"
    )
    assert text.startswith("Spain: **Where the airspace flown requires one")  # it has no words of its own
