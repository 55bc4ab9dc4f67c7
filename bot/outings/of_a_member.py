"""What is said of another member: "Ben can't make it", "Dave's out". The organiser has a tap, others one line."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.aviation.names import fold
from bot.outings.outing import Answer, Outing

_OUT = re.compile(
    r"(?P<name>[A-ZÀ-Þ][\w-]+)(?:(?:'s| is| has) (?:now |also )?(?:out|not coming|no longer coming"
    r"|dropped out|pulled out|pulling out|dropping out|cried off)"
    r"| (?:can't|cannot|can not|won't) (?:make it|come|be there|fly)| (?:isn't|won't be) coming"
    r"| dropped out| pulled out"
    r"| kommt (?:leider |doch |jetzt )*nicht(?: mit)?| kann (?:leider |doch )*nicht(?: kommen| mitkommen| mit)?"
    r"| ist (?:leider |doch )*(?:raus|nicht dabei)| fällt (?:leider )?aus| hat abgesagt"
    r"| ne (?:vient|viendra|peut) (?:pas|plus)(?: venir)?| n'est (?:pas|plus) des nôtres| a annulé| se désiste)"
    r"(?: (?:after all|any more|now|today|tomorrow|this time|on saturday|on sunday|finalement|demain|morgen))*"
    r"(?:,? (?:(?:he|she)(?:'s| is) |er ist |sie ist |il est |elle est )?(?:sorry|ill|sick|working|krank"
    r"|malade))?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class OfMembers:
    """Those of an outing who are called by the name of whom it is said that they do not come."""

    name: str
    answers: tuple[Answer, ...]


def said_out(text: str, outing: Outing, writer: str) -> OfMembers | None:
    """Of whom it is said; None where nobody who answered is called so, or the writer is meant."""
    match = _OUT.fullmatch(text.replace("’", "'").strip())
    if match is None:
        return None
    name = fold(match["name"])
    found = tuple(a for a in outing.answers if a.state != "out" and fold(a.member.name.split(" ")[0]) == name)
    return None if not found or writer in {a.member.id for a in found} else OfMembers(match["name"], found)
