"""`flyfun weather …`: decode a report without asking anybody."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Annotated

import typer

app = typer.Typer(name="weather", help="Read weather reports.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Read weather reports."""


@app.command()
def decode(
    text: Annotated[str, typer.Argument(help="a METAR, SPECI or TAF")],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    at: Annotated[str | None, typer.Option(help="a time near which it was issued, ISO; now when left out")] = None,
) -> None:
    """Decode a METAR, SPECI or TAF; what is not read is listed, nothing is guessed."""
    from agent.errors import InvalidQuestion
    from agent.weather.decode import decode as decoded
    from agent.weather.plain import as_plain
    from agent.weather.report import Report
    from agent.weather.words import conditions_words, report_words, trend_words

    if not text.strip():
        raise InvalidQuestion(
            "Give me a report, for example: METAR LFAT 221000Z 24018G28KT 9999 FEW030 12/08 Q1009."
        )
    found = decoded(text, _moment(at))
    if as_json:
        typer.echo(json.dumps(as_plain(found), ensure_ascii=False))
        return
    if isinstance(found, Report):
        told = "NIL, none was made" if found.missing else report_words(found) or "nothing told"
        typer.echo(f"{found.station or '????'}: {told}")
        if trend := trend_words(found):
            typer.echo(f"Trend: {trend}")
    elif found.missing or found.cancelled:
        typer.echo(f"{found.station or '????'}: {'cancelled' if found.cancelled else 'NIL, none was made'}")
    for group in () if isinstance(found, Report) else found.groups:
        when = f"{group.from_:%d %H:%M}–{group.to:%d %H:%M}" if group.from_ and group.to else "times not read"
        chance = f" {group.probability} %" if group.probability else ""
        typer.echo(f"{group.kind}{chance} {when}: {conditions_words(group)}")
    if found.unread:
        typer.echo(f"Not read: {' '.join(found.unread)}")


def _moment(text: str | None) -> datetime | None:
    from agent.errors import InvalidQuestion

    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidQuestion(f"{text} is no time. Write it like 2026-11-22T10:00Z.") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
