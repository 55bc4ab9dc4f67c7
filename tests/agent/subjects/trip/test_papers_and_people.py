"""Which papers are carried, who is to be told, a field told twice, and a trip that is called off."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agent.deps import Deps
from agent.language.carried import ABOARD, TRAVELLERS, papers_asked
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question
from agent.subjects.trip.reading_end import is_called_off
from agent.subjects.trip.timeline import TripPlan

AT = datetime(2026, 11, 28, 9, tzinfo=UTC)
TRIP = "EGTF to LFAT saturday 5 december 10:00 back 15:30"
Step = tuple[str, dict[str, Any]]


async def asked(deps: Deps, *texts: str) -> tuple[Done, list[Step]]:
    memory, done = Conversation(disclaimed=AT.date()), None
    for text in texts:
        *_, done = [e async for e in answer(Question(text=text, at=AT), memory, deps)]
        assert isinstance(done, Done)
        memory = done.conversation
    assert isinstance(done, Done) and memory.last_plan is not None
    return done, [(step.tool, dict(step.arguments)) for step in memory.last_plan.steps]


@pytest.mark.parametrize(
    ("said", "entries"),
    [
        ("what papers must be aboard", {ABOARD}),
        ("which documents do I carry", {ABOARD}),
        ("welche papiere muss ich mitführen", {ABOARD}),
        ("quels papiers à bord", {ABOARD}),
        ("do my two friends need passports", {TRAVELLERS}),
        ("what do my passengers need", {TRAVELLERS}),
        ("was brauchen meine mitflieger", {TRAVELLERS}),
        ("faut-il un passeport", {TRAVELLERS}),
        ("what papers do i need", {ABOARD, TRAVELLERS}),
        ("what paperwork", set[str]()),
        ("when do i have to send the gar", set[str]()),
        ("how many passengers", set[str]()),
    ],
)
def test_papers_are_known_by_their_words(said: str, entries: set[str]) -> None:
    assert {name for name, _ in papers_asked(said)} == entries


async def test_the_papers_stand_beside_the_trip_that_asks_for_them(deps: Deps) -> None:
    done, steps = await asked(
        deps, "EGBG to LFAT saturday 10:00 with 2 friends in a hired PA28, what papers must be aboard, passports?"
    )
    assert [tool for tool, _ in steps] == ["plan_trip", "answer_rules_question", "answer_rules_question"]
    assert steps[0][1]["people"] == 3
    assert "NCO.GEN.135" in done.answer.text and "at least 3 months after leaving" in done.answer.text
    assert "could not take account" not in done.answer.text


async def test_papers_asked_of_the_trip_in_hand_are_those_of_the_state_that_is_entered(deps: Deps) -> None:
    _, steps = await asked(deps, TRIP, "what papers must be aboard?")
    assert [(tool, given["country_code"]) for tool, given in steps] == [("answer_rules_question", "FR")]


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("EGTF to LFAT saturday, arrive 11, leave again at 15, what do I need", ("EGTF", "LFAT")),
        ("we go to Calais er Le Touquet I mean sunday 10:00 from Headcorn", ("Headcorn", "Le Touquet")),
        (
            "if I leave Le Touquet at 15:00 on sunday, do I make it home to EGBG before dark at 105 kt",
            ("Le Touquet", "EGBG"),
        ),
        (
            "Rochester to Lelystad friday 11 december 13:00 back sunday 15:00, when must the Dutch be told",
            ("Rochester", "Lelystad"),
        ),
        ("Grenchen nach Lydd Samstag 10:00, wann muss ich die Briten informieren", ("Grenchen", "Lydd")),
        ("Lognes Lydd samedi 10h retour 16h, faut-il prévenir les anglais", ("Lognes", "Lydd")),
    ],
)
async def test_a_trip_is_read_with_what_is_said_beside_it(deps: Deps, said: str, ends: tuple[str, str]) -> None:
    _, steps = await asked(deps, said)
    (tool, given), *_ = steps
    assert (tool, given["from_location"], given["to_location"]) == ("plan_trip", *ends)


async def test_what_is_known_of_the_garda_is_told(deps: Deps) -> None:
    done, _ = await asked(deps, "EGBG to Weston saturday 10:00, do I have to tell the Gardai")
    assert "no notice to the Garda with a lead time was read" in done.answer.text


@pytest.mark.parametrize(
    ("said", "off"),
    [
        ("cancel that, we're not going", True),
        ("forget it, we stay home", True),
        ("ok the trip is off", True),
        ("c'est annulé on n'y va plus", True),
        ("wir fliegen doch nicht", True),
        ("wir bleiben daheim", True),
        ("cancel that, just the outbound", False),
        ("we're not going before ten", False),
        ("we're not going to calais but le touquet", False),
        ("cancel the reminders", False),
    ],
)
def test_a_trip_is_called_off_by_its_words(said: str, *, off: bool) -> None:
    assert is_called_off(said) is off


async def test_a_trip_that_is_called_off_tells_what_to_take_back(deps: Deps) -> None:
    done, steps = await asked(deps, TRIP, "and if we leave at 11 instead?", "cancel that, we're not going")
    assert steps == [("set_reminders", {"called_off": True})]
    assert "not flown" in done.answer.text and "flight plan" in done.answer.text


async def test_the_last_change_alone_is_taken_back(deps: Deps) -> None:
    _, steps = await asked(deps, TRIP, "and if we leave at 11 instead?", "cancel that")
    assert [(tool, given["off_block"]) for tool, given in steps] == [("plan_trip", "10:00")]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "i'm at elstree and want to go to deauville on um saturday no sunday leaving at ten",
            {"day": "2026-11-29", "off_block": "10:00"},
        ),
        ("Denham to Calais no Le Touquet Saturday 10", {"to_location": "Le Touquet"}),
        ("Am 2. Advent von Mainz nach Luxemburg, hin um 10", {"day": "2026-12-06"}),
        ("Heubach nach Zell am See am Nikolaustag, hin 9:30, zurück 15:00", {"day": "2026-12-06"}),
        ("lelystad to headcorn on sunday morning the sixth at 10 back at 3", {"day": "2026-12-06"}),
        ("EGKA EBOS 12/12 dep 0900 ret 1400 tb20", {"day": "2026-12-12", "return_off_block": "14:00"}),
        ("EGSX - LFAC - EGSX, sun 6 dec, ETD 1100, ETA home 1530", {"return_by": "15:30", "off_block": "11:00"}),
        (
            "leaving cambridge 0900 saturday to antwerp, need to be back by 1700, when do i have to leave antwerp",
            {"from_location": "cambridge", "to_location": "antwerp", "about": "off_blocks"},
        ),
        (
            "we leave Haverfordwest at 9 on Saturday for Waterford and carry on to Kerry, back Sunday from Kerry at noon",
            {"via": ["Waterford"], "return_day": "2026-12-06", "return_off_block": "12:00"},
        ),
        (
            "Wenn ich Sonntag um 12 in Bremgarten losfliege, bin ich vor Sunset in Mâcon?",
            {"from_location": "Bremgarten", "to_location": "Mâcon", "off_block": "12:00"},
        ),
        ("what do I need to fly to Lelystad", {"to_location": "Lelystad"}),
        (
            "Pa28 Wellesbourne Deauville and back 5th December leave Deauville 3pm",
            {"from_location": "Wellesbourne", "to_location": "Deauville", "return_off_block": "15:00"},
        ),
        (
            "on part de Grenoble à 8h30 dimanche 6, escale à Cannes pour l'essence, arrivée Calvi vers midi",
            {"from_location": "Grenoble", "via": ["Cannes"], "to_location": "Calvi", "off_block": "08:30"},
        ),
        (
            "need to be back at Fowlmere before 3pm saturday, coming from Midden-Zeeland, 95 kt, what do I file",
            {"day": "2026-12-05", "arrive_by": "15:00", "return_day": None, "to_location": "Fowlmere"},
        ),
        (
            "Blackpool to Ronaldsway return this Wednesday 11 to 3, who needs to know",
            {"day": "2026-12-02", "off_block": "11:00", "return_off_block": "15:00"},
        ),
        (
            "Ab Wangerooge nach Helgoland und zurück nach Bremen am Samstag, los um 10, auf Helgoland 2 Stunden",
            {"day": "2026-12-05", "off_block": "10:00", "ground_minutes": 120, "return_day": None},
        ),
        (
            "departing Bembridge half past nine saturday, landing Cherbourg ten fifteen, leaving at three",
            {"off_block": "09:30", "arrive_by": "10:15", "return_off_block": "15:00"},
        ),
        (
            "leaving Fairoaks 0930 on the fifth to La Baule, staying three nights, coming home at 11",
            {"day": "2026-12-05", "return_day": "2026-12-08", "return_off_block": "11:00"},
        ),
        (
            "Alderney from Sandown saturday 12:00 back 14:30, 15 kts on the tail going and on the nose coming back",
            {"headwind_kts": -15, "return_headwind_kts": 15},
        ),
        (
            "Am Samstag, äh Sonntag, um elf von Bremgarten nach Besançon, Rückflug gegen vier",
            {"day": "2026-11-29", "off_block": "11:00", "return_off_block": "16:00"},
        ),
        (
            "off Sherburn at 9 saturday, Kortrijk for lunch, leave 3pm for home",
            {"off_block": "09:00", "return_off_block": "15:00"},
        ),
        ("Norwich, Antwerp, Norwich. Sat 12th. 0900 out, 1500 back.", {"day": "2026-12-12"}),
        (
            "from home (EGTF) to Sandown saturday 11:00 back 14:00",
            {"from_location": "EGTF", "to_location": "Sandown"},
        ),
        (
            "Toussus > Le Havre > Deauville > Toussus dimanche, décollage 10h, une heure à chaque escale",
            {"ground_minutes": 60, "off_block": "10:00", "return_off_block": None},
        ),
        ("was brauche ich, um nach Lelystad zu fliegen", {"to_location": "Lelystad"}),
        (
            "Plane mir Bern - Colmar - Bern am Sonntag, 100 kt, Abflug 10 Uhr, drei Stunden in Colmar",
            {"ground_minutes": 180, "off_block": "10:00", "return_off_block": None},
        ),
        (
            "Lognes - Le Touquet aller-retour samedi, départ 10h, trois heures au Touquet",
            {"ground_minutes": 180, "off_block": "10:00", "return_off_block": None},
        ),
        (
            "Wann muss ich in Lausanne los, um um 17:30 in Bern zu sein, 95 kt?",
            {"from_location": "Lausanne", "arrive_by": "17:30", "off_block": None, "about": "off_blocks"},
        ),
        (
            "Wann muss ich in Lausanne abfliegen, um spätestens 17:30 in Bern zu landen?",
            {"to_location": "Bern", "arrive_by": "17:30", "off_block": None},
        ),
        ("When must I leave Lausanne to be in Bern at 17:30, 95 kt?", {"arrive_by": "17:30", "off_block": None}),
        (
            "À quelle heure dois-je partir de Lausanne pour être à Berne à 17h30 ?",
            {"arrive_by": "17:30", "off_block": None},
        ),
    ],
)
async def test_days_ends_and_corrections_of_a_trip_are_read(deps: Deps, said: str, wanted: dict[str, Any]) -> None:
    _, steps = await asked(deps, said)
    # behind what the field itself asks
    given = next(arguments for tool, arguments in steps if tool == "plan_trip")
    assert {name: given.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    "said",
    [
        "Ich komme aus Zagreb zurück nach Grenchen – muss ich da zum Zoll und wie früh anmelden?",
        "morgen um 9 ab Donaueschingen nach Innsbruck, um 15 Uhr wieder heim, was muss alles erledigt werden",
        "Flug nach Lydd morgen 11:00, Rückflug 15:00, was muss ich wann melden?",
    ],
)
async def test_what_the_answer_tells_is_not_said_to_be_left_out(deps: Deps, said: str) -> None:
    done, _ = await asked(deps, said)
    assert "Nicht berücksichtigt" not in done.answer.text


async def test_an_hour_of_arriving_gives_every_deadline_its_moment(deps: Deps) -> None:
    """Headcorn by 14:00 local: 31 min from Calais and 30 min margin, so 12:59Z; the GAR two hours before."""
    done, _ = await asked(deps, "Dijon Darois > Calais > Headcorn friday 4 december, we want to arrive at 14:00")
    plan = next(r for r in done.results if isinstance(r, TripPlan))
    due = {task.kind: task.latest for task in plan.tasks if task.latest and task.leg == 2}
    assert due["off_blocks"] == datetime(2026, 12, 4, 12, 59, tzinfo=UTC)
    assert due["report"] == due["off_blocks"] - timedelta(hours=2)
    assert due["border"] == due["off_blocks"] - timedelta(hours=2)
    assert due["flight_plan"] == due["off_blocks"] - timedelta(hours=1)
    first = next(task.latest for task in plan.tasks if task.kind == "off_blocks" and task.leg == 1)
    assert first is not None and due["off_blocks"] - first > timedelta(hours=3, minutes=20)
    assert "counted from the latest off blocks" in done.answer.text


async def test_an_hour_home_gives_the_way_home_its_moments(deps: Deps) -> None:
    done, _ = await asked(deps, "redhill to le touquet on sunday 13 december leaving 09:30 and home by four")
    plan = next(r for r in done.results if isinstance(r, TripPlan))
    home = {task.kind: task.latest for task in plan.tasks if task.leg == 2}
    assert home["report"] is not None and home["off_blocks"] is not None
    assert home["off_blocks"] - home["report"] == timedelta(hours=2)


async def test_a_flight_outside_the_hours_of_its_customs_is_warned(deps: Deps) -> None:
    done, _ = await asked(deps, "Calais to Leicester sunday 6 december 16:00, what do I need")
    assert "open 09:00–16:00 local by its text, and off blocks LFAC 16:00 is not within it" in done.answer.text
    done, _ = await asked(deps, "Calais to Leicester sunday 6 december 15:00, what do I need")
    assert "is not within it" not in done.answer.text


async def test_a_stay_that_is_told_gives_the_way_home_its_hour_at_ones_own_speed(deps: Deps) -> None:
    said = "Duxford to Texel and back on December 6th leaving at ten with an hour and a half on the ground"
    for speed, told in ((", 110 knots", True), ("", False)):
        done, _ = await asked(deps, said + speed)
        plan = next(r for r in done.results if isinstance(r, TripPlan))
        out, home = plan.legs
        assert (home.off_blocks is not None) is told
        if home.off_blocks and out.arrival:
            assert timedelta(minutes=89) <= home.off_blocks - out.arrival <= timedelta(minutes=90)


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (("do I have to tell the Irish police",), {"about": "report", "to_location": "Weston"}),
        (("what about the UK police",), {"about": "report", "to_location": "Weston"}),
    ],
)
async def test_the_police_of_a_country_of_the_trip_are_asked_of_it(
    deps: Deps, texts: tuple[str, ...], wanted: dict[str, Any]
) -> None:
    _, steps = await asked(deps, "EGBG to Weston saturday 5 december 10:00 back sunday 14:00", *texts)
    (tool, given) = steps[0]
    assert tool == "plan_trip" and {name: given.get(name) for name in wanted} == wanted


async def test_direct_on_the_way_home_keeps_the_stop_on_the_way_out(deps: Deps) -> None:
    _, steps = await asked(
        deps, "Sleap to Dinard friday 9am with a fuel stop at Cherbourg", "coming back sunday at 2, direct"
    )
    tool, given = steps[0]
    assert (tool, given["via"], given["return_off_block"]) == ("plan_trip", ["Cherbourg"], "14:00")


async def test_an_hour_of_the_evening_before_is_of_the_evening(deps: Deps) -> None:
    _, steps = await asked(deps, TRIP, "remind me the evening before at seven")
    assert steps == [("set_reminders", {"days_before": 1, "at": "19:00"})]


async def test_bare_papers_of_the_trip_in_hand_are_both(deps: Deps) -> None:
    _, steps = await asked(deps, TRIP, "what papers do we need")
    assert [tool for tool, _ in steps] == ["answer_rules_question", "answer_rules_question"]


async def test_the_hour_that_was_named_is_told_beside_what_the_day_allows(deps: Deps) -> None:
    done, _ = await asked(deps, "When must I leave Lausanne to be in Bern at 17:30, 95 kt?")
    assert "LSZB by 17:30 alone: off blocks by 16:33, 30 min margin; the day allows less" in done.answer.text


async def test_a_deadline_of_a_flight_of_another_day_names_its_day(deps: Deps) -> None:
    done, _ = await asked(deps, "je pars de Nantes pour Lausanne samedi 9h retour dimanche")
    assert "Retour, à l'arrivée sam. 5 déc. 22:00 locale" in done.answer.text


@pytest.mark.parametrize(
    "said", ["Headcorn to Calais sunday 6 december", "Headcorn to Calais sunday 6 december 15:00"]
)
async def test_the_hours_of_customs_where_it_lands_limit_the_latest_off_blocks(deps: Deps, said: str) -> None:
    """Customs at Calais until 16:00 local (15:00Z): less 31 min and the margin of 30, by 13:59Z."""
    done, _ = await asked(deps, said)
    plan = next(r for r in done.results if isinstance(r, TripPlan))
    latest = plan.legs[0].latest
    assert latest is not None and latest.latest == datetime(2026, 12, 6, 13, 59, tzinfo=UTC)
    assert latest.limit == "hours of LFAC customs and immigration end" and latest.limit_at.hour == 15


async def test_an_hour_to_be_there_after_customs_has_closed_counts_from_its_closing(deps: Deps) -> None:
    done, _ = await asked(deps, "Headcorn to Calais sunday 6 december, there by 17:00 local")
    plan = next(r for r in done.results if isinstance(r, TripPlan))
    due = {task.kind: task.latest for task in plan.tasks if task.latest}
    assert due["off_blocks"] == datetime(2026, 12, 6, 13, 59, tzinfo=UTC)
    assert due["report"] == due["off_blocks"] - timedelta(hours=2)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("By when must the GAR be in if I leave Midden-Zeeland for Lydd on Saturday at 10:30?", "report"),
        (
            "bis wann muss ich den Zoll informieren wenn ich am Samstag um 14 Uhr von LSZR nach EDNY fliege",
            "border",
        ),
        ("Shoreham to Caen Saturday 10:00, back Sunday 15:00, what do I need and when is the GAR due?", None),
        ("Elstree Le Touquet Friday 0900, 3 up: GAR and flight plan deadlines please", None),
    ],
)
async def test_one_paper_asked_of_a_flight_is_told_first(deps: Deps, text: str, about: str | None) -> None:
    _, steps = await asked(deps, text)
    assert steps[0][0] == "plan_trip" and steps[0][1].get("about") == about


HUMBERSIDE = "Humberside to Texel Saturday 5 December at 9, back at 15, three of us"


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        ((HUMBERSIDE, "four now, her sister's invited herself"), {"people": 4}),
        ((HUMBERSIDE, "and if Bob doesn't come?"), {"people": 2, "to_location": "Texel"}),
        ((HUMBERSIDE, "and without Steve?"), {"people": 2, "to_location": "Texel"}),
        (("Koblenz nach Zell am See Samstag 9 Uhr, vier Leute sind zu schwer, also zu dritt",), {"people": 3}),
        (("Koblenz nach Zell am See Samstag 9 Uhr, zu viert", "Uschi kommt doch nicht mit"), {"people": 3}),
        (("Lognes Deauville samedi 10h, retour 17h, on sera 4", "et si Paul ne vient pas ?"), {"people": 3}),
        (
            ("Vannes Santander jeudi 9h, retour dimanche", "euh 10h et escale Biarritz"),
            {"via": ["Biarritz"], "off_block": "10:00"},
        ),
        (
            ("Sleap to Guernsey on the 12th", "off at half eight from the farm near Shrewsbury"),
            {"from_location": "Shrewsbury", "off_block": "08:30"},
        ),
        (
            ("Kiel to Tallinn on 1 Dec, return on the 3rd, stop in Gdansk on the way out",),
            {"via": ["Gdansk"], "return_via": None},
        ),
        (
            ("Shoreham to Dinard Saturday at ten", "coming home Sunday, leaving there at four"),
            {"off_block": "10:00", "return_off_block": "16:00"},
        ),
        (("Flug von Berlin-Schönhagen nach Sylt Samstag 10 Uhr",), {"from_location": "Schönhagen", "via": None}),
    ],
)
async def test_who_comes_and_where_it_leads(deps: Deps, texts: tuple[str, ...], wanted: dict[str, Any]) -> None:
    _, steps = await asked(deps, *texts)
    assert steps[0][0] == "plan_trip" and {name: steps[0][1].get(name) for name in wanted} == wanted


async def test_an_hour_told_of_the_gar_asks_when_it_is_due(deps: Deps) -> None:
    done, steps = await asked(deps, "My mate reckons you can file the GAR an hour before. He's wrong isn't he?")
    assert steps == [("get_report_deadline", {"report": "GAR"})] and "48 h to 2 h before" in done.answer.text


async def test_deadlines_asked_in_speech_are_not_left_aside(deps: Deps) -> None:
    done, _ = await asked(
        deps, "Saint-Cyr Lydd samedi 9h30, retour dimanche 15h, on sera trois. C'est quoi les délais ?"
    )
    assert "C'est quoi" not in done.answer.text
