"""What the words of one message say that could be of an outing: who, coming or not, seats, tasks, money, times.

The words are concepts of `data/language`: whole phrases in `[club.*]`, single words in `[outing.*]`. What they
mean together `meaning.py` decides; nothing here knows an outing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from agent import regex as re
from agent.aviation.names import fold
from agent.language.courtesy import CHAT
from agent.language.currencies import BEFORE, BEHIND, currency
from agent.language.lexicon import Lexicon, Mention
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.spelt_times import spelt_times
from agent.language.wording import Word, word_set, words_of
from agent.registry import readings
from bot.outings.heard import Payment

TASKS = ("ppr", "customs", "gar", "flight_plan", "lunch")
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "both": 2, "beide": 2, "beiden": 2, "two": 2, "three": 3, "four": 4, "five": 5,
    "six": 6, "single": 1, "seul": 1, "seule": 1,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "ein": 1, "eine": 1, "einen": 1,
    "einem": 1, "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5,
}  # fmt: skip
_NUMBER = re.compile(r"\b(\d{1,2}|" + "|".join(_NUMBERS) + r")\b", re.IGNORECASE)
_ONE_OF_THEM = re.compile(
    r"\b(?:un|une|einen|eine)\s+(?:in|dans|person|passag|gast|mitflieger)"
    r"|\b(?:a|ein|einen|une|un)\s+(?:seat|place|space|platz|sitz|siège|passenger|pax|passager|passagier|mitflieger)",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"a", "an", "un", "une", "ein", "eine", "einen", "einem"})
_REGISTRATION = re.compile(
    r"\b(?!(?:in-laws?|e-mails?|co-pilot|no-shows?|on-time|go-ahead)\b)(?:[A-Z]{1,2}-[A-Z0-9]{3,5}|N\d{1,5}[A-Z]{0,2})\b",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"(?:\b(?:r[eé]f(?:erence|érence|erenz)?\.?|no\.?|nr\.?|n[°º]?(?=\s)|№|ppr(?=\s\d{2})|number|numéro|nummer)\s*(?:number\s*)?(?:is\s*|:\s*)?|#\s*|:\s*|\("
    r"|\b(?:it'?s|is|code|ist|c'est)\s+(?=[a-z]+[/-]?\d)|\b(?:says?|said|gave (?:us|me)|dit|sagt)\s+(?=\d{3}))"
    r"([\w/-]*\d[\w/-]{0,29})",
    re.IGNORECASE,
)
_BY_PHONE = re.compile(
    r"\b((?:(?:by|per|par) (?:phone|e-?mail|fax|telephone|téléphone|telefon|mail)|telefonisch|am telefon"
    r"|(?:on|over) the phone|au téléphone)\b[^.;]{0,40})",
    re.IGNORECASE,
)
_MONEY = re.compile(
    rf"({BEFORE})?\s*(?<![\w.,-])(\d{{1,6}}(?:[.,]\d{{1,2}})?)(?![\w-])\s*((?:{BEHIND})(?!\w))?", re.IGNORECASE
)
_TIMES = re.compile(r"\b([2-9])\s*[x×*]\s*(?=\d)", re.IGNORECASE)
""" "2 x 15"."""
_CALL_IT = re.compile(
    r"\b(?:call it|it was|c'était|es waren|waren es|make (?:it|that)|let's say|say|so (?:it|that)(?:'s| is)|disons"
    r"|mettons|sagen wir|macht|reste|bleiben)\s+$",
    re.IGNORECASE,
)
"""What stands before the amount that counts: "paid 48, 6 of that was my coffee, so call it 42"."""
_HOURS = {
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "sept": 7, "huit": 8,
    "neuf": 9, "dix": 10, "onze": 11, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11,
    "zwölf": 12,
}  # fmt: skip
_BARE_HOUR = re.compile(
    r"(?<!half )(?<!past )(?<!quarter to )(?<!halb )(?<![\w.:+-])(\d{1,2}|"
    + "|".join(_HOURS)
    + r")(?![\w:.-]*\d)\b",
    re.IGNORECASE,
)
_OCLOCK = re.compile(r"\W*(?:(?:o'clock|h|hrs|heures?|uhr|local|at|um|à|actually|really)?\W*)", re.IGNORECASE)
_CLOCK = re.compile(
    r"\b(?:to|at|um|auf|à|for|until|say|make it|make that|do|now|about|be)"
    r"\s+(\d{1,2})(?:[:.h](\d{2}))?\s*(z|utc|am|pm|uhr|h)?\b"
    r"(?!\s*(?:seats?|people|guests?|knots|kt|nm|of|in (?:mine|my|the)))",
    re.IGNORECASE,
)
_FOUR_FIGURES = re.compile(
    r"\b(?:to|at|um|à|make it|for)\s+([01]\d|2[0-3])([0-5][05])\b(?!\s*(?:kg|ft|nm|lbs?|m)\b)", re.I
)
"""A time as "to 1130"."""
_DURATION = re.compile(
    r"\b(\d{1,3}|half an?|une demi|einer halben|eine halbe|an|a|one|two|three|ten|twenty|thirty|fifteen|ninety"
    r"|forty-five|forty|une?|deux|trois|dix|quinze|vingt|trente|quarante-cinq|quarante|eine[r]?|zwei|drei|zehn"
    r"|fünfzehn|zwanzig|drei(?:ß|ss)ig|vierzig|fünfundvierzig|halbe)[\s-]*(hours?|hrs?|h|minutes?|mins?|days?|heures?|minuten?|stunden?|tage?|jours?)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\W*(?:(?:and|et|und)\W*)?")
_HOUR_ALONE = re.compile(r"\b(\d{1,2})\s?h\b(?!\s*\d)", re.IGNORECASE)
_FRACTIONS = {"half an": 0.5, "half a": 0.5, "une demi": 0.5, "eine halbe": 0.5, "einer halben": 0.5, "halbe": 0.5}
_WORDED = {
    "einer": 1, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "ninety": 90,
    "dix": 10, "quinze": 15, "vingt": 20, "trente": 30, "quarante": 40, "quarante-cinq": 45, "zehn": 10,
    "fünfzehn": 15, "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfundvierzig": 45,
}  # fmt: skip
_QUESTION = re.compile(
    r"\?\s*$|^\W*(?:who|what|which|when|where|how|is|are|do|does|did|has|have (?:we|you|they|all|every\w+)"
    r"|(?:could|can)(?! carry| take| bring| offer| fit| squeeze| only)|shall|should|any|anyone|anybody"
    r"|qui|que|quoi|quel|quelle|quand|combien|est|reste|wer|was|wann|wie|wo|ist|sind|hat"
    r"|kann(?! sein)(?![^?]*\bnicht\b)(?!(?! jemand| wer| einer| man)[^?]*\bmitnehmen\W*$)|gibt|noch)\b(?!'t)"
    r"|\b(?:what|when|who|how) (?:is|are|do|does|much|many|else)\b|\b(?:which|when's|by when|what's)\b",
    re.IGNORECASE,
)
_PLUS = re.compile(
    r"\+\s*(\d{1,2})\b|\b(?:plus|avec|mit)\s+(one|two|three|un|une|deux|trois|eins|einem|zwei|drei|\d{1,2})\b",
    re.IGNORECASE,
)
_OF_US = re.compile(
    r"\b(two|three|four|both|deux|trois|quatre|zwei|zweit|dritt)\b[\w' ]{0,6}\b(?:of us|coming)\b"
    r"|^\W*(?:(?:yes|yep|ja|oui|hi)\W+)?(two|three|four|2|3|4|deux|trois|quatre|zwei|drei|vier)\s+"
    r"(?:(?:seats?|places?|spots?|plätze|personen|personnes)\s+)?"
    r"(?:(?:for|pour|für) (?:us|nous|uns)|please|pls|bitte|svp|stp)\b"
    r"|\bwe(?:'re| are) (both|two|three|four)\b|\bzu (zweit|dritt)\b|\bnous sommes (deux|trois)\b"
    r"|\bà (deux|trois)\b|\bon (?:sera|est) (deux|trois|quatre|[2-4])\b(?!\s*(?:h|heures?|min|places?|avions?))"
    r"|\b(?:me|us) (?:down|in|up|on) for (two|three|four)\b"
    r"|\b(?:that's|that is|makes(?: it)?|so|total(?: of)?|ça fait|on est"
    r"|soit|das macht|das sind|macht|sind wir)\s+"
    r"(two|three|four|[2-4]|deux|trois|quatre|zwei|drei|vier)\s+(?:of us|bums?|heads?|people|pax|in total|all told"
    r"|altogether|all in|personnes|en tout|au total|personen|leute|köpfe|insgesamt)\b"
    r"|\b(?:uns|mich) für (zwei|drei|vier)\b|\b(?:moi|nous) pour (deux|trois|quatre)\b",
    re.IGNORECASE,
)
_IN_THE = re.compile(
    r"\b(?:in|im|dans)\s+(?:the|my|our|der|meine[rm]?|unsere[rm]?|le|la|mon|ma|notre)\s+([A-Z][\w-]{2,20})\b(?!\s+\w)"
)
_BY_NAME = re.compile(
    r"\b((?:[A-ZÀ-Þ][\w'-]+)(?:\s*,\s*[A-ZÀ-Þ][\w'-]+)*)\s*(?:,?\s*\b(?:and|und|et)\b|&)\s*"
    r"(?:me|myself|[Ii](?!['’])|ich|mich|moi)\b"
    r"|\b(?:[Mm]e|[Mm]yself|I|[Ii]ch|[Mm]ich|[Mm]oi)\s*,?\s*(?:\b(?:and|und|et)\b|&|\+)\s*(?:(?:on|sur|auf)\s+)?"
    r"(?:our |der |die |notre )?([A-ZÀ-Þ][\w'-]+)"
)
"""People who are named beside who writes: "count Mia and me in", "Tom, Jo and I are in"."""
_BRINGS = re.compile(
    r"\b(?:bring(?:ing)?|taking along|(?:r?am|emm)ène|amènerai|bringe?|nehme?|hab(?:e|'s)?)\s+"
    r"(?=(?:along\s+)?(?:(?:my|our|the|den|die|auch|noch|aussi)\s+)?[A-ZÀ-Þ])",
)
_BETWEEN_NAMES = frozenset({"and", "et", "und", "along", "auch", "noch", "aussi", "the", "den", "die"})
_OF_ITS_OWN = re.compile(
    r"(?:'s| is| are)\s+(?:at|with|away|working|on|off|in bed|on shift)\b"
    r"|\s+(?:ist|sind|est|sont)\s+(?:bei|in|auf|chez|à|au|en|sur)\b"
    r"|\s+(?:says?|said|agree[sd]?|lets|allows|is (?:fine|ok|okay|happy|cool|working|ill|away|busy)|works|can't"
    r"|cannot|won't|has|sagt|meint|hat (?:ja |nichts |zugestimmt)|erlaubt|arbeitet|kann (?:leider |doch )?nicht"
    r"|ist (?:einverstanden|ok|okay|dafür)|dit|est d'accord|travaille|ne |d'autre|else|ander\w+)\b",
    re.IGNORECASE,
)
"""Of whom something else is said than that they come: "wife says yes, so count me in"."""
_ASKED_BEFORE = re.compile(
    r"\b(?:cleared|checked|squared|agreed|arranged|discussed|ok'?d|okayed|run it past|permission from"
    r"|abgesprochen|abgeklärt|geklärt|gesprochen|vu|parlé|réglé|arrangé)\b[\w' ]{0,12}?"
    r"(?:\b(?:with|by|mit|avec)\s+)?(?:(?:the|my|meine[rm]?|der|dem|ma|mon|la|le)\s+)?$",
    re.IGNORECASE,
)
"""Whom somebody had to ask: "cleared it with the other half" brings nobody along."""
_ANOTHERS_KIN = re.compile(r"\b(?:her|his|their|ihre[rmn]?|seine[rmn]?|sa|son|leur)\s+$", re.IGNORECASE)
"""Whose kin is not the writer's: "the wife's at her mother's"."""
_WITHOUT = re.compile(
    r"\b(?:without|minus|sans|ohne)\s+(?:(?:the|my|our|die|den|das|meine[nrm]?|unsere[nrm]?|la|le|les|ma|mon|mes|notre)\s+)?$",
    re.IGNORECASE,
)
"""Who does not come along: "coming without the wife"."""
_HEADS = {
    "2": 2, "3": 3, "4": 4, "two": 2, "both": 2, "three": 3, "four": 4, "deux": 2, "trois": 3, "quatre": 4,
    "zwei": 2, "zweit": 2, "dritt": 3, "drei": 3, "vier": 4,
}  # fmt: skip
_FILLERS = word_set(
    "both all just also now only please really still then"
    " jetzt eigentlich denn leider nun malheureusement hélas donc"
)
"""Words that may stand within a phrase: "put us both down", "I can't really make it"."""
_CLAUSE_ENDS = re.compile(r"\s*(?:$|[.,;:!()–-]|(?:please|as|because|sorry|i'm afraid|thanks)\b)", re.IGNORECASE)
_ENGLISH_DAY = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|tomorrow|today", re.IGNORECASE
)
MEASURED = frozenset({"coordinates", "wind", "wind aloft", "speed", "distance", "length", "mass", "level"})
"""Amounts that belong to a question about flying, not to who comes along."""
A_DAYS_HOURS = 6.0
"""So many hours are of the clock, unless it is later or earlier by them."""
SOME = -1
"""Guests of whom no number is said: "my friends"."""


