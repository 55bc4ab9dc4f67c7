"""What a border asks between two territories: immigration, customs and reports, with their deadlines.

A territory is not always a country (Melilla, Svalbard, Helgoland). "No" is said only where the table says so
for both ends; whatever it does not know is `verify`: assume it is needed, and ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from agent.aviation.aircraft_base import Admission, AircraftBase, admission
from agent.aviation.territories import UNKNOWN, Located, State, Territories, Territory
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source
from tongue import later

__all__ = ["UNKNOWN", "Borders", "Crossing", "Demand", "End", "FlightClass", "Located", "State", "Territory"]

GENERAL_DECLARATION = "general declaration"
"""The name of a state's own report where it is no GAR of the United Kingdom."""

FlightClass = Literal["schengen_eu", "schengen_only", "customs_only", "neither"]


@dataclass(frozen=True, slots=True)
class Demand:
    """A report or a rule at one end. Hours are before departure; None: the text gives no deadline.

    `conditional`: it hangs on something told in `text` that is not known here. `with_others`: names of the
    territories at the other end to which alone it applies, where that end is not known.
    """

    name: str
    state: State
    text: str
    earliest_hours: float | None = None
    latest_hours: float | None = None
    source: Source | None = None
    conditional: bool = False
    with_others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """One end of a flight over a border: the three flags, with the reason of each in words."""

    territory: Territory
    immigration: State
    customs: State
    report: State
    immigration_text: str
    customs_text: str
    report_text: str
    demands: tuple[Demand, ...] = ()


@dataclass(frozen=True, slots=True)
class Crossing:
    """Both ends, and what is true of the whole flight; `barred`: none is flown straight between the two."""

    departure: End
    arrival: End
    warnings: tuple[str, ...]
    sources: tuple[Source, ...]
    shared: bool = False
    barred: bool = False

    @property
    def domestic(self) -> bool:
        """Does the flight stay inside one territory? Not certain at an airfield that two countries share."""
        if self.shared:
            return False
        return self.departure.territory.code == self.arrival.territory.code and self.departure.territory.known


@dataclass(frozen=True, slots=True)
class _Report:
    name: str
    ends: frozenset[str]
    others: frozenset[str]
    outside: frozenset[str]
    except_idents: frozenset[str]
    earliest: float | None
    latest: float | None
    text: str
    source: str
    conditional: bool
    arriving: bool
    checked: bool


