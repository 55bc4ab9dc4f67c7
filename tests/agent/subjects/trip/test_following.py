"""What is asked after a trip leans on its ends and days: in English, French and German, and in any order."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from contracts.talking import last_answer

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Profile, Question, ToolCall

AT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
TRIP = "Denham to Le Touquet on Sunday at 10, back Sunday at 15:00, 100 kt"


async def talk(deps: Deps, *said: str) -> Done:
    """The answer to the last message of a chat."""
    return await last_answer(deps, AT, *said)


def call(done: Done) -> ToolCall:
    """The one call, but for the rules of papers that stand beside a trip."""
    assert done.conversation.last_plan is not None
    only, *rules = done.conversation.last_plan.steps
    assert all(rule.tool == "answer_rules_question" for rule in rules)
    return only


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("what is the first thing to do?", "plan_trip", {"about": "first", "off_block": "10:00"}),
        ("when is the latest we can leave Le Touquet?", "plan_trip", {"about": "off_blocks"}),
        ("the rules?", "compare_rules_between_countries", {"countries": ["GB", "FR"]}),
        (
            "what about coming back?",
            "get_border_brief",
            {"from_location": "LFAT", "date": "2026-11-29 15:00"},
        ),
        ("PPR?", "plan_trip", {"about": "permission"}),
        ("and if it's a bank holiday in France?", "plan_trip", {"about": "holiday", "to_location": "Le Touquet"}),
        ("et si c'est un jour férié ?", "plan_trip", {"about": "holiday"}),
        ("wenn da Feiertag ist?", "plan_trip", {"about": "holiday"}),
        ("who do I tell first?", "plan_trip", {"about": "first"}),
        ("which of these is most urgent?", "plan_trip", {"about": "first"}),
        ("is the Friday a holiday over there?", "plan_trip", {"about": "holiday", "day": "2026-11-29"}),
        ("who clears us in?", "plan_trip", {"about": "border"}),
        ("c'est trop tard pour prévenir la douane ?", "plan_trip", {"about": "border"}),
        ("my mate's coming too", "plan_trip", {"people": 2}),
        (
            "will we be back in daylight if we leave Le Touquet at 3",
            "plan_trip",
            {"about": "off_blocks", "from_location": "Denham", "return_off_block": "15:00"},
        ),
        ("that's after dark isn't it", "plan_trip", {"about": "off_blocks"}),
        ("il fera nuit au retour ?", "plan_trip", {"about": "off_blocks"}),
        ("what's not known?", "plan_trip", {"about": "details"}),
        ("c'est quoi la limite pour le plan de vol ?", "plan_trip", {"about": "flight_plan"}),
        ("zwei Übernachtungen", "plan_trip", {"return_day": "2026-12-01"}),
        ("trois nuits sur place", "plan_trip", {"return_day": "2026-12-02", "to_location": "Le Touquet"}),
        ("what would change on Monday?", "plan_trip", {"day": "2026-11-30", "about": None}),
        ("without the return", "plan_trip", {"return_day": None, "off_block": "10:00"}),
        ("from Lydd", "plan_trip", {"from_location": "Lydd", "return_off_block": "15:00"}),
        ("back at 16 instead", "plan_trip", {"return_off_block": "16:00", "day": "2026-11-29"}),
        ("par quoi je commence ?", "plan_trip", {"about": "first"}),
        ("was muss ich zuerst tun?", "plan_trip", {"about": "first"}),
        ("was ist das Erste?", "plan_trip", {"about": "first"}),
        ("wie spät können wir in Le Touquet los?", "plan_trip", {"about": "off_blocks"}),
        ("will it be dark when we get back?", "plan_trip", {"about": "off_blocks", "from_location": "Denham"}),
        ("by when must we be home?", "plan_trip", {"about": "off_blocks"}),
        ("à quelle heure faut-il être rentrés ?", "plan_trip", {"about": "off_blocks"}),
        ("combien de temps en DR400 ?", "plan_trip", {"about": "distance", "aircraft_type": "DR400"}),
        ("is there anything else I must send off?", "plan_trip", {"to_location": "Le Touquet", "about": None}),
        ("do I need a flight plan?", "plan_trip", {"about": "flight_plan"}),
        ("on rentre lundi à midi", "plan_trip", {"return_day": "2026-11-30", "return_off_block": "12:00"}),
        ("and the headwind?", "get_wind_plan", {"day": "2026-11-29"}),
        ("un rappel pour chaque étape", "set_reminders", {"kept": None}),
        ("a nudge before each of them, please", "set_reminders", {"kept": None}),
        ("cancel the reminders", "set_reminders", {"kept": True}),
        ("Meine Erinnerungen", "set_reminders", {"kept": True}),
        ("quels rappels ai-je ?", "set_reminders", {"kept": True}),
        ("reicht der Sprit mit 120 Litern bei 38 l/h", "get_fuel_plan", {"usable_l": 120, "return": True}),
        ("schaffe ich das noch vor der Dunkelheit", "plan_trip", {"about": "off_blocks"}),
        ("l'heure limite pour rentrer", "plan_trip", {"about": "off_blocks"}),
        ("cancel that, just the outbound", "plan_trip", {"return_day": None, "to_location": "Le Touquet"}),
    ],
)
async def test_a_follow_up_keeps_the_trip(deps: Deps, said: str, tool: str, arguments: dict[str, Any]) -> None:
    found = call(await talk(deps, TRIP, said))
    assert found.tool == tool
    assert {name: found.arguments.get(name) for name in arguments} == arguments


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        (("fuel there?", "actually make it Abbeville"), {"to_location": "Abbeville", "off_block": "10:00"}),
        (("Sprit?", "und wenn wir Salzburg nehmen?"), {"to_location": "Salzburg", "return_off_block": "15:00"}),
        (("phone?", "back on Monday at 14:00"), {"return_day": "2026-11-30", "return_off_block": "14:00"}),
        (("sunset?", "Calais à la place"), {"to_location": "Calais", "day": "2026-11-29"}),
        (("rules?", "Calais rather than Le Touquet"), {"to_location": "Calais", "from_location": "Denham"}),
        (("Lydd instead of Denham",), {"from_location": "Lydd", "to_location": "Le Touquet"}),
        (("au départ de Deauville",), {"from_location": "Deauville", "to_location": "Le Touquet"}),
        (("Belfast Newtownards instead",), {"from_location": "Denham", "to_location": "Belfast Newtownards"}),
        (("customs at Calais?", "ok go there then"), {"to_location": "LFAC", "off_block": "10:00"}),
        (("via Lydd", "drop the stop"), {"via": None, "to_location": "Le Touquet"}),
        (("fuel there?", "give me the whole plan again"), {"about": None, "to_location": "Le Touquet"}),
        (("show me everything again",), {"about": None, "to_location": "Le Touquet"}),
        (("where do we clear customs?",), {"about": "border"}),
        (("how long is the flight?",), {"about": "distance"}),
        (("combien de temps de vol ?",), {"about": "distance"}),
        (("what is the last time I can leave to be home in daylight",), {"about": "off_blocks"}),
        (("who has to be told",), {"about": None, "to_location": "Le Touquet"}),
    ],
)
async def test_a_change_counts_whatever_was_asked_of_the_field_meanwhile(
    deps: Deps, said: tuple[str, ...], arguments: dict[str, Any]
) -> None:
    found = call(await talk(deps, TRIP, *said))
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in arguments} == arguments


@pytest.mark.parametrize(
    ("trip", "said", "arguments"),
    [
        ("Bremen nach Lydd Freitag um 8, Rückflug Montag", "Montag um 10", {"return_off_block": "10:00"}),
        ("Mengen to Speyer on Sunday at 10, back the same day", "erst um 12", {"off_block": "12:00"}),
        ("Mengen to Speyer on Sunday at 10, back the same day", "at 11", {"off_block": "11:00"}),
        ("Mengen to Speyer on Sunday at 10, back the same day", "at 4", {"return_off_block": "16:00"}),
    ],
)
async def test_an_hour_alone_is_of_the_flight_that_it_fits(
    deps: Deps, trip: str, said: str, arguments: dict[str, Any]
) -> None:
    found = call(await talk(deps, trip, said)).arguments
    assert {name: found.get(name) for name in arguments} == arguments
    assert found["day"] in ("2026-11-27", "2026-11-29")


async def test_fuel_at_the_stop_is_asked_of_the_stop(deps: Deps) -> None:
    found = call(await talk(deps, "Perth to Bergen via Wick on Thursday at 8", "fuel at the stopover?"))
    assert (found.tool, found.arguments["icao_code"]) == ("get_airport_details", "EGPC")


async def test_being_warned_before_each_deadline_is_a_reminder(deps: Deps) -> None:
    for said in ("préviens-moi avant chaque échéance", "tell me before each deadline"):
        assert call(await talk(deps, TRIP, said)).tool == "set_reminders", said


async def test_the_way_home_of_a_trip_there_and_back_turns_it_round_only_where_that_is_said(deps: Deps) -> None:
    for said in ("be back for tea", "what did I say for the return?"):
        memory = (await talk(deps, TRIP, said)).conversation
        assert memory.flight_trip is not None
        assert cast("dict[str, Any]", memory.flight_trip["arguments"])["from_location"] == "Denham", said
    assert call(await talk(deps, TRIP, "the other way round")).arguments["from_location"] == "Le Touquet"


# Denham, 29 November: the sun is highest at 11:50 (0.5° west: + 2 min, equation of time: − 11.6 min) and sets at 15:58,
# so that it rises 4 h 8 min before noon, at 07:42 or 07:43: the next five minutes are 07:45.
@pytest.mark.parametrize(
    ("said", "arguments", "tells"),
    [
        ("let's go after lunch", {"off_block": "14:00"}, "“after lunch”: I took 14:00"),
        ("can we leave at the crack of dawn", {"off_block": "07:45"}, "“crack of dawn”: I took 07:45"),
        ("leave first thing in the morning", {"off_block": "08:00"}, "I took 08:00"),
        ("be back for tea time", {"return_by": "16:00", "return_off_block": None}, "I took 16:00"),
        ("be there for 11", {"arrive_by": "11:00", "off_block": None, "people": None}, "there by 11:00"),
        ("um 11 dort sein", {"arrive_by": "11:00", "off_block": None}, "dort bis 11:00"),
        ("plutôt après le déjeuner", {"off_block": "14:00"}, "14:00"),
        ("after lunch at 13:30 instead", {"off_block": "13:30"}, "off blocks 13:30"),
    ],
)
async def test_words_for_a_part_of_the_day_are_taken_and_told(
    deps: Deps, said: str, arguments: dict[str, Any], tells: str
) -> None:
    done = await talk(deps, TRIP, said)
    assert call(done).tool == "plan_trip" and call(done).arguments["return_day"] == "2026-11-29"
    assert {name: call(done).arguments.get(name) for name in arguments} == arguments
    assert tells in done.answer.text


async def test_an_hour_taken_is_told_no_more_once_another_is_named(deps: Deps) -> None:
    done = await talk(deps, TRIP, "let's go after lunch", "leave at 9 instead")
    assert call(done).arguments["off_block"] == "09:00" and "I took" not in done.answer.text


@pytest.mark.parametrize(
    ("before", "said", "arguments"),
    [
        ("Denham to Le Touquet", "next Saturday", {"day": "2026-11-28", "return_day": None}),
        (
            "how far is Denham from Le Touquet at 110 kt?",
            "and on Sunday at 10?",
            {"off_block": "10:00", "cruise_speed_kts": 110},
        ),
        (
            "what's at Wellesbourne?",
            "fly there on Saturday from Barton at 11",
            {"from_location": "Barton", "to_location": "EGBW"},
        ),
        (
            "la piste de Brest ?",
            "on y va de Lognes samedi à 9h",
            {"from_location": "Lognes", "off_block": "09:00"},
        ),
        ("wie weit ist es von Aachen nach Jersey", "am Samstag hin und zurück", {"return_day": "2026-11-28"}),
    ],
)
async def test_a_day_after_a_distance_or_a_field_makes_it_a_trip(
    deps: Deps, before: str, said: str, arguments: dict[str, Any]
) -> None:
    found = call(await talk(deps, before, said))
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in arguments} == arguments


async def test_dawn_on_no_day_is_asked_for(deps: Deps) -> None:
    done = await talk(deps, "flying Kemble to Dinard at dawn, what do we need?")
    assert "“dawn”: I took no time of day" in done.answer.text


async def test_the_first_plan_and_the_one_before_the_last_change_come_back(deps: Deps) -> None:
    changes = ("and if we go on Friday?", "from Lydd")
    for said in ("back to the first plan", "lieber wie am Anfang", "on garde le plan d'origine"):
        found = call(await talk(deps, TRIP, *changes, said)).arguments
        assert (found["from_location"], found["day"], found["return_day"]) == (
            "Denham",
            "2026-11-29",
            "2026-11-29",
        ), said
    undone = call(await talk(deps, TRIP, *changes, "undo that")).arguments
    assert (undone["from_location"], undone["day"]) == ("Denham", "2026-11-27")


async def test_the_trip_is_still_in_hand_after_its_rules(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "the rules?", "what is the first thing to do?"))
    assert (found.tool, found.arguments["to_location"]) == ("plan_trip", "Le Touquet")


async def test_what_was_asked_first_is_not_asked_of_the_changed_trip(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "what is the first thing to do?", "and if we go on Friday?"))
    assert found.arguments["day"] == "2026-11-27" and "about" not in found.arguments


async def test_a_question_about_another_place_is_not_of_the_trip(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "PPR at Shoreham?"))
    assert found.tool != "plan_trip"
    assert found.arguments["icao_code"] in ("EGKA", "Shoreham")


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("leave 2 h later", {"off_block": "12:00", "return_off_block": "15:00"}),
        ("half an hour earlier", {"off_block": "09:30"}),
        ("push it back an hour", {"off_block": "11:00", "return_off_block": "15:00"}),
        ("back an hour later", {"off_block": "10:00", "return_off_block": "16:00"}),
        ("everything 90 minutes later", {"off_block": "11:30", "return_off_block": "16:30"}),
        ("a day later", {"day": "2026-11-30", "return_day": "2026-11-30", "off_block": "10:00"}),
        ("make it Saturday", {"day": "2026-11-28", "return_day": "2026-11-28"}),
        ("eine halbe Stunde früher", {"off_block": "09:30"}),
        ("Rückflug zwei Stunden später", {"return_off_block": "17:00"}),
        ("eine Woche später", {"day": "2026-12-06"}),
        ("une heure plus tard", {"off_block": "11:00"}),
        ("retour une demi-heure plus tôt", {"return_off_block": "14:30"}),
        (
            "land at 11 and leave at 4 the next day",
            {"day": "2026-11-29", "arrive_by": "11:00", "return_day": "2026-11-30", "return_off_block": "16:00"},
        ),
        ("arrive at 10:30 and depart again at 15:00", {"arrive_by": "10:30", "return_off_block": "15:00"}),
        ("be there at 11, leave at 9", {"arrive_by": "11:00", "off_block": "09:00", "return_off_block": "15:00"}),
    ],
)
async def test_a_change_told_by_how_much_moves_the_trip(deps: Deps, said: str, changes: dict[str, Any]) -> None:
    found = call(await talk(deps, TRIP, said))
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in changes} == changes


async def test_a_change_over_midnight_moves_the_day(deps: Deps) -> None:
    found = call(await talk(deps, "Denham to Le Touquet on Sunday at 23:00, 100 kt", "an hour and a half later"))
    assert (found.arguments["day"], found.arguments["off_block"]) == ("2026-11-30", "00:30")


async def test_a_time_that_is_not_named_yet_cannot_be_moved(deps: Deps) -> None:
    done = await talk(deps, "Denham to Le Touquet on Sunday, 100 kt", "an hour later")
    assert "No off-blocks time is named yet" in done.answer.text


@pytest.mark.parametrize("said", ["when do I have to send the GAR?", "bis wann muss das GAR raus?"])
@pytest.mark.parametrize("before", ["phone?", "fuel there?", "remind me of each", "the rules?"])
async def test_until_when_is_asked_of_the_trip_whatever_was_asked_between(
    deps: Deps, before: str, said: str
) -> None:
    done = await talk(deps, TRIP, before, said)
    assert call(done).arguments["about"] == "report"
    # off blocks 10:00Z out and 15:00 in France (14:00Z) home, less two hours
    # in German "29. Nov 08:00 Ortszeit (08:00Z)"
    assert re.search(r"29\.? Nov 08:00 \w+ \(08:00Z\)", done.answer.text)
    assert re.search(r"29\.? Nov 13:00 \w+ \(12:00Z\)", done.answer.text)


@pytest.mark.parametrize(
    ("said", "about"),
    [("phone?", "contact"), ("fuel there?", "fuel"), ("sunset?", "sun"), ("Sprit dort?", "fuel")],
)
async def test_a_word_asks_about_the_field_of_the_trip_on_its_day(deps: Deps, said: str, about: str) -> None:
    found = call(await talk(deps, TRIP, "when do I have to send the GAR?", said))
    assert found.arguments == {"icao_code": "LFAT", "about": [about], "date": "2026-11-29"}


async def test_a_reply_on_the_aircraft_tells_the_people_too(deps: Deps) -> None:
    found = call(await talk(deps, "Denham to Le Touquet on Sunday at 10", "zu dritt mit der DA40"))
    assert (found.arguments["aircraft_type"], found.arguments["people"]) == ("DA40", 3)


async def test_at_home_is_where_the_trip_began(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "sunset at home?"))
    assert found.arguments == {"icao_code": "EGLD", "about": ["sun"], "date": "2026-11-29"}


async def test_the_direction_is_swapped(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "swap the direction"))
    assert (found.arguments["from_location"], found.arguments["to_location"]) == ("Le Touquet", "Denham")


async def test_a_place_elsewhere_ends_what_leans_on_the_trip(deps: Deps) -> None:
    done = await talk(deps, TRIP, "phone at Shoreham?", "an hour later")
    plan = done.conversation.last_plan
    assert plan is None or all(step.arguments.get("off_block") != "11:00" for step in plan.steps)


async def test_the_answer_is_one_screen_and_its_reasons_are_a_tap(deps: Deps) -> None:
    done = await talk(deps, TRIP)
    assert len(done.answer.text.splitlines()) <= 12
    (why,) = [choice for choice in done.answer.choices if choice.label == "How and why"]
    assert why.call is not None and why.call.arguments["about"] == "details"
    told = (await talk(deps, TRIP, "how and why")).answer.text
    assert "Fairoaks on UK GAR times" in told


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("leave at 09:30 instead", {"off_block": "09:30", "return_off_block": "15:00", "day": "2026-11-29"}),
        ("back at 17:00", {"off_block": "10:00", "return_off_block": "17:00"}),
        ("lieber um 11 Uhr los", {"off_block": "11:00"}),
        ("make it Friday", {"day": "2026-11-27", "return_day": "2026-11-27"}),
    ],
)
async def test_times_said_anew_change_the_trip_after_another_question(
    deps: Deps, said: str, changes: dict[str, Any]
) -> None:
    found = call(await talk(deps, TRIP, "phone?", said))
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in changes} == changes


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "to Alderney and back on Saturday 10:00, back at 12, 95 kt",
            {"off_block": "10:00", "return_off_block": "12:00", "return_day": "2026-11-28"},
        ),
        ("Wick to Orkney on Friday at 11, staying two nights", {"return_day": "2026-11-29", "off_block": "11:00"}),
        ("EDFE nach Norderney am Freitag um 9 Uhr, drei Nächte, 110 kt", {"return_day": "2026-11-30"}),
        ("Shoreham to Abbeville 28/11 to 30/11", {"day": "2026-11-28", "return_day": "2026-11-30"}),
        ("Wycombe to Ostend 28.-30.11.", {"day": "2026-11-28", "return_day": "2026-11-30"}),
        (
            "Dinard Jersey du 28 au 30/11 départ 10h retour 15h30",
            {"day": "2026-11-28", "return_day": "2026-11-30", "off_block": "10:00", "return_off_block": "15:30"},
        ),
        (
            "EDFE LFGA 28.11. 0900 zurück 30.11. 1500",
            {"off_block": "09:00", "return_day": "2026-11-30", "return_off_block": "15:00"},
        ),
        ("EGMD LFAC 28/11 0930 back 1500", {"off_block": "09:30", "return_off_block": "15:00"}),
        (
            "Mainz-Finthen nach Straßburg und zurück, Mittwoch 9:30",
            {"off_block": "09:30", "return_off_block": None, "return_day": "2026-11-25"},
        ),
        (
            "Can I do Lee on Solent to Alderney and back on Wednesday, off 0930?",
            {"off_block": "09:30", "return_day": "2026-11-25"},
        ),
        (
            "Carlisle to Isle of Man Friday 10z back at 1500z",
            {"off_block": "10:00", "return_off_block": "15:00"},
        ),
        (  # 15:00 UTC is 16:00 on the clocks of Calais
            "Lydd to Calais there and back Sat, wheels up 9 local, home 1500z",
            {"off_block": "09:00", "return_off_block": "16:00"},
        ),
        (
            "Rochester to Le Touquet, Saturday 10 off, back at 4, what do we need",
            {"off_block": "10:00", "return_off_block": "16:00", "return_day": "2026-11-28"},
        ),
        (
            "Goodwood to Caen sat 9 back sun 3",
            {"off_block": "09:00", "return_day": "2026-11-29", "return_off_block": "15:00"},
        ),
        (
            "wycombe to le touquet tomorrow, off blocks 8.45, bk by 5",
            {"off_block": "08:45", "return_day": "2026-11-25", "return_by": "17:00"},
        ),
        (
            "Hin- und Rückflug Konstanz–Altenrhein übermorgen, hin 13:30, zurück 16:15, was muss ich melden?",
            {"day": "2026-11-26", "off_block": "13:30", "return_day": "2026-11-26", "return_off_block": "16:15"},
        ),
        (
            "Salzburg Portorož hin und retour Sonntag ab 9",
            {"day": "2026-11-29", "off_block": "09:00", "return_day": "2026-11-29", "return_off_block": None},
        ),
        (
            "popping across to Alderney from Lee on Solent tomorrow, back before dark. forms?",
            {"day": "2026-11-25", "return_day": "2026-11-25"},
        ),
        (
            "Cardiff - Cork - Cardiff on 4 Dec, out 0930 in 1530",
            {"day": "2026-12-04", "off_block": "09:30", "return_off_block": "15:30"},
        ),
        ("Denham Deauville Denham Sunday 0930/1500", {"off_block": "09:30", "return_off_block": "15:00"}),
        ("EGNH EIDW 5/12 10z", {"day": "2026-12-05", "off_block": "10:00"}),
        (
            "de Cherbourg à Bournemouth le 5 décembre à 10h et rentrer le 6 à 14h",
            {"day": "2026-12-05", "return_day": "2026-12-06", "return_off_block": "14:00"},
        ),
        (
            "Leeds to Ronaldsway and home the same evening, Wed",
            {"day": "2026-11-25", "return_day": "2026-11-25"},
        ),
        (
            "from Goodwood, 3 on board, to Le Touquet then Calais then back, all on Saturday",
            {"via": ["Le Touquet"], "to_location": "Calais", "day": "2026-11-28", "return_day": "2026-11-28"},
        ),
        (
            "Elstree Guernsey Saturday, Guernsey Dinard Saturday, Dinard Elstree Sunday",
            {"via": ["Guernsey"], "to_location": "Dinard", "return_day": "2026-11-29"},
        ),
        (
            "Lydd to Calais on Saturday at half nine, home for quarter to five",
            {"to_location": "Calais", "off_block": "09:30", "via": None},
        ),
        ("Lydd to Calais Saturday takeoff 10.15, we leave there again at four", {"off_block": "10:15"}),
        ("Elstree to Le Touquet Saturday 10:00, back by 15:00", {"return_by": "15:00", "return_off_block": None}),
        ("Elstree to Le Touquet Saturday 10:00, home before 4pm", {"return_by": "16:00", "off_block": "10:00"}),
        ("EDFE nach Colmar Sonntag 10 Uhr, bis 15 Uhr zurück", {"return_by": "15:00", "off_block": "10:00"}),
        ("Lille Headcorn samedi 10h, retour avant 16h", {"return_by": "16:00", "off_block": "10:00"}),
        (
            "Sandtoft to Le Touquet on Boxing Day 0930, back New Year's Day 1500",
            {"day": "2026-12-26", "off_block": "09:30", "return_day": "2027-01-01", "return_off_block": "15:00"},
        ),
        (
            "Popham – Granville – Jersey – Popham, Fri 10:00, home Sun 15:00",
            {"to_location": "Jersey", "via": ["Granville"], "return_day": "2026-11-29"},
        ),
        ("Turweston to Calais next bank holiday weekend", {"day": None, "return_day": None}),
        ("Rochester to Calais tomorrow, back for 4", {"return_by": "16:00", "people": None}),
        (
            "planning Compton Abbas - Dinard the weekend after next",
            {"day": "2026-12-05", "return_day": "2026-12-06"},
        ),
        ("am übernächsten Wochenende von Augsburg nach Zell am See", {"day": "2026-12-05"}),
        (
            "Samstag um zehn von Egelsbach nach Colmar, Sonntag zurück gegen 15 Uhr, was brauchen wir alles?",
            {
                "day": "2026-11-28",
                "off_block": "10:00",
                "return_day": "2026-11-29",
                "return_off_block": "15:00",
            },
        ),
        (
            "trip: dep EGNX dest EIDW 28NOV 0800Z ret 29NOV 1700Z",
            {
                "day": "2026-11-28",
                "off_block": "08:00",
                "return_day": "2026-11-29",
                "return_off_block": "17:00",
            },
        ),
        (
            "Goodwood to Cherbourg on 5th December, wheels up 0900, rtn 1600",
            {"off_block": "09:00", "return_off_block": "16:00", "return_day": "2026-12-05"},
        ),
        (
            "shoreham to ostend this friday, probably 2ish, and back the next morning. forms?",
            {"day": "2026-11-27", "off_block": "14:00", "return_day": "2026-11-28"},
        ),
        (
            "Elmsett to Midden-Zeeland on saterday, leaving around nine thirty, anything to do?",
            {"day": "2026-11-28", "off_block": "09:30"},
        ),
        (
            "Perranporth to Brest on the Sunday after next, returning the same afternoon",
            {"day": "2026-12-06", "return_day": "2026-12-06"},
        ),
        (
            "Sandown to Dinard to Jersey and home again on Saturday, start at 9",
            {"day": "2026-11-28", "return_day": "2026-11-28", "off_block": "09:00"},
        ),
        (
            "Compton Abbas to St Brieuc on saterday, takeoff quarter to ten, leaving there at quarter past three",
            {"off_block": "09:45", "return_off_block": "15:15"},
        ),
        (
            "de Caen à Goodwood dimanche, décollage 9 h 15, retour 16 h 45, quels papiers",
            {"off_block": "09:15", "return_off_block": "16:45"},
        ),
        (
            "vers Elstree depuis Le Touquet jeudi 3 décembre à 13h30 et retour vendredi 4 à 11h",
            {"return_day": "2026-12-04", "return_off_block": "11:00", "off_block": "13:30"},
        ),
        (
            "28. November von Siegerland nach Le Touquet, Abflug 8:30, Rückkehr am Folgetag gegen 17 Uhr",
            {"return_day": "2026-11-29", "return_off_block": "17:00"},
        ),
        ("Sonntagsausflug Kempten - Innsbruck, Abflug halb zehn", {"day": "2026-11-29", "off_block": "09:30"}),
        ("Le Touquet from Elstree Saturday 10 back 3", {"off_block": "10:00", "return_off_block": "15:00"}),
        (
            "Earls Colne - Midden Zeeland - Seppe - Earls Colne on Friday starting 0900, much paperwork?",
            {"via": ["Midden Zeeland"], "to_location": "Seppe", "return_day": "2026-11-27"},
        ),
        (
            "From Cranfield I plan to fly to Oostende on 28/11 at 09:30 returning 29/11 at 15:00. What formalities?",
            {"return_day": "2026-11-29", "return_off_block": "15:00", "off_block": "09:30"},
        ),
        (
            "EGHR-LFRC-EGJJ-EGHR on Friday, 0900 off, jersey about 1300, home by 1630",
            {"via": ["LFRC"], "to_location": "EGJJ", "off_block": "09:00", "return_by": "16:30"},
        ),
        (
            "leave Fowlmere for Groningen on the 4th of December around eleven and fly home two days later",
            {"day": "2026-12-04", "return_day": "2026-12-06"},
        ),
        (
            "to the IOM and back on Sunday from Blackpool, 11 till 5",
            {"off_block": "11:00", "return_off_block": "17:00"},
        ),
        (
            "Bodmin to Land's End on Saturday from 9, anything to file?",
            {"off_block": "09:00", "arrive_by": None},
        ),
        (
            "Leeds East to Carlisle to Islay on wednesday, start 0930, overnight Carlisle",
            {"from_location": "Leeds East", "via_off_block": {"Carlisle": "+1"}, "return_day": None},
        ),
        (
            "nip to Le Touquet for lunch on Sunday from Goodwood, 11 out 3.30 back, 2 of us",
            {"off_block": "11:00", "return_off_block": "15:30"},
        ),
        ("Sa 0900 EDTF LFGA, 1500 EDTF", {"day": "2026-11-28", "off_block": "09:00", "return_off_block": "15:00"}),
        (
            "Wangerooge-Groningen übermorgen, hin 10, zurück 15 Uhr",
            {"off_block": "10:00", "return_off_block": "15:00"},
        ),
        ("samedi Besançon et retour, 10h-16h", {"off_block": "10:00", "return_off_block": "16:00"}),
        (
            "Headed to Ostend from Rochester this Thursday, leaving 10:15 back at 17:45",
            {"from_location": "Rochester", "to_location": "Ostend", "via": None},
        ),
        (
            "dimanche Le Havre puis Jersey, départ 9h, retour à Guernesey 18h",
            {
                "to_location": "Jersey",
                "via": ["Le Havre"],
                "return_off_block": "18:00",
                "from_location": "Guernesey",
            },
        ),
        (
            "Kemble to Le Havre on Sunday about ten to nine, back around twenty to five",
            {"off_block": "08:50", "return_off_block": "16:40"},
        ),
        (
            "Denham to Deauville Friday at twenty past ten, home for quarter past six",
            {"off_block": "10:20", "return_by": "18:15"},
        ),
        (
            "Goodwood to Le Touquet on Sunday, wheels up oh nine hundred, return fifteen thirty",
            {"off_block": "09:00", "return_off_block": "15:30"},
        ),
        (
            "Sywell to Texel on the fifth of December at quarter past ten, back on the sixth at half two",
            {"day": "2026-12-05", "return_day": "2026-12-06", "return_off_block": "14:30", "via": None},
        ),
        (
            "am fünften Dezember um zehn von Kempten nach Innsbruck, zurück um dreiviertel vier",
            {"day": "2026-12-05", "off_block": "10:00", "return_off_block": "15:45"},
        ),
        ("Perth to Islay sunday ten oclock till four oclock", {"off_block": "10:00", "return_off_block": "16:00"}),
        (
            "Lydd to Calais on Friday at six in the evening, one night, back at nine",
            {"off_block": "18:00", "return_off_block": "09:00", "return_day": "2026-11-28"},
        ),
        ("Swansea-Weston(Dublin) sun 1000-ret 1500", {"via": None, "return_off_block": "15:00"}),
        (
            "samedi à neuf heures et demie de Toussus à Lydd, retour à seize heures",
            {"off_block": "09:30", "return_off_block": "16:00", "via": None},
        ),
        (
            "what's the latest we can get off Le Touquet on Sunday to be home before dark?",
            {"from_location": "Le Touquet", "to_location": "EGJB", "about": "off_blocks", "day": "2026-11-29"},
        ),
        (
            "latest departure from Le Touquet to Biggin to arrive before sunset at 100 kt",
            {
                "from_location": "Le Touquet",
                "to_location": "Biggin",
                "about": "off_blocks",
                "cruise_speed_kts": 100,
            },
        ),
        (
            "à quelle heure au plus tard quitter Le Touquet pour être à Toussus avant la nuit ?",
            {
                "from_location": "Le Touquet",
                "to_location": "Toussus",
                "about": "off_blocks",
                "day": str(AT.date()),
            },
        ),
        (
            "Wann muss ich spätestens in Sylt los, um vor Sonnenuntergang in Mainz zu sein?",
            {"from_location": "Sylt", "to_location": "Mainz", "about": "off_blocks", "day": str(AT.date())},
        ),
        (
            "Biggin to Le Touquet, back before dark, leaving at 15:00",
            {"off_block": "15:00", "day": str(AT.date()), "return_day": str(AT.date())},
        ),
    ],
)
async def test_a_way_home_is_read_as_it_is_said(deps: Deps, said: str, wanted: dict[str, Any]) -> None:
    question = Question(text=said, at=AT, profile=Profile(home_base="EGJB"))
    *_, done = [event async for event in answer(question, Conversation(disclaimed=AT.date()), deps)]
    assert isinstance(done, Done)
    found = call(done)
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "Denham to Le Touquet Saturday at 9, then on to Deauville at 14:00, home at 16:00",
            {"off_block": "09:00", "via_off_block": {"Le Touquet": "14:00"}, "return_off_block": "16:00"},
        ),
        (
            "Samstag 9 Uhr von Egelsbach nach Colmar, weiter nach Annecy um 14 Uhr, Sonntag um 15 Uhr zurück",
            {"via": ["Colmar"], "to_location": "Annecy", "via_off_block": {"Colmar": "14:00"},
             "return_day": "2026-11-29", "return_off_block": "15:00"},
        ),
        (
            "Elstree to Dinard on Saturday at 10, a night in Dinard, Sunday on to La Rochelle at 11, home Monday at 10",
            {"day": "2026-11-28", "via_off_block": {"Dinard": "+1 11:00"}, "return_day": "2026-11-30"},
        ),
        (
            "Goodwood - Caen (overnight) - La Rochelle, leaving Friday 10:00, home Sunday",
            {"via_off_block": {"Caen": "+1"}, "return_day": "2026-11-29", "off_block": "10:00"},
        ),
        (
            "EGTF LFAT Sat 0900, LFAT LFRG 1400, LFRG EGTF 1630",
            {"off_block": "09:00", "via_off_block": {"LFAT": "14:00"}, "return_off_block": "16:30"},
        ),
        (
            "Biggin to Calais Saturday 0900, 1200 onward to Ostend, 1600 home",
            {"off_block": "09:00", "via_off_block": {"Calais": "12:00"}, "return_off_block": "16:00"},
        ),
        (
            "samedi 9h Toussus Dinard puis Jersey à 14h, retour dimanche 16h",
            {"off_block": "09:00", "via_off_block": {"Dinard": "14:00"}, "return_off_block": "16:00"},
        ),
    ],
)  # fmt: skip
async def test_when_a_stop_is_left_is_read_as_it_is_said(deps: Deps, said: str, wanted: dict[str, Any]) -> None:
    found = call(await talk(deps, said))
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in wanted} == wanted


async def test_when_a_stop_is_left_is_told_after_the_trip(deps: Deps) -> None:
    stay = call(await talk(deps, ROUND, "stay a night in Lydd", "leave Lydd at 11:00"))
    assert stay.arguments == {**WHOLE, "via_off_block": {"Lydd": "+1 11:00"}}
    without = call(await talk(deps, ROUND, "leave Lydd at 12:30", "without the stop at Lydd"))
    assert {"via", "via_off_block"}.isdisjoint(without.arguments)


ROUND = "Denham to Le Touquet via Lydd on Saturday at 10 at 120 knots, 3 people, back Sunday 15:00"
WHOLE = {
    "from_location": "Denham", "to_location": "Le Touquet", "via": ["Lydd"], "day": "2026-11-28",
    "off_block": "10:00", "return_day": "2026-11-29", "return_off_block": "15:00", "people": 3,
    "cruise_speed_kts": 120,
}  # fmt: skip


@pytest.mark.parametrize("between", [None, "fuel there?"])
@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("let's leave at 9 instead", {"off_block": "09:00"}),
        ("we stay two nights", {"return_day": "2026-11-30"}),
        ("wir bleiben zwei Nächte", {"return_day": "2026-11-30"}),
        ("can we stay until Tuesday?", {"return_day": "2026-12-01"}),
        ("make it the weekend after", {"day": "2026-12-05", "return_day": "2026-12-06"}),
        ("what about the weekend after next?", {"day": "2026-12-05", "return_day": "2026-12-06"}),
        ("and the week after?", {"day": "2026-12-05", "return_day": "2026-12-06"}),
        ("und in der Woche darauf?", {"day": "2026-12-05", "return_day": "2026-12-06"}),
        ("und wenn wir bis Dienstag bleiben?", {"return_day": "2026-12-01"}),
        ("and we stay till Monday", {"return_day": "2026-11-30"}),
        ("home on Thursday", {"return_day": "2026-12-03"}),
        ("could we go on Friday evening?", {"day": "2026-11-27", "off_block": None, "taken": ["evening|?out"]}),
        ("start at Headcorn instead", {"from_location": "Headcorn"}),
        ("and a stop at Headcorn", {"via": ["Lydd", "Headcorn"]}),
        ("via Headcorn", {"via": ["Headcorn"]}),
        ("without the stop at Lydd", {"via": None}),
        ("ohne Zwischenstopp", {"via": None}),
        ("sans escale", {"via": None}),
        ("without the return", {"return_day": None, "return_off_block": None}),
        ("aller simple", {"return_day": None, "return_off_block": None}),
        ("what's the total distance?", {"about": "distance"}),
        ("wie weit ist es insgesamt?", {"about": "distance"}),
        ("what time do we land?", {"about": "flights"}),
        ("do I need to tell the police?", {"about": "report"}),
        ("is it dark when we get back?", {"about": "off_blocks"}),
    ],
)
async def test_one_thing_changes_and_all_else_is_kept(
    deps: Deps, between: str | None, said: str, changes: dict[str, Any]
) -> None:
    found = call(await talk(deps, ROUND, *([between] if between else []), said))
    assert found.tool == "plan_trip"
    kept = {name: value for name, value in {**WHOLE, **changes}.items() if value is not None}
    assert found.arguments == kept


@pytest.mark.parametrize("between", ["fuel there?", "the rules?", "what's the number?"])
@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("5 people", {"people": 5}),
        ("make it 4 aboard", {"people": 4}),
        ("zu viert", {"people": 4}),
        ("in the SR22", {"aircraft_type": "SR22", "cruise_speed_kts": None}),
        ("mit der C172", {"aircraft_type": "C172", "cruise_speed_kts": None}),
        ("at 110 kt", {"cruise_speed_kts": 110}),
        ("make it 11", {"off_block": "11:00"}),
        ("doch erst um 11", {"off_block": "11:00"}),
        ("ab Headcorn", {"from_location": "Headcorn"}),
        ("et si on part de Headcorn ?", {"from_location": "Headcorn"}),
        ("back the same day", {"return_day": "2026-11-28"}),
        ("am selben Tag zurück", {"return_day": "2026-11-28"}),
        ("who do I tell?", {}),
        ("anything else?", {}),
        ("can they clear us?", {"about": "border"}),
        ("margin?", {"about": "off_blocks"}),
        ("what time must we leave?", {"about": "off_blocks"}),
    ],
)
async def test_a_few_words_are_of_the_trip(deps: Deps, between: str, said: str, changes: dict[str, Any]) -> None:
    found = call(await talk(deps, ROUND, between, said))
    assert found.tool == "plan_trip"
    assert found.arguments == {n: v for n, v in {**WHOLE, **changes}.items() if v is not None}


async def test_a_bare_hour_is_of_the_flight_whose_time_is_not_named(deps: Deps) -> None:
    out = ("Denham to Le Touquet on Saturday", "10")
    assert call(await talk(deps, *out)).arguments["off_block"] == "10:00"
    assert call(await talk(deps, *out, "back Sunday", "16")).arguments["return_off_block"] == "16:00"


@pytest.mark.parametrize("asked", ["to Le Touquet on Sunday", "Denham to France on Sunday"])
async def test_a_flight_with_both_its_ends_is_no_answer_to_where_from_or_where_to(deps: Deps, asked: str) -> None:
    found = call(await talk(deps, asked, "Lydd to Ostend Saturday at 9")).arguments
    assert (found["from_location"], found["to_location"], found["day"]) == ("Lydd", "Ostend", "2026-11-28")


async def test_a_stop_that_is_not_known_is_said_and_not_left_out(deps: Deps) -> None:
    done = await talk(deps, "Denham to Le Touquet via Nowhereville on Saturday at 9")
    assert "I don't know Nowhereville" in done.answer.text


async def test_a_return_in_the_morning_before_the_way_out_is_asked_about(deps: Deps) -> None:
    done = await talk(deps, "Denham to Le Touquet on Sunday at 10, back at 9")
    assert done.answer.text.startswith("**The return at 09:00 is before the arrival there")


async def test_what_is_told_beside_where_from_is_kept(deps: Deps) -> None:
    found = call(await talk(deps, "to Le Touquet on Sunday", "from Denham at 10")).arguments
    assert (found["from_location"], found["off_block"]) == ("Denham", "10:00")


async def test_a_town_with_a_namesake_in_closed_airspace_is_asked_where_from(deps: Deps) -> None:
    assert "Where do you fly from?" in (await talk(deps, "flying to Brest on Saturday")).answer.text


async def test_a_trip_turned_round_is_the_same_trip(deps: Deps) -> None:
    found = call(await talk(deps, ROUND, "swap the direction", "undo"))
    assert (found.arguments["from_location"], found.arguments["to_location"]) == ("Denham", "Le Touquet")


async def test_a_night_elsewhere_is_asked_about_and_one_on_the_way_home_is_planned(
    deps: Deps,
) -> None:
    on_the_way, instead = offered(await talk(deps, ROUND, "with a night at Calais"))
    assert on_the_way == {
        **WHOLE, "via": ["Lydd", "Calais"], "via_off_block": {"Calais": "+1"}, "return_day": "2026-11-30",
    }  # fmt: skip
    assert instead == {**WHOLE, "to_location": "Calais"}
    home = call(await talk(deps, ROUND, "with a night at Calais on the way home")).arguments
    assert home == {**WHOLE, "return_via": ["Calais"], "via_off_block": {"Calais": "+1"}}


def offered(done: Done) -> list[dict[str, Any]]:
    """The trips behind the taps of a question asked back."""
    return [one.call.arguments for one in done.answer.choices if one.call and one.call.tool == "plan_trip"]


async def test_a_wind_told_of_the_trip_keeps_its_speed(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "with a hotel", "at 5000 it is 270/38"))
    assert found.tool == "get_wind_plan"
    assert {name: found.arguments.get(name) for name in ("from_location", "to_location", "cruise_speed_kts")} == {
        "from_location": "Denham", "to_location": "Le Touquet", "cruise_speed_kts": 100,
    }  # fmt: skip


async def test_a_wish_that_is_a_village_s_name_is_no_closed_airspace(deps: Deps) -> None:
    assert "Closed" not in (await talk(deps, TRIP, "with a hotel")).answer.text


@pytest.mark.parametrize("said", ["Ohne Rückflug", "without the return", "sans le retour"])
async def test_a_day_brief_without_the_way_home_is_a_trip(deps: Deps, said: str) -> None:
    day = datetime.now(UTC).date() + timedelta(days=7)  # a brief looks at the clock of its services
    asked = call(await talk(deps, f"day brief EDNY to LSZR {day:%d %B %Y} 10:00", said))
    assert (asked.tool, asked.arguments.get("return_day")) == ("plan_trip", None)


async def test_a_public_holiday_and_what_a_field_prints_of_it_are_told(deps: Deps) -> None:
    trip = "Redhill to Deauville on 25 December at 10"
    told = (await talk(deps, trip, "and if it's a bank holiday?")).answer.text
    assert "**Fri 25 Dec is a public holiday in France: Christmas Day.**" in told
    assert "LFRG, as printed: “SAT-SUN, public HOL : PPR 48 HR" in told
    plain = (await talk(deps, TRIP, "and if it's a bank holiday?")).answer.text
    assert (
        "Sun 29 Nov is no public holiday in all of France. The next in France: Fri 25 Dec, Christmas Day." in plain
    )


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("when's the latest we can leave at 85 knots", {"cruise_speed_kts": 85, "about": "off_blocks"}),
        ("wann müssen wir da spätestens los bei 80 knoten?", {"cruise_speed_kts": 80, "about": "off_blocks"}),
        ("we come home on Monday, remind me of that", {"return_day": "2026-11-30", "off_block": "10:00"}),
        ("wir fliegen erst Montag zurück, erinner mich dran", {"return_day": "2026-11-30"}),
    ],
)
async def test_a_speed_or_a_day_told_beside_what_is_asked_is_taken(
    deps: Deps, said: str, arguments: dict[str, Any]
) -> None:
    found = call(await talk(deps, TRIP, said))
    assert {name: found.arguments.get(name) for name in arguments} == arguments


async def test_coming_back_to_another_place_begins_where_the_flight_ended(deps: Deps) -> None:
    done = await talk(
        deps,
        "I'm flying from Ancenis to Newquay on Saturday with two English friends",
        "do we need customs on departure, and where",
        "what about coming back to Brittany on Sunday evening",
    )
    wanted = {"from_location": "Newquay", "to_location": "Brittany", "date": "2026-11-29"}
    assert call(done).tool == "get_border_brief" and call(done).arguments == wanted


async def test_whose_passenger_one_is_does_not_become_the_country(deps: Deps) -> None:
    done = await talk(
        deps,
        "We plan to go to Guernsey on 3 October with three aboard. What must I send, to whom, and when?",
        "One passenger is Irish and one is American. Does that alter anything?",
        "We now leave on the 4th at 1000 local instead. By when must the GAR be in?",
    )
    assert call(done).arguments.get("country_code") != "US"
    assert "I know of none" not in done.answer.text


async def test_a_return_moved_behind_a_rule_is_of_the_trip(deps: Deps) -> None:
    done = await talk(
        deps,
        TRIP,
        "Which documents do the four of us need, and can one of them bring a dog?",
        "We shall come back on Monday instead. What changes?",
    )
    assert call(done).tool == "plan_trip" and call(done).arguments["return_day"] == "2026-11-30"
