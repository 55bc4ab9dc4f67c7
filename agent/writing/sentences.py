"""Holds a sentence of prose back until it is clear that its material says the same: the second check, after words.

What denies, obliges, permits, forbids or limits passes only where one statement of the material does just that,
with all its conditions, for the same country. A figure or date belongs to what it stands with. In doubt nothing
is shown: the template's text follows in any case. A sentence that is left out takes those with it that lean on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from agent import regex as re
from agent.writing.bound import stand_together, stands_against
from agent.writing.claims import is_claimed, nations_of
from agent.writing.grounding import COMMON, STARTS, UNITS, spelt, unsupported
from agent.writing.held.bears import (
    bears,
    contradicts,
    measures_a_runway,
    misleads,
    names_the_unknown,
    spoken_of,
)
from agent.writing.held.terms import countries
from agent.writing.held.units import answer_of
from agent.writing.statements import Statement, Token, says_the_same, statements_of, stem, tokens_of
from agent.writing.typed import exchanges, is_typed, misplaces
from agent.writing.wording import Word, is_empty, words_of

_END = re.compile(r"[.!?…][\"”')\]*_]*\s+|\n")
_GOES_ON = re.compile(
    r"(?:\b(?:e\.g|i\.e|a\.m|p\.m|[uU]\.[kKsS]|No|St|Art|Sec|max|min|ca|janv|févr|avr|juil|sept"
    r"|oct|nov|déc|lun|mer|jeu|ven|sam|dim|Okt|Dez)|\b[A-Z]|\d)\.\s+$"
)
_HEADING = re.compile(r"^\W*[A-Z]\w+(?: [A-Z]\w+)*:")
_NAME = re.compile(r"[^\W\d_]*[A-Z][^\W_]*")
_PHONE = re.compile(r"\+?\d[\d ()./-]{6,}\d")
_SPELT = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|dozen|half)\b",
    re.IGNORECASE,
)
_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6,
    "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DAY_MONTH = re.compile(rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?)?{_MONTH}(?:,?\s+(\d{{4}}))?\b", re.I)
_MONTH_DAY = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(\d{{4}}))?\b", re.I)
_ISO_DAY = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")

STEMS_OF_UNITS = frozenset(stem(unit) for unit in (*UNITS, *UNITS.values()))
LONGEST_SENTENCE = 1000
"""Characters; one that goes on is no sentence of a briefing."""

Day = tuple[int, int, int]
"""Year, month, day; 0 where it is not said."""


_STUMP = re.compile(
    r"(?:\b(?:and|or|but|nor|at|of|with|from|by|the|an?|than|if|when|where|und|oder|et|ou)|,\s*(?:not|nicht|pas)"
    r"|[;,]\s*(?=[.!?]))\s*[.!?]?\s*$",
    re.IGNORECASE,
)
"""What a sentence never ends with: its end was cut off."""


_LEANS = re.compile(
    r"\b(?:it|its|itself|they|them|their|this|that|these|those|he|she|there|here|then|such|same|other|others|another"
    r"|both|neither|either|also|too|otherwise|however|instead|but|elsewhere|again|one|ones|former|latter)\b"
    r"|^\W*(?:and|or|so|yes|no|except|unless|only)\b",
    re.IGNORECASE,
)
"""Speaks of what a sentence before it named."""
_AS_YOU_SAID = re.compile(r"\bas you (?:have )?(?:said|told|gave|given|named|wished|wrote|asked)\b", re.IGNORECASE)
"""What the pilot said is no part of a material."""
_YOURS = re.compile(
    r"\byou(?:'ve| have)? (?:yourself )?(?:named?|gave|given|told|set|chose|chosen|specified|stated"
    r"|entered)\b(?! no)"
    r"|\byour own (?:figures?|reserves?|choice|values?)\b"
    r"|\bvous avez (?:vous-même )?(?:indiqué|donné|nommé|fixé|choisi)\b"
    r"|\b(?:Sie|Ihnen|du|dir)\b[^.;]{0,40}\b(?:genannt|angegeben|gewählt|nannten|nanntest)",
    re.IGNORECASE,
)
"""Calls something the pilot's own: only where the material does so too."""
MOST_LEFT_OUT = 12
"""Sentences; a model that goes on with what is not in its material is stopped."""


