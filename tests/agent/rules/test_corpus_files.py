"""Corpora are read from files people wrote: what is usable is served, what is not is refused with its place."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from agent.errors import DataProblem
from agent.rules.check import check
from agent.rules.corpus import Corpus
from agent.rules.own_files import Wordings, read_corpus
from agent.rules.safe_text import plain_text
from agent.rules.survey_file import read_survey
from bot.render.buttons import LONGEST_LABEL
from tongue import country_name, say, speaking

REPO = Path(__file__).resolve().parents[3]
OWN = REPO / "data" / "rules"
NO_WORDINGS = Wordings((), {}, {})

QUESTIONS = """
[[question]]
id = "ppr"
survey_id = ["dd5aab907208"]
text = "Do airfields want prior permission?"
category = "Airfields"
tags = ["prior permission"]
also = ["PPR"]
"""


def survey(tmp_path: Path, **changes: Any) -> Path:
    question: dict[str, Any] = {
        "question_id": "q1",
        "question_raw": "Is PPR needed?",
        "question_text": "Is PPR needed?",
        "question_prefix": "",
        "category": "Airfields",
        "tags": ["permission"],
        "answers_by_country": {
            "FR": {
                "answer_html": "<p>No, but <b>call</b> &amp; ask.</p>",
                "links": ["https://example.org/fr", "javascript:alert(1)"],
                "last_reviewed": "2025-11-11",
                "links_json": [],
            },
            "UK": {"answer_html": "Yes", "links": [], "last_reviewed": None},
            "DE": {"answer_html": " <br> ", "links": [], "last_reviewed": "2025-11-11"},
        },
    }
    question.update(changes)
    ignored: dict[str, Any] = {
        "question_id": "q0",
        "question_text": "My country is:",
        "category": "ignore",
        "tags": [],
        "answers_by_country": {"FR": {"answer_html": "France", "links": [], "last_reviewed": "2025-11-11"}},
    }
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({"questions": [ignored, question], "inconsistent_qids": [""]}))
    return path


def own(tmp_path: Path, country: str, text: str, questions: str = QUESTIONS) -> Path:
    (tmp_path / "questions.toml").write_text(questions)
    (tmp_path / f"{country}.toml").write_text(text)
    return tmp_path


def answer_toml(**changes: str) -> str:
    rows = {"text": '"No."', "basis": '"pilot survey"', "reviewed": "2025-11-11", "reference": '""', "links": "[]"}
    return "[answers.ppr]\n" + "\n".join(f"{name} = {value}" for name, value in (rows | changes).items())


def test_a_survey_file_serves_neither_empty_answers_nor_the_category_ignore(tmp_path: Path) -> None:
    corpus = read_survey(survey(tmp_path), NO_WORDINGS)
    assert list(corpus.questions) == ["q1"]
    assert dict(corpus.countries) == {"FR": 1, "GB": 1}
    french = corpus.answers("q1", "FR")[0]
    assert french.text == "No, but call & ask."
    assert french.links == ("https://example.org/fr",)
    assert str(french.reviewed) == "2025-11-11"
    assert corpus.answers("q1", "GB")[0].reviewed is None


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("{", "rules.json"),
        ("[]", '"questions"'),
        ('{"questions": {}}', "questions"),
        ('{"questions": [{"question_id": "a"}]}', "questions.0.question_text"),
        (
            '{"questions": [{"question_id": "a", "question_text": "b", "answers_by_country": {"France": {}}}]}',
            '"France" is not a two-letter country code',
        ),
        (
            '{"questions": [{"question_id": "a", "question_text": "b", '
            '"answers_by_country": {"FR": {"links": 1}}}]}',
            "questions.0.answers_by_country.FR.links",
        ),
    ],
)
def test_a_survey_file_of_the_wrong_shape_is_refused_with_the_place(
    tmp_path: Path, content: str, place: str
) -> None:
    path = tmp_path / "rules.json"
    path.write_text(content)
    with pytest.raises(DataProblem) as refused:
        read_survey(path, NO_WORDINGS)
    assert place in refused.value.user_message
    assert "Traceback" not in refused.value.user_message


def test_a_survey_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataProblem, match=r"missing\.json"):
        read_survey(tmp_path / "missing.json", NO_WORDINGS)


def test_two_questions_with_one_id_are_refused(tmp_path: Path) -> None:
    path = survey(tmp_path)
    content = json.loads(path.read_text())
    content["questions"].append(content["questions"][1])
    path.write_text(json.dumps(content))
    with pytest.raises(DataProblem, match=r"q1.*twice"):
        read_survey(path, NO_WORDINGS)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<script>alert(1)</script>Yes", "Yes"),
        ("Yes<img src=x onerror=alert(1)>", "Yes"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;Yes", "Yes"),
        ("&amp;lt;b&amp;gt;Yes", "Yes"),
        ("within <2 NM & > 3 NM", "within <2 NM & > 3 NM"),
        ("one<br>two<p>three</p>", "one\ntwo\nthree"),
        ("<style>b{}</style><iframe>x</iframe>", ""),
        ("zero\u200bwidth \u202eevil", "zerowidth evil"),
    ],
)
def test_html_and_scripts_become_safe_text(html: str, text: str) -> None:
    assert plain_text(html)[0] == text


def test_only_web_addresses_are_links() -> None:
    _, links = plain_text(
        '<a href="https://a.example/x">a</a><a href="javascript:x()">b</a><a href="file:///etc">c</a>'
        '<a href="https://">d</a>'
    )
    assert links == ("https://a.example/x",)


def test_an_own_country_file_is_read_with_its_basis_and_date(tmp_path: Path) -> None:
    corpus = read_corpus(own(tmp_path, "FR", 'country = "FR"\n' + answer_toml()))
    answer = corpus.answers("ppr", "FR")[0]
    assert (answer.text, answer.basis, str(answer.reviewed)) == ("No.", "pilot survey", "2025-11-11")


@pytest.mark.parametrize(
    ("country", "text", "place"),
    [
        ("FR", 'country = "DE"\n' + answer_toml(), "country is DE"),
        ("FR", 'country = "FR"\n' + answer_toml(basis='"hearsay"'), "answers.ppr.basis"),
        ("FR", 'country = "FR"\n' + answer_toml(reviewed='"soon"'), "answers.ppr.reviewed"),
        ("FR", 'country = "FR"\n[answers.nothing]\n' + answer_toml().split("\n", 1)[1], "no such question"),
        ("FR", "country = ", "FR.toml"),
        ("EU", 'country = "EU"\napplies_to = ["FR", "GB"]\n' + answer_toml(), "GB"),
        ("EU", 'country = "EU"\napplies_to = ["TR"]\n' + answer_toml(), "TR"),
    ],
)
def test_a_country_file_of_the_wrong_shape_is_refused_with_the_place(
    tmp_path: Path, country: str, text: str, place: str
) -> None:
    with pytest.raises(DataProblem) as refused:
        read_corpus(own(tmp_path, country, text))
    assert place in refused.value.user_message


def test_the_eus_text_is_shown_for_its_members_and_never_for_those_with_their_own_rules(tmp_path: Path) -> None:
    folder = own(
        tmp_path,
        "EU",
        'country = "EU"\napplies_to = ["FR", "CH"]\n'
        + answer_toml(basis='"regulation"', reference='"Article 1"', links='["https://eur-lex.europa.eu/x"]'),
    )
    corpus = read_corpus(folder)
    assert [a.regime for country in ("FR", "CH") for a in corpus.answers("ppr", country)] == ["EU", "EU"]
    for apart in ("GB", "GG", "JE", "IM", "TR", "EU"):
        assert corpus.answers("ppr", apart) == ()


def test_in_the_shipped_corpus_no_text_of_the_eu_reaches_the_countries_with_their_own_rules() -> None:
    corpus = read_corpus(OWN)
    assert {a.country for a in corpus.all_answers if a.regime == "EU"}
    assert not {a.country for a in corpus.all_answers if a.regime == "EU"} & {"GB", "GG", "JE", "IM", "TR"}


def test_a_survey_question_takes_the_phrasings_of_its_part_of_our_question(tmp_path: Path) -> None:
    parts = ["May I land?", "Whom do I ask?"]
    keys = [hashlib.sha256(part.encode()).hexdigest()[:12] for part in parts]
    (tmp_path / "questions.toml").write_text(QUESTIONS.replace('["dd5aab907208"]', json.dumps(keys)))
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "phrasings.toml").write_text('[ppr]\n1 = ["landing there"]\n2 = ["asking them"]\n')
    wordings = Wordings.read(tmp_path)
    assert [wordings.of_survey_question(part) for part in parts] == [("landing there",), ("asking them",)]
    assert wordings.of_survey_question("What is the colour of the sky?") == ()


@pytest.mark.samples
def test_the_shipped_phrasings_are_found_for_the_questions_of_the_survey() -> None:
    file = REPO.parent / "shared" / "samples" / "rules_survey.json"
    if not file.is_file():
        pytest.skip("the pilot survey is not at hand")
    asked = [q for q in json.loads(file.read_text())["questions"] if q["category"] != "ignore"]
    wordings = Wordings.read(OWN)
    assert all(wordings.of_survey_question(q["question_id"]) for q in asked)


def test_the_version_follows_every_word_of_the_corpus(tmp_path: Path) -> None:
    one = read_survey(survey(tmp_path), NO_WORDINGS)
    again = read_survey(survey(tmp_path), NO_WORDINGS)
    other = read_survey(survey(tmp_path, question_text="Is PPR ever needed?"), NO_WORDINGS)
    assert one.version == again.version != other.version


def test_the_checker_finds_gaps_age_and_mistakes(tmp_path: Path) -> None:
    from datetime import date

    text = 'country = "FR"\n' + answer_toml(text='"TODO"', basis='"regulation"', reviewed="2020-01-01")
    folder = own(tmp_path, "FR", text, QUESTIONS + QUESTIONS.replace('"ppr"', '"fuel"').replace("prior", "fuel"))
    (folder / "search").mkdir()
    (folder / "search" / "phrasings.toml").write_text('[gone]\nall = ["x"]\n')
    report = check(read_corpus(folder), date(2026, 2, 14), folder)
    problems = "\n".join(report.problems)
    assert "fuel: no country answers it" in problems
    assert "FR, ppr: a regulation without its reference and link" in problems
    assert "FR, ppr: unfinished text" in problems
    assert "there is no question gone" in problems
    assert report.gaps == ("FR: 1 of 2 questions answered",)
    assert report.old == ("FR, ppr: 2020-01-01",)


def test_the_checker_has_nothing_to_mend_in_the_shipped_corpus() -> None:
    from datetime import date

    assert check(read_corpus(OWN), date(2026, 11, 30), OWN).problems == ()


@pytest.mark.samples
def test_the_pilot_survey_is_read_whole() -> None:
    path = REPO.parent / "shared" / "samples" / "rules_survey.json"
    raw = json.loads(path.read_text())
    corpus: Corpus = read_survey(path, Wordings.read(OWN))
    assert len(corpus.questions) == 57
    assert len(corpus.countries) == 19
    assert set(corpus.questions) == {q["question_id"] for q in raw["questions"] if q["category"] != "ignore"}
    assert all(question.phrasings for question in corpus.questions.values())


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_question_has_a_name_that_a_button_shows_whole_beside_a_country(language: str) -> None:
    corpus = read_corpus(OWN)
    with speaking(language):
        named = {question.id: say(question.short) for question in corpus.questions.values()}
        country = country_name("United Kingdom") if language == "fr" else country_name("Switzerland")
    assert all(named.values())
    assert len(set(named.values())) == len(named)
    assert not [name for name in named.values() if len(f"{country}: {name}") > LONGEST_LABEL]
