"""What pilots' terms and abbreviations mean, where they apply, and where that was read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from agent import regex as re
from agent.aviation.spelling import place_key
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source

_APOSTROPHE = re.compile(r"['’]")
CLOSE_ENOUGH = 80.0
"""How alike (0–100) a term must be spelt to be offered."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term: what it says in a sentence, and where it applies.

    `past`: of a document that no longer holds, by what it was followed, as far as that was read; `since`: the
    first day of one that holds.
    """

    term: str
    says: str
    where: str
    source: Source
    past: str = ""
    since: date | None = None


class Glossary:
    """The terms of `data/glossary.toml`. One spelling may have several meanings (CTA)."""

    def __init__(self, table: dict[str, Any]) -> None:
        sources = {
            key: Source(name=row["name"], url=row.get("url"), as_of=row["as_of"])
            for key, row in table["sources"].items()
        }
        self.terms = tuple(
            Term(
                row["term"],
                row["says"],
                row["where"],
                sources[row["source"]],
                row.get("past", ""),
                row.get("since"),
            )
            for row in table["term"]
        )
        self._by_key: dict[str, list[Term]] = {}
        for row, term in zip(table["term"], self.terms, strict=True):
            short = row["term"].split(" (")[0]
            for name in dict.fromkeys(_key(said) for said in (row["term"], short, *row.get("names", ()))):
                self._by_key.setdefault(name, []).append(term)
        self._past = {
            _plain(said): term
            for row, term in zip(table["term"], self.terms, strict=True)
            for said in (row["term"], *row.get("names", ()))
            if term.past
        }

    @classmethod
    def load(cls, settings: AgentSettings) -> Glossary:
        """The terms that ship. Raises `DataProblem` when the file is missing or damaged."""
        path = settings.data / "glossary.toml"
        try:
            return cls(toml_table(path))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataProblem("The glossary is missing or damaged.", detail=f"{path}: {error}") from error

    def meanings(self, said: str) -> tuple[Term, ...]:
        """Every meaning of a term, however it is written: "a GAR", "O/R", "p.p.r.", "GARs"."""
        key = _key(said)
        several = (
            self._by_key.get(key[:-1]) if key.endswith("s") and len(key) > 3 else None
        )  # German "das" is no DA
        duty = self._by_key.get(key.removesuffix("pflicht")) if key.endswith("pflicht") else None
        return tuple(self._by_key.get(key) or several or duty or ())  # "Flugleiterpflicht"

    def past(self, text: str) -> Term | None:
        """The document of the past that a sentence names: "what does JAR-FCL say on revalidation"."""
        words = f" {_plain(_APOSTROPHE.sub(' ', text))} "
        return next((term for name, term in self._past.items() if f" {name} " in words), None)

    def close(self, said: str) -> tuple[str, ...]:
        """Terms that are spelt nearly so, for "did you mean"."""
        from rapidfuzz import fuzz, process

        key = _key(said)
        if len(key) < 3:
            return ()
        found = process.extract(key, list(self._by_key), scorer=fuzz.ratio, score_cutoff=CLOSE_ENOUGH, limit=3)
        return tuple(dict.fromkeys(self._by_key[name][0].term for name, _, _ in found))


def _plain(said: str) -> str:
    return place_key(said.replace("/", "").replace(".", "").replace("&", ""))


def _key(said: str) -> str:
    words = [w for w in _plain(said).split() if w]
    while len(words) > 1 and words[0] in (
        "a",
        "an",
        "the",
        "un",
        "une",
        "le",
        "la",
        "ein",
        "eine",
        "der",
        "die",
        "das",
    ):
        words = words[1:]
    return "".join(words)