class Borders:
    """The dated table of territories, `data/borders.toml`."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.reviewed: date = table["reviewed"]
        self._months = int(table["review_months"])
        self._sources = {key: _source(value) for key, value in table["sources"].items()}
        self._closed = frozenset[str](table["closed"]["countries"])
        self._closed_text: str = table["closed"]["text"]
        self._closed_source = self._sources[table["closed"]["source"]]
        self._barred = {
            frozenset[str](row["between"]): (str(row["text"]), self._sources[row["source"]])
            for row in table["barred"]
        }
        self._travel = frozenset[str](table["common_travel_area"]["members"])
        self._territories = Territories(table)
        self.shared: dict[str, str] = {row["ident"]: row["text"] for row in table["shared"]}
        self._sectors = {row["ident"]: tuple[str, ...](row["countries"]) for row in table["shared"]}
        self._reports = tuple(_report(row) for row in table["report"])
        self._marks: dict[str, str] = table["registry_marks"]
        self._admission = {
            row["area"]: (str(row["text"]), self._sources[row["source"]]) for row in table["admission"]["law"]
        }
        self._defaults = {
            row["country"]: Demand(
                "notice", "yes", row["text"], None, float(row["hours"]), self._sources[row["source"]]
            )
            for row in table["default_notice"]
        }

    @classmethod
    def load(cls, settings: AgentSettings) -> Borders:
        """The table that ships. Raises `DataProblem` when it is missing or damaged."""
        path = settings.data / "borders.toml"
        try:
            return cls(toml_table(path))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataProblem("The table of borders is missing or damaged.", detail=f"{path}: {error}") from error

    # --- territories -------------------------------------------------------------------------------

    def territory(self, airport: Located) -> Territory:
        """The territory of an airfield: its own entry, then its region's, then its country's."""
        return self._territories.of_airfield(airport)

    def of_country(self, code: str) -> Territory:
        """The territory of a country as such; unknown when the code says nothing."""
        return self._territories.of_country(code)

    def sectors(self, ident: str) -> tuple[str, ...]:
        """The countries that share an airfield (Basel, Geneva, Altenrhein); none for any other."""
        return self._sectors.get(ident, ())

    def of_place(self, lat: float, lon: float, country: str | None, admins: tuple[str, ...] = ()) -> Territory:
        """The territory of a spot on the map."""
        return self._territories.of_place(lat, lon, country, admins)

    def closed(self, country: str) -> tuple[str, Source] | None:
        """What is said of a country whose airspace is closed or at war, and by whom; None of any other."""
        return (self._closed_text, self._closed_source) if self.of_country(country).closed else None

    def barred(self, a: Territory, b: Territory) -> tuple[str, Source] | None:
        """What is said where no flight goes straight between two territories, and by whom; None of all others."""
        return self._barred.get(frozenset((a.code, b.code)))

    def named(self, name: str) -> Territory | None:
        """The territory that differs from its country and is called this: "Northern Ireland", "Melilla"."""
        return self._territories.named(name)

    def territories(self) -> tuple[Territory, ...]:
        """Every territory that the table names, countries of the lists included."""
        return self._territories.all()

    # --- crossings ---------------------------------------------------------------------------------

    def flight_class(self, here: Territory, other: Territory) -> FlightClass | None:
        """The class a field's text puts a flight in that comes from `other`; None when it is not certain."""
        if not here.known or not other.known or other.schengen == "verify":
            return None
        if here.code == other.code:
            return "schengen_eu"
        if other.customs == "verify" and self.customs(here, other) == "verify":
            return None
        free = self.immigration(here, other) == "no"
        inside = self.customs(here, other) == "no"
        if free:
            return "schengen_eu" if inside else "schengen_only"
        return "customs_only" if inside else "neither"

    def immigration(self, a: Territory, b: Territory) -> State:
        """Are persons checked between `a` and `b`?"""
        if a.known and a.code == b.code:
            return "no"
        if not a.known or not b.known or (a.group and a.group == b.group):
            return "verify"
        if a.schengen == "yes" and b.schengen == "yes":
            return "no"
        if {a.code, b.code} <= self._travel - {"IE"}:
            return "no"
        if "verify" in (a.schengen, b.schengen) and "no" not in (a.schengen, b.schengen):
            return "verify"
        return "yes"

    def customs(self, a: Territory, b: Territory) -> State:
        """Do customs formalities apply between `a` and `b`?"""
        if a.known and a.code == b.code:
            return "no"
        if not a.known or not b.known or (a.group and a.group == b.group):
            return "verify"
        if "verify" in (a.customs, b.customs):
            return "verify" if _unsure(a, b) and _unsure(b, a) else "yes"
        return "no" if a.customs == b.customs else "yes"

    def registry(self, mark: str) -> str | None:
        """The State whose register a nationality mark names ("G", "HB"); None where the table has no such mark."""
        return self._marks.get(mark.upper())

    def admission(self, here: Territory, crossed: State, aircraft: AircraftBase) -> Admission | None:
        """What is asked for the aircraft itself where it lands; `crossed`: are customs asked on the flight?"""
        return admission(aircraft, here, crossed, self.customs, self._admission)

    def crossing(self, departure: Located, arrival: Located, today: date | None = None) -> Crossing:
        """What a flight from one airfield to another asks at both ends."""
        a, b = self.territory(departure), self.territory(arrival)
        return self.between(a, b, departure.ident, arrival.ident, today)

    def between(
        self, a: Territory, b: Territory, from_ident: str, to_ident: str, today: date | None = None
    ) -> Crossing:
        """The same between two territories; the codes tell shared and designated airfields ("" unknown)."""
        warnings = [self._closed_text for t in (a, b) if t.closed][:1]
        barred = self.barred(a, b)
        warnings += barred[:1] if barred else ()
        warnings += [f"{t.name}: {t.note}" for t in dict.fromkeys((a, b)) if t.disputed and t.note]
        warnings += [self.shared[i] for i in (from_ident, to_ident) if i in self.shared]
        if today is not None and self.stale(today):
            warnings.append(f"My table of borders was last reviewed in {self.reviewed:%b %Y}: check.")
        ends = (
            self._end(a, b, from_ident, to_ident, arriving=False),
            self._end(b, a, to_ident, from_ident, arriving=True),
        )
        shared = from_ident in self._sectors or to_ident in self._sectors
        sources = [d.source for e in ends for d in e.demands if d.source]
        if a.code != b.code or shared:
            sources += [self._sources["schengen_members"], self._sources["customs_territory"]]
        sources += barred[1:] if barred else ()
        return Crossing(
            ends[0], ends[1], tuple(warnings), tuple(dict.fromkeys(sources)), shared, barred is not None
        )

    @property
    def membership_sources(self) -> tuple[Source, ...]:
        """Where the members of Schengen and of the EU's customs territory were read."""
        return self._sources["schengen_members"], self._sources["customs_territory"]

    @property
    def gar_law(self) -> Source:
        """The regulations that say for which flights a GAR is owed."""
        return self._sources["gar_regulations"]

    def stale(self, today: date) -> bool:
        """Is the table past its review date?"""
        return (today.year - self.reviewed.year) * 12 + today.month - self.reviewed.month > self._months

    def possible_reports(self, here: Territory, ident: str = "") -> tuple[Demand, ...]:
        """What may have to be reported at an end, wherever the flight comes from or goes to."""
        return tuple(
            Demand(
                r.name,
                "yes",
                r.text,
                r.earliest,
                r.latest,
                self._sources[r.source],
                r.conditional or bool(r.others),
                self._names(r.others),
            )
            for r in self._reports
            if here.code in r.ends and ident not in r.except_idents
        )

    def spared(self, name: str, here: Territory, other: Territory, ident: str) -> Demand | None:
        """The report that a flight between these would owe at its end, were the airfield not spared by name."""
        for r in self._reports:
            if r.name == name and self._owed(r, here, other) and ident in r.except_idents:
                return Demand(r.name, "no", r.text, r.earliest, r.latest, self._sources[r.source], r.conditional)
        return None

    def _owed(self, report: _Report, here: Territory, other: Territory) -> bool:
        """Does a flight between these owe the report at this end, its field and way left aside?"""
        if here.code not in report.ends:
            return False
        if report.checked:
            return here.code != other.code and self.immigration(here, other) != "no"
        return other.code in report.others or (bool(report.outside) and other.code not in report.outside)

    def _names(self, codes: frozenset[str]) -> tuple[str, ...]:
        known = {t.code: t.name for t in self.territories()} | {"IE": "Ireland", "GB": "Great Britain"}
        return tuple(sorted(known.get(code, code) for code in codes))

    def default_notice(self, territory: Territory) -> Demand | None:
        """What a country asks of every field that does not publish its own notice."""
        return self._defaults.get(territory.code)

    def _sides(self, territory: Territory, ident: str) -> tuple[Territory, ...]:
        """The territory of an end; at a shared airfield each of those it may count as."""
        return tuple(self.of_country(c) for c in self._sectors[ident]) if ident in self._sectors else (territory,)

    def _end(self, here: Territory, other: Territory, ident: str, other_ident: str, *, arriving: bool) -> End:
        pairs = [(a, b) for a in self._sides(here, ident) for b in self._sides(other, other_ident)]
        immigration = _agreed({self.immigration(a, b) for a, b in pairs})
        customs = _agreed({self.customs(a, b) for a, b in pairs})
        demands = tuple(
            Demand(r.name, "yes", r.text, r.earliest, r.latest, self._sources[r.source], r.conditional)
            for r in self._reports
            if self._owed(r, here, other) and ident not in r.except_idents and (arriving or not r.arriving)
        )
        same = len(pairs) == 1 and here.known and here.code == other.code
        report: State = "yes" if demands else "no" if same else "verify"
        return End(
            territory=here,
            immigration=immigration,
            customs=customs,
            report=report,
            immigration_text=_immigration_text(immigration, here, other, same),
            customs_text=_customs_text(customs, here, other, same),
            report_text=_report_text(report, demands),
            demands=demands,
        )


