"""Small territories, by the names that pilots use: which territory it is, and that no other one is judged for it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import agent.subjects.border.words
from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.subjects.border.leave import asks_leave
from agent.subjects.border.report_asked import matter_of
from agent.subjects.border.tool import BorderBrief
from agent.subjects.rules.membership import asked_of
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reader import Reader
from agent.writing.write import Talk, write

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
assert agent.subjects.border.words


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


@pytest.fixture(scope="module")
def reader(deps: Deps) -> Reader:
    return Reader(deps)


def told(deps: Deps, found: BorderBrief) -> str:
    call = ToolCall(tool="get_border_brief", arguments={"from_location": "from", "to_location": "to"})
    question = Question(text="", at=NOW)
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
    return write(found, talk).text


async def brief(deps: Deps, start: str, end: str, day: str | None = None) -> BorderBrief:
    arguments: dict[str, Any] = {"from_location": start, "to_location": end, **({"date": day} if day else {})}
    call = ToolCall(tool="get_border_brief", arguments=arguments)
    found = await registry.run(call, registry.ToolContext(deps=deps, question=Question(text="asked", at=NOW)))
    assert isinstance(found, BorderBrief)
    return found


@pytest.mark.parametrize(
    ("start", "end", "persons", "goods"),
    [
        ("Belfast", "Dublin", "yes", "verify"),
        ("Enniskillen", "Sligo", "yes", "verify"),
        ("Derry", "Prestwick", "no", "verify"),
        ("Northern Cyprus", "Greece", "verify", "verify"),
        ("TRNC", "Turkey", "yes", "verify"),
        ("Tenerife", "Casablanca", "yes", "yes"),
        ("Las Palmas", "Madrid", "no", "verify"),
        ("Mariehamn", "Oslo", "no", "yes"),
        ("Martinique", "Guadeloupe", "verify", "verify"),
        ("Saint Pierre and Miquelon", "Halifax", "yes", "yes"),
        ("Gibraltar", "Tangier", "yes", "yes"),
        ("San Marino", "Zurich", "verify", "yes"),
        ("Tiraspol", "Chisinau", "yes", "verify"),
        ("Melilla", "Granada", "yes", "yes"),
        ("Tahiti", "Noumea", "verify", "verify"),
        ("Campione d'Italia", "Oslo", "no", "yes"),
        ("Campione d'Italia", "Lugano", "no", "verify"),
    ],
)
async def test_what_is_asked_between_them(deps: Deps, start: str, end: str, persons: str, goods: str) -> None:
    found = await brief(deps, start, end)
    assert found.arrival is not None
    assert found.departure is not None
    for side in (found.departure, found.arrival):
        assert (side.immigration, side.customs) == (persons, goods)


async def test_a_town_of_northern_ireland_has_its_police_and_not_great_britains(deps: Deps) -> None:
    found = await brief(deps, "Enniskillen", "Blackpool")
    assert found.departure is not None
    assert [r.text for r in found.departure.reports if "Police Service of Northern Ireland" in r.text]
    assert found.departure.territory == "Northern Ireland"


async def test_basel_is_flown_to_at_its_shared_airport_and_its_sectors_are_said(deps: Deps) -> None:
    found = await brief(deps, "Basel", "Zurich")
    assert found.departure is not None
    assert found.departure.icao == "LFSB"
    assert any("sector" in warning for warning in found.warnings)
    assert found.departure.customs == "verify"


async def test_no_field_is_taken_unasked_in_a_disputed_territory(deps: Deps) -> None:
    found = await brief(deps, "Northern Cyprus", "Turkey")
    assert found.departure is not None
    assert found.departure.icao is None


async def test_a_place_without_an_airfield_is_not_called_the_same_place_as_the_next_island(deps: Deps) -> None:
    with pytest.raises(InvalidQuestion, match=r"Sark lies in Guernsey too.* the nearest, EGJB"):
        await brief(deps, "Guernsey", "Sark")


@pytest.mark.parametrize(
    ("place", "territory", "near"),
    [("Devon", "United Kingdom", "EGBJ"), ("Normandy", "France", "LFRG"), ("Black Forest", "Germany", "EDSB")],
)
async def test_a_county_a_region_or_a_range_is_no_field(deps: Deps, place: str, territory: str, near: str) -> None:
    found = await brief(deps, place, "Jersey")
    assert found.departure is not None
    assert (found.departure.icao, found.departure.territory) == (None, territory)
    assert near in {field.icao for field in found.departure.nearby}


@pytest.mark.parametrize(
    ("town", "field"),
    [("Zürich", "LSZH"), ("Antalya", "LTAI"), ("Skopje", "LWSK"), ("Ibiza", "LEIB"), ("Kos", "LGKO")],
)
async def test_over_a_border_a_town_is_the_airport_with_airlines_that_bears_its_name(
    deps: Deps, town: str, field: str
) -> None:
    found = await brief(deps, town, "Jersey")
    assert found.departure is not None
    assert found.departure.icao == field


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("EGKB", "LFAT", 60),
        ("EDKA", "EHBK", 60),
        ("LCEN", "LTAI", None),
        ("BKPR", "LWSK", None),
        ("EGAC", "EGPK", 0),
        ("LEAM", "GEML", 0),
    ],
)
async def test_the_brief_names_the_flight_plan_over_a_state_s_border(
    deps: Deps, start: str, end: str, minutes: int | None
) -> None:
    """0: no state's border. Without a figure that was read for the state, or in a contested one, none is told."""
    plan = (await brief(deps, start, end)).flight_plan
    assert (plan.before_minutes if plan else 0) == minutes


