"""Commands meant by their name alone, or by what they are called in `[command.name]` of `data/language`."""

from __future__ import annotations

from functools import cache

from agent import regex as re
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.language.spoken import written_in
from agent.language.wording import word_set
from agent.protocol import Pending
from agent.subjects.trip.asked_again import asks_of_kept
from tongue import languages

QUESTION_COMMANDS = ("fly", "ask", "flyfun")
"""Commands whose text is a question: they exist for groups."""
_TYPED = word_set(
    "start help aircraft home margin units settings reminders watches sources "
    "reset forget flyout flyouts mydata currency"
)
"""Commands that their name alone means, in private or after a call; "out" and "move" are words of a question."""
_LANGUAGE = re.compile(r"(?:language|sprache|langue):? (\w+)$")
_UNITS = re.compile(r"(?:units?:? (?P<to>metric|aviation)|(?P<way>metric|aviation) units)$")
_MARGIN = re.compile(r"margin:? (\d{1,3})(?: ?(?:min|mins|minutes))?$")
_CURRENCY = re.compile(r"currency (?:off|(?:medical|licen[cs]e|sep|mep|ir|night|club|passport|radio)\b.{0,60})$")
_KINDLY = re.compile(
    r"^(?:please|pls|plz|bitte)\b|[\s,](?:please|pls|plz|bitte|svp|stp|s'il (?:te|vous) pla[iî]t)$"
)


def question_of(text: str) -> str:
    """A message without the command that only calls us: "/fly who is coming?" asks who is coming."""
    first, _, rest = text.strip().partition(" ")
    called = first.startswith("/") and first[1:].split("@", 1)[0].lower() in QUESTION_COMMANDS
    return rest.strip() if called else text


_QUOTE = re.compile(r"\A(?:\s*>[^\n]*\n)+(?=\s*\S)")


def quote_of(text: str) -> tuple[str, str]:
    """The lines that a message quotes at its head with ">", and what is written below them; "" without any."""
    match = _QUOTE.match(text)
    if match is None:
        return "", text
    lines = (line.strip().removeprefix(">").strip() for line in match[0].splitlines())
    return "\n".join(line for line in lines if line), text[match.end() :].strip()


def typed_command(text: str) -> str:
    """A direct message that is just the name of a command, or asks for what it lists: "help", "my reminders"."""
    word = _bare(text)
    if asks_of_kept(word):
        return "/reminders"
    if (language := _LANGUAGE.match(word)) is not None:
        return f"/language {language[1]}"
    if (units := _UNITS.match(word)) is not None:
        return f"/units {units['to'] or units['way']}"
    if (margin := _MARGIN.match(word)) is not None:
        return f"/margin {margin[1]}"
    if _CURRENCY.match(word):
        return f"/{word}"  # "currency medical 3 march 2027", as the answer to "currency" says it
    name, _ = _called(word)
    return f"/{name}" if name else text


def called_command(text: str, addressed_by: str) -> str:
    """ "@FlyFun help", "/fly settings", or what asks for the reminders kept, as a command; all else as it is."""
    word = _bare(question_of(text))
    if asks_of_kept(word):
        return "/reminders"
    if addressed_by in ("mention", "command") and (units := _UNITS.match(word)) is not None:
        return f"/units {units['to'] or units['way']}"
    name, _ = _called(word)
    return f"/{name}" if name and addressed_by in ("mention", "command") else text


def answers(command: str, asked: Pending) -> bool:
    """Whether what is called so answers what was asked instead: "home", to "From where?"."""
    return command == "/home" and asked.missing.key in ("from_location", "to_location", "location_clarification")


def written_tongue(text: str) -> str | None:
    """The language of a message. The name of a command is of none; what else it is called is of its language."""
    name, language = _called(_bare(text))
    return language if name else written_in(text)


def _called(word: str) -> tuple[str, str | None]:
    """The command that these words mean, and their language; "" for none."""
    return (word, None) if word in _TYPED else _names().get(word, ("", None))


@cache
def _names() -> dict[str, tuple[str, str | None]]:
    """What commands are called, in every language; of no language where two call one so."""
    found: dict[str, tuple[str, str | None]] = {}
    for code in sorted(languages()):
        path = AgentSettings().data / "language" / f"{code}.toml"
        tables = toml_table(path) if path.exists() else {}
        names: dict[str, str] = tables.get("command", {}).get("name", {})
        for command, phrases in names.items():
            for phrase in phrases.split(";"):
                word = phrase.strip()
                found[word] = (command, None if word in found else code)
    return found


def _bare(text: str) -> str:
    return _KINDLY.sub("", text.lower().replace("’", "'").strip(" .!?")).strip(" ,")
