"""What an admin sets for a group by `/club`: who starts fly-outs, its language, its money, its quiet hours."""

from __future__ import annotations

from dataclasses import dataclass

from agent.aviation.quiet import QuietHours
from agent.language.spoken import wanted_language
from tongue import later, say

CURRENCIES = ("GBP", "EUR", "CHF", "USD", "CZK", "DKK", "HUF", "ISK", "NOK", "PLN", "RON", "SEK")
UNSET = ("auto", "off", "default")
HOW_TO_SET = later(
    "Say what is to be set: /club create admins, /club language de, /club currency EUR, /club quiet 22:00-07:00;"
    " “auto” takes it back."
)


@dataclass(frozen=True)
class Wishes:
    """A group's own language, currency and quiet hours, each "" where it has none. `quiet` is "22:00-07:00"."""

    language: str = ""
    currency: str = ""
    quiet: str = ""

    def hours(self, otherwise: QuietHours) -> QuietHours:
        """The group's quiet hours, else those of the operator."""
        return QuietHours.parse(self.quiet) if self.quiet else otherwise


@dataclass(frozen=True)
class Setting:
    """One thing to be set: its column and what it becomes, "" for as it was at first."""

    name: str
    value: str


def setting(words: str) -> Setting | None:
    """Of "language de", "currency eur", "quiet 22:00-7:00", "create admins"; None for anything else."""
    name, _, value = " ".join(words.lower().split()).partition(" ")
    unset = value in UNSET
    match name:
        case "create" if value in ("admins", "members"):
            return Setting("create_by", "admins" if value == "admins" else "")
        case "language":
            code = wanted_language(value)
            return None if code is None else Setting("language", code)
        case "currency" if unset or value.upper() in CURRENCIES:
            return Setting("currency", "" if unset else value.upper())
        case "quiet" if unset:
            return Setting("quiet", "")
        case "quiet":
            hours = _hours(value)
            return Setting("quiet", f"{hours.begins:%H:%M}-{hours.ends:%H:%M}") if hours else None
        case _:
            return None


def _hours(text: str) -> QuietHours | None:
    said = text.replace("–", "-").replace(" to ", "-").replace(" ", "")
    ends = [f"{end:0>5}" if ":" in end else f"{end:0>2}:00" for end in said.split("-")]
    try:
        return QuietHours.parse("-".join(ends)) if len(ends) == 2 else None
    except ValueError:
        return None


def lines(wishes: Wishes, otherwise: QuietHours) -> tuple[str, ...]:
    """What stands in `/club` of them."""
    hours = wishes.hours(otherwise)
    return (
        say("- Quiet hours: {begins:%H:%M} to {ends:%H:%M} there", begins=hours.begins, ends=hours.ends)
        + " · /club quiet 22:00-07:00",
        say("- Language: {name} · /club language de", name=wishes.language or say("of who starts the fly-out")),
        say("- Money: {name} · /club currency EUR", name=wishes.currency or say("of the country it leaves from")),
    )
