"""Words for airfields side by side: each line one attribute, what is not known said as such."""

from __future__ import annotations

from agent.protocol import Answer, AnswerTable, Suggestion
from agent.subjects.airfield.compare import UNKNOWN, AirfieldComparison
from agent.subjects.offered import how_far
from agent.writing.write import Talk, suggest, write


@write.register
def _(result: AirfieldComparison, talk: Talk) -> Answer:
    if not result.lines:
        return Answer(text=result.message or "I have nothing to compare.", choices=result.choices)
    codes = [field.icao or field.name for field in result.airfields]
    head = " and ".join(f"{field.icao} {field.name}" for field in result.airfields)
    lines = [f"**{head}**, side by side:"]
    for line in result.lines:
        values = [value or UNKNOWN for value in line.values]
        each = " · ".join(f"{code} {value}" for code, value in zip(codes, values, strict=True))
        told = values[0] if len(set(values)) == 1 else each
        lines.append(f"{line.attribute}: {f'**{told}**' if line.differs else told}")
    lines.append("In bold what differs; which one suits is yours to say.")
    rows = tuple((line.attribute, *(value or UNKNOWN for value in line.values)) for line in result.lines)
    table = AnswerTable(columns=("", *codes), rows=rows)
    return Answer(text="\n".join(lines), tables=(table,), choices=result.choices)


@suggest.register
def _(result: AirfieldComparison, talk: Talk) -> tuple[Suggestion, ...]:
    codes = [field.icao for field in result.airfields if field.icao]
    return (how_far(codes[0], codes[1]),) if len(codes) > 1 else ()
