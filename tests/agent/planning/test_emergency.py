"""Calls for help are known in three languages, and questions that share their words are not taken for one."""

from __future__ import annotations

import pytest

from agent.planning.emergency import is_emergency
from agent.planning.wording import plain


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


async def test_an_emergency_plans_nothing_else(ask: object) -> None:
    plan = await ask("engine rough, low fuel, where?")  # type: ignore[operator]
    assert plan.emergency
    assert plan.steps == ()
