"""How FlyFun behaves in conversations on Telegram and Slack: each behaviour tried through the whole program.

    python -m platforms.behaviours [words of a name …]     (in tests/, as `make behaviours` does)

Every behaviour has people and rooms of its own, so that several are tried at a time. One is right when nothing of
what it says is missing on the platforms it is about, and no rule of the platform was broken.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from platforms.driver import QUIET, OnSlack, OnTelegram, Seen, Stage, stage
from servers.telegram import Refused, _size  # pyright: ignore[reportPrivateUsage]

TAPPED = ("120 knots", "Cessna 172", "SR22")
AT_ONCE = 5
_names = count(1)


def somebody() -> str:
    """A person nobody has seen yet."""
    return f"P{next(_names)}"


def words(seen: list[Seen]) -> str:
    return "\n".join(one.text for one in seen)


def last(seen: list[Seen]) -> Seen:
    """The message with buttons, or the last one."""
    return next((one for one in reversed(seen) if one.labels), seen[-1])


def has(text: str, *parts: str) -> None:
    for part in parts:
        assert re.search(part, text, re.IGNORECASE), f"{part!r} is not in {text[:400]!r}"


def lacks(text: str, *parts: str) -> None:
    for part in parts:
        assert not re.search(part, text, re.IGNORECASE), f"{part!r} is in {text[:400]!r}"


@dataclass(frozen=True)
class Behaviour:
    """What is tried, where, and the number of the issue's line."""

    name: str
    line: int
    on: tuple[str, ...]
    run: Callable[[OnTelegram | OnSlack, Stage], Awaitable[None]]


BEHAVIOURS: list[Behaviour] = []
BOTH, TELEGRAM, SLACK = ("telegram", "slack"), ("telegram",), ("slack",)

Try = Callable[..., Awaitable[None]]


def behaviour(line: int, on: tuple[str, ...] = BOTH) -> Callable[[Try], Try]:
    def register(run: Try) -> Try:
        BEHAVIOURS.append(Behaviour(run.__name__, line, on, run))
        return run

    return register


async def flight(app: OnTelegram | OnSlack, who: str, room: str, *, call: bool = False) -> Seen:
    """The question whose taps are tried."""
    return last(await app.say(who, room, "How long to fly from EGTF to LFMD", call=call))


def same_flight(answer: list[Seen]) -> None:
    """559 nm: at 120 kt 4 h 39 or 40; at any of the speeds between 2 h 30 and 6 h."""
    text = words(answer)
    has(text, "EGTF", "LFMD")
    lacks(text, "LIPK", "Forl", "LFAT", "LSGS")
    said = re.search(r"(\d)h\s?(\d\d)m", text)
    assert said and 150 <= int(said[1]) * 60 + int(said[2]) <= 360, text[:300]


# --- 1: buttons ---------------------------------------------------------------------------------------------


@behaviour(1)
async def a_tap_means_its_question(app: Any, stage: Any) -> None:
    who = somebody()
    asked = await flight(app, who, app.private(who))
    same_flight(answer := await app.tap(who, asked, "120 knots"))
    has(words(answer), r"4h (39|40)m")


@behaviour(1)
async def each_tap_twice_is_the_same_flight(app: Any, stage: Any) -> None:
    who = somebody()
    asked = await flight(app, who, app.private(who))
    for label in (*TAPPED, *TAPPED):
        same_flight(await app.tap(who, asked, label))


