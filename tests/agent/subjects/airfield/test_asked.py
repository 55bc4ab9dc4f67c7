"""A question for one attribute of an airfield gets that attribute, with its source; a list is no proof of absence."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from agent import registry
from agent.errors import InvalidQuestion
from agent.protocol import Conversation, Question, ToolCall, Turn
from agent.subjects.airfield.asked import ATTRIBUTES, asked_in, day_in
from agent.subjects.airfield.attributes import AskedFact

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)  # a Saturday


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("UL91 at LFAT?", ("ul91",)),
        ("is LFAT open today?", ("hours",)),
        ("elevation of LSGG", ("elevation",)),
        ("how long is the runway at EGKB", ("runway",)),
        ("does LFAT have jet fuel", ("jet_a",)),
        ("is there a restaurant at EBKT", ("restaurant",)),
        ("what approaches does EGKB have", ("approaches",)),
        ("night lights at LFAT?", ("lights",)),
        ("frequency of LFAT", ("frequency",)),
        ("tower frequency at EGHI", ("frequency",)),
        ("hotel at LFAT", ("hotel",)),
        ("has EGHH got an ILS", ("ils",)),
        ("is LECU hard or grass", ("runway",)),
        ("is the tower at LOWS closed at night", ("tower",)),
        ("circuit height EGSG", ("circuit",)),
        ("avgas and a restaurant at LFAT?", ("avgas", "restaurant")),
        ("where is the restaurant at LFAT", ("restaurant",)),
        ("where is LFAT", ("position",)),
        ("y a-t-il de l'avgas à LFBZ", ("avgas",)),
        ("horaires d'ouverture de LFRG", ("hours",)),
        ("quelle est la longueur de piste à LFQA", ("runway",)),
        ("quelle est l'altitude de LFLS", ("elevation",)),
        ("fréquences LFPN", ("frequency",)),
        ("hat EDTF Befeuerung", ("lights",)),
        ("Öffnungszeiten EDNY", ("hours",)),
        ("wie lang ist die Landebahn in LOWZ", ("runway",)),
        ("welchen Sprit gibt es in EDFE", ("fuel",)),
        ("Höhe von LSZS", ("elevation",)),
    ],
)
def test_words_of_three_languages_name_what_is_asked(text: str, asked: tuple[str, ...]) -> None:
    assert asked_in(text) == asked


@pytest.mark.parametrize(
    "text",
    ["LFAT", "LFAT details", "tell me about LFAT", "what is LFAT like", "open EGCB", "EBAW facilities?",
     "everything about EGHC, fuel too", "Tell me about EGKB", "the second one", "parle-moi de LFMD"],
)  # fmt: skip
def test_a_question_for_the_airfield_as_a_whole_names_nothing(text: str) -> None:
    assert asked_in(text) == ()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("is LFAT open today?", date(2026, 11, 21)),
        ("open on Sunday?", date(2026, 11, 22)),
        ("ouvert demain ?", date(2026, 11, 22)),
        ("hat EDNY am Montag offen", date(2026, 11, 23)),
        ("hours on 25 Dec", date(2026, 12, 25)),
        ("opening hours of LFAT", None),
    ],
)
def test_the_day_of_a_question_about_hours_is_read(text: str, day: date | None) -> None:
    assert day_in(text, NOW.date()) == day


@pytest.fixture
def details(deps: Any) -> Any:
    async def one(text: str, code: str, earlier: tuple[str, ...] = (), **arguments: Any) -> Any:
        turns = tuple(Turn(text=said, answer="", at=NOW) for said in earlier)
        context = registry.ToolContext(deps, Question(text=text, at=NOW), Conversation(turns=turns))
        call = ToolCall(tool="get_airport_details", arguments={"icao_code": code, **arguments})
        return await registry.run(call, context)

    return one


async def test_a_grade_that_the_list_lacks_is_not_listed_which_is_no_no(details: Any) -> None:
    (fact,) = (await details("UL91 at LFAT?", "LFAT")).answers
    assert (fact.known, fact.listed) == (True, False)
    assert fact.value.startswith("AVGAS 100LL, Jet A-1 (self-service")  # VAC LFAT, item 10
    assert fact.as_of == date(2026, 8, 6)


async def test_a_grade_that_the_list_names_is_listed(details: Any) -> None:
    (fact,) = (await details("UL91 at LSGS?", "LSGS")).answers
    assert fact.listed is True


async def test_no_document_is_no_data_and_never_a_no(details: Any) -> None:
    (fact,) = (await details("is there a restaurant at EBKT", "EBKT")).answers
    assert fact == AskedFact(attribute="restaurant")


async def test_hours_of_a_day_are_local_and_utc_where_the_basis_is_printed(details: Any) -> None:
    (fact,) = (await details("is EGKB open on 4 July 2027?", "EGKB")).answers  # a Sunday in summer
    assert fact.hours.local == ("08:00–22:00",)
    assert fact.hours.utc == ("07:00–21:00",)


async def test_hours_follow_the_basis_that_their_document_states(details: Any) -> None:
    (fact,) = (await details("is LFAT open today?", "LFAT")).answers
    assert fact.hours.figures == ("0800-1800",)
    assert fact.hours.utc == ("08:00–18:00",)  # NOW is in winter; AIP France: UTC, one hour less in summer
    assert fact.hours.local == ("09:00–19:00",)


async def test_only_the_sources_of_what_was_asked_are_named(details: Any) -> None:
    (table,) = (await details("elevation of LFAT", "LFAT")).sources
    assert table.name.startswith("OurAirports")
    fuel = (await details("fuel at LFAT", "LFAT")).sources
    assert {source.name for source in fuel} == {"VAC France (SIA)"}


async def test_an_argument_names_the_attributes_without_words(details: Any) -> None:
    assert [f.attribute for f in (await details("", "LFAT", asked=["hotel", "ils"])).answers] == ["hotel", "ils"]
    assert [f.attribute for f in (await details("", "LFAT", asked="hotel")).answers] == ["hotel"]
    assert (await details("hotel at LFAT", "LFAT", asked=[])).answers == ()
    with pytest.raises(InvalidQuestion, match="no attribute"):
        await details("", "LFAT", asked=["pool"])


async def test_what_is_asked_of_one_field_is_asked_of_the_next(details: Any) -> None:
    earlier = ("UL91 at LFAT?", "and EGKB?")
    assert [f.attribute for f in (await details("and LSGS?", "LSGS", earlier)).answers] == ["ul91"]
    assert (await details("LSGS", "LSGS", earlier)).answers == ()


async def test_a_name_asks_for_nothing(details: Any, deps: Any) -> None:
    airport = next(a for a in deps.airports if "Tower" in a.short_name.split() and a.icao is None)
    assert (await details(f"tell me about {airport.short_name}", airport.ident)).answers == ()


@pytest.mark.parametrize("attribute", ATTRIBUTES)
@pytest.mark.parametrize("code", ["LFAT", "EGKB", "LFOJ", "LFEC"])
async def test_every_attribute_is_said_in_a_few_lines(details: Any, deps: Any, attribute: str, code: str) -> None:
    from agent.protocol import Plan
    from agent.subjects.airfield.words import write
    from agent.writing.write import Talk

    result = await details("", code, asked=[attribute])
    call = ToolCall(tool="get_airport_details", arguments={"icao_code": code})
    answer = write(result, Talk(Question(text="", at=NOW), Conversation(), Plan(), call, deps))
    assert code in answer.text
    assert "**" in answer.text
    assert len(answer.text.splitlines()) <= 8
    assert f"{code} details" in [choice.text for choice in answer.choices]
