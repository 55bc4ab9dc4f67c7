"""What is asked back for what a question lacks."""

from __future__ import annotations

from agent.protocol import ToolCall
from agent.understanding.reader import Reading

CLARIFY = "ask_clarifying_question"

_ASK_FOR: dict[str, tuple[str, tuple[str, ...]]] = {
    "icao_code": ("Which airfield? Give me its code or name.", ()),
    "icao_codes": ("Which airfields shall I compare? Give me two codes or names.", ()),
    "from_location": ("From where? Give me a code or a town, or set your base with /home.", ()),
    "to_location": ("To where? Give me a code or a town.", ()),
    "origin": ("From where? Give me a town.", ()),
    "destination": ("To where? Give me a town.", ()),
    "location_query": ("Around which place? Give me a code or a town.", ()),
    "near": ("Around which place? Give me a code or a town.", ()),
    "city": ("For which town?", ()),
    "places": ("For which airfield? Give me its code or name.", ()),
    "query": ("In which country or region, or near which place?", ("France", "Germany", "United Kingdom")),
    "country": ("For which country?", ("France", "Germany", "United Kingdom")),
    "country_code": ("For which country?", ("France", "Germany", "United Kingdom")),
    "countries": ("For which country?", ("France", "Germany", "United Kingdom")),
    "here": ("Where are you? Share your position, or give me a code or town.", ()),
    "question_ids": ("Which question? Give me its id.", ()),
    "report": ("Which report: the GAR, a general declaration, the police, or a flight plan?", ("GAR", "gendec")),
    "term": ("Which term?", ()),
    "aircraft_type": ("Which aircraft type?", ("C172", "PA28", "SR22")),
}


def clarification(reading: Reading) -> ToolCall:
    """The question back for what a tool lacks."""
    question, options = _ASK_FOR.get(reading.missing, ("Tell me a little more: for which airfield or place?", ()))
    return ToolCall(
        tool=CLARIFY,
        arguments={
            "question": question,
            **({"options": list(options)} if options else {}),
            "tool": reading.tool,
            "arguments": reading.arguments,
            "missing": reading.missing,
        },
    )
