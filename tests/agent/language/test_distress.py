"""Calls for help are known in three languages, and questions that share their words are not taken for one."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from agent.language.distress import has_distress_word, is_emergency, is_talk
from agent.language.wording import plain
from agent.protocol import Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    "text",
    [
        "engine rough, where can I land", "engine rough, low fuel, where?", "my engine just quit", "I'm lost", "we are lost over the sea",
        "low fuel, where?", "running out of fuel", "mayday", "PAN PAN", "fire on board", "smoke in the cockpit", "iced up and descending",
        "stuck in cloud VFR", "flew into IMC, not rated, help me", "passenger unwell in flight", "pilot unconscious, I'm the passenger",
        "this is an emergency", "need to land immediately", "I'm airborne and almost out of fuel", "ENGINE FAILURE", "engine out",
        "moteur coupé en vol, aidez-moi", "panne moteur", "je suis perdu", "feu à bord", "plus de carburant", "passager malade en vol",
        "Triebwerk stottert, wo landen?", "Motorausfall", "Feuer an Bord", "habe mich verflogen", "Sprit fast leer", "Passagier bewusstlos",
        "ｍａｙｄａｙ", "mayday 🆘",
    ],
)  # fmt: skip
def test_a_call_for_help_is_known(text: str) -> None:
    assert is_emergency(plain(text))


@pytest.mark.parametrize(
    "text",
    [
        "low fuel price near Lyon", "fields with low fuel prices", "cheap fuel", "fuel emergency procedures rules in France",
        "what should I do if my engine fails", "is a fire extinguisher required in Germany", "lost my wallet at EGKB",
        "emergency landing fields along my route from EGPH to EGPB", "icing forecast", "can I fly VFR above clouds in France",
        "airports near Annecy", "Why is the lost city of Petra worth seeing?", "customs from EGTF to LFAT", "rough strip near Bath",
        "engine repair at EGKB", "is night VFR allowed in France", "Motorflugplätze in Bayern", "prix du carburant à LFAT",
        "fuel at LFAT", "passenger flights LHR to NCE on 3 March",
    ],
)  # fmt: skip
def test_a_question_that_shares_a_word_is_not_one(text: str) -> None:
    assert not is_emergency(plain(text))


DISTRESS = """
fuel 20 mins left near Lille nearest airfield please
fuel 15 minutes, where do I go, near Lydd
radio failure inbound EGKB
lost comms, overhead Sevenoaks
pitch trim runaway
only two greens on the gear
temporarily uncertain of position near Cambridge
we are down to final reserve and the runway is blocked
they filled the wrong fuel
water in fuel, engine coughing
fuel leak from left wing
FUEL CRITICAL NEED RUNWAY
enigne rough over Kent
engine running ruff nr Lydd where to
losing oil pressure
oil pressure going down, 20 nm from EGMD
bad vibration from the engine
carb icing, revs dropping
engine backfiring and surging
prop overspeed
engine rough between Lydd and Calais
pilot collapsed, how do I land
alternator failed at night over the sea
battery dead, no lights
total electrical failure
burning smell in cockpit
smoke behind the panel
my radio has died, inbound to Shoreham
no radio, overhead Dover
gear stuck half way
nose wheel is not locked
flaps jammed at 30
elevator jammed
door popped open in flight
canopy came open after takeoff
windscreen shattered
hit a goose, wing damaged
ice building on wings
in icing and can't climb
VFR and the cloud is closing in under me
above an overcast, no instrument rating, no way down
not sure where we are, somewhere over Normandy
unsure of position
dont know where i am
my passenger has chest pains
instructor passed out
feeling dizzy and light-headed at FL120
CO alarm going off
it is getting dark and I have no lights
ditching off Guernsey
le moteur tousse
le moteur vibre beaucoup, où atterrir
plus que 10 min d'essence
panne radio en vol
panne electrique
fumee dans le cockpit
je suis au dessus de la couche, coincé
train d'atterrissage bloqué
passager inconscient
je ne sais plus ou je suis
Motor verliert Öl
Motor stottert hier über Köln
nur noch 15 Minuten Sprit
Funkausfall, wo landen
Fahrwerk klemmt
bin in Wolken geraten
Weiss nicht wo ich bin
Rauch in der Kabine
Stromausfall in der Luft
losing altitude fast near a hotel
hotel and restaurant below me, engine dead
passenger airsick and choking
caught in thunderstorm
engine temp in red
fuel selector stuck
both tanks on empty
magneto failed over water
i am going to crash
we're sinking
spin, can't recover
engine failed after maintenance, over the Channel
on a training flight, engine quit, help
engine fire
ENGINE FIRE OVER LYDD
fire in the engine, which airfield has a long runway
engine out what is the nearest airfield
pilot sick, i think he is dying, how do i land
I thought I had fuel, tanks nearly empty
passenger having a fit, condition is bad
husband fainted at controls
radio dead what do I squawk
lost in fog
total power loss near Bath
low volts and losing instruments
oil on windscreen
gear up wont extend
three greens missing
we have an engine fire, fire truck needed at EGMD
engine rough explain where to land
need fire brigade at LFAT engine smoking
I'm stuck on top, no IR
engine cut out over le touquet, is there a beach to land on
hilfe motor aus
mayday mayday mayday
pan pan pan pan pan pan G-ABCD
moteur en feu
aidez moi, je suis perdu
plus d'huile moteur
réservoirs vides
on n'a plus d'essence
Vereisung, kann nicht steigen
Tank leer
Treibstoff reicht nur noch 10 Minuten
vacuum pump failed in IMC
airspeed indicator dead in cloud
doors open in flight
mid air collision
one engine inop, where to
losing fuel fast
throttle stuck open
brakes failed
brake fire
low on fuel, which airfields have avgas nearby
almost no fuel, what airfields have a runway near me
engine stopped, how far is LFAT
fuel low how long to LFAT
10 minutes of fuel left how far is EGMD
engine rough what is the landing fee at EGMD
weather is closing in, can't get back to EGKB
can't see the runway
prop fell off
""".strip().splitlines()


@pytest.mark.parametrize("text", DISTRESS)
def test_distress_is_known_in_any_order_of_words(text: str) -> None:
    assert is_emergency(plain(text))


TALK = """
my flight was cancelled because of smoke
fuel starvation accident statistics
restaurant Mayday in Paris
emergency parachute repack near Oxford
practice forced landing at Popham
engine failure training at EGKB?
which airfield has fire cover
what squawk for radio failure
emergency frequency in France
my engine quit yesterday at LFAT who can repair it
PAN PAN phraseology
life raft rental
fuel pump at LFAT broken?
no radio airfields near Oxford
radio failure procedure in Germany
fuel within 30 minutes of EGKB
20 min fuel stop at LFAT
avgas 20 minutes from EGKB
fuel for 3 hours, how far from EGKB
final reserve rules in France
how long does it take to refuel
engine overhaul near Lyon
fire engine at EGTF?
does EGKB have a fire station
cloud base at EGKB
fog tomorrow at LFAT
nearest field to the beach
train from Le Touquet to Paris
a hotel with a broken elevator in Nice
icing risk tomorrow
where can I get an oil change
battery charging at EGTF
passport control at LFAT
gear for sale
flight cancelled, stuck in Nice
who reviews the oil at EGMD
forget it
PPR for LFAT
two greens fees
sick of waiting for the customs
règles panne radio en France
quel code en cas de panne radio
train pour Paris depuis LFAT
où trouver de l'essence à Lille
restaurant près de LFAT
moteur à réparer à Lyon
entraînement panne moteur
Regeln bei Funkausfall
Notlandeübung in Bayern
Wartung für Motor in Köln
Sprit in Egelsbach
Zug nach Köln
Flugplatz mit Feuerwehr
mein Motor ist gestern ausgefallen, Werkstatt?
fields with fuel and 30 minutes drive to beach
Mayday film
what happens if the engine fails
is it legal to fly with alternator failed
fly with the door off
museum with doors open
where can I hire a life raft
flight with a sick passenger to Lourdes
dark sky sites near Kent
cloud over the Alps
landing lights required at night
no lights runway EGTR
bird sanctuary near Lydd
runway lights out at EGTF?
fuel not available at EGTF?
is avgas low at LFAT
can I fly with low oil
where do I report a bird strike
who do I tell about a near miss
the pub landlord died
oil pressure sensor shop
propeller balancing vibration shop in Kent
stuck in traffic, running late
I am lost for words
I'm lost in your menus
lost my headset at EGKB
my phone battery died
phone battery is dead
my ipad died what app do you suggest
my headset is dead who sells them
airport closed because of fog
radio station in Paris
train is out of service
the hotel was out of control
going down to Cannes for lunch
we are going down to LFMD on Friday
going down the coast
spinning class in Paris
crash course in French
crash pad near EGLL
I was ill
wife is sick, cancel the trip
no pilot available
my son is sick of flying
friend is dead set on Annecy
control tower dead?
gear hire Annecy
the app crashed
the bot stopped working
screen went dark on my phone
power outage at LFAT?
the window seat
open door museum
""".strip().splitlines()


@pytest.mark.parametrize("text", TALK)
def test_talk_about_distress_is_not_distress(text: str) -> None:
    assert not is_emergency(plain(text))


@pytest.mark.parametrize("text", ["forget that, I was wrong", "forget it, I was wrong", "sorry, my mistake"])
def test_taking_a_word_back_has_nothing_of_distress(text: str) -> None:
    assert is_talk(plain(text)) or not has_distress_word(plain(text))


def test_of_the_blind_half_nearly_every_distress_is_known_and_hardly_any_talk_is_taken_for_it() -> None:
    lines = (
        Path(__file__)
        .parents[1]
        .joinpath("understanding", "house", "emergency_blind.jsonl")
        .read_text("utf-8")
        .splitlines()
    )
    cases = [(bool(case["emergency"]), is_emergency(plain(case["text"]))) for case in map(json.loads, lines)]
    known = [found for distress, found in cases if distress]
    alarms = [found for distress, found in cases if not distress]
    assert sum(known) >= 0.9 * len(known), f"{sum(known)} of {len(known)}"
    assert sum(alarms) <= 0.05 * len(alarms), f"{sum(alarms)} of {len(alarms)}"


async def test_an_emergency_plans_nothing_else(ask: Ask) -> None:
    plan = await ask("engine rough, low fuel, where?")
    assert plan.emergency
    assert plan.steps == ()


@pytest.mark.parametrize(
    "text",
    [
        "forget that, I was wrong", "forget it, I was wrong", "fuel starvation accident statistics",
        "my flight was cancelled because of smoke", "what squawk for radio failure", "PAN PAN phraseology",
    ],
)  # fmt: skip
async def test_the_reader_does_not_take_talk_for_distress(ask: Ask, text: str) -> None:
    assert not (await ask(text)).emergency


async def test_the_reader_takes_words_that_no_pattern_knows_for_distress(ask: Ask) -> None:
    assert (await ask("the engine is doing something weird and I am scared")).emergency


@pytest.mark.parametrize(
    "text",
    [
        "pls check: lfat avgas y/n, rwy lgth, ppr, landing fee", "my engine quit yesterday at LFAT who can repair it",
        "did anyone pay more than 20 EUR at LFAT?", "who can fix a flat tyre at EGKB",
    ],
)  # fmt: skip
async def test_a_question_is_not_drafted_as_a_report(ask: Ask, text: str) -> None:
    assert "propose_report" not in [step.tool for step in (await ask(text)).steps]


@pytest.mark.parametrize(
    "text",
    [
        "landed at LFAT yesterday, paid 24 euros", "avgas is 2.60 a litre at LFAT today",
        "report: avgas pump at LFAT out of service", "note for LFAT: gate code changed",
        "LFAT cafe closed, nice people",
    ],
)  # fmt: skip
async def test_what_was_paid_or_seen_is_drafted_as_a_report(ask: Ask, text: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == ["propose_report"]
