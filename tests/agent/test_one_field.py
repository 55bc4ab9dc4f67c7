"""A question about one airfield is answered for that one, never silently for another some way off."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.deps import Deps
from agent.locate import NotLocated, one_field
from agent.protocol import Question, ToolCall
from agent.registry import ToolContext
from agent.subjects.airfield.asked import having
from agent.subjects.airfield.elsewhere import taken_for_town
from agent.subjects.offered import instead

AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "ident"),
    [
        ("LFAT", "LFAT"),
        ("Dinard", "LFRD"),
        ("Cambridge", "EGSC"),
        ("Jersey", "EGJJ"),
        ("Redhill", "EGKR"),
        ("Dunkirk", "LFAK"),
    ],
)
def test_a_field_by_its_code_or_name(deps: Deps, said: str, ident: str) -> None:
    found = one_field(said, ToolContext(deps, Question(text=said, at=AT)))
    assert not isinstance(found, NotLocated) and found.ident == ident


@pytest.mark.parametrize(("said", "near"), [("Manston", "EGMD"), ("Étretat", "LFOH"), ("Windsor", "EGLM")])
def test_a_place_without_a_field_names_those_near_it(deps: Deps, said: str, near: str) -> None:
    found = one_field(said, ToolContext(deps, Question(text=said, at=AT)))
    assert isinstance(found, NotLocated)
    assert said in found.message and near in found.suggestions


@pytest.mark.parametrize(
    ("city", "fields"),
    [
        ("London", {"EGKB", "EGLC"}),
        ("Paris", {"LFPB", "LFPN"}),
        ("Berlin", {"EDDB"}),
        ("Hamburg", {"EDDH", "EDHI"}),
    ],
)
def test_a_city_with_several_fields_is_asked_about(deps: Deps, city: str, fields: set[str]) -> None:
    found = one_field(city, ToolContext(deps, Question(text=city, at=AT)))
    assert isinstance(found, NotLocated)
    assert fields <= set(found.suggestions) and "EGED" not in found.suggestions  # Eday is by the bay of London


@pytest.mark.parametrize(
    ("said", "asked", "ident"),
    [
        ("Toulouse", "customs", "LFBO"),  # the AIP states customs at Blagnac, nothing at Lasbordes
        ("Toulouse", "avgas", "LFCL"),  # sold at both: the field for light aircraft
        ("Köln", "customs", "EDDK"),
        ("Bordeaux", "customs", "LFBD"),
        ("LFCL", "customs", "LFCL"),  # a code is a code
    ],
)
def test_a_town_is_its_field_that_has_what_is_asked(deps: Deps, said: str, asked: str, ident: str) -> None:
    found = one_field(said, ToolContext(deps, Question(text=said, at=AT)), having([asked], deps))
    assert not isinstance(found, NotLocated) and found.ident == ident


def test_of_several_fields_that_have_it_those_are_offered(deps: Deps) -> None:
    found = one_field("Bordeaux", ToolContext(deps, Question(text="", at=AT)), having(["avgas"], deps))
    assert isinstance(found, NotLocated)
    assert set(found.suggestions) == {"LFBD", "LFCS", "LFDY"}  # VAC item 10 of each; Libourne is another town
    corsica = one_field("Corse", ToolContext(deps, Question(text="", at=AT)), having(["customs"], deps))
    assert isinstance(corsica, NotLocated)
    assert set(corsica.suggestions) == {"LFKB", "LFKC", "LFKF", "LFKJ"}  # AD 2.3 (2) of each
    munich = one_field("Munich", ToolContext(deps, Question(text="", at=AT)))
    assert isinstance(munich, NotLocated) and "EDDM" in munich.suggestions


def test_it_is_said_which_of_a_towns_fields_was_taken(deps: Deps) -> None:
    call = ToolCall(tool="get_airport_details", arguments={"icao_code": "LFBO", "about": ["customs"]})
    said = taken_for_town(call, "Customs at Toulouse?", deps)
    assert said is not None and "LFBO" in said and "LFCL" in said
    assert taken_for_town(call, "customs at LFBO", deps) is None
    assert taken_for_town(call, "customs at Toulouse Blagnac", deps) is None


def test_what_is_offered_instead_is_the_same_call(deps: Deps) -> None:
    lost = NotLocated("Wibble", "…", ("EGKB", "EGMD"))
    asked = ToolCall(tool="get_weather", arguments={"places": ["LFAT", "Wibble"], "kind": "taf"})
    assert [choice.call for choice in instead(lost, asked, "places")] == [
        asked.varied(places=["LFAT", field]) for field in ("EGKB", "EGMD")
    ]
    one = ToolCall(tool="get_airport_details", arguments={"icao_code": "Wibble", "about": ["fuel"]})
    assert [choice.call for choice in instead(lost, one, "icao_code")] == [
        one.varied(icao_code=field) for field in ("EGKB", "EGMD")
    ]
