"""Reads which runway is meant beside a wind: "on 32", "runway 24", "piste 13", "what about 28?"."""

from __future__ import annotations

from agent import regex as re
from agent.language.winds import find_wind, in_digits
from agent.language.wording import word_set

_BETTER = r"(?:\s+(?:is|would be|ist|wäre|est|serait)\s+(?:the |la |die )?(?:better|best|besser|am besten|mieux|meilleure?)[,:]?)?"
""" "Which runway is better 04 or 29"."""
_RUNWAY = re.compile(
    rf"\b(?:(?:runway|piste|bahn){_BETTER}|rwy|rw|on|auf|sur|en|for|qfu|land(?:ing)?|tak(?:e|ing)[- ]?off|depart(?:ing)?|using|use|take|down|to)\s*(?:the\s+|la\s+|der\s+|runway\s+)?(?P<n>[0-3]?\d\s?[LRC]?)(?![\w/:]|\.\d)",
    re.IGNORECASE,
)
_BOTH_ENDS = re.compile(
    r"\b(?:runway|rwy|strip|piste|bahn)s?\s*(?P<a>\d\d[LRC]?)\s?[/-]\s?(?P<b>\d\d[LRC]?)(?![\w/:.])", re.IGNORECASE
)
""" "Runway 07/25": one runway by both its ends."""
_TURNED = 18
_CALLED = re.compile(r"\b(?:runway|rwy|piste|bahn)\s*(?P<n>\d{2}[LRC]?)(?![\w/:.])", re.IGNORECASE)
"""A runway that no field has is asked for all the same, so that the answer says so."""
_SIDED = re.compile(r"(?<![\w/.:])(?P<n>(?:0?[1-9]|[12]\d|3[0-6])[LRC])(?![\w/:.])", re.IGNORECASE)
"""With its side a number is nothing but a runway: "how much across 27L"."""
_IN_KNOTS = re.compile(r"\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|gust|g\d|böen?|rafales?)", re.IGNORECASE)
_ALONE = re.compile(
    r"^\W*(?:and |what about |how about |und |et |ok |or |no |sorry )*(?:for |on |auf |en |sur )?(?:the |der |la )?"
    r"(?P<n>[0-3]?\d\s?[LRC]?)(?:\s*(?:then|instead|please|alors|dann|,.*))?\W*$",
    re.IGNORECASE,
)
""" "what about 28?": a runway where the question is about runways."""
_LISTED = re.compile(
    rf"\b(?:(?:runways?|pistes?|bahn(?:en)?){_BETTER}|rwys?|on|auf|sur)\s+[0-3]?\d[LRC]?"
    r"(?:\s*(?:,|/|&|and|or|und|oder|et|ou)\s*[0-3]\d[LRC]?)+(?![\w/:.])(?!\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|gust|g\d))",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"\b(?:no,? (?:hang on|wait|sorry)|hang on|sorry|i mean|rather|non|nein|pardon)\b[^.?!]{0,12}?\b(?P<n>[0-3]\d[LRC]?)\b(?![/:.\d])",
    re.IGNORECASE,
)
_BESIDE_A_WIND = word_set(
    """
    and with what about how if the a wind winds is of in it it's at say now then still kt kts knots take assume
    und mit wie ist es bei dann jetzt knoten was et avec vent de du un le à si maintenant nœuds noeuds
    runway rwy piste bahn on auf sur for für pour en crosswind cross seitenwind querwind travers component tailwind headwind i we i'm we're i've
    we've land landing take taking off departing depart using use down got have much many ich wir lande landen starte rückenwind gegenwind
    composante composantes komponente windkomponente latérale component components kopfwind
    can limit max xwind x please pls if left right side from which or and seite links rechts oder von welcher gauche droite ou côté quel degrees
    rückenwindkomponente gegenwindkomponente je on pose poser décolle face arrière
    """
)


def find_runway(text: str) -> tuple[int, int, str] | None:
    """Start, end and the runway's name, in a text without the wind, days and times; None when none is said."""
    text = in_digits(text)
    for pair in _BOTH_ENDS.finditer(text):
        if abs(int(pair["a"][:2]) - int(pair["b"][:2])) == _TURNED and _is_one(pair["a"]) and _is_one(pair["b"]):
            return pair.start(), pair.end(), f"{pair['a']}/{pair['b']}".upper()
    named = [m for m in _RUNWAY.finditer(text) if _is_one(m["n"]) and not _IN_KNOTS.match(text[m.end() :])]
    named.sort(key=lambda m: not _CALLED.fullmatch(m[0].strip()))  # "limited to 12, runway 23": what is called one
    corrected = _CORRECTED.search(text)
    if not named and (alone := _ALONE.match(text) or _SIDED.search(text)) is not None:
        named = [alone]
    if corrected is not None and named and _is_one(corrected["n"]):
        named.append(corrected)
    if named:
        match = named[-1 if corrected else 0]
        return match.start(), match.end(), match["n"].replace(" ", "").upper().zfill(2)
    none_such = _CALLED.search(text)
    return None if none_such is None else (none_such.start(), none_such.end(), none_such["n"].upper())


_BARE = re.compile(r"(?<![\w/.:,+-])(?:0[1-9]|[12]\d|3[0-6])[LRC]?(?![\w/:%°]|[.,-]\d)", re.IGNORECASE)


def find_bare_runway(text: str) -> tuple[int, int, str] | None:
    """The only figure left beside a field and a wind: "EDKA, 25", "Peenemünde 13"; None where there are more."""
    found = [m for m in _BARE.finditer(text) if not _IN_KNOTS.match(text[m.end() :])]
    figures = re.findall(r"\d+", text)
    return (*found[0].span(), found[0][0].upper()) if len(found) == len(figures) == 1 else None


def find_further_runways(text: str, first: str) -> list[str]:
    """The runways that are named beside the first: "runway 27 and 29", "on 09 or 27"."""
    listed = _LISTED.search(text)
    names = re.findall(r"[0-3]?\d[LRC]?", listed[0], re.IGNORECASE) if listed else []
    return [n for n in dict.fromkeys(name.upper().zfill(2) for name in names) if n != first and _is_one(n)]


def _is_one(name: str) -> bool:
    return 1 <= int(re.sub(r"\D", "", name)) <= 36


def is_only_a_wind(text: str) -> bool:
    """ "With 240/20?", "260/18 on 32": nothing is said but a wind, and a runway at most."""
    rest = _without_wind(in_digits(text))
    if rest is None:
        return False
    return all(word in _BESIDE_A_WIND for word in re.findall(r"[a-zäöüéèà']+", _RUNWAY.sub(" ", rest).lower()))


def names_a_runway(text: str) -> bool:
    """Whether a runway is named beside the wind of a text."""
    text = in_digits(text)
    return _RUNWAY.search(_without_wind(text) or text) is not None


def _without_wind(text: str) -> str | None:
    found = find_wind(text)
    return None if found is None else text[: found[0]] + " " + text[found[1] :]
