"""Reads a folder of AIP documents into facts files; what cannot be read is told, and its earlier facts stay."""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

from agent.errors import DataProblem
from agent.importers.aip import AipDocument, read_document
from agent.importers.aip_facts import facts_file

ENDINGS = (".pdf", ".html", ".htm", ".txt")


@dataclass(frozen=True, slots=True)
class FolderRead:
    """The codes read, a message for each document left out, and the codes whose earlier facts stay for one."""

    read: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    def says(self) -> str:
        """One line for the operator."""
        kept = f" (earlier facts stay: {', '.join(self.kept)})" if self.kept else ""
        left = f", {len(self.left_out):,} left out{kept}" if self.left_out else ""
        return f"{len(self.read):,} read{left}"


def import_folder(folder: Path, into: Path, before: Path | None = None) -> FolderRead:
    """Read every document of `folder` and write its facts beside each other in `into`.

    Of two documents of one aerodrome the newer counts. `before` is the folder of the facts in use. Raises
    `DataProblem` when nothing at all could be read, `OSError` when `into` cannot be written.
    """
    if not folder.is_dir():
        raise DataProblem(f"The folder of AIP documents {folder} does not exist. The data in use stays.")
    found: dict[str, tuple[AipDocument, Path]] = {}
    refused: dict[str, str] = {}
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in ENDINGS):
        try:
            document = read_document(path)
        except DataProblem as problem:
            refused[path.name] = problem.user_message
            continue
        other = found.get(document.icao)
        if other is None or document.as_of >= other[0].as_of:
            found[document.icao] = (document, path)
    if not found:
        why = " ".join(refused.values()) or f"No {', '.join(ENDINGS)} is in it."
        raise DataProblem(f"No AIP document of {folder} could be read. {why} The data in use stays.")
    into.mkdir(parents=True, exist_ok=True)
    for icao, (document, path) in found.items():
        (into / f"{icao}.toml").write_text(facts_file(document, path.name), encoding="utf-8")
    kept = _keep(set(refused), before, into) if before is not None else ()
    return FolderRead(tuple(sorted(found)), tuple(refused.values()), kept)


def _keep(names: set[str], before: Path, into: Path) -> tuple[str, ...]:
    """Copy the earlier facts of documents that could be read then and cannot now."""
    kept: list[str] = []
    for file in sorted(before.glob("*.toml")):
        sources = tomllib.loads(file.read_text(encoding="utf-8")).get("sources", {})
        read_from = {str(source.get("document", "")) for source in sources.values()}
        if read_from & names and not (into / file.name).exists():
            shutil.copyfile(file, into / file.name)
            kept.append(file.stem)
    return tuple(kept)