_CLAUSES = re.compile(
    r"[,;:.!?–]+\s*|\s-\s|\b(?:because|cause|as|since|but|weil|da|denn|aber|car|parce que|mais)\b"
)


_UNTIL = re.compile(r"\b(?:till?|until|'til|bis|jusqu'(?:à|a)?)\s*$", re.IGNORECASE)
_NOON = re.compile(r"\b(?:noon|mid-?day|mittags?|midi)\b(?!-)", re.IGNORECASE)


@dataclass(frozen=True)
class Evidence:
    """One message, made plain: its concepts, and the figures in it."""

    text: str
    words: tuple[Word, ...]
    found: tuple[Mention, ...]
    said: Said
    today: date
    first_names: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        text: str,
        said: Said,
        lexicons: tuple[Lexicon, ...],
        today: date,
        first_names: frozenset[str] = frozenset(),
    ) -> Evidence:
        """Of a plain text."""
        words = tuple(words_of(text))
        plainer = tuple(word for word in words if word.key not in _FILLERS)
        readings = (words, plainer) if len(plainer) < len(words) else (words,)
        mentions = (m for each in readings for lexicon in lexicons for m in lexicon.mentions(each))
        found = {(m.concept, m.start, m.end): m for m in mentions}
        return cls(text, words, tuple(found.values()), said, today, first_names)

    @cached_property
    def names(self) -> frozenset[str]:
        """The concepts that are said."""
        return frozenset(m.concept for m in self.found)

    def has(self, *concepts: str) -> bool:
        """Whether one of them is said."""
        return not self.names.isdisjoint(concepts)

    def all(self, *concepts: str) -> bool:
        """Whether each is said."""
        return self.names.issuperset(concepts)

    def first(self, *concepts: str) -> int:
        """Where the first of them begins; far behind the end where none is said."""
        return min((m.start for m in self.found if m.concept in concepts), default=10_000)

    def behind(self, *concepts: str) -> str:
        """The words behind the last of them."""
        ends = [m.end for m in self.found if m.concept in concepts]
        return self.text[max(ends) :].strip(" .,!?:;-") if ends else ""

    def ends_clause(self, concept: str) -> bool:
        """Whether a clause ends with it: "drop us, the kid is ill" and not "drop us a line"."""
        return any(m.concept == concept and _CLAUSE_ENDS.match(self.text, m.end) for m in self.found)

    def beside(self, *concepts: str) -> int:
        """Words beside the first of these in its clause, told by no concept, day, figure or name: "the chocks"."""
        first = min((m for m in self.found if m.concept in concepts), key=lambda m: m.start, default=None)
        begins, ends = 0, len(self.text)
        if first is not None:
            cuts = [(m.start(), m.end()) for m in _CLAUSES.finditer(self.text)]
            begins = max((end for _, end in cuts if end <= first.start), default=begins)
            ends = min((start for start, _ in cuts if start >= first.end), default=ends)
        slots = self.said.slots
        told = [*self.found, *slots.days, *slots.spots, *slots.quantities, *slots.crafts]
        return sum(
            word.key not in FUNCTION and word.key not in CHAT and not word.text.isdigit()
            for word in self.words
            if begins <= word.start < ends and not any(one.start <= word.start < one.end for one in told)
        )

    def without(self, *concepts: str) -> str:
        """The text with blanks where a concept is said."""
        kept = list(self.text)
        for mention in self.found:
            if mention.concept in concepts:
                kept[mention.start : mention.end] = " " * (mention.end - mention.start)
        return "".join(kept).strip()

    # --- what is asked, and where -------------------------------------------------------------------

    @cached_property
    def asks(self) -> bool:
        """Whether it is put as a question."""
        return bool(_QUESTION.search(self.text))

    @property
    def short(self) -> bool:
        return len(self.words) <= 7

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Fields by code, and places said to be gone to, from or to be in."""
        found = (s for s in self.said.slots.spots if s.kind in ("code", "iata") or s.role)
        return tuple(s.name for s in found if s.name.lower() not in ("here", "there"))

    @property
    def elsewhere(self) -> bool:
        """Whether a field, a country or something to find is asked about: that is no question of the outing."""
        measured = any(q.kind in MEASURED for q in self.said.slots.quantities)
        return bool(self.places or self.countries) or measured or self.has("else.thing")

    @cached_property
    def countries(self) -> bool:
        """Whether a country is said; "u/s" of an aircraft is none."""
        gone = [(m.start, m.end) for m in self.found if m.concept == "aircraft.gone"]
        return any(
            not any(start <= named.start < end for start, end in gone)
            and self.text[named.start : named.end].lower() != "u/s"
            for named in self.said.slots.countries
        )

    @cached_property
    def destination(self) -> str:
        """Where the trip's tool would fly to; "" for nowhere."""
        return str(readings()["plan_trip"].read(self.said).get("to_location") or "")

    @property
    def off_a_task(self) -> bool:
        """Whether somebody wants off a task, and not off the flight: "take me off the PPR"."""
        ends = [m.end for m in self.found if m.concept in ("answer.out", "answer.leave")]
        begins = [m.start for m in self.found if m.concept.startswith("task.")]
        return any(
            self.text[e:b].strip().lower() in ("the", "from the", "from", "of the")
            for e in ends
            for b in begins
            if e < b
        )

    @cached_property
    def task(self) -> str:
        """The task that is named."""
        return next((t for t in TASKS if f"task.{t}" in self.names), "")

    # --- figures --------------------------------------------------------------------------------------

    @cached_property
    def registration(self) -> str:
        """The first registration, in capitals."""
        return registration(self.text)

    @property
    def registration_at(self) -> tuple[int, int]:
        """Where it begins and ends."""
        match = _REGISTRATION.search(self.text)
        return match.span() if match else (0, 0)

    @cached_property
    def craft(self) -> str:
        """The type of aircraft that is named, or its registration."""
        types = [c.name for c in self.said.slots.crafts]
        return self.registration or (types[0].upper().removesuffix("'S") if types else "")

    @cached_property
    def craft_by_name(self) -> str:
        """A type that no list knows, where seats in it are offered: "two seats going in the Bulldog"."""
        carries = self.has("seat.seat", "seat.carry")
        match = _IN_THE.search(self.text) if carries and self.number is not None else None
        return match[1].upper() if match and not self.said.slots.spots else ""

    @cached_property
    def kind(self) -> str:
        """The type of aircraft that is named."""
        types = [c.name for c in self.said.slots.crafts]
        return re.sub(r" [A-Z]$", "", types[0]) if types else ""  # "the Cherokee G-AVGA"

    @cached_property
    def number(self) -> int | None:
        """How many, beside the figures of an aircraft's name; articles are no number."""
        kept = list(_REGISTRATION.sub(lambda m: " " * len(m[0]), self.text))
        for craft in self.said.slots.crafts:
            kept[craft.start : craft.end] = " " * (craft.end - craft.start)
        for match in _NUMBER.finditer("".join(kept)):
            word = match[1].lower()
            if word not in _ARTICLES:
                return int(word) if word.isdigit() else _NUMBERS[word]
        return 1 if _ONE_OF_THEM.search(self.text) else None

    @cached_property
    def day(self) -> date | None:
        """The day that is named; of "Sunday instead of Saturday" the first."""
        days = self.said.slots.days
        return days[0].when if days else None

    @cached_property
    def dropped(self) -> tuple[bool, date | None]:
        """Whether a day is thrown out ("bin Saturday, we'll do Sunday"), and the other day that is named."""
        ends = [m.end for m in self.found if m.concept == "change.throw_out"]
        days = self.said.slots.days
        out = [d for d in days if self._is_thrown_out(d.start, d.end, ends)]
        other = next((d.when for d in days if d not in out), None)
        return bool(out), other if out else None

    def _is_thrown_out(self, start: int, end: int, ends: list[int]) -> bool:
        written = _ENGLISH_DAY.fullmatch(self.text[start:end].strip())
        return written is not None and any(
            self.text[at:start].strip(" ,").lower() in ("", "the") for at in ends if at <= start
        )

    @cached_property
    def clock(self) -> str:
        """A time of day as "11:00"; "" for none."""
        quantities = self.said.slots.of("clock")
        if quantities and self.minutes:  # "half an hour later, fog till ten"
            quantities = [q for q in quantities if not _UNTIL.search(self.text[: q.start])]
            if not quantities:
                return ""
        if quantities:
            value = quantities[0].value
            return f"{int(value) % 24:02d}:{round(value % 1 * 60):02d}"
        if hour := self._hour_alone:
            return f"{hour:02d}:00"
        if match := _FOUR_FIGURES.search(self.text):
            return f"{match[1]}:{match[2]}"
        match = _CLOCK.search(self.text)
        in_a_day = match and any(day.start <= match.start(1) < day.end for day in self.said.slots.days)
        if match and not in_a_day and int(match[1]) < 25:
            hour = int(match[1]) % 24
            late = (match[3] or "").lower() == "pm" and hour < 12
            return f"{hour + 12 * late:02d}:{match[2] or '00'}"
        if _NOON.search(self.text):
            return "12:00"
        if (match := re.search(r"\bo'clock|\buhr\b", self.text, re.IGNORECASE)) and self.number is not None:
            return f"{self.number % 24:02d}:00"
        spelt = next(spelt_times(self.text), None) if self.has("change.instead", "change.move") else None
        return spelt.at if spelt is not None and not self.minutes else ""

    @cached_property
    def hour_preferred(self) -> str:
        """The hour of "nine would be nicer" and "11 suits me better", which only such words make one."""
        if not self.has("change.better") or self.minutes:
            return ""
        said = [(m.start, m.end) for m in self.found if m.concept == "change.better"]
        for match in _BARE_HOUR.finditer(self.text):
            beside = any(
                _OCLOCK.fullmatch(self.text[match.end() : start])
                or _OCLOCK.fullmatch(self.text[end : match.start()])
                for start, end in said
            )
            hour = _HOURS.get(match[1].lower()) or int(match[1])
            if beside and 6 <= hour <= 20:
                return f"{hour:02d}:00"
        return ""

    @cached_property
    def _hour_alone(self) -> int:
        """The hour of "mettons 11h", which no word makes a span of time; 0 for none."""
        spans = self.has("change.later", "change.earlier", "else.thing", "come.come")
        match = None if spans else _HOUR_ALONE.search(self.text)
        before = self.text[: match.start()] if match else ""
        if _UNTIL.search(before) and _DURATION.search(before):
            return 0  # "on décale d'une heure, brouillard jusqu'à 10h"
        return int(match[1]) if match and 5 <= int(match[1]) < 24 else 0

    @cached_property
    def minutes(self) -> int:
        """A span of time in minutes; 0 for none. "a day" is one too."""
        if self._hour_alone:
            return 0
        hours = self._hours_said
        if hours and (hours < A_DAYS_HOURS or self.has("change.later", "change.earlier")):
            return round(hours * 60)  # "onze heures serait mieux" is no span
        match = _DURATION.search(self.text)
        if match is None:
            return 0
        low = match[1].lower()
        count = _FRACTIONS.get(low) or _WORDED.get(low) or _NUMBERS.get(low) or (int(low) if low.isdigit() else 1)
        unit = match[2].lower()[0]
        return round(count * (60 if unit in "hs" else 1440 if unit in "dtj" else 1))

    @property
    def counts_us(self) -> bool:
        """Whether it says how many come together: "three of us please"."""
        return _OF_US.search(self.text) is not None

    @property
    def _hours_said(self) -> float:
        """Of "an hour and a half", "1h30", "an hour and twenty minutes"; 0 for none."""
        total, ended = 0.0, -1
        for span in self.said.slots.of("duration"):
            if ended >= 0 and not _JOINED.fullmatch(self.text[ended : span.start]):
                break
            total, ended = total + span.value, span.end
        return total

    @cached_property
    def guests(self) -> int | None:
        """Who comes along with somebody: None when nobody is said, `SOME` when it is not said how many."""
        if (plus := guests(self.text)) is not None:
            return plus
        if match := _OF_US.search(self.text):
            return _HEADS[next(g for g in match.groups() if g).lower()] - 1
        kin = [
            m
            for m in self.found
            if m.concept in ("kin.one", "kin.many")
            and not _OF_ITS_OWN.match(self.text, m.end)
            and not _ASKED_BEFORE.search(self.text[: m.start])
            and not _ANOTHERS_KIN.search(self.text[: m.start])
        ]
        if not kin:
            return self._named_beside()
        if self.has("kin.stays") or all(_WITHOUT.search(self.text[: m.start]) for m in kin):
            return 0
        count = 0
        for mention in kin:
            before = self.text[: mention.start].rstrip().rsplit(" ", 1)[-1].lower()
            if before.isdigit() or (before in _NUMBERS and before not in _ARTICLES):
                count += int(before) if before.isdigit() else _NUMBERS[before]
            elif mention.concept == "kin.many":
                return SOME
            else:
                count += 1
        return count

    def _named_beside(self) -> int | None:
        """How many are named beside who writes; a word that means something here, or a day, is no name."""
        match = _BY_NAME.search(self.text)
        if match is None:
            return self._brought_by_name()
        start, end = match.span(1 if match[1] else 2)
        days = [(d.start, d.end) for d in self.said.slots.days]
        known = [*((m.start, m.end) for m in self.found), *days]
        if any(begins < end and start < ends for begins, ends in known):
            return None
        return match[0][start - match.start() : end - match.start()].count(",") + 1

    def _brought_by_name(self) -> int | None:
        """How many of "I'm bringing Kate and Tom" have a first name: "ich bringe Kuchen mit" brings nobody."""
        match = _BRINGS.search(self.text)
        if match is None:
            return None
        count = 0
        for word in words_of(self.text[match.end() :]):
            if fold(word.text) in self.first_names:
                count += 1
            elif fold(word.text) not in _BETWEEN_NAMES:
                break
        return count or None

    def until(self, end: int) -> Evidence:
        """What is said before a place of the text."""
        words = tuple(word for word in self.words if word.end <= end)
        return replace(self, text=self.text[:end], words=words, found=tuple(m for m in self.found if m.end <= end))

    @cached_property
    def money(self) -> tuple[int, str] | None:
        """The amount behind "I paid", else the first, in minor units, and its currency ("" where none is said)."""
        paid = max((m.end for m in self.found if m.concept == "money.paid"), default=0)
        found = [one for one in self._amounts if one[0] >= paid] or self._amounts
        if not found:
            return None
        named = next((one for one in reversed(found[1:]) if _CALL_IT.search(self._text_before(one[0]))), found[0])
        return named[1], named[2] or next((one[2] for one in found if one[2]), "")

    def _text_before(self, start: int) -> str:
        return re.sub(r"[£€$]\s*$", "", self.text[:start])

    @cached_property
    def spent_on(self) -> tuple[str, ...]:
        """What money was spent on; "costs" where it is not said."""
        found = tuple(name.partition(".")[2] for name in sorted(self.names) if name.startswith("what."))
        return found or ("costs",)

    @cached_property
    def payments(self) -> tuple[Payment, ...]:
        """Each amount with what it was for, where each of several has a purpose of its own; nothing otherwise.

        "48 euros for landing and 30 pounds for fuel": in the order in which they are said.
        """
        said = sorted((m.start, m.concept.partition(".")[2]) for m in self.found if m.concept.startswith("what."))
        whats = tuple(dict.fromkeys(what for _, what in said))
        if len(whats) < len(("one", "other")) or len(whats) != len(self.amounts):
            return ()
        default = next((known for _, known in self.amounts if known), "")
        return tuple(
            Payment(amount, known or default, what)
            for what, (amount, known) in zip(whats, self.amounts, strict=True)
        )

    @cached_property
    def amounts(self) -> tuple[tuple[int, str], ...]:
        """Each amount in minor units, and its currency."""
        return tuple((amount, currency) for _, amount, currency in self._amounts)

    @cached_property
    def _amounts(self) -> tuple[tuple[int, int, str], ...]:
        """Where each stands, in minor units, and its currency."""
        found: list[tuple[int, int, str]] = []
        kept = list(_REGISTRATION.sub(lambda m: " " * len(m[0]), self.text))
        for craft in self.said.slots.crafts:
            kept[craft.start : craft.end] = " " * (craft.end - craft.start)
        text = "".join(kept)
        times = {match.end(): int(match[1]) for match in _TIMES.finditer(text)}
        for match in _MONEY.finditer(_TIMES.sub(lambda m: " " * len(m[0]), text)):
            amount = round(float(match[2].replace(",", ".")) * 100) * times.get(match.start(2), 1)
            found.append((match.start(2), amount, currency(match[1] or match[3] or "")))
        return tuple(found)

    @cached_property
    def reference(self) -> str:
        """ "ref 17", or by phone with whom."""
        return reference(self.text)


def guests(text: str) -> int | None:
    """The guests of "+1" or "plus one"; None when none are said."""
    match = _PLUS.search(text)
    if match is None:
        return None
    word = (match[1] or match[2]).lower()
    return int(word) if word.isdigit() else _NUMBERS.get(word, 1)


def registration(text: str) -> str:
    """The first registration, in capitals."""
    match = _REGISTRATION.search(text)
    return match[0].upper() if match else ""


def reference(text: str) -> str:
    """ "ref 17" of "confirmed, ref 17"; "by phone, Marie"; "" for none."""
    match = _BY_PHONE.search(text)
    if match:
        return match[1].strip()
    match = _REFERENCE.search(_CLOCK_ALONE.sub(" ", text))
    return f"ref {match[1]}" if match else ""


_CLOCK_ALONE = re.compile(r"\b\d{1,2}:\d{2}\b")
