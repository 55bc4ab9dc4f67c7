"""What a pilot types, and what a map or a guide says, never becomes an address that is asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from servers.http import LocalServer, Request, Response
from servers.mediawiki import WikiServer
from servers.overpass import OverpassServer, node

from agent.errors import AgentError

HOSTILE = [
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/x",
    "http://[::1]:{port}/",
    "http://0x7f.1:{port}/",
    "http://2130706433:{port}/",
    "http://169.254.169.254/latest/meta-data/",
    "http://127.0.0.1.nip.io:{port}/",
    "file:///etc/passwd",
    "//127.0.0.1:{port}/",
    "127.0.0.1:{port}",
    'Paris"];node(1);out;//127.0.0.1:{port}',
]


class Canary(LocalServer):
    def handle(self, request: Request) -> Response:
        return Response.html("caught")


@pytest.fixture
async def canary() -> AsyncIterator[Canary]:
    async with Canary() as server:
        yield server


@pytest.mark.parametrize("text", HOSTILE)
async def test_no_tool_opens_an_address_that_was_typed(
    make_pilot: Callable[..., Any], canary: Canary, text: str
) -> None:
    said = text.format(port=canary.url.rsplit(":", 1)[1])
    async with OverpassServer() as overpass, WikiServer({}) as wiki:
        pilot = make_pilot(
            overpass_url=overpass.endpoint,
            wikivoyage_api_url=wiki.endpoint,
            wikipedia_api_url=wiki.endpoint,
            duffel_api_key="duffel_test_x",
        )
        for tool, arguments in (
            ("search_pois", {"near": said, "interests": [said]}),
            ("search_pois", {"near": "Le Touquet", "interests": [said, "food"]}),
            ("build_itinerary", {"near": said, "going_to": said}),
            ("retrieve_city_guidance", {"query": f"Why is {said} worth seeing?", "city": said}),
            ("retrieve_city_guidance", {"query": f"Why is Abbeville {said} famous?", "city": "Abbeville"}),
            ("search_flights", {"origin": said, "destination": said, "departure_date": "2026-05-12"}),
        ):
            try:
                await pilot.ask(tool, **arguments)
            except AgentError as error:
                assert "Traceback" not in error.user_message
        assert canary.requests == []
        assert all(said not in request.form.get("data", "") for request in overpass.requests)


async def test_links_on_the_map_are_shown_and_never_opened(make_pilot: Callable[..., Any], canary: Canary) -> None:
    trap = node(1, 50.524, 1.586, name="Trap", tourism="museum", website=f"{canary.url}/trap")
    async with OverpassServer([trap]) as overpass:
        pilot = make_pilot(overpass_url=overpass.endpoint)
        found = await pilot.ask("search_pois", near="Le Touquet", interests=["culture"])
        assert found.pois[0].website == f"{canary.url}/trap"
        await pilot.ask("build_itinerary", near="Le Touquet", interests=["culture"])
        pilot.words()
    assert canary.requests == []
