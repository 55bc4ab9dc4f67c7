"""Tells the language a pilot writes in; a word or two that say nothing keep the conversation's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from agent import regex as re
from agent.aviation.names import fold
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.language.dialect import written_german
from agent.protocol import Conversation, Question
from tongue import SOURCE, languages

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ARTICLES = ("Le", "La", "Les")
_BEHIND_AN_ARTICLE = frozenset(
    (
        "touquet",
        "havre",
        "mans",
        "bourget",
        "luc",
        "castellet",
        "puy",
        "versoud",
        "tréport",
        "treport",
        "rochelle",
        "baule",
        "ferté",
        "ferte",
        "roche",
    )
)
"""Towns whose name begins with an article, as they are typed in any language: "le touquet"."""
_ENOUGH = 0.75
"""What the words of a message weigh together when they tell its language."""
_A_HINT = 0.25
"""What is enough in a chat in which nothing was said yet, of a person whose app tells no language either."""
_OPENS = 0.25
"""What a word of glue weighs more where it begins a message."""
_TOPIC = 0.75
"""A word of the subjects that one language alone has ("Turm"): a word of grammar beside it outweighs it."""
_SPACE = 0.2
_SPACED = re.compile(r"\w[  \u202f][?!](?=\s|$)")
""" "Avgas à Quiberon ?": what French sets before its marks; others at times, so it weighs little."""
_SHORTEST_TOPIC = 4
_SHORTEST_HEAD = 4
"""Letters before the last part of a compound: "Segelflugplätze"."""
_SUBJECTS = ("field", "list", "sky")
_ADDRESS = re.compile(r"https?://\S+|<[@#!][^>]*>")
_WITHOUT_APOSTROPHE = re.compile(r"\b([tTcCjJ]) (?=(?:es|est|ai|étais?|était)\b)")
""" "Merci t es top" is no German."""
_DIALECT = re.compile(
    r"\b(was|wie|wo|wann|wer|der|die|das|des|es|da|dort|hier) is\b|\bis (?=(?:das|der|des|es|dort|ma|net|nix)\b)",
    re.IGNORECASE,
)
""" "Wo is", "is das": the "ist" of southern German. "Was is" and "die is" are no English."""
_AT_THE = re.compile(r"(?<=[^\W\d_] )(?<!\bi )am(?= (?!i\b)[^\W\d_])", re.IGNORECASE)
""" "Essen am Meer" is no "I am", nor "10 am"."""
_LONGEST_WISH = 4
"""Words beside "auf Deutsch" in a message that does nothing but choose a language."""


@dataclass(frozen=True)
class Tongue:
    """One language: its own name, and what is said when it is chosen."""

    code: str
    name: str
    said: str
    asked: tuple[str, ...]


@cache
def _tables() -> tuple[dict[str, Tongue], dict[str, dict[str, float]]]:
    read = toml_table(AgentSettings().data / "tongues.toml")
    tongues: dict[str, Tongue] = {}
    weights: dict[str, dict[str, float]] = {}
    for code in languages():
        table: dict[str, str] = read.get(code, {})
        asked = tuple(words.strip() for words in table.get("asked", "").split(";") if words.strip())
        tongues[code] = Tongue(code, table.get("name", code), table.get("said", ""), asked)
        for words, weight in ((table.get("words", ""), 1.0), (table.get("glue", ""), 0.5)):
            for word in words.split():
                for spelling in {word, fold(word) or word}:
                    weights.setdefault(spelling, {}).setdefault(code, weight)
        for word in table.get("written", "").split():
            weights[word] = {code: 1.0}
    phrases = {code: _subjects(code) for code in tongues}
    for code, own in phrases.items():
        shared = {
            word for name, other in phrases.items() if name != code for said in other for word in said.split()
        }
        for word in own - shared - weights.keys():
            if word.isalpha() and len(word) >= _SHORTEST_TOPIC:
                weights[word] = {code: _TOPIC}
    return tongues, weights


@cache
def _openings() -> dict[str, str]:
    """The words that tell a language only where they begin a message, with its code."""
    read = toml_table(AgentSettings().data / "tongues.toml")
    return {word: code for code in languages() for word in str(read.get(code, {}).get("opens", "")).split()}


@cache
def _compounds() -> dict[str, re.Pattern[str]]:
    """The words that end like a compound of a language, by its code."""
    read = toml_table(AgentSettings().data / "tongues.toml")
    ends = {code: str(read.get(code, {}).get("endings", "")).split() for code in languages()}
    return {
        code: re.compile(rf"\w{{{_SHORTEST_HEAD},}}(?:{'|'.join(words)})") for code, words in ends.items() if words
    }


def _of_compound(word: str) -> dict[str, float]:
    return {code: _TOPIC for code, ends in _compounds().items() if ends.fullmatch(word)}


def _subjects(code: str) -> set[str]:
    """The words and phrases by which a language names what is asked of an airfield."""
    path = AgentSettings().data / "language" / f"{code}.toml"
    read: dict[str, dict[str, str]] = toml_table(path) if path.exists() else {}
    lines = (line for name in _SUBJECTS for line in read.get(name, {}).values())
    return {phrase.strip() for line in lines for phrase in line.split(";")}


def tongues() -> dict[str, Tongue]:
    """The languages that can be chosen, by code."""
    return _tables()[0]


def written_in(text: str, enough: float = _ENOUGH) -> str | None:
    """The language of a message; None where its words tell too little. A dialect of German is German."""
    text = written_german(text)
    _, weights = _tables()
    scores: dict[str, float] = {}
    said = _WITHOUT_APOSTROPHE.sub(r"\1'", _ADDRESS.sub(" ", text).replace("’", "'"))
    said = _AT_THE.sub("im", said)
    words = _WORD.findall(_DIALECT.sub(lambda m: f"{m[1]} ist" if m[1] else "ist ", said))
    for place, word in enumerate(words):
        behind = words[place + 1] if words[place + 1 : place + 2] else ""
        if word in _ARTICLES and behind.istitle():
            continue  # "Le Touquet": of a name
        if word in ("le", "la") and behind.casefold() in _BEHIND_AN_ARTICLE:
            continue  # "actually le touquet"
        is_short_name = place and word.istitle() and len(word) <= 3 and word != "Uhr"
        if len(word) > 1 and (word.isupper() or is_short_name):
            continue  # a code, or the article of a name: "Le Touquet"
        parts = [word] if word.casefold() in weights else re.split(r"['-]", word)
        for part in parts:
            if len(part) == 1 and part.isupper() and len(parts) > 1 and len(word) > 2 and "-" in word:
                continue  # "D-reg": of a registration
            found = weights.get(part.casefold()) or weights.get(fold(part) or part, {})
            found = found or _of_compound(part.casefold())
            for code, weight in found.items():
                scores[code] = scores.get(code, 0.0) + weight / len(found)
    if _SPACED.search(text):
        scores["fr"] = scores.get("fr", 0.0) + _SPACE
    if len(words) > 1 and (code := _openings().get(words[0].casefold())):
        scores[code] = scores.get(code, 0.0) + _OPENS  # "et Figari"
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < enough:
        return None
    if len(ranked) > 1 and ranked[1][1] >= ranked[0][1]:
        return None
    return ranked[0][0]


@cache
def _wishes(phrase: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A wish for a language that may be the whole message, and one that stands before or behind a question."""
    polite = r"(?:please|bitte|svp|stp|s il vous plait|s il te plait|merci)"
    return (
        re.compile(rf"(?:(?:.* )?{polite} )?{phrase}(?: {polite})?"),
        re.compile(rf"(?:^{phrase} {polite}\b|^{polite} {phrase}\b|\b{phrase} {polite}$)"),
    )


