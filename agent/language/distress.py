"""Knows a call for help from the air: one ordered decision on the signs of distress and the words around them.

The words are data (`[distress.*]` of `data/language`). A message that merely speaks of distress (an exam, a story, a
workshop, a plan, a joke) is none, unless help is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from agent import regex as re
from agent.language.distress_signs import Sign, signs_of
from agent.language.lexicon import Lexicon, Mention, load_lexicon
from agent.language.on_the_ground import is_told_from_the_ground
from agent.language.respelt import Spelling
from agent.language.staying_away import is_of_who_is_not_there_yet, is_of_who_stays_away
from agent.language.wording import words_of

_ON_THE_GROUND_TOO = frozenset(
    {f"call.{call}" for call in ("mayday", "pan", "emergency")}
    | {f"state.{state}" for state in ("lost", "out_of_control", "person", "electric", "fire", "must_land")}
    | {f"thing.{name}" for name in ("radio", "electrics", "instruments", "controls", "canopy", "cabin", "myself")}
    | {"thing.pilot", "thing.passenger"}
)
"""What a hotel, a telephone or a bank account may have too."""
_WHATEVER_IS_ASKED = frozenset({"thing.engine", "thing.propeller", "thing.oil", "thing.oil_reading"})
"""With a fault they are distress even where a fire engine is asked for."""
_OF_THE_RADIO = frozenset({"thing.radio", "state.radio_gone"})
_OF_THE_ENGINE = frozenset({"thing.engine", "thing.power"})
_STILL_TURNS = frozenset({"fault.rough", "fault.falling", "fault.losing"})
_ALARMING = frozenset({"hint.lost", "hint.bang", "hint.problem"})
_TO_WHO_WAITS = frozenset({"state.short", "excuse.sorry", "now.time", "thing.myself"})
"""A seat that is given up ("sorry, can't make it"), as long as nothing else is said to be wrong."""
_REPORTED = re.compile(
    r"\W*(?:(?:field |pilot |airfield )?report|bericht|platzbericht|(?:compte[- ])?rendu|rapport)\s*:",
    re.IGNORECASE,
)
"""How a member begins what is told of a field."""
_AT_A_FIELD = frozenset(
    {f"thing.{name}" for name in ("fuel", "fuel_reading", "tanks", "radio", "electrics", "ground")}
)
"""What a field has too: its pump, its tank, its radio. An engine, a pilot and whoever speaks are aboard."""
_WHERE = re.compile(
    r"\b(?:of|near|from|to|at|around|round|via|over|in|bei|nach|ab|von|um|nahe|über|ueber|près de|vers|depuis|à)\s+$",
    re.IGNORECASE,
)
"""Words that a place is said behind, at the end of what stands in front of its name."""
_RECKONED = re.compile(
    r"\b(?:[2-9]|1\d)\s*(?:h|hrs?|hours?|heures?|std|stunden)\s*(?:\d{1,2}\s*(?:min\w*)?)?\s*(?:of|d['’]|de|an)?\s*"
    r"(?:fuel|endurance|autonomie|essence|carburant|sprit|kraftstoff|benzin|ausdauer|flugdauer)\b",
    re.IGNORECASE,
)
_IN_RESERVE = re.compile(r"\d\s*(?:min\w*)\W*(?:of|de|d['’])?\s*(?:reserve|réserve)\b", re.IGNORECASE)
"""Hours of endurance and the minutes kept in reserve, as a flight is planned: "2h45 d'autonomie et 30 min de réserve"."""
_BY_PHONE = re.compile(
    r"\b(?:by|on the|over the) (?:(?:tele)?phone|e-?mail)\b|\b(?:par|au) (?:t[ée]l[ée]phone|mail|courriel)\b"
    r"|\btelefonisch\b|\b(?:am|per) (?:telefon|e-?mail)\b",
    re.IGNORECASE,
)
"""Whom one does not reach so is not flown to."""
_SHOUTED = 2
"""A message of so few words may be one worry."""
_FEW = 9
"""Words of a message that has room for no story."""
_ENOUGH = 6
"""Signs that are looked at; more of them tell nothing more."""


_AT_THE_FIELD = re.compile(
    r"\b(?:field|airfield|aerodrome|airport|runway|strip|coast|shore|terrain|piste|a[ée]rodrome|a[ée]roport|c[ôo]te"
    r"|platz|flugplatz|flughafen|bahn|landebahn|piste|k[üu]ste)(?: nicht(?: mehr)?)?\W*$",
    re.IGNORECASE,
)
"""Where a message ends that says no more than that this is not reached."""


@dataclass(frozen=True, slots=True)
class Distress:
    """Knows a call for help by the part "distress" of the lexicon."""

    lexicon: Lexicon
    spelling: Spelling
    first_names: frozenset[str] = frozenset()

    def is_meant(self, text: str) -> bool:
        """Whether a plain text calls for help."""
        words = self.spelling.respelt(words_of(text))
        mentions = [m for m in self.lexicon.mentions(words) if not (_is_least(m, text) or _is_a_town(m, text))]
        said = {mention.concept for mention in mentions}
        signs = list(islice(signs_of(mentions, text), _ENOUGH))
        if is_told_from_the_ground(text, said, signs):
            return False
        if is_of_who_stays_away(words, mentions, signs, self.first_names):
            return False
        helped, landing = "urgent.help" in said, "now.land" in said
        talk = {m.concept for m in mentions if m.concept != "plan.opener" or _opens(m, text)}
        if signs and all(sign.said == frozenset({"state.short"}) for sign in signs) and _BY_PHONE.search(text):
            return False  # "I can't reach the field by phone"
        if _RECKONED.search(text) and _IN_RESERVE.search(text):
            signs = [sign for sign in signs if not sign.said <= {"thing.fuel", "fault.left"}]
        if not signs:  # a worry alone, and whether it is asked where to go
            worries = {c for c in said if c.startswith("hint.") and (c != "hint.minutes" or "thing.fuel" in said)}
            if _of(talk, "story", "book", "idle", "plan") or not worries:
                return False
            if "hint.engine" in worries and said & {"now.nearest", "now.place"}:
                return True  # "rough running at 2000 ft near Yeovil, nearest field?"
            return helped or landing or len(worries) > 1 or (len(words) <= _SHOUTED and bool(worries & _ALARMING))
        if helped or ("urgent.here" in said and not _of(talk, "story", "book")):
            return True
        if _REPORTED.match(text) and not landing and _is_of_a_field(said, signs):
            return False  # "Report: Sandown fuel pump broken today, cash only in the cafe"
        if "excuse.sorry" in said and {c for c in said if not _of([c], "plan", "idle", "story")} <= _TO_WHO_WAITS:
            return False
        faults = [sign for sign in signs if sign.is_fault]
        first = signs[0].first
        before = {m.concept for m in mentions if m.first <= first and m.concept in talk}
        if _of(talk, "story") or talk & {"book.exam", "book.statistics", "book.training"}:
            return False
        if _of(talk, "book") and (not landing or _of(before, "book")):
            return False  # "engine fire drill", "if the engine fails"; not "engine rough, explain where to land"
        if _of(talk, "idle") and all(sign.said & _ON_THE_GROUND_TOO for sign in signs):
            return False
        if all("thing.tyre" in sign.said for sign in signs) and not (_of(said, "urgent") or "now.takeoff" in said):
            return False
        several = len(signs) > 1 and len(frozenset[str]().union(*(sign.said for sign in signs))) > 2
        if talk & {"plan.maintenance", "plan.vehicle"}:  # "my car engine is rough"
            return landing or several or (bool(faults) and "now.place" in said)
        if "plan.opener" in before:
            return landing or "now.nearest" in said
        if "plan.later" in talk and not (landing or several):
            return bool(faults) and bool(said & {"now.nearest", "now.place"})
        if "plan.facility" in talk and not (landing or several):
            return any(sign.said & _WHATEVER_IS_ASKED for sign in faults) or "now.place" in said
        return True

    def is_beyond_doubt(self, text: str) -> bool:
        """Whether a few words name an engine's fault and where to go, and nothing else: "Motor stottert bei Augsburg,
        wohin?" What such words most likely mean is not asked.
        """
        words = self.spelling.respelt(words_of(text))
        mentions = [m for m in self.lexicon.mentions(words) if not _is_least(m, text)]
        said = {mention.concept for mention in mentions}
        if len(words) > _FEW or _of(said, "story", "book", "idle", "plan", "excuse"):
            return False
        faults = [
            s.said for s in islice(signs_of(mentions, text), _ENOUGH) if s.is_fault and s.said & _WHATEVER_IS_ASKED
        ]
        asks = bool(said & {"now.land", "now.nearest"})
        return any(asks or ("now.place" in said and "fault.rough" in fault) for fault in faults)

    def falls_short(self, text: str) -> bool:
        """Whether a place is said not to be made ("to the field", "across the water"), and no gathering."""
        mentions = self.lexicon.mentions(self.spelling.respelt(words_of(text)))
        said = {mention.concept for mention in mentions}
        reach = [text[m.start : m.end].casefold() for m in mentions if m.concept == "now.reach"]
        towards = any(words.startswith(("to ", "across")) for words in reach)
        return towards and "state.short" in said and not _of(said, "plan", "story", "excuse")

    def is_of_who_is_late(self, text: str) -> bool:
        """Whether all that is wrong is that the writer does not reach the field."""
        mentions = self.lexicon.mentions(self.spelling.respelt(words_of(text)))
        return is_of_who_is_not_there_yet(mentions, list(islice(signs_of(mentions, text), _ENOUGH)))

    def is_short_of_the_field(self, text: str) -> bool:
        """Whether all that is said is that the field is not reached, and no hour by which: "on n'atteindra pas le
        terrain". It may be of a meeting; where nobody else is spoken to it is taken for a call.
        """
        return _AT_THE_FIELD.search(text) is not None and self.is_meant(text) and self.is_of_who_is_late(text)

    def is_from_the_ground(self, text: str) -> bool:
        """Whether its words say that nobody flies: whatever such a message may mean, it is no call."""
        mentions = self.lexicon.mentions(self.spelling.respelt(words_of(text)))
        signs = list(islice(signs_of(mentions, text), _ENOUGH))
        return is_told_from_the_ground(text, {mention.concept for mention in mentions}, signs)

    def is_of_an_engine_aloft(self, text: str) -> bool:
        """Whether an engine's fault is told with where it is flown or where to: "Motor stottert nach dem Start"."""
        mentions = self.lexicon.mentions(self.spelling.respelt(words_of(text)))
        signs = list(islice(signs_of(mentions, text), _ENOUGH))
        return _of((m.concept for m in mentions), "now") and any(
            sign.is_fault and sign.said & _OF_THE_ENGINE for sign in signs
        )

    def is_of_a_rough_engine(self, text: str) -> bool:
        """Whether an engine that turns is said to run rough or to lose power: ice in its carburettor may be why."""
        mentions = self.lexicon.mentions(self.spelling.respelt(words_of(text)))
        signs = list(islice(signs_of(mentions, text), _ENOUGH))
        return any(sign.said & _OF_THE_ENGINE and sign.said & _STILL_TURNS for sign in signs)

    def is_of_the_radio_alone(self, text: str) -> bool:
        """Whether all that is said to fail is the radio, and nobody calls an emergency."""
        mentions = self.lexicon.mentions(self.spelling.respelt(words_of(text)))
        signs = list(islice(signs_of(mentions, text), _ENOUGH))
        worries = {m.concept for m in mentions} & {
            f"hint.{name}" for name in ("in_cloud", "alone", "sick", "bang")
        }
        return bool(signs) and not worries and all(sign.said & _OF_THE_RADIO for sign in signs)


