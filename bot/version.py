"""The version of this FlyFun, from the one place that has it: `pyproject.toml`, through what was installed."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """As "0.1.0"; "unknown" where the program was not installed."""
    try:
        return metadata.version("flyfun")
    except metadata.PackageNotFoundError:
        return "unknown"
