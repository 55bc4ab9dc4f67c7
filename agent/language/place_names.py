"""Finds the names of places in a message by look-up: the longest run of words that the gazetteer knows.

Where the words before announce a place ("from", "near") and nothing is known, the words themselves are
kept, so that the tool can say that it does not know them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from agent import regex as re
from agent.aviation.names import GENERIC_WORDS, fold
from agent.aviation.place_words import WELL_KNOWN, is_common_word, is_told_by_accent
from agent.deps import Deps
from agent.language.ends import bearer_of
from agent.language.number_words import spelt
from agent.language.page import JOINTS, Page
from agent.language.slot_words import (
    ABBREVIATIONS,
    AFTER_FROM,
    AFTER_IN,
    AFTER_NEAR,
    AFTER_TO,
    ARTICLES,
    FUNCTION,
    LEADING,
    LEADS_FROM,
    LEADS_TO,
    NOT_CODES,
    WORDS_FIRST,
)
from agent.language.slots import Named, Spot
from agent.language.vocabulary import NAMES_TOO, Vocabulary
from agent.language.wording import Word, word_set

ONE_FIELD = frozenset({"JE", "GG", "GI"})
"""Territories with one airfield of their name: who flies there means that field."""
SHORTEST_NAME = 3
"""Letters of a name that is as likely a word, or a code."""
LONGEST_NAME = 6
"""Words of the longest place name that is tried."""
_OF_NAMES = frozenset(
    [
        "island",
        "lake",
        "springs",
        "harbor",
        "harbour",
        "bay",
        "valley",
        "beach",
        "city",
        "park",
        "hill",
        "field",
        "river",
        "falls",
        "creek",
        "airport",
        "airfield",
        "airpark",
    ]
)
"""Words of questions that names end with."""
_OF_FIELDS = frozenset(("airport", "airfield", "aerodrome", "flughafen", "flugplatz", "aeroport"))
"""Words that say what a name is of: the name is what stands beside them."""
_NO_EDGES = (FUNCTION - LEADING) | ARTICLES | _OF_FIELDS
"""Words that a name of several words neither begins nor ends with."""
_OWN = frozenset(("my", "our", "an", "mein", "unser", "meinem", "unserem", "mon", "notre"))
_GUSTS = frozenset(("böe", "böen"))
_NORDIC = re.compile(r"[äöåøæÄÖÅØÆ]")
_BEFORE_PIECES = (
    AFTER_FROM
    | AFTER_TO
    | AFTER_NEAR
    | frozenset(
        [
            "at",
            "for",
            "of",
            "between",
            "via",
            "and",
            "or",
            "vs",
            "versus",
            "compare",
            "put",
            "is",
            "does",
            "has",
            "have",
            "about",
            "with",
            "can",
        ]
    )
)
_NO_END = word_set(
    "land stop refuel eat sleep be get have see fly go meet pick drop visit clear fill take find buy stay etwa rund ca circa ungefahr so about around environ"
)
"""Words behind "to", "nach", "vers" that no place begins with: what is done, or about how far."""
_SHORTEST_WHOLE = 6
"""Letters of a name that is written in pieces."""
_TWO = 2
_BEHIND_AN_HOUR = frozenset(("uhr", "heures", "heure", "clock", "hundred", "local"))
_FOR_A_THING = frozenset(("zum", "zur"))
_ARTICLES_BEFORE = frozenset(("le", "la", "les", "l"))
_GERMAN_ARTICLES = frozenset(("der", "die", "das", "dem", "den"))
_OF_THE_TRADE = frozenset(
    ("general", "aviation", "flight", "flying", "club", "air", "aero", "report", "declaration", "information")
)
"""Words of every airfield that name none of them: "General Aviation"."""
_INSIDE_NAMES = frozenset(("de", "di", "du", "des", "da", "do", "del", "della", "la", "les", "am", "an", "der"))
"""Small words inside an airfield's name: "Rouen Vallée de Seine"."""
LONG_TEXT, MOST_SEARCHED_IN_LONG = 400, 8
"""In a message of more letters fewer names are looked for by likeness."""
_PARTS = frozenset(
    ["canton", "kanton", "province", "provinz", "provincia", "department", "departement", "county", "bundesland"]
)
"""What parts of a country are called."""
_OF_A_PART = frozenset(["of", "the", "de", "du", "des", "la", "le", "les", "l", "d", "von", "der", "del"])
_BEFORE_A_DEPARTMENT = frozenset(["the", "le", "du"])
"""Articles before a department that is called by its river: "the Lot", "du Var"."""

MOST_WORDS_RESPELT = 80
"""Words of a message in which misspelt names in small letters are looked for."""
_CITY = 100_000
"""People of a town that is known by its name, whatever its first word means elsewhere."""
MOST_SEARCHED = 60
"""Names of one message that are looked for by likeness, which is slow."""
_JOINERS = frozenset(
    (*("on", "upon", "in", "under", "next", "by", "the", "le", "la", "les", "de", "du", "des", "d", "sur", "sous", "en", "lès"),
     *("et", "am", "an", "im", "der", "bei", "aan", "op", "di", "del", "do")),
)  # fmt: skip
"""Small words inside a name that hyphens join: "Newcastle-upon-Tyne", "Pas-de-Calais"."""
_BEFORE_THINGS = frozenset(("the", "a", "an", "my", "our", "his", "her", "your", "their"))
_PRAISE = frozenset(("best", "most", "gap", "bar"))
_SIDE_BY_SIDE = re.compile(r"\s*[-–/>→]?\s*")
_OVER = frozenset(
    (
        "over",
        "across",
        "before",
        "after",
        "past",
        "behind",
        "uber",
        "ueber",
        "vor",
        "nach",
        "hinter",
        "dessus",
        "avant",
        "apres",
    )
)
"""Words before a sea that is flown over."""
_GLUE = re.compile(r"\s*,\s*|\s+|\s*\(\s*")
_ONCE_MORE = re.compile(
    r"\s*,\s*(?:(?:more exactly|exactly|namely|plus précisément|exactement|genauer|und zwar|nämlich) )?(?P<word>from |de |d['’]\s?|depuis |aus |von )",
    re.IGNORECASE,
)
"""What stands between a country and a place in it that is named by the same word: "from Italy, from Elba"."""


