"""Remarks among people are left to them; what names a field and asks something of it is answered."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.said import Said
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.understanding import make_plan, reader_of
from bot.murmurs import comes_late, murmurs

AT = datetime(2026, 11, 22, 12, tzinfo=UTC)
CARD = Plan(steps=(ToolCall(tool="get_airport_details", arguments={"icao_code": "LFAT"}),))
AFTER = Conversation(last_plan=CARD)


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir))


def said_of(text: str, deps: Deps) -> Said:
    return reader_of(deps).said(text, AT.date())


def read(text: str, deps: Deps) -> Plan:
    return asyncio.run(make_plan(Question(text=text, at=AT), AFTER, deps))


@pytest.mark.parametrize(
    "text",
    [
        "I was there in 98 with my dad", "on en reparle ce soir", "the second one has the best crêpes",
        "let's talk about it tonight", "ruf mich heute Abend an",
        "ich war da mal mit 98 Leuten",
        "Peter brings the sandwiches this time", "lunch is on me today", "I will be late again",
        "we should do that one day", "my wife loves that beach", "see you all at the hangar",
        "the restaurant there was great fun", "that runway scared me last time", "Tom has the keys of the plane",
        "great, see you there at 10", "who's driving?", "I'll be there at 9:30", "qui vient samedi ?", "wir sehen uns um 10",
        "count me in for 2", "anyone coming by car?", "fuel is on me this time guys", "let us meet at the clubhouse", "lovely weather out there",
        "Ben, can you book G-ABCD for Saturday?", "Marie, tu peux prendre le ravitaillement ?", "Jonas, kannst du am Samstag?",
        "fancy it Saturday Tom?", "is it far, Tom?", "up for it Sunday?", "who on earth eats mussels at eleven", "ça te tente samedi ?",
        "wow pricey", "bin dabei!", "same here", "sounds like a plan, 9 at the hangar?", "trop cher", "can't make it sorry",
        "love that beach", "Jenny's bringing cake", "we went there in 2019, windy as hell", "on prend ta voiture ?",
        "can't, in-laws visiting", "who else thinks it's too windy?", "j'amène le café",
        "can't, wife's birthday", "when are we leaving?", "bin um 10 da", "sounds like a plan",
        "let me check with the boss", "did you fix the radio?", "Kann leider nicht, Geburtstag",
        "trop loin pour moi", "let's take G-ABCD", "Tom are you in?", "should we ask Peter?",
        "who has the keys?", "we could leave at 9", "hat jemand den Schlüssel?",
        "who's bringing the headsets?", "wer kommt noch mit?", "qui vient avec moi ?",
        "is Dave still flying on Sunday?", "did anyone see my jacket?", "what a day that was",
        "how was your checkride?", "have you paid your subs yet?", "are you two going?",
        "will Sarah be there?", "shall we meet at 8?", "I'd love to but I'm on call", "maybe next time",
        "not sure, depends on the kids", "looks bumpy today", "hope the weather holds",
        "the coffee there is terrible", "best runway in the south", "do you want my spare life jacket?",
        "whose turn is it to fly back?", "I have 2 seats left", "can I bring my son?", "kommst du auch?",
        "soll ich den Hund mitnehmen?", "habt ihr schon bezahlt?", "wann treffen wir uns?",
        "ich hab da noch eine Frage an Jens", "das war letztes Jahr schon zu", "lohnt sich das überhaupt?",
        "Mist, mein Medical ist abgelaufen", "muss arbeiten", "klingt gut", "wer macht das Frühstück?",
        "on part à quelle heure ?", "tu viens ?", "j'ai plus de place", "c'est qui le pilote ?",
        "je suis pris samedi", "bof", "quelqu'un a les clés ?", "on y était l'an dernier, super resto",
        "il fait trop chaud en ce moment", "vous avez vu le match ?", "ça marche", "dommage",
        "got the plane booked", "booked G-ABCD for us", "ha, remember the landing there?", "my knee hurts",
        "is it me or is that far?", "right, off to bed", "nah", "Tuesday works for me",
        "Saturday is better for me", "anyone fancy that on Sunday?", "nah, too windy",
        "Mark knows the owner there", "I've been, it's a dump", "is that the one with the hill?",
        "remember to bring cash guys", "who landed there last?", "my licence expired haha", "count two of us",
        "we did that in the Robin last summer", "ask Jo, she did it", "let's talk tonight",
        "I can't read this on my phone", "thanks mate, very helpful", "oh no", "ist der Peter auch dabei?",
        "ich frag mal meine Frau", "das ist ja um die Ecke", "kann jemand fahren?", "hab kein Geld mehr",
        "schön da, war letzten Sommer dort", "habt ihr das gesehen?", "soll ich Kuchen backen?",
        "lasst uns lieber wandern gehen", "nicht schon wieder", "mein Flieger ist in der Werft",
        "j'y étais hier", "ma femme préfère la plage", "on peut y aller à quatre ?", "je ramène le fromage",
        "c'est loin !", "mdr", "vous êtes sûrs ?", "qui a le badge ?", "je passe mon tour", "ok pour moi",
        "ça dépend de la météo", "the missus says no", "has the plane been washed?",
        "anyone fancy the pub instead?", "what time?", "und wer bringt den Kuchen mit?", "dann halt nächstes Mal",
        "qui ramène Paul ?", "that's a long way in a 152!", "maybe another time", "did you send it?",
        "anyone got the keys to Juliet Mike?", "the grass needs cutting again", "ist noch Kaffee da?",
        "could someone give me a lift to the club?", "super Sache", "on mange quoi ?", "Jens fliegt heute nicht",
        "weather app says rain all day", "can somebody pick me up?", "has anybody seen my headset?", "kann mich einer abholen?", "wollen wir nicht lieber nach Sylt?",
        "whos driving to the field?", "morning all", "moin zusammen", "meeting at 9 outside the hangar?",
    ],
)  # fmt: skip
def test_a_remark_is_left_alone(text: str, deps: Deps) -> None:
    assert murmurs(text, read(text, deps), said_of(text, deps))


@pytest.mark.parametrize(
    "text",
    [
        "runway length in metres please", "landing fee for a SR22", "fuel prices please mate",
        "notice needed for customs there", "distance from Shoreham to there", "nearest field with avgas please",
        "what about LSGS", "and on saturday", "is there a restaurant", "LFBZ instead", "with the club's Cessna instead",
        "too expensive, what else is near?", "great idea, how far is it?",
        "runways", "would love avgas there, any?", "landing fee in 2026 please", "we fly in 20 minutes",
        "any hotels nearby?", "is there a taxi?", "landing fee", "and the runways?",
        "how long is it in a PA28?", "in a Mooney?", "with 130 kt", "on Sunday?", "and for Monday morning",
        "do they have mogas?", "do we need to give notice?", "can I get there in 2 hours?", "what about night",
        "do I need a flight plan?", "is it open on Sunday", "when do they close", "what's the phone number",
        "how far from EGKB", "closer ones please", "only with hard runways", "show me on a map", "more",
        "the third one", "restaurant?", "customs?", "ppr?", "is the tower open late", "can we land on grass",
        "et dimanche ?", "quelle longueur de piste ?", "y a-t-il un hôtel ?", "c'est combien l'atterrissage ?",
        "et en DR400 ?", "il y a du 100LL ?", "faut-il un plan de vol ?", "plus près ?", "avec douane",
        "à quelle distance de Lyon ?", "ils ferment quand ?", "und am Sonntag?", "wie lang ist die Bahn?",
        "gibt's da ein Hotel?", "was kostet die Landung?", "mit einer DA40", "brauche ich einen Flugplan?",
        "und zurück?", "haben die Mogas?", "wann machen die zu?", "nur mit Zoll", "wie weit von EDTF?",
        "what if we stop for fuel", "what's the sunset there", "wx there?", "metar", "frequency?",
        "is it uphill", "how high is it", "can I camp there", "are there bikes", "same from Elstree",
        "avgas there?", "fuel?", "how much is parking overnight", "does it have an ILS", "elevation please",
        "is PPR needed", "what's the runway like after rain", "where can we eat", "anything for kids nearby",
        "how about by train into town", "distance from Lydd", "and from Lydd?", "on the 12th?",
        "with mogas", "only those with fuel", "next page", "show the rest",
        "which one has the longest runway", "how many have customs", "and Deauville?", "try Calais",
        "same in French please", "welche Frequenz?", "gibt es Handling?", "Landegebühr?",
        "und mit Zwischenlandung in EDDF?", "nur Grasplätze", "die zweite", "wie hoch liegt der Platz",
        "darf ich da nachts landen?", "mit 110 Knoten", "les fréquences ?", "combien de temps en TB20",
        "plutôt avec une piste en dur", "et pour LFRC ?", "le deuxième", "quels sont les horaires", "taxi ?",
        "is there a nearer one", "how busy does it get", "welcher liegt näher", "on peut y dormir ?", "what if I leave at 10",
        "sort by runway length", "hat der Platz Zoll am Sonntag", "whats there to do for kids", "are there cheaper ones",
        "météo là-bas ?", "il faut un préavis ?", "in a 152?", "anyone know the fuel price there?",
    ],
)  # fmt: skip
def test_a_question_is_answered(text: str, deps: Deps) -> None:
    assert not murmurs(text, read(text, deps), said_of(text, deps))


@pytest.mark.parametrize(
    ("text", "late"),
    [
        ("wir schaffen es nicht zum Platz", True), ("on n'arrivera pas au terrain", True),
        ("we won't make it to the field", True),
        ("wir schaffen es nicht zum Platz, Motor stottert", False), ("can't make it to the field, fuel low", False),
        ("on n'arrivera pas au terrain, moteur coupé", False), ("mayday, we won't make it", False), ("hello", False),
    ],
)  # fmt: skip
def test_who_does_not_reach_the_field_tells_it_to_the_others(text: str, late: bool, deps: Deps) -> None:
    assert comes_late(text, deps.settings.data / "language") is late
