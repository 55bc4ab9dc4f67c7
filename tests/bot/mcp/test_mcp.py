"""The MCP server, spoken to with the protocol's own client: in memory, on stdio, over HTTP."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from contracts.program import Program, prepared_folder
from mcp import MCPError, StdioServerParameters
from mcp.client.client import Client
from mcp_types import PromptReference, ResourceTemplateReference

from agent.config import AgentSettings
from agent.deps import Deps
from agent.registry import tools
from bot import valkey
from bot.mcp.calls import FENCE, known_links
from bot.mcp.server import mcp_server
from bot.mcp.surface import CORE, example_of, listed, offered, slim

REPOSITORY = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
CALLS = [
    ("calculate_flight_distance", {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": 140}),
    ("find_airports_near_location", {"location_query": "Le Touquet", "filters": {"has_avgas": True}}),
    ("get_airport_details", {"icao_code": "LFAT"}),
    ("get_notification_for_airport", {"icao_code": "LFAT", "from_country": "GB"}),
    ("answer_rules_question", {"country_code": "FR", "question": "Is a flight plan required for VFR?"}),
    ("get_airport_details", {"icao_code": "ZZZZ"}),
]


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


@asynccontextmanager
async def in_memory(deps: Deps, choice: Any = "all") -> AsyncGenerator[Client]:
    async with Client(mcp_server(lambda: deps, choice)) as client:
        yield client


async def call(client: Client, name: str, arguments: dict[str, Any]) -> Any:
    return await client.call_tool(name, arguments)


def text_of(result: Any) -> str:
    return "".join(part.text for part in result.content)


# --- what is offered -------------------------------------------------------------------------------


def test_the_usual_set_fits_into_six_thousand_tokens() -> None:
    told = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed("core")]
    letters = len(json.dumps({"tools": told}, ensure_ascii=False, separators=(",", ":")))
    assert len(told) == 8
    assert letters / 3.6 <= 6_000, letters  # JSON takes 3.6 to 4.5 letters a token


def test_nothing_that_writes_drafts_or_needs_a_chat_is_offered_and_every_hint_is_set() -> None:
    assert not {"propose_report", "set_minima", "set_profile", "set_reminders", "watch_flight"} & set(
        offered("all")
    )
    assert "ask_clarifying_question" not in offered("all")
    for tool in listed("all"):
        hints = tool.annotations
        assert hints is not None
        assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint) == (True, False, True)
        assert hints.open_world_hint is tools()[tool.name].outside


def test_every_example_is_a_call_that_its_tool_takes() -> None:
    for name, tool in offered("all").items():
        example = example_of(name)
        if example is not None:
            tool.parse(example)
    assert all(example_of(name) for name in CORE)


def test_a_schema_loses_titles_and_nulls_and_keeps_what_says_something() -> None:
    schema = {
        "title": "A",
        "type": "object",
        "properties": {"title": {"title": "T", "anyOf": [{"type": "string"}, {"type": "null"}], "default": None}},
        "required": ["title"],
    }
    assert slim(schema) == {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}


async def test_the_client_lists_the_tools_with_titles_and_both_schemas(deps: Deps) -> None:
    async with in_memory(deps, "core") as client:
        found = (await client.list_tools()).tools
    assert sorted(tool.name for tool in found) == sorted(CORE)
    for tool in found:
        assert tool.title and tool.description and "Example:" in tool.description
        assert tool.input_schema["type"] == "object" and tool.output_schema is not None


# --- calls -----------------------------------------------------------------------------------------


async def test_a_call_gives_words_with_sources_and_the_result_that_fits_its_schema(deps: Deps) -> None:
    async with in_memory(deps) as client:
        result = await call(client, "calculate_flight_distance", CALLS[0][1])
    assert not result.is_error
    assert "559 nm" in text_of(result) and "OurAirports" in text_of(result)
    assert round(result.structured_content["distance_nm"]) == 559
    assert result.structured_content["sources"][0]["as_of"]
    assert "visualization" not in result.structured_content


@pytest.mark.thorough
async def test_every_tool_that_needs_nobody_else_answers_its_own_example(deps: Deps) -> None:
    async with in_memory(deps) as client:
        await client.list_tools()  # the client then checks each result against its schema
        for name, tool in offered("all").items():
            example = example_of(name)
            if example is None or tool.outside:
                continue
            result = await call(client, name, example)
            assert not result.is_error, (name, text_of(result))
            assert text_of(result).strip(), name


async def test_wrong_arguments_come_back_as_words_to_repair_them_with(deps: Deps) -> None:
    async with in_memory(deps) as client:
        wrong: tuple[dict[str, Any], ...] = (
            {},
            {"from_location": "EGTF"},
            {"from_location": 7, "to_location": []},
            {"wings": 2},
        )
        for arguments in wrong:
            result = await call(client, "calculate_flight_distance", arguments)
            assert result.is_error and "calculate_flight_distance" in text_of(result)
        with pytest.raises(MCPError, match="Unknown tool"):
            await call(client, "set_minima", {})


async def test_a_long_list_is_told_ten_at_once_and_goes_on_by_its_cursor(deps: Deps) -> None:
    asked = {"query": "France", "filters": {"has_avgas": True}, "max_results": 10}
    async with in_memory(deps) as client:
        first = (await call(client, "search_airports", asked)).structured_content
        second = (await call(client, "search_airports", {**asked, "cursor": first["cursor"]})).structured_content
        wrong = await call(client, "search_airports", {**asked, "cursor": "next please"})
    codes = [[airport["icao"] for airport in page["airports"]] for page in (first, second)]
    assert len(codes[0]) == 10 and codes[1] and not set(codes[0]) & set(codes[1])
    assert wrong.is_error and "cursor" in text_of(wrong)


@pytest.mark.parametrize("calls", [75, pytest.param(500, marks=pytest.mark.chaos)])
@pytest.mark.thorough
async def test_foolish_calls_are_each_answered_in_words(deps: Deps, calls: int) -> None:
    chance = random.Random(20)
    values: list[Any] = [
        "LFAT",
        "",
        "x" * 300,
        0,
        -1,
        1e308,
        True,
        None,
        [],
        ["FR", "DE"],
        {},
        {"a": {"b": 1}},
        "\0",
        "🛩",
    ]
    local = [tool for tool in offered("all").values() if not tool.outside]
    async with in_memory(deps) as client:
        for _ in range(calls):
            tool = chance.choice(local)
            names = [*tool.arguments.model_fields, "cursor", "nonsense"]
            picked = chance.sample(names, chance.randint(0, min(4, len(names))))
            arguments = {name: chance.choice(values) for name in picked}
            for name in tool.required:
                arguments.setdefault(name, chance.choice(values))
            said = text_of(await call(client, tool.name, arguments))
            assert said and "Traceback" not in said, (tool.name, arguments)
            assert "Something broke" not in said, (tool.name, arguments)


def test_a_link_that_is_not_of_a_source_is_taken_out_of_other_peoples_words(deps: Deps) -> None:
    source = deps.airports.source.model_copy(update={"url": "https://good.example/page"})
    text = "See [here](https://evil.example/x) or https://evil.example/y or [the list](https://good.example/z)."
    assert known_links(text, [source]) == "See here or (link left out) or [the list](https://good.example/z)."
    assert "data" in FENCE


# --- resources, prompts, completion ----------------------------------------------------------------


async def test_resources_are_read_by_address_and_what_is_not_known_is_said_so(deps: Deps) -> None:
    async with in_memory(deps) as client:
        listed_now = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        assert [str(item.uri) for item in listed_now] == ["data://manifest"] and len(templates) == 5
        for uri, holds in [
            ("airport://LFAT", "Le Touquet"),
            ("notice://LFAT?date=2026-12-19", "LFAT"),
            ("rules://FR", "vfr-flight-plan-required"),
            ("rules://FR/vfr-flight-plan-required", "France"),
            ("aircraft://SR22", "SR22"),
            ("data://manifest", "OurAirports"),
        ]:
            contents = (await client.read_resource(uri)).contents
            assert holds in contents[0].text, uri  # type: ignore[union-attr]
            json.loads(contents[0].text)  # type: ignore[union-attr]
        for uri in (
            "airport://ZZZZ",
            "rules://XX",
            "rules://FR/no-such",
            "ftp://x",
            "airport://",
            "data://secrets",
        ):
            with pytest.raises(MCPError):
                await client.read_resource(uri)


async def test_codes_countries_and_questions_are_completed(deps: Deps) -> None:
    airfield, rules = (ResourceTemplateReference(uri=uri) for uri in ("airport://{icao}", "rules://{country}"))
    async with in_memory(deps) as client:
        codes = (await client.complete(airfield, {"name": "icao", "value": "lfa"})).completion.values
        assert "LFAT" in codes and all(code.startswith("LFA") for code in codes)
        assert (await client.complete(rules, {"name": "country", "value": "F"})).completion.values == ["FI", "FR"]
        prompt = PromptReference(name="trip_check")
        assert (
            "SR22" in (await client.complete(prompt, {"name": "aircraft_type", "value": "sr"})).completion.values
        )


async def test_prompts_are_filled_and_an_open_blank_is_named(deps: Deps) -> None:
    async with in_memory(deps) as client:
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        assert names == ["border_brief", "trip_check", "compare_rules", "explain_notice", "flyout_plan"]
        filled = await client.get_prompt(
            "border_brief", {"origin": "EGTF", "destination": "{LFAT}", "date": "Saturday"}
        )
        assert "from EGTF to {LFAT} on Saturday" in filled.messages[0].content.text  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="destination"):
            await client.get_prompt("border_brief", {"origin": "EGTF"})


# --- transports ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, data_dir: Path) -> Iterator[Program]:
    made = Program(prepared_folder(tmp_path_factory.mktemp("served") / "data", data_dir))
    made.start()
    yield made
    made.close()
    valkey.stop(made.folder)


@pytest.mark.thorough
async def test_the_three_ways_in_give_the_same_results(data_dir: Path, program: Program) -> None:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bot", "mcp", "--all"],
        cwd=str(REPOSITORY),
        env={"PATH": os.environ["PATH"], "HOME": str(data_dir), "FLYFUN_DATA_DIR": str(data_dir)},
    )
    found: list[list[Any]] = []
    of_now = mcp_server(lambda: Deps(settings=AgentSettings(data_dir=data_dir)), "all")
    for way in (of_now, server, f"{program.address}/mcp/all"):
        async with Client(way) as client:
            results = [await call(client, name, arguments) for name, arguments in CALLS]
            found.append([(result.is_error, result.structured_content, text_of(result)) for result in results])
    assert found[0] == found[1] == found[2]


@pytest.mark.thorough
async def test_over_http_another_host_and_another_site_are_refused(program: Program) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    headers = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
    async with httpx.AsyncClient(base_url=program.address, trust_env=False) as client:
        rebound = await client.post("/mcp", json=body, headers={**headers, "host": "evil.example"})
        foreign = await client.post("/mcp", json=body, headers={**headers, "origin": "https://evil.example"})
        huge = await client.post("/mcp", content=b"x" * 300_000, headers=headers)
    assert (rebound.status_code, foreign.status_code, huge.status_code) == (421, 403, 413)


@pytest.mark.thorough
async def test_an_older_client_shakes_hands_as_it_knows(program: Program) -> None:
    async with Client(f"{program.address}/mcp", mode="legacy") as client:
        assert len((await client.list_tools()).tools) == 8
