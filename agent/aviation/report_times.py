"""By when a flight plan is filed and closed, state by state, where a text that was read gives a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source

PlanReport = Literal["flight_plan", "closing"]
Where = Literal["abroad", "inside", "any"]


@dataclass(frozen=True, slots=True)
class PlanTime:
    """One state's time limit: minutes before departure or after landing; None where the text gives no figure."""

    report: PlanReport
    countries: frozenset[str]
    flight: Where
    before_minutes: int | None
    after_minutes: int | None
    text: str
    source: Source


class ReportTimes:
    """The table, `data/report_times.toml`."""

    def __init__(self, table: dict[str, Any]) -> None:
        sources = {
            key: Source(name=row["name"], url=row.get("url"), as_of=row.get("as_of") or row["read_on"])
            for key, row in table["sources"].items()
        }
        self._rows = tuple(
            PlanTime(
                report=cast(PlanReport, row["report"]),
                countries=frozenset[str](row["countries"]),
                flight=cast(Where, row["flight"]),
                before_minutes=row.get("before_minutes"),
                after_minutes=row.get("after_minutes"),
                text=row["text"],
                source=sources[row["source"]],
            )
            for row in table["time"]
        )

    @classmethod
    def load(cls, settings: AgentSettings) -> ReportTimes:
        """The table that ships. Raises `DataProblem` when it is missing or damaged."""
        path = settings.data / "report_times.toml"
        try:
            return cls(toml_table(path))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataProblem(
                "The table of report times is missing or damaged.", detail=f"{path}: {error}"
            ) from error

    def plan_over_border(self, country: str) -> PlanTime | None:
        """How long before a flight abroad its plan is filed, where a text gives the figure."""
        rows = self.of("flight_plan", country, True)
        return next((row for row in rows if row.before_minutes is not None), None)

    def of(self, report: PlanReport, country: str, abroad: bool | None) -> tuple[PlanTime, ...]:
        """What a state asks, the longest lead first. `abroad`: does the flight cross a border? None: not said."""
        kinds = {"any", "abroad", "inside"} if abroad is None else {"any", "abroad" if abroad else "inside"}
        found = [r for r in self._rows if r.report == report and country in r.countries and r.flight in kinds]
        return tuple(sorted(found, key=lambda r: -(r.before_minutes or 0)))
