"""Trains the reader of questions: weights and vocabulary in `data/understanding/` from sentences with their plans.

Sentences come from many hands (`hands/NN_persona.jsonl`) and from the rules corpus.
Deterministic: the same sentences give the same bytes.
"""

# pyright: basic
from __future__ import annotations

import itertools
import json
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.lexicon import load_lexicon
from agent.language.said import Said
from agent.language.slot_words import NOT_CODES
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain, words_in, words_of
from agent.understanding.reader import classifier, taught
from data.build.dataset import BuildError, DataFile

HERE = Path(__file__).resolve().parent.parent / "understanding"
READ_ON = date(2026, 11, 22)
"""The Sunday on which the hands wrote."""
OWN_WEIGHT, CORPUS_WEIGHT, HAND_WEIGHT = 0.5, 0.25, 1.0
ALONE = 1
"""How many other chats every whole question is read in beside its own, so that it stands alone after anything."""
STRENGTH = 6e-5
STEPS = 70
Matrix = npt.NDArray[np.float32]
Sparse = Any
"""A scipy `csr_array`: only the build knows scipy."""


_COUNTRIES = (
    *("France", "Germany", "Italy", "Belgium", "Switzerland", "Poland", "Greece", "Ireland", "Portugal"),
    *("the Netherlands", "the United Kingdom"),
)


MOST_OF_A_LINE = 2
"""Combinations written out of one line of our own examples; the rest are left out by a fixed choice."""


def lines_of(path: Path) -> list[str]:
    """The sentences of a file of examples, without the marks of names."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [re.sub(r"[{}]", "", line) for line in lines if line and not line.startswith("#")]


def variants(line: str) -> list[str]:
    """Combinations of a line's alternatives "(a|b)", at most `MOST_OF_A_LINE`."""
    parts = re.split(r"\(([^()]*\|[^()]*)\)", line)
    choices = [part.split("|") if i % 2 else [part] for i, part in enumerate(parts)]
    combined = [" ".join("".join(c).split()) for c in itertools.product(*choices)]
    return combined if len(combined) <= MOST_OF_A_LINE else Random(line).sample(combined, MOST_OF_A_LINE)


def rules_questions(folder: Path) -> list[tuple[str, str]]:
    """The questions of the rules corpus, most of them with a country, as buttons ask them; and how else they are put."""
    found: list[tuple[str, str]] = []
    questions = tomllib.loads((folder / "questions.toml").read_text(encoding="utf-8"))["question"]
    for number, question in enumerate(questions):
        for place, text in enumerate([question["text"], *question.get("also", [])]):
            country = _COUNTRIES[(number + place) % len(_COUNTRIES)]
            said = text if place % 3 == 2 else f"{text.rstrip(' ?.:')} in {country}?"
            found.append(("answer_rules_question", said))
    phrasings = tomllib.loads((folder / "search" / "phrasings.toml").read_text(encoding="utf-8"))
    texts = (text for rows in phrasings.values() for row in rows.values() for text in row)
    return [*found, *(("answer_rules_question", text) for text in texts)]


def vocabulary(folder: Path) -> list[str]:
    """Words that are never places: those of the lexicon, those our own list holds, and those that hands share."""
    words = set((folder / "words.txt").read_text(encoding="utf-8").split())
    words |= load_lexicon(folder.parent / "language").words
    words |= _common_to_hands(folder)
    return sorted(words)


def _common_to_hands(folder: Path) -> set[str]:
    """Words in small letters that several hands use and none as a part of a place's name."""
    users: dict[str, set[str]] = {}
    places: set[str] = set()
    for path in sorted((folder / "hands").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            for turn in json.loads(line)["turns"]:
                for step in turn["steps"]:
                    places |= {w.key for v in _names(step["arguments"]) for w in words_of(plain(v))}
                for word in words_of(plain(turn["text"])):
                    if word.text.islower() and word.text.isalpha() and len(word.text) > 2:
                        users.setdefault(word.key, set()).add(path.name)
    return {word for word, by in users.items() if len(by) >= 3 and word not in places}


_NO_NAMES = words_in("filters about topic term what report position interests priority_strategy part direction")


def _names(arguments: dict[str, Any]) -> Iterator[str]:
    for name, value in arguments.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str) and name not in _NO_NAMES:
                yield one


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


@dataclass(frozen=True)
class Example:
    """One sentence, its class, and the tool that answered before it in its chat ("" for none)."""

    text: str
    label: str
    last: str = ""
    weight: float = 1.0
    taught: bool = True
    """Whether its words are known by themselves: not those of a copy in another chat, nor a rule's own question."""


