"""A call for help is known by what it means, not by its words alone."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import DataProblem
from agent.protocol import Conversation, Question
from agent.understanding.chat import plan_in_chat
from agent.understanding.reader.heads import load_head
from agent.understanding.reader.reader import Reader

AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


def is_call(reader: Reader, text: str) -> bool:
    return plan_in_chat(Question(text=text, at=AT), Conversation(), reader).emergency


@pytest.mark.parametrize(
    "text",
    [
        "valley's closing in, cloud on both ridges, I don't have room to turn round",
        "tow rope won't release, tug is pulling me left and I've pulled the yellow knob four times",
        "Rotax water temp 128 and climbing, 1800 agl, still 12 min from home",
        "mon mari pilote et il vient de perdre connaissance, je suis à droite, je fais quoi",
        "das Seil klinkt nicht aus!!",
        "engine fire",
        "flat tyre in the air",
        "Motor setzt aus Nähe Hof",
        "oil temperature rising at 3000 ft over Bristol",
    ],
)
def test_what_is_seen_and_felt_is_a_call_without_the_words_of_the_book(reader: Reader, text: str) -> None:
    assert is_call(reader, text)


@pytest.mark.parametrize(
    "text",
    [
        "Please brief me for flying to Shoreham tomorrow morning, wheels off the ground at 9.30.",
        "Le trésorier a encore mis le feu aux poudres en réunion",
        "Saw on BBC that a light aircraft made an emergency landing on the A40, was it a Robin?",
        "die Vereinskasse ist leer, wir stürzen ab haha",
        "J'ai mangé tellement de saumon fumé à Granville que je dépasse la masse max",
        "what can I reach in 1 hour",
        "temperature at 5000 ft over Bristol",
        "Gewitter über den Alpen",
        "where's the freezing level above Geneva",
        "fog mid-channel",
        "I've no transponder. Which fields near Southend can I use?",
        "je n'ai pas de transpondeur, quels terrains autour de Dijon ?",
        "Da ich keinen Transponder habe, darf ich nach Österreich fliegen und wo muss ich aufpassen?",
    ],
)
def test_the_words_alone_make_no_call(reader: Reader, text: str) -> None:
    assert not is_call(reader, text)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text",
    [
        "motor stottert nach em start in 400 fuß, umkehren oder gradaus? erinner mi kurz",
        "moteur qui ratatouille après le décollage à 400 pieds, demi-tour ou tout droit ?",
        "engine coughing just after lift off, back or ahead, quick",
    ],
)
def test_words_of_a_call_that_mean_nothing_else_are_a_call(reader: Reader, text: str) -> None:
    assert is_call(reader, text)


def test_of_520_hard_sentences_never_learnt_from_most_are_told_apart(reader: Reader) -> None:
    lines = (Path(__file__).parent / "distress_blind.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [(bool(case["distress"]), is_call(reader, case["text"])) for case in map(json.loads, lines)]
    missed = sum(meant and not found for meant, found in cases)
    false = sum(found and not meant for meant, found in cases)
    assert missed <= 50 and false <= 35, f"missed {missed} of 180, false {false} of 340"


def test_a_damaged_head_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "distress.npz").write_bytes(b"nothing")
    with pytest.raises(DataProblem) as problem:
        load_head(tmp_path / "distress.npz", "calls for help")
    assert "Restore data/understanding/distress.npz" in problem.value.user_message


def test_a_call_is_answered_although_the_weights_cannot_be_read(tmp_path: Path) -> None:
    settings = AgentSettings.from_environ({})
    (tmp_path / "data" / "understanding").mkdir(parents=True)
    for path in [*settings.data.iterdir(), *(settings.data / "understanding").iterdir()]:
        link = tmp_path / "data" / path.relative_to(settings.data)
        if not link.exists():
            link.symlink_to(path)
    damaged = tmp_path / "data" / "understanding" / "distress.npz"
    damaged.unlink()
    damaged.write_bytes(b"nothing")
    reader = Reader(Deps(settings=replace(settings, root=tmp_path)))
    assert is_call(reader, "mayday mayday engine fire")
    assert not is_call(reader, "das Seil klinkt nicht aus!!")  # which no word tells
