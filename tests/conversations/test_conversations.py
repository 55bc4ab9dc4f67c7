"""Golden dialogues: what a pilot says, and what plan, words and buttons follow. See the YAML files beside this.

Every file is one or more dialogues:

    - name: a sentence
      at: 2026-11-21T10:00:00Z          # the clock of the chat and of the tools (optional: theirs is the machine's)
      home: EGTF, aircraft: SR22        # the pilot's profile (optional)
      turns:
        - pilot: what is typed
          tools: [calculate_flight_distance]
          arguments: {from_location: EGTF}      # of the first step; others may be there
          says: ["559 nm"]                       # each must be in the reply, ignoring case
          starts: "EGTF"                         # how the reply begins
          never: ["maybe"]                       # none may be
          asks: cruise_speed                     # a missing_info key, or none
          buttons: ["120 knots"]                 # labels that must be offered
          lines: 12                              # the longest the text may be
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from agent.config import AgentSettings
from agent.deps import Deps, utc_now
from agent.pipeline import answer
from agent.protocol import Conversation, Profile, Question
from bot.render.buttons import labels
from bot.transcript import gather

HERE = Path(__file__).parent
CLOCK = "2026-11-21T10:00:00+00:00"


@dataclass
class Clock:
    """What the tools read the time from: a dialogue's own hour, else the machine's."""

    at: datetime | None = None

    def __call__(self) -> datetime:
        return self.at or utc_now()


IN_OTHER_WORDS = frozenset(
    (
        *(
            "airfield_asks",
            "areas_side_by_side",
            "fields_nearest",
            "lists_in_other_words",
            "one_attribute",
            "reader",
        ),
        *("rules_gone_on", "runway_fit", "side_by_side", "sums", "wishes_in_threads"),
    )
)
"""Files whose dialogues ask what others ask, in other words: they run with the thorough tests."""


def _dialogues() -> list[Any]:
    found: list[Any] = []
    for file in sorted(HERE.glob("*.yaml")):
        for dialogue in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader):
            marks = [pytest.mark.thorough] if file.stem in IN_OTHER_WORDS else []
            found.append(pytest.param(dialogue, id=f"{file.stem}: {dialogue['name']}", marks=marks))
    return found


@pytest.fixture(scope="session")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def deps(data_dir: Path, clock: Clock) -> Deps:
    nobody = "http://127.0.0.1:9"  # outside services are away: everything here is answered offline
    return Deps(
        settings=AgentSettings(
            data_dir=data_dir,
            overpass_url=nobody,
            wikivoyage_api_url=nobody,
            wikipedia_api_url=nobody,
            duffel_base_url=nobody,
        ),
        now=clock,
    )


@pytest.mark.parametrize("dialogue", _dialogues())
async def test_a_dialogue_goes_as_written(dialogue: dict[str, Any], deps: Deps, clock: Clock) -> None:
    conversation = Conversation()
    profile = Profile(home_base=dialogue.get("home"), aircraft=dialogue.get("aircraft"))
    at = datetime.fromisoformat(str(dialogue.get("at", CLOCK)).replace("Z", "+00:00"))
    clock.at = at if "at" in dialogue else None
    for turn in dialogue["turns"]:
        question = Question(text=turn["pilot"], at=at, profile=profile)
        transcript = await gather(answer(question, conversation, deps))
        conversation = transcript.conversation(conversation)
        _check(turn, transcript)


def _check(turn: dict[str, Any], transcript: Any) -> None:
    said, plan, done = transcript.text, transcript.plan, transcript.done
    where = f"{turn['pilot']!r} → {said!r}"
    if "tools" in turn:
        assert [step.tool for step in plan.steps] == turn["tools"], where
    arguments: dict[str, Any] = turn.get("arguments") or {}
    for name, value in arguments.items():
        assert plan.steps[0].arguments.get(name) == value, f"{name} in {plan.steps[0].arguments} · {where}"
    for words in turn.get("says", ()):
        assert words.casefold() in said.casefold(), f"{words!r} is missing: {where}"
    if first := turn.get("starts"):
        assert said.startswith(first), where
    for words in turn.get("never", ()):
        assert words.casefold() not in said.casefold(), f"{words!r} is there: {where}"
    if "exactly" in turn:
        assert said == turn["exactly"]
    if "asks" in turn:
        asked = [item.key for result in done.results for item in result.missing_info]
        assert (asked[0] if asked else None) == turn["asks"], where
    offered = labels(done) if done else ()
    for label in turn.get("buttons", ()):
        assert any(label.casefold() in one.casefold() for one in offered), f"{label!r} not in {offered}: {where}"
    if turn.get("buttons") == []:
        assert not offered, where
    assert len(said.splitlines()) <= turn.get("lines", 24), f"too long for a phone: {where}"
