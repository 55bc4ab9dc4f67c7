"""What one group of a report says by itself: "9999", "Q1012", "-SHRA", "BKN014"; for who asks what it means."""

from __future__ import annotations

import re
from datetime import date

from agent.protocol import Source
from agent.weather.decode import decode_metar
from agent.weather.words import report_words
from tongue import later, say

SOURCE = Source(
    name="WMO-No. 306, FM 15 METAR and FM 51 TAF",
    url="https://docsbay.net/fm-15-xiv-metar",
    as_of=date(2026, 11, 23),
)
_GROUP = re.compile(r"[-+]?[A-Z0-9/]{2,14}")
_WORDS = {
    "FEW": later("one or two eighths of the sky covered"),
    "AUTO": later("made by instruments alone, without an observer"),
}
"""Groups that are words of every day too, so that no question is searched for them."""
_VISIBILITY, _CLOUD, _AIR = (
    re.compile(r"\d{4}"),
    re.compile(r"(?:FEW|SCT|BKN|OVC)\d{3}"),
    re.compile(r"M?\d\d/M?\d\d"),
)


def group_words(said: str, *, in_report: bool = False) -> str | None:
    """A group in words; None for what is none, or could be anything else (less so `in_report`)."""
    group = said.strip().upper()
    if group in _WORDS:
        return say(_WORDS[group])
    if not _GROUP.fullmatch(group) or (
        group.isdigit() and group != "9999" and not (in_report and len(group) == 4)
    ):
        return None
    report = decode_metar(f"METAR ZZZZ 010000Z {group}")
    if report.unread or report.trend or not (told := report_words(report)):
        return None
    if _VISIBILITY.fullmatch(group):
        return say("visibility {distance}", distance=told)
    if _CLOUD.match(group):
        return say("{cloud}, base above the aerodrome", cloud=told)
    return say("temperature and dew point {air}", air=told) if _AIR.fullmatch(group) else told