class SentenceGate:
    """Takes prose whose words were checked. `left_out`: how many of its sentences were not shown; `refused`: none
    that is to come will be."""

    def __init__(self, material: str, question: str = "") -> None:
        whole, material = material, _without_summaries(material)
        self._material = material
        self._question = question
        self._answer = answer_of(whole, question)
        self._spoken_of: tuple[str, ...] = ()
        self._statements = statements_of(material)
        self._nations = nations_of(material)
        self._asked = frozenset(token.stem for token in tokens_of(question))
        self._countries = tuple(dict.fromkeys(s.country for s in self._statements if s.country))
        self._rules = any(country in countries()[1] for country in self._countries)
        self._country_stems = {token.stem for country in self._countries for token in tokens_of(country)}
        self._lines = tuple(dict.fromkeys([*(s.line for s in self._statements), *material.splitlines()]))
        self._dates = frozenset(_days(material))
        self._digits = re.sub(r"[^\d\n]", "", material)
        self._thousands = frozenset(_thousands(material))
        self._subject: tuple[str, ...] = ()
        self._about: tuple[str, ...] = ()
        self._sentence = ""
        self._announced = ""
        self._after_a_gap = False
        self.left_out = 0
        self.refused = False

    def push(self, piece: str) -> str:
        """The sentences that are complete by now and may be shown; never the beginning of one."""
        if self.refused:
            return ""
        self._sentence += piece
        self.refused = len(self._sentence) > LONGEST_SENTENCE and self._end() is None
        told = ""
        while not self.refused and (end := self._end()) is not None:
            sentence, self._sentence = self._sentence[:end], self._sentence[end:]
            told += self._checked(sentence)
        return told

    def close(self) -> str:
        """The last sentence, if it may be shown."""
        if self.refused:
            return ""
        sentence, self._sentence = self._sentence, ""
        return self._checked(sentence)

    def _checked(self, sentence: str) -> str:
        """The sentence with what announced it, where it may be shown; "" else."""
        if not sentence.strip():
            return "" if self._announced else sentence
        gap = self._after_a_gap
        if not self._is_said(sentence) or (gap and not self._stands_alone(sentence)):
            self.left_out += 1
            self.refused = self.left_out > MOST_LEFT_OUT
            self._announced, self._after_a_gap = "", True
            self._about = self._subject = self._spoken_of = ()
            return ""
        self._after_a_gap = False
        shown, self._announced = self._announced + sentence, ""
        if sentence.rstrip(" \n*_").endswith(":"):  # shown only with what it announces
            self._announced = shown
            return ""
        return shown

    def _stands_alone(self, sentence: str) -> bool:
        """Whether a sentence is understood without the one before it, which was left out."""
        if _LEANS.search(sentence):
            return False
        return len(self._countries) == 1 or bool(_names(sentence))

    def _end(self) -> int | None:
        for match in _END.finditer(self._sentence):
            if match.group() == "\n" or not _GOES_ON.search(self._sentence[: match.end()]):
                return match.end()
        return None

    def _is_said(self, sentence: str) -> bool:
        """Whether the material says it."""
        if _STUMP.search(sentence) or _AS_YOU_SAID.search(sentence):
            return False
        if _YOURS.search(sentence) and not _YOURS.search(self._material):
            return False
        named = tuple(country for country in self._countries if re.search(rf"\b{re.escape(country)}\b", sentence))
        self._about = named or self._about
        self._subject = _names(sentence) or self._subject
        if contradicts(sentence, self._answer):
            return False
        if not (self._rules and joins_otherwise(sentence, self._material)) and bears(
            sentence, self._answer, self._spoken_of
        ):
            self._spoken_of = spoken_of(sentence, self._answer) or self._spoken_of
            return True
        if measures_a_runway(sentence, self._answer) or names_the_unknown(sentence, self._answer):
            return False
        if misleads(sentence, self._answer):
            return False
        if unsupported(sentence, self._material, starts=True) is not None:
            return False
        if not self._dates_fit(sentence) or misplaces(sentence, self._material):
            return False
        if affirms_what_is_denied(sentence, self._material) or exchanges(sentence, self._material):
            return False
        if turns(sentence, self._material) or spreads(sentence, self._material):
            return False
        if is_claimed(sentence, self._material, self._nations, self._about, self._asked):
            return True
        if self._figures_fit(sentence) and self._stance_fits(sentence, named):
            return True
        return is_typed(sentence, self._material, self._nations, self._about, self._question)

    # --- what it claims -----------------------------------------------------------------------------

    def _stance_fits(self, sentence: str, named: tuple[str, ...]) -> bool:
        tokens = tokens_of(_HEADING.sub("", sentence) if named else sentence)
        about = self._about or (self._countries if len(self._countries) == 1 else ())
        groups = [[s for s in self._statements if s.country == country] for country in about]
        known = groups or ([] if self._countries else [list(self._statements)])
        if known and all(self._is_stated(tokens, group) for group in known):
            return True
        return (
            all(token.kind in {"word", "hedge"} for token in tokens)
            and not self._leaves_out(tokens)
            and self._stands_in_one_line(tokens, words_of(sentence), _NAME.sub("", sentence))
        )

    def _stands_in_one_line(self, tokens: tuple[Token, ...], whole: tuple[Word, ...], figures: str) -> bool:
        """Whether all that a plain sentence says is said together: of one field, one place, one source."""
        words = {t.stem for t in tokens if t.kind == "word" and not t.stem[0].isdigit() and not is_empty(t.stem)}
        words = {word for word in words if spelt(word) is None}  # figures were held to their line
        words -= self._country_stems | STEMS_OF_UNITS | {"from"}
        if len(words) == 1 and not any(t.stem[0].isdigit() or spelt(t.stem) is not None for t in tokens):
            return False  # one word that stands somewhere is nothing that the material says
        return any(
            words <= stems
            and stand_together(whole, words_of(line))
            and not _parts_company(words, line)
            and unsupported(figures, group) is None
            for group, line, stems in self._stems_of_lines
        )

    @cached_property
    def _stems_of_lines(self) -> list[tuple[str, str, set[str]]]:
        """Of each line what stands with it, the line without its question, and its stems."""
        said = (
            (whole, re.sub(r"“[^”]*”|^[^.]*\?$", "", line.strip()))
            for whole in self._lines
            for line in whole.split("\n")
        )
        asked = {word for word in self._asked if not stands_against(word)}
        return [(whole, line, {token.stem for token in tokens_of(line)} | asked) for whole, line in said if line]

    def _is_stated(self, tokens: tuple[Token, ...], known: list[Statement]) -> bool:
        for statement in known:
            plain = (t for t in tokens if t.stem not in self._country_stems or t in statement.tokens)
            if says_the_same(tuple(plain), statement, self._asked):
                return True
        return False

    def _leaves_out(self, tokens: tuple[Token, ...]) -> bool:
        """Whether a plain sentence speaks of what the material does not say plainly: its "not" or "if" is gone."""
        words = {token.stem for token in tokens if token.kind == "word"} - self._country_stems
        if not words:
            return any(token.kind == "hedge" for token in tokens)
        hedged = any(token.kind == "hedge" for token in tokens)

        def share(statement: Statement) -> float:
            of = (*statement.tokens, *statement.question, *statement.subject)
            return len(words & {token.stem for token in of}) / len(words)

        def keeps_its_hedge(statement: Statement) -> bool:
            plainly = all(token.kind in {"word", "hedge"} for token in statement.tokens)
            return hedged and plainly and not statement.country

        delicate = [s for s in self._statements if s.is_delicate and not keeps_its_hedge(s)]
        plain = [s for s in self._statements if not s.is_delicate]
        worst = max(map(share, delicate), default=0.0)
        return worst >= 0.5 and worst >= max(map(share, plain), default=0.0)

    def _figures_fit(self, sentence: str) -> bool:
        """Whether the figures stand in one line, with what the sentence speaks of."""
        if any(re.sub(r"\D", "", phone) not in self._digits for phone in _PHONE.findall(sentence)):
            return False
        if not _counts(sentence):
            return True
        if not self._thousands.issuperset(_thousands(sentence, r"[ \u00a0\u202f]")):
            return False
        figures = _NAME.sub("", sentence)  # names were checked word by word
        return any(
            all(name in line.casefold() for name in self._subject) and unsupported(figures, line) is None
            for line in self._lines
        )

    def _dates_fit(self, sentence: str) -> bool:
        return all(
            any(all(part in {0, other} for part, other in zip(day, known, strict=True)) for known in self._dates)
            for day in _days(sentence)
        )


