"""What in a message is a sign of distress: a call, a state that needs no other word, or a thing with its fault."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.language.lexicon import Mention

FAULTS: Mapping[str, frozenset[str]] = {
    thing: frozenset(faults.split())
    for thing, faults in {
        "engine": "stopped gone rough falling losing burning leaking none damaged red",
        "propeller": "stopped gone rough damaged none losing",
        "power": "falling low losing none gone rough",
        "oil": "falling low losing leaking short burning none",
        "oil_reading": "stopped gone falling low losing none red empty short",
        "fuel": "falling low losing leaking short left",
        "tanks": "falling low leaking empty short",
        "fuel_reading": "stopped falling low losing none red stuck rough",
        "electrics": "stopped gone falling low losing none burning smell red",
        "radio": "stopped gone losing burning",
        "instruments": "stopped gone losing falling none stuck burning empty damaged",
        "gear": "stopped stuck none red damaged burning gone losing",
        "tyre": "burst damaged losing burning",
        "brakes": "stopped gone losing none stuck burning",
        "controls": "stopped stuck losing none damaged gone rough",
        "canopy": "open damaged leaking",
        "airframe": "damaged burning hit building rough",
        "cabin": "burning smell",
        "pilot": "ill",
        "passenger": "ill",
        "myself": "unwell",
        "bird": "hit",
        "ice": "building",
        "ground": "unseen",
        "height": "unheld",
    }.items()
}
"""What of a thing is distress: a door is open, an engine is not."""

_AFTER = frozenset({"gone", "red", "ill", "unwell"})
"""Faults that follow their thing: "radio out", never "out radio"."""
_BEFORE = frozenset({"none", "unseen", "unheld"})
_APART = 4
"""Words between a thing and its fault, at most."""
_BESIDE = frozenset({"none", "low"})
"""Faults said right beside their thing, one word between them at most."""
_REACH = 12
"""Words to either side within which a thing's fault is looked for."""
_STOPS = frozenset(".?!;")
_PAUSES = frozenset(".?!;,:")
"""Behind one of them nothing is denied: "we won't get there, no, tanks empty"."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A call, a state, or a thing with its fault; `first` is the word it begins with."""

    said: frozenset[str]
    first: int

    @property
    def is_fault(self) -> bool:
        """Whether a thing is said to fail."""
        return len(self.said) > 1


def signs_of(mentions: Sequence[Mention], text: str) -> Iterator[Sign]:
    """The signs of distress in their order, without those that are denied."""
    starts = [mention.first for mention in mentions]
    denied = {
        mention.last + 1
        for mention in mentions
        if mention.concept == "logic.not" and text[mention.end : mention.end + 1] not in _PAUSES
    }
    for mention in mentions:
        kind, _, name = mention.concept.partition(".")
        if kind in ("call", "state") and mention.first not in denied:
            yield Sign(frozenset({mention.concept}), mention.first)
        elif kind == "thing":
            low, high = bisect_left(starts, mention.first - _REACH), bisect_left(starts, mention.last + _APART + 2)
            for fault in mentions[low:high]:
                if _is_fault(name, mention, fault, text) and not {mention.first, fault.first} & (
                    denied if fault.concept not in ("fault.none", "fault.short") else set()
                ):
                    yield Sign(frozenset({mention.concept, fault.concept}), min(mention.first, fault.first))
                    break


def _is_fault(name: str, thing: Mention, fault: Mention, text: str) -> bool:
    """Whether `fault` is said of the thing, near it, and in its sentence."""
    kind, _, what = fault.concept.partition(".")
    if kind != "fault" or what not in FAULTS[name]:
        return False
    first, second = sorted((thing, fault), key=lambda mention: mention.first)
    if (what in _AFTER and fault is first) or (what in _BEFORE and fault is second):
        return False
    if second.first - first.last - 1 > (1 if what in _BESIDE else _APART):
        return False
    return not _STOPS & set(text[first.end : second.start])
