"""Numbers in words, spelt by rules of grammar that share nothing with the reader."""

from __future__ import annotations

import pytest

from agent.language.quantities import find_quantities, number
from agent.language.wording import words_in

EN = words_in(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
EN_TENS = words_in("- - twenty thirty forty fifty sixty seventy eighty ninety")
FR = words_in(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf"
)
FR_TENS = words_in("- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt")
DE = words_in(
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
DE_TENS = words_in("- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")


def english(n: int, *, hyphen: str = "-", joint: str = " and ", one: str = "a") -> str:
    if n >= 100:
        hundreds, rest = divmod(n, 100)
        head = f"{one if hundreds == 1 else EN[hundreds]} hundred"
        return head + (joint + english(rest, hyphen=hyphen) if rest else "")
    if n < 20:
        return EN[n]
    return EN_TENS[n // 10] + (hyphen + EN[n % 10] if n % 10 else "")


def spoken(n: int) -> str:
    """ "one forty five", "three ten", "two oh five"."""
    rest = n % 100
    return f"{EN[n // 100]} {'oh ' if rest < 10 else ''}{english(rest, hyphen=' ')}"


def french(n: int) -> str:
    if n >= 100:
        hundreds, rest = divmod(n, 100)
        head = "cent" if hundreds == 1 else f"{FR[hundreds]} cent{'' if rest else 's'}"
        return head + (f" {french(rest)}" if rest else "")
    if n < 20:
        return FR[n]
    tens, ones = divmod(n, 10)
    if tens in (7, 9):
        ones += 10
    if n == 80:
        return "quatre-vingts"
    if ones == 0:
        return FR_TENS[tens]
    joint = " et " if ones in (1, 11) and tens < 8 else "-"
    return FR_TENS[tens] + joint + FR[ones]


def german(n: int) -> str:
    if n >= 100:
        hundreds, rest = divmod(n, 100)
        return f"{DE[hundreds]}hundert{german(rest) if rest else ''}"
    if n < 20:
        return "eins" if n == 1 else DE[n]
    tens, ones = divmod(n, 10)
    return (f"{DE[ones]}und" if ones else "") + DE_TENS[tens]


def amounts(text: str) -> list[tuple[str, float]]:
    return [(q.kind, q.value) for q in find_quantities(text)]


QUICK = {*range(20, 121), *range(125, 401, 7)}
"""Read at every run of the tests; all others with the thorough ones."""


@pytest.mark.parametrize(
    "n", [n if n in QUICK else pytest.param(n, marks=pytest.mark.thorough) for n in range(20, 401)]
)
def test_every_number_is_read_as_it_is_spelt(n: int) -> None:
    wordings = [
        english(n),
        english(n, hyphen=" ", joint=" "),
        english(n, one="one"),
        english(n, one="one", hyphen=" "),
    ]
    if n >= 100 and n % 100:
        wordings.append(spoken(n))
    for words in dict.fromkeys(wordings):
        assert amounts(f"EGTF to LFAT at {words} knots") == [("speed", n)], words
        assert amounts(f"airfields within {words} miles of Lyon") == [("distance", n)], words
        assert amounts(f"about {words} knots") == [("speed", n)], words
    assert amounts(f"EGTF LFAT à {french(n)} nœuds") == [("speed", n)], french(n)
    assert amounts(f"EGTF nach LFAT mit {german(n)} Knoten") == [("speed", n)], german(n)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("a thousand and fifty", 1050),
        ("eleven hundred", 1100),
        ("twelve hundred and fifty", 1250),
        ("two thousand five hundred", 2500),
        ("one four zero", 140),
        ("5 thousand", 5000),
        ("2 hundred", 200),
        ("tausendzweihundert", 1200),
        ("achthundert", 800),
        ("mille deux cents", 1200),
        ("huit cents", 800),
        ("zweitausendfünfhundert", 2500),
        ("einhundertundvierzig", 140),
        ("fuenfzig", 50),
        ("septante-cinq", 75),
        ("a dozen", 12),
    ],
)
def test_larger_numbers_and_other_manners(words: str, expected: int) -> None:
    assert number(words) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("between twenty and thirty miles from Lyon", [("distance", 30.0)]),
        ("a runway of eleven hundred feet", [("length", 1100.0)]),
        ("two one hour legs", [("duration", 1.0)]),
        ("a field", []),
        ("per cent", []),
    ],
)
def test_two_numbers_are_not_one(text: str, expected: list[tuple[str, float]]) -> None:
    assert amounts(text) == expected
