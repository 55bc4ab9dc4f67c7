"""Borders: three flags per end by territory; never a false "not needed"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import product

import pytest

from agent.aviation.aircraft_base import AircraftBase
from agent.aviation.borders import Borders, Territory
from agent.config import AgentSettings

BORDERS = Borders.load(AgentSettings())

# Written down by hand from the treaties' lists, independent of the table's own words: for each territory its zone of
# persons ("S" Schengen, "T" the travel area, "E" Ireland inside it, "?" not settled, "-" none) and its customs zone.
ORACLE: dict[str, tuple[str, str]] = {
    **dict.fromkeys(
        [
            "AT",
            "BE",
            "BG",
            "HR",
            "CZ",
            "DK",
            "EE",
            "FI",
            "FR",
            "DE",
            "GR",
            "HU",
            "IT",
            "LV",
            "LT",
            "LU",
            "MT",
            "NL",
            "PL",
            "PT",
            "RO",
            "SK",
            "SI",
            "ES",
            "SE",
            "MC",
        ],
        ("S", "eu"),
    ),
    **{
        "IE": ("E", "eu"),
        "CY": ("?", "eu"),
        "CH": ("S", "ch"),
        "LI": ("S", "ch"),
        "NO": ("S", "no"),
        "IS": ("S", "is"),
    },
    **{"GB": ("T", "gb"), "IM": ("T", "gb"), "GB-NIR": ("T", "?"), "JE": ("T", "je"), "GG": ("T", "gg")},
    **{
        "DE-HELGOLAND": ("S", "hel"),
        "DE-BUESINGEN": ("S", "bue"),
        "IT-LIVIGNO": ("S", "liv"),
        "AT-JUNGHOLZ": ("S", "eu"),
        "AT-KLEINWALSERTAL": ("S", "eu"),
        "IT-CAMPIONE": ("S", "?"),
    },
    **{"CH-SAMNAUN": ("S", "sam"), "GR-ATHOS": ("S", "?"), "FI-01": ("S", "?"), "ES-CN": ("S", "?")},
    **{"ES-CE": ("-", "ce"), "ES-ML": ("-", "ml"), "SJ": ("-", "sj"), "FO": ("-", "fo"), "GL": ("-", "gl")},
    **{"GI": ("?", "?"), "SM": ("?", "?"), "VA": ("?", "?"), "AD": ("-", "ad"), "TR": ("-", "tr")},
    **{
        "CY-NORTH": ("?", "?"),
        "CY-BASES": ("-", "?"),
        "RU-KGD": ("-", "kgd"),
        "MD-SN": ("-", "?"),
        "GE-AB": ("-", "?"),
        "GE-SO": ("-", "?"),
        "UA-43": ("-", "?"),
        "IL-GOLAN": ("-", "?"),
    },
    **{
        "unknown": ("!", "?"),
    },
    **dict.fromkeys(("GP", "MQ", "GF", "RE", "YT", "MF"), ("-", "?")),
    **{own: ("-", own) for own in ("BL", "PM", "NC", "PF", "WF", "TF", "AW", "CW", "SX", "BQ")},
}
# One state's regions overseas, which differ from each other in ways that the lists do not tell.
FAMILIES = ({"GP", "MQ", "GF", "RE", "YT", "MF"}, {"BL", "PM", "NC", "PF", "WF", "TF"}, {"AW", "CW", "SX", "BQ"})
# With which zones a "?" of goods is open; it is sure to be checked with every other. Those not named: open with all.
OPEN_WITH = {
    **{key: {"eu"} for key in ["ES-CN", "FI-01", "GR-ATHOS", "GI", "SM", "VA", "CY-BASES"]},
    **{key: {"eu"} for key in ["GP", "MQ", "GF", "RE", "YT", "MF"]},
    "IT-CAMPIONE": {"eu", "ch"},
    "GB-NIR": {"eu", "gb"},
}


@cache
def expected(a: str, b: str) -> tuple[str, str]:
    """Immigration and customs between two territories by the oracle."""
    (persons_a, goods_a), (persons_b, goods_b) = (ORACLE.get(t, ("-", t)) for t in (a, b))
    if a == b and a != "unknown":
        return "no", "no"
    zones = {persons_a, persons_b}
    if "!" in zones or any({a, b} <= family for family in FAMILIES):
        return "verify", "verify"
    goods = "no" if goods_a == goods_b else "yes"
    for goods_here, here, goods_there in ((goods_a, a, goods_b), (goods_b, b, goods_a)):
        if goods_here == "?":
            goods = "verify"
            if goods_there != "?" and goods_there not in OPEN_WITH.get(here, {goods_there}):
                goods = "yes"
                break
    if zones == {"S"} or zones == {"T"}:
        return "no", goods
    return ("verify" if "?" in zones and zones <= {"?", "S"} else "yes"), goods


OTHERS = {"AL", "BA", "RS", "ME", "MK", "XK", "EH", "MD", "GE", "AM", "AZ", "US", "CA", "MA", "TN", "IL"}


@dataclass(frozen=True)
class Field:
    ident: str
    country: str
    region: str = ""


def all_territories() -> list[Territory]:
    return [*BORDERS.territories(), *(BORDERS.of_country(c) for c in sorted(OTHERS)), BORDERS.of_country("")]


PAIRS = list(product(all_territories(), repeat=2))


def test_every_pair_of_territories_is_as_the_treaties_say() -> None:
    wrong = [
        (a.code, b.code, found, expected(a.code, b.code))
        for a, b in PAIRS
        if (found := (BORDERS.immigration(a, b), BORDERS.customs(a, b))) != expected(a.code, b.code)
    ]
    assert wrong == []


def test_the_oracle_knows_every_territory_of_the_table() -> None:
    plain = {"UA", "BY", "RU", "XK", "EH"}
    assert {t.code for t in BORDERS.territories()} - set(ORACLE) <= plain


@pytest.mark.parametrize(
    ("lat", "lon", "country", "admin", "code"),
    [
        (47.697, 8.69, "DE", "Baden-Wurttemberg", "DE-BUESINGEN"),
        (47.697, 8.64, "CH", "Schaffhausen", "CH"),
        (46.537, 10.14, "IT", "Lombardy", "IT-LIVIGNO"),
        (46.466, 10.37, "IT", "Lombardy", "IT"),  # Bormio
        (45.969, 8.971, "IT", "Lombardy", "IT-CAMPIONE"),
        (46.005, 8.95, "CH", "Ticino", "CH"),  # Lugano
        (46.944, 10.361, "CH", "Grisons", "CH-SAMNAUN"),
        (54.181, 7.886, "DE", "Schleswig-Holstein", "DE-HELGOLAND"),
        (54.6, -5.93, "GB", "Northern Ireland", "GB-NIR"),
        (35.889, -5.32, "ES", "Ceuta", "ES-CE"),
        (35.294, -2.938, "ES", "Melilla", "ES-ML"),
        (60.097, 19.935, "AX", "Mariehamn", "FI-01"),
        (78.22, 15.65, "SJ", "Svalbard", "SJ"),
        (35.336, 33.317, "CY", "Keryneia", "CY-NORTH"),
        (35.173, 33.354, "CY", "Nicosia", "CY"),
        (34.675, 33.044, "CY", "Limassol", "CY"),
        (34.60, 32.955, "GB", "", "CY-BASES"),
        (43.73, 7.42, "MC", "", "MC"),
        (50.0, 5.0, None, None, "unknown"),
    ],
)
def test_a_spot_on_the_map_lies_in_its_territory(
    lat: float, lon: float, country: str | None, admin: str | None, code: str
) -> None:
    assert BORDERS.of_place(lat, lon, country, (admin,) if admin else ()).code == code


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Büsingen am Hochrhein", "DE-BUESINGEN"),
        ("Jungholz", "AT-JUNGHOLZ"),
        ("Kleines Walsertal", "AT-KLEINWALSERTAL"),
        ("the Canaries", "ES-CN"),
        ("Spitsbergen", "SJ"),
        ("Heligoland", "DE-HELGOLAND"),
        ("northern Cyprus", "CY-NORTH"),
        ("Aland Islands", "FI-01"),
        ("Northern Ireland", "GB-NIR"),
    ],
)
def test_a_territory_is_known_by_its_names(name: str, code: str) -> None:
    found = BORDERS.named(name)
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize("other", ["GB-NIR", "IE", "IM", "JE", "GG"])
def test_great_britain_too_wants_12_hours_police_notice_unless_the_field_is_designated(other: str) -> None:
    popham, there = Field("EGHP", "GB", "GB-ENG"), Field("ZZZZ", other[:2], other if "-" in other else "")
    for end in (BORDERS.crossing(popham, there).departure, BORDERS.crossing(there, popham).arrival):
        police = [d for d in end.demands if d.name == "police notice"]
        assert [(d.latest_hours, d.conditional) for d in police] == [(12, True)]
    for far in (Field("LFAT", "FR"), Field("EGTF", "GB", "GB-ENG")):
        assert all(d.name != "police notice" for d in BORDERS.crossing(popham, far).departure.demands)


@pytest.mark.parametrize("code", ["XK", "EH", "GI", "CY-NORTH", "MD-SN", "GE-AB", "GE-SO", "IL-GOLAN"])
def test_a_territory_in_dispute_is_said_first(code: str) -> None:
    here = next(t for t in BORDERS.territories() if t.code == code)
    warnings = BORDERS.between(here, BORDERS.of_country("IT"), "", "").warnings
    assert warnings
    assert here.name in warnings[0]


def test_no_pair_over_a_border_is_freed_of_reports_without_a_source() -> None:
    for a, b in PAIRS:
        crossing = BORDERS.crossing(Field("AAAA", a.country), Field("BBBB", b.country))
        if crossing.departure.territory.code != crossing.arrival.territory.code:
            assert crossing.departure.report != "no"
            assert crossing.arrival.report != "no"


def test_the_matrix_is_the_same_both_ways() -> None:
    for a, b in PAIRS:
        assert BORDERS.immigration(a, b) == BORDERS.immigration(b, a)
        assert BORDERS.customs(a, b) == BORDERS.customs(b, a)


@pytest.mark.parametrize(
    ("field", "code"),
    [
        (Field("GEML", "ES", "ES-ML"), "ES-ML"),
        (Field("ENSB", "NO", "NO-21"), "SJ"),
        (Field("EDXH", "DE", "DE-SH"), "DE-HELGOLAND"),
        (Field("EGAA", "GB", "GB-NIR"), "GB-NIR"),
        (Field("EGTF", "GB", "GB-ENG"), "GB"),
        (Field("EGNS", "IM"), "IM"),
        (Field("LCEN", "CY", "CY-02"), "CY-NORTH"),
        (Field("UMKK", "RU", "RU-KGD"), "RU-KGD"),
        (Field("TFFR", "GP"), "GP"),
        (Field("EFMA", "FI", "FI-01"), "FI-01"),
        (Field("XXXX", ""), "unknown"),
    ],
)
def test_the_airfield_decides_its_territory(field: Field, code: str) -> None:
    assert BORDERS.territory(field).code == code


def flags(a: Field, b: Field) -> tuple[str, str]:
    end = BORDERS.crossing(a, b).arrival
    return end.immigration, end.customs


FAIROAKS, TOUQUET = Field("EGTF", "GB", "GB-ENG"), Field("LFAT", "FR", "FR-HDF")


@pytest.mark.parametrize(
    ("a", "b", "immigration", "customs"),
    [
        (FAIROAKS, TOUQUET, "yes", "yes"),
        (TOUQUET, Field("EBOS", "BE"), "no", "no"),
        (TOUQUET, Field("LSGS", "CH"), "no", "yes"),
        (Field("EIWT", "IE"), TOUQUET, "yes", "no"),
        (Field("LCPH", "CY"), TOUQUET, "verify", "no"),
        (FAIROAKS, Field("EGNS", "IM"), "no", "no"),
        (FAIROAKS, Field("EGJJ", "JE"), "no", "yes"),
        (FAIROAKS, Field("EIWT", "IE"), "yes", "yes"),
        (Field("LSZH", "CH"), Field("LSXB", "LI"), "no", "no"),
        (Field("ENGM", "NO"), Field("ENSB", "NO", "NO-21"), "yes", "yes"),
        (Field("EDDH", "DE"), Field("EDXH", "DE"), "no", "yes"),
        (Field("LEMG", "ES"), Field("GEML", "ES", "ES-ML"), "yes", "yes"),
        (Field("LTBA", "TR"), TOUQUET, "yes", "yes"),
        (Field("LXGB", "GI"), Field("LEMG", "ES"), "verify", "verify"),
        (Field("AAAA", ""), TOUQUET, "verify", "verify"),
    ],
)
def test_what_a_flight_over_a_border_asks(a: Field, b: Field, immigration: str, customs: str) -> None:
    assert flags(a, b) == (immigration, customs)


@pytest.mark.parametrize("other", [TOUQUET, Field("EIWT", "IE"), Field("EGNS", "IM"), Field("EGJJ", "JE")])
def test_a_uk_report_is_due_both_ways_from_48_to_2_hours_before(other: Field) -> None:
    for crossing in (BORDERS.crossing(FAIROAKS, other), BORDERS.crossing(other, FAIROAKS)):
        ends = [e for e in (crossing.departure, crossing.arrival) if e.territory.code == "GB"]
        gar = [d for d in ends[0].demands if d.name == "GAR"]
        assert [(d.earliest_hours, d.latest_hours) for d in gar] == [(48, 2)]
        assert any("regulated aerodrome" in d.text for d in ends[0].demands)


def test_northern_ireland_wants_12_hours_police_notice_unless_at_a_designated_field() -> None:
    small = BORDERS.crossing(FAIROAKS, Field("EGAD", "GB", "GB-NIR")).arrival
    assert [(d.name, d.latest_hours) for d in small.demands] == [("police notice", 12)]
    assert BORDERS.crossing(FAIROAKS, Field("EGAC", "GB", "GB-NIR")).arrival.demands == ()


@pytest.mark.parametrize("country", ["UA", "BY", "RU"])
def test_closed_airspace_is_warned_of_first(country: str) -> None:
    crossing = BORDERS.crossing(Field("EPWA", "PL"), Field("XXXX", country))
    assert "war airspace" in crossing.warnings[0]


@pytest.mark.parametrize("ident", ["LFSB", "LSGG", "LSZR"])
def test_shared_airfields_ask_which_sector(ident: str) -> None:
    crossing = BORDERS.crossing(FAIROAKS, Field(ident, "CH"))
    assert any("say which" in w for w in crossing.warnings)


def test_every_report_names_its_source_and_its_date() -> None:
    for source in BORDERS.crossing(FAIROAKS, TOUQUET).sources:
        assert source.url
        assert source.as_of


def test_a_table_past_its_review_is_flagged() -> None:
    assert BORDERS.crossing(FAIROAKS, TOUQUET, date(2026, 12, 1)).warnings == ()
    assert "reviewed" in BORDERS.crossing(FAIROAKS, TOUQUET, date(2028, 1, 1)).warnings[0]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("FR", "schengen_eu"),
        ("CH", "schengen_only"),
        ("IE", "customs_only"),
        ("GB", "neither"),
        ("CY", None),
        ("", None),
    ],
)
def test_the_class_of_a_flight_is_seen_from_the_field(other: str, expected: str | None) -> None:
    here = BORDERS.of_country("DE")
    assert BORDERS.flight_class(here, BORDERS.of_country(other)) == expected


# The aircraft itself: (registry, base) as a second table has them, by the customs zones of the oracle alone.
BASES = ("GB", "FR", "DE", "CH", "US", "NO", "JE", "IM", "ES-CE", "DE-HELGOLAND", "GB-NIR", "GI")


@cache
def _admitted(here: str, registry: str, base: str) -> str:
    states = {expected(here, home)[1] for home in (registry, base)}
    if states == {"no"}:
        return "no"
    in_the_union = expected(here, here)[1] == "no" and expected(here, "FR")[1] == "no"
    return "yes" if states == {"yes"} and in_the_union else "verify"


def test_the_aircraft_of_every_base_is_admitted_as_the_customs_zones_say() -> None:
    by_code = {t.code: t for t in all_territories()}
    wrong: list[tuple[object, ...]] = []
    crafts = [(r, base, AircraftBase(by_code[r], by_code[base])) for r, base in product(BASES, repeat=2)]
    # The aircraft is judged where it lands: of the territories it comes from only whether customs are asked counts.
    landings = {(b.code, expected(a.code, b.code)[1] != "no", BORDERS.customs(a, b)): (a, b) for a, b in PAIRS}
    for (_, crossed, customs), (a, b) in landings.items():
        for registry, base, craft in crafts:
            found = BORDERS.admission(b, customs, craft)
            wanted = _admitted(b.code, registry, base) if crossed else None
            if (found.state if found else None) != wanted:
                wrong.append((a.code, b.code, registry, base, found and found.state, wanted))
    assert wrong[:5] == []


def test_nothing_is_said_of_an_aircraft_of_which_nothing_is_known() -> None:
    assert BORDERS.admission(BORDERS.of_country("FR"), "yes", AircraftBase()) is None


def test_relief_is_told_with_the_article_it_was_read_in() -> None:
    found = BORDERS.admission(BORDERS.of_country("FR"), "yes", AircraftBase(BORDERS.of_country("US")))
    assert found is not None
    assert (found.aircraft, found.state) == ("foreign", "yes")
    assert found.source is not None
    assert found.source.url


@pytest.mark.parametrize(("mark", "code"), [("G", "GB"), ("d", "DE"), ("HB", "CH"), ("2", "GG"), ("XX", None)])
def test_a_nationality_mark_names_its_register(mark: str, code: str | None) -> None:
    assert BORDERS.registry(mark) == code


@pytest.mark.parametrize("end", ["JE", "GG"])
def test_a_bailiwick_wants_a_declaration_where_one_lands_and_none_is_claimed_where_one_leaves(end: str) -> None:
    island, france = Field("AAAA", end), Field("LFRD", "FR")
    assert [d.name for d in BORDERS.crossing(france, island).arrival.demands] == ["general declaration"]
    assert BORDERS.crossing(island, france).departure.demands == ()
