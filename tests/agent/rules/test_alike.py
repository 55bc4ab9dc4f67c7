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
    ],
)
async def test_what_europe_says_alike_needs_no_country(text: str, held: str, deps: Deps) -> None:
    said = await asked(text, deps)
    assert "states that apply the European rules" in said
    assert held in said
    assert "United Kingdom" in said.partition("In their own words: ")[2]


@pytest.mark.parametrize("text", ["is it legal for my mate to pay his share of fuel", "airspace rules"])
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


@pytest.mark.parametrize(
    "text",
    [
        "do I need to pay customs duty on wine, 24 bottles from Saumur, flying privately?",
        "wie viel Zigaretten darf ich zollfrei aus der Schweiz mitbringen",
    ],
)
async def test_goods_are_asked_for_the_country_they_come_into(text: str, deps: Deps) -> None:
    said = await asked(text, deps)
    assert "27 " in said.splitlines()[0]
    assert "Royaume-Uni" in said or "United Kingdom" in said or "Vereinigtes Königreich" in said


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("transition altitude Netherlands", "3 500 ft for VFR"),
        ("QNH or QFE in Belgium", "4 500 ft"),
        ("Darf ich nachts VFR in der Schweiz fliegen", "8 km"),
        ("do I have to carry my logbook in France", "need not be aboard"),
        ("Do I need a fire extinguisher on board in the UK", "ELA1"),
        ("la ceinture gilet de sauvetage c est obligatoire pour la corse en monomoteur ?", "Life-jackets"),
        ("Vergleich VFR nachts D vs NL vs CH", "Deutschland"),
        ("Is a flight plan needed for night VFR in Switzerland", "not due in classes E and G"),
        ("how close to clouds can I fly in class E in Germany", "1 500 m horizontally"),
        ("what are the rules on aerobatics in the UK", "congested area"),
        ("brevet LAPL en Suisse", "LAPL"),
        ("wie oft muss ich landen um Passagiere mitzunehmen bei Nacht", "In the preceding 90 days"),
        ("customs, PPR and flight plan rules for Jersey", "Gendec"),
        ("Flugplan nach Lüttich EBLG pflicht?", "A flight plan is due before"),
        ("est-ce que la Bulgarie et la Roumanie sont dans Schengen pour les vols privés", "dans Schengen"),
        ("land in a field in Austria emergency", "landings forced by safety"),
        ("licence canadienne en France", "EASA"),
        ("mon passager anglais a-t-il besoin d'un passeport pour la France", "Schengen states"),
        ("was kostet ein vergessenes GAR", "£10,000"),
        ("Which European countries are not in Schengen", "Outside both, in Europe"),
        (
            "compare la suisse et l italie pour un avion venant de france, douane et plan de vol",
            "Suisse et Italie",
        ),
    ],
)
async def test_what_was_read_is_told_in_the_pilot_s_words(text: str, held: str, deps: Deps) -> None:
    assert held in await asked(text, deps)


async def test_where_no_police_is_known_to_ask_the_fields_own_notice_is_told(deps: Deps) -> None:
    said = await asked("when must I tell the police, Dinard to Jersey", deps)
    assert "48 h" in said


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("un pilote suisse peut-il voler de nuit en France", "Suisse"),
        ("Muss mein Passagier aus Indien ein Visum haben für Frankreich", "Indien:"),
        ("dog from Germany to Switzerland", "Germany:"),
        ("Passagier aus den USA nach England ETA nötig?", "Vereinigte Staaten"),
        ("UL mit deutscher Zulassung nach Dänemark", "Deutschland:"),
    ],
)
async def test_whose_pilot_passenger_or_dog_it_is_names_no_country_that_is_asked(
    text: str, never: str, deps: Deps
) -> None:
    said = await asked(text, deps)
    assert "nebeneinander" not in said
    assert "côte à côte" not in said
    assert "side by side" not in said
    assert never not in "\n".join(line for line in said.splitlines() if not line.startswith("**Pass ("))
