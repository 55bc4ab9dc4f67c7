"""Tokens of an authorization server of somebody else's: a real one in a thread, with keys of its own."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm
from starlette.applications import Starlette
from starlette.testclient import TestClient

from agent.deps import Deps
from bot.mcp.http import McpEndpoint
from bot.mcp.oauth import ResourceServer
from bot.tokens import Tokens, hashed

PUBLIC = "https://fly.example"
RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
CURVE = ec.generate_private_key(ec.SECP256R1())


class Issuer(ThreadingHTTPServer):
    """Names itself, publishes its keys, and counts how often it is asked."""

    keys: dict[str, Any]
    asked: int = 0
    named: str = ""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def publish(self, **keys: Any) -> None:
        self.keys = {
            name: {**json.loads(_algorithm(key).to_jwk(key.public_key())), "kid": name, "use": "sig"}
            for name, key in keys.items()
        }


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Issuer)
        server.asked += 1
        told: dict[str, Any] | None = None
        if self.path == "/.well-known/openid-configuration":
            told = {"issuer": server.named or server.address, "jwks_uri": f"{server.address}/keys"}
        elif self.path == "/keys":
            told = {"keys": list(server.keys.values())}
        body = json.dumps(told or {}).encode()
        self.send_response(200 if told else 404)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def _algorithm(key: Any) -> Any:
    return RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else ECAlgorithm


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    server = Issuer(("127.0.0.1", 0), Answers)
    server.publish(one=RSA)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def signed(issuer: Issuer, key: Any = RSA, kid: str = "one", algorithm: str = "RS256", **claims: Any) -> str:
    told = {"iss": issuer.address, "aud": f"{PUBLIC}/mcp", "sub": "anna", "exp": int(time.time()) + 600, **claims}
    told = {name: value for name, value in told.items() if value is not None}
    return jwt.encode(told, key, algorithm=algorithm, headers={"kid": kid})


async def who(issuer: Issuer, token: str, path: str = "/mcp") -> str | None:
    return await ResourceServer(issuer.address, PUBLIC).who(f"Bearer {token}", path)


async def test_a_token_of_the_server_for_this_flyfun_is_taken(issuer: Issuer) -> None:
    assert await who(issuer, signed(issuer)) == "oauth anna"
    assert await who(issuer, signed(issuer, aud=["https://other.example", f"{PUBLIC}/mcp"])) == "oauth anna"
    issuer.publish(curve=CURVE)
    assert await who(issuer, signed(issuer, CURVE, "curve", "ES256")) == "oauth anna"


FORGED: dict[str, Callable[[Issuer], str]] = {
    "expired": lambda issuer: signed(issuer, exp=int(time.time()) - 3600),
    "not yet valid": lambda issuer: signed(issuer, nbf=int(time.time()) + 3600),
    "never expires": lambda issuer: signed(issuer, exp=None),
    "nobody's": lambda issuer: signed(issuer, sub=None),
    "meant for another": lambda issuer: signed(issuer, aud="https://other.example/mcp"),
    "meant for another path": lambda issuer: signed(issuer, aud=f"{PUBLIC}/mcp/all"),
    "meant for all": lambda issuer: signed(issuer, aud=None),
    "of another server": lambda issuer: signed(issuer, iss="https://evil.example"),
    "signed by another": lambda issuer: signed(issuer, rsa.generate_private_key(65537, 2048)),
    "with an unknown key": lambda issuer: signed(issuer, kid="two"),
    "signed by nobody": lambda issuer: signed(issuer, "", algorithm="none"),
    "with a shared secret": lambda issuer: signed(issuer, json.dumps(issuer.keys["one"]) * 3, algorithm="HS256"),
    "changed": lambda issuer: signed(issuer)[:-6] + "AAAAAA",
    "no token": lambda issuer: "a.b.c",
    "too long": lambda issuer: signed(issuer, extra="x" * 20_000),
}


@pytest.mark.parametrize("kind", FORGED)
async def test_any_other_token_is_refused(issuer: Issuer, kind: str) -> None:
    assert await who(issuer, FORGED[kind](issuer)) is None


async def test_a_new_key_is_read_and_an_unknown_one_does_not_make_us_ask_again_and_again(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard = ResourceServer(issuer.address, PUBLIC)
    assert await guard.who(f"Bearer {signed(issuer)}", "/mcp") == "oauth anna"
    issuer.publish(one=RSA, new=CURVE)
    asked = issuer.asked
    new = signed(issuer, CURVE, "new", "ES256")
    assert [await guard.who(f"Bearer {new}", "/mcp") for _ in range(5)] == [None] * 5
    assert issuer.asked == asked
    monkeypatch.setattr("bot.mcp.oauth.AGAIN_SECONDS", 0.0)
    assert await guard.who(f"Bearer {new}", "/mcp") == "oauth anna"


async def test_a_server_that_names_itself_otherwise_or_is_away_lets_nobody_in(issuer: Issuer) -> None:
    issuer.named = "https://evil.example"
    assert await who(issuer, signed(issuer)) is None
    away = ResourceServer("http://127.0.0.1:9", PUBLIC)
    assert await away.who(f"Bearer {signed(issuer)}", "/mcp") is None


def test_a_client_learns_where_to_sign_in_and_other_tokens_go_on_being_taken(issuer: Issuer) -> None:
    secret = "a-long-and-random-token-of-somebody"
    guard = ResourceServer(issuer.address, PUBLIC)
    endpoint = McpEndpoint(Deps, "0.0.0.0", Tokens.of("", f"claude={hashed(secret)}"), guard)
    client = TestClient(Starlette(routes=list(endpoint.routes())))
    refused = client.post("/mcp/all", json={})
    where = f"{PUBLIC}/.well-known/oauth-protected-resource/mcp/all"
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == f'Bearer resource_metadata="{where}"'
    told = client.get(where.removeprefix(PUBLIC)).json()
    assert told["resource"] == f"{PUBLIC}/mcp/all"
    assert told["authorization_servers"] == [issuer.address]
    wrong = client.post("/mcp", json={}, headers={"authorization": "Bearer a.b.c"})
    assert wrong.status_code == 401 and 'error="invalid_token"' in wrong.headers["www-authenticate"]
    scope = {"type": "http", "headers": [(b"authorization", f"Bearer {secret}".encode())]}
    assert endpoint.refused(scope) is None
