"""A time in UTC stays UTC, and a time of arriving stays one: off blocks and deadlines are worked back from it."""

from __future__ import annotations

import pytest

from tests.agent.understanding.conftest import Dialogue, ask, dialogue, only

__all__ = ["ask", "dialogue"]


@pytest.mark.parametrize(
    "text",
    [
        "j'arrive à Venise Lido vendredi à 15h utc depuis annecy à 115 noeuds quelle heure je décolle",
        "jarrive a venise lido vendredi a 15h utc depuis annecy faut quoi",
        "arriver à Venise Lido à 15h TU vendredi depuis Annecy à 115 noeuds",
        "arriver à Venise Lido vendredi à 15 heures UTC depuis Annecy",
        "arriving at Venice Lido on Friday at 1500Z from Annecy at 115 knots",
        "arriving at Venice Lido on Friday at 15:00 zulu from Annecy at 115 knots",
        "we land at Venice Lido on Friday at 3 pm UTC, from Annecy, 115 knots",
        "we land at Venice Lido on Friday at 15:00 GMT, from Annecy, 115 knots",
        "Landung in Venedig Lido Freitag um 15 Uhr Weltzeit, ab Annecy, 115 kt",
    ],
)
async def test_an_arrival_in_utc_is_one_by_the_clocks_of_the_goal(dialogue: Dialogue, text: str) -> None:
    tool, arguments = only(await dialogue.say(text))
    assert tool == "plan_trip"
    assert arguments["arrive_by"] == "16:00"
    assert "off_block" not in arguments


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Vol d'Annecy à Venise Lido vendredi départ 12h utc à 115 noeuds", "13:00"),
        ("Flug von Annecy nach Venedig Lido am Freitag, Abflug 12 Uhr UTC, 115 kt", "13:00"),
        ("Flight from Annecy to Venice Lido on Friday off blocks 1200 zulu at 115 kt", "13:00"),
        ("vol d'Annecy à Venise Lido vendredi, tu décolles à 12h, 115 noeuds", "12:00"),
    ],
)
async def test_leaving_in_utc_is_by_the_clocks_of_the_start(dialogue: Dialogue, text: str, at: str) -> None:
    assert only(await dialogue.say(text))[1]["off_block"] == at