def wished(text: str) -> str | None:
    """The language that a message asks for, alone or beside a question: "auf Deutsch bitte"."""
    words = _folded(text)
    for tongue in tongues().values():
        for phrase in tongue.asked:
            if _is_alone(phrase, words) or _wishes(phrase)[1].search(words):
                return tongue.code
    return None


def _folded(text: str) -> str:
    return " ".join((fold(word) or word.casefold()) for word in re.findall(r"[^\W_]+", text))


def _is_alone(phrase: str, words: str) -> bool:
    is_short = len(words.split()) <= _LONGEST_WISH + len(phrase.split())
    return is_short and _wishes(phrase)[0].fullmatch(words) is not None


def is_wish_alone(text: str) -> bool:
    """Whether a message does nothing but choose a language."""
    words = _folded(text)
    return any(_is_alone(phrase, words) for tongue in tongues().values() for phrase in tongue.asked)


def language_of(question: Question, conversation: Conversation) -> str:
    """The language to answer in: the one asked for, the one the person has set, the one of the words, the last one.

    In a chat that has none yet it is that of the person's app.
    """
    if question.call is None and (wish := wished(question.text)):
        return wish
    if question.profile.language in languages():
        return question.profile.language or SOURCE
    if question.call is not None:
        return tongue_of(conversation, question.speaks)
    told = written_in(question.text)
    nothing_else = not conversation.turns and conversation.tongue == SOURCE and not question.speaks
    if told is None and nothing_else:
        told = written_in(question.text, _A_HINT)  # "metar LFRN et Dinard": nothing else tells
    return told or tongue_of(conversation, question.speaks)


def tongue_of(conversation: Conversation, speaks: str) -> str:
    """The language of a chat; of one in which nothing was said yet, that of the person's app, where it is spoken."""
    app = speaks[:2].lower()
    new = not conversation.turns and conversation.tongue == SOURCE
    return app if new and app in languages() else conversation.tongue


def wanted_language(words: str) -> str | None:
    """What follows `/language`: a code or a name in any of them; "" for "auto", None for what is not spoken."""
    said = fold(words.strip()) or words.strip().casefold()
    if said in {"auto", "automatic", "automatique", "automatisch", "off"}:
        return ""
    for tongue in tongues().values():
        names = {tongue.code, fold(tongue.name), *(word for phrase in tongue.asked for word in phrase.split())}
        if said in names - {"in", "auf", "en", "please", "bitte", "answer", "speak", "s", "il", "vous", "plait"}:
            return tongue.code
    return None
