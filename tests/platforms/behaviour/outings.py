"""A club's fly-out among its people: who taps twice, who is sent twice, who edits, who is nobody."""

from __future__ import annotations

import asyncio
from typing import Any

from platforms.behaviour.ground import SLACK, TELEGRAM, behaviour, has, lacks, somebody, words
from platforms.driver import Seen


async def _asks(app: Any, who: str, room: str, text: str) -> str:
    """A question that calls the bot in the words of the app."""
    return words(
        await app.say(
            who, room, f"@FlyFunBot {text}" if app.name == "telegram" else text, call=app.name == "slack"
        )
    )


async def card(app: Any, who: str, room: str) -> Seen:
    """A card that stands in the room, posted by `who`."""
    if app.name == "telegram":
        await app.say(who, room, "/flyout@FlyFunBot LFAT from EGTF sat 10:00 back 15:30")
    else:
        await app.say(who, room, "outing to LFAT from EGTF sat 10:00 back 15:30", call=True)
    await app.tap(who, await _with_button(app, room, "Post it"), "Post it")
    return await _with_button(app, room, "In")


async def _with_button(app: Any, room: str, label: str) -> Seen:
    for _ in range(200):
        if found := [one for one in app.seen(room).values() if label in one.labels]:
            return found[-1]
        await asyncio.sleep(0.1)
    raise AssertionError(f"nothing has the button {label!r}")


