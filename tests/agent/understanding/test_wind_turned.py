"""Fuel for both ways is never that of one, and the wind of the way out blows the other way on the way back."""

from __future__ import annotations

import pytest

from tests.agent.understanding.conftest import Dialogue, only

_OUT = {
    "en": "How long from Perth to Stornoway at 115 knots with a headwind of 30 knots",
    "fr": "combien de temps de Toussus à Ouessant à 115 noeuds avec 30 noeuds de face",
    "de": "Wie lange von Egelsbach nach Jersey mit 115 Knoten, 30 Knoten Gegenwind",
}


@pytest.mark.parametrize(
    ("tongue", "fuel"),
    [
        ("en", "So how much fuel for the both legs at 36 litres an hour"),
        ("en", "how much fuel for both sectors at 36 litres an hour"),
        ("en", "fuel for the two legs at 36 l/h"),
        ("en", "fuel at 36 l/h in both directions"),
        ("en", "fuel for both flights, 36 litres an hour"),
        ("en", "fuel for both at 36 litres an hour"),
        ("en", "fuel out and home at 36 l/h"),
        ("en", "fuel for a roundtrip at 36 l/h"),
        ("en", "and fuel at 36 l/h there and home again"),
        ("fr", "combien de litres pour les deux trajets à 36 l/h"),
        ("fr", "combien de carburant pour les deux branches à 36 litres à l'heure"),
        ("fr", "et l'essence aller-retour à 36 l/h"),
        ("fr", "quel carburant pour les deux vols à 36 l/h"),
        ("fr", "carburant pour l'aller et le retour à 36 l/h"),
        ("de", "wie viel Sprit für beide Strecken bei 36 l/h"),
        ("de", "Sprit für beide Flüge bei 36 Liter pro Stunde"),
        ("de", "wieviel Sprit für Hin- und Rückflug bei 36 l/h"),
        ("de", "Kraftstoff für beide Richtungen bei 36 l/h"),
        ("de", "Sprit für hin und heim bei 36 l/h"),
    ],
)
async def test_fuel_for_both_ways_is_that_of_both(dialogue: Dialogue, tongue: str, fuel: str) -> None:
    await dialogue.say(_OUT[tongue])
    tool, arguments = only(await dialogue.say(fuel))
    assert tool == "get_fuel_plan"
    assert (arguments["return"], arguments["headwind_kt"], arguments["burn_lph"]) == (True, 30, 36)


@pytest.mark.parametrize(
    ("tongue", "back", "fuel"),
    [
        ("en", "coming home", "fuel for the whole thing at 36 litres an hour"),
        ("en", "and the way back", "what fuel in total at 36 l/h"),
        ("fr", "et pour rentrer", "essence pour tout le voyage à 36 l/h"),
        ("fr", "et le retour avec le vent dans le dos", "combien de carburant en tout à 36 l/h"),
        ("de", "und der Rückflug mit Rückenwind", "wieviel Sprit insgesamt bei 36 l/h"),
    ],
)
async def test_fuel_in_all_after_the_way_back_is_that_of_both(
    dialogue: Dialogue, tongue: str, back: str, fuel: str
) -> None:
    await dialogue.say(_OUT[tongue])
    await dialogue.say(back)
    arguments = only(await dialogue.say(fuel))[1]
    assert arguments["return"]


async def test_both_legs_over_a_stop_are_one_way(dialogue: Dialogue) -> None:
    tool, arguments = only(
        await dialogue.say("fuel from Perth to Stornoway via Inverness for both legs at 36 l/h")
    )
    assert tool == "get_fuel_plan"
    assert "return" not in arguments
    assert arguments["via"]


@pytest.mark.parametrize(
    ("tongue", "back"),
    [
        ("en", "and the return with it behind me"),
        ("en", "and the way back"),
        ("en", "coming home, then it's on the tail"),
        ("en", "and the return leg with that wind behind us"),
        ("en", "and the other way round"),
        ("fr", "et au retour avec ce vent dans le dos"),
        ("fr", "et le retour"),
        ("fr", "dans l'autre sens avec le vent derrière"),
        ("de", "und der Rückflug mit Rückenwind"),
        ("de", "und auf dem Rückweg"),
        ("de", "und andersrum"),
    ],
)
async def test_the_wind_of_the_way_out_is_behind_on_the_way_back(
    dialogue: Dialogue, tongue: str, back: str
) -> None:
    out = only(await dialogue.say(_OUT[tongue]))[1]
    tool, arguments = only(await dialogue.say(back))
    assert tool == "calculate_flight_distance"
    alone = (arguments["from_location"], arguments["headwind_kts"]) == (out["to_location"], -30)
    both = (arguments["from_location"], arguments["headwind_kts"]) == (out["from_location"], 30)
    assert alone or (both and arguments["return"])


@pytest.mark.parametrize(
    ("back", "wind"),
    [("and back with 15 knots on the nose", 15), ("the return with 20 kt behind me", -20)],
)
async def test_a_wind_said_of_the_way_back_is_that_wind(dialogue: Dialogue, back: str, wind: int) -> None:
    await dialogue.say(_OUT["en"])
    arguments = only(await dialogue.say(back))[1]
    assert (arguments["from_location"], arguments["headwind_kts"]) == ("Stornoway", wind)


async def test_fuel_after_the_way_back_keeps_both_winds(dialogue: Dialogue) -> None:
    await dialogue.say(_OUT["en"])
    await dialogue.say("and the return with it behind me")
    arguments = only(await dialogue.say("So how much fuel for the both legs at 36 litres an hour"))[1]
    assert (arguments["from_location"], arguments["headwind_kt"], arguments["return"]) == ("Stornoway", -30, True)
