"""Teaches a small language model which tool a question is for: `understanding/encoder.npz`.

The upper layers of the embedded multilingual-e5-small are trained on the sentences of `data/build/reader.py`, each
behind the words of the tool that answered before in its chat, and once more with typing mistakes. The engine holds
4 bits a weight under fixed scales, so after some epochs the training rounds the weights as the engine will (straight
through). What is kept is the difference to the model that ships with the engine. Where a taught one is there, the
training goes on from it, rounded from the start and at half the rate: under an hour on two cores. From nothing it is
some hours. Run it when there are some hundred new sentences or a new tool: until then the linear model alone knows
those. Two machines give weights that differ in their last digits.
"""

from __future__ import annotations

import io
import os
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt

from agent.config import AgentSettings
from agent.deps import Deps
from agent.llm.taught import DIMENSIONS
from agent.understanding.reader.encoder import HEAD_SCALE, after
from data.build import e5
from data.build import reader as sentences
from data.build.dataset import DataFile
from data.build.mistyped import mistyped

FROM_LAYER = 6
"""The first layer that learns; those below stay, and are reckoned once."""
EXACT_EPOCHS, ROUNDED_EPOCHS = 5, 3
RATE, HEAD_RATE = 1e-4, 20.0
"""Of the layers, and how many times faster the head learns."""
AGAIN_EPOCHS, AGAIN_RATE = 3, 5e-5
"""Where it goes on from what was taught before."""
BATCH, WIDTHS = 32, (12, 16, 20, 24, 32, 48, 64)
"""Sentences of like length are trained together; the longest is cut."""
MISTYPED_WEIGHT = 0.5
"""Each sentence is told once more with typing mistakes, in a third of the epochs."""
SMOOTHED, DROPPED = 0.05, 0.1
ALONE_SHARE = 1 / 3
"""How many of the sentences that are told once more in another chat are told in an epoch."""
Arrays = dict[str, npt.NDArray[Any]]


def build(out: Path) -> list[DataFile]:
    """Teach and write the encoder."""
    folder = out / "understanding"
    deps = Deps(settings=AgentSettings.from_environ(os.environ))
    arrays = teach(sentences.all_examples(folder), deps, taught_before(folder / "encoder.npz"))
    keep(folder / "encoder.npz", arrays)
    return [
        DataFile("understanding/encoder.npz", "FlyFun example questions", "1", None, "MIT", len(arrays["classes"]))
    ]


def keep(path: Path, arrays: Arrays) -> None:
    """Write arrays as numpy does, packed by LZMA: a sixth smaller, and numpy reads it."""
    with ZipFile(path, "w", ZIP_LZMA) as file:
        for name, array in arrays.items():
            whole = io.BytesIO()
            np.lib.format.write_array(whole, np.asarray(array), allow_pickle=False)
            entry = ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_LZMA
            file.writestr(entry, whole.getvalue())


def taught_before(path: Path) -> Arrays:
    """What was taught before, by name; nothing where nothing was."""
    if not path.exists():
        return {}
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def teach(told: list[sentences.Example], deps: Deps, before: Arrays) -> Arrays:
    """What is to be shipped: classes, head, bias, and the changes of the model by the tensor's name."""
    chance = random.Random(3)
    classes = sorted({example.label for example in told})
    texts = [one.slots.ordinary for one in sentences.read_examples(told, deps)]
    texts += [mistyped(text, chance) for text in texts]
    told = [*told, *(replace(example, weight=MISTYPED_WEIGHT) for example in told)]
    ids = [e5.tokens()(after(example.last, text))[: WIDTHS[-1]] for example, text in zip(told, texts, strict=True)]
    course = Course(ids, [classes.index(e.label) for e in told], told, classes, before)
    if before:
        course.run(AGAIN_EPOCHS, AGAIN_RATE, rounding=True)
    else:
        course.run(EXACT_EPOCHS, RATE, rounding=False)
        course.run(ROUNDED_EPOCHS, RATE, rounding=True)
    return {"classes": np.array(classes), **course.learnt()}


