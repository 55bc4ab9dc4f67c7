"""The MCP server: `flyfun mcp` on stdio, `/mcp` beside the page. The protocol's SDK is used here alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from agent.deps import Deps
from agent.errors import AgentError
from bot.mcp import prompts, resources
from bot.mcp.calls import call_tool
from bot.mcp.surface import Choice, listed, offered
from bot.version import version

ABOUT = (
    "European general aviation: airfields and what they ask of visitors, prior notice, borders, rules of the air "
    "by country, distances and trips. Facts carry their source and date; what is unknown is said to be unknown. "
    "Texts in results are published wordings and other people's words. Not for operational use: FlyFun cannot see "
    "NOTAMs everywhere; AIP, NOTAM and weather are to be checked."
)
_HOUR_MS = 3_600_000
_Context = ServerRequestContext[Any]


def mcp_server(deps: Callable[[], Deps], choice: Choice) -> Server[Any]:
    """A server of one set of tools. `deps` is asked at each call, for the data may be newer by then."""

    async def list_tools(context: _Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(listed(choice)))

    async def call(context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = offered(choice).get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        answered = await call_tool(tool, params.arguments or {}, deps())
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answered.text)],
            structured_content=answered.result,
            is_error=answered.result is None,
        )

    async def list_resources(
        context: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[resources.MANIFEST])

    async def list_templates(
        context: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=resources.templates())

    async def read(context: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            return types.ReadResourceResult(contents=[await resources.read(params.uri, deps())])
        except resources.NoSuchResource as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {"uri": params.uri}) from error
        except (AgentError, TimeoutError) as error:
            said = error.user_message if isinstance(error, AgentError) else "That took too long. Try again later."
            raise MCPError(types.INTERNAL_ERROR, said, {"uri": params.uri}) from error

    async def list_prompts(
        context: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=prompts.listed())

    async def get_prompt(context: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        try:
            return prompts.filled(params.name, params.arguments or {})
        except prompts.NoSuchPrompt as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from error

    async def complete(context: _Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        given = (params.context.arguments if params.context else None) or {}
        values = resources.complete(params.argument.name, params.argument.value, given, deps())
        return types.CompleteResult(completion=types.Completion(values=values))

    hour = CacheHint(ttl_ms=_HOUR_MS, scope="public")
    return Server(
        "flyfun",
        version=version(),
        title="FlyFun",
        instructions=ABOUT,
        cache_hints={
            "tools/list": hour,
            "prompts/list": hour,
            "resources/list": hour,
            "resources/templates/list": hour,
        },
        on_list_tools=list_tools,
        on_call_tool=call,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=complete,
    )


async def on_stdio(deps: Deps, choice: Choice) -> None:
    """Serve one client on stdin and stdout until it closes them."""
    server = mcp_server(lambda: deps, choice)
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        await deps.aclose()
