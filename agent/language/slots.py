"""What a message names: places, codes, aircraft, countries, amounts and days, each with its span."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from agent.aviation.countries import Country
from agent.language.days import Day
from agent.language.quantities import Quantity
from agent.language.wording import Word


@dataclass(frozen=True, slots=True)
class Spot:
    """One place said. `name` is what tools are given; `role` is what the word before says about it.

    `is_area` is true of the name of a county, a Land, a region or a state: "Kent", "Bavaria".
    """

    start: int
    end: int
    name: str
    kind: str  # code, iata, place, country, coordinates, here, unknown
    role: str = ""  # from, to, near, between, in, and, ""
    country: str | None = None
    is_area: bool = False


@dataclass(frozen=True, slots=True)
class Craft:
    """One aircraft said."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Named:
    """One country said; `demonym` when by its adjective ("French")."""

    start: int
    end: int
    country: Country
    demonym: bool


@dataclass(frozen=True)
class Slots:
    """Everything a message names."""

    text: str
    words: tuple[Word, ...]
    quantities: tuple[Quantity, ...]
    days: tuple[Day, ...]
    crafts: tuple[Craft, ...]
    countries: tuple[Named, ...]
    spots: tuple[Spot, ...]
    ids: tuple[str, ...] = ()
    weak: tuple[Spot, ...] = field(default=())
    taken_back: tuple[tuple[int, int], ...] = ()
    """From where something begins that is taken back to the end of what is said instead."""

    @cached_property
    def low(self) -> str:
        """The text in small letters."""
        return self.text.lower()

    @property
    def codes(self) -> list[Spot]:
        """The airfield codes, in order."""
        return [spot for spot in self.spots if spot.kind == "code"]

    def of(self, kind: str) -> list[Quantity]:
        """The amounts of one kind."""
        return [quantity for quantity in self.quantities if quantity.kind == kind]

    @property
    def outside(self) -> str:
        """The text with blanks where places, countries, aircraft and amounts stand."""
        kept = list(self.text)
        for span in (*self.spots, *self.countries, *self.crafts, *self.quantities):
            kept[span.start : span.end] = " " * (span.end - span.start)
        return "".join(kept)

    @cached_property
    def masked(self) -> str:
        """The text with every span replaced by its type: what the classifier reads."""
        spans: list[tuple[int, int, str]] = [(s.start, s.end, _MASKS[s.kind]) for s in self.spots]
        spans += [(c.start, c.end, "zaircraft") for c in self.crafts]
        spans += [(q.start, q.end, f"z{q.kind.split()[0]}") for q in self.quantities]
        spans += [(d.start, d.end, "zday" if d.weekday else "zdate") for d in self.days]
        spans += [(c.start, c.end, "zcountry") for c in self.countries]
        spans += [(m.start(), m.end(), "zid") for i in self.ids for m in re.finditer(re.escape(i), self.text)]
        said: list[str] = []
        at = 0
        for start, end, mask in sorted(spans, key=lambda s: (s[0], -s[1])):
            if start < at:
                continue
            said += [self.text[at:start], f" {mask} "]
            at = end
        return "".join([*said, self.text[at:]])

    @cached_property
    def ordinary(self) -> str:
        """The text with well-known names instead of its own: what its meaning is embedded from."""
        spans: list[tuple[int, int, str]] = [
            (s.start, s.end, "Kent" if s.is_area else _ORDINARY.get(s.kind, "Oxford")) for s in self.spots
        ]
        spans += [(c.start, c.end, "Cessna") for c in self.crafts]
        spans += [(c.start, c.end, "French" if c.demonym else "France") for c in self.countries]
        said: list[str] = []
        at = 0
        for start, end, name in sorted(spans, key=lambda s: (s[0], -s[1])):
            if start >= at and end <= len(self.text):
                said += [self.text[at:start], name]
                at = end
        return "".join([*said, self.text[at:]])


_ORDINARY = {"code": "EGLL", "iata": "LHR", "country": "France", "here": "here", "coordinates": "near here"}
_MASKS = {
    "area": "zplace",
    "code": "zcode",
    "iata": "ziata",
    "place": "zplace",
    "country": "zcountry",
    "coordinates": "zplace",
    "here": "zhere",
    "unknown": "zplace",
}
