"""The rules tools quote the corpus with country, source and date, and say plainly what is not there."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from contracts.tool_use import say, use

from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.protocol import Answer, Compare, Folded, Question, ToolCall
from agent.registry import find
from agent.subjects.rules.across import RuleCountries
from agent.subjects.rules.compare import RulesComparison
from agent.subjects.rules.shapes import WhichCountry
from agent.subjects.rules.tool import AnswersForQuestions, RulesAnswer, RulesPage, RuleSubjects


def small_file(path: Path, answers: dict[str, dict[str, str]], **changes: object) -> Path:
    """A rules file: question text → country → answer."""
    questions: list[dict[str, object]] = [
        {
            "question_id": text,
            "question_text": text,
            "category": "VFR",
            "tags": ["flight plan"],
            "answers_by_country": {
                country: {"answer_html": answer, "links": [], "last_reviewed": "2026-01-05"} | changes
                for country, answer in by_country.items()
            },
        }
        for text, by_country in answers.items()
    ]
    path.write_text(json.dumps({"questions": questions}))
    return path


async def test_an_answer_is_quoted_word_for_word_with_country_source_and_date(deps: Deps) -> None:
    result = await use(
        deps, "answer_rules_question", country_code="FR", question="Do I need a flight plan for VFR?"
    )
    assert isinstance(result, RulesAnswer)
    held = deps.rules.corpus.answers("vfr-flight-plan-required", "FR")[0]
    text = say(deps, result).text
    assert held.text in text
    assert "France" in text
    assert "pilot survey" in text
    assert f"{held.reviewed:%-d %b %Y}" in text
    assert result.show_rules is not None
    assert result.show_rules["countries"] == ["FR"]


@pytest.mark.parametrize("topic", ["ELT", "TMZ", "GAR"])
async def test_an_abbreviation_alone_is_compared_by_the_questions_that_name_it(deps: Deps, topic: str) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["FR", "GB"], topic=topic)
    assert isinstance(result, RulesComparison) and result.found
    assert all(f"({topic})" in compared.question_text for compared in result.comparison)


@pytest.mark.parametrize("tag", ["no_such_tag", "licence"])
async def test_a_tag_that_fits_nothing_hides_no_answer_and_is_named(deps: Deps, tag: str) -> None:
    asked = {"country_code": "FR", "question": "Do I need a flight plan for VFR?"}
    result = await use(deps, "answer_rules_question", **asked, tags=[tag])
    assert isinstance(result, RulesAnswer) and result.found
    assert result.left_aside == (f"tag {tag}",) and result.rules
    assert say(deps, result).text.count("flight plan")
    kept = await use(deps, "answer_rules_question", **asked, tags=["flight_plan"])
    assert isinstance(kept, RulesAnswer) and kept.found and not kept.left_aside


@pytest.mark.parametrize("country", ["FR", "fr", "France", "Frankreich", "french"])
async def test_a_country_is_understood_however_it_is_written(deps: Deps, country: str) -> None:
    result = await use(deps, "answer_rules_question", country=country, question="VFR flight plan?")
    assert isinstance(result, RulesAnswer)
    assert result.country_code == "FR"


async def test_a_misspelt_country_is_asked_back(deps: Deps) -> None:
    result = await use(deps, "answer_rules_question", country_code="Germny", question="Do I need a flight plan?")
    assert isinstance(result, WhichCountry)
    answer = say(deps, result)
    assert "Did you mean Germany?" in answer.text
    assert answer.choices[0].text == "Do I need a flight plan in Germany?"


async def test_without_a_country_the_country_is_asked_for(deps: Deps) -> None:
    result = await use(deps, "answer_rules_question", country_code=" ", question="Do I need a flight plan?")
    assert result.missing_info[0].key == "country"


async def test_a_country_without_rules_gets_no_other_countrys_rules(deps: Deps) -> None:
    result = await use(deps, "answer_rules_question", country_code="AL", question="night VFR in Albania")
    assert isinstance(result, RulesAnswer)
    assert not result.found
    assert result.rules == ()
    text = say(deps, result).text
    assert text.startswith("**I have nothing on that for Albania.**")
    assert "Austria" in text
    assert "https://www.ead.eurocontrol.int" in text  # where the AIP of Albania is read
    names = [country.name for country in result.elsewhere]
    assert len(names) > 5
    assert names == sorted(names)


async def test_what_the_corpus_does_not_hold_is_said_with_the_authoritys_link(deps: Deps) -> None:
    result = await use(
        deps, "answer_rules_question", country_code="FR", question="must I wear a parachute for aerobatics?"
    )
    answer = say(deps, result)
    assert "I have nothing on that for France." in answer.text
    authority = deps.rules.authority("FR")
    assert authority is not None
    assert authority.link in answer.text


@pytest.mark.parametrize(
    ("country", "question", "expected"),
    [
        ("GB", "UK VFR on top", "vfr-on-top"),
        ("DE", "VFR on top in Germany", "vfr-on-top"),
        ("IM", "Does SERA apply on the Isle of Man?", "rules-of-the-air"),
        ("IM", "night VFR on the Isle of Man", None),
        ("DK", "may I land at a Danish air force base?", "military-airfields-civil-use"),
        ("GB", "which ceiling do I need for night VFR?", "night-vfr"),
        ("NL", "is night VFR still banned?", "night-vfr"),
    ],
)
async def test_a_question_gets_its_own_answer_or_none(
    deps: Deps, country: str, question: str, expected: str | None
) -> None:
    result = await use(deps, "answer_rules_question", country_code=country, question=question)
    assert isinstance(result, RulesAnswer)
    assert (result.rules[0].question_id if result.rules else None) == expected


async def test_an_irish_flight_of_thirty_miles_over_water_needs_a_flight_plan(deps: Deps) -> None:
    result = await use(
        deps, "answer_rules_question", country_code="IE", question="Do I need a flight plan for VFR?"
    )
    assert "30 NM in total are over water" in say(deps, result).text


async def test_an_answer_reviewed_long_ago_carries_a_warning(
    tmp_path: Path, own_deps: Callable[[Path], Deps]
) -> None:
    path = small_file(
        tmp_path / "r.json", {"Is a VFR flight plan needed?": {"FR": "No"}}, last_reviewed="2024-08-01"
    )
    deps = own_deps(path)
    result = await use(deps, "answer_rules_question", country_code="FR", question="Is a VFR flight plan needed?")
    assert "over 18 months old: check" in say(deps, result).text
    assert result.sources[0].stale
    assert result.sources[0].as_of == date(2024, 8, 1)


async def test_an_answer_without_a_date_says_so(tmp_path: Path, own_deps: Callable[[Path], Deps]) -> None:
    path = small_file(tmp_path / "r.json", {"Is a VFR flight plan needed?": {"FR": "No"}}, last_reviewed=None)
    deps = own_deps(path)
    result = await use(deps, "answer_rules_question", country_code="FR", question="Is a VFR flight plan needed?")
    assert "not dated: check" in say(deps, result).text


async def test_markdown_and_scripts_of_a_file_stay_text(tmp_path: Path, own_deps: Callable[[Path], Deps]) -> None:
    html = "No<script>alert(1)</script> [click](https://evil.example) *really*"
    deps = own_deps(small_file(tmp_path / "r.json", {"Is a VFR flight plan needed?": {"FR": html}}))
    result = await use(deps, "answer_rules_question", country_code="FR", question="Is a VFR flight plan needed?")
    assert isinstance(result, RulesAnswer)
    assert result.rules[0].answers[0].text == "No [click](https://evil.example) *really*"
    text = say(deps, result).text
    assert "alert" not in text
    assert r"\[click](https://evil.example) \*really\*" in text


async def test_rules_are_browsed_by_category_and_page(deps: Deps) -> None:
    page = await use(deps, "list_rules_for_country", country_code="FR", category="airfields", limit=3)
    assert isinstance(page, RulesPage)
    assert len(page.rules) == 3
    assert {item.category for item in page.rules} == {"Airfields"}
    assert page.total == page.categories["Airfields"] == len(deps.rules.corpus.select("FR", "Airfields", ()))
    answer = say(deps, page)
    assert answer.choices[0].text == "Airfields rules for France from 4"
    following = await use(deps, "browse_rules", country_code="FR", category="Airfields", offset=3, limit=3)
    assert isinstance(following, RulesPage)
    assert not {r.question_id for r in page.rules} & {r.question_id for r in following.rules}
    end = await use(deps, "browse_rules", country_code="FR", offset=500)
    assert "That was all" in say(deps, end).text


async def test_browsing_a_country_without_rules_names_those_there_are(deps: Deps) -> None:
    page = await use(deps, "browse_rules", country_code="Albania")
    assert not page.found
    assert "I have no rules for Albania" in say(deps, page).text
    assert "Austria, Belgium, Bulgaria, Croatia, Cyprus" in say(deps, page).text


def _folded(answer: Answer) -> str:
    return "\n".join(part.markdown for part in answer.parts if isinstance(part, Folded))


async def test_a_comparison_shows_different_similar_and_missing_side_by_side(
    tmp_path: Path, own_deps: Callable[[Path], Deps]
) -> None:
    deps = own_deps(
        small_file(
            tmp_path / "r.json",
            {
                "Same everywhere?": {"FR": "None required.", "DE": "None required.", "GB": "None required."},
                "Needed?": {"FR": "Yes", "DE": "No", "GB": "Yes"},
                "Only here?": {"GB": "Call the tower."},
                "Two of three?": {"FR": "Before departure, by phone.", "DE": "Before departure, by phone."},
            },
        )
    )
    result = await use(deps, "compare_rules_between_countries", countries=["FR", "Germany", "UK"])
    assert isinstance(result, RulesComparison)
    verdicts = {rule.question_text: rule.verdict for rule in result.comparison}
    assert verdicts == {
        "Needed?": "different",
        "Same everywhere?": "similar",
        "Two of three?": "similar",
        "Only here?": "missing",
    }
    assert result.comparison[0].question_text == "Needed?"
    assert result.total_differences == 1
    two = next(rule for rule in result.comparison if rule.question_text == "Two of three?")
    assert [country.code for country in two.missing] == ["GB"]
    answer = say(deps, result)
    assert "2 show no difference I know of; 1 is known of one country alone." in answer.text
    assert answer.text.startswith("Needed? **France Yes · Germany No · United Kingdom Yes**")
    assert "France, Germany and the United Kingdom differ on 1 question of 4." in answer.text
    (sheet,) = [part for part in answer.parts if isinstance(part, Compare)]
    assert sheet.columns == ("France", "Germany", "United Kingdom")
    cells = {row.name: (row.values, row.differs) for row in sheet.rows}
    assert "Needed?" not in cells  # it leads the answer
    assert cells["Only here?"] == ((None, None, "Call the tower"), False)
    alone = say(deps, result.model_copy(update={"comparison": (two,)}))
    assert "United Kingdom: no answer known." in _folded(alone)


async def test_answers_that_differ_in_a_number_are_not_called_similar(
    tmp_path: Path, own_deps: Callable[[Path], Deps]
) -> None:
    answers = {"How far?": {"FR": "Call 5 minutes before.", "DE": "Call 10 minutes before."}}
    deps = own_deps(small_file(tmp_path / "r.json", answers))
    result = await use(deps, "compare_rules_between_countries", countries="FR, DE")
    assert isinstance(result, RulesComparison)
    assert result.comparison[0].verdict == "different"


LONG_ONE = (
    "In the air: enter the zone with radio contact, without an explicit clearance in class D. On the ground: "
    "start-up approval for IFR, taxi clearance for VFR. Runway: clearance to land and to take off."
)
LONG_OTHER = (
    "In the air: entry into the zone needs permission, then approach instructions and a clearance follow. On the "
    "ground: start-up approval for IFR, taxi clearance for VFR. Runway: clearance to land and to take off."
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10 NM or 5 minutes out.", "More than 10 NM, or 5 minutes out."),
        ("10 minutes out.", "10 miles out."),
        ("No, not generally.", "Not in general, but often."),
        ("Contact ATC before you enter.", "Call ATC before entry and obtain a clearance."),
        ("start for IFR, taxi for VFR", "start for IFR and VFR, taxi clearance required"),
        (LONG_ONE, LONG_OTHER),
    ],
)
async def test_answers_with_another_condition_are_not_called_similar(
    tmp_path: Path, own_deps: Callable[[Path], Deps], one: str, other: str
) -> None:
    deps = own_deps(small_file(tmp_path / "r.json", {"What holds?": {"FR": one, "DE": other}}))
    result = await use(deps, "compare_rules_between_countries", countries="FR, DE")
    assert isinstance(result, RulesComparison)
    assert result.comparison[0].verdict == "different"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Not required.", "None required."), ("No", "Not necessary."), ("Yes.", "Yes, it is mandatory.")],
)
async def test_the_same_yes_or_no_in_other_words_is_similar(
    tmp_path: Path, own_deps: Callable[[Path], Deps], one: str, other: str
) -> None:
    deps = own_deps(small_file(tmp_path / "r.json", {"Is it needed?": {"FR": one, "DE": other}}))
    result = await use(deps, "compare_rules_between_countries", countries="FR, DE")
    assert isinstance(result, RulesComparison)
    assert result.comparison[0].verdict == "similar"


async def test_a_comparison_of_flight_plans_holds_the_border_and_leaves_out_ifr(deps: Deps) -> None:
    result = await use(
        deps, "compare_rules_between_countries", countries=["FR", "DE", "GB"], category="VFR flight plan"
    )
    assert isinstance(result, RulesComparison)
    shown = [rule.question_id for rule in result.comparison]
    verdicts = {rule.question_id: rule.verdict for rule in result.comparison}
    assert verdicts["vfr-flight-plan-required"] == "similar"  # three noes, each in its own words
    assert {"fpl-border-crossing", "fpl-filing"} <= set(shown)
    assert not [rule for rule in result.comparison if rule.category == "IFR"]


async def test_a_comparison_begins_with_the_question_that_was_asked(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["GB", "DK"], category="VFR on top")
    assert isinstance(result, RulesComparison)
    assert result.comparison[0].question_id == "vfr-on-top"


async def test_a_comparison_of_a_whole_subject_begins_with_what_differs(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["CH", "IT"], category="transponder")
    assert isinstance(result, RulesComparison)
    verdicts = [rule.verdict for rule in result.comparison]
    assert verdicts[0] == "different"
    assert "similar" in verdicts


async def test_agreement_on_the_european_text_alone_claims_nothing_about_national_rules(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["PT", "GR"], category="night VFR")
    assert isinstance(result, RulesComparison)
    assert (result.comparison[0].question_id, result.comparison[0].verdict) == ("night-vfr", "similar")
    assert result.comparison[0].european_text_only
    assert "same European text, national rules not known" in say(deps, result).text


async def test_min_difference_and_max_questions_are_kept(deps: Deps) -> None:
    strict = await use(deps, "compare_rules_between_countries", country1="FR", country2="DE", min_difference=2)
    assert isinstance(strict, RulesComparison)
    assert strict.total_differences == 0
    few = await use(deps, "compare_rules_between_countries", countries=["FR", "DE"], max_questions=2)
    assert isinstance(few, RulesComparison)
    assert len(few.comparison) == 2
    assert sum(few.counts.values()) > 2


async def test_a_comparison_may_be_about_a_topic_in_any_words(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["FR", "GB"], category="PPR")
    assert isinstance(result, RulesComparison)
    assert "ppr-required" in {rule.question_id for rule in result.comparison}
    assert len(result.comparison) <= 8
    off = await use(deps, "compare_rules_between_countries", countries=["FR", "GB"], category="pizza restaurants")
    assert not off.found


async def test_a_comparison_with_a_country_without_rules_says_so(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["FR", "Albania"], category="VFR")
    assert isinstance(result, RulesComparison)
    assert "I have no rules for Albania." in say(deps, result).text
    assert all(country.code == "AL" for rule in result.comparison for country in rule.missing)


async def test_one_country_alone_is_not_compared(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["FR", "France"])
    assert isinstance(result, WhichCountry)
    assert "With which country" in say(deps, result).text


async def test_answers_are_found_by_question_id(deps: Deps) -> None:
    result = await use(deps, "get_answers_for_questions", question_ids=["ppr-required", "nothing"])
    assert isinstance(result, AnswersForQuestions)
    assert {item.country for item in result.items} == {
        country for country in deps.rules.corpus.countries if deps.rules.corpus.answers("ppr-required", country)
    }
    assert result.unknown == ("nothing",)
    assert say(deps, result).text


async def test_a_search_by_words_never_says_that_there_is_nothing(deps: Deps) -> None:
    asked = {"country_code": "FR", "use_rag": False}
    missed = await use(deps, "answer_rules_question", question="gibberish about unicorn permits", **asked)
    assert isinstance(missed, RulesAnswer) and not missed.found
    said = say(deps, missed)
    assert "by words alone" in said.text and "nothing" not in said.text.lower()
    assert [choice.label for choice in said.choices] == ["Search by meaning", "Browse the rules"]
    assert said.choices[0].call and "use_rag" not in said.choices[0].call.arguments
    hit = await use(deps, "answer_rules_question", question="When do I need a transponder?", **asked)
    assert isinstance(hit, RulesAnswer) and "transponder" in hit.rules[0].question_text


async def test_an_id_that_is_a_sentence_with_commas_is_one_id(
    tmp_path: Path, own_deps: Callable[[Path], Deps]
) -> None:
    name = "If so, is it needed, and when?"
    deps = own_deps(small_file(tmp_path / "r.json", {name: {"FR": "Yes"}}))
    result = await use(deps, "get_answers_for_questions", question_ids=name)
    assert isinstance(result, AnswersForQuestions)
    assert [item.question_id for item in result.items] == [name]


async def test_categories_tags_and_countries_are_listed_with_their_numbers(deps: Deps) -> None:
    subjects = await use(deps, "list_rule_categories_and_tags")
    assert isinstance(subjects, RuleSubjects)
    assert sum(subjects.counts["categories"].values()) == len(deps.rules.corpus.questions)
    countries = await use(deps, "list_rule_countries")
    assert isinstance(countries, RuleCountries)
    assert countries.count == len(countries.items) == len(deps.rules.corpus.countries)
    assert "France" in say(deps, countries).text
    assert "VFR" in say(deps, subjects).text


def test_the_older_names_of_the_arguments_are_understood_and_never_emitted() -> None:
    compare = find("compare_rules_between_countries")
    assert compare.parse({"country1": "FR", "country2": "UK", "tag": "flight plan"}).canonical() == {
        "countries": ["FR", "UK"],
        "tags": ["flight plan"],
    }
    assert find("list_rules_for_country").name == "browse_rules"
    with pytest.raises(InvalidQuestion):
        compare.parse({"countries": ["FR", "GB"], "nonsense": 1})


async def test_suggestions_are_questions_about_what_the_corpus_holds(deps: Deps) -> None:
    from agent.protocol import Conversation, Plan
    from agent.writing.write import Talk, suggest

    result = await use(
        deps, "answer_rules_question", country_code="FR", question="Do I need a flight plan for VFR?"
    )
    talk = Talk(Question(text="?", at=deps.now()), Conversation(), Plan(), ToolCall(tool="?"), deps)
    suggestions = suggest(result, talk)
    assert {s.tool for s in suggestions} == {"compare_rules_between_countries", "browse_rules"}
    countries = await use(deps, "list_rule_countries")
    asked = [s.call.arguments["country_code"] for s in suggest(countries, talk) if s.call]
    corpus = deps.rules.corpus.countries
    assert len(asked) == 2 and min(corpus[str(code)] for code in asked) >= sorted(corpus.values())[-2]


async def test_a_country_with_its_own_text_beside_the_eus_differs_from_one_without(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["IT", "DE"], topic="squawk")
    assert isinstance(result, RulesComparison)
    squawk = next(rule for rule in result.comparison if rule.question_id == "vfr-squawk")
    own, shared = (deps.rules.corpus.answers("vfr-squawk", country) for country in ("DE", "IT"))
    assert len(own) > len(shared) > 0
    assert squawk.verdict == "different"


async def test_where_each_state_decides_a_state_without_its_own_rule_is_not_known(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["IT", "DE"], tags=["night"])
    assert isinstance(result, RulesComparison)
    night = next(rule for rule in result.comparison if rule.question_id == "night-vfr")
    assert all(answer.frame for answer in deps.rules.corpus.answers("night-vfr", "IT"))
    assert night.verdict == "missing"
    definition = next(rule for rule in result.comparison if rule.question_id == "night-definition")
    assert definition.verdict == "similar"


async def test_a_comparison_is_also_there_under_the_names_that_others_read(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["FR", "DE"], category="VFR")
    told = result.to_json()
    assert told["_tool_type"] == "comparison"
    assert told["countries"] == ["FR", "DE"]
    assert told["country_names"] == ["France", "Germany"]
    assert told["differences"]
    assert all(rule["verdict"] == "different" for rule in told["differences"])
    assert all(rule in told["comparison"] for rule in told["differences"])
    for rule in told["comparison"]:
        for entry in rule["entries"]:
            assert all(answer["text"] in told["rules_context"] for answer in entry["answers"])


async def test_a_comparison_with_a_country_at_war_says_so(deps: Deps) -> None:
    result = await use(deps, "compare_rules_between_countries", countries=["PL", "UA"])
    assert isinstance(result, RulesComparison)
    assert (result.warning or "").startswith("Ukraine: closed or war airspace")


async def test_the_flight_plan_that_is_offered_for_a_country_is_answered_there(deps: Deps) -> None:
    offered = [c for c in deps.rules.corpus.countries if deps.rules.can_answer("vfr-flight-plan-required", c)]
    assert len(offered) >= 35
    for country in offered:
        asked = "Do I need a flight plan for VFR?"
        result = await use(deps, "answer_rules_question", country_code=country, question=asked)
        assert isinstance(result, RulesAnswer)
        assert (country, result.asks_this) == (country, True)


@pytest.mark.parametrize(
    ("country", "asked"),
    [
        ("FR", "May I fly VFR through the Paris CTR"),
        ("GB", "can I fly over London VFR"),
        ("PT", "can I fly over Lisbon VFR"),
        ("DE", "Can I fly VFR above FL195?"),
        ("HR", "Brauche ich eine Vignette für das Flugzeug?"),
        ("FR", "may I cross a danger area"),
    ],
)
async def test_a_rule_about_all_of_a_kind_is_not_told_of_one_place_or_level(
    deps: Deps, country: str, asked: str
) -> None:
    result = await use(deps, "answer_rules_question", country_code=country, question=asked)
    assert isinstance(result, RulesAnswer)
    assert not result.asks_this