_ROW_OF_NO = re.compile(r"^\W*([A-Z][^:“]{1,60}): \**(?:no|none|not there)\**\s*(?:[.;(]|$)")
_ROW_OF_UNKNOWN = re.compile(
    r"^\W*(?:([A-Z][^:“]{1,60}): \**(?:not known|unknown|no data|I (?:read|have|know) nothing|nothing)\b"
    r"|(?:[Nn]ot known|[Uu]nknown|[Nn]o data(?: on)?|[Nn]othing (?:stated )?on): (.+))"
)
_OF_A_FIELD = re.compile(r"^\W*\d+\. [A-Z]{2,4}[\w-]* [^·]*")
_NEGATIVE = frozenset(["no", "nomust", "ban", "hedge"])
_UNKNOWN = re.compile(r"\bunknown\b|\bnothing\b|n['’]t\b", re.IGNORECASE)


def affirms_what_is_denied(sentence: str, material: str) -> bool:
    """Whether a sentence without a "no" speaks of what a row of the material has none of, or alone has nothing on.

    "There is customs" holds each word of "Customs: no". The "No" that answers a question has a capital letter, and
    is no such row.
    """
    if _UNKNOWN.search(sentence) or any(word.kind in _NEGATIVE for word in words_of(sentence)):
        return False
    said = _stems(sentence)
    lines = material.splitlines()
    for number, line in enumerate(lines):
        field = _OF_A_FIELD.match(line)
        if field and not said & _stems(field.group()):
            continue
        for part in re.split(r" · |(?<=[.;]) ", line):
            row, unknown = _ROW_OF_NO.match(part), _ROW_OF_UNKNOWN.match(part)
            label = row[1] if row else (unknown[1] or unknown[2]) if unknown else ""
            for stems in map(_stems, re.split(r", | and | or ", label)):
                if not stems or not stems <= said:
                    continue
                others = lines[:number] + lines[number + 1 :]
                if row or not any(stems <= _stems(other) for other in others):
                    return True
    return False


