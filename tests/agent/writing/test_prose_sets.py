"""Sentences on real answers, most of them as a model may write them: which are shown, and which never."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.writing.prose import Check

DATA = AgentSettings().data
FOLDER = Path(__file__).parent / "prose"
ANSWERS = {
    one["id"]: one
    for name in (
        "answers.toml",
        "fresh_answers.toml",
        "own_words_answers.toml",
        "paraphrased_answers.toml",
        "restated_answers.toml",
        "printed_answers.toml",
        "typed_answers.toml",
        "rows_answers.toml",
        "asked_answers.toml",
        "unseen_answers.toml",
        "later_answers.toml",
        "sheets_answers.toml",
        "fluent_answers.toml",
        "plain_answers.toml",
    )
    for one in tomllib.loads((FOLDER / name).read_text("utf-8"))["answer"]
}


def read(name: str) -> list[tuple[str, str]]:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    return [(answer, prose) for answer, _, prose in (line.partition("|") for line in lines if line)]


def shown(answer: str, prose: str) -> str:
    """What a pilot would see of it."""
    check = Check(ANSWERS[answer]["text"], ANSWERS[answer]["asked"])
    return check.push(prose) + check.close()


@pytest.mark.thorough
def test_nine_of_ten_faithful_sentences_are_shown() -> None:
    faithful = read("faithful.txt")
    passed = [prose for answer, prose in faithful if shown(answer, prose) == prose]
    assert len(faithful) >= 60 and len(passed) >= 0.9 * len(faithful)


@pytest.mark.thorough
def test_no_sentence_with_one_wrong_fact_is_shown_nor_its_beginning() -> None:
    wrong = read("wrong.txt")
    assert len(wrong) >= 200
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []


@pytest.mark.thorough
def test_of_sentences_written_without_sight_of_the_gates_no_wrong_one_is_shown_nor_its_beginning() -> None:
    """Of the faithful ones 24 of 69 are shown; asked are nine of ten. A change of the gates must not lose any."""
    faithful, wrong = read("fresh_faithful.txt"), read("fresh_wrong.txt")
    assert (len(faithful), len(wrong)) == (69, 224)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 24


@pytest.mark.thorough
def test_four_of_five_sentences_in_the_materials_own_words_are_shown_and_no_wrong_one() -> None:
    """As the prompts ask for them: its statements left out, joined and put in order. Asked are nine of ten."""
    faithful, wrong = read("own_words_faithful.txt"), read("own_words_wrong.txt")
    assert (len(faithful), len(wrong)) == (65, 132)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 57


@pytest.mark.thorough
def test_of_paraphrases_few_are_shown_and_no_wrong_one() -> None:
    """Of the faithful ones 31 of 66 are shown, and 30 of another 66; asked are nine of ten. A change of the gates must
    not lose any."""
    for name, sizes, shown_of_them in (("paraphrased", (66, 227), 31), ("restated", (66, 212), 30)):
        faithful, wrong = read(f"{name}_faithful.txt"), read(f"{name}_wrong.txt")
        assert (len(faithful), len(wrong)) == sizes
        assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
        kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
        assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= shown_of_them


def test_of_notices_trips_and_lists_as_they_are_printed_no_wrong_sentence_is_shown() -> None:
    """Written to get past the gates; of the faithful ones 27 of 36 are shown."""
    faithful, wrong = read("printed_faithful.txt"), read("printed_wrong.txt")
    assert (len(faithful), len(wrong)) == (36, 97)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 27


@pytest.mark.thorough
def test_of_notices_sheets_borders_and_weather_no_wrong_sentence_is_shown() -> None:
    """Half of them written and kept unseen while the gate by typed claims was made: of these 21 of 60 are shown (9
    before it), of the others 34 (12 before). The last 147 wrong ones were written to get past that gate."""
    faithful, wrong = read("typed_faithful.txt"), read("typed_wrong.txt")
    assert (len(faithful), len(wrong)) == (120, 387)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 55


@pytest.mark.thorough
def test_of_plain_restatements_of_rows_most_are_shown_and_no_wrong_one() -> None:
    """Sheets, runways, light, distances, lists, notices, trips and rules, retold: of the last 42, which were written
    before the gate was changed for them, 19 were shown at first; asked are nine of ten. The last 87 wrong ones were
    written to get past what the gate then took as the same."""
    faithful, wrong = read("rows_faithful.txt"), read("rows_wrong.txt")
    assert (len(faithful), len(wrong)) == (136, 320)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 84


@pytest.mark.thorough
def test_of_what_a_model_may_write_on_twenty_answers_of_all_kinds_no_wrong_sentence_is_shown() -> None:
    """In English, French and German; written without sight of the gates, of which those before `held` showed 18 of the
    faithful ones and 1 of the wrong."""
    faithful, wrong = read("asked_faithful.txt"), read("asked_wrong.txt")
    assert (len(faithful), len(wrong)) == (141, 401)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 54


@pytest.mark.thorough
def test_of_what_was_kept_unseen_to_the_end_no_wrong_sentence_is_shown() -> None:
    """At first 37 of the 89 faithful ones were shown (asked are nine of ten), and 3 of the wrong."""
    faithful, wrong = read("unseen_faithful.txt"), read("unseen_wrong.txt")
    assert (len(faithful), len(wrong)) == (89, 247)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 29


@pytest.mark.thorough
def test_of_six_later_answers_two_of_three_faithful_sentences_are_shown_and_no_wrong_one() -> None:
    """At first 37 of the 61 faithful ones were shown (asked are nine of ten), and 1 of the wrong."""
    faithful, wrong = read("later_faithful.txt"), read("later_wrong.txt")
    assert (len(faithful), len(wrong)) == (61, 239)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 43


def test_of_sheets_lists_and_reports_no_wrong_sentence_is_shown() -> None:
    """Of the faithful ones 22 are shown, 14 before sheets were held claim by claim; asked are nine of ten."""
    faithful, wrong = read("sheets_faithful.txt"), read("sheets_wrong.txt")
    assert (len(faithful), len(wrong)) == (43, 108)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 22


@pytest.mark.thorough
def test_of_fluent_sentences_that_join_and_reorder_what_an_answer_says_no_wrong_one_is_shown() -> None:
    """At first 6 of the 35 faithful ones were shown, and 2 of the wrong, 16 before rules were held so; asked are nine
    of ten."""
    faithful, wrong = read("fluent_faithful.txt"), read("fluent_wrong.txt")
    assert (len(faithful), len(wrong)) == (35, 104)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    kept = [told for answer, prose in faithful if (told := shown(answer, prose))]
    assert set(kept) <= {prose for _, prose in faithful} and len(kept) >= 20


@pytest.mark.thorough
def test_of_the_fluent_sentences_kept_blind_no_wrong_one_is_shown() -> None:
    """The other half, written with it and measured before the gate held thing by thing and after: 6 and 7 shown,
    and one wrong ("including" for "not included"), which was mended then; 12 since "both" is held as said of each."""
    faithful, wrong = read("fluent_blind_faithful.txt"), read("fluent_blind_wrong.txt")
    passed = sum(shown(answer, prose) == prose for answer, prose in faithful)
    let_through = sum(bool(shown(answer, prose)) for answer, prose in wrong)
    print(f"faithful shown {passed} of {len(faithful)}, wrong shown {let_through} of {len(wrong)}")
    assert passed >= 12 and let_through == 0


@pytest.mark.thorough
def test_of_plain_sentences_on_25_new_answers_no_wrong_one_is_shown() -> None:
    """Written before the gate was changed for them: at first 8 of the 30 faithful ones were shown, and 2 of the wrong;
    asked are nine of ten. The last 66 wrong ones were written to get past the change."""
    faithful, wrong = read("plain_faithful.txt"), read("plain_wrong.txt")
    assert (len(faithful), len(wrong)) == (30, 129)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    assert sum(shown(answer, prose) == prose for answer, prose in faithful) >= 16


@pytest.mark.thorough
def test_of_the_plain_sentences_kept_aside_no_wrong_one_is_shown() -> None:
    """The other half, put aside till the end: 5 of 30 faithful ones shown before and 7 after, 1 of the wrong before and
    2 after (an old one, and one of a new reading); both were mended then."""
    faithful, wrong = read("plain_blind_faithful.txt"), read("plain_blind_wrong.txt")
    assert (len(faithful), len(wrong)) == (30, 57)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    assert sum(shown(answer, prose) == prose for answer, prose in faithful) >= 8


@pytest.mark.thorough
def test_of_what_is_joined_across_the_clauses_of_rules_no_wrong_sentence_is_shown() -> None:
    """Written when rules came to be held thing by thing, to get past that: 10 of the 16 faithful ones are shown."""
    faithful, wrong = read("rules_faithful.txt"), read("rules_wrong.txt")
    assert (len(faithful), len(wrong)) == (16, 66)
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
    assert sum(shown(answer, prose) == prose for answer, prose in faithful) >= 10


@pytest.mark.parametrize(
    ("material", "said", "wrong"),
    [
        (
            "1h 25m at 120 kt in still air; 1h 41m with 20 kt on the nose.",
            "With 20 kt on the nose it takes 1h 41m.",
            "With 20 kt on the nose it takes 1h 25m.",
        ),
        (
            "2. LFQT Merville-Calonne · 40 nm out, 29 nm off track · 1,840 m hard",
            "Merville-Calonne is 40 nm out and 29 nm off track.",
            "Merville-Calonne is 29 nm out and 29 nm off track.",
        ),
        ("1 airline hub left out.", "One airline hub was left out.", "One airline hub was left in."),
    ],
)
def test_a_figure_or_a_particle_in_the_place_of_its_rival_is_not_shown(
    material: str, said: str, wrong: str
) -> None:
    for prose, expected in ((said, said), (wrong, "")):
        check = Check(material, "how long is it?")
        assert check.push(prose) + check.close() == expected


def test_what_may_be_added_anywhere_stands_against_nothing() -> None:
    told = tomllib.loads((DATA / "same_words.toml").read_text("utf-8"))
    groups = [
        line for line in (DATA / "contrasts.txt").read_text("utf-8").splitlines() if line[:1] not in {"", "#"}
    ]
    assert len(groups) > 300 and all(" / " in line for line in groups)
    opposed = set(re.findall(r"[a-z]+", " ".join(groups).casefold()))
    assert set(told["free"]["words"].split()) & opposed == set()
