"""Reads what an engine burns and what a tank holds: "34 l/h", "9 gph", "35 litres heure", "140 usable"."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.language.number_words import in_digits

_FIGURE = r"(?P<n>\d+(?:[.,]\d+)?)"
_VOLUME = (
    r"(?:l|lit(?:er|re)[sn]?|ltrs?|(?:(?:us|u\.s\.|imp\.?|imperial|uk|american)[\s-]*)?gal(?:l?onen|lons?|s)?|usg)"
)
_AN_HOUR = r"(?:(?:/|per|an|a|pro|die|in der|in einer|in the|in an|in one|every|jede|the|à l'|de l'|dans l'|en une|par|each|l')\s*(?:h\b|hr|hour|stunde|std|heure))"
_BURN = re.compile(rf"{_FIGURE}\s*(?:{_VOLUME}\s*(?:{_AN_HOUR}|heure|stunde|h\b)|lph\b|l/h\b|gph\b|{_AN_HOUR})")
_BURN_BARE = re.compile(
    rf"\b(?:burn(?:s|ing)?|drinks?|uses?|consum\w+|nimmt|braucht|verbraucht|verbrauch|schluckt|boit|consomme|brûle|conso(?:mmation)?)"
    rf"\s*(?:is |of |:|= ?|von |de )?\s*(?:about |around |rund |etwa |environ )?{_FIGURE}\b(?!\s*(?:nm|nautical|miles|min|kts?\b|kn\b|knots?|knoten|n(?:œ|oe)uds?|mph|km|ft\b|feet|°|degrees|%))"
    rf"(?!\s*{_VOLUME}\s+(?:in|en|over|after|nach|après|für|pour)\s+\d)"
)
_RESERVE = r"(?:final |fuel |end)?(?:reserves?|reserven|réserves?(?: finale)?)"
_FOR_WHAT = r"(?:(?:of|for|the|to|in|as|a|als|für|beim?|zum|zur|fürs|am|pour|de|du|des|le|la|les|au|à|en|comme|my|ma|final) |d['’]|l['’])*"
"""What may stand between an amount and the part of the flight it is for: "10 l de roulage", "5 l beim Rollen"."""
_USABLE = re.compile(
    rf"{_FIGURE}\s*{_VOLUME}(?![\w/])(?!\s*{_FOR_WHAT}{_RESERVE}\b)|(?P<n2>\d+(?:[.,]\d+)?)\s*(?:usable|ausfliegbar|utilisables?|on board|aboard|an bord)|"
    r"\b(?:can use|usable(?: fuel)?|usable's|ausfliegbar|nutzbar|utilisables?|tanks?|tank hat|hold|holds)\s*"
    r"(?:is|are|:|=|sind|of|about|'s)?\s*(?P<n3>\d+(?:[.,]\d+)?)\b"
)
_GALLONS = re.compile(r"\bgal(?:l?onen|lons?|s)?\b|\bgph\b|\busg\b")
_IMPERIAL = re.compile(r"\b(?:imp\.?|imperial|uk)[\s-]*gal")
LITRES_PER_IMPERIAL = 4.54609
_LITRES = re.compile(r"\bl(?:it|tr|/|ph|\b)")
LITRES_PER_GALLON = 3.785


_MIN = r"(?P<n>\d{1,3})\s*(?:-\s*)?(?:min(?:ute[ns]?|uten)?|mins|mn|m|')\s*"
_BARE = r"(?<![\d.,:/h])(?P<n>\d{1,2})\s+"
"""A figure without a unit, beside what is reckoned in minutes: "+ 30 réserve"."""
_AS = r"(?:(?:still|kept|held|left|as|als|comme|of|de|for|in|en|zur|der|the|a|my|une|eine|meine|ma) |d')*"
"""What may stand between an amount and what it is: "30 min kept in reserve", "45 Minuten als Reserve"."""
_ALTERNATE = r"(?:alternates?|diversion|ausweichplatz|ausweichen|d[ée]gagement)"
_CONTINGENCY = r"(?:contingency|zuschlag|marge(?: de route)?)"
_TAXI = r"(?:taxi(?:ing|en)?|rollen|roulage|rouler|mise en route|start[- ]?up)"
_LEFT = r"(?:left(?: in the tanks?| over)?|in the tanks?|remaining|to spare|in hand|spare|aside|back|übrig|im tank|restante?s?|de reste)"
_OF = r"\s*(?:is |of |: ?|= ?|von |de |for |the )*"
_KEPT = (
    r"\b(?:keep(?:ing)?|kept|hold(?:ing)? back|leaving|land(?:ing)? with|less|minus|(?:en )?gard(?:e|er|ant|ons)|"
    r"moins|abzüglich|behalten?|abz\.)\s+(?:my |mes |die |meine |still )?"
)
_RESERVE_LITRES = re.compile(
    rf"\b(?:land(?:ing)? with|keep(?:ing)?|leaving|mit|avec|garder|gardant|en gardant) (?:still |noch |encore )?(?P<n3>\d+(?:[.,]\d+)?)\s*{_VOLUME}(?![\w/])\s*(?:{_AS}{_LEFT}|landen|behalten)|{_FIGURE}\s*{_VOLUME}\s*{_FOR_WHAT}{_RESERVE}\b|\b{_RESERVE}\s*(?:is |of |: ?|= ?|von |de |the )*(?P<n2>\d+(?:[.,]\d+)?)\s*{_VOLUME}(?![\w/])"
)
_OWN: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("reserve_minutes", re.compile(rf"{_MIN}{_AS}{_RESERVE}\b")),
    ("reserve_minutes", re.compile(rf"\b{_RESERVE}{_OF}{_MIN}")),
    ("reserve_minutes", re.compile(rf"{_MIN}{_LEFT}\b")),
    ("reserve_minutes", re.compile(rf"{_BARE}{_AS}{_RESERVE}\b")),
    ("alternate_minutes", re.compile(rf"{_BARE}{_ALTERNATE}\b")),
    ("taxi_minutes", re.compile(rf"{_MIN}{_FOR_WHAT}{_TAXI}\b")),
    ("taxi_minutes", re.compile(rf"\b{_TAXI}{_OF}{_MIN}")),
    ("taxi_minutes", re.compile(rf"{_BARE}{_FOR_WHAT}{_TAXI}\b")),
    ("reserve_minutes", re.compile(rf"{_KEPT}{_MIN}(?!\s*(?:taxi|roulage|rollen))")),
    ("alternate_minutes", re.compile(rf"{_MIN}(?:to |for |of |the |my |an |de |zum |pour le )*{_ALTERNATE}\b")),
    ("alternate_minutes", re.compile(rf"\b{_ALTERNATE}{_OF}{_MIN}")),
    ("contingency_percent", re.compile(rf"(?P<n>\d{{1,2}})\s*(?:%|percent|prozent|pour cent|pour 100|pct)\s*(?:of |de )?{_CONTINGENCY}\b")),
    ("contingency_percent", re.compile(r"(?:\bplus|\+|\b(?:and|und|et|with|mit|avec))\s*(?P<n>\d{1,2})\s*(?:%|percent\b|prozent\b|pour cent\b)(?!\s*(?:less|weniger|de moins|off|of\b|slope|gradient))")),
    ("contingency_percent", re.compile(rf"\b{_CONTINGENCY}{_OF}(?P<n>\d{{1,2}})\s*(?:%|percent|prozent|pour cent|pour 100|pct)")),
    ("taxi_l", re.compile(rf"(?P<n>\d{{1,3}})\s*(?:l|lit(?:er|re)s?)\s*{_FOR_WHAT}{_TAXI}\b")),
    ("taxi_l", re.compile(rf"\b{_TAXI}{_OF}(?P<n>\d{{1,3}})\s*(?:l|lit(?:er|re)s?)\b")),
)  # fmt: skip
_ONE_HOUR = r"(?:an?|one|1|eine[rn]?|une)\s*(?:hour|h|stunde|heure)(?:'s|s)?\s*(?:fuel |worth )?"
_SOME_HOURS = {"two": 2.0, "three": 3.0, "zwei": 2.0, "drei": 3.0, "deux": 2.0, "trois": 3.0}
_N_HOURS = rf"(?P<n>\d(?:[.,]\d+)?|{'|'.join(_SOME_HOURS)})\s*(?:hours?|hrs?|h|stunden?|heures?)(?:'s|s)?\s*{_AS}"
_HOURS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_N_HOURS}(?:{_RESERVE}|{_LEFT})\b",
        rf"\b{_RESERVE}{_OF}{_N_HOURS}(?!\w)",
        rf"{_KEPT}{_N_HOURS}(?!\w)",
    )
)
_HOUR = re.compile(
    rf"\b(?:{_ONE_HOUR}{_AS}(?:{_RESERVE}|{_LEFT})|{_RESERVE}{_OF}{_ONE_HOUR}|{_KEPT}{_ONE_HOUR})(?!\w)"
)


_PART_OF_AN_HOUR = re.compile(
    r"(?P<half>\bhalf an? hour|(?:\beiner? |\bder )?\bhalben? stunde|(?:\bune )?\bdemi-?\s?heure)|"
    r"(?P<three>\b(?:three|3) quarters of an hour|(?:\beiner? )?\bdrei ?viertel ?stunden?|\b(?:trois|3) quarts d['’]heure)"
)


def _in_minutes(match: re.Match[str]) -> str:
    return ("30 min" if match["half"] else "45 min").ljust(len(match[0]))


def find_own(low: str) -> tuple[dict[str, float], str]:
    """The pilot's own reserve, alternate, contingency and taxi (litres or minutes), and the text without them."""
    low = _PART_OF_AN_HOUR.sub(_in_minutes, in_digits(low))
    found: dict[str, float] = {}
    for name, pattern in _OWN:
        if name not in found and (match := pattern.search(low)):
            found[name] = float(match["n"])
            low = low[: match.start()] + " " * len(match[0]) + low[match.end() :]
    if "reserve_minutes" not in found and (match := _HOUR.search(low)):
        found["reserve_minutes"] = 60.0
        low = low[: match.start()] + " " * len(match[0]) + low[match.end() :]
    for pattern in _HOURS:
        if "reserve_minutes" not in found and (match := pattern.search(low)):
            hours = _SOME_HOURS.get(match["n"]) or float(match["n"].replace(",", "."))
            found["reserve_minutes"] = 60 * hours
            low = low[: match.start()] + " " * len(match[0]) + low[match.end() :]
    kept, burn = _RESERVE_LITRES.search(low), find_burning(low).burn_lph
    if "reserve_minutes" not in found and kept and burn:
        litres = _litres(kept["n"] or kept["n2"] or kept["n3"], bool(_GALLONS.search(kept[0])), _a_gallon(low))
        found["reserve_minutes"] = round(60 * litres / burn, 1)
        low = low[: kept.start()] + " " * len(kept[0]) + low[kept.end() :]
    return found, low