def _agreed(states: set[State]) -> State:
    """What holds whichever sector is used; where they differ it is not certain."""
    return states.pop() if len(states) == 1 else "verify"


def _unsure(here: Territory, other: Territory) -> bool:
    """May the goods of a territory whose customs are not certain be free in the other, for all that is known?"""
    if here.customs != "verify" or other.customs == "verify" or not here.unsure_with:
        return True
    return other.customs in here.unsure_with


def _source(row: dict[str, Any]) -> Source:
    return Source(name=row["name"], url=row.get("url"), as_of=row.get("as_of") or row["read_on"])


def _report(row: dict[str, Any]) -> _Report:
    return _Report(
        name=row["name"],
        ends=frozenset(row["ends"]),
        others=frozenset(row.get("with", ())),
        outside=frozenset(row.get("outside", ())),
        except_idents=frozenset(row.get("except_idents", ())),
        earliest=row.get("earliest_hours"),
        latest=row.get("latest_hours"),
        text=row["text"],
        source=row["source"],
        conditional=bool(row.get("conditional")),
        arriving=bool(row.get("arriving")),
        checked=bool(row.get("checked")),
    )


TRAVEL_AREA = later("Common Travel Area: the UK makes no routine control, Irish checks remain")
"""Of a flight between Ireland and the United Kingdom or its islands."""


def _immigration_text(state: State, here: Territory, other: Territory, same: bool) -> str:
    if same:
        return later("none inside one territory")
    if state == "no" and here.travel_area and other.travel_area:
        return later("no routine control inside the Common Travel Area; carry ID")
    if state == "no":
        return later("none inside Schengen; internal checks are possible, carry ID")
    if state == "yes" and here.travel_area and other.travel_area:
        return TRAVEL_AREA
    return later("needed") if state == "yes" else later("not certain: assume it is needed and ask")


def _customs_text(state: State, here: Territory, other: Territory, same: bool) -> str:
    if same:
        return later("none inside one territory")
    if state == "no":
        return (
            later("none inside the EU customs territory")
            if here.customs == "EU"
            else f"none inside {here.customs}"
        )
    if state == "yes":
        return later("needed")
    note = (here.note or other.note or "").rstrip(".")
    return f"not certain: assume it is needed and ask{f' ({note})' if note else ''}"


def _report_text(state: State, demands: tuple[Demand, ...]) -> str:
    if demands:
        return " ".join(d.text for d in demands)
    return later("none") if state == "no" else later("I know of none: ask")
