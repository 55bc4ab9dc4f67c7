"""Airline offers: what is read from a reply, and what is never made up."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from servers.duffel import offer, one_slice, segment

from agent.travel.flights import minutes_of, normalise_offers, ranked
from agent.travel.offers import FlightOffer

SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "duffel"
EXPIRES = datetime(2026, 5, 10, 8, 20, tzinfo=UTC)


def one(*slices: dict[str, Any], **more: Any) -> FlightOffer:
    (found,) = normalise_offers({"data": {"offers": [offer(1, list(slices), "1000.00", EXPIRES, **more)]}})
    return found


SFO_CDG = segment("SFO", "CDG", "2026-05-10T15:05:00", "2026-05-11T11:05:00", "990")


def test_the_price_is_without_tax_and_the_total_with_it() -> None:
    found = one(one_slice([SFO_CDG], "PT11H"))
    assert found.price is not None
    assert found.tax is not None
    assert (found.price.amount, found.tax.amount, found.total.amount) == (
        Decimal(900),
        Decimal(100),
        Decimal(1000),
    )
    assert found.price.amount + found.tax.amount == found.total.amount


def test_a_tax_that_is_not_said_is_unknown() -> None:
    assert one(one_slice([SFO_CDG], "PT11H"), tax_amount=None).tax is None


def test_the_duration_is_the_airlines_own() -> None:
    assert one(one_slice([SFO_CDG], "PT11H30M")).duration_minutes == 690


def test_without_a_duration_the_clocks_are_read_in_their_zones() -> None:
    # 15:05 in San Francisco is 00:05 the next day in Paris: eleven hours before 11:05.
    found = one(one_slice([SFO_CDG], None))
    assert found.duration_minutes == 660
    assert found.arrival_day_offset == 1


def test_without_a_zone_the_duration_is_unknown() -> None:
    lost = {**SFO_CDG, "origin": {**SFO_CDG["origin"], "time_zone": None}}
    assert one(one_slice([lost], None)).duration_minutes is None


def test_a_night_when_clocks_change_is_as_long_as_it_is() -> None:
    # Clocks in Paris go forward at 01:00 UTC on 29 March 2026: 00:30 to 06:00 local is four and a half hours.
    night = segment("CDG", "CDG", "2026-03-29T00:30:00", "2026-03-29T06:00:00", "1")
    assert one(one_slice([night], None)).duration_minutes == 270


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("PT02H26M", 146),
        ("P1DT3H", 1620),
        ("PT45M", 45),
        ("PT1H30M30S", 90),
        ("P2D", 2880),
        ("", None),
        ("PT", None),
    ],
)
def test_durations_are_read_in_every_form(text: str, minutes: int | None) -> None:
    assert minutes_of(text) == minutes


def test_the_way_back_is_kept() -> None:
    back = segment("CDG", "SFO", "2026-05-17T10:00:00", "2026-05-17T12:30:00", "991")
    found = one(one_slice([SFO_CDG], "PT11H"), one_slice([back], "PT11H30M"))
    assert [s.flight_number for s in found.slices] == ["ZZ990", "ZZ991"]
    assert found.slices[1].arrival_day_offset == 0
    assert found.duration_total == 660 + 690


def test_changes_and_stops_on_the_way_are_counted_apart() -> None:
    first = segment("SFO", "KEF", "2026-05-10T15:05:00", "2026-05-11T06:05:00", "1", stops=[{"id": "sto_1"}])
    second = segment("KEF", "CDG", "2026-05-11T07:40:00", "2026-05-11T13:05:00", "2")
    found = one(one_slice([first, second], "PT13H"))
    assert (found.stops, found.technical_stops, found.direct) == (1, 1, False)
    (stop,) = found.stop_details
    assert (stop.airport_code, stop.arrival_time, stop.departure_time) == ("KEF", "06:05", "07:40")
    assert found.slices[0].flight_numbers == ("ZZ1", "ZZ2")


def test_an_aeroplane_that_stops_on_the_way_is_not_direct() -> None:
    assert one(one_slice([{**SFO_CDG, "stops": [{"id": "sto_1"}]}], "PT11H")).direct is False
    assert one(one_slice([SFO_CDG], "PT11H")).direct is True


def test_bags_are_the_fewest_on_any_flight_of_the_way() -> None:
    two = [{"type": "checked", "quantity": 2}, {"type": "carry_on", "quantity": 1}]
    first = segment("SFO", "KEF", "2026-05-10T15:05:00", "2026-05-11T06:05:00", "1", bags=two)
    second = segment("KEF", "CDG", "2026-05-11T07:40:00", "2026-05-11T13:05:00", "2", bags=two[1:])
    baggage = one(one_slice([first, second], "PT13H")).baggage
    assert (baggage.checked, baggage.cabin) == (0, 1)


def test_no_bags_are_none_and_no_word_on_bags_is_unknown() -> None:
    assert one(one_slice([SFO_CDG], "PT11H")).baggage.checked == 0
    assert one(one_slice([{**SFO_CDG, "passengers": None}], "PT11H")).baggage.checked is None


def test_a_condition_that_is_not_said_is_unknown() -> None:
    found = one(one_slice([SFO_CDG], "PT11H"))
    assert found.conditions.change_before_departure is None
    assert found.conditions.refund_before_departure is not None
    assert found.conditions.refund_before_departure.allowed is False


def test_a_change_fee_is_shown_with_its_currency() -> None:
    fee = {"allowed": True, "penalty_amount": "75.00", "penalty_currency": "GBP"}
    change = one(one_slice([SFO_CDG], "PT11H"), conditions={"change_before_departure": fee}).conditions
    assert change.change_before_departure is not None
    assert change.change_before_departure.penalty is not None
    assert change.change_before_departure.penalty.currency == "GBP"


def test_who_really_flies_is_named() -> None:
    other = {"iata_code": "YY", "name": "Other Air"}
    assert one(one_slice([{**SFO_CDG, "operating_carrier": other}], "PT11H")).operated_by == "Other Air"
    assert one(one_slice([SFO_CDG], "PT11H")).operated_by is None


def test_what_is_missing_is_none_and_not_nought() -> None:
    found = one(one_slice([SFO_CDG], "PT11H"))
    assert (found.aircraft_type, found.emissions_kg, found.live_mode) == (None, None, False)


def test_a_page_and_a_whole_reply_are_read_alike_in_their_order() -> None:
    rows = [offer(n, [one_slice([SFO_CDG], "PT11H")], f"{300 - n}.00", EXPIRES) for n in range(5)]
    page, whole = normalise_offers({"data": rows}), normalise_offers({"data": {"offers": rows}})
    assert page == whole
    assert [o.id for o in page] == [f"off_{n:04d}" for n in range(5)]
    assert normalise_offers({"data": {"offers": []}}) == ()


@pytest.mark.parametrize("body", [{}, {"data": None}, {"data": {}}, {"data": {"offers": [{"id": "x"}]}}])
def test_something_else_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        normalise_offers(body)


def test_an_offer_survives_the_cache() -> None:
    found = one(one_slice([SFO_CDG], "PT11H"))
    assert FlightOffer.model_validate_json(json.dumps(found.model_dump(mode="json", round_trip=True))) == found


def test_offers_are_ranked_by_price_time_or_changes() -> None:
    long = one(one_slice([SFO_CDG], "PT15H"))
    short = one(one_slice([SFO_CDG], "PT11H"), id="short", total_amount="1200.00")
    unknown = one(
        one_slice([{**SFO_CDG, "destination": {"iata_code": "CDG"}}], None), id="unknown", total_amount="1.00"
    )
    offers = (short, long, unknown)
    assert [o.id for o in ranked(offers, "price")] == ["unknown", "off_0001", "short"]
    assert [o.id for o in ranked(offers, "duration")] == ["short", "off_0001", "unknown"]


@pytest.mark.samples
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("go_200-get-offer-request.json", 38),
        ("go_200-offers-orq_0000AGqEDX9VCvWmHLBywi.json", 50),
        ("rb_offers_list.json", 50),
        ("rb_offer_requests_create_with_offers.json", 68),
        ("java_offer_request.json", 11),
        ("java_offers_by_offer_request_id.json", 1),
    ],
)
def test_every_real_offer_is_read(name: str, count: int) -> None:
    body = json.loads((SAMPLES / name).read_bytes())
    offers = normalise_offers(body)
    raw = body["data"]["offers"] if isinstance(body["data"], dict) else body["data"]
    assert len(offers) == len(raw) == count
    for found, wire in zip(offers, raw, strict=True):
        assert found.id == wire["id"]
        assert len(found.slices) == len(wire["slices"])
        assert str(found.total.amount) == wire["total_amount"]
        if found.price and found.tax:
            assert found.price.amount + found.tax.amount == found.total.amount
        assert all(s.duration_minutes and 20 < s.duration_minutes < 3000 for s in found.slices)
