"""A text word by word as it is compared: what is one word here, what opens a block, what a denial belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from agent import regex as re
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.regex import longest_first
from agent.writing.nations import PEOPLES
from agent.writing.statements import ADVICE, kind_of, stem

_LEXICON = "same_words.toml"


@cache
def _told() -> Mapping[str, Mapping[str, str]]:
    try:
        return toml_table(AgentSettings().data / _LEXICON)
    except (OSError, ValueError) as error:
        raise DataProblem(_MISSING, detail=str(error)) from error


_MISSING = f"The words that say the same are missing or damaged. Restore data/{_LEXICON}."


@cache
def _lexicon() -> tuple[Mapping[str, str], re.Pattern[str], Mapping[str, str]]:
    """What each word is read as; the phrases, and what each of them is read as."""
    told = _told()
    try:
        words = {other.strip(): one for one, others in told["words"].items() for other in others.split(";")}
        phrases = {other.strip(): one for one, others in told["phrases"].items() for other in others.split(";")}
    except (KeyError, AttributeError) as error:
        raise DataProblem(_MISSING, detail=str(error)) from error
    longest = longest_first(phrases)
    found = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
    return words, found, {phrase.casefold(): one for phrase, one in phrases.items()}


def same_word(word: str) -> str:
    """The word that it is read as here; what obliges, permits and forbids is one in each kind already."""
    return _lexicon()[0].get(word, word)


_PHRASES = (
    (r"\b(?:a )?(?:separate|different|another) (?:question|matter|story|issue)\b", "another matter"),
    (r"\b(?:ask|asks|call|calls) for\b", "requires"),
    (r"\bwhat (?:the|a|your) (\w+) (?:needs|requires)\b", r"\1 wants"),
    (r"\b(?:at|on) (?:the|its) (?:air)?field\b", "onthespot"),
    (r"\blimited to (?=at most\b)", ""),
    (r"\blimited to (?=\d)", "at most "),
    (r"\bhas to\b|\bhave to\b|\bhad to\b", "must"),
    (r"\bin general\b", "generally"),
    (r"\bnautical miles?\b|\bNM\b", "nm"),
    (r"\b(?:must|has to|have to) be (?:carried and operated)\b", "must carry and operate"),
    (r"\b(?:it is|they are|is|are) (?:mandatory|compulsory|obligatory) to\b", "must"),
    (r"\b(?:take|takes|have|has) precedence\b|\bhave priority\b|\btakes? priority\b", "come first"),
    (r"\b[Yy]ou can (?=(?:ask|read|see|check|find|look)\b)", ""),
    (r"\b[Tt]his (?:comes|is) from (?=[A-Z])", "This is "),
    (r"\b(comes?|(?:[Tt]his|[Tt]hat|[Ii]t) is) from (?=(?:an? |the )?(?:(?:pilot )?survey|§|[A-Z]{3}))", r"\1 "),
    (r"\bUnited Kingdom\b|\bUK\b|\bU\.K\.", "Unitedkingdom"),
    (r"(?<=\d)[\u00a0 ,](?=\d{3}\b)", ""),
    (r"(?<=\d),(?=\d{1,2}\b)", "."),
    (r"\b[Ff]rom\b([^,;:.()]*?)\bto\b", r"startingat \1 endingat"),
    (r"\b[Bb]oth (?=[\w-]+(?: [\w-]+)? and )", ""),
    (r"\band so on\b", "etcetera"),
    (r"\bprior permission\b(?: \(PPR\))?", "PPR"),
    (r"\bNo\. ?(?=\d)", "number "),
    (r"\bvisual meteorological conditions\b(?: \(VMC\))?", "VMC"),
    (r"\btransponder mandatory zones?\b(?: \(TMZ\))?|\bTMZs\b", "TMZ"),
    (r"\bradio mandatory zones?\b(?: \(RMZ\))?|\bRMZs\b", "RMZ"),
    (r"\bpilot medical declarations?\b(?: \(PMD\))?", "PMD"),
    (r"\ba?round the clock\b", "H24"),
    (
        r"\b[Ww]ithin (?=(?:(?:the|a|an|its|their|each) )?[^\W\d]{3})(?!half|one|two|three|four|five|six|ten)",
        "in ",
    ),
    (r"\bas well as\b", "and"),
    (r"\b(?:alone|by itself) (?=(?:is|are) (?:not|never) (?:enough|sufficient)\b)", ""),
    (r"\b(more \w+ are) not (?:shown|listed)\b", r"\1"),
    (r"\b(?:[Oo]ut of|[Bb]eyond)\b", "outside"),
    (r"\b(nm|mil(?:es?)?|km|m) (?:out|away|off|distant)\b(?! (?:the )?track)", r"\1"),
    (
        r"\b([Ii]t|[Tt]his|[Tt]hat|[Tt]hey|[Tt]hese|[Tt]he same|[Tt]hese heights) (?:also )?"
        r"(?:appl(?:y|ies)|holds?|is true) (?:to|for)\b",
        r"\1 for",
    ),
    (
        r"\bwhether (?:the |a )?([^,.;]+?) (?:requires?|needs?) ([^,.;]+?) is (?:not known|unknown)\b",
        r"not known \1 \2",
    ),
    (r"\b(?:can|may) be found\b|\b[Yy]ou (?:can |may )?find\b", "find"),
    (r"\bwithin (?=(?:the )?control zones?\b)", "inside "),
    (r"\b(?:is|are) (?:valid|meant|intended) for\b", "for"),
    (r"\b[Ii]n both (?:countries|states)\b", ""),
    (r"\bcontact with (?=FIS|ATC|ATS)\b", "talk to "),
    (r"\b(?:make|makes|made) exceptions?\b", "grant exceptions"),
)
_EMPTY_WORDS = """
    a an the of as is are was were be been being it its itself this that these those there here and but so then i
    you your we our they their he she his her will would who which what how do does did has had have having one
    for about to on by into t me my us them own given gives give gave come comes came say says said rule rules
    material according survey's answer answers answered question questions country countries compared again thus
    therefore well while whereas however also follow follows following pilot pilots found stand stands use uses
    used set need't get gets make makes made take takes find sell sells sold offer offers offered pay paid pays
    runway runways away name called named shown regulation regulations text entry's page's like with set squawk
    squawking another's they're it's that's there's who's says in at for with also too planned
    compared among fly flown flies flying distance want wants costs
    stay stays remain remains comes based rests resting rest taken runs lasts lies lie apply applies grant grants
    granted just
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_EMPTY_STEMS = frozenset(stem(word) for word in _EMPTY)
_OPENS_WORDS = """
    in at for on of to from with by over under above below within outside inside between before after than when
    where while if unless until except and or but as per during beyond without via near startingat endingat
"""
_OPENS = frozenset(_OPENS_WORDS.split())
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAY = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\.? (?:of )?({'|'.join(_MONTHS)})[a-z]*\.?,? (\d{{4}})\b", re.IGNORECASE
)
_SPELT = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_NUMBERS = {word: str(value) for value, word in enumerate(_SPELT.split()) if value != 1}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.:]\d+)*|[,;:()]")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared; `opens`: a block begins with it; `joined`: an "and" stands before it; `apart`: a
    comma or conjunction does."""

    kind: str
    stem: str
    opens: bool
    named: bool = False
    joined: bool = False
    apart: bool = False

    @property
    def floats(self) -> bool:
        """Whether it may stand anywhere: a duty, a hedge, "only"."""
        return self.kind in {"must", "nomust", "may", "ban", "hedge"} or self.stem in {"only", "but-for", "yes"}


def reworded(text: str) -> str:
    """The text with phrases that are one made one, and days as one word."""
    text = text.replace("’", "'")
    text = _DAY.sub(lambda m: f"day{int(m[1]):02d}{m[2][:3].casefold()}{m[3]}".translate(_LETTERS), text)
    _, phrases, instead_of = _lexicon()
    text = phrases.sub(lambda m: instead_of[m[0].casefold()], text)
    for pattern, instead in _PHRASES:
        text = re.sub(pattern, instead, text)
    text = _CLASSES.sub(_in_order, text)
    return re.sub(r"\(([a-z]|\d+)\)", r" \1", text)  # "(c)" of a paragraph is no aside


_CLASSES = re.compile(r"\b([Cc]lass(?:es)?) ([A-G](?:, [A-G])*),? (and|or) ([A-G])\b")


def _in_order(found: re.Match[str]) -> str:
    """ "Class E or G" is "class G or E"."""
    letters = sorted([*re.findall(r"[A-G]", found[2]), found[4]])
    return f"{found[1]} {', '.join(letters[:-1])} {found[3]} {letters[-1]}"


_LETTERS = str.maketrans("0123456789", "abcdefghij")


@lru_cache(maxsize=1 << 11)
def words_of(text: str) -> tuple[Word, ...]:
    """What a text claims, word by word, with its denials bound."""
    found: list[Word] = []
    opens, joined, apart = True, False, True
    for token in _WORD.findall(reworded(text)):
        word = token.casefold()
        if word in ",;:()":
            opens = apart = True
            continue
        opens, joined = opens or word in _OPENS, joined or word == "and"
        apart = apart or word in {"and", "or", "but", "while", "whereas"}
        for read in _read(word):
            found.append(Word(*read, opens, token != word, joined, apart))
            opens = joined = apart = False
    return tuple(_denied(found, forbids=_FORBIDS.search(text) is not None))


_FORBIDS = re.compile(r"\b(?:must|shall|should|ought to)(?:n't| not| never)\b", re.IGNORECASE)


@cache
def _free() -> frozenset[str]:
    return frozenset(stem(same_word(word)) for word in _told()["free"]["words"].split())


def is_free(word: str) -> bool:
    """Whether a stem is of a word that says nothing of flying: it joins, restates, advises to look."""
    return word in _free()


def is_empty(word: str) -> bool:
    """Whether a word, or its stem, claims nothing."""
    return word in _EMPTY or word in _EMPTY_STEMS


def _read(word: str) -> Iterator[tuple[str, str]]:
    if word == "cannot":
        yield "ban", "ban"
        return
    if word.endswith("n't"):
        verb = kind_of("can" if word == "can't" else word.removesuffix("n't"))
        if verb:
            yield verb, verb
        yield "no", "no"
        return
    if word == "one":
        yield "maybe", "1"
        return
    if word in _EMPTY:
        return
    word = _NUMBERS.get(same_word(word), same_word(word))
    if word == "must":
        yield "must", "must"
    elif word[0].isdigit():
        yield "word", word.removesuffix(".0")
    elif word == "but-for":
        yield "limit", word
    elif kind := kind_of(word):
        if word in ADVICE:
            yield kind, "should"
        elif kind in {"limit", "hedge"}:
            yield kind, "general" if word == "general" else stem(word)
        else:
            yield kind, kind
    elif word not in _EMPTY:
        yield "word", stem(word)


def _denied(found: list[Word], *, forbids: bool) -> list[Word]:
    """Denials of a duty or permission become its opposite, whether they stand before it or before its object."""
    verbs = [at for at, word in enumerate(found) if word.kind in {"must", "may"}]
    denials = [at for at, word in enumerate(found) if word.kind == "no"]
    if len(verbs) != 1 or len(denials) != 1:
        return found
    verb, no = verbs[0], denials[0]
    between = found[min(verb, no) + 1 : max(verb, no)]
    first = next(at for at, word in enumerate(found) if word.kind != "hedge")
    if no > verb and found[no].opens:
        return found
    if no != first and any(word.kind != "hedge" for word in between):
        return found
    may = found[verb].kind == "may" or (forbids and abs(verb - no) == 1)
    kind = "ban" if may else "nomust"
    said = "should" if found[verb].stem == "should" else kind
    found[verb] = replace(found[verb], kind=kind, stem=said, named=False, joined=False)
    after = found[no + 1] if no + 1 < len(found) else None
    if after is not None and found[no].opens:
        found[no + 1] = replace(after, opens=True, named=False, joined=False)
    del found[no]
    return found


def peoples(text: str) -> str:
    """ "German" is of Germany."""
    return re.sub(r"[A-Z][a-z]+", lambda m: PEOPLES.get(m[0].casefold(), m[0]), text)
