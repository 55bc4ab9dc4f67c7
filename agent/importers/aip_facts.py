"""Turns an AIP aerodrome document into facts with source and date, and writes them as a small reviewable file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from agent import regex as re
from agent.aviation.aip_words import fuel_grades, one_language, places_of, says_nothing
from agent.aviation.notice import Service
from agent.aviation.notice_scan import contacts
from agent.importers.aip import AipDocument, AipRow
from agent.importers.aip_conditions import Condition, conditions_of
from agent.importers.aip_sections import AipParagraph, unwrapped

PUBLISHER_URLS: dict[str, str] = {
    "AIP France": "https://www.sia.aviation-civile.gouv.fr/",
    "AIP France, VAC": "https://www.sia.aviation-civile.gouv.fr/",
    "AIP United Kingdom": "https://nats-uk.ead-it.com/cms-nats/opencms/en/Publications/AIP/",
    "AIP Belgium and Luxembourg": "https://ops.skeyes.be/",
    "AIP Germany": "https://aip.dfs.de/",
    "AIP Netherlands": "https://eaip.lvnl.nl/",
    "AIP Austria": "https://eaip.austrocontrol.at/",
    "AIP Switzerland": "http://www.skyguide.ch/en/services/aim-services/",
}
"""Where each AIP is published, as documents and public indexes name it. An AIP not named has no link."""
LICENCE = "© the national provider; facts with citation"
_NOTICE_ROWS: tuple[tuple[str, str, tuple[Service, ...]], ...] = (
    ("2.3", "customs", ("customs", "immigration")),
    ("2.3", "fuelling", ("fuel",)),
    ("2.3", "handling", ("handling",)),
    ("2.4", "remarks", ("handling",)),
    ("2.3", "remarks", ("ppr",)),
    ("2.3", "ad", ("ppr",)),
)
_CHART_FUEL = "AVT"
PERMISSION = re.compile(r"\bPPR|\bPNR?\b|permission", re.IGNORECASE)
ASKS = re.compile(
    r"\bPPR|\bPNR?\b|notice|request|O/R|permission|arrangement|prior|mandatory|compulsory", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a facts file before it is written."""

    field: str
    value: str | bool | tuple[str, ...]
    item: str
    observed_on: date
    confidence: float = 0.9


@dataclass(frozen=True, slots=True)
class NoticeRecord:
    """One raw wording of a facts file before it is written."""

    services: tuple[Service, ...]
    raw: str
    item: str
    observed_on: date


def records_of(document: AipDocument) -> tuple[list[Record], list[NoticeRecord]]:
    """The facts a document states, and the wordings that ask notice."""
    facts: list[Record] = []
    fuel = document.row("2.4", "fuel")
    if fuel is not None and (grades := fuel_grades(fuel.text)) is not None:
        facts.append(_record("fuel", grades, fuel, document, 0.95))
    for name in ("hotel", "restaurant"):
        row = document.row("2.5", name)
        if row is not None and (places := places_of(row.text)) is not None:
            facts.append(_record(name, tuple(places), row, document, 0.9))
    for name, field in (("ad", "hours"), ("traffic", "traffic")):
        row = document.row("2.3" if name == "ad" else "2.2", name)
        if row is not None and not says_nothing(row.text):
            facts.append(_record(field, _one_line(row.text), row, document, 0.9))
    restricted = document.row("head", "restriction")
    if restricted is not None:
        facts.append(_record("restriction", restricted.text, restricted, document, 0.95))
    facts.extend(_contacts(document))
    for runway in document.runways:
        value = f"{runway.length_m} x {runway.width_m} m" + (
            "" if runway.hard is None else ", hard" if runway.hard else ", soft"
        )
        facts.append(Record(f"runway_{runway.ident}", value, "AD 2.12", runway.as_of or document.as_of, 0.9))
    if document.lighted:
        facts.append(Record("lights", True, document.lighted_item, document.lighted_as_of or document.as_of, 0.9))
    conditions = _conditions(document)
    facts.extend(
        Record("restriction", c.text, c.item, c.paragraph.as_of or document.as_of, 0.9)
        for c in conditions
        if not c.services
    )
    return facts, [*_row_notices(document), *_condition_notices(conditions, document)]


def _row_notices(document: AipDocument) -> list[NoticeRecord]:
    """The rows of AD 2.3 and 2.4 that ask something, whole."""
    notices: list[NoticeRecord] = []
    for section, name, services in _NOTICE_ROWS:
        row = document.row(section, name)
        if row is None or says_nothing(row.text):
            continue
        asking = PERMISSION if name == "ad" else ASKS
        if name == "customs" or asking.search(row.text):
            notices.append(NoticeRecord(services, _one_line(row.text), _item(row), row.as_of or document.as_of))
    fuel = document.row("2.4", "fuel")
    if fuel is not None and ASKS.search(fuel.text):
        raw = one_language(fuel.text) if fuel.label == _CHART_FUEL else fuel.text
        notices.append(NoticeRecord(("fuel",), _one_line(raw), _item(fuel), fuel.as_of or document.as_of))
    return notices


