"""The longest, the largest, the highest: an order of the list, in which airline hubs take part."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "tool", "order"),
    [
        ("what's the longest runway in Luxembourg", "search_airports", "longest_runway"),
        ("the runway with the greatest length in Corsica", "search_airports", "longest_runway"),
        ("la piste la plus longue de Corse", "search_airports", "longest_runway"),
        ("biggest airports in Iceland", "search_airports", "longest_runway"),
        ("größter Flugplatz in Österreich", "search_airports", "longest_runway"),
        ("quel est l'aéroport le plus haut de Suisse", "search_airports", "highest"),
        ("lowest airfield in the Netherlands", "search_airports", "lowest"),
        ("shortest hard runway near Chamonix", "find_airports_near_location", "shortest_runway"),
        ("longest runway between Lyon and Nice", "find_airports_near_route", "longest_runway"),
    ],
)
async def test_a_superlative_orders_the_list(ask: Any, text: str, tool: str, order: str) -> None:
    (step,) = (await ask(text)).steps
    assert (step.tool, step.arguments["priority_strategy"]) == (tool, order)


@pytest.mark.parametrize(
    "text", ["longest runway at EGKB", "highest landing fee at EGKB", "biggest museum in Ghent"]
)
async def test_a_superlative_of_something_else_orders_no_airfields(ask: Any, text: str) -> None:
    for step in (await ask(text)).steps:
        assert "priority_strategy" not in step.arguments
