"""A question that asks for a conclusion gets it in the first line: a flight plan over a border, minima of one class."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.deps import Deps
from agent.protocol import Question
from agent.registry import ToolContext
from agent.subjects.rules.licences import of_their_licence
from agent.subjects.rules.minima import minima
from agent.subjects.rules.nationals import of_their_passport
from agent.subjects.rules.over_border import QUESTION, entered, verdict
from agent.subjects.rules.shapes import entry

NOW = datetime(2026, 2, 14, 9, tzinfo=UTC)


@pytest.fixture
def context(deps: Deps) -> ToolContext:
    return ToolContext(deps=deps, question=Question(text="", at=NOW))


@pytest.mark.parametrize(
    ("asked", "codes", "opens"),
    [
        (
            "flight plan from Belgium to Germany",
            ("BE", "DE"),
            "**The two do not agree: Belgium asks for no flight plan, Germany does.**",
        ),
        (
            "flight plan from Belgium to France",
            ("BE", "FR"),
            "**Yes, a flight plan is due: so says Belgium and France",
        ),
        (
            "flight plan from the Netherlands to Germany",
            ("NL", "DE"),
            "**No must by these texts, but advised: Germany",
        ),
        ("flight plan from Poland to Czechia", ("PL", "CZ"), "**No, by what Poland and Czechia say**"),
        (
            "flight plan from Austria to Slovenia",
            ("AT", "SI"),
            "**Yes, unless both states waive it: for this flight",
        ),
        ("flight plan from Slovenia to Austria", ("SI", "AT"), "**Yes, unless both states waive it: Austria does"),
        ("flight plan from Hungary to Slovakia", ("HU", "SK"), "**Yes, a flight plan is due: so says Hungary"),
        ("flight plan to Croatia", ("HR",), "**Over the border yes, unless both states waive it"),
        ("can I fly to Denmark without a flight plan", ("DK",), "**Over the border not without a flight plan"),
        (
            "from Holland to Denmark without flightplan",
            ("DK", "NL"),
            "**Over the border not without a flight plan",
        ),
        (
            "ohne Flugplan von Belgien nach Deutschland",
            ("BE", "DE"),
            "**Not without a flight plan: so says Germany",
        ),
        (
            "sans plan de vol de Pologne en Tchéquie",
            ("PL", "CZ"),
            "**By what Poland and Czechia say a flight plan",
        ),
        ("do I not need a plan from the Netherlands to Germany", ("NL", "DE"), "**A flight plan is no must by"),
    ],
)
def test_both_states_texts_come_to_one_answer(
    asked: str, codes: tuple[str, ...], opens: str, context: ToolContext
) -> None:
    assert verdict(asked, codes, context).startswith(opens)


def test_between_the_uk_and_the_isle_of_man_no_conclusion_is_drawn(context: ToolContext) -> None:
    assert verdict("flight plan from England to the Isle of Man", ("GB", "IM"), context) == ""


@pytest.mark.parametrize(
    ("asked", "into"),
    [
        ("Flugplan von Österreich nach Italien", "IT"),
        ("Italien: Flugplan, wenn ich aus Österreich komme", "IT"),
        ("plan de vol entre l'Autriche et l'Italie", ""),
        ("plan de vol depuis l'Italie vers l'Autriche", "AT"),
    ],
)
def test_the_state_flown_into_is_told_by_the_words_before_it(asked: str, into: str, context: ToolContext) -> None:
    assert entered(asked, ("AT", "IT"), context) == into


def test_every_states_own_text_on_the_border_says_with_whom(context: ToolContext) -> None:
    corpus = context.deps.rules.corpus
    own = [a for code in corpus.countries for a in corpus.answers(QUESTION, code) if not a.regime]
    assert own and all(answer.over_border is not None for answer in own)


@pytest.mark.parametrize(
    ("asked", "country", "says"),
    [
        ("minima in class E", "FR", ["Class E below 10 000 ft (FL 100): 5 km, 1 500 m horizontally", "8 km"]),
        (
            "class G at 2500 ft",
            "FR",
            ["3 000 ft AMSL", "5 km, clear of cloud", "A state may allow down to 1 500 m"],
        ),
        ("class G at 2500 ft", "BE", ["clear of cloud", "1 500 m are permitted"]),
        ("class D above FL100", "DE", ["from 10 000 ft (FL 100): 8 km"]),
        ("Luftraum G über 3000 ft", "DE", ["below 10 000 ft (FL 100): 5 km, 1 500 m horizontally"]),
        ("class D below 3000 ft", "GB", ["5 km, clear of cloud with the surface in sight (by day, 140 kt"]),
    ],
)
def test_the_minima_of_the_class_asked_for_stand_first(
    asked: str, country: str, says: list[str], context: ToolContext
) -> None:
    corpus = context.deps.rules.corpus
    line = minima(asked, [entry(corpus.questions["vfr-minima"], country, context)])
    assert all(words in line for words in says), line
    assert line.count("\n") == 0


@pytest.mark.parametrize(("asked", "country"), [("class A", "FR"), ("minima", "FR")])
def test_what_the_text_does_not_hold_gets_no_line(asked: str, country: str, context: ToolContext) -> None:
    corpus = context.deps.rules.corpus
    assert minima(asked, [entry(corpus.questions["vfr-minima"], country, context)]) == ""


def test_a_height_of_which_the_text_says_nothing_is_said_not_to_be_held(context: ToolContext) -> None:
    corpus = context.deps.rules.corpus
    line = minima("class G at FL120", [entry(corpus.questions["vfr-minima"], "GB", context)])
    assert line.endswith("not in the text I hold for United Kingdom.**")


def test_the_figures_are_those_of_the_entries(context: ToolContext) -> None:
    european = context.deps.rules.corpus.answers("vfr-minima", "LV")[0].text
    for figure in (
        "classes F and G: 5 km, clear of cloud",
        "classes B to E: 5 km, and 1 500 m horizontally",
        "8 km",
    ):
        assert figure in european


@pytest.mark.parametrize(
    ("asked", "country", "says"),
    [
        ("Is my Belgian identity card enough?", "GB", "Identity card of Belgium: no, a passport"),
        ("My passengers are Swiss, is their ID card enough?", "GB", "Identity card of Switzerland: no"),
        ("Is my Belgian identity card enough?", "JE", "not from outside the Common Travel Area"),
        ("Is my Belgian identity card enough?", "FR", "Identity card of Belgium: yes"),
    ],
)
def test_whether_an_identity_card_will_do_is_said(
    asked: str, country: str, says: str, context: ToolContext
) -> None:
    assert says in of_their_passport(asked, [country], context)


def test_a_passport_that_is_asked_about_gets_no_word_on_the_card(context: ToolContext) -> None:
    assert "card of" not in of_their_passport("Does my Belgian friend need a visa?", ["GB"], context)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("Can I fly a French registered Jodel on my UK PPL?", "aircraft registered in France: no"),
        (
            "Darf ich mit meiner deutschen Lizenz eine OE-registrierte Maschine fliegen?",
            "Germany, aircraft registered in Austria: yes",
        ),
        ("Gilt meine UK Lizenz auf D-Registrierung?", "aircraft registered in Germany: no"),
        ("May a German licence holder fly a G-reg in Germany?", ""),
        ("Can I fly to France on my UK PPL?", ""),
    ],
)
def test_a_licence_on_anothers_aircraft_gets_a_line_where_the_texts_say(
    asked: str, says: str, context: ToolContext
) -> None:
    line = of_their_licence(asked, context)
    assert says in line and bool(says) == bool(line)


@pytest.mark.parametrize(
    ("asked", "needs_none"),
    [
        ("my passenger has a US passport, living in Cork. Any problem bringing him to Wales", True),
        ("my American friend is resident in Ireland, does she need an ETA for England?", True),
        ("mein amerikanischer Passagier wohnt in Irland, braucht er eine ETA?", True),
        ("I live in Waterford, my passenger is American: ETA for Wales?", False),
        ("my American friend lives in Boston, does she need an ETA?", False),
    ],
)
def test_who_lives_in_ireland_needs_no_eta_from_there(asked: str, needs_none: bool, context: ToolContext) -> None:
    line = of_their_passport(asked, ["GB"], context)
    assert ("no ETA on coming from Ireland" in line) is needs_none, line


def test_a_visa_is_not_spared_by_living_in_ireland(context: ToolContext) -> None:
    assert "a visa for the UK" in of_their_passport("my Indian friend lives in Dublin, ETA?", ["GB"], context)
