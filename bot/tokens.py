"""Bearer tokens of programs: each has a name, and only its hash is kept, so that no dump gives one away."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent import regex as re

SHORTEST = 16
DEFAULT = "FLYFUN_API_TOKEN"
_NAMED = re.compile(r"(?P<name>[A-Za-z0-9_.-]{1,40})=(?:sha256:)?(?P<hash>[0-9a-f]{64})")


def hashed(token: str) -> str:
    """What is kept of a token. Tokens are long and random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class Tokens:
    """Who may ask: the hash of each token by its name."""

    hashes: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @classmethod
    def of(cls, single: str, named: str) -> Tokens:
        """The one token of `FLYFUN_API_TOKEN`, and those of a list `name=sha256hex,…`. Raises `ValueError`."""
        found = {DEFAULT: hashed(single)} if single else {}
        for part in (part.strip() for part in named.split(",")):
            if not part:
                continue
            match = _NAMED.fullmatch(part)
            if match is None:
                raise ValueError(part.partition("=")[0][:40])
            found[match["name"]] = match["hash"]
        return cls(found)

    def __bool__(self) -> bool:
        return bool(self.hashes)

    def who(self, authorization: str) -> str | None:
        """The name of the token in an `Authorization` header; every one is compared, in constant time."""
        scheme, _, given = authorization.partition(" ")
        if scheme.lower() != "bearer" or not given.strip():
            return None
        digest = hashed(given.strip())
        fitting = [name for name, known in self.hashes.items() if hmac.compare_digest(known, digest)]
        return fitting[0] if fitting else None
