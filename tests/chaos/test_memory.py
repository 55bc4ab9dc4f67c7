"""How much memory the program holds after a thousand questions, and whether it grows with ten thousand.

`FLYFUN_SOAK=10000 pytest -m chaos tests/chaos/test_memory.py -s` asks as many; a thousand is the default.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from contracts.program import Program, fresh_folder
from contracts.site import API, said
from contracts.tally import tally

from bot import valkey

pytestmark = pytest.mark.chaos
REPOSITORY = Path(__file__).resolve().parents[2]
BUDGET_MB = 250
QUESTIONS = int(os.environ.get("FLYFUN_SOAK", "1000"))
CHATS = 50


def sentences() -> list[str]:
    """What people ask, from the examples: any of them, also those for services that do not answer here."""
    found: list[str] = []
    for file in sorted((REPOSITORY / "data" / "understanding" / "examples").glob("*.txt")):
        for line in file.read_text("utf-8").splitlines():
            text = line.split("\t")[0].strip()
            if text and not text.startswith("#"):
                found.append(text)
    return found


def worded(pattern: str, dice: random.Random) -> str:
    """A sentence of a pattern: "(show|list) fields near {Ghent}" with one of its words, without its marks."""
    while (chosen := re.sub(r"\(([^()]*)\)", lambda m: dice.choice(m[1].split("|")), pattern)) != pattern:
        pattern = chosen
    return " ".join(re.sub(r"[{}]", "", pattern).split()) or "hello"


@pytest.fixture
def program(tmp_path: Path, data_dir: Path) -> Iterator[Program]:
    made = Program(fresh_folder(tmp_path / "data", data_dir), anew=True)
    made.environ |= dict.fromkeys(
        ("OVERPASS_URL", "WIKIVOYAGE_API_URL", "WIKIPEDIA_API_URL", "AWC_URL", "OPEN_METEO_URL"),
        "http://127.0.0.1:9/",
    )
    made.start()
    yield made
    made.close()
    valkey.stop(made.folder)


def resident(program: Program, of: str = "VmRSS") -> float:
    """Its resident memory in MB, or of it what is its own alone ("RssAnon"): pages of files are the system's."""
    status = Path(f"/proc/{program.pid}/status").read_text()
    return int(re.findall(rf"{of}:\s+(\d+)", status)[0]) / 1024


def test_a_thousand_questions_leave_the_program_within_its_budget_and_flat(program: Program) -> None:
    dice = random.Random(7)
    pool = sentences()
    assert len(pool) > 200
    curve: dict[int, float] = {0: resident(program)}
    own: dict[int, float] = {0: resident(program, "RssAnon")}
    lost = 0
    with httpx.Client(base_url=program.address, timeout=60, trust_env=False) as client:
        for number in range(1, QUESTIONS + 1):
            chat = f"memory-{dice.randrange(CHATS)}"
            answer = client.post(f"{API}/chat", json=said(worded(dice.choice(pool), dice), session_id=chat))
            lost += answer.status_code != 200
            if number in (100, 300) or number % max(1000, QUESTIONS // 10) == 0:
                curve[number], own[number] = resident(program), resident(program, "RssAnon")
    shown = ", ".join(f"{number}: {held:.0f} MB ({own[number]:.0f} its own)" for number, held in curve.items())
    print(f"\n  {shown}")
    tally([str(n) for n in range(lost)], [], note=shown)
    assert not lost
    assert curve[max(curve)] <= BUDGET_MB, shown
    if QUESTIONS >= 10_000:
        assert abs(curve[QUESTIONS] / curve[1000] - 1) <= 0.05, shown
