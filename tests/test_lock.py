"""What the run-time lock leaves out is asked for by nobody, and what it installs stays small."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"kubernetes", "onnxruntime", "tokenizers"}
"""`pip check` names these, for Chroma asks for them; uvloop and watchfiles are asked for by extras only."""

NEVER_IMPORTED = {"kubernetes", "onnxruntime", "tokenizers", "uvloop", "watchfiles", "huggingface_hub"}
MOST_BYTES = 420_000_000


def locked(name: str = "requirements.lock") -> set[str]:
    text = (ROOT / name).read_text("utf-8")
    return {
        canonicalize_name(found)
        for found in re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==", text, re.MULTILINE)
    }


def test_the_lock_holds_all_that_its_packages_ask_for_but_what_is_known_to_be_left_out() -> None:
    names = locked()
    missing: set[str] = set()
    for name in names:
        for line in metadata.distribution(name).requires or ():
            asked = Requirement(line)
            if asked.marker is None or asked.marker.evaluate({"extra": ""}):
                wanted = canonicalize_name(asked.name)
                missing |= {wanted} - names
    assert missing == LEFT_OUT


def test_what_the_lock_installs_is_within_its_budget() -> None:
    sizes = {
        name: sum(file.size or 0 for file in metadata.distribution(name).files or ()) for name in sorted(locked())
    }
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:15]
    told = ", ".join(f"{name} {size / 1e6:.1f}" for name, size in largest)
    print(f"{sum(sizes.values()) / 1e6:.1f} MB in {len(sizes)} packages: {told}")
    assert sum(sizes.values()) <= MOST_BYTES, told


def _calls() -> Iterator[tuple[Path, ast.Call, str]]:
    for package in ("agent", "adapters", "bot"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    yield file, node, node.func.attr


@pytest.mark.thorough
def test_chroma_is_never_left_to_take_its_default_model() -> None:
    making = [
        (file, node)
        for file, node, name in _calls()
        if name in {"create_collection", "get_collection", "get_or_create_collection"}
    ]
    assert making
    for file, node in making:
        given = {word.arg: word.value for word in node.keywords}
        chosen = given.get("embedding_function")
        assert isinstance(chosen, ast.Constant) and chosen.value is None, f"{file}:{node.lineno}"


SEARCH = """
import sys, numpy as np
from pathlib import Path
from agent.config import AgentSettings
from agent.search import Library, Passage

class Embedder:
    id, dimensions = "test", 4
    def embed_passages(self, texts): return np.eye(4, dtype=np.float32)[: len(texts)]
    embed_queries = embed_passages

library = Library(AgentSettings(data_dir=Path(sys.argv[1])), Embedder())
texts = [Passage(str(n), f"text {n}", "topic", "passage", {}) for n in range(3)]
assert len(library.open("probe", "1", lambda: texts).passages) == 3
assert "chromadb" in sys.modules
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.thorough
def test_an_index_is_written_and_read_without_what_is_left_out(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SEARCH, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert not NEVER_IMPORTED & set(done.stdout.split())


DISTANCE = """
import asyncio, sys
from agent.__main__ import *
from agent import Conversation, Deps, Question, answer
from datetime import UTC, datetime
async def ask():
    async for event in answer(Question(text="How far from EGTF to LFMD", at=datetime.now(UTC)), Conversation(), Deps()):
        last = event
    assert "559 nm" in last.answer.text
asyncio.run(ask())
print("chromadb" in sys.modules, "opentelemetry" in sys.modules)
"""


@pytest.mark.thorough
def test_a_distance_needs_no_vector_database(data_dir: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DISTANCE],
        cwd=ROOT,
        env={"PATH": "", "HOME": str(data_dir), "FLYFUN_DATA_DIR": str(data_dir)},
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.stdout.split() == ["False", "False"], done.stderr[-2000:]