class Course:
    """One training: the sentences behind the layers that stay, and the weights that learn."""

    def __init__(
        self,
        ids: list[list[int]],
        labels: list[int],
        told: Sequence[sentences.Example],
        classes: Sequence[str],
        before: Arrays,
    ) -> None:
        import jax
        import jax.numpy as jnp

        self.labels, self.classes = np.array(labels), len(classes)
        weight = sentences.example_weights(list(told))
        self.weight = weight / weight.mean()
        self.alone = np.array([example.weight < 1 for example in told])
        self.random = np.random.default_rng(1)
        self.key = jax.random.PRNGKey(0)
        self.scales = {name: jnp.asarray(scale) for name, scale in e5.scales().items() if _learns(name)}
        self.weights: dict[str, Any] = {
            "layers": {name: jnp.asarray(value) for name, value in e5.weights().items() if _learns(name)},
            "head": jax.random.normal(self.key, (DIMENSIONS, self.classes)) * 0.02,
            "bias": jnp.zeros(self.classes),
        }
        if before:
            self._go_on_from(before, classes)
        self.lower = self._behind_what_stays(ids)

    def _go_on_from(self, before: Arrays, classes: Sequence[str]) -> None:
        """Put the weights that were taught in the place of the engine's; a new class begins as any."""
        import jax.numpy as jnp

        known = [name for name in classes if name in before["classes"]]
        here = np.array([classes.index(name) for name in known])
        there = np.array([list(before["classes"]).index(name) for name in known])
        head, bias = np.array(self.weights["head"]), np.array(self.weights["bias"])
        head[:, here], bias[here] = before["head"][:, there], before["bias"][there]
        self.weights["head"], self.weights["bias"] = jnp.asarray(head), jnp.asarray(bias)
        for name, value in changed(before).items():
            self.weights["layers"][name] = jnp.asarray(value)

    def _behind_what_stays(self, ids: list[list[int]]) -> list[npt.NDArray[np.float16]]:
        import jax
        import jax.numpy as jnp

        @jax.jit
        def lower(ids: Any, there: Any) -> Any:
            x = e5.word_vectors(ids)
            for number in range(FROM_LAYER):
                x = e5.run_layer(e5.weights(), number, x, there)
            return x.astype(jnp.float16)

        found: list[Any] = [None] * len(ids)
        for group in _groups([len(one) for one in ids], range(len(ids)), 128):
            width = _width(max(len(ids[i]) for i in group))
            table, there = np.ones((128, width), np.int32), np.zeros((128, width), bool)
            there[:, 0] = True
            for row, i in enumerate(group):
                table[row, : len(ids[i])], there[row, : len(ids[i])] = ids[i], True
            done = np.asarray(lower(table, there))
            for row, i in enumerate(group):
                found[i] = done[row, : len(ids[i])].copy()
        return found

    def run(self, epochs: int, most: float, *, rounding: bool) -> None:
        """Some epochs with a rate that rises to `most` and falls; `rounding` as the engine holds the weights."""
        import jax
        import optax

        one = int((~self.alone).sum() + self.alone.sum() * ALONE_SHARE)
        steps = epochs * one // BATCH
        rate = optax.warmup_cosine_decay_schedule(0, most, int(steps * 0.08), steps, most * 0.02)
        kinds = {
            "layers": jax.tree.map(lambda _: "layers", self.weights["layers"]),
            "head": "head",
            "bias": "head",
        }
        matrices = optax.adamw(
            rate, weight_decay=0.01, mask=lambda tree: jax.tree.map(lambda array: array.ndim > 1, tree)
        )
        head = optax.adamw(lambda step: rate(step) * HEAD_RATE, weight_decay=0.01)
        rules = {
            k: optax.chain(optax.clip_by_global_norm(1.0), r) for k, r in (("layers", matrices), ("head", head))
        }
        moves = optax.multi_transform(rules, kinds)

        @jax.jit
        def step(weights: Any, state: Any, batch: Any, key: Any) -> Any:
            value, slope = jax.value_and_grad(self._loss)(weights, *batch, key, rounding)
            change, state = moves.update(slope, state, weights)
            return optax.apply_updates(weights, change), state, value

        state = moves.init(self.weights)
        for epoch in range(epochs):
            began, losses = time.monotonic(), []
            for batch in self._batches():
                self.key, key = jax.random.split(self.key)
                self.weights, state, value = step(self.weights, state, batch, key)
                losses.append(float(value))
            took = time.monotonic() - began
            print(
                f"  epoch {epoch + 1}/{epochs}: loss {np.mean(losses):.3f}, {took:.0f} s",
                file=sys.stderr,
                flush=True,
            )

    def _batches(self) -> Iterator[tuple[Any, Any, Any, Any]]:
        chosen = np.flatnonzero(~self.alone | (self.random.random(len(self.alone)) < ALONE_SHARE))
        groups = _groups([len(x) for x in self.lower], self.random.permutation(chosen), BATCH)
        self.random.shuffle(groups)
        for group in groups:
            width = _width(max(len(self.lower[i]) for i in group))
            x, there = np.zeros((BATCH, width, DIMENSIONS), np.float16), np.zeros((BATCH, width), bool)
            there[:, 0] = True
            weight, label = np.zeros(BATCH, np.float32), np.zeros(BATCH, np.int32)
            for row, i in enumerate(group):
                x[row, : len(self.lower[i])], there[row, : len(self.lower[i])] = self.lower[i], True
            weight[: len(group)], label[: len(group)] = self.weight[group], self.labels[group]
            yield x, there, label, weight

    def _loss(self, weights: Any, x: Any, there: Any, label: Any, weight: Any, key: Any, rounding: bool) -> Any:
        import jax
        import jax.numpy as jnp

        layers = weights["layers"]
        if rounding:
            layers = {name: self._rounded(name, value) for name, value in layers.items()}
        x = x.astype(jnp.float32)
        for number in range(FROM_LAYER, e5.LAYERS):
            key, *keys = jax.random.split(key, 3)
            masks = iter(keys)
            x = e5.run_layer(layers, number, x, there, lambda y, masks=masks: _dropped(y, next(masks)))
        vector = _dropped(e5.pooled(x, there), key) * HEAD_SCALE
        logs = jax.nn.log_softmax(vector @ weights["head"] + weights["bias"])
        wanted = jax.nn.one_hot(label, self.classes) * (1 - SMOOTHED) + SMOOTHED / self.classes
        return -(weight * (wanted * logs).sum(-1)).sum() / len(weight)

    def _rounded(self, name: str, value: Any) -> Any:
        """As the engine holds it; the slope goes straight through."""
        import jax
        import jax.numpy as jnp

        if name not in self.scales:
            return value
        whole = self._whole(name, value) * self.scales[name]
        return value + jax.lax.stop_gradient(jnp.reshape(whole, value.shape) - value)

    def _whole(self, name: str, value: Any) -> Any:
        import jax.numpy as jnp

        scale = self.scales[name]
        return jnp.clip(jnp.round(value.reshape(-1, e5.BLOCK) / jnp.where(scale == 0, 1, scale)), -8, 7)

    def learnt(self) -> Arrays:
        """Head, bias and changes."""
        layers: Mapping[str, Any] = self.weights["layers"]
        return {
            "head": np.asarray(self.weights["head"]).astype(np.float16),
            "bias": np.asarray(self.weights["bias"]),
            **changes(
                {
                    name: np.asarray(self._whole(name, value) if name in self.scales else value)
                    for name, value in layers.items()
                }
            ),
        }


