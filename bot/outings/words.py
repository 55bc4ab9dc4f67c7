"""What people say of an outing in plain words: "count me in +1", "one hour later", "PPR confirmed, ref 17".

The words are in `[club.*]` of `data/language`; places, days and times are read by the house's reader. What is said
becomes one `Heard`, whatever the sentence looks like; whether it is meant for an outing the desk decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from agent.language.lexicon import load_lexicon
from agent.language.said import Said
from agent.language.wording import plain, words_of
from agent.registry import readings
from agent.understanding.reader import Reader

_PLUS = re.compile(r"\+\s*(\d{1,2})\b|\bplus\s+(one|two|three|\d{1,2})\b", re.IGNORECASE)
_NUMBERS = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "deux": 2, "trois": 3, "quatre": 4, "eins": 1,
    "zwei": 2, "drei": 3, "vier": 4,
}  # fmt: skip
_NUMBER = re.compile(r"\b(\d{1,2}|" + "|".join(_NUMBERS) + r")\b", re.IGNORECASE)
_REGISTRATION = re.compile(r"\b(?:[A-Z]{1,2}-[A-Z0-9]{3,5}|N\d{1,5}[A-Z]{0,2})\b", re.IGNORECASE)
_REFERENCE = re.compile(r"\b(?:ref(?:erence)?\.?|no\.?|number|#)\s*:?\s*([\w/-]{1,30})", re.IGNORECASE)
_BY_PHONE = re.compile(r"\b(by (?:phone|e-?mail|fax)\b[^.;]{0,40})", re.IGNORECASE)
_MONEY = re.compile(
    r"(£|€|\$|gbp|eur|chf|usd)?\s*(\d{1,6}(?:[.,]\d{1,2})?)\s*(£|€|\$|gbp|eur|chf|usd|pounds?|euros?)?",
    re.IGNORECASE,
)
_CURRENCIES = {
    "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "€": "EUR", "eur": "EUR", "euro": "EUR",
    "euros": "EUR", "$": "USD", "usd": "USD", "chf": "CHF",
}  # fmt: skip
_HOUR = re.compile(r"\b(?:to|at|um|à|for)\s+(\d{1,2})(?:[:.h](\d{2}))?\s*(z|utc|am|pm)?\b", re.IGNORECASE)
_MINUTES = re.compile(r"\b(\d{1,3}|half an|an|a|one|two|three)\s*(hours?|hrs?|h|minutes?|mins?)\b", re.IGNORECASE)
_QUESTION = re.compile(r"\?\s*$")
_WHY = re.compile(r"[,:;]\s*(.{1,80})$")
TASKS = ("ppr", "customs", "gar", "flight_plan", "lunch")
MOST_WORDS = 24


@dataclass(frozen=True)
class Heard:
    """One thing said. `kind` names it, the rest is what it needs; a `weak` one means an outing beside its card."""

    kind: str
    weak: bool = False
    guests: int | None = None
    seats: int = 0
    craft: str = ""
    name: str = ""
    task: str = ""
    state: str = ""
    reference: str = ""
    amount: int = 0
    currency: str = ""
    what: str = ""
    minutes: int = 0
    day: date | None = None
    clock: str = ""
    why: str = ""
    anywhere: bool = False


class Ear:
    """Reads messages of one process; its words are loaded once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lexicon = load_lexicon(reader.deps.settings.data / "language", "club")

    def trip(self, text: str, today: date) -> dict[str, JsonValue]:
        """Where, when and back, as the trip's tool takes them."""
        said = self._reader.said(text, today)
        return dict(readings()["plan_trip"].read(said))

    def said(self, text: str, today: date) -> Said:
        """What the house's reader makes of it."""
        return self._reader.said(text, today)

    def heard(self, text: str, today: date) -> Heard | None:
        """What is said of an outing; None for everything else."""
        said = plain(text)
        words = words_of(said)
        if not words or len(words) > MOST_WORDS:
            return None
        found = {m.concept: m for m in self._lexicon.mentions(words)}
        names = set(found)
        asks = bool(_QUESTION.search(said))
        task = next((t for t in TASKS if f"task.{t}" in names), "")
        if "ask.current" in names or ("ask.expires" in names and "ask.mine" in names and "ask.paper" in names):
            day = self.said(text, today).slots.days
            return Heard("current", what=said if "ask.expires" in names else "", day=day[0].when if day else None)
        if "money.profit" in names and ("money.paid" in names or _MONEY.search(said)):
            return Heard("profit", weak="money.paid" not in names)
        if "money.paid" in names and (money := self._money(said)) is not None:
            return Heard(
                "paid", amount=money[0], currency=money[1], what=self._what(names), craft=registration(said)
            )
        for kind in ("who", "todo", "cost", "on", "back"):
            if f"ask.{kind}" in names:
                return Heard(kind, weak=kind == "back")
        if task and "ask.done_by" in names:
            return Heard("done_by", task=task)
        if asks and registration(said) and ({"ask.free", "aircraft.free"} & names):
            day = self.said(text, today).slots.days
            return Heard("booked", craft=registration(said), day=day[0].when if day else None)
        if "aircraft.free" in names:
            return Heard("seats")
        if "change.cancel" in names and not asks:
            why = _WHY.search(said)
            return Heard("cancel", why=why[1].strip() if why else "")
        if "aircraft.bring" in names and (bring := self._bring(said, today)) is not None:
            return bring
        if task and not asks and "task.received" in names:
            return Heard("report", task=task, state="received", reference=reference(said))
        if task and not asks and "task.sent" in names:
            return Heard("report", task=task, state="sent")
        if task and not asks and "task.mine" in names:
            return Heard("mine", task=task)
        if (moved := self._moved(said, names, today)) is not None and not asks:
            return moved
        if "aircraft.seat" in names and not asks:
            behind = said[found["aircraft.seat"].end :].strip(" .!,")
            return Heard("seat", weak=True, craft=registration(said), name=behind[:60])
        if "start.start" in names and (start := self._start(said, names, today)) is not None:
            return start
        for state in ("out", "in", "maybe"):
            if f"answer.{state}" in names and not asks:
                return Heard("say", weak=state == "maybe", state=state, guests=guests(said))
        return None

    def _moved(self, said: str, names: set[str], today: date) -> Heard | None:
        """ "one hour later", "move it to 11", "make it Sunday instead"."""
        if self.said(said, today).slots.codes:
            return None  # a flight of its own
        sign = 1 if "change.later" in names else -1 if "change.earlier" in names else 0
        if sign and (match := _MINUTES.search(said)):
            number = {"half an": 0.5, "an": 1, "a": 1}.get(match[1].lower()) or _NUMBERS.get(match[1].lower())
            count = number if number is not None else int(match[1])
            minutes = round(count * (60 if match[2].lower().startswith("h") else 1))
            return Heard("move", weak=True, minutes=sign * minutes)
        if "change.move" not in names:
            return None
        read = self.trip(said, today)
        if "to_location" in read:
            return None
        day, clock = read.get("day"), read.get("off_block")
        if not clock and (match := _HOUR.search(said)):
            clock = f"{int(match[1]) % 24:02d}:{match[2] or '00'}"
        if not day and not clock:
            return None
        return Heard("move", weak=True, day=date.fromisoformat(str(day)) if day else None, clock=str(clock or ""))

    def _bring(self, said: str, today: date) -> Heard | None:
        """ "I can take three in the Archer"."""
        number = _NUMBER.search(_REGISTRATION.sub(" ", said))
        if number is None:
            return None
        word = number[1].lower()
        seats = int(word) if word.isdigit() else _NUMBERS[word]
        named = registration(said)
        types = [c.name for c in self.said(said, today).slots.crafts]
        if not (named or types):
            return None
        return Heard("bring", seats=seats, craft=named or types[0].upper(), what=types[0] if types else "")

    def _start(self, said: str, names: set[str], today: date) -> Heard | None:
        read = self.trip(said, today)
        anywhere = "start.anywhere" in names
        if not anywhere and "to_location" not in read:
            return None
        return Heard("start", anywhere=anywhere)

    def _money(self, said: str) -> tuple[int, str] | None:
        for match in _MONEY.finditer(_REGISTRATION.sub(" ", said)):
            mark = (match[1] or match[3] or "").lower()
            return round(float(match[2].replace(",", ".")) * 100), _CURRENCIES.get(mark, "")
        return None

    def _what(self, names: set[str]) -> str:
        return next((n.partition(".")[2] for n in sorted(names) if n.startswith("what.")), "costs")


def guests(said: str) -> int | None:
    """The guests of "+1" or "plus one"; None when none are said."""
    match = _PLUS.search(said)
    if match is None:
        return None
    word = (match[1] or match[2]).lower()
    return int(word) if word.isdigit() else _NUMBERS.get(word, 1)


def registration(said: str) -> str:
    """The first registration, in capitals."""
    match = _REGISTRATION.search(said)
    return match[0].upper() if match else ""


def reference(said: str) -> str:
    """ "17" of "confirmed, ref 17"; "by phone, Marie"; "" for none."""
    match = _BY_PHONE.search(said)
    if match:
        return match[1].strip()
    match = _REFERENCE.search(said)
    return f"ref {match[1]}" if match else ""
