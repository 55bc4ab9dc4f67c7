"""The rules of one country or several, and the other questions that are asked of a whole country."""

from __future__ import annotations

import re

from agent.language.ends import country_of, find_ends, speaks_for_country
from agent.planning.steps.asked import Arguments, Asked, Missing
from agent.protocol import ToolCall

PAGE = re.compile(r"^(?:(?P<c>(?!rules\b).+?) rules|(?P<r>.+ Rules)|rules) for .+ from (?P<n>\d+)$", re.IGNORECASE)
"""What the "More" button says: "VFR rules for France from 11"."""


def question(asked: Asked) -> Arguments | Missing:
    """The country, and the question as it was asked."""
    code = _country(asked)
    return {"country_code": code, "question": asked.slots.text} if code else Missing("country")


def browse(asked: Asked) -> Arguments | Missing:
    """The country, and which page of which category."""
    code = _country(asked)
    if not code:
        return Missing("country")
    arguments: Arguments = {"country_code": code}
    counts = asked.slots.of("count")
    if counts:
        arguments["limit"] = int(counts[0].value)
    if match := PAGE.match(asked.slots.text):
        category = (match["c"] or match["r"] or "").strip()
        if category:
            arguments["category"] = category
        if int(match["n"]) > 1:
            arguments["offset"] = int(match["n"]) - 1
    return arguments


_AND_ANOTHER = re.compile(
    r"\b(?:and|with|to|versus|vs\.?|or|und|oder|mit|et|ou|avec)\s+(?:the\s+|la\s+|le\s+)?"
    r"(?P<n>[A-Z][\w'-]{3,}(?: [A-Z]\w+)?)\W*$"
)


def compare(asked: Asked) -> Arguments | Missing:
    """Two countries or more."""
    codes = list(dict.fromkeys(named.country.code for named in asked.slots.countries))
    if len(codes) < 2:
        for spot in asked.slots.spots:
            if (
                spot.kind in ("code", "place")
                and (code := country_of(spot.name, asked.deps))
                and code not in codes
            ):
                codes.append(code)
    other = _AND_ANOTHER.search(asked.slots.text)
    if len(codes) == 1 and other and asked.deps.countries.get(other["n"]) is None:
        codes.append(other["n"])  # the tool says that it does not know it
    return {"countries": list(codes)} if len(codes) > 1 else Missing("countries")


def answers(asked: Asked) -> Arguments | Missing:
    """The ids of questions."""
    return {"question_ids": list(asked.slots.ids)} if asked.slots.ids else Missing("question")


def nothing_needed(asked: Asked) -> Arguments | Missing:
    """Nothing."""
    return {}


def for_each_country(call: ToolCall, asked: Asked) -> list[ToolCall]:
    """A rules question that names two countries is asked of both."""
    inside = [
        n
        for n in asked.slots.countries
        if re.search(r"\b(?:in|en|au|for|für|pour)\s+(?:the\s+|la\s+|l'|der\s+)?$", asked.slots.low[: n.start])
    ]
    codes = list(dict.fromkeys(named.country.code for named in inside or asked.slots.countries))
    if not codes and (ends := find_ends(asked.slots)) is not None:
        both = (country_of(spot.name, asked.deps) for spot in (ends.start, ends.end))
        codes = list(dict.fromkeys(code for code in both if code))
    if call.tool != "answer_rules_question" or not 2 <= len(codes) <= 4:
        return [call]
    return [ToolCall(tool=call.tool, arguments={**call.arguments, "country_code": code}) for code in codes]


def by_country(asked: Asked) -> Arguments | Missing:
    """The country, where one is said."""
    code = _country(asked)
    if code is None and any(s.kind == "place" for s in asked.slots.spots):
        return Missing("country")
    return {"country": code} if code else {}


def _country(asked: Asked) -> str | None:
    """The country a question is about: a place said to be "in" it, else the first, else a code's."""
    slots = asked.slots
    if slots.countries:
        inside = [
            n
            for n in slots.countries
            if re.search(
                r"\b(?:in|en|au|aux|for|pour|für|to|nach|within|over)\s+(?:the\s+|la\s+|l'|der\s+)?$",
                slots.low[: n.start],
            )
        ]
        chosen = inside[0] if inside else slots.countries[0]
        return chosen.country.code
    for spot in slots.spots:
        if (
            spot.kind in ("code", "place", "area", "iata")
            and (spot.kind != "place" or speaks_for_country(spot.name, asked.deps))
            and (code := country_of(spot.name, asked.deps))
        ):
            return code
    return None