_AFTER = re.compile(r"([a-z_]+) > (.+)")
"""A line of our own that follows another tool's answer: "plan_trip > and what do I have to send before it?"."""
PLAIN = {"ask": None, "talk": "talk", "distress": "distress", "change": "change"}
"""Labels of the hands that are no tools; what only lacks something teaches nothing."""


PRESETS = {"about_flyfun": "what"}
"""Tools of which the class itself says one argument."""


def of_hands(folder: Path, without: frozenset[str] = frozenset()) -> list[Example]:
    """The sentences of the hands, each in its chat; `without` names files that are left out."""
    found: list[Example] = []
    for path in sorted((folder / "hands").glob("*.jsonl")):
        if path.name in without:
            continue
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            last: dict[str, Any] | None = None
            for turn in json.loads(line)["turns"]:
                if (label := label_of(turn, last)) is not None:
                    found.append(Example(turn["text"], label, last["tool"] if last else "", HAND_WEIGHT))
                if turn["steps"] and turn["steps"][-1]["tool"] not in PLAIN:
                    last = turn["steps"][-1]
    return found


def label_of(turn: dict[str, Any], last: dict[str, Any] | None) -> str | None:
    """The class of a turn: "several", "nothing", "vary" when it goes on from the last call, else its tool."""
    steps = turn["steps"]
    if len(steps) > 1 and not _of_several(steps):
        return "several"
    if not steps:
        return "nothing"
    tool = steps[0]["tool"]
    if tool in PLAIN:
        return PLAIN[tool]
    for preset, name in PRESETS.items():
        if tool == preset and name in steps[0]["arguments"]:
            return f"{tool}|{name}={steps[0]['arguments'][name]}"
    if (
        last is not None
        and last["tool"] == tool
        and _leans(turn["text"], steps[0]["arguments"], last["arguments"])
    ):
        return "vary"
    return tool


def _of_several(steps: list[dict[str, Any]]) -> bool:
    """Whether it is one question asked of several fields or countries."""
    rest = [
        (s["tool"], {k: v for k, v in s["arguments"].items() if k not in ("icao_code", "country", "countries")})
        for s in steps
    ]
    return all(one == rest[0] for one in rest)


