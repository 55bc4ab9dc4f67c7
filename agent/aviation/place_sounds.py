"""Finds the airfields whose names sound like words that a telephone wrote down: "law tookay" is Le Touquet.

A dictated name that no dictionary knows comes out as words that are in one. Both are brought to the few sounds
that are heard alike (`data/sounds.toml`): the name as its country says it and as an Englishman would, the words as
the pilot's language says them. What is found is asked about, never taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agent.aviation.airports import Airport, Airports
from agent.aviation.names import fold
from agent.aviation.place_candidates import about_nm
from agent.aviation.place_nicknames import Nicknames
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem

FILE = "sounds.toml"
SPOKEN = {"FR": "fr", "BE": "fr", "LU": "fr", "MC": "fr", "CH": "fr", "DE": "de", "AT": "de", "LI": "de"}
"""The language in which a country's names are said, where it is none that English spelling comes near."""
COUNTRIES = (
    *(
        "GB",
        "IE",
        "IM",
        "JE",
        "GG",
        "FR",
        "BE",
        "NL",
        "LU",
        "DE",
        "CH",
        "AT",
        "LI",
        "IT",
        "ES",
        "PT",
        "DK",
        "NO",
        "SE",
    ),
    *("PL", "CZ", "SK", "HU", "SI", "HR", "GR", "MT"),
)
"""Where pilots who ask by voice fly: the names of the fields that they speak of are looked for there."""
LONGEST = 4
"""Words of a name that one may take for others."""
LEAST_CONSONANTS = 2
LIKE = 0.3
"""The greatest part of its sounds that may differ."""
_VOWELS = frozenset("aeiou")
_ALIKE = frozenset(("SX", "XS", "NL", "LN"))


@dataclass(frozen=True, slots=True)
class Heard:
    """An airfield that words sound like. `unlike` is the part of the sounds that differs, 0 when none does."""

    airport: Airport
    said: str
    unlike: float


class Pronunciation:
    """How a language says what is written: the longest rule that fits at each letter."""

    def __init__(self, rules: dict[str, list[str]]) -> None:
        self._sounds = {letters: sound for sound, written in rules.items() for letters in written}
        self._longest = max(len(letters) for letters in self._sounds)

    def of(self, words: str) -> str:
        """The sounds of folded words; the same sound twice is one."""
        found = ""
        for word in words.split():
            whole = f"^{word}$"
            at = 1
            while at < len(whole) - 1:
                sound, at = self._next(whole, at)
                found += "".join(one for one in sound if not found.endswith(one))
        return found

    def _next(self, word: str, at: int) -> tuple[str, int]:
        for length in range(min(self._longest, len(word) - at), 0, -1):
            letters = word[at : at + length]
            for form, taken in ((f"^{letters}", length), (letters, length)):
                if (form == letters or at == 1) and form in self._sounds:
                    return self._sounds[form], at + taken
        return "", at + 1


