"""A message on its way through the reader: its words, what is already read, and what stands before a place."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from agent import regex as re
from agent.aviation.place_words import is_common_word
from agent.language.slot_words import (
    AFTER_BETWEEN,
    AFTER_FROM,
    AFTER_IN,
    AFTER_NEAR,
    AFTER_TO,
    AFTER_VIA,
    AT_A_PLACE,
    BEFORE_A_THING,
    BEGINS_AT,
    COMES_OF,
    ENDS_AT,
    FRENCH,
    GERMAN,
    INDEFINITE,
    LEADS_TO_AN_END,
    NEAR_NOUNS,
    RATHER,
    SKIPPED,
)
from agent.language.wording import Word, words_of

JOINTS = re.compile(r"(?:[ ]|-|'|\. ?| ?/ ?|)")
"""What may stand between the words of one name."""

_LOOKED_BACK = 8
"""Words before a place that are looked at for what they say of it."""
_OF_ENTRY = re.compile(r"(?:air)?(?:port|point|field)s? of entry\b", re.IGNORECASE)
_IS = ("is", "ist", "est")
_OFFICES = frozenset(
    (
        "douane",
        "douanes",
        "douanier",
        "douaniers",
        "police",
        "paf",
        "gendarmerie",
        "aeroport",
        "aerodrome",
        "terrain",
        "tour",
    )
)
"""Before "de" a field: whose they are, and not where a flight begins."""
_FAR_OF = re.compile(
    r"\b(?:(?:quelle distance|combien(?: (?:de |d['’])(?:temps|minutes|heures|milles|miles|nm|km|kilomètres|vol))?)\s+"
    r"(?:est|c['’]est|se trouve|se situe)\s+(?:[\w'’-]+\s+){1,4}"
    r"|est à (?:quelle distance|combien (?:de |d['’])\w+)\s+|c['’]est loin,? (?:[\w'’-]+\s+){1,3})$",
    re.IGNORECASE,
)
"""How far a place lies, whose other end "de" tells."""
_FRENCH_START = re.compile(r"\b(?:départ|décoll\w*|depart|decoll\w*)\b[^,.;?!]{0,30}$", re.IGNORECASE)
_OF_TWO = re.compile(
    r"(?:[^\W\d_][\w'’-]*(?:[ -][A-ZÄÖÜ][\w'’-]*){0,2}, ?){0,4}[^\W\d_][\w'’-]*(?:[ -][A-ZÄÖÜ][\w'’-]*){0,2} "
    r"(?:und|sowie|and) (?!.*\b(?:nach|bis|zu[mr]?|Richtung|ab|from|to)\b)",
    re.IGNORECASE,
)
"""Names listed behind "von" and nothing that one flies to: of each."""
_LEFT_AT_A_TIME = re.compile(
    r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)? (?:on |at )?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|today\b|tomorrow\b|at \d|\d{1,2}[:.]\d\d)",
    re.IGNORECASE,
)
""" "Off Sherburn Friday at 10": where one leaves, and no sea off a coast."""
_DE = re.compile(r"\s+(?:de|du|des|d['’])(?!\w)|\s+d['’]", re.IGNORECASE)
_GERMAN_START = re.compile(r"[\w'’ -]{2,30}?\s+(?:starte[nt]?|abflieg\w*|losflieg\w*|abheb\w*)\b", re.IGNORECASE)
"""Verbs of taking off, before a place in French and behind it in German."""


class Page:
    """One text: what one kind of span has taken is no longer seen by the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = words_of(text)
        self._word_ends = [word.end for word in self.words]
        self._roles: dict[int, str] = {}
        self._taken = [False] * (len(text) + 1)
        letters = [c for c in text if c.isalpha()]
        capitals = sum(c.isupper() for c in letters)
        plain_words = any(word.text.isalpha() and is_common_word(word.key, word.key) for word in self.words)
        self.shouted = (len(letters) > 12 and capitals > 0.8 * len(letters)) or (
            len(self.words) > 1 and capitals == len(letters) and plain_words
        )

    @cached_property
    def _french(self) -> bool:
        """Whether "a" may be "à": somebody writes French without accents."""
        return any(word.key in FRENCH for word in self.words)

    @cached_property
    def german(self) -> bool:
        """Whether the message is German, where every noun has a capital."""
        return sum(word.key in GERMAN for word in self.words) > 0

    def neighbours(self, start: int) -> tuple[Word | None, Word | None]:
        """The words before and after the one that begins at a position."""
        at = bisect_right(self._word_ends, start)
        before = self.words[at - 1] if at > 0 else None
        return before, self.words[at + 1] if at + 1 < len(self.words) else None

    def free(self, start: int, end: int) -> bool:
        """Whether nothing of this stretch is read yet."""
        return not any(self._taken[start:end])

    def take(self, start: int, end: int) -> None:
        """Mark a stretch as read."""
        self._taken[start:end] = [True] * (end - start)

    def joined(self, at: int, length: int) -> bool:
        """Whether these words stand together as the words of a name do."""
        return all(
            JOINTS.fullmatch(self.text[self.words[i].end : self.words[i + 1].start])
            for i in range(at, at + length - 1)
        )

    def is_thing(self, start: int) -> bool:
        """ "in a Pioneer", "with my Baron": no place follows an article after these; a "port of entry" is none."""
        if _OF_ENTRY.match(self.text, start):
            return True
        before = [word.text.lower() for word in self._before(start)[-2:]]
        return len(before) == 2 and before[0] in BEFORE_A_THING and before[1] in INDEFINITE

    def role(self, start: int) -> str:
        """What the words before a position say about the place that begins there."""
        if start not in self._roles:
            self._roles[start] = self._role(start)
        return self._roles[start]

    def _role(self, start: int) -> str:
        before = self._before(start)
        if self.is_thing(start):
            return ""
        skipped = 0
        while before and before[-1].key in SKIPPED and skipped < 3:
            if before[-1].key == "of" and len(before) > 1 and before[-2].key in ("out", "start", "starting"):
                return "from"
            # "de", "à", "a", "of" are prepositions too when nothing stronger stands before them.
            if before[-1].key in ("de", "du", "d", "des") and self._is_de_from(before):
                return "from"
            if before[-1].key in ("de", "d") and [w.key for w in before[:-1]] in ([], ["et"], ["mais"], ["ou"]):
                return "from"  # "et de Jersey ?"
            before, skipped = before[:-1], skipped + 1
        gap = self.text[before[-1].end : start] if before else self.text[:start]
        if re.search(r"[,;:?!]|\.\s", gap.split("(")[0]) and not (before and before[-1].key in ("to", "from")):
            return "comma" if "," in gap else ""
        if re.search(r"(?:^|\s)-\s?|\w-$|/", self.text[max(0, start - 3) : start]) and before:
            return "and"
        if not before:
            return ""
        word = before[-1]
        previous = before[-2].key if len(before) > 1 else ""
        if word.key in ("in", "im", "am") and _GERMAN_START.match(self.text, start):
            return "from"  # "wenn ich um 8 in Emden starte"
        if (end := self._of_a_leg_end(word, previous)) is not None:
            return end
        if word.key in ("part", "partons", "pars", "partir", "parti", "partis") and skipped:
            led = self.text[word.end : start].strip().lower()
            return "to" if led in ("à", "a", "au", "aux") else "from"  # "on part à Jersey", "on part d'Angers"
        if word.key in COMES_OF and skipped and _DE.match(self.text, word.end):
            return "from"  # "quand on vient de France", "en venant d'Angers"
        if word.key in ("to", "zu") and previous in ("close", "next", "nearest", "closest", "adjacent"):
            return "near"
        if word.key in ("of", "from", "de", "du", "von", "d") and previous in NEAR_NOUNS:
            return "near"
        if word.key == "about" and previous in ("round", "around"):
            return "near"
        if word.key in ("nearest", "closest"):
            return "near"
        if word.key in ("von", "vom") and _OF_TWO.match(self.text, start):
            return ""  # "Telefonnummer von EDAH und EDBH"
        if word.key in AFTER_FROM or (word.key == "off" and _LEFT_AT_A_TIME.match(self.text, start)):
            return "from"
        if word.key in AFTER_NEAR:
            return "near"
        if word.key in AFTER_BETWEEN:
            return "between"
        if word.key in AFTER_VIA:
            return "via"
        if word.key in ("and", "et", "und", "or", "oder", "ou", "vs", "versus"):
            return "and"
        if word.key in AFTER_TO or (word.key in ("it", "that") and previous == "make"):
            return "to"  # "make it morlaix"
        if word.key in ("skip", "drop", "without", "sans", "ohne"):
            return "in"  # "skip cherbourg"
        between = self.text[before[-1].end : start].strip().lower() if skipped else ""
        if word.key in AT_A_PLACE and between in ("à", "a", "au", "aux"):
            return "in"  # "je suis à Toussus": where one is, not where one goes
        if between in ("à", "au", "aux") or (between == "a" and self._french):
            return "to"
        at_the_sea = word.key == "an" and skipped and self.german  # "an der Ostsee"
        return "in" if word.key in AFTER_IN or at_the_sea else ""

    def _of_a_leg_end(self, word: Word, previous: str) -> str | None:
        """ "Start in Egelsbach", "départ Annecy", "Ankunft Salzburg", "landing at Lydd": the end that a noun tells."""
        led = previous if word.key in LEADS_TO_AN_END or word.key in _IS else word.key
        if led in RATHER:
            at = next(i for i in range(len(self.words)) if self.words[i].start == word.start)
            led = self.words[at - 2].key if word.key in LEADS_TO_AN_END and at > 1 else self.words[at - 1].key
        if led in BEGINS_AT:
            return "from"
        return "to" if led in ENDS_AT else None

    def _before(self, start: int) -> list[Word]:
        """The last words before a position: more of them never matter."""
        last = bisect_right(self._word_ends, start)
        return self.words[max(0, last - _LOOKED_BACK) : last]

    def _is_de_from(self, before: list[Word]) -> bool:
        previous = before[-2].key if len(before) > 1 else ""
        if _FRENCH_START.search(self.text[: before[-1].start]):
            return True  # "au départ de Nantes", "si je décolle à 9h15 de Goodwood"
        if _FAR_OF.search(self.text[: before[-1].start]):
            return True  # "à combien de temps est Quiberon de Toussus"
        if previous in _OFFICES and re.search(r"\b(?:depuis|au départ de|pour)\b", self.text[before[-1].end :]):
            return False  # "prévenir la douane de Dinard pour mon vol depuis Exeter"
        return (
            previous not in NEAR_NOUNS
            and previous not in ("pres", "autour", "loin", "proche", "cote", "ile", "lac")
            and bool(re.search(r"\b(?:à|a|au|vers|jusqu'?à|pour)\b", self.text[before[-1].end :]))
        )
