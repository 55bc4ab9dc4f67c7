"""Where a call for help comes from: a place, or as far from it and on the side that is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.aviation.geometry import geodesic_nm, initial_bearing_deg
from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question
from agent.understanding import where_is
from tongue import speaking

AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)
NORDERNEY, LYDD, CALVI = (53.707, 7.147), (50.951, 0.907), (42.567, 8.757)


@pytest.fixture(scope="module")
def deps() -> Deps:
    return Deps(settings=AgentSettings.from_environ({}))


@pytest.mark.parametrize(
    ("text", "place", "nm", "bearing"),
    [
        ("motor stottert über dem wattenmeer 2500 fuß 10 nm nördlich von norderney, was tun!!", NORDERNEY, 10, 0),
        ("Motor läuft rau, 15 km nordwestlich von Norderney", NORDERNEY, 8.1, 315),
        ("Motor aus, 25 km südlich vom Flughafen Norderney", NORDERNEY, 13.5, 180),
        ("Motor aus, 20 nautische Meilen westlich von Norderney", NORDERNEY, 20, 270),
        ("Motorausfall zwölf Meilen süd-östlich Norderney", NORDERNEY, 12, 135),
        ("Motorausfall 10 Seemeilen NO von Norderney", NORDERNEY, 10, 45),
        ("Norderney liegt 10 nm südlich von mir, Motor stottert", NORDERNEY, 10, 0),
        ("engine failing 20 miles south west of Lydd what now", LYDD, 20, 225),
        ("engine rough, 20nm SSW of Lydd", LYDD, 20, 202.5),
        ("engine quit 10 south of Lydd", LYDD, 10, 180),
        ("south of Lydd by about 12 miles, engine rough", LYDD, 12, 180),
        ("engine rough near Lydd, about 20 km to the east of it", LYDD, 10.8, 90),
        ("engine rough, Lydd is 8 nm north east of me", LYDD, 8, 225),
        ("mayday engine failure, 15 miles west of EGMD heading for Shoreham", LYDD, 15, 270),
        ("we are 5 nm n of Lydd, engine out", LYDD, 5, 0),
        ("panne moteur à 15 nautiques au sud de Calvi que faire", CALVI, 15, 180),
        ("panne moteur à vingt kilomètres à l'ouest de Calvi", CALVI, 10.8, 270),
        ("panne moteur 10 nm SO de Calvi", CALVI, 10, 225),
    ],
)
def test_a_distance_and_a_side_are_reckoned(
    deps: Deps, text: str, place: tuple[float, float], nm: float, bearing: float
) -> None:
    where = where_is(Question(text=text, at=AT), deps)
    assert where is not None
    assert where.is_reckoned
    assert where.away is None
    assert geodesic_nm(*place, where.lat, where.lon) == pytest.approx(nm, abs=3)  # the town or its field
    assert abs((initial_bearing_deg(*place, where.lat, where.lon) - bearing + 180) % 360 - 180) < 20


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Engine running rough over the Minch, forty miles from Stornoway, what do I do", "40 nm"),
        ("40 nm to Stornoway and the engine is failing", "40 nm"),
        ("engine rough, Stornoway 40 miles", "40 nm"),
        ("engine rough, Lydd is 20 miles away", "20 nm"),
        ("engine rough, Lydd 20 miles ahead", "20 nm"),
        ("engine rough, 25 km off Calvi", "25 km"),
        ("engine rough, 10 minutes from Lydd", "10 min"),
        ("engine rough, 12 nm abeam Lydd", "12 nm"),
        ("I'm about thirty miles out over the sea from Lydd and the oil pressure has gone", "30 nm"),
        ("engine cut out, 5 miles on the 270 radial from Lydd", "5 nm"),
        ("engine quit, ten or so miles west of Lydd", ""),
        ("fumée dans le cockpit à une dizaine de nautiques de Calvi", "10 nm"),
        ("engine failing, 3 miles from the runway at Lydd", "3 nm"),
        ("engine failure 20 miles out from Lydd inbound Shoreham", "20 nm"),
        ("Motor stottert, 25 km von Norderney entfernt", "25 km"),
        ("Motor stottert, noch 12 Meilen bis Norderney", "12 nm"),
        ("Motor stottert, Norderney 12 Meilen voraus", "12 nm"),
        ("panne moteur à 15 nautiques de Calvi", "15 nm"),
        ("panne moteur, Calvi à 30 km", "30 km"),
        ("a few miles off Calvi and the engine is failing", ""),
        ("engine rough somewhere south of Lydd", ""),
        ("Motorausfall südlich von Norderney", ""),
        ("panne moteur au large de Calvi", ""),
    ],
)
def test_without_a_side_or_a_distance_it_is_known_to_be_elsewhere(deps: Deps, text: str, amount: str) -> None:
    where = where_is(Question(text=text, at=AT), deps)
    assert where is not None
    assert not where.is_reckoned
    assert where.away == amount


@pytest.mark.parametrize(
    "text",
    [
        "engine rough near Lydd",
        "engine fire over Lydd at 3000 ft, visibility 5 km",
        "engine rough, vis 2 miles near Lydd",
        "engine failure over Lydd, 10 miles from Dover",
        "engine rough over water, visibility 5 km, coming from Lydd",
        "Motor stottert über Norderney, Sicht 3 km",
        "panne moteur à Calvi, 20 minutes d'essence",
    ],
)
def test_at_a_place_other_distances_change_nothing(deps: Deps, text: str) -> None:
    where = where_is(Question(text=text, at=AT), deps)
    assert where is not None
    assert (where.is_reckoned, where.away) == (False, None)


def test_between_two_places_a_distance_from_one_is_reckoned_towards_the_other(deps: Deps) -> None:
    where = where_is(Question(text="engine rough between EGMD and LFAT, 8 miles from EGMD", at=AT), deps)
    assert where is not None
    assert where.is_reckoned
    assert geodesic_nm(*LYDD, where.lat, where.lon) == pytest.approx(8, abs=1)
    assert 90 < initial_bearing_deg(*LYDD, where.lat, where.lon) < 180


def test_so_far_from_a_place_that_it_says_nothing_there_is_no_position(deps: Deps) -> None:
    assert where_is(Question(text="engine rough, 300 miles from Lydd", at=AT), deps) is None


async def _told(text: str, deps: Deps) -> list[str]:
    events = [event async for event in answer(Question(text=text, at=AT), Conversation(), deps)]
    (done,) = [event for event in events if isinstance(event, Done)]
    return done.answer.text.splitlines()


async def test_the_fields_are_those_of_the_reckoned_position_with_their_bearings(deps: Deps) -> None:
    lines = await _told("engine failing 10 nm north of Norderney", deps)
    assert "Nearest known fields, reckoned from 10 nm north of Norderney, true bearing, NOTAM not seen:" in lines
    first = next(line for line in lines if line.startswith("- **"))
    assert first.startswith(("- **EDWY Norderney** · 10 nm 17", "- **EDWY Norderney** · 11 nm 17"))


async def test_no_distance_from_a_place_looks_as_if_from_the_aircraft(deps: Deps) -> None:
    lines = await _told("Engine running rough over the Minch, forty miles from Stornoway, what do I do", deps)
    assert any("From Stornoway, not from where you are: you said 40 nm from it." in line for line in lines)
    fields = [line for line in lines if line.startswith("- ")]
    assert fields
    assert all(" nm from there" in line for line in fields)


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("de", "Motor stottert 10 nm nördlich von Norderney", "gerechnet ab 10 nm nördlich von Norderney"),
        (
            "de",
            "Motor stottert, 40 km von Norderney entfernt",
            "Ab Norderney, nicht ab der eigenen Position: gesagt war 40 km",
        ),
        ("fr", "panne moteur à 15 nautiques au sud de Calvi", "calculés depuis 15 nm au sud de Calvi"),
        ("fr", "panne moteur à 15 nautiques de Calvi", "Depuis Calvi, pas depuis votre position"),
    ],
)
async def test_it_is_told_in_the_pilots_language(deps: Deps, language: str, text: str, said: str) -> None:
    with speaking(language):
        assert said in "\n".join(await _told(text, deps))


def test_a_narrow_water_is_a_place_where_the_pilot_is_not_and_a_wide_one_is_none(deps: Deps) -> None:
    def seen(text: str) -> tuple[str | None, str | None] | None:
        where = where_is(Question(text=text, at=AT), deps)
        return where and (where.name, where.away)

    assert seen("engine running rough over the solent what do i do") == ("The Solent", "")
    assert seen("mayday, fuel low over the wash") == ("The Wash", "")
    assert seen("engine failure over the north sea") is None


async def test_a_field_nearer_than_every_known_runway_comes_first(deps: Deps) -> None:
    lines = await _told("Motor stottert, bin über dem Neusiedlersee", deps)
    fields = [line for line in lines if line.startswith("- ")]
    assert fields[0].startswith("- näher, Piste unbekannt: LHFP ")
    assert "LHFP" not in "".join(fields[1:])