class PlaceSounds:
    """The names of airfields by what is heard of them.

    Under each run of consonants one text holds what is said so, "sounds, name, code" a line: thousands of names
    weigh little, and an airfield is read when it is found.
    """

    def __init__(
        self, tongues: dict[str, Pronunciation], airports: Airports, named: Iterable[tuple[str, Airport]]
    ) -> None:
        self._tongues = tongues
        self._airports = airports
        lines: dict[str, list[str]] = {}
        for name, airport in named:
            folded = fold(name)
            for tongue in {"en", SPOKEN.get(airport.country, "en")}:
                sounds = tongues[tongue].of(folded)
                kept = skeleton(sounds)
                if len(kept) >= LEAST_CONSONANTS:
                    lines.setdefault(kept, []).append(f"{sounds}\t{name}\t{airport.ident}")
        self._names = {kept: "\n".join(sorted(said)) for kept, said in lines.items()}

    def consonants(self, words: Sequence[str], tongue: str) -> str:
        """What is firm in the sounds of words: how much there is to hold against a name."""
        return skeleton(self._said(words, tongue))

    def _said(self, words: Sequence[str], tongue: str) -> str:
        return self._tongues.get(tongue, self._tongues["en"]).of(fold(" ".join(words)))

    def heard(self, words: Sequence[str], tongue: str, near: Sequence[tuple[float, float]] = ()) -> list[Heard]:
        """Airfields that a run of words sounds like, likeliest first, each once; those near some points first."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        said = self._said(words, tongue)
        kept = skeleton(said)
        if len(kept) < LEAST_CONSONANTS:
            return []
        slips = 0 if len(kept) < 4 else 1
        best: dict[str, tuple[float, str]] = {}
        for key, _, _ in extract(kept, self._names.keys(), scorer=OSA.distance, score_cutoff=slips, limit=None):
            for sounds, name, ident in self._said_so(key):
                unlike = difference(said, sounds)
                if unlike <= LIKE and (ident not in best or unlike < best[ident][0]):
                    best[ident] = unlike, name
        found = [
            Heard(airport, name, unlike)
            for ident, (unlike, name) in best.items()
            if (airport := self._airports.get(ident))
        ]

        def rank(one: Heard) -> float:
            away = min((about_nm(one.airport.lat, one.airport.lon, *point) for point in near), default=0.0)
            return one.unlike + away / 5000.0

        return sorted(found, key=rank)

    def contracted(self, word: str, near: Sequence[tuple[float, float]] = ()) -> list[Heard]:
        """Airfields whose name a word runs together ("hwest" is Haverfordwest); those near some points first."""
        found: dict[str, tuple[int, str]] = {}
        for kept in self._names.values():
            for line in kept.split("\n"):
                _, name, ident = line.split("\t")
                if left_out := _left_out(word, fold(name)):
                    found[ident] = min(found.get(ident, (left_out, name)), (left_out, name))
        heard = [
            (a, Heard(airport, name, 0.0))
            for ident, (a, name) in found.items()
            if (airport := self._airports.get(ident))
        ]

        def rank(one: tuple[int, Heard]) -> tuple[float, int]:
            at = one[1].airport
            return min((about_nm(at.lat, at.lon, *point) for point in near), default=0.0), one[0]

        return [one for _, one in sorted(heard, key=rank)]

    def _said_so(self, key: str) -> Iterator[tuple[str, str, str]]:
        for line in self._names[key].split("\n"):
            sounds, name, ident = line.split("\t")
            yield sounds, name, ident


MOST_BEGUN, LEAST_ENDED = 2, 3


def _left_out(word: str, name: str) -> int:
    """How many letters of a name a word leaves out behind its first one or two; 0 for none that it is."""
    if " " in name or len(name) < len(word) + 2:
        return 0
    begun = next((n for n in (MOST_BEGUN, 1) if name.startswith(word[:n]) and name.endswith(word[n:])), 0)
    return len(name) - len(word) if begun and len(word) - begun >= LEAST_ENDED else 0


def skeleton(sounds: str) -> str:
    """The consonants of sounds; R only where it begins: an Englishman says no other."""
    return "".join(s for i, s in enumerate(sounds) if s not in _VOWELS and (s != "R" or i == 0))


def difference(one: str, other: str) -> float:
    """What part of two runs of sounds differs: vowels little, a consonant much."""
    row = [0.0]
    for sound in other:
        row.append(row[-1] + _lost(sound))
    for sound in one:
        before, row = row, [row[0] + _lost(sound)]
        for j, against in enumerate(other):
            row.append(
                min(before[j] + _taken_for(sound, against), before[j + 1] + _lost(sound), row[j] + _lost(against))
            )
    return row[-1] / max(1.0, sum(_lost(s) for s in max(one, other, key=len)))


def _lost(sound: str) -> float:
    return 0.3 if sound in _VOWELS else 0.25 if sound == "R" else 1.0


def _taken_for(sound: str, other: str) -> float:
    if sound == other:
        return 0.0
    if sound in _VOWELS and other in _VOWELS:
        return 0.2
    if sound in _VOWELS or other in _VOWELS:
        return 1.3
    return 0.4 if sound + other in _ALIKE else 1.0


def load_sounds(settings: AgentSettings, airports: Airports, nicknames: Nicknames) -> PlaceSounds:
    """What pilots call fields, by its sounds. Raises `DataProblem` when the table of sounds is damaged."""
    try:
        table: dict[str, Any] = toml_table(settings.data / FILE)
        written: list[tuple[str, Any]] = [(name, rules) for name, rules in table.items() if name != "reviewed"]
        tongues = {name: Pronunciation(rules) for name, rules in written}
    except (OSError, ValueError, AttributeError) as error:
        raise DataProblem(
            f"The table of sounds is missing or damaged. Restore data/{FILE}.", detail=str(error)
        ) from error
    return PlaceSounds(tongues, airports, _names(airports, nicknames))


def _names(airports: Airports, nicknames: Nicknames) -> Iterator[tuple[str, Airport]]:
    for country in COUNTRIES:
        for airport in airports.in_country(country):
            told = nicknames.fields.get(airport.ident, ())
            if told or airport.kind in ("large_airport", "medium_airport"):
                own = airport.short_name.split("/")[0].partition("(")[0].strip()
                for name in dict.fromkeys((*told, own, airport.municipality.partition("(")[0].strip())):
                    yield name, airport
