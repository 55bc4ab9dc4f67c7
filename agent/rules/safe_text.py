"""Turns the HTML of a rules file into plain text in which nothing can run or pretend to be a link."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urlsplit

from agent import regex as re

_SILENT = {"script", "style", "template", "iframe", "object", "svg", "noscript", "head"}
_BREAKS = {"br", "p", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6"}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.links: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        elif tag in _BREAKS:
            self.pieces.append("\n")
        elif tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag in _BREAKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)


def plain_text(html: str) -> tuple[str, tuple[str, ...]]:
    """The text of `html`, one line per paragraph, and the targets of its links. Scripts and styles are dropped."""
    text, links = "", dict[str, None]()
    for _ in range(3):  # what was escaped twice is still HTML after one reading
        text, found = _read(html)
        links = dict.fromkeys([*links, *found])
        if not re.search(r"(?:<|&lt;)[a-zA-Z/!?]", text):
            break
        html = text
    else:
        text = text.replace("<", "‹")
    return text, safe_links(list(links))


def _read(html: str) -> tuple[str, list[str]]:
    reader = _Reader()
    # A "<" before a space or a digit is a sign ("<2 NM"), not a tag.
    reader.feed(re.sub(r"<(?![a-zA-Z/!?])", "&lt;", html))
    reader.close()
    lines = (" ".join(_CONTROL.sub("", line).split()) for line in "".join(reader.pieces).split("\n"))
    return "\n".join(line for line in lines if line), reader.links


def safe_links(links: list[str]) -> tuple[str, ...]:
    """The web addresses among `links`, each once: no scripts, no files, no names without a host."""
    kept: dict[str, None] = {}
    for link in links:
        clean = _CONTROL.sub("", link).strip()
        try:
            address = urlsplit(clean)
        except ValueError:
            continue
        if address.scheme in {"http", "https"} and address.hostname and not re.search(r"[\s<>\"]", clean):
            kept[clean] = None
    return tuple(kept)
