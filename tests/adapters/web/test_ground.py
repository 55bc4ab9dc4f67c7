"""The page's map: pieces of ground from our own server, and the one outside host that an operator may name."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from adapters.web.channel import WebChannel, WebSettings
from adapters.web.ground import tile_host
from agent.config import AgentSettings
from bot.frames import StoredFrames
from bot.inbox import Inbox
from bot.render.served import ServedGround
from bot.settings import Settings
from bot.store import Store

PAGE = Path(__file__).resolve().parents[3] / "adapters" / "web" / "page"


def ground(tiles: str = "") -> ServedGround:
    return ServedGround(Settings(agent=AgentSettings(), map_tiles_url=tiles))


def client(store: Store, served: ServedGround | None) -> httpx.AsyncClient:
    channel = WebChannel(WebSettings(ground=served), StoredFrames(store))
    app = Starlette(routes=channel.routes(Inbox(store).accept))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://flyfun.test")


async def test_a_piece_of_ground_is_served_compressed_and_kept(store: Store) -> None:
    async with client(store, ground()) as web:
        answer = await web.get("/map/ground/2/2/1")
        assert answer.status_code == 200
        assert answer.headers["content-encoding"] == "gzip"
        assert "max-age" in answer.headers["cache-control"]
        assert any(town[0] == "Paris" for town in answer.json()["towns"])
        about = (await web.get("/map/settings")).json()
        assert about["tiles"] == "" and "Natural Earth" in about["credit"] and "GeoNames" in about["credit"]
        assert set(about["palettes"]) == {"light", "dark"}


@pytest.mark.parametrize(
    "path", ["/map/ground/3/0/0", "/map/ground/2/4/0", "/map/ground/2/0/-1", "/map/ground/99/0/0"]
)
async def test_a_piece_that_is_not_there_is_not_found(store: Store, path: str) -> None:
    async with client(store, ground()) as web:
        assert (await web.get(path)).status_code == 404


async def test_no_outside_host_unless_the_operator_names_one(store: Store) -> None:
    async with client(store, ground()) as web:
        assert "http" not in (await web.get("/")).headers["content-security-policy"]
    async with client(store, ground("https://tiles.example.org/{z}/{x}/{y}.png")) as web:
        policy = (await web.get("/")).headers["content-security-policy"]
        assert "img-src 'self' https://tiles.example.org;" in policy
        assert policy.count("http") == 1
    async with client(store, None) as web:
        assert (await web.get("/map/settings")).status_code == 404


@pytest.mark.parametrize(
    ("tiles", "host"),
    [
        ("", ""),
        ("https://tiles.example.org:8443/a/{z}/{x}/{y}", "https://tiles.example.org:8443"),
        ("javascript:alert(1)", ""),
        ("https://a b; script-src *//{z}", ""),
    ],
)
def test_only_a_host_gets_into_the_policy(tiles: str, host: str) -> None:
    assert tile_host(tiles) == host


def test_the_shipped_library_names_its_licence_and_the_page_no_other_host() -> None:
    assert "BSD 2-Clause" in (PAGE / "map" / "leaflet.LICENSE").read_text()
    for file in (PAGE / "map").glob("*.js"):
        if file.name != "leaflet.js":
            assert "http" not in file.read_text(), file.name


def test_scripts_and_ground_of_a_first_map_are_small() -> None:
    scripts = sum(len(gzip.compress(file.read_bytes())) for file in (PAGE / "map").glob("*.[jc]s*"))
    assert scripts < 80_000
