"""Which flights a phrase is about: "non-Schengen", "outside the EU (UK, Ireland)", "from Switzerland"."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.notice_rules import CLASSES, FlightClass

_OUT = r"(?:NON|EXTRA|OUTSIDE|(?<![A-Z])OUT(?:[ -]OF)?|HORS|HORS DE|NOT|EXCEPT|EXCEPTED|EXCLUDING|EXCL\.?|EXC\.?|SAUF|AUSS?ER|AUSS?ERHALB|NICHT|FUERA DE|FUORI|NO|BEYOND|EXTERNAL|OTHER THAN|EN DEHORS DE)[\s-]*(?:THE |L'|LA |DE L'|D'|DES? |DER |DEL |VON |AREA |ESPACE |ZONE |EUROPEAN )*"  # noqa: E501
SCHENGEN = re.compile(rf"(?P<out>{_OUT})?(?P<name>SCHENGEN)(?P<only>\s+ONLY|\s+UNIQUEMENT|\s+NUR)?")
_EU = re.compile(
    rf"(?P<out>{_OUT})?(?P<name>CUSTOMS? UNION|(?<![A-Z])(?:EU|UE|EG)(?![A-Z])|EUROPEAN UNION|UNION EUROPEENNE|UNIONE EUROPEA|UNION EUROPEA|EUROPAISCHE[NR]? UNION)"  # noqa: E501
)
_JOINED = re.compile(r"\s*(?:AND|ET|UND|E|Y|/|OR|OU|ODER|&|,|-)\s*(?:THE |L'|LA )?")
_THIRD = re.compile(r"THIRD COUNTR|PAYS TIERS|DRITTSTAAT|DRITTLAND|DRITTLANDER|PAESI TERZI|TERCEROS PAISES")
_COUNTRY_CLASS: tuple[tuple[re.Pattern[str], FlightClass], ...] = (
    (re.compile(r"\b(?:UK|UNITED KINGDOM|GREAT BRITAIN|ROYAUME-UNI|GROSSBRITANNIEN|REGNO UNITO|REINO UNIDO)\b"), "neither"),  # noqa: E501
    (re.compile(r"\b(?:IRELAND|IRLANDE|IRLAND|IRLANDA|CYPRUS|CHYPRE|ZYPERN|CIPRO|CHIPRE)\b"), "customs_only"),
    (re.compile(r"\b(?:SWITZERLAND|SUISSE|SCHWEIZ|SVIZZERA|SUIZA|NORWAY|NORVEGE|NORWEGEN|ICELAND|ISLANDE?|LIECHTENSTEIN)\b"), "schengen_only"),  # noqa: E501
)  # fmt: skip


def classes_of(folded: str, lead: bool) -> tuple[FlightClass, ...] | None:
    """The classes of flight a phrase names; None when it names all or none. Wide when a lead hangs on it."""
    if re.search(
        r"(?:ALL|OTHER|ANY) FLIGHTS|TOUS|AUTRES|ALLE FLUGE|UBRIGE|ANDERE|TUTTI|ALTRI|TODOS|OTROS", folded
    ):
        return None
    listed: set[FlightClass] = {c for pattern, c in _COUNTRY_CLASS if pattern.search(folded)}
    sets: list[tuple[bool, set[FlightClass]]] = []
    matches = sorted((*SCHENGEN.finditer(folded), *_EU.finditer(folded)), key=lambda m: m.start("name"))
    for index, match in enumerate(matches):
        out = bool(match["out"])
        if index and not out and _JOINED.fullmatch(folded[matches[index - 1].end() : match.start()]):
            out = sets[-1][0]  # "outside Schengen and EU"
        if match["name"] == "SCHENGEN":
            sets.append((out, {"customs_only", "neither"} if out else {"schengen_eu", "schengen_only"}))
        else:
            sets.append((out, {"schengen_only", "neither"} if out else {"schengen_eu", "customs_only"}))
    if _THIRD.search(folded):
        sets.append((True, {"schengen_only", "customs_only", "neither"}))
    if not sets:
        flights = re.search(
            r"(?:FLIGHTS?|VOLS?|FLUGE|VOLI|VUELOS) (?:FROM|TO|DEPUIS|VERS|DE|AUS|NACH|DA|DESDE)", folded
        )
        return _ordered(listed) if listed and flights else None
    chosen: set[FlightClass] = set()
    chosen.update(sets[0][1])
    mixed = len({out for out, _ in sets}) > 1
    for _, other in sets[1:]:
        chosen = chosen & other if mixed or not lead else chosen | other
    if not mixed and sets[0][0] and len(sets) > 1 and listed:
        chosen.clear()
        chosen.update(listed, CLASSES[3:])  # "outside Schengen and EU (UK, Ireland)": what the list says
    elif not mixed and sets[0][0] and len(sets) > 1:
        chosen = {c for _, group in sets for c in group}
        if not lead and len(sets) == 2 and all(m["out"] for m in matches) and _both(folded, *matches):
            chosen = sets[0][1] & sets[1][1]  # "non Schengen and out EU: prohibited"
    return _ordered(chosen) if chosen else None


def _both(folded: str, first: re.Match[str], second: re.Match[str]) -> bool:
    between = folded[first.end() : second.start()]
    return bool(re.fullmatch(r"\s*(?:AND|ET|UND|E|Y)\s*", between))


def _ordered(chosen: set[FlightClass]) -> tuple[FlightClass, ...]:
    return tuple(c for c in CLASSES if c in chosen)
