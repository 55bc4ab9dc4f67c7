"""Trains the reader of questions: `data/planning/classifier.npz` and `vocabulary.txt` from the example questions.

Deterministic: the same examples give the same bytes. Lines of `examples/<tool>.txt` may hold alternatives
"(a|b)", of which combinations are written out, and places in braces.
"""

from __future__ import annotations

import itertools
import os
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from agent.config import AgentSettings
from agent.deps import Deps
from agent.llm.embeddings import local_embedder
from agent.planning import classifier
from agent.planning.cues import load_cues
from agent.language.slot_words import NOT_CODES
from agent.language.slots import Slots
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain, words_in, words_of
from data.build.dataset import BuildError, DataFile

HERE = Path(__file__).resolve().parent.parent / "planning"
MOST_OF_A_LINE = 14
"""Combinations written out of one line; the rest are left out by a fixed choice."""
READ_ON = date(2026, 6, 1)
STRENGTH_QUICK, STRENGTH_FULL = 1.5e-4, 2.5e-4

Matrix = npt.NDArray[np.float32]


def examples(folder: Path) -> list[tuple[str, str]]:
    """(class, question with its braces) of every file, alternatives written out."""
    found: list[tuple[str, str]] = []
    for path in sorted((folder / "examples").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                found += [(path.stem, text) for text in variants(line)]
    return found + rules_questions(folder.parent / "rules" / "questions.toml")


_COUNTRIES = (
    *("France", "Germany", "Italy", "Belgium", "Switzerland", "Poland", "Greece", "Ireland", "Portugal"),
    *("the Netherlands", "the United Kingdom"),
)


def rules_questions(path: Path) -> list[tuple[str, str]]:
    """The questions of the rules corpus, most of them with a country, as buttons ask them."""
    found: list[tuple[str, str]] = []
    for number, question in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["question"]):
        for place, text in enumerate([question["text"], *question.get("also", [])]):
            country = _COUNTRIES[(number + place) % len(_COUNTRIES)]
            said = text if place % 3 == 2 else f"{text.rstrip(' ?.:')} in {country}?"
            found.append(("answer_rules_question", said))
    return found


_FIELD_TOOLS = (
    "get_airport_details",
    "get_notification_for_airport",
    "get_airport_pricing",
    "get_fuel_prices",
    "get_pilot_reviews",
    "propose_report",
)
_ROUTE_TOOLS = ("find_airports_near_route", "calculate_flight_distance", "get_border_brief")
_NAMES = (
    *("Biggin Hill", "Le Touquet", "Sandown", "Speyer", "Samedan", "Deauville", "Popham", "Lydd", "Calvi"),
    *("Wangerooge", "Annemasse", "Portoroz"),
)
_TOWNS = words_in("Oxford Lyon Bremen Turin Bergen Cork Graz Quimper Malmö Girona Lugano Ostend")
_CODES = words_in("EGKB LFAT EDNY LSZR EGTF LFMD EKRK LOWI EHLE LIPV LEGE EPGD")


def retold(label: str, text: str) -> list[str]:
    """The same question with names for codes or codes for names: what is asked does not hang on it."""
    random = Random(f"{label} {text}")
    if label in _FIELD_TOOLS and re.search(r"\b[A-Z]{4}\b", text) and random.random() < 0.45:
        return [re.sub(r"\b[A-Z]{4}\b", lambda _: f"{{{random.choice(_NAMES)}}}", text)]
    if label in _ROUTE_TOOLS and random.random() < 0.4:
        if "{" in text:
            return [re.sub(r"\{[^}]*\}", lambda _: random.choice(_CODES), text)]
        return [re.sub(r"\b[EL][A-Z]{3}\b", lambda _: f"{{{random.choice(_TOWNS)}}}", text)]
    if label == "find_airports_near_location" and "{" in text and random.random() < 0.2:
        return [re.sub(r"\{[^}]*\}", lambda _: random.choice(_CODES), text)]
    return []


