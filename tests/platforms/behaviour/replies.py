"""Replies: what is written beneath a message means that message."""

from __future__ import annotations

from typing import Any

from platforms.behaviour.ground import (
    SLACK,
    TELEGRAM,
    behaviour,
    has,
    lacks,
    last,
    same_flight,
    somebody,
    words,
)


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
