"""Finds airfields by what a pilot typed: part of a name, a town, a foreign name, with typos."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agent.aviation.airport_index import AirportIndex
from agent.aviation.names import distinctive, fold, grams

Found = tuple[int, float]

CANDIDATES = 60
PRIOR_WEIGHT = 0.12
MIN_SCORE = 0.55
_COMMON_GRAM = 6000
"""A trigram that more airfields have says little; it is skipped while rarer ones remain."""
_LONGEST_QUERY = 80


def by_name(index: AirportIndex, text: str, limit: int, country: str | None, exact: int | None) -> list[Found]:
    """Rows and scores, best first. `exact` is the row whose code the text is, if any."""
    query = distinctive(fold(text))[:_LONGEST_QUERY].strip()
    if not query or limit <= 0:
        return []
    rows = _candidates(index, query, country)
    similarity = _similarities(query, [index.labels(row).split("\n") for row in rows.tolist()])
    if exact is not None and (country is None or _is_in(index, exact, country)):
        rows, similarity = _with_exact(rows, similarity, exact)
    rank = similarity + PRIOR_WEIGHT * index.prior[rows]
    order = np.argsort(-rank, kind="stable")
    order = order[similarity[order] >= MIN_SCORE][:limit]
    return list(zip(rows[order].tolist(), similarity[order].tolist(), strict=True))


def _is_in(index: AirportIndex, row: int, country: str) -> bool:
    return bool(index.country[row] == np.bytes_(country.upper().encode()))


def _with_exact(
    rows: NDArray[np.intp], similarity: NDArray[np.float64], exact: int
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    others = rows != exact
    return np.append(rows[others], exact), np.append(similarity[others], 1.0)


def _candidates(index: AirportIndex, query: str, country: str | None) -> NDArray[np.intp]:
    """The rows that share most of the query's trigrams, the rarer the better."""
    numbers = sorted(set(grams(query)))
    starts = index.gram_starts
    sizes = {number: int(starts[number + 1]) - int(starts[number]) for number in numbers}
    numbers = sorted((number for number in numbers if sizes[number]), key=sizes.__getitem__)
    scores = np.zeros(index.size, dtype=np.float32)
    total = 0.0
    for i, number in enumerate(numbers):
        if i >= 3 and sizes[number] > _COMMON_GRAM:
            break
        weight = float(np.log(index.size / sizes[number])) + 0.1
        scores[index.gram_rows[starts[number] : starts[number + 1]]] += weight
        total += weight
    rows = np.flatnonzero(scores >= 0.3 * total) if total else np.zeros(0, dtype=np.intp)
    if country is not None:
        rows = rows[index.country[rows] == np.bytes_(country.upper().encode())]
    if len(rows) <= CANDIDATES:
        return rows
    rank = scores[rows] / total + 0.25 * index.prior[rows] - 0.03 * np.log(index.gram_counts[rows])
    return rows[np.argpartition(-rank, CANDIDATES)[:CANDIDATES]]


def _similarities(query: str, names: Sequence[list[str]]) -> NDArray[np.float64]:
    """How well each airfield's names fit the query, 0 to 1: the best of three views of them."""
    if not names:
        return np.zeros(0)
    from rapidfuzz import process  # only names that are no code need it
    from rapidfuzz.fuzz import ratio

    counts = [len(labels) for labels in names]
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    joined_query = query.replace(" ", "")
    joined = [label.replace(" ", "") for labels in names for label in labels]
    whole = process.cdist([joined_query], joined, scorer=ratio)[0]
    heads = [label[: len(joined_query)] for label in joined]
    start = process.cdist([joined_query], heads, scorer=ratio)[0] * 0.95
    best = np.maximum.reduceat(np.maximum(whole, start), starts) / 100
    return np.maximum(best, 0.97 * _by_words(query, names))


def _by_words(query: str, names: Sequence[list[str]]) -> NDArray[np.float64]:
    """Each word of the query with its best word anywhere in the airfield's names, weighted by its length."""
    from rapidfuzz import process
    from rapidfuzz.fuzz import ratio

    words = query.split()
    vocabularies = [list(dict.fromkeys(" ".join(labels).split())) for labels in names]
    starts = np.concatenate([[0], np.cumsum([len(words) for words in vocabularies])[:-1]])
    scores = process.cdist(words, [word for words in vocabularies for word in words], scorer=ratio)
    best = np.maximum.reduceat(scores, starts, axis=1) / 100
    return np.average(best, axis=0, weights=[len(word) for word in words])


def close_codes(index: AirportIndex, code: str, n: int) -> list[int]:
    """Rows that share an ambiguous `code`, else rows whose code is one edit from it, likeliest first.

    Swapped letters come before wrong ones, the same country's beginning before others, then the field's weight.
    """
    if shared := index.rows_of_code(code):
        return sorted(shared, key=lambda row: -float(index.prior[row]))[:n]
    if not 0 < len(code) <= index.codes.dtype.itemsize:
        return []
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    of_length = np.flatnonzero(np.char.str_len(index.codes) == len(code))
    known = [text.decode() for text in index.codes[of_length].tolist()]
    rows: list[int] = index.code_rows[of_length].tolist()
    near = process.extract(code, known, scorer=OSA.distance, score_cutoff=1, limit=None)

    def likelihood(hit: tuple[str, float, int]) -> tuple[bool, bool, float]:
        text, _, i = hit
        return sorted(text) != sorted(code), text[:2] != code[:2], -float(index.prior[rows[i]])

    return list(dict.fromkeys(rows[i] for _, _, i in sorted(near, key=likelihood)))[:n]