@behaviour(1)
async def a_finger_that_slips_asks_once(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = await flight(app, who, room)
    before = app.seen(room)
    await app.press(who, asked, "120 knots")
    await asyncio.sleep(0.15)
    await app.press(who, asked, "120 knots")
    same_flight(await app.settled(room, before))
    await asyncio.sleep(QUIET)
    answers = [one for key, one in app.seen(room).items() if key not in before and "4h" in one.text]
    assert len(answers) == 1, answers


@behaviour(1)
async def a_tap_after_other_questions_is_the_same_flight(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = await flight(app, who, room)
    await app.say(who, room, "Tell me about LSGS")
    await app.say(who, room, "How far is LFAT from LSZH")
    same_flight(await app.tap(who, asked, "SR22"))


@behaviour(1)
async def others_in_the_group_tap_the_same_flight(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    asked = await flight(app, ana, room, call=True)
    await app.say(ben, room, "Tell me about LSGS", call=True)
    same_flight(await app.tap(ben, asked, "120 knots"))
    same_flight(await app.tap(ana, asked, "Cessna 172"))


@behaviour(1)
async def the_used_button_is_marked(app: Any, stage: Any) -> None:
    who = somebody()
    asked = await flight(app, who, app.private(who))
    await app.tap(who, asked, "120 knots")
    await asyncio.sleep(2.5)
    assert app.marked(asked)


@behaviour(1)
async def a_forged_tap_is_refused_over_the_chat(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    asked = await flight(app, ana, room, call=True)
    before = app.seen(room)
    await app.press_data(ben, asked, "zzzzzzzzzzzzzzzz")
    seen = await app.settled(room, before)
    assert seen and all(one.toast for one in seen), seen
    has(words(seen), "too old")


@behaviour(1)
async def a_tap_from_another_chat_is_refused(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    home, club = app.private(ana), app.club()
    own = await flight(app, ana, home)
    asked = await flight(app, ben, club, call=True)
    before, mine = app.seen(club), app.seen(home)
    await app.press_data(ben, asked, app.data(own, "120 knots"))
    seen = await app.settled(club, before)
    assert seen and all(one.toast for one in seen), seen
    assert app.seen(home) == mine


@behaviour(1)
async def a_save_button_is_its_authors(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    drafted = last(await app.say(ana, room, "landed at LFAT yesterday, paid 24 euros", call=True))
    seen = await app.tap(ben, drafted, "Save report")
    assert seen and all(one.toast for one in seen), seen


@behaviour(1)
async def an_old_button_in_private_brings_fresh_ones(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = await flight(app, who, room)
    before = app.seen(room)
    await app.press_data(who, asked, "abcdefghijklmnop")
    seen = await app.settled(room, before)
    has(words(seen), "too old")
    assert last(seen).labels


@behaviour(1)
async def a_list_turns_its_page_in_place(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    shown = last(await app.say(who, room, "airports near Annecy"))
    assert "More" in shown.labels, shown.labels
    turned = await app.tap(who, shown, "More")
    assert [one.id for one in turned] == [shown.id], turned
    back = await app.tap(who, turned[0], "Back")
    assert [(one.id, one.text) for one in back] == [(shown.id, shown.text)], back


@behaviour(1)
async def a_lists_further_pages_turn_in_place_too(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    page = last(await app.say(who, room, "airports near Toulouse", call=True))
    sent = len(app.seen(room))
    for shown in ("6–10", "11–15", "16–20"):
        (page,) = await app.tap(somebody(), page, "More")
        has(page.text, shown)
    (page,) = await app.tap(who, page, "Back")
    has(page.text, "11–15")
    assert len(app.seen(room)) == sent


@behaviour(1)
async def the_way_back_is_called_in_the_lists_language(app: Any, stage: Any) -> None:
    for text, more, back in (
        ("Flugplätze bei Kassel", "Mehr", "Zurück"),
        ("aéroports près de Lyon", "Suite", "Retour"),
    ):
        who = somebody()
        shown = last(await app.say(who, app.private(who), text))
        assert back in last(await app.tap(who, shown, more)).labels


# --- 2: replies ---------------------------------------------------------------------------------------------


@behaviour(2)
async def a_reply_means_the_card_replied_to(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    card = last(await app.say(who, room, "Tell me about LFAT"))
    await app.say(who, room, "Tell me about LSGS")
    has(words(answer := await app.say(who, room, "what fuel do they have there?", to=card)), "LFAT")
    lacks(words(answer), "LSGS", "Sion")


@behaviour(2)
async def a_reply_in_the_club_means_the_card_whoever_asked_since(app: Any, stage: Any) -> None:
    ana, ben, cleo = somebody(), somebody(), somebody()
    room = app.club()
    card = last(await app.say(ana, room, "Tell me about LFAT", call=True))
    await app.say(ben, room, "Tell me about LSGS", call=True)
    has(words(answer := await app.say(cleo, room, "what fuel do they have there?", to=card)), "LFAT")
    lacks(words(answer), "LSGS", "Sion")


@behaviour(2)
async def a_mention_on_a_clubmates_message_reads_it(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    answer = await app.say(who, room, "what fuel do they have there?", quoting="Shall we go to LFAT?", call=True)
    has(words(answer), "LFAT")


@behaviour(2)
async def a_remark_of_a_clubmate_names_the_field(app: Any, stage: Any) -> None:
    for remark, code in (
        ("Let's do LFAT for lunch then", "LFAT"),
        ("I'd rather take Shoreham, nice cafe", "EGKA"),
    ):
        answer = await app.say(somebody(), app.club(), "what fuel do they have?", quoting=remark, call=True)
        has(words(answer), code)


@behaviour(2)
async def a_way_in_a_remark_is_the_flight_that_is_asked_about(app: Any, stage: Any) -> None:
    text, remark = "how long would that take at 105 knots?", "What about Fairoaks to Deauville?"
    has(
        words(await app.say(somebody(), app.club(), text, quoting=remark, call=True)),
        "EGTF",
        "LFRG",
        r"\d+h \d\dm",
    )


@behaviour(2)
async def a_bare_mention_answers_the_clubmates_question(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    has(words(await app.say(who, room, "", quoting="How far is EGTF from LFMD?", call=True)), "559")


@behaviour(2)
async def the_chat_goes_on_from_the_reply(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    card = last(await app.say(who, room, "Tell me about LFAT"))
    await app.say(who, room, "Tell me about LSGS")
    then = last(await app.say(who, room, "what fuel do they have there?", to=card))
    has(words(await app.say(who, room, "and the runways?", to=then)), "LFAT")


@behaviour(2)
async def a_reply_to_a_deleted_message_is_answered(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    card = last(await app.say(who, room, "Tell me about LFAT"))
    if app.name == "telegram":
        del app.room(room).messages[int(card.id)]
        has(words(await app.say(who, room, "what fuel do they have at LSGS?")), "LSGS")
    else:
        app.team.remove(room, card.thread)
        has(words(await app.say(who, room, "what fuel do they have at LSGS?", thread=card.thread)), "LSGS")


@behaviour(2)
async def parts_of_a_room_have_memories_of_their_own(app: Any, stage: Any) -> None:
    who = somebody()
    if app.name == "telegram":
        room = app.club(forum=True)
        app.room(room).topics |= {71, 72}
        await app.say(who, room, "Tell me about LFAT", call=True, thread=71)
        await app.say(who, room, "Tell me about LSGS", call=True, thread=72)
        answer = await app.say(who, room, "what fuel do they have there?", call=True, thread=71)
        assert all(one.thread == "71" for one in answer), answer
    else:
        room = app.club()
        first = last(await app.say(who, room, "Tell me about LFAT", call=True))
        await app.say(who, room, "Tell me about LSGS", call=True)
        answer = await app.say(who, room, "what fuel do they have there?", to=first)
        assert all(one.thread == first.thread for one in answer), answer
    has(words(answer), "LFAT")


@behaviour(2, TELEGRAM)
async def a_deleted_topic_is_answered_in_the_group(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club(forum=True)
    answer = await app.say(who, room, "How far is EGTF from LFMD?", call=True, thread=99)
    has(words(answer), "559")


@behaviour(2, SLACK)
async def a_mention_in_an_old_thread_reads_the_thread(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    root = await app.write(ana, room, "Shall we go to LFAT on Saturday?")
    await app.write(ben, room, "sounds good", thread=root)
    has(words(await app.say(ben, room, "what fuel do they have there?", thread=root, call=True)), "LFAT")


@behaviour(2)
async def a_distance_from_a_remarks_field_is_a_distance(app: Any, stage: Any) -> None:
    for remark, text in (
        ("Shall we go to Sandown on Sunday?", "how far is it from EGKB?"),
        ("Wollen wir nach Wangerooge am Sonntag?", "wie weit ist das von EDDH?"),
    ):
        has(words(await app.say(somebody(), app.club(), text, quoting=remark, call=True)), r"(EGHN|EDWG).*\d nm")


@behaviour(2)
async def the_second_of_the_list_replied_to(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    first = last(await app.say(who, room, "airports near Annecy"))
    await app.say(who, room, "airports near Ghent")
    has(words(answer := await app.say(who, room, "tell me about the second one", to=first)), "LFLI")
    has(words(await app.say(who, room, "and the third?", to=last(answer))), "LFHN")


@behaviour(2)
async def another_aircraft_flies_the_route_replied_to(app: Any, stage: Any) -> None:
    ana, ben, cleo = somebody(), somebody(), somebody()
    room = app.club()
    route = last(await app.say(ana, room, "How long from EGTF to LFMD in a C172", call=True))
    await app.say(ben, room, "How long from LSGS to LFLP in a SR22", call=True)
    same_flight(await app.say(cleo, room, "and in a DR400?", to=route))


@behaviour(2)
async def a_rule_replied_to_is_asked_of_another_country(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    rule = last(await app.say(who, room, "Do I need a flight plan for VFR in France?"))
    await app.say(who, room, "Is night VFR allowed in Spain?")
    has(words(answer := await app.say(who, room, "and in Germany?", to=rule)), "Germany", "flight plan")
    lacks(words(answer), "Spain")


@behaviour(2, TELEGRAM)
async def a_quoted_line_of_a_list_is_what_a_reply_means(app: Any, stage: Any) -> None:
    who = somebody()
    shown = last(await app.say(who, room := app.private(who), "airfields near Rouen"))
    line = next(line for line in shown.text.split("\n") if "LFPD" in line)
    quote = {"text": line, "position": shown.text.index(line), "is_manual": True}
    has(
        words(await app.say(who, room, "which fuel?", to=shown, quote=quote)), "Fuel at LFPD|LFPD.*fuel|fuel.*LFPD"
    )


@behaviour(2)
async def of_two_fields_in_a_remark_each_is_told(app: Any, stage: Any) -> None:
    remark = "so is it Deauville or Midden-Zeeland on Sunday?"
    answer = await app.say(somebody(), app.club(), "which of those has avgas?", quoting=remark, call=True)
    has(words(answer), "LFRG AVGAS", "EHMZ")


@behaviour(2)
async def a_clubmate_answers_what_was_asked_of_another(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    asked = last(await app.say(ana, room, "Wie weit ist EDDS von EDJA?", call=True))
    has(words(await app.say(ben, room, "und mit einer DA40?", to=asked)), r"27 ?m", "EDJA.*EDDS")
    assert not await app.say(ben, room, "that's a long way in a 152!", to=asked, silent=True)
    assert not await app.say(ben, room, "further than I thought", to=asked, silent=True)


@behaviour(2)
async def a_reply_in_french_and_german_means_its_card(app: Any, stage: Any) -> None:
    for tell, then, other, ask, code in (
        ("Parle-moi de LFMD", "Parle-moi de LFLP", "LFLP", "et le carburant là-bas ?", "LFMD"),
        ("Erzähl mir von EDNY", "Erzähl mir von LOWI", "LOWI", "Welchen Sprit gibt es dort?", "EDNY"),
    ):
        ana, ben = somebody(), somebody()
        room = app.club()
        card = last(await app.say(ana, room, tell, call=True))
        await app.say(ben, room, then, call=True)
        has(words(answer := await app.say(somebody(), room, ask, to=card)), code)
        lacks(words(answer), other)


@behaviour(2)
async def what_a_clubmate_claims_is_looked_up_when_asked_whether_it_is_so(app: Any, stage: Any) -> None:
    claim = "No flight plan is needed for VFR in France"
    has(words(await app.say(somebody(), app.club(), "is that right?", quoting=claim, call=True)), "flight plan")


@behaviour(2)
async def a_map_replied_for_has_the_miles_of_its_way(app: Any, stage: Any) -> None:
    who, room = somebody(), app.club()
    way = last(await app.say(who, room, "how far is Biggin from Jersey", call=True))
    await app.say(who, room, "Tell me about EDNY", call=True)
    has(words(await app.say(somebody(), room, "show me that on a map", to=way)), "EGJJ", "154 nm")


# --- 3: quiet among people ----------------------------------------------------------------------------------


async def _talk(app: Any, text: str) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    card = last(await app.say(ana, room, "Tell me about LFAT", call=True))
    assert not await app.say(ben, room, text, to=card, silent=True)


@behaviour(3)
async def lol_nice_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "lol nice")


@behaviour(3)
async def thanks_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "thanks a lot!")


@behaviour(3)
async def count_me_in_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "count me in")


@behaviour(3)
async def a_chat_about_lunch_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "Peter brings the sandwiches this time")


@behaviour(3)
async def talk_that_is_not_for_us_gets_nothing(app: Any, stage: Any) -> None:
    room = app.club()
    assert not await app.say(somebody(), room, "How far is EGTF from LFMD? who knows", silent=True)


@behaviour(3)
async def what_is_not_understood_gets_one_line(app: Any, stage: Any) -> None:
    room = app.club()
    seen = await app.say(somebody(), room, "asdf", call=True)
    has(words(seen), "did not understand .?asdf")
    assert len(seen) == 1 and seen[0].text.count("\n") <= 1, seen
    assert last(seen).labels == ("Help",), seen


@behaviour(3)
async def in_private_too_it_gets_one_line(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "Tell me about LFAT")
    for text in ("asdf", "qwertz uiop"):
        seen = await app.say(who, room, text)
        has(words(seen), "did not understand")
        assert len(seen) == 1 and seen[0].text.count("\n") <= 1, seen
        assert "Help" in last(seen).labels


@behaviour(3)
async def the_introduction_comes_at_start(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    has(words(await app.say(who, room, "/start" if app.name == "telegram" else "start")), "I plan with you")


@behaviour(3)
async def people_among_themselves_are_left_alone(app: Any, stage: Any) -> None:
    for text in (
        "can't, wife's birthday", "Tom are you in?", "did you fix the radio?", "let me check with the boss", "bin um 10 da",
        "Dave's buying", "Phil's sorting the car", "Kann leider nicht, Geburtstag", "trop loin pour moi", "qui vient avec moi ?", "hat jemand den Schlüssel?", "let's take G-ABCD",
    ):  # fmt: skip
        await _talk(app, text)


@behaviour(3)
async def what_is_asked_of_the_card_is_answered(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    card = last(await app.say(ana, room, "Tell me about LFAT", call=True))
    for text in ("what about the landing fee", "et le carburant ?", "gibt es dort Benzin?", "opening hours"):
        has(words(await app.say(ben, room, text, to=card)), "LFAT")


@behaviour(3)
async def to_see_each_other_is_not_for_us(app: Any, stage: Any) -> None:
    await _talk(app, "great, see you there at 10")


@behaviour(3)
async def who_drives_is_not_for_us(app: Any, stage: Any) -> None:
    await _talk(app, "who's driving?")


@behaviour(3)
async def a_clubmate_asked_by_name_is_not_us(app: Any, stage: Any) -> None:
    await _talk(app, "Ben, can you book G-ABCD for Saturday?")


@behaviour(3)
async def who_was_asked_back_may_talk_on(app: Any, stage: Any) -> None:
    who, room = somebody(), app.club()
    asked = await flight(app, who, room, call=True)
    for talk in (
        "I'll bring croissants",
        "wer fährt?",
        "need my passport renewed",
        "anyone got the keys to Juliet Mike?",
    ):
        assert not await app.say(who, room, talk, to=asked, silent=True), talk
    same_flight(await app.say(who, room, "120", to=asked))


@behaviour(3)
async def a_long_story_is_answered_by_the_question_at_its_end(app: Any, stage: Any) -> None:
    who = somebody()
    story = "We flew all summer and had a lovely time. " * 40
    has(words(await app.say(who, app.private(who), f"{story}What fuel does LFAT have?")), "LFAT.*AVGAS")


@behaviour(3)
async def thanks_to_us_among_people_are_nodded_at(app: Any, stage: Any) -> None:
    ana = somebody()
    room = app.club()
    await app.say(ana, room, "How far is EGTF from LFMD?", call=True)
    if app.name == "telegram":
        before = app.seen(room)
        number = await app.write(ana, room, "thanks", call=True)
        await asyncio.sleep(3)
        assert app.seen(room) == before
        assert app.room(room).messages[int(number)].reactions == ("👍",), app.room(room).messages[int(number)]
    else:
        seen = await app.say(ana, room, "thanks", call=True)
        assert all(one.toast for one in seen), seen
        has(words(seen), "welcome")


@behaviour(3)
async def nonsense_in_french_gets_one_line_too(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "Quelle distance entre LFPN et LFAT ?")
    seen = await app.say(who, room, "blorgl fnurz")
    assert len(seen) == 1 and "blorgl" in seen[0].text and len(last(seen).labels) == 1, seen


# --- 4: commands where they are typed -----------------------------------------------------------------------


@behaviour(4)
async def help_in_private(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    text = words(await app.say(who, room, "/help@FlyFunBot" if app.name == "telegram" else "help"))
    has(text, "Ask as you would", "Commands")
    if app.name == "slack":
        has(text, "/flyfun home")
        lacks(text, r"(?m)^\W*/(?!flyfun)\w+")


@behaviour(4)
async def plain_words_are_commands_in_private(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    has(words(await app.say(who, room, "settings")), "Home base")
    has(words(await app.say(who, room, "home")), "home base")
    has(words(await app.say(who, room, "forget")), "delete|forget")
    if app.name == "slack":
        text = words(await app.say(who, room, "settings"))
        has(text, "/flyfun home")
        lacks(text, r"(?<!flyfun )/home")


@behaviour(4)
async def commands_are_called_in_french_and_german_and_answered_so(app: Any, stage: Any) -> None:
    for question, called, base, commands, deleted in (
        ("Quelle est la distance de LFPN à LFAT ?", "paramètres", "Base\\s:", "Commandes", "effacer"),
        ("Wie weit ist EDAZ von EDDF?", "meine Einstellungen", "Heimatplatz", "Befehle", "löschen"),
    ):
        who = somebody()
        room = app.private(who)
        has(words(await app.say(who, room, called)), base)
        await app.say(who, room, question)
        for plain in ("settings", "help", "forget"):  # their names are of no language: the chat's
            expected = {"settings": base, "help": commands, "forget": deleted}[plain]
            has(words(await app.say(who, room, plain)), expected)


@behaviour(4)
async def a_home_base_is_kept(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    if app.name == "telegram":
        has(words(await app.say(who, room, "/home EGTF")), "Kept.*EGTF")
    else:
        before = app.seen(room)
        await app.team.command(app.person(who), room, "home EGTF")
        has(words(await app.settled(room, before)), "Kept.*EGTF")
    has(words(await app.say(who, room, "settings")), "EGTF")


@behaviour(4)
async def help_among_people_says_how_to_ask_there(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    if app.name == "telegram":
        text = words(await app.say(who, room, "/help@FlyFunBot"))
        has(text, "/fly")
    else:
        text = words(await app.say(who, room, "help", call=True))
        has(text, "/flyfun")
    has(text, "here")


@behaviour(4, TELEGRAM)
async def another_bots_command_is_ignored(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    assert not await app.say(who, room, "/help@OtherBot", silent=True)
    assert not await app.say(who, room, "/fly@OtherBot How far is EGTF from LFMD?", silent=True)
    home = app.private(who)
    assert not await app.say(who, home, "/help@OtherBot", silent=True)


@behaviour(4)
async def the_sources_are_one_message(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "/sources" if app.name == "telegram" else "sources")
    has(words(seen), "AIP France")
    assert len(seen) == 1, len(seen)


@behaviour(4, SLACK)
async def home_offers_whole_questions_again(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "How far is EGTF from LFMD?")
    await app.say(who, room, "and LFAT?")
    await asyncio.sleep(1)
    await app.team.open_home(app.person(who))
    await asyncio.sleep(1)
    view = str(app.team.homes[app.person(who)])
    has(view, "How far is EGTF from LFMD")
    lacks(view, "and LFAT")


@behaviour(4, TELEGRAM)
async def joining_a_group_says_how_to_ask(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    before = app.seen(room)
    app.api.membership(app.room(room), app.person(who), "left", "member")
    has(words(await app.settled(room, before)), "/fly")


# --- 5: forgetting ------------------------------------------------------------------------------------------


async def _ask_forget(app: Any, who: str, room: str, rest: str = "") -> list[Seen]:
    if app.name == "telegram":
        return await app.say(who, room, f"/forget@FlyFunBot {rest}".strip())
    before = app.seen(room)
    await app.team.command(app.person(who), room, f"forget {rest}".strip())
    return await app.settled(room, before)


@behaviour(5)
async def a_member_deletes_what_is_theirs(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    drafted = last(
        await app.say(ana, room, "landed at LFXX? no, at LFAT: note for LFAT: gate code changed 4711", call=True)
    )
    if "Save report" in drafted.labels:
        await app.tap(ana, drafted, "Save report")
    asked = last(await _ask_forget(app, ben, room))
    assert any(
        "mine" in label.lower() or "me" in label.lower() or "delete" in label.lower() for label in asked.labels
    ), asked
    lacks(" ".join(asked.labels), "group|chat|everything here")


@behaviour(5)
async def what_is_deleted_of_a_member_is_said_to_them_alone(app: Any, stage: Any) -> None:
    ana, room = somebody(), app.club()
    await app.say(ana, room, "Tell me about LFAT", call=True)
    asked = await _ask_forget(app, ana, room)
    gone = await app.tap(ana, last(asked), "Everything about me")
    has(words(gone), "deleted")
    assert all(one.toast for one in (*asked, *gone)), (asked, gone)


@behaviour(5)
async def only_an_admin_deletes_the_clubs_memory(app: Any, stage: Any) -> None:
    ana = somebody()
    room = app.club("Aero Club")
    await app.say(ana, room, "Tell me about LFAT", call=True)
    text = words(await _ask_forget(app, ana, room, "Aero Club"))
    lacks(text, "is deleted|set aside")


@behaviour(5)
async def reset_drops_only_the_askers_question(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    await app.say(ana, room, "Tell me about LFAT", call=True)
    if app.name == "telegram":
        has(words(await app.say(ben, room, "/reset@FlyFunBot")), "open question")
    else:
        has(words(await app.say(ben, room, "/reset", call=True)), "open question")


@behaviour(5)
async def forgetting_in_private_deletes(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "Tell me about LFAT")
    asked = last(await app.say(who, room, "forget"))
    label = next((one for one in asked.labels if re.search("delete|forget|about me", one, re.IGNORECASE)), "")
    assert label, asked
    has(words(await app.tap(who, asked, label)), "deleted|forgotten|gone")
    lacks(words(await app.say(who, room, "what fuel do they have there?")), "LFAT")


# --- 6: one message ------------------------------------------------------------------------------------------


@behaviour(6, TELEGRAM)
async def picture_words_and_buttons_are_one_message(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "How long to fly from EGTF to LFMD")
    assert len(seen) == 1 and seen[0].picture and seen[0].labels and "559" in seen[0].text, seen


@behaviour(6, TELEGRAM)
async def a_field_in_private_is_one_message(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "Tell me about EGKA")
    assert len(seen) == 1, seen


@behaviour(6, TELEGRAM)
async def a_position_is_asked_for_in_the_question_itself(app: Any, stage: Any) -> None:
    for text, asked in (("airports near me", "Where are you"), ("aéroports près de moi", "Où êtes-vous")):
        who = somebody()
        room = app.private(who)
        (shown,) = await app.say(who, room, text)
        has(shown.text, asked)
        keyboard: dict[str, Any] = app.room(room).messages[int(shown.id)].keyboard or {}
        assert keyboard.get("keyboard"), shown


@behaviour(6)
async def a_plain_distance_has_no_picture_in_a_club(app: Any, stage: Any) -> None:
    seen = await app.say(somebody(), app.club(), "How far is EGTF from LFMD?", call=True)
    assert not any(one.picture for one in seen), seen
    has(words(seen), "559")


@behaviour(6)
async def a_map_that_is_asked_for_comes_in_a_club(app: Any, stage: Any) -> None:
    seen = await app.say(somebody(), app.club(), "show me EGTF to LFMD on a map", call=True)
    assert any(one.picture for one in seen), seen


@behaviour(6)
async def ten_questions_in_a_minute_are_answered_in_twenty_seconds(app: Any, stage: Any) -> None:
    room = app.club()
    fields = ["EGTF", "EGKB", "LFAT", "LSGS", "LFMD", "EDNY", "LOWI", "EGKA", "LFLP", "LSZH"]
    before = app.seen(room)
    since = time.monotonic()
    await asyncio.gather(
        *(app.write(somebody(), room, f"How far is {code} from EGLL?", call=True) for code in fields)
    )
    while time.monotonic() - since < 45:
        text = words([one for key, one in app.seen(room).items() if key not in before])
        if all(code in text for code in fields):
            break
        await asyncio.sleep(0.1)
    took = time.monotonic() - since
    assert took <= 20, f"{took:.1f} s"


@behaviour(6)
async def buttons_are_six_at_most_and_never_cut(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    for text in ("How long to fly from EGTF to LFMD", "VFR rules in Germany", "airports near Annecy",
                 "customs airports on the way from EGTF to LFMD"):  # fmt: skip
        for one in await app.say(who, room, text):
            assert len(one.labels) <= (6 if app.name == "telegram" else 12), one.labels
            assert not any(label.endswith("…") for label in one.labels), one.labels


# --- 8: pictures --------------------------------------------------------------------------------------------


@behaviour(8)
async def pictures_are_1280_wide_and_named_as_a_map(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(
        who,
        room,
        "How long to fly from EGHH to LFMT" if app.name == "slack" else "How long to fly from EGHH to LFMP",
    )
    data, name = picture_of(app, room)
    assert _size(data)[0] == 1280, _size(data)
    assert name == "map.jpg", name


def picture_of(app: Any, room: str) -> tuple[bytes, str]:
    """The last picture that was uploaded for a room, and its name."""
    if app.name == "telegram":
        call = [
            one for one in app.api.calls
            if one.method in ("sendPhoto", "editMessageMedia") and one.values["chat_id"] == room and one.files
        ][-1]  # fmt: skip
        name, data = next(iter(call.files.values()))
        return data, name
    file = [one.file for one in app.team.from_bot(room) if one.file][-1]
    held = app.server.files[file]
    return held.data, held.name


@behaviour(8)
async def a_route_of_many_legs_is_drawn_whole(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = await app.say(who, room, "How far is EGTF to LFAT to LSGS to LFMD")
    has(words(seen), "97 nm", "344 nm", "161 nm")
    if app.name == "slack":
        alt = next(one.text for one in seen if one.picture)
        has(alt, "EGTF", "LFAT", "LSGS", "LFMD")
    picture_of(app, room)


@behaviour(8, TELEGRAM)
async def uploading_shows_and_eyes_go(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    number = await app.write(who, room, "show me EGTF to LFMD on a map", call=True)
    held = app.room(room)
    await asyncio.sleep(8)
    assert any(action == "upload_photo" for action, _ in held.actions), held.actions
    assert not held.messages[int(number)].reactions


# --- 9: inline ----------------------------------------------------------------------------------------------


async def inline(app: Any, text: str) -> list[dict[str, Any]]:
    query = app.api.type_inline(app.person(somebody()), text)
    for _ in range(120):
        if query in app.api.inline:
            break
        await asyncio.sleep(0.1)
    return app.api.inline[query]["results"]


def _said(result: dict[str, Any]) -> str:
    return f"{result['title']} {result.get('description', '')} {result['input_message_content']['message_text']}"


@behaviour(9, TELEGRAM)
async def inline_notice_is_the_notice(app: Any, stage: Any) -> None:
    results = await inline(app, "LFAT notice")
    assert results
    has(_said(results[0]), "LFAT", "customs|notice|prior")
    lacks(_said(results[0]), "Elevation")


@behaviour(9, TELEGRAM)
async def inline_near_a_town_is_its_fields(app: Any, stage: Any) -> None:
    results = await inline(app, "airports near annecy")
    assert results
    has(_said(results[0]), "LFLP", "Annecy")


@behaviour(9, TELEGRAM)
async def inline_weather_is_weather_or_nothing(app: Any, stage: Any) -> None:
    for one in await inline(app, "EGKB wx"):
        lacks(_said(one), "Elevation")


@behaviour(9, TELEGRAM)
async def inline_talk_is_nothing(app: Any, stage: Any) -> None:
    for text in ("asdf qwertz", "see you at the pub tonight", "EGKB blah blub", "count me in"):
        assert not await inline(app, text), text


@behaviour(9, TELEGRAM)
async def inline_cards_have_a_thumbnail_and_the_disclaimer(app: Any, stage: Any) -> None:
    (card, *_) = await inline(app, "LFAT")
    assert card.get("thumbnail_url", "").startswith("https://"), card
    has(_said(card), "Not for operational use")


# --- 10: what the platforms have new ------------------------------------------------------------------------


@behaviour(10, TELEGRAM)
async def codes_are_copied_by_a_button(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = last(await app.say(who, room, "Tell me about LFAT"))
    buttons = app.room(room).messages[int(seen.id)].buttons
    assert any("copy_text" in button for button in buttons), buttons


@behaviour(10, TELEGRAM)
async def start_offers_to_be_added_to_a_group(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = await app.say(who, room, "/start")
    buttons = [b for one in seen for b in app.room(room).messages[int(one.id)].buttons]
    assert any("startgroup" in button.get("url", "") for button in buttons), buttons


@behaviour(10)
async def help_among_people_is_for_the_asker(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    if app.name == "telegram":
        await app.say(who, room, "/help@FlyFunBot")
        calls = [
            one for one in app.api.calls if one.values.get("chat_id") == room and "Ask me here" in str(one.values)
        ]
        assert calls and "ephemeral" in str(calls[-1].values) + calls[-1].method, calls
    else:
        before = app.seen(room)
        await app.team.command(app.person(who), room, "help")
        assert all(one.toast for one in await app.settled(room, before))


# --- 11: reports --------------------------------------------------------------------------------------------


@behaviour(11)
async def a_report_in_private_says_who_will_see_it(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "landed at LFAT yesterday, paid 24 euros")
    has(words(seen), "LFAT", "24", "only you|you alone")
    lacks(words(seen), "your club to see")


@behaviour(11)
async def a_report_among_people_says_who_will_see_it(app: Any, stage: Any) -> None:
    seen = await app.say(somebody(), app.club(), "landed at LFAT yesterday, paid 24 euros", call=True)
    has(words(seen), "LFAT", "24", "here|this (group|channel|chat)|club")


@behaviour(11)
async def a_report_keeps_the_day_of_the_visit(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    yesterday = f"{datetime.now(ZoneInfo('Europe/Paris')).date() - timedelta(days=1):%d %b %Y}"  # there
    drafted = last(await app.say(who, room, "landed at LFAT yesterday, paid 24 euros"))
    has(drafted.text, yesterday)
    saved = await app.tap(who, drafted, "Save report")
    lacks(words(saved), "today's date")
    has(words(saved), yesterday)
    has(words(await app.say(who, room, "landing fee at LFAT")), yesterday)


@behaviour(11)
async def a_report_of_days_ago_keeps_its_day(app: Any, stage: Any) -> None:
    who = somebody()
    day = f"{datetime.now(ZoneInfo('Europe/Paris')).date() - timedelta(days=3):%d %b %Y}"
    has(words(await app.say(who, app.private(who), "landed at LFAT three days ago, paid 24 euros")), day)


@behaviour(11)
async def what_was_paid_is_among_what_pilots_say(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    drafted = last(await app.say(who, room, "landed at LFAT yesterday, paid 24 euros, very friendly"))
    await app.tap(who, drafted, "Save report")
    has(words(await app.say(who, room, "what do pilots say about LFAT?")), "very friendly")


@behaviour(11)
async def a_report_names_every_part_it_keeps_or_leaves(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    text = "landed at LFAT yesterday, paid 24 euros, the restaurant was closed and the taxi cost 30 euros"
    drafted = last(await app.say(who, room, text))
    has(drafted.text, "24", "restaurant was closed", "30")


@behaviour(11)
async def a_report_is_filed_under_what_the_field_was_paid(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "airports near Annecy")
    for text, paid in (
        ("was at Sandown on the 1st of November, taxi 10 pounds, landing 12 quid", "EGHN.*£12.*01 Nov"),
        ("vorgestern in LOWI, Landegebühr 80 Euro, das Personal war nett", "Gebühr, LOWI.*80 €"),
        ("avant-hier LFAT, taxi 20 euros, taxe 24 euros", "LFAT.*24 €"),
    ):
        has(words(answer := await app.say(who, room, text)), paid)
        has(words(answer), re.escape(text))


@behaviour(11)
async def a_report_of_the_club_is_its_authors_everywhere(app: Any, stage: Any) -> None:
    who = somebody()
    club, home = app.club(), app.private(who)
    drafted = last(await app.say(who, club, "note for LFAT: gate code changed to blue", call=True))
    await app.tap(who, drafted, "Save report")
    has(words(await app.say(who, home, "what do pilots say about LFAT?")), "blue")


# --- 12: speaking first, ends of chats ----------------------------------------------------------------------


@behaviour(12, TELEGRAM)
async def a_blocked_chat_is_left_alone(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "/start")
    app.api.fault(app.room(room), "gone")
    await app.say(who, room, "How far is EGTF from LFMD?", silent=True)
    app.room(room).faults.clear()
    app.api.membership(app.room(room), app.person(who), "kicked", "member")
    await asyncio.sleep(0.5)
    has(words(await app.say(who, room, "How far is EGTF from LFMD?")), "559")


@behaviour(12, TELEGRAM)
async def a_group_that_moved_is_answered_in_its_new_place(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    held = app.room(room)
    new = -1001000000000 - abs(held.id)
    app.api.rooms[new] = type(held)(new, "supergroup", held.title)
    app._rooms[str(new)] = app.api.rooms[new]
    app.api.fault(held, "moved")
    await app.write(who, room, "How far is EGTF from LFMD?", call=True)
    has(words(await app.settled(str(new), {})), "559")


@behaviour(12, TELEGRAM)
async def a_bot_that_lost_its_rights_speaks_again_when_it_has_them(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    held = app.room(room)
    held.closed = Refused(400, "Bad Request: not enough rights to send text messages to the chat")
    await app.write(who, room, "How far is EGTF from LFMD?", call=True)
    await asyncio.sleep(6)
    assert not app.seen(room)
    held.closed = None
    has(words(await app.say(who, room, "How far is EGTF from LSGS?", call=True)), "LSGS")


@behaviour(12, SLACK)
async def a_channel_that_put_the_bot_out_is_left_alone_and_answered_when_it_is_back(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    await app.say(who, room, "How far is EGTF from LFMD?", call=True)
    before = app.seen(room)
    app.team.members[room] = False
    await app.write(who, room, "How far is EGTF from LSGS?", call=True)
    await asyncio.sleep(6)
    assert app.seen(room) == before
    app.team.members[room] = True
    has(words(await app.say(who, room, "How far is EGTF from LFAT?", call=True)), "LFAT")


@behaviour(12, SLACK)
async def another_app_in_the_channel_is_not_talked_to(app: Any, stage: Any) -> None:
    room = app.club()
    event = {"type": "message", "bot_id": "BOTHER", "user": "UOTHER", "channel": room, "channel_type": "channel",
             "text": f"<@{app.team.bot}> How far is EGTF from LFMD?", "ts": app.server.new_ts()}  # fmt: skip
    await app.server.deliver("events_api", app.team.event(event))
    await asyncio.sleep(3)
    assert not app.seen(room)


@behaviour(12, SLACK)
async def an_event_of_another_time_is_answered(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    for year in (2001, 2039):
        before = app.seen(room)
        ts = f"{int(datetime(year, 1, 1, tzinfo=UTC).timestamp())}.{next(_names):06d}"
        said = app.team.add(room, app.person(who), "How far is EGTF from LFMD?", [])
        del app.team.messages[room][said.ts]
        said.ts = ts
        app.team.messages[room][ts] = said
        event = {**app.team.as_event(said), "channel": room, "channel_type": "im"}
        await app.server.deliver("events_api", app.team.event(event))
        has(words(await app.settled(room, before)), "559")


@behaviour(12)
async def a_flood_of_marks_as_a_name_harms_nobody(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club("a" + "\u0301" * 100)
    has(words(await app.say(who, room, "How far is EGTF from LFMD?", call=True)), "559")


@behaviour(12)
async def combining_marks_harm_nobody(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = await app.say(who, room, "a" + "\u0301\u0323" * 2047)
    assert len(seen) == 1, len(seen)
    has(words(await app.say(who, room, "How far is EGTF from LFMD?")), "559")


@behaviour(12, TELEGRAM)
async def a_clock_that_jumps_harms_nobody(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    for at in (0, 946_684_800, int(time.time()) + 400 * 86_400):
        has(words(await app.say(who, room, "How far is EGTF from LFMD?", date=at)), "559")


@behaviour(12)
async def forged_taps_of_any_kind_are_toasts(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    asked = await flight(app, ana, room, call=True)
    for data in ("x", "é" * 30, "a" * 64, "{}", "back"):
        before = app.seen(room)
        await app.press_data(ben, asked, data)
        seen = await app.settled(room, before)
        assert seen and all(one.toast for one in seen), (data, seen)


@behaviour(12, TELEGRAM)
async def two_bots_in_a_group_do_not_talk_to_each_other(app: Any, stage: Any) -> None:
    room = app.club()
    other = app.person(somebody())
    other |= {"is_bot": True, "username": "OtherBot"}
    name = next(key for key, value in app._people.items() if value is other)
    assert not await app.say(name, room, "How far is EGTF from LFMD?", call=True, silent=True)


# --- running ------------------------------------------------------------------------------------------------


# --- a trip's reminders, its calendar, and a watch ------------------------------------------------------------


TRIP = "EGTF to LFAT on {day} at 11:00, back at 15:00, 100 kt"


def _day(ahead: int) -> str:
    day = datetime.now(UTC).date() + timedelta(days=ahead)
    return f"{day.day} {day:%B %Y}"


def _commands(app: Any, name: str) -> str:
    return f"/{name}" if app.name == "telegram" else name


@behaviour(21)
async def a_trip_is_reminded_of_listed_and_stopped(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    plan = last(await app.say(who, room, TRIP.format(day=_day(9))))
    has(plan.text, "EGTF.*LFAT.*EGTF", "GAR")
    proposed = last(await app.say(who, room, "remind me of each"))
    has(proposed.text, r"\d+ reminders", "GAR")
    kept = words(await app.tap(who, proposed, next(one for one in proposed.labels if "emind" in one)))
    has(kept, "remind")
    listed = last(await app.say(who, room, _commands(app, "reminders")))
    has(listed.text, r"\d+ reminders.* to come", "EGTF")
    has(words(await app.tap(who, listed, "Stop all")), "stopped")
    has(words(await app.say(who, room, _commands(app, "reminders"))), "No reminders")


@behaviour(21)
async def a_trip_is_a_file_for_a_calendar(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    plan = last(await app.say(who, room, TRIP.format(day=_day(9))))
    given = await app.tap(who, plan, "Calendar")
    has(words(given), "flyfun-trip.ics", "entries")


@behaviour(21)
async def a_watch_is_kept_listed_and_stopped(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = last(await app.say(who, room, f"watch EGTF to LFAT on {_day(2)}"))
    has(asked.text, "Watch EGTF – LFAT", "Nothing is watched until you keep it")
    has(words(await app.tap(who, asked, "Watch it")), "Watching EGTF – LFAT")
    listed = last(await app.say(who, room, _commands(app, "watches")))
    has(listed.text, "1 watch", "EGTF – LFAT")
    has(words(await app.tap(who, listed, "Stop all")), "1 watch stopped")
    has(words(await app.say(who, room, _commands(app, "watches"))), "Nothing is watched")


@dataclass(frozen=True)
class Tried:
    behaviour: Behaviour
    wrong: dict[str, str]


async def tried(one: Behaviour, held: Stage, gate: asyncio.Semaphore) -> Tried:
    """One behaviour on each of its platforms."""
    wrong: dict[str, str] = {}
    async with gate:
        for app in held.apps:
            if app.name in one.on:
                try:
                    async with asyncio.timeout(150):
                        await one.run(app, held)
                except Exception as error:
                    where = traceback.extract_tb(error.__traceback__)
                    line = next((f.line for f in reversed(where) if f.filename == __file__), "")
                    wrong[app.name] = f"{type(error).__name__} {error} [{line}]"[:600]
    return Tried(one, wrong)


async def after_a_restart(held: Stage) -> list[Tried]:
    """Taps and replies whose question was asked before a kill."""
    kept: list[tuple[OnTelegram | OnSlack, str, str, Seen, Seen]] = []
    for app in held.apps:
        who = somebody()
        room = app.private(who)
        asked = await flight(app, who, room)
        card = last(await app.say(who, room, "Tell me about LFAT"))
        await app.say(who, room, "Tell me about LSGS")
        kept.append((app, who, room, asked, card))
    await asyncio.sleep(1)
    await held.restart()
    wrong: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for app, who, room, asked, card in kept:
        try:
            same_flight(await app.tap(who, asked, "120 knots"))
        except Exception as error:
            wrong[0][app.name] = f"{error}"[:600]
        try:
            has(words(await app.say(who, room, "what fuel do they have there?", to=card)), "LFAT")
        except Exception as error:
            wrong[1][app.name] = f"{error}"[:600]
    names = ("a_tap_after_a_restart_is_the_same_flight", "a_reply_after_a_restart_means_its_card")
    return [
        Tried(Behaviour(name, number + 1, BOTH, None), wrong[number])  # type: ignore[arg-type]
        for number, name in enumerate(names)
    ]


async def main(wanted: list[str]) -> int:
    chosen = [
        one
        for one in BEHAVIOURS
        if not wanted or any(word in one.name or word == str(one.line) for word in wanted)
    ]
    with tempfile.TemporaryDirectory() as folder:
        base = Path(tempfile.gettempdir()) / "flyfun-behaviours"
        async with stage(Path(folder) / "data", base) as held:
            gate = asyncio.Semaphore(AT_ONCE)
            results = list(await asyncio.gather(*(tried(one, held, gate) for one in chosen)))
            if not wanted or "restart" in wanted:
                results += await after_a_restart(held)
            violations = [*held.telegram.violations, *held.slack.violations]
    for one in sorted(results, key=lambda one: one.behaviour.line):
        mark = "right" if not one.wrong else "WRONG"
        print(f"{one.behaviour.line:>3} {mark} {one.behaviour.name.replace('_', ' ')}")
        for name, why in one.wrong.items():
            print(f"          {name}: {why}")
    right = sum(not one.wrong for one in results)
    print(f"{right} of {len(results)} behaviours right; {len(violations)} breaches of the platforms' rules")
    for one in violations:
        print("   ", one)
    return 0 if right == len(results) and not violations else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
