"""The libraries that read AIP documents and official lists; a lean install leaves them out and says so."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from agent.errors import NotConfigured

NEEDED = "Reading AIP documents and official lists needs two more packages: pip install 'flyfun[documents]'."


def library(name: str) -> ModuleType:
    """A module of lxml or pdfplumber. Raises `NotConfigured` with what to install."""
    try:
        return import_module(name)
    except ImportError as error:
        raise NotConfigured(NEEDED, detail=str(error)) from error
