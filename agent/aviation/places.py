"""Finds the place a pilot names: airfield, position, town, lake, mountains, island, region or country."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from agent import regex as re
from agent.aviation.airports import Airport, Airports
from agent.aviation.coordinates import parse_coordinates
from agent.aviation.countries import Countries
from agent.aviation.names import clean_code, distinctive
from agent.aviation.place_candidates import (
    OUTNUMBERS,
    SAME_PLACE_NM,
    Candidate,
    about_nm,
    forms,
    in_europe,
    splits,
)
from agent.aviation.place_index import (
    AIRPORT_NAME,
    AIRPORT_PART,
    AIRPORT_WEAK,
    ALIAS,
    KINDS,
    NICKNAME,
    PRIMARY,
    SHORT,
    PlaceIndex,
    PlaceKind,
    open_index,
)
from agent.aviation.place_lookup import (
    AREA_KINDS,
    NOTHING,
    OUT_OF_REACH_NM,
    Bearings,
    Lookup,
    Place,
    Point,
    Resolution,
    airport_place,
)
from agent.aviation.place_misspelt import misspelt, or_misspelt
from agent.aviation.place_ranking import ranked
from agent.aviation.place_rows import rows_of
from agent.aviation.place_words import ONLY_WORDS, is_common_word
from agent.aviation.reference import Progress
from agent.aviation.snap import Snap, snap
from agent.aviation.spelling import place_key, spelled_out
from agent.config import AgentSettings
from tongue import spoken

__all__ = ["Place", "PlaceKind", "Places", "Resolution", "Snap", "parse_coordinates"]

_BEARS_FROM = 4
"""Letters from which on a word of an airfield's name is taken for it."""
LONGEST_NAME = 120
_REMEMBERED = 2048
KNOWN_TOWN, TOWN, KNOWN_ABROAD = 1000, 2000, 200_000
"""A name in small letters is a town's when so many live there; a hamlet's name is more often a word."""
_PLAIN_FLAGS = (PRIMARY, SHORT, ALIAS)
_AIRPORT_WORDS = re.compile(
    r"\b(?:airports?|airfield|aerodrome|a[eé]roport|a[eé]rodrome|flughafen|flugplatz|aeroporto|aeropuerto)\b",
    re.IGNORECASE,
)


_CODE = re.compile(r"[A-Z]{4}")


_DATIVE = re.compile(r"(?P<stem>\w{2,}sch)en(?P<rest>\W?\w.*)")
"""Behind "im" and "auf den" a German adjective ends in -en."""


