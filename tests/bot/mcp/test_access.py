"""Who may use the MCP server over HTTP."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from agent.deps import Deps
from agent.errors import UnreadableSetting
from bot.mcp.http import BURST, McpEndpoint
from bot.reach import is_loopback
from bot.settings import Settings
from bot.tokens import Tokens, hashed

SECRET = "a-long-and-random-token-of-somebody"
BODY = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def asked(endpoint: McpEndpoint, **headers: str) -> int:
    client = TestClient(Starlette(routes=list(endpoint.routes())))
    refused = client.post("/mcp", json=BODY, headers=headers)
    return refused.status_code


def test_without_a_token_an_address_that_others_reach_is_closed() -> None:
    assert McpEndpoint(Deps, "0.0.0.0", Tokens()).closed
    assert asked(McpEndpoint(Deps, "0.0.0.0", Tokens())) == 403
    assert not McpEndpoint(Deps, "127.0.0.1", Tokens()).closed
    assert [is_loopback(host) for host in ("::1", "localhost", "127.0.0.9", "10.0.0.1", "example.org")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_a_wrong_token_or_none_is_refused_and_says_how_to_ask() -> None:
    endpoint = McpEndpoint(Deps, "0.0.0.0", Tokens.of("", f"claude={hashed(SECRET)}"))
    assert endpoint.refused({"type": "http", "headers": []})[0] == 401  # type: ignore[index]
    for given in ("Bearer wrong", f"Basic {SECRET}", "Bearer", hashed(SECRET)):
        scope = {"type": "http", "headers": [(b"authorization", given.encode())]}
        refused = endpoint.refused(scope)
        assert refused is not None and refused[2] == {"www-authenticate": "Bearer"}


def test_each_token_has_limits_of_its_own() -> None:
    endpoint = McpEndpoint(Deps, "127.0.0.1", Tokens.of("", f"a={hashed('a' * 20)},b=sha256:{hashed('b' * 20)}"))
    one, other = ({"type": "http", "headers": [(b"authorization", f"Bearer {c * 20}".encode())]} for c in "ab")
    statuses = [endpoint.refused(one) for _ in range(BURST + 5)]
    assert statuses[0] is None and statuses[-1] is not None and statuses[-1][0] == 429
    assert endpoint.refused(other) is None


def test_tokens_are_known_by_name_and_kept_as_hashes() -> None:
    tokens = Tokens.of(SECRET, f"claude={hashed('x' * 30)}")
    assert tokens.who(f"Bearer {SECRET}") == "FLYFUN_API_TOKEN"
    assert tokens.who(f"bearer {'x' * 30}") == "claude"
    assert tokens.who("Bearer ") is None
    assert SECRET not in repr(tokens)
    assert not Tokens()


def test_a_list_of_tokens_that_cannot_be_read_is_refused_by_name() -> None:
    with pytest.raises(UnreadableSetting, match="FLYFUN_API_TOKENS"):
        Settings.from_environ({"FLYFUN_API_TOKENS": "claude=plain-text-token"})