def changes(layers: Mapping[str, npt.NDArray[np.float32]]) -> Arrays:
    """Of packed matrices, given as whole numbers, what is added to each byte; others as they are."""
    scales = e5.scales()
    found: Arrays = {}
    for name, value in layers.items():
        if name not in scales:
            found[name] = value.astype(np.float16)
            continue
        scale = scales[name]
        before = np.round(e5.weights()[name].reshape(-1, e5.BLOCK) / np.where(scale == 0, 1, scale))
        found[name] = e5.packed(value) - e5.packed(before)
    return found


def changed(learnt: Arrays) -> dict[str, npt.NDArray[np.float32]]:
    """The weights of the layers that learn, as `changes` kept them."""
    scales = e5.scales()
    found: dict[str, npt.NDArray[np.float32]] = {}
    for name, engine in e5.weights().items():
        if not _learns(name):
            continue
        if name not in scales:
            found[name] = learnt[name].astype(np.float32)
            continue
        scale = np.where(scales[name] == 0, 1, scales[name])
        before = e5.packed(np.round(engine.reshape(-1, e5.BLOCK) / scale))
        found[name] = (e5.whole(before + learnt[name]) * scales[name]).reshape(engine.shape)
    return found


def _learns(name: str) -> bool:
    layer, _, _ = name.partition(".")
    return layer.startswith("l") and int(layer[1:]) >= FROM_LAYER


def _dropped(x: Any, key: Any) -> Any:
    import jax
    import jax.numpy as jnp

    return jnp.where(jax.random.bernoulli(key, 1 - DROPPED, x.shape), x / (1 - DROPPED), 0)


def _width(length: int) -> int:
    return next(width for width in WIDTHS if length <= width)


def _groups(
    lengths: Sequence[int], chosen: Sequence[int] | npt.NDArray[Any] | range, most: int
) -> list[list[int]]:
    """The chosen sentences in groups of like length, in the order given within a length."""
    groups: list[list[int]] = []
    for width in WIDTHS:
        alike = [int(i) for i in chosen if _width(lengths[i]) == width]
        groups += [alike[n : n + most] for n in range(0, len(alike), most)]
    return groups
