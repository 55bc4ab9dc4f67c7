"""A pytest plugin: the records of every data folder are a database of their own on one PostgreSQL server.

pytest -p contracts.on_postgresql tests/bot/test_records.py …
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from servers.postgresql import Cluster, cluster

from bot import records
from bot.settings import Settings

_open = ExitStack()


def pytest_configure() -> None:
    """Start the server before any test; what names no database gets one of it, by its data folder."""
    folder = Path(tempfile.mkdtemp(prefix="flyfun-pg-"))
    _open.callback(shutil.rmtree, folder, ignore_errors=True)
    server = _open.enter_context(cluster(folder))
    of_settings = records.database_url
    made: dict[Path, str] = {}

    def address(settings: Settings) -> str:
        if settings.database_url:
            return of_settings(settings)
        if settings.data_dir not in made:
            made[settings.data_dir] = _new(server, settings.data_dir)
        return made[settings.data_dir].replace("postgresql://", "postgresql+psycopg://")

    records.database_url = address


def pytest_unconfigure() -> None:
    """Stop it."""
    _open.close()


def _new(server: Cluster, data_dir: Path) -> str:
    return server.database("records_" + hashlib.sha256(str(data_dir).encode()).hexdigest()[:16])
