"""Counts how many of the sentences in place_sentences.txt name the places that they are meant to name.

`python tests/agent/aviation/place_score.py` prints totals; `--errors` tells the wrong ones of the open half.
"""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from agent.aviation.geometry import geodesic_nm
from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.slots import Spot
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain
from agent.locate import Located, NotLocated, locate
from agent.protocol import Profile, Question
from agent.registry import ToolContext

SENTENCES = Path(__file__).with_name("place_sentences.txt")
AT = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Sentence:
    """One line of the set. `wanted` has one cell for each name, in the order said."""

    text: str
    wanted: tuple[str, ...]
    home: str | None
    blind: bool


def sentences() -> list[Sentence]:
    """The whole set; every second line is blind."""
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.strip() and not line.startswith("#")]
    found: list[Sentence] = []
    for number, line in enumerate(rows):
        text, wanted, *home = [cell.strip() for cell in line.split("|")]
        cells = tuple(cell.strip() for cell in wanted.split(";"))
        found.append(Sentence(text, cells, home[0] if home else None, number % 2 == 1))
    return found


def named(sentence: Sentence, deps: Deps, vocabulary: Vocabulary) -> list[tuple[Spot, Located | NotLocated]]:
    """What a sentence names, each place found with the others of the sentence in mind."""
    context = ToolContext(deps, Question(text="", at=AT, profile=Profile(home_base=sentence.home)))
    slots = read_slots(plain(sentence.text), AT.date(), deps, vocabulary)
    spots = [s for s in slots.spots if s.kind != "here"] or slots.weak
    spots = sorted(spots, key=lambda spot: spot.start)
    return [
        (spot, locate(spot.name, context, snap=True, beside=[s.name for s in spots if s is not spot]))
        for spot in spots
    ]


def is_right(sentence: Sentence, found: list[tuple[Spot, Located | NotLocated]]) -> bool:
    """Whether each name leads where the set says, and no other words are taken for one."""
    wanted = () if sentence.wanted == ("-",) else sentence.wanted
    if len(wanted) != len(found):
        return False
    return all(
        any(_meets(cell, *one) for cell in cells.split("/")) for cells, one in zip(wanted, found, strict=True)
    )


def _meets(cell: str, spot: Spot, located: Located | NotLocated) -> bool:
    if cell == "*":
        return True
    if cell == "!":
        return isinstance(located, NotLocated)
    if isinstance(located, NotLocated):
        return False
    if cell == "?":
        return len(located.readings) > 1
    if cell[0] in "=~":
        return cell[1:] in (spot.country, located.place.country)
    if len(located.readings) > 1:
        return False
    if cell[0] == "@":
        lat, lon, nm = map(float, cell[1:].split(","))
        return geodesic_nm(located.place.lat, located.place.lon, lat, lon) <= nm
    return located.airport is not None and located.airport.ident == cell


def shown(found: list[tuple[Spot, Located | NotLocated]]) -> str:
    """What was found, for a person to read."""
    said: list[str] = []
    for spot, located in found:
        if isinstance(located, NotLocated):
            said.append(f"{spot.name} ({spot.kind}): not known")
        else:
            many = (
                " AMBIGUOUS " + ", ".join(f"{p.name} {p.country}" for p in located.readings)
                if located.readings
                else ""
            )
            place = located.place
            said.append(
                f"{spot.name} ({spot.kind}): {located.label} | {place.kind} {place.name} {place.country} "
                f"{place.lat:.2f},{place.lon:.2f}{many}"
            )
    return " ; ".join(said) or "nothing"


def unknown_codes(deps: Deps) -> list[str]:
    """Codes of the set that the table of airfields lacks."""
    cells = {cell for one in sentences() for cells in one.wanted for cell in re.split(r"/", cells)}
    codes = sorted(cell for cell in cells if re.fullmatch(r"[A-Z]{4}", cell))
    return [code for code in codes if (airport := deps.airports.get(code)) is None or airport.ident != code]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--errors", action="store_true")
    given = parser.parse_args()
    deps = Deps(settings=AgentSettings.from_environ(os.environ), now=lambda: AT)
    vocabulary = Vocabulary.load(deps.settings)
    print("codes that the table lacks:", *unknown_codes(deps))
    right, total = {True: 0, False: 0}, {True: 0, False: 0}
    for sentence in sentences():
        found = named(sentence, deps, vocabulary)
        good = is_right(sentence, found)
        right[sentence.blind] += good
        total[sentence.blind] += 1
        if given.errors and not good and not sentence.blind:
            print(f"{sentence.text} | wanted {' ; '.join(sentence.wanted)} | got {shown(found)}")
    for blind, name in ((False, "open"), (True, "blind")):
        print(f"{name}: {right[blind]}/{total[blind]} = {100 * right[blind] / total[blind]:.1f} %")


if __name__ == "__main__":
    main()