def own_spans(low: str) -> list[tuple[int, int]]:
    """Where a text in small letters says a reserve, an alternate, a contingency or taxiing of its own."""
    digits, rest = in_digits(low), find_own(low)[1]
    if not len(digits) == len(low) == len(rest):
        return []
    marks = "".join(" " if a == " " else "." if a == b else "x" for a, b in zip(digits, rest, strict=True))
    return [run.span() for run in re.finditer(r"x+(?: +x+)*", marks)]


def is_of_the_burn(start: int, end: int, low: str) -> bool:
    """Whether a span of a text in small letters is the hour in which so much is burnt: "36 litres an hour"."""
    return any(match.start() < end and start < match.end() for match in _BURN.finditer(low))


@dataclass(frozen=True)
class Burning:
    """Litres an hour and litres on board; None is what was not said."""

    burn_lph: float | None = None
    usable_l: float | None = None


def find_burning(low: str) -> Burning:
    """The figures of a text in small letters; US gallons are turned into litres."""
    low = in_digits(low)
    burn = _BURN.search(low) or _BURN_BARE.search(low)
    rest = low if burn is None else low[: burn.start()] + " " * len(burn[0]) + low[burn.end() :]
    usable = _USABLE.search(rest)
    in_gallons = _GALLONS.search(low) is not None
    a_gallon = _a_gallon(low)
    return Burning(
        burn_lph=_litres(burn["n"], in_gallons and not _LITRES.search(burn[0]), a_gallon) if burn else None,
        usable_l=_litres(
            usable["n"] or usable["n2"] or usable["n3"],
            in_gallons and not re.search(r"\bl(?:it|\b)", usable[0]),
            a_gallon,
        )
        if usable
        else None,
    )


