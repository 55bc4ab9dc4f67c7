"""A pilot's own minima: set by the pilot, kept in the profile, compared with and never suggested."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from agent.errors import InvalidQuestion
from agent.protocol import Answer, Choice, Minima, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.weather.words import visibility_words
from agent.writing.write import Talk, write
from tongue import later, say

_MOST = {
    "ceiling_ft": (20_000, later("a ceiling"), "ft"),
    "visibility_m": (50_000, later("a visibility"), "m"),
    "crosswind_kt": (60, later("a crosswind"), "kt"),
    "gust_kt": (80, later("a gust"), "kt"),
    "wind_kt": (80, later("a wind"), "kt"),
    "wind_gust_kt": (100, later("a gust"), "kt"),
    "light_margin_minutes": (600, later("a time before night"), later("minutes")),
}


Limit = Literal[
    "ceiling_ft", "visibility_m", "crosswind_kt", "gust_kt", "wind_kt", "wind_gust_kt", "light_margin_minutes"
]


class MinimaArguments(Arguments):
    """What is said is set, the rest stays."""

    ceiling_ft: int | None = Field(default=None, description="lowest ceiling in feet")
    visibility_m: int | None = Field(default=None, description="least visibility in metres")
    crosswind_kt: float | None = Field(default=None, description="most crosswind, mean")
    gust_kt: float | None = Field(default=None, description="most crosswind in gusts")
    wind_kt: float | None = Field(default=None, description="most wind from anywhere, mean")
    wind_gust_kt: float | None = Field(default=None, description="most wind from anywhere, in gusts")
    light_margin_minutes: int | None = Field(default=None, description="minutes before night begins")
    clear: bool = Field(default=False, description="forget all of them")
    forget: list[Limit] = Field(default=[], description="forget these alone")
    offered: bool = Field(default=False, description="told beside a question: compared with, kept only by a tap")
    now_ceiling_ft: int | None = Field(default=None, description="the ceiling told, to be held against the limits")
    now_visibility_m: int | None = Field(default=None, description="the visibility told, likewise")
    now_crosswind_kt: float | None = Field(default=None, description="the crosswind told, likewise")
    now_wind_kt: float | None = Field(default=None, description="the wind told, likewise")
    unplaced: list[int] = Field(default=[], description="figures said that belong to no limit: a second ceiling")

    @field_validator(*_MOST)
    @classmethod
    def _in_reach(cls, value: float | None, info: ValidationInfo) -> float | None:
        most, what, unit = _MOST[info.field_name or ""]
        if value is not None and not 0 <= value <= most:
            raise ValueError(
                say(
                    "{value:,g} {unit} is no limit I can keep: give me {what} from 0 to {most:,} {unit}",
                    value=value,
                    unit=say(unit),
                    what=say(what),
                    most=most,
                )
            )
        return value


_NOW = ("now_ceiling_ft", "now_visibility_m", "now_crosswind_kt", "now_wind_kt")
_NO_LIMITS = ("clear", "forget", "unplaced", "offered", *_NOW)


class Told(Value):
    """The weather that is told, to be held against the limits."""

    ceiling_ft: int | None = None
    visibility_m: int | None = None
    crosswind_kt: float | None = None
    wind_kt: float | None = None


class MinimaKept(ToolResult):
    """The minima as they are now; `changed` when something was set, `cleared` when all were forgotten.

    `told` is the weather that was said beside, held against the minima.
    `offered`: they were told beside a question, are compared with in this chat and kept by the tap of a choice.
    """

    minima: Minima = Minima()
    changed: bool = False
    cleared: bool = False
    offered: bool = False
    told: Told | None = None


@tool(kind="airport", chat_only=True)
async def set_minima(arguments: MinimaArguments, context: ToolContext) -> MinimaKept:
    """Keep a pilot's own limits (ceiling, visibility, wind, crosswind, minutes before night), or show them."""
    if arguments.clear:
        return MinimaKept(changed=True, cleared=True)
    if arguments.unplaced:
        return _which(arguments)
    if any(getattr(arguments, name) is not None for name in _NOW):
        return _held(arguments, context)
    said = arguments.model_dump(exclude_none=True, exclude={*_NO_LIMITS, *arguments.forget})
    before = context.question.profile.minima.model_dump(exclude=set(arguments.forget))
    minima = Minima.model_validate({**before, **said})
    if minima.gust_kt is not None and minima.crosswind_kt is not None and minima.gust_kt < minima.crosswind_kt:
        raise InvalidQuestion(
            say(
                "A gust limit of {gust:g} kt lies under the crosswind limit of {mean:g}. "
                "Give me both, like: crosswind 12 gusting 15.",
                gust=minima.gust_kt,
                mean=minima.crosswind_kt,
            )
        )
    if minima.wind_gust_kt is not None and minima.wind_kt is not None and minima.wind_gust_kt < minima.wind_kt:
        raise InvalidQuestion(
            say(
                "A gust limit of {gust:g} kt lies under the wind limit of {mean:g}. "
                "Give me both, like: wind 20 gusting 28.",
                gust=minima.wind_gust_kt,
                mean=minima.wind_kt,
            )
        )
    if arguments.offered and said and not arguments.forget:
        call = ToolCall(tool="set_minima", arguments=said)
        keep = Choice(label=say("Keep as my minima"), text=minima_words(Minima.model_validate(said)), call=call)
        return MinimaKept(minima=minima, offered=True, choices=(keep,))
    if arguments.forget and not minima.any:
        return MinimaKept(changed=True, cleared=True)
    return MinimaKept(minima=minima, changed=bool(said or arguments.forget))


