"""Reads JSON lists row by row, alone or within an object: a file of 200 MB needs the memory of one row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

_PIECE = 1 << 20
_LARGEST_ROW = 20_000_000
_SPACE = " \t\r\n"
END = object()
"""Behind the last row of a list."""


def rows_of(file: Path, piece: int = _PIECE) -> Iterator[Any]:
    """Each value of the list in a file, read in pieces. Raises `ValueError` for anything but one whole list."""
    with file.open(encoding="utf-8-sig") as stream:
        text = _Text(stream, piece)
        yield from text.rows()
        text.ends()


def members_of(file: Path, rows: str, piece: int = _PIECE) -> Iterator[tuple[str, Any]]:
    """Name and value of each member of the object in a file; of the list called `rows` each row, then `END`.

    Raises `ValueError` for anything but one whole object.
    """
    with file.open(encoding="utf-8-sig") as stream:
        text = _Text(stream, piece)
        text.take("{")
        first = True
        while text.sign() != "}":
            if not first:
                text.take(",")
            first = False
            name = text.value()
            if not isinstance(name, str):
                raise ValueError("a member without a name")
            text.take(":")
            if name == rows and text.sign() == "[":
                for row in text.rows():
                    yield name, row
                yield name, END
            else:
                yield name, text.value()
        text.take("}")
        text.ends()


class _Text:
    """What of a file is read and not yet used."""

    def __init__(self, stream: TextIO, piece: int) -> None:
        self._stream, self._piece = stream, piece
        self._text = ""

    def sign(self) -> str:
        """The next sign that is no space."""
        self._text = self._text.lstrip(_SPACE)
        while not self._text:
            more = self._stream.read(self._piece)
            if not more:
                raise ValueError("the file is cut off")
            self._text = more.lstrip(_SPACE)
        return self._text[0]

    def take(self, sign: str) -> None:
        """Go on behind this sign."""
        if (found := self.sign()) != sign:
            raise ValueError(f"{found!r} stands where {sign!r} is expected")
        self._text = self._text[1:]

    def rows(self) -> Iterator[Any]:
        """The values of the list that begins here."""
        self.take("[")
        first = True
        while self.sign() != "]":
            if not first:
                self.take(",")
            first = False
            yield self.value()
        self.take("]")

    def value(self) -> Any:
        """The value that begins here; a figure at the very end may go on in what is not read yet."""
        self.sign()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text)
                if end < len(self._text):
                    self._text = self._text[end:]
                    return value
            except ValueError:
                if len(self._text) > _LARGEST_ROW:
                    raise
            more = self._stream.read(max(self._piece, len(self._text)))
            if not more:
                raise ValueError("the file is cut off")
            self._text += more

    def ends(self) -> None:
        """Nothing but space may follow."""
        rest = self._text
        while not rest.strip(_SPACE):
            rest = self._stream.read(self._piece)
            if not rest:
                return
        raise ValueError("something stands behind the end")


_DECODER = json.JSONDecoder()