def _leans(text: str, now: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether a plan holds a value of the last one that its sentence does not say."""
    low = text.casefold()
    for name, value in now.items():
        if before.get(name) == value and not (isinstance(value, str) and value.casefold() in low):
            return True
    return (
        not now
        or now == before
        or any(isinstance(v, str) and v in before.values() and v.casefold() not in low for v in now.values())
    )


def all_examples(folder: Path, without: frozenset[str] = frozenset()) -> list[Example]:
    """Every sentence the reader learns from, without those of some hands."""
    found = of_hands(folder, without)
    own = [(p.stem, line) for p in sorted((folder / "examples").glob("*.txt")) for line in lines_of(p)]
    for label, line in own:
        follows = _AFTER.fullmatch(line)
        last, text = follows.groups() if follows else ("", line)
        found += [Example(one, label, last, OWN_WEIGHT) for one in variants(text)]
    corpus = rules_questions(folder.parent / "rules")
    found += [Example(text, label, "", CORPUS_WEIGHT, taught=False) for label, text in corpus]
    tools = sorted({e.last for e in found if e.last})
    random = Random(12)
    whole = [e for e in found if not e.last and e.label not in ("vary",) and len(e.text.split()) > 3]
    found += [
        Example(e.text, e.label, random.choice(tools), 0.5 * e.weight, taught=False)
        for e in whole
        for _ in range(ALONE)
    ]
    return found


def build(out: Path) -> list[DataFile]:
    """Train the linear model and write its weights and the vocabulary."""
    folder = out / "understanding"
    if not (folder / "hands").is_dir():
        raise BuildError(f"{folder / 'hands'} is missing")
    deps = Deps(settings=AgentSettings.from_environ(os.environ))
    known = vocabulary(folder)
    (folder / "vocabulary.txt").write_text(
        "# Words of questions that are no places. Made by data/build/reader.py.\n" + "\n".join(known) + "\n",
        encoding="utf-8",
    )
    told = all_examples(folder)
    said = read_examples(told, deps)
    classes = sorted({example.label for example in told})
    weights = train(told, said, classes)
    np.savez_compressed(
        folder / "classifier.npz",
        allow_pickle=False,
        made_of=np.array(made_of(folder)),
        **weights,
        **taught_by(told, said, classes),
    )
    return [_described("classifier.npz", len(told)), _described("vocabulary.txt", len(known))]


def taught_by(told: list[Example], said: list[Said], classes: list[str]) -> dict[str, npt.NDArray[np.generic]]:
    """The sentences by the key of their words, where all that are alike say the same."""
    found: dict[int, set[str]] = {}
    for example, one in zip(told, said, strict=True):
        words = taught.words_of(one)
        if example.taught and taught.says_enough(words):
            found.setdefault(taught.key_of(words, example.last), set()).add(example.label)
    known = sorted((key, *labels) for key, labels in found.items() if len(labels) == 1)
    return {
        "taught": np.array([key for key, _ in known], dtype=np.uint64),
        "taught_class": np.array([classes.index(label) for _, label in known], dtype=np.uint8),
    }


def made_of(folder: Path) -> str:
    """A digest of the sentences that the weights are learnt from: a test says when they are stale."""
    digest = sha256()
    for path in sorted([*(folder / "hands").glob("*.jsonl"), *(folder / "examples").glob("*.txt")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _described(name: str, rows: int) -> DataFile:
    return DataFile(f"understanding/{name}", "FlyFun example questions", "2", None, "MIT", rows)


def read_examples(told: list[Example], deps: Deps) -> list[Said]:
    """What each sentence says; the same sentence is read once."""
    folder = deps.settings.data / "understanding"
    words = Vocabulary.load(deps.settings)
    lexicon = load_lexicon(folder.parent / "language")
    known: dict[str, Said] = {}
    for example in told:
        if example.text not in known:
            slots = read_slots(plain(example.text), READ_ON, deps, words)
            known[example.text] = Said(slots, lexicon.mentions(slots.words), deps, READ_ON)
    return [known[example.text] for example in told]


def matrix(told: list[Example], said: list[Said]) -> Sparse:
    """The hashed features of all examples."""
    from scipy.sparse import csr_array

    columns: list[int] = []
    values: list[float] = []
    ends = [0]
    for example, one in zip(told, said, strict=True):
        counts = classifier.features(one, example.last)
        columns += counts.keys()
        values += counts.values()
        ends.append(len(columns))
    shape = (len(told), 1 << classifier.BITS)
    return csr_array((np.array(values, dtype=np.float32), np.array(columns), np.array(ends)), shape=shape)


def example_weights(told: list[Example]) -> Matrix:
    """Every class counts somewhat alike, whatever the number of its examples."""
    totals: dict[str, float] = {}
    for example in told:
        totals[example.label] = totals.get(example.label, 0.0) + example.weight
    mean = sum(totals.values()) / len(totals)
    return np.array([e.weight * (mean / totals[e.label]) ** 0.35 for e in told], dtype=np.float32)


def softmax_regression(
    x: Sparse, y: npt.NDArray[np.int64], weight: Matrix, classes: int, strength: float
) -> tuple[Matrix, Matrix]:
    """Multinomial logistic regression by L-BFGS: weights and bias."""
    from scipy.optimize import minimize

    n, width = x.shape
    target = np.zeros((n, classes), dtype=np.float32)
    target[np.arange(n), y] = 1.0
    share = (weight / weight.sum())[:, None]
    transposed = x.T.tocsr()

    def loss(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        w = flat.reshape(width + 1, classes).astype(np.float32)
        logits = x @ w[:width] + w[-1]
        logits -= logits.max(axis=1, keepdims=True)
        powers = np.exp(logits)
        sums = powers.sum(axis=1, keepdims=True)
        value = -float((share * target * (logits - np.log(sums))).sum()) + strength / 2 * float(
            (w[:-1] ** 2).sum()
        )
        error = (powers / sums - target) * share
        slope = np.empty_like(w)
        slope[:width] = transposed @ error + strength * w[:width]
        slope[-1] = error.sum(axis=0)
        return value, slope.ravel().astype(np.float64)

    start = np.zeros((width + 1) * classes)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxcor": 8})
    w = found.x.reshape(width + 1, classes).astype(np.float32)
    return w[:width], w[-1]


def train(told: list[Example], said: list[Said], classes: list[str]) -> dict[str, npt.NDArray[np.generic]]:
    """The linear model's weights, the large table packed to 8 bits."""
    y = np.array([classes.index(example.label) for example in told])
    weights, bias = softmax_regression(matrix(told, said), y, example_weights(told), len(classes), STRENGTH)
    packed, scale = pack(weights)
    return {"classes": np.array(classes), "quick": packed, "quick_scale": scale, "quick_bias": bias}


def pack(weights: Matrix) -> tuple[npt.NDArray[np.int8], Matrix]:
    """Whole numbers from -127 to 127, and what one stands for in each column."""
    scale = np.maximum(np.abs(weights).max(axis=0), 1e-9) / 127
    whole: npt.NDArray[np.int8] = np.asarray(np.rint(weights / scale), dtype=np.int8)
    return whole, np.asarray(scale, dtype=np.float32)