def _held(arguments: MinimaArguments, context: ToolContext) -> MinimaKept:
    """The weather told against the limits told beside it, else those that are kept."""
    told = Told.model_validate({name.removeprefix("now_"): getattr(arguments, name) for name in _NOW})
    said = arguments.model_dump(exclude_none=True, exclude={*_NO_LIMITS})
    if not said:
        return MinimaKept(minima=context.question.profile.minima, told=told)
    limits = Minima.model_validate(said)
    keep = Choice(
        label=say("Keep as my minima"), text=minima_words(limits), call=ToolCall(tool="set_minima", arguments=said)
    )
    return MinimaKept(minima=limits, told=told, choices=(keep,))


def _which(arguments: MinimaArguments) -> MinimaKept:
    """More figures than limits: nothing is kept until the pilot says which of them is meant."""
    told = arguments.model_dump(exclude_none=True, exclude={*_NO_LIMITS})
    extra = arguments.unplaced[0]
    alike = [name for name, value in told.items() if value and 1 / 3 <= extra / value <= 3]
    calls = [told]
    if alike:
        calls.append({**told, alike[0]: extra})
    kept = [Minima.model_validate(one) for one in calls]
    choices = tuple(
        Choice(label=minima_words(one), text=minima_words(one), call=ToolCall(tool="set_minima", arguments=given))
        for one, given in zip(kept, calls, strict=True)
    )
    return MinimaKept(
        found=False,
        message=say(
            "I keep one figure for each limit, and {extra:,} is one more: nothing is changed. Which do you mean?",
            extra=extra,
        ),
        choices=choices,
    )


@write.register
def _(result: MinimaKept, talk: Talk) -> Answer:
    told = minima_words(result.minima)
    if not result.found:
        return Answer(text=result.message or "", choices=result.choices)
    if result.cleared:
        return Answer(
            text=say("Forgotten: **you have no minima now**. Forecasts and reports are told as facts only.")
        )
    if not told:
        return Answer(text=no_minima())
    if result.told is not None:
        return Answer(text=held_words(result.told, result.minima), choices=result.choices)
    if result.offered:
        return Answer(
            text=say("For this chat your limits are **{told}**; kept as your minima only by a tap.", told=told),
            choices=result.choices,
        )
    if result.changed:
        return Answer(
            text=say(
                "Kept. Your minima: **{told}**. Forecasts and reports are compared with them, nothing else.",
                told=told,
            )
        )
    return Answer(
        text=say("Your minima: **{told}**. Forecasts and reports are compared with them, nothing else.", told=told)
    )


def held_words(told: Told, limits: Minima) -> str:
    """The verdict by the figures told, then each beside its limit."""
    lines: list[str] = []
    broken = compared = 0
    for name, is_least in (
        ("ceiling_ft", True),
        ("visibility_m", True),
        ("crosswind_kt", False),
        ("wind_kt", False),
    ):
        value, limit = getattr(told, name), getattr(limits, name)
        if value is None:
            continue
        what = minima_words(Minima.model_validate({name: value}))
        if limit is None:
            lines.append(say("{what}: you named no limit for it.", what=what))
            continue
        compared += 1
        outside = value < limit if is_least else value > limit
        broken += outside
        yours = minima_words(Minima.model_validate({name: limit}))
        if not outside:
            lines.append(say("{what}: within your limit ({yours}).", what=what, yours=yours))
        elif is_least:
            lines.append(say("{what}: below your limit ({yours}).", what=what, yours=yours))
        else:
            lines.append(say("{what}: above your limit ({yours}).", what=what, yours=yours))
    if not compared:
        return "\n".join(lines)
    if broken:
        head = say("**No, not within your limits.**")
    elif compared < len(lines):
        head = say("**Within the limits that you named; the rest is not compared.**")
    else:
        head = say("**Yes, within your limits by these figures.**")
    return "\n".join([head, *lines])


def no_minima() -> str:
    """That none are set, and how they are said."""
    example = say("my minima: ceiling 1500, vis 5 km, crosswind 12 gusting 15, an hour before night")
    return say("You have set no minima. Say them like: {example}.", example=example)


def minima_words(minima: Minima) -> str:
    """ "ceiling 1,500 ft, visibility 5 km, crosswind 12 kt gusting 15, 60 min before night"."""
    parts: list[str] = []
    if minima.ceiling_ft is not None:
        parts.append(say("ceiling {feet:,} ft", feet=minima.ceiling_ft))
    if minima.visibility_m is not None:
        sight = visibility_words(minima.visibility_m, f"{minima.visibility_m}SM")
        parts.append(say("visibility {distance}", distance=sight))
    if minima.crosswind_kt is not None:
        gust = say(" gusting {knots}", knots=f"{minima.gust_kt:g}") if minima.gust_kt is not None else ""
        parts.append(say("crosswind {knots:g} kt{gust}", knots=minima.crosswind_kt, gust=gust))
    elif minima.gust_kt is not None:
        parts.append(say("crosswind in gusts {knots:g} kt", knots=minima.gust_kt))
    if minima.wind_kt is not None:
        gust = say(" gusting {knots}", knots=f"{minima.wind_gust_kt:g}") if minima.wind_gust_kt is not None else ""
        parts.append(say("wind {knots:g} kt{gust}", knots=minima.wind_kt, gust=gust))
    elif minima.wind_gust_kt is not None:
        parts.append(say("wind in gusts {knots:g} kt", knots=minima.wind_gust_kt))
    if minima.light_margin_minutes is not None:
        parts.append(say("{minutes} min before night", minutes=minima.light_margin_minutes))
    return ", ".join(parts)
