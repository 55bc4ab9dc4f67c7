"""The encoder: the shipped model with what it was taught, mixed with the linear model's guess."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from agent.errors import DataProblem
from agent.llm.embeddings import local_embedder
from agent.llm.taught import TaughtE5, model_file, tensors
from agent.understanding.reader.classifier import Guess, mixed
from agent.understanding.reader.encoder import TaughtEncoder, after, load_encoder

DATA = Path(__file__).resolve().parents[3] / "data" / "understanding"
TEXTS = ("fuel at Oxford on Sunday?", "Welche Plätze haben Zoll?", "où manger à l'aérodrome")


def test_without_changes_it_is_the_engines_own_model() -> None:
    model = TaughtE5({})
    for text in TEXTS:
        assert model.encode([text])[0] @ local_embedder().embed_queries([text])[0] > 0.9999


def test_a_change_is_this_models_alone_and_stays_when_pages_are_let_go() -> None:
    before = local_embedder().embed_queries([TEXTS[0]])[0].copy()
    name, tensor = next((n, t) for n, t in tensors(model_file().read_bytes()) if n == "l11.oln.b")
    changed = TaughtE5({name: np.linspace(-1, 1, tensor.length // 4, dtype=np.float32)})
    vector = changed.encode([TEXTS[0]])[0]
    changed.let_go()
    assert vector @ before < 0.99
    assert np.array_equal(changed.encode([TEXTS[0]])[0], vector)
    fresh = type(local_embedder())()
    assert np.array_equal(fresh.embed_queries([TEXTS[0]])[0], before)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_was_taught_is_let_go_with_the_rest() -> None:
    def own() -> int:
        """kB of the model's file that are this process's alone, as they were changed."""
        found, inside = 0, False
        for line in Path("/proc/self/smaps").read_text().splitlines():
            if re.match(r"[0-9a-f]+-", line):
                inside = line.endswith(model_file().name)
            elif inside and line.startswith("Anonymous:"):
                found += int(line.split()[1])
        return found

    before = own()
    tensor = dict(tensors(model_file().read_bytes()))["l11.q.w"]
    changed = TaughtE5({"l11.q.w": np.ones(tensor.length // 18 * 16, dtype=np.uint8)})
    assert own() - before < 20
    vector = changed.encode([TEXTS[0]])[0]
    changed.let_go()
    assert np.array_equal(changed.encode([TEXTS[0]])[0], vector)


def test_what_is_no_weight_of_the_model_is_refused() -> None:
    with pytest.raises(DataProblem):
        TaughtE5({"l99.q.w": np.zeros(16, dtype=np.uint8)})


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "encoder.npz").write_bytes(b"PK nothing")
    with pytest.raises(DataProblem) as refused:
        TaughtEncoder.load(tmp_path / "encoder.npz")
    assert "Restore data/understanding/encoder.npz" in refused.value.user_message


def test_a_text_stands_behind_the_words_of_the_tool_before_it() -> None:
    assert after("", "and fuel?") == "and fuel?"
    assert after("get_airport_details", "and fuel?") == "airport details > and fuel?"
    assert len(after("", "x" * 5000)) == 240


def test_the_chat_changes_what_a_word_means() -> None:
    encoder = load_encoder(DATA / "encoder.npz")
    vary = encoder.classes.index("vary")
    alone, going_on = encoder.logits("and on Sunday?", ""), encoder.logits("and on Sunday?", "get_weather")
    assert going_on[vary] - going_on.mean() > alone[vary] - alone.mean()


def test_a_class_newer_than_the_encoder_keeps_the_share_its_words_give_it() -> None:
    words = Guess((("new", 0.5), ("a", 0.3), ("b", 0.2)))
    guess = mixed(words, ("a", "b", "gone"), np.array([0.0, 3.0, 9.0], dtype=np.float32))
    assert guess.of("new") == pytest.approx(0.5)
    assert guess.of("a") + guess.of("b") == pytest.approx(0.5)
    assert guess.of("b") > guess.of("a")
    assert guess.of("gone") == 0
