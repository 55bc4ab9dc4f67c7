"""What one question of the rules says besides its first matter is told, or named as not held."""

from __future__ import annotations

import tomllib

import pytest
from contracts.tool_use import use

from agent.deps import Deps
from agent.subjects.rules.nationals import VISA_FREE, VISA_NEEDED
from agent.subjects.rules.tool import RulesAnswer


async def asked(deps: Deps, question: str, *countries: str) -> RulesAnswer:
    first, *others = countries
    result = await use(
        deps,
        "answer_rules_question",
        question=question,
        country_code=first,
        **({"countries": others} if others else {}),
    )
    assert isinstance(result, RulesAnswer)
    return result


@pytest.mark.parametrize(
    ("question", "countries", "also"),
    [
        ("Do I need a lifejacket and a raft over the North Sea, and a PLB", ("GB", "NO"), "elt"),
        ("can I take 2 bottles of whisky and my dog to Ireland", ("IE",), "traveller-allowances"),
        (
            "Do I need a flight plan from Popham to Cherbourg, and who closes it at the other end?",
            ("GB", "FR"),
            "fpl-closing",
        ),
    ],
)
async def test_a_second_matter_that_is_named_is_told(
    deps: Deps, question: str, countries: tuple[str, ...], also: str
) -> None:
    result = await asked(deps, question, *countries)
    assert [item.question_id for item in result.also if item.question_id.startswith(also)]


async def test_one_matter_alone_has_none_besides(deps: Deps) -> None:
    for question in ("Do I need a lifejacket over the North Sea", "is a flight plan needed to cross the border"):
        assert (await asked(deps, question, "GB")).also == ()


@pytest.mark.parametrize(
    ("question", "country", "thing"),
    [
        ("do i need transponder above 1200 ft with motorglider in nl", "NL", "motor gliders"),
        ("what's the minimum height over towns for a balloon", "FR", "balloons"),
        ("Do my passengers need a visa or an ETIAS", "BE", "ETIAS"),
    ],
)
async def test_a_thing_the_text_does_not_speak_of_is_named(
    deps: Deps, question: str, country: str, thing: str
) -> None:
    assert thing in (await asked(deps, question, country)).unsaid


async def test_a_thing_the_text_speaks_of_is_not(deps: Deps) -> None:
    assert (await asked(deps, "must a helicopter carry a transponder for VFR", "NL")).unsaid == ""


@pytest.mark.parametrize(
    ("question", "country", "line"),
    [
        ("do my British friends need an ETA or a passport", "GB", "no ETA"),
        ("do German pilots need a visa or an ETA", "GB", "an ETA before travel"),
        ("does my Moroccan passenger need a visa", "GB", "a visa for the UK before travel"),
        ("is an ETA enough for my Turkish friend", "JE", "on the UK's visa list"),
        ("does my Israeli friend need an ETA", "GB", "I do not hold which"),
        ("does my Dutch passenger need a passport", "GG", "an ETA may be due"),
        ("do my British passengers need a visa", "BE", "no visa for up to 90 days"),
        ("does my American friend need a visa for Germany", "DE", "no visa for up to 90 days"),
        ("does my Indian friend need a visa for France", "FR", "a visa for the Schengen states"),
        ("does my Irish passenger need a passport", "FR", "identity card"),
        ("does my Brazilian friend need a passport", "IE", ""),
    ],
)
async def test_a_nationality_is_answered_by_what_it_asks_for(
    deps: Deps, question: str, country: str, line: str
) -> None:
    told = (await asked(deps, question, country)).their_passport
    assert line in told if line else not told


async def test_a_matter_without_a_word_there_is_named(deps: Deps) -> None:
    result = await asked(
        deps, "Brauch ich in der Schweiz ein Sprechfunkzeugnis, und ist Deutsch im Funk ok?", "CH"
    )
    assert "radio operator's licence" in result.unsaid
    assert any("Which language" in item.question_text for item in (*result.rules, *result.also))


async def test_both_ends_of_a_flight_say_what_a_passport_asks_for(deps: Deps) -> None:
    told = (await asked(deps, "My wife is Canadian, Goodwood to Le Touquet. Visa?", "GB", "FR")).their_passport
    assert "an ETA" in told
    assert "no visa for up to 90 days" in told


def test_the_states_with_and_without_a_visa_are_those_that_the_entry_names(deps: Deps) -> None:
    text = tomllib.loads((deps.settings.data / "rules" / "EU.toml").read_text("utf-8"))["answers"]["visa-list"][
        "text"
    ]
    needed, free = text.split("Nationals of the EU need none.")
    assert {c.code for _, _, c in deps.countries.find_all(needed)} == VISA_NEEDED
    assert {
        c.code for _, _, c in deps.countries.find_all(free.replace("British citizens", "the United Kingdom"))
    } == VISA_FREE


@pytest.mark.parametrize(
    ("question", "country", "also"),
    [
        ("can i fly night vfr in france w uk licence", "FR", "night-vfr"),
        ("Can I fly my dutch microlight to England without permission? what papers", "GB", "documents-on-board"),
        ("Brauche ich für Kroatien ein Visum als Schweizer und einen Flugplan", "HR", "flight-plan-by-regulation"),
        ("can I fly a permit aircraft to Belgium, and at night?", "BE", "night-vfr"),
        ("faut-il une licence radio en Belgique et parler anglais ?", "BE", "radio-language"),
    ],
)
async def test_a_matter_said_in_a_word_is_told_beside_another(
    deps: Deps, question: str, country: str, also: str
) -> None:
    result = await asked(deps, question, country)
    assert also in {item.question_id for item in result.also}


async def test_customs_asked_besides_follow_from_how_the_country_stands(deps: Deps) -> None:
    result = await asked(deps, "Passport needed to Denmark for dutch people, and customs", "DK")
    assert "EU customs territory" in result.customs


async def test_a_transponder_asked_for_no_class_is_told_class_by_class(deps: Deps) -> None:
    result = await asked(deps, "do i need transponder in france below fl100 vfr", "FR")
    assert [item.question_id[-1] for item in result.by_state] == ["g", "e", "d", "c"]
    assert not result.asks_this


async def test_what_a_microlight_needs_says_that_the_text_does_not_speak_of_it(deps: Deps) -> None:
    result = await asked(deps, "Is transponder needed in Dutch airspace for a microlight", "NL")
    assert result.by_state
    assert "microlights" in result.unsaid


async def test_persons_and_hundreds_are_no_passport_and_no_dog(deps: Deps) -> None:
    corpus = deps.rules.corpus
    for words in ("how many persons may share", "personal locator", "a hundred feet"):
        assert not {one.id for one in corpus.all_named_in(words)} & {"travel-documents", "pets-aboard"}


@pytest.mark.parametrize(
    ("question", "country", "said"),
    [
        ("as an American do I need a visa", "FR", "no visa for up to 90 days"),
        ("my Swiss passengers need what to enter", "GB", "an ETA before travel"),
        ("Visum als Schweizer nötig?", "HR", "not named in the lists"),
    ],
)
async def test_a_nationality_has_its_line(deps: Deps, question: str, country: str, said: str) -> None:
    assert said in (await asked(deps, question, country)).their_passport
