"""What the operator sees of the language model: costs with -v, and the cause of a failure from the doctor."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest
from contracts import forked
from servers.openai import KEY, openai_server

RULES = "Do I need a flight plan for VFR in France?"


async def _flyfun(folder: Path, url: str, *arguments: str, **more: str) -> tuple[str, str]:
    environment = {
        "PATH": "/usr/bin:/bin",
        "FLYFUN_DATA_DIR": str(folder),
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": url,
        **more,
    }
    done = await asyncio.to_thread(forked.run, ["-m", "bot", *arguments], env=environment)
    return done.stdout, done.stderr


@pytest.mark.thorough
async def test_v_shows_plan_tokens_and_cost_of_the_answer_and_the_day(data_dir: Path) -> None:
    name = secrets.token_hex(4)
    async with openai_server(reply="France asks for no flight plan in general.") as server:
        out, error = await _flyfun(data_dir, server.url, "ask", RULES, "--chat", name, "-v")
        assert out.startswith("France asks for no flight plan in general.")
        assert '"made_by": "reader"' in error
        assert '"reasoning"' in error
        assert "model calls 1, tokens 18, 0.0002 USD" in error  # 11 at 5 and 7 at 15 dollars a million
        assert "today: this conversation 18 tokens, 0.0002 USD; all " in error
        more = {"FLYFUN_DAILY_BUDGET_USD": "0.000001"}
        out, error = await _flyfun(data_dir, server.url, "ask", RULES, "-v", **more)
        assert "budget" in error
        assert not out.startswith("France asks for no flight plan in general.")
        assert "France" in out
        assert len(server.bodies) == 1


@pytest.mark.thorough
async def test_the_doctor_names_the_cause_and_no_key(data_dir: Path) -> None:
    async with openai_server(always="401") as server:
        out, error = await _flyfun(data_dir, server.url, "doctor")
    (line,) = [line for line in out.splitlines() if "language model:" in line]
    assert line.startswith("FAIL")
    assert "401: the key is refused; set OPENAI_API_KEY" in line
    assert KEY not in out + error
