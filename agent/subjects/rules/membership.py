"""Whether a country is in Schengen and in the EU customs territory, from the table of borders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.deps import Deps
from agent.protocol import Source
from tongue import country_name, say

_ASKED = re.compile(
    r"^\W*(?!.*\b(?:need\w*|requir\w*|allow\w*|passports?|visas?|checks?|plans?|fly\w*|flights?)\b)"
    r"(?:is|are|ist|sind|gehört|gehören|liegt|est|fait)(?: [\w'’-]+){1,4}"
    r" (?:in|part of|a member of|inside|im|teil der|zum|zur|dans|membre de|partie de)"
    r"(?: (?:the|der|des|la|le|eu|european))* (?:l['’]?(?:espace|union) )?"
    r"(?:schengen[\w-]*|customs (?:union|territory|area)|zollunion|zollgebiets?"
    r"|union douanière|territoire douanier)"
    r"(?: (?:area|zone|territory|der eu|de l['’]ue|of the eu))?\W*$",
    re.IGNORECASE,
)
_EU = "EU"


def asks_of_membership(question: str) -> bool:
    """ "Is Norway in Schengen?": a question about the country itself, and about no flight."""
    return _ASKED.search(question) is not None


def membership(codes: Sequence[str], names: Sequence[str], deps: Deps) -> tuple[str, tuple[Source, ...]]:
    """How each country stands to Schengen and to the EU's customs territory, and where that was read."""
    told: list[str] = []
    for code, name in zip(codes, names, strict=True):
        territory = deps.borders.of_country(code)
        schengen = {
            "yes": say("in Schengen"),
            "no": say("outside Schengen"),
            "verify": say("Schengen not certain to me, ask"),
        }[territory.schengen]
        if territory.customs == _EU:
            customs = say("in the EU customs territory")
        elif territory.customs == "verify":
            customs = say("EU customs territory not certain to me, ask")
        else:
            customs = say("outside the EU customs territory")
        note = f" {say(territory.note)}" if territory.note else ""
        told.append(f"{country_name(name)}: **{schengen}; {customs}.**{note}")
    return "\n".join(told), deps.borders.membership_sources
