"""Which statement counts: a later edition replaces an earlier one, and only what differs is a conflict."""

from __future__ import annotations

from datetime import date

from agent.aviation.airfield_facts import AirfieldFacts
from agent.aviation.fact_filters import verdict
from agent.aviation.fact_records import Fact, FactSource, FactValue, NoticeText
from agent.aviation.notice import Service

OLD = FactSource("AIP France, AD 2 LFXX, May 2022")
NEW = FactSource("AIP France, AIRAC 2026-09-03", edition_of="AIP France")
UNDATED = FactSource("AIP France, AD 2 LFXX, parsed", undated=True)
FIELD = FactSource("The field's own page")
LIST = FactSource("List of approaches", complete=True)


def fact(field: str, value: FactValue, source: FactSource, day: date) -> Fact:
    return Fact("LFXX", field, value, source, day, 0.9, "item")


def text(raw: str, source: FactSource, day: date, *services: Service) -> NoticeText:
    return NoticeText("LFXX", services, raw, "AD 2.3 (2)", source, day)


def test_a_later_edition_replaces_an_earlier_one_of_the_same_publication() -> None:
    known = AirfieldFacts(
        "LFXX",
        [fact("fuel", ("100LL",), OLD, date(2022, 5, 19)), fact("fuel", ("UL91",), NEW, date(2026, 9, 3))],
        [
            text("PPR 48 HR", OLD, date(2022, 5, 19), "customs", "immigration"),
            text("PPR 24 HR", NEW, date(2026, 9, 3), "customs"),
            text("PPR from the club", OLD, date(2022, 5, 19), "ppr"),
        ],
    )
    assert known.grades == ("UL91",)
    assert known.conflicts("fuel") == ()
    assert [n.raw for n in known.notices] == ["PPR 24 HR", "PPR from the club"]


def test_what_the_later_edition_leaves_out_stays() -> None:
    known = AirfieldFacts(
        "LFXX",
        [fact("hotel", ("vicinity",), OLD, date(2022, 5, 19)), fact("fuel", (), NEW, date(2026, 9, 3))],
    )
    assert known.hotel == ("vicinity",)
    assert known.has_fuel is False


def test_between_publications_a_difference_is_a_conflict_and_less_of_the_same_is_none() -> None:
    less = [
        fact("fuel", ("100LL", "jet_a"), NEW, date(2026, 9, 3)),
        fact("fuel", ("100LL",), FIELD, date(2024, 1, 1)),
    ]
    assert AirfieldFacts("LFXX", less).conflicts("fuel") == ()
    more = [
        fact("fuel", ("100LL",), NEW, date(2026, 9, 3)),
        fact("fuel", ("100LL", "UL91"), FIELD, date(2024, 1, 1)),
    ]
    assert [f.value for f in AirfieldFacts("LFXX", more).conflicts("fuel")] == [("100LL",), ("100LL", "UL91")]
    nothing = [fact("fuel", ("100LL",), NEW, date(2026, 9, 3)), fact("fuel", (), FIELD, date(2024, 1, 1))]
    assert len(AirfieldFacts("LFXX", nothing).conflicts("fuel")) == 2  # "none sold" says something else


def test_an_undated_copy_is_as_old_as_the_day_it_was_read() -> None:
    both = [fact("hotel", (), OLD, date(2022, 5, 19)), fact("hotel", ("vicinity",), UNDATED, date(2025, 11, 2))]
    assert len(AirfieldFacts("LFXX", both).conflicts("hotel")) == 2
    newest = [*both, fact("hotel", ("at_airport",), NEW, date(2026, 9, 3))]
    assert [f.value for f in AirfieldFacts("LFXX", newest).all("hotel")] == [("at_airport",)]


def test_the_same_words_with_other_marks_are_no_conflict() -> None:
    known = AirfieldFacts(
        "LFXX",
        [
            fact("hours", "MON-FRI : 0800-1200; SAT closed", NEW, date(2026, 9, 3)),
            fact("hours", "MON-FRI : 0800-1200 SAT closed", FIELD, date(2025, 11, 2)),
        ],
        [
            text("PPR 24HR; E-mail : a@b.fr; none else.", NEW, date(2026, 9, 3), "customs", "immigration"),
            text("PPR 24HR E-mail : a@b.fr None else", FIELD, date(2025, 11, 2), "customs", "immigration"),
            text("PPR 48HR", FIELD, date(2025, 11, 2), "customs"),
        ],
    )
    assert known.conflicts("hours") == ()
    assert [n.raw for n in known.notices] == ["PPR 24HR; E-mail : a@b.fr; none else.", "PPR 48HR"]


