"""Maps: a miss on a known ground, a cold ground, a hit, and the file's size."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from agent.config import AgentSettings
from agent.protocol import Endpoint, Marker, RouteLine, RouteMarkersView, UiPayload
from bench.rows import Row, cpu_median_ms
from bot.render.maps import MapMaker
from bot.render.painter import MapPainter
from bot.settings import Settings

DATA = Path(__file__).resolve().parent.parent / "data"


def run() -> list[Row]:
    """Twelve markers along EGTF–LFMD in two sizes."""
    start = Endpoint(icao="EGTF", name="Fairoaks", lat=51.348, lon=-0.559)
    end = Endpoint(icao="LFMD", name="Cannes", lat=43.542, lon=6.953)
    markers = tuple(
        Marker(icao=f"LF{n:02d}", name="a field", lat=50.6 - n * 0.55, lon=0.2 + n * 0.5) for n in range(12)
    )
    shown = RouteMarkersView(route=RouteLine(from_=start, to=end), markers=markers, radius_nm=30)
    maker = MapMaker(DATA)
    begun = time.process_time()
    maker.draw(shown, width=600, height=400)
    cold = (time.process_time() - begun) * 1000
    rows = [Row("first map of a process, 600×400", cold, "ms", 100)]
    for width, height, target in ((600, 400, 8), (1024, 768, 15), (1280, 960, 30)):
        rows.append(
            Row(
                f"map miss on a known ground, {width}×{height}",
                cpu_median_ms(lambda w=width, h=height: maker.draw(shown, width=w, height=h)),
                "ms",
                target,
            )
        )
        picture = maker.draw(shown, width=width, height=height)
        rows.append(Row(f"file, {width}×{height}", len(picture.image) / 1024 if picture else 0, "KB", 120))
    painter = MapPainter(Settings(agent=AgentSettings()))
    payload = UiPayload(kind="route", visualization=shown)
    loop = asyncio.new_event_loop()
    loop.run_until_complete(painter.picture(payload))
    hit = cpu_median_ms(lambda: loop.run_until_complete(painter.picture(payload)))
    loop.close()
    rows.append(Row("map hit", hit, "ms", 0.2))
    return rows