def _conditions(document: AipDocument) -> list[Condition]:
    """What AD 2.20 to 2.23 and the remarks ask of who comes."""
    found = [c for paragraph in document.paragraphs for c in conditions_of(paragraph)]
    for section, name in (("2.2", "remarks"), ("2.3", "handling"), ("2.3", "remarks"), ("2.4", "remarks")):
        row = document.row(section, name)
        if row is None or says_nothing(row.text):
            continue
        conditions = conditions_of(AipParagraph(section, str(row.item), unwrapped(row.text), row.as_of))
        # a row of 2.3 or 2.4 that asks is kept whole as a wording
        found.extend(c for c in conditions if section == "2.2" or not c.services)
    return found


def _condition_notices(conditions: Iterable[Condition], document: AipDocument) -> list[NoticeRecord]:
    return [
        NoticeRecord(c.services, _one_line(c.text), c.item, c.paragraph.as_of or document.as_of)
        for c in conditions
        if c.services
    ]


def facts_file(document: AipDocument, file_name: str) -> str:
    """The whole facts file of one document, as TOML; it names the file that was read."""
    facts, notices = records_of(document)
    name = f"{document.publisher}, AD 2 {document.icao}"
    url = PUBLISHER_URLS.get(document.publisher, "")
    head = [f'icao = "{document.icao}"', "", "[sources.aip]", f"name = {_quoted(name)}", f"url = {_quoted(url)}", f"licence = {_quoted(LICENCE)}"]  # fmt: skip  # noqa: E501
    if document.amendment:
        head.append(f"amendment = {_quoted(document.amendment)}")
    head.append(f"document = {_quoted(file_name)}")
    return toml_of(head, "aip", facts, notices, document.time_note)


def toml_of(
    head: Sequence[str],
    source: str,
    facts: Iterable[Record],
    notices: Iterable[NoticeRecord],
    time_note: str | None = None,
) -> str:
    """A facts file: its head, then one table per fact and wording."""
    lines = list(head)
    for fact in facts:
        value = fact.value
        text = f"[{', '.join(_quoted(v) for v in value)}]" if isinstance(value, tuple) else str(value).lower() if isinstance(value, bool) else _quoted(value)  # fmt: skip  # noqa: E501
        lines += [
            "",
            "[[fact]]",
            f"field = {_quoted(fact.field)}",
            f"value = {text}",
            f"item = {_quoted(fact.item)}",
        ]
        lines += [
            f"source = {_quoted(source)}",
            f"observed_on = {fact.observed_on}",
            f"confidence = {fact.confidence}",
        ]
    for notice in notices:
        services = ", ".join(_quoted(s) for s in notice.services)
        lines += [
            "",
            "[[notice]]",
            f"services = [{services}]",
            f"raw = {_quoted(notice.raw)}",
            f"item = {_quoted(notice.item)}",
        ]
        lines += [f"source = {_quoted(source)}", f"observed_on = {notice.observed_on}"]
        if time_note:
            lines.append(f"time_note = {_quoted(time_note)}")
    return "\n".join(lines) + "\n"


def _record(
    field: str, value: str | tuple[str, ...], row: AipRow, document: AipDocument, confidence: float
) -> Record:
    return Record(field, value, _item(row), row.as_of or document.as_of, confidence)


def _item(row: AipRow) -> str:
    return (
        "VAC item 10"
        if row.label == _CHART_FUEL
        else row.label
        if row.section == "head"
        else f"AD {row.section} ({row.item})"
    )


def _contacts(document: AipDocument) -> list[Record]:
    row = document.row("2.2", "administration")
    remarks = document.row("2.2", "remarks")
    text = "\n".join(r.text for r in (row, remarks) if r is not None)
    lines = [line for line in text.split("\n") if not re.match(r"\s*(?:Tele)?fax|.*\(.*fax", line, re.IGNORECASE)]
    phones, emails = contacts("\n".join(lines))
    dated = (row or remarks or document.rows[0]).as_of if document.rows else None
    found = [("phone", phones), ("email", emails)]
    return [Record(k, v[0], "AD 2.2", dated or document.as_of, 0.9) for k, v in found if v]


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"(?<=\w)-\n(?=[a-z]+\b(?!@))", "", text)).strip()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f]", " ", escaped) + '"'
