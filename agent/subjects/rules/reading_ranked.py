"""Whether a comparison of countries asks for a table of them, or which is the stricter or the easier one."""

from __future__ import annotations

from agent import regex as re

_WISH = re.compile(
    r"\b(?:(?P<strict>strict\w*|tougher|toughest|harder|more demanding|streng\w*|strikter|sévères?|strictes?"
    r"|exigean\w*|restrictif\w*)"
    r"|(?P<easy>eas(?:y|ier|iest)|simpl(?:er|est)|less hassle|least hassle|more relaxed|laxer|lenient"
    r"|einfach(?:er|ste\w*)|leichter|locker\w*|unkompliziert\w*"
    r"|plus (?:simple|souple|facile)\w*|moins (?:sévère|strict|compliqué|de paperasse)\w*))\b"
)


def ranked_in(low: str) -> str | None:
    """ "stricter" or "easier", as a message in small letters asks for it; None where it asks for neither."""
    wish = _WISH.search(low)
    return None if wish is None else "stricter" if wish["strict"] is not None else "easier"


_TABLE = re.compile(
    r"\b(?:tabelle|table|tableau|matrix|übersicht|overview|side[- ]by[- ]side|nebeneinander|côte à côte"
    r"|gegenüber(?:zu)?(?:stell\w*|gestellt)|(?:what|how) (?:is|are|['’]s) (?:\w+ )?different|what differs"
    r"|was ist (?:\w+ )?anders|(?:was|wie) unterscheide[nt]|qu['’]est-ce qui (?:change|diffère|est différent))\b"
)


def is_tabled(low: str) -> bool:
    """Whether a message in small letters wants things set side by side: "tableau France, Espagne, Portugal"."""
    return _TABLE.search(low) is not None
