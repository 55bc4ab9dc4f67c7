"""What a trip is asked with: where from and to, when there and back, with whom and in what."""

from __future__ import annotations

from pydantic import AliasChoices, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.protocol import ToolCall
from agent.registry import Arguments
from agent.subjects.trip.timeline import Asked
from tongue import say

MOST_STOPS = 6


class TripArguments(Arguments):
    """Where from and to, when there and when back; all but where to can be left out."""

    from_location: str | None = Field(
        default=None,
        validation_alias=AliasChoices("from_location", "from", "departure"),
        description="code or town; without it the home base",
    )
    to_location: str = Field(
        validation_alias=AliasChoices("to_location", "to", "destination"), description="code or town"
    )
    day: str | None = Field(default=None, description="ISO date of the flight out")
    off_block: str | None = Field(default=None, description="local time off blocks of the flight out, HH:MM")
    return_day: str | None = Field(default=None, description='ISO date of the way back, or "same day"')
    return_off_block: str | None = Field(default=None, description="local time off blocks of the way back, HH:MM")
    arrive_by: str | None = Field(default=None, description="local time by which one is there, HH:MM")
    return_by: str | None = Field(default=None, description="local time by which one is home again, HH:MM")
    via: tuple[str, ...] = Field(default=(), description="fields on the way out, in order")
    via_off_block: dict[str, str] = Field(
        default_factory=dict[str, str],
        description="when a field of `via` or `return_via` is left, by its name as it stands there: local time "
        '"14:00", nights after `day` or `return_day` "+1", or both "+1 09:30"',
    )
    return_via: tuple[str, ...] = Field(default=(), description="fields on the way home, in order")
    people: int | None = Field(default=None, ge=1, le=100, description="people on board, the pilot included")
    nationals: tuple[str, ...] = Field(
        default=(), max_length=6, description='passports of people aboard, ISO codes: "IN", "US"'
    )
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22" …')
    cruise_speed_kts: float | None = Field(default=None, description="knots; wins over the aircraft type")
    ground_minutes: int | None = Field(
        default=None, ge=5, le=600, description="minutes on the ground at each stop, where that was said"
    )
    flight_minutes: int | None = Field(
        default=None, ge=5, le=1440, description="off to on blocks of the one flight, where that was said"
    )
    longest_leg_minutes: SkipJsonSchema[int | None] = Field(
        default=None, ge=10, le=1440, description="no leg is to take longer, where that was said"
    )
    margin_minutes: int | None = Field(
        default=None, ge=0, le=240, description="kept before sunset and closing hours, where that was said"
    )
    headwind_kts: float | None = Field(
        default=None, ge=-150, le=150, description="on the way out, as it was said; negative on the tail"
    )
    return_headwind_kts: float | None = Field(
        default=None, ge=-150, le=150, description="the same of the way home"
    )
    taken: tuple[str, ...] = Field(
        default=(), description='words for a part of the day and the hour taken for them: "after lunch|14:00"'
    )
    about: Asked = Field(default="everything", description="what of the plan is asked first")

    @field_validator("to_location")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(say("say where to"))
        return value.strip()[:200]

    @field_validator("via", "return_via")
    @classmethod
    def _few(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(value) > MOST_STOPS:
            raise ValueError(say("give me at most {most} stops on the way", most=MOST_STOPS))
        return tuple(stop.strip()[:200] for stop in value if stop.strip())


def call_of(arguments: TripArguments) -> ToolCall:
    return ToolCall(tool="plan_trip", arguments=arguments.canonical())
