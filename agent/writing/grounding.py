"""Checks a model's prose against its material: no number, code, name, date or link that is not there.

Units and rounding are understood: 813 m may be 2,667 ft, 558.7 nm may be 559 nm, and 48 hours are not 48 minutes.
Words that claim nothing pass. Words of the prompt never do: six of them in a row are not for the pilot.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from agent import regex as re
from agent.writing.nations import code_of, nation_of

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LINK = re.compile(
    r"\w+://\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.-]+|(?<![\w.])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w.])\S*", re.IGNORECASE
)
_TARGET = re.compile(r"\]\(([^)\s]*)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SENTENCE_END = re.compile(r"[.!?:]['\")\]*_]*$")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "a.m", "p.m", "u.s", "u.k"})

LENGTHS = {"m": 1.0, "ft": 0.3048, "km": 1000.0, "nm": 1852.0}
"""Metres in one."""
UNITS = {
    "ft": "ft", "feet": "ft", "foot": "ft", "m": "m", "metre": "m", "metres": "m", "meter": "m", "meters": "m",
    "km": "km", "kilometre": "km", "kilometres": "km", "kilometers": "km", "nm": "nm", "nautical": "nm",
    "kt": "kt", "kts": "kt", "knot": "kt", "knots": "kt", "h": "h", "hr": "h", "hrs": "h", "hour": "h",
    "hours": "h", "min": "min", "mins": "min", "minute": "min", "minutes": "min", "day": "d", "days": "d",
    "week": "week", "weeks": "week", "kg": "kg", "lb": "lb", "lbs": "lb", "l": "l", "litre": "l", "litres": "l",
    "eur": "eur", "euro": "eur", "euros": "eur", "gbp": "gbp", "pounds": "gbp", "usd": "usd", "chf": "chf",
    "€": "eur", "£": "gbp", "$": "usd", "dollar": "usd", "dollars": "usd", "%": "%", "percent": "%", "°": "°",
    "degrees": "°", "mile": "mile", "miles": "mile", "mi": "mile", "mph": "mph", "kmh": "kmh", "yard": "yd",
    "yards": "yd", "inch": "in", "inches": "in", "second": "s", "seconds": "s", "sec": "s", "month": "month",
    "months": "month", "year": "year", "years": "year", "night": "night",
    "nights": "night", "am": "am", "pm": "pm",
    "gallon": "gal", "gallons": "gal", "usg": "gal", "hpa": "hpa", "mhz": "mhz", "khz": "khz", "tonne": "t",
    "t": "t", "tonnes": "t", "ton": "t", "tons": "t",
}  # fmt: skip
"""Spellings of units; two different ones are never the same, but for lengths, which are converted."""
_UNIT_AFTER = re.compile(r"[\s\u00a0-]{0,2}([^\W\d_]+|[%€$£°])")
_UNIT_BEFORE = re.compile(r"([€$£]|EUR|GBP|USD|CHF)\s?$")
_WITH_ITS_UNIT = frozenset(UNITS.values()) - {"nm", "kt"}
"""Units whose number never stands without them in a result; a speed or distance may."""

_WRITTEN_LARGE = """
    VFR IFR ATC FPL PPR FIS AIP NOTAM VMC IMC UTC GAR AFIS TMZ RMZ FIR ICAO SERA EU UK I
"""
_SENTENCE_STARTS = """
    A About Above According Advance Aerodrome Aerodromes After Again Against Aircraft Airfield Airfields Airport
    Airports All Almost Also Although Always An And Any Anyone Apart Approval Are As Ask At Based Be Because Before
    Below Besides Between Both But By Call Check Contact Controlled Country Countries Crossing Customs Departing
    Details Differences Do Does Domestic During Each Either Every Except Expect Fees Few Field Fields Figures File
    Filing Flight Flights Flying For From Fuel Further General Generally Given Go Grass Half Have Here How However
    If Immigration In Inbound Inside Instead International Is It Its Keep Landing Leave Local Long Many Most Much
    Neither Night No Nobody None Nor Not Note Nothing Notice Of On Once One Only Opening Operators Or Other Others
    Otherwise Outbound Outside Overall Own Parking Permission Pilots Plan Plans Prior Private Radio Read Remember
    Report Reports Request Rules Runway Runways Same See Self Several Short Since Slots Small So Some Sometimes
    Still Such Take Than That The Their Then There Therefore These They This Those Though Through Thus Time Times
    Stay To Together Transponder Two Under Unless Unlike Until Up Use Using Usually Visitors Visual We What When
    Set Beyond Over Where Whether Which While With Within Without Write Yes Yet You Your
