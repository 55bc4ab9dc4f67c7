"""What a text is read into: figures with their units, times, days, dates, names, signs, labels, values, words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from agent.writing.grounding import LENGTHS
from agent.writing.held.terms import Kind, countries


@dataclass(frozen=True, slots=True)
class Item:
    """One thing said. `leaf`: what stands between two marks; `joined`: "and" or "or" before it; `mark`: the sign
    beside a figure."""

    kind: Kind
    key: str
    leaf: int
    value: float = 0.0
    unit: str = ""
    zone: str = ""
    group: str = ""
    loose: str = ""
    clause: int = 0
    part: int = 0
    outer: int = -1
    way: str = ""
    stage: int = 0
    joined: bool = False
    mark: str = ""


_FOLDED = str.maketrans("àâäéèêëîïôöùûüçñ", "aaaeeeeiioouuucn")


def stem(word: str) -> str:
    """What a word is compared by: without accents, without its ending, of a long one the first seven letters."""
    word = word.casefold().translate(_FOLDED)
    for ending in ("ing", "ies", "ed", "es", "s", "en", "e"):
        if len(word) - len(ending) >= 4 and word.endswith(ending) and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word[:7] if len(word) > 8 else word


def marked(text: str, names: Mapping[str, re.Pattern[str]]) -> str:
    """The text with each airfield and country under its code."""
    for code, pattern in names.items():
        text = pattern.sub(f" ⟦{code}⟧ ", text)
    pattern, codes = countries()
    return pattern.sub(lambda m: f" ⟦C:{codes[m[0]]}⟧ ", text)


def same_figure(said: Item, known: Item) -> bool:
    """Whether a figure is the one that is known, in its unit or another, or rounded as it is said."""
    if known.kind == "clock":
        if said.kind == "num" and said.unit in {"", "h"} and said.value <= 24:
            return said.value * 100 == known.value
        if said.kind == "num" and not said.unit:
            return said.value == known.value
        return said.kind == "clock" and said.value == known.value
    if said.kind == "clock":
        return False
    if not said.unit and known.unit in {"ft", "m"} and said.value >= 1000:
        return _rounded(said, known.value)
    if (
        said.unit == known.unit
        or (not said.unit and known.unit in {"", "hpa"})
        or (not known.unit and said.unit in {"hpa", "mhz"})
    ):
        return _rounded(said, known.value)
    pair = {said.unit, known.unit}
    if (pair <= {"m", "ft", "km"} and known.value >= 10) or (pair == {"km", "nm"} and known.value >= 10):
        metres, wanted = known.value * LENGTHS[known.unit], said.value * LENGTHS[said.unit]
        if said.loose in {"over", "under"}:
            return _near(said, wanted, metres, 0)
        return abs(metres - wanted) <= (0.03 if said.loose else 0.01) * metres
    times = {"h": 60, "min": 1, "d": 1440}
    if said.unit in times and known.unit in times:
        a, b = said.value * times[said.unit], known.value * times[known.unit]
        return _near(said, a, b, 0.05)
    return False


def _near(said: Item, value: float, known: float, share: float) -> bool:
    """Whether a figure is the known one as closely as it is said; both in one unit."""
    if said.loose == "over":
        return 0 < known - value <= 0.1 * value
    if said.loose == "under":
        return 0 < value - known <= 0.1 * value
    return value == known or (bool(said.loose) and abs(value - known) <= share * abs(known))


def _rounded(said: Item, known: float) -> bool:
    if said.loose in {"over", "under"}:
        return _near(said, said.value, known, 0)
    if said.value == known:
        return True
    if said.loose and abs(said.value - known) <= 0.03 * abs(known):
        return True
    digits = len(f"{said.value:g}".partition(".")[2])
    return abs(known) >= 5 and round(known, digits) == said.value and f"{known:g}".partition(".")[2] != ""
