"""What is said of another member: "Ben can't make it", "Dave's out". The organiser has a tap, others one line."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.aviation.names import fold
from bot.outings.outing import Answer, Member, Outing

_OUT = re.compile(
    r"(?P<name>[A-ZÀ-Þ][\w-]+)(?:(?:'s| is| has) (?:now |also )?(?:out|not coming|no longer coming"
    r"|dropped out|pulled out|pulling out|dropping out|cried off)"
    r"| (?:can't|cannot|can not|won't) (?:make it|come|be there|fly)| (?:isn't|won't be) coming"
    r"| dropped out| pulled out"
    r"|(?:'s| is|'s just| is just) not going to make it|(?:'s| is) unable to (?:make it|come)"
    r"| schafft(?:'s| es)(?: (?:am samstag|am sonntag|morgen|heute|leider|doch|wohl))* nicht"
    r"| wird(?:'s| es)(?: leider)? nicht schaffen"
    r"| n'y arrivera pas| ne va pas (?:venir|pouvoir venir|y arriver)| ne pourra pas (?:venir|être là|y arriver)"
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
    """Those of an outing who are called by the name of whom it is said that they do not come; `own`: the writer is
    among them.
    """

    name: str
    answers: tuple[Answer, ...]
    own: bool = False


def said_out(text: str, outing: Outing, writer: Member) -> OfMembers | None:
    """Of whom it is said, whether or not somebody who answered is called so; None where it is said of nobody."""
    match = _OUT.fullmatch(text.replace("’", "'").strip())
    if match is None:
        return None
    name = fold(match["name"])
    found = tuple(a for a in outing.answers if a.state != "out" and fold(a.member.name.split(" ")[0]) == name)
    own = writer.id in {a.member.id for a in found} or (not found and fold(writer.name.split(" ")[0]) == name)
    return OfMembers(match["name"], found, own)
