"""Compiles the reference data that ships with FlyFun: `python -m data.build [--sources FOLDER] [dataset …]`."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
if __package__ in (None, ""):  # started as `python data/build`
    sys.path.insert(0, str(_HERE.parent.parent))

from data.build.dataset import BuildError, DataFile, content_sha256_of, sha256_of  # noqa: E402

OUT = _HERE.parent


def datasets() -> list[str]:
    """The modules here that build something, by name."""
    return sorted(module.name for module in pkgutil.iter_modules([str(_HERE)]) if _builds(module.name))


def _builds(name: str) -> bool:
    """Read, not imported: a dataset may need packages that another one does not."""
    return not name.startswith("_") and "\ndef build(" in (_HERE / f"{name}.py").read_text("utf-8")


def entry(file: DataFile, out: Path) -> dict[str, Any]:
    """A file's row of the manifest."""
    path = out / file.path
    return {
        "source": file.source,
        "url": file.url,
        "version": file.version,
        "as_of": file.as_of.isoformat() if file.as_of else None,
        "licence": file.licence,
        "rows": file.rows,
        "bytes": path.stat().st_size,
        "sha256": sha256_of(path),
        "content_sha256": content_sha256_of(path),
    }


def build(names: list[str], out: Path = OUT, sources: Path | None = None) -> dict[str, Any]:
    """Build the named datasets into `out` and write its manifest; files of other datasets keep their rows.

    `sources` is a folder of cut sources, for the datasets that compile from such.
    """
    manifest = out / "manifest.json"
    previous: dict[str, Any] = json.loads(manifest.read_text())["files"] if manifest.exists() else {}
    files = {path: row for path, row in previous.items() if (out / path).exists()}
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        module = importlib.import_module(f"data.build.{name}")
        takes_sources = "sources" in inspect.signature(module.build).parameters
        built: list[DataFile] = module.build(out, sources=sources) if takes_sources else module.build(out)
        for file in built:
            files[file.path] = entry(file, out)
            print(f"  {file.path}: {file.rows} rows, {files[file.path]['bytes'] / 1e6:.2f} MB", file=sys.stderr)
    content = {"files": dict(sorted(files.items()))}
    manifest.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    return content


def main(arguments: list[str]) -> int:
    """Build everything, or only the datasets named."""
    known = datasets()
    sources = None
    if "--sources" in arguments[:-1]:
        at = arguments.index("--sources")
        sources, arguments = Path(arguments[at + 1]), [*arguments[:at], *arguments[at + 2 :]]
    if unknown := [name for name in arguments if name not in known]:
        print(f"No dataset {', '.join(unknown)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    try:
        content = build(arguments or known, sources=sources)
    except BuildError as error:
        print(f"Not built: {error}.", file=sys.stderr)
        return 1
    total = sum(row["bytes"] for row in content["files"].values())
    print(f"{len(content['files'])} files, {total / 1e6:.2f} MB", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
