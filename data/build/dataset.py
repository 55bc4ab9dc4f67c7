"""What one compiled data file is, where it comes from, and how it is written so that two builds are equal."""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import importlib.util
import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file under `data/`: its path there, its source, and how many rows it has.

    A dataset module in this folder offers `build(out: Path) -> list[DataFile]`: it writes its files under
    `out` (or only validates a table kept by hand there) and describes them. The manifest adds size and hash.
    """

    path: str
    source: str
    version: str
    as_of: date | None
    licence: str
    rows: int
    url: str | None = None


class BuildError(Exception):
    """A source is not what the build was written for."""


def source_file(package: str, version: str | None, *parts: str) -> Path:
    """A file inside an installed build-time package, which must have exactly `version` (None: any)."""
    found = importlib.metadata.version(package)
    if version is not None and found != version:
        raise BuildError(f"{package} {found} is installed; the build is written for {version}")
    spec = importlib.util.find_spec(package.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise BuildError(f"{package} is not installed")
    return Path(spec.origin).parent.joinpath(*parts)


def write_gzip_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines as gzipped UTF-8 text without time stamp or file name: equal content, equal bytes."""
    text = "".join(f"{line}\n" for line in lines).encode()
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, compresslevel=9, mtime=0) as stream:
        stream.write(text)
    path.write_bytes(buffer.getvalue())


def sha256_of(path: Path) -> str:
    """The hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def content_sha256_of(path: Path) -> str:
    """The hash of a file's content: of the text inside when it is gzipped."""
    content = path.read_bytes()
    return hashlib.sha256(gzip.decompress(content) if path.suffix == ".gz" else content).hexdigest()
