"""A text as typed words: figures with their units, times, dates, names, what denies, obliges, permits or limits.

Plain words are as `data/prose_words.toml` reads them. Each knows its leaf: what stands between two marks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from agent import regex as re
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.regex import longest_first
from agent.writing.bound import stands_against
from agent.writing.grounding import UNITS, spelt
from agent.writing.nations import PEOPLES
from agent.writing.statements import stem

_LEXICON = "prose_words.toml"
_MISSING = f"The words that prose is read by are missing or damaged. Restore data/{_LEXICON}."

MODAL = frozenset({"must", "may", "ban", "should", "nomust"})
CONDITIONS = frozenset(
    ["when", "xwhole", "xunless", "xbutfor", "only", "until", "provided", "otherwise", "without"]
)
"""What makes of what stands beside it less than it seems."""
_CONTROL = {
    "no": "no not never none nobody nothing neither nor without nowhere hardly scarcely barely",
    "must": """must shall need needs needed require requires required requirement requirements due mandatory
        compulsory obligatory necessary obliged needing obligation duty demand
        demands demanded""",
    "should": "should ought recommend",
    "may": "may might can could allowed permitted permits allows permit allow possible permissible",
    "ban": "mustnot cannot impossible unlawful prohibited forbidden banned illegal",
    "hedge": """usually usual generally general often sometimes mostly mainly normally normal typically commonly
        probably likely perhaps maybe practice apparently reportedly""",
}
_KIND = {word: kind for kind, words in _CONTROL.items() for word in words.split()}
_LIMITS = {
    "if": "when", "when": "when", "whenever": "when", "once": "when", "where": "when", "wherever": "when",
    "unless": "xunless", "until": "until", "till": "until", "only": "only", "solely": "only",
    "provided": "provided", "otherwise": "otherwise", "before": "before", "after": "after", "above": "above",
    "over": "above", "below": "below", "under": "below", "between": "between", "during": "during",
    "since": "since", "from": "from", "to": "", "every": "every", "each": "every", "all": "every",
    "any": "every", "everyone": "every", "everybody": "every", "anyone": "every", "anybody": "every",
    "both": "both", "or": "or", "either": "", "other": "other", "others": "other", "another": "other",
    "instead": "instead", "further": "further", "off": "off", "more": "more", "less": "less",
    "fewer": "less", "than": "", "same": "same", "first": "first", "last": "last", "except": "xbutfor",
    "towards": "towards", "half": "half", "some": "some", "several": "some", "few": "some", "many": "many",
    "most": "most", "least": "least", "alone": "only", "everything": "every", "through": "through",
    "throughout": "through", "too": "", "also": "",
}  # fmt: skip
_ALWAYS_BOUND = frozenset(_LIMITS.values()) | {
    "startingat", "endingat", "xatleast", "xatmost", "xunknown", "xoutside",
    "xinside", "xbutfor", "xlatest", "xearliest", "xwhole", "xbothways", "xnotread", "xnotseen", "xnodiff",
    "xmorethan", "xwhicheverhigher", "xwhicheverless", "xelsewhere", "xnospecific", "xlongest", "xnearest",
    "xpresent",
    "xalike", "xtellsotherwise", "xprescribe", "xbothcountries", "xtown", "xgathering", "xanothermatter", "xh24",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Facet:
    """One typed word. `bound`: it may not be left out; `joined`: an "and" or "or" stands before it."""

    kind: str
    key: str
    leaf: int
    bound: bool
    joined: str = ""


class _Lexicon(NamedTuple):
    pattern: re.Pattern[str]
    phrases: Mapping[str, str]
    words: Mapping[str, str]
    light: frozenset[str]
    lends: Mapping[str, frozenset[str]]


@cache
def _lexicon() -> _Lexicon:
    try:
        told = toml_table(AgentSettings().data / _LEXICON)
        phrases = {p.strip(): one for one, all_ in told["phrases"].items() for p in all_.split(";")}
        words = {
            stem(w.strip()): stem(one) for one, all_ in told["words"].items() for w in (one, *all_.split(";"))
        }
        light = frozenset(told["light"]["words"].split())
        lends = {one: frozenset(all_.split()) for one, all_ in told["beside"].items()}
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise DataProblem(_MISSING, detail=str(error)) from error
    longest = longest_first(phrases)
    found = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
    return _Lexicon(found, phrases, words, light, lends)


_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_UNIT = "|".join(longest_first(re.escape(u) for u in UNITS if u not in {"nautical"}))


def _minutes(found: re.Match[str]) -> str:
    return f"{60 * int(found[1]) + int(found[2])} min"


def _clock(found: re.Match[str]) -> str:
    return f" T{int(found[1]):02d}{found[2]} "


def _either(found: re.Match[str]) -> str:
    return "andor" if found[0] == "and/or" else "or"


_REWRITES: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"’", "'"),
    (r"(?<=\d)[\u00a0\u202f ,](?=\d{3}(?!\d))", ""),
    (r"(?<=\d),(?=\d{1,2}\b)", "."),
    (r"\b(\d{1,2})\s?h(?:ours?)? ?(?:and )?(\d{1,2})\s?m(?:in(?:utes?)?)?\b", _minutes),
    (r"(?<=\d)(?:m|min)(?= (?:at|with|in)\b)", " min"),
    (r"\b(\d{1,2}) ?h ?(\d{2})\b(?! ?(?:ft|nm|km|kt|m|h|%)\b)", _minutes),
    (r"\b(?:PPR )?PN (\d+) ?(?:HRS?|H)\b", r"\1 h before"),
    (r"(?<=\d) ?HRS?\b", " h"),
    (r"\b(?:the )?[Ss]un sets\b", "sunset"),
    (r"\b(?:the )?[Ss]un rises\b", "sunrise"),
    (r"\bbetween (sunrise|sunset) and (sunrise|sunset)\b", r"startingat \1 endingat \2"),
    (r"\b(TORA|TODA|ASDA|LDA) (\d+)(?=,)", r"\1 \2 m"),
    (r"\b(?:[Yy]ou|pilots) (?:can|may) (?:also )?(?:get|buy|refuel(?: with)?|fill up(?: with)?)\b", ""),
    (r"\b[Tt]he (?:flight|trip|leg|way) takes\b", ""),
    (r"\byou(?:'ll| will)? need (?=(?:about )?\d+ ?(?:h|min)\b(?! ?(?:of )?(?:prior )?notice))", ""),
    (r"\b(?:such as|for example|for instance|e\.g\.)", ""),
    (r"\b(surface|ground) must (?:be|stay|remain) in sight\b", r"must \1 in sight"),
    (r"\b100 ?LL\b", "xhll"),
    (r"\b(\d+) other (?=[a-z]+s\b)", r"\1 "),
    (r"\b[Yy]ou take (?=the\b)", ""),
    (r"\b(\d+ ?(?:h|hours?)) (?:in advance|ahead|beforehand)\b", r"\1 before"),
    (r"\b(?:[Tt]he|[Tt]his) information\b", ""),
    (r"\bNL\b", "Netherlands"),
    (r"> ?(?=\d)", " xmorethan "),
    (r"(?<=\d)t\b", " t"),
    (r"\b(needs?|requires?) (?:mandatory|compulsory) ", r"\1 "),
    (
        r"\b[Yy]ou can (?:also )?"
        r"(?=(?:stay|eat|pay|dine|park|sleep|reach|call|phone|contact|hire|rent|expect|choose)\b)",
        "",
    ),
    (r"\blasts (?=(?:about |roughly )?(?:\d|from\b|startingat\b|until\b))", ""),
    (r"\bWIN\b", "winter"),
    (r"\bSUM\b", "summer"),
    (r"\b(?:is|are) unknown\b", "xunknown"),
    (r"\b(\w+) hours? of ([\w ]+?), (\w+) of them\b", r"\1 h of \2, \3 h"),
    (r"\btakes (?=(?:two|three|four|five|six|seven|eight|nine|ten|\d+) )", ""),
    (r"\b(\d{1,2}):(\d{2})\s?(?=Z\b)", r"T\1\2 "),
    (r"\b(\d{1,2}):(\d{2})\b", _clock),
    (
        r"(?<![\d+.])([01]\d|2[0-4])([0-5]\d)\s?[-–]\s?([01]\d|2[0-4])([0-5]\d)(?![\d])",
        r" startingat T\1\2 endingat T\3\4 ",
    ),
    (r"(T\d{4})\s*[-–]\s*(T\d{4})", r" startingat \1 endingat \2"),
    (
        r"(?<=[a-z] )([01]\d|2[0-4])([0-5]\d)(?= (?:UTC|local|and|to|on|is|in|wants?|needs?|Dole|custo"
        r"ms)\b)",
        r"T\1\2",
    ),
    (rf"(?i)\b({_DAY})\s?[-–]\s?({_DAY})\b", r"startingat \1 endingat \2"),
    (r"\bNo\.? (?=\d)", "number "),
    (rf"(?i)\b(?:from )?({_DAY}) (?:to|through) ({_DAY})\b", r"startingat \1 endingat \2"),
    (r"\b0(\d) (?:HR|H)\b", r"\1 h"),
    (r"\b[Ff]rom\b([^,;:.()]*?)\bto\b", r"startingat \1 endingat"),
    (
        r"\bbetween (?=(?:T?\d)[^,;.]*? and T?\d)([^,;.]*?)\band (?=T?\d+ ?(?:h|hours?|UTC|local|on)\b"
        r")",
        r"startingat \1endingat ",
    ),
    (r"\bNM\b|\bnautical miles?\b", "nm"),
    (r"(\d+(?:\.\d+)?) (\w+ (?:IAS )?)or less\b", r"xatmost \1 \2"),
    (r"(\d+(?:\.\d+)?) (\w+ (?:IAS )?)or (?:slower|below|lower)\b", r"xatmost \1 \2"),
    (r"(\d+(?:\.\d+)?) (\w+ )or more\b", r"xatleast \1 \2"),
    (r"\b[Aa]t (or|and) (above|below)\b", r"at\1\2"),
    (r"\b(?:and/or|or/or)\b", _either),
    (r"\bUnited Kingdom\b|\bU\.K\.|\bUK\b|\bGreat Britain\b", "Unitedkingdom"),
    (r"\bZ\b", "UTC"),
    (r"\bconvert(?:s|ed)? to UTC\b", ""),
    (r"\bstates? no\b|\bgives? no\b", "no"),
    (r"\bin general\b", "generally"),
    (r"\b[Oo]nly (?=\d+(?:\.\d+)? (?:nm|m|km|ft)\b)", ""),
    (r"\b(\w+) more(?: fields?)? are not (?:shown|listed)(?: here)?\b", r"\1 more"),
    (r"\b[Nn]eed not\b|\bneedn't\b", "not required"),
    (r"\b(?:have|has|had) to\b", "must"),
    (r"\b(?:do|does|did) not must\b|\b(?:don't|doesn't) must\b", "not required"),
    (r"\b(?:do|does|did)(?: not|n't) (?:need|require)\b(?: to\b)?", "not required"),
    (
        r"\b(?:is|are)(?: not|n't) (?:needed|required|mandatory|necessary|compulsory|obliged)\b(?: to"
        r"\b)?",
        "not required",
    ),
    (r"\b(?:must|shall)(?: not|n't| never) ", "mustnot "),
    (r"\b(?:may|can|could)(?: not|n't| never) ", "cannot "),
    (r"\bcan't\b", "cannot"),
    (r"\b(?:is|are)(?: not|n't) (?:allowed|permitted)\b", "cannot"),
    (r"n't\b", " not"),
    (
        r"\b(?:[Yy]ou can|can be) (?:also )?reach(?:ed)?(?: them| it)? (?:on|at|by)?|\b[Yy]ou can (?:a"
        r"lso )?write to\b|\bwrite to\b",
        " ",
    ),
    (r"\b(?:[Yy]ou can|they can be|it can be) (?=found\b|see\b|read\b)", ""),
    (r"(\d+) others?\b(?! \w+s\b)", r"\1"),
    (r"\b(?:[Tt]he )?(?:an)?other (\d+)\b", r"\1"),
    (r"\b(?:last|past|previous|preceding) (?=\d+ days\b)", "preceding "),
    (r"\b(?:with)?in the preceding\b", "preceding"),
    (r"\btakes? (?=(?:about |roughly )?\d)", ""),
    (r"\b[Ff]urther from ([^,.;]*?) than ([^,.;]*)", r"xoutside \2 from \1"),
    (r"\b[Aa]ccepted (?=startingat|from)", ""),
    (r"\b[Tt]o (?:land|arrive|enter|fly) (?=at\b|in\b|to\b|into\b)", ""),
    (r"(?<![\w(])\+(?=\d+ (?:nm|min)\b)", "plus "),
    (r"(?<=\d nm) off\b(?! (?:the )?track)|(?<=\d m) off\b", ""),
    (r"\b[Aa]ll (?=(?:two|three|four|five|six|\d+)\b)", ""),
    (r"\b[Yy]ou (?:can|may) (?=(?:find|read|see|check|look)\b)", ""),
    (r"\b(?:comes?|came|is|are) from (?=(?:the|a|an) )", ""),
    (r"\b[Bb]oth (?=[\w-]+(?: [\w-]+)? and )", ""),
    (r"(\d+ ?h(?:ours?)?) to (\d+ ?h)", r"startingat \1 endingat \2"),
    (r"(T\d{4}) +(?:to|until) +(T\d{4})", r"startingat \1 endingat \2"),
    (r"\bair-ground\b", "air ground"),
    (r"\bask(?:s|ed)? for (?=\d|prior|PPR|a\b|an\b|[Mm]ode)", "requires "),
    (r"\bwants? (?=\d|prior|PPR|[Mm]ode|no\b)", "requires "),
    (r"\b(?:prior )?[Nn]otice of (\d+ (?:h\b|hours?))", r"\1 before"),
    (r"\b(\d+ ?(?:h|hours?))'? (?:of )?(?:prior )?notice\b", r"\1 before"),
    (r"\b[Uu]nder (?=VFR|IFR|SERA|NCO|the [A-Z]|Part|Article|§|Annex|Regulation|this|that|these)", ""),
    (
        r"\b(?:[Ii]nside|[Ww]ithin) (?=(?:(?:an?|the|any|each|every|its|such) )?(?:TMZ|RMZ|CTR|[Tt]ran"
        r"sponder|[Rr]adio m|[Cc]ontrol z|airspace|[A-Z]))",
        "in ",
    ),
    (r"\b[Tt]he minimum(?: \w+)? is (?=\d)", "xatleast "),
)  # fmt: skip
_COMPILED = tuple((re.compile(p), r) for p, r in _REWRITES)
_OF_MONTH = re.compile(rf"\b([12]?\d|3[01])(?:st|nd|rd|th)?\.? (?:of )?(?={_MONTH}\b)", re.IGNORECASE)
_DATED = re.compile(rf"\b(\d{{1,2}}) ({_MONTH})\.?,?(?: (\d{{4}}))?\b", re.IGNORECASE)
_MONTHLY = re.compile(rf"\b({_MONTH})\.? (\d{{4}})\b", re.IGNORECASE)
_TOKEN = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+"
    r"|\b\d{2}[LRC]?/\d{2}[LRC]?\b|\b\d{2}[LRC]\b"
    r"|\+?\d[\d ()/-]{6,}\d"
    r"|[A-Z][\w]*(?:\.[A-Z\d]+)+(?:\([a-z\d]+\))*|§ ?\d+"
    r"|T\d{4}|D\d+[a-z]{3}(?:\d{4})?|M[a-z]{3}\d{4}"
    r"|\d+(?:\.\d+)?"
    r"|[^\W\d_]+(?:'[^\W\d_]+)?(?:-[a-z]+)*\d*"
    r"|[€$£%°]|[,;:()·]|\.(?=\s|$)"
)
_OPENERS = frozenset(["when", "xunless", "xbutfor", "until", "provided", "xwhicheverhigher", "xwhicheverless"])


def beside(key: str) -> frozenset[str]:
    """Words that may be said beside it."""
    return _lexicon().lends.get(key, frozenset())


def peoples(text: str) -> str:
    """ "German" is of Germany."""
    text = re.sub(r"\bUK\b|\bU\.K\.", "United Kingdom", text)
    return re.sub(r"[A-Z][a-z]+", lambda m: PEOPLES.get(m[0].casefold(), m[0]), text)


def rewritten(text: str) -> str:
    """The text with what is said in several words said in one."""
    text = peoples(text)
    text = _DATED.sub(lambda m: f"D{int(m[1])}{m[2][:3].casefold()}{m[3] or ''}", _OF_MONTH.sub(r"\1 ", text))
    for pattern, instead in _COMPILED:
        text = pattern.sub(instead, text)
    text = _MONTHLY.sub(lambda m: f"M{m[1][:3].casefold()}{m[2]}", text)
    lexicon = _lexicon()
    return lexicon.pattern.sub(lambda m: lexicon.phrases[m[0].casefold()], text)


def _word(mark: str, first: bool) -> tuple[str, str, bool] | None:
    """Kind, key and whether it is bound; None for what claims nothing."""
    word = mark.casefold().removesuffix("'s").removesuffix("'")
    if "@" in word or word.startswith("http") or re.match(r"\+?\d[\d ()/-]{6,}\d$", mark):
        return "name", re.sub(r"[^\w@.]", "", word), True
    if mark[0] in "TDM" and re.match(r"T\d{4}$|D\d+[a-z]{3}|M[a-z]{3}\d{4}$", mark):
        return "num", mark, True
    if word[0].isdigit():
        return "num", word.removesuffix(".0"), True
    value = spelt(word)
    if value is not None and word not in {"one", "half"}:
        return "num", f"{value:g}", True
    if word in {"startingat", "endingat"} or re.match(r"at(?:or|and)(?:above|below)$", word):
        return "limit", word, True
    if word in _LIMITS:
        return ("limit", _LIMITS[word], True) if _LIMITS[word] else None
    if word in _KIND:
        kind = _KIND[word]
        return kind, "mustnot" if word == "mustnot" else kind, True
    _, _, words, light, _ = _lexicon()
    if word.startswith("x") and word in _ALWAYS_BOUND:
        return "limit", word, True
    if word in light and not (mark == "A" and not first):
        return None
    if re.fullmatch(_DAY, word):
        return "num", word[:3], True
    root = words.get(stem(word), stem(word))
    named = mark[0].isupper() and not first
    stands = any(stands_against(part) for one in {word, root} for part in {stem(one), *map(stem, one.split("-"))})
    return "word", root, named or stands or re.match(r"ent[a-z]{4}$|x[a-z]{3}", root) is not None


@lru_cache(maxsize=1 << 11)
def facets_of(text: str) -> tuple[Facet, ...]:
    """The typed words of a text in their order."""
    found: list[Facet] = []
    leaf, joined, fresh = 0, "", True
    first = True
    for mark in _TOKEN.findall(rewritten(text)):
        if mark in ",;:()·.":
            if joined in {"or", "andor"} and not fresh and mark in ";.·":
                found.append(Facet("limit", joined, leaf, True))
                joined = ""
            leaf, fresh = leaf + (not fresh), True
            continue
        if mark.casefold() in {"and", "andor"}:
            joined, first = joined or mark.casefold(), False
            continue
        read = _word(mark, first)
        first = False
        if read is None:
            continue
        kind, key, bound = read
        last = found[-1] if found else None
        unit = UNITS.get(mark.casefold(), "")
        if unit and last and last.kind == "num" and last.key.replace(".", "").isdigit() and not fresh:
            found[-1] = replace(last, key=f"{last.key} {unit}")
            continue
        if key in _OPENERS and not fresh:
            leaf += 1
        if key == "or":
            joined = "or"
            continue
        found.append(Facet(kind, key, leaf, bound, joined))
        joined, fresh = "", False
    if joined in {"or", "andor"}:  # what it joins claims nothing by itself
        found.append(Facet("limit", joined, leaf, True))
    return tuple(_denied(found))


def _denied(found: list[Facet]) -> list[Facet]:
    """ "Not required" and "no … is required" are one; so are "not allowed" and "cannot"."""
    out: list[Facet] = []
    for facet in found:
        last = out[-1] if out else None
        if last and last.leaf == facet.leaf and last.kind == "no" and facet.kind in {"must", "may"}:
            out[-1] = replace(
                last,
                kind="nomust" if facet.kind == "must" else "ban",
                key="nomust" if facet.kind == "must" else "ban",
            )
        elif last and last.leaf == facet.leaf and last.kind == "must" and facet.kind == "no":
            out[-1] = replace(last, kind="nomust", key="nomust")
        else:
            out.append(facet)
    return out
