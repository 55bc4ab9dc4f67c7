"""A document's name is said in the pilot's language as far as its words are ours; its month stands once."""

from __future__ import annotations

from datetime import date

from agent.protocol import Source
from agent.writing.citations import dated, named
from tongue import speaking


def test_our_own_words_in_a_name_are_said_in_the_language() -> None:
    name = "SERA.3105, Regulation (EU) No 923/2012, as reproduced at eoleairpassion.fr"
    assert named(name) == name
    with speaking("fr"):
        assert named(name) == "SERA.3105, règlement (UE) n° 923/2012, reproduit sur eoleairpassion.fr"
    with speaking("de"):
        assert named(name) == "SERA.3105, Verordnung (EU) Nr. 923/2012, wiedergegeben bei eoleairpassion.fr"
        assert named("Andover Aviation") == "Andover Aviation", "no word is cut out of another"


def test_a_month_that_a_name_ends_with_stands_once_in_every_language() -> None:
    source = Source(name="OurAirports frequencies, Aug 2026", as_of=date(2026, 8, 1))
    assert dated(source) == ("OurAirports frequencies", "Aug 2026")
    with speaking("fr"):
        assert dated(source) == ("OurAirports fréquences", "août\u00a02026")
