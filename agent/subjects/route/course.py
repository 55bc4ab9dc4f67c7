"""The way itself: which questions ask for the direct one, and its track, true and magnetic."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.aviation.geometry import initial_bearing_deg
from agent.deps import Deps
from agent.language.said import Said
from agent.locate import Located

_COURSE = re.compile(
    r"\b(?:(?:caps?|routes?|relèvements?) (?:vraie?s?|magn[ée]tiques?)|"
    r"(?:true|magnetic) (?:and (?:true|magnetic) )?(?:track|course|heading|bearing)s?|"
    r"(?:recht|mi(?:ss|ß))weisende\w*(?: (?:und|oder) (?:recht|mi(?:ss|ß))weisende\w*)? ?(?:(?:steuer)?kurs\w*)?|"
    r"rwk|mwk|"
    r"(?:great[- ]circle|initial|direct|straight|compass) (?:track|course|heading|bearing)s?|"
    r"(?:what(?:['’]s|s| is| are)?|give me|tell me|which) (?:the |my )?"
    r"(?:track|course|heading|bearing)s?(?! (?:record|log)\b)|"
    r"(?:track|course|heading|bearing)s? (?:from|between)|and (?:the )?(?:track|course|heading|bearing)|"
    r"(?:welcher|welchen|der|den|und) kurs|kurs (?:von|zwischen)|"
    r"(?:quel|le|et) cap(?: (?:à|a) (?:suivre|prendre))?|cap (?:de|entre|initial))\b"
    r"(?:\W+(?:et|and|und) (?:le |the |der |den )?(?:caps? |kurs )?"
    r"(?:vraie?s?|magn[ée]tiques?|magnetic|true|[mr]wk))?"
)
_SHORTEST = re.compile(
    r"\b(?:(?:shortest|most direct) (?:way|route|trip|path|track|flight|leg|distance)|"
    r"(?:trajets?|trips?|routes?|chemins?|voies?|vols?|parcours|itin[ée]raires?|distances?)"
    r" (?:le |la )?plus (?:courte?|directe?)|"
    r"plus (?:courte?|directe?) (?:trajet|route|chemin|vol|distance|parcours|itin[ée]raire)|"
    r"(?:le )?plus (?:court|direct) (?:pour|d[e'’])|"
    r"(?:kürzeste|direkteste)\w* (?:weg|strecke|route|flug|entfernung))"
)
_OF_FIELDS = re.compile(
    r"\b(?:runways?|strips?|air(?:fields?|ports?)|fields?|aerodromes?|pistes?|terrains?|a[ée]rodromes?|a[ée]roports?|"
    r"\w*bahn(?:en)?|\w*pl[aä]tze?|flugh[aä]fen)\b"
)


@dataclass(frozen=True)
class Course:
    """Where a straight way sets out to: degrees true and, where the variation at its start is known, magnetic."""

    true_deg: int
    magnetic_deg: int | None
    variation_deg: float | None
    """Degrees that magnetic north lies east of true north."""


def course_of(start: Located, end: Located, deps: Deps) -> Course:
    """The great circle's direction at its start."""
    bearing = initial_bearing_deg(start.lat, start.lon, end.lat, end.lon)
    variation = deps.weather_tables.variation_deg(start.airport) if start.airport else None
    magnetic = None if variation is None else round(bearing - variation) % 360
    return Course(round(bearing) % 360, magnetic, variation)


def asks_course(said: Said) -> bool:
    """ "EBNM LFQB cap vrai et magnétique": the track of a way."""
    return _COURSE.search(said.slots.low) is not None


def take_course(said: Said) -> None:
    """The words that ask for it are read."""
    said.used.update(match.span() for match in _COURSE.finditer(said.slots.low))


def asks_shortest(said: Said) -> bool:
    """ "Le trajet le plus court de Lille à Reims": how far it is, and no field with the shortest runway."""
    return _SHORTEST.search(said.slots.low) is not None and not _OF_FIELDS.search(said.slots.low)


def take_shortest(said: Said) -> None:
    """The words that ask for the direct way are read: a distance is one."""
    said.used.update(match.span() for match in _SHORTEST.finditer(said.slots.low))
    said.take(said.all_of("shortest_runway"))
