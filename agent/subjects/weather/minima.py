"""A pilot's own minima: set by the pilot, kept in the profile, compared with and never suggested."""

from __future__ import annotations

from pydantic import Field

from agent.errors import InvalidQuestion
from agent.protocol import Answer, Minima, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.weather.words import visibility_words
from agent.writing.write import Talk, write


class MinimaArguments(Arguments):
    """What is said is set, the rest stays."""

    ceiling_ft: int | None = Field(default=None, ge=0, le=20000, description="lowest ceiling in feet")
    visibility_m: int | None = Field(default=None, ge=0, le=50000, description="least visibility in metres")
    crosswind_kt: float | None = Field(default=None, ge=0, le=60, description="most crosswind, mean")
    gust_kt: float | None = Field(default=None, ge=0, le=80, description="most crosswind in gusts")
    light_margin_minutes: int | None = Field(default=None, ge=0, le=600, description="minutes before night begins")


class MinimaKept(ToolResult):
    """The minima as they are now; `changed` when something was set."""

    minima: Minima = Minima()
    changed: bool = False


@tool(kind="airport", chat_only=True)
async def set_minima(arguments: MinimaArguments, context: ToolContext) -> MinimaKept:
    """Keep a pilot's own limits (ceiling, visibility, crosswind, gust, minutes before night), or show them."""
    said = arguments.model_dump(exclude_none=True)
    minima = Minima.model_validate({**context.question.profile.minima.model_dump(), **said})
    if minima.gust_kt is not None and minima.crosswind_kt is not None and minima.gust_kt < minima.crosswind_kt:
        raise InvalidQuestion(
            f"A gust limit of {minima.gust_kt:g} kt lies under the crosswind limit of {minima.crosswind_kt:g}. "
            "Give me both, like: crosswind 12 gusting 15."
        )
    return MinimaKept(minima=minima, changed=bool(said))


@write.register
def _(result: MinimaKept, talk: Talk) -> Answer:
    told = minima_words(result.minima)
    if not told:
        example = "my minima: ceiling 1500, vis 5 km, crosswind 12 gusting 15, an hour before night"
        return Answer(text=f"You have set no minima. Say them like: {example}.")
    head = "Kept. Your minima" if result.changed else "Your minima"
    return Answer(text=f"{head}: **{told}**. Forecasts and reports are compared with them, nothing else.")


def minima_words(minima: Minima) -> str:
    """ "ceiling 1,500 ft, visibility 5 km, crosswind 12 kt gusting 15, 60 min before night"."""
    parts: list[str] = []
    if minima.ceiling_ft is not None:
        parts.append(f"ceiling {minima.ceiling_ft:,} ft")
    if minima.visibility_m is not None:
        parts.append(f"visibility {visibility_words(minima.visibility_m, str(minima.visibility_m) + 'SM')}")
    if minima.crosswind_kt is not None:
        gust = f" gusting {minima.gust_kt:g}" if minima.gust_kt is not None else ""
        parts.append(f"crosswind {minima.crosswind_kt:g} kt{gust}")
    elif minima.gust_kt is not None:
        parts.append(f"crosswind in gusts {minima.gust_kt:g} kt")
    if minima.light_margin_minutes is not None:
        parts.append(f"{minima.light_margin_minutes} min before night")
    return ", ".join(parts)
