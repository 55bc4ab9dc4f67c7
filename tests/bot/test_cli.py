"""The command line: JSON alone on stdout, one sentence on stderr, exit codes that tell."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from contracts import forked

ROOT = Path(__file__).resolve().parents[2]


def flyfun(*words: str, data_dir: Path, stdin: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("FLYFUN_", "OPENAI_"))}
    return forked.run(
        ["-m", "bot", *words], env={**clean, "FLYFUN_DATA_DIR": str(data_dir), **environ}, stdin=stdin
    )


@pytest.mark.thorough
def test_ask_prints_the_stable_shape_and_nothing_else(data_dir: Path) -> None:
    done = flyfun("ask", "How far from EGTF to LFMD at 140 knots", "--json", data_dir=data_dir)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    assert {
        "id", "plan", "tool_results", "missing_info", "ui_payload", "reply", "sources", "suggested_queries",
        "model_calls", "timings_ms",
    } <= set(answer)  # fmt: skip
    assert set(answer["plan"]) >= {"steps", "answer_style", "confidence", "made_by", "path", "countries"}
    assert answer["plan"]["steps"][0]["tool"] == "calculate_flight_distance"
    assert answer["sources"][0].keys() == {"name", "url", "as_of"}
    assert answer["ui_payload"]["kind"] == "route"
    assert "3h 59m" in answer["reply"]["text"]
    assert answer["model_calls"] == 0


def test_help_in_three_languages_says_what_it_does_and_settings_where_they_are(
    tmp_path: Path, data_dir: Path
) -> None:
    batch = tmp_path / "asked.jsonl"
    asked = ("help", "aide", "Hilfe", "Paramètres")
    batch.write_text("".join(json.dumps({"id": text, "text": text}) + "\n" for text in asked), encoding="utf-8")
    done = flyfun("ask", "--batch", str(batch), "--json", data_dir=data_dir)
    said = [json.loads(line)["reply"]["text"] for line in done.stdout.splitlines()]
    assert [text.split()[0] for text in said] == ["**Airfields", "**Aérodromes", "**Flugplätze", "/settings"]
    assert "flyfun chat" in said[3] and "conversation" in said[3]


@pytest.mark.thorough
def test_a_batch_answers_line_by_line_and_remembers_where_a_chat_is_named(tmp_path: Path, data_dir: Path) -> None:
    lines = [
        {"id": "a", "text": "How long from EGTF to LFMD", "chat": "batch-test"},
        {"id": "b", "text": "140 knots", "chat": "batch-test"},
        {"id": "c", "text": "140 knots"},
        {"id": "d", "text": "hotel near LFBZ"},
    ]
    asked = "\n".join(map(json.dumps, lines))
    nowhere = {"OVERPASS_URL": "http://127.0.0.1:9/"}
    done = flyfun("ask", "--batch", "-", "--json", data_dir=data_dir, stdin=asked, **nowhere)
    assert done.returncode == 0 and not done.stderr, done.stderr  # what does not answer stands in the answer
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["id"] for a in answers] == ["a", "b", "c", "d"]
    assert "OpenStreetMap is not answering" in answers[3]["reply"]["text"]
    assert "3h 59m" in answers[1]["reply"]["text"]
    assert "3h 59m" not in answers[2]["reply"]["text"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("tool", "calculate_flight_distance", '{"from_location": "EGTF", "to_location": "LFXX"}'), 0, ""),
        (("tool", "calculate_flight_distance", '{"from_location": "EGTF"}'), 1, "To where?"),
        (
            ("tool", "find_airports_near_location", '{"location_query": "Nice", "max_distance_nm": -1}'),
            1,
            "radius",
        ),
        (("tool", "search_pois", '{"constraints": {"budget": "low"}}'), 1, "constraints.budget: Input"),
        (("tool", "no_such_tool", "{}"), 1, "no tool called no_such_tool"),
        (("tool", "get_airport_details", "{not json"), 1, "not JSON"),
        (("tool", "get_airport_details", "[]"), 1, "JSON object"),
        (("ask",), 1, "one question"),
        (("ask", "how far from LFAT to LFAT"), 1, ""),
        (("ask", "--batch", "/nowhere/at/all.jsonl", "--json"), 1, "cannot read"),
        (("notice", " "), 1, "Give me the wording"),
    ],
)
def test_bad_input_is_one_sentence_and_a_code(
    words: tuple[str, ...], code: int, said: str, data_dir: Path
) -> None:
    done = flyfun(*words, data_dir=data_dir)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    if code == 0:
        assert json.loads(done.stdout)["found"] is False


@pytest.mark.thorough
@pytest.mark.parametrize("url", ["nonsense", "mysql://x/y"])
def test_a_database_that_cannot_be_used_is_said_by_the_program_and_the_doctor(url: str, data_dir: Path) -> None:
    served = flyfun("serve", data_dir=data_dir, DATABASE_URL=url, FLYFUN_PORT="0")
    asked = flyfun("doctor", data_dir=data_dir, DATABASE_URL=url)
    assert served.returncode == asked.returncode == 1
    assert served.stderr.startswith("DATABASE_URL cannot be read") and "Traceback" not in served.stderr
    assert "FAIL members' reports: DATABASE_URL cannot be read" in asked.stdout


TWENTY: dict[str, tuple[str, str]] = {
    "AVIATION_AGENT_CONFIG": ("nofile.json", "Known: default"),
    "FLYFUN_ALLOWED_CHATS": ("foo", "channel:tenant:chat"),
    "FLYFUN_SECRET_KEY": ("short", "16 or more"),
    "FLYFUN_AUTO_UPDATE": ("maybe", "on or off"),
    "FLYFUN_API_TOKEN": ("short", "16 or more"),
    "TELEGRAM_BOT_TOKEN": ("hello", "@BotFather"),
    "TELEGRAM_WEBHOOK_URL": ("http://x.example", "https"),
    "TELEGRAM_WEBHOOK_SECRET": ("a/b", "Make one"),
    "TELEGRAM_TOKEN": ("7:x", "Did you mean TELEGRAM_BOT_TOKEN"),
    "SLACK_BOT_TOKEN": ("xoxp-1", "OAuth & Permissions"),
    "SLACK_APP_TOKEN": ("xoxb-1", "App-Level Tokens"),
    "SLACK_CLIENT_ID": ("1.2", "SLACK_CLIENT_SECRET"),
    "OVERPASS_URL": ("overpass", "https://"),
    "OPEN_METEO_URL": ("ftp://x.example", "https://"),
    "MAP_TILES_URL": ("https://tiles.example/1.png", "{x}"),
    "RULES_JSON": ("/nope.json", "does not exist"),
    "AIRPORTS_DB": (__file__, "OurAirports"),
    "OPENAI_API_KEY": ("sk-abc def", "without them"),
    "DUFFEL_API_KEY": ("abc", "dashboard"),
    "REDIS_URL": ("redis://127.0.0.1:1/0", "try again"),
    "DATABASE_URL": ("mysql://x/y", "DATABASE_URL"),
    "FLYFUN_CONVERSATION_LOG": ("/proc/nowhere", "cannot be written"),
}
TOLD_AS = {
    "REDIS_URL": "memory",
    "DATABASE_URL": "members' reports",
}


def test_twenty_faults_planted_at_once_are_each_named_in_a_line_with_what_to_do(data_dir: Path) -> None:
    """What an operator may get wrong, all of it at the same time: the doctor goes through with it."""
    planted = {name: value for name, (value, _) in TWENTY.items()}
    asked = flyfun("doctor", data_dir=data_dir, FLYFUN_HOST="0.0.0.0", **planted)
    assert asked.returncode == 1 and "Traceback" not in asked.stderr, asked.stderr
    lines = asked.stdout.splitlines()
    for name, (value, do) in TWENTY.items():
        told = [line for line in lines if line[5:].startswith(f"{TOLD_AS.get(name, name)}:")]
        assert any(do in line for line in told), (name, told, lines)
        if name.endswith(("_TOKEN", "_KEY", "_SECRET")) and len(value) > 6:
            assert value not in asked.stdout


def test_an_address_that_is_taken_is_said_in_one_sentence(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = flyfun("serve", data_dir=data_dir, FLYFUN_PORT=str(port))
    assert done.returncode == 1
    assert done.stderr.strip() == (
        f"I cannot listen on 127.0.0.1:{port} (Address already in use): "
        "set FLYFUN_HOST and FLYFUN_PORT to a free address."
    )


def test_a_chat_in_the_terminal_ends_with_quit_and_sets_what_follows_a_list_below_it(data_dir: Path) -> None:
    done = flyfun("chat", data_dir=data_dir, stdin="airports near Annecy\n/quit\nHow far from EGTF to LFMD\n")
    assert done.returncode == 0, done.stderr
    assert "559 nm" not in done.stdout
    lines = [line.strip() for line in done.stdout.splitlines()]
    below = next(n for n, line in enumerate(lines) if line.startswith("OurAirports"))
    assert lines[below - 1] == ""


@pytest.mark.thorough
def test_settings_that_cannot_be_read_are_named(data_dir: Path) -> None:
    done = flyfun("doctor", data_dir=data_dir, FLYFUN_PORT="eighty")
    assert done.returncode == 1
    assert "FAIL FLYFUN_PORT: is 'eighty'. Give a port number" in done.stdout


def test_a_store_that_refuses_is_said_in_one_sentence(data_dir: Path) -> None:
    done = flyfun("ask", "LFAT", "--chat", "x", data_dir=data_dir, REDIS_URL="redis://127.0.0.1:9/0")
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_missing_reference_data_says_what_to_do(tmp_path: Path) -> None:
    done = flyfun("ask", "LFAT", data_dir=tmp_path / "d", FLYFUN_ROOT=str(tmp_path))
    assert done.returncode == 1
    assert "is missing" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_a_data_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = flyfun("ask", "Do I need a flight plan for VFR in France?", data_dir=blocked / "inside")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    told = (
        done.stderr + done.stdout
    )  # by the records' folder, or where the search index is made, whichever comes first
    assert "to a folder it may write to" in told or "to a folder that can be written" in told


@pytest.mark.thorough
def test_a_distance_needs_neither_the_models_sdk_nor_chroma_nor_the_store(data_dir: Path) -> None:
    program = (
        "import sys, asyncio; from bot.asking import answer_alone; from bot.cli import _deps, settings;"
        "t = asyncio.run(answer_alone('How far from EGTF to LFMD', _deps(settings())));"
        "assert t.done; heavy = 'openai chromadb telegram slack_bolt redis sqlalchemy rich bot.store'.split();"
        "print([m for m in heavy if m in sys.modules])"
    )
    environ = {**os.environ, "FLYFUN_DATA_DIR": str(data_dir)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_the_shell_completes_commands(data_dir: Path) -> None:
    program = Path(sys.executable).with_name("flyfun")
    asked = {"_FLYFUN_COMPLETE": "complete_bash", "COMP_WORDS": "flyfun do", "COMP_CWORD": "1"}
    done = subprocess.run(
        [program], env={**os.environ, **asked}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.split() == ["doctor"], done.stderr


@pytest.mark.parametrize("words", [["--help"], ["weather", "decode", "METAR EGLL 291150Z 24010KT CAVOK"]])
def test_who_reads_no_further_is_no_fault(words: list[str], data_dir: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environ = {**os.environ, "FLYFUN_DATA_DIR": str(data_dir)}
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "bot", *words],
            cwd=ROOT, env=environ, stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
