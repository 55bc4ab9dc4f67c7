"""Names of airfields as a telephone writes them down, and what they were: dictated by a hand, not by the program."""

from __future__ import annotations

import pytest

from agent.aviation.place_sounds import difference, skeleton
from agent.deps import Deps

DICTATED = {
    "law tookay": "LFAT", "good wood": "EGHR", "bem bridge": "EGHJ", "doe ville": "LFRG", "pop em": "EGHP",
    "sigh well": "EGBK", "corti jack": "EBKT", "shore em": "EGKA", "ab vill": "LFOI", "bear gerac": "LFBE",
    "lah row shell": "LFBH", "sher boor": "LFRC", "can mandelew": "LFMD", "alder knee": "EGJA", "gurn zee": "EGJB",
    "oh stend": "EBOS", "middle zealand": "EHMZ", "din are": "LFRD", "come bernard": "EGPG", "black bush": "EGLK",
    "bill bow": "LEBB", "eggs eater": "EGTE", "samay dan": "LSZS", "can narvon": "EGCK", "kwee bron": "LFEQ",
    "come ton abbas": "EGHA", "shob done": "EGBS", "stapled ford": "EGSG", "el stree": "EGTR", "den um": "EGLD",
}  # fmt: skip
KENT = [(51.2, 0.5)]


def test_dictated_names_are_the_airfields_that_they_sound_like(deps: Deps) -> None:
    missed = {
        said: found[:2]
        for said, code in DICTATED.items()
        if (found := [one.airport.ident for one in deps.place_sounds.heard(said.split(), "en", KENT)])[:1]
        != [code]
    }
    assert len(missed) <= len(DICTATED) // 10, missed


@pytest.mark.parametrize("said", ["the tower", "tomorrow morning", "good lunch", ""])
def test_words_that_sound_like_no_name_find_none(said: str, deps: Deps) -> None:
    assert not [one for one in deps.place_sounds.heard(said.split(), "en", KENT) if one.unlike < 0.15]


def test_a_consonant_counts_more_than_a_vowel_and_the_same_sounds_differ_by_nothing() -> None:
    assert difference("LoTuKe", "LoTuKe") == 0
    assert difference("LoTuKe", "LeTuKe") < difference("LoTuKe", "LoTuPe")
    assert skeleton("XeRPuR") == "XP"
