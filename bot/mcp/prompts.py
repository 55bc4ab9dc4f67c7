"""Questions that are worth asking with these tools, with blanks: the client fills them in and asks its model."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass

import mcp_types as types


@dataclass(frozen=True)
class _Question:
    """A question with blanks. `optional` are blanks whose whole clause is left out where nothing is given."""

    name: str
    title: str
    says: str
    text: str
    blanks: Mapping[str, str]
    optional: Mapping[str, str]


_UNKNOWN = "Say what is unknown as unknown, name each source with its date, and quote contacts as they stand."
QUESTIONS = (
    _Question(
        "border_brief",
        "Border brief",
        "What both sides of a border ask of a flight.",
        f"What do both ends ask of a flight from {{origin}} to {{destination}}{{date}}: customs, immigration, "
        f"reports, prior notice, and the latest moment for each? {_UNKNOWN}",
        {"origin": "code or place of departure", "destination": "code or place of arrival"},
        {"date": " on {}"},
    ),
    _Question(
        "trip_check",
        "Trip check",
        "A trip there and back as one list of things to do.",
        f"Check my flight from {{origin}} to {{destination}}{{date}}{{aircraft}}: distance and time, notice and "
        f"customs at both ends, flight plans, and what must be done by when. {_UNKNOWN}",
        {"origin": "code or place of departure", "destination": "code or place of arrival"},
        {"date": " on {}", "aircraft": " in a {}"},
    ),
    _Question(
        "compare_rules",
        "Compare rules",
        "How the rules of countries differ.",
        f"How do the rules of {{countries}} differ{{topic}}? Quote the answer of each country. {_UNKNOWN}",
        {"countries": "two or more, by name or ISO code"},
        {"topic": " on {}"},
    ),
    _Question(
        "explain_notice",
        "Explain a prior notice",
        "What an airfield's wording on notice asks for, in plain words.",
        f"What prior notice does {{icao}} ask for{{date}}{{from_country}}, and by when at the latest? Quote the "
        f"published wording beside your reading of it. {_UNKNOWN}",
        {"icao": "the airfield"},
        {"date": " on {}", "from_country": " for a flight from {}"},
    ),
    _Question(
        "flyout_plan",
        "Plan a fly-out",
        "Where a club could fly for a day.",
        f"Where could we fly to from {{origin}} within {{hours}} hours{{wish}}? Propose three airfields, compare "
        f"what they ask of visitors, and what there is to do nearby. {_UNKNOWN}",
        {"origin": "home airfield", "hours": "flight time there, at most"},
        {"wish": ", {}"},
    ),
)
_BY_NAME = {question.name: question for question in QUESTIONS}
LONGEST = 200
"""Of what is put into a blank."""


class NoSuchPrompt(Exception):
    """No prompt of this name, or a blank is left open; the message says which."""


def listed() -> list[types.Prompt]:
    """Every prompt with its blanks."""
    return [
        types.Prompt(
            name=question.name,
            title=question.title,
            description=question.says,
            arguments=[
                *(types.PromptArgument(name=n, description=d, required=True) for n, d in question.blanks.items()),
                *(types.PromptArgument(name=name, required=False) for name in question.optional),
            ],
        )
        for question in QUESTIONS
    ]


def filled(name: str, given: Mapping[str, str]) -> types.GetPromptResult:
    """The question with its blanks filled. Raises `NoSuchPrompt`."""
    question = _BY_NAME.get(name)
    if question is None:
        raise NoSuchPrompt(f"There is no prompt called {name}.")
    values = {key: _one_line(value) for key, value in given.items()}
    missing = [blank for blank in question.blanks if not values.get(blank)]
    if missing:
        raise NoSuchPrompt(f"{name} needs {', '.join(missing)}.")
    words = {blank: values[blank] for blank in question.blanks}
    words |= {
        blank: clause.format(values[blank]) if values.get(blank) else ""
        for blank, clause in question.optional.items()
    }
    text = string.Formatter().vformat(question.text, (), words)
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description=question.says, messages=[message])


def _one_line(value: str) -> str:
    return " ".join(value.split())[:LONGEST]
