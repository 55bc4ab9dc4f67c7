"""Teaches what people in a club mean by what they say of an outing: `understanding/club_talk.npz`.

A softmax regression over the encoder's figures of the sentences in `examples/club_talk.toml` and over the concepts in
their words; beside them some of what pilots ask otherwise, which is of no outing. It is taught anew whenever the encoder
or the sentences change; two minutes.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding import reader_of
from agent.understanding.reader.encoder import load_encoder
from bot.outings.leaning import FILE, NOTHING, SCALE, signs_of, spoken_plainly, with_signs
from bot.outings.words import Ear
from data.build.dataset import DataFile
from data.build.reader import lines_of, softmax_regression, variants

STRENGTH = 3e-5
A_MONDAY = date(2027, 2, 8)
"""On which the sentences are read: what matters is that a day is named."""
SELDOM = 3
"""A concept that fewer sentences say teaches nothing."""
ASKED_OTHERWISE = 500
"""Sentences of what pilots ask of fields, rules and the weather: under a card they are of no outing."""


def build(out: Path) -> list[DataFile]:
    """Teach and write the head."""
    from scipy.sparse import csr_array

    folder = out / "understanding"
    told = list(examples(folder))
    encoder = load_encoder(AgentSettings.from_environ(os.environ).data / "understanding" / "encoder.npz")
    ear = Ear(reader_of(Deps(settings=AgentSettings.from_environ(os.environ))))
    found = [signs_of(ear.evidence(text, A_MONDAY)) for text, _ in told]
    counts = Counter(name for signs in found for name in signs)
    signs = tuple(sorted(name for name, count in counts.items() if count >= SELDOM))
    figures = np.array(
        [with_signs(encoder.meaning(spoken_plainly(text)), said, signs)
         for (text, _), said in zip(told, found, strict=True)], dtype=np.float32)  # fmt: skip
    mean = figures.mean(axis=0)
    mean[-len(signs) :] = 0.0
    classes = sorted({label for _, label in told})
    y = np.array([classes.index(label) for _, label in told])
    share = len(y) / len(classes) / np.bincount(y)
    weight = (share[y] ** 0.35).astype(np.float32)
    head, bias = softmax_regression(csr_array((figures - mean) * SCALE), y, weight, len(classes), STRENGTH)
    arrays = {
        "classes": np.array(classes),
        "signs": np.array(signs),
        "head": head.astype(np.float16),
        "bias": bias.astype(np.float32),
    }
    np.savez_compressed(folder / FILE, allow_pickle=False, made_of=np.array(made_of(folder)), mean=mean, **arrays)
    return [DataFile(f"understanding/{FILE}", "FlyFun example sentences", "1", None, "MIT", len(told))]


def examples(folder: Path) -> Iterator[tuple[str, str]]:
    """Sentences with what is meant."""
    sections: dict[str, dict[str, Any]] = tomllib.loads(
        (folder / "examples" / "club_talk.toml").read_text(encoding="utf-8")
    )
    seen: set[str] = set()
    for section in sections.values():
        for text in section["said"]:
            if text not in seen:
                seen.add(text)
                yield text, label_of(section["heard"])
    lines = [line for path in sorted((folder / "examples").glob("*.txt")) for line in lines_of(path)]
    for line in Random(19).sample(lines, ASKED_OTHERWISE):
        yield variants(line)[0], NOTHING


def label_of(heard: dict[str, Any]) -> str:
    """ "say.in" of an answer, "report.sent" of a task, otherwise its kind."""
    if not heard:
        return NOTHING
    kind = str(heard["kind"])
    return f"{kind}.{heard['state']}" if kind in ("say", "report") and heard.get("state") else kind


def made_of(folder: Path) -> str:
    """A digest of the sentences and of the encoder: a test says when the head is stale."""
    digest = sha256()
    for path in (folder / "examples" / "club_talk.toml", folder / "encoder.npz"):
        digest.update(path.read_bytes())
    return digest.hexdigest()
