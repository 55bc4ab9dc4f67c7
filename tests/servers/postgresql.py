"""A PostgreSQL server of the machine's own, in a folder that is thrown away; there may be none.

with cluster(folder) as server:
    url = server.database("records")     # postgresql://…, empty
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

USER = "flyfun"
START_SECONDS = 60
_QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "16MB"}


def binary(name: str) -> Path | None:
    """One of the server's programs: on the path, or where Debian keeps them."""
    found = shutil.which(name)
    if found:
        return Path(found).resolve()
    return max(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), default=None)


def is_here() -> bool:
    """Whether this machine can run one."""
    return all(binary(name) for name in ("initdb", "pg_ctl", "postgres"))


@dataclass(frozen=True)
class Cluster:
    """A running server, reached by its socket alone."""

    folder: Path

    def database(self, name: str) -> str:
        """The address of an empty database of this name, made now."""
        import psycopg
        from psycopg import sql

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"


@contextmanager
def cluster(folder: Path) -> Generator[Cluster]:
    """Made, started, and stopped at the end. `folder` is short: a socket's path has at most 107 characters."""
    folder.mkdir(parents=True, exist_ok=True)
    who = _other_than_root(folder)
    initdb, control = binary("initdb"), binary("pg_ctl")
    assert initdb and control, "PostgreSQL is not on this machine"

    def run(*command: str) -> None:
        done = subprocess.run([*who, *command], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])

    data = folder / "data"
    run(str(initdb), "-D", str(data), "-A", "trust", "-U", USER, "-E", "UTF8", "--no-locale", "--no-sync")
    options = f"-k {folder} -h '' " + " ".join(f"-c {name}={value}" for name, value in _QUICK.items())
    log = str(folder / "log")
    run(str(control), "-D", str(data), "-l", log, "-o", options, "-w", "-t", str(START_SECONDS), "start")
    try:
        yield Cluster(folder)
    finally:
        run(str(control), "-D", str(data), "-m", "immediate", "-w", "stop")


def _other_than_root(folder: Path) -> list[str]:
    """PostgreSQL refuses to be run by root: then its own user does."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres", "postgres")
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