def _a_gallon(low: str) -> float:
    return LITRES_PER_IMPERIAL if _IMPERIAL.search(low) else LITRES_PER_GALLON


def burning_spans(low: str) -> list[tuple[int, int]]:
    """Where a text in small letters says what is burnt and what is on board."""
    found = (pattern.search(low) for pattern in (_BURN, _BURN_BARE, _USABLE))
    return [match.span() for match in found if match is not None]


def _litres(figure: str, in_gallons: bool, a_gallon: float) -> float:
    value = float(figure.replace(",", ".")) * (a_gallon if in_gallons else 1)
    return int(value) if value == int(value) else round(value, 1)


def without_burn(text: str) -> tuple[str, float | None]:
    """A text without what an engine burns an hour, and that in litres; None where it is not said."""
    burn = _BURN.search(text.lower())
    if burn is None:
        return text, None
    rest = f"{text[: burn.start()]}{text[burn.end() :]}".strip(" ,")
    return rest, find_burning(burn[0]).burn_lph


_OUT_ALONE = re.compile(
    r"\b(?:one[- ]way|outbound|(?:the |just |only )?way (?:there|out)|out(?:ward)? leg|only out|just out|to get there|"
    r"hinflug|hinweg|nur hin|aller(?: simple)?)\b"
)
_BOTH_TOLD = re.compile(r"\b(?:retour|back|return|both|zurück|rückflug|rückweg|deux|hin und)\b")


def is_of_the_way_out(low: str) -> bool:
    """Whether the fuel of the way out alone is asked: "combien de litres aller", "one way"."""
    return _OUT_ALONE.search(low) is not None and _BOTH_TOLD.search(low) is None