def _parts_company(words: set[str], line: str) -> bool:
    """Whether something is said of a part of a line whose own subject is not: of "physical lengths; declared
    distances are what counts" that the lengths count."""
    parts = [[token.stem for token in tokens_of(part)] for part in line.split(";")]
    for place, part in enumerate(parts):
        elsewhere = {stem for other in (*parts[:place], *parts[place + 1 :]) for stem in other}
        own = words & (set(part) - elsewhere)
        if place and own and part[0] not in words and words & (elsewhere - set(part)):
            return True
    return False


_OF_A_SHEET = re.compile(
    r"\W*(?:(?:Longest )?[Rr]unways?(?: lights)?|Fuel|Hours|Customs|Radio|Approaches"
    r"|Handling|Hotel|Restaurant|Contact|Access)\W*"
)


def spreads(sentence: str, material: str) -> bool:
    """Whether what is said together, without a figure, stands in two parts of a sheet's row: of "Runways: 07/25
    hard, lights; 07R/25L grass" that the grass one has lights."""
    if re.search(r"\d", sentence):
        return False
    said = _stems(sentence)
    for line in material.splitlines():
        label, mark, row = line.partition(": ")
        of = _stems(label)
        own = said & _stems(row) - of
        if not mark or ";" not in row or not _OF_A_SHEET.fullmatch(label):
            continue
        if of <= said and own and not any(own <= _stems(part) for part in row.split(";")):
            return True
    return False


