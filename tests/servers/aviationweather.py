"""An aviationweather.gov of the tests' own, as strict as the real one: limits, 204, 400, 429 without Retry-After."""

from __future__ import annotations

import json
import re
from typing import Any

from servers.http import LocalServer, Request, Response

ALLOWED = {
    "metar": {"ids", "bbox", "format", "hours", "taf", "date"},
    "taf": {"ids", "bbox", "format", "time", "metar", "date"},
    "isigmet": {"format", "hazard", "level", "date"},
}


class AviationWeatherServer(LocalServer):
    """`metars` and `tafs` are station → rows as the service sends them; `sigmets` is a list of rows."""

    def __init__(self) -> None:
        super().__init__()
        self.metars: dict[str, list[dict[str, Any]]] = {}
        self.tafs: dict[str, list[dict[str, Any]]] = {}
        self.sigmets: list[dict[str, Any]] = []
        self.down = False

    @property
    def endpoint(self) -> str:
        return f"{self.url}/api/data"

    def metar(self, station: str, raw: str, at: float, **more: Any) -> None:
        row = {"icaoId": station, "rawOb": raw, "obsTime": int(at), "visib": "6+", "fltCat": "VFR", **more}
        self.metars.setdefault(station, []).insert(0, row)

    def taf(self, station: str, raw: str, start: float, **more: Any) -> None:
        row = {"icaoId": station, "rawTAF": raw, "validTimeFrom": int(start), "mostRecent": 1, "fcsts": [], **more}
        self.tafs.setdefault(station, []).insert(0, row)

    def asked(self, product: str) -> list[Request]:
        return [request for request in self.requests if request.path.endswith(f"/{product}")]

    def handle(self, request: Request) -> Response:
        if self.down:
            return Response(drop=True)
        agent = request.headers.get("user-agent", "")
        if not agent.startswith("FlyFun/"):
            return Response.html("<h1>Forbidden</h1>", 403)
        match = re.fullmatch(r"/api/data/(metar|taf|isigmet)", request.path)
        if request.method != "GET" or match is None:
            return Response.html("<h1>Not Found</h1>", 404)
        product, query = match[1], request.query
        if query.get("format") != "json" or set(query) - ALLOWED[product]:
            return self.bad("unknown parameter")
        if product == "isigmet":
            return self.rows(self.sigmets)
        stations = [part for part in query.get("ids", "").split(",") if part]
        if not stations or any(not re.fullmatch(r"[A-Z0-9]{4}", part) for part in stations):
            return self.bad("ids: not a station")
        table = self.metars if product == "metar" else self.tafs
        rows = [row for part in stations for row in table.get(part, [])]
        return self.rows(rows[:400])

    def rows(self, rows: list[dict[str, Any]]) -> Response:
        """Nothing at all is 204 without a body, never []."""
        return Response.of(rows) if rows else Response(204)

    def bad(self, why: str) -> Response:
        return Response(400, json.dumps({"status": "error", "error": why}).encode(), {})
