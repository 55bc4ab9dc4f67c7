"""What a chat is told of the own flying counts at once, and until something else is kept."""

from __future__ import annotations

from datetime import UTC, datetime

from agent.protocol import Conversation, Minima, Plan, Profile, Question, ToolCall
from agent.told import as_told, with_told

AT = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


NOTHING = Profile()


def asked(profile: Profile = NOTHING, person: str = "a") -> Question:
    return Question(text="", at=AT, person=person, profile=profile)


def after(chat: Conversation, tool: str, kept: Profile = NOTHING, **arguments: object) -> Conversation:
    plan = Plan(steps=(ToolCall.model_validate({"tool": tool, "arguments": arguments}),))
    return chat.model_copy(update={"told": with_told(chat, asked(kept), plan, kept)})


def test_speed_and_burn_told_count_before_they_are_kept_and_for_their_teller_alone() -> None:
    chat = after(Conversation(), "set_profile", aircraft_type="C172", cruise_speed_kts=105, burn_lph=34)
    mine = as_told(asked(), chat).profile
    assert (mine.aircraft, mine.cruise_speed_kts, mine.burn_lph) == ("C172", 105, 34)
    assert as_told(asked(person="b"), chat).profile == Profile()


def test_another_aeroplane_told_has_not_the_speed_that_is_kept() -> None:
    kept = Profile(aircraft="SR22", cruise_speed_kts=170, home_base="EIWT")
    chat = after(Conversation(), "set_profile", kept, aircraft_type="C172")
    mine = as_told(asked(kept), chat).profile
    assert (mine.aircraft, mine.cruise_speed_kts, mine.home_base) == ("C172", None, "EIWT")


def test_what_is_kept_after_it_was_told_wins() -> None:
    chat = after(Conversation(), "set_profile", home_base="EIWT", cruise_speed_kts=105)
    kept = Profile(home_base="EICK", aircraft="SR22")
    mine = as_told(asked(kept), chat).profile
    assert (mine.home_base, mine.aircraft, mine.cruise_speed_kts) == ("EICK", "SR22", None)


def test_a_figure_beside_a_question_serves_where_none_is_kept() -> None:
    chat = after(Conversation(), "calculate_flight_distance", from_location="EIWT", cruise_speed_kts=95)
    assert as_told(asked(), chat).profile.cruise_speed_kts == 95
    assert as_told(asked(Profile(cruise_speed_kts=120)), chat).profile.cruise_speed_kts == 120
    assert chat.told["a"].start == "EIWT"


def test_limits_told_count_in_the_chat_until_others_are_kept() -> None:
    chat = after(Conversation(), "set_minima", ceiling_ft=1500, offered=True)
    chat = after(chat, "set_minima", visibility_m=5000)
    assert as_told(asked(), chat).profile.minima == Minima(ceiling_ft=1500, visibility_m=5000)
    kept = Profile(minima=Minima(ceiling_ft=2000))
    assert as_told(asked(kept), chat).profile.minima == kept.minima
    assert as_told(asked(), after(chat, "set_minima", forget=["ceiling_ft"])).profile.minima.ceiling_ft is None
    assert as_told(asked(), after(chat, "set_minima", clear=True)).profile.minima == Minima()
    assert as_told(asked(), after(chat, "set_minima", wind_kt=300)).profile.minima.ceiling_ft == 1500
