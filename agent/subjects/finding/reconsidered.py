"""Reads what a list in hand is no longer held to: "grass is fine too", "forget the restaurant", "not Gatwick"."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.lexicon import Mention, load_lexicon
from agent.language.quantities import Quantity
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Spot
from agent.language.wording import word_set
from agent.protocol import ToolCall
from agent.subjects.finding.concepts import APPROACHES, FLAGS, SURROUNDINGS

Given = dict[str, JsonValue]
MOST_WORDS = 10
_LISTS = frozenset(
    ("search_airports", "find_airports_near_location", "find_airports_near_route", "get_airport_statistics")
)
_GRADES = ("avgas", "jet_a", "ul91", "mogas")
_SURFACES = ("has_hard_runway", "has_soft_runway")
HELD: dict[str, tuple[str, ...]] = {
    **{concept: (name,) for concept, name in FLAGS.items()},
    **dict.fromkeys(("hard_runway", "grass"), _SURFACES),
    **dict.fromkeys(("approaches", *APPROACHES), ("has_procedures", "approach_type")),
    **dict.fromkeys(SURROUNDINGS, ("near_what",)),
    "restaurant": ("restaurant",),
    "hotel": ("hotel",),
    "fuel": ("has_fuel", "any_fuel", "fuel_type", "fuel_h24", *(f"has_{grade}" for grade in _GRADES)),
    "access": ("no_ppr",),
    "fee": ("max_landing_fee", "max_landing_fee_currency"),
    "runway": ("min_runway_length_ft", "max_runway_length_ft", *_SURFACES),
}
"""Concept → the filters that hold a list to it."""
_NOT_IT = re.compile(
    r"\b(?:not|without|drop|skip|forget|except|minus|lose|leave out|but not|anything but|"
    r"nicht|ohne|außer|ausser|lass|streich|pas|sans|sauf|retire|enlève)\s+(?:for |the |la |le |l')?$"
)
_WITHOUT = re.compile(r"\b(?:without|ohne|sans)\s+$")
_OR_THAT = re.compile(r"\W*(?:or|oder|ou)\b")


def reconsidered(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """The list in hand without what the words let go, or with what will do as well; None where they say more."""
    if call.tool not in _LISTS or len(said.slots.words) > MOST_WORDS or said.slots.days or said.slots.countries:
        return None
    if said.slots.spots or said.slots.weak:
        return _without_fields(said, call)
    words = load_lexicon(said.deps.settings.data / "language", "relaxed").mentions(said.slots.words)
    fine = [m for m in words if m.concept == "wish.will_do"]
    gone = [m for m in words if m.concept == "wish.let_go"]
    if _ON_A_MAP.fullmatch(said.slots.low):
        return call  # a list stands on its map
    if fine and _FURTHER.search(said.slots.low) and not (said.all_of(*HELD) or said.slots.quantities):
        return _further(call)
    sizes = [m for m in words if m.concept in ("wish.shorter", "wish.longer")]
    wished = said.all_of(*HELD)
    wished = [m for m in wished if not any(a.start <= m.start < a.end for a in (*words,))]
    filters = call.arguments.get("filters")
    held: Given = dict(filters) if isinstance(filters, dict) else {}
    beside = said.all_of("instead", "not", "also")
    if _says_no_more(said, [*words, *wished, *beside]) and (swapped := _one_for_another(said, gone, wished, held)):
        return call.varied(filters=swapped, offset=None)
    figures = _bare_lengths(said, sizes)
    if not (wished or sizes) or not _says_no_more(said, [*words, *wished, *figures]):
        return None
    joint = (
        _JOINT.search(said.slots.low, gone[0].end)
        if gone and wished and gone[0].start <= wished[0].start
        else None
    )
    if joint is not None and wished[-1].start >= joint.end():
        return None  # "drop the fuel, lunch stop": a wish of its own behind it
    if any(m.concept == "access" and _WITHOUT.search(said.slots.low[: m.start]) for m in wished):
        return None  # "die ohne PPR": a wish of its own, and none let go
    if said.all_of("liked", "liked_before"):
        return None  # "kein Turm, wenn es geht": liked, and nothing let go
    lengths = said.slots.of("length") or _bare_lengths(said, sizes)
    for mention in sizes:
        name = "min_runway_length_ft" if mention.concept.endswith("shorter") else "max_runway_length_ft"
        if not fine or len(lengths) > 1:
            return None
        held.pop(name, None)
        if lengths:
            held[name] = round(lengths[0].value)
    if held.get("has_soft_runway") is True and _NO_HARD.fullmatch(said.slots.low):
        rest = {name: value for name, value in held.items() if name not in _SURFACES}
        return call.varied(filters={**rest, "has_hard_runway": True}, offset=None)
    for mention in wished:
        grade = mention.concept in _GRADES
        denied = bool(gone) or said.needless(mention) or said.denied(mention)
        is_held = any(held.get(name) not in (None, False) for name in HELD[mention.concept])
        if said.denied(mention) and not (is_held or fine or said.needless(mention)):
            return None  # "no grass" of a list that wished none: a wish of its own
        if grade and (fine or _OR_THAT.match(said.slots.low)) and not gone:
            held = _or_this_fuel(held, mention.concept)
        elif mention.concept == "fuel" and said.all_of("all") and not (gone or fine):
            held = {**{name: value for name, value in held.items() if name not in HELD["fuel"]}, "has_fuel": True}
        elif (
            fine
            and not (gone or said.denied(mention))
            and mention.concept == "approaches"
            and "approach_type" in held
        ):
            held = {
                name: value for name, value in held.items() if name != "approach_type"
            }  # "any approach will do"
        elif fine or denied:
            long = mention.concept == "runway" and _LENGTH.search(said.slots.low[mention.start : mention.end])
            gone_too = _LENGTHS if long else HELD[mention.concept]
            held = {name: value for name, value in held.items() if name not in gone_too}
        else:
            return None  # a wish of its own
    return call.varied(filters=held or None, offset=None)


_MOST_METRES = 1300


def _bare_lengths(said: Said, sizes: Iterable[Mention]) -> list[Quantity]:
    """ "Shorter is fine, 550": of a runway, in metres as long as it is no long one in feet."""
    bare = _BARE.findall(said.slots.low) if [*sizes] else []
    match = _BARE.search(said.slots.low)
    if len(bare) != 1 or match is None or said.slots.of("length"):
        return []
    figure = int(match[0])
    feet = figure / 0.3048 if figure < _MOST_METRES else figure
    return [Quantity("length", match.start(), match.end(), feet, "m" if figure < _MOST_METRES else "ft")]


_BARE = re.compile(r"(?<![\d.,])[1-9]\d{2,3}(?![\d.,])")
_LENGTH = re.compile(r"length|läng|longueur|long")
_LENGTHS = ("min_runway_length_ft", "max_runway_length_ft")
_NO_HARD = re.compile(
    r"\W*(?:no|nein|non)\W+(?:a )?(?:hard|tarmac|asphalt|paved|asphalte|en dur|hartbahn|hart)"
    r"(?: (?:one|ones|runways?|please))?\W*"
)
""" "No, hard!" of grass strips sets it right."""
_JOINT = re.compile(r"[,;]|\b(?:and|but|und|et|mais|aber)\b")
_IN_PLACE_OF = re.compile(
    r"\b(?:instead of|rather than|in place of|statt|anstatt|anstelle|au lieu d\w*|plutôt que)\W"
)


def _one_for_another(
    said: Said, gone: Iterable[Mention], wished: Iterable[Mention], held: Given
) -> dict[str, JsonValue] | None:
    """ "Drop the restaurant, avgas instead": the one is let go, the other wished."""
    low, both = said.slots.low, [*wished]
    drop, place = next(iter(gone), None), _IN_PLACE_OF.search(low)
    if len({mention.concept for mention in both}) < len(_PAIR):
        return None
    if place is not None:
        let_go = [mention for mention in both if mention.start >= place.end()]
    elif drop is not None and (joint := _JOINT.search(low, drop.end)) is not None:
        let_go = [mention for mention in both if drop.end <= mention.start < joint.start()]
    else:
        return None
    new = [mention for mention in both if mention not in let_go]
    if not let_go or not new or any(mention.concept not in FLAGS or said.denied(mention) for mention in new):
        return None
    names = {name for mention in let_go for name in HELD[mention.concept]}
    kept = {name: value for name, value in held.items() if name not in names}
    return {**kept, **{FLAGS[mention.concept]: True for mention in new}}


_PAIR = ("let go", "wished")


def _further(call: ToolCall) -> ToolCall:
    """The list twice as far around; in reach half as long again."""
    reach, around = call.arguments.get("within_minutes"), call.arguments.get("max_distance_nm")
    if isinstance(reach, int | float):
        return call.varied(within_minutes=round(reach * 1.5), offset=None)
    far = around if isinstance(around, int | float) else _AROUND_NM
    return call.varied(max_distance_nm=min(2 * far, _FARTHEST_NM), offset=None)


_FURTHER = re.compile(r"\b(?:further|farther|weiter(?: weg)?|plus loin|further (?:away|out))\b")
_ON_A_MAP = re.compile(
    r"\W*(?:(?:and|und|et|ok|show|me|us|them|these|it|that|all|put|see|on|a|the|zeig\w*|mir|auf|der|die|eine[rn]?|als|montre\w*|moi|"
    r"les|sur|la|une)\W+)*(?:maps?|karte|carte)(?:\W+(?:please|bitte|svp|s'il (?:te|vous) plaît))?\W*"
)
_AROUND_NM, _FARTHEST_NM = 50, 300


def _or_this_fuel(held: Given, grade: str) -> Given:
    """The filters with another fuel that will do; where no fuel is asked for, or any, nothing changes."""
    either = held.get("any_fuel")
    wanted = [*either] if isinstance(either, list) else [g for g in _GRADES if held.get(f"has_{g}") is True]
    if not wanted:
        return held
    kept = {name: value for name, value in held.items() if name not in [f"has_{g}" for g in _GRADES]}
    return {**kept, "any_fuel": list(dict.fromkeys([*wanted, grade]))}


def _without_fields(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Not Gatwick": the list without the fields named."""
    named = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    codes = [field_of(s.name, said.deps) for s in named]
    if not named or len(named) != len(said.slots.spots) or not _NOT_IT.search(said.slots.low[: named[0].start]):
        return None
    if not all(codes) or not _says_no_more(said, [*named, *said.all_of("not", "also")]):
        return None
    filters = call.arguments.get("filters")
    held: Given = dict(filters) if isinstance(filters, dict) else {}
    before = held.get("not_fields")
    out: list[JsonValue] = [*(before if isinstance(before, list) else []), *codes]
    return call.varied(filters={**held, "not_fields": list(dict.fromkeys(map(str, out)))}, offset=None)


def _says_no_more(said: Said, spans: Iterable[Mention | Spot | Quantity]) -> bool:
    """Whether every word outside of these spans and of lengths is a small one."""
    taken = [(one.start, one.end) for one in spans]
    taken += [(q.start, q.end) for q in said.slots.of("length")]
    taken += [(m.start, m.end) for m in said.all_of("also", "not", "here", "there", "and", "or", "all")]
    rest = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    return all(word.key in FUNCTION or word.key in _SMALL for word in rest)


_SMALL = word_set(
    "s any an mind though ok okay yes no well actually really whatever egal then please bitte svp ja nein "
    "nun doch auch aussi alors "
    "oui non finalement me mir moi hold hang wait warte moment attends attendez"
)
