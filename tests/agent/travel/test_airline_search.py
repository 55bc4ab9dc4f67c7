"""Airline flights through the tool: what is asked of Duffel, what is answered, and what is refused before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from servers.duffel import DuffelServer, error
from servers.http import Response

from agent.errors import (
    AgentError,
    InvalidQuestion,
    UpstreamBusy,
    UpstreamError,
    UpstreamRefused,
    UpstreamUnavailable,
)
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Planned, Question
from agent.travel.duffel import SEARCHES_PER_HOUR, judge, keeps_for
from agent.travel.flights import normalise_offers
from agent.upstream import Reply, Service, turn_budget

NOW = datetime(2026, 5, 10, 8, 0, tzinfo=UTC)
SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "duffel"
SFO_CDG = {"origin": "SFO", "destination": "CDG", "departure_date": "2026-05-10"}


@pytest.fixture
async def duffel() -> AsyncIterator[DuffelServer]:
    async with DuffelServer(expires=NOW + timedelta(minutes=20)) as server:
        yield server


@pytest.fixture
def pilot(make_pilot: Callable[..., Any], duffel: DuffelServer) -> Any:
    return make_pilot(duffel_base_url=duffel.url, duffel_api_key="duffel_test_abc")


def asked(duffel: DuffelServer) -> dict[str, Any]:
    """The last search that reached the server."""
    return list(duffel.searches.values())[-1]


# --- what is asked ----------------------------------------------------------------------------------


async def test_a_business_search_is_sent_as_the_service_wants_it(pilot: Any, duffel: DuffelServer) -> None:
    found = await pilot.ask("search_flights", **SFO_CDG, cabin_class="business")
    assert found.found
    assert asked(duffel) == {
        "slices": [{"origin": "SFO", "destination": "CDG", "departure_date": "2026-05-10"}],
        "passengers": [{"type": "adult"}],
        "max_connections": 2,
        "cabin_class": "business",
    }


async def test_a_return_is_two_ways_and_both_are_shown(pilot: Any, duffel: DuffelServer) -> None:
    found = await pilot.ask("search_flights", **SFO_CDG, return_date="2026-05-17")
    assert [w["departure_date"] for w in asked(duffel)["slices"]] == ["2026-05-10", "2026-05-17"]
    assert len(found.offers[0].slices) == 2
    assert "CDG 08:00 → SFO 10:30" in pilot.words().text


async def test_no_connections_means_none(pilot: Any, duffel: DuffelServer) -> None:
    await pilot.ask("search_flights", **SFO_CDG, max_connections=0)
    assert asked(duffel)["max_connections"] == 0


async def test_times_are_sent_as_from_and_to(pilot: Any, duffel: DuffelServer) -> None:
    await pilot.ask("search_flights", **SFO_CDG, departure_time={"after": "18:00", "before": "23:00"})
    assert asked(duffel)["slices"][0]["departure_time"] == {"from": "18:00", "to": "23:00"}


async def test_children_need_ages_which_are_assumed_and_said(pilot: Any, duffel: DuffelServer) -> None:
    await pilot.ask("search_flights", **SFO_CDG, adults=2, children=2, infants=1, child_ages=[12])
    people = asked(duffel)["passengers"]
    assert people == [{"type": "adult"}, {"type": "adult"}, {"age": 12}, {"age": 8}, {"age": 1}]
    assert "8 years old" in pilot.words().text


async def test_icao_codes_are_translated_and_it_is_said(pilot: Any, duffel: DuffelServer) -> None:
    await pilot.ask("search_flights", origin="EGLL", destination="lfpg", departure_date="2026-05-12")
    assert [asked(duffel)["slices"][0][e] for e in ("origin", "destination")] == ["LHR", "CDG"]
    assert "EGLL is LHR" in pilot.words().text


async def test_stuck_at_a_small_field_the_airline_airports_are_named(pilot: Any, duffel: DuffelServer) -> None:
    found = await pilot.ask(
        "search_flights",
        origin="Abbeville",
        destination="London",
        departure_date="2026-05-10",
        adults=3,
        departure_time={"after": "18:00"},
    )
    assert {s["slices"][0]["origin"] for s in duffel.searches.values()} == {"BVA", "CDG"}
    assert {s["slices"][0]["destination"] for s in duffel.searches.values()} == {"LON"}
    assert all(len(s["passengers"]) == 3 for s in duffel.searches.values())
    text = pilot.words().text
    assert "Airline airports for Abbeville: BVA" in text
    assert "The aeroplane stays at LFOI" in text
    assert found.total == 6


async def test_airports_across_the_sea_are_not_offered_to_who_is_stuck(pilot: Any, duffel: DuffelServer) -> None:
    found = await pilot.ask("search_flights", origin="LFAT", destination="SFO", departure_date="2026-05-12")
    assert {a.code for a in found.origin.airports} == {"LIL", "CDG"}


async def test_the_airport_beside_a_town_is_its_own_though_it_lies_over_a_border(pilot: Any) -> None:
    found = await pilot.ask("search_flights", origin="Basel", destination="LHR", departure_date="2026-05-12")
    assert [airport.code for airport in found.origin.airports] == ["BSL"]


# --- what is answered -------------------------------------------------------------------------------


async def test_prices_carry_when_they_were_seen_and_until_when_they_hold(pilot: Any) -> None:
    await pilot.ask("search_flights", **SFO_CDG)
    text = pilot.words().text
    assert "**200.00 USD**" in text
    assert "seen at 08:00 UTC" in text
    assert "valid until 08:20 UTC" in text
    assert "never book" in text


async def test_test_mode_is_said_before_anything_else(pilot: Any) -> None:
    found = await pilot.ask("search_flights", **SFO_CDG)
    assert found.live is False
    assert "test mode: not real flights" in pilot.words().text.splitlines()[0]
    assert found.sources[0].name == "Duffel test mode"


async def test_cards_say_what_is_unknown(pilot: Any) -> None:
    await pilot.ask("search_flights", **SFO_CDG)
    facts = pilot.words().cards[0].facts
    assert facts["Change"] == "unknown, ask the airline"
    assert facts["Refund"] == "no"
    assert facts["Bags included"] == "checked none, cabin 1"


async def test_all_pages_are_read(make_pilot: Callable[..., Any]) -> None:
    async with DuffelServer(NOW + timedelta(minutes=20), count=450) as server:
        pilot = make_pilot(duffel_base_url=server.url, duffel_api_key="duffel_test_abc")
        found = await pilot.ask("search_flights", **SFO_CDG)
        assert found.total == 450
        assert [r.path for r in server.requests].count("/air/offers") == 3


async def test_no_flights_are_an_answer(make_pilot: Callable[..., Any]) -> None:
    async with DuffelServer(NOW + timedelta(minutes=20), count=0) as server:
        pilot = make_pilot(duffel_base_url=server.url, duffel_api_key="duffel_test_abc")
        found = await pilot.ask("search_flights", **SFO_CDG)
        assert not found.found
        assert "No airline offers" in found.message


async def test_expired_offers_are_not_shown(make_pilot: Callable[..., Any]) -> None:
    async with DuffelServer(NOW - timedelta(minutes=1)) as server:
        pilot = make_pilot(duffel_base_url=server.url, duffel_api_key="duffel_test_abc")
        assert (await pilot.ask("search_flights", **SFO_CDG)).offers == ()


async def test_nothing_is_ever_booked(pilot: Any, duffel: DuffelServer) -> None:
    await pilot.ask("search_flights", **SFO_CDG, return_date="2026-05-17")
    assert {(r.method, r.path) for r in duffel.requests} == {
        ("POST", "/air/offer_requests"),
        ("GET", "/air/offers"),
    }


async def test_a_flight_that_has_left_is_not_offered(pilot: Any) -> None:
    # It is 10:00 in Paris; the offers leave at 08:00, 09:00 and 10:00, those of the next day are to come.
    today = await pilot.ask("search_flights", origin="CDG", destination="LHR", departure_date="2026-05-10")
    assert today.offers == ()
    tomorrow = await pilot.ask("search_flights", origin="CDG", destination="LHR", departure_date="2026-05-11")
    assert tomorrow.total == 3


@pytest.mark.parametrize(("sort", "times"), [("earliest", ["08:00", "09:00"]), ("latest", ["10:00", "09:00"])])
async def test_offers_are_sorted_by_departure(pilot: Any, sort: str, times: list[str]) -> None:
    found = await pilot.ask("search_flights", **SFO_CDG, sort=sort)
    assert [offer.slices[0].departure.time for offer in found.offers[:2]] == times


async def test_prices_for_several_are_said_to_be_totals(pilot: Any) -> None:
    await pilot.ask("search_flights", **SFO_CDG, adults=2, children=1, child_ages=[4])
    assert "Prices are totals for all 3, seen at 08:00 UTC" in pilot.words().text


async def test_every_answer_fits_a_screen(pilot: Any) -> None:
    await pilot.ask(
        "search_flights",
        origin="Abbeville",
        destination="Fairoaks",
        departure_date="2026-05-12",
        return_date="2026-05-14",
        adults=2,
        infants=1,
    )
    assert len(pilot.words().text.splitlines()) <= 12


async def test_limits_are_repeated_so_that_a_wrong_reading_shows(pilot: Any) -> None:
    await pilot.ask(
        "search_flights",
        **SFO_CDG,
        max_connections=0,
        departure_time={"after": "08:00"},
        arrival_time={"to": "18:00"},
    )
    assert "direct only, leaving after 08:00, arriving before 18:00" in pilot.words().text.splitlines()[0]


async def test_where_nothing_is_found_what_may_help_is_offered(make_pilot: Callable[..., Any]) -> None:
    async with DuffelServer(NOW + timedelta(minutes=20), count=0) as server:
        pilot = make_pilot(duffel_base_url=server.url, duffel_api_key="duffel_test_abc")
        await pilot.ask(
            "search_flights",
            origin="EGHH",
            destination="DUB",
            departure_date="2026-05-12",
            max_connections=0,
            departure_time={"after": "17:00"},
        )
        taps = {choice.label: choice.text for choice in pilot.words().choices}
        assert {"With changes", "Any time"} <= set(taps)
        southampton = next(text for label, text in taps.items() if label.startswith("From SOU"))
        assert southampton == "Airline flights SOU to DUB on 12 May 2026"


async def test_a_town_with_its_own_airport_needs_no_other_and_no_aeroplane_stays(pilot: Any) -> None:
    found = await pilot.ask("search_flights", origin="Munich", destination="LHR", departure_date="2026-05-12")
    assert [airport.code for airport in found.origin.airports] == ["MUC"]
    assert found.origin.stays is None
    bournemouth = await pilot.ask(
        "search_flights", origin="Bournemouth", destination="LHR", departure_date="2026-05-12"
    )
    assert [airport.code for airport in bournemouth.origin.airports] == ["BOH"]


async def test_where_several_fields_may_be_meant_no_aeroplane_is_said_to_stay(pilot: Any) -> None:
    island = await pilot.ask(
        "search_flights", origin="Isle of Wight", destination="CDG", departure_date="2026-05-12"
    )
    assert island.origin.stays is None
    town = await pilot.ask("search_flights", origin="Sandown", destination="CDG", departure_date="2026-05-12")
    assert town.origin.stays.startswith("EGHN ")


@pytest.mark.parametrize("code", ["DUB", "NAN", "BER", "ORY", "PIE", "ALA", "MAN", "BRE"])
async def test_three_capitals_are_an_airport_and_not_a_village(
    pilot: Any, duffel: DuffelServer, code: str
) -> None:
    await pilot.ask("search_flights", origin="LHR", destination=code, departure_date="2026-05-12")
    assert asked(duffel)["slices"][0]["destination"] == code


async def test_what_is_named_is_what_was_asked(pilot: Any, duffel: DuffelServer) -> None:
    found = await pilot.ask(
        "search_flights", origin="Abbeville", destination="Sandown", departure_date="2026-05-12"
    )
    asked_for = {(s["slices"][0]["origin"], s["slices"][0]["destination"]) for s in duffel.searches.values()}
    assert asked_for == {(a.code, b.code) for a in found.origin.airports for b in found.destination.airports}


# --- what is remembered -----------------------------------------------------------------------------


async def test_the_same_search_is_remembered_and_another_is_not(pilot: Any, duffel: DuffelServer) -> None:
    await pilot.ask("search_flights", **SFO_CDG)
    await pilot.ask("search_flights", **SFO_CDG)
    assert len(duffel.searches) == 1
    for more in (
        {"return_date": "2026-05-17"},
        {"adults": 2},
        {"cabin_class": "first"},
        {"max_connections": 0},
        {"departure_time": {"after": "10:00", "before": "12:00"}},
        {"children": 1, "child_ages": [4]},
    ):
        await pilot.ask("search_flights", **SFO_CDG, **more)
    assert len(duffel.searches) == 7


async def test_search_again_asks_the_airlines_again(pilot: Any, duffel: DuffelServer) -> None:
    await pilot.ask("search_flights", **SFO_CDG)
    await pilot.ask("search_flights", **SFO_CDG, new_search=True)
    assert len(duffel.searches) == 2


async def chatted(pilot: Any, *texts: str) -> list[tuple[dict[str, Any], str]]:
    """What each message of a chat was read as, and its answer."""
    chat, found, planned = Conversation(), list[tuple[dict[str, Any], str]](), dict[str, Any]()
    for text in texts:
        async for event in answer(Question(text=text, at=NOW), chat, pilot.deps):
            if isinstance(event, Planned):
                planned = {"tool": ""}
                for step in event.plan.steps:
                    planned = {"tool": step.tool, **step.arguments}
            elif isinstance(event, Done):
                chat = event.conversation
                found.append((planned, event.answer.text))
    return found


async def test_a_search_is_repeated_in_words_and_what_was_turned_down_stays_so(
    pilot: Any, duffel: DuffelServer
) -> None:
    turns = await chatted(
        pilot,
        "airline from Berlin to Rome on 15 May",
        "search again",
        "not the first one",
        "refresh",
        "pas ZZ101",
        "nochmal suchen",
        "direct only",
        "none of these",
        "fields near Annecy",
        "refresh",
    )
    first, again, second, fresh, third, anew, direct, nothing, other, stray = turns
    assert "new_search" not in first[0] and again[0]["new_search"] and len(duffel.searches) == 5
    assert "ZZ100" in again[1] and "ZZ100" not in second[1]
    assert fresh[0]["without"] == ["ZZ100"] and fresh[0]["new_search"] and "ZZ100" not in fresh[1]
    assert third[0]["without"] == ["ZZ100", "ZZ101"] and "new_search" not in third[0]
    assert "ZZ101" not in anew[1] and "ZZ102" in anew[1]
    assert direct[0]["max_connections"] == 0 and "new_search" not in direct[0]
    assert nothing[0]["without"] == ["ZZ100", "ZZ101", "ZZ102"] and "what you turned down" in nothing[1]
    assert other[0]["tool"] == "find_airports_near_location"
    assert stray[0]["tool"] != "search_flights"


def test_offers_are_kept_until_a_minute_before_the_first_ends(duffel: DuffelServer) -> None:
    def lasting(minutes: float) -> float:
        duffel.expires = NOW + timedelta(minutes=minutes)
        search = {"slices": [{"origin": "SFO", "destination": "CDG", "departure_date": "2026-05-10"}]}
        return keeps_for(normalise_offers({"data": [duffel.offer(0, search)]}), NOW)

    assert lasting(20) == 19 * 60
    assert lasting(120) == 30 * 60
    assert lasting(0.5) == 0


async def test_one_person_may_search_so_often_in_an_hour(pilot: Any, duffel: DuffelServer) -> None:
    for _ in range(SEARCHES_PER_HOUR):
        await pilot.ask("search_flights", **SFO_CDG, new_search=True)
    with pytest.raises(UpstreamBusy) as caught:
        await pilot.ask("search_flights", **SFO_CDG, adults=4)
    assert "in an hour" in caught.value.user_message
    assert (await pilot.ask("search_flights", **SFO_CDG)).found  # what is remembered costs nothing
    assert len(duffel.searches) == SEARCHES_PER_HOUR


# --- what is refused before anybody is asked --------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({**SFO_CDG, "departure_date": "2026-05-08"}, "in the past"),
        ({**SFO_CDG, "return_date": "2026-05-09"}, "before the departure"),
        ({**SFO_CDG, "destination": "KSFO"}, "Both ends are SFO"),
        ({**SFO_CDG, "origin": "Heathrow", "destination": "London"}, "Both ends are LHR"),
        ({**SFO_CDG, "departure_date": "2027-07-01"}, "1 Jul 2027 is not on sale yet"),
        ({**SFO_CDG, "return_date": "2027-07-01"}, "not on sale yet"),
        ({**SFO_CDG, "origin": "XQX"}, "XQX not found"),
        ({**SFO_CDG, "adults": 0}, "Nobody is travelling"),
        ({**SFO_CDG, "adults": 1, "infants": 2}, "adult of its own"),
        ({**SFO_CDG, "adults": 12}, "at most 9"),
        ({**SFO_CDG, "children": 1, "child_ages": [40]}, "0 to 17"),
        ({**SFO_CDG, "departure_time": {"after": "20:00", "before": "10:00"}}, "later than"),
        ({**SFO_CDG, "departure_date": "2026-13-40"}, "I cannot reckon with that"),
    ],
)
async def test_a_search_that_makes_no_sense_is_refused_in_words(
    pilot: Any, duffel: DuffelServer, arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidQuestion) as caught:
        await pilot.ask("search_flights", **arguments)
    assert words in caught.value.user_message
    assert duffel.requests == []


async def test_without_a_date_it_asks_for_one(pilot: Any, duffel: DuffelServer) -> None:
    found = await pilot.ask("search_flights", origin="SFO", destination="CDG")
    assert found.missing_info[0].key == "date"
    assert duffel.requests == []


async def test_without_a_key_it_says_so_and_still_names_the_airports(offline: Any) -> None:
    found = await offline.ask(
        "search_flights", origin="Abbeville", destination="London", departure_date="2026-05-10"
    )
    text = offline.words().text
    assert not found.found
    assert "no Duffel key" in text
    assert "Airline airports for Abbeville: BVA" in text
    assert "stays at LFOI" in text


# --- when the service fails -------------------------------------------------------------------------


async def test_a_refused_key_is_the_operators_matter_and_is_not_tried_again(
    make_pilot: Callable[..., Any], duffel: DuffelServer
) -> None:
    pilot = make_pilot(duffel_base_url=duffel.url, duffel_api_key="wrong")
    with pytest.raises(UpstreamRefused, match=r".+") as caught:
        await pilot.ask("search_flights", **SFO_CDG)
    assert "operator" in caught.value.user_message
    assert len(duffel.requests) == 1


async def test_an_unknown_city_code_is_named(pilot: Any, duffel: DuffelServer) -> None:
    duffel.faults.append(
        error(
            422, "validation_error", "validation_unknown", "no", {"field": "origin", "pointer": "/slices/0/origin"}
        )
    )
    with pytest.raises(InvalidQuestion) as caught:
        await pilot.ask("search_flights", **SFO_CDG)
    assert "the place of departure" in caught.value.user_message


@pytest.mark.parametrize(
    ("pointer", "code", "words"),
    [
        ("/passengers/1/age", "validation_required", "does not accept an age."),
        ("/passengers/0", "validation_required", "does not accept who travels."),
        ("/slices/1/departure_date", "validation_format", "does not accept the date."),
        ("/slices/0/departure_time/from", "validation_format", "does not accept the hours of departure."),
        ("/cabin_class", "validation_inclusion", "does not accept the cabin."),
        ("/slices", "validation_required", "does not accept the ways of the journey."),
        ("", "invalid_airport_code", "does not accept one of the airport codes."),
        ("/private_fares/x", "validation_unknown", "does not accept a part of the search."),
    ],
)
async def test_a_complaint_is_told_without_the_services_own_words(
    pilot: Any, duffel: DuffelServer, pointer: str, code: str, words: str
) -> None:
    duffel.faults.append(error(400, "validation_error", code, "Field 'x_y' is odd", {"pointer": pointer}))
    with pytest.raises(InvalidQuestion) as caught:
        await pilot.ask("search_flights", **SFO_CDG)
    assert words in caught.value.user_message
    assert "x_y" not in caught.value.user_message and "x_y" in str(caught.value)


async def test_a_failure_is_never_remembered(pilot: Any, duffel: DuffelServer) -> None:
    duffel.faults.append(error(400, "invalid_request_error", "malformed_data_param", "no"))
    with pytest.raises(UpstreamRefused):
        await pilot.ask("search_flights", **SFO_CDG)
    assert (await pilot.ask("search_flights", **SFO_CDG)).found


async def test_one_of_two_airports_failing_leaves_the_other(pilot: Any, duffel: DuffelServer) -> None:
    duffel.faults.append(error(400, "invalid_request_error", "bad_request", "no"))
    found = await pilot.ask("search_flights", origin="Abbeville", destination="SFO", departure_date="2026-05-11")
    assert found.total == 3
    assert any("does not take this search" in note for note in found.notes)


async def _no_wait(_: float) -> None:
    return None


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Response.html("down", 503), "is not answering"),
        (Response.html("<h1>Sorry</h1>"), "is not answering"),
        (Response.of({}), "is not answering"),
        (Response(200, b"{}", delay=3), "is not answering"),
        (
            error(429, "rate_limit_error", "rate_limit_exceeded", "slow", retry_after="40"),
            "asks us to wait for 40 s. Everything",
        ),
        (
            error(429, "rate_limit_error", "rate_limit_exceeded", "slow", retry_after="19273"),
            "wait for 5 h 22 min.",
        ),
        (error(400, "invalid_request_error", "bad_request", "no"), "Check the places, the days and who travels"),
    ],
)
async def test_stuck_without_the_airlines_one_still_knows_the_airports(
    pilot: Any, duffel: DuffelServer, fault: Response, sentence: str
) -> None:
    duffel.faults += [fault] * 9
    pilot.deps.upstream._sleep = _no_wait
    with turn_budget(1):
        found = await pilot.ask(
            "search_flights", origin="Abbeville", destination="LHR", departure_date="2026-05-12"
        )
    text = pilot.words().text
    assert found.offers == ()
    assert text.count("The airline search (Duffel)") == 1
    assert sentence in text
    instead = (
        ""
        if "5 h" in sentence
        else "Everything else still works and nothing was booked; try again in a few minutes."
    )
    assert instead in text
    assert "Airline airports for Abbeville: BVA" in text
    assert "The aeroplane stays at LFOI" in text


REFUSED, BUSY, DOWN, WRONG = UpstreamRefused, UpstreamBusy, UpstreamUnavailable, InvalidQuestion


@pytest.mark.parametrize(
    ("status", "kind", "code", "expected", "tries"),
    [
        (400, "invalid_request_error", "missing_version_header", REFUSED, 1),
        (400, "airline_error", "airline_unknown", DOWN, 2),
        (400, "validation_error", "invalid_airport_code", WRONG, 1),
        (401, "authentication_error", "access_token_not_found", REFUSED, 1),
        (403, "authentication_error", "insufficient_permissions", REFUSED, 1),
        (404, "invalid_request_error", "not_found", REFUSED, 1),
        (422, "validation_error", "validation_required", WRONG, 1),
        (422, "invalid_state_error", "offer_no_longer_available", REFUSED, 1),
        (429, "rate_limit_error", "rate_limit_exceeded", BUSY, 3),
        (429, "rate_limit_exceeded", "", BUSY, 3),
        (500, "api_error", "internal_server_error", DOWN, 2),
        (500, "airline_error", "airline_internal", DOWN, 2),
        (502, "airline_error", "airline_unknown", DOWN, 2),
        (503, "api_error", "", DOWN, 3),
        (504, "api_error", "gateway_timeout_error", DOWN, 2),
    ],
)
def test_every_error_has_its_meaning(
    status: int, kind: str, code: str, expected: type[AgentError], tries: int
) -> None:
    response = error(status, kind, code, "said", "british_airways")
    failure = judge(Service("Duffel", "http://x"), Reply(status, {}, response.body, "http://x"), NOW)
    assert failure is not None
    assert type(failure.error) is expected
    assert failure.tries == tries


@pytest.mark.parametrize(
    "body", [b"<html>502</html>", b"", b"[]", b'{"errors": "no"}', b'{"errors": [7]}', b"null"]
)
@pytest.mark.parametrize("status", [200, 400, 500, 502])
def test_a_body_that_is_no_duffel_reply_is_a_failure_in_words(status: int, body: bytes) -> None:
    failure = judge(Service("Duffel", "http://x"), Reply(status, {}, body, "http://x"), NOW)
    assert failure is not None
    assert isinstance(failure.error, UpstreamError)


def test_the_reset_header_is_a_date_and_is_honoured() -> None:
    reset = format_datetime(NOW + timedelta(seconds=17), usegmt=True)
    response = error(429, "rate_limit_error", "rate_limit_exceeded", "slow")
    reply = Reply(429, {"ratelimit-reset": reset}, response.body, "http://x")
    failure = judge(Service("Duffel", "http://x"), reply, NOW)
    assert failure is not None
    assert failure.wait == 17


@pytest.mark.samples
@pytest.mark.parametrize(
    ("name", "status", "expected"),
    [
        ("go_400-bad-request.json", 400, DOWN),
        ("go_502-bad-gateway.html", 502, DOWN),
        ("java_401_authorization.json", 401, REFUSED),
        ("java_404_not_found.json", 404, REFUSED),
        ("java_422_validation_error.json", 422, WRONG),
        ("java_429_rate_limit.json", 429, BUSY),
        ("java_500_airline_internal.json", 500, DOWN),
        ("rb_airline_error.json", 502, DOWN),
        ("rb_api_error.json", 500, DOWN),
        ("rb_authentication_error.json", 401, REFUSED),
        ("rb_invalid_request_error.json", 400, REFUSED),
        ("rb_invalid_state_error.json", 422, REFUSED),
        ("rb_rate_limit_error.json", 429, BUSY),
        ("rb_validation_error.json", 422, WRONG),
    ],
)
def test_every_recorded_error_has_its_meaning(name: str, status: int, expected: type[AgentError]) -> None:
    failure = judge(Service("Duffel", "x"), Reply(status, {}, (SAMPLES / name).read_bytes(), "x"), NOW)
    assert failure is not None
    assert type(failure.error) is expected


async def test_a_page_instead_of_data_is_a_failure(pilot: Any, duffel: DuffelServer) -> None:
    duffel.faults += [Response.html("<html>gateway</html>", 400)] * 2
    with pytest.raises(UpstreamRefused):
        await pilot.ask("search_flights", **SFO_CDG)
