"""What people say of an outing in plain words: "count me in +1", "one hour later", "PPR confirmed, ref 17".

The words are in `[club.*]` and `[outing.*]` of `data/language`; places, days and times are read by the house's
reader. Whether what is said is meant for an outing the desk decides.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.language.apostrophes import with_apostrophes
from agent.language.distress import load_distress
from agent.language.lexicon import load_lexicon
from agent.language.said import Said
from agent.language.wording import plain, words_of
from agent.registry import readings
from agent.subjects.weather.pasted import find_pasted
from agent.understanding.reader.calls_for_help import is_call_for_help
from agent.understanding.reader.classifier import features
from agent.understanding.reader.reader import Reader
from bot.outings.evidence import Evidence
from bot.outings.heard import Heard
from bot.outings.leaning import shares
from bot.outings.meaning import RULES

_ILL_AT_HOME = re.compile(
    r"\b(?:kind|kinder|frau|mann|sohn|tochter|mutter|vater|kids?|son|daughter|wife|husband|missus|dad|mum|mother|father"
    r"|fils|fille|femme|mari|enfants?|mère|père"
    r"|friend|mate|guest|plus one|neighbour|freund(?:in)?|gast"
    r"|begleit\w+|amie?|invitée?|copain|copine)\b(?:'s)?(?:\s+\w+){0,2}\s+"
    r"(?:krank|ill|sick|poorly|unwell|not well|malades?)\b",
    re.IGNORECASE,
)
"""Why somebody stays at home, and no call for help."""
OF_THE_OWN_FLYING = 0.5
MOST_WORDS, MOST_WORDS_PUT_OTHERWISE = 24, 8
MOST_WORDS_SPELT, SHORTEST_SPELT = 5, 4


_FOR_SO_MANY = re.compile(r"(?<=room|eats|pace|aces|pots) 4 (?=[1-9]\b)")
""" "Got room 4 2": for two."""


class Ear:
    """Reads messages of one process; its words are loaded once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._folder = reader.deps.settings.data / "language"
        self._lexicons = (load_lexicon(self._folder, "club"), load_lexicon(self._folder, "outing"))

    def trip(self, text: str, today: date) -> dict[str, JsonValue]:
        """Where, when and back, as the trip's tool takes them."""
        said = self._reader.said(text, today)
        return dict(readings()["plan_trip"].read(said))

    def said(self, text: str, today: date) -> Said:
        """What the house's reader makes of it."""
        return self._reader.said(text, today)

    def heard(self, text: str, today: date) -> Heard | None:
        """What is said of an outing; None for everything else."""
        said = with_apostrophes(plain(text))
        if not said or _is_long(said, text):
            return None
        found = self.evidence(text, today)
        heard = next((heard for rule in RULES if (heard := rule(found)) is not None), None)
        if heard is None and (spelt := self._spelt(said)) != said:
            respelt = self.heard(spelt, today)
            return replace(respelt, weak=True) if respelt is not None and respelt.kind == "say" else None
        rest = found.without("answer.out", "answer.in")
        rest = _ILL_AT_HOME.sub(" ", rest) if heard is not None and heard.kind == "say" else rest
        if heard is not None and (heard.kind, heard.state) == ("say", "out") and leaves_first(said):
            return heard  # "I'm out. Fuel leak."
        if heard is not None and heard.kind == "withdraw":  # "the Archer is out, its magneto is broken"
            return None if self._calls_for_help(found.without("aircraft.gone"), today) else heard
        distress = load_distress(self._folder)
        if heard is None or distress.is_meant(rest) or distress.falls_short(said):
            return None  # "can't make it" alone is no call for help, "engine rough, can't make it" is
        return heard

    def _spelt(self, said: str) -> str:
        """A short answer as who comes or stays away spells it: "bin dabai", "je suis partnat"."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        words, own = words_of(said), self._lexicons[0].words_in("answer")
        if len(words) > MOST_WORDS_SPELT:
            return said
        vocabulary = self._reader.vocabulary
        for word in reversed(words):
            known = word.key in own or word.key in vocabulary.words or word.key in vocabulary.first_names
            if known or len(word.key) < SHORTEST_SPELT or not word.key.isalpha():
                continue
            meant = [one for one in own if len(one) >= SHORTEST_SPELT and one[0] == word.key[0]]
            near = process.extract(word.key, meant, scorer=OSA.distance, score_cutoff=1, limit=2)
            if len(near) == 1:
                said = said[: word.start] + near[0][0] + said[word.end :]
        return said

    def is_a_name(self, word: str) -> bool:
        """Whether a word is a person's name: a first name, or one with a capital that is no word of questions."""
        vocabulary = self._reader.vocabulary
        key = word.casefold()
        return key in vocabulary.first_names or (word[:1].isupper() and key not in vocabulary.words)

    def evidence(self, text: str, today: date) -> Evidence:
        """What the words of a text say."""
        said = _FOR_SO_MANY.sub(" for ", with_apostrophes(plain(text)))
        names = self._reader.vocabulary.first_names
        return Evidence.of(said, self._reader.said(said, today), self._lexicons, today, names)

    def shares(self, text: str, today: date) -> dict[str, float]:
        """How likely each thing is meant, as it was learnt; nothing of a long text, a call for help or a report
        of the weather."""
        if (
            _is_long(text, text)
            or find_pasted(text) is not None
            or self._calls_for_help(_ILL_AT_HOME.sub(" ", text), today)
        ):
            return {}
        return shares(text, self.evidence(text, today), self._folder.parent / "understanding")

    def is_of_the_own_flying(self, said: Said) -> bool:
        """Whether it tells the bot of the pilot, and nobody else: "my home base is White Waltham"."""
        guess = self._reader.classifier.quick(features(said, "", self._reader.vocabulary.corrected))
        return guess.of("set_profile") >= OF_THE_OWN_FLYING

    def _calls_for_help(self, text: str, today: date) -> bool:
        by_words = load_distress(self._folder).is_meant(text)
        return by_words and is_call_for_help(self.said(text, today), "", self._reader, by_words=True)

    def put_otherwise(self, text: str, today: date) -> dict[str, JsonValue]:
        """What of a trip that was just said is another: "Deauville instead", "from Redhill", "back at 16:00"."""
        e = Evidence.of(plain(text), self.said(plain(text), today), self._lexicons, today)
        if e.asks or len(e.words) > MOST_WORDS_PUT_OTHERWISE or e.task or e.has("else.thing"):
            return {}
        found = self.trip(text, today)
        kept = [name for name in ("return_day", "return_off_block") if name in found and not e.said.slots.spots]
        kept += ["from_location"] if any(spot.role == "from" for spot in e.said.slots.spots) else []
        kept += ["to_location"] if e.has("change.instead", "change.move") else []
        return {name: found[name] for name in kept if found.get(name)}

    def figures(self, text: str, today: date) -> Evidence:
        """The day, the time and the amounts of a text, without its words."""
        return Evidence.of(plain(text), self.said(plain(text), today), (), today)


