"""NOTAMs of a flight from a bulletin of our own: the circles near the way, both ends, and what is not seen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from servers.http import LocalServer, Request, Response

from agent.errors import InvalidQuestion


def entry(number: int, subject: str, text: str, spot: str, place: str = "EGTT", schedule: str = "") -> str:
    hours = f"<ItemD>{schedule}</ItemD>" if schedule else ""
    return f"""<Notam><NOF>EGGN</NOF><Series>H</Series><Number>{number}</Number><Year>26</Year><Type>N</Type>
    <QLine><FIR>EGTT</FIR><Code23>{subject}</Code23><Code45>CA</Code45><Traffic>IV</Traffic><Purpose>BO</Purpose>
    <Scope>W</Scope><Lower>000</Lower><Upper>050</Upper></QLine><Coordinates>{spot}</Coordinates><Radius>005</Radius>
    <ItemA>{place}</ItemA><StartValidity>2611200600</StartValidity><EndValidity>2612202359</EndValidity>{hours}
    <ItemE>{text}</ItemE></Notam>"""


class Bulletin(LocalServer):
    """The open bulletin: EGTF to LFAT passes 5 nm south of Detling; the gliders are 200 nm off."""

    def handle(self, request: Request) -> Response:
        body = "".join(
            (
                entry(1, "WP", "PARACHUTING HEADCORN", "5109N00039E"),
                entry(2, "WG", "GLIDERS SUTTON BANK", "5413N00112W"),
                entry(3, "OB", "CRANE", "5105N00030E"),
                entry(4, "WA", "AIR DISPLAY", "5110N00030E", schedule="28 NOV SR-SS"),
                entry(5, "RT", "RESTRICTED AREA (TEMPO)", "5100N00045E", schedule="SAT-SUN 0900-1700"),
                entry(6, "FA", "AD CLOSED TO VISITORS", "5120N00034W", place="EGTF"),
            )
        )
        page = f"<AreaPIBHeader><Issued>2026-11-22T11:00:00Z</Issued><FIR>{body}</FIR></AreaPIBHeader>"
        return Response(200, page.encode(), {"content-type": "application/xml"})


@pytest.fixture
async def bulletin() -> AsyncIterator[Bulletin]:
    async with Bulletin() as server:
        yield server


async def test_a_way_has_the_circles_near_it_and_both_ends(
    briefing_with: Any, bulletin: Bulletin, awc: Any, meteo: Any
) -> None:
    briefing = briefing_with(notam_uk_url=bulletin.url)
    found = await briefing.ask("get_notams", from_location="EGTF", to_location="LFAT")
    texts = [one.notam.text for one in found.on_the_way]
    assert texts == ["RESTRICTED AREA (TEMPO)", "PARACHUTING HEADCORN", "AIR DISPLAY"], "it is a Sunday"
    assert found.on_the_way[2].active == "schedule not read"
    assert found.folded == 1
    words = await briefing.words("get_notams", from_location="EGTF", to_location="LFAT")
    assert "UK bulletin of 22 Nov 11:00 UTC" in words and "not understood: kept" in words
    assert "LFAT Le Touquet-Côte d'Opale: not seen here" in words
    assert "AD CLOSED TO VISITORS" in words
    monday = await briefing.ask("get_notams", from_location="EGTF", to_location="LFAT", day="Monday")
    assert "RESTRICTED AREA (TEMPO)" not in [one.notam.text for one in monday.on_the_way]
    assert len(bulletin.requests) == 1


async def test_days_that_the_bulletin_does_not_reach_are_one_sentence(
    briefing_with: Any, bulletin: Bulletin
) -> None:
    briefing = briefing_with(notam_uk_url=bulletin.url)
    for day in ("2026-12-24", "2026-11-02", "someday"):
        with pytest.raises(InvalidQuestion):
            await briefing.ask("get_notams", icao_code="EGTF", day=day)


async def test_without_a_bulletin_a_way_is_not_seen_and_never_empty(briefing_with: Any) -> None:
    briefing = briefing_with()
    words = await briefing.words("get_notams", from_location="EGTF", to_location="LFAT")
    assert "not seen here" in words and "SOFIA" in words and "none found" not in words
