"""Finds the place a pilot names: airfield, position, town, lake, mountains, island, region or country."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from agent.aviation.airports import Airport, Airports
from agent.aviation.coordinates import parse_coordinates
from agent.aviation.countries import Countries
from agent.aviation.names import clean_code, distinctive
from agent.aviation.place_candidates import (
    LEAD,
    OVERTAKES,
    SAME_PLACE_NM,
    Candidate,
    about_nm,
    allowed_mistakes,
    apart,
    as_rival,
    forms,
    heavier_by_field,
    in_europe,
    same_place,
    splits,
)
from agent.aviation.place_index import (
    AIRPORT_NAME,
    AIRPORT_PART,
    AIRPORT_WEAK,
    ALIAS,
    KINDS,
    PRIMARY,
    SHORT,
    PlaceIndex,
    PlaceKind,
    open_index,
)
from agent.aviation.place_rows import rows_of
from agent.aviation.place_words import is_common_word
from agent.aviation.reference import Progress
from agent.aviation.snap import Snap, snap
from agent.aviation.spelling import place_key
from agent.config import AgentSettings

__all__ = ["Place", "PlaceKind", "Places", "Resolution", "Snap", "parse_coordinates"]

EUROPE_WEIGHT = 35.0
"""Inhabitants of Europe count this many times: its pilots are the ones who ask."""
HOME_WEIGHT, HOME_NM = 20.0, 250.0
REGION_WEIGHT = 1e11
COUNTRY_WEIGHT = 1e10
AIRPORT_WEIGHT = {"large_airport": 2e6, "medium_airport": 1e5, "small_airport": 2e4, "seaplane_base": 2e3}
"""Inhabitants that an airfield's whole name counts as; a part of it counts a tenth."""
LONGEST_NAME = 120
_AREA_KINDS = {"region", "lake", "island", "mountains", "coast"}
_PLAIN_FLAGS = (PRIMARY, SHORT, ALIAS)
_AIRPORT_WORDS = re.compile(
    r"\b(?:airports?|airfield|aerodrome|a[eé]roport|a[eé]rodrome|flughafen|flugplatz|aeroporto|aeropuerto)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the map. `extent_nm` is about how far it reaches from its centre; `country` is ISO-2, None when
    it lies in several or none; `population` 0 means not counted; `airport` is set when the place is an airfield.
    """

    name: str
    kind: PlaceKind
    lat: float
    lon: float
    country: str | None = None
    admin: str | None = None
    population: int = 0
    extent_nm: float = 0.0
    airport: Airport | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a text names. `others` are other readings, best first; `ambiguous`: ask which is meant."""

    best: Place | None
    others: tuple[Place, ...] = ()
    ambiguous: bool = False
    matched: Literal["exact", "fuzzy", "none"] = "none"


NOTHING = Resolution(None)
OTHERS = 6
SMALL = 50_000
CLOSE_SPELLING = 1.0
"""Two misspelt readings are both possible when this close: ten times the inhabitants, or half a mistake."""


class Places:
    """All named places. Loading maps an index into memory; the first time on a machine builds it."""

    def __init__(self, index: PlaceIndex, airports: Airports, countries: Countries) -> None:
        self._index = index
        self._airports = airports
        self._countries = countries

    @classmethod
    def load(
        cls, settings: AgentSettings, airports: Airports, countries: Countries, progress: Progress | None = None
    ) -> Places:
        """The places of the shipped data. Raises `DataProblem` when data or data folder cannot be used."""
        key, rows = rows_of(settings, airports, countries)
        return cls(open_index(settings, key, rows, progress), airports, countries)

    # --- what the reader of questions asks --------------------------------------------------------------

    def is_name(self, text: str, *, expected: bool = False) -> bool:
        """Whether the whole text, spelt right, names a place: code, airfield, town, region or country.

        Common words do not ("nice", "is", "the", "less"), unless written as a place is ("Nice", "LESS" if there
        were such a code) or `expected`: the reader knows from the words before ("from", "near") that one follows.
        """
        key = place_key(text)
        if len(key) < 2:
            return False
        if not expected and is_common_word(key, text):
            return False
        if self._airport_of_code(text, expected=expected) is not None:
            return True
        found = self._index.find(key)
        if expected:
            return bool(found)
        return any(flag != AIRPORT_WEAK for _, flag in found)

    # --- what the tools ask -----------------------------------------------------------------------------

    def resolve(
        self, text: str, *, country: str | None = None, near: tuple[float, float] | None = None
    ) -> Resolution:
        """The place that `text` names. `country` (ISO-2) narrows, `near` (the pilot's home) prefers.

        In this order: code, position, airfield or place spelt exactly, "town, country", then misspelt names.
        """
        clean = " ".join(unicodedata.normalize("NFKC", text).split()).strip(" .,;:!?\"'()")
        if not clean or len(clean) > LONGEST_NAME:
            return NOTHING
        if position := parse_coordinates(clean):
            name = f"{position[0]:.4f}, {position[1]:.4f}"
            lat, lon = round(position[0], 6), round(position[1], 6)
            return Resolution(Place(name, "coordinates", lat, lon), matched="exact")
        airport = self._airport_of_code(clean, expected=True)
        if airport is not None and country in (None, airport.country):
            return Resolution(_airport_place(airport), matched="exact")
        for form in forms(clean):
            if (found := self._labelled(form)).best:
                return found
            if (found := self._exact(form, country, near)).best:
                return self._or_misspelt(found, form, country, near)
            if (found := self._in_context(form, country, near)).best:
                return found
        return self._field_of(clean, country) or self._fuzzy(clean, country, near)

    def _labelled(self, text: str) -> Resolution:
        """The place that bears a whole label ("Newport, Rhode Island, United States"), as choices show it."""
        name, *admin, said = [part.strip() for part in text.split(",")] if "," in text else [text, text]
        country = self._countries.named(said) if said != text else None
        if country is None or len(admin) > 1:
            return NOTHING
        wanted = place_key(admin[0] if admin else name)
        found = [
            candidate
            for candidate in self._candidates(place_key(name), country.code, None)
            if wanted == place_key(self._place(candidate).admin or self._place(candidate).name)
        ]
        return replace(self._ranked(found), others=(), ambiguous=False)

    def _field_of(self, text: str, country: str | None) -> Resolution | None:
        """The one airfield whose town or keyword is just the text: "Taveuni", an island that no table lists."""
        key = place_key(text)
        found = [
            airport
            for airport in (match.airport for match in self._airports.search(text, 10))
            if country in (None, airport.country)
            and key in {place_key(name) for name in (*airport.keywords, *airport.municipality.split(","))}
        ]
        return Resolution(_airport_place(found[0]), matched="exact") if len(found) == 1 else None

    def snap(self, place: Place, *, max_nm: float | None = None) -> Snap:
        """The airfield that general aviation uses for a place: see `agent.aviation.snap`."""
        if place.airport is not None:
            return Snap(place.airport, (), 0.0, True)
        reach = 0.0 if place.kind in ("town", "coordinates") else place.extent_nm
        return snap(self._airports, place.name, place.lat, place.lon, place.country, reach, max_nm=max_nm)

    def town(self, name: str, near: tuple[float, float], nm: float = SAME_PLACE_NM) -> Place | None:
        """The town of that name beside a point, also where an airfield bears its name."""
        towns = [
            c
            for c in self._candidates(place_key(name), None, None)
            if c.kind == "town" and about_nm(c.lat, c.lon, *near) <= nm
        ]
        return self._place(max(towns, key=lambda c: c.weight)) if towns else None

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
            return None
        if has_digit and (len(code) < 4 or not code[0].isalpha()):
            return None
        airport = self._airports.get(code)
        if airport is None:
            return None
        if has_digit:
            return airport
        if code not in (airport.icao, airport.iata, airport.ident):
            return None
        written = text.strip().isupper()
        if len(code) == 3 and not (written or expected):
            return None
        if not written or len(code) == 3:
            named = self._index.find(place_key(text))
            if any(flag in (PRIMARY, SHORT) and self._in_europe(row) for row, flag in named):
                return None
        return airport

    def _in_europe(self, row: int) -> bool:
        return in_europe(*self._index.position(row))

    # --- exact names ------------------------------------------------------------------------------------

    def _exact(self, text: str, country: str | None, near: tuple[float, float] | None) -> Resolution:
        wants_airport = bool(_AIRPORT_WORDS.search(text))
        key = place_key(text)
        found = self._candidates(key, country, near)
        if wants_airport:
            bare = distinctive(key)
            airfields = [c for c in found + self._candidates(bare, country, near) if c.kind == "airport"]
            if airfields:
                return self._ranked(airfields)
            towns = [c for c in self._candidates(bare, country, near) if c.kind != "airport"]
            return self._served_by_airport(towns)
        return self._ranked(found)

    def _served_by_airport(self, towns: list[Candidate]) -> Resolution:
        """The main airfield of a town: "Nice airport"."""
        if not towns:
            return NOTHING
        best = max(towns, key=lambda c: c.weight)
        order = {"large_airport": 0, "medium_airport": 1, "small_airport": 2, "seaplane_base": 3}
        name = self._place(best).name
        matches = [m for m in self._airports.search(name, 10) if m.airport.country in best.countries]
        close = [m.airport for m in matches if about_nm(m.airport.lat, m.airport.lon, best.lat, best.lon) < 25]
        if not close:
            return NOTHING
        close.sort(key=lambda a: (not a.scheduled, order[a.kind]))
        return Resolution(_airport_place(close[0]), tuple(map(_airport_place, close[1:4])), matched="exact")

    def _candidates(self, key: str, country: str | None, near: tuple[float, float] | None) -> list[Candidate]:
        found = [self._candidate(row, flag, near) for row, flag in self._index.find(key)]
        return [c for c in found if country is None or country in c.countries]

    def _candidate(self, row: int, flag: int, near: tuple[float, float] | None) -> Candidate:
        index = self._index
        kind = KINDS[int(index.row_kind[row])]
        lat, lon = index.position(row)
        population = int(index.row_population[row])
        if kind in _AREA_KINDS:
            weight = REGION_WEIGHT
        elif kind == "country":
            weight = COUNTRY_WEIGHT
        else:
            weight = float(max(population, 300)) * (0.5 if kind == "admin" else 1.0)
            if kind == "airport":
                airport = self._airports.get(index.text(row)[1])
                weight = AIRPORT_WEIGHT[airport.kind if airport else "small_airport"]
                weight *= 1.0 if flag == AIRPORT_NAME else 0.1
            if in_europe(lat, lon):
                weight *= EUROPE_WEIGHT
        if near is not None and kind != "country":
            weight *= 1 + HOME_WEIGHT * math.exp(-about_nm(lat, lon, *near) / HOME_NM)
        return Candidate(
            row=row,
            flag=flag,
            kind=kind,
            lat=lat,
            lon=lon,
            extent_nm=float(index.row_extent[row]),
            countries=tuple(index.text(row)[0].split()),
            population=population,
            weight=weight,
        )

    def _ranked(self, found: list[Candidate], matched: Literal["exact", "fuzzy"] = "exact") -> Resolution:
        """Own names before airfields' names before other names, unless one of those is far the greater place."""
        if not found:
            return NOTHING
        found = [heavier_by_field(self._lighter_if_namesake(c, found), found) for c in found]
        groups = (
            [c for c in found if c.flag == PRIMARY],
            [c for c in found if c.flag == AIRPORT_NAME],
            [c for c in found if c.flag not in (PRIMARY, AIRPORT_NAME)],
        )
        ordered = [c for group in groups for c in sorted(group, key=lambda c: -c.weight)]
        best = ordered[0]
        greatest = max(ordered, key=lambda c: c.weight)
        if greatest.weight > OVERTAKES * best.weight:
            best = greatest
        elsewhere = [c for c in ordered if not same_place(c, best)]
        rivals = [c for c in elsewhere if best.weight < LEAD * as_rival(c, best)]
        if not rivals and (field := self._field_of_town(best, groups[1])):
            best = field
        others = tuple(self._place(c) for c in apart(rivals or elsewhere)[:OTHERS])
        return Resolution(self._place(best), others, bool(rivals), matched)

    def _lighter_if_namesake(self, candidate: Candidate, found: Iterable[Candidate]) -> Candidate:
        """A county or canton called like its town steps behind the town."""
        if candidate.kind != "admin":
            return candidate
        reach = candidate.extent_nm + SAME_PLACE_NM
        for town in found:
            namesake = town.kind == "town" and town.flag in (PRIMARY, SHORT)
            if namesake and about_nm(town.lat, town.lon, candidate.lat, candidate.lon) < reach:
                return replace(candidate, weight=min(candidate.weight, town.weight) * 0.01)
        return candidate

    def _field_of_town(self, town: Candidate, airfields: list[Candidate]) -> Candidate | None:
        """The small field that bears exactly the name of the town beside it: "Redhill" is EGKR."""
        if town.kind != "town":
            return None
        for field in sorted(airfields, key=lambda c: -c.weight):
            airport = self._airports.get(self._index.text(field.row)[1])
            if airport is None or about_nm(town.lat, town.lon, field.lat, field.lon) > SAME_PLACE_NM:
                continue
            if airport.kind != "large_airport" and not airport.scheduled and not airport.military_hint:
                return field
        return None

    # --- "Nice, France" ---------------------------------------------------------------------------------

    def _in_context(self, text: str, country: str | None, near: tuple[float, float] | None) -> Resolution:
        """A name followed by its country, state, county or region, with or without a comma."""
        for head, context in splits(text):
            within = self._countries.named(context) or (
                self._countries.get(context) if len(context) == 2 and context.isupper() else None
            )
            found = self._candidates(place_key(head), country, near)
            if within is not None:
                inside = [c for c in found if within.code in c.countries]
            else:
                inside = self._inside_area(found, place_key(context))
            if inside:
                return self._ranked(inside)
            if within is not None and "," in text:
                fuzzy = self._fuzzy(head, within.code, near)
                if fuzzy.best:
                    return fuzzy
        return NOTHING

    def _inside_area(self, found: list[Candidate], area_key: str) -> list[Candidate]:
        if not found:
            return []
        areas = [
            self._candidate(row, flag, None) for row, flag in self._index.find(area_key) if flag in _PLAIN_FLAGS
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

    # --- misspelt names ---------------------------------------------------------------------------------

    def _fuzzy(self, text: str, country: str | None, near: tuple[float, float] | None) -> Resolution:
        from rapidfuzz.distance import OSA

        key = place_key(text)
        allowed = allowed_mistakes(key)
        if not allowed:
            return NOTHING
        scored: dict[int, tuple[float, Candidate]] = {}
        for other in self._index.spelt_like(key):
            if abs(len(other) - len(key)) > allowed:
                continue
            mistakes = OSA.distance(key, other, score_cutoff=allowed)
            if mistakes > allowed:
                continue
            found = [c for c in self._candidates(other, country, near) if c.flag != AIRPORT_WEAK]
            for c in (self._lighter_if_namesake(c, found) for c in found):
                penalty = 1.0 if c.flag in (ALIAS, AIRPORT_PART) else 0.0
                score = math.log10(c.weight) - 2.5 * mistakes - penalty
                if c.row not in scored or score > scored[c.row][0]:
                    scored[c.row] = (score, c)
        if not scored:
            return NOTHING
        ordered = sorted(self._with_fields(list(scored.values())), key=lambda pair: -pair[0])
        best_score, best = ordered[0]
        distinct = [best]
        close = 0
        for score, c in ordered[1:]:
            if not any(same_place(c, other) for other in distinct):
                distinct.append(c)
                close += score > best_score - CLOSE_SPELLING
        others = tuple(self._place(c) for c in distinct[1 : 1 + OTHERS])
        return Resolution(self._place(best), others, close > 0, "fuzzy")

    def _or_misspelt(
        self, found: Resolution, text: str, country: str | None, near: tuple[float, float] | None
    ) -> Resolution:
        """A small town far away may be a great one nearby with a letter missing: "Montpelier"."""
        best = found.best
        if best is None or best.kind != "town" or best.population > SMALL or in_europe(best.lat, best.lon):
            return found
        other = self._fuzzy(text, country, near).best
        if other is None or other.population < 3 * best.population or not in_europe(other.lat, other.lon):
            return found
        return Resolution(best, (other, *found.others), True, "exact")

    def _with_fields(self, scored: list[tuple[float, Candidate]]) -> Iterable[tuple[float, Candidate]]:
        """A town gains where an airfield spelt alike lies beside it: pilots mean those more often."""
        fields = [c for _, c in scored if c.kind == "airport"]
        for score, c in scored:
            beside = any(about_nm(c.lat, c.lon, f.lat, f.lon) < SAME_PLACE_NM for f in fields if f is not c)
            yield score + (1.0 if beside else 0.0), c

    # --- a row as a place -------------------------------------------------------------------------------

    def _place(self, candidate: Candidate) -> Place:
        cells = self._index.text(candidate.row)
        if candidate.kind == "airport":
            airport = self._airports.get(cells[1])
            if airport is not None and airport.ident == cells[1]:
                return _airport_place(airport)
        countries = candidate.countries
        return Place(
            name=cells[1],
            kind=candidate.kind,
            lat=candidate.lat,
            lon=candidate.lon,
            country=countries[0] if len(countries) == 1 else None,
            admin=next((cell for cell in (cells[3:4] + cells[2:3]) if cell), None),
            population=candidate.population,
            extent_nm=round(candidate.extent_nm, 1),
        )


def _airport_place(airport: Airport) -> Place:
    return Place(
        name=airport.name,
        kind="airport",
        lat=airport.lat,
        lon=airport.lon,
        country=airport.country or None,
        extent_nm=2.0,
        airport=airport,
    )
