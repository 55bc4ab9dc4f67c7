"""Who does not come to an outing calls for no help; who will not reach the field does."""

from __future__ import annotations

import pytest

from agent.config import AgentSettings
from agent.language.distress import load_distress

DATA = AgentSettings().data

AWAY = {
    "en": (
        "Tom can't make it", "Ben can't make it.", "Wojtek won't make it", "tom can't make it",
        "Tom's not going to make it", "He can't make it tomorrow", "Looks like Dave won't make it this weekend",
        "my wife can't make it", "I can't make it to the briefing", "We won't make it to the fly-out on Sunday",
        "we won't make it to the airfield before six", "we won't make it to the field tonight",
    ),
    "fr": (
        "Jean ne peut pas venir", "Paul n'y arrivera pas samedi", "Marc ne pourra pas être là",
        "Luc n'arrivera pas à venir", "Je n'y arriverai pas samedi, désolé", "Sophie ne pourra pas y arriver",
        "Thomas ne va pas y arriver dimanche", "On n'arrivera pas à être là pour le repas",
        "Pierre est malade, il ne vient pas", "Anne ne peut plus venir",
        "on n'arrivera pas à l'aérodrome avant midi, partez sans nous", "on n'arrivera pas au terrain ce soir",
    ),
    "de": (
        "Tom schafft es nicht", "Ben schafft es am Samstag nicht", "Jens schafft's leider nicht",
        "Uwe schafft es nicht zum Ausflug", "Meine Frau schafft es nicht", "Ich schaffe es morgen nicht",
        "Wir schaffen es nicht zum Stammtisch", "Klaus wird es nicht schaffen", "Petra kommt nicht",
        "Ich schaffe es nicht zur Versammlung",
        "wir schaffen es nicht zum Platz heute Abend", "wir schaffen es nicht vor zehn zum Platz",
    ),
}  # fmt: skip
CALLS = {
    "en": (
        "we can't make it to the field", "I can't make it to the runway", "we won't make it over the ridge",
        "we're not going to make it", "Engine rough, can't make it back", "fuel low, Tom says we can't make it",
        "can't make it across the water", "Tom can't make it to the field", "still can't make it",
        "the plane won't make it, engine rough",
    ),
    "fr": (
        "je n'arriverai pas à la piste, moteur coupé", "plus assez d'essence, on n'y arrivera pas",
        "le moteur tousse, je n'y arrive pas", "le passager est malade, on n'arrivera pas à Cannes",
        "on ne passera pas la crête", "on n'arrivera pas jusqu'à la côte, panne moteur",
        "fuite d'essence, Paul dit qu'on n'y arrivera pas", "moteur en feu, on n'y arrivera pas", "on n'arrivera pas au terrain",
        "on n'y arrivera pas, réservoirs vides", "perdu dans les nuages, je n'y arriverai pas",
    ),
    "de": (
        "wir schaffen es nicht zum Platz", "ich schaffe es nicht mehr zur Piste", "Motor aus, schaffe es nicht",
        "Sprit fast alle, wir schaffen es nicht", "schaffe es nicht über den Grat", "schaffen es nicht",
        "wir schaffen es nicht bis zur Küste", "ich schaffe es nicht zum Flugplatz",
        "Motor stottert, Tom meint wir schaffen es nicht", "Öldruck fällt, Tom schafft es nicht",
    ),
}  # fmt: skip


@pytest.mark.parametrize("tongue", AWAY)
def test_who_does_not_come_calls_for_no_help(tongue: str) -> None:
    meant = load_distress(DATA / "language").is_meant
    assert [text for text in AWAY[tongue] if meant(text)] == []


@pytest.mark.parametrize("tongue", CALLS)
def test_who_does_not_reach_the_field_calls(tongue: str) -> None:
    meant = load_distress(DATA / "language").is_meant
    assert [text for text in CALLS[tongue] if not meant(text)] == []
