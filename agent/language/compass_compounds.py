"""Parts the German compound of a side and a country: "Norditalien" is the north of Italy."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.regex import longest_first

_SIDES = {
    "nord": "Norden", "süd": "Süden", "sued": "Süden", "ost": "Osten", "west": "Westen", "nordost": "Nordosten",
    "nordwest": "Nordwesten", "südost": "Südosten", "suedost": "Südosten", "südwest": "Südwesten",
    "suedwest": "Südwesten", "ober": "Norden", "unter": "Süden",
}  # fmt: skip
_ITALY_ALONE = ("ober", "unter")
""" "Oberitalien" is Italy's north; "Oberösterreich" is a state."""
_COMPOUND = re.compile(
    rf"\b(?P<side>{'|'.join(longest_first(_SIDES))})-?(?P<country>[a-zäöüß]{{5,}})\b",
    re.IGNORECASE,
)


def with_sides_apart(text: str, is_country: Callable[[str], bool], is_place: Callable[[str], bool]) -> str:
    """The text with "Norden von Italien" for "Norditalien"; what is a country or place itself ("Nordirland") stays."""

    def part(found: re.Match[str]) -> str:
        side, country = found["side"].lower(), found["country"]
        if side in _ITALY_ALONE and country.lower() != "italien":
            return found[0]
        if not is_country(country) or is_country(found[0]) or is_place(found[0]):
            return found[0]
        return f"{_SIDES[side]} von {country[0].upper()}{country[1:]}"

    return _COMPOUND.sub(part, text)
