"""What /sources says: where the data comes from and how old it is, in one message; a name behind it tells each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date

from agent import regex as re
from agent.deps import Deps
from agent.pipeline import NOTICE
from agent.protocol import Source
from tongue import say

TOGETHER = 3
"""Sources of one licence from which on they are told in one row."""
MOST_NAMED = 20
_ITS_PUBLISHER = re.compile(r"^(?:The operator of )?(.+?)(?:,| \(|$)")


def sources_text(deps: Deps, about: str = "") -> str:
    """All sources, those of one licence in a row; `about`: those with that in their name, each with its day."""
    known = deps.all_sources()
    if not about:
        return "\n".join(
            [
                say("My data:"),
                *_rows(known),
                "",
                say("Each with its day: /sources and a name, /sources France."),
                say(NOTICE),
            ]
        )
    meant = [source for source in known if about.casefold() in source.name.casefold()]
    if not meant:
        return say("No source of mine is called “{name}”. /sources lists them.", name=about[:40])
    rows = [_row(source) for source in meant[:MOST_NAMED]]
    left = len(meant) - len(rows)
    more = [say("{count} more: say more of its name.", count=left)] if left else []
    return "\n".join([say("My data:"), *rows, *more, "", say(NOTICE)])


def _rows(sources: Sequence[Source]) -> list[str]:
    by_licence: dict[str, list[Source]] = defaultdict(list)
    for source in sources:
        by_licence[source.licence or ""].append(source)
    rows: list[str] = []
    for licence, held in by_licence.items():
        rows += [_together(licence, held)] if licence and len(held) >= TOGETHER else [_row(one) for one in held]
    return rows


def _row(source: Source) -> str:
    when = say(", {day.day} {day:%b} {day.year}", day=source.as_of) if source.as_of else ""
    licence = f", {source.licence}" if source.licence else ""
    old = say(" (old: check)") if source.stale else ""
    return f"- {source.name}{when}{licence}{old}"


def _together(licence: str, sources: Sequence[Source]) -> str:
    """Publishers with how many documents of theirs, the oldest and the newest day, and how many are old."""
    counted = Counter(_publisher(source) for source in sources)
    names = ", ".join(f"{name} ({count})" if count > 1 else name for name, count in sorted(counted.items()))
    days = sorted(source.as_of for source in sources if source.as_of)
    span = " – ".join(_day(day) for day in dict.fromkeys((days[0], days[-1]))) if days else ""
    old = sum(source.stale for source in sources)
    check = say("{count} old: check", count=old) if old else ""
    told = "; ".join(part for part in (names, span, check) if part)
    return f"- **{licence}**: {told}"


def _day(day: date) -> str:
    return say("{day.day} {day:%b} {day.year}", day=day)


def _publisher(source: Source) -> str:
    match = _ITS_PUBLISHER.match(source.name)
    return match[1] if match else source.name