def _is_of_a_field(said: set[str], signs: list[Sign]) -> bool:
    """Whether nothing that fails is aboard, and nobody says where he is."""
    things = {concept for concept in said if concept.startswith("thing.")}
    calls = _of(said, "call", "state", "urgent") or "now.nearest" in said
    return bool(signs) and things <= _AT_A_FIELD and not calls


def _of(concepts: Iterable[str], *sections: str) -> bool:
    return any(concept.partition(".")[0] in sections for concept in concepts)


def _is_least(mention: Mention, text: str) -> bool:
    """ "Min 900 m hard", "plus de 900 m": the least that is asked for. Minutes stand behind their number, and what there
    is no more of has none.
    """
    said = text[mention.start : mention.end].casefold()
    if mention.concept == "hint.minutes" and said == "min":
        return re.search(r"\d\s*$", text[: mention.start]) is None
    return said == "plus de" and re.match(r"\s*\d", text[mention.end :]) is not None


def _is_a_town(mention: Mention, text: str) -> bool:
    """ "Within 60 nm of Leer", "von Bremen aus": the town, behind a word that places are said behind; tanks are empty
    and brakes fail without one.
    """
    said = text[mention.start : mention.end].casefold()
    return said in _TOWNS and bool(_WHERE.search(text[: mention.start]))


_TOWNS = frozenset(("leer", "bremen"))
""" "Leer" is empty too, and "Bremen" one letter from the brakes."""


def _opens(mention: Mention, text: str) -> bool:
    """Whether a sentence begins with it."""
    before = text[: mention.start].rstrip()
    return not before or before[-1] in ".?!;,:"


@cache
def load_distress(folder: Path) -> Distress:
    """The words for it of `data/language`. Raises `DataProblem` when they are missing or damaged."""
    lexicon = load_lexicon(folder, "distress")
    listed = (folder / "first_names.txt").read_text("utf-8").splitlines()
    names = frozenset(name for line in listed if not line.startswith("#") for name in line.split())
    return Distress(lexicon, Spelling(lexicon.words, lexicon.words_in("thing", "fault", "state")), names)