_LEAVES_FIRST = re.compile(
    r"^\W*(?:(?:sorry|ok|right|leider|désolée?)\W+)?(?:i'?m out|we'?re out|count (?:me|us) out|not coming"
    r"|(?:ich )?bin raus|ohne mich|bin (?:doch )?nicht dabei|sans moi|je ne viens pas|je viens pas)\s*[.!,;:–-]",
    re.IGNORECASE,
)
MOST_WORDS_OF_A_REASON = 9
_IN_THE_AIR = re.compile(
    r"\d|\b(?:now|overhead|over|descending|losing|landing|help|mayday|pan|fire|smoke|jetzt|über|sinke|hilfe|brennt|feuer"
    r"|rauch|maintenant|au-dessus|descend|aide|feu|fumée)\b",
    re.IGNORECASE,
)


def leaves_first(said: str) -> bool:
    """Whether somebody stays away and says why in few words, nothing of which is of now and the air."""
    if len(said.split()) > MOST_WORDS_OF_A_REASON:
        return False
    return _LEAVES_FIRST.match(said) is not None and not _IN_THE_AIR.search(said)


def _is_long(said: str, text: str) -> bool:
    return max(len(said), len(text)) > 40 * MOST_WORDS or len(said.split()) > MOST_WORDS


__all__ = ["Ear", "Heard", "leaves_first"]
