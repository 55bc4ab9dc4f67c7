"""Finds the passages of a text that speak about a question: by meaning, by words, or says that none does.

Vectors are kept by Chroma, in a folder of this machine (`VECTOR_DB_PATH`) or on a server (`VECTOR_DB_URL`), in
one collection per index and version. An index of some thousand passages is read into memory once and ranked
there, which is a hundred times faster than asking Chroma each time. A version is written beside the old one and
only counts once it is complete, so a half-written index is never read and an old one serves until then.
"""

from __future__ import annotations

from agent.search.library import Library, Progress
from agent.search.passages import Hit, Passage, PassageIndex, text_key
from agent.search.words import WordIndex, words_of

__all__ = ["Hit", "Library", "Passage", "PassageIndex", "Progress", "WordIndex", "text_key", "words_of"]
