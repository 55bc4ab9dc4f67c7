"""Puts an answer's maps and files where the pilot can open them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from adapters.protocol import Block, File, Map

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def written(blocks: Sequence[Block], folder: Path) -> Iterator[tuple[str, Path]]:
    """What each file is, and where it is now. Raises `OSError`."""
    for block in blocks:
        match block:
            case Map():
                kind = "png" if block.image.startswith(b"\x89PNG") else "jpg"
                name = block.key or blake2b(block.image, digest_size=8).hexdigest()
                yield block.caption or block.alt or "Map", _put(folder, f"map-{name}.{kind}", block.image)
            case File():
                yield "File", _put(folder, block.name, block.content)
            case _:
                pass


def _put(folder: Path, name: str, content: bytes) -> Path:
    file = folder / (_UNSAFE.sub("-", name).strip(".-") or "file")
    file.write_bytes(content)
    return file
