"""An entry beside what was asked is never told for it, however near it sounds."""

from __future__ import annotations

import pytest

from agent.rules.book import Rulebook

BESIDE = [
    ("IT", "what is the minimum altitude in Italy VFR", "vfr-minima"),
    ("FR", "altitude minimale VFR en France", "vfr-minima"),
    ("DE", "Mindestflughöhe in Deutschland", "vfr-minima"),
    ("DE", "can I land at a gliding site in Germany", "gliding-sites"),
    ("FR", "wo darf ich mit dem UL aussenlanden in Frankreich", "visiting-microlights"),
    ("CH", "what's the VFR limit FL in Switzerland", "cruising-levels-vfr"),
    ("FR", "puis-je me poser sur une zone de parachutage", "parachute-areas"),
    ("DE", "how do I open a flight plan in Germany at uncontrolled field", "fpl-closing-uncontrolled"),
    ("DE", "wie aktiviere ich den Flugplan an einem unkontrollierten Platz", "fpl-closing-uncontrolled"),
]
"""A country, what was asked, and the entry that was told for it or is as near."""

ITSELF = [
    ("IT", "what is the minimum altitude in Italy VFR", "minimum-heights"),
    ("DE", "Aussenlandung Deutschland Erlaubnis", "off-airfield-landing"),
    ("FR", "Is a UK medical valid in France?", "medical-abroad"),
    ("GB", "French medical valid in UK?", "medical-abroad"),
    ("FR", "mountain rating Alpe d'Huez", "altiport-access"),
    ("FR", "qualification montagne Méribel", "altiport-access"),
    ("GB", "do passengers have to be on the GAR", "gar-sending"),
    ("GB", "do I have to file a GAR leaving for Ireland", "gar-scope"),
    ("FR", "wo darf ich mit dem UL aussenlanden in Frankreich", "off-airfield-landing"),
    ("AT", "how close may I fly to a cloud in class E in Austria", "vfr-minima"),
    ("GB", "flight plan across the FIR boundary UK France", "fpl-fir-boundary"),
]


@pytest.mark.parametrize(("country", "asked", "entry"), BESIDE)
async def test_an_entry_beside_what_was_asked_is_not_told(
    book: Rulebook, country: str, asked: str, entry: str
) -> None:
    assert await book.fitting(asked, book.corpus.questions[entry], country) != "same"


@pytest.mark.parametrize(("country", "asked", "entry"), ITSELF)
async def test_the_entry_that_was_asked_is_told(book: Rulebook, country: str, asked: str, entry: str) -> None:
    assert await book.fitting(asked, book.corpus.questions[entry], country) == "same"
