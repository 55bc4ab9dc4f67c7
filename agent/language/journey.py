"""Reads who travels by airline and when in the day: children, ages, babies, "before 10", "in the evening"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.slots import Slots

Arguments = dict[str, JsonValue]

_COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "ein": 1, "eine": 1, "einem": 1, "zwei": 2, "drei": 3,
    "vier": 4,
}  # fmt: skip
_COUNT = rf"(?P<n>\d+|{'|'.join(_COUNTS)})"
_CHILDREN = re.compile(
    rf"\b{_COUNT}[ -](?:(?:small|young|little|petite?s?|kleine[ns]?)\s+)?"
    r"(?:child(?:ren)?|kids?|daughters?|sons?|enfants?|kind(?:er)?|töchter|söhne|fils|filles?)\b"
)
_INFANTS = re.compile(rf"\b{_COUNT}[ -](?:infants?|bab(?:y|ies)|toddlers?|bébés?|babys?|kleinkind(?:er)?)\b")
_ADULTS = re.compile(rf"\b{_COUNT}[ -](?:adults?|adultes?|erwachsene[rn]?|grown-?ups?)\b")
_NOBODY = re.compile(
    r"\bfor (?:nobody|no one|no-one)\b|\bpour personne\b|\bfür niemand(?:en)?\b|"
    r"\b(?:0|zero|no|null|zéro|keine?) (?:adults?|people|persons?|passengers?|pax|adultes?|personnes?|passagers?|"
    r"erwachsenen?|personen|passagiere)\b"
)
"""Said in so many words; the search then asks who travels, as nobody is never one adult."""
_COUPLE = re.compile(
    r"\b(?:(?:me|i),? (?:and )?(?:my|the) (?:wife|husband|partner|girlfriend|boyfriend|friend)|"
    r"my (?:wife|husband|partner|girlfriend|boyfriend|friend),? (?:and )?(?:me|i|myself)|"
    r"moi(?:,| et) (?:ma femme|mon mari)|(?:meine frau|mein mann) und ich|"
    r"ich(?:,| und) (?:meine frau|mein mann))\b"
)
_ONE = re.compile(r"\bfor one\b|\bjust me\b|\bpour une personne\b|\bfür eine person\b")
_AGES = re.compile(
    r"\b(?:aged?|ages|âgée?s? de|im alter von|alter)\s*:?\s*(?P<a>\d{1,2}(?:\s*(?:,|and|&|et|und)\s*\d{1,2})*)"
    r"|(?P<b>\d{1,2}(?:\s*(?:,|and|&|et|und)\s*\d{1,2})*)[ -](?:years?|yrs?|ans|jahre)[ -]?(?:olds?|alt)?\b"
    r"|\((?P<c>\d{1,2}(?:\s*(?:,|and|&|et|und)\s*\d{1,2})*)\)"
)
_ARRIVES = re.compile(r"\b(?:arriv\w+|land\w*|get(?:ting)? (?:in|there)|be there|ankunft|ankomm\w*|an)\b")
_BACK = re.compile(r"\b(?:return\w*|back|retour\w*|rückflug|zurück|inbound)\b")
_BEFORE = re.compile(r"\b(?:before|by|until|no later than|not after|avant|vor|bis|spätestens(?: um)?)\s*$")
_AFTER = re.compile(
    r"\b(?:after|from|not before|no earlier than|après|à partir de|ab|nach|frühestens(?: um)?)\s*$"
)
_PARTS = (
    (
        re.compile(
            r"\b(?:in the |this |tomorrow )?evening\b|\b(?:le|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) soir\b|\b(?<!heute )abends?\b"
        ),
        "17:00",
        "23:59",
    ),
    (
        re.compile(
            r"\bmornings?\b|\ble matin\b|\b(?:demain|ce|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) matin\b|\bmorgens\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag) (?:morgen|früh)\b|\bvormittags?\b"
        ),
        "05:00",
        "12:00",
    ),
    (re.compile(r"\bafternoons?\b|\baprès-midi\b|\bnachmittags?\b"), "12:00", "18:00"),
)
"""Parts of a day. "Tonight" is none of them: who is stuck takes what still leaves today."""
ANY_TIME = re.compile(r"\b(?:any ?time|whenever|all day|n'importe quand|toute la journée|egal wann|jederzeit)\b")


def read_travellers(slots: Slots, total: int | None) -> Arguments:
    """Adults, children with their ages and babies. `total` is how many people were said in all, if that was."""
    low = slots.low
    children, infants = _sum(_CHILDREN, low), _sum(_INFANTS, low)
    ages = _ages(low) if children else []
    found: Arguments = {}
    adults = _sum(_ADULTS, low)
    if not adults and total:
        adults = total if not (children or infants) or total <= children + infants else total - children - infants
    if not adults and _COUPLE.search(low):
        adults = 2
    if adults > 1 or _sum(_ADULTS, low) == 1 or _ONE.search(low):
        found["adults"] = max(adults, 1)
    elif not adults and _NOBODY.search(low):
        found["adults"] = 0
    if children:
        found["children"] = children
        if ages:
            found["child_ages"] = list(ages[:children])
    if infants:
        found["infants"] = infants
    return found


def read_times(slots: Slots) -> Arguments:
    """`departure_time` and `arrival_time` of the way there; a time beside "back" is not one of them."""
    low = slots.low
    found: dict[str, dict[str, JsonValue]] = {}
    at = 0
    for quantity in slots.of("clock"):
        digits = re.search(r"\d", low[quantity.start :])
        start = quantity.start + (digits.start() if digits else 0)
        before, at = low[at:start], quantity.end
        limit = "before" if _BEFORE.search(before) else "after" if _AFTER.search(before) else None
        if limit is None or _BACK.search(before):
            continue
        clock = f"{int(quantity.value):02d}:{round(quantity.value % 1 * 60) % 60:02d}"
        found.setdefault("arrival_time" if _ARRIVES.search(before) else "departure_time", {})[limit] = clock
    if not found and not slots.of("clock"):
        part = next(((first, last) for pattern, first, last in _PARTS if pattern.search(low)), None)
        if part is not None and not _BACK.search(low):
            found["departure_time"] = {"after": part[0], "before": part[1]}
    return dict(found)


def _sum(pattern: re.Pattern[str], low: str) -> int:
    return sum(int(m["n"]) if m["n"].isdigit() else _COUNTS[m["n"]] for m in pattern.finditer(_counted(low)))


def _counted(low: str) -> str:
    """ "my son" is one child, as "a son" is; of "my kids" nobody said how many."""
    return re.sub(
        r"\b(?:my|our|mon|ma|notre|mein\w*|unser\w*)(?= (?:son|daughter|child|baby|fils|fille|enfant|bébé|kind|"
        r"sohn|tochter)\b)",
        "one",
        low,
    )


def _ages(low: str) -> list[JsonValue]:
    for match in _AGES.finditer(low):
        said = [int(number) for number in re.findall(r"\d+", match["a"] or match["b"] or match["c"])]
        if all(age < 18 for age in said):
            return list(said)
    return []
