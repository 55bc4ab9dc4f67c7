"""The embedded server: started once, shared, found again, repaired, and gone when nobody uses it."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot import valkey
from bot.valkey import StoreError, ensure_running

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder whose server ends with the test."""
    yield tmp_path
    valkey.stop(tmp_path)


def ask(path: Path, *words: str) -> str:
    """One command to a server's socket, by hand."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(5)
        connection.connect(str(path))
        connection.sendall(
            f"*{len(words)}\r\n".encode() + b"".join(f"${len(w)}\r\n{w}\r\n".encode() for w in words)
        )
        return connection.recv(65536).decode()


def pid(folder: Path) -> int:
    return int((folder / "valkey" / "valkey.pid").read_text())


def ended(number: int) -> bool:
    """Whether a process is gone, or a zombie that nobody has collected."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_until(condition: Callable[[], bool], seconds: float = 15.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.02)


def is_watched(path: Path) -> bool:
    """Whether the watcher is connected, beside this call."""
    return "connected_clients:2\r\n" in ask(path, "INFO", "clients")


def append(folder: Path, junk: bytes) -> None:
    (path,) = (folder / "valkey" / "appendonlydir").glob("*.incr.aof")
    path.write_bytes(path.read_bytes() + junk)


def test_it_listens_on_a_unix_socket_of_its_owner_and_on_no_port(folder: Path) -> None:
    path = ensure_running(folder)
    assert ask(path, "PING") == "+PONG\r\n"
    assert path.stat().st_mode & 0o077 == 0
    assert ask(path, "CONFIG", "GET", "port").endswith("$1\r\n0\r\n")
    assert "everysec" in ask(path, "CONFIG", "GET", "appendfsync")


def test_ten_starters_at_once_share_one_server(folder: Path) -> None:
    with ThreadPoolExecutor(10) as pool:
        paths = list(pool.map(lambda _: ensure_running(folder), range(10)))
    assert len(set(paths)) == 1
    assert f"process_id:{pid(folder)}\r\n" in ask(paths[0], "INFO", "server")


def test_a_server_left_behind_by_a_killed_process_is_found_and_used(folder: Path) -> None:
    code = "import sys, time; from pathlib import Path; from bot.valkey import ensure_running\n"
    code += "print(ensure_running(Path(sys.argv[1])), flush=True); time.sleep(60)"
    starter = subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout
    path = Path(starter.stdout.readline().strip())
    ask(path, "SET", "a", "kept")
    before = pid(folder)
    starter.kill()
    starter.wait()
    starter.stdout.close()
    assert ensure_running(folder) == path
    assert pid(folder) == before
    assert "kept" in ask(path, "GET", "a")


def test_a_killed_server_comes_back_with_what_it_held(folder: Path) -> None:
    path = ensure_running(folder)
    ask(path, "SET", "a", "kept")
    os.kill(pid(folder), signal.SIGKILL)
    assert "kept" in ask(ensure_running(folder), "GET", "a")


def test_a_removed_socket_does_not_lead_to_two_servers_on_one_file(folder: Path) -> None:
    path = ensure_running(folder)
    ask(path, "SET", "a", "kept")
    first = pid(folder)
    path.unlink()
    assert "kept" in ask(ensure_running(folder), "GET", "a")
    assert pid(folder) != first
    assert ended(first)


def test_stop_saves_and_ends_it_and_is_no_error_without_one(folder: Path) -> None:
    ask(ensure_running(folder), "SET", "a", "kept")
    valkey.stop(folder)
    assert not valkey.running(folder)
    valkey.stop(folder)
    assert "kept" in ask(ensure_running(folder), "GET", "a")


@pytest.mark.thorough
def test_it_ends_when_no_client_was_connected_for_a_while_and_not_before(folder: Path) -> None:
    path = ensure_running(folder, idle_seconds=1.0)
    ask(path, "SET", "a", "kept")
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        time.sleep(2.5)
        assert valkey.running(folder)
    wait_until(lambda: not path.exists())
    assert "kept" in ask(ensure_running(folder), "GET", "a")


def test_a_killed_watcher_is_replaced_by_the_next_process_that_opens_the_store(folder: Path) -> None:
    path = ensure_running(folder, idle_seconds=1.0)
    wait_until(lambda: is_watched(path))
    pgrep = ["pgrep", "-f", f"bot.watcher {folder}/valkey"]
    (watcher,) = subprocess.run(pgrep, capture_output=True, text=True, check=True).stdout.split()
    os.kill(int(watcher), signal.SIGKILL)
    wait_until(lambda: ended(int(watcher)))
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        ensure_running(folder, idle_seconds=1.0)
    wait_until(lambda: not path.exists())


def test_the_server_of_a_deleted_folder_ends(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    path = ensure_running(folder, idle_seconds=1.0)
    number = pid(folder)
    wait_until(lambda: is_watched(path))
    subprocess.run(["rm", "-rf", str(folder)], check=True)
    wait_until(lambda: ended(number))
    assert not path.exists()


def test_a_deep_data_folder_gets_its_socket_in_a_short_private_folder(tmp_path: Path) -> None:
    folder = tmp_path / ("deep" * 20) / ("deeper" * 15)
    try:
        path = ensure_running(folder)
        assert len(os.fsencode(path)) <= 100
        assert path.parent.stat().st_mode & 0o077 == 0
        assert ask(path, "PING") == "+PONG\r\n"
    finally:
        valkey.stop(folder)


def test_a_half_written_last_command_is_cut_off_said_and_kept_aside(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ask(ensure_running(folder), "SET", "a", "kept")
    valkey.stop(folder)
    append(folder, b"*3\r\n$3\r\nSET\r\n$1\r\nb")
    with caplog.at_level(logging.WARNING):
        path = ensure_running(folder)
    assert "kept" in ask(path, "GET", "a")
    assert "18 bytes" in caplog.text
    (aside,) = (folder / "valkey").glob("damaged-*/*.incr.aof")
    assert aside.read_bytes().endswith(b"$1\r\nb")


def test_damage_in_the_middle_keeps_what_is_before_it_and_the_original(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = ensure_running(folder)
    ask(path, "SET", "a", "kept")
    valkey.stop(folder)
    append(folder, b"%%%% not a command at all\r\n")
    with caplog.at_level(logging.WARNING):
        path = ensure_running(folder)
    assert "kept" in ask(path, "GET", "a")
    assert "damaged" in caplog.text


def test_a_file_beyond_repair_is_left_alone_and_named_in_one_sentence(folder: Path) -> None:
    ask(ensure_running(folder), "SET", "a", "kept")
    valkey.stop(folder)
    (base,) = (folder / "valkey" / "appendonlydir").glob("*.base.rdb")
    original = b"REDIS9999 this is no data" * 4
    base.write_bytes(original)
    with pytest.raises(StoreError) as refused:
        ensure_running(folder)
    assert str(folder) in refused.value.user_message
    assert "backup" in refused.value.user_message
    assert base.read_bytes() == original


def test_a_full_disk_is_one_clear_sentence(folder: Path) -> None:
    with pytest.raises(StoreError, match=r"is full .* free some space or set FLYFUN_DATA_DIR"):
        ensure_running(folder, minimum_free=1 << 60)


def test_a_folder_that_cannot_be_made_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot be used .* set FLYFUN_DATA_DIR"):
        ensure_running(tmp_path / "file" / "data")
