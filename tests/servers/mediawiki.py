"""A wiki of the tests' own: `action=query` with extracts and `action=parse` with sections, formatversion 2."""

from __future__ import annotations

import re
from typing import Any

from servers.http import LocalServer, Request, Response

_HEADING = re.compile(r"^(=+) (.+?) =+$", re.MULTILINE)


class WikiServer(LocalServer):
    """`pages` are title → plain text with "== Heading ==" lines; anchors are made as MediaWiki makes them."""

    def __init__(self, pages: dict[str, str], redirects: dict[str, str] | None = None) -> None:
        super().__init__()
        self.pages = pages
        self.redirects = redirects or {}

    @property
    def endpoint(self) -> str:
        return f"{self.url}/w/api.php"

    def handle(self, request: Request) -> Response:
        query = request.query
        if "FlyFun/" not in request.headers.get("user-agent", ""):
            return Response.html("Please set a user-agent", 403)
        if query.get("format") != "json" or query.get("formatversion") != "2" or request.path != "/w/api.php":
            return Response.html("<title>MediaWiki API help</title>")
        title = query.get("titles") or query.get("page") or ""
        title = title[:1].upper() + title[1:]
        title = self.redirects.get(title, title)
        text = self.pages.get(title)
        if query.get("action") == "query":
            page: dict[str, Any] = {"ns": 0, "title": title, "missing": True}
            if text is not None:
                page = {"pageid": 1, "ns": 0, "title": title, "lastrevid": 77, "extract": text}
            return Response.of({"batchcomplete": True, "query": {"pages": [page]}})
        if query.get("action") == "parse":
            if text is None:
                return Response.of(
                    {"error": {"code": "missingtitle", "info": "The page you specified doesn't exist."}}
                )
            return Response.of({"parse": {"title": title, "pageid": 1, "sections": sections(text)}})
        return Response.of({"error": {"code": "badvalue", "info": "Unrecognized value for parameter action"}})


def sections(text: str) -> list[dict[str, Any]]:
    """The sections of a text as the API lists them; a heading that occurs again gets _2."""
    seen: dict[str, int] = {}
    rows: list[dict[str, Any]] = []
    for index, match in enumerate(_HEADING.finditer(text), start=1):
        base = match[2].replace(" ", "_")
        seen[base] = seen.get(base, 0) + 1
        anchor = base if seen[base] == 1 else f"{base}_{seen[base]}"
        rows.append(
            {
                "toclevel": len(match[1]) - 1,
                "level": str(len(match[1])),
                "line": match[2],
                "index": str(index),
                "anchor": anchor,
                "linkAnchor": anchor,
            }
        )
    return rows
