"""Prior notice: what an AIP's words ask, and that nothing around a lead time ever makes it shorter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.aviation.notice import CLASSES, NoticeRule, NoticeRules, parse_notice

BLIND = Path(__file__).with_name("notice_blind.jsonl")
LABELLED: list[dict[str, Any]] = [json.loads(line) for line in BLIND.read_text(encoding="utf-8").splitlines()]
PROPERTY = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def fits(rule: NoticeRule, expected: dict[str, Any]) -> bool:
    found = rule.model_dump(mode="json")
    return all(found[key] == value for key, value in expected.items())


SEEN = [case for case in LABELLED if case["half"] == "seen"]
BLIND_HALF = [case for case in LABELLED if case["half"] == "blind"]


@pytest.mark.parametrize("case", SEEN, ids=[case["text"][:50] for case in SEEN])
def test_each_labelled_wording_is_read_as_labelled(case: dict[str, Any]) -> None:
    rules = parse_notice(case["text"]).rules
    for expected in case["expect"]:
        assert any(fits(rule, expected) for rule in rules), [r.model_dump(exclude_defaults=True) for r in rules]


def test_of_the_blind_wordings_nine_in_ten_are_read_exactly() -> None:
    exact = [all(any(fits(r, e) for r in parse_notice(c["text"]).rules) for e in c["expect"]) for c in BLIND_HALF]
    assert sum(exact) / len(exact) >= 0.9


@pytest.mark.parametrize("case", LABELLED, ids=[case["text"][:50] for case in LABELLED])
def test_no_labelled_wording_is_read_as_needing_less(case: dict[str, Any]) -> None:
    rules = parse_notice(case["text"]).rules
    for expected in case["expect"]:
        concerned = [
            r
            for r in rules
            if expected.get("service", r.service) == r.service
            and set(expected.get("flight_classes", r.flight_classes)) <= set(r.flight_classes)
            and (not r.weekdays or set(expected.get("weekdays") or r.weekdays) <= set(r.weekdays))
        ]
        if expected.get("hours"):
            assert max((r.hours or 0 for r in concerned), default=0) >= expected["hours"]
        if expected.get("kind") == "business_day":
            assert any(r.kind == "business_day" for r in concerned)
        if expected.get("kind") in ("on_request", "not_available", "unknown"):
            assert all(r.kind not in ("h24", "as_ad_hours") for r in concerned)


def test_half_of_the_labelled_wordings_are_blind() -> None:
    blind = sum(case["half"] == "blind" for case in LABELLED)
    assert abs(blind - len(LABELLED) / 2) <= 1


def longest(rules: NoticeRules) -> float:
    return max((r.hours or 0 for r in rules.rules), default=0)


WORDS = st.sampled_from(
    [
        "AD",
        "OPR",
        "aerodrome",
        "flights",
        "Mon-Fri",
        "SAT",
        "SUN",
        "HOL",
        "H24",
        "HX",
        "O/R",
        "customs",
        "immigration",
        "handling",
        "fuel",
        "AVGAS",
        "Schengen",
        "non-Schengen",
        "EU",
        "UK",
        "closed",
        "NIL",
        "before",
        "after",
        "opening",
        "closing",
        "tel",
        "+33321056699",
        "ops@field.example",
        "0800-1600",
        "(0700-1500)",
        "UTC",
        "LT",
        "except",
        "only",
        "and",
        "or",
        "with",
        "from",
        "to",
        "between",
        "not",
        "no",
        "maximum",
        "minimum",
        "ETA",
        "ETD",
        "2",
        "HR",
        "30",
        "min",
        "1",
        "day",
        "vols",
        "sur",
        "demande",
        "auf",
        "Anfrage",
        "PPR",
        "PN",
        ".",
        ",",
        ";",
        ":",
        "(",
        ")",
        "-",
        "préavis",
        "jusqu'à",
        "bis",
        "APR-SEP",
        "15 OCT",
        "du 1er avril",
        "au 30 septembre",
        "SUMMER",
        "hiver",
        "outside",
        "hours",
        "hors horaires",
        "for helicopters",
        "Night flights",
        "training",
        "ACFT above",
        "Extension",
        "others",
        "Friday",
        "same day",
        "RWY",
        "working days",
        "9h30",
    ]
)
UNITS = st.sampled_from(["{n} HR", "{n}HR", "{n} hours", "{n} heures", "{n} Std", "{n} ore", "{n} horas", "{n}h"])
KEYS = st.sampled_from(["PPR {lead}", "PN {lead}", "{lead} PN", "prior notice of {lead}", "préavis {lead}"])


@PROPERTY
@given(
    st.lists(WORDS, max_size=8),
    KEYS,
    UNITS,
    st.sampled_from([1, 2, 4, 12, 24, 36, 48, 72]),
    st.lists(WORDS, max_size=8),
)
def test_words_around_a_lead_time_never_make_it_shorter(
    before: list[str], key: str, unit: str, hours: int, after: list[str]
) -> None:
    lead = key.format(lead=unit.format(n=hours))
    text = " ".join([*before, "|", lead, "|", *after])
    rules = parse_notice(text)
    assert longest(rules) >= hours, text


@PROPERTY
@given(st.text(max_size=60), st.sampled_from([2, 24, 48]), st.text(max_size=60))
def test_any_text_around_a_lead_time_never_makes_it_shorter(before: str, hours: int, after: str) -> None:
    text = f"{before} PPR {hours} HR {after}"
    assert longest(parse_notice(text)) >= hours, text


@PROPERTY
@given(st.text(max_size=120))
def test_every_text_gives_at_least_one_rule_with_its_words(text: str) -> None:
    rules = parse_notice(text).rules
    assert rules
    assert all(rule.kind != "hours" or (rule.hours or 0) > 0 for rule in rules)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "see AD 2.20", "Contact the aerodrome operator", "0800-1800", "???", "PPR not required"],
)
def test_what_is_not_understood_is_unknown_and_warned_of(text: str) -> None:
    rules = parse_notice(text)
    assert {r.kind for r in rules.rules} == {"unknown"}
    if text.strip() != "0800-1800":
        assert rules.warnings


def test_le_touquet_customs_is_a_request_without_a_lead_time() -> None:
    row = (
        "0800 - 1800 E-mail : douane-aeroportletouquet@douane.finances.gouv.fr TEL : 03 21 06 46 13. "
        "The customs request must include the following information: - ACFT registration, - Captain's name."
    )
    rules = parse_notice(row, ("customs", "immigration")).of("customs")
    assert [(r.kind, r.hours, r.open_from, r.open_to) for r in rules] == [("on_request", None, "08:00", "18:00")]
    assert rules[0].email == "douane-aeroportletouquet@douane.finances.gouv.fr"
    assert rules[0].phone == "03 21 06 46 13"
    assert rules[0].time_basis == "unknown"


def test_pontoise_asks_differently_of_each_class_of_flight() -> None:
    text = (
        "- FLIGHTS WITHIN SCHENGEN AND EU : authorized under conditions of franchises. - FLIGHTS WITHIN SCHENGEN AND "
        "OUTSIDE EU (Switzerland, Norway) : TUE - FRI O/R previous day before 1100. SAT - MON : last working day before "
        "1100. - FLIGHTS OUTSIDE SCHENGEN AND EU (UK, Ireland, Cyprus) : prohibited."
    )
    rules = parse_notice(text, ("customs",)).rules
    swiss = [r for r in rules if r.flight_classes == ("schengen_only",)]
    assert [(r.kind, r.cut_off, r.business_day_offset, r.weekdays) for r in swiss] == [
        ("specific_time", "11:00", 1, (2, 3, 4, 5)),
        ("business_day", "11:00", 1, (1, 6, 7)),
    ]
    shut = [r for r in rules if r.kind == "not_available"]
    assert [r.flight_classes for r in shut] == [("customs_only", "neither")]


def test_a_notice_of_one_service_is_not_shown_for_another() -> None:
    rules = parse_notice("Handling: PPR 24 HR. Customs: O/R. Fuel: PN 2 HR")
    assert [(r.service, r.kind, r.hours) for r in rules.rules] == [
        ("handling", "hours", 24),
        ("customs", "on_request", None),
        ("fuel", "hours", 2),
    ]


@pytest.mark.parametrize("word", ["H24", "HX", "HO", "HS", "AS AD HOURS"])
def test_hours_of_service_never_shorten_a_stated_lead(word: str) -> None:
    assert longest(parse_notice(f"{word}, PPR 24 HR")) == 24


def test_a_phone_number_is_no_lead_time() -> None:
    rules = parse_notice("PPR 24 HR TEL 03 21 05 03 99 48")
    assert longest(rules) == 24


def test_brackets_one_hour_earlier_are_utc_with_its_summer_value() -> None:
    german = parse_notice("Mon–Sat 0500(0400)–2100(2000)").rules[0]
    assert (german.open_from, german.open_to, german.time_basis) == ("05:00", "21:00", "utc_summer")
    odd = parse_notice("Sat, Sun 0900-1800 (0800-1830)").rules[0]
    assert odd.time_basis == "unknown"


def test_no_flight_class_is_left_without_a_rule_when_none_is_named() -> None:
    assert parse_notice("PPR 24 HR for all international flights").rules[0].flight_classes == CLASSES


def test_another_places_h24_is_not_this_fields() -> None:
    """NTTB Bora Bora: the officers of Tahiti are there day and night."""
    read = parse_notice("TAHITI-FAA'A - H24", ("customs", "immigration"))
    assert not read.whole and {rule.kind for rule in read.rules} == {"unknown"}


def test_a_local_office_says_nothing_of_the_clock() -> None:
    """TFFG Grand Case: "to local customs office" stands beside hours in UTC."""
    office = parse_notice("1200-2300. PPR 24 HR to local customs office.", ("customs",))
    assert {rule.time_basis for rule in office.rules} == {"unknown"}
    clock = parse_notice("1200-2300 LOCAL. PPR 24 HR.", ("customs",))
    assert {rule.time_basis for rule in clock.rules} == {"local"}