@pytest.mark.parametrize(("day", "can"), [("2026-12-27", None), ("2026-07-05", True)])
async def test_a_field_that_clears_in_summer_is_not_known_to_clear_in_winter(
    deps: Deps, day: str, can: bool | None
) -> None:
    found = await brief(deps, "EICK", "LFRQ", day)
    assert found.arrival is not None
    assert found.arrival.can_clear is can


async def test_a_village_in_an_enclave_is_never_stood_for_by_a_field_of_the_next_state(deps: Deps) -> None:
    found = await brief(deps, "Kempten", "Mittelberg")
    assert found.arrival is not None
    assert found.arrival.icao is None


@pytest.mark.parametrize(("start", "end"), [("Dubai", "Muscat"), ("Cape Town", "Windhoek"), ("Miami", "Havana")])
async def test_between_states_of_whose_borders_nothing_was_read_that_is_said_first(
    deps: Deps, start: str, end: str
) -> None:
    found = await brief(deps, start, end)
    assert [side.held for side in (found.departure, found.arrival) if side] == [False, False]
    assert not found.sources
    assert told(deps, found).startswith("**I hold no border rules of ")
    assert "immigration needed" not in told(deps, found)


async def test_of_a_neighbour_whose_borders_were_not_read_that_is_said_beside_what_was(deps: Deps) -> None:
    found = await brief(deps, "Malaga", "Tangier")
    assert [side.held for side in (found.departure, found.arrival) if side] == [True, False]
    assert "I hold no border rules of Morocco: ask its AIP." in told(deps, found)


