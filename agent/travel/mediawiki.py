"""Pages of Wikivoyage and Wikipedia, in sections, each with the link that the site itself gives it.

Links are never made up: a section that cannot be matched with exactly one of the site's own gets the page's link.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from urllib.parse import quote, urlsplit

from pydantic import TypeAdapter

from agent import regex as re
from agent.protocol import Value
from agent.upstream import Failure, Fresh, Reply, Service, Upstream, asked_to_wait, cache_key, judge_status
from tongue import later

LICENCE = "CC BY-SA 4.0"
LICENCE_URL = "https://creativecommons.org/licenses/by-sa/4.0/"
_MONTH = 30 * 86400.0
_SCHEMA = 1
_HEADING = re.compile(r"^(=+)\s*(.*?)\s*=+$")
_TAGS = re.compile(r"<[^>]+>")
_NOT_IN_TITLES = re.compile(r"[#<>\[\]{}|\x00-\x1f]")


class Section(Value):
    """A piece of a page. `anchor` is None for the lead and for sections whose link is not certain."""

    heading: str
    path: tuple[str, ...] = ()
    anchor: str | None = None
    text: str


class Page(Value):
    """An article as it was when it was fetched."""

    source: str
    title: str
    url: str
    revision: str
    sections: tuple[Section, ...]


_STORED: TypeAdapter[Page | None] = TypeAdapter(Page | None)


@dataclass(frozen=True)
class Fetched:
    """A page and when it was read; `page` is None when there is no article of that name."""

    page: Page | None
    at: datetime
    stale: bool


class MediaWiki:
    """One wiki: Wikivoyage or Wikipedia."""

    def __init__(self, source: str, url: str, upstream: Upstream) -> None:
        self.source = source
        self.configured = bool(url)
        self._url = url
        self._upstream = upstream
        self._service = Service(
            name=source,
            url=url,
            instead=later("Places and itineraries still work; try again in a minute."),
            timeout=10.0,
            serial=True,
            judge=judge,
        )

    async def page(self, title: str) -> Fetched:
        """The article of this name, redirects followed, kept for 30 days. Raises `UpstreamError`."""
        clean = " ".join(_NOT_IN_TITLES.sub(" ", title).split())[:120]
        key = cache_key(f"page-{self.source.lower()}", _SCHEMA, {"url": self._url, "title": clean.casefold()})

        async def fetch() -> Fresh:
            page = await self._fetch(clean) if clean else None
            return Fresh(_STORED.dump_json(page).decode(), _MONTH if page else _MONTH / 30, keep=2 * _MONTH)

        found = await self._upstream.memory.remember(key, fetch)
        return Fetched(_STORED.validate_json(found.text), found.at, found.stale)

    async def _fetch(self, title: str) -> Page | None:
        common = {"format": "json", "formatversion": 2, "redirects": 1}
        asked = await self._upstream.ask(
            self._service,
            params={
                **common,
                "action": "query",
                "prop": "extracts|info",
                "explaintext": 1,
                "exsectionformat": "wiki",
                "titles": title,
            },
        )
        pages = _rows(asked.json(), "query", "pages")
        if not pages:
            raise self._service.unavailable("no pages in the reply")
        found = pages[0]
        if not isinstance(found, dict) or _dig(found, "missing") or not _dig(found, "extract"):
            return None
        name, extract = str(_dig(found, "title")), str(_dig(found, "extract"))
        listed = await self._upstream.ask(
            self._service, params={**common, "action": "parse", "prop": "sections", "page": name}
        )
        headings = _rows(listed.json(), "parse", "sections")
        return Page(
            source=self.source,
            title=name,
            url=self._page_url(name),
            revision=str(_dig(found, "lastrevid") or _dig(found, "touched") or len(extract)),
            sections=tuple(sections_of(extract, headings)),
        )

    def _page_url(self, title: str) -> str:
        parts = urlsplit(self._url)
        return f"{parts.scheme}://{parts.netloc}/wiki/{quote(title.replace(' ', '_'), safe='/:,()')}"


def judge(service: Service, reply: Reply, now: datetime) -> Failure | None:
    """MediaWiki's replies: errors come inside a 200; `missingtitle` is an answer, `maxlag` asks to wait."""
    failure = judge_status(service, reply, now)
    if failure is not None:
        return failure
    try:
        body: Any = reply.json()
    except ValueError:
        return Failure(service.unavailable(f"not JSON: {reply.content[:200]!r}"), tries=2)
    code = _dig(body, "error", "code")
    if code is None or code == "missingtitle":
        return None
    if code in ("maxlag", "ratelimited"):
        wait = asked_to_wait(reply.headers, now)
        return Failure(service.busy(wait, str(code)), wait=wait)
    return Failure(service.refused(json.dumps(_dig(body, "error"))[:200]), tries=1)


def sections_of(extract: str, listed: Sequence[Any]) -> list[Section]:
    """The sections of a plain text, with the site's anchors.

    Headings are lines like "== See ==", or bare lines that the site lists as the next heading. A section is
    matched by its whole path ("Sleep" → "Budget"), so that headings that occur twice keep their own link.
    """
    known = [(int(_dig(s, "level") or 2), _plain(_dig(s, "line")), _dig(s, "anchor")) for s in listed]
    anchors: dict[tuple[str, ...], list[str | None]] = {}
    trail: list[tuple[int, str]] = []
    for level, line, anchor in known:
        trail = [*(t for t in trail if t[0] < level), (level, line)]
        anchors.setdefault(tuple(t[1] for t in trail), []).append(str(anchor) if anchor else None)
    found: list[Section] = []
    here: list[tuple[int, str]] = []
    texts: list[str] = []

    def close() -> None:
        text = "\n".join(texts).strip()
        path = tuple(t[1] for t in here)
        if text:
            links = anchors.get(path, [])
            anchor = links[0] if len(links) == 1 else None
            found.append(Section(heading=path[-1] if path else "", path=path, anchor=anchor, text=text))
        texts.clear()

    position = 0
    lines = extract.split("\n")
    for number, line in enumerate(lines):
        match = _HEADING.match(line.strip())
        heading: tuple[int, str] | None = None
        if match:
            heading = (len(match[1]), match[2])
        elif line.strip() and (number == 0 or not lines[number - 1].strip()):
            after = next((i for i in range(position, len(known)) if known[i][1] == line.strip()), None)
            alone = number + 1 >= len(lines) or not lines[number + 1].strip()
            if after is not None and alone and after - position < 4:
                heading = known[after][:2]
                position = after + 1
        if heading is None:
            texts.append(line)
            continue
        close()
        here = [*(t for t in here if t[0] < heading[0]), heading]
    close()
    return found


def _plain(heading: Any) -> str:
    return " ".join(_TAGS.sub("", str(heading or "")).split())


def _dig(value: Any, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return value  # pyright: ignore[reportUnknownVariableType]


def _rows(value: Any, *names: str) -> list[Any]:
    rows = _dig(value, *names)
    return list(cast("list[Any]", rows)) if isinstance(rows, list) else []