def test_a_list_of_all_there_are_leaves_no_older_one_beside_it() -> None:
    facts = [
        fact("procedures", ("RWY04 RNP",), LIST, date(2026, 8, 6)),
        fact("procedures", ("RWY05 RNP", "RWY23 VOR"), FIELD, date(2025, 11, 2)),
    ]
    assert [f.value for f in AirfieldFacts("LFXX", facts).all("procedures")] == [("RWY04 RNP",)]
    newer = [facts[0], fact("procedures", ("RWY22 RNP",), FIELD, date(2026, 10, 1))]
    assert len(AirfieldFacts("LFXX", newer).conflicts("procedures")) == 2


def test_a_wish_is_met_or_missed_or_unknown() -> None:
    day = date(2026, 9, 3)
    none = AirfieldFacts("LFXX")
    for name in (
        "has_fuel",
        "has_mogas",
        "self_service",
        "has_tower",
        "no_ppr",
        "open_to_visitors",
        "has_handling",
    ):
        assert verdict(none, name, True) is None
    pump = AirfieldFacts(
        "LFXX",
        [
            fact("fuel", ("100LL",), NEW, day),
            fact("fuel_service", ("self_service", "h24"), NEW, day),
            fact("access", "public", NEW, day),
            fact("handling", False, NEW, day),
            fact("services", ("afis",), FactSource("a list", complete=True), day),
        ],
    )
    wishes = ("has_fuel", "self_service", "open_to_visitors", "has_handling", "has_tower", "has_mogas", "no_ppr")
    assert [verdict(pump, name, True) for name in wishes] == [True, True, True, False, False, False, None]
    members = AirfieldFacts(
        "LFXX",
        [fact("fuel", ("100LL",), NEW, day), fact("fuel_service", ("self_service", "based_only"), NEW, day)],
    )
    assert verdict(members, "self_service", True) is None  # it may be a club's own pump
    closed = AirfieldFacts("LFXX", [fact("access", "restricted", NEW, day)])
    assert [verdict(closed, n, True) for n in ("open_to_visitors", "no_ppr")] == [False, False]
    military = AirfieldFacts("LFXX", [fact("fuel", ("mil",), NEW, day)])
    assert verdict(military, "has_fuel", True) is False


def test_a_list_of_some_services_proves_no_absence() -> None:
    day = date(2026, 8, 1)
    some = AirfieldFacts("EDXX", [fact("services", ("radio",), FactSource("OurAirports", official=False), day)])
    assert some.has_tower is None
    whole = AirfieldFacts("LFXX", [fact("services", ("radio",), LIST, day)])
    assert whole.has_tower is False
    lost = AirfieldFacts("LFBO", [fact("services", ("approach", "ground", "afis"), LIST, day)])
    assert lost.has_tower is None  # Toulouse has one; the cut of the AIP has its ground and approach alone
    assert verdict(AirfieldFacts("KXXX", [fact("procedures", (), LIST, day)]), "has_procedures", True) is False


def test_american_titles_are_read_as_what_they_are() -> None:
    known = AirfieldFacts("K00R", [fact("procedures", ("RNAV (GPS) RWY 30", "VOR-A"), LIST, date(2026, 8, 6))])
    wanted = ("RNP", "LPV", "ILS", "VOR")
    assert [verdict(known, "approach_type", kind) for kind in wanted] == [True, True, False, True]
    copter = AirfieldFacts("KMUI", [fact("procedures", ("COPTER ILS OR LOC RWY 25",), LIST, date(2026, 8, 6))])
    assert verdict(copter, "approach_type", "ILS") is verdict(copter, "has_procedures", True) is False
    initial = AirfieldFacts("LFXX", [fact("procedures", ("RWY26 INA RNAV",), LIST, date(2026, 8, 6))])
    assert verdict(initial, "approach_type", "RNP") is False
