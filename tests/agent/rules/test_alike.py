"""A rule asked for without a country: where Europe says the same it is told at once, beside the question back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Profile, Question
from bot.transcript import gather

AT = datetime(2026, 11, 24, 10, tzinfo=UTC)


async def asked(text: str, deps: Deps) -> str:
    question = Question(text=text, at=AT, profile=Profile())
    done = (await gather(answer(question, Conversation(disclaimed=AT.date()), deps))).done
    assert done is not None
    return done.answer.text


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("oxygen rules part-NCO, above which altitude?", "between 10 000 ft and 13 000 ft"),
        ("90 days rule for passengers, how many landings?", "at least 3 take-offs, approaches and landings"),
        ("what do I do if the radio fails", "Squawk 7600"),
        ("is it legal for my mate to pay his share of fuel", "the direct costs are shared by all occupants"),
    ],
)
async def test_what_europe_says_alike_needs_no_country(text: str, held: str, deps: Deps) -> None:
    said = await asked(text, deps)
    assert "states that apply the European rules" in said
    assert held in said
    assert "United Kingdom" in said.partition("In their own words: ")[2]


@pytest.mark.parametrize("text", ["airspace rules"])
async def test_what_no_european_text_surely_answers_is_asked_back_alone(text: str, deps: Deps) -> None:
    said = await asked(text, deps)
    assert "European rules" not in said


@pytest.mark.parametrize("text", ["peut-on fumer à bord", "is a first aid kit compulsory"])
async def test_no_country_is_asked_for_what_none_answers(text: str, deps: Deps) -> None:
    said = await asked(text, deps)
    assert "for any country." in said or "pour aucun pays" in said
    assert "?" not in said


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("can I fly without transponder in UK class G", "Not required"),
        ("FAA licence in UK private", "ICAO Annex 1"),
        ("mountain rating UK licence France", "FCL.815"),
        ("do I have to talk to London Information", "No."),
    ],
)
async def test_words_that_mean_one_entry_alone_lead_to_it(text: str, held: str, deps: Deps) -> None:
    assert held in await asked(text, deps)


async def test_duty_free_drink_is_not_the_pilot_s_blood_alcohol(deps: Deps) -> None:
    said = await asked("wie viel Alkohol darf ich zollfrei nach England mitbringen", deps)
    assert "mg" not in said


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("my passenger list changed after I sent the GAR, what now", "can be changed until 2 h before"),
        ("who do I send the GAR to", "Online only"),
        ("Can the GAR be sent from an app like SkyDemon?", "an approved application"),
    ],
)
async def test_what_is_asked_of_a_report_beside_its_clock_is_answered(text: str, held: str, deps: Deps) -> None:
    assert held in await asked(text, deps)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("oxygen, insurance and life jackets in Germany", ("10 000 ft", "special drawing rights", "Life-jackets")),
        (
            "Night VFR, cost sharing and documents in the UK and Germany",
            ("§ 36 LuftVO", "6 persons", "NCO.GEN.135"),
        ),
        ("plan de vol et transpondeur en Suisse et en Italie", ("Suisse et Italie", "Faut-il un plan de vol")),
    ],
)
async def test_each_of_several_subjects_is_answered_for_each_country(
    text: str, held: tuple[str, ...], deps: Deps
) -> None:
    said = await asked(text, deps)
    assert all(words in said for words in held)


@pytest.mark.parametrize("subject", ["flight plan", "insurance", "oxygen"])
async def test_a_bare_subject_of_two_countries_is_what_it_is_of_one(subject: str, deps: Deps) -> None:
    told = {"flight plan": "No written flight plan", "insurance": "special drawing", "oxygen": "10 000 ft"}
    assert told[subject] in await asked(f"{subject} in the UK and Germany", deps)


async def test_goods_are_asked_for_the_country_they_come_into(deps: Deps) -> None:
    said = await asked("do I need to pay customs duty on wine, 24 bottles from Saumur, flying privately?", deps)
    assert "27 " in said.splitlines()[0]
    assert "Royaume-Uni" in said or "United Kingdom" in said or "Vereinigtes Königreich" in said


async def test_what_comes_from_outside_the_union_is_told_by_the_unions_limits(deps: Deps) -> None:
    said = await asked("wie viel Zigaretten darf ich zollfrei aus der Schweiz mitbringen", deps)
    assert "From outside the EU" in said and "200 cigarettes" in said
