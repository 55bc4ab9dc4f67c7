"""Every tool that speaks of the border says the same of the same flight: 500 random pairs, asked of all of them."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import agent.subjects.border.deadline_words
import agent.subjects.border.words
import agent.subjects.notice.words
import agent.subjects.trip.words
from agent import registry
from agent.aviation.airports import Airport
from agent.aviation.formalities import FlightEnd, entry_classes, formalities
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall, ToolResult
from agent.subjects.border.report_time import ReportDeadline
from agent.subjects.border.tool import BorderBrief, entry_fields
from agent.subjects.notice.tool import AirfieldNotice
from agent.subjects.trip.timeline import TripPlan
from agent.writing.write import Talk, write

pytestmark = pytest.mark.thorough

NOW = datetime(2026, 2, 10, 9, 0, tzinfo=UTC)
PAIRS = 500
assert agent.subjects.border.deadline_words and agent.subjects.trip.words
assert agent.subjects.border.words and agent.subjects.notice.words


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


async def run(deps: Deps, tool: str, **arguments: Any) -> ToolResult:
    question = Question(text="asked", at=NOW)
    call = ToolCall(tool=tool, arguments=arguments)
    return await registry.run(call, registry.ToolContext(deps=deps, question=question))


def random_pairs(deps: Deps) -> list[tuple[Airport, Airport]]:
    """Half of the destinations have facts, as only those can differ in what their texts ask."""
    rng = random.Random(15)
    told = [a for i in deps.facts.idents_with("notice", "border_point") if (a := deps.airports.get(i)) is not None]
    european = [c for t in deps.borders.territories() if len(c := t.country) == 2]
    fields = [a for c in dict.fromkeys(european) for a in deps.airports.in_country(c) if a.icao]
    pairs: list[tuple[Airport, Airport]] = []
    while len(pairs) < PAIRS:
        start, end = rng.choice(fields), rng.choice(told if rng.random() < 0.6 else fields)
        if start.ident != end.ident:
            pairs.append((start, end))
    return pairs


@pytest.mark.thorough
async def test_brief_notice_and_entry_fields_agree_on_500_random_pairs(deps: Deps) -> None:
    context = registry.ToolContext(deps=deps, question=Question(text="asked", at=NOW))
    entries = {field.icao: field for field in entry_fields(context, NOW.date())}
    differ: list[str] = []
    for start, end in random_pairs(deps):
        ends = [FlightEnd(deps.borders.territory(a), a) for a in (start, end)]
        truth = formalities(deps.borders, deps.facts, ends[0], ends[1], NOW.date())
        brief = await run(deps, "get_border_brief", from_location=start.ident, to_location=end.ident)
        assert isinstance(brief, BorderBrief)
        name = f"{start.ident} {end.ident}"
        if brief.arrival is None or brief.departure is None:
            differ.append(f"{name}: no brief")
            continue
        for told, known in ((brief.departure, truth.departure), (brief.arrival, truth.arrival)):
            if (told.immigration, told.customs) != (known.immigration, known.customs):
                differ.append(f"{name}: flags")
            if [r.text for r in told.reports] != [d.text for d in known.reports]:
                differ.append(f"{name}: reports")
            texts = deps.facts.of(known.ident).notices
            named = any(known.concerns(r) and len(r.flight_classes) < 4 for n in texts for r in n.rules.rules)
            if not known.needed and not named and (told.demands or told.declaration or told.country_default):
                differ.append(f"{name}: the brief asks notice of a free flight")
            if told.can_clear and not (
                known.flight_class is None or known.flight_class in entry_classes(deps.facts.of(known.ident))
            ):
                differ.append(f"{name}: can clear, but is no entry field")
            if told.can_clear and told.icao not in entries:
                differ.append(f"{name}: can clear, but is not listed")
        origin = ends[0].territory
        if deps.borders.named(origin.name) is None and len(origin.code) != 2:
            continue
        if start.ident in deps.borders.shared or end.ident in deps.borders.shared:
            continue  # the notice is not told which sector the flight comes from
        said = origin.code if len(origin.code) == 2 else origin.name
        notice = await run(deps, "get_notification_for_airport", icao_code=end.ident, from_country=said)
        assert isinstance(notice, AirfieldNotice)
        border = [d for d in notice.demands if {"Customs", "Immigration", "Police"} & set(d.services)]
        free = (brief.arrival.immigration, brief.arrival.customs) == ("no", "no")
        if free != (notice.border == "Immigration and customs: none for this flight."):
            differ.append(f"{name}: notice says {notice.border}")
        if notice.country_default != brief.arrival.country_default:
            differ.append(f"{name}: the country's default")
        leads = {(d.kind, d.hours) for d in brief.arrival.demands if d.states_lead}
        if not leads <= {(d.kind, d.hours) for d in border}:
            differ.append(f"{name}: leads {leads}")
        if brief.arrival.can_clear is False and not any(d.kind in ("not_available", "silent") for d in border):
            differ.append(f"{name}: cannot clear, but the notice does not say so")
    assert differ == [], "\n".join(differ)


@pytest.mark.thorough
async def test_trip_and_deadlines_agree_with_the_formalities_on_500_random_pairs(deps: Deps) -> None:
    """The trip's reports and border tasks, and the deadline of the GAR, the police and customs, of the same flight."""
    differ: list[str] = []
    for start, end in random_pairs(deps):
        ends = [FlightEnd(deps.borders.territory(a), a) for a in (start, end)]
        truth = formalities(deps.borders, deps.facts, ends[0], ends[1], NOW.date())
        said = {"from_location": start.ident, "to_location": end.ident, "day": "2026-02-14"}
        plan = await run(deps, "plan_trip", **said, off_block="11:00", cruise_speed_kts=110)
        assert isinstance(plan, TripPlan)
        name = f"{start.ident} {end.ident}"
        if truth.closed:
            if not plan.closed or plan.tasks:
                differ.append(f"{name}: a closed airspace is planned")
            continue
        timed = {
            d.name: (d.earliest_hours, d.latest_hours)
            for end_ in (truth.departure, truth.arrival)
            for d in end_.reports
            if d.latest_hours is not None
        }
        undated = {
            f"{end_.ident} General declaration"
            for end_ in (truth.departure, truth.arrival)
            for d in end_.reports
            if d.name == "general declaration" and d.latest_hours is None
        }
        leg = plan.legs[0]
        tasks = {t.title: t for t in plan.tasks if t.kind == "report"}
        if set(tasks) != {*timed, *undated}:
            differ.append(f"{name}: the trip's reports {set(tasks)} are not { ({*timed, *undated}) }")
        if leg.crosses != truth.crosses:
            differ.append(f"{name}: crosses")
        for side, word in ((truth.departure, "leaving"), (truth.arrival, "arriving")):
            border = [t for t in plan.tasks if t.kind == "border" and t.key.startswith(f"border:{word}")]
            if border and not side.needed:
                differ.append(f"{name}: the trip asks a free end ({word})")
            told = border or side.can_clear is False or any(side.ident in u.icaos for u in plan.unknown)
            if side.needed and truth.crosses and not told:
                differ.append(f"{name}: the trip leaves out the border, {word}")
        for report in ("GAR", "police notice"):
            asked = await run(deps, "get_report_deadline", report=report.split()[0], **said, time="11:00")
            assert isinstance(asked, ReportDeadline)
            mine = {(t.earliest_hours, t.latest_hours) for t in asked.times if t.name == report}
            wanted = {timed[one] for one in timed if one == report}
            if mine != wanted:
                differ.append(f"{name}: deadline of {report}: {mine}, not {wanted}")
            task = tasks.get(report)
            moments = {t.until_utc for t in asked.times if t.name == report}
            if task is not None and task.latest is not None and leg.off_blocks is not None:
                same = {datetime.fromisoformat(m) for m in moments if m} == {task.latest}
                if not same:
                    differ.append(f"{name}: {report} by {moments}, in the trip by {task.latest}")
    assert differ == [], "\n".join(differ[:40])


