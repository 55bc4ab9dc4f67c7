"""What every test stands on: no network beyond this machine, and a place for data of its own."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
import ssl
import sys
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from agent.config import AgentSettings
from agent.deps import Deps
from agent.rules.book import Rulebook

# A busy machine is slow, not wrong.
settings.register_profile("flyfun", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("flyfun")

# Compiled once, and not anew by each worker and each program that a test starts: a quarter of all their work.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

REPOSITORY = Path(__file__).resolve().parent.parent
SAMPLES = REPOSITORY.parent / "shared" / "samples"

# Nothing a developer has set up at home may reach the tests.
OURS = {"FLYFUN_REQUIRE_BROWSER", "FLYFUN_TEST_DATA_DIR", "FLYFUN_TALLY", "FLYFUN_SOAK", "FLYFUN_TEST_SEED"}
for name in set(os.environ) - OURS:
    if name.startswith(("FLYFUN_", "TELEGRAM_", "SLACK_", "OPENAI_", "COHERE_", "DUFFEL_", "AVIATION_AGENT_")):
        del os.environ[name]
for name in (
    "REDIS_URL",
    "DATABASE_URL",
    "RULES_JSON",
    "AIRPORTS_DB",
    "VECTOR_DB_PATH",
    "VECTOR_DB_URL",
    "ROUTER_MODEL",
):
    os.environ.pop(name, None)


class NetworkReached(RuntimeError):
    """A test tried to leave this machine."""


def _is_local(address: Any) -> bool:
    if not isinstance(address, tuple):
        return True  # a unix socket
    host = str(cast("tuple[object, ...]", address)[0])
    if host in {"localhost", ""}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex


def _guarded_connect(self: socket.socket, address: Any) -> None:
    if not _is_local(address):
        raise NetworkReached(f"tests stay on this machine, tried {address!r}")
    _connect(self, address)


def _guarded_connect_ex(self: socket.socket, address: Any) -> int:
    if not _is_local(address):
        raise NetworkReached(f"tests stay on this machine, tried {address!r}")
    return _connect_ex(self, address)


_getaddrinfo = socket.getaddrinfo


def _is_number(name: str) -> bool:
    """Whether there is nothing to look up."""
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def _guarded_getaddrinfo(host: Any, *arguments: Any, **named: Any) -> Any:
    """Names beyond this machine are not even looked up: a test is the same with a network and without."""
    name = host.decode() if isinstance(host, bytes) else host
    if name and not _is_number(name) and not _is_local((name,)):
        raise socket.gaierror(socket.EAI_NONAME, f"tests stay on this machine, looked up {name!r}")
    return _getaddrinfo(host, *arguments, **named)


@pytest.fixture(autouse=True, scope="session")
def socket_guard() -> Iterator[None]:
    """Loopback and unix sockets only."""
    socket.getaddrinfo = _guarded_getaddrinfo
    socket.socket.connect = _guarded_connect  # type: ignore[method-assign]
    socket.socket.connect_ex = _guarded_connect_ex  # type: ignore[method-assign]
    yield
    socket.getaddrinfo = _getaddrinfo
    socket.socket.connect = _connect  # type: ignore[method-assign]
    socket.socket.connect_ex = _connect_ex  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data folder per test process, so that indexes are built once."""
    shared = os.environ.get("FLYFUN_TEST_DATA_DIR")
    return Path(shared) if shared else tmp_path_factory.getbasetemp().parent / "flyfun-data"


READ_ONCE = (
    *((Deps, name) for name in (
        "countries", "airports", "places", "areas", "official_pages", "facts", "borders", "nights", "glossary",
        "report_times", "aircraft",
    )),
    (Rulebook, "corpus"),
    (Rulebook, "_wordings"),
)  # fmt: skip


