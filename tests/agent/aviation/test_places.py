"""Places: codes, positions, towns, regions, misspelt names, and the field that serves them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.aviation.geometry import geodesic_nm
from agent.aviation.names import fold
from agent.aviation.places import Places, parse_coordinates
from agent.aviation.spelling import place_key
from agent.config import AgentSettings
from agent.deps import Deps
from tongue import speaking

QUERIES = Path(__file__).with_name("place_queries.txt")


@pytest.fixture(scope="module")
def airports(data_dir: Path) -> Airports:
    return Airports.load(dataclasses.replace(AgentSettings(), data_dir=data_dir))


@pytest.fixture(scope="module")
def places(data_dir: Path, airports: Airports) -> Places:
    settings = dataclasses.replace(AgentSettings(), data_dir=data_dir)
    return Places.load(settings, airports, Countries.load(settings))


def rows(half: str) -> list[list[str]]:
    current, found = "", list[list[str]]()
    for line in QUERIES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif line.strip() and not line.startswith("#") and current == half:
            found.append([cell.strip() for cell in line.split("|")])
    return found


def read_right(places: Places, cells: list[str]) -> bool:
    found = places.resolve(cells[0])
    if cells[1] == "?":
        return found.ambiguous and len(found.others) >= 1
    if cells[1] == "-":
        return found.best is None
    if found.best is None or found.ambiguous:
        return False
    return geodesic_nm(found.best.lat, found.best.lon, float(cells[1]), float(cells[2])) <= float(cells[3])


@pytest.mark.parametrize("cells", rows("open"), ids=lambda cells: cells[0])
def test_a_place_is_understood_as_pilots_write_it(places: Places, cells: list[str]) -> None:
    assert read_right(places, cells)


def test_nine_in_ten_places_that_nobody_tuned_to_are_understood(places: Places) -> None:
    blind = rows("blind")
    right = sum(read_right(places, cells) for cells in blind)
    assert right >= 0.9 * len(blind)


@pytest.mark.parametrize("text", ["LFAT", "lfat", "ＬＦＡＴ", " lfat ", "LFAT."])
def test_a_code_is_read_in_any_writing(places: Places, text: str) -> None:
    best = places.resolve(text).best
    assert best is not None and best.airport is not None and best.airport.ident == "LFAT"


def test_a_field_without_a_code_of_its_own_is_found_by_the_name_of_our_list(
    places: Places, airports: Airports
) -> None:
    """A trip asks its border and its notice by that name: one that is not found has no border and no customs."""
    listed = [airport.ident for airport in airports if "-" in airport.ident and len(airport.ident) <= 7]
    letters = [ident for ident in listed if ident.replace("-", "").isalpha()]
    assert "GB-ULL" in letters
    for ident in letters + listed[::50]:
        found = places.resolve(ident).best
        assert found is not None and found.airport is not None and found.airport.ident == ident, ident


def test_a_town_beats_a_foreign_code_of_three_letters(places: Places) -> None:
    for text, country in (("Pau", "FR"), ("Ulm", "DE"), ("Spa", "BE")):
        best = places.resolve(text).best
        assert best is not None and best.country == country, text


def test_the_home_of_the_chat_decides_between_namesakes(places: Places) -> None:
    wales = places.resolve("Newport", near=(51.4, -3.3)).best
    wight = places.resolve("Newport", near=(50.68, -1.3))
    assert wales is not None and wales.admin == "Newport"
    assert wight.best is not None
    assert "Isle of Wight" in {place.admin for place in (wight.best, *wight.others)}


def test_a_country_narrows(places: Places) -> None:
    spain = places.resolve("Santiago", country="ES").best
    chile = places.resolve("Santiago", country="CL").best
    assert spain is not None and spain.country == "ES"
    assert chile is not None and chile.country == "CL"
    assert places.resolve("Etretat", country="DE").best is None


def test_a_namesake_in_another_place_is_named_by_its_context(places: Places) -> None:
    for text, county in (("Newport, Isle of Wight", "Isle of Wight"), ("Newport isle of wight", "Isle of Wight")):
        best = places.resolve(text).best
        assert best is not None and best.admin == county


def test_a_great_namesake_abroad_is_not_passed_over(places: Places) -> None:
    found = places.resolve("Boston")
    assert found.ambiguous and len({place.country for place in (found.best, *found.others) if place}) > 1


EGTF, YPJT, KBOS = (51.35, -0.56), (-32.10, 115.88), (42.36, -71.01)


@pytest.mark.parametrize(
    ("text", "country", "told"),
    [
        ("Perth", "GB", {}),
        ("Perth", "GB", {"near": EGTF}),
        ("Perth", "AU", {"near": YPJT}),
        ("Perth", "AU", {"beside": [YPJT]}),
        ("Windsor", "GB", {}),
        ("Windsor", "CA", {"beside": [(42.24, -83.02)]}),
        ("Worcester", "GB", {}),
        ("Worcester", "US", {"near": KBOS}),
        ("Boston", "GB", {"beside": [(53.32, -0.35)]}),
        ("Boston", "US", {"beside": [KBOS]}),
        ("Melbourne", "AU", {}),
        ("Santiago", "ES", {"beside": [(41.24, -8.68)]}),
    ],
)
def test_europe_comes_before_the_world_unless_something_else_is_said(
    places: Places, text: str, country: str, told: dict[str, Any]
) -> None:
    found = places.resolve(text, **told)
    assert found.best is not None and found.best.country == country and not found.ambiguous


def test_a_town_in_closed_airspace_steps_behind_a_namesake_where_one_may_fly(data_dir: Path) -> None:
    places = Deps(settings=AgentSettings(data_dir=data_dir)).places
    brest, odesa = places.resolve("Brest"), places.resolve("Odesa")
    assert brest.best is not None and brest.best.country == "FR" and not brest.ambiguous
    assert odesa.best is not None and odesa.best.country == "UA"
    from_warsaw = places.resolve("Brest", beside=[(52.17, 20.97)])
    assert from_warsaw.best is not None and from_warsaw.best.country == "BY"


def test_three_letters_are_no_code_an_ocean_away_from_the_rest(places: Places) -> None:
    beside = [EGTF, (49.17, -0.45)]
    assert places.resolve("IOW", beside=beside).best is None
    for code in ("JFK", "LTQ", "KIOW"):
        assert places.resolve(code, beside=beside).best is not None
    assert places.resolve("IOW", beside=[KBOS]).best is not None


def test_no_leg_across_an_ocean_is_meant(places: Places) -> None:
    for text in ("Perth", "Newport", "Hamilton", "Wellington", "Durham", "Portland", "Lincoln", "Halifax"):
        found = places.resolve(text, beside=[EGTF])
        assert found.best is not None
        assert geodesic_nm(found.best.lat, found.best.lon, *EGTF) < 700, text


@pytest.mark.parametrize("text", ["Tanggo", "Blorptown", "Xyzzyville", "Brambleforth-on-Sea", "Westerley State"])
def test_a_name_that_nobody_knows_is_not_replaced_by_one_far_away(places: Places, text: str) -> None:
    best = places.resolve(text).best
    assert best is None or -32 < best.lon < 32


@pytest.mark.parametrize(
    ("text", "ident"),
    [("booker", "EGTB"), ("Halfpenny Green", "EGBO"), ("Land's End", "EGHC"), ("Basel Mulhouse", "LFSB")],
)
def test_what_pilots_call_a_field_finds_it(places: Places, text: str, ident: str) -> None:
    best = places.resolve(text).best
    assert best is not None
    field = places.snap(best)
    assert places.is_nickname(text)
    assert field.airport is not None and field.airport.ident == ident and field.clear


def test_a_lake_is_not_a_town_in_wisconsin(places: Places) -> None:
    best = places.resolve("Lake Geneva").best
    assert best is not None and best.kind == "lake" and best.extent_nm > 10


def test_a_place_in_several_countries_belongs_to_none_alone(places: Places) -> None:
    for text in ("Lake Geneva", "Alps", "Pyrenees"):
        best = places.resolve(text).best
        assert best is not None and best.country is None


def test_a_misspelt_name_says_that_it_was_guessed(places: Places) -> None:
    assert places.resolve("Barcelna").matched == "fuzzy"
    assert places.resolve("Barcelona").matched == "exact"
    assert places.resolve("Xyzzyville").matched == "none"


@pytest.mark.parametrize("text", ["", "   ", "?", "😀", "\u200f", "x" * 5000, "a", "١٢٣", ",", "(,)"])
def test_nonsense_names_nothing(places: Places, text: str) -> None:
    assert places.resolve(text).best is None
    assert not places.is_name(text)


NAMES = (
    "Nice,Bath,Reading,lfat,EGTF,paris,new york,le touquet,lake geneva,uk,Duxford,st moritz,NCE,EG78,"
    "white waltham,münchen,isle of wight,germany"
)
SENTENCE = (
    "is it at be no in may the near hard less go plan nice find show from stop lunch fuel day night with customs"
)


@pytest.mark.parametrize("word", SENTENCE.split())
def test_a_common_word_is_no_place(places: Places, word: str) -> None:
    assert not places.is_name(word)


@pytest.mark.parametrize(
    "text",
    NAMES.split(","),
)
def test_a_place_is_a_name(places: Places, text: str) -> None:
    assert places.is_name(text)


def test_a_common_word_is_a_place_where_one_is_expected(places: Places) -> None:
    assert not places.is_name("nice")
    assert places.is_name("nice", expected=True)
    assert not places.is_name("lake geneva with", expected=True)


def test_a_town_snaps_to_the_field_that_light_aircraft_use(places: Places) -> None:
    expected = {
        "Paris": "LFPN",
        "Bromley": "EGKB",
        "Cannes": "LFMD",
        "Lyon": "LFLY",
        "Venice": "LIPV",
        "Rome": "LIRU",
    }
    for town, ident in expected.items():
        best = places.resolve(town).best
        assert best is not None
        snapped = places.snap(best)
        assert snapped.airport is not None and snapped.airport.ident == ident, town
        assert snapped.clear, town


def test_an_airline_hub_or_military_field_does_not_lead(places: Places) -> None:
    for town in ("London", "Frankfurt", "Barcelona", "Madrid", "Manchester", "Dublin", "Hamburg", "Berlin"):
        best = places.resolve(town).best
        assert best is not None
        snapped = places.snap(best)
        assert snapped.airport is not None and snapped.airport.kind != "large_airport", town
        assert not snapped.airport.military_hint, town


def test_a_region_offers_several_fields(places: Places) -> None:
    best = places.resolve("Corsica").best
    assert best is not None
    snapped = places.snap(best)
    assert snapped.airport is not None and len(snapped.others) >= 3 and not snapped.clear


def test_an_airfield_snaps_to_itself(places: Places) -> None:
    best = places.resolve("EGTF").best
    assert best is not None
    snapped = places.snap(best)
    assert snapped.airport == best.airport and snapped.distance_nm == 0 and snapped.clear


def test_a_place_without_a_field_snaps_to_none(places: Places) -> None:
    best = places.resolve("0.0, -30.0").best
    assert best is not None and places.snap(best).airport is None


@pytest.mark.parametrize(
    ("text", "lat", "lon"),
    [
        ("48.86, 2.29", 48.86, 2.29),
        ("48.86 2.29", 48.86, 2.29),
        ("-33.9, 18.6", -33.9, 18.6),
        ("N5120.9 W00033.5", 51.34833, -0.55833),
        ("51°20'N 0°33'W", 51.33333, -0.55),
        ("51°20′54″N, 0°33′30″W", 51.34833, -0.55833),
        ("N48.86 E2.29", 48.86, 2.29),
        ("48.86N 2.29E", 48.86, 2.29),
        ("512054N0003330W", 51.34833, -0.55833),
        ("5120N00033W", 51.33333, -0.55),
        ("33°55'S 18°36'E", -33.91667, 18.6),
        ("４８.８６, ２.２９", 48.86, 2.29),
    ],
)
def test_a_position_is_read_in_every_usual_form(text: str, lat: float, lon: float) -> None:
    found = parse_coordinates(text)
    assert found is not None
    assert found == pytest.approx((lat, lon), abs=1e-4)


@pytest.mark.parametrize(
    "text",
    [
        "91, 2",
        "48.86",
        "48 2",
        "N5160.9 W00033.5",
        "181N 2E",
        "48.86, 200",
        "LFAT",
        "30 50",
        "51°20'N 0°33'O",
        "1.2.3, 4",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    assert parse_coordinates(text) is None


@given(st.text(max_size=40))
def test_any_text_is_survived(text: str) -> None:
    parse_coordinates(text)
    place_key(text)


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=30))
def test_the_short_way_to_fold_plain_names_gives_the_same(text: str) -> None:
    saints = {"saint": "st", "sankt": "st", "sanct": "st", "sainte": "ste"}
    assert place_key(text) == " ".join(saints.get(word, word) for word in fold(text).split())


def test_a_damaged_index_is_built_again(data_dir: Path, airports: Airports, tmp_path: Path) -> None:
    from agent.aviation import place_index

    kept = (data_dir / "index", AgentSettings().root / "index")
    made = next(found for folder in kept for found in folder.glob(f"places-*-{place_index.FORMAT}"))
    broken = tmp_path / "index" / made.name
    broken.mkdir(parents=True)
    for file in made.iterdir():
        (broken / file.name).write_bytes(file.read_bytes())
    (broken / "key_rows.npy").write_bytes(b"")
    rows = [place_index.PlaceRow("town", 1.0, 2.0, 3, 0.5, ("FR", "Ici", "", ""), (("ici", place_index.PRIMARY),))]
    key = made.name.removeprefix("places-").removesuffix(f"-{place_index.FORMAT}")
    settings = AgentSettings(root=tmp_path / "no clone", data_dir=tmp_path)
    index = place_index.open_index(settings, key, lambda: rows)
    assert index.find("ici") == [(0, place_index.PRIMARY)]
    assert index.position(0) == (1.0, 2.0)
    assert [path.name for path in (tmp_path / "index").glob("places-*")] == [made.name]


@pytest.mark.parametrize(("said", "ident"), [("Taveuni", "NFNM"), ("taveuni", "NFNM")])
def test_an_island_no_table_lists_is_found_by_its_airfields_keyword(places: Places, said: str, ident: str) -> None:
    best = places.resolve(said).best
    assert best is not None and best.airport is not None
    assert best.airport.ident == ident


def test_a_small_town_with_an_airfield_of_its_name_is_not_a_great_one_spelt_wrong(places: Places) -> None:
    """Nuuk was asked about as Luik, which is Liège."""
    found = places.resolve("Nuuk")
    assert found.best is not None and found.best.country == "GL"
    assert not found.ambiguous
    assert places.resolve("Montpelier").ambiguous  # without one it still is


@pytest.mark.parametrize(
    ("language", "name", "country"),
    [
        ("de", "Münster", "DE"),
        ("de", "Rom", "IT"),
        ("de", "Nizza", "FR"),
        ("fr", "Brest", "FR"),
        ("fr", "Vienne", "FR"),
    ],
)
def test_a_name_is_of_where_the_questions_language_is_spoken(
    places: Places, language: str, name: str, country: str
) -> None:
    with speaking(language):
        found = places.resolve(name).best
        assert found is not None and found.country == country


def test_a_code_that_no_field_has_is_no_other_fields(places: Places) -> None:
    assert places.resolve("EGKD").best is None  # EGKC, Bognor's old code, was taken
