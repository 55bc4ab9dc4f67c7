"""Whether an airfield satisfies one wish of a pilot: it is known to, known not to, or nobody knows."""

from __future__ import annotations

from typing import cast

from agent import regex as re
from agent.aviation.airfield_facts import AirfieldFacts

FUELS = {"has_avgas": "100LL", "has_jet_a": "jet_a", "has_ul91": "UL91", "has_mogas": "mogas"}
FIELDS_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*FUELS, "fuel_type", "has_fuel", "any_fuel"), ("fuel",)),
    **dict.fromkeys(("self_service", "fuel_h24", "paid_by"), ("fuel", "fuel_service")),
    "point_of_entry": ("notice", "border_point", "uk_customs"),
    "border_point": ("border_point",),
    "has_procedures": ("procedures",),
    "approach_type": ("procedures",),
    "hotel": ("hotel",),
    "restaurant": ("restaurant",),
    "has_lights": ("lights",),
    "has_tower": ("services",),
    "no_ppr": ("ppr_required", "access", "notice"),
    "open_to_visitors": ("access", "private"),
    "has_handling": ("handling", "notice"),
    "max_landing_fee": ("landing_fee",),
}
"""The fields on which a wish hangs: of an airfield without any of them nothing is known."""
_OTHERS = re.compile(r"^COPTER\b|\bVISUAL RWY\b")
"""The title of an approach that is a helicopter's, or flown by eye: none for an aeroplane in cloud."""
_FEE = re.compile(r"(\d+(?:\.\d+)?) ([A-Z]{3})\b")


def verdict(known: AirfieldFacts, name: str, value: object) -> bool | None:
    """Does the field satisfy one filter? None: no data."""
    wanted = value is not False
    answer: bool | None = None
    if name == "has_avgas":
        answer = known.avgas
    elif name in FUELS:
        answer = known.fuel(FUELS[name])
    elif name == "fuel_type":
        return known.fuel(str(value))
    elif name == "any_fuel" and isinstance(value, tuple | list):
        sold = [verdict(known, f"has_{one}", True) for one in cast("tuple[str, ...]", value)]
        return True if any(sold) else None if None in sold else False
    elif name == "paid_by":
        return known.fuel_paid_by(str(value))
    elif name == "point_of_entry":
        answer = known.point_of_entry()
    elif name == "border_point":
        answer = True if known.first("border_point") else None
    elif name == "has_procedures":
        answer = None if known.procedures is None else any(not _OTHERS.search(title) for title in known.procedures)
    elif name == "approach_type":
        return None if known.procedures is None else _has_approach(known.procedures, str(value))
    elif name in ("hotel", "restaurant"):
        return _has_place(known.places(name), str(value))
    elif name == "max_landing_fee":
        return _costs_no_more(known, value)
    elif name == "no_ppr":
        answer = None if known.needs_permission is None else not known.needs_permission
    else:
        answer = {
            "has_fuel": known.has_fuel,
            "self_service": known.self_service,
            "fuel_h24": known.fuel_h24,
            "has_lights": known.lights,
            "has_tower": known.has_tower,
            "open_to_visitors": known.open_to_visitors,
            "has_handling": known.handling,
        }.get(name)
    return None if answer is None else answer is wanted


def _has_place(places: tuple[str, ...] | None, wanted: str) -> bool | None:
    if places is None:
        return None
    return bool(places) if wanted == "vicinity" else wanted in places


def _has_approach(procedures: tuple[str, ...], wanted: str) -> bool:
    word = "RNP" if wanted.upper() in ("LPV", "GPS", "GNSS", "LNAV", "RNAV") else wanted.upper()
    pattern = r"\bRNP\b|\bRNAV ?\((?:GPS|RNP)\)" if word == "RNP" else rf"\b{re.escape(word)}\b"
    return any(re.search(pattern, name.upper()) and not _OTHERS.search(name.upper()) for name in procedures)


def _costs_no_more(known: AirfieldFacts, value: object) -> bool | None:
    """Does the operator's own published fee stay below a limit, in the currency asked for?"""
    limit, currency = cast("tuple[object, object]", tuple(cast("list[object]", value))) if isinstance(value, list) else (value, None)  # fmt: skip  # noqa: E501
    for fact in known.landing_fees:
        found = _FEE.match(str(fact.value))
        if found and currency in (None, found[2]) and isinstance(limit, int | float):
            return float(found[1]) <= limit
    return None
