"""What befalls a machine: a full disk, a server with a wrong certificate, dead names, changed secrets, long waits."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from contracts.paper import PaperApp, PaperChannel, paper_message
from contracts.path import Path as MessagePath
from contracts.path import echo, until
from contracts.program import Program, fresh_folder
from contracts.site import API, said
from contracts.tally import tally
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from adapters.sealing import vault
from bot import valkey
from bot.store import Store

pytestmark = pytest.mark.chaos
REPOSITORY = Path(__file__).resolve().parents[2]
DISK = 300 * 1024 * 1024


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 300 MB; its path is short, for a socket's may have 108 letters."""
    folder = Path(tempfile.mkdtemp(prefix="disk-"))
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run([mount, "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("this machine lets nobody mount a disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=False)
    folder.rmdir()


def test_a_full_disk_takes_nothing_that_it_loses_and_goes_on_when_there_is_room(
    small_disk: Path, data_dir: Path
) -> None:
    program = Program(fresh_folder(small_disk / "data", data_dir))
    program.environ |= {"AWC_URL": "http://127.0.0.1:9/", "OPEN_METEO_URL": "http://127.0.0.1:9/"}
    program.start()
    stuffing = small_disk / "stuffing"
    refused = 0
    taken: list[str] = []
    answered: list[str] = []
    try:
        with httpx.Client(base_url=program.address, timeout=20, trust_env=False) as client:

            def ask(number: int) -> int:
                """What became of it; 200 also where it was taken and its answer is still to come."""
                session = f"disk-{number}"
                body = said("How far is EGTF from LFMD?", session_id=session, message_id=session)
                try:
                    answer = client.post(f"{API}/chat", json=body)
                except httpx.ReadTimeout:
                    taken.append(str(number))
                    return 200
                if answer.status_code == 200:
                    taken.append(str(number))
                    answered.extend([str(number)] if "559 nm" in answer.text else [])
                return answer.status_code

            assert ask(0) == 200
            with stuffing.open("wb", buffering=0) as file:  # until nothing more goes in
                with suppress(OSError):
                    os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(small_disk).free)
                with suppress(OSError):
                    while file.write(b"x" * 4096):
                        pass
            for number in range(1, 9):
                refused += ask(number) != 200
                time.sleep(0.4)
            stuffing.unlink()
            freed = time.monotonic()
            while ask(100) != 200:
                assert time.monotonic() - freed < 90, program.log()[-2000:]
                time.sleep(0.5)
            back = time.monotonic() - freed
            for number in range(101, 106):
                assert ask(number) == 200
            late = [number for number in taken if number not in answered]
            for number in late:  # asked again by its id: answered once, now or then
                assert ask(int(number)) == 200
    finally:
        program.close()
        valkey.stop(program.folder)
    note = f"{refused} of 8 refused while full, back after {back:.1f} s"
    found = tally(taken, set(answered), late=len(late), note=note)
    print(found)
    assert found.lost == 0


