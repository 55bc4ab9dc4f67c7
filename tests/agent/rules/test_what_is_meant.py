"""A question is answered with what it means: not with its neighbour, and not with nothing where something fits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from contracts.tool_use import use

from agent.deps import Deps
from agent.errors import DataProblem
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question
from agent.rules.book import Rulebook
from agent.rules.own_files import Wordings
from agent.rules.survey_file import read_survey
from agent.subjects.rules.tool import RulesAnswer, RulesPage

NOW = datetime(2026, 2, 14, 9, tzinfo=UTC)

NOT_HELD = [
    "is a mode 5 radio licence for drones required in Germany",
    "do I need a radio operator certificate to use the radio in France",
    "is a radio telephony licence needed at uncontrolled airfields in Italy",
    "which medical do I need to fly VFR in Germany",
    "how old must I be to fly solo in Türkiye",
    "maximum age of a pilot flying VFR in Spain",
    "alcohol limit for pilots in Sweden",
    "how many hours between drinking and flying VFR in Norway",
    "how do I renew my licence in Austria",
    "must I wear a parachute for aerobatics in Poland",
    "may I refuel with passengers on board in Germany",
    "landing fee at military airfields in Germany",
    "what does a flight plan cost in Italy",
    "may I carry a dog across the border to Switzerland",
    "drone flights in class D airspace in Belgium",
    "may I fly aerobatics in class G in Germany",
    "banner towing in a control zone in France",
    "may I land on a beach in Denmark",
    "speed limit in class E airspace in Germany",
    "who has right of way in the circuit in France",
    "holding pattern entry in Belgium",
    "which lights must be on at night in France",
    "how often must the transponder be inspected in Germany",
    "do I need a noise certificate to land in Germany",
    "visa for pilots landing in the UK",
    "carrying passengers for money in France",
    "may I fly with a hang glider in class E in Germany",
]
"""Subjects that the corpus does not hold, in words that its entries use."""


@pytest.mark.parametrize("asked", NOT_HELD)
async def test_what_the_corpus_does_not_hold_is_not_answered_with_what_shares_its_words(
    book: Rulebook, asked: str
) -> None:
    named = [country.code for _, _, country in book.countries.find_all(asked)]
    assert (await book.ask(asked, named)).hits == ()


@pytest.mark.parametrize(
    ("asked", "country", "first"),
    [
        ("VFR minima in France", "FR", "vfr-minima"),
        ("VFR weather minima in Germany", "DE", "vfr-minima"),
        ("minima for VFR in Spain", "ES", "vfr-minima"),
        ("VFR-Minima in Deutschland", "DE", "vfr-minima"),
        ("minima VFR en France", "FR", "vfr-minima"),
        ("which visibility for VFR in class C in France", "FR", "vfr-minima"),
        ("night VFR weather minima in Germany", "DE", "night-vfr"),
        ("SVFR minima in Germany", "DE", "special-vfr"),
        ("weather minima for special VFR in France", "FR", "special-vfr"),
        ("VFR minima in a control zone in Germany", "DE", "special-vfr"),
        ("Sonder-VFR in Österreich", "AT", "special-vfr"),
        ("recency to carry passengers in Italy", "IT", "passenger-recency"),
        ("is a LAPL medical accepted in Switzerland", "CH", "licence-abroad"),
        ("how long is my medical valid in France", "FR", "medicals"),
        ("what insurance is required to fly in France", "FR", "insurance"),
        ("minimum third party insurance for Italy", "IT", "insurance"),
        ("language proficiency level needed for radio in France", "FR", "language-proficiency"),
        ("how long after drinking may I fly in the UK", "GB", "alcohol"),
        ("alcohol and flying in Germany", "DE", "alcohol"),
        ("what do I do when a fighter intercepts me over Poland", "PL", "interception"),
        ("how much cash may I bring into Spain", "ES", "cash-declaration"),
        ("how much wine can I bring back to the UK", "GB", "traveller-allowances"),
        ("may I fly aerobatics over a town in the UK", "GB", "aerobatics"),
        ("which insurance papers must be on board in France", "FR", "documents-on-board"),
    ],
)
async def test_special_vfr_is_for_who_says_so(deps: Deps, asked: str, country: str, first: str) -> None:
    result = await use(deps, "answer_rules_question", country_code=country, question=asked)
    assert isinstance(result, RulesAnswer)
    assert [rule.question_id for rule in result.rules][:1] == [first]
    if first == "vfr-minima":
        assert "special-vfr" not in {rule.question_id for rule in result.rules}


@pytest.mark.parametrize("question_id", ["vfr-flight-plan-required", "fpl-border-crossing", "class-c-d-entry"])
async def test_nobody_reads_nothing_where_the_regulation_answers(deps: Deps, question_id: str) -> None:
    corpus = deps.rules.corpus
    question = corpus.questions[question_id]
    alone = [code for code in corpus.countries if not corpus.answers(question_id, code)]
    held = [code for code in alone if corpus.answers(question.instead, code)]
    assert {"BG", "LV", "SK"} <= set(held)
    for code in held:
        result = await use(deps, "answer_rules_question", country_code=code, question=question.text)
        assert isinstance(result, RulesAnswer)
        assert question.instead in [rule.question_id for rule in result.rules], code


def test_a_question_is_offered_only_where_it_is_answered(deps: Deps) -> None:
    book = deps.rules
    assert book.can_answer("vfr-flight-plan-required", "ES")  # by the regulation
    assert book.can_answer("vfr-flight-plan-required", "TR")  # by pilots
    assert not book.can_answer("vfr-flight-plan-required", "IM")
    assert not book.can_answer("no such question", "FR")


async def test_a_distance_to_a_country_offers_its_rules_only_where_they_answer(deps: Deps) -> None:
    jersey = await _asked("How far is EGTF from EGJJ with a C172?", deps)
    man = await _asked("How far is EGTF from EGNS with a C172?", deps)
    assert not any("flight plan for VFR in the Isle of Man" in one.text for one in man.suggestions)
    for done in (jersey, man):
        for offered in done.suggestions:
            if offered.tool == "answer_rules_question":
                again = await _asked(offered.text, deps)
                assert "I have nothing" not in again.answer.text


async def test_further_answers_are_on_the_same_subject(deps: Deps) -> None:
    result = await use(deps, "answer_rules_question", country_code="BE", question="what squawk for VFR in Belgium")
    assert isinstance(result, RulesAnswer)
    assert {rule.question_id for rule in result.rules}.isdisjoint({"special-vfr", "vfr-minima"})


@pytest.mark.parametrize(
    "asked", ["VFR to Ukraine", "rules for Ukraine", "flight plan rules in Russia", "night VFR in Belarus"]
)
async def test_a_country_at_war_is_warned_of_before_anything_else(deps: Deps, asked: str) -> None:
    done = await _asked(asked, deps)
    assert "closed or war airspace" in done.answer.text.splitlines()[0]
    assert done.answer.text.splitlines()[0].startswith("**")
    assert any("conflict zone" in source.name for source in done.sources)


async def test_a_flight_to_a_country_at_war_is_warned_of_once_and_first(deps: Deps) -> None:
    text = (await _asked("flight plan from Poland to Ukraine", deps)).answer.text
    assert text.splitlines()[0].startswith("**Ukraine: closed or war airspace")
    assert text.count("closed or war airspace") == 1


async def test_no_warning_where_there_is_no_war(deps: Deps) -> None:
    page = await use(deps, "browse_rules", country_code="PL")
    assert isinstance(page, RulesPage)
    assert page.warning is None


async def test_the_law_on_crossing_a_border_is_a_tap_away_however_short_the_question(deps: Deps) -> None:
    done = await _asked("flight plan from Germany to Switzerland", deps)
    assert len(done.answer.text.splitlines()) <= 12
    behind = [choice.text for choice in done.answer.choices if "regulation require a flight plan" in choice.text]
    assert any("Germany" in text for text in behind)
    assert any("Switzerland" in text for text in behind)


async def test_two_countries_fit_one_screen_and_lose_nothing(deps: Deps) -> None:
    done = await _asked("is a flight plan mandatory from France to UK", deps)
    assert len(done.answer.text.splitlines()) <= 12
    assert "France: Yes." in done.answer.text
    assert "United Kingdom: Yes." in done.answer.text
    behind = [choice.text for choice in done.answer.choices]
    for country in ("France", "the United Kingdom"):
        law = next(text for text in behind if "regulation require a flight plan" in text and country in text)
        assert "A flight plan is due before" in (await _asked(law, deps)).answer.text
    offered = [one.text for one in done.suggestions if one.text.startswith("Compare")]
    assert len(offered) == 1
    assert "France" in offered[0]
    assert "the United Kingdom" in offered[0]


async def _asked(text: str, deps: Deps) -> Done:
    async for event in answer(Question(text=text, at=NOW), Conversation(disclaimed=NOW.date()), deps):
        if isinstance(event, Done):
            return event
    raise AssertionError("no answer")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "it does not exist"),
        ("", "it is empty"),
        ("[]", 'it must be an object with a list "questions"'),
        ("{}", "questions: this is missing"),
        ('{"questions": "x"}', "questions: this must be a list"),
        ('{"questions": ["x"]}', "questions.0: this must be an object"),
        ('{"questions": []}', "no country answers any question"),
        ('{"questions": [', "it is not JSON, from line 1, column"),
        (b"\xff\xfe", "it is not text in UTF-8"),
    ],
)
def test_a_broken_rules_file_says_what_is_wrong_and_what_to_do(
    tmp_path: Path, content: str | bytes | None, says: str
) -> None:
    path = tmp_path / "rules.json"
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataProblem) as raised:
        read_survey(path, Wordings((), {}, {}))
    message = raised.value.user_message
    assert says in message
    assert "RULES_JSON" in message
    assert "Errno" not in message
    assert "tuple" not in message


async def test_a_broken_rules_file_leaves_distances_alone(
    own_deps: Callable[[Path], Deps], tmp_path: Path
) -> None:
    path = tmp_path / "rules.json"
    path.write_text("{", encoding="utf-8")
    done = await _asked("How far is EGTF from LFMD?", own_deps(path))
    assert "559 nm" in done.answer.text


@pytest.mark.parametrize(
    ("asked", "country", "question_id"),
    [
        ("What are the VFR minima in class D in France?", "FR", "vfr-minima"),
        ("Do I need a flight plan for a cross-country flight in France", "FR", "vfr-flight-plan-required"),
        ("English language proficiency needed in France", "FR", "language-proficiency"),
        ("fuel reserve for night VFR", "DE", "fuel-reserves"),
        ("How many landings do I need to carry passengers at night?", "GB", "passenger-recency"),
        ("How far from shore before I need a life raft?", "GB", "survival-equipment-over-water"),
        ("What do I do if my radio packs up inside the Southampton zone?", "GB", "radio-failure"),
        ("Which squawk code for lost comms?", "GB", "emergency-squawks"),
        ("dog to uk?", "GB", "pets-aboard"),
        ("When does night begin for VFR in the UK?", "GB", "night-definition"),
        ("When does night start in France for VFR?", "FR", "night-definition"),
        ("Does the transponder have to be on in class G in England?", "GB", "transponder-operation"),
        ("Is drinking the night before flying legal in France?", "FR", ""),
        ("Is PPR needed at Sylt", "DE", ""),
        ("ist Nachtflug ohne Nachtflugberechtigung verboten", "FR", ""),
        ("Can I speak English at EDKB", "DE", ""),
        ("Do I need a flight plan to cross the Seine estuary", "FR", ""),
    ],
)
async def test_the_entry_that_is_told_is_the_one_asked_for(
    deps: Deps, asked: str, country: str, question_id: str
) -> None:
    result = await use(deps, "answer_rules_question", question=asked, country_code=country)
    assert isinstance(result, RulesAnswer)
    assert (result.rules[0].question_id if result.asks_this else "") == question_id


@pytest.mark.parametrize(
    ("asked", "country", "told"),
    [
        ("Is Norway in Schengen?", "NO", "in Schengen; outside the EU customs territory"),
        ("Is Ireland in Schengen", "IE", "outside Schengen; in the EU customs territory"),
        ("is Switzerland still outside the customs union", "CH", "in Schengen; outside the EU customs territory"),
        ("is Gibraltar in Schengen", "GI", "not certain about Schengen"),
        ("Gehört Bulgarien zu Schengen?", "BG", "Bulgaria: **in Schengen; in the EU customs territory"),
        ("is Monaco part of Schengen and the customs union", "MC", "in Schengen; in the EU customs territory"),
        ("are the Channel Islands in the EU", "GG", "outside the EU customs territory"),
        ("Liechtenstein est dans Schengen ?", "LI", "in Schengen; outside the EU"),
        ("Is my insurance in Switzerland valid in Schengen?", "CH", None),
        ("Jersey fait-il partie de l'espace Schengen ?", "JE", "outside Schengen; outside the EU"),
        ("gehört Helgoland zum Zollgebiet der EU?", "DE", "Helgoland: **in Schengen; outside the EU"),
        ("are the Canary Islands in Schengen", "ES", "Inside the EU customs territory, outside its VAT"),
        ("Is Turkey in the EU customs union?", "TR", "treated as a third country"),
        ("schengen: is cyprus in?", "CY", "in the EU customs territory"),
        ("Ist Helgoland Zollgebiet?", "DE", "Helgoland: **in Schengen; outside the EU"),
        ("Muss ich in Büsingen zum Zoll?", "DE", "Büsingen: **in Schengen; outside the EU"),
        ("Campione d'Italia: Swiss or Italian customs?", "IT", "Sources differ on its customs status"),
        ("Livigno from Switzerland: customs?", "IT", None),
        ("Ist die Schweiz im Schengen-Raum?", "CH", "in Schengen; outside"),
        ("Is a passport needed when arriving from outside Schengen?", "NO", None),
        ("Is customs needed in Schengen?", "FR", None),
    ],
)
async def test_a_country_s_membership_is_told_from_the_table_of_borders(
    deps: Deps, asked: str, country: str, told: str | None
) -> None:
    result = await use(deps, "answer_rules_question", question=asked, country_code=country)
    assert isinstance(result, RulesAnswer)
    assert (told in (result.membership or "")) if told else result.membership is None


@pytest.mark.parametrize(
    ("asked", "country", "speaks"),
    [
        ("My aircraft is on a permit, am I ok to take it to Germany?", "DE", True),
        ("Swiss microlights in Germany, allowed?", "DE", True),
        ("what papers do my Indian in-laws need for a day out in Ostend", "BE", True),
        ("Is my Labrador allowed on board from Calais to Lydd?", "GB", True),
        ("Do I need landing lights for night flying in France?", "FR", False),
        ("Maximum altitude VFR in France", "FR", False),
        ("Do I need to stop at a customs airport when I fly from Denmark to Norway?", "DK", False),
        ("Is night VFR allowed in Italy?", "IT", False),
        ("Is it legal to fly at night VFR in the UK without an IR?", "GB", False),
    ],
)
async def test_a_text_on_what_was_asked_is_told_under_its_own_question_and_no_ruling(
    deps: Deps, asked: str, country: str, speaks: bool
) -> None:
    result = await use(deps, "answer_rules_question", question=asked, country_code=country)
    assert isinstance(result, RulesAnswer)
    assert (result.speaks_of_it or result.asks_this) is speaks


async def test_somebody_s_passport_closes_no_airspace(deps: Deps) -> None:
    asked = "Meine Frau hat einen ukrainischen Pass, darf sie mit nach Österreich?"
    result = await use(deps, "answer_rules_question", question=asked, country_code="AT")
    assert isinstance(result, RulesAnswer)
    assert result.warning is None
    assert result.rules[0].question_id == "travel-documents"
