"""Calls for help are known in three languages, and what merely speaks of distress is not taken for one."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.language.distress import load_distress
from agent.language.respelt import Spelling
from agent.language.wording import plain, words_of

HERE = Path(__file__).parent
DATA = AgentSettings().data
DISTRESS = load_distress(DATA / "language")
MISSED, FALSE = 0.02, 0.01
"""How many calls may be missed and how much talk taken for one, of the sentences that words were added for."""


def is_distress(text: str) -> bool:
    return DISTRESS.is_meant(plain(text))


def labelled(path: Path, label: str) -> list[tuple[str, bool]]:
    return [(case["text"], bool(case[label])) for case in map(json.loads, path.read_text("utf-8").splitlines())]


def figures(cases: list[tuple[str, bool]]) -> tuple[float, float, str]:
    """The shares missed and falsely taken, and both counts in words: never the sentences, some sets are blind."""
    real = [is_distress(text) for text, meant in cases if meant]
    near = [is_distress(text) for text, meant in cases if not meant]
    said = f"missed {real.count(False)} of {len(real)}, false {near.count(True)} of {len(near)}"
    return real.count(False) / len(real), near.count(True) / len(near), said


def test_of_the_open_set_nearly_all_are_told_apart() -> None:
    cases = labelled(DATA / "understanding" / "examples" / "distress" / "by_words.jsonl", "distress")
    wrong = [text for text, meant in cases if is_distress(text) is not meant]
    missed, false, said = figures(cases)
    assert missed <= MISSED and false <= FALSE, f"{said}: {wrong}"


def test_of_the_blind_half_few_calls_are_missed_and_hardly_any_talk_is_taken_for_one() -> None:
    missed, false, said = figures(labelled(HERE / "distress_blind.jsonl", "distress"))
    assert missed <= 0.03 and false <= FALSE, said


def test_of_the_earlier_blind_set_nearly_every_call_is_known() -> None:
    house = HERE.parent / "understanding" / "house" / "emergency_blind.jsonl"
    missed, false, said = figures(labelled(house, "emergency"))
    assert missed <= 0.06 and false <= 0.04, said


@pytest.mark.thorough
def test_no_harmless_sentence_of_the_hands_that_words_were_added_for_is_taken_for_distress_and_no_call_is_missed() -> (
    None
):
    cases: list[tuple[str, bool]] = []
    for path in sorted(
        (DATA / "understanding" / "hands").glob("[0-4]*.jsonl")
    ):  # the later ones: by what they mean
        for line in path.read_text("utf-8").splitlines():
            for turn in json.loads(line).get("turns", []):
                meant = any(step["tool"] == "distress" for step in turn.get("steps", []))
                cases.append((turn["text"], meant))
    assert len(cases) > 3000
    assert [text for text, meant in cases if is_distress(text) is not meant] == []


@pytest.mark.parametrize(
    "text",
    ["engine failing over the car park", "engine quit, I can see my car below, where do I land", "Motor aus, mein Auto steht am Platz, schaffe es nicht",
     "we are in a spin", "flat tyre in the air", "thunderstorm ahead of me", "engine fire", "sorry, we can't make it, fuel low", "sorry, we won't make it to the coast", "mayday 🆘", "ｍａｙｄａｙ",
     "rough running at 2000ft near Yeovil, nearest field?", "ça tousse, où se poser", "läuft unrund, wohin", "FEU MOTEUR",
     "le moteur tousse depuis deux minutes", "engine coughing since take-off"],
)  # fmt: skip
def test_a_call_is_known_however_it_is_typed(text: str) -> None:
    assert is_distress(text)


@pytest.mark.parametrize(
    "text",
    [
        "fuel", "only those with fuel", "minimum fuel reserve VFR UK", "lost my logbook", "pan pan vs mayday difference",
        "lost comms procedure", "engine fire drill", "no smoke in the cockpit", "", "?", "12345",
        "my wife is ill, can't come", "stick us both down please", "ma femme est malade, on ne vient pas samedi",
        "my car engine is running rough", "mein Motor spinnt, Auto springt nicht an lol", "le moteur de ma voiture est en panne",
        "Je suis à Montélimar, quel est le terrain le plus proche avec du carburant et une piste de plus de 900 m",
        "fields within 60 nm of Leer, asphalt and avgas", "avgas in der Nähe von Leer", "fuel at Leer please",
        "on manque de temps", "on est à court de temps", "we're running out of time", "uns läuft die Zeit davon",
        "le moteur tousse depuis ce matin", "the engine has been coughing since yesterday", "der Motor stottert seit gestern",
        "can't make it sorry", "Sorry, I can't make it this time", "apologies, we won't make it tonight",
    ],
)  # fmt: skip
def test_what_only_shares_its_words_is_none(text: str) -> None:
    assert not is_distress(text)


def test_what_there_is_no_more_of_has_no_number() -> None:
    assert is_distress(
        "Je suis au-dessus de Montélimar, je n'ai presque plus de carburant, terrain le plus proche"
    )
    assert is_distress("plus de moteur, 2000 ft au-dessus de Gap")


def test_a_thing_and_its_fault_belong_together_within_a_sentence() -> None:
    assert is_distress("the engine has just quit")
    assert not is_distress("Which engine has it? My friend quit flying")


def test_a_word_is_read_as_the_known_one_a_letter_away() -> None:
    spelling = Spelling({"engine", "tower"}, {"engine"})
    assert [word.key for word in spelling.respelt(words_of("enigne enginne engne tower ingine"))] == [
        "engine", "engine", "engine", "tower", "ingine",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["engine fire ", "no ", "fuel low ", "a", "i i i engine stopped. ", "oil no ", "x. "]
)
def test_deciding_takes_milliseconds_whatever_is_sent(text: str) -> None:
    long = (text * 4000)[:4000]
    best = min(_seconds(long) for _ in range(5))
    assert best < 0.06, f"{best * 1000:.0f} ms"  # 20 ms are asked for on a machine that does nothing else


def _seconds(text: str) -> float:
    begun = time.thread_time()
    DISTRESS.is_meant(text)
    return time.thread_time() - begun


@pytest.mark.parametrize("text", ["radio failure in the control zone", "radio dead, can't hear the tower"])
def test_a_radio_that_fails_in_a_control_zone_is_the_radio_alone(text: str) -> None:
    assert is_distress(text)
    assert DISTRESS.is_of_the_radio_alone(plain(text))


@pytest.mark.parametrize("text", ["bird strike report UK", "Vogelschlag melden in Deutschland, Pflicht?"])
def test_the_report_of_a_bird_strike_is_no_call(text: str) -> None:
    assert not is_distress(text)
    assert is_distress("bird strike on climb out, engine rough")


@pytest.mark.parametrize(
    "text",
    ["Report: Sandown fuel pump broken today, cash only in cafe", "Bericht: Wyk, Tankstelle und Funk ausgefallen",
     "report: avgas pump at Lydd out of order"],
)  # fmt: skip
def test_what_a_member_reports_of_a_field_is_no_call(text: str) -> None:
    assert not is_distress(text)


@pytest.mark.parametrize(
    "text",
    ["Report: engine quit over Sandown", "Report: fuel low, I'm lost over Kent",
     "Report: Sandown fuel pump failing, we are at 2000 ft", "report: mayday, fuel pump failed"],
)  # fmt: skip
def test_a_call_that_begins_as_a_report_stays_one(text: str) -> None:
    assert is_distress(text)


@pytest.mark.parametrize(
    "text",
    [
        "Motor stottert bei Augsburg, wohin?",
        "Vergaser vereist bei Kempten, wohin",
        "engine rough near Oban, where to land",
    ],
)
def test_an_engine_and_where_to_go_is_beyond_doubt(text: str) -> None:
    assert DISTRESS.is_beyond_doubt(plain(text))


def test_no_talk_of_the_open_sets_is_beyond_doubt() -> None:
    folder = DATA / "understanding" / "examples" / "distress"
    for name in ("by_words.jsonl", "by_meaning.jsonl"):
        for text, meant in labelled(folder / name, "distress"):
            assert meant or not (is_distress(text) and DISTRESS.is_beyond_doubt(plain(text))), text


@pytest.mark.parametrize(
    ("text", "aloft"),
    [
        ("stuck at Guernsey, gear collapsed, how do we get home", "stuck on top, no way down"),
        ("prop damaged at Le Touquet", "prop damaged, vibrating badly over Le Touquet"),
        ("in 1998 my engine failed over the Channel", "engine failed over the Channel"),
        ("engine coughing since yesterday", "engine coughing, nearest field"),
        ("I'm out. Fuel leak", "I'm out of fuel. Fuel leak"),
        ("en panne à La Rochelle, hélice abîmée, comment rentrer", "panne moteur à Tours"),
        ("Motor defekt in Zell am See, stehen am Platz, wie kommen wir heim", "Motor defekt, wohin"),
        ("gear damaged at Lydd on landing", "gear damaged at Lydd, cannot lower it"),
    ],
)
def test_what_is_told_from_the_ground_is_no_call_and_the_same_in_the_air_is_one(text: str, aloft: str) -> None:
    assert not is_distress(text) and DISTRESS.is_from_the_ground(plain(text))
    assert is_distress(aloft) and not DISTRESS.is_from_the_ground(plain(aloft))


@pytest.mark.parametrize(
    "text",
    [
        "I can't reach the field by phone",
        "can't reach Goodwood airfield on the telephone",
        "we won't reach the field by e-mail",
    ],
)
def test_whom_one_does_not_reach_by_phone_is_not_flown_to(text: str) -> None:
    assert not DISTRESS.is_meant(text)


def test_a_phone_beside_what_fails_stays_a_call() -> None:
    assert DISTRESS.is_meant("engine out, we won't make the field, tell my wife by phone")
