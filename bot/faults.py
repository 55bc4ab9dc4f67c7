"""What is wrong with a setting, as it is told: one line with what to do."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit


@dataclass(frozen=True)
class Fault:
    """Something wrong with a setting. One that `stops` is refused at the start; others are told and lived with."""

    setting: str
    says: str
    do: str
    stops: bool = True

    def __str__(self) -> str:
        return f"{self.setting} {self.told}"

    @property
    def told(self) -> str:
        """All but its name."""
        return f"{self.says}. {self.do}{'' if self.do.endswith('?') else '.'}"


def address_of(url: str) -> SplitResult | None:
    """The parts of an address; None for what is none."""
    if any(letter.isspace() for letter in url):
        return None
    try:
        address = urlsplit(url)
        _ = address.port
    except ValueError:
        return None
    return address
