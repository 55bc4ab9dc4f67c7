"""The rules corpus is well formed, sourced and dated, and copies no sentence of the pilot survey."""

from __future__ import annotations

import hashlib
import html
import json
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest

REPO = Path(__file__).resolve().parents[2]
CORPUS = REPO / "data" / "rules"
SURVEY = REPO.parent / "shared" / "samples" / "rules_survey.json"
COUNTRY_FILES = sorted(p for p in CORPUS.glob("*.toml") if re.fullmatch(r"[A-Z]{2}", p.stem))

LINK = re.compile(r"https?://[!-~]+[!-~](?<![.,;)])")

Table = dict[str, Any]

BASES = {"pilot survey", "regulation", "authority"}
OWN_REGIME = {"GB", "GG", "JE", "IM", "TR"}
SURVEYED = set(re.findall("..", "BECHDEFRGBGGGRHUIEITJELUMTNLNOPLPTSETR"))


def read(path: Path) -> Table:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def questions() -> list[Table]:
    return cast("list[Table]", read(CORPUS / "questions.toml")["question"])


def answers(path: Path) -> dict[str, Table]:
    return cast("dict[str, Table]", read(path)["answers"])


def sentences(text: str) -> Iterator[str]:
    """Normalised sentences of six words or more; shorter ones are nobody's."""
    plain = html.unescape(re.sub(r"<[^>]+>", " ", text))
    for part in re.split(r"(?<=[.!?:;])\s+|\n", plain):
        words = re.findall(r"[\w']+", part.lower())
        if len(words) >= 6:
            yield " ".join(words)


def all_texts() -> Iterator[tuple[str, str]]:
    for q in questions():
        yield f"questions.toml {q['id']}", q["text"]
        for phrase in q["also"]:
            yield f"questions.toml {q['id']}", phrase
    for path in COUNTRY_FILES:
        for key, answer in answers(path).items():
            yield f"{path.name} {key}", answer["text"]


def test_every_surveyed_country_has_its_file() -> None:
    assert {p.stem for p in COUNTRY_FILES} >= SURVEYED


def test_every_question_is_complete_and_named_once() -> None:
    ids = [q["id"] for q in questions()]
    assert len(ids) == len(set(ids))
    for q in questions():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", q["id"])
        assert q["text"].strip() and q["category"].strip() and q["tags"] and q["also"], q["id"]
        assert q["category"] != "ignore"
        assert all(re.fullmatch(r"[0-9a-f]{12}", key) for key in q["survey_id"]), q["id"]


@pytest.mark.parametrize("path", COUNTRY_FILES, ids=lambda p: p.stem)
def test_every_answer_is_sourced_dated_and_known(path: Path) -> None:
    known = {q["id"] for q in questions()}
    assert read(path)["country"] == path.stem
    for key, answer in answers(path).items():
        assert set(answer) - {"not_in", "frame", "short", "over_border"} == {"text", "basis", "reviewed", "reference", "links"}, key
        assert set(answer.get("not_in", [])) <= set(read(path).get("applies_to", [])), key
        assert key in known, key
        assert answer["text"].strip() == answer["text"] != "", key
        assert "short" not in answer or 0 < len(answer["short"]) < len(answer["text"]), key
        assert answer["basis"] in BASES, key
        assert type(answer["reviewed"]) is date, key
        for link in answer["links"]:
            assert LINK.fullmatch(link), (key, link)


@pytest.mark.parametrize("path", COUNTRY_FILES, ids=lambda p: p.stem)
def test_a_rule_names_its_article_and_a_page_that_was_read(path: Path) -> None:
    for key, answer in answers(path).items():
        if answer["basis"] == "pilot survey" and answer["reference"]:  # with what was found beside it
            assert answer["reference"].startswith("Pilot survey of ") and answer["links"], key
        elif answer["basis"] == "pilot survey":
            assert answer["reference"] == "", key
        else:
            assert answer["reference"] and answer["links"], key


