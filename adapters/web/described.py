"""The API's own description: what each address takes, who may ask, and where it is."""

from __future__ import annotations

import copy
from typing import Any

from fastapi import FastAPI

BEARER = "bearer"
SCHEMES: dict[str, dict[str, str]] = {
    BEARER: {
        "type": "http",
        "scheme": "bearer",
        "description": "FLYFUN_API_TOKEN of the operator. Reading needs none: who has a session_id may read it.",
    }
}
LIMITS: dict[str, dict[str, Any]] = {
    name: {"description": text, "schema": {"type": "integer"}}
    for name, text in {
        "RateLimit-Limit": "Requests that may be sent at once",
        "RateLimit-Remaining": "Requests left now",
        "RateLimit-Reset": "Seconds until all of them are there again",
    }.items()
}


def described(app: FastAPI, address: str, *, token_wanted: bool) -> dict[str, Any]:
    """OpenAPI with the address that was asked, the token where one is wanted, and the limits' headers."""
    told = copy.deepcopy(app.openapi())
    told["servers"] = [{"url": address}]
    told["components"]["securitySchemes"] = SCHEMES
    for methods in told["paths"].values():
        for method, operation in methods.items():
            if method != "post":
                operation["security"] = []
                continue
            operation["security"] = [{BEARER: []}] if token_wanted else [{}, {BEARER: []}]
            for response in operation["responses"].values():
                response.setdefault("headers", {}).update(LIMITS)
    return told
