"""What is said of several at once, as said of each: "both fields", "neither country", "alle drei", "les deux"."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.writing.held.units import Answer

_COUNTRIES = r"countries|states|pays|états|länder[n]?|staaten"
_FIELDS = (
    r"fields|airfields|aerodromes|airports|places|terrains|aérodromes|aéroports|plätze[n]?|flugplätze[n]?"
    r"|flughäfen"
)
_RUNWAYS = r"runways|pistes|bahnen|pisten|landebahnen"
_NOUN = rf"(?:{_COUNTRIES}|{_FIELDS}|{_RUNWAYS}|answers|entries|sides)"
_OF_THEM = r"(?: of (?:them|the)| d'entre (?:eux|elles)| von ihnen)?"
_COUNTED = {"both": 2, "two": 2, "deux": 2, "beide": 2, "beiden": 2, "three": 3, "trois": 3, "drei": 3}
_ALL = re.compile(
    r"(?i)\b(?:(?:all|the|alle|allen|die|den|tou[st]e?s?|les|tous les|toutes les) )?(?:the )?"
    r"(?P<many>both|beiden?|(?<=the )two|(?<=les )deux|(?<=all )three|(?<=alle )drei|(?<=allen )drei"
    r"|(?<=les )trois)"
    rf"{_OF_THEM}(?: (?P<noun>{_NOUN}))?\b"
    r"(?! (?:ends?|directions?|ways|sens|richtungen|customs|immigration|day|needed|required))"
    r"(?![^.;]{1,60}?,? (?:and|et|und) (?:the )?⟦)"
)
_TWO = r"(?:the\s+)?⟦(C:[A-Z]{2}|[A-Z]{4})⟧\s+"
_NEITHER = re.compile(
    rf"(?i)\bneither\s+{_TWO}nor\s+{_TWO}|\b(?:ni)\s+(?:l[ae']\s?)?{_TWO}ni\s+(?:l[ae']\s?)?{_TWO}"
    rf"|\bweder\s+{_TWO}noch\s+{_TWO}"
)
_NONE_OF_TWO = re.compile(rf"(?i)\bneither(?: of them| (?P<noun>{_NOUN}))?\s+(?=\w)")


def each_of(text: str, answer: Answer, before: Sequence[str] = ()) -> list[str]:
    """The sentence said of each of those it is said of together; [] where it is of one, or whose is not clear."""
    if neither := _NEITHER.search(text):
        ents = [one for one in neither.groups() if one]
        rest = text[neither.end() :]
        return [f"{text[: neither.start()]}⟦{one}⟧ {_denied(rest)}" for one in ents]
    if none := _NONE_OF_TWO.search(text):
        those = _those(none["noun"], 2, answer, before)
        return [f"{text[: none.start()]}⟦{one}⟧ {_denied(text[none.end() :])}" for one in those]
    found = list(_ALL.finditer(text))
    if len(found) != 1:
        return []
    match = found[0]
    count = _COUNTED[match["many"].casefold()]
    return [
        f"{text[: match.start()]} {_marked(one)} {text[match.end() :]}"
        for one in _those(match["noun"], count, answer, before)
    ]


def _marked(one: str) -> str:
    return f"⟦{one}⟧" if not one.startswith("rwy") else f"runway RWY{one[3:].upper()}"


def _denied(rest: str) -> str:
    """What follows "neither … nor …", with its denial beside its verb."""
    verb, _, more = rest.strip().partition(" ")
    if re.match(r"(?i)(?:n'|ne$)", verb):
        return f"{verb} {more} pas" if " pas" not in more else f"{verb} {more}"
    if verb in {"is", "are", "has", "can", "may", "must"}:
        return f"{verb} not {more}"
    return f"does not {verb.removesuffix('s')} {more}" if verb.isascii() else f"{verb} nicht {more}"


def _those(noun: str | None, count: int, answer: Answer, before: Sequence[str]) -> list[str]:
    """Whom "both" means: of the named kind, else whom the answer sets side by side."""
    countries = sorted(one for one in answer.subjects if one.startswith("C:"))
    runways = sorted(f"rwy{one}" for one in answer.runways if "/" in one)
    fields = sorted(answer.route or answer.asked & set(answer.names))
    fields = fields if len(fields) == count else sorted(answer.names)
    named = ((_COUNTRIES, countries), (_FIELDS, fields), (_RUNWAYS, runways))
    kinds = [those for pattern, those in named if noun and re.fullmatch(pattern, noun, re.IGNORECASE)]
    kinds = kinds or [list(dict.fromkeys(before)), countries, fields, runways]
    return next((those for those in kinds if len(those) == count), list[str]())