class Places:
    """All named places. Loading maps an index into memory; the first time on a machine builds it."""

    def __init__(
        self,
        index: PlaceIndex,
        airports: Airports,
        countries: Countries,
        is_closed: Callable[[str], bool] | None = None,
    ) -> None:
        self._index = index
        self._airports = airports
        self._countries = countries
        self._lookup = Lookup(index, airports, is_closed)
        self._found = lru_cache(maxsize=_REMEMBERED)(self._find)
        self._resolved = lru_cache(maxsize=_REMEMBERED)(self._resolve)

    @classmethod
    def load(
        cls,
        settings: AgentSettings,
        airports: Airports,
        countries: Countries,
        progress: Progress | None = None,
        is_closed: Callable[[str], bool] | None = None,
    ) -> Places:
        """The places of the shipped data. Raises `DataProblem` when data or data folder cannot be used.

        `is_closed` tells of a country's code whether its airspace is closed: its towns step behind namesakes.
        """
        key, rows = rows_of(settings, airports, countries)
        return cls(open_index(settings, key, rows, progress), airports, countries, is_closed)

    # --- what the reader of questions asks --------------------------------------------------------------

    def _find(self, key: str) -> Sequence[tuple[int, int]]:
        """The rows of a key; "Bayerischen Wald" stands under "Bayerischer Wald"."""
        found = self._index.find(key)
        bent = None if found else _DATIVE.match(key)
        if bent is None:
            return found
        stem, rest = bent["stem"], bent["rest"]
        return next((rows for end in ("er", "e", "es") if (rows := self._index.find(f"{stem}{end}{rest}"))), found)

    def is_name(self, text: str, *, expected: bool = False) -> bool:
        """Whether the whole text, spelt right, names a place: code, airfield, town, region or country.

        Common words do not ("nice", "is", "the", "less"), unless written as a place is ("Nice", "LESS" if there
        were such a code) or `expected`: the reader knows from the words before ("from", "near") that one follows.
        """
        key = place_key(text)
        if len(key) < 2:
            return False
        if (not expected or key in ONLY_WORDS) and is_common_word(key, text):
            return False
        if self._airport_of_code(text, expected=expected) is not None:
            return True
        found = self._found(key)
        if expected:
            return bool(found)
        return any(flag != AIRPORT_WEAK for _, flag in found)

    def is_nickname(self, text: str) -> bool:
        """Whether pilots call a field so, and the text is no word of questions either: "gamston", "old sarum"."""
        key = place_key(text)
        return not is_common_word(key, key) and any(flag == NICKNAME for _, flag in self._found(key))

    def field_called(self, text: str) -> Airport | None:
        """The one field that pilots call so, where its name may also be a town's: "Dunkirk"."""
        idents = {self._index.text(row)[1] for row, flag in self._found(place_key(text)) if flag == NICKNAME}
        return self._airports.get(idents.pop()) if len(idents) == 1 else None

    def is_field(self, text: str) -> bool:
        """Whether an airfield of Europe has the text for its whole name: "Ampuriabrava"."""
        return any(flag == AIRPORT_NAME and self._in_europe(row) for row, flag in self._found(place_key(text)))

    def is_known(self, text: str) -> bool:
        """Whether a text in small letters, where a place may stand, names one that people of Europe know."""
        return any(
            flag == NICKNAME
            or (self._in_europe(row) and (flag == AIRPORT_NAME or self._index.row_population[row] >= KNOWN_TOWN))
            or (self._kind(row) not in ("town", "admin", "airport") and self._in_europe(row))
            or self._index.row_population[row] >= KNOWN_ABROAD
            for row, flag in self._found(place_key(text))
        )

    def is_code(self, text: str) -> bool:
        """Whether a text in small letters, where a place is announced, is the code of an airfield: "to ams"."""
        return self._airport_of_code(text, expected=True) is not None

    def is_area(self, text: str) -> bool:
        """Whether a text names a region, lake, island, range or coast: "East Anglia", "channel islands"."""
        return any(
            flag == PRIMARY and self._kind(row) in AREA_KINDS
            for form in forms(text)
            for row, flag in self._found(place_key(form))
        )

    def is_field_or_town(self, text: str) -> bool:
        """Whether a word with a capital names an airfield, or a town anywhere that is more than a village."""
        return any(
            flag in (AIRPORT_NAME, AIRPORT_PART) or self._index.row_population[row] >= TOWN
            for row, flag in self._found(place_key(text))
        )

    def _kind(self, row: int) -> PlaceKind:
        return KINDS[int(self._index.row_kind[row])]

    # --- what the tools ask -----------------------------------------------------------------------------

    def resolve(
        self,
        text: str,
        *,
        country: str | None = None,
        near: Point | None = None,
        beside: Sequence[Point] = (),
        world: bool = False,
    ) -> Resolution:
        """The place that `text` names. `country` (ISO-2) narrows, `near` (the pilot's home) prefers, and so do the
        other places of the sentence (`beside`), which also rule out what lies beyond a flight from them.
        `world`: an airliner is meant, Europe's namesakes do not come first.

        In this order: code, position, airfield or place spelt exactly, "town, country", then misspelt names.
        """
        return self._resolved(text, Bearings(country, near, tuple(beside), world, spoken()))

    def _resolve(self, text: str, bearings: Bearings) -> Resolution:
        clean = " ".join(unicodedata.normalize("NFKC", text).split()).strip(" .,;:!?\"'()")
        if not clean or len(clean) > LONGEST_NAME:
            return NOTHING
        if position := parse_coordinates(clean):
            name = f"{position[0]:.4f}, {position[1]:.4f}"
            lat, lon = round(position[0], 6), round(position[1], 6)
            return Resolution(Place(name, "coordinates", lat, lon), matched="exact")
        airport = self._airport_of_code(clean, expected=True)
        if airport is not None and bearings.country in (None, airport.country):
            is_code = not _is_no_code(clean, airport, bearings)
            return Resolution(airport_place(airport), matched="exact") if is_code else NOTHING
        if (nordic := self._spelled_out(clean, bearings)) is not None:
            return nordic
        said = forms(clean)
        for form in said:
            if (found := self._labelled(form)).best:
                return found
            if (found := self._exact(form, bearings)).best:
                if (
                    form is clean
                    and not bearings.world
                    and self._is_abroad(found)
                    and any(map(self.is_area, said[1:]))
                ):
                    continue  # "la Crète": the island, and no town of Canada
                return or_misspelt(found, form, self._lookup, bearings)
            if (found := self._in_context(form, bearings)).best:
                return found
        found = self._field_of(clean, bearings.country) or self._field_bearing(clean, bearings.country)
        if found is None and _CODE.fullmatch(clean):
            return NOTHING  # a code that no field has is asked about: another field's code is not like it
        return found or misspelt(clean, self._lookup, bearings)

    def longer_name_in(self, name: str, area: str) -> Place | None:
        """The town of an area whose name goes on behind what is said: "Bury" in Suffolk is Bury St Edmunds.

        None for none, and for several of which none is much the largest.
        """
        begins, area_key, index = f"{place_key(name)} ", place_key(area), self._index
        around = self.resolve(area).best
        if around is None:
            return None
        found: list[Candidate] = []
        for row in index.rows_within(around.lat, around.lon, around.extent_nm / 60 * 1.2):
            cells = index.text(row)
            inside = area_key in {place_key(cell) for cell in cells[2:]}
            if inside and place_key(cells[1]).startswith(begins):
                found.append(self._lookup.candidate(row, PRIMARY, Bearings()))
        found.sort(key=lambda c: -c.population)
        if not found or (len(found) > 1 and found[0].population < OUTNUMBERS * found[1].population):
            return None
        return self._lookup.place(found[0])

    def _spelled_out(self, text: str, bearings: Bearings) -> Resolution | None:
        """The place that is written with other signs for the same letters: "Ärö" is Ærø, no town called Aro."""
        key = spelled_out(text)
        found = self._exact(key, bearings) if key else NOTHING
        return found if found.best is not None and spelled_out(found.best.name) == key else None

    def _is_abroad(self, found: Resolution) -> bool:
        """Whether a name was found outside of Europe."""
        return found.best is not None and not in_europe(found.best.lat, found.best.lon)

    def _labelled(self, text: str) -> Resolution:
        """The place that bears a whole label ("Newport, Rhode Island, United States"), as choices show it."""
        name, *admin, said = [part.strip() for part in text.split(",")] if "," in text else [text, text]
        country = self._countries.named(said) if said != text else None
        if country is None or len(admin) > 1:
            return NOTHING
        wanted = place_key(admin[0] if admin else name)
        found = [
            candidate
            for candidate in self._lookup.candidates(place_key(name), Bearings(country.code))
            if wanted == place_key(self._lookup.place(candidate).admin or self._lookup.place(candidate).name)
        ]
        return replace(self._rank(found), others=(), ambiguous=False)

    def _field_of(self, text: str, country: str | None) -> Resolution | None:
        """The one airfield whose town or keyword is just the text: "Taveuni", an island that no table lists."""
        key = place_key(text)
        found = [
            airport
            for airport in (match.airport for match in self._airports.search(text, 10))
            if country in (None, airport.country)
            and key in {place_key(name) for name in (*airport.keywords, *airport.municipality.split(","))}
        ]
        return Resolution(airport_place(found[0]), matched="exact") if len(found) == 1 else None

    def _field_bearing(self, text: str, country: str | None) -> Resolution | None:
        """The one coded airfield in whose name the words stand, before any misspelt town: "Stauning"."""
        key = place_key(text)
        if len(key) < _BEARS_FROM:
            return None
        found = [
            airport
            for airport in (match.airport for match in self._airports.search(text, 10))
            if airport.icao and country in (None, airport.country) and f" {key} " in f" {place_key(airport.name)} "
        ]
        return Resolution(airport_place(found[0]), matched="exact") if len(found) == 1 else None

    def snap(
        self,
        place: Place,
        *,
        max_nm: float | None = None,
        fits: Callable[[Airport], bool] | None = None,
        shared: frozenset[str] = frozenset(),
    ) -> Snap:
        """The airfield that general aviation uses for a place: see `agent.aviation.snap`."""
        if place.airport is not None:
            return Snap(place.airport, (), 0.0, True)
        reach = 0.0 if place.kind in ("town", "coordinates") else place.extent_nm
        called = frozenset(
            self._index.text(row)[1] for row, flag in self._found(place_key(place.name)) if flag == NICKNAME
        )
        at = (place.lat, place.lon)
        return snap(
            self._airports,
            place.name,
            *at,
            place.country,
            reach,
            max_nm=max_nm,
            called=called,
            fits=fits,
            shared=shared,
        )

    def town(self, name: str, near: tuple[float, float], nm: float = SAME_PLACE_NM) -> Place | None:
        """The town of that name beside a point, also where an airfield bears its name."""
        towns = [
            c
            for c in self._lookup.candidates(place_key(name), Bearings())
            if c.kind == "town" and about_nm(c.lat, c.lon, *near) <= nm
        ]
        return self._lookup.place(max(towns, key=lambda c: c.weight)) if towns else None

    # --- codes ------------------------------------------------------------------------------------------

    def _airport_of_code(self, text: str, *, expected: bool) -> Airport | None:
        """The airfield whose code is the text.

        ICAO codes and list codes with digits count in any case. An IATA code written small counts only where a
        place is expected, and none counts that is also the name of a town ("Pau", "Ulm", "Spa").
        """
        code = clean_code(text)
        if not 3 <= len(code) <= 8 or not code.isascii() or " " in text.strip():
            return None
        has_digit = any(c.isdigit() for c in code)
        if not has_digit and len(code) > 4:
            listed = self._airports.get(code)  # "GB-ULL", as our lists name a field that has no code of its own
            return listed if listed is not None and listed.ident == code else None
        airport = self._airports.get(code)
        if has_digit and (len(code) < 4 or not code[0].isalpha()):  # "1NE6" as our lists write it, not "3h"
            return airport if airport and expected and airport.ident == text.strip() else None
        if airport is None:
            return None
        if has_digit:
            return airport
        if code not in (airport.icao, airport.iata, airport.ident):
            return None
        written = text.strip().isupper()
        if len(code) == 3 and not written and (not expected or is_common_word(code.lower(), code.lower())):
            return None  # "show me a map"
        if not written or len(code) == 3:
            named = self._found(place_key(text))
            is_name = text.strip().istitle()
            names = (PRIMARY, SHORT, NICKNAME, AIRPORT_NAME) if is_name else (PRIMARY, SHORT)
            population = self._index.row_population
            if any(
                flag in names and (self._in_europe(row) or (is_name and population[row] >= KNOWN_ABROAD))
                for row, flag in named
            ):
                return None  # "Eday" is an island, EDAY a field; "Lima" a city, LIMA one
        return airport

    def _in_europe(self, row: int) -> bool:
        return in_europe(*self._index.position(row))

    # --- exact names ------------------------------------------------------------------------------------

    def _exact(self, text: str, bearings: Bearings) -> Resolution:
        key = place_key(text)
        found = self._lookup.candidates(key, bearings)
        if not _AIRPORT_WORDS.search(text):
            return self._rank(found)
        of_bare = self._lookup.candidates(distinctive(key), bearings)
        airfields = [c for c in found + of_bare if c.kind == "airport"]
        towns = [c for c in of_bare if c.kind == "town" and self._in_europe(c.row) and c.population >= TOWN]
        abroad = bearings.european and towns and not any(self._in_europe(c.row) for c in airfields)
        if airfields and not abroad:
            return self._rank(airfields)
        return self._served_by_airport([c for c in of_bare if c.kind != "airport"])

    def _rank(self, found: list[Candidate]) -> Resolution:
        return ranked(found, self._lookup)

    def _served_by_airport(self, towns: list[Candidate]) -> Resolution:
        """The main airfield of a town: "Nice airport"."""
        if not towns:
            return NOTHING
        best = max(towns, key=lambda c: c.weight)
        order = {"large_airport": 0, "medium_airport": 1, "small_airport": 2, "seaplane_base": 3}
        name = self._lookup.place(best).name
        matches = [m for m in self._airports.search(name, 10) if m.airport.country in best.countries]
        close = [m.airport for m in matches if about_nm(m.airport.lat, m.airport.lon, best.lat, best.lon) < 25]
        if not close:
            return NOTHING
        close.sort(key=lambda a: (not a.scheduled, order[a.kind]))
        return Resolution(airport_place(close[0]), tuple(map(airport_place, close[1:4])), matched="exact")

    # --- "Nice, France" ---------------------------------------------------------------------------------

    def _in_context(self, text: str, bearings: Bearings) -> Resolution:
        """A name followed by its country, state, county or region, with or without a comma."""
        for head, context in splits(text):
            within = self._countries.named(context) or (
                self._countries.get(context) if len(context) == 2 and context.isupper() else None
            )
            found = self._lookup.candidates(place_key(head), bearings)
            if within is not None:
                inside = [c for c in found if within.code in c.countries]
            else:
                inside = self._inside_area(found, place_key(context))
            if inside:
                return self._rank(inside)
            if within is not None and "," in text:
                fuzzy = misspelt(head, self._lookup, replace(bearings, country=within.code))
                if fuzzy.best:
                    return fuzzy
        return NOTHING

    def _inside_area(self, found: list[Candidate], area_key: str) -> list[Candidate]:
        if not found:
            return []
        areas = [
            self._lookup.candidate(row, flag, Bearings())
            for row, flag in self._found(area_key)
            if flag in _PLAIN_FLAGS
        ]
        inside: list[Candidate] = []
        for c in found:
            cells = self._index.text(c.row)
            if area_key in {place_key(cell) for cell in cells[2:]} or any(
                set(c.countries) & set(a.countries)
                and about_nm(c.lat, c.lon, a.lat, a.lon) <= a.extent_nm * 1.2 + 3
                for a in areas
                if a.row != c.row and a.kind != "country"
            ):
                inside.append(c)
        return inside


def _is_no_code(text: str, airport: Airport, bearings: Bearings) -> bool:
    """Whether three letters are no code: no small field an ocean away is meant beside Popham and Caen ("IOW")."""
    if len(text) != 3 or airport.ident == text.upper() or airport.kind == "large_airport":
        return False
    if bearings.world or not bearings.beside:
        return False
    return bearings.away_nm(airport.lat, airport.lon) > OUT_OF_REACH_NM
