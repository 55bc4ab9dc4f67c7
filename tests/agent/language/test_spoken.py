"""The language of an answer is the question's; what says nothing keeps the conversation's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.language.spoken import is_wish_alone, language_of, wished, written_in
from agent.protocol import Conversation, Profile, Question, ToolCall, Turn

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def asked(text: str, *, tongue: str = "en", chosen: str | None = None, call: ToolCall | None = None) -> str:
    question = Question(text=text, at=NOW, profile=Profile(language=chosen), call=call)
    return language_of(question, Conversation(tongue=tongue))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Quel préavis pour LFAT samedi ?", "fr"),
        ("carburant a LFAT", "fr"),
        ("différence RMZ et TMZ", "fr"),
        ("VFR spécial en France conditions", "fr"),
        ("licence LAPL Maroc", "fr"),
        ("difference RMZ and TMZ", "en"),
        ("fifteen hundred feet in metres", "en"),
        ("convert 38 usg to litres n kg avgas", "en"),
        ("1500 ft en mètres", "fr"),
        ("zone transit EGKK", "en"),
        ("Promillegrenze Pilot", "de"),
        ("Sonder VFR Voraussetzungen", "de"),
        ("combien de temps de LFPN a LFMD a 120 kt", "fr"),
        ("distance entre Annecy et Le Touquet", "fr"),
        ("Welche Voranmeldung braucht LFAT am Samstag?", "de"),
        ("zoll in EDNY", "de"),
        ("wie weit ist es von EDNY nach LFMD", "de"),
        ("Wetter EDNY", "de"),
        ("avgas à Lydd", "fr"),
        ("tarifs Calais", "fr"),
        ("horaires Calais", "fr"),
        ("Turm in Biggin Hill?", "de"),
        ("Abbrechen", "de"),
        ("Hilfe", "de"),
        ("Annule", "fr"),
        ("aide", "fr"),
        ("Telefon Egelsbach", "de"),
        ("Pistenlänge Speyer", "de"),
        ("What notice does LFAT need on Saturday from the UK?", "en"),
        ("customs at Le Touquet on Sunday", "en"),
        ("terrain around Innsbruck", "en"),
        ("airports near Bad Ragaz with fuel", "en"),
        ("restaurants near La Rochelle", "en"),
        ("was is VMC minima in luftraum E", "de"),
        ("was mit essen am meer", "de"),
        ("arrive 9 am at LFAT", "en"),
        ("what am i doing", "en"),
        ("customs at Essen", "en"),
        ("taxes at Halle", "en"),
    ],
)
def test_a_question_is_answered_in_its_language(text: str, language: str) -> None:
    assert asked(text) == language
    assert asked(text, tongue="fr") == language


@pytest.mark.parametrize(
    "text",
    [
        "EDNY?",
        "LFAT",
        "120 kt",
        "C172",
        "LFAT EGLD",
        "ok",
        "2",
        "EDNY to LFMD",
        "distance EGTR EGHN",
        "Essen?",
        "Halle",
    ],
)
def test_a_short_reply_keeps_the_language_of_the_conversation(text: str) -> None:
    assert asked(text, tongue="fr") == "fr"
    assert asked(text, tongue="de") == "de"
    assert asked(text) == "en"


@pytest.mark.parametrize(
    ("app", "text", "said", "language"),
    [
        ("fr", "LFAT?", False, "fr"),
        ("de-CH", "PPR LSZB", False, "de"),
        ("it", "LFAT?", False, "en"),
        ("", "LFAT?", False, "en"),
        ("fr", "what fuel is there?", False, "en"),
        ("fr", "LFAT?", True, "en"),
    ],
)
def test_where_nothing_else_tells_the_app_does(app: str, text: str, said: bool, language: str) -> None:
    question = Question(text=text, at=NOW, speaks=app)
    turns = (Turn(text="fuel at Lydd", answer="none", at=NOW),) if said else ()
    assert language_of(question, Conversation(turns=turns)) == language


def test_a_tap_keeps_the_language_of_the_conversation() -> None:
    assert asked("Tell me about LFAT", tongue="de", call=ToolCall(tool="get_airport_details")) == "de"


def test_who_has_chosen_a_language_keeps_it() -> None:
    assert asked("What notice does LFAT need?", chosen="de") == "de"
    assert asked("What notice does LFAT need? en français s'il vous plaît", chosen="de") == "fr"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("auf Deutsch bitte", "de"),
        ("Auf deutsch", "de"),
        ("en français s'il vous plaît", "fr"),
        ("in English please", "en"),
        ("What is the weather at EDNY? Auf Deutsch bitte", "de"),
        ("speak German please", "de"),
        ("can we switch to French", "fr"),
        ("peux-tu répondre en allemand ?", "de"),
    ],
)
def test_words_choose_a_language(text: str, language: str) -> None:
    assert wished(text) == language


@pytest.mark.parametrize(
    "text", ["is the AIP of LFAT published in French", "can I speak English on the radio in France", "Deutsch"]
)
def test_speaking_of_a_language_chooses_none(text: str) -> None:
    assert wished(text) is None


def test_a_wish_beside_a_question_is_not_alone() -> None:
    assert is_wish_alone("auf Deutsch bitte")
    assert is_wish_alone("could you answer in French please")
    assert not is_wish_alone("What is the weather at EDNY? Auf Deutsch bitte")
    assert written_in("???") is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("60 Liter Avgas in Kilogramm", "de"),
        ("Ausweichflughafen Nürnberg", "de"),
        ("Segelflugplätze Thüringen", "de"),
        ("Motorausfall", "de"),
        ("vitesse DR400", "fr"),
        ("1013 hPa en pouces", "fr"),
        ("fuel Friedrichshafen", "en"),
        ("encounter with turbulence", "en"),
        ("METAR Friedrichshafen", None),
        ("restaurant Quiberon", None),
    ],
)
def test_a_few_words_tell_the_language_by_a_compound_or_a_unit(text: str, language: str | None) -> None:
    assert written_in(text) == language


def test_the_little_that_words_tell_is_enough_where_nothing_else_does() -> None:
    for text in ("avgas a quiberon ?", "metar LFRN et Dinard"):
        assert written_in(text) is None
        assert language_of(Question(text=text, at=NOW), Conversation()) == "fr"
        assert language_of(Question(text=text, at=NOW, speaks="de"), Conversation()) == "de"
