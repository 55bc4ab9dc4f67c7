"""Codes as they are spelt out and dictated ("echo golf tango foxtrot", "e g t f"), and registrations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from agent import regex as re

_ALPHABET = """
alfa alpha bravo charlie delta echo foxtrot fox golf hotel india juliett juliet kilo lima mike november oscar papa
quebec romeo sierra tango uniform victor whiskey whisky x-ray xray yankee zulu
"""
_SPOKEN = f"(?:{'|'.join(_ALPHABET.split())})"
_DICTATED = re.compile(rf"\b{_SPOKEN}(?:[ ,-]+{_SPOKEN}){{3,11}}\b", re.IGNORECASE)
_WORD = re.compile(_SPOKEN, re.IGNORECASE)
_LETTERS = re.compile(r"(?<![\w'.])[a-z](?:(?:\. ?| )[a-z]){3,11}(?![\w'])\.?", re.IGNORECASE)
_HALVES = re.compile(r"(?<![\w-])([A-Z]{2}) ([A-Z]{2})(?![\w-])")
_LENGTH = 4

_PREFIXES = (
    "G-[A-Z]{4}|D-[A-Z]{4}|F-[A-Z]{4}|I-[A-Z]{4}|2-[A-Z]{4}|M-[A-Z]{4}|"
    "(?:HB|OE|PH|OO|OK|OM|LX|EI|EC|CS|OY|SE|LN|SP|S5|9A|9H|YR|YU|TF|OH|LY|ES|LZ|SX|TC|HA|T7|ZS|VH|JY)-[A-Z]{3,4}"
)
_REGISTRATION = re.compile(rf"(?<![\w-])(?:{_PREFIXES}|C-[FG][A-Z]{{3}})(?![\w-])", re.IGNORECASE)
_NOVEMBER = re.compile(r"(?<![\w-])N(?:[1-9]\d{1,3}[A-Z]{1,2}|[1-9]\d{2,4})(?![\w.°-]| ?[EW]\d)")


def spelt_out(text: str, is_code: Callable[[str], bool]) -> Iterator[tuple[int, int, str]]:
    """(start, end, code) of every code said letter by letter; `is_code` knows which four letters are one."""
    for match in _DICTATED.finditer(text):
        words = [(m.start(), m.end(), m.group().lower()[0]) for m in _WORD.finditer(text, *match.span())]
        yield from _windows(words, is_code)
    for match in _LETTERS.finditer(text):
        letters = [(i, i + 1, text[i]) for i in range(*match.span()) if text[i].isalpha()]
        yield from _windows(letters, is_code)
    for match in _HALVES.finditer(text):
        if is_code(code := match[1] + match[2]):
            yield *match.span(), code


def registrations(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of aircraft's registrations: "G-ABCD", "D-EXYZ", "N172SP"."""
    for pattern in (_REGISTRATION, _NOVEMBER):
        for match in pattern.finditer(text):
            yield match.span()


def _windows(
    letters: list[tuple[int, int, str]], is_code: Callable[[str], bool]
) -> Iterator[tuple[int, int, str]]:
    at = 0
    while at + _LENGTH <= len(letters):
        window = letters[at : at + _LENGTH]
        code = "".join(letter for _, _, letter in window).upper()
        if is_code(code):
            yield window[0][0], window[-1][1], code
            at += _LENGTH
        else:
            at += 1
