"""Seals what must not be readable at rest: with `FLYFUN_SECRET_KEY`, else with a key of the data folder."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

KEY_FILE: Final = "secret.key"


class Vault:
    """Seals and opens with the first of its keys, and opens what any of them sealed.

    The library is loaded with the first thing that is sealed or opened: most programs never do, and it takes 4 MB.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = tuple(keys)

    @cached_property
    def _locks(self) -> MultiFernet:
        from cryptography.fernet import Fernet, MultiFernet

        return MultiFernet([Fernet(key) for key in self._keys])

    def encrypt(self, data: bytes) -> bytes:
        """The bytes sealed."""
        return self._locks.encrypt(data)

    def decrypt(self, sealed: bytes) -> bytes:
        """What was sealed. Raises cryptography's `InvalidToken` where none of the keys did it."""
        return self._locks.decrypt(sealed)


def vault(purpose: str, secret_key: str, data_dir: Path) -> Vault:
    """What seals and opens; each purpose has a key of its own. Of keys with commas between, the first one seals.

    So a key is changed: "new,old" until what the old one sealed was written anew, or was forgotten.
    """
    secrets = [part.strip() for part in secret_key.split(",") if part.strip()] or [_key_of(data_dir)]
    return Vault(
        [base64.urlsafe_b64encode(hashlib.sha256(f"{purpose}\0{one}".encode()).digest()) for one in secrets]
    )


def _key_of(data_dir: Path) -> str:
    file = data_dir / KEY_FILE
    if not file.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        # Written beside and linked into place: whoever reads it reads the whole of it, and the first one wins.
        draft = data_dir / f".{KEY_FILE}.{secrets.token_hex(4)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as open_file:
            open_file.write(secrets.token_urlsafe(32))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text().strip()
