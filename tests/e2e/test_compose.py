"""The services of compose.yaml, one by one, by their own commands, settings, secrets and health checks: no image needed."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
import yaml
from contracts.program import REPOSITORY, Program, fresh_folder
from contracts.site import API, said
from servers.postgresql import cluster, is_here
from sqlalchemy import create_engine, inspect

from bot import valkey

pytestmark = pytest.mark.thorough
SERVICES: dict[str, Any] = yaml.safe_load((REPOSITORY / "compose.yaml").read_text("utf-8"))["services"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(command: list[str], check: Callable[[], bool], folder: Path) -> Iterator[None]:
    """A server, from when its health check says so until it is stopped."""
    with (folder / "log").open("ab") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            until = time.monotonic() + 60
            while not check():
                assert time.monotonic() < until and process.poll() is None, (folder / "log").read_text()
                time.sleep(0.2)
            yield
        finally:
            process.kill()


def check_of(service: str, port: int) -> list[str]:
    """A service's health check as a command, its port moved."""
    kind, *command = SERVICES[service]["healthcheck"]["test"]
    assert kind == "CMD"
    return [part.replace("$$", "$").replace("/8000", f"/{port}") for part in command]


@pytest.mark.skipif(not is_here(), reason="PostgreSQL is not on this machine")
def test_the_services_of_the_compose_file_start_are_healthy_and_answer(tmp_path: Path, data_dir: Path) -> None:
    subprocess.run(["sh", str(REPOSITORY / "deploy/secrets.sh")], cwd=tmp_path, check=True, capture_output=True)
    memory, vectors = free_port(), free_port()
    name, *flags = SERVICES["valkey"]["command"]
    assert name == "valkey-server"
    own = ["--port", str(memory), "--bind", "127.0.0.1", "--dir", str(tmp_path)]
    chroma = [str(Path(sys.executable).with_name("chroma")), "run", "--host", "127.0.0.1", "--port", str(vectors)]

    def is_awake() -> bool:
        try:
            with socket.create_connection(("127.0.0.1", memory), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def has_vectors() -> bool:
        return subprocess.run(check_of("chroma", vectors), capture_output=True, check=False).returncode == 0

    with (
        running([valkey.binary(), *flags, *own], is_awake, tmp_path),
        running([*chroma, "--path", str(tmp_path / "chroma")], has_vectors, tmp_path),
        TemporaryDirectory(prefix="flyfun-") as short,  # a socket's path is
        cluster(Path(short)) as records,
    ):
        database = records.database("flyfun")
        (tmp_path / "secrets" / "database_url").write_text(database)
        moved = {
            "redis://valkey:6379": f"redis://127.0.0.1:{memory}",
            "http://chroma:8000": f"http://127.0.0.1:{vectors}",
        }
        environ = {key: str(value) for key, value in SERVICES["flyfun"]["environment"].items()}
        for key, value in environ.items():
            for here, there in {"/run/secrets": str(tmp_path / "secrets"), **moved}.items():
                value = value.replace(here, there)
            environ[key] = value
        program = Program(fresh_folder(tmp_path / "data", data_dir), environ)
        program.start()
        try:
            token = (tmp_path / "secrets" / "api_token").read_text()
            with httpx.Client(base_url=program.address, timeout=60, trust_env=False) as client:
                refused = client.post(f"{API}/chat", json=said("hello"))
                headers = {"authorization": f"Bearer {token}"}
                told = client.post(f"{API}/chat", json=said("How far from EGTF to LFMD?"), headers=headers)
            assert refused.status_code == 401 and "559 nm" in told.json()["answer"]
            begun = time.monotonic()
            program.terminate()
            assert program.wait() == 0
            assert time.monotonic() - begun < int(SERVICES["flyfun"]["stop_grace_period"].removesuffix("s"))
        finally:
            program.close()
        engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
        assert {"reports", "reminders"} <= set(inspect(engine).get_table_names())
        engine.dispose()
        assert not (tmp_path / "data" / "records.sqlite").exists() and not (tmp_path / "data" / "valkey").exists()
