"""A real browser, a program of its own for it to ask, and pages that complain of nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from contracts.program import Program, prepared_folder
from e2e.sites import Site, site_in_a_folder

from bot import valkey

CHROMIUM = Path("/usr/bin/chromium")
OFFLINE = "An unknown error occurred when fetching the script."
"""What Chromium says by itself when it looks for a newer service worker while the device is offline."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WAIT_MS = 60_000


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A headless Chromium; without one these tests are skipped, or fail where it is required."""
    if not CHROMIUM.exists():
        why = f"{CHROMIUM} is absent: apt-get install chromium to test the page"
        if os.environ.get("FLYFUN_REQUIRE_BROWSER") == "1":
            pytest.fail(why)
        pytest.skip(why)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory, data_dir: Path) -> Iterator[Program]:
    made = Program(prepared_folder(tmp_path_factory.mktemp("page"), data_dir))
    made.start()
    yield made
    made.close()
    valkey.stop(made.folder)


@pytest.fixture
def open_page(chromium: Any, program: Program) -> Iterator[Any]:
    """Opens the page in a browser context of its own; whatever the page complains of fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_(width: int = 1280, height: int = 800, path: str = "/", **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type == "error" and said.text != OFFLINE else None,
        )
        page.goto(program.address + path)
        return page

    open_.complaints = complaints  # type: ignore[attr-defined]
    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def site() -> Iterator[Site]:
    with site_in_a_folder() as made:
        yield made
