"""A Duffel of the tests' own: checks every header and field, pages its offers, and books nothing.

Follows the Flights API v2: `POST /air/offer_requests` answers 201, `GET /air/offers` pages by cursor.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from servers.http import LocalServer, Request, Response

CABINS = {"first", "business", "premium_economy", "economy"}
AIRPORTS = {
    "SFO": ("San Francisco International Airport", "KSFO", "America/Los_Angeles"),
    "CDG": ("Paris Charles de Gaulle Airport", "LFPG", "Europe/Paris"),
    "LHR": ("Heathrow Airport", "EGLL", "Europe/London"),
    "BVA": ("Beauvais–Tillé Airport", "LFOB", "Europe/Paris"),
    "KEF": ("Keflavík International Airport", "BIKF", "Atlantic/Reykjavik"),
}


def error(status: int, kind: str, code: str, message: str, source: Any = None, **headers: str) -> Response:
    """An error body in Duffel's form."""
    one: dict[str, Any] = {"type": kind, "code": code, "title": code, "message": message}
    one["documentation_url"] = "https://duffel.com/docs/api/overview/errors"
    if source is not None:
        one["source"] = source
    return Response.of({"errors": [one], "meta": {"status": status, "request_id": "req_1"}}, status, **headers)


def place(code: str) -> dict[str, Any]:
    name, icao, zone = AIRPORTS[code]
    return {
        "type": "airport",
        "iata_code": code,
        "icao_code": icao,
        "name": name,
        "time_zone": zone,
        "id": f"arp_{code}",
    }


