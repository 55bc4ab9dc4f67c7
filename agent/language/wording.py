"""Makes a message plain before it is read: ordinary letters, no invisible marks, no emoji, one kind of dash."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from agent import regex as re
from agent.aviation.names import fold
from agent.language.accents import with_accents
from agent.language.dialect import written_german
from agent.language.hours_written import with_hours_written
from agent.language.ranks import with_ranks_apart
from agent.language.region_adjectives import with_regions_named
from agent.language.texting import written_out
from agent.language.town_words import with_towns_before_arrows, with_towns_capital

_REPLACED = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
    | {"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "→": "->", "⇒": "->", "➔": "->", "➝": "->"}
    | {"✈": " ", "➡": "->", "…": "... ", "\N{FULLWIDTH COMMA}": ","}
)
_KEPT_SYMBOLS = set("£€$+<>=|~^°&")
_ARROW = re.compile(r"\s*(?:-+>|=+>)\s*")
_WORD = re.compile(r"[^\W_]+(?:['.&_/][^\W_]+)*")
_PARTS = {"½": ".5", "¼": ".25", "¾": ".75"}
_HALVES = re.compile(r"(\d*)\s?([½¼¾])")
_AND = re.compile(r"(?:^n|(?<=[a-zà-ÿ]{2}) n) (?=[a-zà-ÿ]{2})(?!(?:est|ai|as|ont|y|of|von|vom|de|du)\b)")
""" "Fuel n grub": as it is typed with thumbs; "5 nm n of Lydd" is north of it."""
_SPACES = re.compile(r"\s+")
_FOREIGN = re.compile(r"[æøåđłšžčćřůýőű]", re.IGNORECASE)
"""Letters that no word of our three languages has: "Ærø" is not "aero"."""


_SOMETHING_MORE = re.compile(r"\b(?:etwas|was|nichts|Etwas|Was|Nichts)\s+[A-ZÄÖÜ][a-zäöüß]+eres\b")
""" "Etwas Längeres", "nichts Günstigeres": an adjective with a capital, and no town that sounds like it."""


def plain(text: str) -> str:
    """`text` with full-width letters narrowed, bidi marks and emoji dropped, dashes and quotes unified, short words in full."""
    text = _HALVES.sub(lambda m: f"{m[1] or '0'}{_PARTS[m[2]]}", text)
    text = unicodedata.normalize("NFKC", text.translate(_REPLACED)).translate(_REPLACED)
    letters: list[str] = []
    for letter in text:
        category = unicodedata.category(letter)
        if category in ("Cf", "Mn", "Me", "Co", "Cs") or letter == "\ufe0f":
            continue
        if (
            category == "So"
            or (category in ("Sk", "Sm", "Sc") and letter not in _KEPT_SYMBOLS)
            or category == "Cc"
        ):
            letters.append(" ")
        else:
            letters.append(letter)
    shown = _AND.sub(
        " and ", _ARROW.sub(" to ", with_towns_before_arrows(_SPACES.sub(" ", "".join(letters))))
    ).strip()
    shown = with_ranks_apart(_SOMETHING_MORE.sub(lambda m: m[0].lower(), shown))
    return with_towns_capital(
        with_accents(with_regions_named(written_german(written_out(with_hours_written(shown)))))
    )


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a message with its place in it; `key` is the word without case and accents."""

    start: int
    end: int
    text: str
    key: str


def words_of(text: str) -> list[Word]:
    """The words of a plain text, in order. "l'avgas" is two, "Tatry's" keeps its s apart."""
    found: list[Word] = []
    for match in re.finditer(r"[^\W_]+", text):
        piece = match.group()
        key = piece.lower() if _FOREIGN.search(piece) else fold(piece) or piece.lower()
        found.append(Word(match.start(), match.end(), piece, key))
    return found


def words_in(text: str) -> list[str]:
    """The words of a table that is written as one line of text."""
    return text.split()


def keys_of(text: str) -> frozenset[str]:
    """The words of a table as a message's are compared: in small letters, without accents."""
    return frozenset(word.key for word in words_of(text))


def word_set(text: str) -> frozenset[str]:
    """The words of a table as a set."""
    return frozenset(text.split())
