"""Who lives in Ireland, as a question says it: who does needs no ETA on coming from there."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.deps import Deps
from agent.language.ends import country_of

_LIVES = re.compile(
    r"\b(?P<i>(?:i|we|ich|wir|je|j['’]|nous) )?(?:legally |lawfully |permanently |now |currently |been )*"
    r"(?:liv(?:es?|ing)|resid(?:es?|ing)|residents?|residency|based|lebt|leben|lebe|wohnt|wohnen|wohne|wohnhaft"
    r"|ansässig|vit|vivent|vivant|vis|habit(?:e|ent|ant)|réside(?:nt)?|résidant|résidente?s?) "
    r"(?:here )?(?:in|of|en|à|au) (?P<where>[^,.;:?!]+)",
    re.IGNORECASE,
)
_IRISH_RESIDENT = re.compile(
    r"\b(?:irish (?:residents?|residence|residency)|resident en irlande|(?:has|have|with|holds?) (?:an? )?irp\b)",
    re.IGNORECASE,
)
_SOMEBODY_ELSE = re.compile(
    r"\b(?:he|she|his|her|they|their|passengers?|pax|friends?|mates?|wife|husband|partner|girlfriend|boyfriend"
    r"|guests?|colleagues?|er|sie|passagier\w*|freund\w*|frau|mann|il|elle|passag[eè]re?s?|amie?s?|femme|mari)\b",
    re.IGNORECASE,
)
_MOST_OF_A_NAME = 3


def lives_in_ireland(texts: Iterable[str], deps: Deps) -> bool:
    """Whether the traveller is said to live there: "living in Cork"; where a pilot does is no passenger's."""
    return any(_is_said(text, deps) for text in texts)


def _is_said(text: str, deps: Deps) -> bool:
    if _IRISH_RESIDENT.search(text):
        return True
    for found in _LIVES.finditer(text):
        if found["i"] and _SOMEBODY_ELSE.search(text):
            continue
        words = found["where"].split()
        names = (" ".join(words[:many]) for many in range(min(_MOST_OF_A_NAME, len(words)), 0, -1))
        if next((code for name in names if (code := country_of(name, deps))), None) == "IE":
            return True
    return False