"""
COMMON = frozenset(_WRITTEN_LARGE.split())
"""Words written with capitals that claim nothing by themselves."""
STARTS = frozenset(word.casefold() for word in _SENTENCE_STARTS.split())
"""Ordinary words that may begin a sentence; another one there may be a name, and must be in the material."""

_ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SPELT = {
    **{word: value for value, word in enumerate(_ONES.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), 2)},
    "hundred": 100, "thousand": 1000, "dozen": 12, "half": 0.5,
}  # fmt: skip

_ENDLESS = re.compile(r"\S{300}|\s{300}")
"""No prose holds such; it is not searched, as the time for that grows with its square."""
LONGEST_RUN = 6
"""So many words of the prompt in a row are a leak."""
_SUSPECT_RUN = 3
_DECLARED = re.compile(r"\b(TORA|TODA|ASDA|LDA) (\d+)(?=,)")
"""Declared distances are metres, also where the last alone says so."""
_MINUTES = re.compile(r"(?<=\dh )(\d+)m\b|\b(\d+)m(?= (?:at|with|in) )")
"""The "m" of a time: "1h 54m", "54m at 100 kt"."""


@dataclass
class Material:
    """What prose may say: the text of the results it is written from."""

    text: str
    _folded: str = field(init=False)

    def __post_init__(self) -> None:
        self.text = _DECLARED.sub(r"\1 \2 m", _visible(self.text))
        self._folded = self.text.casefold()

    @cached_property
    def _numbers(self) -> tuple[tuple[float, str], ...]:
        """Every number with its unit ("" where none follows)."""
        found = [
            (value, _unit_of(self.text, match.start(), match.end()))
            for match in _NUMBER.finditer(self.text)
            for value in _readings(match.group())
        ]
        for match in re.finditer(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)", self.text):
            found.append(
                (float(re.sub(r"\D", "", match.group())), _unit_of(self.text, match.start(), match.end()))
            )
        for match in _WORD.finditer(self.text):
            value = spelt(match.group())
            if value is not None:
                found.append((value, _unit_after(self.text, match.end())))
        found += [(float(at[1] or at[2]), "min") for at in _MINUTES.finditer(self.text)]
        return tuple(dict.fromkeys(found))

    @cached_property
    def _times(self) -> frozenset[str]:
        return frozenset(
            f"{int(h):02d}{m}" for h, m in re.findall(r"(?<!\d)(\d{1,2})[:h]?(\d{2})(?!\d)", self.text)
        )

    @cached_property
    def _words(self) -> frozenset[str]:
        words = {word.casefold() for word in _WORD.findall(self.text)}
        return frozenset(words | {part for word in words for part in re.split(r"['’-]", word)})

    @cached_property
    def _links(self) -> frozenset[str]:
        # A link in Markdown ends with its bracket.
        return frozenset(_trimmed(link) for link in _LINK.findall(re.sub(r"[()\[\]<>|]", " ", self._folded)))

    def allows_number(self, text: str, unit: str = "") -> bool:
        """The number itself or rounded, with its unit if it has one; or the same length in another unit."""
        if re.fullmatch(r"\d{1,2}:\d{2}", text):
            hours, minutes = text.split(":")
            return f"{int(hours):02d}{minutes}" in self._times
        return all(self._knows(value, unit) for value in _claims(text))

    def _knows(self, value: float, unit: str) -> bool:
        for known, its in self._numbers:
            same_unit = not unit or unit == its or (not its and unit not in _WITH_ITS_UNIT)
            if same_unit and (value == known or (value == round(value) and value == round(known))):
                return True
            if unit in LENGTHS and its in LENGTHS and unit != its and known >= 10:
                metres, wanted = known * LENGTHS[its], value * LENGTHS[unit]
                if abs(metres - wanted) <= 0.01 * metres:
                    return True
        return False

    def allows_word(self, word: str) -> bool:
        """A word with a capital letter: a name, a code, a month."""
        folded = word.casefold().removesuffix("'s").removesuffix("’s")
        known = {folded, folded.removesuffix("s"), month_of(folded), *nation_of(folded)} | code_of(folded)
        known |= {folded[:3]} & _WEEKDAYS if folded.removesuffix("s") in _WEEKDAY_NAMES else set()
        return word in COMMON or not known.isdisjoint(self._words)

    def allows_link(self, link: str) -> bool:
        """A link or address, to the letter."""
        return _trimmed(link) in self._links

    def has(self, token: str) -> bool:
        """The token as it is written."""
        return token.casefold() in self._folded

    def holds(self, words: str) -> bool:
        """The very words."""
        return words in self._plain

    @cached_property
    def _plain(self) -> str:
        return " ".join(filter(None, map(_plain, self.text.split())))


_MONTHS = frozenset(["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])


def month_of(word: str) -> str:
    """ "november" is "nov"; the word itself where it is no month."""
    return word[:3] if word[:3] in _MONTHS and word in _MONTH_NAMES else word


_MONTH_WORDS = "january february march april june july august september october november december"
_MONTH_NAMES = frozenset(_MONTH_WORDS.split())


_WEEKDAY_NAMES = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
_WEEKDAYS = frozenset(name[:3] for name in _WEEKDAY_NAMES)


def _visible(text: str) -> str:
    """The text without characters that nobody sees: they would hide a number or a name from the check."""
    if text.isprintable():  # most of what is written, and all that streams in word by word
        return text
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cf", "Cc"})


def _may_pose(letter: str) -> bool:
    if letter.isascii():
        return False
    kind = unicodedata.category(letter)
    if kind[0] == "L":
        return not unicodedata.name(letter, "").startswith("LATIN ") or kind == "Lm"
    return kind[0] in "MN"


def _trimmed(link: str) -> str:
    return link.casefold().rstrip(".,;:!?\"'*_").rstrip("/")


def _plain(token: str) -> str:
    folded = token.casefold()
    return folded if folded.isalnum() else "".join(c for c in folded if c.isalnum())


def _unit_of(text: str, start: int, end: int) -> str:
    before = _UNIT_BEFORE.search(text[max(0, start - 4) : start])
    return UNITS[before.group(1).casefold()] if before else _unit_after(text, end)


def _unit_after(text: str, end: int) -> str:
    match = _UNIT_AFTER.match(text, end)
    return UNITS.get(match.group(1).casefold(), "") if match else ""


def _readings(text: str) -> Iterator[float]:
    """What a number of the material may mean: 2,667 is 2667, 1.850 may be either, 11:00 is 11 and 0."""
    if ":" in text:
        for part in text.split(":"):
            yield from _readings(part)
        return
    yield from _claims(text)
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", text):
        yield float(text.replace(".", ""))


def _claims(text: str) -> list[float]:
    """What a number of the prose says; all of it must be known: 2,667 is 2667, 3,5 is 3.5, 14.02.26 is three."""
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text):
        return [float(text.replace(",", ""))]
    if re.fullmatch(r"\d+(?:[.,]\d+)?", text):
        return [float(text.replace(",", "."))]
    return [float(part) for part in re.split(r"[.,:]", text)]


def spelt(word: str) -> float | None:
    """ "forty-eight" is 48; None for a word that is no number."""
    tens, _, ones = word.casefold().partition("-")
    if tens not in _SPELT or (ones and ones not in _SPELT):
        return None
    return _SPELT[tens] + (_SPELT[ones] if ones else 0)


def _may_count(token: str) -> bool:
    return bool(_NUMBER.search(token)) or any(spelt(word) is not None for word in _WORD.findall(token))


class Gate:
    """Lets prose through word by word; at the first claim that the material does not hold, it closes.

    `private` is the prompt: a run of its words is held back until it is clear that it is no quotation.
    `compared`: each sentence is held against the material afterwards, with its figures and names; here only its
    letters and links are.
    """

    def __init__(self, material: Material, private: str = "", *, compared: bool = False) -> None:
        self._material = material
        self._compared = compared
        self._waiting = ""
        self._cleared: list[str] = []
        self._said: list[str] = []
        self._sentence_starts = True
        self._private = _runs(private, material)
        self.refused: str | None = None

    def push(self, piece: str) -> str:
        """What may be shown now of what has come so far."""
        if self.refused is not None:
            return ""
        self._waiting += _visible(piece)
        if _ENDLESS.search(self._waiting):
            self.refused = "a word or a gap without an end"
            return ""
        tokens = re.findall(r"\s*\S+\s+", self._waiting)
        if tokens and _may_count(tokens[-1]):
            tokens.pop()  # its unit is still to come
        self._waiting = self._waiting[sum(map(len, tokens)) :]
        return self._checked(tokens)

    def close(self) -> str:
        """The last words, if they may be shown."""
        if self.refused is not None:
            return ""
        tokens = re.findall(r"\s*\S+\s*", self._waiting)
        rest = self._waiting[sum(map(len, tokens)) :]
        self._waiting = ""
        shown = self._checked(tokens)
        if self.refused is not None:
            return shown
        shown += "".join(self._cleared) + rest
        self._cleared.clear()
        return shown

    def _checked(self, tokens: Sequence[str]) -> str:
        shown = ""
        for place, token in enumerate(tokens):
            following = tokens[place + 1] if place + 1 < len(tokens) else ""
            self._cleared.append(token)
            word = _plain(token)
            if word:
                self._said.append(word)
                del self._said[:-LONGEST_RUN]
            problem = self._problem(token.strip(), following) or self._quotation()
            if problem is not None:
                self.refused = problem
                if len(self._cleared) > 1:
                    shown += self._settled()
                return shown
            self._sentence_starts = bool(_SENTENCE_END.search(token.strip())) or "\n" in token
            shown += self._release()
        return shown

    def _settled(self) -> str:
        """What waited for a quotation that did not come, before the refused word."""
        waited = self._cleared[:-1]
        self._cleared.clear()
        return "" if self.refused == _QUOTATION else "".join(waited)

    def _release(self) -> str:
        lengths = range(LONGEST_RUN - 1, _SUSPECT_RUN - 1, -1) if self._private else ()
        run = next((n for n in lengths if tuple(self._said[-n:]) in self._private), 0)
        keep = min(run, len(self._cleared))
        ready = self._cleared[: len(self._cleared) - keep]
        del self._cleared[: len(ready)]
        return "".join(ready)

    def _quotation(self) -> str | None:
        return _QUOTATION if tuple(self._said) in self._private and len(self._said) == LONGEST_RUN else None

    def _problem(self, token: str, following: str) -> str | None:
        if token.isalpha() and token.isascii() and token.islower():  # most of all words claim nothing but a number
            return None if self._compared else self._word_problem(token, following, starts=False)
        odd = self._odd_letter(token)
        if odd is not None:
            return odd
        target = _TARGET.search(token)
        if target and not self._material.allows_link(target.group(1)):
            return target.group(1) or "an empty link"
        link = _LINK.search(token)
        if link and _trimmed(link.group()) not in _ABBREVIATIONS:
            address = re.split(r"[()\[\]<>|]", link.group())[0]
            return None if self._material.allows_link(address) else address
        if self._compared:
            return None
        for number in _NUMBER.finditer(token):
            unit = _unit_of(f"{token} {following.lstrip()}", number.start(), number.end())
            if not self._material.allows_number(number.group(), unit):
                return number.group()
        for position, word in enumerate(_WORD.findall(token)):
            problem = self._word_problem(word, following, starts=self._sentence_starts and position == 0)
            if problem is not None:
                return problem
        return None

    def _odd_letter(self, token: str) -> str | None:
        """A letter or mark that may pose as another: "nоt" with a Cyrillic о, "９" or a crossed-out word."""
        if token.isascii() or self._material.has(token):
            return None
        return next((token for c in unicodedata.normalize("NFC", token) if _may_pose(c)), None)

    def _word_problem(self, word: str, following: str, *, starts: bool) -> str | None:
        value = spelt(word)
        if word.casefold() == "one" and following.strip(" ,.;") in _AFTER_A_PRONOUN:
            return None  # "you must file one before …"
        if value is not None:
            unit = _unit_after(f" {following.lstrip()}", 0)
            return None if self._material.allows_number(f"{value:g}", unit) else word
        is_code = len(word) > 1 and word.isupper()
        is_name = word[0].isupper()
        if not (is_code or is_name) or self._material.allows_word(word):
            return None
        return None if starts and not is_code and word.casefold() in STARTS else word


_AFTER_A_PRONOUN = frozenset(
    ["before", "after", "when", "where", "if", "unless", "for", "at", "on", "in", "by", "with"]
)
_QUOTATION = "a quotation of the prompt"


def _runs(private: str, material: Material) -> frozenset[tuple[str, ...]]:
    """Runs of the prompt's words that the material does not hold itself."""
    words = [word for word in map(_plain, private.split()) if word]
    return frozenset(
        run
        for length in range(_SUSPECT_RUN, LONGEST_RUN + 1)
        for run in zip(*(words[start:] for start in range(length)), strict=False)
        if not material.holds(" ".join(run))
    )


def unsupported(text: str, material: str, private: str = "", *, starts: bool = False) -> str | None:
    """The first claim of `text` that `material` does not hold; None when all are. `starts`: its first word may be
    any."""
    text = re.sub(r"^\W*[A-Z](?=[a-z])", lambda m: m[0].casefold(), text) if starts else text
    gate = Gate(Material(material), private)
    gate.push(text)
    gate.close()
    return gate.refused


def quotes(text: str, private: str) -> bool:
    """Whether `text` says six words of `private` in a row."""
    words = [word for word in map(_plain, text.split()) if word]
    runs = zip(*(words[start:] for start in range(LONGEST_RUN)), strict=False)
    secret = _words_of_prompt(private)
    return any(f" {' '.join(run)} " in secret for run in runs)


@lru_cache(maxsize=8)
def _words_of_prompt(private: str) -> str:
    return f" {' '.join(filter(None, map(_plain, private.split())))} "