@pytest.fixture
def wrong_certificate(tmp_path: Path) -> Iterator[str]:
    """An https server whose certificate nobody has signed but itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "weather.example")])
    now = dt.datetime.now(dt.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now).not_valid_after(now + dt.timedelta(days=1))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = tmp_path / "server.pem"
    file.write_bytes(private + made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.handle_error = lambda *_: None  # type: ignore[method-assign] -- a client that hangs up is what is wanted
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"https://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def asked(question: str, data_dir: Path, **environ: str) -> tuple[str, float]:
    """What `flyfun ask` says, and how long it takes."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "bot", "ask", question],
        cwd=REPOSITORY,
        env={"PATH": os.environ["PATH"], "HOME": str(data_dir), "FLYFUN_DATA_DIR": str(data_dir), **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr, time.monotonic() - began


def is_honest(text: str) -> bool:
    """The service is said to be away; nothing is said of the weather."""
    return (
        "not answering" in text
        and "CAVOK" not in text
        and "no weather" not in text.lower().replace("needs no weather", "")
    )


def test_a_wrong_certificate_is_nobody_who_answers(wrong_certificate: str, data_dir: Path) -> None:
    text, seconds = asked("METAR LFAT", data_dir, AWC_URL=wrong_certificate)
    found = tally(["METAR"], ["METAR"] if is_honest(text) else [], late=int(seconds > 30), note=f"{seconds:.1f} s")
    assert (found.lost, found.late) == (0, 0), text


def test_names_that_nobody_resolves_keep_nobody_waiting_and_all_else_works(data_dir: Path) -> None:
    away = dict.fromkeys(("AWC_URL", "OPEN_METEO_URL", "OVERPASS_URL"), "https://nowhere.invalid/")
    text, seconds = asked("METAR LFAT", data_dir, **away)
    distance, _ = asked("How far is EGTF from LFMD?", data_dir, **away)
    told = [name for name, right in (("METAR", is_honest(text)), ("distance", "559 nm" in distance)) if right]
    found = tally(["METAR", "distance"], told, late=int(seconds > 30), note=f"{seconds:.1f} s")
    assert (found.lost, found.late) == (0, 0), text


def test_a_changed_key_opens_what_the_old_one_sealed_while_both_are_named(tmp_path: Path) -> None:
    old, new = "the-old-key-of-this-club", "a-new-key-of-this-club"
    sealed = vault("dates", old, tmp_path).encrypt(b"12 March")
    both = vault("dates", f"{new},{old}", tmp_path)
    assert both.decrypt(sealed) == b"12 March"
    assert vault("dates", new, tmp_path).decrypt(both.encrypt(b"13 March")) == b"13 March"
    tally(["12 March"], ["12 March"], note="sealed with the old key, opened with both")


def test_a_changed_token_refuses_the_old_one_and_loses_no_answer(tmp_path: Path, data_dir: Path) -> None:
    program = Program(fresh_folder(tmp_path / "data", data_dir))
    taken: list[str] = []
    answered: list[str] = []
    try:
        for token, other in (
            ("the-first-token-of-ours", "x"),
            ("the-second-token-of-ours", "the-first-token-of-ours"),
        ):
            program.environ["FLYFUN_API_TOKEN"] = token
            program.start()
            with httpx.Client(base_url=program.address, timeout=60, trust_env=False) as client:
                for given in (token, other):
                    body = said("How far is EGTF from LFMD?", session_id=f"secret-{given}")
                    answer = client.post(f"{API}/chat", json=body, headers={"Authorization": f"Bearer {given}"})
                    if given == token:
                        taken.append(token)
                        answered.extend([token] if "559 nm" in answer.text else [])
                    else:
                        assert answer.status_code in {401, 403}
            program.terminate()
            assert program.wait() == 0
    finally:
        program.close()
        valkey.stop(program.folder)
    found = tally(taken, answered, note="two tokens, one after the other")
    assert found.lost == 0


async def test_a_room_that_must_wait_ten_minutes_is_left_alone_and_what_waits_is_kept(
    store: Store, tmp_path: Path
) -> None:
    app = PaperApp(tmp_path / "calls.jsonl")
    path = MessagePath(store, app, PaperChannel(app))
    rooms = [paper_message(f"room{number}", f"m{number}", "x") for number in range(20)]
    path.channel.fault(rooms[0], "slow_down", seconds=600.0)
    async with path.working(echo, lease_seconds=6.0, grace=0.1):
        await path.accept(rooms)
        await until(lambda: len(path.sent()) == 19, seconds=20)
        assert path.sent("room0") == []
        assert app.too_early == 0
    waiting = (await path.inbox.backlog()).waiting
    found = tally(
        [f"m{number}" for number in range(20)],
        [*(text.removeprefix("re ") for text in path.sent()), *["m0"] * waiting],
        note="one of 20 kept for its ten minutes, over a stop of the program",
    )
    print(found)
    assert (found.lost, found.doubled, waiting) == (0, 0, 1)