@pytest.mark.parametrize("path", COUNTRY_FILES, ids=lambda p: p.stem)
def test_an_authority_is_named_with_a_page_or_not_at_all(path: Path) -> None:
    file = read(path)
    assert ("authority" in file) == ("authority_link" in file)
    if "authority" in file:
        assert file["authority"].strip() and LINK.fullmatch(file["authority_link"])


def test_a_law_is_a_question_of_its_own() -> None:
    ids = {q["id"] for q in questions()}
    laws = {q["id"]: q["law"] for q in questions() if "law" in q}
    assert laws["vfr-flight-plan-required"] == "flight-plan-by-regulation"
    assert all(law in ids and law != question for question, law in laws.items())


def test_every_question_is_answered_somewhere() -> None:
    answered = {key for path in COUNTRY_FILES for key in answers(path)}
    assert {q["id"] for q in questions()} == answered


def test_no_text_holds_markup() -> None:
    for where, text in all_texts():
        assert not re.search(r"<\s*/?\s*[a-zA-Z]|&[a-z]+;|&#\d+;", text), where


def test_european_rules_never_reach_a_country_with_its_own_regime() -> None:
    applies_to = {p.stem: set(read(p).get("applies_to", [])) for p in COUNTRY_FILES}
    assert not applies_to.get("EU", set()) & OWN_REGIME
    assert all(not countries for name, countries in applies_to.items() if name != "EU")


def survey() -> list[Table]:
    if not SURVEY.exists():
        pytest.skip("the pilot survey is not at hand")
    return cast("list[Table]", json.loads(SURVEY.read_text(encoding="utf-8"))["questions"])


@pytest.mark.samples
def test_no_sentence_of_the_survey_is_copied() -> None:
    theirs: set[str] = set()
    for q in survey():
        theirs.update(sentences(q["question_text"]))
        for answer in q["answers_by_country"].values():
            theirs.update(sentences(answer["answer_html"] or ""))
    copied = [(where, s) for where, text in all_texts() for s in sentences(text) if s in theirs]
    assert copied == []


def six_words(text: str) -> set[str]:
    """Every run of six words."""
    words = re.findall(r"[\w']+", html.unescape(re.sub(r"<[^>]+>", " ", text)).lower())
    return {" ".join(words[i : i + 6]) for i in range(len(words) - 5)}


def all_phrasings() -> Iterator[tuple[str, str]]:
    for q in questions():
        for phrase in (q["text"], *q["also"]):
            yield f"questions.toml {q['id']}", phrase
    for key, parts in read(CORPUS / "search" / "phrasings.toml").items():
        for phrase in (phrase for part in parts.values() for phrase in part):
            yield f"phrasings.toml {key}", phrase
    yield "LEFT_OUT.md", (CORPUS / "LEFT_OUT.md").read_text(encoding="utf-8")


@pytest.mark.samples
def test_no_six_words_of_a_survey_question_are_copied() -> None:
    names = ("question_id", "question_raw", "question_text")
    theirs = {run for q in survey() for name in names for run in six_words(q[name] or "")}
    assert [(where, run) for where, text in all_phrasings() for run in six_words(text) & theirs] == []


@pytest.mark.samples
def test_every_survey_question_has_a_home_and_every_answer_stands_on_one() -> None:
    given = {
        hashlib.sha256(q["question_id"].encode()).hexdigest()[:12]: q
        for q in survey()
        if q["category"] != "ignore"
    }
    homes = {survey_id: q["id"] for q in questions() for survey_id in q["survey_id"]}
    assert set(homes) == set(given)
    for path in COUNTRY_FILES:
        for key, answer in answers(path).items():
            if answer["basis"] != "pilot survey" or answer["reference"]:
                continue
            sources = [given[s]["answers_by_country"].get(path.stem) for s, home in homes.items() if home == key]
            dates = {a["last_reviewed"] for a in sources if a and (a["answer_html"] or "").strip()}
            assert answer["reviewed"].isoformat() in dates, (path.name, key)
