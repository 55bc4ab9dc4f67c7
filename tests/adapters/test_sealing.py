"""What is sealed at rest: keys that follow each other, and a library that waits until it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import InvalidToken

from adapters.sealing import vault

SCRIPT = """
import sys
from pathlib import Path
from adapters.sealing import vault
locked = vault("dates", "a key", Path("."))
assert "cryptography" not in sys.modules
assert locked.decrypt(locked.encrypt(b"12 March")) == b"12 March"
"""


def test_the_library_is_loaded_with_the_first_thing_sealed() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, cwd=Path(__file__).resolve().parents[2])


def test_each_purpose_has_a_key_of_its_own(tmp_path: Path) -> None:
    sealed = vault("dates", "a key", tmp_path).encrypt(b"12 March")
    with pytest.raises(InvalidToken):
        vault("fleet", "a key", tmp_path).decrypt(sealed)
    assert vault("dates", "another,a key", tmp_path).decrypt(sealed) == b"12 March"
