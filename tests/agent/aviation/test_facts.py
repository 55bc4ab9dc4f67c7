"""What is known of an airfield: exact grades, unknown as a value, sources and dates on everything."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from agent.aviation.aip_words import approach_type, fuel_grades, language, one_language, places_of, shortened
from agent.aviation.facts import Fact, Facts, FactSource, shown
from agent.aviation.reference import UPDATES
from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import DataProblem

TODAY = date(2026, 11, 23)


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    return Facts.load(AgentSettings(data_dir=tmp_path_factory.mktemp("facts")))


def test_every_record_names_its_source_and_its_date(facts: Facts) -> None:
    assert len(facts) >= 23
    for ident in facts.idents:
        known = facts.of(ident)
        for record in (*known.facts, *known.notices):
            assert record.source.name
            assert record.source.url == "" or re.match(r"https?://[a-z]", record.source.url)
            assert date(2015, 1, 1) < record.observed_on <= date(2026, 12, 31)
            assert record.item


@pytest.mark.thorough
def test_nothing_older_than_two_cycles_goes_unflagged(facts: Facts) -> None:
    for ident in facts.idents:
        known = facts.of(ident)
        undated = {r.source.name for r in (*known.facts, *known.notices) if r.source.undated}
        for line in facts.summary(ident, TODAY):
            assert line.stale == ((TODAY - line.as_of).days > 56 or line.source in undated)
        for source in facts.sources(ident, TODAY):
            assert source.as_of is not None


def test_le_touquet_is_as_its_aip_page_says(facts: Facts) -> None:
    known = facts.of("LFAT")
    assert known.grades == ("100LL", "jet_a")
    assert (known.hotel, known.restaurant, known.lights) == (("vicinity",), ("at_airport",), True)
    assert known.contact("phone") == "03 21 05 03 99"
    customs = known.notice("customs")[0]
    assert (customs[0].observed_on, customs[0].item) == (date(2026, 9, 3), "AD 2.3 (2)")
    assert (customs[1].kind, customs[1].hours) == ("on_request", None)
    assert facts.notice_hours("LFAT") is None


def test_a_grade_never_stands_in_for_another(facts: Facts) -> None:
    assert facts.check("LFDA", "has_ul91", True) is True
    assert facts.check("LFDA", "has_avgas", True) is False
    assert facts.check("EGLF", "has_avgas", True) is False
    assert facts.check("LFJB", "has_jet_a", True) is False


def test_unknown_is_neither_yes_nor_no(facts: Facts) -> None:
    for name, value in (("has_avgas", True), ("has_avgas", False), ("hotel", "vicinity"), ("point_of_entry", True),
                        ("approach_type", "ILS"), ("max_landing_fee", [20, "EUR"]), ("fuel_type", "UL91")):  # fmt: skip
        assert facts.check("LFXX", name, value) is None
    assert facts.summary("LFXX") == ()
    assert facts.notice_hours("EBOS") is None


def test_entry_differs_by_class_of_flight(facts: Facts) -> None:
    assert facts.of("LFQA").point_of_entry("schengen_only") is True
    assert facts.of("LFQA").point_of_entry("neither") is False
    assert facts.check("LFPT", "point_of_entry", True) is False


def test_filters_use_the_facts(facts: Facts) -> None:
    assert facts.check("LFAT", "approach_type", "ILS") is True
    assert facts.check("LFQA", "approach_type", "ILS") is False
    assert facts.check("LFAT", "hotel", "at_airport") is False
    assert facts.check("LFAT", "restaurant", "vicinity") is True
    assert facts.check("LFLX", "has_procedures", True) is True
    assert facts.notice_hours("LFLX") == 24
    assert facts.notice_hours("LFQA") == 24


def test_conflicting_statements_are_kept_newest_dated_first(facts: Facts) -> None:
    hotels = facts.of("EGKB").conflicts("hotel")
    assert [h.value for h in hotels] == [("vicinity",), ("at_airport", "vicinity")]
    assert [h.source.undated for h in hotels] == [False, True]


def test_every_restriction_is_told_and_none_is_a_conflict(facts: Facts) -> None:
    lines = {line.label: line.value for line in facts.summary("EGLF", TODAY)}
    assert lines["Restriction"] == (
        "Aerodrome may close earlier if there is no scheduled traffic. · Aerodrome CLOSED on 25 and 26 December."
    )
    assert facts.of("EGLF").conflicts("restriction") == ()
    # the same sentence in two documents is told once
    assert [f.value for f in facts.of("EGKB").restrictions] == [
        "Operations are not permitted outside of aerodrome operating hours.",
        "Mandatory handling applies to all non-based aircraft over a MTOW of 6001 KG.",
    ]


def test_what_decides_stands_first_on_a_card(facts: Facts) -> None:
    labels = [line.label for line in facts.summary("LFAT", TODAY)]
    assert labels[:4] == ["Restriction", "Fuel", "Hours", "Customs"]


def test_a_long_wording_is_cut_between_words(facts: Facts) -> None:
    (customs,) = [line.value for line in facts.summary("LFAT", TODAY) if line.label == "Customs"]
    raw = facts.of("LFAT").notice("customs")[0][0].raw
    assert customs.endswith(" …")
    assert raw.startswith(customs.removesuffix(" …") + " ")
    assert shortened("a word", 6) == "a word"
    assert shortened("a word", 5) == "a …"
    assert shortened("douane-aeroportletouquet", 10) == "douane-ae …"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("AD reserved for radio-equipped ACFT.", "en"),
        ("AD réservé aux ACFT munis de radio.", "fr"),
        ("Der Flugplatz ist geschlossen.", "de"),
        ("PPR 24 HR", None),
        ("Piste mouillée : 20 kt", "fr"),
    ],
)
def test_the_language_of_a_wording_is_told_by_its_words(text: str, code: str | None) -> None:
    assert language(text) == code


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Sur demande / On request", "On request."),
        ("PPR 24 HR", "PPR 24 HR"),
        ("Carburant / Fuel : 100LL. Sur demande. On request.", "Fuel : 100LL. On request."),
        # English says less: the local words stay
        ("PPR 24 HR auprès de l'exploitant. See the operator.", "PPR 24 HR auprès de l'exploitant."),
        # a number would be lost: nothing is left out
        ("Sur PPR avant 1500. On PPR from the operator.", "Sur PPR avant 1500. On PPR from the operator."),
    ],
)
def test_of_a_wording_in_two_languages_one_is_kept_whole(text: str, kept: str) -> None:
    assert one_language(text) == kept


def test_pages_that_were_read_say_where_and_when(facts: Facts) -> None:
    deauville = facts.of("LFRG")
    assert facts.notice_hours("LFRG") == 48  # at weekends, the longest it asks
    assert {n.observed_on for n in deauville.notices if "customs" in n.services} == {date(2026, 9, 3)}
    saturday = {r.hours for _, r in facts.of("LFRK").notice("customs", "immigration") if 6 in r.weekdays}
    assert saturday == {72}
    assert facts.notice_hours("EGMD") == 24
    for ident in ("EGHR", "EBKT", "EBAW", "EGMD"):  # pages without a date
        assert all(line.stale for line in facts.summary(ident, TODAY))
    assert facts.check("EGHR", "has_avgas", True) is True
    assert facts.check("EBAW", "has_avgas", True) is None  # its page names no grade
    (fee,) = facts.of("EGKR").landing_fees
    assert "to 1500 kg 31.80" in str(fee.value)
    assert fee.observed_on == date(2025, 1, 1)


def test_a_reserved_field_says_so(facts: Facts) -> None:
    assert facts.summary("LFOJ")[0].value == "reserved for government services"


def test_a_source_whose_page_is_not_known_is_named_without_a_link(tmp_path: Path) -> None:
    folder = tmp_path / UPDATES / "one" / "facts"
    folder.mkdir(parents=True)
    (folder.parent / "manifest.json").write_text("{}")
    (tmp_path / UPDATES / "current").write_text("one")
    (folder / "EDXX.toml").write_text(
        'icao = "EDXX"\n[sources.aip]\nname = "AIP, AD 2 EDXX"\n'
        '[[fact]]\nfield = "fuel"\nvalue = ["UL91"]\nitem = "AD 2.4"\nsource = "aip"\nobserved_on = 2026-11-01\n'
    )
    (source,) = Facts.load(AgentSettings(data_dir=tmp_path)).sources("EDXX", TODAY)
    assert (source.name, source.url) == ("AIP, AD 2 EDXX", None)


def test_added_facts_are_read_and_a_damaged_file_is_told(tmp_path: Path) -> None:
    folder = tmp_path / UPDATES / "one" / "facts"
    folder.mkdir(parents=True)
    (folder.parent / "manifest.json").write_text("{}")
    (tmp_path / UPDATES / "current").write_text("one")
    (folder / "EDXX.toml").write_text(
        'icao = "EDXX"\n[sources.own]\nname = "Own page"\nurl = "https://field.example/"\n'
        '[[fact]]\nfield = "fuel"\nvalue = ["UL91"]\nitem = "page"\nsource = "own"\nobserved_on = 2026-11-01\n'
    )
    facts = Facts.load(AgentSettings(data_dir=tmp_path))
    assert facts.of("EDXX").fuel("UL91") is True
    assert facts.summary("EDXX", TODAY)[0].stale is False
    (folder / "EDXX.toml").write_text("icao = ")
    with pytest.raises(DataProblem) as error:
        Facts.load(AgentSettings(data_dir=tmp_path))
    assert "EDXX.toml are damaged" in error.value.user_message


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("AVGAS 100 LL and JET A1\nOil types O/R", ("100LL", "jet_a")),
        ("AVTUR JET A-1 AL48 AVGAS 100LL W80/100", ("100LL", "jet_a")),
        ("Fuel UL91", ("UL91",)),
        ("UL AERO SUPER+ - 100 LL - JET A1", ("100LL", "UL AERO SUPER+", "jet_a")),
        ("Fuel 100 LL. SP 98 HX", ("100LL", "mogas")),
        ("AVGAS", ("avgas",)),
        ("AVGAS UL91", ("UL91",)),
        ("NIL.", ()),
        ("see AD 2.20", None),
    ],
)
def test_fuel_rows_give_exact_grades(text: str, grades: tuple[str, ...] | None) -> None:
    assert fuel_grades(text) == grades


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Hotels on the airport and in the vicinity.", ("at_airport", "vicinity")),
        ("In the city", ("vicinity",)),
        ("A proximité et en ville", ("vicinity",)),
        ("Sur AD", ("at_airport",)),
        ("Cafe, Bar.", ("at_airport",)),
        ("NIL", ()),
        ("Possibility of cold meal trays, contact AD operator", None),
    ],
)
def test_rows_say_where_a_hotel_or_restaurant_is(text: str, places: tuple[str, ...] | None) -> None:
    assert places_of(text) == places


@pytest.mark.parametrize(("name", "kind"), [("RWY13 ILS LOC", "ILS"), ("RWY26 FNA RNP", "RNP"), ("NDB(L)/DME RWY 09", "NDB"), ("RWY17 VPT A", None)])  # fmt: skip
def test_a_chart_name_gives_its_kind_of_approach(name: str, kind: str | None) -> None:
    assert approach_type(name) == kind


@pytest.mark.parametrize(
    ("hours", "is_open"),
    [
        ("0800-1800 Extension possible on request", True),
        ("Mon-Fri 0630-2300 (0530-2200); Sat, Sun and PH 0800-2200 (0700-2100).", False),
        ("0800-1800 UTC", False),
        ("MON-FRI 0900-1700 LT", False),
        ("H24", False),
        ("HO", False),
    ],
)
def test_hours_of_which_nobody_says_whose_clock_they_mean_say_so(hours: str, is_open: bool) -> None:
    source = FactSource(name="AIP", url="")
    fact = Fact(
        icao="LFAT", field="hours", value=hours, source=source, observed_on=date(2026, 1, 1), confidence=0.9
    )
    assert shown(fact).endswith("(time basis not stated)") is is_open


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("In town, see AD administration", ("vicinity",)),
        ("AD : MIL only; City : hotels", ("vicinity",)),
        ("At AD : NIL; In town : many hotels", ("vicinity",)),
        ("2 km from AD", ("vicinity",)),
        ("hotels 2 km away from AD ( shuttles )", ("vicinity",)),
        ("In Tarbes and Lourdes.", ("vicinity",)),
        ("In AD vicinity.", ("vicinity",)),
        ("At the AD : Rooms for MIL only.", ()),
        ("At AD and in the vicinity.", ("at_airport", "vicinity")),
        ("On AD, in the vicinity.", ("at_airport", "vicinity")),
        (
            "AD : MIL only; In town : numerous restaurants; AD terminal : restaurants, snack-bar",
            ("at_airport", "vicinity"),
        ),
        ("Yes, downtown", ("vicinity",)),
    ],
)
def test_what_is_for_the_military_or_in_town_is_not_at_the_field(text: str, places: tuple[str, ...]) -> None:
    assert places_of(text) == places


def test_a_field_that_is_shut_at_night_is_no_field_without_customs(deps: Deps) -> None:
    angers = deps.facts.of("LFJR")  # "Closed nightime from 1900 to 0700", open on request by day
    assert angers.point_of_entry() is True and angers.point_of_entry("neither") is True
    assert deps.facts.of("LFNC").point_of_entry() is False  # "Douanes : NIL"
