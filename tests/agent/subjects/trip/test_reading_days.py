"""Which days and hours a trip told in one breath is flown on: a weekend by its date, nights by their number, home left out."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent.deps import Deps
from agent.language.wording import plain
from agent.subjects.trip.reading import trip
from agent.understanding.reader.reader import Reader

TODAY = date(2026, 11, 24)
READERS: dict[int, Reader] = {}
NAMES = ("from_location", "via", "to_location", "day", "off_block", "return_day", "return_off_block")


def told(deps: Deps, text: str) -> dict[str, Any]:
    reader = READERS.setdefault(id(deps), Reader(deps))
    return dict(trip(reader.said(plain(text), TODAY, home="LSZH")))


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("the weekend of the 5th to Deauville", (None, None, "Deauville", "2026-12-05", None, "2026-12-06", None)),
        (
            "weekend of 12 december from Lydd to Deauville, back Monday",
            ("Lydd", None, "Deauville", "2026-12-12", None, "2026-12-14", None),
        ),
        (
            "week-end prochain en Corse, retour lundi",
            (None, None, "Corse", "2026-11-28", None, "2026-11-30", None),
        ),
        (
            "Freitag für drei Tage nach Usedom, Abflug 9 Uhr",
            (None, None, "Usedom", "2026-11-27", "09:00", "2026-11-29", None),
        ),
        (
            "morgen über Friedrichshafen nach Salzburg, 10z ab, übernachten, übermorgen heim",
            (None, ["Friedrichshafen"], "Salzburg", "2026-11-25", "11:00", "2026-11-26", None),
        ),
        (
            "Shoreham to Antwerp and Ostend then home, Tues 8 December, off chocks at 8.30 local",
            ("Shoreham", ["Antwerp"], "Ostend", "2026-12-08", "08:30", "2026-12-08", None),
        ),
        (
            "on part de Strasbourg pour Baden-Baden puis Donaueschingen demain matin 9h",
            ("Strasbourg", ["Baden-Baden"], "Donaueschingen", "2026-11-25", "09:00", None, None),
        ),
        (
            "Coventry to Bern to Lugano on Thursday at 9, back from Lugano to Coventry on the Saturday",
            ("Coventry", ["Bern"], "Lugano", "2026-11-26", "09:00", "2026-11-28", None),
        ),
        (
            "virée de quatre jours dans les Baléares pour le Nouvel An, départ le 30",
            (None, None, "les Baléares", "2026-12-30", None, "2027-01-02", None),
        ),
        (
            "pour le pont du 11 novembre 2027 Colmar Prague, départ jeudi 9h, retour dimanche 15h",
            ("Colmar", None, "Prague", "2027-11-11", "09:00", "2027-11-14", "15:00"),
        ),
        (
            "EDNY nach LIPB Samstag 10 Uhr über die Schweiz ohne Landung",
            ("EDNY", None, "LIPB", "2026-11-28", "10:00", None, None),
        ),
        (
            "Goodwood to Ostend Friday at 10, not coming back the same day",
            ("Goodwood", None, "Ostend", "2026-11-27", "10:00", None, None),
        ),
        (
            "EGKA to LFRG and back Saturday, wheels up 0930, home before last light",
            ("EGKA", None, "LFRG", "2026-11-28", "09:30", "2026-11-28", None),
        ),
        (
            "Fairoaks to Alderney on Friday, up at 10:30 and away from there at 15:00",
            ("Fairoaks", None, "Alderney", "2026-11-27", "10:30", "2026-11-27", "15:00"),
        ),
        (
            "Je pars de Quimper jeudi à 8h30 TU pour Newquay, je reviens samedi à la même heure",
            ("Quimper", None, "Newquay", "2026-11-26", "09:30", "2026-11-28", "08:30"),
        ),
        (
            "mon ami va de Cannes à Calvi puis Ajaccio et rentre, le tout samedi, décollage 8 h",
            ("Cannes", ["Calvi"], "Ajaccio", "2026-11-28", "08:00", "2026-11-28", None),
        ),
        (
            "de Strasbourg à Fribourg pour le marché de noël le 5 décembre, départ vers 13h, retour 16h",
            ("Strasbourg", None, "Fribourg", "2026-12-05", "13:00", "2026-12-05", "16:00"),
        ),
        (
            "la douane pour rentrer d'Alderney à Cherbourg demain à 17h ?",
            ("Alderney", None, "Cherbourg", "2026-11-25", "17:00", None, None),
        ),
        (
            "Flensburg nach Helgoland und von da nach Texel, Abflug Do 9:30, Rückflug Sa Vormittag",
            ("Flensburg", ["Helgoland"], "Texel", "2026-11-26", "09:30", "2026-11-28", None),
        ),
        (
            "vol Dijon Lugano vendredi 14h avec escale à Sion pour la douane, dégagement près de Lugano ?",
            ("Dijon", ["Sion"], "Lugano", "2026-11-27", "14:00", None, None),
        ),
        (
            "Mit Frau und Enkerl von Wels nach Budweis am 5.12. um 10, nicht mehr zurück",
            ("Wels", None, "Budweis", "2026-12-05", "10:00", None, None),
        ),
        (
            "je dois être à Bruxelles Charleroi à onze heures jeudi, je pars de Pontoise",
            ("Pontoise", None, "Charleroi", "2026-11-26", None, None, None),
        ),
        (
            "Off to Bembridge then Alderney from Popham on Saturday, away at 0915, an hour at Bembridge, home Sunday at four",
            ("Popham", ["Bembridge"], "Alderney", "2026-11-28", "09:15", "2026-11-29", "16:00"),
        ),
        (
            "Samedi 10h Lille Le Touquet, dimanche si mauvais temps on rentre quand",
            ("Lille", None, "Le Touquet", "2026-11-28", "10:00", "2026-11-29", None),
        ),
        (
            "Barton to Waterford on the 12th of december off at 8:30, coming back the 14th about lunch",
            ("Barton", None, "Waterford", "2026-12-12", "08:30", "2026-12-14", "12:00"),
        ),
        (
            "aus Bremen kommend am 30.11. um 12 Uhr in London Stapleford sein",
            ("Bremen", None, "Stapleford", "2026-11-30", None, None, None),
        ),
        (
            "Dinard-Guernesey-Jersey-Dinard samedi, départ 9h",
            ("Dinard", ["Guernesey"], "Jersey", "2026-11-28", "09:00", "2026-11-28", None),
        ),
        (
            "zum Weihnachtsmarkt nach Colmar von Speyer, Abflug elf Uhr am 6.12., 16 Uhr zurück",
            ("Speyer", None, "Colmar", "2026-12-06", "11:00", "2026-12-06", "16:00"),
        ),
    ],
)
def test_the_days_and_hours_of_a_trip_are_those_that_are_told(deps: Deps, said: str, way: tuple[Any, ...]) -> None:
    given = told(deps, said)
    assert tuple(given.get(name) for name in NAMES) == way
    assert "nationals" not in given


@pytest.mark.parametrize(
    ("said", "first", "other"),
    [
        (
            "A from Elstree in a PA28 and B from Fairoaks in a C172 want to meet at Le Touquet on Saturday at 11",
            ("Elstree", "PA28"),
            ("Fairoaks", "C172"),
        ),
        (
            "ich starte von Egelsbach mit der C172, mein Kumpel von Mainz, wir treffen uns Samstag um 11 in Speyer",
            ("Egelsbach", "C172"),
            ("Mainz", None),
        ),
        (
            "deux avions dimanche pour Jersey, un DR400 depuis Toussus et un PA28 depuis Lognes, départ 9h30",
            ("Toussus", "DR400"),
            ("Lognes", "PA28"),
        ),
    ],
)
def test_who_sets_out_from_another_field_has_a_plan_too(
    deps: Deps, said: str, first: tuple[str, str], other: tuple[str, str | None]
) -> None:
    given = told(deps, said)
    assert (given["from_location"], given["aircraft_type"]) == first
    (beside,) = given["beside"]
    assert (beside["from_location"], beside["aircraft_type"]) == other


@pytest.mark.parametrize(
    ("said", "season"),
    [
        ("Sommer 2027 von Egelsbach nach Elba, was brauchen wir", "Sommer 2027"),
        ("to le touquet in the summer of 2027, what do we need", "in the summer of 2027"),
        ("LFLG à Goodwood en juin, qu'est-ce qu'il faut", "en juin"),
    ],
)
def test_a_season_is_kept_as_a_day_that_is_open(deps: Deps, said: str, season: str) -> None:
    given = told(deps, said)
    assert "day" not in given
    assert given["taken"] == [f"{season}|day?"]
