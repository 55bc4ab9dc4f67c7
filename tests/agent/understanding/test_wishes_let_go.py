"""What a list in hand is no longer held to, beside what is asked of it now; wishes that deny themselves."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last

_GRASS = "grass strips in Suffolk over 700 metres with a cafe"
_HELD = {"has_soft_runway": True, "min_runway_length_ft": 2297, "restaurant": "vicinity"}


@pytest.mark.parametrize(
    ("then", "gone", "new"),
    [
        ("and drop the length thing, I was being soft", ["min_runway_length_ft"], {}),
        ("vergiss die Bahnlänge", ["min_runway_length_ft"], {}),
        ("Forget about lunch, it is fuel that matters. Avgas.", ["restaurant"], {"has_avgas": True}),
        ("laisse tomber le resto, je veux du SP98", ["restaurant"], {"has_mogas": True}),
        ("the restaurant isn't needed, scrap that bit", ["restaurant"], {}),
        ("Restaurant ist egal, Hauptsache Avgas", ["restaurant"], {"has_avgas": True}),
        ("dont matter if its tarmac mind", ["has_soft_runway"], {}),
        ("swap the cafe for a hotel", ["restaurant"], {"hotel": "vicinity"}),
        ("sans resto, tant pis, mais avec 100LL", ["restaurant"], {"has_avgas": True}),
        ("ohne Restaurant, macht nichts, aber mit Avgas", ["restaurant"], {"has_avgas": True}),
        ("without the cafe condition", ["restaurant"], {}),
        ("no hold on hard is fine too", ["has_soft_runway"], {}),
    ],
)
def test_a_wish_is_let_go_beside_another(
    reader: Reader, then: str, gone: list[str], new: dict[str, object]
) -> None:
    call = last(reader, _GRASS, then)
    kept = {name: value for name, value in _HELD.items() if name not in gone}
    assert call.arguments["filters"] == {**kept, **new}


@pytest.mark.parametrize(
    ("then", "filters"),
    [
        ("drop the grass ones", {"has_avgas": True, "has_soft_runway": False}),
        ("somewhere I don't need PPR", {"has_avgas": True, "no_ppr": True}),
        ("I don't mind UL91", {"any_fuel": ["avgas", "ul91"]}),
    ],
)
def test_what_is_left_out_or_will_do_is_not_let_go(reader: Reader, then: str, filters: dict[str, object]) -> None:
    assert last(reader, "fields in Devon with avgas", then).arguments["filters"] == filters


@pytest.mark.parametrize(
    "then", ["PPR's fine so long as it's 24 hours' notice or less", "or with 24 hours notice"]
)
def test_a_notice_that_will_do_ends_no_notice_at_all(reader: Reader, then: str) -> None:
    call = last(reader, "fields in Argyll without ppr", then)
    assert (call.arguments.get("filters"), call.arguments["max_hours_notice"]) == (None, 24)


def test_what_is_liked_behind_a_list_is_not_let_go(reader: Reader) -> None:
    call = last(reader, "fuel stop Malmö to Göteborg", "Kein Turm, wenn es geht")
    assert call.arguments["liked"] == {"has_tower": False}


@pytest.mark.parametrize(
    ("asked", "filters"),
    [
        ("where in the Loire valley can I buy jet a1? my diesel can't use avgas", {"has_jet_a": True}),
        ("fields in Kent with mogas, he is mean with the avgas money", {"has_mogas": True}),
        ("Plätze in Bayern mit Avgas oder UL91 egal", {"any_fuel": ["avgas", "ul91"]}),
        ("fields in Kent with ILS or RNP", {"has_procedures": True}),
        ("farm strip in Kent with lights, no, forget the lights", {"has_soft_runway": True}),
        ("wo in holland kann ich ohne zollvoranmeldung einfliegen", {"point_of_entry": True, "no_ppr": True}),
        ("Swedish military fields that accept civil guests", {"military": True, "open_to_visitors": True}),
    ],
)
def test_a_wish_is_not_turned_round(reader: Reader, asked: str, filters: dict[str, object]) -> None:
    assert last(reader, asked).arguments["filters"] == filters


@pytest.mark.parametrize(
    ("before", "then", "filters"),
    [
        ("airports in Normandy with a restaurant", "he says the plane needs 700 metres at least", {"restaurant": "vicinity", "min_runway_length_ft": 2297}),
        ("hard runways 800m+ in norfolk", "shorter's fine, 550", {"has_hard_runway": True, "min_runway_length_ft": 1804}),
        ("fields near Caen with an ILS", "any instrument approach will do", {"has_procedures": True}),
        ("which fields in Denmark are military", "I mean civil ones with an ils", {"military": False, "has_procedures": True, "approach_type": "ILS"}),
        ("mogas near Ludlow", "and where I can help myself, I'd be there at an ungodly hour", {"has_mogas": True, "self_service": True}),
        ("avgas round nottingham", "no mogas sorry", {"has_mogas": True}),
        ("Customs fields in Scotland with jet", "now the same list for Denmark", {"has_jet_a": True, "point_of_entry": True}),
        ("How many Belgian fields have avgas?", "list the Belgian ones, longest runway first", {"has_avgas": True}),
        ("wieviele plätze in dänemark haben mogas", "welche sind das denn da", {"has_mogas": True}),
        ("Flugplätze in Lettland mit Avgas", "Litauen auch noch, aber dort mit mindestens 900 m", {"has_avgas": True, "min_runway_length_ft": 2953}),
        ("Customs airports in Norway", "Any such Norwegian field within 100 nm of Hirtshals?", {"country": "NO", "point_of_entry": True}),
        ("does Compton Abbas have lights", "who near there does", {"has_lights": True}),
        ("has Cranfield got an RNP", "who else round there has", {"has_procedures": True, "approach_type": "RNP"}),
        ("does Headcorn have lights", "thought not. Where nearby does?", {"has_lights": True}),
        ("runway at Bruges", "which field near there does customs", {"point_of_entry": True}),
        ("how long is the strip at Megève", "hard runway of a thousand metres or more near there, what is there", {"has_hard_runway": True, "min_runway_length_ft": 3281}),
    ],
)  # fmt: skip
def test_a_wish_is_read_with_what_is_in_hand(
    reader: Reader, before: str, then: str, filters: dict[str, object]
) -> None:
    assert last(reader, before, then).arguments["filters"] == filters


def test_half_way_and_an_hour_and_a_half_change_the_list(reader: Reader) -> None:
    assert last(reader, "avgas stops between EKEB and EDAZ", "near the middle").arguments["position"] == "half way"
    near = last(reader, "fields with a hotel within an hour of Wickenby", "hour and a half, there's nothing there")
    assert near.arguments["within_minutes"] == 90


def test_a_home_that_is_not_known_is_named(reader: Reader) -> None:
    call = last(reader, "beach day with the kids, forty minutes' flying tops", "sorry. Old Sarum")
    assert (call.tool, call.arguments["near"]) == ("search_pois", "Old Sarum")
