"""French typed without apostrophes is read as if it had them; words and names that begin so stay."""

from __future__ import annotations

from datetime import date

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding.reader.reader import Reader

SATURDAY = date(2026, 11, 28)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ya lavgas a megeve", "y a l'avgas a megeve"),
        ("je cherche un terrain pas loin dannecy", "je cherche un terrain pas loin d'annecy"),
        ("altisurfaces autour dalbertville et la piste", "altisurfaces autour d'albertville et la piste"),
        ("est ce que cest dangereux lete", "est ce que c'est dangereux l'ete"),
        ("120 litres davgas ca fait combien de kilos", "120 litres d'avgas ca fait combien de kilos"),
        ("a moins dune heure de Lyon", "a moins d'une heure de Lyon"),
        ("velos a l ile d yeu", "vélos a l'île d'yeu"),
        ("on est en classe d autour de lyon", "on est en classe d autour de lyon"),
    ],
)
def test_the_apostrophe_is_put_back(reader: Reader, typed: str, read: str) -> None:
    assert reader.said(typed, SATURDAY).slots.text == read


@pytest.mark.parametrize(
    "text",
    [
        "is LETE open on Sunday",
        "airfields near Linz and Lahr",
        "de Lausanne à Dieppe avec un DR400",
        "terrains autour de Larmor-Plage et Dinan",
        "la piste de Laval est en dur",
        "how far from Lydd to Deauville",
        "wie weit ist es von Landshut nach Dessau",
        "dans une heure, la distance de Dax à Limoges",
        "et le plan de vol avant quelle heure",
        "quelle est la piste la plus longue",
    ],
)
def test_names_and_words_that_begin_so_stay(reader: Reader, text: str) -> None:
    assert reader.said(text, SATURDAY).slots.text == text


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ive an hour to spare at Perth", "i've an hour to spare at Perth"),
        ("isnt there a field we couldnt reach", "isn't there a field we couldn't reach"),
        ("im Juni nach Wien und zurück", "im Juni nach Wien und zurück"),
    ],
)
def test_english_gets_its_apostrophe_back_and_german_none(reader: Reader, typed: str, read: str) -> None:
    assert reader.said(typed, SATURDAY).slots.text == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("on dort ou a l ile d yeu", "on dort ou a l'île d'yeu"),
        ("combien d essence pour l avion", "combien d'essence pour l'avion"),
        ("on brule 34 l a l heure", "on brule 34 l a l'heure"),
    ],
)
def test_a_space_where_the_apostrophe_was_is_one(reader: Reader, typed: str, read: str) -> None:
    assert reader.said(typed, SATURDAY).slots.text == read