def variants(line: str) -> list[str]:
    """Every combination of a line's alternatives, at most `MOST_OF_A_LINE`."""
    parts = re.split(r"\(([^()]*\|[^()]*)\)", line)
    choices = [part.split("|") if i % 2 else [part] for i, part in enumerate(parts)]
    combined = [" ".join("".join(c).split()) for c in itertools.product(*choices)]
    if len(combined) > MOST_OF_A_LINE:
        combined = Random(line).sample(combined, MOST_OF_A_LINE)
    return combined


def vocabulary(folder: Path, deps: Deps) -> list[str]:
    """The words of the examples that stand outside places, codes, countries and aircraft."""
    words: set[str] = set()
    whole = "\n".join(path.read_text(encoding="utf-8") for path in sorted((folder / "examples").glob("*.txt")))
    codes = {code.lower() for code in re.findall(r"\b[A-Z]{4}\b", whole) if code not in NOT_CODES}
    for path in sorted((folder / "examples").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            for text in re.sub(r"[^|()]*_[^|() ]*", " ", line).replace("(", "|").replace(")", "|").split("|"):
                words |= set(_ordinary(re.sub(r"\{[^}]*\}", " # ", text), deps))
    for name in ("words.txt",):
        if (folder / name).exists():
            words |= set((folder / name).read_text(encoding="utf-8").split())
    return sorted(words - codes)


def _ordinary(text: str, deps: Deps) -> Iterator[str]:
    clean = plain(text)
    skipped = [(start, end) for start, end, _ in deps.countries.find_all(clean)]
    for word in words_of(clean):
        if any(start <= word.start < end for start, end in skipped) or any(c.isdigit() for c in word.text):
            continue
        if word.text.isupper() and len(word.text) in (3, 4) and word.text not in NOT_CODES:
            continue
        if deps.aircraft.resolve(word.text) and word.text[0].isupper():
            continue
        if deps.countries.named(word.text):
            continue
        yield word.key


def build(out: Path) -> list[DataFile]:
    """Train both models and write weights and vocabulary."""
    folder = out / "planning"
    if not (folder / "examples").is_dir():
        raise BuildError(f"{folder / 'examples'} is missing")
    deps = Deps(settings=AgentSettings.from_environ(os.environ))
    known = vocabulary(folder, deps)
    (folder / "vocabulary.txt").write_text(
        "# Words of questions that are no places. Made by data/build/classifier.py.\n" + "\n".join(known) + "\n",
        encoding="utf-8",
    )
    texts, labels, slots = load(folder, deps)
    classes = sorted(set(labels))
    weights = train(folder, texts, labels, slots, classes)
    np.savez_compressed(folder / "classifier.npz", allow_pickle=False, **weights)
    return [_described("classifier.npz", len(texts)), _described("vocabulary.txt", len(known))]


def _described(name: str, rows: int) -> DataFile:
    return DataFile(f"planning/{name}", "FlyFun example questions", "1", None, "MIT", rows)


def load(folder: Path, deps: Deps) -> tuple[list[str], list[str], list[Slots]]:
    """The examples as plain texts, with their classes and slots."""
    words = Vocabulary(frozenset((folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")))
    pairs = examples(folder)
    pairs += [(label, told) for label, text in pairs for told in retold(label, text)]
    texts = [plain(re.sub(r"[{}]", "", text)) for _, text in pairs]
    return texts, [label for label, _ in pairs], [read_slots(text, READ_ON, deps, words) for text in texts]


def matrix(folder: Path, slots: list[Slots]) -> Matrix:
    """The hashed features of all examples."""
    cues = load_cues(folder / "cues.toml")
    rows = np.zeros((len(slots), 1 << classifier.BITS), dtype=np.float32)
    for i, one in enumerate(slots):
        for column, value in classifier.features(one, cues).items():
            rows[i, column] = value
    return rows


def embedded(folder: Path, texts: list[str]) -> Matrix:
    """The scaled embeddings of all examples; known ones are kept between runs in the temporary folder."""
    import tempfile

    kept = Path(tempfile.gettempdir()) / f"flyfun-examples-{local_embedder().id}.npz"
    known: dict[str, Matrix] = {}
    if kept.exists():
        with np.load(kept) as file:
            known = dict(zip([str(text) for text in file["texts"]], file["vectors"], strict=True))
    new = sorted(set(texts) - set(known))
    for i in range(0, len(new), 64):
        known.update(zip(new[i : i + 64], local_embedder().embed_queries(new[i : i + 64]), strict=True))
    if new:
        np.savez(kept, texts=np.array(list(known)), vectors=np.stack(list(known.values())))
    return np.stack([known[text] for text in texts]) * classifier.EMBEDDING_SCALE


def line_weights(labels: list[str]) -> Matrix:
    """Every class counts about alike, whatever the number of its examples."""
    counts = {label: labels.count(label) for label in set(labels)}
    return np.array([(len(labels) / len(counts) / counts[label]) ** 0.5 for label in labels], dtype=np.float32)


def softmax_regression(
    x: Matrix, y: npt.NDArray[np.int64], weight: Matrix, classes: int, strength: float, steps: int = 400
) -> tuple[Matrix, Matrix]:
    """Multinomial logistic regression in the span of the examples, by accelerated gradient descent.

    The weights are `x.T @ a`, so each step costs a product with the examples' Gram matrix only.
    """
    n = len(x)
    gram = (x @ x.T).astype(np.float32)
    target = np.zeros((n, classes), dtype=np.float32)
    target[np.arange(n), y] = 1.0
    a = np.zeros((n, classes), dtype=np.float32)
    bias = np.zeros(classes, dtype=np.float32)
    before, before_bias = a.copy(), bias.copy()
    # The largest eigenvalue bounds the curvature.
    v = np.ones(n, dtype=np.float32)
    for _ in range(30):
        v = gram @ v
        v /= np.linalg.norm(v)
    top = float(v @ (gram @ v)) / n
    rate = 1.0 / (0.5 * top * float(weight.max()) + strength)
    momentum = 0.0
    for step in range(steps):
        momentum = step / (step + 3)
        ahead, ahead_bias = a + momentum * (a - before), bias + momentum * (bias - before_bias)
        logits = gram @ ahead + ahead_bias
        logits -= logits.max(axis=1, keepdims=True)
        p = np.exp(logits)
        p /= p.sum(axis=1, keepdims=True)
        error = (p - target) * weight[:, None] / n
        before, before_bias = a, bias
        a = ahead - rate * (error + strength * ahead / 1.0)
        bias = ahead_bias - rate * error.sum(axis=0)
    return (x.T @ a).astype(np.float32), bias


def train(
    folder: Path, texts: list[str], labels: list[str], slots: list[Slots], classes: list[str]
) -> dict[str, npt.NDArray[np.generic]]:
    """Both models' weights, the large tables packed to 8 bits."""
    y = np.array([classes.index(label) for label in labels])
    weight = line_weights(labels)
    x = matrix(folder, slots)
    quick, quick_bias = softmax_regression(x, y, weight, len(classes), STRENGTH_QUICK)
    vectors = embedded(folder, texts)
    both = np.concatenate([x, vectors], axis=1)
    full, full_bias = softmax_regression(both, y, weight, len(classes), STRENGTH_FULL)
    packed, scale = pack(quick)
    packed_full, scale_full = pack(full[: x.shape[1]])
    return {
        "classes": np.array(classes),
        "quick": packed,
        "quick_scale": scale,
        "quick_bias": quick_bias,
        "full": packed_full,
        "full_scale": scale_full,
        "full_embedding": full[x.shape[1] :].astype(np.float16),
        "full_bias": full_bias,
    }


def pack(weights: Matrix) -> tuple[npt.NDArray[np.int8], Matrix]:
    """Whole numbers from -127 to 127, and what one stands for in each column."""
    scale = np.maximum(np.abs(weights).max(axis=0), 1e-9) / 127
    whole: npt.NDArray[np.int8] = np.asarray(np.rint(weights / scale), dtype=np.int8)
    return whole, np.asarray(scale, dtype=np.float32)
