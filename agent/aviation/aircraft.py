"""Knows general-aviation types by the names pilots use, each with a typical cruise speed."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from agent import regex as re
from agent.aviation.names import fold
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source

SLOWEST_KTS, FASTEST_KTS = 30.0, 600.0
"""Cruise speeds outside this are taken for nonsense."""

_KTS_PER = {"mph": 1609.344 / 1852, "km/h": 1 / 1.852, "kt": 1.0}
_SPEED = re.compile(
    r"(?<![\w.,+\-−])(?P<number>\d+(?:[.,]\d+)?)\s*-?"
    r"(?:(?P<kt>k(?:no)?ts?|knots?|knoten|n(?:œ|oe)uds?|nodi|nudos?|ktas)|(?P<mph>mph|miles (?:per|an) hour)|"
    r"(?P<kmh>km ?/ ?h|kmh|kph|km per hour))(?!\w)",
    re.IGNORECASE,
)
_BARE = re.compile(r"\d+(?:[.,]\d+)?")
_FILLERS = (
    "a an the my our his her in on with by for i we fly flying have own aircraft plane airplane type at "
    "typical mon ma un une le la avec en mein meine ein eine einer einem mit der die das"
)
_AROUND = frozenset(_FILLERS.split())
_MAKER_WORDS = {"beechcraft": "beech", "reims": "cessna", "aerospatiale": "socata", "vans": "van s"}
_TYPO_FROM_LETTERS = 6


@dataclass(frozen=True, slots=True)
class AircraftType:
    """A type by its ICAO designator. `cruise_kts` is typical, from our own table, not the handbook's, or None."""

    designator: str
    name: str
    cruise_kts: int | None
    aliases: tuple[str, ...]


class AircraftTable:
    """The types of `data/aircraft.toml`, in the order in which they are offered."""

    def __init__(self, rows: list[dict[str, Any]], reviewed: date) -> None:
        self.source = Source(name="FlyFun aircraft table (typical figures)", as_of=reviewed)
        self.all: tuple[AircraftType, ...] = tuple(
            AircraftType(row["designator"], row["name"], row.get("cruise_kts"), tuple(row.get("aliases", ())))
            for row in rows
        )
        self._patterns = [
            (re.compile(row["pattern"]), aircraft)
            for row, aircraft in zip(rows, self.all, strict=True)
            if "pattern" in row
        ]
        self._makers = {_reduced(row["maker"]) for row in rows}
        self._named: dict[str, list[AircraftType]] = defaultdict(list)
        for row, aircraft in zip(rows, self.all, strict=True):
            maker = _reduced(row["maker"])
            names = {_reduced(name) for name in (aircraft.designator, aircraft.name, *aircraft.aliases)}
            short = _reduced(aircraft.name).removeprefix(maker)
            for name in names | {maker} | ({short} if not short.isdigit() else set[str]()):
                self._named[name].append(aircraft)

    @classmethod
    def load(cls, settings: AgentSettings) -> AircraftTable:
        """The shipped table; `DataProblem` when it is missing or damaged."""
        path = settings.data / "aircraft.toml"
        try:
            table = toml_table(path)
            return cls(cast("list[dict[str, Any]]", table["aircraft"]), table["reviewed"])
        except (OSError, ValueError, KeyError, TypeError, re.error) as error:
            raise DataProblem(
                "The data file data/aircraft.toml is missing or damaged. Restore it from the repository "
                "(`git checkout data`).",
                detail=str(error),
            ) from error

    def resolve(self, text: str) -> tuple[AircraftType, ...]:
        """The types a pilot's words name: none is unknown, one is found, more means that we must ask.

        A bare number ("172") is read as a type here; where a speed is possible, try `parse_speed_kts` first.
        """
        words = fold(unicodedata.normalize("NFKC", text)).split()
        words = [_MAKER_WORDS.get(word, word) for word in words]
        while words and words[0] in _AROUND:
            words = words[1:]
        while words and words[-1] in _AROUND:
            words = words[:-1]
        name = "".join(words).replace(" ", "")
        if not name or len(name) > 60:
            return ()
        found = self._known(name) or self._in_two_parts(name) or self._misspelt(name)
        return tuple(aircraft for aircraft in self.all if aircraft in found)

    def _known(self, name: str) -> set[AircraftType]:
        """What an exact name or a family's pattern gives, with the maker's name or without."""
        found = set(self._named.get(name, ()))
        for short in {name, *(name.removeprefix(maker) for maker in self._makers)}:
            if short != name:
                found |= {aircraft for aircraft in self._named.get(short, ()) if self._is_made_by(aircraft, name)}
            found |= {
                aircraft
                for pattern, aircraft in self._patterns
                if pattern.fullmatch(short) and (short == name or self._is_made_by(aircraft, name))
            }
        return found

    def _is_made_by(self, aircraft: AircraftType, name: str) -> bool:
        return any(name.startswith(maker) and aircraft in self._named[maker] for maker in self._makers)

    def _in_two_parts(self, name: str) -> set[AircraftType]:
        """ "PA-28-181 Archer", "Bonanza A36": both parts are names, and of the same type."""
        for i in range(2, len(name) - 1):
            if found := self._known(name[:i]) & self._known(name[i:]):
                return found
        return set()

    def _misspelt(self, name: str) -> set[AircraftType]:
        """A long name with one or two letters wrong; figures must be right."""
        if len(name) < _TYPO_FROM_LETTERS or any(letter.isdigit() for letter in name):
            return set()
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        names = [known for known in self._named if len(known) >= _TYPO_FROM_LETTERS and known.isalpha()]
        hits = process.extract(
            name, names, scorer=OSA.distance, score_cutoff=1 if len(name) < 9 else 2, limit=None
        )
        closest = min((distance for _, distance, _ in hits), default=0)
        return {aircraft for known, distance, _ in hits if distance == closest for aircraft in self._named[known]}


def _reduced(name: str) -> str:
    """A name as names are compared: folded, without spaces, the maker under one name."""
    return "".join(_MAKER_WORDS.get(word, word) for word in fold(name).split()).replace(" ", "")


def parse_speed_kts(text: str) -> float | None:
    """The speed in a pilot's words, in knots: "140 knots", "160 mph", "250 km/h", or a number alone.

    None when there is none, or when it is nonsense (below 20 kt or above 600 kt).
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    if match := _SPEED.search(plain):
        unit = "mph" if match["mph"] else "km/h" if match["kmh"] else "kt"
        number = match["number"]
    elif _BARE.fullmatch(plain):
        unit, number = "kt", plain
    else:
        return None
    knots = float(number.replace(",", ".")) * _KTS_PER[unit]
    return knots if SLOWEST_KTS <= knots <= FASTEST_KTS else None