def _once(kept: dict[Any, Any], data_dir: Path, owner: type, name: str) -> cached_property[Any]:
    """The property, whose value is the same for all that stand on the shipped data and the tests' own folder."""
    read = owner.__dict__[name].func

    def value(self: Any) -> Any:
        settings: AgentSettings = self.settings if isinstance(self, Deps) else self._settings
        if settings.data_dir != data_dir or settings.airports_db or settings.rules_json:
            return read(self)
        key = (owner, name, (settings.root / "data").resolve())
        if key not in kept:
            kept[key] = read(self)
        return kept[key]

    shared = cached_property(value)
    shared.__set_name__(owner, name)
    return shared


@pytest.fixture(autouse=True, scope="session")
def read_once(data_dir: Path) -> Iterator[None]:
    """Tables that nothing changes, and the certificates of the system, are read once per process, not per test."""
    kept: dict[Any, Any] = {}
    real = {(owner, name): owner.__dict__[name] for owner, name in READ_ONCE}
    certificates = ssl.create_default_context
    for owner, name in READ_ONCE:
        setattr(owner, name, _once(kept, data_dir, owner, name))
    ssl.create_default_context = cache(certificates)
    yield
    ssl.create_default_context = certificates
    for (owner, name), one in real.items():
        setattr(owner, name, one)


BROWSED = "tests/e2e/test_page"
"""Files that share a browser and the program that it asks."""


class WholeFiles(LoadScopeScheduling):
    """Gives a worker whole files, in the order of collection: what a file prepares is prepared once."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return BROWSED if file.startswith(BROWSED) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WholeFiles | None:
    """Whole files with `--dist loadfile`; the other ways are xdist's own."""
    if config.getoption("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return WholeFiles(config, log)


LONG = (
    "e2e/test_page.py",
    "e2e/test_page_map.py",
    "bot/test_inbox.py",  # these need no index: the first worker builds them now
    "bot/test_outbox.py",
    "agent/danger/test_250_more.py",
    "adapters/telegram/test_outing.py",
    "bot/mcp/test_mcp.py",
    "bot/test_cli.py",
    "e2e/test_serve.py",
    "adapters/telegram/test_whole_conversation.py",
    "agent/rules/test_asking.py",
    "agent/understanding/test_model.py",
    "agent/writing/test_prose.py",
    "bot/test_forgetting.py",
    "adapters/slack/test_outing.py",
    "e2e/test_kill.py",
    "agent/subjects/border/test_one_truth.py",
    "agent/writing/test_one_screen.py",
    "bot/test_reminders.py",
    "bot/test_model_on_the_command_line.py",
    "adapters/web/test_contract.py",
    "agent/danger/test_no_dangerous_answer.py",
    "agent/test_behaviour.py",
    "bot/test_schedule.py",
    "adapters/telegram/test_contract.py",
    "agent/llm/test_dialects.py",
    "agent/importers/test_aip.py",
    "agent/importers/test_update.py",
    "bot/test_app.py",
    "test_lock.py",
)
"""The files that take longest, longest first: begun last they would keep one worker busy while the others idle."""


def pytest_collection_finish() -> None:
    """What the tests are made of stays: to look through it for what may go took an eighth of all their work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


MANY, ONE_IN = 12, 5
"""Of a file with more tests than so many, one in five is in `make test`; all are in `make check`."""
SAMPLED = ("adapters", "agent", "bot", "conversations", "data", "tongue")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as thorough most tests of the long files, before pytest looks for who is marked."""
    folders = tuple(str(Path(__file__).parent / name) for name in SAMPLED)
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if str(item.path).startswith(folders) and item.get_closest_marker("thorough") is None:
            files.setdefault(item.path, []).append(item)
    for tests in files.values():
        for place, item in enumerate(tests):
            if len(tests) > MANY and place % ONE_IN:
                item.add_marker(pytest.mark.thorough)
    _in_their_order(items)


def _in_their_order(items: list[pytest.Item]) -> None:
    """Long files first; skip what needs the reference material where that is absent, and say so."""
    places = {Path(__file__).parent / name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.path, len(LONG)))
    if SAMPLES.is_dir():
        return
    skip = pytest.mark.skip(reason="the reference material is not beside this repository")
    for item in items:
        if "samples" in item.keywords:
            item.add_marker(skip)