class PlaceNames:
    """The places of one page."""

    def __init__(self, page: Page, deps: Deps, vocabulary: Vocabulary) -> None:
        self._page, self.deps, self.vocabulary = page, deps, vocabulary
        self._searched = 0

    def names(self, least: int) -> list[Spot]:
        found: list[Spot] = []
        at = 0
        while at < len(self._page.words):
            if not self._page.free(self._page.words[at].start, self._page.words[at].end):
                at += 1
                continue
            longest = self._name_at(at, least)
            if longest is None:
                at += 1
                continue
            length, spot = longest
            self._page.take(spot.start, spot.end)
            found.append(spot)
            at += length
        return found

    def _name_at(self, at: int, least: int) -> tuple[int, Spot] | None:
        first = self._page.words[at]
        if self._page.is_thing(first.start) or (first.key in _PARTS and self._names_a_part(at)):
            return None
        if first.key in _ARTICLES_BEFORE and self._leads_an_area(at):
            return None  # "dans le Pas de Calais": the whole, without its article
        for length in range(min(LONGEST_NAME, len(self._page.words) - at), least - 1, -1):
            last = self._page.words[at + length - 1]
            if not self._page.free(first.start, last.end) or not self._page.joined(at, length):
                continue
            span = self._page.text[first.start : last.end]
            if self.deps.countries.named(span) or self._cuts_a_country(first.start, last.end):
                continue
            if self._cuts_a_compound(at, length):
                continue
            if length == 1 and self._is_an_hour(at):
                continue
            role = self._page.role(first.start)
            if self._is_called_a_part(at, length, span):
                return length, Spot(first.start, last.end, span, "place", role)
            if self._is_flown_over(at, span):
                continue
            if length > _TWO and first.text[0].isupper() and self._is_department(span):
                return length, Spot(first.start, last.end, span, "place", role)
            if not self._may_be_name(at, length, span):
                if code := self._airfield(at, length, span):
                    return length, Spot(first.start, last.end, code, "code", role)
                continue
            announced = role in ("from", "to", "near", "between", "via")
            if self._is_plausible(at, length, span, announced) and self._is_place(length, span, announced):
                return length, Spot(first.start, last.end, self._contracted(at, span) or span, "place", role)
            contracted = self._contracted(at, span)
            if contracted:
                return length, Spot(first.start, last.end, contracted, "place", role)
            if code := self._airfield(at, length, span):
                return length, Spot(first.start, last.end, code, "code", role)
        return None

    def _is_an_hour(self, at: int) -> bool:
        """ "Abflug elf Uhr", "départ dix heures": a number before the word for the hour, and no village of that name."""
        words = self._page.words
        after = words[at + 1].key if at + 1 < len(words) else ""
        return after in _BEHIND_AN_HOUR and spelt(words[at].key) is not None

    def _is_department(self, span: str) -> bool:
        """ "Pas de Calais" without its hyphens: an area, though its first word is one of the language."""
        return (
            "-" not in span
            and re.search(r"\bde\b|\bdu\b|\bet\b|\bd['’]", span) is not None
            and self.deps.areas.find(span) is not None
        )

    def _leads_an_area(self, at: int) -> bool:
        """Whether an area of several words begins behind an article: no "le Puy", "les Alpes" with a rest."""
        words = self._page.words
        for length in range(min(LONGEST_NAME, len(words) - at - 1), 1, -1):
            if self._page.joined(at + 1, length):
                span = self._page.text[words[at + 1].start : words[at + length].end]
                if self.deps.areas.find(span) is not None:
                    return True
        return False

    def in_pieces(self) -> list[Spot]:
        """Names that a telephone wrote in pieces behind a preposition: "fuel at good wood", "phone of pop ham"."""
        found: list[Spot] = []
        for at in range(len(self._page.words) - 1):
            if (spot := self._taken_apart(at)) is not None:
                self._page.take(spot.start, spot.end)
                found.append(spot)
        return found

    def _taken_apart(self, at: int) -> Spot | None:
        """A field's name, or a known place's where its first piece alone would be another one: "duns well"."""
        first = self._page.words[at]
        if (spot := self._two_capitals(at)) is not None:
            return spot
        if at == 0 or self._page.words[at - 1].key not in _BEFORE_PIECES:
            return None
        for length in (3, 2):
            words = self._page.words[at : at + length]
            name = "".join(word.text for word in words)
            if (
                len(words) == length
                and name.isalpha()
                and name.islower()
                and len(name) >= _SHORTEST_WHOLE
                and self._page.free(first.start, words[-1].end)
                and self._page.joined(at, length)
                and (self.deps.places.is_nickname(name) or self._is_cut_short(words, name))
            ):
                return Spot(first.start, words[-1].end, name, "place", self._page.role(first.start))
        return None

    def _two_capitals(self, at: int) -> Spot | None:
        """ "Ampuria Brava", "Good Wood": two words with capitals that together are what a field is called, and apart no name."""
        words = self._page.words[at : at + 2]
        if len(words) < _TWO or self._page.shouted or not self._page.joined(at, 2):
            return None
        if not all(word.text.isalpha() and word.text.istitle() for word in words):
            return None
        name, apart = "".join(word.text for word in words).capitalize(), " ".join(word.text for word in words)
        if len(name) < _SHORTEST_WHOLE or not self._page.free(words[0].start, words[1].end):
            return None
        called = self.deps.places.is_nickname(name) or self.deps.places.is_field(name)
        if not called or self.deps.places.is_name(apart):
            return None
        return Spot(words[0].start, words[1].end, name, "place", self._page.role(words[0].start))

    def _is_cut_short(self, words: Sequence[Word], name: str) -> bool:
        """Whether the pieces are one place's name, and the first of them alone the name of another."""
        return (
            len(words[-1].key) > 2 and self.deps.places.is_known(name) and self.deps.places.is_name(words[0].text)
        )

    def _cuts_a_compound(self, at: int, length: int) -> bool:
        """Whether a name would begin or end within one that small words join: "Wye" of "Hay-on-Wye"."""
        words, text = self._page.words, self._page.text
        first, last = words[at], words[at + length - 1]
        before = at > 0 and words[at - 1].key in _JOINERS and text[words[at - 1].end : first.start] == "-"
        after = words[at + length] if at + length < len(words) else None
        behind = after is not None and after.key in _JOINERS and text[last.end : after.start] == "-"
        return (before and text[words[at - 1].start - 1 : words[at - 1].start] == "-") or (
            behind and after is not None and text[after.end : after.end + 1] == "-"
        )

    def _cuts_a_country(self, start: int, end: int) -> bool:
        """Whether a name would end within a country's: "la Grande" of "la Grande-Bretagne"."""
        return any(start < first < end < last for first, last in self._country_names)

    @cached_property
    def _country_names(self) -> list[tuple[int, int]]:
        found = self.deps.countries.find_all(self._page.text.replace("'", " "))
        return [(a, b) for a, b, _ in found if self.deps.countries.named(self._page.text[a:b])]

    def starts(self) -> list[Spot]:
        """What stands before "to" and "from", though written small: "headcorn to abbeville"."""
        found: list[Spot] = []
        words = self._page.words
        for at in range(1, len(words) - 1):
            role = "from" if words[at].key in LEADS_TO else "to" if words[at].key in LEADS_FROM else ""
            if words[at + 1].key[:1].isdigit():
                continue  # "Quiberon vers 10h": an hour
            if words[at + 1].key in _NO_END or (words[at - 1].text[:1].isupper() and self._begins_anew(at)):
                continue  # "Magdeburg - Siófok nach etwa 150 Meilen", "Shoreham - Porto, to land"
            if not role or not self._page.free(words[at - 1].start, words[at - 1].end):
                continue
            if at > 1 and words[at - 2].key in _FOR_A_THING:
                continue  # "zum Weihnachtsmarkt nach Colmar": why one flies there
            for length in range(min(4, at), 0, -1):
                spot = self._start_at(at - length, length, role)
                if spot is not None:
                    self._page.take(spot.start, spot.end)
                    found.append(spot)
                    break
        return found

    def _begins_anew(self, at: int) -> bool:
        """Whether a comma or more stands between a name and the "to" behind it, and no name behind that."""
        words = self._page.words
        between = self._page.text[words[at - 1].end : words[at].start]
        return re.search(r"[,;:.?!]", between) is not None and words[at + 1].text.islower()

    def _is_of_somebody(self, at: int) -> bool:
        """ "My MLA", "an MLA": a term in capitals that somebody has, and no place."""
        words = self._page.words
        return (
            at > 0
            and words[at - 1].key in _OWN
            and words[at].text.isupper()
            and bool(self.deps.glossary.meanings(words[at].text))
        )

    def _start_at(self, at: int, length: int, role: str) -> Spot | None:
        words = self._page.words[at : at + length]
        first, last = words[0], words[-1]
        if not self._page.free(first.start, last.end) or not self._page.joined(at, length):
            return None
        if any(word.text.isdigit() or word.text in ABBREVIATIONS for word in words) or len(last.key) < 3:
            return None
        if length == 1 and self._is_of_somebody(at):
            return None
        ordinary = [
            w.key in self.vocabulary.words or w.key in FUNCTION or is_common_word(w.key, w.key) for w in words
        ]
        span = self._page.text[first.start : last.end]
        if length == 1 and self._is_town_before_a_place(first, at):
            return Spot(first.start, last.end, span, "place", role)
        if all(ordinary) or (ordinary[0] and first.key not in LEADING and not self.deps.places.is_nickname(span)):
            return None
        if self.deps.countries.named(span):
            return None
        is_short = len(span) <= SHORTEST_NAME
        known = self.deps.places.is_known(span) or (is_short and self.deps.places.is_code(span))
        if known and (not is_short or self._leads_on(at + length)):
            return Spot(first.start, last.end, span, "place", role)
        is_verb = length == 1 and first.key.endswith("ing")  # "popping to Deauville"
        if at == 0 and not is_verb and not any(ordinary[1:]) and not self.deps.places.is_name(span, expected=True):
            meant = self.deps.places.resolve(span)
            if meant.matched == "fuzzy" and not meant.ambiguous:
                return Spot(first.start, last.end, span, "place", role)
        return None

    def _leads_on(self, at: int) -> bool:
        """Whether another place stands behind the word at `at`: "lhr to nice", not "a kro to sleep in"."""
        after = [self._page.words[at + 1 : at + 1 + length] for length in (3, 2, 1)]
        return any(
            part and self.deps.places.is_name(self._page.text[part[0].start : part[-1].end], expected=True)
            for part in after
        )

    def _is_town_before_a_place(self, word: Word, at: int) -> bool:
        """ "Nice to Calvi", but not "Nice to meet you"."""
        if not word.text[0].isupper() or self._page.shouted:
            return False
        if is_common_word(word.key, word.text) and (at == 0 or not self.deps.places.is_known(word.text)):
            return False  # "Demain 10h Lens vers Headcorn", not "Drive to Oxford"
        after = [self._page.words[at + 2 : at + 2 + length] for length in (3, 2, 1)]
        return word.key not in self.vocabulary.domain and any(
            part and self.deps.places.is_name(self._page.text[part[0].start : part[-1].end]) for part in after
        )

    def _airfield(self, at: int, length: int, span: str) -> str | None:
        """Several words with capitals that are an airfield's name, whatever the gazetteer knows: "Full Sutton"."""
        words = self._page.words[at : at + length]
        if length < 2 or self._page.shouted or (words[0].key in FUNCTION and words[0].key not in LEADING):
            return None  # "Do Gloucester?"
        inside = {word.start for word in words[1:-1] if word.text in _INSIDE_NAMES}
        as_written = all(
            word.start in inside or (word.text[0].isupper() and word.text[1:].islower()) for word in words
        )
        if all(word.key in GENERIC_WORDS | _OF_THE_TRADE for word in words):
            return None  # "the General Aviation Report"
        return bearer_of(span, self.deps) if as_written and self._may_search() else None

    def _may_search(self) -> bool:
        """Whether a name may still be looked for by what it is like: a message names few, 4,000 letters of junk many."""
        self._searched += 1
        return self._searched <= (MOST_SEARCHED if len(self._page.text) <= LONG_TEXT else MOST_SEARCHED_IN_LONG)

    def _contracted(self, at: int, span: str) -> str | None:
        """ "du Touquet", "au Mans": the article went into the preposition."""
        if at == 0 or self._page.words[at - 1].key not in ("du", "au"):
            return None
        return f"Le {span}" if self.deps.places.is_name(f"Le {span}") else None

    def _may_be_name(self, at: int, length: int, span: str) -> bool:
        words = self._page.words[at : at + length]
        known = self.vocabulary.words
        if self._is_nickname(at, length, span) or self._is_area(at, length, span):
            return True
        if self._is_unmistakable(at, length, span):
            return True
        if all(word.text.isdigit() for word in words) or words[0].text.isdigit():
            return False
        if length > 2 and all(self._is_compounded(at + n) for n in range(length - 1)):
            return self.deps.places.is_name(span)  # "Pas-de-Calais"
        if words[0].key in known and words[0].key not in LEADING and not self._written_as_name(at, length):
            return self._is_capitalised_name(at, length, span)
        if length > 1:
            if words[-1].key in ARTICLES | AFTER_IN | AFTER_FROM | AFTER_TO | AFTER_NEAR | {
                "and",
                "et",
                "und",
                "with",
            }:
                return False
            if words[-1].key in known and not (words[-1].text[0].isupper() and not self._page.shouted):
                return words[0].key in LEADING and words[-1].key not in FUNCTION
            return words[0].key not in FUNCTION or words[0].key in LEADING
        word = words[0]
        if word.key in known or word.key in FUNCTION or (len(word.key) < 3 and not word.text.istitle()):
            return self._written_as_name(at, 1) and word.key not in FUNCTION
        if word.text.isupper() and len(word.text) == 3 and not self._page.shouted:
            owned = (
                at > 0 and self._page.words[at - 1].key in _OWN and bool(self.deps.glossary.meanings(word.text))
            )
            return word.text not in ABBREVIATIONS and not owned  # "my MLA"
        if word.text in ABBREVIATIONS:
            return False
        if word.text[0].isupper() and not self._page.shouted:
            return True
        # Small letters: the words around must announce a place.
        return bool(self._page.role(word.start)) and self._page.role(word.start) not in ("",)

    def _is_capitalised_name(self, at: int, length: int, span: str) -> bool:
        """Several words in capitals of which the first is an ordinary word: "West Sussex", "Bar Harbor"."""
        words = self._page.words[at : at + length]
        if (
            length < 2
            or self._page.shouted
            or not all(w.text[0].isupper() and w.text[1:].islower() for w in words)
        ):
            return False
        if all(w.key in self.vocabulary.words for w in words) or not self.deps.places.is_name(span):
            return False
        if not self._may_search():
            return False
        found = self.deps.places.resolve(span)
        if found.matched != "exact" or found.best is None:
            return False
        return found.best.kind in ("admin", "airport") or found.best.population >= _CITY  # "Tel Aviv"

    def unknown(self) -> Iterator[Spot]:
        """Words with capitals that must be names where no place is said at all: "landing fee at Block Island".

        A tool then says that it does not know the place, or finds it by more than its name.
        """
        if self._page.shouted or self._page.german:
            return
        words, at = self._page.words, 0
        while at < len(words):
            last = at
            while (
                last < len(words)
                and last - at < 3
                and self._is_unknown_name(last)
                and self._page.joined(at, last - at + 1)
            ):
                last += 1
            if last > at and not (at == 0 and last == 1 and is_common_word(words[0].key, words[0].key)):
                first, end = words[at], words[last - 1].end
                if not self._may_search():
                    return
                if at > 0 or self.deps.places.resolve(self._page.text[first.start : end]).best is not None:
                    yield Spot(
                        first.start,
                        end,
                        self._page.text[first.start : end],
                        "unknown",
                        self._page.role(first.start),
                    )
            at = max(last, at + 1)

    def _is_unknown_name(self, at: int) -> bool:
        word = self._page.words[at]
        if not self._page.free(word.start, word.end) or not word.text[0].isupper() or len(word.text) < 3:
            return False
        if word.text.isupper() or word.text in ABBREVIATIONS or word.key in FUNCTION:
            return False
        if is_common_word(word.key, word.text) and not self._page.role(word.start):
            return False
        before = self._page.text[: word.start].rstrip()
        if at and (not before or before[-1] in ".?!:") and is_common_word(word.key, word.key):
            return False
        return word.key not in self.vocabulary.words or (
            at > 0 and self._page.words[at - 1].text[0].isupper() and word.key in _OF_NAMES
        )

    def _is_nordic(self, word: Word) -> bool:
        """Whether a word with a capital is a place's for a letter that no word of English or French has: "Säve"."""
        as_name = word.text[0].isupper() and word.text[1:].islower() and _NORDIC.search(word.text) is not None
        return as_name and not self._page.german and self.deps.places.is_known(word.text)

    def _is_place(self, length: int, span: str, announced: bool) -> bool:
        places = self.deps.places
        if self._breaks_an_area(span) or is_told_by_accent(span):
            return False
        accented = length == 1 and not span.isascii() and not self._page.german and places.is_known(span)
        accented = accented and span.casefold() not in _GUSTS  # a village on the Loire is called so too
        if places.is_name(span, expected=announced or accented):
            return True
        if length > 1 and self.deps.borders.named(span) is not None:
            return True  # "Büsingen am Hochrhein": a territory that the gazetteer has by its short name
        return length > 1 and not span.lower().startswith("the ") and places.is_area(span)

    def _breaks_an_area(self, span: str) -> bool:
        """Whether a name that begins with "the" leaves off the last word of a region: "the Peak" of "the Peak District"."""
        if not span.lower().startswith("the "):
            return False
        at = self._page.text.find(span)
        behind = re.match(r" ([A-Za-z]+)", self._page.text[at + len(span) :]) if at >= 0 else None
        return behind is not None and self.deps.places.is_area(f"{span[4:]} {behind[1]}")

    def _is_flown_over(self, at: int, span: str) -> bool:
        """Whether a sea is where one flies, not where one lands: "across the North Sea"."""
        before = at - 1
        while before >= 0 and self._page.words[before].key in ARTICLES:
            before -= 1
        if before < 0 or self._page.words[before].key not in _OVER:
            return False
        found = self.deps.places.resolve(span).best
        return found is not None and found.kind == "coast"

    def _is_plausible(self, at: int, length: int, span: str, announced: bool) -> bool:
        """Whether a place may be meant as it is written: in small letters only one that people know."""
        words = self._page.words[at : at + length]
        places = self.deps.places
        if self._is_nickname(at, length, span) or self._is_area(at, length, span):
            return True
        if self._is_unmistakable(at, length, span):
            return True
        first = words[0]
        if length > 1:
            rest = [word for word in words[1:] if word.text.islower()]
            if first.key not in ARTICLES or len(rest) < length - 1:
                return True
            ordinary = any(w.key in self.vocabulary.words or is_common_word(w.key, w.key) for w in rest)
            return places.is_known(span) and not ordinary
        if first.text[0].isupper() and not self._page.shouted:
            return announced or places.is_known(span) or places.is_field_or_town(span)
        if is_common_word(first.key, first.key):
            return announced and first.key in WELL_KNOWN - WORDS_FIRST and places.is_known(span)
        return places.is_known(span) or self._page.shouted or (announced and places.is_code(span))

    def _is_nickname(self, at: int, length: int, span: str) -> bool:
        """What only a field is called, also in small letters: "gamston avgas", "old sarum"."""
        words = self._page.words[at : at + length]
        if length == 1 and (words[0].key in self.vocabulary.words or words[0].key in FUNCTION or len(span) < 4):
            return False
        if all(word.key in FUNCTION for word in words):
            return False  # "d'une" is no dune
        return self.deps.places.is_nickname(span)

    def _is_area(self, at: int, length: int, span: str) -> bool:
        """Several words that name a region, without the German article before it: "channel islands", not "der Nordsee"."""
        if length < 2 or not self.deps.places.is_area(span):
            return False
        first, second = self._page.words[at], self._page.words[at + 1]
        return first.key not in _GERMAN_ARTICLES or not self.deps.places.is_area(
            self._page.text[second.start : first.start + len(span)]
        )

    def _names_a_part(self, at: int) -> bool:
        """Whether a word only says what the next name is: "in the canton of Vaud", "Canton Bern"."""
        words = self._page.words
        return (
            words[at].text.islower()
            or self.deps.areas.find(" ".join(w.text for w in words[at + 1 : at + 2])) is not None
        )

    def _is_called_a_part(self, at: int, length: int, span: str) -> bool:
        """Whether it is said that a name is a part of a country: "canton of Vaud", "Var department", "dans le Lot"."""
        words = self._page.words
        if words[at].key in _OF_A_PART | _PARTS:
            return False
        before = at - 1
        while before >= 0 and words[before].key in _OF_A_PART:
            before -= 1
        said = [words[n].key for n in (before, at + length) if 0 <= n < len(words)]
        if _PARTS.intersection(said):
            return self.deps.areas.find(span) is not None
        is_river_land = length == 1 and at > 0 and words[at - 1].key in _BEFORE_A_DEPARTMENT and span.istitle()
        if not is_river_land or self._page.shouted:
            return False
        area = self.deps.areas.find(span)
        return area is not None and (area.kind, area.country) == ("county", "FR")

    def _is_unmistakable(self, at: int, length: int, span: str) -> bool:
        """Several words that are a town's whole name, one of them no word of any question: "Bad Salzuflen", "east kilbride"."""
        words = self._page.words[at : at + length]
        if length < 2 or words[0].key in _NO_EDGES or words[-1].key in _NO_EDGES:
            return False
        if not any(len(word.key) > SHORTEST_NAME and not self._is_own_word(word) for word in words):
            return False
        return self.deps.places.is_name(span) and self.deps.places.resolve(span).matched == "exact"

    def _written_as_name(self, at: int, length: int) -> bool:
        """A common word in capitals where a place is announced: "near Reading", "to Nice"; "nice" after "to"."""
        word = self._page.words[at]
        role = self._page.role(word.start)
        if word.key in FUNCTION:
            return False
        if length == 1 and self._is_nordic(word):
            return True
        if role in ("from", "to", "near", "between", "and") and word.key == "nice":
            return word.text[0].isupper() or not self._next_is_word(at)
        if at == 0 and length == 1 and word.key in NAMES_TOO and self._heads_a_list(at):
            return True
        if at == 0 or self._page.shouted or not word.text[0].isupper():
            return False
        if word.key in self.vocabulary.domain:
            return False
        if length == 1 and word.key in NAMES_TOO and not self._page.german and word.text[1:].islower():
            return word.text == "Nice" or bool(role) or not self._begins_a_sentence(word)
        return bool(role)

    def _heads_a_list(self, at: int) -> bool:
        """ "Knock, Sligo and Donegal": a word in front of names of places; "Nice, Lydd it is" is none."""
        word, behind = self._page.words[at], self._page.words[at + 1 : at + 3]
        named = next((w for w in behind if w.key not in ("and", "und", "et")), None)
        if named is None or word.key == "nice" or not (word.text[0].isupper() and word.text[1:].islower()):
            return False
        between = self._page.text[word.end : named.start]
        listed = re.fullmatch(r"\s*(?:,|/|&|and|und|et)\s*", between) is not None
        return listed and named.text[0].isupper() and self.deps.places.is_known(named.text)

    def _begins_a_sentence(self, word: Word) -> bool:
        before = self._page.text[: word.start].rstrip()
        return not before or before[-1] in ".?!:"

    def _next_is_word(self, at: int) -> bool:
        following = self._page.words[at + 1] if at + 1 < len(self._page.words) else None
        return following is not None and following.key in (
            "day",
            "trip",
            "place",
            "spot",
            "airfield",
            "airport",
            "airports",
        )

    def weak(self) -> Iterator[Spot]:
        """Single words in small letters that are names too: used only when a place is needed and none is said."""
        for at, word in enumerate(self._page.words):
            if (
                not self._page.free(word.start, word.end)
                or self._cuts_a_compound(at, 1)
                or word.key in self.vocabulary.words
                or word.key in FUNCTION
                or (word.key in _PARTS and self._names_a_part(at))
                or (is_common_word(word.key, word.key) and word.key not in WELL_KNOWN)
            ):
                continue
            if (
                len(word.key) > 3
                and word.text.upper() not in ABBREVIATIONS
                and self.deps.places.is_name(word.text)
                and self.deps.places.is_known(word.text)
            ):
                yield Spot(word.start, word.end, word.text, "place", self._page.role(word.start))

    def in_a_row(self, spots: list[Spot], weak: tuple[Spot, ...]) -> list[Spot]:
        """Those of the `weak` that stand right beside another place: "lyon turin samedi", "genève annecy"."""
        named = sorted((*spots, *weak), key=lambda spot: spot.start)
        pairs = [
            (one, two)
            for one, two in pairwise(named)
            if two.start > one.end and _SIDE_BY_SIDE.fullmatch(self._page.text[one.end : two.start])
        ]
        ordinary = {spot for spot in weak if is_common_word(fold(spot.name), fold(spot.name))}
        found = dict.fromkeys(spot for pair in pairs for spot in pair if not {*pair} & ordinary)
        return [spot for spot in found if spot in weak]

    def before_a_dash(self, spots: list[Spot], *, dated: bool) -> list[Spot]:
        """A town that is a word too, right before another place: "Tours–Oxford"; where a day is said, "Nice Albenga"."""
        found: list[Spot] = []
        for word in self._page.words:
            if not self._page.free(word.start, word.end) or not (word.text.istitle() and word.key in WELL_KNOWN):
                continue
            next_one = next((spot for spot in spots if word.end < spot.start), None)
            gap = self._page.text[word.end : next_one.start] if next_one else "?"
            joined = _SIDE_BY_SIDE.fullmatch(gap) and (gap.strip() or (dated and word.key not in _PRAISE))
            if joined and self.deps.places.is_known(word.text):
                self._page.take(word.start, word.end)
                found.append(Spot(word.start, word.end, word.text, "place", self._page.role(word.start)))
        return found

    def misspelt(self) -> Iterator[Spot]:
        """Names in capitals that a table nearly knows, where no place is said right: "Bigin Hill", "Zurik"."""
        words, at = self._page.words, 0
        while at < len(words):
            length = next((n for n in (3, 2, 1) if self._nearly_known(at, n)), 0)
            if length:
                first, last = words[at], words[at + length - 1]
                name = self._page.text[first.start : last.end]
                yield Spot(first.start, last.end, name, "place", self._page.role(first.start))
            at += length or 1

    def misspelt_small(self, *, announced: bool = False) -> Iterator[Spot]:
        """Names in small letters that a table nearly knows: "metar le touqet", "to deuville"."""
        words, at = self._page.words, 0
        while at < len(words) <= MOST_WORDS_RESPELT:
            length = next((n for n in (3, 2, 1) if self._is_nearly_said(at, n, announced)), 0)
            if length:
                first, last = words[at], words[at + length - 1]
                if announced:
                    self._page.take(first.start, last.end)
                name = self._page.text[first.start : last.end]
                yield Spot(first.start, last.end, name, "place", self._page.role(first.start))
            at += length or 1

    def _is_nearly_said(self, at: int, length: int, announced: bool) -> bool:
        words = self._page.words[at : at + length]
        if len(words) < length or self._page.shouted or not self._page.joined(at, length):
            return False
        first, last = words[0], words[-1]
        if not self._page.free(first.start, last.end):
            return False
        if length > 1 and self._is_own_word(first) and first.key not in LEADING:
            return False
        if not any(word.text.isalpha() and self._is_no_word(word) for word in words) or last.key in FUNCTION:
            return False
        if spelt(first.key) is not None or self._is_a_thing(at):
            return False
        if announced and (self._page.role(first.start) in ("", "comma") or self._is_infinitive(first, at)):
            return False
        span = self._page.text[first.start : last.end]
        if len(span) < 5 or any(word.text.isdigit() for word in words) or not self._may_search():
            return False
        found = self.deps.places.resolve(span)
        if found.matched != "fuzzy" or found.ambiguous or found.best is None:
            return False
        return fold(found.best.name)[:1] == fold(span)[:1] and self.deps.places.is_known(found.best.name)

    def _is_a_thing(self, at: int) -> bool:
        """ "And the candidate": what a word in small letters names behind an article is no town."""
        words = self._page.words
        return at > 0 and words[at].text.islower() and words[at - 1].key in _BEFORE_THINGS

    def _is_infinitive(self, word: Word, at: int) -> bool:
        """ "À connaitre": a verb behind the French preposition, in small letters."""
        before = self._page.words[at - 1].text.lower() if at else ""
        return (
            before in ("à", "a", "pour", "de", "d")
            and word.key.endswith(("er", "ir", "re"))
            and word.text.islower()
        )

    def _is_own_word(self, word: Word) -> bool:
        return word.key in self.vocabulary.words or word.key in FUNCTION or is_common_word(word.key, word.key)

    def _is_no_word(self, word: Word) -> bool:
        """Whether a word is none of the questions', nor one of them spelt wrong."""
        return (
            len(word.key) > 3 and not self._is_own_word(word) and self.vocabulary.corrected(word.key) == word.key
        )

    def alone(self) -> list[Spot]:
        """The whole message where it is one name, spelt wrong."""
        words = self._page.words
        if not self._is_only_a_name():
            return []
        return [Spot(words[0].start, words[-1].end, self._page.text[words[0].start : words[-1].end], "place")]

    def _is_only_a_name(self) -> bool:
        """Whether the whole message is one misspelt name, capitals or not: "toussu le noble"."""
        words = self._page.words
        if not 1 <= len(words) <= 4 or not self._page.joined(0, len(words)):
            return False
        of_its_own = [w for w in words if w.key not in ARTICLES]
        if any(w.key in self.vocabulary.words or w.key in FUNCTION or w.text.isdigit() for w in of_its_own):
            return False
        span = self._page.text[words[0].start : words[-1].end]
        if len(span) < 6 or any(is_common_word(w.key, w.key) for w in of_its_own):
            return False
        found = self.deps.places.resolve(span)
        begins = found.best is not None and fold(found.best.name)[:1] == fold(span)[:1]
        return found.matched == "fuzzy" and not found.ambiguous and begins  # "wibble" is not Vibble

    def _nearly_known(self, at: int, length: int) -> bool:
        words = self._page.words[at : at + length]
        if len(words) < length or self._page.shouted or not self._page.joined(at, length):
            return False
        span = self._page.text[words[0].start : words[-1].end]
        if len(span) < 5 or not all(word.text[0].isupper() and word.text[1:].islower() for word in words):
            return False
        if any(word.key in FUNCTION for word in words) or words[0].key in self.vocabulary.words:
            return False
        if not self._may_search():
            return False
        found = self.deps.places.resolve(span)
        begins = found.best is not None and fold(found.best.name)[:1] == fold(span)[:1]
        return found.matched == "fuzzy" and not found.ambiguous and begins  # "wibble" is not Vibble

    def announced(self, spots: list[Spot], countries: list[Named]) -> list[Spot]:
        """Words after "from", "near" … that no table knows."""
        found: list[Spot] = []
        at = 0
        while at < len(self._page.words):
            word = self._page.words[at]
            role = self._page.role(word.start) if self._page.free(word.start, word.end) else ""
            is_subject = not role and bool(spots) and self._is_subject(at)
            if not is_subject and (
                role not in ("from", "to", "near", "between", "and") or not self._unknown_name(word, role)
            ):
                at += 1
                continue
            if not is_subject and not self._is_announced(word, role, spots + found):
                at += 1
                continue
            last = at
            while self._is_compounded(last):
                last += 1
            while (
                last + 1 < len(self._page.words)
                and last - at < 3
                and self._page.free(self._page.words[last].end, self._page.words[last + 1].end)
                and JOINTS.fullmatch(
                    self._page.text[self._page.words[last].end : self._page.words[last + 1].start]
                )
                and self._unknown_name(self._page.words[last + 1], "more")
            ):
                last += 1
            start, end = word.start, self._page.words[last].end
            if spelt(self._page.text[start:end].lower()) is not None:
                at = last + 1
                continue  # "bei achtzehn Litern die Stunde"
            self._page.take(start, end)
            found.append(Spot(start, end, self._page.text[start:end], "unknown", role))
            at = last + 1
        return found

    def _is_subject(self, at: int) -> bool:
        """ "Does Steamboat have customs? From Calgary …": what no table knows is asked of, and not the place named later."""
        words = self._page.words
        if not 0 < at < len(words) - 1 or self._page.shouted:
            return False
        word = words[at]
        return (
            words[at - 1].key in ("does", "has", "is")
            and words[at + 1].key in ("have", "got", "still", "sell", "offer", "take", "accept", "charge")
            and word.text.istitle()
            and self._page.free(word.start, word.end)
            and self._unknown_name(word, "")
            and fold(word.text) not in self.vocabulary.first_names
        )

    def _is_compounded(self, at: int) -> bool:
        """Whether a hyphen and nothing else stands between a word and the next."""
        words = self._page.words
        return at + 1 < len(words) and self._page.text[words[at].end : words[at + 1].start] == "-"

    def _is_announced(self, word: Word, role: str, spots: list[Spot]) -> bool:
        """Whether a word that no table knows must be a place where it stands: most are none."""
        if word.text.islower() and is_common_word(word.key, word.key):
            return False
        last = max((spot for spot in spots if spot.end <= word.start), key=lambda spot: spot.end, default=None)
        between = self._page.text[last.end : word.start].strip().lower() if last else ""
        named = word.text[0].isupper() and not self._page.shouted
        before, after = self._page.neighbours(word.start)
        if role == "and":
            begins = before is self._page.words[0] and named and not self._page.german  # "and Amber Fort?"
            closes = last is not None and last.role == "between" and between in ("and", "et", "und")
            return begins or closes
        at_an_hour = after is not None and self._page.text[after.end :].lstrip()[:1].isdigit()
        led_on = after is not None and after.key in LEADS_TO and not at_an_hour
        if role == "to":
            closes = last is not None and last.role == "from" and between in ("to", "nach", "vers", "a", "à", "->")
            return closes or (named and not self._page.german)
        if self._page.german and not led_on and (before is None or before.key in ARTICLES or role == "from"):
            return False  # every noun has a capital
        if role == "from":
            return named or led_on
        return named or (
            before is not None and before.key in ("near", "around", "pres", "bei") and len(word.key) > 3
        )

    def _unknown_name(self, word: Word, role: str) -> bool:
        if word.key in FUNCTION or word.text.isdigit() or word.text in ABBREVIATIONS:
            return False
        if word.text.upper() in NOT_CODES:  # "avgas and UL91"
            return False
        if word.key in self.vocabulary.words:
            return False
        return len(word.key) > 2

    def with_countries(self, spots: list[Spot], countries: list[Named]) -> list[Spot]:
        """ "Vik, Iceland": a place takes the area and country said after it; a country alone is a place too."""
        used: set[int] = set()
        joined: list[Spot] = []
        for found in sorted(spots, key=lambda s: s.start):
            spot = found
            if joined and self._is_area_of(joined[-1], spot):
                before = joined.pop()
                spot = Spot(
                    before.start, spot.end, f"{before.name}, {spot.name}", before.kind, before.role, before.country
                )
            while (
                spot.kind in ("place", "unknown") and (after := self._country_after(spot, countries)) is not None
            ):
                used.add(after.start)
                said = self._page.text[after.start : after.end]
                spot = Spot(
                    spot.start, after.end, f"{spot.name}, {said}", spot.kind, spot.role, after.country.code
                )
            if (country := self._country_before(spot, countries)) is not None:
                used.add(country.start)
                said = self._page.text[country.start : country.end]
                role, code = self._page.role(country.start) or spot.role, country.country.code
                spot = Spot(spot.start, spot.end, f"{spot.name}, {said}", spot.kind, role, code)
            joined.append(spot)
        for named in countries:
            if not named.demonym and named.start not in used:
                name = self._page.text[named.start : named.end]
                kind = "place" if named.country.code in ONE_FIELD else "country"
                joined.append(
                    Spot(named.start, named.end, name, kind, self._page.role(named.start), named.country.code)
                )
        return joined

    def _country_before(self, spot: Spot, countries: list[Named]) -> Named | None:
        """ "From Italy, from Elba", "d'Italie, d'Elbe": the country in which the place lies, both with one word before."""
        for named in countries:
            if spot.kind != "place" or named.demonym or not named.end < spot.start or spot.country:
                continue
            again = _ONCE_MORE.fullmatch(self._page.text[named.end : spot.start])
            before = self._page.text[: named.start].casefold().rstrip()
            if again is not None and before.endswith((again["word"] or "").casefold().rstrip()) and again["word"]:
                found = self.deps.places.resolve(spot.name, country=named.country.code).best
                return named if found is not None else None
        return None

    def _country_after(self, spot: Spot, countries: list[Named]) -> Named | None:
        for named in countries:
            if (
                named.start >= spot.end
                and not named.demonym
                and _GLUE.fullmatch(glue := self._page.text[spot.end : named.start])
            ):
                return named if self._belongs(spot, named, glue) else None
        return None

    def _is_area_of(self, place: Spot, area: Spot) -> bool:
        """ "Newport, Rhode Island": the second place is an area in which the first lies."""
        between = self._page.text[place.end : area.start]
        if place.kind != "place" or area.kind != "place" or not re.fullmatch(r"\s*,\s*|\s+", between):
            return False
        larger = self.deps.places.resolve(area.name).best
        if larger is None or larger.kind not in ("admin", "region", "island"):
            return False
        alone = self.deps.places.resolve(place.name).best if larger.kind == "island" else None
        if alone is not None and alone.kind == "island":
            return False  # "Norderney, Juist": one island beside the other
        found = self.deps.places.resolve(f"{place.name}, {area.name}")
        return found.matched == "exact" and found.best is not None and found.best.kind != "country"

    def _belongs(self, spot: Spot, country: Named, glue: str) -> bool:
        if "," in glue or not glue.strip():
            name = spot.name.split(",")[0]
            return self.deps.places.resolve(name, country=country.country.code).best is not None
        return False
