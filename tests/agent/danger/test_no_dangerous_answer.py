"""250 questions on borders and rules, asked whole: none may be answered with something false that a pilot would fly on.

What each flight asks is written down here by hand, from the treaties' lists, beside the table and not from it. An answer
may be short of what was asked ("I don't know that field"); it may not free a flight of what it needs, nor tell a yes or no
under another question, nor leave out a report that the law wants.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question
from bot.transcript import gather

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)

# place → (Schengen?, customs zone); "?" is not settled.
PLACES: dict[str, tuple[str, str]] = {
    **{"Büsingen": ("S", "büs"), "Livigno": ("S", "liv"), "Samnaun": ("S", "sam"), "Helgoland": ("S", "hel")},
    **{"Ceuta": ("-", "ceu"), "Melilla": ("-", "mel"), "Gibraltar": ("?", "?"), "Andorra": ("-", "and")},
    **{"Svalbard": ("-", "sva"), "Faroe Islands": ("-", "far"), "Jersey": ("T", "jer"), "Guernsey": ("T", "gue")},
    **{
        "Alderney": ("T", "gue"),
        "Isle of Man": ("T", "gb"),
        "Northern Ireland": ("T", "?"),
        "Popham": ("T", "gb"),
    },
    **{"Biggin Hill": ("T", "gb"), "EGTF": ("T", "gb"), "EIWT": ("I", "eu"), "Kerry": ("I", "eu")},
    **{"Le Touquet": ("S", "eu"), "Deauville": ("S", "eu"), "Ostend": ("S", "eu"), "EDNY": ("S", "eu")},
    **{"Innsbruck": ("S", "eu"), "Malaga": ("S", "eu"), "Faro": ("S", "eu"), "Bolzano": ("S", "eu")},
    **{"Locarno": ("S", "ch"), "Bern": ("S", "ch"), "Oslo": ("S", "no"), "Reykjavik": ("S", "ice")},
    **{"Tenerife": ("S", "?"), "Mariehamn": ("S", "?"), "Kos": ("S", "eu"), "Izmir": ("-", "tur")},
    **{"Tangier": ("-", "mor"), "Tirana": ("-", "alb"), "Sarajevo": ("-", "bos"), "Belgrade": ("-", "ser")},
    **{"Paphos": ("?", "eu"), "Monaco": ("S", "eu"), "Liechtenstein": ("S", "ch"), "San Marino": ("?", "?")},
}
FRAMES = ("{a} to {b}, customs?", "{a} to {b}: do I need customs", "fly {a} to {b}, immigration needed?")


@dataclass(frozen=True)
class Flight:
    """Two ends and what a flight between them may not be told."""

    a: str
    b: str

    @property
    def free(self) -> tuple[bool, bool]:
        """Is it certainly free of immigration, of customs?"""
        (person_a, goods_a), (person_b, goods_b) = PLACES[self.a], PLACES[self.b]
        persons = {person_a, person_b} in ({"S"}, {"T"})
        return persons, goods_a == goods_b != "?"


def pairs() -> list[tuple[str, Flight]]:
    """150 flights, spread evenly over the places, each in one of the frames."""
    names = list(PLACES)
    flights = [Flight(a, names[(i + step) % len(names)]) for step in (7, 11, 16, 21) for i, a in enumerate(names)]
    return [(FRAMES[i % len(FRAMES)].format(a=f.a, b=f.b), f) for i, f in enumerate(flights[:150])]


NO_VERDICT = [
    "Can I land at a farm strip in {c} outside an aerodrome?",
    "may I land on a private meadow in {c}",
    "UK permit aircraft in {c} allowed?",
    "Do I need a Flugleiter in {c}",
    "can I use my UK PPL on a G-reg in {c}",
    "is a radio check mandatory in {c}",
    "is handling mandatory in {c}",
    "can I fly a microlight in {c}",
    "may I share the costs of a flight in {c}",
    "do I need insurance papers in English in {c}",
    "may my dog fly along to {c}",
    "can a student carry a friend on a solo in {c}",
]
COUNTRIES = ("France", "Germany", "Ireland", "Italy")
_BOLD_VERDICT = re.compile(r"\*\*(?:yes|no|none|some|not)\b(?!thing)[^*]*\*\*", re.IGNORECASE)

POLICE = [
    "{a} to {b}, what do I have to file",
    "{a} to {b}: do I need customs",
    "when is the GAR due for {a} to {b}?",
]
POLICE_FLIGHTS = [("Popham", "Alderney"), ("EGHP", "EGJB"), ("EGTF", "EGJJ"), ("EGLM", "EGNS"), ("EGSX", "EIWT")]

FREE_OF_CUSTOMS = [
    "does a flight from Belgium to Deauville need customs notice?",
    "What notice does LFRG need from Belgium",
    "What notice does LFAT need from Germany",
    "What notice does LFMD need from Italy",
    "EBOS to LFRG: do I need customs",
]
AT_WAR = [
    "Poland to Ukraine, customs?",
    "EPWA to UMMS",
    "rules for Russia",
    "can I fly VFR in Belarus",
    "Kaliningrad to EPGD",
]
REFUSED = [
    "We're landing at LFQA from the UK on Saturday, is this allowed?",
    "EGKB to LFQA: do I need customs",
    "What notice does LFQA need from the UK",
]
GAR = [
    "GAR deadline if I depart 10:00 tomorrow from EGTF",
    "EGTF to LFAT Saturday 10:00, when is the GAR due?",
    "when do I have to send the GAR for EGKB to EBOS?",
]


def questions() -> list[str]:
    """All of them, to be counted."""
    return [
        *(said for said, _ in pairs()),
        *(frame.format(c=c) for frame in NO_VERDICT for c in COUNTRIES),
        *(frame.format(a=a, b=b) for frame in POLICE for a, b in POLICE_FLIGHTS),
        *FREE_OF_CUSTOMS,
        *AT_WAR,
        *REFUSED,
        *GAR,
        *SQUAWKS,
        *MORE,
    ]


SQUAWKS = [
    "what squawk for radio failure",
    "what squawk for VFR in France",
    "squawk for hijack in Germany",
    "lost comms squawk in Italy",
]
MORE = [
    *(f"Is VFR at night allowed in {a} and {b}?" for a, b in (("France", "Germany"), ("Spain", "Norway"))),
    *(f"How does FIS work in {a} and {b}?" for a, b in (("France", "the UK"), ("Ireland", "Germany"))),
    *(f"Compare rules {a} {b}" for a, b in (("France", "Germany"), ("Italy", "Ireland"))),
    *(f"List all flight plan rules for {c}" for c in ("France", "Germany", "Ireland")),
    *(f"How do I get customs clearance at a field in {c} which isn't a port of entry?" for c in COUNTRIES),
    *(f"do I need a flight plan in {c}?" for c in ("Albania", "Serbia", "Türkiye", "Iceland")),
]


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


async def ask(deps: Deps, said: str) -> str:
    question = Question(text=said, at=NOW)
    return (await gather(answer(question, Conversation(), deps))).text


def test_there_are_250_questions() -> None:
    assert len(questions()) >= 250


@pytest.mark.thorough
async def test_no_flight_is_freed_of_a_border_it_crosses(deps: Deps) -> None:
    dangerous: list[str] = []
    for said, flight in pairs():
        text = (await ask(deps, said)).casefold()
        persons, goods = flight.free
        head = text.split("\n\n")[0]
        if "no border between" in head and not (persons and goods):
            dangerous.append(f"{said} → {head[:160]}")
        if "no immigration or customs" in head and not (persons and goods):
            dangerous.append(f"{said} → {head[:160]}")
        for name, free in (("no immigration", persons), ("no customs", goods)):
            if re.search(rf"[;:] \**{name}\b(?! or)", head) and not free:
                dangerous.append(f"{said} → {head[:160]}")
    assert dangerous == []


@pytest.mark.parametrize("frame", NO_VERDICT)
async def test_no_verdict_stands_under_another_question(deps: Deps, frame: str) -> None:
    for country in COUNTRIES:
        text = await ask(deps, frame.format(c=country))
        assert not _BOLD_VERDICT.search(text), text


@pytest.mark.parametrize("frame", POLICE)
async def test_the_12_hours_to_the_police_are_told_wherever_they_apply(deps: Deps, frame: str) -> None:
    for a, b in POLICE_FLIGHTS:
        text = await ask(deps, frame.format(a=a, b=b))
        filed = "GAR" in text and ("48 h" in text or "2 h" in text)
        assert "12 h" in text or not filed, text


@pytest.mark.parametrize("said", FREE_OF_CUSTOMS)
async def test_a_flight_inside_schengen_and_the_customs_union_is_asked_no_customs_notice(
    deps: Deps, said: str
) -> None:
    text = await ask(deps, said)
    assert not re.search(r"\*\*Customs[^*]*\d+ h before", text), text


@pytest.mark.parametrize("said", AT_WAR)
async def test_a_country_at_war_is_said(deps: Deps, said: str) -> None:
    text = (await ask(deps, said)).casefold()
    assert "war airspace" in text or "no rules" in text or "closed" in text, text


@pytest.mark.parametrize("said", REFUSED)
async def test_a_flight_that_the_field_refuses_is_told_so(deps: Deps, said: str) -> None:
    text = (await ask(deps, said)).casefold()
    # "nothing on that" falls short, but frees nobody
    assert (
        "nothing on" in text
        or "cannot clear" in text
        or "not available for this flight" in text
        or "non authorized" in text
    ), text


@pytest.mark.parametrize("said", GAR)
async def test_no_other_services_deadline_stands_for_the_gar(deps: Deps, said: str) -> None:
    text = await ask(deps, said)
    if "GAR" in text and "before" in text:
        assert "2 h" in text or "08:00" in text or "2 hours" in text, text


@pytest.mark.parametrize("said", [*SQUAWKS, *MORE])
async def test_no_rule_of_another_subject_is_told_as_the_answer(deps: Deps, said: str) -> None:
    text = await ask(deps, said)
    if "squawk for VFR" in said:
        assert "**No" not in text.replace("**Nothing", ""), text
    if "port of entry" in said:
        assert "Take off VFR" not in text, text
    if "radio failure" in said and "7" in text:
        assert "7600" in text, text
