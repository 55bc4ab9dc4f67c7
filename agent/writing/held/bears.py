"""Whether an answer bears a sentence out: each of its claims is one unit's, of the same subject."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agent import regex as re
from agent.regex import longest_first
from agent.writing.held.against import GENERIC, against, crosses
from agent.writing.held.each import each_of
from agent.writing.held.items import Item, marked
from agent.writing.held.near import swaps
from agent.writing.held.placed import denies_in_brief, includes_the_left_out, misplaced, repeats
from agent.writing.held.scan import read
from agent.writing.held.terms import Tongue, tongue_of
from agent.writing.held.units import Answer

_CUT = re.compile(
    r"\s*(?:;|[,:] (?:and|but|so|while|whereas|which|though|although|with|et|mais|und|aber|wobei|sowie"
    r"|where|dont|qui|die)\b"
    r"|\b(?:and|et|und|but|mais|aber|while|whereas|with|though)\b|[,:](?=\s)|(?<=\s)\(|—|\s–\s)\s*",
    re.IGNORECASE,
)
MOST_CUTS = 12


def bears(sentence: str, answer: Answer, before: Sequence[str] = ()) -> bool:
    """Whether the answer says all that the sentence claims; `before`: whom the sentences before it spoke of."""
    return not whynot(sentence, answer, before)


def spoken_of(sentence: str, answer: Answer) -> tuple[str, ...]:
    """Whom a sentence names, for the next one that says "it"."""
    return tuple(item.key for item in read(marked(sentence, answer.names)) if item.kind == "ent")


def contradicts(sentence: str, answer: Answer) -> bool:
    """Whether a sentence says one value of two fields that have each their own, or includes what is left out."""
    items = read(marked(sentence, answer.names))
    return repeats(items, answer) or includes_the_left_out(items, answer) or denies_in_brief(items, answer)


def misleads(sentence: str, answer: Answer) -> bool:
    """Whether a sentence not borne out says a figure for its rival, which days are closed, or no for unknown."""
    items = read(marked(sentence, answer.names))
    keys = {item.key for item in items}
    days = any(item.kind == "day" for item in items)
    if days and "NOTICEOFF" in answer.tokens and keys & {"NOTICEOFF", "open", "hours"}:
        return True
    told = {item.key for item in items if item.kind not in {"sign", "ent"}}
    if "NEG" in keys and "UNKNOWN" not in keys and told:
        known = [{item.key for item in unit.items} for unit in answer.units]
        if any("UNKNOWN" in one and told <= one for one in known):
            return True
    return swaps([item for item in items if item.kind != "sign"], answer)


_OF_A_RUNWAY = frozenset(
    [
        "runway",
        "declared",
        "distance",
        "lights",
        "length",
        "width",
        "main",
        "LONGEST",
        "SHORTEST",
        "LONGER",
        "SHORTER",
    ]
)


def measures_a_runway(sentence: str, answer: Answer) -> bool:
    """Whether a sentence tells of a runway where the answer gives each runway its own figures."""
    items = read(marked(sentence, answer.names)) if answer.main else ()
    return any(
        item.key in _OF_A_RUNWAY
        or item.group == "surface"
        or item.key.startswith("rwy")
        or (item.kind == "num" and item.unit in {"m", "ft", ""})
        for item in items
    )


def names_the_unknown(sentence: str, answer: Answer) -> bool:
    """Whether a sentence tells of whom, by name, something is not known."""
    items = read(marked(sentence, answer.names))
    return any(item.key == "UNKNOWN" for item in items) and any(item.kind == "ent" for item in items)


def whynot(sentence: str, answer: Answer, before: Sequence[str] = ()) -> str:
    """What stands against showing the sentence; "" when nothing does."""
    text = sentence.strip()
    tongue = tongue_of(text, answer.names.tongue)
    if answer.runways:
        ends = {one for pair in answer.runways for one in (pair, *pair.split("/"))}
        known = "|".join(longest_first(ends))
        text = re.sub(
            rf"(?i)\b(runways?|rwy|on|for|of|piste|bahn|auf der|auf die|sur la|der) ({known})(?![\w/,.]\d|\d)",
            r"\1 RWY\2",
            text,
        )
    if answer.main:
        text = re.sub(
            r"(?i)\b(?:main|longest|principale|hauptbahn|längste)(?: (?:runway|piste|bahn|landebahn))?\b"
            r"(?! (?:of|in|list))",
            f"runway RWY{answer.main.upper()}",
            text,
        )
    if sum("/" in one for one in answer.runways) == 2:  # of two, the longer is the longest
        text = re.sub(r"(?i)\b(the|die|der) (longer|längere[n]?)\b(?! than| als)", r"\1 longest", text)
        text = re.sub(r"(?i)\b(the|die|der) (shorter|kürzere[n]?)\b(?! than| als)", r"\1 shortest", text)
    text = marked(text, answer.names)
    if opening := re.match(
        r"(\s*⟦C:[A-Z]{2}⟧\s*:)?\s*(?:(yes|oui|ja)|no|non|nein)\b[,;:.–—]\s*", text, re.IGNORECASE
    ):
        if ";" in opening[0] or re.match(r"(?i)(?:and|or|but|und|oder|aber|et|ou|mais)\b", text[opening.end() :]):
            return "yes or no to what is cut off"
        denies = any(item.key == "NEG" for item in read(text[opening.end() :], tongue))
        of = re.findall(r"⟦(C:[A-Z]{2})⟧", text) or list(answer.bares)
        told = {bare for one in of for bare in answer.bares.get(one, ())}
        if told and ("yes" if opening[2] else "no") not in told:
            return "yes or no"
        if not told and denies == bool(opening[2]):
            return "yes or no"
        text = (opening[1] or "") + text[opening.end() :]
    text = (
        re.sub(r"\bin\s+(⟦C:[A-Z]{2}⟧)\s*(?=[.,;]|$)", r"in zztongue", text)
        if _IN_TONGUE.search(sentence)
        else text
    )
    if not any(item.kind != "sign" for item in read(text, tongue)):
        return "nothing said"
    if _JUDGES.search(text):
        return "judges"
    letters = re.search(
        r"\b([Cc]lass(?:es)?|[Kk]lassen?) ([A-G](?:, [A-G])*,? (?:and|et|und) [A-G])\b(?! and [A-G]\b)", text
    )
    if letters:  # what is said of several classes is said of each
        each = re.findall(r"[A-G]\b", letters[2])
        if all(not whynot(f"{sentence_of(text, letters, one)}", answer, before) for one in each):
            return ""
    if crossed := crosses(read(text, tongue), answer):
        return crossed
    countries = list(dict.fromkeys(re.findall(r"⟦(C:[A-Z]{2})⟧", text)))
    several = [one for one in countries if one in answer.subjects]
    fields = list(dict.fromkeys(re.findall(r"⟦([A-Z]{4})⟧", text)))
    if len(fields) > 1 and all(one in answer.subjects for one in fields):
        several = fields
    reasons: list[str] = []
    two = sorted(one for one in answer.subjects if one.startswith("C:"))
    each = each_of(text, answer, before)
    if each and not any(_said_by(one, tongue, answer, before, reasons) for one in each):
        return ""
    if (
        not each
        and not countries
        and len(two) > 1
        and all(not _said_by(text, tongue, answer, (one,), []) for one in two)
    ):  # what is said of none by name holds of all
        return ""
    if len(several) > 1 and _stand_in_a_row(text, several):  # what is said of two is said of each
        for one in several:
            alone = text
            for other in several:
                if other != one:
                    alone = re.sub(rf"(?:,?\s*\b(?:and|or|et|und|ou|oder)\b\s*)?(?:the\s+)?⟦{other}⟧", " ", alone)
            alone = re.sub(r"(?i)\b(?:both|alike)\b", " ", alone)
            if reason := _said_by(alone, tongue, answer, before, reasons):
                break
        else:
            return ""
    reason = _said_by(text, tongue, answer, before, reasons)
    pair = re.search(r"\bRWY(\d{2}[LRC]?)/(\d{2}[LRC]?)", text)
    if reason and pair and text.count("RWY") == 1:  # what is said of a runway is said of both its ends
        each = [text.replace(pair[0], f"RWY{end}") for end in pair.groups()]
        if not any(
            _said_by(
                re.sub(r"(?i)\b(?:both ends|in both directions|both directions)\b", " ", one),
                tongue,
                answer,
                before,
                [],
            )
            for one in each
        ):
            return ""
    return reason


_JUDGES = re.compile(
    r"(?i)\b(?:is|are|was|were|very|quite|rather|fairly|both|est|sont|très|assez|ist|sind|sehr|recht|ziemlich)"
    r" (?:both |very |quite |rather |fairly |très |assez |sehr |recht |ziemlich )?"
    r"(?:long|short|wide|narrow|big|small|large|longues?|courte?s?|étroite?s?|lang|kurz|breit|schmal)\b"
    r"(?! (?:than|as|que|als|wie)\b)"
)
"""Calls long or short what the answer only measures."""


def _stand_in_a_row(text: str, several: Sequence[str]) -> bool:
    """Whether these are named one after another, with commas and "and" between: they share what is said."""
    link = r"\s*,?\s*(?:(?:and|or|et|und|ou|oder|&)\s*)?(?:(?:in|for|at|the|für|in der|pour|en|la|le|die)\s+)*"
    rows = re.findall(rf"⟦[A-Z:]+⟧(?:{link}⟦[A-Z:]+⟧)+", text)
    return any(all(f"⟦{one}⟧" in row for one in several) for row in rows)


_IN_TONGUE = re.compile(
    r"\bin (?:Czech|German|French|Italian|Spanish|Dutch|Danish|Polish|Swedish|Norwegian|Finnish)\b(?! \w)"
)


def sentence_of(text: str, letters: re.Match[str], one: str) -> str:
    """The sentence of one class alone."""
    plain = f"{text[: letters.start()]}class {one}{text[letters.end() :]}"
    return plain


def _said_by(text: str, tongue: Tongue, answer: Answer, before: Sequence[str], reasons: list[str]) -> str:
    """What stands against a text, held clause by clause in one unit each, or thing by thing each in its place."""
    rules = any(one.startswith("C:") for one in answer.subjects)
    reason = "rules" if rules else _in_cuts(text, tongue, answer, before, reasons)
    return reason and misplaced(read(_parted(text), tongue), answer, before)


_PARTS = re.compile(
    r"(?i)(?<=[\w⟧])\s+(?=(?:but|while|whereas|though|although|so|which|where|with|aber|während|mais|tandis)\b)"
)


def _parted(text: str) -> str:
    """A text with a mark before what begins another clause."""
    return _PARTS.sub(", ", text)


def _in_cuts(text: str, tongue: Tongue, answer: Answer, before: Sequence[str], reasons: list[str]) -> str:
    """What stands against a text, whole or in some of its clauses."""
    cuts = [(m.start(), m.end(), m[0].strip(" ,").casefold()) for m in _CUT.finditer(text)][:MOST_CUTS]
    begins = [0, *(end for _, end, _ in cuts), len(text)]
    ends = [*(start for start, _, _ in cuts), len(text)]
    marks = ["", *(mark for _, _, mark in cuts)]
    last = len(begins) - 1

    @cache
    def holds(i: int, subject: tuple[str, ...], line: int) -> bool:
        if i == last:
            return True
        for j in range(last, i, -1):
            piece = text[begins[i] : ends[j - 1]]
            items = read(piece, tongue)
            own = tuple(item.key for item in items if item.kind == "ent" or item.key.startswith("rwy"))
            if not items:
                if holds(j, subject, line):
                    return True
                continue
            if i > 0 and not own and all(item.kind in {"num", "clock", "sign"} for item in items):
                continue  # a figure belongs to what it stands with
            leans = (
                i > 0
                and not own
                and (marks[i] in {"", ":", "(", "with", "which", "where"} or not _labelled(items))
            )
            whole = i == 0 and j == last
            bare = i > 0 and not own and sum(item.kind != "sign" for item in items) == 1
            lines, reason = held(items, answer, own or subject, line if leans else -1, whole=whole, bare=bare)
            for found in lines:
                if holds(j, own or subject, found):
                    return True
            if not lines:
                reasons.append(reason if i == 0 and j == last else f"[{piece}] {reason}")
        return False

    if holds(0, tuple(before), -1):
        return ""
    return reasons[0] if reasons else "?"


def _labelled(items: Sequence[Item]) -> bool:
    return any(item.kind == "label" and item.key not in GENERIC for item in items)


def held(
    items: Sequence[Item],
    answer: Answer,
    subject: Sequence[str],
    line: int = -1,
    *,
    whole: bool = True,
    bare: bool = False,
) -> tuple[list[int], str]:
    """The lines of the answer that hold these items, and why none does; of one line alone where it is given.

    `whole`: they are a whole sentence; `bare`: one thing that leans on the clause before, as a row's may.
    """
    best, score = "no unit", -1.0
    lines: list[int] = []
    for unit in answer.units:
        if (line >= 0 and unit.line != line) or (bare and not unit.row):
            continue
        reason, share = against(items, unit, answer, subject, whole=whole)
        if reason == "" and unit.line not in lines:
            lines.append(unit.line)
        if share > score:
            best, score = reason, share
    return lines, best
