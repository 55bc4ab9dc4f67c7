"""A pilot's own dates and remarks about aircraft, told and asked in plain words of three languages."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding import reader_of
from bot.outings.words import Ear

MONDAY, SATURDAY = date(2027, 2, 8), date(2027, 2, 13)


@pytest.fixture(scope="module")
def ear(data_dir: Path) -> Ear:
    return Ear(reader_of(Deps(settings=AgentSettings(data_dir=data_dir))))


@pytest.mark.parametrize(
    ("text", "kind", "until"),
    [
        ("ma visite médicale expire le 3 mars 2027", "medical", date(2027, 3, 3)),
        ("mon SEP est valable jusqu'au 30 juin 2027", "SEP rating", date(2027, 6, 30)),
        ("my class 2 is good until the end of June", "medical", date(2027, 6, 30)),
        ("meine SEP ist bis Ende März gültig", "SEP rating", date(2027, 3, 31)),
        ("mon médical est valable jusqu'à fin janvier", "medical", date(2028, 1, 31)),
        ("Lizenz bis 31.12.2028", "licence", date(2028, 12, 31)),
        ("my SEP rating needs revalidating by 31 March 2027", "SEP rating", date(2027, 3, 31)),
        ("mein Reisepass gilt bis 12.2.2027", "passport", date(2027, 2, 12)),
    ],
)
def test_a_paper_is_told_with_its_last_day(ear: Ear, text: str, kind: str, until: date) -> None:
    heard = ear.heard(text, MONDAY)
    assert heard is not None
    assert (heard.kind, heard.state, heard.name, heard.day) == ("current", "tell", kind, until)


@pytest.mark.parametrize(
    ("text", "state", "day"),
    [
        ("bin ich am Samstag current?", "", SATURDAY),
        ("darf ich am Samstag noch fliegen?", "", SATURDAY),
        ("suis-je à jour samedi ?", "", SATURDAY),
        ("ma visite est encore bonne le 13 ?", "", SATURDAY),
        ("when does my medical run out?", "all", None),
        ("wann läuft mein Medical ab?", "all", None),
        ("what dates of mine do you have?", "all", None),
        ("remove all my dates", "drop", None),
        ("oublie mes dates", "drop", None),
        ("when does Ana's medical run out?", "others", None),
        ("is Ben's licence valid on Saturday?", "others", None),
        ("Ben's medical runs out 3 March", "others", None),
        ("wann läuft Bens Medical ab?", "others", None),
        ("bis wann gilt die Lizenz von Eva?", "others", None),
        ("la licence de Paul est encore valable ?", "others", None),
        ("is her medical still valid?", "others", None),
    ],
)
def test_what_is_asked_of_papers(ear: Ear, text: str, state: str, day: date | None) -> None:
    heard = ear.heard(text, MONDAY)
    assert heard is not None and (heard.kind, heard.state, heard.day) == ("current", state, day)


@pytest.mark.parametrize(
    "text",
    ["how long does a class 2 medical last?", "what medical do I need for a night rating?",
     "is LFAT current chart valid Saturday?"],
)  # fmt: skip
def test_a_question_about_rules_is_no_paper_of_ones_own(ear: Ear, text: str) -> None:
    assert ear.heard(text, MONDAY) is None


@pytest.mark.parametrize(
    ("text", "kind", "craft", "what"),
    [
        ("note for G-ABCD: nosewheel shimmy", "note", "G-ABCD", "nosewheel shimmy"),
        ("Notiz D-EABC: Funk knackt", "note", "D-EABC", "Funk knackt"),
        ("note pour F-GABC : pneu gauche usé", "note", "F-GABC", "pneu gauche usé"),
        ("G-ABCD snag: left brake soft", "note", "G-ABCD", "left brake soft"),
        ("any snags on G-ABCD?", "notes", "G-ABCD", ""),
        ("welche Notizen gibt es zu D-EABC?", "notes", "D-EABC", ""),
        ("des remarques sur F-GABC ?", "notes", "F-GABC", ""),
    ],
)
def test_a_remark_about_an_aircraft_is_kept_and_listed(
    ear: Ear, text: str, kind: str, craft: str, what: str
) -> None:
    heard = ear.heard(text, MONDAY)
    assert heard is not None and (heard.kind, heard.craft, heard.what) == (kind, craft, what)