_TURNS = {"in": "out", "out": "in", "on": "off", "off": "on"}


def turns(sentence: str, material: str) -> bool:
    """Whether what is left out or switched off is said to be left in or switched on."""
    told = material.casefold()
    return any(
        f"{verb} {_TURNS[way]}" in told and f"{verb} {way}" not in told
        for verb, way in re.findall(r"\b(\w+ed|left|let|put|set|go|goes) (in|out|on|off)\b", sentence.casefold())
    )


_JOINS = {"from": "to", "to": "from", "and": "or", "or": "and"}
_JOIN = re.compile(r"\b(?<!\bat )(from|to|and|or) ((?:the |an? )?\w+)")


def joins_otherwise(sentence: str, material: str) -> bool:
    """Whether "to" stands before what the material has only "from" before, or "and" for its "or", and so on."""
    told = " ".join(material.casefold().split())
    return any(
        re.search(rf"\b{_JOINS[join]} {re.escape(after)}\b", told) is not None
        and re.search(rf"\b{join} {re.escape(after)}\b", told) is None
        for join, after in _JOIN.findall(sentence.casefold())
    )


def _stems(text: str) -> set[str]:
    return {token.stem for token in tokens_of(text)}


_SIDE_BY_SIDE = re.compile(
    r"(?:[^·]*\? )?\**[A-Z][^:·]*: [^·]+(?: · [A-Z][^:·]*: [^·]+)+|.*, each with what stands below\.",
    re.IGNORECASE,
)


def _without_summaries(material: str) -> str:
    """The material without its answers in short, several countries in a line, where conditions are cut off: the
    question stays if the answers follow. What is whole has a line for each country."""
    lines = material.splitlines()
    found: list[str] = []
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if not _SIDE_BY_SIDE.fullmatch(line.strip()):
            found.append(line)
            continue
        question, mark, answers = line.rpartition("? ")
        whole = "…" not in answers
        if mark and (whole or _HEADING.match(after)):
            found.append(f"{question}?")
        told = answers.replace("*", "").split(" · ")
        if whole:
            found += told
        elif mark and not _HEADING.match(after):  # what is not cut off is whole
            found += [f"{question}?", *(one for one in told if "…" not in one)]
    return "\n".join(found)


def _thousands(text: str, mark: str = r"[ ,.\u00a0\u202f]?") -> Iterator[str]:
    """Figures of four and more digits with such a mark in them: "10 000" is neither 10 nor 11 000."""
    for figure in re.findall(rf"(?<![\d.,])\d{{1,3}}(?:{mark}\d{{3}})+(?!\d)", text):
        yield re.sub(r"\D", "", figure)


def _counts(text: str) -> bool:
    return re.search(r"\d", text) is not None or _SPELT.search(text) is not None


def _names(sentence: str) -> tuple[str, ...]:
    """Names and codes of a sentence; an ordinary word at its start is none."""
    words = re.findall(r"[^\W\d_][^\W_]*", sentence)
    return tuple(
        word.casefold()
        for place, word in enumerate(words)
        if word[0].isupper()
        and word not in COMMON
        and word[:3].casefold() not in _MONTHS
        and not (place == 0 and word.casefold() in STARTS and not word[1:].isupper())
    )


def _days(text: str) -> Iterator[Day]:
    for day, month, year in _DAY_MONTH.findall(text):
        if day or year:
            yield int(year or 0), _MONTHS[month.casefold()], int(day or 0)
    for month, day, year in _MONTH_DAY.findall(text):
        yield int(year or 0), _MONTHS[month.casefold()], int(day)
    for year, month, day in _ISO_DAY.findall(text):
        yield int(year), int(month), int(day)
