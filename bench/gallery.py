"""Draws twenty real routes and searches onto one contact sheet, to be looked at: `make gallery`."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import (
    DetailMarker,
    DetailView,
    Endpoint,
    Marker,
    MarkersView,
    PointLabel,
    PointView,
    RouteLine,
    RouteMarkersView,
    RouteView,
    StopsView,
    Visualization,
)
from bot.render.maps import MapMaker

OUT = Path("var/gallery")
SIZE = (640, 480)
PHONE = (360, 480)


def scenes(deps: Deps) -> dict[str, tuple[Visualization, tuple[int, int]]]:
    """Name → what is drawn, and how large."""

    def end(code: str) -> Endpoint:
        airport = deps.airports.get(code)
        assert airport is not None, code
        return Endpoint(icao=airport.ident, name=airport.name, lat=airport.lat, lon=airport.lon)

    def route(a: str, b: str) -> RouteLine:
        return RouteLine(from_=end(a), to=end(b))

    def along(a: str, b: str, nm: float, most: int) -> RouteMarkersView:
        line = route(a, b)
        found = deps.airports.along([(line.from_.lat, line.from_.lon), (line.to.lat, line.to.lon)], nm)
        chosen = found[:: max(1, len(found) // most)][:most]
        markers = tuple(
            Marker(icao=f.airport.ident, name=f.airport.name, lat=f.airport.lat, lon=f.airport.lon) for f in chosen
        )
        return RouteMarkersView(route=line, markers=markers, radius_nm=nm)

    def around(label: str, lat: float, lon: float, nm: float, most: int) -> PointView:
        found = deps.airports.within(lat, lon, nm)[:most]
        markers = tuple(
            Marker(icao=f.airport.ident, name=f.airport.name, lat=f.airport.lat, lon=f.airport.lon) for f in found
        )
        return PointView(point=PointLabel(label=label, lat=lat, lon=lon), markers=markers, radius_nm=nm)

    def detail(code: str) -> DetailView:
        one = end(code)
        return DetailView(marker=DetailMarker(icao=code, lat=one.lat, lon=one.lon, name=one.name))

    def field(code: str) -> Marker:
        one = end(code)
        return Marker(icao=code, name=one.name, lat=one.lat, lon=one.lon)

    stops = StopsView(
        start=PointLabel(label="LFAT", lat=50.5174, lon=1.6206),
        stops=(
            Marker(name="Lighthouse", lat=50.5232, lon=1.5919),
            Marker(name="Lunch", lat=50.5225, lon=1.5835),
            Marker(name="Beach", lat=50.5217, lon=1.5748),
        ),
    )
    return {
        "route": (route_view(route("EGTF", "LFMD")), SIZE),
        "short route": (route_view(route("EGKB", "LFAT")), SIZE),
        "ocean": (route_view(route("EINN", "CYYT")), SIZE),
        "antimeridian": (route_view(route("NZAA", "NFFN")), SIZE),
        "antimeridian east": (route_view(route("PAOM", "UHMD")), SIZE),
        "polar": (route_view(route("ENSB", "CYLT")), SIZE),
        "north": (route_view(route("ENTC", "ENSB")), SIZE),
        "south": (route_view(route("FACT", "FYWH")), SIZE),
        "along": (along("EGTF", "LFMD", 30, 10), SIZE),
        "along the Alps": (along("LSGG", "LOWI", 25, 12), SIZE),
        "around Annecy": (around("Annecy", 45.9, 6.12, 30, 10), SIZE),
        "around Paris, dense": (around("Paris", 48.85, 2.35, 50, 20), SIZE),
        "around Sylt": (around("Sylt", 54.9, 8.33, 40, 10), SIZE),
        "around Helgoland": (around("Helgoland", 54.18, 7.89, 30, 6), SIZE),
        "around Lošinj": (around("Lošinj", 44.53, 14.47, 50, 8), SIZE),
        "tiny": (around("Le Touquet", 50.52, 1.62, 5, 3), SIZE),
        "detail": (detail("LFAT"), SIZE),
        "detail on an island": (detail("EGJA"), SIZE),
        "customs": (
            MarkersView(data=tuple(field(c) for c in ("LFAT", "LFQA", "LFMD", "LFLX", "LFPT")), style="customs"),
            SIZE,
        ),
        "stops": (stops, SIZE),
        "phone": (along("EGKB", "LFAT", 20, 6), PHONE),
        "phone, around": (around("Nice", 43.7, 7.27, 50, 8), PHONE),
    }


def route_view(line: RouteLine) -> RouteView:
    """A route alone."""
    return RouteView(route=line)


def main() -> None:
    """Write each picture and the contact sheet."""
    deps = Deps(settings=AgentSettings.from_environ(os.environ))
    maker = MapMaker(deps.settings.data)
    OUT.mkdir(parents=True, exist_ok=True)
    cells: list[Image.Image] = []
    for name, (shown, (width, height)) in scenes(deps).items():
        picture = maker.draw(shown, width=width, height=height)
        assert picture is not None, name
        (OUT / f"{name.replace(' ', '-').replace(',', '')}.jpg").write_bytes(picture.image)
        cells.append(Image.open(io.BytesIO(picture.image)))
        print(f"{name}: {len(picture.image) / 1024:.0f} KB · {picture.alt}")
    columns = 3
    rows = -(-len(cells) // columns)
    sheet = Image.new("RGB", (columns * 648, rows * 488), (255, 255, 255))
    for number, cell in enumerate(cells):
        sheet.paste(cell, ((number % columns) * 648 + 4, (number // columns) * 488 + 4))
    sheet.save(OUT / "contact-sheet.png")
    print(f"{OUT / 'contact-sheet.png'}")


if __name__ == "__main__":
    main()