# Whether the French order's 24 h stand, as the field's text (AD 2.3) has it: a lead that the AIP publishes replaces
# them (arrêté du 24 octobre 2017, art. 5), and replaces nothing for other days, of goods alone or on a condition.
ORDER_STANDS = [
    ("LFAC", "2026-02-15", False),  # PPR PN 2 HR before ETA, in summer and in winter
    ("LFAC", "2026-07-05", False),
    ("LFAQ", "2026-02-15", False),  # 12 HR, 24 HR at the weekend
    ("LFBE", "2026-02-15", False),  # TUE-FRI 24 HR; SAT to MON by FRI 1300
    ("LFRQ", "2026-02-16", True),  # May to September PN 48 HR
    ("LFRQ", "2026-07-06", False),
    ("LFKC", "2026-02-16", True),  # customs alone 6 HR
    ("LFMT", "2026-02-16", True),  # outside its schedule 7HR
    ("LFAT", "2026-02-14", True),  # hours, no lead
    ("LFMD", "2026-02-16", True),  # on request
    ("LFLS", "2026-02-16", True),  # PN 24HR, May to November
    ("LFLS", "2026-07-06", False),
]


@pytest.mark.parametrize(("field", "day", "stands"), ORDER_STANDS)
async def test_all_tools_tell_the_french_orders_24_hours_where_the_field_states_no_lead(
    deps: Deps, field: str, day: str, stands: bool
) -> None:
    flight = {"from_location": "EGKA", "to_location": field}
    results = {
        "notice": await run(deps, "get_notification_for_airport", icao_code=field, date=day, from_country="GB"),
        "brief": await run(deps, "get_border_brief", **flight, date=day),
        "deadline": await run(deps, "get_report_deadline", report="customs", **flight, day=day),
        "trip": await run(deps, "plan_trip", **flight, day=day, off_block="11:00", cruise_speed_kts=110),
    }
    told: dict[str, bool] = {}
    for name, result in results.items():
        call = ToolCall(tool=name, arguments={})
        question = Question(text="asked", at=NOW)
        talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
        told[name] = "not always" in write(result, talk).text
    assert told == dict.fromkeys(results, stands)


