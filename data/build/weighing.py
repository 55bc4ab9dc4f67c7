"""Learns what each piece of evidence weighs where a message can be read in several ways: `understanding/weighing.json`.

Every hand is read by a classifier that has learnt from the other hands alone, each way to read each message is
compared with its plan, and the weights are those under which the right ways are likeliest (a conditional logit).
`trust` turns the share of the best way into the probability that a plan is right in all of its arguments.
Some two hours, as each fold teaches an encoder of its own; those are kept in the temporary folder.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
from __future__ import annotations

import importlib
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.distress import load_distress
from agent.language.wording import plain
from agent.protocol import Conversation
from agent.understanding import chat
from agent.understanding.in_hand import references
from agent.understanding.reader.classifier import Classifier
from agent.understanding.in_hand.context import known
from agent.understanding.reader.fitting import Fitted
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.weighing import LEAST, NONE
from data.build import encoder
from data.build import reader as sentences
from data.build.dataset import DataFile
from data.build.judging import AT, Remembering, asked, judge, then

FOLDS = 3
RIGIDITY = 0.5
"""How strongly the weights are drawn to nothing."""
UNMENDED = ("03_", "17_", "20_", "25_", "26_", "27_", "28_")
"""Hands whose errors nobody went through: what was mended by a sentence says little of the next one."""
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Read:
    """One message read in several ways: the evidence of each, and whether its plan (2) or its tool alone (1) is right."""

    hand: str
    evidence: tuple[dict[str, float], ...]
    right: tuple[float, ...]


def build(out: Path) -> list[DataFile]:
    """Write the weights."""
    folder = out / "understanding"
    read = [one for fold in range(FOLDS) for one in _read_unseen(folder, fold)]
    names = [*sorted({name for one in read for way in one.evidence for name in way}), NONE]
    tables = [_table(one, names) for one in read]
    weights = _weights(tables, names)
    slope, start = _trust(
        [t for t, one in zip(tables, read, strict=True) if one.hand.startswith(UNMENDED)], weights
    )
    table = {
        "weights": {name: round(float(w), 3) for name, w in zip(names, weights, strict=True)},
        "trust": [round(slope, 3), round(start, 3)],
    }
    (folder / "weighing.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return [DataFile("understanding/weighing.json", "FlyFun example questions", "1", None, "MIT", len(names))]


def _read_unseen(folder: Path, fold: int) -> Iterator[Read]:
    """The messages of every third hand, read by a classifier and an encoder of the others."""
    deps = Deps(settings=AgentSettings.from_environ(os.environ), now=lambda: AT)
    hands = sorted((folder / "hands").glob("*.jsonl"))
    unseen = hands[fold::FOLDS]
    told = sentences.all_examples(folder, without=frozenset(path.name for path in unseen))
    classes = sorted({example.label for example in told})
    arrays = sentences.train(told, sentences.read_examples(told, deps), classes)
    own = Path(tempfile.gettempdir()) / f"flyfun-encoder-{fold}-{sentences.made_of(folder)[:12]}.npz"
    if not own.exists():
        np.savez_compressed(own, allow_pickle=False, **encoder.teach(told, deps))
    remembering = Remembering(own)
    reader = Reader(deps, remembering, fit=Fitted, classifier=Classifier.of(arrays))  # type: ignore[arg-type]
    registry.open_rooms()
    for path in unseen:
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            conversation = Conversation()
            for turn in json.loads(line)["turns"]:
                if (one := _ways(path.name, turn, conversation, reader)) is not None:
                    yield one
                question = asked(turn["text"], turn["steps"], conversation)
                conversation = then(question, turn["steps"], conversation, deps)
    remembering.keep()


def _ways(hand: str, turn: dict[str, Any], conversation: Conversation, reader: Reader) -> Read | None:
    """The ways to read one turn, and how right each is; None for what is not weighed."""
    question, deps = asked(turn["text"], turn["steps"], conversation), reader.deps
    if load_distress(deps.settings.data / "language").is_meant(plain(question.text)):
        return None
    memory = known(conversation, question.profile, deps)
    text, _ = references.with_names(plain(question.text), conversation)
    said = reader.said(text, question.at.date(), question.place, question.profile.home_base)
    if any(k.claims is not None and k.claims(said) for k in registry.readings().values()):
        return None
    options = reader.ways(said, memory)
    plans = [chat.plan_of_readings(list(o.readings), said, memory, conversation, reader) for o in options]
    verdicts = [judge(question, plan, turn["steps"], deps, Counter()) for plan in plans]
    right = [{"": 2.0, "args": 1.0}.get(verdict, 0.0) for verdict in verdicts]
    return Read(hand, tuple(dict(option.evidence) for option in options), tuple(right))


def _table(one: Read, names: list[str]) -> tuple[Vector, Vector]:
    """Evidence by option and name, with "none fits" last, and how right each option is."""
    at = {name: i for i, name in enumerate(names)}
    table = np.zeros((len(one.evidence) + 1, len(names)))
    for row, evidence in zip(table, one.evidence, strict=False):
        for name, value in evidence.items():
            row[at[name]] = value
    table[-1, at[NONE]] = 1.0
    right = np.array([*one.right, 0.5])
    return table, right


def _shares(table: Vector, weights: Vector) -> Vector:
    sums = table @ weights
    powers = np.exp(sums - sums.max())
    return np.asarray(powers / powers.sum())


def _minimize() -> Any:
    """SciPy's minimizer, which comes without types."""
    return getattr(importlib.import_module("scipy.optimize"), "minimize")  # noqa: B009


def _weights(tables: list[tuple[Vector, Vector]], names: list[str]) -> Vector:
    """The weights under which the rightest options together are likeliest."""
    minimize = _minimize()

    def loss(weights: Vector) -> tuple[float, Vector]:
        value, slope = RIGIDITY / 2 * float(weights @ weights), RIGIDITY * weights
        for table, right in tables:
            shares = _shares(table, weights)
            best = shares * (right == right.max())
            whole = best.sum() + 1e-12
            value -= float(np.log(whole))
            slope = slope + table.T @ (shares - best / whole)
        return value, slope

    start = np.zeros(len(names))
    start[names.index("likely")] = 1.0
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 80})
    return np.asarray(found.x)


def _trust(tables: list[tuple[Vector, Vector]], weights: Vector) -> tuple[float, float]:
    """Slope and start of the logistic curve from the best option's share to a right plan."""
    minimize = _minimize()
    shares: list[float] = []
    right: list[float] = []
    for table, verdicts in tables:
        options = _shares(table, weights)[:-1]
        best = int(options.argmax())
        shares.append(float(options[best]))
        right.append(float(verdicts[best] == 2.0))
    odds = np.log(np.clip(shares, LEAST, 1 - LEAST) / (1 - np.clip(shares, LEAST, 1 - LEAST)))
    wanted = np.array(right)

    def loss(curve: Vector) -> float:
        chance = 1 / (1 + np.exp(-(curve[0] * odds + curve[1])))
        return -float((wanted * np.log(chance + 1e-9) + (1 - wanted) * np.log(1 - chance + 1e-9)).mean())

    slope, start = minimize(loss, np.array([1.0, 0.0])).x
    return float(slope), float(start)
