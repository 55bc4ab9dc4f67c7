"""How full a day shall be: relaxed, moderate or packed, as people say it."""

from __future__ import annotations

from agent import regex as re
from agent.language.slots import Slots

_PACES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "relaxed",
        re.compile(
            r"\brelax\w*|\beasy(?:[- ]going)?\b|\bslow\w*|\bgentle\b|\bquiet\b|\blaid[- ]back\b|"
            r"\bleisure\w*|\bunhurried\b|\bno rush\b|\bcalm\b|\btranquill?es?\b|\bcalmes?\b|"
            r"\bdétendu\w*|\bsans se presser\b|\bentspannt\w*|\bgemütlich\w*|\bruhig\w*|\blazy\b|"
            r"\bchilled?\b|\bcool\b(?= pace)"
        ),
    ),
    (
        "packed",
        re.compile(
            r"\bpacked\b|\bbusy\b|\bfull(?:y)? booked\b|\bintens\w*|\bas much as possible\b|\bas many "
            r"as possible\b|\bfast\b|\bchargée?s?\b|\bbien remplie?\b|\bvoll(?:gepackt|e[sn]? "
            r"programm)\w*|\bstramm\w*|\bhectic\b|\btight\b|\bcram\w*|\baction-packed\b"
        ),
    ),
    (
        "moderate",
        re.compile(
            r"\bmoderate\w*|\bmedium pace\b|\bnormal pace\b|\bmodéré\w*|\bmoderat\w*|\bmittler\w*|"
            r"\baverage pace\b"
        ),
    ),
)
_OF_A_DAY = re.compile(r"\bpace\b|\btempo\b|\brythme\b|\brhythm\w*|\bday\b|\btag\b|\bjournée\b|\bprogramm?e?\b")


def read_pace(slots: Slots) -> str | None:
    """The pace, when one is said."""
    return next((name for name, pattern in _PACES if pattern.search(slots.low)), None)


def read_days_pace(slots: Slots) -> str | None:
    """The pace, when it is a day's or a programme's: "a quiet place" has none."""
    return read_pace(slots) if _OF_A_DAY.search(slots.low) else None
