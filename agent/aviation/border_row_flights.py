"""Which flights a French customs row speaks of, in French and English: "intra Schengen et hors UE", "to Switzerland".

"And" between Schengen and the Union narrows ("within Schengen and outside EU": Switzerland), "or" and "+" widen; two
words on the same area widen too. Countries in brackets are added: what is asked is then asked of more flights.
Text is given folded: capitals, no accents.
"""

# ruff: noqa: E501 (each pattern stands on its own line)

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from agent import regex as re
from agent.aviation.notice_rules import CLASSES, FlightClass

_ALL: frozenset[FlightClass] = frozenset(CLASSES)
_SCHENGEN: frozenset[FlightClass] = frozenset({"schengen_eu", "schengen_only"})
_UNION: frozenset[FlightClass] = frozenset({"schengen_eu", "customs_only"})
_OF_LAND = r"(?:\s+|-)?(?:(?:DE\s+)?L'|THE\s+|DE\s+LA\s+|LA\s+|DES?\s+|D')?\s*(?:(?:ESPACE|ZONE|AREA|PAYS|COUNTRIES)\s+)?(?:DE\s+L')?"
_OUT = (
    rf"(?:EXTRA|HORS|NON|OUTSIDE(?:\s+OF)?|OUT(?:\s+OF|-OF)?|EN\s+DEHORS\s+D[EU]|EXTERIEURS?\s+A){_OF_LAND}[\s-]*"
)
_IN = rf"(?:INTRA|WITHIN|INSIDE|EN|DANS|IN|A\s+L'INTERIEUR\s+D[EU]){_OF_LAND}[\s-]*"
_EU = r"(?:U\.?E\.?|E\.?U\.?|UNION(?:\s+EUROPEENNE|\s+DOUANIERE)?|EUROPEAN\s+UNION|CUSTOMS\s+UNION|C\.?E\.?E\.?|COMMUNAUTAIRES?)(?![A-Z])"
_LAND = {
    "schengen_only": r"SUISSE|SWISS|SWITZERLAND|LIECHTENSTEIN|ISLANDE?|ICELAND|NORVEGE|NORWAY",
    "customs_only": r"IRLANDE|IRELAND|CHYPRE|CYPRUS",
    "neither": r"ROYAUME[ -]UNI|UNITED\s+KINGDOM|UK|GRANDE[ -]BRETAGNE|GREAT\s+BRITAIN|JERSEY|GUERNESEY|GUERNSEY|ANGLETERRE|ENGLAND",
    "schengen_eu": r"ROUMANIE|ROMANIA|BULGARIE|BULGARIA|CROATIE|CROATIA",
}  # fmt: skip
_LANDS = "|".join(_LAND.values())
AREA = re.compile(
    rf"(?<![A-Z])(?:(?P<out>{_OUT})|(?P<in>{_IN}))?(?:(?P<schengen>SCHENGEN(?!\s+(?:ET|AND)\s+IMMIG))|(?P<eu>{_EU})"
    rf"|(?P<third>PAYS\s+TIERS|THIRD(?:-PARTY)?(?:\s+|-)COUNTR(?:Y|IES))|(?:DE\s+(?:LA|L')\s*|THE\s+)?(?P<land>{_LANDS})(?![A-Z])"
    r"|(?P<any>(?:TOUT\s+)?PAYS\s+ETRANGERS?|(?:ANY\s+)?FOREIGN\s+COUNTR(?:Y|IES)|ABROAD|L'ETRANGER))(?![A-Z])"
)
"""One area, in or out of it: the parts of a phrase about flights."""
_UNION_WORDS = re.compile(r"(?<![A-Z])(?:OU|OR)(?![A-Z])|\+")
_BOTH = re.compile(r"(?<![A-Z])(?:ET|AND|&)(?![A-Z])")


@dataclass(frozen=True, slots=True)
class _Part:
    noun: str
    classes: frozenset[FlightClass]
    start: int
    end: int
    bare: bool


def classes_in(folded: str) -> frozenset[FlightClass] | None:
    """The classes of flight that a phrase names; None when it names none, all of them for "any foreign country"."""
    parts = [_part(match) for match in AREA.finditer(folded)]
    if not parts:
        return None
    listed: frozenset[FlightClass] = frozenset(c for p in parts if p.noun == "land" for c in p.classes)
    areas = [p for p in parts if p.noun != "land"]
    if not areas:
        return listed
    groups: list[frozenset[FlightClass]] = [areas[0].classes]
    out = len(areas[0].classes & frozenset({"neither"})) > 0
    for before, part in pairwise(areas):
        between = folded[before.end : part.start]
        classes = part.classes
        if part.bare and out and before.noun != part.noun:  # "outside Schengen and EU": the word holds for both
            classes = _ALL - classes
        narrows = before.noun != part.noun and not _UNION_WORDS.search(between)
        joined = _BOTH.search(between) or re.fullmatch(r"\s*(?:VOLS?|FLIGHTS?)?\s*", between)
        if narrows and joined:
            groups[-1] = groups[-1] & classes
        else:
            groups.append(classes)
        out = bool(classes & frozenset({"neither"}))
    found: set[FlightClass] = {c for group in groups for c in group}
    found |= {c for c in listed if c != "schengen_eu"}
    return frozenset(found)


def ordered(classes: frozenset[FlightClass]) -> tuple[FlightClass, ...]:
    """In the order of the list of classes."""
    return tuple(c for c in CLASSES if c in classes)


def _part(match: re.Match[str]) -> _Part:
    bare = not match["out"] and not match["in"]
    if match["land"]:
        name = next(c for c, words in _LAND.items() if re.fullmatch(words, match["land"]))
        return _Part(
            "land", frozenset[FlightClass](c for c in CLASSES if c == name), match.start(), match.end(), bare
        )
    if match["any"]:
        return _Part("any", _ALL, match.start(), match.end(), bare)
    if match["third"]:
        return _Part("eu", _ALL - _UNION, match.start(), match.end(), bare=False)
    area = _SCHENGEN if match["schengen"] else _UNION
    return _Part(
        "schengen" if match["schengen"] else "eu",
        _ALL - area if match["out"] else area,
        match.start(),
        match.end(),
        bare,
    )
