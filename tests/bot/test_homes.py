"""A person's home page: settings, recent questions, what is set up."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.protocol import ChatRef, Person
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Profile, Turn
from bot.actions import Ask, read_action
from bot.homes import StoredHomes
from bot.keys import PersonRef
from bot.settings import Settings
from bot.store import Store

CHAT, ANA = ChatRef("slack", "T1", "D1"), Person("U1")
REF = PersonRef("slack", "T1", "U1")


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=replace(AgentSettings(), data_dir=data_dir))


@pytest.fixture
def homes(store: Store, deps: Deps) -> StoredHomes:
    return StoredHomes(store, deps, Settings(agent=deps.settings))


def turn(text: str, person: str = "U1") -> Turn:
    return Turn(text=text, answer="…", at=datetime(2026, 5, 1, tzinfo=UTC), person=person)


async def test_a_new_person_sees_an_empty_home(homes: StoredHomes) -> None:
    view = await homes.view(CHAT, ANA)
    assert (view.home_base, view.aircraft, view.units, view.recent) == ("", "", "aviation", ())
    assert dict(view.setup) == {"Airline flights": False, "Language model": False, "Street maps": False}


async def test_settings_are_kept_as_the_commands_keep_them(homes: StoredHomes, store: Store) -> None:
    assert await homes.change(CHAT, ANA, home_base="egtf", aircraft="SR22 165 kt", units="metric") == ""
    profile = await store.profile(REF)
    assert (profile.home_base, profile.cruise_speed_kts, profile.units) == ("EGTF", 165, "metric")
    assert "SR22" in (profile.aircraft or "")
    view = await homes.view(CHAT, ANA)
    assert view.home_base == "EGTF" and view.aircraft.endswith("165 kt") and view.units == "metric"


async def test_empty_fields_take_settings_back(homes: StoredHomes, store: Store) -> None:
    await store.save_profile(REF, Profile(aircraft="SR22", home_base="EGTF"))
    assert await homes.change(CHAT, ANA, home_base=" ", aircraft="", units="aviation") == ""
    assert await store.profile(REF) == Profile()


@pytest.mark.parametrize(
    ("home_base", "aircraft", "units", "words"),
    [
        ("ZZZZ", "", "aviation", "I don't know ZZZZ"),
        ("", "flying carpet", "aviation", "I don't know the type flying carpet"),
        ("", "", "imperial", "Choose aviation"),
        ("", "Cessna", "aviation", "Which Cessna"),
    ],
)
async def test_what_is_not_understood_is_said_and_nothing_is_changed(
    homes: StoredHomes, store: Store, home_base: str, aircraft: str, units: str, words: str
) -> None:
    await store.save_profile(REF, Profile(home_base="LFAT"))
    assert words in await homes.change(CHAT, ANA, home_base=home_base, aircraft=aircraft, units=units)
    assert await store.profile(REF) == Profile(home_base="LFAT")


async def test_the_last_different_questions_are_taps_that_ask_again(homes: StoredHomes, store: Store) -> None:
    asked = ["one", "two", "Two", "three", "long " * 30, "four", "five", "not mine"]
    turns = tuple(turn(text, "U2" if text == "not mine" else "U1") for text in asked)
    await store.save(CHAT, Conversation(turns=turns), 0)
    recent = (await homes.view(CHAT, ANA)).recent
    assert [button.label for button in recent] == ["five", "four", "three", "Two", "one"]  # none that would be cut
    tap = await store.take_button(CHAT, REF, recent[2].token, "tap1")
    assert read_action(tap.action) == Ask(text="three")
