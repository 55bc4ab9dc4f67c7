"""Which country a word such as "Belgian" is of, as prose in English says it."""

from __future__ import annotations

PEOPLES = {
    "german": "Germany", "germans": "Germany", "french": "France", "british": "United Kingdom",
    "swiss": "Switzerland", "austrian": "Austria", "belgian": "Belgium", "dutch": "Netherlands",
    "italian": "Italy", "spanish": "Spain", "portuguese": "Portugal", "irish": "Ireland", "danish": "Denmark",
    "swedish": "Sweden", "norwegian": "Norway", "finnish": "Finland", "polish": "Poland", "czech": "Czechia",
    "greek": "Greece", "croatian": "Croatia", "slovenian": "Slovenia", "hungarian": "Hungary",
    "romanian": "Romania", "bulgarian": "Bulgaria", "luxembourgish": "Luxembourg", "icelandic": "Iceland",
    "estonian": "Estonia", "latvian": "Latvia", "lithuanian": "Lithuania", "slovak": "Slovakia",
    "maltese": "Malta", "albanian": "Albania", "serbian": "Serbia",
}  # fmt: skip


def nation_of(word: str) -> tuple[str, ...]:
    """The words of the country's name, small; none for a word that is of no country."""
    return tuple(PEOPLES.get(word, "").casefold().split())


_CODES = {"netherlands": "nl", "germany": "de", "france": "fr", "switzerland": "ch", "belgium": "be"}


def code_of(word: str) -> set[str]:
    """The small code that a country's name may be printed as; none where it has none."""
    return {_CODES[word]} if word in _CODES else set()