SPEAKS_OF_A_REPORT = re.compile(r"gendec|general declaration|\bGAR\b", re.IGNORECASE)


def own_texts(deps: Deps, question: str, code: str) -> list[str]:
    return [answer.text for answer in deps.rules.corpus.answers(question, code) if not answer.regime]


def survey_states(deps: Deps) -> list[str]:
    return [code for code in deps.rules.corpus.countries if len(code) == 2 and code != "EU"]


async def test_the_brief_of_every_state_says_what_its_rules_say_of_arriving_and_the_reverse(deps: Deps) -> None:
    for code in survey_states(deps):
        start = "FR" if code in ("GB", "IM", "JE", "GG") else "GB"
        name = deps.borders.of_country(code).name
        brief = await run(deps, "get_border_brief", from_location=country(deps, start), to_location=name)
        assert isinstance(brief, BorderBrief) and brief.arrival is not None, code
        texts = own_texts(deps, "non-schengen-arrival", code)
        reported = {report.name for report in brief.arrival.reports} & {"GAR", "general declaration"}
        assert bool(reported) == any(SPEAKS_OF_A_REPORT.search(text) for text in texts), (code, texts, reported)
        if "GAR" not in reported:
            assert [one.text for one in brief.arrival.state_says] == texts, code
        links = {link for a in deps.rules.corpus.answers("non-schengen-arrival", code) for link in a.links}
        assert "GAR" in reported or not links or links & {source.url for source in brief.sources}, code


async def test_the_brief_of_every_state_says_what_its_rules_say_of_the_flight_plan(deps: Deps) -> None:
    for code in survey_states(deps):
        start = "DE" if code == "FR" else "FR"
        name = deps.borders.of_country(code).name
        brief = await run(deps, "get_border_brief", from_location=country(deps, start), to_location=name)
        assert isinstance(brief, BorderBrief) and brief.flight_plan is not None, code
        said = [one.text for one in brief.flight_plan.states_say]
        expected = [text for c in (start, code) for text in own_texts(deps, "fpl-border-crossing", c)]
        assert said == expected, code


def country(deps: Deps, code: str) -> str:
    found = deps.countries.get(code)
    assert found is not None
    return found.name


@pytest.mark.parametrize(("start", "end", "words"), [("EGKB", "EBOS", "police.be"), ("EGKA", "EHTE", "gendec.eu")])
async def test_a_declaration_that_the_rules_hold_is_in_the_words_of_the_brief(
    deps: Deps, start: str, end: str, words: str
) -> None:
    brief = await run(deps, "get_border_brief", from_location=start, to_location=end)
    assert isinstance(brief, BorderBrief)
    call = ToolCall(tool="get_border_brief", arguments={"from_location": start, "to_location": end})
    question = Question(text="customs", at=NOW)
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
    text = write(brief, talk).text
    assert words in text and "I know of none" not in text
