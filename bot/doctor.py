"""Says what is set up, what is missing, and what to do about it."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable, Collection, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx

from agent.deps import Deps
from agent.errors import AgentError
from bot.checks import Fault
from bot.probes import Finding, channels, language_model
from bot.settings import Settings
from bot.store import StoreError, open_store

ROOM_NEEDED_MB = 500
ASK_SECONDS = 5.0


async def examine(settings: Settings, deps: Deps, wrong: Sequence[Fault] = ()) -> list[Finding]:
    """Every finding: what is wrong with the settings, then what the program cannot run without, then the rest."""
    findings = [Finding(fault.setting, False if fault.stops else None, fault.told) for fault in wrong]
    folder = _folder(settings)
    findings += [folder]
    if folder.ok or settings.redis_url:
        findings += [await _store(settings)]
    if folder.ok or settings.database_url:
        findings += [await _records(settings)]
    told = {fault.setting for fault in wrong if fault.stops}
    findings += [] if "FLYFUN_ROOT" in told else _data(deps, told, has_folder=bool(folder.ok))
    findings += [] if "FLYFUN_HOST" in told else [await _program(settings)]
    findings += [
        *await channels(settings),
        _optional("airline flights", bool(settings.agent.duffel_api_key), "DUFFEL_API_KEY"),
        await language_model(settings),
        _reach("places near a field (Overpass)", settings.agent.overpass_url),
        _reach("city guidance (Wikivoyage)", settings.agent.wikivoyage_api_url),
        _reach("weather reports", settings.agent.awc_url),
        _reach("weather forecast (Open-Meteo)", settings.agent.open_meteo_url),
        _optional("British NOTAMs", bool(settings.agent.notam_uk_url), "NOTAM_UK_URL"),
    ]
    return findings


def _data(deps: Deps, told: Collection[str], *, has_folder: bool) -> list[Finding]:
    """What is read at the start; what hangs on a setting that is told above is not told again."""
    found: list[Finding] = []
    if "AIRPORTS_DB" not in told:
        found += [
            _loads("airfields", lambda: f"{len(deps.airports):,} airfields{_of(deps)}"),
            _loads("places", lambda: _place(deps)),
        ]
    found += [
        _loads("aircraft", lambda: f"{len(deps.aircraft.all):,} types"),
        _loads("airfield facts", lambda: f"{len(deps.facts):,} airfields with facts"),
    ]
    if "RULES_JSON" not in told:
        found += [_loads("rules", lambda: _rules(deps))]
        if has_folder or deps.settings.vector_db_path or deps.settings.vector_db_url:
            index = _loads("rules index", lambda: f"{deps.rules.build():,} answers")
            if not index.ok and deps.settings.vector_db_url:
                index = Finding(index.name, False, f"{index.says} Check VECTOR_DB_URL, and that the server runs.")
            found.append(index)
    return found


def _folder(settings: Settings) -> Finding:
    folder = settings.data_dir
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".doctor"
        probe.write_bytes(b"ok")
        probe.unlink()
        free = shutil.disk_usage(folder).free // 2**20
    except OSError as error:
        return Finding(
            "data folder", False, f"{folder}: {error.strerror}. Set FLYFUN_DATA_DIR to a folder with room."
        )
    if free < ROOM_NEEDED_MB:
        return Finding("data folder", False, f"{folder} has {free} MB free; make {ROOM_NEEDED_MB} MB of room.")
    return Finding("data folder", True, f"{folder}, {free:,} MB free")


async def _store(settings: Settings) -> Finding:
    try:
        async with open_store(settings.redis_url, settings.data_dir) as store:
            await store.ready()
    except StoreError as error:
        return Finding("memory", False, error.user_message)
    return Finding("memory", True, "server at REDIS_URL" if settings.redis_url else "embedded server")


async def _records(settings: Settings) -> Finding:
    """Where members' reports are kept; an unreadable folder is told once, above."""
    from bot.records import open_records  # it needs SQLAlchemy, which is slow to import

    try:
        async with open_records(settings):
            where = "server at DATABASE_URL" if settings.database_url else "a file in the data folder"
            return Finding("members' reports", True, where)
    except AgentError as error:
        return Finding("members' reports", False, error.user_message)
    except OSError as error:
        return Finding("members' reports", False, f"no place for them: {error.strerror}")


def _is_ours(host: str) -> bool:
    """Whether this machine can listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.bind(address)
    except OSError:
        return False
    return True


async def _program(settings: Settings) -> Finding:
    """What the running program says of itself."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/readyz"
    if not _is_ours(host):
        says = f"FLYFUN_HOST ({host}) is no address of this machine. Give 127.0.0.1, or 0.0.0.0 for all."
        return Finding("program", False, says)
    try:
        async with httpx.AsyncClient(timeout=ASK_SECONDS, trust_env=False) as client:
            told: dict[str, Any] = (await client.get(address)).json()
        ready, problems = bool(told["ready"]), dict[str, str](told.get("problems", {}))
    except (httpx.TransportError, httpx.InvalidURL):
        return Finding("program", None, f"not running at {address}; flyfun serve starts it")
    except (ValueError, KeyError, TypeError):
        return Finding("program", False, f"something else answers at {address}: set FLYFUN_PORT to a free port.")
    if ready:
        return Finding("program", True, "running, every channel receives")
    return Finding("program", False, "; ".join(f"{part}: {says}" for part, says in problems.items()))


def _loads(name: str, load: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, load())
    except AgentError as error:
        return Finding(name, False, error.user_message)


def _of(deps: Deps) -> str:
    return f" of {deps.airports.as_of:%d %b %Y}" if deps.airports.as_of else ""


def _rules(deps: Deps) -> str:
    """How many countries' own rules; those of the EU hold in its other members too."""
    own = f"{len(deps.rule_countries)} countries"
    return own if deps.settings.rules_json else f"{own} with rules of their own, and the EU"


def _place(deps: Deps) -> str:
    found = deps.places.resolve("Lake Geneva").best
    return (
        "towns, regions and lakes"
        if found
        else "the gazetteer does not know Lake Geneva: rebuild it with make data"
    )


def _optional(name: str, is_set: bool, variable: str) -> Finding:
    return (
        Finding(name, True, "set up") if is_set else Finding(name, None, f"not set up; set {variable} to use it")
    )


def _reach(name: str, address: str) -> Finding:
    host = urlsplit(address).hostname
    return Finding(name, None, f"asked at {host} when needed; answers from what is here when it is not reached")
