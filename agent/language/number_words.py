"""Reads numbers written as words: "a hundred and forty", "one forty", "einhundertvierzig", "quatre-vingt-dix"."""

from __future__ import annotations

from functools import lru_cache

from agent import regex as re
from agent.language.wording import words_in
from agent.regex import longest_first

_UNITS = words_in("zero one two three four five six seven eight nine")
_TEENS = words_in("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
_ENGLISH = {word: value for value, word in enumerate([*_UNITS, *_TEENS])}
_ENGLISH.update(
    {w: 10 * n for n, w in enumerate(words_in("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)}
)
_ENGLISH["fourty"] = 40
_FRENCH = {
    word: value
    for value, word in enumerate(
        words_in("zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize")
    )
}
_FRENCH.update({"vingt": 20, "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60})
_FRENCH.update({"septante": 70, "huitante": 80, "octante": 80, "nonante": 90})
_DIGITS = {word: str(value) for value, word in enumerate(_UNITS)} | {"oh": "0", "niner": "9"}
_HUNDRED = {"hundred": 100, "cent": 100, "cents": 100, "hundert": 100}
_THOUSAND = {"thousand": 1000, "mille": 1000, "tausend": 1000}
_ONE = {"a", "ein", "eine"}
"""One only before a hundred or a thousand; alone an article."""


def _german() -> dict[str, int]:
    """The words to ninety-nine, with and without umlauts; larger ones are put together of them."""
    ones = dict(zip(words_in("ein zwei drei vier fünf sechs sieben acht neun"), range(1, 10), strict=True))
    found = {"null": 0, "eins": 1, "zehn": 10, "elf": 11, "zwölf": 12, "sechzehn": 16, "siebzehn": 17}
    found |= {word: value for word, value in ones.items() if word != "ein"}
    found |= {f"{word}zehn": 10 + ones[word] for word in ("drei", "vier", "fünf", "acht", "neun")}
    tens = words_in("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
    for value, ten in enumerate(tens, start=2):
        found[ten] = 10 * value
        found |= {f"{word}und{ten}": 10 * value + one for word, one in ones.items()}
    for word, value in list(found.items()):
        plain = word.replace("ü", "ue").replace("ö", "oe")
        found |= {plain: value, word.replace("ß", "ss"): value, plain.replace("ß", "ss"): value}
    return found


_GERMAN = _german()
_SMALL = {**_GERMAN, **_FRENCH, **_ENGLISH}
_LETTERS = r"[a-zäöüß]"
_TENS = r"(?:zwanzig|drei(?:ß|ss)ig|vierzig|f(?:ü|ue)nfzig|sechzig|siebzig|achtzig|neunzig)"
_GLUED = rf"(?:{_LETTERS}{{0,30}}(?:hundert|tausend){_LETTERS}{{0,30}}|{_LETTERS}{{3,6}}und{_TENS})"
"""A German number in one word; `spelt` says whether it is one ("Hundertwasser" is not)."""
_PLAIN = {word for word in _SMALL if not re.fullmatch(rf"\w+und{_TENS}", word)}
_SINGLE = "|".join(longest_first({*_PLAIN, *_HUNDRED, *_THOUSAND, "oh", "niner"}))
_ANY = rf"(?:(?:{_SINGLE})\b|{_GLUED}\b)"
_LARGE = "|".join([*_HUNDRED, *_THOUSAND])
_ET = r"(?<=vingt|rente)|(?<=arante)|(?<=quante)|(?<=ixante)|(?<=ptante)|(?<=nonante)"
_AND = rf"(?:(?:(?<=hundred)|(?<=thousand))[\s-]+and[\s-]+|(?:{_ET})[\s-]+et[\s-]+(?=une?\b|onze\b)|[\s-]+)"
WORDS = (
    r"(?:a dozen|(?:a )?couple of|"
    rf"(?:(?:an?|eine?)[\s-]+(?={_LARGE})|(?!oh\b|niner\b)){_ANY}(?:\b{_AND}{_ANY}){{0,7}})"
)
"""A number in words; `spelt` may still find that it is none ("two one")."""
_WORDS = re.compile(rf"\b{WORDS}", re.IGNORECASE)


@lru_cache(maxsize=128)
def in_digits(text: str) -> str:
    """A text with its spelt numbers of two figures and more as digits, in as many letters."""
    return _WORDS.sub(_digits, text)


def _digits(match: re.Match[str]) -> str:
    value = spelt(match[0].lower())
    figures = "" if value is None or value < 10 else str(value)
    return figures.ljust(len(match[0])) if 0 < len(figures) <= len(match[0]) else match[0]


def spelt(said: str) -> int | None:
    """The number that small letters spell, or None."""
    if said.endswith("dozen"):
        return 12
    if said.endswith("couple of"):
        return 2
    words = [word for word in re.split(r"[\s-]+", said) if word not in ("and", "et", "und")]
    if len(words) > 2 and all(word in _DIGITS for word in words):
        return int("".join(_DIGITS[word] for word in words))
    total, current = 0, 0
    for at, word in enumerate(words):
        large = next((word in _HUNDRED or word in _THOUSAND for word in words[at + 1 : at + 2]), False)
        if word in _THOUSAND:
            total, current = total + max(1, current) * 1000, 0
        elif word in _HUNDRED:
            if current >= 100:
                return None
            current = max(1, current) * 100
        elif word in _ONE:
            if not large:
                return None
            current = 1
        elif word in ("vingt", "vingts") and current % 100 == 4 and words[at - 1] == "quatre":
            current += 76
        else:
            one = _SMALL.get(word, _glued(word))
            added = None if one is None else _added(current, one, word)
            if added is None:
                return None
            current = added
    return total + current if words else None


def _added(current: int, one: int, word: str) -> int | None:
    """`one` behind `current`: forty five, soixante-dix, and "one forty" as 140; None when they are two numbers."""
    if current == 0 or (one < 10 and current % 10 == 0 and current % 100 >= 20):
        return current + one
    if current % 100 == 0 and one < 100:
        return current + one
    if (word in _FRENCH and word not in _ENGLISH) or word == "six":  # spelt alike in both
        tens = current % 100
        return current + one if (tens in (60, 80) and one < 20) or (tens in (10, 70, 90) and one < 10) else None
    is_year_style = word in _ENGLISH and 10 <= one < 100 and 0 < current < 100
    return current * 100 + one if is_year_style else None


def _glued(word: str) -> int | None:
    """A German number in one word: "zweihundertfünfzig"."""
    thousands, found, rest = word.rpartition("tausend")
    if found:
        many, more = _glued(thousands) if thousands else 1, _glued(rest.removeprefix("und")) if rest else 0
        return None if many is None or more is None else many * 1000 + more
    hundreds, found, rest = word.partition("hundert")
    if found:
        many = _glued(hundreds) if hundreds else 1
        more = _glued(rest.removeprefix("und")) if rest else 0
        return None if many is None or more is None else many * 100 + more
    return 1 if word == "ein" else _GERMAN.get(word)
