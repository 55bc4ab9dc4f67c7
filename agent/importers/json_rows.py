"""Reads a JSON list row by row, so that a file of 200 MB needs the memory of one row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

_PIECE = 1 << 20
_LARGEST_ROW = 20_000_000
_SPACE = " \t\r\n"


def rows_of(file: Path, piece: int = _PIECE) -> Iterator[Any]:
    """Each value of the list in a file, read in pieces. Raises `ValueError` for anything but one whole list."""
    decoder = json.JSONDecoder()
    with file.open(encoding="utf-8-sig") as stream:
        text = stream.read(piece).lstrip(_SPACE)
        if not text.startswith("["):
            raise ValueError("no list")
        text, first = text[1:], True
        while True:
            text = _without_space(text, stream, piece)
            if text.startswith("]"):
                break
            if not first:
                if not text.startswith(","):
                    raise ValueError("no comma between two rows")
                text = _without_space(text[1:], stream, piece)
            row, text = _row(decoder, text, stream, piece)
            first = False
            yield row
        if (text[1:] + stream.read(piece)).strip(_SPACE):
            raise ValueError("something stands behind the list")


def _without_space(text: str, stream: TextIO, piece: int) -> str:
    """The text from its next sign on; more is read when there is none."""
    text = text.lstrip(_SPACE)
    while not text:
        more = stream.read(piece)
        if not more:
            raise ValueError("the list is cut off")
        text = more.lstrip(_SPACE)
    return text


def _row(decoder: json.JSONDecoder, text: str, stream: TextIO, piece: int) -> tuple[Any, str]:
    """One row and the text behind it; a figure at the very end may go on in what is not read yet."""
    while True:
        try:
            row, end = decoder.raw_decode(text)
            if end < len(text):
                return row, text[end:]
        except ValueError:
            if len(text) > _LARGEST_ROW:
                raise
        more = stream.read(max(piece, len(text)))
        if not more:
            raise ValueError("the list is cut off")
        text += more
