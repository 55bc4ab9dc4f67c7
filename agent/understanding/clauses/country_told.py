"""The country that the sentence before a question tells: "Club weekend to the Netherlands. Which fields have customs?"."""

from __future__ import annotations

from datetime import date

from agent import regex as re
from agent.language.said import Said
from agent.understanding.clauses.clauses import asks
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.unread import FIELD

_SENTENCE = re.compile(r"(?<=[.!;])\s+|\n+")
_THERE = re.compile(r"\b(?:there|dort|da|là(?:-bas)?|sur place)\b", re.IGNORECASE)


def in_the_country_told(text: str, today: date, reader: Reader) -> str:
    """The question with the country that the sentence before it tells; the text as it is where it names its own place."""
    cuts = list(_SENTENCE.finditer(text))
    if len(cuts) != 1:
        return text
    first, rest = text[: cuts[0].start()], text[cuts[0].end() :]
    if asks(first) or "?" in first or not asks(rest) or _THERE.search(rest):
        return text
    told, asked = reader.said(first, today), reader.said(rest, today)
    country = _the_one(told)
    fields = FIELD.search(asked.slots.text)
    if country is None or fields is None or FIELD.search(told.slots.text) or asked.slots.countries:
        return text
    if any(spot.is_area or spot.role not in ("", "from", "in") for spot in asked.spots):
        return text  # another place is asked about
    end = fields.end()
    return f"{asked.slots.text[:end]} in {country}{asked.slots.text[end:]}"


def _the_one(told: Said) -> str | None:
    """The country of a sentence that names it alone: not "from Germany to Belgium", not "to Ghent in Belgium"."""
    named = [country for country in told.slots.countries if not country.demonym]
    codes = told.countries()
    country = told.deps.countries.get(codes[0]) if len(named) == 1 and len(codes) == 1 else None
    others = [spot for spot in told.spots if spot.kind != "country"]
    return country.name if country and not others else None
