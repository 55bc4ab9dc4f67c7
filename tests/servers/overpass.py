"""An Overpass of the tests' own: reads the query, answers from its elements, refuses what the real one refuses."""

from __future__ import annotations

import math
import re
from typing import Any

from servers.http import LocalServer, Request, Response

_LINE = re.compile(
    r'nwr\["(?P<key>[a-z_]+)"(?:~"\^\((?P<any>[a-z_|]+)\)\$"|="(?P<one>[a-z_]+)")\]'
    r'(?P<named>\["name"(?:~"(?P<pattern>[^"]+)",i)?\])?'
    r"\(around:(?P<radius>\d+),(?P<lat>-?\d+\.\d+),(?P<lon>-?\d+\.\d+)\);"
)
TOWN = (50.524, 1.586)


def node(id_: int, lat: float, lon: float, **tags: str) -> dict[str, Any]:
    return {
        "type": "node",
        "id": id_,
        "lat": lat,
        "lon": lon,
        "tags": {k.replace("__", ":"): v for k, v in tags.items()},
    }


def way(id_: int, lat: float, lon: float, **tags: str) -> dict[str, Any]:
    return {"type": "way", "id": id_, "center": {"lat": lat, "lon": lon}, "tags": dict(tags)}


ELEMENTS = [
    node(
        1,
        50.5243,
        1.5847,
        name="Brasserie Alpha",
        amenity="restaurant",
        opening_hours="Tu-Su 12:00-14:00,19:00-22:00",
        wheelchair="yes",
    ),
    node(
        2,
        50.5230,
        1.5868,
        name="Crêperie Beta",
        amenity="restaurant",
        opening_hours="Mo-Su 11:30-22:00",
        wheelchair="limited",
    ),
    node(3, 50.5182, 1.6178, name="Field Bistro", amenity="restaurant", opening_hours="Mo-Su 10:00-18:00"),
    way(5, 50.5262, 1.5790, natural="beach"),
    way(
        6,
        50.5220,
        1.5930,
        name="Covered Market",
        amenity="marketplace",
        building="yes",
        opening_hours="Th,Sa 08:00-13:00",
    ),
    way(
        7,
        50.5276,
        1.5921,
        name="Town Museum",
        tourism="museum",
        opening_hours="We-Mo 10:00-12:00,14:00-18:00",
        wheelchair="no",
        fee="yes",
        wikidata="Q1",
    ),
    node(
        8,
        50.5215,
        1.5818,
        name="Lighthouse",
        man_made="lighthouse",
        tourism="attraction",
        opening_hours="by appointment",
    ),
    node(12, 50.5240, 1.5850, amenity="restaurant"),
    node(
        13, 50.5250, 1.5860, name="Grand Café", amenity="cafe", wheelchair="yes", opening_hours="Mo-Su 08:00-20:00"
    ),
    way(14, 50.5251, 1.5861, name="Grand Café", amenity="cafe"),
    node(
        15,
        50.5246,
        1.5871,
        name="Gallery Gamma",
        tourism="gallery",
        opening_hours="Mo-Su 10:00-18:00",
        website="javascript:alert(1)",
    ),
]


class OverpassServer(LocalServer):
    """Answers queries of this project's form; anything else is a 400, a stock client a 406."""

    def __init__(self, elements: list[dict[str, Any]] | None = None, base: str = "2026-05-10T00:00:00Z") -> None:
        super().__init__()
        self.elements = ELEMENTS if elements is None else elements
        self.base = base

    @property
    def endpoint(self) -> str:
        return f"{self.url}/api/interpreter"

    def handle(self, request: Request) -> Response:
        agent = request.headers.get("user-agent", "")
        if not agent or agent.startswith(("python-httpx", "python-requests")):
            return Response.html("<h1>Not Acceptable</h1>", 406)
        if request.method != "POST" or request.path != "/api/interpreter":
            return Response.html("<h1>Not Found</h1>", 404)
        text = request.form.get("data", "")
        head, _, rest = text.partition("\n")
        body = rest.removeprefix("(\n").partition("\n);\nout center tags qt ")
        if not re.fullmatch(r"\[out:json\]\[timeout:\d+\]\[maxsize:\d+\];", head) or not re.fullmatch(
            r"\d+;", body[2]
        ):
            return Response.html("<p>Error: line 1: parse error</p>", 400)
        chosen: dict[tuple[str, int], dict[str, Any]] = {}
        for line in body[0].splitlines():
            match = _LINE.fullmatch(line)
            if match is None:
                return Response.html(f"<p>Error: parse error: {line}</p>", 400)
            for element in self.elements:
                if _matches(element, match):
                    chosen[element["type"], element["id"]] = element
        return self.reply(list(chosen.values()))

    def reply(self, elements: list[dict[str, Any]], remark: str | None = None) -> Response:
        """A body in Overpass's form."""
        value: dict[str, Any] = {
            "version": 0.6,
            "generator": "tests",
            "osm3s": {"timestamp_osm_base": self.base, "copyright": "none: invented places"},
            "elements": elements,
        }
        return Response.of(value if remark is None else {**value, "remark": remark})


def _matches(element: dict[str, Any], line: re.Match[str]) -> bool:
    tags = element["tags"]
    wanted = (line["any"] or line["one"]).split("|")
    if tags.get(line["key"]) not in wanted or (line["named"] and "name" not in tags):
        return False
    if line["pattern"] and not re.search(line["pattern"], tags["name"], re.IGNORECASE):
        return False
    where = element.get("center", element)
    north = (where["lat"] - float(line["lat"])) * 111_320
    east = (where["lon"] - float(line["lon"])) * 111_320 * math.cos(math.radians(where["lat"]))
    return math.hypot(north, east) <= int(line["radius"])