def segment(
    start: str,
    end: str,
    departs: str,
    arrives: str,
    number: str,
    *,
    bags: list[dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """One flight; `bags` None: the list is empty."""
    carrier = {"iata_code": "ZZ", "name": "Duffel Airways", "id": "arl_1"}
    passenger = {
        "passenger_id": "pas_1",
        "cabin_class": "business",
        "baggages": bags or [],
        "fare_basis_code": "Y",
    }
    return {
        "id": f"seg_{number}",
        "origin": place(start),
        "destination": place(end),
        "departing_at": departs,
        "arriving_at": arrives,
        "duration": None,
        "distance": None,
        "marketing_carrier": carrier,
        "operating_carrier": carrier,
        "marketing_carrier_flight_number": number,
        "operating_carrier_flight_number": None,
        "aircraft": None,
        "stops": [],
        "passengers": [passenger],
        **more,
    }


def one_slice(segments: list[dict[str, Any]], duration: str | None) -> dict[str, Any]:
    return {
        "id": "sli_1",
        "origin": segments[0]["origin"],
        "destination": segments[-1]["destination"],
        "duration": duration,
        "fare_brand_name": None,
        "segments": segments,
    }


def offer(number: int, slices: list[dict[str, Any]], total: str, expires: datetime, **more: Any) -> dict[str, Any]:
    """An offer; a tenth of the total is tax."""
    amount = float(total)
    return {
        "id": f"off_{number:04d}",
        "live_mode": False,
        "owner": {"iata_code": "ZZ", "name": "Duffel Airways", "id": "arl_1"},
        "base_amount": f"{amount * 0.9:.2f}",
        "base_currency": "USD",
        "tax_amount": f"{amount * 0.1:.2f}",
        "tax_currency": "USD",
        "total_amount": total,
        "total_currency": "USD",
        "total_emissions_kg": None,
        "created_at": (expires - timedelta(minutes=20)).isoformat(),
        "expires_at": expires.isoformat().replace("+00:00", "Z"),
        "conditions": {
            "change_before_departure": None,
            "refund_before_departure": {"allowed": False, "penalty_amount": None, "penalty_currency": None},
        },
        "passengers": [{"id": "pas_1", "type": "adult", "age": None}],
        "slices": slices,
        **more,
    }


class DuffelServer(LocalServer):
    """Strict about requests. `expires` is when its offers end; `count` how many there are."""

    def __init__(self, expires: datetime, count: int = 3) -> None:
        super().__init__()
        self.expires = expires
        self.count = count
        self.searches: dict[str, dict[str, Any]] = {}

    def handle(self, request: Request) -> Response:
        refused = self._headers(request)
        if refused:
            return refused
        if request.method == "POST" and request.path == "/air/offer_requests":
            return self._offer_request(request)
        if request.method == "GET" and request.path == "/air/offers":
            return self._offers(request)
        return error(404, "invalid_request_error", "not_found", "The resource does not exist.")

    def _headers(self, request: Request) -> Response | None:
        if not request.headers.get("authorization", "").startswith("Bearer duffel_test_"):
            return error(401, "authentication_error", "access_token_not_found", "No such token.")
        if request.headers.get("duffel-version") != "v2":
            return error(400, "invalid_request_error", "unsupported_version", "Use v2.")
        if request.headers.get("accept") != "application/json" or "gzip" not in request.headers.get(
            "accept-encoding", ""
        ):
            return error(400, "invalid_request_error", "bad_request", "Accept and Accept-Encoding are needed.")
        return None

    def _offer_request(self, request: Request) -> Response:
        data = request.json()["data"]
        if request.query.get("return_offers") != "false":
            return error(400, "invalid_request_error", "bad_request", "The tests want pages.")
        for index, one in enumerate(data["slices"]):
            for end in ("origin", "destination"):
                if not (len(one[end]) == 3 and one[end].isupper()) or one[end] == "QQQ":
                    source = {"field": end, "pointer": f"/slices/{index}/{end}"}
                    return error(
                        422, "validation_error", "validation_unknown", f"Field '{end}' is unknown", source
                    )
            date.fromisoformat(one["departure_date"])
            for name in ("departure_time", "arrival_time"):
                if name in one and set(one[name]) != {"from", "to"}:
                    source = {"field": name, "pointer": f"/slices/{index}/{name}"}
                    return error(422, "validation_error", "validation_required", "from and to", source)
        for person in data["passengers"]:
            if len(set(person) & {"type", "age", "fare_type"}) != 1:
                return error(422, "validation_error", "validation_required", "exactly one of type, age, fare_type")
        if data.get("cabin_class", "economy") not in CABINS or data.get("max_connections") not in (0, 1, 2):
            return error(422, "validation_error", "validation_inclusion", "cabin_class or max_connections")
        key = f"orq_{len(self.searches) + 1}"
        self.searches[key] = data
        return Response.of(
            {"data": {"id": key, "live_mode": False, "slices": data["slices"]}}, 201, x_request_id="r1"
        )

    def _offers(self, request: Request) -> Response:
        search = self.searches.get(request.query.get("offer_request_id", ""))
        limit = int(request.query.get("limit", "50"))
        if search is None or not 1 <= limit <= 200:
            return error(422, "validation_error", "validation_unknown", "offer_request_id or limit")
        start = int(request.query.get("after", "0"))
        rows = [self.offer(number, search) for number in range(self.count)][start : start + limit]
        after = str(start + limit) if start + limit < self.count else None
        return Response.of({"data": rows, "meta": {"limit": limit, "before": None, "after": after}})

    def offer(self, number: int, search: dict[str, Any]) -> dict[str, Any]:
        """Offer `number` of a search: each 50 dearer, leaving an hour later than the one before.

        The first leaves at 08:00, or when the search wants to leave.
        """
        slices = []
        for way in search["slices"]:
            first = int(way.get("departure_time", {}).get("from", "08")[:2]) or 8
            day, hour = way["departure_date"], min(21, first + number % 12)
            start, end = (way[e] if way[e] in AIRPORTS else "LHR" for e in ("origin", "destination"))
            flight = segment(
                start, end, f"{day}T{hour:02d}:00:00", f"{day}T{hour + 2:02d}:30:00", f"{100 + number}",
                bags=[{"type": "carry_on", "quantity": 1}],
            )  # fmt: skip
            slices.append(one_slice([flight], "PT02H30M"))
        prefix = search["slices"][0]["origin"]
        made = offer(number, slices, f"{200 + 50 * number}.00", self.expires)
        return {**made, "id": f"off_{prefix}_{number:04d}"}