async def test_a_field_that_takes_such_flights_in_summer_alone_does_not_clear_one_of_today(deps: Deps) -> None:
    """The text of La Môle authorizes flights from outside Schengen from July to mid-October; it is November."""
    found = await brief(deps, "Alderney", "LFTZ")
    assert found.arrival is not None
    assert (found.arrival.can_clear, found.arrival.out_of_season) == (None, True)
    assert (found.arrival.field_says or "").startswith(
        "Flights to / from country outside Schengen authorized only"
    )
    in_summer = await brief(deps, "Alderney", "LFTZ", "2027-08-02")
    assert in_summer.arrival is not None
    assert in_summer.arrival.can_clear is True


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Vaduz customs", "Liechtenstein"),
        ("Zoll in Liechtenstein", "Liechtenstein"),
        ("Monaco customs", "Monaco"),
        ("douane à Monte Carlo", "Monaco"),
        ("Andorra customs", "Andorra"),
        ("Büsingen Zoll", "Büsingen"),
    ],
)
def test_the_customs_of_a_territory_without_an_airfield_are_those_of_its_territory(
    deps: Deps, asked: str, name: str
) -> None:
    assert [territory.name for territory in asked_of(asked, deps)] in (
        [name],
        [deps.borders.of_country("LI").name],
    )


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [
        ("Arriving at Le Touquet from Lydd, OK?", "Lydd", "Le Touquet"),
        ("is it OK to go to Ostend from Biggin with no notice", "Biggin", "Ostend"),
        ("is it allowed to fly direct from Konstanz to Wangen-Lachen", "Konstanz", "Wangen-Lachen"),
        ("Flying in to Headcorn from Calais ok?", "Calais", "Headcorn"),
        ("are we allowed to hop from Dover area to Saint-Inglevert", "Dover", "Saint-Inglevert"),
        ("may I land at Deauville coming from Jersey", "Jersey", "Deauville"),
        ("Ist es erlaubt, von Lydd nach Abbeville zu fliegen?", "Lydd", "Abbeville"),
        ("A-t-on le droit de se poser à Abbeville en venant de Lydd ?", "Lydd", "Abbeville"),
    ],
)
def test_leave_to_fly_over_a_border_is_a_question_of_the_border(
    reader: Reader, asked: str, start: str, end: str
) -> None:
    (reading,) = reader.readings(reader.said(asked, NOW.date()), Known())
    assert (reading.tool, reading.arguments) == ("get_border_brief", {"from_location": start, "to_location": end})


@pytest.mark.parametrize(
    "asked",
    [
        "can I fly from Oxford to Cambridge",
        "can I reach Le Touquet from Shoreham in a C152",
        "can I get from Lydd to Le Touquet in 20 minutes",
        "is it ok to fly from Lydd to Le Touquet in this weather",
        "can I fly to Le Touquet",
    ],
)
def test_what_a_flight_takes_otherwise_is_no_question_of_leave(reader: Reader, asked: str) -> None:
    assert not asks_leave(reader.said(asked, NOW.date()))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (
            "customs at Calais on Sunday 16:30 UTC",
            {"icao_code": "LFAC", "date": "2026-11-29", "time": "17:30"},
        ),
        ("customs at Deauville saturday 9pm", {"icao_code": "LFRG", "date": "2026-11-28", "time": "21:00"}),
        (
            "arriving Dinard 22:00 from Jersey allowed?",
            {"icao_code": "LFRD", "time": "22:00", "from_country": "JE"},
        ),
    ],
)
def test_customs_at_an_hour_are_asked_of_the_field_with_the_hour(
    reader: Reader, asked: str, expected: dict[str, Any]
) -> None:
    """Calais clears from 8 to 15 UTC in winter: an answer that leaves the hour out would pass for a yes."""
    (reading,) = reader.readings(reader.said(asked, NOW.date()), Known())
    assert (reading.tool, reading.arguments) == ("get_notification_for_airport", expected)


@pytest.mark.parametrize(
    ("asked", "matter"),
    [
        ("what happens if I arrive later than on the GAR", "changes"),
        ("passenger swapped after GAR sent", "changes"),
        ("Do I have to GAR if I land in France and come back the same day", "scope"),
        ("Do helicopters need a GAR", "scope"),
        ("GAR for a microlight", "scope"),
        ("what happens if I send no GAR", "missing"),
        ("GAR deadline Lydd to Calais 10:00 tomorrow", None),
    ],
)
def test_what_is_asked_of_a_gar_beside_its_deadline(deps: Deps, asked: str, matter: str | None) -> None:
    assert matter_of(asked, deps.settings.data / "language") == matter


async def test_a_border_point_does_not_send_on_to_another_of_which_no_more_is_known(deps: Deps) -> None:
    found = await brief(deps, "LDZA", "LQSA")
    assert found.departure is not None
    assert found.departure.border_point
    assert found.departure.nearby == ()


async def test_fields_that_are_known_to_clear_come_before_mere_border_points(deps: Deps) -> None:
    found = await brief(deps, "LFBH", "EGJJ")
    assert found.departure is not None
    assert found.departure.nearby
    assert all(field.customs_known for field in found.departure.nearby)


async def test_an_island_with_its_article_is_no_town_overseas(deps: Deps) -> None:
    found = await brief(deps, "la Crète", "Chypre")
    assert found.departure is not None
    assert found.departure.territory == "Greece"
