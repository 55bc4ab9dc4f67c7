"""Learns which sentences call for help: `understanding/distress.npz`, weights over what a sentence means.

The sentences are those of `understanding/examples/distress/` (a call for help, or one that only shares its words) and those of
the hands; what they mean the taught encoder says, what their words say `agent/language/distress.py`. Deterministic for
one encoder. Run it after `encoder` and when sentences are added.
"""

# pyright: basic
from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.distress import load_distress
from agent.language.wording import plain
from agent.understanding.reader.encoder import after
from agent.understanding.reader.reader import Reader
from data.build.dataset import DataFile
from data.build.reader import READ_ON

MEANING_SCALE, WORDS_SCALE = 6.0, 1.5
STRENGTH, HANDS_WEIGHT, CALL_WEIGHT = 0.15, 0.5, 1.5
EVERY = 1
"""Of the hands' sentences that are no call, one in so many is learnt from."""


def build(out: Path) -> list[DataFile]:
    """Learn and write the weights."""
    folder = out / "understanding"
    deps = Deps(
        settings=AgentSettings.from_environ(os.environ),
        now=lambda: datetime.combine(READ_ON, datetime.min.time(), UTC),
    )
    reader, words = Reader(deps), load_distress(out / "language")
    told = list(_sentences(folder))
    rows, meant, weights = [], [], []
    for text, is_call, weight in told:
        text = plain(text)
        vector = reader.encoder.meaning(after("", reader.said(text, READ_ON).slots.ordinary))
        rows.append(np.r_[vector * MEANING_SCALE, WORDS_SCALE * words.is_meant(text), 1.0])
        meant.append(float(is_call))
        weights.append(weight * (CALL_WEIGHT if is_call else 1.0))
    learnt = _fit(np.array(rows), np.array(meant), np.array(weights))
    np.savez_compressed(
        folder / "distress.npz",
        meaning=(learnt[:-2] * MEANING_SCALE).astype(np.float32),
        by_words=np.float32(learnt[-2] * WORDS_SCALE),
        bias=np.float32(learnt[-1]),
    )
    return [DataFile("understanding/distress.npz", "FlyFun example questions", "1", None, "MIT", len(told))]


def _sentences(folder: Path) -> Iterator[tuple[str, bool, float]]:
    for path in sorted((folder / "examples" / "distress").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            yield case["text"], bool(case["distress"]), 1.0
    harmless = 0
    for path in sorted((folder / "hands").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            for turn in json.loads(line)["turns"]:
                is_call = any(step["tool"] == "distress" for step in turn["steps"])
                harmless += not is_call
                if is_call or harmless % EVERY == 0:
                    yield turn["text"], is_call, HANDS_WEIGHT


def _fit(rows: np.ndarray, meant: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """A logistic regression; its last two weights are of the words and the constant, which is not held small."""

    def loss(weight: np.ndarray) -> tuple[float, np.ndarray]:
        shares = 1 / (1 + np.exp(-(rows @ weight)))
        told = weights * (meant * np.log(shares + 1e-9) + (1 - meant) * np.log(1 - shares + 1e-9))
        held = np.r_[weight[:-1], 0.0]
        return -told.sum() + STRENGTH * (held**2).sum(), rows.T @ (
            weights * (shares - meant)
        ) + 2 * STRENGTH * held

    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
