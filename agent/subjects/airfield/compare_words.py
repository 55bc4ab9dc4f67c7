"""Words for airfields side by side: each line one attribute, what is not known said as such."""

from __future__ import annotations

from collections.abc import Sequence

from agent.protocol import Answer, Compare, ComparedValue, Headline, Passage, Suggestion
from agent.subjects.airfield.compare import AirfieldComparison
from agent.subjects.offered import how_far
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write
from tongue import say, spoken


@write.register
def _(result: AirfieldComparison, talk: Talk) -> Answer:
    if not result.lines:
        return Answer(text=result.message or say("I have nothing to compare."), choices=result.choices)
    codes = tuple(field.icao or field.name for field in result.airfields)
    named = [say(line.attribute) for line in result.lines if line.differs]
    differing = named if spoken() == "de" else [name.lower() for name in named]  # nouns keep their capitals there
    pair = _and(codes)
    said = (
        say("**{pair} differ in {what}.**", pair=pair, what=_and(differing))
        if differing
        else say("**No difference is known of {pair}.**", pair=pair)
    )
    if len(result.lines) > 1 and not any(value for line in result.lines for value in line.values):
        every = [say(line.attribute) for line in result.lines]
        every = every if spoken() == "de" else [name.lower() for name in every]
        said = say("**Not known of {pair}: {what}.**", pair=pair, what=_and(every))
    if len(result.lines) == 1:  # "which has customs?": the line is the answer
        (line,), unknown = result.lines, say("not known")
        told = " · ".join(f"{code} {value or unknown}" for code, value in zip(codes, line.values, strict=True))
        said = say("**{what}: {told}**", what=say(line.attribute), told=told)
    if result.weighed:
        said = _weighed(result.asks_less, pair, differing)
    names = [f"{field.icao} {field.name}" for field in result.airfields]
    rows = tuple(
        ComparedValue(name=say(line.attribute), values=line.values, differs=line.differs)
        for line in result.lines
        if line.differs or not result.weighed
    )
    return answer(
        [
            Headline(markdown=said, about=" · ".join(names)),
            *([Compare(columns=codes, rows=rows)] if len(rows) > 1 else []),
            *([Passage(markdown="\n".join(result.wordings))] if result.wordings else []),
            *([Passage(markdown="\n".join(result.cautions))] if result.cautions else []),
            *([Passage(markdown=say("Ask: {whom}", whom=" · ".join(result.ask)))] if result.ask else []),
        ],
        choices=result.choices,
    )


def _weighed(asks_less: str, pair: str, differing: Sequence[str]) -> str:
    """Which is easier or better: the one that asks less, and that the rest is the pilot's to weigh."""
    if not differing:
        return asks_less or say("**Yours to weigh: no difference is known of {pair}.**", pair=pair)
    if not asks_less:
        return say(
            "**Which suits you better is yours to weigh: {pair} differ in {what}.**",
            pair=pair,
            what=_and(differing),
        )
    rest = say("The rest is yours to weigh: they differ in {what}.", what=_and(differing))
    return f"{asks_less} {rest}"


def _and(names: Sequence[str]) -> str:
    *others, last = names
    return say("{others} and {last}", others=", ".join(others), last=last) if others else last


@suggest.register
def _(result: AirfieldComparison, talk: Talk) -> tuple[Suggestion, ...]:
    codes = [field.icao for field in result.airfields if field.icao]
    return (how_far(codes[0], codes[1]),) if len(codes) > 1 else ()
