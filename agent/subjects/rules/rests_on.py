"""What an answer on the rules rests on: "is that the law or advice?", "who says so?"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from agent import regex as re
from agent.rules.corpus import PILOT_SURVEY
from agent.subjects.rules.shapes import RuleEntry, RuleText
from agent.writing.as_held import as_held
from agent.writing.parts import escaped
from tongue import country_name, say

_MEANS = re.compile(r"^(?:AMC|GM)\d?\b")
_RETOLD = re.compile(
    r"^[^;]*\b(?:restated|summarised|told by|told in|as told|reported|described|description)\b", re.IGNORECASE
)
_MOST = 3


def rests_on(told: Iterable[RuleEntry]) -> str:
    """A line for each country's first text: law, an authority's word or what pilots report; "" for none."""
    lines: dict[str, list[str]] = {}
    for entry in told:
        if entry.answers:
            lines.setdefault(_line(entry.answers[0]), []).append(country_name(entry.country_name))
    return "\n".join(
        say("{name}: {value}", name=", ".join(dict.fromkeys(names)), value=line)
        for line, names in list(lines.items())[:_MOST]
    )


def to_be_read(country: str, told: Sequence[RuleEntry], publication: str, address: str) -> str:
    """A country's official publication, then each text that was told and where it stands; law before reports."""
    name = country_name(country)
    where = f"[{escaped(publication)}]({target(address)})" if address else escaped(publication)
    lines = [
        say("**{country}**: {where}", country=name, where=where)
        if where
        else say("**{country}**: its AIP; I hold no address of it.", country=name)
    ]
    texts = [answer for entry in told for answer in entry.answers]
    for answer in sorted(dict.fromkeys(texts), key=lambda one: one.basis == PILOT_SURVEY)[:_MOST]:
        link = next(iter(answer.links), "")
        shown = f" · [{urlsplit(link).hostname}]({target(link)})" if link else ""
        if answer.basis == PILOT_SURVEY:
            lines.append(say("- what pilots report (a survey), no official text{shown}", shown=shown))
        else:
            lines.append(f"- {as_held(escaped(answer.reference))}{shown}")
    return "\n".join(lines)


def target(link: str) -> str:
    """An address inside the parentheses of Markdown."""
    return link.replace("(", "%28").replace(")", "%29")


def _line(answer: RuleText) -> str:
    if answer.basis == PILOT_SURVEY:
        return say("**no text of law: it is what pilots report** (a survey).")
    reference = as_held(answer.reference)
    if _MEANS.match(answer.reference):
        return say(
            "**an accepted way to comply with the law, not the article itself:** {reference}.", reference=reference
        )
    if answer.basis == "regulation" and _RETOLD.search(answer.reference):
        return say("**law as others tell it, its text not read itself:** {reference}.", reference=reference)
    if answer.basis == "regulation":
        return say("**law, as far as I read it:** {reference}.", reference=reference)
    return say("**the word of an authority or body, not the text of a law:** {reference}.", reference=reference)
