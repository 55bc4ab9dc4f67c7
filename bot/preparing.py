"""Builds the indexes in a process of their own before the program reads them: what building takes ends with it.

    await ahead("data", settings)        # airfields and places;  "rules": the rules' index, with Chroma

A stamp beside the indexes tells what they were built from; while it is true nothing is started. Whatever fails
here is done, and told, by the program itself when it reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from pathlib import Path

from agent.aviation import indexes
from agent.aviation.reference import current_set
from agent.config import AgentSettings
from agent.errors import AgentError
from agent.search import library
from agent.search.library import preparing_lock
from bot.settings import Settings
from bot.version import version

LONGEST_SECONDS = 600.0
AGAIN = 3
"""Chroma writes to its files once more when it ends: only the next process can note what they are like at rest."""


async def ahead(part: str, settings: AgentSettings) -> None:
    """Build one of `readiness.PARTS` in another process where it is not up to date."""
    if _stamp(part, settings).is_file() and _stamp(part, settings).read_text() == built_from(settings):
        return
    if part == "data" and await asyncio.to_thread(_ready, settings):
        return
    if part != "rules" or settings.vector_db_url:
        await _in_a_child(part)
        return
    from filelock import FileLock, Timeout

    guard = FileLock(str(preparing_lock(_stamp(part, settings).parent)), thread_local=False)
    try:
        await asyncio.to_thread(guard.acquire, timeout=LONGEST_SECONDS)
    except (OSError, Timeout):
        return  # the program tells it when it reads
    try:
        if await _in_a_child(part) == AGAIN:
            await _in_a_child(part)
    finally:
        guard.release()


def tables_ahead(settings: Settings) -> None:
    """Bring the tables of the records up to date in a process that ends with it: 8 MB of Alembic end with it too.

    To be called before there are threads. What fails is done again, and told, by the program itself.
    """
    if sys.platform != "linux" or threading.active_count() > 1:
        return
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        asyncio.run(_open_records(settings))
    finally:
        os._exit(0)


async def _open_records(settings: Settings) -> None:
    from bot.records import open_records

    async with open_records(settings):
        pass


def _ready(settings: AgentSettings) -> bool:
    """Whether the indexes that ship with the data will do."""
    try:
        return indexes.are_ready(settings)
    except AgentError:
        return False  # the program tells it when it reads


async def _in_a_child(part: str) -> int | None:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.preparing", part, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            return await child.wait()
    except TimeoutError:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.kill()


def built_from(settings: AgentSettings) -> str:
    """What the indexes depend on, by name, size and time."""
    files = [settings.data / "manifest.json", settings.airports_db, settings.rules_json]
    told = [version(), str(current_set(settings.data_dir)), str(settings.vector_db_path), settings.vector_db_url]
    for file in files:
        found = file.stat() if file is not None and file.is_file() else None
        told.append(f"{file} {found.st_size} {found.st_mtime_ns}" if found else str(file))
    return "\n".join(told)


def _stamp(part: str, settings: AgentSettings) -> Path:
    """Beside what was built: a vector database that was thrown away takes its stamp along."""
    own = part == "rules" and not settings.vector_db_url
    folder = (settings.vector_db_path or settings.data_dir / "chroma") if own else settings.data_dir / "index"
    return folder / f"prepared-{part}"


def main(part: str) -> None:
    """Build, then say from what."""
    from agent.deps import Deps
    from bot.environ import environ
    from bot.readiness import PARTS

    library.prepares = True
    settings = AgentSettings.from_environ(environ())
    stamp, told = _stamp(part, settings), built_from(settings)
    PARTS[part](Deps(settings))
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(told)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
        raise SystemExit(AGAIN if "chromadb" in sys.modules else 0)
    except (AgentError, OSError):
        raise SystemExit(1) from None
