"""A pilot's own minima: set by the pilot, kept in the profile, compared with and never suggested."""

from __future__ import annotations

from pydantic import Field, ValidationInfo, field_validator

from agent.errors import InvalidQuestion
from agent.protocol import Answer, Minima, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.weather.words import visibility_words
from agent.writing.write import Talk, write

_MOST = {
    "ceiling_ft": (20_000, "a ceiling", "ft"),
    "visibility_m": (50_000, "a visibility", "m"),
    "crosswind_kt": (60, "a crosswind", "kt"),
    "gust_kt": (80, "a gust", "kt"),
    "light_margin_minutes": (600, "a time before night", "minutes"),
}


class MinimaArguments(Arguments):
    """What is said is set, the rest stays."""

    ceiling_ft: int | None = Field(default=None, description="lowest ceiling in feet")
    visibility_m: int | None = Field(default=None, description="least visibility in metres")
    crosswind_kt: float | None = Field(default=None, description="most crosswind, mean")
    gust_kt: float | None = Field(default=None, description="most crosswind in gusts")
    light_margin_minutes: int | None = Field(default=None, description="minutes before night begins")
    clear: bool = Field(default=False, description="forget all of them")

    @field_validator(*_MOST)
    @classmethod
    def _in_reach(cls, value: float | None, info: ValidationInfo) -> float | None:
        most, what, unit = _MOST[info.field_name or ""]
        if value is not None and not 0 <= value <= most:
            raise ValueError(f"{value:,g} {unit} is no limit I can keep: give me {what} from 0 to {most:,} {unit}")
        return value


class MinimaKept(ToolResult):
    """The minima as they are now; `changed` when something was set, `cleared` when all were forgotten."""

    minima: Minima = Minima()
    changed: bool = False
    cleared: bool = False


@tool(kind="airport", chat_only=True)
async def set_minima(arguments: MinimaArguments, context: ToolContext) -> MinimaKept:
    """Keep a pilot's own limits (ceiling, visibility, crosswind, gust, minutes before night), or show them."""
    if arguments.clear:
        return MinimaKept(changed=True, cleared=True)
    said = arguments.model_dump(exclude_none=True, exclude={"clear"})
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
    if result.cleared:
        return Answer(text="Forgotten: **you have no minima now**. Forecasts and reports are told as facts only.")
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