@behaviour(1)
async def who_taps_in_twice_stays_in_once(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await asyncio.gather(app.press(ben, shown, "In"), app.press(ben, shown, "In"))
    await asyncio.sleep(5)
    told = await _asks(app, ana, room, "who's coming?")
    has(told, "1 in")


@behaviour(7, TELEGRAM)
async def an_update_that_comes_twice_is_paid_once(app: Any, stage: Any) -> None:
    ana, room = somebody(), app.club()
    shown = await card(app, ana, room)
    held = app.room(room)
    quoted = app.api._message(held, held.messages[int(shown.id)])
    update = app.api.write(held, app.person(ana), "I paid 48 for landing", reply_to_message=quoted)
    await asyncio.sleep(4)
    app.api.updates.append(update)  # its acknowledgement was lost
    await app.api._notify()
    await asyncio.sleep(4)
    told = await _asks(app, ana, room, "what does it cost each?")
    has(told, "48")
    lacks(told, "96")


@behaviour(3)
async def talk_under_a_card_calls_nobody_for_help(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    for text in ("wir schaffen es nicht zum Platz", "le moteur tousse depuis ce matin", "on n'arrivera pas au terrain",
                 "we're running out of time", "uns läuft die Zeit davon", "on manque de temps"):  # fmt: skip
        before = app.seen(room)
        await app.write(ben, room, text, to=shown)
        await asyncio.sleep(3)
        said = [one.text for key, one in app.seen(room).items() if key not in before]
        lacks("\n".join(said), "121.5")
    has(words(await app.say(ben, room, "engine is failing, where can I land", to=shown)), "121.5")


@behaviour(4, TELEGRAM)
async def another_bots_flyout_is_ignored_and_ours_in_any_case_is_not(app: Any, stage: Any) -> None:
    ana, room = somebody(), app.club()
    assert not await app.say(ana, room, "/flyout@OtherBot LFAT sat 10:00", silent=True)
    has(words(await app.say(ana, room, "/FLYOUT@flyfunbot LFAT from EGTF sat 10:00 back 15:30")), "LFAT", "Sat")


@behaviour(3, TELEGRAM)
async def pictures_and_voices_under_a_card_are_not_pretended_to_be_seen(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    photo = [{"file_id": "p", "file_unique_id": "p", "width": 10, "height": 10}]
    voice = {"file_id": "v", "file_unique_id": "v", "duration": 3}
    for media in ({"photo": photo}, {"voice": voice}):
        for one in await app.say(ben, room, "", to=shown, **media, silent=True):
            has(one.text, "I read text")
            assert one.toast, one  # for who sent it alone
    said = await app.say(ana, room, "", to=shown, photo=photo, caption="48 landing")
    has(words(said), "48")


@behaviour(3, TELEGRAM)
async def nobody_is_put_on_the_list_under_a_groups_name(app: Any, stage: Any) -> None:
    ana, room = somebody(), app.club()
    shown = await card(app, ana, room)
    held = app.room(room)
    said = await app.say(
        ana, room, "count me in", to=shown, sender_chat={"id": held.id, "type": "supergroup", "title": "Club"}
    )
    has(words(said), "own name|who you are|cannot tell|don't know who|anonym")
    lacks(await _asks(app, ana, room, "who's coming?"), "1 in")


@behaviour(3, TELEGRAM)
async def a_forwarded_order_is_none(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    origin = {"type": "user", "date": 1, "sender_user": app.person(ana)}
    assert not await app.say(ben, room, "call it off, weather", to=shown, forward_origin=origin, silent=True)


@behaviour(2)
async def count_me_in_under_a_card_is_one_answer(app: Any, stage: Any) -> None:
    ana, ben, cy, room = somebody(), somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await app.say(ben, room, "count me in", to=shown)
    has(await _asks(app, ana, room, "who's coming?"), "1 in")
    await app.say(cy, room, "count me in", to=shown)
    has(await _asks(app, ana, room, "who's coming?"), "2 in")


@behaviour(5)
async def a_member_who_is_forgotten_leaves_the_outing_to_the_others(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await app.say(ben, room, "count me in", to=shown)
    await app.write(
        ben, room, "/forget@FlyFunBot me" if app.name == "telegram" else "forget me", call=app.name == "slack"
    )
    await app.tap(ben, await _with_button(app, room, "Everything about me"), "Everything about me")
    await asyncio.sleep(4)
    told = await _asks(app, ana, room, "who's coming?")
    has(told, "LFAT", "0 in")


@behaviour(3)
async def a_call_off_by_another_is_asked_of_the_organiser(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    said = words(await app.say(ben, room, "call it off, weather", to=shown))
    has(said, "can change this")
    lacks(said, "Called off")


@behaviour(3)
async def who_takes_a_task_is_not_done_with_it(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await app.say(ben, room, "I'll do the PPR", to=shown, silent=True)
    told = await _asks(app, ana, room, "who has done the PPR?")
    has(told, "PPR.*open")


@behaviour(11)
async def each_currency_is_shared_by_itself(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await app.say(ben, room, "count me in", to=shown)
    await app.say(ben, room, "I paid 48 euros for landing", to=shown)
    await app.say(ana, room, "I paid 30 pounds for fuel", to=shown)
    told = await _asks(app, ana, room, "what does it cost each?")
    has(told, "€48", "£30", "kept apart")
    lacks(told, "78")


@behaviour(11)
async def of_several_currencies_it_is_asked_which(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await app.say(ben, room, "count me in", to=shown)
    await app.say(ben, room, "I paid 48 euros for landing", to=shown)
    asked = await app.say(ben, room, "I paid 37 for fuel", to=shown)
    has(words(asked), "which currency")
    lacks(await _asks(app, ana, room, "what does it cost each?"), "37")


@behaviour(3)
async def what_else_is_said_under_a_card_puts_nobody_in(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    assert not await app.say(ana, room, "let's see tomorrow", to=shown, silent=True)
    await app.say(ben, room, "yes I'll bring them", to=shown)
    has(await _asks(app, ana, room, "who's coming?"), "0 in")


@behaviour(2)
async def who_organises_it_is_told(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    await card(app, ana, room)
    has(await _asks(app, ben, room, "who organises this?"), "organises it")


@behaviour(3, TELEGRAM)
async def a_field_that_is_not_reached_is_a_call_where_nobody_else_is(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    for text in ("on n'atteindra pas le terrain", "we won't make the field", "wir erreichen den Platz nicht"):
        has(words(await app.say(who, room, text)), "121.5")


@behaviour(2)
async def of_a_list_others_languages_are_no_part(app: Any, stage: Any) -> None:
    ana, ben, cy, room = somebody(), somebody(), somebody(), app.club()
    fields = (await app.say(ana, room, "airports near Le Touquet with avgas", call=True))[-1]
    await app.say(ben, room, "faut-il un plan de vol en France ?", call=True)
    await app.say(ben, room, "quels terrains près de Lyon ont du carburant ?", call=True)
    told = words(await app.say(cy, room, "which of them has customs?", to=fields))
    has(told, "LFAT")
    lacks(told, "in France|LFMD")
    told = words(await app.say(cy, room, "lesquels ont du carburant ?", to=fields))
    lacks(told, r"Autour de quel lieu|Pour quel pays|Quel aérodrome")


@behaviour(2)
async def of_the_fields_under_a_card_it_is_asked_which_has_it(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = (await app.say(ana, room, "Tell me about LFAT", call=True))[-1]
    await app.say(ben, room, "Parle-moi de LFPN", call=True)
    await app.say(ben, room, "quels terrains près de Lyon ont du carburant ?", call=True)
    told = words(await app.say(ben, room, "which of them has customs?", to=shown))
    fuel = words(await app.say(ben, room, "lesquels ont du carburant ?", to=shown))
    has(told, "LFAT")
    has(fuel, "LFAT")
    lacks(told + fuel, "in France", "LFPN", "Lyon")


@behaviour(2)
async def of_an_outing_it_is_asked_which_has_it(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await app.say(ben, room, "Parle-moi de LFPN", call=True)
    await app.say(ben, room, "quels terrains près de Lyon ont du carburant ?", call=True)
    told = words(await app.say(ben, room, "which of them has customs?", to=shown))
    fuel = words(await app.say(ben, room, "lesquels ont du carburant ?", to=shown))
    has(told, "EGTF", "LFAT")
    has(fuel, "EGTF", "LFAT")
    lacks(told + fuel, "in France", "LFPN", "Lyon")


@behaviour(12)
async def who_sat_with_a_pilot_that_drops_out_waits_again(app: Any, stage: Any) -> None:
    ana, ben, cy, room = somebody(), somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    await app.say(ana, room, "I can take three in the Archer", to=shown)
    for who in (ben, cy):
        await app.say(who, room, "count me in", to=shown)
    has(words(await app.say(ana, room, "Dave's out", to=shown)), "Nobody called Dave")
    has(words(await app.say(ana, room, "I'm out, can't fly", to=shown)), "wait for a seat again")
    has(await _asks(app, ben, room, "who's coming?"), "no seat yet", "Out: ")


@behaviour(12)
async def one_hour_later_tells_both_hours_and_the_sunset(app: Any, stage: Any) -> None:
    ana, room = somebody(), app.club()
    shown = await card(app, ana, room)
    told = words(await app.say(ana, room, "one hour later", to=shown))
    has(told, "10:00.*11:00", "sunset", "16:30")


@behaviour(7, SLACK)
async def a_reply_also_sent_to_the_channel_counts_once(app: Any, stage: Any) -> None:
    ana, ben, room = somebody(), somebody(), app.club()
    shown = await card(app, ana, room)
    before = app.seen(room)
    team = app.team
    message = team.add(room, app.person(ben), "count me in", [], thread_ts=shown.thread or shown.id)
    body = {
        **team.as_event(message),
        "channel": room,
        "client_msg_id": message.ts,
        "team": team.id,
        "event_ts": message.ts,
        "subtype": "thread_broadcast",
        "channel_type": "channel",
    }
    await team.happens(body, "message.channels")
    await team.happens(body, "message.channels")
    await asyncio.sleep(6)
    said = [one for key, one in app.seen(room).items() if key not in before]
    assert len(said) == 1, said
    has(said[0].text, "You are in")


@behaviour(12, TELEGRAM)
async def a_card_in_a_topic_is_answered_in_its_topic(app: Any, stage: Any) -> None:
    ana = somebody()
    room = app.club("Forum", forum=True)
    app.room(room).topics.add(77)
    await app.say(ana, room, "/flyout@FlyFunBot LFAT from EGTF sat 10:00 back 15:30", thread=77)
    await app.tap(ana, await _with_button(app, room, "Post it"), "Post it")
    await _with_button(app, room, "In")
    assert {one.thread for one in app.seen(room).values() if not one.toast} == {"77"}, app.seen(room)


@behaviour(9, TELEGRAM)
async def inline_shows_no_club(app: Any, stage: Any) -> None:
    ana, room = somebody(), app.club()
    await card(app, ana, room)
    query = app.api.type_inline(app.person(ana), "LFAT sat")
    for _ in range(120):
        if query in app.api.inline:
            break
        await asyncio.sleep(0.1)
    said = app.api.inline[query]
    lacks(str(said), "outing", "coming", "seats", ana + " ")
